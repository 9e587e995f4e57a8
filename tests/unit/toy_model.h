/* toy_model.h - a model as small as can be that uses every kind of operator: a bidirectional LSTM
 * and a relation-aware layer as encoder; a causal layer with cross-attention as decoder; the
 * pointer-generator mixture and a rule softmax as losses.  Its task: say the source backwards. */
#ifndef ASTORMER_TOY_MODEL_H
#define ASTORMER_TOY_MODEL_H

#include "nn/nn.h"

#include <string.h>

enum { TOY_WORDS = 10, TOY_D = 16, TOY_HEADS = 2, TOY_LONGEST = 6, TOY_REL = 5, TOY_BATCH = 6 };

struct toy_attention {
    int q, k, v, o, gain, bias;
};
struct toy {
    struct nn_params *params;
    int words, places, rel_k, rel_v, lstm[2][3], ffn_in, ffn_out, ffn_bias, gain, bias;
    struct toy_attention encoder, decoder, cross;
    int pointer_q, pointer_k, gate, rules;
    double dropout;
    bool masked; /* drop-connect and attention dropout too */
};

struct toy_sample {
    int n;
    int words[TOY_LONGEST];
};

static int toy_add(struct toy *m, const char *name, const char *part, int rows, int cols,
                   enum nn_init init)
{
    char full[64];
    snprintf(full, sizeof full, "%s.%s", name, part);
    return rows ? nn_params_add(m->params, full, rows, cols, init, 0.5)
                : nn_params_add_vector(m->params, full, cols, init, 0.5);
}

static struct toy_attention toy_attention(struct toy *m, const char *name)
{
    return (struct toy_attention){toy_add(m, name, "q", TOY_D, TOY_D, NN_INIT_FAN_IN),
                                  toy_add(m, name, "k", TOY_D, TOY_D, NN_INIT_FAN_IN),
                                  toy_add(m, name, "v", TOY_D, TOY_D, NN_INIT_FAN_IN),
                                  toy_add(m, name, "o", TOY_D, TOY_D, NN_INIT_FAN_IN),
                                  toy_add(m, name, "gain", 0, TOY_D, NN_INIT_ONES),
                                  toy_add(m, name, "bias", 0, TOY_D, NN_INIT_ZEROS)};
}

static void toy_init(struct toy *m, uint64_t seed)
{
    struct rng rng;
    rng_seed(&rng, seed);
    *m = (struct toy){.params = nn_params_new(), .dropout = 0.05};
    m->words = toy_add(m, "words", "table", TOY_WORDS, TOY_D, NN_INIT_NORMAL);
    m->places = toy_add(m, "places", "table", TOY_LONGEST + 1, TOY_D, NN_INIT_NORMAL);
    m->rel_k = toy_add(m, "rel", "k", TOY_REL, TOY_D / TOY_HEADS, NN_INIT_NORMAL);
    m->rel_v = toy_add(m, "rel", "v", TOY_REL, TOY_D / TOY_HEADS, NN_INIT_NORMAL);
    for (int i = 0; i < 2; i++) {
        const char *name = i ? "lstm.back" : "lstm.forth";
        m->lstm[i][0] = toy_add(m, name, "ih", 2 * TOY_D, TOY_D, NN_INIT_FAN_IN);
        m->lstm[i][1] = toy_add(m, name, "hh", 2 * TOY_D, TOY_D / 2, NN_INIT_FAN_IN);
        m->lstm[i][2] = toy_add(m, name, "b", 0, 2 * TOY_D, NN_INIT_ZEROS);
    }
    m->encoder = toy_attention(m, "encoder");
    m->decoder = toy_attention(m, "decoder");
    m->cross = toy_attention(m, "cross");
    m->ffn_in = toy_add(m, "ffn", "in", 2 * TOY_D, TOY_D, NN_INIT_FAN_IN);
    m->ffn_bias = toy_add(m, "ffn", "b", 0, 2 * TOY_D, NN_INIT_ZEROS);
    m->ffn_out = toy_add(m, "ffn", "out", TOY_D, 2 * TOY_D, NN_INIT_FAN_IN);
    m->gain = toy_add(m, "ffn", "gain", 0, TOY_D, NN_INIT_ONES);
    m->bias = toy_add(m, "ffn", "bias", 0, TOY_D, NN_INIT_ZEROS);
    m->pointer_q = toy_add(m, "pointer", "q", TOY_D, TOY_D, NN_INIT_FAN_IN);
    m->pointer_k = toy_add(m, "pointer", "k", TOY_D, TOY_D, NN_INIT_FAN_IN);
    m->gate = toy_add(m, "gate", "w", 1, TOY_D, NN_INIT_FAN_IN);
    m->rules = toy_add(m, "rules", "w", TOY_WORDS + 1, TOY_D, NN_INIT_FAN_IN);
    nn_params_allocate(m->params, &rng);
}

static struct tensor *toy_attend(struct nn_tape *t, struct toy *m, const struct toy_attention *p,
                                 struct tensor *x, struct nn_spans queries, struct tensor *memory,
                                 struct nn_spans keys, const uint16_t *const *relations,
                                 bool causal)
{
    struct nn_attention a = {
        .q = nn_linear(t, nn_dropout(t, x, m->dropout), nn_use(t, p->q), NULL),
        .k = nn_linear(t, nn_dropout(t, memory, m->dropout), nn_use(t, p->k), NULL),
        .v = nn_linear(t, memory, nn_use(t, p->v), NULL),
        .queries = queries, .keys = keys, .heads = TOY_HEADS, .causal = causal,
        .relations = relations, .dropout = m->masked ? 0.1 : 0,
        .rel_k = relations ? nn_use(t, m->rel_k) : NULL,
        .rel_v = relations ? nn_use(t, m->rel_v) : NULL};
    struct tensor *o = nn_linear(t, nn_attention(t, &a), nn_use(t, p->o), NULL);
    return nn_layer_norm(t, x, o, nn_use(t, p->gain), nn_use(t, p->bias), 1e-5);
}

