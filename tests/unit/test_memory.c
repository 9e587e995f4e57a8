/* test_memory.c - running out of memory: the n-th allocation fails, for every n, and then the call says so,
 * nothing is left behind (LeakSanitizer looks), and the next call is answered as if nothing had been.
 *
 * Every arena_alloc() counts as an allocation here, not only those that need a block.  By default the n are
 * taken further and further apart; ASTORMER_FAULTS=all takes every one. */
#include "test.h"

#include "engine/internal.h"
#include "random_db.h"
#include "scratch_db.h"
#include "serve/serve.h"

#include <arpa/inet.h>
#include <stdatomic.h>
#include <sys/socket.h>
#include <unistd.h>

/* ---- faults --------------------------------------------------------------------------------------- */

static atomic_long allocations, fails_at; /* 0: none does */

static bool refuse(size_t bytes)
{
    (void)bytes;
    return atomic_fetch_add(&allocations, 1) + 1 == atomic_load(&fails_at);
}

static void arm(long n)
{
    atomic_store(&allocations, 0);
    atomic_store(&fails_at, n);
    memory_faults = refuse;
}

/* How many there were since. */
static long disarm(void)
{
    atomic_store(&fails_at, 0);
    return atomic_load(&allocations);
}

static long next_fault(long n)
{
    const char *all = getenv("ASTORMER_FAULTS");
    return all && strcmp(all, "all") == 0 ? n + 1 : n + 1 + n / 6;
}

/* ---- attempts ------------------------------------------------------------------------------------- */

struct notes {
    char text[32];
    struct arena arena;
    char *kept;
};

static void note_a(void *n)
{
    strcat(((struct notes *)n)->text, "a");
}

static void note_b(void *n)
{
    strcat(((struct notes *)n)->text, "b");
}

static enum status hold_and_fail(void *context, struct error *err)
{
    (void)err;
    struct undo a, b, c;
    struct arena scratch = {0};
    undo_later(&a, note_a, context);
    undo_later(&b, note_b, context);
    undo_later(&c, note_a, context);
    undo_forget(&c);
    arena_alloc(&scratch, 100000, 1);
    xmalloc(100);
    memory_give_up(7);
}

static void what_is_held_is_undone_newest_first(void **state)
{
    (void)state;
    struct notes n = {0};
    struct error err = {0};
    assert_int_equal(attempt(hold_and_fail, &n, &err), ST_MEMORY);
    assert_string_equal(n.text, "ba");
    assert_non_null(strstr(err.message, "out of memory (7 bytes)"));
}

static enum status make_lasting(void *context, struct error *err)
{
    (void)err;
    struct notes *n = context;
    n->kept = xstrdup("kept");
    return ST_OK;
}

static enum status keep_and_fail(void *context, struct error *err)
{
    struct notes *n = context;
    assert_int_equal(attempt_lasting(make_lasting, n, err), ST_OK);
    arena_alloc(&n->arena, 1000000, 1); /* an arena from before: what it holds stays */
    xrealloc(xmalloc(10), 1000);
    assert_int_equal(attempt(make_lasting, &(struct notes){0}, err), ST_OK); /* becomes ours */
    memory_give_up(0);
}

static void what_lasts_outlives_the_failure(void **state)
{
    (void)state;
    struct notes n = {0};
    struct error err = {0};
    char *before = arena_strdup(&n.arena, "before");
    assert_int_equal(attempt(keep_and_fail, &n, &err), ST_MEMORY);
    assert_string_equal(n.kept, "kept");
    assert_string_equal(before, "before");
    assert_true(n.arena.total > 1000000);
    xfree(n.kept);
    arena_release(&n.arena);
}

static enum status take_megabytes(void *context, struct error *err)
{
    (void)err;
    struct arena arena = {0};
    for (int i = 0; i < *(int *)context; i++)
        arena_alloc(&arena, 1 << 20, 1);
    arena_release(&arena);
    return ST_OK;
}

static void an_attempt_has_a_limit(void **state)
{
    (void)state;
    struct error err = {0};
    int few = 3, many = 100;
    for (int i = 0; i < 20; i++) /* what is given back does not count */
        assert_ok(attempt_within((size_t)16 << 20, take_megabytes, &few, &err), err);
    assert_int_equal(attempt_within((size_t)16 << 20, take_megabytes, &many, &err), ST_MEMORY);
    assert_non_null(strstr(err.message, "more memory than the 16 MB"));
    assert_ok(attempt(take_megabytes, &many, &err), err);
}

/* ---- the library ---------------------------------------------------------------------------------- */

