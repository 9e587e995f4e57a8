/* rows.c - results after their query: kept, or as a fingerprint. */
#include "db/db.h"

#include <string.h>

/* ---- keeping --------------------------------------------------------------------------------- */

void db_rows_header(struct arena *arena, struct db_rows *rows, const char *const *names, int n)
{
    rows->n_columns = n;
    rows->names = ARENA_ARRAY(arena, const char *, n);
    for (int i = 0; i < n; i++)
        rows->names[i] = arena_strdup(arena, names[i]);
}

void db_rows_add(struct arena *arena, struct db_rows *rows, const struct db_cell *cells, int n)
{
    CHECK(n == rows->n_columns);
    for (int i = 0; i < n; i++) {
        struct db_cell *to = ARENA_PUSH(arena, rows->cells, rows->n_cells, rows->capacity);
        *to = cells[i];
        rows->bytes += sizeof *to;
        if (cells[i].kind == DB_TEXT || cells[i].kind == DB_BLOB) {
            to->bytes.s = arena_strndup(arena, cells[i].bytes.s, cells[i].bytes.n);
            rows->bytes += cells[i].bytes.n;
        }
    }
    rows->n_rows++;
}

/* ---- comparing results ----------------------------------------------------------------------- */

static uint64_t cell_print(const struct db_cell *cell)
{
    double number = cell->kind == DB_INTEGER ? (double)cell->integer : cell->real;
    switch (cell->kind) {
    case DB_NULL:
        break;
    case DB_INTEGER:
    case DB_REAL:
        return hash_bytes(&number, sizeof number, 1);
    case DB_TEXT:
    case DB_BLOB:
        return hash_bytes(cell->bytes.s, cell->bytes.n, 2);
    }
    return 3;
}

void db_print_row(struct db_print *print, const struct db_cell *cells, int n)
{
    uint64_t row = (uint64_t)n;
    for (int i = 0; i < n; i++)
        row += mix64(cell_print(&cells[i]));
    print->sum += mix64(row);
    print->rows++;
}
