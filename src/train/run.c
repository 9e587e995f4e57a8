/* run.c - a training run: from what its options say to a model, samples, and the files of its folder. */
#include "train/run.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

static void tell(const struct run *s, const char *text)
{
    if (s->tell && s->rank == 0)
        s->tell(s->watcher, text);
}

/* ---- vocabulary and weights ---------------------------------------------------------------------- */

static enum status read_vocabulary(struct run *s, struct error *err)
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

static const char *vectors_file(struct run *s)
{
    return arena_printf(&s->arena, "%s/vectors.f16.safetensors", s->o.vectors);
}

/* Embeddings are as wide as the vectors they start from. */
static enum status fit_vectors(struct run *s, struct error *err)
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

static enum status load_vectors(struct run *s, struct error *err)
{
    struct word_list words;
    int found;
    enum status st = word_list_read(&s->arena, arena_printf(&s->arena, "%s/words.txt",
                                                            s->o.vectors), &words, err);
    if (st == ST_OK)
        st = model_load_vectors(s->model, &s->vocab, &words,
                                vectors_file(s), &found, err);
    if (st == ST_OK)
        tell(s, arena_printf(&s->arena, "%d of %d sub-words have a vector\n", found, s->vocab.n_pieces));
    return st;
}

/* A folder's weights under any of the names they are distributed with. */
static const char *weights_file(struct run *s, const char *folder)
{
    static const char *const names[] = {"model.safetensors", "model.fp16.safetensors"};
    for (int i = 0; i < COUNT_OF(names); i++) {
        const char *path = arena_printf(&s->arena, "%s/%s", folder, names[i]);
        if (file_exists(path))
            return path;
    }
    return arena_printf(&s->arena, "%s/%s", folder, names[0]);
}

static enum status start_from(struct run *s, struct error *err)
{
    struct strbuf report = strbuf_in(&s->arena);
    enum status st = model_start_from(s->model, &s->vocab, s->o.init, &report, err);
    s->carried = strbuf_text(&report);
    if (st == ST_OK && *s->carried)
        tell(s, arena_printf(&s->arena, "not all is from '%s':\n%s", s->o.init, s->carried));
    return st;
}

static enum status make_model(struct run *s, struct error *err)
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
static void choose_holdout(struct run *s)
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
    struct run *s = context;
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
    s->judged = judged;
    predictions_free(p);
    return ST_OK;
}

/* The models of the last `keep` evaluations stay beside the best one. */
static enum status keep_model(struct run *s, struct model *model,
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
    struct run *s = context;
    json_t *about = json_pack("{s:I, s:f, s:i}", "step", (json_int_t)step, "held_out_exact_match",
                              score, "held_out_examples", s->n_holdout);
    /* what a model says of itself stays true of its child, unless said anew */
    const char *said = s->before ? s->before->card.about : NULL;
    json_t *before = said ? json_parse(said, strlen(said), 0, NULL) : NULL;
    json_object_update_missing(about, before);
    json_decref(before);
    struct arena scratch = {0};
    const char *text = json_write(&scratch, about, JSON_COMPACT);
    json_decref(about);
    char *vocabulary = arena_strndup(&s->arena, s->vocab_text.s, s->vocab_text.n);
    struct model_card card = {s->grammar_text, vocabulary, text};
    enum status st = keep_model(s, model, &card, step, err);
    if (st == ST_OK && best)
        st = model_save(model, &card, arena_printf(&s->arena, "%s/best.safetensors", s->o.out),
                        NN_F16, err);
    arena_release(&scratch);
    return st;
}

/* ---- the folder and the settings -------------------------------------------------------------------- */

static const char *in_run(struct run *s, const char *name)
{
    return arena_printf(&s->arena, "%s/%s", s->o.out, name);
}

