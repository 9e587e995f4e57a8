/* nn.h - the neural core: parameters, a tape of operators, an optimiser, workers, model files.
 *
 * Everything neural above this room is built from the operators declared here.  The ideas:
 *
 * Rows, not padding.  A batch is the rows of all its samples one after another, [rows, cols], and
 * a list of spans (start, length), one a sample.  Products see all rows at once; attention, pooling
 * and LSTMs walk the spans.  A span may be empty.
 *
 * Parameters are named matrices in one aligned block (struct nn_params); the names are the tensor
 * names of the model file.  A weight is stored [out, in], as PyTorch does.
 *
 * A tape is what one thread computes with.  Each operator returns a new tensor and, when the tape
 * records, leaves a note of how to propagate gradients; nn_backward() replays the notes from the
 * last to the first.  Inference is the same code with recording off.  nn_tape_begin() forgets
 * everything the tape made, but keeps the memory: after the first step of some size no step
 * allocates.  So:
 *   - a tensor lives until the next nn_tape_begin() (or nn_tape_rewind()) of its tape;
 *   - arrays handed to an operator (ids, spans, relations, targets) are borrowed, not copied, and
 *     must live as long: nn_alloc() gives memory with just that lifetime.
 *
 * Broken shapes are our own bugs, so operators CHECK them and never fail otherwise.  Ids that come
 * from data are checked against the table they index as well.
 *
 * Same bits whatever the timing: a step is a list of micro-batches, micro-batch i belongs to lane
 * i % n_lanes, a lane adds gradients in order and lanes are summed in order.  Which worker ran a
 * lane makes no difference.  Dropout masks are a hash of (seed, step, micro-batch, site, element).
 *
 * Gradients are proven, not believed: the whole room is compiled a second time with real = double
 * for the tests, where every operator of ops.def is compared with central differences. */
#ifndef ASTORMER_NN_H
#define ASTORMER_NN_H

#include "base/base.h"

#ifdef NN_DOUBLE
typedef double real; /* only in the build that proves the gradients */
#else
typedef float real;
#endif

/* ---- parameters ------------------------------------------------------------------------------ */

enum nn_init {
    NN_INIT_ZEROS,
    NN_INIT_ONES,
    NN_INIT_UNIFORM, /* +- scale */
    NN_INIT_FAN_IN,  /* uniform +- 1/sqrt(cols): PyTorch's default for linear weights */
    NN_INIT_NORMAL,  /* standard deviation scale */
};

/* What inference does with a parameter, and so whether it may be kept in bytes. */
enum nn_use {
    NN_USE_VALUES,  /* its values are read */
    NN_USE_PRODUCT, /* only multiplied by, in nn_linear() and nn_lstm() */
    NN_USE_ROWS,    /* looked up by rows, in nn_gather(), and perhaps multiplied by as well */
};

struct nn_param {
    const char *name; /* of the tensor in the model file */
    int rows, cols;   /* a vector is one row */
    size_t offset;    /* of its first value in the block; a multiple of 16 values */
    double lr_scale;  /* multiplies the learning rate (layer-wise decay); 0 = frozen */
    double decay_scale; /* multiplies the weight decay; 0 for biases and the like */
    int rank;           /* dimensions in the file: 1 or 2 */
    int zero_row;       /* a row that stays zero (padding), or -1 */
    enum nn_use use;    /* NN_USE_VALUES until its owner knows better */
};

struct nn_params;
struct nn_params *nn_params_new(void);
void nn_params_free(struct nn_params *params);
/* Registers a parameter and returns its index; the name is copied and must be new.  Values are
 * there (drawn with rng; without one, zeros and ones) after nn_params_allocate(), which
 * ends registration.  Set zero_row before it; lr_scale and decay_scale (1 each) at any time. */
int nn_params_add(struct nn_params *params, const char *name, int rows, int cols,
                  enum nn_init init, double scale);
int nn_params_add_vector(struct nn_params *params, const char *name, int n, enum nn_init init,
                         double scale); /* rank 1, one row */
