/* internal.h - the table of benchmarks and the reader of records, shared by the files of data/. */
#ifndef ASTORMER_DATA_INTERNAL_H
#define ASTORMER_DATA_INTERNAL_H

#include "data/data.h"

enum { MAX_ALTERNATIVES = 3, MAX_SPLITS = 4 };

struct reader { /* a dataset being read */
    struct arena *arena;
    struct dataset *out;
    const struct dataset_source *source;
    struct json_where at;
    int examples_capacity, bad_capacity, schemas_capacity;
};

struct benchmark {
    const char *name;
    const char *folder; /* its usual name; NULL: as the benchmark */
    enum language language;
    enum schema_flavour flavour;
    bool multi_turn;
    struct {
        const char *name;
        const char *files[MAX_ALTERNATIVES]; /* all of them, in this order; of "a|b" the first
                                              * that exists */
        bool no_gold; /* a test split */
    } splits[MAX_SPLITS];
    const char *tables[MAX_ALTERNATIVES];    /* the first that exists */
    const char *databases[MAX_ALTERNATIVES]; /* the first that exists */
    const char *contents; /* a file with the cells of all databases, where there are none; or NULL */
    /* names of the fields of a record */
    const char *db, *utterance, *id;
    const char *query[MAX_ALTERNATIVES]; /* the first that is there */
    const char *reworded; /* the utterance it is made of: an equal one is left out */
    const char *choose_on; /* see struct dataset */
    /* NULL: files are JSON lists of records with these fields */
    enum status (*read)(struct reader *r, const struct benchmark *b, const char *folder,
                        struct error *err);
};

const struct benchmark *benchmark_find(const char *name);
/* dir itself, or its sub-folder of the benchmark's name. */
const char *benchmark_folder(struct arena *arena, const struct benchmark *b, const char *dir);
const char *first_existing(struct arena *arena, const char *folder, const char *const *names,
                           int n);

/* ---- records.c: what all readers of records share -------------------------------------------- */

void set_aside(struct reader *r, const char *reason);
/* A text field within the limit, copied; NULL (with *err filled) if it is not there. */
const char *take_text(struct reader *r, const json_t *record, const char *field,
                      struct error *err);
/* Question, query, id and tags of one turn. */
bool read_turn(struct reader *r, const struct benchmark *b, const json_t *record,
               const char *db_id, struct example *e, struct error *err);
bool read_history(struct reader *r, const json_t *record, struct example *e, struct error *err);
void add_example(struct reader *r, const struct example *e);
/* Takes the schema (whose arrays stay where they are) and where its content is. */
void add_schema(struct reader *r, const struct schema *schema, const char *database_file);
/* A whole file that is one list of records. */
enum status read_list(struct reader *r, const struct benchmark *b, const char *path,
                      struct error *err);
/* Calls take for every line of the text that is not empty; r->at.record counts them all. */
void each_line(struct reader *r, struct slice text,
               void (*take)(struct reader *r, const char *line, size_t n));
/* A line as a JSON object; NULL if it is none, which is then set aside. */
json_t *line_record(struct reader *r, const char *line, size_t n);

/* Fills dataset.cells from such a file. */
enum status read_contents(struct reader *r, const char *path, struct error *err);

/* ---- the other shapes -------------------------------------------------------------------------- */

enum status read_json_lines(struct reader *r, struct error *err);
enum status read_live_schema(struct arena *arena, const char *path, const char *db_id,
                             struct schema *out, struct error *err);
enum status read_corpus(struct reader *r, const struct benchmark *b, const char *folder,
                        struct error *err);
enum status read_wikisql(struct reader *r, const struct benchmark *b, const char *folder,
                         struct error *err);

/* ---- names for web tables, which have none (web_names.c) -------------------------------------- */

/* What the headers say the rows are: "matches", "episodes"; words of lower case letters and '_'. */
const char *web_table_name(struct arena *arena, const char *const *headers, int n);
/* A header as a column's name: "school/club team" -> "school_club_team". */
const char *web_column_name(struct arena *arena, const char *header);
/* The same in another style: "SchoolClubTeam". */
const char *web_camel(struct arena *arena, const char *name);

/* ---- checking ------------------------------------------------------------------------------------ */

struct tally { /* how often each text came */
    struct map index; /* text -> place in counts */
    int *counts;
    int n, capacity;
};
struct checking {
    struct arena *arena;
    const struct dataset *corpus;
    bool guided; /* tags and mix as the guide wants them */
    struct corpus_check *out;
    struct map ids, pairs; /* of all databases: record ids; question and query -> example */
    struct tally openings; /* first two words */
    struct arena scratch;
};
struct checked_database {
    const struct schema *schema;
    struct db *db;
    int from, to; /* its examples */
};
void check_finding(struct checking *c, const char *database, const char *id, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
void check_records(struct checking *c, const struct checked_database *d);
/* Fills closest (if there are files) and within. */
enum status check_resemblance(struct checking *c, const char *const *against, int n,
                              struct error *err);

#endif
