/* parse_expr.c - values and conditions, by precedence: OR, AND, NOT, comparison, + -, * / %, ||. */
#include "sql/internal.h"

#include <string.h>

static struct expr *parse_or(struct parser *p, const struct place *place);

struct expr *built(struct parser *p, struct expr *e)
{
    return e ? e : parse_failed(p, ST_LIMIT, "expression nested too deeply");
}

bool need_value(struct parser *p, const struct expr *e)
{
    if (e && expr_is_condition(e))
        parse_failed(p, ST_UNSUPPORTED, "a condition cannot be used as a value here");
    return e && !expr_is_condition(e);
}

/* A condition; with everyday reading also a value, which then means "is neither 0 nor NULL". */
static bool need_condition(struct parser *p, struct expr **e)
{
    if (*e && !expr_is_condition(*e) && (p->reading & SQL_READ_EVERYDAY) &&
        (*e)->kind != EXPR_LIST && !is_star(*e))
        *e = built(p, expr_node(p->arena, EXPR_TRUTH, 0, e, 1));
    if (*e && !expr_is_condition(*e))
        parse_expected(p, "a comparison");
    return *e && expr_is_condition(*e);
}

/* True at SELECT, and at a parenthesis that closes before a set operator: ((SELECT ..) UNION ..).
 */
static bool starts_query(const struct parser *p)
{
    if (token_at(p)->kind != TOK_LEFT)
        return peek_word(p, 0, "select") || peek_word(p, 0, "with");
    int level = 0, ahead = 0;
    do {
        enum token_kind kind = p->tokens[p->at + ahead].kind;
        if (kind == TOK_END)
            return false;
        level += (kind == TOK_LEFT) - (kind == TOK_RIGHT);
        ahead++;
    } while (level > 0);
    return peek_word(p, ahead, "union") || peek_word(p, ahead, "intersect") ||
           peek_word(p, ahead, "except");
}

/* '(' query ')' after the left parenthesis was read. */
static struct expr *parse_subquery(struct parser *p, const struct place *place, enum expr_kind kind)
{
    struct query *q = parse_query(p, place->scope);
    if (!q || !expect(p, TOK_RIGHT, "')'"))
        return NULL;
    return built(p, expr_query(p->arena, kind, q));
}

/* [qualifier .] column, or qualifier.* */
static struct expr *parse_name(struct parser *p, const struct place *place)
{
    const struct token *t = token_at(p);
    bool qualified = t[1].kind == TOK_DOT;
    if (!qualified) {
        struct expr *e = resolve_column(p, place, NULL, t->text);
        if (!e && t->kind == TOK_DOUBLE) /* SQLite's rule for "x" */
            e = expr_literal(p->arena, LITERAL_TEXT, arena_strndup(p->arena, t->text.s, t->text.n));
        if (!e)
            return parse_failed(p, ST_INPUT, "no column '%.*s' in the tables of FROM",
                                (int)MIN(t->text.n, 60), t->text.s);
        p->at++;
        return e;
    }
    p->at += 2;
    const struct token *column = token_at(p);
    struct expr *e;
    if (column->kind == TOK_STAR)
        e = resolve_star(p, place, t->text);
    else if (column->kind == TOK_WORD || column->kind == TOK_NAME || column->kind == TOK_DOUBLE)
        e = resolve_column(p, place, &t->text, column->text);
    else
        return parse_expected(p, "a column after '.'");
    if (!e)
        return parse_failed(p, ST_INPUT, "no column '%.*s.%.*s' in sight", (int)MIN(t->text.n, 60),
                            t->text.s, (int)MIN(column->text.n, 60), column->text.s);
    p->at++;
    return e;
}

static struct expr *parse_word(struct parser *p, const struct place *place)
{
    const struct token *t = token_at(p);
    if (t[1].kind != TOK_DOT) {
        struct expr *e = parse_function(p, place);
        if (e || p->status != ST_OK)
            return e;
        if (accept_word(p, "null"))
            return expr_literal(p->arena, LITERAL_NULL, NULL);
        if (is_clause_word(t->text))
            return parse_expected(p, "a column or a value");
    }
    return parse_name(p, place);
}

static struct expr *parse_number(struct parser *p, bool negative)
{
    const struct token *t = token_at(p);
    p->at++;
    return expr_literal(
        p->arena, LITERAL_NUMBER,
        arena_printf(p->arena, "%s%.*s", negative ? "-" : "", (int)t->text.n, t->text.s));
}

/* -5 is a literal; -x is 0 - x. */
static struct expr *parse_primary(struct parser *p, const struct place *place);

static struct expr *parse_negative(struct parser *p, const struct place *place)
{
    p->at++;
    if (token_at(p)->kind == TOK_NUMBER)
        return parse_number(p, true);
    if (++p->depth > SQL_MAX_HEIGHT)
        return parse_failed(p, ST_LIMIT, "expression nested too deeply");
    struct expr *args[2] = {expr_literal(p->arena, LITERAL_NUMBER, "0"), parse_primary(p, place)};
    p->depth--;
    if (!need_value(p, args[1]))
        return NULL;
    return built(p, expr_node(p->arena, EXPR_ARITHMETIC, ARITH_MINUS, args, 2));
}

