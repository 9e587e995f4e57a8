/* bench_nn.c - `astormer bench nn`: how near to the processor's limit the neural core comes.
 *
 * The limit is what sgemm itself reaches in this very run on all workers at once (best of many
 * short windows), and every step's floating-point operations are counted by the tape: products
 * only, without padding.  Best of the repetitions, since disturbance only ever slows down. */
#include "cli/bench.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct options {
    long workers, micro_batch, lanes;
    double seconds;
    bool json, profile, cpu_time, infer;
    const char *shape;
};

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

struct result {
    double train_seconds, train_flops, infer_seconds, infer_flops;
    double halves_seconds, bytes_seconds; /* of inference with packed weights; 0: not measured */
    size_t worker_bytes;
    struct nn_profile profile;
    double update_seconds;
    int rows, steps; /* of the batch */
};

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

double bench_sgemm_peak(struct pool *pool, double seconds, bool cpu_time)
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
            free(p.a[w]);
            free(p.b[w]);
            free(p.c[w]);
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

static void measure_training(struct bench *b, double seconds, struct result *r)
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

static void measure_inference(struct bench *b, double seconds, struct result *r)
{
    r->infer_seconds = best_inference(b, seconds);
    r->infer_flops = sum_flops(b);
}

/* As it is shipped: weights in halves, and in bytes. */
static void measure_packed(struct bench *b, double seconds, struct result *r)
{
    struct nn_params *params = bench_model_params(b->model);
    nn_params_pack_half(params);
    r->halves_seconds = best_inference(b, seconds);
    nn_params_pack_int8(params);
    r->bytes_seconds = best_inference(b, seconds);
    nn_params_unpack(params);
}

/* A few steps with the clock running in every operator, summed over the lanes. */
static void measure_profile(struct bench *b, struct result *r)
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
    free(profiles);
}

