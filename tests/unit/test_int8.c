/* test_int8.c - products of bytes: exact sums in every compiled variant, results that do not depend
 * on the rows beside them, and files whose weights stay where they are. */
#include "test.h"

#include "nn/internal.h"

#include <math.h>
#include <unistd.h>

enum { MAX_ROWS = 13, MAX_OUT = 48, MAX_DEPTH = 1540 };

static size_t place(int j, int l, int depth)
{
    return (size_t)(j / 16) * (size_t)depth * 16 + (size_t)((l / 4 * 16 + j % 16) * 4 + l % 4);
}

struct product { /* bytes as the kernels read them, and the plain numbers they stand for */
    int m, n, k, depth, bias;
    uint8_t q[MAX_ROWS * MAX_DEPTH];
    int8_t w[MAX_OUT * MAX_DEPTH];
    float row_scales[MAX_ROWS], scales[MAX_OUT];
    int32_t offsets[MAX_OUT];
    int a[MAX_ROWS][MAX_DEPTH], b[MAX_OUT][MAX_DEPTH];
};

/* extreme: every factor at its limit, which is where 16-bit sums would saturate. */
static void draw(struct product *p, struct rng *rng, bool extreme)
{
    p->m = 1 + (int)rng_below(rng, MAX_ROWS);
    p->n = 1 + (int)rng_below(rng, MAX_OUT);
    p->k = extreme ? MAX_DEPTH - 1 : 1 + (int)rng_below(rng, 200);
    p->depth = (p->k + 3) / 4 * 4;
    p->bias = rng_below(rng, 2) ? 128 : 64;
    int most_a = p->bias - 1, most_w = p->bias == 128 ? 64 : 127;
    memset(p->q, p->bias, sizeof p->q);
    memset(p->w, 0, sizeof p->w);
    memset(p->offsets, 0, sizeof p->offsets);
    int sign = rng_below(rng, 2) ? 1 : -1;
    for (int i = 0; i < p->m; i++) {
        p->row_scales[i] = 1;
        for (int l = 0; l < p->k; l++) {
            p->a[i][l] = extreme ? most_a : (int)rng_below(rng, (uint32_t)(2 * most_a + 1)) - most_a;
            p->q[i * p->depth + l] = (uint8_t)(p->a[i][l] + p->bias);
        }
    }
    for (int j = 0; j < p->n; j++) {
        p->scales[j] = 1;
        for (int l = 0; l < p->k; l++) {
            p->b[j][l] = extreme ? sign * most_w
                                 : (int)rng_below(rng, (uint32_t)(2 * most_w + 1)) - most_w;
            p->w[place(j, l, p->depth)] = (int8_t)p->b[j][l];
            p->offsets[j] -= p->bias * p->b[j][l];
        }
    }
}

static void check_sums(const struct kernels *kernel, const char *name)
{
    static struct product p;
    static real y[MAX_ROWS * MAX_OUT];
    struct rng rng;
    rng_seed(&rng, 11);
    for (int trial = 0; trial < 120; trial++) {
        draw(&p, &rng, trial % 10 == 0);
        struct int8_weight w = {p.w, p.scales, p.offsets, p.bias};
        for (int i = 0; i < COUNT_OF(y); i++)
            y[i] = -7;
        kernel->gemm_int8(p.m, p.n, p.k, p.q, p.row_scales, &w, y, MAX_OUT);
        for (int i = 0; i < p.m; i++) {
            for (int j = 0; j < p.n; j++) {
                long exact = 0;
                for (int l = 0; l < p.k; l++)
                    exact += (long)p.a[i][l] * p.b[j][l];
                if (y[i * MAX_OUT + j] != (real)(float)exact)
                    fail_test("%s: %d x %d x %d, [%d][%d] is %g, not %ld", name, p.m, p.n, p.k, i,
                              j, (double)y[i * MAX_OUT + j], exact);
            }
            for (int j = p.n; j < MAX_OUT; j++)
                assert_true(y[i * MAX_OUT + j] == -7); /* nothing is written beside it */
        }
    }
}

static void sums_are_exact_in_every_variant(void **state)
{
    (void)state;
    for (int i = 0; i < int8_variants_count(); i++) {
        struct kernels variant = {0};
        const char *name = int8_variant(i, &variant);
        if (!name)
            continue;
        print_message("# %s\n", name);
        check_sums(&variant, name);
    }
    check_sums(kernels(), "as chosen here");
}

