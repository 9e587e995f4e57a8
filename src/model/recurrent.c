/* recurrent.c - the LSTM and ON-LSTM decoders over the syntax tree (MODEL.md 14): the paper's
 * baselines.  x_t = LN(a_{t-1} + parent rule + node type + h_parent); a stack of cells; attention to
 * the memory from the top state; n_t = tanh(W [h_t; context]).  The heads are ASTormer's.  Over a
 * sequence of tokens there is no parent: x_t = LN(a_{t-1}).
 *
 * Training walks the steps of all queries together.  Queries are sorted by length, so those still
 * running at step t are the first rows and nothing is ever padded. */
#include "model/internal.h"

#include <stdlib.h>

void recurrent_register(struct model *m)
{
    const struct model_config *c = &m->config;
    struct decoder_params *p = &m->decoder;
    int masters = c->decoder == DECODER_ONLSTM ? c->d / c->chunk : 0;
    p->cells = ARENA_ARRAY(&m->arena, struct lstm, c->decoder_layers);
    for (int i = 0; i < c->decoder_layers; i++) {
        char name[200];
        snprintf(name, sizeof name, "decoder.cell.%d", i);
        p->cells[i] = add_gates(m->params, name, 4 * c->d + 2 * masters, c->d, c->d);
    }
    add_attention(m->params, "decoder.memory", c->d, &p->memory);
    p->combine = add_linear(m->params, "decoder.combine", c->d, 2 * c->d, true);
}

/* One cell: new state [h | c] from input and old state (NULL = zeros).  Without w_hh, the recurrent
 * weight after drop-connect, its expectation is used: (1 - p) W, of which only W h is computed. */
static struct tensor *run_cell(const struct model *m, struct nn_tape *tape, int layer,
                               struct tensor *w_hh, struct tensor *x, struct tensor *state)
{
    const struct lstm *cell = &m->decoder.cells[layer];
    struct tensor *gates = nn_linear(tape, x, use(tape, cell->w_ih), use(tape, cell->b));
    struct tensor *h = state ? nn_slice_cols(tape, state, 0, m->config.d) : NULL;
    if (h && !w_hh)
        h = nn_scale(tape, h, 1 - m->config.drop_connect);
    if (h)
        gates = nn_add(tape, gates,
                       nn_linear(tape, h, w_hh ? w_hh : use(tape, cell->w_hh), NULL));
    return m->config.decoder == DECODER_ONLSTM
               ? nn_onlstm_cell(tape, gates, state, m->config.d / m->config.chunk)
               : nn_lstm_cell(tape, gates, state);
}

/* n = tanh(W [h; attention(h, memory)]). */
static struct tensor *attend(const struct model *m, struct nn_tape *tape, struct tensor *h,
                             struct tensor *k, struct tensor *v, struct nn_spans queries,
                             struct nn_spans keys, struct decoder_watch *watch)
{
    const struct attention_layer *memory = &m->decoder.memory;
    struct nn_attention a = {.q = apply_linear(tape, memory->q, h, NN_LINEAR), .k = k, .v = v,
                             .queries = queries, .keys = keys, .heads = m->config.heads};
    if (watch)
        a.probabilities = &watch->cross[watch->n_cross++];
    struct tensor *context = apply_linear(tape, memory->o, nn_attention(tape, &a), NN_LINEAR);
    return apply_linear(tape, m->decoder.combine,
                        nn_concat_cols(tape, (struct tensor *[]){h, context}, 2), NN_TANH);
}

void recurrent_memory(const struct model *m, struct nn_tape *tape, struct tensor *memory,
                      struct tensor **k, struct tensor **v)
{
    *k = apply_linear(tape, m->decoder.memory.k, memory, NN_LINEAR);
    *v = apply_linear(tape, m->decoder.memory.v, memory, NN_LINEAR);
}

static struct tensor *normed_input(const struct model *m, struct nn_tape *tape,
                                   struct tensor *sum, struct tensor *parent)
{
    return nn_layer_norm(tape, sum, parent, use(tape, m->decoder.input_norm.gain),
                         use(tape, m->decoder.input_norm.bias), 1e-5);
}

/* ---- training -------------------------------------------------------------------------------------- */

struct longest_first {
    int n_steps, query;
};

static int compare_length(const void *a, const void *b)
{
    const struct longest_first *x = a, *y = b;
    return x->n_steps != y->n_steps ? y->n_steps - x->n_steps : x->query - y->query;
}

/* Rows in the order they are computed: time by time, longest query first. */
struct timeline {
    struct longest_first *queries;
    int n_queries, n_rows;
    int *first;  /* [max_steps + 1] rows before time t */
    int *source; /* time-major row -> row of the targets' own order */
    int *place;  /* and back */
    int *parent; /* time-major row of the parent's step, -1 at the root */
    int max_steps;
};

