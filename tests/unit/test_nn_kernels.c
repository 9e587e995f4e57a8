/* test_nn_kernels.c - the inner loops: accuracy of every compiled variant against libm in double,
 * and inference's short cuts against the long way. */
#include "test.h"

#include "nn/internal.h"

#include <math.h>

static double phi(double x)
{
    return 0.5 * erfc(-x / sqrt(2));
}

static double reference(enum nn_activation act, double x)
{
    switch (act) {
    case NN_RELU:
        return fmax(x, 0);
    case NN_GELU:
        return x * phi(x);
    case NN_TANH:
        return tanh(x);
    case NN_SIGMOID:
        return 1 / (1 + exp(-x));
    case NN_LINEAR:
        break;
    }
    return x;
}

static void check_activations(const struct kernels *k)
{
    static const double worst_allowed[] = {0, 0, 2e-6, 6e-7, 6e-7};
    enum { N = 4001 };
    static float x[N], y[N];
    for (int act = NN_LINEAR; act <= NN_SIGMOID; act++) {
        double range = act == NN_GELU ? 6 : 12, worst = 0;
        for (int i = 0; i < N; i++)
            x[i] = (float)(range * (2.0 * i / (N - 1) - 1));
        k->activate(N, (enum nn_activation)act, x, y);
        for (int i = 0; i < N; i++) {
            double exact = reference((enum nn_activation)act, (double)x[i]);
            double error = exact ? fabs((double)y[i] / exact - 1) : fabs((double)y[i]);
            worst = fmax(worst, error);
        }
        if (worst > worst_allowed[act])
            fail_test("%s: activation %d is off by %g", k->name, act, worst);
    }
    static const float huge[] = {-1e30f, -100, -20, 20, 100, 1e30f};
    for (int act = NN_RELU; act <= NN_SIGMOID; act++) {
        k->activate(6, (enum nn_activation)act, huge, y);
        for (int i = 0; i < 6; i++) {
            double exact = reference((enum nn_activation)act, (double)huge[i]);
            assert_true(fabs((double)y[i] - exact) <= 1e-6 * fmax(1, fabs(exact)));
        }
    }
}

/* The loops of one path; of the last before it where this processor has not got it. */
static struct kernels variant(int which)
{
    struct kernels k = {0};
    for (int i = 0; i <= which; i++) {
        const char *name = float_variant(i, &k);
        k.name = name ? name : k.name;
    }
    return k;
}

static void activations_are_accurate_and_saturate(void **state)
{
    (void)state;
    for (int which = 0; which < float_variants_count(); which++) {
        struct kernels k = variant(which);
        check_activations(&k);
    }
}

static void logarithms_are_accurate(void **state)
{
    (void)state;
    enum { N = 5003 };
    static float x[N], y[N];
    for (int which = 0; which < float_variants_count(); which++) {
        struct kernels k = variant(which);
        for (int i = 0; i < N; i++)
            x[i] = y[i] = (float)pow(10, -31.0 + 62.0 * i / (N - 1));
        k.log_above(N, 1e-32f, y);
        for (int i = 0; i < N; i++) {
            double exact = log((double)x[i]);
            assert_true(fabs((double)y[i] - exact) < 3e-7 * fmax(fabs(exact), 0.1));
        }
        float edge[] = {0, 1e-40f, 1, 1.0000001f};
        k.log_above(4, 1e-32f, edge);
        assert_true(fabs((double)edge[0] + 73.682723) < 1e-4 && edge[1] == edge[0]);
        assert_true(edge[2] == 0 && fabs((double)edge[3] - 1.1920928e-07) < 1e-12);
    }
}

static void softmax_is_accurate_for_any_length(void **state)
{
    (void)state;
    struct rng rng;
    rng_seed(&rng, 1);
    for (int which = 0; which < float_variants_count(); which++) {
        struct kernels k = variant(which);
        for (int n = 1; n < 70; n++) {
            float x[70], p[70];
            double sum = 0, top = -1e30;
            for (int i = 0; i < n; i++)
                top = fmax(top, x[i] = p[i] = (float)(rng_normal(&rng) * 10));
            for (int i = 0; i < n; i++)
                sum += exp(0.5 * ((double)x[i] - top));
            float log_sum = k.softmax(n, 0.5f, p);
            assert_true(fabs((double)log_sum - (0.5 * top + log(sum))) < 1e-5);
            for (int i = 0; i < n; i++)
                assert_true(fabs((double)p[i] - exp(0.5 * ((double)x[i] - top)) / sum) < 2e-6);
        }
        float far[] = {-1e30f, 0, -200};
        k.softmax(3, 1, far);
        assert_true(far[0] == 0 && far[1] == 1 && far[2] == 0);
    }
}

