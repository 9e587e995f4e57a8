/* walk.c - one way through a query, for all that look at every part of it. */
#include "sql/internal.h"

static bool walk_into(struct walker *w, struct expr *e)
{
    enum walk go = w->expr ? w->expr(w, e) : WALK_ON;
    if (go != WALK_ON)
        return go == WALK_SKIP;
    for (int i = 0; i < e->n_args; i++)
        if (!walk_into(w, e->args[i]))
            return false;
    if (e->query) {
        w->up++;
        bool on = walk_query(w, e->query);
        w->up--;
        if (!on)
            return false;
    }
    if (w->expr_after)
        w->expr_after(w, e);
    return true;
}

bool walk_expr(struct walker *w, struct expr *e)
{
    return !e || walk_into(w, e);
}

static bool walk_list(struct walker *w, enum query_part part, struct expr *const *list, int n)
{
    w->part = part;
    for (int i = 0; i < n; i++)
        if (!walk_expr(w, list[i]))
            return false;
    return true;
}

/* A derived table sees what is outside of its query, not its neighbours. */
static bool walk_sources(struct walker *w, struct query *q, const struct scope *outer)
{
    const struct scope *own = w->scope;
    for (int i = 0; i < q->n_from; i++) {
        w->part = QUERY_FROM;
        enum walk go = w->source ? w->source(w, &q->from[i]) : WALK_ON;
        if (go == WALK_STOP)
            return false;
        if (go == WALK_SKIP || !q->from[i].query)
            continue;
        w->scope = outer;
        if (!walk_query(w, q->from[i].query))
            return false;
        w->scope = own;
    }
    w->part = QUERY_ON;
    for (int i = 0; i < q->n_from; i++)
        if (!walk_expr(w, q->from[i].on))
            return false;
    return true;
}

static bool walk_clauses(struct walker *w, struct query *q, const struct scope *outer)
{
    if (!walk_sources(w, q, outer) || !walk_list(w, QUERY_SELECT, q->select, q->n_select) ||
        !walk_list(w, QUERY_WHERE, &q->where, 1) ||
        !walk_list(w, QUERY_GROUP, q->group, q->n_group) ||
        !walk_list(w, QUERY_HAVING, &q->having, 1))
        return false;
    w->part = QUERY_ORDER;
    for (int i = 0; i < q->n_order; i++)
        if (!walk_expr(w, q->order[i].expr))
            return false;
    return true;
}

static bool walk_inside(struct walker *w, struct query *q, const struct scope *outer)
{
    w->in = q;
    if (w->arena)
        w->scope = scope_of(w->arena, w->schema, q, outer);
    enum walk go = w->query ? w->query(w, q) : WALK_ON;
    if (go != WALK_ON)
        return go == WALK_SKIP;
    if (q->set != SET_NONE) {
        const struct scope *own = w->scope;
        w->scope = outer;
        if (!walk_query(w, q->left) || !walk_query(w, q->right))
            return false;
        w->scope = own;
    }
    if (!walk_clauses(w, q, outer))
        return false;
    if (w->query_after)
        w->query_after(w, q);
    return true;
}

bool walk_query(struct walker *w, struct query *q)
{
    struct query *in = w->in;
    enum query_part part = w->part;
    const struct scope *outer = w->scope;
    bool on = walk_inside(w, q, outer);
    w->in = in;
    w->part = part;
    w->scope = outer;
    return on;
}
