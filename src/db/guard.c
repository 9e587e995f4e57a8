/* guard.c - the words of a statement for PostgreSQL, cut up as the server would.
 *
 * This is no parser, and what it finds is only ever used to refuse: which names occur in the
 * statement, and which words stand before a parenthesis.  It must therefore never take for text
 * or comment what the database takes for SQL, so quoting rules are followed to the letter, and
 * what cannot be decided here (U&"..." with its movable escape) is refused.  SQLite needs none of
 * this: see twin.c. */
#include "db/internal.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define POSTGRES_NAME_MAX 63

struct scan {
    struct arena *arena;
    const char *s;
    struct error *err;
};

static bool starts_word(char c)
{
    return isalpha((unsigned char)c) || c == '_' || (c & 0x80);
}

static bool in_word(char c)
{
    return starts_word(c) || isdigit((unsigned char)c) || c == '$';
}

/* Past white space and comments, which nest. */
static enum status skip_blank(struct scan *c)
{
    for (;;) {
        if (isspace((unsigned char)*c->s)) {
            c->s++;
        } else if (c->s[0] == '-' && c->s[1] == '-') {
            c->s += strcspn(c->s, "\r\n");
        } else if (c->s[0] == '/' && c->s[1] == '*') {
            int depth = 1;
            for (c->s += 2; *c->s && depth > 0; c->s++) {
                bool open = c->s[0] == '/' && c->s[1] == '*';
                bool close = c->s[0] == '*' && c->s[1] == '/';
                depth += open - close;
                c->s += open || close;
            }
            if (depth > 0)
                return fail(c->err, ST_USAGE, "refused: a comment does not end");
        } else {
            return ST_OK;
        }
    }
}

/* From an opening quote to its end; doubled closing quotes stand for one. */
static enum status take_quoted(struct scan *c, char close, bool backslashes,
                               struct guard_token *token)
{
    struct strbuf text = strbuf_in(c->arena);
    for (c->s++; *c->s; c->s++) {
        if (backslashes && *c->s == '\\' && c->s[1]) {
            c->s++;
        } else if (*c->s == close) {
            if (c->s[1] != close)
                break;
            c->s++;
        }
        strbuf_putc(&text, *c->s);
    }
    if (!*c->s)
        return fail(c->err, ST_USAGE, "refused: a quote does not end");
    c->s++;
    token->s = strbuf_text(&text);
    token->n = text.n;
    return ST_OK;
}

/* $tag$ ... $tag$; false if this dollar starts no such text. */
static bool take_dollar(struct scan *c, struct guard_token *token, enum status *st)
{
    const char *end = c->s + 1;
    if (isdigit((unsigned char)*end))
        return false;
    while (in_word(*end) && *end != '$')
        end++;
    if (*end != '$')
        return false;
    char *tag = arena_strndup(c->arena, c->s, (size_t)(end + 1 - c->s));
    const char *body = end + 1, *close = strstr(body, tag);
    *token = (struct guard_token){.kind = GUARD_TEXT, .s = body};
    *st = close ? ST_OK : fail(c->err, ST_USAGE, "refused: a quote does not end");
    token->n = close ? (size_t)(close - body) : 0;
    c->s = close ? close + strlen(tag) : c->s;
    return true;
}

static enum status take_word(struct scan *c, struct guard_token *token)
{
    const char *start = c->s;
    while (in_word(*c->s))
        c->s++;
    size_t n = (size_t)(c->s - start);
    if (n == 1) {
        bool e = *start == 'e' || *start == 'E', u = *start == 'u' || *start == 'U';
        if (e && *c->s == '\'') {
            token->kind = GUARD_TEXT;
            return take_quoted(c, '\'', true, token);
        }
        if (u && c->s[0] == '&' && (c->s[1] == '\'' || c->s[1] == '"'))
            return fail(c->err, ST_USAGE, "refused: write U&%c...%c without escapes", c->s[1],
                        c->s[1]);
    }
    *token = (struct guard_token){
        .kind = GUARD_WORD, .s = arena_strndup(c->arena, start, n), .n = n};
    return ST_OK;
}