static void gemm_agrees_for_all_small_shapes(void **state)
{
    (void)state;
    struct rng rng;
    rng_seed(&rng, 2);
    float a[40 * 40], b[40 * 40], c[40 * 40 + 1];
    for (int i = 0; i < 1600; i++) {
        a[i] = (float)rng_normal(&rng);
        b[i] = (float)rng_normal(&rng);
    }
    for (int which = 0; which < float_variants_count(); which++) {
        struct kernels kernel = variant(which);
        for (int trial = 0; trial < 600; trial++) {
            int m = (int)rng_below(&rng, 20), n = (int)rng_below(&rng, 40);
            int k = (int)rng_below(&rng, 38);
            bool transposed = trial & 1, add = trial & 2;
            int a_row = transposed ? 1 : 40, a_col = transposed ? 40 : 1;
            for (int i = 0; i <= 1600; i++)
                c[i] = 0.5f;
            kernel.gemm(m, n, k, a, a_row, a_col, b, 40, add, c, 40);
            for (int i = 0; i < 40; i++) {
                for (int j = 0; j < 40; j++) {
                    double exact = i < m && j < n && !add ? 0 : 0.5;
                    for (int l = 0; i < m && j < n && l < k; l++)
                        exact += (double)a[i * a_row + l * a_col] * (double)b[l * 40 + j];
                    assert_true(fabs((double)c[i * 40 + j] - exact) < 1e-4);
                }
            }
        }
    }
}

/* Shapes around every edge of the blocking, against a sum in double. */
static void packed_gemm_agrees_for_every_transposition(void **state)
{
    (void)state;
    static const int sizes[] = {1, 5, 8, 13, 16, 33, GEMM_ROWS - 1, GEMM_ROWS + 7,
                                GEMM_DEPTH + 5, GEMM_COLS + 9};
    enum { MOST = (GEMM_COLS + 16) * (GEMM_DEPTH + 16) };
    struct rng rng;
    rng_seed(&rng, 8);
    float *a = xmalloc(sizeof *a * MOST), *b = xmalloc(sizeof *b * MOST);
    float *c = xmalloc(sizeof *c * MOST), *scratch = xmalloc(sizeof *scratch * GEMM_SCRATCH);
    for (int i = 0; i < MOST; i++) {
        a[i] = (float)rng_normal(&rng);
        b[i] = (float)rng_normal(&rng);
    }
    for (int trial = 0; trial < 120; trial++) {
        struct kernels kernel = variant(trial / 16 % float_variants_count());
        int m = sizes[rng_below(&rng, 8)], n = sizes[rng_below(&rng, COUNT_OF(sizes))];
        int k = sizes[rng_below(&rng, 9)];
        bool ta = trial & 2, tb = trial & 4, add = trial & 8;
        int lda = ta ? m + 3 : k + 1, ldb = tb ? k : n + 2, ldc = n + 1;
        for (int i = 0; i < m * ldc; i++)
            c[i] = 0.25f;
        kernel.gemm_packed(ta, tb, m, n, k, a, lda, b, ldb, add, c, ldc, scratch);
        for (int probe = 0; probe < 300; probe++) {
            int i = (int)rng_below(&rng, (uint32_t)m), j = (int)rng_below(&rng, (uint32_t)n);
            double exact = add ? 0.25 : 0;
            for (int l = 0; l < k; l++)
                exact += (double)a[ta ? l * lda + i : i * lda + l] *
                         (double)b[tb ? j * ldb + l : l * ldb + j];
            assert_true(fabs((double)c[i * ldc + j] - exact) < 1e-5 * (k + 10));
            assert_true(c[i * ldc + n] == 0.25f); /* nothing beside the columns */
        }
    }
    xfree(a);
    xfree(b);
    xfree(c);
    xfree(scratch);
}

