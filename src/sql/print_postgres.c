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
 * happen to hold whole numbers, DISTINCT over a grouped query ordered by something not selected. */
#include "sql/print.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* ---- types ----------------------------------------------------------------------------------- */

enum storage {
    STORE_UNKNOWN, /* a literal, or a schema without declared types: text will do */
    STORE_TEXT,
    STORE_NUMBER,
    STORE_BOOLEAN,
    STORE_DATE,
    STORE_TIMESTAMP,
    STORE_TIME,
    STORE_OTHER, /* enumerations, arrays, json, uuid, ...: known to be something else */
};

static enum storage storage_of_type(const char *type)
{
    static const struct {
        const char *start;
        enum storage storage;
    } starts[] = {
        {"enum ", STORE_OTHER},     {"composite ", STORE_OTHER},   {"range ", STORE_OTHER},
        {"bool", STORE_BOOLEAN},    {"datetime", STORE_TIMESTAMP}, {"date", STORE_DATE},
        {"timestamp", STORE_TIMESTAMP}, {"time", STORE_TIME},      {"interval", STORE_OTHER},
        {"char", STORE_TEXT},       {"varchar", STORE_TEXT},       {"nvarchar", STORE_TEXT},
        {"nchar", STORE_TEXT},      {"bpchar", STORE_TEXT},        {"text", STORE_TEXT},
        {"clob", STORE_TEXT},       {"string", STORE_TEXT},        {"name", STORE_TEXT},
        {"citext", STORE_TEXT},     {"int", STORE_NUMBER},         {"bigint", STORE_NUMBER},
        {"smallint", STORE_NUMBER}, {"tinyint", STORE_NUMBER},     {"serial", STORE_NUMBER},
        {"bigserial", STORE_NUMBER}, {"num", STORE_NUMBER},        {"dec", STORE_NUMBER},
        {"real", STORE_NUMBER},     {"float", STORE_NUMBER},       {"double", STORE_NUMBER},
    };
    if (strstr(type, "[]"))
        return STORE_OTHER;
    for (int i = 0; i < COUNT_OF(starts); i++)
        if (strncasecmp(type, starts[i].start, strlen(starts[i].start)) == 0)
            return starts[i].storage;
    return STORE_OTHER;
}

static enum storage storage_of_column(const struct column *c)
{
    if (c->virtual_now)
        return STORE_DATE;
    if (c->decl_type && *c->decl_type)
        return storage_of_type(c->decl_type);
    return c->type == COLUMN_NUMBER ? STORE_NUMBER
           : c->type == COLUMN_TEXT ? STORE_TEXT
                                    : STORE_UNKNOWN;
}

static enum storage storage_of(const struct printer *pr, const struct expr *e,
                               const struct scope *scope);

static enum storage storage_of_output(const struct printer *pr, const struct query *q, int k,
                                      const struct scope *parent)
{
    const struct query *select = query_first_select(q);
    if (k >= select->n_select)
        return STORE_UNKNOWN;
    return storage_of(pr, select->select[k], scope_of(pr->arena, pr->schema, select, parent));
}

static enum storage storage_of_ref(const struct printer *pr, struct column_ref ref,
                                   const struct scope *scope)
{
    for (int i = 0; i < ref.up && scope->parent; i++)
        scope = scope->parent;
    if (ref.output >= 0 && ref.source >= 0 && ref.source < scope->n_sources) {
        const struct query *select = query_first_select(scope->sources[ref.source]->query);
        if (!is_star(select->select[ref.output]))
            return storage_of_output(pr, select, ref.output, scope->parent);
    }
    return ref.column > 0 ? storage_of_column(&pr->schema->columns[ref.column]) : STORE_UNKNOWN;
}

/* Of the first branch that has a type. */
static enum storage storage_of_case(const struct printer *pr, const struct expr *e,
                                    const struct scope *scope)
{
    for (int i = 1; i <= e->n_args; i += 2) {
        const struct expr *value = e->args[MIN(i, e->n_args - 1)];
        enum storage storage = storage_of(pr, value, scope);
        if (storage == STORE_UNKNOWN && value->kind == EXPR_LITERAL &&
            value->literal.kind == LITERAL_TEXT)
            storage = STORE_TEXT;
        if (storage != STORE_UNKNOWN)
            return storage;
    }
    return STORE_UNKNOWN;
}

