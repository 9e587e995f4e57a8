/* to_query.c - a typed tree as a query: the other direction of from_query.c, for any tree the
 * grammar allows, also those no query was ever made of. */
#include "tree/internal.h"

#include <string.h>

struct converter {
    struct arena *arena;
    const struct schema *schema;
    const struct tree *tree;
    enum status status;
    struct error *err;
};

static void *give_up(struct converter *c, enum status status, const char *why)
{
    if (c->status == ST_OK)
        c->status = fail(c->err, status, "%s", why);
    return NULL;
}

static struct expr *built(struct converter *c, struct expr *e)
{
    return e ? e : give_up(c, ST_LIMIT, "tree nested too deeply for a query");
}

/* ---- reading nodes ----------------------------------------------------------------------- */

static enum meaning meaning_of(const struct converter *c, int node)
{
    return (enum meaning)c->tree->grammar->rules[c->tree->nodes[node].rule].meaning;
}

/* The k-th child in a field of that name, -1 if there are fewer. */
static int child(const struct converter *c, int node, const char *field, int k)
{
    const struct grammar *g = c->tree->grammar;
    const struct grammar_rule *rule = &g->rules[c->tree->nodes[node].rule];
    for (int i = 0; i < rule->n_slots; i++)
        if (strcmp(g->fields[rule->slots[i].field].name, field) == 0 && k-- == 0)
            return c->tree->nodes[node].children[i];
    return -1;
}

/* A child that this meaning cannot be without; a foreign grammar may lack it. */
static int need(struct converter *c, int node, const char *field)
{
    int at = child(c, node, field, 0);
    if (at < 0)
        give_up(c, ST_UNSUPPORTED, "the grammar lacks a field this rule needs");
    return at;
}

static struct query *read_query(struct converter *c, int node, const struct scope *outer);
static struct expr *read_condition(struct converter *c, int node, const struct scope *scope);
static struct expr *read_unit(struct converter *c, int node, const struct scope *scope);

/* ---- columns and expressions ------------------------------------------------------------- */

/* A column that no visible FROM item provides stays dangling, as what was decoded. */
static struct expr *read_column(struct converter *c, int leaf, const struct scope *scope, int k,
                                bool right)
{
    struct column_ref ref;
    int column = c->tree->nodes[leaf].item;
    if (k == 0)
        default_ref(scope, column, right, &ref);
    else if (!scope_provider(scope, column, k, &ref))
        return give_up(c, ST_INPUT, "fewer FROM items have this column than the tree counts");
    return expr_column(c->arena, ref);
}

static struct expr *aggregated(struct converter *c, int node, struct expr *arg)
{
    int agg = need(c, node, "agg_op"), distinct = child(c, node, "distinct", 0);
    if (agg < 0 || !arg)
        return NULL;
    enum meaning meaning = meaning_of(c, agg);
    if (meaning == MEANS_NONE)
        return arg;
    struct expr *e =
        built(c, expr_node(c->arena, EXPR_AGGREGATE, (int)(meaning - MEANS_MAX), &arg, 1));
    if (e)
        e->distinct = distinct >= 0 && meaning_of(c, distinct) == MEANS_TRUE;
    return e;
}

/* The first FROM item of that table; a bare '*' if there is none. */
static struct expr *read_star(struct converter *c, int leaf, const struct scope *scope)
{
    struct column_ref ref = {.source = -1, .output = -1};
    int up = 0;
    for (const struct scope *s = scope; s && ref.source < 0; s = s->parent, up++)
        for (int i = 0; i < s->n_sources && ref.source < 0; i++)
            if (s->sources[i]->table == c->tree->nodes[leaf].item) {
                ref.up = up;
                ref.source = i;
            }
    return expr_column(c->arena, ref);
}

static struct expr *read_arithmetic(struct converter *c, int node, const struct scope *scope,
                                    bool columns)
{
    int op = need(c, node, "unit_op"), left = need(c, node, "left"), right = need(c, node, "right");
    if (op < 0 || left < 0 || right < 0)
        return NULL;
    struct expr *args[2];
    args[0] = columns ? read_column(c, left, scope, 0, false) : read_unit(c, left, scope);
    args[1] = columns ? read_column(c, right, scope, 0, true) : read_unit(c, right, scope);
    if (c->status != ST_OK)
        return NULL;
    return built(
        c, expr_node(c->arena, EXPR_ARITHMETIC, (int)(meaning_of(c, op) - MEANS_MINUS), args, 2));
}

