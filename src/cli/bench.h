/* bench.h - what the files of `astormer bench` share. */
#ifndef ASTORMER_CLI_BENCH_H
#define ASTORMER_CLI_BENCH_H

#include "cli/cli.h"
#include "train/train.h"

int bench_nn(int argc, char **argv);
int bench_decode(int argc, char **argv);
int bench_start(int argc, char **argv);

/* GFLOP/s of products of floats with every worker multiplying at once. */
double bench_sgemm_peak(struct pool *pool, double seconds, bool cpu_time);
/* Time by operator, the slowest first, as a mean of n. */
void bench_print_profile(const struct nn_profile *profile, double n);

/* ---- the reference --------------------------------------------------------------------------- */

/* A model of the benchmarks' shapes with random weights over a made-up database of 6 tables and 30
 * columns, and 20 questions of 8 to 20 words (mean 14): what bench/torch_peer.py has. */
enum { BENCH_BATCH = 20, REFERENCE_WORDS = 30522, REFERENCE_STEPS = 32 };
struct bench_reference {
    struct arena arena;
    struct vocab vocab;
    struct model_config config;
    struct model *model;
    struct model_database *database;
    struct model_question questions[BENCH_BATCH];
    char path[64];
};
struct model_config reference_config(void); /* RAT 8 x 256, ASTormer 2 x 256 */
/* To be closed in any case. */
enum status reference_open(struct bench_reference *reference, const struct model_config *config,
                           struct error *err);
void reference_close(struct bench_reference *reference);

/* ---- the shapes of `bench nn` ------------------------------------------------------------------ */

/* Parts of the network that is shipped, or all of it. */
struct bench_shape {
    const char *name, *about;
    int d, heads, encoder_layers, decoder_layers; /* decoder_layers 0: the encoder alone */
    bool minilm;     /* the encoder is a language model */
    bool update;     /* AdamW is part of the training step */
    int micro_batch; /* samples at once: what suits the caches best */
};
extern const struct bench_shape bench_shapes[];
extern const int n_bench_shapes;

struct bench_model;
enum status bench_model_new(const struct bench_shape *shape, struct bench_model **out,
                            struct error *err);
void bench_model_free(struct bench_model *model); /* NULL is fine */
struct nn_params *bench_model_params(struct bench_model *model);
/* Rows of the encoder (the language model's, if it is one) and steps of the whole batch. */
void bench_model_size(const struct bench_model *model, int *rows, int *steps);
/* Samples first .. first + n - 1 of the batch; the loss when the tape records, else the last
 * layer's rows. */
struct tensor *bench_model_run(struct bench_model *model, struct nn_tape *tape, int first, int n);

#endif
