/* parse_function.c - what starts with a word: aggregates, functions, CASE, CAST, windows. */
#include "sql/internal.h"

#include <string.h>

#define MAX_ARGUMENTS 16

/* name ( e , e , ... ) with the name and '(' read; NULL with a failure. */
static bool parse_arguments(struct parser *p, const struct place *place, struct expr **args, int *n)
{
    *n = 0;
    if (accept(p, TOK_RIGHT))
        return true;
    do {
        if (*n == MAX_ARGUMENTS)
            return parse_failed(p, ST_LIMIT, "more than %d arguments", MAX_ARGUMENTS);
        args[*n] = parse_value(p, place);
        if (!args[(*n)++])
            return false;
    } while (accept(p, TOK_COMMA));
    return expect(p, TOK_RIGHT, "',' or ')'");
}

/* ---- windows --------------------------------------------------------------------------------- */

static bool parse_partition(struct parser *p, const struct place *place, struct expr ***out, int *n)
{
    int capacity = 0;
    if (!accept_word(p, "by"))
        return parse_expected(p, "BY");
    do {
        struct expr *e = *n < SQL_MAX_ITEMS ? parse_value(p, place) : NULL;
        if (!e)
            return parse_failed(p, ST_LIMIT, "more than %d items in a list", SQL_MAX_ITEMS);
        *ARENA_PUSH(p->arena, *out, *n, capacity) = e;
    } while (accept(p, TOK_COMMA));
    return true;
}

static bool parse_window_order(struct parser *p, const struct place *place, struct order_term **out,
                               int *n)
{
    int capacity = 0;
    if (!accept_word(p, "by"))
        return parse_expected(p, "BY");
    do {
        struct order_term term = {.expr = *n < SQL_MAX_ITEMS ? parse_value(p, place) : NULL};
        if (!term.expr)
            return parse_failed(p, ST_LIMIT, "more than %d items in a list", SQL_MAX_ITEMS);
        term.descending = accept_word(p, "desc");
        if (!term.descending)
            accept_word(p, "asc");
        *ARENA_PUSH(p->arena, *out, *n, capacity) = term;
    } while (accept(p, TOK_COMMA));
    return true;
}

/* OVER ( ... ) behind a ranking function (value NULL) or an aggregate. */
static struct expr *parse_over(struct parser *p, const struct place *place, enum window_op op,
                               struct expr *value)
{
    struct expr **partition = NULL;
    struct order_term *order = NULL;
    int n_partition = 0, n_order = 0;
    if (!expect(p, TOK_LEFT, "'('"))
        return NULL;
    if (accept_word(p, "partition") && !parse_partition(p, place, &partition, &n_partition))
        return NULL;
    if (accept_word(p, "order") && !parse_window_order(p, place, &order, &n_order))
        return NULL;
    if (peek_word(p, 0, "rows") || peek_word(p, 0, "range") || peek_word(p, 0, "groups"))
        return parse_failed(p, ST_UNSUPPORTED, "frames of windows are not supported");
    if (!expect(p, TOK_RIGHT, "')'"))
        return NULL;
    return built(p, expr_window(p->arena, op, value, partition, n_partition, order, n_order));
}

struct expr *parse_aggregate_suffix(struct parser *p, const struct place *place, struct expr *e)
{
    if (peek_word(p, 0, "filter") && p->tokens[p->at + 1].kind == TOK_LEFT) {
        p->at += 2;
        if (!accept_word(p, "where"))
            return parse_expected(p, "WHERE");
        struct expr *condition = parse_condition(p, place);
        if (!condition || !expect(p, TOK_RIGHT, "')'"))
            return NULL;
        struct expr *args[2] = {e->args[0], condition};
        bool distinct = e->distinct;
        e = built(p, expr_node(p->arena, EXPR_AGGREGATE, e->op, args, 2));
        if (!e)
            return NULL;
        e->distinct = distinct;
    }
    e = fold(p, place, e);
    if (e && peek_word(p, 0, "over") && p->tokens[p->at + 1].kind == TOK_LEFT) {
        if (e->kind != EXPR_AGGREGATE)
            return parse_failed(p, ST_UNSUPPORTED, "OVER a share is not supported");
        p->at++;
        return parse_over(p, place, WINDOW_AGGREGATE, e);
    }
    return e;
}

/* ---- aggregates and functions ---------------------------------------------------------------- */

