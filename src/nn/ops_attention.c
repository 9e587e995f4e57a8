/* ops_attention.c - attention from relation tables, its incremental form, and pointers.
 *
 * The work is cut into heads of spans: 50 x 50 scores of 32-wide vectors, all in the first-level
 * cache, multiplied by kernels()->gemm.  That kernel wants contiguous rows of its right operand, so
 * keys (and, going back, values) of a head are transposed into scratch first.  Rows of scores are
 * padded to whole vectors.
 *
 * With RK the table of relation keys, the scores are (q k^T + look_up(q RK^T, z)) scale, and with
 * B[i][r] = sum of p_ij over j with z_ij = r the output is p v + B RV.  Backward mirrors it:
 *   dp = do v^T + look_up(do RV^T, z),  dv = p^T do,  dRV = B^T do,
 *   ds = softmax'(dp),  D[i][r] = sum of ds_ij over z_ij = r,
 *   dq = ds k + D RK,  dk = ds^T q,  dRK = D^T q. */
#include "nn/internal.h"

#include <math.h>
#include <string.h>

enum { VECTOR = 8 };

static int pad(int n)
{
    return (n + VECTOR - 1) / VECTOR * VECTOR;
}

/* One relation table, also transposed and padded: [d_h, width] for each head or for all. */
struct relation_table {
    struct tensor *table; /* NULL: no such relations */
    int width;            /* number of ids, padded */
    int head_step;        /* columns from one head's part to the next; 0 = shared */
    real *transposed;
};

struct attention_saved {
    struct nn_attention a;
    int d_h;
    real scale;
    struct relation_table rel_k, rel_v;
    real **p;      /* per span [heads, n queries, padded n keys] */
    real **bucket; /* per span [heads, n queries, rel_v.width] */
    uint64_t key;  /* of the dropout mask */
    uint32_t threshold;
};

/* One head of one span, and scratch for it. */
struct head {
    const struct attention_saved *saved;
    int nq, nk, width; /* width: of a row of scores */
    const real *q, *k, *v;
    int d;             /* from one row to the next of the above */
    const uint16_t *z;
    const real *rk, *rv; /* this head's tables, [ids][.], rows rel->cols apart */
    const real *rk_t, *rv_t;
    real *p, *bucket;
    size_t mask_at; /* where in the dropout stream it begins */
};

static struct relation_table table_of(struct nn_tape *t, struct tensor *table, int d, int d_h)
{
    if (!table)
        return (struct relation_table){0};
    CHECK(table->cols == d_h || table->cols == d);
    struct relation_table rel = {.table = table, .width = pad(table->rows),
                                 .head_step = table->cols == d ? d_h : 0};
    if (d == d_h)
        rel.head_step = 0;
    size_t size = (size_t)table->cols * (size_t)rel.width;
    rel.transposed = NN_ARRAY(t, real, size);
    memset(rel.transposed, 0, size * sizeof(real));
    kernels()->transpose(table->rows, table->cols, table->x, table->cols, rel.transposed,
                         rel.width);
    return rel;
}

static const real *head_transposed(const struct relation_table *rel, int h)
{
    return rel->table ? rel->transposed + (size_t)h * (size_t)rel->head_step * (size_t)rel->width
                      : NULL;
}

static void check_attention(const struct nn_attention *a)
{
    const struct tensor *q = a->q, *k = a->k, *v = a->v;
    CHECK(a->heads > 0 && q->cols % a->heads == 0 && k->cols == q->cols && v->cols == q->cols);
    CHECK(k->rows == v->rows && a->queries.n == a->keys.n);
    CHECK((!a->rel_k && !a->rel_v) || a->relations);
    for (int s = 0; s < a->queries.n; s++) {
        struct nn_span rows = a->queries.v[s], keys = a->keys.v[s];
        CHECK(rows.start >= 0 && rows.n >= 0 && rows.start <= q->rows - rows.n);
        CHECK(keys.start >= 0 && keys.n >= 0 && keys.start <= k->rows - keys.n);
        CHECK(!a->causal || rows.n == keys.n);
    }
}

