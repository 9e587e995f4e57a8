/* lex.c - text to tokens.
 *
 * A word is a run of letters, digits, '_' and non-ASCII bytes; one that starts with a digit and
 * is no number is a word too (DuSQL has columns like 100米).  The benchmarks also write schema
 * names with brackets and slashes, and dates, without quotes; in benchmark reading the longest
 * such schema name at a token's start wins, and 2018-11-20 or 10:00~21:00 is a text. */
#include "sql/internal.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

bool is_word_byte(char c)
{
    return isalnum((unsigned char)c) || c == '_' || (unsigned char)c >= 0x80;
}

struct lexer {
    struct arena *arena;
    struct slice text;
    size_t at;
    enum sql_reading reading;
    const char **odd_names; /* schema names no plain word can spell, longest first */
    int n_odd_names;
    struct token *tokens;
    int n_tokens, capacity;
    struct error *err;
};

static int by_length_descending(const void *a, const void *b)
{
    size_t x = strlen(*(const char *const *)a), y = strlen(*(const char *const *)b);
    return (x < y) - (x > y);
}

static bool is_odd(const char *name)
{
    for (; *name; name++)
        if (!is_word_byte(*name))
            return true;
    return false;
}

static void collect_odd_names(struct lexer *l, const struct schema *schema)
{
    int capacity = 0;
    for (int i = 0; i < schema->n_tables; i++)
        if (is_odd(schema->tables[i].name))
            *ARENA_PUSH(l->arena, l->odd_names, l->n_odd_names, capacity) = schema->tables[i].name;
    for (int i = 1; i < schema->n_columns; i++)
        if (is_odd(schema->columns[i].name))
            *ARENA_PUSH(l->arena, l->odd_names, l->n_odd_names, capacity) = schema->columns[i].name;
    if (l->n_odd_names > 1)
        qsort(l->odd_names, (size_t)l->n_odd_names, sizeof *l->odd_names, by_length_descending);
}

static char peek(const struct lexer *l, size_t ahead)
{
    return l->at + ahead < l->text.n ? l->text.s[l->at + ahead] : '\0';
}

static void push(struct lexer *l, enum token_kind kind, size_t length, struct slice text)
{
    struct token *t = ARENA_PUSH(l->arena, l->tokens, l->n_tokens, l->capacity);
    *t = (struct token){kind, (int)l->at, (int)length, text};
    l->at += length;
}

static void push_here(struct lexer *l, enum token_kind kind, size_t length)
{
    push(l, kind, length, (struct slice){l->text.s + l->at, length});
}

/* Spaces and comments. */
static enum status skip_blank(struct lexer *l)
{
    for (;;) {
        if (l->at < l->text.n && isspace((unsigned char)peek(l, 0))) {
            l->at++;
        } else if (peek(l, 0) == '-' && peek(l, 1) == '-') {
            while (l->at < l->text.n && peek(l, 0) != '\n')
                l->at++;
        } else if (peek(l, 0) == '/' && peek(l, 1) == '*') {
            const char *end = memmem(l->text.s + l->at + 2, l->text.n - l->at - 2, "*/", 2);
            if (!end)
                return fail(l->err, ST_INPUT, "offset %zu: comment without end", l->at);
            l->at = (size_t)(end - l->text.s) + 2;
        } else {
            return ST_OK;
        }
    }
}

/* 'x', "x", `x` with the quote doubled inside, and [x]. */
static enum status lex_quoted(struct lexer *l, char close, enum token_kind kind)
{
    struct strbuf b = strbuf_in(l->arena);
    for (size_t i = 1; l->at + i < l->text.n; i++) {
        char c = peek(l, i);
        if (c == close && (close == ']' || peek(l, i + 1) != close)) {
            push(l, kind, i + 1, slice_of(strbuf_text(&b)));
            return ST_OK;
        }
        i += c == close;
        strbuf_putc(&b, c);
    }
    return fail(l->err, ST_INPUT, "offset %zu: expected a closing %c before the end", l->at, close);
}

static size_t digits(const struct lexer *l, size_t from)
{
    size_t n = 0;
    while (isdigit((unsigned char)peek(l, from + n)))
        n++;
    return n;
}

/* Length of the number literal here, 0 if there is none. */
static size_t number_length(const struct lexer *l)
{
    size_t n = digits(l, 0);
    if (peek(l, n) == '.') {
        size_t fraction = digits(l, n + 1);
        if (n + fraction == 0)
            return 0;
        n += 1 + fraction;
    }
    if (n > 0 && (peek(l, n) | 0x20) == 'e') {
        size_t sign = peek(l, n + 1) == '-' || peek(l, n + 1) == '+';
        size_t exponent = digits(l, n + 1 + sign);
        if (exponent > 0)
            n += 1 + sign + exponent;
    }
    return n > 0 && is_word_byte(peek(l, n)) ? 0 : n;
}

bool sql_is_number(const char *text)
{
    text += *text == '-';
    struct lexer l = {.text = slice_of(text)};
    return l.text.n > 0 && number_length(&l) == l.text.n;
}

