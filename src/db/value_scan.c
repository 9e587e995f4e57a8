/* value_scan.c - reads the cells of a database for its value index: one scan a table, all columns at
 * once; over a wire the server finds the distinct cells instead, one statement a column. */
#include "db/value_build.h"

#include <math.h>

static bool take_row(void *context, const struct db_cell *cells, int n)
{
    struct builder *b = context;
    for (int i = 0; i < n; i++) {
        b->columns[b->scan_columns[i]].rows++;
        value_take_cell(b, (uint32_t)b->scan_columns[i], &cells[i]);
    }
    if ((++b->rows_done & 1023) == 0 && b->options->progress)
        b->options->progress(b->options->progress_context, b->rows_done, b->rows_total);
    return true;
}

/* ---- all columns of a table at once -------------------------------------------------------------- */

struct scan { /* the columns of one table that the database has */
    int *columns;
    int n;
    const struct db_source *any;
};

static struct scan scan_of(struct arena *arena, const struct schema *schema,
                           const struct db_binding *binding, int table)
{
    struct scan scan = {0};
    int capacity = 0;
    for (int i = 1; i < schema->n_columns; i++)
        if (schema->columns[i].table == table && binding->columns[i].table) {
            *ARENA_PUSH(arena, scan.columns, scan.n, capacity) = i;
            scan.any = &binding->columns[i];
        }
    return scan;
}

#define COUNT_SECONDS 2.0 /* spent on one table, to know how far the progress has got */

static bool take_count(void *context, const struct db_cell *cells, int n)
{
    *(long *)context += n == 1 ? (long)cells[0].integer : 0;
    return false;
}

static enum status count_rows(struct db *db, struct scan scan, long *total, struct error *err)
{
    if (scan.any->computed)
        return ST_OK;
    struct arena scratch = {0};
    char *sql = arena_printf(&scratch, "SELECT count(*) FROM %s", scan.any->from);
    struct db_sink sink = {.row = take_count, .context = total};
    struct db_limits limits = {.seconds = COUNT_SECONDS};
    enum status st = db_query_opening(db, sql, &limits, &sink, NULL, err);
    arena_release(&scratch);
    return st == ST_LIMIT ? ST_OK : st; /* then progress is told without its end */
}

static enum status scan_table(struct builder *b, struct db *db, const struct db_binding *binding,
                              struct scan scan, struct error *err)
{
    struct arena scratch = {0};
    struct strbuf sql = strbuf_in(&scratch);
    for (int i = 0; i < scan.n; i++)
        strbuf_printf(&sql, "%s%s", i ? ", " : "SELECT ",
                      db_quote_name(&scratch, binding->columns[scan.columns[i]].column));
    strbuf_printf(&sql, " FROM %s", scan.any->from);
    struct db_limits limits = {.any_cell = true};
    if (scan.any->view) {
        limits.max_rows = b->options->max_view_rows;
        limits.seconds = b->options->max_view_seconds;
    }
    bool computed = scan.any->computed;
    struct db_sink sink = {.row = take_row, .context = b};
    struct db_outcome outcome;
    b->scan_columns = scan.columns;
    enum status st = (computed ? db_query_opening : db_query_own)(db, sql.s, &limits, &sink,
                                                                  &outcome, err);
    if (st == ST_LIMIT || (computed && st != ST_OK)) {
        b->header.views_skipped += computed;
        outcome.truncated = true;
        st = ST_OK;
    }
    for (int i = 0; i < scan.n; i++)
        b->cut[scan.columns[i]] |= outcome.truncated;
    arena_release(&scratch);
    return st;
}

/* ---- scanning over a wire: the server finds the distinct cells ------------------------------- */

#define COLUMN_SECONDS 30 /* spent on one column of a table; a view has max_view_seconds */
#define FALLBACK_ROWS 100000 /* read of a column whose distinct cells took too long to find */

/* Arrays, documents, rows and bytes hold no value that a comparison could name. */
static bool is_plain(const struct db_source *source)
{
    return db_declared_type(source->decl_type) != COLUMN_OTHERS;
}

static bool is_number(const struct db_source *source)
{
    return db_declared_type(source->decl_type) == COLUMN_NUMBER;
}

/* count(*), then for each column its count, least and greatest */
static bool take_summary(void *context, const struct db_cell *cells, int n)
{
    struct builder *b = context;
    for (int i = 0; 1 + 3 * i + 2 < n; i++) {
        uint32_t column = (uint32_t)b->scan_columns[i];
        const struct db_cell *of = &cells[1 + 3 * i];
        b->columns[column].rows = (uint64_t)cells[0].integer;
        b->columns[column].nulls = (uint64_t)(cells[0].integer - of[0].integer);
        for (int k = 1; k <= 2; k++)
            if (of[k].kind == DB_INTEGER || (of[k].kind == DB_REAL && isfinite(of[k].real)))
                value_note_number(b, column, of[k].kind == DB_REAL ? of[k].real : (double)of[k].integer);
    }
    b->rows_done += n > 0 ? (long)cells[0].integer : 0;
    return false;
}

