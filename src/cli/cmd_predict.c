/* cmd_predict.c - astormer predict: a benchmark's questions answered, one SQL a line; and astormer
 * eval, which scores the answers right away. */
#include "cli/run_config.h"

#include "eval/eval.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

static const struct command_help eval_help = {
    .usage = "eval --dataset NAME --data DIR --split SPLIT --model FILE --out DIR",
    .about = "Answers the questions of a benchmark and scores the answers by the official rules. DIR gets\n"
             "pred.sql, gold.sql and report.json (every verdict with its components).",
    .examples = "  astormer eval --dataset spider --data data --model m.safetensors --out eval-spider\n"
                "  astormer eval --dataset sparc --data data --model m.safetensors --out eval-sparc",
};

static const struct command_help help = {
    .usage = "predict --dataset NAME --data DIR --split SPLIT --model FILE --out pred.sql",
    .about = "Answers the questions of a benchmark, in its order: one SQL a line, a blank line between\n"
             "conversations, as the official scripts and 'astormer score' read them. Later turns of a\n"
             "conversation see the earlier questions, never gold SQL.",
    .examples = "  astormer predict --dataset spider --data data --split dev --model m.safetensors \\\n"
                "      --out pred.sql --gold gold.sql\n"
                "  astormer score --gold gold.sql --pred pred.sql --tables data/spider/tables.json",
};

struct options {
    const char *dataset, *data, *split, *tables, *model, *out, *gold, *n_best_out;
    const char *constraints, *guidance;
    const char *score_dir; /* eval: where the files go */
    long beam, limit, workers;
    bool holdout;
};

static bool find_word(const char *word, const char *const *words, int n, int *out)
{
    for (int i = 0; i < n; i++)
        if (strcmp(words[i], word) == 0) {
            *out = i;
            return true;
        }
    return false;
}

static bool search_options_of(const struct options *o, struct search_options *out)
{
    static const char *const constraints[] = {"types", "full"};
    static const char *const guidance[] = {"off", "errors", "empty"};
    int c, g;
    if (!find_word(o->constraints, constraints, 2, &c) || !find_word(o->guidance, guidance, 3, &g))
        return false;
    *out = SEARCH_DEFAULT;
    out->beam = out->n_best = (int)o->beam;
    out->constraints = (enum search_constraints)c;
    out->guidance = (enum search_guidance)g;
    return true;
}

/* A text as one line: the file formats have no way to quote a line break. */
static void put_line(FILE *to, const char *text)
{
    for (; *text; text++)
        fputc(*text == '\n' || *text == '\t' || *text == '\r' ? ' ' : *text, to);
}

static enum status write_files(const struct options *o, const struct dataset *dataset,
                               const struct predictions *p, struct error *err)
{
    FILE *out = fopen(o->out, "w"), *gold = o->gold ? fopen(o->gold, "w") : NULL;
    FILE *best = o->n_best_out ? fopen(o->n_best_out, "w") : NULL;
    if (!out || (o->gold && !gold) || (o->n_best_out && !best)) {
        enum status st = fail(err, ST_IO, "cannot write '%s': %s",
                              !out ? o->out : !gold && o->gold ? o->gold : o->n_best_out,
                              strerror(errno));
        if (out)
            fclose(out);
        if (gold)
            fclose(gold);
        return st;
    }
    for (int i = 0; i < p->n; i++) {
        const struct prediction *q = &p->v[i];
        const struct example *e = q->sample->example;
        if (i > 0 && dataset->multi_turn &&
            e->interaction != p->v[i - 1].sample->example->interaction) {
            fputc('\n', out);
            if (gold)
                fputc('\n', gold);
        }
        bool by_id = strcmp(dataset->name, "dusql") == 0 && e->id; /* its files are joined by id */
        if (by_id)
            fprintf(out, "%s\t", e->id);
        put_line(out, q->sql ? q->sql : "SELECT 1");
        if (by_id)
            fprintf(out, "\t%s", e->db_id);
        fputc('\n', out);
        if (gold && e->sql) {
            if (by_id)
                fprintf(gold, "%s\t", e->id);
            put_line(gold, e->sql);
            fprintf(gold, "\t%s\n", e->db_id);
        }
        for (int k = 0; best && k < q->n_found; k++) {
            fprintf(best, "%d\t%.6f\t", i, q->alternative_log_p[k]);
            put_line(best, q->alternatives[k]);
            fputc('\n', best);
        }
    }
    bool bad = fclose(out) != 0;
    bad |= gold && fclose(gold) != 0;
    bad |= best && fclose(best) != 0;
    return bad ? fail(err, ST_IO, "cannot write '%s'", o->out) : ST_OK;
}

