/* test_nn_grad.c - every operator of ops.def against central differences.
 *
 * For each operator draw_<name>() makes random arguments; the loss is a random weighting of the
 * results.  The file is built twice: with real = double (relative error 1e-6: this proves the
 * formulas) and with float as shipped (1e-3 of the norm: this proves the kernels).  In float the
 * difference is the four-point one, whose error falls with the fourth power of the step, so that
 * the step can be large against rounding. */
#include "test.h"

#include "nn/nn.h"

#include <math.h>

#ifdef NN_DOUBLE
static const double STEP = 1e-4, TOLERANCE = 1e-6;
#else
static const double STEP = 2e-2, TOLERANCE = 1e-3;
#endif
enum { TRIALS = 12, MAX_VARS = 6, MAX_PROBES = 48, STREAM = 12345 };

struct trial {
    struct rng rng;
    struct arena arena;
    int number; /* of the trial; draws use it to visit every variant */
    struct {
        int rows, cols;
        real *x;
    } vars[MAX_VARS];
    int n_vars;
    struct tensor *(*build)(struct nn_tape *tape, struct trial *trial, struct tensor **v);
    /* arguments that are not differentiated */
    int ints[8];
    double number_a;
    int *ids;
    struct nn_spans spans, more_spans;
    const uint16_t **relations;
    struct nn_lists lists;
    real *reals;
};

static int below(struct trial *t, int n)
{
    return (int)rng_below(&t->rng, (uint32_t)n);
}

static int between(struct trial *t, int low, int high)
{
    return low + below(t, high - low + 1);
}

/* A variable of random values, at least `away` from zero for functions with a kink there. */
static void draw_var_away(struct trial *t, int rows, int cols, double scale, double away)
{
    CHECK(t->n_vars < MAX_VARS);
    int n = rows * cols;
    real *x = ARENA_ARRAY(&t->arena, real, MAX(n, 1));
    for (int i = 0; i < n; i++) {
        double v = rng_normal(&t->rng) * scale;
        x[i] = (real)(v + (v < 0 ? -away : away));
    }
    t->vars[t->n_vars].rows = rows;
    t->vars[t->n_vars].cols = cols;
    t->vars[t->n_vars++].x = x;
}

static void draw_var(struct trial *t, int rows, int cols)
{
    draw_var_away(t, rows, cols, 0.8, 0);
}

/* Spans of 0..longest rows, all of them or with gaps; *rows is what they need. */
static struct nn_spans draw_spans(struct trial *t, int n, int longest, bool gaps, int *rows)
{
    struct nn_span *v = ARENA_ARRAY(&t->arena, struct nn_span, MAX(n, 1));
    int at = 0;
    for (int i = 0; i < n; i++) {
        at += gaps ? below(t, 2) : 0;
        v[i] = (struct nn_span){at, i == 0 ? 1 : below(t, longest + 1)};
        at += v[i].n;
    }
    *rows = at + (gaps ? 1 : 0);
    return (struct nn_spans){v, n};
}

static int *draw_ids(struct trial *t, int n, int low, int high)
{
    int *ids = ARENA_ARRAY(&t->arena, int, MAX(n, 1));
    for (int i = 0; i < n; i++)
        ids[i] = between(t, low, high);
    return ids;
}

/* ---- one entry an operator ------------------------------------------------------------------ */

static struct tensor *build_linear(struct nn_tape *tape, struct trial *t, struct tensor **v)
{
    return nn_linear_act(tape, v[0], v[1], t->n_vars > 2 ? v[2] : NULL,
                         (enum nn_activation)t->ints[0]);
}

static void draw_linear(struct trial *t)
{
    int rows = between(t, 0, 9), in = between(t, 1, 11), out = between(t, 1, 19);
    t->ints[0] = t->number % 5;
    draw_var_away(t, rows, in, 0.2, 0);
    draw_var_away(t, out, in, 0.2, 0);
    if (t->ints[0] == NN_RELU || t->number % 2) /* far from ReLU's kink */
        draw_var_away(t, 1, out, 0.3, t->ints[0] == NN_RELU ? 2 : 0);
    t->build = build_linear;
}

