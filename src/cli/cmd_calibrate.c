/* cmd_calibrate.c - astormer calibrate: asks questions whose answers are known, in the way a user
 * asks, sees which answers are right, and fits confidence to that. */
#include "cli/asking.h"
#include "cli/terminal.h"
#include "cli/run_config.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static const struct command_help help = {
    .usage = "calibrate --model FILE (--dataset NAME --data DIR | --from FILE) [OPTIONS]",
    .about = "Asks the questions of a benchmark's held-out databases (never trained on: same --holdout and\n"
             "--holdout-seed as the training run had), runs the answers and the gold SQL, and fits the\n"
             "probability that an answer is right. Prints how reliable that is on databases left out of\n"
             "the fit, and writes the coefficients into the model file. Of a model that gives verdicts also\n"
             "below which of them to decline: at the cost of 3 % of the questions that can be answered.",
    .examples = "  astormer calibrate --model m.safetensors --dataset spider --data data --save judged.jsonl\n"
                "  astormer calibrate --model m.safetensors --from judged.jsonl --dry-run",
};

struct options {
    struct arg_list datasets;
    const char *data, *split, *model, *from, *save, *out;
    double holdout;
    long holdout_seed, limit, workers, beam;
    bool dry_run;
};

/* ---- asking ------------------------------------------------------------------------------------------------- */

#define MAX_ROWS 100000 /* of a result; gold that gives more cannot be judged */

static bool has_order(const char *sql)
{
    return strcasestr(sql, "order by") != NULL;
}

/* Do both queries give the same rows?  -1: the gold query does not run. */
static int same_rows(struct eval_executor *executor, const char *path, const char *gold,
                     const char *sql)
{
    struct arena arena = {0};
    struct db_rows wanted, got;
    int same = -1;
    if (eval_execute(&arena, executor, path, gold, MAX_ROWS, &wanted, NULL) == ST_OK)
        same = eval_execute(&arena, executor, path, sql, MAX_ROWS, &got, NULL) == ST_OK &&
               eval_rows_equal(&arena, &wanted, &got, has_order(gold));
    arena_release(&arena);
    return same;
}

struct judging {
    const struct options *options;
    json_t **records; /* by example, so that their order does not depend on threads */
    long left, kept;
};

/* Of a benchmark only databases that training held out, and that have something to run on. */
static bool is_asked(void *context, const struct example *e)
{
    struct judging *j = context;
    const struct options *o = j->options;
    if ((!e->sql && !e->unanswerable) || j->left == 0 ||
        (o->holdout < 1 && !holdout_contains(e->db_id, o->holdout, (int)o->holdout_seed)))
        return false;
    j->left--;
    j->kept++;
    return true;
}

static void judge(void *context, const struct asked *asked)
{
    struct judging *j = context;
    const struct example *e = asked->example;
    const struct astormer_query *q = asked->answer ? astormer_answer_query(asked->answer, 0) : NULL;
    double answerable = asked->answer ? astormer_answer_summary(asked->answer)->answerable : -1;
    if (e->unanswerable) { /* says nothing of confidence, but of declining */
        j->records[asked->index] =
            json_pack("{s:s, s:s, s:b, s:f}", "db", e->db_id, "question", e->question,
                      "unanswerable", 1, "answerable", answerable);
        return;
    }
    int right = q ? same_rows(asked->executor, asked->path, e->sql, q->sql) : -1;
    if (right < 0)
        return;
    json_t *features = json_object();
    for (int i = 0; i < N_FEATURES; i++)
        json_object_set_new(features, feature_names[i],
                            json_real(answer_features(asked->answer)[i]));
    j->records[asked->index] =
        json_pack("{s:s, s:s, s:s, s:b, s:f, s:o}", "db", e->db_id, "question", e->question, "sql",
                  q->sql, "right", right, "answerable", answerable, "features", features);
}

