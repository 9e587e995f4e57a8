/* test_engine.c - the public API with a model of random weights: what it says is nonsense, but it
 * must be well-formed nonsense, the same from every thread, and harm nothing. */
#include "test.h"

#include "engine/internal.h"
#include "random_db.h"
#include "scratch_db.h"

#include <fcntl.h>
#include <math.h>
#include <pthread.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

static const char shop[] =
    "CREATE TABLE book (book_id INTEGER PRIMARY KEY, title TEXT, genre TEXT, price REAL);"
    "CREATE TABLE sale (sale_id INTEGER PRIMARY KEY, book_id INTEGER REFERENCES book(book_id),"
    "                   sold_on DATE, copies INTEGER);"
    "INSERT INTO book VALUES (1, 'Slate', 'Crime', 9.5), (2, 'Nine Keys', 'Fantasy', 8.99),"
    "                        (3, 'Blue Tiles', 'Crime', NULL);"
    "INSERT INTO sale VALUES (1, 1, '2024-02-29', 3), (2, 2, '2024-03-01', 1);";

struct world {
    struct scratch files;
    char model_path[128], corrections[128];
    struct astormer_model *model;
    struct astormer_database *database;
    struct astormer_session *session;
};

static bool with_verdicts; /* of the model that is saved next */

static void save_model(const char *path, int order)
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
    c.order = order;
    c.verdicts = with_verdicts;
    c.values = order == TRAVERSE_DFS_L2R ? VALUES_POINT : VALUES_SPELL; /* both are asked */
    /* 7 is a seed whose weights find an end to their queries, which random ones need not */
    assert_ok(model_new(&c, grammar_builtin(&arena), 7, &model, &err), err);
    struct model_card card = {grammar_builtin_text(), small_vocabulary,
                              "{\"licence\": \"none\", \"calibration\": {\"bias\": 1, \"log_p\": 0.1}}"};
    assert_ok(model_save(model, &card, path, NN_F16, &err), err);
    model_free(model);
    arena_release(&arena);
}

static void open_world(struct world *w, const char *sql)
{
    struct astormer_error err = {0};
    struct astormer_database_options o = ASTORMER_DATABASE_OPTIONS;
    *w = (struct world){.files = scratch_new(sql)};
    snprintf(w->model_path, sizeof w->model_path, "%s/model.safetensors", w->files.dir);
    snprintf(w->corrections, sizeof w->corrections, "%s/said/corrections.jsonl", w->files.dir);
    save_model(w->model_path, 0);
    o.cache_dir = w->files.cache;
    o.corrections = w->corrections;
    if (astormer_model_open(w->model_path, &w->model, &err) ||
        astormer_database_open(w->model, w->files.db, &o, &w->database, &err) ||
        astormer_session_open(w->database, &w->session, &err))
        fail_test("%s", err.message);
}

static void close_world(struct world *w)
{
    astormer_session_close(w->session);
    astormer_database_close(w->database);
    astormer_model_close(w->model);
    scratch_free(&w->files);
}

static struct astormer_answer *ask(struct world *w, const char *question,
                                   const struct astormer_ask_options *o)
{
    struct astormer_answer *answer;
    struct astormer_error err = {0};
    if (astormer_ask(w->session, question, o, &answer, &err))
        fail_test("%s: %s", question, err.message);
    return answer;
}

/* ---- answers ----------------------------------------------------------------------------------------- */

/* What a second look sees agrees with what the answer says; weights in the model's file turn the
 * order round. */
static void candidates_are_looked_at(void **state)
{
    (void)state;
    struct world w;
    open_world(&w, shop);
    struct astormer_answer *a = ask(&w, "how many crime books cost less than 9?", NULL);
    int n = astormer_answer_queries(a);
    assert_true(n > 2);
    double best = -100;
    int others = 0; /* that return other rows: the order is theirs, and those that do not come last */
    for (int i = 0; i < n; i++) {
        const struct astormer_query *q = astormer_answer_query(a, i);
        const double *looks = answer_looks(a, i);
        best = looks[LOOK_LOG_P] > best ? looks[LOOK_LOG_P] : best;
        assert_int_equal(looks[LOOK_FAILED], !q->runs);
        assert_int_equal(looks[LOOK_EMPTY], q->runs && !q->returns_rows);
        if (!strstr(q->sql, "LIMIT 9")) /* which is no value of a condition */
            assert_int_equal(looks[LOOK_UNUSED_VALUES], strstr(q->sql, "9") ? 0 : 1);
        assert_int_equal(looks[LOOK_UNUSED_CELLS], strcasestr(q->sql, "'crime'") ? 0 : 1);
        assert_true(looks[LOOK_AGREED] >= 0 && looks[LOOK_STEPS] > 0);
        others += looks[LOOK_AGAIN] == 0;
    }
    assert_true(best == 0);
    char *first = strdup(astormer_answer_query(a, 0)->sql);
    astormer_answer_close(a);
    w.model->look = (struct second_look){.weights = {[LOOK_LOG_P] = -1}};
    w.model->looks = true;
    a = ask(&w, "how many crime books cost less than 9?", NULL);
    assert_string_equal(astormer_answer_query(a, others - 1)->sql, first);
    for (int i = 0; i < n; i++)
        assert_int_equal(answer_looks(a, i)[LOOK_AGAIN] > 0, i >= others);
    free(first);
    astormer_answer_close(a);
    close_world(&w);
}

