/* test_report.c - curves from logs, pictures, and confidence fitted to judged answers. */
#include "test.h"

#include "report/calibration.h"
#include "report/curves.h"
#include "report/report.h"
#include "report/second_look.h"
#include "train/run_config.h"
#include "train/train_data.h"

#include <unistd.h>

static const char *write_temp(struct arena *arena, const char *text)
{
    char *path = arena_strdup(arena, "/tmp/astormer-report-XXXXXX");
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    assert_int_equal(write(fd, text, strlen(text)), (ssize_t)strlen(text));
    close(fd);
    return path;
}

static void what_was_done_again_counts_once(void **state)
{
    (void)state;
    struct arena a = {0};
    struct error err = {0};
    struct run_curves run;
    const char *log = "{\"event\": \"step\", \"step\": 10, \"seconds\": 5, \"loss\": 3}\n"
                      "{\"event\": \"evaluation\", \"step\": 10, \"score\": 0.1}\n"
                      "{\"event\": \"step\", \"step\": 20, \"seconds\": 9, \"loss\": 9}\n"
                      "{\"event\": \"st\n"
                      "{\"event\": \"step\", \"step\": 15, \"seconds\": 8, \"loss\": 2}\n"
                      "{\"event\": \"evaluation\", \"step\": 15, \"score\": 0.2}\n";
    const char *path = write_temp(&a, log);
    assert_ok(curves_read(&a, path, &run, &err), err);
    assert_int_equal(run.steps.n, 2);
    assert_int_equal(run.scores.n, 2);
    assert_int_equal(run.bad_lines, 1);
    assert_true(run.steps.v[1].step == 15 && run.steps.v[1].loss == 2);
    assert_true(run.scores.v[1].score == 0.2 && run.scores.v[1].seconds == 8);
    run.name = "a <run>";
    struct strbuf svg = strbuf_in(&a), tsv = strbuf_in(&a);
    curves_draw(&a, &run, 1, CURVE_STEP, &svg);
    curves_tsv(&tsv, &run, 1);
    assert_non_null(strstr(strbuf_text(&svg), "a &lt;run&gt;"));
    assert_null(strstr(strbuf_text(&svg), "nan"));
    assert_non_null(strstr(strbuf_text(&tsv), "\tstep\t15\t"));
    assert_null(strstr(strbuf_text(&tsv), "\t20\t"));
    unlink(path);
    path = write_temp(&a, "nothing\n");
    assert_int_equal(curves_read(&a, path, &run, &err), ST_INPUT);
    unlink(path);
    arena_release(&a);
}

static void names_in_pictures_are_escaped(void **state)
{
    (void)state;
    struct arena a = {0};
    struct strbuf svg = strbuf_in(&a);
    const char *const names[] = {"<script>"};
    const struct report_share share = {"questions & words", "k", 0.25}, *const shares[] = {&share};
    report_shares_svg(&svg, (struct texts){names, 1}, shares, 1);
    assert_null(strstr(strbuf_text(&svg), "<script"));
    assert_null(strstr(strbuf_text(&svg), "& w"));
    assert_non_null(strstr(strbuf_text(&svg), "25.0%"));
    arena_release(&a);
}

/* Answers of ten databases: likely ones are right, those that cannot be answered look like it. */
static json_t *records(void)
{
    json_t *all = json_array();
    for (int i = 0; i < 200; i++) {
        char db[16];
        snprintf(db, sizeof db, "db%d", i % 10);
        double log_p = -(i % 20) / 4.0;
        json_array_append_new(
            all, json_pack("{s:s, s:s, s:s, s:b, s:f, s:{s:f}}", "db", db, "question", "q", "sql",
                           "SELECT 1", "right", (i % 20) + i / 100 < 12, "answerable",
                           0.5 + i / 400.0, "features", feature_names[FEATURE_LOG_P], log_p));
    }
    for (int i = 0; i < 20; i++)
        json_array_append_new(all, json_pack("{s:s, s:s, s:b, s:f}", "db", "db0", "question", "q",
                                             "unanswerable", 1, "answerable", i / 20.0));
    return all;
}

static void confidence_is_fitted_to_records(void **state)
{
    (void)state;
    struct arena a = {0};
    struct error err = {0};
    struct calibration_fitted fitted;
    json_t *all = records(), *again;
    assert_ok(calibration_make(all, &fitted, &err), err);
    assert_int_equal(fitted.n, 200);
    assert_true(fitted.calibration.weights[FEATURE_LOG_P] > 0);
    assert_true(fitted.left_out.brier < fitted.before.brier);
    const struct declining *d = &fitted.declining;
    assert_int_equal(d->n_answerable, 200);
    assert_int_equal(d->n_other, 20);
    assert_true(d->below > 0.5 && d->below < 0.53); /* 3 % of the answerable are below */
    assert_int_equal(d->declined_other, 11);
    const char *path = write_temp(&a, "");
    assert_ok(calibration_save(all, path, &err), err);
    assert_ok(calibration_load(path, &again, &err), err);
    assert_int_equal(json_array_size(again), json_array_size(all));
    assert_ok(calibration_make(again, &fitted, &err), err);
    assert_int_equal(d->declined_other, 11);
    json_decref(again);
    unlink(path);
    path = write_temp(&a, "{\"db\": 1}\n{\"db\"");
    assert_int_equal(calibration_load(path, &again, &err), ST_INPUT);
    assert_non_null(strstr(err.message, "record 1"));
    unlink(path);
    json_decref(all);
    arena_release(&a);
}

