/* fuzz_official.c - the official parsers, comparisons and rewriting on hostile text.
 *
 * Input: a byte that picks the dataset, a gold query, a newline, a prediction.  A gold query that
 * parses must match itself, but for what the official rules themselves exclude: nan, which is not
 * equal to itself where values are compared as parsed (FROM sub-queries), and in DuSQL a FROM that
 * is empty or mixes tables and sub-queries, and more set operations than are worth comparing. */
#include "../unit/eval_samples.h"

#include "eval/internal.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static bool comparable_from(const struct scored_query *query, int *n_sets);

static bool comparable_conditions(const struct conditions *list, int *n_sets)
{
    for (int i = 0; i < list->n; i++)
        for (int k = 0; k < 2; k++)
            if (!comparable_from(list->v[i].unit.value[k].query, n_sets))
                return false;
    return true;
}

/* DuSQL's rules for FROM hold in this query and all inside it; counts set operations. */
static bool comparable_from(const struct scored_query *query, int *n_sets)
{
    if (!query)
        return true;
    bool ok = query->n_sources > 0;
    for (int i = 0; i < query->n_sources && ok; i++)
        ok = !query->sources[i].query == !query->sources[0].query &&
             comparable_from(query->sources[i].query, n_sets);
    for (int s = 0; s < N_SETS && ok; s++) {
        *n_sets += query->set[s] != NULL;
        ok = comparable_from(query->set[s], n_sets);
    }
    return ok && comparable_conditions(&query->on, n_sets) &&
           comparable_conditions(&query->where, n_sets) &&
           comparable_conditions(&query->having, n_sets);
}

static bool must_match_itself(struct arena *arena, const struct eval_schema *schema,
                              struct slice gold)
{
    char *text = arena_strndup(arena, gold.s, gold.n);
    for (size_t i = 0; i < gold.n; i++)
        text[i] = text[i] ? text[i] : ' ';
    if (strcasestr(text, "nan"))
        return false;
    if (schema->dataset != EVAL_DUSQL)
        return true;
    int n_sets = 0;
    const struct scored_query *query = query_parse(arena, schema, gold);
    return query && comparable_from(query, &n_sets) && n_sets <= 3;
}

static void check_self(struct arena *arena, const struct eval_schema *schema, struct slice gold)
{
    struct eval_score self;
    eval_match(arena, schema, gold, gold, &self);
    CHECK(self.exact != VERDICT_UNPARSED);
    if (self.exact == VERDICT_NONE)
        return;
    CHECK(self.hardness != N_HARDNESS);
    if (!must_match_itself(arena, schema, gold))
        return;
    CHECK(self.exact == VERDICT_RIGHT);
    CHECK(schema->dataset == EVAL_SPIDER || self.exec == VERDICT_RIGHT);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const enum eval_dataset datasets[] = {EVAL_SPIDER, EVAL_CHASE, EVAL_DUSQL};
    if (size < 2)
        return 0;
    struct arena arena = {0};
    struct eval_schema *schema = greenhouse_for(&arena, datasets[data[0] % COUNT_OF(datasets)]);
    const char *text = (const char *)data + 1;
    const char *newline = memchr(text, '\n', size - 1);
    size_t n = newline ? (size_t)(newline - text) : size - 1;
    struct slice gold = {text, n};
    struct slice pred = newline ? (struct slice){newline + 1, size - 2 - n} : gold;
    struct eval_score score;
    check_self(&arena, schema, gold);
    eval_match(&arena, schema, gold, pred, &score);
    if (score.exact == VERDICT_RIGHT && schema->dataset == EVAL_SPIDER)
        CHECK(all_components_right(score.parts));
    exec_rewrite(&arena, pred, false);
    arena_release(&arena);
    return 0;
}
