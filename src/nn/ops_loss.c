/* ops_loss.c - distributions over candidates, and the losses of MODEL.md 10.4. */
#include "nn/internal.h"

#include <math.h>
#include <string.h>

static const double LOG_FLOOR = 1e-32; /* added before the logarithm, as the authors do */

/* ---- softmax over all columns or over lists of them ----------------------------------------- */

/* The candidates of one row: ids is NULL when they are all columns. */
struct candidates {
    const int *ids;
    int n;
};

static struct candidates candidates_of(const struct nn_lists *lists, int row, int cols)
{
    if (!lists)
        return (struct candidates){NULL, cols};
    return (struct candidates){lists->ids + lists->start[row],
                               lists->start[row + 1] - lists->start[row]};
}

static void gather_logits(struct candidates c, const real *row, int cols, real *to)
{
    if (!c.ids) {
        memcpy(to, row, sizeof *to * (size_t)cols);
        return;
    }
    for (int i = 0; i < c.n; i++) {
        CHECK(c.ids[i] >= 0 && c.ids[i] < cols);
        to[i] = row[c.ids[i]];
    }
}

static void scatter_gradient(struct candidates c, const real *from, real *row)
{
    if (!c.ids) {
        kernels()->add((size_t)c.n, from, row);
        return;
    }
    for (int i = 0; i < c.n; i++)
        row[c.ids[i]] += from[i];
}

struct softmax_saved {
    const int *targets;
    struct nn_lists *lists; /* NULL = all columns */
    double smoothing;
    real *p;       /* probabilities of the candidates, row after row */
    size_t *start; /* of each row in p */
    int *place;    /* of the target among its row's candidates */
};

static struct softmax_saved *softmax_prepare(struct nn_tape *t, const struct tensor *logits,
                                             const struct nn_lists *lists)
{
    struct softmax_saved *saved = nn_alloc(t, sizeof *saved);
    *saved = (struct softmax_saved){.start = NN_ARRAY(t, size_t, logits->rows + 1)};
    if (lists) {
        saved->lists = nn_alloc(t, sizeof *saved->lists);
        *saved->lists = *lists;
    }
    saved->start[0] = 0;
    for (int r = 0; r < logits->rows; r++)
        saved->start[r + 1] = saved->start[r] + (size_t)candidates_of(lists, r, logits->cols).n;
    saved->p = NN_ARRAY(t, real, saved->start[logits->rows]);
    return saved;
}

static int find_target(struct candidates c, int target)
{
    if (!c.ids)
        return target >= 0 && target < c.n ? target : -1;
    for (int i = 0; i < c.n; i++)
        if (c.ids[i] == target)
            return i;
    return -1;
}

struct tensor *nn_cross_entropy(struct nn_tape *t, struct tensor *logits, const int *targets,
                                const struct nn_lists *lists, double smoothing)
{
    struct node *node = node_begin(t, NN_OP_cross_entropy, &logits, 1, logits->rows, 1);
    struct softmax_saved *saved = softmax_prepare(t, logits, lists);
    saved->targets = targets;
    saved->smoothing = smoothing;
    saved->place = NN_ARRAY(t, int, logits->rows);
    node->saved = saved;
    for (int r = 0; r < logits->rows; r++) {
        struct candidates c = candidates_of(lists, r, logits->cols);
        const real *row = logits->x + (size_t)r * (size_t)logits->cols;
        real *p = saved->p + saved->start[r];
        saved->place[r] = find_target(c, targets[r]);
        CHECK(saved->place[r] >= 0);
        gather_logits(c, row, logits->cols, p);
        double sum = 0;
        for (int i = 0; smoothing > 0 && i < c.n; i++)
            sum += (double)p[i];
        real target = p[saved->place[r]];
        double log_sum = (double)kernels()->softmax(c.n, 1, p);
        node->out->x[r] =
            R(log_sum - (1 - smoothing) * (double)target - smoothing * sum / c.n);
    }
    return node_end(t, node, 0);
}

/* d logit = p - (1 - s) [target] - s/n, times the row's gradient. */
void back_cross_entropy(struct nn_tape *t, struct node *node)
{
    const struct softmax_saved *saved = node->saved;
    struct tensor *logits = node->in[0];
    real *d = grad_to_add(t, logits);
    for (int r = 0; r < logits->rows; r++) {
        struct candidates c = candidates_of(saved->lists, r, logits->cols);
        real *p = saved->p + saved->start[r], dy = node->out->g[r];
        for (int i = 0; i < c.n; i++)
            p[i] = dy * (p[i] - R(saved->smoothing / c.n));
        p[saved->place[r]] -= dy * R(1 - saved->smoothing);
        scatter_gradient(c, p, d + (size_t)r * (size_t)logits->cols);
    }
}

