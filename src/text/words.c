/* words.c - text into words: letters, numbers, dates, Chinese characters, marks. */
#include "text/internal.h"

#include <stdlib.h>
#include <string.h>

struct splitter {
    struct arena *arena;
    const char *text;
    size_t n;
    struct words words;
    int capacity;
    bool sentence_start; /* the next word is capitalised whatever it is */
    size_t previous_end; /* of the last word, to see whether the next one touches it */
};

static struct word *add_word(struct splitter *s, size_t start, size_t end, enum word_kind kind)
{
    struct word *w = ARENA_PUSH(s->arena, s->words.v, s->words.n, s->capacity);
    *w = (struct word){.start = (uint32_t)start, .end = (uint32_t)end, .kind = kind,
                       .joined = s->words.n > 1 && s->previous_end == start};
    w->folded = w->stem = (struct slice){"", 0};
    s->previous_end = end;
    return w;
}

static enum char_class class_at(const struct splitter *s, size_t at, int *length)
{
    int32_t c;
    *length = latin_decode(s->text + at, s->n - at, &c);
    return at < s->n ? char_class_of(c) : CHAR_SPACE;
}

static bool is_word_char(enum char_class class)
{
    return class == CHAR_LETTER || class == CHAR_DIGIT;
}

static bool is_digit(const struct splitter *s, size_t at)
{
    return at < s->n && s->text[at] >= '0' && s->text[at] <= '9';
}

/* ---- numbers and dates --------------------------------------------------------------------- */

/* Bytes of the number at `at`: digits, groups of three after commas, a fraction. */
static size_t scan_number(const struct splitter *s, size_t at)
{
    size_t i = at;
    if (i < s->n && (s->text[i] == '-' || s->text[i] == '+'))
        i++;
    size_t digits = i;
    while (is_digit(s, i))
        i++;
    size_t first_group = i - digits;
    while (first_group >= 1 && first_group <= 3 && i < s->n && s->text[i] == ',' &&
           is_digit(s, i + 1) && is_digit(s, i + 2) && is_digit(s, i + 3) && !is_digit(s, i + 4))
        i += 4;
    if (i < s->n && s->text[i] == '.' && is_digit(s, i + 1)) {
        i++;
        while (is_digit(s, i))
            i++;
    }
    return i - at;
}

/* Bytes of the longest date or time at `at`: digits joined by - / : or one T, at most 32. */
static size_t scan_date(const struct splitter *s, size_t at)
{
    size_t i = at;
    while (i - at < 32 && (is_digit(s, i) || (i < s->n && i > at && strchr("-/:.T", s->text[i]) &&
                                              s->text[i] && is_digit(s, i + 1))))
        i++;
    int length;
    if (is_word_char(class_at(s, i, &length)))
        return 0;
    bool separated = memchr(s->text + at, '-', i - at) || memchr(s->text + at, '/', i - at) ||
                     memchr(s->text + at, ':', i - at);
    return separated && text_is_date(s->text + at, i - at) ? i - at : 0;
}

/* A plain spelling, so that 1,000 and 1000 and 3.0 and 3 are one word; a leading zero is kept,
 * since it is what tells a code from a number. */
static struct slice number_spelling(struct splitter *s, const char *text, size_t n, double *value)
{
    char *copy = arena_alloc(s->arena, n + 1, 1);
    size_t kept = 0;
    bool fraction = false;
    for (size_t i = 0; i < n; i++) {
        fraction |= text[i] == '.';
        if (text[i] != ',' && text[i] != '+')
            copy[kept++] = text[i];
    }
    if (fraction) {
        while (copy[kept - 1] == '0')
            kept--;
        kept -= copy[kept - 1] == '.';
    }
    copy[kept] = '\0';
    *value = strtod(copy, NULL);
    return (struct slice){copy, kept};
}

/* Takes a number or date at `at`; 0 when there is none, or when it is the start of a word such
 * as 2008Q1 or 21st. */
