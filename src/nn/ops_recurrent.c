/* ops_recurrent.c - LSTMs along spans, and single steps of LSTM and ON-LSTM cells. */
#include "nn/internal.h"

#include <stdlib.h>
#include <string.h>

/* ---- LSTM over spans ------------------------------------------------------------------------
 *
 * Spans are taken in order of falling length, and rows are rearranged by time: block s holds the
 * s-th row of each span that has one.  Then a block's previous states are the first rows of the
 * block before, every step is one product, and the input products and all gradients of weights
 * are single large ones. */

struct lstm_saved {
    int n_rows;      /* in all spans */
    int n_steps;
    int *row;        /* [n_rows] the row of x at each place */
    int *start;      /* [n_steps + 1] places of the blocks */
    real *x;         /* [n_rows, in] rearranged */
    real *gates;     /* [n_rows, 4h] after the non-linearities */
    real *c, *tanh_c, *h; /* [n_rows, h] */
};

static int longer_first(const void *a, const void *b)
{
    const struct nn_span *x = a, *y = b;
    if (x->n != y->n)
        return x->n > y->n ? -1 : 1;
    return x->start < y->start ? -1 : x->start > y->start;
}

static void order_by_time(struct nn_tape *t, struct nn_spans spans, bool reverse, int limit,
                          struct lstm_saved *saved)
{
    struct nn_span *sorted = NN_ARRAY(t, struct nn_span, spans.n);
    if (spans.n)
        memcpy(sorted, spans.v, sizeof *sorted * (size_t)spans.n);
    qsort(sorted, (size_t)spans.n, sizeof *sorted, longer_first);
    saved->n_rows = 0;
    for (int s = 0; s < spans.n; s++) {
        CHECK(sorted[s].start >= 0 && sorted[s].n >= 0 && sorted[s].start <= limit - sorted[s].n);
        saved->n_rows += sorted[s].n;
    }
    saved->n_steps = spans.n ? sorted[0].n : 0;
    saved->row = NN_ARRAY(t, int, saved->n_rows);
    saved->start = NN_ARRAY(t, int, saved->n_steps + 1);
    int place = 0;
    for (int step = 0; step < saved->n_steps; step++) {
        saved->start[step] = place;
        for (int s = 0; s < spans.n && sorted[s].n > step; s++)
            saved->row[place++] =
                sorted[s].start + (reverse ? sorted[s].n - 1 - step : step);
    }
    saved->start[saved->n_steps] = place;
}

static void copy_rows(int n, size_t cols, const int *row, const real *from, bool back, real *to)
{
    for (int i = 0; i < n; i++)
        memcpy(to + (size_t)(back ? row[i] : i) * cols, from + (size_t)(back ? i : row[i]) * cols,
               cols * sizeof *to);
}

/* y (+)= x w^T; in inference row by row, from packed weights where there are any. */
static void multiply(struct nn_tape *t, int rows, const real *x, const struct tensor *w, bool add,
                     real *y)
{
    int n = w->rows, k = w->cols;
    const struct packed *packed = packed_weight(t, w);
    if (!packed && t->mode == NN_INFER) {
        nn_gemm_rows(rows, n, k, x, k, w->x, k, add, y, n);
    } else if (!packed) {
        nn_gemm(false, true, rows, n, k, 1, x, k, w->x, k, add, y, n);
    } else if (!add) {
        packed_multiply_rows(t, packed, rows, x, y);
    } else {
        size_t size = (size_t)rows * (size_t)n;
        real *product = scratch_take(t, size);
        packed_multiply_rows(t, packed, rows, x, product);
        kernels()->add(size, product, y);
        scratch_give(t, product, size);
    }
}

static void lstm_steps(struct nn_tape *t, const struct lstm_saved *s, const struct tensor *w_hh)
{
    int h = w_hh->cols;
    for (int step = 0; step < s->n_steps; step++) {
        int first = s->start[step], n = s->start[step + 1] - first;
        const int before = step ? s->start[step - 1] : 0;
        if (step)
            multiply(t, n, s->h + (size_t)before * (size_t)h, w_hh, true,
                     s->gates + (size_t)first * (size_t)(4 * h));
        for (int i = 0; i < n; i++) {
            size_t at = (size_t)(first + i) * (size_t)h;
            kernels()->lstm(h, s->gates + 4 * at,
                            step ? s->c + (size_t)(before + i) * (size_t)h : NULL, s->c + at,
                            s->tanh_c + at, s->h + at);
        }
    }
}

