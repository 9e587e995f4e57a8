/* encoder.c - question and schema to states X = [Q; T; C] (MODEL.md 7.2 and 9).
 *
 * Rows of all samples are packed.  A language model (BERT, MiniLM, ELECTRA) or word vectors give a
 * state a sub-word; a bi-LSTM turns them into one state a question position and one a table or
 * column; relation-aware layers (RAT-SQL) let these exchange what the links and the keys say. */
#include "model/internal.h"

#include <string.h>

/* ---- registration ------------------------------------------------------------------------------ */

/* One layer under Hugging Face's names, so that a checkpoint loads without a table of names. */
void add_plm_layer(struct nn_params *params, const char *prefix, int index,
                   const struct model_config *c, struct transformer_layer *out)
{
    char name[200];
    int h = c->plm_hidden;
    struct {
        const char *name;
        struct linear *to;
        int out, in;
    } parts[] = {
        {"attention.self.query", &out->self.q, h, h},
        {"attention.self.key", &out->self.k, h, h},
        {"attention.self.value", &out->self.v, h, h},
        {"attention.output.dense", &out->self.o, h, h},
        {"intermediate.dense", &out->ffn.in, c->plm_ffn, h},
        {"output.dense", &out->ffn.out, h, c->plm_ffn},
    };
    for (int i = 0; i < COUNT_OF(parts); i++) {
        snprintf(name, sizeof name, "%s.layer.%d.%s", prefix, index, parts[i].name);
        *parts[i].to = add_linear(params, name, parts[i].out, parts[i].in, true);
    }
    snprintf(name, sizeof name, "%s.layer.%d.attention.output.LayerNorm", prefix, index);
    out->self.norm = add_norm(params, name, h);
    snprintf(name, sizeof name, "%s.layer.%d.output.LayerNorm", prefix, index);
    out->ffn.norm = add_norm(params, name, h);
    out->rel_k = out->rel_v = -1;
}

static void register_plm(struct model *m)
{
    const struct model_config *c = &m->config;
    struct encoder_params *e = &m->encoder;
    e->position = nn_params_add(m->params, "plm.embeddings.position_embeddings.weight",
                                c->plm_positions, c->embedding, NN_INIT_NORMAL, 0.02);
    e->segment = nn_params_add(m->params, "plm.embeddings.token_type_embeddings.weight",
                               c->plm_segments, c->embedding, NN_INIT_NORMAL, 0.02);
    e->embedding_norm = add_norm(m->params, "plm.embeddings.LayerNorm", c->embedding);
    if (c->embedding != c->plm_hidden)
        e->embedding_project =
            add_linear(m->params, "plm.embeddings_project", c->plm_hidden, c->embedding, true);
    e->plm = ARENA_ARRAY(&m->arena, struct transformer_layer, c->plm_layers);
    for (int i = 0; i < c->plm_layers; i++)
        add_plm_layer(m->params, "plm.encoder", i, c, &e->plm[i]);
}

static void register_pooling(struct model *m)
{
    const struct model_config *c = &m->config;
    struct encoder_params *e = &m->encoder;
    int in = c->encoder == ENCODER_PLM ? c->plm_hidden : c->embedding;
    if (c->pooling == POOLING_BILSTM) {
        e->question[0] = add_lstm(m->params, "encoder.question_lstm.forward", c->d / 2, in);
        e->question[1] = add_lstm(m->params, "encoder.question_lstm.backward", c->d / 2, in);
        e->item[0] = add_lstm(m->params, "encoder.item_lstm.forward", c->d / 2, in);
        e->item[1] = add_lstm(m->params, "encoder.item_lstm.backward", c->d / 2, in);
    } else {
        e->input = add_linear(m->params, "encoder.input", c->d, in, true);
    }
    e->item_type = -1;
    if (c->item_types)
        e->item_type = nn_params_add(m->params, "encoder.item_type.weight", 1 + N_COLUMN_TYPES,
                                     c->d, NN_INIT_NORMAL, 0.02);
    e->value_source = -1;
    if (c->values == VALUES_POINT)
        e->value_source = nn_params_add(m->params, "encoder.value_source.weight",
                                        MODEL_VALUE_SOURCES, c->d, NN_INIT_NORMAL, 0.02);
}

