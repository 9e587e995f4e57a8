/* test_eval_exec.c - equality of results, and queries that may neither change a database nor run
 * for ever. */
#include "test.h"

#include "eval/internal.h"

#include <sqlite3.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- results ------------------------------------------------------------------------------ */

/* Rows from text: cells are "i:1", "r:1.0", "t:abc", "b:abc" or "n", separated by blanks; rows by
 * '/'.  "" is no rows. */
static struct db_rows rows_of(struct arena *arena, const char *text)
{
    struct db_rows rows = {0};
    int n = 0, capacity = 0;
    rows.n_rows = *text ? 1 : 0;
    char *copy = arena_strdup(arena, text);
    for (char *word = strtok(copy, " "); word; word = strtok(NULL, " ")) {
        if (strcmp(word, "/") == 0) {
            rows.n_rows++;
            continue;
        }
        struct db_cell cell = {.bytes = {word + 2, strlen(word) > 2 ? strlen(word + 2) : 0}};
        cell.kind = word[0] == 'i'   ? DB_INTEGER
                    : word[0] == 'r' ? DB_REAL
                    : word[0] == 't' ? DB_TEXT
                    : word[0] == 'b' ? DB_BLOB
                                     : DB_NULL;
        if (cell.kind == DB_INTEGER)
            cell.integer = strtoll(word + 2, NULL, 10);
        if (cell.kind == DB_REAL)
            cell.real = strtod(word + 2, NULL);
        *ARENA_PUSH(arena, rows.cells, n, capacity) = cell;
    }
    rows.n_columns = rows.n_rows ? n / rows.n_rows : 0;
    return rows;
}

static void results_compare_as_in_python(void **state)
{
    (void)state;
    static const struct {
        const char *gold, *pred;
        bool as_bag, as_list;
    } cases[] = {
        {"", "", true, true},
        {"", "i:1", false, false},
        {"i:1", "i:1", true, true},
        {"i:1", "r:1.0", true, true},
        {"i:1", "t:1", false, false},
        {"t:a", "b:a", false, false},
        {"n", "n", true, true},
        {"n", "t:", false, false},
        {"i:9007199254740993", "r:9007199254740992", false, false},
        {"i:9007199254740992", "r:9007199254740992", true, true},
        {"r:1e300", "r:1e300", true, true},
        /* rows */
        {"i:1 / i:2", "i:2 / i:1", true, false},
        {"i:1 / i:1 / i:2", "i:1 / i:2 / i:2", false, false},
        {"i:1 / i:1", "i:1", false, false},
        {"t:A", "t:a", false, false},
        /* columns may be permuted, the same way in every row */
        {"i:1 t:a / i:2 t:b", "t:a i:1 / t:b i:2", true, true},
        {"i:1 i:2 / i:3 i:4", "i:2 i:1 / i:4 i:3", true, true},
        {"i:1 i:2 / i:3 i:4", "i:2 i:1 / i:3 i:4", false, false},
        {"i:1 i:2 / i:2 i:1", "i:2 i:1 / i:1 i:2", true, true},
        {"i:1 i:2 i:3", "i:1 i:2", false, false},
        {"i:1 i:1 i:2 / i:1 i:2 i:1", "i:1 i:2 i:1 / i:1 i:1 i:2", true, true},
        /* equal columns, but no permutation joins them to the right rows */
        {"i:1 i:1 / i:2 i:2", "i:1 i:2 / i:2 i:1", false, false},
        {"i:0 i:1 i:2 i:3 i:4 / i:5 i:6 i:7 i:8 i:9", "i:9 i:8 i:7 i:6 i:5 / i:4 i:3 i:2 i:1 i:0",
         true, false},
        /* the sort key of a row tells 1 from 1.0, and so rejects what is equal: '1.' sorts
         * between the two */
        {"i:1 t:1.", "r:1.0 t:1.", false, false},
        {"i:1 t:z", "r:1.0 t:z", true, true},
    };
    struct arena a = {0};
    for (int i = 0; i < COUNT_OF(cases); i++) {
        struct db_rows gold = rows_of(&a, cases[i].gold), pred = rows_of(&a, cases[i].pred);
        bool as_bag = eval_rows_equal(&a, &gold, &pred, false);
        bool as_list = eval_rows_equal(&a, &gold, &pred, true);
        if (as_bag != cases[i].as_bag || as_list != cases[i].as_list)
            fail_test("'%s' and '%s': bag %d, list %d", cases[i].gold, cases[i].pred, as_bag,
                      as_list);
    }
    arena_release(&a);
}