static size_t take_number(struct splitter *s, size_t at)
{
    bool sign = s->text[at] == '-' || s->text[at] == '+';
    if (sign && (s->previous_end == at || !is_digit(s, at + 1)) && at > 0)
        return 0;
    if (!is_digit(s, at + sign))
        return 0;
    size_t n = scan_date(s, at);
    if (n) {
        struct word *w = add_word(s, at, at + n, WORD_DATE);
        w->folded = (struct slice){arena_strndup(s->arena, s->text + at, n), n};
        return n;
    }
    n = scan_number(s, at);
    int length;
    size_t digits = 0;
    while (is_digit(s, at + digits))
        digits++;
    if (class_at(s, at + n, &length) == CHAR_LETTER && digits == n)
        return 0;
    double value;
    struct slice folded = number_spelling(s, s->text + at, n, &value);
    struct word *w = add_word(s, at, at + n, WORD_NUMBER);
    w->folded = folded;
    w->value = value;
    return n;
}

/* ---- words of letters ----------------------------------------------------------------------- */

static bool is_apostrophe(const struct splitter *s, size_t at, int *length)
{
    *length = 1;
    if (at < s->n && s->text[at] == '\'')
        return true;
    *length = 3;
    return s->n - at >= 3 && memcmp(s->text + at, "\xE2\x80\x99", 3) == 0;
}

/* 's at the end of a word: its bytes, else 0. */
static size_t scan_possessive(const struct splitter *s, size_t at)
{
    int mark, length;
    if (at >= s->n || !is_apostrophe(s, at, &mark))
        return 0;
    size_t i = at + (size_t)mark;
    if (i >= s->n || (s->text[i] != 's' && s->text[i] != 'S') ||
        is_word_char(class_at(s, i + 1, &length)))
        return 0;
    return (size_t)mark + 1;
}

/* U.S.A. or U.S: letters each followed by a full stop, at least two; bytes, else 0. */
static size_t scan_acronym(const struct splitter *s, size_t at)
{
    size_t i = at;
    int letters = 0, length;
    while (i < s->n && class_at(s, i, &length) == CHAR_LETTER && length == 1) {
        letters++;
        i++;
        if (i >= s->n || s->text[i] != '.')
            break;
        i++;
    }
    bool ends = !is_word_char(class_at(s, i, &length));
    return letters >= 2 && ends && (size_t)letters * 2 - 1 <= i - at ? i - at : 0;
}

/* Bytes of the run of letters and digits at `at`; an apostrophe inside is part of it. */
static size_t scan_letters(const struct splitter *s, size_t at)
{
    size_t i = at;
    int length, mark;
    for (;;) {
        if (is_word_char(class_at(s, i, &length))) {
            i += (size_t)length;
            continue;
        }
        if (i >= s->n || !is_apostrophe(s, i, &mark) || scan_possessive(s, i))
            break;
        if (class_at(s, i + (size_t)mark, &length) != CHAR_LETTER)
            break;
        i += (size_t)mark;
    }
    return i - at;
}

/* Folded letters of a word; marks inside it (apostrophes, full stops) are left out. */
static struct slice fold_word(struct splitter *s, size_t start, size_t end, int *capitals)
{
    size_t room = (end - start) * 4 + FOLD_MAX * 4, used = 0;
    char *out = arena_alloc(s->arena, room, 1);
    *capitals = 0;
    int32_t c;
    for (size_t i = start; i < end;) {
        i += (size_t)latin_decode(s->text + i, end - i, &c);
        if (!is_word_char(char_class_of(c)))
            continue;
        *capitals += c < 0x80 ? c >= 'A' && c <= 'Z' : utf8proc_category(c) == UTF8PROC_CATEGORY_LU;
        if (used + FOLD_MAX * 4 > room)
            break; /* a text of ligatures only; the rest adds nothing a look-up would need */
        used += fold_append(out + used, c);
    }
    return (struct slice){out, used};
}

static void finish_plain(struct splitter *s, struct word *w)
{
    int capitals, length;
    w->folded = fold_word(s, w->start, w->end, &capitals);
    int32_t first;
    length = latin_decode(s->text + w->start, w->end - w->start, &first);
    bool capital = length && (first < 0x80 ? first >= 'A' && first <= 'Z'
                                           : utf8proc_category(first) == UTF8PROC_CATEGORY_LU);
    w->upper = capital && (!s->sentence_start || capitals > 1);
    w->stop = text_is_stop_word(w->folded.s, w->folded.n);
    char stem[128];
    size_t n = text_stem(w->folded.s, w->folded.n, stem, sizeof stem);
    w->stem = slice_equal(w->folded, stem)
                  ? w->folded
                  : (struct slice){arena_strndup(s->arena, stem, n), n};
}

