/* cells.c - spans of the question, stored values that it seems to mean, and the values of columns
 * that hold only a few. */
#include "ground/internal.h"

#include <ctype.h>
#include <string.h>

#define QUOTED_SCORE 9.0
#define SPAN_SCORE 5.0
#define WORD_SCORE 1.0
#define CELL_SCORE 6.0
#define CODE_SCORE 1.0
#define SPAN_MAX 10

/* ---- spans of the question --------------------------------------------------------------------------- */

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

static void gather_capitals(struct gathering *g)
{
    const struct words *w = &g->question->words;
    for (int i = 0; i < w->n;) {
        int n = w->v[i].upper && !w->v[i].quoted ? capital_run(g, i) : 0;
        if (n)
            gather(g, gather_typed(g, i, n), GROUND_SPAN, gather_typed(g, i, n), i, n, SPAN_SCORE);
        for (int k = i; n > 1 && k < i + n; k++)
            if (w->v[k].upper && !w->v[k].stop)
                gather(g, gather_typed(g, k, 1), GROUND_SPAN, gather_typed(g, k, 1), k, 1,
                       SPAN_SCORE - 2);
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
               (w->v[i + n].kind != WORD_PUNCT || strchr("-/_.#", g->question->text[w->v[i + n].start])))
            n++;
        while (n > 1 && w->v[i + n - 1].kind == WORD_PUNCT)
            n--;
        if (n > 1 && (i == 0 || !x->joined) && x->kind != WORD_PUNCT)
            gather(g, gather_typed(g, i, n), GROUND_SPAN, gather_typed(g, i, n), i, n, SPAN_SCORE);
    }
}

void gather_spans(struct gathering *g)
{
    gather_quoted(g);
    gather_capitals(g);
    gather_odd_words(g);
}

/* ---- stored cells -------------------------------------------------------------------------------------- */

static const char *cell_text(struct gathering *g, struct slice cell)
{
    return arena_strndup(g->arena, cell.s, cell.n);
}

void gather_cells(struct gathering *g)
{
    const struct schema *s = &g->database->schema;
    for (int c = 1; c < s->n_columns; c++) {
        const struct link_cells *cells = &g->links->cells[c];
        for (int i = 0; i < cells->n; i++) {
            const struct link_cell *cell = &cells->v[i];
            if (cell->cell.n == 0 || memchr(cell->cell.s, '\0', cell->cell.n))
                continue;
            double bonus = cell->kind == LINK_VALUE_EXACT ? 2 : MIN(cell->score, 1.0f);
            const char *text = cell_text(g, cell->cell);
            int at = gather(g, text, GROUND_CELL, text, cell->first_word, cell->n_words,
                            CELL_SCORE - 1.5 + bonus + 0.3 * g->column_score[c] - 0.1 * i);
            gather_column(g, at, c);
        }
    }
}

/* ---- codes --------------------------------------------------------------------------------------------- */

/* A list of choices repeats its values; names of a small table do not. */
static double choice_like(const struct ground_profile *p)
{
    double filled = (double)(p->rows - p->nulls);
    return filled > 0 ? 1 - (double)p->distinct / filled : 0;
}

static void gather_code(struct gathering *g, int column, const char *text, double score)
{
    gather_column(g, gather(g, text, GROUND_CODE, text, -1, 0, score), column);
}

void gather_codes(struct gathering *g)
{
    const struct schema *s = &g->database->schema;
    for (int c = 1; c < s->n_columns; c++) {
        const struct ground_profile *p = &g->database->profiles[c];
        int table = s->columns[c].table;
        if (!p->codes || table < 0 || s->columns[c].primary)
            continue;
        double score = CODE_SCORE + 2 * g->column_score[c] + 1.5 * g->table_score[table] +
                       choice_like(p) - 0.03 * (double)p->distinct;
        bool yes_no = p->yes != NULL;
        if (p->numeric && !yes_no)
            score -= 1;
        if (yes_no) {
            gather_code(g, c, p->yes, score + 1);
            if (*p->no)
                gather_code(g, c, p->no, score + 1);
            continue;
        }
        for (int i = 0; i < p->distinct; i++) {
            struct slice cell = ground_code(g->database->index, p, c, i);
            if (cell.n && !memchr(cell.s, '\0', cell.n))
                gather_code(g, c, cell_text(g, cell), score);
        }
    }
}
