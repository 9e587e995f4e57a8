/* decoder.c - frontier nodes to decoder states, a whole batch of queries at once (paper,
 * sections 3.3 and 3.4; MODEL.md 10).
 *
 * Rows are steps: all steps of the first query, then of the second, and so on.  Which nodes a row
 * may look at is the causal mask, how it is related to them the tree relations. */
#include "model/internal.h"

#include <string.h>

/* ---- registration ------------------------------------------------------------------------------- */

static void register_embeddings(struct model *m)
{
    const struct model_config *c = &m->config;
    struct decoder_params *p = &m->decoder;
    int d = c->d;
    p->rule = nn_params_add(m->params, "decoder.rule.weight", m->grammar->n_rules, d,
                            NN_INIT_NORMAL, 0.3);
    p->field = p->depth = -1;
    if (c->node_type)
        p->field = nn_params_add(m->params, "decoder.field.weight", m->grammar->n_fields, d,
                                 NN_INIT_NORMAL, 0.3);
    if (c->position == POSITION_DEPTH && has_layers(m))
        p->depth = nn_params_add(m->params, "decoder.depth.weight", c->max_depth, d,
                                 NN_INIT_NORMAL, 0.3);
    if (c->position == POSITION_ABSOLUTE && has_layers(m))
        p->depth = nn_params_add(m->params, "decoder.step.weight", MODEL_MAX_STEPS, d,
                                 NN_INIT_NORMAL, 0.3);
    p->input_norm = add_norm(m->params, "decoder.input_norm", d);
    p->token_in = add_linear(m->params, "decoder.token_in", d, c->embedding, false);
}

static void register_layers(struct model *m)
{
    const struct model_config *c = &m->config;
    struct decoder_params *p = &m->decoder;
    int rel_k = -1, rel_v = -1;
    if (c->tree_relations != TREE_RELATIONS_NONE) {
        int size = c->d / c->heads;
        rel_k = nn_params_add(m->params, "decoder.relation_key.weight", m->n_tree_relations,
                              size, NN_INIT_NORMAL, 0.1);
        rel_v = nn_params_add(m->params, "decoder.relation_value.weight", m->n_tree_relations,
                              size, NN_INIT_NORMAL, 0.1);
    }
    p->layers = ARENA_ARRAY(&m->arena, struct transformer_layer, c->decoder_layers);
    for (int i = 0; i < c->decoder_layers; i++) {
        char name[200];
        snprintf(name, sizeof name, "decoder.layer.%d.self", i);
        add_attention(m->params, name, c->d, &p->layers[i].self);
        snprintf(name, sizeof name, "decoder.layer.%d.cross", i);
        add_attention(m->params, name, c->d, &p->layers[i].cross);
        snprintf(name, sizeof name, "decoder.layer.%d.ffn", i);
        add_feed_forward(m->params, name, c->d, &p->layers[i].ffn);
        p->layers[i].rel_k = rel_k;
        p->layers[i].rel_v = rel_v;
    }
}

/* The output heads, shared by all decoders (MODEL.md 10.4). */
static void register_heads(struct model *m)
{
    const struct model_config *c = &m->config;
    struct decoder_params *p = &m->decoder;
    p->rule_out = add_linear(m->params, "decoder.rule_out", c->d, c->d, false);
    p->pointer_q = add_linear(m->params, "decoder.pointer.query", c->d, c->d, true);
    p->pointer_k = add_linear(m->params, "decoder.pointer.key", c->d, c->d, false);
    p->token_out = add_linear(m->params, "decoder.token_out", c->embedding, c->d, false);
    p->gate = add_linear(m->params, "decoder.gate", 1, 2 * c->d, true);
}

void decoder_register(struct model *m)
{
    register_embeddings(m);
    if (has_layers(m))
        register_layers(m);
    else
        recurrent_register(m);
    register_heads(m);
}

/* ---- the input of a step (paper, section 3.3) ------------------------------------------------------- */