/* Whether the first query is seen to be that of the answer before. */
static double first_unchanged(struct world *w, int follow, int n_history, const char *sql)
{
    static const char *const earlier[] = {"which authors are there?"};
    struct astormer_ask_options o = ASTORMER_ASK_OPTIONS;
    o.history = earlier;
    o.n_history = n_history;
    o.follow = follow;
    o.before = sql;
    struct astormer_answer *a = ask(w, "only the Irish ones", &o);
    double unchanged = answer_looks(a, 0)[LOOK_UNCHANGED];
    astormer_answer_close(a);
    return unchanged;
}

static void what_was_answered_before_is_looked_at(void **state)
{
    (void)state;
    static const char *const earlier[] = {"which authors are there?"};
    struct world w;
    open_world(&w, shop);
    struct astormer_ask_options o = ASTORMER_ASK_OPTIONS;
    o.history = earlier;
    o.n_history = 1;
    o.follow = ASTORMER_FOLLOW_YES;
    struct astormer_answer *a = ask(&w, "only the Irish ones", &o);
    assert_true(astormer_answer_queries(a) > 1);
    char *sql = strdup(astormer_answer_query(a, 0)->sql);
    astormer_answer_close(a);
    assert_true(first_unchanged(&w, ASTORMER_FOLLOW_YES, 1, sql) == 1);
    assert_true(first_unchanged(&w, ASTORMER_FOLLOW_NO, 1, sql) == 0); /* it goes on from nothing */
    assert_true(first_unchanged(&w, ASTORMER_FOLLOW_YES, 0, sql) == 0);
    assert_true(first_unchanged(&w, ASTORMER_FOLLOW_YES, 1, "SELECT ((") == 0);
    assert_true(first_unchanged(&w, ASTORMER_FOLLOW_YES, 1, "SELECT x FROM nowhere") == 0);
    w.model->look = (struct second_look){.weights = {[LOOK_LOG_P] = 1, [LOOK_UNCHANGED] = -100}};
    w.model->looks = true;
    assert_true(first_unchanged(&w, ASTORMER_FOLLOW_YES, 1, sql) == 0); /* another came first */
    free(sql);
    close_world(&w);
}

static void assert_follows(struct world *w, const char *question, int follow, int follows)
{
    static const char *const before[] = {"which authors are there?"};
    struct astormer_ask_options o = ASTORMER_ASK_OPTIONS;
    struct astormer_explanation *why;
    struct astormer_error err = {0};
    o.history = before;
    o.n_history = 1;
    o.follow = follow;
    struct astormer_answer *a = ask(w, question, &o);
    if (astormer_answer_summary(a)->follows != follows)
        fail_test("'%s' taken as a %s", question, follows ? "new question" : "follow-up");
    assert_string_equal(astormer_answer_before(a), before[0]);
    assert_int_equal(strstr(astormer_answer_text(a), " | which authors") != NULL, follows);
    if (astormer_explain(w->session, a, 0, &why, &err)) /* it is decoded as it was read */
        fail_test("%s", err.message);
    astormer_explanation_close(why);
    astormer_answer_close(a);
}

static void history_is_read_where_the_question_needs_it(void **state)
{
    (void)state;
    struct world w;
    open_world(&w, shop);
    assert_follows(&w, "how many crime books cost less than 9?", ASTORMER_FOLLOW_AUTO, 0);
    assert_follows(&w, "how many crime books cost less than 9?", ASTORMER_FOLLOW_YES, 1);
    assert_follows(&w, "and which crime books did they write then?", ASTORMER_FOLLOW_AUTO, 1);
    assert_follows(&w, "only the crime books of Irish authors", ASTORMER_FOLLOW_AUTO, 1);
    assert_follows(&w, "what about books of a genre?", ASTORMER_FOLLOW_AUTO, 1);
    assert_follows(&w, "the cheapest", ASTORMER_FOLLOW_AUTO, 1);
    assert_follows(&w, "the cheapest", ASTORMER_FOLLOW_NO, 0);
    struct astormer_answer *a = ask(&w, "the cheapest book", NULL);
    assert_null(astormer_answer_before(a));
    assert_true(astormer_answer_summary(a)->answerable < 0); /* this model gives no verdicts */
    astormer_answer_close(a);
    struct astormer_ask_options o = ASTORMER_ASK_OPTIONS;
    struct astormer_error err = {0};
    o.follow = 3;
    assert_int_equal(astormer_ask(w.session, "books", &o, &a, &err), ASTORMER_USAGE);
    close_world(&w);
}

