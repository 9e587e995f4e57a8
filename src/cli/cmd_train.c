/* cmd_train.c - astormer train, on one machine or, under mpirun, on several. */
#include "cli/cli.h"
#include "cli/terminal.h"
#include "train/run_config.h"
#include "train/train_data.h"

#include <errno.h>
#include <sys/file.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const struct command_help help = {
    .usage = "train --config PRESET --data DIR --out RUN [--plm DIR] [--set K=V]...",
    .about = "Trains a parser. RUN gets config.json, log.jsonl, checkpoint.safetensors (to --resume\n"
             "from) and best.safetensors, the model that did best on training databases held aside.\n"
             "A preset is words joined by '-': a dataset (spider, sparc, cosql, dusql, chase), an\n"
             "encoder (plm, static), a decoder (astormer, lstm, onlstm, token, tokenlstm), and fast for two cores\n"
             "instead of the paper's sizes. Without --plm and --vocab a vocabulary is made of the data.\n"
             "Under mpirun the ranks share each batch. docs/TRAINING.md has the whole story.",
    .examples = "  astormer train --config spider-plm-astormer-fast --data data \\\n"
                "      --plm weights/all-MiniLM-L6-v2 --out runs/spider\n"
                "  astormer train --out runs/spider --data data --plm weights/all-MiniLM-L6-v2 \\\n"
                "      --dataset spider --resume\n"
                "  astormer train --config dusql-static-fast --data data --out runs/dusql\n"
                "  astormer train --dataset spider:2 --dataset sparc --config plm-fast --data data \\\n"
                "      --plm weights/all-MiniLM-L6-v2 --out runs/both\n"
                "  mpirun -n 2 astormer train --config spider-plm-fast --data data --plm W --out RUN\n"
                "  astormer train --init m.safetensors --data corrections.jsonl --out runs/corrected",
};

struct options {
    struct arg_list datasets, data, set, tables, databases, configs;
    const char *out, *plm, *vectors, *vocab, *init, *split;
    bool resume, fresh, quiet, show_config, new_grammar;
    long workers;
};

/* Everything a run holds on to. */
struct session {
    struct options o;
    struct run_config config;
    struct arena arena;
    struct grammar *grammar;
    const char *grammar_text;
    const char *carried; /* --init: what the model does not have from there */
    struct vocab vocab;
    struct slice vocab_text;
    struct model *model;
    struct loaded_model *before; /* --init without --plm and --vocab: it has all that is needed */
    struct pool *pool;
    struct train_data data;
    struct sample_maker *maker;
    struct train_job job;
    const struct sample **holdout;
    int n_holdout;
    int rank, n_ranks; /* of MPI */
};

static volatile sig_atomic_t stop_requested;

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
                       : s->o.plm ? arena_printf(&s->arena, "%s/vocab.txt", s->o.plm)
                                  : NULL;
    enum status st = ST_OK;
    if (path)
        st = file_read(&s->arena, path, VOCAB_MAX_BYTES, &s->vocab_text, err);
    else
        s->vocab_text = train_data_vocabulary(&s->arena, &s->data);
    if (st == ST_OK)
        st = vocab_parse(&s->arena, s->vocab_text, path ? path : "the data's own vocabulary",
                         VOCAB_UNCASED, &s->vocab, err);
    if (st == ST_OK)
        s->config.model.vocabulary = s->vocab.n_pieces;
    return st;
}

static const char *vectors_file(struct session *s)
{
    return arena_printf(&s->arena, "%s/vectors.f16.safetensors", s->o.vectors);
}

/* Embeddings are as wide as the vectors they start from. */
static enum status fit_vectors(struct session *s, struct error *err)
{
    struct nn_file file;
    enum status st = nn_file_open(vectors_file(s), &file, err);
    if (st != ST_OK)
        return st;
    const struct nn_file_tensor *t = nn_file_find(&file, "vectors");
    if (!t || t->rank != 2 || t->shape[1] < 1 || t->shape[1] > 4096)
        st = fail(err, ST_INPUT, "%s: there is no tensor 'vectors' of rank 2", file.path);
    else
        s->config.model.embedding = (int)t->shape[1];
    nn_file_close(&file);
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
                                vectors_file(s), &found, err);
    if (st == ST_OK && s->rank == 0)
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

