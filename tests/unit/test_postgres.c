/* test_postgres.c - the PostgreSQL driver and dialect on a real server (tests/with-postgres): the
 * schema it reads, what it refuses, and the same rows as SQLite for the same queries. */
#include "test.h"

#include "db/db.h"
#include "rows.h"
#include "scratch_db.h"
#include "sql/sql.h"

#include <libpq-fe.h>
#include <pthread.h>

/* ---- setting up: the one place that writes --------------------------------------------------- */

static void server_run(const char *database, const char *sql)
{
    const char *keys[] = {"dbname", NULL}, *values[] = {database, NULL};
    PGconn *conn = PQconnectdbParams(keys, values, 0);
    if (PQstatus(conn) != CONNECTION_OK)
        fail_test("no server (run this through tests/with-postgres): %s", PQerrorMessage(conn));
    PQclear(PQexec(conn, "SET client_min_messages = error"));
    PGresult *r = PQexec(conn, sql);
    ExecStatusType status = PQresultStatus(r);
    if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK)
        fail_test("set-up: %s", PQerrorMessage(conn));
    PQclear(r);
    PQfinish(conn);
}

static void make_database(const char *name, const char *sql)
{
    struct arena a = {0};
    server_run("postgres", arena_printf(&a, "CREATE DATABASE \"%s\"", name));
    server_run(name, sql);
    arena_release(&a);
}

static struct db *open_database(const char *name, const struct db_options *options)
{
    struct arena a = {0};
    struct error err = {0};
    struct db *db;
    assert_ok(db_open_with(arena_printf(&a, "postgresql:///%s", name), options, &db, &err), err);
    arena_release(&a);
    return db;
}

static const char firm_sql[] =
    "CREATE SCHEMA sales; CREATE SCHEMA \"Odd Space\";"
    "CREATE TYPE mood AS ENUM ('sad', 'ok', 'happy');"
    "CREATE DOMAIN amount AS numeric(12, 2);"
    "CREATE TABLE staff (id serial PRIMARY KEY, name varchar(20) NOT NULL, feeling mood,"
    " tags text[], doc jsonb, active boolean, pay amount, born date, hired timestamp, code char(5),"
    " pic bytea, key uuid, score double precision, note text);"
    "COMMENT ON TABLE staff IS 'who works here'; COMMENT ON COLUMN staff.feeling IS 'on Mondays';"
    "INSERT INTO staff (name, feeling, tags, doc, active, pay, born, hired, code, pic, key, score, note) VALUES"
    " ('Ann', 'ok', '{a,b}', '{\"x\": 1}', true, 1200.50, '1999-01-02', '2020-02-03 04:05:06', 'ab', '\\x00ff',"
    "  '123e4567-e89b-12d3-a456-426614174000', 1.5, '12'),"
    " ('Bob', 'sad', NULL, NULL, false, 900, '1980-12-31', '2021-01-01', 'cd', NULL, NULL, NULL, '7'),"
    " ('Cid', NULL, '{}', '[]', NULL, NULL, NULL, NULL, NULL, NULL, NULL, 2, 'x');"
    "CREATE TABLE sales.orders (id int PRIMARY KEY, seller int REFERENCES staff (id), what text);"
    "INSERT INTO sales.orders VALUES (1, 1, 'tea'), (2, 1, 'milk'), (3, 2, 'tea');"
    "CREATE TABLE orders (id int, item text); INSERT INTO orders VALUES (9, 'own');"
    "CREATE TABLE \"Odd Space\".\"Order\"\"s; DROP TABLE staff; --\" (\"a\"\"b\" text, \"select\" int,"
    " \"line\nfeed\" text); INSERT INTO \"Odd Space\".\"Order\"\"s; DROP TABLE staff; --\" VALUES"
    " ('it''s \\ \"', 1, 'x');"
    "CREATE TABLE log (at date, line text) PARTITION BY RANGE (at);"
    "CREATE TABLE log_2020 PARTITION OF log FOR VALUES FROM ('2020-01-01') TO ('2021-01-01');"
    "INSERT INTO log VALUES ('2020-05-05', 'started');"
    "CREATE VIEW names AS SELECT name FROM staff;"
    "CREATE MATERIALIZED VIEW pays AS SELECT pay FROM staff;"
    "CREATE FUNCTION wipe() RETURNS int LANGUAGE sql AS 'DELETE FROM staff; SELECT 1';"
    "CREATE FUNCTION sly() RETURNS int LANGUAGE plpgsql STABLE AS 'BEGIN RETURN 1; END';"
    "CREATE SEQUENCE counter;";

static int set_up(void **state)
{
    (void)state;
    make_database("firm", firm_sql);
    return 0;
}

/* ---- schema ---------------------------------------------------------------------------------- */

static const struct column *column_of(const struct schema *s, const char *table, const char *column)
{
    int t = schema_find_table(s, slice_of(table));
    int c = t < 0 ? -1 : schema_find_column(s, t, slice_of(column));
    if (c < 0)
        fail_test("no column %s.%s", table, column);
    return &s->columns[c];
}

