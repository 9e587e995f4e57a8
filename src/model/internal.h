/* internal.h - how the files of model/ see a model: its parameters by role, the encoder's and the
 * decoders' parts. */
#ifndef ASTORMER_MODEL_INTERNAL_H
#define ASTORMER_MODEL_INTERNAL_H

#include "model/model.h"

/* ---- parameters by role: indexes into nn_params, -1 where there is none ------------------------- */

struct linear {
    int w, b;
};
struct norm {
    int gain, bias;
};
/* Attention (self or cross), then LayerNorm(x + it). */
struct attention_layer {
    struct linear q, k, v, o;
    struct norm norm;
};
struct feed_forward {
    struct linear in, out;
    struct norm norm;
};
struct transformer_layer {
    struct attention_layer self, cross; /* cross only in decoders */
    struct feed_forward ffn;
    int rel_k, rel_v; /* relation tables [ids, d/heads], or -1 */
};
struct lstm {
    int w_ih, w_hh, b;
};

struct encoder_params {
    int word, position, segment; /* embeddings of the language model, or word vectors */
    struct norm embedding_norm;
    struct linear embedding_project; /* ELECTRA: embedding -> hidden */
    struct transformer_layer *plm;
    struct linear input;                   /* static or mean pooling: -> d */
    struct lstm question[2], item[2];      /* forward, backward */
    int item_type;                         /* [1 + column types, d] */
    int value_source;                      /* [MODEL_VALUE_SOURCES, d] */
    struct transformer_layer *rat;
    struct linear used; /* auxiliary: is this item used in the query? d -> 1 */
};

struct decoder_params {
    int rule, field, depth, step; /* embeddings; rule doubles as the output classifier */
    struct norm input_norm;
    struct linear token_in;  /* embedding -> d when the sizes differ */
    struct transformer_layer *layers;
    struct lstm *cells;      /* LSTM decoders */
    struct attention_layer memory; /* their attention to the memory */
    struct linear combine;   /* tanh(W [h; context]) */
    struct linear rule_out, pointer_q, pointer_k, token_out, gate;
};

struct verdict_params {
    struct linear in, out;
};

struct judge_params {
    struct transformer_layer *layers;
    struct linear out; /* [mean; first state] -> 1 */
};

struct model {
    struct model_config config;
    const struct grammar *grammar;
    int n_tree_relations;
    bool tokens;                 /* a token decoder: the grammar is that of token sequences, */
    int table_rule, column_rule; /* where these rules and the item after them are one step */
    struct nn_params *params;
    struct encoder_params encoder;
    struct decoder_params decoder;
    struct verdict_params verdicts[N_VERDICTS]; /* if config.verdicts */
    struct judge_params judge; /* if config.judge_layers > 0 */
    struct arena arena; /* holds what the pointers above point to */
};

/* ---- the input (input.c, values.c) --------------------------------------------------------------------- */

struct item_text {
    int *ids; /* sub-words */
    int n;
};
struct item_text text_ids(struct arena *arena, const struct vocab *vocab, const char *text,
                          size_t n);

struct value_choice { /* which values are shown */
    const struct model_value *values;
    int n, used; /* used: sub-words of those kept */
    struct item_text *texts;
    bool *keep;
};
void values_begin(struct arena *arena, const struct vocab *vocab, const struct model_value *values,
                  int n, struct value_choice *choice);
/* Those the values' own share of the input holds, before tables and columns are chosen; returns the
 * sub-words they take. */
int values_keep_share(const struct model_config *config, int limit, struct value_choice *choice);
/* Further ones in the room that was left over. */
int values_keep_rest(const struct model_config *config, int room, struct value_choice *choice);
/* n_values, value_ids and sources of the input. */
void values_write(struct arena *arena, const struct value_choice *choice, struct model_input *out);
/* Their rows and columns of the relation matrix. */
void values_relate(const struct relation_set *set, const struct question *question,
                   const struct model_value *values, struct model_input *input);

