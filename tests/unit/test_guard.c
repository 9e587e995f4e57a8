/* test_guard.c - SQLite behind the guard: what a hostile statement, file or name can not do. */
#include "test.h"

#include "db/db.h"
#include "rows.h"
#include "scratch_db.h"
#include "sql/sql.h"

#include <pthread.h>
#include <sys/stat.h>

static const char bank_sql[] =
    "CREATE TABLE account (id INTEGER PRIMARY KEY, owner TEXT, branch INT);"
    "CREATE TABLE account_secret (id INT, pin TEXT);"
    "CREATE TABLE audit (id INT, note TEXT);"
    "CREATE VIEW owners AS SELECT owner FROM account;"
    "CREATE VIEW pins AS SELECT pin FROM account_secret;"
    "CREATE VIRTUAL TABLE notes USING fts5(body);"
    "INSERT INTO account VALUES (1, 'Ann', 7), (2, 'Bob', 7);"
    "INSERT INTO account_secret VALUES (1, '4711'), (2, '0815');"
    "INSERT INTO notes VALUES ('pay the rent');";

static struct db *open_with(const char *path, struct db_options options)
{
    struct error err = {0};
    struct db *db;
    assert_ok(db_open_with(path, &options, &db, &err), err);
    return db;
}

static struct slice whole_file(struct arena *a, const char *path)
{
    struct slice bytes;
    struct error err = {0};
    assert_ok(file_read(a, path, (size_t)64 << 20, &bytes, &err), err);
    return bytes;
}

static void nothing_but_reading_is_allowed(void **state)
{
    (void)state;
    struct scratch scratch = scratch_new(bank_sql);
    struct arena a = {0};
    struct slice before = whole_file(&a, scratch.db);
    struct db *db = open_with(scratch.db, (struct db_options){0});
    static const char *const cases[][2] = {
        {"WITH x AS (SELECT 1) DELETE FROM account", "reading"},
        {"WITH x AS (SELECT 1) INSERT INTO account SELECT 3, 'x', 1", "reading"},
        {"UPDATE account SET owner = 'x' RETURNING owner", "reading"},
        {"REPLACE INTO account VALUES (1, 'x', 1)", "reading"},
        {"DROP TABLE account", "reading"},
        {"CREATE TEMP TABLE t AS SELECT * FROM account", "reading"},
        {"CREATE TRIGGER t AFTER INSERT ON account BEGIN SELECT 1; END", "reading"},
        {"PRAGMA user_version", "PRAGMA"},
        {"PRAGMA writable_schema = ON", "PRAGMA"},
        {"SELECT * FROM pragma_database_list", ""},
        {"SELECT printf('%.*c', 1000000000, 'x')", "printf"},
        {"SELECT format('%1000000000d', 1)", "format"},
        {"SELECT 'a' GLOB '*'", "glob"},
        {"ATTACH '/tmp/astormer-guard.db' AS other", "ATTACH"},
        {"VACUUM INTO '/tmp/astormer-guard.db'", ""},
        {"DETACH main", "reading"},
        {"BEGIN IMMEDIATE", "reading"},
        {"EXPLAIN SELECT 1", "reading"},
        {"SELECT load_extension('/tmp/x.so')", "load_extension"},
        {"SELECT fts3_tokenizer('simple')", "fts3_tokenizer"},
        {"SELECT sqlite_version()", "sqlite_version"},
        {"SELECT sql FROM sqlite_schema", "sqlite_"},
        {"SELECT name FROM sqlite_master", "sqlite_"},
        {"SELECT 1; DROP TABLE account", "more than one"},
        {"SELECT 1;;; SELECT 2", "more than one"},
        {"-- nothing", "no statement"},
    };
    for (int i = 0; i < COUNT_OF(cases); i++)
        assert_refused(db, cases[i][0], cases[i][1]);
    struct error err = {0};
    struct rows rows;
    assert_int_equal(rows_query(&a, db, "SELECT * INTO copy FROM account", &rows, &err), ST_INPUT);
    assert_string_equal(rows_text(&a, db, "SELECT owner FROM account WHERE owner LIKE 'a%';"), "Ann");
    assert_string_equal(rows_text(&a, db, "SELECT body FROM notes WHERE notes MATCH 'rent'"),
                        "pay the rent");
    assert_int_equal(access("/tmp/astormer-guard.db", F_OK), -1);
    db_close(db);
    struct slice after = whole_file(&a, scratch.db);
    assert_int_equal(before.n, after.n);
    assert_memory_equal(before.s, after.s, before.n);
    arena_release(&a);
    scratch_free(&scratch);
}