void nn_params_allocate(struct nn_params *params, struct rng *rng);
int nn_params_count(const struct nn_params *params);
struct nn_param *nn_params_at(struct nn_params *params, int index);
int nn_params_find(const struct nn_params *params, const char *name); /* -1 when unknown */
real *nn_params_values(struct nn_params *params, int index);
real *nn_params_block(struct nn_params *params);      /* all values */
size_t nn_params_size(const struct nn_params *params); /* of the block, in values */
/* Makes half-precision packed copies of all matrices of at least 16 x 8, for inference: from then
 * on nn_linear() of a tape that does not record reads those.  Call again after changing values. */
void nn_params_pack_half(struct nn_params *params);
/* The same in floats, of the weights of products: the same bits as without, but nothing is packed at
 * every product. */
void nn_params_pack_float(struct nn_params *params);
/* The same in bytes, of the weights of products; activations are quantised row by row as they come,
 * so that a row's result does not depend on the others (packed.c). */
void nn_params_pack_int8(struct nn_params *params);
void nn_params_unpack(struct nn_params *params);
/* Are some parameters there in bytes only, so that they can neither be trained nor summed? */
bool nn_params_are_bytes(const struct nn_params *params);
/* Would a file of bytes hold this parameter in bytes? */
bool nn_param_has_bytes(const struct nn_param *param);

/* ---- tensors and the tape ------------------------------------------------------------------- */

struct tensor {
    real *x;        /* [rows, cols], row-major, 64-byte aligned unless a view */
    real *g;        /* d loss / d x, NULL until backward reaches it; gone after its producer ran */
    int rows, cols;
    int param;      /* index of the parameter this is, or -1 */
    bool needs_grad;
};

struct nn_span {
    int start, n; /* rows start .. start + n - 1 */
};
struct nn_spans {
    const struct nn_span *v;
    int n;
};

/* Where a tape leaves the gradients of parameters: the layout of the values block, with a note of
 * which parameters (or which rows of a looked-up table) were touched since nn_grads_clear(), so
 * that untouched memory is neither zeroed nor summed. */
struct nn_grads;
struct nn_grads *nn_grads_new(const struct nn_params *params);
void nn_grads_free(struct nn_grads *grads);
void nn_grads_clear(struct nn_grads *grads);
/* The gradient of one parameter, untouched rows zeroed. */
const real *nn_grads_of(struct nn_grads *grads, int param);

enum nn_mode {
    NN_INFER,  /* nothing recorded, no dropout */
    NN_TRAIN,  /* recorded, dropout active */
    NN_RECORD, /* recorded, no dropout: gradients of the deterministic function */
};

struct nn_tape;
/* grads may be NULL for a tape that only infers. */
struct nn_tape *nn_tape_new(struct nn_params *params, struct nn_grads *grads);
void nn_tape_free(struct nn_tape *tape);
/* Forgets all tensors.  stream picks the dropout masks: see nn_stream(). */
void nn_tape_begin(struct nn_tape *tape, enum nn_mode mode, uint64_t stream);
bool nn_tape_infers(const struct nn_tape *tape); /* begun with NN_INFER */
uint64_t nn_stream(uint64_t seed, long step, int micro_batch);
enum nn_mode nn_tape_mode(const struct nn_tape *tape);
size_t nn_tape_memory(const struct nn_tape *tape);      /* bytes held */
long nn_tape_allocations(const struct nn_tape *tape);   /* times it asked the system, ever */
double nn_tape_flops(const struct nn_tape *tape);       /* multiply-adds x 2 since begin */
/* Inference only: frees what was made after the mark, for loops over decoding steps. */
struct nn_mark {
    int chunk;
    size_t used;
};
struct nn_mark nn_tape_mark(const struct nn_tape *tape);
void nn_tape_rewind(struct nn_tape *tape, struct nn_mark mark);
/* Memory that lives as long as the tape's tensors; 64-byte aligned, not zeroed. */
void *nn_alloc(struct nn_tape *tape, size_t bytes);
#define NN_ARRAY(tape, type, n) ((type *)nn_alloc((tape), sizeof(type) * (size_t)(n)))

/* The parameter as a tensor; the same one however often it is asked for. */
struct tensor *nn_use(struct nn_tape *tape, int param);
/* A tensor without gradient over borrowed values, or over new (uninitialised) ones if x is NULL. */
struct tensor *nn_constant(struct nn_tape *tape, int rows, int cols, const real *x);
/* A tensor with a gradient that is kept after nn_backward(): the leaf of a test. */
struct tensor *nn_variable(struct nn_tape *tape, int rows, int cols, const real *x);