struct tensor *nn_log_softmax(struct nn_tape *t, struct tensor *logits,
                              const struct nn_lists *lists)
{
    struct node *node = node_begin(t, NN_OP_log_softmax, &logits, 1, logits->rows, logits->cols);
    struct softmax_saved *saved = softmax_prepare(t, logits, lists);
    node->saved = saved;
    for (int r = 0; r < logits->rows; r++) {
        struct candidates c = candidates_of(lists, r, logits->cols);
        const real *row = logits->x + (size_t)r * (size_t)logits->cols;
        real *p = saved->p + saved->start[r];
        real *y = node->out->x + (size_t)r * (size_t)logits->cols;
        gather_logits(c, row, logits->cols, p);
        real log_sum = kernels()->softmax(c.n, 1, p);
        for (int i = 0; lists && i < logits->cols; i++)
            y[i] = R(-INFINITY);
        for (int i = 0; i < c.n; i++) {
            int col = c.ids ? c.ids[i] : i;
            y[col] = row[col] - log_sum;
        }
    }
    return node_end(t, node, 0);
}

void back_log_softmax(struct nn_tape *t, struct node *node)
{
    const struct softmax_saved *saved = node->saved;
    struct tensor *logits = node->in[0];
    real *d = grad_to_add(t, logits);
    for (int r = 0; r < logits->rows; r++) {
        struct candidates c = candidates_of(saved->lists, r, logits->cols);
        size_t at = (size_t)r * (size_t)logits->cols;
        const real *dy = node->out->g + at;
        real *p = saved->p + saved->start[r], sum = 0;
        for (int i = 0; i < c.n; i++)
            sum += dy[c.ids ? c.ids[i] : i];
        for (int i = 0; i < c.n; i++)
            p[i] = dy[c.ids ? c.ids[i] : i] - sum * p[i];
        scatter_gradient(c, p, d + at);
    }
}

/* ---- pointers ------------------------------------------------------------------------------- */

struct target_saved {
    struct nn_ragged ragged;
    const int *targets;
};

struct tensor *nn_ragged_nll(struct nn_tape *t, struct nn_ragged p, const int *targets)
{
    struct node *node = node_begin(t, NN_OP_ragged_nll, &p.p, 1, p.n, 1);
    struct target_saved *saved = nn_alloc(t, sizeof *saved);
    *saved = (struct target_saved){p, targets};
    node->saved = saved;
    for (int r = 0; r < p.n; r++) {
        CHECK(targets[r] >= 0 && targets[r] < p.start[r + 1] - p.start[r]);
        node->out->x[r] = R(-log((double)p.p->x[p.start[r] + targets[r]] + LOG_FLOOR));
    }
    return node_end(t, node, 0);
}

void back_ragged_nll(struct nn_tape *t, struct node *node)
{
    const struct target_saved *saved = node->saved;
    real *d = grad_to_add(t, node->in[0]);
    for (int r = 0; r < saved->ragged.n; r++) {
        int at = saved->ragged.start[r] + saved->targets[r];
        d[at] -= R((double)node->out->g[r] / ((double)node->in[0]->x[at] + LOG_FLOOR));
    }
}

/* ---- the pointer-generator mixture ---------------------------------------------------------- */

struct mixture_saved {
    struct nn_mixture mixture;
    const int *targets;
    real *p;      /* [R, V] softmax of the logits */
    double *gate, *copied, *total; /* [R]: sigmoid, copy mass of the target, P(target) */
};

static void check_mixture(const struct nn_mixture *m)
{
    CHECK(m->gate->rows == m->logits->rows && m->gate->cols == 1);
    CHECK(m->copy.n == m->logits->rows);
}

static double sigmoid(double x)
{
    return x >= 0 ? 1 / (1 + exp(-x)) : exp(x) / (1 + exp(x));
}

struct tensor *nn_mixture_nll(struct nn_tape *t, const struct nn_mixture *mixture,
                              const int *targets)
{
    const struct nn_mixture *m = mixture;
    check_mixture(m);
    int rows = m->logits->rows, words = m->logits->cols;
    struct tensor *in[] = {m->gate, m->logits, m->copy.p};
    struct node *node = node_begin(t, NN_OP_mixture_nll, in, 3, rows, 1);
    struct mixture_saved *s = nn_alloc(t, sizeof *s);
    *s = (struct mixture_saved){*m, targets, NN_ARRAY(t, real, tensor_size(m->logits)),
                                NN_ARRAY(t, double, rows), NN_ARRAY(t, double, rows),
                                NN_ARRAY(t, double, rows)};
    node->saved = s;
    for (int r = 0; r < rows; r++) {
        CHECK(targets[r] >= 0 && targets[r] < words);
        real *p = s->p + (size_t)r * (size_t)words;
        memcpy(p, m->logits->x + (size_t)r * (size_t)words, sizeof *p * (size_t)words);
        kernels()->softmax(words, 1, p);
        s->gate[r] = sigmoid((double)m->gate->x[r]);
        s->copied[r] = 0;
        for (int i = m->copy.start[r]; i < m->copy.start[r + 1]; i++)
            if (m->copy_ids[i] == targets[r])
                s->copied[r] += (double)m->copy.p->x[i];
        s->total[r] =
            s->gate[r] * s->copied[r] + (1 - s->gate[r]) * (double)p[targets[r]] + LOG_FLOOR;
        node->out->x[r] = R(-log(s->total[r]));
    }
    return node_end(t, node, 0);
}

