/* visits.h - a schema for tests of dates: one column for every way to store time. */
#ifndef ASTORMER_TESTS_VISITS_H
#define ASTORMER_TESTS_VISITS_H

#include "schema/schema.h"

static struct table visits_tables[] = {{.name = "visit", .label = "visit", .keyed = true},
                                       {.name = "place", .label = "place", .keyed = true}};

#define VISITS_COLUMN(t, n, declared, kind, stored) \
    {.table = t, .name = n, .label = n, .decl_type = declared, .type = kind, .time = stored}
static struct column visits_columns[] = {
    {.table = -1, .name = "*", .label = "*"},
    VISITS_COLUMN(0, "id", "INTEGER", COLUMN_NUMBER, TIME_NONE),
    VISITS_COLUMN(0, "place_id", "INTEGER", COLUMN_NUMBER, TIME_NONE),
    VISITS_COLUMN(0, "price", "REAL", COLUMN_NUMBER, TIME_NONE),
    VISITS_COLUMN(0, "guests", "INTEGER", COLUMN_NUMBER, TIME_NONE),
    VISITS_COLUMN(0, "paid", "BOOLEAN", COLUMN_BOOLEAN, TIME_NONE),
    VISITS_COLUMN(0, "note", "TEXT", COLUMN_TEXT, TIME_UNKNOWN),
    VISITS_COLUMN(0, "day", "TEXT", COLUMN_TIME, TIME_DATE),
    VISITS_COLUMN(0, "at", "TEXT", COLUMN_TIME, TIME_DATETIME),
    VISITS_COLUMN(0, "ts", "INTEGER", COLUMN_NUMBER, TIME_EPOCH),
    VISITS_COLUMN(0, "left_ts", "INTEGER", COLUMN_NUMBER, TIME_EPOCH),
    VISITS_COLUMN(0, "ms", "INTEGER", COLUMN_NUMBER, TIME_EPOCH_MS),
    VISITS_COLUMN(0, "ymd", "INTEGER", COLUMN_NUMBER, TIME_YYYYMMDD),
    VISITS_COLUMN(0, "yr", "INTEGER", COLUMN_NUMBER, TIME_YEAR),
    VISITS_COLUMN(0, "odd", "INTEGER", COLUMN_NUMBER, TIME_UNKNOWN),
    VISITS_COLUMN(0, "missed", "INTEGER", COLUMN_NUMBER, TIME_NONE), /* a time, but nobody noticed */
    VISITS_COLUMN(1, "id", "INTEGER", COLUMN_NUMBER, TIME_NONE),
    VISITS_COLUMN(1, "name", "TEXT", COLUMN_TEXT, TIME_NONE),
    VISITS_COLUMN(1, "opened", "DATE", COLUMN_TIME, TIME_UNKNOWN),
    VISITS_COLUMN(1, "changed", "TIMESTAMP", COLUMN_TIME, TIME_UNKNOWN),
};

static const struct schema visits = {
    .db_id = "visits",
    .tables = visits_tables, .n_tables = 2,
    .columns = visits_columns, .n_columns = sizeof visits_columns / sizeof *visits_columns,
};

#endif