/* Length of an unquoted date, time or range of either (2018-11-20, 17:30:00, 1~10). */
static size_t bare_time_length(const struct lexer *l)
{
    size_t n = 0, dashes = 0, others = 0;
    for (;; n++) {
        char c = peek(l, n);
        dashes += c == '-';
        others += c == ':' || c == '~';
        if (!isdigit((unsigned char)c) && (!c || !strchr("-:~", c)))
            break;
        if (c == '-' && peek(l, n + 1) == '-')
            return 0; /* a comment follows */
    }
    bool date = dashes >= 1 && dashes <= 2 && digits(l, 0) == 4;
    bool ends = n > 0 && isdigit((unsigned char)peek(l, n - 1)) && !is_word_byte(peek(l, n));
    return ends && digits(l, 0) > 0 && (others > 0 || date) ? n : 0;
}

static size_t odd_name_length(const struct lexer *l)
{
    for (int i = 0; i < l->n_odd_names; i++) {
        size_t n = strlen(l->odd_names[i]);
        if (n > l->text.n - l->at ||
            !slice_equal_nocase((struct slice){l->text.s + l->at, n}, l->odd_names[i]))
            continue;
        if (!is_word_byte(l->odd_names[i][n - 1]) || !is_word_byte(peek(l, n)))
            return n;
    }
    return 0;
}

/* One- and two-character operators.  The benchmarks also write "! =", "> =" and "< =". */
static enum status lex_operator(struct lexer *l)
{
    static const struct {
        char first, second;
        enum token_kind kind;
    } operators[] = {
        {'|', '|', TOK_BARS},    {':', ':', TOK_CAST}, {'%', 0, TOK_PERCENT},
        {'=', '=', TOK_EQ},      {'!', '=', TOK_NE},  {'<', '>', TOK_NE},  {'<', '=', TOK_LE},
        {'>', '=', TOK_GE},      {'=', 0, TOK_EQ},    {'<', 0, TOK_LT},    {'>', 0, TOK_GT},
        {'(', 0, TOK_LEFT},      {')', 0, TOK_RIGHT}, {',', 0, TOK_COMMA}, {'.', 0, TOK_DOT},
        {';', 0, TOK_SEMICOLON}, {'*', 0, TOK_STAR},  {'+', 0, TOK_PLUS},  {'-', 0, TOK_MINUS},
        {'/', 0, TOK_SLASH},
    };
    size_t gap = 1;
    while (l->at + gap < l->text.n && isspace((unsigned char)peek(l, gap)))
        gap++;
    for (int i = 0; i < COUNT_OF(operators); i++) {
        if (operators[i].first != peek(l, 0))
            continue;
        if (operators[i].second == 0) {
            push_here(l, operators[i].kind, 1);
            return ST_OK;
        }
        /* "< >" and "= =" with a space are no operator anybody writes */
        bool joined = operators[i].second == '=' && operators[i].first != '=';
        if (operators[i].second == peek(l, joined ? gap : 1)) {
            push_here(l, operators[i].kind, (joined ? gap : 1) + 1);
            return ST_OK;
        }
    }
    char c = peek(l, 0);
    return fail(l->err, ST_INPUT, "offset %zu: unexpected character '%c' (0x%02x)", l->at,
                isprint((unsigned char)c) ? c : '?', (unsigned char)c);
}

static enum status lex_one(struct lexer *l)
{
    char c = peek(l, 0);
    size_t n;
    if ((l->reading & SQL_READ_BENCHMARK) && (n = odd_name_length(l)) > 0)
        return push_here(l, TOK_NAME, n), ST_OK;
    if ((l->reading & SQL_READ_BENCHMARK) && (n = bare_time_length(l)) > 0)
        return push_here(l, TOK_TEXT, n), ST_OK;
    if (c == '\'')
        return lex_quoted(l, '\'', TOK_TEXT);
    if (c == '"')
        return lex_quoted(l, '"', TOK_DOUBLE);
    if (c == '`')
        return lex_quoted(l, '`', TOK_NAME);
    if (c == '[')
        return lex_quoted(l, ']', TOK_NAME);
    /* T1.25~30 is a column after a dot, not a fraction */
    bool after_name = c == '.' && l->at > 0 &&
                      (is_word_byte(l->text.s[l->at - 1]) || strchr("\"`]", l->text.s[l->at - 1]));
    n = after_name ? 0 : number_length(l);
    if (n > 0)
        return push_here(l, TOK_NUMBER, n), ST_OK;
    while (is_word_byte(peek(l, n)))
        n++;
    if (n > 0)
        return push_here(l, TOK_WORD, n), ST_OK;
    return lex_operator(l);
}

enum status sql_lex(struct arena *arena, const struct schema *schema, struct slice text,
                    enum sql_reading reading, struct token **tokens, struct error *err)
{
    struct lexer l = {.arena = arena, .text = text, .reading = reading, .err = err};
    if (text.n > SQL_MAX_LENGTH)
        return fail(err, ST_LIMIT, "query of %zu bytes: at most %d are read", text.n,
                    SQL_MAX_LENGTH);
    const char *nul = memchr(text.s, '\0', text.n);
    if (nul)
        return fail(err, ST_INPUT, "offset %zu: NUL byte in the query", (size_t)(nul - text.s));
    if (reading == SQL_READ_BENCHMARK)
        collect_odd_names(&l, schema);
    for (;;) {
        enum status st = skip_blank(&l);
        if (st != ST_OK)
            return st;
        if (l.at == text.n)
            break;
        st = lex_one(&l);
        if (st != ST_OK)
            return st;
    }
    push_here(&l, TOK_END, 0);
    *tokens = l.tokens;
    return ST_OK;
}
