/* file.c - a model as one safetensors file: weights, configuration, grammar, vocabulary, and the
 * names of the encoder relations it was trained with, so that nothing else is needed to use it and
 * a program whose relations have changed says so instead of answering nonsense. */
#include "model/internal.h"

#include <stdlib.h>
#include <string.h>

static const char KIND[] = "astormer model 1";
static const char VOCABULARY[] = "vocabulary";

struct slice file_vocabulary(const struct nn_file *file)
{
    struct slice text = nn_file_long_text(file, VOCABULARY);
    return text.s && utf8_valid(text.s, text.n) ? text : (struct slice){NULL, 0};
}

static bool keep_values(void *context, const struct nn_param *param)
{
    const struct model_keep *keep = context;
    for (int i = 0; keep && i < keep->n; i++)
        if (strstr(param->name, keep->parts[i]))
            return true;
    const struct nn_file_tensor *there = keep && keep->like ? nn_file_find(keep->like, param->name) : NULL;
    return there && there->dtype != NN_I8;
}

/* The relation set by name and content: its relations' names, one a line. */
static char *relation_names(struct arena *arena, const struct model_config *config)
{
    const struct relation_set *set = model_relation_set(config);
    struct strbuf out = strbuf_in(arena);
    for (int i = 0; set && i < set->n_known; i++)
        strbuf_printf(&out, "%d %s\n", set->id_of[i], relation_name((enum relation)i));
    return arena_strdup(arena, strbuf_text(&out));
}

/* dtype NN_I8: what can be in bytes is, but for what keep says; the rest in halves. */
static enum status save(struct model *m, const struct model_card *card, const char *path,
                        enum nn_dtype dtype, const struct model_keep *keep, struct error *err)
{
    struct arena arena = {0};
    int n_settings, n;
    const struct setting *table = model_settings(&n_settings);
    json_t *config = settings_to_json(table, n_settings, &m->config);
    const char *config_text = json_write(&arena, config, JSON_COMPACT);
    json_decref(config);
    json_t *metadata =
        json_pack("{s:s, s:s, s:s, s:s}", "kind", KIND, "config", config_text, "grammar",
                  card->grammar, "relations", relation_names(&arena, &m->config));
    if (card->about)
        json_object_set_new(metadata, "about", json_string(card->about));
    if (!metadata || !utf8_valid(card->vocabulary, strlen(card->vocabulary))) {
        json_decref(metadata);
        arena_release(&arena);
        return fail(err, ST_INPUT, "the vocabulary or the grammar is not valid UTF-8");
    }
    bool bytes = dtype == NN_I8;
    struct nn_file_entry *entries =
        bytes ? nn_params_int8_entries(&arena, m->params, keep_values, (void *)keep, &n)
              : nn_params_entries(&arena, m->params, &n);
    entries[n++] = nn_file_text_entry(VOCABULARY, card->vocabulary);
    enum status st =
        nn_file_write(path, entries, n, metadata, bytes ? NN_F16 : dtype, err);
    json_decref(metadata);
    arena_release(&arena);
    return st;
}

enum status model_save(struct model *m, const struct model_card *card, const char *path,
                       enum nn_dtype dtype, struct error *err)
{
    return save(m, card, path, dtype, NULL, err);
}

static enum status read_config(const struct nn_file *file, struct model_config *config,
                               struct error *err)
{
    json_error_t where;
    const char *text = nn_file_text(file, "config");
    json_t *json = json_parse(text, strlen(text), 0, &where);
    if (!json)
        return fail(err, ST_INPUT, "'%s': the configuration is not JSON: %s", file->path,
                    where.text);
    int n;
    const struct setting *table = model_settings(&n);
    *config = model_config_default();
    config->values = VALUES_SPELL; /* what files mean that do not say: all did before */
    config->verdicts = false;
    enum status st = settings_read_json(table, n, config, json, err);
    json_decref(json);
    return st == ST_OK ? ST_OK : fail_in(err, "'%s'", file->path);
}

