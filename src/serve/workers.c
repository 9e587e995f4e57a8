/* workers.c - the threads that answer questions, and the queue before them.
 *
 * The queue is a ring of fixed length.  Every worker has a session of its own; the model and the
 * index of stored values are shared. */
#include "serve/internal.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#define STUCK_SECONDS 3.0  /* after its deadline a worker is called stuck */
#define CANCEL_SECONDS 2.0 /* what is cancelled may take to end when the server does */

struct worker {
    struct crew *crew;
    pthread_t thread;
    struct astormer_session *sessions[SERVED_MAX]; /* one a database, opened when it is first asked */
    struct astormer_session *busy; /* the one at work, under the crew's lock */
    struct exchange *at;  /* what it works on, under the crew's lock */
    double deadline;      /* of that */
};

struct crew {
    const struct serve_options *options;
    struct served_list *served;
    crew_done *done;
    pthread_mutex_t lock;
    pthread_cond_t given, idle;
    struct exchange **queue;
    int first, waiting, working;
    bool stopping;
    _Atomic bool hurry; /* what waits is refused, what runs is cancelled */
    struct worker *workers;
    int n, n_started;
};

/* ---- one request ---------------------------------------------------------------------------- */

static unsigned http_status(enum status st)
{
    switch (st) {
    case ST_OK:
        return 200;
    case ST_USAGE:
    case ST_INPUT:
        return 400;
    case ST_LIMIT:
        return 504;
    case ST_UNSUPPORTED:
        return 422;
    case ST_DECLINED:
        return 403;
    case ST_IO: /* the database does not answer */
    case ST_MEMORY:
        break;
    }
    return 503;
}

/* The worker's own connection to the database that is asked; NULL with *err filled. */
static struct astormer_session *session_for(struct worker *w, const struct served *served,
                                            struct error *err)
{
    struct astormer_session **session = &w->sessions[served->place];
    struct astormer_error failure = {0};
    if (!*session && astormer_session_open(served->database, session, &failure) != ASTORMER_OK)
        fail(err, (enum status)failure.status, "%s", failure.message);
    pthread_mutex_lock(&w->crew->lock);
    w->busy = *session;
    pthread_mutex_unlock(&w->crew->lock);
    return *session;
}

/* As it is now: whoever looks at it may just have changed it. */
static const char *answer_schema(struct exchange *x, struct served_list *served,
                                 struct astormer_session *session, struct error *err)
{
    struct astormer_error failure = {0};
    if (astormer_session_refresh(session, NULL, &failure) == ASTORMER_OK)
        return served_schema(&x->arena, served, x->served);
    fail(err, (enum status)failure.status, "%s", failure.message);
    return NULL;
}

struct answering {
    struct worker *worker;
    struct exchange *exchange;
};

static enum status find_answer(void *context, struct error *err)
{
    struct answering *a = context;
    struct worker *w = a->worker;
    struct exchange *x = a->exchange;
    static answer_fn *const answers[] = {
        [ROUTE_ASK] = answer_ask, [ROUTE_EXPLAIN] = answer_explain, [ROUTE_RUN] = answer_run,
        [ROUTE_CORRECT] = answer_correct};
    struct astormer_session *session = session_for(w, x->served, err);
    if (x->route == ROUTE_UPLOAD)
        x->text = served_upload(&x->arena, w->crew->served, x->name, x->body, x->n_body, err);
    else if (session && x->route == ROUTE_SCHEMA)
        x->text = answer_schema(x, w->crew->served, session, err);
    else if (session)
        x->text = answers[x->route](&x->arena, session, &x->request, x, err);
    return x->text ? ST_OK : err->code;
}

static void answer(struct worker *w, struct exchange *x)
{
    struct error err = {0};
    attempt(find_answer, &(struct answering){w, x}, &err);
    x->n_text = x->text ? strlen(x->text) : 0;
    x->status = x->text ? 200
                : x->route == ROUTE_UPLOAD && err.code == ST_LIMIT ? 413 : http_status(err.code);
    x->retry = x->status == 503 ? 5 : 0;
    x->error = err;
}

/* Nobody waits for the answer any more: the socket, which nobody else reads now, has ended. */
static bool is_abandoned(const struct exchange *x)
{
    char byte;
    int fd = x->connection ? x->connection->fd : -1;
    ssize_t n = fd < 0 ? 1 : recv(fd, &byte, 1, MSG_PEEK | MSG_DONTWAIT);
    return n == 0 || (n < 0 && errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR);
}

static struct exchange *take(struct worker *w)
{
    struct crew *c = w->crew;
    pthread_mutex_lock(&c->lock);
    while (c->waiting == 0 && !c->stopping)
        pthread_cond_wait(&c->given, &c->lock);
    struct exchange *x = NULL;
    if (c->waiting > 0) {
        x = c->queue[c->first];
        c->first = (c->first + 1) % c->options->queue;
        c->waiting--;
        c->working++;
        w->at = x;
        w->deadline = x->request.deadline;
    }
    pthread_mutex_unlock(&c->lock);
    return x;
}

