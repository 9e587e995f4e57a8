/* test_infer.c - candidates on a small database: each is run, put in order and compared, and what
 * that showed is kept.  Queries are written here; no network takes part. */
#include "test.h"

#include "infer/infer.h"
#include "scratch_db.h"

static const char shop[] =
    "CREATE TABLE book (book_id INTEGER PRIMARY KEY, title TEXT, genre TEXT, price REAL);"
    "CREATE TABLE gone (gone_id INTEGER PRIMARY KEY);"
    "INSERT INTO book VALUES (1, 'Slate', 'Crime', 9.5), (2, 'Nine Keys', 'Fantasy', 8.99),"
    "                        (3, 'Blue Tiles', 'Crime', NULL);";

struct world {
    struct scratch files;
    struct arena arena;
    struct db *db;
    struct schema schema;
};

/* A schema that knows a table which is dropped afterwards: what reads it fails. */
static void open_world(struct world *w)
{
    struct error err = {0};
    *w = (struct world){.files = scratch_new(shop)};
    assert_ok(db_open(w->files.db, &w->db, &err), err);
    assert_ok(db_schema(&w->arena, w->db, &w->schema, &err), err);
    scratch_run(&w->files, "DROP TABLE gone");
}

static void close_world(struct world *w)
{
    db_close(w->db);
    arena_release(&w->arena);
    scratch_free(&w->files);
}

/* The n best of a search that found these, each half as likely (in nats) as told. */
static struct inference found(struct world *w, const char *const *sql, const double *log_p, int n)
{
    struct error err = {0};
    struct search_result *result = ARENA_NEW(&w->arena, struct search_result);
    struct derivation *d = ARENA_NEW(&w->arena, struct derivation);
    d->n_steps = 2;
    result->queries = ARENA_ARRAY(&w->arena, struct search_query, n);
    for (int i = 0; i < n; i++) {
        double *steps = ARENA_ARRAY(&w->arena, double, 2);
        steps[0] = 0.25 * log_p[i];
        steps[1] = 0.75 * log_p[i];
        struct search_query *q = &result->queries[result->n++];
        *q = (struct search_query){.log_p = log_p[i], .derivation = d, .step_log_p = steps};
        assert_ok(sql_parse(&w->arena, &w->schema, sql[i], strlen(sql[i]), SQL_READ_EVERYDAY,
                            &q->query, &err), err);
    }
    struct inference out = {0};
    candidates_of(&w->arena, &w->schema, w->db, result, &out);
    return out;
}

static void assert_order(const struct inference *in, const char *const *sql, int n)
{
    assert_int_equal(in->n, n);
    for (int i = 0; i < n; i++)
        if (!strstr(in->candidates[i].sql, sql[i]))
            fail_test("candidate %d is %s, not %s", i, in->candidates[i].sql, sql[i]);
}

static void what_runs_comes_first(void **state)
{
    (void)state;
    struct world w;
    open_world(&w);
    const char *const sql[] = {"SELECT gone_id FROM gone", "SELECT title FROM book WHERE price > 99",
                               "SELECT title FROM book", "SELECT genre FROM book"};
    const double log_p[] = {-1, -2, -3, -4};
    struct infer_options how = INFER_DEFAULT;
    struct inference in = found(&w, sql, log_p, 4);
    assert_true(in.candidates[0].weakest == -0.75);
    candidates_run(&w.arena, w.db, &how, in.candidates, in.n);
    for (int i = 0; i < 4; i++)
        assert_int_equal(run_works(&in.candidates[i].run), i > 0);
    assert_int_equal(in.candidates[0].run.state, RUN_FAILED);
    assert_non_null(strstr(in.candidates[0].run.error.message, "gone"));
    assert_false(in.candidates[1].run.any);
    candidates_guide(in.candidates, in.n, GUIDE_ERRORS);
    assert_order(&in, (const char *[]){"99", "title FROM book", "genre", "gone"}, 4);
    candidates_guide(in.candidates, in.n, GUIDE_EMPTY);
    assert_order(&in, (const char *[]){"title FROM book", "genre", "99", "gone"}, 4);
    for (int i = 0; i < 4; i++) /* nobody asked for rows */
        assert_int_equal(in.candidates[i].run.rows.n_rows, 0);
    close_world(&w);
}

