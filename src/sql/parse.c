/* parse.c - recursive descent over SELECTs: clauses, set operations, WITH.
 *
 * FROM stands after the select list but names what the list refers to, so the list is skipped,
 * FROM read, and the list read then; likewise all FROM items are collected before any ON.
 * Nothing is ever held unresolved. */
#include "sql/internal.h"


/* ---- failures and tokens ----------------------------------------------------------------- */

void *parse_failed(struct parser *p, enum status status, const char *format, ...)
{
    if (p->status == ST_OK) {
        char message[400];
        va_list args;
        va_start(args, format);
        vsnprintf(message, sizeof message, format, args);
        va_end(args);
        p->status = fail(p->err, status, "offset %d: %s", token_at(p)->offset, message);
    }
    return NULL;
}

void *parse_expected(struct parser *p, const char *what)
{
    const struct token *t = token_at(p);
    if (t->kind == TOK_END)
        return parse_failed(p, ST_INPUT, "expected %s, found the end", what);
    return parse_failed(p, ST_INPUT, "expected %s, found '%.*s'", what, MIN(t->length, 40),
                        p->text.s + t->offset);
}

bool peek_word(const struct parser *p, int ahead, const char *keyword)
{
    for (int i = 0; i < ahead; i++)
        if (p->tokens[p->at + i].kind == TOK_END)
            return false;
    const struct token *t = &p->tokens[p->at + ahead];
    return t->kind == TOK_WORD && slice_equal_nocase(t->text, keyword);
}

bool accept_word(struct parser *p, const char *keyword)
{
    bool found = peek_word(p, 0, keyword);
    p->at += found;
    return found;
}

bool accept(struct parser *p, enum token_kind kind)
{
    bool found = token_at(p)->kind == kind;
    p->at += found && kind != TOK_END;
    return found;
}

bool expect(struct parser *p, enum token_kind kind, const char *what)
{
    if (accept(p, kind))
        return true;
    parse_expected(p, what);
    return false;
}

void skip_to(struct parser *p, const char *const *words, bool comma)
{
    for (int level = 0;; p->at++) {
        const struct token *t = token_at(p);
        bool ends =
            t->kind == TOK_RIGHT || t->kind == TOK_SEMICOLON || (comma && t->kind == TOK_COMMA);
        if (t->kind == TOK_END || (ends && level == 0))
            return;
        level += (t->kind == TOK_LEFT) - (t->kind == TOK_RIGHT);
        if (level > 0 || t->kind != TOK_WORD || (p->at > 0 && t[-1].kind == TOK_DOT))
            continue;
        for (int i = 0; words[i]; i++)
            if (slice_equal_nocase(t->text, words[i]))
                return;
    }
}

/* [AS] alias, if there is one. */
const char *parse_alias(struct parser *p)
{
    bool as = accept_word(p, "as");
    const struct token *t = token_at(p);
    bool name = t->kind == TOK_NAME || t->kind == TOK_DOUBLE || (as && t->kind == TOK_TEXT) ||
                (t->kind == TOK_WORD && !is_clause_word(t->text));
    if (!name) {
        if (as)
            parse_expected(p, "a name after AS");
        return NULL;
    }
    p->at++;
    return arena_strndup(p->arena, t->text.s, t->text.n);
}

/* ---- the clauses ------------------------------------------------------------------------- */

/* The value of a token that is an unsigned integer of at most 18 digits, else -1. */
static int64_t integer_of(const struct token *t)
{
    int64_t value = 0;
    if (t->kind != TOK_NUMBER || t->text.n > 18)
        return -1;
    for (size_t i = 0; i < t->text.n; i++) {
        if (t->text.s[i] < '0' || t->text.s[i] > '9')
            return -1;
        value = value * 10 + (t->text.s[i] - '0');
    }
    return value;
}

static bool ends_term(const struct token *t)
{
    return t->kind == TOK_END || t->kind == TOK_COMMA || t->kind == TOK_RIGHT ||
           t->kind == TOK_SEMICOLON || (t->kind == TOK_WORD && is_clause_word(t->text));
}

/* Is the term that begins here one token, in parentheses or not? */
static bool is_one_token(const struct token *t)
{
    int depth = 0;
    for (; t->kind == TOK_LEFT; t++)
        depth++;
    if (t->kind == TOK_END)
        return false;
    for (t++; depth > 0 && t->kind == TOK_RIGHT; t++)
        depth--;
    return depth == 0 && ends_term(t);
}