static void a_schema_is_read_as_it_is(void **state)
{
    (void)state;
    struct arena a = {0};
    struct error err = {0};
    struct db *db = open_database("firm", NULL);
    struct schema s;
    assert_ok(db_schema(&a, db, &s, &err), err);
    assert_string_equal(s.db_id, "firm");
    assert_null(strstr(db_path(db), "password"));
    if (getenv("PGPASSWORD"))
        assert_null(strstr(db_path(db), getenv("PGPASSWORD")));
    assert_int_equal(s.n_tables, 7); /* no partition, no catalogue */
    const struct table *staff = &s.tables[schema_find_table(&s, slice_of("staff"))];
    assert_string_equal(staff->comment, "who works here");
    assert_null(staff->space);
    assert_true(staff->keyed && !staff->view);
    static const struct {
        const char *name, *type;
        enum column_type as;
    } columns[] = {
        {"id", "integer", COLUMN_NUMBER},        {"name", "character varying(20)", COLUMN_TEXT},
        {"feeling", "enum mood", COLUMN_TEXT},   {"tags", "text[]", COLUMN_OTHERS},
        {"doc", "jsonb", COLUMN_OTHERS},         {"active", "boolean", COLUMN_BOOLEAN},
        {"pay", "numeric(12,2)", COLUMN_NUMBER}, {"born", "date", COLUMN_TIME},
        {"hired", "timestamp without time zone", COLUMN_TIME}, {"code", "character(5)", COLUMN_TEXT},
        {"pic", "bytea", COLUMN_OTHERS},         {"key", "uuid", COLUMN_TEXT},
        {"score", "double precision", COLUMN_NUMBER},
    };
    for (int i = 0; i < COUNT_OF(columns); i++) {
        const struct column *c = column_of(&s, "staff", columns[i].name);
        assert_string_equal(c->decl_type, columns[i].type);
        assert_int_equal(c->type, columns[i].as);
    }
    assert_string_equal(column_of(&s, "staff", "feeling")->comment, "on Mondays");
    assert_true(column_of(&s, "staff", "name")->not_null);
    assert_true(column_of(&s, "staff", "id")->primary);
    assert_true(s.tables[schema_find_table(&s, slice_of("names"))].view);
    int own = schema_find_table(&s, slice_of("orders")), sold = -1;
    for (int i = 0; i < s.n_tables; i++)
        if (s.tables[i].space && strcmp(s.tables[i].space, "sales") == 0)
            sold = i;
    assert_true(own >= 0 && sold >= 0 && own != sold);
    assert_string_equal(s.tables[sold].label, "sales orders");
    int seller = schema_find_column(&s, sold, slice_of("seller"));
    assert_int_equal(s.n_foreign_keys, 1);
    assert_true(schema_joins(&s, seller, (int)(column_of(&s, "staff", "id") - s.columns)));

    /* both tables of one name in one query, and a table of another schema by its full name */
    static const char sql[] = "SELECT T1.item, T2.what FROM orders AS T1 JOIN sales.orders AS T2 ORDER BY T2.id";
    struct query *q;
    assert_ok(sql_parse(&a, &s, sql, strlen(sql), SQL_READ_STRICT, &q, &err), err);
    assert_string_equal(rows_text(&a, db, sql_print(&a, &s, q, SQL_POSTGRES)),
                        "own | tea; own | milk; own | tea");
    db_close(db);
    arena_release(&a);
}

static void cells_come_as_sqlite_would_have_them(void **state)
{
    (void)state;
    struct arena a = {0};
    struct db *db = open_database("firm", NULL);
    assert_string_equal(rows_text(&a, db, "SELECT id, name, feeling, tags, doc, active, pay, born, hired, code "
                                          "FROM staff WHERE id = 1"),
                        "1 | Ann | ok | {a,b} | {\"x\": 1} | 1 | 1200.5 | 1999-01-02 | 2020-02-03 04:05:06 | ab");
    assert_string_equal(rows_text(&a, db, "SELECT count(*), sum(id), avg(id), max(active::int), NULL, 1 > 2, "
                                          "12345678901234567.89::numeric(20, 2) FROM staff"),
                        "3 | 6 | 2 | 1 | NULL | 0 | 12345678901234567.89");
    struct rows rows;
    struct error err = {0};
    assert_ok(rows_query(&a, db, "SELECT pic FROM staff WHERE pic IS NOT NULL", &rows, &err), err);
    assert_memory_equal(rows.lines[0], "\0\xff", 2);
    db_close(db);
    arena_release(&a);
}

/* ---- the guard ------------------------------------------------------------------------------- */

