/* safetensors.c - model files: eight bytes of header length, a JSON header, raw little-endian
 * tensors.  The reader trusts nothing: every length, shape and offset is checked before use. */
#include "nn/internal.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "tensors are read in place");

enum { MAX_TENSORS = 65536 };

static const struct {
    const char *name;
    enum nn_dtype dtype;
    int bytes;
} dtypes[] = {
    {"F32", NN_F32, 4},   {"F16", NN_F16, 2},   {"BF16", NN_BF16, 2}, {"I64", NN_I64, 8},
    {"F64", NN_OTHER, 8}, {"I32", NN_I32, 4},   {"I16", NN_OTHER, 2}, {"I8", NN_I8, 1},
    {"U8", NN_U8, 1},     {"BOOL", NN_OTHER, 1},
};

void file_sum(const void *bytes, size_t size, char out[CHECKSUM_DIGITS + 1])
{
    uint64_t length;
    memcpy(&length, bytes, LENGTH_BYTES);
    size_t start = LENGTH_BYTES + (size_t)length;
    uint64_t sum = hash_block((const char *)bytes + start, size - start, size - start);
    snprintf(out, CHECKSUM_DIGITS + 1, "%016" PRIx64, sum);
}

/* ---- reading -------------------------------------------------------------------------------- */

static enum status read_shape(const json_t *shape, struct nn_file_tensor *to)
{
    if (!json_is_array(shape) || json_array_size(shape) > NN_MAX_RANK)
        return ST_INPUT;
    to->rank = (int)json_array_size(shape);
    to->count = 1;
    for (int i = 0; i < to->rank; i++) {
        const json_t *size = json_array_get(shape, (size_t)i);
        int64_t n = json_is_integer(size) ? json_integer_value(size) : -1;
        if (n < 0 || n > INT32_MAX || __builtin_mul_overflow(to->count, n, &to->count))
            return ST_INPUT;
        to->shape[i] = n;
    }
    return ST_OK;
}

/* One entry of the header; data_size bytes follow the header. */
static enum status read_entry(struct nn_file *file, const char *name, const json_t *entry,
                              const unsigned char *data, uint64_t data_size, struct error *err)
{
    struct nn_file_tensor *to = &file->tensors[file->n_tensors];
    const char *dtype = json_string_value(json_object_get(entry, "dtype"));
    const json_t *offsets = json_object_get(entry, "data_offsets");
    *to = (struct nn_file_tensor){.name = arena_strdup(&file->arena, name)};
    int bytes = 0;
    for (int i = 0; dtype && i < COUNT_OF(dtypes); i++) {
        if (strcmp(dtypes[i].name, dtype) == 0) {
            to->dtype = dtypes[i].dtype;
            bytes = dtypes[i].bytes;
        }
    }
    if (!bytes)
        return fail(err, ST_INPUT, "'%s': tensor '%.200s' has unknown dtype '%.40s'", file->path,
                    name, dtype ? dtype : "");
    if (read_shape(json_object_get(entry, "shape"), to) != ST_OK)
        return fail(err, ST_INPUT, "'%s': tensor '%.200s' has a bad shape", file->path, name);
    if (!json_is_array(offsets) || json_array_size(offsets) != 2 ||
        !json_is_integer(json_array_get(offsets, 0)) ||
        !json_is_integer(json_array_get(offsets, 1)))
        return fail(err, ST_INPUT, "'%s': tensor '%.200s' has bad data_offsets", file->path, name);
    int64_t from = json_integer_value(json_array_get(offsets, 0));
    int64_t until = json_integer_value(json_array_get(offsets, 1));
    if (from < 0 || until < from || (uint64_t)until > data_size)
        return fail(err, ST_INPUT,
                    "'%s': tensor '%.200s' lies at %" PRId64 "..%" PRId64
                    ", outside of the %" PRIu64 " data bytes",
                    file->path, name, from, until, data_size);
    int64_t expected;
    if (__builtin_mul_overflow(to->count, (int64_t)bytes, &expected) || expected != until - from)
        return fail(err, ST_INPUT, "'%s': tensor '%.200s' has %" PRId64 " bytes, its shape needs %"
                    PRId64 " elements of %d", file->path, name, until - from, to->count, bytes);
    to->data = data + from;
    file->n_tensors++;
    return ST_OK;
}

