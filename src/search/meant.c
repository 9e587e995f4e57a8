/* meant.c - a decoded query as it was meant, where the way it was decoded cannot say that.
 *
 * Values that are pointed at have no spelling, a date is a date however it is stored, and a condition
 * beside an outer join may have been put on the wrong side of it.  None of these rules chooses between
 * readings: each writes what every gold query of the corpus's training databases says at that place. */
#include "search/internal.h"

#include <string.h>

struct meaning {
    struct arena *arena;
    const struct schema *schema;
    const struct expr *rounding; /* the division of "year / 10 * 10", which is to lose its rest */
};

/* ---- divisions ---------------------------------------------------------------------------------- */

static bool is_whole_number(const struct expr *e)
{
    return e->kind == EXPR_LITERAL && e->literal.kind == LITERAL_NUMBER &&
           e->literal.text[strspn(e->literal.text, "0123456789")] == '\0';
}

/* cents / 100.0 was learnt as a division by 100, and who asks for euros wants the cents behind the
 * point, too.  Of the corpus's 860 divisions by a number five are meant to lose their rest, besides
 * those of the form x / 10 * 10 and parts of dates, which have nodes of their own. */
static enum walk divide_truly(struct walker *w, struct expr *e)
{
    struct meaning *m = w->data;
    if (e->kind != EXPR_ARITHMETIC)
        return WALK_ON;
    struct expr *by = e->args[1];
    if (e->op == ARITH_TIMES && e->args[0]->kind == EXPR_ARITHMETIC &&
        e->args[0]->op == ARITH_DIVIDE && expr_equal(e->args[0]->args[1], by))
        m->rounding = e->args[0];
    if (e->op == ARITH_DIVIDE && e != m->rounding && is_whole_number(by))
        by->literal.text = arena_printf(m->arena, "%s.0", by->literal.text);
    return WALK_ON;
}

/* ---- dates -------------------------------------------------------------------------------------- */

/* Seconds since 1970 are for machines: who asks when wants to see a date.  Of 400 such columns in the
 * answers of the corpus's training databases none is shown as it is stored. */
static void show_dates(const struct meaning *m, struct query *query)
{
    for (int i = 0; i < query->n_select && query->set == SET_NONE; i++) {
        struct expr *shown = query->select[i], *e = shown;
        if (e->kind == EXPR_AGGREGATE && (e->op == AGG_MIN || e->op == AGG_MAX))
            e = e->args[0];
        if (e->kind != EXPR_COLUMN || e->ref.output >= 0 || e->ref.column <= 0)
            continue;
        enum time_storage time = m->schema->columns[e->ref.column].time;
        if (time == TIME_EPOCH || time == TIME_EPOCH_MS)
            query->select[i] = expr_node(m->arena, EXPR_DATE_PART, PART_DATE, &shown, 1);
    }
}

/* ---- outer joins -------------------------------------------------------------------------------- */

struct mention {
    int source; /* looked for, of the query in which the walk began */
    bool found, other;
};

static enum walk note_source(struct walker *w, struct expr *e)
{
    struct mention *m = w->data;
    if (e->kind == EXPR_COLUMN && e->ref.up == w->up && e->ref.column > 0) {
        m->found |= e->ref.source == m->source;
        m->other |= e->ref.source != m->source;
    }
    return WALK_ON;
}

/* Is this a condition on what the outer join keeps anyway? */
static bool is_about_others(struct expr *e, int source)
{
    struct mention m = {.source = source};
    walk_expr(&(struct walker){.expr = note_source, .data = &m}, e);
    return m.other && !m.found;
}

/* workday LEFT JOIN signup ON ... AND workday.held >= '2024-01-01' keeps the workdays of every year,
 * without their signups: the year was meant to choose workdays.  Of 296 outer joins of the corpus's
 * training queries with such a condition none has it on the kept side. */
static enum walk choose_before_joining(struct walker *w, struct query *q)
{
    struct meaning *m = w->data;
    for (int i = 0; i < q->n_from; i++) {
        struct expr *on = q->from[i].on;
        if (q->from[i].join != JOIN_LEFT || !on || on->kind != EXPR_AND)
            continue;
        struct expr **stay = ARENA_ARRAY(m->arena, struct expr *, on->n_args);
        struct expr **move = ARENA_ARRAY(m->arena, struct expr *, on->n_args + 1);
        int n_stay = 0, n_move = 0;
        for (int k = 0; k < on->n_args; k++)
            if (is_about_others(on->args[k], i))
                move[n_move++] = on->args[k];
            else
                stay[n_stay++] = on->args[k];
        if (n_move == 0 || n_stay == 0)
            continue;
        q->from[i].on = expr_junction(m->arena, EXPR_AND, stay, n_stay);
        if (q->where)
            move[n_move++] = q->where;
        q->where = expr_junction(m->arena, EXPR_AND, move, n_move);
    }
    return WALK_ON;
}

void query_as_meant(struct arena *arena, const struct schema *schema, struct query *query)
{
    struct meaning m = {.arena = arena, .schema = schema};
    walk_query(&(struct walker){.expr = divide_truly, .query = choose_before_joining, .data = &m},
               query);
    show_dates(&m, query);
}
