/* bench_decode.c - `astormer bench decode`: questions a second, and where their time goes (measure/decode.c). */
#include "cli/bench.h"

#include <sys/resource.h>

struct options {
    struct arg_list set;
    const char *model, *dataset, *data, *split, *tables;
    long beam, limit, steps, batch;
    double seconds;
    bool json, cpu_time, profile;
};

static double number(const json_t *run, const char *key)
{
    return json_number_value(json_object_get(run, key));
}

static void print_run(const json_t *run)
{
    printf("%7.0f %12.1f %8.2f %8.2f %8.2f | %8.2f %8.2f %8.2f %8.2f | %5.1f %6.1f\n",
           number(run, "workers"), number(run, "questions_per_second"), number(run, "ms_mean"),
           number(run, "ms_p50"), number(run, "ms_p99"), number(run, "encoder_ms"),
           number(run, "decoder_ms"), number(run, "symbolic_ms"), number(run, "database_ms"),
           number(run, "steps"), number(run, "rows"));
    fflush(stdout);
}

/* ---- the command --------------------------------------------------------------------------------- */

static double resident_mb(void)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return (double)usage.ru_maxrss / 1024;
}

static void print_floats(const json_t *run)
{
    double floor_ms = number(run, "products_in_floats_ms");
    printf("products of a question: %.2f GFLOP, in floats %.1f ms at this core's peak of %.0f "
           "GFLOP/s; all of it took %.2f times that\n", number(run, "gflop"), floor_ms,
           number(run, "sgemm_peak_gflops"), number(run, "ms_mean") / floor_ms);
}

static void report(const struct options *o, struct decode_bench *b)
{
    struct model *model = decode_bench_model(b);
    const struct model_config *c = model_config_of(model);
    static const char *const decoders[] = {"astormer", "lstm", "onlstm", "token"};
    if (!o->json) {
        printf("%s: d %d, %d RAT layers, %s decoder of %d layers, beam %ld, %s kernels, weights "
               "in %s%s\n", o->model ? o->model : "reference, random weights", c->d, c->rat_layers,
               decoders[c->decoder], c->decoder_layers, o->beam, nn_kernels_name(),
               nn_params_are_bytes(model_params(model)) ? "bytes" : "halves",
               o->cpu_time ? "; processor time" : "");
        printf("workers  questions/s  ms mean      p50      p99 |  encoder  decoder symbolic "
               "database | steps   rows\n");
    }
    json_t *runs = json_array();
    for (int workers = 1; workers <= 2; workers++) {
        struct nn_profile profile;
        json_t *run = decode_bench_run(b, workers, &profile);
        json_array_append_new(runs, run);
        if (!o->json)
            print_run(run);
        if (o->profile && workers == 1)
            bench_print_profile(&profile, number(run, "questions"));
        if (!o->json && workers == 1)
            print_floats(run);
    }
    if (!o->json)
        printf("resident memory at most %.0f MB\n", resident_mb());
    json_t *all = json_pack("{s:s, s:i, s:i, s:i, s:i, s:s, s:b, s:f, s:o}", "model",
                            o->model ? o->model : "reference", "beam", (int)o->beam, "d", c->d,
                            "rat_layers", c->rat_layers, "decoder_layers", c->decoder_layers,
                            "kernels", nn_kernels_name(), "cpu_time", (int)o->cpu_time, "rss_mb",
                            resident_mb(), "runs", runs);
    if (o->json) {
        json_dumpf(all, stdout, JSON_INDENT(1) | JSON_REAL_PRECISION(6));
        putchar('\n');
    }
    json_decref(all);
}

static int run_bench(const struct options *o)
{
    struct measure_decode how = {
        .set = arg_texts(&o->set), .model = o->model, .dataset = o->dataset, .data = o->data,
        .split = o->split, .tables = o->tables, .beam = (int)o->beam,
        .limit = (int)MIN(o->limit, INT32_MAX), .steps = (int)o->steps, .batch = (int)o->batch,
        .seconds = o->seconds, .cpu_time = o->cpu_time, .profile = o->profile};
    struct error err = {0};
    struct decode_bench *b;
    enum status st = decode_bench_open(&how, &b, &err);
    if (st == ST_OK)
        report(o, b);
    decode_bench_close(b);
    return st == ST_OK ? EXIT_ANSWERED : cli_error(&err);
}

int bench_decode(int argc, char **argv)
{
    struct options o = {.beam = 5, .limit = 100, .batch = 1, .seconds = 5, .split = "dev"};
    const struct arg args[] = {
        {"beam", ARG_INT, &o.beam, "K", "default 5"},
        {"batch", ARG_INT, &o.batch, "N", "questions decoded together (default 1)"},
        {"steps", ARG_INT, &o.steps, "N", "limit of steps (default: 32 for the reference)"},
        {"seconds", ARG_REAL, &o.seconds, "S", "time for each measurement (default 5)"},
        {"set", ARG_LIST, &o.set, "KEY=VALUE", "a model setting of the reference; may be repeated"},
        {"model", ARG_TEXT, &o.model, "FILE", "a real model; needs --dataset and --data"},
        {"dataset", ARG_TEXT, &o.dataset, "NAME", "whose questions it answers"},
        {"data", ARG_TEXT, &o.data, "DIR", "folder that holds the dataset (jsonl: the file)"},
        {"split", ARG_TEXT, &o.split, "NAME", "default dev"},
        {"tables", ARG_TEXT, &o.tables, "FILE", "schema file instead of the dataset's own"},
        {"limit", ARG_INT, &o.limit, "N", "how many of its questions (default 100)"},
        {"cpu-time", ARG_FLAG, &o.cpu_time, NULL, "count processor seconds, not the wall's"},
        {"profile", ARG_FLAG, &o.profile, NULL, "processor time of a question by operator of the network"},
        {"json", ARG_FLAG, &o.json, NULL, "one JSON object"},
    };
    static const struct command_help help = {
        "bench decode [OPTIONS]",
        "Answers questions with a beam search on one core and on two: questions a second, time of a\n"
        "question, split into encoder, decoder, symbolic work (constraints, relations, values) and\n"
        "database, and the memory of the process. Without --model: reference shapes (d 256, 8 RAT\n"
        "layers, 2 decoder layers, 6 tables, 30 columns) with random weights and 32 steps.",
        "  astormer bench decode\n"
        "  astormer bench decode --model m.safetensors --dataset spider --data data --json"};
    int n_rest, code;
    if (!args_parse(&help, args, COUNT_OF(args), argc, argv, NULL, 0, &n_rest, &code))
        return code;
    if (o.model && (!o.dataset || !o.data))
        return cli_fail(EXIT_USAGE, "--model needs --dataset and --data");
    if (o.profile && o.json)
        return cli_fail(EXIT_USAGE, "--profile is for people: not with --json");
    if (o.beam < 1 || o.beam > 64 || o.batch < 1 || o.batch > 64 || o.limit < 1 || o.steps < 0 ||
        !(o.seconds > 0))
        return cli_fail(EXIT_USAGE, "beam and batch must be 1 to 64, the rest positive");
    return run_bench(&o);
}
