/* test_nn_paths.c - every path of the loops over floats that this processor has (portable, AVX2, AVX-512, tiles)
 * against arithmetic in double, on random and on extreme numbers; and rows that do not depend on those
 * beside them. */
#include "test.h"

#include "nn/internal.h"

#include <float.h>
#include <math.h>

enum { PATHS_MOST = 8 };
struct paths {
    struct kernels kernel[PATHS_MOST];
    int n;
};

static struct paths all_paths(void)
{
    struct paths paths = {.n = 0};
    struct kernels filled = {0};
    for (int i = 0; i < float_variants_count(); i++) {
        const char *name = float_variant(i, &filled);
        if (!name)
            continue;
        paths.kernel[paths.n] = filled;
        paths.kernel[paths.n++].name = name;
    }
    return paths;
}

static void draw(struct rng *rng, size_t n, double size, float *x)
{
    for (size_t i = 0; i < n; i++)
        x[i] = (float)(rng_normal(rng) * size);
}

/* ---- products --------------------------------------------------------------------------------- */

enum { M = 100, N = 70, K = 700, BESIDE = 3 };
static float x[M * K], w[N * K], y[M * (N + BESIDE)], once[M * (N + BESIDE)];
static _Alignas(64) float panels[(N + WIDEST_PANEL) * K];
static _Alignas(64) float scratch[GEMM_SCRATCH];

/* [m][n] of y against sums in double; what lies beside a row is as it was. */
static void check_product(const char *name, int m, int n, int k, const float *got, double allowed)
{
    for (int i = 0; i < m; i++) {
        for (int j = 0; j < n; j++) {
            double sum = 0, size = DBL_MIN;
            for (int l = 0; l < k; l++) {
                double product = (double)x[i * k + l] * (double)w[j * k + l];
                sum += product;
                size += fabs(product);
            }
            double error = fabs((double)got[i * (n + BESIDE) + j] - sum);
            if (!(error <= allowed * size))
                fail_test("%s, %d x %d x %d: (%d, %d) is %g instead of %g", name, m, n, k, i, j,
                          (double)got[i * (n + BESIDE) + j], sum);
        }
        for (int j = 0; j < BESIDE; j++)
            assert_true(got[i * (n + BESIDE) + n + j] == 7);
    }
}

static void fill(float *to)
{
    for (int i = 0; i < M * (N + BESIDE); i++)
        to[i] = 7;
}

static const int shapes[][3] = {{1, 1, 1},    {5, 16, 8},   {6, 31, 33},   {7, 32, 319},  {23, 33, 320},
                                {24, 48, 321}, {25, 47, 64}, {96, 64, 641}, {97, 65, 100}, {M, N, K}};

static void weights_packed_once_have_the_bits_of_packing_each_time(void **state)
{
    (void)state;
    struct paths paths = all_paths();
    struct rng rng;
    rng_seed(&rng, 1);
    for (int p = 0; p < paths.n; p++)
        for (int s = 0; s < COUNT_OF(shapes); s++) {
            const struct kernels *kernel = &paths.kernel[p];
            int m = shapes[s][0], n = shapes[s][1], k = shapes[s][2], ldy = n + BESIDE;
            /* 1e18: squares near the end of the range; 1e-20: products that have no normal number */
            static const double sizes[] = {1, 1e18, 1e-20};
            double size = sizes[s % 3];
            draw(&rng, (size_t)(m * k), size, x);
            draw(&rng, (size_t)(n * k), size, w);
            fill(y);
            fill(once);
            kernel->pack_weight(n, k, w, panels);
            kernel->gemm_weight(m, n, k, x, k, panels, y, ldy);
            kernel->gemm_packed(false, true, m, n, k, x, k, w, k, false, once, ldy, scratch);
            assert_memory_equal(y, once, sizeof *y * (size_t)(m * ldy));
            if (size >= 1)
                check_product(kernel->name, m, n, k, y, 1e-6);
            kernel->gemm_weight(1, n, k, x + (m - 1) * k, k, panels, once, ldy);
            assert_memory_equal(once, y + (m - 1) * ldy, sizeof *y * (size_t)n);
        }
}

/* w rounded to halves, and as panels of them. */
static void pack_halves(const struct kernels *kernel, int n, int k, uint16_t *to)
{
    memset(to, 0, sizeof *to * (size_t)((n + HALF_PANEL - 1) / HALF_PANEL * HALF_PANEL * k));
    for (int i = 0; i < n * k; i++) {
        int j = i / k;
        uint16_t *half = &to[j / HALF_PANEL * k * HALF_PANEL + i % k * HALF_PANEL + j % HALF_PANEL];
        kernel->to_half(1, &w[i], half);
        kernel->from_half(1, half, &w[i]);
    }
}

