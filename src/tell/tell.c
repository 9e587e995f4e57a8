/* tell.c - queries as sentences. */
#include "tell/internal.h"

#include <ctype.h>
#include <stdarg.h>
#include <string.h>

void say(struct teller *t, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    strbuf_vprintf(&t->out, format, args);
    va_end(args);
}

/* ---- FROM ---------------------------------------------------------------------------------------- */

/* Is the condition just the key that leads from one of the items before to this one, and is there no
 * other key between the two tables that could be meant? */
static bool by_only_key(const struct teller *t, const struct query *q, int source)
{
    const struct expr *on = q->from[source].on;
    if (!on || on->kind != EXPR_COMPARE || on->op != CMP_EQ || on->args[0]->kind != EXPR_COLUMN ||
        on->args[1]->kind != EXPR_COLUMN)
        return false;
    int a = on->args[0]->ref.column, b = on->args[1]->ref.column, between = 0;
    if (!schema_joins(t->schema, a, b))
        return false;
    int table_a = t->schema->columns[a].table, table_b = t->schema->columns[b].table;
    for (int i = 0; i < t->schema->n_foreign_keys; i++) {
        int from = t->schema->columns[t->schema->foreign_keys[i].from].table;
        int to = t->schema->columns[t->schema->foreign_keys[i].to].table;
        between += (from == table_a && to == table_b) || (from == table_b && to == table_a);
    }
    /* a third item of either table, or a table joined to itself, leaves open which is meant */
    int items = 0;
    for (int s = 0; s < q->n_from; s++)
        items += q->from[s].table == table_a || q->from[s].table == table_b;
    return between == 1 && items == 2 && table_a != table_b;
}

static void tell_join(struct teller *t, const struct query *q, int source)
{
    const struct source *s = &q->from[source];
    say(t, s->join == JOIN_LEFT ? ", if any with their " : s->on ? " with their " : " with every ");
    tell_source(t, q, source, false);
    if (s->query) {
        say(t, " (");
        tell_select(t, s->query, false);
        say(t, ")");
    }
    if (s->on && !by_only_key(t, q, source)) {
        say(t, " for which ");
        tell_condition(t, s->on);
    }
}

static void tell_from(struct teller *t, const struct query *q)
{
    const struct source *first = &q->from[0];
    if (first->query) {
        say(t, "(");
        tell_select(t, first->query, false);
        say(t, ")");
    } else {
        tell_source(t, q, 0, true);
    }
    for (int i = 1; i < q->n_from; i++)
        tell_join(t, q, i);
}

/* ---- outputs ------------------------------------------------------------------------------------- */

bool counts_rows(const struct expr *e)
{
    return e->kind == EXPR_AGGREGATE && e->op == AGG_COUNT && !e->distinct && e->n_args == 1 &&
           e->args[0]->kind == EXPR_COLUMN && e->args[0]->ref.column == 0;
}

/* "Counts the ..." is for the commonest of all questions. */
static bool only_counts(const struct query *q)
{
    return q->n_select == 1 && counts_rows(q->select[0]) && q->n_group == 0 && !q->distinct &&
           q->n_from > 0;
}

static void tell_outputs(struct teller *t, const struct query *q)
{
    if (q->distinct)
        say(t, "every different ");
    t->showing = true;
    for (int i = 0; i < q->n_select; i++) {
        say(t, "%s", i == 0 ? "" : i + 1 < q->n_select ? ", " : " and ");
        tell_expr(t, q->select[i]);
    }
    t->showing = false;
}

/* "number of hives" says already what it is of. */
static bool names_source(const struct query *q)
{
    return q->n_from == 1 && q->from[0].table >= 0 && q->n_select > 0 &&
           counts_rows(q->select[q->n_select - 1]);
}

static void tell_groups(struct teller *t, const struct query *q)
{
    for (int i = 0; i < q->n_group; i++) {
        say(t, "%s", i == 0 ? ", for each " : " and ");
        tell_expr(t, q->group[i]);
    }
    if (q->having) {
        say(t, "%s", q->n_group ? ", keeping those where " : ", if ");
        tell_condition(t, q->having);
    }
}