static void nothing_but_reading_is_allowed(void **state)
{
    (void)state;
    struct arena a = {0};
    struct db *db = open_database("firm", NULL);
    static const char before_sql[] = "SELECT count(*), sum(id), max(pay) FROM staff";
    const char *before = rows_text(&a, db, before_sql);
    static const char *const refused[] = {
        "DELETE FROM staff", "WITH x AS (DELETE FROM staff RETURNING id) SELECT * FROM x",
        "INSERT INTO staff (name) VALUES ('x')", "UPDATE staff SET name = 'x'", "DROP TABLE staff",
        "TRUNCATE staff", "CREATE TABLE t (a int)", "CREATE TEMP TABLE t (a int)", "SELECT * INTO copied FROM staff",
        "COPY staff TO '/tmp/astormer-test-copy-of-staff'", "COPY staff TO PROGRAM 'id'", "COPY (SELECT 1) TO STDOUT",
        "DO $$ BEGIN DELETE FROM staff; END $$", "SET statement_timeout = 0", "RESET ALL", "COMMIT",
        "BEGIN READ WRITE", "LOCK TABLE staff", "VACUUM", "LISTEN x", "NOTIFY x", "PREPARE p AS SELECT 1",
        "EXPLAIN ANALYZE SELECT wipe()", "CALL wipe()", "SELECT 1; DELETE FROM staff", "SELECT 1; SELECT 2", "",
        "; SELECT 1", "-- nothing", "SELECT * FROM staff FOR UPDATE", "SELECT wipe()", "SELECT sly()", "SELECT \"wipe\"()",
        "SELECT public.wipe()", "SELECT public . wipe /* */ ()", "SELECT pg_sleep(100)", "SELECT PG_SLEEP(100)",
        "SELECT pg_catalog.pg_sleep(100)", "SELECT pg_read_file('/etc/passwd')", "SELECT pg_ls_dir('/')",
        "SELECT lo_import('/etc/passwd')", "SELECT lo_export(1, '/tmp/x')", "SELECT lo_create(0)",
        "SELECT set_config('transaction_read_only', 'off', false)", "SELECT current_setting('data_directory')",
        "SELECT pg_terminate_backend(1)", "SELECT pg_advisory_lock(1)", "SELECT pg_notify('a', 'b')",
        "SELECT nextval('counter')", "SELECT setval('counter', 9)", "SELECT query_to_xml('DELETE FROM staff', true, true, '')",
        "SELECT table_to_xml('staff', true, true, '')", "SELECT database_to_xml(true, true, '')", "SELECT repeat('x', 1000000000)",
        "SELECT length(lpad('x', 1000000000))", "SELECT length(\"rpad\"('x', 1000000000))",
        "SELECT cardinality(array_fill(1, ARRAY[100000000]))", "SELECT length(format('%1000000000s', 'x'))",
        "SELECT rolpassword FROM pg_authid", "SELECT query FROM pg_stat_activity", "SELECT * FROM pg_catalog.pg_class",
        "SELECT table_name FROM information_schema.tables", "SELECT usename FROM \"pg_shadow\"",
        "SELECT * FROM U&\"\\0070g_shadow\"", "SELECT $q$ unended", "SELECT 'unended", "SELECT 1 /* unended",
    };
    for (int i = 0; i < COUNT_OF(refused); i++)
        assert_refused(db, refused[i], "");
    assert_int_equal(access("/tmp/astormer-test-copy-of-staff", F_OK), -1);
    static const char *const allowed[][2] = {
        {"SELECT 'pg_sleep(1)', $$x; DROP$$, E'\\'; --' -- pg_sleep(1)\n;", "pg_sleep(1) | x; DROP | '; --"},
        {"WITH c(x) AS (SELECT 1) SELECT x, lower('A'), coalesce(NULL, 2), date_part('year', DATE '2020-01-01') FROM c",
         "1 | a | 2 | 2020"},
        {"VALUES (1), (2)", "1; 2"},
        {"(SELECT name FROM staff WHERE id IN (1)) UNION SELECT upper(substr('b', 1)) ORDER BY 1", "Ann; B"},
        {"SELECT string_agg(name, ',' ORDER BY name) FILTER (WHERE id < 3) FROM staff", "Ann,Bob"},
        {"SELECT row_number() OVER (ORDER BY id) FROM staff", "1; 2; 3"},
    };
    for (int i = 0; i < COUNT_OF(allowed); i++)
        assert_string_equal(rows_text(&a, db, allowed[i][0]), allowed[i][1]);
    assert_string_equal(rows_text(&a, db, before_sql), before);
    struct error err = {0};
    assert_ok(db_prepare(db, "SELECT name FROM staff", &err), err);
    assert_int_equal(db_prepare(db, "SELECT nothing FROM staff", &err), ST_INPUT);
    assert_non_null(strstr(err.message, "nothing"));
    assert_int_equal(db_prepare(db, "SELECT name > 5 FROM staff", &err), ST_INPUT);
    db_close(db);
    arena_release(&a);
}

static void *cancel_soon(void *cancel)
{
    usleep(100000);
    db_cancel_request(cancel);
    return NULL;
}

static void limits_hold(void **state)
{
    (void)state;
    struct arena a = {0};
    struct error err = {0};
    struct db *db = open_database("firm", NULL);
    struct rows rows = {.arena = &a};
    struct db_sink sink = {.row = rows_add, .context = &rows};
    struct db_outcome outcome;
    static const char many[] = "SELECT i, 'text' FROM generate_series(1, 20000) AS i";
    static const char endless[] = "WITH RECURSIVE c(x) AS (SELECT 1::numeric UNION ALL SELECT x + 1 FROM c) "
                                  "SELECT count(*) FROM c";
    struct db_limits limits = {.max_rows = 100};
    assert_ok(db_query(db, many, &limits, &sink, &outcome, &err), err);
    assert_true(outcome.rows == 100 && rows.n == 100 && outcome.truncated);
    limits = (struct db_limits){.max_bytes = 41};
    assert_ok(db_query(db, many, &limits, &sink, &outcome, &err), err);
    assert_true(outcome.rows == 10 && outcome.truncated);
    limits = (struct db_limits){.max_rows = 20000};
    assert_ok(db_query(db, many, &limits, &sink, &outcome, &err), err);
    assert_true(outcome.rows == 20000 && !outcome.truncated);
    limits = (struct db_limits){.seconds = 0.2};
    assert_int_equal(db_query(db, endless, &limits, &sink, &outcome, &err), ST_LIMIT);
    assert_true(outcome.timed_out && !outcome.cancelled);
    struct db_cancel cancel = {0};
    pthread_t thread;
    limits = (struct db_limits){.cancel = &cancel};
    assert_int_equal(pthread_create(&thread, NULL, cancel_soon, &cancel), 0);
    assert_int_equal(db_query(db, endless, &limits, &sink, &outcome, &err), ST_LIMIT);
    assert_true(outcome.cancelled && !outcome.timed_out);
    pthread_join(thread, NULL);
    limits = (struct db_limits){.seconds = 60};
    assert_int_equal(db_query(db, "SELECT string_agg(md5(i::text), '') FROM generate_series(1, 1200000) AS i",
                              &limits, &sink, &outcome, &err), ST_LIMIT);
    assert_non_null(strstr(err.message, "32 MB"));
    assert_string_equal(rows_text(&a, db, "SELECT 1"), "1"); /* as good as new */
    db_close(db);
    arena_release(&a);
}

static void a_lost_connection_is_made_again(void **state)
{
    (void)state;
    struct arena a = {0};
    struct db *db = open_database("firm", NULL);
    server_run("postgres", "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'astormer'");
    assert_string_equal(rows_text(&a, db, "SELECT 1"), "1");
    db_close(db);
    struct error err = {0};
    assert_int_equal(db_open("postgresql://nobody:secret@127.0.0.1:1/x", &db, &err), ST_IO);
    assert_null(db);
    assert_null(strstr(err.message, "secret"));
    arena_release(&a);
}