static int by_address(const void *a, const void *b)
{
    const struct nn_file_tensor *x = *(const struct nn_file_tensor *const *)a;
    const struct nn_file_tensor *y = *(const struct nn_file_tensor *const *)b;
    return x->data < y->data ? -1 : x->data > y->data;
}

int dtype_bytes(enum nn_dtype dtype)
{
    for (int i = 0; i < COUNT_OF(dtypes); i++)
        if (dtypes[i].dtype == dtype)
            return dtypes[i].bytes;
    return 0;
}

const char *dtype_name(enum nn_dtype dtype)
{
    for (int i = 0; i < COUNT_OF(dtypes); i++)
        if (dtypes[i].dtype == dtype)
            return dtypes[i].name;
    return "";
}

static size_t tensor_bytes(const struct nn_file_tensor *tensor)
{
    return (size_t)tensor->count * (size_t)dtype_bytes(tensor->dtype);
}

/* Only tensors of dtypes we read are compared: the others are never looked at. */
static enum status check_overlaps(struct nn_file *file, struct error *err)
{
    struct nn_file_tensor **sorted =
        ARENA_ARRAY(&file->arena, struct nn_file_tensor *, MAX(file->n_tensors, 1));
    int n = 0;
    for (int i = 0; i < file->n_tensors; i++)
        if (file->tensors[i].dtype != NN_OTHER && file->tensors[i].count > 0)
            sorted[n++] = &file->tensors[i];
    qsort(sorted, (size_t)n, sizeof *sorted, by_address);
    for (int i = 1; i < n; i++)
        if (sorted[i - 1]->data + tensor_bytes(sorted[i - 1]) > sorted[i]->data)
            return fail(err, ST_INPUT, "'%s': tensors '%.180s' and '%.180s' overlap", file->path,
                        sorted[i - 1]->name, sorted[i]->name);
    return ST_OK;
}

static enum status check_metadata(struct nn_file *file, const json_t *metadata, struct error *err)
{
    const char *key;
    json_t *value;
    if (metadata && !json_is_object(metadata))
        return fail(err, ST_INPUT, "'%s': __metadata__ must be an object", file->path);
    json_object_foreach((json_t *)metadata, key, value)
        if (!json_is_string(value))
            return fail(err, ST_INPUT, "'%s': __metadata__ field '%.200s' must be a string",
                        file->path, key);
    file->metadata = metadata;
    return ST_OK;
}

/* A disk or a copy gone wrong is noticed; whoever means harm writes the sum himself.  Files of others,
 * and our older ones, have none. */
static enum status check_sum(const struct nn_file *file, const char *written, const void *bytes,
                             size_t size, struct error *err)
{
    char sum[CHECKSUM_DIGITS + 1];
    file_sum(bytes, size, sum);
    return strcmp(written, sum) == 0
               ? ST_OK : fail(err, ST_INPUT, "'%s' is damaged: its checksum is %s, its data give %s",
                              file->path, written, sum);
}

static enum status read_header(struct nn_file *file, const char *text, size_t length,
                               const unsigned char *data, uint64_t data_size, struct error *err)
{
    json_error_t where;
    /* jansson rejects bad UTF-8 and nesting deeper than 2048 */
    file->owned = json_parse(text, length, JSON_REJECT_DUPLICATES, &where);
    if (!file->owned || !json_is_object(file->owned))
        return fail(err, ST_INPUT, "'%s': bad header at byte %d: %s", file->path,
                    file->owned ? 0 : where.position,
                    file->owned ? "not a JSON object" : where.text);
    size_t n = json_object_size(file->owned);
    if (n > MAX_TENSORS)
        return fail(err, ST_LIMIT, "'%s' has %zu tensors, more than the limit of %d", file->path,
                    n, MAX_TENSORS);
    file->tensors = ARENA_ARRAY(&file->arena, struct nn_file_tensor, MAX(n, (size_t)1));
    const char *key;
    json_t *value;
    json_object_foreach(file->owned, key, value)
    {
        bool metadata = strcmp(key, "__metadata__") == 0;
        enum status status = metadata
                                 ? check_metadata(file, value, err)
                                 : read_entry(file, key, value, data, data_size, err);
        if (status != ST_OK)
            return status;
        if (!metadata)
            map_put(&file->by_name, key, strlen(key), file->n_tensors - 1);
    }
    if (!file->metadata) {
        json_put(file->owned, "__metadata__", json_object());
        file->metadata = json_object_get(file->owned, "__metadata__");
    }
    return check_overlaps(file, err);
}

