/* internal.h - what the files of tree/ share. */
#ifndef ASTORMER_TREE_INTERNAL_H
#define ASTORMER_TREE_INTERNAL_H

#include "tree/tree.h"

extern const char grammar_text[];       /* grammars/sql.asdl */
extern const char grammar_paper_text[]; /* grammars/paper.asdl */
extern const char grammar_everyday_text[]; /* grammars/everyday.asdl */

/* constructors.c */
enum node_part part_find(const char *type);
/* Does every family of the grammar make the type, of the children, that its row says? */
enum status constructors_check(struct arena *arena, const char *file, const struct grammar *g,
                               struct error *err);

/* tokens.c: tree_from_query() and tree_to_query() of the token grammar. */
enum status tokens_from_query(struct arena *arena, const struct grammar *grammar,
                              const struct schema *schema, const struct query *query,
                              struct tree **out, struct error *err);
enum status tokens_to_query(struct arena *arena, const struct schema *schema,
                            const struct tree *tree, struct query **out, struct error *err);

/* The FROM item a column id means where nothing else is said: the first that provides it; but for
 * the right operand of arithmetic over two derived tables the second table (DuSQL's a.x - b.x). */
static inline bool default_ref(const struct scope *scope, int column, bool right_operand,
                               struct column_ref *out)
{
    struct column_ref ref;
    bool pair = right_operand && scope->n_sources > 1 && scope->sources[0]->query &&
                scope->sources[1]->query;
    for (int k = 0; pair && scope_provider(scope, column, k, &ref) && ref.up == 0; k++)
        if (ref.source == 1) {
            *out = ref;
            return true;
        }
    return scope_provider(scope, column, 0, out);
}

/* The first FROM item outside the innermost SELECT that provides a column. */
static inline bool outer_ref(const struct scope *scope, int column, struct column_ref *out)
{
    for (int k = 0; scope_provider(scope, column, k, out); k++)
        if (out->up > 0)
            return true;
    return false;
}

#endif
