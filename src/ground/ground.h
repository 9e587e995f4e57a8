/* ground.h - everything about this database and this question that is known before any network.
 *
 * A ground_database is made once per database and shared by ask, serve, train and eval: its schema
 * with types and keys repaired, a profile of every column, the value index, and the names as
 * linking needs them.  ground_read() then reads one question, or a conversation, against it: its
 * words, which of them speak of what (link.h), and which values a query that answers it may hold.
 *
 * Values are candidates, to be pointed at rather than spelt: numbers and dates of the question in
 * the form SQL wants, spans of the question as typed, stored cells that the question seems to mean,
 * and all values of columns that hold only a few.  An answer made of them holds no text that is
 * neither the user's nor the database's.
 *
 * A ground_database is immutable once open; any number of threads may read questions against it.
 * What is read lives in the arena given. */
#ifndef ASTORMER_GROUND_H
#define ASTORMER_GROUND_H

#include "link/link.h"

/* ---- what a column holds --------------------------------------------------------------------- */

/* How a column stores moments. */
enum ground_time {
    GROUND_TIME_NONE,
    GROUND_TIME_DATE,     /* text 2023-05-06 */
    GROUND_TIME_DATETIME, /* text 2023-05-06 10:30:00, or with a T */
    GROUND_TIME_MONTH,    /* text 2023-05 */
    GROUND_TIME_YEAR,     /* 2023, a number or a text */
    GROUND_TIME_YMD,      /* the number or text 20230506 */
    GROUND_TIME_EPOCH,    /* seconds since 1970 */
    GROUND_TIME_EPOCH_MS, /* milliseconds since 1970 */
    GROUND_TIME_CLOCK,    /* a time of day: 10:30 */
    GROUND_TIME_OTHER,    /* dates in a spelling that does not sort: 6 May 2023, 31/12/1999 */
    N_GROUND_TIMES
};
const char *ground_time_name(enum ground_time time);

#define GROUND_FEW 12 /* a column of so many distinct values, or fewer, is a list of codes */

struct ground_code { /* one of a few values of a column */
    const char *text;       /* as stored */
    const char *shown;      /* what it says in English, where the table's names are not: "paid" of "bezahlt" */
    const uint64_t *words;  /* [n_words] its words that carry meaning, as hashes of their stems */
    int n_words;
};

struct ground_profile {
    long rows, nulls;  /* as far as read */
    long distinct;     /* values known of; all of them if complete */
    bool complete;
    bool unique;       /* no value twice, as far as read; false for a column without rows */
    bool numeric;      /* every value is a number; low and high are set */
    bool text_number;  /* numbers in a column declared as text */
    double low, high;
    enum ground_time time;
    int first_year, last_year; /* of a column of time, 0 if unknown */
    const char *yes, *no;      /* how it spells them, NULL if it is no yes/no column; one of them
                                * may not be stored anywhere */
    struct ground_code *codes; /* [n_codes] all its values, if they are at most GROUND_FEW */
    int n_codes;               /* 0 if they are more, too long, or moments */
    bool birth;                /* its name speaks of birth, and it holds moments */
    const char *unit;          /* hint of its name, lower case: "cents", "ms", "chf"; or NULL */
    int length;                /* median bytes of a value */
};
/* A foreign key that nobody declared. */
struct ground_key {
    int from, to;     /* columns */
    float confidence; /* 0..1 */
};
#define GROUND_KEY_SURE 0.8f /* from here on it is used as if it were declared */

/* ---- a database ------------------------------------------------------------------------------ */

struct ground_options { /* all may be zero */
    struct value_options values;
    const char *synonyms; /* a file of them (link.h); NULL: the one beside a database file */
    bool no_values;       /* only names count: what is stored is not looked at */
    bool views;           /* views are as good as tables, named or not */
    bool plain;           /* names and keys as declared: for models that learnt to read them so */
};

struct ground_word { /* of a table's name, its comment, or those of its columns; or said instead */
    uint64_t hash; /* of the stem */
    int table;
    uint8_t kind; /* internal.h, enum evidence */
    float weight; /* how strongly it speaks of the table, among words of its kind */
};

struct ground_spelling { /* of such a word */
    struct slice stem;
    uint64_t hash;
};

struct ground_database {
    struct schema schema; /* with keys and types repaired: what the parser sees */
    struct db *db;              /* NULL: only a schema is known */
    struct value_index *index;  /* NULL without a database and without cells */
    struct value_report report; /* of the index */
    struct ground_profile *profiles; /* [schema.n_columns] */
    struct ground_key *keys; /* inferred; those that are sure are the schema's last foreign keys */
    int n_keys;
    const struct link_schema *links;
    struct ground_word *words; /* of all names and comments, sorted by hash; of large schemas only */
    int n_words;
    const char *const *languages; /* [tables] that names are in, NULL for English; NULL if all are */
    struct ground_spelling *spellings; /* each word once */
    int n_spellings;
    bool views; /* of the options */
    struct arena arena;
};
/* path may be NULL (no content but options->values.cells, if given), schema may be NULL (read it
 * from the database), not both.  The schema's strings must outlive it.  options may be NULL. */
