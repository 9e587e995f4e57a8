/* predict.c - decoding many questions over all cores, and the exact-match score of the result. */
#include "train/internal.h"

#include "eval/eval.h"

#include <stdlib.h>
#include <string.h>

struct predicting {
    const struct model *model;
    const struct sample *const *samples;
    int n, group;
    const struct infer_options *options;
    struct prediction *out;
    struct nn_tape **tapes;  /* one a worker */
    struct arena *results;   /* one a worker: the predictions' texts */
    struct progress *progress;
    long *done;
};

static void keep_prediction(struct arena *arena, const struct sample *s,
                            const struct inference *found, struct prediction *out)
{
    *out = (struct prediction){.sample = s, .n_broken = found->search.n_broken};
    if (found->n == 0)
        return;
    const struct search_query *best = found->candidates[0].found;
    out->sql = sql_print(arena, &s->database->ground->schema, best->query, SQL_BENCHMARK);
    out->log_p = best->log_p;
    out->n_taken = best->derivation->n_steps;
    out->taken = ARENA_ARRAY(arena, struct taken_step, out->n_taken);
    for (int i = 0; i < out->n_taken; i++)
        out->taken[i] = (struct taken_step){best->derivation->steps[i]->slot,
                                            best->derivation->steps[i]->action};
    out->rules = *best->derivation->rules;
    out->n_found = found->n;
    out->alternatives = ARENA_ARRAY(arena, const char *, found->n);
    out->alternative_log_p = ARENA_ARRAY(arena, double, found->n);
    for (int i = 0; i < found->n; i++) {
        const struct search_query *q = found->candidates[i].found;
        out->alternatives[i] =
            sql_print(arena, &s->database->ground->schema, q->query, SQL_BENCHMARK);
        out->alternative_log_p[i] = q->log_p;
    }
}

/* A task is a group of questions decoded together. */
static void predict_group(void *context, int task, int worker)
{
    struct predicting *p = context;
    int from = task * p->group, n = MIN(p->group, p->n - from);
    struct arena arena = {0};
    const struct model_question **questions = ARENA_ARRAY(&arena, const struct model_question *, n);
    struct inference *found = ARENA_ARRAY(&arena, struct inference, n);
    for (int i = 0; i < n; i++)
        questions[i] = &p->samples[from + i]->question;
    struct error err = {0};
    if (infer_run(&arena, p->model, p->tapes[worker], questions, n, p->options, found, &err) ==
        ST_OK)
        for (int i = 0; i < n; i++)
            keep_prediction(&p->results[worker], p->samples[from + i], &found[i],
                            &p->out[from + i]);
    arena_release(&arena);
    if (p->progress && worker == 0)
        progress_at(p->progress, from + n);
}

struct predictions *predict_samples(struct model *model, const struct sample *const *samples,
                                    int n, const struct infer_options *options, struct pool *pool,
                                    struct progress *progress)
{
    struct predictions *all = xmalloc(sizeof *all);
    int workers = pool_size(pool);
    *all = (struct predictions){.n = n, .n_arenas = workers};
    all->v = xmalloc(sizeof *all->v * (size_t)MAX(n, 1));
    memset(all->v, 0, sizeof *all->v * (size_t)n);
    all->arenas = xmalloc(sizeof *all->arenas * (size_t)workers);
    memset(all->arenas, 0, sizeof *all->arenas * (size_t)workers);
    struct predicting p = {.model = model, .samples = samples, .n = n, .group = 4,
                           .options = options, .out = all->v, .results = all->arenas,
                           .progress = progress};
    p.tapes = xmalloc(sizeof *p.tapes * (size_t)workers);
    nn_params_pack_half(model_params(model)); /* model files are in halves too */
    for (int i = 0; i < workers; i++)
        p.tapes[i] = nn_tape_new(model_params(model), NULL);
    for (int i = 0; i < n; i++)
        all->v[i].sample = samples[i];
    pool_run(pool, (n + p.group - 1) / p.group, predict_group, &p);
    for (int i = 0; i < workers; i++)
        nn_tape_free(p.tapes[i]);
    nn_params_unpack(model_params(model)); /* training may change the values */
    xfree(p.tapes);
    return all;
}

void predictions_free(struct predictions *p)
{
    if (!p)
        return;
    for (int i = 0; i < p->n_arenas; i++)
        arena_release(&p->arenas[i]);
    xfree(p->arenas);
    xfree(p->v);
    xfree(p);
}

/* ---- the score ------------------------------------------------------------------------------------ */

struct judge {
    struct arena arena, scratch;
    struct map seen; /* schema -> schemas[] */
    struct eval_schema **schemas;
    struct eval_executor *executor;
};

static enum eval_verdict judge_exact(struct judge *j, const struct prediction *p)
{
    const struct example *e = p->sample->example;
    int index = map_put(&j->seen, (const char *)&e->schema, sizeof e->schema, j->seen.count);
    if (!j->schemas[index])
        j->schemas[index] = eval_schema_new(&j->arena, e->schema, EVAL_SPIDER);
    struct eval_score score;
    eval_match(&j->scratch, j->schemas[index], slice_of(e->sql),
               slice_of(p->sql ? p->sql : "SELECT"), &score);
    return score.exact;
}

static enum eval_verdict judge_rows(struct judge *j, const struct prediction *p)
{
    enum { MAX_ROWS = 20000 };
    const struct db *db = p->sample->database->ground->db;
    const char *gold = p->sample->example->sql;
    struct db_rows wanted, got;
    arena_clear(&j->scratch);
    if (!db || eval_execute(&j->scratch, j->executor, db_path(db), gold, MAX_ROWS, &wanted, NULL) !=
                   ST_OK)
        return VERDICT_NONE;
    bool same = p->sql &&
                eval_execute(&j->scratch, j->executor, db_path(db), p->sql, MAX_ROWS, &got, NULL) ==
                    ST_OK &&
                eval_rows_as_asked(&j->scratch, &wanted, &got, eval_sql_orders(gold));
    return same ? VERDICT_RIGHT : VERDICT_WRONG;
}

struct held_out_score predictions_judge(const struct predictions *p,
                                        bool (*by_rows)(void *context, const struct example *e),
                                        void *context)
{
    struct judge j = {.executor = eval_executor_new((struct eval_limits){
                          .timeout_ms = 2000, .max_rows = 20000, .max_bytes = (size_t)16 << 20})};
    j.seen = map_in(&j.arena);
    j.schemas = ARENA_ARRAY(&j.arena, struct eval_schema *, p->n + 1);
    struct held_out_score out = {0};
    for (int i = 0; i < p->n; i++) {
        const struct example *e = p->v[i].sample->example;
        if (!e->sql)
            continue;
        bool rows = by_rows && by_rows(context, e);
        enum eval_verdict verdict = (rows ? judge_rows : judge_exact)(&j, &p->v[i]);
        *(rows ? &out.rows : &out.exact) += verdict != VERDICT_NONE;
        *(rows ? &out.rows_right : &out.exact_right) += verdict == VERDICT_RIGHT;
    }
    eval_executor_free(j.executor);
    arena_release(&j.arena);
    arena_release(&j.scratch);
    return out;
}

double predictions_exact_match(const struct predictions *p)
{
    struct held_out_score score = predictions_judge(p, NULL, NULL);
    return score.exact ? (double)score.exact_right / (double)score.exact : 0;
}
