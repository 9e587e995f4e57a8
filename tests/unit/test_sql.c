/* test_sql.c - the parser, what it resolves and refuses, and the printer's dialects. */
#include "test.h"

#include "shop.h"
#include "sql/sql.h"

static enum status parse(struct arena *a, const char *sql, enum sql_reading reading,
                         struct query **q, struct error *err)
{
    return sql_parse(a, &shop, sql, strlen(sql), reading, q, err);
}

/* What an application would run: parse strictly, print for SQLite. */
static const char *sqlite_of(struct arena *a, const char *sql)
{
    struct query *q;
    struct error err = {0};
    assert_ok(parse(a, sql, SQL_READ_BENCHMARK, &q, &err), err);
    return sql_print(a, &shop, q, SQL_SQLITE);
}

static void every_construct_survives_printing(void **state)
{
    (void)state;
    for (int i = 0; i < COUNT_OF(shop_queries); i++) {
        struct arena a = {0};
        struct query *q, *again;
        struct error err = {0};
        assert_ok(parse(&a, shop_queries[i], SQL_READ_STRICT, &q, &err), err);
        const char *text = sql_print(&a, &shop, q, SQL_SQLITE);
        assert_ok(parse(&a, text, SQL_READ_STRICT, &again, &err), err);
        if (!query_equal(q, again))
            fail_test("%s\nprints as\n%s", shop_queries[i], text);
        text = sql_print(&a, &shop, q, SQL_BENCHMARK);
        /* the benchmark form has no output labels, so count(*) AS n cannot be referred to */
        bool labels = strstr(shop_queries[i], " AS n ") || strstr(shop_queries[i], " AS m,");
        if (!labels)
            assert_ok(parse(&a, text, SQL_READ_BENCHMARK, &again, &err), err);
        if (!labels && !query_equal(q, again))
            fail_test("%s\nprints as\n%s", shop_queries[i], text);
        arena_release(&a);
    }
}

