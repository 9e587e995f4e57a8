/* internal.h - a run in progress, as the files of train/ see it. */
#ifndef ASTORMER_TRAIN_INTERNAL_H
#define ASTORMER_TRAIN_INTERNAL_H

#include "train/train.h"

struct trainer {
    const struct train_job *job;
    struct train_settings settings;
    struct model *model;
    struct pool *pool;
    struct nn_workers *workers;
    struct nn_optim *optim;
    int rank, n_ranks;
    bool stopping; /* agreed by all ranks */

    long step;         /* updates done */
    double best_score; /* on the held-out databases; -1 before the first evaluation */
    long best_step;
    int evaluations_since_best;

    long epoch;   /* that `order` belongs to, -1 at first */
    int *order;   /* samples of the epoch */
    int *part_of; /* which micro-batch each sample of the batch is in */
    int *batch;
    int n_batch;

    struct arena *targets; /* [micro_batches] what a micro-batch's targets live in */
    const uint16_t **states; /* [samples] what frozen layers made of those met so far, or NULL */
    struct arena *kept;      /* [micro_batches] where that lives */
    size_t *kept_bytes;      /* [micro_batches] and how much it is */
    struct nn_tape **spare; /* [micro_batches] to run frozen layers with */

    double peak;       /* GFLOP/s of this machine's matrix product on all workers */
    double loss_sum, flops, seconds; /* since the last line of the log */
    long samples, since_log;
    double cpu;           /* processor seconds of them */
    double total_seconds; /* spent on updates, over all sessions of the run */
    double total_cpu;     /* and of processor */
    FILE *log;
    double last_checkpoint;
};

/* ---- batches.c ------------------------------------------------------------------------------ */

/* A random order of an epoch's samples (sample_set_epoch() of them), near neighbours of like cost; a function of (seed, epoch). */
void epoch_order(const struct sample_set *set, int batch, uint64_t seed, long epoch, int *order);
/* part_of[i] = which of n_parts sample batch[i] belongs to, so that parts cost about the same. */
void split_batch(const struct sample_set *set, const int *batch, int n, int n_parts,
                 int *part_of);

/* ---- checkpoint.c --------------------------------------------------------------------------- */

enum status checkpoint_save(struct trainer *t, struct error *err);
/* Goes on from RUN/checkpoint.safetensors; *found is false (and nothing changed) without one. */
enum status checkpoint_load(struct trainer *t, bool *found, struct error *err);
/* What the run was made of; another fingerprint means a checkpoint does not belong to it. */
uint64_t run_fingerprint(const struct train_job *job);

/* ---- log.c ------------------------------------------------------------------------------------- */

enum status log_open(struct trainer *t, struct error *err);
void log_step(struct trainer *t, double lr, double norm);
void log_event(struct trainer *t, json_t *event); /* takes the reference */
double measure_peak(struct pool *pool);

/* ---- samples.c -------------------------------------------------------------------------------- */

/* The utterances of an example as model_question_read() wants them; returns how many. */
int sample_utterances(struct arena *arena, const struct example *example, const char ***out);
/* Reads utterances against s->database into a sample whose tree, used items and verdicts are set,
 * and derives its tree.  left_out: see struct model_required; may be NULL. */
enum status sample_build(const struct sample_maker *maker, struct arena *arena,
                         const char *const *utterances, int n, const bool *left_out,
                         struct sample *s, struct error *err);
/* The decoder's target for a sample; a path drawn with rng for random orders. */
const struct model_target *sample_target(const struct train_job *job, const struct sample *s,
                                         struct arena *arena, struct rng *rng);

/* Items the gold query speaks of; '*' is always there. */
uint8_t *used_items(struct arena *arena, const struct tree *tree, const struct schema *schema);

/* ---- augment.c, rename.c ---------------------------------------------------------------------- */

/* An example being changed. */
struct variant {
    const struct model *model;
    const struct sample_maker *maker;
    const struct sample_set *set;
    const struct sample *from;
    struct arena *arena;
    struct rng rng;
    struct sample out;
    const char **utterances; /* the current one first */
    int n;
    bool *left_out; /* items that are not shown, or NULL */
    bool changed;
};
bool augments(const struct train_settings *settings); /* is any of it on? */
/* A variant of a sample, made in the arena, or the sample itself. */
const struct sample *augment_sample(const struct train_job *job, const struct sample *from,
                                    uint64_t seed, struct arena *arena);
/* Gives the variant a database with other names, or with tables of another sample's (or NULL). */
void change_schema(struct variant *variant, bool rename, const struct sample *other);

#endif
