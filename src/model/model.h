/* model.h - the parser's network: configuration, encoder, decoders, model files.
 *
 * A model is immutable once loaded (or between two optimiser steps) and serves any number of
 * threads, each with its own tape.  Two entrances:
 *
 *   training    model_encode() the questions of a micro-batch, model_loss() of their targets;
 *   inference   model_encode(), then a struct model_decoding that is advanced step by step by
 *               search/, one row a (hypothesis, frontier node), with cached keys and values.
 *
 * Both go through the same layers.  What a question looks like to the encoder is a struct
 * model_input, what a query looks like to the decoder the steps of a derivation (tree.h): plain
 * numbers, so the network knows nothing of SQL text or of databases. */
#ifndef ASTORMER_MODEL_H
#define ASTORMER_MODEL_H

#include "ground/ground.h"
#include "nn/nn.h"
#include "tree/tree.h"

#include <stdatomic.h>

/* ---- configuration --------------------------------------------------------------------------- */

struct model_config {
#define SETTINGS_DEF "model/config.def"
#include "base/setting_members.h"
};
/* The choices of config.def by name, in its order. */
enum { ENCODER_PLM, ENCODER_STATIC };
enum { POOLING_BILSTM, POOLING_MEAN };
enum { RELATIONS_FULL, RELATIONS_RAT43, RELATIONS_NONE };
enum { DROPOUT_AT_RESIDUAL, DROPOUT_AT_INPUTS };
enum { DECODER_ASTORMER, DECODER_LSTM, DECODER_ONLSTM, DECODER_TOKEN, DECODER_TOKEN_LSTM };
enum { POSITION_DEPTH, POSITION_ABSOLUTE, POSITION_NONE };
enum { TREE_RELATIONS_LCA, TREE_RELATIONS_RELATIVE, TREE_RELATIONS_NONE, TREE_RELATIONS_SHIFTED };
enum { SOFTMAX_ALL, SOFTMAX_SPLIT };
enum { VALUES_SPELL, VALUES_POINT };
enum { GRAMMAR_SQL, GRAMMAR_PAPER, GRAMMAR_EVERYDAY };
enum { SCHEMA_PLAIN, SCHEMA_EVERYDAY };
enum { LINKS_FULL, LINKS_PLAIN };

/* Does it decode a sequence of tokens instead of a tree? */
static inline bool model_config_tokens(const struct model_config *c)
{
    return c->decoder == DECODER_TOKEN || c->decoder == DECODER_TOKEN_LSTM;
}

/* Was it trained on names and keys as databases declare them?  Then it is shown no others. */
static inline bool model_reads_plainly(const struct model_config *config)
{
    return config->schema_reading == SCHEMA_PLAIN;
}

const struct setting *model_settings(int *n);
struct model_config model_config_default(void);
enum status model_config_check(const struct model_config *config, struct error *err);
/* The grammar a new model of this configuration decodes: that of the setting `grammar`, or for
 * token decoders that of token sequences.  A model file carries its own. */
const char *model_grammar_text(const struct model_config *config);

/* ---- what the encoder reads --------------------------------------------------------------------- */

#define MODEL_MAX_TABLES 512
#define MODEL_MAX_COLUMNS 4096
#define MODEL_MAX_VALUES 128
#define MODEL_MAX_STEPS 240
#define MODEL_MAX_ITEM_TOKENS 48 /* sub-words of one table or column, and of its cells */

/* A literal that the query may use (setting values=point). */
#define MODEL_VALUE_SOURCES 12 /* kinds of sources told apart, with room for more */
struct model_value {
    const char *text;        /* as it stands in the SQL, without quotation marks */
    const char *shown;       /* what the encoder reads of it */
    int source;              /* what led to it: 0 .. MODEL_VALUE_SOURCES - 1 */
    bool stored;             /* in each of its columns; else it would fit them */
    bool required;           /* not to be left out for want of room: the gold query has it */
    int first_word, n_words; /* of the question; first_word -1: no word says it */
    const int *columns;      /* of the schema */
    int n_columns;
};

/* A question with its schema.  Items are tables, then columns, in the order of the (possibly
 * pruned) schema, then values, best first; memory rows are question tokens, tables, columns,
 * values. */
