/* progress.c - the clock and the one-line progress display. */
#include "base/base.h"

#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

double now_seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

double cpu_seconds(void)
{
    struct rusage used;
    getrusage(RUSAGE_SELF, &used);
    return (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
           (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec) * 1e-6;
}

void progress_begin(struct progress *p, const char *what, long total)
{
    double now = now_seconds();
    *p = (struct progress){.what = what, .total = total, .start = now, .last = now};
}

void progress_at(struct progress *p, long done)
{
    double now = now_seconds();
    bool terminal = isatty(STDERR_FILENO);
    if (now - p->start < 2 || now - p->last < (terminal ? 0.1 : 10))
        return;
    p->last = now;
    p->shown = true;
    double left = done > 0 ? (now - p->start) * (double)(p->total - done) / (double)done : 0;
    fprintf(stderr, "%s%s: %ld of %ld, %.0f s left%s", terminal ? "\r" : "", p->what, done,
            p->total, left, terminal ? "\033[K" : "\n");
    fflush(stderr);
}

void progress_end(struct progress *p)
{
    if (p->shown && isatty(STDERR_FILENO))
        fputs("\r\033[K", stderr);
}
