/* isolated.c - the driver of a SQLite file that another process reads for us.
 *
 * Statements, scans of our own and the reading of the schema all go to a worker (worker.c), which
 * has the guard of sqlite.c; here only what it says is checked, and its time kept: at the deadline
 * the worker stops its query by itself, and if it is not heard of soon after, it is killed.  So no
 * statement and no file, however hostile, can hold this process up, fill its memory or crash it. */
#include "db/worker_pool.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define DEFAULT_MEMORY ((size_t)512 << 20)
#define SCHEMA_SECONDS 20.0

struct isolated_db {
    struct db base;
    struct worker_pool *pool;
};

/* ---- one request ----------------------------------------------------------------------------- */

struct asking {
    struct isolated_db *db;
    struct worker *worker;
    struct worker_wait wait;
    struct db_stop stop;
    const struct db_limits *limits;
    const struct db_sink *sink;
    struct db_outcome *outcome;
    struct arena arena;
    struct db_cell *cells;
    int n_columns;      /* 0: the header has not come */
    int n_announced;    /* columns the sink was told of, by this worker or one that was lost */
    size_t bytes;       /* of cells handed on */
    struct strbuf rest; /* of DATA, from the first row that is not whole */
    bool enough;        /* the sink wants no more: the rest is read to keep the worker */
    bool odd;           /* the worker broke the rules */
};

static bool take_header(struct asking *a, struct wire_reader *body)
{
    size_t n = wire_get_u32(body);
    if (a->n_columns > 0 || n < 1 || n > WIRE_COLUMNS_MAX || body->bad)
        return false;
    const char **names = ARENA_ARRAY(&a->arena, const char *, n);
    for (size_t i = 0; i < n; i++) {
        names[i] = wire_get_text(&a->arena, body);
        names[i] = names[i] ? names[i] : "";
    }
    if (body->bad || body->n > 0 || (a->n_announced && a->n_announced != (int)n))
        return false;
    bool again = a->n_announced > 0;
    a->n_columns = a->n_announced = (int)n;
    a->cells = ARENA_ARRAY(&a->arena, struct db_cell, n);
    if (!again && a->sink && a->sink->header && !a->sink->header(a->sink->context, names, (int)n))
        a->enough = true;
    return true;
}

/* The limits hold here too, whatever the worker sends. */
static void hand_on(struct asking *a)
{
    for (int i = 0; i < a->n_columns; i++)
        a->bytes += a->cells[i].bytes.n;
    if ((a->limits->max_rows && a->outcome->rows >= a->limits->max_rows) ||
        (a->limits->max_bytes && a->bytes > a->limits->max_bytes)) {
        a->outcome->truncated = true;
        a->enough = true;
        return;
    }
    a->outcome->rows++;
    a->enough = !a->sink->row(a->sink->context, a->cells, a->n_columns);
}

static bool take_rows(struct asking *a, struct wire_reader *body)
{
    if (a->n_columns == 0 || !a->sink)
        return false;
    if (a->enough)
        return true;
    bool joined = a->rest.n > 0;
    if (joined)
        strbuf_add(&a->rest, body->s, body->n);
    struct wire_reader r = joined ? (struct wire_reader){.s = a->rest.s, .n = a->rest.n} : *body;
    while (!a->enough && wire_get_row(&r, a->cells, a->n_columns))
        hand_on(a);
    if (r.bad || a->rest.overflow)
        return false;
    if (a->enough) {
        worker_interrupt(a->worker);
        a->rest.n = 0;
        return true;
    }
    if (joined) {
        memmove(a->rest.s, r.s, r.n);
        a->rest.n = r.n;
    } else {
        strbuf_add(&a->rest, r.s, r.n);
    }
    return true;
}

