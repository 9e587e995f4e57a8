/* server.c - the HTTP side: sockets, requests from their first byte to their last, starting, stopping.
 *
 * Everything here runs in libmicrohttpd's one thread, except exchange_done() (a worker) and the
 * keeper.  A request for a worker is suspended, which takes its socket out of the polling, and
 * resumed when it is answered. */
#include "serve/server.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netdb.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

/* Bytes of a body beyond the limit that are read and thrown away, so that its sender gets to see
 * the answer instead of a reset connection. */
#define SWALLOWED_MAX ((size_t)4 << 20)

/* ---- connections ---------------------------------------------------------------------------- */

static void on_connection(void *context, struct MHD_Connection *socket, void **state,
                          enum MHD_ConnectionNotificationCode code)
{
    struct server *s = context;
    pthread_mutex_lock(&s->lock);
    if (code == MHD_CONNECTION_NOTIFY_STARTED) {
        struct connection *c = malloc(sizeof *c);
        if (!c) { /* libmicrohttpd alone watches it then */
            pthread_mutex_unlock(&s->lock);
            return;
        }
        *c = (struct connection){.next = s->connections, .since = now_seconds(), .fd = -1};
        const union MHD_ConnectionInfo *info =
            mhd.get_connection_info(socket, MHD_CONNECTION_INFO_CONNECTION_FD);
        if (info)
            c->fd = info->connect_fd;
        if (c->next)
            c->next->before = c;
        s->connections = *state = c;
        s->n_connections++;
    } else if (*state) { /* the socket is still open here, so its number is still ours */
        struct connection *c = *state;
        if (c->next)
            c->next->before = c->before;
        *(c->before ? &c->before->next : &s->connections) = c->next;
        s->n_connections--;
        free(c);
        *state = NULL;
    }
    pthread_mutex_unlock(&s->lock);
}

void connection_since(struct server *s, struct connection *c, double since)
{
    pthread_mutex_lock(&s->lock);
    if (c)
        c->since = since;
    pthread_mutex_unlock(&s->lock);
}

/* Ends connections that send or receive too slowly: libmicrohttpd's own time-out only knows
 * silence, and one byte a second is not silent. */
static void end_slow_connections(struct server *s, double now)
{
    long ended = 0;
    pthread_mutex_lock(&s->lock);
    for (struct connection *c = s->connections; c; c = c->next)
        if (c->since > 0 && (now - c->since) * 1000 > s->options.receive_ms && c->fd >= 0) {
            shutdown(c->fd, SHUT_RDWR);
            c->since = 0;
            ended++;
        }
    pthread_mutex_unlock(&s->lock);
    metrics_add(&s->metrics, &s->metrics.connections_ended, ended);
}

static void *keep(void *context)
{
    struct server *s = context;
    pthread_mutex_lock(&s->lock);
    while (s->keeping) {
        double next = now_seconds() + 0.05;
        struct timespec until = {(time_t)next, (long)((next - (double)(time_t)next) * 1e9)};
        pthread_cond_timedwait(&s->stop, &s->lock, &until);
        pthread_mutex_unlock(&s->lock);
        end_slow_connections(s, now_seconds());
        crew_watch(s->crew, now_seconds());
        pthread_mutex_lock(&s->lock);
    }
    pthread_mutex_unlock(&s->lock);
    return NULL;
}

/* ---- one request ---------------------------------------------------------------------------- */

void exchange_fail(struct exchange *x, unsigned status, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    x->status = status;
    x->error.code = ST_INPUT;
    vsnprintf(x->error.message, sizeof x->error.message, format, args);
    va_end(args);
}

static enum status make_exchange(void *context, struct error *err)
{
    (void)err;
    struct exchange *x = xmalloc(sizeof *x);
    *x = (struct exchange){.method = "", .path = "", .route = ROUTE_NONE, .rows = -1,
                           .confidence = -1, .start = now_seconds()};
    ARENA_NEW(&x->arena, char); /* which lasts as long as the exchange, whatever fails on the way */
    *(struct exchange **)context = x;
    return ST_OK;
}