/* An item of GROUP BY or ORDER BY; an integer by itself names an output by position, and a name by
 * itself a label; within an expression a column comes first. */
static struct expr *parse_term(struct parser *p, const struct place *place)
{
    const struct token *t = token_at(p);
    int64_t k = integer_of(t);
    if (k < 0 || !ends_term(t + 1)) {
        struct place within = *place;
        within.labels_first &= is_one_token(t);
        return parse_value(p, &within);
    }
    if (k < 1 || k > place->labelled->n_select)
        return parse_failed(p, ST_INPUT, "there is no output number %.*s", (int)MIN(t->text.n, 20),
                            t->text.s);
    p->at++;
    return place->labelled->select[k - 1];
}

static struct expr **parse_terms(struct parser *p, const struct place *place, int *n)
{
    struct expr **list = NULL;
    int capacity = 0;
    do {
        if (*n == SQL_MAX_ITEMS)
            return parse_failed(p, ST_LIMIT, "more than %d items in a list", SQL_MAX_ITEMS);
        struct expr *e = parse_term(p, place);
        if (!e)
            return NULL;
        *ARENA_PUSH(p->arena, list, *n, capacity) = e;
    } while (accept(p, TOK_COMMA));
    return list;
}

/* Some gold queries leave out a comma; a second bare name that is a column is no label there. */
static bool comma_is_missing(struct parser *p, const struct place *place)
{
    const struct token *t = token_at(p);
    return (p->reading & SQL_READ_BENCHMARK) && t->kind == TOK_WORD && !is_clause_word(t->text) &&
           resolve_column(p, place, NULL, t->text);
}

static bool parse_select_list(struct parser *p, const struct scope *scope, struct query *q)
{
    struct place place = {.scope = scope};
    int capacity = 0, label_capacity = 0, n_labels = 0;
    bool more;
    do {
        if (q->n_select == SQL_MAX_ITEMS)
            return parse_failed(p, ST_LIMIT, "more than %d items in a list", SQL_MAX_ITEMS);
        struct expr *e = parse_value(p, &place);
        if (!e)
            return false;
        *ARENA_PUSH(p->arena, q->select, q->n_select, capacity) = e;
        bool missing = comma_is_missing(p, &place);
        *ARENA_PUSH(p->arena, q->labels, n_labels, label_capacity) =
            missing || is_star(e) ? NULL : parse_alias(p);
        if (p->status != ST_OK)
            return false;
        more = missing || accept(p, TOK_COMMA);
    } while (more);
    return true;
}

/* NULLS FIRST and LAST; what SQLite would do anyway is not kept. */
static bool parse_nulls(struct parser *p, struct order_term *term)
{
    if (!accept_word(p, "nulls"))
        return true;
    bool first = accept_word(p, "first");
    if (!first && !accept_word(p, "last"))
        return parse_expected(p, "FIRST or LAST");
    if (first == term->descending)
        term->nulls = first ? NULLS_FIRST : NULLS_LAST;
    return true;
}

static bool parse_order(struct parser *p, const struct scope *scope, struct query *q)
{
    struct place place = {.scope = scope, .labelled = query_first_select(q), .labels_first = true};
    int capacity = 0;
    do {
        if (q->n_order == SQL_MAX_ITEMS)
            return parse_failed(p, ST_LIMIT, "more than %d items in a list", SQL_MAX_ITEMS);
        struct order_term term = {.expr = parse_term(p, &place)};
        if (!term.expr)
            return false;
        term.descending = accept_word(p, "desc");
        if (!term.descending)
            accept_word(p, "asc");
        if (!parse_nulls(p, &term))
            return false;
        *ARENA_PUSH(p->arena, q->order, q->n_order, capacity) = term;
    } while (accept(p, TOK_COMMA));
    return true;
}

static const char *parse_count(struct parser *p)
{
    const struct token *t = token_at(p);
    if (integer_of(t) < 0)
        return parse_expected(p, "a number of rows");
    p->at++;
    return arena_strndup(p->arena, t->text.s, t->text.n);
}