static long allocations, fails_at;

static bool refuse(size_t bytes)
{
    (void)bytes;
    return ++allocations == fails_at;
}

static enum status read_and_ask(void *context, struct error *err)
{
    struct db *db = context;
    struct arena a = {0};
    struct schema schema;
    struct rows rows = {.arena = &a};
    struct db_sink sink = {.row = rows_add, .context = &rows};
    enum status st = db_schema(&a, db, &schema, err);
    if (st == ST_OK)
        st = db_query(db, "SELECT name FROM staff ORDER BY name", NULL, &sink, NULL, err);
    arena_release(&a);
    return st;
}

/* The n-th allocation fails: the connection is given up, or as it was, and the next query is answered. */
static void memory_may_run_out_at_any_time(void **state)
{
    (void)state;
    static const char *const deny[] = {"log"};
    struct db *db = open_database("firm", &(struct db_options){.deny = deny, .n_deny = 1});
    for (long n = 1;; n += 1 + n / 8) {
        struct arena a = {0};
        struct error err = {0};
        allocations = 0;
        fails_at = n;
        memory_faults = refuse;
        enum status st = attempt(read_and_ask, db, &err);
        memory_faults = NULL;
        if (st != (allocations >= n ? ST_MEMORY : ST_OK))
            fail_test("allocation %ld of %ld failed: %d %s", n, allocations, st, err.message);
        assert_string_equal(rows_text(&a, db, "SELECT 1"), "1");
        arena_release(&a);
        if (st == ST_OK)
            break;
    }
    db_close(db);
}

static void what_may_not_be_seen_is_not_there(void **state)
{
    (void)state;
    struct arena a = {0};
    struct error err = {0};
    static const char *const deny[] = {"sales.orders", "log", "staff"};
    struct db *db = open_database("firm", &(struct db_options){.deny = deny, .n_deny = 3});
    struct schema s;
    assert_ok(db_schema(&a, db, &s, &err), err);
    assert_int_equal(s.n_tables, 4);
    assert_int_equal(schema_find_table(&s, slice_of("staff")), -1);
    static const char *const refused[] = {
        "SELECT name FROM staff", "SELECT name FROM public.staff", "SELECT name FROM \"staff\"", "TABLE Staff",
        "SELECT * FROM log", "SELECT * FROM log_2020", "SELECT what FROM sales.orders", "SELECT what FROM sales . \"orders\"",
        "WITH names AS (SELECT * FROM staff) SELECT * FROM names",
        "SELECT * FROM staffstaffstaffstaffstaffstaffstaffstaffstaffstaffstaffstaffstaffstaffstaff",
    };
    for (int i = 0; i < COUNT_OF(refused); i++)
        assert_refused(db, refused[i], "");
    assert_string_equal(rows_text(&a, db, "SELECT item FROM orders"), "own");
    assert_string_equal(rows_text(&a, db, "SELECT name FROM names ORDER BY 1"), "Ann; Bob; Cid");
    db_close(db);
    static const char *const wrong[] = {"stafff"};
    struct db_options options = {.deny = wrong, .n_deny = 1};
    assert_int_equal(db_open_with("postgresql:///firm", &options, &db, &err), ST_USAGE);
    arena_release(&a);
}

/* Hidden tables called by words of the language: the words work, the tables are refused. */
static void a_hidden_table_may_be_called_order(void **state)
{
    (void)state;
    struct arena a = {0};
    make_database("words", "CREATE TABLE \"order\" (x int); CREATE TABLE \"limit\" (x int);"
                           "CREATE TABLE t (y int); INSERT INTO t VALUES (2), (1)");
    static const char *const deny[] = {"order", "limit"};
    struct db *db = open_database("words", &(struct db_options){.deny = deny, .n_deny = 2});
    assert_string_equal(rows_text(&a, db, "SELECT y FROM t ORDER BY y LIMIT 1"), "1");
    assert_refused(db, "SELECT x FROM \"order\"", "order");
    assert_refused(db, "SELECT x FROM public.order", "order"); /* after a dot it needs no quotes */
    assert_refused(db, "SELECT x FROM public . limit ORDER BY x", "limit");
    db_close(db);
    arena_release(&a);
}

/* ---- values ---------------------------------------------------------------------------------- */

static bool indexed(const struct value_index *index, const struct schema *s, const char *table, const char *column,
                    const char *cell)
{
    struct value_column c = value_index_column(index, (int)(column_of(s, table, column) - s->columns));
    for (long e = c.first; e < c.first + c.n; e++)
        if (slice_equal(value_index_cell(index, e), cell))
            return true;
    return false;
}

static void stored_values_are_indexed(void **state)
{
    (void)state;
    struct arena a = {0};
    struct error err = {0};
    struct db *db = open_database("firm", NULL);
    struct schema s;
    assert_ok(db_schema(&a, db, &s, &err), err);
    struct value_index *index;
    struct value_report report;
    assert_ok(value_index_open(db, &s, NULL, &index, &report, &err), err);
    assert_true(indexed(index, &s, "staff", "name", "Ann"));
    assert_true(indexed(index, &s, "staff", "feeling", "sad"));
    assert_true(indexed(index, &s, "staff", "code", "ab"));
    assert_true(indexed(index, &s, "staff", "pay", "1200.5"));
    assert_true(indexed(index, &s, "log", "line", "started"));
    struct value_column pay = value_index_column(index, (int)(column_of(&s, "staff", "pay") - s.columns));
    assert_true(pay.rows == 3 && pay.nulls == 1 && pay.numeric && pay.low == 900 && pay.high == 1200.5);
    assert_true(value_index_column(index, (int)(column_of(&s, "staff", "name") - s.columns)).complete);
    assert_int_equal(value_index_column(index, (int)(column_of(&s, "staff", "doc") - s.columns)).n, 0);
    value_index_close(index);
    assert_ok(value_index_open(db, &s, NULL, &index, &report, &err), err);
    assert_true(report.from_cache);
    value_index_close(index);
    db_close(db);
    arena_release(&a);
}

