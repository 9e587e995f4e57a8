/* expr.c - expressions and conditions as phrases. */
#include "tell/internal.h"

#include <string.h>

/* An expression that reads as one thing needs no brackets around it. */
static bool simple(const struct expr *e)
{
    return e->kind == EXPR_COLUMN || e->kind == EXPR_LITERAL || e->kind == EXPR_AGGREGATE ||
           e->kind == EXPR_DATE_PART;
}

static void operand(struct teller *t, const struct expr *e)
{
    bool brackets = !simple(e);
    if (brackets)
        say(t, "(");
    tell_expr(t, e);
    if (brackets)
        say(t, ")");
}

static bool is_star(const struct expr *e)
{
    return e->kind == EXPR_COLUMN && e->ref.column == 0 && e->ref.output < 0;
}

/* count(*) counts what FROM has: all its items where they are joined. */
static void count_of_rows(struct teller *t)
{
    const struct query *q = scope_at(t, 0);
    say(t, "number of ");
    if (q && q->n_from == 1)
        tell_source(t, q, 0, true);
    else
        say(t, "rows");
}

static void aggregate(struct teller *t, const struct expr *e)
{
    static const char *const words[N_AGGREGATES] = {"highest", "lowest", "number of", "total",
                                                    "average"};
    if (e->op == AGG_COUNT && is_star(e->args[0]) && !e->distinct) {
        count_of_rows(t);
    } else {
        say(t, "%s %s", words[e->op], e->distinct ? "different " : "");
        if (e->op == AGG_COUNT && !e->distinct)
            say(t, "non-empty ");
        t->many = e->op == AGG_COUNT && e->args[0]->kind == EXPR_COLUMN;
        operand(t, e->args[0]);
        t->many = false;
    }
    if (e->n_args > 1) {
        say(t, " only where (");
        tell_condition(t, e->args[1]);
        say(t, e->zero ? ", else 0)" : ")");
    }
}

static void listed(struct teller *t, struct expr *const *args, int n, const char *between)
{
    for (int i = 0; i < n; i++) {
        if (i)
            say(t, "%s", between);
        operand(t, args[i]);
    }
}

static void function(struct teller *t, const struct expr *e)
{
    static const struct {
        const char *before, *between, *after;
    } words[N_FUNCTIONS] = {
        [FN_ABS] = {"size of ", "", ""},
        [FN_ROUND] = {"", " rounded to ", " digits"},
        [FN_LENGTH] = {"length of ", "", ""},
        [FN_UPPER] = {"", "", " in capitals"},
        [FN_LOWER] = {"", "", " in small letters"},
        [FN_TRIM] = {"", "", " without blanks around it"},
        [FN_SUBSTR] = {"part of ", " from ", ""},
        [FN_REPLACE] = {"replaced in ", ", ", ""},
        [FN_CONCAT] = {"", " followed by ", ""},
        [FN_COALESCE] = {"", " or if empty ", ""},
        [FN_NULLIF] = {"", " unless it is ", ""},
        [FN_LEAST] = {"the least of ", " and ", ""},
        [FN_GREATEST] = {"the greatest of ", " and ", ""},
    };
    say(t, "%s", words[e->op].before);
    listed(t, e->args, e->n_args, words[e->op].between);
    if (e->op != FN_ROUND)
        say(t, "%s", words[e->op].after);
    else
        say(t, "%s", e->n_args > 1 ? " digits" : " rounded");
}

static void cases(struct teller *t, const struct expr *e)
{
    for (int i = 0; i + 1 < e->n_args; i += 2) {
        say(t, i ? "; " : "");
        operand(t, e->args[i + 1]);
        say(t, " if ");
        tell_condition(t, e->args[i]);
    }
    if (e->n_args % 2) {
        say(t, "; otherwise ");
        operand(t, e->args[e->n_args - 1]);
    }
}

static void window(struct teller *t, const struct expr *e)
{
    int at = e->op == WINDOW_AGGREGATE ? 1 : 0;
    if (at)
        tell_expr(t, e->args[0]);
    else
        say(t, "%s", e->op == WINDOW_ROW_NUMBER ? "place"
                     : e->op == WINDOW_RANK     ? "rank"
                                                : "rank without gaps");
    for (int i = 0; i < e->window->n_partition; i++) {
        say(t, i ? " and " : " within each ");
        operand(t, e->args[at + i]);
    }
    at += e->window->n_partition;
    for (int i = 0; i < e->window->n_order; i++) {
        say(t, i ? ", then " : " by ");
        operand(t, e->args[at + i]);
        say(t, e->window->descending[i] ? " downwards" : " upwards");
    }
    if (e->op == WINDOW_AGGREGATE && e->window->n_partition == 0 && e->window->n_order == 0)
        say(t, " over all rows");
}

