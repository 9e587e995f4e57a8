/* valid.c - a last check of finished queries, for what no constraint foresaw. */
#include "search/internal.h"

static bool expr_is_valid(const struct schema *schema, const struct expr *e)
{
    if (!e)
        return true;
    if (e->kind == EXPR_COLUMN && e->ref.source < 0 && e->ref.column != 0 &&
        !schema->columns[e->ref.column].virtual_now)
        return false;
    if (e->query && !query_is_valid(schema, e->query))
        return false;
    if (e->kind == EXPR_QUERY && query_first_select(e->query)->n_select != 1)
        return false;
    for (int i = 0; i < e->n_args; i++)
        if (!expr_is_valid(schema, e->args[i]))
            return false;
    return true;
}

static bool has_aggregate(const struct expr *e)
{
    if (e->kind == EXPR_AGGREGATE)
        return true;
    for (int i = 0; i < e->n_args; i++)
        if (has_aggregate(e->args[i]))
            return true;
    return false;
}

/* ORDER BY count(*) wants a GROUP BY, or an aggregate in the SELECT list. */
static bool order_is_valid(const struct query *q)
{
    bool grouped = q->n_group > 0, ordered = false;
    for (int i = 0; i < q->n_select; i++)
        grouped |= has_aggregate(q->select[i]);
    for (int i = 0; i < q->n_order; i++)
        ordered |= has_aggregate(q->order[i].expr);
    return grouped || !ordered;
}

static bool all_valid(const struct schema *schema, struct expr *const *list, int n)
{
    for (int i = 0; i < n; i++)
        if (!expr_is_valid(schema, list[i]))
            return false;
    return true;
}

bool query_is_valid(const struct schema *schema, const struct query *q)
{
    if (q->set != SET_NONE) {
        if (!query_is_valid(schema, q->left) || !query_is_valid(schema, q->right) ||
            query_first_select(q->left)->n_select != query_first_select(q->right)->n_select)
            return false;
    }
    if (!order_is_valid(q))
        return false;
    for (int i = 0; i < q->n_from; i++)
        if ((q->from[i].query && !query_is_valid(schema, q->from[i].query)) ||
            !expr_is_valid(schema, q->from[i].on))
            return false;
    for (int i = 0; i < q->n_order; i++)
        if (!expr_is_valid(schema, q->order[i].expr))
            return false;
    return all_valid(schema, q->select, q->n_select) && all_valid(schema, q->group, q->n_group) &&
           expr_is_valid(schema, q->where) && expr_is_valid(schema, q->having);
}

/* ---- saying one thing twice ------------------------------------------------------------------- */

static bool list_repeats(struct expr *const *list, int n)
{
    for (int i = 0; i < n; i++)
        for (int k = 0; k < i; k++)
            if (expr_equal(list[i], list[k]))
                return true;
    return false;
}

/* Which side a comparison with a literal bounds from: below 1, above 2, both 3; 0 for others. */
static int bounds(const struct expr *e)
{
    if (e->kind != EXPR_COMPARE || e->args[1]->kind != EXPR_LITERAL)
        return 0;
    static const int sides[] = {[CMP_EQ] = 3, [CMP_GT] = 1, [CMP_GE] = 1, [CMP_LT] = 2, [CMP_LE] = 2,
                                [CMP_NOT_LIKE] = 0};
    return e->op < COUNT_OF(sides) ? sides[e->op] : 0;
}

/* x > 5 AND x >= 5: of two bounds on one side one is idle, and nothing is equal to two things. */
static bool bounds_repeat(const struct expr *e)
{
    for (int i = 0; e->kind == EXPR_AND && i < e->n_args; i++)
        for (int k = 0; k < i; k++)
            if (bounds(e->args[i]) & bounds(e->args[k]) &&
                expr_equal(e->args[i]->args[0], e->args[k]->args[0]))
                return true;
    return false;
}

static bool condition_repeats(const struct expr *e)
{
    if (!e || (e->kind != EXPR_AND && e->kind != EXPR_OR))
        return false;
    for (int i = 0; i < e->n_args; i++)
        if (condition_repeats(e->args[i]))
            return true;
    return list_repeats(e->args, e->n_args) || bounds_repeat(e);
}

/* The same joins, though an equation may be the other way round. */
static bool same_joins(const struct expr *a, const struct expr *b)
{
    if (!a || !b || a->kind != b->kind || a->n_args != b->n_args)
        return !a && !b;
    if (a->kind == EXPR_COMPARE && a->op == CMP_EQ && b->op == CMP_EQ)
        return expr_equal(a, b) || (expr_equal(a->args[0], b->args[1]) &&
                                    expr_equal(a->args[1], b->args[0]));
    for (int i = 0; a->kind == EXPR_AND && i < a->n_args; i++)
        if (!same_joins(a->args[i], b->args[i]))
            return false;
    return a->kind == EXPR_AND || expr_equal(a, b);
}

