/* loop.c - updates, evaluations and checkpoints until the steps are done or somebody says stop. */
#include "train/internal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- one update -------------------------------------------------------------------------------- */

/* The batch of a step: step s is batch s of the endless list of epochs. */
static void choose_batch(struct trainer *t)
{
    const struct sample_set *set = &t->job->train;
    int in_epoch = sample_set_epoch(set), size = MIN(t->settings.batch, in_epoch);
    long per_epoch = in_epoch / size;
    long epoch = t->step / per_epoch;
    if (epoch != t->epoch) {
        epoch_order(set, size, (uint64_t)t->settings.seed, epoch, t->order);
        t->epoch = epoch;
    }
    memcpy(t->batch, t->order + (t->step % per_epoch) * size, sizeof *t->batch * (size_t)size);
    t->n_batch = size;
    split_batch(set, t->batch, size, t->settings.micro_batches, t->part_of);
}

/* The sample as this update sees it. */
static const struct sample *seen_sample(const struct trainer *t, int index, uint64_t stream,
                                        struct arena *arena)
{
    const struct sample *sample = &t->job->train.samples[index];
    if (!augments(&t->settings))
        return sample;
    return augment_sample(t->job, sample, mix64(stream ^ mix64((uint64_t)index + 0xA06)), arena);
}

/* What frozen layers make of a sample never changes: it is kept when the sample is first met, as long
 * as there is room.  Two micro-batches may meet the same one at once: the first to finish is the one
 * that counts.  A sample is run alone, so that what it gives does not depend on its company, which a
 * resumed run changes. */