/* min and max of several values are functions. */
static struct expr *parse_aggregate(struct parser *p, const struct place *place, int op)
{
    struct expr *args[MAX_ARGUMENTS];
    int n = 0;
    p->at += 2; /* the name and '(' */
    bool distinct = accept_word(p, "distinct");
    if (!parse_arguments(p, place, args, &n))
        return NULL;
    if (n > 1 && (op == AGG_MIN || op == AGG_MAX) && !distinct)
        return built(p, expr_node(p->arena, EXPR_FUNCTION,
                                  op == AGG_MIN ? FN_LEAST : FN_GREATEST, args, n));
    if (n == 0 && op == AGG_COUNT && !distinct) { /* count() */
        args[0] = expr_column(p->arena, (struct column_ref){.source = -1, .output = -1});
        n = 1;
    }
    if (n != 1)
        return parse_failed(p, ST_INPUT, "%s takes one argument", aggregate_names[op]);
    struct expr *e = built(p, expr_node(p->arena, EXPR_AGGREGATE, op, args, 1));
    if (!e)
        return NULL;
    e->distinct = distinct;
    return parse_aggregate_suffix(p, place, e);
}

static struct expr *parse_ranking(struct parser *p, const struct place *place, enum window_op op)
{
    p->at += 2;
    if (!expect(p, TOK_RIGHT, "')'"))
        return NULL;
    if (!accept_word(p, "over"))
        return parse_expected(p, "OVER");
    return parse_over(p, place, op, NULL);
}

static struct expr *parse_call(struct parser *p, const struct place *place)
{
    static const struct {
        const char *name;
        enum function function;
        int least, most;
    } functions[] = {
        {"abs", FN_ABS, 1, 1},           {"round", FN_ROUND, 1, 2},
        {"length", FN_LENGTH, 1, 1},     {"char_length", FN_LENGTH, 1, 1},
        {"upper", FN_UPPER, 1, 1},       {"ucase", FN_UPPER, 1, 1},
        {"lower", FN_LOWER, 1, 1},       {"lcase", FN_LOWER, 1, 1},
        {"trim", FN_TRIM, 1, 1},         {"substr", FN_SUBSTR, 2, 3},
        {"substring", FN_SUBSTR, 2, 3},  {"replace", FN_REPLACE, 3, 3},
        {"coalesce", FN_COALESCE, 2, MAX_ARGUMENTS}, {"ifnull", FN_COALESCE, 2, 2},
        {"nullif", FN_NULLIF, 2, 2},     {"least", FN_LEAST, 2, MAX_ARGUMENTS},
        {"greatest", FN_GREATEST, 2, MAX_ARGUMENTS},
    };
    const struct token *t = token_at(p);
    struct expr *args[MAX_ARGUMENTS];
    int n;
    for (int i = 0; i < COUNT_OF(functions); i++) {
        if (!slice_equal_nocase(t->text, functions[i].name))
            continue;
        p->at += 2;
        if (!parse_arguments(p, place, args, &n))
            return NULL;
        for (int k = 0; k < n; k++)
            if (!need_value(p, args[k]))
                return NULL;
        if (n < functions[i].least || n > functions[i].most)
            return parse_failed(p, ST_INPUT, "%s takes another number of arguments",
                                functions[i].name);
        struct expr *e = built(p, expr_node(p->arena, EXPR_FUNCTION, functions[i].function, args, n));
        return e ? fold(p, place, e) : NULL;
    }
    return parse_failed(p, ST_UNSUPPORTED, "function '%.*s' is not supported",
                        (int)MIN(t->text.n, 60), t->text.s);
}

/* ---- CASE and CAST --------------------------------------------------------------------------- */

/* CASE [x] WHEN c THEN v ... [ELSE v] END, with CASE read. */
static struct expr *parse_case(struct parser *p, const struct place *place)
{
    struct expr **args = NULL, *subject = NULL;
    int n = 0, capacity = 0;
    if (!peek_word(p, 0, "when") && (!(subject = parse_value(p, place)) || !need_value(p, subject)))
        return NULL;
    while (accept_word(p, "when")) {
        if (n >= SQL_MAX_ITEMS)
            return parse_failed(p, ST_LIMIT, "more than %d branches of CASE", SQL_MAX_ITEMS / 2);
        struct expr *when = subject ? parse_value(p, place) : parse_condition(p, place);
        if (when && subject) {
            struct expr *sides[2] = {subject, when};
            when = need_value(p, when) ? built(p, expr_node(p->arena, EXPR_COMPARE, CMP_EQ, sides, 2))
                                       : NULL;
            when = when ? fold(p, place, when) : NULL;
        }
        if (!when)
            return NULL;
        if (!accept_word(p, "then"))
            return parse_expected(p, "THEN");
        *ARENA_PUSH(p->arena, args, n, capacity) = when;
        struct expr *then = parse_value(p, place);
        if (!then)
            return NULL;
        *ARENA_PUSH(p->arena, args, n, capacity) = then;
    }
    if (n == 0)
        return parse_expected(p, "WHEN");
    if (accept_word(p, "else")) {
        struct expr *other = parse_value(p, place);
        if (!other)
            return NULL;
        if (other->kind != EXPR_LITERAL || other->literal.kind != LITERAL_NULL)
            *ARENA_PUSH(p->arena, args, n, capacity) = other; /* ELSE NULL says nothing */
    }
    if (!accept_word(p, "end"))
        return parse_expected(p, "WHEN, ELSE or END");
    return built(p, expr_node(p->arena, EXPR_CASE, 0, args, n));
}

