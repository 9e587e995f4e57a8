/* run.c - statements run under the guard: rows kept, rows counted; or seen before. */
#include "engine/internal.h"

#include <stdlib.h>
#include <string.h>

#define MAX_ROWS 1000
#define MAX_BYTES ((long)64 << 20)
#define TIMEOUT_MS 5000
#define COUNT_SECONDS 0.25 /* rows beyond the kept ones are counted this long */

struct astormer_result {
    struct arena arena;
    const char **names;
    int n_columns;
    struct astormer_cell **rows;
    int n_rows, capacity;
    long total;
    double seconds;
};

/* ---- collecting ------------------------------------------------------------------------------------ */

struct collecting {
    struct astormer_result *result;
    struct astormer_session *session;
    struct astormer_run_options options;
    long bytes;
    double full; /* when the last row was kept, 0 before */
    bool cut;    /* counting was given up, or bytes ran out */
};

static bool take_header(void *context, const char *const *names, int n)
{
    struct collecting *c = context;
    struct astormer_result *r = c->result;
    r->n_columns = n;
    r->names = ARENA_ARRAY(&r->arena, const char *, n);
    for (int i = 0; i < n; i++)
        r->names[i] = text_valid(&r->arena, names[i], strlen(names[i]));
    return true;
}

static enum astormer_cell_kind kind_of(const struct db_cell *cell)
{
    return cell->called == DB_CALLED_BOOLEAN   ? ASTORMER_BOOLEAN
           : cell->called == DB_CALLED_DECIMAL ? ASTORMER_DECIMAL
                                               : (enum astormer_cell_kind)cell->kind;
}

static struct astormer_cell copy_cell(struct arena *arena, const struct db_cell *cell)
{
    struct astormer_cell out = {.kind = kind_of(cell), .integer = cell->integer,
                                .real = cell->real, .bytes = ""};
    if (cell->kind == DB_TEXT || cell->kind == DB_BLOB) {
        out.bytes = arena_strndup(arena, cell->bytes.s, cell->bytes.n);
        out.n = cell->bytes.n;
    }
    return out;
}

static bool take_row(void *context, const struct db_cell *cells, int n)
{
    struct collecting *c = context;
    struct astormer_result *r = c->result;
    if (session_cancelled(c->session))
        return false;
    r->total++;
    if (c->full > 0) {
        c->cut = (r->total & 255) == 0 && now_seconds() - c->full > COUNT_SECONDS;
        return !c->cut;
    }
    for (int i = 0; i < n; i++)
        c->bytes += (long)cells[i].bytes.n + (long)sizeof(struct astormer_cell);
    if (c->bytes > c->options.max_bytes) {
        c->cut = true;
        return false;
    }
    struct astormer_cell *row = ARENA_ARRAY(&r->arena, struct astormer_cell, n);
    for (int i = 0; i < n; i++)
        row[i] = copy_cell(&r->arena, &cells[i]);
    *ARENA_PUSH(&r->arena, r->rows, r->n_rows, r->capacity) = row;
    if (r->n_rows >= c->options.max_rows)
        c->full = now_seconds();
    return true;
}

static struct astormer_run_options options_of(const struct astormer_run_options *given)
{
    struct astormer_run_options o = ASTORMER_RUN_OPTIONS;
    if (given)
        memcpy(&o, given, MIN(given->size, sizeof o));
    o.max_rows = o.max_rows > 0 ? MIN(o.max_rows, 100000000) : MAX_ROWS;
    o.max_bytes = o.max_bytes > 0 ? o.max_bytes : MAX_BYTES;
    o.timeout_ms = o.timeout_ms > 0 ? o.timeout_ms : TIMEOUT_MS;
    return o;
}

struct running {
    struct astormer_session *session;
    const char *sql;
    const struct astormer_run_options *given;
    const struct run_outcome *seen; /* or NULL: run it */
    long max_rows;
    struct astormer_result *result;
};

static enum status run(void *context, struct error *err)
{
    struct running *running = context;
    struct astormer_session *s = running->session;
    const struct astormer_run_options *given = running->given;
    struct astormer_result *r = xmalloc(sizeof *r);
    *r = (struct astormer_result){0};
    struct collecting c = {.result = r, .session = s, .options = options_of(given)};
    struct db_limits limits = {.seconds = c.options.timeout_ms / 1000.0, .cancel = &s->cancel};
    struct db_sink sink = {take_header, take_row, &c};
    struct db_outcome outcome;
    double start = now_seconds();
    enum status st = options_sized(given ? given->size : sizeof *given, err);
    if (st == ST_OK)
        st = db_query(s->ground.db, running->sql, &limits, &sink, &outcome, err);
    if (st == ST_LIMIT && c.full > 0 && !session_cancelled(s)) {
        st = ST_OK; /* the deadline came while rows were merely counted */
        c.cut = true;
    }
    if (st == ST_OK && session_cancelled(s))
        st = fail(err, ST_LIMIT, "cancelled");
    r->seconds = now_seconds() - start;
    if (st != ST_OK) {
        astormer_result_close(r);
        return st;
    }
    r->total = c.cut || outcome.truncated ? -1 : r->total;
    running->result = r;
    return ST_OK;
}