static struct expr *read_output(struct converter *c, int node, const struct scope *scope)
{
    struct column_ref ref;
    int n = c->tree->grammar->rules[c->tree->nodes[node].rule].n;
    if (!scope_output(scope, n - 1, &ref))
        return give_up(c, ST_INPUT, "no derived table has that many outputs");
    return expr_column(c->arena, ref);
}

static struct expr *read_literal(struct converter *c, int leaf)
{
    if (leaf < 0)
        return NULL;
    struct literal literal = c->tree->nodes[leaf].value;
    return expr_literal(c->arena, literal.kind, literal.text);
}

/* A condition used as a value; an absent one is NULL. */
static struct expr *read_condition_unit(struct converter *c, int node, const struct scope *scope)
{
    struct expr *e = read_condition(c, node, scope);
    return e || c->status != ST_OK ? e : expr_literal(c->arena, LITERAL_NULL, NULL);
}

static struct expr *read_query_value(struct converter *c, int node, enum expr_kind kind,
                                     const struct scope *scope)
{
    struct query *q = node < 0 ? NULL : read_query(c, node, scope);
    return q ? built(c, expr_query(c->arena, kind, q)) : NULL;
}

static struct expr *read_unit(struct converter *c, int node, const struct scope *scope)
{
    int k = c->tree->grammar->rules[c->tree->nodes[node].rule].n, leaf;
    switch (meaning_of(c, node)) {
    case MEANS_UNARY:
    case MEANS_INSTANCE:
        leaf = need(c, node, "col_id");
        return leaf < 0 ? NULL
                        : aggregated(c, node, read_column(c, leaf, scope, MAX(k - 1, 0), false));
    case MEANS_BINARY:
        return aggregated(c, node, read_arithmetic(c, node, scope, true));
    case MEANS_ARITHMETIC:
        return read_arithmetic(c, node, scope, false);
    case MEANS_OUTPUT:
        return aggregated(c, node, read_output(c, node, scope));
    case MEANS_TABLE_STAR:
        leaf = need(c, node, "tab_id");
        return leaf < 0 ? NULL : aggregated(c, node, read_star(c, leaf, scope));
    case MEANS_AGGREGATE:
        leaf = need(c, node, "col_unit");
        return leaf < 0 ? NULL : aggregated(c, node, read_unit(c, leaf, scope));
    case MEANS_LITERAL_UNIT:
        return read_literal(c, need(c, node, "val_id"));
    case MEANS_NULL_UNIT:
        return expr_literal(c->arena, LITERAL_NULL, NULL);
    case MEANS_QUERY_UNIT:
        return read_query_value(c, need(c, node, "value_sql"), EXPR_QUERY, scope);
    case MEANS_CONDITION_UNIT:
        leaf = need(c, node, "condition");
        return leaf < 0 ? NULL : read_condition_unit(c, leaf, scope);
    case MEANS_MORE_UNITS:
        return give_up(c, ST_INPUT, "a continued list where one column is wanted");
    default:
        return give_up(c, ST_UNSUPPORTED, "a rule of another kind where a column is wanted");
    }
}

struct expr_list {
    struct expr **v;
    int n, capacity;
};

/* The expressions below a node's col_unit fields, continuations included. */
static bool read_units(struct converter *c, int node, const struct scope *scope,
                       struct expr_list *list)
{
    for (int k = 0, at; (at = child(c, node, "col_unit", k)) >= 0; k++) {
        if (meaning_of(c, at) == MEANS_MORE_UNITS) {
            if (!read_units(c, at, scope, list))
                return false;
            continue;
        }
        struct expr *e = read_unit(c, at, scope);
        if (!e)
            return false;
        *ARENA_PUSH(c->arena, list->v, list->n, list->capacity) = e;
    }
    return true;
}

/* ---- conditions -------------------------------------------------------------------------- */

static struct expr *read_value(struct converter *c, int node, const struct scope *scope);

static bool read_list(struct converter *c, int node, const struct scope *scope,
                      struct expr_list *list)
{
    for (int k = 0, at; (at = child(c, node, "value", k)) >= 0; k++) {
        if (meaning_of(c, at) == MEANS_LIST_VALUE) {
            if (!read_list(c, at, scope, list))
                return false;
            continue;
        }
        struct expr *e = read_value(c, at, scope);
        if (!e)
            return false;
        *ARENA_PUSH(c->arena, list->v, list->n, list->capacity) = e;
    }
    return true;
}