/* A model that gives verdicts is asked for its own, and declines what it thinks cannot be answered;
 * what was found is there all the same. */
static void a_models_verdicts_are_followed(void **state)
{
    (void)state;
    struct world w;
    with_verdicts = true;
    open_world(&w, shop);
    with_verdicts = false;
    static const char *const before[] = {"which authors are there?"};
    struct astormer_ask_options o = ASTORMER_ASK_OPTIONS;
    o.history = before;
    o.n_history = 1;
    struct astormer_answer *a = ask(&w, "how many crime books cost less than 9?", &o);
    double answerable = astormer_answer_summary(a)->answerable;
    assert_true(answerable > 0 && answerable < 1 && astormer_answer_queries(a) > 0);
    astormer_answer_close(a);
    for (int sure = 0; sure < 2; sure++) {
        w.model->decline_below = sure; /* never, always */
        a = ask(&w, "how many crime books cost less than 9?", NULL);
        const char *declined = astormer_answer_summary(a)->declined;
        assert_int_equal(declined && strstr(declined, "does not seem to hold"), sure);
        assert_true(astormer_answer_queries(a) > 0);
        astormer_answer_close(a);
    }
    close_world(&w);
}

static void an_answer_is_well_formed(void **state)
{
    (void)state;
    struct world w;
    open_world(&w, shop);
    struct astormer_answer *a = ask(&w, "how many crime books cost less than 9?", NULL);
    const struct astormer_summary *s = astormer_answer_summary(a);
    assert_true(s->confidence > 0 && s->confidence < 1);
    assert_true(s->calibrated);
    assert_int_equal(s->tables, 2);
    assert_int_equal(s->columns, 8);
    assert_int_equal(s->columns_seen, 8);
    assert_true(s->linked_words >= 2 && s->linked_words <= s->content_words);
    double shares = 0;
    int n = astormer_answer_queries(a);
    assert_true(n > 0 && n <= 5);
    for (int i = 0; i < n; i++) {
        const struct astormer_query *q = astormer_answer_query(a, i);
        shares += q->share;
        double sum = 0;
        for (int k = 0; k < q->n_steps; k++) {
            const struct astormer_step *step = astormer_query_step(q, k);
            assert_true(step->parent < k && step->first <= k && step->probability <= 1.0001);
            assert_int_equal(step->parent < 0, k == 0);
            sum += step->log_probability;
        }
        assert_true(fabs(sum - q->log_probability) < 1e-3);
        struct astormer_result *rows;
        struct astormer_error err = {0};
        if (q->runs && astormer_run(w.session, q->sql, NULL, &rows, &err))
            fail_test("%s: %s", q->sql, err.message);
        if (q->runs)
            astormer_result_close(rows);
        assert_null(astormer_query_step(q, q->n_steps));
        assert_null(astormer_query_value(q, q->n_values));
    }
    assert_true(fabs(shares - 1) < 1e-6);
    assert_null(astormer_answer_query(a, n));
    assert_null(astormer_answer_query(a, -1));
    bool crime = false;
    for (int i = 0; i < astormer_answer_links(a); i++) {
        const struct astormer_link *l = astormer_answer_link(a, i);
        crime |= l->cell && strcmp(l->cell, "Crime") == 0 && strcmp(l->column, "book.genre") == 0;
    }
    assert_true(crime);
    astormer_answer_close(a);
    close_world(&w);
}

static void questions_may_hold_anything(void **state)
{
    (void)state;
    static const char *const questions[] = {
        "'; DROP TABLE book; --", "\"\"\"''", "\x1b[31mred\x1b[0m books", "\xff\xfe\xc3\x28 books",
        "books\n\n\tbooks", "SELECT * FROM book", "\xE4\xB9\xA6\xE7\xB1\x8D", "?", "%s%n%s",
    };
    struct world w;
    open_world(&w, shop);
    for (int i = 0; i < COUNT_OF(questions); i++) {
        struct astormer_answer *a = NULL;
        struct astormer_error err = {0};
        enum astormer_status st = astormer_ask(w.session, questions[i], NULL, &a, &err);
        assert_true(st == ASTORMER_OK || st == ASTORMER_INPUT);
        if (a) {
            char *json = astormer_answer_json(a, NULL, ASTORMER_JSON_STEPS | ASTORMER_JSON_LINKS);
            json_t *back = json_loads(json, 0, NULL);
            assert_non_null(back);
            json_decref(back);
            astormer_free(json);
        }
        astormer_answer_close(a);
    }
    char *longest = xmalloc(1 << 20);
    memset(longest, 'x', (1 << 20) - 1);
    longest[(1 << 20) - 1] = '\0';
    struct astormer_answer *a;
    struct astormer_error err = {0};
    assert_int_equal(astormer_ask(w.session, longest, NULL, &a, &err), ASTORMER_LIMIT);
    assert_null(a);
    longest[ASTORMER_MAX_QUESTION] = '\0'; /* one word of the length that is just allowed */
    assert_int_equal(astormer_ask(w.session, longest, NULL, &a, &err), ASTORMER_OK);
    astormer_answer_close(a);
    assert_int_equal(astormer_ask(w.session, "", NULL, &a, &err), ASTORMER_INPUT);
    assert_int_equal(astormer_ask(w.session, " \t", NULL, &a, &err), ASTORMER_INPUT);
    xfree(longest);
    close_world(&w);
}