static bool same_query(const struct query *a, const struct query *b)
{
    struct query x = *a, y = *b;
    struct source x_from[SQL_MAX_SOURCES], y_from[SQL_MAX_SOURCES];
    if (a->n_from != b->n_from || a->n_from > SQL_MAX_SOURCES)
        return false;
    x.from = x_from;
    y.from = y_from;
    for (int i = 0; i < a->n_from; i++) {
        if (!same_joins(a->from[i].on, b->from[i].on))
            return false;
        x_from[i] = a->from[i];
        y_from[i] = b->from[i];
        x_from[i].on = y_from[i].on = NULL;
    }
    return query_equal(&x, &y);
}

/* x / x, x - x, x = x: constant whatever is stored; and x + x and x * x are asked for by nobody.  A
 * CASE that tests one thing twice comes to the first of them only. */
static enum walk finds_equal_sides(struct walker *w, struct expr *e)
{
    (void)w;
    bool two = e->n_args == 2 && (e->kind == EXPR_RATIO || e->kind == EXPR_COMPARE ||
                                  e->kind == EXPR_ARITHMETIC || e->kind == EXPR_DATE_DIFF);
    if (two && expr_equal(e->args[0], e->args[1]) && e->args[0]->kind != EXPR_LITERAL)
        return WALK_STOP;
    for (int i = 0; e->kind == EXPR_CASE && i + 1 < e->n_args; i += 2)
        for (int k = 0; k < i; k += 2)
            if (expr_equal(e->args[i], e->args[k]))
                return WALK_STOP;
    return WALK_ON;
}

/* The column of `source` that its ON equals with one of another; NULL if it says more or less. */
static const struct expr *joined_column(const struct query *q, int source, const struct expr **with)
{
    const struct expr *on = q->from[source].on;
    if (!on || on->kind != EXPR_COMPARE || on->op != CMP_EQ)
        return NULL;
    for (int side = 0; side < 2; side++) {
        const struct expr *e = on->args[side];
        if (e->kind == EXPR_COLUMN && e->ref.up == 0 && e->ref.source == source) {
            *with = on->args[1 - side];
            return e;
        }
    }
    return NULL;
}

/* Is the column a whole primary key? */
static bool is_key(const struct schema *schema, int column)
{
    int n = 0;
    for (int i = 0; i < schema->n_columns; i++)
        n += schema->columns[i].primary && schema->columns[i].table == schema->columns[column].table;
    return n == 1 && schema->columns[column].primary;
}

/* One table joined twice by its primary key to the same thing: the second row is the first. */
static enum walk finds_equal_sources(struct walker *w, struct query *q)
{
    const struct schema *schema = w->data;
    for (int i = 0; i < q->n_from; i++)
        for (int k = 0; k < i; k++) {
            const struct expr *with = NULL, *with_other = NULL;
            const struct expr *a = joined_column(q, i, &with), *b = joined_column(q, k, &with_other);
            if (a && b && q->from[i].table >= 0 && q->from[i].table == q->from[k].table &&
                a->ref.column == b->ref.column && expr_equal(with, with_other) &&
                is_key(schema, a->ref.column))
                return WALK_STOP;
        }
    return WALK_ON;
}

static bool says_nothing(const struct schema *schema, const struct query *q)
{
    struct walker w = {.expr = finds_equal_sides, .query = finds_equal_sources,
                       .data = (void *)schema};
    return !walk_query(&w, (struct query *)q); /* it changes nothing */
}

/* Nobody asks for both of two equal things: of the 8,659 training queries of Spider none combines a
 * query with itself, and ten name a column twice, all by mistake. */
bool query_repeats_itself(const struct schema *schema, const struct query *q)
{
    if (q->set != SET_NONE &&
        (same_query(q->left, q->right) || query_repeats_itself(schema, q->left) ||
         query_repeats_itself(schema, q->right)))
        return true;
    for (int i = 0; i < q->n_order; i++)
        for (int k = 0; k < i; k++)
            if (expr_equal(q->order[i].expr, q->order[k].expr))
                return true;
    return list_repeats(q->select, q->n_select) || list_repeats(q->group, q->n_group) ||
           condition_repeats(q->where) || condition_repeats(q->having) || says_nothing(schema, q);
}