/* Against the definition: all permutations, rows counted one by one. */
static bool equal_by_definition(const struct db_rows *a, const struct db_rows *b,
                                const int *permutation)
{
    for (int r = 0; r < a->n_rows; r++) {
        int in_a = 0, in_b = 0;
        for (int k = 0; k < a->n_rows; k++) {
            bool same_a = true, same_b = true;
            for (int c = 0; c < a->n_columns; c++) {
                int64_t wanted = a->cells[r * a->n_columns + c].integer;
                same_a &= a->cells[k * a->n_columns + c].integer == wanted;
                same_b &= b->cells[k * a->n_columns + permutation[c]].integer == wanted;
            }
            in_a += same_a;
            in_b += same_b;
        }
        if (in_a != in_b)
            return false;
    }
    return true;
}

static bool any_permutation(const struct db_rows *a, const struct db_rows *b, int *chosen,
                            int n_chosen)
{
    if (n_chosen == a->n_columns)
        return equal_by_definition(a, b, chosen);
    for (int c = 0; c < a->n_columns; c++) {
        bool free_column = true;
        for (int k = 0; k < n_chosen; k++)
            free_column &= chosen[k] != c;
        chosen[n_chosen] = c;
        if (free_column && any_permutation(a, b, chosen, n_chosen + 1))
            return true;
    }
    return false;
}

static void results_compare_as_asked(void **state)
{
    (void)state;
    static const struct {
        const char *gold, *pred;
        bool as_bag, as_list;
    } cases[] = {
        {"", "", true, true},
        {"i:1", "r:1.0", true, true},
        {"r:0.3333333", "r:0.33333333", true, true},
        {"r:0.3333", "r:0.3334", false, false},
        {"i:1000000", "i:1000001", false, false}, /* counts are exact */
        {"i:0", "r:1e-12", true, true},
        {"t:a i:1", "i:1 t:a", false, false}, /* columns in the order asked */
        {"t:a / t:b", "t:b / t:a", true, false},
        {"t:a / t:a / t:b", "t:a / t:b / t:b", false, false},
        {"t:a", "t:a / t:a", false, false},
        {"n", "i:0", false, false},
        {"t:", "n", false, false},
        /* a last digit does not tear rows apart */
        {"r:2.0000000001 t:x / r:2.0 t:y", "r:2.0 t:x / r:2.0000000001 t:y", true, true},
    };
    struct arena a = {0};
    for (int i = 0; i < COUNT_OF(cases); i++) {
        struct db_rows gold = rows_of(&a, cases[i].gold), pred = rows_of(&a, cases[i].pred);
        if (eval_rows_as_asked(&a, &gold, &pred, false) != cases[i].as_bag ||
            eval_rows_as_asked(&a, &gold, &pred, true) != cases[i].as_list)
            fail_test("'%s' and '%s'", cases[i].gold, cases[i].pred);
    }
    struct db_rows one = {.n_columns = 1}, two = {.n_columns = 2};
    assert_false(eval_rows_as_asked(&a, &one, &two, false)); /* no rows, but other columns */
    arena_release(&a);
}

static void only_the_outermost_order_counts(void **state)
{
    (void)state;
    assert_true(eval_sql_orders("SELECT a FROM t ORDER BY a"));
    assert_true(eval_sql_orders("SELECT a FROM t WHERE b = 'x('\norder\n by a"));
    assert_false(eval_sql_orders("SELECT a FROM t"));
    assert_false(eval_sql_orders("SELECT a FROM t WHERE a IN (SELECT a FROM t ORDER BY b LIMIT 1)"));
    assert_false(eval_sql_orders("SELECT rank() OVER (ORDER BY a) FROM t"));
    assert_false(eval_sql_orders("SELECT 'order by', \"order by\" FROM t WHERE reorder by_x"));
    assert_false(eval_sql_orders("SELECT 'it''s' FROM t WHERE a = ')order by('"));
}

