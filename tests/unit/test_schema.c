/* test_schema.c - schema files, look-ups, labels, key repair. */
#include "test.h"

#include "schema/schema.h"

#include <unistd.h>

static const char good[] =
    "[{\"db_id\":\"shop\",\"table_names\":[\"customer\",\"order line\"],"
    "\"table_names_original\":[\"Customer\",\"OrderLine\"],"
    "\"column_names\":[[-1,\"*\"],[0,\"customer id\"],[0,\"name\"],[1,\"line id\"],[1,\"customer id\"]],"
    "\"column_names_original\":[[-1,\"*\"],[0,\"CustomerID\"],[0,\"Name\"],[1,\"LineID\"],[1,\"CustomerID\"]],"
    "\"column_types\":[\"text\",\"number\",\"text\",\"number\",\"number\"],"
    "\"primary_keys\":[1,3],\"foreign_keys\":[[4,1]]}]";

/* Reads `text` as a schema file; the caller releases the arena. */
static enum status read_text(struct arena *a, const char *text, enum schema_flavour flavour,
                             struct schema_set *set, struct error *err)
{
    char path[] = "/tmp/astormer-test-XXXXXX";
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    assert_true(write(fd, text, strlen(text)) == (ssize_t)strlen(text));
    close(fd);
    enum status st = schema_set_read(a, path, flavour, set, err);
    unlink(path);
    return st;
}

static void reads_a_file_and_finds_names(void **state)
{
    (void)state;
    struct arena a = {0};
    struct schema_set set;
    struct error err = {0};
    assert_ok(read_text(&a, good, SCHEMA_SPIDER, &set, &err), err);
    const struct schema *s = schema_set_find(&set, "shop");
    assert_non_null(s);
    assert_null(schema_set_find(&set, "nothing"));
    assert_int_equal(schema_find_table(s, slice_of("orderline")), 1);
    assert_int_equal(schema_find_column(s, 1, slice_of("CUSTOMERID")), 4);
    assert_int_equal(schema_find_column(s, 1, slice_of("name")), -1);
    assert_true(schema_joins(s, 1, 4) && schema_joins(s, 4, 1) && !schema_joins(s, 2, 4));
    arena_release(&a);
}

static void dusql_gets_time_now_and_shifted_keys(void **state)
{
    (void)state;
    struct arena a = {0};
    struct schema_set set;
    struct error err = {0};
    assert_ok(read_text(&a, good, SCHEMA_DUSQL, &set, &err), err);
    const struct schema *s = &set.schemas[0];
    assert_int_equal(s->n_columns, 6);
    assert_string_equal(s->columns[1].name, "TIME_NOW");
    assert_string_equal(s->columns[2].name, "CustomerID");
    assert_true(s->columns[2].primary && schema_joins(s, 2, 5));
    arena_release(&a);
}

static void bad_files_are_named(void **state)
{
    (void)state;
    static const struct {
        const char *from, *to, *message;
    } cases[] = {
        {"[[4,1]]", "[[9,1]]", "record 0: field 'foreign_keys'"},
        {"[1,3]", "[0]", "record 0: field 'primary_keys'"},
        {"[1,\"LineID\"]", "[7,\"LineID\"]", "record 0: field 'column_names'"},
        {"\"db_id\":\"shop\"", "\"db_id\":3", "record 0: field 'db_id'"},
        {"[\"customer\",\"order line\"]", "[\"customer\"]", "record 0: field 'table_names'"},
    };
    for (int i = 0; i < COUNT_OF(cases); i++) {
        struct arena a = {0};
        const char *at = strstr(good, cases[i].from);
        assert_non_null(at);
        char *text = arena_printf(&a, "%.*s%s%s", (int)(at - good), good, cases[i].to,
                                  at + strlen(cases[i].from));
        struct schema_set set;
        struct error err = {0};
        assert_int_equal(read_text(&a, text, SCHEMA_SPIDER, &set, &err), ST_INPUT);
        assert_non_null(strstr(err.message, cases[i].message));
        arena_release(&a);
    }
}

static void labels_split_identifiers(void **state)
{
    (void)state;
    static const char *const cases[][2] = {
        {"StadiumID", "stadium id"}, {"home_town", "home town"},   {"HTTPServer", "http server"},
        {"Top10List", "top 10 list"}, {"_x__y_", "x y"},           {"总量", "总量"},
        {"*", "*"},                  {"Has_Pet", "has pet"},       {"---", "---"},
    };
    struct arena a = {0};
    for (int i = 0; i < COUNT_OF(cases); i++)
        assert_string_equal(schema_label(&a, cases[i][0]), cases[i][1]);
    arena_release(&a);
}

static void repair_adds_the_missing_key(void **state)
{
    (void)state;
    /* orders.customer_id has no key although customer.customer_id is a primary key others use */
    struct column columns[] = {
        {.table = -1, .name = "*"},
        {.table = 0, .name = "customer_id", .primary = true},
        {.table = 1, .name = "customer_id"},
        {.table = 2, .name = "customer_id"},
    };
    struct foreign_key keys[] = {{2, 1}};
    struct schema s = {.columns = columns, .foreign_keys = keys, .n_tables = 3, .n_columns = 4,
                       .n_foreign_keys = 1};
    struct arena a = {0};
    schema_repair_keys(&a, &s);
    assert_int_equal(s.n_foreign_keys, 2);
    assert_int_equal(s.foreign_keys[1].from, 3);
    assert_int_equal(s.foreign_keys[1].to, 1);
    schema_repair_keys(&a, &s);
    assert_int_equal(s.n_foreign_keys, 2);
    arena_release(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_a_file_and_finds_names),
        cmocka_unit_test(dusql_gets_time_now_and_shifted_keys),
        cmocka_unit_test(bad_files_are_named),
        cmocka_unit_test(labels_split_identifiers),
        cmocka_unit_test(repair_adds_the_missing_key),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
