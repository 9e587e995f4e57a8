/* health.c - a thread that asks the database now and then whether it is there.
 *
 * It has a session of its own, so that it neither waits for the workers nor keeps them waiting; what
 * it found last is what /healthz says.  If it does not come back, that is an answer, too. */
#include "serve/internal.h"

#include "engine/engine.h"

#include <string.h>
#include <time.h>
#include <unistd.h>

#define PROBE_SECONDS 2.0
#define PROBE_TIMEOUT_MS 2000
#define AGAIN_TIMEOUT_MS 1000
#define SILENCE_SECONDS 6.0 /* since the last probe that ended */

/* A file that was removed can still be read by those who have it open, but not for long. */
static bool answers(struct health *h, struct astormer_session *session)
{
    const char *where = database_where(session_database(session));
    struct astormer_run_options o = ASTORMER_RUN_OPTIONS;
    struct astormer_result *result = NULL;
    struct astormer_error err = {0};
    bool file = !strstr(where, "://"), there = !file || access(where, R_OK) == 0;
    o.timeout_ms = PROBE_TIMEOUT_MS;
    if (there)
        there = astormer_run(session, "SELECT 1", &o, &result, &err) == ASTORMER_OK;
    /* one process may hang; another takes its place, and the database is as well as before */
    pthread_mutex_lock(&h->lock);
    bool again = !there && err.status == ASTORMER_LIMIT && !h->stopping;
    pthread_mutex_unlock(&h->lock);
    o.timeout_ms = AGAIN_TIMEOUT_MS;
    if (again)
        there = astormer_run(session, "SELECT 1", &o, &result, &err) == ASTORMER_OK;
    astormer_result_close(result);
    return there;
}

/* All of them: whoever looks after the server wants to know when any is gone. */
static void probe(struct health *h)
{
    bool there = true;
    for (int i = 0; i < h->n; i++)
        there &= answers(h, h->sessions[i]);
    pthread_mutex_lock(&h->lock);
    h->database_there = there;
    h->missed = there ? 0 : h->missed + 1;
    h->probed = now_seconds();
    pthread_mutex_unlock(&h->lock);
}

static void *keep_probing(void *context)
{
    struct health *h = context;
    pthread_mutex_lock(&h->lock);
    while (!h->stopping) {
        pthread_mutex_unlock(&h->lock);
        probe(h);
        double next = now_seconds() + PROBE_SECONDS;
        struct timespec until = {(time_t)next, (long)((next - (double)(time_t)next) * 1e9)};
        pthread_mutex_lock(&h->lock);
        if (!h->stopping)
            pthread_cond_timedwait(&h->stop, &h->lock, &until);
    }
    pthread_mutex_unlock(&h->lock);
    return NULL;
}

enum status health_start(struct health *h, const struct serve_options *options, struct error *err)
{
    struct astormer_error failure = {0};
    *h = (struct health){.database_there = true, .probed = now_seconds()};
    for (; h->n < options->n_databases; h->n++)
        if (astormer_session_open(options->databases[h->n], &h->sessions[h->n], &failure) !=
            ASTORMER_OK)
            return fail(err, (enum status)failure.status, "%s", failure.message);
    pthread_condattr_t clock;
    pthread_condattr_init(&clock);
    pthread_condattr_setclock(&clock, CLOCK_MONOTONIC);
    pthread_mutex_init(&h->lock, NULL);
    pthread_cond_init(&h->stop, &clock);
    pthread_condattr_destroy(&clock);
    if (pthread_create(&h->thread, NULL, keep_probing, h) != 0)
        return fail(err, ST_LIMIT, "cannot start a thread");
    h->running = true;
    return ST_OK;
}

bool health_database(struct health *h, double now)
{
    pthread_mutex_lock(&h->lock);
    bool there = h->database_there && now - h->probed < SILENCE_SECONDS;
    pthread_mutex_unlock(&h->lock);
    return there;
}

bool health_is_down(struct health *h)
{
    pthread_mutex_lock(&h->lock);
    bool down = h->missed > 1;
    pthread_mutex_unlock(&h->lock);
    return down;
}

void health_stop(struct health *h)
{
    if (h->running) {
        pthread_mutex_lock(&h->lock);
        h->stopping = true;
        pthread_cond_broadcast(&h->stop);
        pthread_mutex_unlock(&h->lock);
        for (int i = 0; i < h->n; i++)
            astormer_session_cancel(h->sessions[i]);
        pthread_join(h->thread, NULL);
        pthread_mutex_destroy(&h->lock);
        pthread_cond_destroy(&h->stop);
    }
    for (int i = 0; i < h->n; i++)
        astormer_session_close(h->sessions[i]);
    h->n = 0;
    h->running = false;
}
