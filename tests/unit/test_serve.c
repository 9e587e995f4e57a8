/* test_serve.c - what callers send, what the page is made of, explanations as files, and MCP as far
 * as it needs no database. */
#include "test.h"

#include "serve/internal.h"

static const struct request_limits limits = {1000, 5000, false};

static enum status parse(struct arena *a, enum request_kind kind, const char *body,
                         struct request *r, struct error *err)
{
    return request_parse(a, kind, body, strlen(body), &limits, r, err);
}

/* ---- requests ------------------------------------------------------------------------------- */

static void a_whole_question_is_read(void **state)
{
    (void)state;
    struct arena a = {0};
    struct request r;
    struct error err = {0};
    assert_ok(parse(&a, REQUEST_ASK,
                    "{\"question\": \"how many?\", \"history\": [\"one\", \"two\"], \"beam\": 3,"
                    " \"n_best\": 9, \"max_rows\": 999999, \"run\": false}", &r, &err), err);
    assert_string_equal(r.question, "how many?");
    assert_int_equal(r.n_history, 2);
    assert_string_equal(r.history[1], "two");
    assert_int_equal(r.beam, 3);
    assert_int_equal(r.n_best, 3);      /* never more than the beam */
    assert_int_equal(r.max_rows, 1000); /* never more than the server allows */
    assert_int_equal(r.timeout_ms, 5000);
    assert_false(r.run);
    arena_release(&a);
}

static void wrong_requests_are_named(void **state)
{
    (void)state;
    static const struct {
        enum request_kind kind;
        const char *body, *says;
    } cases[] = {
        {REQUEST_ASK, "", "not JSON"},
        {REQUEST_ASK, "{\"question\": \"a\"", "line 1"},
        {REQUEST_ASK, "[]", "must be a JSON object"},
        {REQUEST_ASK, "3", "not JSON"},
        {REQUEST_ASK, "{}", "'question' is missing"},
        {REQUEST_ASK, "{\"question\": 7}", "'question' must be a string"},
        {REQUEST_ASK, "{\"question\": \"\"}", "'question' must not be empty"},
        {REQUEST_ASK, "{\"question\": \"a\", \"beam\": \"5\"}", "'beam' must be a whole number"},
        {REQUEST_ASK, "{\"question\": \"a\", \"beam\": 5.5}", "'beam' must be a whole number"},
        {REQUEST_ASK, "{\"question\": \"a\", \"beam\": 0}", "'beam' must be between"},
        {REQUEST_ASK, "{\"question\": \"a\", \"run\": 1}", "'run' must be true or false"},
        {REQUEST_ASK, "{\"question\": \"a\", \"sql\": \"x\"}", "unknown field 'sql'"},
        {REQUEST_ASK, "{\"question\": \"a\", \"question\": \"b\"}", "duplicate"},
        {REQUEST_ASK, "{\"question\": \"a\", \"history\": \"b\"}", "'history' must be a list"},
        {REQUEST_ASK, "{\"question\": \"a\", \"history\": [1]}", "'history' must be a list"},
        {REQUEST_ASK, "{\"question\": \"a\", \"history\": [\"b\"], \"conversation\": \"WyJhIl0\"}",
         "not both"},
        {REQUEST_ASK, "{\"question\": \"a\", \"conversation\": \"!!\"}", "'conversation' must be"},
        {REQUEST_ASK, "{\"question\": \"a\", \"conversation\": \"bm90IGpzb24\"}",
         "'conversation' must be"},
        {REQUEST_ASK, "{\"question\": \"a\\u0000b\"}", "not JSON"},
        {REQUEST_RUN, "{\"question\": \"a\"}", "field 'sql' is missing"},
        {REQUEST_RUN, "{}", "'sql' is missing"},
        {REQUEST_CORRECT, "{\"question\": \"a\", \"verdict\": \"good\"}", "'sql' is missing"},
        {REQUEST_CORRECT, "{\"question\": \"a\", \"sql\": \"b\"}", "'verdict' must be"},
        {REQUEST_CORRECT, "{\"question\": \"a\", \"sql\": \"b\", \"verdict\": \"fine\"}", "'verdict' must be"},
        {REQUEST_CORRECT, "{\"sql\": \"b\", \"verdict\": \"bad\"}", "'question' is missing"},
    };
    for (int i = 0; i < COUNT_OF(cases); i++) {
        struct arena a = {0};
        struct request r;
        struct error err = {0};
        if (parse(&a, cases[i].kind, cases[i].body, &r, &err) == ST_OK)
            fail_test("accepted: %s", cases[i].body);
        if (!strstr(err.message, cases[i].says))
            fail_test("%s: said '%s', not '%s'", cases[i].body, err.message, cases[i].says);
        arena_release(&a);
    }
}

