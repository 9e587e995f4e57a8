/* test_everyday.c - dates, conditional aggregates, ratios, CASE, windows: every spelling becomes the one
 * node, and that is printed as each database needs it. */
#include "test.h"

#include "sql/sql.h"
#include "visits.h"

static const struct {
    const char *sql, *sqlite, *postgres; /* NULL: as the one before */
} cases[] = {
    {"SELECT strftime('%Y', day), count(*) FROM visit GROUP BY strftime('%Y', day)",
     NULL,
     "SELECT to_char(CAST(day AS TIMESTAMP), 'YYYY'), count(*) FROM visit GROUP BY "
     "to_char(CAST(day AS TIMESTAMP), 'YYYY')"},
    {"SELECT strftime('%Y-%m', ts, 'unixepoch') FROM visit",
     NULL,
     "SELECT to_char((to_timestamp(ts) AT TIME ZONE 'UTC'), 'YYYY-MM') FROM visit"},
    {"SELECT count(*) FROM visit WHERE day >= '2023-01-01' AND day < '2024-01-01'",
     NULL,
     NULL},
    {"SELECT count(*) FROM visit WHERE day BETWEEN '2023-01-01' AND '2023-12-31'",
     "SELECT count(*) FROM visit WHERE day >= '2023-01-01' AND day < '2024-01-01'",
     NULL},
    {"SELECT count(*) FROM visit WHERE strftime('%Y', day) = '2023'",
     "SELECT count(*) FROM visit WHERE day >= '2023-01-01' AND day < '2024-01-01'",
     NULL},
    {"SELECT count(*) FROM visit WHERE CAST(strftime('%Y', day) AS INTEGER) = 2023",
     "SELECT count(*) FROM visit WHERE day >= '2023-01-01' AND day < '2024-01-01'",
     NULL},
    {"SELECT count(*) FROM visit WHERE EXTRACT(YEAR FROM day) = 2023",
     "SELECT count(*) FROM visit WHERE day >= '2023-01-01' AND day < '2024-01-01'",
     NULL},
    {"SELECT count(*) FROM visit WHERE day LIKE '2023%'",
     "SELECT count(*) FROM visit WHERE day >= '2023-01-01' AND day < '2024-01-01'",
     NULL},
    {"SELECT count(*) FROM visit WHERE strftime('%Y-%m', at) = '2023-03'",
     "SELECT count(*) FROM visit WHERE at >= '2023-03-01' AND at < '2023-04-01'",
     NULL},
    {"SELECT count(*) FROM visit WHERE to_char(at, 'YYYY-MM') = '2023-03'",
     "SELECT count(*) FROM visit WHERE at >= '2023-03-01' AND at < '2023-04-01'",
     NULL},
    {"SELECT count(*) FROM visit WHERE date_trunc('month', at) = '2023-03'",
     "SELECT count(*) FROM visit WHERE at >= '2023-03-01' AND at < '2023-04-01'",
     NULL},
    {"SELECT count(*) FROM visit WHERE at BETWEEN '2023-01-01' AND '2023-12-31'",
     NULL,
     NULL},
    {"SELECT count(*) FROM visit WHERE date(at) BETWEEN '2023-01-01' AND '2023-03-31'",
     "SELECT count(*) FROM visit WHERE at >= '2023-01-01' AND at < '2023-04-01'",
     NULL},
    {"SELECT count(*) FROM visit WHERE date(at) = '2023-03-15'",
     "SELECT count(*) FROM visit WHERE at >= '2023-03-15' AND at < '2023-03-16'",
     NULL},
    {"SELECT count(*) FROM visit WHERE day = '2023-03-15'",
     NULL,
     NULL},
    {"SELECT count(*) FROM visit WHERE day != '2023-03-15'",
     NULL,
     NULL},
    {"SELECT count(*) FROM visit WHERE ts >= CAST(strftime('%s', '2023-01-01') AS "
     "INTEGER) AND ts < CAST(strftime('%s', '2023-02-01') AS INTEGER)",
     NULL,
     "SELECT count(*) FROM visit WHERE ts >= CAST(EXTRACT(EPOCH FROM TIMESTAMP "
     "'2023-01-01') AS BIGINT) AND ts < CAST(EXTRACT(EPOCH FROM TIMESTAMP "
     "'2023-02-01') AS BIGINT)"},
    {"SELECT count(*) FROM visit WHERE odd >= CAST(strftime('%s', '2023-01-01') AS "
     "INTEGER) AND odd < CAST(strftime('%s', '2023-02-01') AS INTEGER)",
     NULL,
     "SELECT count(*) FROM visit WHERE odd >= CAST(EXTRACT(EPOCH FROM TIMESTAMP "
     "'2023-01-01') AS BIGINT) AND odd < CAST(EXTRACT(EPOCH FROM TIMESTAMP "
     "'2023-02-01') AS BIGINT)"},
    {"SELECT count(*) FROM visit WHERE strftime('%Y', missed, 'unixepoch') = '2023'",
     "SELECT count(*) FROM visit WHERE missed >= CAST(strftime('%s', '2023-01-01') AS "
     "INTEGER) AND missed < CAST(strftime('%s', '2024-01-01') AS INTEGER)",
     "SELECT count(*) FROM visit WHERE missed >= CAST(EXTRACT(EPOCH FROM TIMESTAMP "
     "'2023-01-01') AS BIGINT) AND missed < CAST(EXTRACT(EPOCH FROM TIMESTAMP "
     "'2024-01-01') AS BIGINT)"},
    {"SELECT count(*) FROM visit WHERE strftime('%Y', ms / 1000, 'unixepoch') = "
     "'2023'",
     "SELECT count(*) FROM visit WHERE ms >= CAST(strftime('%s', '2023-01-01') AS "
     "INTEGER) * 1000 AND ms < CAST(strftime('%s', '2024-01-01') AS INTEGER) * 1000",
     "SELECT count(*) FROM visit WHERE ms >= 1000 * CAST(EXTRACT(EPOCH FROM "
     "TIMESTAMP '2023-01-01') AS BIGINT) AND ms < 1000 * CAST(EXTRACT(EPOCH FROM "
     "TIMESTAMP '2024-01-01') AS BIGINT)"},
    {"SELECT count(*) FROM visit WHERE ymd BETWEEN 20230101 AND 20231231",
     "SELECT count(*) FROM visit WHERE ymd >= 20230101 AND ymd < 20240101",
     NULL},
    {"SELECT count(*) FROM visit WHERE odd BETWEEN 20230101 AND 20230331",
     "SELECT count(*) FROM visit WHERE odd >= 20230101 AND odd < 20230401",
     NULL},
    {"SELECT count(*) FROM visit WHERE day >= '2023-04-01' AND day <= '2023-06-30'",
     "SELECT count(*) FROM visit WHERE day >= '2023-04-01' AND day < '2023-07-01'",
     NULL},
    {"SELECT count(*) FROM visit WHERE day >= '2022-01-01' AND guests > 2 AND day < "
     "'2024-01-01'",
     "SELECT count(*) FROM visit WHERE day >= '2022-01-01' AND day < '2024-01-01' "
     "AND guests > 2",
     NULL},
    {"SELECT count(*) FROM visit WHERE day > '2023-03-15'",
     NULL,
     NULL},
    {"SELECT count(*) FROM visit WHERE note >= '2023-03-15'",
     NULL,
     NULL},
    {"SELECT count(*) FROM visit WHERE day >= date('now', '-30 days')",
     NULL,
     "SELECT count(*) FROM visit WHERE day >= to_char(CURRENT_DATE + INTERVAL '-30 "
     "day', 'YYYY-MM-DD')"},
    {"SELECT count(*) FROM visit WHERE day >= CURRENT_DATE - INTERVAL '30 days'",
     "SELECT count(*) FROM visit WHERE day >= date('now', '-30 days')",
     "SELECT count(*) FROM visit WHERE day >= to_char(CURRENT_DATE + INTERVAL '-30 "
     "day', 'YYYY-MM-DD')"},
    {"SELECT count(*) FROM visit WHERE at >= datetime('now', '-2 days')",
     NULL,
     "SELECT count(*) FROM visit WHERE at >= to_char(LOCALTIMESTAMP + INTERVAL '-2 "
     "day', 'YYYY-MM-DD HH24:MI:SS')"},
    {"SELECT count(*) FROM visit WHERE ts >= strftime('%s', 'now', '-30 days')",
     "SELECT count(*) FROM visit WHERE ts >= CAST(strftime('%s', 'now', '-30 days') "
     "AS INTEGER)",
     "SELECT count(*) FROM visit WHERE ts >= CAST(EXTRACT(EPOCH FROM "
     "CURRENT_TIMESTAMP + INTERVAL '-30 day') AS BIGINT)"},
    {"SELECT count(*) FROM visit WHERE day >= date('now', 'start of month', '-1 "
     "month') AND day < date('now', 'start of month')",
     NULL,
     "SELECT count(*) FROM visit WHERE day >= to_char(date_trunc('month', "
     "CURRENT_DATE) + INTERVAL '-1 month', 'YYYY-MM-DD') AND day < "
     "to_char(date_trunc('month', CURRENT_DATE), 'YYYY-MM-DD')"},
    {"SELECT count(*) FROM visit WHERE strftime('%Y-%m', day) = strftime('%Y-%m', "
     "'now')",
     "SELECT count(*) FROM visit WHERE day >= date('now', 'start of month') AND day "
     "< date('now', 'start of month', '+1 month')",
     "SELECT count(*) FROM visit WHERE day >= to_char(date_trunc('month', "
     "CURRENT_DATE), 'YYYY-MM-DD') AND day < to_char(date_trunc('month', "
     "CURRENT_DATE) + INTERVAL '1 month', 'YYYY-MM-DD')"},
    {"SELECT count(*) FROM visit WHERE strftime('%Y', ts, 'unixepoch') = "
     "strftime('%Y', 'now', '-1 year')",
     "SELECT count(*) FROM visit WHERE ts >= CAST(strftime('%s', 'now', 'start of "
     "year', '-1 year') AS INTEGER) AND ts < CAST(strftime('%s', 'now', 'start of "
     "year') AS INTEGER)",
     "SELECT count(*) FROM visit WHERE ts >= CAST(EXTRACT(EPOCH FROM "
     "date_trunc('year', CURRENT_DATE) + INTERVAL '-1 year') AS BIGINT) AND ts < "
     "CAST(EXTRACT(EPOCH FROM date_trunc('year', CURRENT_DATE)) AS BIGINT)"},
    {"SELECT count(*) FROM visit WHERE date(at) = date('now', '-1 day')",
     "SELECT count(*) FROM visit WHERE at >= date('now', '-1 day') AND at < "
     "date('now')",
     "SELECT count(*) FROM visit WHERE at >= to_char(CURRENT_DATE + INTERVAL '-1 "
     "day', 'YYYY-MM-DD') AND at < to_char(CURRENT_DATE, 'YYYY-MM-DD')"},
    {"SELECT count(*) FROM visit WHERE day BETWEEN date('now') AND date('now', '+7 "
     "days')",
     "SELECT count(*) FROM visit WHERE day >= date('now') AND day < date('now', '+8 "
     "days')",
     "SELECT count(*) FROM visit WHERE day >= to_char(CURRENT_DATE, 'YYYY-MM-DD') "
     "AND day < to_char(CURRENT_DATE + INTERVAL '8 day', 'YYYY-MM-DD')"},
    {"SELECT count(*) FROM visit WHERE day >= date('now') AND day <= date('now', '+6 "
     "months')",
     NULL,
     "SELECT count(*) FROM visit WHERE day >= to_char(CURRENT_DATE, 'YYYY-MM-DD') "
     "AND day <= to_char(CURRENT_DATE + INTERVAL '6 month', 'YYYY-MM-DD')"},
    {"SELECT count(*) FROM visit WHERE day >= date('now', 'start of year') AND day "
     "<= date('now')",
     "SELECT count(*) FROM visit WHERE day >= date('now', 'start of year') AND day < "
     "date('now', '+1 day')",
     "SELECT count(*) FROM visit WHERE day >= to_char(date_trunc('year', "
     "CURRENT_DATE), 'YYYY-MM-DD') AND day < to_char(CURRENT_DATE + INTERVAL '1 "
     "day', 'YYYY-MM-DD')"},
    {"SELECT count(*) FROM visit WHERE day >= date('now', '-6 days', 'weekday 1') "
     "AND day < date('now', '-6 days', 'weekday 1', '+7 days')",
     NULL,
     "SELECT count(*) FROM visit WHERE day >= to_char(date_trunc('week', "
     "CURRENT_DATE), 'YYYY-MM-DD') AND day < to_char(date_trunc('week', "
     "CURRENT_DATE) + INTERVAL '1 week', 'YYYY-MM-DD')"},
    {"SELECT strftime('%m', day) FROM visit WHERE strftime('%m', day) IN ('06', "
     "'07') AND strftime('%w', at) = '0' AND CAST(strftime('%H', at) AS INTEGER) >= "
     "18",
     "SELECT strftime('%m', day) FROM visit WHERE CAST(strftime('%m', day) AS "
     "INTEGER) IN (6, 7) AND CAST(strftime('%w', at) AS INTEGER) = 0 AND "
     "CAST(strftime('%H', at) AS INTEGER) >= 18",
     "SELECT to_char(CAST(day AS TIMESTAMP), 'MM') FROM visit WHERE "
     "CAST(EXTRACT(MONTH FROM CAST(day AS TIMESTAMP)) AS INTEGER) IN (6, 7) AND "
     "CAST(EXTRACT(DOW FROM CAST(at AS TIMESTAMP)) AS INTEGER) = 0 AND "
     "CAST(EXTRACT(HOUR FROM CAST(at AS TIMESTAMP)) AS INTEGER) >= 18"},
    {"SELECT (CAST(strftime('%m', day) AS INTEGER) + 2) / 3 FROM visit",
     NULL,
     "SELECT CAST(EXTRACT(QUARTER FROM CAST(day AS TIMESTAMP)) AS INTEGER) FROM visit"},
    {"SELECT EXTRACT(QUARTER FROM day), date_part('hour', at) FROM visit",
     "SELECT (CAST(strftime('%m', day) AS INTEGER) + 2) / 3, CAST(strftime('%H', at) "
     "AS INTEGER) FROM visit",
     "SELECT CAST(EXTRACT(QUARTER FROM CAST(day AS TIMESTAMP)) AS INTEGER), "
     "CAST(EXTRACT(HOUR FROM CAST(at AS TIMESTAMP)) AS INTEGER) FROM visit"},
    {"SELECT avg(julianday(at) - julianday(day)) FROM visit",
     NULL,
     "SELECT avg(EXTRACT(EPOCH FROM CAST(at AS TIMESTAMP) - CAST(day AS TIMESTAMP)) "
     "/ 86400.0) FROM visit"},
    {"SELECT (julianday(at) - julianday(day)) * 24, (julianday('now') - "
     "julianday(day)) / 365.25 FROM visit",
     NULL,
     "SELECT EXTRACT(EPOCH FROM CAST(at AS TIMESTAMP) - CAST(day AS TIMESTAMP)) / "
     "3600.0, EXTRACT(EPOCH FROM CAST(LOCALTIMESTAMP AS TIMESTAMP) - CAST(day AS "
     "TIMESTAMP)) / 31557600.0 FROM visit"},
    {"SELECT (left_ts - ts) / 3600.0, (left_ts - ts) / 60 FROM visit",
     NULL,
     NULL},
    {"SELECT julianday(substr(ymd, 1, 4) || '-' || substr(ymd, 5, 2) || '-' || "
     "substr(ymd, 7, 2)) - julianday(day) FROM visit",
     NULL,
     "SELECT EXTRACT(EPOCH FROM CAST(CAST(ymd AS TEXT) AS TIMESTAMP) - CAST(day AS "
     "TIMESTAMP)) / 86400.0 FROM visit"},
    {"SELECT EXTRACT(EPOCH FROM changed - opened) / 86400 FROM place",
     "SELECT julianday(changed) - julianday(opened) FROM place",
     "SELECT EXTRACT(EPOCH FROM CAST(changed AS TIMESTAMP) - CAST(opened AS "
     "TIMESTAMP)) / 86400.0 FROM place"},
    {"SELECT EXTRACT(YEAR FROM age(opened)) FROM place",
     "SELECT CAST((julianday('now', 'start of day') - julianday(opened)) / 365.25 AS "
     "INTEGER) FROM place",
     "SELECT CAST(trunc(CAST(EXTRACT(EPOCH FROM CAST(CURRENT_DATE AS TIMESTAMP) - "
     "CAST(opened AS TIMESTAMP)) / 31557600.0 AS NUMERIC)) AS BIGINT) FROM place"},
    {"SELECT date(day, '+18 years'), date(day, '+' || guests || ' months') FROM visit",
     "SELECT date(day, '+18 years'), date(day, guests || ' months') FROM visit",
     "SELECT CAST(CAST(day AS TIMESTAMP) + 18 * INTERVAL '1 year' AS DATE), "
     "CAST(CAST(day AS TIMESTAMP) + guests * INTERVAL '1 month' AS DATE) FROM visit"},
    {"SELECT datetime(ts, 'unixepoch'), time(at), date(ms / 1000, 'unixepoch') FROM "
     "visit",
     NULL,
     "SELECT to_char((to_timestamp(ts) AT TIME ZONE 'UTC'), 'YYYY-MM-DD "
     "HH24:MI:SS'), to_char(CAST(at AS TIMESTAMP), 'HH24:MI:SS'), "
     "CAST((to_timestamp(ms / 1000.0) AT TIME ZONE 'UTC') AS DATE) FROM visit"},
    {"SELECT sum(CASE WHEN guests > 2 THEN 1 ELSE 0 END), sum(guests > 2), "
     "count(CASE WHEN guests > 2 THEN 1 END), count(*) FILTER (WHERE guests > 2) "
     "FROM visit",
     "SELECT count(*) FILTER (WHERE guests > 2), count(*) FILTER (WHERE guests > 2), "
     "count(*) FILTER (WHERE guests > 2), count(*) FILTER (WHERE guests > 2) FROM "
     "visit",
     NULL},
    {"SELECT sum(CASE WHEN guests > 2 THEN price ELSE 0 END), sum(CASE WHEN guests > "
     "2 THEN price END), avg(price) FILTER (WHERE guests > 2) FROM visit",
     "SELECT sum(CASE WHEN guests > 2 THEN price ELSE 0 END), sum(price) FILTER "
     "(WHERE guests > 2), avg(price) FILTER (WHERE guests > 2) FROM visit",
     NULL},
    {"SELECT avg(guests > 2), avg(CASE WHEN guests > 2 THEN 1.0 ELSE 0 END), "
     "avg(CASE WHEN guests > 2 THEN 100.0 ELSE 0 END) FROM visit",
     "SELECT 1.0 * count(*) FILTER (WHERE guests > 2) / count(*), 1.0 * count(*) "
     "FILTER (WHERE guests > 2) / count(*), 100.0 * count(*) FILTER (WHERE guests > "
     "2) / count(*) FROM visit",
     "SELECT 1.0 * count(*) FILTER (WHERE guests > 2) / NULLIF(count(*), 0), 1.0 * "
     "count(*) FILTER (WHERE guests > 2) / NULLIF(count(*), 0), 100.0 * count(*) "
     "FILTER (WHERE guests > 2) / NULLIF(count(*), 0) FROM visit"},
    {"SELECT count(DISTINCT CASE WHEN guests > 2 THEN place_id END) FROM visit",
     "SELECT count(DISTINCT place_id) FILTER (WHERE guests > 2) FROM visit",
     NULL},
    {"SELECT 100.0 * sum(CASE WHEN guests > 2 THEN 1 ELSE 0 END) / count(*) FROM "
     "visit",
     "SELECT 100.0 * count(*) FILTER (WHERE guests > 2) / count(*) FROM visit",
     "SELECT 100.0 * count(*) FILTER (WHERE guests > 2) / NULLIF(count(*), 0) FROM "
     "visit"},
    {"SELECT sum(price) * 100.0 / sum(guests), CAST(sum(guests) AS REAL) / count(*), "
     "1.0 * sum(guests) / count(DISTINCT place_id), sum(guests) / count(*) FROM visit",
     "SELECT 100.0 * sum(price) / sum(guests), 1.0 * sum(guests) / count(*), 1.0 * "
     "sum(guests) / count(DISTINCT place_id), sum(guests) / count(*) FROM visit",
     "SELECT 100.0 * sum(price) / NULLIF(sum(guests), 0), 1.0 * sum(guests) / "
     "NULLIF(count(*), 0), 1.0 * sum(guests) / NULLIF(count(DISTINCT place_id), 0), "
     "sum(guests) / NULLIF(count(*), 0) FROM visit"},
    {"SELECT CASE guests WHEN 1 THEN 'one' WHEN 2 THEN 'two' ELSE 'many' END FROM "
     "visit",
     "SELECT CASE WHEN guests = 1 THEN 'one' WHEN guests = 2 THEN 'two' ELSE 'many' "
     "END FROM visit",
     NULL},
    {"SELECT CASE WHEN guests < 3 THEN 'few' END, CASE WHEN guests < 3 THEN 'few' "
     "ELSE NULL END FROM visit",
     "SELECT CASE WHEN guests < 3 THEN 'few' END, CASE WHEN guests < 3 THEN 'few' "
     "END FROM visit",
     NULL},
    {"SELECT coalesce(note, '-'), ifnull(price, 0), nullif(guests, 0), CAST(price AS "
     "INTEGER), price::int, round(price, 1), abs(price), length(note), upper(note), "
     "substr(note, 1, 3), note || '!' || guests, min(guests, 3), max(guests, price) "
     "FROM visit",
     "SELECT coalesce(note, '-'), coalesce(price, 0), nullif(guests, 0), CAST(price "
     "AS INTEGER), CAST(price AS INTEGER), round(price, 1), abs(price), "
     "length(note), upper(note), substr(note, 1, 3), note || '!' || guests, "
     "min(guests, 3), max(guests, price) FROM visit",
     "SELECT coalesce(note, '-'), coalesce(price, 0), nullif(guests, 0), "
     "CAST(trunc(CAST(price AS NUMERIC)) AS BIGINT), CAST(trunc(CAST(price AS "
     "NUMERIC)) AS BIGINT), round(CAST(price AS NUMERIC), 1), abs(price), "
     "length(note), upper(note), substr(note, 1, 3), note || '!' || CAST(guests AS "
     "TEXT), CASE WHEN guests IS NOT NULL THEN least(guests, 3) "
     "END, CASE WHEN guests IS NOT NULL AND price IS NOT NULL THEN greatest(guests, "
     "price) END FROM visit"},
    {"SELECT name, price FROM (SELECT place.name, visit.price, row_number() OVER "
     "(PARTITION BY place.id ORDER BY visit.price DESC) AS rn FROM visit JOIN place "
     "ON visit.place_id = place.id) WHERE rn <= 2",
     "SELECT name, price FROM (SELECT place.name, visit.price, row_number() OVER "
     "(PARTITION BY place.id ORDER BY visit.price DESC) AS rn FROM visit JOIN place "
     "ON visit.place_id = place.id) AS T1 WHERE rn <= 2",
     "SELECT name, price FROM (SELECT place.name, visit.price, row_number() OVER "
     "(PARTITION BY place.id ORDER BY visit.price DESC NULLS LAST) AS rn FROM visit "
     "JOIN place ON visit.place_id = place.id) AS T1 WHERE rn <= 2"},
    {"SELECT place_id, sum(price), 100.0 * sum(price) / sum(sum(price)) OVER () FROM "
     "visit GROUP BY place_id",
     NULL,
     "SELECT place_id, sum(price), 100.0 * sum(price) / NULLIF(sum(sum(price)) OVER "
     "(), 0) FROM visit GROUP BY place_id"},
    {"SELECT id, sum(price) OVER (PARTITION BY place_id ORDER BY day), rank() OVER "
     "(ORDER BY price DESC) FROM visit",
     NULL,
     "SELECT id, sum(price) OVER (PARTITION BY place_id ORDER BY day NULLS FIRST), "
     "rank() OVER (ORDER BY price DESC NULLS LAST) FROM visit"},
    {"WITH busy AS (SELECT place_id, count(*) AS n FROM visit GROUP BY place_id), "
     "top(p) AS (SELECT place_id FROM busy WHERE n > 3) SELECT name FROM place JOIN "
     "top ON top.p = place.id",
     "SELECT place.name FROM place JOIN (SELECT place_id AS p FROM (SELECT place_id, "
     "count(*) AS n FROM visit GROUP BY place_id) AS T2 WHERE n > 3) AS T1 ON T1.p = "
     "place.id",
     NULL},
    {"SELECT (SELECT count(*) FROM visit) * 1.0 / (SELECT count(*) FROM place)",
     "SELECT 1.0 * (SELECT count(*) FROM visit) / (SELECT count(*) FROM place)",
     "SELECT 1.0 * (SELECT count(*) FROM visit) / NULLIF((SELECT count(*) FROM "
     "place), 0)"},
    {"SELECT name FROM place LEFT JOIN visit ON visit.place_id = place.id AND "
     "visit.day >= '2023-01-01' AND visit.day < '2024-01-01' WHERE visit.id IS NULL",
     "SELECT place.name FROM place LEFT JOIN visit ON visit.place_id = place.id AND "
     "visit.day >= '2023-01-01' AND visit.day < '2024-01-01' WHERE visit.id IS NULL",
     NULL},
    {"SELECT id FROM visit WHERE paid AND NOT guests ORDER BY price DESC NULLS "
     "FIRST, id NULLS FIRST LIMIT 3 OFFSET 2",
     "SELECT id FROM visit WHERE paid AND NOT guests ORDER BY price DESC NULLS "
     "FIRST, id ASC LIMIT 3 OFFSET 2",
     "SELECT id FROM visit WHERE paid AND NOT guests <> 0 ORDER BY price DESC NULLS "
     "FIRST, id ASC NULLS FIRST LIMIT 3 OFFSET 2"},
    {"SELECT guests % 2, -guests FROM visit WHERE day IN ('2023-01-01', '2023-01-02')",
     "SELECT guests % 2, 0 - guests FROM visit WHERE day IN ('2023-01-01', "
     "'2023-01-02')",
     NULL},
    {"SELECT strftime('%Y', day), strftime('%W', day), strftime('%d', day) FROM "
     "visit WHERE strftime('%Y', day) > '2021'",
     "SELECT strftime('%Y', day), strftime('%W', day), strftime('%d', day) FROM "
     "visit WHERE CAST(strftime('%Y', day) AS INTEGER) > 2021",
     "SELECT to_char(CAST(day AS TIMESTAMP), 'YYYY'), to_char(div(EXTRACT(DOY FROM "
     "CAST(day AS TIMESTAMP)) + 7 - EXTRACT(ISODOW FROM CAST(day AS TIMESTAMP)), 7), "
     "'FM00'), to_char(CAST(day AS TIMESTAMP), 'DD') FROM visit WHERE "
     "CAST(EXTRACT(YEAR FROM CAST(day AS TIMESTAMP)) AS INTEGER) > 2021"},
    {"SELECT count(*) FROM visit WHERE strftime('%Y', day) BETWEEN '2021' AND '2023' "
     "OR day NOT BETWEEN '2023-01-01' AND '2023-01-31'",
     "SELECT count(*) FROM visit WHERE day >= '2021-01-01' AND day < '2024-01-01' OR "
     "NOT (day >= '2023-01-01' AND day < '2023-02-01')",
     NULL},
    {"SELECT strftime('%Y', 'now') - yr FROM visit",
     NULL,
     "SELECT CAST(EXTRACT(YEAR FROM CAST(LOCALTIMESTAMP AS TIMESTAMP)) AS INTEGER) - "
     "yr FROM visit"},
    {"SELECT max(day) FROM visit GROUP BY place_id HAVING max(day) < '2024-01-01'",
     NULL,
     NULL},
    {"SELECT name FROM place WHERE opened >= DATE '2020-01-01' AND changed < now()",
     "SELECT name FROM place WHERE opened >= '2020-01-01' AND changed < "
     "datetime('now')",
     "SELECT name FROM place WHERE opened >= '2020-01-01' AND changed < "
     "LOCALTIMESTAMP"},
    {"SELECT count(*) FROM visit WHERE day >= '2023-01-01' AND day < '2024-01-01' "
     "AND day >= '2023-03-01' AND day < '2023-04-01'",
     NULL,
     NULL},
    {"SELECT ymd / 10000, substr(ymd, 1, 4), ymd / 100 % 100, substr(day, 1, 7) FROM "
     "visit WHERE ymd / 10000 = 2023 AND substr(at, 1, 4) = '2023'",
     "SELECT (ymd / 10000), substr(ymd, 1, 4), (ymd / 100 % 100), strftime('%Y-%m', "
     "day) FROM visit WHERE ymd >= 20230101 AND ymd < 20240101 AND at >= "
     "'2023-01-01' AND at < '2024-01-01'",
     "SELECT CAST(EXTRACT(YEAR FROM CAST(CAST(ymd AS TEXT) AS TIMESTAMP)) AS "
     "INTEGER), to_char(CAST(CAST(ymd AS TEXT) AS TIMESTAMP), 'YYYY'), "
     "CAST(EXTRACT(MONTH FROM CAST(CAST(ymd AS TEXT) AS TIMESTAMP)) AS INTEGER), "
     "to_char(CAST(day AS TIMESTAMP), 'YYYY-MM') FROM visit WHERE ymd >= 20230101 "
     "AND ymd < 20240101 AND at >= '2023-01-01' AND at < '2024-01-01'"},
    {"SELECT count(*) FROM visit WHERE day != '2023-03-15' AND day <> date('now')",
     "SELECT count(*) FROM visit WHERE day != '2023-03-15' AND day != date('now')",
     "SELECT count(*) FROM visit WHERE day != '2023-03-15' AND day != "
     "to_char(CURRENT_DATE, 'YYYY-MM-DD')"},
    {"SELECT julianday(substr(ymd, 1, 4) || '-' || substr(ymd, 5, 2) || '-' || "
     "substr(ymd, 7, 2)) - julianday(day) FROM visit",
     NULL,
     "SELECT EXTRACT(EPOCH FROM CAST(CAST(ymd AS TEXT) AS TIMESTAMP) - CAST(day AS "
     "TIMESTAMP)) / 86400.0 FROM visit"},
    {"SELECT (left_ts - ts) / 60, (strftime('%s','now') - ts) / 86400.0 FROM visit",
     "SELECT (left_ts - ts) / 60, (CAST(strftime('%s', 'now') AS INTEGER) - ts) / "
     "86400.0 FROM visit",
     "SELECT (left_ts - ts) / 60, (CAST(EXTRACT(EPOCH FROM CURRENT_TIMESTAMP) AS "
     "BIGINT) - ts) / 86400.0 FROM visit"},
    /* each is there once, however deep: printing stays linear */
    {"SELECT max(min(guests, 2), 3) FROM visit", NULL,
     "SELECT (SELECT CASE WHEN count(v) = 2 THEN max(v) END FROM unnest(ARRAY[CASE "
     "WHEN guests IS NOT NULL THEN least(guests, 2) END, 3]) AS v) FROM visit"},
    {"SELECT count(*) FROM visit WHERE ms >= CAST(strftime('%s', 'now', '-1 day') AS "
     "INTEGER) * 1000",
     NULL,
     "SELECT count(*) FROM visit WHERE ms >= 1000 * CAST(EXTRACT(EPOCH FROM "
     "CURRENT_TIMESTAMP + INTERVAL '-1 day') AS BIGINT)"},
};

