/* asked.c - execution match as a person means it: the rows asked for, in the columns asked for.
 *
 * The official comparison (rows.c) looks for a permutation of columns and compares floats to the
 * last bit, as its script does.  Here columns stand in the order asked, numbers may differ by what
 * another order of adding them makes of them, and rows are ordered only if the gold query orders. */
#include "eval/internal.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define RELATIVE 1e-6  /* difference of two numbers taken to be equal */
#define ABSOLUTE 1e-9  /* the same near zero */

/* ---- does the gold query order? ---------------------------------------------------------------- */

/* After a quoted text or name that begins here. */
static const char *after_quote(const char *s)
{
    char quote = *s++;
    while (*s && *s != quote)
        s++;
    return *s ? s + 1 : s; /* a doubled quote is two texts side by side: the same to us */
}

static bool at_words(const char *s, const char *first, const char *second)
{
    size_t n = strlen(first);
    if (strncasecmp(s, first, n) != 0 || !isspace((unsigned char)s[n]))
        return false;
    s += n;
    while (isspace((unsigned char)*s))
        s++;
    n = strlen(second);
    return strncasecmp(s, second, n) == 0 && !isalnum((unsigned char)s[n]) && s[n] != '_';
}

bool eval_sql_orders(const char *sql)
{
    int depth = 0;
    bool inside_word = false;
    for (const char *s = sql; *s;) {
        if (*s == '\'' || *s == '"' || *s == '`') {
            s = after_quote(s);
            inside_word = false;
            continue;
        }
        depth += (*s == '(') - (*s == ')');
        if (depth == 0 && !inside_word && at_words(s, "order", "by"))
            return true;
        inside_word = isalnum((unsigned char)*s) || *s == '_';
        s++;
    }
    return false;
}

/* ---- cells and rows ------------------------------------------------------------------------------- */

static bool is_number(const struct db_cell *c)
{
    return c->kind == DB_INTEGER || c->kind == DB_REAL;
}

static double number_of(const struct db_cell *c)
{
    return c->kind == DB_INTEGER ? (double)c->integer : c->real;
}

static bool same_cell(const struct db_cell *a, const struct db_cell *b)
{
    if (is_number(a) && is_number(b)) {
        if (a->kind == DB_INTEGER && b->kind == DB_INTEGER)
            return a->integer == b->integer;
        double x = number_of(a), y = number_of(b);
        return x == y || fabs(x - y) <= fmax(ABSOLUTE, RELATIVE * fmax(fabs(x), fabs(y)));
    }
    return a->kind == b->kind && a->bytes.n == b->bytes.n &&
           memcmp(a->bytes.s, b->bytes.s, a->bytes.n) == 0;
}

static int compare_cells(const struct db_cell *a, const struct db_cell *b)
{
    int rank_a = is_number(a) ? 1 : (int)a->kind + 2, rank_b = is_number(b) ? 1 : (int)b->kind + 2;
    if (rank_a != rank_b)
        return rank_a - rank_b;
    if (rank_a == 1) {
        double x = number_of(a), y = number_of(b);
        return (x > y) - (x < y);
    }
    int order = memcmp(a->bytes.s, b->bytes.s, MIN(a->bytes.n, b->bytes.n));
    return order ? order : (a->bytes.n > b->bytes.n) - (a->bytes.n < b->bytes.n);
}

/* Columns by which rows are sorted: those without fractions first, so that a difference in the last
 * digit of a number cannot tear equal rows apart. */
struct sorting {
    const struct db_rows *rows;
    const int *columns;
};

static int compare_rows(const void *a, const void *b, void *context)
{
    const struct sorting *s = context;
    int n = s->rows->n_columns;
    const struct db_cell *x = s->rows->cells + (size_t)*(const int *)a * (size_t)n;
    const struct db_cell *y = s->rows->cells + (size_t)*(const int *)b * (size_t)n;
    for (int i = 0; i < n; i++) {
        int order = compare_cells(&x[s->columns[i]], &y[s->columns[i]]);
        if (order)
            return order;
    }
    return 0;
}

static bool has_fractions(const struct db_rows *r, int column)
{
    for (int i = 0; i < r->n_rows; i++)
        if (r->cells[(size_t)i * (size_t)r->n_columns + (size_t)column].kind == DB_REAL)
            return true;
    return false;
}

static int *sorted_rows(struct arena *scratch, const struct db_rows *r, const int *columns,
                        bool as_they_are)
{
    int *order = ARENA_ARRAY(scratch, int, r->n_rows + 1);
    for (int i = 0; i < r->n_rows; i++)
        order[i] = i;
    struct sorting s = {r, columns};
    if (!as_they_are)
        qsort_r(order, (size_t)r->n_rows, sizeof *order, compare_rows, &s);
    return order;
}

bool eval_rows_as_asked(struct arena *scratch, const struct db_rows *gold,
                        const struct db_rows *pred, bool ordered)
{
    if (gold->n_rows != pred->n_rows || gold->n_columns != pred->n_columns)
        return false;
    struct arena_mark mark = arena_mark(scratch);
    int n = gold->n_columns, at = 0;
    int *columns = ARENA_ARRAY(scratch, int, n + 1);
    for (int fractions = 0; fractions < 2; fractions++)
        for (int c = 0; c < n; c++)
            if ((has_fractions(gold, c) || has_fractions(pred, c)) == (fractions == 1))
                columns[at++] = c;
    const int *a = sorted_rows(scratch, gold, columns, ordered);
    const int *b = sorted_rows(scratch, pred, columns, ordered);
    bool same = true;
    for (int i = 0; i < gold->n_rows && same; i++)
        for (int c = 0; c < n && same; c++)
            same = same_cell(&gold->cells[(size_t)a[i] * (size_t)n + (size_t)c],
                             &pred->cells[(size_t)b[i] * (size_t)n + (size_t)c]);
    arena_reset(scratch, mark);
    return same;
}
