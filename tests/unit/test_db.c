/* test_db.c - opening, guarded queries, schemas, type repair, binding. */
#include "test.h"

#include "db/db.h"
#include "scratch_db.h"

#include <fcntl.h>
#include <pthread.h>
#include <sys/stat.h>

static const char shop_sql[] =
    "CREATE TABLE customer ( -- people who bought something\n"
    "  cust_id INTEGER PRIMARY KEY, -- running number\n"
    "  FirstName VARCHAR(20),\n"
    "  -- where the parcel goes\n"
    "  addr TEXT /* street and house */,\n"
    "  is_member CHAR(1), active TEXT, vip INT, sex TEXT,\n"
    "  since TEXT, birth_year TEXT, score TEXT, zip TEXT, note BLOB, price DECIMAL(8,2), free\n"
    ");"
    "INSERT INTO customer VALUES (1, 'Ann', 'Main St', 'x', 'Y', 1, 'F', '2014-05-06', '1980', '3.5',"
    " '02139', x'00ff', 9.5, 'a'), (2, 'Bob', 'Side St', 'y', 'N', 0, 'M', '2015-01-02', '1999', '4',"
    " '10001', NULL, 3, 7);"
    "CREATE TABLE \"order\" (id INTEGER PRIMARY KEY, customer INTEGER REFERENCES customer,"
    "  \"the \"\"date\"\"\" DATE, FOREIGN KEY (id) REFERENCES nowhere(x));"
    "CREATE TABLE [line item] (o INT, c INT, PRIMARY KEY (o, c), FOREIGN KEY (o) REFERENCES \"order\"(id));"
    "CREATE VIEW members AS SELECT FirstName AS n, price FROM customer WHERE vip = 1;"
    "CREATE VIEW broken AS SELECT * FROM missing_table;"
    "CREATE VIRTUAL TABLE search USING fts5(body);"
    "CREATE TABLE empty (a INT, b TEXT, is_new TEXT);";

static struct db *open_ok(const char *path)
{
    struct error err = {0};
    struct db *db;
    assert_ok(db_open(path, &db, &err), err);
    return db;
}

static int column_id(const struct schema *s, const char *table, const char *column)
{
    int t = schema_find_table(s, slice_of(table));
    assert_true(t >= 0);
    int c = schema_find_column(s, t, slice_of(column));
    assert_true(c > 0);
    return c;
}

static void a_schema_is_read_as_it_is(void **state)
{
    (void)state;
    struct scratch scratch = scratch_new(shop_sql);
    struct arena a = {0};
    struct error err = {0};
    struct db *db = open_ok(scratch.db);
    struct schema s;
    assert_ok(db_schema(&a, db, &s, &err), err);
    assert_string_equal(s.db_id, "shop");
    assert_int_equal(s.n_tables, 6); /* no shadow tables of the full-text index, no broken view */
    assert_int_equal(schema_find_table(&s, slice_of("broken")), -1);
    assert_int_equal(schema_find_table(&s, slice_of("search_content")), -1);
    assert_true(s.tables[schema_find_table(&s, slice_of("members"))].view);
    assert_string_equal(s.columns[0].name, "*");
    assert_string_equal(s.tables[0].comment, "people who bought something");
    const struct column *id = &s.columns[column_id(&s, "customer", "cust_id")];
    assert_string_equal(id->comment, "running number");
    assert_string_equal(id->label, "customer id");
    assert_true(id->primary);
    assert_string_equal(s.columns[column_id(&s, "customer", "addr")].comment,
                        "where the parcel goes street and house");
    assert_null(s.columns[column_id(&s, "customer", "FirstName")].comment);
    assert_string_equal(s.columns[column_id(&s, "customer", "FirstName")].label, "first name");
    column_id(&s, "order", "the \"date\"");
    assert_true(s.columns[column_id(&s, "line item", "o")].primary);
    assert_int_equal(s.n_foreign_keys, 2); /* the one to nowhere is useless */
    assert_true(schema_joins(&s, column_id(&s, "order", "customer"), column_id(&s, "customer", "cust_id")));
    assert_true(schema_joins(&s, column_id(&s, "line item", "o"), column_id(&s, "order", "id")));
    db_close(db);
    arena_release(&a);
    scratch_free(&scratch);
}

