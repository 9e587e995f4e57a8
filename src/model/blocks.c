/* blocks.c - linear, norm and Transformer layers out of nn/ operators.
 *
 * Post-norm throughout, like BERT and like the paper's decoder: x = LN(x + sublayer(x)). */
#include "model/internal.h"

static int add_named(struct nn_params *params, const char *prefix, const char *what, int rows,
                     int cols, enum nn_init init, double scale, bool vector)
{
    char name[256];
    CHECK(snprintf(name, sizeof name, "%s.%s", prefix, what) < (int)sizeof name);
    int index = vector ? nn_params_add_vector(params, name, cols, init, scale)
                       : nn_params_add(params, name, rows, cols, init, scale);
    if (vector)
        nn_params_at(params, index)->decay_scale = 0; /* biases and gains are not decayed */
    return index;
}

struct linear add_linear(struct nn_params *params, const char *prefix, int out, int in, bool bias)
{
    struct linear l = {.b = -1};
    l.w = add_named(params, prefix, "weight", out, in, NN_INIT_FAN_IN, 0, false);
    nn_params_at(params, l.w)->use = NN_USE_PRODUCT;
    if (bias)
        l.b = add_named(params, prefix, "bias", 1, out, NN_INIT_ZEROS, 0, true);
    return l;
}

struct norm add_norm(struct nn_params *params, const char *prefix, int n)
{
    return (struct norm){add_named(params, prefix, "weight", 1, n, NN_INIT_ONES, 0, true),
                         add_named(params, prefix, "bias", 1, n, NN_INIT_ZEROS, 0, true)};
}

struct lstm add_gates(struct nn_params *params, const char *prefix, int n_gates, int hidden,
                      int in)
{
    return (struct lstm){
        add_named(params, prefix, "weight_ih", n_gates, in, NN_INIT_FAN_IN, 0, false),
        add_named(params, prefix, "weight_hh", n_gates, hidden, NN_INIT_FAN_IN, 0, false),
        add_named(params, prefix, "bias", 1, n_gates, NN_INIT_ZEROS, 0, true)};
}

struct lstm add_lstm(struct nn_params *params, const char *prefix, int hidden, int in)
{
    struct lstm l = add_gates(params, prefix, 4 * hidden, hidden, in);
    nn_params_at(params, l.w_ih)->use = nn_params_at(params, l.w_hh)->use = NN_USE_PRODUCT;
    return l;
}

static const char *sub(char *buffer, size_t n, const char *prefix, const char *what)
{
    CHECK(snprintf(buffer, n, "%s.%s", prefix, what) < (int)n);
    return buffer;
}

void add_attention(struct nn_params *params, const char *prefix, int d,
                   struct attention_layer *out)
{
    char name[200];
    out->q = add_linear(params, sub(name, sizeof name, prefix, "query"), d, d, true);
    out->k = add_linear(params, sub(name, sizeof name, prefix, "key"), d, d, false);
    out->v = add_linear(params, sub(name, sizeof name, prefix, "value"), d, d, false);
    out->o = add_linear(params, sub(name, sizeof name, prefix, "output"), d, d, true);
    out->norm = add_norm(params, sub(name, sizeof name, prefix, "norm"), d);
}

void add_feed_forward(struct nn_params *params, const char *prefix, int d,
                      struct feed_forward *out)
{
    char name[200];
    out->in = add_linear(params, sub(name, sizeof name, prefix, "in"), 4 * d, d, true);
    out->out = add_linear(params, sub(name, sizeof name, prefix, "out"), d, 4 * d, true);
    out->norm = add_norm(params, sub(name, sizeof name, prefix, "norm"), d);
}

struct tensor *use(struct nn_tape *tape, int param)
{
    return param < 0 ? NULL : nn_use(tape, param);
}

struct tensor *apply_linear(struct nn_tape *tape, struct linear l, struct tensor *x,
                            enum nn_activation act)
{
    return nn_linear_act(tape, x, use(tape, l.w), use(tape, l.b), act);
}

static struct tensor *maybe_drop(struct nn_tape *tape, const struct layer_call *call,
                                 struct tensor *x, bool at_inputs)
{
    return call->dropout_at_inputs == at_inputs ? nn_dropout(tape, x, call->dropout) : x;
}

struct tensor *apply_attention(struct nn_tape *tape, const struct attention_layer *layer,
                               const struct layer_call *call, struct tensor *x, bool cross,
                               int rel_k, int rel_v)
{
    struct tensor *source = cross ? call->memory : x;
    struct nn_attention a = {
        .q = apply_linear(tape, layer->q, maybe_drop(tape, call, x, true), NN_LINEAR),
        .k = apply_linear(tape, layer->k, maybe_drop(tape, call, source, true), NN_LINEAR),
        .v = apply_linear(tape, layer->v, maybe_drop(tape, call, source, true), NN_LINEAR),
        .queries = call->rows,
        .keys = cross ? call->memory_rows : call->rows,
        .heads = call->heads,
        .causal = !cross && call->causal,
        .probabilities = cross ? call->cross_probabilities : call->self_probabilities,
    };
    if (!cross && call->relations && rel_k >= 0) {
        a.relations = call->relations;
        a.rel_k = use(tape, rel_k);
        a.rel_v = use(tape, rel_v);
    }
    struct tensor *o = apply_linear(tape, layer->o, nn_attention(tape, &a), NN_LINEAR);
    return nn_layer_norm(tape, maybe_drop(tape, call, o, false), x, use(tape, layer->norm.gain),
                         use(tape, layer->norm.bias), call->eps);
}

struct tensor *apply_feed_forward(struct nn_tape *tape, const struct feed_forward *layer,
                                  const struct layer_call *call, struct tensor *x)
{
    struct tensor *h = apply_linear(tape, layer->in, x, call->activation);
    struct tensor *y = apply_linear(tape, layer->out, h, NN_LINEAR);
    return nn_layer_norm(tape, maybe_drop(tape, call, y, false), x, use(tape, layer->norm.gain),
                         use(tape, layer->norm.bias), call->eps);
}

struct tensor *apply_transformer(struct nn_tape *tape, const struct transformer_layer *layer,
                                 const struct layer_call *call, struct tensor *x)
{
    x = apply_attention(tape, &layer->self, call, x, false, layer->rel_k, layer->rel_v);
    if (call->memory)
        x = apply_attention(tape, &layer->cross, call, x, true, -1, -1);
    return apply_feed_forward(tape, &layer->ffn, call, x);
}
