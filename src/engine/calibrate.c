/* calibrate.c - fitting the coefficients of confidence: logistic regression by Newton's method, a
 * handful of features, a few hundred to a few thousand answers. */
#include "engine/engine.h"

#include <math.h>
#include <string.h>

#define N_TERMS (N_FEATURES + 1) /* the last is the bias */
#define ITERATIONS 50
#define RIDGE 2.0 /* pulls standardised weights towards 0 a little: some features are rare */

struct scale {
    double mean[N_FEATURES], deviation[N_FEATURES];
    bool left_out[N_FEATURES];
};

/* Which way each feature must pull: a fit on few databases that thinks otherwise has found an
 * accident of those databases. */
static const int signs[N_FEATURES] = {
    [FEATURE_LOG_P] = 1,     [FEATURE_WEAKEST] = 1, [FEATURE_MARGIN] = 1,
    [FEATURE_UNLINKED] = -1, [FEATURE_UNUSED] = -1, [FEATURE_EMPTY] = -1,
    [FEATURE_FAILED] = -1,   [FEATURE_DOUBT] = -1,  [FEATURE_REST] = -1,
    [FEATURE_JUDGE] = 1, /* steps, outputs, judged: either */
};

static void find_scale(const struct judged *v, int n, struct scale *s)
{
    for (int k = 0; k < N_FEATURES; k++) {
        double sum = 0, squares = 0;
        for (int i = 0; i < n; i++)
            sum += v[i].features[k];
        s->mean[k] = sum / n;
        for (int i = 0; i < n; i++)
            squares += pow(v[i].features[k] - s->mean[k], 2);
        s->deviation[k] = sqrt(squares / n);
    }
}

static bool varies(const struct scale *s, int k)
{
    return s->deviation[k] > 1e-9;
}

/* Terms of one answer: standardised features (0 if one never varies, or is left out) and 1. */
static void terms_of(const struct scale *s, const struct judged *v, double out[N_TERMS])
{
    for (int k = 0; k < N_FEATURES; k++)
        out[k] = varies(s, k) && !s->left_out[k] ? (v->features[k] - s->mean[k]) / s->deviation[k] : 0;
    out[N_FEATURES] = 1;
}

/* Solves a x = b in place by elimination with pivots; a is positive definite. */
static void solve(double a[N_TERMS][N_TERMS], double b[N_TERMS])
{
    for (int i = 0; i < N_TERMS; i++) {
        int pivot = i;
        for (int r = i + 1; r < N_TERMS; r++)
            if (fabs(a[r][i]) > fabs(a[pivot][i]))
                pivot = r;
        for (int k = 0; k < N_TERMS; k++) {
            double t = a[i][k];
            a[i][k] = a[pivot][k];
            a[pivot][k] = t;
        }
        double t = b[i];
        b[i] = b[pivot];
        b[pivot] = t;
        for (int r = i + 1; r < N_TERMS; r++) {
            double f = a[r][i] / a[i][i];
            for (int k = i; k < N_TERMS; k++)
                a[r][k] -= f * a[i][k];
            b[r] -= f * b[i];
        }
    }
    for (int i = N_TERMS - 1; i >= 0; i--) {
        for (int k = i + 1; k < N_TERMS; k++)
            b[i] -= a[i][k] * b[k];
        b[i] /= a[i][i];
    }
}

/* One Newton step on the penalised log-likelihood; returns the size of it. */
static double newton_step(const struct scale *s, const struct judged *v, int n, double w[N_TERMS])
{
    double hessian[N_TERMS][N_TERMS] = {{0}}, gradient[N_TERMS] = {0};
    for (int i = 0; i < n; i++) {
        double x[N_TERMS], z = 0;
        terms_of(s, &v[i], x);
        for (int k = 0; k < N_TERMS; k++)
            z += w[k] * x[k];
        double p = 1 / (1 + exp(-z)), weight = fmax(p * (1 - p), 1e-6);
        for (int k = 0; k < N_TERMS; k++) {
            gradient[k] += (v[i].right - p) * x[k];
            for (int m = 0; m < N_TERMS; m++)
                hessian[k][m] += weight * x[k] * x[m];
        }
    }
    for (int k = 0; k < N_TERMS; k++) {
        double ridge = k < N_FEATURES ? RIDGE : 1e-9;
        hessian[k][k] += ridge;
        gradient[k] -= ridge * w[k];
    }
    solve(hessian, gradient);
    double size = 0;
    for (int k = 0; k < N_TERMS; k++) {
        double step = fmax(-4, fmin(4, gradient[k]));
        w[k] += step;
        size = fmax(size, fabs(step));
    }
    return size;
}

/* Leaves out the feature that pulls hardest the wrong way; false if there is none. */
static bool leave_out_worst(struct scale *s, const double w[N_TERMS])
{
    int worst = -1;
    for (int k = 0; k < N_FEATURES; k++)
        if (w[k] * signs[k] < 0 && (worst < 0 || fabs(w[k]) > fabs(w[worst])))
            worst = k;
    if (worst >= 0)
        s->left_out[worst] = true;
    return worst >= 0;
}

enum status calibration_fit(const struct judged *v, int n, struct calibration *out,
                            struct error *err)
{
    int right = 0;
    for (int i = 0; i < n; i++)
        right += v[i].right;
    if (n < CALIBRATION_MIN || right == 0 || right == n)
        return fail(err, ST_INPUT,
                    "%d answers, %d of them right, are too few of one kind to calibrate with", n,
                    right);
    struct scale scale = {0};
    double w[N_TERMS];
    find_scale(v, n, &scale);
    do {
        memset(w, 0, sizeof w);
        for (int i = 0; i < ITERATIONS && newton_step(&scale, v, n, w) > 1e-8; i++)
            ;
    } while (leave_out_worst(&scale, w));
    *out = (struct calibration){.bias = w[N_FEATURES]};
    for (int k = 0; k < N_FEATURES; k++) {
        /* of what was never seen to vary nothing was learnt: there, judgement stays */
        out->weights[k] = varies(&scale, k) ? w[k] / scale.deviation[k]
                                            : calibration_fallback.weights[k];
        out->bias -= out->weights[k] * scale.mean[k];
    }
    return ST_OK;
}

void calibration_measure(const double *confidence, const struct judged *v, int n,
                         struct reliability *out)
{
    *out = (struct reliability){0};
    for (int i = 0; i < n; i++) {
        int bin = MIN((int)(confidence[i] * RELIABILITY_BINS), RELIABILITY_BINS - 1);
        out->bins[bin].n++;
        out->bins[bin].right += v[i].right;
        out->bins[bin].confidence += confidence[i];
        out->brier += pow(confidence[i] - v[i].right, 2) / n;
    }
    for (int i = 0; i < RELIABILITY_BINS; i++)
        out->error += fabs(out->bins[i].confidence - out->bins[i].right) / n;
}