/* Ids of relations come from data: none may lie outside of the tables. */
static void check_relations(const struct nn_attention *a)
{
    int limit = a->rel_k ? a->rel_k->rows : a->rel_v ? a->rel_v->rows : 0;
    if (a->rel_v)
        limit = MIN(limit, a->rel_v->rows);
    for (int s = 0; limit && s < a->queries.n; s++) {
        size_t n = (size_t)a->queries.v[s].n * (size_t)a->keys.v[s].n;
        uint16_t top = 0;
        for (size_t i = 0; i < n; i++)
            top = MAX(top, a->relations[s][i]);
        CHECK(n == 0 || top < limit);
    }
}

static struct head head_at(const struct attention_saved *saved, int s, int h)
{
    const struct nn_attention *a = &saved->a;
    struct nn_span rows = a->queries.v[s], keys = a->keys.v[s];
    int d = a->q->cols, at = h * saved->d_h;
    struct head head = {
        .saved = saved, .nq = rows.n, .nk = keys.n, .width = pad(keys.n), .d = d,
        .q = a->q->x + (size_t)rows.start * (size_t)d + at,
        .k = a->k->x + (size_t)keys.start * (size_t)d + at,
        .v = a->v->x + (size_t)keys.start * (size_t)d + at,
        .z = a->relations ? a->relations[s] : NULL,
        .rk_t = head_transposed(&saved->rel_k, h),
        .rv_t = head_transposed(&saved->rel_v, h),
        .rk = a->rel_k ? a->rel_k->x + h * saved->rel_k.head_step : NULL,
        .rv = a->rel_v ? a->rel_v->x + h * saved->rel_v.head_step : NULL,
        .mask_at = ((size_t)s * (size_t)a->heads + (size_t)h) << 18,
    };
    return head;
}

/* Sizes of the scratch one head needs at most. */
struct scratch_sizes {
    size_t scores, keys, rel; /* [nq, width], [d_h, width], [nq, relation width] */
};

static struct scratch_sizes sizes_of(const struct attention_saved *saved)
{
    struct scratch_sizes sizes = {0};
    size_t rel = (size_t)MAX(saved->rel_k.width, saved->rel_v.width);
    for (int s = 0; s < saved->a.queries.n; s++) {
        size_t nq = (size_t)saved->a.queries.v[s].n, width = (size_t)pad(saved->a.keys.v[s].n);
        sizes.scores = MAX(sizes.scores, nq * width);
        sizes.keys = MAX(sizes.keys, (size_t)saved->d_h * width);
        sizes.rel = MAX(sizes.rel, nq * rel);
    }
    return sizes;
}

/* Rows of x (of one head) as columns, the padding zero. */
static void transpose_head(const struct head *head, const real *x, real *to)
{
    kernels()->transpose(head->nk, head->saved->d_h, x, head->d, to, head->width);
    for (int c = 0; head->width > head->nk && c < head->saved->d_h; c++)
        memset(to + (size_t)c * (size_t)head->width + head->nk, 0,
               sizeof *to * (size_t)(head->width - head->nk));
}

static int keys_seen(const struct head *head, int row)
{
    return head->saved->a.causal ? row + 1 : head->nk;
}

/* x[i][j] = left_i . right_j + look_up(left_i table^T, z_ij): scores, or going back dp. */
static void pair_products(const struct head *head, const real *left, const real *right_t,
                          const real *table_t, int table_width, real *look_up, real *x)
{
    const struct kernels *k = kernels();
    int d_h = head->saved->d_h, width = head->width;
    small_gemm(head->nq, width, d_h, left, head->d, 1, right_t, width, false, x, width);
    if (!table_t)
        return;
    small_gemm(head->nq, table_width, d_h, left, head->d, 1, table_t, table_width, false, look_up,
               table_width);
    for (int i = 0; i < head->nq; i++)
        k->look_up_add(keys_seen(head, i), look_up + (size_t)i * (size_t)table_width,
                       head->z + (size_t)i * (size_t)head->nk, x + (size_t)i * (size_t)width);
}