/* ---- the dialect ----------------------------------------------------------------------------- */

/* Each SQL is read as SQLite's, written for PostgreSQL and run there. */
static void what_sqlite_lets_pass_is_said_so_that_it_runs(void **state)
{
    (void)state;
    struct arena a = {0};
    struct error err = {0};
    struct db *db = open_database("firm", NULL);
    struct schema s;
    assert_ok(db_schema(&a, db, &s, &err), err);
    static const char *const cases[][2] = {
        {"SELECT name FROM staff WHERE name LIKE 'a%'", "Ann"},
        {"SELECT name FROM staff WHERE id LIKE '1%'", "Ann"},
        {"SELECT name FROM staff WHERE born LIKE '1999%'", "Ann"},
        {"SELECT name FROM staff WHERE born > '1990'", "Ann"},
        {"SELECT name FROM staff WHERE born < '1999-01-02'", "Bob"},
        {"SELECT name FROM staff WHERE born = 'never' OR born = '2021-02-29'", ""},
        {"SELECT name FROM staff WHERE hired >= '2021-01-01'", "Bob"},
        {"SELECT name FROM staff WHERE active = 1", "Ann"},
        {"SELECT name FROM staff WHERE active = 'yes' OR active = 'maybe'", "Ann"},
        {"SELECT name FROM staff WHERE active = 'true'", "Ann"},
        {"SELECT name FROM staff WHERE id = 'x'", ""},
        {"SELECT name FROM staff WHERE id = '2'", "Bob"},
        {"SELECT name FROM staff WHERE id > 1.5 AND id < '2.5'", "Bob"},
        {"SELECT name FROM staff WHERE id IN ('1', 'x')", "Ann"},
        {"SELECT name FROM staff WHERE note = 12", "Ann"},
        {"SELECT name FROM staff WHERE note IN (7, 12) ORDER BY name", "Ann; Bob"},
        {"SELECT name FROM staff WHERE feeling = 'sad' OR feeling = 'angry'", "Bob"},
        {"SELECT name FROM staff WHERE \"key\" = 'nonsense'", ""},
        {"SELECT name FROM staff WHERE name = 'a\\b' OR name LIKE 'a\\%'", ""},
        {"SELECT name FROM staff WHERE id = note", ""},
        {"SELECT name FROM staff WHERE id IN (SELECT note FROM staff)", ""},
        {"SELECT name FROM staff WHERE note IN (SELECT id + 6 FROM staff)", "Bob"},
        {"SELECT sum(active), max(active), count(DISTINCT doc) FROM staff", "1 | 1 | 2"},
        {"SELECT sum(note) FROM staff WHERE note != 'x'", "19"},
        {"SELECT id / 0, id / 2 FROM staff WHERE id = 3", "NULL | 1"},
        {"SELECT name FROM staff ORDER BY pay", "Cid; Bob; Ann"},
        {"SELECT name FROM staff ORDER BY pay DESC LIMIT 1", "Ann"},
        {"SELECT name, max(pay) FROM staff", "Ann | 1200.5"},
        {"SELECT name, min(pay) FROM staff", "Bob | 900"},
        {"SELECT name, count(*) FROM staff GROUP BY id ORDER BY id", "Ann | 1; Bob | 1; Cid | 1"},
        {"SELECT T1.name, count(*) FROM staff AS T1 JOIN sales.orders AS T2 ON T1.id = T2.seller "
         "GROUP BY T2.seller ORDER BY count(*) DESC", "Ann | 2; Bob | 1"},
        {"SELECT * FROM sales.orders GROUP BY seller ORDER BY seller", NULL},
        {"SELECT active FROM staff GROUP BY code HAVING name = 'Ann'", "1"},
        {"SELECT DISTINCT what FROM sales.orders ORDER BY id DESC", "tea; milk"},
        {"SELECT DISTINCT seller FROM sales.orders GROUP BY seller ORDER BY count(*) DESC", "1; 2"},
        {"SELECT name FROM staff WHERE id = (SELECT seller FROM sales.orders WHERE seller < 2)", "Ann"},
        {"SELECT id FROM staff UNION SELECT name FROM staff WHERE id = 1", NULL},
        {"SELECT name FROM staff WHERE id > 1 INTERSECT SELECT name FROM staff EXCEPT SELECT name FROM staff WHERE id = 3",
         "Bob"},
        {"SELECT name FROM staff EXCEPT SELECT T1.name FROM staff AS T1 JOIN sales.orders AS T2 ON T1.id = T2.seller", "Cid"},
        {"SELECT count(*) FROM (SELECT DISTINCT what FROM sales.orders) AS t", "2"},
        {"SELECT name FROM staff WHERE EXISTS (SELECT * FROM sales.orders WHERE orders.seller = staff.id) ORDER BY name",
         "Ann; Bob"},
        {"SELECT name FROM staff WHERE id BETWEEN '1' AND 'x'", NULL},
        {"SELECT name FROM staff WHERE 2 < id", "Cid"},
        {"SELECT name FROM staff WHERE note IS 7", "Bob"},
    };
    for (int i = 0; i < COUNT_OF(cases); i++) {
        struct query *q;
        assert_ok(sql_parse(&a, &s, cases[i][0], strlen(cases[i][0]), SQL_READ_STRICT, &q, &err), err);
        const char *sql = sql_print(&a, &s, q, SQL_POSTGRES);
        const char *rows = rows_text(&a, db, sql); /* fails with the SQL if it does not run */
        if (cases[i][1] && strcmp(rows, cases[i][1]) != 0)
            fail_test("%s\nas %s\ngives %s", cases[i][0], sql, rows);
    }
    db_close(db);
    arena_release(&a);
}

