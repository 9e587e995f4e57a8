/* internal.h - what the files of db/ share: the driver seam, and the value index's layout. */
#ifndef ASTORMER_DB_INTERNAL_H
#define ASTORMER_DB_INTERNAL_H

#include "db/db.h"

#include <pthread.h>

/* What tells one state of a database from another, for the cache. */
struct db_stamp {
    char *identity; /* of xmalloc: where the database is, in full */
    uint64_t state; /* changes whenever the content may have changed */
};

/* Every table and view there is, in the order of the driver's listing. */
struct db_relation {
    const char *space; /* PostgreSQL's schema, or NULL */
    const char *name;
    bool view, shadow; /* shadow: part of a SQLite virtual table */
    bool virtual;      /* SQLite: made by CREATE VIRTUAL TABLE */
    const char *declaration; /* of such a table */
    bool bare;         /* PostgreSQL: the search path finds it without its schema */
    const char *root_space, *root_name; /* PostgreSQL: the table this is a partition of, or NULL */
    bool hidden;       /* may not be seen */
    bool through_view; /* SQLite: hidden, but read by a view that may be seen */
    bool internal;     /* SQLite: read by a virtual table that may be, by itself or through a view */
};
struct db_relations {
    struct db_relation *v;
    int n, capacity;
};

struct db_driver {
    const char *name;
    enum sql_dialect dialect;
    bool distinct_scans; /* rows come over a wire: let the server find the distinct cells */
    bool (*claims)(const char *where);
    enum status (*open)(const char *where, struct db **out, struct error *err);
    void (*close)(struct db *db);
    /* With sink NULL the statement is only prepared. */
    enum status (*query)(struct db *db, const char *sql, const struct db_limits *limits,
                         const struct db_sink *sink, struct db_outcome *outcome,
                         struct error *err);
    /* Fills relations but for `hidden`. */
    enum status (*list)(struct arena *arena, struct db *db, struct db_relations *out,
                        struct error *err);
    /* Tables, views, columns with declared types, keys, comments; no labels and no types.  Leaves
     * out what db_may_see says no to. */
    enum status (*read_schema)(struct arena *arena, struct db *db, struct schema *out,
                               struct error *err);
    enum status (*stamp)(struct db *db, struct db_stamp *out, struct error *err);
    enum status (*shape)(struct db *db, struct db_shape *out, struct error *err);
};
extern const struct db_driver db_driver_sqlite, db_driver_postgres;

struct db { /* a driver's own structure starts with this */
    const struct db_driver *driver;
    char *where; /* of xmalloc; freed by the driver */
    pthread_mutex_t lock; /* a connection serves one statement at a time; statements may nest */

    /* db.c's: what may be seen.  hidden is read anew before a query, while restricted: always for
     * PostgreSQL, for SQLite when the schema has changed. */
    struct arena options_arena, hidden_arena;
    struct db_options options;
    bool restricted;
    struct db_relations hidden; /* all relations, and which may be seen */
    bool hidden_known; /* false: reading that list was cut short */
    uint64_t may_see; /* hash of what options say of it */
    double opening_spent; /* seconds; see db_query_opening */
    bool opening_cut; /* something was not looked at for want of time: another time it may be */
    bool own_query; /* the statement is ours (scans, samples), its names need no check */
};

/* Gives tables and columns their labels, and the schema its name. */
void db_name_schema(struct arena *arena, const struct db *db, struct schema *out);

bool db_may_see(const struct db *db, const char *space, const char *name);
/* Reads anew what there is, and says what of it is hidden. */
enum status db_list_hidden(struct db *db, struct error *err);
/* For SQLite, part of that: what hangs together with what is hidden, and who may read it. */
enum status sqlite_mark_hidden(struct db *db, struct db_relations *relations, struct error *err);

/* db_query for statements of our own that read what the schema has. */
enum status db_query_own(struct db *db, const char *sql, const struct db_limits *limits,
                         const struct db_sink *sink, struct db_outcome *outcome,
                         struct error *err);

/* The same for what may cost anything (views, generated columns, samples of tables that may be
 * scattered): all of them together take DB_OPENING_SECONDS of a connection's life, then fail. */
#define DB_OPENING_SECONDS 10.0
enum status db_query_opening(struct db *db, const char *sql, const struct db_limits *limits,
                             const struct db_sink *sink, struct db_outcome *outcome,
                             struct error *err);

/* Deadline and cancel flag of the query running. */
struct db_stop {
    double deadline; /* in now_seconds; 0 = none */
    const struct db_cancel *cancel;
};
struct db_stop db_stop_of(const struct db_limits *limits);
static inline bool db_stop_cancelled(const struct db_stop *stop)
{
    return stop->cancel && atomic_load_explicit(&stop->cancel->requested, memory_order_relaxed);
}
static inline bool db_stop_now(const struct db_stop *stop)
{
    return db_stop_cancelled(stop) || (stop->deadline > 0 && now_seconds() > stop->deadline);
}
/* ST_LIMIT with the reason, which also goes into the outcome. */
enum status db_stopped(const struct db_stop *stop, const struct db_limits *limits,
                       struct db_outcome *outcome, struct error *err);

/* ---- words of a statement (guard.c) ---------------------------------------------------------- */