static void long_conversations_lose_their_beginning(void **state)
{
    (void)state;
    struct world w;
    open_world(&w, shop);
    enum { TURNS = 200 };
    const char *history[TURNS];
    char *long_one = xmalloc(9001);
    memset(long_one, 'y', 9000);
    long_one[9000] = '\0';
    for (int i = 0; i < TURNS; i++)
        history[i] = i < 2 ? long_one : "which books are there?";
    struct astormer_ask_options o = ASTORMER_ASK_OPTIONS;
    o.history = history;
    o.n_history = TURNS;
    astormer_answer_close(ask(&w, "and the cheap ones?", &o));
    o.n_history = 2; /* both do not fit: the older one goes */
    struct astormer_answer *a = ask(&w, "and the cheap ones?", &o);
    assert_true(strlen(astormer_answer_text(a)) > 9000 && strlen(astormer_answer_text(a)) < 10000);
    astormer_answer_close(a);
    o.now = "2024-02-30";
    struct astormer_error err;
    assert_int_equal(astormer_ask(w.session, "books", &o, &a, &err), ASTORMER_USAGE);
    o.now = NULL;
    o.beam = 1000;
    assert_int_equal(astormer_ask(w.session, "books", &o, &a, &err), ASTORMER_USAGE);
    xfree(long_one);
    close_world(&w);
}

/* ---- threads ------------------------------------------------------------------------------------------ */

struct thread_job {
    struct astormer_database *database;
    char *json[2];
};

/* The answer without the time it took. */
static char *timeless_json(const struct astormer_answer *a)
{
    json_t *json = answer_json(a, NULL, ASTORMER_JSON_STEPS | ASTORMER_JSON_LINKS);
    json_object_del(json, "milliseconds");
    char *text = json_dumps(json, JSON_COMPACT);
    json_decref(json);
    return text;
}

static void *ask_two(void *context)
{
    static const char *const questions[] = {"how many crime books?", "copies sold of slate"};
    struct thread_job *job = context;
    struct astormer_session *session;
    if (astormer_session_open(job->database, &session, NULL))
        return NULL;
    for (int i = 0; i < 2; i++) {
        struct astormer_answer *a;
        if (astormer_ask(session, questions[i], NULL, &a, NULL) == ASTORMER_OK)
            job->json[i] = timeless_json(a);
        astormer_answer_close(a);
    }
    astormer_session_close(session);
    return job;
}

static void many_sessions_share_a_model(void **state)
{
    (void)state;
    struct world w;
    open_world(&w, shop);
    enum { THREADS = 3 };
    struct thread_job jobs[THREADS + 1] = {{0}};
    pthread_t threads[THREADS];
    for (int i = 0; i <= THREADS; i++)
        jobs[i].database = w.database;
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, ask_two, &jobs[i]), 0);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    assert_non_null(ask_two(&jobs[THREADS]));
    for (int i = 0; i <= THREADS; i++)
        for (int k = 0; k < 2; k++) {
            assert_non_null(jobs[i].json[k]);
            assert_string_equal(jobs[i].json[k], jobs[THREADS].json[k]);
        }
    for (int i = 0; i <= THREADS; i++)
        for (int k = 0; k < 2; k++)
            free(jobs[i].json[k]);
    close_world(&w);
}

static void objects_close_in_any_order(void **state)
{
    (void)state;
    struct world w;
    open_world(&w, shop);
    struct astormer_answer *a = ask(&w, "how many crime books?", NULL);
    astormer_model_close(w.model);
    astormer_database_close(w.database);
    struct astormer_answer *b = ask(&w, "how many crime books?", NULL);
    astormer_session_close(w.session);
    assert_string_equal(astormer_answer_query(a, 0)->sql, astormer_answer_query(b, 0)->sql);
    astormer_answer_close(a);
    astormer_answer_close(b);
    astormer_answer_close(NULL);
    astormer_session_close(NULL);
    astormer_database_close(NULL);
    astormer_model_close(NULL);
    astormer_result_close(NULL);
    astormer_explanation_close(NULL);
    w.model = NULL;
    w.database = NULL;
    w.session = NULL;
    close_world(&w);
}

/* ---- rows ------------------------------------------------------------------------------------------------ */