static struct tensor *build_activate(struct nn_tape *tape, struct trial *t, struct tensor **v)
{
    return nn_activate(tape, v[0], (enum nn_activation)t->ints[0]);
}

static void draw_activate(struct trial *t)
{
    t->ints[0] = t->number % 5;
    draw_var_away(t, between(t, 0, 4), between(t, 1, 13), 1, t->ints[0] == NN_RELU ? 0.2 : 0);
    t->build = build_activate;
}

static struct tensor *build_sum(struct nn_tape *tape, struct trial *t, struct tensor **v)
{
    struct tensor *twice = nn_add(tape, v[0], v[0]); /* the same tensor twice */
    struct tensor *parts[] = {v[0], v[1], v[2], twice};
    return nn_sum(tape, parts, 4);
}

static void draw_sum(struct trial *t)
{
    int rows = between(t, 1, 5), cols = between(t, 1, 10);
    draw_var(t, rows, cols);
    draw_var(t, 1, cols);
    draw_var(t, rows, cols);
    t->build = build_sum;
}

static struct tensor *build_scale(struct nn_tape *tape, struct trial *t, struct tensor **v)
{
    return nn_scale(tape, v[0], t->number_a);
}

static void draw_scale(struct trial *t)
{
    draw_var(t, between(t, 0, 5), between(t, 1, 10));
    t->number_a = rng_normal(&t->rng);
    t->build = build_scale;
}

static struct tensor *build_mul(struct nn_tape *tape, struct trial *t, struct tensor **v)
{
    return nn_mul(tape, v[0], t->number % 3 ? v[1] : v[0]);
}

static void draw_mul(struct trial *t)
{
    int rows = between(t, 0, 5), cols = between(t, 1, 10);
    draw_var(t, rows, cols);
    draw_var(t, rows, cols);
    t->build = build_mul;
}

static struct tensor *build_layer_norm(struct nn_tape *tape, struct trial *t, struct tensor **v)
{
    return nn_layer_norm(tape, v[0], t->n_vars > 3 ? v[3] : NULL, v[1], v[2], 1e-5);
}

static void draw_layer_norm(struct trial *t)
{
    int rows = between(t, 0, 5), cols = between(t, 4, 21);
    draw_var_away(t, rows, cols, 1, 0.5);
    draw_var(t, 1, cols);
    draw_var(t, 1, cols);
    if (t->number % 2)
        draw_var(t, rows, cols);
    t->build = build_layer_norm;
}

static struct tensor *build_dropout(struct nn_tape *tape, struct trial *t, struct tensor **v)
{
    return t->spans.n ? nn_dropout_locked(tape, v[0], t->spans, 0.3)
                      : nn_dropout(tape, v[0], 0.3);
}

static void draw_dropout(struct trial *t)
{
    int rows = 5;
    if (t->number % 2)
        t->spans = draw_spans(t, 3, 4, true, &rows);
    draw_var(t, rows, between(t, 1, 20));
    t->build = build_dropout;
}

static struct tensor *build_drop_connect(struct nn_tape *tape, struct trial *t, struct tensor **v)
{
    (void)t;
    return nn_drop_connect(tape, v[0], 0.4);
}

static void draw_drop_connect(struct trial *t)
{
    draw_var(t, between(t, 1, 6), between(t, 1, 20));
    t->build = build_drop_connect;
}

static struct tensor *build_gather(struct nn_tape *tape, struct trial *t, struct tensor **v)
{
    return nn_gather(tape, v[0], t->ids, t->ints[0]);
}

static void draw_gather(struct trial *t)
{
    int rows = between(t, 1, 80);
    draw_var(t, rows, between(t, 1, 9));
    t->ints[0] = between(t, 0, 12);
    t->ids = draw_ids(t, t->ints[0], -1, rows - 1);
    t->build = build_gather;
}