struct tensor *nn_lstm(struct nn_tape *t, struct tensor *x, struct nn_spans spans,
                       struct tensor *w_ih, struct tensor *w_hh, struct tensor *b, bool reverse)
{
    int h = w_hh->cols, in_cols = x->cols;
    CHECK(w_ih->cols == in_cols && w_ih->rows == 4 * h && w_hh->rows == 4 * h);
    CHECK(b->rows == 1 && b->cols == 4 * h);
    struct tensor *in[] = {x, w_ih, w_hh, b};
    struct node *node = node_begin(t, NN_OP_lstm, in, 4, x->rows, h);
    struct lstm_saved *s = nn_alloc(t, sizeof *s);
    node->saved = s;
    order_by_time(t, spans, reverse, x->rows, s);
    size_t n = (size_t)s->n_rows, width = (size_t)h;
    s->x = NN_ARRAY(t, real, n * (size_t)in_cols);
    s->gates = NN_ARRAY(t, real, n * 4 * width);
    s->c = NN_ARRAY(t, real, n * width);
    s->tanh_c = NN_ARRAY(t, real, n * width);
    s->h = NN_ARRAY(t, real, n * width);
    copy_rows(s->n_rows, (size_t)in_cols, s->row, x->x, false, s->x);
    multiply(t, s->n_rows, s->x, w_ih, false, s->gates);
    kernels()->bias_act(s->n_rows, 4 * h, s->gates, b->x, NN_LINEAR, NULL, s->gates);
    lstm_steps(t, s, w_hh);
    if (s->n_rows != x->rows)
        memset(node->out->x, 0, tensor_size(node->out) * sizeof(real));
    copy_rows(s->n_rows, width, s->row, s->h, true, node->out->x);
    return node_end(t, node, 2.0 * s->n_rows * 4 * h * (in_cols + h));
}

/* d gates of all rows, from the last step to the first; dh and dc are those of the later step. */
static void lstm_steps_back(struct nn_tape *t, const struct lstm_saved *s, int h,
                            const real *w_hh, const real *d_out, real *dgates)
{
    size_t width = (size_t)h, widest = (size_t)(s->n_steps ? s->start[1] : 0) * width;
    real *dh = scratch_take(t, widest), *dc = scratch_take(t, widest);
    memset(dc, 0, widest * sizeof *dc);
    memset(dh, 0, widest * sizeof *dh);
    for (int step = s->n_steps - 1; step >= 0; step--) {
        int first = s->start[step], n = s->start[step + 1] - first;
        int before = step ? s->start[step - 1] : 0;
        for (int i = 0; i < n; i++) {
            size_t at = (size_t)(first + i) * width, row = (size_t)s->row[first + i];
            kernels()->add(width, d_out + row * width, dh + (size_t)i * width);
            kernels()->lstm_back(h, s->gates + 4 * at,
                                 step ? s->c + (size_t)(before + i) * width : NULL, s->tanh_c + at,
                                 dh + (size_t)i * width, dc + (size_t)i * width, dgates + 4 * at);
        }
        if (step)
            nn_gemm(false, false, n, h, 4 * h, 1, dgates + 4 * (size_t)first * width, 4 * h, w_hh,
                    h, 0, dh, h);
    }
    scratch_give(t, dc, widest);
    scratch_give(t, dh, widest);
}

/* The state before each row that has one: all rows but those of the first block. */
static void states_before(const struct lstm_saved *s, size_t width, real *to)
{
    for (int step = 1; step < s->n_steps; step++) {
        size_t n = (size_t)(s->start[step + 1] - s->start[step]) * width;
        memcpy(to, s->h + (size_t)s->start[step - 1] * width, n * sizeof *to);
        to += n;
    }
}

void back_lstm(struct nn_tape *t, struct node *node)
{
    const struct lstm_saved *s = node->saved;
    struct tensor *x = node->in[0], *w_ih = node->in[1], *w_hh = node->in[2], *b = node->in[3];
    int h = w_hh->cols, rows = s->n_rows, later = s->n_steps ? rows - s->start[1] : 0;
    size_t width = (size_t)h, in_size = (size_t)rows * (size_t)x->cols;
    real *dgates = scratch_take(t, (size_t)rows * 4 * width);
    lstm_steps_back(t, s, h, w_hh->x, node->out->g, dgates);
    real *db = grad_to_add(t, b), *dw_ih = grad_to_add(t, w_ih), *dw_hh = grad_to_add(t, w_hh);
    if (db)
        kernels()->column_sum(rows, 4 * h, dgates, db);
    if (dw_ih)
        nn_gemm(true, false, 4 * h, x->cols, rows, 1, dgates, 4 * h, s->x, x->cols, 1, dw_ih,
                x->cols);
    if (dw_hh && later > 0) {
        real *before = scratch_take(t, (size_t)later * width);
        states_before(s, width, before);
        nn_gemm(true, false, 4 * h, h, later, 1, dgates + (size_t)(rows - later) * 4 * width,
                4 * h, before, h, 1, dw_hh, h);
        scratch_give(t, before, (size_t)later * width);
    }
    real *dx = grad_to_add(t, x);
    if (dx) {
        real *moved = scratch_take(t, in_size);
        nn_gemm(false, false, rows, x->cols, 4 * h, 1, dgates, 4 * h, w_ih->x, x->cols, 0, moved,
                x->cols);
        for (int i = 0; i < rows; i++)
            kernels()->add((size_t)x->cols, moved + (size_t)i * (size_t)x->cols,
                           dx + (size_t)s->row[i] * (size_t)x->cols);
        scratch_give(t, moved, in_size);
    }
    scratch_give(t, dgates, (size_t)rows * 4 * width);
}