static void long_questions_are_refused(void **state)
{
    (void)state;
    struct arena a = {0};
    struct request r;
    struct error err = {0};
    struct strbuf body = strbuf_in(&a);
    strbuf_puts(&body, "{\"question\": \"");
    for (int i = 0; i < 17000; i++)
        strbuf_putc(&body, 'x');
    strbuf_puts(&body, "\"}");
    assert_int_equal(parse(&a, REQUEST_ASK, strbuf_text(&body), &r, &err), ST_LIMIT);
    arena_release(&a);
}

static void fields_of_a_url_are_checked_the_same(void **state)
{
    (void)state;
    struct arena a = {0};
    struct error err = {0};
    struct request r = request_defaults(&limits);
    assert_ok(request_set(&a, REQUEST_EXPLAIN, "question", "who?", &limits, &r, &err), err);
    assert_ok(request_set(&a, REQUEST_EXPLAIN, "query", "3", &limits, &r, &err), err);
    assert_ok(request_complete(&a, REQUEST_EXPLAIN, &r, &err), err);
    assert_int_equal(r.query, 3);
    assert_int_equal(request_set(&a, REQUEST_EXPLAIN, "query", "x", &limits, &r, &err), ST_INPUT);
    assert_int_equal(request_set(&a, REQUEST_EXPLAIN, "query", "-1", &limits, &r, &err), ST_INPUT);
    assert_int_equal(request_set(&a, REQUEST_EXPLAIN, "query", "99999999999999999999", &limits, &r,
                                 &err), ST_INPUT);
    assert_int_equal(request_set(&a, REQUEST_EXPLAIN, "nothing", "1", &limits, &r, &err), ST_INPUT);
    assert_int_equal(request_set(&a, REQUEST_EXPLAIN, "question", "\xff", &limits, &r, &err),
                     ST_INPUT);
    arena_release(&a);
}

static void conversations_come_back_as_they_went(void **state)
{
    (void)state;
    struct arena a = {0};
    struct error err = {0};
    struct request r = {.question = "und \xc3\xbc" "ber \"Zitate\"?"}, back;
    for (int turn = 0; turn < 40; turn++) {
        const char *sql = turn % 2 ? arena_printf(&a, "SELECT '\xc3\xbc', %d", turn) : NULL;
        const char *text = conversation_write(&a, &r, sql);
        back = (struct request){0};
        assert_ok(conversation_read(&a, text, &back, &err), err);
        assert_true(!sql == !back.before && (!sql || strcmp(sql, back.before) == 0));
        assert_int_equal(back.n_history, MIN(r.n_history + 1, REQUEST_MAX_HISTORY));
        assert_string_equal(back.history[back.n_history - 1], r.question);
        if (r.n_history)
            assert_string_equal(back.history[back.n_history - 2], r.history[r.n_history - 1]);
        back.question = arena_printf(&a, "question %d", turn);
        r = back;
    }
    arena_release(&a);
}

static void what_a_conversation_carries_is_bounded(void **state)
{
    (void)state;
    struct arena a = {0};
    struct error err = {0};
    struct request r = {.question = "books"}, back = {0};
    char *sql = ARENA_ARRAY(&a, char, 5000);
    memset(sql, 'x', 4999);
    sql[4999] = '\0';
    assert_ok(conversation_read(&a, conversation_write(&a, &r, sql), &back, &err), err);
    assert_null(back.before);
    assert_string_equal(back.history[0], "books");
    sql[4096] = '\0';
    assert_ok(conversation_read(&a, conversation_write(&a, &r, sql), &back, &err), err);
    assert_string_equal(back.before, sql);
    /* ["books"], as it was written before answers were carried */
    back = (struct request){0};
    assert_ok(conversation_read(&a, "WyJib29rcyJd", &back, &err), err);
    assert_int_equal(back.n_history, 1);
    assert_null(back.before);
    arena_release(&a);
}

/* ---- headers -------------------------------------------------------------------------------- */

