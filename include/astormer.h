/* astormer.h - ask a database in plain language, from C.
 *
 * The way of a program:
 *
 *     struct astormer_error err;
 *     struct astormer_model *model;
 *     struct astormer_database *database;
 *     struct astormer_session *session;
 *     struct astormer_answer *answer;
 *     struct astormer_result *rows;
 *     if (astormer_model_open(NULL, &model, &err) ||
 *         astormer_database_open(model, "shop.sqlite", NULL, &database, &err) ||
 *         astormer_session_open(database, &session, &err) ||
 *         astormer_ask(session, "Which books cost less than 10 pounds?", NULL, &answer, &err))
 *         ... err.message says what is wrong, and where ...
 *     astormer_answer_rows(session, answer, 0, NULL, &rows, &err);
 *
 * Objects.  A model is a model file in memory.  A database is a user's database made ready for
 * one model: its schema, and an index of its stored values; when its schema changes, the next question
 * has it read again.  Both serve any number of threads.  A session is a connection to a database with the memory to think in; it
 * serves one thread at a time, and any number of sessions may share a database.  Answers, results
 * and explanations are plain data and outlive everything else.  Objects may be closed in any
 * order: a session keeps its database, and a database its model, alive.  Closing NULL is fine.
 *
 * Errors.  Functions that can fail return an enum astormer_status, ASTORMER_OK being 0, and put a
 * message into *err, which may be NULL; out-parameters are then NULL.  Nothing prints, exits or
 * raises a signal, but for SIGCHLD when a process that ran statements ends.  Running out of memory is an
 * error of the call (ASTORMER_MEMORY): what it took is given back, and all objects are as they were.
 *
 * Texts are UTF-8, terminated, and belong to the object they were asked of, unless a function
 * says that astormer_free() is to be called.  Questions and stored values may hold any bytes; what
 * is handed out as text has had invalid bytes replaced by U+FFFD, except cells of a result and
 * SQL, which may quote stored bytes.
 *
 * Nothing here writes to the database: it is opened read-only, and every statement passes a guard
 * that refuses whatever does not only read.  Nothing here uses the network, unless the database is
 * a server.
 *
 * Stability.  Structures that callers fill start with their own size (use the initialisers, which
 * set it), so that fields can be added.  Structures handed out by pointer are only ever extended
 * at their end: read them through the pointer, do not copy arrays of them.  Numbers of enums are
 * never reused. */
#ifndef ASTORMER_H
#define ASTORMER_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define ASTORMER_API __attribute__((visibility("default")))
#else
#define ASTORMER_API
#endif

/* ---- errors ---------------------------------------------------------------------------------- */

enum astormer_status {
    ASTORMER_OK = 0,
    ASTORMER_USAGE = 1,       /* the call makes no sense, or a statement does not only read */
    ASTORMER_INPUT = 2,       /* an input is malformed */
    ASTORMER_IO = 3,          /* a file or a database cannot be read or written */
    ASTORMER_LIMIT = 4,       /* over a stated limit, past the deadline, or cancelled */
    ASTORMER_UNSUPPORTED = 5, /* well-formed, but outside of what we handle */
    ASTORMER_DECLINED = 6,    /* we chose not to do it */
    ASTORMER_MEMORY = 7,      /* out of memory, or more than the call may take */
};

struct astormer_error {
    enum astormer_status status;
    char message[480]; /* one line: what is wrong, where, and what to do about it */
};

ASTORMER_API const char *astormer_version(void); /* "0.1.0" */

/* Gives back a text that a function said to. */
ASTORMER_API void astormer_free(char *text);

/* ---- models ------------------------------------------------------------------------------------ */

struct astormer_model;

/* path NULL: $ASTORMER_MODEL, else the model that came with the program. */
ASTORMER_API enum astormer_status astormer_model_open(const char *path, struct astormer_model **out,
                                                      struct astormer_error *err);
ASTORMER_API void astormer_model_close(struct astormer_model *model);
ASTORMER_API const char *astormer_model_path(const struct astormer_model *model);
/* What the model file says of itself, a JSON object: training data, scores, licence; "{}" if
 * nothing. */
ASTORMER_API const char *astormer_model_about(const struct astormer_model *model);

/* ---- databases --------------------------------------------------------------------------------- */

struct astormer_database;