static void rows_are_kept_and_compared(void **state)
{
    (void)state;
    struct world w;
    open_world(&w);
    const char *const sql[] = {"SELECT title, price FROM book",
                               "SELECT price, title FROM book ORDER BY price",
                               "SELECT title FROM book", "SELECT title, price FROM book LIMIT 99"};
    const double log_p[] = {-1, -2, -3.5, -4.5}; /* the last is no longer likely */
    struct infer_options how = INFER_DEFAULT;
    how.keep_rows = 2;
    for (int compare = 0; compare < 2; compare++) {
        struct inference in = found(&w, sql, log_p, 4);
        how.compare = compare;
        candidates_run(&w.arena, w.db, &how, in.candidates, in.n);
        candidates_compare(in.candidates, in.n);
        const struct run_outcome *first = &in.candidates[0].run;
        assert_int_equal(first->state, RUN_ENDED);
        assert_int_equal(first->rows.n_rows, 2); /* of three that were seen */
        assert_int_equal(first->print.rows, 3);
        assert_int_equal(first->rows.n_columns, 2);
        assert_string_equal(first->rows.names[1], "price");
        assert_int_equal(first->rows.cells[2].kind, DB_TEXT);
        assert_true(slice_equal(first->rows.cells[2].bytes, "Nine Keys"));
        assert_true(first->rows.cells[1].real == 9.5);
        if (!compare) /* the others were only tried out */
            for (int i = 1; i < 4; i++)
                assert_int_equal(in.candidates[i].run.rows.n_rows, 0);
        else
            assert_int_equal(in.candidates[1].run.rows.n_rows, 2);
        assert_int_equal(in.candidates[0].compared, RUN_SAME);
        if (compare) {
            assert_int_equal(in.candidates[1].compared, RUN_SAME);
            assert_int_equal(in.candidates[2].compared, RUN_OTHER);
        }
        assert_int_equal(in.candidates[3].compared, RUN_UNKNOWN);
        assert_int_equal(in.candidates[3].run.rows.n_columns, 2);
    }
    close_world(&w);
}

static void long_results_are_cut(void **state)
{
    (void)state;
    struct world w;
    open_world(&w);
    scratch_run(&w.files, "WITH RECURSIVE n(x) AS (SELECT 4 UNION ALL SELECT x + 1 FROM n LIMIT 1300) "
                          "INSERT INTO book SELECT x, 'Volume', NULL, NULL FROM n");
    const char *const sql[] = {"SELECT title FROM book", "SELECT genre FROM book WHERE book_id > 3",
                               "SELECT title FROM book ORDER BY title"};
    const double log_p[] = {-1, -5, -6};
    struct infer_options how = INFER_DEFAULT;
    struct inference in = found(&w, sql, log_p, 3);
    candidates_run(&w.arena, w.db, &how, in.candidates, in.n);
    assert_int_equal(in.candidates[0].run.state, RUN_CUT); /* one row says that it runs */
    assert_int_equal(in.candidates[0].run.print.rows, 1);
    assert_int_equal(in.candidates[1].run.state, RUN_CUT); /* of rows that say nothing 50 do */
    assert_int_equal(in.candidates[1].run.print.rows, 50);
    candidates_compare(in.candidates, in.n);
    assert_int_equal(in.candidates[0].compared, RUN_UNKNOWN);

    in = found(&w, sql, log_p, 3);
    how.keep_rows = 100;
    how.compare = true;
    candidates_run(&w.arena, w.db, &how, in.candidates, in.n);
    assert_int_equal(in.candidates[0].run.state, RUN_ENDED);
    assert_int_equal(in.candidates[0].run.rows.n_rows, 100);
    assert_int_equal(in.candidates[0].run.print.rows, 1303);
    assert_int_equal(in.candidates[2].run.state, RUN_CUT); /* to be compared more is seen, not all */
    assert_int_equal(in.candidates[2].run.print.rows, 1000);
    close_world(&w);
}

static void the_same_sql_is_one_candidate(void **state)
{
    (void)state;
    struct world w;
    open_world(&w);
    const char *const sql[] = {"SELECT title FROM book", "select book.title from book",
                               "SELECT genre FROM book"};
    const double log_p[] = {-1, -2, -3};
    struct inference in = found(&w, sql, log_p, 3);
    assert_order(&in, (const char *[]){"title", "genre"}, 2);
    assert_true(in.candidates[0].log_p == -1 && in.candidates[1].log_p == -3);
    close_world(&w);
}

