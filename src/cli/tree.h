/* tree.h - what files of cli/ share that is no command of its own. */
#ifndef ASTORMER_CLI_TREE_H
#define ASTORMER_CLI_TREE_H

#include "report/tree_check.h"
#include "tree/tree.h"

/* `astormer tree --check`: the check, and what came of it; returns the program's. */
int tree_check_print(const struct tree_check *check);

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
