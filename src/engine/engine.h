/* engine.h - the public API (astormer.h) for the rooms above, which may also see the schema, JSON
 * values instead of texts, and what confidence is made of.
 *
 * The engine turns a question into plain data: an answer holds texts and numbers only, so it
 * outlives the session that made it, and one rendering (answer_json) serves every command. */
#ifndef ASTORMER_ENGINE_H
#define ASTORMER_ENGINE_H

#include "astormer.h"
#include "schema/schema.h"

/* ---- errors ---------------------------------------------------------------------------------- */

/* The numbers of both enums are the same; *to may be NULL.  Returns the code. */
enum astormer_status error_out(struct astormer_error *to, const struct error *from);

/* ---- models and databases ---------------------------------------------------------------------- */

/* The model to use when none is named: $ASTORMER_MODEL, else the one shipped. */
enum status model_default_path(struct arena *arena, const char **out, struct error *err);

/* As last read: these stay until a question of the same database is asked (astormer_session_refresh). */
const struct schema *database_schema(const struct astormer_database *database);
const struct value_index *database_values(const struct astormer_database *database);
struct value_report database_value_report(const struct astormer_database *database);
const char *database_where(const struct astormer_database *database);
struct astormer_database *session_database(const struct astormer_session *session);
/* For measuring: until told otherwise (NULL) the session's questions are read against this database,
 * opened for the same model, and its queries run there; items of left_out (or NULL) are not shown. */
struct model_database;
void session_read_by(struct astormer_session *session, const struct model_database *database,
                     const bool *left_out);

/* Any bytes as valid UTF-8: what is not becomes U+FFFD. */
char *text_valid(struct arena *arena, const char *s, size_t n);

/* Names of tables and columns, then stored values, that start with the prefix (any letter case):
 * at most max, each once, in a list in the arena. */
int database_complete(struct arena *arena, const struct astormer_database *database,
                      const char *prefix, int max, const char ***out);

/* The same statement but for white space outside quotation marks: people and pages break lines. */
bool same_statement(const char *a, const char *b);

/* ---- JSON -------------------------------------------------------------------------------------- */

/* For json_dump: doubles as people write them. */
#define ANSWER_JSON_FLAGS JSON_REAL_PRECISION(15)
/* The members of an answer, into an object the caller opens and may add to. */
void answer_members(struct json_text *out, const struct astormer_answer *answer,
                    const struct astormer_result *result, unsigned flags);
void result_value(struct json_text *out, const struct astormer_result *result);
/* The same as data, for those who go on working with it. */
json_t *answer_json(const struct astormer_answer *answer, const struct astormer_result *result,
                    unsigned flags);
json_t *result_json(const struct astormer_result *result);
json_t *schema_json(const struct schema *schema);
/* Rows of a table, as far as they were read when the database was opened; -1 if unknown. */
long database_rows(const struct astormer_database *database, int table);
/* The schema with what is stored, as far as it was read: "rows" of tables, and of columns "distinct" and
 * up to three "samples"; "edition": how often it has been read.  Any thread may ask. */
json_t *database_json(const struct astormer_database *database);

/* ---- confidence -------------------------------------------------------------------------------- */

/* What tells a right answer from a wrong one, before anybody looked at it. */
enum { /* in the order of confidence_names */
    FEATURE_LOG_P,    /* log-probability of the first query */
    FEATURE_WEAKEST,  /* of its least likely step */
    FEATURE_MARGIN,   /* to the next query that gives other rows, at most CONFIDENCE_MARGIN_MAX */
    FEATURE_STEPS,    /* length of its derivation, in tens of steps */
    FEATURE_UNLINKED, /* share of the question's content words that name nothing */
    FEATURE_UNUSED,   /* stored values the question mentions and the query does not, at most 3 */
    FEATURE_EMPTY,    /* 1 if it gives no row */
    FEATURE_FAILED,   /* 1 if it did not run */
    FEATURE_DOUBT,    /* square root of minus the log-probability: the step from sure to fairly sure
                       * costs more than that from unlikely to more unlikely */
    FEATURE_REST,     /* the same of all steps but the least likely: one open choice is worth more trust
                       * than many */
    FEATURE_OUTPUTS,  /* columns of its result: each is one more to have taken wrongly */
    FEATURE_JUDGE,    /* how far the model's judge puts it ahead of the next, at most
                       * CONFIDENCE_JUDGE_MAX; 0 if it was not asked */
    FEATURE_JUDGED,   /* 1 if it was: then the second look was in doubt */
    N_FEATURES
};
#define CONFIDENCE_MARGIN_MAX 8.0
#define CONFIDENCE_JUDGE_MAX 5.0
#define CONFIDENCE_OUTPUTS_MAX 8
extern const char *const feature_names[N_FEATURES];
const double *answer_features(const struct astormer_answer *answer); /* [N_FEATURES] */
const double *answer_looks(const struct astormer_answer *answer, int query); /* [N_LOOKS], infer.h */
/* What trying a query out showed, in a few words (run_told() of infer.h). */
const char *answer_run_told(struct arena *arena, const struct astormer_answer *answer, int query);

/* P(right) = 1 / (1 + exp(-(bias + sum weights x features))). */
struct calibration {
    double bias, weights[N_FEATURES];
};
extern const struct calibration calibration_fallback; /* for model files without */
double calibration_confidence(const struct calibration *c, const double features[N_FEATURES]);
/* {"bias": x, "log_p": x, ...}; false if it is no such object. */
bool calibration_read(const json_t *object, struct calibration *out);
json_t *calibration_json(const struct calibration *c);

/* An answer that somebody looked at. */
struct judged {
    double features[N_FEATURES];
    bool right;
    int group; /* database: answers of one are never in both halves of a comparison */
};
#define CALIBRATION_MIN 50
/* Fits the coefficients; refuses fewer than CALIBRATION_MIN answers, and answers all of a kind. */
enum status calibration_fit(const struct judged *judged, int n, struct calibration *out,
                            struct error *err);

#define RELIABILITY_BINS 10
struct reliability { /* does 0.8 mean 8 of 10? */
    struct {
        int n, right;
        double confidence; /* their sum */
    } bins[RELIABILITY_BINS];
    double error; /* expected calibration error: mean distance of confidence and share right */
    double brier; /* mean square of (confidence - right) */
};
void calibration_measure(const double *confidence, const struct judged *judged, int n,
                         struct reliability *out);

#endif