static void bombs_are_stopped(void **state)
{
    (void)state;
    struct scratch scratch = scratch_new(bank_sql);
    struct db *db = open_with(scratch.db, (struct db_options){0});
    static const char *const endless[] = {
        "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT count(*) FROM c",
        "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT max(length(hex("
        "zeroblob(4000000)))) FROM c",
        "SELECT replace(hex(zeroblob(4000000)), '', '') LIKE '%' || hex(zeroblob(1000)) || '1'",
        "WITH c(x) AS (VALUES (1),(2),(3),(4),(5),(6),(7),(8),(9)) SELECT count(*) FROM c a, c b, "
        "c d, c e, c f, c g, c h, c i, c j, c k, c l, c m WHERE a.x + m.x > 100",
    };
    struct rows rows;
    struct arena a = {0};
    struct error err = {0};
    struct db_sink sink = {.row = rows_add, .context = &rows};
    struct db_limits limits = {.seconds = 0.1};
    struct db_outcome outcome;
    for (int i = 0; i < COUNT_OF(endless); i++) {
        rows = (struct rows){.arena = &a};
        assert_int_equal(db_query(db, endless[i], &limits, &sink, &outcome, &err), ST_LIMIT);
        assert_true(outcome.timed_out && !outcome.cancelled);
        assert_non_null(strstr(err.message, "longer than 0.1 s"));
    }
    static const char *const large[] = {
        "SELECT zeroblob(2000000000)", "SELECT randomblob(1000000000)",
        "SELECT hex(zeroblob(10000000))",
        "SELECT replace(hex(zeroblob(1000)), '0', hex(zeroblob(10000)))",
        "WITH RECURSIVE c(x) AS (SELECT 'xxxxxxxx' UNION ALL SELECT x || x FROM c) SELECT "
        "max(length(x)) FROM c",
    };
    for (int i = 0; i < COUNT_OF(large); i++) {
        enum status st = rows_query(&a, db, large[i], &rows, &err);
        if (st != ST_LIMIT || !strstr(err.message, "16 MB"))
            fail_test("'%s' gives status %d: %s", large[i], st, err.message);
    }
    struct strbuf deep = strbuf_in(&a);
    strbuf_puts(&deep, "SELECT ");
    for (int i = 0; i < 500; i++)
        strbuf_puts(&deep, "(1+");
    strbuf_puts(&deep, "1");
    for (int i = 0; i < 500; i++)
        strbuf_puts(&deep, ")");
    assert_int_equal(rows_query(&a, db, strbuf_text(&deep), &rows, &err), ST_INPUT);
    char *megabyte = xmalloc((1 << 20) + 1);
    memset(megabyte, ' ', 1 << 20);
    megabyte[1 << 20] = '\0';
    assert_int_equal(rows_query(&a, db, megabyte, &rows, &err), ST_LIMIT);
    xfree(megabyte);
    db_close(db);
    arena_release(&a);
    scratch_free(&scratch);
}

static void *cancel_soon(void *cancel)
{
    usleep(50000);
    db_cancel_request(cancel);
    return NULL;
}

static void another_thread_can_stop_a_query(void **state)
{
    (void)state;
    struct scratch scratch = scratch_new(bank_sql);
    struct db *db = open_with(scratch.db, (struct db_options){0});
    struct db_cancel cancel = {0};
    struct arena a = {0};
    struct error err = {0};
    struct rows rows = {.arena = &a};
    struct db_sink sink = {.row = rows_add, .context = &rows};
    struct db_limits limits = {.cancel = &cancel}; /* no deadline: only the flag ends it */
    struct db_outcome outcome;
    pthread_t thread;
    assert_int_equal(pthread_create(&thread, NULL, cancel_soon, &cancel), 0);
    assert_int_equal(db_query(db, "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) "
                                  "SELECT count(*) FROM c", &limits, &sink, &outcome, &err),
                     ST_LIMIT);
    assert_true(outcome.cancelled && !outcome.timed_out);
    pthread_join(thread, NULL);
    db_cancel_clear(&cancel);
    assert_ok(db_query(db, "SELECT 1", &limits, &sink, &outcome, &err), err);
    db_close(db);
    arena_release(&a);
    scratch_free(&scratch);
}