static struct tensor *build_scatter(struct nn_tape *tape, struct trial *t, struct tensor **v)
{
    return nn_scatter(tape, v[0], t->ids, t->ints[0]);
}

static void draw_scatter(struct trial *t)
{
    int rows = between(t, 0, 10);
    t->ints[0] = between(t, 1, 6);
    draw_var(t, rows, between(t, 1, 9));
    t->ids = draw_ids(t, rows, -1, t->ints[0] - 1);
    t->build = build_scatter;
}

static struct tensor *build_concat_rows(struct nn_tape *tape, struct trial *t, struct tensor **v)
{
    (void)t;
    struct tensor *parts[] = {v[0], v[1], v[0]};
    return nn_concat_rows(tape, parts, 3);
}

static void draw_concat_rows(struct trial *t)
{
    int cols = between(t, 1, 9);
    draw_var(t, between(t, 0, 4), cols);
    draw_var(t, between(t, 1, 4), cols);
    t->build = build_concat_rows;
}

static struct tensor *build_concat_cols(struct nn_tape *tape, struct trial *t, struct tensor **v)
{
    (void)t;
    return nn_concat_cols(tape, v, 3);
}

static void draw_concat_cols(struct trial *t)
{
    int rows = between(t, 0, 5);
    for (int i = 0; i < 3; i++)
        draw_var(t, rows, between(t, 1, 9));
    t->build = build_concat_cols;
}

static struct tensor *build_slice_rows(struct nn_tape *tape, struct trial *t, struct tensor **v)
{
    return nn_slice_rows(tape, v[0], t->ints[0], t->ints[1]);
}

static void draw_slice_rows(struct trial *t)
{
    int rows = between(t, 1, 9);
    draw_var(t, rows, between(t, 1, 9));
    t->ints[0] = below(t, rows);
    t->ints[1] = between(t, 0, rows - t->ints[0]);
    t->build = build_slice_rows;
}

static struct tensor *build_slice_cols(struct nn_tape *tape, struct trial *t, struct tensor **v)
{
    return nn_slice_cols(tape, v[0], t->ints[0], t->ints[1]);
}

static void draw_slice_cols(struct trial *t)
{
    int cols = between(t, 1, 20);
    draw_var(t, between(t, 0, 5), cols);
    t->ints[0] = below(t, cols);
    t->ints[1] = between(t, 0, cols - t->ints[0]);
    t->build = build_slice_cols;
}

static struct tensor *build_pool(struct nn_tape *tape, struct trial *t, struct tensor **v)
{
    return nn_pool(tape, v[0], t->spans, (enum nn_pool)t->ints[0]);
}

static void draw_pool(struct trial *t)
{
    int rows;
    t->ints[0] = t->number % 4;
    t->spans = draw_spans(t, between(t, 1, 5), 4, true, &rows);
    draw_var(t, rows, between(t, 1, 9));
    for (int i = 0; t->ints[0] == NN_POOL_MAX && i < rows * t->vars[0].cols; i++)
        t->vars[0].x[i] = (real)(0.2 * (i * 7919 % 101)); /* no near ties */
    t->build = build_pool;
}

static struct tensor *build_pool_attentive(struct nn_tape *tape, struct trial *t,
                                           struct tensor **v)
{
    return nn_pool_attentive(tape, v[0], v[1], t->spans);
}

static void draw_pool_attentive(struct trial *t)
{
    int rows;
    t->spans = draw_spans(t, between(t, 1, 4), 5, true, &rows);
    draw_var(t, rows, between(t, 1, 9));
    draw_var(t, rows, 1);
    t->build = build_pool_attentive;
}

static struct tensor *build_attention(struct nn_tape *tape, struct trial *t, struct tensor **v)
{
    bool self = t->ints[1];
    struct nn_attention a = {.q = v[0], .k = self ? v[0] : v[1], .v = self ? v[0] : v[2],
                             .queries = t->spans, .keys = t->more_spans, .heads = t->ints[0],
                             .causal = t->ints[2], .relations = t->relations};
    struct tensor **tables = v + (self ? 1 : 3);
    if (t->ints[3] & 1)
        a.rel_k = *tables++;
    if (t->ints[3] & 2)
        a.rel_v = *tables;
    if (t->ints[4])
        a.dropout = 0.3;
    return nn_attention(tape, &a);
}

