/* test_nn_file.c - safetensors: what we write we read, and what is wrong is named. */
#include "test.h"

#include "nn/internal.h"

#include <math.h>
#include <stdlib.h>
#include <unistd.h>

static struct nn_params *some_params(void)
{
    struct rng rng;
    rng_seed(&rng, 1);
    struct nn_params *params = nn_params_new();
    nn_params_add(params, "layer.weight", 3, 5, NN_INIT_NORMAL, 1);
    nn_params_add_vector(params, "layer.bias", 7, NN_INIT_NORMAL, 1);
    nn_params_add(params, "wörter", 1, 2, NN_INIT_NORMAL, 1);
    nn_params_allocate(params, &rng);
    return params;
}

static void write_and_read(enum nn_dtype dtype, double tolerance)
{
    char path[] = "/tmp/astormer-test-XXXXXX";
    close(mkstemp(path));
    struct nn_params *from = some_params(), *to = some_params();
    struct arena arena = {0};
    struct error err = {0};
    int n;
    struct nn_file_entry *entries = nn_params_entries(&arena, from, &n);
    json_t *metadata = json_pack("{s:s, s:s}", "config", "{\"d\": 256}", "grammar", "sql = …\n");
    assert_ok(nn_file_write(path, entries, n, metadata, dtype, &err), err);
    json_decref(metadata);
    memset(nn_params_block(to), 0, sizeof(real) * nn_params_size(to));
    struct nn_file file;
    assert_ok(nn_file_open(path, &file, &err), err);
    assert_string_equal(nn_file_text(&file, "grammar"), "sql = …\n");
    assert_null(nn_file_text(&file, "nothing"));
    const struct nn_file_tensor *bias = nn_file_find(&file, "layer.bias");
    assert_int_equal(bias->rank, 1);
    assert_int_equal(bias->shape[0], 7);
    assert_ok(nn_params_load(to, &file, NULL, &err), err);
    for (size_t i = 0; i < nn_params_size(from); i++) {
        double x = (double)nn_params_block(from)[i], y = (double)nn_params_block(to)[i];
        assert_true(fabs(x - y) <= tolerance * fabs(x));
    }
    nn_file_close(&file);
    unlink(path);
    arena_release(&arena);
    nn_params_free(from);
    nn_params_free(to);
}

static void what_is_written_is_read(void **state)
{
    (void)state;
    write_and_read(NN_F32, 0);
    write_and_read(NN_F16, 1.0 / 2048);
}

/* A file of the given header and so many data bytes; length < 0 = the header's own. */
static enum status parse(const char *header, long length, size_t data_bytes, struct nn_file *file,
                         struct error *err)
{
    static unsigned char bytes[65536];
    size_t n = strlen(header);
    uint64_t stated = length < 0 ? n : (uint64_t)length;
    CHECK(8 + n + data_bytes <= sizeof bytes);
    memcpy(bytes, &stated, 8);
    memcpy(bytes + 8, header, n);
    memset(bytes + 8 + n, 0, data_bytes);
    return nn_file_parse("m.safetensors", bytes, 8 + n + data_bytes, file, err);
}

static void malformed_files_are_refused_by_name(void **state)
{
    (void)state;
    static const struct {
        const char *header;
        long length;
        size_t data;
        const char *message;
    } cases[] = {
        {"", 1000, 0, "does not fit"},
        {"", 1L << 62, 0, "limit"},
        {"", 0, 0, "bad header"},
        {"[]", -1, 0, "not a JSON object"},
        {"{\"a\":", -1, 0, "bad header"},
        {"{\"\xff\":{}}", -1, 0, "bad header"},
        {"{\"a\":{},\"a\":{}}", -1, 0, "bad header"},
        {"{\"a\":{\"dtype\":\"F33\",\"shape\":[1],\"data_offsets\":[0,4]}}", -1, 4,
         "'a' has unknown dtype 'F33'"},
        {"{\"a\":{\"dtype\":\"F32\",\"shape\":[-1],\"data_offsets\":[0,4]}}", -1, 4, "bad shape"},
        {"{\"a\":{\"dtype\":\"F32\",\"shape\":[1,1,1,1,1,1,1,1,1],\"data_offsets\":[0,4]}}", -1, 4,
         "bad shape"},
        {"{\"a\":{\"dtype\":\"F32\",\"shape\":[2147483647,2147483647,2147483647],"
         "\"data_offsets\":[0,4]}}", -1, 4, "bad shape"},
        {"{\"a\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[0,4]}}", -1, 4, "needs 2"},
        {"{\"a\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[0,8]}}", -1, 4, "outside"},
        {"{\"a\":{\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":[4,0]}}", -1, 4, "outside"},
        {"{\"a\":{\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":[-4,0]}}", -1, 4, "outside"},
        {"{\"a\":{\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":[0]}}", -1, 4, "data_offsets"},
        {"{\"a\":{\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":[0,4]},"
         "\"b\":{\"dtype\":\"F16\",\"shape\":[1],\"data_offsets\":[2,4]}}", -1, 8,
         "'a' and 'b' overlap"},
        {"{\"__metadata__\":{\"a\":1}}", -1, 0, "'a' must be a string"},
        {"{\"__metadata__\":7}", -1, 0, "must be an object"},
    };
    for (int i = 0; i < COUNT_OF(cases); i++) {
        struct nn_file file;
        struct error err = {0};
        enum status status = parse(cases[i].header, cases[i].length, cases[i].data, &file, &err);
        if (status == ST_OK || !strstr(err.message, cases[i].message) ||
            !strstr(err.message, "m.safetensors"))
            fail_test("case %d: expected '%s', got '%s'", i, cases[i].message, err.message);
    }
    struct nn_file file;
    struct error err = {0};
    assert_int_equal(nn_file_parse("m", "abc", 3, &file, &err), ST_INPUT);
    assert_int_equal(nn_file_open("/nonexistent/m", &file, &err), ST_IO);
    assert_int_equal(nn_file_open("/tmp", &file, &err), ST_IO);
}