static const char shop[] =
    "CREATE TABLE book (book_id INTEGER PRIMARY KEY, title TEXT, genre TEXT, price REAL);"
    "CREATE TABLE sale (sale_id INTEGER PRIMARY KEY, book_id INTEGER REFERENCES book(book_id),"
    "                   sold_on DATE, copies INTEGER); CREATE TABLE secret (x);"
    "INSERT INTO book VALUES (1, 'Slate', 'Crime', 9.5), (2, 'Nine Keys', 'Fantasy', 8.99),"
    "                        (3, 'Blue Tiles', 'Crime', NULL);"
    "INSERT INTO sale VALUES (1, 1, '2024-02-29', 3), (2, 2, '2024-03-01', 1);";
static const char question[] = "how many crime books cost less than 9?";

struct world {
    struct scratch files;
    char model_path[128], corrections[128];
    struct astormer_database_options options;
    struct astormer_model *model;
    struct astormer_database *database;
    struct astormer_session *session;
};

static void save_model(const char *path)
{
    struct arena arena = {0};
    struct error err = {0};
    struct vocab vocab;
    struct model *model;
    assert_ok(vocab_parse(&arena, slice_of(small_vocabulary), "small", VOCAB_UNCASED, &vocab, &err),
              err);
    struct model_config c = model_config_default();
    c.encoder = ENCODER_STATIC;
    c.vocabulary = vocab.n_pieces;
    c.embedding = 8;
    c.d = 16;
    c.heads = 2;
    c.rat_layers = 1;
    c.decoder_layers = 2;
    c.relation_distance = 4;
    c.values = VALUES_POINT;
    assert_ok(model_new(&c, grammar_builtin(&arena), 7, &model, &err), err);
    struct model_card card = {grammar_builtin_text(), small_vocabulary, "{\"licence\": \"none\"}"};
    assert_ok(model_save(model, &card, path, NN_F16, &err), err);
    model_free(model);
    arena_release(&arena);
}

static const char *const denied[] = {"secret"};

static void begin_world(struct world *w, int isolate)
{
    *w = (struct world){.files = scratch_new(shop), .options = ASTORMER_DATABASE_OPTIONS};
    snprintf(w->model_path, sizeof w->model_path, "%s/model.safetensors", w->files.dir);
    snprintf(w->corrections, sizeof w->corrections, "%s/corrections.jsonl", w->files.dir);
    save_model(w->model_path);
    w->options.cache_dir = w->files.cache;
    w->options.corrections = w->corrections;
    w->options.isolate = isolate;
    w->options.deny = denied;
    w->options.n_deny = 1;
}

static enum astormer_status open_all(struct world *w, struct astormer_error *err)
{
    enum astormer_status st = astormer_model_open(w->model_path, &w->model, err);
    if (!st)
        st = astormer_database_open(w->model, w->files.db, &w->options, &w->database, err);
    return st ? st : astormer_session_open(w->database, &w->session, err);
}

static void close_all(struct world *w)
{
    astormer_session_close(w->session);
    astormer_database_close(w->database);
    astormer_model_close(w->model);
    w->session = NULL;
    w->database = NULL;
    w->model = NULL;
}

static void open_world(struct world *w, int isolate)
{
    struct astormer_error err = {0};
    begin_world(w, isolate);
    if (open_all(w, &err))
        fail_test("%s", err.message);
}

static void close_world(struct world *w)
{
    close_all(w);
    scratch_free(&w->files);
}

static void expect_no_memory(enum astormer_status st, const struct astormer_error *err, long n)
{
    if (st != ASTORMER_MEMORY)
        fail_test("allocation %ld failed, and the call said %d: %s", n, st, err->message);
}

static void opening_fails_and_leaves_nothing(void **state)
{
    (void)state;
    for (int isolate = -1; isolate <= 1; isolate += 2) {
        struct world w;
        begin_world(&w, isolate);
        long n = 1;
        for (;; n = next_fault(n)) {
            struct astormer_error err = {0};
            arm(n);
            enum astormer_status st = open_all(&w, &err);
            bool reached = disarm() >= n;
            /* what is only there to save time may fail unseen: a process started ahead by a thread */
            if (reached && st && st != ASTORMER_MEMORY)
                fail_test("allocation %ld failed, and opening said %d: %s", n, st, err.message);
            close_all(&w);
            if (!reached)
                break;
        }
        print_message("# opening, isolate %d: %ld allocations\n", isolate, n);
        struct astormer_error err = {0};
        if (open_all(&w, &err))
            fail_test("%s", err.message);
        close_world(&w);
    }
}

/* Everything that is said of a question, without the times. */
static char *told(struct astormer_answer *a)
{
    struct arena arena = {0};
    struct strbuf out = strbuf_in(&arena);
    for (int i = 0; i < astormer_answer_queries(a); i++) {
        const struct astormer_query *q = astormer_answer_query(a, i);
        strbuf_printf(&out, "%s; %.6f; %d %d\n", q->sql, q->log_probability, q->runs,
                      q->returns_rows);
    }
    char *text = xstrdup(strbuf_text(&out));
    arena_release(&arena);
    return text;
}