static enum status start_from(struct session *s, struct error *err)
{
    struct strbuf report = strbuf_in(&s->arena);
    enum status st = model_start_from(s->model, &s->vocab, s->o.init, &report, err);
    s->carried = strbuf_text(&report);
    if (st == ST_OK && s->rank == 0 && *s->carried)
        say_text(stderr, "not all is from '%s':\n%s", s->o.init, s->carried);
    return st;
}

static enum status make_model(struct session *s, struct error *err)
{
    /* a model that only learns some more keeps its grammar; a new recipe has today's */
    bool keep = s->before && !s->o.configs.n && !s->o.new_grammar;
    s->grammar_text = keep ? s->before->card.grammar : model_grammar_text(&s->config.model);
    enum status st = grammar_parse(&s->arena, "the grammar", s->grammar_text,
                                   strlen(s->grammar_text), &s->grammar, err);
    if (st == ST_OK)
        st = model_new(&s->config.model, s->grammar, (uint64_t)s->config.train.seed,
                       &s->model, err);
    if (st == ST_OK && s->o.init)
        st = start_from(s, err);
    else if (st == ST_OK && s->o.vectors)
        st = load_vectors(s, err);
    else if (st == ST_OK && s->o.plm)
        st = model_load_plm(s->model, weights_file(s, s->o.plm), err);
    return st;
}

/* ---- held-out examples --------------------------------------------------------------------------- */

/* An even choice of the held-out examples, the same at every evaluation. */
static void choose_holdout(struct session *s)
{
    int n = s->job.holdout.n, wanted = MIN(n, s->config.train.max_holdout);
    s->holdout = ARENA_ARRAY(&s->arena, const struct sample *, wanted + 1);
    for (int i = 0; i < wanted; i++)
        s->holdout[s->n_holdout++] = &s->job.holdout.samples[(long)i * n / wanted];
}

/* ---- what the run calls back ------------------------------------------------------------------------- */

static bool by_rows(void *context, const struct example *e)
{
    return train_data_by_rows(context, e);
}

static enum status evaluate(void *context, struct model *model, struct pool *pool, double *score,
                            struct error *err)
{
    struct session *s = context;
    (void)err;
    bool fair = s->config.train.eval_search == 0;
    struct infer_options options = fair ? INFER_FAIR : INFER_DEFAULT;
    options.search.beam = options.search.n_best = s->config.train.eval_beam;
    options.guidance = GUIDE_OFF;
    struct predictions *p =
        predict_samples(model, s->holdout, s->n_holdout, &options, pool, NULL);
    struct held_out_score judged = predictions_judge(p, by_rows, &s->data);
    *score = (double)(judged.exact_right + judged.rows_right) /
             (double)MAX(judged.exact + judged.rows, 1);
    if (judged.rows && !s->o.quiet && s->rank == 0)
        fprintf(stderr, "%srows right %.1f%% of %ld, exact match %.1f%% of %ld others\n",
                isatty(STDERR_FILENO) ? "\r\033[K" : "",
                100.0 * (double)judged.rows_right / (double)judged.rows, judged.rows,
                100.0 * (double)judged.exact_right / (double)MAX(judged.exact, 1), judged.exact);
    predictions_free(p);
    return ST_OK;
}

/* The models of the last `keep` evaluations stay beside the best one. */
static enum status keep_model(struct session *s, struct model *model,
                              const struct model_card *card, long step, struct error *err)
{
    const struct train_settings *t = &s->config.train;
    if (t->keep == 0)
        return ST_OK;
    long old = step - (long)t->keep * t->eval_steps;
    enum status st = model_save(
        model, card, arena_printf(&s->arena, "%s/step-%ld.safetensors", s->o.out, step), NN_F16,
        err);
    if (st == ST_OK && old > 0)
        unlink(arena_printf(&s->arena, "%s/step-%ld.safetensors", s->o.out, old));
    return st;
}