static void the_search_finds_what_the_definition_finds(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct rng rng;
    rng_seed(&rng, 7);
    int n_equal = 0;
    for (int round = 0; round < 4000; round++) {
        struct db_cell cells[2][20];
        int n_rows = 1 + (int)rng_below(&rng, 4), n_columns = 1 + (int)rng_below(&rng, 5);
        int order[5] = {0, 1, 2, 3, 4}, chosen[5];
        rng_shuffle(&rng, order, n_columns);
        for (int i = 0; i < n_rows * n_columns; i++)
            cells[0][i] = (struct db_cell){.kind = DB_INTEGER,
                                             .integer = (int64_t)rng_below(&rng, 2)};
        /* permuted columns and reversed rows, and in two thirds of the rounds a swapped cell */
        for (int r = 0; r < n_rows; r++)
            for (int c = 0; c < n_columns; c++)
                cells[1][(n_rows - 1 - r) * n_columns + order[c]] = cells[0][r * n_columns + c];
        if (rng_below(&rng, 3)) {
            int i = (int)rng_below(&rng, (uint32_t)(n_rows * n_columns));
            int k = (int)rng_below(&rng, (uint32_t)(n_rows * n_columns));
            struct db_cell swap = cells[1][i];
            cells[1][i] = cells[1][k];
            cells[1][k] = swap;
        }
        struct db_rows a = {.cells = cells[0], .n_rows = n_rows, .n_columns = n_columns};
        struct db_rows b = {.cells = cells[1], .n_rows = n_rows, .n_columns = n_columns};
        bool wanted = any_permutation(&a, &b, chosen, 0);
        assert_int_equal(eval_rows_equal(&arena, &a, &b, false), wanted);
        n_equal += wanted;
    }
    assert_in_range(n_equal, 1000, 3900);
    arena_release(&arena);
}

/* ---- databases ---------------------------------------------------------------------------- */

static char directory[64], database[128];

static int make_database(void **state)
{
    (void)state;
    strcpy(directory, "/tmp/astormer-eval-XXXXXX");
    if (!mkdtemp(directory))
        return -1;
    snprintf(database, sizeof database, "%s/pots.sqlite", directory);
    sqlite3 *db;
    if (sqlite3_open(database, &db) != SQLITE_OK)
        return -1;
    int code = sqlite3_exec(db,
                            "create table pot(id integer, name text);"
                            "insert into pot values (1, 'clay'), (2, null), (3.5, x'414243'),"
                            "(4, cast(x'61FF62C3' as text));",
                            NULL, NULL, NULL);
    sqlite3_close(db);
    return code == SQLITE_OK ? 0 : -1;
}

static int remove_database(void **state)
{
    (void)state;
    unlink(database);
    return rmdir(directory);
}