static void products_of_halves_are_sums_of_floats(void **state)
{
    (void)state;
    static uint16_t halves[(N + HALF_PANEL) * K];
    struct paths paths = all_paths();
    struct rng rng;
    rng_seed(&rng, 2);
    for (int p = 0; p < paths.n; p++)
        for (int s = 0; s < 2 * COUNT_OF(shapes); s++) {
            const struct kernels *kernel = &paths.kernel[p];
            const int *shape = shapes[s % COUNT_OF(shapes)];
            int m = shape[0], n = shape[1], k = shape[2], ldy = n + BESIDE;
            draw(&rng, (size_t)(m * k), s % 3 ? 1 : 1e15, x);
            draw(&rng, (size_t)(n * k), s % 2 ? 1 : 1e-6, w); /* 1e-6: halves of few bits */
            w[0] = s % 2 ? 65504 : 6e-8f;                   /* the largest and the smallest of them */
            pack_halves(kernel, n, k, halves);
            fill(y);
            kernel->gemm_half(m, n, k, x, k, halves, y, ldy, scratch);
            /* the one large weight may make all further sums round at its size */
            double rounding = (k + 1) * (double)FLT_EPSILON / 2;
            check_product(kernel->name, m, n, k, y, strcmp(kernel->name, "amx") ? rounding : rounding + 1.5e-5);
            for (int i = 0; i < m; i += 5) { /* alone, and as one of a beam */
                int few = MIN(m - i, 5);
                kernel->gemm_half(few, n, k, x + i * k, k, halves, once, ldy, scratch);
                for (int r = 0; r < few; r++)
                    assert_memory_equal(once + r * ldy, y + (i + r) * ldy, sizeof *y * (size_t)n);
            }
        }
}

/* ---- rows ------------------------------------------------------------------------------------- */

static bool close_to(double got, double exact, double allowed)
{
    return fabs(got - exact) <= allowed * fmax(1, fabs(exact));
}

static void layer_norms_are_accurate_for_any_length(void **state)
{
    (void)state;
    enum { MOST = 130 };
    float in[MOST], more[MOST], gain[MOST], bias[MOST], hat[MOST], out[MOST];
    struct paths paths = all_paths();
    struct rng rng;
    rng_seed(&rng, 3);
    for (int p = 0; p < paths.n; p++)
        for (int n = 2; n < MOST; n++) {
            double size = n % 3 == 0 ? 1e12 : n % 3 == 1 ? 1 : 1e-12, mean = 0, variance = 0;
            draw(&rng, (size_t)n, size, in);
            draw(&rng, (size_t)n, size, more);
            draw(&rng, (size_t)n, 1, gain);
            draw(&rng, (size_t)n, 1, bias);
            for (int i = 0; i < n; i++)
                mean += ((double)in[i] + (double)more[i]) / n;
            for (int i = 0; i < n; i++)
                variance += pow((double)in[i] + (double)more[i] - mean, 2) / n;
            double inverse = 1 / sqrt(variance + 1e-5);
            real got = paths.kernel[p].layer_norm(n, in, more, gain, bias, 1e-5f, hat, out);
            assert_true(fabs((double)got / inverse - 1) < 1e-5);
            for (int i = 0; i < n; i++) {
                double exact = ((double)in[i] + (double)more[i] - mean) * inverse;
                if (!close_to((double)hat[i], exact, 2e-6) ||
                    !close_to((double)out[i], exact * (double)gain[i] + (double)bias[i], 1e-5))
                    fail_test("%s: layer norm of %d, %g instead of %g", paths.kernel[p].name, n,
                              (double)hat[i], exact);
            }
        }
}

static void sums_are_accurate_for_any_length(void **state)
{
    (void)state;
    enum { MOST = 70, ROWS = 5 };
    float a[ROWS * MOST], b[ROWS * MOST], columns[MOST];
    struct paths paths = all_paths();
    struct rng rng;
    rng_seed(&rng, 4);
    for (int p = 0; p < paths.n; p++)
        for (int n = 1; n < MOST; n++) {
            const struct kernels *k = &paths.kernel[p];
            double size = n % 2 ? 1 : 1e17, dot = 0, squares = 0, most = 0;
            draw(&rng, (size_t)(ROWS * n), size, a);
            draw(&rng, (size_t)(ROWS * n), size, b);
            for (int i = 0; i < n; i++) {
                dot += (double)a[i] * (double)b[i];
                most += fabs((double)a[i] * (double)b[i]);
                squares += (double)a[i] * (double)a[i];
                columns[i] = 1;
            }
            assert_true(fabs((double)k->dot((size_t)n, a, b) - dot) <= 1e-6 * most);
            assert_true(fabs(k->square_sum((size_t)n, a) - squares) <= 1e-6 * squares);
            k->column_sum(ROWS, n, a, columns);
            for (int i = 0; i < n; i++) {
                double sum = 1, all = 1;
                for (int r = 0; r < ROWS; r++) {
                    sum += (double)a[r * n + i];
                    all += fabs((double)a[r * n + i]);
                }
                assert_true(fabs((double)columns[i] - sum) <= 1e-6 * all);
            }
        }
}

