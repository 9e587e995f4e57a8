/* eval.h - the official scores of text-to-SQL, verdict for verdict.
 *
 * Owns: exact set match of Spider, SParC and CoSQL by component and hardness, the same for DuSQL
 * and Chase with and without values, execution match over all databases of a schema (test
 * suites), question and interaction match, and the reports made of them.
 *
 * The official scripts are what the field compares itself with, so their verdicts are reproduced
 * as they are, oversights included; nothing outside of this room may rely on the queries parsed
 * here.  Where the scripts stop with an error, this room goes on:
 *   - a prediction they cannot parse is VERDICT_UNPARSED (and counts as wrong, as with them);
 *   - a gold query they cannot parse, an unknown db_id or a bad line has no exact-match verdict
 *     (VERDICT_NONE, left out of the ratio), and a warning names file and line;
 *   - a schema without a database file has no execution verdict (VERDICT_NONE);
 *   - a gold query that fails to run makes the execution verdict wrong, with a warning.
 * Databases are opened read-only, statements other than SELECT are refused, and every statement
 * has a deadline that fires.
 *
 * An eval_schema is immutable and may be shared by threads; an eval_executor belongs to one. */
#ifndef ASTORMER_EVAL_H
#define ASTORMER_EVAL_H

#include "db/db.h"

enum eval_dataset { EVAL_SPIDER, EVAL_SPARC, EVAL_COSQL, EVAL_DUSQL, EVAL_CHASE };
#define N_EVAL_DATASETS 5
const char *eval_dataset_name(enum eval_dataset dataset);
bool eval_dataset_parse(const char *name, enum eval_dataset *out);

enum eval_verdict {
    VERDICT_WRONG,
    VERDICT_RIGHT,
    VERDICT_UNPARSED, /* exact match only: wrong, and the official parser refuses it */
    VERDICT_NONE,     /* cannot be told: see above */
};
char eval_verdict_letter(enum eval_verdict verdict); /* 0 1 U - */

enum eval_hardness { HARDNESS_EASY, HARDNESS_MEDIUM, HARDNESS_HARD, HARDNESS_EXTRA, N_HARDNESS };
const char *eval_hardness_name(enum eval_hardness hardness); /* "-" for N_HARDNESS */

/* In the order of the official tables. */
enum eval_part {
    PART_SELECT, PART_SELECT_NO_AGG, PART_WHERE, PART_WHERE_NO_OP,
    PART_GROUP,  /* Spider: group(no Having) */
    PART_HAVING, /* Spider: group, that is, with HAVING */
    PART_ORDER, PART_AND_OR, PART_SETS, PART_KEYWORDS, N_PARTS
};
const char *eval_part_name(enum eval_dataset dataset, enum eval_part part);

struct eval_component {
    bool right;
    bool in_pred, in_gold; /* counts for accuracy, for recall */
};

/* One prediction against one gold query. */
struct eval_score {
    enum eval_hardness hardness; /* of the gold query; N_HARDNESS if it does not parse */
    enum eval_verdict exact;
    enum eval_verdict exec; /* DuSQL and Chase: exact match with values */
    struct eval_component parts[N_PARTS];
};

/* ---- exact match -------------------------------------------------------------------------- */

struct eval_schema;
/* Keeps a pointer to schema. */
struct eval_schema *eval_schema_new(struct arena *arena, const struct schema *schema,
                                    enum eval_dataset dataset);
/* Fills all of out but, for the datasets with databases, exec.  Texts are what stands in the
 * file's line; scratch is used and left as it was. */
void eval_match(struct arena *scratch, const struct eval_schema *schema, struct slice gold,
                struct slice pred, struct eval_score *out);

/* ---- execution match ---------------------------------------------------------------------- */

/* A cell compares as Python compares what its sqlite3 module returns; bytes of a text that cannot be
 * decoded are left out.  Some permutation of the columns makes the rows equal, as lists or as bags. */
bool eval_rows_equal(struct arena *scratch, const struct db_rows *gold,
                     const struct db_rows *pred, bool ordered);

/* The same as a person means it: these columns in this order, numbers equal to a millionth of their
 * size, rows as a list if the gold query orders them and as a bag otherwise. */
bool eval_rows_as_asked(struct arena *scratch, const struct db_rows *gold,
                        const struct db_rows *pred, bool ordered);
