/* infer.h - from questions to candidates: the one path of ask, predict, eval and calibrate.
 *
 * Search ends with an n-best of queries.  Here each of them is run, once: what that showed stays
 * with the candidate, for all who come after: the order (guidance), the comparison of candidates,
 * confidence, and the reader, who need not run the first one again to see its rows.
 *
 * A candidate is likely if it is within INFER_LIKELY of the best one that works, or none has.  The
 * rows of likely ones are kept and seen to the end where that is near; of others a few are looked
 * at, to see that they run.  Candidates run in the order of their probability. */
#ifndef ASTORMER_INFER_H
#define ASTORMER_INFER_H

#include "ground/ground.h"
#include "search/search.h"

enum infer_guidance {
    GUIDE_OFF,    /* nothing is run */
    GUIDE_ERRORS, /* queries that run within the budget come first */
    GUIDE_EMPTY,  /* and among them those that return a row */
};

#define INFER_LIKELY 3.0     /* nats */
#define INFER_MAX_COMPARED 5 /* candidates that may be likely */

/* ---- a second look ----------------------------------------------------------------------------- */

/* What is looked at, of each candidate. */
enum {
    LOOK_LOG_P,           /* log-probability, less that of the likeliest */
    LOOK_WEAKEST,         /* of its least likely step */
    LOOK_STEPS,           /* of its derivation, in tens */
    LOOK_AGREED,          /* how much likelier its rows are than itself: others give them too */
    LOOK_FAILED,          /* 1 if it does not run */
    LOOK_EMPTY,           /* 1 if it runs and tells nothing */
    LOOK_ONE_ROW,         /* 1 if it returns one */
    LOOK_OUTPUTS,         /* columns of its result */
    LOOK_UNUSED_CELLS,    /* stored values that the question says, whole, and it does not use */
    LOOK_UNUSED_VALUES,   /* numbers, dates, quoted words */
    LOOK_UNUSED_NAMES,    /* names of tables and columns */
    LOOK_UNNAMED_COLUMNS, /* it uses and no word speaks of; keys apart */
    LOOK_UNNAMED_TABLES,
    LOOK_AGAIN,           /* 1 if a likelier one returns the same rows: then that one is the choice */
    LOOK_JUDGE,           /* what the judge says, less what it says of the best; 0 if it was not asked */
    /* beside what was answered to the question before, if that is known (before.c) */
    LOOK_UNCHANGED,       /* 1 if it is the same query */
    LOOK_LOST_TABLES,     /* that one had and it has not */
    LOOK_LOST_OUTPUTS,
    LOOK_NEW_OUTPUTS,     /* that one had not and it has */
    LOOK_NEW_CONDITIONS,
    N_LOOKS
};
extern const char *const look_names[N_LOOKS];
struct second_look { /* a candidate's score is the weighted sum */
    double weights[N_LOOKS];
    double doubt; /* the judge is asked if the first is ahead by less than this, without it */
};
#define LOOK_DOUBT 3.0 /* of weights that do not say */
double look_score(const struct second_look *look, const double looks[N_LOOKS]);
bool second_look_read(const json_t *object, struct second_look *out); /* {"log_p": x, ...} */
json_t *second_look_json(const struct second_look *look);
/* Of what a model says of itself (may be NULL); false if it has none. */
bool second_look_of(const char *about, struct second_look *out);

/* ---- the whole path ------------------------------------------------------------------------------ */

struct infer_options {
    struct search_options search;
    enum infer_guidance guidance;
    double seconds;                 /* a query may run */
    const struct db_cancel *cancel; /* stops queries; may be NULL */
    long keep_rows;                 /* of likely candidates; 0: rows are looked at and not kept */
    bool compare;                   /* if not, only what may come first is likely */
    struct arena *keep_in;          /* where they live; NULL: with the rest */
    const struct second_look *look; /* orders what was run anew; NULL: it stays as it is */
    const struct query *before;     /* what was answered to the question before; NULL: not known */
};
#define INFER_DEFAULT                                                                           \
    ((struct infer_options){.search = SEARCH_DEFAULT, .guidance = GUIDE_ERRORS, .seconds = 1})
/* What the paper's algorithm does and no more, the same for every decoder: for comparisons. */
#define INFER_FAIR ((struct infer_options){.search = SEARCH_FAIR, .guidance = GUIDE_OFF})

enum run_state {
    RUN_NOT,    /* not tried */
    RUN_ENDED,  /* every row was seen */
    RUN_CUT,    /* it runs; rows were seen, but not all */
    RUN_FAILED, /* an error, or no row within the budget */
};

struct run_outcome { /* what running a query showed */
    enum run_state state;
    bool any;              /* a row has something in it: the sum of no rows tells nothing */
    bool timed_out;
    struct db_print print; /* of the rows seen, and how many */
    struct db_rows rows;   /* the first of them, if kept; names and n_columns in any case */
    const char *first;     /* a glance at the first row, for the judge; NULL: there is none */
    double seconds;        /* it took */
    struct error error;    /* if it failed */
};
/* What running showed, in a few words: how many rows, and the first of them. */
const char *run_told(struct arena *arena, const struct run_outcome *run);
static inline bool run_works(const struct run_outcome *run)
{
    return run->state == RUN_ENDED || run->state == RUN_CUT;
}