static enum status measure(const struct bench_shape *shape, const struct options *o,
                           struct pool *pool, struct result *out, struct error *err)
{
    struct result r = {0};
    struct bench b = {.pool = pool,
                      .micro_batch = o->micro_batch ? (int)o->micro_batch : shape->micro_batch};
    enum status st = bench_model_new(shape, &b.model, err);
    if (st != ST_OK) {
        bench_model_free(b.model);
        return st;
    }
    struct nn_params *params = bench_model_params(b.model);
    bench_model_size(b.model, &r.rows, &r.steps);
    b.workers = nn_workers_new(params, pool, (int)o->lanes);
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

enum { BEAM = 5 };

/* GFLOP/s of BEAM rows through every square weight of the model in turn, as decoding reads them:
 * each weight once, so that none is still in the first caches. */
static double beam_speed(struct bench_model *model, int d, double seconds)
{
    struct nn_params *params = bench_model_params(model);
    struct nn_tape *tape = nn_tape_new(params, NULL);
    double best = 0, until = now_seconds() + seconds;
    while (now_seconds() < until) {
        nn_tape_begin(tape, NN_INFER, 0);
        struct tensor *x = nn_constant(tape, BEAM, d, NULL);
        memset(x->x, 0, sizeof(real) * BEAM * (size_t)d);
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

static enum status measure_beam(const struct options *o, double speeds[2], struct error *err)
{
    const struct bench_shape *full = &bench_shapes[0];
    for (int i = 0; i < n_bench_shapes; i++)
        if (strcmp(bench_shapes[i].name, "full") == 0)
            full = &bench_shapes[i];
    struct bench_model *model;
    enum status st = bench_model_new(full, &model, err);
    if (st == ST_OK) {
        speeds[0] = beam_speed(model, full->d, o->seconds / 4);
        nn_params_pack_half(bench_model_params(model));
        speeds[1] = beam_speed(model, full->d, o->seconds / 4);
    }
    bench_model_free(model);
    return st;
}

/* ---- printing ------------------------------------------------------------------------------- */

static void print_result(const struct bench_shape *shape, const struct result *r, double peak)
{
    double train = r->train_flops / r->train_seconds * 1e-9;
    double infer = r->infer_flops / r->infer_seconds * 1e-9;
    printf("%-9s train %7.1f samples/s %6.1f GFLOP/s %5.1f%% of peak | infer %8.1f samples/s "
           "%6.1f GFLOP/s %5.1f%% | %.0f MB a worker | %s, %d rows and %d steps a sample\n",
           shape->name, BENCH_BATCH / r->train_seconds, train, 100 * train / peak,
           BENCH_BATCH / r->infer_seconds, infer, 100 * infer / peak,
           (double)r->worker_bytes / (1 << 20), shape->about, r->rows / BENCH_BATCH,
           r->steps / BENCH_BATCH);
}

static void print_inference(const struct bench_shape *shape, const struct result *r, double peak)
{
    const struct {
        const char *name;
        double seconds;
    } forms[] = {{"floats", r->infer_seconds}, {"halves", r->halves_seconds},
                 {"bytes", r->bytes_seconds}};
    for (int i = 0; i < COUNT_OF(forms); i++)
        printf("%-9s infer, weights in %-6s %8.1f samples/s, products %6.1f Gop/s, %5.1f%% of the "
               "peak in floats\n", shape->name, forms[i].name, BENCH_BATCH / forms[i].seconds,
               r->infer_flops / forms[i].seconds * 1e-9,
               r->infer_flops / forms[i].seconds * 1e-7 / peak);
}

static json_t *json_inference(const struct bench_shape *shape, const struct result *r)
{
    return json_pack("{s:s, s:{s:f}, s:{s:f}, s:{s:f}, s:f}", "shape", shape->name, "infer",
                     "seconds", r->infer_seconds, "infer_halves", "seconds", r->halves_seconds,
                     "infer_bytes", "seconds", r->bytes_seconds, "flops", r->infer_flops);
}

static json_t *json_result(const struct bench_shape *shape, const struct result *r, double peak)
{
    json_t *json = json_pack(
        "{s:s, s:{s:f, s:f, s:f, s:f}, s:{s:f, s:f, s:f, s:f}, s:I, s:f, s:i, s:i}", "shape", shape->name,
        "train", "seconds", r->train_seconds, "samples_per_second",
        BENCH_BATCH / r->train_seconds, "gflops", r->train_flops / r->train_seconds * 1e-9,
        "percent_of_peak", r->train_flops / r->train_seconds * 1e-7 / peak, "infer", "seconds",
        r->infer_seconds, "samples_per_second", BENCH_BATCH / r->infer_seconds, "gflops",
        r->infer_flops / r->infer_seconds * 1e-9, "percent_of_peak",
        r->infer_flops / r->infer_seconds * 1e-7 / peak, "worker_bytes",
        (json_int_t)r->worker_bytes, "update_seconds", r->update_seconds, "rows", r->rows, "steps",
        r->steps);
    return json;
}

static int run(const struct options *o)
{
    struct pool *pool = pool_new((int)o->workers);
    double peak = bench_sgemm_peak(pool, fmin(o->seconds, 3), o->cpu_time);
    json_t *shapes = json_array();
    struct error err = {0};
    enum status st = ST_OK;
    if (!o->json)
        printf("%ld workers, %s, %s kernels: sgemm peak %.1f GFLOP/s%s\n", o->workers,
               nn_blas_name(), nn_kernels_name(), peak, o->cpu_time ? " (processor time)" : "");
    for (int i = 0; i < n_bench_shapes; i++) {
        const struct bench_shape *shape = &bench_shapes[i];
        if (o->shape && strcmp(o->shape, shape->name) != 0)
            continue;
        struct result r;
        st = measure(shape, o, pool, &r, &err);
        if (st != ST_OK)
            break;
        json_array_append_new(shapes, o->infer ? json_inference(shape, &r)
                                               : json_result(shape, &r, peak));
        if (!o->json)
            (o->infer ? print_inference : print_result)(shape, &r, peak);
        if (!o->json && o->profile && !o->infer)
            bench_print_profile(&r.profile, 1);
        fflush(stdout);
    }
    size_t n = json_array_size(shapes);
    double beam[2] = {0, 0};
    if (st == ST_OK && !o->shape && !o->infer)
        st = measure_beam(o, beam, &err);
    if (st == ST_OK && !o->shape && !o->json && !o->infer)
        printf("beam      %d rows through cold 256 x 256 weights, one worker: F32 by %s %.1f, "
               "packed halves %.1f GFLOP/s\n", BEAM, nn_blas_name(), beam[0], beam[1]);
    json_t *all = json_pack("{s:i, s:s, s:s, s:f, s:f, s:f, s:o}", "workers", (int)o->workers,
                            "blas", nn_blas_name(), "kernels", nn_kernels_name(),
                            "sgemm_peak_gflops", peak, "beam_f32_gflops", beam[0],
                            "beam_half_gflops", beam[1],
                            "shapes", shapes);
    if (o->json && st == ST_OK) {
        json_dumpf(all, stdout, JSON_INDENT(1) | JSON_REAL_PRECISION(6));
        putchar('\n');
    }
    json_decref(all);
    pool_free(pool);
    if (st != ST_OK)
        return cli_error(&err);
    return n ? EXIT_ANSWERED : cli_fail(EXIT_USAGE, "there is no shape '%s'", o->shape);
}

int bench_nn(int argc, char **argv)
{
    struct options o = {.workers = cpu_count(), .seconds = 5};
    const struct arg args[] = {
        {"workers", ARG_INT, &o.workers, "N", "threads (default: one a processor)"},
        {"lanes", ARG_INT, &o.lanes, "N", "gradient blocks (default: as many as workers)"},
        {"micro-batch", ARG_INT, &o.micro_batch, "N", "samples at once (default: by shape)"},
        {"seconds", ARG_REAL, &o.seconds, "S", "time for each measurement (default 5)"},
        {"shape", ARG_TEXT, &o.shape, "NAME", "only rat, astormer, full or minilm"},
        {"profile", ARG_FLAG, &o.profile, NULL, "time by operator"},
        {"infer", ARG_FLAG, &o.infer, NULL, "only inference: weights in floats, in halves, in bytes"},
        {"cpu-time", ARG_FLAG, &o.cpu_time, NULL, "count processor seconds, not the wall's"},
        {"json", ARG_FLAG, &o.json, NULL, "one JSON object"},
    };
    static const struct command_help help = {
        "bench nn [OPTIONS]",
        "Measures this machine's sgemm peak, then training and inference steps of the reference\n"
        "shapes (batch 20), in samples/s, GFLOP/s and per cent of that peak.",
        "  astormer bench nn --profile\n  astormer bench nn --shape full --seconds 20 --json"};
    int n_rest, code;
    if (!args_parse(&help, args, COUNT_OF(args), argc, argv, NULL, 0, &n_rest, &code))
        return code;
    if (o.lanes == 0)
        o.lanes = o.workers;
    if (o.workers < 1 || o.workers > 64 || o.lanes < 1 || o.lanes > 64 || o.micro_batch < 0 ||
        !(o.seconds > 0))
        return cli_fail(EXIT_USAGE, "workers and lanes must be 1 to 64, the rest positive");
    return run(&o);
}