/* Is the result as a whole ordered (an ORDER BY outside of all parentheses)? */
bool eval_sql_orders(const char *sql);

struct eval_limits {
    int timeout_ms;  /* of one statement; 0 = none */
    int max_rows;    /* of one result */
    size_t max_bytes; /* that one takes */
};
extern const struct eval_limits eval_default_limits;

/* Open databases of one thread; closes them when freed. */
struct eval_executor;
struct eval_executor *eval_executor_new(struct eval_limits limits);
void eval_executor_free(struct eval_executor *executor);
/* Runs one SELECT as it stands.  ST_IO: no such database; ST_LIMIT: too long, or more than
 * max_rows (or the executor's own limit) rows; ST_INPUT: SQLite or the guard refuses it. */
enum status eval_execute(struct arena *arena, struct eval_executor *executor, const char *path,
                         const char *sql, int max_rows, struct db_rows *out,
                         struct error *err);

/* The *.sqlite files of DIR/db_id/, over all directories, sorted. */
struct eval_databases {
    const char **paths;
    int n, capacity;
};
void eval_find_databases(struct arena *arena, const char *const *directories, int n_directories,
                         const char *db_id, struct eval_databases *out);

/* ---- whole files -------------------------------------------------------------------------- */

enum eval_metric { METRIC_MATCH = 1, METRIC_EXEC = 2, METRIC_ALL = 3 };

struct eval_options {
    enum eval_dataset dataset;
    const char *gold, *pred, *tables; /* files; tables may be NULL with METRIC_EXEC */
    const char *const *databases;     /* directories */
    int n_databases;
    enum eval_metric metric;
    bool keep_distinct;
    struct eval_limits limits;
    int n_workers;
};

struct eval_pair {
    struct slice gold, pred;
    const char *db_id; /* never NULL; "" where the line has none */
    long gold_line, pred_line;
    int interaction, turn; /* from 0 */
    struct eval_score score;
    bool gold_exact_self; /* the gold query matches itself */
    bool gold_runs;       /* on all its databases */
    char exec_note[96];   /* why a query did not run, or "" */
};

struct eval_ratio {
    long right, total;
};
struct eval_level {
    long count;
    struct eval_ratio exact, exec;
    struct eval_ratio accuracy[N_PARTS], recall[N_PARTS];
};
enum { LEVEL_ALL = N_HARDNESS, LEVEL_JOINT, N_LEVELS };
#define N_TURNS 5 /* 1, 2, 3, 4 and all later ones */

struct eval_report {
    enum eval_dataset dataset;
    enum eval_metric metric;
    struct eval_pair *pairs;
    int n_pairs, n_interactions;
    struct eval_level levels[N_LEVELS];
    struct eval_level turns[N_TURNS];
    struct eval_ratio self_exact, self_exec; /* gold against gold */
    long unparsed_pred, unparsed_gold, without_database;
    const char **warnings; /* the first MAX_WARNINGS, whole lines */
    int n_warnings, warnings_capacity, warnings_left_out;
};
#define MAX_WARNINGS 20

/* Reads, scores and sums up.  The report lives in arena. */
enum status eval_files(struct arena *arena, const struct eval_options *options,
                       struct eval_report *out, struct error *err);

/* One database's share of a report. */
struct eval_group {
    const char *db_id;
    struct eval_level level;
};
/* The databases of a report, the one with the smallest share of exact matches first. */
struct eval_group *eval_by_database(struct arena *arena, const struct eval_report *report, int *n);
/* This clause, present in either query, is not the same in both. */
bool eval_part_wrong(const struct eval_score *score, enum eval_part part);
/* In how many wrong predictions (that parse) each clause differs; one may differ in several. */
void eval_wrong_clauses(const struct eval_report *report, long wrong[N_PARTS]);
void eval_print_breakdown(struct strbuf *out, const struct eval_report *report);

void eval_print_table(struct strbuf *out, const struct eval_report *report); /* official layout */
void eval_print_tsv(struct strbuf *out, const struct eval_report *report);
json_t *eval_summary_json(const struct eval_report *report); /* the caller's reference */
json_t *eval_breakdown_json(const struct eval_report *report); /* by database, by clause */
json_t *eval_details_json(const struct eval_report *report); /* with every pair and component */

#endif
