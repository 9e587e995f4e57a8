/* internal.h - what the files of nn/ share: the tape's inside and the table of kernels.
 *
 * An operator is a constructor declared in nn.h and a function back_<name>(); ops.def lists them.
 * A constructor checks shapes, calls node_begin() for the result, fills it, keeps in node->saved
 * what backward needs, and ends with node_end().  Backward finds d loss / d out in out->g and may
 * overwrite it: nobody reads it later.  For each input it asks grad_of() for the place to add to.
 *
 * Kernels are the inner loops.  kernels_*.c are compiled once for the baseline processor and, on x86, once
 * for AVX2+FMA+F16C and once for AVX-512; kernels() picks at the first call.  ASTORMER_KERNELS=generic,
 * avx2 or avx512 has it pick as a processor without more would, for tests. */
#ifndef ASTORMER_NN_INTERNAL_H
#define ASTORMER_NN_INTERNAL_H

#include "nn/nn.h"

#include <sys/stat.h>

/* ---- parameters and gradients --------------------------------------------------------------- */

struct packed; /* a weight in half precision, in the order the kernel reads it */
struct nn_params {
    struct arena arena;
    struct nn_param *list;
    struct {
        enum nn_init init;
        double scale;
    } *inits;
    int n, capacity, inits_capacity;
    struct map by_name;
    real *values;
    size_t size;
    struct packed **packed; /* by parameter, entries may be NULL; NULL when not packed */
    unsigned char *bytes_only; /* by parameter: it has no values, only what is packed; or NULL */
};

enum touched { TOUCHED_NONE, TOUCHED_ROWS, TOUCHED_ALL };
struct nn_grads {
    const struct nn_params *params;
    real *block;
    unsigned char *touched; /* enum touched, by parameter */
    size_t *row_bits_at;    /* first word of a parameter's bits, by parameter */
    uint64_t *row_bits;     /* meaningful while TOUCHED_ROWS: which rows hold a gradient */
    size_t n_words;
};
/* Sums some rows of a parameter's gradient over the lanes into lanes[0], always in the same order.
 * most is grads_touched() of all lanes, which the caller notes in lanes[0] when all rows are done.
 * Different rows may be summed at the same time if they are cut at multiples of 64. */
enum touched grads_touched(struct nn_grads *const *lanes, int n_lanes, int param);
void grads_sum(struct nn_grads *const *lanes, int n_lanes, int param, struct nn_span rows,
               enum touched most);
/* Zeroes what was not touched, so that all of the parameter can be read. */
void grads_fill(struct nn_grads *grads, int param);
static inline bool grads_has_row(const struct nn_grads *grads, int param, int row)
{
    return grads->row_bits[grads->row_bits_at[param] + (size_t)row / 64] >> (row % 64) & 1;
}

real *block_new(size_t n); /* zeroed, on huge pages where the system gives them */
void block_free(real *block, size_t n);

/* ---- the tape ------------------------------------------------------------------------------- */

struct node {
    enum nn_op op;
    int n_in;
    struct tensor **in; /* entries may be NULL */
    struct tensor *out;
    void *saved;
    double flops; /* of forward; backward costs twice that */
};

struct free_grad { /* a gradient buffer nobody uses at the moment */
    real *x;
    size_t capacity;
};
enum { MAX_CHUNKS = 48, MAX_FREE_GRADS = 64 };

struct quantized { /* rows as bytes */
    const struct tensor *of;
    int levels;
    uint8_t *q;
    struct int8_row *rows;
};

struct nn_tape {
    struct nn_params *params;
    struct nn_grads *grads;
    enum nn_mode mode;
    uint64_t stream;
    int n_sites; /* dropout sites met since begin */
    struct {
        char *data;
        size_t size;
    } chunks[MAX_CHUNKS];
    int n_chunks, chunk;
    size_t used; /* of chunks[chunk] */
    long allocations;
    struct node *nodes;
    int n_nodes, nodes_capacity;
    struct tensor **leaves; /* by parameter, NULL until used since begin */
    struct free_grad free_grads[MAX_FREE_GRADS];
    int n_free_grads;
    struct quantized last_bytes;
    double flops;
    struct nn_profile *profile;
    double op_started;
};

/* A new node with an uninitialised result.  in is copied. */
struct node *node_begin(struct nn_tape *tape, enum nn_op op, struct tensor *const *in, int n_in,
                        int rows, int cols);
