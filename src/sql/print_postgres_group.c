/* print_postgres_group.c - GROUP BY and DISTINCT, which have rules in PostgreSQL.
 *
 * A column that is neither grouped by nor determined by what is becomes an aggregate of its group, in
 * sub-queries too: there PostgreSQL takes it for one of the outer query, since its argument is.  What
 * DISTINCT rows are ordered by must be among them; where it is not, it is the least (or greatest) of
 * the rows that are the same, found by grouping, or by grouping what another SELECT returns. */
#include "sql/print.h"

#include <string.h>

/* Over the rows of a group; sum(x) OVER (...) is not, but sum(sum(x)) OVER (...) has one in it. */
static bool has_aggregate(const struct expr *e)
{
    if (!e)
        return false;
    if (e->kind == EXPR_AGGREGATE)
        return true;
    if (e->kind == EXPR_WINDOW && e->op == WINDOW_AGGREGATE) {
        for (int i = 0; i < e->args[0]->n_args; i++)
            if (has_aggregate(e->args[0]->args[i]))
                return true;
        for (int i = 1; i < e->n_args; i++)
            if (has_aggregate(e->args[i]))
                return true;
        return false;
    }
    for (int i = 0; i < e->n_args; i++)
        if (has_aggregate(e->args[i]))
            return true;
    return false;
}

bool postgres_is_grouped(const struct query *q)
{
    bool grouped = q->n_group > 0 || q->having;
    for (int i = 0; i < q->n_select; i++)
        grouped |= has_aggregate(q->select[i]);
    for (int i = 0; i < q->n_order && q->set == SET_NONE; i++)
        grouped |= has_aggregate(q->order[i].expr);
    return grouped;
}

/* Is every column of the table's declared primary key among what this query groups by? */
static bool key_is_grouped(const struct schema *schema, const struct query *q, int source)
{
    int table = q->from[source].table;
    if (table < 0 || !schema->tables[table].keyed || schema->tables[table].view)
        return false;
    for (int i = 1; i < schema->n_columns; i++) {
        if (schema->columns[i].table != table || !schema->columns[i].primary)
            continue;
        bool found = false;
        for (int k = 0; k < q->n_group && !found; k++)
            found = q->group[k]->kind == EXPR_COLUMN && q->group[k]->ref.up == 0 &&
                    q->group[k]->ref.source == source && q->group[k]->ref.column == i;
        if (!found)
            return false;
    }
    return true;
}

/* All min() and max() of a SELECT, if they are one and the same. */
static void gather_extremes(const struct expr *e, const struct expr **only, bool *several)
{
    if (!e)
        return;
    if (e->kind == EXPR_AGGREGATE && (e->op == AGG_MIN || e->op == AGG_MAX)) {
        *several |= *only && !expr_equal(*only, e);
        *only = e;
    }
    for (int i = 0; i < e->n_args; i++)
        gather_extremes(e->args[i], only, several);
}

static const struct expr *only_extreme(const struct query *q)
{
    const struct expr *only = NULL;
    bool several = false;
    for (int i = 0; i < q->n_select; i++)
        gather_extremes(q->select[i], &only, &several);
    gather_extremes(q->having, &only, &several);
    for (int i = 0; i < q->n_order; i++)
        gather_extremes(q->order[i].expr, &only, &several);
    return several ? NULL : only;
}

/* The grouped SELECT whose column this is, if that may not be named as it is; *own: without the
 * levels between. */
static const struct query *grouped_for(const struct printer *pr, const struct expr *e,
                                       const struct scope *scope, struct column_ref *own)
{
    if (e->kind != EXPR_COLUMN || e->ref.source < 0 || is_star(e))
        return NULL;
    *own = e->ref;
    const struct query *q = pr->grouped;
    if (e->ref.up > 0) {
        for (int i = 0; i < e->ref.up && scope->parent; i++)
            scope = scope->parent;
        const struct grouped_outside *g = pr->outside;
        while (g && g->scope != scope)
            g = g->outer;
        q = g ? g->query : NULL;
        own->up = 0;
    }
    for (int i = 0; q && e->ref.up > 0 && i < q->n_group; i++)
        if (q->group[i]->kind == EXPR_COLUMN && column_ref_equal(q->group[i]->ref, *own))
            return NULL;
    return q && !key_is_grouped(pr->schema, q, e->ref.source) ? q : NULL;
}

bool postgres_is_bare(const struct printer *pr, const struct expr *e, const struct scope *scope)
{
    struct column_ref own;
    return grouped_for(pr, e, scope, &own) != NULL;
}

bool postgres_bare_column(struct printer *pr, const struct expr *e, const struct scope *scope)
{
    struct column_ref own;
    const struct query *q = grouped_for(pr, e, scope, &own), *grouped = pr->grouped;
    if (!q)
        return false;
    const struct expr *extreme = e->ref.up == 0 ? only_extreme(q) : NULL;
    enum storage storage = postgres_storage(pr, e, scope);
    bool ordered = storage != STORE_BOOLEAN && storage != STORE_OTHER;
    pr->grouped = NULL;
    print_text(pr, extreme || !ordered ? "(array_agg(" : "min(");
    print_column(pr, e->ref, scope);
    if (extreme) {
        print_text(pr, " ORDER BY ");
        print_expr(pr, extreme->args[0], scope, LEVEL_OR);
        print_text(pr, extreme->op == AGG_MAX ? " DESC NULLS LAST" : " NULLS LAST");
    }
    print_text(pr, extreme || !ordered ? "))[1]" : ")");
    pr->grouped = grouped;
    return true;
}

