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
 * happen to hold whole numbers. */
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
    const char *written = sql_is_number(text) ? text : sql_is_number(number) ? number : "0";
    bool wide = pr->wide && strlen(written) > 3 && !strpbrk(written, ".eE");
    strbuf_printf(&pr->out, wide ? "CAST(%s AS BIGINT)" : "%s", written);
}

static void number_of_literal(struct printer *pr, const struct expr *e, const struct scope *scope)
{
    enum time_storage form = pr->beside > TIME_NONE ? pr->beside : e->storage;
    if (e->literal.kind == LITERAL_DATE && form >= TIME_EPOCH && form <= TIME_YEAR) {
        print_expr(pr, e, scope, LEVEL_TOP); /* seconds, 20230315 */
    } else if (e->literal.kind == LITERAL_DATE) { /* as of the text '2023-03-15' */
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
    if (postgres_is_null(e)) {
        print_text(pr, "CAST(NULL AS NUMERIC)");
    } else if (digits) { /* '2023' / 10 is a division of integers to SQLite */
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

bool postgres_may_be_large(const struct expr *e)
{
    bool large = e->kind == EXPR_DATE_DIFF || (e->kind == EXPR_ARITHMETIC && e->op == ARITH_TIMES) ||
                 (e->kind == EXPR_LITERAL && strlen(e->literal.text ? e->literal.text : "") > 6);
    for (int i = 0; i < e->n_args; i++)
        large |= postgres_may_be_large(e->args[i]);
    return large;
}

void postgres_integer(struct printer *pr, const struct expr *e, const struct scope *scope)
{
    bool number = e->kind == EXPR_LITERAL && e->literal.kind == LITERAL_NUMBER;
    bool whole = number && e->literal.text[strspn(e->literal.text, "-0123456789")] == '\0' &&
                 strlen(e->literal.text) < 9;
    if (number && !whole) { /* as far as its type goes */
        double n = strtod(e->literal.text, NULL);
        strbuf_printf(&pr->out, "%d", n > INT32_MAX ? INT32_MAX : n < -INT32_MAX ? -INT32_MAX : (int)n);
        return;
    }
    bool large = !number && postgres_may_be_large(e);
    print_text(pr, whole ? "" : large ? "CAST(CAST(" : "CAST(");
    postgres_number(pr, e, scope, LEVEL_OR);
    print_text(pr, whole ? "" : large ? " AS NUMERIC) % 2147483647 AS INTEGER)" : " AS INTEGER)");
}

void postgres_as(struct printer *pr, const struct expr *e, const struct scope *scope,
                 enum storage storage)
{
    if (postgres_is_null(e))
        print_text(pr, "NULL");
    else if (storage == STORE_TEXT)
        postgres_text(pr, e, scope);
    else if (storage == STORE_NUMBER)
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

static bool is_constant(const struct expr *e)
{
    bool constant = e->kind == EXPR_LITERAL || (e->n_args > 0 && e->kind != EXPR_AGGREGATE &&
                                                e->kind != EXPR_WINDOW);
    for (int i = 0; i < e->n_args; i++)
        constant &= is_constant(e->args[i]);
    return constant && !e->query;
}

void postgres_arithmetic(struct printer *pr, const struct expr *e, const struct scope *scope)
{
    if (e->op == ARITH_MODULO) {
        put_modulo(pr, e, scope);
        return;
    }
    bool sum = e->op == ARITH_PLUS || e->op == ARITH_MINUS;
    enum level level = sum ? LEVEL_SUM : LEVEL_PRODUCT;
    bool wide = pr->wide;
    pr->wide |= is_constant(e);
    postgres_number(pr, e->args[0], scope, level);
    strbuf_printf(&pr->out, " %s ", arithmetic_names[e->op]);
    if (e->op == ARITH_DIVIDE) /* SQLite: x / 0 is NULL */
        postgres_divisor(pr, e->args[1], scope);
    else
        postgres_number(pr, e->args[1], scope, level + 1);
    pr->wide = wide;
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

/* SQLite takes the first row; PostgreSQL wants to be sure that there is but one. */
void postgres_scalar(struct printer *pr, const struct query *q, const struct scope *scope)
{
    bool one = q->set == SET_NONE && q->n_group == 0 && postgres_is_grouped(q);
    struct query first = *q;
    if (!one)
        first.limit = "1";
    print_subquery(pr, &first, scope, false);
}

/* ---- ORDER BY ---------------------------------------------------------------------------------- */

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
