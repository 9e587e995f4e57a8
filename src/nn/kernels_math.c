/* kernels_math.c - element-wise and row-wise inner loops.  Compiled for each width of vectors, see internal.h. */
#include "nn/kernels.h"

static void add(size_t n, const real *x, real *y)
{
    for (size_t i = 0; i < n; i++)
        y[i] += x[i];
}

static void axpy(size_t n, real a, const real *x, bool accumulate, real *y)
{
    if (accumulate) {
        for (size_t i = 0; i < n; i++)
            y[i] += a * x[i];
    } else {
        for (size_t i = 0; i < n; i++)
            y[i] = a * x[i];
    }
}

static void multiply(size_t n, const real *a, const real *b, bool accumulate, real *y)
{
    for (size_t i = 0; i < n; i++)
        y[i] = (accumulate ? y[i] : 0) + a[i] * b[i];
}

static real dot(size_t n, const real *x, const real *y)
{
    vr sum = all(0);
    FOR_EACH(n)
    {
        sum += GET(x) * GET(y);
    }
    return v_sum(sum);
}

/* In double from blocks short enough for single precision: a norm over millions of values. */
static double square_sum(size_t n, const real *x)
{
    double total = 0;
    for (size_t i = 0; i < n; i += 1024) {
        size_t block = MIN(n - i, (size_t)1024);
        total += (double)dot(block, x + i, x + i);
    }
    return total;
}

static void column_sum(int rows, int cols, const real *x, real *sum)
{
    FOR_EACH((size_t)cols)
    {
        vr s = GET(sum);
        for (int i = 0; i < rows; i++)
            s += GET(x + (size_t)i * (size_t)cols);
        PUT(sum, s);
    }
}

/* ---- activations ---------------------------------------------------------------------------- */

INLINE vr activation(enum nn_activation act, vr z)
{
    switch (act) {
    case NN_RELU:
        return v_max(z, all(0));
    case NN_GELU:
        return z * v_phi(z);
    case NN_TANH:
        return v_tanh(z);
    case NN_SIGMOID:
        return v_sigmoid(z);
    case NN_LINEAR:
        break;
    }
    return z;
}

/* From the result y, except GELU's, which is not monotone and needs the argument. */
INLINE vr derivative(enum nn_activation act, vr y)
{
    switch (act) {
    case NN_RELU:
        return choose(y > 0, all(1), all(0));
    case NN_GELU:
        return v_phi(y) + y * all(R(0.39894228040143267794)) * v_exp(all(R(-0.5)) * y * y);
    case NN_TANH:
        return all(1) - y * y;
    case NN_SIGMOID:
        return y * (all(1) - y);
    case NN_LINEAR:
        break;
    }
    return all(1);
}

INLINE void bias_act_rows(int rows, int cols, real *z, const real *bias, enum nn_activation act,
                          real *pre, real *y)
{
    for (int i = 0; i < rows; i++) {
        size_t row = (size_t)i * (size_t)cols;
        FOR_EACH((size_t)cols)
        {
            vr v = GET(z + row);
            if (bias)
                v += GET(bias);
            if (pre)
                PUT(pre + row, v);
            PUT(y + row, activation(act, v));
        }
    }
}

/* One copy of the loop for each activation, so that the choice is made outside. */
#define ONE_ACTIVATION(kind, call)                                                              \
    case kind: {                                                                                \
        const enum nn_activation ACT = kind;                                                    \
        call;                                                                                   \
        break;                                                                                  \
    }
#define BY_ACTIVATION(act, call)                                                                \
    switch (act) {                                                                              \
        ONE_ACTIVATION(NN_LINEAR, call)                                                         \
        ONE_ACTIVATION(NN_RELU, call)                                                           \
        ONE_ACTIVATION(NN_GELU, call)                                                           \
        ONE_ACTIVATION(NN_TANH, call)                                                           \
        ONE_ACTIVATION(NN_SIGMOID, call)                                                        \
    }

static void bias_act(int rows, int cols, real *z, const real *bias, enum nn_activation act,
                     real *pre, real *y)
{
    BY_ACTIVATION(act, bias_act_rows(rows, cols, z, bias, ACT, pre, y))
}

INLINE void activate_all(size_t n, enum nn_activation act, const real *x, real *y)
{
    FOR_EACH(n)
    {
        PUT(y, activation(act, GET(x)));
    }
}

static void activate(size_t n, enum nn_activation act, const real *x, real *y)
{
    BY_ACTIVATION(act, activate_all(n, ACT, x, y))
}

