/* ops_rows.c - look-ups, joins, slices and pooling of rows. */
#include "nn/internal.h"

#include <string.h>

/* ---- gather and scatter --------------------------------------------------------------------- */

struct ids_saved {
    const int *ids;
    int n;
};

static struct ids_saved *save_ids(struct nn_tape *t, const int *ids, int n, int limit)
{
    for (int i = 0; i < n; i++)
        CHECK(ids[i] >= -1 && ids[i] < limit);
    struct ids_saved *saved = nn_alloc(t, sizeof *saved);
    *saved = (struct ids_saved){ids, n};
    return saved;
}

struct tensor *nn_gather(struct nn_tape *t, struct tensor *table, const int *ids, int n)
{
    struct node *node = node_begin(t, NN_OP_gather, &table, 1, n, table->cols);
    size_t cols = (size_t)table->cols;
    node->saved = save_ids(t, ids, n, table->rows);
    const struct packed *bytes = table->x ? NULL : packed_weight(t, table);
    for (int i = 0; i < n; i++) {
        real *to = node->out->x + (size_t)i * cols;
        if (ids[i] < 0)
            memset(to, 0, cols * sizeof *to);
        else if (bytes)
            packed_row(bytes, ids[i], to);
        else
            memcpy(to, table->x + (size_t)ids[i] * cols, cols * sizeof *to);
    }
    return node_end(t, node, 0);
}

void back_gather(struct nn_tape *t, struct node *node)
{
    const struct ids_saved *saved = node->saved;
    size_t cols = (size_t)node->out->cols;
    for (int i = 0; i < saved->n; i++)
        if (saved->ids[i] >= 0)
            kernels()->add(cols, node->out->g + (size_t)i * cols,
                           grad_row(t, node->in[0], saved->ids[i]));
}

struct tensor *nn_scatter(struct nn_tape *t, struct tensor *x, const int *ids, int n_rows)
{
    struct node *node = node_begin(t, NN_OP_scatter, &x, 1, n_rows, x->cols);
    size_t cols = (size_t)x->cols;
    node->saved = save_ids(t, ids, x->rows, n_rows);
    memset(node->out->x, 0, tensor_size(node->out) * sizeof(real));
    for (int i = 0; i < x->rows; i++)
        if (ids[i] >= 0)
            kernels()->add(cols, x->x + (size_t)i * cols, node->out->x + (size_t)ids[i] * cols);
    return node_end(t, node, 0);
}

void back_scatter(struct nn_tape *t, struct node *node)
{
    const struct ids_saved *saved = node->saved;
    size_t cols = (size_t)node->out->cols;
    real *dx = grad_to_add(t, node->in[0]);
    for (int i = 0; i < saved->n; i++)
        if (saved->ids[i] >= 0)
            kernels()->add(cols, node->out->g + (size_t)saved->ids[i] * cols,
                           dx + (size_t)i * cols);
}

/* ---- joining and cutting -------------------------------------------------------------------- */

struct tensor *nn_concat_rows(struct nn_tape *t, struct tensor *const *parts, int n)
{
    CHECK(n > 0);
    int rows = 0, cols = parts[0]->cols;
    for (int i = 0; i < n; i++) {
        CHECK(parts[i]->cols == cols);
        rows += parts[i]->rows;
    }
    struct node *node = node_begin(t, NN_OP_concat_rows, parts, n, rows, cols);
    real *to = node->out->x;
    for (int i = 0; i < n; i++) {
        memcpy(to, parts[i]->x, tensor_size(parts[i]) * sizeof *to);
        to += tensor_size(parts[i]);
    }
    return node_end(t, node, 0);
}

void back_concat_rows(struct nn_tape *t, struct node *node)
{
    const real *from = node->out->g;
    for (int i = 0; i < node->n_in; i++) {
        bool fresh;
        size_t n = tensor_size(node->in[i]);
        real *d = grad_of(t, node->in[i], &fresh);
        if (d)
            kernels()->axpy(n, 1, from, !fresh, d);
        from += n;
    }
}

/* Copies or adds a block of columns between matrices of different widths. */
static void move_columns(int rows, int cols, const real *from, int from_cols, bool add, real *to,
                         int to_cols)
{
    for (int r = 0; r < rows; r++)
        kernels()->axpy((size_t)cols, 1, from + (size_t)r * (size_t)from_cols, add,
                        to + (size_t)r * (size_t)to_cols);
}