static void a_second_look_orders_anew(void **state)
{
    (void)state;
    struct world w;
    open_world(&w);
    const char *const sql[] = {"SELECT title FROM book", "SELECT genre FROM book",
                               "SELECT price FROM book"};
    const double log_p[] = {-1, -2, -3};
    struct inference in = found(&w, sql, log_p, 3);
    assert_true(in.candidates[1].score == -2);
    for (int i = 0; i < 3; i++)
        in.candidates[i].looks[LOOK_LOG_P] = log_p[i];
    in.candidates[0].looks[LOOK_EMPTY] = in.candidates[1].looks[LOOK_EMPTY] = 1;
    struct second_look look = {.weights = {[LOOK_LOG_P] = 0.5, [LOOK_EMPTY] = -3}};
    candidates_order(&look, in.candidates, in.n);
    assert_order(&in, (const char *[]){"price", "title", "genre"}, 3);
    assert_true(in.candidates[0].score == -1.5 && in.candidates[1].score == -3.5);
    look = (struct second_look){0}; /* equal ones stay */
    candidates_order(&look, in.candidates, in.n);
    assert_order(&in, (const char *[]){"price", "title", "genre"}, 3);
    close_world(&w);
}

static void weights_are_read_back(void **state)
{
    (void)state;
    struct second_look look = {.weights = {[LOOK_LOG_P] = 1.25, [LOOK_UNNAMED_TABLES] = -0.5}}, read;
    json_t *json = second_look_json(&look);
    assert_true(second_look_read(json, &read));
    assert_memory_equal(&look, &read, sizeof look);
    json_decref(json);
    assert_true(second_look_of("{\"second_look\": {\"log_p\": 2}}", &read));
    assert_true(read.weights[LOOK_LOG_P] == 2 && read.weights[LOOK_AGREED] == 0);
    const char *const none[] = {NULL, "", "{}", "{\"second_look\": 3}", "{\"second_look\": {\"log_p\": \"x\"}}"};
    for (int i = 0; i < COUNT_OF(none); i++)
        assert_false(second_look_of(none[i], &read));
}

/* What look_before() makes of two queries of the shop, in the order of the enum. */
static void assert_before(struct world *w, const char *was, const char *is, const double wanted[5])
{
    struct error err = {0};
    struct query *before, *query;
    double looks[N_LOOKS] = {0};
    assert_ok(sql_parse(&w->arena, &w->schema, was, strlen(was), SQL_READ_EVERYDAY, &before, &err), err);
    assert_ok(sql_parse(&w->arena, &w->schema, is, strlen(is), SQL_READ_EVERYDAY, &query, &err), err);
    look_before(before, query, looks);
    for (int i = 0; i < 5; i++)
        if (looks[LOOK_UNCHANGED + i] != wanted[i])
            fail_test("%s is %g, not %g: %s", look_names[LOOK_UNCHANGED + i],
                     looks[LOOK_UNCHANGED + i], wanted[i], is);
}

static void a_candidate_is_held_against_the_answer_before(void **state)
{
    (void)state;
    struct world w;
    open_world(&w);
    static const char was[] = "SELECT title, price FROM book WHERE genre = 'Crime'";
    static const struct {
        const char *sql;
        double looks[5]; /* unchanged, tables lost, outputs lost, outputs new, conditions new */
    } cases[] = {
        {"SELECT b.title, b.price FROM book AS b WHERE b.genre = 'Crime'", {1, 0, 0, 0, 0}},
        {"SELECT title, price FROM book WHERE genre = 'Fantasy'", {0, 0, 0, 0, 1}},
        {"SELECT title, price FROM book WHERE genre = 'Crime' AND price > 9", {0, 0, 0, 0, 1}},
        {"SELECT title, price FROM book WHERE genre = 'Crime' ORDER BY price", {0, 0, 0, 0, 0}},
        {"SELECT title, price, genre FROM book WHERE genre = 'Crime'", {0, 0, 0, 1, 0}},
        {"SELECT count(*) FROM book WHERE genre = 'Crime'", {0, 0, 2, 1, 0}},
        {"SELECT gone_id FROM gone", {0, 1, 2, 1, 0}},
        /* the table stands elsewhere in FROM: still the same columns */
        {"SELECT book.title, book.price FROM gone JOIN book ON gone.gone_id = book.book_id "
         "WHERE book.genre = 'Crime'", {0, 0, 0, 0, 0}},
        {"SELECT title FROM book WHERE genre = 'a' OR genre = 'b' UNION SELECT genre FROM book",
         {0, 0, 1, 0, 1}},
    };
    for (int i = 0; i < COUNT_OF(cases); i++)
        assert_before(&w, was, cases[i].sql, cases[i].looks);
    close_world(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_runs_comes_first),
        cmocka_unit_test(rows_are_kept_and_compared),
        cmocka_unit_test(long_results_are_cut),
        cmocka_unit_test(the_same_sql_is_one_candidate),
        cmocka_unit_test(a_second_look_orders_anew),
        cmocka_unit_test(a_candidate_is_held_against_the_answer_before),
        cmocka_unit_test(weights_are_read_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