INLINE void act_back_all(size_t n, enum nn_activation act, const real *y, const real *dy,
                         bool accumulate, real *dx)
{
    FOR_EACH(n)
    {
        vr d = GET(dy) * derivative(act, GET(y));
        PUT(dx, accumulate ? GET(dx) + d : d);
    }
}

static void act_back(size_t n, enum nn_activation act, const real *y_or_pre, const real *dy,
                     bool accumulate, real *dx)
{
    BY_ACTIVATION(act, act_back_all(n, ACT, y_or_pre, dy, accumulate, dx))
}

/* ---- rows ----------------------------------------------------------------------------------- */

static real layer_norm(int n, const real *x, const real *residual, const real *gain,
                       const real *bias, real eps, real *hat, real *y)
{
    vr sum = all(0);
    FOR_EACH((size_t)n)
    {
        vr v = GET(x);
        if (residual)
            v += GET(residual);
        sum += v;
        PUT(hat, v);
    }
    real mean = v_sum(sum) / R(n);
    vr squares = all(0);
    for (int i = 0; i + LANES <= n; i += LANES) {
        vr v = load(hat + i) - mean;
        squares += v * v;
    }
    real variance = v_sum(squares);
    for (int i = n / LANES * LANES; i < n; i++)
        variance += (hat[i] - mean) * (hat[i] - mean);
    real inverse = R(1 / sqrt((double)(variance / R(n) + eps)));
    FOR_EACH((size_t)n)
    {
        vr v = (GET(hat) - mean) * inverse;
        PUT(hat, v);
        PUT(y, v * GET(gain) + GET(bias));
    }
    return inverse;
}

/* With u = dy gain: ds = (u - mean(u) - hat mean(u hat)) / deviation. */
static void layer_norm_back(int n, const real *hat, real inv_deviation, const real *gain,
                            const real *dy, real *ds, real *dgain, real *dbias)
{
    vr sum = all(0), along = all(0);
    FOR_EACH((size_t)n)
    {
        vr d = GET(dy), h = GET(hat), u = d * GET(gain);
        sum += u;
        along += u * h;
        if (dgain)
            PUT(dgain, GET(dgain) + d * h);
        if (dbias)
            PUT(dbias, GET(dbias) + d);
    }
    real mean = v_sum(sum) / R(n), slope = v_sum(along) / R(n);
    if (!ds)
        return;
    FOR_EACH((size_t)n)
    {
        PUT(ds, (GET(dy) * GET(gain) - mean - GET(hat) * slope) * inv_deviation);
    }
}

/* A 32-bit mixing function (C. Wellons' "lowbias32") of a counter, keyed before and in between:
 * independent of threads and of the vector width. */
INLINE uint32_t keyed_hash(uint32_t counter, uint32_t key0, uint32_t key1)
{
    uint32_t x = counter ^ key0;
    x ^= x >> 16;
    x *= 0x7feb352du;
    x ^= x >> 15;
    x += key1;
    x *= 0x846ca68bu;
    return x ^ x >> 16;
}

static void dropout(size_t n, uint64_t key, size_t first, uint32_t threshold, real scale,
                    const real *x, bool accumulate, real *y)
{
    uint32_t key0 = (uint32_t)key, key1 = (uint32_t)(key >> 32), at = (uint32_t)first;
    int32_t limit = (int32_t)(threshold >> 1);
    if (accumulate) {
        for (size_t i = 0; i < n; i++) {
            int32_t h = (int32_t)(keyed_hash(at + (uint32_t)i, key0, key1) >> 1);
            y[i] += h >= limit ? x[i] * scale : 0;
        }
    } else {
        for (size_t i = 0; i < n; i++) {
            int32_t h = (int32_t)(keyed_hash(at + (uint32_t)i, key0, key1) >> 1);
            y[i] = h >= limit ? x[i] * scale : 0;
        }
    }
}

static real softmax(int n, real scale, real *x)
{
    if (n == 0)
        return R(-INFINITY);
    real top = x[0];
    int i = 0;
    if (n >= LANES) {
        vr tops = load(x), others = tops; /* two chains: a comparison takes a while */
        for (i = LANES; i + 2 * LANES <= n; i += 2 * LANES) {
            tops = v_max(tops, load(x + i));
            others = v_max(others, load(x + i + LANES));
        }
        for (; i + LANES <= n; i += LANES)
            tops = v_max(tops, load(x + i));
        top = v_top(v_max(tops, others));
    }
    for (; i < n; i++)
        top = x[i] > top ? x[i] : top;
    vr sums = all(0);
    for (i = 0; i + LANES <= n; i += LANES) {
        vr e = v_exp((load(x + i) - top) * scale);
        store(x + i, e);
        sums += e;
    }
    if (i < n) {
        vr e = v_exp((load_some(x + i, (size_t)(n - i)) - top) * scale);
        sums += first_of(e, (size_t)(n - i));
        store_some(x + i, e, (size_t)(n - i));
    }
    real sum = v_sum(sums);
    axpy((size_t)n, 1 / sum, x, false, x);
    return top * scale + R(log((double)sum));
}