struct tensor *nn_concat_cols(struct nn_tape *t, struct tensor *const *parts, int n)
{
    CHECK(n > 0);
    int rows = parts[0]->rows, cols = 0;
    for (int i = 0; i < n; i++) {
        CHECK(parts[i]->rows == rows);
        cols += parts[i]->cols;
    }
    struct node *node = node_begin(t, NN_OP_concat_cols, parts, n, rows, cols);
    real *to = node->out->x;
    for (int i = 0; i < n; to += parts[i++]->cols)
        move_columns(rows, parts[i]->cols, parts[i]->x, parts[i]->cols, false, to, cols);
    return node_end(t, node, 0);
}

void back_concat_cols(struct nn_tape *t, struct node *node)
{
    const real *from = node->out->g;
    for (int i = 0; i < node->n_in; from += node->in[i++]->cols) {
        bool fresh;
        struct tensor *part = node->in[i];
        real *d = grad_of(t, part, &fresh);
        if (d)
            move_columns(part->rows, part->cols, from, node->out->cols, !fresh, d, part->cols);
    }
}

static int *save_start(struct nn_tape *t, int start)
{
    int *saved = nn_alloc(t, sizeof *saved);
    *saved = start;
    return saved;
}

struct tensor *nn_slice_rows(struct nn_tape *t, struct tensor *x, int start, int n)
{
    CHECK(start >= 0 && n >= 0 && start <= x->rows - n);
    struct node *node = node_begin(t, NN_OP_slice_rows, &x, 1, 0, x->cols);
    node->saved = save_start(t, start);
    node->out->rows = n;
    node->out->x = x->x + (size_t)start * (size_t)x->cols; /* a view */
    return node_end(t, node, 0);
}

void back_slice_rows(struct nn_tape *t, struct node *node)
{
    size_t at = (size_t)*(int *)node->saved * (size_t)node->out->cols;
    kernels()->add(tensor_size(node->out), node->out->g, grad_to_add(t, node->in[0]) + at);
}

struct tensor *nn_slice_cols(struct nn_tape *t, struct tensor *x, int start, int n)
{
    CHECK(start >= 0 && n >= 0 && start <= x->cols - n);
    struct node *node = node_begin(t, NN_OP_slice_cols, &x, 1, x->rows, n);
    node->saved = save_start(t, start);
    move_columns(x->rows, n, x->x + start, x->cols, false, node->out->x, n);
    return node_end(t, node, 0);
}

void back_slice_cols(struct nn_tape *t, struct node *node)
{
    struct tensor *x = node->in[0], *y = node->out;
    move_columns(y->rows, y->cols, y->g, y->cols, true, grad_to_add(t, x) + *(int *)node->saved,
                 x->cols);
}

/* ---- pooling -------------------------------------------------------------------------------- */

struct pool_saved {
    struct nn_spans spans;
    enum nn_pool kind;
    int *winner;   /* NN_POOL_MAX: [spans, cols] rows that gave the maximum */
    real *weights; /* attentive: those of all spans, one after another */
};

static void check_spans(struct nn_spans spans, const struct tensor *x)
{
    for (int s = 0; s < spans.n; s++)
        CHECK(spans.v[s].start >= 0 && spans.v[s].n >= 0 &&
              spans.v[s].start <= x->rows - spans.v[s].n);
}

static size_t span_total(struct nn_spans spans)
{
    size_t total = 0;
    for (int s = 0; s < spans.n; s++)
        total += (size_t)spans.v[s].n;
    return total;
}

static void pool_max(const struct tensor *x, struct nn_span span, int *winner, real *to)
{
    size_t cols = (size_t)x->cols;
    for (size_t c = 0; c < cols; c++) {
        int best = span.start;
        for (int r = span.start + 1; r < span.start + span.n; r++)
            if (x->x[(size_t)r * cols + c] > x->x[(size_t)best * cols + c])
                best = r;
        winner[c] = best;
        to[c] = x->x[(size_t)best * cols + c];
    }
}

static int pool_row(struct nn_span span, enum nn_pool kind)
{
    return kind == NN_POOL_FIRST ? span.start : span.start + span.n - 1;
}