static enum storage storage_of(const struct printer *pr, const struct expr *e,
                               const struct scope *scope)
{
    switch (e->kind) {
    case EXPR_COLUMN:
        return storage_of_ref(pr, e->ref, scope);
    case EXPR_LITERAL:
        return e->literal.kind == LITERAL_NUMBER ? STORE_NUMBER : STORE_UNKNOWN;
    case EXPR_AGGREGATE:
        return e->op == AGG_MIN || e->op == AGG_MAX ? storage_of(pr, e->args[0], scope)
                                                    : STORE_NUMBER;
    case EXPR_ARITHMETIC:
    case EXPR_RATIO:
    case EXPR_DATE_DIFF:
        return STORE_NUMBER;
    case EXPR_CAST:
        return e->op == CAST_TEXT ? STORE_TEXT : STORE_NUMBER;
    case EXPR_FUNCTION:
        return e->op <= FN_LENGTH     ? STORE_NUMBER
               : e->op <= FN_CONCAT ? STORE_TEXT
                                    : storage_of(pr, e->args[0], scope);
    case EXPR_CASE:
        return storage_of_case(pr, e, scope);
    case EXPR_WINDOW:
        return e->op == WINDOW_AGGREGATE ? storage_of(pr, e->args[0], scope) : STORE_NUMBER;
    case EXPR_DATE_PART:
        return e->number || e->op == PART_QUARTER || e->op == PART_JULIAN ? STORE_NUMBER
               : e->op == PART_DATE                                       ? STORE_DATE
                                                                          : STORE_TEXT;
    case EXPR_DATE_SHIFT:
        return STORE_DATE;
    case EXPR_QUERY:
        return storage_of_output(pr, e->query, 0, scope);
    default:
        return expr_is_condition(e) ? STORE_BOOLEAN : STORE_UNKNOWN;
    }
}

void postgres_cast(struct printer *pr, const struct expr *e, const struct scope *scope,
                   const char *type)
{
    print_text(pr, "CAST(");
    print_expr(pr, e, scope, LEVEL_OR);
    print_text(pr, " AS ");
    print_text(pr, type);
    print_text(pr, ")");
}

/* ---- literals -------------------------------------------------------------------------------- */

static bool is_literal(const struct expr *e)
{
    return e->kind == EXPR_LITERAL && e->literal.kind != LITERAL_NULL;
}

/* Digits s[0..n) as a number in low..high. */
static bool in_range(const char *s, int n, int low, int high)
{
    int value = 0;
    for (int i = 0; i < n; i++) {
        if (!isdigit((unsigned char)s[i]))
            return false;
        value = value * 10 + (s[i] - '0');
    }
    return value >= low && value <= high;
}

static bool is_clock(const char *s) /* 12:34, 12:34:56, 12:34:56.7 */
{
    size_t n = strlen(s);
    if (n < 5 || !in_range(s, 2, 0, 23) || s[2] != ':' || !in_range(s + 3, 2, 0, 59))
        return false;
    if (n == 5)
        return true;
    if (n < 8 || s[5] != ':' || !in_range(s + 6, 2, 0, 59))
        return false;
    return n == 8 || (s[8] == '.' && n > 9 && n <= 15 && strspn(s + 9, "0123456789") == n - 9);
}

/* 2014-05-06, with a time of day after it if `clock` */
static bool is_day(const char *s, bool clock)
{
    static const int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    size_t n = strlen(s);
    if (n < 10 || !in_range(s, 4, 1, 9999) || s[4] != '-' || !in_range(s + 5, 2, 1, 12) ||
        s[7] != '-')
        return false;
    int year = atoi(s), month = atoi(s + 5);
    bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
    if (!in_range(s + 8, 2, 1, days[month - 1] + (month == 2 && leap)))
        return false;
    return n == 10 || (clock && (s[10] == ' ' || s[10] == 'T') && is_clock(s + 11));
}

static bool is_boolean_text(const char *s)
{
    static const char *const words[] = {"t", "f", "true", "false", "y", "n", "yes", "no",
                                        "on", "off", "1", "0"};
    for (int i = 0; i < COUNT_OF(words); i++)
        if (equal_nocase(s, words[i]))
            return true;
    return false;
}

/* Can this literal be read as a value of that type? */
static bool literal_fits(enum storage storage, const struct literal *literal)
{
    const char *s = literal->text;
    switch (storage) {
    case STORE_NUMBER:
        return sql_is_number(s);
    case STORE_BOOLEAN:
        return is_boolean_text(s);
    case STORE_DATE:
        return is_day(s, false);
    case STORE_TIMESTAMP:
        return is_day(s, true);
    case STORE_TIME:
        return is_clock(s);
    case STORE_OTHER:
        return false;
    default:
        return true;
    }
}

