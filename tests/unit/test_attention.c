/* test_attention.c - what the heat maps show: attention kept from a second run of the decoder, and
 * the nearness of steps in the tree that it is compared with. */
#include "test.h"

#include "model/internal.h"
#include "model_samples.h"
#include "shop.h"

#include <math.h>

static struct model_config config_with(const char *setting)
{
    struct model_config c = fake_config();
    struct error err = {0};
    int n;
    const struct setting *table = model_settings(&n);
    assert_ok(settings_set(table, n, &c, setting, &err), err);
    return c;
}

static void check_rows(const float *x, int rows, int cols, bool causal)
{
    for (int j = 0; j < rows; j++) {
        double sum = 0;
        for (int i = 0; i < cols; i++) {
            double p = (double)x[j * cols + i];
            assert_true(p >= 0 && p <= 1.00001);
            assert_true(!causal || i <= j || p == 0);
            sum += p;
        }
        assert_true(fabs(sum - 1) < 1e-5);
    }
}

static void rows_are_distributions_and_causal(void **state)
{
    (void)state;
    static const char *const variants[] = {"decoder=astormer", "tree_relations=none",
                                           "tree_relations=relative", "decoder=lstm",
                                           "decoder=onlstm", "decoder=token",
                                           "decoder=token-lstm"};
    for (int v = 0; v < COUNT_OF(variants); v++) {
        struct model_config c = config_with(variants[v]);
        struct fake_batch b;
        fake_batch_new(&b, &c, 4, 31 + (uint64_t)v);
        struct nn_tape *tape = nn_tape_new(model_params(b.model), NULL);
        for (int i = 0; i < b.n; i++) {
            const struct model_target *t = b.targets[i];
            struct model_attention a;
            model_attention_of(&b.arena, b.model, tape, b.inputs[i], t->steps, t->n_steps, &a);
            bool layered = c.decoder == DECODER_ASTORMER || c.decoder == DECODER_TOKEN;
            assert_int_equal(a.n_self, layered ? c.decoder_layers : 0);
            assert_int_equal(a.n_cross, layered ? c.decoder_layers : 1);
            assert_int_equal(a.n_rows, model_input_rows(b.inputs[i]));
            for (int l = 0; l < a.n_self; l++)
                check_rows(a.self[l], t->n_steps, t->n_steps, c.decoder != DECODER_TOKEN);
            for (int l = 0; l < a.n_cross; l++)
                check_rows(a.cross[l], t->n_steps, a.n_rows, false);
        }
        nn_tape_free(tape);
        fake_batch_free(&b);
    }
}

/* ---- the same by plain loops ---------------------------------------------------------------- */

/* y = x w^T + b for one row. */
static void project(struct model *m, struct linear l, const real *x, double *y)
{
    struct nn_param *w = nn_params_at(m->params, l.w);
    const real *values = nn_params_values(m->params, l.w);
    for (int o = 0; o < w->rows; o++) {
        y[o] = l.b < 0 ? 0 : (double)nn_params_values(m->params, l.b)[o];
        for (int i = 0; i < w->cols; i++)
            y[o] += (double)values[o * w->cols + i] * (double)x[i];
    }
}

/* softmax_j q_i . (k_j + RK[z_ij]) / sqrt(d_h), averaged over heads, for row i and keys 0..n-1. */
static void plain_row(struct model *m, const struct attention_layer *layer, const real *query,
                      const real *keys, int n, const uint16_t *z, int rel_k, double *out)
{
    int d = m->config.d, heads = m->config.heads, d_h = d / heads;
    double q[64], k[64], e[64];
    const real *table = rel_k < 0 ? NULL : nn_params_values(m->params, rel_k);
    project(m, layer->q, query, q);
    memset(out, 0, sizeof *out * (size_t)n);
    for (int h = 0; h < heads; h++) {
        double total = 0;
        for (int j = 0; j < n; j++) {
            project(m, layer->k, keys + j * d, k);
            e[j] = 0;
            for (int c = 0; c < d_h; c++)
                e[j] += q[h * d_h + c] *
                        (k[h * d_h + c] + (table ? (double)table[z[j] * d_h + c] : 0));
            e[j] = exp(e[j] / sqrt(d_h));
            total += e[j];
        }
        for (int j = 0; j < n; j++)
            out[j] += e[j] / total / heads;
    }
}

static struct tensor *first_input(const struct model *m, struct nn_tape *tape,
                                  const struct model_memory *memory,
                                  const struct model_target *t)
{
    struct step_rows rows;
    step_rows_init(&rows, tape, t->n_steps);
    for (int j = 0; j < t->n_steps; j++) {
        struct candidate node = {.field = t->steps[j]->field, .depth = t->steps[j]->depth,
                                 .parent_rule = t->steps[j]->parent_rule};
        step_rows_set(&rows, m, j, j ? &t->steps[j - 1]->action : NULL, &node, j, memory, 0);
    }
    return decoder_input(m, tape, memory->x, &rows);
}