static char *ask_and_tell(struct world *w)
{
    struct astormer_answer *a;
    struct astormer_error err = {0};
    if (astormer_ask(w->session, question, NULL, &a, &err))
        fail_test("%s", err.message);
    char *text = told(a);
    astormer_answer_close(a);
    return text;
}

static void a_question_fails_and_the_next_is_answered(void **state)
{
    (void)state;
    for (int isolate = -1; isolate <= 1; isolate += 2) {
        struct world w;
        open_world(&w, isolate);
        long n = 1;
        char *right = NULL;
        for (;; n = next_fault(n)) {
            struct astormer_answer *a;
            struct astormer_error err = {0};
            arm(n);
            enum astormer_status st = astormer_ask(w.session, question, NULL, &a, &err);
            bool reached = disarm() >= n;
            if (reached && isolate < 0)
                expect_no_memory(st, &err, n);
            assert_true(!st == (a != NULL));
            astormer_answer_close(a);
            char *again = ask_and_tell(&w);
            if (right)
                assert_string_equal(again, right);
            xfree(right);
            right = again;
            if (!reached)
                break;
        }
        print_message("# a question, isolate %d: %ld allocations\n", isolate, n);
        xfree(right);
        close_world(&w);
    }
}

enum call { RUN, ROWS, EXPLAIN, CORRECT, JSON, SCHEMA, CALLS };

static enum astormer_status call(struct world *w, enum call which, struct astormer_answer *a,
                                 struct astormer_error *err)
{
    enum astormer_status st = ASTORMER_OK;
    struct astormer_result *r = NULL;
    struct astormer_explanation *e = NULL;
    char *text = NULL;
    switch (which) {
    case RUN:
        st = astormer_run(w->session, "SELECT title, price FROM book ORDER BY title", NULL, &r, err);
        break;
    case ROWS:
        st = astormer_answer_rows(w->session, a, 0, NULL, &r, err);
        break;
    case EXPLAIN:
        st = astormer_explain(w->session, a, 0, &e, err);
        break;
    case CORRECT:
        st = astormer_correct(w->session, question, NULL, 0, "SELECT count(*) FROM book", ASTORMER_BAD,
                              err);
        break;
    case JSON:
        text = astormer_answer_json(a, NULL, ASTORMER_JSON_STEPS | ASTORMER_JSON_LINKS);
        st = text ? ASTORMER_OK : ASTORMER_MEMORY;
        break;
    default:
        text = astormer_database_schema_json(w->database);
        st = text ? ASTORMER_OK : ASTORMER_MEMORY;
    }
    assert_true(which == CORRECT || !st == (r || e || text));
    astormer_result_close(r);
    astormer_explanation_close(e);
    astormer_free(text);
    return st;
}

static void every_other_call_as_well(void **state)
{
    (void)state;
    struct world w;
    open_world(&w, -1);
    struct astormer_answer *a;
    struct astormer_error err = {0};
    if (astormer_ask(w.session, question, NULL, &a, &err))
        fail_test("%s", err.message);
    for (int which = 0; which < CALLS; which++) {
        long n = 1;
        for (;; n = next_fault(n)) {
            arm(n);
            enum astormer_status st = call(&w, which, a, &err);
            bool reached = disarm() >= n;
            if (reached)
                expect_no_memory(st, &err, n);
            if (call(&w, which, a, &err))
                fail_test("call %d after a failure: %s", which, err.message);
            if (!reached)
                break;
        }
        print_message("# call %d: %ld allocations\n", which, n);
    }
    astormer_answer_close(a);
    close_world(&w);
}

/* The schema changes under the session: reading it again may fail, and is then done with the next. */
static void reading_again_fails_and_is_done_later(void **state)
{
    (void)state;
    struct world w;
    open_world(&w, -1);
    long n = 1;
    for (int round = 0;; n = next_fault(n), round++) {
        char name[32], sql[80];
        snprintf(name, sizeof name, "more_%d", round);
        snprintf(sql, sizeof sql, "CREATE TABLE %s (x)", name);
        scratch_run(&w.files, sql);
        struct astormer_error err = {0};
        int edition;
        arm(n);
        enum astormer_status st = astormer_session_refresh(w.session, &edition, &err);
        bool reached = disarm() >= n;
        if (st && st != ASTORMER_MEMORY)
            fail_test("%s", err.message);
        if (astormer_session_refresh(w.session, &edition, &err))
            fail_test("%s", err.message);
        assert_true(schema_find_table(database_schema(w.database), slice_of(name)) >= 0);
        xfree(ask_and_tell(&w));
        if (!reached || round > 400)
            break;
    }
    print_message("# reading again: %ld allocations\n", n);
    close_world(&w);
}

