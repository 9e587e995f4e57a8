/* reply.c - an answer with its headers, on its way to the client. */
#include "serve/server.h"

#include <stdlib.h>
#include <string.h>

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

enum MHD_Result send_answer(struct exchange *x)
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
    connection_since(s, x->connection, now_seconds()); /* it must be received in time, too */
    enum MHD_Result queued = mhd.queue_response(x->socket, x->status, r);
    mhd.destroy_response(r);
    return queued;
}
