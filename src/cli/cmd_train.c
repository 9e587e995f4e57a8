/* cmd_train.c - astormer train. */
#include "cli/run_config.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const struct command_help help = {
    .usage = "train --dataset NAME --data DIR --out RUN [--plm DIR] [--config FILE] [--set K=V]...",
    .about = "Trains a parser. RUN gets config.json, log.jsonl, checkpoint.safetensors (to --resume\n"
             "from) and best.safetensors, the model that did best on training databases held aside.",
    .examples = "  astormer train --dataset spider --data data --plm weights/all-MiniLM-L6-v2 \\\n"
                "      --config configs/spider-plm-fast.json --out runs/spider\n"
                "  astormer train --dataset spider --data data --out runs/spider --resume\n"
                "  astormer train --init m.safetensors --data corrections.jsonl --out runs/corrected",
};

struct options {
    struct arg_list datasets, set, tables;
    const char *data, *out, *plm, *vectors, *vocab, *config, *init, *split;
    bool resume, quiet;
    long workers;
};

/* Everything a run holds on to. */
struct session {
    struct options o;
    struct run_config config;
    struct arena arena;
    struct grammar *grammar;
    struct vocab vocab;
    struct slice vocab_text;
    struct model *model;
    struct loaded_model *before; /* --init without --plm and --vocab: it has all that is needed */
    struct pool *pool;
    struct dataset *datasets;
    struct sample_maker *maker;
    struct train_job job;
    const struct sample **holdout;
    int n_holdout;
};

static volatile int stop_requested;

static void on_signal(int signal_number)
{
    (void)signal_number;
    stop_requested = 1;
}

/* ---- vocabulary and weights ---------------------------------------------------------------------- */

static enum status read_vocabulary(struct session *s, struct error *err)
{
    if (s->before) {
        s->vocab_text = slice_of(s->before->card.vocabulary);
        s->vocab = s->before->vocab;
        return ST_OK;
    }
    const char *path = s->o.vocab ? s->o.vocab
                                  : arena_printf(&s->arena, "%s/vocab.txt", s->o.plm);
    enum status st = file_read(&s->arena, path, VOCAB_MAX_BYTES, &s->vocab_text, err);
    if (st == ST_OK)
        st = vocab_parse(&s->arena, s->vocab_text, path, VOCAB_UNCASED, &s->vocab, err);
    if (st == ST_OK)
        s->config.model.vocabulary = s->vocab.n_pieces;
    return st;
}

static enum status load_vectors(struct session *s, struct error *err)
{
    struct word_list words;
    int found;
    enum status st = word_list_read(&s->arena, arena_printf(&s->arena, "%s/words.txt",
                                                            s->o.vectors), &words, err);
    if (st == ST_OK)
        st = model_load_vectors(s->model, &s->vocab, &words,
                                arena_printf(&s->arena, "%s/vectors.f16.safetensors",
                                             s->o.vectors), &found, err);
    if (st == ST_OK)
        fprintf(stderr, "%d of %d sub-words have a vector\n", found, s->vocab.n_pieces);
    return st;
}

/* A folder's weights under any of the names they are distributed with. */
static const char *weights_file(struct session *s, const char *folder)
{
    static const char *const names[] = {"model.safetensors", "model.fp16.safetensors"};
    for (int i = 0; i < COUNT_OF(names); i++) {
        const char *path = arena_printf(&s->arena, "%s/%s", folder, names[i]);
        if (file_exists(path))
            return path;
    }
    return arena_printf(&s->arena, "%s/%s", folder, names[0]);
}

static enum status make_model(struct session *s, struct error *err)
{
    const char *text = model_grammar_text(&s->config.model);
    enum status st = grammar_parse(&s->arena, "the grammar", text, strlen(text), &s->grammar, err);
    if (st == ST_OK)
        st = model_new(&s->config.model, s->grammar, (uint64_t)s->config.train.seed,
                       &s->model, err);
    if (st == ST_OK && s->o.init) {
        struct nn_file file;
        st = nn_file_open(s->o.init, &file, err);
        if (st == ST_OK) {
            st = nn_params_load(model_params(s->model), &file, &(struct nn_load){0}, err);
            nn_file_close(&file);
        }
    } else if (st == ST_OK && s->o.vectors) {
        st = load_vectors(s, err);
    } else if (st == ST_OK && s->o.plm) {
        st = model_load_plm(s->model, weights_file(s, s->o.plm), err);
    }
    return st;
}

