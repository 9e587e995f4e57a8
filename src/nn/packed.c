/* packed.c - weights made ready for inference: in halves, or in bytes.
 *
 * Bytes: each output of a weight has a scale of its own, each row of activations is quantised when
 * it is used (kernels_int8.c).  What is quantised is said by nn_param.use: the weights of products,
 * and tables of which single rows are looked up.  A weight in bytes may be all there is of a
 * parameter (loaded from a file of bytes), or a copy beside its values. */
#include "nn/internal.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- halves ------------------------------------------------------------------------------------ */

static struct packed *packed_half(const real *w, int n, int k)
{
    size_t panels = ((size_t)n + HALF_PANEL - 1) / HALF_PANEL;
    size_t bytes = panels * (size_t)k * HALF_PANEL * sizeof(uint16_t);
    uint16_t *out = xmalloc(bytes);
    memset(out, 0, bytes);
    float *row = xmalloc(sizeof *row * (size_t)k);
    uint16_t *halves = xmalloc(sizeof *halves * (size_t)k);
    for (int j = 0; j < n; j++) {
        uint16_t *panel = out + (size_t)(j / HALF_PANEL) * (size_t)k * HALF_PANEL;
        for (int l = 0; l < k; l++)
            row[l] = (float)w[(size_t)j * (size_t)k + (size_t)l];
        kernels()->to_half((size_t)k, row, halves);
        for (int l = 0; l < k; l++)
            panel[l * HALF_PANEL + j % HALF_PANEL] = halves[l];
    }
    free(row);
    free(halves);
    struct packed *packed = xmalloc(sizeof *packed);
    *packed = (struct packed){.n = n, .k = k, .half = out, .owned = out};
    return packed;
}

/* ---- bytes ------------------------------------------------------------------------------------- */

/* Where step l of output j stands. */
static size_t place(int j, int l, int depth)
{
    size_t panel = (size_t)(j / INT8_PANEL) * (size_t)depth * INT8_PANEL;
    return panel + (size_t)(l / INT8_DEPTH * INT8_PANEL + j % INT8_PANEL) * INT8_DEPTH +
           (size_t)(l % INT8_DEPTH);
}

/* Fifteen bits for the two factors (kernels_int8.c): a table that is also looked up keeps eight.  A file
 * has the sums of an output's weights times -bias. */
static const struct precision {
    int most, levels, bias;
} of_product = {64, 255, 128}, of_table = {127, 127, 64};

static struct precision precision_of(const struct nn_param *param)
{
    return param->use == NN_USE_ROWS ? of_table : of_product;
}

/* One output: bytes of -most .. most, to nearest, ties to even. */
static void quantize_output(const real *w, int j, int k, struct precision bits, int8_t *panels,
                            float *scale, int32_t *sum)
{
    double largest = 0;
    for (int l = 0; l < k; l++)
        largest = fmax(largest, fabs((double)w[l]));
    *sum = 0;
    for (int l = 0; l < k; l++) {
        double x = largest > 0 ? nearbyint((double)w[l] / largest * bits.most) : 0;
        int8_t byte = (int8_t)fmin(fmax(x, -bits.most), bits.most);
        panels[place(j, l, int8_depth(k))] = byte;
        *sum += byte;
    }
    *scale = (float)(largest / bits.most);
}

/* block has room for panels, scales and sums, zeroed. */
static struct packed packed_int8(char *block, const real *w, int n, int k,
                                 struct precision bits)
{
    size_t outputs = (size_t)int8_outputs(n), bytes = outputs * (size_t)int8_depth(k);
    float *scales = (float *)(void *)(block + bytes); /* bytes is a multiple of 64 */
    int32_t *sums = (int32_t *)(void *)(scales + outputs);
    for (int j = 0; j < n; j++)
        quantize_output(w + (size_t)j * (size_t)k, j, k, bits, (int8_t *)block, &scales[j],
                        &sums[j]);
    return (struct packed){.n = n, .k = k,
                           .int8 = {(const int8_t *)block, scales, sums, bits.levels}};
}

static size_t int8_bytes(int n, int k)
{
    return (size_t)int8_outputs(n) *
           ((size_t)int8_depth(k) + sizeof(float) + sizeof(int32_t));
}