static const char *shout(void *context, struct arena *scratch, const char *param)
{
    (void)context;
    return strcmp(param, "wörter") == 0 ? NULL : arena_printf(scratch, "bert.%s", param);
}

static void missing_surplus_and_misshapen_tensors_are_named(void **state)
{
    (void)state;
#define WEIGHT(name, shape) \
    "\"" name "\":{\"dtype\":\"F32\",\"shape\":" shape ",\"data_offsets\":[0,60]}"
#define BIAS(name) "\"" name "\":{\"dtype\":\"BF16\",\"shape\":[7],\"data_offsets\":[60,74]}"
#define WORDS "\"wörter\":{\"dtype\":\"F16\",\"shape\":[1,2],\"data_offsets\":[74,78]}"
    static const struct {
        const char *header, *message;
        struct nn_load how;
    } cases[] = {
        {"{" WEIGHT("layer.weight", "[3,5]") "," BIAS("layer.bias") "," WORDS "}", NULL, {0}},
        {"{" WEIGHT("layer.weight", "[3,5]") "," WORDS "}", "lacks tensor 'layer.bias'", {0}},
        {"{" WEIGHT("layer.weight", "[5,3]") "," BIAS("layer.bias") "," WORDS "}",
         "'layer.weight' has another shape than 3 x 5", {0}},
        {"{" WEIGHT("x.layer.weight", "[3,5]") "," BIAS("x.layer.bias") "}",
         "lacks tensor 'x.wörter'", {.prefix = "x."}},
        {"{" WEIGHT("bert.layer.weight", "[3,5]") "," BIAS("bert.layer.bias") "," WORDS "}",
         "surplus tensor 'wörter'", {.rename = shout}},
        {"{" WEIGHT("bert.layer.weight", "[3,5]") "," BIAS("bert.layer.bias") "," WORDS "}", NULL,
         {.rename = shout, .allow_surplus = true}},
    };
    for (int i = 0; i < COUNT_OF(cases); i++) {
        struct nn_params *params = some_params();
        struct nn_file file;
        struct error err = {0};
        assert_ok(parse(cases[i].header, -1, 78, &file, &err), err);
        enum status status = nn_params_load(params, &file, &cases[i].how, &err);
        if (!cases[i].message ? status != ST_OK
                              : status == ST_OK || !strstr(err.message, cases[i].message))
            fail_test("case %d: expected '%s', got '%s'", i,
                      cases[i].message ? cases[i].message : "success", err.message);
        nn_file_close(&file);
        nn_params_free(params);
    }
}

static void brain_floats_are_the_upper_half_of_a_float(void **state)
{
    (void)state;
    uint16_t bits[] = {0x3FC0, 0xC2F7, 0x0000};
    struct nn_file_tensor tensor = {.dtype = NN_BF16, .rank = 1, .shape = {3}, .count = 3,
                                    .data = (const unsigned char *)bits};
    real x[3];
    nn_file_values(&tensor, 0, 3, x);
    assert_true(x[0] == 1.5f && x[1] == -123.5f && x[2] == 0);
}

/* A bit that fell over on a disk, and numbers that are none. */
static void damaged_and_senseless_weights_are_refused(void **state)
{
    (void)state;
    char path[] = "/tmp/astormer-test-XXXXXX";
    close(mkstemp(path));
    struct nn_params *params = some_params(), *to = some_params();
    struct arena arena = {0};
    struct error err = {0};
    struct nn_file file;
    int n;
    struct nn_file_entry *entries = nn_params_entries(&arena, params, &n);
    assert_ok(nn_file_write(path, entries, n, NULL, NN_F32, &err), err);
    assert_ok(nn_file_open(path, &file, &err), err);
    assert_int_equal(strlen(nn_file_text(&file, "checksum")), 16);
    nn_file_close(&file);
    FILE *bytes = fopen(path, "r+b");
    fseek(bytes, -3, SEEK_END);
    int c = fgetc(bytes);
    fseek(bytes, -3, SEEK_END);
    fputc(c ^ 1, bytes);
    fclose(bytes);
    assert_int_equal(nn_file_open(path, &file, &err), ST_INPUT);
    assert_non_null(strstr(err.message, "checksum"));
    static const double senseless[] = {NAN, INFINITY, -INFINITY};
    for (int i = 0; i < COUNT_OF(senseless); i++) {
        nn_params_block(params)[4] = (real)senseless[i];
        assert_ok(nn_file_write(path, entries, n, NULL, i ? NN_F32 : NN_F16, &err), err);
        assert_ok(nn_file_open(path, &file, &err), err);
        assert_int_equal(nn_params_load(to, &file, NULL, &err), ST_INPUT);
        assert_non_null(strstr(err.message, "layer.weight"));
        nn_file_close(&file);
    }
    unlink(path);
    arena_release(&arena);
    nn_params_free(params);
    nn_params_free(to);
}