/* Propagates from loss [1,1], adding to the gradients of the parameters.  Once per begin. */
void nn_backward(struct nn_tape *tape, struct tensor *loss);

/* Seconds and flops by operator, kept when a profile is attached (NULL detaches). */
enum nn_op {
#define OP(name) NN_OP_##name,
#include "nn/ops.def"
#undef OP
    NN_N_OPS
};
struct nn_profile {
    double forward[NN_N_OPS], backward[NN_N_OPS], flops[NN_N_OPS];
    long calls[NN_N_OPS];
};
const char *nn_op_name(enum nn_op op);
void nn_tape_profile(struct nn_tape *tape, struct nn_profile *profile);

/* ---- operators: dense ----------------------------------------------------------------------- */

enum nn_activation { NN_LINEAR, NN_RELU, NN_GELU /* x Phi(x), by erf */, NN_TANH, NN_SIGMOID };

/* y = act(x w^T + b): x [T, in], w [out, in], b [1, out] or NULL.  One pass for bias and act. */
struct tensor *nn_linear_act(struct nn_tape *t, struct tensor *x, struct tensor *w,
                             struct tensor *b, enum nn_activation act);
static inline struct tensor *nn_linear(struct nn_tape *t, struct tensor *x, struct tensor *w,
                                       struct tensor *b)
{
    return nn_linear_act(t, x, w, b, NN_LINEAR);
}
struct tensor *nn_activate(struct nn_tape *t, struct tensor *x, enum nn_activation act);

/* Sum of n tensors of one shape, or with one row each, which is then added to every row. */
struct tensor *nn_sum(struct nn_tape *t, struct tensor *const *parts, int n);
struct tensor *nn_add(struct nn_tape *t, struct tensor *a, struct tensor *b);
struct tensor *nn_scale(struct nn_tape *t, struct tensor *x, double factor);
struct tensor *nn_mul(struct nn_tape *t, struct tensor *a, struct tensor *b); /* element-wise */

/* LN(x + residual) * gain + bias over each row; residual may be NULL. */
struct tensor *nn_layer_norm(struct nn_tape *t, struct tensor *x, struct tensor *residual,
                             struct tensor *gain, struct tensor *bias, double eps);

/* Each element kept with probability 1-p and then divided by it; x itself unless training. */
struct tensor *nn_dropout(struct nn_tape *t, struct tensor *x, double p);
/* One mask for all rows of a span ("locked" or variational dropout). */
struct tensor *nn_dropout_locked(struct nn_tape *t, struct tensor *x, struct nn_spans spans,
                                 double p);
/* Drop-connect on a weight (MODEL.md 14): masked and not rescaled when training, times (1-p)
 * otherwise. */
struct tensor *nn_drop_connect(struct nn_tape *t, struct tensor *w, double p);

/* ---- operators: rows ------------------------------------------------------------------------ */

/* Row i of the result is row ids[i] of table, or zero for -1.  For a parameter this is the
 * embedding look-up, and only the rows used are touched in its gradient. */
struct tensor *nn_gather(struct nn_tape *t, struct tensor *table, const int *ids, int n);
/* Row ids[i] of the result (n_rows of them) is the sum of the rows x[i]; -1 drops the row. */
struct tensor *nn_scatter(struct nn_tape *t, struct tensor *x, const int *ids, int n_rows);
struct tensor *nn_concat_rows(struct nn_tape *t, struct tensor *const *parts, int n);
struct tensor *nn_concat_cols(struct nn_tape *t, struct tensor *const *parts, int n);
struct tensor *nn_slice_rows(struct nn_tape *t, struct tensor *x, int start, int n);
struct tensor *nn_slice_cols(struct nn_tape *t, struct tensor *x, int start, int n);

enum nn_pool { NN_POOL_MEAN, NN_POOL_FIRST, NN_POOL_LAST, NN_POOL_MAX };
/* One row a span; zero for an empty one. */
struct tensor *nn_pool(struct nn_tape *t, struct tensor *x, struct nn_spans spans,
                       enum nn_pool kind);
