/* postgres_query.c - a guarded query of PostgreSQL, and its cells.
 *
 * A query is declared as a cursor, which only a SELECT (or VALUES, TABLE) can be, through the
 * extended protocol, which takes one statement only, and its rows are fetched in small portions, one
 * row at a time in memory. */
#include "db/postgres.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* ---- cells ----------------------------------------------------------------------------------- */

enum { /* of pg_type, fixed for ever */
    OID_BOOL = 16, OID_BYTEA = 17, OID_INT8 = 20, OID_INT2 = 21, OID_INT4 = 23, OID_OID = 26,
    OID_FLOAT4 = 700, OID_FLOAT8 = 701, OID_BPCHAR = 1042, OID_NUMERIC = 1700,
};

/* A numeric becomes what SQLite would have stored.  One of declared scale with more digits than
 * a double holds is an amount somebody counts on: its digits stay. */
static void read_numeric(struct db_cell *cell, bool scaled)
{
    char *end;
    const char *s = cell->bytes.s;
    size_t digits = cell->bytes.n - (*s == '-') - (strchr(s, '.') != NULL);
    errno = 0;
    if (!strchr(s, '.')) {
        cell->integer = strtoll(s, &end, 10);
        cell->kind = errno == 0 && *end == '\0' ? DB_INTEGER : DB_TEXT;
        if (cell->kind == DB_TEXT && (*s == 'N' || *s == 'I' || s[1] == 'I')) {
            cell->kind = DB_REAL; /* NaN, Infinity */
            cell->real = strtod(s, NULL);
        }
    } else {
        cell->kind = scaled && digits > 15 ? DB_TEXT : DB_REAL;
        cell->real = strtod(s, NULL);
    }
    cell->called = cell->kind == DB_TEXT ? DB_CALLED_DECIMAL : DB_CALLED_SO;
}

static size_t from_hex(char *s, size_t n) /* in place: "\x00ff" */
{
    size_t out = 0;
    for (size_t i = 2; i + 1 < n; i += 2) {
        char pair[3] = {s[i], s[i + 1], '\0'};
        s[out++] = (char)strtol(pair, NULL, 16);
    }
    return out;
}

static void read_cell(PGresult *r, int row, int i, struct db_cell *cell)
{
    *cell = (struct db_cell){.bytes = {"", 0}};
    if (pq.getisnull(r, row, i))
        return;
    char *s = pq.getvalue(r, row, i);
    *cell = (struct db_cell){.kind = DB_TEXT, .bytes = {s, (size_t)pq.getlength(r, row, i)}};
    switch (pq.ftype(r, i)) {
    case OID_BOOL: /* 0 and 1, as everywhere in SQLite */
        cell->kind = DB_INTEGER;
        cell->called = DB_CALLED_BOOLEAN;
        cell->integer = *s == 't';
        break;
    case OID_INT2: case OID_INT4: case OID_INT8: case OID_OID:
        cell->kind = DB_INTEGER;
        cell->integer = strtoll(s, NULL, 10);
        break;
    case OID_FLOAT4: case OID_FLOAT8:
        cell->kind = DB_REAL;
        cell->real = strtod(s, NULL);
        break;
    case OID_NUMERIC:
        read_numeric(cell, pq.fmod(r, i) >= 0);
        break;
    case OID_BYTEA:
        cell->kind = DB_BLOB;
        cell->bytes.n = from_hex(s, cell->bytes.n);
        break;
    case OID_BPCHAR: /* the blanks that fill a char(n) up mean nothing */
        while (cell->bytes.n > 0 && s[cell->bytes.n - 1] == ' ')
            cell->bytes.n--;
        break;
    default:
        break;
    }
    if (cell->kind != DB_TEXT && cell->kind != DB_BLOB)
        cell->bytes = (struct slice){"", 0};
}

/* ---- queries --------------------------------------------------------------------------------- */

struct fetch { /* a cursor being read */
    struct pg_db *p;
    const struct db_limits *limits;
    const struct db_sink *sink;
    struct db_outcome *outcome;
    struct db_cell *cells;
    size_t bytes;
    bool headed, more; /* more: the sink wants on, and no limit has been met */
};

static void take_header(struct fetch *f, PGresult *r)
{
    int n = pq.nfields(r);
    const char **names = xmalloc(sizeof *names * (size_t)MAX(n, 1));
    for (int i = 0; i < n; i++)
        names[i] = pq.fname(r, i);
    f->headed = true;
    f->cells = xmalloc(sizeof *f->cells * (size_t)MAX(n, 1));
    f->more = !f->sink->header || f->sink->header(f->sink->context, names, n);
    xfree(names);
}