static struct expr *parse_bare_primary(struct parser *p, const struct place *place)
{
    const struct token *t = token_at(p);
    switch (t->kind) {
    case TOK_NUMBER:
        return parse_number(p, false);
    case TOK_TEXT:
        p->at++;
        return expr_literal(p->arena, LITERAL_TEXT, arena_strndup(p->arena, t->text.s, t->text.n));
    case TOK_MINUS:
        return parse_negative(p, place);
    case TOK_STAR:
        p->at++;
        return expr_column(p->arena, (struct column_ref){.column = 0, .source = -1, .output = -1});
    case TOK_WORD:
        return parse_word(p, place);
    case TOK_NAME:
    case TOK_DOUBLE:
        return parse_name(p, place);
    case TOK_LEFT: {
        p->at++;
        if (starts_query(p))
            return parse_subquery(p, place, EXPR_QUERY);
        struct expr *e = parse_or(p, place);
        return e && expect(p, TOK_RIGHT, "')'") ? e : NULL;
    }
    default:
        return parse_expected(p, "a column or a value");
    }
}

static struct expr *parse_primary(struct parser *p, const struct place *place)
{
    struct expr *e = parse_bare_primary(p, place);
    while (e && accept(p, TOK_CAST))
        e = parse_cast_suffix(p, e);
    return e;
}

/* a || b || c */
static struct expr *parse_concatenation(struct parser *p, const struct place *place)
{
    struct expr *first = parse_primary(p, place);
    if (!first || token_at(p)->kind != TOK_BARS)
        return first;
    struct expr **parts = NULL;
    int n = 0, capacity = 0;
    *ARENA_PUSH(p->arena, parts, n, capacity) = first;
    while (accept(p, TOK_BARS)) {
        struct expr *e = parse_primary(p, place);
        if (n == SQL_MAX_ITEMS)
            return parse_failed(p, ST_LIMIT, "more than %d items in a row", SQL_MAX_ITEMS);
        if (!need_value(p, e) || !need_value(p, first))
            return NULL;
        *ARENA_PUSH(p->arena, parts, n, capacity) = e;
    }
    struct expr *e = built(p, expr_node(p->arena, EXPR_FUNCTION, FN_CONCAT, parts, n));
    return e ? fold(p, place, e) : NULL;
}

/* Left-associative chains of two levels; `tight` is *, / and %. */
static struct expr *parse_chain(struct parser *p, const struct place *place, bool tight)
{
    static const struct {
        enum token_kind token;
        enum arithmetic op;
        bool tight;
    } operators[] = {
        {TOK_PLUS, ARITH_PLUS, false},   {TOK_MINUS, ARITH_MINUS, false},
        {TOK_STAR, ARITH_TIMES, true},   {TOK_SLASH, ARITH_DIVIDE, true},
        {TOK_PERCENT, ARITH_MODULO, true},
    };
    struct expr *left = tight ? parse_concatenation(p, place) : parse_chain(p, place, true);
    for (int i = 0; left && i < COUNT_OF(operators);) {
        if (operators[i].tight != tight || token_at(p)->kind != operators[i].token) {
            i++;
            continue;
        }
        p->at++;
        if (!tight && peek_word(p, 0, "interval")) {
            left = parse_interval(p, left, operators[i].op == ARITH_MINUS ? -1 : 1);
        } else {
            struct expr *args[2] = {
                left, tight ? parse_concatenation(p, place) : parse_chain(p, place, true)};
            if (!need_value(p, args[0]) || !need_value(p, args[1]))
                return NULL;
            left = built(p, expr_node(p->arena, EXPR_ARITHMETIC, operators[i].op, args, 2));
            left = left ? fold(p, place, left) : NULL;
        }
        i = 0;
    }
    return left;
}

struct expr *parse_sum(struct parser *p, const struct place *place)
{
    return parse_chain(p, place, false);
}

static struct expr *parse_in(struct parser *p, const struct place *place)
{
    if (!expect(p, TOK_LEFT, "'('"))
        return NULL;
    if (starts_query(p))
        return parse_subquery(p, place, EXPR_QUERY);
    struct expr **items = NULL;
    int n = 0, capacity = 0;
    do {
        if (n == SQL_MAX_ITEMS)
            return parse_failed(p, ST_LIMIT, "more than %d items in a list", SQL_MAX_ITEMS);
        struct expr *e = parse_chain(p, place, false);
        if (!need_value(p, e))
            return NULL;
        *ARENA_PUSH(p->arena, items, n, capacity) = e;
    } while (accept(p, TOK_COMMA));
    if (!expect(p, TOK_RIGHT, "',' or ')'"))
        return NULL;
    return built(p, expr_node(p->arena, EXPR_LIST, 0, items, n));
}

