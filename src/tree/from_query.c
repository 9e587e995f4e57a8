/* from_query.c - a query as a typed tree: its clauses.  Wherever the paper's rules can say it, they
 * are used, which leaves the extensions of sql.asdl to the queries that need them; the everyday
 * grammar has clauses of its own. */
#include "tree/building.h"

/* ---- clauses ----------------------------------------------------------------------------- */

static void build_sources(struct builder *b, int node, const struct source *sources, int n, int fit,
                          const struct scope *parent)
{
    for (int i = 0; i < (n > fit ? fit - 1 : fit) && b->status == ST_OK; i++) {
        bool table = !sources[i].query;
        int child = add_rule(b, spot_of(b, node, "source"),
                             table ? CONS_TABLE_SOURCE : CONS_QUERY_SOURCE, 0);
        if (child >= 0 && table)
            add_item(b, spot_of(b, child, "tab_id"), TYPE_TABLE, sources[i].table);
        else if (child >= 0)
            build_query(b, spot_of(b, child, "from_sql"), sources[i].query, parent);
    }
    if (n <= fit || b->status != ST_OK)
        return;
    int rest = n - fit + 1, more = MIN(rest, family_max(b, CONS_MORE_SOURCES));
    int next = add_rule(b, spot_of(b, node, "source"), CONS_MORE_SOURCES, more);
    if (next >= 0)
        build_sources(b, next, sources + fit - 1, rest, more, parent);
}

static void build_from_list(struct builder *b, int parent, const struct query *q,
                            const struct scope *scope)
{
    int n_tables = 0;
    if (query_has_left_join(q) || q->n_from == 0) {
        refuse(b, "the grammar has no rule for", q->n_from ? "LEFT JOIN" : "SELECT without FROM");
        return;
    }
    struct expr *on = query_inner_on(b->arena, q);
    for (int i = 0; i < q->n_from; i++)
        n_tables += !q->from[i].query;
    bool tables = n_tables == q->n_from && q->n_from <= family_max(b, CONS_FROM_TABLE);
    bool queries = n_tables == 0 && !on && q->n_from <= family_max(b, CONS_FROM_SQL);
    int fit = tables || queries ? q->n_from : MIN(q->n_from, family_max(b, CONS_FROM_SOURCE));
    int node = add_rule(b, spot_of(b, parent, "from"),
                        tables    ? CONS_FROM_TABLE
                        : queries ? CONS_FROM_SQL
                                  : CONS_FROM_SOURCE,
                        fit);
    if (node < 0)
        return;
    for (int i = 0; tables && i < q->n_from; i++)
        add_item(b, spot_of(b, node, "tab_id"), TYPE_TABLE, q->from[i].table);
    for (int i = 0; queries && i < q->n_from; i++)
        build_query(b, spot_of(b, node, "from_sql"), q->from[i].query, scope->parent);
    if (!tables && !queries)
        build_sources(b, node, q->from, q->n_from, fit, scope->parent);
    if (!queries)
        build_condition(b, spot_of(b, node, "from"), on, scope);
}

/* ---- FROM of the everyday grammar: a table and joins, each with its own condition ---------- */

/* A column of FROM item i. */
static bool is_of_item(const struct expr *e, int i)
{
    return e->kind == EXPR_COLUMN && e->ref.up == 0 && e->ref.source == i && e->ref.output < 0 &&
           e->ref.column != 0;
}

/* Of an item before i, and what the bare column means there: no earlier one has it too. */
static bool is_of_earlier(const struct query *q, const struct expr *e, int i)
{
    if (e->kind != EXPR_COLUMN || e->ref.source >= i || !is_of_item(e, e->ref.source))
        return false;
    for (int k = 0; k < e->ref.source; k++)
        if (q->from[k].table == q->from[e->ref.source].table)
            return false;
    return true;
}

/* The equation of keys that joins item i: its place among the conjuncts of ON, -1 if there is none. */
static int find_keys(const struct query *q, int i, struct expr *const *conjuncts, int n,
                     const struct expr **left, const struct expr **right)
{
    for (int k = 0; k < n; k++) {
        const struct expr *e = conjuncts[k];
        if (e->kind != EXPR_COMPARE || e->op != CMP_EQ)
            continue;
        for (int side = 0; side < 2; side++) {
            *right = e->args[side];
            *left = e->args[1 - side];
            if (is_of_item(*right, i) && is_of_earlier(q, *left, i))
                return k;
        }
    }
    return -1;
}