/* ---- stars ----------------------------------------------------------------------------------- */

static void add_output(struct printer *pr, struct query *to, int *capacity, struct expr *e,
                       const char *label)
{
    int labels = *capacity, n = to->n_select;
    *ARENA_PUSH(pr->arena, to->select, to->n_select, *capacity) = e;
    *ARENA_PUSH(pr->arena, to->labels, n, labels) = label;
}

/* The columns of a table that is item s of FROM, or passed on by output k of it. */
static void spread_table(struct printer *pr, int table, int s, int k, struct query *to, int *capacity)
{
    for (int i = 1; i < pr->schema->n_columns; i++)
        if (pr->schema->columns[i].table == table)
            add_output(pr, to, capacity, expr_column(pr->arena, (struct column_ref){i, 0, s, k}),
                       pr->schema->columns[i].name);
}

/* The columns of FROM item s one by one; false if it has stars over derived tables of its own. */
static bool spread_source(struct printer *pr, const struct query *q, int s, struct query *to,
                          int *capacity)
{
    const struct query *inner = q->from[s].query ? query_first_select(q->from[s].query) : NULL;
    if (!inner)
        spread_table(pr, q->from[s].table, s, -1, to, capacity);
    for (int k = 0; inner && k < inner->n_select; k++) {
        const struct expr *e = inner->select[k];
        struct column_ref ref = {expr_principal_column(e), 0, s, k};
        if (!is_star(e))
            add_output(pr, to, capacity, expr_column(pr->arena, ref), derived_name(pr, inner, k));
        for (int i = 0; is_star(e) && i < inner->n_from; i++) {
            if (e->ref.source >= 0 && e->ref.source != i)
                continue;
            if (inner->from[i].query)
                return false;
            spread_table(pr, inner->from[i].table, s, k, to, capacity);
        }
    }
    return true;
}

/* The query with the columns its stars stand for; itself if that cannot be said. */
static const struct query *spread_stars(struct printer *pr, const struct query *q, bool derived)
{
    struct query *out = ARENA_NEW(pr->arena, struct query);
    int capacity = 0;
    *out = *q;
    out->select = NULL;
    out->labels = NULL;
    out->n_select = 0;
    for (int k = 0; k < q->n_select; k++) {
        const struct expr *e = q->select[k];
        if (!is_star(e)) /* under the name it had with the star */
            add_output(pr, out, &capacity, q->select[k],
                       derived     ? derived_name(pr, q, k)
                       : q->labels ? q->labels[k]
                                   : NULL);
        for (int s = 0; is_star(e) && s < q->n_from; s++)
            if ((e->ref.source < 0 || e->ref.source == s) && !spread_source(pr, q, s, out, &capacity))
                return q;
    }
    return out;
}

/* Does some star stand for a column that is not determined by the groups? */
static bool has_loose_star(const struct printer *pr, const struct query *q)
{
    for (int k = 0; k < q->n_select; k++)
        for (int s = 0; is_star(q->select[k]) && s < q->n_from; s++)
            if ((q->select[k]->ref.source < 0 || q->select[k]->ref.source == s) &&
                !key_is_grouped(pr->schema, q, s))
                return true;
    return false;
}

/* Is one of the first n outputs but the k-th called so? */
static bool is_name_of_another(const struct query *q, int n, int k, const char *name)
{
    for (int i = 0; i < n; i++)
        if (i != k && q->labels[i] && strcmp(q->labels[i], name) == 0)
            return true;
    return false;
}

/* In a derived table whose star has a name twice SQLite takes the first for it, PostgreSQL none: there
 * the others get names of their own. */
static const struct query *name_apart(struct printer *pr, const struct query *q)
{
    struct query *out = (struct query *)spread_stars(pr, q, true);
    bool twice = false;
    for (int i = 0; out != q && i < out->n_select; i++) {
        if (!out->labels[i] || !is_name_of_another(out, i, i, out->labels[i]))
            continue;
        twice = true;
        for (int number = i + 1; is_name_of_another(out, out->n_select, i, out->labels[i]); number++)
            out->labels[i] = arena_printf(pr->arena, "column_%d", number);
    }
    return twice ? out : q;
}

/* ---- DISTINCT -------------------------------------------------------------------------------- */

static int selected(const struct query *q, const struct expr *e)
{
    for (int i = 0; i < q->n_select; i++)
        if (expr_equal(q->select[i], e) ||
            (is_star(q->select[i]) && e->kind == EXPR_COLUMN &&
             (q->select[i]->ref.source < 0 || q->select[i]->ref.source == e->ref.source)))
            return i;
    return -1;
}

