/* run_config.h - settings of a run from layers of JSON, shared by the commands that train or
 * measure.
 *
 * A layer is a file {"about", "extends", "dataset", "model", "train", "with"}, all optional:
 * "model" and "train" set settings; "extends" names layers (one or a list, files beside it) that
 * are read before it; "with" holds sections {NAME: {"model", "train"}} that apply only when the
 * layer NAME is also read, whatever the order; "dataset" names what to train on by default.  Later
 * layers win.  So a preset is a few words, one layer each, and no combination needs a file. */
#ifndef ASTORMER_TRAIN_RUN_CONFIG_H
#define ASTORMER_TRAIN_RUN_CONFIG_H

#include "train/train.h"

struct run_config {
    struct model_config model;
    struct train_settings train;
    char dataset[64]; /* the layers' default, or "" */
};
/* The base (NULL: defaults), then the layers of each source, then each key=value.  A source with a slash or ending
 * in .json is a file; any other is a preset, words joined by '-' that name layers of configs/
 * (in $ASTORMER_CONFIGS, else where astormer is installed or was built). */
enum status run_config_read(const struct run_config *base, struct texts sources,
                            struct texts assignments, struct run_config *out, struct error *err);
struct run_config run_config_default(void);
/* A few examples on top of a trained model: short, gentle, and nothing held out, since the examples
 * usually speak of one database. */
struct run_config run_config_continued(const struct model_config *before);
/* Layers of the language model that do not change during the run, from below. */
int run_config_frozen_layers(const struct run_config *config);
json_t *run_config_json(const struct run_config *config);
/* Fills in what the language model in a folder (config.json, vocab.txt) dictates. */
enum status run_config_plm(struct run_config *config, const char *folder, struct error *err);

#endif