static void spelling_is_forgotten_and_meaning_kept(void **state)
{
    (void)state;
    static const char *const same[][2] = {
        {"select NAME from CUSTOMER where AGE==3;", "SELECT name FROM customer WHERE age = 3"},
        {"SELECT t.name FROM customer t WHERE t.age ! = 3", "SELECT name FROM customer WHERE age != 3"},
        {"SELECT name FROM customer WHERE age > = 3", "SELECT name FROM customer WHERE age >= 3"},
        {"SELECT name FROM customer WHERE age <> 3", "SELECT name FROM customer WHERE age != 3"},
        {"SELECT name FROM customer WHERE ((age = 3) AND (age = 4 AND age = 5))",
         "SELECT name FROM customer WHERE age = 3 AND age = 4 AND age = 5"},
        {"SELECT name FROM customer WHERE name = \"x\"", "SELECT name FROM customer WHERE name = 'x'"},
        {"SELECT name FROM customer WHERE name = \"City\"", "SELECT name FROM customer WHERE name = City"},
        {"SELECT [name], `age` FROM customer -- comment\n", "SELECT name, age FROM customer"},
        {"SELECT name FROM customer LIMIT 2, 1", "SELECT name FROM customer LIMIT 1 OFFSET 2"},
        {"SELECT name FROM customer ORDER BY 1 DESC", "SELECT name FROM customer ORDER BY name DESC"},
        {"SELECT age AS x FROM customer ORDER BY x", "SELECT age AS x FROM customer ORDER BY age"},
        {"SELECT -age FROM customer", "SELECT 0 - age FROM customer"},
        {"SELECT name FROM customer WHERE (age = 1 OR age = 2) AND age = 3",
         "SELECT name FROM customer WHERE (age = 1 OR age = 2) AND age = 3"},
        {"SELECT (age + 1) * 2 - (3 - age) FROM customer", "SELECT (age + 1) * 2 - (3 - age) FROM customer"},
        {"SELECT name FROM customer WHERE name = 'it''s'", "SELECT name FROM customer WHERE name = 'it''s'"},
        {"SELECT name FROM customer, orders", "SELECT customer.name FROM customer JOIN Orders"},
        {"SELECT T1.name FROM customer AS T1 JOIN orders AS T2 JOIN person AS T3 ON T1.id = T3.id AND "
         "T1.id = T2.customer_id",
         "SELECT customer.name FROM customer JOIN Orders ON customer.id = Orders.customer_id "
         "JOIN person ON customer.id = person.id"},
        {"SELECT b.name FROM person a JOIN person b ON a.boss_id = b.id",
         "SELECT T2.name FROM person AS T1 JOIN person AS T2 ON T1.boss_id = T2.id"},
        {"SELECT name FROM customer c WHERE age > (SELECT avg(age) FROM customer WHERE City = c.City)",
         "SELECT name FROM customer AS T1 WHERE age > (SELECT avg(age) FROM customer WHERE City = T1.City)"},
        {"(SELECT id FROM customer LIMIT 3) UNION (SELECT id FROM person)",
         "SELECT * FROM (SELECT id FROM customer LIMIT 3) UNION SELECT id FROM person"},
        {"SELECT name FROM customer c LEFT OUTER JOIN orders o ON c.id = o.customer_id AND c.age > 3",
         "SELECT customer.name FROM customer LEFT JOIN Orders ON customer.id = Orders.customer_id "
         "AND customer.age > 3"},
        {"SELECT name FROM orders RIGHT JOIN customer ON customer.id = customer_id",
         "SELECT customer.name FROM customer LEFT JOIN Orders ON customer.id = Orders.customer_id"},
        /* an inner join's conjunct goes no further to the front than its tables, nor to a LEFT JOIN */
        {"SELECT total FROM customer LEFT JOIN orders ON customer.id = customer_id "
         "JOIN person ON person.id = customer.id AND total > 3 AND customer.age > 4",
         "SELECT Orders.total FROM customer LEFT JOIN Orders ON customer.id = Orders.customer_id "
         "JOIN person ON customer.age > 4 AND Orders.total > 3 AND person.id = customer.id"},
        {"SELECT total FROM customer JOIN orders USING (id)",
         "SELECT Orders.total FROM customer JOIN Orders ON customer.id = Orders.id"},
        {"SELECT age FROM customer NATURAL JOIN person",
         "SELECT customer.age FROM customer JOIN person ON customer.id = person.id AND "
         "customer.name = person.name"},
        {"SELECT avg(n) FROM (SELECT count(*) AS n FROM orders GROUP BY year)",
         "SELECT avg(n) FROM (SELECT count(*) AS n FROM Orders GROUP BY year) AS T1"},
        {"SELECT name FROM customer WHERE id IN (SELECT customer_id FROM orders) AND age IS NULL",
         "SELECT name FROM customer WHERE id IN (SELECT customer_id FROM Orders) AND age IS NULL"},
    };
    for (int i = 0; i < COUNT_OF(same); i++) {
        struct arena a = {0};
        assert_string_equal(sqlite_of(&a, same[i][0]), same[i][1]);
        arena_release(&a);
    }
}

static void benchmark_spellings_are_read(void **state)
{
    (void)state;
    static const char *const same[][2] = {
        {"select 100米 , 总量(亿/年) from odd table where odd table.25~30岁 > 3",
         "SELECT \"100米\", \"总量(亿/年)\" FROM \"odd table\" WHERE \"25~30岁\" > 3"},
        {"select id from orders where year > 2018-11-20 and year < 17:30:00",
         "SELECT id FROM Orders WHERE year > '2018-11-20' AND year < '17:30:00'"},
        {"select name age from customer", "SELECT name, age FROM customer"},
        {"select T1.name from customer as T1 join orders as T2 on customer.id == orders.customer_id where "
         "T1.age > ( select avg ( T1.age ) from T1 )",
         "SELECT customer.name FROM customer JOIN Orders ON customer.id = Orders.customer_id "
         "WHERE customer.age > (SELECT avg(age) FROM customer)"},
        {"select id from orders where TIME_NOW - year < 4",
         "SELECT id FROM Orders WHERE CURRENT_DATE - year < 4"},
    };
    for (int i = 0; i < COUNT_OF(same); i++) {
        struct arena a = {0};
        assert_string_equal(sqlite_of(&a, same[i][0]), same[i][1]);
        arena_release(&a);
    }
    struct arena a = {0};
    struct query *q;
    struct error err = {0};
    assert_ok(parse(&a, "SELECT 2018-11-20 FROM orders", SQL_READ_STRICT, &q, &err), err);
    assert_string_equal(sql_print(&a, &shop, q, SQL_SQLITE), "SELECT 2018 - 11 - 20 FROM Orders");
    arena_release(&a);
}