static void rows_are_kept_and_counted(void **state)
{
    (void)state;
    struct world w;
    open_world(&w, shop);
    struct astormer_result *r;
    struct astormer_error err = {0};
    struct astormer_run_options o = ASTORMER_RUN_OPTIONS;
    assert_int_equal(astormer_run(w.session, "SELECT title, price, genre FROM book ORDER BY 1", &o,
                                  &r, &err), ASTORMER_OK);
    assert_int_equal(astormer_result_rows(r), 3);
    assert_int_equal(astormer_result_total(r), 3);
    assert_string_equal(astormer_result_name(r, 1), "price");
    assert_null(astormer_result_name(r, 3));
    assert_int_equal(astormer_result_cell(r, 0, 1)->kind, ASTORMER_NULL);
    assert_string_equal(astormer_result_cell(r, 1, 0)->bytes, "Nine Keys");
    assert_null(astormer_result_cell(r, 3, 0));
    astormer_result_close(r);
    o.max_rows = 2;
    assert_int_equal(astormer_run(w.session, "SELECT title FROM book", &o, &r, &err), ASTORMER_OK);
    assert_int_equal(astormer_result_rows(r), 2);
    assert_int_equal(astormer_result_total(r), 3);
    astormer_result_close(r);
    o.max_rows = 0;
    o.max_bytes = 200; /* of two rows, say */
    assert_int_equal(astormer_run(w.session, "SELECT title FROM book, sale", &o, &r, &err),
                     ASTORMER_OK);
    assert_true(astormer_result_rows(r) < 6);
    assert_int_equal(astormer_result_total(r), -1);
    astormer_result_close(r);
    close_world(&w);
}

static void statements_only_read(void **state)
{
    (void)state;
    static const char *const refused[] = {
        "DELETE FROM book", "WITH x AS (SELECT 1) DELETE FROM book", "PRAGMA user_version = 3",
        "ATTACH ':memory:' AS m", "SELECT 1; DELETE FROM book", "SELECT load_extension('x')",
        "CREATE TABLE t (x)", "", "SELECT", "no SQL at all",
    };
    struct world w;
    open_world(&w, shop);
    struct stat before, after;
    stat(w.files.db, &before);
    for (int i = 0; i < COUNT_OF(refused); i++) {
        struct astormer_result *r;
        struct astormer_error err = {0};
        assert_int_not_equal(astormer_run(w.session, refused[i], NULL, &r, &err), ASTORMER_OK);
        assert_null(r);
        assert_true(strlen(err.message) > 5);
    }
    stat(w.files.db, &after);
    assert_int_equal(before.st_mtim.tv_nsec, after.st_mtim.tv_nsec);
    assert_int_equal(before.st_size, after.st_size);
    close_world(&w);
}

static const char endless[] = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) "
                              "SELECT max(i) FROM n";

static void *cancel_soon(void *context)
{
    usleep(100000);
    astormer_session_cancel(context);
    return NULL;
}

static void a_running_query_can_be_stopped(void **state)
{
    (void)state;
    struct world w;
    open_world(&w, shop);
    struct astormer_result *r;
    struct astormer_error err = {0};
    struct astormer_run_options o = ASTORMER_RUN_OPTIONS;
    o.timeout_ms = 100;
    assert_int_equal(astormer_run(w.session, endless, &o, &r, &err), ASTORMER_LIMIT);
    o.timeout_ms = 60000;
    pthread_t thread;
    assert_int_equal(pthread_create(&thread, NULL, cancel_soon, w.session), 0);
    assert_int_equal(astormer_run(w.session, endless, &o, &r, &err), ASTORMER_LIMIT);
    pthread_join(thread, NULL);
    assert_int_equal(astormer_run(w.session, "SELECT 1", &o, &r, &err), ASTORMER_OK);
    astormer_result_close(r);
    close_world(&w);
}

static void what_is_denied_is_not_there(void **state)
{
    (void)state;
    struct world w;
    open_world(&w, shop);
    const char *deny[] = {"sale"};
    struct astormer_database_options o = ASTORMER_DATABASE_OPTIONS;
    o.deny = deny;
    o.n_deny = 1;
    o.cache_dir = "";
    o.corrections = "";
    struct astormer_database *d;
    struct astormer_session *s;
    struct astormer_error err = {0};
    assert_int_equal(astormer_database_open(w.model, w.files.db, &o, &d, &err), ASTORMER_OK);
    assert_int_equal(astormer_session_open(d, &s, &err), ASTORMER_OK);
    char *schema = astormer_database_schema_json(d);
    assert_null(strstr(schema, "sale"));
    astormer_free(schema);
    struct astormer_result *r;
    assert_int_not_equal(astormer_run(s, "SELECT * FROM sale", NULL, &r, &err), ASTORMER_OK);
    assert_null(astormer_corrections_path(d));
    astormer_session_close(s);
    astormer_database_close(d);
    close_world(&w);
}

