/* mcp.c - the Model Context Protocol over lines of JSON-RPC 2.0, so that assistants can ask the
 * database by way of us: three tools, all read-only. */
#include "serve/internal.h"

#include "engine/engine.h"
#include "version.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <time.h>

#define MCP_MAX_LINE ((size_t)1 << 20)
#define MCP_MAX_WAITING 32
#define MCP_PROGRESS_SECONDS 1.0

enum {
    PARSE_ERROR = -32700,
    INVALID_REQUEST = -32600,
    NO_METHOD = -32601,
    INVALID_PARAMS = -32602,
    NO_ANSWER = -32603,
};

static const char *const versions[] = {"2025-06-18", "2025-03-26", "2024-11-05"}; /* newest first */

/* ---- JSON-RPC ------------------------------------------------------------------------------- */

static json_t *id_of(const json_t *message)
{
    json_t *id = json_object_get(message, "id");
    return json_is_string(id) || json_is_integer(id) ? json_incref(id) : json_null();
}

/* Any bytes as a JSON string: a message may quote what it complains about, and be cut anywhere. */
static json_t *string_of(const char *text)
{
    struct arena arena = {0};
    json_t *out = json_string(text_valid(&arena, text, strlen(text)));
    arena_release(&arena);
    return out;
}

static json_t *rpc_error(const json_t *message, int code, const char *text)
{
    return json_pack("{s:s, s:o, s:{s:i, s:o}}", "jsonrpc", "2.0", "id", id_of(message), "error",
                     "code", code, "message", string_of(text));
}

static json_t *rpc_result(const json_t *message, json_t *result)
{
    return json_pack("{s:s, s:o, s:o}", "jsonrpc", "2.0", "id", id_of(message), "result", result);
}

/* ---- tools ---------------------------------------------------------------------------------- */

static json_t *text_field(const char *type, const char *description)
{
    return json_pack("{s:s, s:s}", "type", type, "description", description);
}

static json_t *tool(const char *name, const char *title, const char *description,
                    json_t *properties, json_t *required)
{
    return json_pack("{s:s, s:s, s:s, s:{s:s, s:o, s:o, s:b}, s:{s:b, s:b}}", "name", name, "title",
                     title, "description", description, "inputSchema", "type", "object",
                     "properties", properties, "required", required, "additionalProperties", 0,
                     "annotations", "readOnlyHint", 1, "openWorldHint", 0);
}

static json_t *history_field(void)
{
    return json_pack("{s:s, s:{s:s}, s:i, s:s}", "type", "array", "items", "type", "string",
                     "maxItems", REQUEST_MAX_HISTORY, "description",
                     "earlier questions of the conversation, oldest first, if this follows up");
}

static json_t *list_tools(const struct mcp_options *o)
{
    json_t *tools = json_array();
    json_array_append_new(
        tools, tool("ask", "Ask the database",
                    "Answers a question in plain language about the database: the SQL, how sure it "
                    "is, alternatives, and the rows. Declines when it is not sure enough.",
                    json_pack("{s:o, s:o, s:o, s:o}", "question",
                              text_field("string", "the question, in English or Chinese"),
                              "history", history_field(), "max_rows",
                              text_field("integer", "rows returned at most"), "run",
                              text_field("boolean", "run the query (default), or only give it")),
                    json_pack("[s]", "question")));
    json_array_append_new(tools,
                          tool("schema", "Show the schema",
                               "Tables, columns, types and keys of the database.", json_object(),
                               json_array()));
    if (o->allow_sql)
        json_array_append_new(
            tools, tool("run_sql", "Run a query",
                        "Runs one SQL statement that only reads, within limits of time and rows.",
                        json_pack("{s:o, s:o}", "sql", text_field("string", "one SELECT statement"),
                                  "max_rows", text_field("integer", "rows returned at most")),
                        json_pack("[s]", "sql")));
    return json_pack("{s:o}", "tools", tools);
}

