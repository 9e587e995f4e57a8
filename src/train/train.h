/* train.h - from examples to a trained model.
 *
 * A run is a directory: config.json (all settings), log.jsonl (one object an event),
 * checkpoint.safetensors (weights, optimiser, average: enough to go on to the same bits),
 * best.safetensors (the average at the best score on held-out databases, as a model file).
 *
 * Everything random is a function of (seed, step): the order of an epoch, the samples of a batch,
 * schema shuffles, random traversal paths, dropout.  So the only state besides the optimiser is
 * the step number, and a run that was killed continues as if it had not been. */
#ifndef ASTORMER_TRAIN_H
#define ASTORMER_TRAIN_H

#include "data/data.h"
#include "infer/infer.h"

#include <signal.h>

struct train_settings {
#define SETTINGS_DEF "train/train.def"
#include "base/setting_members.h"
};
const struct setting *train_settings_table(int *n);
struct train_settings train_settings_default(void);

/* ---- samples ------------------------------------------------------------------------------------ */

/* One example made ready: what the encoder reads, and the gold tree. */
struct sample {
    const struct example *example;
    const struct model_database *database;
    struct model_question question;      /* as for asking: what search/ needs to answer it */
    int n_values; /* of the gold query; question.n_added: see struct sample_set */
    const struct tree *tree;             /* gold; NULL if the sample is only to be answered, or
                                          * cannot be */
    const struct derivation *derivation; /* its leftmost-first path in the model's order */
    uint8_t *used;                       /* [tables + columns of the schema] */
    int8_t verdicts[N_VERDICTS];         /* as in struct model_target */
    long cost;                           /* roughly proportional to the time it takes */
};

struct rejected { /* an example that cannot be trained on, and why */
    const struct example *example;
    const char *reason;
};

struct sample_part { /* the samples of one dataset in a mixture */
    int from, n;
    double weight; /* how often each is seen an epoch; half of them, newly drawn, for 0.5 */
};

struct sample_set {
    struct sample *samples;
    int n;
    struct rejected *rejected;
    int n_rejected;
    int n_values, n_values_added; /* literals of gold queries that are pointed at, and those that
                                   * nothing but the gold query led to */
    struct sample_part *parts; /* may be NULL: all samples once */
    int n_parts;
};
int sample_set_epoch(const struct sample_set *set); /* samples seen an epoch */

/* Everything samples are made with; databases are opened once and shared. */
struct sample_maker;
struct sample_maker *sample_maker_new(const struct model *model, const struct vocab *vocab);
void sample_maker_free(struct sample_maker *maker);
const struct value_codec *sample_maker_codec(const struct sample_maker *maker);
/* Appends the examples of a dataset (which must outlive the set).  With gold false the gold query
 * is not looked at: samples to be answered, nothing kept in the input for its sake.  An example
 * whose SQL does not parse, is outside of the grammar or too long, or whose question is empty is
 * rejected with its reason, as are all of a database that cannot be opened.  What is marked as
 * unanswerable is a sample of its own if the model gives verdicts.
 * keep(context, example) false leaves an example out without a word; keep may be NULL. */
enum status samples_add(struct sample_maker *maker, const struct dataset *dataset,
                        bool (*keep)(void *context, const struct example *example), void *context,
                        bool gold, struct pool *pool, struct sample_set *set, struct error *err);
/* The databases of a seeded share of all db_ids in the examples, for keep functions. */
bool holdout_contains(const char *db_id, double share, int seed);
/* Only the databases that a run with the default settings keeps aside: what is fitted to predictions
 * (confidence, thresholds) must be fitted there, never on dev. */
void holdout_keep(struct dataset *dataset);

/* ---- predictions -------------------------------------------------------------------------------- */

struct taken_step { /* of a derivation: enough to build it again */
    int slot;
    struct action action;
};

struct prediction {
    const struct sample *sample;
    const char *sql; /* best query in the benchmarks' form, NULL if none was found */
    double log_p;
    const char **alternatives; /* n_found of them, the best first */
    double *alternative_log_p;
    int n_found;
    struct taken_step *taken; /* how the best one was built */
    int n_taken;
    struct derivation_rules rules; /* under which */
    int n_broken; /* finished, but no query: see struct search_result */
};
struct predictions {
    struct prediction *v;
    int n;
    struct arena *arenas;
    int n_arenas;
};
/* Decodes the samples over all workers; the result does not depend on their number. */
struct predictions *predict_samples(struct model *model, const struct sample *const *samples,
                                    int n, const struct infer_options *options, struct pool *pool,
                                    struct progress *progress);
