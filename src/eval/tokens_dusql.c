/* tokens_dusql.c - how DuSQL's evaluation script cuts a query into tokens.
 *
 * Three rounds of splitting (blanks, two-character operators, one-character operators), a date at
 * the start of a piece becomes a quoted value with all that sticks to it, DISTINCT disappears,
 * and a bracket that follows anything but a keyword is glued to it: column names may hold
 * brackets. */
#include "eval/internal.h"

#include <ctype.h>
#include <string.h>

static struct slice glue(struct arena *arena, const struct slice *parts, int n)
{
    struct strbuf out = strbuf_in(arena);
    for (int i = 0; i < n; i++)
        strbuf_add(&out, parts[i].s, parts[i].n);
    return (struct slice){strbuf_text(&out), out.n};
}

static bool is_quoted(struct slice token)
{
    return token.n > 0 && token.s[0] == '"';
}

/* \d\d\d\d-\d\d at the start */
static bool starts_with_date(struct slice token)
{
    static const char shape[] = "dddd-dd";
    if (token.n < sizeof shape - 1)
        return false;
    for (size_t i = 0; shape[i]; i++) {
        bool digit = isdigit((unsigned char)token.s[i]) != 0;
        if (shape[i] == 'd' ? !digit : token.s[i] != '-')
            return false;
    }
    return true;
}

/* Length of the separator at s in a round of splitting, or 0. */
typedef size_t separator_at(const char *s, size_t n);

static size_t blank_at(const char *s, size_t n)
{
    (void)n;
    return *s == ' ';
}

static size_t long_operator_at(const char *s, size_t n)
{
    static const char *const operators[] = {"==", "!=", ">=", "<=", "<>", "<in>"};
    for (int i = 0; i < COUNT_OF(operators); i++) {
        size_t length = strlen(operators[i]);
        if (n >= length && memcmp(s, operators[i], length) == 0)
            return length;
    }
    return 0;
}

static size_t short_operator_at(const char *s, size_t n)
{
    (void)n;
    return *s && strchr(" +-*/()=,><;", *s) != NULL;
}

static void resplit(struct arena *arena, struct eval_tokens *tokens, separator_at *separator,
                    bool keep_operators)
{
    struct eval_tokens out = {0};
    for (int i = 0; i < tokens->n; i++) {
        struct slice token = py_strip(tokens->v[i]);
        if (is_quoted(token) || (keep_operators && token.n &&
                                 long_operator_at(token.s, token.n) == token.n)) {
            token_push(arena, &out, token);
            continue;
        }
        if (starts_with_date(token)) {
            struct slice quoted[3] = {{"\"", 1}, token, {"\"", 1}};
            token_push(arena, &out, glue(arena, quoted, 3));
            continue;
        }
        size_t start = 0;
        for (size_t k = 0; k < token.n;) {
            size_t length = separator(token.s + k, token.n - k);
            if (length) {
                token_push(arena, &out, (struct slice){token.s + start, k - start});
                token_push(arena, &out, (struct slice){token.s + k, length});
                start = k + length;
            }
            k += MAX(length, 1);
        }
        token_push(arena, &out, (struct slice){token.s + start, token.n - start});
    }
    *tokens = out;
}

static void drop_empty(struct eval_tokens *tokens)
{
    int n = 0;
    for (int i = 0; i < tokens->n; i++) {
        struct slice stripped = py_strip(tokens->v[i]);
        if (stripped.n && !slice_equal(stripped, "distinct"))
            tokens->v[n++] = tokens->v[i];
    }
    tokens->n = n;
}

static bool may_precede_bracket(struct slice token)
{
    static const char *const words[] = {
        "none",  "max",   "min",    "count", "sum",   "avg",    "intersect", "union",
        "except", "not_in", "between", "==",  ">",     "<",      ">=",        "<=",
        "!=",    "in",    "like",   "not_like", "select", "from", "where",     "group",
        "order", "limit", ",",      "distinct", "="};
    return token_in(token, words, COUNT_OF(words));
}

static bool is_comparison(struct slice token)
{
    const struct dialect *dialect = dialect_of(EVAL_DUSQL);
    return token_in(token, dialect->comparisons, dialect->n_comparisons);
}

/* "name ( x )" is one token again, and so is a sign with the number after a comparison. */
static void merge_tokens(struct arena *arena, const struct eval_tokens *in, struct eval_tokens *out)
{
    for (int i = 0; i < in->n; i++) {
        struct slice token = in->v[i];
        struct slice before = out->n ? out->v[out->n - 1] : (struct slice){"", 0};
        if (out->n && slice_equal(token, "(") && !may_precede_bracket(before)) {
            int end = i;
            while (end + 1 < in->n && !slice_equal(in->v[end], ")"))
                end++;
            struct slice name[2] = {before, glue(arena, in->v + i, end + 1 - i)};
            out->v[out->n - 1] = glue(arena, name, 2);
            i = end;
        } else if (out->n && (slice_equal(token, "+") || slice_equal(token, "-")) &&
                   is_comparison(before) && i + 1 < in->n) {
            token_push(arena, out, glue(arena, in->v + i, 2));
            i++;
        } else {
            token_push(arena, out, token);
        }
    }
}

/* Every other piece between quotes is a value and keeps them.  False: a quote is left open. */
static bool split_quotes(struct arena *arena, struct slice text, struct eval_tokens *out)
{
    char *bytes = arena_strndup(arena, text.s, text.n);
    size_t start = 0; /* of the piece, its opening quote included */
    bool quoted = false;
    for (size_t i = 0; i < text.n; i++) {
        if (bytes[i] != '\'' && bytes[i] != '"')
            continue;
        bytes[i] = '"';
        token_push(arena, out, (struct slice){bytes + start, i - start + quoted});
        start = i + quoted;
        quoted = !quoted;
    }
    token_push(arena, out, (struct slice){bytes + start, text.n - start});
    return !quoted;
}

bool tokenize_dusql(struct arena *arena, struct slice sql, struct eval_tokens *out)
{
    *out = (struct eval_tokens){0};
    struct slice text;
    text.s = py_lower(arena, sql, &text.n);
    struct eval_tokens tokens = {0};
    if (sql.n > SQL_MAX_BYTES || !split_quotes(arena, text, &tokens))
        return false;
    resplit(arena, &tokens, blank_at, false);
    resplit(arena, &tokens, long_operator_at, false);
    resplit(arena, &tokens, short_operator_at, true);
    drop_empty(&tokens);
    merge_tokens(arena, &tokens, out);
    for (int i = 0; i < out->n; i++)
        if (slice_equal(out->v[i], "="))
            out->v[i] = (struct slice){"==", 2};
    return true;
}
