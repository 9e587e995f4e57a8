/* postgres.c - the PostgreSQL driver: connections, waiting, transactions.
 *
 * Every statement runs in a transaction of its own that the server has confirmed to be read-only
 * and limited in time, and that is rolled back.  While waiting we watch the clock and the cancel
 * flag, and cancel on the server; a server that does not react to that loses the connection. */
#include "db/postgres.h"

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

struct line { /* no arena: whoever has a message has a result or a connection in his hands */
    char text[400];
};

/* libpq's messages end in a line feed, and some have several lines. */
static const char *one_line(struct line *line, const char *message)
{
    char *text = line->text;
    snprintf(text, sizeof line->text, "%s", message ? message : "");
    size_t n = strlen(text);
    while (n > 0 && (text[n - 1] == '\n' || text[n - 1] == ' '))
        text[--n] = '\0';
    for (char *s = text; *s; s++)
        *s = *s == '\n' || *s == '\t' ? ' ' : *s;
    return text;
}

static enum status connect_failed(PGconn *conn, struct error *err)
{
    struct line line;
    if (!conn)
        return fail(err, ST_MEMORY, "out of memory");
    if (pq.connectionNeedsPassword(conn))
        return fail(err, ST_IO, "cannot connect to PostgreSQL: it wants a password; put it into "
                    "~/.pgpass or PGPASSWORD");
    return fail(err, ST_IO, "cannot connect to PostgreSQL: %s",
                one_line(&line, pq.errorMessage(conn)));
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
    char *out = xstrdup(text);
    arena_release(&scratch);
    return out;
}

static void pg_close(struct db *db)
{
    struct pg_db *p = (struct pg_db *)db;
    pq.finish(p->conn);
    xfree(p->conninfo);
    xfree(p->base.where);
    xfree(p);
}

/* Memory ran out: what the server thinks of the connection is not worth finding out. */
static void leave(void *context)
{
    pg_give_up(context);
}

void pg_clear(void *result)
{
    pq.clear(result);
}

static enum status pg_open(const char *where, struct db **out, struct error *err)
{
    if (pq_load(err) != ST_OK)
        return ST_IO;
    struct pg_db *p = xmalloc(sizeof *p);
    *p = (struct pg_db){.base = {.driver = &db_driver_postgres}, .conninfo = xstrdup(where)};
    enum status st = pg_connect(p, err);
    struct undo undo;
    undo_later(&undo, leave, p);
    if (st == ST_OK) {
        p->base.where = shown_place(p->conn);
        st = pg_begin(p, &db_default_limits, err); /* refuses a server that cannot be limited */
        pg_end(p);
    }
    undo_forget(&undo);
    if (st != ST_OK) {
        pg_close(&p->base);
        return st;
    }
    *out = &p->base;
    return ST_OK;
}

/* ---- waiting --------------------------------------------------------------------------------- */

void pg_give_up(struct pg_db *p)
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
void pg_forget_received(struct pg_db *p)
{
    p->incoming = p->incoming_start = p->conn ? received(pq.socket(p->conn), 0) : 0;
}

/* Until a result can be had without blocking, or stop says so. */
enum status pg_wait_result(struct pg_db *p, const struct db_stop *stop, struct error *err)
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
void pg_interrupt(struct pg_db *p)
{
    pthread_t thread;
    bool asked = request_cancel(p, &thread), ended = false;
    struct db_stop soon = {.deadline = now_seconds() + DRAIN_SECONDS};
    p->max_incoming = UINT64_MAX;
    while (!ended && pg_wait_result(p, &soon, NULL) == ST_OK) {
        PGresult *r = pq.getResult(p->conn);
        ended = !r;
        pq.clear(r);
    }
    bool delivered = !asked || cancel_delivered(thread);
    if (!ended || !delivered)
        pg_give_up(p);
}

/* ---- errors ---------------------------------------------------------------------------------- */

enum status pg_result_failed(const PGresult *r, struct error *err)
{
    struct line line;
    const char *state = pq.resultErrorField(r, PG_DIAG_SQLSTATE);
    const char *message =
        one_line(&line, pq.resultErrorField(r, PG_DIAG_MESSAGE_PRIMARY)
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
    return st;
}

/* Reads on to the end of what was sent; keeps the first failure, else the last result. */
static enum status last_result(struct pg_db *p, PGresult **out, struct error *err)
{
    *out = NULL;
    enum status st = ST_OK;
    for (;;) {
        enum status waited = pg_wait_result(p, &p->stop, err);
        if (waited == ST_LIMIT || waited == ST_DECLINED)
            pg_interrupt(p);
        else if (waited != ST_OK)
            pg_give_up(p);
        if (waited != ST_OK) {
            st = waited;
            break;
        }
        PGresult *r = pq.getResult(p->conn);
        if (!r)
            break;
        ExecStatusType status = pq.resultStatus(r);
        if (st == ST_OK && status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK)
            st = pg_result_failed(r, err);
        pq.clear(*out);
        *out = r;
        if (status == PGRES_COPY_IN || status == PGRES_COPY_OUT || status == PGRES_COPY_BOTH) {
            pg_give_up(p); /* cannot happen: no COPY gets this far */
            break;
        }
    }
    if (st != ST_OK) {
        pq.clear(*out);
        *out = NULL;
    }
    return st;
}

enum status pg_send_failed(struct pg_db *p, struct error *err)
{
    pg_give_up(p);
    return fail(err, ST_IO, "the connection to PostgreSQL was lost");
}

enum status pg_exec(struct pg_db *p, const char *sql, const char *const *params, int n_params,
                    PGresult **out, struct error *err)
{
    *out = NULL;
    if (!p->conn || !pq.sendQueryParams(p->conn, sql, n_params, NULL, params, NULL, NULL, 0))
        return pg_send_failed(p, err);
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
    enum status st = pq.sendQuery(p->conn, sql) ? last_result(p, &r, err) : pg_send_failed(p, err);
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
    undo_later(&p->undo, leave, p);
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
    undo_forget(&p->undo);
    if (!p->conn)
        return;
    struct db_stop stop = p->stop;
    PGresult *r;
    p->stop = (struct db_stop){.deadline = now_seconds() + ROLLBACK_SECONDS};
    if (pg_exec(p, "ROLLBACK", NULL, 0, &r, NULL) != ST_OK && p->conn)
        pg_give_up(p);
    pq.clear(r);
    p->stop = stop;
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
    .shape = pg_shape,
};