static const uint16_t *kept_states(struct trainer *t, struct arena *arena, int micro_batch,
                                   int index, const struct model_input *input)
{
    const uint16_t *states = __atomic_load_n(&t->states[index], __ATOMIC_ACQUIRE);
    if (states)
        return states;
    struct model_input own = *input, *one = &own;
    size_t room = ((size_t)t->settings.states_mb << 20) / (size_t)t->settings.micro_batches;
    bool full = t->kept_bytes[micro_batch] >= room;
    model_keep_states(t->model, t->spare[micro_batch], full ? arena : &t->kept[micro_batch], &one, 1,
                      t->job->frozen_layers);
    if (full)
        return own.states;
    t->kept_bytes[micro_batch] += sizeof *own.states * (size_t)own.n_tokens *
                                  (size_t)model_config_of(t->model)->plm_hidden;
    bool first = __atomic_compare_exchange_n(&t->states[index], &states, own.states, false,
                                             __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
    return first ? own.states : states;
}

/* The input of sample `index`, of which `seen` may be a variant, from where frozen layers leave off;
 * those of variants are not kept. */
static const struct model_input *learnt_input(struct trainer *t, struct arena *arena,
                                              int micro_batch, int index,
                                              const struct sample *seen)
{
    if (t->job->frozen_layers == 0)
        return &seen->question.input;
    struct model_input *input = ARENA_NEW(arena, struct model_input);
    *input = seen->question.input;
    input->states_layers = t->job->frozen_layers;
    if (seen == &t->job->train.samples[index])
        input->states = kept_states(t, arena, micro_batch, index, input);
    else
        model_keep_states(t->model, t->spare[micro_batch], arena, &input, 1, t->job->frozen_layers);
    return input;
}

/* Micro-batch i of this process is number i * n_ranks + rank of the batch. */
static struct tensor *build_loss(void *context, struct nn_tape *tape, int micro_batch)
{
    struct trainer *t = context;
    const struct train_settings *s = &t->settings;
    int part = micro_batch * t->n_ranks + t->rank;
    uint64_t stream = nn_stream((uint64_t)s->seed, t->step, part);
    nn_tape_begin(tape, NN_TRAIN, stream);
    struct rng rng;
    rng_seed(&rng, mix64(stream));
    const struct model_input **inputs = NN_ARRAY(tape, const struct model_input *, t->n_batch);
    const struct model_target **targets = NN_ARRAY(tape, const struct model_target *, t->n_batch);
    struct arena *arena = &t->targets[micro_batch];
    arena_clear(arena);
    const struct sample **samples = ARENA_ARRAY(arena, const struct sample *, t->n_batch);
    int n = 0;
    for (int i = 0; i < t->n_batch; i++) {
        if (t->part_of[i] != part)
            continue;
        samples[n] = seen_sample(t, t->batch[i], stream, arena);
        inputs[n] = learnt_input(t, arena, micro_batch, t->batch[i], samples[n]);
        targets[n] = sample_target(t->job, samples[n], arena, &rng);
        n++;
    }
    if (n == 0)
        return NULL;
    struct model_memory memory =
        model_encode(t->model, tape, inputs, n, s->shuffle_schema ? &rng : NULL);
    struct model_loss_options options = {
        .aux = s->aux, .smoothing = s->smoothing,
        .verdicts = {[VERDICT_FOLLOWS] = s->follows, [VERDICT_ANSWERABLE] = s->answerable}};
    struct tensor *loss = model_loss(t->model, tape, &memory, targets, &options);
    return loss ? nn_scale(tape, loss, 1.0 / t->n_batch) : NULL;
}

/* With a constant schedule and a cool-down, a run can be made longer as long as it has not begun to
 * cool down: nothing before depends on how many steps there will be. */
static double learning_rate(const struct train_settings *s, long step)
{
    double factor = nn_schedule((enum nn_schedule_kind)s->schedule, step, s->warmup, s->steps);
    if (s->cooldown > 0)
        factor *= fmin(1, (double)(s->steps - step) / s->cooldown);
    return s->lr * factor;
}

static enum status update(struct trainer *t, struct error *err)
{
    const struct train_settings *s = &t->settings;
    double start = now_seconds(), cpu = cpu_seconds();
    choose_batch(t);
    int parts = s->micro_batches / t->n_ranks;
    double loss = nn_workers_step(t->workers, parts, build_loss, t, (uint64_t)s->seed, t->step,
                                  NULL);
    double lr = learning_rate(s, t->step);
    double norm = nn_optim_step(t->optim, t->workers, lr);
    if (!isfinite(loss) || !isfinite(norm))
        return fail(err, ST_LIMIT, "training diverged at step %ld (loss %g, gradient norm %g): "
                    "lower lr or clip", t->step, loss, norm);
    t->step++;
    for (int i = 0; i < nn_workers_lanes(t->workers); i++)
        t->flops += nn_tape_flops(nn_workers_tape(t->workers, i));
    t->loss_sum += loss;
    t->samples += t->n_batch;
    t->since_log++;
    t->seconds += now_seconds() - start;
    t->cpu += cpu_seconds() - cpu;
    if (t->since_log == s->log_steps || t->step == s->steps)
        log_step(t, lr, norm);
    return ST_OK;
}

/* ---- evaluation --------------------------------------------------------------------------------------- */

static enum status evaluate(struct trainer *t, struct error *err)
{
    if (!t->job->evaluate || t->job->holdout.n == 0)
        return ST_OK;
    double start = now_seconds(), score = -1;
    if (t->settings.ema > 0)
        nn_optim_swap_ema(t->optim);
    enum status st = ST_OK;
    if (t->rank == 0)
        st = t->job->evaluate(t->job->context, t->model, t->pool, &score, err);
    if (st == ST_OK && t->n_ranks > 1)
        nn_mpi_max(&score, 1);
    bool better = st == ST_OK && score > t->best_score;
    if (better) {
        t->best_score = score;
        t->best_step = t->step;
    }
    if (st == ST_OK && t->rank == 0 && (better || t->settings.keep > 0))
        st = t->job->save(t->job->context, t->model, t->step, score, better, err);
    t->evaluations_since_best = better ? 0 : t->evaluations_since_best + 1;
    if (t->settings.ema > 0)
        nn_optim_swap_ema(t->optim);
    if (st == ST_OK)
        log_event(t, json_pack("{s:s, s:I, s:f, s:f, s:b, s:f}", "event", "evaluation", "step",
                               (json_int_t)t->step, "score", score, "best", t->best_score,
                               "better", (int)better, "seconds", now_seconds() - start));
    return st;
}

/* Without held-out examples there is nothing to choose by: the last average is the model. */
static enum status save_last(struct trainer *t, struct error *err)
{
    if (t->rank != 0 || t->job->holdout.n > 0 || !t->job->save)
        return ST_OK;
    if (t->settings.ema > 0)
        nn_optim_swap_ema(t->optim);
    enum status st = t->job->save(t->job->context, t->model, t->step, -1, true, err);
    if (t->settings.ema > 0)
        nn_optim_swap_ema(t->optim);
    return st;
}

/* ---- the run -------------------------------------------------------------------------------------------- */

static void trainer_begin(struct trainer *t, const struct train_job *job)
{
    *t = (struct trainer){.job = job, .settings = job->settings, .model = job->model,
                          .pool = job->pool, .best_score = -1, .epoch = -1,
                          .rank = job->rank, .n_ranks = MAX(job->n_ranks, 1)};
    const struct train_settings *s = &t->settings;
    int parts = s->micro_batches / t->n_ranks;
    t->workers = nn_workers_new(model_params(t->model), t->pool, MAX(parts, 1));
    if (t->n_ranks > 1)
        nn_workers_set_reduce(t->workers, nn_mpi_reduce, NULL);
    struct nn_adamw adamw = NN_ADAMW_DEFAULT;
    adamw.weight_decay = s->weight_decay;
    adamw.clip_tensor = s->clip_tensor;
    adamw.clip_global = s->clip;
    adamw.ema = s->ema;
    model_layerwise_rates(t->model, s->layer_decay, s->plm_lr, s->freeze_words,
                          s->frozen_layers);
    t->optim = nn_optim_new(model_params(t->model), adamw);
    t->order = xmalloc(sizeof *t->order * (size_t)sample_set_epoch(&job->train));
    t->batch = xmalloc(sizeof *t->batch * (size_t)s->batch);
    t->part_of = xmalloc(sizeof *t->part_of * (size_t)s->batch);
    t->targets = xmalloc(sizeof *t->targets * (size_t)s->micro_batches);
    memset(t->targets, 0, sizeof *t->targets * (size_t)s->micro_batches);
    t->kept = xmalloc(sizeof *t->kept * (size_t)s->micro_batches);
    memset(t->kept, 0, sizeof *t->kept * (size_t)s->micro_batches);
    t->kept_bytes = xmalloc(sizeof *t->kept_bytes * (size_t)s->micro_batches);
    memset(t->kept_bytes, 0, sizeof *t->kept_bytes * (size_t)s->micro_batches);
    t->states = xmalloc(sizeof *t->states * (size_t)MAX(job->train.n, 1));
    memset(t->states, 0, sizeof *t->states * (size_t)job->train.n);
    t->spare = xmalloc(sizeof *t->spare * (size_t)s->micro_batches);
    for (int i = 0; i < s->micro_batches; i++)
        t->spare[i] = nn_tape_new(model_params(t->model), NULL);
    t->peak = measure_peak(t->pool);
    t->last_checkpoint = now_seconds();
}

static void trainer_end(struct trainer *t)
{
    nn_optim_free(t->optim);
    nn_workers_free(t->workers);
    for (int i = 0; i < t->settings.micro_batches; i++) {
        arena_release(&t->targets[i]);
        arena_release(&t->kept[i]);
    }
    xfree(t->kept);
    xfree(t->kept_bytes);
    xfree(t->states);
    for (int i = 0; i < t->settings.micro_batches; i++)
        nn_tape_free(t->spare[i]);
    xfree(t->spare);
    xfree(t->targets);
    xfree(t->order);
    xfree(t->batch);
    xfree(t->part_of);
    if (t->log)
        fclose(t->log);
}

static bool should_stop(const struct trainer *t)
{
    return t->stopping || (t->settings.patience > 0 &&
                           t->evaluations_since_best >= t->settings.patience);
}

/* A signal reaches the ranks at different steps, but they must stop at the same one. */
static void agree_to_stop(struct trainer *t)
{
    double wish = t->job->stop && *t->job->stop;
    if (t->n_ranks > 1)
        nn_mpi_max(&wish, 1);
    t->stopping = wish > 0;
}

static enum status run_loop(struct trainer *t, struct error *err)
{
    const struct train_settings *s = &t->settings;
    enum status st = ST_OK;
    while (st == ST_OK && t->step < s->steps && !should_stop(t)) {
        st = update(t, err);
        agree_to_stop(t);
        bool last = t->step == s->steps;
        if (st == ST_OK && (t->step % s->eval_steps == 0 || last))
            st = evaluate(t, err);
        double since = now_seconds() - t->last_checkpoint;
        if (st == ST_OK && (since >= 60 * s->checkpoint_minutes || last))
            st = checkpoint_save(t, err);
    }
    if (st == ST_OK && t->step < s->steps) /* stopped early: lose nothing */
        st = checkpoint_save(t, err);
    return st == ST_OK ? save_last(t, err) : st;
}

static enum status check_job(const struct train_job *job, struct error *err)
{
    int ranks = MAX(job->n_ranks, 1);
    if (sample_set_epoch(&job->train) == 0)
        return fail(err, ST_INPUT, "there is nothing to train on");
    if (job->settings.micro_batches % ranks != 0)
        return fail(err, ST_USAGE, "micro_batches = %d cannot be shared by %d processes",
                    job->settings.micro_batches, ranks);
    return ST_OK;
}

/* Every rank's number must be the same: exact up to 2^53. */
static bool ranks_agree(const struct trainer *t, double number)
{
    double both[2] = {number, -number};
    if (t->n_ranks > 1)
        nn_mpi_max(both, 2);
    return both[0] == -both[1];
}

static enum status begin_run(struct trainer *t, struct error *err)
{
    bool found = false;
    if (!ranks_agree(t, (double)(run_fingerprint(t->job) >> 11)))
        return fail(err, ST_INPUT, "the ranks do not have the same data and settings");
    enum status st = t->job->resume ? checkpoint_load(t, &found, err) : ST_OK;
    if (st == ST_OK && !ranks_agree(t, (double)t->step))
        st = fail(err, ST_INPUT, "the ranks see different checkpoints: '%s' must be on a file system "
                  "that all of them share", t->job->run_dir);
    if (st == ST_OK && t->rank == 0 && t->job->begun)
        st = t->job->begun(t->job->context, err);
    return st == ST_OK ? log_open(t, err) : st;
}

enum status train_run(const struct train_job *job, struct train_result *out, struct error *err)
{
    *out = (struct train_result){0};
    enum status st = check_job(job, err);
    if (st != ST_OK)
        return st;
    nn_train_in(job->settings.precision ? NN_BF16 : NN_F32);
    struct trainer t;
    trainer_begin(&t, job);
    st = begin_run(&t, err);
    if (st == ST_OK)
        st = run_loop(&t, err);
    *out = (struct train_result){.step = t.step, .best_step = t.best_step,
                                 .best_score = t.best_score, .seconds = t.total_seconds,
                                 .finished = t.step >= job->settings.steps};
    trainer_end(&t);
    nn_train_in(NN_F32);
    return st;
}