static struct packed *packed_int8_in(struct arena *arena, const real *w,
                                     const struct nn_param *p)
{
    char *block = (char *)ARENA_ARRAY(arena, float,
                                       int8_bytes(p->rows, p->cols) / sizeof(float) + 1);
    struct packed *packed = ARENA_NEW(arena, struct packed);
    *packed = packed_int8(block, w, p->rows, p->cols, precision_of(p));
    return packed;
}

void packed_row(const struct packed *w, int row, real *out)
{
    CHECK(!w->half && row >= 0 && row < w->n);
    for (int l = 0; l < w->k; l++)
        out[l] = R((float)w->int8.panels[place(row, l, int8_depth(w->k))] * w->int8.scales[row]);
}

/* ---- products ---------------------------------------------------------------------------------- */

const struct packed *packed_weight(const struct nn_tape *tape, const struct tensor *w)
{
    bool usable = tape->mode == NN_INFER && w->param >= 0 && tape->params->packed;
    return usable ? tape->params->packed[w->param] : NULL;
}

/* The three inputs of attention are products of one tensor: its bytes are made once.  They are
 * forgotten with the tape's memory (nn_tape_begin, nn_tape_rewind). */
static const struct quantized *bytes_of(struct nn_tape *tape, const struct tensor *x, int levels)
{
    struct quantized *last = &tape->last_bytes;
    if (last->of == x && last->levels == levels)
        return last;
    *last = (struct quantized){.of = x, .levels = levels,
                               .q = nn_alloc(tape, (size_t)x->rows * (size_t)int8_depth(x->cols)),
                               .rows = NN_ARRAY(tape, struct int8_row, x->rows)};
    kernels()->quantize_rows(x->rows, x->cols, x->x, x->cols, levels, last->q, last->rows);
    return last;
}

void packed_multiply(struct nn_tape *tape, const struct packed *w, struct tensor *x, real *y)
{
    if (w->half) {
        kernels()->gemm_half(x->rows, w->n, w->k, x->x, w->k, w->half, y, w->n);
        return;
    }
    const struct quantized *bytes = bytes_of(tape, x, w->int8.levels);
    kernels()->gemm_int8(x->rows, w->n, w->k, bytes->q, bytes->rows, &w->int8, y, w->n);
}

void packed_multiply_rows(struct nn_tape *tape, const struct packed *w, int rows, const real *x,
                          real *y)
{
    if (w->half) {
        kernels()->gemm_half(rows, w->n, w->k, x, w->k, w->half, y, w->n);
        return;
    }
    size_t bytes = (size_t)rows * ((size_t)int8_depth(w->k) + sizeof(struct int8_row));
    size_t n = bytes / sizeof(real) + 1;
    real *scratch = scratch_take(tape, n);
    struct int8_row *own = (struct int8_row *)(void *)scratch;
    uint8_t *q = (uint8_t *)(own + rows);
    kernels()->quantize_rows(rows, w->k, x, w->k, w->int8.levels, q, own);
    kernels()->gemm_int8(rows, w->n, w->k, q, own, &w->int8, y, w->n);
    scratch_give(tape, scratch, n);
}

static void packed_begin(struct nn_params *params)
{
    nn_params_unpack(params);
    if (params->packed) /* bytes from a file stay */
        return;
    params->packed = xmalloc(sizeof *params->packed * (size_t)MAX(params->n, 1));
    for (int i = 0; i < params->n; i++)
        params->packed[i] = NULL;
}

/* ---- files of bytes ---------------------------------------------------------------------------- */

static bool vector_fits(const struct nn_file_tensor *t, enum nn_dtype dtype, int n)
{
    return t && t->dtype == dtype && t->rank == 1 && t->shape[0] == n;
}

static bool panels_fit(const struct nn_param *p, const struct nn_file_tensor *t)
{
    return nn_param_has_bytes(p) && t->rank == 4 &&
           t->shape[0] == int8_outputs(p->rows) / INT8_PANEL &&
           t->shape[1] == int8_depth(p->cols) / INT8_DEPTH && t->shape[2] == INT8_PANEL &&
           t->shape[3] == INT8_DEPTH;
}

