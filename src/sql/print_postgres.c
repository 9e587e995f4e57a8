/* print_postgres.c - where PostgreSQL must be told in other words to return SQLite's rows.
 *
 * SQLite compares anything with anything, takes any row's value for a column it cannot know, the
 * first row of a sub-query with several, NULL for a division by zero, and sorts NULL first.
 * PostgreSQL has types, GROUP BY with rules, errors, and sorts NULL last.  What is done about it:
 *
 *  - a literal is written as the column's type wants it; where it cannot be of that type ('abc' or
 *    '2014' against a date), the column is compared as text, which is what SQLite does;
 *  - operands of different types are compared as text, or as numbers where order matters;
 *  - text in sums and arithmetic is cast to a number;
 *  - a column that is neither grouped nor determined by a declared key that is: the value that
 *    belongs to the one min() or max() in the query if there is one, as SQLite promises,
 *    else its least (SQLite takes an arbitrary one; where it depends on the group, it is the same);
 *  - NULLS FIRST or LAST where NULLs can be; LIMIT 1 on a sub-query used as a value.
 *
 * Not done: collations (text sorts as the database sorts it), division of decimal columns that
 * happen to hold whole numbers, DISTINCT over a grouped query ordered by something not selected, a
 * sub-query of a grouped query that uses a column that is not grouped by. */
#include "sql/print.h"

#include <stdlib.h>
#include <string.h>

/* ---- arithmetic, aggregates, sub-queries as values ------------------------------------------- */

/* The number SQLite makes of a text: its first digits, or 0. */
static void put_leading_number(struct printer *pr, const char *text)
{
    size_t n = text[0] == '-' ? 1 : 0;
    n += strspn(text + n, "0123456789");
    if (text[n] == '.' && n > 0)
        n += 1 + strspn(text + n + 1, "0123456789");
    char *number = arena_printf(pr->arena, "%.*s", (int)n, text);
    strbuf_puts(&pr->out, sql_is_number(text) ? text : sql_is_number(number) ? number : "0");
}

static void number_of_literal(struct printer *pr, const struct expr *e, const struct scope *scope)
{
    if (e->literal.kind == LITERAL_NULL)
        print_text(pr, "CAST(NULL AS NUMERIC)");
    else if (e->literal.kind == LITERAL_DATE) { /* as of the text '2023-03-15' */
        print_text(pr, "CAST(left(CAST(");
        print_expr(pr, e, scope, LEVEL_OR);
        print_text(pr, " AS TEXT), 4) AS NUMERIC)");
    } else {
        put_leading_number(pr, e->literal.text);
    }
}

void postgres_number(struct printer *pr, const struct expr *e, const struct scope *scope,
                     enum level level)
{
    enum storage have = postgres_storage(pr, e, scope);
    bool digits = e->kind == EXPR_DATE_PART && !e->number &&
                  (e->op == PART_YEAR || e->op == PART_MONTH || e->op == PART_WEEK ||
                   e->op == PART_DAY || e->op == PART_WEEKDAY || e->op == PART_HOUR);
    if (digits) { /* '2023' / 10 is a division of integers to SQLite */
        struct expr number = *e;
        number.number = true;
        print_expr(pr, &number, scope, level);
    } else if (e->kind == EXPR_LITERAL) {
        number_of_literal(pr, e, scope);
    } else if (have == STORE_DATE || have == STORE_TIMESTAMP || have == STORE_TIME) {
        /* what '2023-03-15' and '12:30' begin with */
        print_text(pr, have == STORE_TIME ? "EXTRACT(HOUR FROM " : "EXTRACT(YEAR FROM ");
        print_expr(pr, e, scope, LEVEL_OR);
        print_text(pr, ")");
    } else if (have == STORE_TEXT && e->kind == EXPR_COLUMN) {
        postgres_cast(pr, e, scope, "NUMERIC");
    } else if (have == STORE_TEXT || have == STORE_OTHER) { /* of anything, what it begins with */
        print_text(pr, "CAST(substring(");
        postgres_text(pr, e, scope);
        print_text(pr, " FROM '^-?[0-9]+(?:[.][0-9]+)?') AS NUMERIC)");
    } else if (have == STORE_BOOLEAN) {
        postgres_cast(pr, e, scope, "INTEGER");
    } else if (e->kind == EXPR_QUERY) {
        postgres_scalar(pr, e->query, scope);
    } else {
        print_expr(pr, e, scope, level);
    }
}