static enum status save(void *context, struct model *model, long step, double score, bool best,
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
    struct model_card card = {s->grammar_text, vocabulary, text};
    enum status st = keep_model(s, model, &card, step, err);
    if (st == ST_OK && best)
        st = model_save(model, &card, arena_printf(&s->arena, "%s/best.safetensors", s->o.out),
                        NN_F16, err);
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
        fprintf(stderr, "%sstep %.0f: right on held-out databases %.1f%% (best %.1f%%), "
                "%.0f s\n", terminal ? "\r\033[K" : "", number(event, "step"),
                100 * number(event, "score"), 100 * number(event, "best"),
                number(event, "seconds"));
}

/* ---- the command --------------------------------------------------------------------------------------- */

static const char *in_run(struct session *s, const char *name)
{
    return arena_printf(&s->arena, "%s/%s", s->o.out, name);
}

/* Only now is the folder this run's: a refused --resume must leave everything as it was. */
static enum status begun(void *context, struct error *err)
{
    struct session *s = context;
    json_t *json = run_config_json(&s->config);
    char *text = json_dumps(json, JSON_INDENT(2));
    enum status st = file_write_atomic(in_run(s, "config.json"), text, strlen(text), err);
    free(text);
    json_decref(json);
    if (st == ST_OK && !s->o.vocab && !s->o.plm)
        st = file_write_atomic(in_run(s, "vocab.txt"), s->vocab_text.s, s->vocab_text.n, err);
    if (st == ST_OK)
        st = train_data_write_rejected(&s->data, &s->job.train, &s->job.holdout,
                                       in_run(s, "rejected.tsv"), err);
    return st;
}

