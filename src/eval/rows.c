/* rows.c - are two results the same?  The rules of the test-suite script, on integers.
 *
 * Every cell becomes the number of its value, equal numbers for what Python calls equal (1 and
 * 1.0 are, '1' is not), so that rows compare and hash as arrays of int.  A second number keeps
 * the types apart: it ranks cells by str(x) + str(type(x)), the key by which the script sorts a
 * row before its quick rejection; this can reject results that a permutation would make equal,
 * and so it is kept.
 *
 * The script then tries column permutations.  Its random sampling only prunes permutations that
 * cannot succeed, so here a search fixes one column after another, and goes on only while the
 * rows cut down to the columns fixed so far are equal as bags. */
#include "eval/internal.h"

#include <stdlib.h>
#include <string.h>

/* ---- cells to numbers --------------------------------------------------------------------- */

struct value_table {
    struct arena *arena;
    struct map by_value, by_type;
    const char **sort_key; /* by number of typed value */
    int n_values, n_typed, capacity;
};

static bool integral(double real, int64_t *out)
{
    if (!(real >= -9223372036854775808.0 && real < 9223372036854775808.0))
        return false;
    *out = (int64_t)real;
    return (double)*out == real;
}

/* The bytes that identify a value; typed: 1 and 1.0 differ. */
static struct slice identity(struct arena *arena, const struct db_cell *cell, bool typed)
{
    struct strbuf key = strbuf_in(arena);
    enum db_kind kind = cell->kind;
    int64_t integer = cell->integer;
    if (kind == DB_REAL && !typed && integral(cell->real, &integer))
        kind = DB_INTEGER;
    strbuf_putc(&key, (char)('a' + kind));
    switch (kind) {
    case DB_NULL:
        break;
    case DB_INTEGER:
        strbuf_add(&key, (const char *)&integer, sizeof integer);
        break;
    case DB_REAL:
        strbuf_add(&key, (const char *)&cell->real, sizeof cell->real);
        break;
    case DB_TEXT:
    case DB_BLOB:
        strbuf_add(&key, cell->bytes.s, cell->bytes.n);
        break;
    }
    return (struct slice){strbuf_text(&key), key.n};
}

static const char *sort_key(struct arena *arena, const struct db_cell *cell)
{
    static const char *const types[] = {"NoneType", "int", "float", "str", "bytes"};
    struct strbuf key = strbuf_in(arena);
    char number[PY_FLOAT_MAX];
    switch (cell->kind) {
    case DB_NULL:
        strbuf_puts(&key, "None");
        break;
    case DB_INTEGER:
        strbuf_printf(&key, "%lld", (long long)cell->integer);
        break;
    case DB_REAL:
        py_float_text(cell->real, number);
        strbuf_puts(&key, number);
        break;
    case DB_TEXT:
        strbuf_add(&key, cell->bytes.s, cell->bytes.n);
        break;
    case DB_BLOB: /* nearly Python's text of bytes; enough to put equal ones together */
        strbuf_puts(&key, "b");
        py_text_repr(&key, cell->bytes);
        break;
    }
    strbuf_printf(&key, "<class '%s'>", types[cell->kind]);
    return strbuf_text(&key);
}

static int *number_cells(struct value_table *table, const struct db_rows *rows, bool typed)
{
    size_t n = (size_t)rows->n_rows * (size_t)rows->n_columns;
    int *numbers = ARENA_ARRAY(table->arena, int, n);
    struct map *map = typed ? &table->by_type : &table->by_value;
    int *next = typed ? &table->n_typed : &table->n_values;
    for (size_t i = 0; i < n; i++) {
        struct arena_mark mark = arena_mark(table->arena);
        struct slice key = identity(table->arena, &rows->cells[i], typed);
        numbers[i] = map_get(map, key.s, key.n, -1);
        if (numbers[i] >= 0) {
            arena_reset(table->arena, mark);
            continue;
        }
        numbers[i] = map_put(map, key.s, key.n, *next);
        if (typed)
            *ARENA_PUSH(table->arena, table->sort_key, *next, table->capacity) =
                sort_key(table->arena, &rows->cells[i]);
        else
            ++*next;
    }
    return numbers;
}

/* ---- tuples of numbers to numbers --------------------------------------------------------- */

static int number_tuple(struct map *map, const int *tuple, int n)
{
    return map_put(map, (const char *)tuple, sizeof *tuple * (size_t)n, map->count);
}

