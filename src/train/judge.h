/* judge.h - training the judge (model.h, MODEL.md 16) on lists of candidates that were judged right or
 * wrong.
 *
 * A list is a line of what `astormer calibrate --save` writes: {"db", "read", "list": [{"right", "told",
 * "result", "looks": {"log_p", "again"}}]}.  Candidates that return the rows of a likelier one are left
 * out, as they are when it is used; lists without a right and a wrong one teach nothing. */
#ifndef ASTORMER_TRAIN_JUDGE_H
#define ASTORMER_TRAIN_JUDGE_H

#include "train/train.h"

struct judge_settings {
#define SETTINGS_DEF "train/judge.def"
#include "base/setting_members.h"
};
const struct setting *judge_settings_table(int *n);
struct judge_settings judge_settings_default(void);

struct judge_list {
    struct model_judged *texts;
    real *log_p, *right; /* log_p: less that of the likeliest; right: 1 or 0 */
    int n, n_tokens;
    bool held_out;
};
struct judge_lists {
    struct judge_list *v;
    int n, capacity;
    long read; /* lines, those that teach nothing included */
};
/* Appends the lists of a file. */
enum status judge_lists_read(struct arena *arena, const struct vocab *vocab,
                             const struct judge_settings *settings, const char *path,
                             struct judge_lists *out, struct error *err);

struct judge_score { /* on the lists held out */
    long step;
    double loss;   /* mean of -log P(a right one is chosen) */
    double first;  /* share with a right one first, by prior and judge */
    double search; /* the same by log-probability alone */
    int n;
};
struct judge_job {
    struct judge_settings settings;
    struct model *model; /* with a judge that has started; trained in place */
    const struct judge_lists *lists;
    struct pool *pool;
    const volatile sig_atomic_t *stop;
    void *context;
    void (*watch)(void *context, const struct judge_score *score, double train_loss); /* or NULL */
};
/* The judge is then that of the best evaluation, or without lists held out the last. */
enum status judge_train(const struct judge_job *job, struct judge_score *best, struct error *err);

#endif
