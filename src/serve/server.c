/* server.c - the HTTP side: sockets, routes, who may ask, and answers with their headers.
 *
 * Everything here runs in libmicrohttpd's one thread, except exchange_done() (a worker) and the
 * keeper.  A request for a worker is suspended, which takes its socket out of the polling, and
 * resumed when it is answered. */
#include "serve/internal.h"

#include "engine/engine.h"
#include "version.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netdb.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

/* Bytes of a body beyond the limit that are read and thrown away, so that its sender gets to see
 * the answer instead of a reset connection. */
#define SWALLOWED_MAX ((size_t)4 << 20)

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

/* ---- connections ---------------------------------------------------------------------------- */

static void on_connection(void *context, struct MHD_Connection *socket, void **state,
                          enum MHD_ConnectionNotificationCode code)
{
    struct server *s = context;
    pthread_mutex_lock(&s->lock);
    if (code == MHD_CONNECTION_NOTIFY_STARTED) {
        struct connection *c = xmalloc(sizeof *c);
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

static void set_since(struct server *s, struct connection *c, double since)
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

static struct exchange *exchange_new(struct server *s, struct MHD_Connection *socket)
{
    struct exchange *x = xmalloc(sizeof *x);
    *x = (struct exchange){.server = s, .socket = socket, .route = ROUTE_NONE, .rows = -1,
                           .confidence = -1, .start = now_seconds()};
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
    pthread_mutex_lock(&s->log_lock);
    log_exchange(s->log_fd, x, x->method, x->path, client, seconds);
    pthread_mutex_unlock(&s->log_lock);
    if (x->entered)
        client_leave(&s->clients, x->client);
    set_since(s, x->connection, now_seconds());
    pthread_mutex_lock(&s->lock);
    if (--s->n_exchanges == 0 && s->stopping)
        pthread_cond_broadcast(&s->stop);
    pthread_mutex_unlock(&s->lock);
    arena_release(&x->arena);
    free(x->body);
    free(x);
    *state = NULL;
}

/* ---- answers with their headers ------------------------------------------------------------- */

static const char *const headers[][2] = { /* of every answer */
    {"Content-Security-Policy",
     "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
     "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"},
    {"X-Content-Type-Options", "nosniff"},
    {"X-Frame-Options", "DENY"},
    {"Referrer-Policy", "no-referrer"},
    {"Cross-Origin-Opener-Policy", "same-origin"},
    {"Cross-Origin-Resource-Policy", "same-origin"},
};

/* {"error": {"status": 400, "message": "..."}} */
static json_t *error_json(const struct exchange *x)
{
    json_t *message = json_string(x->error.message);
    return json_pack("{s:{s:i, s:o}}", "error", "status", (int)x->status, "message",
                     message ? message : json_string("the message cannot be shown"));
}

static struct MHD_Response *response_of(struct exchange *x)
{
    if (x->text) {
        x->n_sent = x->n_text;
        return mhd.create_response_from_buffer(x->n_text, (void *)(uintptr_t)x->text,
                                               MHD_RESPMEM_MUST_COPY);
    }
    char *text = NULL;
    if (x->status != 304) {
        json_t *json = error_json(x);
        text = json_dumps(json, JSON_OUT);
        json_decref(json);
    }
    x->n_sent = text ? strlen(text) : 0;
    return mhd.create_response_from_buffer(x->n_sent, text, MHD_RESPMEM_MUST_FREE);
}

static enum MHD_Result send_answer(struct exchange *x)
{
    struct server *s = x->server;
    struct MHD_Response *r = response_of(x);
    if (!r)
        return MHD_NO;
    for (int i = 0; i < COUNT_OF(headers); i++)
        mhd.add_response_header(r, headers[i][0], headers[i][1]);
    mhd.add_response_header(r, "Content-Type",
                            x->content_type ? x->content_type : "application/json");
    mhd.add_response_header(r, "Cache-Control", x->etag ? "no-cache" : "no-store");
    if (x->etag)
        mhd.add_response_header(r, "ETag", x->etag);
    if (x->allow)
        mhd.add_response_header(r, "Allow", x->allow);
    char seconds[16];
    snprintf(seconds, sizeof seconds, "%d", x->retry);
    if (x->retry)
        mhd.add_response_header(r, "Retry-After", seconds);
    if (x->status == 401)
        mhd.add_response_header(r, "WWW-Authenticate", "Bearer realm=\"astormer\"");
    if (s->stopping || x->last)
        mhd.add_response_header(r, "Connection", "close");
    set_since(s, x->connection, now_seconds()); /* it must be received in time, too */
    enum MHD_Result queued = mhd.queue_response(x->socket, x->status, r);
    mhd.destroy_response(r);
    return queued;
}

/* ---- routes --------------------------------------------------------------------------------- */

enum { NEEDS_TOKEN = 1, FOR_WORKER = 2 };
static const struct route {
    enum route_id id;
    const char *path, *method;
    unsigned flags;
    enum request_kind kind;
} routes[] = {
    {ROUTE_ASK, "/v1/ask", "POST", NEEDS_TOKEN | FOR_WORKER, REQUEST_ASK},
    {ROUTE_RUN, "/v1/run", "POST", NEEDS_TOKEN | FOR_WORKER, REQUEST_RUN},
    {ROUTE_CORRECT, "/v1/correct", "POST", NEEDS_TOKEN | FOR_WORKER, REQUEST_CORRECT},
    {ROUTE_UPLOAD, "/v1/upload", "POST", NEEDS_TOKEN | FOR_WORKER, 0},
    {ROUTE_EXPLAIN, "/v1/explain", "GET", NEEDS_TOKEN | FOR_WORKER, REQUEST_EXPLAIN},
    {ROUTE_SCHEMA, "/v1/schema", "GET", NEEDS_TOKEN, 0},
    {ROUTE_METRICS, "/metrics", "GET", NEEDS_TOKEN, 0},
    {ROUTE_HEALTH, "/healthz", "GET", 0, 0},
    {ROUTE_OPENAPI, "/openapi.json", "GET", 0, 0},
};

static const struct route *route_of(enum route_id id)
{
    for (int i = 0; i < COUNT_OF(routes); i++)
        if (routes[i].id == id)
            return &routes[i];
    return NULL;
}

static enum route_id find_route(const char *path)
{
    for (int i = 0; i < COUNT_OF(routes); i++)
        if (strcmp(routes[i].path, path) == 0)
            return routes[i].id;
    return asset_find(path) ? ROUTE_PAGE : ROUTE_NONE;
}

static const char *header(const struct exchange *x, const char *name)
{
    return mhd.lookup_connection_value(x->socket, MHD_HEADER_KIND, name);
}

/* A page of another site can neither reach us by a name of its own (DNS rebinding) nor, for want
 * of CORS headers, send the JSON we insist on. */
static bool check_origin(struct exchange *x)
{
    struct server *s = x->server;
    const char *host = header(x, "Host"), *origin = header(x, "Origin");
    if (!host)
        exchange_fail(x, 400, "the request has no Host header");
    else if (!s->options.token && !host_is_one_of(host, s->hosts, s->n_hosts))
        exchange_fail(x, 421, "this server does not answer to the name '%.100s'; see --host-name",
                      host);
    else if (origin && (!strstr(origin, "://") || strcmp(strstr(origin, "://") + 3, host) != 0))
        exchange_fail(x, 403, "requests of other sites are not answered");
    return x->status == 0;
}

static bool check_method(struct exchange *x, const struct route *route)
{
    const char *wanted = route ? route->method : "GET";
    if (strcmp(x->method, wanted) == 0 ||
        (strcmp(wanted, "GET") == 0 && strcmp(x->method, "HEAD") == 0))
        return true;
    x->allow = strcmp(wanted, "GET") == 0 ? "GET, HEAD" : wanted;
    exchange_fail(x, 405, "this path wants %s", wanted);
    return false;
}

static bool is_type(const char *type, const char *wanted)
{
    size_t n = strlen(wanted);
    return type && strncasecmp(type, wanted, n) == 0 && (!type[n] || strchr("; \t", type[n]));
}

/* After some wrong tokens an address waits, twice as long each time, and what it sends meanwhile is
 * not even looked at. */
static void check_token(struct exchange *x)
{
    struct server *s = x->server;
    const char *sent = header(x, "Authorization");
    double now = now_seconds(), wait = client_must_wait(&s->clients, x->client, now);
    if (wait > 0) {
        exchange_fail(x, 429, "too many wrong tokens from this address; wait");
        x->retry = (int)wait + 1;
        return;
    }
    bool right = token_is_right(sent, s->options.token);
    if (!right)
        exchange_fail(x, 401, "this server wants 'Authorization: Bearer TOKEN'");
    if (sent)
        client_guessed(&s->clients, x->client, right, now);
}

/* All that can be said before the body is there; sets the status if the request is refused. */
static void check_head(struct exchange *x)
{
    struct server *s = x->server;
    x->last = !framing_is_plain(x->socket);
    if (x->last)
        exchange_fail(x, 400, "the request says more than once, or in a way unknown here, whom it is "
                              "for or how long it is");
    if (x->last || !check_origin(x))
        return;
    x->route = find_route(x->path);
    const struct route *route = route_of(x->route);
    if (x->route == ROUTE_NONE)
        exchange_fail(x, 404, "there is nothing at this path; /openapi.json describes the API");
    else if (!check_method(x, route))
        return;
    else if (route && (route->flags & NEEDS_TOKEN) && s->options.token)
        check_token(x);
    if (x->status)
        return;
    if (x->route == ROUTE_CORRECT && !s->options.allow_corrections)
        exchange_fail(x, 403, "this server takes no corrections; it was started without "
                              "--allow-corrections");
    else if (x->route == ROUTE_UPLOAD && !s->options.max_upload)
        exchange_fail(x, 403, "this server takes no files; it was started without --allow-upload");
    else if (x->route == ROUTE_UPLOAD && !is_type(header(x, "Content-Type"), "application/octet-stream"))
        exchange_fail(x, 415, "the body must be the file, with 'Content-Type: "
                              "application/octet-stream'");
    else if (x->route != ROUTE_UPLOAD && strcmp(x->method, "POST") == 0 &&
             !is_type(header(x, "Content-Type"), "application/json"))
        exchange_fail(x, 415, "the body must be JSON, with 'Content-Type: application/json'");
}

/* ---- what the socket thread answers itself -------------------------------------------------- */

static void answer_asset(struct exchange *x, const char *path)
{
    const struct asset *a = asset_find(path);
    const char *known = header(x, "If-None-Match");
    x->etag = x->server->etags[a - assets];
    x->status = known && strcmp(known, x->etag) == 0 ? 304 : 200;
    x->content_type = a->type;
    if (x->status == 200) {
        x->text = a->text;
        x->n_text = a->n;
    }
}

static void answer_text(struct exchange *x, const char *type, const char *text)
{
    x->status = 200;
    x->content_type = type;
    x->text = text;
    x->n_text = strlen(text);
}

/* 503 when the database does not answer, or somebody has worked long past his time: whoever looks
 * after the server may then start it anew. */
static void answer_health(struct exchange *x)
{
    struct server *s = x->server;
    bool there = health_database(&s->health, now_seconds());
    int stuck = crew_load(s->crew).stuck;
    answer_text(x, "application/json",
                arena_printf(&x->arena, "{\"status\":\"%s\",\"database\":\"%s\",\"stuck_workers\":%d}",
                             there && !stuck ? "ok" : "failing", there ? "ok" : "down", stuck));
    x->status = there && !stuck ? 200 : 503;
}

/* The database a request names; fails the exchange if there is none of that name. */
static bool find_served(struct exchange *x, const char *id)
{
    x->served = served_find(&x->server->served, id);
    if (!x->served && id)
        exchange_fail(x, 404, "there is no database '%.60s' here; /v1/schema lists them", id);
    return x->served != NULL;
}

static void answer_here(struct exchange *x)
{
    struct server *s = x->server;
    switch (x->route) {
    case ROUTE_SCHEMA:
        if (find_served(x, mhd.lookup_connection_value(x->socket, MHD_GET_ARGUMENT_KIND, "database")))
            answer_text(x, "application/json", served_schema(&x->arena, &s->served, x->served));
        break;
    case ROUTE_HEALTH:
        answer_health(x);
        break;
    case ROUTE_METRICS:
        answer_text(x, "text/plain; version=0.0.4; charset=utf-8",
                    metrics_text(&x->arena, &s->metrics, crew_load(s->crew), s->n_connections));
        break;
    default:
        answer_asset(x, x->path);
    }
}

/* ---- what a worker answers ------------------------------------------------------------------ */

struct reading_arguments {
    struct exchange *x;
    enum status st;
};

static enum MHD_Result read_argument(void *context, enum MHD_ValueKind kind, const char *key,
                                     size_t n_key, const char *value, size_t n_value)
{
    struct reading_arguments *r = context;
    struct exchange *x = r->x;
    if (!value || strlen(key) != n_key || strlen(value) != n_value)
        r->st = fail(&x->error, ST_INPUT, "parameter '%.60s' has no value, or a NUL in it", key);
    else
        r->st = request_set(&x->arena, REQUEST_EXPLAIN, key, value, &x->server->limits,
                            &x->request, &x->error);
    return r->st == ST_OK ? MHD_YES : MHD_NO;
}

/* A file comes as it is; its name is in the address. */
static bool read_upload(struct exchange *x)
{
    const char *name = mhd.lookup_connection_value(x->socket, MHD_GET_ARGUMENT_KIND, "name");
    if (!name || !*name || !x->n_body)
        exchange_fail(x, 400, "an upload has a name, /v1/upload?name=sales.csv, and bytes");
    else
        x->name = arena_strdup(&x->arena, name);
    x->request = request_defaults(&x->server->limits);
    return !x->status && find_served(x, NULL);
}

static bool read_request(struct exchange *x, const struct route *route)
{
    struct server *s = x->server;
    enum status st;
    if (x->route == ROUTE_UPLOAD)
        return read_upload(x);
    if (strcmp(route->method, "POST") == 0) {
        st = request_parse(&x->arena, route->kind, x->body ? x->body : "", x->n_body, &s->limits,
                           &x->request, &x->error);
    } else {
        struct reading_arguments r = {x, ST_OK};
        x->request = request_defaults(&s->limits);
        mhd.get_connection_values_n(x->socket, MHD_GET_ARGUMENT_KIND, read_argument, &r);
        st = r.st == ST_OK ? request_complete(&x->arena, route->kind, &x->request, &x->error)
                           : r.st;
    }
    if (st != ST_OK)
        x->status = st == ST_LIMIT ? 413 : 400;
    x->request.only_ours = !s->options.allow_sql;
    if (st == ST_OK && x->route == ROUTE_RUN && x->request.only_ours && !x->request.question)
        exchange_fail(x, 403, "this server does not run SQL of others; it was started without "
                              "--allow-sql");
    return !x->status && find_served(x, x->request.database);
}

static void exchange_done(struct exchange *x)
{
    x->done = true;
    mhd.resume_connection(x->socket);
}

static void give_to_worker(struct exchange *x)
{
    struct server *s = x->server;
    if (health_is_down(&s->health)) {
        exchange_fail(x, 503, "the database does not answer");
        x->retry = 5;
        metrics_add(&s->metrics, &s->metrics.refused_down, 1);
        send_answer(x);
        return;
    }
    x->request.deadline = x->start + x->request.timeout_ms / 1000.0;
    x->entered = client_enter(&s->clients, x->client, s->options.per_client, now_seconds());
    set_since(s, x->connection, 0);
    mhd.suspend_connection(x->socket);
    if (!s->stopping && x->entered && crew_give(s->crew, x))
        return;
    if (!x->entered)
        exchange_fail(x, 429, "too many questions of this address are under way");
    else
        exchange_fail(x, 503, s->stopping ? "the server is closing" : "the server is busy");
    x->retry = 1;
    metrics_add(&s->metrics, &s->metrics.refused_busy, 1);
    exchange_done(x);
}

/* ---- libmicrohttpd's entrance --------------------------------------------------------------- */

static size_t body_limit(const struct exchange *x)
{
    const struct serve_options *o = &x->server->options;
    return x->route == ROUTE_UPLOAD ? o->max_upload : o->max_body;
}

static enum MHD_Result begin(struct server *s, struct MHD_Connection *socket, const char *url,
                             const char *method, void **state)
{
    struct exchange *x = *state = exchange_new(s, socket);
    x->method = arena_strdup(&x->arena, method);
    x->path = arena_strdup(&x->arena, url);
    check_head(x);
    const char *length = header(x, "Content-Length");
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

static enum MHD_Result on_request(void *context, struct MHD_Connection *socket, const char *url,
                                  const char *method, const char *version, const char *upload,
                                  size_t *n_upload, void **state)
{
    struct exchange *x = *state;
    if (!x)
        return begin(context, socket, url, method, state);
    if (x->done)
        return send_answer(x);
    if (*n_upload) {
        size_t n = *n_upload;
        *n_upload = 0;
        return take_body(x, upload, n);
    }
    const struct route *route = route_of(x->route);
    if (x->status)
        return send_answer(x);
    if (!route || !(route->flags & FOR_WORKER)) {
        answer_here(x);
        return send_answer(x);
    }
    if (!read_request(x, route))
        return send_answer(x);
    give_to_worker(x);
    return MHD_YES;
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
    s->limits = (struct request_limits){o->max_rows, o->timeout_ms};
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
    free(s);
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
        CHECK(pthread_create(&s->keeper, NULL, keep, s) == 0);
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
