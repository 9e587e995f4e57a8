/* data.h - questions with their SQL: the benchmarks of the paper, further sets, and our own files.
 *
 * A dataset is one split of one benchmark read into an arena: a flat list of examples (each turn
 * of a conversation is one, carrying the utterances before it) and the schemas they refer to.
 * SQL stays text here; parsing it is the reader's business no more than the scorer's.  A record
 * that cannot be read is set aside with its reason (dataset.bad) and never replaced by something
 * else; a file that cannot be read at all is an error.
 *
 * A new benchmark is one row in benchmarks.c; one of another shape brings its own read function. */
#ifndef ASTORMER_DATA_H
#define ASTORMER_DATA_H

#include "db/db.h"
#include "schema/schema.h"

enum language { LANGUAGE_ENGLISH, LANGUAGE_CHINESE };

struct example {
    const char *id;       /* the benchmark's own id, or NULL */
    const char *db_id;
    const char *question; /* the current utterance */
    const char *sql;      /* gold; NULL in a test split, and for what cannot be answered */
    bool unanswerable;    /* the record says that no query answers it */
    const char *const *history; /* earlier utterances of the conversation, oldest first */
    int n_history;
    int interaction; /* which conversation; equal for the turns of one */
    int turn;        /* 0-based within it */
    const char *const *tags; /* the record's own */
    int n_tags;
    const struct schema *schema;
};
/* Has the record this tag?  Four hold of every dataset, whatever its records say: "alone" (no
 * history), "follow_up" (a history, and not tagged new_topic), "answerable", "unanswerable". */
bool example_is(const struct example *example, const char *tag);

struct bad_record {
    const char *file;
    long record; /* 0-based position in the file */
    const char *reason;
};

struct dataset {
    const char *name, *split;
    enum language language;
    bool multi_turn;
    struct example *examples;
    int n_examples, n_interactions;
    struct bad_record *bad;
    int n_bad;
    struct schema_set schemas;
    const char *schema_file;
    const char *database_dir; /* DIR/ID/ID.sqlite, or NULL where the benchmark has none */
    const char **database_files; /* where each has its own place: by schema; else NULL */
    /* what checkpoints are chosen on: another split of the same dataset, "" = nothing of it,
     * NULL = a share of the databases, taken out of this split */
    const char *choose_on;
    struct value_cells *cells;   /* where there are no databases but some cells: by schema; or NULL */
};

struct dataset_source {
    /* a benchmark's name, or "jsonl"; "/PART" behind it, as often as wanted, keeps only the
     * examples that have this tag ("corpus/alone"), have it not ("corpus/-typo"), or a share of
     * them that is always the same ("wikisql/25%") */
    const char *name;
    const char *dir;       /* the benchmark's own folder or the one that holds it; jsonl: the file */
    const char *split;     /* "train", "dev", ...: see dataset_splits */
    const char *tables;    /* schema file instead of the benchmark's own; or NULL */
    const char *databases; /* jsonl: folder with ID/ID.sqlite, ID.sqlite, ID.sql, or ID/ as of a corpus */
};
/* Reads a split.  jsonl takes schemas from `tables`, from the databases in `databases`, or from the
 * database each line names in its field "database", as files of corrections do. */
enum status dataset_read_from(struct arena *arena, const struct dataset_source *source,
                              struct dataset *out, struct error *err);
enum status dataset_read(struct arena *arena, const char *name, const char *dir,
                         const char *split, const char *tables, struct dataset *out,
                         struct error *err);

/* The names dataset_read knows, NULL-terminated; and in one line, for messages. */
const char *const *dataset_names(void);
const char *dataset_names_text(void);
/* The splits of a dataset that have gold queries, NULL-terminated; NULL if it is unknown. */
const char *const *dataset_splits(const char *name);

/* Path of an example's database file, or NULL if the dataset has none or the file is missing. */
const char *dataset_database(struct arena *arena, const struct dataset *dataset,
                             const char *db_id);
