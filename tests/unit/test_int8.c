/* test_int8.c - products of bytes: exact sums in every compiled variant, results that do not depend
 * on the rows beside them, and files whose weights stay where they are. */
#include "test.h"

#include "nn/internal.h"

#include <math.h>
#include <unistd.h>

enum { MAX_ROWS = 150, MAX_OUT = 48, MAX_DEPTH = 1540 };

static size_t place(int j, int l, int depth)
{
    return (size_t)(j / 16) * (size_t)depth * 16 + (size_t)((l / 4 * 16 + j % 16) * 4 + l % 4);
}

struct product { /* bytes as the kernels read them, and the plain numbers they stand for */
    int m, n, k, depth, levels;
    uint8_t q[MAX_ROWS * MAX_DEPTH];
    int8_t w[MAX_OUT * MAX_DEPTH];
    struct int8_row rows[MAX_ROWS];
    float scales[MAX_OUT];
    int32_t sums[MAX_OUT];
    int a[MAX_ROWS][MAX_DEPTH], b[MAX_OUT][MAX_DEPTH];
};

/* full: what activations may have beside weights of 127.  extreme: every factor at its limit, which is
 * where 16-bit sums would saturate. */
static void draw(struct product *p, struct rng *rng, int full, bool extreme)
{
    static const uint32_t most_rows[] = {13, 40, MAX_ROWS}; /* tiles of rows, and blocks of tiles */
    p->m = 1 + (int)rng_below(rng, most_rows[rng_below(rng, extreme ? 2 : 3)]);
    p->n = 1 + (int)rng_below(rng, MAX_OUT);
    p->k = extreme ? MAX_DEPTH - 1 : 1 + (int)rng_below(rng, 200);
    if (rng_below(rng, 2)) /* tiles want whole steps of 64 bytes */
        p->k = extreme ? 1536 : MAX(p->k / 64, 1) * 64 - (int)rng_below(rng, 4);
    p->depth = (p->k + 3) / 4 * 4;
    bool older = rng_below(rng, 2); /* fifteen bits for the two factors, see packed.c */
    p->levels = older ? rng_below(rng, 2) ? 255 : 127 : full;
    int most_w = older && p->levels == 255 ? 64 : 127;
    memset(p->q, p->levels, sizeof p->q);
    memset(p->w, 0, sizeof p->w);
    memset(p->sums, 0, sizeof p->sums);
    int sign = rng_below(rng, 2) ? 1 : -1;
    for (int i = 0; i < p->m; i++) {
        int zero = extreme ? 0 : (int)rng_below(rng, (uint32_t)p->levels + 1);
        p->rows[i] = (struct int8_row){1, zero};
        for (int l = 0; l < p->k; l++) {
            int byte = extreme ? p->levels : (int)rng_below(rng, (uint32_t)p->levels + 1);
            p->a[i][l] = byte - zero;
            p->q[i * p->depth + l] = (uint8_t)byte;
        }
    }
    for (int j = 0; j < p->n; j++) {
        p->scales[j] = 1;
        for (int l = 0; l < p->k; l++) {
            p->b[j][l] = extreme ? sign * most_w
                                 : (int)rng_below(rng, (uint32_t)(2 * most_w + 1)) - most_w;
            p->w[place(j, l, p->depth)] = (int8_t)p->b[j][l];
            p->sums[j] += p->b[j][l];
        }
    }
}

