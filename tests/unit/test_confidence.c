/* test_confidence.c - calibration, and relative dates against a fixed day. */
#include "test.h"

#include "engine/internal.h"

#include <math.h>

/* ---- calibration -------------------------------------------------------------------------------------- */

/* Answers drawn from known coefficients. */
static void draw(struct rng *rng, const struct calibration *truth, struct judged *v, int n)
{
    for (int i = 0; i < n; i++) {
        double *f = v[i].features;
        memset(f, 0, sizeof v[i].features);
        f[FEATURE_LOG_P] = -6 * rng_uniform(rng);
        f[FEATURE_WEAKEST] = f[FEATURE_LOG_P] * rng_uniform(rng);
        f[FEATURE_MARGIN] = 8 * rng_uniform(rng);
        f[FEATURE_STEPS] = 1 + 3 * rng_uniform(rng);
        f[FEATURE_UNLINKED] = rng_uniform(rng);
        f[FEATURE_EMPTY] = rng_below(rng, 10) == 0;
        v[i].group = i % 20;
        v[i].right = rng_uniform(rng) < calibration_confidence(truth, f);
    }
}

static void coefficients_are_found_again(void **state)
{
    (void)state;
    enum { N = 20000 };
    struct calibration truth = {.bias = 1, .weights = {[FEATURE_LOG_P] = 0.8, [FEATURE_MARGIN] = 0.3,
                                                       [FEATURE_UNLINKED] = -2,
                                                       [FEATURE_EMPTY] = -1}};
    struct judged *v = xmalloc(sizeof *v * N);
    double *confidence = xmalloc(sizeof *confidence * N);
    struct rng rng;
    rng_seed(&rng, 3);
    draw(&rng, &truth, v, N);
    struct calibration found;
    struct error err = {0};
    assert_ok(calibration_fit(v, N, &found, &err), err);
    assert_true(fabs(found.weights[FEATURE_LOG_P] - 0.8) < 0.1);
    assert_true(fabs(found.weights[FEATURE_MARGIN] - 0.3) < 0.05);
    assert_true(fabs(found.weights[FEATURE_UNLINKED] + 2) < 0.25);
    /* never seen to vary: what was believed before */
    assert_true(found.weights[FEATURE_FAILED] == calibration_fallback.weights[FEATURE_FAILED]);
    draw(&rng, &truth, v, N);
    for (int i = 0; i < N; i++)
        confidence[i] = calibration_confidence(&found, v[i].features);
    struct reliability r;
    calibration_measure(confidence, v, N, &r);
    assert_true(r.error < 0.02);
    int n = 0;
    for (int i = 0; i < RELIABILITY_BINS; i++)
        n += r.bins[i].n;
    assert_int_equal(n, N);
    xfree(confidence);
    xfree(v);
}

static void features_pull_the_way_they_must(void **state)
{
    (void)state;
    enum { N = 2000 };
    struct calibration odd = {.bias = 0, .weights = {[FEATURE_LOG_P] = -1, [FEATURE_MARGIN] = 0.5,
                                                     [FEATURE_UNLINKED] = 2}};
    struct judged *v = xmalloc(sizeof *v * N);
    struct rng rng;
    rng_seed(&rng, 4);
    draw(&rng, &odd, v, N);
    struct calibration found;
    struct error err = {0};
    assert_ok(calibration_fit(v, N, &found, &err), err);
    assert_true(found.weights[FEATURE_LOG_P] == 0);
    assert_true(found.weights[FEATURE_UNLINKED] == 0);
    assert_true(found.weights[FEATURE_MARGIN] > 0.2);
    xfree(v);
}

static void too_few_answers_are_refused(void **state)
{
    (void)state;
    struct judged v[60];
    memset(v, 0, sizeof v);
    struct calibration found;
    struct error err = {0};
    assert_int_equal(calibration_fit(v, 60, &found, &err), ST_INPUT); /* all wrong */
    v[0].right = true;
    assert_int_equal(calibration_fit(v, CALIBRATION_MIN - 1, &found, &err), ST_INPUT);
}

