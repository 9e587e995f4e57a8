/* ops_decode.c - attention with few queries: cached decoding steps and pointers. */
#include "nn/internal.h"

#include <math.h>
#include <string.h>

/* ---- cached attention (inference only) ------------------------------------------------------ */

struct cached_row {
    const struct nn_cached_attention *a;
    int d, d_h, n;
    real scale;
    const real *q;
    const real *const *keys;
    const real *const *values;
    const uint16_t *z;
    real *p;      /* [heads, n] */
    real *tables; /* scratch: one value for each relation id */
};

static int head_column(const struct tensor *table, int d_h, int h)
{
    return table->cols == d_h ? 0 : h * d_h;
}

static void cached_scores(const struct cached_row *row, int h, real *p)
{
    const struct kernels *k = kernels();
    const struct tensor *rel = row->a->rel_k;
    const real *q = row->q + h * row->d_h;
    for (int j = 0; j < row->n; j++)
        p[j] = k->dot((size_t)row->d_h, q, row->keys[j] + h * row->d_h);
    int at = rel ? head_column(rel, row->d_h, h) : 0;
    if (rel && row->n < rel->rows) { /* few keys: only the relations that occur */
        for (int j = 0; j < row->n; j++)
            p[j] += k->dot((size_t)row->d_h, q, rel->x + (size_t)row->z[j] * (size_t)rel->cols + at);
    } else if (rel) {
        for (int r = 0; r < rel->rows; r++)
            row->tables[r] = k->dot((size_t)row->d_h, q,
                                    rel->x + (size_t)r * (size_t)rel->cols + at);
        k->look_up_add(row->n, row->tables, row->z, p);
    }
    k->softmax(row->n, row->scale, p);
}

static void cached_output(const struct cached_row *row, int h, const real *p, real *o)
{
    const struct kernels *k = kernels();
    const struct tensor *rel = row->a->rel_v;
    memset(o, 0, sizeof *o * (size_t)row->d_h);
    for (int j = 0; j < row->n; j++)
        k->axpy((size_t)row->d_h, p[j], row->values[j] + h * row->d_h, true, o);
    if (!rel)
        return;
    memset(row->tables, 0, sizeof *row->tables * (size_t)rel->rows);
    k->bucket_add(row->n, p, row->z, row->tables);
    for (int r = 0; r < rel->rows; r++)
        if (row->tables[r] != 0)
            k->axpy((size_t)row->d_h, row->tables[r],
                    rel->x + (size_t)r * (size_t)rel->cols + head_column(rel, row->d_h, h), true,
                    o);
}

static void check_cached(const struct nn_cached_attention *a)
{
    int d_h = a->q->cols / a->heads;
    const struct tensor *tables[] = {a->rel_k, a->rel_v};
    CHECK(a->heads > 0 && a->q->cols % a->heads == 0);
    for (int i = 0; i < 2; i++) {
        const struct tensor *table = tables[i];
        if (!table)
            continue;
        CHECK(a->relations && (table->cols == d_h || table->cols == a->q->cols));
        for (int r = 0; r < a->q->rows; r++)
            for (int j = 0; j < a->n[r]; j++)
                CHECK(a->relations[r][j] < table->rows);
    }
}

struct tensor *nn_attend_cached(struct nn_tape *t, const struct nn_cached_attention *attention)
{
    const struct nn_cached_attention *a = attention;
    CHECK(t->mode == NN_INFER);
    check_cached(a);
    struct node *node = node_begin(t, NN_OP_attention, &a->q, 1, a->q->rows, a->q->cols);
    int d = a->q->cols, d_h = d / a->heads, longest = 0;
    for (int r = 0; r < a->q->rows; r++)
        longest = MAX(longest, a->n[r]);
    size_t ids = (size_t)MAX(a->rel_k ? a->rel_k->rows : 0, a->rel_v ? a->rel_v->rows : 0);
    real *scratch = scratch_take(t, (size_t)longest), *tables = scratch_take(t, ids);
    double flops = 0;
    for (int r = 0; r < a->q->rows; r++) {
        struct cached_row row = {.a = a, .d = d, .d_h = d_h, .n = a->n[r],
                                 .scale = R(a->scale != 0 ? a->scale : 1 / sqrt(d_h)),
                                 .q = a->q->x + (size_t)r * (size_t)d, .keys = a->keys[r],
                                 .values = a->values[r], .tables = tables,
                                 .z = a->relations ? a->relations[r] : NULL};
        for (int h = 0; h < a->heads; h++) {
            real *p = a->probabilities ? a->probabilities[r] + (size_t)h * (size_t)row.n : scratch;
            cached_scores(&row, h, p);
            cached_output(&row, h, p, node->out->x + (size_t)r * (size_t)d + h * d_h);
        }
        flops += 4.0 * row.n * d;
    }
    scratch_give(t, tables, ids);
    scratch_give(t, scratch, (size_t)longest);
    return node_end(t, node, flops);
}