static struct timeline make_timeline(const struct model *m, struct nn_tape *tape,
                                     const struct model_target *const *targets,
                                     struct nn_spans rows)
{
    struct timeline l = {.n_queries = rows.n};
    l.queries = NN_ARRAY(tape, struct longest_first, rows.n);
    for (int i = 0; i < rows.n; i++) {
        l.queries[i] = (struct longest_first){targets[i]->n_steps, i};
        l.n_rows += targets[i]->n_steps;
    }
    qsort(l.queries, (size_t)rows.n, sizeof *l.queries, compare_length);
    l.max_steps = l.queries[0].n_steps;
    l.first = NN_ARRAY(tape, int, l.max_steps + 1);
    l.source = NN_ARRAY(tape, int, l.n_rows);
    l.place = NN_ARRAY(tape, int, l.n_rows);
    l.parent = NN_ARRAY(tape, int, l.n_rows);
    int row = 0;
    for (int t = 0; t < l.max_steps; t++) {
        l.first[t] = row;
        for (int i = 0; i < rows.n && l.queries[i].n_steps > t; i++, row++) {
            int q = l.queries[i].query;
            int parent = m->tokens ? -1 : targets[q]->steps[t]->parent;
            l.source[row] = rows.v[q].start + t;
            l.place[l.source[row]] = row;
            l.parent[row] = parent < 0 ? -1 : l.first[parent] + i;
        }
    }
    l.first[l.max_steps] = row;
    return l;
}

struct decoder_states recurrent_run(const struct model *m, struct nn_tape *tape,
                                    const struct model_memory *memory,
                                    const struct model_target *const *targets,
                                    struct tensor *input_sum, struct nn_spans rows,
                                    struct decoder_watch *watch)
{
    const struct model_config *c = &m->config;
    struct timeline l = make_timeline(m, tape, targets, rows);
    struct tensor *w_hh[16], *state[16] = {0}, *mask[16];
    CHECK(c->decoder_layers <= COUNT_OF(w_hh));
    real *ones = NN_ARRAY(tape, real, l.n_queries * c->d);
    for (int i = 0; i < l.n_queries * c->d; i++)
        ones[i] = 1;
    for (int i = 0; i < c->decoder_layers; i++) {
        w_hh[i] = nn_drop_connect(tape, use(tape, m->decoder.cells[i].w_hh), c->drop_connect);
        mask[i] = nn_dropout(tape, nn_constant(tape, l.n_queries, c->d, ones), c->dropout);
    }
    struct tensor *inputs = NULL, *tops = NULL;
    for (int t = 0; t < l.max_steps; t++) {
        int from = l.first[t], n = l.first[t + 1] - from;
        struct tensor *parent = tops ? nn_gather(tape, tops, l.parent + from, n) : NULL;
        struct tensor *x = normed_input(m, tape, nn_gather(tape, input_sum, l.source + from, n),
                                        parent);
        inputs = inputs ? nn_concat_rows(tape, (struct tensor *[]){inputs, x}, 2) : x;
        for (int i = 0; i < c->decoder_layers; i++) {
            if (state[i] && state[i]->rows > n)
                state[i] = nn_slice_rows(tape, state[i], 0, n);
            if (i > 0) /* locked dropout between layers: one mask a query */
                x = nn_mul(tape, x, nn_slice_rows(tape, mask[i], 0, n));
            state[i] = run_cell(m, tape, i, w_hh[i], x, state[i]);
            x = nn_slice_cols(tape, state[i], 0, c->d);
        }
        tops = tops ? nn_concat_rows(tape, (struct tensor *[]){tops, x}, 2) : x;
    }
    struct tensor *k, *v, *h = nn_gather(tape, tops, l.place, l.n_rows);
    recurrent_memory(m, tape, memory->x, &k, &v);
    return (struct decoder_states){.n0 = nn_gather(tape, inputs, l.place, l.n_rows),
                                   .n = attend(m, tape, h, k, v, rows, memory->rows, watch),
                                   .rows = rows};
}

/* ---- one step ----------------------------------------------------------------------------------------- */

/* vectors[r] is the whole state of a row's prefix ([h | c] a layer) or NULL; parents[r] the top h
 * of the parent's step or NULL; the new state is written to out[r]. */
struct decoder_states recurrent_step(const struct model *m, struct nn_tape *tape,
                                     struct tensor *input_sum, int n, const real *const *vectors,
                                     const real *const *parents, struct tensor *k,
                                     struct tensor *v, struct nn_spans queries,
                                     struct nn_spans keys, real *const *out)
{
    const struct model_config *c = &m->config;
    size_t d = (size_t)c->d;
    struct tensor *parent = nn_constant(tape, n, c->d, NULL);
    for (int r = 0; r < n; r++)
        for (size_t i = 0; i < d; i++)
            parent->x[(size_t)r * d + i] = parents[r] ? parents[r][i] : 0;
    struct tensor *n0 = normed_input(m, tape, input_sum, parent), *x = n0;
    for (int layer = 0; layer < c->decoder_layers; layer++) {
        struct tensor *state = nn_constant(tape, n, 2 * c->d, NULL);
        for (int r = 0; r < n; r++)
            for (size_t i = 0; i < 2 * d; i++)
                state->x[(size_t)r * 2 * d + i] =
                    vectors[r] ? vectors[r][(size_t)layer * 2 * d + i] : 0;
        state = run_cell(m, tape, layer, NULL, x, state);
        for (int r = 0; r < n; r++)
            for (size_t i = 0; i < 2 * d; i++)
                out[r][(size_t)layer * 2 * d + i] = state->x[(size_t)r * 2 * d + i];
        x = nn_slice_cols(tape, state, 0, c->d);
    }
    return (struct decoder_states){.n0 = n0, .n = attend(m, tape, x, k, v, queries, keys, NULL)};
}
