/* building.c - nodes of a tree that is made of a query. */
#include "tree/building.h"

#include <string.h>

int refuse(struct builder *b, const char *what, const char *name)
{
    if (b->status == ST_OK)
        b->status = fail(b->err, ST_UNSUPPORTED, "%s '%s'", what, name);
    return -1;
}

/* The first empty slot of that field name below a node; -1 if there is none. */
static int free_slot(const struct tree *tree, int parent, const char *field)
{
    const struct tree_node *node = &tree->nodes[parent];
    const struct grammar_rule *rule = &tree->grammar->rules[node->rule];
    for (int k = 0; k < rule->n_slots; k++)
        if (!node->children[k] &&
            strcmp(tree->grammar->fields[rule->slots[k].field].name, field) == 0)
            return k;
    return -1;
}

struct spot spot_of(struct builder *b, int node, const char *field)
{
    if (node < 0)
        return (struct spot){-1, -1};
    int slot = free_slot(b->tree, node, field);
    if (slot < 0)
        refuse(b, "the grammar has no field", field);
    return (struct spot){node, slot};
}

static int field_at(const struct builder *b, struct spot at)
{
    const struct tree *t = b->tree;
    return at.node < 0 ? 0 : t->grammar->rules[t->nodes[at.node].rule].slots[at.slot].field;
}

int type_at(const struct builder *b, struct spot at)
{
    return b->tree->grammar->fields[field_at(b, at)].type;
}

/* Node 0 is the root and nobody's child, so 0 marks an empty slot. */
static int add_node(struct builder *b, struct spot at, enum type_kind kind)
{
    struct tree *tree = b->tree;
    if (b->status != ST_OK || at.slot < 0)
        return -1;
    int field = field_at(b, at);
    const char *name = tree->grammar->fields[field].name;
    if (tree->n_nodes == TREE_MAX_NODES)
        return refuse(b, "too many nodes in the tree at", name);
    if (tree->grammar->types[tree->grammar->fields[field].type].kind != kind)
        return refuse(b, "the grammar has another type for field", name);
    int id = tree->n_nodes;
    *ARENA_PUSH(b->arena, tree->nodes, tree->n_nodes, tree->capacity) = (struct tree_node){
        .field = field, .rule = -1, .item = -1, .parent = at.node, .slot = at.slot};
    if (at.node >= 0)
        tree->nodes[at.node].children[at.slot] = id;
    return id;
}

static int add_rule_id(struct builder *b, struct spot at, int rule)
{
    const struct grammar *g = b->tree->grammar;
    int node = add_node(b, at, TYPE_NODE);
    if (node < 0)
        return -1;
    if (type_at(b, at) != g->rules[rule].type)
        return refuse(b, "the grammar has another type for rule", g->rules[rule].name);
    b->tree->nodes[node].rule = rule;
    b->tree->nodes[node].children = ARENA_ARRAY(b->arena, int, g->rules[rule].n_slots);
    return node;
}

int add_rule(struct builder *b, struct spot at, enum constructor constructor, int n)
{
    const char *family = constructors[constructor].family;
    int rule = grammar_find_rule(b->tree->grammar, family, n);
    if (rule >= 0)
        return add_rule_id(b, at, rule);
    return refuse(b, "the grammar has no rule",
                  n ? arena_printf(b->arena, "%s[%d]", family, n) : family);
}

int add_item(struct builder *b, struct spot at, enum type_kind kind, int item)
{
    int node = add_node(b, at, kind);
    if (node >= 0)
        b->tree->nodes[node].item = item;
    return node;
}

int add_value(struct builder *b, struct spot at, struct literal value)
{
    int node = add_node(b, at, TYPE_VALUE);
    if (node >= 0)
        b->tree->nodes[node].value = value;
    return node;
}

int add_operator(struct builder *b, struct spot at, int op)
{
    const struct grammar *g = b->tree->grammar;
    if (at.slot < 0)
        return -1;
    const struct grammar_type *type = &g->types[type_at(b, at)];
    for (int i = 0; i < type->n_rules; i++)
        if (constructors[g->rules[type->rules[i]].constructor].op == op)
            return add_rule_id(b, at, type->rules[i]);
    return refuse(b, "the grammar lacks an operator of type", type->name);
}

int family_max(const struct builder *b, enum constructor constructor)
{
    return grammar_family_max(b->tree->grammar, constructors[constructor].family);
}

int family_first(const struct builder *b, enum constructor constructor)
{
    const char *family = constructors[constructor].family;
    return map_get(&b->tree->grammar->families, family, strlen(family), -1);
}

