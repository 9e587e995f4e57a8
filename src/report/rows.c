/* rows.c - questions asked as a user asks them, the rows of the answers judged. */
#include "report/rows.h"

#include <pthread.h>
#include <string.h>

enum { MAX_ROWS = 200000 };

struct judging {
    struct rows_report *report;
    pthread_mutex_t lock; /* of the report's arena */
    int limit, kept;
};

static const char *keep_text(struct judging *j, const char *text)
{
    pthread_mutex_lock(&j->lock);
    const char *kept = text ? arena_strdup(&j->report->arena, text) : NULL;
    pthread_mutex_unlock(&j->lock);
    return kept;
}

/* The example as the variant has it; one that was put to another database has no answer there. */
static const struct example *keep_variant(struct judging *j, const struct example *e,
                                          const struct sample_variant *variant)
{
    pthread_mutex_lock(&j->lock);
    struct arena *arena = &j->report->arena;
    struct example *out = ARENA_NEW(arena, struct example);
    *out = *e;
    out->question = arena_strdup(arena, variant->utterances[0]);
    out->n_history = variant->n - 1;
    const char **history = ARENA_ARRAY(arena, const char *, variant->n);
    for (int i = 1; i < variant->n; i++)
        history[variant->n - 1 - i] = arena_strdup(arena, variant->utterances[i]);
    out->history = history;
    if (variant->elsewhere) {
        out->sql = NULL;
        out->unanswerable = true;
    }
    pthread_mutex_unlock(&j->lock);
    return out;
}

static bool under_limit(void *context, const struct example *e)
{
    struct judging *j = context;
    (void)e;
    return j->limit == 0 || j->kept++ < j->limit;
}

/* Which of the queries found is the first to give the gold query's rows? */
static void judge_queries(struct judging *j, const struct asked *asked, struct row_verdict *v)
{
    struct arena scratch = {0};
    struct db_rows gold, got;
    struct error err = {0};
    const char *sql = asked->example->sql;
    v->exec = VERDICT_NONE;
    if (eval_execute(&scratch, asked->executor, asked->path, sql, MAX_ROWS, &gold, &err) != ST_OK) {
        v->note = keep_text(j, arena_printf(&scratch, "the gold query: %s", err.message));
        arena_release(&scratch);
        return;
    }
    v->exec = VERDICT_WRONG;
    bool ordered = eval_sql_orders(sql);
    for (int k = 0; k < astormer_answer_queries(asked->answer) && !v->rank; k++) {
        struct arena_mark mark = arena_mark(&scratch);
        const struct astormer_query *q = astormer_answer_query(asked->answer, k);
        if (eval_execute(&scratch, asked->executor, asked->path, q->sql, MAX_ROWS, &got, &err) ==
            ST_OK) {
            if (eval_rows_as_asked(&scratch, &gold, &got, ordered))
                v->rank = k + 1;
        } else if (k == 0) {
            v->note = keep_text(j, err.message);
        }
        arena_reset(&scratch, mark);
    }
    if (v->rank == 1 && !v->declined)
        v->exec = VERDICT_RIGHT;
    arena_release(&scratch);
}

static void judge(void *context, const struct asked *asked)
{
    struct judging *j = context;
    const struct example *e =
        asked->variant ? keep_variant(j, asked->example, asked->variant) : asked->example;
    struct row_verdict *v = &j->report->verdicts[asked->index];
    *v = (struct row_verdict){.example = e, .original = asked->example, .exec = e->sql ? VERDICT_WRONG : VERDICT_NONE};
    if (!asked->answer) {
        v->note = keep_text(j, asked->reason);
        return;
    }
    const struct astormer_summary *s = astormer_answer_summary(asked->answer);
    const struct astormer_query *first = astormer_answer_query(asked->answer, 0);
    v->pred = keep_text(j, first ? first->sql : NULL);
    v->declined = keep_text(j, s->declined);
    v->confidence = s->confidence;
    v->calibrated = s->calibrated;
    if (e->sql)
        judge_queries(j, asked, v);
}

enum status rows_report_make(const struct answer_options *o, struct rows_report *out,
                             struct error *err)
{
    *out = (struct rows_report){0};
    struct dataset *d = &out->dataset;
    struct dataset_source source = {o->dataset, o->data, o->split, o->tables, o->databases};
    enum status st = dataset_read_from(&out->arena, &source, d, err);
    if (o->holdout)
        holdout_keep(d);
    int n = d->n_examples;
    out->verdicts = ARENA_ARRAY(&out->arena, struct row_verdict, n + 1);
    struct judging j = {.report = out, .limit = (int)o->limit};
    pthread_mutex_init(&j.lock, NULL);
    struct asking_options asking = {.model = o->model, .beam = (int)o->beam,
                                    .n_best = (int)o->beam, .workers = (int)o->workers};
    struct variants *variants = NULL;
    if (st == ST_OK)
        st = variants_open(o->variants, o->seed, o->model, d, (int)o->workers, &variants, err);
    asking.variants = variants;
    out->variants = o->variants;
    out->seed = o->seed;
    double start = now_seconds();
    if (st == ST_OK)
        st = ask_examples(&asking, d, under_limit, judge, &j, err);
    out->seconds = now_seconds() - start;
    out->n = o->limit > 0 ? (int)MIN(o->limit, n) : n;
    pthread_mutex_destroy(&j.lock);
    variants_close(variants);
    return st;
}

void rows_report_release(struct rows_report *report)
{
    arena_release(&report->arena);
}
