/* second_look.c - fitting the second look: of a list's candidates one is chosen with probability
 * proportional to exp(score), and the right ones together should have it.
 *
 * Of candidates that return the same rows the likeliest stands for all: which of them comes first
 * is the same to the reader.  The likelihood is climbed by gradient over standardised features, with a pull towards the order
 * search has made: weight 1 for the log-probability, 0 for all else. */
#include "report/second_look.h"

#include <math.h>
#include <string.h>

#define FOLDS 5
#define ROUNDS 400
#define RIDGE 4.0 /* as much as so many questions pull */

struct list {
    double (*looks)[N_LOOKS];
    double *judged, *blind; /* what the judge says, with and without the result */
    bool *right;
    int n, group; /* database: never in both halves of a comparison */
    bool mixed;   /* has right and wrong ones: teaches something */
};

struct lists {
    struct list *v;
    int n;
    double deviation[N_LOOKS];
};

static bool read_list(struct arena *arena, const json_t *record, struct list *out)
{
    const json_t *list = json_object_get(record, "list");
    size_t n = json_array_size(list);
    int n_right = 0;
    *out = (struct list){0};
    out->looks = (double(*)[N_LOOKS])ARENA_ARRAY(arena, double, n * N_LOOKS);
    out->judged = ARENA_ARRAY(arena, double, n);
    out->blind = ARENA_ARRAY(arena, double, n);
    out->right = ARENA_ARRAY(arena, bool, n);
    for (size_t i = 0; i < n; i++) {
        const json_t *candidate = json_array_get(list, i);
        const json_t *looks = json_object_get(candidate, "looks");
        if (json_number_value(json_object_get(looks, look_names[LOOK_AGAIN])) > 0)
            continue;
        int at = out->n++;
        out->right[at] = json_is_true(json_object_get(candidate, "right"));
        n_right += out->right[at];
        for (int k = 0; k < N_LOOKS; k++)
            out->looks[at][k] = json_number_value(json_object_get(looks, look_names[k]));
        out->judged[at] = out->looks[at][LOOK_JUDGE];
        out->blind[at] = json_number_value(json_object_get(candidate, "blind"));
    }
    out->mixed = n_right > 0 && n_right < out->n;
    return out->n > 0;
}

static enum status read_lists(struct arena *arena, const json_t *records, struct lists *out,
                              struct error *err)
{
    struct map groups = map_in(arena);
    int n_mixed = 0;
    *out = (struct lists){.v = ARENA_ARRAY(arena, struct list, (int)json_array_size(records) + 1)};
    for (size_t i = 0; i < json_array_size(records); i++) {
        const json_t *record = json_array_get(records, i);
        const char *db = json_string_value(json_object_get(record, "db"));
        struct list *l = &out->v[out->n];
        if (!db || !read_list(arena, record, l))
            continue;
        l->group = map_put(&groups, db, strlen(db), groups.count);
        n_mixed += l->mixed;
        out->n++;
    }
    return n_mixed >= LOOK_MIN
               ? ST_OK
               : fail(err, ST_INPUT, "%d questions with right and wrong candidates are too few for "
                      "a second look: %d are needed", n_mixed, LOOK_MIN);
}

/* Of each feature within lists: only differences between candidates of a question count. */
static void find_deviations(struct lists *all)
{
    double squares[N_LOOKS] = {0};
    long n = 0;
    for (int i = 0; i < all->n; i++) {
        const struct list *l = &all->v[i];
        for (int k = 0; k < N_LOOKS; k++) {
            double mean = 0;
            for (int c = 0; c < l->n; c++)
                mean += l->looks[c][k] / l->n;
            for (int c = 0; c < l->n; c++)
                squares[k] += pow(l->looks[c][k] - mean, 2);
        }
        n += l->n;
    }
    for (int k = 0; k < N_LOOKS; k++)
        all->deviation[k] = sqrt(squares[k] / (double)MAX(n, 1));
}

/* Adds the gradient of log P(a right candidate is chosen). */
static void add_gradient(const struct list *l, const struct second_look *look, double *gradient)
{
    double best = -INFINITY, all = 0, right = 0;
    double mean[N_LOOKS] = {0}, mean_right[N_LOOKS] = {0};
    for (int c = 0; c < l->n; c++)
        best = fmax(best, look_score(look, l->looks[c]));
    for (int c = 0; c < l->n; c++) {
        double p = exp(look_score(look, l->looks[c]) - best);
        all += p;
        right += l->right[c] ? p : 0;
        for (int k = 0; k < N_LOOKS; k++) {
            mean[k] += p * l->looks[c][k];
            mean_right[k] += l->right[c] ? p * l->looks[c][k] : 0;
        }
    }
    for (int k = 0; k < N_LOOKS; k++)
        gradient[k] += mean_right[k] / fmax(right, 1e-300) - mean[k] / all;
}

