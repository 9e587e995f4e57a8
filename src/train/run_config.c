/* run_config.c - layers of settings: see run_config.h. */
#include "train/run_config.h"

#include "version.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_LAYERS = 32, MAX_DEPTH = 8 };

struct layer {
    const char *path, *folder;
    char name[64]; /* of the file, without .json: what "with" refers to */
    json_t *root;
};
struct layers {
    struct arena arena;
    struct layer v[MAX_LAYERS];
    int n;
};

/* ---- finding and reading them ---------------------------------------------------------------- */

static bool has_layer(const struct layers *all, const char *name)
{
    for (int i = 0; i < all->n; i++)
        if (strcmp(all->v[i].name, name) == 0)
            return true;
    return false;
}

static bool known_key(const char *key)
{
    static const char *const keys[] = {"about", "extends", "dataset", "model", "train", "with"};
    for (int i = 0; i < COUNT_OF(keys); i++)
        if (strcmp(keys[i], key) == 0)
            return true;
    return false;
}

static enum status add_file(struct layers *all, const char *path, int depth, struct error *err);

static enum status add_extended(struct layers *all, const struct layer *from, int depth,
                                struct error *err)
{
    const json_t *extends = json_object_get(from->root, "extends");
    size_t n = json_is_array(extends) ? json_array_size(extends) : extends != NULL;
    for (size_t i = 0; i < n; i++) {
        const char *name = json_string_value(json_is_array(extends) ? json_array_get(extends, i)
                                                                    : extends);
        if (!name || strchr(name, '/'))
            return fail(err, ST_INPUT, "%s: 'extends' must name layers in the same folder",
                        from->path);
        enum status st = add_file(all, arena_printf(&all->arena, "%s/%s.json", from->folder, name),
                                  depth + 1, err);
        if (st != ST_OK)
            return fail_in(err, "%s", from->path);
    }
    return ST_OK;
}

/* A layer goes behind those it extends; one that is there already is not read again. */
static enum status add_file(struct layers *all, const char *path, int depth, struct error *err)
{
    struct layer layer = {.path = arena_strdup(&all->arena, path)};
    const char *slash = strrchr(path, '/'), *base = slash ? slash + 1 : path;
    layer.folder = slash ? arena_strndup(&all->arena, path, (size_t)(slash - path)) : ".";
    size_t n = strlen(base), cut = n > 5 && strcmp(base + n - 5, ".json") == 0 ? 5 : 0;
    snprintf(layer.name, sizeof layer.name, "%.*s", (int)MIN(n - cut, sizeof layer.name - 1), base);
    for (int i = 0; i < all->n; i++)
        if (strcmp(all->v[i].path, path) == 0)
            return ST_OK;
    if (depth > MAX_DEPTH)
        return fail(err, ST_LIMIT, "%s: layers extend each other more than %d deep", path, MAX_DEPTH);
    enum status st = json_read_file(path, &layer.root, err);
    if (st != ST_OK)
        return st;
    const char *key;
    json_t *value;
    if (!json_is_object(layer.root))
        st = fail(err, ST_INPUT, "%s: must be an object", path);
    json_object_foreach(layer.root, key, value)
        if (st == ST_OK && !known_key(key))
            st = fail(err, ST_INPUT, "%s: unknown key '%.60s'", path, key);
    if (st == ST_OK)
        st = add_extended(all, &layer, depth, err);
    if (st == ST_OK && all->n == MAX_LAYERS)
        st = fail(err, ST_LIMIT, "%s: more than %d layers", path, MAX_LAYERS);
    if (st == ST_OK)
        all->v[all->n++] = layer;
    else
        json_decref(layer.root);
    return st;
}

/* The folder of the layers that presets are made of. */
static const char *preset_folder(struct arena *arena)
{
    const char *own = getenv("ASTORMER_CONFIGS");
    if (own && *own)
        return own;
    if (runs_from_build())
        return ASTORMER_SOURCEDIR "/configs";
    const char *beside =
        arena_printf(arena, "%s/../share/astormer/configs", program_folder(arena));
    return file_exists(arena_printf(arena, "%s/paper.json", beside)) ? beside
                                                                     : ASTORMER_DATADIR "/configs";
}

static enum status add_preset(struct layers *all, const char *name, struct error *err)
{
    for (const char *at = name; at;) {
        size_t n = strcspn(at, "-");
        const char *path = arena_printf(&all->arena, "%s/%.*s.json", preset_folder(&all->arena), (int)n, at);
        if (n == 0 || !file_exists(path))
            return fail(err, ST_USAGE, "preset '%s': there is no layer '%.*s' in %s", name, (int)n,
                        at, preset_folder(&all->arena));
        enum status st = add_file(all, path, 0, err);
        if (st != ST_OK)
            return st;
        at = at[n] ? at + n + 1 : NULL;
    }
    return ST_OK;
}

static enum status add_source(struct layers *all, const char *source, struct error *err)
{
    size_t n = strlen(source);
    bool file = strchr(source, '/') || (n > 5 && strcmp(source + n - 5, ".json") == 0);
    return file ? add_file(all, source, 0, err) : add_preset(all, source, err);
}