/* nn_gemm goes one way or the other; both must mean the same, alpha and beta included. */
static void both_ways_of_gemm_agree(void **state)
{
    (void)state;
    struct rng rng;
    rng_seed(&rng, 9);
    enum { SIDE = 40 };
    float a[SIDE * SIDE], b[SIDE * SIDE], c[2][SIDE * SIDE];
    for (int i = 0; i < SIDE * SIDE; i++) {
        a[i] = (float)rng_normal(&rng);
        b[i] = (float)rng_normal(&rng);
    }
    for (int trial = 0; trial < 200; trial++) {
        int m = (int)rng_below(&rng, SIDE + 1), n = (int)rng_below(&rng, SIDE + 1);
        int k = 1 + (int)rng_below(&rng, SIDE);
        float alpha = trial % 3 ? 1 : -0.5f, beta = (float)(trial % 4) * 0.5f;
        for (int i = 0; i < SIDE * SIDE; i++)
            c[0][i] = c[1][i] = b[i] * 0.5f;
        nn_gemm(trial & 1, trial & 2, m, n, k, alpha, a, SIDE, b, SIDE, beta, c[0], SIDE);
        if (m && n)
            nn_gemm_blas(trial & 1, trial & 2, m, n, k, alpha, a, SIDE, b, SIDE, beta, c[1], SIDE);
        for (int i = 0; i < SIDE * SIDE; i++)
            assert_true(fabs((double)c[0][i] - (double)c[1][i]) < 1e-4);
    }
}

static void halves_round_to_nearest_even(void **state)
{
    (void)state;
    static const struct {
        float x;
        uint16_t half;
    } cases[] = {
        {0, 0},           {-0.0f, 0x8000},      {1, 0x3C00},           {-2, 0xC000},
        {65504, 0x7BFF},  {65520, 0x7C00},      {1e30f, 0x7C00},       {6.103515625e-05f, 0x0400},
        {5.9604645e-08f, 0x0001}, {2e-08f, 0}, {1.00048828125f, 0x3C00}, {1.00146484375f, 0x3C02},
    };
    for (int i = 0; i < COUNT_OF(cases); i++)
        assert_int_equal(nn_half_of(cases[i].x), cases[i].half);
    struct kernels generic = variant(0);
    for (uint32_t h = 0; h < 65536; h++) { /* every half there is, in both variants */
        uint16_t half = (uint16_t)h, many[8], back[8];
        float x[8], y[8];
        for (int i = 0; i < 8; i++)
            many[i] = half;
        kernels()->from_half(8, many, x);
        generic.from_half(8, many, y);
        if ((half & 0x7C00) == 0x7C00 && (half & 0x3FF)) {
            assert_true(isnan(x[0]) && isnan(y[0]));
            continue;
        }
        assert_true(x[0] == y[0]);
        kernels()->to_half(8, x, back);
        assert_int_equal(back[7], half);
    }
}

/* ---- inference ------------------------------------------------------------------------------ */

struct model {
    struct nn_params *params;
    int w, b, rel_k, rel_v;
};

static struct model small_model(int out, int in)
{
    struct rng rng;
    rng_seed(&rng, 3);
    struct model m = {.params = nn_params_new()};
    m.w = nn_params_add(m.params, "w", out, in, NN_INIT_FAN_IN, 0);
    m.b = nn_params_add_vector(m.params, "b", out, NN_INIT_NORMAL, 1);
    m.rel_k = nn_params_add(m.params, "rel_k", 6, 8, NN_INIT_NORMAL, 1);
    m.rel_v = nn_params_add(m.params, "rel_v", 6, 8, NN_INIT_NORMAL, 1);
    nn_params_allocate(m.params, &rng);
    return m;
}

static void packed_weights_agree_with_the_blas(void **state)
{
    (void)state;
    struct rng rng;
    rng_seed(&rng, 4);
    for (int trial = 0; trial < 40; trial++) {
        int rows = 1 + (int)rng_below(&rng, 14), in = 8 + (int)rng_below(&rng, 70);
        int out = 16 + (int)rng_below(&rng, 60);
        struct model m = small_model(out, in);
        struct nn_tape *tape = nn_tape_new(m.params, NULL);
        real *x = NN_ARRAY(tape, real, rows * in);
        for (int i = 0; i < rows * in; i++)
            x[i] = (real)rng_normal(&rng);
        struct tensor *y[2];
        for (int packed = 0; packed < 2; packed++) {
            if (packed)
                nn_params_pack_half(m.params);
            y[packed] = nn_linear_act(tape, nn_constant(tape, rows, in, x), nn_use(tape, m.w),
                                      nn_use(tape, m.b), NN_GELU);
        }
        double difference = 0, size = 0;
        for (int i = 0; i < rows * out; i++) {
            difference += pow((double)y[0]->x[i] - (double)y[1]->x[i], 2);
            size += pow((double)y[0]->x[i], 2);
        }
        assert_true(sqrt(difference) < 1e-3 * sqrt(size)); /* 2^-11 a weight */
        assert_true(difference > 0);
        nn_tape_free(tape);
        nn_params_free(m.params);
    }
}