static bool parse_limit(struct parser *p, struct query *q)
{
    q->limit = parse_count(p);
    if (q->limit && accept(p, TOK_COMMA)) { /* LIMIT offset, limit */
        q->offset = q->limit;
        q->limit = parse_count(p);
    } else if (q->limit && accept_word(p, "offset")) {
        q->offset = parse_count(p);
    }
    return p->status == ST_OK;
}

/* [ORDER BY ...] [LIMIT ...] behind a SELECT or a set operation. */
static bool parse_tail(struct parser *p, const struct scope *parent, struct query *q)
{
    if (accept_word(p, "order")) {
        if (!accept_word(p, "by"))
            return parse_expected(p, "BY");
        if (!parse_order(p, scope_of(p->arena, p->schema, q, parent), q))
            return false;
    }
    if (accept_word(p, "limit") && !parse_limit(p, q))
        return false;
    return query_finish(p->arena, q) || parse_failed(p, ST_LIMIT, "query nested too deeply");
}

static bool parse_filters(struct parser *p, const struct scope *scope, struct query *q)
{
    struct place place = {.scope = scope};
    if (accept_word(p, "where")) {
        q->where = parse_condition(p, &place);
        if (!q->where)
            return false;
    }
    place.labelled = q;
    if (accept_word(p, "group")) {
        if (!accept_word(p, "by"))
            return parse_expected(p, "BY");
        q->group = parse_terms(p, &place, &q->n_group);
        if (!q->group)
            return false;
    }
    if (accept_word(p, "having")) {
        q->having = parse_condition(p, &place);
        if (!q->having)
            return false;
    }
    return true;
}

static bool has_star(const struct query *q)
{
    for (int i = 0; i < q->n_select; i++)
        if (is_star(q->select[i]))
            return true;
    return false;
}

/* SELECT ... up to and with HAVING. */
static struct query *parse_select(struct parser *p, const struct scope *parent)
{
    static const char *const from[] = {"from", NULL};
    if (!accept_word(p, "select"))
        return parse_expected(p, "SELECT");
    struct query *q = ARENA_NEW(p->arena, struct query);
    q->distinct = accept_word(p, "distinct");
    if (!q->distinct)
        accept_word(p, "all");
    int list_at = p->at;
    skip_to(p, from, false);
    int from_at = p->at;
    struct scope *scope = scope_of(p->arena, p->schema, q, parent);
    bool merged = false, sources = accept_word(p, "from");
    if (!sources && !(p->reading & SQL_READ_EVERYDAY))
        return parse_expected(p, "FROM");
    if (sources && !parse_from(p, parent, q, scope, &merged))
        return NULL;
    int after_from = p->at;
    p->at = list_at;
    if (!parse_select_list(p, scope, q))
        return NULL;
    if (!sources)
        return parse_filters(p, scope, q) ? q : NULL;
    if (p->at != from_at)
        return parse_expected(p, "',' or FROM");
    p->at = after_from;
    if (merged && has_star(q))
        return parse_failed(p, ST_UNSUPPORTED, "'*' over USING or NATURAL is not supported");
    return parse_filters(p, scope, q) ? q : NULL;
}

/* One side of a set operation: SELECT ... or a parenthesised query.  *closed says which. */
static struct query *parse_operand(struct parser *p, const struct scope *parent, bool *closed)
{
    *closed = accept(p, TOK_LEFT);
    if (!*closed)
        return parse_select(p, parent);
    struct query *q = parse_query(p, parent);
    return q && expect(p, TOK_RIGHT, "')'") ? q : NULL;
}

static enum set_op accept_set_op(struct parser *p)
{
    if (accept_word(p, "union"))
        return accept_word(p, "all") ? SET_UNION_ALL : SET_UNION;
    if (accept_word(p, "intersect"))
        return SET_INTERSECT;
    return accept_word(p, "except") ? SET_EXCEPT : SET_NONE;
}

/* Left-associative, all of one precedence, as in SQLite.  Some gold queries put ORDER BY or LIMIT
 * before a set operator; that operand then keeps them. */