/* What a tool gave, as text for any client and as data for those that take it. */
static json_t *tool_result(json_t *data, const struct error *err)
{
    struct arena arena = {0};
    const char *text = data ? json_write(&arena, data, JSON_OUT) : NULL;
    const char *failure = err->message[0] ? err->message : "no answer could be written";
    json_t *out = json_pack("{s:[{s:s, s:o}], s:b}", "content", "type", "text", "text",
                            string_of(text ? text : failure), "isError", !data);
    if (data)
        json_put(out, "structuredContent", data);
    arena_release(&arena);
    return out;
}

/* The answer without what only a picture needs. */
static json_t *brief(json_t *answer)
{
    static const char *const dropped[] = {"items", "text", "conversation", "looked_at"};
    for (int i = 0; answer && i < COUNT_OF(dropped); i++)
        json_object_del(answer, dropped[i]);
    size_t i;
    json_t *query;
    json_array_foreach (json_object_get(answer, "queries"), i, query)
        json_object_del(query, "steps");
    return answer;
}

static json_t *parsed(const char *json)
{
    return json ? json_parse(json, strlen(json), JSON_ALLOW_NUL, NULL) : NULL;
}

static json_t *call_tool(const struct mcp_options *o, const json_t *message, const json_t *params)
{
    const char *name = json_string_value(json_object_get(params, "name"));
    const json_t *given = json_object_get(params, "arguments");
    if (!name || (given && !json_is_object(given)))
        return rpc_error(message, INVALID_PARAMS, "tools/call wants a name and arguments");
    json_t *arguments = given ? json_incref((json_t *)given) : json_object();
    struct request_limits limits = {o->max_rows, o->timeout_ms, .for_doubles = true};
    struct request request;
    struct arena arena = {0};
    struct error err = {0};
    json_t *data = NULL, *failure = NULL;
    bool ask = strcmp(name, "ask") == 0, run = strcmp(name, "run_sql") == 0 && o->allow_sql;
    if (strcmp(name, "schema") == 0 && astormer_session_refresh(o->session, NULL, NULL) == ASTORMER_OK)
        data = schema_json(database_schema(o->database));
    else if (strcmp(name, "schema") == 0)
        fail(&err, ST_IO, "the database does not answer");
    else if (!ask && !run)
        failure = rpc_error(message, INVALID_PARAMS,
                            arena_printf(&arena, "unknown tool '%.60s'", name));
    else if (request_read(&arena, ask ? REQUEST_ASK : REQUEST_RUN, arguments, &limits, &request,
                          &err) != ST_OK)
        failure = rpc_error(message, INVALID_PARAMS, err.message);
    else if (ask)
        data = brief(parsed(answer_ask(&arena, o->session, &request, NULL, &err)));
    else
        data = parsed(answer_run(&arena, o->session, &request, NULL, &err));
    json_t *out = failure ? failure : rpc_result(message, tool_result(data, &err));
    json_decref(arguments);
    arena_release(&arena);
    return out;
}

/* ---- the protocol --------------------------------------------------------------------------- */

static json_t *initialize(const struct mcp_options *o, const json_t *params)
{
    const char *wanted = json_string_value(json_object_get(params, "protocolVersion"));
    const char *version = versions[0];
    for (int i = 0; wanted && i < COUNT_OF(versions); i++)
        if (strcmp(wanted, versions[i]) == 0)
            version = versions[i];
    json_t *says = json_sprintf("Ask the database in plain language with 'ask'; 'schema' shows what it "
                                "holds. Questions may be in: %s. Look at confidence and at "
                                "alternatives before trusting an answer.",
                                o->languages ? o->languages : "English");
    return json_pack("{s:s, s:{s:{s:b}}, s:{s:s, s:s, s:s}, s:o}", "protocolVersion", version,
                     "capabilities", "tools", "listChanged", 0, "serverInfo", "name", "astormer",
                     "title", "astormer", "version", ASTORMER_VERSION, "instructions",
                     says);
}

