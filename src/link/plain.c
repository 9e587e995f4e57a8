/* plain.c - linking as MODEL.md 7.3 and 7.4 describe it, kept to compare with and to serve models
 * trained on it.  Works on windows of sub-word tokens and on bytes, not on words.
 *
 * One difference is known: the authors lemmatise schema names with a neural tagger; here a stem
 * is compared with stems. */
#include "link/internal.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#define WINDOW_MAX 15
#define THRESHOLD 0.85
#define FOUND_MAX 256 /* cells of one column that are looked at */

struct window { /* tokens first..first+n-1 as one lower-case phrase */
    int first, n;
    struct slice phrase;
};

struct substrings;
struct plain {
    struct arena *arena;
    const struct link_schema *schema;
    const struct value_index *index;
    const struct question *q;
    struct links *out;
    struct window *windows; /* shortest first */
    int n_windows, capacity;
    char *lower; /* the question in lower case */
    int n_lower;
    struct substrings *substrings; /* of it */
    int32_t *characters; /* its code points, of a Chinese question */
    int n_characters;
};

/* ---- windows --------------------------------------------------------------------------------- */

static struct slice window_phrase(struct plain *p, int first, int n)
{
    int ids[WINDOW_MAX];
    for (int i = 0; i < n; i++)
        ids[i] = p->q->tokens.v[first + i].id;
    char *text = lower_ascii(p->arena, wordpiece_join(p->arena, p->q->vocab, ids, n));
    return slice_of(text);
}

static bool is_marks_only(struct slice s)
{
    for (size_t i = 0; i < s.n; i++)
        if (!ispunct((unsigned char)s.s[i]))
            return false;
    return true;
}

static void make_windows(struct plain *p)
{
    const struct question *q = p->q;
    for (int n = 1; n <= WINDOW_MAX; n++)
        for (int i = 0; i + n <= q->tokens.n; i++) {
            bool crosses = q->token_turn[i] != q->token_turn[i + n - 1];
            for (int k = i; k < i + n; k++)
                crosses |= q->token_word[k] < 0;
            if (crosses || q->tokens.v[i].continues)
                continue;
            struct slice phrase = window_phrase(p, i, n);
            if (is_marks_only(phrase) || text_is_stop_word(phrase.s, phrase.n))
                continue;
            *ARENA_PUSH(p->arena, p->windows, p->n_windows, p->capacity) =
                (struct window){i, n, phrase};
        }
}

static int piece_count(struct plain *p, struct slice text)
{
    struct arena_mark mark = arena_mark(p->arena);
    int n = wordpiece_split(p->arena, p->q->vocab, text.s, text.n).n;
    arena_reset(p->arena, mark);
    return n;
}

/* ---- names ----------------------------------------------------------------------------------- */

static bool is_exact(struct slice phrase, struct slice name)
{
    if (phrase.n == name.n && memcmp(phrase.s, name.s, name.n) == 0)
        return true;
    return name.n > 0 && 3 * name.n >= 2 * phrase.n && memmem(phrase.s, phrase.n, name.s, name.n);
}

/* One of the name's words, as it stands or stemmed. */
static bool is_word_of(struct slice phrase, struct slice name)
{
    char stem[64];
    for (size_t at = 0; at < name.n;) {
        const char *space = memchr(name.s + at, ' ', name.n - at);
        size_t n = space ? (size_t)(space - name.s) - at : name.n - at;
        if (n == phrase.n && memcmp(name.s + at, phrase.s, n) == 0)
            return true;
        size_t length = text_stem(name.s + at, n, stem, sizeof stem);
        if (length == phrase.n && memcmp(stem, phrase.s, length) == 0)
            return true;
        at += n + 1;
    }
    return false;
}

static void note_match(struct plain *p, struct window w, int table, int column,
                       enum link_kind kind, struct slice cell, int *capacity)
{
    int first = p->q->token_word[w.first], last = p->q->token_word[w.first + w.n - 1];
    *ARENA_PUSH(p->arena, p->out->matches, p->out->n_matches, *capacity) =
        (struct link_match){.first_word = first, .n_words = last - first + 1, .table = table,
                            .column = column, .kind = kind, .cell = cell};
}

static void link_item(struct plain *p, const char *label, uint8_t *kinds, int stride, int table,
                      int column, int *capacity)
{
    struct slice name = slice_of(lower_ascii(p->arena, label));
    int longest = piece_count(p, name);
    for (int i = 0; i < p->n_windows; i++) {
        struct window w = p->windows[i];
        enum link_kind kind = w.n > longest                  ? LINK_NONE
                              : is_exact(w.phrase, name)     ? LINK_EXACT
                              : is_word_of(w.phrase, name) ? LINK_PARTIAL
                                                             : LINK_NONE;
        if (kind == LINK_NONE)
            continue;
        for (int k = w.first; k < w.first + w.n; k++)
            kinds[k * stride] = (uint8_t)kind;
        note_match(p, w, table, column, kind, (struct slice){"", 0}, capacity);
    }
}

