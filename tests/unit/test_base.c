/* test_base.c - arenas, strings, maps, random numbers, files, the worker pool. */
#include "test.h"

#include <sys/stat.h>
#include <math.h>
#include <unistd.h>

static void arena_gives_zeroed_aligned_memory(void **state)
{
    (void)state;
    struct arena a = {0};
    struct arena_mark mark = arena_mark(&a);
    for (int round = 0; round < 3; round++) {
        for (int i = 0; i < 2000; i++) {
            unsigned char *p = arena_alloc(&a, (size_t)(i % 97), 1u << (i % 7));
            assert_int_equal((uintptr_t)p % (1u << (i % 7)), 0);
            for (int k = 0; k < i % 97; k++)
                assert_int_equal(p[k], 0);
            memset(p, 0xAA, (size_t)(i % 97));
        }
        round == 1 ? arena_clear(&a) : arena_reset(&a, mark);
        mark = arena_mark(&a);
        if (round == 1)
            assert_true(a.total > 0);
    }
    arena_release(&a);
    assert_null(a.head);
    assert_int_equal(a.total, 0);
}

static void map_holds_many_keys_and_keeps_the_first_value(void **state)
{
    (void)state;
    struct arena a = {0};
    struct map m = map_in(&a);
    assert_int_equal(map_get(&m, "x", 1, -7), -7);
    char key[16];
    for (int i = 0; i < 5000; i++) {
        int n = snprintf(key, sizeof key, "k%d", i);
        assert_int_equal(map_put(&m, key, (size_t)n, i), i);
        assert_int_equal(map_put(&m, key, (size_t)n, -i), i);
    }
    for (int i = 0; i < 5000; i++) {
        int n = snprintf(key, sizeof key, "k%d", i);
        assert_int_equal(map_get(&m, key, (size_t)n, -1), i);
    }
    assert_int_equal(map_get(&m, "k", 1, -1), -1);
    assert_int_equal(map_put(&m, "", 0, 3), 3);
    assert_int_equal(map_get(&m, "", 0, -1), 3);
    arena_release(&a);
}

static void strbuf_stops_at_its_limit(void **state)
{
    (void)state;
    struct arena a = {0};
    struct strbuf b = strbuf_in(&a);
    assert_string_equal(strbuf_text(&b), "");
    b.max = 10;
    strbuf_puts(&b, "12345");
    strbuf_printf(&b, "%d", 678);
    assert_string_equal(strbuf_text(&b), "12345678");
    strbuf_puts(&b, "abc");
    assert_true(b.overflow);
    assert_string_equal(strbuf_text(&b), "12345678");
    struct strbuf c = strbuf_in(&a);
    for (int i = 0; i < 1000; i++)
        strbuf_printf(&c, "%0300d", i);
    assert_int_equal(c.n, 300000);
    arena_release(&a);
}

static void utf8_rejects_what_is_not_shortest_form(void **state)
{
    (void)state;
    static const struct {
        const char *bytes;
        int length;
    } cases[] = {
        {"a", 1},          {"\xC3\xA9", 2},     {"\xE4\xB8\xAD", 3}, {"\xF0\x9F\x98\x80", 4},
        {"\xC0\x80", 0},   {"\xE0\x80\x80", 0}, {"\xED\xA0\x80", 0}, {"\xF4\x90\x80\x80", 0},
        {"\x80", 0},       {"\xE4\xB8", 0},     {"\xFF", 0},         {"\xEF\xBF\xBD", 3},
    };
    for (int i = 0; i < COUNT_OF(cases); i++)
        assert_int_equal(utf8_length(cases[i].bytes, strlen(cases[i].bytes)), cases[i].length);
    assert_false(utf8_valid("ab\xC3", 3));
    assert_true(utf8_valid("中文", 6));
}

static void rng_is_reproducible_and_unbiased(void **state)
{
    (void)state;
    struct rng a, b;
    rng_seed(&a, 42);
    rng_seed(&b, 42);
    int count[6] = {0};
    for (int i = 0; i < 60000; i++) {
        uint32_t x = rng_below(&a, 6);
        assert_int_equal(x, rng_below(&b, 6));
        count[x]++;
    }
    for (int i = 0; i < 6; i++)
        assert_in_range(count[i], 9600, 10400); /* 4 standard deviations */
    double sum = 0, squares = 0;
    for (int i = 0; i < 20000; i++) {
        double x = rng_normal(&a);
        sum += x;
        squares += x * x;
    }
    assert_true(sum / 20000 < 0.03 && sum / 20000 > -0.03);
    assert_true(squares / 20000 > 0.95 && squares / 20000 < 1.05);
}