static void *work(void *context)
{
    struct worker *w = context;
    struct crew *c = w->crew;
    for (struct exchange *x; (x = take(w));) {
        double waited = now_seconds() - x->start;
        if (is_abandoned(x)) {
            exchange_fail(x, 499, "the client went away");
        } else if (c->hurry || now_seconds() >= x->request.deadline) {
            exchange_fail(x, 503, "waited for %.1f s; the server is busy", waited);
            x->retry = 1;
        } else {
            answer(w, x);
        }
        pthread_mutex_lock(&c->lock);
        w->at = NULL;
        w->busy = NULL;
        pthread_mutex_unlock(&c->lock);
        c->done(x); /* x may be gone after this */
        pthread_mutex_lock(&c->lock);
        c->working--;
        if (c->working == 0 && c->waiting == 0)
            pthread_cond_broadcast(&c->idle);
        pthread_mutex_unlock(&c->lock);
    }
    return NULL;
}

/* ---- the crew ------------------------------------------------------------------------------- */

enum status crew_start(const struct serve_options *options, struct served_list *served, int n,
                       crew_done *done, struct crew **out, struct error *err)
{
    struct crew *c = xmalloc(sizeof *c);
    *c = (struct crew){.options = options, .served = served, .done = done, .n = n};
    pthread_mutex_init(&c->lock, NULL);
    pthread_cond_init(&c->given, NULL);
    pthread_condattr_t clock;
    pthread_condattr_init(&clock);
    pthread_condattr_setclock(&clock, CLOCK_MONOTONIC);
    pthread_cond_init(&c->idle, &clock);
    pthread_condattr_destroy(&clock);
    c->queue = xmalloc(sizeof *c->queue * (size_t)options->queue);
    c->workers = xmalloc(sizeof *c->workers * (size_t)n);
    memset(c->workers, 0, sizeof *c->workers * (size_t)n);
    *out = c;
    for (int i = 0; i < n; i++) {
        struct worker *w = &c->workers[i];
        w->crew = c;
        if (!session_for(w, served_find(served, NULL), err))
            return err ? err->code : ST_IO;
        w->busy = NULL;
        if (pthread_create(&w->thread, NULL, work, w) != 0)
            return fail(err, ST_LIMIT, "cannot start %d threads", n);
        c->n_started++;
    }
    return ST_OK;
}

bool crew_give(struct crew *c, struct exchange *x)
{
    pthread_mutex_lock(&c->lock);
    bool room = c->waiting < c->options->queue && !c->stopping;
    if (room) {
        c->queue[(c->first + c->waiting++) % c->options->queue] = x;
        pthread_cond_signal(&c->given);
    }
    pthread_mutex_unlock(&c->lock);
    return room;
}

struct crew_load crew_load(struct crew *c)
{
    pthread_mutex_lock(&c->lock);
    struct crew_load load = {c->waiting, c->working, c->n, 0};
    for (int i = 0; i < c->n_started; i++)
        load.stuck += c->workers[i].at && now_seconds() > c->workers[i].deadline + STUCK_SECONDS;
    pthread_mutex_unlock(&c->lock);
    return load;
}

void crew_watch(struct crew *c, double now)
{
    pthread_mutex_lock(&c->lock);
    for (int i = 0; i < c->n_started; i++) {
        struct worker *w = &c->workers[i];
        if (w->at && w->busy && (c->hurry || now > w->deadline))
            astormer_session_cancel(w->busy); /* again and again: a call may just begin */
    }
    pthread_mutex_unlock(&c->lock);
}

static void wait_idle(struct crew *c, double until)
{
    struct timespec end = {(time_t)until, (long)((until - (double)(time_t)until) * 1e9)};
    int timed_out = 0;
    while ((c->waiting || c->working) && !timed_out)
        timed_out = pthread_cond_timedwait(&c->idle, &c->lock, &end);
}

bool crew_drain(struct crew *c, double until)
{
    pthread_mutex_lock(&c->lock);
    wait_idle(c, until);
    c->hurry = true; /* the keeper cancels from now on */
    wait_idle(c, now_seconds() + CANCEL_SECONDS);
    bool idle = !c->waiting && !c->working;
    pthread_mutex_unlock(&c->lock);
    return idle;
}

void crew_stop(struct crew *c)
{
    if (!c)
        return;
    pthread_mutex_lock(&c->lock);
    c->stopping = true;
    pthread_cond_broadcast(&c->given);
    pthread_mutex_unlock(&c->lock);
    for (int i = 0; i < c->n_started; i++)
        pthread_join(c->workers[i].thread, NULL);
    for (int i = 0; i < c->n; i++)
        for (int k = 0; k < SERVED_MAX; k++)
            astormer_session_close(c->workers[i].sessions[k]);
    pthread_mutex_destroy(&c->lock);
    pthread_cond_destroy(&c->given);
    pthread_cond_destroy(&c->idle);
    xfree(c->queue);
    xfree(c->workers);
    xfree(c);
}