/* Keeps the node if its result needs a gradient; flops are those of the forward pass. */
struct tensor *node_end(struct nn_tape *tape, struct node *node, double flops);
static inline bool recording(const struct nn_tape *tape)
{
    return tape->mode != NN_INFER;
}
/* True while backward of this node will come, so that saving for it makes sense. */
bool node_records(const struct nn_tape *tape, const struct node *node);

struct tensor *tensor_new(struct nn_tape *tape, int rows, int cols);
static inline size_t tensor_size(const struct tensor *t)
{
    return (size_t)t->rows * (size_t)t->cols;
}
/* Where the gradient of t is collected; NULL if nobody wants it.  *fresh: it holds nothing yet
 * and the caller must overwrite all of it. */
real *grad_of(struct nn_tape *tape, struct tensor *t, bool *fresh);
real *grad_to_add(struct nn_tape *tape, struct tensor *t); /* zeroed when fresh */
/* For a table looked up by rows: the same, but only row is made ready. */
real *grad_row(struct nn_tape *tape, struct tensor *t, int row);
/* Memory for the duration of one operator; give it back in the opposite order. */
real *scratch_take(struct nn_tape *tape, size_t n);
void scratch_give(struct nn_tape *tape, real *x, size_t n);

/* A key for the next dropout site of this step. */
uint64_t next_site(struct nn_tape *tape);

typedef void backward_function(struct nn_tape *tape, struct node *node);
#define OP(name) backward_function back_##name;
#include "nn/ops.def"
#undef OP

/* ---- workers -------------------------------------------------------------------------------- */

/* A piece of a parameter small enough to share out: whole rows, cut at multiples of 64. */
struct piece {
    int param;
    struct nn_span rows;
    double squares; /* of its summed gradient, after a step */
};
struct nn_workers {
    struct nn_params *params;
    struct pool *pool;
    int n_lanes;
    struct nn_tape **tapes;
    struct nn_grads **grads; /* [0] holds the sum after a step */
    struct piece *pieces;
    int n_pieces;
    unsigned char *touched; /* enum touched of the sum, by parameter */
    double *losses;         /* for callers that do not want them */
    int losses_capacity;
    nn_reduce *reduce;
    void *reduce_context;
};

/* ---- kernels -------------------------------------------------------------------------------- */

struct adamw_constants {
    real beta1, beta2, eps, step, decay, grad_scale, ema;
};

/* Blocking of gemm_packed: a panel of 16 x GEMM_DEPTH of B (20 KB) stays in the first-level cache,
 * GEMM_ROWS x GEMM_DEPTH of A (240 KB) in the second-level one. */
enum { GEMM_DEPTH = 320, GEMM_ROWS = 192, GEMM_COLS = 1024 };
enum { GEMM_SCRATCH = GEMM_DEPTH * (GEMM_ROWS + GEMM_COLS) };

/* Of gemm_bf16: a panel of 32 x BF16_DEPTH of B (24 KB), BF16_ROWS x BF16_DEPTH of A (216 KB); rows are
 * a multiple of every tile's (12 and 32).  The scratch is in bytes. */
enum { BF16_DEPTH = 384, BF16_ROWS = 288, BF16_COLS = 1024 };
enum { BF16_SCRATCH = 2 * BF16_DEPTH * (BF16_ROWS + BF16_COLS) };

/* A weight [n, k] in bytes: panels of INT8_PANEL outputs, each [k / 4][INT8_PANEL][4], zero-filled;
 * see kernels_int8.c.  As tensors of a file: int8.c. */
enum { INT8_PANEL = 16, INT8_DEPTH = 4 };
struct int8_weight {
    const int8_t *panels;
    const float *scales;    /* [n rounded up to a panel] */
    const int32_t *sums;    /* the same: of an output's weights */
    int levels;             /* bytes of the activations it is multiplied by are 0 .. levels */
};
/* A row of activations in bytes: x = scale (q - zero). */
struct int8_row {
    float scale;
    int32_t zero;
};
static inline int int8_depth(int k) /* bytes of a row of k */
{
    return (k + INT8_DEPTH - 1) / INT8_DEPTH * INT8_DEPTH;
}
static inline int int8_outputs(int n)
{
    return (n + INT8_PANEL - 1) / INT8_PANEL * INT8_PANEL;
}

