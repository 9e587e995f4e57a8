/* value_build.c - reads a database once and lays out its value index.
 *
 * Three passes: rows into distinct cells per column (value_scan.c reads them); cells into words, hashed
 * by phrase and gathered in posting lists; everything into one block of memory in the order of struct
 * disk_header. */
#include "db/value_build.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void *grow(struct growing *g, size_t item)
{
    if (g->n == g->capacity) {
        g->capacity = g->capacity ? g->capacity * 2 : 256;
        g->v = xrealloc(g->v, g->capacity * item);
    }
    return (char *)g->v + item * g->n++;
}

/* ---- distinct cells -------------------------------------------------------------------------- */

static uint64_t cell_hash(uint32_t column, struct slice cell)
{
    return hash_bytes(cell.s, cell.n, column * 0x9E3779B97F4A7C15u);
}

static void rehash_seen(struct builder *b)
{
    size_t n = b->n_seen ? b->n_seen * 2 : 4096;
    uint32_t *seen = xmalloc(sizeof *seen * n);
    memset(seen, 0, sizeof *seen * n);
    const struct disk_entry *entries = b->entries.v;
    for (uint32_t e = 0; e < b->entries.n; e++) {
        struct slice cell = {b->text + entries[e].text, entries[e].length};
        size_t slot = cell_hash(entries[e].column, cell) & (n - 1);
        while (seen[slot])
            slot = (slot + 1) & (n - 1);
        seen[slot] = e + 1;
    }
    xfree(b->seen);
    b->seen = seen;
    b->n_seen = n;
}

static uint32_t *find_seen(struct builder *b, uint32_t column, struct slice cell)
{
    const struct disk_entry *entries = b->entries.v;
    size_t slot = cell_hash(column, cell) & (b->n_seen - 1);
    for (;; slot = (slot + 1) & (b->n_seen - 1)) {
        uint32_t e = b->seen[slot];
        if (e == 0)
            return &b->seen[slot];
        const struct disk_entry *entry = &entries[e - 1];
        if (entry->column == column && entry->length == cell.n &&
            memcmp(b->text + entry->text, cell.s, cell.n) == 0)
            return &b->seen[slot];
    }
}

static uint32_t add_text(struct builder *b, const char *s, size_t n)
{
    if (b->n_text + n > b->text_capacity) {
        b->text_capacity = MAX(b->text_capacity * 2, b->n_text + n + 65536);
        b->text = xrealloc(b->text, b->text_capacity);
    }
    memcpy(b->text + b->n_text, s, n);
    b->n_text += n;
    return (uint32_t)(b->n_text - n);
}

/* What a cell will cost in the file: itself, its entry, two phrase slots, some postings. */
static size_t cell_cost(struct slice cell)
{
    return cell.n + sizeof(struct disk_entry) + 2 * sizeof(struct disk_slot) + cell.n;
}

static void add_cell(struct builder *b, uint32_t column, struct slice cell, long max)
{
    struct disk_column *c = &b->columns[column];
    if (b->entries.n * 2 >= b->n_seen)
        rehash_seen(b);
    uint32_t *slot = find_seen(b, column, cell);
    if (*slot)
        return;
    size_t cost = cell_cost(cell);
    if (c->n >= (uint64_t)max || cost > b->budget) {
        b->cut[column] = true;
        return;
    }
    b->budget -= cost;
    struct disk_entry entry = {.text = add_text(b, cell.s, cell.n),
                               .length = (uint16_t)cell.n, .column = column};
    *(struct disk_entry *)grow(&b->entries, sizeof entry) = entry;
    *slot = (uint32_t)b->entries.n;
    c->n++;
}

void value_note_number(struct builder *b, uint32_t column, double value)
{
    struct disk_column *c = &b->columns[column];
    bool first = c->low > c->high;
    c->low = first ? value : MIN(c->low, value);
    c->high = first ? value : MAX(c->high, value);
}