static void date_part(struct teller *t, const struct expr *e)
{
    static const char *const words[N_DATE_PARTS] = {
        "year", "quarter", "month of the year", "month", "week", "day of the month", "day",
        "weekday", "hour", "hour and minute", "time of day", "moment", "day number", "second number",
    };
    say(t, "%s%s of ", words[e->op], e->number && e->op != PART_QUARTER ? " as a number" : "");
    operand(t, e->args[0]);
}

/* Surely a whole number: dividing it by another leaves no fraction. */
static bool is_whole(const struct teller *t, const struct expr *e)
{
    const char *type;
    switch (e->kind) {
    case EXPR_LITERAL:
        return e->literal.kind == LITERAL_NUMBER && !strpbrk(e->literal.text, ".eE");
    case EXPR_COLUMN:
        type = e->ref.column > 0 ? t->schema->columns[e->ref.column].decl_type : NULL;
        return type && strcasestr(type, "int");
    case EXPR_AGGREGATE:
        return e->op == AGG_COUNT || (e->op != AGG_AVG && is_whole(t, e->args[0]));
    case EXPR_ARITHMETIC:
        return is_whole(t, e->args[0]) && is_whole(t, e->args[1]);
    case EXPR_CAST:
        return e->op == CAST_INTEGER;
    default:
        return false;
    }
}

static void arithmetic(struct teller *t, const struct expr *e)
{
    static const char *const signs[N_ARITHMETIC] = {" minus ", " plus ", " times ", " divided by ",
                                                    " modulo "};
    bool whole = e->op == ARITH_DIVIDE && is_whole(t, e->args[0]) && is_whole(t, e->args[1]);
    struct expr by = *e->args[1];
    size_t n = by.kind == EXPR_LITERAL && by.literal.kind == LITERAL_NUMBER ? strlen(by.literal.text) : 0;
    if (e->op == ARITH_DIVIDE && n > 2 && strcmp(by.literal.text + n - 2, ".0") == 0)
        by.literal.text = arena_strndup(t->arena, by.literal.text, n - 2); /* what ".0" is for, is said */
    listed(t, (struct expr *[]){e->args[0], &by}, 2, whole ? " divided in whole by " : signs[e->op]);
}

void tell_expr(struct teller *t, const struct expr *e)
{
    switch (e->kind) {
    case EXPR_COLUMN:
        tell_column(t, e->ref);
        break;
    case EXPR_LITERAL:
        tell_literal(t, &e->literal);
        break;
    case EXPR_AGGREGATE:
        aggregate(t, e);
        break;
    case EXPR_ARITHMETIC:
        arithmetic(t, e);
        break;
    case EXPR_RATIO:
        listed(t, e->args, 2, e->op == RATIO_PERCENT ? " in percent of " : " per ");
        break;
    case EXPR_QUERY:
        tell_select(t, e->query, false);
        break;
    case EXPR_LIST:
        listed(t, e->args, e->n_args, ", ");
        break;
    case EXPR_FUNCTION:
        function(t, e);
        break;
    case EXPR_CAST:
        operand(t, e->args[0]);
        say(t, e->op == CAST_INTEGER ? " as a whole number" : e->op == CAST_REAL ? " as a number"
                                                                                : " as text");
        break;
    case EXPR_CASE:
        cases(t, e);
        break;
    case EXPR_WINDOW:
        window(t, e);
        break;
    case EXPR_DATE_PART:
        date_part(t, e);
        break;
    case EXPR_DATE_DIFF:
        say(t, "%ss from ", time_unit_names[e->op]);
        operand(t, e->args[1]);
        say(t, " to ");
        operand(t, e->args[0]);
        break;
    case EXPR_DATE_SHIFT:
        operand(t, e->args[0]);
        say(t, " plus ");
        operand(t, e->args[1]);
        say(t, " %ss", time_unit_names[e->op]);
        break;
    default:
        say(t, "whether ");
        tell_condition(t, e);
    }
}

/* ---- conditions ---------------------------------------------------------------------------------- */

bool is_time(const struct teller *t, const struct expr *e)
{
    return e->kind == EXPR_LITERAL
               ? e->literal.kind == LITERAL_DATE
               : e->kind == EXPR_COLUMN && t->schema->columns[e->ref.column].type == COLUMN_TIME;
}

