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

static enum constructor constructor_of(const struct converter *c, int node)
{
    return c->tree->grammar->rules[c->tree->nodes[node].rule].constructor;
}

static const struct constructor_row *row_of(const struct converter *c, int node)
{
    return &constructors[constructor_of(c, node)];
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
static struct expr *read_expr(struct converter *c, int node, const struct scope *scope);

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

static struct expr *read_output(struct converter *c, int number, const struct scope *scope)
{
    struct column_ref ref;
    if (!scope_output(scope, number - 1, &ref))
        return give_up(c, ST_INPUT, "no derived table has that many outputs");
    return expr_column(c->arena, ref);
}

struct expr_list {
    struct expr **v;
    int n, capacity;
};

/* What the children of a node say. */
struct contents {
    struct expr *args[GRAMMAR_MAX_SLOTS];
    int n_args;
    struct query *query;
    struct literal literal;
    int op, aggregate; /* -1: none */
    bool distinct, absent; /* absent: a condition there is none of */
};

/* IN wants a list or a query on its right side, the others anything but a list. */
static struct expr *fit_value(struct converter *c, int op, struct expr *value)
{
    bool in = op == CMP_IN || op == CMP_NOT_IN;
    if (value && in && value->kind != EXPR_LIST && value->kind != EXPR_QUERY)
        return built(c, expr_node(c->arena, EXPR_LIST, 0, &value, 1));
    if (value && !in && value->kind == EXPR_LIST)
        return give_up(c, ST_INPUT, "a list of values where one is wanted");
    return value;
}

static bool push_arg(struct contents *to, struct expr *e)
{
    to->args[to->n_args++] = e;
    return e != NULL;
}

/* One child: an operator or flag, a literal, a query, a column or an argument. */
static bool read_child(struct converter *c, int node, int slot, struct contents *to,
                       const struct scope *scope)
{
    const struct grammar *g = c->tree->grammar;
    const struct tree_node *parent = &c->tree->nodes[node];
    const struct grammar_type *type = &g->types[grammar_slot_type(g, parent->rule, slot)];
    const struct constructor_row *row = row_of(c, node);
    int at = parent->children[slot];
    if (type->kind == TYPE_VALUE) {
        to->literal = c->tree->nodes[at].value;
        return true;
    }
    if (type->kind == TYPE_TABLE)
        return push_arg(to, read_star(c, at, scope));
    if (type->kind == TYPE_COLUMN)
        return push_arg(to, read_column(c, at, scope,
                                        row->shape == SHAPE_INSTANCE ? g->rules[parent->rule].n - 1 : 0,
                                        to->n_args == 1));
    if (type->part == NODE_SQL)
        return (to->query = read_query(c, at, scope)) != NULL;
    const struct constructor_row *child_row = row_of(c, at);
    if (child_row->shape == SHAPE_OPERATOR) {
        if (type->part == NODE_DISTINCT)
            to->distinct = child_row->op;
        else
            *(type->part == NODE_AGGREGATE ? &to->aggregate : &to->op) = child_row->op;
        return true;
    }
    struct expr *e = read_expr(c, at, scope);
    to->absent |= !e && c->status == ST_OK;
    return push_arg(to, e) || c->status == ST_OK;
}

/* The node of a row that needs no code of its own. */
static struct expr *make_node(struct converter *c, const struct constructor_row *row,
                              struct contents *x)
{
    enum expr_kind kind = (enum expr_kind)row->kind;
    if (x->absent)
        return kind == EXPR_NOT ? NULL : give_up(c, ST_INPUT, "no condition where one is needed");
    if (kind == EXPR_LITERAL)
        return expr_literal(c->arena, row->op >= 0 ? (enum literal_kind)row->op : x->literal.kind,
                            x->literal.text);
    if (kind == EXPR_QUERY || kind == EXPR_EXISTS)
        return built(c, expr_query(c->arena, kind, x->query));
    if (kind == EXPR_AGGREGATE && x->aggregate < 0)
        return x->args[0];
    bool negatable = kind == EXPR_BETWEEN;
    int op = negatable ? 0 : kind == EXPR_AGGREGATE ? x->aggregate : row->op >= 0 ? row->op : MAX(x->op, 0);
    if (kind == EXPR_COMPARE || kind == EXPR_BETWEEN)
        for (int i = 1; i < x->n_args; i++)
            if (!(x->args[i] = fit_value(c, kind == EXPR_COMPARE ? op : -1, x->args[i])))
                return NULL;
    struct expr *e = built(c, expr_node(c->arena, kind, op, x->args, x->n_args));
    if (e && negatable)
        e->negated = row->op;
    if (e && kind == EXPR_AGGREGATE)
        e->distinct = x->distinct;
    return e;
}

/* A column, or the arithmetic of two, aggregated if the node says so. */
static struct expr *make_column(struct converter *c, int node, const struct constructor_row *row,
                                struct contents *x, const struct scope *scope)
{
    struct expr *e = x->args[0];
    if (row->shape == SHAPE_OUTPUT)
        e = read_output(c, c->tree->grammar->rules[c->tree->nodes[node].rule].n, scope);
    else if (row->shape == SHAPE_COLUMNS)
        e = built(c, expr_node(c->arena, EXPR_ARITHMETIC, x->op, x->args, 2));
    if (!e || x->aggregate < 0)
        return e;
    e = built(c, expr_node(c->arena, EXPR_AGGREGATE, x->aggregate, &e, 1));
    if (e)
        e->distinct = x->distinct;
    return e;
}

/* The items of a list, continuations included; what is absent is left out. */
static bool read_items(struct converter *c, int node, const struct scope *scope,
                       struct expr_list *list)
{
    int n = c->tree->grammar->rules[c->tree->nodes[node].rule].n_slots;
    for (int k = 0; k < n; k++) {
        int at = c->tree->nodes[node].children[k];
        if (row_of(c, node)->shape == SHAPE_LIST && constructor_of(c, at) == constructor_of(c, node)) {
            if (!read_items(c, at, scope, list))
                return false;
            continue;
        }
        struct expr *e = read_expr(c, at, scope);
        if (c->status != ST_OK)
            return false;
        if (e)
            *ARENA_PUSH(c->arena, list->v, list->n, list->capacity) = e;
    }
    return true;
}

static struct expr *read_list(struct converter *c, int node, const struct constructor_row *row,
                              const struct scope *scope)
{
    struct expr_list list = {0};
    if (!read_items(c, node, scope, &list) || (list.n == 0 && row->shape == SHAPE_JUNCTION))
        return NULL;
    return built(c, row->shape == SHAPE_LIST
                        ? expr_node(c->arena, EXPR_LIST, 0, list.v, list.n)
                        : expr_junction(c->arena, (enum expr_kind)row->kind, list.v, list.n));
}

/* NULL with c->status ST_OK is a condition that is absent; as a value it is NULL. */
static struct expr *read_expr(struct converter *c, int node, const struct scope *scope)
{
    const struct constructor_row *row = row_of(c, node);
    struct contents x = {.op = -1, .aggregate = -1};
    if (row->shape == SHAPE_JUNCTION || row->shape == SHAPE_LIST)
        return read_list(c, node, row, scope);
    if (constructor_of(c, node) == CONS_NO_CONDITION)
        return NULL;
    if (constructor_of(c, node) == CONS_MORE_UNITS)
        return give_up(c, ST_INPUT, "a continued list where one column is wanted");
    int n = c->tree->grammar->rules[c->tree->nodes[node].rule].n_slots;
    for (int k = 0; k < n; k++)
        if (!read_child(c, node, k, &x, scope))
            return NULL;
    if (row->shape == SHAPE_NODE)
        return make_node(c, row, &x);
    if (row->shape == SHAPE_WRAP)
        return x.args[0] ? x.args[0] : expr_literal(c->arena, LITERAL_NULL, NULL);
    return make_column(c, node, row, &x, scope);
}

/* An absent field is an absent condition. */
static struct expr *read_condition(struct converter *c, int node, const struct scope *scope)
{
    return node < 0 ? NULL : read_expr(c, node, scope);
}

/* The expressions below a node's col_unit fields, continuations included. */
static bool read_units(struct converter *c, int node, const struct scope *scope,
                       struct expr_list *list)
{
    for (int k = 0, at; (at = child(c, node, "col_unit", k)) >= 0; k++) {
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
        *ARENA_PUSH(c->arena, q->order, q->n_order, *capacity) =
            (struct order_term){.expr = e, .descending = descending};
    return e != NULL;
}

static bool read_orderings(struct converter *c, int node, struct query *q, int *capacity,
                           const struct scope *scope)
{
    for (int k = 0, at; (at = child(c, node, "ordering", k)) >= 0; k++) {
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
    int order = child(c, node, "order", 0);
    if (!read_units(c, node, scope, &units) || !read_orderings(c, node, q, &capacity, scope))
        return false;
    for (int i = 0; i < units.n; i++)
        push_order(c, q, &capacity, units.v[i], order >= 0 && constructor_of(c, order) == CONS_DESC);
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
    if (q->n_from > 0) /* query_finish puts each conjunct at its join */
        q->from[q->n_from - 1].on = read_condition(c, child(c, from, "from", 0), scope);
    struct expr_list units = {0};
    if (c->status != ST_OK || !read_units(c, select, scope, &units))
        return false;
    q->select = units.v;
    q->n_select = units.n;
    int distinct = child(c, select, "distinct", 0);
    q->distinct = distinct >= 0 && constructor_of(c, distinct) == CONS_TRUE;
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