struct model_input {
    int n_question, n_tables, n_columns, n_values;
    int n_current;         /* question tokens of the current utterance: they come first */
    int n_schema_tables;   /* of the whole schema, what was left out included */
    int n_tokens;
    int *tokens;           /* [CLS] question [SEP] items [SEP]: vocabulary ids */
    struct nn_span *items; /* tokens of each table, column and value */
    int *table_ids, *column_ids;   /* the schema's id of each item */
    int *table_item, *column_item; /* and back: -1 for what was left out */
    int *owner;            /* [n_columns] which of the tables here a column is of, or -1 */
    uint8_t *types;        /* [n_columns] enum column_type */
    int *value_ids;        /* [n_values] which of the values given */
    uint8_t *sources;      /* [n_values] of them */
    uint8_t *relations;    /* [n, n] encoder relation ids, n = model_input_rows() */
    const uint16_t *states; /* [n_tokens, plm_hidden] what the frozen layers of the language model
                             * make of it, in half precision; NULL = run them all */
    int states_layers;      /* how many layers that is */
};
static inline int model_input_rows(const struct model_input *in)
{
    return in->n_question + in->n_tables + in->n_columns + in->n_values;
}
static inline int model_input_items(const struct model_input *in)
{
    return in->n_tables + in->n_columns + in->n_values;
}

/* A schema prepared for a model: labels in sub-words and what linking needs.  Immutable. */
struct model_schema;
struct model_schema *model_schema_new(struct arena *arena, const struct model_config *config,
                                      const struct vocab *vocab, const struct schema *schema,
                                      const struct link_schema *links);
const struct schema *model_schema_of(const struct model_schema *schema);
const struct link_schema *model_schema_links(const struct model_schema *schema);
/* Lays out a question whose links were found.  required may be NULL.  Values (best first) are left
 * out if the model spells them; tables (enum ground_table) may be NULL. */
struct model_required;
void model_input_build(struct arena *arena, const struct model_config *config,
                       const struct model_schema *schema, const struct question *question,
                       const struct links *links, const uint8_t *tables,
                       const struct model_required *required, const struct model_value *values,
                       int n_values, struct model_input *out);

/* Position ids of the tokens: each table followed by its columns, then values; a shuffled order if
 * asked. */
void model_input_positions(const struct model_input *in, struct rng *shuffle, int *positions);

/* ---- a database to ask -------------------------------------------------------------------------- */

/* A database that was made ready for questions (ground.h), its schema laid out for one model.
 * Immutable; any number of threads may read questions against it. */
/* What a room above has made of a database and keeps with it, to make it once: search/ its compiled
 * constraints.  It is not changed any more, so that all threads may read it. */
struct model_kept {
    struct model_kept *next;
    void (*release)(struct model_kept *kept); /* frees it, and tells whose it is */
};

struct model_database {
    const struct ground_database *ground; /* owned only if it was opened here */
    struct model_schema *prepared;
    const struct model_config *config;
    const struct vocab *vocab;
    struct ground_database *opened; /* what closing it closes, or NULL */
    _Atomic(struct model_kept *) *kept; /* the newest first; NULL: nothing can be kept */
    struct arena arena;
};
/* ground, config and vocab must outlive it. */
struct model_database *model_database_new(const struct model_config *config,
                                          const struct vocab *vocab,
                                          const struct ground_database *ground);
/* ground_open() and model_database_new() in one, for those who need it for one model only. */
enum status model_database_open(const struct model_config *config, const struct vocab *vocab,
                                const char *path, const struct schema *schema,
                                const struct value_options *options, struct model_database **out,
                                struct error *err);
void model_database_close(struct model_database *database); /* NULL is fine */
/* What is kept with it; further ones by `next`. */
const struct model_kept *model_database_kept(const struct model_database *database);
/* From now on it is the database's; false, and still the caller's, if the database keeps nothing. */
bool model_database_keep(const struct model_database *database, struct model_kept *kept);