static struct query *read_query(struct arena *a, const char *sql)
{
    struct query *q;
    struct error err = {0};
    assert_ok(sql_parse(a, &visits, sql, strlen(sql), SQL_READ_EVERYDAY, &q, &err), err);
    return q;
}

static void spellings_become_one_and_print_in_both_dialects(void **state)
{
    (void)state;
    for (int i = 0; i < COUNT_OF(cases); i++) {
        struct arena a = {0};
        struct query *q = read_query(&a, cases[i].sql);
        const char *sqlite = cases[i].sqlite ? cases[i].sqlite : cases[i].sql;
        assert_string_equal(sql_print(&a, &visits, q, SQL_SQLITE), sqlite);
        assert_string_equal(sql_print(&a, &visits, q, SQL_POSTGRES),
                            cases[i].postgres ? cases[i].postgres : sqlite);
        if (!query_equal(q, read_query(&a, sqlite)))
            fail_test("%s\nreads as another query than\n%s", sqlite, cases[i].sql);
        arena_release(&a);
    }
}

/* ---- the nodes ------------------------------------------------------------------------------- */

static void a_where_clause_becomes_a_period(void **state)
{
    (void)state;
    static const struct {
        const char *where, *period; /* NULL: no period */
    } periods[] = {
        {"day >= '2023-01-01' AND day < '2024-01-01'", "2023"},
        {"day BETWEEN '2023-04-01' AND '2023-06-30'", "2023-Q2"},
        {"strftime('%Y-%m', ts, 'unixepoch') = '2023-03'", "2023-03"},
        {"ymd BETWEEN 20230301 AND 20230531", "2023-03..2023-05"},
        {"day BETWEEN '2021-01-01' AND '2022-12-31'", "2021..2022"},
        {"day >= '2023-03-15' AND day < '2023-03-20'", "2023-03-15..2023-03-19"},
        {"date(at) = '2023-03-15'", "2023-03-15"},
        {"date(at) = date('now')", "today"},
        {"day = date('now', '-1 day')", "yesterday"},
        {"strftime('%Y', day) = strftime('%Y', 'now')", "this year"},
        {"day >= date('now', 'start of month', '-1 month') AND day < date('now', 'start of month')", "last month"},
        {"day BETWEEN date('now', '-30 days') AND date('now')", "today-30 days..today"},
        {"day >= date('now', 'start of year') AND day <= date('now')", "this year..today"},
        {"day BETWEEN date('now') AND date('now', '+6 months')", "today..today+6 months"},
        {"at BETWEEN '2023-01-01' AND '2023-12-31'", NULL}, /* without most of the last day */
        {"day >= '2023-01-01' AND at < '2024-01-01'", NULL},
        {"day > '2023-01-01' AND day < '2024-01-01'", NULL},
        {"day >= '2024-01-01' AND day < '2023-01-01'", NULL},
        {"day BETWEEN '2023-02-30' AND '2023-03-01'", NULL},
        {"price BETWEEN 20230101 AND 20231231", NULL},
        {"note LIKE '2023%'", NULL},
    };
    for (int i = 0; i < COUNT_OF(periods); i++) {
        struct arena a = {0};
        struct query *q = read_query(&a, arena_printf(&a, "SELECT id FROM visit WHERE %s", periods[i].where));
        if ((q->where->kind == EXPR_DURING) != (periods[i].period != NULL))
            fail_test("%s", periods[i].where);
        if (periods[i].period)
            assert_string_equal(q->where->args[1]->literal.text, periods[i].period);
        arena_release(&a);
    }
}

