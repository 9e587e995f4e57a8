/* run.c - candidates run, once each, and what that showed. */
#include "infer/infer.h"

#include <ctype.h>
#include <limits.h>

enum {
    ROWS_LOOKED_AT = 50,         /* of a candidate that is not likely, and if rows are compared */
    ROWS_COMPARED = 1000,
    MAX_COMPARED_ROWS = 20000,   /* of one that is, if another is shown before it */
    MAX_KEPT_BYTES = 8 << 20,    /* of one candidate */
};
#define COUNT_SECONDS 0.25 /* rows beyond the kept ones are counted this long */

struct running {
    struct arena *arena; /* of what is kept */
    const struct infer_options *options;
    struct run_outcome *out;
    bool likely;   /* its rows are kept, and seen to the end */
    long max_rows; /* seen */
    double full;   /* when the last row was kept, 0 before */
    bool stopped;  /* by us */
};

/* ---- a glance at the result --------------------------------------------------------------------- */

enum {
    GLANCED_COLUMNS = 4,
    GLANCED_BYTES = 24, /* of a cell, or of a column's name */
    FEW_ROWS = 10,
};

/* A name people would read, not an expression. */
static bool is_plain_name(const char *name)
{
    for (const char *c = name; *c; c++)
        if (!isalnum((unsigned char)*c) && *c != '_' && *c != ' ')
            return false;
    return *name != '\0';
}

static void glance_at_cell(struct strbuf *out, const struct db_cell *cell)
{
    size_t n = MIN(cell->bytes.n, (size_t)GLANCED_BYTES);
    switch (cell->kind) {
    case DB_NULL:
        strbuf_puts(out, "null");
        break;
    case DB_INTEGER:
        strbuf_printf(out, "%lld", (long long)cell->integer);
        break;
    case DB_REAL:
        strbuf_printf(out, "%.6g", cell->real);
        break;
    case DB_TEXT: /* a character is not cut in two */
        while (n > 0 && n < cell->bytes.n && ((unsigned char)cell->bytes.s[n] & 0xC0) == 0x80)
            n--;
        strbuf_add(out, cell->bytes.s, n);
        break;
    case DB_BLOB:
        strbuf_puts(out, "bytes");
        break;
    }
}

static const char *glance(struct arena *arena, const struct db_rows *header,
                          const struct db_cell *cells, int n)
{
    struct strbuf out = strbuf_in(arena);
    for (int i = 0; i < MIN(n, GLANCED_COLUMNS); i++) {
        strbuf_puts(&out, i ? " , " : "");
        if (is_plain_name(header->names[i]))
            strbuf_printf(&out, "%.*s ", GLANCED_BYTES, header->names[i]);
        glance_at_cell(&out, &cells[i]);
    }
    strbuf_puts(&out, n > GLANCED_COLUMNS ? " , more" : "");
    return strbuf_text(&out);
}

const char *run_told(struct arena *arena, const struct run_outcome *run)
{
    if (run->state == RUN_NOT)
        return "";
    if (!run_works(run))
        return "fails";
    if (!run->first)
        return "no rows";
    const char *many = run->print.rows == 1 ? "one row" : run->print.rows <= FEW_ROWS ? "few rows"
                                                                                      : "many rows";
    return arena_printf(arena, "%s : %s", many, run->first);
}

/* ---- running ------------------------------------------------------------------------------------- */

static bool take_header(void *context, const char *const *names, int n)
{
    struct running *r = context;
    db_rows_header(r->arena, &r->out->rows, names, n);
    return true;
}

static bool cancelled(const struct running *r)
{
    return r->options->cancel && atomic_load(&r->options->cancel->requested);
}

/* Enough seen, this row not among it? */
static bool is_enough(const struct running *r)
{
    const struct run_outcome *o = r->out;
    if (o->print.rows >= r->max_rows || cancelled(r))
        return true;
    if (!r->likely)
        return o->any && r->options->keep_rows == 0 && !r->options->compare;
    return r->full > 0 && (o->print.rows & 255) == 0 && now_seconds() - r->full > COUNT_SECONDS;
}

static bool take_row(void *context, const struct db_cell *cells, int n)
{
    struct running *r = context;
    struct run_outcome *o = r->out;
    r->stopped = is_enough(r);
    if (r->stopped)
        return false;
    for (int i = 0; i < n; i++)
        o->any |= cells[i].kind != DB_NULL;
    if (o->print.rows == 0)
        o->first = glance(r->arena, &o->rows, cells, n);
    db_print_row(&o->print, cells, n);
    if (!r->likely || r->full > 0)
        return true;
    db_rows_add(r->arena, &o->rows, cells, n);
    if (o->rows.n_rows >= r->options->keep_rows || o->rows.bytes > MAX_KEPT_BYTES)
        r->full = now_seconds();
    return true;
}

static void run_one(struct running *r, struct db *db, const char *sql)
{
    struct run_outcome *o = r->out;
    struct db_limits limits = {.seconds = r->options->seconds, .cancel = r->options->cancel};
    struct db_sink sink = {take_header, take_row, r};
    struct db_outcome outcome = {0};
    double start = now_seconds();
    bool ended = db_query(db, sql, &limits, &sink, &outcome, &o->error) == ST_OK;
    o->seconds = now_seconds() - start;
    o->timed_out = outcome.timed_out;
    bool whole = ended && !r->stopped && !outcome.truncated;
    /* slow after its first rows is still running */
    o->state = whole ? RUN_ENDED : ended || o->any ? RUN_CUT : RUN_FAILED;
}

void candidates_run(struct arena *arena, struct db *db, const struct infer_options *options,
                    struct infer_candidate *candidates, int n)
{
    const struct infer_candidate *best = NULL; /* that works */
    int n_likely = 0;
    for (int i = 0; i < n; i++) {
        struct infer_candidate *c = &candidates[i];
        struct running r = {.arena = options->keep_in ? options->keep_in : arena,
                            .options = options, .out = &c->run};
        r.likely = options->keep_rows > 0 && n_likely < INFER_MAX_COMPARED &&
                   (!best || (options->compare && c->log_p > best->log_p - INFER_LIKELY));
        int few = options->compare ? ROWS_COMPARED : ROWS_LOOKED_AT;
        r.max_rows = !r.likely ? few : best ? MAX_COMPARED_ROWS : LONG_MAX;
        run_one(&r, db, c->sql);
        n_likely += r.likely && run_works(&c->run);
        if (!best && run_works(&c->run))
            best = c;
    }
}
