/* parse_from.c - FROM: tables, sub-queries, names of WITH, and how they are joined. */
#include "sql/internal.h"

#include <string.h>
#include <strings.h>

/* DuSQL's sub-queries say FROM T1 and mean the table an outer query calls T1. */
static bool find_outer_alias(const struct scope *scope, struct slice name, struct source *out)
{
    for (; scope; scope = scope->parent)
        for (int i = 0; i < scope->n_sources; i++) {
            const struct source *s = scope->sources[i];
            if (s->alias && !s->query && slice_equal_nocase(name, s->alias)) {
                *out = *s;
                return true;
            }
        }
    return false;
}

/* A table of another PostgreSQL schema: space.name; -1 if this is none. */
static int find_in_space(struct parser *p)
{
    const struct token *t = token_at(p);
    if (t[0].kind == TOK_END || t[1].kind != TOK_DOT || t[2].kind == TOK_END)
        return -1;
    for (int i = 0; i < p->schema->n_tables; i++) {
        const struct table *table = &p->schema->tables[i];
        if (table->space && slice_equal_nocase(t[0].text, table->space) &&
            slice_equal_nocase(t[2].text, table->name))
            return i;
    }
    return -1;
}

static struct query *find_with(const struct parser *p, struct slice name)
{
    for (const struct with_query *w = p->with; w; w = w->before)
        if (w->name.n == name.n && strncasecmp(w->name.s, name.s, name.n) == 0)
            return w->query;
    return NULL;
}

static bool parse_source(struct parser *p, const struct scope *parent, struct source *out)
{
    *out = (struct source){.table = -1};
    const struct token *t = token_at(p);
    if (accept(p, TOK_LEFT)) {
        out->query = parse_query(p, parent);
        if (!out->query || !expect(p, TOK_RIGHT, "')'"))
            return false;
    } else if (t->kind == TOK_WORD || t->kind == TOK_NAME || t->kind == TOK_DOUBLE) {
        if (t->kind == TOK_WORD && is_clause_word(t->text))
            return parse_expected(p, "a table");
        out->query = t[1].kind == TOK_DOT ? NULL : find_with(p, t->text);
        if (out->query) {
            p->at++;
            const char *alias = parse_alias(p);
            out->alias = alias ? alias : arena_strndup(p->arena, t->text.s, t->text.n);
            return p->status == ST_OK;
        }
        out->table = find_in_space(p);
        if (out->table >= 0)
            p->at += 2;
        else
            out->table = schema_find_table(p->schema, t->text);
        if (out->table < 0 &&
            !((p->reading & SQL_READ_BENCHMARK) && find_outer_alias(parent, t->text, out)))
            return parse_failed(p, ST_INPUT, "no table '%.*s' in this database",
                                (int)MIN(t->text.n, 60), t->text.s);
        p->at++;
    } else {
        return parse_expected(p, "a table or a sub-query");
    }
    const char *alias = parse_alias(p);
    if (alias)
        out->alias = alias;
    return p->status == ST_OK;
}

/* How the next FROM item is joined. */
struct joining {
    enum join join;
    bool right;   /* RIGHT JOIN: a LEFT JOIN once the sides are swapped */
    bool natural; /* on every column of one name */
};

/* What may stand between two FROM items: a comma or a join. */
static bool accept_join(struct parser *p, struct joining *out)
{
    *out = (struct joining){.join = JOIN_INNER};
    if (accept(p, TOK_COMMA))
        return true;
    int start = p->at;
    out->natural = accept_word(p, "natural");
    if (peek_word(p, 0, "full"))
        return parse_failed(p, ST_UNSUPPORTED, "full joins are not supported");
    out->right = accept_word(p, "right");
    if (out->right || accept_word(p, "left")) {
        out->join = JOIN_LEFT;
        accept_word(p, "outer");
    } else if (!accept_word(p, "inner")) {
        accept_word(p, "cross");
    }
    if (accept_word(p, "join"))
        return true;
    return p->at > start ? parse_expected(p, "JOIN") : false;
}

#define ON_MAX 256

/* What was said about a join: the tokens of one ON or USING, skipped when met and read when all of
 * FROM is known. */
struct on_span {
    int start, end;
    int source;
    bool columns; /* USING ( ... ) */
};

struct from_reader {
    struct on_span spans[ON_MAX];
    int n_spans;
    bool natural[SQL_MAX_SOURCES]; /* [source] */
    bool merged;                   /* USING or NATURAL */
};

static bool join_by(struct parser *p, struct query *q, int source, struct expr *condition)
{
    struct source *s = &q->from[source];
    struct expr *both[2] = {s->on, condition};
    s->on = expr_junction(p->arena, EXPR_AND, s->on ? both : both + 1, s->on ? 2 : 1);
    if (!s->on)
        return parse_failed(p, ST_LIMIT, "condition nested too deeply");
    if (s->join == JOIN_LEFT && last_source(s->on) > source)
        return parse_failed(p, ST_INPUT, "ON of a LEFT JOIN names a table that comes later");
    return true;
}