static void a_hostile_name_stays_a_name(void **state)
{
    (void)state;
    struct arena a = {0};
    struct error err = {0};
    struct db *db = open_database("firm", NULL);
    struct schema s;
    assert_ok(db_schema(&a, db, &s, &err), err);
    int t = schema_find_table(&s, slice_of("Order\"s; DROP TABLE staff; --"));
    assert_true(t >= 0);
    struct expr *select[3];
    int n = 0;
    for (int i = 1; i < s.n_columns; i++)
        if (s.columns[i].table == t)
            select[n++] = expr_column(&a, (struct column_ref){i, 0, 0, -1});
    assert_int_equal(n, 3);
    struct source from = {.table = t};
    struct expr *args[] = {select[0], expr_literal(&a, LITERAL_TEXT, "it's \\ \"")};
    struct query q = {.select = select, .n_select = 3, .from = &from, .n_from = 1,
                      .where = expr_node(&a, EXPR_COMPARE, CMP_EQ, args, 2)};
    assert_true(query_finish(&a, &q));
    assert_string_equal(rows_text(&a, db, sql_print(&a, &s, &q, SQL_POSTGRES)), "it's \\ \" | 1 | x");
    assert_string_equal(rows_text(&a, db, "SELECT count(*) FROM staff"), "3");
    db_close(db);
    arena_release(&a);
}

/* PostgreSQL computes what is constant before it runs: a text that is a moment for nobody but us must
 * not reach it as one, nor a date beyond its calendar.  Only trees can say such things. */
static void a_text_that_is_no_moment_is_none(void **state)
{
    (void)state;
    static const struct {
        const char *text, *rows;
    } cases[] = {{"last days", "NULL"}, {"2023-03", "NULL"}, {"2023-03-15", "2023"}};
    struct arena a = {0};
    struct error err = {0};
    struct db *db = open_database("firm", NULL);
    struct schema s;
    assert_ok(db_schema(&a, db, &s, &err), err);
    for (int i = 0; i < COUNT_OF(cases); i++) {
        struct expr *text = expr_literal(&a, LITERAL_TEXT, cases[i].text);
        struct expr *select[] = {expr_node(&a, EXPR_DATE_PART, PART_YEAR, &text, 1)};
        struct query q = {.select = select, .n_select = 1};
        assert_true(query_finish(&a, &q));
        assert_string_equal(rows_text(&a, db, sql_print(&a, &s, &q, SQL_POSTGRES)), cases[i].rows);
    }
    struct expr *numbers[] = {expr_literal(&a, LITERAL_NUMBER, "922023"),
                              expr_literal(&a, LITERAL_NUMBER, "248.78")};
    struct expr *shift[] = {expr_literal(&a, LITERAL_DATE, "2023-01-01"),
                            expr_node(&a, EXPR_FUNCTION, FN_GREATEST, numbers, 2)};
    struct expr *select[] = {expr_node(&a, EXPR_DATE_SHIFT, SPAN_YEAR, shift, 2)};
    struct query q = {.select = select, .n_select = 1};
    assert_true(query_finish(&a, &q));
    assert_ok(db_prepare(db, sql_print(&a, &s, &q, SQL_POSTGRES), &err), err);
    db_close(db);
    arena_release(&a);
}

/* ---- the same questions, the same rows ------------------------------------------------------- */

/* A script for SQLite as PostgreSQL takes it: no PRAGMA, and SQLite's REAL has eight bytes. */
static char *for_postgres(struct arena *a, struct slice script)
{
    struct strbuf out = strbuf_in(a);
    for (const char *line = script.s, *end = script.s + script.n; line < end;) {
        const char *next = memchr(line, '\n', (size_t)(end - line));
        size_t n = (size_t)((next ? next + 1 : end) - line);
        const char *real = memmem(line, n, " REAL", 5);
        if (n >= 6 && strncmp(line, "PRAGMA", 6) == 0) {
            /* left out */
        } else if (real && line[0] == ' ') {
            strbuf_add(&out, line, (size_t)(real - line));
            strbuf_puts(&out, " DOUBLE PRECISION");
            strbuf_add(&out, real + 5, n - (size_t)(real + 5 - line));
        } else {
            strbuf_add(&out, line, n);
        }
        line += n;
    }
    return out.s;
}

struct pair { /* one set of data in both engines */
    char name[64];
    struct scratch scratch;
    struct db *sqlite, *postgres;
    struct schema schema;
};

static struct pair make_pair(struct arena *a, const char *directory, const char *name)
{
    struct pair p = {0};
    struct error err = {0};
    struct slice script;
    snprintf(p.name, sizeof p.name, "%s", name);
    assert_ok(file_read(a, arena_printf(a, "%s/%s.sql", directory, name), 8 << 20, &script, &err), err);
    p.scratch = scratch_new(arena_strndup(a, script.s, script.n));
    make_database(name, for_postgres(a, script));
    assert_ok(db_open(p.scratch.db, &p.sqlite, &err), err);
    p.postgres = open_database(name, NULL);
    assert_ok(db_schema(a, p.postgres, &p.schema, &err), err);
    return p;
}

static void compare_rows(struct pair *p, const char *sql, enum sql_reading reading)
{
    struct arena a = {0};
    struct error err = {0};
    struct query *q;
    struct rows mine, theirs;
    assert_ok(sql_parse(&a, &p->schema, sql, strlen(sql), reading, &q, &err), err);
    const char *printed = sql_print(&a, &p->schema, q, SQL_POSTGRES);
    assert_ok(rows_query(&a, p->sqlite, sql, &mine, &err), err);
    if (rows_query(&a, p->postgres, printed, &theirs, &err) != ST_OK)
        fail_test("%s\nas %s\n%s", sql, printed, err.message);
    if (q->n_order == 0) {
        qsort(mine.lines, (size_t)mine.n, sizeof *mine.lines, rows_compare);
        qsort(theirs.lines, (size_t)theirs.n, sizeof *theirs.lines, rows_compare);
    }
    for (int i = 0; i < MAX(mine.n, theirs.n); i++) {
        const char *x = i < mine.n ? mine.lines[i] : "(none)", *y = i < theirs.n ? theirs.lines[i] : "(none)";
        if (strcmp(x, y) != 0)
            fail_test("%s\nas %s\nrow %d: SQLite has %s, PostgreSQL %s", sql, printed, i, x, y);
    }
    arena_release(&a);
}