/* ---- cells ----------------------------------------------------------------------------------- */

static bool is_separator(char c)
{
    return c && strchr("'\"()`,.?! ", c);
}

enum { LANES = 8 };
typedef int16_t lanes __attribute__((vector_size(2 * LANES), aligned(2), may_alias));

/* What common_substring() needs of a question: its bytes as numbers, and room for three rows. */
struct substrings {
    int16_t *text, *rows[2], *longest;
    int n, padded;
};

static struct substrings substrings_new(struct arena *arena, const char *text, int n)
{
    struct substrings s = {.n = n, .padded = (n + LANES - 1) / LANES * LANES};
    int16_t *all = ARENA_ARRAY(arena, int16_t, 4 * (LANES + s.padded));
    s.text = all + LANES;
    s.rows[0] = s.text + s.padded + LANES;
    s.rows[1] = s.rows[0] + s.padded + LANES;
    s.longest = s.rows[1] + s.padded + LANES;
    for (int i = 0; i < s.padded; i++)
        s.text[i] = i < n ? (unsigned char)text[i] : -1; /* equal to no character */
    return s;
}

/* The longest substring of the question that a cell has too; the first of several in the question.
 * Every cell of a database is held against every question, so the lengths of the matches that end
 * at one character of the cell are computed side by side, LANES characters of the question at a
 * time. */
static int common_substring(struct substrings *s, const char *b, int n_b, int *at)
{
    int best = 0;
    memset(s->rows[1], 0, sizeof *s->rows[1] * (size_t)s->padded);
    memset(s->longest, 0, sizeof *s->longest * (size_t)s->padded);
    for (int j = 0; j < n_b; j++) {
        int16_t *now = s->rows[j & 1], *before = s->rows[~j & 1];
        int16_t letter = (unsigned char)b[j];
        for (int i = 0; i < s->padded; i += LANES) {
            lanes same = *(const lanes *)(s->text + i) == letter;
            lanes length = same & (*(const lanes *)(before + i - 1) + 1);
            lanes longest = *(const lanes *)(s->longest + i), more = length > longest;
            *(lanes *)(now + i) = length;
            *(lanes *)(s->longest + i) = (more & length) | (~more & longest);
        }
    }
    for (int i = 0; i < s->n; i++)
        if (s->longest[i] > best) {
            best = s->longest[i];
            *at = i - best + 1;
        }
    return best;
}

/* The question's own words around a match; false if the match starts or ends inside a word. */
static bool question_span(const struct plain *p, int start, int end, int *first, int *last)
{
    const char *s = p->lower;
    *first = *last = -1;
    for (int i = start; i > start - 2 && *first < 0; i--)
        if (i < 0 || is_separator(s[i]))
            *first = MAX(i, 0);
    for (int i = end - 1; i < end + 3 && *last < 0; i++)
        if (i >= p->n_lower || is_separator(s[i]))
            *last = MIN(i, p->n_lower - 1);
    if (*first < 0 || *last < 0)
        return false;
    while (*first < p->n_lower && is_separator(s[*first]))
        ++*first;
    while (*last >= 0 && is_separator(s[*last]))
        --*last;
    return *last - *first + 1 > 1;
}

static struct slice trim_separators(const char *s, int n)
{
    while (n && is_separator(*s))
        s++, n--;
    while (n && is_separator(s[n - 1]))
        n--;
    return (struct slice){s, (size_t)n};
}

static bool is_rejected(struct slice match, struct slice span, struct slice cell)
{
    double value;
    if (match.n == 0 || text_number(match.s, match.n, &value) || slice_equal(match, "id"))
        return true;
    return text_is_stop_word(match.s, match.n) || text_is_stop_word(span.s, span.n) ||
           text_is_stop_word(cell.s, cell.n);
}

static bool is_all_upper(struct slice cell)
{
    bool letter = false;
    for (size_t i = 0; i < cell.n; i++) {
        if (islower((unsigned char)cell.s[i]))
            return false;
        letter |= isupper((unsigned char)cell.s[i]) != 0;
    }
    return letter;
}