static size_t take_letters(struct splitter *s, size_t at)
{
    size_t n = scan_acronym(s, at);
    if (n == 0)
        n = scan_letters(s, at);
    finish_plain(s, add_word(s, at, at + n, WORD_PLAIN));
    return n;
}

/* ---- quotation ------------------------------------------------------------------------------- */

static const struct {
    const char *open, *close;
} quotes[] = {
    {"\"", "\""}, {"'", "'"}, {"`", "`"},   {"“", "”"},
    {"‘", "’"},   {"«", "»"}, {"「", "」"}, {"《", "》"},
};

static bool word_is(const struct splitter *s, const struct word *w, const char *text)
{
    return slice_equal((struct slice){s->text + w->start, w->end - w->start}, text);
}

/* The mark that ends what w opens, NULL if w opens nothing.  A mark that is its own partner opens
 * only where it does not touch what precedes: an apostrophe does not open. */
static const char *closing_quote(const struct splitter *s, const struct word *w)
{
    for (int i = 0; i < COUNT_OF(quotes); i++)
        if (word_is(s, w, quotes[i].open) &&
            !(w->joined && strcmp(quotes[i].open, quotes[i].close) == 0))
            return quotes[i].close;
    return NULL;
}

#define QUOTED_MAX_WORDS 40

static void mark_quoted(struct splitter *s)
{
    struct word *w = s->words.v;
    for (int i = 0; i + 1 < s->words.n; i++) {
        if (w[i].kind != WORD_PUNCT || !w[i + 1].joined)
            continue;
        const char *close_with = closing_quote(s, &w[i]);
        int close = i + 1, last = MIN(s->words.n, i + QUOTED_MAX_WORDS);
        while (close_with && close < last &&
               !(w[close].joined && word_is(s, &w[close], close_with)))
            close++;
        if (!close_with || close == last)
            continue;
        for (int k = i + 1; k < close; k++)
            w[k].quoted = true;
        i = close;
    }
}

/* ---- all together ---------------------------------------------------------------------------- */

static void take_mark(struct splitter *s, size_t at, size_t length)
{
    add_word(s, at, at + length, WORD_PUNCT);
    if (strchr(".?!|;", s->text[at]) && s->text[at])
        s->sentence_start = true;
}

static size_t take_word(struct splitter *s, size_t at)
{
    int length;
    enum char_class class = class_at(s, at, &length);
    size_t n;
    if (class == CHAR_SPACE || class == CHAR_NOTHING)
        return (size_t)length;
    if (class == CHAR_DIGIT || s->text[at] == '-' || s->text[at] == '+') {
        n = take_number(s, at);
        if (n) {
            s->sentence_start = false;
            return n;
        }
    }
    if (class == CHAR_HAN) {
        struct word *w = add_word(s, at, at + (size_t)length, WORD_HAN);
        w->folded = w->stem = (struct slice){s->text + at, (size_t)length};
        w->stop = text_is_stop_word(w->folded.s, w->folded.n);
        return (size_t)length;
    }
    if (class == CHAR_MARK) {
        n = s->previous_end == at && s->words.n ? scan_possessive(s, at) : 0;
        take_mark(s, at, n ? n : (size_t)length);
        return n ? n : (size_t)length;
    }
    n = take_letters(s, at);
    s->sentence_start = false;
    return n;
}

struct words words_split(struct arena *arena, const char *text, size_t n)
{
    CHECK(n < UINT32_MAX);
    struct splitter s = {.arena = arena, .text = text, .n = n, .sentence_start = true};
    for (size_t at = 0; at < n;)
        at += take_word(&s, at);
    for (int i = 0; i < s.words.n; i++) {
        struct word *w = &s.words.v[i];
        if (w->stem.n == 0)
            w->stem = w->folded;
        w->hash = hash_bytes(w->stem.s, w->stem.n, 0);
    }
    mark_quoted(&s);
    return s.words;
}

char *text_normal(struct arena *arena, const char *text, size_t n)
{
    struct words words = words_split(arena, text, n);
    struct strbuf out = strbuf_in(arena);
    for (int i = 0; i < words.n; i++) {
        if (words.v[i].folded.n == 0)
            continue;
        if (out.n)
            strbuf_putc(&out, ' ');
        strbuf_add(&out, words.v[i].folded.s, words.v[i].folded.n);
    }
    return out.s ? out.s : arena_strdup(arena, "");
}
