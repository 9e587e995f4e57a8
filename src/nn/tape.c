/* tape.c - memory, nodes, and the walk back. */
#include "nn/internal.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

/* ---- memory --------------------------------------------------------------------------------- */

enum { CHUNK_MIN = 4 << 20, ALIGNMENT = 64 };

/* Under AddressSanitizer what was not handed out is poisoned, with a gap after each piece. */
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define POISONED
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(POISONED)
#include <sanitizer/asan_interface.h>
enum { GAP = ALIGNMENT };
#define POISON(p, n) ASAN_POISON_MEMORY_REGION((p), (n))
#define UNPOISON(p, n) ASAN_UNPOISON_MEMORY_REGION((p), (n))
#else
enum { GAP = 0 };
#define POISON(p, n) ((void)(p), (void)(n))
#define UNPOISON(p, n) ((void)(p), (void)(n))
#endif

/* Chunks double, so that a tape of any size has few; they are kept until the tape goes. */
static void add_chunk(struct nn_tape *tape, size_t at_least)
{
    CHECK(tape->n_chunks < MAX_CHUNKS);
    size_t size = tape->n_chunks ? tape->chunks[tape->n_chunks - 1].size * 2 : CHUNK_MIN;
    size = MIN(size, (size_t)512 << 20);
    size = MAX(size, (at_least + CHUNK_MIN - 1) / CHUNK_MIN * CHUNK_MIN);
    char *data = (char *)block_new(size / sizeof(real));
    POISON(data, size);
    tape->chunks[tape->n_chunks].data = data;
    tape->chunks[tape->n_chunks++].size = size;
    tape->allocations++;
}

void *nn_alloc(struct nn_tape *tape, size_t bytes)
{
    size_t wanted = bytes;
    bytes = ((bytes + ALIGNMENT - 1) & ~(size_t)(ALIGNMENT - 1)) + GAP;
    while (tape->n_chunks == 0 || tape->used + bytes > tape->chunks[tape->chunk].size) {
        if (tape->n_chunks > 0 && tape->chunk + 1 < tape->n_chunks) {
            tape->chunk++;
        } else {
            add_chunk(tape, bytes);
            tape->chunk = tape->n_chunks - 1;
        }
        tape->used = 0;
    }
    void *p = tape->chunks[tape->chunk].data + tape->used;
    tape->used += bytes;
    UNPOISON(p, wanted);
    return p;
}

/* Back to an earlier state of the memory. */
static void free_after(struct nn_tape *tape, int chunk, size_t used)
{
    for (int i = chunk; i < tape->n_chunks; i++)
        POISON(tape->chunks[i].data + (i == chunk ? used : 0),
               tape->chunks[i].size - (i == chunk ? used : 0));
    tape->chunk = chunk;
    tape->used = used;
    tape->n_free_grads = 0;
}

struct nn_mark nn_tape_mark(const struct nn_tape *tape)
{
    return (struct nn_mark){tape->chunk, tape->used};
}

void nn_tape_rewind(struct nn_tape *tape, struct nn_mark mark)
{
    CHECK(tape->mode == NN_INFER);
    free_after(tape, mark.chunk, mark.used);
    /* leaves made since then went with the memory */
    memset(tape->leaves, 0, sizeof *tape->leaves * (size_t)tape->params->n);
    tape->last_bytes.of = NULL;
}

bool nn_tape_infers(const struct nn_tape *tape)
{
    return tape->mode == NN_INFER;
}

size_t nn_tape_memory(const struct nn_tape *tape)
{
    size_t bytes = sizeof *tape->nodes * (size_t)tape->nodes_capacity;
    for (int i = 0; i < tape->n_chunks; i++)
        bytes += tape->chunks[i].size;
    return bytes;
}

long nn_tape_allocations(const struct nn_tape *tape)
{
    return tape->allocations;
}

double nn_tape_flops(const struct nn_tape *tape)
{
    return tape->flops;
}

/* ---- life ----------------------------------------------------------------------------------- */

struct nn_tape *nn_tape_new(struct nn_params *params, struct nn_grads *grads)
{
    struct nn_tape *tape = xmalloc(sizeof *tape);
    *tape = (struct nn_tape){.params = params, .grads = grads};
    tape->leaves = xmalloc(sizeof *tape->leaves * (size_t)MAX(params->n, 1));
    tape->nodes = xmalloc(sizeof *tape->nodes); /* the tape's own, not that of the call that needs more */
    nn_tape_begin(tape, NN_INFER, 0);
    return tape;
}

