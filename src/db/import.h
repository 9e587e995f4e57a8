/* import.h - what the files that read rows share. */
#ifndef ASTORMER_DB_IMPORT_H
#define ASTORMER_DB_IMPORT_H

#include "db/db.h"

struct sqlite3;

/* ---- files of rows ------------------------------------------------------------------------------ */

/* A row: cells[i].s NULL is none.  Slices live until the next row. */
typedef enum status import_row(void *context, const struct slice *cells, int n, long line,
                               struct error *err);

struct import_file {
    const char *path, *table; /* name of its table */
    enum rows_file kind;
    struct slice text;        /* valid UTF-8, no byte order mark */
    const char **columns;     /* names, each once */
    int n_columns;
    char delimiter;           /* of a CSV file */
    bool header;              /* its first row holds names */
};
/* Names of the columns, and how the file is to be read. */
enum status csv_open(struct arena *arena, struct import_file *file, struct error *err);
enum status json_open_rows(struct arena *arena, struct import_file *file, struct error *err);
/* Calls back with every row, filled up to n_columns. */
enum status csv_rows(const struct import_file *file, import_row *row, void *context,
                     struct error *err);
enum status json_rows(const struct import_file *file, import_row *row, void *context,
                      struct error *err);
/* A name as an identifier: "Unit price (EUR)" is unit_price_eur; taken ones get a number. */
const char *import_name(struct arena *arena, struct slice text, const char *instead,
                        const char *const *taken, int n_taken);

/* ---- types ---------------------------------------------------------------------------------------- */

enum import_type { IMPORT_INTEGER, IMPORT_REAL, IMPORT_DATE, IMPORT_DATETIME, IMPORT_TEXT };
struct import_column { /* what all cells seen so far can be */
    bool some;          /* there was one */
    bool integer, real, iso_date, iso_time, day_first, month_first;
};
struct import_column import_column_start(void);
void import_column_see(struct import_column *column, struct slice cell);
enum import_type import_column_type(const struct import_column *column);
const char *import_type_name(enum import_type type);
bool import_is_null(struct slice cell, enum import_type type);
/* "1,234.50" -> "1234.50", "31.12.2023" -> "2023-12-31"; in out, terminated. */
void import_convert(const struct import_column *column, struct slice cell, char *out, size_t size);
bool import_is_number(struct slice cell);

/* ---- of build.c ------------------------------------------------------------------------------------ */

bool sqlite_has_stamp(const char *path, uint64_t stamp);
enum status sqlite_write_stamped(struct arena *arena, struct sqlite3 *handle, uint64_t stamp,
                                 const char *path, struct error *err);

#endif