static void dates_are_literals_of_their_own(void **state)
{
    (void)state;
    static const struct {
        const char *side, *text;
    } dates[] = {
        {"day > '2023-03-15'", "2023-03-15"},
        {"at > '2023-03-15 14:30'", "2023-03-15 14:30"},
        {"ymd > 20230315", "2023-03-15"},
        {"day >= date('now', '-30 days')", "today-30 days"},
        {"day >= CURRENT_DATE - INTERVAL '6' MONTH", "today-6 months"},
        {"ts >= strftime('%s', 'now', '-2 hours')", "now-2 hours"},
        {"ts >= strftime('%s', 'now', 'start of month', '-1 month')", "start of last month"},
        {"ymd >= CAST(strftime('%Y0101', 'now') AS INTEGER)", "start of this year"},
        {"ms < CAST(strftime('%s', '2023-03-15') AS INTEGER) * 1000", "2023-03-15"},
        {"day < date('2023-01-31', '+1 month')", "2023-03-03"}, /* as SQLite counts */
    };
    for (int i = 0; i < COUNT_OF(dates); i++) {
        struct arena a = {0};
        struct query *q = read_query(&a, arena_printf(&a, "SELECT id FROM visit WHERE %s", dates[i].side));
        const struct expr *literal = q->where->args[1];
        assert_int_equal(literal->literal.kind, LITERAL_DATE);
        assert_string_equal(literal->literal.text, dates[i].text);
        arena_release(&a);
    }
}

