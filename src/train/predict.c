/* predict.c - decoding many questions over all cores, and the exact-match score of the result. */
#include "train/internal.h"

#include "eval/eval.h"
#include "search/search.h"

#include <stdlib.h>
#include <string.h>

struct predicting {
    const struct model *model;
    const struct sample *const *samples;
    int n, group;
    const struct search_options *options;
    struct prediction *out;
    struct nn_tape **tapes;  /* one a worker */
    struct arena *results;   /* one a worker: the predictions' texts */
    struct progress *progress;
    long *done;
};

static void keep_prediction(struct arena *arena, const struct sample *s,
                            const struct search_result *found, struct prediction *out)
{
    *out = (struct prediction){.sample = s, .n_broken = found->n_broken};
    if (found->n == 0)
        return;
    const struct search_query *best = &found->queries[0];
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
        out->alternatives[i] =
            sql_print(arena, &s->database->ground->schema, found->queries[i].query, SQL_BENCHMARK);
        out->alternative_log_p[i] = found->queries[i].log_p;
    }
}

/* A task is a group of questions decoded together. */
static void predict_group(void *context, int task, int worker)
{
    struct predicting *p = context;
    int from = task * p->group, n = MIN(p->group, p->n - from);
    struct arena arena = {0};
    const struct model_question **questions = ARENA_ARRAY(&arena, const struct model_question *, n);
    struct search_result *found = ARENA_ARRAY(&arena, struct search_result, n);
    for (int i = 0; i < n; i++)
        questions[i] = &p->samples[from + i]->question;
    struct error err = {0};
    if (search_run(&arena, p->model, p->tapes[worker], questions, n, p->options, found, &err) ==
        ST_OK)
        for (int i = 0; i < n; i++)
            keep_prediction(&p->results[worker], p->samples[from + i], &found[i],
                            &p->out[from + i]);
    arena_release(&arena);
    if (p->progress && worker == 0)
        progress_at(p->progress, from + n);
}

struct predictions *predict_samples(struct model *model, const struct sample *const *samples,
                                    int n, const struct search_options *options, struct pool *pool,
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
    free(p.tapes);
    return all;
}

void predictions_free(struct predictions *p)
{
    if (!p)
        return;
    for (int i = 0; i < p->n_arenas; i++)
        arena_release(&p->arenas[i]);
    free(p->arenas);
    free(p->v);
    free(p);
}

/* ---- the score ------------------------------------------------------------------------------------ */

double predictions_exact_match(const struct predictions *p)
{
    struct arena arena = {0}, scratch = {0};
    struct map seen = map_in(&arena);
    struct eval_schema **schemas = ARENA_ARRAY(&arena, struct eval_schema *, p->n + 1);
    int right = 0, counted = 0;
    for (int i = 0; i < p->n; i++) {
        const struct example *e = p->v[i].sample->example;
        if (!e->sql)
            continue;
        int index = map_put(&seen, (const char *)&e->schema, sizeof e->schema, seen.count);
        if (!schemas[index])
            schemas[index] = eval_schema_new(&arena, e->schema, EVAL_SPIDER);
        struct eval_score score;
        const char *sql = p->v[i].sql ? p->v[i].sql : "SELECT";
        eval_match(&scratch, schemas[index], slice_of(e->sql), slice_of(sql), &score);
        counted += score.exact != VERDICT_NONE;
        right += score.exact == VERDICT_RIGHT;
    }
    arena_release(&arena);
    arena_release(&scratch);
    return counted ? (double)right / counted : 0;
}