void postgres_integer(struct printer *pr, const struct expr *e, const struct scope *scope)
{
    bool number = e->kind == EXPR_LITERAL && e->literal.kind == LITERAL_NUMBER;
    bool whole = number && e->literal.text[strspn(e->literal.text, "-0123456789")] == '\0' &&
                 strlen(e->literal.text) < 9;
    if (number && !whole) { /* as far as its type goes */
        double n = strtod(e->literal.text, NULL);
        strbuf_printf(&pr->out, "%d", n > INT32_MAX ? INT32_MAX : n < INT32_MIN ? INT32_MIN : (int)n);
        return;
    }
    print_text(pr, whole ? "" : "CAST(");
    postgres_number(pr, e, scope, LEVEL_OR);
    print_text(pr, whole ? "" : " AS INTEGER)");
}

void postgres_as(struct printer *pr, const struct expr *e, const struct scope *scope,
                 enum storage storage)
{
    bool null = e->kind == EXPR_LITERAL && e->literal.kind == LITERAL_NULL;
    if (storage == STORE_TEXT && !null)
        postgres_text(pr, e, scope);
    else if (storage == STORE_NUMBER && !null)
        postgres_number(pr, e, scope, LEVEL_OR);
    else
        print_expr(pr, e, scope, LEVEL_OR);
}

void postgres_divisor(struct printer *pr, const struct expr *e, const struct scope *scope)
{
    bool zero = !(e->kind == EXPR_LITERAL && e->literal.kind == LITERAL_NUMBER &&
                  strtod(e->literal.text, NULL) != 0);
    print_text(pr, zero ? "NULLIF(" : "");
    postgres_number(pr, e, scope, zero ? LEVEL_OR : LEVEL_PRODUCT + 1);
    print_text(pr, zero ? ", 0)" : "");
}

void postgres_text(struct printer *pr, const struct expr *e, const struct scope *scope)
{
    if (e->kind == EXPR_LITERAL && e->literal.kind != LITERAL_NULL && e->literal.kind != LITERAL_DATE)
        sql_put_text(&pr->out, e->literal.text);
    else if (postgres_storage(pr, e, scope) == STORE_TEXT)
        print_expr(pr, e, scope, LEVEL_TOP);
    else
        postgres_cast(pr, e, scope, "TEXT");
}

void postgres_truth(struct printer *pr, const struct expr *e, const struct scope *scope)
{
    if (postgres_storage(pr, e, scope) == STORE_BOOLEAN) {
        print_expr(pr, e, scope, LEVEL_COMPARE + 1);
        return;
    }
    postgres_number(pr, e, scope, LEVEL_COMPARE + 1);
    print_text(pr, " <> 0");
}

/* Surely an integer: % is for nothing else. */
static bool is_whole(const struct printer *pr, const struct expr *e)
{
    const struct column *c = e->kind == EXPR_COLUMN && e->ref.column > 0 && e->ref.output < 0
                                 ? &pr->schema->columns[e->ref.column] : NULL;
    return (c && c->decl_type && strstr(lower_ascii(pr->arena, c->decl_type), "int")) ||
           (e->kind == EXPR_LITERAL && e->literal.kind == LITERAL_NUMBER &&
            !strpbrk(e->literal.text, ".eE")) ||
           (e->kind == EXPR_AGGREGATE && e->op == AGG_COUNT);
}

static void put_whole(struct printer *pr, const struct expr *e, const struct scope *scope,
                      enum level level)
{
    bool whole = is_whole(pr, e);
    print_text(pr, whole ? "" : "CAST(trunc(");
    postgres_number(pr, e, scope, whole ? level : LEVEL_OR);
    print_text(pr, whole ? "" : ") AS BIGINT)");
}

static void put_modulo(struct printer *pr, const struct expr *e, const struct scope *scope)
{
    bool safe = e->args[1]->kind == EXPR_LITERAL && is_whole(pr, e->args[1]) &&
                strtod(e->args[1]->literal.text, NULL) != 0;
    put_whole(pr, e->args[0], scope, LEVEL_PRODUCT);
    print_text(pr, safe ? " % " : " % NULLIF(");
    put_whole(pr, e->args[1], scope, safe ? LEVEL_PRODUCT + 1 : LEVEL_OR);
    print_text(pr, safe ? "" : ", 0)");
}

