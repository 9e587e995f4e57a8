/* to_query.c - a typed tree as a query: the other direction of from_query.c. */
#include "tree/reading.h"

#include <string.h>

void *give_up(struct converter *c, enum status status, const char *why)
{
    if (c->status == ST_OK)
        c->status = fail(c->err, status, "%s", why);
    return NULL;
}

int child_of(const struct converter *c, int node, const char *field, int k)
{
    const struct grammar_rule *rule = rule_of(c, node);
    for (int i = 0; i < rule->n_slots; i++)
        if (strcmp(c->tree->grammar->fields[rule->slots[i].field].name, field) == 0 && k-- == 0)
            return c->tree->nodes[node].children[i];
    return -1;
}

/* A child that this meaning cannot be without; a foreign grammar may lack it. */
static int need(struct converter *c, int node, const char *field)
{
    int at = child_of(c, node, field, 0);
    if (at < 0)
        give_up(c, ST_UNSUPPORTED, "the grammar lacks a field this rule needs");
    return at;
}

struct expr_list {
    struct expr **v;
    int n, capacity;
};

/* The expressions below a node's col_unit fields, continuations included. */
static bool read_units(struct converter *c, int node, const struct scope *scope,
                       struct expr_list *list)
{
    for (int k = 0, at; (at = child_of(c, node, "col_unit", k)) >= 0; k++) {
        if (constructor_of(c, at) == CONS_MORE_UNITS) {
            if (!read_units(c, at, scope, list))
                return false;
            continue;
        }
        struct expr *e = read_expr(c, at, scope);
        if (!e)
            return false;
        *ARENA_PUSH(c->arena, list->v, list->n, list->capacity) = e;
    }
    return true;
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

/* The items below a node's tab_id, from_sql, source and join fields, continuations included. */
static bool read_sources(struct converter *c, int node, struct query *q, int *capacity,
                         const struct scope *outer)
{
    int at;
    for (int k = 0; (at = child_of(c, node, "tab_id", k)) >= 0; k++)
        if (!push_source(c, q, capacity, c->tree->nodes[at].item, -1, outer))
            return false;
    for (int k = 0; (at = child_of(c, node, "from_sql", k)) >= 0; k++)
        if (!push_source(c, q, capacity, -1, at, outer))
            return false;
    for (int k = 0; (at = child_of(c, node, "source", k)) >= 0; k++)
        if (!read_sources(c, at, q, capacity, outer))
            return false;
    for (int k = 0; (at = child_of(c, node, "join", k)) >= 0; k++)
        if (!push_source(c, q, capacity, c->tree->nodes[c->tree->nodes[at].children[0]].item, -1,
                         outer))
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
        *ARENA_PUSH(c->arena, q->order, q->n_order, *capacity) =
            (struct order_term){.expr = e, .descending = descending};
    return e != NULL;
}

static bool read_orderings(struct converter *c, int node, struct query *q, int *capacity,
                           const struct scope *scope)
{
    for (int k = 0, at; (at = child_of(c, node, "ordering", k)) >= 0; k++) {
        enum constructor constructor = constructor_of(c, at);
        if (constructor == CONS_MORE_ORDERINGS) {
            if (!read_orderings(c, at, q, capacity, scope))
                return false;
            continue;
        }
        int unit = need(c, at, "col_unit");
        if (unit < 0 ||
            !push_order(c, q, capacity, read_expr(c, unit, scope), constructor == CONS_DESCENDING))
            return false;
    }
    return true;
}

static bool read_order(struct converter *c, int node, struct query *q, const struct scope *scope)
{
    int capacity = 0;
    while (node >= 0 && constructor_of(c, node) == CONS_OFFSET) { /* an outer one wins */
        const char *offset = read_count(c, node, "offset");
        if (!offset)
            return false;
        q->offset = q->offset ? q->offset : offset;
        node = need(c, node, "orderby");
    }
    if (node < 0)
        return c->status == ST_OK;
    struct expr_list units = {0};
    int order = child_of(c, node, "order", 0);
    if (!read_units(c, node, scope, &units) || !read_orderings(c, node, q, &capacity, scope))
        return false;
    for (int i = 0; i < units.n; i++)
        push_order(c, q, &capacity, units.v[i], order >= 0 && constructor_of(c, order) == CONS_DESC);
    if (child_of(c, node, "limit", 0) >= 0 && !(q->limit = read_count(c, node, "limit")))
        return false;
    if (child_of(c, node, "offset", 0) >= 0 && !(q->offset = read_count(c, node, "offset")))
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
    for (int k = 0, at; (at = child_of(c, node, "col_id", k)) >= 0; k++)
        *ARENA_PUSH(c->arena, units.v, units.n, units.capacity) =
            read_column(c, at, scope, 0, false);
    q->group = units.v;
    q->n_group = units.n;
    q->having = read_condition(c, child_of(c, node, "having", 0), scope);
    return c->status == ST_OK;
}

/* ---- queries ----------------------------------------------------------------------------- */

/* The condition of a join: of its keys, of more, of both; and whether there is one. */
static bool read_join(struct converter *c, int node, struct query *q, const struct scope *scope,
                      int i)
{
    int left = child_of(c, node, "left", 0), right = child_of(c, node, "right", 0);
    int on = child_of(c, node, "on", 0), n = 0;
    struct expr *conjuncts[2];
    if (left >= 0) {
        struct scope before = *scope;
        before.n_sources = i;
        before.parent = NULL;
        struct column_ref ref = {.column = c->tree->nodes[right].item, .source = i, .output = -1};
        const struct column *column = &c->schema->columns[ref.column];
        if (column->table != q->from[i].table)
            return give_up(c, ST_INPUT, "a join's right column is not of its table");
        struct expr *sides[2] = {read_column(c, left, &before, 0, false), expr_column(c->arena, ref)};
        conjuncts[n++] = expr_node(c->arena, EXPR_COMPARE, CMP_EQ, sides, 2);
    }
    struct expr *more = read_condition(c, on, scope);
    if (c->status != ST_OK)
        return false;
    if (more)
        conjuncts[n++] = more;
    q->from[i].join = (enum join)row_of(c, node)->op;
    if (n > 0 && !(q->from[i].on = expr_junction(c->arena, EXPR_AND, conjuncts, n)))
        return give_up(c, ST_LIMIT, "tree nested too deeply for a query");
    return true;
}

/* ON: of each join, or one condition for all of them. */
static bool read_joins(struct converter *c, int from, struct query *q, const struct scope *scope)
{
    int join;
    for (int k = 0; (join = child_of(c, from, "join", k)) >= 0; k++)
        if (!read_join(c, join, q, scope, k + 1))
            return false;
    int on = child_of(c, from, "from", 0);
    if (on >= 0 && q->n_from > 0) /* query_finish puts each conjunct at its join */
        q->from[q->n_from - 1].on = read_condition(c, on, scope);
    return c->status == ST_OK;
}

static bool read_clauses(struct converter *c, int node, struct query *q, const struct scope *outer)
{
    int from = need(c, node, "from"), select = need(c, node, "select");
    int group = child_of(c, node, "groupby", 0), capacity = 0;
    if (from < 0 || select < 0 || !read_sources(c, from, q, &capacity, outer))
        return false;
    struct scope *scope = scope_of(c->arena, c->schema, q, outer);
    struct expr_list units = {0};
    if (!read_joins(c, from, q, scope) || !read_units(c, select, scope, &units))
        return false;
    q->select = units.v;
    q->n_select = units.n;
    int distinct = child_of(c, select, "distinct", 0);
    q->distinct = constructor_of(c, select) == CONS_SELECT_DISTINCT ||
                  (distinct >= 0 && constructor_of(c, distinct) == CONS_TRUE);
    q->where = read_condition(c, child_of(c, node, "where", 0), scope);
    return c->status == ST_OK && (group < 0 || read_group(c, group, q, scope)) &&
           read_order(c, child_of(c, node, "orderby", 0), q, scope);
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

struct query *read_query(struct converter *c, int node, const struct scope *outer)
{
    if (row_of(c, node)->shape == SHAPE_SET)
        return read_compound(c, node, (enum set_op)row_of(c, node)->op, outer);
    return constructor_of(c, node) == CONS_ORDERED_SET ? read_ordered(c, node, outer)
                                                       : read_plain(c, node, outer);
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