struct astormer_database_options {
    size_t size;
    const char *const *tables; /* only these may be seen or read; NULL: all */
    int n_tables;
    const char *const *deny;   /* these may not */
    int n_deny;
    const char *cache_dir;     /* of value indexes; NULL: the user's cache, "": none */
    const char *corrections;   /* file of corrections; NULL: the user's own for this database,
                                * "": none */
    /* Called now and then while stored values are indexed, which may take a while the first time;
     * may be NULL. */
    void (*progress)(void *context, long rows_done, long rows_total);
    void *progress_context;
    /* Statements on a SQLite file run in a process of their own, which may do nothing but read it,
     * has a limit of memory, and is killed when it does not end in time.  0: if `worker` is given,
     * $ASTORMER_WORKER is set or an astormer program is installed, else in this process, where one
     * call of a function may overrun its time; 1: so or not at all; -1: in this process. */
    int isolate;
    const char *worker;    /* the program astormer; it is run as "astormer db-worker" */
    size_t query_memory;   /* bytes a statement may take there: 512 MB */
    const char *synonyms;  /* file of 'word = table.column' lines; NULL: astormer.synonyms beside a
                            * SQLite file, if there is one */
    int views;             /* 1: views are as good as tables; 0: only if the question names them */
    const char *const *files; /* further files of rows, if `where` is one: a table each */
    int n_files;
};
#define ASTORMER_DATABASE_OPTIONS {.size = sizeof(struct astormer_database_options)}

/* Opens `where`, a SQLite file, a postgresql:// address, or a file of rows (.csv, .tsv, .jsonl, .json),
 * which is loaded into a SQLite file in the cache, for questions to be answered by `model`.  options may
 * be NULL. */
ASTORMER_API enum astormer_status
astormer_database_open(struct astormer_model *model, const char *where,
                       const struct astormer_database_options *options,
                       struct astormer_database **out, struct astormer_error *err);
ASTORMER_API void astormer_database_close(struct astormer_database *database);

/* The schema as the parser sees it, a JSON object {"id", "tables": [{"name", "view", "comment", "rows",
 * "columns": [{"name", "type", "declared", "primary", "comment", "distinct", "samples": [text]}]}],
 * "foreign_keys": [{"from", "to"}]}; "rows" and "distinct" only where they are known.  To be given to
 * astormer_free(); NULL if there is no memory for it. */
ASTORMER_API char *astormer_database_schema_json(const struct astormer_database *database);

/* ---- sessions ---------------------------------------------------------------------------------- */

struct astormer_session;

ASTORMER_API enum astormer_status astormer_session_open(struct astormer_database *database,
                                                        struct astormer_session **out,
                                                        struct astormer_error *err);
ASTORMER_API void astormer_session_close(struct astormer_session *session);

/* Looks whether the schema of the database is what it was when it was read, and if not has it read
 * again, for all sessions.  astormer_ask() begins with this.  *edition, which may be NULL: how often it
 * has been read. */
ASTORMER_API enum astormer_status astormer_session_refresh(struct astormer_session *session,
                                                           int *edition,
                                                           struct astormer_error *err);

/* Stops what the session is doing as soon as possible: the call at work returns ASTORMER_LIMIT.
 * A later call works again.  May be called from any thread and from a signal handler. */
ASTORMER_API void astormer_session_cancel(struct astormer_session *session);

/* ---- questions --------------------------------------------------------------------------------- */

struct astormer_answer;

struct astormer_ask_options { /* fields left 0 or NULL mean what is said */
    size_t size;
    const char *const *history; /* earlier questions of the conversation, oldest first */
    int n_history;
    int beam;           /* hypotheses kept: 5 */
    int n_best;         /* queries returned at most: 5, and never more than the beam */
    int timeout_ms;     /* time that trying queries out may take in all: 5000 */
    int no_compare;     /* do not run likely alternatives to see whether their rows differ */
    int no_corrections; /* do not answer from the file of corrections */
    const char *now;    /* "YYYY-MM-DD", what "yesterday" is relative to: today */
    int follow;         /* enum astormer_follow: is the history needed? */
    long keep_rows;     /* rows kept of each likely query, for astormer_answer_rows(): 1000 */
    size_t max_memory;  /* bytes the call may take, beyond it is ASTORMER_MEMORY: 1 GB */
    const char *before; /* SQL that the last question of the history was answered with: not known */
};
enum astormer_follow {
    ASTORMER_FOLLOW_AUTO = 0, /* decided for each question: see the summary's `follows` */
    ASTORMER_FOLLOW_YES = 1,  /* it goes on from the history */
    ASTORMER_FOLLOW_NO = 2,   /* it is a new question, whatever was asked before */
};
#define ASTORMER_ASK_OPTIONS {.size = sizeof(struct astormer_ask_options)}

/* Longest question, and longest conversation, in bytes; longer ones are ASTORMER_LIMIT. */
#define ASTORMER_MAX_QUESTION 16384