/* Only now is the folder this run's: a refused --resume must leave everything as it was. */
static enum status begun(void *context, struct error *err)
{
    struct run *s = context;
    json_t *json = run_config_json(&s->config);
    const char *text = json_write(&s->arena, json, JSON_INDENT(2));
    enum status st = file_write_atomic(in_run(s, "config.json"), text, strlen(text), err);
    json_decref(json);
    if (st == ST_OK && !s->o.vocab && !s->o.plm)
        st = file_write_atomic(in_run(s, "vocab.txt"), s->vocab_text.s, s->vocab_text.n, err);
    if (st == ST_OK)
        st = train_data_write_rejected(&s->data, &s->job.train, &s->job.holdout,
                                       in_run(s, "rejected.tsv"), err);
    return st;
}

static enum status prepare_folder(struct run *s, struct error *err)
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
static enum status read_before(struct run *s, struct error *err)
{
    static const char *const jsonl = "jsonl";
    size_t n = s->o.data.n ? strlen(s->o.data.v[0]) : 0;
    if (!s->o.datasets.n && n > 6 && strcmp(s->o.data.v[0] + n - 6, ".jsonl") == 0)
        s->o.datasets = (struct texts){&jsonl, 1};
    return s->o.init && !s->o.plm && !s->o.vocab ? model_open(s->o.init, &s->before, err) : ST_OK;
}

enum status run_read_config(struct run *s, struct error *err)
{
    struct texts sources = s->o.configs;
    const char *own = s->o.out ? in_run(s, "config.json") : NULL;
    if (own && !strchr(own, '/'))
        own = arena_printf(&s->arena, "./%s", own);
    if (!sources.n && s->o.resume && own && file_exists(own))
        sources = (struct texts){&own, 1};
    enum status st = read_before(s, err);
    if (st != ST_OK)
        return st;
    struct run_config base = s->before ? run_config_continued(model_config_of(s->before->model))
                                       : run_config_default();
    st = run_config_read(&base, sources, s->o.set, &s->config, err);
    if (st == ST_OK && s->o.plm && !s->o.vectors)
        st = run_config_plm(&s->config, s->o.plm, err);
    if (st == ST_OK && s->o.vectors)
        st = fit_vectors(s, err);
    s->preset_dataset[0] = s->config.dataset;
    if (st == ST_OK && !s->o.datasets.n && *s->config.dataset)
        s->o.datasets = (struct texts){s->preset_dataset, 1};
    return st;
}

static enum status check_options(const struct run *s, struct error *err)
{
    if (!s->o.datasets.n || !s->o.data.n || !s->o.out)
        return fail(err, ST_USAGE, "train needs --dataset (or a preset that names one), --data and --out");
    if (s->config.model.encoder == ENCODER_PLM && !s->o.plm && !s->o.vocab && !s->before)
        return fail(err, ST_USAGE, "encoder=plm needs --plm, a folder with a language model; "
                    "encoder=static (preset 'static') goes without");
    return ST_OK;
}

static enum status read_data(struct run *s, struct error *err)
{
    struct train_sources sources = {s->o.datasets, s->o.data,
                                    s->o.tables, s->o.databases, s->o.split};
    return train_data_read(&s->arena, &sources, &s->data, err);
}

enum status run_prepare(struct run *s, struct error *err)
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

/* ---- running ------------------------------------------------------------------------------------------ */

static void watch(void *context, const json_t *event)
{
    const struct run *s = context;
    if (s->watch)
        s->watch(s->watcher, event);
}

static void describe_job(struct run *s)
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
    s->job.codec = sample_maker_codec(s->maker);
    s->job.maker = s->maker;
    s->job.context = s;
    s->job.begun = begun;
    s->job.evaluate = evaluate;
    s->job.save = save;
    s->job.watch = watch;
}

enum status run_train(struct run *s, const volatile sig_atomic_t *stop, struct train_result *out,
                      struct error *err)
{
    choose_holdout(s);
    describe_job(s);
    s->job.stop = stop;
    return train_run(&s->job, out, err);
}

void run_free(struct run *s)
{
    sample_maker_free(s->maker);
    model_free(s->model);
    model_close(s->before);
    pool_free(s->pool);
    arena_release(&s->arena);
}
