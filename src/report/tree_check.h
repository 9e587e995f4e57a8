/* tree_check.h - every query of a benchmark to a tree, to actions, and back. */
#ifndef ASTORMER_REPORT_TREE_CHECK_H
#define ASTORMER_REPORT_TREE_CHECK_H

#include "data/data.h"
#include "tree/tree.h"

struct tree_check {
    const char *dataset, *data, *split, *tables;
    const struct grammar *grammar;
    long paths;     /* random paths tried in each random order */
    long jobs;
    double timeout; /* seconds a query may run when results are compared */
    uint64_t seed;
    bool relations; /* also: relations on the fly = by definition, R in {2, 4, 8, 16} */
    bool unify;     /* unify literals first; results must stay the same */
};

enum tree_verdict {
    TREE_SAME,
    TREE_BROKEN,
    TREE_UNREAD,
    TREE_NO_TREE,
    TREE_CHANGED,
    TREE_WRONG_RELATION,
    TREE_UNPRINTED,
    TREE_OTHER_ROWS,
    N_TREE_VERDICTS
};
extern const char *const tree_verdict_names[N_TREE_VERDICTS];

enum tree_rows { /* of the gold query and of ours */
    ROWS_NOT_RUN, ROWS_EQUAL, ROWS_UNORDERED, ROWS_GOLD_FAILS, ROWS_TOO_SLOW, ROWS_DIFFERENT,
    N_TREE_ROWS
};

struct tree_result {
    enum tree_verdict verdict;
    enum tree_rows rows;
    bool extension; /* the tree uses rules beyond the paper's */
    int n_steps;
    const char *reason; /* or NULL */
};

struct tree_checked {
    struct dataset data;
    struct tree_result *results; /* [data.n_examples] */
};
enum status tree_check_run(struct arena *arena, const struct tree_check *check,
                           struct tree_checked *out, struct error *err);

#endif