static void rows_are_quantised_to_nearest_and_never_beyond(void **state)
{
    (void)state;
    for (int v = 0; v < int8_variants_count(); v++) {
        struct kernels variant = {0};
        if (!int8_variant(v, &variant))
            continue;
        real x[] = {127, -127, (real)0.5, (real)1.5, (real)-2.5, 0, (real)38.3};
        uint8_t q[8];
        float scale;
        variant.quantize_rows(1, 7, x, 7, 128, q, &scale);
        static const int expected[] = {127, -127, 0, 2, -2, 0, 38, 0}; /* ties to even; padded */
        for (int i = 0; i < 8; i++)
            assert_int_equal((int)q[i] - 128, expected[i]);
        assert_true(scale == 1);
        real zero[] = {0, 0, 0};
        variant.quantize_rows(1, 3, zero, 3, 64, q, &scale);
        assert_true(q[0] == 64 && q[2] == 64 && q[3] == 64 && scale == 0);
        real broken[] = {(real)NAN, (real)INFINITY, (real)-INFINITY, 1}; /* no byte is out of range */
        variant.quantize_rows(1, 4, broken, 4, 64, q, &scale);
        for (int i = 0; i < 4; i++)
            assert_true(q[i] >= 1 && q[i] <= 127);
    }
}

/* ---- parameters ---------------------------------------------------------------------------------- */

struct net {
    struct nn_params *params;
    int w, table, b;
};

static struct net make_net(int out, int in)
{
    struct net net = {.params = nn_params_new()};
    struct rng rng;
    rng_seed(&rng, 5);
    net.w = nn_params_add(net.params, "w", out, in, NN_INIT_NORMAL, 1);
    net.table = nn_params_add(net.params, "table", 40, in, NN_INIT_NORMAL, 1);
    net.b = nn_params_add_vector(net.params, "b", out, NN_INIT_NORMAL, 1);
    nn_params_at(net.params, net.w)->use = NN_USE_PRODUCT;
    nn_params_at(net.params, net.table)->use = NN_USE_ROWS;
    nn_params_allocate(net.params, &rng);
    return net;
}

static struct tensor *run(const struct net *net, struct nn_tape *tape, int rows, int in, const real *x)
{
    return nn_linear_act(tape, nn_constant(tape, rows, in, x), nn_use(tape, net->w),
                         nn_use(tape, net->b), NN_GELU);
}

static void a_row_has_the_same_bits_alone_and_among_others(void **state)
{
    (void)state;
    enum { N = 11, IN = 70, OUT = 33 };
    struct net net = make_net(OUT, IN);
    real x[N * IN];
    struct rng rng;
    rng_seed(&rng, 6);
    for (int i = 0; i < N * IN; i++)
        x[i] = (real)(rng_normal(&rng) * (i / IN == 3 ? 50 : 1));
    struct nn_tape *tape = nn_tape_new(net.params, NULL);
    struct tensor *exact = run(&net, tape, N, IN, x);
    nn_params_pack_int8(net.params);
    struct tensor *all = run(&net, tape, N, IN, x);
    double difference = 0, size = 0;
    for (int i = 0; i < N; i++) {
        struct tensor *one = run(&net, tape, 1, IN, x + i * IN);
        assert_memory_equal(one->x, all->x + i * OUT, sizeof(real) * OUT);
        for (int j = 0; j < OUT; j++) {
            difference += pow((double)exact->x[i * OUT + j] - (double)all->x[i * OUT + j], 2);
            size += pow((double)exact->x[i * OUT + j], 2);
        }
    }
    assert_true(difference > 0 && sqrt(difference) < 0.03 * sqrt(size));
    nn_tape_free(tape);
    nn_params_free(net.params);
}

static void forgotten_bytes_are_made_again_after_rewinding(void **state)
{
    (void)state;
    enum { IN = 32, OUT = 16 };
    struct net net = make_net(OUT, IN);
    nn_params_pack_int8(net.params);
    struct nn_tape *tape = nn_tape_new(net.params, NULL);
    real a[IN], b[IN];
    for (int i = 0; i < IN; i++) {
        a[i] = (real)i;
        b[i] = (real)(IN - 2 * i);
    }
    struct nn_mark mark = nn_tape_mark(tape);
    real first[OUT];
    memcpy(first, run(&net, tape, 1, IN, a)->x, sizeof first);
    nn_tape_rewind(tape, mark);
    struct tensor *other = run(&net, tape, 1, IN, b); /* the same addresses, other numbers */
    assert_true(memcmp(first, other->x, sizeof first) != 0);
    nn_tape_free(tape);
    nn_params_free(net.params);
}

/* ---- files --------------------------------------------------------------------------------------- */

static const char *write_file(const struct net *net, struct error *err)
{
    static char path[64];
    strcpy(path, "/tmp/astormer-test-XXXXXX");
    close(mkstemp(path));
    struct arena arena = {0};
    int n;
    struct nn_file_entry *entries =
        nn_params_int8_entries(&arena, net->params, NULL, NULL, &n);
    assert_ok(nn_file_write(path, entries, n, NULL, NN_F16, err), *err);
    arena_release(&arena);
    return path;
}

