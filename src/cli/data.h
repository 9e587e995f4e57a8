/* data.h - what the parts of `astormer data` share. */
#ifndef ASTORMER_CLI_DATA_H
#define ASTORMER_CLI_DATA_H

#include "cli/cli.h"
#include "data/data.h"

struct data_options {
    const char *tables, *databases, *svg, *grammar;
    struct arg_list datasets, data, against, only;
    bool json, pairs;
};

/* Both print and return the exit code. */
int data_stats_command(const struct data_options *options);
/* What is wrong with the corpus in a folder. */
int data_check_command(const char *dir, const struct data_options *options);

#endif