/* Examples whose database is not there are none of ours. */
static void drop_without_database(struct arena *arena, struct dataset *d)
{
    int n = 0;
    for (int i = 0; i < d->n_examples; i++)
        if (dataset_database(arena, d, d->examples[i].db_id))
            d->examples[n++] = d->examples[i];
    d->n_examples = n;
}

static enum status ask_benchmark(const struct options *o, const char *name, json_t *all,
                                 long *unjudged, struct error *err)
{
    struct arena arena = {0};
    struct dataset d;
    enum status st = dataset_read(&arena, name, o->data, o->split, NULL, &d, err);
    if (st == ST_OK) {
        drop_without_database(&arena, &d);
        struct judging j = {.options = o, .left = o->limit > 0 ? o->limit : d.n_examples,
                            .records = ARENA_ARRAY(&arena, json_t *, d.n_examples + 1)};
        struct asking_options asking = {.model = o->model, .beam = (int)o->beam,
                                        .workers = (int)o->workers};
        st = ask_examples(&asking, &d, is_asked, judge, &j, err);
        long before = (long)json_array_size(all);
        for (int i = 0; i < d.n_examples; i++)
            if (j.records[i])
                json_array_append_new(all, j.records[i]);
        *unjudged += j.kept - ((long)json_array_size(all) - before);
    }
    arena_release(&arena);
    return st;
}

/* All answers as one JSON array. */
static enum status ask_benchmarks(const struct options *o, json_t **out, struct error *err)
{
    json_t *all = json_array();
    long unjudged = 0;
    enum status st = ST_OK;
    for (int i = 0; st == ST_OK && i < o->datasets.n; i++)
        st = ask_benchmark(o, o->datasets.v[i], all, &unjudged, err);
    if (st == ST_OK && json_array_size(all) == 0)
        st = fail(err, ST_INPUT, "no held-out database with content in %s", o->data);
    if (st == ST_OK)
        printf("%zu answers judged, %ld could not be\n", json_array_size(all), unjudged);
    *out = all;
    return st;
}

/* ---- files of judged answers ------------------------------------------------------------------------------- */

static enum status save_records(const json_t *all, const char *path, struct error *err)
{
    FILE *to = fopen(path, "w");
    for (size_t i = 0; to && i < json_array_size(all); i++) {
        json_dumpf(json_array_get(all, i), to, JSON_COMPACT | ANSWER_JSON_FLAGS);
        fputc('\n', to);
    }
    if (!to || fclose(to) != 0)
        return fail(err, ST_IO, "cannot write '%s': %s", path, strerror(errno));
    return ST_OK;
}

static enum status read_records(const char *path, json_t **out, struct error *err)
{
    FILE *from = fopen(path, "r");
    if (!from)
        return fail(err, ST_IO, "cannot open '%s': %s", path, strerror(errno));
    json_t *all = json_array(), *record;
    json_error_t where = {0};
    while ((record = json_loadf(from, JSON_DISABLE_EOF_CHECK, &where)) != NULL)
        json_array_append_new(all, record);
    bool whole = feof(from);
    fclose(from);
    if (!whole) {
        size_t n = json_array_size(all);
        json_decref(all);
        return fail(err, ST_INPUT, "%s: record %zu: %s", path, n, where.text);
    }
    *out = all;
    return ST_OK;
}

static bool is_unanswerable(const json_t *record)
{
    return json_is_true(json_object_get(record, "unanswerable"));
}

/* *n receives how many there are: what cannot be answered is not among them. */
static enum status judged_of(struct arena *arena, const json_t *all, struct judged **out, int *n_out,
                             struct error *err)
{
    struct map groups = map_in(arena);
    size_t n = json_array_size(all);
    *out = ARENA_ARRAY(arena, struct judged, n);
    *n_out = 0;
    for (size_t i = 0; i < n; i++) {
        const json_t *record = json_array_get(all, i);
        if (is_unanswerable(record))
            continue;
        struct judged *to = &(*out)[(*n_out)++];
        const json_t *features = json_object_get(record, "features");
        const char *db = json_string_value(json_object_get(record, "db"));
        if (!json_is_object(features) || !db)
            return fail(err, ST_INPUT, "record %zu has no 'db' or no 'features'", i);
        for (int k = 0; k < N_FEATURES; k++)
            to->features[k] = json_number_value(json_object_get(features, feature_names[k]));
        to->right = json_is_true(json_object_get(record, "right"));
        to->group = map_put(&groups, db, strlen(db), groups.count);
    }
    return ST_OK;
}

