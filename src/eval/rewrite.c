/* rewrite.c - what the test-suite script does to a query's text before it runs it.
 *
 * DISTINCT is removed with sqlparse: the text is cut into tokens, those that are the bare word go,
 * and only the first statement is kept.  Only what decides where a word starts and ends, and where
 * a statement ends, is followed here: comments, strings (with backslash escapes, which SQLite does
 * not know), quoted names, words, brackets. */
#include "eval/internal.h"

#include <ctype.h>
#include <string.h>

static bool starts_with(struct slice text, size_t i, const char *prefix)
{
    size_t n = strlen(prefix);
    return text.n - i >= n && strncasecmp(text.s + i, prefix, n) == 0;
}

/* ---- "> =" and YEAR(CURDATE()) ------------------------------------------------------------ */

static struct slice join_operators(struct arena *arena, struct slice sql)
{
    struct strbuf out = strbuf_in(arena);
    for (size_t i = 0; i < sql.n; i++) {
        strbuf_putc(&out, sql.s[i]);
        if ((sql.s[i] == '>' || sql.s[i] == '<' || sql.s[i] == '!') && i + 2 < sql.n &&
            sql.s[i + 1] == ' ' && sql.s[i + 2] == '=')
            i++;
    }
    return (struct slice){strbuf_text(&out), out.n};
}

static size_t skip_blanks(struct slice sql, size_t i)
{
    int32_t c;
    for (int length; i < sql.n; i += (size_t)length) {
        length = utf8_decode(sql.s + i, sql.n - i, &c);
        if (!py_is_space(c))
            break;
    }
    return i;
}

/* Length of YEAR ( CURDATE ( ) ) with the blanks around and after, or 0. */
static size_t current_year_at(struct slice sql, size_t i)
{
    static const char *const parts[] = {"YEAR", "(", "CURDATE", "(", ")", ")"};
    size_t at = i;
    for (int k = 0; k < COUNT_OF(parts); k++) {
        if (!starts_with(sql, at, parts[k]))
            return 0;
        at = skip_blanks(sql, at + strlen(parts[k]));
    }
    return at - i;
}

static struct slice fix_current_year(struct arena *arena, struct slice sql)
{
    struct strbuf out = strbuf_in(arena);
    for (size_t i = 0; i < sql.n;) {
        size_t length = current_year_at(sql, i);
        if (length)
            strbuf_puts(&out, "2020");
        else
            strbuf_putc(&out, sql.s[i]);
        i += MAX(length, 1);
    }
    return (struct slice){strbuf_text(&out), out.n};
}

/* ---- DISTINCT ----------------------------------------------------------------------------- */

/* A string from its quote to the closing one, doubled quotes and \' inside; 0 if nothing closes
 * it.  Where the text ends first, the last quote taken for an escape was the closing one. */
static size_t string_length(struct slice sql, size_t i)
{
    char quote = sql.s[i];
    size_t fallback = 0;
    for (size_t k = i + 1; k < sql.n; k++) {
        bool escaped = sql.s[k] == '\\' && quote != '`' && k + 1 < sql.n &&
                       sql.s[k + 1] == quote;
        bool doubled = sql.s[k] == quote && k + 1 < sql.n && sql.s[k + 1] == quote;
        if (escaped || doubled) {
            fallback = k + (escaped ? 2 : 1) - i;
            k++;
        } else if (sql.s[k] == quote) {
            return k + 1 - i;
        }
    }
    return fallback;
}

static size_t comment_length(struct slice sql, size_t i)
{
    if (starts_with(sql, i, "--") || starts_with(sql, i, "# ")) {
        const char *end = memchr(sql.s + i, '\n', sql.n - i);
        return end ? (size_t)(end - sql.s) + 1 - i : sql.n - i;
    }
    if (starts_with(sql, i, "/*")) {
        const char *end = memmem(sql.s + i + 2, sql.n - i - 2, "*/", 2);
        return end ? (size_t)(end - sql.s) + 2 - i : 0;
    }
    return 0;
}

static bool is_word_byte(char c)
{
    return isalnum((unsigned char)c) || c == '_' || (unsigned char)c >= 0x80;
}

/* Letters A-Z, digits, '_', the Latin letters of [A-ZÀ-Ü], or a sigil before one of them. */
static size_t word_length(struct slice sql, size_t i)
{
    size_t k = i;
    while (k < sql.n && strchr("@#:$\\", sql.s[k]) && sql.s[k])
        k++;
    if (k == sql.n || !is_word_byte(sql.s[k]))
        return 0;
    int32_t c;
    utf8_decode(sql.s + k, sql.n - k, &c);
    bool latin = (c >= 0xC0 && c <= 0xDC) || (c >= 0xE0 && c <= 0xFC);
    if (c >= 0x80 && !latin)
        return 0;
    while (k < sql.n && (is_word_byte(sql.s[k]) || sql.s[k] == '$' || sql.s[k] == '#'))
        k++;
    return k - i;
}

static size_t token_length(struct slice sql, size_t i)
{
    size_t length = comment_length(sql, i);
    if (!length && strchr("'\"`", sql.s[i]) && sql.s[i])
        length = string_length(sql, i);
    if (!length && sql.s[i] == '[') {
        const char *end = memchr(sql.s + i, ']', sql.n - i);
        length = end ? (size_t)(end - sql.s) + 1 - i : 0;
    }
    if (!length)
        length = word_length(sql, i);
    return MAX(length, 1);
}

static struct slice remove_distinct(struct arena *arena, struct slice sql)
{
    struct strbuf out = strbuf_in(arena);
    int level = 0;
    bool finished = false; /* only blanks and comments still belong to the statement */
    for (size_t i = 0, length; i < sql.n; i += length) {
        length = token_length(sql, i);
        struct slice token = {sql.s + i, length};
        bool filler = comment_length(sql, i) > 0 || skip_blanks(token, 0) == token.n;
        if (finished && !filler)
            break;
        level += slice_equal(token, "(");
        level -= slice_equal(token, ")") || slice_equal_nocase(token, "end");
        finished |= level <= 0 && slice_equal(token, ";");
        if (!slice_equal_nocase(token, "distinct"))
            strbuf_add(&out, token.s, token.n);
    }
    return (struct slice){strbuf_text(&out), out.n};
}

char *exec_rewrite(struct arena *arena, struct slice sql, bool keep_distinct)
{
    struct slice text = join_operators(arena, sql);
    if (!keep_distinct)
        text = remove_distinct(arena, text);
    text = fix_current_year(arena, text);
    return arena_strndup(arena, text.s, text.n);
}

bool order_matters(const char *rewritten_gold)
{
    return strcasestr(rewritten_gold, "order by") != NULL;
}
