/* packed.c - weights made ready for inference: in floats, in halves, or in bytes.
 *
 * Bytes: each output of a weight has a scale of its own, each row of activations is quantised when
 * it is used (kernels_int8.c).  What is quantised is said by nn_param.use: the weights of products,
 * and tables of which single rows are looked up.  A packed weight may be all there is of a parameter
 * (loaded from a file of bytes, its halves among them), or a copy beside its values. */
#include "nn/internal.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Room that begins with a line of the cache, where wide loads of panels meet no two of them;
 * *owned is what to free. */
static void *whole_lines(size_t bytes, void **owned)
{
    enum { LINE = 64 };
    char *block = *owned = xmalloc(bytes + LINE);
    return block + (LINE - (uintptr_t)block % LINE) % LINE;
}

/* ---- floats ------------------------------------------------------------------------------------ */

static struct packed *packed_floats(const real *w, int n, int k)
{
    struct packed *packed = xmalloc(sizeof *packed);
    *packed = (struct packed){.n = n, .k = k};
    real *panels = whole_lines(packed_weight_size(n, k) * sizeof *panels, &packed->owned);
    kernels()->pack_weight(n, k, w, panels);
    packed->floats = panels;
    return packed;
}

/* ---- halves ------------------------------------------------------------------------------------ */

/* Room for the panels of [n, k], zero where the last has no output. */
static uint16_t *half_panels(int n, int k)
{
    size_t panels = ((size_t)n + HALF_PANEL - 1) / HALF_PANEL, size = (size_t)k * HALF_PANEL;
    uint16_t *out = xmalloc(panels * size * sizeof *out);
    if (n % HALF_PANEL)
        memset(out + (panels - 1) * size, 0, size * sizeof *out);
    return out;
}

static struct packed *packed_half(const real *w, int n, int k)
{
    uint16_t *out = half_panels(n, k);
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
    xfree(row);
    xfree(halves);
    struct packed *packed = xmalloc(sizeof *packed);
    *packed = (struct packed){.n = n, .k = k, .half = out, .owned = out};
    return packed;
}

/* From rows of halves, maybe unaligned; false if one is no number. */
static bool pack_halves(const unsigned char *rows, int n, int k, uint16_t *out)
{
    const uint16_t no_number = 0x7C00; /* all of the exponent's bits */
    bool numbers = true;
    for (int j = 0; j < n; j += HALF_PANEL) {
        int width = MIN(n - j, (int)HALF_PANEL);
        uint16_t *panel = out + (size_t)j * (size_t)k;
        for (int l = 0; l < k; l++)
            for (int c = 0; c < width; c++) {
                uint16_t half;
                memcpy(&half, rows + 2 * ((size_t)(j + c) * (size_t)k + (size_t)l), sizeof half);
                numbers &= (half & no_number) != no_number;
                panel[l * HALF_PANEL + c] = half;
            }
    }
    return numbers;
}

static uint16_t *unpack_halves(struct arena *arena, const struct packed *w)
{
    uint16_t *rows = ARENA_ARRAY(arena, uint16_t, (size_t)w->n * (size_t)w->k);
    for (int j = 0; j < w->n; j++)
        for (int l = 0; l < w->k; l++)
            rows[(size_t)j * (size_t)w->k + (size_t)l] =
                w->half[(size_t)(j / HALF_PANEL) * (size_t)w->k * HALF_PANEL +
                        (size_t)(l * HALF_PANEL + j % HALF_PANEL)];
    return rows;
}

/* ---- bytes ------------------------------------------------------------------------------------- */

/* Where step l of output j stands. */
static size_t place(int j, int l, int depth)
{
    size_t panel = (size_t)(j / INT8_PANEL) * (size_t)depth * INT8_PANEL;
    return panel + (size_t)(l / INT8_DEPTH * INT8_PANEL + j % INT8_PANEL) * INT8_DEPTH +
           (size_t)(l % INT8_DEPTH);
}

/* Bytes of weights are -127 .. 127, and a file has the sum of each output's weights; how many bits the
 * activations have is the processor's affair.  In older files weights of products had seven bits,
 * because activations always had eight; they have those sums times -128, a table's times -64:
 * NAME.offset instead of NAME.sum. */
enum { MOST = 127 };

static const struct precision {
    int levels, bias;
} old_product = {255, 128}, old_table = {127, 64};

static struct precision old_precision(const struct nn_param *param)
{
    return param->use == NN_USE_ROWS ? old_table : old_product;
}

/* One output, to nearest, ties to even. */
static void quantize_output(const real *w, int j, int k, int8_t *panels, float *scale, int32_t *sum)
{
    double largest = 0;
    for (int l = 0; l < k; l++)
        largest = fmax(largest, fabs((double)w[l]));
    *sum = 0;
    for (int l = 0; l < k; l++) {
        double x = largest > 0 ? nearbyint((double)w[l] / largest * MOST) : 0;
        int8_t byte = (int8_t)fmin(fmax(x, -MOST), MOST);
        panels[place(j, l, int8_depth(k))] = byte;
        *sum += byte;
    }
    *scale = (float)(largest / MOST);
}

