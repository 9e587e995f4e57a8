/* calibration.c - answers to questions whose answers are known, and confidence fitted to them. */
#include "report/calibration.h"

#include "infer/infer.h"
#include "report/asking.h"
#include "train/train.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* ---- asking ------------------------------------------------------------------------------------------------- */

static const size_t MAX_RECORDS = (size_t)1 << 30; /* bytes of a file of judged answers */
enum { MAX_LIST = 64 }; /* candidates of a question: the widest beam */
#define MAX_ROWS 100000 /* of a result; gold that gives more cannot be judged */

/* Whether each query of the answer gives the rows of the gold query, columns as asked; false if that
 * one does not run. */
static bool judge_list(const struct asked *asked, bool *right)
{
    struct arena arena = {0};
    struct db_rows wanted, got;
    const char *gold = asked->example->sql;
    bool judged = eval_execute(&arena, asked->executor, asked->path, gold, MAX_ROWS, &wanted,
                               NULL) == ST_OK;
    for (int i = 0; judged && i < astormer_answer_queries(asked->answer); i++)
        right[i] = eval_execute(&arena, asked->executor, asked->path,
                                astormer_answer_query(asked->answer, i)->sql, MAX_ROWS, &got,
                                NULL) == ST_OK &&
                   eval_rows_as_asked(&arena, &wanted, &got, eval_sql_orders(gold));
    arena_release(&arena);
    return judged;
}

static json_t *numbers_json(const double *v, const char *const *names, int n)
{
    json_t *out = json_object();
    for (int i = 0; i < n; i++)
        json_object_set_new(out, names[i], json_real(v[i]));
    return out;
}

/* All candidates, with what the judge reads of them. */
static json_t *list_json(const struct astormer_answer *answer, const bool *right)
{
    struct arena arena = {0};
    json_t *out = json_array();
    for (int i = 0; i < astormer_answer_queries(answer); i++) {
        const struct astormer_query *q = astormer_answer_query(answer, i);
        const char *result = answer_run_told(&arena, answer, i);
        result = text_valid(&arena, result, strlen(result));
        json_array_append_new(
            out, json_pack("{s:b, s:s, s:s, s:s, s:f, s:o}", "right", right[i], "sql", q->sql,
                           "told", q->told, "result", result, "log_p", q->log_probability, "looks",
                           numbers_json(answer_looks(answer, i), look_names, N_LOOKS)));
    }
    arena_release(&arena);
    return out;
}

struct judging {
    const struct calibration_source *from;
    json_t **records; /* by example, so that their order does not depend on threads */
    long left, kept;
};

/* Of a benchmark only databases that training held out, and that have something to run on. */
static bool is_asked(void *context, const struct example *e)
{
    struct judging *j = context;
    const struct calibration_source *o = j->from;
    if ((!e->sql && !e->unanswerable) || j->left == 0 ||
        (o->holdout < 1 && !holdout_contains(e->db_id, o->holdout, o->holdout_seed)))
        return false;
    j->left--;
    j->kept++;
    return true;
}

static void judge(void *context, const struct asked *asked)
{
    struct judging *j = context;
    const struct example *e = asked->example;
    const struct astormer_query *q = asked->answer ? astormer_answer_query(asked->answer, 0) : NULL;
    double answerable = asked->answer ? astormer_answer_summary(asked->answer)->answerable : -1;
    if (e->unanswerable) { /* says nothing of confidence, but of declining */
        j->records[asked->index] =
            json_pack("{s:s, s:s, s:b, s:f}", "db", e->db_id, "question", e->question,
                      "unanswerable", 1, "answerable", answerable);
        return;
    }
    bool right[MAX_LIST] = {0};
    if (!q || !judge_list(asked, right))
        return;
    j->records[asked->index] = json_pack(
        "{s:s, s:s, s:s, s:s, s:b, s:f, s:o, s:o}", "db", e->db_id, "question", e->question, "read",
        astormer_answer_text(asked->answer), "sql", q->sql,
        "right", right[0], "answerable", answerable, "features",
        numbers_json(answer_features(asked->answer), feature_names, N_FEATURES), "list",
        list_json(asked->answer, right));
}

