/* ask.h - what ask and shell share: their options, opening, and showing answers. */
#ifndef ASTORMER_CLI_ASK_H
#define ASTORMER_CLI_ASK_H

#include "cli/cli.h"
#include "engine/engine.h"

/* ---- options and opening -------------------------------------------------------------------------- */

struct ask_settings {
    const char *command; /* for messages */
    const char *where, *model, *cache, *corrections, *now, *synonyms;
    bool views;
    struct arg_list tables, deny;
    const char *const *files; /* further files of rows */
    int n_files;
    long beam, n_best, limit, timeout;
};
#define ASK_SETTINGS_OF(name) {.command = name, .beam = 5, .limit = 50, .timeout = 5000}
#define ASK_SETTINGS ASK_SETTINGS_OF(NULL)

/* Rows of an argument table for the fields above. */
#define ASK_ARGS(s)                                                                             \
    {"model", ARG_TEXT, &(s)->model, "FILE", "the model; else $ASTORMER_MODEL, else the one shipped"}, \
    {"limit", ARG_INT, &(s)->limit, "ROWS", "rows shown (default 50)"},                         \
    {"timeout", ARG_INT, &(s)->timeout, "MS", "time a query may take (default 5000)"},          \
    {"beam", ARG_INT, &(s)->beam, "K", "hypotheses kept while decoding (default 5)"},           \
    {"tables", ARG_LIST, &(s)->tables, "NAME", "look only at this table (may be repeated)"},    \
    {"deny", ARG_LIST, &(s)->deny, "NAME", "never look at this table (may be repeated)"},       \
    {"corrections", ARG_TEXT, &(s)->corrections, "FILE", "corrections, instead of the user's own for this database"}, \
    {"synonyms", ARG_TEXT, &(s)->synonyms, "FILE", "'word = table.column' lines, instead of the file beside the database"}, \
    {"views", ARG_FLAG, &(s)->views, NULL, "look at views as at tables (else only if named)"},   \
    {"cache", ARG_TEXT, &(s)->cache, "DIR", "where indexes of stored values are kept ('' = nowhere)"}, \
    {"now", ARG_TEXT, &(s)->now, "DATE", "what 'yesterday' is relative to, YYYY-MM-DD (default today)"}

/* "auto", "yes" or "no" (NULL: auto) to enum astormer_follow; false (and said so) for others. */
bool follow_parse(const char *name, int *out);
/* The words of a command line: a database, or files of rows as many as there are, and then the words of a
 * question, which need no quotation marks; NULL if there are none.  words is put in order for it. */
const char *ask_words(struct arena *arena, struct ask_settings *s, const char **words, int n);
#define ASK_MAX_WORDS 1024
bool ask_settings_check(const struct ask_settings *s); /* prints what is wrong */

struct talk {
    struct astormer_model *model;
    struct astormer_database *database;
    struct astormer_session *session;
};
struct astormer_database_options database_options(const struct ask_settings *settings);
/* Each prints what is wrong and returns an exit code; EXIT_ANSWERED if all is open. */
int database_open(struct astormer_model *model, const struct ask_settings *settings,
                  struct astormer_database **out);
int talk_open(struct talk *talk, const struct ask_settings *settings);
/* Its three parts, in this order, into a talk that starts as {0}; the caller closes it on failure. */
int talk_open_model(struct talk *talk, const struct ask_settings *settings);
int talk_open_database(struct talk *talk, const struct ask_settings *settings);
int talk_open_session(struct talk *talk);
void talk_close(struct talk *talk);
struct astormer_ask_options talk_options(const struct ask_settings *settings);
struct astormer_run_options run_options(const struct ask_settings *settings);
/* "astormer: message" and the exit code that suits it. */
int astormer_fail(const struct astormer_error *err);

/* ---- showing --------------------------------------------------------------------------------------- */

enum rows_format { FORMAT_TABLE, FORMAT_JSON, FORMAT_CSV, FORMAT_MARKDOWN,
                   FORMAT_CSV_RAW /* cells that a spreadsheet takes for formulas stay as they are */ };
bool rows_format_parse(const char *name, enum rows_format *out);

/* width: columns to fit into, 0 if it does not matter. */
void rows_print(FILE *to, const struct astormer_result *result, enum rows_format format, int width);
/* "(20 of 134 rows, 3 ms)" */
void rows_print_count(FILE *to, const struct astormer_result *result);
void answer_print_sql(FILE *to, const char *sql);
/* "12 rows: Late Barley; Salt on the Window; ..." on one line of about `width` columns. */
void rows_print_brief(FILE *to, const struct astormer_result *result, int width);
/* Of one of its queries: the sentence, confidence (of the first), stored values, words not used, notes. */
void answer_print_notes(FILE *to, const struct astormer_answer *answer, int query);
/* For answers that are not sure: "Did you mean", and the readings with what they give (see
 * astormer_answer_preview).  next: how to choose one. */
void answer_print_readings(FILE *to, const struct astormer_answer *answer, long n, const char *next);
/* The queries it might mean besides the first: those with a name in the n best, or with n = 0 the
 * likely ones if there is reason to doubt. */
void answer_print_alternatives(FILE *to, const struct astormer_answer *answer, long n);
/* Links, and the first query's tree with steps and probabilities. */
void answer_print_why(FILE *to, const struct astormer_answer *answer);

#endif
