/* shapes.c - the shapes of `bench nn`: model/'s own encoder and decoder over the reference.
 *
 * The shapes follow the benchmarks: questions of 8 to 20 tokens (mean 14), 6 tables and 30 columns,
 * queries of 32 actions, three of which emit a value's sub-words and their end.  bench/torch_peer.py
 * has the same layers and lengths; ours also look up and pool the words. */
#include "measure/measure.h"

#include <stdlib.h>
#include <string.h>

const struct bench_shape bench_shapes[] = {
    {"rat", "RAT encoder 8 x 256", 256, 8, 8, 0, false, false, 10},
    {"astormer", "ASTormer decoder 2 x 256", 256, 8, 0, 2, false, false, 10},
    {"full", "RAT 8 x 256 + ASTormer 2 x 256, AdamW", 256, 8, 8, 2, false, true, 10},
    {"minilm", "MiniLM encoder 6 x 384", 384, 12, 0, 0, true, false, 5},
};
const int n_bench_shapes = COUNT_OF(bench_shapes);

struct bench_model {
    struct bench_shape shape;
    struct bench_reference reference;
    const struct model_input *inputs[BENCH_BATCH];
    struct model_target targets[BENCH_BATCH];
    const struct model_target *target[BENCH_BATCH];
};

static struct model_config config_of(const struct bench_shape *shape)
{
    struct model_config c = reference_config();
    c.d = shape->d;
    c.heads = shape->heads;
    c.rat_layers = shape->encoder_layers;
    c.decoder_layers = MAX(shape->decoder_layers, 1);
    c.pooling = POOLING_MEAN;
    c.verdicts = false;
    if (shape->minilm) {
        c.encoder = ENCODER_PLM;
        c.embedding = c.plm_hidden;
    }
    return c;
}

/* ---- what is learnt --------------------------------------------------------------------------- */

/* Of 32 actions each, whatever the tables. */
static const char *query_of(struct arena *arena, int sample)
{
    static const char *const tables[] = {"shop", "customer", "invoice", "product", "supplier"};
    static const char *const next[] = {"customer", "invoice", "product", "supplier", "city"};
    int k = sample % COUNT_OF(tables);
    return arena_printf(arena, "SELECT max(%s.price) FROM %s JOIN %s ON %s.id = %s.%s_id WHERE "
                        "%s.name = 'word1007 word1014' GROUP BY %s.name",
                        next[k], tables[k], next[k], tables[k], next[k], tables[k], tables[k],
                        tables[k]);
}

static enum status make_target(struct bench_model *m, int i, struct error *err)
{
    struct bench_reference *r = &m->reference;
    const struct schema *schema = &r->database->ground->schema;
    const char *sql = query_of(&r->arena, i);
    struct value_codec codec = model_codec(&r->vocab);
    struct derivation_rules *rules = ARENA_NEW(&r->arena, struct derivation_rules);
    struct query *query;
    struct tree *tree;
    struct derivation *d;
    *rules = model_derivation_rules(r->model, schema, &r->questions[i].choices, codec.eos);
    enum status st = sql_parse(&r->arena, schema, sql, strlen(sql), SQL_READ_STRICT, &query, err);
    if (st == ST_OK)
        st = tree_from_query(&r->arena, model_grammar(r->model), schema, query, &tree, err);
    if (st == ST_OK)
        st = derivation_of_tree(&r->arena, tree, &codec, rules, NULL, &d, err);
    if (st == ST_OK)
        m->targets[i] = (struct model_target){.steps = d->steps, .n_steps = d->n_steps};
    return st;
}

enum status bench_model_new(const struct bench_shape *shape, struct bench_model **out,
                            struct error *err)
{
    struct bench_model *m = *out = xmalloc(sizeof *m);
    *m = (struct bench_model){.shape = *shape};
    struct model_config config = config_of(shape);
    enum status st = reference_open(&m->reference, &config, err);
    for (int i = 0; st == ST_OK && i < BENCH_BATCH; i++) {
        m->inputs[i] = &m->reference.questions[i].input;
        m->target[i] = &m->targets[i];
        st = make_target(m, i, err);
    }
    return st;
}

void bench_model_free(struct bench_model *m)
{
    if (!m)
        return;
    reference_close(&m->reference);
    xfree(m);
}

struct nn_params *bench_model_params(struct bench_model *m)
{
    return model_params(m->reference.model);
}

void bench_model_size(const struct bench_model *m, int *rows, int *steps)
{
    *rows = *steps = 0;
    for (int i = 0; i < BENCH_BATCH; i++) {
        *rows += m->shape.minilm ? m->inputs[i]->n_tokens : model_input_rows(m->inputs[i]);
        *steps += m->shape.decoder_layers ? m->targets[i].n_steps : 0;
    }
}

struct tensor *bench_model_run(struct bench_model *m, struct nn_tape *t, int first, int n)
{
    const struct model *model = m->reference.model;
    struct model_memory memory = model_encode(model, t, m->inputs + first, n, NULL);
    if (m->shape.decoder_layers)
        return model_loss(model, t, &memory, m->target + first,
                          &(struct model_loss_options){0});
    if (nn_tape_mode(t) == NN_INFER)
        return memory.x;
    struct tensor *squares = nn_mul(t, memory.x, memory.x);
    return nn_total(t, &squares, NULL, 1);
}