/* The worker is lost: because it was late, or because it ended or broke the rules. */
static enum status lost(struct asking *a, enum worker_heard heard, int *signal_of, struct error *err)
{
    if (heard == WORKER_GONE && !a->odd)
        worker_await_death(a->worker, &a->stop);
    int status = worker_kill(a->db->pool, a->worker);
    a->worker = NULL;
    *signal_of = status != -1 && WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    if (heard == WORKER_LATE || db_stop_now(&a->stop)) {
        worker_lost(a->db->pool);
        return db_stopped(&a->stop, a->limits, a->outcome, err);
    }
    if (a->odd)
        return fail(err, ST_IO, "the process that runs queries does not keep to the rules");
    if (*signal_of == SIGABRT || *signal_of == SIGXCPU)
        return fail(err, ST_LIMIT, "the query took more memory or time than a query may");
    return fail(err, ST_IO, "the process that runs queries ended (signal %d)", *signal_of);
}

static enum status ended(struct asking *a, const struct wire_end *end, struct error *err)
{
    bool complete = end->status == ST_OK || end->status == ST_USAGE || end->status == ST_INPUT ||
                    end->status == ST_LIMIT || end->status == ST_UNSUPPORTED;
    if (complete)
        worker_give_back(a->db->pool, a->worker);
    else /* what it cannot open or read now, another may */
        worker_kill(a->db->pool, a->worker);
    a->worker = NULL;
    if (a->enough)
        return ST_OK;
    if (a->sink && a->rest.n > 0)
        return fail(err, ST_IO, "the process that runs queries sent half a row");
    a->outcome->truncated |= end->outcome.truncated;
    a->outcome->timed_out = end->outcome.timed_out;
    a->outcome->cancelled = end->outcome.cancelled;
    if (end->status == ST_LIMIT && (end->outcome.timed_out || end->outcome.cancelled))
        return db_stopped(&a->stop, a->limits, a->outcome, err);
    return end->status == ST_OK ? ST_OK : fail(err, end->status, "%s", end->err.message);
}

/* Reads frames until the end; what DATA is made of is for the caller. */
static enum status hear(struct asking *a, bool (*take_data)(struct asking *, struct wire_reader *),
                          int *signal_of, struct error *err)
{
    for (;;) {
        enum wire_kind kind;
        struct wire_reader body;
        struct wire_end end;
        enum worker_heard heard = worker_receive(a->worker, &a->wait, &kind, &body);
        if (heard != WORKER_HEARD)
            return a->enough ? (lost(a, heard, signal_of, err), ST_OK)
                             : lost(a, heard, signal_of, err);
        if (kind == WIRE_END && wire_get_end(&body, &end))
            return ended(a, &end, err);
        if (!(kind == WIRE_HEADER && take_header(a, &body)) &&
            !(kind == WIRE_DATA && take_data(a, &body))) {
            a->odd = true;
            return lost(a, WORKER_GONE, signal_of, err);
        }
    }
}

/* A worker that lay idle may have been killed in the meantime, and one that was killed by somebody
 * else, or met a file that had to be opened anew, says nothing of the query: then, once, another is
 * asked, unless rows were handed on. */
static enum status ask(struct asking *a, enum wire_kind kind, const struct strbuf *request,
                       bool (*take_data)(struct asking *, struct wire_reader *), struct error *err)
{
    enum status st = ST_OK;
    for (int attempt = 0; attempt < 2; attempt++) {
        struct error reason = {0};
        int signal_of = 0;
        st = worker_take(a->db->pool, attempt > 0, &a->stop, &a->worker, err);
        if (st == ST_LIMIT && db_stop_now(&a->stop)) {
            worker_lost(a->db->pool); /* it takes long to start one: have a spare from now on */
            return db_stopped(&a->stop, a->limits, a->outcome, err);
        }
        if (st != ST_OK)
            return st;
        bool fresh = a->worker->fresh;
        a->wait = (struct worker_wait){.deadline = a->stop.deadline, .cancel = a->stop.cancel};
        enum worker_heard heard = worker_send(a->worker, kind, request, &a->wait);
        worker_spare(a->db->pool);
        st = heard == WORKER_HEARD ? hear(a, take_data, &signal_of, &reason)
                                   : lost(a, heard, &signal_of, &reason);
        if (st != ST_OK && err)
            *err = reason;
        bool again = st == ST_IO && !a->odd && a->outcome->rows == 0 &&
                     (!fresh || signal_of == SIGKILL) && !db_stop_now(&a->stop) &&
                     signal_of != SIGSEGV && signal_of != SIGBUS;
        if (!again)
            break;
        a->rest.n = 0;
        a->n_columns = 0;
    }
    return st;
}