/* Relation tables are shared by heads and, by default, by layers (MODEL.md 9). */
static void add_relation_tables(struct model *m, const char *prefix, int n_relations, int *rel_k,
                                int *rel_v)
{
    char name[200];
    int size = m->config.d / m->config.heads;
    snprintf(name, sizeof name, "%s.relation_key.weight", prefix);
    *rel_k = nn_params_add(m->params, name, n_relations, size, NN_INIT_NORMAL, 0.1);
    snprintf(name, sizeof name, "%s.relation_value.weight", prefix);
    *rel_v = nn_params_add(m->params, name, n_relations, size, NN_INIT_NORMAL, 0.1);
}

static void register_rat(struct model *m)
{
    const struct model_config *c = &m->config;
    struct encoder_params *e = &m->encoder;
    const struct relation_set *set = model_relation_set(c);
    int n_relations = set ? set->n : 0;
    int rel_k = -1, rel_v = -1;
    if (n_relations > 0 && c->share_relations && c->rat_layers > 0)
        add_relation_tables(m, "encoder.rat", n_relations, &rel_k, &rel_v);
    e->rat = ARENA_ARRAY(&m->arena, struct transformer_layer, c->rat_layers);
    for (int i = 0; i < c->rat_layers; i++) {
        char name[200];
        struct transformer_layer *layer = &e->rat[i];
        snprintf(name, sizeof name, "encoder.rat.%d.self", i);
        add_attention(m->params, name, c->d, &layer->self);
        snprintf(name, sizeof name, "encoder.rat.%d.ffn", i);
        add_feed_forward(m->params, name, c->d, &layer->ffn);
        snprintf(name, sizeof name, "encoder.rat.%d", i);
        layer->rel_k = rel_k;
        layer->rel_v = rel_v;
        if (n_relations > 0 && !c->share_relations)
            add_relation_tables(m, name, n_relations, &layer->rel_k, &layer->rel_v);
    }
}

void encoder_register(struct model *m)
{
    const struct model_config *c = &m->config;
    m->encoder.embedding_project.w = -1;
    m->encoder.word = nn_params_add(m->params, "plm.embeddings.word_embeddings.weight",
                                    c->vocabulary, c->embedding, NN_INIT_NORMAL, 0.02);
    nn_params_at(m->params, m->encoder.word)->use = NN_USE_ROWS;
    if (c->encoder == ENCODER_PLM)
        register_plm(m);
    register_pooling(m);
    register_rat(m);
    m->encoder.used = add_linear(m->params, "encoder.used", 1, c->d, true);
}

/* ---- positions ------------------------------------------------------------------------------------ */

/* Storage order is [CLS] question [SEP] tables, columns [SEP]; positions group each table with
 * its columns, '*' first, and then values.  In training the order of tables, of columns within one
 * and of values is drawn anew each time, so that the model cannot lean on the order of declaration,
 * nor on where a gold value was put in. */
void model_input_positions(const struct model_input *in, struct rng *shuffle, int *positions)
{
    int table_order[MODEL_MAX_TABLES], column_order[MODEL_MAX_COLUMNS];
    int value_order[MODEL_MAX_VALUES];
    CHECK(in->n_tables <= MODEL_MAX_TABLES && in->n_columns <= MODEL_MAX_COLUMNS &&
          in->n_values <= MODEL_MAX_VALUES);
    for (int i = 0; i < in->n_tables; i++)
        table_order[i] = i;
    for (int i = 0; i < in->n_columns; i++)
        column_order[i] = i;
    for (int i = 0; i < in->n_values; i++)
        value_order[i] = in->n_tables + in->n_columns + i;
    if (shuffle) {
        rng_shuffle(shuffle, table_order, in->n_tables);
        rng_shuffle(shuffle, column_order, in->n_columns);
        if (in->n_values > 0)
            rng_shuffle(shuffle, value_order, in->n_values);
    }
    int next = 0;
    for (; next < in->n_question + 2; next++)
        positions[next] = next;
    for (int t = -1; t < in->n_tables; t++) {
        int table = t < 0 ? -1 : table_order[t];
        for (int i = 0; table >= 0 && i < in->items[table].n; i++)
            positions[in->items[table].start + i] = next++;
        for (int c = 0; c < in->n_columns; c++) {
            int item = in->n_tables + column_order[c];
            if (in->owner[column_order[c]] != table)
                continue;
            for (int i = 0; i < in->items[item].n; i++)
                positions[in->items[item].start + i] = next++;
        }
    }
    for (int v = 0; v < in->n_values; v++)
        for (int i = 0; i < in->items[value_order[v]].n; i++)
            positions[in->items[value_order[v]].start + i] = next++;
    positions[in->n_tokens - 1] = next++;
    CHECK(next == in->n_tokens);
}

/* ---- the forward pass --------------------------------------------------------------------------------- */