/* ---- fitting -------------------------------------------------------------------------------------------------- */

#define FOLDS 5

/* Confidence of each answer by coefficients fitted without any answer of its database. */
static enum status left_out_confidence(struct arena *arena, const struct judged *v, int n,
                                       double *confidence, struct error *err)
{
    struct judged *others = ARENA_ARRAY(arena, struct judged, n);
    for (int fold = 0; fold < FOLDS; fold++) {
        int n_others = 0;
        struct calibration c;
        for (int i = 0; i < n; i++)
            if (v[i].group % FOLDS != fold)
                others[n_others++] = v[i];
        enum status st = calibration_fit(others, n_others, &c, err);
        if (st != ST_OK)
            return st;
        for (int i = 0; i < n; i++)
            if (v[i].group % FOLDS == fold)
                confidence[i] = calibration_confidence(&c, v[i].features);
    }
    return ST_OK;
}

static void print_reliability(const struct reliability *r, const char *what)
{
    printf("\n%s\nconfidence    answers  said  right\n", what);
    for (int i = 0; i < RELIABILITY_BINS; i++)
        if (r->bins[i].n > 0)
            printf("%3d - %3d%%  %8d  %3.0f%%   %3.0f%%\n", 100 * i / RELIABILITY_BINS,
                   100 * (i + 1) / RELIABILITY_BINS, r->bins[i].n,
                   100 * r->bins[i].confidence / r->bins[i].n,
                   100.0 * r->bins[i].right / r->bins[i].n);
    printf("expected calibration error %.3f, Brier score %.3f\n", r->error, r->brier);
}

/* ---- declining ------------------------------------------------------------------------------------------------- */

#define DECLINED_SHARE 0.03 /* of the questions that can be answered: what declining may cost */

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

/* Below which verdict to decline: what DECLINED_SHARE of the answerable questions are below.  Says
 * what that does; negative for a model that gives no verdicts. */
static double fit_declining(struct arena *arena, const json_t *all)
{
    size_t n = json_array_size(all);
    double *p = ARENA_ARRAY(arena, double, n + 1), below;
    int n_answerable = 0, n_other = 0, declined = 0;
    for (size_t i = 0; i < n; i++) {
        const json_t *record = json_array_get(all, i), *v = json_object_get(record, "answerable");
        if (json_is_number(v) && json_number_value(v) >= 0 && !is_unanswerable(record))
            p[n_answerable++] = json_number_value(v);
    }
    if (n_answerable == 0)
        return -1;
    qsort(p, (size_t)n_answerable, sizeof *p, by_value);
    below = p[(int)(DECLINED_SHARE * n_answerable)];
    for (size_t i = 0; i < n; i++) {
        const json_t *record = json_array_get(all, i);
        n_other += is_unanswerable(record);
        declined += is_unanswerable(record) &&
                    json_number_value(json_object_get(record, "answerable")) < below;
    }
    printf("\ndeclining below %.3f: %.1f%% of %d questions that can be answered, %.1f%% of %d that "
           "cannot\n", below, 100 * DECLINED_SHARE, n_answerable,
           100.0 * declined / MAX(n_other, 1), n_other);
    return below;
}

/* The same file with "calibration" in its about text; the weights keep their bits. */
static enum status store(const struct options *o, const struct calibration *c, int n,
                         const struct reliability *r, double below, struct error *err)
{
    json_t *calibration = calibration_json(c);
    json_object_set_new(calibration, "answers", json_integer(n));
    json_object_set_new(calibration, "error", json_real(r->error));
    json_t *more = json_pack("{s:o}", "calibration", calibration);
    if (below >= 0)
        json_object_set_new(more, "decline_below", json_real(below));
    enum status st = model_add_about(o->model, more, o->out ? o->out : o->model, err);
    json_decref(more);
    return st;
}