void postgres_arithmetic(struct printer *pr, const struct expr *e, const struct scope *scope)
{
    if (e->op == ARITH_MODULO) {
        put_modulo(pr, e, scope);
        return;
    }
    bool sum = e->op == ARITH_PLUS || e->op == ARITH_MINUS;
    enum level level = sum ? LEVEL_SUM : LEVEL_PRODUCT;
    postgres_number(pr, e->args[0], scope, level);
    strbuf_printf(&pr->out, " %s ", arithmetic_names[e->op]);
    if (e->op == ARITH_DIVIDE) /* SQLite: x / 0 is NULL */
        postgres_divisor(pr, e->args[1], scope);
    else
        postgres_number(pr, e->args[1], scope, level + 1);
}

void postgres_aggregate(struct printer *pr, const struct expr *e, const struct scope *scope)
{
    const struct expr *arg = e->args[0];
    enum storage have = postgres_storage(pr, arg, scope);
    const struct query *grouped = pr->grouped;
    pr->grouped = NULL; /* inside, every row's value can be had */
    print_text(pr, aggregate_names[e->op]);
    print_text(pr, e->distinct ? "(DISTINCT " : "(");
    if (e->op == AGG_SUM || e->op == AGG_AVG ||
        (have == STORE_BOOLEAN && (e->op == AGG_MIN || e->op == AGG_MAX)))
        postgres_number(pr, arg, scope, LEVEL_OR);
    else if (have == STORE_OTHER && (e->op != AGG_COUNT || e->distinct))
        postgres_cast(pr, arg, scope, "TEXT"); /* json and uuid have no order, json no equality */
    else
        print_expr(pr, arg, scope, LEVEL_OR);
    print_text(pr, ")");
    if (e->n_args > 1)
        print_filter(pr, e->args[1], scope);
    pr->grouped = grouped;
}

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

/* SQLite takes the first row; PostgreSQL wants to be sure that there is but one. */
void postgres_scalar(struct printer *pr, const struct query *q, const struct scope *scope)
{
    bool one = q->set == SET_NONE && q->n_group == 0 && postgres_is_grouped(q);
    struct query first = *q;
    if (!one)
        first.limit = "1";
    print_subquery(pr, &first, scope, false);
}

/* ---- GROUP BY -------------------------------------------------------------------------------- */

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

bool postgres_is_bare(const struct printer *pr, const struct expr *e)
{
    return pr->grouped && e->kind == EXPR_COLUMN && e->ref.up == 0 && e->ref.source >= 0 &&
           !is_star(e) && !key_is_grouped(pr->schema, pr->grouped, e->ref.source);
}

bool postgres_bare_column(struct printer *pr, const struct expr *e, const struct scope *scope)
{
    const struct query *q = pr->grouped;
    if (!postgres_is_bare(pr, e))
        return false;
    const struct expr *extreme = only_extreme(q);
    enum storage storage = postgres_storage(pr, e, scope);
    pr->grouped = NULL;
    if (extreme) {
        print_text(pr, "(array_agg(");
        print_column(pr, e->ref, scope);
        print_text(pr, " ORDER BY ");
        print_expr(pr, extreme->args[0], scope, LEVEL_OR);
        print_text(pr, extreme->op == AGG_MAX ? " DESC NULLS LAST))[1]" : " NULLS LAST))[1]");
    } else {
        bool ordered = storage != STORE_BOOLEAN && storage != STORE_OTHER;
        print_text(pr, ordered ? "min(" : "(array_agg(");
        print_column(pr, e->ref, scope);
        print_text(pr, ordered ? ")" : "))[1]");
    }
    pr->grouped = q;
    return true;
}

bool postgres_star(struct printer *pr, const struct expr *e, const struct scope *scope)
{
    const struct query *q = pr->grouped;
    bool plain = true;
    if (!q)
        return false;
    for (int s = 0; s < q->n_from; s++) {
        bool spread = e->ref.source < 0 || e->ref.source == s;
        if (spread && q->from[s].query)
            return false; /* its outputs are not ours to name */
        plain &= !spread || key_is_grouped(pr->schema, q, s);
    }
    if (plain)
        return false;
    bool first = true;
    for (int s = 0; s < q->n_from; s++)
        for (int i = 1; i < pr->schema->n_columns; i++) {
            if (pr->schema->columns[i].table != q->from[s].table ||
                (e->ref.source >= 0 && e->ref.source != s))
                continue;
            struct expr *column =
                expr_column(pr->arena, (struct column_ref){i, 0, s, -1});
            if (!first)
                print_text(pr, ", ");
            first = false;
            print_expr(pr, column, scope, LEVEL_OR);
            print_text(pr, " AS ");
            sql_put_name(&pr->out, pr->schema->columns[i].name, pr->dialect);
        }
    return true;
}