/* A type's name, with (n, m) behind it; -1 for one that is no number or text. */
static int parse_type(struct parser *p)
{
    static const struct {
        const char *start;
        enum cast cast;
    } types[] = {
        {"int", CAST_INTEGER},  {"bigint", CAST_INTEGER}, {"smallint", CAST_INTEGER},
        {"real", CAST_REAL},    {"float", CAST_REAL},     {"double", CAST_REAL},
        {"numeric", CAST_REAL}, {"decimal", CAST_REAL},   {"text", CAST_TEXT},
        {"varchar", CAST_TEXT}, {"char", CAST_TEXT},
    };
    const struct token *t = token_at(p);
    int type = -1;
    if (t->kind != TOK_WORD)
        return -1;
    for (int i = 0; i < COUNT_OF(types) && type < 0; i++)
        if (t->text.n >= strlen(types[i].start) &&
            slice_equal_nocase((struct slice){t->text.s, strlen(types[i].start)}, types[i].start))
            type = (int)types[i].cast;
    p->at++;
    accept_word(p, "precision");
    if (type >= 0 && accept(p, TOK_LEFT)) {
        while (token_at(p)->kind == TOK_NUMBER || token_at(p)->kind == TOK_COMMA)
            p->at++;
        if (!expect(p, TOK_RIGHT, "')'"))
            return -1;
    }
    return type;
}

static struct expr *cast_to(struct parser *p, struct expr *e, int type, bool date)
{
    if (!need_value(p, e))
        return NULL;
    if (date) { /* CAST(x AS DATE) is date(x) */
        e = built(p, expr_node(p->arena, EXPR_DATE_PART, PART_DATE, &e, 1));
        return e;
    }
    if (type < 0)
        return parse_failed(p, ST_UNSUPPORTED, "CAST to this type is not supported");
    struct expr *time = cast_time(p, e, (enum cast)type);
    return time ? time : built(p, expr_node(p->arena, EXPR_CAST, type, &e, 1));
}

struct expr *parse_cast_suffix(struct parser *p, struct expr *e)
{
    bool date = peek_word(p, 0, "date");
    int type = parse_type(p);
    return cast_to(p, e, type, date);
}

static struct expr *parse_cast(struct parser *p, const struct place *place)
{
    struct expr *e = parse_value(p, place);
    if (!e)
        return NULL;
    if (!accept_word(p, "as"))
        return parse_expected(p, "AS");
    bool date = peek_word(p, 0, "date");
    int type = parse_type(p);
    e = cast_to(p, e, type, date);
    return e && expect(p, TOK_RIGHT, "')'") ? e : NULL;
}

struct expr *parse_function(struct parser *p, const struct place *place)
{
    const struct token *t = token_at(p);
    bool call = t[1].kind == TOK_LEFT;
    for (int i = 0; call && i < N_AGGREGATES; i++)
        if (slice_equal_nocase(t->text, aggregate_names[i]))
            return parse_aggregate(p, place, i);
    for (int i = 0; call && i < WINDOW_AGGREGATE; i++)
        if (slice_equal_nocase(t->text, window_op_names[i]))
            return parse_ranking(p, place, (enum window_op)i);
    if (call && accept_word(p, "cast")) {
        p->at++;
        return parse_cast(p, place);
    }
    if (peek_word(p, 0, "case") && (t[1].kind != TOK_COMMA && t[1].kind != TOK_END)) {
        p->at++;
        if (++p->depth > SQL_MAX_HEIGHT)
            return parse_failed(p, ST_LIMIT, "expression nested too deeply");
        struct expr *e = parse_case(p, place);
        p->depth--;
        return e;
    }
    struct expr *e = parse_time(p, place);
    if (e || p->status != ST_OK)
        return e;
    return call && !is_clause_word(t->text) ? parse_call(p, place) : NULL;
}