static enum status take_token(struct scan *c, struct guard_token *token)
{
    *token = (struct guard_token){.kind = GUARD_END, .s = ""};
    enum status st = skip_blank(c);
    if (st != ST_OK || !*c->s)
        return st;
    if (*c->s == '\'') {
        token->kind = GUARD_TEXT;
        return take_quoted(c, '\'', false, token);
    }
    if (*c->s == '"') {
        token->kind = GUARD_NAME;
        return take_quoted(c, '"', false, token);
    }
    if (*c->s == '$' && take_dollar(c, token, &st))
        return st;
    if (starts_word(*c->s))
        return take_word(c, token);
    *token = (struct guard_token){.kind = GUARD_OTHER, .s = c->s, .n = 1, .symbol = *c->s};
    c->s++;
    while (isdigit((unsigned char)token->symbol) && (isdigit((unsigned char)*c->s) || *c->s == '.'))
        c->s++; /* a number; what follows its digits ("1e5", "1abc") may as well be a word */
    return ST_OK;
}

enum status guard_scan(struct arena *arena, const char *sql, struct guard_token **out, int *n,
                       struct error *err)
{
    struct scan c = {.arena = arena, .s = sql, .err = err};
    int capacity = 0;
    *out = NULL;
    *n = 0;
    struct guard_token token;
    do {
        enum status st = take_token(&c, &token);
        if (st != ST_OK)
            return st;
        *ARENA_PUSH(arena, *out, *n, capacity) = token;
    } while (token.kind != GUARD_END);
    return ST_OK;
}

/* ---- hidden relations ------------------------------------------------------------------------ */

static bool names(const struct db_relation *r, const struct guard_token *token,
                  const struct guard_token *qualifier)
{
    if (!slice_equal_nocase((struct slice){token->s, token->n}, r->name))
        return false;
    if (!r->space)
        return true;
    return qualifier ? slice_equal_nocase((struct slice){qualifier->s, qualifier->n}, r->space)
                     : r->bare;
}

/* Words that name a table only in quotes or after a dot, in every version, sorted: what is hidden
 * may be called "order", and ORDER BY must work. */
static const char *const reserved[] = {
    "all", "analyse", "analyze", "and", "any", "array", "as", "asc", "asymmetric", "authorization",
    "binary", "both", "case", "cast", "check", "collate", "collation", "column", "concurrently",
    "constraint", "create", "cross", "current_catalog", "current_date", "current_role",
    "current_schema", "current_time", "current_timestamp", "current_user", "default", "deferrable",
    "desc", "distinct", "do", "else", "end", "except", "false", "fetch", "for", "foreign", "freeze",
    "from", "full", "grant", "group", "having", "ilike", "in", "initially", "inner", "intersect",
    "into", "is", "isnull", "join", "lateral", "leading", "left", "like", "limit", "localtime",
    "localtimestamp", "natural", "not", "notnull", "null", "offset", "on", "only", "or", "order",
    "outer", "overlaps", "placing", "primary", "references", "returning", "right", "select",
    "session_user", "similar", "some", "symmetric", "table", "tablesample", "then", "to", "trailing",
    "true", "union", "unique", "user", "using", "variadic", "verbose", "when", "where", "window",
    "with",
};

static int compare_reserved(const void *word, const void *entry)
{
    return strcasecmp(word, *(const char *const *)entry);
}

enum status guard_names(const char *sql, const struct db_relations *relations, struct error *err)
{
    struct arena arena = {0};
    struct guard_token *tokens;
    int n;
    enum status st = guard_scan(&arena, sql, &tokens, &n, err);
    for (int i = 0; st == ST_OK && i < n; i++) {
        enum guard_kind kind = tokens[i].kind;
        if (kind != GUARD_WORD && kind != GUARD_NAME)
            continue;
        if (tokens[i].n > POSTGRES_NAME_MAX) /* it would be cut */
            st = fail(err, ST_USAGE, "refused: '%.80s...' is too long for a name", tokens[i].s);
        bool qualified = i >= 2 && tokens[i - 1].symbol == '.';
        if (kind == GUARD_WORD && !qualified &&
            bsearch(tokens[i].s, reserved, COUNT_OF(reserved), sizeof *reserved, compare_reserved))
            continue;
        for (int k = 0; st == ST_OK && k < relations->n; k++) {
            const struct db_relation *r = &relations->v[k];
            if (r->hidden && names(r, &tokens[i], qualified ? &tokens[i - 2] : NULL))
                st = fail(err, ST_USAGE, "refused: '%.200s' may not be seen", r->name);
        }
    }
    arena_release(&arena);
    return st;
}