/* ---- applying them --------------------------------------------------------------------------- */

static enum status apply_sections(const json_t *from, struct run_config *out, struct error *err)
{
    int n_model, n_train;
    const struct setting *model = model_settings(&n_model);
    const struct setting *train = train_settings_table(&n_train);
    const json_t *section = json_object_get(from, "model");
    enum status st = section ? settings_read_json(model, n_model, &out->model, section, err) : ST_OK;
    section = json_object_get(from, "train");
    if (st == ST_OK && section)
        st = settings_read_json(train, n_train, &out->train, section, err);
    return st;
}

static enum status apply_layer(const struct layers *all, const struct layer *layer,
                               struct run_config *out, struct error *err)
{
    enum status st = apply_sections(layer->root, out, err);
    const char *name;
    json_t *with = json_object_get(layer->root, "with"), *section;
    json_object_foreach(with, name, section)
        if (st == ST_OK && has_layer(all, name))
            st = apply_sections(section, out, err);
    const json_t *dataset = json_object_get(layer->root, "dataset");
    if (dataset && (!json_is_string(dataset) || json_string_length(dataset) >= sizeof out->dataset))
        st = fail(err, ST_INPUT, "field 'dataset' must be a name");
    else if (dataset)
        snprintf(out->dataset, sizeof out->dataset, "%s", json_string_value(dataset));
    return st == ST_OK ? ST_OK : fail_in(err, "%s", layer->path);
}

static enum status assign(struct run_config *out, const char *assignment, struct error *err)
{
    int n_model, n_train;
    const struct setting *model = model_settings(&n_model);
    const struct setting *train = train_settings_table(&n_train);
    struct slice name = {assignment, strcspn(assignment, "=")};
    return settings_find(model, n_model, name)
               ? settings_set(model, n_model, &out->model, assignment, err)
               : settings_set(train, n_train, &out->train, assignment, err);
}

struct run_config run_config_default(void)
{
    return (struct run_config){.model = model_config_default(), .train = train_settings_default()};
}

struct run_config run_config_continued(const struct model_config *before)
{
    struct run_config c = {.model = *before, .train = train_settings_default()};
    struct train_settings *t = &c.train;
    t->steps = 200;
    t->warmup = 20;
    t->lr = 5e-5;
    t->ema = 0;
    t->weight_decay = 0;
    t->holdout = 0;
    t->schedule = 1; /* linear */
    return c;
}

int run_config_frozen_layers(const struct run_config *c)
{
    if (c->model.encoder != ENCODER_PLM)
        return 0;
    return c->train.plm_lr == 0 ? c->model.plm_layers
                                : MIN(c->train.frozen_layers, c->model.plm_layers);
}

enum status run_config_read(const struct run_config *base, struct texts sources,
                            struct texts assignments, struct run_config *out, struct error *err)
{
    *out = base ? *base : run_config_default();
    struct layers all = {0};
    enum status st = ST_OK;
    for (int i = 0; st == ST_OK && i < sources.n; i++)
        st = add_source(&all, sources.v[i], err);
    for (int i = 0; st == ST_OK && i < all.n; i++)
        st = apply_layer(&all, &all.v[i], out, err);
    for (int i = 0; i < all.n; i++)
        json_decref(all.v[i].root);
    arena_release(&all.arena);
    for (int i = 0; st == ST_OK && i < assignments.n; i++)
        st = assign(out, assignments.v[i], err);
    return st == ST_OK ? model_config_check(&out->model, err) : st;
}

json_t *run_config_json(const struct run_config *config)
{
    int n_model, n_train;
    const struct setting *model = model_settings(&n_model);
    const struct setting *train = train_settings_table(&n_train);
    return json_pack("{s:o, s:o}", "model", settings_to_json(model, n_model, &config->model),
                     "train", settings_to_json(train, n_train, &config->train));
}

enum status run_config_plm(struct run_config *config, const char *folder, struct error *err)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/config.json", folder);
    json_t *root;
    enum status st = json_read_file(path, &root, err);
    if (st != ST_OK)
        return st;
    struct model_config *m = &config->model;
    struct {
        const char *key;
        int *to;
    } fields[] = {
        {"vocab_size", &m->vocabulary},        {"hidden_size", &m->plm_hidden},
        {"num_hidden_layers", &m->plm_layers}, {"num_attention_heads", &m->plm_heads},
        {"intermediate_size", &m->plm_ffn},    {"max_position_embeddings", &m->plm_positions},
        {"type_vocab_size", &m->plm_segments},
    };
    for (int i = 0; st == ST_OK && i < COUNT_OF(fields); i++) {
        const json_t *value = json_object_get(root, fields[i].key);
        if (!json_is_integer(value))
            st = json_bad((struct json_where){path, -1}, fields[i].key, "a number", err);
        else
            *fields[i].to = (int)json_integer_value(value);
    }
    /* ELECTRA's differs from its hidden size; encoder=static takes the embeddings alone */
    const json_t *embedding = json_object_get(root, "embedding_size");
    m->embedding = json_is_integer(embedding) ? (int)json_integer_value(embedding) : m->plm_hidden;
    json_decref(root);
    return st == ST_OK ? model_config_check(m, err) : st;
}