static void a_file_of_bytes_computes_what_its_source_does(void **state)
{
    (void)state;
    enum { IN = 50, OUT = 20, N = 3 };
    struct net net = make_net(OUT, IN), mapped = make_net(OUT, IN);
    struct error err = {0};
    const char *path = write_file(&net, &err);
    struct nn_file file;
    assert_ok(nn_file_open(path, &file, &err), err);
    assert_int_equal((size_t)nn_file_find(&file, "w")->data % 64, 0);
    assert_int_equal(nn_params_load(mapped.params, &file, NULL, &err), ST_UNSUPPORTED);
    assert_ok(nn_params_load(mapped.params, &file, &(struct nn_load){.allow_bytes = true}, &err),
              err);
    assert_true(nn_params_are_bytes(mapped.params) && !nn_params_are_bytes(net.params));
    real x[N * IN];
    for (int i = 0; i < N * IN; i++)
        x[i] = (real)sin(i);
    nn_params_pack_int8(net.params);
    nn_params_pack_half(mapped.params); /* leaves what is in bytes alone */
    struct nn_tape *a = nn_tape_new(net.params, NULL), *b = nn_tape_new(mapped.params, NULL);
    struct tensor *y = run(&net, a, N, IN, x), *z = run(&mapped, b, N, IN, x);
    for (int i = 0; i < N * OUT; i++)
        assert_true(fabs((double)y->x[i] - (double)z->x[i]) < 2e-3); /* the bias is in halves */
    static const int ids[] = {39, -1, 7};
    struct tensor *rows = nn_gather(b, nn_use(b, mapped.table), ids, 3);
    const real *table = nn_params_values(net.params, net.table);
    for (int l = 0; l < IN; l++) {
        assert_true(fabs((double)(rows->x[l] - table[39 * IN + l])) < 4.0 / 127);
        assert_true(rows->x[IN + l] == 0);
        assert_true(fabs((double)(rows->x[2 * IN + l] - table[7 * IN + l])) < 4.0 / 127);
    }
    nn_tape_free(a);
    nn_tape_free(b);
    nn_params_free(net.params);
    nn_params_free(mapped.params);
    nn_file_close(&file);
    unlink(path);
}

static void a_broken_file_of_bytes_is_refused_by_name(void **state)
{
    (void)state;
    static const struct {
        const char *header, *message;
    } cases[] = {
        {"{\"w\":{\"dtype\":\"I8\",\"shape\":[1,4,16,4],\"data_offsets\":[0,256]}}", "lacks 16 scales"},
        {"{\"w\":{\"dtype\":\"I8\",\"shape\":[16,16],\"data_offsets\":[0,256]}}", "is not one of"},
        {"{\"w\":{\"dtype\":\"I8\",\"shape\":[1,4,16,4],\"data_offsets\":[0,256]},"
         "\"w.scale\":{\"dtype\":\"F32\",\"shape\":[16],\"data_offsets\":[256,320]},"
         "\"w.offset\":{\"dtype\":\"F32\",\"shape\":[16],\"data_offsets\":[320,384]}}", "lacks 16"},
        {"{\"w\":{\"dtype\":\"I8\",\"shape\":[1,4,16,4],\"data_offsets\":[0,256]},"
         "\"w.scale\":{\"dtype\":\"F32\",\"shape\":[16],\"data_offsets\":[256,320]},"
         "\"w.offset\":{\"dtype\":\"I32\",\"shape\":[16],\"data_offsets\":[320,384]}}", "finite"},
        {"{\"b\":{\"dtype\":\"I8\",\"shape\":[1,4,16,4],\"data_offsets\":[0,256]}}", "lacks tensor 'w'"},
    };
    for (int i = 0; i < COUNT_OF(cases); i++) {
        struct nn_params *params = nn_params_new();
        nn_params_add(params, "w", 16, 16, NN_INIT_ZEROS, 0);
        nn_params_at(params, 0)->use = NN_USE_PRODUCT;
        nn_params_allocate(params, NULL);
        unsigned char bytes[2048];
        uint64_t n = strlen(cases[i].header);
        memcpy(bytes, &n, 8);
        memcpy(bytes + 8, cases[i].header, n);
        memset(bytes + 8 + n, 0xFF, 384); /* a scale of all ones is no number */
        struct nn_file file;
        struct error err = {0};
        size_t data = strstr(cases[i].header, "384]") ? 384 : 256;
        assert_ok(nn_file_parse("m", bytes, 8 + n + data, &file, &err), err);
        enum status st =
            nn_params_load(params, &file, &(struct nn_load){.allow_bytes = true}, &err);
        assert_true(st != ST_OK);
        if (!strstr(err.message, cases[i].message))
            fail_test("case %d says: %s", i, err.message);
        nn_file_close(&file);
        nn_params_free(params);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sums_are_exact_in_every_variant),
        cmocka_unit_test(rows_are_quantised_to_nearest_and_never_beyond),
        cmocka_unit_test(a_row_has_the_same_bits_alone_and_among_others),
        cmocka_unit_test(forgotten_bytes_are_made_again_after_rewinding),
        cmocka_unit_test(a_file_of_bytes_computes_what_its_source_does),
        cmocka_unit_test(a_broken_file_of_bytes_is_refused_by_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