/* Rows of a span weighted by the softmax of scores [T,1] within it. */
struct tensor *nn_pool_attentive(struct nn_tape *t, struct tensor *x, struct tensor *scores,
                                 struct nn_spans spans);

/* ---- operators: attention ------------------------------------------------------------------- */

/* Multi-head attention with relations (paper, section 3.2; RAT-SQL):
 *     e_ij = q_i . (k_j + RK[z_ij]) / sqrt(d_h),   o_i = sum_j softmax(e_i)_j (v_j + RV[z_ij]).
 * Computed from the tables: q.RK[z] is one product with the table and a look-up, and for values
 * the weights are summed by relation id and multiplied by the table.  Nothing of size
 * n x n x d_h exists, forward or backward.
 * Span i of queries attends to span i of keys.  A query with no key gives zero. */
struct nn_attention {
    struct tensor *q, *k, *v;      /* [Tq, d], [Tk, d], [Tk, d], the heads side by side */
    struct nn_spans queries, keys; /* as many of each; for self-attention the same */
    int heads;
    bool causal; /* row i of a span sees keys 0..i only; the two lengths must be equal */
    const uint16_t *const *relations; /* per span z, [n queries, n keys]; NULL = plain attention */
    struct tensor *rel_k, *rel_v; /* [ids, d/heads] shared by heads, or [ids, d]; may be NULL */
    double scale;                 /* 0 = 1/sqrt(d/heads) */
    double dropout;               /* of the probabilities, when training */
    /* If not NULL, set to one pointer a span: [heads, n queries, n keys], living as tensors do. */
    const real *const **probabilities;
};
struct tensor *nn_attention(struct nn_tape *t, const struct nn_attention *attention);

/* The same for incremental decoding, inference only: row r of q attends to n[r] cached rows given
 * by pointers (d values each, at keys[r][j] and values[r][j]), so hypotheses share prefixes. */
struct nn_cached_attention {
    struct tensor *q; /* [R, d] */
    int heads;
    const int *n;
    const real *const *const *keys;
    const real *const *const *values;
    const uint16_t *const *relations; /* per row, n[r] ids; NULL = plain */
    struct tensor *rel_k, *rel_v;
    double scale;
    real **probabilities; /* if not NULL, per row room for [heads, n[r]] */
};
struct tensor *nn_attend_cached(struct nn_tape *t, const struct nn_cached_attention *attention);

/* Values of different length by row: row r is p->x[start[r]] .. p->x[start[r+1]-1]. */
struct nn_ragged {
    struct tensor *p; /* [start[n], 1] */
    const int *start; /* n + 1 */
    int n;
};
/* Pointer attention (MODEL.md 10.4): row r of q points into rows candidates[r] of k; the result is
 * the mean over heads of each head's softmax.  No candidate, no values. */
struct nn_ragged nn_pointer(struct nn_tape *t, struct tensor *q, struct tensor *k,
                            const struct nn_span *candidates, int heads);

/* ---- operators: recurrent ------------------------------------------------------------------- */

/* An LSTM along each span from a zero state; one direction.  gates = x w_ih^T + b + h w_hh^T in
 * PyTorch's order i, f, g, o: w_ih [4h, in], w_hh [4h, h], b [1, 4h].  Result: h of every row.
 * A bidirectional one is two of these and nn_concat_cols(). */
struct tensor *nn_lstm(struct nn_tape *t, struct tensor *x, struct nn_spans spans,
                       struct tensor *w_ih, struct tensor *w_hh, struct tensor *b, bool reverse);
/* One step for R rows: gates [R, 4h] before the non-linearity (i, f, g, o), state [R, 2h] = [h | c]
 * or NULL for zeros.  Returns the new state. */
struct tensor *nn_lstm_cell(struct nn_tape *t, struct tensor *gates, struct tensor *state);
/* Ordered neurons (Shen et al. 2019): gates [R, 4h + 2m], the last 2m the master forget and input
 * gates, each governing h/m neighbouring cells. */
struct tensor *nn_onlstm_cell(struct nn_tape *t, struct tensor *gates, struct tensor *state, int m);

/* ---- operators: distributions and losses ---------------------------------------------------- */

/* A set of columns for each row; NULL lists mean all columns.  Row r: ids[start[r]..start[r+1]-1],
 * each at most once. */