static struct expr *read_value(struct converter *c, int node, const struct scope *scope)
{
    int leaf;
    switch (meaning_of(c, node)) {
    case MEANS_SQL_VALUE:
        return read_query_value(c, need(c, node, "value_sql"), EXPR_QUERY, scope);
    case MEANS_LITERAL_VALUE:
        return read_literal(c, need(c, node, "val_id"));
    case MEANS_COLUMN_VALUE:
        leaf = need(c, node, "col_id");
        return leaf < 0 ? NULL : read_column(c, leaf, scope, 0, false);
    case MEANS_NULL_VALUE:
        return expr_literal(c->arena, LITERAL_NULL, NULL);
    case MEANS_UNIT_VALUE:
        leaf = need(c, node, "col_unit");
        return leaf < 0 ? NULL : read_unit(c, leaf, scope);
    case MEANS_LIST_VALUE: {
        struct expr_list list = {0};
        return read_list(c, node, scope, &list)
                   ? built(c, expr_node(c->arena, EXPR_LIST, 0, list.v, list.n))
                   : NULL;
    }
    default:
        return give_up(c, ST_UNSUPPORTED, "a rule of another kind where a value is wanted");
    }
}

/* The right side of a comparison: IN wants a list or a query, the others anything but a list. */
static struct expr *fit_value(struct converter *c, int op, struct expr *value)
{
    bool in = op == CMP_IN || op == CMP_NOT_IN;
    if (value && in && value->kind != EXPR_LIST && value->kind != EXPR_QUERY)
        return built(c, expr_node(c->arena, EXPR_LIST, 0, &value, 1));
    if (value && !in && value->kind == EXPR_LIST)
        return give_up(c, ST_INPUT, "a list of values where one is wanted");
    return value;
}

static struct expr *read_comparison(struct converter *c, int node, const struct scope *scope)
{
    enum meaning meaning = meaning_of(c, node);
    int unit = need(c, node, "col_unit");
    struct expr *args[3] = {unit < 0 ? NULL : read_unit(c, unit, scope)};
    if (!args[0])
        return NULL;
    if (meaning == MEANS_CMP) {
        int op = need(c, node, "cmp_op"), value = need(c, node, "value");
        if (op < 0 || value < 0)
            return NULL;
        op = (int)(meaning_of(c, op) - MEANS_EQUAL);
        args[1] = fit_value(c, op, read_value(c, value, scope));
        return args[1] ? built(c, expr_node(c->arena, EXPR_COMPARE, op, args, 2)) : NULL;
    }
    for (int i = 1; i < 3; i++) {
        int value = need(c, node, i == 1 ? "left" : "right");
        args[i] = value < 0 ? NULL : fit_value(c, -1, read_value(c, value, scope));
        if (!args[i])
            return NULL;
    }
    struct expr *e = built(c, expr_node(c->arena, EXPR_BETWEEN, 0, args, 3));
    if (e)
        e->negated = meaning == MEANS_NOT_BETWEEN;
    return e;
}

/* NoCondition below and/or says nothing and is left out. */
static struct expr *read_junction(struct converter *c, int node, enum expr_kind kind,
                                  const struct scope *scope)
{
    struct expr_list list = {0};
    for (int k = 0, at; (at = child(c, node, "condition", k)) >= 0; k++) {
        struct expr *e = read_condition(c, at, scope);
        if (c->status != ST_OK)
            return NULL;
        if (e)
            *ARENA_PUSH(c->arena, list.v, list.n, list.capacity) = e;
    }
    return list.n ? built(c, expr_junction(c->arena, kind, list.v, list.n)) : NULL;
}

/* NULL with c->status ST_OK means there is no condition. */
static struct expr *read_condition(struct converter *c, int node, const struct scope *scope)
{
    if (node < 0)
        return NULL;
    switch (meaning_of(c, node)) {
    case MEANS_NO_CONDITION:
        return NULL;
    case MEANS_AND:
        return read_junction(c, node, EXPR_AND, scope);
    case MEANS_OR:
        return read_junction(c, node, EXPR_OR, scope);
    case MEANS_NOT: {
        struct expr *e = read_condition(c, child(c, node, "condition", 0), scope);
        return e ? built(c, expr_node(c->arena, EXPR_NOT, 0, &e, 1)) : NULL;
    }
    case MEANS_EXISTS:
        return read_query_value(c, need(c, node, "value_sql"), EXPR_EXISTS, scope);
    case MEANS_CMP:
    case MEANS_BETWEEN:
    case MEANS_NOT_BETWEEN:
        return read_comparison(c, node, scope);
    default:
        return give_up(c, ST_UNSUPPORTED, "a rule of another kind where a condition is wanted");
    }
}