static enum status check_file(const struct nn_file *file, struct error *err)
{
    static const char *const keys[] = {"config", "grammar", "relations"};
    const char *kind = nn_file_text(file, "kind");
    if (!kind || strcmp(kind, KIND) != 0)
        return fail(err, ST_INPUT, "'%s' is not an astormer model (kind '%s')", file->path,
                    kind ? kind : "unknown");
    for (int i = 0; i < COUNT_OF(keys); i++)
        if (!nn_file_text(file, keys[i]))
            return fail(err, ST_INPUT, "'%s': '%s' is missing", file->path, keys[i]);
    if (!file_vocabulary(file).s)
        return fail(err, ST_INPUT, "'%s': '%s' is missing, or not UTF-8", file->path, VOCABULARY);
    return ST_OK;
}

static enum status load_parts(struct loaded_model *l, const struct nn_file *file,
                              struct error *err)
{
    struct model_config config;
    struct grammar *grammar;
    enum status st = read_config(file, &config, err);
    l->card.grammar = arena_strdup(&l->arena, nn_file_text(file, "grammar"));
    struct slice vocabulary = file_vocabulary(file);
    l->card.vocabulary = arena_strndup(&l->arena, vocabulary.s, vocabulary.n);
    const char *about = nn_file_text(file, "about");
    l->card.about = about ? arena_strdup(&l->arena, about) : NULL;
    if (st == ST_OK)
        st = grammar_parse(&l->arena, "the model's grammar", l->card.grammar,
                           strlen(l->card.grammar), &grammar, err);
    if (st == ST_OK)
        st = vocab_parse(&l->arena, slice_of(l->card.vocabulary), "the model's vocabulary",
                         VOCAB_UNCASED, &l->vocab, err);
    if (st == ST_OK && l->vocab.n_pieces != config.vocabulary)
        st = fail(err, ST_INPUT, "'%s': %d words in the vocabulary, %d in the configuration",
                  file->path, l->vocab.n_pieces, config.vocabulary);
    if (st == ST_OK && strcmp(nn_file_text(file, "relations"),
                              relation_names(&l->arena, &config)) != 0)
        st = fail(err, ST_UNSUPPORTED, "'%s' was trained with other encoder relations than this "
                  "program has", file->path);
    if (st == ST_OK)
        st = model_new(&config, grammar, MODEL_UNDRAWN, &l->model, err);
    if (st == ST_OK)
        st = nn_params_load(l->model->params, file, &(struct nn_load){.allow_bytes = true}, err);
    return st;
}

static void leave(void *loaded)
{
    model_close(loaded);
}

enum status model_open(const char *path, struct loaded_model **out, struct error *err)
{
    *out = NULL;
    struct loaded_model *l = xmalloc(sizeof *l);
    *l = (struct loaded_model){0};
    enum status st = nn_file_open_again(path, &l->file, err);
    l->mapped = st == ST_OK;
    struct undo undo;
    undo_later(&undo, leave, l);
    if (st == ST_OK)
        st = check_file(&l->file, err);
    if (st == ST_OK)
        st = load_parts(l, &l->file, err);
    undo_forget(&undo);
    if (l->mapped && (st != ST_OK || !nn_params_are_bytes(l->model->params))) {
        nn_file_close(&l->file);
        l->mapped = false;
    }
    if (st != ST_OK) {
        model_close(l);
        return st;
    }
    *out = l;
    return ST_OK;
}

void model_close(struct loaded_model *l)
{
    if (!l)
        return;
    model_free(l->model);
    if (l->mapped)
        nn_file_close(&l->file);
    arena_release(&l->arena);
    xfree(l);
}

/* ---- files made of files ---------------------------------------------------------------------------- */

/* Opens a model whose weights go into another file, in the same precision. */
static enum status open_source(const char *path, struct loaded_model **out, enum nn_dtype *dtype,
                               struct error *err)
{
    struct nn_file file;
    *out = NULL;
    enum status st = nn_file_open(path, &file, err);
    if (st != ST_OK)
        return st;
    *dtype = file.n_tensors > 0 ? file.tensors[0].dtype : NN_F32;
    nn_file_close(&file);
    st = model_open(path, out, err);
    if (st == ST_OK && nn_params_are_bytes((*out)->model->params))
        *dtype = NN_I8;
    return st;
}