static void fail_in_names_the_place_first(void **state)
{
    (void)state;
    struct error err = {0};
    assert_int_equal(fail(&err, ST_LIMIT, "too %s", "long"), ST_LIMIT);
    assert_int_equal(fail_in(&err, "file '%s'", "x"), ST_LIMIT);
    assert_string_equal(err.message, "file 'x': too long");
    assert_int_equal(fail(NULL, ST_IO, "nobody listens"), ST_IO);
}

static void atomic_write_replaces_or_leaves(void **state)
{
    (void)state;
    char path[] = "/tmp/astormer-test-XXXXXX";
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    close(fd);
    struct error err = {0};
    assert_ok(file_write_atomic(path, "hello", 5, &err), err);
    struct arena a = {0};
    struct slice text;
    assert_ok(file_read(&a, path, 100, &text, &err), err);
    assert_true(slice_equal(text, "hello"));
    assert_int_equal(file_read(&a, path, 4, &text, &err), ST_LIMIT);
    assert_int_equal(file_write_atomic("/nonexistent/x", "a", 1, &err), ST_IO);
    assert_non_null(strstr(err.message, "/nonexistent/x"));
    unlink(path);
    assert_int_equal(file_read(&a, path, 4, &text, &err), ST_IO);
    arena_release(&a);
}

/* A pipe hung whoever opened it; a link led where its maker wished. */
static void files_are_regular_private_and_new(void **state)
{
    (void)state;
    char dir[] = "/tmp/astormer-test-XXXXXX", path[128], other[128];
    assert_non_null(mkdtemp(dir));
    struct arena a = {0};
    struct error err = {0};
    struct slice text;
    struct stat st;
    json_t *json;
    snprintf(path, sizeof path, "%s/pipe", dir);
    assert_int_equal(mkfifo(path, 0600), 0);
    assert_int_equal(file_read(&a, path, 100, &text, &err), ST_IO);
    assert_non_null(strstr(err.message, "not a regular file"));
    assert_int_equal(json_read_file(path, &json, &err), ST_IO);
    unlink(path);
    snprintf(path, sizeof path, "%s/secret", dir);
    assert_ok(file_write_private(path, "x", 1, &err), err);
    assert_int_equal(stat(path, &st), 0);
    assert_int_equal(st.st_mode & 0777, 0600);
    snprintf(other, sizeof other, "%s/link", dir);
    assert_int_equal(symlink(path, other), 0);
    int fd = file_create(other, 0600); /* makes a file of its own in the place of the link */
    assert_true(fd >= 0);
    assert_int_equal(write(fd, "yy", 2), 2);
    close(fd);
    assert_ok(file_read(&a, path, 100, &text, &err), err);
    assert_true(slice_equal(text, "x"));
    unlink(other);
    snprintf(other, sizeof other, "%s/deep/er", dir);
    assert_true(make_private_folder(other));
    assert_int_equal(stat(other, &st), 0);
    assert_int_equal(st.st_mode & 0777, 0700);
    assert_int_equal(chmod(other, 0777), 0); /* where anybody writes, nothing is ours */
    assert_false(make_private_folder(other));
    rmdir(other);
    snprintf(other, sizeof other, "%s/deep", dir);
    rmdir(other);
    unlink(path);
    rmdir(dir);
    arena_release(&a);
}

static void json_errors_say_where(void **state)
{
    (void)state;
    char path[] = "/tmp/astormer-test-XXXXXX";
    int fd = mkstemp(path);
    assert_true(write(fd, "{\n \"a\": }", 9) == 9);
    close(fd);
    json_t *root;
    struct error err = {0};
    assert_int_equal(json_read_file(path, &root, &err), ST_INPUT);
    assert_non_null(strstr(err.message, ":2:"));
    unlink(path);
}

struct sums {
    long per_task[1000];
};

static void add_task(void *context, int task, int worker)
{
    struct sums *sums = context;
    (void)worker;
    sums->per_task[task] += task;
}

