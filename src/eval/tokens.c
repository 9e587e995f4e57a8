/* tokens.c - how Spider's process_sql.py cuts a query into tokens.
 *
 * It hides quoted values behind keys, gives the rest to NLTK's word_tokenize (an English sentence
 * splitter, then Penn Treebank rules) and joins "! =" afterwards.  So '=' is split off only where
 * there are spaces, a comma before a digit is not split off at all, and "cannot" is two words.
 * No double quote is left when NLTK sees the text, and apostrophes only where Chase's script keeps
 * an odd number of them; the rules for the former are left out. */
#include "eval/internal.h"

#include <ctype.h>
#include <string.h>
#include <utf8proc.h>

void token_push(struct arena *arena, struct eval_tokens *tokens, struct slice token)
{
    *ARENA_PUSH(arena, tokens->v, tokens->n, tokens->capacity) = token;
}

bool token_in(struct slice token, const char *const *words, int n_words)
{
    for (int i = 0; i < n_words; i++)
        if (slice_equal(token, words[i]))
            return true;
    return false;
}

/* ---- quoted values ------------------------------------------------------------------------ */

struct hidden_values {
    struct map keys;     /* "__val_4_9__" -> index into values */
    struct eval_tokens values; /* with their quotes */
};

static void unify_quotes(char *sql, size_t n, bool keep_odd_apostrophes)
{
    size_t apostrophes = 0;
    for (size_t i = 0; i < n; i++)
        apostrophes += sql[i] == '\'';
    if (keep_odd_apostrophes && apostrophes % 2)
        return;
    for (size_t i = 0; i < n; i++)
        if (sql[i] == '\'')
            sql[i] = '"';
}

static bool hide_values(struct arena *arena, struct slice sql, struct hidden_values *hidden,
                        struct strbuf *out)
{
    for (size_t i = 0; i < sql.n; i++) {
        if (sql.s[i] != '"') {
            strbuf_putc(out, sql.s[i]);
            continue;
        }
        const char *close = memchr(sql.s + i + 1, '"', sql.n - i - 1);
        if (!close)
            return false;
        size_t end = (size_t)(close - sql.s);
        char *key = arena_printf(arena, "__val_%zu_%zu__", i, end);
        map_put(&hidden->keys, key, strlen(key), hidden->values.n);
        token_push(arena, &hidden->values, (struct slice){sql.s + i, end + 1 - i});
        strbuf_puts(out, key);
        i = end;
    }
    return true;
}

/* ---- periods: where the sentence splitter and the Treebank rules detach them -------------- */

static bool in_set(char c, const char *set)
{
    return c && strchr(set, c) != NULL;
}

static bool is_blank(char c)
{
    return py_is_space((unsigned char)c) && (unsigned char)c < 0x80;
}

/* Punkt's "##number##": -?[.,]?\d[\d,.-]* */
static bool is_numeric_word(const char *s, size_t n)
{
    size_t i = n > 0 && s[0] == '-';
    if (i < n && in_set(s[i], ".,"))
        i++;
    if (i >= n || !isdigit((unsigned char)s[i]))
        return false;
    while (i < n && (isdigit((unsigned char)s[i]) || in_set(s[i], ",.-")))
        i++;
    return i == n;
}

/* Does Punkt end a sentence at the period text[i], with more text to follow?  Only words that
 * its untrained rules decide are decided here; the English model adds abbreviations, none of
 * which can stand in a query that parses. */
static bool ends_sentence(struct slice text, size_t i)
{
    static const char non_word[] = ")\";}]*:@'({[!?";
    if (i == 0 || text.s[i - 1] == '.' || i + 1 >= text.n)
        return false;
    size_t next = i + 1;
    while (next < text.n && is_blank(text.s[next]))
        next++;
    if (next == text.n || (next == i + 1 && !in_set(text.s[next], non_word)))
        return false;
    size_t start = i;
    while (start > 0 && !is_blank(text.s[start - 1]) && !in_set(text.s[start - 1], non_word))
        start--;
    const char *word = text.s + start;
    size_t length = i - start;
    bool initial = length == 1 && (isalpha((unsigned char)*word) || *word == '_');
    if (initial || is_numeric_word(word, length))
        return !islower((unsigned char)text.s[next]) && !in_set(text.s[next], ";:,.!?");
    return true;
}