static void coefficients_travel_as_json(void **state)
{
    (void)state;
    struct calibration c = {.bias = 0.25, .weights = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13}}, back;
    json_t *json = calibration_json(&c);
    assert_true(calibration_read(json, &back));
    assert_memory_equal(&c, &back, sizeof c);
    json_decref(json);
    assert_false(calibration_read(NULL, &back));
    json = json_pack("{s:s}", "bias", "high");
    assert_false(calibration_read(json, &back));
    json_decref(json);
}

/* ---- what the candidates tell ------------------------------------------------------------------------------ */

static struct infer_candidate candidate(double log_p, double weakest, double judge, bool again)
{
    struct infer_candidate c = {.log_p = log_p, .weakest = weakest, .score = log_p};
    c.run.state = RUN_ENDED;
    c.run.any = true;
    c.run.rows.n_columns = 3;
    c.looks[LOOK_JUDGE] = judge;
    c.looks[LOOK_AGAIN] = again;
    return c;
}

static void doubt_in_one_step_is_told_from_doubt_in_many(void **state)
{
    (void)state;
    double f[N_FEATURES] = {0};
    struct infer_candidate one = candidate(-2, -2, 0, false), many = candidate(-2, -0.5, 0, false);
    features_of_list(&one, 1, f);
    assert_true(f[FEATURE_REST] == 0);
    features_of_list(&many, 1, f);
    assert_true(fabs(f[FEATURE_REST] - sqrt(1.5)) < 1e-9);
    assert_true(f[FEATURE_OUTPUTS] == 3);
    many.run.rows.n_columns = 30;
    features_of_list(&many, 1, f);
    assert_true(f[FEATURE_OUTPUTS] == CONFIDENCE_OUTPUTS_MAX);
}

static void the_judges_word_counts_against_other_rows_only(void **state)
{
    (void)state;
    double f[N_FEATURES] = {0};
    struct infer_candidate list[] = {candidate(-1, -1, 0, false), candidate(-2, -1, 0, true),
                                     candidate(-3, -1, -0.75, false), candidate(-4, -1, -2, false)};
    features_of_list(list, 4, f);
    assert_true(f[FEATURE_JUDGED] == 1);
    assert_true(fabs(f[FEATURE_JUDGE] - 0.75) < 1e-9); /* not 0, which is said of its own rows */
    list[0].looks[LOOK_JUDGE] = -7; /* first against the judge's word */
    list[3].looks[LOOK_JUDGE] = 0;
    features_of_list(list, 4, f);
    assert_true(f[FEATURE_JUDGE] == -CONFIDENCE_JUDGE_MAX);
    for (int i = 0; i < 4; i++)
        list[i].looks[LOOK_JUDGE] = 0;
    features_of_list(list, 4, f);
    assert_true(f[FEATURE_JUDGED] == 0 && f[FEATURE_JUDGE] == 0);
}

/* ---- dates ----------------------------------------------------------------------------------------------- */

struct date_case {
    const char *now, *question, *wanted;
};

