/* rows.h - results of queries as lines of text, for tests that compare them. */
#ifndef ASTORMER_TEST_ROWS_H
#define ASTORMER_TEST_ROWS_H

#include "db/db.h"

#include <stdio.h>

struct rows {
    struct arena *arena;
    const char **lines;
    int n, capacity;
};

/* Numbers are equal if they print equal: one engine's 3 is another's 3.0. */
static inline bool rows_add(void *context, const struct db_cell *cells, int n)
{
    struct rows *rows = context;
    struct strbuf line = strbuf_in(rows->arena);
    for (int i = 0; i < n; i++) {
        if (cells[i].kind == DB_NULL)
            strbuf_puts(&line, "NULL");
        else if (cells[i].kind == DB_INTEGER)
            strbuf_printf(&line, "%.12g", (double)cells[i].integer);
        else if (cells[i].kind == DB_REAL)
            strbuf_printf(&line, "%.12g", cells[i].real);
        else
            strbuf_add(&line, cells[i].bytes.s, cells[i].bytes.n);
        strbuf_puts(&line, i + 1 < n ? " | " : "");
    }
    *ARENA_PUSH(rows->arena, rows->lines, rows->n, rows->capacity) = strbuf_text(&line);
    return true;
}

static inline int rows_compare(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static inline enum status rows_query(struct arena *arena, struct db *db, const char *sql,
                                     struct rows *rows, struct error *err)
{
    *rows = (struct rows){.arena = arena};
    struct db_sink sink = {.row = rows_add, .context = rows};
    struct db_limits limits = db_default_limits;
    return db_query(db, sql, &limits, &sink, NULL, err);
}

/* All rows in one text, for small results. */
static inline const char *rows_text(struct arena *arena, struct db *db, const char *sql)
{
    struct rows rows;
    struct error err = {0};
    if (rows_query(arena, db, sql, &rows, &err) != ST_OK)
        fail_test("%s\n%s", sql, err.message);
    struct strbuf out = strbuf_in(arena);
    for (int i = 0; i < rows.n; i++)
        strbuf_printf(&out, "%s%s", i ? "; " : "", rows.lines[i]);
    return strbuf_text(&out);
}

static inline void assert_refused(struct db *db, const char *sql, const char *message)
{
    struct arena arena = {0};
    struct rows rows;
    struct error err = {0};
    enum status st = rows_query(&arena, db, sql, &rows, &err);
    if (st != ST_USAGE || strncmp(err.message, "refused:", 8) != 0 || !strstr(err.message, message))
        fail_test("'%s' gives status %d: %s", sql, st, err.message);
    arena_release(&arena);
}

#endif