/* ---- data ------------------------------------------------------------------------------------------- */

struct share {
    const struct train_settings *settings;
    bool held_out;
};

static bool in_share(void *context, const struct example *e)
{
    const struct share *share = context;
    /* baseball_1 has 353 columns and 82 questions: left out, as by everybody else */
    if (strcmp(e->db_id, "baseball_1") == 0)
        return false;
    return holdout_contains(e->db_id, share->settings->holdout, share->settings->holdout_seed) ==
           share->held_out;
}

static enum status read_data(struct session *s, struct error *err)
{
    enum status st = ST_OK;
    s->maker = sample_maker_new(s->model, &s->vocab);
    s->datasets = ARENA_ARRAY(&s->arena, struct dataset, s->o.datasets.n);
    for (int i = 0; st == ST_OK && i < s->o.datasets.n; i++) {
        struct dataset *d = &s->datasets[i];
        const char *tables = i < s->o.tables.n ? s->o.tables.v[i] : NULL;
        st = dataset_read(&s->arena, s->o.datasets.v[i], s->o.data, s->o.split, tables, d, err);
        for (int held_out = 0; st == ST_OK && held_out < 2; held_out++) {
            struct share share = {&s->config.train, held_out != 0};
            st = samples_add(s->maker, d, in_share, &share, !held_out, s->pool,
                             held_out ? &s->job.holdout : &s->job.train, err);
        }
        if (st == ST_OK && d->n_bad > 0)
            fprintf(stderr, "%s: %d records cannot be read, the first: %s record %ld: %s\n",
                    d->name, d->n_bad, d->bad[0].file, d->bad[0].record, d->bad[0].reason);
    }
    return st;
}

static void report_data(const struct session *s)
{
    const struct sample_set *train = &s->job.train;
    fprintf(stderr, "%d examples to train on, %d held out, %d rejected\n", train->n,
            s->job.holdout.n, train->n_rejected);
    for (int i = 0; i < MIN(train->n_rejected, 5); i++)
        fprintf(stderr, "  rejected: %s: %s\n    %.200s\n", train->rejected[i].example->db_id,
                train->rejected[i].reason, train->rejected[i].example->sql);
}

/* An even choice of the held-out examples, the same at every evaluation. */
static void choose_holdout(struct session *s)
{
    int n = s->job.holdout.n, wanted = MIN(n, s->config.train.max_holdout);
    s->holdout = ARENA_ARRAY(&s->arena, const struct sample *, wanted + 1);
    for (int i = 0; i < wanted; i++)
        s->holdout[s->n_holdout++] = &s->job.holdout.samples[(long)i * n / wanted];
}

/* ---- what the run calls back ------------------------------------------------------------------------- */

static enum status evaluate(void *context, struct model *model, struct pool *pool, double *score,
                            struct error *err)
{
    struct session *s = context;
    (void)err;
    struct search_options options = SEARCH_DEFAULT;
    options.beam = options.n_best = s->config.train.eval_beam;
    options.guidance = GUIDE_OFF;
    struct predictions *p =
        predict_samples(model, s->holdout, s->n_holdout, &options, pool, NULL);
    *score = predictions_exact_match(p);
    predictions_free(p);
    return ST_OK;
}

static enum status save_best(void *context, struct model *model, long step, double score,
                             struct error *err)
{
    struct session *s = context;
    json_t *about = json_pack("{s:I, s:f, s:i}", "step", (json_int_t)step, "held_out_exact_match",
                              score, "held_out_examples", s->n_holdout);
    /* what a model says of itself stays true of its child, unless said anew */
    json_t *before = s->before && s->before->card.about ? json_loads(s->before->card.about, 0, NULL)
                                                        : NULL;
    json_object_update_missing(about, before);
    json_decref(before);
    char *text = json_dumps(about, JSON_COMPACT);
    json_decref(about);
    char *vocabulary = arena_strndup(&s->arena, s->vocab_text.s, s->vocab_text.n);
    struct model_card card = {model_grammar_text(model_config_of(model)), vocabulary, text};
    enum status st = model_save(model, &card, arena_printf(&s->arena, "%s/best.safetensors",
                                                           s->o.out), NN_F16, err);
    free(text);
    return st;
}

