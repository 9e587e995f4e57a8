/* shop.h - a small schema for tests of sql/ and tree/: joins, a self-reference, hostile names. */
#ifndef ASTORMER_TEST_SHOP_H
#define ASTORMER_TEST_SHOP_H

#include "schema/schema.h"

enum {
    SHOP_STAR, SHOP_NOW,
    SHOP_CUSTOMER_ID, SHOP_NAME, SHOP_AGE, SHOP_CITY,
    SHOP_ORDER_ID, SHOP_ORDER_CUSTOMER, SHOP_TOTAL, SHOP_YEAR,
    SHOP_PERSON_ID, SHOP_BOSS, SHOP_PERSON_NAME,
    SHOP_SELECT, SHOP_QUOTE, SHOP_METRES, SHOP_UNIT, SHOP_RANGE,
    SHOP_N_COLUMNS,
};

static struct table shop_tables[] = {
    {.name = "customer", .label = "customer"},
    {.name = "Orders", .label = "orders"},
    {.name = "person", .label = "person"},
    {.name = "odd table", .label = "odd table"},
};

#define SHOP_COLUMN(t, n, kind) {.table = t, .name = n, .label = n, .type = kind}
static struct column shop_columns[SHOP_N_COLUMNS] = {
    [SHOP_STAR] = SHOP_COLUMN(-1, "*", COLUMN_TEXT),
    [SHOP_NOW] = {.table = -1, .name = "TIME_NOW", .label = "now", .type = COLUMN_TIME,
                  .virtual_now = true},
    [SHOP_CUSTOMER_ID] = SHOP_COLUMN(0, "id", COLUMN_NUMBER),
    [SHOP_NAME] = SHOP_COLUMN(0, "name", COLUMN_TEXT),
    [SHOP_AGE] = SHOP_COLUMN(0, "age", COLUMN_NUMBER),
    [SHOP_CITY] = SHOP_COLUMN(0, "City", COLUMN_TEXT),
    [SHOP_ORDER_ID] = SHOP_COLUMN(1, "id", COLUMN_NUMBER),
    [SHOP_ORDER_CUSTOMER] = SHOP_COLUMN(1, "customer_id", COLUMN_NUMBER),
    [SHOP_TOTAL] = SHOP_COLUMN(1, "total", COLUMN_NUMBER),
    [SHOP_YEAR] = SHOP_COLUMN(1, "year", COLUMN_TIME),
    [SHOP_PERSON_ID] = SHOP_COLUMN(2, "id", COLUMN_NUMBER),
    [SHOP_BOSS] = SHOP_COLUMN(2, "boss_id", COLUMN_NUMBER),
    [SHOP_PERSON_NAME] = SHOP_COLUMN(2, "name", COLUMN_TEXT),
    [SHOP_SELECT] = SHOP_COLUMN(3, "select", COLUMN_TEXT),
    [SHOP_QUOTE] = SHOP_COLUMN(3, "a\"b", COLUMN_TEXT),
    [SHOP_METRES] = SHOP_COLUMN(3, "100米", COLUMN_NUMBER),
    [SHOP_UNIT] = SHOP_COLUMN(3, "总量(亿/年)", COLUMN_NUMBER),
    [SHOP_RANGE] = SHOP_COLUMN(3, "25~30岁", COLUMN_NUMBER),
};

static struct foreign_key shop_keys[] = {{SHOP_ORDER_CUSTOMER, SHOP_CUSTOMER_ID},
                                         {SHOP_BOSS, SHOP_PERSON_ID}};

static const struct schema shop = {
    .db_id = "shop",
    .tables = shop_tables, .n_tables = 4,
    .columns = shop_columns, .n_columns = SHOP_N_COLUMNS,
    .foreign_keys = shop_keys, .n_foreign_keys = 2,
};

