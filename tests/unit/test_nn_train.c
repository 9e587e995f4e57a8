/* test_nn_train.c - a whole tiny model: its gradient, its training, the same bits for any number of
 * workers and after stop and resume, and no memory asked for once it runs. */
#include "test.h"

#include "toy_model.h"

#include <math.h>
#include <stdatomic.h>
#include <unistd.h>

/* Counts what this process asks of malloc, where no sanitizer has taken its place. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define COUNTS_MALLOC false
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define COUNTS_MALLOC false
#endif
#endif
static atomic_long n_mallocs;
#ifndef COUNTS_MALLOC
#define COUNTS_MALLOC true
void *__libc_malloc(size_t size);
__attribute__((visibility("default"))) void *malloc(size_t size)
{
    atomic_fetch_add(&n_mallocs, 1);
    return __libc_malloc(size);
}
#endif

enum { MICRO_BATCHES = 4, LANES = 2 };

struct run {
    struct toy toy;
    struct pool *pool;
    struct nn_workers *workers;
    struct nn_optim *optim;
    struct toy_sample samples[MICRO_BATCHES][TOY_BATCH];
};

static struct tensor *build(void *context, struct nn_tape *tape, int micro_batch)
{
    struct run *run = context;
    return toy_loss(tape, &run->toy, run->samples[micro_batch], TOY_BATCH);
}

static void run_begin(struct run *run, int n_workers, struct nn_adamw config)
{
    toy_init(&run->toy, 5);
    run->pool = pool_new(n_workers);
    run->workers = nn_workers_new(run->toy.params, run->pool, LANES);
    run->optim = nn_optim_new(run->toy.params, config);
}

static void run_end(struct run *run)
{
    nn_optim_free(run->optim);
    nn_workers_free(run->workers);
    pool_free(run->pool);
    nn_params_free(run->toy.params);
}

/* Step number s, whose samples depend on s only; returns the loss a target. */
static double run_step(struct run *run, long s, double lr)
{
    struct rng rng;
    rng_seed(&rng, 1000 + (uint64_t)s);
    int targets = 0;
    for (int i = 0; i < MICRO_BATCHES; i++) {
        toy_draw(&rng, run->samples[i], TOY_BATCH);
        for (int k = 0; k < TOY_BATCH; k++)
            targets += run->samples[i][k].n;
    }
    double loss = nn_workers_step(run->workers, MICRO_BATCHES, build, run, 77, s, NULL);
    nn_optim_step(run->optim, run->workers, lr);
    return loss / targets;
}

static struct nn_adamw toy_config(void)
{
    struct nn_adamw config = NN_ADAMW_DEFAULT;
    config.weight_decay = 1e-3;
    config.ema = 0.99;
    config.clip_global = 20;
    return config;
}

#ifdef NN_DOUBLE

static double loss_now(struct run *run, struct nn_tape *tape)
{
    nn_tape_begin(tape, NN_TRAIN, 3);
    return (double)toy_loss(tape, &run->toy, run->samples[0], TOY_BATCH)->x[0];
}

static void whole_model_gradient_is_right(void **state)
{
    (void)state;
    struct run run;
    run_begin(&run, 1, toy_config());
    run.toy.masked = true;
    struct rng rng;
    rng_seed(&rng, 9);
    toy_draw(&rng, run.samples[0], TOY_BATCH);
    struct nn_grads *grads = nn_grads_new(run.toy.params);
    struct nn_tape *tape = nn_tape_new(run.toy.params, grads);
    nn_tape_begin(tape, NN_TRAIN, 3);
    nn_backward(tape, toy_loss(tape, &run.toy, run.samples[0], TOY_BATCH));
    for (int p = 0; p < nn_params_count(run.toy.params); p++) {
        const struct nn_param *param = nn_params_at(run.toy.params, p);
        const real *g = nn_grads_of(grads, p);
        real *x = nn_params_values(run.toy.params, p);
        double difference = 0, size = 0, h = 1e-5;
        for (int probe = 0; probe < 12; probe++) {
            int i = (int)rng_below(&rng, (uint32_t)(param->rows * param->cols));
            real old = x[i];
            x[i] = old + h;
            double up = loss_now(&run, tape);
            x[i] = old - h;
            double numeric = (up - loss_now(&run, tape)) / (2 * h);
            x[i] = old;
            difference += (numeric - g[i]) * (numeric - g[i]);
            size += numeric * numeric + g[i] * g[i];
        }
        if (!(sqrt(difference) < 1e-5 * (sqrt(size) + 1e-3)))
            fail_test("%s: gradients differ by %g of %g", param->name, sqrt(difference),
                      sqrt(size));
    }
    nn_tape_free(tape);
    nn_grads_free(grads);
    run_end(&run);
}

