/* run_config.c - {"model": {...}, "train": {...}} and key=value on top of it. */
#include "cli/run_config.h"

#include <string.h>

static enum status read_section(const json_t *root, const char *name, const struct setting *table,
                                int n, void *to, struct error *err)
{
    const json_t *section = json_object_get(root, name);
    return section ? settings_read_json(table, n, to, section, err) : ST_OK;
}

static enum status read_file(const char *path, struct run_config *out, struct error *err)
{
    json_t *root;
    enum status st = json_read_file(path, &root, err);
    if (st != ST_OK)
        return st;
    int n_model, n_train;
    const struct setting *model = model_settings(&n_model);
    const struct setting *train = train_settings_table(&n_train);
    st = read_section(root, "model", model, n_model, &out->model, err);
    if (st == ST_OK)
        st = read_section(root, "train", train, n_train, &out->train, err);
    json_decref(root);
    return st == ST_OK ? ST_OK : fail_in(err, "%s", path);
}

struct run_config run_config_default(void)
{
    return (struct run_config){model_config_default(), train_settings_default()};
}

enum status run_config_read(const struct run_config *base, const char *path,
                            const struct arg_list *assignments, struct run_config *out,
                            struct error *err)
{
    *out = base ? *base : run_config_default();
    int n_model, n_train;
    const struct setting *model = model_settings(&n_model);
    const struct setting *train = train_settings_table(&n_train);
    enum status st = path ? read_file(path, out, err) : ST_OK;
    for (int i = 0; st == ST_OK && i < assignments->n; i++) {
        const char *a = assignments->v[i];
        struct slice name = {a, strcspn(a, "=")};
        bool of_model = settings_find(model, n_model, name) != NULL;
        st = of_model ? settings_set(model, n_model, &out->model, a, err)
                      : settings_set(train, n_train, &out->train, a, err);
    }
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