/* Trials visit: self or cross, causal or not, each table or none, shared by heads or not,
 * dropout; spans of none, one or many rows. */
static void draw_attention(struct trial *t)
{
    int n = t->number, rows, key_rows, d_h = between(t, 2, 10), n_ids = between(t, 1, 11);
    t->ints[0] = between(t, 1, 3);
    t->ints[1] = n % 3 == 0;
    t->ints[2] = n % 3 != 1 && n % 2;
    t->ints[3] = n % 4;
    t->ints[4] = n % 5 == 4;
    int d = d_h * t->ints[0];
    t->spans = draw_spans(t, between(t, 1, 4), 9, true, &rows);
    t->more_spans = t->spans;
    key_rows = rows;
    if (!t->ints[1] && !t->ints[2])
        t->more_spans = draw_spans(t, t->spans.n, 12, true, &key_rows);
    draw_var(t, rows, d);
    if (!t->ints[1]) {
        draw_var(t, key_rows, d);
        draw_var(t, key_rows, d);
    }
    for (int bit = 1; bit <= 2; bit++)
        if (t->ints[3] & bit)
            draw_var(t, n_ids, n % 7 < 3 ? d : d_h);
    t->relations = ARENA_ARRAY(&t->arena, const uint16_t *, t->spans.n);
    for (int s = 0; s < t->spans.n; s++) {
        int pairs = t->spans.v[s].n * t->more_spans.v[s].n;
        uint16_t *z = ARENA_ARRAY(&t->arena, uint16_t, MAX(pairs, 1));
        for (int i = 0; i < pairs; i++)
            z[i] = (uint16_t)below(t, n_ids);
        t->relations[s] = z;
    }
    t->build = build_attention;
}

static struct tensor *build_pointer(struct nn_tape *tape, struct trial *t, struct tensor **v)
{
    return nn_pointer(tape, v[0], v[1], t->spans.v, t->ints[0]).p;
}

static void draw_pointer(struct trial *t)
{
    int rows = between(t, 1, 5), n_keys = between(t, 1, 12), d;
    t->ints[0] = between(t, 1, 3);
    d = t->ints[0] * between(t, 1, 9);
    struct nn_span *v = ARENA_ARRAY(&t->arena, struct nn_span, rows);
    for (int i = 0; i < rows; i++) {
        v[i].start = below(t, n_keys);
        v[i].n = between(t, 0, n_keys - v[i].start);
    }
    t->spans = (struct nn_spans){v, rows};
    draw_var(t, rows, d);
    draw_var(t, n_keys, d);
    t->build = build_pointer;
}

static struct tensor *build_lstm(struct nn_tape *tape, struct trial *t, struct tensor **v)
{
    return nn_lstm(tape, v[0], t->spans, v[1], v[2], v[3], t->number % 2);
}

static void draw_lstm(struct trial *t)
{
    int rows, in = between(t, 1, 6), h = between(t, 1, 10);
    t->spans = draw_spans(t, between(t, 1, 5), 4, t->number % 3 == 0, &rows);
    draw_var(t, rows, in);
    draw_var(t, 4 * h, in);
    draw_var(t, 4 * h, h);
    draw_var(t, 1, 4 * h);
    t->build = build_lstm;
}

static struct tensor *build_lstm_cell(struct nn_tape *tape, struct trial *t, struct tensor **v)
{
    struct tensor *state = nn_lstm_cell(tape, v[0], t->n_vars > 1 ? v[1] : NULL);
    return nn_lstm_cell(tape, v[0], state); /* twice: both halves of the state get a gradient */
}

static void draw_lstm_cell(struct trial *t)
{
    int rows = between(t, 0, 4), h = between(t, 1, 10);
    draw_var(t, rows, 4 * h);
    if (t->number % 2)
        draw_var(t, rows, 2 * h);
    t->build = build_lstm_cell;
}