enum { ROWS = 9, D = 16, HEADS = 2 };

/* Row by row from a cache, against all rows at once with a causal mask. */
static void cached_steps_agree_with_causal_attention(void **state)
{
    (void)state;
    struct rng rng;
    rng_seed(&rng, 5);
    struct model m = small_model(16, 8);
    struct nn_tape *tape = nn_tape_new(m.params, NULL);
    real *x[3];
    for (int k = 0; k < 3; k++) {
        x[k] = NN_ARRAY(tape, real, ROWS * D);
        for (int i = 0; i < ROWS * D; i++)
            x[k][i] = (real)rng_normal(&rng);
    }
    uint16_t z[ROWS * ROWS];
    for (int i = 0; i < ROWS * ROWS; i++)
        z[i] = (uint16_t)rng_below(&rng, 6);
    const uint16_t *relations[] = {z};
    struct nn_span span = {0, ROWS};
    const real *const *whole;
    struct nn_attention a = {.q = nn_constant(tape, ROWS, D, x[0]),
                             .k = nn_constant(tape, ROWS, D, x[1]),
                             .v = nn_constant(tape, ROWS, D, x[2]), .queries = {&span, 1},
                             .keys = {&span, 1}, .heads = HEADS, .causal = true,
                             .relations = relations, .rel_k = nn_use(tape, m.rel_k),
                             .rel_v = nn_use(tape, m.rel_v), .probabilities = &whole};
    struct tensor *all = nn_attention(tape, &a);

    const real *keys[ROWS][ROWS], *values[ROWS][ROWS], *const *key_lists[ROWS];
    const real *const *value_lists[ROWS];
    const uint16_t *rows_of_z[ROWS];
    real probabilities[ROWS][HEADS * ROWS], *places[ROWS];
    int n[ROWS];
    for (int r = 0; r < ROWS; r++) {
        n[r] = r + 1;
        key_lists[r] = keys[r];
        value_lists[r] = values[r];
        rows_of_z[r] = z + r * ROWS;
        places[r] = probabilities[r];
        for (int j = 0; j <= r; j++) {
            keys[r][j] = x[1] + j * D;
            values[r][j] = x[2] + j * D;
        }
    }
    struct nn_cached_attention c = {.q = a.q, .heads = HEADS, .n = n, .keys = key_lists,
                                    .values = value_lists, .relations = rows_of_z,
                                    .rel_k = a.rel_k, .rel_v = a.rel_v, .probabilities = places};
    struct tensor *steps = nn_attend_cached(tape, &c);
    for (int i = 0; i < ROWS * D; i++)
        assert_true(fabs((double)all->x[i] - (double)steps->x[i]) < 1e-5);
    for (int h = 0; h < HEADS; h++) {
        for (int r = 0; r < ROWS; r++) {
            for (int j = 0; j < ROWS; j++) {
                double p = (double)whole[0][(h * ROWS + r) * ROWS + j];
                double q = j <= r ? (double)probabilities[r][h * n[r] + j] : 0;
                assert_true(fabs(p - q) < 1e-6);
            }
        }
    }
    nn_tape_free(tape);
    nn_params_free(m.params);
}