static const char *checksum_of(const struct nn_file *file)
{
    return json_string_value(json_object_get(file->metadata, CHECKSUM));
}

static void leave(void *file)
{
    nn_file_close(file);
}

struct mapping {
    void *map;
    size_t size;
};

static void unmap(void *context)
{
    const struct mapping *m = context;
    if (m->map)
        munmap(m->map, m->size);
}

static enum status parse_unsummed(const char *path, const void *data, size_t size,
                                  struct nn_file *out, struct error *err)
{
    *out = (struct nn_file){0};
    out->path = arena_strdup(&out->arena, path);
    out->by_name = map_in(&out->arena);
    const unsigned char *bytes = data;
    uint64_t length;
    enum status status;
    struct undo undo;
    undo_later(&undo, leave, out);
    if (size < LENGTH_BYTES) {
        status = fail(err, ST_INPUT, "'%s' has %zu bytes, too few for a safetensors file", path,
                      size);
    } else {
        memcpy(&length, bytes, LENGTH_BYTES);
        if (length > MAX_HEADER)
            status = fail(err, ST_LIMIT,
                          "'%s': header of %" PRIu64 " bytes, more than the limit of %d", path,
                          length, MAX_HEADER);
        else if (length > size - LENGTH_BYTES)
            status = fail(err, ST_INPUT,
                          "'%s': header of %" PRIu64 " bytes does not fit in a file of %zu", path,
                          length, size);
        else
            status = read_header(out, (const char *)bytes + LENGTH_BYTES, (size_t)length,
                                 bytes + LENGTH_BYTES + length, size - LENGTH_BYTES - length, err);
    }
    undo_forget(&undo);
    if (status != ST_OK)
        nn_file_close(out);
    return status;
}

enum status nn_file_parse(const char *path, const void *data, size_t size, struct nn_file *out,
                          struct error *err)
{
    enum status st = parse_unsummed(path, data, size, out, err);
    const char *sum = st == ST_OK ? checksum_of(out) : NULL;
    if (sum && (st = check_sum(out, sum, data, size, err)) != ST_OK)
        nn_file_close(out);
    return st;
}

/* again: a sum that was right before is taken to be right. */
static enum status open_mapped(const char *path, bool again, struct nn_file *out, struct error *err)
{
    *out = (struct nn_file){0};
    int fd = file_open_regular(path, err);
    if (fd < 0)
        return ST_IO;
    struct stat stat;
    if (fstat(fd, &stat) != 0) {
        close(fd);
        return fail(err, ST_IO, "cannot read '%s': %s", path, strerror(errno));
    }
    size_t size = (size_t)stat.st_size;
    void *map = size ? mmap(NULL, size, PROT_READ, MAP_PRIVATE, fd, 0) : NULL;
    close(fd);
    if (map == MAP_FAILED)
        return fail(err, ST_IO, "cannot map '%s': %s", path, strerror(errno));
    struct undo undo;
    undo_later(&undo, unmap, &(struct mapping){map, size});
    enum status st = parse_unsummed(path, map ? map : "", size, out, err);
    if (st != ST_OK) {
        undo_now(&undo);
        return st;
    }
    undo_forget(&undo);
    out->map = map;
    out->map_size = size;
    const char *sum = checksum_of(out);
    undo_later(&undo, leave, out);
    bool known = !sum || (again && checked_before(&stat, sum));
    if (!known)
        st = check_sum(out, sum, map, size, err);
    if (!known && st == ST_OK && again)
        checked_remember(&stat, sum);
    undo_forget(&undo);
    if (st != ST_OK)
        nn_file_close(out);
    return st;
}

enum status nn_file_open(const char *path, struct nn_file *out, struct error *err)
{
    return open_mapped(path, false, out, err);
}