/* Queries that between them use every construct the parser knows. */
static const char *const shop_queries[] = {
    "SELECT * FROM customer",
    "SELECT count(*), max(age) FROM customer WHERE age >= 18 AND City = 'Rome'",
    "SELECT DISTINCT name FROM customer ORDER BY age DESC, name LIMIT 3",
    "SELECT name FROM customer LIMIT 5 OFFSET 10",
    "SELECT count(DISTINCT City) FROM customer WHERE (age < 3 OR age > 60) AND name LIKE '%x%'",
    "SELECT age FROM customer WHERE age < 3 OR age > 60 AND City != 'Rome' OR name IS NOT NULL",
    "SELECT a.name, b.name FROM person AS a JOIN person AS b ON a.boss_id = b.id WHERE b.name = 'X'",
    "SELECT a.name FROM person a, person b, person c WHERE a.boss_id = b.id AND b.boss_id = c.id",
    "SELECT customer.name, sum(total) FROM customer JOIN orders ON customer.id = customer_id "
    "GROUP BY customer.id HAVING sum(total) > 100 AND count(*) BETWEEN 2 AND 5",
    "SELECT max(total) - min(total) FROM orders",
    "SELECT avg(DISTINCT total / 2 + age) FROM orders JOIN customer ON customer_id = customer.id",
    "SELECT sum(total * year) FROM orders",
    "SELECT name FROM customer WHERE id NOT IN (SELECT customer_id FROM orders WHERE year = 2014)",
    "SELECT name FROM customer WHERE id IN (1, 2, 3, 4, 5, 6, 7, 8, 9, 10)",
    "SELECT name FROM customer WHERE City IN ('Rome')",
    "SELECT name FROM customer AS c WHERE age > (SELECT avg(age) FROM customer WHERE City = c.City)",
    "SELECT name FROM customer WHERE EXISTS (SELECT * FROM orders WHERE customer_id = customer.id)",
    "SELECT name FROM customer WHERE NOT (age > 3 AND NOT EXISTS (SELECT * FROM orders))",
    "SELECT name FROM customer WHERE age NOT BETWEEN 3 AND 4 AND name NOT LIKE 'a%' AND City IS NULL",
    "SELECT name FROM customer UNION SELECT name FROM person ORDER BY name DESC LIMIT 2",
    "SELECT id FROM customer EXCEPT SELECT customer_id FROM orders UNION ALL SELECT id FROM person",
    "(SELECT name FROM customer ORDER BY age LIMIT 3) INTERSECT (SELECT name FROM person LIMIT 5)",
    "SELECT id FROM customer EXCEPT (SELECT id FROM orders UNION SELECT id FROM person)",
    "SELECT count(*) FROM (SELECT name FROM customer GROUP BY name)",
    "SELECT a.total - b.total FROM (SELECT total FROM orders WHERE id = 1) a , "
    "(SELECT total FROM orders WHERE id = 2) b",
    "SELECT b.total - a.total FROM (SELECT total FROM orders) a, (SELECT max(total) FROM orders) b",
    "SELECT avg(n) FROM (SELECT customer_id, count(*) AS n FROM orders GROUP BY customer_id)",
    "SELECT x.m FROM (SELECT City, max(age) AS m, min(age) FROM customer GROUP BY City) AS x "
    "JOIN customer ON x.City = customer.City WHERE x.m > 3",
    "SELECT count(*) FROM customer HAVING count(*) > 3",
    "SELECT name FROM customer GROUP BY City, name, age, id ORDER BY count(*) > 5",
    "SELECT name FROM customer WHERE age + 1 > 2 * 3 AND 5 < age AND (SELECT max(total) FROM orders) = 1",
    "SELECT orders.* FROM orders JOIN customer ON customer_id = customer.id",
    "SELECT id, name, age, City, id, name, age, City, id FROM customer ORDER BY id, name, age, City, id",
    "SELECT name FROM customer WHERE age = 1 AND age = 2 AND age = 3 AND age = 4 AND age = 5 AND age = 6",
    "SELECT name FROM person ORDER BY id ASC, name DESC, boss_id, id DESC, name LIMIT 7",
    "SELECT name FROM customer WHERE City = '2014' OR City = 2014 OR City = '' OR City = '''q'''",
    "SELECT \"select\", \"a\"\"b\", \"100米\" FROM \"odd table\" WHERE \"总量(亿/年)\" > -2.50",
    "SELECT TIME_NOW - year FROM orders WHERE TIME_NOW - year < 4",
    "SELECT T1.id FROM customer AS T1 JOIN orders AS T2 ON T1.id = T2.customer_id OR T2.total > 5 "
    "JOIN person AS T3 ON T3.id = T1.id AND T2.year = 3",
};

#endif
