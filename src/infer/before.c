/* before.c - a candidate held against what was answered to the question before.
 *
 * The parser reads the earlier questions and no query of theirs.  Whoever asks a follow-up speaks of
 * the answer on the table: most often some of it is kept and something is changed.  A candidate that
 * says the same again, or that drops tables and columns shown before, is less likely what was meant. */
#include "infer/infer.h"

enum { COUNTED = 3 }; /* of a kind; more tell no more */

/* The same but for where in FROM its tables stand. */
static bool alike(const struct expr *a, const struct expr *b)
{
    if (a->kind != b->kind || a->op != b->op || a->distinct != b->distinct ||
        a->negated != b->negated || a->n_args != b->n_args || !a->query != !b->query)
        return false;
    if (a->kind == EXPR_COLUMN && a->ref.column != b->ref.column)
        return false;
    if (a->kind == EXPR_LITERAL && !expr_equal(a, b))
        return false;
    for (int i = 0; i < a->n_args; i++)
        if (!alike(a->args[i], b->args[i]))
            return false;
    return !a->query || query_equal(a->query, b->query);
}

static bool is_among(const struct expr *e, struct expr *const *list, int n)
{
    for (int i = 0; i < n; i++)
        if (alike(e, list[i]))
            return true;
    return false;
}

/* How many of one list are not in the other. */
static int missing(struct expr *const *of, int n, struct expr *const *in, int n_in)
{
    int count = 0;
    for (int i = 0; i < n; i++)
        count += !is_among(of[i], in, n_in);
    return MIN(count, COUNTED);
}

static int conditions(const struct query *q, struct expr *const **out)
{
    if (!q->where)
        return 0;
    bool several = q->where->kind == EXPR_AND;
    *out = several ? q->where->args : (struct expr *const *)&q->where;
    return several ? q->where->n_args : 1;
}

static int missing_tables(const struct query *of, const struct query *in)
{
    int count = 0;
    for (int i = 0; i < of->n_from; i++) {
        bool found = of->from[i].table < 0;
        for (int k = 0; k < in->n_from; k++)
            found |= in->from[k].table == of->from[i].table;
        count += !found;
    }
    return MIN(count, COUNTED);
}

void look_before(const struct query *before, const struct query *query, double looks[N_LOOKS])
{
    const struct query *was = query_first_select(before), *is = query_first_select(query);
    struct expr *const *were = NULL, *const *are = NULL;
    int n_were = conditions(was, &were), n_are = conditions(is, &are);
    looks[LOOK_UNCHANGED] = query_equal(before, query);
    looks[LOOK_LOST_TABLES] = missing_tables(was, is);
    looks[LOOK_LOST_OUTPUTS] = missing(was->select, was->n_select, is->select, is->n_select);
    looks[LOOK_NEW_OUTPUTS] = missing(is->select, is->n_select, was->select, was->n_select);
    looks[LOOK_NEW_CONDITIONS] = missing(are, n_are, were, n_were);
}