/* n0 = LN(a_{j-1} + type + parent rule + depth).  Vectors that a row does not have are zero. */
struct tensor *decoder_input_sum(const struct model *m, struct nn_tape *tape,
                                 struct tensor *memory, const struct step_rows *r)
{
    const struct decoder_params *p = &m->decoder;
    struct tensor *parts[6];
    int n = 0;
    parts[n++] = nn_gather(tape, use(tape, p->rule), r->previous_rule, r->n);
    parts[n++] = nn_gather(tape, memory, r->previous_item, r->n);
    if (r->n_tokens > 0) {
        struct tensor *words =
            nn_gather(tape, use(tape, m->encoder.word), r->token_ids, r->n_tokens);
        parts[n++] = nn_scatter(tape, apply_linear(tape, p->token_in, words, NN_LINEAR),
                                r->token_rows, r->n);
    }
    if (m->config.parent_rule)
        parts[n++] = nn_gather(tape, use(tape, p->rule), r->parent_rule, r->n);
    if (p->field >= 0)
        parts[n++] = nn_gather(tape, use(tape, p->field), r->field, r->n);
    if (p->depth >= 0)
        parts[n++] = nn_gather(tape, use(tape, p->depth), r->depth, r->n);
    return nn_sum(tape, parts, n);
}

struct tensor *decoder_input(const struct model *m, struct nn_tape *tape, struct tensor *memory,
                             const struct step_rows *r)
{
    return nn_layer_norm(tape, decoder_input_sum(m, tape, memory, r), NULL,
                         use(tape, m->decoder.input_norm.gain),
                         use(tape, m->decoder.input_norm.bias), 1e-5);
}

void step_rows_init(struct step_rows *r, struct nn_tape *tape, int n)
{
    *r = (struct step_rows){.n = n};
    r->previous_rule = NN_ARRAY(tape, int, n);
    r->previous_item = NN_ARRAY(tape, int, n);
    r->token_ids = NN_ARRAY(tape, int, n);
    r->token_rows = NN_ARRAY(tape, int, n);
    r->parent_rule = NN_ARRAY(tape, int, n);
    r->field = NN_ARRAY(tape, int, n);
    r->depth = NN_ARRAY(tape, int, n);
}

int action_item(const struct model_input *in, struct action action)
{
    if (action.kind == ACTION_VALUE) {
        CHECK(action.id < in->n_values);
        return in->n_tables + in->n_columns + action.id;
    }
    int item = action.kind == ACTION_TABLE ? in->table_item[action.id]
                                           : in->n_tables + in->column_item[action.id];
    CHECK(item >= (action.kind == ACTION_TABLE ? 0 : in->n_tables));
    return item;
}

void step_rows_set(struct step_rows *r, const struct model *m, int row,
                   const struct action *previous, const struct candidate *node, int step_index,
                   const struct model_memory *memory, int question)
{
    const struct model_input *in = memory->inputs[question];
    r->previous_rule[row] = r->previous_item[row] = -1;
    if (previous && previous->kind == ACTION_RULE) {
        r->previous_rule[row] = previous->id;
    } else if (previous && previous->kind == ACTION_TOKEN) {
        r->token_ids[r->n_tokens] = previous->id;
        r->token_rows[r->n_tokens++] = row;
    } else if (previous) {
        r->previous_item[row] =
            memory->rows.v[question].start + in->n_question + action_item(in, *previous);
    }
    r->parent_rule[row] = node->parent_rule;
    r->field[row] = node->field;
    r->depth[row] = m->config.position == POSITION_ABSOLUTE
                        ? MIN(step_index, MODEL_MAX_STEPS - 1)
                        : MIN(node->depth, m->config.max_depth - 1);
}

/* ---- all steps of all targets ------------------------------------------------------------------------- */

/* The paper's relation of a step to step i is that of their nodes.  In the ablation "rpe j-i" it is
 * how many steps lie between.  Shifted: what step i contributes above all is the action taken before
 * it, a_{i-1}, so the relation is that to the node of step i-1.  Depth first and left to right the
 * two nodes are neighbours and either will do; in a random or breadth-first order they need not be,
 * and by the paper's relation alone nobody can tell which of two siblings an action belongs to. */
const uint16_t *decoder_relation_row(const struct model *m, struct nn_tape *tape, int step,
                                     const uint16_t *relations)
{
    int kind = m->config.tree_relations;
    if (kind == TREE_RELATIONS_LCA || kind == TREE_RELATIONS_NONE)
        return relations;
    uint16_t *ids = NN_ARRAY(tape, uint16_t, step + 1);
    for (int i = 0; i <= step; i++)
        ids[i] = kind == TREE_RELATIONS_RELATIVE ? (uint16_t)MIN(step - i, m->n_tree_relations - 1)
                 : i > 0                         ? relations[i - 1]
                                                 : 0; /* before the first there was none */
    return ids;
}

