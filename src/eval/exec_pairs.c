/* exec_pairs.c - execution match of many pairs: one task a gold query, so that it runs once a
 * database however many predictions it is compared with, and needs no lock. */
#include "eval/internal.h"

#include <stdlib.h>
#include <string.h>

struct group { /* pairs with one gold query and db_id, as a linked list of pair numbers */
    int first;
    struct eval_databases databases;
};
struct job {
    const struct eval_options *options;
    struct eval_report *report;
    struct group *groups;
    int n_groups, capacity;
    int *next; /* by pair; -1 ends the list */
    struct eval_executor **executors; /* by worker */
    struct arena *arenas;
};

static void group_pairs(struct arena *arena, struct job *job)
{
    struct map by_key = map_in(arena), by_db = map_in(arena);
    struct eval_databases *databases = NULL;
    int n_db = 0, db_capacity = 0;
    int *last = ARENA_ARRAY(arena, int, job->report->n_pairs);
    for (int i = 0; i < job->report->n_pairs; i++) {
        const struct eval_pair *pair = &job->report->pairs[i];
        int db = map_put(&by_db, pair->db_id, strlen(pair->db_id), n_db);
        if (db == n_db)
            eval_find_databases(arena, job->options->databases, job->options->n_databases,
                                pair->db_id,
                                ARENA_PUSH(arena, databases, n_db, db_capacity));
        struct strbuf key = strbuf_in(arena);
        strbuf_printf(&key, "%d ", db);
        strbuf_add(&key, pair->gold.s, pair->gold.n);
        int g = map_put(&by_key, strbuf_text(&key), key.n, job->n_groups);
        if (g == job->n_groups)
            *ARENA_PUSH(arena, job->groups, job->n_groups, job->capacity) =
                (struct group){i, databases[db]};
        else
            job->next[last[g]] = i;
        job->next[i] = -1;
        last[g] = i;
    }
}

/* Python refuses NUL bytes; a C string would end at them. */
static char *runnable(struct arena *arena, struct slice sql, bool keep_distinct)
{
    return sql.n && memchr(sql.s, '\0', sql.n) ? NULL : exec_rewrite(arena, sql, keep_distinct);
}

static void judge(struct eval_pair *pair, enum eval_verdict verdict, const char *note)
{
    pair->score.exec = verdict;
    size_t n = MIN(strlen(note), sizeof pair->exec_note - 1);
    memcpy(pair->exec_note, note, n);
    pair->exec_note[n] = '\0';
}

struct gold_run {
    const char *path, *sql;
    struct db_rows rows;
    bool ordered;
};

/* One prediction on one database; right until a database says otherwise. */
static void judge_on(struct arena *arena, struct eval_executor *executor,
                     const struct eval_options *options, const struct gold_run *gold,
                     struct eval_pair *pair)
{
    struct error err = {0};
    struct db_rows rows;
    struct slice text = read_prediction(arena, options->dataset, pair->pred);
    const char *sql = runnable(arena, text, options->keep_distinct);
    if (!sql) {
        judge(pair, VERDICT_WRONG, "a NUL byte in the query");
        return;
    }
    bool same_text = strcmp(sql, gold->sql) == 0 && !strcasestr(sql, "random");
    if (same_text)
        return;
    /* one row more than gold has is enough to know */
    enum status st = eval_execute(arena, executor, gold->path, sql, gold->rows.n_rows, &rows, &err);
    if (st != ST_OK)
        judge(pair, VERDICT_WRONG, err.message);
    else if (!eval_rows_equal(arena, &gold->rows, &rows, gold->ordered))
        judge(pair, VERDICT_WRONG, "");
}

static void judge_all(struct job *job, const struct group *group, enum eval_verdict verdict,
                      const char *note)
{
    for (int i = group->first; i >= 0; i = job->next[i])
        judge(&job->report->pairs[i], verdict, note);
}

static void run_group(void *context, int task, int worker)
{
    struct job *job = context;
    const struct group *group = &job->groups[task];
    struct arena *arena = &job->arenas[worker];
    struct eval_executor *executor = job->executors[worker];
    struct eval_pair *pairs = job->report->pairs;
    struct error err = {0};
    if (group->databases.n == 0) {
        judge_all(job, group, VERDICT_NONE, "no database");
        return;
    }
    judge_all(job, group, VERDICT_RIGHT, "");
    for (int d = 0; d < group->databases.n; d++) {
        struct gold_run gold = {.path = group->databases.paths[d]};
        gold.sql = runnable(arena, pairs[group->first].gold, job->options->keep_distinct);
        enum status st = gold.sql ? eval_execute(arena, executor, gold.path, gold.sql, INT32_MAX,
                                                 &gold.rows, &err)
                                  : fail(&err, ST_INPUT, "a NUL byte in the gold query");
        if (st != ST_OK) {
            fail_in(&err, "gold");
            judge_all(job, group, st == ST_IO ? VERDICT_NONE : VERDICT_WRONG, err.message);
            arena_clear(arena);
            return;
        }
        gold.ordered = order_matters(gold.sql);
        for (int i = group->first; i >= 0; i = job->next[i])
            if (pairs[i].score.exec == VERDICT_RIGHT)
                judge_on(arena, executor, job->options, &gold, &pairs[i]);
        arena_clear(arena);
    }
    for (int i = group->first; i >= 0; i = job->next[i])
        pairs[i].gold_runs = true;
}

void exec_pairs(struct arena *arena, const struct eval_options *options,
                struct eval_report *report, struct pool *pool)
{
    int n_workers = pool_size(pool);
    struct job job = {.options = options, .report = report,
                      .next = ARENA_ARRAY(arena, int, report->n_pairs),
                      .executors = ARENA_ARRAY(arena, struct eval_executor *, n_workers),
                      .arenas = ARENA_ARRAY(arena, struct arena, n_workers)};
    for (int w = 0; w < n_workers; w++)
        job.executors[w] = eval_executor_new(options->limits);
    group_pairs(arena, &job);
    pool_run(pool, job.n_groups, run_group, &job);
    for (int w = 0; w < n_workers; w++) {
        eval_executor_free(job.executors[w]);
        arena_release(&job.arenas[w]);
    }
    for (int g = 0; g < job.n_groups; g++) {
        const struct eval_pair *pair = &report->pairs[job.groups[g].first];
        if (!pair->gold_runs && job.groups[g].databases.n > 0)
            report_warn(arena, report, "%s:%ld: %s", options->gold, pair->gold_line,
                        pair->exec_note);
    }
}
