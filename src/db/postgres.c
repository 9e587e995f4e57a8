/* postgres.c - the PostgreSQL driver: connections, guarded queries.
 *
 * Every statement runs in a transaction of its own that the server has confirmed to be read-only
 * and limited in time, and that is rolled back.  A query is declared as a cursor, which only a
 * SELECT (or VALUES, TABLE) can be, through the extended protocol, which takes one statement
 * only, and its rows are fetched in small portions, one row at a time in memory.  While waiting we
 * watch the clock and the cancel flag, and cancel on the server; a server that does not react to
 * that loses the connection. */
#include "db/postgres.h"

#include <errno.h>
#include <linux/tcp.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <sys/ioctl.h>
#include <sys/socket.h>

#define SCAN_SECONDS 3600      /* for statements without a limit: there is always one */
#define POLL_SECONDS 0.05      /* how often the cancel flag is looked at */
#define DRAIN_SECONDS 0.08     /* what a cancelled statement gets to end in */
#define ROLLBACK_SECONDS 2
#define OLDEST_SERVER 120000

/* ---- opening --------------------------------------------------------------------------------- */

static bool pg_claims(const char *where)
{
    return strncmp(where, "postgresql://", 13) == 0 || strncmp(where, "postgres://", 11) == 0;
}

static void ignore_notice(void *context, const char *message)
{
    (void)context, (void)message;
}

/* libpq's messages end in a line feed, and some have several lines. */
static const char *one_line(struct arena *arena, const char *message)
{
    char *text = arena_strdup(arena, message ? message : "");
    size_t n = strlen(text);
    while (n > 0 && (text[n - 1] == '\n' || text[n - 1] == ' '))
        text[--n] = '\0';
    for (char *s = text; *s; s++)
        *s = *s == '\n' || *s == '\t' ? ' ' : *s;
    return text;
}

static enum status connect_failed(PGconn *conn, struct error *err)
{
    struct arena scratch = {0};
    const char *message = conn ? one_line(&scratch, pq.errorMessage(conn)) : "out of memory";
    enum status st =
        conn && pq.connectionNeedsPassword(conn)
            ? fail(err, ST_IO, "cannot connect to PostgreSQL: it wants a password; put it into "
                               "~/.pgpass or PGPASSWORD")
            : fail(err, ST_IO, "cannot connect to PostgreSQL: %s", message);
    arena_release(&scratch);
    return st;
}

static enum status pg_connect(struct pg_db *p, struct error *err)
{
    /* what stands before dbname is a default that the URI may change, what follows is forced */
    const char *keys[] = {"connect_timeout", "tcp_user_timeout", "fallback_application_name",
                          "dbname", "client_encoding", NULL};
    const char *values[] = {getenv("PGCONNECT_TIMEOUT") ? NULL : "10", "10000", "astormer",
                            p->conninfo, "UTF8", NULL};
    PGconn *conn = pq.connectdbParams(keys, values, 1);
    enum status st = ST_OK;
    if (!conn || pq.status(conn) != CONNECTION_OK)
        st = connect_failed(conn, err);
    else if (pq.serverVersion(conn) < OLDEST_SERVER)
        st = fail(err, ST_UNSUPPORTED, "the server runs PostgreSQL %d; 12 or newer is needed",
                  pq.serverVersion(conn) / 10000);
    if (st != ST_OK) {
        pq.finish(conn);
        return st;
    }
    pq.setNoticeProcessor(conn, ignore_notice, NULL);
    p->conn = conn;
    return ST_OK;
}

/* The URI of where we are, for people: no password, no options. */
static char *shown_place(PGconn *conn)
{
    struct arena scratch = {0};
    const char *host = pq.host(conn), *user = pq.user(conn), *port = pq.port(conn);
    bool socket = !host || !*host || *host == '/';
    char *text = arena_printf(&scratch, "postgresql://%s%s%s%s%s/%s", user ? user : "",
                              user ? "@" : "", socket ? "localhost" : host,
                              port && *port ? ":" : "", port ? port : "", pq.db(conn));
    char *out = strdup(text);
    CHECK(out);
    arena_release(&scratch);
    return out;
}

static void pg_close(struct db *db)
{
    struct pg_db *p = (struct pg_db *)db;
    pq.finish(p->conn);
    free(p->conninfo);
    free(p->base.where);
    free(p);
}