struct kernels {
    const char *name;
    /* C (+)= A B for blocks that fit in the first-level caches.  A's element (i, l) is at
     * a[i * a_row + l * a_col], so A may be transposed; B and C have contiguous rows. */
    void (*gemm)(int m, int n, int k, const real *a, int a_row, int a_col, const real *b, int ldb,
                 bool add, real *c, int ldc);
    /* The same for larger ones, with op(A) and op(B); k > 0, scratch of GEMM_SCRATCH values. */
    void (*gemm_packed)(bool transpose_a, bool transpose_b, int m, int n, int k, const real *a,
                        int lda, const real *b, int ldb, bool add, real *c, int ldc,
                        real *scratch);
    /* The same with the factors rounded to bfloat16.
     * scratch: BF16_SCRATCH bytes, aligned to 64. */
    void (*gemm_bf16)(bool transpose_a, bool transpose_b, int m, int n, int k, const real *a, int lda,
                      const real *b, int ldb, bool add, real *c, int ldc, void *scratch);
    /* A weight w [n, k] packed once for all products with it: gemm_packed's panels, in room for
     * packed_weight_size() values aligned to 64 bytes.  Then y = x w^T, with the bits of gemm_packed. */
    void (*pack_weight)(int n, int k, const real *w, real *to);
    void (*gemm_weight)(int m, int n, int k, const real *x, int ldx, const real *panels, real *y,
                        int ldy);
    void (*transpose)(int rows, int cols, const real *x, int ldx, real *y, int ldy);
    void (*add)(size_t n, const real *x, real *y);                 /* y += x */
    void (*axpy)(size_t n, real a, const real *x, bool add, real *y); /* y (+)= a x */
    void (*multiply)(size_t n, const real *a, const real *b, bool add, real *y);
    real (*dot)(size_t n, const real *x, const real *y);
    double (*square_sum)(size_t n, const real *x);
    /* y = act(z + bias) by rows; pre, if not NULL, receives z + bias. */
    void (*bias_act)(int rows, int cols, real *z, const real *bias, enum nn_activation act,
                     real *pre, real *y);
    /* dx (+)= dy act'(.), from the result y, or for GELU from the argument. */
    void (*act_back)(size_t n, enum nn_activation act, const real *y_or_pre, const real *dy,
                     bool add, real *dx);
    void (*column_sum)(int rows, int cols, const real *x, real *sum); /* sum += */
    /* hat = normalised x + residual, y = hat gain + bias; returns 1/deviation. */
    real (*layer_norm)(int n, const real *x, const real *residual, const real *gain,
                       const real *bias, real eps, real *hat, real *y);
    /* d (x + residual) into ds; dgain and dbias (may be NULL) are added to. */
    void (*layer_norm_back)(int n, const real *hat, real inv_deviation, const real *gain,
                            const real *dy, real *ds, real *dgain, real *dbias);
    /* y (+)= keep ? x scale : 0 where element i is kept by the hash of (key, first + i). */
    void (*dropout)(size_t n, uint64_t key, size_t first, uint32_t threshold, real scale,
                    const real *x, bool add, real *y);
    /* In place softmax of x scale; returns log of the sum of exp(x scale). */
    real (*softmax)(int n, real scale, real *x);
    /* x = log(max(x, floor)), floor a normal number. */
    void (*log_above)(size_t n, real floor, real *x);
    /* ds = p (dp - p.dp) scale, in place in dp. */
    void (*softmax_back)(int n, real scale, const real *p, real *dp);
    /* x += table[ids], and table[ids] += x */
    void (*look_up_add)(int n, const real *table, const uint16_t *ids, real *x);
    void (*bucket_add)(int n, const real *x, const uint16_t *ids, real *table);
    /* gates i, f, g, o (h each) become their activations; c and tanh(c) and h are written. */
    void (*lstm)(int h, real *gates, const real *c_before, real *c, real *tanh_c, real *out);
    /* dgates from dh and dc; dc is replaced by d c_before. */
    void (*lstm_back)(int h, const real *gates, const real *c_before, const real *tanh_c,
                      const real *dh, real *dc, real *dgates);
    void (*activate)(size_t n, enum nn_activation act, const real *x, real *y);
    /* p, m, v, ema are updated from gradient g (NULL = zero). */
    void (*adamw)(size_t n, const struct adamw_constants *c, const real *g, real *p, real *m,
                  real *v, real *ema);
    /* C (+)= A B^T for inference: a row has the same bits whatever the others are.  NULL: gemm_packed.
     * scratch: BF16_SCRATCH bytes, aligned to 64. */
    void (*gemm_rows)(int m, int n, int k, const real *a, int lda, const real *b, int ldb, bool add,
                      real *c, int ldc, void *scratch);
    /* y = x w^T with w [n, k] in packed halves; m rows.  The same of bits and scratch. */
    void (*gemm_half)(int m, int n, int k, const real *x, int ldx, const uint16_t *w, real *y,
                      int ldy, void *scratch);
    void (*from_half)(size_t n, const uint16_t *x, float *y);
    void (*to_half)(size_t n, const float *x, uint16_t *y);
    /* Rows as bytes (kernels_int8.c): q [rows, int8_depth(k)]. */
    void (*quantize_rows)(int rows, int k, const real *x, int ldx, int levels, uint8_t *q,
                          struct int8_row *to);
    /* y = x w^T with both in bytes. */
    void (*gemm_int8)(int m, int n, int k, const uint8_t *q, const struct int8_row *rows,
                      const struct int8_weight *w, real *y, int ldy);
    int int8_levels; /* of activations that it multiplies exactly by weights of -127 .. 127 */
};
const struct kernels *kernels(void);