enum guard_kind { GUARD_END, GUARD_WORD, GUARD_NAME, GUARD_TEXT, GUARD_OTHER };
struct guard_token {
    enum guard_kind kind; /* NAME: in quotes */
    const char *s;        /* unquoted, in the arena */
    size_t n;
    char symbol;          /* of OTHER */
};
/* All tokens of a statement up to and with GUARD_END, as PostgreSQL cuts it up. */
enum status guard_scan(struct arena *arena, const char *sql, struct guard_token **out, int *n,
                       struct error *err);
/* Refuses a statement for PostgreSQL that names a hidden relation. */
enum status guard_names(const char *sql, const struct db_relations *relations, struct error *err);

/* The SQLite driver is four files. */
struct sqlite3;
struct sqlite_db {
    struct db base;
    struct sqlite3 *handle;
    struct db_stop stop;  /* of the query running */
    char denied[160];     /* what the authorizer refused, for the message */
    int schema_version;   /* when the last statement was looked at */
    struct twin *twin;    /* while restricted */
};
enum status sqlite_read_schema(struct arena *arena, struct db *db, struct schema *out,
                               struct error *err);
void sqlite_add_functions(struct sqlite_db *s);
enum status sqlite_list(struct arena *arena, struct db *db, struct db_relations *out,
                        struct error *err);
void sqlite_undo_statement(void *statement); /* a sqlite3_stmt **, or of one that is NULL */
void sqlite_set_limits(struct sqlite3 *handle);
void sqlite_meet_virtual_tables(struct sqlite3 *handle);
int sqlite_only_reads(void *context, int action, const char *a, const char *b, const char *c,
                      const char *d);
enum status sqlite_stamp(struct db *db, struct db_stamp *out, struct error *err);
enum status sqlite_shape(struct db *db, struct db_shape *out, struct error *err);

/* Hiding (twin.c).  Refuses a statement that names what may not be seen. */
enum status twin_guard(struct sqlite_db *s, const char *sql, struct error *err);
void twin_free(struct twin *twin);
/* Virtual tables over hidden tables, and the shadow tables of hidden ones, are hidden as well. */
void twin_hide_virtual(struct db_relations *all);
void twin_mark_internal(struct db_relations *all); /* once through_view is known */

/* The same file, read by a process of its own; options->worker says by what program. */
enum status isolated_open(const char *where, const struct db_options *options, struct db **out,
                          struct error *err);

/* Comments written in a CREATE TABLE statement, given to its table and columns: the one at the
 * end of a column's line or alone on the line above it. */
void db_read_comments(struct arena *arena, const char *create, struct schema *schema, int table);

enum column_type db_declared_type(const char *decl_type);

/* ---- value index ----------------------------------------------------------------------------- */

/* The file: this header, then the sections in the order of the counts, each starting on 8 bytes.
 * Their places follow from the counts, so there are no offsets to go wrong; what is stored inside
 * a section (offsets into text, ranges of postings) is checked when it is loaded. */
#define VALUE_MAGIC "ASTVALS1"
#define VALUE_VERSION 2
#define VALUE_BYTE_ORDER 0x01020304u
struct disk_header {
    char magic[8];
    uint32_t version, byte_order;
    uint64_t file_bytes;
    uint64_t checksum; /* of the whole file, this field taken as 0 */
    uint64_t stamp;    /* of database state, schema and options */
    uint32_t n_columns, n_entries, n_slots, n_words, n_postings, reserved;
    uint64_t n_text;
    uint64_t cells_too_long, blobs, columns_cut, views_skipped;
};
_Static_assert(sizeof(struct disk_header) == 104, "the header has no holes");

struct disk_column {
    uint32_t first, n; /* entries */
    uint64_t rows, nulls;
    double low, high;
    uint32_t complete, numeric;
};
struct disk_entry {
    uint32_t text;    /* offset */
    uint16_t length, n_words;
    uint32_t column;
};
struct disk_slot { /* open addressing by phrase hash; entry 0 = free, else entry + 1 */
    uint32_t tag, entry;
};
struct disk_word { /* sorted by stem */
    uint32_t text;
    uint32_t length;
    uint32_t first, n; /* postings: entries in ascending order */
};

#define VALUE_PROBES_MAX 256 /* equal or crowded phrases beyond this are not indexed */

/* ---- files of the cache (value_cache.c) -------------------------------------------------------- */

#define CACHED_VALUES ".values"
#define CACHED_SCHEMA ".schema"
char *cache_file_path(struct arena *arena, const char *folder, const char *identity, uint64_t key,
                      const char *suffix);
/* malloc'ed; NULL if it is not there, not ours, empty or larger than max. */
char *cache_file_read(const char *path, size_t max, size_t *n);
bool cache_file_write(struct arena *arena, const char *path, const void *bytes, size_t n);

/* Builds the bytes of an index (malloc'ed). */
enum status value_index_build(struct db *db, const struct schema *schema,
                              const struct value_options *options, uint64_t stamp, void **bytes,
                              size_t *n, struct error *err);
void value_index_build_cells(const struct schema *schema, const struct value_cells *cells,
                             const struct value_options *options, void **bytes, size_t *n);
/* The checksum of a whole index, whose header has its sizes already. */
uint64_t value_checksum(const void *bytes, size_t n);
/* Takes over a malloc'ed block that `value_index_close` then gives back. */
void value_index_own(struct value_index *index, void *bytes);
int value_index_columns(const struct value_index *index);
uint64_t value_index_stamp(const struct value_index *index);

/* A password in a message that quotes an address becomes stars. */
void db_hide_passwords(char *message);

#endif
