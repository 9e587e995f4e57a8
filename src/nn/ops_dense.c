/* ops_dense.c - linear layers, activations, sums, layer norm and dropout. */
#include "nn/internal.h"

#include <string.h>

/* ---- linear --------------------------------------------------------------------------------- */

struct linear_saved {
    enum nn_activation act;
    const real *pre; /* x w^T + b, for GELU only */
};

/* From a packed weight, some rows at a time: bias and activation find them in the caches. */
static void packed_linear(struct nn_tape *t, const struct packed *w, const struct tensor *x,
                          const real *bias, enum nn_activation act, real *y)
{
    enum { ROWS = 96 };
    for (int i = 0; i < x->rows; i += ROWS) {
        struct nn_span rows = {i, MIN(x->rows - i, (int)ROWS)};
        real *to = y + (size_t)i * (size_t)w->n;
        packed_multiply(t, w, x, rows, to);
        if (bias || act != NN_LINEAR)
            kernels()->bias_act(rows.n, w->n, to, bias, act, NULL, to);
    }
}

struct tensor *nn_linear_act(struct nn_tape *t, struct tensor *x, struct tensor *w,
                             struct tensor *b, enum nn_activation act)
{
    CHECK(x->cols == w->cols && (!b || (b->rows == 1 && b->cols == w->rows)));
    struct tensor *in[] = {x, w, b};
    struct node *node = node_begin(t, NN_OP_linear, in, 3, x->rows, w->rows);
    struct linear_saved *saved = nn_alloc(t, sizeof *saved);
    *saved = (struct linear_saved){.act = act};
    node->saved = saved;
    real *y = node->out->x;
    const struct packed *packed = packed_weight(t, w);
    if (packed)
        packed_linear(t, packed, x, b ? b->x : NULL, act, y);
    else if (t->mode == NN_INFER)
        nn_gemm_rows(x->rows, w->rows, x->cols, x->x, x->cols, w->x, w->cols, false, y, w->rows);
    else
        nn_gemm(false, true, x->rows, w->rows, x->cols, 1, x->x, x->cols, w->x, w->cols, 0, y,
                w->rows);
    if (!packed && (b || act != NN_LINEAR)) {
        real *pre = NULL;
        if (act == NN_GELU && node_records(t, node))
            saved->pre = pre = NN_ARRAY(t, real, tensor_size(node->out));
        kernels()->bias_act(x->rows, w->rows, y, b ? b->x : NULL, act, pre, y);
    }
    return node_end(t, node, 2.0 * x->rows * x->cols * w->rows);
}

void back_linear(struct nn_tape *t, struct node *node)
{
    struct tensor *x = node->in[0], *w = node->in[1], *b = node->in[2], *y = node->out;
    const struct linear_saved *saved = node->saved;
    real *dz = y->g; /* overwritten: it becomes the gradient before the activation */
    if (saved->act != NN_LINEAR)
        kernels()->act_back(tensor_size(y), saved->act, saved->pre ? saved->pre : y->x, y->g,
                            false, dz);
    real *db = b ? grad_to_add(t, b) : NULL;
    if (db)
        kernels()->column_sum(y->rows, y->cols, dz, db);
    bool fresh;
    real *dw = grad_of(t, w, &fresh);
    if (dw)
        nn_gemm(true, false, w->rows, w->cols, x->rows, 1, dz, y->cols, x->x, x->cols,
                fresh ? 0 : 1, dw, w->cols);
    real *dx = grad_of(t, x, &fresh);
    if (dx)
        nn_gemm(false, false, x->rows, x->cols, y->cols, 1, dz, y->cols, w->x, w->cols,
                fresh ? 0 : 1, dx, x->cols);
}

/* ---- element by element --------------------------------------------------------------------- */

struct tensor *nn_activate(struct nn_tape *t, struct tensor *x, enum nn_activation act)
{
    struct node *node = node_begin(t, NN_OP_activate, &x, 1, x->rows, x->cols);
    enum nn_activation *saved = nn_alloc(t, sizeof *saved);
    *saved = act;
    node->saved = saved;
    kernels()->activate(tensor_size(x), act, x->x, node->out->x);
    return node_end(t, node, 0);
}

void back_activate(struct nn_tape *t, struct node *node)
{
    enum nn_activation act = *(enum nn_activation *)node->saved;
    struct tensor *x = node->in[0], *y = node->out;
    bool fresh;
    real *dx = grad_of(t, x, &fresh);
    kernels()->act_back(tensor_size(y), act, act == NN_GELU ? x->x : y->x, y->g, !fresh, dx);
}

