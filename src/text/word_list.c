/* word_list.c - rows of a word vector file (GloVe and its like) for a word, with back-off. */
#include "text/internal.h"

#include <ctype.h>
#include <string.h>

#define WORD_LIST_MAX_BYTES ((size_t)256 << 20)
#define WORD_LIST_MAX 10000000
#define WORD_MAX 128 /* longer words are unknown */

enum status word_list_parse(struct arena *arena, struct slice text, const char *name,
                            struct word_list *out, struct error *err)
{
    *out = (struct word_list){.by_word = map_in(arena)};
    for (const char *s = text.s, *end = text.s + text.n; s < end;) {
        const char *stop = memchr(s, '\n', (size_t)(end - s));
        size_t n = (size_t)((stop ? stop : end) - s);
        if (out->n_words == WORD_LIST_MAX)
            return fail(err, ST_LIMIT, "%s: more than %d lines", name, WORD_LIST_MAX);
        size_t kept = n > 0 && s[n - 1] == '\r' ? n - 1 : n;
        if (kept == 0)
            return fail(err, ST_INPUT, "%s:%d: empty line where a word was expected", name,
                        out->n_words + 1);
        map_put(&out->by_word, s, kept, out->n_words++);
        s += n + 1;
    }
    return ST_OK;
}

enum status word_list_read(struct arena *arena, const char *path, struct word_list *out,
                           struct error *err)
{
    struct slice text;
    enum status st = file_read(arena, path, WORD_LIST_MAX_BYTES, &text, err);
    return st == ST_OK ? word_list_parse(arena, text, path, out, err) : st;
}

static int row_of(const struct word_list *list, const char *word, size_t n)
{
    return map_get(&list->by_word, word, n, -1);
}

static const char *const names[] = {
    "zero", "one",    "two",    "three",    "four",     "five",    "six",
    "seven", "eight", "nine",   "ten",      "eleven",   "twelve",  "thirteen",
    "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty",
};

bool text_number_word(const char *folded, size_t n, double *value)
{
    static const struct {
        const char *name;
        double value;
    } others[] = {
        {"once", 1},   {"twice", 2},    {"thirty", 30},  {"forty", 40},  {"fifty", 50},
        {"sixty", 60}, {"seventy", 70}, {"eighty", 80}, {"ninety", 90},
    };
    struct slice word = {folded, n};
    for (int i = 0; i < COUNT_OF(names); i++)
        if (slice_equal(word, names[i])) {
            *value = i;
            return true;
        }
    for (int i = 0; i < COUNT_OF(others); i++)
        if (slice_equal(word, others[i].name)) {
            *value = others[i].value;
            return true;
        }
    return false;
}

static int number_row(const struct word_list *list, const char *word, size_t n)
{
    double value;
    if (!text_number(word, n, &value))
        return -1;
    const char *name = "number";
    if (value >= 0 && value < COUNT_OF(names) && value == (int)value)
        name = names[(int)value];
    else if (value >= 1000 && value <= 2100 && value == (int)value && n == 4)
        name = "year";
    return row_of(list, name, strlen(name));
}

/* Inflections undone: the suffix goes, the ending comes. */
static int uninflected_row(const struct word_list *list, const char *word, size_t n)
{
    static const struct {
        const char *suffix, *ending;
    } rules[] = {
        {"ies", "y"}, {"es", "e"}, {"es", ""}, {"s", ""},   {"ied", "y"},
        {"ed", "e"},  {"ed", ""},  {"ing", "e"}, {"ing", ""}, {"er", "e"},
        {"er", ""},   {"est", "e"}, {"est", ""},
    };
    char base[WORD_MAX + 2];
    for (int i = 0; i < COUNT_OF(rules); i++) {
        size_t suffix = strlen(rules[i].suffix), ending = strlen(rules[i].ending);
        if (n < suffix + 3 || memcmp(word + n - suffix, rules[i].suffix, suffix) != 0)
            continue;
        memcpy(base, word, n - suffix);
        memcpy(base + n - suffix, rules[i].ending, ending);
        int row = row_of(list, base, n - suffix + ending);
        if (row >= 0)
            return row;
    }
    return -1;
}

/* Two known words written as one ("birthdate"), each of three letters or more; of several cuts
 * the one whose rarer half is commonest, vector files being sorted by frequency. */
static int compound_rows(const struct word_list *list, const char *word, size_t n, int *rows)
{
    int best = INT32_MAX;
    for (size_t cut = 3; cut + 3 <= n; cut++) {
        int left = row_of(list, word, cut), right = row_of(list, word + cut, n - cut);
        if (left >= 0 && right >= 0 && MAX(left, right) < best) {
            best = MAX(left, right);
            rows[0] = left;
            rows[1] = right;
        }
    }
    return best < INT32_MAX ? 2 : 0;
}

int word_list_find(const struct word_list *list, const char *word, size_t n, int *rows, int max)
{
    if (n == 0 || n > WORD_MAX || max < 1)
        return 0;
    char folded[WORD_MAX * 8 + FOLD_MAX * 4];
    size_t used = 0;
    int32_t c;
    for (size_t i = 0; i < n && used + FOLD_MAX * 4 < sizeof folded;) {
        i += (size_t)latin_decode(word + i, n - i, &c);
        used += fold_append(folded + used, c);
    }
    int row = row_of(list, word, n);
    if (row < 0)
        row = row_of(list, folded, used);
    if (row < 0)
        row = number_row(list, word, n);
    if (row < 0 && used <= WORD_MAX)
        row = uninflected_row(list, folded, used);
    if (row >= 0) {
        rows[0] = row;
        return 1;
    }
    return max >= 2 ? compound_rows(list, folded, used, rows) : 0;
}