static enum walk orient_join(struct walker *w, struct source *s)
{
    struct expr *on = s->on, **conjuncts = on && on->kind == EXPR_AND ? on->args : &s->on;
    int n = !on ? 0 : on->kind == EXPR_AND ? on->n_args : 1;
    const struct expr *left, *right;
    int keys = find_keys(w->in, (int)(s - w->in->from), conjuncts, n, &left, &right);
    if (keys < 0)
        return WALK_ON;
    struct expr *equation = conjuncts[keys];
    equation->args[0] = (struct expr *)left;
    equation->args[1] = (struct expr *)right;
    for (; keys > 0; keys--)
        conjuncts[keys] = conjuncts[keys - 1];
    conjuncts[0] = equation;
    return WALK_ON;
}

void query_orient_joins(struct query *query)
{
    struct walker w = {.source = orient_join};
    walk_query(&w, query);
}

static void build_join(struct builder *b, struct spot at, const struct query *q, int i,
                       const struct scope *scope)
{
    const struct source *s = &q->from[i];
    struct expr *on = s->on, **conjuncts = &on;
    int n = on ? 1 : 0;
    if (on && on->kind == EXPR_AND) {
        conjuncts = on->args;
        n = on->n_args;
    }
    const struct expr *left, *right;
    int keys = find_keys(q, i, conjuncts, n, &left, &right);
    bool outer = s->join == JOIN_LEFT;
    enum constructor c = keys < 0 ? (outer ? CONS_LEFT_JOIN_ON : CONS_JOIN_ON)
                         : n > 1  ? (outer ? CONS_LEFT_JOIN_AND : CONS_JOIN_AND)
                                  : (outer ? CONS_LEFT_JOIN_KEY : CONS_JOIN_KEY);
    int node = add_rule(b, at, c, 0);
    if (node < 0)
        return;
    add_item(b, spot_of(b, node, "tab_id"), TYPE_TABLE, s->table);
    if (keys >= 0) {
        add_item(b, spot_of(b, node, "left"), TYPE_COLUMN, left->ref.column);
        add_item(b, spot_of(b, node, "right"), TYPE_COLUMN, right->ref.column);
    }
    if (keys >= 0 && n > 1) {
        struct expr **others = ARENA_ARRAY(b->arena, struct expr *, n);
        for (int k = 0, m = 0; k < n; k++)
            if (k != keys)
                others[m++] = conjuncts[k];
        on = expr_junction(b->arena, EXPR_AND, others, n - 1);
    }
    if (keys < 0 || n > 1)
        build_condition(b, spot_of(b, node, "on"), on, scope);
}

static void build_from_joins(struct builder *b, int parent, const struct query *q,
                             const struct scope *scope)
{
    struct spot at = spot_of(b, parent, "from");
    int node;
    if (q->n_from == 1 && q->from[0].query) {
        if ((node = add_rule(b, at, CONS_FROM_QUERY, 0)) >= 0)
            build_query(b, (struct spot){node, 0}, q->from[0].query, scope->parent);
        return;
    }
    for (int i = 0; i < q->n_from; i++)
        if (q->from[i].query) {
            refuse(b, "the grammar has no rule for", "a derived table that is joined");
            return;
        }
    node = q->n_from == 0   ? add_rule(b, at, CONS_FROM_NOTHING, 0)
           : q->n_from == 1 ? add_rule(b, at, CONS_FROM_ONE, 0)
                            : add_rule(b, at, CONS_FROM_JOIN, q->n_from - 1);
    if (node >= 0 && q->n_from > 0)
        add_item(b, (struct spot){node, 0}, TYPE_TABLE, q->from[0].table);
    for (int i = 1; i < q->n_from && b->status == ST_OK; i++)
        build_join(b, (struct spot){node, i}, q, i, scope);
}

static void build_from(struct builder *b, int parent, const struct query *q,
                       const struct scope *scope)
{
    if (family_first(b, CONS_FROM_ONE) >= 0)
        build_from_joins(b, parent, q, scope);
    else
        build_from_list(b, parent, q, scope);
}

/* ---- the other clauses --------------------------------------------------------------------- */

/* n expressions in the node's slots for them; what does not fit goes into a continuation that
 * takes the last slot. */
static void build_units(struct builder *b, int node, struct expr *const *units, int n, int fit,
                        const struct scope *scope)
{
    for (int i = 0; i < MIN(n, n > fit ? fit - 1 : fit) && b->status == ST_OK; i++)
        build_expr(b, spot_of(b, node, "col_unit"), units[i], scope);
    if (n <= fit || b->status != ST_OK)
        return;
    int rest = n - fit + 1, more = MIN(rest, family_max(b, CONS_MORE_UNITS));
    int next = add_rule(b, spot_of(b, node, "col_unit"), CONS_MORE_UNITS, more);
    if (next >= 0)
        build_units(b, next, units + fit - 1, rest, more, scope);
}

