/* internal.h - what the files of search/ share. */
#ifndef ASTORMER_SEARCH_INTERNAL_H
#define ASTORMER_SEARCH_INTERNAL_H

#include "search/search.h"

#define SEARCH_MAX_BEAM 64
#define SEARCH_MAX_FINISHED 256
/* A live hypothesis this much (in nats) below the best finished one is given up: e^-12 of its
 * probability is nothing a user would want to see. */
#define SEARCH_MARGIN 12.0

/* The last word on a finished query: every column it names is provided by a FROM in sight, and
 * operands and sub-queries have the widths SQL wants.  Constraints keep nearly all others from
 * being finished at all. */
bool query_is_valid(const struct schema *schema, const struct query *query);

/* Puts queries that run (and return rows, if asked) before the others, otherwise keeping order. */
void guidance_sort(struct arena *arena, const struct model_database *database,
                   const struct search_options *options, struct search_result *result);

#endif