static void types_come_from_names_declarations_and_cells(void **state)
{
    (void)state;
    struct scratch scratch = scratch_new(shop_sql);
    struct arena a = {0};
    struct error err = {0};
    struct db *db = open_ok(scratch.db);
    struct schema s;
    assert_ok(db_schema(&a, db, &s, &err), err);
    static const struct {
        const char *table, *column;
        enum column_type type;
    } expected[] = {
        {"customer", "cust_id", COLUMN_NUMBER},  {"customer", "FirstName", COLUMN_TEXT},
        {"customer", "is_member", COLUMN_BOOLEAN}, {"customer", "active", COLUMN_BOOLEAN},
        {"customer", "vip", COLUMN_NUMBER},      {"customer", "sex", COLUMN_TEXT},
        {"customer", "since", COLUMN_TIME},      {"customer", "birth_year", COLUMN_TIME},
        {"customer", "score", COLUMN_NUMBER},    {"customer", "zip", COLUMN_TEXT},
        {"customer", "note", COLUMN_OTHERS},     {"customer", "price", COLUMN_NUMBER},
        {"customer", "free", COLUMN_TEXT},       {"order", "the \"date\"", COLUMN_TIME},
        {"empty", "b", COLUMN_TEXT},             {"empty", "is_new", COLUMN_BOOLEAN},
        {"members", "n", COLUMN_TEXT},
    };
    for (int i = 0; i < COUNT_OF(expected); i++) {
        const struct column *c = &s.columns[column_id(&s, expected[i].table, expected[i].column)];
        if (c->type != expected[i].type)
            fail_test("%s.%s is %s", expected[i].table, expected[i].column,
                      column_type_name(c->type));
    }
    db_close(db);
    arena_release(&a);
    scratch_free(&scratch);
}

static void affinity_follows_sqlite(void **state)
{
    (void)state;
    static const struct {
        const char *type;
        enum db_affinity affinity;
    } cases[] = {
        {NULL, DB_AFFINITY_BLOB},        {"", DB_AFFINITY_BLOB},
        {"blob", DB_AFFINITY_BLOB},      {"CHARINT", DB_AFFINITY_INTEGER},
        {"varchar(9)", DB_AFFINITY_TEXT}, {"FLOATING POINT", DB_AFFINITY_INTEGER},
        {"double", DB_AFFINITY_REAL},    {"DECIMAL(8,2)", DB_AFFINITY_NUMERIC},
        {"bool", DB_AFFINITY_NUMERIC},   {"STRING", DB_AFFINITY_NUMERIC},
    };
    for (int i = 0; i < COUNT_OF(cases); i++)
        assert_int_equal(db_affinity_of(cases[i].type), cases[i].affinity);
}

/* ---- queries ------------------------------------------------------------------------------------- */

struct seen {
    long rows;
    int columns;
    char first[64];
    long stop_after;
};

static bool see_header(void *context, const char *const *names, int n)
{
    struct seen *seen = context;
    seen->columns = n;
    snprintf(seen->first, sizeof seen->first, "%s", names[0]);
    return true;
}

static bool see_row(void *context, const struct db_cell *cells, int n)
{
    (void)cells, (void)n;
    struct seen *seen = context;
    return ++seen->rows != seen->stop_after;
}

static enum status run(struct db *db, const char *sql, struct db_limits limits, struct seen *seen,
                       struct db_outcome *outcome, struct error *err)
{
    *seen = (struct seen){.stop_after = seen->stop_after};
    struct db_sink sink = {see_header, see_row, seen};
    return db_query(db, sql, &limits, &sink, outcome, err);
}

