/* spans.c - words of the question that may be a value as they are typed. */
#include "ground/internal.h"

#include <ctype.h>
#include <string.h>

#define QUOTED_SCORE 9.0
#define SPAN_SCORE 5.0
#define PLAIN_SCORE 1.0 /* of words without capitals */
#define PLAIN_MAX 5
#define SPAN_MAX 10
#define QUOTED_MAX 40

/* ---- spans of the question ------------------------------------------------------------------- */

static void gather_quoted(struct gathering *g)
{
    const struct words *w = &g->question->words;
    for (int i = 0; i < w->n;) {
        int n = 0;
        while (i + n < w->n && w->v[i + n].quoted)
            n++;
        if (n)
            gather(g, gather_typed(g, i, n), GROUND_QUOTED, gather_typed(g, i, n), i, n,
                   QUOTED_SCORE);
        i += MAX(n, 1);
    }
}

/* What stands between two straight marks, though spaces keep them from being quotation marks to a
 * reader: tokenised text has " such values ". */
static void gather_between_marks(struct gathering *g)
{
    const struct words *w = &g->question->words;
    int open = -1;
    for (int i = 0; i < w->n; i++) {
        if (w->v[i].kind != WORD_PUNCT || g->question->text[w->v[i].start] != '"')
            continue;
        int n = open < 0 ? 0 : i - open - 1;
        if (n > 0 && n <= QUOTED_MAX && !w->v[open + 1].quoted)
            gather(g, gather_typed(g, open + 1, n), GROUND_QUOTED, gather_typed(g, open + 1, n),
                   open + 1, n, QUOTED_SCORE);
        open = open < 0 ? i : -1;
    }
}

/* A run of capitalised words, with small words and numbers inside or behind it. */
static int capital_run(const struct gathering *g, int first)
{
    const struct words *w = &g->question->words;
    int n = 0;
    for (int i = first; i < w->n && i - first < SPAN_MAX; i++) {
        const struct word *x = &w->v[i];
        bool ends = x->kind == WORD_PUNCT && strchr(".?!|;,", g->question->text[x->start]);
        bool inner = x->kind == WORD_PUNCT || x->stop || x->kind == WORD_NUMBER;
        if (x->quoted || ends || (!x->upper && !inner))
            break;
        if (x->upper || (x->kind == WORD_NUMBER && i == first + n))
            n = i - first + 1;
    }
    return n;
}

static bool is_and(const struct word *w)
{
    return slice_equal(w->folded, "and") || slice_equal(w->folded, "or");
}

/* The run, and its parts: those between "and"s are as likely as the whole. */
static void gather_run(struct gathering *g, int first, int n)
{
    const struct word *w = g->question->words.v;
    for (int i = first; i < first + n; i++) {
        if (!w[i].upper && w[i].kind != WORD_NUMBER)
            continue;
        bool starts = i == first || is_and(&w[i - 1]), joins = false;
        for (int k = i; k < first + n; k++) {
            joins |= is_and(&w[k]);
            bool ends = k + 1 == first + n || is_and(&w[k + 1]);
            if (!w[k].upper && w[k].kind != WORD_NUMBER)
                continue;
            bool whole = starts && ends && (!joins || k - i + 1 == n);
            gather(g, gather_typed(g, i, k - i + 1), GROUND_SPAN, gather_typed(g, i, k - i + 1), i,
                   k - i + 1, SPAN_SCORE - (whole ? 0 : 2) - (joins ? 0.5 : 0));
        }
    }
}

static void gather_capitals(struct gathering *g)
{
    const struct words *w = &g->question->words;
    for (int i = 0; i < w->n;) {
        int n = w->v[i].upper && !w->v[i].quoted ? capital_run(g, i) : 0;
        gather_run(g, i, n);
        i += MAX(n, 1);
    }
}

/* Codes and times as typed: AB-12, 10:30, x3. */
static void gather_odd_words(struct gathering *g)
{
    const struct words *w = &g->question->words;
    for (int i = 0; i < w->n; i++) {
        const struct word *x = &w->v[i];
        bool digit = false, letter = false;
        for (uint32_t k = x->start; k < x->end; k++) {
            digit |= isdigit((unsigned char)g->question->text[k]) != 0;
            letter |= isalpha((unsigned char)g->question->text[k]) != 0;
        }
        if (x->kind == WORD_DATE || (x->kind == WORD_PLAIN && digit && letter))
            gather(g, gather_typed(g, i, 1), GROUND_SPAN, gather_typed(g, i, 1), i, 1, SPAN_SCORE);
        int n = 1; /* AB-12-x: joined pieces are one text */
        while (i + n < w->n && n < SPAN_MAX && w->v[i + n].joined &&
               (w->v[i + n].kind != WORD_PUNCT ||
                strchr("-/_.#", g->question->text[w->v[i + n].start])))
            n++;
        while (n > 1 && w->v[i + n - 1].kind == WORD_PUNCT)
            n--;
        if (n > 1 && (i == 0 || !x->joined) && x->kind != WORD_PUNCT)
            gather(g, gather_typed(g, i, n), GROUND_SPAN, gather_typed(g, i, n), i, n, SPAN_SCORE);
    }
}

/* [words] which are part of the whole name of something. */
static const bool *named_words(const struct gathering *g)
{
    bool *named = ARENA_ARRAY(g->arena, bool, g->question->words.n);
    for (int i = 0; i < g->links->n_matches; i++) {
        const struct link_match *m = &g->links->matches[i];
        for (int k = 0; m->kind == LINK_EXACT && k < m->n_words; k++)
            named[m->first_word + k] = true;
    }
    return named;
}

/* Plain words that nothing explains: where the database is silent they may still be a value. */
static void gather_plain_words(struct gathering *g)
{
    const struct words *w = &g->question->words;
    const bool *is_named = named_words(g);
    for (int i = 0; i < w->n; i++) {
        if (w->v[i].kind != WORD_PLAIN || w->v[i].stop || w->v[i].quoted)
            continue;
        int named = 0;
        for (int n = 1; n <= PLAIN_MAX && i + n <= w->n; n++) {
            const struct word *last = &w->v[i + n - 1];
            if (last->kind == WORD_PUNCT && !last->joined)
                break;
            named += is_named[i + n - 1];
            if (last->stop || last->kind == WORD_PUNCT || w->v[i].upper)
                continue;
            gather(g, gather_typed(g, i, n), GROUND_SPAN, gather_typed(g, i, n), i, n,
                   PLAIN_SCORE - 0.15 * n - (named ? 0.5 : 0));
        }
    }
}

void gather_spans(struct gathering *g)
{
    gather_quoted(g);
    gather_between_marks(g);
    gather_capitals(g);
    gather_odd_words(g);
    gather_plain_words(g);
}
