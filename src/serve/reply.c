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

void serve_begin(void)
{
    json_set_alloc_funcs(xmalloc, xfree);
}

/* {"error": {"status": 400, "message": "..."}} */
static const char *error_text(struct exchange *x)
{
    struct json_text j = json_text_in(&x->arena);
    json_open(&j, '{');
    json_key(&j, "error");
    json_open(&j, '{');
    json_key(&j, "status");
    json_put_int(&j, x->status);
    json_key(&j, "message");
    json_put_text(&j, x->error.message);
    json_close(&j, '}');
    json_close(&j, '}');
    return strbuf_text(&j.out);
}

static struct MHD_Response *response_of(struct exchange *x)
{
    const char *text = x->text ? x->text : x->status != 304 ? error_text(x) : "";
    x->n_sent = x->text ? x->n_text : strlen(text);
    return mhd.create_response_from_buffer(x->n_sent, (void *)(uintptr_t)text,
                                           MHD_RESPMEM_MUST_COPY);
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
