/* db.h - a user's database: reading its schema, running queries, and finding stored values.
 *
 * Nothing here writes to the database, whatever SQL it is given: SQLite files are opened
 * read-only behind an authorizer, PostgreSQL is asked in read-only transactions that are always
 * rolled back.  docs/SAFETY.md says what is enforced by what.  What we derive (the value index) is
 * kept in a cache directory of our own.
 *
 * A driver is a struct db_driver (internal.h): a few functions and a row in the table of db.c.
 * Everything above (binding, type repair, value index) is written against these.
 *
 * A struct db belongs to one thread at a time.  A value index is immutable and may be shared. */
#ifndef ASTORMER_DB_H
#define ASTORMER_DB_H

#include "schema/schema.h"
#include "text/text.h"

#include <stdatomic.h>

/* ---- queries ---------------------------------------------------------------------------- */

enum db_kind { DB_NULL, DB_INTEGER, DB_REAL, DB_TEXT, DB_BLOB };
/* What PostgreSQL calls a cell where the kind says less: for those who show it. */
enum db_called {
    DB_CALLED_SO,
    DB_CALLED_BOOLEAN, /* an integer, 0 or 1 */
    DB_CALLED_DECIMAL, /* a text: digits of a number that no other kind holds */
};

struct db_cell {
    enum db_kind kind;
    enum db_called called;
    int64_t integer;
    double real;
    struct slice bytes; /* text (any encoding the writer chose) or blob; dies with the row */
};

/* A request to stop, which another thread or a signal handler may make at any time.  The query
 * that was given it ends within about 50 ms.  Stays requested until cleared. */
struct db_cancel {
    atomic_bool requested;
};
static inline void db_cancel_request(struct db_cancel *cancel)
{
    atomic_store(&cancel->requested, true);
}
static inline void db_cancel_clear(struct db_cancel *cancel)
{
    atomic_store(&cancel->requested, false);
}

struct db_limits { /* 0 or NULL = no limit; db_default_limits for what people write */
    long max_rows;
    size_t max_bytes; /* of text and blobs over all rows */
    double seconds;   /* the deadline, from the call on */
    const struct db_cancel *cancel;
    bool any_cell; /* cells may be over DB_MAX_CELL: for scans of what is stored */
};
#define DB_MAX_CELL (16 << 20)  /* bytes of the largest text or blob a query may read or build */
#define DB_MAX_SQL (256 << 10)  /* bytes of a statement */
extern const struct db_limits db_default_limits; /* 1,000 rows, 16 MB, 10 s */

/* Receives a result.  header may be NULL.  Either may return false to stop early, which is not
 * an error. */
struct db_sink {
    bool (*header)(void *context, const char *const *names, int n);
    bool (*row)(void *context, const struct db_cell *cells, int n);
    void *context;
};

struct db_outcome {
    long rows;      /* handed to the sink */
    bool truncated; /* a row or byte limit cut the result */
    bool timed_out; /* with ST_LIMIT: the deadline passed */
    bool cancelled; /* with ST_LIMIT: somebody asked to stop */
};

struct db;

/* Whether a SQLite file is read by a process of its own, which can be killed and may do nothing but
 * read it.  PostgreSQL is such a process already. */
enum db_isolation {
    DB_ISOLATE_NEVER, /* statements we wrote ourselves, files we trust */
    DB_ISOLATE_IF_POSSIBLE, /* if a program to run is found */
    DB_ISOLATE_ALWAYS,
};

/* What may be seen.  A pattern is a table's or view's name, or schema.name, in any letter case,
 * with * and ? as in the shell.  What may not be seen is in no schema and in no value index, and a
 * query that names it is refused, edited by hand or not.  A view that may be seen shows what it
 * shows, whatever it reads.  A pattern that fits nothing is an error: it would protect nothing. */