/* Examples whose database is not there are none of ours. */
static void drop_without_database(struct arena *arena, struct dataset *d)
{
    int n = 0;
    for (int i = 0; i < d->n_examples; i++)
        if (dataset_database(arena, d, d->examples[i].db_id))
            d->examples[n++] = d->examples[i];
    d->n_examples = n;
}

static enum status ask_benchmark(const struct calibration_source *o, const char *name, json_t *all,
                                 long *unjudged, struct error *err)
{
    struct arena arena = {0};
    struct dataset d;
    enum status st = dataset_read(&arena, name, o->data, o->split, NULL, &d, err);
    if (st == ST_OK) {
        drop_without_database(&arena, &d);
        struct judging j = {.from = o, .left = o->limit > 0 ? o->limit : d.n_examples,
                            .records = ARENA_ARRAY(&arena, json_t *, d.n_examples + 1)};
        int beam = MIN(o->beam, MAX_LIST);
        struct asking_options asking = {.model = o->model, .beam = beam, .n_best = beam,
                                        .workers = o->workers};
        st = ask_examples(&asking, &d, is_asked, judge, &j, err);
        long before = (long)json_array_size(all);
        for (int i = 0; i < d.n_examples; i++)
            if (j.records[i])
                json_array_append_new(all, j.records[i]);
        *unjudged += j.kept - ((long)json_array_size(all) - before);
    }
    arena_release(&arena);
    return st;
}

enum status calibration_ask(const struct calibration_source *from, json_t **out, long *unjudged,
                            struct error *err)
{
    json_t *all = json_array();
    enum status st = ST_OK;
    *unjudged = 0;
    for (int i = 0; st == ST_OK && i < from->datasets.n; i++)
        st = ask_benchmark(from, from->datasets.v[i], all, unjudged, err);
    if (st == ST_OK && json_array_size(all) == 0)
        st = fail(err, ST_INPUT, "no held-out database with content in %s", from->data);
    *out = all;
    return st;
}

/* ---- files of judged answers ------------------------------------------------------------------------------- */

enum status calibration_save(const json_t *all, const char *path, struct error *err)
{
    FILE *to = fopen(path, "w");
    for (size_t i = 0; to && i < json_array_size(all); i++) {
        json_dumpf(json_array_get(all, i), to, JSON_COMPACT | ANSWER_JSON_FLAGS);
        fputc('\n', to);
    }
    if (!to || fclose(to) != 0)
        return fail(err, ST_IO, "cannot write '%s': %s", path, strerror(errno));
    return ST_OK;
}

enum status calibration_load(const char *path, json_t **out, struct error *err)
{
    struct arena arena = {0};
    struct slice text;
    enum status st = file_read(&arena, path, MAX_RECORDS, &text, err);
    json_t *all = json_array();
    for (size_t at = 0; st == ST_OK && at < text.n;) {
        const char *line = text.s + at, *end = memchr(line, '\n', text.n - at);
        size_t n = end ? (size_t)(end - line) : text.n - at;
        json_error_t where;
        json_t *record = n ? json_loadb(line, n, 0, &where) : NULL;
        if (record)
            json_array_append_new(all, record);
        else if (n)
            st = fail(err, ST_INPUT, "%s: record %zu: %s", path, json_array_size(all), where.text);
        at += n + 1;
    }
    arena_release(&arena);
    if (st == ST_OK)
        *out = all;
    else
        json_decref(all);
    return st;
}

static bool is_unanswerable(const json_t *record)
{
    return json_is_true(json_object_get(record, "unanswerable"));
}

/* *n receives how many there are: what cannot be answered is not among them. */
static enum status judged_of(struct arena *arena, const json_t *all, struct judged **out, int *n_out,
                             struct error *err)
{
    struct map groups = map_in(arena);
    size_t n = json_array_size(all);
    *out = ARENA_ARRAY(arena, struct judged, n);
    *n_out = 0;
    for (size_t i = 0; i < n; i++) {
        const json_t *record = json_array_get(all, i);
        if (is_unanswerable(record))
            continue;
        struct judged *to = &(*out)[(*n_out)++];
        const json_t *features = json_object_get(record, "features");
        const char *db = json_string_value(json_object_get(record, "db"));
        if (!json_is_object(features) || !db)
            return fail(err, ST_INPUT, "record %zu has no 'db' or no 'features'", i);
        for (int k = 0; k < N_FEATURES; k++)
            to->features[k] = json_number_value(json_object_get(features, feature_names[k]));
        to->right = json_is_true(json_object_get(record, "right"));
        to->group = map_put(&groups, db, strlen(db), groups.count);
    }
    return ST_OK;
}