/* As compared with a value of that type, or as text. */
static void put_literal(struct printer *pr, const struct expr *e, enum storage storage)
{
    const char *s = e->literal.text;
    if (e->literal.kind == LITERAL_NULL)
        print_text(pr, "NULL");
    else if (storage == STORE_NUMBER)
        strbuf_puts(&pr->out, s);
    else if (storage == STORE_BOOLEAN && e->literal.kind == LITERAL_NUMBER)
        print_text(pr, strcmp(s, "0") == 0 ? "FALSE" : "TRUE");
    else
        sql_put_text(&pr->out, s);
}

/* ---- comparisons ----------------------------------------------------------------------------- */

static const char *compare_name(const struct expr *e)
{
    bool null = e->args[1]->kind == EXPR_LITERAL && e->args[1]->literal.kind == LITERAL_NULL;
    switch (e->op) {
    case CMP_LIKE:
        return "ILIKE";
    case CMP_NOT_LIKE:
        return "NOT ILIKE";
    case CMP_IS:
        return null ? "IS" : "IS NOT DISTINCT FROM";
    case CMP_IS_NOT:
        return null ? "IS NOT" : "IS DISTINCT FROM";
    default:
        return compare_names[e->op];
    }
}

static bool is_ordering(const struct expr *e)
{
    return e->kind == EXPR_BETWEEN || (e->op >= CMP_GT && e->op <= CMP_LE);
}

/* The type both sides are to be compared as; UNKNOWN: as they are. */
static enum storage common_storage(enum storage a, enum storage b, bool ordering)
{
    bool times = (a == STORE_DATE || a == STORE_TIMESTAMP) &&
                 (b == STORE_DATE || b == STORE_TIMESTAMP);
    if (a == STORE_UNKNOWN || b == STORE_UNKNOWN || (a == b && a != STORE_OTHER) || times)
        return STORE_UNKNOWN;
    bool numbers = (a == STORE_NUMBER || a == STORE_BOOLEAN) &&
                   (b == STORE_NUMBER || b == STORE_BOOLEAN);
    bool text_number = (a == STORE_NUMBER && b == STORE_TEXT) ||
                       (a == STORE_TEXT && b == STORE_NUMBER);
    return numbers || (text_number && ordering) ? STORE_NUMBER : STORE_TEXT;
}

static void put_as(struct printer *pr, const struct expr *e, const struct scope *scope,
                   enum storage want)
{
    enum storage have = storage_of(pr, e, scope);
    if (is_literal(e))
        put_literal(pr, e, want == STORE_UNKNOWN ? have : want);
    else if (want == STORE_TEXT && have != STORE_TEXT)
        postgres_cast(pr, e, scope, "TEXT");
    else if (want == STORE_NUMBER && have != STORE_NUMBER)
        postgres_cast(pr, e, scope, have == STORE_BOOLEAN ? "INTEGER" : "NUMERIC");
    else if (e->kind == EXPR_QUERY)
        postgres_scalar(pr, e->query, scope);
    else
        print_expr(pr, e, scope, LEVEL_SUM);
}

/* x op literals: x as it is if every one of them can be of its type, else as text. */
static enum storage literal_storage(const struct expr *e, enum storage left)
{
    if (e->kind == EXPR_COMPARE && (e->op == CMP_LIKE || e->op == CMP_NOT_LIKE))
        return STORE_TEXT;
    bool list = e->args[1]->kind == EXPR_LIST;
    struct expr *const *rights = list ? e->args[1]->args : e->args + 1;
    int n = list ? e->args[1]->n_args : e->n_args - 1;
    for (int i = 0; i < n; i++)
        if (is_literal(rights[i]) && !literal_fits(left, &rights[i]->literal))
            return STORE_TEXT;
    return left;
}

static void put_left(struct printer *pr, const struct expr *e, const struct scope *scope,
                     enum storage have, enum storage want)
{
    bool text = want == STORE_TEXT && have != STORE_TEXT && have != STORE_UNKNOWN;
    if (text)
        postgres_cast(pr, e, scope, "TEXT");
    else if (e->kind == EXPR_QUERY)
        postgres_scalar(pr, e->query, scope);
    else
        print_expr(pr, e, scope, LEVEL_SUM);
}

static bool all_literals(const struct expr *e)
{
    for (int i = 1; i < e->n_args; i++)
        if (e->args[i]->kind != EXPR_LITERAL && e->args[i]->kind != EXPR_LIST)
            return false;
    return true;
}

static void put_operator(struct printer *pr, const struct expr *e)
{
    print_text(pr, " ");
    print_text(pr, e->kind == EXPR_COMPARE ? compare_name(e)
                   : e->negated            ? "NOT BETWEEN"
                                           : "BETWEEN");
    print_text(pr, " ");
}