struct db_options {
    const char *const *tables; /* only these; n_tables 0 = all */
    int n_tables;
    const char *const *deny; /* not these, even if listed above */
    int n_deny;
    enum db_isolation isolate;
    const char *worker; /* the program of the process; NULL: $ASTORMER_WORKER, else what is installed */
    size_t memory;      /* bytes a query may take there; 0: 512 MB */
    bool lazy; /* opening does not wait for that process: what is wrong shows when it is first needed */
};

const char *db_sqlite_version(void);

/* The process that runs queries never returns from this: the command `db-worker`. */
_Noreturn void db_worker_main(void);

/* Opens `where`: a path to a SQLite file, or a postgresql:// URI; what the URI leaves out comes
 * from the PG* variables, so that "postgresql://" is "as psql would".  The message of a failure
 * says what to do when a file is missing, is no database, is encrypted, is locked, or is a WAL
 * database on read-only media.  options may be NULL; nothing of it is kept. */
enum status db_open_with(const char *where, const struct db_options *options, struct db **out,
                         struct error *err);
enum status db_open(const char *where, struct db **out, struct error *err);
void db_close(struct db *db); /* NULL is fine */
/* The path, or a PostgreSQL URI without its password. */
const char *db_path(const struct db *db);
/* What to print for it: sql_print(arena, schema, query, db_dialect(db)). */
enum sql_dialect db_dialect(const struct db *db);

/* Runs one statement that must only read.  Passing the deadline or being cancelled is ST_LIMIT
 * (the outcome says which); passing the row or byte limit is ST_OK with truncated set.  What the
 * guard refuses is ST_USAGE with a message that starts with "refused:". */
enum status db_query(struct db *db, const char *sql, const struct db_limits *limits,
                     const struct db_sink *sink, struct db_outcome *outcome, struct error *err);
/* The same checks up to the point where it would run: names, types, the guard. */
enum status db_prepare(struct db *db, const char *sql, struct error *err);

/* What rows tell a reader, as a fingerprint of an unordered bag of unordered cells: results that
 * differ only in the order of rows and columns have the same one.  Start with {0}. */
struct db_print {
    uint64_t sum;
    long rows;
};
void db_print_row(struct db_print *print, const struct db_cell *cells, int n);

/* Rows kept after the query that gave them: names and bytes are copied. */
struct db_rows {
    const char **names;
    int n_columns;
    struct db_cell *cells; /* [n_rows][n_columns] */
    int n_rows;
    size_t bytes;          /* all of this takes */
    int capacity, n_cells; /* of cells */
};
void db_rows_header(struct arena *arena, struct db_rows *rows, const char *const *names, int n);
void db_rows_add(struct arena *arena, struct db_rows *rows, const struct db_cell *cells, int n);

/* "name" with quotes doubled: a hostile name stays a name. */
char *db_quote_name(struct arena *arena, const char *name);

/* ---- schema ------------------------------------------------------------------------------- */

#define DB_MAX_TABLES 2000
#define DB_MAX_COLUMNS 20000

/* Reads tables, views, columns, keys and comments, in the database's own order.  Labels are
 * words with abbreviations spelt out; column types come from declared type, name and content
 * (see db_repair_types).  db_id is the file's name without directory and suffix, or the name of
 * the PostgreSQL database. */
enum status db_schema(struct arena *arena, struct db *db, struct schema *out, struct error *err);
/* The same; of a SQLite file that has not changed since, as it was last read (schema_cache.c).
 * cache_dir as in struct value_options. */
enum status db_schema_cached(struct arena *arena, struct db *db, const char *cache_dir,
                             struct schema *out, struct error *err);

/* Has the schema changed since?  Cheap enough to ask before every question. */
struct db_shape {
    uint64_t file;  /* which file it is: another may have taken its name; 0 for a server */
    uint64_t state; /* changes whenever the schema may have changed */
};
enum status db_shape(struct db *db, struct db_shape *out, struct error *err);
/* For a state that is not what it was: are tables or columns others than in this schema, which was
 * read from the database then? */
enum status db_schema_differs(struct db *db, const struct schema *then, bool *out,
                              struct error *err);

