/* bench.h - what the files of `astormer bench` share. */
#ifndef ASTORMER_CLI_BENCH_H
#define ASTORMER_CLI_BENCH_H

#include "cli/cli.h"
#include "measure/measure.h"

int bench_nn(int argc, char **argv);
int bench_decode(int argc, char **argv);
int bench_start(int argc, char **argv);

/* Time by operator, the slowest first, as a mean of n. */
void bench_print_profile(const struct nn_profile *profile, double n);

#endif
