/* test_eval_tokens.c - Python's habits, and the two official tokenizers. */
#include "test.h"

#include "eval/internal.h"

static void floats_read_as_python_reads_them(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        bool ok;
        double value;
    } cases[] = {
        {"1", true, 1},          {"-2.5", true, -2.5}, {"+3", true, 3},     {".5", true, 0.5},
        {"5.", true, 5},         {"1e3", true, 1000},  {"1_000", true, 1000}, {" 7 ", true, 7},
        {"\xEF\xBC\x91\xEF\xBC\x92", true, 12}, {"", false, 0}, {"1__0", false, 0},
        {"_1", false, 0},        {"1_", false, 0},     {"0x10", false, 0},  {"1,000", false, 0},
        {"nan(1)", false, 0},    {"--1", false, 0},    {"1e", false, 0},    {"name", false, 0},
    };
    for (int i = 0; i < COUNT_OF(cases); i++) {
        double value = 0;
        bool ok = py_float(slice_of(cases[i].text), &value);
        if (ok != cases[i].ok || (ok && value != cases[i].value))
            fail_test("float('%s') gives %d, %g", cases[i].text, ok, value);
    }
    double value;
    assert_true(py_float(slice_of("-Infinity"), &value) && value < -1e308);
    assert_true(py_float(slice_of("NaN"), &value) && value != value);
}

static void floats_print_as_python_prints_them(void **state)
{
    (void)state;
    static const struct {
        double value;
        const char *text;
    } cases[] = {
        {1, "1.0"},       {0.1, "0.1"},     {-2.5, "-2.5"},    {1e15, "1000000000000000.0"},
        {1e16, "1e+16"},  {1e-4, "0.0001"}, {1e-5, "1e-05"},   {1.0 / 3, "0.3333333333333333"},
        {100, "100.0"},   {1e22, "1e+22"},  {1.5e300, "1.5e+300"}, {123456.789, "123456.789"},
        {0, "0.0"},       {2014, "2014.0"}, {5e-324, "5e-324"},
    };
    char text[PY_FLOAT_MAX];
    for (int i = 0; i < COUNT_OF(cases); i++) {
        py_float_text(cases[i].value, text);
        assert_string_equal(text, cases[i].text);
    }
}

static void integers_and_texts(void **state)
{
    (void)state;
    long n;
    assert_true(py_int(slice_of(" +12 "), &n) && n == 12);
    assert_false(py_int(slice_of("1.0"), &n));
    assert_false(py_int(slice_of(""), &n));
    struct arena a = {0};
    size_t length;
    assert_string_equal(py_lower(&a, slice_of("ÀB中C"), &length), "àb中c");
    struct slice stripped = py_strip(slice_of("\xE3\x80\x80 x \t\xC2\xA0"));
    assert_true(slice_equal(stripped, "x"));
    struct strbuf out = strbuf_in(&a);
    py_text_repr(&out, slice_of("it's"));
    py_text_repr(&out, slice_of("\"q\" 'r'"));
    assert_string_equal(strbuf_text(&out), "\"it's\"'\"q\" \\'r\\''");
    arena_release(&a);
}

static const char *joined(struct arena *arena, const struct eval_tokens *tokens)
{
    struct strbuf out = strbuf_in(arena);
    for (int i = 0; i < tokens->n; i++) {
        strbuf_puts(&out, i ? "|" : "");
        strbuf_add(&out, tokens->v[i].s, tokens->v[i].n);
    }
    return strbuf_text(&out);
}

static void spider_tokens(void **state)
{
    (void)state;
    static const struct {
        const char *sql, *tokens;
    } cases[] = {
        {"SELECT count(*) FROM T1", "select|count|(|*|)|from|t1"},
        /* values keep their case and become double-quoted; = sticks to what it touches */
        {"a = 'New York' AND b='x'", "a|=|\"New York\"|and|b=__val_21_23__"},
        {"a >= 1 or b != 2 or c <= 3", "a|>=|1|or|b|!=|2|or|c|<=|3"},
        {"a > = 1 ! = 2", "a|>=|1|!=|2"},
        {"a>=1", "a|>|=1"},
        {"a<>b", "a|<|>|b"},
        {"= 1", "=|1"},
        /* a comma before a digit stays; of two commas only the first is detached */
        {"a,b , c,1", "a|,|b|,|c,1"},
        {"a,,b", "a|,|,b"},
        {"x:y", "x|:|y"},
        /* periods: inside names they stay, at the end of a sentence they go */
        {"T1.name", "t1.name"},
        {"a = 1.", "a|=|1|."},
        {"(a = 1.)", "(|a|=|1|.|)"},
        {"a = 1. and b", "a|=|1.|and|b"},
        {"a = 1. AND b", "a|=|1|.|and|b"},
        {"T1. name", "t1|.|name"},
        {"a..b", "a|..|b"},
        {"limit 3;", "limit|3|;"},
        {"a--b", "a|--|b"},
        {"cannot t.cannot xcannot", "can|not|t.|can|not|xcannot"},
        {"`a` [b]", "`|a|`|[|b|]"},
        {"“a”", "“|a|”"},
    };
    struct arena a = {0};
    for (int i = 0; i < COUNT_OF(cases); i++) {
        struct eval_tokens tokens;
        assert_true(tokenize_spider(&a, slice_of(cases[i].sql), false, &tokens));
        if (strcmp(joined(&a, &tokens), cases[i].tokens) != 0)
            fail_test("%s gives %s, not %s", cases[i].sql, joined(&a, &tokens), cases[i].tokens);
    }
    struct eval_tokens tokens;
    assert_false(tokenize_spider(&a, slice_of("a = 'x"), false, &tokens));
    /* Chase leaves an odd number of apostrophes alone */
    assert_true(tokenize_spider(&a, slice_of("a = \"it's\""), true, &tokens));
    assert_string_equal(joined(&a, &tokens), "a|=|\"it's\"");
    assert_false(tokenize_spider(&a, slice_of("a = \"it's\""), false, &tokens));
    arena_release(&a);
}