/* Dates, ratios, CASE, LEFT JOIN, windows: what is written differently for PostgreSQL. */
static void everyday_queries_return_the_same_rows(void **state)
{
    (void)state;
    static const char *const queries[] = {
        "SELECT id FROM visit WHERE day >= '2023-01-01' AND day < '2024-01-01'",
        "SELECT id FROM visit WHERE strftime('%Y', arrived) = '2023'",
        "SELECT id FROM visit WHERE strftime('%Y-%m', iso) = '2023-03'",
        "SELECT id FROM visit WHERE strftime('%Y', ts, 'unixepoch') = '2023'",
        "SELECT id FROM visit WHERE ts >= CAST(strftime('%s', '2023-03-15') AS INTEGER)",
        "SELECT id FROM visit WHERE ymd BETWEEN 20230101 AND 20231231",
        "SELECT id FROM visit WHERE date(arrived) = '2023-12-31' OR day = '2024-02-29'",
        "SELECT id FROM visit WHERE day != '2023-12-31' AND iso <> '2024-01-01'",
        "SELECT id FROM visit WHERE day < date('now', '-30 days') AND arrived < datetime('now', '-2 hours')",
        "SELECT id FROM visit WHERE ts < CAST(strftime('%s', 'now', 'start of month') AS INTEGER)",
        "SELECT id FROM visit WHERE iso >= date('now', 'start of year', '-1 year') OR ymd < CAST(strftime('%Y%m%d', 'now') AS INTEGER)",
        "SELECT strftime('%Y', day), strftime('%m', day), strftime('%Y-%m', day), strftime('%d', day) FROM visit",
        "SELECT strftime('%w', day), strftime('%W', day), strftime('%H', arrived), strftime('%H:%M', arrived) FROM visit",
        "SELECT (CAST(strftime('%m', day) AS INTEGER) + 2) / 3, CAST(strftime('%w', arrived) AS INTEGER) FROM visit",
        "SELECT date(arrived), time(arrived), datetime(ts, 'unixepoch'), date(ts, 'unixepoch') FROM visit",
        "SELECT strftime('%Y', day), count(*) FROM visit GROUP BY strftime('%Y', day) ORDER BY strftime('%Y', day)",
        "SELECT id FROM visit WHERE strftime('%m', day) IN ('03', '12') AND strftime('%w', day) != '0'",
        "SELECT id, round(julianday(left_at) - julianday(arrived), 3), round((julianday(left_at) - julianday(day)) * 24, 2) FROM visit",
        "SELECT date(day, '+4 years'), date(day, '-7 days'), date(day, '+' || guests || ' days') FROM visit",
        "SELECT sum(CASE WHEN guests > 2 THEN 1 ELSE 0 END), sum(guests > 2), sum(CASE WHEN guests > 2 THEN price ELSE 0 END) FROM visit",
        "SELECT place_id, 100.0 * sum(CASE WHEN guests > 2 THEN 1 ELSE 0 END) / count(*) FROM visit WHERE place_id = 3 GROUP BY place_id",
        "SELECT 100.0 * count(price) / count(*), CAST(sum(guests) AS REAL) / 4, sum(guests) / 4, count(*) / 0 FROM visit",
        "SELECT id, CASE WHEN guests < 3 THEN 'few' WHEN guests < 5 THEN 'some' ELSE 'many' END FROM visit",
        "SELECT coalesce(price, 0), nullif(guests, 4), round(price, 1), abs(0 - price), CAST(price AS INTEGER), min(guests, 3) FROM visit",
        "SELECT upper(name) || '-' || id, substr(name, 1, 2), length(name), replace(lower(name), 'l', 'r') FROM place",
        "SELECT name, count(visit.id) FROM place LEFT JOIN visit ON visit.place_id = place.id AND visit.day >= '2024-01-01' GROUP BY place.id",
        "SELECT name FROM place LEFT JOIN visit ON visit.place_id = place.id WHERE visit.id IS NULL",
        "SELECT name, price FROM (SELECT place.name, visit.price, row_number() OVER (PARTITION BY place.id ORDER BY visit.price DESC) AS rn "
        "FROM visit JOIN place ON visit.place_id = place.id) WHERE rn = 1",
        "SELECT name, price FROM (SELECT place.name, visit.price, row_number() OVER (PARTITION BY place.id ORDER BY visit.price DESC, "
        "visit.day, visit.id DESC) AS rn FROM visit JOIN place ON visit.place_id = place.id) WHERE rn <= 2",
        "SELECT name, total FROM (SELECT place.name, sum(price) AS total, rank() OVER (ORDER BY sum(price) DESC) AS r FROM visit "
        "JOIN place ON visit.place_id = place.id GROUP BY place.id) WHERE r = 2",
        "WITH busy AS (SELECT place_id, count(*) AS n FROM visit GROUP BY place_id) SELECT name, n FROM place JOIN busy ON busy.place_id = place.id",
        "SELECT (SELECT count(*) FROM visit) * 1.0 / (SELECT count(*) FROM place)",
        "SELECT id, sum(guests) OVER (PARTITION BY place_id) FROM visit",
        "SELECT max(day), min(arrived) FROM visit GROUP BY place_id HAVING max(day) < '2024-01-01'",
        "SELECT id FROM visit ORDER BY price DESC, id LIMIT 3 OFFSET 1",
        "SELECT id FROM visit WHERE guests % 2 AND NOT guests - 1",
        "SELECT strftime('%Y', day) / 10 * 10, count(*) FROM visit GROUP BY strftime('%Y', day) / 10 * 10",
        /* seconds are whole ones, and no years of a date */
        "SELECT id, (ts - CAST(strftime('%s', '2023-01-01') AS INTEGER)) / 86400, "
        "(CAST(strftime('%s', '2026-01-01') AS INTEGER) - ts) / 3600.0 FROM visit",
        /* a value that is always NULL takes the type beside it, and so do the sides of BETWEEN */
        "SELECT id FROM visit WHERE coalesce(guests, CASE WHEN price > 1 THEN NULL END) > 2",
        "SELECT id FROM visit WHERE guests BETWEEN place_id AND 3 OR CASE WHEN guests > 1 THEN NULL END > 5",
        "SELECT id, min(max(guests, place_id), 3), max(min(guests, 3), id, place_id) FROM visit",
        "SELECT id, max(3, 2), 48934861 * 62 FROM visit",
        "SELECT max(min(count(*), 3), sum(guests), 2), substr('abc', 1, 0 - -2) FROM visit",
        /* rows made distinct, ordered by what is not among them */
        "SELECT DISTINCT count(*) FROM visit GROUP BY place_id ORDER BY max(price) DESC",
        "SELECT DISTINCT place_id, 'x' FROM visit WHERE place_id > 0 ORDER BY place_id, price LIMIT 2",
        "SELECT DISTINCT * FROM place ORDER BY length(name), id",
        /* a column of the group, in a sub-query too; stars of derived tables */
        "SELECT place_id, count(*), (SELECT name FROM place WHERE place.id = visit.place_id) FROM visit "
        "GROUP BY place_id",
        "SELECT max(place_id), (SELECT name FROM place WHERE place.id = visit.place_id) FROM visit "
        "WHERE place_id = 2 GROUP BY place_id + 0",
        "SELECT max(n), * FROM (SELECT place_id AS p, count(*) AS n FROM visit WHERE place_id = 1 GROUP BY place_id)",
        /* a name that a derived table's star has twice */
        "SELECT id, name FROM (SELECT * FROM visit JOIN place ON visit.place_id = place.id) WHERE id > 1",
        "SELECT max(id) FROM (SELECT DISTINCT * FROM place JOIN visit ON visit.place_id = place.id)",
    };
    struct arena a = {0};
    const char *root = getenv("ASTORMER_ROOT");
    struct pair p = make_pair(&a, arena_printf(&a, "%s/tests/data", root ? root : "."), "visits");
    for (int i = 0; i < COUNT_OF(queries); i++)
        compare_rows(&p, queries[i], SQL_READ_EVERYDAY);
    db_close(p.sqlite);
    db_close(p.postgres);
    scratch_free(&p.scratch);
    arena_release(&a);
}