/* bucket[i][r] = sum of x[i][j] over the j with relation r. */
static void fill_buckets(const struct head *head, const real *x, int table_width, real *bucket)
{
    memset(bucket, 0, sizeof *bucket * (size_t)head->nq * (size_t)table_width);
    for (int i = 0; i < head->nq; i++)
        kernels()->bucket_add(keys_seen(head, i), x + (size_t)i * (size_t)head->width,
                              head->z + (size_t)i * (size_t)head->nk,
                              bucket + (size_t)i * (size_t)table_width);
}

static void drop(const struct head *head, const real *x, real *y)
{
    const struct attention_saved *saved = head->saved;
    kernels()->dropout((size_t)head->nq * (size_t)head->width, saved->key, head->mask_at,
                       saved->threshold, R(1 / (1 - saved->a.dropout)), x, false, y);
}

static void head_forward(const struct head *head, real *keys_t, real *look_up, real *dropped,
                         real *o)
{
    const struct kernels *k = kernels();
    const struct attention_saved *saved = head->saved;
    int width = head->width;
    transpose_head(head, head->k, keys_t);
    pair_products(head, head->q, keys_t, head->rk_t, saved->rel_k.width, look_up, head->p);
    for (int i = 0; i < head->nq; i++) {
        real *row = head->p + (size_t)i * (size_t)width;
        int seen = keys_seen(head, i);
        k->softmax(seen, saved->scale, row);
        memset(row + seen, 0, sizeof *row * (size_t)(width - seen));
    }
    const real *p = head->p;
    if (saved->threshold) {
        drop(head, head->p, dropped);
        p = dropped;
    }
    small_gemm(head->nq, saved->d_h, head->nk, p, width, 1, head->v, head->d, false, o, head->d);
    if (!head->rv)
        return;
    fill_buckets(head, p, saved->rel_v.width, head->bucket);
    small_gemm(head->nq, saved->d_h, saved->rel_v.table->rows, head->bucket, saved->rel_v.width, 1,
               head->rv, saved->rel_v.table->cols, true, o, head->d);
}

static struct attention_saved *prepare(struct nn_tape *t, const struct nn_attention *a)
{
    check_attention(a);
    check_relations(a);
    struct attention_saved *saved = nn_alloc(t, sizeof *saved);
    int d = a->q->cols, d_h = d / a->heads;
    *saved = (struct attention_saved){.a = *a, .d_h = d_h};
    saved->scale = R(a->scale != 0 ? a->scale : 1 / sqrt(d_h));
    saved->rel_k = table_of(t, a->rel_k, d, d_h);
    saved->rel_v = table_of(t, a->rel_v, d, d_h);
    if (a->dropout > 0 && t->mode == NN_TRAIN) {
        CHECK(a->dropout < 1);
        saved->key = next_site(t);
        saved->threshold = (uint32_t)(a->dropout * 4294967296.0);
    }
    return saved;
}

/* [heads, n queries, n keys] without the padding, for the heat maps. */
static const real *export_probabilities(struct nn_tape *t, const struct head *head, int heads,
                                        const real *p)
{
    size_t rows = (size_t)heads * (size_t)head->nq, nk = (size_t)head->nk;
    real *out = NN_ARRAY(t, real, rows * nk);
    for (size_t i = 0; i < rows; i++)
        memcpy(out + i * nk, p + i * (size_t)head->width, nk * sizeof *out);
    return out;
}

