/* run.h - a training run: settings, data, vocabulary, model, samples, the files of its folder, what is held
 * out and how it is judged.  `astormer train` reads the options and prints what it is told. */
#ifndef ASTORMER_TRAIN_RUN_H
#define ASTORMER_TRAIN_RUN_H

#include "train/run_config.h"
#include "train/train_data.h"

struct run_options {
    struct texts datasets, data, set, tables, databases, configs;
    const char *out, *plm, *vectors, *vocab, *init, *split;
    bool resume, fresh, new_grammar;
};

/* Everything a run holds on to.  The caller sets what stands first. */
struct run {
    struct run_options o;
    struct pool *pool;
    int rank, n_ranks; /* of MPI */
    void *watcher;
    void (*watch)(void *watcher, const json_t *event); /* every event of the log; or NULL */
    void (*tell)(void *watcher, const char *text);     /* what a person should know; or NULL */

    struct run_config config;
    const char *preset_dataset[1];
    struct arena arena;
    struct grammar *grammar;
    const char *grammar_text;
    const char *carried; /* --init: what the model does not have from there */
    struct vocab vocab;
    struct slice vocab_text;
    struct model *model;
    struct loaded_model *before; /* --init without --plm and --vocab: it has all that is needed */
    struct train_data data;
    struct sample_maker *maker;
    struct train_job job;
    const struct sample **holdout;
    int n_holdout;
    struct held_out_score judged; /* at the last evaluation */
};

/* First the settings, then all that is needed to begin; in between may stand what all ranks agree on. */
enum status run_read_config(struct run *run, struct error *err);
enum status run_prepare(struct run *run, struct error *err);
enum status run_train(struct run *run, const volatile sig_atomic_t *stop, struct train_result *out,
                      struct error *err);
void run_free(struct run *run); /* of what it made, and of the pool */

#endif