static void take_row(struct fetch *f, PGresult *r)
{
    int n = pq.nfields(r);
    const struct db_limits *limits = f->limits;
    for (int i = 0; i < n; i++) {
        read_cell(r, 0, i, &f->cells[i]);
        f->bytes += f->cells[i].bytes.n;
    }
    if ((limits->max_rows && f->outcome->rows >= limits->max_rows) ||
        (limits->max_bytes && f->bytes > limits->max_bytes)) {
        f->outcome->truncated = true;
        f->more = false;
        return;
    }
    f->outcome->rows++;
    f->more = f->sink->row(f->sink->context, f->cells, n);
}

static enum status row_too_large(struct error *err)
{
    return fail(err, ST_LIMIT, "a row of the result has more than %d MB", 2 * DB_MAX_CELL >> 20);
}

static size_t row_bytes(PGresult *r)
{
    size_t bytes = 0;
    for (int i = 0; i < pq.nfields(r); i++)
        bytes += (size_t)pq.getlength(r, 0, i);
    return bytes;
}

/* One portion; *n is how many rows it had.  What is left of it when the sink has enough is read
 * and dropped. */
static enum status fetch_portion(struct fetch *f, int portion, int *n, struct error *err)
{
    struct pg_db *p = f->p;
    char sql[64];
    snprintf(sql, sizeof sql, "FETCH FORWARD %d FROM astormer_cursor", portion);
    *n = 0;
    pg_forget_received(p);
    if (!pq.sendQueryParams(p->conn, sql, 0, NULL, NULL, NULL, NULL, 0))
        return pg_send_failed(p, err);
    pq.setSingleRowMode(p->conn);
    enum status st = ST_OK;
    for (;;) {
        enum status waited = pg_wait_result(p, &p->stop, err);
        if (waited == ST_LIMIT || waited == ST_DECLINED)
            pg_interrupt(p);
        else if (waited != ST_OK)
            pg_give_up(p);
        if (waited == ST_DECLINED)
            return row_too_large(err);
        if (waited != ST_OK)
            return waited;
        PGresult *r = pq.getResult(p->conn);
        if (!r)
            return st;
        ExecStatusType status = pq.resultStatus(r);
        p->incoming_start = p->incoming;
        if (status != PGRES_SINGLE_TUPLE && status != PGRES_TUPLES_OK)
            st = pg_result_failed(r, err);
        struct undo undo;
        undo_later(&undo, pg_clear, r);
        if (!f->headed && (status == PGRES_SINGLE_TUPLE || status == PGRES_TUPLES_OK))
            take_header(f, r);
        if (status == PGRES_SINGLE_TUPLE && row_bytes(r) > 2 * (size_t)DB_MAX_CELL) {
            st = row_too_large(err); /* not all of it was seen coming: received() */
            f->more = false;
        }
        if (status == PGRES_SINGLE_TUPLE && ++*n && f->more)
            take_row(f, r);
        undo_now(&undo);
    }
}

static enum status fetch_all(struct fetch *f, struct error *err)
{
    long portion = 64, max = f->limits->max_rows;
    enum status st = ST_OK;
    for (int n = 0; st == ST_OK && (f->more || !f->headed); portion = MIN(portion * 4, 1024)) {
        if (max) /* one more than allowed tells that there is more */
            portion = MIN(portion, max - f->outcome->rows + 1);
        st = fetch_portion(f, (int)portion, &n, err);
        if (n < portion)
            break;
    }
    return st;
}

static enum status run(struct pg_db *p, const char *sql, const struct db_limits *limits,
                       const struct db_sink *sink, struct db_outcome *outcome, struct error *err)
{
    enum status st = p->base.own_query ? ST_OK : pg_guard(p, sql, err);
    if (st != ST_OK)
        return st;
    static const char head[] = "DECLARE astormer_cursor NO SCROLL CURSOR FOR ";
    size_t n = strlen(sql);
    char *declare = xmalloc(sizeof head + n);
    memcpy(declare, head, sizeof head);
    memcpy(declare + sizeof head - 1, sql, n + 1);
    PGresult *r;
    st = pg_exec(p, declare, NULL, 0, &r, err);
    xfree(declare);
    pq.clear(r);
    if (st != ST_OK || !sink)
        return st;
    if (!limits->any_cell)
        p->max_incoming = 2 * (size_t)DB_MAX_CELL + (1 << 20); /* bytea comes as hex digits */
    struct fetch f = {.p = p, .limits = limits, .sink = sink, .outcome = outcome, .more = true};
    st = fetch_all(&f, err);
    xfree(f.cells);
    return st;
}

enum status pg_query(struct db *db, const char *sql, const struct db_limits *limits,
                     const struct db_sink *sink, struct db_outcome *outcome, struct error *err)
{
    struct pg_db *p = (struct pg_db *)db;
    struct error local = {0};
    enum status st = pg_begin(p, limits, &local);
    if (st == ST_OK)
        st = run(p, sql, limits, sink, outcome, &local);
    pg_end(p);
    if (st == ST_LIMIT && !*local.message)
        return db_stopped(&p->stop, limits, outcome, err);
    if (st != ST_OK && err)
        *err = local;
    return st;
}