static void a_trained_model_learns_gently(void **state)
{
    (void)state;
    struct model_config before = model_config_default();
    before.d = 96;
    struct run_config c = run_config_continued(&before), fresh = run_config_default();
    assert_int_equal(c.model.d, 96);
    assert_true(c.train.steps < fresh.train.steps && c.train.lr < fresh.train.lr);
    assert_true(c.train.holdout == 0 && fresh.train.holdout > 0);
    fresh.model.encoder = ENCODER_PLM;
    fresh.model.plm_layers = 6;
    fresh.train.frozen_layers = 9;
    assert_int_equal(run_config_frozen_layers(&fresh), 6);
    fresh.model.encoder = ENCODER_STATIC;
    assert_int_equal(run_config_frozen_layers(&fresh), 0);
}

static void weights_of_datasets_are_checked(void **state)
{
    (void)state;
    static const char *const bad[] = {"spider:", "spider:x", "spider:0", "spider:-1", "spider:1e9"};
    struct arena a = {0};
    const char *const dir[] = {"/nowhere"};
    for (int i = 0; i < COUNT_OF(bad); i++) {
        struct error err = {0};
        struct train_data data = {0};
        struct train_sources from = {.names = {&bad[i], 1}, .data = {dir, 1}, .split = "train"};
        assert_int_equal(train_data_read(&a, &from, &data, &err), ST_USAGE);
        assert_non_null(strstr(err.message, bad[i]));
    }
    arena_release(&a);
}

/* 300 questions of ten databases: of three candidates the likeliest is empty and wrong in every
 * third, and then the second is right. */
static json_t *looked_at(int n)
{
    json_t *records = json_array();
    for (int i = 0; i < n; i++) {
        json_t *list = json_array();
        for (int c = 0; c < 3; c++) {
            bool trap = i % 3 == 0;
            json_array_append_new(
                list, json_pack("{s:b, s:{s:f, s:f}}", "right", c == (trap ? 1 : 0), "looks", "log_p",
                                -0.7 * c, "empty", (double)(trap && c == 0)));
        }
        char db[8];
        snprintf(db, sizeof db, "d%d", i % 10);
        json_array_append_new(records, json_pack("{s:s, s:o}", "db", db, "list", list));
    }
    return records;
}

static void a_second_look_is_learnt(void **state)
{
    (void)state;
    struct error err = {0};
    struct look_fitted fitted;
    json_t *records = looked_at(300);
    assert_ok(second_look_fit(records, LOOK_DOUBT, &fitted, &err), err);
    assert_int_equal(fitted.n, 300);
    assert_int_equal(fitted.within, 300);
    assert_int_equal(fitted.before, 200);
    assert_int_equal(fitted.after, 300); /* on databases left out */
    assert_true(fitted.look.weights[LOOK_EMPTY] < -0.7);
    assert_true(fitted.look.weights[LOOK_LOG_P] > 0);
    assert_true(fitted.look.weights[LOOK_STEPS] == 0); /* never varied */
    json_decref(records);
    records = looked_at(LOOK_MIN - 1);
    assert_int_equal(second_look_fit(records, LOOK_DOUBT, &fitted, &err), ST_INPUT);
    assert_non_null(strstr(err.message, "too few"));
    json_decref(records);
}

/* 300 questions of ten databases in which nothing but the judge's word tells the right one. */
static void a_judge_gets_a_weight(void **state)
{
    (void)state;
    struct error err = {0};
    struct look_fitted fitted;
    json_t *records = json_array();
    for (int i = 0; i < 300; i++) {
        int right = i % 3;
        json_t *list = json_array();
        for (int c = 0; c < 3; c++)
            json_array_append_new(
                list, json_pack("{s:b, s:f, s:{s:f, s:f}}", "right", c == right, "blind",
                                c == (i % 2 ? right : 0) ? 0.0 : -2.0, "looks", "log_p", -0.7 * c,
                                "judge", c == right ? 0.0 : -2.0));
        char db[8];
        snprintf(db, sizeof db, "d%d", i % 10);
        json_array_append_new(records, json_pack("{s:s, s:o}", "db", db, "list", list));
    }
    assert_ok(second_look_fit(records, 50, &fitted, &err), err);
    assert_true(fitted.judged);
    assert_int_equal(fitted.before, 100);
    assert_int_equal(fitted.unjudged, 100);
    assert_int_equal(fitted.always, 300);
    assert_int_equal(fitted.after, 300);
    assert_int_equal(fitted.asked, 300);
    assert_true(fitted.blind >= 100 && fitted.blind < 300);
    assert_true(fitted.look.weights[LOOK_JUDGE] > 0.5 && fitted.look.doubt == 50);
    assert_ok(second_look_fit(records, 0, &fitted, &err), err); /* nothing is ever in doubt */
    assert_int_equal(fitted.asked, 0);
    assert_int_equal(fitted.always, 300);
    assert_true(fitted.after < 300);
    json_decref(records);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_was_done_again_counts_once),
        cmocka_unit_test(names_in_pictures_are_escaped),
        cmocka_unit_test(confidence_is_fitted_to_records),
        cmocka_unit_test(a_trained_model_learns_gently),
        cmocka_unit_test(weights_of_datasets_are_checked),
        cmocka_unit_test(a_second_look_is_learnt),
        cmocka_unit_test(a_judge_gets_a_weight),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
