/* table_fit.c - the weights by which ground/ ranks the tables of a large schema, fitted.
 *
 *   table_fit FEATURES... [-- FEATURES...]     files of `table_recall ... features`; those after -- only judge
 *
 * Each gold table shall stand above all that are not (softmax over a question's tables), with small weights.  What is
 * printed are the lines of src/ground/table_weights.def.  Fit on databases whose questions pairs.def has not seen:
 *   tools/word-pairs even > src/ground/pairs.def; build; bench/merge_corpus.py corpus M.sqlite M.jsonl 300 1 odd;
 *   table_recall jsonl M.jsonl train features > odd1     and likewise 2 and 3, and the other half;
 *   table_fit odd1 odd2 odd3 even1 even2 even3 */
#include "ground/internal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define F TABLE_FEATURES
#define ROUNDS 15
#define BATCH 64
#define RATE 0.01f
#define DECAY 4e-3f
#define LEAST_SIZE 0.05f /* of features: what is hardly ever there must not get a large weight */
#define MOST_TABLES 1024
#define KEPT GROUND_TABLES

static const struct {
    const char *id;
    double strength;
} kinds[] = {
#define EVIDENCE(id, strength, ...) {#id, strength},
#include "ground/table_weights.def"
};
static const char *const abouts[] = {
#define ABOUT(id, ...) #id,
#include "ground/table_weights.def"
};

struct questions {
    float *rows; /* [n_rows][1 + F] */
    long n_rows, capacity;
    long *first; /* [n + 1] */
    long n, n_capacity;
};

static void read_file(struct questions *q, const char *path)
{
    FILE *f = fopen(path, "rb");
    if (!f) {
        perror(path);
        exit(3);
    }
    int n;
    while (fread(&n, sizeof n, 1, f) == 1) {
        if (n > MOST_TABLES) {
            fprintf(stderr, "%s: a question of %d tables\n", path, n);
            exit(3);
        }
        while (q->n_rows + n > q->capacity) {
            q->capacity = q->capacity ? 2 * q->capacity : 1 << 16;
            q->rows = realloc(q->rows, sizeof(float) * (size_t)q->capacity * (1 + F));
        }
        if (fread(q->rows + q->n_rows * (1 + F), sizeof(float) * (1 + F), (size_t)n, f) != (size_t)n)
            break;
        if (q->n + 2 > q->n_capacity) {
            q->n_capacity = q->n_capacity ? 2 * q->n_capacity : 1 << 14;
            q->first = realloc(q->first, sizeof(long) * (size_t)q->n_capacity);
        }
        q->first[q->n++] = q->n_rows;
        q->n_rows += n;
        q->first[q->n] = q->n_rows;
    }
    fclose(f);
}

static float dot(const float *w, const float *x)
{
    float sum = 0;
    for (int i = 0; i < F; i++)
        sum += w[i] * x[i];
    return sum;
}

/* Adds a question's gradient; returns its loss. */
static double question_gradient(const struct questions *q, long at, const float *w, float *gradient)
{
    long first = q->first[at], n = q->first[at + 1] - first;
    float score[MOST_TABLES], most = -1e9f, others = 0;
    float back[MOST_TABLES] = {0};
    double loss = 0;
    int n_gold = 0;
    for (long i = 0; i < n; i++) {
        score[i] = dot(w, q->rows + (first + i) * (1 + F) + 1);
        most = fmaxf(most, score[i]);
    }
    for (long i = 0; i < n; i++) {
        score[i] = expf(score[i] - most);
        bool gold = q->rows[(first + i) * (1 + F)] > 0;
        n_gold += gold;
        others += gold ? 0 : score[i];
    }
    for (long g = 0; g < n; g++) {
        if (!(q->rows[(first + g) * (1 + F)] > 0))
            continue;
        float whole = others + score[g] + 1e-12f;
        loss -= logf((score[g] + 1e-12f) / whole) / (float)n_gold;
        back[g] -= (others / whole) / (float)n_gold;
        for (long i = 0; i < n; i++)
            if (!(q->rows[(first + i) * (1 + F)] > 0))
                back[i] += score[i] / whole / (float)n_gold;
    }
    for (long i = 0; i < n; i++)
        for (int k = 0; k < F; k++)
            gradient[k] += back[i] * q->rows[(first + i) * (1 + F) + 1 + k];
    return loss;
}