enum run_compared { RUN_UNKNOWN, RUN_SAME, RUN_OTHER };

struct infer_candidate {
    const struct search_query *found; /* query, tree, derivation, log_p, values */
    const char *sql;                  /* in the database's dialect; no other candidate has it */
    double log_p;                     /* found->log_p */
    double weakest;                   /* log-probability of its least likely step */
    struct run_outcome run;
    enum run_compared compared; /* its rows with the first candidate's */
    double looks[N_LOOKS];      /* 0 if it was not run */
    double score;               /* what it is ordered by: of the second look, else log_p */
};

struct inference { /* of one question */
    const struct model_question *question; /* as it was read in the end (infer_tables) */
    struct infer_candidate *candidates; /* best first */
    int n;
    struct search_result search;  /* verdicts, steps, where time went */
    double database_seconds;      /* spent running them, over the whole batch */
};

/* Answers n questions to one memory.  Results live in arena. */
enum status infer_run(struct arena *arena, const struct model *model, struct nn_tape *tape,
                      const struct model_question *const *questions, int n,
                      const struct infer_options *options, struct inference *out,
                      struct error *err);

/* ---- the parts ------------------------------------------------------------------------------- */

/* The question with the tables that the encoder, too, takes for those that matter (tables.c); itself if
 * the network sees its whole schema, or has no opinion. */
const struct model_question *infer_tables(struct arena *arena, const struct model *model,
                                          struct nn_tape *tape, const struct model_question *question);
/* What is known of the tables of a large schema, for those who fit weights to it (bench/). */
enum { /* of a group: that the question is about it */
    CHANCE_WORDS,      /* how much they say of its tables at most, less that of the best group */
    CHANCE_READ,       /* 1 if the encoder read it; the rest is 0 if not */
    CHANCE_ANSWERABLE, /* log-odds that it can answer the question */
    CHANCE_TABLE,      /* logit of being used, of the likeliest table */
    CHANCE_COLUMN,     /* and column */
    N_CHANCE_ABOUT
};
enum { /* of a table: that it is needed if the question is about its group */
    CHANCE_BIAS,
    CHANCE_SIZE,       /* logarithm of how many tables the group has */
    CHANCE_WAS_READ,
    CHANCE_BEHIND,     /* how much the words say of it, less that of the best of its group */
    CHANCE_USED,       /* logit of being used */
    CHANCE_COLUMN_USED, /* of its likeliest column */
    N_CHANCE_NEEDED
};
struct infer_chances {
    struct ground_groups groups;
    float (*about)[N_CHANCE_ABOUT];   /* [groups.n] */
    float (*needed)[N_CHANCE_NEEDED]; /* [tables of the schema] */
};
/* Of a question that has `read->score`. */
void infer_chances(struct arena *arena, const struct model *model, struct nn_tape *tape,
                   const struct model_question *question, struct infer_chances *out);
/* The n best of a search, none with the SQL of another before it.  db may be NULL. */
void candidates_of(struct arena *arena, const struct schema *schema, const struct db *db,
                   const struct search_result *found, struct inference *out);
/* Runs each of them once. */
void candidates_run(struct arena *arena, struct db *db, const struct infer_options *options,
                    struct infer_candidate *candidates, int n);
/* Those that run (and return rows, if asked) before the others, otherwise keeping order. */
void candidates_guide(struct infer_candidate *candidates, int n, enum infer_guidance guidance);
/* Fills `looks` of all of them; by these the best first.  before may be NULL. */
void candidates_look(const struct model_question *question, const struct query *before,
                     struct infer_candidate *candidates, int n);
/* Of a candidate's looks those that hold it against what was answered before. */
void look_before(const struct query *before, const struct query *query, double looks[N_LOOKS]);
void candidates_order(const struct second_look *look, struct infer_candidate *candidates, int n);
/* Is the first, by its score, so little ahead of one with other rows that the judge is to be asked? */
bool candidates_in_doubt(const struct second_look *look, const struct infer_candidate *candidates,
                         int n);
/* Has the model's judge read all of them, in one batch, and fills LOOK_JUDGE; the tape infers. */
void candidates_judge(const struct model *model, struct nn_tape *tape,
                      const struct model_question *question, struct infer_candidate *candidates,
                      int n);
/* What the judge reads: the conversation as the parser read it (question.text), the sentence of tell/
 * and run_told(), cut to MODEL_MAX_JUDGED sub-words. */
struct model_judged judge_text(struct arena *arena, const struct vocab *vocab, const char *read,
                               const char *told, const char *result);
/* Scores of one question's candidates as the feature has them: against the best. */
void judge_compare(double *scores, int n);
/* Stored values that the question says, whole, and the query does not use: at most 3. */
int look_unused_cells(const struct model_question *question, const struct search_query *found);
/* Says of the likely ones whether they tell the reader the same as the first. */
void candidates_compare(struct infer_candidate *candidates, int n);

#endif