void predictions_free(struct predictions *predictions);
/* Share of exact set matches (Spider's rules) among those whose gold query can be judged. */
double predictions_exact_match(const struct predictions *predictions);

struct held_out_score { /* judged, and right among them */
    long exact, exact_right; /* by exact set match */
    long rows, rows_right;   /* by what the queries return: eval_rows_as_asked */
};
/* The same, but an example that by_rows wants is judged by its rows, since the official scorer cannot
 * read everyday queries; its database must be a SQLite file. */
struct held_out_score predictions_judge(const struct predictions *predictions,
                                        bool (*by_rows)(void *context, const struct example *e),
                                        void *context);

/* ---- how queries were built (study.c) ------------------------------------------------------------ */

/* In which order the clauses of SELECTs were grown (paper, section 4.3, "Different Traversal
 * Orders"), and how alike the decoder's self-attention is to nearness in the tree (appendix F). */
struct study {
    long queries;   /* that were found and looked at */
    struct study_from {
        long selects;    /* whose FROM names so many tables */
        long from_first; /* in which FROM was expanded before SELECT */
    } one_table, joined;
    struct study_order {
        const char *clauses; /* "from select where groupby orderby" */
        long count;
    } *orders;      /* most frequent first */
    int n_orders;
    double log_paths; /* mean of ln |T(y)|: ways through a tree in a random order, the paper's c! */
    /* Mean over all steps of the correlation between a step's attention to the steps up to itself
     * and their nearness to it, by layer and head; the last of a layer is of the heads' mean. */
    int n_layers, heads;
    double *correlation; /* [n_layers][heads + 1] */
    long steps;          /* the mean is over so many: those that see three steps or more */
    /* One query of middle length, to be shown: nearness and the last layer's mean attention. */
    struct study_example {
        const char *question, *sql;
        const char **nodes; /* [n] the field each step expands and how */
        float *nearness, *attention; /* [n, n], 0 above the diagonal */
        int n; /* 0: there is none */
    } example;
};
/* Of the best query for each question.  attention: run the decoder once more over each. */
void study_predictions(struct arena *arena, const struct model *model,
                       const struct predictions *predictions, bool attention, struct study *out);

/* ---- a run --------------------------------------------------------------------------------------- */

struct train_job {
    struct train_settings settings;
    struct model *model; /* initialised; trained in place */
    struct sample_set train, holdout;
    struct pool *pool;
    const char *run_dir;
    const char *carried; /* for the log: what the model has not from the one it started from; or NULL */
    bool resume;
    int frozen_layers; /* of the language model, from below: their output is kept */
    int rank, n_ranks;         /* of MPI; 0 and 1 alone */
    const volatile sig_atomic_t *stop;  /* raised by a signal: save and end */
    const struct value_codec *codec;
    const struct sample_maker *maker; /* of the samples; augmentation makes others */

    void *context; /* of the functions below, which may be NULL */
    /* Called by rank 0 once the run may begin: its folder is then this run's. */
    enum status (*begun)(void *context, struct error *err);
    /* Score of the model on the held-out databases, the larger the better. */
    enum status (*evaluate)(void *context, struct model *model, struct pool *pool, double *score,
                            struct error *err);
    /* After an evaluation that was the best so far, or after each if settings.keep > 0. */
    enum status (*save)(void *context, struct model *model, long step, double score, bool best,
                        struct error *err);
    void (*watch)(void *context, const json_t *event); /* every event of the log */
};

struct train_result {
    long step, best_step;
    double best_score, seconds;
    bool finished;
};

enum status train_run(const struct train_job *job, struct train_result *out, struct error *err);

/* ---- variants (augment.c) ------------------------------------------------------------------------ */

/* Sets the shares of a list "NAME[=SHARE],..." (1 if none is given) in the settings.  ST_USAGE if a
 * name is none of the variants of train.def. */
enum status variants_set(struct train_settings *settings, const char *list, struct error *err);

/* A sample as somebody else might have asked it, not yet read. */
struct sample_variant {
    const char **utterances; /* [n] the current one first, then the newest */
    int n;
    const struct model_database *database; /* that it is put to; what it has of its own names runs */
    const bool *left_out;                  /* items that are not shown, or NULL */
    bool elsewhere;                        /* the database is another, and cannot answer it */
};
/* What an update would make of the sample, by the shares of job->settings, from job->train and with
 * job->model and job->maker; in the arena.  False: nothing changes. */
bool variant_draw(const struct train_job *job, const struct sample *from, uint64_t seed,
                  struct arena *arena, struct sample_variant *out);

#endif