/* NULL: there is no memory for it. */
static struct exchange *exchange_new(struct server *s, struct MHD_Connection *socket)
{
    struct exchange *x;
    if (attempt_lasting(make_exchange, &x, NULL) != ST_OK)
        return NULL;
    x->server = s;
    x->socket = socket;
    const union MHD_ConnectionInfo *info =
        mhd.get_connection_info(socket, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    x->connection = info ? info->socket_context : NULL;
    info = mhd.get_connection_info(socket, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    x->client = client_key(info ? info->client_addr : NULL);
    pthread_mutex_lock(&s->lock);
    s->n_exchanges++;
    pthread_mutex_unlock(&s->lock);
    return x;
}

static void client_text(struct MHD_Connection *socket, char out[64])
{
    snprintf(out, 64, "?");
    const union MHD_ConnectionInfo *info =
        mhd.get_connection_info(socket, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    const struct sockaddr *a = info ? info->client_addr : NULL;
    if (a && a->sa_family == AF_INET)
        inet_ntop(AF_INET, &((const struct sockaddr_in *)(const void *)a)->sin_addr, out, 64);
    else if (a && a->sa_family == AF_INET6)
        inet_ntop(AF_INET6, &((const struct sockaddr_in6 *)(const void *)a)->sin6_addr, out, 64);
}

struct logging {
    const struct exchange *exchange;
    const char *client;
    double seconds;
};

static enum status write_log(void *context, struct error *err)
{
    (void)err;
    const struct logging *l = context;
    const struct exchange *x = l->exchange;
    struct undo undo;
    pthread_mutex_lock(&x->server->log_lock);
    undo_later(&undo, undo_mutex, &x->server->log_lock);
    log_exchange(x->server->log_fd, x, x->method, x->path, l->client, l->seconds);
    undo_now(&undo);
    return ST_OK;
}

static void on_completed(void *context, struct MHD_Connection *socket, void **state,
                         enum MHD_RequestTerminationCode code)
{
    struct server *s = context;
    struct exchange *x = *state;
    if (!x)
        return;
    if (code != MHD_REQUEST_TERMINATED_COMPLETED_OK && !x->status)
        x->status = 499; /* the client went away first */
    double seconds = now_seconds() - x->start;
    char client[64];
    client_text(socket, client);
    metrics_count(&s->metrics, x, seconds);
    attempt(write_log, &(struct logging){x, client, seconds}, NULL); /* without memory, none */
    if (x->entered)
        client_leave(&s->clients, x->client);
    connection_since(s, x->connection, now_seconds());
    pthread_mutex_lock(&s->lock);
    if (--s->n_exchanges == 0 && s->stopping)
        pthread_cond_broadcast(&s->stop);
    pthread_mutex_unlock(&s->lock);
    arena_release(&x->arena);
    xfree(x->body);
    xfree(x);
    *state = NULL;
}

/* ---- libmicrohttpd's entrance --------------------------------------------------------------- */

static size_t body_limit(const struct exchange *x)
{
    const struct serve_options *o = &x->server->options;
    return x->route == ROUTE_UPLOAD ? o->max_upload : o->max_body;
}

static enum MHD_Result begin(struct exchange *x, const char *url, const char *method)
{
    x->method = arena_strdup(&x->arena, method);
    x->path = arena_strdup(&x->arena, url);
    check_head(x);
    const char *length = request_header(x, "Content-Length");
    size_t declared = length ? (size_t)strtoull(length, NULL, 10) : 0;
    if (!x->status && declared > body_limit(x))
        exchange_fail(x, 413, "the body has more than %zu bytes", body_limit(x));
    return x->last || (x->status && declared > SWALLOWED_MAX) ? send_answer(x) : MHD_YES;
}

static enum MHD_Result take_body(struct exchange *x, const char *data, size_t n)
{
    size_t limit = body_limit(x);
    if (!x->status && n > limit - x->n_body)
        exchange_fail(x, 413, "the body has more than %zu bytes", limit);
    if (x->status) { /* refused already: count, keep nothing */
        x->n_body += n;
        return x->n_body > SWALLOWED_MAX ? MHD_NO : MHD_YES;
    }
    if (x->n_body + n > x->body_room) {
        x->body_room = MIN(limit, MAX(2 * (x->n_body + n), (size_t)1024));
        x->body = xrealloc(x->body, x->body_room);
    }
    memcpy(x->body + x->n_body, data, n);
    x->n_body += n;
    return MHD_YES;
}

struct step { /* one of a request's: its head, a part of its body, its end, its answer */
    struct exchange *exchange;
    bool first;
    const char *url, *method, *upload;
    size_t n_upload;
    enum MHD_Result result;
};

static enum status take_step(void *context, struct error *err)
{
    (void)err;
    struct step *s = context;
    struct exchange *x = s->exchange;
    s->result = s->first      ? begin(x, s->url, s->method)
                : x->done     ? send_answer(x)
                : s->n_upload ? take_body(x, s->upload, s->n_upload)
                : x->status   ? send_answer(x)
                              : answer_request(x);
    return ST_OK;
}

/* A step that runs out of memory makes the answer 503; if there is none for that either, the connection
 * ends. */
static enum MHD_Result on_request(void *context, struct MHD_Connection *socket, const char *url,
                                  const char *method, const char *version, const char *upload,
                                  size_t *n_upload, void **state)
{
    (void)version;
    bool first = !*state;
    struct exchange *x = first ? exchange_new(context, socket) : *state;
    *state = x;
    if (!x)
        return MHD_NO;
    struct step step = {x, first, url, method, upload, first ? 0 : *n_upload, MHD_NO};
    if (!first)
        *n_upload = 0;
    if (attempt(take_step, &step, NULL) == ST_OK)
        return step.result;
    if (x->status == 503 && x->error.code == ST_MEMORY)
        return MHD_NO;
    exchange_fail(x, 503, "out of memory");
    x->error.code = ST_MEMORY;
    x->text = NULL;
    x->retry = 1;
    x->last |= first; /* nobody has looked how its head is framed */
    bool more = first || step.n_upload; /* an answer is due only when all has been read */
    return more || attempt(take_step, &step, NULL) == ST_OK ? (more ? MHD_YES : step.result) : MHD_NO;
}

/* ---- starting ------------------------------------------------------------------------------- */

static void prepare(struct server *s)
{
    const struct serve_options *o = &s->options;
    static const char *const local[] = {"localhost", "127.0.0.1", "::1"};
    s->hosts = ARENA_ARRAY(&s->arena, const char *, o->n_hosts + 4);
    for (int i = 0; i < COUNT_OF(local); i++)
        s->hosts[s->n_hosts++] = local[i];
    s->hosts[s->n_hosts++] = o->address;
    for (int i = 0; i < o->n_hosts; i++)
        s->hosts[s->n_hosts++] = o->hosts[i];
    s->etags = ARENA_ARRAY(&s->arena, const char *, n_assets);
    for (int i = 0; i < n_assets; i++)
        s->etags[i] = arena_printf(&s->arena, "\"%016llx\"",
                                   (unsigned long long)hash_bytes(assets[i].text, assets[i].n, 1));
    s->limits = (struct request_limits){.max_rows = o->max_rows, .timeout_ms = o->timeout_ms};
}

static void no_log(void *context, const char *format, va_list args)
{
    (void)context, (void)format, (void)args; /* what clients do wrong is no news of ours */
}

static enum status start_daemon(struct server *s, int fd, bool ipv6, struct error *err)
{
    unsigned flags = MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME |
                     MHD_USE_ERROR_LOG | (ipv6 ? MHD_USE_IPv6 : 0);
    s->daemon = mhd.start_daemon(
        flags, 0, NULL, NULL, on_request, s,
        MHD_OPTION_EXTERNAL_LOGGER, no_log, NULL,
        MHD_OPTION_LISTEN_SOCKET, fd,
        MHD_OPTION_CONNECTION_LIMIT, (unsigned)s->options.connections,
        MHD_OPTION_PER_IP_CONNECTION_LIMIT, /* 0: any number */
        s->options.per_client ? (unsigned)MAX(s->options.connections / 4, 1) : 0u,
        MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)64 << 10,
        MHD_OPTION_CONNECTION_TIMEOUT, (unsigned)(s->options.receive_ms / 1000 + 1),
        MHD_OPTION_NOTIFY_CONNECTION, on_connection, s,
        MHD_OPTION_NOTIFY_COMPLETED, on_completed, s,
        MHD_OPTION_STRICT_FOR_CLIENT, 1,
        MHD_OPTION_END);
    if (s->daemon)
        return ST_OK;
    close(fd);
    return fail(err, ST_IO, "cannot start the HTTP server");
}

static void server_free(struct server *s)
{
    if (s->daemon)
        mhd.stop_daemon(s->daemon);
    pthread_mutex_lock(&s->lock);
    bool keeping = s->keeping;
    s->keeping = false;
    pthread_cond_broadcast(&s->stop);
    pthread_mutex_unlock(&s->lock);
    if (keeping)
        pthread_join(s->keeper, NULL);
    crew_stop(s->crew);
    health_stop(&s->health);
    served_stop(&s->served);
    pthread_mutex_destroy(&s->clients.lock);
    pthread_mutex_destroy(&s->lock);
    pthread_cond_destroy(&s->stop);
    pthread_mutex_destroy(&s->log_lock);
    pthread_mutex_destroy(&s->metrics.lock);
    arena_release(&s->arena);
    xfree(s);
}

enum status server_start(const struct serve_options *options, struct server **out,
                         struct error *err)
{
    *out = NULL;
    if (mhd_load(err) != ST_OK)
        return ST_IO;
    struct server *s = xmalloc(sizeof *s);
    *s = (struct server){.options = *options, .log_fd = options->log_fd};
    pthread_mutex_init(&s->lock, NULL);
    pthread_mutex_init(&s->log_lock, NULL);
    pthread_mutex_init(&s->clients.lock, NULL);
    pthread_mutex_init(&s->metrics.lock, NULL);
    pthread_condattr_t clock;
    pthread_condattr_init(&clock);
    pthread_condattr_setclock(&clock, CLOCK_MONOTONIC);
    pthread_cond_init(&s->stop, &clock);
    pthread_condattr_destroy(&clock);
    s->metrics.started = (double)time(NULL);
    prepare(s);
    int fd, workers = options->workers > 0 ? options->workers : cpu_count();
    bool ipv6;
    enum status st = served_start(&s->served, &s->options, err);
    fd = -1;
    if (st == ST_OK && listen_at(options, &fd, &s->port, &ipv6, err) != ST_OK) {
        st = err ? err->code : ST_IO;
        fd = -1; /* closed there */
    }
    if (st == ST_OK)
        st = crew_start(&s->options, &s->served, workers, exchange_done, &s->crew, err);
    if (st == ST_OK)
        st = health_start(&s->health, &s->options, err);
    if (st == ST_OK)
        st = start_daemon(s, fd, ipv6, err);
    else if (fd >= 0)
        close(fd);
    if (st == ST_OK) {
        s->keeping = true;
        if (pthread_create(&s->keeper, NULL, keep, s) != 0) {
            s->keeping = false;
            st = fail(err, ST_LIMIT, "cannot start a thread");
        }
    }
    if (st == ST_OK) {
        *out = s;
    } else {
        server_free(s);
    }
    return st;
}

int server_port(const struct server *s)
{
    return s->port;
}

void server_log_to(struct server *s, int fd)
{
    pthread_mutex_lock(&s->log_lock);
    int old = s->log_fd;
    s->log_fd = fd;
    pthread_mutex_unlock(&s->log_lock);
    if (old > STDERR_FILENO)
        close(old);
}

/* ---- stopping ------------------------------------------------------------------------------- */

bool server_stop(struct server *s, double grace_seconds)
{
    if (!s)
        return true;
    int listening = mhd.quiesce_daemon(s->daemon);
    if (listening >= 0)
        close(listening);
    s->stopping = true;
    if (!crew_drain(s->crew, now_seconds() + grace_seconds))
        return false; /* its memory is in use: only the end of the process ends that */
    double until = now_seconds() + 2; /* the last answers are being sent */
    struct timespec end = {(time_t)until, (long)((until - (double)(time_t)until) * 1e9)};
    pthread_mutex_lock(&s->lock);
    int timed_out = 0;
    while (s->n_exchanges && !timed_out)
        timed_out = pthread_cond_timedwait(&s->stop, &s->lock, &end);
    pthread_mutex_unlock(&s->lock);
    server_free(s);
    return true;
}