#endif

static void reversing_is_learnt(void **state)
{
    (void)state;
    struct run run;
    run_begin(&run, 2, toy_config());
    double first = run_step(&run, 0, 0), last = 0;
    const int steps = 600;
    for (int s = 1; s < steps; s++)
        last = run_step(&run, s, 5e-3 * nn_schedule(NN_SCHEDULE_LINEAR, s, 20, steps));
    assert_true(first > 3); /* about 2 log 10 */
    if (!(last < 0.1))
        fail_test("loss a target went from %g to %g only", first, last);
    run_end(&run);
}

static void loss_curve(int n_workers, int steps, double *losses)
{
    struct run run;
    run_begin(&run, n_workers, toy_config());
    run.toy.masked = true;
    for (int s = 0; s < steps; s++)
        losses[s] = run_step(&run, s, 3e-3);
    run_end(&run);
}

static void any_number_of_workers_gives_the_same_bits(void **state)
{
    (void)state;
    double one[12], many[12];
    loss_curve(1, 12, one);
    for (int n = 2; n <= 3; n++) {
        loss_curve(n, 12, many);
        assert_memory_equal(one, many, sizeof one);
    }
    assert_true(one[11] < one[0]);
}

#ifndef NN_DOUBLE /* the file holds single precision */

static void save(struct run *run, const char *path)
{
    struct arena arena = {0};
    int n, n_optim;
    struct error err = {0};
    struct nn_file_entry *params = nn_params_entries(&arena, run->toy.params, &n);
    struct nn_file_entry *optim = nn_optim_entries(&arena, run->optim, &n_optim);
    struct nn_file_entry *all = ARENA_ARRAY(&arena, struct nn_file_entry, n + n_optim);
    memcpy(all, params, sizeof *all * (size_t)n);
    memcpy(all + n, optim, sizeof *all * (size_t)n_optim);
    assert_ok(nn_file_write(path, all, n + n_optim, NULL, NN_F32, &err), err);
    arena_release(&arena);
}

static void resumed_training_gives_the_same_bits(void **state)
{
    (void)state;
    enum { STEPS = 10, STOP = 4 };
    double straight[STEPS], resumed[STEPS];
    loss_curve(2, STEPS, straight);
    char path[] = "/tmp/astormer-test-XXXXXX";
    close(mkstemp(path));
    struct run run;
    run_begin(&run, 2, toy_config());
    run.toy.masked = true;
    for (int s = 0; s < STOP; s++)
        resumed[s] = run_step(&run, s, 3e-3);
    save(&run, path);
    run_end(&run);

    struct nn_file file;
    struct error err = {0};
    struct nn_load how = {.allow_surplus = true};
    run_begin(&run, 1, toy_config());
    run.toy.masked = true;
    assert_ok(nn_file_open(path, &file, &err), err);
    assert_ok(nn_params_load(run.toy.params, &file, &how, &err), err);
    assert_ok(nn_optim_load(run.optim, &file, &err), err);
    nn_file_close(&file);
    assert_int_equal(nn_optim_steps(run.optim), STOP);
    for (int s = STOP; s < STEPS; s++)
        resumed[s] = run_step(&run, s, 3e-3);
    run_end(&run);
    unlink(path);
    assert_memory_equal(straight, resumed, sizeof straight);
}

#endif

static void steps_after_the_first_allocate_nothing(void **state)
{
    (void)state;
    struct run run;
    run_begin(&run, 1, toy_config());
    struct nn_tape *tape = nn_workers_tape(run.workers, 0);
    run_step(&run, 0, 1e-3);
    long before = nn_tape_allocations(tape);
    size_t held = nn_tape_memory(tape);
    assert_true(before > 0);
    long mallocs = atomic_load(&n_mallocs);
    assert_true(mallocs > 0 || !COUNTS_MALLOC);
    for (int s = 1; s < 20; s++)
        run_step(&run, 0, 1e-3); /* the same batch: the same sizes */
    assert_int_equal(atomic_load(&n_mallocs), mallocs);
    assert_int_equal(nn_tape_allocations(tape), before);
    assert_int_equal(nn_tape_memory(tape), held);
    run_end(&run);
}

