/* smallest.h - for generated trees: the rule of each type that leads to the smallest tree, so that
 * any derivation can be brought to an end. */
#ifndef ASTORMER_TEST_SMALLEST_H
#define ASTORMER_TEST_SMALLEST_H

#include "tree/tree.h"

struct smallest {
    int rule[64]; /* by type; -1 for terminals */
};

static inline struct smallest smallest_rules(const struct grammar *g)
{
    enum { HUGE_SIZE = 1 << 20 };
    int size[64];
    struct smallest s;
    for (int t = 0; t < g->n_types; t++) {
        size[t] = g->types[t].kind == TYPE_NODE ? HUGE_SIZE : 1;
        s.rule[t] = -1;
    }
    for (bool better = true; better;) {
        better = false;
        for (int r = 0; r < g->n_rules; r++) {
            int total = 1;
            for (int k = 0; k < g->rules[r].n_slots; k++)
                total += MIN(size[grammar_slot_type(g, r, k)], HUGE_SIZE);
            if (total < size[g->rules[r].type]) {
                size[g->rules[r].type] = total;
                s.rule[g->rules[r].type] = r;
                better = true;
            }
        }
    }
    return s;
}

/* A valid action for a candidate, picked by `pick` among all; the smallest if `finish`. */
static inline struct action pick_action(const struct derivation_rules *rules,
                                        const struct smallest *s, int field, uint32_t pick,
                                        bool finish)
{
    const struct grammar *g = rules->grammar;
    int type = g->fields[field].type;
    switch (g->types[type].kind) {
    case TYPE_TABLE:
        return (struct action){ACTION_TABLE, (int)(pick % (uint32_t)rules->n_tables)};
    case TYPE_COLUMN:
        return (struct action){ACTION_COLUMN, (int)(pick % (uint32_t)rules->n_columns)};
    case TYPE_VALUE:
        return (struct action){ACTION_TOKEN,
                               finish ? rules->eos : (int)(pick % (uint32_t)rules->n_tokens)};
    default:
        return (struct action){ACTION_RULE,
                               finish ? s->rule[type]
                                      : g->types[type].rules[pick % (uint32_t)g->types[type].n_rules]};
    }
}

#endif