/* ---- building blocks (blocks.c) -------------------------------------------------------------------- */

/* Registration: names are "<prefix>.weight" and "<prefix>.bias". */
struct linear add_linear(struct nn_params *params, const char *prefix, int out, int in, bool bias);
struct norm add_norm(struct nn_params *params, const char *prefix, int n);
struct lstm add_lstm(struct nn_params *params, const char *prefix, int hidden, int in);
struct lstm add_gates(struct nn_params *params, const char *prefix, int n_gates, int hidden,
                      int in);

struct tensor *use(struct nn_tape *tape, int param); /* NULL for -1 */
struct tensor *apply_linear(struct nn_tape *tape, struct linear l, struct tensor *x,
                            enum nn_activation act);

/* What a Transformer layer needs beyond its parameters. */
struct layer_call {
    int heads;
    double dropout;
    bool dropout_at_inputs; /* MODEL.md 9: independent masks on the inputs of q, k, v */
    enum nn_activation activation;
    double eps;
    struct nn_spans rows; /* one span a sample */
    bool causal;
    const uint16_t *const *relations;
    struct tensor *memory; /* cross-attention */
    struct nn_spans memory_rows;
    const real *const **self_probabilities, *const **cross_probabilities; /* or NULL */
};
struct tensor *apply_attention(struct nn_tape *tape, const struct attention_layer *layer,
                               const struct layer_call *call, struct tensor *x, bool cross,
                               int rel_k, int rel_v);
struct tensor *apply_feed_forward(struct nn_tape *tape, const struct feed_forward *layer,
                                  const struct layer_call *call, struct tensor *x);
struct tensor *apply_transformer(struct nn_tape *tape, const struct transformer_layer *layer,
                                 const struct layer_call *call, struct tensor *x);
/* Attention, feed-forward and relation tables of one of our own layers. */
void add_attention(struct nn_params *params, const char *prefix, int d,
                   struct attention_layer *out);
void add_feed_forward(struct nn_params *params, const char *prefix, int d,
                      struct feed_forward *out);

/* ---- the parts ---------------------------------------------------------------------------------------- */

void encoder_register(struct model *model);
void decoder_register(struct model *model);
void verdicts_register(struct model *model);
void judge_register(struct model *model);

/* encoder.c: a layer of the language model's kind as "<prefix>.layer.<index>.<Hugging Face's name>";
 * its word, position and segment embeddings; how its layers are called; layers from .. until - 1. */
void add_plm_layer(struct nn_params *params, const char *prefix, int index,
                   const struct model_config *config, struct transformer_layer *out);
struct tensor *plm_embed(const struct model *model, struct nn_tape *tape, const int *tokens,
                         const int *positions, const int *segments, int n);
struct layer_call plm_call(const struct model_config *config, const struct nn_span *samples, int n);
struct tensor *apply_layers(struct nn_tape *tape, const struct transformer_layer *layers, int from,
                          int until, const struct layer_call *call, struct tensor *x);

/* model.c: a tensor of a language model's checkpoint by Hugging Face's name, into a parameter. */
enum status load_plm_tensor(struct model *model, int index, const struct nn_file *file,
                            const char *name, struct error *err);

/* verdicts.c: a logit for each of the n questions of the memory listed. */
struct tensor *verdict_logits(const struct model *model, struct nn_tape *tape,
                              const struct model_memory *memory, enum model_verdict verdict,
                              const int *which, int n);
/* Over the targets that say it; NULL if none does. */
struct tensor *verdict_loss(const struct model *model, struct nn_tape *tape,
                            const struct model_memory *memory,
                            const struct model_target *const *targets, enum model_verdict verdict);

/* Is the decoder a stack of Transformer layers, not of LSTM cells? */
static inline bool has_layers(const struct model *m)
{
    return m->config.decoder == DECODER_ASTORMER || m->config.decoder == DECODER_TOKEN;
}