struct tensor *nn_sum(struct nn_tape *t, struct tensor *const *parts, int n)
{
    CHECK(n > 0);
    int rows = 0, cols = parts[0]->cols;
    bool single = true; /* all parts have one row */
    for (int i = 0; i < n; i++) {
        single &= parts[i]->rows == 1;
        if (parts[i]->rows != 1)
            rows = parts[i]->rows;
        CHECK(parts[i]->cols == cols);
    }
    if (single)
        rows = 1;
    struct node *node = node_begin(t, NN_OP_sum, parts, n, rows, cols);
    real *y = node->out->x;
    for (int i = 0; i < n; i++) {
        const struct tensor *part = parts[i];
        CHECK(part->rows == rows || part->rows == 1);
        for (int r = 0; r < (part->rows == rows ? 1 : rows); r++) {
            size_t count = part->rows == rows ? tensor_size(part) : (size_t)cols;
            kernels()->axpy(count, 1, part->x, i > 0, y + (size_t)r * (size_t)cols);
        }
    }
    return node_end(t, node, 0);
}

void back_sum(struct nn_tape *t, struct node *node)
{
    const struct tensor *y = node->out;
    for (int i = 0; i < node->n_in; i++) {
        struct tensor *part = node->in[i];
        if (part->rows == y->rows) {
            bool fresh;
            real *d = grad_of(t, part, &fresh);
            if (d)
                kernels()->axpy(tensor_size(y), 1, y->g, !fresh, d);
        } else {
            real *d = grad_to_add(t, part);
            if (d)
                kernels()->column_sum(y->rows, y->cols, y->g, d);
        }
    }
}

struct tensor *nn_add(struct nn_tape *t, struct tensor *a, struct tensor *b)
{
    struct tensor *parts[] = {a, b};
    return nn_sum(t, parts, 2);
}

struct tensor *nn_scale(struct nn_tape *t, struct tensor *x, double factor)
{
    struct node *node = node_begin(t, NN_OP_scale, &x, 1, x->rows, x->cols);
    double *saved = nn_alloc(t, sizeof *saved);
    *saved = factor;
    node->saved = saved;
    kernels()->axpy(tensor_size(x), R(factor), x->x, false, node->out->x);
    return node_end(t, node, 0);
}

void back_scale(struct nn_tape *t, struct node *node)
{
    bool fresh;
    real *dx = grad_of(t, node->in[0], &fresh);
    kernels()->axpy(tensor_size(node->out), R(*(double *)node->saved), node->out->g, !fresh, dx);
}

struct tensor *nn_mul(struct nn_tape *t, struct tensor *a, struct tensor *b)
{
    CHECK(a->rows == b->rows && a->cols == b->cols);
    struct tensor *in[] = {a, b};
    struct node *node = node_begin(t, NN_OP_mul, in, 2, a->rows, a->cols);
    kernels()->multiply(tensor_size(a), a->x, b->x, false, node->out->x);
    return node_end(t, node, 0);
}

void back_mul(struct nn_tape *t, struct node *node)
{
    for (int i = 0; i < 2; i++) {
        bool fresh;
        real *d = grad_of(t, node->in[i], &fresh);
        if (d)
            kernels()->multiply(tensor_size(node->out), node->out->g, node->in[1 - i]->x, !fresh,
                                d);
    }
}

/* ---- layer norm ----------------------------------------------------------------------------- */

struct layer_norm_saved {
    real *hat;           /* [rows, cols] */
    real *inv_deviation; /* [rows] */
};

struct tensor *nn_layer_norm(struct nn_tape *t, struct tensor *x, struct tensor *residual,
                             struct tensor *gain, struct tensor *bias, double eps)
{
    CHECK(gain->rows == 1 && gain->cols == x->cols && bias->rows == 1 && bias->cols == x->cols);
    CHECK(!residual || (residual->rows == x->rows && residual->cols == x->cols));
    struct tensor *in[] = {x, residual, gain, bias};
    struct node *node = node_begin(t, NN_OP_layer_norm, in, 4, x->rows, x->cols);
    size_t cols = (size_t)x->cols;
    bool keep = node_records(t, node);
    struct layer_norm_saved *saved = nn_alloc(t, sizeof *saved);
    saved->hat = keep ? NN_ARRAY(t, real, tensor_size(x)) : scratch_take(t, cols);
    saved->inv_deviation = NN_ARRAY(t, real, x->rows);
    node->saved = saved;
    for (int r = 0; r < x->rows; r++) {
        size_t at = (size_t)r * cols;
        saved->inv_deviation[r] = kernels()->layer_norm(
            x->cols, x->x + at, residual ? residual->x + at : NULL, gain->x, bias->x, R(eps),
            saved->hat + (keep ? at : 0), node->out->x + at);
    }
    if (!keep)
        scratch_give(t, saved->hat, cols);
    return node_end(t, node, 0);
}

