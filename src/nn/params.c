/* params.c - the registry of parameters and the gradient blocks that mirror it. */
#include "nn/internal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { ALIGN_VALUES = 16 }; /* 64 bytes of floats */

real *block_new(size_t n)
{
    size_t bytes = MAX(n, (size_t)1) * sizeof(real);
    memory_count((long)bytes);
    void *p = memory_refused(bytes) ? MAP_FAILED
                                    : mmap(NULL, bytes, PROT_READ | PROT_WRITE,
                                           MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (p == MAP_FAILED) {
        memory_count(-(long)bytes);
        memory_give_up(bytes);
    }
    madvise(p, bytes, MADV_HUGEPAGE);
    return p;
}

void block_free(real *block, size_t n)
{
    size_t bytes = MAX(n, (size_t)1) * sizeof(real);
    if (block && munmap(block, bytes) == 0)
        memory_count(-(long)bytes);
}

struct nn_params *nn_params_new(void)
{
    struct nn_params *params = xmalloc(sizeof *params);
    *params = (struct nn_params){0};
    params->by_name = map_in(&params->arena);
    return params;
}

void nn_params_free(struct nn_params *params)
{
    if (!params)
        return;
    nn_params_unpack(params);
    for (int i = 0; params->bytes_only && i < params->n; i++)
        packed_free(params->bytes_only[i] ? params->packed[i] : NULL);
    if (params->bytes_only)
        xfree(params->packed);
    xfree(params->bytes_only);
    block_free(params->values, params->size);
    arena_release(&params->arena);
    xfree(params);
}

static int add_param(struct nn_params *params, const char *name, int rows, int cols, int rank,
                     enum nn_init init, double scale)
{
    CHECK(!params->values && rows > 0 && cols > 0);
    int index = params->n;
    CHECK(map_put(&params->by_name, name, strlen(name), index) == index);
    struct nn_param *p = ARENA_PUSH(&params->arena, params->list, params->n, params->capacity);
    *p = (struct nn_param){.name = arena_strdup(&params->arena, name), .rows = rows, .cols = cols,
                           .offset = params->size, .lr_scale = 1, .decay_scale = 1, .rank = rank,
                           .zero_row = -1};
    int n_inits = index;
    params->inits = arena_grow(&params->arena, params->inits, sizeof *params->inits, n_inits,
                               &params->inits_capacity);
    params->inits[index].init = init;
    params->inits[index].scale = scale;
    size_t count = (size_t)rows * (size_t)cols;
    params->size += (count + ALIGN_VALUES - 1) / ALIGN_VALUES * ALIGN_VALUES;
    return index;
}

int nn_params_add(struct nn_params *params, const char *name, int rows, int cols,
                  enum nn_init init, double scale)
{
    return add_param(params, name, rows, cols, 2, init, scale);
}

int nn_params_add_vector(struct nn_params *params, const char *name, int n, enum nn_init init,
                         double scale)
{
    return add_param(params, name, 1, n, 1, init, scale);
}

static void initialise(struct nn_params *params, int index, struct rng *rng)
{
    const struct nn_param *p = &params->list[index];
    real *x = params->values + p->offset;
    size_t n = (size_t)p->rows * (size_t)p->cols;
    enum nn_init init = params->inits[index].init;
    double scale = params->inits[index].scale;
    if (init == NN_INIT_FAN_IN)
        scale = 1 / sqrt(p->cols);
    if (!rng && init != NN_INIT_ONES) /* a new block is all zeros */
        return;
    for (size_t i = 0; i < n; i++) {
        switch (init) {
        case NN_INIT_ZEROS:
            x[i] = 0;
            break;
        case NN_INIT_ONES:
            x[i] = 1;
            break;
        case NN_INIT_UNIFORM:
        case NN_INIT_FAN_IN:
            x[i] = R((2 * rng_uniform(rng) - 1) * scale);
            break;
        case NN_INIT_NORMAL:
            x[i] = R(rng_normal(rng) * scale);
            break;
        }
    }
}

void nn_params_allocate(struct nn_params *params, struct rng *rng)
{
    CHECK(!params->values);
    params->values = block_new(params->size);
    if (!rng) /* to be loaded: pages of what the file has in bytes are never touched */
        madvise(params->values, params->size * sizeof(real), MADV_NOHUGEPAGE);
    for (int i = 0; i < params->n; i++) {
        const struct nn_param *p = &params->list[i];
        initialise(params, i, rng);
        if (p->zero_row >= 0)
            memset(params->values + p->offset + (size_t)p->zero_row * (size_t)p->cols, 0,
                   sizeof(real) * (size_t)p->cols);
    }
}

int nn_params_count(const struct nn_params *params)
{
    return params->n;
}

struct nn_param *nn_params_at(struct nn_params *params, int index)
{
    CHECK(index >= 0 && index < params->n);
    return &params->list[index];
}

int nn_params_find(const struct nn_params *params, const char *name)
{
    return map_get(&params->by_name, name, strlen(name), -1);
}

real *nn_params_values(struct nn_params *params, int index)
{
    CHECK(params->values && !(params->bytes_only && params->bytes_only[index]));
    return params->values + nn_params_at(params, index)->offset;
}

real *nn_params_block(struct nn_params *params)
{
    return params->values;
}

size_t nn_params_size(const struct nn_params *params)
{
    return params->size;
}

/* ---- gradients ------------------------------------------------------------------------------ */

struct nn_grads *nn_grads_new(const struct nn_params *params)
{
    struct nn_grads *grads = xmalloc(sizeof *grads);
    size_t n = (size_t)params->n;
    *grads = (struct nn_grads){.params = params, .block = block_new(params->size)};
    grads->touched = xmalloc(n);
    grads->row_bits_at = xmalloc(n * sizeof *grads->row_bits_at);
    for (int i = 0; i < params->n; i++) {
        grads->row_bits_at[i] = grads->n_words;
        grads->n_words += ((size_t)params->list[i].rows + 63) / 64;
    }
    grads->row_bits = xmalloc(grads->n_words * sizeof *grads->row_bits);
    nn_grads_clear(grads);
    return grads;
}

void nn_grads_free(struct nn_grads *grads)
{
    if (!grads)
        return;
    block_free(grads->block, grads->params->size);
    xfree(grads->touched);
    xfree(grads->row_bits_at);
    xfree(grads->row_bits);
    xfree(grads);
}

void nn_grads_clear(struct nn_grads *grads)
{
    memset(grads->touched, TOUCHED_NONE, (size_t)grads->params->n);
    memset(grads->row_bits, 0, grads->n_words * sizeof *grads->row_bits);
}

void grads_fill(struct nn_grads *grads, int param)
{
    const struct nn_param *p = &grads->params->list[param];
    real *x = grads->block + p->offset;
    size_t cols = (size_t)p->cols;
    if (grads->touched[param] == TOUCHED_NONE) {
        memset(x, 0, (size_t)p->rows * cols * sizeof *x);
    } else if (grads->touched[param] == TOUCHED_ROWS) {
        for (int r = 0; r < p->rows; r++)
            if (!grads_has_row(grads, param, r))
                memset(x + (size_t)r * cols, 0, cols * sizeof *x);
    }
    grads->touched[param] = TOUCHED_ALL;
}

const real *nn_grads_of(struct nn_grads *grads, int param)
{
    grads_fill(grads, param);
    return grads->block + grads->params->list[param].offset;
}

static void add_marked_rows(struct nn_grads *to, const struct nn_grads *from, int param,
                            struct nn_span rows, bool all)
{
    const struct nn_param *p = &to->params->list[param];
    size_t cols = (size_t)p->cols;
    uint64_t *bits = to->row_bits + to->row_bits_at[param];
    for (int r = rows.start; r < rows.start + rows.n; r++) {
        if (!grads_has_row(from, param, r))
            continue;
        size_t at = p->offset + (size_t)r * cols;
        if (all || grads_has_row(to, param, r))
            kernels()->add(cols, from->block + at, to->block + at);
        else
            memcpy(to->block + at, from->block + at, cols * sizeof(real));
        bits[r / 64] |= (uint64_t)1 << (r % 64);
    }
}

enum touched grads_touched(struct nn_grads *const *lanes, int n_lanes, int param)
{
    enum touched most = TOUCHED_NONE;
    for (int i = 0; i < n_lanes; i++)
        most = MAX(most, (enum touched)lanes[i]->touched[param]);
    return most;
}

void grads_sum(struct nn_grads *const *lanes, int n_lanes, int param, struct nn_span rows,
               enum touched most)
{
    const struct nn_param *p = &lanes[0]->params->list[param];
    size_t cols = (size_t)p->cols, at = p->offset + (size_t)rows.start * cols;
    size_t n = (size_t)rows.n * cols;
    bool all = most == TOUCHED_ALL;
    if (all && lanes[0]->touched[param] == TOUCHED_NONE)
        memset(lanes[0]->block + at, 0, n * sizeof(real));
    for (int r = rows.start; all && lanes[0]->touched[param] == TOUCHED_ROWS &&
                             r < rows.start + rows.n; r++)
        if (!grads_has_row(lanes[0], param, r))
            memset(lanes[0]->block + p->offset + (size_t)r * cols, 0, cols * sizeof(real));
    for (int i = 1; i < n_lanes; i++) {
        if (lanes[i]->touched[param] == TOUCHED_ALL)
            kernels()->add(n, lanes[i]->block + at, lanes[0]->block + at);
        else if (lanes[i]->touched[param] == TOUCHED_ROWS)
            add_marked_rows(lanes[0], lanes[i], param, rows, all);
    }
}
