/* answers.h - a benchmark's questions answered by a model: what predict and eval share. */
#ifndef ASTORMER_REPORT_ANSWERS_H
#define ASTORMER_REPORT_ANSWERS_H

#include "train/train.h"

struct answer_options {
    const char *dataset, *data, *split, *tables, *databases, *model;
    const char *constraints, *guidance;
    const char *n_best_out; /* file of all queries found, or NULL */
    long beam, limit, workers;
    bool fair;    /* INFER_FAIR */
    struct texts variants; /* lists of them (variants.h): for answers judged by their rows */
    long seed;             /* of those */
    bool holdout; /* only the databases training keeps aside by default */
};
#define ANSWER_OPTIONS_DEFAULT \
    ((struct answer_options){.split = "dev", .constraints = "full", .guidance = "errors", .beam = 5, \
                              .seed = 1})

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
/* ST_USAGE if a word of the options is unknown or one is missing. */
enum status answer_options_check(const char *command, const struct answer_options *options,
                                 struct error *err);
enum status answers_make(const struct answer_options *options, struct answers *out,
                         struct error *err);
void answers_release(struct answers *answers);
/* The files of the official scripts; gold and n_best may be NULL. */
enum status answers_write(const struct answers *answers, const char *pred, const char *gold,
                          const char *n_best, struct error *err);
/* A line or two: how many, how fast, how well. */
void answers_report(struct strbuf *out, const struct answers *answers);

/* changes.c: what a second model, or the same in other bits, makes of the same questions. */
struct answer_changes {
    struct held_out_score exact[2], rows[2]; /* before, after */
    int questions, different;
    double log_p, mean_log_p; /* changes of queries that both found: the largest, and of their mean */
    double cpu[2]; /* seconds of processor for all questions */
};
void answers_changes(const struct answers *both /* [2] */, struct answer_changes *out);

#endif