static void a_question_has_a_limit(void **state)
{
    (void)state;
    struct world w;
    open_world(&w, -1);
    struct astormer_ask_options o = ASTORMER_ASK_OPTIONS;
    struct astormer_answer *a;
    struct astormer_error err = {0};
    o.max_memory = 200000;
    assert_int_equal(astormer_ask(w.session, question, &o, &a, &err), ASTORMER_MEMORY);
    assert_null(a);
    assert_non_null(strstr(err.message, "more memory than"));
    xfree(ask_and_tell(&w));
    close_world(&w);
}

/* ---- the server ----------------------------------------------------------------------------------- */

/* The answer's status, 0 if the connection ended without one; the body after it. */
static int request(int port, const char *head, const char *body, char *out, size_t room)
{
    struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port),
                             .sin_addr = {htonl(INADDR_LOOPBACK)}};
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    assert_int_equal(connect(fd, (struct sockaddr *)&to, sizeof to), 0);
    char text[2048];
    int n = snprintf(text, sizeof text,
                     "%s HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\nContent-Type: "
                     "application/json\r\nContent-Length: %zu\r\n\r\n%s", head, strlen(body), body);
    size_t got = 0;
    ssize_t k = send(fd, text, (size_t)n, MSG_NOSIGNAL);
    while (k > 0 && got + 1 < room && (k = recv(fd, out + got, room - 1 - got, 0)) > 0)
        got += (size_t)k;
    out[got] = '\0';
    close(fd);
    return got > 12 ? atoi(out + 9) : 0;
}

static void check_alive(int port, const char *after)
{
    static char out[1 << 16];
    int code = request(port, "POST /v1/run", "{\"sql\": \"SELECT 40 + 2\"}", out, sizeof out);
    if (code != 200 || !strstr(out, "[[42]]"))
        fail_test("after %s: %d %s", after, code, out);
}

static void a_request_fails_and_the_server_goes_on(void **state)
{
    (void)state;
    static const char *const requests[][2] = {
        {"POST /v1/ask", "{\"question\": \"how many crime books cost less than 9?\"}"},
        {"POST /v1/run", "{\"sql\": \"SELECT title FROM book\"}"},
        {"POST /v1/correct", "{\"question\": \"a\", \"sql\": \"SELECT 1\", \"verdict\": \"bad\"}"},
        {"GET /v1/schema", ""}, {"GET /healthz", ""}, {"GET /metrics", ""},
        {"POST /v1/ask", "{\"question\":"}, {"GET /nowhere", ""},
    };
    static char out[1 << 20];
    struct world w;
    open_world(&w, 1);
    struct serve_options o = SERVE_DEFAULT;
    struct server *server;
    struct error err = {0};
    o.databases = &w.database;
    o.n_databases = 1;
    o.model = w.model;
    o.opening = &w.options;
    o.port = 0;
    o.workers = 1;
    o.allow_sql = o.allow_corrections = true;
    assert_ok(server_start(&o, &server, &err), err);
    int port = server_port(server);
    for (int i = 0; i < COUNT_OF(requests); i++) {
        long n = 1, failed = 0, ended = 0;
        int usual = request(port, requests[i][0], requests[i][1], out, sizeof out);
        for (;; n = next_fault(n)) {
            arm(n);
            int code = request(port, requests[i][0], requests[i][1], out, sizeof out);
            bool reached = disarm() >= n;
            if (code != usual && code != 503 && code != 0)
                fail_test("%s, allocation %ld: %d %s", requests[i][0], n, code, out);
            failed += code == 503;
            ended += code == 0;
            check_alive(port, requests[i][0]);
            if (!reached)
                break;
        }
        print_message("# %s: %ld allocations, %ld x 503, %ld ended\n", requests[i][0], n, failed,
                      ended);
        assert_int_equal(request(port, requests[i][0], requests[i][1], out, sizeof out), usual);
    }
    assert_true(server_stop(server, 5));
    close_world(&w);
}

int main(int argc, char **argv)
{
    serve_begin();
    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_held_is_undone_newest_first),
        cmocka_unit_test(what_lasts_outlives_the_failure),
        cmocka_unit_test(an_attempt_has_a_limit),
        cmocka_unit_test(opening_fails_and_leaves_nothing),
        cmocka_unit_test(a_question_fails_and_the_next_is_answered),
        cmocka_unit_test(every_other_call_as_well),
        cmocka_unit_test(reading_again_fails_and_is_done_later),
        cmocka_unit_test(a_question_has_a_limit),
        cmocka_unit_test(a_request_fails_and_the_server_goes_on),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