static json_t *about_of(const struct loaded_model *loaded)
{
    json_t *about = json_loads(loaded->card.about ? loaded->card.about : "{}", 0, NULL);
    if (json_is_object(about))
        return about;
    json_decref(about);
    return json_object();
}

static enum status save_with(const struct loaded_model *loaded, const json_t *about,
                             const char *out, enum nn_dtype dtype, struct error *err)
{
    struct arena arena = {0};
    struct model_card card = loaded->card;
    card.about = json_write(&arena, about, JSON_COMPACT);
    enum status st = model_save(loaded->model, &card, out, dtype, err);
    arena_release(&arena);
    return st;
}

enum status model_in_bytes(const char *path, bool *out, struct error *err)
{
    struct loaded_model *loaded;
    enum status st = model_open(path, &loaded, err);
    if (st != ST_OK)
        return st;
    *out = nn_params_are_bytes(loaded->model->params);
    model_close(loaded);
    return ST_OK;
}

enum status model_quantize(const char *path, const struct model_keep *keep, const char *out,
                           struct error *err)
{
    struct loaded_model *loaded;
    enum status st = model_open(path, &loaded, err);
    if (st != ST_OK)
        return st;
    st = nn_params_are_bytes(loaded->model->params)
             ? fail(err, ST_INPUT, "'%s' is quantised already", path)
             : save(loaded->model, &loaded->card, out, NN_I8, keep, err);
    model_close(loaded);
    return st;
}

enum status model_add_about(const char *path, const json_t *more, const char *out,
                            struct error *err)
{
    struct loaded_model *loaded;
    enum nn_dtype dtype;
    enum status st = open_source(path, &loaded, &dtype, err);
    if (st != ST_OK)
        return st;
    json_t *about = about_of(loaded);
    json_object_update(about, (json_t *)more);
    st = save_with(loaded, about, out, dtype, err);
    json_decref(about);
    model_close(loaded);
    return st;
}

/* Weights can be averaged only where each means the same in both. */
static bool same_kind(const struct loaded_model *a, const struct loaded_model *b)
{
    int n;
    const struct setting *table = model_settings(&n);
    json_t *config_a = settings_to_json(table, n, &a->model->config);
    json_t *config_b = settings_to_json(table, n, &b->model->config);
    bool same = json_equal(config_a, config_b) && strcmp(a->card.grammar, b->card.grammar) == 0 &&
                strcmp(a->card.vocabulary, b->card.vocabulary) == 0;
    json_decref(config_a);
    json_decref(config_b);
    return same;
}

/* mean becomes that of k models, the k-th of which is next. */
static void average_in(struct loaded_model *mean, const struct loaded_model *next, int k)
{
    real *to = nn_params_block(mean->model->params);
    const real *from = nn_params_block(next->model->params);
    for (size_t i = 0, n = nn_params_size(mean->model->params); i < n; i++)
        to[i] += (from[i] - to[i]) / (real)k;
}

enum status model_average(const char *const *paths, int n, const char *out, struct error *err)
{
    struct loaded_model *mean, *next;
    enum nn_dtype dtype, ignored;
    enum status st = open_source(paths[0], &mean, &dtype, err);
    json_t *names = json_array();
    for (int i = 0; st == ST_OK && i < n; i++) {
        json_array_append_new(names, json_string(paths[i]));
        if (i == 0 || (st = open_source(paths[i], &next, &ignored, err)) != ST_OK)
            continue;
        if (nn_params_are_bytes(mean->model->params) || nn_params_are_bytes(next->model->params))
            st = fail(err, ST_INPUT, "quantised models cannot be averaged: average first");
        else if (same_kind(mean, next))
            average_in(mean, next, i + 1);
        else
            st = fail(err, ST_INPUT, "'%s' and '%s' differ in settings, grammar or vocabulary: "
                      "their weights cannot be averaged", paths[0], paths[i]);
        model_close(next);
    }
    if (st == ST_OK) {
        json_t *about = about_of(mean);
        json_object_set(about, "average_of", names);
        json_object_del(about, "calibration"); /* was measured with other weights */
        json_object_del(about, "held_out_exact_match");
        st = save_with(mean, about, out, dtype, err);
        json_decref(about);
    }
    json_decref(names);
    model_close(mean);
    return st;
}