/* The batch laid out as rows; all arrays live on the tape. */
struct packed {
    int n_rows;             /* of the language model */
    int *tokens, *positions, *segments;
    struct nn_span *samples; /* rows of each sample */
    int n_question_rows, n_items, n_item_rows;
    int *question_rows, *item_rows;        /* into the rows above */
    struct nn_span *questions, *item_spans; /* into question_rows, item_rows */
    int n_memory;
    int *memory_order;      /* [questions; items] -> per sample Q, T, C */
    int *item_types;        /* per memory row: 0 table, 1 + column type, -1 others */
    int *sources;           /* per memory row: of a value, -1 others */
    struct nn_span *memory; /* per sample */
    const uint16_t **relations;
};

static void count_rows(struct packed *p, const struct model_input *const *inputs, int n)
{
    for (int i = 0; i < n; i++) {
        const struct model_input *in = inputs[i];
        p->n_rows += in->n_tokens;
        p->n_question_rows += in->n_question;
        p->n_items += model_input_items(in);
        for (int k = 0; k < model_input_items(in); k++)
            p->n_item_rows += in->items[k].n;
    }
    p->n_memory = p->n_question_rows + p->n_items;
}

static void pack_allocate(struct packed *p, struct nn_tape *tape, int n)
{
    p->tokens = NN_ARRAY(tape, int, p->n_rows);
    p->positions = NN_ARRAY(tape, int, p->n_rows);
    p->segments = NN_ARRAY(tape, int, p->n_rows);
    p->samples = NN_ARRAY(tape, struct nn_span, n);
    p->question_rows = NN_ARRAY(tape, int, p->n_question_rows);
    p->item_rows = NN_ARRAY(tape, int, p->n_item_rows);
    p->questions = NN_ARRAY(tape, struct nn_span, n);
    p->item_spans = NN_ARRAY(tape, struct nn_span, p->n_items);
    p->memory_order = NN_ARRAY(tape, int, p->n_memory);
    p->item_types = NN_ARRAY(tape, int, p->n_memory);
    p->sources = NN_ARRAY(tape, int, p->n_memory);
    p->memory = NN_ARRAY(tape, struct nn_span, n);
    p->relations = NN_ARRAY(tape, const uint16_t *, n);
}

/* Relation ids as the attention operator wants them. */
static const uint16_t *widen(struct nn_tape *tape, const uint8_t *ids, int n)
{
    size_t count = (size_t)n * (size_t)n;
    uint16_t *wide = NN_ARRAY(tape, uint16_t, count);
    for (size_t i = 0; i < count; i++)
        wide[i] = ids[i];
    return wide;
}

static struct packed pack(struct nn_tape *tape, const struct model_input *const *inputs, int n,
                          struct rng *shuffle)
{
    struct packed p = {0};
    count_rows(&p, inputs, n);
    pack_allocate(&p, tape, n);
    int row = 0, q = 0, item = 0, item_row = 0, memory = 0;
    for (int i = 0; i < n; i++) {
        const struct model_input *in = inputs[i];
        p.samples[i] = (struct nn_span){row, in->n_tokens};
        memcpy(p.tokens + row, in->tokens, sizeof(int) * (size_t)in->n_tokens);
        model_input_positions(in, shuffle, p.positions + row);
        for (int k = 0; k < in->n_tokens; k++)
            p.segments[row + k] = k >= in->n_question + 2;
        p.questions[i] = (struct nn_span){q, in->n_question};
        p.memory[i] = (struct nn_span){memory, model_input_rows(in)};
        for (int k = 0; k < in->n_question; k++, q++, memory++) {
            p.question_rows[q] = row + 1 + k;
            p.memory_order[memory] = q;
            p.item_types[memory] = p.sources[memory] = -1;
        }
        for (int k = 0; k < model_input_items(in); k++, item++, memory++) {
            int column = k - in->n_tables, value = column - in->n_columns;
            p.item_spans[item] = (struct nn_span){item_row, in->items[k].n};
            for (int j = 0; j < in->items[k].n; j++)
                p.item_rows[item_row++] = row + in->items[k].start + j;
            p.memory_order[memory] = p.n_question_rows + item;
            p.item_types[memory] = column < 0 ? 0 : value < 0 ? 1 + in->types[column] : -1;
            p.sources[memory] = value < 0 ? -1 : in->sources[value];
        }
        p.relations[i] = widen(tape, in->relations, model_input_rows(in));
        row += in->n_tokens;
    }
    return p;
}