struct nn_lists {
    const int *start, *ids;
};
/* -log softmax(logits)[target] for each row, [R,1]; the softmax is over lists[r] if given, which
 * must then hold the target.  smoothing mixes in the uniform distribution over the same set. */
struct tensor *nn_cross_entropy(struct nn_tape *t, struct tensor *logits, const int *targets,
                                const struct nn_lists *lists, double smoothing);
/* log softmax of each row; columns outside of lists[r] become -infinity. */
struct tensor *nn_log_softmax(struct nn_tape *t, struct tensor *logits,
                              const struct nn_lists *lists);
/* -log(p[r][target] + 1e-32) for each row, [n,1]; target counts within the row. */
struct tensor *nn_ragged_nll(struct nn_tape *t, struct nn_ragged p, const int *targets);
/* The pointer-generator mixture (MODEL.md 10.4): with g = sigmoid(gate[r]),
 *     P(w) = g * sum of copy[r][j] over j with copy_ids[j] == w  +  (1-g) softmax(logits[r])[w].
 * gate [R,1], logits [R,V], copy with n == R, copy_ids[i] the vocabulary id of copy.p->x[i].
 * Loss -log(P(target) + 1e-32), [R,1]. */
struct nn_mixture {
    struct tensor *gate, *logits;
    struct nn_ragged copy;
    const int *copy_ids;
};
struct tensor *nn_mixture_nll(struct nn_tape *t, const struct nn_mixture *mixture,
                              const int *targets);
/* Inference: log P of every word, [R,V]. */
struct tensor *nn_mixture_log(struct nn_tape *t, const struct nn_mixture *mixture);
/* Binary cross-entropy of sigmoid(logits [R,1]) with targets in [0,1]: [R,1]. */
struct tensor *nn_binary_nll(struct nn_tape *t, struct tensor *logits, const real *targets);
/* sum_i weights[i] * (sum of all elements of parts[i]), [1,1]; weights NULL = all one. */
struct tensor *nn_total(struct nn_tape *t, struct tensor *const *parts, const double *weights,
                        int n);

/* ---- workers -------------------------------------------------------------------------------- */

/* Runs the micro-batches of a step: n_lanes tapes with their gradients, over the pool's threads.
 * Results depend on n_lanes but not on the number of threads. */
struct nn_workers;
struct nn_workers *nn_workers_new(struct nn_params *params, struct pool *pool, int n_lanes);
void nn_workers_free(struct nn_workers *workers);
/* Builds micro-batch i on the tape (already begun) and returns its loss [1,1], or NULL to skip. */
typedef struct tensor *nn_build(void *context, struct nn_tape *tape, int micro_batch);
/* Forward and backward of all micro-batches; gradients are left summed.  losses (n of them) may be
 * NULL.  Returns the total loss. */
double nn_workers_step(struct nn_workers *workers, int n_micro_batches, nn_build *build,
                       void *context, uint64_t seed, long step, double *losses);
struct nn_tape *nn_workers_tape(struct nn_workers *workers, int lane);
int nn_workers_lanes(const struct nn_workers *workers);
/* The seam to other processes: called with the gradients (n values) and scalars (k of them), to
 * replace them by their sums over all ranks. */
typedef void nn_reduce(void *context, real *gradients, size_t n, double *scalars, int k);
void nn_workers_set_reduce(struct nn_workers *workers, nn_reduce *reduce, void *context);
/* The summed gradient after a step. */
const real *nn_workers_gradient(struct nn_workers *workers, int param);

/* MPI under mpirun, else a world of one.  Fails when the part of the program that knows MPI is not
 * there: ranks that do not know of each other would all write the same files.  nn_mpi_reduce is an
 * nn_reduce. */
enum status nn_mpi_begin(int *rank, int *n_ranks, struct error *err);
void nn_mpi_end(void);
/* Ends all ranks at once: one that just went away would leave the others waiting for ever. */
void nn_mpi_abort(int code);
void nn_mpi_reduce(void *context, real *gradients, size_t n, double *scalars, int k);
/* Replaces each value by its largest over all ranks, which must all call it: how they agree. */
void nn_mpi_max(double *values, int n);

/* ---- optimiser ------------------------------------------------------------------------------ */

