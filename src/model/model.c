/* model.c - making a model, its parameters, and what a language model's checkpoint fills in. */
#include "model/internal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const struct relation_set *model_relation_set(const struct model_config *c)
{
    static const char *const names[][2] = {[RELATIONS_FULL] = {"full", "full-values"},
                                           [RELATIONS_RAT43] = {"rat43", "rat43-values"}};
    return c->relations == RELATIONS_NONE
               ? NULL : relation_set_find(names[c->relations][c->values == VALUES_POINT]);
}

const char *model_grammar_text(const struct model_config *c)
{
    if (model_config_tokens(c))
        return tokens_grammar_text();
    return c->grammar == GRAMMAR_PAPER      ? grammar_paper_builtin_text()
           : c->grammar == GRAMMAR_EVERYDAY ? grammar_everyday_builtin_text()
                                            : grammar_builtin_text();
}

/* A token decoder sees no tree: the settings that speak of one are off, whatever was asked. */
static void forget_tree(struct model_config *c)
{
    c->order = TRAVERSE_DFS_L2R;
    c->node_type = c->parent_rule = false;
    c->position = POSITION_ABSOLUTE;
    c->tree_relations = TREE_RELATIONS_NONE;
    c->values = VALUES_SPELL;
}

enum { RELATIVE_DISTANCES = 33 }; /* of the ablation j-i: 0..31, and further */

enum status model_new(const struct model_config *config, const struct grammar *grammar,
                      uint64_t seed, struct model **out, struct error *err)
{
    *out = NULL;
    enum status st = model_config_check(config, err);
    if (st != ST_OK)
        return st;
    bool tokens = model_config_tokens(config);
    if (tokens != grammar_is_tokens(grammar))
        return fail(err, ST_INPUT, tokens ? "a token decoder needs the grammar of tokens"
                                          : "only a token decoder can use the grammar of tokens");
    struct model *m = xmalloc(sizeof *m);
    *m = (struct model){.config = *config, .params = nn_params_new(), .grammar = grammar,
                        .tokens = tokens, .table_rule = -1, .column_rule = -1};
    if (tokens) {
        forget_tree(&m->config);
        m->table_rule = tokens_rule(grammar, ACTION_TABLE);
        m->column_rule = tokens_rule(grammar, ACTION_COLUMN);
    }
    m->n_tree_relations = has_tree_relations(config)
                              ? relation_count(config->relation_distance)
                              : RELATIVE_DISTANCES;
    encoder_register(m);
    decoder_register(m);
    verdicts_register(m);
    judge_register(m);
    struct rng rng;
    rng_seed(&rng, seed);
    nn_params_allocate(m->params, seed == MODEL_UNDRAWN ? NULL : &rng);
    *out = m;
    return ST_OK;
}

void model_free(struct model *m)
{
    if (!m)
        return;
    nn_params_free(m->params);
    arena_release(&m->arena);
    xfree(m);
}

const struct model_config *model_config_of(const struct model *m)
{
    return &m->config;
}

const struct grammar *model_grammar(const struct model *m)
{
    return m->grammar;
}

struct derivation_rules model_derivation_rules(const struct model *m, const struct schema *schema,
                                               const struct value_list *values, int eos)
{
    return (struct derivation_rules){
        .grammar = m->grammar, .order = (enum traversal)m->config.order,
        .max_distance =
            has_tree_relations(&m->config) ? m->config.relation_distance : -1,
        .max_steps = m->tokens ? 2 * MODEL_MAX_STEPS : MODEL_MAX_STEPS, .n_tables = schema->n_tables,
        .n_columns = schema->n_columns, .n_tokens = m->config.vocabulary, .eos = eos,
        .point = m->config.values == VALUES_POINT,
        .values = values ? *values : (struct value_list){0}};
}

struct nn_params *model_params(struct model *m)
{
    return m->params;
}

/* ---- the language model's checkpoint ------------------------------------------------------------- */

/* Checkpoints made from TensorFlow's call a normalisation's weight gamma and its bias beta. */
static const char *older_name(char *to, size_t size, const char *name)
{
    static const char *const ends[][2] = {{"LayerNorm.weight", "gamma"}, {"LayerNorm.bias", "beta"}};
    size_t n = strlen(name), norm = strlen("LayerNorm.");
    for (int i = 0; i < COUNT_OF(ends); i++) {
        size_t end = strlen(ends[i][0]);
        if (n >= end && strcmp(name + n - end, ends[i][0]) == 0 &&
            snprintf(to, size, "%.*s%s", (int)(n - end + norm), name, ends[i][1]) < (int)size)
            return to;
    }
    return NULL;
}

/* Our name is "plm." + Hugging Face's; a checkpoint may put "bert." or the like in its place. */
static const struct nn_file_tensor *find_plm_tensor(const struct nn_file *file, const char *name)
{
    static const char *const prefixes[] = {"", "bert.", "electra.", "model."};
    char older[512], full[600];
    const char *const names[] = {name, older_name(older, sizeof older, name)};
    for (int k = 0; k < COUNT_OF(names) && names[k]; k++)
        for (int i = 0; i < COUNT_OF(prefixes); i++) {
            if (snprintf(full, sizeof full, "%s%s", prefixes[i], names[k]) >= (int)sizeof full)
                return NULL;
            const struct nn_file_tensor *t = nn_file_find(file, full);
            if (t)
                return t;
        }
    return NULL;
}