static json_t *answer_message(const struct mcp_options *o, const json_t *message)
{
    const char *version = json_string_value(json_object_get(message, "jsonrpc"));
    const char *method = json_string_value(json_object_get(message, "method"));
    const json_t *params = json_object_get(message, "params"), *id = json_object_get(message, "id");
    if (!method && (json_object_get(message, "result") || json_object_get(message, "error")))
        return NULL; /* we ask clients nothing, so no reply is awaited */
    if (!json_is_object(message) || !version || strcmp(version, "2.0") != 0 || !method ||
        (id && !json_is_string(id) && !json_is_integer(id)))
        return rpc_error(message, INVALID_REQUEST, "not a JSON-RPC 2.0 request");
    if (!id)
        return NULL; /* a notification */
    if (params && !json_is_object(params))
        return rpc_error(message, INVALID_PARAMS, "params must be an object");
    if (strcmp(method, "initialize") == 0)
        return rpc_result(message, initialize(o, params));
    if (strcmp(method, "ping") == 0)
        return rpc_result(message, json_object());
    if (strcmp(method, "tools/list") == 0)
        return rpc_result(message, list_tools(o));
    if (strcmp(method, "tools/call") == 0)
        return call_tool(o, message, params);
    return rpc_error(message, NO_METHOD, "unknown method");
}

json_t *mcp_answer(const struct mcp_options *o, const char *line, size_t n)
{
    json_error_t at;
    json_t *message = json_parse(line, n, JSON_DECODE_ANY, &at), *out = NULL;
    if (!message)
        return rpc_error(NULL, PARSE_ERROR, at.text);
    if (json_is_array(message) && json_array_size(message) > 0) { /* a batch: 2025-03-26 has them */
        size_t i;
        json_t *one;
        out = json_array();
        json_array_foreach (message, i, one) {
            json_t *answer = answer_message(o, one);
            if (answer)
                json_array_append_new(out, answer);
        }
        if (json_array_size(out) == 0) {
            json_decref(out);
            out = NULL;
        }
    } else {
        out = answer_message(o, message);
    }
    json_decref(message);
    return out;
}

/* ---- reading, working and telling, each at its own pace --------------------------------------- */

/* A request on its way.  The reader makes it, the worker answers it, and whoever finds it cancelled
 * lets it go without a word, as the protocol wants. */
struct job {
    char *line;
    size_t n;
    json_t *id, *token; /* of a single request; NULL: cannot be cancelled, is told nothing */
    bool cancelled;
    double start;
};

struct talk_over {
    const struct mcp_options *options;
    FILE *out;
    pthread_mutex_t lock; /* of everything below, and of lines written */
    pthread_cond_t changed;
    struct job *waiting[MCP_MAX_WAITING];
    int n_waiting;
    struct job *at; /* being answered */
    bool ended;
};

static void put_line(FILE *to, const char *text)
{
    fprintf(to, "%s\n", text);
    fflush(to);
}

static void tell(struct talk_over *t, const char *text)
{
    pthread_mutex_lock(&t->lock);
    put_line(t->out, text);
    pthread_mutex_unlock(&t->lock);
}

/* ---- one message, each of which may find no memory ---------------------------------------------- */

static const char no_memory[] = "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32603,"
                                "\"message\":\"out of memory\"}}";
static const char too_long_line[] = "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32600,"
                                    "\"message\":\"a message has more than 1 MB\"}}";

struct telling {
    const struct mcp_options *options;
    const struct job *job;
    double now;
    struct arena arena;
    const char *text; /* NULL: nothing is to be said */
};

static enum status write_answer(void *context, struct error *err)
{
    (void)err;
    struct telling *t = context;
    json_t *answer = mcp_answer(t->options, t->job->line, t->job->n);
    t->text = answer ? json_write(&t->arena, answer, JSON_OUT) : NULL;
    json_decref(answer);
    return ST_OK;
}

