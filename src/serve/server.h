/* server.h - the HTTP side's own state, shared by server.c, routes.c and reply.c. */
#ifndef ASTORMER_SERVE_SERVER_H
#define ASTORMER_SERVE_SERVER_H

#include "serve/internal.h"

#include <stdatomic.h>

struct server {
    struct serve_options options;
    struct request_limits limits;
    struct arena arena;
    const char **hosts;
    int n_hosts;
    struct served_list served;
    const char **etags; /* [n_assets] */
    int port;
    struct MHD_Daemon *daemon;
    struct crew *crew;
    struct metrics metrics;
    struct clients clients;
    struct health health;
    pthread_t keeper;
    bool keeping;
    pthread_mutex_t lock; /* of what follows */
    pthread_cond_t stop;
    atomic_bool stopping;
    struct connection *connections;
    int n_connections, n_exchanges;
    pthread_mutex_t log_lock; /* a line is whole, and in one file, even while the log is changed */
    int log_fd;
};

/* When a connection began to wait for something; 0 while we work. */
void connection_since(struct server *s, struct connection *c, double since);

/* ---- reply.c -------------------------------------------------------------------------------- */

enum MHD_Result send_answer(struct exchange *x);

/* ---- routes.c ------------------------------------------------------------------------------- */

/* All that can be said before the body is there; sets the status if the request is refused. */
void check_head(struct exchange *x);
const char *request_header(const struct exchange *x, const char *name);
/* Once all of it is there: answered here and now, or given to a worker. */
enum MHD_Result answer_request(struct exchange *x);
/* A worker's answer is there, or there will be none. */
void exchange_done(struct exchange *x);

#endif