static void check_sums(const struct kernels *kernel, const char *name)
{
    static struct product p;
    static real y[MAX_ROWS * MAX_OUT];
    struct rng rng;
    rng_seed(&rng, 11);
    for (int trial = 0; trial < 240; trial++) {
        draw(&p, &rng, kernel->int8_levels, trial % 10 == 0);
        struct int8_weight w = {p.w, p.scales, p.sums, p.levels};
        for (int i = 0; i < COUNT_OF(y); i++)
            y[i] = -7;
        kernel->gemm_int8(p.m, p.n, p.k, p.q, p.rows, &w, y, MAX_OUT);
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
        real x[] = {127, -128, (real)0.5, (real)1.5, (real)-2.5, 0, (real)38.3};
        uint8_t q[8];
        struct int8_row row;
        variant.quantize_rows(1, 7, x, 7, 255, q, &row);
        static const int expected[] = {127, -128, 0, 2, -2, 0, 38, 0}; /* ties to even; padded */
        assert_true(row.scale == 1 && row.zero == 128);
        for (int i = 0; i < 8; i++)
            assert_int_equal((int)q[i] - row.zero, expected[i]);
        real above[] = {51, 0, 25, 10}, below[] = {-51, -1}; /* all bytes for one side */
        variant.quantize_rows(1, 4, above, 4, 255, q, &row);
        assert_true(row.zero == 0 && q[0] == 255 && q[1] == 0 && q[2] == 125 && q[3] == 50);
        variant.quantize_rows(1, 2, below, 2, 127, q, &row);
        assert_true(row.zero == 127 && q[0] == 0 && q[1] == 125);
        real zero[] = {0, 0, 0};
        variant.quantize_rows(1, 3, zero, 3, 127, q, &row);
        assert_true(q[0] == row.zero && q[2] == row.zero && q[3] == row.zero && row.scale == 0);
        real broken[] = {(real)NAN, (real)INFINITY, (real)-INFINITY, 1}; /* no byte is out of range */
        variant.quantize_rows(1, 4, broken, 4, 127, q, &row);
        assert_true(row.zero >= 0 && row.zero <= 127);
        for (int i = 0; i < 4; i++)
            assert_true(q[i] <= 127);
        real wide[] = {(real)3e38, (real)-3e38}; /* further apart than a float goes */
        variant.quantize_rows(1, 2, wide, 2, 255, q, &row);
        assert_true(isfinite(row.scale) && q[0] == 255 && q[1] == 0);
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
    assert_true(difference > 0 && sqrt(difference) < 0.02 * sqrt(size));
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

static bool keep_w(void *context, const struct nn_param *param)
{
    (void)context;
    return strcmp(param->name, "w") == 0;
}

static const char *write_file_but(const struct net *net,
                                  bool (*keep)(void *context, const struct nn_param *),
                                  struct error *err)
{
    static char path[64];
    strcpy(path, "/tmp/astormer-test-XXXXXX");
    close(mkstemp(path));
    struct arena arena = {0};
    int n;
    struct nn_file_entry *entries = nn_params_int8_entries(&arena, net->params, keep, NULL, &n);
    assert_ok(nn_file_write(path, entries, n, NULL, NN_F16, err), *err);
    arena_release(&arena);
    return path;
}

static const char *write_file(const struct net *net, struct error *err)
{
    return write_file_but(net, NULL, err);
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

/* Opens path and loads it; the parameters are of make_net(). */
static void load_net(struct net *net, const char *path, struct nn_file *file)
{
    struct error err = {0};
    assert_ok(nn_file_open(path, file, &err), err);
    assert_ok(nn_params_load(net->params, file, &(struct nn_load){.allow_bytes = true}, &err), err);
}

static void what_is_kept_in_halves_is_packed_from_the_file_and_written_again(void **state)
{
    (void)state;
    enum { IN = 50, OUT = 37, N = 2 };
    struct net net = make_net(OUT, IN), kept = make_net(OUT, IN), again = make_net(OUT, IN);
    struct error err = {0};
    struct nn_file file, second;
    real x[N * IN];
    for (int i = 0; i < N * IN; i++)
        x[i] = (real)sin(i);
    const char *path = write_file_but(&net, keep_w, &err);
    load_net(&kept, path, &file);
    unlink(path);
    assert_true(nn_file_find(&file, "w")->dtype == NN_F16);
    path = write_file(&kept, &err); /* nothing says to keep it: it was in halves */
    load_net(&again, path, &second);
    unlink(path);
    const struct nn_file_tensor *one = nn_file_find(&file, "w"), *two = nn_file_find(&second, "w");
    assert_true(two->dtype == NN_F16 && two->count == one->count);
    assert_memory_equal(one->data, two->data, 2 * (size_t)one->count);
    nn_params_pack_half(net.params);
    nn_params_pack_half(kept.params);
    struct nn_tape *a = nn_tape_new(net.params, NULL), *b = nn_tape_new(kept.params, NULL);
    struct tensor *y = run(&net, a, N, IN, x), *z = run(&kept, b, N, IN, x);
    for (int i = 0; i < N * OUT; i++)
        assert_true(fabs((double)y->x[i] - (double)z->x[i]) < 2e-3); /* the bias is in halves */
    nn_tape_free(a);
    nn_tape_free(b);
    nn_file_close(&file);
    nn_file_close(&second);
    nn_params_free(net.params);
    nn_params_free(kept.params);
    nn_params_free(again.params);
}

/* Weights of products in -64..64 and NAME.offset = -128 times their sum, tables -64 times. */
static void an_older_file_computes_the_same_and_stays_as_it_is(void **state)
{
    (void)state;
    enum { IN = 8 };
    static const char header[] =
        "{\"w\":{\"dtype\":\"I8\",\"shape\":[1,2,16,4],\"data_offsets\":[0,128]},"
        "\"w.scale\":{\"dtype\":\"F32\",\"shape\":[16],\"data_offsets\":[128,192]},"
        "\"w.offset\":{\"dtype\":\"I32\",\"shape\":[16],\"data_offsets\":[192,256]}}";
    for (int table = 0; table < 2; table++) {
        unsigned char bytes[1024];
        uint64_t n = strlen(header);
        memcpy(bytes, &n, 8);
        memcpy(bytes + 8, header, n);
        unsigned char *data = bytes + 8 + n;
        float scales[16];
        int32_t offsets[16] = {0};
        for (int j = 0; j < 16; j++) {
            scales[j] = (float)(j + 1) / 8;
            for (int l = 0; l < IN; l++) {
                int w = (l + j) % 3 == 0 ? 64 : -l;
                data[place(j, l, IN)] = (unsigned char)(int8_t)w;
                offsets[j] -= (table ? 64 : 128) * w;
            }
        }
        memcpy(data + 128, scales, sizeof scales);
        memcpy(data + 192, offsets, sizeof offsets);
        struct nn_params *params = nn_params_new();
        int w = nn_params_add(params, "w", 16, IN, NN_INIT_ZEROS, 0);
        nn_params_at(params, w)->use = table ? NN_USE_ROWS : NN_USE_PRODUCT;
        nn_params_allocate(params, NULL);
        struct nn_file file;
        struct error err = {0};
        assert_ok(nn_file_parse("m", bytes, 8 + n + 256, &file, &err), err);
        assert_ok(nn_params_load(params, &file, &(struct nn_load){.allow_bytes = true}, &err), err);
        real x[IN] = {1, 0, 0, 0, 0, 0, 0, -1}; /* bytes 255 and 0 (127 and 0): exact but for the zero */
        struct nn_tape *tape = nn_tape_new(params, NULL);
        struct tensor *y = nn_linear(tape, nn_constant(tape, 1, IN, x), nn_use(tape, w), NULL);
        for (int j = 0; j < 16; j++) {
            int first = j % 3 == 0 ? 64 : 0, last = (7 + j) % 3 == 0 ? 64 : -7;
            double exact = (double)((float)(first - last) * scales[j]);
            assert_true(fabs((double)y->x[j] - exact) <= 0.01 * 64 * (double)scales[j]);
        }
        int entries;
        struct arena arena = {0};
        struct nn_file_entry *again = nn_params_int8_entries(&arena, params, NULL, NULL, &entries);
        assert_int_equal(entries, 3);
        assert_string_equal(again[2].name, "w.offset");
        assert_memory_equal(again[2].raw, offsets, sizeof offsets);
        arena_release(&arena);
        nn_tape_free(tape);
        nn_file_close(&file);
        nn_params_free(params);
    }
}

static void rows_of_a_file_are_read_as_numbers(void **state)
{
    (void)state;
    enum { IN = 50, OUT = 37 };
    struct net net = make_net(OUT, IN);
    struct error err = {0};
    const char *path = write_file_but(&net, keep_w, &err);
    struct nn_file file;
    assert_ok(nn_file_open(path, &file, &err), err);
    unlink(path);
    const struct {
        const char *name;
        int param, rank, rows, cols;
        double error;
    } cases[] = {
        {"table", net.table, 2, 40, IN, 0.5 / 127}, /* in bytes: half a step of the largest of a row */
        {"w", net.w, 2, OUT, IN, 1e-3},
        {"b", net.b, 1, 1, OUT, 1e-3},
    };
    for (int i = 0; i < COUNT_OF(cases); i++) {
        const struct nn_file_tensor *t = nn_file_find(&file, cases[i].name);
        const real *values = nn_params_values(net.params, cases[i].param);
        int rows = cases[i].rows, cols = cases[i].cols, rank = cases[i].rank;
        assert_true(nn_file_is_matrix(&file, t, rank, rows, cols));
        assert_true(nn_file_is_matrix(&file, t, rank, -1, cols));
        assert_false(nn_file_is_matrix(&file, t, 3 - rank, rows, cols));
        assert_false(nn_file_is_matrix(&file, t, rank, rows, cols + 4));
        assert_true(rank == 1 || !nn_file_is_matrix(&file, t, rank, rows + 16, cols));
        for (int r = 0; r < rows; r++) {
            real row[IN];
            double largest = 0;
            assert_true(nn_file_row(&file, t, r, cols, row));
            for (int l = 0; l < cols; l++)
                largest = fmax(largest, fabs((double)values[r * cols + l]));
            for (int l = 0; l < cols; l++)
                assert_true(fabs((double)(row[l] - values[r * cols + l])) <=
                            1.001 * cases[i].error * largest);
        }
        real row[IN];
        assert_false(nn_file_row(&file, t, -1, cols, row));
        assert_false(nn_file_row(&file, t, 48, cols, row)); /* past the last panel of 40 rows, too */
    }
    /* other integers, and bytes without scales, are no matrix */
    assert_false(nn_file_is_matrix(&file, nn_file_find(&file, "table.sum"), 1, 1, 48));
    nn_file_close(&file);
    nn_params_free(net.params);
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
        cmocka_unit_test(what_is_kept_in_halves_is_packed_from_the_file_and_written_again),
        cmocka_unit_test(an_older_file_computes_the_same_and_stays_as_it_is),
        cmocka_unit_test(rows_of_a_file_are_read_as_numbers),
        cmocka_unit_test(a_broken_file_of_bytes_is_refused_by_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
