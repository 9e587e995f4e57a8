/* test_model.c - encoder and decoders as a whole: packed samples do not leak into each other,
 * decoding step by step equals the parallel pass, every variant of the ablations runs. */
#include "test.h"

#include "model_samples.h"

#include <math.h>
#include <unistd.h>

/* The configurations every property is checked on: decoders, ablations, both softmax styles. */
static const char *const variants[] = {
    "decoder=astormer", "decoder=lstm", "decoder=onlstm", "decoder=token",
    "decoder=token-lstm", "encoder=static", "pooling=mean",
    "node_type=false", "parent_rule=false", "position=none", "position=absolute",
    "tree_relations=relative", "tree_relations=shifted", "tree_relations=none", "relations=none", "relations=rat43",
    "share_relations=false", "rule_softmax=all", "item_softmax=all", "item_types=true",
    "dropout_at=inputs", "plm_hidden=12", "values=point", "verdicts=true",
};

static struct model_config variant(int i)
{
    struct model_config c = fake_config();
    struct error err = {0};
    int n;
    const struct setting *table = model_settings(&n);
    assert_ok(settings_set(table, n, &c, variants[i], &err), err);
    return c;
}

static void a_sample_alone_equals_itself_in_a_batch(void **state)
{
    (void)state;
    for (int v = 0; v < COUNT_OF(variants); v++) {
        struct model_config c = variant(v);
        struct fake_batch b;
        fake_batch_new(&b, &c, 5, 100 + (uint64_t)v);
        struct nn_tape *tape = nn_tape_new(model_params(b.model), NULL);
        struct nn_tape *alone = nn_tape_new(model_params(b.model), NULL);
        nn_tape_begin(tape, NN_INFER, 0);
        struct model_memory all = model_encode(b.model, tape, b.inputs, b.n, NULL);
        for (int i = 0; i < b.n; i++) {
            nn_tape_begin(alone, NN_INFER, 0);
            struct model_memory one = model_encode(b.model, alone, b.inputs + i, 1, NULL);
            struct nn_span rows = all.rows.v[i];
            assert_int_equal(rows.n, one.x->rows);
            const real *x = all.x->x + (size_t)rows.start * (size_t)c.d;
            for (int k = 0; k < rows.n * c.d; k++)
                assert_true(fabs((double)(x[k] - one.x->x[k])) < 1e-5);
        }
        nn_tape_free(tape);
        nn_tape_free(alone);
        fake_batch_free(&b);
    }
}

/* Where an action stands among a row's answers, and at which node: in a token sequence items
 * compete with words. */
static int answer_index(const struct fake_batch *b, int question, struct action action, int *field)
{
    const struct grammar *g = model_grammar(b->model);
    if (!grammar_is_tokens(g) || (action.kind != ACTION_TABLE && action.kind != ACTION_COLUMN))
        return action.id;
    *field = 0;
    return g->n_rules + action.id +
           (action.kind == ACTION_COLUMN ? b->inputs[question]->n_tables : 0);
}

/* -log P of each target by single steps, all questions advancing together. */
static double loss_step_by_step(struct fake_batch *b, struct nn_tape *tape)
{
    nn_tape_begin(tape, NN_INFER, 0);
    struct model_memory memory = model_encode(b->model, tape, b->inputs, b->n, NULL);
    struct model_decoding *d = model_decoding_new(b->model, tape, &memory);
    const struct model_state *prefix[8] = {0};
    double loss = 0;
    for (int j = 0; j < 9; j++) {
        struct model_query_row rows[8];
        struct model_answer_row answers[8];
        int n = 0, who[8], index[8];
        for (int i = 0; i < b->n; i++) {
            const struct model_target *t = b->targets[i];
            if (j >= t->n_steps)
                continue;
            who[n] = i;
            const struct step *step = t->steps[j];
            rows[n] = (struct model_query_row){
                .question = i, .prefix = prefix[i], .step = j, .relations = step->relations,
                .previous = j > 0 ? &t->steps[j - 1]->action : NULL,
                .node = {.field = step->field, .parent = step->parent,
                         .parent_rule = step->parent_rule, .depth = step->depth,
                         .pointed = step->action.kind == ACTION_VALUE}};
            index[n] = answer_index(b, i, step->action, &rows[n].node.field);
            n++;
        }
        if (n == 0)
            break;
        model_decoding_step(d, rows, n, answers);
        for (int k = 0; k < n; k++) {
            assert_in_range(index[k], 0, answers[k].n - 1);
            loss -= (double)answers[k].log_p[index[k]];
            prefix[who[k]] = answers[k].state;
        }
    }
    model_decoding_free(d);
    return loss;
}

