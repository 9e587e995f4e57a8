/* decode.c - questions answered by a beam search: how many a second, and where their time goes.
 *
 * The reference is a model of the benchmarks' shapes with random weights over a made-up database of
 * 6 tables and 30 columns.  Random weights would go on until the limit of steps, so that limit is
 * the length of a typical query: the constraints see to it that every hypothesis ends in time.
 * With a model, real questions of a dataset are answered by it. */
#include "measure/measure.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* The questions to answer and what answers them. */
struct decode_bench {
    const struct measure_decode *o;
    struct arena arena;
    struct model *model;
    struct model_question *questions;
    int n;
    struct infer_options how;
    struct bench_reference reference; /* or */
    /* a real model */
    struct loaded_model *loaded;
    struct sample_maker *maker;
    struct dataset dataset;
    struct sample_set samples;
};

/* ---- the reference ------------------------------------------------------------------------------- */

static enum status open_reference(struct decode_bench *b, struct error *err)
{
    struct model_config c = reference_config();
    int n;
    const struct setting *table = model_settings(&n);
    enum status st = ST_OK;
    for (int i = 0; st == ST_OK && i < b->o->set.n; i++)
        st = settings_set(table, n, &c, b->o->set.v[i], err);
    if (st == ST_OK)
        st = reference_open(&b->reference, &c, err);
    b->model = b->reference.model;
    b->questions = b->reference.questions;
    b->n = BENCH_BATCH;
    return st;
}

/* ---- a real model -------------------------------------------------------------------------------- */

static enum status open_model(struct decode_bench *b, struct error *err)
{
    const struct measure_decode *o = b->o;
    enum status st = model_open(o->model, &b->loaded, err);
    if (st != ST_OK)
        return st;
    b->model = b->loaded->model;
    b->maker = sample_maker_new(b->model, &b->loaded->vocab);
    struct pool *pool = pool_new(1);
    st = dataset_read(&b->arena, o->dataset, o->data, o->split, o->tables, &b->dataset, err);
    if (st == ST_OK)
        st = samples_add(b->maker, &b->dataset, NULL, NULL, false, pool, &b->samples, err);
    pool_free(pool);
    if (st == ST_OK && b->samples.n == 0)
        st = fail(err, ST_INPUT, "there are no questions in '%s'", o->data);
    if (st != ST_OK)
        return st;
    b->n = MIN(o->limit, b->samples.n);
    b->questions = ARENA_ARRAY(&b->arena, struct model_question, b->n);
    for (int i = 0; i < b->n; i++) {
        const struct sample *s = &b->samples.samples[(long)i * b->samples.n / b->n];
        b->questions[i] = s->question;
    }
    return ST_OK;
}

/* ---- opening ------------------------------------------------------------------------------------- */

enum status decode_bench_open(const struct measure_decode *o, struct decode_bench **out,
                              struct error *err)
{
    struct decode_bench *b = *out = xmalloc(sizeof *b);
    *b = (struct decode_bench){.o = o, .how = INFER_DEFAULT};
    b->how.search.beam = b->how.search.n_best = o->beam;
    b->how.search.max_steps = o->steps ? o->steps : o->model ? 0 : REFERENCE_STEPS;
    enum status st = o->model ? open_model(b, err) : open_reference(b, err);
    if (st == ST_OK)
        nn_params_pack_half(model_params(b->model));
    return st;
}

struct model *decode_bench_model(const struct decode_bench *b)
{
    return b->model;
}

void decode_bench_close(struct decode_bench *b)
{
    if (!b)
        return;
    sample_maker_free(b->maker);
    model_close(b->loaded);
    reference_close(&b->reference);
    arena_release(&b->arena);
    xfree(b);
}

/* ---- measuring ----------------------------------------------------------------------------------- */

/* Answers of all rounds by all workers. */
struct run {
    struct decode_bench *b;
    int workers;
    struct nn_tape **tapes;
    struct arena *arenas;
    double *ms; /* [n_done] of each question: its batch's time */
    int n_tasks, n_done;
    struct search_seconds *seconds; /* [workers] */
    double *database;               /* [workers] seconds */
    long *steps, *rows, *answered;  /* [workers] */
    double *flops;                  /* [workers] of products */
    struct nn_profile profile;      /* of the first worker's network, all questions */
};