static void dropout_masks_follow_the_stream_only(void **state)
{
    (void)state;
    struct nn_params *params = nn_params_new();
    nn_params_allocate(params, NULL);
    struct nn_grads *grads = nn_grads_new(params);
    struct nn_tape *tape = nn_tape_new(params, grads);
    enum { N = 20000 };
    real *ones = xmalloc(sizeof *ones * N), *first = xmalloc(sizeof *ones * N);
    for (int i = 0; i < N; i++)
        ones[i] = first[i] = 1;
    uint64_t streams[] = {nn_stream(1, 0, 0), nn_stream(1, 0, 0), nn_stream(1, 1, 0),
                          nn_stream(1, 0, 1), nn_stream(2, 0, 0)};
    for (int s = 0; s < COUNT_OF(streams); s++) {
        nn_tape_begin(tape, NN_TRAIN, streams[s]);
        struct tensor *x = nn_constant(tape, N / 100, 100, ones);
        struct tensor *a = nn_dropout(tape, x, 0.2), *b = nn_dropout(tape, x, 0.2);
        int kept = 0, both = 0, same = 0;
        for (int i = 0; i < N; i++) {
            assert_true(a->x[i] == 0 || fabs((double)a->x[i] - 1.25) < 1e-6);
            kept += a->x[i] != 0;
            both += a->x[i] != 0 && b->x[i] != 0;
            same += a->x[i] == first[i];
        }
        assert_in_range(kept, 15750, 16250); /* 16000 +- 4.4 deviations */
        assert_in_range(both, 12490, 13110); /* independent: 12800 */
        if (s == 1)
            assert_int_equal(same, N);
        if (s > 1)
            assert_in_range(same, 13300, 13900); /* 0.64 + 0.04 of them */
        if (s == 0)
            memcpy(first, a->x, sizeof *first * N);
    }
    xfree(ones);
    xfree(first);
    nn_tape_free(tape);
    nn_grads_free(grads);
    nn_params_free(params);
}

/* The update of MODEL.md 12, by the letter, in double. */
static void adamw_follows_the_formula(void **state)
{
    (void)state;
    struct run run;
    struct nn_adamw config = {.beta1 = 0.9, .beta2 = 0.999, .eps = 1e-6, .weight_decay = 0.1,
                              .clip_tensor = 0.5, .ema = 0.9};
    run_begin(&run, 2, config);
    nn_params_at(run.toy.params, run.toy.gate)->lr_scale = 0.25;
    nn_params_at(run.toy.params, run.toy.gate)->decay_scale = 0;
    nn_params_at(run.toy.params, run.toy.gain)->lr_scale = 0;
    int watched[] = {run.toy.gate, run.toy.words, run.toy.gain};
    double m[3] = {0}, v[3] = {0}, p[3], ema[3];
    for (int k = 0; k < 3; k++)
        ema[k] = p[k] = (double)nn_params_values(run.toy.params, watched[k])[3];
    for (int s = 0; s < 5; s++) {
        double lr = 0.01 * (s + 1);
        run_step(&run, s, lr);
        for (int k = 0; k < 2; k++) {
            const struct nn_param *param = nn_params_at(run.toy.params, watched[k]);
            const real *g = nn_workers_gradient(run.workers, watched[k]);
            double squares = 0;
            for (int i = 0; i < param->rows * param->cols; i++)
                squares += (double)g[i] * (double)g[i];
            double grad = (double)g[3] * fmin(1, 0.5 / sqrt(squares)), rate = lr * param->lr_scale;
            m[k] = 0.9 * m[k] + 0.1 * grad;
            v[k] = 0.999 * v[k] + 0.001 * grad * grad;
            p[k] -= rate * sqrt(1 - pow(0.999, s + 1)) / (1 - pow(0.9, s + 1)) * m[k] /
                    (sqrt(v[k]) + 1e-6);
            p[k] -= rate * 0.1 * param->decay_scale * p[k];
            ema[k] += 0.1 * (p[k] - ema[k]);
            assert_true(fabs(p[k] - (double)nn_params_values(run.toy.params, watched[k])[3]) <
                        2e-5 * (1 + fabs(p[k])));
        }
    }
    assert_true(p[2] == (double)nn_params_values(run.toy.params, watched[2])[3]); /* frozen */
    nn_optim_swap_ema(run.optim);
    assert_true(fabs(ema[1] - (double)nn_params_values(run.toy.params, watched[1])[3]) < 2e-5);
    run_end(&run);
}