/* ---- clauses ----------------------------------------------------------------------------- */

static bool push_source(struct converter *c, struct query *q, int *capacity, int table, int query,
                        const struct scope *outer)
{
    if (q->n_from == SQL_MAX_SOURCES)
        return give_up(c, ST_LIMIT, "too many items in FROM");
    struct source s = {.table = table};
    if (query >= 0) {
        s.query = read_query(c, query, outer);
        if (!s.query)
            return false;
    }
    *ARENA_PUSH(c->arena, q->from, q->n_from, *capacity) = s;
    return true;
}

/* The items below a node's tab_id, from_sql and source fields, continuations included. */
static bool read_sources(struct converter *c, int node, struct query *q, int *capacity,
                         const struct scope *outer)
{
    int at;
    for (int k = 0; (at = child(c, node, "tab_id", k)) >= 0; k++)
        if (!push_source(c, q, capacity, c->tree->nodes[at].item, -1, outer))
            return false;
    for (int k = 0; (at = child(c, node, "from_sql", k)) >= 0; k++)
        if (!push_source(c, q, capacity, -1, at, outer))
            return false;
    for (int k = 0; (at = child(c, node, "source", k)) >= 0; k++)
        if (!read_sources(c, at, q, capacity, outer))
            return false;
    return true;
}

static const char *read_count(struct converter *c, int node, const char *field)
{
    int leaf = need(c, node, field);
    if (leaf < 0)
        return NULL;
    const char *text = c->tree->nodes[leaf].value.text;
    size_t n = strlen(text);
    if (n == 0 || n > 18 || strspn(text, "0123456789") < n)
        return give_up(c, ST_INPUT, "LIMIT or OFFSET is not a number of rows");
    return text;
}

static bool push_order(struct converter *c, struct query *q, int *capacity, struct expr *e,
                       bool descending)
{
    if (e)
        *ARENA_PUSH(c->arena, q->order, q->n_order, *capacity) = (struct order_term){e, descending};
    return e != NULL;
}

static bool read_orderings(struct converter *c, int node, struct query *q, int *capacity,
                           const struct scope *scope)
{
    for (int k = 0, at; (at = child(c, node, "ordering", k)) >= 0; k++) {
        enum meaning meaning = meaning_of(c, at);
        if (meaning == MEANS_MORE_ORDERINGS) {
            if (!read_orderings(c, at, q, capacity, scope))
                return false;
            continue;
        }
        int unit = need(c, at, "col_unit");
        if (unit < 0 ||
            !push_order(c, q, capacity, read_unit(c, unit, scope), meaning == MEANS_DESCENDING))
            return false;
    }
    return true;
}

static bool read_order(struct converter *c, int node, struct query *q, const struct scope *scope)
{
    int capacity = 0;
    while (node >= 0 && meaning_of(c, node) == MEANS_OFFSET) { /* an outer one wins */
        const char *offset = read_count(c, node, "offset");
        if (!offset)
            return false;
        q->offset = q->offset ? q->offset : offset;
        node = need(c, node, "orderby");
    }
    if (node < 0)
        return c->status == ST_OK;
    struct expr_list units = {0};
    int order = child(c, node, "order", 0);
    if (!read_units(c, node, scope, &units) || !read_orderings(c, node, q, &capacity, scope))
        return false;
    for (int i = 0; i < units.n; i++)
        push_order(c, q, &capacity, units.v[i], order >= 0 && meaning_of(c, order) == MEANS_DESC);
    if (child(c, node, "limit", 0) >= 0 && !(q->limit = read_count(c, node, "limit")))
        return false;
    if (q->offset && !q->limit)
        return give_up(c, ST_INPUT, "OFFSET without LIMIT");
    return true;
}

static bool read_group(struct converter *c, int node, struct query *q, const struct scope *scope)
{
    struct expr_list units = {0};
    if (!read_units(c, node, scope, &units))
        return false;
    for (int k = 0, at; (at = child(c, node, "col_id", k)) >= 0; k++)
        *ARENA_PUSH(c->arena, units.v, units.n, units.capacity) =
            read_column(c, at, scope, 0, false);
    q->group = units.v;
    q->n_group = units.n;
    q->having = read_condition(c, child(c, node, "having", 0), scope);
    return c->status == ST_OK;
}

/* ---- queries ----------------------------------------------------------------------------- */

