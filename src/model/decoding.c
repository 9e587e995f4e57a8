/* decoding.c - the decoder one step at a time, with the keys and values of earlier steps kept
 * (paper, Alg. 2; the released code recomputes the whole prefix instead, MODEL.md 11).
 *
 * A step's keys and values never change once computed, because later nodes are masked from it
 * and its relation row is fixed.  So a state is just those vectors and a pointer to the state
 * before it: hypotheses that share a prefix share its states, and branching copies nothing. */
#include "model/internal.h"

#include <stdlib.h>
#include <string.h>

struct model_state {
    const struct model_state *before;
    int step;
    real *vectors; /* per layer 2 d values: key and value, or an LSTM's h and c */
};

struct model_decoding {
    const struct model *model;
    struct nn_tape *tape;
    struct model_memory memory;
    struct tensor *pointer_keys;
    struct tensor **cross_k, **cross_v; /* of the memory, per layer; one of an LSTM */
    struct nn_mark mark;                /* what a step makes is forgotten by the next */
    struct arena states;
};

struct model_decoding *model_decoding_new(const struct model *m, struct nn_tape *tape,
                                          const struct model_memory *memory)
{
    struct model_decoding *d = xmalloc(sizeof *d);
    *d = (struct model_decoding){.model = m, .tape = tape, .memory = *memory};
    int n = m->config.decoder_layers;
    d->cross_k = ARENA_ARRAY(&d->states, struct tensor *, n);
    d->cross_v = ARENA_ARRAY(&d->states, struct tensor *, n);
    if (!has_layers(m))
        recurrent_memory(m, tape, memory->x, &d->cross_k[0], &d->cross_v[0]);
    for (int i = 0; i < n && has_layers(m); i++) {
        const struct attention_layer *cross = &m->decoder.layers[i].cross;
        d->cross_k[i] = apply_linear(tape, cross->k, memory->x, NN_LINEAR);
        d->cross_v[i] = apply_linear(tape, cross->v, memory->x, NN_LINEAR);
    }
    d->pointer_keys = decoder_pointer_keys(m, tape, memory->x);
    d->mark = nn_tape_mark(tape);
    return d;
}

void model_decoding_free(struct model_decoding *d)
{
    if (!d)
        return;
    arena_release(&d->states);
    xfree(d);
}

static struct model_state *new_state(struct model_decoding *d, const struct model_query_row *row)
{
    const struct model_config *c = &d->model->config;
    struct model_state *s = ARENA_NEW(&d->states, struct model_state);
    s->before = row->prefix;
    s->step = row->step;
    CHECK(row->step == (row->prefix ? row->prefix->step + 1 : 0));
    s->vectors = arena_alloc(&d->states,
                             sizeof(real) * 2 * (size_t)c->d * (size_t)c->decoder_layers, 64);
    return s;
}

/* Pointers to the keys (which = 0) or values (1) of a layer along a state's chain, oldest first. */
static const real *const *chain(struct model_decoding *d, const struct model_state *s, int layer,
                                int which)
{
    int width = d->model->config.d;
    const real **rows = NN_ARRAY(d->tape, const real *, s->step + 1);
    for (; s; s = s->before)
        rows[s->step] = s->vectors + (size_t)(2 * layer + which) * (size_t)width;
    return rows;
}

static void store(struct model_decoding *d, struct model_answer_row *answers, int n, int layer,
                  struct tensor *k, struct tensor *v)
{
    size_t width = (size_t)d->model->config.d;
    for (int i = 0; i < n; i++) {
        real *to = answers[i].state->vectors + 2 * (size_t)layer * width;
        memcpy(to, k->x + (size_t)i * width, sizeof(real) * width);
        memcpy(to + width, v->x + (size_t)i * width, sizeof(real) * width);
    }
}

static struct tensor *normed(struct nn_tape *tape, const struct attention_layer *layer,
                             struct tensor *o, struct tensor *x)
{
    return nn_layer_norm(tape, apply_linear(tape, layer->o, o, NN_LINEAR), x,
                         use(tape, layer->norm.gain), use(tape, layer->norm.bias), 1e-5);
}

static struct tensor *self_attention(struct model_decoding *d, int layer, struct tensor *x,
                                     const struct model_query_row *rows, int n,
                                     struct model_answer_row *answers)
{
    const struct transformer_layer *l = &d->model->decoder.layers[layer];
    struct nn_tape *tape = d->tape;
    store(d, answers, n, layer, apply_linear(tape, l->self.k, x, NN_LINEAR),
          apply_linear(tape, l->self.v, x, NN_LINEAR));
    int *lengths = NN_ARRAY(tape, int, n);
    const real *const **keys = NN_ARRAY(tape, const real *const *, n);
    const real *const **values = NN_ARRAY(tape, const real *const *, n);
    const uint16_t **relations = NN_ARRAY(tape, const uint16_t *, n);
    for (int i = 0; i < n; i++) {
        lengths[i] = rows[i].step + 1;
        keys[i] = chain(d, answers[i].state, layer, 0);
        values[i] = chain(d, answers[i].state, layer, 1);
        relations[i] = decoder_relation_row(d->model, tape, rows[i].step, rows[i].relations);
    }
    struct nn_cached_attention a = {
        .q = apply_linear(tape, l->self.q, x, NN_LINEAR),
        .heads = d->model->config.heads, .n = lengths, .keys = keys, .values = values,
        .relations = l->rel_k >= 0 ? relations : NULL,
        .rel_k = use(tape, l->rel_k), .rel_v = use(tape, l->rel_v),
    };
    return normed(tape, &l->self, nn_attend_cached(tape, &a), x);
}

