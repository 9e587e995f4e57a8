/* internal.h - what the files of engine/ share. */
#ifndef ASTORMER_ENGINE_INTERNAL_H
#define ASTORMER_ENGINE_INTERNAL_H

#include "engine/engine.h"
#include "infer/infer.h"
#include "tell/tell.h"

#include <stdatomic.h>

struct corrections;
struct remembered;

#define DECLINE_BELOW 0.5 /* of models that do not say */

struct astormer_model {
    atomic_int uses; /* the opener's, and each database's */
    struct loaded_model *loaded;
    struct calibration calibration;
    bool calibrated;
    struct second_look look; /* its weights, if looks */
    bool looks;
    double decline_below; /* answerable with less than this probability: declined */
    struct arena arena;
    const char *path, *about;
};

/* What was read of a database.  Never changed: when the database's schema or its rows do, another takes
 * its place, and this one goes with the last session that uses it. */
struct db_reading {
    atomic_int uses; /* the database's, and each session's */
    int edition;     /* of the schema: 1 for the first */
    int number;      /* of the reading: another one for other rows too */
    struct db_shape shape; /* of the database, just before */
    double took, at;       /* seconds of processor it took, and when it was done */
    struct ground_database *ground; /* its connection is used while reading only */
    struct model_database *ready;   /* over it */
};

struct astormer_database {
    atomic_int uses; /* the opener's, and each session's */
    struct astormer_model *model;
    struct shared_reading *shared;   /* see reading.c */
    struct corrections *corrections; /* NULL: none are kept */
    struct arena arena;
    const char *where;  /* what is opened */
    const char *source; /* what was named: the same, or the first of the files of rows it was made of */
    struct db_options may_see; /* every session's connection is as restricted as the first */
    const char *cache_dir, *synonyms; /* as the options had them, for reading it again */
    bool views;
};

struct astormer_session {
    struct astormer_database *database;
    struct db_reading *reading;
    struct db_shape shape; /* when last looked at */
    struct ground_database ground; /* the reading's, but with the session's own connection */
    struct model_database view;    /* over that */
    const struct model_database *read_by; /* instead of it (session_read_by), or NULL */
    const bool *left_out;
    struct nn_tape *tape;
    struct arena scratch; /* of one call */
    struct db_cancel cancel;
};

/* Structures that callers fill begin with their size; one without was not initialised. */
static inline enum status options_sized(size_t size, struct error *err)
{
    return size >= sizeof size ? ST_OK
                               : fail(err, ST_USAGE, "the options have no size: begin with their "
                                      "initialiser, such as ASTORMER_ASK_OPTIONS");
}

/* ---- readings (reading.c) ------------------------------------------------------------------------- */

/* The first; the connection becomes the reading's. */
enum status reading_first(struct astormer_database *d, struct db *db,
                          const struct ground_options *options, struct error *err);
void reading_end(struct astormer_database *d);
/* The newest, to be given back. */
struct db_reading *reading_take(const struct astormer_database *d);
void reading_drop(struct db_reading *r);
/* The same without a count: for those who ask and look in one thread. */
struct db_reading *reading_now(const struct astormer_database *d);
/* The session over this reading, which it takes, and a connection of its own. */
void session_adopt(struct astormer_session *s, struct db_reading *r, struct db *db);
/* Looks whether the database is what it was; if its schema has changed, has it read again.  Another
 * session that is just doing so is not waited for. */
enum status session_refresh(struct astormer_session *s, struct error *err);

/* ---- answers ------------------------------------------------------------------------------------- */

struct query_parts { /* an astormer_query and what hangs on it; the query comes first */
    struct astormer_query query;
    struct astormer_step *steps;
    struct astormer_value *values;
    struct action *actions; /* [n_steps] to decode it again */
    int *slots;
    struct run_outcome run; /* when it was tried out; RUN_NOT for a correction */
    double looks[N_LOOKS];
    struct telling telling; /* of the sentence; no text: it cannot be told */
    struct astormer_phrase *phrases;
    struct astormer_word *unused;
    const char **notes;
    struct astormer_result *preview; /* or NULL */
};

