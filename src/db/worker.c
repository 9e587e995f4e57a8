/* worker.c - the process that runs untrusted SQL: one SQLite file, read-only, behind jail.c.
 *
 * Started by worker_pool.c as `astormer db-worker` with one end of a socketpair as descriptor
 * WIRE_FD and nothing else.  It opens one database, answers one request after the other, and ends
 * when the other side hangs up, when a query passes its deadline by more than a second, or when
 * somebody kills it; nothing it holds is worth keeping.  SIGUSR1 stops the query at work. */
#include "db/jail.h"
#include "db/wire.h"

#include <errno.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#define FLUSH_BYTES ((size_t)32 << 10)
#define FLUSH_SECONDS 0.02 /* a slow query's rows do not wait longer for company */
#define LATE_SECONDS 1.0   /* past a deadline, after which a process nobody watches ends */

static struct db_cancel stop_query;

static void on_stop(int unused)
{
    (void)unused;
    db_cancel_request(&stop_query);
}

/* ---- frames ---------------------------------------------------------------------------------- */

static void send_all(const char *s, size_t n)
{
    while (n > 0) {
        ssize_t done = send(WIRE_FD, s, n, MSG_NOSIGNAL);
        if (done < 0 && errno == EINTR)
            continue;
        if (done <= 0)
            _exit(0); /* whoever asked is gone */
        s += done;
        n -= (size_t)done;
    }
}

static void send_frame(enum wire_kind kind, const char *s, size_t n)
{
    char small[sizeof(struct wire_head) + 2048];
    struct wire_head head = {(uint32_t)n, kind};
    if (n <= sizeof small - sizeof head) { /* mostly: one call, one awakening */
        memcpy(small, &head, sizeof head);
        memcpy(small + sizeof head, s, n);
        send_all(small, sizeof head + n);
        return;
    }
    send_all((const char *)&head, sizeof head);
    send_all(s, n);
}

static void read_all(char *to, size_t n)
{
    while (n > 0) {
        ssize_t got = read(WIRE_FD, to, n);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            _exit(0);
        to += got;
        n -= (size_t)got;
    }
}

/* The next request, in the arena. */
static enum wire_kind receive(struct arena *arena, struct wire_reader *out)
{
    struct wire_head head;
    read_all((char *)&head, sizeof head);
    if (head.bytes > WIRE_REQUEST_MAX)
        _exit(1);
    char *s = arena_alloc(arena, head.bytes + 1, 8);
    read_all(s, head.bytes);
    *out = (struct wire_reader){.s = s, .n = head.bytes};
    return (enum wire_kind)head.kind;
}

/* ---- answers --------------------------------------------------------------------------------- */

struct answering {
    struct arena arena;
    struct strbuf out; /* of DATA not yet sent */
    double flushed;
    size_t cut;
    bool too_large;
};

static void flush(struct answering *a)
{
    for (size_t at = 0; at < a->out.n; at += WIRE_FRAME_MAX)
        send_frame(WIRE_DATA, a->out.s + at, MIN(a->out.n - at, WIRE_FRAME_MAX));
    a->out.n = 0;
    a->flushed = now_seconds();
}

static bool put_header(void *context, const char *const *names, int n)
{
    struct answering *a = context;
    struct strbuf b = strbuf_in(&a->arena);
    wire_put_u32(&b, (uint32_t)n);
    for (int i = 0; i < n; i++)
        wire_put_text(&b, names[i]);
    a->too_large = b.n > WIRE_FRAME_MAX || n > WIRE_COLUMNS_MAX;
    if (!a->too_large)
        send_frame(WIRE_HEADER, b.s, b.n);
    return !a->too_large;
}

/* A large text goes out from where it lies: it is not held twice. */
static void put_cell(struct answering *a, const struct db_cell *cell)
{
    struct slice rest = {cell->bytes.s, MIN(cell->bytes.n, a->cut)};
    if (rest.n <= FLUSH_BYTES) {
        wire_put_row(&a->out, cell, 1, a->cut);
        return;
    }
    wire_put_u8(&a->out, cell->kind);
    wire_put_u32(&a->out, (uint32_t)rest.n);
    flush(a);
    for (size_t at = 0; at < rest.n; at += WIRE_FRAME_MAX)
        send_frame(WIRE_DATA, rest.s + at, MIN(rest.n - at, WIRE_FRAME_MAX));
}

static bool put_row(void *context, const struct db_cell *cells, int n)
{
    struct answering *a = context;
    size_t bytes = 0;
    for (int i = 0; i < n; i++)
        bytes += MIN(cells[i].bytes.n, a->cut) + 16;
    a->too_large = bytes > WIRE_ROW_MAX;
    if (a->too_large)
        return false;
    for (int i = 0; i < n; i++)
        put_cell(a, &cells[i]);
    if (a->out.n >= FLUSH_BYTES || now_seconds() - a->flushed > FLUSH_SECONDS)
        flush(a);
    return true;
}