enum status ground_open(const char *path, const struct schema *schema,
                        const struct ground_options *options, struct ground_database **out,
                        struct error *err);
/* The same over a database opened by the caller (db_open_with: restrictions), which is taken over
 * and closed even on failure. */
enum status ground_open_on(struct db *db, const struct schema *schema,
                           const struct ground_options *options, struct ground_database **out,
                           struct error *err);
void ground_close(struct ground_database *database); /* NULL is fine */

/* The words of an identifier, with those that run together cut apart: "slscustcountry" -> "sls cust
 * country".  own (may be NULL) holds words that this schema's other names show. */
const char *ground_split_name(struct arena *arena, const struct map *own, const char *identifier);

/* ---- a question ------------------------------------------------------------------------------ */

enum ground_source {
    GROUND_NUMBER, /* of the question: "ten", 5k, 2 million; or derived from it by a unit */
    GROUND_DATE,   /* a day that the question names, or that starts or ends a period it names */
    GROUND_PERIOD, /* a period that the question names: 2023, 2023-Q2, 2023-03, last month */
    GROUND_QUOTED, /* what the question has in quotation marks, as typed */
    GROUND_SPAN,   /* other words of the question, as typed */
    GROUND_CELL,   /* a stored value that the question seems to mean */
    GROUND_CODE,   /* a value of a column that holds only a few, whatever the question says */
    GROUND_CONSTANT, /* a number that queries have of themselves: 0, 1, 100 */
    N_GROUND_SOURCES
};
const char *ground_source_name(enum ground_source source);

/* One text is one candidate, however many columns hold it and whatever led to it. */
struct ground_value {
    const char *text;  /* the literal as it would stand in the SQL, without quotation marks */
    enum ground_source source; /* the strongest that led to it */
    const char *shown; /* what the encoder reads: the words of the question or the stored value; of
                        * a date also its role: "start of 2023", "day after 2023", "end of 2023" */
    int first_word, n_words; /* where in the question; first_word -1: no word says it */
    const int *columns; /* that hold it, or that it fits; -1 never occurs */
    int n_columns;
    float score;
};
#define GROUND_MAX_VALUES 48
#define GROUND_MAX_COLUMNS 32 /* of one candidate */
struct ground_values {
    struct ground_value *v; /* best first */
    int n;                  /* <= GROUND_MAX_VALUES */
};

/* links must be those of the question.  today ("2026-11-17") may be NULL: then "in March" is never
 * taken to be this year's unless the database knows it. */
void ground_candidates(struct arena *arena, const struct ground_database *database,
                       const struct question *question, const struct links *links,
                       const char *today, struct ground_values *out);
/* Which candidate a literal of a query is, -1 if none: texts compare as they are, then without
 * regard to case and white space; numbers by value. */
int ground_find(const struct ground_values *values, const char *literal);

enum ground_table {
    TABLE_HIDDEN,  /* a view that the question does not name */
    TABLE_SHOWN,   /* where there is room for all */
    TABLE_MATTERS, /* one of the best, or on a path of keys between them */
};
#define GROUND_TABLES 12 /* the best of a large schema; paths between them come on top, */
#define GROUND_PATH_TABLES 12 /* with at most so many tables */

struct ground_question {
    struct question question;
    struct links links;
    struct ground_values values;
    const float *score;    /* [schema.n_tables] how much the words speak of each table of a large schema;
                            * NULL of a small one, where all tables matter */
    const uint8_t *tables; /* [schema.n_tables] enum ground_table */
};
/* utterances[0] is the current one, then the earlier ones, newest first.  vocab may be NULL (see
 * question_read) under the rules LINK_FULL. */
enum status ground_read(struct arena *arena, const struct ground_database *database,
                        const struct vocab *vocab, const char *const *utterances, int n,
                        const char *today, enum link_rules rules, struct ground_question *out,
                        struct error *err);

/* Tables that are read together, as if they were a database of their own: what keys connect, of much
 * the tables next to one. */
struct ground_group {
    const int *tables; /* the one that the words speak most of comes first */
    int n;             /* <= GROUND_GROUP_TABLES */
    int part;          /* groups that keys connect are of one; so are all tables without keys */
};
#define GROUND_GROUP_TABLES 12
struct ground_groups {
    struct ground_group *v;
    int n, n_parts;
};
/* All tables of a large schema that are not hidden, each in one group; the group of the table that the
 * words speak most of comes first. */
struct ground_groups ground_groups(struct arena *arena, const struct ground_database *database,
                                   const struct ground_question *question);
/* Which tables matter by another opinion on them: [schema.n_tables] how likely each is asked for, as a
 * logarithm, but for a constant.  Returns enum ground_table of each. */
const uint8_t *ground_choose(struct arena *arena, const struct ground_database *database,
                             const struct ground_question *question, const float *likely);

#endif