static double clock_of(clockid_t id)
{
    struct timespec t;
    clock_gettime(id, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static double task_clock(const struct run *r)
{
    return r->b->o->cpu_time ? clock_of(CLOCK_THREAD_CPUTIME_ID) : now_seconds();
}

static void answer(void *context, int task, int worker)
{
    struct run *r = context;
    struct decode_bench *b = r->b;
    int batch = b->o->batch, from = task * batch, n = MIN(batch, b->n - from);
    const struct model_question *list[64];
    struct inference results[64];
    for (int i = 0; i < n; i++)
        list[i] = &b->questions[from + i];
    struct error err = {0};
    arena_clear(&r->arenas[worker]);
    double start = task_clock(r);
    if (infer_run(&r->arenas[worker], b->model, r->tapes[worker], list, n, &b->how, results,
                  &err) != ST_OK)
        return;
    double seconds = task_clock(r) - start;
    struct search_seconds *sum = &r->seconds[worker], *s = &results[0].search.seconds;
    sum->encoder += s->encoder;
    sum->decoder += s->decoder;
    sum->symbolic += s->symbolic;
    r->database[worker] += results[0].database_seconds;
    r->rows[worker] += results[0].search.rows;
    r->flops[worker] += nn_tape_flops(r->tapes[worker]);
    for (int i = 0; i < n; i++) {
        r->steps[worker] += results[i].search.steps;
        r->answered[worker] += results[i].n > 0;
        r->ms[r->n_done + from + i] = 1000 * seconds;
    }
}

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

static double percentile(const double *sorted, int n, double share)
{
    return sorted[MIN(n - 1, (int)floor(share * n))];
}

static void sum_up(const struct run *r, double seconds, json_t *out)
{
    struct search_seconds sum = {0};
    double database = 0, flops = 0;
    long steps = 0, rows = 0, answered = 0;
    for (int w = 0; w < r->workers; w++) {
        sum.encoder += r->seconds[w].encoder;
        sum.decoder += r->seconds[w].decoder;
        sum.symbolic += r->seconds[w].symbolic;
        database += r->database[w];
        steps += r->steps[w];
        rows += r->rows[w];
        answered += r->answered[w];
        flops += r->flops[w];
    }
    double n = r->n_done, total = sum.encoder + sum.decoder + sum.symbolic + database;
    double mean = 0;
    for (int i = 0; i < r->n_done; i++)
        mean += r->ms[i] / n / (double)r->b->o->batch;
    qsort(r->ms, (size_t)r->n_done, sizeof *r->ms, by_value);
    /* shares of the wall's time, of the mean as it was measured */
    double scale = mean / total;
    json_object_update_new(
        out, json_pack("{s:i, s:i, s:f, s:f, s:f, s:f, s:f, s:f, s:f, s:f, s:f, s:f, s:f, s:f}",
                       "workers", r->workers, "questions", r->n_done, "questions_per_second",
                       n / seconds, "ms_mean", mean, "ms_p50", percentile(r->ms, r->n_done, 0.5),
                       "ms_p99", percentile(r->ms, r->n_done, 0.99), "encoder_ms",
                       sum.encoder * scale, "decoder_ms", sum.decoder * scale, "symbolic_ms",
                       sum.symbolic * scale, "database_ms", database * scale, "steps",
                       (double)steps / n, "rows", (double)rows / n, "answered",
                       (double)answered / n, "gflop", flops / n * 1e-9));
}

static double number(const json_t *run, const char *key)
{
    return json_number_value(json_object_get(run, key));
}

/* What the products alone would take in floats, at the speed measured right here. */
static void compare_with_floats(struct decode_bench *b, struct pool *pool, json_t *run)
{
    const struct measure_decode *o = b->o;
    double peak = measure_sgemm_peak(pool, fmin(o->seconds, 2), o->cpu_time);
    double floor_ms = number(run, "gflop") / peak * 1000;
    json_object_set_new(run, "sgemm_peak_gflops", json_real(peak));
    json_object_set_new(run, "products_in_floats_ms", json_real(floor_ms));
}

json_t *decode_bench_run(struct decode_bench *b, int workers, struct nn_profile *profile)
{
    const struct measure_decode *o = b->o;
    struct pool *pool = pool_new(workers);
    struct run r = {.b = b, .workers = workers};
    size_t w = (size_t)workers;
    r.tapes = xmalloc(w * sizeof *r.tapes);
    r.arenas = ARENA_ARRAY(&b->arena, struct arena, workers);
    r.n_tasks = (b->n + o->batch - 1) / o->batch;
    for (int i = 0; i < workers; i++)
        r.tapes[i] = nn_tape_new(model_params(b->model), NULL);
    if (o->profile)
        nn_tape_profile(r.tapes[0], &r.profile);
    double spent = 0;
    for (int round = -1; round < 1 || spent < o->seconds; round++) { /* the first only warms up */
        if (round <= 0) {
            r.n_done = 0;
            spent = 0;
            r.seconds = ARENA_ARRAY(&b->arena, struct search_seconds, workers);
            r.database = ARENA_ARRAY(&b->arena, double, workers);
            r.steps = ARENA_ARRAY(&b->arena, long, workers);
            r.rows = ARENA_ARRAY(&b->arena, long, workers);
            r.answered = ARENA_ARRAY(&b->arena, long, workers);
            r.flops = ARENA_ARRAY(&b->arena, double, workers);
            r.profile = (struct nn_profile){0};
        }
        r.ms = xrealloc(r.ms, sizeof *r.ms * (size_t)(r.n_done + b->n));
        double start = now_seconds(), cpu = clock_of(CLOCK_PROCESS_CPUTIME_ID);
        pool_run(pool, r.n_tasks, answer, &r);
        spent += o->cpu_time ? (clock_of(CLOCK_PROCESS_CPUTIME_ID) - cpu) / workers
                             : now_seconds() - start;
        r.n_done += b->n;
    }
    json_t *out = json_object();
    sum_up(&r, spent, out);
    *profile = r.profile;
    if (workers == 1)
        compare_with_floats(b, pool, out);
    for (int i = 0; i < workers; i++) {
        nn_tape_free(r.tapes[i]);
        arena_release(&r.arenas[i]);
    }
    xfree(r.tapes);
    xfree(r.ms);
    pool_free(pool);
    return out;
}