static struct query *parse_set_operations(struct parser *p, const struct scope *parent)
{
    bool closed;
    struct query *q = parse_operand(p, parent, &closed);
    if (!q)
        return NULL;
    if (!closed && !parse_tail(p, parent, q))
        return NULL;
    for (enum set_op op; (op = accept_set_op(p)) != SET_NONE;) {
        struct query *right = parse_operand(p, parent, &closed);
        if (!right)
            return NULL;
        if (!closed && !query_finish(p->arena, right))
            return parse_failed(p, ST_LIMIT, "query nested too deeply");
        if (query_first_select(q)->n_select != query_first_select(right)->n_select)
            return parse_failed(p, ST_INPUT, "the sides of %s have different numbers of columns",
                                set_op_names[op]);
        q = query_compound(p->arena, op, q, right);
        if (!q)
            return parse_failed(p, ST_LIMIT, "query nested too deeply");
        closed = false;
        if (!parse_tail(p, parent, q))
            return NULL;
    }
    return q;
}

/* The outputs' names of WITH name (a, b) AS: the labels of a copy. */
static bool name_outputs(struct parser *p, struct query **q)
{
    struct query *named = ARENA_NEW(p->arena, struct query);
    int n = 0;
    *named = **q;
    if (named->set != SET_NONE || has_star(named))
        return parse_failed(p, ST_UNSUPPORTED, "names for these outputs are not supported");
    named->labels = ARENA_ARRAY(p->arena, const char *, named->n_select);
    do {
        if (n == named->n_select || token_at(p)->kind != TOK_WORD)
            return parse_expected(p, "as many names as outputs");
        named->labels[n++] = arena_strndup(p->arena, token_at(p)->text.s, token_at(p)->text.n);
        p->at++;
    } while (accept(p, TOK_COMMA));
    *q = named;
    return n == named->n_select || parse_expected(p, "as many names as outputs");
}

/* WITH name [(names)] AS (query), ...: names for sub-queries of FROM.  They see nothing from
 * outside, so that a use at any depth means the same. */
static bool parse_with(struct parser *p)
{
    if (peek_word(p, 0, "recursive"))
        return parse_failed(p, ST_UNSUPPORTED, "WITH RECURSIVE is not supported");
    do {
        struct with_query *w = ARENA_NEW(p->arena, struct with_query);
        const struct token *t = token_at(p);
        if (t->kind != TOK_WORD && t->kind != TOK_NAME && t->kind != TOK_DOUBLE)
            return parse_expected(p, "a name after WITH");
        w->name = t->text;
        p->at++;
        int names_at = token_at(p)->kind == TOK_LEFT ? p->at + 1 : -1;
        while (names_at >= 0 && token_at(p)->kind != TOK_END && !peek_word(p, 0, "as"))
            p->at++;
        if (!accept_word(p, "as"))
            return parse_expected(p, "AS");
        if (!expect(p, TOK_LEFT, "'('"))
            return false;
        w->query = parse_query(p, NULL);
        if (!w->query || !expect(p, TOK_RIGHT, "')'"))
            return false;
        int after = p->at;
        p->at = names_at;
        if (names_at >= 0 && (!name_outputs(p, &w->query) || !expect(p, TOK_RIGHT, "')'")))
            return false;
        p->at = after;
        w->before = p->with;
        p->with = w;
    } while (accept(p, TOK_COMMA));
    return true;
}

struct query *parse_query(struct parser *p, const struct scope *parent)
{
    if (++p->depth > SQL_MAX_HEIGHT)
        return parse_failed(p, ST_LIMIT, "query nested too deeply");
    const struct with_query *with = p->with;
    if (accept_word(p, "with") && !parse_with(p))
        return NULL;
    struct query *q = parse_set_operations(p, parent);
    p->with = with;
    p->depth--;
    return q;
}

enum status sql_parse(struct arena *arena, const struct schema *schema, const char *text, size_t n,
                      enum sql_reading reading, struct query **out, struct error *err)
{
    *out = NULL;
    struct parser p = {
        .arena = arena, .schema = schema, .text = {text, n}, .reading = reading, .err = err};
    struct token *tokens;
    enum status st = sql_lex(arena, schema, p.text, reading, &tokens, err);
    if (st != ST_OK)
        return st;
    p.tokens = tokens;
    struct query *q = parse_query(&p, NULL);
    while (q && accept(&p, TOK_SEMICOLON))
        ;
    if (q && token_at(&p)->kind != TOK_END)
        parse_expected(&p, "the end of the query");
    if (p.status == ST_OK)
        *out = q;
    return p.status;
}