static void errors_say_where_and_what(void **state)
{
    (void)state;
    static const struct {
        const char *sql;
        enum status status;
        const char *message;
    } cases[] = {
        {"", ST_INPUT, "offset 0: expected SELECT, found the end"},
        {"SELECT name FROM nowhere", ST_INPUT, "offset 17: no table 'nowhere'"},
        {"SELECT height FROM customer", ST_INPUT, "offset 7: no column 'height'"},
        {"SELECT x.name FROM customer", ST_INPUT, "no column 'x.name' in sight"},
        {"SELECT name FROM customer WHERE", ST_INPUT, "offset 31: expected a column or a value, found the end"},
        {"SELECT name FROM customer WHERE age", ST_INPUT, "offset 35: expected a comparison"},
        {"SELECT name FROM customer WHERE age > 3 name", ST_INPUT, "offset 40: expected the end of the query, found 'name'"},
        {"SELECT name FROM customer LIMIT x", ST_INPUT, "expected a number of rows"},
        {"SELECT name FROM customer WHERE name = 'x", ST_INPUT, "offset 39: expected a closing '"},
        {"SELECT name FROM customer FULL JOIN orders", ST_UNSUPPORTED, "full joins are not supported"},
        {"SELECT name FROM customer LEFT JOIN orders ON orders.id = person.id JOIN person", ST_INPUT,
         "names a table that comes later"},
        {"SELECT name FROM customer JOIN orders USING (total)", ST_INPUT, "no column 'total' on both sides"},
        {"SELECT * FROM customer JOIN orders USING (id)", ST_UNSUPPORTED, "'*' over USING"},
        {"SELECT soundex(name) FROM customer", ST_UNSUPPORTED, "function 'soundex' is not supported"},
        {"SELECT round() FROM customer", ST_INPUT, "round takes another number of arguments"},
        {"SELECT sum(age) OVER (ORDER BY id ROWS 3 PRECEDING) FROM customer", ST_UNSUPPORTED, "frames"},
        {"SELECT CASE age END FROM customer", ST_INPUT, "expected WHEN, found 'END'"},
        {"SELECT CAST(age AS money) FROM customer", ST_UNSUPPORTED, "CAST to this type"},
        {"SELECT strftime('%j', name) FROM customer", ST_UNSUPPORTED, "strftime with '%j'"},
        {"SELECT date(name, 'localtime') FROM customer", ST_UNSUPPORTED, "this modifier"},
        {"WITH RECURSIVE x AS (SELECT 1) SELECT * FROM x", ST_UNSUPPORTED, "WITH RECURSIVE"},
        {"SELECT name FROM customer UNION SELECT id, age FROM customer", ST_INPUT, "different numbers of columns"},
        {"SELECT name FROM customer JOIN orders ON customer.id = customer_id name = 3", ST_INPUT, "offset 67"},
        {"SELECT name FROM customer ORDER BY 2", ST_INPUT, "no output number 2"},
        {"SELECT name FROM customer WHERE name ~ 3", ST_INPUT, "offset 37: unexpected character '~'"},
        {"SELECT name FROM customer /* x", ST_INPUT, "offset 26: comment without end"},
        {"DELETE FROM customer", ST_INPUT, "expected SELECT, found 'DELETE'"},
    };
    for (int i = 0; i < COUNT_OF(cases); i++) {
        struct arena a = {0};
        struct query *q;
        struct error err = {0};
        assert_int_equal(parse(&a, cases[i].sql, SQL_READ_STRICT, &q, &err), cases[i].status);
        assert_null(q);
        if (!strstr(err.message, cases[i].message))
            fail_test("%s\ngives: %s\nwanted: %s", cases[i].sql, err.message, cases[i].message);
        arena_release(&a);
    }
}

/* before x n + middle + after x n */
static char *nested(struct arena *a, const char *before, int n, const char *middle,
                    const char *after)
{
    struct strbuf b = strbuf_in(a);
    for (int i = 0; i < n; i++)
        strbuf_puts(&b, before);
    strbuf_puts(&b, middle);
    for (int i = 0; i < n; i++)
        strbuf_puts(&b, after);
    return arena_strdup(a, strbuf_text(&b));
}