struct astormer_answer {
    struct arena arena;
    struct astormer_summary summary;
    struct query_parts **queries;
    int n_queries;
    struct astormer_link *links;
    int n_links;
    struct astormer_item *items;
    int n_items;
    const char *text;
    struct astormer_word *words; /* of this question, that could name something */
    int n_words;
    const char **history; /* as asked, oldest first */
    const char **read;    /* what the network read: this question first, then newest first */
    int n_history;
    int n_read;           /* of `read`: 1 if the history was left aside */
    const char *today; /* "YYYY-MM-DD" */
    double features[N_FEATURES];
    int edition, number; /* of the reading it was found by */
    bool all_refused; /* a person said of every candidate's rows that they are wrong */
};

/* follow.c: the plain rule for a question with a history. */
bool question_stands_alone(const struct model_question *question);

/* Plain data from what was read and found; a correction that the network agrees with is filled in. */
void answer_take_question(struct astormer_answer *answer, const struct model_question *question);
void answer_take_query(struct astormer_answer *answer, const struct model_question *question,
                       const struct infer_candidate *candidate);
/* The sentence of a query, with its phrases, into `out`. */
void answer_tell(struct astormer_answer *answer, const struct schema *schema,
                 const struct query *query, struct query_parts *out);
/* trace.c: phrases, unused words and notes of every query. */
void answer_trace(struct astormer_answer *answer, const struct schema *schema);
/* Is it a word such as "average" or "sorted", which says what to do rather than what with? */
bool names_operation(struct slice folded_word);
/* "table.column" */
char *column_name(struct arena *arena, const struct schema *schema, int column);
static inline bool session_cancelled(const struct astormer_session *session)
{
    return atomic_load(&session->cancel.requested);
}

/* paraphrase.c: a remembered question that asks the same in other words; false if there is none. */
bool paraphrase_find(struct astormer_session *session, const struct astormer_answer *answer,
                     struct remembered *out);

/* ---- confidence ------------------------------------------------------------------------------------ */

/* Fills features, confidence, unsure and declined from the candidates, which are those of the answer
 * in their final order, and what was read. */
void answer_judge(struct astormer_answer *answer, const struct astormer_model *model,
                  const struct model_question *question, const struct infer_candidate *candidates, int n);

/* Those of the features that the candidates alone tell; there is one at least. */
void features_of_list(const struct infer_candidate *candidates, int n, double features[N_FEATURES]);

/* ---- relative dates ----------------------------------------------------------------------------------- */

struct day {
    int year, month, day;
};
bool day_parse(const char *text, struct day *out); /* "YYYY-MM-DD", a day that exists */
struct day day_today(void);
/* The question with "yesterday", "last month", "3 weeks ago" as dates; the text itself if it has
 * none. */
const char *dates_resolve(struct arena *arena, const char *question, struct day now);

/* ---- corrections ---------------------------------------------------------------------------------------- */

/* path NULL: the user's own file for the database.  The file need not exist. */
enum status corrections_open(const char *path, const char *where, struct corrections **out,
                             struct error *err);
void corrections_close(struct corrections *c);
const char *corrections_file(const struct corrections *c);
struct remembered { /* what a person said is right */
    const char *right;    /* SQL */
    const char *on;       /* "YYYY-MM-DD", or NULL */
    const char *question; /* as it was asked */
    const char *terms;    /* NULL: not computed yet, and then there is no vector either */
    const float *vector;
    int n_vector, index;
};
#define REMEMBERED_MAX 500 /* the newest questions that others are compared with */
/* What a person said is right for this very question, copied; false if nothing.  All are thread-safe. */
bool corrections_find(struct arena *arena, struct corrections *c, const char *question,
                      const char *const *history, int n_history, struct remembered *out);
/* All that were asked outside of a conversation, the newest first; texts are the file's. */
int corrections_list(struct arena *arena, struct corrections *c, struct remembered **out);
void corrections_keep_vector(struct corrections *c, struct remembered *r, const float *vector,
                             int n, const char *terms);
/* Statements a person said are wrong for this very question; their number. */
int corrections_wrong(struct arena *arena, struct corrections *c, const char *question,
                      const char *const *history, int n_history, const char ***out);

#endif
