/* safetensors_write.c - model files are written whole, beside the old one, and then take its place. */
#include "nn/internal.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { WRITE_BLOCK = 1 << 16, ALIGNED = 64 };

static size_t entry_count(const struct nn_file_entry *e)
{
    size_t count = (size_t)e->rows * (size_t)e->cols;
    if (e->raw) {
        count = 1;
        for (int i = 0; i < e->rank; i++)
            count *= (size_t)e->shape[i];
    }
    return count;
}

static json_t *entry_shape(const struct nn_file_entry *e)
{
    const int dense[] = {e->rows, e->cols};
    const int *shape = e->raw ? e->shape : e->rank == 1 ? dense + 1 : dense;
    json_t *out = json_array();
    for (int i = 0; i < e->rank; i++)
        json_array_append_new(out, json_integer(shape[i]));
    return out;
}

static json_t *header_of(const struct nn_file_entry *entries, int n, const json_t *metadata,
                         enum nn_dtype dtype)
{
    json_t *header = json_object(), *about = metadata ? json_copy((json_t *)metadata) : json_object();
    int64_t at = 0;
    json_object_set_new(about, CHECKSUM, json_string("0000000000000000")); /* see put_checksum */
    json_object_set_new(header, "__metadata__", about);
    for (int i = 0; i < n; i++) {
        const struct nn_file_entry *e = &entries[i];
        enum nn_dtype as = e->raw ? e->dtype : dtype;
        int64_t end = at + (int64_t)entry_count(e) * dtype_bytes(as);
        json_object_set_new(header, e->name,
                            json_pack("{s:s, s:o, s:[II]}", "dtype", dtype_name(as), "shape",
                                      entry_shape(e), "data_offsets", (json_int_t)at,
                                      (json_int_t)end));
        at = end;
    }
    return header;
}

static bool write_values(FILE *to, const real *x, size_t n, enum nn_dtype dtype)
{
    float block[WRITE_BLOCK / 4];
    uint16_t halves[WRITE_BLOCK / 4];
    for (size_t at = 0; at < n; at += COUNT_OF(block)) {
        size_t count = MIN((size_t)COUNT_OF(block), n - at);
        for (size_t i = 0; i < count; i++)
            block[i] = (float)x[at + i];
        bool half = dtype == NN_F16;
        if (half)
            kernels()->to_half(count, block, halves);
        if (fwrite(half ? (void *)halves : (void *)block, half ? 2 : 4, count, to) != count)
            return false;
    }
    return true;
}

static bool write_file(FILE *to, const char *header, const struct nn_file_entry *entries, int n,
                       enum nn_dtype dtype)
{
    static const char blanks[ALIGNED + 1] = "                                "
                                            "                                ";
    uint64_t length = strlen(header);
    uint64_t padded = (length + LENGTH_BYTES + ALIGNED - 1) / ALIGNED * ALIGNED - LENGTH_BYTES;
    if (fwrite(&padded, LENGTH_BYTES, 1, to) != 1 || fwrite(header, 1, length, to) != length ||
        fwrite(blanks, 1, padded - length, to) != padded - length)
        return false;
    for (int i = 0; i < n; i++)
        if (entries[i].raw
                ? fwrite(entries[i].raw, (size_t)dtype_bytes(entries[i].dtype),
                         entry_count(&entries[i]), to) != entry_count(&entries[i])
                : !write_values(to, entries[i].x, entry_count(&entries[i]), dtype))
            return false;
    return fflush(to) == 0;
}

/* The sum is known when everything is written: read back, and put into its place in the header. */
static bool put_checksum(FILE *to, const char *header)
{
    static const char before[] = "\"" CHECKSUM "\":\"";
    const char *at = strstr(header, before);
    struct stat st;
    int fd = fileno(to);
    CHECK(at);
    if (fstat(fd, &st) != 0)
        return false;
    size_t size = (size_t)st.st_size;
    char *bytes = mmap(NULL, size, PROT_READ, MAP_PRIVATE, fd, 0);
    if (bytes == MAP_FAILED)
        return false;
    char sum[CHECKSUM_DIGITS + 1];
    file_sum(bytes, size, sum);
    munmap(bytes, size);
    off_t place = LENGTH_BYTES + (off_t)(at - header) + (off_t)(sizeof before - 1);
    return pwrite(fd, sum, CHECKSUM_DIGITS, place) == CHECKSUM_DIGITS && fsync(fd) == 0;
}

enum status nn_file_write(const char *path, const struct nn_file_entry *entries, int n,
                          const json_t *metadata, enum nn_dtype dtype, struct error *err)
{
    CHECK(dtype == NN_F32 || dtype == NN_F16);
    struct arena scratch = {0};
    const char *temporary = arena_printf(&scratch, "%s.tmp", path);
    json_t *json = header_of(entries, n, metadata, dtype);
    const char *header = json_write(&scratch, json, JSON_COMPACT);
    json_decref(json);
    CHECK(strlen(header) <= MAX_HEADER);
    int fd = file_create(temporary, 0644);
    FILE *to = fd < 0 ? NULL : fdopen(fd, "w+b");
    bool written = to && write_file(to, header, entries, n, dtype) && put_checksum(to, header);
    int cause = errno;
    if (to && fclose(to) != 0 && written) {
        written = false;
        cause = errno;
    }
    if (written && rename(temporary, path) != 0) {
        written = false;
        cause = errno;
    }
    if (!written && to)
        unlink(temporary);
    arena_release(&scratch);
    return written ? ST_OK : fail(err, ST_IO, "cannot write '%s': %s", path, strerror(cause));
}
