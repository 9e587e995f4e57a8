/* file.c - a model as one safetensors file: weights, configuration, grammar, vocabulary, and the
 * names of the encoder relations it was trained with, so that nothing else is needed to use it and
 * a program whose relations have changed says so instead of answering nonsense. */
#include "model/internal.h"

#include <stdlib.h>
#include <string.h>

static const char KIND[] = "astormer model 1";

/* The relation set by name and content: its relations' names, one a line. */
static char *relation_names(struct arena *arena, const struct model_config *config)
{
    const struct relation_set *set = model_relation_set(config);
    struct strbuf out = strbuf_in(arena);
    for (int i = 0; set && i < N_RELATIONS; i++)
        strbuf_printf(&out, "%d %s\n", set->id_of[i], relation_name((enum relation)i));
    return arena_strdup(arena, strbuf_text(&out));
}

enum status model_save(struct model *m, const struct model_card *card, const char *path,
                       enum nn_dtype dtype, struct error *err)
{
    struct arena arena = {0};
    int n_settings, n;
    const struct setting *table = model_settings(&n_settings);
    json_t *config = settings_to_json(table, n_settings, &m->config);
    char *config_text = json_dumps(config, JSON_COMPACT);
    json_decref(config);
    json_t *metadata =
        json_pack("{s:s, s:s, s:s, s:s, s:s}", "kind", KIND, "config", config_text, "grammar",
                  card->grammar, "vocabulary", card->vocabulary, "relations",
                  relation_names(&arena, &m->config));
    free(config_text);
    if (card->about)
        json_object_set_new(metadata, "about", json_string(card->about));
    if (!metadata) {
        arena_release(&arena);
        return fail(err, ST_INPUT, "the vocabulary or the grammar is not valid UTF-8");
    }
    struct nn_file_entry *entries = nn_params_entries(&arena, m->params, &n);
    enum status st = nn_file_write(path, entries, n, metadata, dtype, err);
    json_decref(metadata);
    arena_release(&arena);
    return st;
}

static enum status read_config(const struct nn_file *file, struct model_config *config,
                               struct error *err)
{
    json_error_t where;
    json_t *json = json_loads(nn_file_text(file, "config"), 0, &where);
    if (!json)
        return fail(err, ST_INPUT, "'%s': the configuration is not JSON: %s", file->path,
                    where.text);
    int n;
    const struct setting *table = model_settings(&n);
    *config = model_config_default();
    enum status st = settings_read_json(table, n, config, json, err);
    json_decref(json);
    return st == ST_OK ? ST_OK : fail_in(err, "'%s'", file->path);
}

static enum status check_file(const struct nn_file *file, struct error *err)
{
    static const char *const keys[] = {"config", "grammar", "vocabulary", "relations"};
    const char *kind = nn_file_text(file, "kind");
    if (!kind || strcmp(kind, KIND) != 0)
        return fail(err, ST_INPUT, "'%s' is not an astormer model (kind '%s')", file->path,
                    kind ? kind : "unknown");
    for (int i = 0; i < COUNT_OF(keys); i++)
        if (!nn_file_text(file, keys[i]))
            return fail(err, ST_INPUT, "'%s': '%s' is missing", file->path, keys[i]);
    return ST_OK;
}

static enum status load_parts(struct loaded_model *l, const struct nn_file *file,
                              struct error *err)
{
    struct model_config config;
    struct grammar *grammar;
    enum status st = read_config(file, &config, err);
    l->card.grammar = arena_strdup(&l->arena, nn_file_text(file, "grammar"));
    l->card.vocabulary = arena_strdup(&l->arena, nn_file_text(file, "vocabulary"));
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
        st = nn_params_load(l->model->params, file, &(struct nn_load){0}, err);
    return st;
}

enum status model_open(const char *path, struct loaded_model **out, struct error *err)
{
    *out = NULL;
    struct nn_file file;
    enum status st = nn_file_open(path, &file, err);
    if (st != ST_OK)
        return st;
    struct loaded_model *l = xmalloc(sizeof *l);
    *l = (struct loaded_model){0};
    st = check_file(&file, err);
    if (st == ST_OK)
        st = load_parts(l, &file, err);
    nn_file_close(&file);
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
    arena_release(&l->arena);
    free(l);
}

enum status model_add_about(const char *path, const json_t *more, const char *out,
                            struct error *err)
{
    struct nn_file file;
    enum status st = nn_file_open(path, &file, err);
    if (st != ST_OK)
        return st;
    enum nn_dtype dtype = file.n_tensors > 0 ? file.tensors[0].dtype : NN_F32;
    nn_file_close(&file);
    struct loaded_model *loaded;
    st = model_open(path, &loaded, err);
    if (st != ST_OK)
        return st;
    json_t *about = json_loads(loaded->card.about ? loaded->card.about : "{}", 0, NULL);
    if (!json_is_object(about)) {
        json_decref(about);
        about = json_object();
    }
    json_object_update(about, (json_t *)more);
    char *text = json_dumps(about, JSON_COMPACT);
    json_decref(about);
    struct model_card card = loaded->card;
    card.about = text;
    st = model_save(loaded->model, &card, out, dtype, err);
    free(text);
    model_close(loaded);
    return st;
}
