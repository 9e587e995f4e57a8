/* building.h - what from_query.c and from_expr.c share: nodes of a tree made by the names of the
 * grammar, a rule by its family and number, a child by its slot or the name of its field, so that the
 * order of fields and the size of families stay the grammar file's business. */
#ifndef ASTORMER_TREE_BUILDING_H
#define ASTORMER_TREE_BUILDING_H

#include "tree/internal.h"

struct builder {
    struct arena *arena;
    const struct schema *schema;
    struct tree *tree;
    enum status status;
    struct error *err;
};

/* Where a new node goes: a slot of a node; the root has node -1, nowhere slot -1. */
struct spot {
    int node, slot;
};
#define ROOT_SPOT ((struct spot){-1, 0})

/* The first failure counts; returns -1. */
int refuse(struct builder *b, const char *what, const char *name);
/* The first empty slot of that field name. */
struct spot spot_of(struct builder *b, int node, const char *field);
int type_at(const struct builder *b, struct spot at);

/* These return the new node, -1 on failure. */
int add_rule(struct builder *b, struct spot at, enum constructor constructor, int n);
int add_item(struct builder *b, struct spot at, enum type_kind kind, int item);
int add_value(struct builder *b, struct spot at, struct literal value);
/* The leaf that stands for an operator or flag. */
int add_operator(struct builder *b, struct spot at, int op);

/* The largest number of a family, 0 if the grammar lacks it; its first rule, or -1. */
int family_max(const struct builder *b, enum constructor constructor);
int family_first(const struct builder *b, enum constructor constructor);

/* Is it what a bare column id means here? */
bool is_default(const struct scope *scope, const struct expr *e, bool right_operand);

void build_expr(struct builder *b, struct spot at, const struct expr *e, const struct scope *scope);
void build_condition(struct builder *b, struct spot at, const struct expr *e,
                     const struct scope *scope); /* NULL: none */
void build_ordering(struct builder *b, struct spot at, const struct expr *e, bool descending,
                    const struct scope *scope);
void build_query(struct builder *b, struct spot at, const struct query *q,
                 const struct scope *outer);

#endif