static void rows_nobody_looked_up_keep_no_gradient(void **state)
{
    (void)state;
    struct nn_params *params = nn_params_new();
    int table = nn_params_add(params, "table", 200, 3, NN_INIT_ONES, 0);
    nn_params_at(params, table)->zero_row = 7;
    nn_params_allocate(params, NULL);
    assert_true(nn_params_values(params, table)[7 * 3] == 0);
    struct nn_grads *grads = nn_grads_new(params);
    struct nn_tape *tape = nn_tape_new(params, grads);
    static const int ids[] = {150, 3, 150, -1};
    for (int step = 0; step < 2; step++) {
        nn_grads_clear(grads);
        for (int part = 0; part <= step; part++) { /* two micro-batches add up */
            nn_tape_begin(tape, NN_TRAIN, 0);
            struct tensor *x = nn_gather(tape, nn_use(tape, table), ids, 4);
            nn_backward(tape, nn_total(tape, &x, NULL, 1));
        }
        const real *g = nn_grads_of(grads, table);
        for (int r = 0; r < 200; r++)
            assert_true(g[r * 3] == (r == 150 ? 2 : r == 3) * (step + 1));
    }
    nn_tape_free(tape);
    nn_grads_free(grads);
    nn_params_free(params);
}

static void a_bad_gradient_updates_nothing(void **state)
{
    (void)state;
    struct run run;
    run_begin(&run, 2, toy_config());
    real *w = nn_params_values(run.toy.params, run.toy.gate);
    real *x = nn_params_values(run.toy.params, 0);
    real before = x[0], broken = w[0];
    w[0] = (real)NAN;
    run_step(&run, 0, 0.1);
    assert_true(x[0] == before);
    assert_int_equal(nn_optim_steps(run.optim), 0);
    w[0] = broken;
    run_step(&run, 0, 0.1);
    assert_true(x[0] != before);
    run_end(&run);
}

static void schedules_warm_up_and_end(void **state)
{
    (void)state;
    assert_true(nn_schedule(NN_SCHEDULE_LINEAR, 0, 10, 110) == 0);
    assert_true(nn_schedule(NN_SCHEDULE_LINEAR, 5, 10, 110) == 0.5);
    assert_true(nn_schedule(NN_SCHEDULE_LINEAR, 10, 10, 110) == 1);
    assert_true(nn_schedule(NN_SCHEDULE_LINEAR, 60, 10, 110) == 0.5);
    assert_true(nn_schedule(NN_SCHEDULE_LINEAR, 110, 10, 110) == 0);
    assert_true(nn_schedule(NN_SCHEDULE_LINEAR, 500, 10, 110) == 0);
    assert_true(fabs(nn_schedule(NN_SCHEDULE_COSINE, 60, 10, 110) - 0.5) < 1e-12);
    assert_true(nn_schedule(NN_SCHEDULE_INV_SQRT, 40, 10, 0) == 0.5);
    assert_true(nn_schedule(NN_SCHEDULE_CONSTANT, 0, 0, 0) == 1);
}

/* nn_reduce that stands for a second rank with the same gradients. */
static void twice(void *context, real *gradients, size_t n, double *scalars, int k)
{
    (void)context;
    for (size_t i = 0; i < n; i++)
        gradients[i] *= 2;
    for (int i = 0; i < k; i++)
        scalars[i] *= 2;
}

static void the_seam_to_other_ranks_sums_gradients_and_losses(void **state)
{
    (void)state;
    double loss[2];
    real g[2];
    for (int i = 0; i < 2; i++) {
        struct run run;
        run_begin(&run, 2, toy_config());
        if (i)
            nn_workers_set_reduce(run.workers, twice, NULL);
        loss[i] = run_step(&run, 0, 0);
        g[i] = nn_workers_gradient(run.workers, run.toy.words)[5];
        run_end(&run);
    }
    assert_true(loss[1] == 2 * loss[0]);
    assert_true(g[1] == 2 * g[0] && g[0] != 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#ifdef NN_DOUBLE
        cmocka_unit_test(whole_model_gradient_is_right),
#else
        cmocka_unit_test(resumed_training_gives_the_same_bits),
#endif
        cmocka_unit_test(reversing_is_learnt),
        cmocka_unit_test(any_number_of_workers_gives_the_same_bits),
        cmocka_unit_test(steps_after_the_first_allocate_nothing),
        cmocka_unit_test(dropout_masks_follow_the_stream_only),
        cmocka_unit_test(adamw_follows_the_formula),
        cmocka_unit_test(rows_nobody_looked_up_keep_no_gradient),
        cmocka_unit_test(a_bad_gradient_updates_nothing),
        cmocka_unit_test(schedules_warm_up_and_end),
        cmocka_unit_test(the_seam_to_other_ranks_sums_gradients_and_losses),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