/* ---- single steps --------------------------------------------------------------------------- */

struct cell_saved {
    real *gates;  /* [R, gate columns] after the non-linearities */
    real *tanh_c; /* [R, h] */
    int m;        /* ON-LSTM: master gates */
};

static struct node *cell_begin(struct nn_tape *t, enum nn_op op, struct tensor *gates,
                               struct tensor *state, int h, int m)
{
    CHECK(!state || (state->rows == gates->rows && state->cols == 2 * h));
    struct tensor *in[] = {gates, state};
    struct node *node = node_begin(t, op, in, 2, gates->rows, 2 * h);
    struct cell_saved *saved = nn_alloc(t, sizeof *saved);
    *saved = (struct cell_saved){.m = m};
    saved->gates = NN_ARRAY(t, real, tensor_size(gates));
    saved->tanh_c = NN_ARRAY(t, real, (size_t)gates->rows * (size_t)h);
    memcpy(saved->gates, gates->x, tensor_size(gates) * sizeof(real));
    node->saved = saved;
    return node;
}

static const real *cell_before(const struct tensor *state, int row, int h)
{
    return state ? state->x + ((size_t)row * 2 + 1) * (size_t)h : NULL;
}

struct tensor *nn_lstm_cell(struct nn_tape *t, struct tensor *gates, struct tensor *state)
{
    CHECK(gates->cols % 4 == 0);
    int h = gates->cols / 4;
    struct node *node = cell_begin(t, NN_OP_lstm_cell, gates, state, h, 0);
    const struct cell_saved *saved = node->saved;
    for (int r = 0; r < gates->rows; r++) {
        real *out = node->out->x + (size_t)r * 2 * (size_t)h;
        kernels()->lstm(h, saved->gates + (size_t)r * 4 * (size_t)h, cell_before(state, r, h),
                        out + h, saved->tanh_c + (size_t)r * (size_t)h, out);
    }
    return node_end(t, node, 0);
}

/* Adds d gates and d c_before of one row (the latter left in the result's gradient). */
static void cell_spread(struct nn_tape *t, struct node *node, int r, const real *dgates)
{
    struct tensor *gates = node->in[0], *state = node->in[1];
    size_t h = (size_t)node->out->cols / 2, cols = (size_t)gates->cols;
    real *dg = grad_to_add(t, gates), *dstate = grad_to_add(t, state);
    if (dg)
        kernels()->add(cols, dgates, dg + (size_t)r * cols);
    if (dstate)
        kernels()->add(h, node->out->g + ((size_t)r * 2 + 1) * h,
                       dstate + ((size_t)r * 2 + 1) * h);
}

void back_lstm_cell(struct nn_tape *t, struct node *node)
{
    const struct cell_saved *saved = node->saved;
    int h = node->out->cols / 2;
    real *dgates = scratch_take(t, 4 * (size_t)h);
    for (int r = 0; r < node->out->rows; r++) {
        real *d = node->out->g + (size_t)r * 2 * (size_t)h;
        kernels()->lstm_back(h, saved->gates + (size_t)r * 4 * (size_t)h,
                             cell_before(node->in[1], r, h),
                             saved->tanh_c + (size_t)r * (size_t)h, d, d + h, dgates);
        cell_spread(t, node, r, dgates);
    }
    scratch_give(t, dgates, 4 * (size_t)h);
}

/* ON-LSTM.  Gates of a row: i, f, g, o [h each], then the master forget and input gates [m each],
 * whose softmaxes are kept as such (cumulated where they are used). */
struct ordered {
    int h, m;
    real *i, *f, *g, *o, *forget, *input;
};

static struct ordered ordered_row(real *gates, int h, int m)
{
    return (struct ordered){h, m, gates, gates + h, gates + 2 * h, gates + 3 * h, gates + 4 * h,
                            gates + 4 * h + m};
}