static enum status write_failure(void *context, struct error *err)
{
    (void)err;
    struct telling *t = context;
    json_t *answer = json_pack("{s:s, s:O?, s:{s:i, s:s}}", "jsonrpc", "2.0", "id", t->job->id,
                               "error", "code", NO_ANSWER, "message", "out of memory");
    t->text = json_write(&t->arena, answer, JSON_OUT);
    json_decref(answer);
    return ST_OK;
}

static enum status write_progress(void *context, struct error *err)
{
    (void)err;
    struct telling *t = context;
    json_t *message = json_pack("{s:s, s:s, s:{s:O, s:f, s:s}}", "jsonrpc", "2.0", "method",
                                "notifications/progress", "params", "progressToken", t->job->token,
                                "progress", t->now - t->job->start, "message", "seconds at work");
    t->text = json_write(&t->arena, message, JSON_OUT);
    json_decref(message);
    return ST_OK;
}

/* Every request is answered, if only by saying that there is no memory for it. */
static void find_answer(struct telling *t)
{
    if (attempt(write_answer, t, NULL) == ST_OK)
        return;
    t->arena = (struct arena){0};
    if (attempt(write_failure, t, NULL) == ST_OK)
        return;
    t->arena = (struct arena){0};
    t->text = no_memory;
}

static void job_free(struct job *job)
{
    json_decref(job->id);
    json_decref(job->token);
    xfree(job->line);
    xfree(job);
}

static void *answer_jobs(void *context)
{
    struct talk_over *t = context;
    pthread_mutex_lock(&t->lock);
    for (;;) {
        while (t->n_waiting == 0 && !t->ended)
            pthread_cond_wait(&t->changed, &t->lock);
        if (t->n_waiting == 0)
            break;
        struct job *job = t->waiting[0];
        memmove(t->waiting, t->waiting + 1, sizeof *t->waiting * (size_t)--t->n_waiting);
        job->start = now_seconds();
        t->at = job;
        pthread_cond_broadcast(&t->changed);
        struct telling answer = {.options = t->options, .job = job};
        if (!job->cancelled) {
            pthread_mutex_unlock(&t->lock);
            find_answer(&answer);
            pthread_mutex_lock(&t->lock);
        }
        t->at = NULL;
        if (!job->cancelled && answer.text)
            put_line(t->out, answer.text);
        arena_release(&answer.arena);
        job_free(job);
        pthread_cond_broadcast(&t->changed);
    }
    pthread_mutex_unlock(&t->lock);
    return NULL;
}

/* Once a second, to those who gave a token: seconds gone by.  A cancelled call is told to stop again
 * and again, since what it calls may just begin. */
static void *tell_progress(void *context)
{
    struct talk_over *t = context;
    double told = 0;
    pthread_mutex_lock(&t->lock);
    while (!t->ended || t->at || t->n_waiting) {
        double next = now_seconds() + (t->at && t->at->cancelled ? 0.02 : 0.1);
        struct timespec until = {(time_t)next, (long)((next - (double)(time_t)next) * 1e9)};
        pthread_cond_timedwait(&t->changed, &t->lock, &until);
        if (t->at && t->at->cancelled)
            astormer_session_cancel(t->options->session);
        double now = now_seconds();
        if (!t->at || !t->at->token || t->at->cancelled ||
            now - MAX(told, t->at->start) < MCP_PROGRESS_SECONDS)
            continue;
        told = now;
        struct telling progress = {.job = t->at, .now = now};
        if (attempt(write_progress, &progress, NULL) == ST_OK) {
            put_line(t->out, progress.text);
            arena_release(&progress.arena);
        }
    }
    pthread_mutex_unlock(&t->lock);
    return NULL;
}