static double cell_score(const struct plain *p, int column, struct slice cell, struct slice lower,
                         struct slice match, struct slice span)
{
    static const char *const everyday[] = {"no", "yes", "many"};
    double score = 0;
    struct slice a = trim_separators(lower.s, (int)lower.n);
    bool possessive = span.n == match.n + 2 && memcmp(span.s + match.n, "'s", 2) == 0 &&
                      memcmp(span.s, match.s, match.n) == 0;
    if (possessive)
        score = 1;
    else if (a.n && span.n && a.s[0] == span.s[0])
        score = text_similarity(lower.s, lower.n, span.s, span.n);
    bool strict = is_all_upper(cell) ||
                  strcasestr(p->schema->schema->columns[column].name, "name") != NULL;
    for (int i = 0; i < COUNT_OF(everyday); i++)
        strict |= slice_equal(match, everyday[i]) || slice_equal(span, everyday[i]) ||
                  slice_equal(lower, everyday[i]);
    return strict && score < 1 ? 0 : score;
}

struct found_cell {
    struct slice cell, match;
    double score;
    double precision; /* Chinese: the share of its characters that the question has */
};

static int compare_found(const void *a, const void *b)
{
    const struct found_cell *x = a, *y = b;
    if (x->score != y->score)
        return x->score > y->score ? -1 : 1;
    if (x->precision != y->precision)
        return x->precision > y->precision ? -1 : 1;
    return (x->match.n < y->match.n) - (x->match.n > y->match.n);
}

/* The cells of one column that the question mentions; later cells replace earlier ones with the
 * same matched text. */
static int find_cells(struct plain *p, int column, struct found_cell *found)
{
    struct value_column c = value_index_column(p->index, column);
    int n = 0;
    char buffer[512];
    for (long e = c.first; !c.numeric && e < c.first + c.n; e++) {
        struct slice cell = value_index_cell(p->index, e);
        int length = (int)MIN(cell.n, sizeof buffer), at = 0, first, last;
        for (int i = 0; i < length; i++)
            buffer[i] = (char)tolower((unsigned char)cell.s[i]);
        int size = common_substring(p->substrings, buffer, length, &at);
        if (size == 0 || !question_span(p, at, at + size, &first, &last))
            continue;
        struct slice match = trim_separators(p->lower + at, size);
        struct slice span = {p->lower + first, (size_t)(last - first + 1)};
        struct slice lower = {buffer, (size_t)length};
        if (is_rejected(match, span, lower))
            continue;
        double score = cell_score(p, column, cell, lower, match, span);
        int k = 0;
        while (k < n && (found[k].match.n != match.n ||
                         memcmp(found[k].match.s, match.s, match.n) != 0))
            k++;
        if (score < THRESHOLD || k == FOUND_MAX)
            continue;
        found[k] = (struct found_cell){cell, match, score, 0};
        n = MAX(n, k + 1);
    }
    qsort(found, (size_t)n, sizeof *found, compare_found);
    return MIN(n, LINK_MAX_CELLS);
}

/* ---- Chinese cells --------------------------------------------------------------------------- */

/* Cells are ranked by what they share with the question, character by character: the longest common
 * subsequence (ROUGE-L) and common characters (ROUGE-1).  Where the paper and the authors' words
 * leave the F open, it is that of equal weights. */
static const double LEAST_F = 0.1, LEAST_PRECISION = 0.6;
enum { CHINESE_LONGEST = 49 }; /* characters of a cell */

static int code_points(const char *s, size_t n, int32_t *out, int max)
{
    int count = 0;
    for (size_t at = 0; at < n && count < max;) {
        int length = utf8_decode(s + at, n - at, &out[count]);
        at += (size_t)MAX(length, 1);
        count += length > 0;
    }
    return count;
}

static int common_subsequence(const struct plain *p, const int32_t *cell, int n)
{
    int row[CHINESE_LONGEST + 1] = {0};
    for (int i = 0; i < p->n_characters; i++)
        for (int j = 0, diagonal = 0; j < n; j++) {
            int above = row[j + 1];
            row[j + 1] = p->characters[i] == cell[j] ? diagonal + 1 : MAX(above, row[j]);
            diagonal = above;
        }
    return row[n];
}

/* Characters of the cell that the question has, each as often as it has it. */
static int common_characters(const struct plain *p, const int32_t *cell, int n)
{
    int common = 0;
    for (int j = 0; j < n; j++) {
        int wanted = 1, there = 0;
        for (int k = 0; k < j; k++)
            wanted += cell[k] == cell[j];
        for (int i = 0; i < p->n_characters; i++)
            there += p->characters[i] == cell[j];
        common += there >= wanted;
    }
    return common;
}