/* ---- pointers ------------------------------------------------------------------------------- */

struct pointer_saved {
    const struct nn_span *candidates;
    const int *start;
    int heads, d_h;
    real scale;
    real *p; /* of each head: row r at heads * start[r], [heads, n] */
};

/* Scores, then probabilities, of one row and head. */
static void point(const struct pointer_saved *saved, const struct tensor *q,
                  const struct tensor *k, int r, int h, real *p)
{
    size_t d = (size_t)q->cols, at = (size_t)(h * saved->d_h);
    struct nn_span span = saved->candidates[r];
    for (int j = 0; j < span.n; j++)
        p[j] = kernels()->dot((size_t)saved->d_h, q->x + (size_t)r * d + at,
                              k->x + (size_t)(span.start + j) * d + at);
    kernels()->softmax(span.n, saved->scale, p);
}

static const int *row_starts(struct nn_tape *t, const struct nn_span *candidates, int n, int limit)
{
    int *start = NN_ARRAY(t, int, n + 1);
    start[0] = 0;
    for (int r = 0; r < n; r++) {
        CHECK(candidates[r].start >= 0 && candidates[r].n >= 0 &&
              candidates[r].start <= limit - candidates[r].n);
        start[r + 1] = start[r] + candidates[r].n;
    }
    return start;
}

struct nn_ragged nn_pointer(struct nn_tape *t, struct tensor *q, struct tensor *k,
                            const struct nn_span *candidates, int heads)
{
    CHECK(q->cols == k->cols && heads > 0 && q->cols % heads == 0);
    const int *start = row_starts(t, candidates, q->rows, k->rows);
    struct tensor *in[] = {q, k};
    int total = start[q->rows], d_h = q->cols / heads;
    struct node *node = node_begin(t, NN_OP_pointer, in, 2, total, 1);
    struct pointer_saved *saved = nn_alloc(t, sizeof *saved);
    *saved = (struct pointer_saved){candidates, start, heads, d_h, R(1 / sqrt(d_h)),
                                    NN_ARRAY(t, real, (size_t)heads * (size_t)total)};
    node->saved = saved;
    for (int r = 0; r < q->rows; r++) {
        int n = candidates[r].n;
        for (int h = 0; h < heads; h++) {
            real *p = saved->p + (size_t)heads * (size_t)start[r] + (size_t)h * (size_t)n;
            point(saved, q, k, r, h, p);
            kernels()->axpy((size_t)n, R(1.0 / heads), p, h > 0, node->out->x + start[r]);
        }
    }
    struct nn_ragged ragged = {.start = start, .n = q->rows};
    ragged.p = node_end(t, node, 2.0 * total * q->cols);
    return ragged;
}

void back_pointer(struct nn_tape *t, struct node *node)
{
    const struct pointer_saved *saved = node->saved;
    const struct kernels *kernel = kernels();
    struct tensor *q = node->in[0], *k = node->in[1];
    real *dq = grad_to_add(t, q), *dk = grad_to_add(t, k);
    size_t d = (size_t)q->cols, d_h = (size_t)saved->d_h;
    real *ds = scratch_take(t, (size_t)node->out->rows);
    for (int r = 0; r < q->rows; r++) {
        struct nn_span span = saved->candidates[r];
        const real *p = saved->p + (size_t)saved->heads * (size_t)saved->start[r];
        for (int h = 0; h < saved->heads; h++, p += span.n) {
            size_t q_at = (size_t)r * d + (size_t)h * d_h;
            kernel->axpy((size_t)span.n, R(1.0 / saved->heads), node->out->g + saved->start[r],
                         false, ds);
            kernel->softmax_back(span.n, saved->scale, p, ds);
            for (int j = 0; j < span.n; j++) {
                size_t k_at = (size_t)(span.start + j) * d + (size_t)h * d_h;
                if (dq)
                    kernel->axpy(d_h, ds[j], k->x + k_at, true, dq + q_at);
                if (dk)
                    kernel->axpy(d_h, ds[j], q->x + q_at, true, dk + k_at);
            }
        }
    }
    scratch_give(t, ds, (size_t)node->out->rows);
}
