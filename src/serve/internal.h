/* internal.h - what the files of serve/ share: requests under way, workers, metrics, the log. */
#ifndef ASTORMER_SERVE_INTERNAL_H
#define ASTORMER_SERVE_INTERNAL_H

#include "serve/mhd.h"
#include "serve/request.h"
#include "serve/serve.h"

#include <pthread.h>

/* ---- routes and requests under way ---------------------------------------------------------- */

enum route_id { /* also the label of a request in the metrics */
    ROUTE_ASK, ROUTE_RUN, ROUTE_EXPLAIN, ROUTE_CORRECT, ROUTE_UPLOAD, ROUTE_SCHEMA, ROUTE_HEALTH,
    ROUTE_METRICS, ROUTE_OPENAPI, ROUTE_PAGE, ROUTE_NONE,
    N_ROUTES
};
extern const char *const route_labels[N_ROUTES];

struct connection { /* one a socket; in a list, under the server's lock */
    struct connection *next, *before;
    int fd;
    double since; /* when it began to wait for, send or receive something; 0 while we work */
};

struct exchange { /* one a request */
    struct server *server;
    struct MHD_Connection *socket;
    struct connection *connection;
    const char *method, *path; /* in the arena */
    enum route_id route;
    double start;
    uint64_t client;         /* its address: see clients.c */
    bool entered;            /* and it counts among the questions of that */
    char *body;
    size_t n_body, body_room;
    unsigned refused;        /* status decided before the body was read */
    struct arena arena;
    struct request request;
    const struct served *served; /* the database it is about */
    const char *name;            /* of an uploaded file */
    /* filled by whoever answers */
    unsigned status;
    const char *text;        /* or NULL: bytes that outlive the exchange or are in its arena */
    size_t n_text;
    const char *content_type, *allow, *etag;
    int retry;               /* Retry-After, seconds */
    struct error error;
    bool done;               /* a worker has answered */
    bool last;               /* nothing after it on this connection can be trusted */
    /* for the log */
    const char *sql;
    const char *declined;
    long rows;               /* -1: none */
    double confidence;       /* -1: none */
    size_t n_sent;
};