static enum status summarise(struct builder *b, struct db *db, const struct db_binding *binding,
                             struct scan scan, const struct db_limits *limits, struct error *err)
{
    struct arena scratch = {0};
    struct strbuf sql = strbuf_in(&scratch);
    strbuf_puts(&sql, "SELECT count(*)");
    for (int i = 0; i < scan.n; i++) {
        const struct db_source *source = &binding->columns[scan.columns[i]];
        const char *name = db_quote_name(&scratch, source->column);
        strbuf_printf(&sql, is_number(source) ? ", count(%s), min(%s), max(%s)"
                                              : ", count(%s), NULL, NULL", name, name, name);
    }
    strbuf_printf(&sql, " FROM %s", scan.any->from);
    struct db_sink sink = {.row = take_summary, .context = b};
    b->scan_columns = scan.columns;
    enum status st = db_query_own(db, sql.s, limits, &sink, NULL, err);
    arena_release(&scratch);
    return st;
}

static bool take_distinct(void *context, const struct db_cell *cells, int n)
{
    struct builder *b = context;
    for (int i = 0; i < n; i++)
        value_take_cell(b, (uint32_t)b->scan_columns[i], &cells[i]);
    return true;
}

static enum status scan_column(struct builder *b, struct db *db, const struct db_source *source,
                               int column, struct db_limits limits, struct error *err)
{
    struct arena scratch = {0};
    const char *name = db_quote_name(&scratch, source->column);
    bool number = is_number(source);
    char *cells = number ? arena_printf(&scratch, "%s FROM %s WHERE %s IS NOT NULL", name,
                                        source->from, name)
                         : arena_printf(&scratch, "CAST(%s AS text) FROM %s WHERE octet_length("
                                                  "CAST(%s AS text)) BETWEEN 1 AND %d",
                                        name, source->from, name, b->options->max_cell);
    limits.max_rows = number ? b->options->max_column_numbers : b->options->max_column_values;
    struct db_sink sink = {.row = take_distinct, .context = b};
    struct db_outcome outcome;
    b->scan_columns = &column;
    char *sql = arena_printf(&scratch, "SELECT DISTINCT %s LIMIT %ld", cells, limits.max_rows + 1);
    enum status st = db_query_own(db, sql, &limits, &sink, &outcome, err);
    if (st == ST_LIMIT) {
        outcome.truncated = true;
        sql = arena_printf(&scratch, "SELECT %s LIMIT %d", cells, FALLBACK_ROWS);
        struct db_outcome unused;
        st = db_query_own(db, sql, &limits, &sink, &unused, err);
        st = st == ST_LIMIT ? ST_OK : st;
    }
    b->cut[column] |= outcome.truncated;
    arena_release(&scratch);
    return st;
}

static enum status scan_distinct(struct builder *b, struct db *db,
                                 const struct db_binding *binding, struct scan scan,
                                 struct error *err)
{
    struct db_limits limits = {
        .seconds = scan.any->computed ? b->options->max_view_seconds : COLUMN_SECONDS,
        .any_cell = true};
    enum status st = summarise(b, db, binding, scan, &limits, err);
    bool failed = st != ST_OK;
    for (int i = 0; i < scan.n; i++) {
        int column = scan.columns[i];
        const struct db_source *source = &binding->columns[column];
        b->not_numeric[column] = !is_number(source);
        b->cut[column] |= failed || !is_plain(source);
        if ((st == ST_OK || st == ST_LIMIT) && is_plain(source))
            st = scan_column(b, db, source, column, limits, err);
    }
    if (st != ST_OK && scan.any->computed) {
        b->header.views_skipped++;
        st = ST_OK;
    }
    if (b->options->progress)
        b->options->progress(b->options->progress_context, b->rows_done, b->rows_total);
    return st == ST_LIMIT ? ST_OK : st;
}

enum status value_scan(struct builder *b, struct db *db, struct error *err)
{
    struct arena arena = {0};
    struct db_binding binding;
    enum status st = db_bind(&arena, db, b->schema, &binding, err);
    struct scan *scans = ARENA_ARRAY(&arena, struct scan, b->schema->n_tables);
    for (int t = 0; st == ST_OK && t < b->schema->n_tables; t++) {
        scans[t] = scan_of(&arena, b->schema, &binding, t);
        if (scans[t].n > 0 && b->options->progress && !db->driver->distinct_scans)
            st = count_rows(db, scans[t], &b->rows_total, err);
    }
    for (int t = 0; st == ST_OK && t < b->schema->n_tables; t++)
        if (scans[t].n > 0)
            st = (db->driver->distinct_scans ? scan_distinct : scan_table)(b, db, &binding,
                                                                           scans[t], err);
    arena_release(&arena);
    return st;
}