static void queries_read_and_nothing_else(void **state)
{
    (void)state;
    static const char *const refused[] = {
        "delete from pot",
        "drop table pot",
        "create temp table x(a)",
        "attach '/tmp/astormer-eval-attached' as x",
        "vacuum into '/tmp/astormer-eval-attached'",
        "pragma writable_schema = 1",
        "select load_extension('x')",
        "select 1; select 2",
        "select 1;;",
        "select ';' -- ;\n; select 2",
        "select [;] from pot; /* ; */ select 2",
        "select nothing from pot",
        "select",
        "begin",
    };
    struct arena a = {0};
    struct error err = {0};
    struct db_rows rows;
    struct eval_executor *executor = eval_executor_new(eval_default_limits);
    for (int i = 0; i < COUNT_OF(refused); i++) {
        err.message[0] = '\0';
        if (eval_execute(&a, executor, database, refused[i], 100, &rows, &err) != ST_INPUT)
            fail_test("ran: %s (%s)", refused[i], err.message);
        assert_true(err.message[0]);
    }
    assert_int_not_equal(access("/tmp/astormer-eval-attached", F_OK), 0);
    assert_ok(eval_execute(&a, executor, database, "select id, name from pot order by id -- x",
                           100, &rows, &err), err);
    assert_int_equal(rows.n_rows, 4);
    assert_int_equal(rows.cells[0].kind, DB_INTEGER);
    assert_int_equal(rows.cells[3].kind, DB_NULL);
    assert_int_equal(rows.cells[4].kind, DB_REAL);
    assert_int_equal(rows.cells[5].kind, DB_BLOB);
    /* bytes that are not UTF-8 are left out */
    assert_true(slice_equal(rows.cells[7].bytes, "ab"));
    static const char *const one[] = {"select ';' /* ; */ ; -- ;", "/* x */ select \"id\" from pot;",
                                      "select `id`, '--', '/*' from [pot]"};
    for (int i = 0; i < COUNT_OF(one); i++)
        assert_ok(eval_execute(&a, executor, database, one[i], 100, &rows, &err), err);
    assert_ok(eval_execute(&a, executor, database, "-- only a comment", 100, &rows, &err), err);
    assert_int_equal(rows.n_rows, 0);
    eval_executor_free(executor);
    arena_release(&a);
}

static void limits_hold(void **state)
{
    (void)state;
    struct arena a = {0};
    struct error err = {0};
    struct db_rows rows;
    struct eval_limits limits = {.timeout_ms = 50, .max_rows = 10, .max_bytes = 1 << 20};
    struct eval_executor *executor = eval_executor_new(limits);
    static const char endless[] =
        "with recursive n(i) as (select 1 union all select i + 1 from n) select count(*) from n";
    assert_int_equal(eval_execute(&a, executor, database, endless, 100, &rows, &err), ST_LIMIT);
    assert_non_null(strstr(err.message, "50 ms"));
    assert_int_equal(eval_execute(&a, executor, database,
                                  "with recursive n(i) as (select 1 union all select i + 1 from n)"
                                  " select i from n", 1000, &rows, &err), ST_LIMIT);
    assert_non_null(strstr(err.message, "10 rows"));
    assert_int_equal(eval_execute(&a, executor, database, "select id from pot", 3, &rows, &err),
                     ST_LIMIT);
    assert_int_equal(eval_execute(&a, executor, database, "select zeroblob(5000000)", 3, &rows,
                                  &err), ST_LIMIT);
    /* the connection is still good */
    assert_ok(eval_execute(&a, executor, database, "select id from pot", 4, &rows, &err), err);
    eval_executor_free(executor);
    arena_release(&a);
}

static void missing_databases_are_not_made(void **state)
{
    (void)state;
    struct arena a = {0};
    struct error err = {0};
    struct db_rows rows;
    struct eval_executor *executor = eval_executor_new(eval_default_limits);
    char path[160];
    snprintf(path, sizeof path, "%s/none.sqlite", directory);
    assert_int_equal(eval_execute(&a, executor, path, "select 1", 10, &rows, &err), ST_IO);
    assert_non_null(strstr(err.message, path));
    assert_int_not_equal(access(path, F_OK), 0);
    eval_executor_free(executor);

    struct eval_databases found;
    const char *up = "/tmp";
    eval_find_databases(&a, &up, 1, directory + strlen("/tmp/"), &found);
    assert_int_equal(found.n, 1);
    assert_string_equal(found.paths[0], database);
    static const char *const nowhere[] = {"", ".", "..", "../tmp", "/", "no such schema"};
    for (int i = 0; i < COUNT_OF(nowhere); i++) {
        eval_find_databases(&a, &up, 1, nowhere[i], &found);
        assert_int_equal(found.n, 0);
    }
    arena_release(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(results_compare_as_in_python),
        cmocka_unit_test(results_compare_as_asked),
        cmocka_unit_test(only_the_outermost_order_counts),
        cmocka_unit_test(the_search_finds_what_the_definition_finds),
        cmocka_unit_test(queries_read_and_nothing_else),
        cmocka_unit_test(limits_hold),
        cmocka_unit_test(missing_databases_are_not_made),
    };
    return cmocka_run_group_tests(tests, make_database, remove_database);
}