static bool score_chinese(const struct plain *p, struct slice cell, struct found_cell *out)
{
    int32_t characters[CHINESE_LONGEST + 1];
    int n = code_points(cell.s, cell.n, characters, CHINESE_LONGEST + 1);
    if (n == 0 || n > CHINESE_LONGEST)
        return false;
    double shared = common_subsequence(p, characters, n);
    double precision = shared / n, recall = shared / p->n_characters;
    double f = shared > 0 ? 2 * precision * recall / (precision + recall) : 0;
    *out = (struct found_cell){cell, cell, f, (double)common_characters(p, characters, n) / n};
    return f >= LEAST_F;
}

/* Numbers and times: cells that stand in the question.  Texts: the best by the scores above; all
 * but the first must have most of their characters in it. */
static int find_chinese_cells(struct plain *p, int column, struct found_cell *found)
{
    enum column_type type = p->schema->schema->columns[column].type;
    bool literal = type == COLUMN_NUMBER || type == COLUMN_TIME;
    struct value_column c = value_index_column(p->index, column);
    int n = 0, kept = 0;
    for (long e = c.first; e < c.first + c.n && n < FOUND_MAX; e++) {
        struct slice cell = value_index_cell(p->index, e);
        if (literal && n < LINK_MAX_CELLS && cell.n > 0 &&
            memmem(p->q->text, strlen(p->q->text), cell.s, cell.n))
            found[n++] = (struct found_cell){cell, cell, 1, 1};
        else if (!literal)
            n += score_chinese(p, cell, &found[n]);
    }
    qsort(found, (size_t)n, sizeof *found, compare_found);
    for (int i = 0; i < n && i < LINK_MAX_CELLS; i++)
        if (i == 0 || found[i].precision >= LEAST_PRECISION)
            found[kept++] = found[i];
    return kept;
}

static void read_characters(struct plain *p)
{
    size_t n = strlen(p->q->text);
    int32_t *all = ARENA_ARRAY(p->arena, int32_t, n + 1);
    int count = code_points(p->q->text, n, all, (int)n);
    for (int i = 0; i < count && !p->characters; i++)
        if (text_is_han(all[i])) {
            p->characters = all;
            p->n_characters = count;
        }
}

/* ---- links to cells -------------------------------------------------------------------------- */

/* Windows about as long as the cell whose phrase stands in it. */
static void link_cell_windows(struct plain *p, int column, struct link_cell *cell, int *capacity)
{
    char *lower = lower_ascii(p->arena, arena_strndup(p->arena, cell->cell.s, cell->cell.n));
    int length = piece_count(p, cell->cell);
    cell->first_word = -1;
    for (int i = 0; i < p->n_windows; i++) {
        struct window w = p->windows[i];
        if (w.n < length - 2 || w.n > length + 2 ||
            !memmem(lower, strlen(lower), w.phrase.s, w.phrase.n))
            continue;
        for (int k = w.first; k < w.first + w.n; k++)
            p->out->columns[k * p->out->n_columns + column] = LINK_VALUE_EXACT;
        note_match(p, w, -1, column, LINK_VALUE_EXACT, cell->cell, capacity);
        cell->first_word = p->q->token_word[w.first];
        cell->n_words = p->q->token_word[w.first + w.n - 1] - cell->first_word + 1;
    }
}

static void link_cells(struct plain *p, int column, int *capacity)
{
    struct found_cell found[FOUND_MAX];
    int n = p->characters ? find_chinese_cells(p, column, found) : find_cells(p, column, found);
    struct link_cells *cells = &p->out->cells[column];
    for (int i = 0; i < n; i++) {
        cells->v[cells->n] = (struct link_cell){.cell = found[i].cell, .kind = LINK_VALUE_EXACT,
                                                .score = (float)found[i].score};
        link_cell_windows(p, column, &cells->v[cells->n++], capacity);
    }
}

/* Values first, then names, which overwrite them. */
void link_plain(struct arena *arena, const struct link_schema *schema,
                const struct value_index *index, const struct question *question,
                struct links *out)
{
    struct plain p = {.arena = arena, .schema = schema, .index = index, .q = question, .out = out};
    const struct schema *s = schema->schema;
    int capacity = 0;
    p.lower = lower_ascii(arena, question->text);
    p.n_lower = (int)strlen(p.lower);
    struct substrings substrings = substrings_new(arena, p.lower, p.n_lower);
    p.substrings = &substrings;
    read_characters(&p);
    make_windows(&p);
    for (int c = 1; index && c < s->n_columns; c++)
        link_cells(&p, c, &capacity);
    for (int t = 0; t < s->n_tables; t++)
        link_item(&p, s->tables[t].label, out->tables + t, out->n_tables, t, -1, &capacity);
    for (int c = 1; c < s->n_columns; c++)
        link_item(&p, s->columns[c].label, out->columns + c, out->n_columns, -1, c, &capacity);
}