static double number(const json_t *event, const char *key)
{
    return json_number_value(json_object_get(event, key));
}

static void watch(void *context, const json_t *event)
{
    const struct session *s = context;
    const char *kind = json_string_value(json_object_get(event, "event"));
    if (s->o.quiet || !kind)
        return;
    bool terminal = isatty(STDERR_FILENO);
    if (strcmp(kind, "step") == 0)
        fprintf(stderr, "%sstep %.0f/%d  epoch %.2f  loss %.4f  lr %.2e  %.1f samples/s  "
                "%.0f GFLOP/s (%.0f%% of peak)  %.0f min left%s",
                terminal ? "\r" : "", number(event, "step"), s->config.train.steps,
                number(event, "epoch"), number(event, "loss"), number(event, "lr"),
                number(event, "samples_per_second"), number(event, "gflops"),
                100 * number(event, "peak_share"), number(event, "left") / 60,
                terminal ? "\033[K" : "\n");
    else if (strcmp(kind, "evaluation") == 0)
        fprintf(stderr, "%sstep %.0f: exact match on held-out databases %.1f%% (best %.1f%%), "
                "%.0f s\n", terminal ? "\r\033[K" : "", number(event, "step"),
                100 * number(event, "score"), 100 * number(event, "best"),
                number(event, "seconds"));
}

/* ---- the command --------------------------------------------------------------------------------------- */

static enum status write_config(const struct session *s, struct error *err)
{
    if (mkdir(s->o.out, 0755) != 0 && errno != EEXIST)
        return fail(err, ST_IO, "cannot make '%s': %s", s->o.out, strerror(errno));
    json_t *json = run_config_json(&s->config);
    char *text = json_dumps(json, JSON_INDENT(2));
    char path[4096];
    snprintf(path, sizeof path, "%s/config.json", s->o.out);
    enum status st = file_write_atomic(path, text, strlen(text), err);
    free(text);
    json_decref(json);
    return st;
}

/* A few examples on top of a trained model: short, gentle, and nothing held out, since the examples
 * usually speak of one database. */
static struct run_config continued_config(const struct session *s)
{
    struct run_config base = run_config_default();
    base.model = *model_config_of(s->before->model);
    struct train_settings *t = &base.train;
    t->steps = 200;
    t->warmup = 20;
    t->lr = 5e-5;
    t->ema = 0;
    t->weight_decay = 0;
    t->holdout = 0;
    t->schedule = 1; /* linear */
    return base;
}

static enum status read_config(struct session *s, const char *path, struct error *err)
{
    if (!s->o.init || s->o.plm || s->o.vocab)
        return run_config_read(NULL, path, &s->o.set, &s->config, err);
    enum status st = model_open(s->o.init, &s->before, err);
    if (st != ST_OK)
        return st;
    struct run_config base = continued_config(s);
    return run_config_read(&base, path, &s->o.set, &s->config, err);
}

static enum status prepare(struct session *s, struct error *err)
{
    const char *config = s->o.config;
    char own[4096];
    snprintf(own, sizeof own, "%s/config.json", s->o.out);
    if (!config && s->o.resume && file_exists(own))
        config = own;
    enum status st = read_config(s, config, err);
    if (st == ST_OK && s->o.plm && !s->o.vectors)
        st = run_config_plm(&s->config, s->o.plm, err);
    if (st == ST_OK)
        st = read_vocabulary(s, err);
    if (st == ST_OK)
        st = make_model(s, err);
    if (st == ST_OK)
        st = write_config(s, err);
    if (st == ST_OK)
        st = read_data(s, err);
    return st;
}

/* Layers of the language model that do not change during the run, from below. */
static int frozen_layers(const struct run_config *c)
{
    if (c->model.encoder != ENCODER_PLM)
        return 0;
    return c->train.plm_lr == 0 ? c->model.plm_layers
                                : MIN(c->train.frozen_layers, c->model.plm_layers);
}