/* Finds queries for a question.  Success with a declined answer (see the summary) means that we
 * would rather not answer; what was found is there all the same. */
ASTORMER_API enum astormer_status astormer_ask(struct astormer_session *session,
                                               const char *question,
                                               const struct astormer_ask_options *options,
                                               struct astormer_answer **out,
                                               struct astormer_error *err);
ASTORMER_API void astormer_answer_close(struct astormer_answer *answer);

struct astormer_summary {
    const char *question; /* as asked */
    const char *read_as;  /* relative dates put as dates; the same text if there were none */
    const char *declined; /* why we would rather not answer; NULL if we answer */
    double confidence;    /* probability that the first query answers the question, 0..1 */
    int calibrated;       /* the model file says how confidence follows from scores */
    int unsure;           /* alternatives should be shown */
    int differ;           /* a likely alternative gives other rows than the first query */
    int corrected;        /* the first query is a person's: the question is in the corrections */
    int tables_seen, tables;   /* of the schema, how many the network looked at, and there are */
    int columns_seen, columns; /* not counting "*" */
    int content_words, linked_words; /* of the question: that could name something, that do */
    double seconds;       /* it took */
    int follows;          /* read as going on from the history; 0: as a question by itself */
    double answerable;    /* probability that this database can answer it; -1: the model gives none */
    const char *told_on;  /* of a correction: the day it was given, "YYYY-MM-DD"; NULL if unknown */
    const char *told_for; /* of a correction for a question in other words: that question; else NULL */
};
ASTORMER_API const struct astormer_summary *
astormer_answer_summary(const struct astormer_answer *answer);

/* The question before this one in the history that was given, NULL if there was none. */
ASTORMER_API const char *astormer_answer_before(const struct astormer_answer *answer);

enum astormer_rows { ASTORMER_ROWS_UNKNOWN = 0, ASTORMER_ROWS_SAME = 1, ASTORMER_ROWS_OTHER = 2 };

struct astormer_query {
    const char *sql;        /* one statement, for the database's own dialect */
    double log_probability; /* of the whole derivation, natural logarithm */
    double probability;     /* e to that */
    double share;           /* its probability among the queries found, which sum up to 1 */
    int n_steps;            /* 0 for a correction: it was not decoded */
    int n_values;
    int runs;               /* it ran within its time when tried out */
    int returns_rows;       /* and gave at least one row that is not all NULL */
    enum astormer_rows rows; /* compared with the first query's */
    const char *told;       /* what it does, as an English sentence; NULL for a correction that could
                             * not be read */
    int n_phrases;          /* of the sentence */
    int n_unused;           /* words of the question that left no trace in it */
    int n_notes;            /* what a reader should know before believing it */
};
/* Queries, the best first; astormer_answer_query() is NULL beyond the last. */
ASTORMER_API int astormer_answer_queries(const struct astormer_answer *answer);
ASTORMER_API const struct astormer_query *
astormer_answer_query(const struct astormer_answer *answer, int i);

enum astormer_action { /* what a decoding step does */
    ASTORMER_RULE = 0,   /* applies a grammar rule */
    ASTORMER_TABLE = 1,  /* chooses a table */
    ASTORMER_COLUMN = 2, /* chooses a column */
    ASTORMER_TOKEN = 3,  /* writes one sub-word of a value; an empty one ends it */
    ASTORMER_VALUE = 4,  /* chooses a value of the question or the database */
};

/* One decoding step.  Step i expands one node of the tree, save that a value that is spelt takes one
 * step a sub-word, all on the same node (`first`). */
struct astormer_step {
    const char *field;     /* name of the node in its parent's rule */
    const char *type;      /* type of the node in the grammar */
    enum astormer_action action;
    const char *name;      /* rule, table, "table.column", sub-word, or value */
    int parent;            /* step that expanded the parent node; -1 for the root */
    int slot;              /* which child of it this is */
    int depth;             /* 0 for the root */
    int first;             /* the step itself; of a value's later sub-words, its first step */
    double log_probability;
    double probability;
};
ASTORMER_API const struct astormer_step *astormer_query_step(const struct astormer_query *query,
                                                             int i);

/* A literal of a query, and where its spelling comes from. */
struct astormer_value {
    const char *written;   /* as it stands in the SQL */
    const char *predicted; /* as the network wrote it */
    const char *column;    /* "table.column" it is compared with, NULL if none */
    int from_cell;         /* spelt as a stored value of that column */
    int from_question;     /* spelt as in the question */
    const char *asked;     /* the words of the question it was matched to, NULL if unknown */
    const char *source;    /* what led to a value that was pointed at: "number", "date", "period",
                            * "quoted", "span", "cell", "code" or "constant"; NULL: it was spelt */
};
ASTORMER_API const struct astormer_value *astormer_query_value(const struct astormer_query *query,
                                                               int i);