static void equals_a_plain_computation(void **state)
{
    (void)state;
    struct model_config c = fake_config();
    struct fake_batch b;
    fake_batch_new(&b, &c, 1, 77);
    const struct model_target *t = b.targets[0];
    struct nn_tape *tape = nn_tape_new(model_params(b.model), NULL);
    struct model_attention a;
    model_attention_of(&b.arena, b.model, tape, b.inputs[0], t->steps, t->n_steps, &a);
    nn_tape_begin(tape, NN_INFER, 0);
    struct model_memory memory = model_encode(b.model, tape, b.inputs, 1, NULL);
    struct tensor *x = first_input(b.model, tape, &memory, t);
    const struct transformer_layer *layer = &b.model->decoder.layers[0];
    double row[64];
    uint16_t square[64 * 64] = {0};
    for (int j = 0; j < t->n_steps; j++) {
        plain_row(b.model, &layer->self, x->x + j * c.d, x->x, j + 1, t->steps[j]->relations,
                  layer->rel_k, row);
        for (int i = 0; i <= j; i++) {
            assert_true(fabs(row[i] - (double)a.self[0][j * t->n_steps + i]) < 1e-5);
            square[j * t->n_steps + i] = t->steps[j]->relations[i];
        }
    }
    const uint16_t *relations = square;
    struct nn_span rows = {0, t->n_steps};
    struct layer_call call = {.heads = c.heads, .eps = 1e-5, .rows = {&rows, 1}, .causal = true,
                              .relations = &relations};
    x = apply_attention(tape, &layer->self, &call, x, false, layer->rel_k, layer->rel_v);
    for (int j = 0; j < t->n_steps; j++) {
        plain_row(b.model, &layer->cross, x->x + j * c.d, memory.x->x, a.n_rows, NULL, -1, row);
        for (int i = 0; i < a.n_rows; i++)
            assert_true(fabs(row[i] - (double)a.cross[0][j * a.n_rows + i]) < 1e-5);
    }
    nn_tape_free(tape);
    fake_batch_free(&b);
}

/* ---- nearness ------------------------------------------------------------------------------- */

enum { MOST_STEPS = 100 };

/* Edges between two nodes, found without ancestors: by walking outwards from one of them. */
static void path_lengths(const struct derivation *d, int from, int *length)
{
    for (int i = 0; i < d->n_steps; i++)
        length[i] = i == from ? 0 : 1000;
    for (int round = 0; round < d->n_steps; round++)
        for (int i = 0; i < d->n_steps; i++) {
            int up = d->steps[i]->parent;
            if (up < 0)
                continue;
            length[i] = MIN(length[i], length[up] + 1);
            length[up] = MIN(length[up], length[i] + 1);
        }
}

static void nearness_is_one_minus_the_path(void **state)
{
    (void)state;
    struct arena arena = {0};
    const struct grammar *g = grammar_builtin(&arena);
    struct value_codec *codec = codec_words(&arena);
    struct error err = {0};
    struct rng rng;
    rng_seed(&rng, 5);
    for (int q = 0; q < COUNT_OF(shop_queries); q++) {
        struct query *query;
        struct tree *tree;
        struct derivation *d;
        assert_ok(sql_parse(&arena, &shop, shop_queries[q], strlen(shop_queries[q]),
                            SQL_READ_STRICT, &query, &err), err);
        assert_ok(tree_from_query(&arena, g, &shop, query, &tree, &err), err);
        struct derivation_rules rules = {
            .grammar = g, .order = (enum traversal)(q % N_TRAVERSALS), .max_distance = -1,
            .max_steps = 600, .n_tables = shop.n_tables, .n_columns = shop.n_columns,
            .eos = codec->eos};
        assert_ok(derivation_of_tree(&arena, tree, codec, &rules, &rng, &d, &err), err);
        if (d->n_steps > MOST_STEPS)
            continue;
        int n = d->n_steps, depth = 0, length[MOST_STEPS];
        float *near = ARENA_ARRAY(&arena, float, n * n);
        derivation_nearness(d, near);
        for (int j = 0; j < n; j++)
            depth = MAX(depth, d->steps[j]->depth);
        for (int j = 0; j < n; j++) {
            path_lengths(d, d->steps[j]->first, length);
            for (int i = 0; i < n; i++) {
                double want = i > j ? 0 : 1 - length[d->steps[i]->first] / (2.0 * depth);
                assert_true(fabs((double)near[j * n + i] - want) < 1e-6);
            }
        }
    }
    arena_release(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_are_distributions_and_causal),
        cmocka_unit_test(equals_a_plain_computation),
        cmocka_unit_test(nearness_is_one_minus_the_path),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