static void log_above(size_t n, real floor, real *x)
{
    FOR_EACH(n)
    {
        PUT(x, v_log(v_max(GET(x), all(floor))));
    }
}

static void softmax_back(int n, real scale, const real *p, real *dp)
{
    real mean = dot((size_t)n, p, dp);
    FOR_EACH((size_t)n)
    {
        PUT(dp, GET(p) * (GET(dp) - mean) * scale);
    }
}

static void look_up_add(int n, const real *table, const uint16_t *ids, real *x)
{
    for (int i = 0; i < n; i++)
        x[i] += table[ids[i]];
}

static void bucket_add(int n, const real *x, const uint16_t *ids, real *table)
{
    for (int i = 0; i < n; i++)
        table[ids[i]] += x[i];
}

/* ---- LSTM ----------------------------------------------------------------------------------- */

static void lstm(int h, real *gates, const real *c_before, real *c, real *tanh_c, real *out)
{
    FOR_EACH((size_t)h)
    {
        vr i = v_sigmoid(GET(gates)), f = v_sigmoid(GET(gates + h));
        vr g = v_tanh(GET(gates + 2 * h)), o = v_sigmoid(GET(gates + 3 * h));
        vr cell = i * g;
        if (c_before)
            cell += f * GET(c_before);
        vr squashed = v_tanh(cell);
        PUT(gates, i);
        PUT(gates + h, f);
        PUT(gates + 2 * h, g);
        PUT(gates + 3 * h, o);
        PUT(c, cell);
        PUT(tanh_c, squashed);
        PUT(out, o * squashed);
    }
}

static void lstm_back(int h, const real *gates, const real *c_before, const real *tanh_c,
                      const real *dh, real *dc, real *dgates)
{
    FOR_EACH((size_t)h)
    {
        vr i = GET(gates), f = GET(gates + h), g = GET(gates + 2 * h), o = GET(gates + 3 * h);
        vr squashed = GET(tanh_c), d = GET(dh);
        vr cell = GET(dc) + d * o * (all(1) - squashed * squashed);
        PUT(dgates, cell * g * i * (all(1) - i));
        PUT(dgates + h, c_before ? cell * GET(c_before) * f * (all(1) - f) : all(0));
        PUT(dgates + 2 * h, cell * i * (all(1) - g * g));
        PUT(dgates + 3 * h, d * squashed * o * (all(1) - o));
        PUT(dc, cell * f);
    }
}

/* ---- AdamW ---------------------------------------------------------------------------------- */

static void adamw(size_t n, const struct adamw_constants *k, const real *g, real *p, real *m,
                  real *v, real *ema)
{
    const vr keep1 = all(k->beta1), new1 = all((1 - k->beta1) * k->grad_scale);
    const vr keep2 = all(k->beta2), new2 = all((1 - k->beta2) * k->grad_scale * k->grad_scale);
    const vr keep = all(1 - k->decay), step = all(k->step), eps = all(k->eps);
    FOR_EACH(n)
    {
        vr grad = g ? GET(g) : all(0);
        vr first = keep1 * GET(m) + new1 * grad;
        vr second = keep2 * GET(v) + new2 * grad * grad;
        PUT(m, first);
        PUT(v, second);
        /* MODEL.md 12: the gradient step first, then the decay of the result */
        vr value = (GET(p) - step * first / (v_sqrt(second) + eps)) * keep;
        PUT(p, value);
        if (ema)
            PUT(ema, GET(ema) + all(1 - k->ema) * (value - GET(ema)));
    }
}

void KERNEL_TABLE_MATH(struct kernels *to);
void KERNEL_TABLE_MATH(struct kernels *to)
{
    to->add = add;
    to->axpy = axpy;
    to->multiply = multiply;
    to->dot = dot;
    to->square_sum = square_sum;
    to->bias_act = bias_act;
    to->act_back = act_back;
    to->column_sum = column_sum;
    to->layer_norm = layer_norm;
    to->layer_norm_back = layer_norm_back;
    to->dropout = dropout;
    to->softmax = softmax;
    to->log_above = log_above;
    to->softmax_back = softmax_back;
    to->look_up_add = look_up_add;
    to->bucket_add = bucket_add;
    to->lstm = lstm;
    to->lstm_back = lstm_back;
    to->activate = activate;
    to->adamw = adamw;
}
