/* second_look.h - the weights of the second look (infer.h) fitted to lists of judged candidates. */
#ifndef ASTORMER_REPORT_SECOND_LOOK_H
#define ASTORMER_REPORT_SECOND_LOOK_H

#include "infer/infer.h"

struct look_fitted {
    struct second_look look;
    int n;      /* questions with candidates */
    int within; /* of them have a right one among these */
    int before, after; /* have it first: as search orders them, and on databases left out of the fit */
};
/* Records as calibration.h has them, with a "list" of candidates {"right", "looks"}.  Refuses fewer than LOOK_MIN questions whose list has right and wrong ones. */
#define LOOK_MIN 50
enum status second_look_fit(const json_t *records, struct look_fitted *out, struct error *err);
/* The model file with "second_look" in its about text; the weights of the network keep their bits. */
enum status second_look_store(const struct look_fitted *fitted, const char *model, const char *out,
                              struct error *err);

#endif