/* Share of questions of which all gold tables are among the best. */
static double judge(const struct questions *q, const float *w)
{
    long whole = 0;
    for (long at = 0; at < q->n; at++) {
        long first = q->first[at], n = q->first[at + 1] - first;
        float score[MOST_TABLES];
        int worst = 0;
        for (long i = 0; i < n; i++)
            score[i] = dot(w, q->rows + (first + i) * (1 + F) + 1);
        for (long g = 0; g < n; g++) {
            int above = 0;
            for (long i = 0; q->rows[(first + g) * (1 + F)] > 0 && i < n; i++)
                above += score[i] > score[g];
            worst = MAX(worst, above);
        }
        whole += worst < KEPT;
    }
    return 100.0 * (double)whole / (double)MAX(q->n, 1);
}

/* Brings all features to one size; returns by what each was divided. */
static void scale_rows(struct questions *fit, struct questions *other, float *scale)
{
    for (long i = 0; i < fit->n_rows; i++)
        for (int k = 0; k < F; k++)
            scale[k] += powf(fit->rows[i * (1 + F) + 1 + k], 2) / (float)fit->n_rows;
    for (int k = 0; k < F; k++)
        scale[k] = sqrtf(scale[k]) + LEAST_SIZE;
    for (struct questions *q = fit; q; q = q == fit ? other : NULL)
        for (long i = 0; i < q->n_rows; i++)
            for (int k = 0; k < F; k++)
                q->rows[i * (1 + F) + 1 + k] /= scale[k];
}

static void fit_weights(const struct questions *fit, const struct questions *other, float *w)
{
    float m[F] = {0}, v[F] = {0};
    unsigned long step = 0, draw = 1;
    for (int round = 0; round < ROUNDS; round++) {
        double loss = 0;
        float rate = RATE * (1 - (float)round / ROUNDS);
        for (long b = 0; b < fit->n / BATCH; b++) {
            float gradient[F] = {0};
            for (int i = 0; i < BATCH; i++) {
                draw = draw * 6364136223846793005ul + 1442695040888963407ul;
                loss += question_gradient(fit, (long)((draw >> 20) % (unsigned long)fit->n), w, gradient);
            }
            step++;
            for (int k = 0; k < F; k++) { /* Adam */
                float g = gradient[k] / BATCH + DECAY * w[k];
                m[k] = 0.9f * m[k] + 0.1f * g;
                v[k] = 0.999f * v[k] + 0.001f * g * g;
                float mean = m[k] / (1 - powf(0.9f, (float)step));
                float square = v[k] / (1 - powf(0.999f, (float)step));
                w[k] -= rate * mean / (sqrtf(square) + 1e-6f);
            }
        }
        if (round % 5 == 4)
            fprintf(stderr, "round %d loss %.4f fit %.2f %% others %.2f %%\n", round + 1,
                    loss / (double)(fit->n / BATCH * BATCH), judge(fit, w), judge(other, w));
    }
}

int main(int argc, char **argv)
{
    struct questions fit = {0}, other = {0}, *into = &fit;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--") == 0)
            into = &other;
        else
            read_file(into, argv[i]);
    }
    float scale[F] = {0}, w[F] = {0};
    scale_rows(&fit, &other, scale);
    w[EVIDENCE_STRONGEST] = 1;
    w[REACH_NEAR * N_EVIDENCE + EVIDENCE_STRONGEST] = 2;
    fprintf(stderr, "%ld questions, before: %.2f %%, others %.2f %%\n", fit.n, judge(&fit, w), judge(&other, w));
    fit_weights(&fit, &other, w);
    for (int k = 0; k < N_EVIDENCE; k++) {
        printf("EVIDENCE(%s, %g", kinds[k].id, kinds[k].strength);
        for (int i = 0; i < N_REACHES; i++)
            printf(", %.3g", (double)(w[i * N_EVIDENCE + k] / scale[i * N_EVIDENCE + k]));
        printf(")\n");
    }
    for (int k = 0; k < N_ABOUT; k++)
        printf("ABOUT(%s, %.3g)\n", abouts[k], (double)(w[N_REACHES * N_EVIDENCE + k] / scale[N_REACHES * N_EVIDENCE + k]));
    return 0;
}