static void mixture_of_every_word_sums_to_one(void **state)
{
    (void)state;
    struct model m = small_model(16, 8);
    struct nn_grads *grads = nn_grads_new(m.params);
    struct nn_tape *tape = nn_tape_new(m.params, grads);
    struct rng rng;
    rng_seed(&rng, 6);
    real x[3 * 8], gate[3] = {-1, 0.5f, 2}, logits[3 * 20];
    for (int i = 0; i < 24; i++)
        x[i] = (real)rng_normal(&rng);
    for (int i = 0; i < 60; i++)
        logits[i] = (real)rng_normal(&rng);
    struct nn_span candidates[] = {{0, 3}, {1, 0}, {1, 2}};
    static const int ids[] = {4, 4, 19, 0, 7};
    for (int word = 0; word < 20; word++) {
        double by_loss[3], by_log[3], sum[3] = {0};
        for (int training = 0; training < 2; training++) {
            nn_tape_begin(tape, training ? NN_TRAIN : NN_INFER, 0);
            struct tensor *q = nn_constant(tape, 3, 8, x);
            struct nn_mixture mixture = {.gate = nn_constant(tape, 3, 1, gate),
                                         .logits = nn_constant(tape, 3, 20, logits),
                                         .copy = nn_pointer(tape, q, q, candidates, 2),
                                         .copy_ids = ids};
            int targets[] = {word, word, word};
            struct tensor *y = training ? nn_mixture_nll(tape, &mixture, targets)
                                        : nn_mixture_log(tape, &mixture);
            for (int r = 0; r < 3; r++) {
                if (training)
                    by_loss[r] = -(double)y->x[r];
                else
                    by_log[r] = (double)y->x[r * 20 + word];
                for (int w = 0; !training && w < 20; w++)
                    sum[r] += exp((double)y->x[r * 20 + w]);
            }
        }
        for (int r = 0; r < 3; r++) {
            assert_true(fabs(by_loss[r] - by_log[r]) < 1e-5);
            /* row 1 has nothing to copy, so its gate's share is lost */
            double mass = r == 1 ? 1 - 1 / (1 + exp(-0.5)) : 1;
            assert_true(fabs(sum[r] - mass) < 1e-5);
        }
    }
    nn_tape_free(tape);
    nn_grads_free(grads);
    nn_params_free(m.params);
}

static void rewinding_gives_the_memory_back(void **state)
{
    (void)state;
    struct model m = small_model(32, 32);
    struct nn_tape *tape = nn_tape_new(m.params, NULL);
    struct tensor *x = nn_constant(tape, 64, 32, NULL);
    memset(x->x, 0, sizeof(real) * 64 * 32);
    struct nn_mark mark = nn_tape_mark(tape);
    size_t held = 0;
    for (int i = 0; i < 2000; i++) {
        struct tensor *y = nn_linear(tape, x, nn_use(tape, m.w), nn_use(tape, m.b));
        y = nn_layer_norm(tape, y, x, nn_use(tape, m.b), nn_use(tape, m.b), 1e-5);
        assert_true(isfinite(y->x[0]));
        nn_tape_rewind(tape, mark);
        held = i == 0 ? nn_tape_memory(tape) : held;
    }
    assert_int_equal(nn_tape_memory(tape), held);
    nn_tape_free(tape);
    nn_params_free(m.params);
}

/* A float with the low half of its mantissa rounded away, to nearest even. */
static float bf16_of(float x)
{
    union {
        float value;
        uint32_t bits;
    } f = {.value = x};
    f.bits = (f.bits + 0x7FFF + (f.bits >> 16 & 1)) & 0xFFFF0000u;
    return f.value;
}

typedef void (*product_of_halves)(bool, bool, int, int, int, const real *, int, const real *, int, bool,
                                  real *, int, void *);

/* One product in one of the eight forms, against sums in double of factors rounded by the rule;
 * nothing beside C is written. */
static void check_bf16(const char *name, product_of_halves product, int form, const int shape[3],
                       struct rng *rng, void *scratch)
{
    bool ta = form & 1, tb = form & 2, add = form & 4;
    int m = shape[0], n = shape[1], k = shape[2];
    int lda = (ta ? m : k) + 3, ldb = (tb ? k : n) + 1, ldc = n + 2;
    size_t na = (size_t)(ta ? k : m) * (size_t)lda, nb = (size_t)(tb ? n : k) * (size_t)ldb;
    float *a = malloc(na * sizeof *a), *b = malloc(nb * sizeof *b);
    float *c = malloc((size_t)m * (size_t)ldc * sizeof *c);
    for (size_t i = 0; i < na; i++)
        a[i] = (float)rng_normal(rng);
    for (size_t i = 0; i < nb; i++)
        b[i] = (float)rng_normal(rng);
    for (int i = 0; i < m * ldc; i++)
        c[i] = 7;
    product(ta, tb, m, n, k, a, lda, b, ldb, add, c, ldc, scratch);
    for (int i = 0; i < m; i++)
        for (int j = 0; j < ldc; j++) {
            double sum = j < n && !add ? 0 : 7, size = 1;
            for (int l = 0; l < k && j < n; l++) {
                double x = (double)bf16_of(ta ? a[l * lda + i] : a[i * lda + l]);
                double y = (double)bf16_of(tb ? b[j * ldb + l] : b[l * ldb + j]);
                sum += x * y;
                size += fabs(x * y);
            }
            if (fabs((double)c[i * ldc + j] - sum) > 1e-6 * size)
                fail_test("%s, %d x %d x %d, form %d: (%d, %d) is %g instead of %g", name, m, n, k,
                          form, i, j, (double)c[i * ldc + j], sum);
        }
    free(a);
    free(b);
    free(c);
}