enum status nn_file_open_again(const char *path, struct nn_file *out, struct error *err)
{
    return open_mapped(path, true, out, err);
}

void nn_file_close(struct nn_file *file)
{
    json_decref(file->owned);
    if (file->map)
        munmap(file->map, file->map_size);
    arena_release(&file->arena);
    *file = (struct nn_file){0};
}

const struct nn_file_tensor *nn_file_find(const struct nn_file *file, const char *name)
{
    int index = map_get(&file->by_name, name, strlen(name), -1);
    return index < 0 ? NULL : &file->tensors[index];
}

const char *nn_file_text(const struct nn_file *file, const char *key)
{
    return json_string_value(json_object_get(file->metadata, key));
}

struct slice nn_file_long_text(const struct nn_file *file, const char *key)
{
    const char *text = nn_file_text(file, key);
    const struct nn_file_tensor *tensor = nn_file_find(file, key);
    if (text)
        return slice_of(text);
    if (!tensor || tensor->dtype != NN_U8)
        return (struct slice){NULL, 0};
    return (struct slice){(const char *)tensor->data, (size_t)tensor->count};
}

struct nn_file_entry nn_file_text_entry(const char *key, const char *text)
{
    size_t n = strlen(text);
    CHECK(n <= INT32_MAX);
    return (struct nn_file_entry){.name = key, .raw = text, .dtype = NN_U8, .rank = 1,
                                  .shape = {(int)n}};
}

static float bf16_value(uint16_t bits)
{
    uint32_t wide = (uint32_t)bits << 16;
    float x;
    memcpy(&x, &wide, sizeof x);
    return x;
}

enum { HALVES = 512 };

void nn_file_values(const struct nn_file_tensor *tensor, int64_t first, int64_t n, real *out)
{
    CHECK(first >= 0 && n >= 0 && first <= tensor->count - n);
    CHECK(tensor->dtype == NN_F32 || tensor->dtype == NN_F16 || tensor->dtype == NN_BF16);
    for (int64_t i = 0; i < n && tensor->dtype == NN_F16; i += HALVES) { /* many at a time */
        uint16_t halves[HALVES];
        float values[HALVES];
        int64_t m = MIN(n - i, HALVES);
        memcpy(halves, tensor->data + (first + i) * 2, sizeof *halves * (size_t)m);
        nn_half_values((size_t)m, halves, values);
        for (int64_t k = 0; k < m; k++)
            out[i + k] = (real)values[k];
    }
    for (int64_t i = 0; i < n && tensor->dtype != NN_F16; i++) {
        if (tensor->dtype == NN_F32) {
            float x;
            memcpy(&x, tensor->data + (first + i) * 4, sizeof x);
            out[i] = (real)x;
        } else {
            uint16_t half;
            memcpy(&half, tensor->data + (first + i) * 2, sizeof half);
            out[i] = (real)bf16_value(half);
        }
    }
}

/* ---- into parameters ------------------------------------------------------------------------ */

static bool shape_fits(const struct nn_param *p, const struct nn_file_tensor *tensor)
{
    if (tensor->rank == 1)
        return p->rows == 1 && tensor->shape[0] == p->cols;
    return tensor->rank == 2 && tensor->shape[0] == p->rows && tensor->shape[1] == p->cols;
}

static const char *file_name_of(struct arena *scratch, const struct nn_load *how,
                                const char *param)
{
    if (how && how->rename)
        return how->rename(how->context, scratch, param);
    return how && how->prefix ? arena_printf(scratch, "%s%s", how->prefix, param) : param;
}

/* Bytes stay in the file; scales and sums are few and are copied. */
static enum status load_bytes(struct nn_params *params, int index, const struct nn_file *file,
                              const struct nn_file_tensor *panels, bool *used, struct error *err)
{
    struct packed_parts parts = {.panels = panels};
    const struct {
        const char *name;
        const struct nn_file_tensor **to;
    } others[] = {{"scale", &parts.scales}, {"sum", &parts.sums}, {"offset", &parts.offsets}};
    struct arena scratch = {0};
    used[panels - file->tensors] = true;
    for (int i = 0; i < COUNT_OF(others); i++) {
        const char *name = arena_printf(&scratch, "%s.%s", panels->name, others[i].name);
        const struct nn_file_tensor *part = *others[i].to = nn_file_find(file, name);
        if (part)
            used[part - file->tensors] = true;
    }
    arena_release(&scratch);
    return packed_map(params, index, file->path, &parts, err);
}