/* ---- DISTINCT, ORDER BY ---------------------------------------------------------------------- */

static bool is_selected(const struct query *q, const struct expr *e)
{
    for (int i = 0; i < q->n_select; i++)
        if (expr_equal(q->select[i], e) ||
            (is_star(q->select[i]) && e->kind == EXPR_COLUMN &&
             (q->select[i]->ref.source < 0 || q->select[i]->ref.source == e->ref.source)))
            return true;
    return false;
}

const struct query *postgres_rewritten(struct arena *arena, const struct query *q)
{
    bool foreign = false, stars = false;
    for (int i = 0; i < q->n_order; i++)
        foreign |= !is_selected(q, q->order[i].expr);
    for (int i = 0; i < q->n_select; i++)
        stars |= is_star(q->select[i]);
    if (!q->distinct || !foreign || stars)
        return q;
    struct query *out = ARENA_NEW(arena, struct query);
    *out = *q;
    if (postgres_is_grouped(q)) {
        for (int i = 0; i < q->n_group; i++)
            if (!is_selected(q, q->group[i]))
                return q; /* the rows of the groups are not distinct by themselves */
        out->distinct = false;
        return out;
    }
    out->distinct = false;
    out->group = q->select;
    out->n_group = q->n_select;
    out->order = ARENA_ARRAY(arena, struct order_term, q->n_order);
    for (int i = 0; i < q->n_order; i++) {
        struct order_term term = q->order[i];
        struct expr *extreme = expr_node(arena, EXPR_AGGREGATE, term.descending ? AGG_MAX : AGG_MIN,
                                         &term.expr, 1);
        if (!extreme)
            return q;
        out->order[i] = term;
        if (!is_selected(q, term.expr))
            out->order[i].expr = extreme;
    }
    return out;
}

static bool may_be_null(const struct schema *schema, const struct expr *e)
{
    if (e->kind == EXPR_LITERAL)
        return e->literal.kind == LITERAL_NULL;
    if (e->kind == EXPR_AGGREGATE)
        return e->op != AGG_COUNT;
    if (e->kind != EXPR_COLUMN || e->ref.output >= 0 || e->ref.column == 0)
        return true;
    const struct column *c = &schema->columns[e->ref.column];
    return !(c->not_null || (c->primary && c->table >= 0 && schema->tables[c->table].keyed));
}

void postgres_nulls(struct printer *pr, bool set, const struct order_term *term)
{
    if (term->nulls != NULLS_DEFAULT)
        print_text(pr, term->nulls == NULLS_FIRST ? " NULLS FIRST" : " NULLS LAST");
    else if (set || may_be_null(pr->schema, term->expr)) /* of any part of a set operation */
        print_text(pr, term->descending ? " NULLS LAST" : " NULLS FIRST");
}

/* ---- set operations -------------------------------------------------------------------------- */

static void note_outputs(struct printer *pr, const struct query *q, const struct scope *parent,
                         enum storage *seen, enum storage *mixed, int n)
{
    if (q->set != SET_NONE) {
        note_outputs(pr, q->left, parent, seen, mixed, n);
        note_outputs(pr, q->right, parent, seen, mixed, n);
        return;
    }
    for (int k = 0; k < MIN(n, q->n_select); k++) {
        enum storage storage = postgres_output_storage(pr, q, k, parent);
        enum storage common = postgres_common_storage(storage, seen[k], false);
        if (common == STORE_TEXT || (common == STORE_NUMBER && mixed[k] == STORE_UNKNOWN))
            mixed[k] = common;
        seen[k] = seen[k] == STORE_UNKNOWN ? storage : seen[k];
    }
}

const enum storage *postgres_mixed_outputs(struct printer *pr, const struct query *q,
                                           const struct scope *parent)
{
    int n = query_first_select(q)->n_select;
    enum storage *seen = ARENA_ARRAY(pr->arena, enum storage, n);
    enum storage *mixed = ARENA_ARRAY(pr->arena, enum storage, n);
    note_outputs(pr, q, parent, seen, mixed, n);
    return mixed;
}

void postgres_output(struct printer *pr, const struct expr *e, const struct scope *scope,
                     enum storage storage)
{
    if (storage == STORE_TEXT)
        postgres_cast(pr, e, scope, "TEXT");
    else if (storage == STORE_NUMBER)
        postgres_number(pr, e, scope, LEVEL_OR);
    else
        print_expr(pr, e, scope, LEVEL_OR);
}