/* Fails the exchange with an HTTP status and a message. */
void exchange_fail(struct exchange *x, unsigned status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* ---- databases (databases.c) ---------------------------------------------------------------- */

#define SERVED_MAX 64
struct served {
    struct astormer_database *database;
    const char *id; /* each once */
    int place;      /* in the list */
    bool uploaded;
};
struct served_list {
    const struct serve_options *options;
    pthread_mutex_t lock;      /* of the entries */
    pthread_mutex_t uploading; /* one at a time: each takes as much memory as it likes */
    struct arena arena;
    struct served v[SERVED_MAX];
    int n, n_uploads;
    const char *folder; /* of uploads, or NULL */
};
enum status served_start(struct served_list *l, const struct serve_options *o, struct error *err);
void served_stop(struct served_list *l);
/* NULL id: the first; NULL: there is none of that name. */
const struct served *served_find(struct served_list *l, const char *id);
/* The answer of /v1/schema. */
const char *served_schema(struct arena *arena, struct served_list *l, const struct served *s);
/* Makes a database of a file; its id and number of tables as JSON, or NULL. */
const char *served_upload(struct arena *arena, struct served_list *l, const char *name,
                          const char *bytes, size_t n, struct error *err);

/* ---- where a request ends (framing.c) ---------------------------------------------------------- */

/* False where two readers of the same bytes might see different requests. */
bool framing_is_plain(struct MHD_Connection *socket);

/* ---- addresses (clients.c) ------------------------------------------------------------------ */

#define CLIENTS_MAX 512
struct client {
    uint64_t key;
    double used;  /* when last heard of; 0: a free entry */
    int wrong;    /* tokens in a row */
    double until; /* no token is looked at before */
    int active;   /* questions waiting or being answered */
};
struct clients {
    pthread_mutex_t lock;
    struct client v[CLIENTS_MAX];
};
struct sockaddr;
uint64_t client_key(const struct sockaddr *address);
/* Seconds until a token of this address is looked at again. */
double client_must_wait(struct clients *c, uint64_t key, double now);
void client_guessed(struct clients *c, uint64_t key, bool right, double now);
/* False if `most` (0: any number) questions of the address are under way. */
bool client_enter(struct clients *c, uint64_t key, int most, double now);
void client_leave(struct clients *c, uint64_t key);

/* ---- health (health.c) ---------------------------------------------------------------------- */

struct health {
    struct astormer_session *sessions[SERVED_MAX]; /* one a database it was started with */
    int n;
    pthread_t thread;
    bool running;
    pthread_mutex_t lock; /* of what follows */
    pthread_cond_t stop;
    bool stopping, database_there;
    int missed; /* probes in a row that found a database gone */
    double probed;
};
enum status health_start(struct health *h, const struct serve_options *options, struct error *err);
/* As found last: it answered, and lately. */
bool health_database(struct health *h, double now);
/* Twice in a row it did not answer: requests are refused until it does.  A machine under load may make
 * it miss one. */
bool health_is_down(struct health *h);
void health_stop(struct health *h);

/* ---- workers (workers.c) -------------------------------------------------------------------- */

/* A fixed number of threads, each with its own session, and a queue of fixed length. */
struct crew;
struct served_list;
typedef void crew_done(struct exchange *x); /* called by a worker when x is answered */
enum status crew_start(const struct serve_options *options, struct served_list *served, int n,
                       crew_done *done, struct crew **out, struct error *err);
/* False when the queue is full. */
bool crew_give(struct crew *crew, struct exchange *x);
struct crew_load {
    int waiting, working, workers;
    int stuck; /* workers that go on long after they were cancelled */
};
struct crew_load crew_load(struct crew *crew);
/* Cancels what works for longer than it may. */
void crew_watch(struct crew *crew, double now);
/* Waits until all is answered, at most until then (now_seconds()); then cancels, and waits a little
 * longer.  False if somebody works all the same. */
bool crew_drain(struct crew *crew, double until);
void crew_stop(struct crew *crew);

/* ---- metrics (metrics.c) -------------------------------------------------------------------- */

#define N_BUCKETS 12
struct metrics {
    pthread_mutex_t lock;
    double started; /* Unix time */
    struct {
        int status[8]; /* met so far */
        long count[8];
        long buckets[N_BUCKETS + 1];
        double seconds;
    } routes[N_ROUTES];
    long answered, declined, failed; /* questions */
    long rows, refused_busy, refused_down, connections_ended;
};
void metrics_count(struct metrics *m, const struct exchange *x, double seconds);
void metrics_add(struct metrics *m, long *counter, long n);
/* In the text format of Prometheus. */
const char *metrics_text(struct arena *arena, struct metrics *m, struct crew_load load,
                         int connections);

/* ---- listening (listen.c) ------------------------------------------------------------------- */

enum status listen_at(const struct serve_options *o, int *out, int *port, bool *ipv6,
                      struct error *err);

/* ---- log (log.c) ---------------------------------------------------------------------------- */

/* One JSON line with one write, so that lines of several processes do not mix. */
void log_exchange(int fd, const struct exchange *x, const char *method, const char *path,
                  const char *client, double seconds);

/* ---- the page (page.c) ---------------------------------------------------------------------- */

struct asset {
    const char *path; /* "/style.css" */
    const char *type;
    const char *text;
    size_t n;
};
extern const struct asset assets[];
extern const int n_assets;
const struct asset *asset_find(const char *path); /* NULL when there is none */
/* All modules of the page as one script: imports dropped, exports made plain. */
const char *asset_bundle(struct arena *arena);

/* ---- answers (answer.c): shared by the API and MCP ------------------------------------------ */

/* Each returns JSON as text in the arena, or NULL with *err filled.  x may be NULL; else what belongs
 * in the log is noted in it. */
typedef const char *answer_fn(struct arena *arena, struct astormer_session *session,
                              const struct request *r, struct exchange *x, struct error *err);
answer_fn answer_ask, answer_explain, answer_run, answer_correct;
/* The members of explain_json(), into an object the caller opens. */
enum status explain_members(struct json_text *out, struct astormer_session *session,
                            const struct astormer_answer *answer, int query, struct error *err);
#define JSON_OUT (JSON_COMPACT | JSON_REAL_PRECISION(15))

#endif