/* A weight for inference, in floats, in halves or in bytes.  Halves: panels of HALF_PANEL outputs, each
 * [k][HALF_PANEL], zero-filled.  Floats: as the chosen kernels want them. */
enum { HALF_PANEL = 16, WIDEST_PANEL = 32 };
static inline size_t packed_weight_size(int n, int k)
{
    return ((size_t)n + WIDEST_PANEL - 1) / WIDEST_PANEL * WIDEST_PANEL * (size_t)k;
}
struct packed {
    int n, k;
    const real *floats;      /* of pack_weight(), or NULL */
    const uint16_t *half;    /* [ceil(n / HALF_PANEL)][k][HALF_PANEL]; both NULL: in bytes */
    struct int8_weight int8;
    bool older;              /* of a file with offsets instead of sums */
    void *owned;             /* what to free: NULL if a mapped file holds it */
};
/* y [m, n] = x w^T with w in halves. */
void half_product(int m, const real *x, const struct packed *w, real *y);
/* The packed copy of a weight where the tape may use it, else NULL. */
const struct packed *packed_weight(const struct nn_tape *tape, const struct tensor *w);
/* y [rows.n, n] = x w^T of some rows of x. */
void packed_multiply(struct nn_tape *tape, const struct packed *w, const struct tensor *x,
                     struct nn_span rows, real *y);
/* The same of plain rows, [rows, k]. */
void packed_multiply_rows(struct nn_tape *tape, const struct packed *w, int rows, const real *x,
                          real *y);
/* Row `row` of a weight that is kept in bytes only. */
void packed_row(const struct packed *w, int row, real *out);
/* The tensors of a weight in bytes: panels are there, of the others sums or (in older files) offsets. */
struct packed_parts {
    const struct nn_file_tensor *panels, *scales, *sums, *offsets;
};
/* A parameter that is only the bytes of a mapped file from now on. */
enum status packed_map(struct nn_params *params, int index, const char *path,
                       const struct packed_parts *parts, struct error *err);
/* A parameter that is only packed halves from now on, made from a file's, of the right shape. */
enum status packed_take_halves(struct nn_params *params, int index, const char *path,
                               const struct nn_file_tensor *tensor, struct error *err);
bool nn_param_has_halves(const struct nn_param *param); /* is it worth packing? */
void packed_free(struct packed *packed);

#define R(x) ((real)(x))

/* The table's gemm, or in training in half the bits its like: the small products of attention. */
void small_gemm(int m, int n, int k, const real *a, int a_row, int a_col, const real *b, int ldb, bool add,
                real *c, int ldc);

/* The compiled variants of the loops over floats (and halves), of products of bytes and of bfloat16: fills in the
 * i-th, over the one before, and returns its name, or NULL if this processor cannot run it. */
int float_variants_count(void);
const char *float_variant(int i, struct kernels *to);
int int8_variants_count(void);
const char *int8_variant(int i, struct kernels *to);
int bf16_variants_count(void);
const char *bf16_variant(int i, struct kernels *to);

/* ---- model files --------------------------------------------------------------------------------- */

enum { LENGTH_BYTES = 8, MAX_HEADER = 100 << 20 };
int dtype_bytes(enum nn_dtype dtype);
const char *dtype_name(enum nn_dtype dtype);
/* Of all data, in the header's metadata. */
#define CHECKSUM "checksum"
enum { CHECKSUM_DIGITS = 16 };
void file_sum(const void *bytes, size_t size, char out[CHECKSUM_DIGITS + 1]);

/* ---- files whose checksum is known to be right (checked.c) ----------------------------------------- */

bool checked_before(const struct stat *st, const char *sum);
void checked_remember(const struct stat *st, const char *sum);
const char *checked_line(struct arena *arena, const struct stat *st, const char *sum);

#endif
