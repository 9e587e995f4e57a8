/* value_best.c - how alike two values are, and the stored cell most like a text. */
#include "db/internal.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#define NORMAL_MAX 256
#define NORMAL_WORDS 48

struct normal { /* folded words joined by spaces: in order, and sorted */
    char text[NORMAL_MAX], sorted[NORMAL_MAX];
    size_t n;
};

static int compare_folded(const void *a, const void *b)
{
    const struct word *x = a, *y = b;
    int order = memcmp(x->folded.s, y->folded.s, MIN(x->folded.n, y->folded.n));
    return order ? order : (x->folded.n > y->folded.n) - (x->folded.n < y->folded.n);
}

static size_t join(char *out, const struct word *words, int n)
{
    size_t used = 0;
    for (int i = 0; i < n; i++) {
        if (words[i].folded.n == 0 || used + words[i].folded.n + 1 > NORMAL_MAX)
            continue;
        if (used)
            out[used++] = ' ';
        memcpy(out + used, words[i].folded.s, words[i].folded.n);
        used += words[i].folded.n;
    }
    return used;
}

static void make_normal(struct arena *scratch, const char *s, size_t n, struct normal *out)
{
    struct words words = words_split(scratch, s, MIN(n, (size_t)4 * NORMAL_MAX));
    words.n = MIN(words.n, NORMAL_WORDS);
    out->n = join(out->text, words.v, words.n);
    if (words.n)
        qsort(words.v, (size_t)words.n, sizeof *words.v, compare_folded);
    out->n = MIN(out->n, join(out->sorted, words.v, words.n));
}

/* Does the shorter stand in the longer as a run of whole words? */
static bool contains_words(const struct normal *longer, const struct normal *shorter)
{
    const char *at = longer->text;
    size_t left = longer->n;
    while (shorter->n && left >= shorter->n) {
        const char *found = memmem(at, left, shorter->text, shorter->n);
        if (!found)
            return false;
        bool starts = found == longer->text || found[-1] == ' ';
        bool ends = found + shorter->n == longer->text + longer->n || found[shorter->n] == ' ';
        if (starts && ends)
            return true;
        left -= (size_t)(found + 1 - at);
        at = found + 1;
    }
    return false;
}

static double normal_similarity(const struct normal *a, const struct normal *b)
{
    if (a->n == 0 || b->n == 0)
        return 0;
    double plain = text_similarity(a->text, a->n, b->text, b->n);
    double sorted = 0.95 * text_similarity(a->sorted, a->n, b->sorted, b->n);
    const struct normal *shorter = a->n <= b->n ? a : b, *longer = a->n <= b->n ? b : a;
    double contained = 0;
    if (contains_words(longer, shorter))
        contained = longer->n <= 8 * shorter->n ? 0.9 : 0.6;
    return MAX(plain, MAX(sorted, contained));
}

double value_similarity(const char *a, size_t n_a, const char *b, size_t n_b)
{
    struct arena scratch = {0};
    struct normal x, y;
    make_normal(&scratch, a, n_a, &x);
    make_normal(&scratch, b, n_b, &y);
    double similarity = normal_similarity(&x, &y);
    /* texts of marks only have no normal form: they are alike when they are the same */
    if (x.n == 0 && y.n == 0)
        similarity = n_a == n_b && memcmp(a, b, n_a) == 0;
    arena_release(&scratch);
    return similarity;
}

/* ---- the best cell of a column --------------------------------------------------------------- */

#define SCANNED_MAX 20000
#define FINALISTS 16

struct contest {
    const struct value_index *index;
    struct arena scratch;
    struct normal wanted;
    struct slice best;
    double similarity, tie; /* tie: plain similarity of the texts as they are */
    const char *text;
};

static void enter(struct contest *c, struct slice cell)
{
    struct normal normal;
    arena_clear(&c->scratch);
    make_normal(&c->scratch, cell.s, cell.n, &normal);
    double similarity = normal_similarity(&c->wanted, &normal);
    if (slice_equal(cell, c->text))
        similarity = MAX(similarity, 1);
    double tie = text_similarity(c->text, strlen(c->text), cell.s, cell.n);
    if (similarity > c->similarity || (similarity == c->similarity && tie > c->tie)) {
        c->best = cell;
        c->similarity = similarity;
        c->tie = tie;
    }
}

static double rough_similarity(const struct normal *wanted, struct slice cell)
{
    char folded[NORMAL_MAX];
    size_t n = MIN(cell.n, sizeof folded);
    for (size_t i = 0; i < n; i++)
        folded[i] = (char)tolower((unsigned char)cell.s[i]);
    double similarity = text_similarity(wanted->text, wanted->n, folded, n);
    /* a cell that holds the whole text, or is held by it, must reach the final */
    if (memmem(folded, n, wanted->text, wanted->n) || memmem(wanted->text, wanted->n, folded, n))
        similarity = MAX(similarity, 0.9);
    return similarity;
}

/* All cells by rough similarity, the best of them properly. */
static void scan_column(struct contest *c, struct value_column column)
{
    long finalists[FINALISTS];
    double score[FINALISTS];
    int n = 0;
    for (long e = column.first; e < column.first + column.n; e++) {
        double similarity = rough_similarity(&c->wanted, value_index_cell(c->index, e));
        int at = n;
        while (at > 0 && score[at - 1] < similarity)
            at--;
        if (at == FINALISTS)
            continue;
        n = MIN(n + 1, FINALISTS);
        for (int i = n - 1; i > at; i--) {
            finalists[i] = finalists[i - 1];
            score[i] = score[i - 1];
        }
        finalists[at] = e;
        score[at] = similarity;
    }
    for (int i = 0; i < n; i++)
        enter(c, value_index_cell(c->index, finalists[i]));
}

/* In a long column only cells that share a word, roughly, with the text. */
static void search_column(struct contest *c, int column)
{
    struct arena arena = {0};
    struct words words = words_split(&arena, c->text, strlen(c->text));
    struct value_hit hits[64];
    for (int i = -1; i < words.n; i++) { /* the whole text, then each word */
        int n = value_index_find(c->index, i < 0 ? words.v : &words.v[i], i < 0 ? words.n : 1,
                                 VALUE_FUZZY, 8, hits, COUNT_OF(hits));
        for (int k = 0; k < n; k++)
            if (hits[k].column == column)
                enter(c, hits[k].cell);
    }
    arena_release(&arena);
}

struct slice value_index_best(const struct value_index *index, int column, const char *text,
                              double *similarity)
{
    struct contest c = {.index = index, .best = {"", 0}, .text = text, .tie = -1};
    struct value_column info = value_index_column(index, column);
    make_normal(&c.scratch, text, strlen(text), &c.wanted);
    if (info.n <= SCANNED_MAX)
        scan_column(&c, info);
    else
        search_column(&c, column);
    arena_release(&c.scratch);
    *similarity = c.best.n ? c.similarity : 0;
    return c.best;
}