/* The period that ends the text, closing brackets after it allowed; text.n if there is none. */
static size_t final_period(struct slice text)
{
    static const char *const closers[] = {"»", "”", "’"};
    size_t i = text.n;
    while (i > 0) {
        bool closer = is_blank(text.s[i - 1]) || in_set(text.s[i - 1], "])}>\"'");
        size_t width = 1;
        for (int k = 0; k < COUNT_OF(closers) && !closer; k++) {
            width = strlen(closers[k]);
            closer = i >= width && memcmp(text.s + i - width, closers[k], width) == 0;
        }
        if (!closer)
            break;
        i -= width;
    }
    bool found = i >= 2 && text.s[i - 1] == '.' && text.s[i - 2] != '.';
    return found ? i - 1 : text.n;
}

static struct slice detach_periods(struct arena *arena, struct slice text)
{
    struct strbuf out = strbuf_in(arena);
    size_t last = final_period(text);
    for (size_t i = 0; i < text.n; i++) {
        if (text.s[i] == '.' && (i == last || ends_sentence(text, i)))
            strbuf_puts(&out, " . ");
        else
            strbuf_putc(&out, text.s[i]);
    }
    return (struct slice){strbuf_text(&out), out.n};
}

/* ---- the other Treebank rules ------------------------------------------------------------- */

/* ([:,])([^\d]) takes two characters at a time, so of ",," only the first is looked at. */
static struct slice detach_commas(struct arena *arena, struct slice text)
{
    struct strbuf out = strbuf_in(arena);
    for (size_t i = 0; i < text.n; i++) {
        if (!in_set(text.s[i], ",:")) {
            strbuf_putc(&out, text.s[i]);
            continue;
        }
        int32_t next = ' ';
        if (i + 1 < text.n)
            utf8_decode(text.s + i + 1, text.n - i - 1, &next);
        if (utf8proc_category(next) == UTF8PROC_CATEGORY_ND) {
            strbuf_putc(&out, text.s[i]);
            continue;
        }
        strbuf_printf(&out, " %c ", text.s[i]);
        if (i + 1 < text.n)
            strbuf_putc(&out, text.s[++i]);
    }
    return (struct slice){strbuf_text(&out), out.n};
}

/* Length of a piece that stands alone wherever it occurs, or 0. */
static size_t lone_piece(const char *s, size_t n)
{
    static const char *const quotes[] = {"«", "“", "‘", "„", "»", "”", "’"};
    if (in_set(*s, ";@#$%&?!*[](){}<>"))
        return 1;
    if (n >= 2 && s[0] == s[1] && in_set(*s, "-`'"))
        return 2;
    if (*s == '`')
        return 1;
    size_t dots = 0;
    while (dots < n && s[dots] == '.')
        dots++;
    if (dots >= 2)
        return dots;
    for (int i = 0; i < COUNT_OF(quotes); i++)
        if (n >= strlen(quotes[i]) && memcmp(s, quotes[i], strlen(quotes[i])) == 0)
            return strlen(quotes[i]);
    return 0;
}

static bool is_word_byte(char c)
{
    return isalnum((unsigned char)c) || c == '_' || (unsigned char)c >= 0x80;
}

/* An apostrophe before one lone letter that cannot be a clitic opens a quotation. */
static bool opens_quotation(const char *s, size_t n)
{
    return n >= 2 && s[0] == '\'' && is_word_byte(s[1]) && !in_set(s[1], "mMtTsSdDnN") &&
           (n == 2 || !is_word_byte(s[2]));
}

static struct slice detach_pieces(struct arena *arena, struct slice text)
{
    struct strbuf out = strbuf_in(arena);
    for (size_t i = 0; i < text.n;) {
        size_t piece = lone_piece(text.s + i, text.n - i);
        if (piece)
            strbuf_putc(&out, ' ');
        strbuf_add(&out, text.s + i, MAX(piece, 1));
        if (piece || opens_quotation(text.s + i, text.n - i))
            strbuf_putc(&out, ' ');
        i += MAX(piece, 1);
    }
    return (struct slice){strbuf_text(&out), out.n};
}

/* Length of the clitic or quote at the end of a word that stands for itself, or 0. */
static size_t clitic_length(struct slice word)
{
    static const char *const clitics[] = {"'",   "'s",  "'S",  "'m",  "'M",  "'d",  "'D", "'ll",
                                          "'LL", "'re", "'RE", "'ve", "'VE", "n't", "N'T"};
    for (int i = 0; i < COUNT_OF(clitics); i++) {
        size_t n = strlen(clitics[i]);
        if (word.n > n && memcmp(word.s + word.n - n, clitics[i], n) == 0 &&
            word.s[word.n - n - 1] != '\'')
            return n;
    }
    return 0;
}