static void compare_literals(struct printer *pr, const struct expr *e, const struct scope *scope)
{
    enum storage left = storage_of(pr, e->args[0], scope);
    if (e->args[0]->kind == EXPR_LITERAL)
        left = STORE_UNKNOWN;
    enum storage want = literal_storage(e, left);
    put_left(pr, e->args[0], scope, left, want);
    put_operator(pr, e);
    bool list = e->args[1]->kind == EXPR_LIST;
    struct expr *const *rights = list ? e->args[1]->args : e->args + 1;
    int n = list ? e->args[1]->n_args : e->n_args - 1;
    if (e->args[0]->kind == EXPR_LITERAL && e->args[0]->literal.kind == LITERAL_NUMBER)
        want = STORE_NUMBER; /* 1 = 1 */
    if (list)
        strbuf_putc(&pr->out, '(');
    for (int i = 0; i < n; i++) {
        if (i)
            print_text(pr, list ? ", " : " AND ");
        if (rights[i]->kind == EXPR_LITERAL)
            put_literal(pr, rights[i], want);
        else
            put_as(pr, rights[i], scope, want);
    }
    if (list)
        strbuf_putc(&pr->out, ')');
    if (want == STORE_TEXT && e->kind == EXPR_COMPARE && is_literal(e->args[1]) &&
        (e->op == CMP_LIKE || e->op == CMP_NOT_LIKE) && strchr(e->args[1]->literal.text, '\\'))
        print_text(pr, " ESCAPE ''"); /* SQLite has no escape unless told */
}

/* x IN (SELECT y ...) */
static void compare_members(struct printer *pr, const struct expr *e, const struct scope *scope)
{
    static const bool first_as_text[] = {true};
    const struct query *q = e->args[1]->query;
    enum storage left = storage_of(pr, e->args[0], scope);
    enum storage right = storage_of(pr, e->args[1], scope);
    bool text = common_storage(left, right, false) != STORE_UNKNOWN;
    bool cast_right = text && right != STORE_TEXT && q->set == SET_NONE && q->n_select == 1 &&
                      !is_star(q->select[0]);
    put_left(pr, e->args[0], scope, left, text ? STORE_TEXT : left);
    put_operator(pr, e);
    print_text(pr, "(");
    const struct query *grouped = pr->grouped;
    const bool *as_text = pr->as_text;
    int n_as_text = pr->n_as_text;
    pr->grouped = NULL;
    pr->as_text = cast_right ? first_as_text : NULL;
    pr->n_as_text = 1;
    print_query(pr, q, scope, false);
    pr->grouped = grouped;
    pr->as_text = as_text;
    pr->n_as_text = n_as_text;
    print_text(pr, ")");
}

static bool has_date_literal(const struct expr *e)
{
    for (int i = 0; i < e->n_args; i++)
        if ((e->args[i]->kind == EXPR_LITERAL && e->args[i]->literal.kind == LITERAL_DATE) ||
            (e->args[i]->kind == EXPR_LIST && has_date_literal(e->args[i])))
            return true;
    return false;
}

/* Dates are written as the other side stores them, so nothing is to be cast. */
static void compare_dates(struct printer *pr, const struct expr *e, const struct scope *scope)
{
    print_expr(pr, e->args[0], scope, LEVEL_SUM);
    put_operator(pr, e);
    print_expr(pr, e->args[1], scope, LEVEL_SUM);
    if (e->kind == EXPR_BETWEEN) {
        print_text(pr, " AND ");
        print_expr(pr, e->args[2], scope, LEVEL_SUM);
    }
}

void postgres_comparison(struct printer *pr, const struct expr *e, const struct scope *scope)
{
    if (has_date_literal(e)) {
        compare_dates(pr, e, scope);
        return;
    }
    if (e->kind == EXPR_COMPARE && (e->op == CMP_IN || e->op == CMP_NOT_IN) &&
        e->args[1]->kind == EXPR_QUERY) {
        compare_members(pr, e, scope);
        return;
    }
    if (all_literals(e) && !(is_literal(e->args[0]) && e->args[0]->literal.kind == LITERAL_TEXT)) {
        compare_literals(pr, e, scope);
        return;
    }
    enum storage want = STORE_UNKNOWN;
    for (int i = 1; i < e->n_args; i++) {
        bool literals = is_literal(e->args[0]) || is_literal(e->args[i]);
        enum storage a = storage_of(pr, e->args[0], scope), b = storage_of(pr, e->args[i], scope);
        const struct expr *literal = is_literal(e->args[0]) ? e->args[0] : e->args[i];
        enum storage other = is_literal(e->args[0]) ? b : a;
        enum storage common =
            literals ? (literal_fits(other, &literal->literal) ? other : STORE_TEXT)
                     : common_storage(a, b, is_ordering(e));
        if (literals && common == STORE_UNKNOWN)
            common = STORE_TEXT;
        want = want == STORE_TEXT ? want : common == STORE_UNKNOWN ? want : common;
    }
    if (e->kind == EXPR_COMPARE && (e->op == CMP_LIKE || e->op == CMP_NOT_LIKE))
        want = STORE_TEXT;
    put_as(pr, e->args[0], scope, want);
    put_operator(pr, e);
    put_as(pr, e->args[1], scope, want);
    if (e->kind == EXPR_BETWEEN) {
        print_text(pr, " AND ");
        put_as(pr, e->args[2], scope, want);
    }
}