/* "only the 3 with the highest price": what most questions with a limit mean. */
static void tell_top(struct teller *t, const struct query *q)
{
    const struct order_term *by = &q->order[0];
    bool one = strcmp(q->limit, "1") == 0, time = is_time(t, by->expr);
    say(t, ", only the %s with the %s ", one ? "one" : q->limit,
        time ? by->descending ? "latest" : "earliest" : by->descending ? "highest" : "lowest");
    tell_expr(t, by->expr);
}

/* Which end comes first when it goes down. */
static const char *downwards(const struct teller *t, const struct expr *e)
{
    bool text = e->kind == EXPR_COLUMN && e->ref.column > 0 &&
                t->schema->columns[e->ref.column].type == COLUMN_TEXT;
    return is_time(t, e) ? ", latest first" : text ? ", from Z to A" : ", highest first";
}

static void tell_order(struct teller *t, const struct query *q)
{
    if (q->n_order == 1 && q->limit && !q->offset && q->order[0].nulls == NULLS_DEFAULT) {
        tell_top(t, q);
        return;
    }
    for (int i = 0; i < q->n_order; i++) {
        say(t, "%s", i == 0 ? ", sorted by " : ", then ");
        tell_expr(t, q->order[i].expr);
        say(t, "%s%s", q->order[i].descending ? downwards(t, q->order[i].expr) : "",
            q->order[i].nulls == NULLS_DEFAULT ? ""
            : q->order[i].nulls == NULLS_FIRST ? ", unknown first"
                                               : ", unknown last");
    }
    if (q->limit && strcmp(q->limit, "1") == 0)
        say(t, ", only the first");
    else if (q->limit)
        say(t, ", only the first %s", q->limit);
    if (q->offset)
        say(t, " after %s", q->offset);
}

/* ---- queries ------------------------------------------------------------------------------------- */

static void tell_plain(struct teller *t, const struct query *q, bool sentence)
{
    if (only_counts(q)) {
        say(t, sentence ? "counts the " : "number of ");
    } else {
        say(t, sentence ? "shows " : "");
        tell_outputs(t, q);
        if (q->n_from > 0 && !names_source(q))
            say(t, " of the ");
    }
    if (q->n_from > 0 && (only_counts(q) || !names_source(q)))
        tell_from(t, q);
    if (q->where) {
        say(t, " where ");
        tell_condition(t, q->where);
    }
    tell_groups(t, q);
}

static void tell_set(struct teller *t, const struct query *q, bool sentence)
{
    static const char *const words[N_SET_OPS] = {
        [SET_UNION] = " together with ", [SET_UNION_ALL] = " followed by ",
        [SET_INTERSECT] = " that are also among ", [SET_EXCEPT] = " that are not among ",
    };
    say(t, sentence ? "shows (" : "(");
    tell_select(t, q->left, false);
    say(t, ")%s(", words[q->set]);
    tell_select(t, q->right, false);
    say(t, ")");
}

void tell_select(struct teller *t, const struct query *q, bool sentence)
{
    const struct query *names = q->set == SET_NONE ? q : query_first_select(q);
    struct telling_scope scope = {t->scope, names};
    int compared = t->compared;
    bool showing = t->showing, many = t->many;
    t->compared = 0;
    t->showing = t->many = false;
    if (q->set == SET_NONE) {
        t->scope = &scope;
        tell_plain(t, q, sentence);
    } else {
        tell_set(t, q, sentence); /* its operands open scopes of their own */
        t->scope = &scope;
    }
    tell_order(t, q);
    t->scope = scope.outer;
    t->compared = compared;
    t->showing = showing;
    t->many = many;
}

struct telling tell_query(struct arena *arena, const struct schema *schema,
                          const struct query *query)
{
    struct teller t = {.arena = arena, .schema = schema, .out = strbuf_in(arena)};
    tell_select(&t, query, true);
    say(&t, ".");
    char *text = arena_strdup(arena, strbuf_text(&t.out));
    text[0] = (char)toupper((unsigned char)text[0]);
    return (struct telling){text, t.phrases, t.n_phrases};
}
