/* fuzz_request.c - whatever a caller sends: read or refused with a message, never a crash; what was
 * read is within its limits and can be handed back.  The first byte picks the reader. */
#include "serve/internal.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const struct request_limits limits = {1000, 5000, false};

static void check_request(struct arena *arena, const struct request *r)
{
    CHECK(r->beam >= 1 && r->beam <= REQUEST_MAX_BEAM && r->n_best >= 1 && r->n_best <= r->beam);
    CHECK(r->max_rows >= 1 && r->max_rows <= limits.max_rows);
    CHECK(r->timeout_ms >= 1 && r->timeout_ms <= limits.timeout_ms);
    CHECK(r->n_history >= 0 && r->n_history <= REQUEST_MAX_HISTORY);
    CHECK(!r->question || utf8_valid(r->question, strlen(r->question)));
    struct request back = {0};
    if (r->question)
        CHECK(conversation_read(arena, conversation_write(arena, r, r->before), &back, NULL) == ST_OK &&
              back.n_history >= 1);
}

static void read_body(struct arena *arena, enum request_kind kind, const char *text, size_t n)
{
    struct request r;
    struct error err = {0};
    if (request_parse(arena, kind, text, n, &limits, &r, &err) == ST_OK)
        check_request(arena, &r);
    else
        CHECK(err.message[0]);
}

/* name=value&name=value, as libmicrohttpd hands them over. */
static void read_arguments(struct arena *arena, char *text)
{
    struct request r = request_defaults(&limits);
    struct error err = {0};
    for (char *next, *name = text; name; name = next) {
        if ((next = strchr(name, '&')))
            *next++ = '\0';
        char *value = strchr(name, '=');
        if (!value)
            continue;
        *value++ = '\0';
        if (request_set(arena, REQUEST_EXPLAIN, name, value, &limits, &r, &err) != ST_OK)
            CHECK(err.message[0]);
    }
    if (request_complete(arena, REQUEST_EXPLAIN, &r, &err) == ST_OK)
        check_request(arena, &r);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const names[] = {"localhost", "::1"};
    if (size == 0)
        return 0;
    struct arena arena = {0};
    char *text = arena_strndup(&arena, (const char *)data + 1, size - 1);
    struct mcp_options mcp = {.max_rows = 10, .timeout_ms = 1000};
    struct request r = {0};
    switch (data[0]) {
    case 'e':
        read_arguments(&arena, text);
        break;
    case 'r':
        read_body(&arena, REQUEST_RUN, text, size - 1);
        break;
    case 'c':
        conversation_read(&arena, text, &r, NULL);
        CHECK(r.n_history <= REQUEST_MAX_HISTORY);
        break;
    case 'h':
        host_is_one_of(text, names, 2);
        CHECK(!token_is_right(text, "a token that no fuzzer finds"));
        break;
    case 'm': /* no session: the tools that need one are not called with right arguments */
        if (!memmem(text, size - 1, "tools/call", 10))
            json_decref(mcp_answer(&mcp, text, size - 1));
        break;
    default:
        read_body(&arena, REQUEST_ASK, text, size - 1);
    }
    arena_release(&arena);
    return 0;
}