/* ---- scoring what was written -------------------------------------------------------------------- */

static enum status score(struct arena *arena, const struct options *o,
                         const struct dataset *dataset, struct error *err)
{
    struct eval_options e = {.gold = o->gold, .pred = o->out, .tables = dataset->schema_file,
                             .metric = METRIC_ALL, .limits = eval_default_limits,
                             .n_workers = o->workers > 0 ? (int)o->workers : cpu_count()};
    if (!eval_dataset_parse(dataset->name, &e.dataset))
        e.dataset = EVAL_SPIDER;
    e.databases = &dataset->database_dir;
    e.n_databases = dataset->database_dir != NULL;
    if (!e.n_databases && e.dataset != EVAL_DUSQL && e.dataset != EVAL_CHASE)
        e.metric = METRIC_MATCH;
    struct eval_report report;
    enum status st = eval_files(arena, &e, &report, err);
    if (st != ST_OK)
        return st;
    struct strbuf table = strbuf_in(arena);
    eval_print_table(&table, &report);
    fputs(strbuf_text(&table), stdout);
    json_t *details = eval_details_json(&report);
    char path[4096];
    snprintf(path, sizeof path, "%s/report.json", o->score_dir);
    bool written = json_dump_file(details, path, JSON_INDENT(1)) == 0;
    json_decref(details);
    return written ? ST_OK : fail(err, ST_IO, "cannot write '%s'", path);
}

/* The databases that a run with the default settings keeps aside: what is fitted to predictions
 * (confidence, thresholds) must be fitted there, never on dev. */
static bool held_out(void *context, const struct example *e)
{
    const struct train_settings *defaults = context;
    return holdout_contains(e->db_id, defaults->holdout, defaults->holdout_seed);
}

static enum status run(const struct options *o, const struct search_options *search,
                       struct error *err)
{
    struct loaded_model *loaded;
    enum status st = model_open(o->model, &loaded, err);
    if (st != ST_OK)
        return st;
    struct arena arena = {0};
    struct pool *pool = pool_new(o->workers > 0 ? (int)o->workers : cpu_count());
    struct sample_maker *maker = sample_maker_new(loaded->model, &loaded->vocab);
    struct dataset dataset;
    struct sample_set set = {0};
    st = dataset_read(&arena, o->dataset, o->data, o->split, o->tables, &dataset, err);
    struct train_settings defaults = train_settings_default();
    if (st == ST_OK)
        st = samples_add(maker, &dataset, o->holdout ? held_out : NULL, &defaults, false, pool, &set,
                         err);
    if (st == ST_OK) {
        int n = o->limit > 0 ? (int)MIN(o->limit, set.n) : set.n;
        const struct sample **samples = ARENA_ARRAY(&arena, const struct sample *, n + 1);
        for (int i = 0; i < n; i++)
            samples[i] = &set.samples[i];
        struct progress progress;
        progress_begin(&progress, "questions", n);
        double start = now_seconds();
        struct predictions *p =
            predict_samples(loaded->model, samples, n, search, pool, &progress);
        progress_end(&progress);
        double seconds = now_seconds() - start;
        st = write_files(o, &dataset, p, err);
        fprintf(stderr, "%d questions in %.1f s (%.1f ms each), exact match %.1f%%\n", n, seconds,
                1000 * seconds / MAX(n, 1), 100 * predictions_exact_match(p));
        if (set.n_rejected > 0)
            fprintf(stderr, "%d questions could not be read and are missing, the first: %s\n",
                    set.n_rejected, set.rejected[0].reason);
        predictions_free(p);
        if (st == ST_OK && o->score_dir)
            st = score(&arena, o, &dataset, err);
    }
    sample_maker_free(maker);
    pool_free(pool);
    arena_release(&arena);
    model_close(loaded);
    return st;
}

