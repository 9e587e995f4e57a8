/* bench.h - what the files of `astormer bench` share. */
#ifndef ASTORMER_CLI_BENCH_H
#define ASTORMER_CLI_BENCH_H

#include "cli/cli.h"
#include "nn/nn.h"

int bench_nn(int argc, char **argv);
int bench_decode(int argc, char **argv);
int bench_start(int argc, char **argv);

/* The reference shapes of `bench nn`; bench/torch_peer.py has the same ones. */
enum { BENCH_BATCH = 20 };
struct bench_shape {
    const char *name, *about;
    int d, heads, encoder_layers, decoder_layers;
    bool minilm;     /* GELU, no relations, dropout as BERT has it, 130 rows a sample */
    bool update;     /* AdamW is part of the training step */
    int micro_batch; /* samples at once: what suits the caches best */
};
extern const struct bench_shape bench_shapes[];
extern const int n_bench_shapes;

struct bench_model;
struct bench_model *bench_model_new(const struct bench_shape *shape);
void bench_model_free(struct bench_model *model);
struct nn_params *bench_model_params(struct bench_model *model);
/* Samples first .. first + n - 1 of the batch; the loss when the tape records, else the last
 * layer's rows. */
struct tensor *bench_model_run(struct bench_model *model, struct nn_tape *tape, int first, int n);

#endif