static double attention_flops(const struct attention_saved *saved)
{
    const struct nn_attention *a = &saved->a;
    double flops = 0;
    int ids = (a->rel_k ? a->rel_k->rows : 0) + (a->rel_v ? a->rel_v->rows : 0);
    for (int s = 0; s < a->queries.n; s++) {
        double nq = a->queries.v[s].n, nk = a->keys.v[s].n;
        double pairs = a->causal ? nq * (nq + 1) / 2 : nq * nk;
        flops += 2.0 * a->q->cols * (2 * pairs + nq * ids);
    }
    return flops;
}

static void attention_forward(struct nn_tape *t, struct attention_saved *saved, bool keep, real *o)
{
    const struct nn_attention *a = &saved->a;
    struct scratch_sizes sizes = sizes_of(saved);
    const real **exported = NULL;
    if (a->probabilities)
        *a->probabilities = exported = NN_ARRAY(t, const real *, a->queries.n);
    keep |= exported != NULL;
    real *keys_t = scratch_take(t, sizes.keys), *look_up = scratch_take(t, sizes.rel);
    real *dropped = saved->threshold ? scratch_take(t, sizes.scores) : NULL;
    real *p = keep ? NULL : scratch_take(t, sizes.scores);
    real *bucket = keep ? NULL : scratch_take(t, sizes.rel);
    saved->p = NN_ARRAY(t, real *, a->queries.n);
    saved->bucket = NN_ARRAY(t, real *, a->queries.n);
    for (int s = 0; s < a->queries.n; s++) {
        struct head head = head_at(saved, s, 0);
        size_t p_step = (size_t)head.nq * (size_t)head.width;
        size_t bucket_step = (size_t)head.nq * (size_t)saved->rel_v.width;
        saved->p[s] = keep ? NN_ARRAY(t, real, p_step * (size_t)a->heads) : p;
        saved->bucket[s] = keep ? NN_ARRAY(t, real, bucket_step * (size_t)a->heads) : bucket;
        for (int h = 0; h < a->heads; h++) {
            head = head_at(saved, s, h);
            head.p = saved->p[s] + (keep ? (size_t)h * p_step : 0);
            head.bucket = saved->bucket[s] + (keep ? (size_t)h * bucket_step : 0);
            head_forward(&head, keys_t, look_up, dropped, o + (head.q - a->q->x));
        }
        if (exported)
            exported[s] = export_probabilities(t, &head, a->heads, saved->p[s]);
    }
    if (!keep) {
        scratch_give(t, bucket, sizes.rel);
        scratch_give(t, p, sizes.scores);
    }
    if (dropped)
        scratch_give(t, dropped, sizes.scores);
    scratch_give(t, look_up, sizes.rel);
    scratch_give(t, keys_t, sizes.keys);
}

static bool covers_all_rows(struct nn_spans spans, int rows)
{
    int total = 0;
    for (int s = 0; s < spans.n; s++)
        total += spans.v[s].n;
    return total == rows;
}

struct tensor *nn_attention(struct nn_tape *t, const struct nn_attention *attention)
{
    const struct nn_attention *a = attention;
    struct tensor *in[] = {a->q, a->k, a->v, a->rel_k, a->rel_v};
    struct node *node = node_begin(t, NN_OP_attention, in, 5, a->q->rows, a->q->cols);
    struct attention_saved *saved = prepare(t, a);
    node->saved = saved;
    if (!covers_all_rows(a->queries, a->q->rows))
        memset(node->out->x, 0, tensor_size(node->out) * sizeof(real));
    attention_forward(t, saved, node_records(t, node), node->out->x);
    return node_end(t, node, attention_flops(saved));
}

/* ---- backward ------------------------------------------------------------------------------- */

struct attention_grads { /* where the gradients of the inputs go; NULL = not wanted */
    real *q, *k, *v, *rel_k, *rel_v;
};
struct attention_scratch {
    real *transposed, *look_up, *dp, *dropped;
};

