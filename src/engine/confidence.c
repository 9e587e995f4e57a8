/* confidence.c - how sure we are, whether to show alternatives, and whether to answer at all.
 *
 * Confidence is a logistic function of a few features of the answer.  Its coefficients are fitted
 * on held-out databases by `astormer calibrate` and travel in the model file ("calibration" in its
 * about text), so that 0.8 means that eight of ten such answers are right. */
#include "engine/internal.h"

#include <math.h>
#include <string.h>

const char *const feature_names[N_FEATURES] = {
    [FEATURE_LOG_P] = "log_p",       [FEATURE_WEAKEST] = "weakest",
    [FEATURE_MARGIN] = "margin",     [FEATURE_STEPS] = "steps",
    [FEATURE_UNLINKED] = "unlinked", [FEATURE_UNUSED] = "unused",
    [FEATURE_EMPTY] = "empty",       [FEATURE_FAILED] = "failed",
};

/* By judgement, for a model nobody has calibrated: about e^log_p, less if words stay unread. */
const struct calibration calibration_fallback = {
    .bias = 0.4,
    .weights = {[FEATURE_LOG_P] = 0.7, [FEATURE_WEAKEST] = 0.3, [FEATURE_MARGIN] = 0.4,
                [FEATURE_STEPS] = -0.1, [FEATURE_UNLINKED] = -1.5, [FEATURE_UNUSED] = -1,
                [FEATURE_EMPTY] = -0.7, [FEATURE_FAILED] = -3},
};

#define UNSURE_BELOW 0.6
/* A question of which nothing names anything in the database is answered only when the network
 * has next to no doubt. */
#define UNLINKED_NEEDS 0.9
#define HOPELESS_BELOW 0.03

double calibration_confidence(const struct calibration *c, const double features[N_FEATURES])
{
    double z = c->bias;
    for (int i = 0; i < N_FEATURES; i++)
        z += c->weights[i] * features[i];
    return 1 / (1 + exp(-z));
}

bool calibration_read(const json_t *object, struct calibration *out)
{
    if (!json_is_object(object) || !json_is_number(json_object_get(object, "bias")))
        return false;
    struct calibration c = {.bias = json_number_value(json_object_get(object, "bias"))};
    for (int i = 0; i < N_FEATURES; i++) /* one that is missing was not used when it was fitted */
        c.weights[i] = json_number_value(json_object_get(object, feature_names[i]));
    *out = c;
    return true;
}

json_t *calibration_json(const struct calibration *c)
{
    json_t *out = json_pack("{s:f}", "bias", c->bias);
    for (int i = 0; i < N_FEATURES; i++)
        json_object_set_new(out, feature_names[i], json_real(c->weights[i]));
    return out;
}

/* Log-probability ahead of the best query that would tell the user something else. */
static double margin_of(const struct astormer_answer *a)
{
    const struct astormer_query *first = &a->queries[0]->query;
    for (int i = 1; i < a->n_queries; i++) {
        const struct astormer_query *q = &a->queries[i]->query;
        if (q->rows == ASTORMER_ROWS_SAME)
            continue;
        double margin = first->log_probability - q->log_probability;
        return fmax(-CONFIDENCE_MARGIN_MAX, fmin(CONFIDENCE_MARGIN_MAX, margin));
    }
    return CONFIDENCE_MARGIN_MAX;
}

static bool uses_cell(const struct query_parts *q, const char *cell)
{
    for (int i = 0; i < q->query.n_values; i++)
        if (equal_nocase(q->values[i].written, cell))
            return true;
    return false;
}

/* Does some link of the same words lead to a value the query has? */
static bool span_is_used(const struct astormer_answer *a, const struct astormer_link *span)
{
    for (int i = 0; i < a->n_links; i++) {
        const struct astormer_link *l = &a->links[i];
        if (l->start < span->end && span->start < l->end && l->cell &&
            uses_cell(a->queries[0], l->cell))
            return true;
    }
    return false;
}

/* Words of this question that are a stored value, whole, and left no trace in the query. */
static int count_unused(const struct astormer_answer *a)
{
    int n = 0, last_end = -1;
    for (int i = 0; i < a->n_links; i++) {
        const struct astormer_link *l = &a->links[i];
        if (l->turn != 0 || !l->cell || l->start < last_end ||
            strcmp(l->kind, link_kind_name(LINK_VALUE_EXACT)) != 0 || span_is_used(a, l))
            continue;
        n++;
        last_end = l->end;
    }
    return MIN(n, 3);
}

static void find_features(struct astormer_answer *a)
{
    const struct query_parts *first = a->queries[0];
    double weakest = 0;
    for (int i = 0; i < first->query.n_steps; i++)
        weakest = fmin(weakest, first->steps[i].log_probability);
    const struct astormer_summary *s = &a->summary;
    double *f = a->features;
    f[FEATURE_LOG_P] = fmax(first->query.log_probability, -60);
    f[FEATURE_WEAKEST] = fmax(weakest, -20);
    f[FEATURE_MARGIN] = margin_of(a);
    f[FEATURE_STEPS] = first->query.n_steps / 10.0;
    f[FEATURE_UNLINKED] =
        s->content_words ? 1 - (double)s->linked_words / s->content_words : 0;
    f[FEATURE_UNUSED] = count_unused(a);
    f[FEATURE_EMPTY] = first->query.runs && !first->query.returns_rows;
    f[FEATURE_FAILED] = !first->query.runs;
}

/* Does any word of the conversation name anything? */
static bool names_something(const struct astormer_answer *a)
{
    for (int i = 0; i < a->n_links; i++)
        if (strcmp(a->links[i].kind, link_kind_name(LINK_NUMBER)) != 0 &&
            strcmp(a->links[i].kind, link_kind_name(LINK_TIME)) != 0)
            return true;
    return false;
}

static const char *reason_to_decline(const struct astormer_answer *a,
                                     const struct astormer_model *model)
{
    if (a->n_queries == 0)
        return "no query could be built for this question";
    if (!names_something(a) && a->queries[0]->query.probability < UNLINKED_NEEDS)
        return "no word of the question names a table, a column or a stored value of this database";
    if (a->summary.answerable >= 0 && a->summary.answerable < model->decline_below)
        return "this database does not seem to hold what the question asks for";
    if (a->summary.calibrated && a->summary.confidence < HOPELESS_BELOW)
        return "every reading of this question is too unlikely";
    return NULL;
}

void answer_judge(struct astormer_answer *a, const struct astormer_model *model)
{
    struct astormer_summary *s = &a->summary;
    s->calibrated = model->calibrated;
    if (s->corrected) {
        s->confidence = 1;
        return;
    }
    if (a->n_queries > 0) {
        find_features(a);
        s->confidence = calibration_confidence(&model->calibration, a->features);
    }
    for (int i = 1; i < a->n_queries; i++)
        s->differ |= a->queries[i]->query.rows == ASTORMER_ROWS_OTHER;
    s->unsure = s->confidence < UNSURE_BELOW && a->n_queries > 1;
    s->declined = reason_to_decline(a, model);
}
