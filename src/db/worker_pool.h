/* worker_pool.h - processes that run SQL for us, kept ready and replaced when they are lost.
 *
 * Connections opened with the same path, to the same file, and options share a pool.  A worker is taken for one
 * request and given back after it; one that is late, dead or odd is killed instead, and the next
 * request finds another: once a pool has lost one, a spare is started while a worker is busy.  So there are as many
 * as requests at the same time and a spare, and no more idle ones than WORKERS_IDLE_MAX a pool. */
#ifndef ASTORMER_DB_WORKER_POOL_H
#define ASTORMER_DB_WORKER_POOL_H

#include "db/wire.h"

#include <sys/types.h>

#define WORKERS_IDLE_MAX 16

struct worker {
    pid_t pid;
    int fd;
    char *in; /* bytes received and not yet looked at */
    size_t at, n;
    bool fresh; /* never asked anything: if it fails, it is not because it lay idle */
    bool greeted, ready; /* it has said what it is; that the database is open */
    bool late; /* the request that waited for it to be ready had to end first */
    double started;
    struct worker *next;
};

struct worker_pool;

/* The pool of these parameters; options->worker says what program. */
struct worker_pool *worker_pool_open(const char *where, const struct db_options *options);
void worker_pool_close(struct worker_pool *pool);

/* Has a worker started, if none is idle, without waiting for it. */
enum status worker_start_ahead(struct worker_pool *pool, struct error *err);
/* A worker with the database open.  `fresh` asks for a new one.  If `stop` (or NULL) comes before one is
 * ready: ST_LIMIT, and whoever comes next may find it ready. */
enum status worker_take(struct worker_pool *pool, bool fresh, const struct db_stop *stop,
                        struct worker **out, struct error *err);
void worker_give_back(struct worker_pool *pool, struct worker *worker);
/* A worker had to be killed because of what it was asked. */
void worker_lost(struct worker_pool *pool);
/* Starts the next process where one was lost so and none is idle; to be called while a worker is busy:
 * starting takes some ten milliseconds, on a loaded machine a hundred, which would else be taken from
 * the next query's time. */
void worker_spare(struct worker_pool *pool);
/* Ends it now.  Returns its wait status if it had ended by itself, else -1. */
int worker_kill(struct worker_pool *pool, struct worker *worker);
/* Gives one that hung up a moment to be dead, so that worker_kill can say how it ended; not beyond
 * `stop`, if that is not NULL. */
void worker_await_death(const struct worker *worker, const struct db_stop *stop);
void worker_interrupt(const struct worker *worker); /* its query, not itself */

/* What to wait for at most while talking to a worker. */
struct worker_wait {
    double deadline; /* in now_seconds: the worker should have ended its query; 0 = none */
    const struct db_cancel *cancel;
    double last;     /* when the worker is given up; filled here if it is 0, from the deadline */
    bool starting;   /* it has not been asked anything that could be interrupted */
};
enum worker_heard { WORKER_HEARD, WORKER_LATE, WORKER_GONE };

enum worker_heard worker_send(struct worker *worker, enum wire_kind kind, const struct strbuf *body,
                              struct worker_wait *wait);
/* One frame; its bytes are valid until the next call.  A frame that is too long is WORKER_GONE. */
enum worker_heard worker_receive(struct worker *worker, struct worker_wait *wait,
                                 enum wire_kind *kind, struct wire_reader *body);

/* The program to run as `PROGRAM db-worker`: the one given, $ASTORMER_WORKER, or an installed
 * astormer; NULL if there is none. */
const char *worker_program(struct arena *arena, const char *given);
/* Runs it: fills pid and fd.  The environment holds nothing but what it takes to load the program and to
 * know the time zone.  Asks for no memory, so that nothing can fail once there is a process. */
char **worker_environment(struct arena *arena);
enum status worker_spawn(const char *program, char **environment, struct worker *worker,
                         struct error *err);

#endif
