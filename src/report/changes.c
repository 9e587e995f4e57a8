/* changes.c - the same questions answered by two models: what is different. */
#include "report/answers.h"

#include <math.h>
#include <string.h>

static bool every_example(void *context, const struct example *e)
{
    (void)context;
    return e->sql != NULL;
}

static bool no_example(void *context, const struct example *e)
{
    (void)context, (void)e;
    return false;
}

/* Adds how far apart the two see the queries that both found; returns how many those are. */
static int compare_found(const struct prediction *a, const struct prediction *b, double *sum,
                         double *largest)
{
    int n = 0;
    for (int i = 0; i < a->n_found; i++)
        for (int k = 0; k < b->n_found; k++)
            if (strcmp(a->alternatives[i], b->alternatives[k]) == 0) {
                double moved = fabs(a->alternative_log_p[i] - b->alternative_log_p[k]);
                *largest = fmax(*largest, moved);
                *sum += moved;
                n++;
            }
    return n;
}

void answers_changes(const struct answers *both, struct answer_changes *out)
{
    *out = (struct answer_changes){0};
    int n_both = 0;
    out->questions = both[0].n;
    for (int i = 0; i < 2; i++) {
        out->exact[i] = predictions_judge(both[i].predictions, no_example, NULL);
        out->rows[i] = predictions_judge(both[i].predictions, every_example, NULL);
        out->cpu[i] = both[i].cpu;
    }
    for (int i = 0; i < both[0].n; i++) {
        const struct prediction *a = both[0].v[i].prediction, *b = both[1].v[i].prediction;
        if (!a || !b)
            continue;
        out->different += !a->sql != !b->sql || (a->sql && strcmp(a->sql, b->sql) != 0);
        n_both += compare_found(a, b, &out->mean_log_p, &out->log_p);
    }
    out->mean_log_p /= MAX(n_both, 1);
}
