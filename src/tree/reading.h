/* reading.h - what to_query.c and to_expr.c share. */
#ifndef ASTORMER_TREE_READING_H
#define ASTORMER_TREE_READING_H

#include "tree/internal.h"

struct converter {
    struct arena *arena;
    const struct schema *schema;
    const struct tree *tree;
    enum status status;
    struct error *err;
};

/* The first failure counts; returns NULL. */
void *give_up(struct converter *c, enum status status, const char *why);
/* The k-th child in a field of that name, -1 if there are fewer. */
int child_of(const struct converter *c, int node, const char *field, int k);

static inline const struct grammar_rule *rule_of(const struct converter *c, int node)
{
    return &c->tree->grammar->rules[c->tree->nodes[node].rule];
}
static inline enum constructor constructor_of(const struct converter *c, int node)
{
    return rule_of(c, node)->constructor;
}
static inline const struct constructor_row *row_of(const struct converter *c, int node)
{
    return &constructors[constructor_of(c, node)];
}

struct query *read_query(struct converter *c, int node, const struct scope *outer);
/* NULL with c->status ST_OK is a condition that is absent; as a value it is NULL. */
struct expr *read_expr(struct converter *c, int node, const struct scope *scope);
/* An absent field is an absent condition. */
struct expr *read_condition(struct converter *c, int node, const struct scope *scope);
/* A column id as the k-th FROM item in sight means it; dangling if there is none for k = 0. */
struct expr *read_column(struct converter *c, int leaf, const struct scope *scope, int k,
                         bool right_operand);

#endif