static void queries_only_read_and_keep_their_limits(void **state)
{
    (void)state;
    struct scratch scratch = scratch_new(shop_sql);
    struct error err = {0};
    struct db *db = open_ok(scratch.db);
    struct seen seen = {0};
    struct db_outcome outcome;
    struct db_limits none = {0};
    assert_ok(run(db, "SELECT FirstName, price FROM customer; -- end", none, &seen, &outcome, &err),
              err);
    assert_int_equal(seen.rows, 2);
    assert_string_equal(seen.first, "FirstName");
    static const char *const refused[] = {
        "DELETE FROM customer", "CREATE TABLE x (a)", "ATTACH 'other.db' AS o", "PRAGMA user_version = 5",
        "SELECT 1; SELECT 2", "", "  -- nothing", "SELECT load_extension('x')", "BEGIN", "VACUUM",
        "SELECT * FROM pragma_table_info('customer')",
    };
    for (int i = 0; i < COUNT_OF(refused); i++)
        if (run(db, refused[i], none, &seen, &outcome, &err) == ST_OK)
            fail_test("'%s' was not refused", refused[i]);
    assert_int_equal(run(db, "SELECT nothing FROM customer", none, &seen, &outcome, &err), ST_INPUT);
    assert_non_null(strstr(err.message, "nothing"));

    static const char *const endless =
        "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT x, 'text' FROM c";
    assert_ok(run(db, endless, (struct db_limits){.max_rows = 10}, &seen, &outcome, &err), err);
    assert_true(seen.rows == 10 && outcome.rows == 10 && outcome.truncated);
    assert_ok(run(db, endless, (struct db_limits){.max_bytes = 41}, &seen, &outcome, &err), err);
    assert_true(seen.rows == 10 && outcome.truncated);
    assert_int_equal(run(db, "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) "
                             "SELECT count(*) FROM c",
                         (struct db_limits){.seconds = 0.05}, &seen, &outcome, &err), ST_LIMIT);
    seen.stop_after = 3;
    assert_ok(run(db, endless, none, &seen, &outcome, &err), err);
    assert_true(seen.rows == 3 && !outcome.truncated);
    db_close(db);
    scratch_free(&scratch);
}

static void what_is_no_database_is_said_to_be_none(void **state)
{
    (void)state;
    struct scratch scratch = scratch_new("CREATE TABLE t (a)");
    struct error err = {0};
    struct db *db;
    char path[256];
    assert_int_equal(db_open("/nonexistent/x.db", &db, &err), ST_IO);
    assert_null(db);
    assert_int_equal(db_open(scratch.dir, &db, &err), ST_IO);
    assert_non_null(strstr(err.message, "not a regular file"));
    snprintf(path, sizeof path, "%s/text.db", scratch.dir);
    assert_ok(file_write_atomic(path, "this is no database, but long enough to be looked at....", 56, &err), err);
    assert_int_equal(db_open(path, &db, &err), ST_IO);
    assert_non_null(strstr(err.message, "not a SQLite database"));

    /* a name that SQLite would take for a URI, with an option that would make it writable */
    assert_int_equal(chdir(scratch.dir), 0);
    scratch_run(&scratch, "CREATE TABLE u (a)");
    assert_int_equal(rename(scratch.db, "file:x?mode=rwc"), 0);
    db = open_ok("file:x?mode=rwc");
    struct arena a = {0};
    struct schema s;
    assert_ok(db_schema(&a, db, &s, &err), err);
    assert_int_equal(s.n_tables, 2);
    db_close(db);
    arena_release(&a);
    assert_int_equal(chdir("/"), 0);
    scratch_free(&scratch);
}

/* A WAL database in a directory where no file can be made, with and without unmerged changes.
 * Root may write anywhere, so the directory's lock on us is only real for other users. */