struct model_question {
    const struct model_database *database;
    struct question question;
    struct links links;
    const uint8_t *tables; /* [tables of the schema] enum ground_table; NULL: all matter */
    const uint8_t *kept;   /* those it was chosen from, of a large schema (infer_tables), or NULL: then */
    double elsewhere;      /* is 0, else the chance that the question is about tables that are not shown */
    const struct ground_question *read; /* what ground/ made of it; NULL if it was not read here */
    const bool *left_out; /* as required when it was read, or NULL */
    struct model_input input;
    struct model_value *values; /* [input.n_values] those it shows, and */
    struct value_list choices;  /* the same as literals, for derivations */
    int n_added;                /* of them are there only because they were required */
};
/* What must not be left out of a question's input: what its gold query has, in training. */
struct model_required {
    const bool *items;            /* [tables + columns of the schema] */
    const struct literal *values; /* to be pointed at; those that nothing else led to are added */
    int n_values;
    const bool *left_out;         /* [tables + columns] not to be shown, or NULL: training hides some
                                   * of what a query does not need */
};
/* The one way from utterances to what search/ needs, for asking, training and evaluating alike.
 * utterances[0] is the current one, then the earlier ones, newest first.  today: see ground.h;
 * it and required may be NULL. */
enum status model_question_read(struct arena *arena, const struct model_database *database,
                                const char *const *utterances, int n, const char *today,
                                const struct model_required *required, struct model_question *out,
                                struct error *err);
/* The same question with other tables, nothing required: what is TABLE_HIDDEN is not shown, nor are stored
 * values that no other table holds. */
void model_question_show(struct arena *arena, const struct model_question *question,
                         const uint8_t *tables, struct model_question *out);
/* The same with the values given, best first, instead of those that are found; for a question whose
 * text and links are in *out.  Returns how many values were added for being required. */
int model_question_lay_out(struct arena *arena, const struct model_value *values, int n_values,
                           const struct model_required *required, struct model_question *out);

/* Literals as sub-words, [SEP] ending them; thread-safe. */
struct value_codec model_codec(const struct vocab *vocab);

/* ---- what the decoder does ------------------------------------------------------------------------ */

/* What is said of a question beside its query, by models with the setting verdicts. */
enum model_verdict {
    VERDICT_FOLLOWS,    /* it goes on from the questions before it, which it cannot do without */
    VERDICT_ANSWERABLE, /* this database can answer it */
    N_VERDICTS
};

/* A gold query: the steps of a derivation (paper, section 3.3), each with its relations to the
 * earlier ones. */
struct model_target {
    const struct step *const *steps;
    int n_steps;         /* 0: there is no query, only verdicts */
    const uint8_t *used; /* [tables + columns of the schema] 1 = the query speaks of it; or NULL */
    int8_t verdicts[N_VERDICTS]; /* 1 yes, -1 no, 0 not known */
};

/* ---- the model ------------------------------------------------------------------------------------- */

struct model;

/* A new model with freshly drawn weights; the grammar must outlive it and be of the kind that
 * model_grammar_text() gives. */
/* With this seed nothing is drawn: for weights that are about to be read. */
#define MODEL_UNDRAWN UINT64_MAX
enum status model_new(const struct model_config *config, const struct grammar *grammar,
                      uint64_t seed, struct model **out, struct error *err);
void model_free(struct model *model);
const struct model_config *model_config_of(const struct model *model);
const struct grammar *model_grammar(const struct model *model);
/* How queries are derived for this model: its order and distances, the input's item counts, the
 * vocabulary.  max_steps is MODEL_MAX_STEPS. */
struct derivation_rules model_derivation_rules(const struct model *model,
                                               const struct schema *schema,
                                               const struct value_list *values, int eos);
struct nn_params *model_params(struct model *model);
/* Fills the parameters from a model file whose grammar, relations and vocabulary may be others: rows
 * of rules, fields, relations and (if vocab, the new model's, is not NULL) sub-words are carried
 * over by name.  What the file does not have stays as it was drawn; report (may be NULL) says which.
 * A model that has more relation-aware encoder layers than the file keeps what the file's knew: the
 * further ones start by adding nothing to their input. */
enum status model_start_from(struct model *model, const struct vocab *vocab, const char *path,
                             struct strbuf *report, struct error *err);
/* Fills the language model's part from a Hugging Face checkpoint (BERT, MiniLM, ELECTRA), whose
 * tensors may carry a prefix such as "bert." or "electra.". */
enum status model_load_plm(struct model *model, const char *path, struct error *err);
/* Fills the word embeddings of sub-words that are whole words of a vector file (tensor "vectors",
 * row i for line i of the list: GloVe and the like); the others keep their random values, scaled to
 * the same size.  *n_found receives how many were found. */
