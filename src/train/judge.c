/* judge.c - the judge's training: batches of whole lists, the likelihood of a right candidate, and
 * the update that did best on databases kept aside. */
#include "train/judge.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct judging {
    const struct judge_job *job;
    struct arena arena;
    struct nn_workers *workers;
    struct nn_optim *optim;
    int *train, n_train; /* which lists, in the order of the epoch */
    int *held, n_held;
    int next;            /* of the epoch */
    long epoch, step;
    int *batch, *part_of, n_batch;
    real **best;         /* [parameters] values of the judge's at the best evaluation, or NULL */
};

/* ---- batches ------------------------------------------------------------------------------------ */

static void shuffle_epoch(struct judging *j)
{
    struct rng rng;
    rng_seed(&rng, mix64((uint64_t)j->job->settings.seed) ^ mix64((uint64_t)j->epoch + 0x10D6E));
    rng_shuffle(&rng, j->train, j->n_train);
    j->next = 0;
    j->epoch++;
}

/* Whole lists until the sub-words are enough, each into the part with the least work so far. */
static void choose_batch(struct judging *j)
{
    const struct judge_settings *s = &j->job->settings;
    long load[256] = {0}, tokens = 0;
    for (j->n_batch = 0; j->n_batch < j->n_train && tokens < s->batch_tokens; j->n_batch++) {
        if (j->next == j->n_train)
            shuffle_epoch(j);
        int list = j->train[j->next++], part = 0;
        for (int p = 1; p < s->micro_batches; p++)
            if (load[p] < load[part])
                part = p;
        j->batch[j->n_batch] = list;
        j->part_of[j->n_batch] = part;
        load[part] += j->job->lists->v[list].n_tokens;
        tokens += j->job->lists->v[list].n_tokens;
    }
}

/* ---- one update ---------------------------------------------------------------------------------- */

/* Lists laid out one after another, on the tape. */
struct laid_out {
    struct model_judged *texts;
    real *prior, *right;
    struct nn_span *spans;
    int n, n_lists;
};

static void lay_out_begin(struct laid_out *out, struct nn_tape *tape, const struct judge_lists *lists,
                          const int *which, int n)
{
    int total = 0;
    for (int i = 0; i < n; i++)
        total += lists->v[which[i]].n;
    *out = (struct laid_out){.texts = NN_ARRAY(tape, struct model_judged, total),
                             .prior = NN_ARRAY(tape, real, total),
                             .right = NN_ARRAY(tape, real, total),
                             .spans = NN_ARRAY(tape, struct nn_span, n)};
}

static void lay_out(struct laid_out *out, const struct judge_list *l, double prior, bool blind)
{
    out->spans[out->n_lists++] = (struct nn_span){out->n, l->n};
    for (int i = 0; i < l->n; i++, out->n++) {
        out->texts[out->n] = l->texts[i];
        if (blind)
            out->texts[out->n].n = l->texts[i].n_told;
        out->prior[out->n] = (real)(prior * (double)l->log_p[i]);
        out->right[out->n] = l->right[i];
    }
}

static struct tensor *build_loss(void *context, struct nn_tape *tape, int part)
{
    struct judging *j = context;
    const struct judge_settings *s = &j->job->settings;
    struct rng rng;
    rng_seed(&rng, mix64(nn_stream((uint64_t)s->seed, j->step, part)));
    struct laid_out out;
    lay_out_begin(&out, tape, j->job->lists, j->batch, j->n_batch);
    for (int i = 0; i < j->n_batch; i++)
        if (j->part_of[i] == part)
            lay_out(&out, &j->job->lists->v[j->batch[i]], s->prior,
                    rng_uniform(&rng) < s->drop_results);
    if (out.n_lists == 0)
        return NULL;
    struct tensor *scores = model_judge(j->job->model, tape, out.texts, out.n);
    struct tensor *loss = model_judge_loss(tape, scores, out.prior, out.right,
                                           (struct nn_spans){out.spans, out.n_lists});
    return nn_scale(tape, loss, 1.0 / j->n_batch);
}