static struct tensor *build_onlstm_cell(struct nn_tape *tape, struct trial *t, struct tensor **v)
{
    struct tensor *state =
        nn_onlstm_cell(tape, v[0], t->n_vars > 1 ? v[1] : NULL, t->ints[0]);
    return nn_onlstm_cell(tape, v[0], state, t->ints[0]);
}

static void draw_onlstm_cell(struct trial *t)
{
    int rows = between(t, 0, 4), m = between(t, 1, 5), h = m * between(t, 1, 3);
    t->ints[0] = m;
    draw_var(t, rows, 4 * h + 2 * m);
    if (t->number % 2)
        draw_var(t, rows, 2 * h);
    t->build = build_onlstm_cell;
}

/* For each row the target and some other columns, shuffled. */
static void draw_lists(struct trial *t, int rows, int cols)
{
    int *start = ARENA_ARRAY(&t->arena, int, rows + 1);
    int *ids = ARENA_ARRAY(&t->arena, int, MAX(rows * cols, 1));
    t->ids = draw_ids(t, rows, 0, cols - 1);
    for (int r = 0; r < rows; r++) {
        int n = start[r];
        for (int c = 0; c < cols; c++)
            if (c == t->ids[r] || below(t, 2))
                ids[n++] = c;
        rng_shuffle(&t->rng, ids + start[r], n - start[r]);
        start[r + 1] = n;
    }
    t->lists = (struct nn_lists){start, ids};
}

static struct tensor *build_cross_entropy(struct nn_tape *tape, struct trial *t,
                                          struct tensor **v)
{
    return nn_cross_entropy(tape, v[0], t->ids, t->number % 2 ? &t->lists : NULL,
                            t->number % 3 ? 0 : 0.15);
}

static void draw_cross_entropy(struct trial *t)
{
    int rows = between(t, 0, 5), cols = between(t, 1, 20);
    draw_var(t, rows, cols);
    draw_lists(t, rows, cols);
    t->build = build_cross_entropy;
}

/* Columns outside of the lists are -infinity, so only those inside enter the loss. */
static struct tensor *build_log_softmax(struct nn_tape *tape, struct trial *t, struct tensor **v)
{
    struct tensor *all = nn_log_softmax(tape, v[0], t->number % 2 ? &t->lists : NULL);
    if (t->number % 2 == 0)
        return all;
    struct tensor *picked = nn_slice_rows(tape, all, 0, 1);
    return nn_slice_cols(tape, picked, t->ids[0], 1);
}

static void draw_log_softmax(struct trial *t)
{
    int rows = between(t, 1, 5), cols = between(t, 1, 20);
    draw_var(t, rows, cols);
    draw_lists(t, rows, cols);
    t->build = build_log_softmax;
}

/* A pointer distribution under the loss, so that probabilities stay probabilities. */
static struct nn_ragged pointed(struct nn_tape *tape, struct trial *t, struct tensor **v)
{
    return nn_pointer(tape, v[0], v[1], t->spans.v, t->ints[0]);
}

static struct tensor *build_ragged_nll(struct nn_tape *tape, struct trial *t, struct tensor **v)
{
    return nn_ragged_nll(tape, pointed(tape, t, v), t->ids);
}

static void draw_pointed(struct trial *t, int rows)
{
    int n_keys = between(t, 2, 8);
    t->ints[0] = between(t, 1, 2);
    struct nn_span *v = ARENA_ARRAY(&t->arena, struct nn_span, MAX(rows, 1));
    t->ids = ARENA_ARRAY(&t->arena, int, MAX(rows, 1));
    for (int i = 0; i < rows; i++) {
        v[i].start = below(t, n_keys);
        v[i].n = between(t, 1, n_keys - v[i].start);
        t->ids[i] = below(t, v[i].n);
    }
    t->spans = (struct nn_spans){v, rows};
    draw_var(t, rows, t->ints[0] * 4);
    draw_var(t, n_keys, t->ints[0] * 4);
}