static void pool_runs_each_task_once(void **state)
{
    (void)state;
    for (int workers = 1; workers <= 4; workers++) {
        struct pool *pool = pool_new(workers);
        struct sums sums = {0};
        for (int round = 1; round <= 20; round++) {
            pool_run(pool, 1000, add_task, &sums);
            for (int i = 0; i < 1000; i++)
                assert_int_equal(sums.per_task[i], (long)i * round);
        }
        pool_run(pool, 0, add_task, &sums);
        pool_free(pool);
    }
}

struct options {
    int layers, order;
    double rate;
    bool share;
    char name[8];
};
static const struct setting option_table[] = {
    {"layers", SETTING_INT, offsetof(struct options, layers), 6, 1, 24, NULL, "depth"},
    {"order", SETTING_CHOICE, offsetof(struct options, order), 1, 0, 0, "dfs|bfs|any", "order"},
    {"rate", SETTING_REAL, offsetof(struct options, rate), 0.5, 0, 1, NULL, "rate"},
    {"share", SETTING_BOOL, offsetof(struct options, share), true, 0, 0, NULL, "share"},
    {"name", SETTING_TEXT, offsetof(struct options, name), 0, 0, 8, NULL, "name"},
};

static void settings_have_defaults(void **state)
{
    (void)state;
    struct options o;
    memset(&o, 0x55, sizeof o);
    settings_default(option_table, COUNT_OF(option_table), &o);
    assert_true(o.layers == 6 && o.order == 1 && o.rate == 0.5 && o.share && !*o.name);
}

static void settings_round_trip_through_json(void **state)
{
    (void)state;
    struct options a = {0}, b = {0};
    struct error err = {0};
    static const char *const good[] = {"layers=3", "order=any", "rate=0.25", "share=true",
                                       "name=abc"};
    for (int i = 0; i < COUNT_OF(good); i++)
        assert_ok(settings_set(option_table, COUNT_OF(option_table), &a, good[i], &err), err);
    json_t *json = settings_to_json(option_table, COUNT_OF(option_table), &a);
    assert_ok(settings_read_json(option_table, COUNT_OF(option_table), &b, json, &err), err);
    assert_memory_equal(&a, &b, sizeof a);
    json_decref(json);
    static const char *const bad[] = {"layers=25",  "layers=1.5", "layers=x",        "order=",
                                      "order=dfs|", "rate=nan",   "share=yes",       "name=abcdefgh",
                                      "nosuch=1",   "layers",     "order=dfs|bfs"};
    for (int i = 0; i < COUNT_OF(bad); i++)
        assert_int_not_equal(settings_set(option_table, COUNT_OF(option_table), &a, bad[i], &err),
                             ST_OK);
    assert_memory_equal(&a, &b, sizeof a);
}

static void json_text_has_commas_where_they_belong(void **state)
{
    (void)state;
    struct arena a = {0};
    struct json_text j = json_text_in(&a);
    json_open(&j, '{');
    json_key(&j, "none");
    json_open(&j, '[');
    json_close(&j, ']');
    json_key(&j, "list");
    json_open(&j, '[');
    json_put_int(&j, INT64_MIN);
    json_put_int(&j, 0);
    json_put_real(&j, 2);
    json_put_real(&j, INFINITY);
    json_put_bool(&j, true);
    json_open(&j, '{');
    json_close(&j, '}');
    json_put_null(&j);
    json_close(&j, ']');
    json_key(&j, "text");
    json_put_text(&j, NULL);
    json_key(&j, "raw");
    json_put_raw(&j, "[1]");
    json_close(&j, '}');
    assert_string_equal(strbuf_text(&j.out),
                        "{\"none\":[],\"list\":[-9223372036854775808,0,2.0,null,true,{},null],"
                        "\"text\":null,\"raw\":[1]}");
    arena_release(&a);
}