/* Ours against SQLite's own, and in no time what takes those minutes. */
static void text_functions_mean_what_sqlites_mean(void **state)
{
    (void)state;
    struct scratch scratch = scratch_new(bank_sql);
    struct db *db = open_with(scratch.db, (struct db_options){0});
    struct arena a = {0};
    static const char *const cases[] = {
        "instr('äbc', 'b')", "instr('abc', '')", "instr('abc', 'x')", "instr(NULL, 'x')",
        "instr(x'c3a462', x'62')", "instr(1234, 3)", "replace('aXbX', 'X', 'yy')",
        "replace('abc', '', 'x')", "replace('aaa', 'aa', 'b')", "replace(NULL, 'a', 'b')",
        "trim('  a b ')", "ltrim('xxyabcx', 'xy')", "rtrim('abcäöä', 'äö')", "trim('aaa', 'a')",
        "trim('abc', '')", "'Abc' LIKE 'aB_'", "'abc' LIKE '%'", "'' LIKE '%%'", "'' LIKE '_'",
        "'äbc' LIKE '_bc'", "'Äbc' LIKE 'äbc'", "'a%c' LIKE 'a!%c' ESCAPE '!'",
        "'abc' LIKE 'a!%c' ESCAPE '!'", "'abcabd' LIKE '%ab_'", "'abcabd' LIKE '%b%b_'",
        "'aaab' LIKE '%a%a%c'", "NULL LIKE 'a'", "123 LIKE '1%'", "'a' LIKE ''", "'' LIKE ''",
        "'a%' LIKE 'a%%' ESCAPE '%'", "'ab' NOT LIKE 'a'", "'a_' LIKE 'a!_' ESCAPE '!'",
    };
    sqlite3 *plain;
    assert_int_equal(sqlite3_open(":memory:", &plain), SQLITE_OK);
    for (int i = 0; i < COUNT_OF(cases); i++) {
        char *sql = arena_printf(&a, "SELECT quote(%s)", cases[i]);
        sqlite3_stmt *statement;
        assert_int_equal(sqlite3_prepare_v2(plain, sql, -1, &statement, NULL), SQLITE_OK);
        assert_int_equal(sqlite3_step(statement), SQLITE_ROW);
        const char *expected = (const char *)sqlite3_column_text(statement, 0);
        const char *ours = rows_text(&a, db, sql);
        if (strcmp(ours, expected) != 0)
            fail_test("%s is %s, here %s", cases[i], expected, ours);
        sqlite3_finalize(statement);
    }
    sqlite3_close(plain);
    assert_string_equal(rows_text(&a, db, "SELECT instr(hex(zeroblob(4000000)), hex(zeroblob(2000000))"
                                          " || '1')"), "0");
    db_close(db);
    arena_release(&a);
    scratch_free(&scratch);
}

/* ---- --tables and --deny --------------------------------------------------------------------- */