void value_take_cell(struct builder *b, uint32_t column, const struct db_cell *cell)
{
    char number[32];
    struct slice text = cell->bytes;
    double value;
    long max = b->options->max_column_values;
    switch (cell->kind) {
    case DB_NULL:
        b->columns[column].nulls++;
        return;
    case DB_BLOB:
        b->header.blobs++;
        b->cut[column] = b->not_numeric[column] = true;
        return;
    case DB_INTEGER:
        text = (struct slice){number, (size_t)snprintf(number, sizeof number, "%lld",
                                                       (long long)cell->integer)};
        value_note_number(b, column, (double)cell->integer);
        max = b->options->max_column_numbers;
        break;
    case DB_REAL:
        if (!isfinite(cell->real))
            return;
        text = (struct slice){number, (size_t)snprintf(number, sizeof number, "%.15g", cell->real)};
        value_note_number(b, column, cell->real);
        max = b->options->max_column_numbers;
        break;
    case DB_TEXT:
        if (text_number(text.s, text.n, &value))
            value_note_number(b, column, value);
        else
            b->not_numeric[column] |= text.n > 0;
        break;
    }
    if (text.n > (size_t)b->options->max_cell) {
        b->header.cells_too_long++;
        b->cut[column] = true;
    } else if (text.n > 0) {
        add_cell(b, column, text, max);
    }
}

/* Entries of a column side by side, in the order they were met. */
static void group_by_column(struct builder *b)
{
    uint32_t n_columns = (uint32_t)b->schema->n_columns;
    uint32_t *next = xmalloc(sizeof *next * (n_columns + 1));
    uint32_t first = 0;
    for (uint32_t c = 0; c < n_columns; c++) {
        b->columns[c].first = next[c] = first;
        first += b->columns[c].n;
    }
    struct disk_entry *sorted = xmalloc(sizeof *sorted * MAX(b->entries.n, (size_t)1));
    const struct disk_entry *entries = b->entries.v;
    for (size_t e = 0; e < b->entries.n; e++)
        sorted[next[entries[e].column]++] = entries[e];
    xfree(b->entries.v);
    b->entries.v = sorted;
    b->entries.capacity = MAX(b->entries.n, (size_t)1);
    xfree(next);
    for (uint32_t c = 0; c < n_columns; c++) {
        struct disk_column *column = &b->columns[c];
        column->complete = !b->cut[c];
        column->numeric = column->n > 0 && !b->not_numeric[c] && column->low <= column->high;
        if (!column->numeric)
            column->low = column->high = 0;
        b->header.columns_cut += b->cut[c] && b->schema->columns[c].table >= 0;
    }
}

/* ---- words ----------------------------------------------------------------------------------- */

static void add_posting(struct builder *b, const struct word *word, uint32_t entry)
{
    int fresh = (int)b->words.n;
    int id = map_put(&b->word_ids, word->stem.s, word->stem.n, fresh);
    if (id == fresh) {
        struct disk_word w = {.length = (uint32_t)word->stem.n};
        w.text = add_text(b, word->stem.s, word->stem.n);
        *(struct disk_word *)grow(&b->words, sizeof w) = w;
    }
    struct disk_word *w = &((struct disk_word *)b->words.v)[id];
    if (w->n && w->first == entry)
        return; /* twice in one cell; first is the last entry until the lists are laid out */
    w->first = entry;
    w->n++;
    *(struct posting *)grow(&b->postings, sizeof(struct posting)) =
        (struct posting){(uint32_t)id, entry};
}

/* Plain numbers are found by phrase, and stop words in too many cells to be worth a list. */
static bool has_postings(const struct word *word)
{
    return word->folded.n > 0 && !word->stop && word->kind != WORD_NUMBER && word->stem.n < 64;
}