enum nn_schedule_kind {
    NN_SCHEDULE_CONSTANT,
    NN_SCHEDULE_LINEAR,   /* down to 0 at total */
    NN_SCHEDULE_COSINE,   /* down to 0 at total */
    NN_SCHEDULE_INV_SQRT, /* sqrt(warmup / step) */
};
/* Factor of the learning rate at a step counted from 0: step/warmup while step < warmup (so the
 * very first update has 0, MODEL.md 12), then by kind. */
double nn_schedule(enum nn_schedule_kind kind, long step, long warmup, long total);

struct nn_adamw {
    double beta1, beta2, eps, weight_decay;
    double clip_tensor; /* largest norm of one parameter's gradient, 0 = off (MODEL.md 12: 5) */
    double clip_global; /* of all gradients together, 0 = off */
    double ema;         /* of the weights, e.g. 0.999; 0 = off */
};
#define NN_ADAMW_DEFAULT \
    ((struct nn_adamw){.beta1 = 0.9, .beta2 = 0.999, .eps = 1e-6, .weight_decay = 0.1, \
                       .clip_tensor = 5})

struct nn_optim;
struct nn_optim *nn_optim_new(struct nn_params *params, struct nn_adamw config);
void nn_optim_free(struct nn_optim *optim);
/* One AdamW update with decoupled decay from the workers' summed gradients: the step is MODEL.md
 * 12's, p -= lr sqrt(1-b2^t)/(1-b1^t) m/(sqrt(v)+eps), then p -= lr wd p.  Returns the norm of the
 * whole gradient before clipping (NaN or infinite: nothing was updated). */
double nn_optim_step(struct nn_optim *optim, struct nn_workers *workers, double lr);
long nn_optim_steps(const struct nn_optim *optim);
/* Exchanges the weights with their moving average (again to undo).  CHECKs that ema is on. */
void nn_optim_swap_ema(struct nn_optim *optim);

/* ---- model files: safetensors --------------------------------------------------------------- */

enum nn_dtype { NN_F32, NN_F16, NN_BF16, NN_I64, NN_I32, NN_I8, NN_U8, NN_OTHER };
#define NN_MAX_RANK 8
struct nn_file_tensor {
    const char *name;
    enum nn_dtype dtype;
    int rank;
    int64_t shape[NN_MAX_RANK];
    int64_t count;             /* elements */
    const unsigned char *data; /* in the mapped file, little-endian, maybe unaligned */
};
/* A file read through a memory map.  Limits: header 100 MB, 65536 tensors, rank 8; tensors must
 * lie inside the file and must not overlap. */
struct nn_file {
    const char *path;
    struct nn_file_tensor *tensors;
    int n_tensors;
    const json_t *metadata; /* object of strings, never NULL */
    struct map by_name;
    json_t *owned;
    void *map;
    size_t map_size;
    struct arena arena;
};
enum status nn_file_open(const char *path, struct nn_file *out, struct error *err);
/* The same, but if its checksum was found right before and it was not touched since, it is not read
 * through once more (checked.c). */
enum status nn_file_open_again(const char *path, struct nn_file *out, struct error *err);
/* The same from memory, which must outlive it; path only names it in messages. */
enum status nn_file_parse(const char *path, const void *data, size_t size, struct nn_file *out,
                          struct error *err);
void nn_file_close(struct nn_file *file);
const struct nn_file_tensor *nn_file_find(const struct nn_file *file, const char *name);
const char *nn_file_text(const struct nn_file *file, const char *key); /* metadata, or NULL */
/* A text of the metadata or, since reading a long one as JSON takes its time, a U8 tensor of the name;
 * of the file's memory.  {NULL, 0} if there is none. */
struct slice nn_file_long_text(const struct nn_file *file, const char *key);
struct nn_file_entry nn_file_text_entry(const char *key, const char *text);
/* Elements first .. first+n-1 as numbers; only for F32, F16 and BF16. */
void nn_file_values(const struct nn_file_tensor *tensor, int64_t first, int64_t n, real *out);
/* Whether a tensor is `rows` x `cols` (rank 1: a vector of `cols`; rows < 0: any number), of numbers or
 * of bytes with their scales (nn_params_int8_entries); bytes are filled up to whole panels. */