static void what_may_not_be_seen_is_not_there(void **state)
{
    (void)state;
    struct scratch scratch = scratch_new(bank_sql);
    static const char *const deny[] = {"ACCOUNT_secret", "aud*"};
    struct db *db = open_with(scratch.db, (struct db_options){.deny = deny, .n_deny = 2});
    struct arena a = {0};
    struct error err = {0};
    struct schema s;
    assert_ok(db_schema(&a, db, &s, &err), err);
    assert_int_equal(schema_find_table(&s, slice_of("account_secret")), -1);
    assert_int_equal(schema_find_table(&s, slice_of("audit")), -1);
    assert_true(schema_find_table(&s, slice_of("account")) >= 0);
    struct value_options options = {.cache_dir = ""};
    struct value_index *index;
    assert_ok(value_index_open(db, &s, &options, &index, NULL, &err), err);
    for (int i = 1; i < s.n_columns; i++) /* the view over the pins shows them, nothing else does */
        if (!equal_nocase(s.tables[s.columns[i].table].name, "pins"))
            for (long e = 0; e < value_index_column(index, i).n; e++)
                assert_false(slice_equal(
                    value_index_cell(index, value_index_column(index, i).first + e), "4711"));
    value_index_close(index);
    static const char *const refused[] = {
        "SELECT pin FROM account_secret", "SELECT pin FROM \"account_SECRET\"",
        "SELECT pin FROM [account_secret]", "SELECT pin FROM `account_secret`",
        "SELECT pin FROM 'account_secret'", "SELECT pin FROM/**/main.account_secret",
        "SELECT count(*) FROM account_secret", "SELECT (SELECT max(pin) FROM account_secret)",
        "WITH pins AS (SELECT pin FROM account_secret) SELECT pin FROM pins",
        "SELECT owner FROM account WHERE EXISTS (SELECT 1 FROM 'account_secret' WHERE pin > '1')",
        "SELECT note FROM audit", "SELECT note FROM 'audit'", "SELECT sql FROM sqlite_schema",
    };
    for (int i = 0; i < COUNT_OF(refused); i++)
        assert_refused(db, refused[i], "");
    assert_int_equal(db_prepare(db, "SELECT note FROM audit", &err), ST_USAGE);
    assert_string_equal(rows_text(&a, db, "SELECT owner FROM owners ORDER BY 1"), "Ann; Bob");
    assert_string_equal(rows_text(&a, db, "SELECT pin FROM pins ORDER BY 1"), "0815; 4711");
    assert_string_equal(rows_text(&a, db, "SELECT 'audit'"), "audit"); /* a text is a text */
    assert_string_equal(rows_text(&a, db, "WITH c AS (SELECT 1) SELECT count(*) FROM c"), "1");
    assert_string_equal(rows_text(&a, db, "SELECT body FROM notes WHERE notes MATCH 'pay'"),
                        "pay the rent");
    db_close(db);
    arena_release(&a);
    scratch_free(&scratch);
}

static void only_what_is_listed_is_seen(void **state)
{
    (void)state;
    struct scratch scratch = scratch_new(bank_sql);
    static const char *const tables[] = {"account"}, *const nothing[] = {"acount"};
    struct arena a = {0};
    struct error err = {0};
    struct db *db;
    struct db_options wrong = {.tables = nothing, .n_tables = 1};
    assert_int_equal(db_open_with(scratch.db, &wrong, &db, &err), ST_USAGE);
    assert_non_null(strstr(err.message, "no such table"));
    assert_null(db);
    db = open_with(scratch.db, (struct db_options){.tables = tables, .n_tables = 1});
    struct schema s;
    assert_ok(db_schema(&a, db, &s, &err), err);
    assert_int_equal(s.n_tables, 1);
    assert_string_equal(rows_text(&a, db, "SELECT owner FROM account ORDER BY 1"), "Ann; Bob");
    assert_refused(db, "SELECT owner FROM owners", "owners");
    assert_refused(db, "SELECT body FROM notes", "notes");
    assert_refused(db, "SELECT c0 FROM notes_content", "notes_content");
    assert_refused(db, "SELECT pin FROM account_secret", "account_secret");
    scratch_run(&scratch, "CREATE TABLE later (x); INSERT INTO later VALUES (1)");
    assert_refused(db, "SELECT x FROM later", "later");
    db_close(db);
    arena_release(&a);
    scratch_free(&scratch);
}

/* ---- hostile names and files ----------------------------------------------------------------- */