/* Equal as lists, as sets or as bags of numbers below n_numbers. */
static bool same_list(const int *a, const int *b, int n)
{
    return n == 0 || memcmp(a, b, sizeof *a * (size_t)n) == 0;
}

static bool same_bag(struct arena *scratch, const int *a, const int *b, int n, int n_numbers)
{
    struct arena_mark mark = arena_mark(scratch);
    int *count = ARENA_ARRAY(scratch, int, n_numbers);
    bool same = true;
    for (int i = 0; i < n; i++)
        count[a[i]]++;
    for (int i = 0; i < n && same; i++)
        same = --count[b[i]] >= 0;
    arena_reset(scratch, mark);
    return same;
}

static bool same_set(struct arena *scratch, const int *a, const int *b, int n, int n_numbers)
{
    char *seen = ARENA_ARRAY(scratch, char, n_numbers);
    for (int i = 0; i < n; i++)
        seen[a[i]] |= 1;
    for (int i = 0; i < n; i++)
        seen[b[i]] |= 2;
    for (int i = 0; i < n_numbers; i++)
        if (seen[i] == 1 || seen[i] == 2)
            return false;
    return true;
}

/* ---- quick rejection ---------------------------------------------------------------------- */

struct ranked {
    const char *key;
    int number;
};

static int compare_ranked(const void *a, const void *b)
{
    const struct ranked *x = a, *y = b;
    return strcmp(x->key, y->key);
}

static int *rank_keys(const struct value_table *table)
{
    struct ranked *order = ARENA_ARRAY(table->arena, struct ranked, table->n_typed);
    for (int i = 0; i < table->n_typed; i++)
        order[i] = (struct ranked){table->sort_key[i], i};
    qsort(order, (size_t)table->n_typed, sizeof *order, compare_ranked);
    int *rank = ARENA_ARRAY(table->arena, int, table->n_typed);
    for (int i = 0; i < table->n_typed; i++)
        rank[order[i].number] = i;
    return rank;
}

/* Each row as the number of its cells in the order of their ranks. */
static int *number_sorted_rows(struct arena *arena, struct map *tuples, const int *values,
                               const int *typed, const int *rank, int n_rows, int n_columns)
{
    int *numbers = ARENA_ARRAY(arena, int, n_rows);
    int *tuple = ARENA_ARRAY(arena, int, n_columns), *key = ARENA_ARRAY(arena, int, n_columns);
    for (int r = 0; r < n_rows; r++) {
        for (int c = 0; c < n_columns; c++) {
            size_t at = (size_t)r * (size_t)n_columns + (size_t)c;
            int k = c;
            for (; k > 0 && key[k - 1] > rank[typed[at]]; k--) {
                key[k] = key[k - 1];
                tuple[k] = tuple[k - 1];
            }
            key[k] = rank[typed[at]];
            tuple[k] = values[at];
        }
        numbers[r] = number_tuple(tuples, tuple, n_columns);
    }
    return numbers;
}

/* ---- permutations ------------------------------------------------------------------------- */

#define MAX_STEPS 100000 /* of the search; symmetric tables end far earlier */

struct search {
    struct arena *scratch;
    const int *gold, *pred; /* values, [n_rows][n_columns] */
    int n_rows, n_columns;
    bool *taken;     /* columns of pred */
    const int *twin; /* columns of pred: the first one with the same cells */
    int steps;
};

/* Numbers each row by (what was fixed before, the next column). */
static int *extend_rows(const struct search *s, struct map *pairs, const int *before,
                        const int *values, int column)
{
    int *after = ARENA_ARRAY(s->scratch, int, s->n_rows);
    for (int r = 0; r < s->n_rows; r++) {
        int pair[2] = {before[r],
                       values[(size_t)r * (size_t)s->n_columns + (size_t)column]};
        after[r] = number_tuple(pairs, pair, 2);
    }
    return after;
}

