/* bench_model.c - the reference shapes: RAT encoder, ASTormer decoder, MiniLM.
 *
 * Layers, relations and outputs are those of MODEL.md 9 and 10 with random weights and data; the
 * shapes follow the benchmarks: questions of 8 to 20 tokens (mean 14), 6 tables and 30 columns,
 * 32 actions of which 5 % emit a value token and 20 % point at the schema.  Lengths and actions are
 * simple functions of the sample's number, so that bench/torch_peer.py can use the same. */
#include "cli/bench.h"

#include <stdlib.h>
#include <string.h>

enum {
    SCHEMA = 36, ACTIONS = 32, WORDS = 30522, WORD_SIZE = 128, ENCODER_IDS = 43,
    DECODER_IDS = 40, PRODUCTIONS = 71, FIELDS = 28, DEPTHS = 20, PLM_ROWS = 130, MAX_LAYERS = 8,
};

const struct bench_shape bench_shapes[] = {
    {"rat", "RAT encoder 8 x 256, 50 rows a sample", 256, 8, 8, 0, false, false, 10},
    {"astormer", "ASTormer decoder 2 x 256, 32 steps", 256, 8, 0, 2, false, false, 10},
    {"full", "RAT 8 x 256 + ASTormer 2 x 256, AdamW", 256, 8, 8, 2, false, true, 10},
    {"minilm", "MiniLM encoder 6 x 384, 130 rows a sample", 384, 12, 6, 0, true, false, 5},
};
const int n_bench_shapes = COUNT_OF(bench_shapes);

struct attention_params {
    int q, q_bias, k, k_bias, v, v_bias, o, o_bias, gain, bias;
};
struct layer_params {
    struct attention_params self, cross;
    int in, in_bias, out, out_bias, gain, bias;
};
struct bench_model {
    struct bench_shape shape;
    struct nn_params *params;
    struct layer_params encoder[MAX_LAYERS], decoder[MAX_LAYERS];
    int rel_k[2], rel_v[2]; /* encoder, decoder */
    int words, word_map, word_map_bias, productions, fields, depths, gain, bias;
    int rule, generator, gate, gate_bias, pointer_q, pointer_q_bias, pointer_k;
    real *rows; /* [rows of all samples, d]: what the layers read */
    int starts[BENCH_BATCH + 1];
};

/* ---- parameters ----------------------------------------------------------------------------- */

static int add(struct bench_model *m, const char *prefix, int layer, const char *name, int rows,
               int cols)
{
    char full[80];
    snprintf(full, sizeof full, "%s.%d.%s", prefix, layer, name);
    return rows ? nn_params_add(m->params, full, rows, cols, NN_INIT_FAN_IN, 0)
                : nn_params_add_vector(m->params, full, cols, NN_INIT_ZEROS, 0);
}

static struct attention_params add_attention(struct bench_model *m, const char *prefix, int layer)
{
    int d = m->shape.d;
    bool plm = m->shape.minilm; /* BERT has all biases, RAT only those of q and o */
    struct attention_params p = {
        .q = add(m, prefix, layer, "q", d, d), .q_bias = add(m, prefix, layer, "q_bias", 0, d),
        .k = add(m, prefix, layer, "k", d, d),
        .k_bias = plm ? add(m, prefix, layer, "k_bias", 0, d) : -1,
        .v = add(m, prefix, layer, "v", d, d),
        .v_bias = plm ? add(m, prefix, layer, "v_bias", 0, d) : -1,
        .o = add(m, prefix, layer, "o", d, d), .o_bias = add(m, prefix, layer, "o_bias", 0, d),
        .gain = add(m, prefix, layer, "gain", 0, d), .bias = add(m, prefix, layer, "bias", 0, d)};
    return p;
}

