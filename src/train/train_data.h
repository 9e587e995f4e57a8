/* train_data.h - the datasets of a run: read, mixed, counted, and what was left out and why. */
#ifndef ASTORMER_TRAIN_TRAIN_DATA_H
#define ASTORMER_TRAIN_TRAIN_DATA_H

#include "train/train.h"

struct train_data {
    struct dataset *datasets;
    struct dataset *choosing; /* of a dataset that is not chosen on by a share of itself, or empty */
    double *weights; /* how often an example is seen an epoch */
    int n;
    int left_out; /* examples of baseball_1, which nobody trains on */
};
/* Where the datasets are: names are "spider" or "spider:2" (a weight), "corpus/alone:3" (a part of it);
 * data, tables and databases: one for each, the last for the rest. */
struct train_sources {
    struct texts names, data, tables, databases;
    const char *split;
};
enum status train_data_read(struct arena *arena, const struct train_sources *sources,
                            struct train_data *out, struct error *err);
/* A vocabulary of the questions, queries and schemas: what vocab_parse reads. */
struct slice train_data_vocabulary(struct arena *arena, const struct train_data *data);
/* Makes the samples, those of held-out databases into *holdout. */
enum status train_data_samples(struct arena *arena, const struct train_data *data,
                               struct sample_maker *maker, const struct train_settings *settings,
                               struct pool *pool, struct sample_set *train,
                               struct sample_set *holdout, struct error *err);
/* Is it an example of a split of its own, to be judged by its rows (a corpus)? */
bool train_data_by_rows(const struct train_data *data, const struct example *example);
/* What is trained on and what is not, with the commonest reasons, for people. */
void train_data_report(struct strbuf *out, const struct train_data *data,
                       const struct sample_set *train, const struct sample_set *holdout);
/* Every record and example that was left out, one a line; no file if there are none. */
enum status train_data_write_rejected(const struct train_data *data, const struct sample_set *train,
                                      const struct sample_set *holdout, const char *path,
                                      struct error *err);

#endif