/* A part of the sentence that speaks of one thing: where it stands in the SQL, and which words of the
 * question it came from. */
struct astormer_phrase {
    const char *kind;           /* "table", "column" or "value" */
    const char *name;           /* table, "table.column", or the value as the SQL has it */
    int start, end;             /* bytes of the query's `told` */
    int sql_start, sql_end;     /* bytes of its `sql`; -1: it does not stand there as such */
    int asked_start, asked_end; /* bytes of the conversation (astormer_answer_text); -1: no word says it */
};
ASTORMER_API const struct astormer_phrase *astormer_query_phrase(const struct astormer_query *query,
                                                                 int i);

/* A word of the question. */
struct astormer_word {
    const char *text;
    int start, end; /* bytes of the conversation */
};
/* Words that could name something and that this query has nothing of. */
ASTORMER_API const struct astormer_word *astormer_query_unused(const struct astormer_query *query,
                                                               int i);
/* One sentence each: a year compared with a column that holds no time, a stored value that was named
 * and not used, a result without rows. */
ASTORMER_API const char *astormer_query_note(const struct astormer_query *query, int i);

/* A word or phrase of the question (or of an earlier one) that names something. */
struct astormer_link {
    const char *text;
    int start, end;     /* bytes of the conversation: see astormer_answer_text */
    int turn;           /* 0: this question, 1: the one before */
    const char *kind;   /* "exact", "partial", "synonym", "value", ... as `astormer link` */
    const char *table;  /* one of the two is NULL */
    const char *column; /* "table.column" */
    const char *cell;   /* stored value, or NULL */
};
ASTORMER_API int astormer_answer_links(const struct astormer_answer *answer);
ASTORMER_API const struct astormer_link *astormer_answer_link(const struct astormer_answer *answer,
                                                              int i);

/* What the network looked at, in the order of its memory: sub-words of the conversation, tables,
 * columns, values.  Attention over it is in explanations. */
enum astormer_item_kind {
    ASTORMER_ITEM_TOKEN = 0,
    ASTORMER_ITEM_TABLE = 1,
    ASTORMER_ITEM_COLUMN = 2,
    ASTORMER_ITEM_VALUE = 3, /* a literal the query might use */
};
struct astormer_item {
    enum astormer_item_kind kind;
    const char *text; /* sub-word as spelt in the question, table, "table.column", or value */
    int start, end;   /* of a sub-word: bytes of the conversation */
    int turn;         /* of a sub-word */
    int continues;    /* a sub-word that continues the one before */
};
ASTORMER_API int astormer_answer_items(const struct astormer_answer *answer);
ASTORMER_API const struct astormer_item *astormer_answer_item(const struct astormer_answer *answer,
                                                              int i);
/* The conversation as one text: this question, then the earlier ones, newest first, " | " between
 * them. */
ASTORMER_API const char *astormer_answer_text(const struct astormer_answer *answer);

/* ---- rows -------------------------------------------------------------------------------------- */

struct astormer_result;

struct astormer_run_options { /* fields left 0 mean what is said */
    size_t size;
    long max_rows;   /* rows kept: 1000; those beyond are counted while time lasts */
    long max_bytes;  /* of all cells kept: 64 MB */
    int timeout_ms;  /* 5000 */
};
#define ASTORMER_RUN_OPTIONS {.size = sizeof(struct astormer_run_options)}

/* Runs one statement, ours or a person's, under the guard. */
ASTORMER_API enum astormer_status astormer_run(struct astormer_session *session, const char *sql,
                                               const struct astormer_run_options *options,
                                               struct astormer_result **out,
                                               struct astormer_error *err);
/* The rows of query `i` of an answer of this session: those it gave when it was tried out, if they
 * were kept and are all that the options ask for, else it is run now. */
ASTORMER_API enum astormer_status
astormer_answer_rows(struct astormer_session *session, const struct astormer_answer *answer, int i,
                     const struct astormer_run_options *options, struct astormer_result **out,
                     struct astormer_error *err);
ASTORMER_API void astormer_result_close(struct astormer_result *result);