static void hosts_are_known_by_name(void **state)
{
    (void)state;
    static const char *const names[] = {"localhost", "127.0.0.1", "::1"};
    static const char *const right[] = {"localhost", "LocalHost:8080", "127.0.0.1:1", "[::1]:8080",
                                        "[::1]", "localhost.", "localhost.:80"};
    static const char *const wrong[] = {"", "evil.example", "localhost.evil.example", "127.0.0.1.nip.io",
                                        "[::2]", "[::1", ":8080", "evil:localhost", "localhos"};
    for (int i = 0; i < COUNT_OF(right); i++)
        assert_true(host_is_one_of(right[i], names, 3));
    for (int i = 0; i < COUNT_OF(wrong); i++)
        if (host_is_one_of(wrong[i], names, 3))
            fail_test("accepted '%s'", wrong[i]);
}

static void tokens_must_be_the_same(void **state)
{
    (void)state;
    assert_true(token_is_right("Bearer sesame-sesame", "sesame-sesame"));
    assert_true(token_is_right("bearer sesame-sesame", "sesame-sesame"));
    static const char *const wrong[] = {"", "Bearer", "Bearer ", "sesame-sesame", "Bearer sesame",
                                        "Bearer sesame-sesame ", "Bearer sesame-sesamf",
                                        "Bearer sesame-sesamesesame-sesame", "Basic sesame-sesame"};
    for (int i = 0; i < COUNT_OF(wrong); i++)
        if (token_is_right(wrong[i], "sesame-sesame"))
            fail_test("accepted '%s'", wrong[i]);
    assert_false(token_is_right(NULL, "sesame-sesame"));
    assert_false(token_is_right("Bearer ", ""));
}

static void loopback_is_known(void **state)
{
    (void)state;
    assert_true(serve_is_loopback("127.0.0.1") && serve_is_loopback("127.9.9.9"));
    assert_true(serve_is_loopback("localhost") && serve_is_loopback("::1"));
    assert_false(serve_is_loopback("0.0.0.0") || serve_is_loopback("::"));
    assert_false(serve_is_loopback("192.168.1.1") || serve_is_loopback("example.org"));
}

/* ---- the page and files --------------------------------------------------------------------- */

static void the_page_is_whole_and_needs_nobody(void **state)
{
    (void)state;
    struct arena a = {0};
    assert_non_null(asset_find("/"));
    assert_non_null(asset_find("/app.js"));
    assert_null(asset_find("/../app.js"));
    assert_null(asset_find("/nothing"));
    for (int i = 0; i < n_assets; i++) {
        assert_int_equal(strlen(assets[i].text), assets[i].n);
        assert_true(assets[i].n > 50);
        if (strstr(assets[i].type, "javascript") || strstr(assets[i].type, "css"))
            assert_null(strstr(assets[i].text, "https://"));
    }
    const char *script = asset_bundle(&a);
    assert_null(strstr(script, "\nimport "));
    assert_null(strstr(script, "\nexport "));
    assert_null(strstr(script, "</script"));
    assert_non_null(strstr(script, "function treeView"));
    arena_release(&a);
}

static json_t *hostile_explanation(void)
{
    static const char evil[] = "</script><script>alert(1)</script>&\"'";
    return json_pack(
        "{s:s, s:[{s:s, s:[{s:s, s:s, s:s, s:s, s:i, s:i, s:i, s:i, s:f}]}], s:[{s:s, s:s}],"
        " s:{s:i, s:[{s:[[f]], s:[[f]]}], s:[[f]]}}",
        "question", evil, "queries", "sql", evil, "steps", "field", "root", "type", "sql", "action",
        "rule", "name", evil, "parent", -1, "slot", 0, "depth", 0, "first", 0, "probability", 0.5,
        "items", "kind", "token", "text", evil, "explained", "query", 0, "layers", "self", 1.0,
        "cross", 1.0, "nearness", 1.0);
}

static int count(const char *text, const char *what)
{
    int n = 0;
    for (; (text = strstr(text, what)); text++)
        n++;
    return n;
}

static void files_escape_what_they_show(void **state)
{
    (void)state;
    struct arena a = {0};
    json_t *json = hostile_explanation();
    assert_non_null(json);
    const char *html = explain_html(&a, json), *svg = explain_svg(&a, json);
    assert_null(strstr(html, "<script>alert"));
    assert_int_equal(count(html, "</script>"), 2); /* the data and the page's own */
    assert_null(strstr(html, "src=\"app.js\""));
    assert_null(strstr(html, "rel=\"stylesheet\""));
    assert_null(strstr(svg, "<script"));
    assert_non_null(strstr(svg, "&lt;/script&gt;"));
    assert_int_equal(count(svg, "class=\"heat\""), 3);
    json_decref(json);
    arena_release(&a);
}