void back_mixture_nll(struct nn_tape *t, struct node *node)
{
    const struct mixture_saved *s = node->saved;
    const struct nn_mixture *m = &s->mixture;
    int words = m->logits->cols;
    real *dgate = grad_to_add(t, m->gate), *dcopy = grad_to_add(t, m->copy.p);
    bool fresh;
    real *dlogits = grad_of(t, m->logits, &fresh);
    for (int r = 0; r < m->logits->rows; r++) {
        const real *p = s->p + (size_t)r * (size_t)words;
        double dtotal = -(double)node->out->g[r] / s->total[r], g = s->gate[r];
        double generated = (double)p[s->targets[r]];
        if (dgate)
            dgate[r] += R(dtotal * (s->copied[r] - generated) * g * (1 - g));
        for (int i = m->copy.start[r]; dcopy && i < m->copy.start[r + 1]; i++)
            if (m->copy_ids[i] == s->targets[r])
                dcopy[i] += R(dtotal * g);
        if (!dlogits)
            continue;
        /* d softmax: p_target ([target] - p), scaled */
        double slope = dtotal * (1 - g) * generated;
        real *d = dlogits + (size_t)r * (size_t)words;
        kernels()->axpy((size_t)words, R(-slope), p, !fresh, d);
        d[s->targets[r]] += R(slope);
    }
}

struct tensor *nn_mixture_log(struct nn_tape *t, const struct nn_mixture *mixture)
{
    const struct nn_mixture *m = mixture;
    check_mixture(m);
    CHECK(t->mode == NN_INFER);
    int words = m->logits->cols;
    struct tensor *out = tensor_new(t, m->logits->rows, words);
    for (int r = 0; r < out->rows; r++) {
        real *p = out->x + (size_t)r * (size_t)words;
        double g = sigmoid((double)m->gate->x[r]);
        memcpy(p, m->logits->x + (size_t)r * (size_t)words, sizeof *p * (size_t)words);
        kernels()->softmax(words, 1, p);
        kernels()->axpy((size_t)words, R(1 - g), p, false, p);
        for (int i = m->copy.start[r]; i < m->copy.start[r + 1]; i++) {
            CHECK(m->copy_ids[i] >= 0 && m->copy_ids[i] < words);
            p[m->copy_ids[i]] += R(g) * m->copy.p->x[i];
        }
        kernels()->log_above((size_t)words, R(LOG_FLOOR), p); /* a sum would not differ in float */
    }
    return out;
}

/* ---- the rest ------------------------------------------------------------------------------- */

struct tensor *nn_binary_nll(struct nn_tape *t, struct tensor *logits, const real *targets)
{
    CHECK(logits->cols == 1);
    struct node *node = node_begin(t, NN_OP_binary_nll, &logits, 1, logits->rows, 1);
    node->saved = (void *)targets;
    for (int r = 0; r < logits->rows; r++) {
        double x = (double)logits->x[r];
        node->out->x[r] = R(fmax(x, 0) - x * (double)targets[r] + log1p(exp(-fabs(x))));
    }
    return node_end(t, node, 0);
}

void back_binary_nll(struct nn_tape *t, struct node *node)
{
    const real *targets = node->saved;
    real *d = grad_to_add(t, node->in[0]);
    for (int r = 0; r < node->out->rows; r++)
        d[r] += node->out->g[r] * R(sigmoid((double)node->in[0]->x[r]) - (double)targets[r]);
}

struct tensor *nn_total(struct nn_tape *t, struct tensor *const *parts, const double *weights,
                        int n)
{
    struct node *node = node_begin(t, NN_OP_total, parts, n, 1, 1);
    double *saved = NN_ARRAY(t, double, n), total = 0;
    node->saved = saved;
    for (int i = 0; i < n; i++) {
        saved[i] = weights ? weights[i] : 1;
        double sum = 0;
        for (size_t k = 0; k < tensor_size(parts[i]); k++)
            sum += (double)parts[i]->x[k];
        total += saved[i] * sum;
    }
    node->out->x[0] = R(total);
    return node_end(t, node, 0);
}

void back_total(struct nn_tape *t, struct node *node)
{
    const double *weights = node->saved;
    for (int i = 0; i < node->n_in; i++) {
        real *d = grad_to_add(t, node->in[i]);
        for (size_t k = 0; d && k < tensor_size(node->in[i]); k++)
            d[k] += R(weights[i]) * node->out->g[0];
    }
}