/* Among the outputs, and not as something else there (a set operation's text). */
static bool is_output(const struct printer *pr, const struct query *q, const struct expr *e)
{
    int k = selected(q, e);
    return k >= 0 && !(pr->as_text && k < pr->n_as_text && pr->as_text[k] != STORE_UNKNOWN);
}

static bool orders_by_others(const struct printer *pr, const struct query *q)
{
    for (int i = 0; i < q->n_order; i++)
        if (!is_output(pr, q, q->order[i].expr))
            return true;
    return false;
}

/* Its terms over what the grouped rows of `of` have in `terms`. */
static struct order_term *least_of_rows(struct printer *pr, const struct query *of,
                                        struct expr *const *terms)
{
    struct order_term *out = ARENA_ARRAY(pr->arena, struct order_term, of->n_order);
    for (int i = 0; i < of->n_order; i++) {
        struct expr *term = terms[i];
        out[i] = of->order[i];
        out[i].expr = term;
        if (!is_output(pr, of, of->order[i].expr))
            out[i].expr = expr_node(pr->arena, EXPR_AGGREGATE, out[i].descending ? AGG_MAX : AGG_MIN,
                                    &term, 1);
        if (!out[i].expr)
            return NULL; /* too high */
    }
    return out;
}

/* SELECT a, b FROM (SELECT a, b, c ... GROUP BY d) GROUP BY a, b ORDER BY min(c) */
static const struct query *around(struct printer *pr, const struct query *q, bool derived)
{
    struct arena *a = pr->arena;
    struct query *inner = ARENA_NEW(a, struct query), *out = ARENA_NEW(a, struct query);
    struct expr **terms = ARENA_ARRAY(a, struct expr *, q->n_order);
    *inner = *q;
    inner->distinct = false;
    inner->order = NULL;
    inner->limit = inner->offset = NULL;
    inner->n_order = inner->n_select = 0;
    inner->select = NULL;
    inner->labels = NULL;
    *out = (struct query){.n_select = q->n_select, .n_group = q->n_select, .n_from = 1,
                          .n_order = q->n_order, .limit = q->limit, .offset = q->offset};
    out->from = ARENA_NEW(a, struct source);
    *out->from = (struct source){.table = -1, .query = inner};
    out->select = out->group = ARENA_ARRAY(a, struct expr *, q->n_select);
    out->labels = ARENA_ARRAY(a, const char *, q->n_select);
    int capacity = 0;
    for (int k = 0; k < q->n_select; k++) {
        struct column_ref ref = {expr_principal_column(q->select[k]), 0, 0, k};
        add_output(pr, inner, &capacity, q->select[k], q->labels ? q->labels[k] : NULL);
        out->select[k] = expr_column(a, ref);
        out->labels[k] = derived ? derived_name(pr, q, k) : output_name(pr->schema, q, k);
    }
    for (int i = 0; i < q->n_order; i++) {
        int k = selected(q, q->order[i].expr);
        struct column_ref ref = {expr_principal_column(q->order[i].expr), 0, 0, inner->n_select};
        if (k < 0)
            add_output(pr, inner, &capacity, q->order[i].expr, NULL);
        terms[i] = k < 0 ? expr_column(a, ref) : out->select[k];
    }
    out->order = least_of_rows(pr, q, terms);
    add_alias(pr, out->from);
    return out->order ? out : q;
}

/* Can its rows be made distinct by a GROUP BY of their outputs? */
static bool can_group_outputs(const struct query *q)
{
    for (int k = 0; k < q->n_select; k++)
        if (q->select[k]->kind == EXPR_LITERAL || q->select[k]->kind == EXPR_WINDOW)
            return false;
    return !postgres_is_grouped(q);
}

static const struct query *without_distinct(struct printer *pr, const struct query *q, bool derived)
{
    bool grouped = postgres_is_grouped(q), kept = grouped;
    for (int i = 0; i < q->n_group; i++)
        kept &= selected(q, q->group[i]) >= 0;
    if (!kept && !can_group_outputs(q))
        return around(pr, q, derived);
    struct query *out = ARENA_NEW(pr->arena, struct query);
    *out = *q;
    out->distinct = false;
    if (kept) /* the rows of the groups are distinct by themselves */
        return out;
    struct expr **terms = ARENA_ARRAY(pr->arena, struct expr *, q->n_order);
    for (int i = 0; i < q->n_order; i++)
        terms[i] = q->order[i].expr;
    out->group = q->select;
    out->n_group = q->n_select;
    out->order = least_of_rows(pr, q, terms);
    return out->order ? out : q;
}

const struct query *postgres_rewritten(struct printer *pr, const struct query *q, bool derived)
{
    bool rows = q->distinct && orders_by_others(pr, q);
    bool loose = postgres_is_grouped(q) && has_loose_star(pr, q), stars = false;
    for (int i = 0; i < q->n_select; i++)
        stars |= is_star(q->select[i]);
    if ((rows && stars) || loose)
        q = spread_stars(pr, q, derived);
    else if (stars && derived)
        q = name_apart(pr, q);
    for (int i = 0; i < q->n_select; i++)
        if (is_star(q->select[i]))
            return q;
    return rows ? without_distinct(pr, q, derived) : q;
}