/* ---- arithmetic, aggregates, sub-queries as values ------------------------------------------- */

void postgres_number(struct printer *pr, const struct expr *e, const struct scope *scope,
                     enum level level)
{
    enum storage have = storage_of(pr, e, scope);
    if (e->kind == EXPR_QUERY)
        postgres_scalar(pr, e->query, scope);
    else if (have == STORE_TEXT)
        postgres_cast(pr, e, scope, "NUMERIC");
    else if (have == STORE_BOOLEAN)
        postgres_cast(pr, e, scope, "INTEGER");
    else
        print_expr(pr, e, scope, level);
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
    if (e->kind == EXPR_LITERAL && e->literal.kind != LITERAL_NULL)
        sql_put_text(&pr->out, e->literal.text);
    else if (storage_of(pr, e, scope) == STORE_TEXT)
        print_expr(pr, e, scope, LEVEL_TOP);
    else
        postgres_cast(pr, e, scope, "TEXT");
}

void postgres_truth(struct printer *pr, const struct expr *e, const struct scope *scope)
{
    if (storage_of(pr, e, scope) == STORE_BOOLEAN) {
        print_expr(pr, e, scope, LEVEL_COMPARE + 1);
        return;
    }
    postgres_number(pr, e, scope, LEVEL_COMPARE + 1);
    print_text(pr, " <> 0");
}

void postgres_arithmetic(struct printer *pr, const struct expr *e, const struct scope *scope)
{
    bool sum = e->op == ARITH_PLUS || e->op == ARITH_MINUS;
    enum level level = sum ? LEVEL_SUM : LEVEL_PRODUCT;
    postgres_number(pr, e->args[0], scope, level);
    strbuf_printf(&pr->out, " %s ", arithmetic_names[e->op]);
    if (e->op == ARITH_DIVIDE || e->op == ARITH_MODULO) /* SQLite: x / 0 is NULL */
        postgres_divisor(pr, e->args[1], scope);
    else
        postgres_number(pr, e->args[1], scope, level + 1);
}

void postgres_aggregate(struct printer *pr, const struct expr *e, const struct scope *scope)
{
    const struct expr *arg = e->args[0];
    enum storage have = storage_of(pr, arg, scope);
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

bool postgres_bare_column(struct printer *pr, const struct expr *e, const struct scope *scope)
{
    const struct query *q = pr->grouped;
    if (!q || e->kind != EXPR_COLUMN || e->ref.up > 0 || e->ref.source < 0 || is_star(e) ||
        key_is_grouped(pr->schema, q, e->ref.source))
        return false;
    const struct expr *extreme = only_extreme(q);
    enum storage storage = storage_of(pr, e, scope);
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
                         enum storage *seen, bool *mixed, int n)
{
    if (q->set != SET_NONE) {
        note_outputs(pr, q->left, parent, seen, mixed, n);
        note_outputs(pr, q->right, parent, seen, mixed, n);
        return;
    }
    for (int k = 0; k < MIN(n, q->n_select); k++) {
        enum storage storage = storage_of_output(pr, q, k, parent);
        mixed[k] |= storage != STORE_UNKNOWN && seen[k] != STORE_UNKNOWN &&
                    common_storage(storage, seen[k], false) == STORE_TEXT;
        seen[k] = seen[k] == STORE_UNKNOWN ? storage : seen[k];
    }
}

const bool *postgres_mixed_outputs(struct printer *pr, const struct query *q,
                                   const struct scope *parent)
{
    int n = query_first_select(q)->n_select;
    enum storage *seen = ARENA_ARRAY(pr->arena, enum storage, n);
    bool *mixed = ARENA_ARRAY(pr->arena, bool, n);
    note_outputs(pr, q, parent, seen, mixed, n);
    return mixed;
}