static bool fix_column(struct search *s, int column, const int *gold_rows, const int *pred_rows)
{
    if (column == s->n_columns)
        return true;
    for (int c = 0; c < s->n_columns; c++) {
        bool tried = false; /* a free twin before this one gave the same answer */
        for (int k = s->twin[c]; k < c && !tried; k++)
            tried = !s->taken[k] && s->twin[k] == s->twin[c];
        if (s->taken[c] || tried || ++s->steps > MAX_STEPS)
            continue;
        struct arena_mark mark = arena_mark(s->scratch);
        struct map pairs = map_in(s->scratch);
        int *gold = extend_rows(s, &pairs, gold_rows, s->gold, column);
        int *pred = extend_rows(s, &pairs, pred_rows, s->pred, c);
        s->taken[c] = true;
        bool found = same_bag(s->scratch, gold, pred, s->n_rows, pairs.count) &&
                     fix_column(s, column + 1, gold, pred);
        s->taken[c] = false;
        arena_reset(s->scratch, mark);
        if (found)
            return true;
    }
    return false;
}

/* Cells column by column, so that columns compare as lists. */
static int *transpose(struct arena *arena, const int *values, int n_rows, int n_columns)
{
    int *out = ARENA_ARRAY(arena, int, (size_t)n_rows * (size_t)n_columns);
    for (int r = 0; r < n_rows; r++)
        for (int c = 0; c < n_columns; c++)
            out[(size_t)c * (size_t)n_rows + (size_t)r] =
                values[(size_t)r * (size_t)n_columns + (size_t)c];
    return out;
}

/* As lists, equality of columns is an equivalence, so any assignment will do. */
static bool ordered_match(struct arena *scratch, const int *gold, const int *pred, int n_rows,
                          int n_columns)
{
    const int *a = transpose(scratch, gold, n_rows, n_columns);
    const int *b = transpose(scratch, pred, n_rows, n_columns);
    bool *taken = ARENA_ARRAY(scratch, bool, n_columns);
    for (int i = 0; i < n_columns; i++) {
        int k = 0;
        while (k < n_columns && (taken[k] || !same_list(a + (size_t)i * (size_t)n_rows,
                                                        b + (size_t)k * (size_t)n_rows, n_rows)))
            k++;
        if (k == n_columns)
            return false;
        taken[k] = true;
    }
    return true;
}

static bool bag_match(struct arena *scratch, const int *gold, const int *pred, int n_rows,
                      int n_columns)
{
    const int *columns = transpose(scratch, pred, n_rows, n_columns);
    int *twin = ARENA_ARRAY(scratch, int, n_columns);
    for (int c = 0; c < n_columns; c++) {
        twin[c] = c;
        for (int k = c - 1; k >= 0; k--)
            if (same_list(columns + (size_t)c * (size_t)n_rows,
                          columns + (size_t)k * (size_t)n_rows, n_rows))
                twin[c] = twin[k];
    }
    struct search s = {.scratch = scratch, .gold = gold, .pred = pred, .n_rows = n_rows,
                       .n_columns = n_columns, .twin = twin,
                       .taken = ARENA_ARRAY(scratch, bool, n_columns)};
    const int *none = ARENA_ARRAY(scratch, int, n_rows);
    return fix_column(&s, 0, none, none);
}

bool eval_rows_equal(struct arena *scratch, const struct db_rows *gold,
                     const struct db_rows *pred, bool ordered)
{
    if (gold->n_rows == 0 && pred->n_rows == 0)
        return true;
    if (gold->n_rows != pred->n_rows || gold->n_columns != pred->n_columns)
        return false;
    int n_rows = gold->n_rows, n_columns = gold->n_columns;
    struct arena_mark mark = arena_mark(scratch);
    struct value_table table = {.arena = scratch, .by_value = map_in(scratch),
                                .by_type = map_in(scratch)};
    const int *a = number_cells(&table, gold, false), *b = number_cells(&table, pred, false);
    const int *typed_a = number_cells(&table, gold, true);
    const int *typed_b = number_cells(&table, pred, true);
    const int *rank = rank_keys(&table);
    struct map tuples = map_in(scratch);
    const int *rows_a =
        number_sorted_rows(scratch, &tuples, a, typed_a, rank, n_rows, n_columns);
    const int *rows_b =
        number_sorted_rows(scratch, &tuples, b, typed_b, rank, n_rows, n_columns);
    bool equal = ordered ? same_list(rows_a, rows_b, n_rows)
                         : same_set(scratch, rows_a, rows_b, n_rows, tuples.count);
    if (equal)
        equal = ordered ? ordered_match(scratch, a, b, n_rows, n_columns)
                        : bag_match(scratch, a, b, n_rows, n_columns);
    arena_reset(scratch, mark);
    return equal;
}