/* The items before `source` are joined with it on the column of that name. */
static bool join_by_name(struct parser *p, const struct scope *scope, struct query *q, int source,
                         struct slice name, bool must)
{
    struct column_ref left, right;
    bool found = resolve_in_source(p, scope, source, name, &right);
    int before = 0;
    while (found && before < source && !resolve_in_source(p, scope, before, name, &left))
        before++;
    if (!found || before == source)
        return !must || parse_failed(p, ST_INPUT, "no column '%.*s' on both sides of the join",
                                     (int)MIN(name.n, 60), name.s);
    struct expr *args[2] = {expr_column(p->arena, left), expr_column(p->arena, right)};
    return join_by(p, q, source, expr_node(p->arena, EXPR_COMPARE, CMP_EQ, args, 2));
}

static bool parse_using(struct parser *p, const struct scope *scope, struct query *q, int source)
{
    if (!expect(p, TOK_LEFT, "'('"))
        return false;
    do {
        struct slice name = token_at(p)->text;
        if (!join_by_name(p, scope, q, source, name, true))
            return false;
        p->at++;
    } while (accept(p, TOK_COMMA));
    return expect(p, TOK_RIGHT, "',' or ')'");
}

static bool join_naturally(struct parser *p, const struct scope *scope, struct query *q, int source)
{
    if (q->from[source].query)
        return parse_failed(p, ST_UNSUPPORTED, "NATURAL JOIN with a sub-query is not supported");
    for (int i = 1; i < p->schema->n_columns; i++)
        if (p->schema->columns[i].table == q->from[source].table &&
            !join_by_name(p, scope, q, source, slice_of(p->schema->columns[i].name), false))
            return false;
    return true;
}

static bool parse_on(struct parser *p, const struct scope *scope, const struct from_reader *r,
                     struct query *q)
{
    int after = p->at;
    struct place place = {.scope = scope};
    for (int i = 0; i < r->n_spans; i++) {
        const struct on_span *span = &r->spans[i];
        p->at = span->start;
        if (span->columns) {
            if (!parse_using(p, scope, q, span->source))
                return false;
        } else {
            struct expr *condition = parse_condition(p, &place);
            if (!condition || !join_by(p, q, span->source, condition))
                return false;
        }
        if (p->at != span->end)
            return parse_expected(p, "AND, OR, JOIN or a clause after the ON condition");
    }
    for (int i = 1; i < q->n_from; i++)
        if (r->natural[i] && !join_naturally(p, scope, q, i))
            return false;
    p->at = after;
    return true;
}

/* Notes the ONs and USINGs behind item `source`, which is the newest. */
static bool note_on(struct parser *p, struct from_reader *r, int source)
{
    static const char *const ends[] = {"join",    "inner",     "cross",  "left",   "right", "full",
                                       "natural", "where",     "group",  "having", "order", "limit",
                                       "union",   "intersect", "except", "on",     "using", NULL};
    while (source > 0 && (peek_word(p, 0, "on") || peek_word(p, 0, "using"))) {
        if (r->n_spans == ON_MAX)
            return parse_failed(p, ST_LIMIT, "more than %d ON conditions", ON_MAX);
        struct on_span *span = &r->spans[r->n_spans++];
        *span = (struct on_span){.source = source, .columns = peek_word(p, 0, "using")};
        r->merged |= span->columns;
        span->start = ++p->at;
        skip_to(p, ends, true);
        span->end = p->at;
    }
    return true;
}

/* A RIGHT JOIN B: B LEFT JOIN A, which a longer chain on the left could only be as a sub-query. */
static bool swap_right(struct parser *p, struct query *q)
{
    if (q->n_from != 2)
        return parse_failed(p, ST_UNSUPPORTED, "RIGHT JOIN after another join is not supported");
    struct source left = q->from[0];
    q->from[0] = q->from[1];
    q->from[1] = left;
    q->from[0].join = JOIN_INNER;
    q->from[1].join = JOIN_LEFT;
    return true;
}

bool parse_from(struct parser *p, const struct scope *parent, struct query *q,
                       struct scope *scope, bool *merged)
{
    struct from_reader *r = ARENA_NEW(p->arena, struct from_reader);
    struct joining joining = {0};
    int capacity = 0;
    do {
        if (q->n_from == SQL_MAX_SOURCES)
            return parse_failed(p, ST_LIMIT, "more than %d items in FROM", SQL_MAX_SOURCES);
        struct source *s = ARENA_PUSH(p->arena, q->from, q->n_from, capacity);
        if (!parse_source(p, parent, s))
            return false;
        s->join = joining.join;
        r->natural[q->n_from - 1] = joining.natural;
        r->merged |= joining.natural;
        if ((joining.right && !swap_right(p, q)) || !note_on(p, r, q->n_from - 1))
            return false;
    } while (accept_join(p, &joining));
    if (p->status != ST_OK)
        return false;
    *scope = *scope_of(p->arena, p->schema, q, parent);
    *merged = r->merged;
    return parse_on(p, scope, r, q);
}