static enum status update(struct judging *j, double *loss, struct error *err)
{
    const struct judge_settings *s = &j->job->settings;
    choose_batch(j);
    *loss = nn_workers_step(j->workers, s->micro_batches, build_loss, j, (uint64_t)s->seed, j->step,
                            NULL);
    double lr = s->lr * nn_schedule(NN_SCHEDULE_LINEAR, j->step + 1, s->warmup, s->steps + 1);
    double norm = nn_optim_step(j->optim, j->workers, lr);
    if (!isfinite(*loss) || !isfinite(norm))
        return fail(err, ST_LIMIT, "training diverged at update %ld (loss %g, gradient norm %g): "
                    "lower lr or clip", j->step, *loss, norm);
    j->step++;
    return ST_OK;
}

/* ---- evaluation ------------------------------------------------------------------------------------ */

struct evaluating {
    struct judging *j;
    struct nn_tape **tapes; /* one a worker */
    double *loss;           /* by list, so that sums do not depend on threads */
    bool *first, *search;
};

static int best_of(const double *v, int n)
{
    int best = 0;
    for (int i = 1; i < n; i++)
        if (v[i] > v[best])
            best = i;
    return best;
}

static void evaluate_list(void *context, int task, int worker)
{
    struct evaluating *e = context;
    const struct judge_job *job = e->j->job;
    const struct judge_list *l = &job->lists->v[e->j->held[task]];
    struct nn_tape *tape = e->tapes[worker];
    nn_tape_begin(tape, NN_INFER, 0);
    const struct tensor *scores = model_judge(job->model, tape, l->texts, l->n);
    double *with = NN_ARRAY(tape, double, l->n), *without = NN_ARRAY(tape, double, l->n);
    double all = 0, right = 0;
    for (int i = 0; i < l->n; i++) {
        without[i] = (double)l->log_p[i];
        with[i] = (double)scores->x[i] + job->settings.prior * without[i];
    }
    int best = best_of(with, l->n);
    for (int i = 0; i < l->n; i++) {
        double p = exp(with[i] - with[best]);
        all += p;
        right += l->right[i] > 0 ? p : 0;
    }
    e->loss[task] = -log(fmax(right / all, 1e-300));
    e->first[task] = l->right[best] > 0;
    e->search[task] = l->right[best_of(without, l->n)] > 0;
}

static void evaluate(struct judging *j, struct judge_score *out)
{
    struct arena arena = {0};
    int workers = pool_size(j->job->pool);
    struct nn_params *params = model_params(j->job->model);
    struct evaluating e = {.j = j, .tapes = ARENA_ARRAY(&arena, struct nn_tape *, workers),
                           .loss = ARENA_ARRAY(&arena, double, j->n_held),
                           .first = ARENA_ARRAY(&arena, bool, j->n_held),
                           .search = ARENA_ARRAY(&arena, bool, j->n_held)};
    if (j->job->settings.ema > 0)
        nn_optim_swap_ema(j->optim);
    nn_params_pack_half(params);
    for (int i = 0; i < workers; i++)
        e.tapes[i] = nn_tape_new(params, NULL);
    pool_run(j->job->pool, j->n_held, evaluate_list, &e);
    for (int i = 0; i < workers; i++)
        nn_tape_free(e.tapes[i]);
    nn_params_unpack(params);
    *out = (struct judge_score){.step = j->step, .n = j->n_held};
    for (int i = 0; i < j->n_held; i++) {
        out->loss += e.loss[i];
        out->first += e.first[i];
        out->search += e.search[i];
    }
    out->loss /= j->n_held;
    out->first /= j->n_held;
    out->search /= j->n_held;
    arena_release(&arena);
}

/* The judge's values to where the best ones are kept, or back. */
static void keep_best(struct judging *j, bool back)
{
    struct nn_params *params = model_params(j->job->model);
    if (!j->best && !back)
        j->best = ARENA_ARRAY(&j->arena, real *, nn_params_count(params));
    for (int i = 0; j->best && i < nn_params_count(params); i++) {
        const struct nn_param *p = nn_params_at(params, i);
        size_t n = (size_t)p->rows * (size_t)p->cols;
        if (p->lr_scale == 0)
            continue;
        if (!j->best[i])
            j->best[i] = ARENA_ARRAY(&j->arena, real, n);
        real *values = nn_params_values(params, i);
        memcpy(back ? values : j->best[i], back ? j->best[i] : values, n * sizeof(real));
    }
}