/* A sum that was right is not taken again until the file is touched. */
static void a_file_found_whole_is_not_read_again(void **state)
{
    (void)state;
    char folder[] = "/tmp/astormer-test-XXXXXX";
    assert_non_null(mkdtemp(folder));
    setenv("XDG_CACHE_HOME", folder, 1);
    struct arena arena = {0};
    struct error err = {0};
    struct nn_file file;
    struct nn_params *params = some_params();
    int n;
    const char *path = arena_printf(&arena, "%s/m.safetensors", folder);
    struct nn_file_entry *entries = nn_params_entries(&arena, params, &n);
    assert_ok(nn_file_write(path, entries, n, NULL, NN_F32, &err), err);
    assert_ok(nn_file_open_again(path, &file, &err), err);
    const char *sum = arena_strdup(&arena, nn_file_text(&file, "checksum"));
    nn_file_close(&file);
    struct stat at_first, damaged;
    assert_int_equal(stat(path, &at_first), 0);
    assert_false(checked_before(&at_first, sum)); /* so young a file may still change unseen */
    struct stat old = at_first;
    old.st_mtim.tv_sec -= 100;
    old.st_ctim.tv_sec -= 100;
    checked_remember(&old, sum);
    assert_true(checked_before(&old, sum));
    assert_false(checked_before(&old, "0123456789abcdef"));
    assert_false(checked_before(&at_first, sum));

    FILE *bytes = fopen(path, "r+b");
    fseek(bytes, -3, SEEK_END);
    fputc(17, bytes);
    fclose(bytes);
    assert_int_equal(nn_file_open_again(path, &file, &err), ST_INPUT); /* touched: summed anew */
    assert_int_equal(stat(path, &damaged), 0);
    const char *list = arena_printf(&arena, "%s/astormer/checked-models", folder);
    const char *line = checked_line(&arena, &damaged, sum);
    assert_ok(file_write_atomic(list, line, strlen(line), &err), err);
    assert_ok(nn_file_open_again(path, &file, &err), err); /* the list's word is taken */
    nn_file_close(&file);
    assert_int_equal(nn_file_open(path, &file, &err), ST_INPUT); /* but not here */
    for (int i = 0; i < 100; i++, old.st_ino++) /* the list does not grow for ever */
        checked_remember(&old, sum);
    struct stat size;
    assert_int_equal(stat(list, &size), 0);
    assert_true(size.st_size < 64 * 200);
    unlink(list);
    unlink(path);
    rmdir(arena_printf(&arena, "%s/astormer", folder));
    assert_int_equal(rmdir(folder), 0);
    unsetenv("XDG_CACHE_HOME");
    arena_release(&arena);
    nn_params_free(params);
}

static void long_texts_are_tensors(void **state)
{
    (void)state;
    char path[] = "/tmp/astormer-test-XXXXXX";
    close(mkstemp(path));
    struct arena arena = {0};
    struct error err = {0};
    struct nn_file file;
    struct nn_params *params = some_params();
    int n;
    struct nn_file_entry *entries = nn_params_entries(&arena, params, &n);
    entries[n++] = nn_file_text_entry("words", "eins\nzwei\ndrü\n");
    json_t *metadata = json_pack("{s:s}", "kind", "test");
    assert_ok(nn_file_write(path, entries, n, metadata, NN_F32, &err), err);
    json_decref(metadata);
    assert_ok(nn_file_open(path, &file, &err), err);
    struct slice text = nn_file_long_text(&file, "words");
    assert_true(slice_equal(text, "eins\nzwei\ndrü\n"));
    assert_true(slice_equal(nn_file_long_text(&file, "kind"), "test")); /* as older files have it */
    assert_null(nn_file_long_text(&file, "layer.weight").s);
    assert_null(nn_file_long_text(&file, "nothing").s);
    assert_ok(nn_params_load(params, &file, NULL, &err), err); /* no surplus */
    nn_file_close(&file);
    unlink(path);
    arena_release(&arena);
    nn_params_free(params);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_file_found_whole_is_not_read_again),
        cmocka_unit_test(long_texts_are_tensors),
        cmocka_unit_test(what_is_written_is_read),
        cmocka_unit_test(malformed_files_are_refused_by_name),
        cmocka_unit_test(missing_surplus_and_misshapen_tensors_are_named),
        cmocka_unit_test(damaged_and_senseless_weights_are_refused),
        cmocka_unit_test(brain_floats_are_the_upper_half_of_a_float),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