static void hostile_sizes_are_refused(void **state)
{
    (void)state;
    struct arena a = {0};
    struct query *q;
    struct error err = {0};
    const char *const cases[] = {
        arena_printf(&a, "SELECT %s FROM customer", nested(&a, "(", 5000, "age", ")")),
        arena_printf(&a, "SELECT %s FROM customer", nested(&a, "- ", 5000, "age", "")),
        arena_printf(&a, "SELECT age %s FROM customer", nested(&a, "+ 1 ", 5000, "", "")),
        arena_printf(&a, "SELECT age FROM customer WHERE %s", nested(&a, "NOT ", 5000, "age = 1", "")),
        arena_printf(&a, "SELECT age FROM customer WHERE age IN %s",
                     nested(&a, "(SELECT age FROM customer WHERE age IN ", 500, "(1)", ")")),
        arena_printf(&a, "SELECT age FROM %s", nested(&a, "(SELECT * FROM ", 500, "customer", ")")),
        nested(&a, "SELECT age FROM customer UNION ", 1000, "SELECT age FROM customer", ""),
        arena_printf(&a, "SELECT age FROM customer %s", nested(&a, ", customer ", 100, "", "")),
        arena_printf(&a, "SELECT age %s FROM customer", nested(&a, ", age", 2000, "", "")),
        nested(&a, "SELECT age FROM customer ", 10000, "", ""),
        /* an output used again by position doubles the query at each level */
        arena_printf(&a, "SELECT %s FROM customer",
                     nested(&a, "(SELECT ", 40, "age", " FROM customer ORDER BY 1)")),
    };
    for (int i = 0; i < COUNT_OF(cases); i++) {
        enum status st = parse(&a, cases[i], SQL_READ_STRICT, &q, &err);
        if (st != ST_LIMIT && st != ST_INPUT)
            fail_test("case %d: status %d", i, st);
        assert_null(q);
    }
    assert_int_equal(sql_parse(&a, &shop, "SELECT\0x", 8, SQL_READ_STRICT, &q, &err), ST_INPUT);
    assert_non_null(strstr(err.message, "offset 6: NUL byte"));
    arena_release(&a);
}

/* Two texts that once took time exponential in their depth: each star of a derived table must be
 * looked through once, and each operand of a chain visited once. */
static void depth_costs_no_more_than_length(void **state)
{
    (void)state;
    struct arena a = {0};
    struct query *q;
    struct error err = {0};
    const char *chain = arena_printf(
        &a, "SELECT T1.id FROM customer T1 JOIN orders T2 ON T1.id = T2.id AND %s 1 = T2.year",
        nested(&a, "2 * ", 100, "", ""));
    assert_ok(parse(&a, chain, SQL_READ_STRICT, &q, &err), err);
    assert_true(strlen(sql_print(&a, &shop, q, SQL_SQLITE)) > 400);
    const char *sql = arena_printf(&a, "SELECT nothing FROM %s",
                                   nested(&a, "(SELECT *, *, *, * FROM ", 40, "customer", ")"));
    assert_int_equal(parse(&a, sql, SQL_READ_STRICT, &q, &err), ST_INPUT);
    assert_non_null(strstr(err.message, "no column 'nothing'"));
    arena_release(&a);
}