bool nn_file_is_matrix(const struct nn_file *file, const struct nn_file_tensor *tensor, int rank,
                       int rows, int cols);
/* One row of such a tensor as numbers; false if it has none of that index. */
bool nn_file_row(const struct nn_file *file, const struct nn_file_tensor *tensor, int row, int cols,
                 real *out);

struct nn_load {
    const char *prefix; /* put before every parameter's name; may be NULL */
    /* The file's name for a parameter, NULL to leave it as it is; overrides prefix if set. */
    const char *(*rename)(void *context, struct arena *scratch, const char *param);
    void *context;
    bool allow_surplus; /* the file may hold more, e.g. a pretraining head */
    bool allow_bytes;   /* what is in bytes is used so, for inference only */
};
/* Fills all parameters; the message names what is missing, surplus or of another shape.  What the
 * file has in bytes (nn_params_int8_entries) is refused unless allowed, and then not copied: the
 * file must stay open as long as the parameters are used. */
enum status nn_params_load(struct nn_params *params, const struct nn_file *file,
                           const struct nn_load *how, struct error *err);

/* What to write: shape is [rows, cols], or [cols] when rank is 1; or, if raw is set, bytes as they
 * are, of a dtype and shape of their own. */
struct nn_file_entry {
    const char *name;
    const real *x;
    int rows, cols, rank;
    const void *raw;
    enum nn_dtype dtype; /* of raw */
    int shape[4];        /* of raw, rank of them */
};
/* Writes atomically (a temporary file, synced and renamed), as F32 or F16.  metadata is an object
 * of strings, or NULL.  Tensors begin at multiples of 64 if all before them are that long. */
enum status nn_file_write(const char *path, const struct nn_file_entry *entries, int n,
                          const json_t *metadata, enum nn_dtype dtype, struct error *err);
/* Entries for all parameters, for nn_file_write(), with room for one more; *n receives how many. */
struct nn_file_entry *nn_params_entries(struct arena *arena, struct nn_params *params, int *n);
/* The same with the weights of products and looked-up tables in bytes: for each, the panels (NAME,
 * I8 [panels, depth / 4, 16, 4]), NAME.scale (F32) and NAME.offset (I32); of a parameter for which
 * keep(context, param) is true, values.  keep may be NULL. */
struct nn_file_entry *nn_params_int8_entries(struct arena *arena, struct nn_params *params,
                                             bool (*keep)(void *context, const struct nn_param *),
                                             void *context, int *n);
/* Entries for the optimiser's state ("optim.m." + name and so on, and "optim.step"). */
struct nn_file_entry *nn_optim_entries(struct arena *arena, struct nn_optim *optim, int *n);
enum status nn_optim_load(struct nn_optim *optim, const struct nn_file *file, struct error *err);

/* Half precision, rounding to nearest even. */
uint16_t nn_half_of(float x);
float nn_half_value(uint16_t half);
void nn_half_values(size_t n, const uint16_t *halves, float *values);

/* ---- this machine --------------------------------------------------------------------------- */

const char *nn_blas_name(void);
const char *nn_kernels_name(void); /* "avx2" or "generic", chosen at run time */
/* C = alpha op(A) op(B) + beta C, row-major, one thread; by our kernel or by the BLAS, whichever is
 * known to be faster on such a processor for such a shape. */
void nn_gemm(bool transpose_a, bool transpose_b, int m, int n, int k, real alpha, const real *a,
             int lda, const real *b, int ldb, real beta, real *c, int ldc);
/* Large products of nn_gemm() read their factors as floats (NN_F32, what a process begins with) or
 * rounded to NN_BF16, which is faster where the processor has such products and the same sums
 * elsewhere.  To be called before workers start. */
void nn_train_in(enum nn_dtype dtype);
/* C (+)= A B^T, each row of C the same bits whatever the number of rows: what inference uses, so
 * that an answer does not depend on the questions it is computed with. */
void nn_gemm_rows(int m, int n, int k, const real *a, int lda, const real *b, int ldb, bool add,
                  real *c, int ldc);
void nn_gemm_blas(bool transpose_a, bool transpose_b, int m, int n, int k, real alpha,
                  const real *a, int lda, const real *b, int ldb, real beta, real *c, int ldc);

#endif