static bool has_bytes(const struct nn_file *file)
{
    for (int i = 0; i < file->n_tensors; i++)
        if (file->tensors[i].dtype == NN_I8)
            return true;
    return false;
}

/* bytes: they are welcome.  halves: weights of products that the file has in halves are only packed. */
static enum status load_param(struct nn_params *params, int index, const struct nn_file *file,
                              const char *name, bool bytes, bool halves, bool *used,
                              struct error *err)
{
    const struct nn_param *p = &params->list[index];
    const struct nn_file_tensor *tensor = nn_file_find(file, name);
    if (!tensor)
        return fail(err, ST_INPUT, "'%s' lacks tensor '%.200s'", file->path, name);
    if (tensor->dtype == NN_I8 && !bytes)
        return fail(err, ST_UNSUPPORTED, "'%s' is quantised: it answers questions, but cannot be "
                    "trained on, averaged or quantised again", file->path);
    if (tensor->dtype == NN_I8)
        return load_bytes(params, index, file, tensor, used, err);
    if (tensor->dtype != NN_F32 && tensor->dtype != NN_F16 && tensor->dtype != NN_BF16)
        return fail(err, ST_UNSUPPORTED, "'%s': tensor '%.200s' is not of F32, F16, BF16 or I8",
                    file->path, name);
    if (!shape_fits(p, tensor))
        return fail(err, ST_INPUT, "'%s': tensor '%.200s' has another shape than %d x %d",
                    file->path, name, p->rows, p->cols);
    used[tensor - file->tensors] = true;
    if (halves && tensor->dtype == NN_F16 && p->use == NN_USE_PRODUCT && nn_param_has_halves(p))
        return packed_take_halves(params, index, file->path, tensor, err);
    nn_file_values(tensor, 0, tensor->count, params->values + p->offset);
    real worst = 0; /* NaN and infinity times nothing are NaN, and stay so in any sum */
    for (int64_t i = 0; i < tensor->count; i++)
        worst += params->values[p->offset + (size_t)i] * 0;
    if (worst != 0)
        return fail(err, ST_INPUT, "'%s': tensor '%.200s' holds a value that is no number", file->path,
                    name);
    return ST_OK;
}

enum status nn_params_load(struct nn_params *params, const struct nn_file *file,
                           const struct nn_load *how, struct error *err)
{
    CHECK(params->values);
    bool bytes = how && how->allow_bytes, halves = bytes && has_bytes(file);
    if (!has_bytes(file))
        madvise(params->values, params->size * sizeof(real), MADV_HUGEPAGE);
    struct arena scratch = {0};
    bool *used = ARENA_ARRAY(&scratch, bool, MAX(file->n_tensors, 1));
    enum status status = ST_OK;
    for (int i = 0; i < params->n && status == ST_OK; i++) {
        const char *name = file_name_of(&scratch, how, params->list[i].name);
        if (name)
            status = load_param(params, i, file, name, bytes, halves, used, err);
    }
    for (int i = 0; i < file->n_tensors && status == ST_OK && !(how && how->allow_surplus); i++)
        if (!used[i] && file->tensors[i].dtype != NN_U8) /* texts */
            status = fail(err, ST_INPUT, "'%s' has a surplus tensor '%.200s'", file->path,
                          file->tensors[i].name);
    arena_release(&scratch);
    return status;
}

struct nn_file_entry *nn_params_entries(struct arena *arena, struct nn_params *params, int *n)
{
    struct nn_file_entry *entries = ARENA_ARRAY(arena, struct nn_file_entry, params->n + 1);
    for (int i = 0; i < params->n; i++) {
        const struct nn_param *p = &params->list[i];
        entries[i] = (struct nn_file_entry){.name = p->name, .x = params->values + p->offset,
                                            .rows = p->rows, .cols = p->cols, .rank = p->rank};
    }
    *n = params->n;
    return entries;
}