/* block has room for panels, scales and sums, zeroed. */
static struct packed packed_int8(char *block, const real *w, int n, int k)
{
    size_t outputs = (size_t)int8_outputs(n), bytes = outputs * (size_t)int8_depth(k);
    float *scales = (float *)(void *)(block + bytes); /* bytes is a multiple of 64 */
    int32_t *sums = (int32_t *)(void *)(scales + outputs);
    for (int j = 0; j < n; j++)
        quantize_output(w + (size_t)j * (size_t)k, j, k, (int8_t *)block, &scales[j], &sums[j]);
    return (struct packed){
        .n = n, .k = k, .int8 = {(const int8_t *)block, scales, sums, kernels()->int8_levels}};
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
    *packed = packed_int8(block, w, p->rows, p->cols);
    return packed;
}

void packed_row(const struct packed *w, int row, real *out)
{
    CHECK(!w->half && !w->floats && row >= 0 && row < w->n);
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

void packed_multiply(struct nn_tape *tape, const struct packed *w, const struct tensor *x,
                     struct nn_span rows, real *y)
{
    const real *first = x->x + (size_t)rows.start * (size_t)x->cols;
    if (w->floats || w->half) {
        packed_multiply_rows(tape, w, rows.n, first, y);
        return;
    }
    const struct quantized *bytes = bytes_of(tape, x, w->int8.levels);
    kernels()->gemm_int8(rows.n, w->n, w->k,
                         bytes->q + (size_t)rows.start * (size_t)int8_depth(w->k),
                         bytes->rows + rows.start, &w->int8, y, w->n);
}

void packed_multiply_rows(struct nn_tape *tape, const struct packed *w, int rows, const real *x,
                          real *y)
{
    if (w->floats) {
        kernels()->gemm_weight(rows, w->n, w->k, x, w->k, w->floats, y, w->n);
        return;
    }
    if (w->half) {
        half_product(rows, x, w, y);
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

/* From now on the parameter is what is packed, and nothing else. */
static void take_packed(struct nn_params *params, int index, struct packed packed)
{
    if (!params->bytes_only) {
        packed_begin(params);
        params->bytes_only = xmalloc((size_t)params->n);
        memset(params->bytes_only, 0, (size_t)params->n);
    }
    packed_free(params->packed[index]);
    params->packed[index] = xmalloc(sizeof *params->packed[index]);
    *params->packed[index] = packed;
    params->bytes_only[index] = 1;
}

static bool all_finite(const float *x, int n)
{
    for (int i = 0; i < n; i++)
        if (!isfinite(x[i]))
            return false;
    return true;
}

enum status packed_map(struct nn_params *params, int index, const char *path,
                       const struct packed_parts *parts, struct error *err)
{
    const struct nn_param *p = &params->list[index];
    const struct nn_file_tensor *panels = parts->panels;
    const struct nn_file_tensor *sums_of = parts->sums ? parts->sums : parts->offsets;
    int n = int8_outputs(p->rows);
    if (!panels_fit(p, panels))
        return fail(err, ST_INPUT, "'%s': tensor '%.200s' in bytes is not one of %d x %d", path,
                    panels->name, p->rows, p->cols);
    if (!vector_fits(parts->scales, NN_F32, n) || !vector_fits(sums_of, NN_I32, n))
        return fail(err, ST_INPUT, "'%s': tensor '%.200s' lacks %d scales and sums", path,
                    panels->name, n);
    size_t bytes = sizeof(float) * (size_t)n;
    float *own = xmalloc(2 * bytes);
    memcpy(own, parts->scales->data, bytes);
    if (!all_finite(own, n)) {
        xfree(own);
        return fail(err, ST_INPUT, "'%s': a scale of tensor '%.200s' is not finite", path,
                    panels->name);
    }
    int32_t *sums = (int32_t *)(void *)(own + n);
    memcpy(sums, sums_of->data, bytes);
    for (int i = 0; i < n && !parts->sums; i++)
        sums[i] /= -old_precision(p).bias;
    int levels = parts->sums ? kernels()->int8_levels : old_precision(p).levels;
    take_packed(params, index,
                (struct packed){.n = p->rows, .k = p->cols, .owned = own, .older = !parts->sums,
                                .int8 = {(const int8_t *)panels->data, own, sums, levels}});
    return ST_OK;
}

enum status packed_take_halves(struct nn_params *params, int index, const char *path,
                               const struct nn_file_tensor *tensor, struct error *err)
{
    const struct nn_param *p = &params->list[index];
    uint16_t *panels = half_panels(p->rows, p->cols);
    if (!pack_halves(tensor->data, p->rows, p->cols, panels)) {
        xfree(panels);
        return fail(err, ST_INPUT, "'%s': tensor '%.200s' holds a value that is no number", path,
                    tensor->name);
    }
    take_packed(params, index,
                (struct packed){.n = p->rows, .k = p->cols, .half = panels, .owned = panels});
    return ST_OK;
}

/* ---- writing them -------------------------------------------------------------------------------- */

/* The third part of a weight in bytes, as the file it came from had it. */
static struct nn_file_entry sums_entry(struct arena *arena, const struct packed *w,
                                       const struct nn_param *p)
{
    int n = int8_outputs(w->n);
    int32_t *sums = ARENA_ARRAY(arena, int32_t, n);
    for (int i = 0; i < n; i++)
        sums[i] = w->older ? -old_precision(p).bias * w->int8.sums[i] : w->int8.sums[i];
    const char *part = w->older ? "offset" : "sum";
    return (struct nn_file_entry){.name = arena_printf(arena, "%s.%s", p->name, part),
                                  .dtype = NN_I32, .raw = sums, .rank = 1, .shape = {n}};
}

static struct nn_file_entry panels_entry(const struct packed *w, const struct nn_param *p)
{
    return (struct nn_file_entry){
        .name = p->name, .raw = w->int8.panels, .dtype = NN_I8, .rank = 4,
        .shape = {int8_outputs(p->rows) / INT8_PANEL, int8_depth(p->cols) / INT8_DEPTH, INT8_PANEL,
                  INT8_DEPTH}};
}

/* Not in bytes: halves that are there as such, or values. */
static struct nn_file_entry values_entry(struct arena *arena, struct nn_params *params, int index)
{
    const struct nn_param *p = &params->list[index];
    struct nn_file_entry entry = {.name = p->name, .rows = p->rows, .cols = p->cols, .rank = p->rank};
    if (params->bytes_only && params->bytes_only[index]) {
        entry.raw = unpack_halves(arena, params->packed[index]);
        entry.dtype = NN_F16;
        entry.shape[0] = p->rows;
        entry.shape[1] = p->cols;
    } else {
        entry.x = params->values + p->offset;
    }
    return entry;
}

/* The bytes of a parameter, made if need be; NULL if the file is to have its values. */
static const struct packed *bytes_to_write(struct arena *arena, struct nn_params *params, int index,
                                           bool (*keep)(void *context, const struct nn_param *),
                                           void *context)
{
    const struct nn_param *p = &params->list[index];
    if (params->bytes_only && params->bytes_only[index])
        return params->packed[index]->half ? NULL : params->packed[index];
    bool again = nn_params_are_bytes(params); /* what was kept in halves stays in them */
    if (again || !nn_param_has_bytes(p) || (keep && keep(context, p)))
        return NULL;
    return packed_int8_in(arena, params->values + p->offset, p);
}

/* Panels come first and are multiples of 64 bytes, so that in the file each begins at one. */
struct nn_file_entry *nn_params_int8_entries(struct arena *arena, struct nn_params *params,
                                             bool (*keep)(void *context, const struct nn_param *),
                                             void *context, int *n)
{
    struct nn_file_entry *entries = ARENA_ARRAY(arena, struct nn_file_entry, 3 * params->n + 1);
    const struct packed **bytes = ARENA_ARRAY(arena, const struct packed *, params->n + 1);
    int count = 0;
    for (int i = 0; i < params->n; i++)
        if ((bytes[i] = bytes_to_write(arena, params, i, keep, context)))
            entries[count++] = panels_entry(bytes[i], &params->list[i]);
    for (int i = 0; i < params->n; i++) {
        if (!bytes[i])
            continue;
        entries[count++] = (struct nn_file_entry){
            .name = arena_printf(arena, "%s.scale", params->list[i].name), .dtype = NN_F32,
            .raw = bytes[i]->int8.scales, .rank = 1, .shape = {int8_outputs(bytes[i]->n)}};
        entries[count++] = sums_entry(arena, bytes[i], &params->list[i]);
    }
    for (int i = 0; i < params->n; i++)
        if (!bytes[i])
            entries[count++] = values_entry(arena, params, i);
    *n = count;
    return entries;
}

bool nn_param_has_halves(const struct nn_param *param)
{
    return param->rows >= HALF_PANEL && param->cols >= 8;
}

/* ---- all parameters ---------------------------------------------------------------------------- */

void nn_params_pack_float(struct nn_params *params)
{
    packed_begin(params);
    if (kernels()->gemm_rows) /* tiles, which cut floats into parts as they come */
        return;
    for (int i = 0; i < params->n; i++) {
        const struct nn_param *p = &params->list[i];
        if (!params->packed[i] && p->use == NN_USE_PRODUCT)
            params->packed[i] = packed_floats(params->values + p->offset, p->rows, p->cols);
    }
}

void nn_params_pack_half(struct nn_params *params)
{
    packed_begin(params);
    for (int i = 0; i < params->n; i++) {
        const struct nn_param *p = &params->list[i];
        if (!params->packed[i] && nn_param_has_halves(p))
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
    void *owned;
    char *block = whole_lines(bytes, &owned);
    memset(block, 0, bytes);
    struct packed *packed = xmalloc(sizeof *packed);
    *packed = packed_int8(block, w, p->rows, p->cols);
    packed->owned = owned;
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
        xfree(packed->owned);
    xfree(packed);
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
    xfree(params->packed);
    params->packed = NULL;
}
