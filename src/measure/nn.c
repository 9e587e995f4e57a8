/* nn.c - how near to the processor's limit the neural core comes.
 *
 * The limit is what sgemm itself reaches in this very run on all workers at once (best of many
 * short windows), and every step's floating-point operations are counted by the tape: products
 * only, without padding.  Best of the repetitions, since disturbance only ever slows down. */
#include "measure/measure.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Seconds on the wall, or, for a machine that others use as well, the processor seconds of this
 * process shared out among its workers (which hides time lost waiting for the slowest one). */
static struct {
    bool cpu;
    int workers;
} clock_kind;

static double clock_seconds(void)
{
    if (!clock_kind.cpu)
        return now_seconds();
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return ((double)t.tv_sec + (double)t.tv_nsec * 1e-9) / clock_kind.workers;
}

/* ---- peak ----------------------------------------------------------------------------------- */

struct peak_task {
    int m, n, k;
    float *a[64], *b[64], *c[64]; /* by worker */
};

static void multiply(void *context, int task, int worker)
{
    (void)worker;
    struct peak_task *p = context;
    nn_gemm(false, true, p->m, p->n, p->k, 1, p->a[task], p->k, p->b[task], p->k, 0, p->c[task],
            p->n);
}

static float *random_block(size_t n, struct rng *rng)
{
    float *x = xmalloc(n * sizeof *x);
    for (size_t i = 0; i < n; i++)
        x[i] = (float)rng_uniform(rng);
    return x;
}

double measure_sgemm_peak(struct pool *pool, double seconds, bool cpu_time)
{
    clock_kind.cpu = cpu_time;
    clock_kind.workers = pool_size(pool);
    static const int shapes[][3] = {{768, 768, 768}, {1000, 256, 1024}, {1000, 1024, 256}};
    double best = 0;
    int n_workers = MIN(pool_size(pool), 64);
    for (int s = 0; s < COUNT_OF(shapes); s++) {
        struct peak_task p = {shapes[s][0], shapes[s][1], shapes[s][2], {0}, {0}, {0}};
        struct rng rng;
        rng_seed(&rng, 1);
        for (int w = 0; w < n_workers; w++) {
            p.a[w] = random_block((size_t)p.m * (size_t)p.k, &rng);
            p.b[w] = random_block((size_t)p.n * (size_t)p.k, &rng);
            p.c[w] = random_block((size_t)p.m * (size_t)p.n, &rng);
        }
        double flops = 2.0 * p.m * p.n * p.k * n_workers, until = now_seconds() + seconds / 3;
        while (now_seconds() < until) {
            double start = clock_seconds();
            pool_run(pool, n_workers, multiply, &p);
            best = fmax(best, flops / (clock_seconds() - start) * 1e-9);
        }
        for (int w = 0; w < n_workers; w++) {
            xfree(p.a[w]);
            xfree(p.b[w]);
            xfree(p.c[w]);
        }
    }
    return best;
}

/* ---- steps ---------------------------------------------------------------------------------- */

struct bench {
    struct bench_model *model;
    struct nn_workers *workers;
    struct nn_optim *optim; /* NULL: no update */
    struct pool *pool;
    int micro_batch;
    double flops[64]; /* by micro-batch, of the last step */
};

static int n_micro_batches(const struct bench *b)
{
    return (BENCH_BATCH + b->micro_batch - 1) / b->micro_batch;
}

static struct tensor *build(void *context, struct nn_tape *tape, int i)
{
    struct bench *b = context;
    int first = i * b->micro_batch;
    struct tensor *loss =
        bench_model_run(b->model, tape, first, MIN(b->micro_batch, BENCH_BATCH - first));
    b->flops[i] = nn_tape_flops(tape);
    return loss;
}

static void infer_lane(void *context, int lane, int worker)
{
    (void)worker;
    struct bench *b = context;
    struct nn_tape *tape = nn_workers_tape(b->workers, lane);
    for (int i = lane; i < n_micro_batches(b); i += nn_workers_lanes(b->workers)) {
        nn_tape_begin(tape, NN_INFER, 0);
        build(b, tape, i);
    }
}

static double sum_flops(const struct bench *b)
{
    double sum = 0;
    for (int i = 0; i < n_micro_batches(b); i++)
        sum += b->flops[i];
    return sum;
}

static void measure_training(struct bench *b, double seconds, struct measured_nn *r)
{
    r->train_seconds = INFINITY;
    double until = now_seconds() + seconds;
    for (long step = 0; step < 2 || now_seconds() < until; step++) {
        double start = clock_seconds();
        nn_workers_step(b->workers, n_micro_batches(b), build, b, 1, step, NULL);
        double middle = clock_seconds();
        if (b->optim)
            nn_optim_step(b->optim, b->workers, 1e-4);
        double end = clock_seconds();
        if (end - start < r->train_seconds) {
            r->train_seconds = end - start;
            r->update_seconds = end - middle;
        }
    }
    /* the tape counted the forward pass when build() looked; backward is twice that */
    r->train_flops = 3 * sum_flops(b);
}

static double best_inference(struct bench *b, double seconds)
{
    double best = INFINITY, until = now_seconds() + seconds;
    for (long step = 0; step < 2 || now_seconds() < until; step++) {
        double start = clock_seconds();
        pool_run(b->pool, nn_workers_lanes(b->workers), infer_lane, b);
        best = fmin(best, clock_seconds() - start);
    }
    return best;
}