/* Returns the phrase hash of a cell, 0 if it has no words. */
static uint64_t index_words(struct builder *b, struct arena *scratch, uint32_t entry)
{
    struct disk_entry *e = &((struct disk_entry *)b->entries.v)[entry];
    /* the text block may move when a word is added, so the cell is read from a copy */
    char cell[UINT16_MAX];
    memcpy(cell, b->text + e->text, e->length);
    struct words words = words_split(scratch, cell, e->length);
    uint64_t phrase = 0;
    for (int i = 0; i < words.n; i++) {
        if (words.v[i].folded.n == 0)
            continue;
        phrase = phrase_hash(phrase, words.v[i].hash);
        e->n_words++;
        if (has_postings(&words.v[i]))
            add_posting(b, &words.v[i], entry);
    }
    return e->n_words ? phrase : 0;
}

static void add_slot(struct disk_slot *slots, uint32_t n_slots, uint64_t phrase, uint32_t entry)
{
    uint32_t at = (uint32_t)phrase & (n_slots - 1);
    for (int probe = 0; probe < VALUE_PROBES_MAX; probe++, at = (at + 1) & (n_slots - 1)) {
        if (slots[at].entry)
            continue;
        slots[at] = (struct disk_slot){(uint32_t)(phrase >> 32), entry + 1};
        return;
    }
}

static uint32_t slots_for(size_t n)
{
    uint32_t slots = 16;
    while (slots < n * 2)
        slots *= 2;
    return slots;
}

static struct disk_slot *index_all_words(struct builder *b)
{
    b->header.n_slots = slots_for(b->entries.n);
    struct disk_slot *slots = xmalloc(sizeof *slots * b->header.n_slots);
    memset(slots, 0, sizeof *slots * b->header.n_slots);
    struct arena scratch = {0};
    b->word_ids = map_in(&b->words_arena);
    for (uint32_t e = 0; e < b->entries.n; e++) {
        uint64_t phrase = index_words(b, &scratch, e);
        if (phrase)
            add_slot(slots, b->header.n_slots, phrase, e);
        arena_clear(&scratch);
    }
    arena_release(&scratch);
    return slots;
}

/* ---- laying it out --------------------------------------------------------------------------- */


static int compare_words(const void *a, const void *b, void *context)
{
    const struct builder *builder = context;
    const struct disk_word *words = builder->words.v;
    const struct disk_word *x = &words[*(const uint32_t *)a], *y = &words[*(const uint32_t *)b];
    size_t n = MIN(x->length, y->length);
    int order = memcmp(builder->text + x->text, builder->text + y->text, n);
    return order ? order : (x->length > y->length) - (x->length < y->length);
}

/* Sorts the words and turns the pairs (word, entry) into one list a word. */
static void lay_out_postings(struct builder *b, struct disk_word *words, uint32_t *postings)
{
    size_t n = b->words.n;
    uint32_t *order = xmalloc(sizeof *order * MAX(n, (size_t)1));
    uint32_t *next = xmalloc(sizeof *next * MAX(n, (size_t)1));
    for (size_t i = 0; i < n; i++)
        order[i] = (uint32_t)i;
    if (n)
        qsort_r(order, n, sizeof *order, compare_words, b);
    uint32_t first = 0;
    for (size_t i = 0; i < n; i++) {
        words[i] = ((struct disk_word *)b->words.v)[order[i]];
        words[i].first = next[order[i]] = first;
        first += words[i].n;
    }
    const struct posting *pairs = b->postings.v;
    for (size_t i = 0; i < b->postings.n; i++)
        postings[next[pairs[i].word]++] = pairs[i].entry;
    xfree(order);
    xfree(next);
}

static size_t padded(size_t n)
{
    return (n + 7) & ~(size_t)7;
}

static char *put(char *to, const void *from, size_t n)
{
    if (n)
        memcpy(to, from, n);
    return to + padded(n);
}

