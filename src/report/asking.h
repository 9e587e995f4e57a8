/* asking.h - the questions of a dataset asked as a user asks them, all databases in parallel. */
#ifndef ASTORMER_REPORT_ASKING_H
#define ASTORMER_REPORT_ASKING_H

#include "data/data.h"
#include "engine/engine.h"
#include "eval/eval.h"
#include "report/variants.h"

struct asking_options {
    const char *model;
    int beam, n_best, workers; /* workers 0: one a core */
    const struct variants *variants; /* ask as somebody else might have asked; NULL: as they are */
};

/* A question that was asked.  answer is NULL if its database cannot be opened, or the question not
 * be read: reason says why. */
struct asked {
    int index; /* of the example in the dataset */
    const struct example *example;
    const struct sample_variant *variant; /* what was asked instead; NULL: just the example */
    const struct astormer_answer *answer;
    const char *path; /* of the database, or NULL */
    const char *reason;
    struct eval_executor *executor; /* to judge with */
};
/* Asks every example that keep() wants (all if it is NULL) and hands the answer, which ends with the
 * call, to take(), on any thread, but the examples of one database one after the other. */
enum status ask_examples(const struct asking_options *options, const struct dataset *dataset,
                         bool (*keep)(void *context, const struct example *example),
                         void (*take)(void *context, const struct asked *asked), void *context,
                         struct error *err);

#endif