/* Penn Treebank's contractions: where in the word at s a cut belongs, or 0. */
static size_t contraction_cut(struct slice word, size_t i)
{
    static const struct {
        const char *whole;
        size_t cut;
        bool last; /* only before white space */
    } table[] = {{"cannot", 3, false}, {"gimme", 3, false}, {"gonna", 3, false},
                 {"gotta", 3, false},  {"lemme", 3, false}, {"wanna", 3, true}};
    if (i > 0 && is_word_byte(word.s[i - 1]))
        return 0;
    for (int k = 0; k < COUNT_OF(table); k++) {
        size_t n = strlen(table[k].whole);
        if (word.n - i < n || strncasecmp(word.s + i, table[k].whole, n) != 0)
            continue;
        bool at_end = i + n == word.n;
        if (at_end || (!table[k].last && !is_word_byte(word.s[i + n])))
            return table[k].cut;
    }
    return 0;
}

static void push_word(struct arena *arena, struct eval_tokens *out, struct slice word)
{
    size_t n;
    const char *lower = py_lower(arena, word, &n);
    if (n)
        token_push(arena, out, (struct slice){lower, n});
}

static void push_words(struct arena *arena, struct eval_tokens *out, struct slice word)
{
    size_t clitic = clitic_length(word);
    word.n -= clitic;
    struct slice tail = {word.s + word.n, clitic};
    for (size_t i = 0; i < word.n; i++) {
        size_t cut = contraction_cut(word, i);
        if (!cut)
            continue;
        push_word(arena, out, (struct slice){word.s, i});
        push_word(arena, out, (struct slice){word.s + i, cut});
        size_t end = i + cut;
        while (end < word.n && is_word_byte(word.s[end]))
            end++;
        push_word(arena, out, (struct slice){word.s + i + cut, end - i - cut});
        word = (struct slice){word.s + end, word.n - end};
        i = (size_t)-1; /* go on at the start of what is left */
    }
    push_word(arena, out, word);
    push_word(arena, out, tail);
}

static void split_words(struct arena *arena, struct slice text, struct eval_tokens *out)
{
    size_t start = 0;
    for (size_t i = 0; i <= text.n;) {
        int32_t c = ' ';
        int length = 1;
        if (i < text.n)
            length = utf8_decode(text.s + i, text.n - i, &c);
        if (py_is_space(c)) {
            if (i > start)
                push_words(arena, out, (struct slice){text.s + start, i - start});
            start = i + (size_t)length;
        }
        i += (size_t)length;
    }
}

/* Puts the values back and joins ! > < with a '=' token that follows. */
static void finish_tokens(struct arena *arena, const struct eval_tokens *words,
                          const struct hidden_values *hidden, struct eval_tokens *out)
{
    static const char *const prefixes[] = {"!", ">", "<"};
    for (int i = 0; i < words->n; i++) {
        struct slice word = words->v[i];
        int value = map_get(&hidden->keys, word.s, word.n, -1);
        if (value >= 0)
            word = hidden->values.v[value];
        bool joins = out->n > 0 && slice_equal(word, "=") &&
                     token_in(words->v[i - 1], prefixes, COUNT_OF(prefixes));
        if (joins) {
            const char *operator = arena_printf(arena, "%c=", words->v[i - 1].s[0]);
            out->v[out->n - 1] = slice_of(operator);
        } else {
            token_push(arena, out, word);
        }
    }
}

bool tokenize_spider(struct arena *arena, struct slice sql, bool keep_odd_apostrophes,
                     struct eval_tokens *out)
{
    *out = (struct eval_tokens){0};
    if (sql.n > SQL_MAX_BYTES)
        return false;
    char *unified = arena_strndup(arena, sql.s, sql.n);
    unify_quotes(unified, sql.n, keep_odd_apostrophes);
    struct hidden_values hidden = {.keys = map_in(arena)};
    struct strbuf keyed = strbuf_in(arena);
    if (!hide_values(arena, (struct slice){unified, sql.n}, &hidden, &keyed))
        return false;
    struct slice text = {strbuf_text(&keyed), keyed.n};
    text = detach_periods(arena, py_strip(text));
    text = detach_commas(arena, text);
    text = detach_pieces(arena, text);
    struct eval_tokens words = {0};
    split_words(arena, text, &words);
    finish_tokens(arena, &words, &hidden, out);
    return true;
}