/* What a reader of JSON makes of any bytes and any number: jansson is the judge. */
static void json_text_is_read_back_as_written(void **state)
{
    (void)state;
    struct rng rng;
    rng_seed(&rng, 11);
    for (int round = 0; round < 3000; round++) {
        struct arena a = {0};
        struct json_text j = json_text_in(&a);
        char bytes[12];
        size_t n = rng_below(&rng, sizeof bytes);
        for (size_t i = 0; i < n; i++)
            bytes[i] = (char)(round % 2 ? rng_below(&rng, 128) : rng_below(&rng, 256));
        double x = ((double)rng_below(&rng, 2000001) - 1e6) * pow(10, (double)rng_below(&rng, 20) - 12);
        json_open(&j, '[');
        json_put_bytes(&j, bytes, n);
        json_put_rounded(&j, x);
        json_put_real(&j, x);
        json_close(&j, ']');
        json_t *read = json_loads(strbuf_text(&j.out), JSON_ALLOW_NUL, NULL);
        assert_int_equal(json_array_size(read), 3);
        const json_t *text = json_array_get(read, 0);
        if (utf8_valid(bytes, n)) {
            assert_int_equal(json_string_length(text), n);
            assert_memory_equal(json_string_value(text), bytes, n);
        } else {
            assert_non_null(memmem(json_string_value(text), json_string_length(text),
                                   "\xEF\xBF\xBD", 3)); /* it may hold a zero byte, too */
        }
        assert_true(json_is_real(json_array_get(read, 1)));
        double near = fabs(x) < 1e9 ? 5.1e-7 : fabs(x) * 1e-14;
        assert_true(fabs(json_real_value(json_array_get(read, 1)) - x) <= near);
        assert_true(fabs(json_real_value(json_array_get(read, 2)) - x) <= fabs(x) * 1e-14);
        json_decref(read);
        arena_release(&a);
    }
}

static int calls;
static int counted(int x)
{
    calls++;
    return x;
}

static void least_and_most_ask_once(void **state)
{
    (void)state;
    calls = 0;
    assert_int_equal(MIN(counted(3), counted(4)), 3);
    assert_int_equal(MAX(counted(3), MIN(counted(9), 5)), 5);
    assert_int_equal(calls, 4);
    assert_true(MIN((size_t)7, 9) == 7);
}

static void markup_cannot_be_left(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct strbuf b = strbuf_in(&arena);
    static const char text[] = "a<b>\"&'\x1b\x7f\n\tz";
    strbuf_xml(&b, text, sizeof text - 1);
    assert_string_equal(strbuf_text(&b), "a&lt;b&gt;&quot;&amp;&#39;  \n\tz");
    arena_release(&arena);
}

static void a_late_library_is_there_or_says_why_not(void **state)
{
    (void)state;
    struct error err = {0};
    double (*cosine)(double) = NULL;
    const struct late_function functions[] = {{"cos", &cosine}};
    struct late_library library = {.file = "libm.so.6", .what = "mathematics",
                                   .functions = functions, .n = 1};
    assert_int_equal(late_load(&library, &err), ST_OK);
    assert_int_equal(late_load(&library, &err), ST_OK); /* nothing happens */
    assert_true(library.loaded && cosine(0) == 1);

    struct late_library missing = {.file = "libnothing-of-the-kind.so", .what = "nothing"};
    assert_int_equal(late_load(&missing, &err), ST_IO);
    assert_non_null(strstr(err.message, "nothing cannot be loaded: libnothing-of-the-kind.so"));
    assert_false(missing.loaded);

    const struct late_function others[] = {{"no_such_function", &cosine}};
    struct late_library other = {.file = "libm.so.6", .what = "mathematics", .functions = others,
                                 .n = 1};
    assert_int_equal(late_load(&other, &err), ST_IO);
    assert_non_null(strstr(err.message, "has no function 'no_such_function'"));
    assert_false(other.loaded);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_late_library_is_there_or_says_why_not),
        cmocka_unit_test(least_and_most_ask_once),
        cmocka_unit_test(markup_cannot_be_left),
        cmocka_unit_test(arena_gives_zeroed_aligned_memory),
        cmocka_unit_test(map_holds_many_keys_and_keeps_the_first_value),
        cmocka_unit_test(strbuf_stops_at_its_limit),
        cmocka_unit_test(utf8_rejects_what_is_not_shortest_form),
        cmocka_unit_test(rng_is_reproducible_and_unbiased),
        cmocka_unit_test(fail_in_names_the_place_first),
        cmocka_unit_test(atomic_write_replaces_or_leaves),
        cmocka_unit_test(files_are_regular_private_and_new),
        cmocka_unit_test(json_errors_say_where),
        cmocka_unit_test(json_text_has_commas_where_they_belong),
        cmocka_unit_test(json_text_is_read_back_as_written),
        cmocka_unit_test(pool_runs_each_task_once),
        cmocka_unit_test(settings_have_defaults),
        cmocka_unit_test(settings_round_trip_through_json),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