enum astormer_cell_kind {
    ASTORMER_NULL = 0,
    ASTORMER_INTEGER = 1,
    ASTORMER_REAL = 2,
    ASTORMER_TEXT = 3,
    ASTORMER_BLOB = 4,
    ASTORMER_BOOLEAN = 5, /* of PostgreSQL: 0 or 1 in `integer` */
    ASTORMER_DECIMAL = 6, /* of PostgreSQL: a number of more digits than the others hold, in `bytes` */
};
struct astormer_cell {
    enum astormer_cell_kind kind;
    int64_t integer;
    double real;
    const char *bytes; /* of a text, blob or decimal; terminated, but it may hold NULs itself */
    size_t n;
};
ASTORMER_API int astormer_result_columns(const struct astormer_result *result);
ASTORMER_API const char *astormer_result_name(const struct astormer_result *result, int column);
ASTORMER_API long astormer_result_rows(const struct astormer_result *result); /* kept */
/* How many there are in all; -1 when there are more than were counted. */
ASTORMER_API long astormer_result_total(const struct astormer_result *result);
ASTORMER_API const struct astormer_cell *
astormer_result_cell(const struct astormer_result *result, long row, int column);
ASTORMER_API double astormer_result_seconds(const struct astormer_result *result);

/* Runs the queries of an answer, as many as time allows, and keeps the first rows of each with the
 * answer, so that a person can choose between them by what they give.  They are then in the answer's
 * JSON, too. */
ASTORMER_API void astormer_answer_preview(struct astormer_session *session,
                                          struct astormer_answer *answer,
                                          const struct astormer_run_options *options);
/* The first rows, which the answer owns; NULL if the query was not run or failed. */
ASTORMER_API const struct astormer_result *
astormer_query_preview(const struct astormer_query *query);

/* ---- explanations ------------------------------------------------------------------------------ */

struct astormer_explanation;

/* Decodes query `i` of an answer of this session again, recording what the decoder attended to. */
ASTORMER_API enum astormer_status astormer_explain(struct astormer_session *session,
                                                   const struct astormer_answer *answer, int i,
                                                   struct astormer_explanation **out,
                                                   struct astormer_error *err);
ASTORMER_API void astormer_explanation_close(struct astormer_explanation *explanation);
ASTORMER_API int astormer_explanation_layers(const struct astormer_explanation *explanation);
ASTORMER_API int astormer_explanation_steps(const struct astormer_explanation *explanation);
/* Matrices by rows, means over the heads; NULL where the model has none (its decoder is no
 * Transformer).  self: [steps, steps], row i has weights over steps 0..i that sum up to 1.
 * cross: [steps, items].  nearness: [steps, steps], 1 - (s + k) / (2 M), where s and k are the edges
 * from two steps' nodes up to where their paths meet and M is the depth of the tree: what attention
 * that only followed the tree would look like (paper, case study). */
ASTORMER_API const float *
astormer_explanation_self(const struct astormer_explanation *explanation, int layer);
ASTORMER_API const float *
astormer_explanation_cross(const struct astormer_explanation *explanation, int layer);
ASTORMER_API const float *
astormer_explanation_nearness(const struct astormer_explanation *explanation);

/* ---- corrections ------------------------------------------------------------------------------- */

enum astormer_verdict {
    ASTORMER_GOOD = 0, /* this SQL answers the question, as we found it */
    ASTORMER_BAD = 1,  /* this SQL does not */
    ASTORMER_RIGHT = 2, /* this SQL, a person's, answers it */
};
/* Remembers a person's verdict in the database's file of corrections.  The same question is then
 * answered by the SQL that is right, and never again by SQL that is not.  `astormer train --init
 * MODEL --data FILE` learns from the file. */
ASTORMER_API enum astormer_status astormer_correct(struct astormer_session *session,
                                                   const char *question,
                                                   const char *const *history, int n_history,
                                                   const char *sql, enum astormer_verdict verdict,
                                                   struct astormer_error *err);
/* The file's path; NULL if there is none. */
ASTORMER_API const char *astormer_corrections_path(const struct astormer_database *database);

/* ---- JSON -------------------------------------------------------------------------------------- */

enum astormer_json {
    ASTORMER_JSON_STEPS = 1, /* the steps of every query */
    ASTORMER_JSON_LINKS = 2, /* links, and what the network looked at */
    ASTORMER_JSON_FIRST_STEPS = 4, /* the steps of the first query only */
};
/* An answer as one JSON object, with the rows of a result if there is one.  flags: sum of enum
 * astormer_json.  To be given to astormer_free(); NULL if there is no memory for it. */
ASTORMER_API char *astormer_answer_json(const struct astormer_answer *answer,
                                        const struct astormer_result *result, unsigned flags);

#ifdef __cplusplus
}
#endif
#endif