static struct layer_params add_layer(struct bench_model *m, const char *prefix, int layer,
                                     bool cross)
{
    int d = m->shape.d;
    char name[40];
    snprintf(name, sizeof name, "%s.self", prefix);
    struct layer_params p = {.self = add_attention(m, name, layer)};
    snprintf(name, sizeof name, "%s.cross", prefix);
    if (cross)
        p.cross = add_attention(m, name, layer);
    p.in = add(m, prefix, layer, "in", 4 * d, d);
    p.in_bias = add(m, prefix, layer, "in_bias", 0, 4 * d);
    p.out = add(m, prefix, layer, "out", d, 4 * d);
    p.out_bias = add(m, prefix, layer, "out_bias", 0, d);
    p.gain = add(m, prefix, layer, "gain", 0, d);
    p.bias = add(m, prefix, layer, "bias", 0, d);
    return p;
}

static void add_decoder(struct bench_model *m)
{
    int d = m->shape.d;
    m->words = add(m, "words", 0, "table", WORDS, WORD_SIZE);
    m->word_map = add(m, "words", 0, "map", d, WORD_SIZE);
    m->word_map_bias = add(m, "words", 0, "map_bias", 0, d);
    m->productions = add(m, "productions", 0, "table", PRODUCTIONS, d);
    m->fields = add(m, "fields", 0, "table", FIELDS, d);
    m->depths = add(m, "depths", 0, "table", DEPTHS, d);
    m->gain = add(m, "input", 0, "gain", 0, d);
    m->bias = add(m, "input", 0, "bias", 0, d);
    m->rule = add(m, "rule", 0, "w", d, d);
    m->generator = add(m, "generator", 0, "w", WORD_SIZE, d);
    m->gate = add(m, "gate", 0, "w", 1, 2 * d);
    m->gate_bias = add(m, "gate", 0, "b", 0, 1);
    m->pointer_q = add(m, "pointer", 0, "q", d, d);
    m->pointer_q_bias = add(m, "pointer", 0, "q_bias", 0, d);
    m->pointer_k = add(m, "pointer", 0, "k", d, d);
}

static int question_length(int sample)
{
    return 8 + sample * 7 % 13;
}

struct bench_model *bench_model_new(const struct bench_shape *shape)
{
    struct bench_model *m = xmalloc(sizeof *m);
    *m = (struct bench_model){.shape = *shape, .params = nn_params_new()};
    struct rng rng;
    rng_seed(&rng, 1);
    for (int side = 0; side < 2 && !shape->minilm; side++) {
        int ids = side ? DECODER_IDS : ENCODER_IDS, d_h = shape->d / shape->heads;
        m->rel_k[side] = add(m, "relations.k", side, "table", ids, d_h);
        m->rel_v[side] = add(m, "relations.v", side, "table", ids, d_h);
    }
    for (int i = 0; i < shape->encoder_layers; i++)
        m->encoder[i] = add_layer(m, "encoder", i, false);
    for (int i = 0; i < shape->decoder_layers; i++)
        m->decoder[i] = add_layer(m, "decoder", i, true);
    if (shape->decoder_layers)
        add_decoder(m);
    nn_params_allocate(m->params, &rng);
    for (int i = 0; i < nn_params_count(m->params); i++) {
        const struct nn_param *p = nn_params_at(m->params, i);
        real *x = nn_params_values(m->params, i);
        for (int k = 0; strstr(p->name, "gain") && k < p->cols; k++)
            x[k] = 1;
    }
    for (int s = 0; s < BENCH_BATCH; s++)
        m->starts[s + 1] =
            m->starts[s] + (shape->minilm ? PLM_ROWS : question_length(s) + SCHEMA);
    size_t n = (size_t)m->starts[BENCH_BATCH] * (size_t)shape->d;
    m->rows = xmalloc(n * sizeof *m->rows);
    for (size_t i = 0; i < n; i++)
        m->rows[i] = (real)rng_normal(&rng);
    return m;
}

void bench_model_free(struct bench_model *m)
{
    nn_params_free(m->params);
    free(m->rows);
    free(m);
}

struct nn_params *bench_model_params(struct bench_model *m)
{
    return m->params;
}