static const struct nn_file_tensor *scales_of(const struct nn_file *file,
                                             const struct nn_file_tensor *panels)
{
    struct arena scratch = {0};
    const struct nn_file_tensor *scales =
        nn_file_find(file, arena_printf(&scratch, "%s.scale", panels->name));
    arena_release(&scratch);
    bool fit = panels->rank == 4 && panels->shape[2] == INT8_PANEL && panels->shape[3] == INT8_DEPTH &&
               panels->shape[0] <= INT_MAX / INT8_PANEL &&
               vector_fits(scales, NN_F32, (int)panels->shape[0] * INT8_PANEL);
    return fit ? scales : NULL;
}

bool nn_file_is_matrix(const struct nn_file *file, const struct nn_file_tensor *tensor, int rank,
                       int rows, int cols)
{
    if (tensor->dtype == NN_I8)
        return rank == 2 && scales_of(file, tensor) &&
               tensor->shape[1] == int8_depth(cols) / INT8_DEPTH &&
               (rows < 0 || tensor->shape[0] == int8_outputs(rows) / INT8_PANEL);
    return (tensor->dtype == NN_F32 || tensor->dtype == NN_F16 || tensor->dtype == NN_BF16) &&
           tensor->rank == rank && tensor->shape[rank - 1] == cols &&
           (rank == 1 || rows < 0 || tensor->shape[0] == rows);
}

bool nn_file_row(const struct nn_file *file, const struct nn_file_tensor *tensor, int row, int cols,
                 real *out)
{
    bool bytes = tensor->dtype == NN_I8;
    int64_t rows = bytes ? tensor->shape[0] * INT8_PANEL : tensor->count / cols;
    if (row < 0 || row >= rows)
        return false;
    if (!bytes) {
        nn_file_values(tensor, (int64_t)row * cols, cols, out);
        return true;
    }
    float scale;
    memcpy(&scale, scales_of(file, tensor)->data + sizeof scale * (size_t)row, sizeof scale);
    const int8_t *panels = (const int8_t *)tensor->data;
    for (int l = 0; l < cols; l++)
        out[l] = R((float)panels[place(row, l, int8_depth(cols))] * scale);
    return true;
}

enum status packed_map(struct nn_params *params, int index, const char *path,
                       const struct nn_file_tensor *panels, const struct nn_file_tensor *scales,
                       const struct nn_file_tensor *offsets, struct error *err)
{
    const struct nn_param *p = &params->list[index];
    int n = int8_outputs(p->rows);
    if (!panels_fit(p, panels))
        return fail(err, ST_INPUT, "'%s': tensor '%.200s' in bytes is not one of %d x %d", path,
                    panels->name, p->rows, p->cols);
    if (!vector_fits(scales, NN_F32, n) || !vector_fits(offsets, NN_I32, n))
        return fail(err, ST_INPUT, "'%s': tensor '%.200s' lacks %d scales and offsets", path,
                    panels->name, n);
    size_t bytes = sizeof(float) * (size_t)n;
    float *own = xmalloc(2 * bytes);
    memcpy(own, scales->data, bytes);
    int32_t *sums = (int32_t *)(void *)(own + n);
    memcpy(sums, offsets->data, bytes);
    for (int i = 0; i < n; i++)
        sums[i] /= -precision_of(p).bias;
    for (int i = 0; i < n; i++)
        if (!isfinite(own[i])) {
            free(own);
            return fail(err, ST_INPUT, "'%s': a scale of tensor '%.200s' is not finite", path,
                        panels->name);
        }
    if (!params->bytes_only) {
        packed_begin(params);
        params->bytes_only = xmalloc((size_t)params->n);
        memset(params->bytes_only, 0, (size_t)params->n);
    }
    packed_free(params->packed[index]);
    params->packed[index] = xmalloc(sizeof *params->packed[index]);
    *params->packed[index] =
        (struct packed){.n = p->rows, .k = p->cols, .owned = own,
                        .int8 = {(const int8_t *)panels->data, own, sums,
                                 precision_of(p).levels}};
    params->bytes_only[index] = 1;
    return ST_OK;
}

static const int32_t *file_offsets(struct arena *arena, const struct packed *w,
                                   struct precision bits)
{
    int n = int8_outputs(w->n);
    int32_t *offsets = ARENA_ARRAY(arena, int32_t, n);
    for (int i = 0; i < n; i++)
        offsets[i] = -bits.bias * w->int8.sums[i];
    return offsets;
}