/* Without the flag, benchmarks' queries stay as they are spelt. */
static void only_everyday_reading_folds(void **state)
{
    (void)state;
    static const char *const spelt[] = {
        "SELECT sum(CASE WHEN guests > 2 THEN 1 ELSE 0 END) FROM visit",
        "SELECT 100.0 * sum(guests) / count(*) FROM visit",
        "SELECT id FROM visit WHERE day >= '2023-01-01' AND day < '2024-01-01'",
        "SELECT id FROM visit WHERE day BETWEEN '2023-01-01' AND '2023-12-31'",
    };
    for (int i = 0; i < COUNT_OF(spelt); i++) {
        struct arena a = {0};
        struct query *q;
        struct error err = {0};
        assert_ok(sql_parse(&a, &visits, spelt[i], strlen(spelt[i]), SQL_READ_STRICT, &q, &err), err);
        assert_string_equal(sql_print(&a, &visits, q, SQL_SQLITE), spelt[i]);
        assert_false(query_equal(q, read_query(&a, spelt[i])));
        arena_release(&a);
    }
}

/* ---- periods and days ------------------------------------------------------------------------ */

static void periods_have_one_text_and_two_ends(void **state)
{
    (void)state;
    static const struct {
        const char *text, *canonical, *start, *end;
    } periods[] = {
        {"2023", "2023", "2023-01-01", "2024-01-01"},
        {"2023-q2", "2023-Q2", "2023-04-01", "2023-07-01"},
        {"2024-02", "2024-02", "2024-02-01", "2024-03-01"},
        {"2024-02-29", "2024-02-29", "2024-02-29", "2024-03-01"},
        {"2023-01-01..2023-12-31", "2023", "2023-01-01", "2024-01-01"},
        {"2023-Q1..2023-Q2", "2023-01..2023-06", "2023-01-01", "2023-07-01"},
        {"2022..2023-06", "2022-01..2023-06", "2022-01-01", "2023-07-01"},
        {"today", "today", "2024-03-31", "2024-04-01"},
        {"Yesterday", "yesterday", "2024-03-30", "2024-03-31"},
        {"today-1 days", "yesterday", "2024-03-30", "2024-03-31"},
        {"this week", "this week", "2024-03-25", "2024-04-01"},
        {"last month", "last month", "2024-02-01", "2024-03-01"},
        {"this month - 2 months", "this month-2 months", "2024-01-01", "2024-02-01"},
        {"next quarter", "next quarter", "2024-04-01", "2024-07-01"},
        {"last year", "last year", "2023-01-01", "2024-01-01"},
        {"today-30 days..today", "today-30 days..today", "2024-03-01", "2024-04-01"},
        {"this year..today", "this year..today", "2024-01-01", "2024-04-01"},
        {"today-1 month", "today-1 month", "2024-03-02", "2024-03-03"}, /* 31 February, to SQLite */
    };
    static const char *const refused[] = {"",           "202",      "2023-13",   "2023-02-29", "2023-Q5",
                                          "2023..2022", "tomorrow-1 month", "last", "this hour", "2023-03-15x",
                                          "today-999999999 days"};
    struct date today = {2024, 3, 31};
    for (int i = 0; i < COUNT_OF(periods); i++) {
        struct arena a = {0};
        struct period p;
        struct date start, end, expected;
        assert_true(period_parse(periods[i].text, &p));
        assert_string_equal(period_text(&a, &p), periods[i].canonical);
        period_bounds(&p, today, &start, &end);
        assert_true(date_parse(periods[i].start, &expected));
        assert_int_equal(date_compare(start, expected), 0);
        assert_true(date_parse(periods[i].end, &expected));
        assert_int_equal(date_compare(end, expected), 0);
        arena_release(&a);
    }
    for (int i = 0; i < COUNT_OF(refused); i++) {
        struct period p;
        if (period_parse(refused[i], &p))
            fail_test("'%s' is read as a period", refused[i]);
    }
}