struct tensor *plm_embed(const struct model *m, struct nn_tape *tape, const int *tokens,
                         const int *positions, const int *segments, int n)
{
    const struct model_config *c = &m->config;
    const struct encoder_params *e = &m->encoder;
    struct tensor *parts[] = {
        nn_gather(tape, use(tape, e->word), tokens, n),
        nn_gather(tape, use(tape, e->position), positions, n),
        nn_gather(tape, use(tape, e->segment), segments, n),
    };
    struct tensor *x = nn_layer_norm(tape, nn_sum(tape, parts, 3), NULL,
                                     use(tape, e->embedding_norm.gain),
                                     use(tape, e->embedding_norm.bias), 1e-12);
    x = nn_dropout(tape, x, c->plm_dropout);
    if (e->embedding_project.w >= 0)
        x = apply_linear(tape, e->embedding_project, x, NN_LINEAR);
    return x;
}

static struct tensor *embed_words(const struct model *m, struct nn_tape *tape,
                                  const struct packed *p)
{
    return plm_embed(m, tape, p->tokens, p->positions, p->segments, p->n_rows);
}

/* In inference nothing of a layer is needed after it but its output, which takes the place of its input:
 * all layers use the same memory, and find it in the cache. */
struct tensor *apply_layers(struct nn_tape *tape, const struct transformer_layer *layers, int from,
                          int until, const struct layer_call *call, struct tensor *x)
{
    bool reuse = nn_tape_infers(tape) && until > from;
    struct tensor *kept = reuse ? nn_constant(tape, x->rows, x->cols, NULL) : NULL;
    struct nn_mark mark = nn_tape_mark(tape);
    for (int i = from; i < until; i++) {
        x = apply_transformer(tape, &layers[i], call, x);
        if (!reuse)
            continue;
        memcpy(kept->x, x->x, sizeof(real) * (size_t)x->rows * (size_t)x->cols);
        nn_tape_rewind(tape, mark);
        x = kept;
    }
    return x;
}

struct layer_call plm_call(const struct model_config *c, const struct nn_span *samples, int n)
{
    return (struct layer_call){
        .heads = c->plm_heads, .dropout = c->plm_dropout, .activation = NN_GELU, .eps = 1e-12,
        .rows = {samples, n},
    };
}

/* Layers from (included) to until (excluded) of the language model. */
static struct tensor *run_plm_layers(const struct model *m, struct nn_tape *tape,
                                     const struct packed *p, int n, struct tensor *x, int from,
                                     int until)
{
    struct layer_call call = plm_call(&m->config, p->samples, n);
    return apply_layers(tape, m->encoder.plm, from, until, &call, x);
}

static struct tensor *run_lstm(struct nn_tape *tape, struct lstm l, struct tensor *x,
                               struct nn_spans spans, bool reverse)
{
    return nn_lstm(tape, x, spans, use(tape, l.w_ih), use(tape, l.w_hh), use(tape, l.b), reverse);
}

/* One row a question position, then one row a schema item. */
static struct tensor *pool_rows(const struct model *m, struct nn_tape *tape,
                                const struct packed *p, struct tensor *x, int n)
{
    const struct encoder_params *e = &m->encoder;
    struct tensor *q = nn_gather(tape, x, p->question_rows, p->n_question_rows);
    struct tensor *i = nn_gather(tape, x, p->item_rows, p->n_item_rows);
    struct nn_spans questions = {p->questions, n}, items = {p->item_spans, p->n_items};
    if (m->config.pooling == POOLING_BILSTM) {
        struct tensor *question[] = {run_lstm(tape, e->question[0], q, questions, false),
                                     run_lstm(tape, e->question[1], q, questions, true)};
        struct tensor *item[] = {
            nn_pool(tape, run_lstm(tape, e->item[0], i, items, false), items, NN_POOL_LAST),
            nn_pool(tape, run_lstm(tape, e->item[1], i, items, true), items, NN_POOL_FIRST)};
        q = nn_concat_cols(tape, question, 2);
        i = nn_concat_cols(tape, item, 2);
        return nn_concat_rows(tape, (struct tensor *[]){q, i}, 2);
    }
    i = nn_pool(tape, i, items, NN_POOL_MEAN);
    return apply_linear(tape, e->input, nn_concat_rows(tape, (struct tensor *[]){q, i}, 2),
                        NN_LINEAR);
}