/* SQLite's rule for what a column does to what is stored or compared with it. */
enum db_affinity { DB_AFFINITY_BLOB, DB_AFFINITY_TEXT, DB_AFFINITY_NUMERIC, DB_AFFINITY_INTEGER,
                   DB_AFFINITY_REAL };
enum db_affinity db_affinity_of(const char *decl_type); /* NULL = none declared */

/* Where the columns of a schema stand in a database, by name: a benchmark's schema file and its
 * database need not agree in order, letter case, or at all. */
struct db_source {
    const char *table, *column; /* as the database spells them; NULL when it has no such column */
    const char *from;           /* the table as FROM needs it: quoted, with its schema */
    const char *decl_type;
    enum db_affinity affinity;
    bool view, computed; /* see struct table */
};
struct db_binding {
    struct db_source *columns; /* by schema column id */
    int n_columns, n_missing;  /* missing: columns of a table that the database lacks */
};
enum status db_bind(struct arena *arena, struct db *db, const struct schema *schema,
                    struct db_binding *out, struct error *err);

/* Column types as content and names tell them (MODEL.md section 1, without per-database lists):
 * yes/no columns become boolean, years and dates time, numbers kept as text number.  Looks at
 * the first thousand rows of a table.  Changes only columns whose present type is too weak. */
enum status db_repair_types(struct db *db, const struct db_binding *binding,
                            struct schema *schema, struct error *err);

/* ---- databases kept as text ------------------------------------------------------------------ */

/* The SQLite file that n scripts (CREATE and INSERT statements, run one after the other) make: found
 * in the cache, or built there if a script has changed since.  Scripts are not trusted: other kinds
 * of statement are refused, and time and size are limited.  cache_dir as in value_options, but ""
 * will not do. */
enum status db_build(struct arena *arena, const char *name, const char *const *scripts, int n,
                     const char *cache_dir, const char **path, struct error *err);

/* ---- files of rows ---------------------------------------------------------------------------- */

enum rows_file { /* by the end of its name */
    ROWS_NONE,    /* no such file: a database, perhaps */
    ROWS_CSV,     /* .csv, .txt: the delimiter is found out */
    ROWS_TSV,     /* .tsv, .tab */
    ROWS_JSON,    /* .jsonl, .ndjson, .json: an object a line, or one list of objects */
    ROWS_FOREIGN, /* .parquet, .duckdb, .xlsx and the like: known, and not read */
};
enum rows_file db_rows_file(const char *path);
/* What to do about a ROWS_FOREIGN file. */
enum status db_rows_foreign(const char *path, struct error *err);

#define IMPORT_MAX_FILE ((size_t)512 << 20)
#define IMPORT_MAX_COLUMNS 1000
/* The SQLite file that n files of rows make, a table each, named as the file is: found in the cache, or
 * built there if a file has changed since.  Types are what all cells of a column agree on; days written
 * as 31.12.2023 or 12/31/2023 are kept as 2023-12-31 where only one reading is possible.  A message
 * names file and line.  cache_dir as in db_build. */
enum status db_import(struct arena *arena, const char *const *files, int n, const char *cache_dir,
                      const char **path, struct error *err);

/* Rows of a SQLite file that refer to nothing, by its declared foreign keys; what the first of them
 * is, or NULL. */
enum status db_broken_keys(struct arena *arena, const char *path, int *n, const char **first,
                           struct error *err);

/* ---- value index ---------------------------------------------------------------------------- */

/* Which columns hold this word or phrase?  A read-only block of memory, usually a mapped file;
 * see value_index.c for the layout.  One entry is one distinct cell of one column; entries of a
 * column are contiguous.  Column ids are those of the schema it was built for. */
struct value_index;

