/* fuzz_official.c - the official parsers, comparisons and rewriting on hostile text.
 *
 * Input: a byte that picks the dataset, a gold query, a newline, a prediction.  A gold query that
 * parses must match itself, but for what the official rules themselves exclude: nan in a FROM
 * sub-query (Spider, Chase), and DuSQL queries without tables or with more set operations than
 * the comparison follows. */
#include "../unit/eval_samples.h"

#include "eval/internal.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_self(struct arena *arena, const struct eval_schema *schema, struct slice gold)
{
    struct eval_score self;
    eval_match(arena, schema, gold, gold, &self);
    CHECK(self.exact != VERDICT_UNPARSED);
    if (self.exact == VERDICT_NONE)
        return;
    CHECK(self.hardness != N_HARDNESS);
    if (schema->dataset == EVAL_DUSQL)
        return;
    char *text = arena_strndup(arena, gold.s, gold.n);
    for (size_t i = 0; i < gold.n; i++)
        text[i] = text[i] ? text[i] : ' ';
    CHECK(self.exact == VERDICT_RIGHT || strcasestr(text, "nan"));
    CHECK(schema->dataset != EVAL_CHASE || self.exec == VERDICT_RIGHT ||
          strcasestr(text, "nan"));
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