static void draw_ragged_nll(struct trial *t)
{
    draw_pointed(t, between(t, 0, 4));
    t->build = build_ragged_nll;
}

static struct tensor *build_mixture_nll(struct nn_tape *tape, struct trial *t, struct tensor **v)
{
    struct nn_mixture m = {.gate = v[2], .logits = v[3], .copy = pointed(tape, t, v),
                           .copy_ids = t->ids};
    return nn_mixture_nll(tape, &m, t->ids + 64);
}

static void draw_mixture_nll(struct trial *t)
{
    int rows = between(t, 0, 4), words = between(t, 2, 12);
    draw_pointed(t, rows);
    draw_var(t, rows, 1);
    draw_var(t, rows, words);
    t->ids = draw_ids(t, 80, 0, MIN(words, 4) - 1); /* few words: copies of one word add up */
    t->build = build_mixture_nll;
}

static struct tensor *build_binary_nll(struct nn_tape *tape, struct trial *t, struct tensor **v)
{
    return nn_binary_nll(tape, v[0], t->reals);
}

static void draw_binary_nll(struct trial *t)
{
    int rows = between(t, 0, 9);
    draw_var_away(t, rows, 1, 2, 0);
    t->reals = ARENA_ARRAY(&t->arena, real, rows + 1);
    for (int i = 0; i < rows; i++)
        t->reals[i] = (real)below(t, 2);
    t->build = build_binary_nll;
}

static struct tensor *build_total(struct nn_tape *tape, struct trial *t, struct tensor **v)
{
    static const double weights[] = {0.5, -2};
    return nn_total(tape, v, t->number % 2 ? weights : NULL, 2);
}

static void draw_total(struct trial *t)
{
    draw_var(t, between(t, 0, 4), between(t, 1, 4));
    draw_var(t, 1, 1);
    t->build = build_total;
}

/* ---- the comparison ------------------------------------------------------------------------- */

struct bench { /* what a trial is evaluated with */
    struct nn_params *params; /* NULL: variables of the tape */
    struct nn_params *none;
    struct nn_grads *grads;
    struct nn_tape *tape;
    real *weights; /* of the result's elements in the loss */
};

/* The operator applied twice to the same inputs, so that gradients must add up. */
static void evaluate(struct bench *b, struct trial *t, struct tensor **v, struct tensor **y)
{
    nn_tape_begin(b->tape, NN_TRAIN, STREAM);
    for (int i = 0; i < t->n_vars; i++)
        v[i] = b->params ? nn_use(b->tape, i)
                         : nn_variable(b->tape, t->vars[i].rows, t->vars[i].cols, t->vars[i].x);
    y[0] = t->build(b->tape, t, v);
    y[1] = t->build(b->tape, t, v);
}

/* Summed in double from the result: the loss itself adds no rounding. */
static double loss_of(struct bench *b, struct trial *t)
{
    struct tensor *v[MAX_VARS], *y[2];
    evaluate(b, t, v, y);
    double loss = 0;
    int n = y[0]->rows * y[0]->cols;
    for (int i = 0; i < n; i++)
        loss += (double)b->weights[i] * (double)y[0]->x[i] +
                (double)b->weights[n + i] * (double)y[1]->x[i];
    return loss;
}

static double slope(struct bench *b, struct trial *t, real *x)
{
    real old = *x;
    double at[5];
    for (int i = -2; i <= 2; i++) {
        *x = (real)((double)old + i * STEP);
        at[i + 2] = i ? loss_of(b, t) : 0;
    }
    *x = old;
    return (8 * (at[3] - at[1]) - (at[4] - at[0])) / (12 * STEP);
}

