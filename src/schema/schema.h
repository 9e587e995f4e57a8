/* schema.h - what a database looks like to a query: tables, columns, types and keys.
 *
 * A room below both sql/ (which resolves names against a schema) and db/ (which reads a schema
 * from a live database), so that neither needs the other.  A schema is immutable once built and
 * lives in the arena it was built in.
 *
 * Column ids follow Spider's convention: column 0 is '*' and belongs to no table; the columns of
 * one table are contiguous and in declared order in every schema we build ourselves, but not
 * necessarily in one read from a file. */
#ifndef ASTORMER_SCHEMA_H
#define ASTORMER_SCHEMA_H

#include "base/base.h"

/* Whose SQL: what a database reads, and what the printer of sql/ writes for it. */
enum sql_dialect {
    SQL_SQLITE,
    SQL_POSTGRES,
    SQL_BENCHMARK, /* what the benchmarks' official parsers read: Table.Column everywhere, T1, T2
                    * only in self-joins, lower-case keywords, no quoting unless needed */
};

enum column_type { COLUMN_TEXT, COLUMN_NUMBER, COLUMN_TIME, COLUMN_BOOLEAN, COLUMN_OTHERS };
#define N_COLUMN_TYPES 5
const char *column_type_name(enum column_type type); /* "text", "number", ... as in Spider */
enum column_type column_type_parse(const char *name); /* COLUMN_OTHERS when unknown */

/* How a column keeps a day or a moment: from its values (the profile), else from its declared type. */
enum time_storage {
    TIME_UNKNOWN,  /* nobody has looked */
    TIME_NONE,     /* no time */
    TIME_DATE,     /* text 2023-03-15 */
    TIME_DATETIME, /* text 2023-03-15 14:30:00, or with T */
    TIME_EPOCH,    /* seconds since 1970 */
    TIME_EPOCH_MS,
    TIME_YYYYMMDD, /* the number 20230315 */
    TIME_YEAR,     /* the number 2023 */
    TIME_NATIVE,   /* a date or timestamp type of the database itself */
    N_TIME_STORAGES,
};

struct column {
    int table;             /* -1: '*', or DuSQL's virtual TIME_NOW */
    const char *name;      /* as written in SQL */
    const char *label;     /* natural words: "stadium id"; never NULL */
    const char *comment;   /* from the database, or NULL */
    const char *decl_type; /* declared SQL type, or NULL when only the file's type is known */
    enum column_type type;
    enum time_storage time;
    bool primary;
    bool not_null;    /* the database promises it; false where nobody knows */
    bool virtual_now; /* DuSQL's TIME_NOW: "today", usable wherever a time column is */
};

struct table {
    const char *name, *label, *comment; /* as for columns */
    const char *space; /* PostgreSQL's schema, where the bare name would not find the table; or NULL */
    bool view;
    bool computed; /* reading its rows may cost anything: a view, a virtual table, generated columns */
    bool keyed; /* the database enforces the primary key: it is declared, not repaired */
};

struct foreign_key { /* column ids: from refers to to */
    int from, to;
};

struct schema {
    const char *db_id;
    struct table *tables;
    struct column *columns; /* [0] is '*' */
    struct foreign_key *foreign_keys;
    int n_tables, n_columns, n_foreign_keys;
};

/* Ids by name, the exact spelling first, then ASCII case ignored; -1 when there is none.  A table of -1 searches the columns
 * that belong to no table. */
int schema_find_table(const struct schema *schema, struct slice name);
int schema_find_column(const struct schema *schema, int table, struct slice name);
/* True if some foreign key, in either direction, joins the two columns. */
bool schema_joins(const struct schema *schema, int column_a, int column_b);

/* The column's `time`, or what its declared type lets one expect: TIME_DATE and TIME_DATETIME for the
 * types of these names, TIME_NATIVE if the schema is of a database that has them; else TIME_UNKNOWN. */
enum time_storage schema_guess_time_storage(const struct column *column, enum sql_dialect dialect);

/* Natural words of an identifier: "StadiumID2" -> "stadium id 2", "home_town" -> "home town". */
char *schema_label(struct arena *arena, const char *identifier);

/* ---- schemas from files --------------------------------------------------------------- */

struct schema_set {
    struct schema *schemas;
    int n_schemas;
    struct map by_id;
};

enum schema_flavour {
    SCHEMA_SPIDER, /* tables.json of Spider, SParC, CoSQL and Chase */
    SCHEMA_DUSQL,  /* db_schema.json: gets TIME_NOW as column 1 */
};
/* Reads a schema file whole; the message of a failure names file, record and field. */
enum status schema_set_read(struct arena *arena, const char *path, enum schema_flavour flavour,
                            struct schema_set *out, struct error *err);
const struct schema *schema_set_find(const struct schema_set *set, const char *db_id);

/* Adds the primary and foreign keys a modeller would have declared (MODEL.md section 1): for the
 * parser's eyes only, since the official metrics need the file as it is. */
void schema_repair_keys(struct arena *arena, struct schema *schema);

#endif
