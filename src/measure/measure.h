/* measure.h - how fast it is: this machine's products, the network's steps in training and inference, and
 * questions answered by a beam search.  `astormer bench` says what, and prints it. */
#ifndef ASTORMER_MEASURE_H
#define ASTORMER_MEASURE_H

#include "train/train.h"

/* GFLOP/s of products of floats with every worker multiplying at once. */
double measure_sgemm_peak(struct pool *pool, double seconds, bool cpu_time);

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

/* ---- steps (nn.c) ------------------------------------------------------------------------------ */

/* cpu_time: the processor seconds of this process shared out among its workers, for a machine that others
 * use as well (it hides time lost waiting for the slowest one); else the wall's. */
struct measure_nn {
    int lanes, micro_batch; /* micro_batch 0: by shape */
    double seconds;         /* for each measurement */
    bool profile, infer;    /* infer: only that, with weights in floats, halves and bytes */
};
struct measured_nn {
    double train_seconds, train_flops, infer_seconds, infer_flops;
    double halves_seconds, bytes_seconds; /* of inference with packed weights; 0: not measured */
    size_t worker_bytes;
    struct nn_profile profile;
    double update_seconds;
    int rows, steps; /* of the batch */
};
/* The clock is the one measure_sgemm_peak() was told of. */
enum status measure_shape(const struct bench_shape *shape, const struct measure_nn *o,
                          struct pool *pool, struct measured_nn *out, struct error *err);
/* GFLOP/s of MEASURE_BEAM rows through cold weights: in floats, in halves. */
enum { MEASURE_BEAM = 5 };
enum status measure_beam(double seconds, double speeds[2], struct error *err);

/* ---- questions (decode.c) ------------------------------------------------------------------------ */

struct measure_decode {
    struct texts set; /* "key=value" of the reference's model */
    const char *model, *dataset, *data, *split, *tables; /* a real model, or NULL: the reference */
    int beam, limit, steps, batch;
    double seconds;
    bool cpu_time, profile;
};
struct decode_bench;
/* To be closed in any case. */
enum status decode_bench_open(const struct measure_decode *o, struct decode_bench **out,
                              struct error *err);
void decode_bench_close(struct decode_bench *b);
struct model *decode_bench_model(const struct decode_bench *b);
/* Questions a second and where their time goes, with so many workers: an object of numbers, to be freed
 * with json_decref().  One worker: also what the products alone would take in floats; profile: of the
 * first worker's network, all questions. */
json_t *decode_bench_run(struct decode_bench *b, int workers, struct nn_profile *profile);

#endif