static enum status prepare_folder(struct session *s, struct error *err)
{
    if (s->rank != 0)
        return ST_OK;
    if (mkdir(s->o.out, 0700) != 0 && errno != EEXIST)
        return fail(err, ST_IO, "cannot make '%s': %s", s->o.out, strerror(errno));
    /* held until the process ends: two runs in one folder would overwrite each other's checkpoints */
    int folder = open(s->o.out, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder >= 0 && flock(folder, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
        close(folder);
        return fail(err, ST_USAGE, "'%s' is in use by another training run", s->o.out);
    }
    if (!s->o.resume && !s->o.fresh && file_exists(in_run(s, "checkpoint.safetensors")))
        return fail(err, ST_USAGE, "'%s' already holds a run: --resume goes on with it, --fresh "
                    "starts anew", s->o.out);
    return ST_OK;
}

/* What --init alone implies: the model's settings, and JSON lines if the data looks like it. */
static enum status read_before(struct session *s, struct error *err)
{
    size_t n = s->o.data.n ? strlen(s->o.data.v[0]) : 0;
    if (!s->o.datasets.n && n > 6 && strcmp(s->o.data.v[0] + n - 6, ".jsonl") == 0)
        s->o.datasets = (struct arg_list){{"jsonl"}, 1};
    return s->o.init && !s->o.plm && !s->o.vocab ? model_open(s->o.init, &s->before, err) : ST_OK;
}

static enum status read_config(struct session *s, struct error *err)
{
    struct arg_list sources = s->o.configs;
    const char *own = s->o.out ? in_run(s, "config.json") : NULL;
    if (!sources.n && s->o.resume && own && file_exists(own))
        sources.v[sources.n++] = strchr(own, '/') ? own : arena_printf(&s->arena, "./%s", own);
    enum status st = read_before(s, err);
    if (st != ST_OK)
        return st;
    struct run_config base = s->before ? run_config_continued(model_config_of(s->before->model))
                                       : run_config_default();
    st = run_config_read(&base, arg_texts(&sources), arg_texts(&s->o.set), &s->config, err);
    if (st == ST_OK && s->o.plm && !s->o.vectors)
        st = run_config_plm(&s->config, s->o.plm, err);
    if (st == ST_OK && s->o.vectors)
        st = fit_vectors(s, err);
    if (st == ST_OK && !s->o.datasets.n && *s->config.dataset)
        s->o.datasets.v[s->o.datasets.n++] = s->config.dataset;
    return st;
}

static enum status check_options(const struct session *s, struct error *err)
{
    if (!s->o.datasets.n || !s->o.data.n || !s->o.out)
        return fail(err, ST_USAGE, "train needs --dataset (or a preset that names one), --data and --out");
    if (s->config.model.encoder == ENCODER_PLM && !s->o.plm && !s->o.vocab && !s->before)
        return fail(err, ST_USAGE, "encoder=plm needs --plm, a folder with a language model; "
                    "encoder=static (preset 'static') goes without");
    return ST_OK;
}

static enum status read_data(struct session *s, struct error *err)
{
    struct train_sources sources = {arg_texts(&s->o.datasets), arg_texts(&s->o.data),
                                    arg_texts(&s->o.tables), arg_texts(&s->o.databases), s->o.split};
    return train_data_read(&s->arena, &sources, &s->data, err);
}

static enum status prepare(struct session *s, struct error *err)
{
    enum status st = check_options(s, err);
    if (st == ST_OK)
        st = prepare_folder(s, err);
    if (st == ST_OK)
        st = read_data(s, err);
    if (st == ST_OK)
        st = read_vocabulary(s, err);
    if (st == ST_OK)
        st = make_model(s, err);
    if (st != ST_OK)
        return st;
    s->maker = sample_maker_new(s->model, &s->vocab);
    return train_data_samples(&s->arena, &s->data, s->maker, &s->config.train, s->pool,
                              &s->job.train, &s->job.holdout, err);
}

/* All ranks go on or none: the first that failed says why. */
static bool all_prepared(const struct session *s, enum status st, const struct error *err)
{
    double failed = st == ST_OK ? -1e9 : -s->rank;
    if (s->n_ranks > 1)
        nn_mpi_max(&failed, 1);
    if (failed == -1e9)
        return true;
    if (failed == -s->rank)
        cli_error(err);
    return false;
}

static int exit_code_of(const struct error *err)
{
    return err->code == ST_USAGE ? EXIT_USAGE : err->code == ST_IO ? EXIT_OPEN : EXIT_DECLINED;
}

static void describe_job(struct session *s)
{
    s->job.settings = s->config.train;
    s->job.frozen_layers = run_config_frozen_layers(&s->config);
    s->job.model = s->model;
    s->job.pool = s->pool;
    s->job.run_dir = s->o.out;
    s->job.carried = s->carried;
    s->job.resume = s->o.resume;
    s->job.rank = s->rank;
    s->job.n_ranks = s->n_ranks;
    s->job.stop = &stop_requested;
    s->job.codec = sample_maker_codec(s->maker);
    s->job.maker = s->maker;
    s->job.context = s;
    s->job.begun = begun;
    s->job.evaluate = evaluate;
    s->job.save = save;
    s->job.watch = watch;
}

static void describe_data(struct session *s, double seconds)
{
    struct strbuf text = strbuf_in(&s->arena);
    train_data_report(&text, &s->data, &s->job.train, &s->job.holdout);
    say_text(stderr, "%s", strbuf_text(&text));
    fprintf(stderr, "prepared in %.1f s; %.1f million parameters\n", seconds,
            (double)nn_params_size(model_params(s->model)) / 1e6);
}

static int run(struct session *s)
{
    struct error err = {0};
    s->pool = pool_new(s->o.workers > 0 ? (int)s->o.workers : cpu_count());
    double start = now_seconds();
    if (!all_prepared(s, prepare(s, &err), &err))
        return exit_code_of(&err);
    if (s->rank == 0)
        describe_data(s, now_seconds() - start);
    choose_holdout(s);
    describe_job(s);
    signal(SIGINT, on_signal);
    signal(SIGTERM, on_signal);
    signal(SIGXFSZ, SIG_IGN); /* a limit on file sizes is a full disk: an error, not a death */
    struct train_result result;
    if (train_run(&s->job, &result, &err) != ST_OK) {
        int code = cli_error(&err);
        fflush(stderr);
        nn_mpi_abort(code);
        return code;
    }
    if (s->rank != 0)
        return EXIT_ANSWERED;
    printf("%s after %ld steps, %.0f s of training", result.finished ? "finished" : "stopped",
           result.step, result.seconds);
    if (result.best_score >= 0)
        printf("; best on held-out databases %.1f%% at step %ld", 100 * result.best_score,
               result.best_step);
    putchar('\n');
    return EXIT_ANSWERED;
}

static int show_config(struct session *s)
{
    json_t *json = run_config_json(&s->config);
    json_dumpf(json, stdout, JSON_INDENT(2) | JSON_REAL_PRECISION(12));
    putchar('\n');
    json_decref(json);
    return EXIT_ANSWERED;
}

int cmd_train(int argc, char **argv)
{
    struct session s = {.o = {.split = "train"}};
    const struct arg args[] = {
        {"dataset", ARG_LIST, &s.o.datasets, "NAME", "spider, corpus, wikisql, ...; NAME:2 counts double, NAME/TAG is a part; may be repeated"},
        {"data", ARG_LIST, &s.o.data, "DIR", "folder that holds the datasets (jsonl: the file); one for each, or one for all"},
        {"split", ARG_TEXT, &s.o.split, "NAME", "default train"},
        {"tables", ARG_LIST, &s.o.tables, "FILE", "schema file of each dataset, instead of its own"},
        {"databases", ARG_LIST, &s.o.databases, "DIR", "folder of the databases of each jsonl"},
        {"out", ARG_TEXT, &s.o.out, "RUN", "folder of the run"},
        {"plm", ARG_TEXT, &s.o.plm, "DIR", "language model: config.json, vocab.txt, model.safetensors"},
        {"vectors", ARG_TEXT, &s.o.vectors, "DIR", "word vectors for encoder=static: words.txt, vectors.f16.safetensors"},
        {"vocab", ARG_TEXT, &s.o.vocab, "FILE", "sub-word vocabulary, when there is no --plm"},
        {"config", ARG_LIST, &s.o.configs, "PRESET|FILE", "settings: words of configs/ joined by '-', or a JSON file; may be repeated"},
        {"show-config", ARG_FLAG, &s.o.show_config, NULL, "print the settings that result, and end"},
        {"set", ARG_LIST, &s.o.set, "KEY=VALUE", "one setting; may be repeated"},
        {"init", ARG_TEXT, &s.o.init, "MODEL", "start from a model's weights (without --plm and --vocab: and its settings)"},
        {"new-grammar", ARG_FLAG, &s.o.new_grammar, NULL, "with --init: today's grammar even without --config, else the model's own"},
        {"resume", ARG_FLAG, &s.o.resume, NULL, "go on from RUN's checkpoint"},
        {"fresh", ARG_FLAG, &s.o.fresh, NULL, "start anew where RUN holds a checkpoint"},
        {"workers", ARG_INT, &s.o.workers, "N", "threads; default one a core"},
        {"quiet", ARG_FLAG, &s.o.quiet, NULL, "no progress on standard error"},
    };
    int n_rest, code;
    if (!args_parse(&help, args, COUNT_OF(args), argc, argv, NULL, 0, &n_rest, &code))
        return code;
    umask(077); /* what a run learns from is its owner's business, and so are its checkpoints */
    struct error err = {0};
    if (nn_mpi_begin(&s.rank, &s.n_ranks, &err) != ST_OK)
        return cli_error(&err);
    s.o.quiet |= s.rank != 0;
    if (!all_prepared(&s, read_config(&s, &err), &err))
        code = exit_code_of(&err);
    else
        code = s.o.show_config ? show_config(&s) : run(&s);
    sample_maker_free(s.maker);
    model_free(s.model);
    model_close(s.before);
    pool_free(s.pool);
    arena_release(&s.arena);
    nn_mpi_end();
    return code;
}