static struct expr *parse_between(struct parser *p, const struct place *place, struct expr *left,
                                  bool negated)
{
    struct expr *args[3] = {left, parse_chain(p, place, false)};
    if (!need_value(p, args[1]))
        return NULL;
    if (!accept_word(p, "and"))
        return parse_expected(p, "AND");
    args[2] = parse_chain(p, place, false);
    if (!need_value(p, args[2]))
        return NULL;
    struct expr *e = built(p, expr_node(p->arena, EXPR_BETWEEN, 0, args, 3));
    if (!e)
        return NULL;
    e->negated = negated;
    return fold(p, place, e);
}

/* The operator after a value, -1 if there is none; BETWEEN is handled by the caller. */
static int accept_compare(struct parser *p)
{
    static const enum compare by_token[] = {
        [TOK_EQ] = CMP_EQ, [TOK_NE] = CMP_NE, [TOK_LT] = CMP_LT,
        [TOK_LE] = CMP_LE, [TOK_GT] = CMP_GT, [TOK_GE] = CMP_GE,
    };
    enum token_kind kind = token_at(p)->kind;
    if (kind >= TOK_EQ && kind <= TOK_GE) {
        p->at++;
        return by_token[kind];
    }
    if (accept_word(p, "is"))
        return accept_word(p, "not") ? CMP_IS_NOT : CMP_IS;
    bool negated = peek_word(p, 0, "not");
    if (negated && !peek_word(p, 1, "in") && !peek_word(p, 1, "like"))
        return -1;
    p->at += negated;
    if (accept_word(p, "like"))
        return negated ? CMP_NOT_LIKE : CMP_LIKE;
    if (accept_word(p, "in"))
        return negated ? CMP_NOT_IN : CMP_IN;
    return -1;
}

static struct expr *parse_comparison(struct parser *p, const struct place *place)
{
    if (peek_word(p, 0, "exists") && p->tokens[p->at + 1].kind == TOK_LEFT) {
        p->at += 2;
        return parse_subquery(p, place, EXPR_EXISTS);
    }
    struct expr *left = parse_chain(p, place, false);
    if (!left || expr_is_condition(left))
        return left;
    bool negated = peek_word(p, 0, "not") && peek_word(p, 1, "between");
    p->at += negated;
    if (accept_word(p, "between"))
        return parse_between(p, place, left, negated);
    int op = accept_compare(p);
    if (op < 0)
        return left;
    struct expr *args[2] = {left, op == CMP_IN || op == CMP_NOT_IN ? parse_in(p, place)
                                                                   : parse_chain(p, place, false)};
    if (!need_value(p, args[1]))
        return NULL;
    struct expr *e = built(p, expr_node(p->arena, EXPR_COMPARE, op, args, 2));
    return e ? fold(p, place, e) : NULL;
}

static struct expr *parse_not(struct parser *p, const struct place *place)
{
    int n = 0;
    while (accept_word(p, "not"))
        n++;
    struct expr *e = parse_comparison(p, place);
    for (; e && n > 0; n--) {
        if (!need_condition(p, &e))
            return NULL;
        e = built(p, expr_node(p->arena, EXPR_NOT, 0, &e, 1));
    }
    return e;
}

/* One level of AND or OR; a single operand may still be a value. */
static struct expr *parse_junction(struct parser *p, const struct place *place, enum expr_kind kind)
{
    struct expr **args = NULL;
    int n = 0, capacity = 0;
    do {
        if (n == SQL_MAX_ITEMS)
            return parse_failed(p, ST_LIMIT, "more than %d conditions in a row", SQL_MAX_ITEMS);
        struct expr *e = kind == EXPR_OR ? parse_junction(p, place, EXPR_AND) : parse_not(p, place);
        if (!e || (n > 0 && (!need_condition(p, &e) || !need_condition(p, &args[0]))))
            return NULL;
        *ARENA_PUSH(p->arena, args, n, capacity) = e;
    } while (accept_word(p, kind == EXPR_OR ? "or" : "and"));
    if (n == 1)
        return args[0];
    struct expr *e = built(p, expr_junction(p->arena, kind, args, n));
    return e ? fold(p, place, e) : NULL;
}

static struct expr *parse_or(struct parser *p, const struct place *place)
{
    if (++p->depth > SQL_MAX_HEIGHT)
        return parse_failed(p, ST_LIMIT, "expression nested too deeply");
    struct expr *e = parse_junction(p, place, EXPR_OR);
    p->depth--;
    return e;
}

struct expr *parse_value(struct parser *p, const struct place *place)
{
    return parse_or(p, place);
}

struct expr *parse_condition(struct parser *p, const struct place *place)
{
    struct expr *e = parse_or(p, place);
    return need_condition(p, &e) ? e : NULL;
}