/* ---- layers --------------------------------------------------------------------------------- */

static struct tensor *use(struct nn_tape *t, int param)
{
    return param < 0 ? NULL : nn_use(t, param);
}

struct memory { /* what a layer attends to */
    struct tensor *x;
    struct nn_spans spans;
};

static struct tensor *attend(struct bench_model *m, struct nn_tape *t,
                             const struct attention_params *p, struct memory from,
                             struct memory to, const uint16_t *const *relations, int side,
                             bool causal)
{
    bool plm = m->shape.minilm;
    double in_p = plm ? 0 : 0.2, out_p = plm ? 0.1 : 0; /* where RAT and where BERT drop */
    struct nn_attention a = {
        .q = nn_linear(t, nn_dropout(t, from.x, in_p), use(t, p->q), use(t, p->q_bias)),
        .k = nn_linear(t, nn_dropout(t, to.x, in_p), use(t, p->k), use(t, p->k_bias)),
        .v = nn_linear(t, nn_dropout(t, to.x, in_p), use(t, p->v), use(t, p->v_bias)),
        .queries = from.spans, .keys = to.spans, .heads = m->shape.heads, .causal = causal,
        .relations = relations, .dropout = out_p,
        .rel_k = relations ? use(t, m->rel_k[side]) : NULL,
        .rel_v = relations ? use(t, m->rel_v[side]) : NULL};
    struct tensor *o = nn_linear(t, nn_attention(t, &a), use(t, p->o), use(t, p->o_bias));
    return nn_layer_norm(t, from.x, nn_dropout(t, o, out_p), use(t, p->gain), use(t, p->bias),
                         1e-5);
}

static struct tensor *feed_forward(struct bench_model *m, struct nn_tape *t,
                                   const struct layer_params *p, struct tensor *x)
{
    bool plm = m->shape.minilm;
    struct tensor *hidden =
        nn_linear_act(t, x, use(t, p->in), use(t, p->in_bias), plm ? NN_GELU : NN_RELU);
    struct tensor *y = nn_linear(t, hidden, use(t, p->out), use(t, p->out_bias));
    return nn_layer_norm(t, x, nn_dropout(t, y, plm ? 0.1 : 0), use(t, p->gain), use(t, p->bias),
                         1e-5);
}

static const uint16_t *const *relations_of(struct nn_tape *t, struct nn_spans spans, int ids)
{
    const uint16_t **all = NN_ARRAY(t, const uint16_t *, spans.n);
    for (int s = 0; s < spans.n; s++) {
        int n = spans.v[s].n * spans.v[s].n;
        uint16_t *z = NN_ARRAY(t, uint16_t, n);
        for (int i = 0; i < n; i++)
            z[i] = (uint16_t)(1 + (uint32_t)i * 2654435761u % (uint32_t)(ids - 1));
        all[s] = z;
    }
    return all;
}

static struct tensor *encode(struct bench_model *m, struct nn_tape *t, struct memory in)
{
    const uint16_t *const *relations =
        m->shape.minilm ? NULL : relations_of(t, in.spans, ENCODER_IDS);
    for (int i = 0; i < m->shape.encoder_layers; i++) {
        in.x = attend(m, t, &m->encoder[i].self, in, in, relations, 0, false);
        in.x = feed_forward(m, t, &m->encoder[i], in.x);
    }
    return in.x;
}

/* ---- actions -------------------------------------------------------------------------------- */

enum action { ACTION_RULE, ACTION_POINT, ACTION_TOKEN };

static enum action action_of(int sample, int step)
{
    int n = sample * ACTIONS + step;
    return n % 20 == 7 ? ACTION_TOKEN : n % 5 == 1 ? ACTION_POINT : ACTION_RULE;
}

static int choice_of(int sample, int step, int limit)
{
    return (int)((uint32_t)(sample * ACTIONS + step) * 40503u % (uint32_t)limit);
}