void nn_tape_free(struct nn_tape *tape)
{
    if (!tape)
        return;
    for (int i = 0; i < tape->n_chunks; i++) {
        UNPOISON(tape->chunks[i].data, tape->chunks[i].size); /* the next owner's addresses */
        block_free((real *)tape->chunks[i].data, tape->chunks[i].size / sizeof(real));
    }
    xfree(tape->leaves);
    xfree(tape->nodes);
    xfree(tape);
}

void nn_tape_begin(struct nn_tape *tape, enum nn_mode mode, uint64_t stream)
{
    CHECK(mode == NN_INFER || tape->grads);
    tape->mode = mode;
    tape->stream = stream;
    tape->n_sites = 0;
    free_after(tape, 0, 0);
    tape->n_nodes = 0;
    tape->flops = 0;
    memset(tape->leaves, 0, sizeof *tape->leaves * (size_t)tape->params->n);
    tape->last_bytes.of = NULL;
}

uint64_t nn_stream(uint64_t seed, long step, int micro_batch)
{
    return mix64(mix64(mix64(seed) + (uint64_t)step) + (uint64_t)micro_batch);
}

uint64_t next_site(struct nn_tape *tape)
{
    return mix64(tape->stream + 0x9E3779B97F4A7C15u * (uint64_t)++tape->n_sites);
}

enum nn_mode nn_tape_mode(const struct nn_tape *tape)
{
    return tape->mode;
}

/* ---- tensors -------------------------------------------------------------------------------- */

static struct tensor *tensor_over(struct nn_tape *tape, int rows, int cols, real *x)
{
    struct tensor *t = nn_alloc(tape, sizeof *t);
    *t = (struct tensor){.x = x, .rows = rows, .cols = cols, .param = -1};
    return t;
}

struct tensor *tensor_new(struct nn_tape *tape, int rows, int cols)
{
    CHECK(rows >= 0 && cols >= 0);
    return tensor_over(tape, rows, cols, NN_ARRAY(tape, real, (size_t)rows * (size_t)cols));
}

struct tensor *nn_use(struct nn_tape *tape, int param)
{
    CHECK(param >= 0 && param < tape->params->n);
    if (!tape->leaves[param]) {
        const struct nn_param *p = &tape->params->list[param];
        bool values = !tape->params->bytes_only || !tape->params->bytes_only[param];
        struct tensor *t = tensor_over(tape, p->rows, p->cols,
                                       values ? tape->params->values + p->offset : NULL);
        t->param = param;
        t->needs_grad = recording(tape) && p->lr_scale != 0;
        tape->leaves[param] = t;
    }
    return tape->leaves[param];
}

struct tensor *nn_constant(struct nn_tape *tape, int rows, int cols, const real *x)
{
    return x ? tensor_over(tape, rows, cols, (real *)x) : tensor_new(tape, rows, cols);
}

struct tensor *nn_variable(struct nn_tape *tape, int rows, int cols, const real *x)
{
    struct tensor *t = nn_constant(tape, rows, cols, x);
    t->needs_grad = recording(tape);
    return t;
}

/* Of this thread's processor time: a profile should not show who else uses the machine. */
static double thread_seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* ---- nodes ---------------------------------------------------------------------------------- */

struct node *node_begin(struct nn_tape *tape, enum nn_op op, struct tensor *const *in, int n_in,
                        int rows, int cols)
{
    if (tape->profile)
        tape->op_started = thread_seconds();
    if (tape->n_nodes == tape->nodes_capacity) {
        int capacity = MAX(tape->nodes_capacity * 2, 512);
        tape->nodes = xrealloc(tape->nodes, sizeof *tape->nodes * (size_t)capacity);
        tape->nodes_capacity = capacity;
        tape->allocations++;
    }
    struct node *node = &tape->nodes[tape->n_nodes];
    *node = (struct node){.op = op, .n_in = n_in};
    bool wanted = false;
    for (int i = 0; i < n_in; i++)
        wanted |= in[i] && in[i]->needs_grad;
    if (wanted) {
        node->in = NN_ARRAY(tape, struct tensor *, n_in);
        memcpy(node->in, in, sizeof *in * (size_t)n_in);
    }
    node->out = tensor_new(tape, rows, cols);
    node->out->needs_grad = wanted;
    return node;
}

bool node_records(const struct nn_tape *tape, const struct node *node)
{
    return recording(tape) && node->out->needs_grad;
}

struct tensor *node_end(struct nn_tape *tape, struct node *node, double flops)
{
    node->flops = flops;
    tape->flops += flops;
    if (tape->profile) {
        tape->profile->forward[node->op] += thread_seconds() - tape->op_started;
        tape->profile->flops[node->op] += flops;
        tape->profile->calls[node->op]++;
    }
    struct tensor *out = node->out;
    if (node_records(tape, node))
        tape->n_nodes++;
    return out;
}