static void opening_says_what_is_wrong(void **state)
{
    (void)state;
    struct world w;
    open_world(&w, shop);
    struct astormer_error err = {0};
    struct astormer_database *d;
    struct astormer_model *m;
    assert_int_equal(astormer_database_open(w.model, "/nonexistent.db", NULL, &d, &err),
                     ASTORMER_IO);
    assert_non_null(strstr(err.message, "/nonexistent.db"));
    assert_int_not_equal(astormer_database_open(w.model, w.model_path, NULL, &d, &err),
                         ASTORMER_OK);
    assert_null(d);
    assert_int_not_equal(astormer_model_open(w.files.db, &m, &err), ASTORMER_OK);
    assert_null(m);
    struct scratch empty = scratch_new("");
    struct astormer_database_options o = ASTORMER_DATABASE_OPTIONS;
    o.cache_dir = o.corrections = "";
    assert_int_equal(astormer_database_open(w.model, empty.db, &o, &d, &err), ASTORMER_INPUT);
    assert_non_null(strstr(err.message, "no tables"));
    scratch_free(&empty);
    close_world(&w);
}

/* ---- corrections ------------------------------------------------------------------------------------------- */

static void corrections_answer_and_persist(void **state)
{
    (void)state;
    struct world w;
    open_world(&w, shop);
    struct astormer_error err = {0};
    const char right[] = "SELECT count(*) FROM book WHERE genre = 'Crime'";
    const char question[] = "How many CRIME books?";
    struct astormer_answer *a = ask(&w, question, NULL);
    char *wrong = strdup(astormer_answer_query(a, 0)->sql);
    int n = astormer_answer_queries(a);
    astormer_answer_close(a);
    assert_int_equal(astormer_correct(w.session, question, NULL, 0, wrong, ASTORMER_BAD, &err), 0);
    a = ask(&w, question, NULL);
    assert_int_equal(astormer_answer_queries(a), n);
    if (n > 1)
        assert_string_not_equal(astormer_answer_query(a, 0)->sql, wrong);
    astormer_answer_close(a);
    assert_int_equal(astormer_correct(w.session, question, NULL, 0, right, ASTORMER_RIGHT, &err),
                     0);
    const char *before[] = {"list the books"};
    assert_int_equal(astormer_correct(w.session, "how many?", before, 1, "SELECT 7",
                                      ASTORMER_GOOD, &err), 0);
    /* the same words in another dress, from a database opened anew */
    struct astormer_database_options o = ASTORMER_DATABASE_OPTIONS;
    o.corrections = w.corrections;
    o.cache_dir = "";
    FILE *file = fopen(w.corrections, "a");
    fputs("not JSON\n{\"question\": 3}\n{\"question\": \"half a li", file);
    fclose(file);
    astormer_session_close(w.session);
    astormer_database_close(w.database);
    assert_int_equal(astormer_database_open(w.model, w.files.db, &o, &w.database, &err), 0);
    assert_int_equal(astormer_session_open(w.database, &w.session, &err), 0);
    a = ask(&w, "how many crime books", NULL);
    assert_string_equal(astormer_answer_query(a, 0)->sql, right);
    assert_true(astormer_answer_summary(a)->corrected);
    assert_true(astormer_answer_summary(a)->confidence == 1);
    astormer_answer_close(a);
    struct astormer_ask_options how = ASTORMER_ASK_OPTIONS;
    how.no_corrections = 1;
    a = ask(&w, "how many crime books", &how);
    assert_false(astormer_answer_summary(a)->corrected);
    astormer_answer_close(a);
    how.no_corrections = 0;
    a = ask(&w, "how many?", &how);
    assert_false(astormer_answer_summary(a)->corrected); /* it meant something after other words */
    astormer_answer_close(a);
    how.history = before;
    how.n_history = 1;
    a = ask(&w, "How many", &how);
    assert_true(astormer_answer_summary(a)->corrected);
    astormer_answer_close(a);
    /* a line added behind half a line is still a line of its own */
    assert_int_equal(astormer_correct(w.session, "x", NULL, 0, "SELECT 1", ASTORMER_GOOD, &err), 0);
    struct corrections *c;
    struct error e = {0};
    struct arena arena = {0};
    assert_ok(corrections_open(w.corrections, w.files.db, &c, &e), e);
    struct remembered r;
    assert_true(corrections_find(&arena, c, "X!", NULL, 0, &r));
    assert_string_equal(r.right, "SELECT 1");
    assert_int_equal(strlen(r.on), 10);
    corrections_close(c);
    arena_release(&arena);
    free(wrong);
    close_world(&w);
}

/* ---- explanations -------------------------------------------------------------------------------------------- */