struct tensor *nn_pool(struct nn_tape *t, struct tensor *x, struct nn_spans spans,
                       enum nn_pool kind)
{
    check_spans(spans, x);
    struct node *node = node_begin(t, NN_OP_pool, &x, 1, spans.n, x->cols);
    size_t cols = (size_t)x->cols;
    struct pool_saved *saved = nn_alloc(t, sizeof *saved);
    *saved = (struct pool_saved){.spans = spans, .kind = kind};
    if (kind == NN_POOL_MAX)
        saved->winner = NN_ARRAY(t, int, (size_t)spans.n * cols);
    node->saved = saved;
    memset(node->out->x, 0, tensor_size(node->out) * sizeof(real));
    for (int s = 0; s < spans.n; s++) {
        struct nn_span span = spans.v[s];
        real *to = node->out->x + (size_t)s * cols;
        if (span.n == 0)
            continue;
        if (kind == NN_POOL_MAX)
            pool_max(x, span, saved->winner + (size_t)s * cols, to);
        else if (kind != NN_POOL_MEAN)
            memcpy(to, x->x + (size_t)pool_row(span, kind) * cols, cols * sizeof *to);
        for (int r = span.start; kind == NN_POOL_MEAN && r < span.start + span.n; r++)
            kernels()->axpy(cols, R(1.0 / span.n), x->x + (size_t)r * cols, true, to);
    }
    return node_end(t, node, 0);
}

void back_pool(struct nn_tape *t, struct node *node)
{
    const struct pool_saved *saved = node->saved;
    size_t cols = (size_t)node->out->cols;
    real *dx = grad_to_add(t, node->in[0]);
    for (int s = 0; s < saved->spans.n; s++) {
        struct nn_span span = saved->spans.v[s];
        const real *dy = node->out->g + (size_t)s * cols;
        if (span.n == 0)
            continue;
        if (saved->kind == NN_POOL_MAX) {
            for (size_t c = 0; c < cols; c++)
                dx[(size_t)saved->winner[(size_t)s * cols + c] * cols + c] += dy[c];
        } else if (saved->kind != NN_POOL_MEAN) {
            kernels()->add(cols, dy, dx + (size_t)pool_row(span, saved->kind) * cols);
        }
        for (int r = span.start; saved->kind == NN_POOL_MEAN && r < span.start + span.n; r++)
            kernels()->axpy(cols, R(1.0 / span.n), dy, true, dx + (size_t)r * cols);
    }
}

struct tensor *nn_pool_attentive(struct nn_tape *t, struct tensor *x, struct tensor *scores,
                                 struct nn_spans spans)
{
    check_spans(spans, x);
    CHECK(scores->rows == x->rows && scores->cols == 1);
    struct tensor *in[] = {x, scores};
    struct node *node = node_begin(t, NN_OP_pool_attentive, in, 2, spans.n, x->cols);
    size_t cols = (size_t)x->cols;
    struct pool_saved *saved = nn_alloc(t, sizeof *saved);
    *saved = (struct pool_saved){.spans = spans};
    saved->weights = NN_ARRAY(t, real, span_total(spans));
    node->saved = saved;
    memset(node->out->x, 0, tensor_size(node->out) * sizeof(real));
    real *w = saved->weights;
    for (int s = 0; s < spans.n; w += spans.v[s++].n) {
        struct nn_span span = spans.v[s];
        memcpy(w, scores->x + span.start, sizeof *w * (size_t)span.n);
        kernels()->softmax(span.n, 1, w);
        for (int r = 0; r < span.n; r++)
            kernels()->axpy(cols, w[r], x->x + (size_t)(span.start + r) * cols, true,
                            node->out->x + (size_t)s * cols);
    }
    return node_end(t, node, 0);
}

void back_pool_attentive(struct nn_tape *t, struct node *node)
{
    const struct pool_saved *saved = node->saved;
    struct tensor *x = node->in[0], *scores = node->in[1];
    size_t cols = (size_t)x->cols;
    real *dx = grad_to_add(t, x), *ds = grad_to_add(t, scores);
    real *dw = scratch_take(t, (size_t)x->rows);
    const real *w = saved->weights;
    for (int s = 0; s < saved->spans.n; w += saved->spans.v[s++].n) {
        struct nn_span span = saved->spans.v[s];
        const real *dy = node->out->g + (size_t)s * cols;
        for (int r = 0; r < span.n; r++) {
            size_t at = (size_t)(span.start + r) * cols;
            dw[r] = kernels()->dot(cols, dy, x->x + at);
            if (dx)
                kernels()->axpy(cols, w[r], dy, true, dx + at);
        }
        kernels()->softmax_back(span.n, 1, w, dw);
        if (ds)
            kernels()->add((size_t)span.n, dw, ds + span.start);
    }
    scratch_give(t, dw, (size_t)x->rows);
}