static void a_wal_database_is_read_where_nothing_can_be_written(void **state)
{
    (void)state;
    struct scratch scratch = scratch_new("PRAGMA journal_mode=WAL; CREATE TABLE t (a); INSERT INTO t VALUES (1)");
    struct error err = {0};
    struct seen seen = {0};
    struct db_outcome outcome;
    chmod(scratch.dir, 0500);
    struct db *db = open_ok(scratch.db);
    assert_ok(run(db, "SELECT a FROM t", (struct db_limits){0}, &seen, &outcome, &err), err);
    assert_int_equal(seen.rows, 1);
    db_close(db);
    chmod(scratch.dir, 0700);
    scratch_free(&scratch);
}

static void a_schema_file_is_bound_by_name(void **state)
{
    (void)state;
    struct scratch scratch = scratch_new("CREATE TABLE Singer (Age INT, Name TEXT); CREATE TABLE other (x)");
    struct arena a = {0};
    struct error err = {0};
    struct db *db = open_ok(scratch.db);
    struct table tables[] = {{.name = "missing", .label = "missing"}, {.name = "singer", .label = "singer"}};
    struct column columns[] = {
        {.table = -1, .name = "*", .label = "*"},
        {.table = 0, .name = "age", .label = "age"},
        {.table = 1, .name = "NAME", .label = "name"},
        {.table = 1, .name = "nope", .label = "nope"},
        {.table = 1, .name = "age", .label = "age"},
    };
    struct schema s = {.db_id = "x", .tables = tables, .columns = columns, .n_tables = 2, .n_columns = 5};
    struct db_binding b;
    assert_ok(db_bind(&a, db, &s, &b, &err), err);
    assert_int_equal(b.n_missing, 2);
    assert_null(b.columns[0].table);
    assert_null(b.columns[1].table);
    assert_string_equal(b.columns[2].column, "Name");
    assert_int_equal(b.columns[4].affinity, DB_AFFINITY_INTEGER);
    db_close(db);
    arena_release(&a);
    scratch_free(&scratch);
}

/* Workers that answer questions to one database share its connection. */
struct sharing {
    struct db *db;
    long wrong;
};

static void *ask_many_times(void *context)
{
    struct sharing *s = context;
    for (int i = 0; i < 3000; i++) {
        struct seen seen = {0};
        struct db_outcome outcome;
        struct error err = {0};
        struct db_limits limits = {.max_rows = 10, .seconds = 5};
        s->wrong += run(s->db, "SELECT FirstName FROM customer", limits, &seen, &outcome, &err) !=
                        ST_OK || seen.rows != 2;
    }
    return NULL;
}

static void threads_may_share_a_connection(void **state)
{
    (void)state;
    struct scratch scratch = scratch_new(shop_sql);
    struct db *db = open_ok(scratch.db);
    struct sharing sharing[3];
    pthread_t threads[3];
    for (int i = 0; i < 3; i++) {
        sharing[i] = (struct sharing){.db = db};
        assert_int_equal(pthread_create(&threads[i], NULL, ask_many_times, &sharing[i]), 0);
    }
    for (int i = 0; i < 3; i++) {
        pthread_join(threads[i], NULL);
        assert_int_equal(sharing[i].wrong, 0);
    }
    db_close(db);
    scratch_free(&scratch);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_schema_is_read_as_it_is),
        cmocka_unit_test(types_come_from_names_declarations_and_cells),
        cmocka_unit_test(affinity_follows_sqlite),
        cmocka_unit_test(queries_only_read_and_keep_their_limits),
        cmocka_unit_test(threads_may_share_a_connection),
        cmocka_unit_test(what_is_no_database_is_said_to_be_none),
        cmocka_unit_test(a_wal_database_is_read_where_nothing_can_be_written),
        cmocka_unit_test(a_schema_file_is_bound_by_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