/* True if it is the best so far.  The weights are again those that learn. */
static bool evaluate_and_keep(struct judging *j, double train_loss, struct judge_score *best)
{
    struct judge_score score;
    evaluate(j, &score);
    bool better = best->n == 0 || score.loss < best->loss;
    if (better) {
        *best = score;
        keep_best(j, false);
    }
    if (j->job->settings.ema > 0)
        nn_optim_swap_ema(j->optim);
    if (j->job->watch)
        j->job->watch(j->job->context, &score, train_loss);
    return better;
}

/* ---- the run ---------------------------------------------------------------------------------------- */

static void judging_begin(struct judging *j, const struct judge_job *job)
{
    const struct judge_settings *s = &job->settings;
    int n = job->lists->n;
    *j = (struct judging){.job = job};
    j->train = ARENA_ARRAY(&j->arena, int, n + 1);
    j->held = ARENA_ARRAY(&j->arena, int, n + 1);
    j->batch = ARENA_ARRAY(&j->arena, int, n + 1);
    j->part_of = ARENA_ARRAY(&j->arena, int, n + 1);
    for (int i = 0; i < n; i++)
        if (job->lists->v[i].held_out)
            j->held[j->n_held++] = i;
        else
            j->train[j->n_train++] = i;
    struct rng rng;
    rng_seed(&rng, (uint64_t)s->holdout_seed);
    if (j->n_held > 0)
        rng_shuffle(&rng, j->held, j->n_held); /* not the first databases only */
    j->n_held = MIN(j->n_held, s->max_holdout);
    j->next = j->n_train;
    model_judge_only(job->model);
    j->workers = nn_workers_new(model_params(job->model), job->pool, s->micro_batches);
    struct nn_adamw adamw = NN_ADAMW_DEFAULT;
    adamw.weight_decay = s->weight_decay;
    adamw.clip_tensor = 0;
    adamw.clip_global = s->clip;
    adamw.ema = s->ema;
    j->optim = nn_optim_new(model_params(job->model), adamw);
}

static enum status run(struct judging *j, struct judge_score *best, struct error *err)
{
    const struct judge_settings *s = &j->job->settings;
    enum status st = ST_OK;
    int since = 0;
    double sum = 0, loss;
    long counted = 0;
    struct progress progress;
    progress_begin(&progress, "updates", s->steps);
    while (st == ST_OK && j->step < s->steps && !(j->job->stop && *j->job->stop)) {
        st = update(j, &loss, err);
        sum += loss;
        counted++;
        progress_at(&progress, j->step);
        if (st != ST_OK || (j->step % s->eval_steps != 0 && j->step != s->steps) || j->n_held == 0)
            continue;
        since = evaluate_and_keep(j, sum / (double)counted, best) ? 0 : since + 1;
        sum = 0;
        counted = 0;
        if (s->patience > 0 && since >= s->patience)
            break;
    }
    progress_end(&progress);
    if (st == ST_OK && j->best)
        keep_best(j, true);
    else if (st == ST_OK && s->ema > 0 && j->step > 0)
        nn_optim_swap_ema(j->optim);
    return st;
}

enum status judge_train(const struct judge_job *job, struct judge_score *best, struct error *err)
{
    *best = (struct judge_score){0};
    struct judging j;
    nn_train_in(job->settings.precision ? NN_BF16 : NN_F32);
    judging_begin(&j, job);
    enum status st = j.n_train == 0 ? fail(err, ST_INPUT, "there is no list with right and wrong candidates to "
                               "train on") : run(&j, best, err);
    nn_optim_free(j.optim);
    nn_workers_free(j.workers);
    arena_release(&j.arena);
    nn_train_in(NN_F32);
    return st;
}