/* ---- gradients ------------------------------------------------------------------------------ */

/* Gradients of intermediate tensors live only from their first consumer's backward to their
 * producer's, so a handful of buffers serves the whole walk and stays in the cache. */
static real *buffer_take(struct nn_tape *tape, size_t n)
{
    int best = -1;
    for (int i = 0; i < tape->n_free_grads; i++) {
        size_t capacity = tape->free_grads[i].capacity;
        if (capacity >= n && capacity <= 2 * n + 64 &&
            (best < 0 || capacity <= tape->free_grads[best].capacity))
            best = i;
    }
    if (best < 0)
        return NN_ARRAY(tape, real, n);
    real *x = tape->free_grads[best].x;
    tape->free_grads[best] = tape->free_grads[--tape->n_free_grads];
    return x;
}

static void buffer_give(struct nn_tape *tape, real *x, size_t n)
{
    if (tape->n_free_grads < MAX_FREE_GRADS)
        tape->free_grads[tape->n_free_grads++] = (struct free_grad){x, n};
}

real *scratch_take(struct nn_tape *tape, size_t n)
{
    return buffer_take(tape, n);
}

void scratch_give(struct nn_tape *tape, real *x, size_t n)
{
    buffer_give(tape, x, n);
}

static real *param_grad(struct nn_tape *tape, struct tensor *t, bool *fresh)
{
    struct nn_grads *grads = tape->grads;
    enum touched touched = grads->touched[t->param];
    *fresh = touched == TOUCHED_NONE;
    if (touched == TOUCHED_ROWS)
        grads_fill(grads, t->param);
    grads->touched[t->param] = TOUCHED_ALL;
    t->g = grads->block + grads->params->list[t->param].offset;
    return t->g;
}

real *grad_of(struct nn_tape *tape, struct tensor *t, bool *fresh)
{
    *fresh = false;
    if (!t || !t->needs_grad)
        return NULL;
    if (t->param >= 0)
        return param_grad(tape, t, fresh);
    if (!t->g) {
        t->g = buffer_take(tape, tensor_size(t));
        *fresh = true;
    }
    return t->g;
}

real *grad_to_add(struct nn_tape *tape, struct tensor *t)
{
    bool fresh;
    real *g = grad_of(tape, t, &fresh);
    if (g && fresh)
        memset(g, 0, tensor_size(t) * sizeof *g);
    return g;
}

real *grad_row(struct nn_tape *tape, struct tensor *t, int row)
{
    struct nn_grads *grads = tape->grads;
    size_t cols = (size_t)t->cols;
    if (t->param < 0 || grads->touched[t->param] == TOUCHED_ALL)
        return grad_to_add(tape, t) + (size_t)row * cols;
    grads->touched[t->param] = TOUCHED_ROWS;
    real *g = grads->block + grads->params->list[t->param].offset + (size_t)row * cols;
    if (!grads_has_row(grads, t->param, row)) {
        memset(g, 0, cols * sizeof *g);
        grads->row_bits[grads->row_bits_at[t->param] + (size_t)row / 64] |=
            (uint64_t)1 << (row % 64);
    }
    return g;
}

/* ---- backward ------------------------------------------------------------------------------- */

static const struct {
    const char *name;
    backward_function *back;
} ops[] = {
#define OP(name) {#name, back_##name},
#include "nn/ops.def"
#undef OP
};

const char *nn_op_name(enum nn_op op)
{
    return ops[op].name;
}

void nn_tape_profile(struct nn_tape *tape, struct nn_profile *profile)
{
    tape->profile = profile;
}

static void node_back(struct nn_tape *tape, struct node *node)
{
    double started = tape->profile ? thread_seconds() : 0;
    ops[node->op].back(tape, node);
    tape->flops += 2 * node->flops;
    if (tape->profile) {
        tape->profile->backward[node->op] += thread_seconds() - started;
        tape->profile->flops[node->op] += 2 * node->flops;
    }
    buffer_give(tape, node->out->g, tensor_size(node->out));
    node->out->g = NULL;
}

void nn_backward(struct nn_tape *tape, struct tensor *loss)
{
    CHECK(recording(tape) && loss->rows == 1 && loss->cols == 1);
    if (!loss->needs_grad)
        return;
    *grad_to_add(tape, loss) = 1;
    for (int i = tape->n_nodes - 1; i >= 0; i--)
        if (tape->nodes[i].out->g)
            node_back(tape, &tape->nodes[i]);
    tape->n_nodes = 0;
}