static void days_are_counted_as_the_calendar_does(void **state)
{
    (void)state;
    struct date d = {1, 1, 1};
    assert_int_equal(date_days((struct date){1970, 1, 1}), 0);
    assert_int_equal(date_days((struct date){2000, 3, 1}), 11017);
    for (long n = date_days(d); d.year < 2500; n++) { /* every day once, in order */
        assert_true(date_is_valid(d));
        assert_int_equal(date_days(d), n);
        struct date next = date_shift(d, SPAN_DAY, 1);
        assert_true(date_compare(d, next) < 0);
        d = next;
    }
    assert_false(date_is_valid((struct date){1900, 2, 29}));
    assert_true(date_is_valid((struct date){2000, 2, 29}));
}

/* ---- the walker ------------------------------------------------------------------------------ */

struct seen {
    int exprs, queries, sources, outer, parts[N_QUERY_PARTS];
};

static enum walk see_expr(struct walker *w, struct expr *e)
{
    struct seen *s = w->data;
    s->exprs++;
    s->parts[w->part]++;
    s->outer += e->kind == EXPR_COLUMN && e->ref.up > 0;
    if (e->kind == EXPR_COLUMN && e->ref.source >= 0) { /* the scope is the one its columns mean */
        const struct scope *scope = w->scope;
        for (int i = 0; i < e->ref.up; i++)
            scope = scope->parent;
        assert_true(e->ref.source < scope->n_sources);
    }
    return WALK_ON;
}

