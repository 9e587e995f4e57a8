/* request.h - what callers send, read and checked; used by the API, by MCP and by the fuzzer. */
#ifndef ASTORMER_SERVE_REQUEST_H
#define ASTORMER_SERVE_REQUEST_H

#include "base/base.h"

enum request_kind {
    REQUEST_ASK = 1, REQUEST_EXPLAIN = 2, REQUEST_RUN = 4, REQUEST_CORRECT = 8, REQUEST_SCHEMA = 16,
};
#define REQUEST_MAX_HISTORY 16
#define REQUEST_MAX_BEAM 16

struct request {
    const char *question;
    const char *history[REQUEST_MAX_HISTORY]; /* oldest first */
    int n_history;
    const char *conversation; /* as received: see conversation_read */
    const char *before;       /* what it says the last of history was answered with, or NULL */
    const char *database; /* its id; NULL: the first */
    const char *sql;
    const char *verdict; /* "good", "bad" or "right" */
    const char *follow;  /* "auto", "yes" or "no"; NULL: auto */
    int beam, n_best, timeout_ms, query;
    double deadline; /* in now_seconds, of the whole request; 0: timeout_ms from the call on */
    long max_rows;
    bool run;
    bool for_doubles; /* the answer is read again by a program that has no other numbers: MCP's */
    bool only_ours;  /* SQL is run only if it is a reading of the question: set by the server */
};

/* Limits that the server sets on what callers may wish for. */
struct request_limits {
    long max_rows;
    int timeout_ms;
    bool for_doubles; /* see struct request */
};

struct request request_defaults(const struct request_limits *limits);
/* Reads a JSON object.  A field that the kind of request does not have, a wrong type or a value out
 * of range is an error that names the field.  Texts live in the arena. */
enum status request_read(struct arena *arena, enum request_kind kind, const json_t *object,
                         const struct request_limits *limits, struct request *out,
                         struct error *err);
/* The same from the bytes of a body. */
enum status request_parse(struct arena *arena, enum request_kind kind, const char *body, size_t n,
                          const struct request_limits *limits, struct request *out,
                          struct error *err);
/* One field from a URL, where everything is text; begin with the defaults, end with
 * request_complete(). */
enum status request_set(struct arena *arena, enum request_kind kind, const char *field,
                        const char *value, const struct request_limits *limits,
                        struct request *out, struct error *err);
/* What is missing, or does not go together. */
enum status request_complete(struct arena *arena, enum request_kind kind, struct request *request,
                             struct error *err);

/* A conversation is its earlier questions, newest kept, and the SQL that the newest was answered with
 * (if that is short; may be NULL), as text that a caller hands back with the next question: base64url of
 * {"history": [...], "sql": ...}. */
const char *conversation_write(struct arena *arena, const struct request *request, const char *sql);
enum status conversation_read(struct arena *arena, const char *text, struct request *out,
                              struct error *err);

/* Does a Host header name us?  Any port, any letter case. */
bool host_is_one_of(const char *host, const char *const *names, int n);
/* "Bearer TOKEN" against the token, in time that depends on the length of what was sent only. */
bool token_is_right(const char *authorization, const char *token);

#endif