static void explanations_follow_the_tree(void **state)
{
    (void)state;
    struct world w;
    open_world(&w, shop);
    struct astormer_answer *a = ask(&w, "title of the crime books", NULL);
    struct astormer_explanation *e;
    struct astormer_error err = {0};
    if (astormer_explain(w.session, a, 0, &e, &err))
        fail_test("%s", err.message);
    int n = astormer_explanation_steps(e);
    assert_int_equal(n, astormer_answer_query(a, 0)->n_steps);
    int n_items = astormer_answer_items(a);
    assert_true(astormer_explanation_layers(e) > 0);
    for (int i = 0; i < n; i++) {
        const float *near = astormer_explanation_nearness(e) + (size_t)i * (size_t)n;
        const float *self = astormer_explanation_self(e, 0) + (size_t)i * (size_t)n;
        const float *cross = astormer_explanation_cross(e, 0) + (size_t)i * (size_t)n_items;
        int parent = astormer_query_step(astormer_answer_query(a, 0), i)->parent;
        double sum_self = 0, sum_cross = 0;
        for (int k = 0; k < n; k++) {
            sum_self += (double)self[k];
            assert_true(k <= i ? near[k] >= 0 && near[k] <= near[i] : near[k] == 0 && self[k] == 0);
        }
        for (int k = 0; k < n_items; k++)
            sum_cross += (double)cross[k];
        assert_true(near[i] == 1 && (parent < 0 || near[parent] < 1));
        assert_true(fabs(sum_self - 1) < 1e-4 && fabs(sum_cross - 1) < 1e-4);
    }
    astormer_explanation_close(e);
    assert_int_equal(astormer_explain(w.session, a, 99, &e, &err), ASTORMER_USAGE);
    assert_null(e);
    astormer_answer_close(a);
    close_world(&w);
}

/* ---- completion ------------------------------------------------------------------------------------------------ */

static void names_and_values_complete(void **state)
{
    (void)state;
    struct world w;
    open_world(&w, shop);
    struct arena arena = {0};
    const char **found;
    assert_int_equal(database_complete(&arena, w.database, "BOO", 10, &found), 2);
    assert_string_equal(found[0], "book");
    assert_string_equal(found[1], "book_id"); /* of two tables, once */
    assert_int_equal(database_complete(&arena, w.database, "nine", 10, &found), 1);
    assert_string_equal(found[0], "Nine Keys");
    assert_int_equal(database_complete(&arena, w.database, "", 3, &found), 3);
    assert_int_equal(database_complete(&arena, w.database, "zz", 3, &found), 0);
    arena_release(&arena);
    close_world(&w);
}

static void options_without_a_size_are_refused(void **state)
{
    (void)state;
    struct world w;
    open_world(&w, shop);
    struct astormer_error err = {0};
    struct astormer_answer *answer;
    struct astormer_result *result;
    struct astormer_database *database;
    assert_int_not_equal(astormer_ask(w.session, "how many", &(struct astormer_ask_options){0},
                                      &answer, &err), ASTORMER_OK);
    assert_non_null(strstr(err.message, "no size"));
    assert_int_not_equal(astormer_run(w.session, "SELECT 1", &(struct astormer_run_options){0},
                                      &result, &err), ASTORMER_OK);
    assert_int_not_equal(
        astormer_database_open(w.model, w.files.db, &(struct astormer_database_options){0},
                               &database, &err), ASTORMER_OK);
    close_world(&w);
}

/* A file of corrections that is full takes no more, and can still be read. */
static void corrections_do_not_grow_without_end(void **state)
{
    (void)state;
    struct world w;
    open_world(&w, shop);
    struct astormer_error err = {0};
    assert_int_equal(astormer_correct(w.session, "how many?", NULL, 0, "SELECT 7", ASTORMER_RIGHT, &err), 0);
    FILE *file = fopen(w.corrections, "a");
    char line[1024];
    memset(line, 'x', sizeof line);
    line[sizeof line - 1] = '\n';
    for (long n = 0; n < ((long)16 << 20) - 1500; n += (long)sizeof line)
        fwrite(line, 1, sizeof line, file);
    fclose(file);
    enum astormer_status st = ASTORMER_OK;
    for (int i = 0; i < 100 && st == ASTORMER_OK; i++)
        st = astormer_correct(w.session, "how many?", NULL, 0, "SELECT 7", ASTORMER_RIGHT, &err);
    assert_int_equal(st, ASTORMER_LIMIT);
    struct astormer_database_options o = ASTORMER_DATABASE_OPTIONS;
    struct astormer_database *again;
    o.corrections = w.corrections;
    o.cache_dir = "";
    assert_int_equal(astormer_database_open(w.model, w.files.db, &o, &again, &err), ASTORMER_OK);
    astormer_database_close(again);
    unlink(w.corrections);
    assert_int_equal(mkfifo(w.corrections, 0600), 0); /* would keep a reader waiting for ever */
    assert_int_equal(astormer_database_open(w.model, w.files.db, &o, &again, &err), ASTORMER_IO);
    assert_int_equal(astormer_correct(w.session, "how many?", NULL, 0, "SELECT 7", ASTORMER_RIGHT, &err),
                     ASTORMER_IO);
    close_world(&w);
}

struct correcting {
    struct world *w;
    enum astormer_status st;
};

static void *correct_once(void *context)
{
    struct correcting *c = context;
    struct astormer_error err = {0};
    c->st = astormer_correct(c->w->session, "how many?", NULL, 0, "SELECT 7", ASTORMER_RIGHT, &err);
    return NULL;
}