static void step_by_step_equals_the_parallel_pass(void **state)
{
    (void)state;
    for (int v = 0; v < COUNT_OF(variants); v++) {
        struct model_config c = variant(v);
        struct fake_batch b;
        fake_batch_new(&b, &c, 6, 200 + (uint64_t)v);
        struct nn_tape *tape = nn_tape_new(model_params(b.model), NULL);
        nn_tape_begin(tape, NN_INFER, 0);
        struct model_memory memory = model_encode(b.model, tape, b.inputs, b.n, NULL);
        struct model_loss_options options = {0};
        double whole = (double)model_loss(b.model, tape, &memory, b.targets, &options)->x[0];
        double steps = loss_step_by_step(&b, tape);
        if (fabs(whole - steps) > 1e-4 * fabs(whole))
            fail_test("%s: %.7f in parallel, %.7f step by step", variants[v], whole, steps);
        nn_tape_free(tape);
        fake_batch_free(&b);
    }
}

static void assert_sums_to_one(const struct model_config *c)
{
    struct fake_batch b;
    fake_batch_new(&b, c, 1, 5);
    struct nn_tape *tape = nn_tape_new(model_params(b.model), NULL);
    nn_tape_begin(tape, NN_INFER, 0);
    struct model_memory memory = model_encode(b.model, tape, b.inputs, 1, NULL);
    struct model_decoding *d = model_decoding_new(b.model, tape, &memory);
    const struct grammar *g = model_grammar(b.model);
    for (int field = 0; field < g->n_fields; field++) {
        uint16_t self = 1;
        struct model_query_row row = {.node = {.field = field, .parent_rule = -1, .parent = -1},
                                      .relations = &self};
        struct model_answer_row answer;
        model_decoding_step(d, &row, 1, &answer);
        double sum = 0;
        for (int i = 0; i < answer.n; i++) {
            sum += exp((double)answer.log_p[i]);
            if (g->types[g->fields[field].type].kind == TYPE_NODE &&
                !grammar_is_tokens(g)) /* rules of its type only */
                assert_int_equal(isfinite(answer.log_p[i]),
                                 g->rules[i].type == g->fields[field].type);
        }
        assert_true(fabs(sum - 1) < 1e-5);
    }
    model_decoding_free(d);
    nn_tape_free(tape);
    fake_batch_free(&b);
}

static void probabilities_sum_to_one(void **state)
{
    (void)state;
    struct model_config c = fake_config();
    assert_sums_to_one(&c);
    c.decoder = DECODER_TOKEN;
    assert_sums_to_one(&c);
}

/* Of a model that gives verdicts they are probabilities, also of a question without a history; of
 * another model there are none. */
static void verdicts_are_probabilities(void **state)
{
    (void)state;
    for (int with = 0; with < 2; with++) {
        struct model_config c = fake_config();
        c.verdicts = with;
        struct fake_batch b;
        fake_batch_new(&b, &c, 6, 17);
        struct nn_tape *tape = nn_tape_new(model_params(b.model), NULL);
        nn_tape_begin(tape, NN_INFER, 0);
        struct model_memory memory = model_encode(b.model, tape, b.inputs, b.n, NULL);
        double verdicts[6][N_VERDICTS];
        model_verdicts(b.model, tape, &memory, verdicts);
        for (int i = 0; i < b.n; i++)
            for (int v = 0; v < N_VERDICTS; v++)
                assert_true(with ? verdicts[i][v] > 0 && verdicts[i][v] < 1 : verdicts[i][v] == -1);
        nn_tape_free(tape);
        fake_batch_free(&b);
    }
}

static void a_grammar_of_the_wrong_kind_is_refused(void **state)
{
    (void)state;
    struct arena a = {0};
    struct model_config c = fake_config();
    struct model *m;
    struct error err = {0};
    c.decoder = DECODER_TOKEN;
    assert_int_equal(model_new(&c, grammar_builtin(&a), 1, &m, &err), ST_INPUT);
    assert_null(m);
    arena_release(&a);
}

static void positions_are_a_permutation_grouped_by_table(void **state)
{
    (void)state;
    struct arena a = {0};
    struct rng rng;
    rng_seed(&rng, 9);
    for (int round = 0; round < 50; round++) {
        struct model_input *in = fake_input(&a, &rng, 5, round % 3 == 0);
        int *p = ARENA_ARRAY(&a, int, in->n_tokens), *seen = ARENA_ARRAY(&a, int, in->n_tokens);
        model_input_positions(in, round % 2 ? &rng : NULL, p);
        for (int i = 0; i < in->n_tokens; i++) {
            assert_in_range(p[i], 0, in->n_tokens - 1);
            assert_int_equal(seen[p[i]]++, 0);
        }
        for (int i = 0; i < in->n_columns; i++) {
            int token = in->items[in->n_tables + i].start;
            if (in->owner[i] >= 0)
                assert_true(p[token] > p[in->items[in->owner[i]].start]);
            else
                assert_true(p[token] < in->n_question + 2 + 3 * in->n_columns);
        }
        assert_int_equal(p[in->n_tokens - 1], in->n_tokens - 1);
    }
    arena_release(&a);
}

