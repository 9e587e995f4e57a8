/* value_index.c - a value index as it was read, and what is in it.
 *
 * The bytes may come from a file that somebody damaged or forged: value_index_load checks header,
 * sizes, checksum, and every number inside (a forger can write a checksum), so that the worst a wrong
 * byte can do is a wrong answer. */
#include "db/value_index.h"

#include <stdlib.h>
#include <string.h>

static const char *const match_names[N_VALUE_MATCHES] = {"exact", "stem",   "contains",
                                                         "words", "prefix", "fuzzy"};

const char *value_match_name(enum value_match match)
{
    return match_names[match];
}

/* ---- loading --------------------------------------------------------------------------------- */

uint64_t value_checksum(const void *bytes, size_t n)
{
    struct disk_header header = *(const struct disk_header *)bytes;
    header.checksum = 0;
    return hash_block((const char *)bytes + sizeof header, n - sizeof header,
                      hash_bytes(&header, sizeof header, n));
}

/* Steps over a section of n items; false when it does not fit. */
static bool section(const char **at, const char *end, size_t item, uint64_t n, const void **out)
{
    *out = *at;
    uint64_t room = (uint64_t)(end - *at);
    if (n > room / item)
        return false;
    uint64_t bytes = (n * item + 7) & ~(uint64_t)7;
    if (bytes > room)
        return false;
    *at += bytes;
    return true;
}

static bool find_sections(struct value_index *index, const void *bytes, size_t n)
{
    const struct disk_header *h = bytes;
    const char *at = (const char *)bytes + sizeof *h, *end = (const char *)bytes + n;
    const void *columns, *entries, *slots, *words, *postings, *text;
    bool fits = section(&at, end, sizeof(struct disk_column), h->n_columns, &columns) &&
                section(&at, end, sizeof(struct disk_entry), h->n_entries, &entries) &&
                section(&at, end, sizeof(struct disk_slot), h->n_slots, &slots) &&
                section(&at, end, sizeof(struct disk_word), h->n_words, &words) &&
                section(&at, end, sizeof(uint32_t), h->n_postings, &postings) &&
                section(&at, end, 1, h->n_text, &text) && at == end;
    if (!fits || h->n_slots == 0 || (h->n_slots & (h->n_slots - 1)))
        return false;
    index->header = h;
    index->columns = columns;
    index->entries = entries;
    index->slots = slots;
    index->words = words;
    index->postings = postings;
    index->text = text;
    return true;
}

static bool within(uint64_t first, uint64_t n, uint64_t total)
{
    return first <= total && n <= total - first;
}

/* Columns have their own entries and no others', in order. */
static bool columns_are_sound(const struct value_index *index)
{
    const struct disk_header *h = index->header;
    for (uint32_t c = 0; c < h->n_columns; c++) {
        const struct disk_column *column = &index->columns[c];
        if (!within(column->first, column->n, h->n_entries))
            return false;
        for (uint32_t e = column->first; e < column->first + column->n; e++)
            if (index->entries[e].column != c)
                return false;
    }
    return true;
}

static bool words_are_sound(const struct value_index *index)
{
    const struct disk_header *h = index->header;
    for (uint32_t w = 0; w < h->n_words; w++) {
        const struct disk_word *word = &index->words[w];
        if (!within(word->text, word->length, h->n_text) ||
            !within(word->first, word->n, h->n_postings))
            return false;
        for (uint32_t i = 0; i < word->n; i++)
            if (i > 0 && index->postings[word->first + i] <= index->postings[word->first + i - 1])
                return false;
    }
    for (uint32_t i = 0; i < h->n_postings; i++)
        if (index->postings[i] >= h->n_entries)
            return false;
    return true;
}

static bool contents_are_sound(const struct value_index *index)
{
    const struct disk_header *h = index->header;
    for (uint32_t e = 0; e < h->n_entries; e++)
        if (index->entries[e].column >= h->n_columns ||
            !within(index->entries[e].text, index->entries[e].length, h->n_text))
            return false;
    for (uint32_t s = 0; s < h->n_slots; s++)
        if (index->slots[s].entry > h->n_entries)
            return false;
    return columns_are_sound(index) && words_are_sound(index);
}

int value_index_columns(const struct value_index *index)
{
    return (int)index->header->n_columns;
}

enum status value_index_load(const void *bytes, size_t n, struct value_index **out,
                             struct error *err)
{
    *out = NULL;
    const struct disk_header *h = bytes;
    if (n < sizeof *h || memcmp(h->magic, VALUE_MAGIC, sizeof h->magic) != 0)
        return fail(err, ST_INPUT, "not a value index");
    if (h->version != VALUE_VERSION || h->byte_order != VALUE_BYTE_ORDER)
        return fail(err, ST_INPUT, "a value index of another version or machine");
    struct value_index index = {0};
    if (h->file_bytes != n || !find_sections(&index, bytes, n))
        return fail(err, ST_INPUT, "a value index of %zu bytes whose parts do not add up", n);
    if (h->checksum != value_checksum(bytes, n))
        return fail(err, ST_INPUT, "a value index with a wrong checksum");
    if (h->n_columns > INT32_MAX || !contents_are_sound(&index))
        return fail(err, ST_INPUT, "a value index with numbers that point nowhere");
    *out = xmalloc(sizeof index);
    **out = index;
    return ST_OK;
}

void value_index_own(struct value_index *index, void *bytes)
{
    index->owned = bytes;
}

void value_index_close(struct value_index *index)
{
    if (!index)
        return;
    xfree(index->owned);
    xfree(index);
}

uint64_t value_index_stamp(const struct value_index *index)
{
    return index->header->stamp;
}

struct value_report value_index_report(const struct value_index *index)
{
    const struct disk_header *h = index->header;
    return (struct value_report){
        .entries = h->n_entries, .words = h->n_words, .bytes = (long)h->file_bytes,
        .cells_too_long = (long)h->cells_too_long, .blobs = (long)h->blobs,
        .columns_cut = (long)h->columns_cut, .views_skipped = (long)h->views_skipped};
}

/* ---- checked access -------------------------------------------------------------------------- */

struct slice value_index_cell(const struct value_index *index, long entry)
{
    if (entry < 0 || entry >= (long)index->header->n_entries)
        return (struct slice){"", 0};
    const struct disk_entry *e = &index->entries[entry];
    return text_at(index, e->text, e->length);
}

struct value_column value_index_column(const struct value_index *index, int column)
{
    struct value_column out = {0};
    if (column < 0 || (uint32_t)column >= index->header->n_columns)
        return out;
    const struct disk_column *c = &index->columns[column];
    uint32_t total = index->header->n_entries;
    out.first = MIN(c->first, total);
    out.n = MIN(c->n, total - (uint32_t)out.first);
    out.rows = (long)c->rows;
    out.nulls = (long)c->nulls;
    out.complete = c->complete != 0;
    out.numeric = c->numeric != 0;
    out.low = c->low;
    out.high = c->high;
    return out;
}