/* What the input of a step is made of, as gather lists over n rows; -1 = nothing. */
struct step_rows {
    int n, n_tokens;
    int *previous_rule, *previous_item; /* rule id; memory row */
    int *token_ids, *token_rows;        /* n_tokens of them: word, and the row it belongs to */
    int *parent_rule, *field, *depth;
};
void step_rows_init(struct step_rows *rows, struct nn_tape *tape, int n);
/* Row `row` is step step_index of a query to `question`; previous is NULL at the first step. */
void step_rows_set(struct step_rows *rows, const struct model *model, int row,
                   const struct action *previous, const struct candidate *node, int step_index,
                   const struct model_memory *memory, int question);
/* The memory's number for the table, column or value of an action, counted from its first table. */
int action_item(const struct model_input *input, struct action action);
/* a_{j-1} + type + parent rule + depth, before the LayerNorm. */
struct tensor *decoder_input_sum(const struct model *model, struct nn_tape *tape,
                                 struct tensor *memory, const struct step_rows *rows);
struct tensor *decoder_input(const struct model *model, struct nn_tape *tape,
                             struct tensor *memory, const struct step_rows *rows);

/* The attention of a pass, kept for whoever wants to see it: one entry a layer, each one pointer a
 * query, [heads, steps, keys], on the tape.  An LSTM has no self-attention and one cross layer. */
struct decoder_watch {
    const real *const **self, *const **cross; /* [decoder_layers] */
    int n_self, n_cross;                      /* layers there were */
};

struct decoder_states {
    struct tensor *n0, *n; /* input and final state of each row */
    struct nn_spans rows;  /* one span a query (training only) */
};
/* Targets as the network takes them: of a token decoder without the rules before items. */
const struct model_target *const *decoder_targets(const struct model *model, struct nn_tape *tape,
                                                  const struct model_target *const *targets,
                                                  int n);
/* All steps of all targets in parallel (paper, Alg. 1).  watch may be NULL. */
struct decoder_states decoder_run(const struct model *model, struct nn_tape *tape,
                                  const struct model_memory *memory,
                                  const struct model_target *const *targets,
                                  struct decoder_watch *watch);

/* recurrent.c: the LSTM decoders, all steps of all targets, and one step. */
void recurrent_register(struct model *model);
struct decoder_states recurrent_run(const struct model *model, struct nn_tape *tape,
                                    const struct model_memory *memory,
                                    const struct model_target *const *targets,
                                    struct tensor *input_sum, struct nn_spans rows,
                                    struct decoder_watch *watch);
void recurrent_memory(const struct model *model, struct nn_tape *tape, struct tensor *memory,
                      struct tensor **k, struct tensor **v);
struct decoder_states recurrent_step(const struct model *model, struct nn_tape *tape,
                                     struct tensor *input_sum, int n, const real *const *vectors,
                                     const real *const *parents, struct tensor *k,
                                     struct tensor *v, struct nn_spans queries,
                                     struct nn_spans keys, real *const *out);

/* Relations of a step to steps 0 .. step as the layers use them, from those of the derivation. */
const uint16_t *decoder_relation_row(const struct model *model, struct nn_tape *tape, int step,
                                     const uint16_t *relations);
/* Are relations those of the tree, from the derivation? */
static inline bool has_tree_relations(const struct model_config *c)
{
    return c->tree_relations == TREE_RELATIONS_LCA || c->tree_relations == TREE_RELATIONS_SHIFTED;
}
struct tensor *decoder_pointer_keys(const struct model *model, struct nn_tape *tape,
                                    struct tensor *memory);
void heads_answer(const struct model *model, struct nn_tape *tape,
                  const struct decoder_states *states, const struct model_query_row *rows, int n,
                  struct tensor *keys, const struct model_memory *memory,
                  struct model_answer_row *answers);

/* The sub-words a model file was made with, one a line; {NULL, 0} if it has none. */
struct slice file_vocabulary(const struct nn_file *file);

#endif