static void a_hostile_name_stays_a_name(void **state)
{
    (void)state;
    struct scratch scratch = scratch_new(
        "CREATE TABLE victim (x TEXT); INSERT INTO victim VALUES ('alive');"
        "CREATE TABLE \"\"\"; DROP TABLE victim; --\" (\"a\"\"b\" TEXT, \"line\nfeed\" TEXT,"
        " \"it's\" TEXT, \"\x1b[31mred\" TEXT, \"[x]`y`\" TEXT, \"select\" TEXT, \"%s%n\" TEXT);"
        "INSERT INTO \"\"\"; DROP TABLE victim; --\" VALUES"
        " ('v1', 'v2', 'v3', '\x1b]0;title\a', '''; DROP TABLE victim; --', 'v6', 'v7');");
    struct arena a = {0};
    struct error err = {0};
    struct slice before = whole_file(&a, scratch.db);
    struct db *db = open_with(scratch.db, (struct db_options){0});
    struct schema s;
    assert_ok(db_schema(&a, db, &s, &err), err);
    int t = schema_find_table(&s, slice_of("\"; DROP TABLE victim; --"));
    assert_true(t >= 0);
    struct value_options options = {.cache_dir = ""};
    struct value_index *index;
    assert_ok(value_index_open(db, &s, &options, &index, NULL, &err), err);
    int seen = 0;
    for (int i = 1; i < s.n_columns; i++) {
        if (s.columns[i].table != t)
            continue;
        seen++;
        struct value_column column = value_index_column(index, i);
        assert_int_equal(column.n, 1);
        /* SELECT that column WHERE it is its value, built and printed as an answer is */
        struct slice cell = value_index_cell(index, column.first);
        struct expr *c = expr_column(&a, (struct column_ref){i, 0, 0, -1});
        struct expr *args[] = {c, expr_literal(&a, LITERAL_TEXT, arena_strndup(&a, cell.s, cell.n))};
        struct source from = {.table = t};
        struct query q = {.select = &c, .n_select = 1, .from = &from, .n_from = 1,
                          .where = expr_node(&a, EXPR_COMPARE, CMP_EQ, args, 2)};
        assert_true(query_finish(&a, &q));
        const char *sql = sql_print(&a, &s, &q, db_dialect(db));
        assert_ok(db_prepare(db, sql, &err), err);
        assert_true(slice_equal(cell, rows_text(&a, db, sql)));
    }
    assert_int_equal(seen, 7);
    assert_string_equal(rows_text(&a, db, "SELECT x FROM victim"), "alive");
    value_index_close(index);
    db_close(db);
    struct slice after = whole_file(&a, scratch.db);
    assert_memory_equal(before.s, after.s, before.n);
    arena_release(&a);
    scratch_free(&scratch);
}

static void expect_open_failure(const char *path, const char *message)
{
    struct error err = {0};
    struct db *db;
    assert_int_equal(db_open(path, &db, &err), ST_IO);
    assert_null(db);
    if (!strstr(err.message, message))
        fail_test("'%s' gives: %s", path, err.message);
}

static void a_file_that_cannot_be_read_is_explained(void **state)
{
    (void)state;
    struct scratch scratch = scratch_new("CREATE TABLE t (a INTEGER PRIMARY KEY, b TEXT);"
                                         "INSERT INTO t VALUES (1, 'x'), (2, 'y')");
    struct arena a = {0};
    struct error err = {0};
    char path[256];
    expect_open_failure("/nonexistent/x.db", "No such file");
    expect_open_failure(scratch.dir, "not a regular file");
    snprintf(path, sizeof path, "%s/short.db", scratch.dir);
    assert_ok(file_write_atomic(path, "SQLite format 3\0junk junk junk", 30, &err), err);
    expect_open_failure(path, "is not a SQLite database");

    /* damaged pages are found while reading, and said to be damaged */
    struct slice good = whole_file(&a, scratch.db);
    char *bad = arena_alloc(&a, good.n, 1);
    memcpy(bad, good.s, good.n);
    memset(bad + 4096, 0xfe, good.n - 4096);
    snprintf(path, sizeof path, "%s/bad.db", scratch.dir);
    assert_ok(file_write_atomic(path, bad, good.n, &err), err);
    struct db *db;
    enum status st = db_open(path, &db, &err);
    struct schema s;
    if (st == ST_OK)
        st = db_schema(&a, db, &s, &err);
    assert_true(st == ST_IO || st == ST_INPUT);
    if (!strstr(err.message, "damaged") && !strstr(err.message, "malformed"))
        fail_test("a damaged file gives: %s", err.message);
    db_close(db);

    /* a writer that holds the file */
    sqlite3 *writer;
    assert_int_equal(sqlite3_open(scratch.db, &writer), SQLITE_OK);
    assert_int_equal(sqlite3_exec(writer, "PRAGMA locking_mode=EXCLUSIVE; BEGIN EXCLUSIVE", NULL, NULL, NULL),
                     SQLITE_OK);
    expect_open_failure(scratch.db, "locked by another program");
    sqlite3_close(writer);
    arena_release(&a);
    scratch_free(&scratch);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_but_reading_is_allowed),
        cmocka_unit_test(bombs_are_stopped),
        cmocka_unit_test(another_thread_can_stop_a_query),
        cmocka_unit_test(text_functions_mean_what_sqlites_mean),
        cmocka_unit_test(what_may_not_be_seen_is_not_there),
        cmocka_unit_test(only_what_is_listed_is_seen),
        cmocka_unit_test(a_hostile_name_stays_a_name),
        cmocka_unit_test(a_file_that_cannot_be_read_is_explained),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