static enum status pg_open(const char *where, struct db **out, struct error *err)
{
    if (pq_load(err) != ST_OK)
        return ST_IO;
    struct pg_db *p = xmalloc(sizeof *p);
    *p = (struct pg_db){.base = {.driver = &db_driver_postgres}, .conninfo = strdup(where)};
    CHECK(p->conninfo);
    enum status st = pg_connect(p, err);
    if (st == ST_OK) {
        p->base.where = shown_place(p->conn);
        st = pg_begin(p, &db_default_limits, err); /* refuses a server that cannot be limited */
        pg_end(p);
    }
    if (st != ST_OK) {
        pg_close(&p->base);
        return st;
    }
    *out = &p->base;
    return ST_OK;
}

/* ---- waiting --------------------------------------------------------------------------------- */

static void give_up_connection(struct pg_db *p)
{
    pq.finish(p->conn);
    p->conn = NULL;
}

/* Bytes that came in on a connection: TCP counts them; of a local socket, what waits each time we
 * look is added up, which may miss some. */
static uint64_t received(int fd, uint64_t so_far)
{
    struct tcp_info info = {0};
    socklen_t n = sizeof info;
    int waiting = 0;
    if (getsockopt(fd, IPPROTO_TCP, TCP_INFO, &info, &n) == 0 &&
        n >= offsetof(struct tcp_info, tcpi_bytes_received) + sizeof info.tcpi_bytes_received)
        return info.tcpi_bytes_received;
    return ioctl(fd, FIONREAD, &waiting) == 0 ? so_far + (uint64_t)MAX(waiting, 0) : so_far;
}

/* What has come in so far is not counted against the next row. */
static void forget_received(struct pg_db *p)
{
    p->incoming = p->incoming_start = p->conn ? received(pq.socket(p->conn), 0) : 0;
}

/* Until a result can be had without blocking, or stop says so. */
static enum status wait_result(struct pg_db *p, const struct db_stop *stop, struct error *err)
{
    for (;;) {
        int unsent = pq.flush(p->conn);
        if (unsent == 0 && !pq.isBusy(p->conn))
            return ST_OK;
        if (db_stop_now(stop))
            return ST_LIMIT;
        double left = stop->deadline > 0 ? stop->deadline - now_seconds() : POLL_SECONDS;
        struct pollfd fd = {.fd = pq.socket(p->conn),
                            .events = (short)(POLLIN | (unsent ? POLLOUT : 0))};
        int ready = poll(&fd, 1, 1 + (int)(MIN(MAX(left, 0), POLL_SECONDS) * 1000));
        if (ready <= 0)
            continue; /* a signal, or time to look at the flag */
        p->incoming = received(fd.fd, p->incoming);
        if (p->incoming - p->incoming_start > p->max_incoming)
            return ST_DECLINED;
        if (!pq.consumeInput(p->conn))
            return fail(err, ST_IO, "the connection to PostgreSQL was lost");
    }
}

static void *send_cancel(void *cancel)
{
    char message[256];
    pq.cancel(cancel, message, sizeof message);
    pq.freeCancel(cancel);
    return NULL;
}

/* The request goes over a second connection, which to a server that is gone takes minutes to fail:
 * a thread waits for that, not we. */
static bool request_cancel(struct pg_db *p, pthread_t *thread)
{
    PGcancel *cancel = pq.getCancel(p->conn);
    if (cancel && pthread_create(thread, NULL, send_cancel, cancel) == 0)
        return true;
    pq.freeCancel(cancel);
    return false;
}

/* Has the request been delivered?  One still under way would hit the next statement. */
static bool cancel_delivered(pthread_t thread)
{
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += (long)(DRAIN_SECONDS * 1e9);
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    if (pthread_timedjoin_np(thread, NULL, &until) == 0)
        return true;
    pthread_detach(thread);
    return false;
}

/* Asks the server to stop, and gives the connection up if it does not. */
static void interrupt(struct pg_db *p)
{
    pthread_t thread;
    bool asked = request_cancel(p, &thread), ended = false;
    struct db_stop soon = {.deadline = now_seconds() + DRAIN_SECONDS};
    p->max_incoming = UINT64_MAX;
    while (!ended && wait_result(p, &soon, NULL) == ST_OK) {
        PGresult *r = pq.getResult(p->conn);
        ended = !r;
        pq.clear(r);
    }
    bool delivered = !asked || cancel_delivered(thread);
    if (!ended || !delivered)
        give_up_connection(p);
}

/* ---- errors ---------------------------------------------------------------------------------- */