/* The rows of a batch: words, places and relations (clamped distances) of every sample. */
struct toy_batch {
    int rows, n;
    int *words, *place, *previous, *targets;
    struct nn_span *spans, *candidates;
    const uint16_t **relations;
    int *copy_ids;
};

static struct toy_batch toy_pack(struct nn_tape *t, const struct toy_sample *samples, int n)
{
    struct toy_batch b = {.n = n};
    int pairs = 0;
    for (int s = 0; s < n; s++) {
        b.rows += samples[s].n;
        pairs += samples[s].n * samples[s].n;
    }
    int **arrays[] = {&b.words, &b.place, &b.previous, &b.targets};
    for (int i = 0; i < COUNT_OF(arrays); i++)
        *arrays[i] = NN_ARRAY(t, int, b.rows);
    b.spans = NN_ARRAY(t, struct nn_span, n);
    b.candidates = NN_ARRAY(t, struct nn_span, b.rows);
    b.relations = NN_ARRAY(t, const uint16_t *, n);
    b.copy_ids = NN_ARRAY(t, int, pairs);
    for (int s = 0, at = 0, copy = 0; s < n; at += samples[s++].n) {
        int length = samples[s].n;
        uint16_t *z = NN_ARRAY(t, uint16_t, length * length);
        b.spans[s] = (struct nn_span){at, length};
        b.relations[s] = z;
        for (int i = 0; i < length; i++) {
            b.words[at + i] = samples[s].words[i];
            b.place[at + i] = i;
            b.targets[at + i] = samples[s].words[length - 1 - i];
            b.previous[at + i] = i ? samples[s].words[length - i] : -1;
            b.candidates[at + i] = b.spans[s];
            for (int j = 0; j < length; j++) {
                z[i * length + j] = (uint16_t)(MAX(-2, MIN(2, j - i)) + 2);
                b.copy_ids[copy++] = samples[s].words[j];
            }
        }
    }
    return b;
}

static struct tensor *toy_encode(struct nn_tape *t, struct toy *m, const struct toy_batch *b)
{
    struct nn_spans spans = {b->spans, b->n};
    struct tensor *x = nn_add(t, nn_gather(t, nn_use(t, m->words), b->words, b->rows),
                              nn_gather(t, nn_use(t, m->places), b->place, b->rows));
    struct tensor *both[2];
    for (int i = 0; i < 2; i++) {
        struct tensor *hh = nn_drop_connect(t, nn_use(t, m->lstm[i][1]), m->masked ? 0.1 : 0);
        both[i] = nn_lstm(t, nn_dropout_locked(t, x, spans, m->masked ? 0.1 : 0), spans,
                          nn_use(t, m->lstm[i][0]), hh, nn_use(t, m->lstm[i][2]), i == 1);
    }
    x = nn_add(t, x, nn_concat_cols(t, both, 2));
    x = toy_attend(t, m, &m->encoder, x, spans, x, spans, b->relations, false);
    struct tensor *hidden =
        nn_linear_act(t, x, nn_use(t, m->ffn_in), nn_use(t, m->ffn_bias), NN_GELU);
    return nn_layer_norm(t, x, nn_linear(t, hidden, nn_use(t, m->ffn_out), NULL),
                         nn_use(t, m->gain), nn_use(t, m->bias), 1e-5);
}

static struct tensor *toy_loss(struct nn_tape *t, struct toy *m, const struct toy_sample *samples,
                               int n)
{
    struct toy_batch b = toy_pack(t, samples, n);
    struct nn_spans spans = {b.spans, n};
    struct tensor *memory = toy_encode(t, m, &b);
    struct tensor *y = nn_add(t, nn_gather(t, nn_use(t, m->words), b.previous, b.rows),
                              nn_gather(t, nn_use(t, m->places), b.place, b.rows));
    y = toy_attend(t, m, &m->decoder, y, spans, y, spans, b.relations, true);
    y = toy_attend(t, m, &m->cross, y, spans, memory, spans, NULL, false);
    struct nn_mixture mixture = {
        .gate = nn_linear(t, y, nn_use(t, m->gate), NULL),
        .logits = nn_linear(t, y, nn_use(t, m->words), NULL), /* tied */
        .copy = nn_pointer(t, nn_linear(t, y, nn_use(t, m->pointer_q), NULL),
                           nn_linear(t, memory, nn_use(t, m->pointer_k), NULL), b.candidates,
                           TOY_HEADS),
        .copy_ids = b.copy_ids};
    struct tensor *losses[] = {
        nn_mixture_nll(t, &mixture, b.targets),
        nn_cross_entropy(t, nn_linear(t, y, nn_use(t, m->rules), NULL), b.targets, NULL, 0)};
    return nn_total(t, losses, NULL, 2);
}

static void toy_draw(struct rng *rng, struct toy_sample *samples, int n)
{
    for (int s = 0; s < n; s++) {
        samples[s].n = 1 + (int)rng_below(rng, TOY_LONGEST);
        for (int i = 0; i < samples[s].n; i++)
            samples[s].words[i] = (int)rng_below(rng, TOY_WORDS);
    }
}

#endif