/* Fits to the lists of all databases but those of one fold (-1: to all). */
static void fit(const struct lists *all, int left_out, struct second_look *look)
{
    *look = (struct second_look){.weights = {[LOOK_LOG_P] = 1}, .doubt = LOOK_DOUBT};
    double size[N_LOOKS] = {0}; /* running squares of the gradient: steps of like size for all */
    for (int round = 0; round < ROUNDS; round++) {
        double gradient[N_LOOKS] = {0};
        for (int i = 0; i < all->n; i++)
            if (all->v[i].mixed && all->v[i].group % FOLDS != left_out)
                add_gradient(&all->v[i], look, gradient);
        for (int k = 0; k < N_LOOKS; k++) {
            double d = all->deviation[k];
            if (d < 1e-9)
                continue;
            double away = (look->weights[k] - (k == LOOK_LOG_P)) * d;
            double g = gradient[k] * d - RIDGE * away;
            size[k] = 0.9 * size[k] + 0.1 * g * g;
            look->weights[k] += 0.05 / (1 + 0.02 * round) * g / (sqrt(size[k]) + 1e-9) / d;
        }
    }
}

static bool first_is_right(const struct list *l, const struct second_look *look)
{
    int best = 0;
    for (int c = 1; c < l->n; c++)
        if (look_score(look, l->looks[c]) > look_score(look, l->looks[best]))
            best = c;
    return l->right[best];
}

/* ---- with a judge, and without --------------------------------------------------------------------- */

enum judge_use { JUDGE_NONE, JUDGE_SEES, JUDGE_BLIND };

/* What stands for the judge's word in all lists. */
static void use_judge(struct lists *all, enum judge_use use)
{
    for (int i = 0; i < all->n; i++)
        for (int c = 0; c < all->v[i].n; c++)
            all->v[i].looks[c][LOOK_JUDGE] = use == JUDGE_NONE   ? 0
                                             : use == JUDGE_SEES ? all->v[i].judged[c]
                                                                 : all->v[i].blind[c];
    find_deviations(all);
}

/* The list as it is used: where the rest leaves no doubt the judge is not asked. */
static bool first_is_right_if_asked(const struct list *l, const struct second_look *look, int *asked)
{
    struct second_look rest = *look;
    rest.weights[LOOK_JUDGE] = 0;
    double first = -INFINITY, second = -INFINITY;
    for (int c = 0; c < l->n; c++) {
        double score = look_score(&rest, l->looks[c]);
        second = fmax(second, fmin(score, first));
        first = fmax(first, score);
    }
    bool doubt = l->n > 1 && first - second < look->doubt;
    *asked += doubt;
    return first_is_right(l, doubt ? look : &rest);
}

/* How many lists have a right one first by weights fitted without their databases: always asking the
 * judge, and only in doubt. */
static void left_out(const struct lists *all, double doubt, int *always, int *in_doubt, int *asked)
{
    *always = *in_doubt = *asked = 0;
    for (int fold = 0; fold < FOLDS; fold++) {
        struct second_look others;
        fit(all, fold, &others);
        others.doubt = doubt;
        for (int i = 0; i < all->n; i++) {
            if (all->v[i].group % FOLDS != fold)
                continue;
            *always += first_is_right(&all->v[i], &others);
            *in_doubt += first_is_right_if_asked(&all->v[i], &others, asked);
        }
    }
}

static bool any_word(const struct lists *all, bool blind)
{
    for (int i = 0; i < all->n; i++)
        for (int c = 0; c < all->v[i].n; c++)
            if ((blind ? all->v[i].blind : all->v[i].judged)[c] != 0)
                return true;
    return false;
}

static void fit_all(struct lists *all, double doubt, struct look_fitted *out)
{
    static const struct second_look as_searched = {
        .weights = {[LOOK_LOG_P] = 1, [LOOK_FAILED] = -1000}};
    int ignored;
    out->n = all->n;
    for (int i = 0; i < all->n; i++) {
        out->before += first_is_right(&all->v[i], &as_searched);
        out->within += all->v[i].mixed || all->v[i].right[0];
    }
    out->judged = any_word(all, false);
    out->blind = -1;
    if (out->judged && any_word(all, true)) {
        use_judge(all, JUDGE_BLIND);
        left_out(all, doubt, &out->blind, &ignored, &ignored);
    }
    use_judge(all, JUDGE_NONE);
    left_out(all, doubt, &out->unjudged, &ignored, &ignored);
    use_judge(all, JUDGE_SEES);
    left_out(all, doubt, &out->always, &out->after, &out->asked);
    fit(all, -1, &out->look);
    out->look.doubt = doubt;
}

enum status second_look_fit(const json_t *records, double doubt, struct look_fitted *out,
                            struct error *err)
{
    struct arena arena = {0};
    struct lists all;
    *out = (struct look_fitted){0};
    enum status st = read_lists(&arena, records, &all, err);
    if (st == ST_OK)
        fit_all(&all, doubt, out);
    arena_release(&arena);
    return st;
}

enum status second_look_store(const struct look_fitted *fitted, const char *model, const char *out,
                              struct error *err)
{
    json_t *look = second_look_json(&fitted->look);
    json_object_set_new(look, "questions", json_integer(fitted->n));
    json_t *more = json_pack("{s:o}", "second_look", look);
    enum status st = model_add_about(model, more, out, err);
    json_decref(more);
    return st;
}