static void head_backward(const struct head *head, const real *d_out,
                          const struct attention_grads *to, const struct attention_scratch *tmp)
{
    const struct kernels *k = kernels();
    const struct attention_saved *saved = head->saved;
    int nq = head->nq, nk = head->nk, width = head->width, d = head->d, d_h = saved->d_h;
    const struct relation_table *rel_k = &saved->rel_k, *rel_v = &saved->rel_v;
    const real *p = head->p;
    if (saved->threshold) {
        drop(head, head->p, tmp->dropped);
        p = tmp->dropped;
    }
    if (to->v)
        small_gemm(nk, d_h, nq, p, 1, width, d_out, d, true, to->v, d);
    if (to->rel_v)
        small_gemm(rel_v->table->rows, d_h, nq, head->bucket, 1, rel_v->width, d_out, d, true,
                   to->rel_v, rel_v->table->cols);
    if (!to->q && !to->k && !to->rel_k)
        return;
    transpose_head(head, head->v, tmp->transposed);
    pair_products(head, d_out, tmp->transposed, head->rv_t, rel_v->width, tmp->look_up, tmp->dp);
    if (saved->threshold)
        drop(head, tmp->dp, tmp->dp);
    for (int i = 0; i < nq; i++) { /* p is zero beyond the keys seen, and so becomes ds */
        size_t at = (size_t)i * (size_t)width;
        k->softmax_back(width, saved->scale, head->p + at, tmp->dp + at);
    }
    const real *ds = tmp->dp;
    if (to->q)
        small_gemm(nq, d_h, nk, ds, width, 1, head->k, d, true, to->q, d);
    if (to->k)
        small_gemm(nk, d_h, nq, ds, 1, width, head->q, d, true, to->k, d);
    if (!head->rk)
        return;
    fill_buckets(head, ds, rel_k->width, tmp->look_up);
    if (to->q)
        small_gemm(nq, d_h, rel_k->table->rows, tmp->look_up, rel_k->width, 1, head->rk,
                   rel_k->table->cols, true, to->q, d);
    if (to->rel_k)
        small_gemm(rel_k->table->rows, d_h, nq, tmp->look_up, 1, rel_k->width, head->q, d, true,
                   to->rel_k, rel_k->table->cols);
}

static real *offset(real *base, size_t by)
{
    return base ? base + by : NULL;
}

void back_attention(struct nn_tape *t, struct node *node)
{
    const struct attention_saved *saved = node->saved;
    const struct nn_attention *a = &saved->a;
    struct attention_grads all = {grad_to_add(t, a->q), grad_to_add(t, a->k),
                                  grad_to_add(t, a->v), grad_to_add(t, a->rel_k),
                                  grad_to_add(t, a->rel_v)};
    struct scratch_sizes sizes = sizes_of(saved);
    struct attention_scratch tmp = {scratch_take(t, sizes.keys), scratch_take(t, sizes.rel),
                                    scratch_take(t, sizes.scores),
                                    saved->threshold ? scratch_take(t, sizes.scores) : NULL};
    for (int s = 0; s < a->queries.n; s++) {
        for (int h = 0; h < a->heads; h++) {
            struct head head = head_at(saved, s, h);
            size_t q_at = (size_t)(head.q - a->q->x), k_at = (size_t)(head.k - a->k->x);
            head.p = saved->p[s] + (size_t)h * (size_t)head.nq * (size_t)head.width;
            head.bucket =
                saved->bucket[s] + (size_t)h * (size_t)head.nq * (size_t)saved->rel_v.width;
            struct attention_grads to = {
                offset(all.q, q_at), offset(all.k, k_at), offset(all.v, k_at),
                offset(all.rel_k, (size_t)(h * saved->rel_k.head_step)),
                offset(all.rel_v, (size_t)(h * saved->rel_v.head_step))};
            head_backward(&head, node->out->g + q_at, &to, &tmp);
        }
    }
    if (tmp.dropped)
        scratch_give(t, tmp.dropped, sizes.scores);
    scratch_give(t, tmp.dp, sizes.scores);
    scratch_give(t, tmp.look_up, sizes.rel);
    scratch_give(t, tmp.transposed, sizes.keys);
}
