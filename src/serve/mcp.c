/* mcp.c - the Model Context Protocol over lines of JSON-RPC 2.0, so that assistants can ask the
 * database by way of us: three tools, all read-only. */
#include "serve/internal.h"

#include "engine/engine.h"
#include "version.h"

#include <stdlib.h>
#include <string.h>
#include <sys/types.h>

#define MCP_MAX_LINE ((size_t)1 << 20)

enum {
    PARSE_ERROR = -32700,
    INVALID_REQUEST = -32600,
    NO_METHOD = -32601,
    INVALID_PARAMS = -32602,
};

static const char *const versions[] = {"2025-06-18", "2025-03-26", "2024-11-05"}; /* newest first */

/* ---- JSON-RPC ------------------------------------------------------------------------------- */

static json_t *id_of(const json_t *message)
{
    json_t *id = json_object_get(message, "id");
    return json_is_string(id) || json_is_integer(id) ? json_incref(id) : json_null();
}

static json_t *rpc_error(const json_t *message, int code, const char *text)
{
    return json_pack("{s:s, s:o, s:{s:i, s:s}}", "jsonrpc", "2.0", "id", id_of(message), "error",
                     "code", code, "message", text);
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
    char *text = data ? json_dumps(data, JSON_OUT) : NULL;
    json_t *out = json_pack("{s:[{s:s, s:s}], s:b}", "content", "type", "text", "text",
                            text ? text : err->message, "isError", !data);
    if (data)
        json_object_set_new(out, "structuredContent", data);
    free(text);
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
    return json ? json_loads(json, JSON_ALLOW_NUL, NULL) : NULL;
}

static json_t *call_tool(const struct mcp_options *o, const json_t *message, const json_t *params)
{
    const char *name = json_string_value(json_object_get(params, "name"));
    const json_t *given = json_object_get(params, "arguments");
    if (!name || (given && !json_is_object(given)))
        return rpc_error(message, INVALID_PARAMS, "tools/call wants a name and arguments");
    json_t *arguments = given ? json_incref((json_t *)given) : json_object();
    struct request_limits limits = {o->max_rows, o->timeout_ms};
    struct request request;
    struct arena arena = {0};
    struct error err = {0};
    json_t *data = NULL, *failure = NULL;
    bool ask = strcmp(name, "ask") == 0, run = strcmp(name, "run_sql") == 0 && o->allow_sql;
    if (strcmp(name, "schema") == 0)
        data = schema_json(database_schema(o->database));
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

static json_t *initialize(const json_t *params)
{
    const char *wanted = json_string_value(json_object_get(params, "protocolVersion"));
    const char *version = versions[0];
    for (int i = 0; wanted && i < COUNT_OF(versions); i++)
        if (strcmp(wanted, versions[i]) == 0)
            version = versions[i];
    return json_pack("{s:s, s:{s:{s:b}}, s:{s:s, s:s, s:s}, s:s}", "protocolVersion", version,
                     "capabilities", "tools", "listChanged", 0, "serverInfo", "name", "astormer",
                     "title", "astormer", "version", ASTORMER_VERSION, "instructions",
                     "Ask the database in plain language with 'ask'; 'schema' shows what it holds. "
                     "Look at confidence and at alternatives before trusting an answer.");
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
        return rpc_result(message, initialize(params));
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
    json_t *message = json_loadb(line, n, JSON_DECODE_ANY, &at), *out = NULL;
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

static void put_message(FILE *to, json_t *message)
{
    if (!message)
        return;
    char *text = json_dumps(message, JSON_OUT);
    if (text)
        fprintf(to, "%s\n", text);
    fflush(to);
    free(text);
    json_decref(message);
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
    char *line = xmalloc(MCP_MAX_LINE);
    size_t n;
    for (bool too_long; read_line(in, line, &n, &too_long);) {
        if (too_long)
            put_message(out, rpc_error(NULL, INVALID_REQUEST, "a message has more than 1 MB"));
        else if (n > 0 && !(n == 1 && line[0] == '\r'))
            put_message(out, mcp_answer(o, line, n));
    }
    free(line);
}