/* What frozen layers made of an input, kept in half precision, continues as if all had been run. */
static void kept_states_continue_where_frozen_layers_end(void **state)
{
    (void)state;
    struct model_config c = fake_config();
    c.plm_layers = 3;
    struct fake_batch b;
    fake_batch_new(&b, &c, 3, 7);
    struct nn_tape *whole = nn_tape_new(model_params(b.model), NULL);
    struct nn_tape *tape = nn_tape_new(model_params(b.model), NULL);
    nn_tape_begin(whole, NN_INFER, 0);
    struct model_memory expected = model_encode(b.model, whole, b.inputs, b.n, NULL);
    for (int layers = 0; layers <= c.plm_layers; layers++) {
        struct arena arena = {0};
        struct model_input copies[3], *list[3];
        const struct model_input *kept[3];
        for (int i = 0; i < b.n; i++) {
            copies[i] = *b.inputs[i];
            kept[i] = list[i] = &copies[i];
        }
        model_keep_states(b.model, tape, &arena, list, b.n, layers);
        nn_tape_begin(tape, NN_INFER, 0);
        struct model_memory memory = model_encode(b.model, tape, kept, b.n, NULL);
        for (int k = 0; k < memory.x->rows * c.d; k++)
            assert_true(fabs((double)(memory.x->x[k] - expected.x->x[k])) < 2e-2);
        arena_release(&arena);
    }
    nn_tape_free(tape);
    nn_tape_free(whole);
    fake_batch_free(&b);
}

static void frozen_layers_have_no_learning_rate(void **state)
{
    (void)state;
    struct model_config c = fake_config();
    c.plm_layers = 3;
    struct fake_batch b;
    fake_batch_new(&b, &c, 1, 7);
    model_layerwise_rates(b.model, 0.5, 1, true, 2);
    for (int i = 0; i < nn_params_count(model_params(b.model)); i++) {
        const struct nn_param *p = nn_params_at(model_params(b.model), i);
        bool plm = strncmp(p->name, "plm.", 4) == 0;
        bool last = strncmp(p->name, "plm.encoder.layer.2.", 20) == 0;
        assert_true(p->lr_scale == (last ? 0.5 : plm ? 0.0 : 1.0));
    }
    fake_batch_free(&b);
}

/* A deeper model started from a shallower one encodes as that one does, until it has learnt. */
static void further_layers_begin_by_changing_nothing(void **state)
{
    (void)state;
    struct model_config c = fake_config();
    struct fake_batch shallow, deep;
    fake_batch_new(&shallow, &c, 2, 7);
    c.rat_layers += 2;
    fake_batch_new(&deep, &c, 2, 8); /* other random weights, the same inputs */
    char path[] = "/tmp/astormer-model-XXXXXX";
    close(mkstemp(path));
    struct error err = {0};
    struct model_card card = {.grammar = "", .vocabulary = ""};
    assert_ok(model_save(shallow.model, &card, path, NN_F32, &err), err);
    assert_ok(model_start_from(deep.model, NULL, path, NULL, &err), err);
    struct nn_tape *tapes[2];
    struct model_memory memory[2];
    for (int i = 0; i < 2; i++) {
        struct model *m = i ? deep.model : shallow.model;
        tapes[i] = nn_tape_new(model_params(m), NULL);
        nn_tape_begin(tapes[i], NN_INFER, 0);
        memory[i] = model_encode(m, tapes[i], shallow.inputs, shallow.n, NULL);
    }
    for (int k = 0; k < memory[0].x->rows * c.d; k++)
        assert_true(fabs((double)(memory[0].x->x[k] - memory[1].x->x[k])) < 1e-3);
    /* fewer layers than the file has is another matter: nothing is dropped in silence */
    assert_ok(model_save(deep.model, &card, path, NN_F32, &err), err);
    assert_int_equal(model_start_from(shallow.model, NULL, path, NULL, &err), ST_INPUT);
    unlink(path);
    for (int i = 0; i < 2; i++)
        nn_tape_free(tapes[i]);
    fake_batch_free(&shallow);
    fake_batch_free(&deep);
}