static void postgres_is_written_as_it_needs(void **state)
{
    (void)state;
    static const char *const cases[][2] = {
        {"SELECT name, City FROM customer WHERE City LIKE 'r%'",
         "SELECT name, \"City\" FROM customer WHERE \"City\" ILIKE 'r%'"},
        {"SELECT name FROM customer WHERE City = 5 AND age = 5 AND City IN (1, 'x')",
         "SELECT name FROM customer WHERE \"City\" = '5' AND age = 5 AND \"City\" IN ('1', 'x')"},
        {"SELECT customer.name FROM customer, orders WHERE age IS 3",
         "SELECT customer.name FROM customer CROSS JOIN \"Orders\" WHERE customer.age IS NOT DISTINCT FROM 3"},
        {"SELECT name FROM customer UNION SELECT name FROM person ORDER BY name",
         "SELECT name FROM customer UNION SELECT name FROM person ORDER BY 1 NULLS FIRST"},
        {"SELECT count(*) FROM (SELECT id FROM person LIMIT 1)",
         "SELECT count(*) FROM (SELECT id FROM person LIMIT 1) AS T1"},
        {"SELECT id FROM person EXCEPT (SELECT id FROM orders UNION SELECT id FROM customer)",
         "SELECT id FROM person EXCEPT (SELECT id FROM \"Orders\" UNION SELECT id FROM customer)"},
        /* what SQLite does with types, groups, several rows, zero and NULL */
        {"SELECT name FROM customer WHERE age = 'x' OR age = '3' OR age LIKE '1%'",
         "SELECT name FROM customer WHERE CAST(age AS TEXT) = 'x' OR age = 3 OR CAST(age AS TEXT) ILIKE '1%'"},
        {"SELECT name FROM customer WHERE name LIKE 'a\\b'",
         "SELECT name FROM customer WHERE name ILIKE 'a\\b' ESCAPE ''"},
        {"SELECT name FROM customer WHERE name IN (SELECT age FROM customer)",
         "SELECT name FROM customer WHERE name IN (SELECT CAST(age AS TEXT) FROM customer)"},
        {"SELECT name FROM customer WHERE age = (SELECT id FROM person)",
         "SELECT name FROM customer WHERE age = (SELECT id FROM person LIMIT 1)"},
        {"SELECT name FROM customer WHERE age > (SELECT avg(age) FROM customer)",
         "SELECT name FROM customer WHERE age > (SELECT avg(age) FROM customer)"},
        {"SELECT age / id, age / 2, sum(name) FROM customer GROUP BY age, id",
         "SELECT age / NULLIF(id, 0), age / 2, sum(CAST(name AS NUMERIC)) FROM customer GROUP BY age, id"},
        {"SELECT name, max(age) FROM customer",
         "SELECT (array_agg(name ORDER BY age DESC NULLS LAST))[1], max(age) FROM customer"},
        {"SELECT name, count(*) FROM customer GROUP BY City HAVING age > 3 ORDER BY count(*)",
         "SELECT min(name), count(*) FROM customer GROUP BY \"City\" HAVING min(age) > 3 ORDER BY count(*)"},
        {"SELECT DISTINCT name FROM customer ORDER BY age DESC",
         "SELECT name FROM customer GROUP BY name ORDER BY max(age) DESC NULLS LAST"},
        {"SELECT age FROM customer UNION SELECT name FROM person",
         "SELECT CAST(age AS TEXT) FROM customer UNION SELECT CAST(name AS TEXT) FROM person"},
    };
    for (int i = 0; i < COUNT_OF(cases); i++) {
        struct arena a = {0};
        struct query *q;
        struct error err = {0};
        assert_ok(parse(&a, cases[i][0], SQL_READ_STRICT, &q, &err), err);
        assert_string_equal(sql_print(&a, &shop, q, SQL_POSTGRES), cases[i][1]);
        arena_release(&a);
    }
}

static void benchmark_form_names_tables(void **state)
{
    (void)state;
    static const char *const cases[][2] = {
        {"SELECT name FROM customer WHERE age > 3 ORDER BY age",
         "select customer.name from customer where customer.age > 3 order by customer.age asc"},
        {"SELECT a.name FROM person a JOIN person b ON a.boss_id = b.id OR a.id = 3",
         "select T1.name from person as T1 join person as T2 on T1.boss_id = T2.id or T1.id = 3"},
        {"SELECT name FROM customer WHERE name = 'it''s'",
         "select customer.name from customer where customer.name = \"it's\""},
        {"SELECT a.total - b.total FROM (SELECT total FROM orders) a, (SELECT max(total) FROM orders) b",
         "select a.total - b.total from ( select Orders.total from Orders ) a , "
         "( select max(Orders.total) from Orders ) b"},
    };
    for (int i = 0; i < COUNT_OF(cases); i++) {
        struct arena a = {0};
        struct query *q;
        struct error err = {0};
        assert_ok(parse(&a, cases[i][0], SQL_READ_STRICT, &q, &err), err);
        assert_string_equal(sql_print(&a, &shop, q, SQL_BENCHMARK), cases[i][1]);
        arena_release(&a);
    }
}

static void an_alias_never_hides_a_table(void **state)
{
    (void)state;
    struct table tables[] = {{.name = "t1", .label = "t1"}};
    struct column columns[] = {{.table = -1, .name = "*"}, {.table = 0, .name = "x"}};
    struct schema s = {.tables = tables, .columns = columns, .n_tables = 1, .n_columns = 2};
    struct arena a = {0};
    struct query *q;
    struct error err = {0};
    const char *sql = "SELECT b.x FROM t1 a JOIN t1 b ON a.x = b.x";
    assert_ok(sql_parse(&a, &s, sql, strlen(sql), SQL_READ_STRICT, &q, &err), err);
    assert_string_equal(sql_print(&a, &s, q, SQL_SQLITE),
                        "SELECT T_2.x FROM t1 AS T_1 JOIN t1 AS T_2 ON T_1.x = T_2.x");
    arena_release(&a);
}

