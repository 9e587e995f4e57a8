/* model_samples.h - random inputs and targets of a network's shapes, for tests that need no SQL:
 * questions of random length over random schemas, random steps. */
#ifndef ASTORMER_TEST_MODEL_SAMPLES_H
#define ASTORMER_TEST_MODEL_SAMPLES_H

#include "model/model.h"

#include <string.h>

enum { FAKE_WORDS = 40 };

static inline struct model_config fake_config(void)
{
    struct model_config c = model_config_default();
    c.vocabulary = FAKE_WORDS;
    c.embedding = c.plm_hidden = 8;
    c.plm_layers = 1;
    c.plm_heads = 2;
    c.plm_ffn = 12;
    c.plm_positions = 64;
    c.d = 8;
    c.heads = 2;
    c.rat_layers = 2;
    c.decoder_layers = 2;
    c.chunk = 2;
    c.values = VALUES_SPELL;
    c.verdicts = false;
    return c;
}

static inline int pick(struct rng *rng, int low, int high)
{
    return low + (int)rng_below(rng, (uint32_t)(high - low + 1));
}

static inline struct model_input *fake_input(struct arena *a, struct rng *rng, int n_relations,
                                             bool values)
{
    struct model_input *in = ARENA_NEW(a, struct model_input);
    in->n_question = pick(rng, 1, 6);
    in->n_current = pick(rng, 1, in->n_question);
    in->n_tables = pick(rng, 1, 3);
    in->n_columns = pick(rng, 2, 5);
    in->n_values = values ? pick(rng, 1, 4) : 0;
    in->sources = ARENA_ARRAY(a, uint8_t, in->n_values);
    for (int i = 0; i < in->n_values; i++)
        in->sources[i] = (uint8_t)pick(rng, 0, MODEL_VALUE_SOURCES - 1);
    int n_items = model_input_items(in);
    in->items = ARENA_ARRAY(a, struct nn_span, n_items);
    in->owner = ARENA_ARRAY(a, int, in->n_columns);
    in->n_schema_tables = in->n_tables;
    in->table_ids = in->table_item = ARENA_ARRAY(a, int, in->n_tables);
    in->column_ids = in->column_item = ARENA_ARRAY(a, int, in->n_columns);
    for (int i = 0; i < MAX(in->n_tables, in->n_columns); i++) {
        if (i < in->n_tables)
            in->table_ids[i] = i;
        if (i < in->n_columns)
            in->column_ids[i] = i;
    }
    in->types = ARENA_ARRAY(a, uint8_t, in->n_columns);
    in->n_tokens = in->n_question + 2;
    for (int i = 0; i < n_items; i++) {
        in->items[i] = (struct nn_span){in->n_tokens, pick(rng, 1, 3)};
        in->n_tokens += in->items[i].n;
    }
    in->n_tokens++;
    in->tokens = ARENA_ARRAY(a, int, in->n_tokens);
    for (int i = 0; i < in->n_tokens; i++)
        in->tokens[i] = pick(rng, 0, FAKE_WORDS - 1);
    for (int i = 0; i < in->n_columns; i++) {
        in->owner[i] = i == 0 ? -1 : pick(rng, 0, in->n_tables - 1);
        in->types[i] = (uint8_t)pick(rng, 0, N_COLUMN_TYPES - 1);
    }
    int n = model_input_rows(in);
    in->relations = ARENA_ARRAY(a, uint8_t, n * n);
    for (int i = 0; i < n * n; i++)
        in->relations[i] = (uint8_t)pick(rng, 1, n_relations - 1);
    return in;
}

/* Any steps in any order: the network does not ask whether they make a tree. */
static inline struct model_target *fake_target(struct arena *a, struct rng *rng,
                                               const struct model_input *in,
                                               const struct grammar *g, int n_relations)
{
    struct model_target *t = ARENA_NEW(a, struct model_target);
    t->n_steps = pick(rng, 1, 9);
    const struct step **steps = ARENA_ARRAY(a, const struct step *, t->n_steps);
    static const enum action_kind kind_of[] = {ACTION_RULE, ACTION_TABLE, ACTION_COLUMN,
                                               ACTION_TOKEN};
    for (int j = 0; j < t->n_steps; j++) {
        struct step *s = ARENA_NEW(a, struct step);
        uint16_t *relations = ARENA_ARRAY(a, uint16_t, j + 1);
        for (int i = 0; i <= j; i++)
            relations[i] = (uint16_t)pick(rng, 0, n_relations - 1);
        s->field = pick(rng, 0, g->n_fields - 1);
        const struct grammar_type *type = &g->types[g->fields[s->field].type];
        s->action.kind = kind_of[type->kind];
        if (type->kind == TYPE_VALUE && in->n_values > 0 && pick(rng, 0, 2) > 0)
            s->action.kind = ACTION_VALUE;
        int n_items[] = {type->n_rules, in->n_tables, in->n_columns, FAKE_WORDS, in->n_values};
        s->action.id = pick(rng, 0, n_items[s->action.kind] - 1);
        if (s->action.kind == ACTION_RULE) {
            s->action.id = type->rules[s->action.id];
            /* of a token sequence, these are one step with what follows */
            if (s->action.id == tokens_rule(g, ACTION_TABLE) ||
                s->action.id == tokens_rule(g, ACTION_COLUMN))
                s->action.id = tokens_rule(g, ACTION_RULE);
        }
        s->parent = j == 0 ? -1 : pick(rng, 0, j - 1);
        s->parent_rule = j == 0 ? -1 : pick(rng, 0, g->n_rules - 1);
        s->depth = j;
        s->relations = relations;
        steps[j] = s;
    }
    t->steps = steps;
    uint8_t *used = ARENA_ARRAY(a, uint8_t, in->n_tables + in->n_columns);
    for (int i = 0; i < in->n_tables + in->n_columns; i++)
        used[i] = (uint8_t)pick(rng, 0, 1);
    t->used = used;
    for (int v = 0; v < N_VERDICTS; v++)
        t->verdicts[v] = (int8_t)pick(rng, -1, 1);
    return t;
}

struct fake_batch {
    struct arena arena;
    struct model *model;
    const struct model_input *inputs[8];
    const struct model_target *targets[8];
    int n;
};

static inline void fake_batch_new(struct fake_batch *b, const struct model_config *config, int n,
                                  uint64_t seed)
{
    *b = (struct fake_batch){.n = n};
    struct error err = {0};
    const char *text = model_grammar_text(config);
    struct grammar *grammar;
    assert_ok(grammar_parse(&b->arena, "fake", text, strlen(text), &grammar, &err), err);
    assert_ok(model_new(config, grammar, seed, &b->model, &err), err);
    struct rng rng;
    rng_seed(&rng, seed + 1);
    const struct relation_set *set = model_relation_set(config);
    for (int i = 0; i < n; i++) {
        struct model_input *in = fake_input(&b->arena, &rng, set ? set->n : 2,
                                            config->values == VALUES_POINT);
        b->inputs[i] = in;
        b->targets[i] = fake_target(&b->arena, &rng, in, grammar,
                                    relation_count(config->relation_distance));
    }
}

static inline void fake_batch_free(struct fake_batch *b)
{
    model_free(b->model);
    arena_release(&b->arena);
}

#endif