static void send_end(struct answering *a, const struct wire_end *end)
{
    struct strbuf b = strbuf_in(&a->arena);
    flush(a);
    wire_put_end(&b, end);
    send_frame(WIRE_END, b.s, b.n);
}

static void answer_query(struct db *db, struct wire_reader *request)
{
    struct answering a = {.cut = SIZE_MAX, .flushed = now_seconds()};
    struct wire_query q;
    struct wire_end end = {0};
    a.out = strbuf_in(&a.arena);
    if (!wire_get_query(&a.arena, request, &q))
        _exit(1);
    if (q.any_cell)
        a.cut = WIRE_SCAN_CELL;
    struct db_limits limits = {.max_rows = q.max_rows, .max_bytes = (size_t)q.max_bytes,
                               .seconds = q.seconds, .cancel = &stop_query,
                               .any_cell = q.any_cell};
    struct db_sink sink = {put_header, put_row, &a};
    jail_alarm(q.seconds > 0 ? q.seconds + LATE_SECONDS : 0);
    if (q.prepare_only)
        end.status = db_prepare(db, q.sql, &end.err);
    else
        end.status = (q.own ? db_query_own : db_query)(db, q.sql, &limits, &sink, &end.outcome,
                                                       &end.err);
    jail_alarm(0);
    if (a.too_large)
        end.status = fail(&end.err, ST_LIMIT, "the result has a row of more than %d MB, or names as "
                          "long as that",
                          (int)(WIRE_ROW_MAX >> 20));
    send_end(&a, &end);
    arena_release(&a.arena);
}

static void answer_schema(struct db *db)
{
    struct answering a = {0};
    struct wire_end end = {0};
    struct schema schema;
    a.out = strbuf_in(&a.arena);
    end.status = db->driver->read_schema(&a.arena, db, &schema, &end.err);
    if (end.status == ST_OK)
        wire_put_schema(&a.out, &schema);
    if (a.out.overflow) {
        a.out.n = 0;
        end.status = fail(&end.err, ST_LIMIT, "the schema takes more than %d MB",
                          (int)(WIRE_ROW_MAX >> 20));
    }
    send_end(&a, &end);
    arena_release(&a.arena);
}

/* ---- opening, and the loop ------------------------------------------------------------------- */

static struct db *answer_open(void)
{
    struct answering a = {0};
    struct wire_reader request;
    struct wire_open o;
    struct wire_end end = {0};
    struct db *db = NULL;
    a.out = strbuf_in(&a.arena);
    if (receive(&a.arena, &request) != WIRE_OPEN || !wire_get_open(&a.arena, &request, &o))
        _exit(1);
    jail_limits(o.memory);
    sqlite3_hard_heap_limit64((sqlite3_int64)o.memory);
    jail_filter_opening();
    o.options.memory = o.memory;
    end.status = db_open_with(o.where, &o.options, &db, &end.err);
    if (end.status == ST_OK) { /* what would be sorted in files must be sorted in memory */
        struct sqlite_db *s = (struct sqlite_db *)db;
        sqlite3_exec(s->handle, "PRAGMA temp_store=MEMORY", NULL, NULL, NULL);
        char seed;
        sqlite3_randomness(1, &seed); /* files that cannot be read later: /dev/urandom, */
        tzset();                      /* and the time zone's */
        jail_filter_running();
    }
    send_end(&a, &end);
    arena_release(&a.arena);
    return db;
}

static void set_signals(void)
{
    static const int ignored[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE, SIGXFSZ};
    for (int i = 0; i < COUNT_OF(ignored); i++) /* ends when the other side does, not before */
        signal(ignored[i], SIG_IGN);
    struct sigaction stop = {.sa_handler = on_stop, .sa_flags = SA_RESTART};
    sigaction(SIGUSR1, &stop, NULL);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
}

void db_worker_main(void)
{
    set_signals();
    struct arena arena = {0};
    struct strbuf hello = strbuf_in(&arena);
    wire_put_u32(&hello, WIRE_VERSION);
    send_frame(WIRE_HELLO, hello.s, hello.n);
    struct db *db = answer_open();
    while (db) {
        struct wire_reader request;
        arena_clear(&arena);
        enum wire_kind kind = receive(&arena, &request);
        db_cancel_clear(&stop_query);
        if (kind == WIRE_QUERY)
            answer_query(db, &request);
        else if (kind == WIRE_SCHEMA)
            answer_schema(db);
        else
            _exit(1);
    }
    _exit(0); /* closing the database would only take time */
}