static int predict_or_eval(int argc, char **argv, bool eval)
{
    struct options o = {.split = "dev", .constraints = "full", .guidance = "errors", .beam = 5};
    const struct arg args[] = {
        {"dataset", ARG_TEXT, &o.dataset, "NAME", "spider, sparc, cosql, dusql, chase or jsonl"},
        {"data", ARG_TEXT, &o.data, "DIR", "folder that holds the dataset (jsonl: the file)"},
        {"split", ARG_TEXT, &o.split, "NAME", "default dev"},
        {"tables", ARG_TEXT, &o.tables, "FILE", "schema file instead of the dataset's own"},
        {"model", ARG_TEXT, &o.model, "FILE", "the model"},
        {"out", ARG_TEXT, eval ? &o.score_dir : &o.out, eval ? "DIR" : "FILE",
         eval ? "folder for pred.sql, gold.sql, report.json" : "predictions, one SQL a line"},
        {"holdout", ARG_FLAG, &o.holdout, NULL, "only databases that training holds out by default (with --split train)"},
        {"beam", ARG_INT, &o.beam, "K", "default 5"},
        {"constraints", ARG_TEXT, &o.constraints, "types|full", "default full"},
        {"guidance", ARG_TEXT, &o.guidance, "off|errors|empty", "prefer queries that run (default errors)"},
        {"limit", ARG_INT, &o.limit, "N", "only the first N questions"},
        {"workers", ARG_INT, &o.workers, "N", "threads; default one a core"},
        {"n-best", ARG_TEXT, &o.n_best_out, "FILE", "also write all queries found, with log P"},
        {"gold", ARG_TEXT, &o.gold, "FILE", "also write the gold file that goes with them"},
    };
    int n_rest, code, n_args = COUNT_OF(args) - eval; /* eval writes the gold file itself */
    if (!args_parse(eval ? &eval_help : &help, args, n_args, argc, argv, NULL, 0, &n_rest, &code))
        return code;
    if (!o.dataset || !o.data || !o.model || (!o.out && !o.score_dir))
        return cli_fail(EXIT_USAGE, "%s needs --dataset, --data, --model and --out", argv[0]);
    struct search_options search;
    if (!search_options_of(&o, &search))
        return cli_fail(EXIT_USAGE, "unknown --constraints '%s' or --guidance '%s'", o.constraints,
                        o.guidance);
    char pred[4096], gold[4096];
    if (eval) {
        if (mkdir(o.score_dir, 0755) != 0 && errno != EEXIST)
            return cli_fail(EXIT_OPEN, "cannot make '%s': %s", o.score_dir, strerror(errno));
        snprintf(pred, sizeof pred, "%s/pred.sql", o.score_dir);
        snprintf(gold, sizeof gold, "%s/gold.sql", o.score_dir);
        o.out = pred;
        o.gold = gold;
    }
    struct error err = {0};
    return run(&o, &search, &err) == ST_OK ? EXIT_ANSWERED : cli_error(&err);
}

int cmd_predict(int argc, char **argv)
{
    return predict_or_eval(argc, argv, false);
}

int cmd_eval(int argc, char **argv)
{
    return predict_or_eval(argc, argv, true);
}