/* Every gold query of a file of questions; returns how many. */
static int compare_file(struct arena *a, const char *questions, const char *directory,
                        const char *const *names, int n)
{
    struct pair pairs[8];
    int compared = 0;
    for (int i = 0; i < n; i++)
        pairs[i] = make_pair(a, directory, names[i]);
    FILE *f = fopen(questions, "r");
    assert_non_null(f);
    char *line = NULL;
    size_t capacity = 0;
    while (getline(&line, &capacity, f) > 0) {
        json_t *record = json_loads(line, 0, NULL);
        assert_non_null(record);
        const char *db = json_string_value(json_object_get(record, "db"));
        const char *sql = json_string_value(json_object_get(record, "sql"));
        for (int i = 0; i < n; i++)
            if (strcmp(pairs[i].name, db) == 0) {
                compare_rows(&pairs[i], sql, SQL_READ_STRICT);
                compared++;
            }
        json_decref(record);
    }
    free(line);
    fclose(f);
    for (int i = 0; i < n; i++) {
        db_close(pairs[i].sqlite);
        db_close(pairs[i].postgres);
        scratch_free(&pairs[i].scratch);
    }
    return compared;
}

static void the_same_questions_have_the_same_rows(void **state)
{
    (void)state;
    struct arena a = {0};
    const char *root = getenv("ASTORMER_ROOT");
    assert_non_null(root);
    static const char *const small[] = {"apiary", "coast_lights", "observatory", "repair_cafe"};
    static const char *const examples[] = {"bookshop", "ferries"};
    assert_int_equal(compare_file(&a, arena_printf(&a, "%s/tests/data/small/train.jsonl", root),
                                  arena_printf(&a, "%s/tests/data/small", root), small, 4), 200);
    assert_int_equal(compare_file(&a, arena_printf(&a, "%s/examples/questions.jsonl", root),
                                  arena_printf(&a, "%s/examples", root), examples, 2), 30);
    arena_release(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_schema_is_read_as_it_is),
        cmocka_unit_test(cells_come_as_sqlite_would_have_them),
        cmocka_unit_test(nothing_but_reading_is_allowed),
        cmocka_unit_test(limits_hold),
        cmocka_unit_test(a_lost_connection_is_made_again),
        cmocka_unit_test(memory_may_run_out_at_any_time),
        cmocka_unit_test(what_may_not_be_seen_is_not_there),
        cmocka_unit_test(a_hidden_table_may_be_called_order),
        cmocka_unit_test(stored_values_are_indexed),
        cmocka_unit_test(what_sqlite_lets_pass_is_said_so_that_it_runs),
        cmocka_unit_test(a_hostile_name_stays_a_name),
        cmocka_unit_test(a_text_that_is_no_moment_is_none),
        cmocka_unit_test(the_same_questions_have_the_same_rows),
        cmocka_unit_test(everyday_queries_return_the_same_rows),
    };
    return cmocka_run_group_tests(tests, set_up, NULL);
}
