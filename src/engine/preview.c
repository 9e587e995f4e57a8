/* preview.c - the first rows of every reading, so that a person can choose by what they give. */
#include "engine/internal.h"

#include <string.h>

#define PREVIEW_ROWS 3
#define PREVIEW_TIMEOUT_MS 1000 /* of all readings together */

void astormer_answer_preview(struct astormer_session *s, struct astormer_answer *a,
                             const struct astormer_run_options *options)
{
    struct astormer_run_options o = ASTORMER_RUN_OPTIONS;
    if (options)
        memcpy(&o, options, MIN(options->size, sizeof o));
    o.max_rows = o.max_rows > 0 ? o.max_rows : PREVIEW_ROWS;
    double end = now_seconds() + (o.timeout_ms > 0 ? o.timeout_ms : PREVIEW_TIMEOUT_MS) / 1000.0;
    for (int i = 0; i < a->n_queries; i++) {
        struct query_parts *q = a->queries[i];
        double left = end - now_seconds();
        if (q->preview || !q->query.runs || left <= 0)
            continue;
        o.timeout_ms = (int)MAX(1000 * left, 1);
        astormer_run(s, q->query.sql, &o, &q->preview, NULL);
    }
}

const struct astormer_result *astormer_query_preview(const struct astormer_query *q)
{
    return ((const struct query_parts *)q)->preview;
}