enum status load_plm_tensor(struct model *m, int index, const struct nn_file *file,
                            const char *name, struct error *err)
{
    const struct nn_param *p = nn_params_at(m->params, index);
    const struct nn_file_tensor *t = find_plm_tensor(file, name);
    if (!t)
        return fail(err, ST_INPUT, "%s: tensor '%s' is missing", file->path, name);
    if (t->dtype != NN_F32 && t->dtype != NN_F16 && t->dtype != NN_BF16)
        return fail(err, ST_INPUT, "%s: tensor '%s' is not of a floating type", file->path,
                    t->name);
    bool fits = p->rank == 1 ? t->rank == 1 && t->shape[0] == p->cols
                             : t->rank == 2 && t->shape[0] == p->rows && t->shape[1] == p->cols;
    if (!fits)
        return fail(err, ST_INPUT, "%s: tensor '%s' is not of shape [%d, %d]", file->path,
                    t->name, p->rows, p->cols);
    nn_file_values(t, 0, t->count, nn_params_values(m->params, index));
    return ST_OK;
}

enum status model_load_plm(struct model *m, const char *path, struct error *err)
{
    struct nn_file file;
    enum status st = nn_file_open(path, &file, err);
    if (st != ST_OK)
        return st;
    for (int i = 0; st == ST_OK && i < nn_params_count(m->params); i++) {
        const char *name = nn_params_at(m->params, i)->name;
        if (strncmp(name, "plm.", 4) == 0)
            st = load_plm_tensor(m, i, &file, name + 4, err);
    }
    nn_file_close(&file);
    return st;
}

/* Random rows were drawn with a deviation of 0.02: brings those without a vector to that of the
 * vectors, so that neither kind drowns the other. */
static void scale_missing(struct model *m, const struct vocab *vocab,
                          const struct word_list *words, double deviation)
{
    size_t width = (size_t)m->config.embedding;
    real *table = nn_params_values(m->params, m->encoder.word);
    for (int i = 0; i < vocab->n_pieces; i++) {
        struct slice piece = vocab->pieces[i];
        int row;
        bool whole = piece.n < 2 || memcmp(piece.s, "##", 2) != 0;
        if (whole && word_list_find(words, piece.s, piece.n, &row, 1) == 1)
            continue;
        for (size_t k = 0; k < width; k++)
            table[(size_t)i * width + k] *= (real)(deviation / 0.02);
    }
}

enum status model_load_vectors(struct model *m, const struct vocab *vocab,
                               const struct word_list *words, const char *path, int *n_found,
                               struct error *err)
{
    *n_found = 0;
    struct nn_file file;
    enum status st = nn_file_open(path, &file, err);
    if (st != ST_OK)
        return st;
    int width = m->config.embedding;
    const struct nn_file_tensor *t = nn_file_find(&file, "vectors");
    if (!t || t->rank != 2 || t->shape[1] != width || t->shape[0] < words->n_words)
        st = fail(err, ST_INPUT, "%s: tensor 'vectors' must have %d rows of %d values", path,
                  words->n_words, width);
    real *table = nn_params_values(m->params, m->encoder.word);
    double squares = 0;
    for (int i = 0; st == ST_OK && i < vocab->n_pieces; i++) {
        struct slice piece = vocab->pieces[i];
        int row;
        if (piece.n >= 2 && memcmp(piece.s, "##", 2) == 0)
            continue;
        if (word_list_find(words, piece.s, piece.n, &row, 1) != 1)
            continue;
        real *to = table + (size_t)i * (size_t)width;
        nn_file_values(t, (int64_t)row * width, width, to);
        for (int k = 0; k < width; k++)
            squares += (double)to[k] * (double)to[k];
        ++*n_found;
    }
    nn_file_close(&file);
    if (st == ST_OK && *n_found > 0)
        scale_missing(m, vocab, words, sqrt(squares / ((double)*n_found * width)));
    return st;
}

void model_layerwise_rates(struct model *m, double decay, double base, bool freeze_words,
                           int frozen_layers)
{
    int n = m->config.plm_layers;
    for (int i = 0; i < nn_params_count(m->params); i++) {
        struct nn_param *p = nn_params_at(m->params, i);
        int layer;
        if (sscanf(p->name, "plm.encoder.layer.%d.", &layer) == 1)
            p->lr_scale = layer < frozen_layers ? 0 : base * pow(decay, n - layer);
        else if (strncmp(p->name, "plm.", 4) == 0)
            p->lr_scale = frozen_layers > 0 ? 0 : base * pow(decay, n + 1);
    }
    if (freeze_words && m->config.encoder == ENCODER_PLM)
        nn_params_at(m->params, m->encoder.word)->lr_scale = 0;
}
