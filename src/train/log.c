/* log.c - the run's log: JSON lines in RUN/log.jsonl, and the progress line a person watches. */
#include "train/internal.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A killed run may leave half a line behind, which must not swallow the next one. */
static void end_last_line(FILE *log)
{
    if (fseek(log, -1, SEEK_END) == 0 && fgetc(log) != '\n') {
        fseek(log, 0, SEEK_END);
        fputc('\n', log);
    }
    fseek(log, 0, SEEK_END);
}

enum status log_open(struct trainer *t, struct error *err)
{
    if (t->rank != 0)
        return ST_OK;
    char path[4096];
    snprintf(path, sizeof path, "%s/log.jsonl", t->job->run_dir);
    int flags = O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | (t->job->resume ? O_APPEND : O_TRUNC);
    int fd = open(path, flags, 0600);
    t->log = fd < 0 ? NULL : fdopen(fd, t->job->resume ? "a+" : "w");
    if (!t->log)
        return fail(err, ST_IO, "cannot write '%s': %s", path, strerror(errno));
    if (t->job->resume)
        end_last_line(t->log);
    log_event(t, json_pack("{s:s, s:I, s:i, s:i, s:i, s:i, s:i, s:f, s:s, s:s}", "event", "start",
                           "from_step", (json_int_t)t->step, "examples", t->job->train.n,
                           "held_out", t->job->holdout.n, "rejected",
                           t->job->train.n_rejected + t->job->holdout.n_rejected, "ranks",
                           t->n_ranks, "workers", pool_size(t->pool), "peak_gflops", t->peak,
                           "blas", nn_blas_name(), "kernels", nn_kernels_name()));
    if (t->job->carried)
        log_event(t, json_pack("{s:s, s:s}", "event", "init", "not_carried_over",
                               t->job->carried));
    return ST_OK;
}

void log_event(struct trainer *t, json_t *event)
{
    if (t->log && event) {
        json_dumpf(event, t->log, JSON_COMPACT | JSON_REAL_PRECISION(7));
        fputc('\n', t->log);
        fflush(t->log);
    }
    if (event && t->rank == 0 && t->job->watch)
        t->job->watch(t->job->context, event);
    json_decref(event);
}

void log_step(struct trainer *t, double lr, double norm)
{
    double per_step = t->seconds / (double)t->since_log;
    int in_epoch = sample_set_epoch(&t->job->train);
    long per_epoch = MAX(in_epoch / MIN(t->settings.batch, in_epoch), 1);
    double gflops = t->flops / t->seconds / 1e9;
    t->total_seconds += t->seconds;
    t->total_cpu += t->cpu;
    log_event(t, json_pack("{s:s, s:I, s:f, s:f, s:f, s:f, s:f, s:f, s:f, s:f, s:f, s:f}", "event",
                           "step", "step", (json_int_t)t->step, "epoch",
                           (double)t->step / (double)per_epoch, "loss",
                           t->loss_sum / (double)t->since_log, "lr", lr, "norm", norm,
                           "samples_per_second", (double)t->samples / t->seconds, "gflops", gflops,
                           "peak_share", t->peak > 0 ? gflops / t->peak : 0, "left",
                           per_step * (double)(t->settings.steps - t->step), "seconds",
                           t->total_seconds, "cpu_seconds", t->total_cpu));
    t->loss_sum = t->flops = t->seconds = t->cpu = 0;
    t->samples = t->since_log = 0;
}

/* ---- what this machine can do ----------------------------------------------------------------- */

enum { PEAK_M = 1000, PEAK_N = 512, PEAK_K = 512 };
static const double PEAK_SECONDS = 0.15; /* of each of three tries */

struct peak {
    real *a, *b;
    double flops[64], seconds[64]; /* by worker */
};

static void multiply(void *context, int task, int worker)
{
    struct peak *p = context;
    (void)worker;
    real *c = xmalloc(sizeof *c * PEAK_M * PEAK_N);
    double start = now_seconds(), done = 0, seconds;
    do {
        nn_gemm(false, true, PEAK_M, PEAK_N, PEAK_K, 1, p->a, PEAK_K, p->b, PEAK_K, 0, c, PEAK_N);
        done += 2.0 * PEAK_M * PEAK_N * PEAK_K;
        seconds = now_seconds() - start;
    } while (seconds < PEAK_SECONDS);
    p->flops[task] = done;
    p->seconds[task] = seconds;
    xfree(c);
}

double measure_peak(struct pool *pool)
{
    size_t n = PEAK_M * PEAK_K + PEAK_N * PEAK_K;
    real *matrices = xmalloc(sizeof *matrices * n);
    for (size_t i = 0; i < n; i++)
        matrices[i] = (real)(i % 7) - 3;
    struct peak p = {.a = matrices, .b = matrices + PEAK_M * PEAK_K};
    int workers = MIN(pool_size(pool), COUNT_OF(p.flops));
    double best = 0;
    for (int try = 0; try < 3; try++) {
        pool_run(pool, workers, multiply, &p);
        double rate = 0;
        for (int i = 0; i < workers; i++)
            rate += p.flops[i] / p.seconds[i];
        best = fmax(best, rate / 1e9);
    }
    xfree(matrices);
    return best;
}
