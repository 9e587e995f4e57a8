/* search.h - from encoder states to queries: beam search over derivations (paper, Alg. 2), the
 * constraints that keep every hypothesis a valid query, and values back to literals.
 *
 * A hypothesis is a derivation with a score, the sum of the log-probabilities of its actions.
 * All live hypotheses of all questions advance together, one row each (or, in a random order, one
 * a frontier node).  Nothing is normalised by length: log P(y) is what the model was trained on.
 * Search goes on while a live hypothesis could still enter the n best.  It ends with them: nothing
 * is run here (infer/).
 *
 * Ties are broken by the order of (hypothesis, frontier node, action), so the same question gives
 * the same answer on any number of threads. */
#ifndef ASTORMER_SEARCH_H
#define ASTORMER_SEARCH_H

#include "model/model.h"

enum search_constraints {
    CONSTRAIN_TYPES, /* the paper's: an action must fit the type of the node */
    CONSTRAIN_FULL,  /* only actions from which a query valid on this schema can be finished */
};

/* Rules that prefer the likely among what is valid (preferences.c). */
enum {
    PREFER_NO_REPEATS, PREFER_WHOLE_WORDS, PREFER_OWN_VALUES, PREFER_ONE_KIND, PREFER_AS_ASKED,
    N_PREFERENCES
};
struct search_preference {
    const char *name, *what;
    const char *acts; /* how often it stands against gold: bench/gold_allowed */
};
extern const struct search_preference search_preferences[N_PREFERENCES];

struct search_options {
    int beam;   /* hypotheses kept a step */
    int n_best; /* queries returned, at most beam */
    enum search_constraints constraints;
    bool repair;     /* answers are mended by what the network did not say: GROUP BY columns of a
                      * random order sorted, numbers and LIKE patterns held against the question */
    unsigned without; /* bits of the preferences that are switched off */
    int max_steps;   /* 0: the model's limit */
    bool unless_alone; /* of one question with a history: if the model says that it does not go on
                        * from it, nothing is searched (struct search_result, alone) */
};
#define SEARCH_DEFAULT                                                                          \
    ((struct search_options){.beam = 5, .n_best = 5, .constraints = CONSTRAIN_FULL,             \
                             .repair = true})
/* What the paper's algorithm does and no more, the same for every decoder: for comparisons. */
#define SEARCH_FAIR                                                                             \
    ((struct search_options){.beam = 5, .n_best = 5, .constraints = CONSTRAIN_TYPES})

/* What a predicted value was turned into. */
struct search_value {
    int column;              /* it is compared with, 0 if none */
    const char *predicted;   /* as decoded */
    const char *written;     /* as it stands in the SQL */
    bool from_cell;          /* spelt as a stored value */
    bool from_question;      /* spelt as in the question */
    const struct model_value *pointed; /* what was pointed at; NULL if it was spelt */
};

struct search_query {
    double log_p;
    const struct derivation *derivation; /* steps in the order they were taken */
    const double *step_log_p;            /* [derivation->n_steps] */
    const struct tree *tree;
    struct query *query;     /* literals as written */
    struct search_value *values;
    int n_values;
};

/* Where the time of a whole batch went. */
struct search_seconds {
    double encoder;  /* network: question and schema */
    double decoder;  /* network: steps */
    double symbolic; /* derivations, constraints, relations, values */
};

struct search_result {
    struct search_query *queries; /* best first */
    int n;
    int n_broken; /* hypotheses that were finished and no query: of a token decoder many */
    double verdicts[N_VERDICTS]; /* the model's, on this question; -1 if it gives none */
    bool alone;   /* not searched: read it again without its history (unless_alone) */
    int steps;    /* of the search */
    long rows;    /* decoder rows computed */
    struct search_seconds seconds;
};

/* Answers n questions to one memory.  Results live in arena. */
enum status search_run(struct arena *arena, const struct model *model, struct nn_tape *tape,
                       const struct model_question *const *questions, int n,
                       const struct search_options *options, struct search_result *results,
                       struct error *err);

/* ---- the parts, for tests -------------------------------------------------------------------- */

/* What the constraints know of a question's schema; for one thread. */
struct constraints;
struct constraints *constraints_new(struct arena *arena, const struct grammar *grammar,
                                    const struct model_question *question, int max_steps);
/* Switches preferences off, by their bits. */
void constraints_without(struct constraints *c, unsigned preferences);
/* A partial query as the constraints see it: read once, then asked about any number of actions. */
struct partial;
struct partial *partial_new(struct arena *arena);
void partial_read(struct partial *partial, const struct constraints *c,
                  const struct derivation *derivation);
/* The same for a derivation that begins with the steps of one already read, `from`: only the further
 * steps are. */
void partial_follow(struct partial *partial, const struct partial *from,
                    const struct derivation *derivation);
/* True if the derivation, after this action, can still become a query that prepares within the
 * steps that are left. */
bool partial_allows(struct partial *partial, const struct candidate *node, struct action action);

/* Rewrites literals in place: spelling from the question or a stored cell, numbers, dates and
 * booleans by the column they are compared with, LIKE patterns.  With repair also numbers that
 * another of the question's must have been meant for, and what "starts with" says of a pattern. */
void values_restore(struct arena *arena, const struct model_question *question, bool repair,
                    struct query *query, struct search_value **values, int *n_values);

#endif
