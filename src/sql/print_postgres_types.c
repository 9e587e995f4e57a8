/* print_postgres_types.c - what type a value has in PostgreSQL, and comparisons between types: a literal
 * as the column's type wants it, operands of different types as text or as numbers. */
#include "sql/print.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* ---- types ----------------------------------------------------------------------------------- */

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

/* Of a value that stands alone: a literal's type is not that of what it is compared with. */
static enum storage storage_alone(const struct printer *pr, const struct expr *e,
                                  const struct scope *scope)
{
    if (e->kind == EXPR_LITERAL && e->literal.kind != LITERAL_NULL)
        return e->literal.kind == LITERAL_NUMBER ? STORE_NUMBER : STORE_TEXT;
    return postgres_storage(pr, e, scope);
}

enum storage postgres_output_storage(const struct printer *pr, const struct query *q, int k,
                                      const struct scope *parent)
{
    if (q->set != SET_NONE) {
        enum storage left = postgres_output_storage(pr, q->left, k, parent);
        enum storage right = postgres_output_storage(pr, q->right, k, parent);
        enum storage common = postgres_common_storage(left, right, false);
        return common != STORE_UNKNOWN ? common : left != STORE_UNKNOWN ? left : right;
    }
    if (k >= q->n_select)
        return STORE_UNKNOWN;
    const struct expr *e = q->select[k];
    if (e->kind != EXPR_LITERAL && postgres_is_null(e))
        return STORE_TEXT;
    return storage_alone(pr, e, scope_of(pr->arena, pr->schema, q, parent));
}

/* Of min() and max(), which postgres_aggregate() writes of a boolean's number, and of text where
 * there is no order. */
static enum storage storage_of_extreme(const struct printer *pr, const struct expr *e,
                                       const struct scope *scope)
{
    enum storage have = postgres_is_null(e) ? STORE_TEXT : storage_alone(pr, e, scope);
    return have == STORE_BOOLEAN ? STORE_NUMBER : have == STORE_OTHER ? STORE_TEXT : have;
}

static enum storage storage_of_ref(const struct printer *pr, struct column_ref ref,
                                   const struct scope *scope)
{
    for (int i = 0; i < ref.up && scope->parent; i++)
        scope = scope->parent;
    if (ref.output >= 0 && ref.source >= 0 && ref.source < scope->n_sources) {
        const struct query *select = query_first_select(scope->sources[ref.source]->query);
        if (!is_star(select->select[ref.output]))
            return postgres_output_storage(pr, scope->sources[ref.source]->query, ref.output,
                                           scope->parent);
    }
    return ref.column > 0 ? storage_of_column(&pr->schema->columns[ref.column]) : STORE_UNKNOWN;
}

bool postgres_is_null(const struct expr *e)
{
    if (e->kind == EXPR_LITERAL)
        return e->literal.kind == LITERAL_NULL;
    if (e->kind != EXPR_CASE && (e->kind != EXPR_FUNCTION || e->op <= FN_CONCAT))
        return false;
    for (int i = 0; i < e->n_args; i++) {
        bool value = e->kind != EXPR_CASE || i % 2 || i == e->n_args - 1;
        if (value && !postgres_is_null(e->args[i]))
            return false;
    }
    return true;
}

static bool literal_fits(enum storage storage, const struct literal *literal);

/* Two values of one CASE, or of one output of a set operation. */
static enum storage unite(enum storage a, enum storage b)
{
    if (a == STORE_UNKNOWN || b == STORE_UNKNOWN || a == b)
        return a == STORE_UNKNOWN ? b : a;
    if ((a == STORE_DATE && b == STORE_TIMESTAMP) || (a == STORE_TIMESTAMP && b == STORE_DATE))
        return STORE_TIMESTAMP;
    bool numbers = (a == STORE_NUMBER || a == STORE_BOOLEAN) && (b == STORE_NUMBER || b == STORE_BOOLEAN);
    return numbers ? STORE_NUMBER : STORE_TEXT;
}

/* Every step-th of the values; what else has no type of its own takes that of the others if it can. */
static enum storage united(const struct printer *pr, struct expr *const *values, int n, int step,
                           const struct scope *scope)
{
    enum storage all = STORE_UNKNOWN;
    for (int i = 0; i < n; i += step)
        if (values[i]->kind != EXPR_LITERAL)
            all = unite(all, postgres_storage(pr, values[i], scope));
    for (int i = 0; i < n; i += step) {
        const struct literal *l = &values[i]->literal;
        if (values[i]->kind != EXPR_LITERAL || l->kind == LITERAL_NULL)
            continue;
        enum storage own = l->kind == LITERAL_NUMBER ? STORE_NUMBER : STORE_TEXT;
        all = own == STORE_TEXT && all != STORE_UNKNOWN && all != STORE_NUMBER && literal_fits(all, l)
                  ? all : unite(all, own);
    }
    return all;
}