static void build_select(struct builder *b, int parent, const struct query *q,
                         const struct scope *scope)
{
    struct spot at = spot_of(b, parent, "select");
    if (family_first(b, CONS_SELECT) >= 0) {
        int list = add_rule(b, at, q->distinct ? CONS_SELECT_DISTINCT : CONS_SELECT, q->n_select);
        for (int i = 0; list >= 0 && i < q->n_select; i++)
            build_expr(b, (struct spot){list, i}, q->select[i], scope);
        return;
    }
    int fit = MIN(q->n_select, family_max(b, CONS_SELECT_LIST));
    int node = add_rule(b, at, CONS_SELECT_LIST, fit);
    if (node < 0)
        return;
    add_operator(b, spot_of(b, node, "distinct"), q->distinct);
    build_units(b, node, q->select, q->n_select, fit, scope);
}

static void build_group_units(struct builder *b, struct spot at, const struct query *q,
                              const struct scope *scope)
{
    enum constructor c = q->having ? CONS_GROUP_HAVING : CONS_GROUP;
    if (q->n_group == 0)
        c = q->having ? CONS_HAVING_ONLY : CONS_NO_GROUP;
    int node = add_rule(b, at, c, q->n_group);
    for (int i = 0; node >= 0 && i < q->n_group; i++)
        build_expr(b, (struct spot){node, i}, q->group[i], scope);
    if (node >= 0 && q->having)
        build_condition(b, spot_of(b, node, "having"), q->having, scope);
}

static void build_group(struct builder *b, int parent, const struct query *q,
                        const struct scope *scope)
{
    if (family_first(b, CONS_GROUP) >= 0) {
        build_group_units(b, spot_of(b, parent, "groupby"), q, scope);
        return;
    }
    bool columns = q->n_group <= family_max(b, CONS_GROUP_BY);
    for (int i = 0; i < q->n_group; i++)
        columns = columns && is_default(scope, q->group[i], false);
    int fit = columns ? q->n_group : MIN(q->n_group, family_max(b, CONS_GROUP_UNIT));
    int node = add_rule(b, spot_of(b, parent, "groupby"),
                        q->n_group == 0 ? (q->having ? CONS_HAVING_ONLY : CONS_NO_GROUP)
                        : columns       ? CONS_GROUP_BY
                                        : CONS_GROUP_UNIT,
                        fit);
    if (node < 0)
        return;
    for (int i = 0; columns && i < q->n_group; i++)
        add_item(b, spot_of(b, node, "col_id"), TYPE_COLUMN, q->group[i]->ref.column);
    if (!columns)
        build_units(b, node, q->group, q->n_group, fit, scope);
    if (q->n_group || q->having)
        build_condition(b, spot_of(b, node, "having"), q->having, scope);
}

static void build_orderings(struct builder *b, int node, const struct order_term *terms, int n,
                            int fit, const struct scope *scope)
{
    for (int i = 0; i < (n > fit ? fit - 1 : fit) && b->status == ST_OK; i++)
        build_ordering(b, spot_of(b, node, "ordering"), terms[i].expr, terms[i].descending, scope);
    if (n <= fit || b->status != ST_OK)
        return;
    int rest = n - fit + 1, more = MIN(rest, family_max(b, CONS_MORE_ORDERINGS));
    int next = add_rule(b, spot_of(b, node, "ordering"), CONS_MORE_ORDERINGS, more);
    if (next >= 0)
        build_orderings(b, next, terms + fit - 1, rest, more, scope);
}

static void add_count(struct builder *b, int node, const char *field, const char *count)
{
    add_value(b, spot_of(b, node, field), (struct literal){LITERAL_NUMBER, count});
}

static void build_order_terms(struct builder *b, int parent, const struct query *q,
                              const struct scope *scope)
{
    bool mixed = false;
    for (int i = 1; i < q->n_order; i++)
        mixed |= q->order[i].descending != q->order[0].descending;
    enum constructor rule = mixed ? (q->limit ? CONS_MIXED_LIMIT : CONS_MIXED)
                                 : (q->limit ? CONS_ORDER_LIMIT : CONS_ORDER_BY);
    if (q->n_order == 0)
        rule = q->limit ? CONS_LIMIT_ONLY : CONS_NO_ORDER;
    int fit = MIN(q->n_order, family_max(b, rule));
    int node = add_rule(b, spot_of(b, parent, "orderby"), rule, fit);
    if (node < 0)
        return;
    if (mixed) {
        build_orderings(b, node, q->order, q->n_order, fit, scope);
    } else if (q->n_order > 0) {
        struct expr **units = ARENA_ARRAY(b->arena, struct expr *, q->n_order);
        for (int i = 0; i < q->n_order; i++)
            units[i] = q->order[i].expr;
        build_units(b, node, units, q->n_order, fit, scope);
        add_rule(b, spot_of(b, node, "order"), q->order[0].descending ? CONS_DESC : CONS_ASC, 0);
    }
    if (q->limit)
        add_count(b, node, "limit", q->limit);
}