static int run(struct session *s)
{
    struct error err = {0};
    s->pool = pool_new(s->o.workers > 0 ? (int)s->o.workers : cpu_count());
    double start = now_seconds();
    if (prepare(s, &err) != ST_OK)
        return cli_error(&err);
    report_data(s);
    int frozen = frozen_layers(&s->config);
    if (frozen > 0) {
        samples_keep_states(s->maker, &s->job.train, s->pool, frozen);
        samples_keep_states(s->maker, &s->job.holdout, s->pool, frozen);
    }
    fprintf(stderr, "prepared in %.1f s; %.1f million parameters\n", now_seconds() - start,
            (double)nn_params_size(model_params(s->model)) / 1e6);
    choose_holdout(s);
    s->job.settings = s->config.train;
    s->job.model = s->model;
    s->job.pool = s->pool;
    s->job.run_dir = s->o.out;
    s->job.resume = s->o.resume;
    s->job.stop = &stop_requested;
    s->job.codec = sample_maker_codec(s->maker);
    s->job.context = s;
    s->job.evaluate = evaluate;
    s->job.save_best = save_best;
    s->job.watch = watch;
    signal(SIGINT, on_signal);
    signal(SIGTERM, on_signal);
    struct train_result result;
    if (train_run(&s->job, &result, &err) != ST_OK)
        return cli_error(&err);
    printf("%s after %ld steps, %.0f s of training", result.finished ? "finished" : "stopped",
           result.step, result.seconds);
    if (result.best_score >= 0)
        printf("; best held-out exact match %.1f%% at step %ld", 100 * result.best_score,
               result.best_step);
    putchar('\n');
    return EXIT_ANSWERED;
}

int cmd_train(int argc, char **argv)
{
    struct session s = {.o = {.split = "train"}};
    const struct arg args[] = {
        {"dataset", ARG_LIST, &s.o.datasets, "NAME", "spider, sparc, cosql, dusql, chase or jsonl; may be repeated"},
        {"data", ARG_TEXT, &s.o.data, "DIR", "folder that holds the datasets (jsonl: the file)"},
        {"split", ARG_TEXT, &s.o.split, "NAME", "default train"},
        {"tables", ARG_LIST, &s.o.tables, "FILE", "schema file of each dataset, instead of its own"},
        {"out", ARG_TEXT, &s.o.out, "RUN", "folder of the run"},
        {"plm", ARG_TEXT, &s.o.plm, "DIR", "language model: config.json, vocab.txt, model.safetensors"},
        {"vectors", ARG_TEXT, &s.o.vectors, "DIR", "word vectors for encoder=static: words.txt, vectors.f16.safetensors"},
        {"vocab", ARG_TEXT, &s.o.vocab, "FILE", "sub-word vocabulary, when there is no --plm"},
        {"config", ARG_TEXT, &s.o.config, "FILE", "settings as JSON: see configs/"},
        {"set", ARG_LIST, &s.o.set, "KEY=VALUE", "one setting; may be repeated"},
        {"init", ARG_TEXT, &s.o.init, "MODEL", "start from a model's weights (without --plm and --vocab: and its settings)"},
        {"resume", ARG_FLAG, &s.o.resume, NULL, "go on from RUN's checkpoint"},
        {"workers", ARG_INT, &s.o.workers, "N", "threads; default one a core"},
        {"quiet", ARG_FLAG, &s.o.quiet, NULL, "no progress on standard error"},
    };
    int n_rest, code;
    if (!args_parse(&help, args, COUNT_OF(args), argc, argv, NULL, 0, &n_rest, &code))
        return code;
    size_t n_data = s.o.data ? strlen(s.o.data) : 0;
    if (!s.o.datasets.n && n_data > 6 && strcmp(s.o.data + n_data - 6, ".jsonl") == 0)
        s.o.datasets = (struct arg_list){{"jsonl"}, 1};
    if (!s.o.datasets.n || !s.o.data || !s.o.out || (!s.o.plm && !s.o.vocab && !s.o.init))
        return cli_fail(EXIT_USAGE,
                        "train needs --dataset, --data, --out and --plm (or --vocab, or --init)");
    code = run(&s);
    sample_maker_free(s.maker);
    model_free(s.model);
    model_close(s.before);
    pool_free(s.pool);
    arena_release(&s.arena);
    return code;
}