static const char *comparison(const struct teller *t, const struct expr *e)
{
    static const char *const words[N_COMPARE] = {
        "is", "is not", "is more than", "is at least", "is less than", "is at most", "looks like",
        "does not look like", "is one of", "is none of", "is", "is not",
    };
    static const char *const of_times[] = {"is after", "is on or after", "is before",
                                           "is on or before"};
    bool order = e->op >= CMP_GT && e->op <= CMP_LE;
    return order && (is_time(t, e->args[0]) || is_time(t, e->args[1])) ? of_times[e->op - CMP_GT]
                                                                       : words[e->op];
}

static bool is_null(const struct expr *e)
{
    return e->kind == EXPR_LITERAL && e->literal.kind == LITERAL_NULL;
}

/* LIKE with a % at its ends and no sign in between: what it does has a word. */
static bool tell_pattern(struct teller *t, const struct expr *e)
{
    const struct expr *pattern = e->args[1];
    if ((e->op != CMP_LIKE && e->op != CMP_NOT_LIKE) || pattern->kind != EXPR_LITERAL ||
        pattern->literal.kind != LITERAL_TEXT)
        return false;
    const char *text = pattern->literal.text;
    size_t n = strlen(text);
    bool before = n > 0 && text[0] == '%', after = n > 1 && text[n - 1] == '%';
    size_t inside = n - before - after;
    if (inside == 0 || !(before || after) || memchr(text + before, '%', inside) ||
        memchr(text + before, '_', inside))
        return false;
    bool negated = e->op == CMP_NOT_LIKE;
    say(t, "%s%s ", negated ? " does not " : " ",
        before && after ? negated ? "contain" : "contains"
        : before        ? negated ? "end with" : "ends with"
        : negated       ? "start with" : "starts with");
    tell_part(t, &pattern->literal, arena_strndup(t->arena, text + before, inside));
    return true;
}

static void compare(struct teller *t, const struct expr *e)
{
    operand(t, e->args[0]);
    t->compared = expr_principal_column(e->args[0]);
    bool told = tell_pattern(t, e);
    t->compared = 0;
    if (told)
        return;
    if ((e->op == CMP_IS || e->op == CMP_IS_NOT) && is_null(e->args[1])) {
        say(t, e->op == CMP_IS ? " is empty" : " is not empty");
        return;
    }
    bool exact = e->op == CMP_IS || e->op == CMP_IS_NOT;
    say(t, " %s%s ", comparison(t, e), exact ? " exactly" : "");
    t->compared = expr_principal_column(e->args[0]);
    operand(t, e->args[1]);
    t->compared = 0;
}

static void junction(struct teller *t, const struct expr *e)
{
    for (int i = 0; i < e->n_args; i++) {
        const struct expr *part = e->args[i];
        bool brackets = part->kind == EXPR_AND || part->kind == EXPR_OR;
        say(t, "%s%s", i == 0 ? "" : e->kind == EXPR_AND ? " and " : " or ", brackets ? "(" : "");
        tell_condition(t, part);
        say(t, "%s", brackets ? ")" : "");
    }
}

void tell_condition(struct teller *t, const struct expr *e)
{
    switch (e->kind) {
    case EXPR_COMPARE:
        compare(t, e);
        break;
    case EXPR_BETWEEN:
        operand(t, e->args[0]);
        say(t, e->negated ? " is not from " : " is from ");
        t->compared = expr_principal_column(e->args[0]);
        operand(t, e->args[1]);
        say(t, " to ");
        operand(t, e->args[2]);
        t->compared = 0;
        break;
    case EXPR_DURING:
        operand(t, e->args[0]);
        say(t, " is %s%s ", e->negated ? "not " : "",
            e->args[1]->kind == EXPR_LITERAL && is_span(&e->args[1]->literal) ? "from" : "in");
        t->compared = expr_principal_column(e->args[0]);
        tell_expr(t, e->args[1]);
        t->compared = 0;
        break;
    case EXPR_EXISTS:
        say(t, "there is (");
        tell_select(t, e->query, false);
        say(t, ")");
        break;
    case EXPR_NOT:
        say(t, "it is not so that (");
        tell_condition(t, e->args[0]);
        say(t, ")");
        break;
    case EXPR_AND:
    case EXPR_OR:
        junction(t, e);
        break;
    case EXPR_TRUTH:
        operand(t, e->args[0]);
        say(t, " holds");
        break;
    default:
        tell_expr(t, e);
        say(t, " holds");
    }
}
