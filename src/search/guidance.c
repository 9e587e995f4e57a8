/* guidance.c - execution guidance: among finished queries, prefer those that run. */
#include "search/internal.h"

/* Rows that are looked at: one shows that a query runs; few enough to be all of them spare whoever
 * compares alternatives another execution. */
enum { ROWS_SEEN = 50 };

/* A row with nothing in it (the sum of no rows) tells as little as no row. */
static bool see_row(void *context, const struct db_cell *cells, int n)
{
    struct search_query *q = context;
    if (q->print.rows == ROWS_SEEN) {
        q->seen_whole = false;
        return false;
    }
    for (int i = 0; i < n; i++)
        q->rows |= cells[i].kind != DB_NULL;
    db_print_row(&q->print, cells, n);
    return true;
}

static void try_query(struct arena *arena, const struct model_database *database,
                      const struct search_options *options, struct search_query *q)
{
    struct arena_mark mark = arena_mark(arena);
    const char *sql = sql_print(arena, &database->ground->schema, q->query, db_dialect(database->ground->db));
    struct db_limits limits = {.seconds = options->seconds, .cancel = options->cancel};
    struct db_sink sink = {.row = see_row, .context = q};
    struct db_outcome outcome;
    q->seen_whole = true;
    bool ended = db_query(database->ground->db, sql, &limits, &sink, &outcome, NULL) == ST_OK;
    q->seen_whole &= ended;
    q->runs = ended || q->rows; /* slow after its first rows is still running */
    arena_reset(arena, mark);
}

static int merit(const struct search_query *q, enum search_guidance guidance)
{
    return q->runs ? 1 + (guidance == GUIDE_EMPTY && q->rows) : 0;
}

void guidance_sort(struct arena *arena, const struct model_database *database,
                   const struct search_options *options, struct search_result *result)
{
    if (!database->ground->db)
        return;
    for (int i = 0; i < result->n; i++)
        try_query(arena, database, options, &result->queries[i]);
    /* stable: a query moves up only past those of less merit */
    for (int i = 1; i < result->n; i++) {
        struct search_query q = result->queries[i];
        int k = i;
        for (; k > 0 && merit(&result->queries[k - 1], options->guidance) <
                            merit(&q, options->guidance); k--)
            result->queries[k] = result->queries[k - 1];
        result->queries[k] = q;
    }
}
