/* routes.c - what may be asked for, by whom, and who answers it: the thread of the sockets what costs
 * nothing, a worker the rest. */
#include "serve/server.h"

#include <string.h>
#include <strings.h>

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
    {ROUTE_SCHEMA, "/v1/schema", "GET", NEEDS_TOKEN | FOR_WORKER, REQUEST_SCHEMA},
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

const char *request_header(const struct exchange *x, const char *name)
{
    return mhd.lookup_connection_value(x->socket, MHD_HEADER_KIND, name);
}

/* A page of another site can neither reach us by a name of its own (DNS rebinding) nor, for want
 * of CORS headers, send the JSON we insist on. */
static bool check_origin(struct exchange *x)
{
    struct server *s = x->server;
    const char *host = request_header(x, "Host"), *origin = request_header(x, "Origin");
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
    const char *sent = request_header(x, "Authorization");
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

void check_head(struct exchange *x)
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
    else if (x->route == ROUTE_UPLOAD && !is_type(request_header(x, "Content-Type"), "application/octet-stream"))
        exchange_fail(x, 415, "the body must be the file, with 'Content-Type: "
                              "application/octet-stream'");
    else if (x->route != ROUTE_UPLOAD && strcmp(x->method, "POST") == 0 &&
             !is_type(request_header(x, "Content-Type"), "application/json"))
        exchange_fail(x, 415, "the body must be JSON, with 'Content-Type: application/json'");
}

/* ---- what the socket thread answers itself -------------------------------------------------- */

static void answer_asset(struct exchange *x, const char *path)
{
    const struct asset *a = asset_find(path);
    const char *known = request_header(x, "If-None-Match");
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

static void answer_here(struct exchange *x)
{
    struct server *s = x->server;
    switch (x->route) {
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

/* The database a request names; fails the exchange if there is none of that name. */
static bool find_served(struct exchange *x, const char *id)
{
    x->served = served_find(&x->server->served, id);
    if (!x->served && id)
        exchange_fail(x, 404, "there is no database '%.60s' here; /v1/schema lists them", id);
    return x->served != NULL;
}

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
        r->st = request_set(&x->arena, route_of(x->route)->kind, key, value, &x->server->limits,
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

void exchange_done(struct exchange *x)
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
    connection_since(s, x->connection, 0);
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

enum MHD_Result answer_request(struct exchange *x)
{
    const struct route *route = route_of(x->route);
    if (!route || !(route->flags & FOR_WORKER)) {
        answer_here(x);
        return send_answer(x);
    }
    if (!read_request(x, route))
        return send_answer(x);
    give_to_worker(x);
    return MHD_YES;
}
