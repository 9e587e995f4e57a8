/* calibration.h - confidence and declining fitted to answers that somebody judged.
 *
 * Questions whose answers are known are asked in the way a user asks; each becomes a record {"db",
 * "question", "sql", "right", "answerable", "features", "list"} (list: all candidates, for
 * second_look.h), or of one that cannot be answered {"db",
 * "question", "unanswerable", "answerable"}, in a JSON array. */
#ifndef ASTORMER_REPORT_CALIBRATION_H
#define ASTORMER_REPORT_CALIBRATION_H

#include "engine/engine.h"

struct calibration_source {
    struct texts datasets;
    const char *data, *split, *model;
    double holdout; /* share of the databases that training held out; 1: all are asked */
    int holdout_seed, beam, workers;
    long limit; /* questions of each dataset; 0: all */
};
/* *unjudged: questions that could not be, since a query of theirs does not run.  Sets *out in any case. */
enum status calibration_ask(const struct calibration_source *from, json_t **out, long *unjudged,
                            struct error *err);
/* Files of records, one a line. */
enum status calibration_save(const json_t *records, const char *path, struct error *err);
enum status calibration_load(const char *path, json_t **out, struct error *err);

#define DECLINED_SHARE 0.03 /* of the questions that can be answered: what declining may cost */
struct declining {
    double below; /* a verdict this low is declined; negative: the model gives none */
    int n_answerable, n_other, declined_other; /* other: questions that cannot be answered */
};
struct calibration_fitted {
    struct calibration calibration;
    int n;                                /* answers it is fitted to */
    struct reliability before, left_out; /* uncalibrated; on databases left out of the fit */
    struct declining declining;
};
enum status calibration_make(const json_t *records, struct calibration_fitted *out,
                             struct error *err);
/* The model file with "calibration" in its about text; the weights keep their bits. */
enum status calibration_store(const struct calibration_fitted *fitted, const char *model,
                              const char *out, struct error *err);

#endif
