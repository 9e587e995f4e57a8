/* run_config.h - configuration files, shared by the commands that train or measure. */
#ifndef ASTORMER_CLI_RUN_CONFIG_H
#define ASTORMER_CLI_RUN_CONFIG_H

#include "cli/cli.h"
#include "train/train.h"

struct run_config {
    struct model_config model;
    struct train_settings train;
};
struct run_config run_config_default(void);
/* The base (NULL: defaults), then the file (may be NULL), then each key=value. */
enum status run_config_read(const struct run_config *base, const char *path,
                            const struct arg_list *assignments, struct run_config *out,
                            struct error *err);
json_t *run_config_json(const struct run_config *config);
/* Fills in what the language model in a folder (config.json, vocab.txt) dictates. */
enum status run_config_plm(struct run_config *config, const char *folder, struct error *err);

#endif