static enum status fit(const struct options *o, const json_t *all, struct error *err)
{
    struct arena arena = {0};
    struct judged *v;
    struct calibration c;
    struct reliability r, before;
    int n;
    double *confidence = ARENA_ARRAY(&arena, double, json_array_size(all) + 1);
    enum status st = judged_of(&arena, all, &v, &n, err);
    if (st == ST_OK)
        st = left_out_confidence(&arena, v, n, confidence, err);
    if (st == ST_OK)
        st = calibration_fit(v, n, &c, err);
    if (st == ST_OK) {
        calibration_measure(confidence, v, n, &r);
        for (int i = 0; i < n; i++)
            confidence[i] = calibration_confidence(&calibration_fallback, v[i].features);
        calibration_measure(confidence, v, n, &before);
        print_reliability(&before, "uncalibrated");
        print_reliability(&r, "calibrated, on databases left out of the fit");
        json_t *json = calibration_json(&c);
        char *text = json_dumps(json, JSON_INDENT(2) | JSON_REAL_PRECISION(6));
        printf("\n%s\n", text);
        free(text);
        json_decref(json);
        double below = fit_declining(&arena, all);
        if (!o->dry_run)
            st = store(o, &c, n, &r, below, err);
    }
    arena_release(&arena);
    return st;
}

static int run(const struct options *o)
{
    struct error err = {0};
    json_t *all = NULL;
    enum status st = o->from ? read_records(o->from, &all, &err) : ask_benchmarks(o, &all, &err);
    if (st == ST_OK && o->save)
        st = save_records(all, o->save, &err);
    if (st == ST_OK)
        st = fit(o, all, &err);
    json_decref(all);
    if (st != ST_OK)
        return cli_error(&err);
    if (!o->dry_run)
        say_text(stdout, "written to %s\n", o->out ? o->out : o->model);
    return EXIT_ANSWERED;
}

int cmd_calibrate(int argc, char **argv)
{
    struct train_settings defaults = train_settings_default();
    struct options o = {.split = "train", .holdout = defaults.holdout,
                        .holdout_seed = defaults.holdout_seed, .beam = 5};
    const struct arg args[] = {
        {"model", ARG_TEXT, &o.model, "FILE", "the model; its file is rewritten"},
        {"dataset", ARG_LIST, &o.datasets, "NAME", "benchmark to ask; may be repeated"},
        {"data", ARG_TEXT, &o.data, "DIR", "folder that holds it"},
        {"split", ARG_TEXT, &o.split, "NAME", "default train, of which only held-out databases are asked"},
        {"holdout", ARG_REAL, &o.holdout, "SHARE", "share of databases held out; 1 = all (default: as in training)"},
        {"holdout-seed", ARG_INT, &o.holdout_seed, "N", "which ones (default: as in training)"},
        {"limit", ARG_INT, &o.limit, "N", "only the first N questions of each benchmark"},
        {"beam", ARG_INT, &o.beam, "K", "default 5"},
        {"workers", ARG_INT, &o.workers, "N", "threads; default one a core"},
        {"save", ARG_TEXT, &o.save, "FILE", "also write the judged answers, one JSON object a line"},
        {"from", ARG_TEXT, &o.from, "FILE", "judged answers of an earlier --save, instead of asking"},
        {"out", ARG_TEXT, &o.out, "FILE", "write the model there instead"},
        {"dry-run", ARG_FLAG, &o.dry_run, NULL, "write nothing"},
    };
    int n_rest, code;
    if (!args_parse(&help, args, COUNT_OF(args), argc, argv, NULL, 0, &n_rest, &code))
        return code;
    if (!o.model || (!o.from && (!o.datasets.n || !o.data)))
        return cli_fail(EXIT_USAGE, "calibrate needs --model, and --dataset with --data or --from");
    return run(&o);
}
