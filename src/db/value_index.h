/* value_index.h - a value index in memory, for the files that load it and look things up. */
#ifndef ASTORMER_DB_VALUE_INDEX_H
#define ASTORMER_DB_VALUE_INDEX_H

#include "db/internal.h"

struct value_index {
    const struct disk_header *header;
    const struct disk_column *columns;
    const struct disk_entry *entries;
    const struct disk_slot *slots;
    const struct disk_word *words;
    const uint32_t *postings;
    const char *text;
    void *owned; /* the bytes, if the index is to free them */
};

/* Empty where it would lie outside. */
static inline struct slice text_at(const struct value_index *index, uint64_t offset, uint64_t n)
{
    uint64_t room = index->header->n_text;
    return offset <= room && n <= room - offset ? (struct slice){index->text + offset, (size_t)n}
                                                : (struct slice){"", 0};
}

#endif