enum astormer_status astormer_run(struct astormer_session *s, const char *sql,
                                  const struct astormer_run_options *options,
                                  struct astormer_result **out, struct astormer_error *err)
{
    db_cancel_clear(&s->cancel);
    struct running running = {.session = s, .sql = sql, .given = options};
    struct error e = {0};
    enum status st = attempt(run, &running, &e);
    *out = running.result;
    return st == ST_OK ? ASTORMER_OK : error_out(err, &e);
}

/* ---- rows seen before ------------------------------------------------------------------------------ */

/* Do the rows kept when the query was tried out hold all that would be shown now? */
static bool kept_enough(const struct run_outcome *run, const struct astormer_run_options *o)
{
    return run_works(run) && run->rows.bytes <= (size_t)o->max_bytes &&
           (run->rows.n_rows >= o->max_rows ||
            (run->state == RUN_ENDED && run->rows.n_rows == run->print.rows));
}

static enum status result_of(void *context, struct error *err)
{
    (void)err;
    struct running *running = context;
    const struct run_outcome *run = running->seen;
    struct astormer_result *r = xmalloc(sizeof *r);
    *r = (struct astormer_result){.total = run->state == RUN_ENDED ? run->print.rows : -1,
                                  .seconds = run->seconds};
    take_header(&(struct collecting){.result = r}, run->rows.names, run->rows.n_columns);
    r->n_rows = (int)MIN(running->max_rows, run->rows.n_rows);
    r->rows = ARENA_ARRAY(&r->arena, struct astormer_cell *, r->n_rows);
    for (int i = 0; i < r->n_rows; i++) {
        r->rows[i] = ARENA_ARRAY(&r->arena, struct astormer_cell, r->n_columns);
        for (int k = 0; k < r->n_columns; k++)
            r->rows[i][k] = copy_cell(&r->arena, &run->rows.cells[i * r->n_columns + k]);
    }
    running->result = r;
    return ST_OK;
}

enum astormer_status astormer_answer_rows(struct astormer_session *s,
                                          const struct astormer_answer *a, int i,
                                          const struct astormer_run_options *options,
                                          struct astormer_result **out, struct astormer_error *err)
{
    *out = NULL;
    struct error e = {0};
    if (i < 0 || i >= a->n_queries) {
        fail(&e, ST_USAGE, "the answer has no query %d", i);
        return error_out(err, &e);
    }
    const struct run_outcome *run = &a->queries[i]->run;
    if (options && options->size < sizeof options->size)
        return astormer_run(s, a->queries[i]->query.sql, options, out, err);
    struct astormer_run_options o = options_of(options);
    if (run->state == RUN_FAILED && !run->timed_out)
        return error_out(err, &run->error);
    if (!kept_enough(run, &o)) /* it was cut: now it may take the time and space the caller says */
        return astormer_run(s, a->queries[i]->query.sql, options, out, err);
    struct running running = {.seen = run, .max_rows = o.max_rows};
    enum status st = attempt(result_of, &running, &e);
    *out = running.result;
    return st == ST_OK ? ASTORMER_OK : error_out(err, &e);
}

void astormer_result_close(struct astormer_result *r)
{
    if (!r)
        return;
    arena_release(&r->arena);
    xfree(r);
}

int astormer_result_columns(const struct astormer_result *r)
{
    return r->n_columns;
}

const char *astormer_result_name(const struct astormer_result *r, int column)
{
    return column >= 0 && column < r->n_columns ? r->names[column] : NULL;
}

long astormer_result_rows(const struct astormer_result *r)
{
    return r->n_rows;
}

long astormer_result_total(const struct astormer_result *r)
{
    return r->total;
}

const struct astormer_cell *astormer_result_cell(const struct astormer_result *r, long row,
                                                 int column)
{
    bool there = row >= 0 && row < r->n_rows && column >= 0 && column < r->n_columns;
    return there ? &r->rows[row][column] : NULL;
}

double astormer_result_seconds(const struct astormer_result *r)
{
    return r->seconds;
}