/* All four forms and every remainder of tiles, vectors, pairs and blocks, by vectors and by tiles. */
static void products_of_bfloat16_round_the_factors_only(void **state)
{
    (void)state;
    static const int shapes[][3] = {{24, 16, 8},   {25, 33, 9},    {37, 47, 385}, {241, 31, 20},
                                    {12, 1030, 33}, {301, 96, 771}, {1, 1, 1},     {11, 32, 2},
                                    {32, 64, 64},  {33, 17, 64},   {16, 16, 31},  {50, 15, 47}};
    void *scratch = aligned_alloc(64, BF16_SCRATCH);
    memset(scratch, 0xFF, BF16_SCRATCH); /* what is not packed is not a number */
    struct rng rng;
    rng_seed(&rng, 5);
    for (int v = 0; v < bf16_variants_count(); v++) {
        struct kernels variant = {.gemm_bf16 = NULL};
        const char *name = bf16_variant(v, &variant);
        for (int s = 0; s < COUNT_OF(shapes) && name && variant.gemm_bf16; s++)
            for (int form = 0; form < 8; form++)
                check_bf16(name, variant.gemm_bf16, form, shapes[s], &rng, scratch);
    }
    free(scratch);
}

/* Rows for inference, in floats and in halves, sizes beyond a block of every dimension: close to the sum
 * in double, and a row alone has the bits it has among others. */
static void rows_of_inference_are_accurate_and_independent(void **state)
{
    (void)state;
    enum { M = 300, N = 45, K = 500 };
    static float a[M * K], b[N * K], c[M * N], one[N];
    static uint16_t halves[(N + HALF_PANEL) * K];
    static _Alignas(64) char scratch[BF16_SCRATCH];
    struct rng rng;
    rng_seed(&rng, 3);
    for (int i = 0; i < M * K; i++)
        a[i] = (float)rng_normal(&rng);
    for (int i = 0; i < N * K; i++) {
        b[i] = nn_half_value(nn_half_of((float)rng_normal(&rng)));
        int row = i / K, at = row / HALF_PANEL * K * HALF_PANEL + i % K * HALF_PANEL + row % HALF_PANEL;
        halves[at] = nn_half_of(b[i]);
    }
    for (int in_halves = 0; in_halves < 2; in_halves++) {
        if (in_halves)
            kernels()->gemm_half(M, N, K, a, K, halves, c, N, scratch);
        else
            nn_gemm_rows(M, N, K, a, K, b, K, false, c, N);
        for (int i = 0; i < M; i += 37) {
            if (in_halves)
                kernels()->gemm_half(1, N, K, a + i * K, K, halves, one, N, scratch);
            else
                nn_gemm_rows(1, N, K, a + i * K, K, b, K, false, one, N);
            assert_memory_equal(one, c + i * N, sizeof one);
            for (int j = 0; j < N; j++) {
                double sum = 0, size = 0;
                for (int l = 0; l < K; l++) {
                    sum += (double)a[i * K + l] * (double)b[j * K + l];
                    size += fabs((double)a[i * K + l] * (double)b[j * K + l]);
                }
                assert_true(fabs((double)c[i * N + j] - sum) < (in_halves ? 1.5e-5 : 1e-6) * size);
            }
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(activations_are_accurate_and_saturate),
        cmocka_unit_test(logarithms_are_accurate),
        cmocka_unit_test(softmax_is_accurate_for_any_length),
        cmocka_unit_test(products_of_bfloat16_round_the_factors_only),
        cmocka_unit_test(gemm_agrees_for_all_small_shapes),
        cmocka_unit_test(packed_gemm_agrees_for_every_transposition),
        cmocka_unit_test(both_ways_of_gemm_agree),
        cmocka_unit_test(halves_round_to_nearest_even),
        cmocka_unit_test(packed_weights_agree_with_the_blas),
        cmocka_unit_test(cached_steps_agree_with_causal_attention),
        cmocka_unit_test(mixture_of_every_word_sums_to_one),
        cmocka_unit_test(rewinding_gives_the_memory_back),
        cmocka_unit_test(rows_of_inference_are_accurate_and_independent),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
