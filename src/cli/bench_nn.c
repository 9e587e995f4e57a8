/* bench_nn.c - `astormer bench nn`: how near to the processor's limit the neural core comes (measure/nn.c). */
#include "cli/bench.h"

#include <math.h>
#include <string.h>

struct options {
    long workers, micro_batch, lanes;
    double seconds;
    bool json, profile, cpu_time, infer;
    const char *shape;
};

/* ---- printing ------------------------------------------------------------------------------- */

static void print_result(const struct bench_shape *shape, const struct measured_nn *r, double peak)
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

static void print_inference(const struct bench_shape *shape, const struct measured_nn *r, double peak)
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

static json_t *json_inference(const struct bench_shape *shape, const struct measured_nn *r)
{
    return json_pack("{s:s, s:{s:f}, s:{s:f}, s:{s:f}, s:f}", "shape", shape->name, "infer",
                     "seconds", r->infer_seconds, "infer_halves", "seconds", r->halves_seconds,
                     "infer_bytes", "seconds", r->bytes_seconds, "flops", r->infer_flops);
}

static json_t *json_result(const struct bench_shape *shape, const struct measured_nn *r, double peak)
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
    double peak = measure_sgemm_peak(pool, fmin(o->seconds, 3), o->cpu_time);
    json_t *shapes = json_array();
    struct error err = {0};
    enum status st = ST_OK;
    struct measure_nn how = {.lanes = (int)o->lanes, .micro_batch = (int)o->micro_batch,
                             .seconds = o->seconds, .profile = o->profile, .infer = o->infer};
    if (!o->json)
        printf("%ld workers, %s, %s kernels: sgemm peak %.1f GFLOP/s%s\n", o->workers,
               nn_blas_name(), nn_kernels_name(), peak, o->cpu_time ? " (processor time)" : "");
    for (int i = 0; i < n_bench_shapes; i++) {
        const struct bench_shape *shape = &bench_shapes[i];
        if (o->shape && strcmp(o->shape, shape->name) != 0)
            continue;
        struct measured_nn r;
        st = measure_shape(shape, &how, pool, &r, &err);
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
        st = measure_beam(o->seconds, beam, &err);
    if (st == ST_OK && !o->shape && !o->json && !o->infer)
        printf("beam      %d rows through cold 256 x 256 weights, one worker: F32 by %s %.1f, "
               "packed halves %.1f GFLOP/s\n", MEASURE_BEAM, nn_blas_name(), beam[0], beam[1]);
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
