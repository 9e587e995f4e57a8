/* tree.h - what files of cli/ share that is no command of its own. */
#ifndef ASTORMER_CLI_TREE_H
#define ASTORMER_CLI_TREE_H

#include "data/data.h"
#include "tree/tree.h"

/* `astormer tree --check`: every query of a split to a tree, to actions, and back. */
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
int tree_check_run(const struct tree_check *check);

/* A derivation shown to people and programs. */
void tree_print_text(const struct derivation *d, const struct schema *schema,
                     const struct value_codec *codec);
void tree_print_actions(const struct derivation *d, const struct schema *schema,
                        const struct value_codec *codec);
void tree_print_dot(const struct derivation *d, const struct schema *schema,
                    const struct value_codec *codec);
void tree_print_json(const struct derivation *d, const struct schema *schema,
                     const struct value_codec *codec, const char *sql);
void tree_print_rules(const struct grammar *g);

#endif