enum value_match { /* best first */
    VALUE_EXACT,   /* the cell is the phrase, but for case, accents and punctuation */
    VALUE_STEM,    /* the cell is the phrase, but for inflection: "cats" - "Cat" */
    VALUE_CONTAINS,/* the cell contains the phrase as a run of words */
    VALUE_WORDS,   /* the cell has all the words, in another order or with gaps */
    VALUE_PREFIX,  /* a word of the cell starts with the (last) word */
    VALUE_FUZZY,   /* a word of the cell is a letter or two away */
};
#define N_VALUE_MATCHES 6
const char *value_match_name(enum value_match match);

struct value_hit {
    int column;
    enum value_match match;
    float similarity;  /* of phrase and cell, 0..1: text_similarity of their normal forms */
    struct slice cell; /* as stored, in the index */
};

/* Cells known without a database, as those of a web table that only questions tell of. */
struct value_cell {
    int column;
    const char *text;
};
struct value_cells {
    const struct value_cell *v;
    int n;
};

struct value_options { /* zero fields take the defaults given */
    size_t max_bytes;        /* of the index: 512 MB */
    long max_column_values;  /* distinct cells kept of one text column: 1,000,000 */
    long max_column_numbers; /* and of one number column: 20,000 */
    int max_cell;            /* bytes of the longest cell kept: 256 */
    long max_view_rows;      /* rows read of a view: 100,000 */
    double max_view_seconds; /* and time spent on it: 2 */
    const struct value_cells *cells; /* where there is no database: see ground_open */
    const char *cache_dir;   /* NULL: $XDG_CACHE_HOME/astormer, else ~/.cache/astormer; "" = none */
    void (*progress)(void *context, long rows_done, long rows_total);
    void *progress_context;
};

struct value_report { /* what the index holds, and what it left out */
    long entries, words, bytes;
    long cells_too_long, blobs; /* distinct long cells are counted once a row */
    long columns_cut;           /* columns that hit their limit, or the index its size */
    long views_skipped;         /* views and the like that failed or took too long */
    bool from_cache, stored;    /* read from the cache; (now) in the cache */
};

/* Opens the index of a database from the cache, or builds it and puts it there.  A cache that
 * cannot be written is no error (report.stored says so); a corrupt or outdated one is rebuilt. */
enum status value_index_open(struct db *db, const struct schema *schema,
                             const struct value_options *options, struct value_index **out,
                             struct value_report *report, struct error *err);
/* An index of these cells.  No column counts as complete: there may be other cells. */
enum status value_index_of_cells(const struct schema *schema, const struct value_cells *cells,
                                 const struct value_options *options, struct value_index **out,
                                 struct error *err);
/* An index over bytes in memory (8-byte aligned, kept by the caller): checks them whole. */
enum status value_index_load(const void *bytes, size_t n, struct value_index **out,
                             struct error *err);
void value_index_close(struct value_index *index); /* NULL is fine */
struct value_report value_index_report(const struct value_index *index);

/* Cells that match the phrase made of words[0..n): at most max hits with match <= worst, best
 * first, at most per_column of each column.  Punctuation among the words is skipped. */
int value_index_find(const struct value_index *index, const struct word *words, int n,
                     enum value_match worst, int per_column, struct value_hit *hits, int max);
/* In how many cells a word with this stem occurs; stop words and plain numbers are not counted. */
long value_index_frequency(const struct value_index *index, struct slice stem);

struct value_column { /* what is known of a column's content */
    long first, n;            /* its entries */
    long rows, nulls;         /* as far as read */
    bool complete;            /* every distinct cell is here */
    bool numeric;             /* every cell is a number: low and high are set */
    double low, high;
};
struct value_column value_index_column(const struct value_index *index, int column);
struct slice value_index_cell(const struct value_index *index, long entry);

/* The stored cell of a column that is most like `text`; *similarity in 0..1 (see
 * value_similarity).  An empty slice with similarity 0 when the column holds none. */
struct slice value_index_best(const struct value_index *index, int column, const char *text,
                              double *similarity);
/* How like two values are: the best of plain, word-sorted (x 0.95) and contained (x 0.9)
 * similarity of their normal forms. */
double value_similarity(const char *a, size_t n_a, const char *b, size_t n_b);

#endif