/* The cells that are known where there is no database, or NULL. */
const struct value_cells *dataset_cells(const struct dataset *dataset, const char *db_id);

/* The paper's form of a conversation: current utterance, then the earlier ones, newest first,
 * joined by " | ". */
char *example_joined_question(struct arena *arena, const struct example *example);

/* ---- what a pair is made of ------------------------------------------------------------------ */

enum sql_construct {
    SQL_JOIN, SQL_MULTI_JOIN, SQL_LEFT_JOIN, SQL_GROUP, SQL_HAVING, SQL_ORDER, SQL_LIMIT,
    SQL_DISTINCT, SQL_LIKE, SQL_BETWEEN, SQL_CASE, SQL_WINDOW, SQL_SET_OP, SQL_SUBQUERY,
    SQL_IN_LIST, SQL_NULL, SQL_OR, SQL_NOT, SQL_DATE, SQL_CAST, SQL_ARITHMETIC, N_SQL_CONSTRUCTS
};
extern const char *const sql_construct_names[N_SQL_CONSTRUCTS];
struct sql_shape {
    bool has[N_SQL_CONSTRUCTS]; /* multi_join: three tables or more */
    int n_tables, n_selects, n_tokens;
};
/* From the text alone, in any dialect. */
void sql_shape_of(const char *sql, struct sql_shape *out);

/* How far a question speaks the database's language: tables and columns the query uses (keys left
 * out), and those all of whose words stand in the question. */
struct name_overlap {
    int n_words;
    int tables, tables_named;
    int columns, columns_named;
};
void question_names(struct arena *scratch, const struct schema *schema, const char *question,
                    const char *sql, struct name_overlap *out);

/* ---- a corpus: databases kept as text -------------------------------------------------------- */

/* The folders of a corpus that hold a database (a schema.sql), by name. */
struct corpus_folder {
    const char *name, *path;
    bool held_out; /* heldout.txt names it */
};
struct corpus_folders {
    struct corpus_folder *v;
    int n, capacity;
};
enum status corpus_list(struct arena *arena, const char *dir, struct corpus_folders *out,
                        struct error *err);
/* The SQLite file of one, built from its scripts unless the cache has it. */
enum status corpus_database(struct arena *arena, const struct corpus_folder *folder,
                            const char **path, struct error *err);

/* ---- checking a corpus ------------------------------------------------------------------------- */

struct corpus_finding {
    const char *database; /* "" = the corpus as a whole */
    const char *id;       /* of the record, or NULL */
    const char *text;
};

/* Two schemas and the share of names (tables and columns) they have in common, of all names of both. */
struct corpus_pair {
    const char *ours, *other; /* databases */
    const char *where;        /* the schema file of the other, NULL = this corpus */
    int common;               /* names */
    double share;
};

struct corpus_check {
    struct corpus_finding *findings;
    int n_findings, findings_capacity;
    struct corpus_pair *closest; /* one a database, to schemas of the files given; or NULL */
    struct corpus_pair within;   /* the two databases of the corpus that are most alike */
    int n_databases, n_questions, n_alone, n_follow_ups, n_new_topics, n_unanswerable;
    int n_tables, n_columns, n_views, smallest, largest; /* schemas: sums; tables of the extremes */
    long n_words;
    int n_fragments, n_long; /* questions of at most three words, of more than 25 */
    int n_openings, commonest;    /* different first two words; questions with the commonest */
    const char *opening;
    struct name_overlap names; /* sums */
    int constructs[N_SQL_CONSTRUCTS];
};
#define CORPUS_MAX_RESEMBLANCE (1.0 / 3)

/* Checks the databases of a dataset "corpus" (read as "all"), and that no schema resembles one of
 * the files `against` (n of them, Spider's tables.json).  guided: also the tags and the mix of questions
 * that corpus/GUIDE.md asks of a database, and that no query occurs twice in it. */
enum status corpus_check(struct arena *arena, const struct dataset *corpus,
                         const char *const *against, int n, bool guided,
                         struct corpus_check *out, struct error *err);

#endif