static void compare_var(struct bench *b, struct trial *t, const char *op, int i, real *x,
                        const real *analytic)
{
    int n = t->vars[i].rows * t->vars[i].cols;
    double difference = 0, size = 0;
    for (int probe = 0; probe < MIN(n, MAX_PROBES); probe++) {
        int k = n <= MAX_PROBES ? probe : below(t, n);
        double numeric = slope(b, t, x + k), exact = analytic ? (double)analytic[k] : 0;
        difference += (numeric - exact) * (numeric - exact);
        size += numeric * numeric + exact * exact;
    }
    /* the floor: rounding of a loss of order one, divided by the step */
    double relative = sqrt(difference) / (sqrt(size) + 1e-2);
    if (!(relative < TOLERANCE))
        fail_test("%s, trial %d, input %d: relative error %g of gradients of norm %g", op,
                  t->number, i, relative, sqrt(size));
}

static void check_trial(const char *op, struct trial *t, bool as_params)
{
    struct bench b = {.none = nn_params_new()};
    if (as_params) {
        b.params = nn_params_new();
        for (int i = 0; i < t->n_vars; i++) {
            char name[8];
            snprintf(name, sizeof name, "v%d", i);
            nn_params_add(b.params, name, t->vars[i].rows, t->vars[i].cols, NN_INIT_ZEROS, 0);
        }
        nn_params_allocate(b.params, NULL);
        for (int i = 0; i < t->n_vars; i++)
            memcpy(nn_params_values(b.params, i), t->vars[i].x,
                   sizeof(real) * (size_t)(t->vars[i].rows * t->vars[i].cols));
    } else {
        nn_params_allocate(b.none, NULL);
    }
    struct nn_params *params = as_params ? b.params : b.none;
    b.grads = nn_grads_new(params);
    b.tape = nn_tape_new(params, b.grads);
    struct tensor *v[MAX_VARS], *y[2];
    evaluate(&b, t, v, y);
    int n = y[0]->rows * y[0]->cols;
    b.weights = ARENA_ARRAY(&t->arena, real, MAX(2 * n, 1));
    for (int i = 0; i < 2 * n; i++)
        b.weights[i] = (real)rng_normal(&t->rng);
    for (int i = 0; i < 2; i++)
        y[i] = nn_mul(b.tape, y[i],
                      nn_constant(b.tape, y[i]->rows, y[i]->cols, b.weights + i * n));
    nn_backward(b.tape, nn_total(b.tape, y, NULL, 2));
    const real *analytic[MAX_VARS];
    for (int i = 0; i < t->n_vars; i++) { /* copies: evaluating again reuses the tape */
        int size = t->vars[i].rows * t->vars[i].cols;
        const real *g = as_params ? nn_grads_of(b.grads, i) : v[i]->g;
        real *copy = ARENA_ARRAY(&t->arena, real, MAX(size, 1));
        if (g)
            memcpy(copy, g, sizeof *copy * (size_t)size);
        analytic[i] = copy;
    }
    for (int i = 0; i < t->n_vars; i++)
        compare_var(&b, t, op, i, as_params ? nn_params_values(b.params, i) : t->vars[i].x,
                    analytic[i]);
    nn_tape_free(b.tape);
    nn_grads_free(b.grads);
    nn_params_free(b.params);
    nn_params_free(b.none);
}

static bool any_empty(const struct trial *t)
{
    for (int i = 0; i < t->n_vars; i++)
        if (t->vars[i].rows == 0)
            return true;
    return false;
}

static void check_op(const char *name, void (*draw)(struct trial *))
{
    for (int number = 0; number < TRIALS; number++) {
        for (int as_params = 0; as_params < 2; as_params++) {
            struct trial t = {.number = number};
            rng_seed(&t.rng, (uint64_t)number * 31 + 7);
            draw(&t);
            if (!as_params || !any_empty(&t)) /* a parameter has at least one row */
                check_trial(name, &t, as_params);
            arena_release(&t.arena);
        }
    }
}

#define OP(name)                                                                                \
    static void gradient_of_##name(void **state)                                                \
    {                                                                                           \
        (void)state;                                                                            \
        check_op(#name, draw_##name);                                                           \
    }
#include "nn/ops.def"
#undef OP

int main(void)
{
    const struct CMUnitTest tests[] = {
#define OP(name) cmocka_unit_test(gradient_of_##name),
#include "nn/ops.def"
#undef OP
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
