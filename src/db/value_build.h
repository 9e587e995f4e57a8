/* value_build.h - a value index that is being built. */
#ifndef ASTORMER_DB_VALUE_BUILD_H
#define ASTORMER_DB_VALUE_BUILD_H

#include "db/internal.h"

struct growing { /* a malloc'ed array */
    void *v;
    size_t n, capacity;
};

struct posting {
    uint32_t word, entry;
};

struct builder {
    const struct value_options *options;
    const struct schema *schema;
    struct disk_header header;
    struct disk_column *columns;
    bool *cut;              /* [column] not every distinct cell is kept */
    bool *not_numeric;      /* [column] */
    struct growing entries; /* disk_entry, text = offset into text */
    uint32_t *seen;         /* hash set of entries by (column, bytes); entry + 1 */
    size_t n_seen;
    char *text;
    size_t n_text, text_capacity;
    size_t budget; /* bytes of index still to be spent; an estimate until the end */
    long rows_done, rows_total;

    const int *scan_columns; /* of the table being scanned */

    struct arena words_arena; /* the map of words, for the second pass */
    struct map word_ids;
    struct growing words;    /* disk_word */
    struct growing postings; /* struct posting, by entry */
};

/* A cell of a column, in whatever order they come; one that was there already is not kept again. */
void value_take_cell(struct builder *b, uint32_t column, const struct db_cell *cell);
/* A number of a column that is not one of its cells: its least, or its greatest. */
void value_note_number(struct builder *b, uint32_t column, double value);
/* Takes all cells of a database (value_scan.c). */
enum status value_scan(struct builder *b, struct db *db, struct error *err);

#endif