enum status model_load_vectors(struct model *model, const struct vocab *vocab,
                               const struct word_list *words, const char *path, int *n_found,
                               struct error *err);
/* Learning rate of the language model's parts (MODEL.md 12): times base * decay^(n - l) for layer
 * l of n, decay^(n + 1) for the embeddings; 0 for those of words if they are to stay, and for all
 * up to the frozen layers if there are any. */
void model_layerwise_rates(struct model *model, double decay, double base, bool freeze_words,
                           int frozen_layers);
const struct relation_set *model_relation_set(const struct model_config *config); /* or NULL */

/* ---- model files ------------------------------------------------------------------------------------ */

struct model_card { /* texts a model file carries beside the weights */
    const char *grammar;    /* in the language of grammars/sql.asdl */
    const char *vocabulary; /* one sub-word a line */
    const char *about;      /* JSON: data, recipe, scores, licence; or NULL */
};
enum status model_save(struct model *model, const struct model_card *card, const char *path,
                       enum nn_dtype dtype, struct error *err);

struct loaded_model {
    struct model *model;
    struct vocab vocab;
    struct model_card card;
    struct arena arena;
    struct nn_file file; /* open while mapped: a quantised model's weights stay in it */
    bool mapped;
};
/* The message of a failure names the tensor, text or setting at fault. */
enum status model_open(const char *path, struct loaded_model **out, struct error *err);
void model_close(struct loaded_model *loaded); /* NULL is fine */
/* Writes the model of one file to another, or over itself, with the keys of a JSON object added to
 * what it says of itself; the weights keep their bits. */
enum status model_add_about(const char *path, const json_t *more, const char *out,
                            struct error *err);
/* Parameters that stay in halves when a model is quantised: those whose name has one of the parts. */
struct model_keep {
    const char *const *parts;
    int n;
    const struct nn_file *like; /* or NULL: a model in bytes; what it has in halves stays so, too */
};
/* Writes the model with its weights in bytes (nn/packed.c): for inference only, mapped when used. */
enum status model_in_bytes(const char *path, bool *out, struct error *err); /* is it one? */
enum status model_quantize(const char *path, const struct model_keep *keep, const char *out,
                           struct error *err);
/* Writes the model of a file, whose weights keep their bits, with the judge of another one, and the
 * keys of a JSON object added to what it says of itself. */
enum status model_save_judge(struct model *judge, const char *path, const json_t *more,
                             const char *out, struct error *err);
/* Writes a model whose weights are the mean of n > 0 files'. */
enum status model_average(const char *const *paths, int n, const char *out, struct error *err);

/* ---- training and inference --------------------------------------------------------------------------- */

/* Encoder states of a batch; lives on the tape. */
struct model_memory {
    struct tensor *x;     /* [rows, d] */
    struct nn_spans rows; /* one span a question: its tokens, tables, columns */
    const struct model_input *const *inputs;
};
/* inputs (borrowed) must live as long as the tape's tensors.  shuffle: see positions. */
struct model_memory model_encode(const struct model *model, struct nn_tape *tape,
                                 const struct model_input *const *inputs, int n,
                                 struct rng *shuffle);
/* The language model's last layer for one plain sequence of ids, [CLS] and [SEP] included. */
struct tensor *model_plm_states(const struct model *model, struct nn_tape *tape, const int *ids,
                                int n);
/* Runs the lowest layers of the language model once over inputs that will be seen often while these
 * are frozen; states go to the arena.  Tables and columns are in their natural order. */
void model_keep_states(const struct model *model, struct nn_tape *tape, struct arena *arena,
                       struct model_input *const *inputs, int n, int layers);
/* Logit that an item (or question token: meaningless) is used in the query: [rows, 1]. */
struct tensor *model_item_use(const struct model *model, struct nn_tape *tape,
                              const struct model_memory *memory);

/* Probabilities of the verdicts on each question of the memory; -1 of a model without. */
void model_verdicts(const struct model *model, struct nn_tape *tape,
                    const struct model_memory *memory, double (*out)[N_VERDICTS]);

/* What the judge reads of one candidate, as vocabulary ids: [CLS] question [SEP] what it does [SEP]
 * what it returned [SEP].  Without the last part it is as good a text. */