static const real *row_of(struct model *m, const char *param, int row)
{
    int index = nn_params_find(model_params(m), param);
    assert_true(index >= 0);
    return nn_params_values(model_params(m), index) +
           (size_t)row * (size_t)nn_params_at(model_params(m), index)->cols;
}

/* A model of another grammar, of which some rules and fields are the same under other numbers, and
 * with relations of its own, starts with what the two have in common. */
static void what_has_a_name_is_carried_over_by_it(void **state)
{
    (void)state;
    struct model_config c = fake_config();
    struct fake_batch old;
    fake_batch_new(&old, &c, 1, 7);
    static const char text[] = "terminal tab_id table\nterminal col_id column\n"
        "terminal val_id value\nroot sql\n"
        "sql = UnionAll(sql left, sql right) | SQL(from, select, condition where, groupby, orderby)\n"
        "orderby = NoOrderBy() | LimitOnly(val_id limit)\n"
        "groupby = NoGroupBy()\ncondition = NoCondition()\ndistinct = False()\nagg_op = Max()\n"
        "select = SelectColumn[1..1](distinct, col_unit * n)\n"
        "col_unit = UnaryColumnUnit(agg_op, distinct, col_id)\n"
        "from = FromTable[1..1](tab_id * n, condition from)\n";
    struct grammar *small;
    struct error err = {0};
    struct arena a = {0};
    assert_ok(grammar_parse(&a, "small", text, strlen(text), &small, &err), err);
    char path[] = "/tmp/astormer-model-XXXXXX";
    close(mkstemp(path));
    struct model_card card = {.grammar = model_grammar_text(&c), .vocabulary = "a\nb\n"};
    assert_ok(model_save(old.model, &card, path, NN_F32, &err), err);
    c.values = VALUES_POINT;
    struct model *new;
    assert_ok(model_new(&c, small, 99, &new, &err), err);
    struct strbuf report = strbuf_in(&a);
    assert_ok(model_start_from(new, NULL, path, &report, &err), err);
    const struct grammar *g = model_grammar(old.model);
    for (int i = 0; i < small->n_rules; i++)
        for (int k = 0; k < g->n_rules; k++)
            if (strcmp(g->rules[k].name, small->rules[i].name) == 0)
                assert_memory_equal(row_of(new, "decoder.rule.weight", i),
                                    row_of(old.model, "decoder.rule.weight", k),
                                    sizeof(real) * (size_t)c.d);
    const char *key = "encoder.rat.relation_key.weight";
    size_t width = sizeof(real) * (size_t)(c.d / c.heads);
    assert_memory_equal(row_of(new, key, REL_TQ_VALUE), row_of(old.model, key, REL_TQ_VALUE), width);
    assert_non_null(strstr(strbuf_text(&report), "encoder.rat.relation_key.weight: 65 of 82 rows"));
    assert_non_null(strstr(strbuf_text(&report), "encoder.value_source.weight: new"));
    c.d = 16; /* another width is another model */
    struct model *wide;
    assert_ok(model_new(&c, small, 99, &wide, &err), err);
    assert_int_equal(model_start_from(wide, NULL, path, NULL, &err), ST_INPUT);
    unlink(path);
    model_free(new);
    model_free(wide);
    arena_release(&a);
    fake_batch_free(&old);
}

static void impossible_configurations_are_refused(void **state)
{
    (void)state;
    struct model_config c = fake_config();
    struct error err = {0};
    c.heads = 3;
    assert_int_equal(model_config_check(&c, &err), ST_USAGE);
    c = fake_config();
    c.plm_heads = 3;
    assert_int_equal(model_config_check(&c, &err), ST_USAGE);
    c = fake_config();
    c.decoder = DECODER_ONLSTM;
    c.chunk = 3;
    assert_int_equal(model_config_check(&c, &err), ST_USAGE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_sample_alone_equals_itself_in_a_batch),
        cmocka_unit_test(step_by_step_equals_the_parallel_pass),
        cmocka_unit_test(probabilities_sum_to_one),
        cmocka_unit_test(verdicts_are_probabilities),
        cmocka_unit_test(a_grammar_of_the_wrong_kind_is_refused),
        cmocka_unit_test(positions_are_a_permutation_grouped_by_table),
        cmocka_unit_test(kept_states_continue_where_frozen_layers_end),
        cmocka_unit_test(frozen_layers_have_no_learning_rate),
        cmocka_unit_test(further_layers_begin_by_changing_nothing),
        cmocka_unit_test(what_has_a_name_is_carried_over_by_it),
        cmocka_unit_test(impossible_configurations_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