/* ---- fitting -------------------------------------------------------------------------------------------------- */

#define FOLDS 5

/* Confidence of each answer by coefficients fitted without any answer of its database. */
static enum status left_out_confidence(struct arena *arena, const struct judged *v, int n,
                                       double *confidence, struct error *err)
{
    struct judged *others = ARENA_ARRAY(arena, struct judged, n);
    for (int fold = 0; fold < FOLDS; fold++) {
        int n_others = 0;
        struct calibration c;
        for (int i = 0; i < n; i++)
            if (v[i].group % FOLDS != fold)
                others[n_others++] = v[i];
        enum status st = calibration_fit(others, n_others, &c, err);
        if (st != ST_OK)
            return st;
        for (int i = 0; i < n; i++)
            if (v[i].group % FOLDS == fold)
                confidence[i] = calibration_confidence(&c, v[i].features);
    }
    return ST_OK;
}

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

/* Below which verdict to decline: what DECLINED_SHARE of the answerable questions are below; negative
 * for a model that gives no verdicts. */
static void fit_declining(struct arena *arena, const json_t *all, struct declining *out)
{
    size_t n = json_array_size(all);
    double *p = ARENA_ARRAY(arena, double, n + 1);
    *out = (struct declining){.below = -1};
    for (size_t i = 0; i < n; i++) {
        const json_t *record = json_array_get(all, i), *v = json_object_get(record, "answerable");
        if (json_is_number(v) && json_number_value(v) >= 0 && !is_unanswerable(record))
            p[out->n_answerable++] = json_number_value(v);
    }
    if (out->n_answerable == 0)
        return;
    qsort(p, (size_t)out->n_answerable, sizeof *p, by_value);
    out->below = p[(int)(DECLINED_SHARE * out->n_answerable)];
    for (size_t i = 0; i < n; i++) {
        const json_t *record = json_array_get(all, i);
        bool declined = json_number_value(json_object_get(record, "answerable")) < out->below;
        out->n_other += is_unanswerable(record);
        out->declined_other += is_unanswerable(record) && declined;
    }
}

enum status calibration_make(const json_t *all, struct calibration_fitted *out, struct error *err)
{
    struct arena arena = {0};
    struct judged *v;
    double *confidence = ARENA_ARRAY(&arena, double, json_array_size(all) + 1);
    *out = (struct calibration_fitted){0};
    enum status st = judged_of(&arena, all, &v, &out->n, err);
    if (st == ST_OK)
        st = left_out_confidence(&arena, v, out->n, confidence, err);
    if (st == ST_OK)
        st = calibration_fit(v, out->n, &out->calibration, err);
    if (st == ST_OK) {
        calibration_measure(confidence, v, out->n, &out->left_out);
        for (int i = 0; i < out->n; i++)
            confidence[i] = calibration_confidence(&calibration_fallback, v[i].features);
        calibration_measure(confidence, v, out->n, &out->before);
        fit_declining(&arena, all, &out->declining);
    }
    arena_release(&arena);
    return st;
}

enum status calibration_store(const struct calibration_fitted *fitted, const char *model,
                              const char *out, struct error *err)
{
    json_t *calibration = calibration_json(&fitted->calibration);
    json_object_set_new(calibration, "answers", json_integer(fitted->n));
    json_object_set_new(calibration, "error", json_real(fitted->left_out.error));
    json_t *more = json_pack("{s:o}", "calibration", calibration);
    if (fitted->declining.below >= 0)
        json_object_set_new(more, "decline_below", json_real(fitted->declining.below));
    enum status st = model_add_about(model, more, out, err);
    json_decref(more);
    return st;
}