/* Panels come first and are multiples of 64 bytes, so that in the file each begins at one. */
struct nn_file_entry *nn_params_int8_entries(struct arena *arena, struct nn_params *params,
                                             bool (*keep)(void *context, const struct nn_param *),
                                             void *context, int *n)
{
    struct nn_file_entry *entries = ARENA_ARRAY(arena, struct nn_file_entry, 3 * params->n + 1);
    const struct packed **bytes = ARENA_ARRAY(arena, const struct packed *, params->n + 1);
    int count = 0;
    bool again = nn_params_are_bytes(params); /* what was kept in halves stays in them */
    for (int i = 0; i < params->n; i++) {
        const struct nn_param *p = &params->list[i];
        bool only = params->bytes_only && params->bytes_only[i];
        if (!only && (again || !nn_param_has_bytes(p) || (keep && keep(context, p))))
            continue;
        bytes[i] = only ? params->packed[i]
                        : packed_int8_in(arena, params->values + p->offset, p);
        entries[count++] = (struct nn_file_entry){
            .name = p->name, .raw = bytes[i]->int8.panels, .dtype = NN_I8, .rank = 4,
            .shape = {int8_outputs(p->rows) / INT8_PANEL, int8_depth(p->cols) / INT8_DEPTH,
                      INT8_PANEL, INT8_DEPTH}};
    }
    for (int i = 0; i < params->n; i++) {
        if (!bytes[i])
            continue;
        int outputs = int8_outputs(bytes[i]->n);
        entries[count++] = (struct nn_file_entry){
            .name = arena_printf(arena, "%s.scale", params->list[i].name), .dtype = NN_F32,
            .raw = bytes[i]->int8.scales, .rank = 1, .shape = {outputs}};
        entries[count++] = (struct nn_file_entry){
            .name = arena_printf(arena, "%s.offset", params->list[i].name), .dtype = NN_I32,
            .raw = file_offsets(arena, bytes[i], precision_of(&params->list[i])), .rank = 1,
            .shape = {outputs}};
    }
    for (int i = 0; i < params->n; i++) {
        const struct nn_param *p = &params->list[i];
        if (!bytes[i])
            entries[count++] = (struct nn_file_entry){.name = p->name, .rows = p->rows,
                                                      .x = params->values + p->offset,
                                                      .cols = p->cols, .rank = p->rank};
    }
    *n = count;
    return entries;
}

/* ---- all parameters ---------------------------------------------------------------------------- */

void nn_params_pack_half(struct nn_params *params)
{
    packed_begin(params);
    for (int i = 0; i < params->n; i++) {
        const struct nn_param *p = &params->list[i];
        if (!params->packed[i] && p->rows >= HALF_PANEL && p->cols >= 8)
            params->packed[i] = packed_half(params->values + p->offset, p->rows, p->cols);
    }
}

bool nn_param_has_bytes(const struct nn_param *param)
{
    return param->use != NN_USE_VALUES && param->rows >= INT8_PANEL && param->cols >= 8;
}

static struct packed *packed_int8_own(const real *w, const struct nn_param *p)
{
    size_t bytes = int8_bytes(p->rows, p->cols);
    char *block = xmalloc(bytes);
    memset(block, 0, bytes);
    struct packed *packed = xmalloc(sizeof *packed);
    *packed = packed_int8(block, w, p->rows, p->cols, precision_of(p));
    packed->owned = block;
    return packed;
}

void nn_params_pack_int8(struct nn_params *params)
{
    packed_begin(params);
    for (int i = 0; i < params->n; i++) {
        const struct nn_param *p = &params->list[i];
        if (!params->packed[i] && nn_param_has_bytes(p))
            params->packed[i] = packed_int8_own(params->values + p->offset, p);
    }
}

bool nn_params_are_bytes(const struct nn_params *params)
{
    return params->bytes_only != NULL;
}

void packed_free(struct packed *packed)
{
    if (packed)
        free(packed->owned);
    free(packed);
}

/* Forgets copies; what has no values beside it stays. */
void nn_params_unpack(struct nn_params *params)
{
    for (int i = 0; params->packed && i < params->n; i++) {
        if (params->bytes_only && params->bytes_only[i])
            continue;
        packed_free(params->packed[i]);
        params->packed[i] = NULL;
    }
    if (params->bytes_only)
        return;
    free(params->packed);
    params->packed = NULL;
}