static struct tensor *cross_attention(struct model_decoding *d, int layer, struct tensor *x,
                                      struct nn_spans queries, struct nn_spans keys)
{
    const struct attention_layer *cross = &d->model->decoder.layers[layer].cross;
    struct nn_attention a = {
        .q = apply_linear(d->tape, cross->q, x, NN_LINEAR),
        .k = d->cross_k[layer], .v = d->cross_v[layer],
        .queries = queries, .keys = keys, .heads = d->model->config.heads,
    };
    return normed(d->tape, cross, nn_attention(d->tape, &a), x);
}

static const struct model_state *state_of_step(const struct model_state *s, int step)
{
    while (s && s->step > step)
        s = s->before;
    return s;
}

static struct decoder_states run_recurrent(struct model_decoding *d, const struct step_rows *in,
                                           const struct model_query_row *rows, int n,
                                           struct nn_spans queries, struct nn_spans keys,
                                           struct model_answer_row *answers)
{
    const struct model_config *c = &d->model->config;
    size_t top = 2 * (size_t)c->d * (size_t)(c->decoder_layers - 1);
    const real **before = NN_ARRAY(d->tape, const real *, n);
    const real **parents = NN_ARRAY(d->tape, const real *, n);
    real **out = NN_ARRAY(d->tape, real *, n);
    for (int i = 0; i < n; i++) {
        int parent = d->model->tokens ? -1 : rows[i].node.parent;
        before[i] = rows[i].prefix ? rows[i].prefix->vectors : NULL;
        parents[i] = parent < 0 ? NULL : state_of_step(rows[i].prefix, parent)->vectors + top;
        out[i] = answers[i].state->vectors;
    }
    struct tensor *sum = decoder_input_sum(d->model, d->tape, d->memory.x, in);
    return recurrent_step(d->model, d->tape, sum, n, before, parents, d->cross_k[0],
                          d->cross_v[0], queries, keys, out);
}

/* Rows that follow each other and read the same memory are one span: its keys are laid out once for
 * all of a beam.  A row's sums do not depend on the rows beside it. */
static int join_spans(struct nn_span *queries, struct nn_span *keys, int n)
{
    int last = 0;
    for (int i = 1; i < n; i++) {
        if (keys[i].start == keys[last].start && keys[i].n == keys[last].n) {
            queries[last].n++;
            continue;
        }
        queries[++last] = queries[i];
        keys[last] = keys[i];
    }
    return n > 0 ? last + 1 : 0;
}

static struct decoder_states run_layers(struct model_decoding *d,
                                        const struct model_query_row *rows, int n,
                                        struct model_answer_row *answers)
{
    struct nn_tape *tape = d->tape;
    struct step_rows in;
    step_rows_init(&in, tape, n);
    struct nn_span *queries = NN_ARRAY(tape, struct nn_span, n);
    struct nn_span *keys = NN_ARRAY(tape, struct nn_span, n);
    for (int i = 0; i < n; i++) {
        step_rows_set(&in, d->model, i, rows[i].previous,
                      &rows[i].node, rows[i].step, &d->memory, rows[i].question);
        queries[i] = (struct nn_span){i, 1};
        keys[i] = d->memory.rows.v[rows[i].question];
    }
    if (!has_layers(d->model))
        return run_recurrent(d, &in, rows, n, (struct nn_spans){queries, n},
                             (struct nn_spans){keys, n}, answers);
    int n_spans = join_spans(queries, keys, n);
    struct layer_call ffn = {.activation = NN_RELU, .eps = 1e-5};
    struct tensor *n0 = decoder_input(d->model, tape, d->memory.x, &in), *x = n0;
    for (int i = 0; i < d->model->config.decoder_layers; i++) {
        x = self_attention(d, i, x, rows, n, answers);
        x = cross_attention(d, i, x, (struct nn_spans){queries, n_spans},
                            (struct nn_spans){keys, n_spans});
        x = apply_feed_forward(tape, &d->model->decoder.layers[i].ffn, &ffn, x);
    }
    return (struct decoder_states){.n0 = n0, .n = x};
}

void model_decoding_step(struct model_decoding *d, const struct model_query_row *rows, int n,
                         struct model_answer_row *answers)
{
    nn_tape_rewind(d->tape, d->mark);
    for (int i = 0; i < n; i++)
        answers[i] = (struct model_answer_row){.state = new_state(d, &rows[i])};
    struct decoder_states states = run_layers(d, rows, n, answers);
    heads_answer(d->model, d->tape, &states, rows, n, d->pointer_keys, &d->memory, answers);
}
