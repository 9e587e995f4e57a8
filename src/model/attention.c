/* attention.c - what a decoder looked at while it built a query (paper, appendix: case study).
 *
 * Search keeps no attention: it would cost memory at every step for what is rarely asked.  The
 * finished steps are run again instead, all at once and on a tape that does not record, and the
 * heads are averaged, as the paper's figure does. */
#include "model/internal.h"

#include <string.h>

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

/* Softmax leaves what the causal mask hides undefined. */
static void clear_above_diagonal(float *x, int n)
{
    for (int j = 0; j < n; j++)
        memset(x + (size_t)j * (size_t)n + j + 1, 0, sizeof *x * (size_t)(n - j - 1));
}

void model_attention_of(struct arena *arena, const struct model *m, struct nn_tape *tape,
                        const struct model_input *input, const struct step *const *steps,
                        int n_steps, struct model_attention *out)
{
    nn_tape_begin(tape, NN_INFER, 0);
    struct model_memory memory = model_encode(m, tape, &input, 1, NULL);
    struct model_target target = {.steps = steps, .n_steps = n_steps};
    const struct model_target *targets = &target;
    int layers = m->config.decoder_layers;
    struct decoder_watch watch = {.self = NN_ARRAY(tape, const real *const *, layers),
                                  .cross = NN_ARRAY(tape, const real *const *, layers)};
    decoder_run(m, tape, &memory, &targets, &watch);
    *out = (struct model_attention){.n_steps = n_steps, .n_rows = model_input_rows(input),
                                    .n_self = watch.n_self, .n_cross = watch.n_cross};
    out->self = ARENA_ARRAY(arena, float *, layers);
    out->cross = ARENA_ARRAY(arena, float *, layers);
    for (int i = 0; i < watch.n_self; i++) {
        out->self[i] = mean_of_heads(arena, watch.self[i][0], m->config.heads, n_steps, n_steps);
        clear_above_diagonal(out->self[i], n_steps);
    }
    for (int i = 0; i < watch.n_cross; i++)
        out->cross[i] =
            mean_of_heads(arena, watch.cross[i][0], m->config.heads, n_steps, out->n_rows);
}