static void cancel(struct talk_over *t, const json_t *id)
{
    pthread_mutex_lock(&t->lock);
    for (int i = 0; id && i < t->n_waiting; i++)
        if (t->waiting[i]->id && json_equal(t->waiting[i]->id, id))
            t->waiting[i]->cancelled = true;
    if (id && t->at && t->at->id && json_equal(t->at->id, id)) {
        t->at->cancelled = true;
        astormer_session_cancel(t->options->session);
    }
    pthread_cond_broadcast(&t->changed);
    pthread_mutex_unlock(&t->lock);
}

/* Whoever sends faster than we answer waits to be read. */
static void give(struct talk_over *t, struct job *job)
{
    pthread_mutex_lock(&t->lock);
    while (t->n_waiting == MCP_MAX_WAITING)
        pthread_cond_wait(&t->changed, &t->lock);
    t->waiting[t->n_waiting++] = job;
    pthread_cond_broadcast(&t->changed);
    pthread_mutex_unlock(&t->lock);
}

struct line {
    struct talk_over *talk;
    const char *text;
    size_t n;
    struct job *job; /* or NULL: it was no request */
};

static enum status read_job(void *context, struct error *err)
{
    (void)err;
    struct line *l = context;
    json_t *message = json_parse(l->text, l->n, JSON_DECODE_ANY, NULL);
    const json_t *params = json_object_get(message, "params");
    const char *method = json_string_value(json_object_get(message, "method"));
    if (method && strcmp(method, "notifications/cancelled") == 0) {
        cancel(l->talk, json_object_get(params, "requestId"));
    } else {
        struct job *job = xmalloc(sizeof *job);
        *job = (struct job){.line = xmalloc(l->n), .n = l->n,
                            .id = json_deep_copy(json_object_get(message, "id"))};
        json_t *token = json_object_get(json_object_get(params, "_meta"), "progressToken");
        if (json_is_string(token) || json_is_integer(token))
            job->token = json_deep_copy(token);
        memcpy(job->line, l->text, l->n);
        l->job = job;
    }
    json_decref(message);
    return ST_OK;
}

static void take_line(struct talk_over *t, const char *line, size_t n)
{
    struct line l = {.talk = t, .text = line, .n = n};
    if (attempt(read_job, &l, NULL) != ST_OK)
        tell(t, no_memory);
    else if (l.job)
        give(t, l.job);
}

/* One line, of which at most MCP_MAX_LINE bytes are kept; false at the end. */
static bool read_line(FILE *in, char *line, size_t *n, bool *too_long)
{
    int c;
    *n = 0;
    *too_long = false;
    while ((c = getc_unlocked(in)) != EOF && c != '\n') {
        if (*n < MCP_MAX_LINE)
            line[(*n)++] = (char)c;
        else
            *too_long = true;
    }
    return c != EOF || *n > 0;
}

void mcp_run(const struct mcp_options *o, FILE *in, FILE *out)
{
    struct talk_over t = {.options = o, .out = out};
    pthread_condattr_t clock;
    pthread_condattr_init(&clock);
    pthread_condattr_setclock(&clock, CLOCK_MONOTONIC);
    pthread_mutex_init(&t.lock, NULL);
    pthread_cond_init(&t.changed, &clock);
    pthread_condattr_destroy(&clock);
    pthread_t worker, teller;
    CHECK(pthread_create(&worker, NULL, answer_jobs, &t) == 0);
    CHECK(pthread_create(&teller, NULL, tell_progress, &t) == 0);
    char *line = xmalloc(MCP_MAX_LINE);
    size_t n;
    for (bool too_long; read_line(in, line, &n, &too_long);) {
        if (too_long)
            tell(&t, too_long_line);
        else if (n > 0 && !(n == 1 && line[0] == '\r'))
            take_line(&t, line, n);
    }
    pthread_mutex_lock(&t.lock);
    t.ended = true;
    pthread_cond_broadcast(&t.changed);
    pthread_mutex_unlock(&t.lock);
    pthread_join(worker, NULL);
    pthread_join(teller, NULL);
    pthread_mutex_destroy(&t.lock);
    pthread_cond_destroy(&t.changed);
    xfree(line);
}