static void build_orders(struct builder *b, struct spot at, const struct query *q,
                         const struct scope *scope)
{
    enum constructor c = q->offset ? CONS_TOP_OFFSET : q->limit ? CONS_TOP : CONS_ORDER;
    if (q->n_order == 0 && !q->offset)
        c = q->limit ? CONS_LIMIT_ONLY : CONS_NO_ORDER;
    int node = add_rule(b, at, c, q->n_order);
    for (int i = 0; node >= 0 && i < q->n_order && b->status == ST_OK; i++)
        build_ordering(b, (struct spot){node, i}, q->order[i].expr, q->order[i].descending, scope);
    if (node >= 0 && q->limit)
        add_count(b, node, "limit", q->limit);
    if (node >= 0 && q->offset)
        add_count(b, node, "offset", q->offset);
}

static void build_order(struct builder *b, int parent, const struct query *q,
                        const struct scope *scope)
{
    for (int i = 0; i < q->n_order; i++)
        if (q->order[i].nulls != NULLS_DEFAULT)
            refuse(b, "the grammar has no rule for", "NULLS FIRST or LAST");
    if (family_first(b, CONS_TOP) >= 0) {
        build_orders(b, spot_of(b, parent, "orderby"), q, scope);
        return;
    }
    if (q->offset) {
        parent = add_rule(b, spot_of(b, parent, "orderby"), CONS_OFFSET, 0);
        if (parent < 0)
            return;
        add_count(b, parent, "offset", q->offset);
    }
    build_order_terms(b, parent, q, scope);
}

/* ---- queries ----------------------------------------------------------------------------- */

/* The row of a set operation, one the grammar has if possible. */
static enum constructor of_set(const struct builder *b, enum set_op set)
{
    enum constructor found = CONS_NONE;
    for (enum constructor c = CONS_NONE + 1; c < N_CONSTRUCTORS; c++)
        if (constructors[c].shape == SHAPE_SET && constructors[c].op == (int)set &&
            (found == CONS_NONE || family_first(b, c) >= 0))
            found = c;
    return found;
}

static void build_compound(struct builder *b, struct spot at, const struct query *q,
                           const struct scope *outer)
{
    if (q->n_order || q->limit || q->offset) {
        int node = add_rule(b, at, CONS_ORDERED_SET, 0);
        if (node < 0)
            return;
        build_order(b, node, q, scope_of(b->arena, b->schema, q, outer));
        at = spot_of(b, node, "operand");
    }
    int node = add_rule(b, at, of_set(b, q->set), 0);
    if (node < 0)
        return;
    build_query(b, spot_of(b, node, "left"), q->left, outer);
    build_query(b, spot_of(b, node, "right"), q->right, outer);
}

void build_query(struct builder *b, struct spot at, const struct query *q,
                 const struct scope *outer)
{
    if (q->set != SET_NONE) {
        build_compound(b, at, q, outer);
        return;
    }
    struct scope *scope = scope_of(b->arena, b->schema, q, outer);
    int node = add_rule(b, at, CONS_SELECT_QUERY, 0);
    if (node < 0)
        return;
    build_from(b, node, q, scope);
    build_select(b, node, q, scope);
    build_condition(b, spot_of(b, node, "where"), q->where, scope);
    build_group(b, node, q, scope);
    build_order(b, node, q, scope);
}

enum status tree_from_query(struct arena *arena, const struct grammar *grammar,
                            const struct schema *schema, const struct query *query,
                            struct tree **out, struct error *err)
{
    *out = NULL;
    if (grammar_is_tokens(grammar))
        return tokens_from_query(arena, grammar, schema, query, out, err);
    struct builder b = {
        .arena = arena, .schema = schema, .err = err, .tree = ARENA_NEW(arena, struct tree)};
    b.tree->grammar = grammar;
    build_query(&b, ROOT_SPOT, query, NULL);
    if (b.status == ST_OK)
        *out = b.tree;
    return b.status;
}
