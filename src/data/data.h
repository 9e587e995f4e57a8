/* data.h - questions with their SQL: the five benchmarks of the paper, and our own JSON lines.
 *
 * A dataset is one split of one benchmark read into an arena: a flat list of examples (each turn
 * of a conversation is one, carrying the utterances before it) and the schemas they refer to.
 * SQL stays text here; parsing it is the reader's business no more than the scorer's.  A record
 * that cannot be read is set aside with its reason (dataset.bad) and never replaced by something
 * else; a file that cannot be read at all is an error.
 *
 * A new benchmark is one row in benchmarks.c. */
#ifndef ASTORMER_DATA_H
#define ASTORMER_DATA_H

#include "schema/schema.h"

enum language { LANGUAGE_ENGLISH, LANGUAGE_CHINESE };

struct example {
    const char *id;       /* the benchmark's own id, or NULL */
    const char *db_id;
    const char *question; /* the current utterance */
    const char *sql;      /* gold, or NULL in a test split */
    const char *const *history; /* earlier utterances of the conversation, oldest first */
    int n_history;
    int interaction; /* which conversation; equal for the turns of one */
    int turn;        /* 0-based within it */
    const struct schema *schema;
};

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
    const char **database_files; /* JSON lines that name them: by schema; else NULL */
};

/* Reads split ("train", "dev", "test") of benchmark `name` below dir, which is either the
 * benchmark's own folder or the one that holds it.  name "jsonl" reads the file dir itself, with
 * schemas from `tables` (elsewhere it overrides the benchmark's own) or, without it, from the
 * database each line names in its field "database", as files of corrections do. */
enum status dataset_read(struct arena *arena, const char *name, const char *dir,
                         const char *split, const char *tables, struct dataset *out,
                         struct error *err);

/* The names dataset_read knows, NULL-terminated. */
const char *const *dataset_names(void);

/* Path of an example's database file, or NULL if the dataset has none or the file is missing. */
const char *dataset_database(struct arena *arena, const struct dataset *dataset,
                             const char *db_id);

/* The paper's form of a conversation: current utterance, then the earlier ones, newest first,
 * joined by " | ". */
char *example_joined_question(struct arena *arena, const struct example *example);

#endif