static void relative_dates_become_dates(void **state)
{
    (void)state;
    static const struct date_case cases[] = {
        {"2026-11-16", "sales yesterday", "sales on 2026-11-15"},
        {"2024-03-01", "sales yesterday", "sales on 2024-02-29"},
        {"2023-03-01", "sales of yesterday?", "sales on 2023-02-28?"},
        {"2026-01-01", "Yesterday's sales", "on 2025-12-31 sales"},
        {"2024-12-31", "meetings tomorrow", "meetings on 2025-01-01"},
        {"2024-03-31", "orders last month", "orders between 2024-02-01 and 2024-02-29"},
        {"2023-03-31", "orders last month", "orders between 2023-02-01 and 2023-02-28"},
        {"1900-03-31", "orders last month", "orders between 1900-02-01 and 1900-02-28"},
        {"2000-03-31", "orders last month", "orders between 2000-02-01 and 2000-02-29"},
        {"2026-01-15", "orders in the last month", "orders between 2025-12-01 and 2025-12-31"},
        {"2026-11-16", "orders this month", "orders between 2026-11-01 and 2026-11-30"},
        {"2026-11-16", "orders this week", "orders between 2026-11-16 and 2026-11-22"},
        {"2026-11-15", "orders this week", "orders between 2026-11-09 and 2026-11-15"},
        {"2026-01-02", "orders last week", "orders between 2025-12-22 and 2025-12-28"},
        {"2026-02-10", "revenue last quarter", "revenue between 2025-10-01 and 2025-12-31"},
        {"2026-11-16", "revenue last year", "revenue in 2025"},
        {"2026-11-16", "revenue during the previous year", "revenue in 2025"},
        {"2024-03-31", "orders a month ago", "orders on 2024-02-29"},
        {"2024-02-29", "orders one year ago", "orders on 2023-02-28"},
        {"2026-11-16", "orders 3 weeks ago", "orders on 2026-10-26"},
        {"2026-11-16", "orders in the past 30 days", "orders since 2026-10-17"},
        {"2024-05-31", "orders over the last three months", "orders since 2024-02-29"},
        {"2026-11-16", "orders since last month", "orders since 2026-10-01"},
        {"2026-11-16", "orders before last month", "orders before 2026-10-01"},
        {"2026-11-16", "orders after last month", "orders after 2026-10-31"},
        {"2026-11-16", "orders since yesterday", "orders since 2026-11-15"},
        {"2026-11-16", "members since last year", "members since 2025"},
        {"2026-11-16", "sales last Monday", "sales on 2026-11-09"},
        {"2026-11-17", "sales last Monday", "sales on 2026-11-16"},
        {"2026-11-16", "sales last November", "sales between 2025-11-01 and 2025-11-30"},
        {"2026-11-16", "sales last march", "sales between 2026-03-01 and 2026-03-31"},
        {"2026-11-16", "the day before yesterday", "on 2026-11-14"},
        /* not relative, or not dates */
        {"2026-11-16", "members since 2020", NULL},
        {"2026-11-16", "who wrote the song 'yesterday'?", NULL},
        {"2026-11-16", "who wrote the song Yesterday?", NULL},
        {"2026-11-16", "the last book", NULL},
        {"2026-11-16", "books with more pages than last year", NULL},
        {"2026-11-16", "what is the month with the most sales?", NULL},
        {"2026-11-16", "", NULL},
    };
    for (int i = 0; i < COUNT_OF(cases); i++) {
        struct arena arena = {0};
        struct day now;
        assert_true(day_parse(cases[i].now, &now));
        assert_string_equal(dates_resolve(&arena, cases[i].question, now),
                            cases[i].wanted ? cases[i].wanted : cases[i].question);
        arena_release(&arena);
    }
}

static void only_days_that_exist_are_days(void **state)
{
    (void)state;
    static const char *const bad[] = {"2023-02-29", "2024-13-01", "2024-00-10", "2024-1-1", "today",
                                      "2024-01-01x", "", "20240101", "2024-01-32", "1900-02-29"};
    struct day d;
    for (int i = 0; i < COUNT_OF(bad); i++)
        assert_false(day_parse(bad[i], &d));
    assert_true(day_parse("2024-02-29", &d) && day_parse("2000-02-29", &d));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(coefficients_are_found_again),
        cmocka_unit_test(features_pull_the_way_they_must),
        cmocka_unit_test(too_few_answers_are_refused),
        cmocka_unit_test(coefficients_travel_as_json),
        cmocka_unit_test(doubt_in_one_step_is_told_from_doubt_in_many),
        cmocka_unit_test(the_judges_word_counts_against_other_rows_only),
        cmocka_unit_test(relative_dates_become_dates),
        cmocka_unit_test(only_days_that_exist_are_days),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