/* Another program fills the file while we wait for its lock: what was looked at before does not count.
 * Who never lets go of the lock does not keep us for ever. */
static void a_full_file_of_corrections_is_noticed_under_its_lock(void **state)
{
    (void)state;
    struct world w;
    open_world(&w, shop);
    struct correcting c = {&w, ASTORMER_OK};
    correct_once(&c);
    assert_int_equal(c.st, ASTORMER_OK);
    int fd = open(w.corrections, O_WRONLY | O_CLOEXEC);
    assert_int_equal(flock(fd, LOCK_EX), 0);
    pthread_t thread;
    assert_int_equal(pthread_create(&thread, NULL, correct_once, &c), 0);
    usleep(300000);
    assert_int_equal(ftruncate(fd, (off_t)16 << 20), 0);
    flock(fd, LOCK_UN);
    pthread_join(thread, NULL);
    assert_int_equal(c.st, ASTORMER_LIMIT);
    assert_int_equal(lseek(fd, 0, SEEK_END), (off_t)16 << 20);

    assert_int_equal(flock(fd, LOCK_EX), 0);
    correct_once(&c);
    assert_int_equal(c.st, ASTORMER_IO);
    close(fd);
    close_world(&w);
}

/* The rows of an answer are those seen when its queries were tried out: nothing runs again. */
static void rows_are_kept_with_the_answer(void **state)
{
    (void)state;
    struct world w;
    open_world(&w, shop);
    struct astormer_answer *a = ask(&w, "how many crime books cost less than 9?", NULL);
    struct astormer_result *before, *kept, *now, *none = (void *)&w;
    struct astormer_error err = {0};
    struct astormer_run_options o = ASTORMER_RUN_OPTIONS;
    const struct astormer_query *q = astormer_answer_query(a, 0);
    assert_true(q->runs);
    assert_int_equal(astormer_run(w.session, q->sql, NULL, &before, &err), ASTORMER_OK);
    scratch_run(&w.files, "DROP TABLE sale; DROP TABLE book");
    assert_int_not_equal(astormer_run(w.session, q->sql, NULL, &now, &err), ASTORMER_OK);
    assert_int_equal(astormer_answer_rows(w.session, a, 0, NULL, &kept, &err), ASTORMER_OK);
    assert_int_equal(astormer_result_columns(kept), astormer_result_columns(before));
    assert_int_equal(astormer_result_rows(kept), astormer_result_rows(before));
    assert_int_equal(astormer_result_total(kept), astormer_result_total(before));
    for (int c = 0; c < astormer_result_columns(kept); c++)
        assert_string_equal(astormer_result_name(kept, c), astormer_result_name(before, c));
    for (long r = 0; r < astormer_result_rows(kept); r++)
        for (int c = 0; c < astormer_result_columns(kept); c++) {
            const struct astormer_cell *x = astormer_result_cell(before, r, c);
            const struct astormer_cell *y = astormer_result_cell(kept, r, c);
            assert_true(x->kind == y->kind && x->integer == y->integer && x->real == y->real);
            assert_string_equal(x->bytes, y->bytes);
        }
    astormer_result_close(kept);
    o.max_bytes = 1; /* what was kept is more than may be shown: it is run, and the table is gone */
    if (astormer_result_rows(before) > 0)
        assert_int_not_equal(astormer_answer_rows(w.session, a, 0, &o, &none, &err), ASTORMER_OK);
    assert_int_equal(astormer_answer_rows(w.session, a, 99, NULL, &none, &err), ASTORMER_USAGE);
    assert_null(none);
    astormer_result_close(before);
    astormer_answer_close(a);
    close_world(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_answer_is_well_formed),
        cmocka_unit_test(rows_are_kept_with_the_answer),
        cmocka_unit_test(history_is_read_where_the_question_needs_it),
        cmocka_unit_test(a_models_verdicts_are_followed),
        cmocka_unit_test(questions_may_hold_anything),
        cmocka_unit_test(long_conversations_lose_their_beginning),
        cmocka_unit_test(many_sessions_share_a_model),
        cmocka_unit_test(objects_close_in_any_order),
        cmocka_unit_test(rows_are_kept_and_counted),
        cmocka_unit_test(statements_only_read),
        cmocka_unit_test(a_running_query_can_be_stopped),
        cmocka_unit_test(what_is_denied_is_not_there),
        cmocka_unit_test(opening_says_what_is_wrong),
        cmocka_unit_test(corrections_answer_and_persist),
        cmocka_unit_test(corrections_do_not_grow_without_end),
        cmocka_unit_test(a_full_file_of_corrections_is_noticed_under_its_lock),
        cmocka_unit_test(explanations_follow_the_tree),
        cmocka_unit_test(names_and_values_complete),
        cmocka_unit_test(options_without_a_size_are_refused),
        cmocka_unit_test(candidates_are_looked_at),
        cmocka_unit_test(what_was_answered_before_is_looked_at),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