static enum walk see_query(struct walker *w, struct query *q)
{
    assert_ptr_equal(w->in, q);
    ((struct seen *)w->data)->queries++;
    return WALK_ON;
}

static enum walk see_source(struct walker *w, struct source *s)
{
    (void)s;
    ((struct seen *)w->data)->sources++;
    return WALK_ON;
}

static enum walk stop_at_query(struct walker *w, struct expr *e)
{
    ((struct seen *)w->data)->exprs++;
    return e->kind == EXPR_QUERY ? WALK_STOP : e->kind == EXPR_EXISTS ? WALK_SKIP : WALK_ON;
}

static void the_walker_sees_every_part(void **state)
{
    (void)state;
    struct arena a = {0};
    struct seen s = {0};
    struct query *q = read_query(
        &a, "SELECT name, CASE WHEN n > 1 THEN 2 END FROM place JOIN (SELECT place_id, count(*) AS n FROM visit "
            "GROUP BY place_id) AS x ON x.place_id = place.id WHERE EXISTS (SELECT * FROM visit WHERE "
            "visit.place_id = place.id) AND n > (SELECT 1) ORDER BY n");
    struct walker w = {.expr = see_expr, .query = see_query, .source = see_source, .data = &s,
                       .arena = &a, .schema = &visits};
    assert_true(walk_query(&w, q));
    assert_int_equal(s.queries, 4);
    assert_int_equal(s.sources, 4);
    assert_int_equal(s.outer, 1);
    assert_int_equal(s.parts[QUERY_ON], 3);
    assert_int_equal(s.parts[QUERY_GROUP], 1);
    assert_int_equal(s.parts[QUERY_ORDER], 1);
    assert_null(w.scope);

    s = (struct seen){0};
    struct walker stopping = {.expr = stop_at_query, .data = &s};
    assert_false(walk_expr(&stopping, q->where)); /* AND, EXISTS (skipped), >, n, (SELECT 1) */
    assert_int_equal(s.exprs, 5);
    arena_release(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(spellings_become_one_and_print_in_both_dialects),
        cmocka_unit_test(a_where_clause_becomes_a_period),
        cmocka_unit_test(dates_are_literals_of_their_own),
        cmocka_unit_test(only_everyday_reading_folds),
        cmocka_unit_test(periods_have_one_text_and_two_ends),
        cmocka_unit_test(days_are_counted_as_the_calendar_does),
        cmocka_unit_test(the_walker_sees_every_part),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