/* Rows of relations as a square matrix; what the causal mask hides stays 0. */
static const uint16_t *relation_matrix(const struct model *m, struct nn_tape *tape,
                                       const struct model_target *target)
{
    size_t n = (size_t)target->n_steps;
    if (m->config.tree_relations == TREE_RELATIONS_NONE)
        return NULL;
    uint16_t *ids = NN_ARRAY(tape, uint16_t, n * n);
    memset(ids, 0, sizeof *ids * n * n);
    for (size_t j = 0; j < n; j++) {
        const uint16_t *row =
            decoder_relation_row(m, tape, (int)j, target->steps[j]->relations);
        memcpy(ids + j * n, row, sizeof *ids * (j + 1));
    }
    return ids;
}

static struct candidate node_of(const struct step *s)
{
    return (struct candidate){.field = s->field, .parent = s->parent,
                              .parent_rule = s->parent_rule, .depth = s->depth};
}

static const struct model_target *without_item_rules(const struct model *m, struct nn_tape *tape,
                                                     const struct model_target *target)
{
    struct model_target *t = NN_ARRAY(tape, struct model_target, 1);
    const struct step **steps = NN_ARRAY(tape, const struct step *, target->n_steps);
    *t = *target;
    t->steps = steps;
    t->n_steps = 0;
    for (int j = 0; j < target->n_steps; j++) {
        struct action a = target->steps[j]->action;
        if (a.kind != ACTION_RULE || (a.id != m->table_rule && a.id != m->column_rule))
            steps[t->n_steps++] = target->steps[j];
    }
    return t;
}

const struct model_target *const *decoder_targets(const struct model *m, struct nn_tape *tape,
                                                  const struct model_target *const *targets, int n)
{
    if (!m->tokens)
        return targets;
    const struct model_target **out = NN_ARRAY(tape, const struct model_target *, n);
    for (int i = 0; i < n; i++)
        out[i] = without_item_rules(m, tape, targets[i]);
    return out;
}

struct decoder_states decoder_run(const struct model *m, struct nn_tape *tape,
                                  const struct model_memory *memory,
                                  const struct model_target *const *targets,
                                  struct decoder_watch *watch)
{
    int n = memory->rows.n, n_rows = 0;
    for (int i = 0; i < n; i++)
        n_rows += targets[i]->n_steps;
    struct step_rows rows;
    step_rows_init(&rows, tape, n_rows);
    struct nn_span *spans = NN_ARRAY(tape, struct nn_span, n);
    const uint16_t **relations = NN_ARRAY(tape, const uint16_t *, n);
    for (int i = 0, row = 0; i < n; i++) {
        const struct model_target *t = targets[i];
        spans[i] = (struct nn_span){row, t->n_steps};
        relations[i] = relation_matrix(m, tape, t);
        for (int j = 0; j < t->n_steps; j++, row++) {
            struct candidate node = node_of(t->steps[j]);
            step_rows_set(&rows, m, row, j ? &t->steps[j - 1]->action : NULL, &node, j, memory, i);
        }
    }
    if (!has_layers(m))
        return recurrent_run(m, tape, memory, targets,
                             decoder_input_sum(m, tape, memory->x, &rows),
                             (struct nn_spans){spans, n}, watch);
    struct decoder_states out = {.rows = {spans, n}};
    out.n0 = out.n = decoder_input(m, tape, memory->x, &rows);
    struct layer_call call = {
        .heads = m->config.heads, .dropout = m->config.dropout,
        .dropout_at_inputs = m->config.dropout_at == DROPOUT_AT_INPUTS, .activation = NN_RELU,
        .eps = 1e-5, .rows = out.rows, .causal = true,
        .relations = m->config.tree_relations == TREE_RELATIONS_NONE ? NULL : relations,
        .memory = memory->x, .memory_rows = memory->rows,
    };
    for (int i = 0; i < m->config.decoder_layers; i++) {
        if (watch) {
            call.self_probabilities = &watch->self[watch->n_self++];
            call.cross_probabilities = &watch->cross[watch->n_cross++];
        }
        out.n = apply_transformer(tape, &m->decoder.layers[i], &call, out.n);
    }
    return out;
}