static void measure_inference(struct bench *b, double seconds, struct measured_nn *r)
{
    nn_params_pack_float(bench_model_params(b->model));
    r->infer_seconds = best_inference(b, seconds);
    r->infer_flops = sum_flops(b);
    nn_params_unpack(bench_model_params(b->model));
}

/* As it is shipped: weights in halves, and in bytes. */
static void measure_packed(struct bench *b, double seconds, struct measured_nn *r)
{
    struct nn_params *params = bench_model_params(b->model);
    nn_params_pack_half(params);
    r->halves_seconds = best_inference(b, seconds);
    nn_params_pack_int8(params);
    r->bytes_seconds = best_inference(b, seconds);
    nn_params_unpack(params);
}

/* A few steps with the clock running in every operator, summed over the lanes. */
static void measure_profile(struct bench *b, struct measured_nn *r)
{
    enum { STEPS = 3 };
    int lanes = nn_workers_lanes(b->workers);
    struct nn_profile *profiles = xmalloc(sizeof *profiles * (size_t)lanes);
    memset(profiles, 0, sizeof *profiles * (size_t)lanes);
    for (int i = 0; i < lanes; i++)
        nn_tape_profile(nn_workers_tape(b->workers, i), &profiles[i]);
    for (long step = 0; step < STEPS; step++)
        nn_workers_step(b->workers, n_micro_batches(b), build, b, 1, step, NULL);
    for (int i = 0; i < lanes; i++) {
        nn_tape_profile(nn_workers_tape(b->workers, i), NULL);
        for (int op = 0; op < NN_N_OPS; op++) {
            r->profile.forward[op] += profiles[i].forward[op] / STEPS;
            r->profile.backward[op] += profiles[i].backward[op] / STEPS;
            r->profile.flops[op] += profiles[i].flops[op] / STEPS;
            r->profile.calls[op] += profiles[i].calls[op] / STEPS;
        }
    }
    xfree(profiles);
}

enum status measure_shape(const struct bench_shape *shape, const struct measure_nn *o,
                          struct pool *pool, struct measured_nn *out, struct error *err)
{
    struct measured_nn r = {0};
    struct bench b = {.pool = pool,
                      .micro_batch = o->micro_batch ? o->micro_batch : shape->micro_batch};
    enum status st = bench_model_new(shape, &b.model, err);
    if (st != ST_OK) {
        bench_model_free(b.model);
        return st;
    }
    struct nn_params *params = bench_model_params(b.model);
    bench_model_size(b.model, &r.rows, &r.steps);
    b.workers = nn_workers_new(params, pool, o->lanes);
    b.optim = shape->update ? nn_optim_new(params, NN_ADAMW_DEFAULT) : NULL;
    if (!o->infer)
        measure_training(&b, o->seconds, &r);
    r.worker_bytes = nn_tape_memory(nn_workers_tape(b.workers, 0)) +
                     nn_params_size(params) * sizeof(real);
    if (o->profile && !o->infer)
        measure_profile(&b, &r);
    measure_inference(&b, o->infer ? o->seconds : o->seconds / 4, &r);
    if (o->infer)
        measure_packed(&b, o->seconds, &r);
    nn_optim_free(b.optim);
    nn_workers_free(b.workers);
    bench_model_free(b.model);
    *out = r;
    return ST_OK;
}

/* ---- few rows ------------------------------------------------------------------------------- */

/* GFLOP/s of MEASURE_BEAM rows through every square weight of the model in turn, as decoding reads them:
 * each weight once, so that none is still in the first caches. */
static double beam_speed(struct bench_model *model, int d, double seconds)
{
    struct nn_params *params = bench_model_params(model);
    struct nn_tape *tape = nn_tape_new(params, NULL);
    double best = 0, until = now_seconds() + seconds;
    while (now_seconds() < until) {
        nn_tape_begin(tape, NN_INFER, 0);
        struct tensor *x = nn_constant(tape, MEASURE_BEAM, d, NULL);
        memset(x->x, 0, sizeof(real) * MEASURE_BEAM * (size_t)d);
        double start = clock_seconds();
        for (int i = 0; i < nn_params_count(params); i++) {
            const struct nn_param *p = nn_params_at(params, i);
            if (p->rows == d && p->cols == d)
                nn_linear(tape, x, nn_use(tape, i), NULL);
        }
        /* one thread works here, so its processor seconds are not shared out */
        double spent = (clock_seconds() - start) * (clock_kind.cpu ? clock_kind.workers : 1);
        best = fmax(best, nn_tape_flops(tape) / spent * 1e-9);
    }
    nn_tape_free(tape);
    return best;
}

enum status measure_beam(double seconds, double speeds[2], struct error *err)
{
    const struct bench_shape *full = &bench_shapes[0];
    for (int i = 0; i < n_bench_shapes; i++)
        if (strcmp(bench_shapes[i].name, "full") == 0)
            full = &bench_shapes[i];
    struct bench_model *model;
    enum status st = bench_model_new(full, &model, err);
    if (st == ST_OK) {
        speeds[0] = beam_speed(model, full->d, seconds / 4);
        nn_params_pack_half(bench_model_params(model));
        speeds[1] = beam_speed(model, full->d, seconds / 4);
    }
    bench_model_free(model);
    return st;
}