/* All steps of n samples: inputs by row, and rows grouped by the kind of their action. */
struct steps {
    int n, rows;
    int *previous[3]; /* by kind: row of the table (or of memory) that was chosen, -1 if another */
    int *parent, *field, *depth;
    int *of[3], n_of[3];      /* by kind: its rows, */
    int *target[3];           /* what they choose, */
    struct nn_span *among[3]; /* and from which rows of memory */
    int *copy_ids;
};

static struct steps make_steps(struct nn_tape *t, int first, int n, struct nn_spans memory)
{
    struct steps s = {.n = n, .rows = n * ACTIONS};
    int copies = 0;
    s.parent = NN_ARRAY(t, int, s.rows);
    s.field = NN_ARRAY(t, int, s.rows);
    s.depth = NN_ARRAY(t, int, s.rows);
    s.copy_ids = NN_ARRAY(t, int, s.rows * 32);
    for (int k = 0; k < 3; k++) {
        s.previous[k] = NN_ARRAY(t, int, s.rows);
        s.of[k] = NN_ARRAY(t, int, s.rows);
        s.target[k] = NN_ARRAY(t, int, s.rows);
        s.among[k] = NN_ARRAY(t, struct nn_span, s.rows);
    }
    for (int row = 0; row < s.rows; row++) {
        int sample = first + row / ACTIONS, step = row % ACTIONS;
        struct nn_span span = memory.v[row / ACTIONS];
        int question = span.n - SCHEMA;
        const int limits[] = {PRODUCTIONS - 1, SCHEMA, WORDS};
        s.parent[row] = choice_of(sample, step, PRODUCTIONS);
        s.field[row] = choice_of(sample, step, FIELDS);
        s.depth[row] = choice_of(sample, step, 8);
        for (int k = 0; k < 3; k++)
            s.previous[k][row] = -1;
        if (step) {
            enum action before = action_of(sample, step - 1);
            int chosen = choice_of(sample, step - 1, limits[before]);
            s.previous[before][row] = before == ACTION_POINT ? span.start + question + chosen
                                                             : chosen;
        }
        enum action kind = action_of(sample, step);
        int at = s.n_of[kind]++;
        s.of[kind][at] = row;
        s.target[kind][at] = choice_of(sample, step, limits[kind]);
        s.among[kind][at] = kind == ACTION_POINT
                                ? (struct nn_span){span.start + question, SCHEMA}
                                : (struct nn_span){span.start, question};
        for (int i = 0; kind == ACTION_TOKEN && i < question; i++)
            s.copy_ids[copies++] = 1000 + i * 97;
    }
    return s;
}

/* n0 = LN(a_{j-1} + P[parent] + F[field] + D[depth]), MODEL.md 10.1 */
static struct tensor *decoder_input(struct bench_model *m, struct nn_tape *t,
                                    const struct steps *s, struct tensor *memory)
{
    int *rows = NN_ARRAY(t, int, s->rows), *ids = NN_ARRAY(t, int, s->rows), n = 0;
    for (int r = 0; r < s->rows; r++) {
        if (s->previous[ACTION_TOKEN][r] < 0)
            continue;
        rows[n] = r;
        ids[n++] = s->previous[ACTION_TOKEN][r];
    }
    struct tensor *tokens = nn_linear(t, nn_gather(t, use(t, m->words), ids, n),
                                      use(t, m->word_map), use(t, m->word_map_bias));
    struct tensor *parts[] = {
        nn_gather(t, use(t, m->productions), s->previous[ACTION_RULE], s->rows),
        nn_gather(t, memory, s->previous[ACTION_POINT], s->rows),
        nn_scatter(t, tokens, rows, s->rows),
        nn_gather(t, use(t, m->productions), s->parent, s->rows),
        nn_gather(t, use(t, m->fields), s->field, s->rows),
        nn_gather(t, use(t, m->depths), s->depth, s->rows)};
    return nn_layer_norm(t, nn_sum(t, parts, COUNT_OF(parts)), NULL, use(t, m->gain),
                         use(t, m->bias), 1e-5);
}