#define MODEL_MAX_JUDGED 128 /* sub-words */
struct model_judged {
    const int *tokens;
    int n, n_question; /* n_question: [CLS] and the first [SEP] included */
    int n_told;        /* up to the second [SEP] */
};
/* How well each candidate answers its question, [n, 1]: a number that is to be compared with those
 * of the same question.  Of a model with config.judge_layers > 0 only. */
struct tensor *model_judge(const struct model *model, struct nn_tape *tape,
                           const struct model_judged *texts, int n);
/* -log P(a right candidate is chosen) summed over lists of candidates, each chosen with a probability
 * proportional to exp(score + prior); right: 1 of a right one, else 0.  [1,1] */
struct tensor *model_judge_loss(struct nn_tape *tape, struct tensor *scores, const real *prior,
                                const real *right, struct nn_spans lists);
/* From now on only the judge's parameters learn. */
void model_judge_only(struct model *model);
/* Its layers as the lowest of the language model: the model's own or, if plm is not NULL, those of a
 * checkpoint as for model_load_plm(). */
enum status model_judge_start(struct model *model, const char *plm, struct error *err);
/* The judge of another model, of as many layers, becomes this one's. */
enum status model_judge_take(struct model *model, struct model *from, struct error *err);

/* -sum log P(action) over all steps of all targets (paper, eq. 3), [1,1]; with aux > 0 the
 * item-use loss is added with that weight, with smoothing > 0 rules are smoothed. */
struct model_loss_options {
    double aux, smoothing;
    double verdicts[N_VERDICTS]; /* weights of the losses of verdicts; 0: none */
};
struct tensor *model_loss(const struct model *model, struct nn_tape *tape,
                          const struct model_memory *memory,
                          const struct model_target *const *targets,
                          const struct model_loss_options *options);

/* ---- what it looked at ------------------------------------------------------------------------------- */

/* Attention of the decoder while it built one query, mean of the heads (of self-attention also by
 * head): from each step to the steps up to itself, and from each step to the encoder's rows (question tokens, tables, columns). */
struct model_attention {
    int n_steps, n_rows;
    int n_self, n_cross; /* layers; the LSTM decoders have no self-attention and one cross layer */
    float **self;        /* [n_self] of [n_steps, n_steps], 0 above the diagonal (but a token
                          * decoder decides a rule before an item with the item: same row) */
    float **self_heads;  /* [n_self * heads] of the same, head by head of each layer */
    int heads;
    float **cross;       /* [n_cross] of [n_steps, n_rows] */
};
/* Runs the decoder once more over the steps of a finished query (all in parallel, as training
 * does) and keeps what inference throws away.  Begins the tape anew. */
void model_attention_of(struct arena *arena, const struct model *model, struct nn_tape *tape,
                        const struct model_input *input, const struct step *const *steps,
                        int n_steps, struct model_attention *out);

/* ---- step by step -------------------------------------------------------------------------------------- */

/* Decoding of the questions of one memory.  A state is what one expanded step left behind in the
 * network (keys and values of each layer, or an LSTM's state); states form a tree by `parent`,
 * so hypotheses with a common prefix share it.  States live until model_decoding_free(). */
struct model_decoding;
struct model_state; /* opaque; NULL is the empty prefix */

struct model_query_row {
    int question;                    /* index into the memory */
    const struct model_state *prefix; /* state after the previous step, NULL at the root */
    const struct action *previous;    /* the action that led here, NULL at the root */
    struct candidate node;            /* the frontier node */
    int step;                         /* j, counted from 0: as many steps are in the prefix (a
                                       * token decoder takes a table or column, with the rule
                                       * before it, in one) */
    const uint16_t *relations;        /* to steps 0..j: j + 1 ids */
};

struct model_answer_row {
    struct model_state *state; /* to be the prefix of what follows */
    int n;             /* log_p[0..n-1]: rules, tables or columns of the input, or words; of a
                        * token decoder's sequence: rules, then tables, then columns */
    const real *log_p; /* -infinity where the node's type rules an action out */
};

struct model_decoding *model_decoding_new(const struct model *model, struct nn_tape *tape,
                                          const struct model_memory *memory);
void model_decoding_free(struct model_decoding *decoding);
/* One step for n rows at once.  What is wanted of a row follows from its node's kind.  Answers
 * live until the next call. */
void model_decoding_step(struct model_decoding *decoding, const struct model_query_row *rows,
                         int n, struct model_answer_row *answers);

#endif
