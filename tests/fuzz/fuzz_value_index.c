/* fuzz_value_index.c - any bytes as a value index.  The checksum is put right first, since what
 * must hold is that offsets and counts that lie do no harm. */
#include "db/internal.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void ask(const struct value_index *index, const char *phrase)
{
    struct arena arena = {0};
    struct words w = words_split(&arena, phrase, strlen(phrase));
    struct value_hit hits[16];
    int n = value_index_find(index, w.v, w.n, VALUE_FUZZY, 4, hits, 16);
    volatile char last = 0;
    for (int i = 0; i < n; i++) /* every byte that was handed out must be there */
        for (size_t k = 0; k < hits[i].cell.n; k++)
            last = hits[i].cell.s[k];
    (void)last;
    arena_release(&arena);
}

static void walk(const struct value_index *index)
{
    double similarity;
    for (int c = -1; c < 8; c++) {
        struct value_column column = value_index_column(index, c);
        for (long e = column.first; e < column.first + MIN(column.n, 100); e++)
            value_index_cell(index, e);
        value_index_best(index, c, "new york", &similarity);
    }
    value_index_frequency(index, slice_of("york"));
    value_index_report(index);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct value_index *index;
    void *bytes = aligned_alloc(8, (size + 15) & ~(size_t)7);
    if (!bytes)
        return 0;
    memcpy(bytes, data, size);
    if (size >= sizeof(struct disk_header)) {
        struct disk_header *h = bytes;
        memcpy(h->magic, VALUE_MAGIC, sizeof h->magic);
        h->version = VALUE_VERSION;
        h->byte_order = VALUE_BYTE_ORDER;
        h->file_bytes = size;
        h->checksum = value_checksum(bytes, size);
    }
    if (value_index_load(bytes, size, &index, NULL) == ST_OK) {
        ask(index, "new york city");
        ask(index, "york");
        ask(index, "yorkk");
        ask(index, "ne");
        ask(index, "12");
        walk(index);
        value_index_close(index);
    }
    free(bytes);
    return 0;
}
