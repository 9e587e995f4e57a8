/* confidence.c - how sure we are, whether to show alternatives, and whether to answer at all.
 *
 * Confidence is a logistic function of a few features of the answer.  Its coefficients are fitted
 * on held-out databases by `astormer calibrate` and travel in the model file ("calibration" in its
 * about text), so that 0.8 means that eight of ten such answers are right. */
#include "engine/internal.h"

#include <math.h>

const char *const feature_names[N_FEATURES] = {
    [FEATURE_LOG_P] = "log_p",       [FEATURE_WEAKEST] = "weakest",
    [FEATURE_MARGIN] = "margin",     [FEATURE_STEPS] = "steps",
    [FEATURE_UNLINKED] = "unlinked", [FEATURE_UNUSED] = "unused",
    [FEATURE_EMPTY] = "empty",       [FEATURE_FAILED] = "failed",
    [FEATURE_DOUBT] = "doubt",       [FEATURE_REST] = "rest",
    [FEATURE_OUTPUTS] = "outputs",   [FEATURE_JUDGE] = "judge",
    [FEATURE_JUDGED] = "judged",
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

/* How far ahead it is of the best query that would tell the user something else. */
static double margin_of(const struct infer_candidate *candidates, int n)
{
    for (int i = 1; i < n; i++) {
        if (candidates[i].compared == RUN_SAME)
            continue;
        double margin = candidates[0].score - candidates[i].score;
        return fmax(-CONFIDENCE_MARGIN_MAX, fmin(CONFIDENCE_MARGIN_MAX, margin));
    }
    return CONFIDENCE_MARGIN_MAX;
}

/* Was the judge asked?  Its word on the best is 0, and less on all others. */
static bool is_judged(const struct infer_candidate *candidates, int n)
{
    for (int i = 0; i < n; i++)
        if (candidates[i].looks[LOOK_JUDGE] != 0)
            return true;
    return false;
}

/* How far ahead the judge sees it of the best that returns other rows; negative if it stands first against
 * the judge's word. */
static double judge_margin(const struct infer_candidate *candidates, int n)
{
    double next = candidates[0].looks[LOOK_JUDGE] - CONFIDENCE_JUDGE_MAX;
    for (int i = 1; i < n; i++)
        if (candidates[i].looks[LOOK_AGAIN] == 0)
            next = fmax(next, candidates[i].looks[LOOK_JUDGE]);
    return fmax(-CONFIDENCE_JUDGE_MAX, candidates[0].looks[LOOK_JUDGE] - next);
}

void features_of_list(const struct infer_candidate *candidates, int n, double f[N_FEATURES])
{
    const struct infer_candidate *first = &candidates[0];
    f[FEATURE_LOG_P] = fmax(first->log_p, -60);
    f[FEATURE_WEAKEST] = fmax(first->weakest, -20);
    f[FEATURE_DOUBT] = sqrt(-fmin(f[FEATURE_LOG_P], 0));
    f[FEATURE_REST] = sqrt(fmax(f[FEATURE_WEAKEST] - f[FEATURE_LOG_P], 0));
    f[FEATURE_MARGIN] = margin_of(candidates, n);
    f[FEATURE_EMPTY] = run_works(&first->run) && !first->run.any;
    f[FEATURE_FAILED] = !run_works(&first->run);
    f[FEATURE_OUTPUTS] = MIN(first->run.rows.n_columns, CONFIDENCE_OUTPUTS_MAX);
    f[FEATURE_JUDGED] = is_judged(candidates, n);
    f[FEATURE_JUDGE] = f[FEATURE_JUDGED] > 0 ? judge_margin(candidates, n) : 0;
}

static void find_features(struct astormer_answer *a, const struct model_question *question,
                          const struct infer_candidate *candidates, int n)
{
    const struct infer_candidate *first = &candidates[0];
    const struct astormer_summary *s = &a->summary;
    double *f = a->features;
    features_of_list(candidates, n, f);
    f[FEATURE_STEPS] = first->found->derivation->n_steps / 10.0;
    f[FEATURE_UNLINKED] =
        s->content_words ? 1 - (double)s->linked_words / s->content_words : 0;
    f[FEATURE_UNUSED] = look_unused_cells(question, first->found);
}

/* Does any word of the conversation name anything? */
static bool names_something(const struct links *links)
{
    for (int i = 0; i < links->n_matches; i++)
        if (links->matches[i].kind != LINK_NUMBER && links->matches[i].kind != LINK_TIME)
            return true;
    return false;
}

static const char *reason_to_decline(const struct astormer_answer *a,
                                     const struct astormer_model *model,
                                     const struct model_question *question)
{
    if (a->n_queries == 0)
        return "no query could be built for this question";
    if (a->all_refused)
        return "every reading that was found gives rows that you said are wrong";
    if (a->summary.answerable >= 0) /* learnt, and fitted to what declining may cost: no rule beside it */
        return a->summary.answerable < model->decline_below
                   ? "this database does not seem to hold what the question asks for" : NULL;
    if (!names_something(&question->links) && a->queries[0]->query.probability < UNLINKED_NEEDS)
        return "no word of the question names a table, a column or a stored value of this database";
    if (a->summary.calibrated && a->summary.confidence < HOPELESS_BELOW)
        return "every reading of this question is too unlikely";
    return NULL;
}

void answer_judge(struct astormer_answer *a, const struct astormer_model *model,
                  const struct model_question *question, const struct infer_candidate *candidates,
                  int n)
{
    struct astormer_summary *s = &a->summary;
    s->calibrated = model->calibrated;
    if (s->corrected) {
        s->confidence = 1;
        return;
    }
    if (n > 0) {
        find_features(a, question, candidates, n);
        s->confidence = calibration_confidence(&model->calibration, a->features) *
                        (1 - question->elsewhere);
    }
    for (int i = 1; i < n; i++)
        s->differ |= candidates[i].compared == RUN_OTHER;
    s->unsure = s->confidence < UNSURE_BELOW && a->n_queries > 1;
    s->declined = reason_to_decline(a, model, question);
}
