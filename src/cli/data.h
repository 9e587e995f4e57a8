/* data.h - what the parts of `astormer data` share. */
#ifndef ASTORMER_CLI_DATA_H
#define ASTORMER_CLI_DATA_H

#include "cli/cli.h"
#include "data/data.h"

struct data_options {
    const char *dataset, *data, *tables, *databases;
    struct arg_list against, only;
    bool json;
};

/* Checks the corpus in a folder and prints what it finds; returns the exit code. */
int data_check_command(const char *dir, const struct data_options *options);

#endif
