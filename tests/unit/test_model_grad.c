/* test_model_grad.c - the gradient of the whole network, encoder and each decoder, against central
 * differences, in double precision (built with NN_DOUBLE: see src/nn/nn.h). */
#include "test.h"

#include "model_samples.h"

#include <math.h>

static const char *const variants[] = {
    "decoder=astormer", "decoder=lstm", "decoder=onlstm", "decoder=token",
    "decoder=token-lstm", "encoder=static", "pooling=mean",
    "position=absolute", "tree_relations=relative", "tree_relations=shifted", "relations=none", "share_relations=false",
    "rule_softmax=all", "item_softmax=all", "item_types=true", "embedding=6", "values=point", "verdicts=true",
};

static double loss_of(struct fake_batch *b, struct nn_tape *tape, bool backward)
{
    nn_tape_begin(tape, NN_RECORD, 0);
    struct model_memory memory = model_encode(b->model, tape, b->inputs, b->n, NULL);
    struct model_loss_options options = {.aux = 0.3, .smoothing = 0.1, .verdicts = {0.7, 0.4}};
    struct tensor *loss = model_loss(b->model, tape, &memory, b->targets, &options);
    if (backward)
        nn_backward(tape, loss);
    return (double)loss->x[0];
}

static void check_variant(const char *assignment, uint64_t seed)
{
    struct model_config c = fake_config();
    struct error err = {0};
    int n;
    const struct setting *table = model_settings(&n);
    assert_ok(settings_set(table, n, &c, assignment, &err), err);
    struct fake_batch b;
    fake_batch_new(&b, &c, 4, seed);
    struct model_target alone = {.verdicts = {-1, -1}}; /* what has no query */
    b.targets[1] = &alone;
    struct nn_params *params = model_params(b.model);
    struct nn_grads *grads = nn_grads_new(params);
    struct nn_tape *tape = nn_tape_new(params, grads);
    nn_grads_clear(grads);
    loss_of(&b, tape, true);
    struct rng rng;
    rng_seed(&rng, seed);
    double worst = 0;
    for (int p = 0; p < nn_params_count(params); p++) {
        const struct nn_param *info = nn_params_at(params, p);
        const real *g = nn_grads_of(grads, p);
        for (int k = 0; k < 3; k++) {
            size_t i = rng_below(&rng, (uint32_t)(info->rows * info->cols));
            real *x = nn_params_values(params, p) + i, old = *x;
            double h = 1e-6; /* small: a ReLU that changes sides would spoil the difference */
            *x = old + (real)h;
            double up = loss_of(&b, tape, false);
            *x = old - (real)h;
            double down = loss_of(&b, tape, false);
            *x = old;
            double numeric = (up - down) / (2 * h), analytic = (double)g[i];
            double error = fabs(numeric - analytic) / fmax(1e-2, fabs(numeric) + fabs(analytic));
            worst = fmax(worst, error);
            if (error > 1e-3)
                fail_test("%s: %s[%zu]: %.8g by differences, %.8g by backward", assignment,
                          info->name, i, numeric, analytic);
        }
    }
    print_message("# %s: worst relative error %.1e\n", assignment, worst);
    nn_tape_free(tape);
    nn_grads_free(grads);
    fake_batch_free(&b);
}

static void gradients_equal_central_differences(void **state)
{
    (void)state;
    for (int v = 0; v < COUNT_OF(variants); v++)
        check_variant(variants[v], 300 + (uint64_t)v);
}

/* ---- the judge -------------------------------------------------------------------------------- */

enum { LISTED = 5 };

static double judge_loss_of(struct model *model, struct nn_tape *tape, bool backward)
{
    static const int words[LISTED][6] = {{1, 2, 3, 4, 5, 6}, {1, 2, 3, 9, 8, 7}, {3, 5, 7, 9, 11, 13},
                                         {3, 5, 7, 2, 4, 8}, {3, 5, 7, 30, 31, 32}};
    static const real prior[LISTED] = {0, -1, 0, -0.5, -2}, right[LISTED] = {0, 1, 1, 0, 1};
    static const struct nn_span lists[] = {{0, 2}, {2, 3}};
    struct model_judged texts[LISTED];
    for (int i = 0; i < LISTED; i++)
        texts[i] = (struct model_judged){.tokens = words[i], .n = 4 + i % 3, .n_question = 3};
    nn_tape_begin(tape, NN_RECORD, 0);
    struct tensor *loss = model_judge_loss(tape, model_judge(model, tape, texts, LISTED), prior, right,
                                           (struct nn_spans){lists, 2});
    if (backward)
        nn_backward(tape, loss);
    return (double)loss->x[0];
}

static void so_do_those_of_the_judge(void **state)
{
    (void)state;
    struct model_config c = fake_config();
    c.judge_layers = 2;
    struct fake_batch b;
    fake_batch_new(&b, &c, 1, 7);
    model_judge_only(b.model);
    struct nn_params *params = model_params(b.model);
    struct nn_grads *grads = nn_grads_new(params);
    struct nn_tape *tape = nn_tape_new(params, grads);
    nn_grads_clear(grads);
    judge_loss_of(b.model, tape, true);
    int n_judge = 0;
    for (int p = 0; p < nn_params_count(params); p++) {
        const struct nn_param *info = nn_params_at(params, p);
        const real *g = nn_grads_of(grads, p);
        bool judge = strncmp(info->name, "judge.", 6) == 0;
        n_judge += judge;
        for (int i = 0; i < MIN(info->rows * info->cols, 5); i++) {
            real *x = nn_params_values(params, p) + i, old = *x;
            double h = 1e-6;
            *x = old + (real)h;
            double up = judge_loss_of(b.model, tape, false);
            *x = old - (real)h;
            double down = judge_loss_of(b.model, tape, false);
            *x = old;
            double numeric = judge ? (up - down) / (2 * h) : 0; /* the parser's get none */
            if (fabs(numeric - (double)g[i]) > 1e-3 * fmax(1e-2, fabs(numeric)))
                fail_test("%s[%d]: %.8g by differences, %.8g by backward", info->name, i, numeric,
                          (double)g[i]);
        }
    }
    assert_int_equal(n_judge, 2 * 16 + 2);
    nn_tape_free(tape);
    nn_grads_free(grads);
    fake_batch_free(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(gradients_equal_central_differences),
                                       cmocka_unit_test(so_do_those_of_the_judge)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