static enum status result_failed(const PGresult *r, struct error *err)
{
    struct arena scratch = {0};
    const char *state = pq.resultErrorField(r, PG_DIAG_SQLSTATE);
    const char *message =
        one_line(&scratch, pq.resultErrorField(r, PG_DIAG_MESSAGE_PRIMARY)
                               ? pq.resultErrorField(r, PG_DIAG_MESSAGE_PRIMARY)
                               : pq.resultErrorMessage(r));
    state = state ? state : "";
    enum status st;
    if (strcmp(state, "57014") == 0) /* query_canceled: by us or by statement_timeout */
        st = ST_LIMIT;
    else if (strcmp(state, "25006") == 0 || strcmp(state, "42P11") == 0 ||
             strcmp(state, "0A000") == 0) /* read-only; no query for a cursor; not in a cursor */
        st = fail(err, ST_USAGE, "refused: %s", message);
    else if (!*state || strncmp(state, "08", 2) == 0 || strncmp(state, "57P", 3) == 0)
        st = fail(err, ST_IO, "PostgreSQL: %s", message);
    else
        st = fail(err, ST_INPUT, "query failed: %s", message);
    arena_release(&scratch);
    return st;
}

/* Reads on to the end of what was sent; keeps the first failure, else the last result. */
static enum status last_result(struct pg_db *p, PGresult **out, struct error *err)
{
    *out = NULL;
    enum status st = ST_OK;
    for (;;) {
        enum status waited = wait_result(p, &p->stop, err);
        if (waited == ST_LIMIT || waited == ST_DECLINED)
            interrupt(p);
        else if (waited != ST_OK)
            give_up_connection(p);
        if (waited != ST_OK) {
            st = waited;
            break;
        }
        PGresult *r = pq.getResult(p->conn);
        if (!r)
            break;
        ExecStatusType status = pq.resultStatus(r);
        if (st == ST_OK && status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK)
            st = result_failed(r, err);
        pq.clear(*out);
        *out = r;
        if (status == PGRES_COPY_IN || status == PGRES_COPY_OUT || status == PGRES_COPY_BOTH) {
            give_up_connection(p); /* cannot happen: no COPY gets this far */
            break;
        }
    }
    if (st != ST_OK) {
        pq.clear(*out);
        *out = NULL;
    }
    return st;
}

static enum status send_failed(struct pg_db *p, struct error *err)
{
    give_up_connection(p);
    return fail(err, ST_IO, "the connection to PostgreSQL was lost");
}

enum status pg_exec(struct pg_db *p, const char *sql, const char *const *params, int n_params,
                    PGresult **out, struct error *err)
{
    *out = NULL;
    if (!p->conn || !pq.sendQueryParams(p->conn, sql, n_params, NULL, params, NULL, NULL, 0))
        return send_failed(p, err);
    return last_result(p, out, err);
}

/* ---- transactions ---------------------------------------------------------------------------- */

static enum status begin_once(struct pg_db *p, long milliseconds, bool *lost, struct error *err)
{
    struct arena scratch = {0};
    /* the only text of several statements that is ever sent: ours, and numbers */
    char *sql = arena_printf(
        &scratch,
        "BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY; "
        "SET LOCAL statement_timeout = %ld; SET LOCAL lock_timeout = %ld; "
        "SET LOCAL max_parallel_workers_per_gather = 0; " /* one question, one core */
        "SET LOCAL idle_in_transaction_session_timeout = 60000; "
        "SET LOCAL standard_conforming_strings = on; SET LOCAL DateStyle = 'ISO, YMD'; "
        "SET LOCAL IntervalStyle = 'postgres'; SET LOCAL bytea_output = 'hex'; "
        "SET LOCAL extra_float_digits = 1; SET LOCAL client_min_messages = error; "
        "SET LOCAL cursor_tuple_fraction = 1; "
        "SELECT pg_catalog.current_setting('transaction_read_only'), "
        "pg_catalog.current_setting('standard_conforming_strings'), "
        "(extract(epoch FROM pg_catalog.current_setting('statement_timeout')::interval) * 1000)"
        "::bigint",
        milliseconds, MIN(milliseconds, 5000));
    PGresult *r = NULL;
    enum status st = pq.sendQuery(p->conn, sql) ? last_result(p, &r, err) : send_failed(p, err);
    *lost = st == ST_IO;
    if (st == ST_OK &&
        (pq.ntuples(r) != 1 || pq.nfields(r) != 3 || strcmp(pq.getvalue(r, 0, 0), "on") != 0 ||
         strcmp(pq.getvalue(r, 0, 1), "on") != 0 || atol(pq.getvalue(r, 0, 2)) != milliseconds ||
         pq.transactionStatus(p->conn) != PQTRANS_INTRANS))
        st = fail(err, ST_UNSUPPORTED, "refused: this server does not confirm a read-only "
                                       "transaction with a time limit");
    pq.clear(r);
    arena_release(&scratch);
    return st;
}