static void lay_out(struct builder *b, const struct disk_slot *slots, uint64_t stamp, void **bytes,
                    size_t *n)
{
    struct disk_header *h = &b->header;
    memcpy(h->magic, VALUE_MAGIC, sizeof h->magic);
    h->version = VALUE_VERSION;
    h->byte_order = VALUE_BYTE_ORDER;
    h->stamp = stamp;
    h->n_columns = (uint32_t)b->schema->n_columns;
    h->n_entries = (uint32_t)b->entries.n;
    h->n_words = (uint32_t)b->words.n;
    h->n_postings = (uint32_t)b->postings.n;
    h->n_text = b->n_text;
    size_t words = sizeof(struct disk_word) * h->n_words;
    size_t postings = sizeof(uint32_t) * h->n_postings;
    *n = sizeof *h + padded(sizeof *b->columns * h->n_columns) +
         padded(sizeof(struct disk_entry) * h->n_entries) + padded(sizeof *slots * h->n_slots) +
         padded(words) + padded(postings) + padded(h->n_text);
    h->file_bytes = *n;
    *bytes = xmalloc(*n);
    memset(*bytes, 0, *n);
    char *at = (char *)*bytes + sizeof *h;
    at = put(at, b->columns, sizeof *b->columns * h->n_columns);
    at = put(at, b->entries.v, sizeof(struct disk_entry) * h->n_entries);
    at = put(at, slots, sizeof *slots * h->n_slots);
    lay_out_postings(b, (struct disk_word *)at, (uint32_t *)(at + padded(words)));
    put(at + padded(words) + padded(postings), b->text, b->n_text);
    memcpy(*bytes, h, sizeof *h);
    ((struct disk_header *)*bytes)->checksum = value_checksum(*bytes, *n);
}

static void begin(struct builder *b, const struct schema *schema,
                  const struct value_options *options)
{
    *b = (struct builder){.options = options, .schema = schema, .budget = options->max_bytes};
    size_t n_columns = (size_t)schema->n_columns;
    b->columns = xmalloc(sizeof *b->columns * n_columns);
    b->cut = xmalloc(n_columns);
    b->not_numeric = xmalloc(n_columns);
    memset(b->cut, 0, n_columns);
    memset(b->not_numeric, 0, n_columns);
    for (size_t i = 0; i < n_columns; i++)
        b->columns[i] = (struct disk_column){.low = 1, .high = 0}; /* empty until a number comes */
}

static void finish(struct builder *b, uint64_t stamp, void **bytes, size_t *n)
{
    group_by_column(b);
    struct disk_slot *slots = index_all_words(b);
    lay_out(b, slots, stamp, bytes, n);
    xfree(slots);
}

static void release(struct builder *b)
{
    xfree(b->columns);
    xfree(b->cut);
    xfree(b->not_numeric);
    xfree(b->entries.v);
    xfree(b->seen);
    xfree(b->text);
    xfree(b->words.v);
    xfree(b->postings.v);
    arena_release(&b->words_arena);
}

enum status value_index_build(struct db *db, const struct schema *schema,
                              const struct value_options *options, uint64_t stamp, void **bytes,
                              size_t *n, struct error *err)
{
    struct builder b;
    begin(&b, schema, options);
    enum status st = value_scan(&b, db, err);
    if (st == ST_OK)
        finish(&b, stamp, bytes, n);
    release(&b);
    return st;
}

void value_index_build_cells(const struct schema *schema, const struct value_cells *cells,
                             const struct value_options *options, void **bytes, size_t *n)
{
    struct builder b;
    begin(&b, schema, options);
    for (int i = 0; i < cells->n; i++) {
        const struct value_cell *c = &cells->v[i];
        CHECK(c->column > 0 && c->column < schema->n_columns);
        struct db_cell cell = {.kind = DB_TEXT, .bytes = slice_of(c->text)};
        b.columns[c->column].rows++;
        value_take_cell(&b, (uint32_t)c->column, &cell);
    }
    for (int i = 1; i < schema->n_columns; i++)
        b.cut[i] = true;
    finish(&b, 0, bytes, n);
    release(&b);
}