static void ordered_forward(const struct ordered *z, const real *c_before, real *c, real *tanh_c,
                            real *out)
{
    const struct kernels *k = kernels();
    size_t h = (size_t)z->h;
    k->activate(2 * h, NN_SIGMOID, z->i, z->i); /* i and f */
    k->activate(h, NN_TANH, z->g, z->g);
    k->activate(h, NN_SIGMOID, z->o, z->o);
    k->softmax(z->m, 1, z->forget);
    k->softmax(z->m, 1, z->input);
    real forget = 0, input = 1;
    for (int u = 0; u < z->h; u++) {
        if (u % (z->h / z->m) == 0) {
            forget += z->forget[u / (z->h / z->m)];
            input -= z->input[u / (z->h / z->m)];
        }
        real both = forget * input;
        real f = z->f[u] * both + (forget - both), i = z->i[u] * both + (input - both);
        c[u] = f * (c_before ? c_before[u] : 0) + i * z->g[u];
    }
    k->activate(h, NN_TANH, c, tanh_c);
    k->multiply(h, z->o, tanh_c, false, out);
}

struct tensor *nn_onlstm_cell(struct nn_tape *t, struct tensor *gates, struct tensor *state, int m)
{
    int h = (gates->cols - 2 * m) / 4;
    CHECK(m > 0 && h > 0 && 4 * h + 2 * m == gates->cols && h % m == 0);
    struct node *node = cell_begin(t, NN_OP_onlstm_cell, gates, state, h, m);
    const struct cell_saved *saved = node->saved;
    for (int r = 0; r < gates->rows; r++) {
        real *out = node->out->x + (size_t)r * 2 * (size_t)h;
        struct ordered z = ordered_row(saved->gates + (size_t)r * (size_t)gates->cols, h, m);
        ordered_forward(&z, cell_before(state, r, h), out + h,
                        saved->tanh_c + (size_t)r * (size_t)h, out);
    }
    return node_end(t, node, 0);
}

/* From the gradient of a cumulated softmax (sign -1 for 1 - cumulated) to that of its argument. */
static void cumulated_back(int m, real sign, const real *p, real *d)
{
    for (int i = m - 2; i >= 0; i--)
        d[i] += d[i + 1];
    kernels()->softmax_back(m, sign, p, d);
}

/* d[0..h) is dh, d[h..2h) is dc and becomes d c_before. */
static void ordered_back(const struct ordered *z, const real *c_before, const real *tanh_c,
                         real *dh, real *dc, const struct ordered *to)
{
    real forget = 0, input = 1;
    int group = z->h / z->m;
    memset(to->forget, 0, sizeof(real) * 2 * (size_t)z->m);
    for (int u = 0; u < z->h; u++) {
        if (u % group == 0) {
            forget += z->forget[u / group];
            input -= z->input[u / group];
        }
        real both = forget * input, before = c_before ? c_before[u] : 0;
        real f = z->f[u] * both + (forget - both), i = z->i[u] * both + (input - both);
        real d = dc[u] + dh[u] * z->o[u] * (1 - tanh_c[u] * tanh_c[u]);
        real df = d * before, di = d * z->g[u];
        real dboth = df * (z->f[u] - 1) + di * (z->i[u] - 1);
        to->o[u] = dh[u] * tanh_c[u] * z->o[u] * (1 - z->o[u]);
        to->g[u] = d * i * (1 - z->g[u] * z->g[u]);
        to->f[u] = df * both * z->f[u] * (1 - z->f[u]);
        to->i[u] = di * both * z->i[u] * (1 - z->i[u]);
        to->forget[u / group] += df + dboth * input;
        to->input[u / group] += di + dboth * forget;
        dc[u] = d * f;
    }
    cumulated_back(z->m, 1, z->forget, to->forget);
    cumulated_back(z->m, -1, z->input, to->input);
}

void back_onlstm_cell(struct nn_tape *t, struct node *node)
{
    const struct cell_saved *saved = node->saved;
    int h = node->out->cols / 2, cols = node->in[0]->cols;
    real *dgates = scratch_take(t, (size_t)cols);
    struct ordered to = ordered_row(dgates, h, saved->m);
    for (int r = 0; r < node->out->rows; r++) {
        real *d = node->out->g + (size_t)r * 2 * (size_t)h;
        struct ordered z = ordered_row(saved->gates + (size_t)r * (size_t)cols, h, saved->m);
        ordered_back(&z, cell_before(node->in[1], r, h), saved->tanh_c + (size_t)r * (size_t)h, d,
                     d + h, &to);
        cell_spread(t, node, r, dgates);
    }
    scratch_give(t, dgates, (size_t)cols);
}