enum status pg_begin(struct pg_db *p, const struct db_limits *limits, struct error *err)
{
    double seconds = limits->seconds > 0 ? MIN(limits->seconds, 1e6) : SCAN_SECONDS;
    p->stop = db_stop_of(limits);
    p->max_incoming = UINT64_MAX;
    for (int attempt = 0;; attempt++) {
        bool fresh = !p->conn, lost = false;
        enum status st = fresh ? pg_connect(p, err) : ST_OK;
        if (st == ST_OK)
            st = begin_once(p, MAX((long)(seconds * 1000), 1), &lost, err);
        /* a connection that was idle may have died since; a fresh one may not */
        if (st == ST_OK || !lost || fresh || attempt > 0)
            return st;
    }
}

void pg_end(struct pg_db *p)
{
    if (!p->conn)
        return;
    struct db_stop stop = p->stop;
    PGresult *r;
    p->stop = (struct db_stop){.deadline = now_seconds() + ROLLBACK_SECONDS};
    if (pg_exec(p, "ROLLBACK", NULL, 0, &r, NULL) != ST_OK && p->conn)
        give_up_connection(p);
    pq.clear(r);
    p->stop = stop;
}

/* ---- cells ----------------------------------------------------------------------------------- */

enum { /* of pg_type, fixed for ever */
    OID_BOOL = 16, OID_BYTEA = 17, OID_INT8 = 20, OID_INT2 = 21, OID_INT4 = 23, OID_OID = 26,
    OID_FLOAT4 = 700, OID_FLOAT8 = 701, OID_BPCHAR = 1042, OID_NUMERIC = 1700,
};

/* A numeric becomes what SQLite would have stored.  One of declared scale with more digits than
 * a double holds is an amount somebody counts on: it stays text. */
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
        return;
    }
    cell->kind = scaled && digits > 15 ? DB_TEXT : DB_REAL;
    cell->real = strtod(s, NULL);
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
    free(names);
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
    forget_received(p);
    if (!pq.sendQueryParams(p->conn, sql, 0, NULL, NULL, NULL, NULL, 0))
        return send_failed(p, err);
    pq.setSingleRowMode(p->conn);
    enum status st = ST_OK;
    for (;;) {
        enum status waited = wait_result(p, &p->stop, err);
        if (waited == ST_LIMIT || waited == ST_DECLINED)
            interrupt(p);
        else if (waited != ST_OK)
            give_up_connection(p);
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
            st = result_failed(r, err);
        else if (!f->headed)
            take_header(f, r);
        if (status == PGRES_SINGLE_TUPLE && row_bytes(r) > 2 * (size_t)DB_MAX_CELL) {
            st = row_too_large(err); /* not all of it was seen coming: received() */
            f->more = false;
        }
        if (status == PGRES_SINGLE_TUPLE && ++*n && f->more)
            take_row(f, r);
        pq.clear(r);
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
    free(declare);
    pq.clear(r);
    if (st != ST_OK || !sink)
        return st;
    if (!limits->any_cell)
        p->max_incoming = 2 * (size_t)DB_MAX_CELL + (1 << 20); /* bytea comes as hex digits */
    struct fetch f = {.p = p, .limits = limits, .sink = sink, .outcome = outcome, .more = true};
    st = fetch_all(&f, err);
    free(f.cells);
    return st;
}

static enum status pg_query(struct db *db, const char *sql, const struct db_limits *limits,
                            const struct db_sink *sink, struct db_outcome *outcome,
                            struct error *err)
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

const struct db_driver db_driver_postgres = {
    .name = "PostgreSQL",
    .dialect = SQL_POSTGRES,
    .distinct_scans = true,
    .claims = pg_claims,
    .open = pg_open,
    .close = pg_close,
    .query = pg_query,
    .list = pg_list,
    .read_schema = pg_read_schema,
    .stamp = pg_stamp,
};