static void dusql_tokens(void **state)
{
    (void)state;
    static const struct {
        const char *sql, *tokens;
    } cases[] = {
        {"select a,b from t where a=='X'", "select|a|,|b|from|t|where|a|==|\"x\""},
        {"select DISTINCT a from t", "select|a|from|t"},
        {"a=1 and b>=2", "a|==|1|and|b|>=|2"},
        /* a bracket after anything but a keyword belongs to a name */
        {"select 产量(吨) from t", "select|产量(吨)|from|t"},
        {"count ( * )", "count|(|*|)"},
        {"a in ( select b )", "a|in|(|select|b|)"},
        {"a and ( b )", "a|and(b)"},
        /* signs join the number after a comparison, but '=' is not one yet */
        {"a > - 5 and b = - 5", "a|>|-5|and|b|==|-|5"},
        /* dates become values, with what sticks to them */
        {"a > 2019-01-02 and b = 2019-01)", "a|>|\"2019-01-02\"|and|b|==|\"2019-01)\""},
        {"t1.a - t2.b", "t1.a|-|t2.b"},
        {"a<>b", "a|<>|b"},
        {"x like \"%a b%\"", "x|like|\"%a b%\""},
        {"", ""},
    };
    struct arena a = {0};
    for (int i = 0; i < COUNT_OF(cases); i++) {
        struct eval_tokens tokens;
        assert_true(tokenize_dusql(&a, slice_of(cases[i].sql), &tokens));
        if (strcmp(joined(&a, &tokens), cases[i].tokens) != 0)
            fail_test("%s gives %s, not %s", cases[i].sql, joined(&a, &tokens), cases[i].tokens);
    }
    struct eval_tokens tokens;
    assert_false(tokenize_dusql(&a, slice_of("a = 'x"), &tokens));
    arena_release(&a);
}

static void text_is_rewritten_before_it_runs(void **state)
{
    (void)state;
    static const struct {
        const char *sql, *rewritten;
    } cases[] = {
        {"select DISTINCT a from t", "select  a from t"},
        {"select count(distinct a)", "select count( a)"},
        {"select 'distinct', \"distinct\", `distinct`, [distinct], distinctly, x_distinct",
         "select 'distinct', \"distinct\", `distinct`, [distinct], distinctly, x_distinct"},
        {"a > = 1 and b < = 2 and c ! = 3", "a >= 1 and b <= 2 and c != 3"},
        {"select 1; select 2", "select 1; "},
        {"select 1 ; -- done", "select 1 ; -- done"},
        {"select (1 ; 2)", "select (1 ; 2)"},
        {"select ';' ; x", "select ';' ; "},
        {"x > year ( curdate() )  and", "x > 2020and"},
        {"-- distinct\n distinct", "-- distinct\n "},
        {"/* distinct */ distinct", "/* distinct */ "},
        {"'it''s distinct' distinct", "'it''s distinct' "},
        {"'a\\' distinct", "'a\\' "}, /* the escape was none: nothing closes it later */
        {"'a\\' distinct'", "'a\\' distinct'"},
        {"T1.distinct", "T1."},
    };
    struct arena a = {0};
    for (int i = 0; i < COUNT_OF(cases); i++)
        assert_string_equal(exec_rewrite(&a, slice_of(cases[i].sql), false), cases[i].rewritten);
    assert_string_equal(exec_rewrite(&a, slice_of("select distinct a; x > = 1"), true),
                        "select distinct a; x >= 1");
    assert_true(order_matters("select a from (select b ORDER BY c)"));
    assert_false(order_matters("select a order  by b"));
    arena_release(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(floats_read_as_python_reads_them),
        cmocka_unit_test(floats_print_as_python_prints_them),
        cmocka_unit_test(integers_and_texts),
        cmocka_unit_test(spider_tokens),
        cmocka_unit_test(dusql_tokens),
        cmocka_unit_test(text_is_rewritten_before_it_runs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
