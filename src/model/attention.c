/* attention.c - what a decoder looked at while it built a query (paper, appendix: case study).
 *
 * Search keeps no attention: it would cost memory at every step for what is rarely asked.  The
 * finished steps are run again instead, all at once and on a tape that does not record, and the
 * heads are averaged, as the paper's figure does. */
#include "model/internal.h"

/* One layer: p [heads, rows, cols] to its mean over the heads. */
static float *mean_of_heads(struct arena *arena, const real *p, int heads, int rows, int cols)
{
    size_t n = (size_t)rows * (size_t)cols;
    float *mean = ARENA_ARRAY(arena, float, n);
    for (size_t i = 0; i < n; i++) {
        double sum = 0;
        for (int h = 0; h < heads; h++)
            sum += (double)p[(size_t)h * n + i];
        mean[i] = (float)(sum / heads);
    }
    return mean;
}

/* A token decoder takes fewer steps than the derivation has: a rule before an item is decided with
 * the item.  place[j] is the network's row that decided step j. */
static int *rows_of_steps(struct nn_tape *tape, const struct step *const *steps, int n_steps,
                          const struct model_target *taken)
{
    int *place = NN_ARRAY(tape, int, n_steps);
    for (int j = 0, row = 0; j < n_steps; j++) {
        place[j] = MIN(row, taken->n_steps - 1);
        if (row < taken->n_steps && taken->steps[row] == steps[j])
            row++;
    }
    return place;
}

/* Rows (and, of self-attention, columns) of the network as those of the derivation.  Only the step
 * that a row stands for is looked at: weights stay a distribution, and what the causal mask hides,
 * which softmax leaves undefined, is 0. */
static float *spread(struct arena *arena, const float *x, const struct model_target *taken,
                     const struct step *const *steps, const int *place, int n_steps, int n_rows)
{
    int cols = n_rows ? n_rows : n_steps, from_cols = n_rows ? n_rows : taken->n_steps;
    float *out = ARENA_ARRAY(arena, float, n_steps * cols);
    for (int j = 0; j < n_steps; j++)
        for (int i = 0; i < cols; i++) {
            bool seen = n_rows || (place[i] <= place[j] && taken->steps[place[i]] == steps[i]);
            int from = n_rows ? i : place[i];
            out[j * cols + i] = seen ? x[place[j] * from_cols + from] : 0;
        }
    return out;
}

void model_attention_of(struct arena *arena, const struct model *m, struct nn_tape *tape,
                        const struct model_input *input, const struct step *const *steps,
                        int n_steps, struct model_attention *out)
{
    nn_tape_begin(tape, NN_INFER, 0);
    struct model_memory memory = model_encode(m, tape, &input, 1, NULL);
    struct model_target target = {.steps = steps, .n_steps = n_steps};
    const struct model_target *whole = &target, *const *targets = &whole;
    targets = decoder_targets(m, tape, targets, 1);
    int *place = rows_of_steps(tape, steps, n_steps, targets[0]);
    int layers = m->config.decoder_layers, heads = m->config.heads, n = targets[0]->n_steps;
    struct decoder_watch watch = {.self = NN_ARRAY(tape, const real *const *, layers),
                                  .cross = NN_ARRAY(tape, const real *const *, layers)};
    decoder_run(m, tape, &memory, targets, &watch);
    *out = (struct model_attention){.n_steps = n_steps, .n_rows = model_input_rows(input),
                                    .n_self = watch.n_self, .n_cross = watch.n_cross,
                                    .heads = heads};
    out->self = ARENA_ARRAY(arena, float *, layers);
    out->self_heads = ARENA_ARRAY(arena, float *, layers * heads);
    out->cross = ARENA_ARRAY(arena, float *, layers);
    for (int i = 0; i < watch.n_self; i++) {
        const real *p = watch.self[i][0];
        out->self[i] = spread(arena, mean_of_heads(arena, p, heads, n, n), targets[0], steps,
                              place, n_steps, 0);
        for (int h = 0; h < heads; h++)
            out->self_heads[i * heads + h] =
                spread(arena, mean_of_heads(arena, p + (size_t)h * (size_t)n * (size_t)n, 1, n, n),
                       targets[0], steps, place, n_steps, 0);
    }
    for (int i = 0; i < watch.n_cross; i++) {
        float *mean = mean_of_heads(arena, watch.cross[i][0], heads, n, out->n_rows);
        out->cross[i] = spread(arena, mean, targets[0], steps, place, n_steps, out->n_rows);
    }
}
