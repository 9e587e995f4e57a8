/* eval.c - one pair, and all pairs of two files. */
#include "eval/internal.h"

#include <string.h>

void report_warn(struct arena *arena, struct eval_report *report, const char *format, ...)
{
    if (report->n_warnings == MAX_WARNINGS) {
        report->warnings_left_out++;
        return;
    }
    char text[480];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    *ARENA_PUSH(arena, report->warnings, report->n_warnings, report->warnings_capacity) =
        arena_strdup(arena, text);
}

/* ---- one pair ----------------------------------------------------------------------------- */

static struct scored_query *parse_scorable(struct arena *scratch,
                                           const struct eval_schema *schema, struct slice sql)
{
    struct scored_query *query = query_parse(scratch, schema, sql);
    return query && conditions_well_formed(dialect_of(schema->dataset), query) ? query : NULL;
}

void eval_match(struct arena *scratch, const struct eval_schema *schema, struct slice gold_text,
                struct slice pred_text, struct eval_score *out)
{
    *out = (struct eval_score){.hardness = N_HARDNESS, .exact = VERDICT_NONE,
                               .exec = VERDICT_NONE};
    struct arena_mark mark = arena_mark(scratch);
    if (schema->dataset == EVAL_DUSQL)
        gold_text = read_prediction(scratch, schema->dataset, gold_text);
    struct scored_query *gold = parse_scorable(scratch, schema, gold_text);
    if (gold) {
        out->hardness = query_hardness(dialect_of(schema->dataset), gold);
        pred_text = read_prediction(scratch, schema->dataset, pred_text);
        struct scored_query *pred = parse_scorable(scratch, schema, pred_text);
        bool parsed = pred != NULL;
        if (!parsed) /* the scripts go on with a query that has nothing */
            pred = ARENA_NEW(scratch, struct scored_query);
        if (schema->dataset == EVAL_DUSQL)
            match_dusql(scratch, schema, gold, pred, out);
        else
            match_spider(scratch, schema, gold, pred, out);
        if (!parsed)
            out->exact = VERDICT_UNPARSED;
    }
    arena_reset(scratch, mark);
}

/* ---- all pairs ---------------------------------------------------------------------------- */

struct match_job {
    struct eval_report *report;
    struct eval_schema **schemas; /* by pair; NULL: unknown db_id */
    struct arena *arenas;         /* by worker */
};

static void match_pair(void *context, int task, int worker)
{
    struct match_job *job = context;
    struct eval_pair *pair = &job->report->pairs[task];
    struct arena *scratch = &job->arenas[worker];
    struct eval_score self;
    if (!job->schemas[task])
        return;
    eval_match(scratch, job->schemas[task], pair->gold, pair->pred, &pair->score);
    eval_match(scratch, job->schemas[task], pair->gold, pair->gold, &self);
    pair->gold_exact_self = self.exact == VERDICT_RIGHT;
    arena_clear(scratch);
}

static void find_schemas(struct arena *arena, const struct eval_options *options,
                         const struct schema_set *set, struct eval_report *report,
                         struct eval_schema **by_pair)
{
    struct eval_schema **known = ARENA_ARRAY(arena, struct eval_schema *, set->n_schemas);
    struct map warned = map_in(arena);
    for (int i = 0; i < report->n_pairs; i++) {
        const struct eval_pair *pair = &report->pairs[i];
        const struct schema *schema = schema_set_find(set, pair->db_id);
        if (schema) {
            struct eval_schema **slot = &known[schema - set->schemas];
            if (!*slot)
                *slot = eval_schema_new(arena, schema, options->dataset);
            by_pair[i] = *slot;
        } else if (*pair->db_id && map_put(&warned, pair->db_id, strlen(pair->db_id), i) == i) {
            report_warn(arena, report, "%s:%ld: db_id '%s' is not in %s", options->gold,
                        pair->gold_line, pair->db_id, options->tables);
        }
    }
}

static enum status match_pairs(struct arena *arena, const struct eval_options *options,
                               struct eval_report *report, struct pool *pool, struct error *err)
{
    struct schema_set set;
    enum schema_flavour flavour =
        options->dataset == EVAL_DUSQL ? SCHEMA_DUSQL : SCHEMA_SPIDER;
    enum status st = schema_set_read(arena, options->tables, flavour, &set, err);
    if (st != ST_OK)
        return st;
    struct match_job job = {
        report, ARENA_ARRAY(arena, struct eval_schema *, report->n_pairs),
        ARENA_ARRAY(arena, struct arena, pool_size(pool))};
    find_schemas(arena, options, &set, report, job.schemas);
    pool_run(pool, report->n_pairs, match_pair, &job);
    for (int w = 0; w < pool_size(pool); w++)
        arena_release(&job.arenas[w]);
    for (int i = 0; i < report->n_pairs; i++)
        if (job.schemas[i] && report->pairs[i].score.exact == VERDICT_NONE)
            report_warn(arena, report, "%s:%ld: the official parser does not read this gold query",
                        options->gold, report->pairs[i].gold_line);
    return ST_OK;
}

enum status eval_files(struct arena *arena, const struct eval_options *options,
                       struct eval_report *out, struct error *err)
{
    *out = (struct eval_report){.dataset = options->dataset, .metric = options->metric};
    bool has_databases = options->dataset != EVAL_DUSQL && options->dataset != EVAL_CHASE;
    if (!has_databases)
        out->metric = METRIC_ALL; /* both verdicts come from the same comparison */
    if ((out->metric & METRIC_MATCH) && !options->tables)
        return fail(err, ST_USAGE, "exact match needs the schemas (--tables)");
    if (has_databases && (out->metric & METRIC_EXEC) && options->n_databases == 0)
        return fail(err, ST_USAGE, "execution match needs the databases (--databases)");
    enum status st = pairs_read(arena, options, out, err);
    if (st != ST_OK)
        return st;
    struct pool *pool = pool_new(MAX(options->n_workers, 1));
    if (out->metric & METRIC_MATCH)
        st = match_pairs(arena, options, out, pool, err);
    if (st == ST_OK && has_databases && (out->metric & METRIC_EXEC))
        exec_pairs(arena, options, out, pool);
    pool_free(pool);
    if (st == ST_OK)
        report_aggregate(out);
    return st;
}