static struct tensor *losses(struct bench_model *m, struct nn_tape *t, const struct steps *s,
                             struct tensor *y, struct tensor *input, struct tensor *memory)
{
    struct tensor *of[3];
    for (int k = 0; k < 3; k++)
        of[k] = nn_gather(t, y, s->of[k], s->n_of[k]);
    struct tensor *keys =
        nn_linear(t, nn_dropout(t, memory, 0.2), use(t, m->pointer_k), NULL);
    struct nn_ragged pointed[3];
    for (int k = ACTION_POINT; k <= ACTION_TOKEN; k++)
        pointed[k] = nn_pointer(t, nn_linear(t, nn_dropout(t, of[k], 0.2), use(t, m->pointer_q),
                                             use(t, m->pointer_q_bias)),
                                keys, s->among[k], m->shape.heads);
    struct tensor *rules = nn_linear(t, nn_linear(t, of[ACTION_RULE], use(t, m->rule), NULL),
                                     use(t, m->productions), NULL);
    struct tensor *both[] = {of[ACTION_TOKEN],
                             nn_gather(t, input, s->of[ACTION_TOKEN], s->n_of[ACTION_TOKEN])};
    struct nn_mixture mixture = {
        .gate = nn_linear(t, nn_concat_cols(t, both, 2), use(t, m->gate), use(t, m->gate_bias)),
        .logits = nn_linear(t, nn_linear(t, of[ACTION_TOKEN], use(t, m->generator), NULL),
                            use(t, m->words), NULL),
        .copy = pointed[ACTION_TOKEN], .copy_ids = s->copy_ids};
    struct tensor *parts[] = {nn_cross_entropy(t, rules, s->target[ACTION_RULE], NULL, 0),
                              nn_ragged_nll(t, pointed[ACTION_POINT], s->target[ACTION_POINT]),
                              nn_mixture_nll(t, &mixture, s->target[ACTION_TOKEN])};
    return nn_total(t, parts, NULL, 3);
}

static struct tensor *decode(struct bench_model *m, struct nn_tape *t, int first, int n,
                             struct memory memory)
{
    struct steps s = make_steps(t, first, n, memory.spans);
    struct nn_span *spans = NN_ARRAY(t, struct nn_span, n);
    for (int i = 0; i < n; i++)
        spans[i] = (struct nn_span){i * ACTIONS, ACTIONS};
    struct tensor *input = decoder_input(m, t, &s, memory.x);
    struct memory y = {input, {spans, n}};
    const uint16_t *const *relations = relations_of(t, y.spans, DECODER_IDS);
    for (int i = 0; i < m->shape.decoder_layers; i++) {
        y.x = attend(m, t, &m->decoder[i].self, y, y, relations, 1, true);
        y.x = attend(m, t, &m->decoder[i].cross, y, memory, NULL, 1, false);
        y.x = feed_forward(m, t, &m->decoder[i], y.x);
    }
    return losses(m, t, &s, y.x, input, memory.x);
}

struct tensor *bench_model_run(struct bench_model *m, struct nn_tape *t, int first, int n)
{
    int base = m->starts[first], rows = m->starts[first + n] - base;
    struct nn_span *spans = NN_ARRAY(t, struct nn_span, n);
    for (int i = 0; i < n; i++)
        spans[i] = (struct nn_span){m->starts[first + i] - base,
                                    m->starts[first + i + 1] - m->starts[first + i]};
    struct memory memory = {nn_constant(t, rows, m->shape.d,
                                        m->rows + (size_t)base * (size_t)m->shape.d),
                            {spans, n}};
    memory.x = encode(m, t, memory);
    if (m->shape.decoder_layers)
        return decode(m, t, first, n, memory);
    if (nn_tape_mode(t) == NN_INFER)
        return memory.x;
    struct tensor *squares = nn_mul(t, memory.x, memory.x);
    return nn_total(t, &squares, NULL, 1);
}