/* In ORDER BY a label comes before a column of its name, but only where it stands by itself. */
static void a_label_may_hide_a_column(void **state)
{
    (void)state;
    static const struct {
        const char *sql, *printed;
    } cases[] = {
        {"SELECT name, name AS id, 0 AS name FROM customer ORDER BY id, name",
         "SELECT name, name AS id, 0 AS name FROM customer ORDER BY customer.name ASC, (0) ASC"},
        {"SELECT id AS age FROM customer ORDER BY age", "SELECT id AS age FROM customer ORDER BY id"},
        {"SELECT id AS age FROM customer ORDER BY (age)", "SELECT id AS age FROM customer ORDER BY id"},
        {"SELECT id AS age FROM customer ORDER BY customer.AGE DESC",
         "SELECT id AS age FROM customer ORDER BY customer.age DESC"},
        {"SELECT id AS age FROM customer ORDER BY age + 1", "SELECT id AS age FROM customer ORDER BY age + 1"},
        {"SELECT id AS years FROM customer ORDER BY years + 1",
         "SELECT id AS years FROM customer ORDER BY id + 1"},
        {"SELECT max(age) AS name FROM customer GROUP BY name ORDER BY customer.name",
         "SELECT max(age) AS name FROM customer GROUP BY name ORDER BY customer.name"},
        {"SELECT x.a AS b FROM (SELECT age AS a, id AS b FROM customer) AS x ORDER BY x.b",
         "SELECT a AS b FROM (SELECT age AS a, id AS b FROM customer) AS T1 ORDER BY T1.b"},
    };
    struct arena a = {0};
    for (int i = 0; i < COUNT_OF(cases); i++) {
        struct query *q, *again;
        struct error err = {0};
        assert_ok(parse(&a, cases[i].sql, SQL_READ_EVERYDAY, &q, &err), err);
        const char *text = sql_print(&a, &shop, q, SQL_SQLITE);
        assert_string_equal(text, cases[i].printed);
        assert_ok(parse(&a, text, SQL_READ_EVERYDAY, &again, &err), err);
        assert_true(query_equal(q, again));
    }
    arena_release(&a);
}

static void literals_are_unified_where_affinity_makes_them_equal(void **state)
{
    (void)state;
    static const char *const cases[][2] = {
        {"age = '12'", "age = 12"},          {"City = '2014'", "City = 2014"},
        {"City = '007'", "City = '007'"},    {"City = '1.50'", "City = '1.50'"},
        {"City = '1.5'", "City = 1.5"},      {"City = '-0'", "City = '-0'"},
        {"City IN ('1', 'x')", "City IN (1, 'x')"},
        {"age BETWEEN '1' AND '2'", "age BETWEEN 1 AND 2"},
        {"age + 1 = '12'", "age + 1 = '12'"}, /* an expression has no affinity */
        {"City = '1e5'", "City = '1e5'"},
    };
    for (int i = 0; i < COUNT_OF(cases); i++) {
        struct arena a = {0};
        struct query *q;
        struct error err = {0};
        assert_ok(parse(&a, arena_printf(&a, "SELECT id FROM customer WHERE %s", cases[i][0]),
                        SQL_READ_STRICT, &q, &err), err);
        query_unify_literals(&shop, q);
        assert_string_equal(sql_print(&a, &shop, q, SQL_SQLITE),
                            arena_printf(&a, "SELECT id FROM customer WHERE %s", cases[i][1]));
        arena_release(&a);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_construct_survives_printing),
        cmocka_unit_test(spelling_is_forgotten_and_meaning_kept),
        cmocka_unit_test(benchmark_spellings_are_read),
        cmocka_unit_test(errors_say_where_and_what),
        cmocka_unit_test(hostile_sizes_are_refused),
        cmocka_unit_test(depth_costs_no_more_than_length),
        cmocka_unit_test(postgres_is_written_as_it_needs),
        cmocka_unit_test(benchmark_form_names_tables),
        cmocka_unit_test(an_alias_never_hides_a_table),
        cmocka_unit_test(a_label_may_hide_a_column),
        cmocka_unit_test(literals_are_unified_where_affinity_makes_them_equal),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
