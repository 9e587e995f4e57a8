/* answers.h - a benchmark's questions answered by a model: what predict and eval share. */
#ifndef ASTORMER_CLI_ANSWERS_H
#define ASTORMER_CLI_ANSWERS_H

#include "cli/cli.h"
#include "train/train.h"

struct answer_options {
    const char *dataset, *data, *split, *tables, *databases, *model;
    const char *constraints, *guidance;
    const char *n_best_out; /* file of all queries found, or NULL */
    long beam, limit, workers;
    bool fair;    /* SEARCH_FAIR */
    bool holdout; /* only the databases training keeps aside by default */
};
#define ANSWER_OPTIONS_DEFAULT \
    ((struct answer_options){.split = "dev", .constraints = "full", .guidance = "errors", .beam = 5})
/* Rows of a struct arg table. */
#define ANSWER_ARGS(o)                                                                            \
    {"dataset", ARG_TEXT, &(o).dataset, "NAME", "spider, corpus, ...; a part: corpus/alone"},      \
    {"data", ARG_TEXT, &(o).data, "DIR", "folder that holds the dataset (jsonl: the file)"},      \
    {"split", ARG_TEXT, &(o).split, "NAME", "default dev"},                                       \
    {"tables", ARG_TEXT, &(o).tables, "FILE", "schema file instead of the dataset's own"},        \
    {"databases", ARG_TEXT, &(o).databases, "DIR", "jsonl: folder of the databases"},             \
    {"model", ARG_TEXT, &(o).model, "FILE", "the model"},                                         \
    {"holdout", ARG_FLAG, &(o).holdout, NULL,                                                     \
     "only databases that training holds out by default (with --split train)"},                  \
    {"beam", ARG_INT, &(o).beam, "K", "default 5"},                                               \
    {"constraints", ARG_TEXT, &(o).constraints, "types|full", "default full"},                    \
    {"guidance", ARG_TEXT, &(o).guidance, "off|errors|empty",                                     \
     "prefer queries that run (default errors)"},                                                 \
    {"fair", ARG_FLAG, &(o).fair, NULL,                                                           \
     "the paper's search and no more: types only, no guidance, nothing mended afterwards"},       \
    {"limit", ARG_INT, &(o).limit, "N", "only the first N questions"},                            \
    {"workers", ARG_INT, &(o).workers, "N", "threads; default one a core"},                       \
    {"n-best", ARG_TEXT, &(o).n_best_out, "FILE", "also write all queries found, with log P"}

/* A question and what became of it.  One that could not be read has no prediction but a reason;
 * it is written as a wrong answer, since leaving it out would flatter the score. */
struct answer {
    const struct example *example;
    const struct prediction *prediction; /* or NULL */
    const char *reason;
};

struct answers {
    struct answer *v; /* in the benchmark's order */
    int n, n_unread;
    double seconds; /* of decoding, all questions together */
    double cpu;     /* of processor, the same */
    struct dataset dataset;
    struct arena arena;
    /* what the above hangs on */
    struct loaded_model *loaded;
    struct pool *pool;
    struct sample_maker *maker;
    struct sample_set set;
    struct predictions *predictions;
};
/* False, with the message printed, if a word of the options is unknown or one is missing. */
bool answer_options_check(const char *command, const struct answer_options *options);
enum status answers_make(const struct answer_options *options, struct answers *out,
                         struct error *err);
void answers_release(struct answers *answers);
/* The files of the official scripts; gold and n_best may be NULL. */
enum status answers_write(const struct answers *answers, const char *pred, const char *gold,
                          const char *n_best, struct error *err);
/* A line or two on standard error: how many, how fast, how well. */
void answers_report(const struct answers *answers);

#endif