static void pictures_survive_nonsense(void **state)
{
    (void)state;
    static const char *const nonsense[] = {
        "{}", "{\"queries\": 3}", "{\"queries\": [{\"steps\": [{}, {\"first\": 99, \"parent\": 50}]}]}",
        "{\"queries\": [{\"steps\": [{\"depth\": 100000, \"parent\": -7}]}], \"explained\": {\"query\": 8}}",
        "{\"queries\": [{\"steps\": [{\"first\": 0, \"parent\": -1}, {\"first\": -5, \"parent\": 0, \"slot\": 9}]}],"
        " \"explained\": {\"layers\": [{\"self\": [], \"cross\": 1}]}}",
    };
    for (int i = 0; i < COUNT_OF(nonsense); i++) {
        struct arena a = {0};
        json_t *json = json_loads(nonsense[i], 0, NULL);
        assert_non_null(json);
        assert_non_null(strstr(explain_svg(&a, json), "</svg>"));
        json_decref(json);
        arena_release(&a);
    }
}

/* ---- MCP ------------------------------------------------------------------------------------ */

static int error_code(const char *line)
{
    struct mcp_options o = {.max_rows = 10, .timeout_ms = 1000};
    json_t *answer = mcp_answer(&o, line, strlen(line));
    assert_non_null(answer);
    assert_string_equal(json_string_value(json_object_get(answer, "jsonrpc")), "2.0");
    int code = (int)json_integer_value(json_object_get(json_object_get(answer, "error"), "code"));
    json_decref(answer);
    return code;
}

static void rpc_errors_have_their_codes(void **state)
{
    (void)state;
    assert_int_equal(error_code("{"), -32700);
    assert_int_equal(error_code("3"), -32600);
    assert_int_equal(error_code("[]"), -32600);
    assert_int_equal(error_code("{\"id\": 1, \"method\": \"ping\"}"), -32600);
    assert_int_equal(error_code("{\"jsonrpc\": \"2.0\", \"id\": {}, \"method\": \"ping\"}"), -32600);
    assert_int_equal(error_code("{\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"nope\"}"), -32601);
    assert_int_equal(error_code("{\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"tools/call\"}"), -32602);
    assert_int_equal(error_code("{\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"tools/call\","
                                " \"params\": {\"name\": \"drop\"}}"), -32602);
    assert_int_equal(error_code("{\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"tools/call\","
                                " \"params\": {\"name\": \"run_sql\", \"arguments\": {\"sql\": \"x\"}}}"),
                     -32602); /* not offered */
    assert_int_equal(error_code("{\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"tools/call\","
                                " \"params\": {\"name\": \"ask\", \"arguments\": {\"q\": 1}}}"), -32602);
    assert_int_equal(error_code("{\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"ping\"}"), 0);
    struct mcp_options o = {0};
    static const char note[] = "{\"jsonrpc\": \"2.0\", \"method\": \"notifications/initialized\"}";
    assert_null(mcp_answer(&o, note, sizeof note - 1));
}

static void the_version_is_agreed_on(void **state)
{
    (void)state;
    static const char *const cases[][2] = {{"2024-11-05", "2024-11-05"}, {"1999-01-01", "2025-06-18"}};
    struct mcp_options o = {0};
    for (int i = 0; i < COUNT_OF(cases); i++) {
        char line[300];
        int n = snprintf(line, sizeof line,
                         "{\"jsonrpc\":\"2.0\",\"id\":\"a\",\"method\":\"initialize\",\"params\":"
                         "{\"protocolVersion\":\"%s\"}}", cases[i][0]);
        json_t *answer = mcp_answer(&o, line, (size_t)n), *result = json_object_get(answer, "result");
        assert_string_equal(json_string_value(json_object_get(answer, "id")), "a");
        assert_string_equal(json_string_value(json_object_get(result, "protocolVersion")), cases[i][1]);
        json_decref(answer);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_whole_question_is_read),
        cmocka_unit_test(wrong_requests_are_named),
        cmocka_unit_test(long_questions_are_refused),
        cmocka_unit_test(fields_of_a_url_are_checked_the_same),
        cmocka_unit_test(conversations_come_back_as_they_went),
        cmocka_unit_test(what_a_conversation_carries_is_bounded),
        cmocka_unit_test(hosts_are_known_by_name),
        cmocka_unit_test(tokens_must_be_the_same),
        cmocka_unit_test(loopback_is_known),
        cmocka_unit_test(the_page_is_whole_and_needs_nobody),
        cmocka_unit_test(files_escape_what_they_show),
        cmocka_unit_test(pictures_survive_nonsense),
        cmocka_unit_test(rpc_errors_have_their_codes),
        cmocka_unit_test(the_version_is_agreed_on),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