/* Memory ran out here: the worker is in the middle of an answer nobody will hear. */
static void leave(void *context)
{
    struct asking *a = context;
    if (a->worker)
        worker_kill(a->db->pool, a->worker);
}

/* ---- the driver ------------------------------------------------------------------------------ */

static enum status isolated_query(struct db *db, const char *sql, const struct db_limits *limits,
                                  const struct db_sink *sink, struct db_outcome *outcome,
                                  struct error *err)
{
    struct asking a = {.db = (struct isolated_db *)db, .stop = db_stop_of(limits),
                       .limits = limits, .sink = sink, .outcome = outcome};
    struct undo undo;
    undo_later(&undo, leave, &a);
    a.rest = strbuf_in(&a.arena);
    struct strbuf request = strbuf_in(&a.arena);
    struct wire_query q = {.own = db->own_query, .prepare_only = !sink,
                           .any_cell = limits->any_cell, .seconds = limits->seconds,
                           .max_rows = limits->max_rows, .max_bytes = (int64_t)limits->max_bytes,
                           .sql = sql};
    wire_put_query(&request, &q);
    enum status st = ask(&a, WIRE_QUERY, &request, take_rows, err);
    undo_forget(&undo);
    arena_release(&a.arena);
    return st;
}

static bool take_schema(struct asking *a, struct wire_reader *body)
{
    strbuf_add(&a->rest, body->s, body->n);
    return !a->rest.overflow && a->n_columns == 0;
}

static enum status isolated_read_schema(struct arena *arena, struct db *db, struct schema *out,
                                        struct error *err)
{
    static const struct db_limits limits = {.seconds = SCHEMA_SECONDS};
    struct db_outcome outcome = {0};
    struct asking a = {.db = (struct isolated_db *)db, .stop = db_stop_of(&limits),
                       .limits = &limits, .outcome = &outcome};
    struct undo undo;
    undo_later(&undo, leave, &a);
    struct strbuf nothing = strbuf_in(&a.arena), text;
    a.rest = strbuf_in(&a.arena);
    enum status st = ask(&a, WIRE_SCHEMA, &nothing, take_schema, err);
    undo_forget(&undo);
    text = a.rest;
    struct wire_reader r = {.s = text.s, .n = text.n};
    if (st == ST_OK && !wire_get_schema(arena, &r, out))
        st = fail(err, ST_IO, "the process that reads '%s' sent no schema", db->where);
    else if (outcome.timed_out)
        st = fail(err, ST_LIMIT, "reading the schema of '%s' took longer than %g s", db->where,
                  SCHEMA_SECONDS);
    arena_release(&a.arena);
    return st;
}

static void isolated_close(struct db *db)
{
    struct isolated_db *i = (struct isolated_db *)db;
    worker_pool_close(i->pool);
    xfree(db->where);
    xfree(i);
}

static const struct db_driver driver_isolated = {
    .name = "SQLite",
    .dialect = SQL_SQLITE,
    .close = isolated_close,
    .query = isolated_query,
    .read_schema = isolated_read_schema,
    .stamp = sqlite_stamp,
    .shape = sqlite_shape,
};

static void close_pool(void *pool)
{
    worker_pool_close(pool);
}

enum status isolated_open(const char *where, const struct db_options *options, struct db **out,
                          struct error *err)
{
    struct isolated_db *db = xmalloc(sizeof *db);
    *db = (struct isolated_db){.base = {.driver = &driver_isolated, .where = xstrdup(where)}};
    struct db_options o = *options;
    o.memory = o.memory ? o.memory : DEFAULT_MEMORY;
    db->pool = worker_pool_open(where, &o);
    *out = &db->base;
    struct undo undo;
    undo_later(&undo, close_pool, db->pool);
    struct worker *worker = NULL;
    enum status st = o.lazy ? worker_start_ahead(db->pool, err)
                            : worker_take(db->pool, false, NULL, &worker, err);
    if (worker)
        worker_give_back(db->pool, worker);
    undo_forget(&undo);
    return st;
}
