/* log.c - the access and audit log: one JSON line a request, with the question, the SQL and how many
 * rows left the house. */
#include "serve/internal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static void put(json_t *line, const char *key, json_t *value)
{
    if (value)
        json_object_set_new(line, key, value);
}

static json_t *time_now(void)
{
    struct timespec now;
    struct tm parts;
    char text[64];
    clock_gettime(CLOCK_REALTIME, &now);
    gmtime_r(&now.tv_sec, &parts);
    size_t n = strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%S", &parts);
    snprintf(text + n, sizeof text - n, ".%03ldZ", now.tv_nsec / 1000000);
    return json_string(text);
}

/* What a client sent may be anything: a text that is no UTF-8 is left out. */
static json_t *cut(const char *text, size_t most)
{
    size_t n = strlen(text);
    while (n > most || (n && n < strlen(text) && (text[n] & 0xc0) == 0x80))
        n--;
    return json_stringn(text, n);
}

void log_exchange(int fd, const struct exchange *x, const char *method, const char *path,
                  const char *client, double seconds)
{
    if (fd < 0)
        return;
    json_t *line = json_object();
    put(line, "time", time_now());
    put(line, "client", json_string(client));
    put(line, "method", cut(method, 16));
    put(line, "path", cut(path, 200));
    put(line, "status", json_integer(x->status));
    put(line, "ms", json_real(round(seconds * 1e6) / 1e3));
    put(line, "bytes", json_integer((json_int_t)x->n_sent));
    if (x->request.question)
        put(line, "question", cut(x->request.question, 2000));
    if (x->request.n_history)
        put(line, "turn", json_integer(x->request.n_history + 1));
    if (x->sql)
        put(line, "sql", cut(x->sql, 4000));
    if (x->rows >= 0)
        put(line, "rows", json_integer(x->rows));
    if (x->confidence >= 0)
        put(line, "confidence", json_real(round(x->confidence * 1e4) / 1e4));
    if (x->declined)
        put(line, "declined", cut(x->declined, 200));
    if (x->error.message[0])
        put(line, "error", cut(x->error.message, 480));
    struct arena scratch = {0};
    const char *text = arena_printf(&scratch, "%s\n", json_write(&scratch, line, JSON_OUT));
    ssize_t written = write(fd, text, strlen(text)); /* one write, one line */
    (void)written; /* a full disk must not stop the answers */
    arena_release(&scratch);
    json_decref(line);
}
