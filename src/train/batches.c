/* batches.c - which samples make up the batch of a step, and how it is split.
 *
 * An epoch is a random order of all samples, cut into groups of 50 batches; within a group samples
 * are sorted by cost, so that a batch holds samples of like size and no worker waits for another;
 * then the batches of a group are shuffled again.  All of it is a function of (seed, epoch).
 *
 * With several datasets an epoch has each sample as often as its dataset's weight says; what is
 * left of a weight that is no whole number is a random choice of the dataset's samples. */
#include "train/internal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { GROUP_BATCHES = 50 };

struct by_cost {
    long cost;
    int sample;
};

static int compare_cost(const void *a, const void *b)
{
    const struct by_cost *x = a, *y = b;
    return x->cost != y->cost ? (x->cost < y->cost ? -1 : 1) : x->sample - y->sample;
}

static void sort_by_cost(const struct sample_set *set, int *order, int n)
{
    struct by_cost *keys = xmalloc(sizeof *keys * (size_t)n);
    for (int i = 0; i < n; i++)
        keys[i] = (struct by_cost){set->samples[order[i]].cost, order[i]};
    qsort(keys, (size_t)n, sizeof *keys, compare_cost);
    for (int i = 0; i < n; i++)
        order[i] = keys[i].sample;
    xfree(keys);
}

static void shuffle_batches(struct rng *rng, int *order, int n, int batch)
{
    int n_batches = n / batch;
    int *copy = xmalloc(sizeof *copy * (size_t)n), *at = xmalloc(sizeof *at * (size_t)(n_batches + 1));
    memcpy(copy, order, sizeof *copy * (size_t)n);
    for (int i = 0; i < n_batches; i++)
        at[i] = i;
    rng_shuffle(rng, at, n_batches);
    for (int i = 0; i < n_batches; i++)
        memcpy(order + i * batch, copy + at[i] * batch, sizeof *order * (size_t)batch);
    xfree(copy);
    xfree(at);
}

static int part_epoch(const struct sample_part *part)
{
    return (int)lround(part->weight * part->n);
}

int sample_set_epoch(const struct sample_set *set)
{
    int n = set->n_parts ? 0 : set->n;
    for (int i = 0; i < set->n_parts; i++)
        n += part_epoch(&set->parts[i]);
    return n;
}

/* The samples of one dataset for one epoch, from order[0] on; returns how many. */
static int take_part(struct rng *rng, const struct sample_part *part, int *order)
{
    int wanted = part_epoch(part), n = 0;
    while (part->n > 0 && wanted - n >= part->n)
        for (int i = 0; i < part->n; i++)
            order[n++] = part->from + i;
    if (n == wanted)
        return n;
    int *all = xmalloc(sizeof *all * (size_t)part->n);
    for (int i = 0; i < part->n; i++)
        all[i] = part->from + i;
    rng_shuffle(rng, all, part->n);
    for (int i = 0; n < wanted; i++)
        order[n++] = all[i];
    xfree(all);
    return n;
}

void epoch_order(const struct sample_set *set, int batch, uint64_t seed, long epoch, int *order)
{
    struct rng rng;
    rng_seed(&rng, mix64(seed) ^ mix64((uint64_t)epoch + 0x5EED));
    int total = 0;
    for (int i = 0; i < set->n_parts; i++)
        total += take_part(&rng, &set->parts[i], order + total);
    for (; !set->n_parts && total < set->n; total++)
        order[total] = total;
    rng_shuffle(&rng, order, total);
    int group = batch * GROUP_BATCHES;
    for (int start = 0; start < total; start += group) {
        int n = MIN(group, total - start);
        sort_by_cost(set, order + start, n);
        shuffle_batches(&rng, order + start, n, batch);
    }
}

/* Longest-first into the part with the least work so far: parts end up nearly equal, and the same
 * whatever the number of workers. */
void split_batch(const struct sample_set *set, const int *batch, int n, int n_parts, int *part_of)
{
    long *load = xmalloc(sizeof *load * (size_t)n_parts);
    memset(load, 0, sizeof *load * (size_t)n_parts);
    struct by_cost *keys = xmalloc(sizeof *keys * (size_t)n);
    for (int i = 0; i < n; i++)
        keys[i] = (struct by_cost){-set->samples[batch[i]].cost, i};
    qsort(keys, (size_t)n, sizeof *keys, compare_cost);
    for (int i = 0; i < n; i++) {
        int best = 0;
        for (int p = 1; p < n_parts; p++)
            if (load[p] < load[best])
                best = p;
        part_of[keys[i].sample] = best;
        load[best] -= keys[i].cost;
    }
    xfree(load);
    xfree(keys);
}