void back_layer_norm(struct nn_tape *t, struct node *node)
{
    const struct layer_norm_saved *saved = node->saved;
    struct tensor *y = node->out, *gain = node->in[2];
    real *dgain = grad_to_add(t, gain), *dbias = grad_to_add(t, node->in[3]);
    size_t cols = (size_t)y->cols;
    for (int r = 0; r < y->rows; r++) {
        size_t at = (size_t)r * cols;
        kernels()->layer_norm_back(y->cols, saved->hat + at, saved->inv_deviation[r], gain->x,
                                   y->g + at, y->g + at, dgain, dbias);
    }
    for (int i = 0; i < 2; i++) { /* x and the residual get the same gradient */
        bool fresh;
        real *d = grad_of(t, node->in[i], &fresh);
        if (d)
            kernels()->axpy(tensor_size(y), 1, y->g, !fresh, d);
    }
}

/* ---- dropout -------------------------------------------------------------------------------- */

struct dropout_saved {
    uint64_t key;
    uint32_t threshold;
    real scale;
    struct nn_spans locked; /* one mask row a span, if n > 0 */
};

static uint32_t threshold_of(double p)
{
    CHECK(p >= 0 && p < 1);
    return (uint32_t)(p * 4294967296.0);
}

/* y (+)= x masked.  With locked spans each row of a span uses the same part of the stream. */
static void apply_mask(const struct dropout_saved *saved, const struct tensor *shape,
                       const real *x, bool add, real *y)
{
    size_t cols = (size_t)shape->cols;
    if (saved->locked.n == 0) {
        kernels()->dropout(tensor_size(shape), saved->key, 0, saved->threshold, saved->scale, x,
                           add, y);
        return;
    }
    for (int s = 0; s < saved->locked.n; s++) {
        struct nn_span span = saved->locked.v[s];
        for (int r = span.start; r < span.start + span.n; r++)
            kernels()->dropout(cols, saved->key, (size_t)s * cols, saved->threshold, saved->scale,
                               x + (size_t)r * cols, add, y + (size_t)r * cols);
    }
}

static struct tensor *masked(struct nn_tape *t, enum nn_op op, struct tensor *x,
                             struct dropout_saved mask)
{
    struct node *node = node_begin(t, op, &x, 1, x->rows, x->cols);
    struct dropout_saved *saved = nn_alloc(t, sizeof *saved);
    *saved = mask;
    node->saved = saved;
    if (mask.locked.n > 0)
        memset(node->out->x, 0, tensor_size(x) * sizeof(real)); /* rows outside of the spans */
    apply_mask(saved, x, x->x, false, node->out->x);
    return node_end(t, node, 0);
}

struct tensor *nn_dropout(struct nn_tape *t, struct tensor *x, double p)
{
    return nn_dropout_locked(t, x, (struct nn_spans){NULL, 0}, p);
}

struct tensor *nn_dropout_locked(struct nn_tape *t, struct tensor *x, struct nn_spans spans,
                                 double p)
{
    if (t->mode != NN_TRAIN || p == 0)
        return x;
    return masked(t, NN_OP_dropout, x,
                  (struct dropout_saved){.key = next_site(t), .threshold = threshold_of(p),
                                         .scale = R(1 / (1 - p)), .locked = spans});
}

void back_dropout(struct nn_tape *t, struct node *node)
{
    const struct dropout_saved *saved = node->saved;
    bool fresh;
    real *dx = grad_of(t, node->in[0], &fresh);
    if (fresh && saved->locked.n > 0)
        memset(dx, 0, tensor_size(node->out) * sizeof *dx);
    apply_mask(saved, node->out, node->out->g, !fresh, dx);
}

struct tensor *nn_drop_connect(struct nn_tape *t, struct tensor *w, double p)
{
    if (p == 0)
        return w;
    if (t->mode != NN_TRAIN)
        return nn_scale(t, w, 1 - p);
    return masked(t, NN_OP_drop_connect, w,
                  (struct dropout_saved){.key = next_site(t), .threshold = threshold_of(p),
                                         .scale = 1});
}

void back_drop_connect(struct nn_tape *t, struct node *node)
{
    back_dropout(t, node);
}
