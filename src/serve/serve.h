/* serve.h - the parser for other programs and for eyes: an HTTP API with a web page, explanations as
 * one file, and a Model Context Protocol server.  All of it stands on include/astormer.h, and on
 * engine/engine.h for schemas and answers as JSON.
 *
 * The server has one thread for sockets (libmicrohttpd), which reads requests, answers what costs
 * nothing and refuses what is wrong; a fixed number of workers, each with a session of its own,
 * which share the model; and a keeper that ends what takes too long.  Between them is a queue of
 * fixed length: when it is full the answer is 503, at once.  The server remembers nothing about
 * its callers, not even conversations (see request.c), so that killing it loses only what is in
 * flight. */
#ifndef ASTORMER_SERVE_H
#define ASTORMER_SERVE_H

#include "base/base.h"

#include "astormer.h"

/* To be called before anything else is: from then on the JSON of requests is memory like any other, which
 * a request that runs out of it gives back. */
void serve_begin(void);

/* ---- HTTP ----------------------------------------------------------------------------------- */

struct serve_options {
    struct astormer_database *const *databases; /* the first is meant by requests that name none */
    int n_databases;
    const char *address;      /* numeric, or "localhost" */
    int port;                 /* 0: any free one */
    const char *token;        /* NULL: none wanted, allowed on loopback addresses only */
    const char *const *hosts; /* names besides the address that callers may know us by */
    int n_hosts;
    bool allow_sql;           /* callers may run SQL of their own, under the guard */
    bool allow_corrections;   /* and say which SQL is right for a question */
    int workers;              /* questions answered at a time; 0: one a core */
    int queue;                /* questions that may wait */
    int connections;          /* open at a time */
    int per_client;           /* questions of one address waiting or being answered; 0: any number */
    size_t max_body;          /* bytes of a request */
    long max_rows;            /* of an answer */
    int timeout_ms;           /* of a question, waiting included */
    int receive_ms;           /* from connecting to having sent a whole request */
    int log_fd;               /* JSON lines, one a request; -1: none */
    size_t max_upload;        /* bytes of a file that becomes a database; 0: none are taken */
    struct astormer_model *model; /* for those */
    const struct astormer_database_options *opening; /* and how they are opened */
};
#define SERVE_DEFAULT                                                                            \
    ((struct serve_options){.address = "127.0.0.1", .port = 8080, .queue = 64,                  \
                            .connections = 512, .max_body = 64 << 10, .max_rows = 1000,         \
                            .timeout_ms = 10000, .receive_ms = 20000, .log_fd = -1})

struct server;
enum status server_start(const struct serve_options *options, struct server **out,
                         struct error *err);
int server_port(const struct server *server);
/* From now on the log goes here; for SIGHUP. */
void server_log_to(struct server *server, int fd);
/* Takes no more requests, lets those in flight end for so long, cancels the rest, and frees.  False
 * if some did not end even then: the caller should end the process, nothing was freed. */
bool server_stop(struct server *server, double grace_seconds);
/* True for 127.0.0.0/8, ::1 and localhost. */
bool serve_is_loopback(const char *address);

/* ---- explanations as files ------------------------------------------------------------------ */

/* How one query came about, as one JSON object: the answer with all steps and links, and for query
 * `query` the attention matrices and the tree's nearness.  To be freed with json_decref(). */
enum status explain_json(struct astormer_session *session, const struct astormer_answer *answer,
                         int query, json_t **out, struct error *err);
/* The same as a page that needs nothing else: the web page's own views, and the data. */
const char *explain_html(struct arena *arena, const json_t *explanation);
/* As one picture: the tree with its steps, and the heat maps. */
const char *explain_svg(struct arena *arena, const json_t *explanation);
/* The tree as the paper's case studies print it, with j for each node. */
const char *explain_text(struct arena *arena, const struct astormer_query *query);

/* ---- Model Context Protocol ----------------------------------------------------------------- */

struct mcp_options {
    struct astormer_session *session;
    struct astormer_database *database;
    bool allow_sql;
    long max_rows;
    int timeout_ms;
    const char *languages; /* that the model knows; NULL: English */
};
/* Answers one JSON-RPC message (or a batch).  NULL when nothing is to be sent back. */
json_t *mcp_answer(const struct mcp_options *options, const char *line, size_t n);
/* Answers lines of `in` until it ends. */
void mcp_run(const struct mcp_options *options, FILE *in, FILE *out);

#endif