enum storage postgres_united(const struct printer *pr, const struct expr *e, const struct scope *scope)
{
    if (e->kind != EXPR_CASE) {
        enum storage one = united(pr, e->args, e->n_args, 1, scope);
        bool extreme = e->op == FN_LEAST || e->op == FN_GREATEST; /* as of min() and max() */
        return extreme && one == STORE_BOOLEAN ? STORE_NUMBER
               : extreme && one == STORE_OTHER ? STORE_TEXT
                                               : one;
    }
    enum storage all = united(pr, e->args + 1, e->n_args - 1, 2, scope); /* THEN */
    return e->n_args % 2 ? unite(all, united(pr, e->args + e->n_args - 1, 1, 1, scope)) : all;
}

enum storage postgres_storage(const struct printer *pr, const struct expr *e,
                               const struct scope *scope)
{
    switch (e->kind) {
    case EXPR_COLUMN:
        return storage_of_ref(pr, e->ref, scope);
    case EXPR_LITERAL:
        return e->literal.kind == LITERAL_NUMBER ? STORE_NUMBER : STORE_UNKNOWN;
    case EXPR_AGGREGATE:
        return e->op == AGG_MIN || e->op == AGG_MAX ? storage_of_extreme(pr, e->args[0], scope)
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
                                    : postgres_united(pr, e, scope);
    case EXPR_CASE:
        return postgres_united(pr, e, scope);
    case EXPR_WINDOW:
        return e->op == WINDOW_AGGREGATE ? postgres_storage(pr, e->args[0], scope) : STORE_NUMBER;
    case EXPR_DATE_PART:
        return e->op == PART_YEAR_MONTH || e->op == PART_HOUR_MINUTE || e->op == PART_TIME ||
                       e->op == PART_DATETIME
                   ? STORE_TEXT /* they have no number */
               : e->op == PART_DATE                                                ? STORE_DATE
               : e->number || e->op == PART_QUARTER || e->op == PART_JULIAN ? STORE_NUMBER
                                                                            : STORE_TEXT;
    case EXPR_DATE_SHIFT:
        return STORE_DATE;
    case EXPR_QUERY:
        return postgres_output_storage(pr, e->query, 0, scope);
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
    else if (storage == STORE_NUMBER && sql_is_number(s))
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
enum storage postgres_common_storage(enum storage a, enum storage b, bool ordering)
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
    enum storage have = postgres_storage(pr, e, scope);
    if (postgres_is_null(e))
        print_text(pr, "NULL");
    else if (e->kind == EXPR_LITERAL)
        put_literal(pr, e, want == STORE_UNKNOWN ? have : want);
    else if (want == STORE_TEXT && have != STORE_TEXT)
        postgres_cast(pr, e, scope, "TEXT");
    else if (want == STORE_NUMBER && have != STORE_NUMBER)
        postgres_number(pr, e, scope, LEVEL_SUM);
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
    if (postgres_is_null(e))
        print_text(pr, "NULL");
    else if (text)
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
    const struct expr *x = e->args[0];
    enum storage left = storage_alone(pr, x, scope); /* 1 = 1 */
    enum storage want = literal_storage(e, left);
    if (is_literal(x) && x->literal.kind != LITERAL_DATE)
        put_literal(pr, x, want);
    else
        put_left(pr, x, scope, left, want);
    put_operator(pr, e);
    bool list = e->args[1]->kind == EXPR_LIST;
    struct expr *const *rights = list ? e->args[1]->args : e->args + 1;
    int n = list ? e->args[1]->n_args : e->n_args - 1;
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
    static const enum storage first_as_text[] = {STORE_TEXT};
    const struct query *q = e->args[1]->query;
    pr->beside = TIME_UNKNOWN; /* a date is written as text */
    enum storage left = storage_alone(pr, e->args[0], scope);
    enum storage right = postgres_storage(pr, e->args[1], scope);
    bool text = postgres_common_storage(left, right, false) != STORE_UNKNOWN;
    const struct query *select = query_first_select(q);
    bool cast_right = text && (right != STORE_TEXT || q->set != SET_NONE) && select->n_select == 1 &&
                      !is_star(select->select[0]);
    put_left(pr, e->args[0], scope, left, text ? STORE_TEXT : left);
    put_operator(pr, e);
    print_subquery_as(pr, q, scope, false, cast_right ? first_as_text : NULL, 1);
}

static bool has_date_literal(const struct expr *e)
{
    bool listed = e->n_args > 1 && e->args[1]->kind == EXPR_LIST; /* then it is about the list */
    for (int i = listed; i < e->n_args; i++)
        if ((e->args[i]->kind == EXPR_LITERAL && e->args[i]->literal.kind == LITERAL_DATE) ||
            (e->args[i]->kind == EXPR_LIST && has_date_literal(e->args[i])))
            return true;
    return false;
}

/* Dates are written as the other side stores them, so nothing is to be cast. */
static void compare_dates(struct printer *pr, const struct expr *e, const struct scope *scope)
{
    enum time_storage form = pr->beside;
    for (int i = 0; i < e->n_args && form <= TIME_NONE; i++)
        if (e->args[i]->kind == EXPR_LITERAL && e->args[i]->literal.kind == LITERAL_DATE)
            form = e->args[i]->storage; /* what the text it was read from said */
    bool as_number = form >= TIME_EPOCH && form <= TIME_YEAR, as_text = false;
    for (int i = 0; i < e->n_args; i++)
        as_number &= !is_literal(e->args[i]) || e->args[i]->literal.kind == LITERAL_DATE ||
                     literal_fits(STORE_NUMBER, &e->args[i]->literal);
    for (int i = 0; i < e->n_args; i++) {
        const struct expr *x = e->args[i];
        enum storage have = postgres_storage(pr, x, scope);
        bool time = have == STORE_DATE || have == STORE_TIMESTAMP || have == STORE_UNKNOWN;
        if (x->kind == EXPR_LITERAL && x->literal.kind != LITERAL_NULL)
            time = x->literal.kind == LITERAL_DATE ? i > 0 || e->args[1]->kind != EXPR_LITERAL
                                                   : literal_fits(STORE_TIMESTAMP, &x->literal);
        as_text |= !as_number && !time;
    }
    for (int i = 0; i < e->n_args; i++) {
        if (i == 1)
            put_operator(pr, e);
        else if (i)
            print_text(pr, " AND ");
        if (as_text)
            pr->beside = TIME_UNKNOWN; /* relative ones too */
        if (e->args[i]->kind == EXPR_LIST ||
            (e->args[i]->kind == EXPR_LITERAL && e->args[i]->literal.kind == LITERAL_DATE))
            print_expr(pr, e->args[i], scope, LEVEL_SUM);
        else
            put_as(pr, e->args[i], scope, as_number ? STORE_NUMBER : as_text ? STORE_TEXT : STORE_UNKNOWN);
    }
}

/* As what its sides are compared: what those with a type of their own go together as, if the
 * literals among them can be that; text otherwise.  UNKNOWN: as they are. */
static enum storage compared_as(const struct printer *pr, const struct expr *e,
                                const struct scope *scope)
{
    enum storage all = STORE_UNKNOWN;
    if (e->kind == EXPR_COMPARE && (e->op == CMP_LIKE || e->op == CMP_NOT_LIKE))
        return STORE_TEXT;
    for (int i = 0; i < e->n_args; i++) {
        enum storage own = e->args[i]->kind == EXPR_LITERAL ? STORE_UNKNOWN
                                                            : postgres_storage(pr, e->args[i], scope);
        enum storage common = postgres_common_storage(all, own, is_ordering(e));
        all = common != STORE_UNKNOWN ? common : all == STORE_UNKNOWN ? own : all;
    }
    for (int i = 0; i < e->n_args; i++)
        if (is_literal(e->args[i]) &&
            (all == STORE_UNKNOWN || !literal_fits(all, &e->args[i]->literal)))
            return STORE_TEXT;
    return all;
}

void postgres_comparison(struct printer *pr, const struct expr *e, const struct scope *scope)
{
    if (e->kind == EXPR_COMPARE && (e->op == CMP_IN || e->op == CMP_NOT_IN) &&
        e->args[1]->kind == EXPR_QUERY) {
        compare_members(pr, e, scope);
        return;
    }
    if (has_date_literal(e)) {
        compare_dates(pr, e, scope);
        return;
    }
    bool listed = e->args[1]->kind == EXPR_LIST;
    if (listed || (all_literals(e) &&
                   !(is_literal(e->args[0]) && e->args[0]->literal.kind == LITERAL_TEXT))) {
        compare_literals(pr, e, scope);
        return;
    }
    enum storage want = compared_as(pr, e, scope);
    put_as(pr, e->args[0], scope, want);
    put_operator(pr, e);
    put_as(pr, e->args[1], scope, want);
    if (e->kind == EXPR_BETWEEN) {
        print_text(pr, " AND ");
        put_as(pr, e->args[2], scope, want);
    }
}