static void cells_of_lstms_are_accurate_and_saturate(void **state)
{
    (void)state;
    enum { MOST = 40 };
    float gates[4 * MOST], before[MOST], c[MOST], tanh_c[MOST], out[MOST], as_drawn[4 * MOST];
    struct paths paths = all_paths();
    struct rng rng;
    rng_seed(&rng, 5);
    for (int p = 0; p < paths.n; p++)
        for (int h = 1; h < MOST; h++) {
            draw(&rng, (size_t)(4 * h), h % 4 ? 2 : 1000, gates);
            draw(&rng, (size_t)h, 1, before);
            memcpy(as_drawn, gates, sizeof gates);
            paths.kernel[p].lstm(h, gates, before, c, tanh_c, out);
            for (int i = 0; i < h; i++) {
                double in = 1 / (1 + exp(-(double)as_drawn[i]));
                double keep = 1 / (1 + exp(-(double)as_drawn[h + i]));
                double cell = in * tanh((double)as_drawn[2 * h + i]) + keep * (double)before[i];
                double show = 1 / (1 + exp(-(double)as_drawn[3 * h + i]));
                assert_true(close_to((double)c[i], cell, 3e-6));
                assert_true(close_to((double)tanh_c[i], tanh(cell), 3e-6));
                assert_true(close_to((double)out[i], show * tanh(cell), 3e-6));
            }
        }
}

static void softmax_stands_extremes(void **state)
{
    (void)state;
    struct paths paths = all_paths();
    for (int p = 0; p < paths.n; p++)
        for (int n = 1; n < 50; n++) {
            float row[50];
            for (int i = 0; i < n; i++)
                row[i] = i % 2 ? -FLT_MAX / 4 : FLT_MAX / 4;
            paths.kernel[p].softmax(n, 1, row);
            for (int i = 0; i < n; i++)
                assert_true(close_to((double)row[i], i % 2 ? 0 : 1.0 / ((n + 1) / 2), 1e-6));
            for (int i = 0; i < n; i++)
                row[i] = 1e-40f; /* no normal number */
            double log_sum = (double)paths.kernel[p].softmax(n, 0.5f, row);
            assert_true(close_to(log_sum, log(n), 1e-6));
            for (int i = 0; i < n; i++)
                assert_true(close_to((double)row[i], 1.0 / n, 1e-6));
        }
}

/* ---- layers ----------------------------------------------------------------------------------- */

enum { ROWS = 230, IN = 72, OUT = 53 }; /* more rows than are taken at a time, three times over */

static struct tensor *layer(struct nn_tape *tape, int rows, const real *in)
{
    return nn_linear_act(tape, nn_constant(tape, rows, IN, in), nn_use(tape, 0), nn_use(tape, 1), NN_GELU);
}

/* Weights in floats, in halves and in bytes: each row of many has the bits it has alone, and floats packed
 * those of floats that are not. */
static void rows_of_a_layer_do_not_depend_on_the_others(void **state)
{
    (void)state;
    static real in[ROWS * IN];
    struct rng rng;
    rng_seed(&rng, 6);
    draw(&rng, ROWS * IN, 1, in);
    struct nn_params *params = nn_params_new();
    nn_params_at(params, nn_params_add(params, "w", OUT, IN, NN_INIT_NORMAL, 1))->use = NN_USE_PRODUCT;
    nn_params_add_vector(params, "b", OUT, NN_INIT_NORMAL, 1);
    nn_params_allocate(params, &rng);
    struct nn_tape *tape = nn_tape_new(params, NULL);
    void (*const pack[])(struct nn_params *) = {nn_params_pack_float, nn_params_pack_half,
                                                nn_params_pack_int8};
    nn_tape_begin(tape, NN_INFER, 0);
    struct tensor *plain = layer(tape, ROWS, in);
    for (int form = 0; form < COUNT_OF(pack); form++) {
        pack[form](params);
        struct tensor *all = layer(tape, ROWS, in);
        if (form == 0)
            assert_memory_equal(all->x, plain->x, sizeof(real) * ROWS * OUT);
        for (int r = 0; r < ROWS; r += 7) {
            struct tensor *one = layer(tape, 1, in + r * IN);
            assert_memory_equal(one->x, all->x + r * OUT, sizeof(real) * OUT);
        }
    }
    nn_tape_free(tape);
    nn_params_free(params);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(weights_packed_once_have_the_bits_of_packing_each_time),
        cmocka_unit_test(products_of_halves_are_sums_of_floats),
        cmocka_unit_test(layer_norms_are_accurate_for_any_length),
        cmocka_unit_test(sums_are_accurate_for_any_length),
        cmocka_unit_test(cells_of_lstms_are_accurate_and_saturate),
        cmocka_unit_test(softmax_stands_extremes),
        cmocka_unit_test(rows_of_a_layer_do_not_depend_on_the_others),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