struct tensor *model_plm_states(const struct model *m, struct nn_tape *tape, const int *ids, int n)
{
    struct packed p = {.n_rows = n};
    p.tokens = NN_ARRAY(tape, int, n);
    p.positions = NN_ARRAY(tape, int, n);
    p.segments = NN_ARRAY(tape, int, n);
    p.samples = NN_ARRAY(tape, struct nn_span, 1);
    p.samples[0] = (struct nn_span){0, n};
    for (int i = 0; i < n; i++) {
        p.tokens[i] = ids[i];
        p.positions[i] = i;
        p.segments[i] = 0;
    }
    return run_plm_layers(m, tape, &p, 1, embed_words(m, tape, &p), 0, m->config.plm_layers);
}

/* States that model_keep_states() left, as the rows of a batch. */
static struct tensor *kept_states(const struct model *m, struct nn_tape *tape,
                                  const struct model_input *const *inputs, int n, int n_rows)
{
    size_t width = (size_t)m->config.plm_hidden;
    struct tensor *x = nn_constant(tape, n_rows, m->config.plm_hidden, NULL);
    real *to = x->x;
    for (int i = 0; i < n; i++) {
        int64_t count = (int64_t)((size_t)inputs[i]->n_tokens * width);
        struct nn_file_tensor half = {.dtype = NN_F16, .count = count,
                                      .data = (const unsigned char *)inputs[i]->states};
        nn_file_values(&half, 0, count, to);
        to += count;
    }
    return x;
}

void model_keep_states(const struct model *m, struct nn_tape *tape, struct arena *arena,
                       struct model_input *const *inputs, int n, int layers)
{
    nn_tape_begin(tape, NN_INFER, 0);
    const struct model_input **list = NN_ARRAY(tape, const struct model_input *, n);
    for (int i = 0; i < n; i++)
        list[i] = inputs[i];
    struct packed p = pack(tape, list, n, NULL);
    const struct tensor *x =
        run_plm_layers(m, tape, &p, n, embed_words(m, tape, &p), 0, layers);
    for (int i = 0; i < n; i++) {
        size_t width = (size_t)x->cols, count = (size_t)inputs[i]->n_tokens * width;
        const real *from = x->x + (size_t)p.samples[i].start * width;
        uint16_t *states = ARENA_ARRAY(arena, uint16_t, count);
        for (size_t k = 0; k < count; k++)
            states[k] = nn_half_of((float)from[k]);
        inputs[i]->states = states;
        inputs[i]->states_layers = layers;
    }
}

/* One row a sub-word: word vectors, or the language model from where kept states leave off. */
static struct tensor *read_words(const struct model *m, struct nn_tape *tape,
                                 const struct packed *p, const struct model_input *const *inputs,
                                 int n)
{
    if (m->config.encoder == ENCODER_STATIC)
        return nn_gather(tape, use(tape, m->encoder.word), p->tokens, p->n_rows);
    bool kept = n > 0 && inputs[0]->states;
    struct tensor *x = kept ? kept_states(m, tape, inputs, n, p->n_rows) : embed_words(m, tape, p);
    return run_plm_layers(m, tape, p, n, x, kept ? inputs[0]->states_layers : 0,
                          m->config.plm_layers);
}

struct model_memory model_encode(const struct model *m, struct nn_tape *tape,
                                 const struct model_input *const *inputs, int n,
                                 struct rng *shuffle)
{
    const struct model_config *c = &m->config;
    struct packed p = pack(tape, inputs, n, shuffle);
    struct tensor *x = nn_dropout(tape, read_words(m, tape, &p, inputs, n), c->dropout);
    x = nn_gather(tape, pool_rows(m, tape, &p, x, n), p.memory_order, p.n_memory);
    if (m->encoder.item_type >= 0)
        x = nn_add(tape, x,
                   nn_gather(tape, use(tape, m->encoder.item_type), p.item_types, p.n_memory));
    if (m->encoder.value_source >= 0)
        x = nn_add(tape, x,
                   nn_gather(tape, use(tape, m->encoder.value_source), p.sources, p.n_memory));
    struct layer_call call = {
        .heads = c->heads, .dropout = c->dropout,
        .dropout_at_inputs = c->dropout_at == DROPOUT_AT_INPUTS, .activation = NN_RELU,
        .eps = 1e-5, .rows = {p.memory, n},
        .relations = c->relations == RELATIONS_NONE ? NULL : p.relations,
    };
    x = apply_layers(tape, m->encoder.rat, 0, c->rat_layers, &call, x);
    return (struct model_memory){.x = x, .rows = {p.memory, n}, .inputs = inputs};
}

struct tensor *model_item_use(const struct model *m, struct nn_tape *tape,
                              const struct model_memory *memory)
{
    return apply_linear(tape, m->encoder.used, nn_dropout(tape, memory->x, m->config.dropout),
                        NN_LINEAR);
}
