/* internal.h - what the files of db/ share: the driver seam, and the value index's layout. */
#ifndef ASTORMER_DB_INTERNAL_H
#define ASTORMER_DB_INTERNAL_H

#include "db/db.h"

/* What tells one state of a database from another, for the cache. */
struct db_stamp {
    char *identity; /* malloc'ed: where the database is, in full */
    uint64_t state; /* changes whenever the content may have changed */
};

struct db_driver {
    const char *name;
    bool (*claims)(const char *where);
    enum status (*open)(const char *where, struct db **out, struct error *err);
    void (*close)(struct db *db);
    enum status (*query)(struct db *db, const char *sql, const struct db_limits *limits,
                         const struct db_sink *sink, struct db_outcome *outcome,
                         struct error *err);
    /* Tables, views, columns with declared types, keys, comments; no labels and no types. */
    enum status (*read_schema)(struct arena *arena, struct db *db, struct schema *out,
                               struct error *err);
    enum status (*stamp)(struct db *db, struct db_stamp *out, struct error *err);
};
extern const struct db_driver db_driver_sqlite;

struct db { /* a driver's own structure starts with this */
    const struct db_driver *driver;
    char *where; /* malloc'ed; freed by the driver */
};

/* The SQLite driver is two files. */
struct sqlite3;
struct sqlite_db {
    struct db base;
    struct sqlite3 *handle;
    double deadline; /* of the query running, in now_seconds */
};
enum status sqlite_read_schema(struct arena *arena, struct db *db, struct schema *out,
                               struct error *err);

/* Comments written in a CREATE TABLE statement, given to its table and columns: the one at the
 * end of a column's line or alone on the line above it. */
void db_read_comments(struct arena *arena, const char *create, struct schema *schema, int table);

enum column_type db_declared_type(const char *decl_type);

/* ---- value index ----------------------------------------------------------------------------- */

/* The file: this header, then the sections in the order of the counts, each starting on 8 bytes.
 * Their places follow from the counts, so there are no offsets to go wrong; what is stored inside
 * a section (offsets into text, ranges of postings) is checked where it is used. */
#define VALUE_MAGIC "ASTVALS1"
#define VALUE_VERSION 1
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

/* Builds the bytes of an index (malloc'ed). */
enum status value_index_build(struct db *db, const struct schema *schema,
                              const struct value_options *options, uint64_t stamp, void **bytes,
                              size_t *n, struct error *err);
/* The checksum of a whole index, whose header has its sizes already. */
uint64_t value_checksum(const void *bytes, size_t n);
/* Takes over a mapping (munmap) or a block (free) that `value_index_close` then gives back. */
void value_index_own(struct value_index *index, void *bytes, size_t n, bool mapped);
uint64_t value_index_stamp(const struct value_index *index);

#endif
