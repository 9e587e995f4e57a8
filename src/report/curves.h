/* curves.h - the curves of training runs, from their logs. */
#ifndef ASTORMER_REPORT_CURVES_H
#define ASTORMER_REPORT_CURVES_H

#include "base/base.h"

struct curve_point {
    double step, seconds, epoch, loss, lr, rate; /* of a step line */
    double score;                                /* of an evaluation */
};
struct curve {
    struct curve_point *v;
    int n, capacity;
};
struct run_curves {
    const char *name;
    struct curve steps, scores;
    long bad_lines; /* that cannot be read: a killed run leaves such */
};
/* path: the log, or the folder of the run.  What was logged twice, since the run went on from a
 * checkpoint, counts as it was logged last. */
enum status curves_read(struct arena *arena, const char *path, struct run_curves *out,
                        struct error *err);

enum curve_x { CURVE_STEP, CURVE_HOURS, CURVE_EPOCH };
/* Loss, held-out score, learning rate and samples a second of n runs, one SVG. */
void curves_draw(struct arena *arena, const struct run_curves *runs, int n, enum curve_x x,
                 struct strbuf *out);
/* The same as lines of numbers. */
void curves_tsv(struct strbuf *out, const struct run_curves *runs, int n);

#endif
