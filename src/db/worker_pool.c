/* worker_pool.c - starting, keeping and ending the processes of worker.c. */
#include "db/worker_pool.h"

#include <errno.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define GRACE_SECONDS 0.03 /* between a deadline and a kill */
#define TICK_SECONDS 0.01  /* between two looks at the cancel flag */
#define OPEN_SECONDS 15.0  /* a file may be locked for two, its schema be large */
#define IN_BYTES (sizeof(struct wire_head) + WIRE_FRAME_MAX)
#define LOST_MAX 256 /* on a machine under load they take a second or more to end */
#define DEATH_MS 200

struct worker_pool {
    struct arena arena;
    struct wire_open open;
    const char *program;
    struct strbuf key;
    uint64_t file; /* which file the path meant then: another may have taken its place since */
    struct worker *idle; /* those that know the database, then a spare that is starting */
    int n_idle, uses;
    int starting; /* threads that are starting a process */
    long failed;  /* of which so many could not */
    bool lost_one; /* a query had to be killed: from now on there is a spare */
    pid_t owner; /* a forked child must not talk to its parent's workers */
    struct worker_pool *next;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t started = PTHREAD_COND_INITIALIZER; /* or failed to, in any pool */
static struct worker_pool *pools;
static pid_t lost[LOST_MAX]; /* killed, and perhaps not yet dead */
static int n_lost;

/* ---- starting and ending --------------------------------------------------------------------- */

/* Takes away what the kernel keeps of processes that have ended; called with the lock held. */
static void reap(void)
{
    int kept = 0;
    for (int i = 0; i < n_lost; i++)
        if (waitpid(lost[i], NULL, WNOHANG) == 0)
            lost[kept++] = lost[i];
    n_lost = kept;
}

/* Its socket closes a little before it can be waited for; on a busy machine, not so little. */
void worker_await_death(const struct worker *w, const struct db_stop *stop)
{
    for (int i = 0; i < DEATH_MS && !(stop && db_stop_now(stop)); i++) {
        siginfo_t dead = {0};
        if (waitid(P_PID, (id_t)w->pid, &dead, WEXITED | WNOHANG | WNOWAIT) != 0 || dead.si_pid)
            return;
        usleep(1000);
    }
}

int worker_kill(struct worker_pool *pool, struct worker *w)
{
    int status = -1;
    if (pool->owner == getpid()) {
        pthread_mutex_lock(&lock);
        reap();
        pid_t ended = waitpid(w->pid, &status, WNOHANG);
        if (ended != w->pid) /* or the program around us waited for it: then it is not ours to kill */
            status = -1;
        if (ended == 0) {
            kill(w->pid, SIGKILL);
            if (n_lost < LOST_MAX)
                lost[n_lost++] = w->pid;
            else
                waitpid(w->pid, NULL, 0);
        }
        pthread_mutex_unlock(&lock);
    }
    close(w->fd);
    xfree(w->in);
    xfree(w);
    return status;
}

void worker_interrupt(const struct worker *w)
{
    kill(w->pid, SIGUSR1);
}

/* ---- talking --------------------------------------------------------------------------------- */

/* Until the socket is ready, or the worker's time is up. */
static enum worker_heard wait_for(struct worker *w, short events, struct worker_wait *wait)
{
    for (;;) {
        double now = now_seconds();
        if (wait->last == 0 && wait->deadline > 0)
            wait->last = wait->deadline + GRACE_SECONDS;
        double until = wait->last;
        bool stop = wait->cancel && atomic_load_explicit(&wait->cancel->requested,
                                                         memory_order_relaxed);
        if (stop && wait->starting)
            return WORKER_LATE;
        if (stop && (until == 0 || until > now + GRACE_SECONDS)) {
            worker_interrupt(w);
            until = wait->last = now + GRACE_SECONDS;
            wait->cancel = NULL; /* it is told once */
        }
        if (until > 0 && now >= until)
            return WORKER_LATE;
        double left = until > 0 ? until - now : 60;
        if (wait->cancel)
            left = MIN(left, TICK_SECONDS);
        struct pollfd socket = {.fd = w->fd, .events = events};
        int ready = poll(&socket, 1, (int)(left * 1000) + 1);
        if (ready > 0)
            return socket.revents & (POLLERR | POLLNVAL) ? WORKER_GONE : WORKER_HEARD;
        if (ready < 0 && errno != EINTR)
            return WORKER_GONE;
    }
}

static enum worker_heard send_bytes(struct worker *w, const char *s, size_t n,
                                    struct worker_wait *wait)
{
    while (n > 0) {
        ssize_t done = send(w->fd, s, n, MSG_NOSIGNAL);
        if (done > 0) {
            s += done;
            n -= (size_t)done;
            continue;
        }
        if (errno != EAGAIN && errno != EINTR)
            return WORKER_GONE;
        enum worker_heard heard = wait_for(w, POLLOUT, wait);
        if (heard != WORKER_HEARD)
            return heard;
    }
    return WORKER_HEARD;
}

enum worker_heard worker_send(struct worker *w, enum wire_kind kind, const struct strbuf *body,
                              struct worker_wait *wait)
{
    struct wire_head head = {(uint32_t)body->n, kind};
    char small[sizeof head + 2048];
    if (body->n > WIRE_REQUEST_MAX || body->overflow)
        return WORKER_GONE;
    size_t first = MIN(body->n, sizeof small - sizeof head);
    memcpy(small, &head, sizeof head);
    if (first)
        memcpy(small + sizeof head, body->s, first);
    enum worker_heard heard = send_bytes(w, small, sizeof head + first, wait);
    if (heard != WORKER_HEARD || body->n == first)
        return heard;
    return send_bytes(w, body->s + first, body->n - first, wait);
}

/* Makes `bytes` of input contiguous at w->in + w->at. */
static enum worker_heard receive_bytes(struct worker *w, size_t bytes, struct worker_wait *wait)
{
    if (w->at > 0 && w->at + bytes > IN_BYTES) {
        memmove(w->in, w->in + w->at, w->n - w->at);
        w->n -= w->at;
        w->at = 0;
    }
    while (w->n - w->at < bytes) {
        ssize_t got = recv(w->fd, w->in + w->n, IN_BYTES - w->n, 0);
        if (got > 0) {
            w->n += (size_t)got;
            continue;
        }
        if (got == 0 || (errno != EAGAIN && errno != EINTR))
            return WORKER_GONE;
        enum worker_heard heard = wait_for(w, POLLIN, wait);
        if (heard != WORKER_HEARD)
            return heard;
    }
    return WORKER_HEARD;
}

enum worker_heard worker_receive(struct worker *w, struct worker_wait *wait, enum wire_kind *kind,
                                 struct wire_reader *body)
{
    struct wire_head head;
    if (w->at == w->n)
        w->at = w->n = 0;
    enum worker_heard heard = receive_bytes(w, sizeof head, wait);
    if (heard != WORKER_HEARD)
        return heard;
    memcpy(&head, w->in + w->at, sizeof head);
    if (head.bytes > WIRE_FRAME_MAX)
        return WORKER_GONE;
    heard = receive_bytes(w, sizeof head + head.bytes, wait);
    if (heard != WORKER_HEARD)
        return heard;
    *kind = (enum wire_kind)head.kind;
    *body = (struct wire_reader){.s = w->in + w->at + sizeof head, .n = head.bytes};
    w->at += sizeof head + head.bytes;
    return WORKER_HEARD;
}

/* ---- pools ----------------------------------------------------------------------------------- */

static void pack_open(struct strbuf *out, const struct wire_open *open, const char *program)
{
    wire_put_open(out, open);
    wire_put_text(out, program);
}

static uint64_t file_at(const char *where)
{
    struct stat about;
    return stat(where, &about) == 0 ? mix64(mix64((uint64_t)about.st_dev) ^ (uint64_t)about.st_ino) : 0;
}

struct wanted_pool {
    uint64_t file;
    struct strbuf key;
    const char *program;
    struct worker_pool *pool;
};

static void make_pool(void *context)
{
    struct wanted_pool *wanted = context;
    struct worker_pool *pool = xmalloc(sizeof *pool);
    *pool = (struct worker_pool){.owner = getpid(), .file = wanted->file};
    pool->key = strbuf_in(&pool->arena);
    strbuf_add(&pool->key, wanted->key.s, wanted->key.n);
    pool->program = arena_strdup(&pool->arena, wanted->program);
    struct wire_reader copy = {.s = pool->key.s, .n = pool->key.n};
    CHECK(wire_get_open(&pool->arena, &copy, &pool->open));
    wanted->pool = pool;
}

static void unlock_pools(void *unused)
{
    (void)unused;
    pthread_mutex_unlock(&lock);
}

struct worker_pool *worker_pool_open(const char *where, const struct db_options *options)
{
    struct arena scratch = {0};
    struct wanted_pool wanted = {file_at(where), strbuf_in(&scratch), options->worker, NULL};
    const struct strbuf *key = &wanted.key;
    struct wire_open open = {.where = where, .memory = options->memory, .options = *options};
    pack_open(&wanted.key, &open, options->worker);
    struct undo undo;
    pthread_mutex_lock(&lock);
    undo_later(&undo, unlock_pools, NULL);
    struct worker_pool *pool = pools;
    while (pool && (pool->file != wanted.file || pool->key.n != key->n ||
                    memcmp(pool->key.s, key->s, key->n) != 0 || pool->owner != getpid()))
        pool = pool->next;
    if (!pool) {
        lasting(make_pool, &wanted);
        pool = wanted.pool;
        pool->next = pools;
        pools = pool;
    }
    pool->uses++;
    undo_now(&undo);
    arena_release(&scratch);
    return pool;
}

void worker_pool_close(struct worker_pool *pool)
{
    pthread_mutex_lock(&lock);
    while (pool->uses == 1 && pool->starting > 0 && pool->owner == getpid())
        pthread_cond_wait(&started, &lock);
    bool last = --pool->uses == 0;
    struct worker_pool **at = &pools;
    while (last && *at != pool)
        at = &(*at)->next;
    if (last)
        *at = pool->next;
    pthread_mutex_unlock(&lock);
    if (!last)
        return;
    while (pool->idle) {
        struct worker *w = pool->idle;
        pool->idle = w->next;
        worker_kill(pool, w);
    }
    arena_release(&pool->arena);
    xfree(pool);
}

/* The first words: it says what it is, we have said what to open, it says how that went.  Where the
 * request that needs it ends before that, ST_LIMIT: the next one may hear the rest. */
static enum status introduce(struct worker_pool *pool, struct worker *w, const struct db_stop *stop,
                             struct error *err)
{
    double last = w->started + OPEN_SECONDS;
    bool hurried = stop && stop->deadline > 0 && stop->deadline < last;
    struct worker_wait wait = {.last = hurried ? stop->deadline : last, .starting = true,
                               .cancel = stop ? stop->cancel : NULL};
    enum wire_kind kind;
    struct wire_reader body;
    struct wire_end end = {0};
    enum worker_heard heard = WORKER_HEARD;
    if (!w->greeted) {
        heard = worker_receive(w, &wait, &kind, &body);
        w->greeted = heard == WORKER_HEARD && kind == WIRE_HELLO &&
                     wire_get_u32(&body) == WIRE_VERSION;
    }
    if (w->greeted)
        heard = worker_receive(w, &wait, &kind, &body);
    w->late = heard == WORKER_LATE && now_seconds() < last;
    if (w->late)
        return fail(err, ST_LIMIT, "the process for queries was not ready in time");
    if (!w->greeted)
        return fail(err, ST_IO, "'%s' is no astormer of this version, which queries are to be run by",
                    pool->program);
    if (heard != WORKER_HEARD || kind != WIRE_END || !wire_get_end(&body, &end))
        return fail(err, ST_IO, "cannot open '%s': its process ended or took too long",
                    pool->open.where);
    w->ready = end.status == ST_OK;
    return w->ready ? ST_OK : fail(err, end.status, "%s", end.err.message);
}

/* Workers go from query to query, and from hand to hand. */
static void make_worker(void *context)
{
    struct worker *w = xmalloc(sizeof *w);
    *w = (struct worker){.fresh = true, .in = xmalloc(IN_BYTES), .started = now_seconds()};
    *(struct worker **)context = w;
}

/* A process that has been told what to open.  No memory is asked for once there is the worker. */
static enum status start_worker(struct worker_pool *pool, struct worker **out, struct error *err)
{
    struct arena scratch = {0};
    struct strbuf request = strbuf_in(&scratch);
    wire_put_open(&request, &pool->open);
    char **environment = worker_environment(&scratch);
    struct worker *w;
    lasting(make_worker, &w);
    enum status st = worker_spawn(pool->program, environment, w, err);
    struct worker_wait wait = {.deadline = now_seconds() + OPEN_SECONDS};
    if (st == ST_OK)
        worker_send(w, WIRE_OPEN, &request, &wait); /* if it is gone, introduce() will say so */
    arena_release(&scratch);
    if (st == ST_OK) {
        *out = w;
    } else {
        xfree(w->in);
        xfree(w);
    }
    return st;
}

/* Hears the worker out, once.  On failure it is ended, unless the request ended before it could be
 * heard; *killed: by somebody else, before it could say a word, which says nothing of the next. */
static enum status make_ready(struct worker_pool *pool, struct worker *w,
                              const struct db_stop *stop, bool *killed, struct error *err)
{
    enum status st = w->ready ? ST_OK : introduce(pool, w, stop, err);
    if (st == ST_OK)
        return ST_OK;
    if (w->late) {
        worker_give_back(pool, w);
        return st;
    }
    worker_await_death(w, stop);
    int status = worker_kill(pool, w);
    *killed = status != -1 && WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL;
    return st;
}

static void add_idle(struct worker_pool *pool, struct worker *w)
{
    struct worker **at = &pool->idle;
    while (!w->ready && *at)
        at = &(*at)->next;
    w->next = *at;
    *at = w;
    pool->n_idle++;
}

/* The lock is held. */
static struct worker *first_idle(struct worker_pool *pool)
{
    reap();
    struct worker *w = pool->idle;
    if (w) {
        pool->idle = w->next;
        pool->n_idle--;
    }
    return w;
}

static enum status start_idle(void *context, struct error *err)
{
    struct worker_pool *pool = context;
    struct worker *w = NULL;
    enum status st = start_worker(pool, &w, err);
    if (st == ST_OK)
        worker_give_back(pool, w);
    return st;
}

static void *start_one(void *context)
{
    struct worker_pool *pool = context;
    bool there = attempt(start_idle, pool, NULL) == ST_OK;
    pthread_mutex_lock(&lock);
    pool->failed += !there;
    pool->starting--;
    pthread_cond_broadcast(&started);
    pthread_mutex_unlock(&lock);
    return NULL;
}

/* Starts a process in a thread of its own: whoever starts one waits until it runs its program, which on
 * a machine under load may be longer than a query has.  The lock is held. */
static bool start_apart(struct worker_pool *pool)
{
    pthread_attr_t detached;
    pthread_t thread;
    sigset_t all, before;
    sigfillset(&all); /* signals are for the threads of the program around us */
    pthread_attr_init(&detached);
    pthread_attr_setdetachstate(&detached, PTHREAD_CREATE_DETACHED);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    bool begun = pthread_create(&thread, &detached, start_one, pool) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    pthread_attr_destroy(&detached);
    pool->starting += begun;
    return begun;
}

static struct worker *take_idle(struct worker_pool *pool)
{
    pthread_mutex_lock(&lock);
    struct worker *w = first_idle(pool);
    pthread_mutex_unlock(&lock);
    return w;
}

/* A process that is started now, or NULL: it cannot be, or the request has to stop first. */
static struct worker *await_start(struct worker_pool *pool, const struct db_stop *stop)
{
    struct worker *w = NULL;
    pthread_mutex_lock(&lock);
    long failed = pool->failed;
    bool begun = start_apart(pool);
    while (begun && !(w = first_idle(pool)) && pool->failed == failed && !db_stop_now(stop)) {
        double until = now_seconds() + TICK_SECONDS;
        until = stop->deadline > 0 ? MIN(until, stop->deadline) : until;
        struct timespec at = {(time_t)until, (long)((until - floor(until)) * 1e9)};
        pthread_cond_clockwait(&started, &lock, CLOCK_MONOTONIC, &at);
    }
    pthread_mutex_unlock(&lock);
    return w;
}

void worker_spare(struct worker_pool *pool)
{
    pthread_mutex_lock(&lock);
    if (pool->lost_one && pool->n_idle == 0 && pool->starting == 0)
        start_apart(pool);
    pthread_mutex_unlock(&lock);
}

void worker_lost(struct worker_pool *pool)
{
    pthread_mutex_lock(&lock);
    pool->lost_one = true;
    pthread_mutex_unlock(&lock);
}

enum status worker_take(struct worker_pool *pool, bool fresh, const struct db_stop *stop,
                        struct worker **out, struct error *err)
{
    *out = NULL;
    if (pool->owner != getpid())
        return fail(err, ST_USAGE, "the database was opened before fork(); open it again");
    /* a spare may have been killed after it said that it is ready: no help to who was just let down */
    struct worker *w = fresh ? NULL : take_idle(pool);
    if (!w && !fresh && stop)
        w = await_start(pool, stop);
    if (!w && stop && db_stop_now(stop))
        return fail(err, ST_LIMIT, "the process for queries was not ready in time");
    for (int attempt = 0;; attempt++) {
        bool killed = false;
        enum status st = w ? ST_OK : start_worker(pool, &w, err);
        if (st == ST_OK)
            st = make_ready(pool, w, stop, &killed, err);
        if (st == ST_OK)
            *out = w;
        if (st == ST_OK || !killed || attempt == 2)
            return st;
        w = NULL;
    }
}

enum status worker_start_ahead(struct worker_pool *pool, struct error *err)
{
    pthread_mutex_lock(&lock);
    bool there = pool->n_idle > 0;
    pthread_mutex_unlock(&lock);
    return there ? ST_OK : start_idle(pool, err);
}

void worker_give_back(struct worker_pool *pool, struct worker *w)
{
    pthread_mutex_lock(&lock);
    bool keep = pool->n_idle < WORKERS_IDLE_MAX && w->at == w->n;
    w->fresh &= !w->ready; /* one that has answered may be killed while it lies idle */
    if (keep)
        add_idle(pool, w);
    pthread_mutex_unlock(&lock);
    if (!keep)
        worker_kill(pool, w);
}