static bool read_clauses(struct converter *c, int node, struct query *q, const struct scope *outer)
{
    int from = need(c, node, "from"), select = need(c, node, "select");
    int group = child(c, node, "groupby", 0), capacity = 0;
    if (from < 0 || select < 0 || !read_sources(c, from, q, &capacity, outer))
        return false;
    struct scope *scope = scope_of(c->arena, c->schema, q, outer);
    q->on = read_condition(c, child(c, from, "from", 0), scope);
    struct expr_list units = {0};
    if (c->status != ST_OK || !read_units(c, select, scope, &units))
        return false;
    q->select = units.v;
    q->n_select = units.n;
    int distinct = child(c, select, "distinct", 0);
    q->distinct = distinct >= 0 && meaning_of(c, distinct) == MEANS_TRUE;
    q->where = read_condition(c, child(c, node, "where", 0), scope);
    return c->status == ST_OK && (group < 0 || read_group(c, group, q, scope)) &&
           read_order(c, child(c, node, "orderby", 0), q, scope);
}

static struct query *read_plain(struct converter *c, int node, const struct scope *outer)
{
    struct query *q = ARENA_NEW(c->arena, struct query);
    if (!read_clauses(c, node, q, outer))
        return NULL;
    return query_finish(c->arena, q) ? q
                                     : give_up(c, ST_LIMIT, "tree nested too deeply for a query");
}

static struct query *read_compound(struct converter *c, int node, enum set_op op,
                                   const struct scope *outer)
{
    int left = need(c, node, "left"), right = need(c, node, "right");
    if (left < 0 || right < 0)
        return NULL;
    struct query *l = read_query(c, left, outer), *r = l ? read_query(c, right, outer) : NULL;
    if (!r)
        return NULL;
    struct query *q = query_compound(c->arena, op, l, r);
    return q ? q : give_up(c, ST_LIMIT, "tree nested too deeply for a query");
}

/* ORDER BY of a set operation; over a plain SELECT it is that one's own, where it has none. */
static struct query *read_ordered(struct converter *c, int node, const struct scope *outer)
{
    int operand = need(c, node, "operand"), order = need(c, node, "orderby");
    struct query *q = operand < 0 || order < 0 ? NULL : read_query(c, operand, outer);
    if (!q)
        return NULL;
    if (q->n_order || q->limit)
        return give_up(c, ST_INPUT, "ORDER BY or LIMIT twice");
    if (!read_order(c, order, q, scope_of(c->arena, c->schema, q, outer)))
        return NULL;
    return query_finish(c->arena, q) ? q
                                     : give_up(c, ST_LIMIT, "tree nested too deeply for a query");
}

static struct query *read_query(struct converter *c, int node, const struct scope *outer)
{
    switch (meaning_of(c, node)) {
    case MEANS_INTERSECT:
        return read_compound(c, node, SET_INTERSECT, outer);
    case MEANS_UNION:
        return read_compound(c, node, SET_UNION, outer);
    case MEANS_EXCEPT:
        return read_compound(c, node, SET_EXCEPT, outer);
    case MEANS_UNION_ALL:
        return read_compound(c, node, SET_UNION_ALL, outer);
    case MEANS_ORDERED_SET:
        return read_ordered(c, node, outer);
    case MEANS_PLAIN:
        return read_plain(c, node, outer);
    default:
        return give_up(c, ST_UNSUPPORTED, "a rule of another kind where a query is wanted");
    }
}

/* Recursion follows the tree, so its depth is bounded before anything is read. */
static bool too_deep(struct arena *arena, const struct tree *tree)
{
    int *depth = ARENA_ARRAY(arena, int, tree->n_nodes);
    for (int i = 1; i < tree->n_nodes; i++) {
        depth[i] = depth[tree->nodes[i].parent] + 1;
        if (depth[i] > 4 * SQL_MAX_HEIGHT)
            return true;
    }
    return false;
}

enum status tree_to_query(struct arena *arena, const struct schema *schema, const struct tree *tree,
                          struct query **out, struct error *err)
{
    struct converter c = {.arena = arena, .schema = schema, .tree = tree, .err = err};
    *out = NULL;
    if (grammar_is_tokens(tree->grammar))
        return tokens_to_query(arena, schema, tree, out, err);
    if (too_deep(arena, tree))
        return fail(err, ST_LIMIT, "tree nested too deeply for a query");
    struct query *q = read_query(&c, 0, NULL);
    if (c.status == ST_OK)
        *out = q;
    return c.status;
}
