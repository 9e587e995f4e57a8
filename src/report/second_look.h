/* second_look.h - the weights of the second look (infer.h) fitted to lists of judged candidates. */
#ifndef ASTORMER_REPORT_SECOND_LOOK_H
#define ASTORMER_REPORT_SECOND_LOOK_H

#include "infer/infer.h"

struct look_fitted {
    struct second_look look;
    int n;      /* questions with candidates */
    int within; /* of them have a right one among these */
    int before, after; /* have it first: as search orders them, and on databases left out of the fit */
    bool judged; /* there was a judge; then also, on databases left out of the fit, */
    int unjudged;  /* fitted without it */
    int always;    /* with it, if it is asked of every list; after: only where there is doubt */
    int blind;     /* with what it says of candidates whose result it does not see; -1: not known */
    int asked;     /* lists in doubt */
};
/* Records as calibration.h has them, with a "list" of candidates {"right", "looks"}.  Refuses fewer than LOOK_MIN questions whose list has right and wrong ones. */
#define LOOK_MIN 50
/* doubt: see struct second_look. */
enum status second_look_fit(const json_t *records, double doubt, struct look_fitted *out,
                            struct error *err);
/* Has the judge of a model, if there is one, read every candidate of the records, and sets "judge" of its
 * looks and, if asked, "blind": what it says without the result.  *judged: there is one. */
enum status second_look_judge(json_t *records, const char *model, int workers, bool blind, bool *judged,
                              struct error *err);
/* The model file with "second_look" in its about text; the weights of the network keep their bits. */
enum status second_look_store(const struct look_fitted *fitted, const char *model, const char *out,
                              struct error *err);

#endif
