/* value_build.c - reads a database once and lays out its value index.
 *
 * Three passes: rows into distinct cells per column (one scan a table, all columns at once; over a
 * wire the server finds the distinct cells instead, one statement a column);
 * cells into words, hashed by phrase and gathered in posting lists; everything into one block of
 * memory in the order of struct disk_header. */
#include "db/internal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct growing { /* a malloc'ed array */
    void *v;
    size_t n, capacity;
};

static void *grow(struct growing *g, size_t item)
{
    if (g->n == g->capacity) {
        g->capacity = g->capacity ? g->capacity * 2 : 256;
        g->v = xrealloc(g->v, g->capacity * item);
    }
    return (char *)g->v + item * g->n++;
}

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
    free(b->seen);
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

static void note_number(struct builder *b, uint32_t column, double value)
{
    struct disk_column *c = &b->columns[column];
    bool first = c->low > c->high;
    c->low = first ? value : MIN(c->low, value);
    c->high = first ? value : MAX(c->high, value);
}

static void take_cell(struct builder *b, uint32_t column, const struct db_cell *cell)
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
        note_number(b, column, (double)cell->integer);
        max = b->options->max_column_numbers;
        break;
    case DB_REAL:
        if (!isfinite(cell->real))
            return;
        text = (struct slice){number, (size_t)snprintf(number, sizeof number, "%.15g", cell->real)};
        note_number(b, column, cell->real);
        max = b->options->max_column_numbers;
        break;
    case DB_TEXT:
        if (text_number(text.s, text.n, &value))
            note_number(b, column, value);
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

static bool take_row(void *context, const struct db_cell *cells, int n)
{
    struct builder *b = context;
    for (int i = 0; i < n; i++) {
        b->columns[b->scan_columns[i]].rows++;
        take_cell(b, (uint32_t)b->scan_columns[i], &cells[i]);
    }
    if ((++b->rows_done & 1023) == 0 && b->options->progress)
        b->options->progress(b->options->progress_context, b->rows_done, b->rows_total);
    return true;
}

/* ---- scanning -------------------------------------------------------------------------------- */

struct scan { /* the columns of one table that the database has */
    int *columns;
    int n;
    const struct db_source *any;
};

static struct scan scan_of(struct arena *arena, const struct schema *schema,
                           const struct db_binding *binding, int table)
{
    struct scan scan = {0};
    int capacity = 0;
    for (int i = 1; i < schema->n_columns; i++)
        if (schema->columns[i].table == table && binding->columns[i].table) {
            *ARENA_PUSH(arena, scan.columns, scan.n, capacity) = i;
            scan.any = &binding->columns[i];
        }
    return scan;
}

#define COUNT_SECONDS 2.0 /* spent on one table, to know how far the progress has got */

static bool take_count(void *context, const struct db_cell *cells, int n)
{
    *(long *)context += n == 1 ? (long)cells[0].integer : 0;
    return false;
}

static enum status count_rows(struct db *db, struct scan scan, long *total, struct error *err)
{
    if (scan.any->computed)
        return ST_OK;
    struct arena scratch = {0};
    char *sql = arena_printf(&scratch, "SELECT count(*) FROM %s", scan.any->from);
    struct db_sink sink = {.row = take_count, .context = total};
    struct db_limits limits = {.seconds = COUNT_SECONDS};
    enum status st = db_query_opening(db, sql, &limits, &sink, NULL, err);
    arena_release(&scratch);
    return st == ST_LIMIT ? ST_OK : st; /* then progress is told without its end */
}

static enum status scan_table(struct builder *b, struct db *db, const struct db_binding *binding,
                              struct scan scan, struct error *err)
{
    struct arena scratch = {0};
    struct strbuf sql = strbuf_in(&scratch);
    for (int i = 0; i < scan.n; i++)
        strbuf_printf(&sql, "%s%s", i ? ", " : "SELECT ",
                      db_quote_name(&scratch, binding->columns[scan.columns[i]].column));
    strbuf_printf(&sql, " FROM %s", scan.any->from);
    struct db_limits limits = {.any_cell = true};
    if (scan.any->view) {
        limits.max_rows = b->options->max_view_rows;
        limits.seconds = b->options->max_view_seconds;
    }
    bool computed = scan.any->computed;
    struct db_sink sink = {.row = take_row, .context = b};
    struct db_outcome outcome;
    b->scan_columns = scan.columns;
    enum status st = (computed ? db_query_opening : db_query_own)(db, sql.s, &limits, &sink,
                                                                  &outcome, err);
    if (st == ST_LIMIT || (computed && st != ST_OK)) {
        b->header.views_skipped += computed;
        outcome.truncated = true;
        st = ST_OK;
    }
    for (int i = 0; i < scan.n; i++)
        b->cut[scan.columns[i]] |= outcome.truncated;
    arena_release(&scratch);
    return st;
}

/* ---- scanning over a wire: the server finds the distinct cells ------------------------------- */

#define COLUMN_SECONDS 30 /* spent on one column of a table; a view has max_view_seconds */
#define FALLBACK_ROWS 100000 /* read of a column whose distinct cells took too long to find */

/* Arrays, documents, rows and bytes hold no value that a comparison could name. */
static bool is_plain(const struct db_source *source)
{
    return db_declared_type(source->decl_type) != COLUMN_OTHERS;
}

static bool is_number(const struct db_source *source)
{
    return db_declared_type(source->decl_type) == COLUMN_NUMBER;
}

/* count(*), then for each column its count, least and greatest */
static bool take_summary(void *context, const struct db_cell *cells, int n)
{
    struct builder *b = context;
    for (int i = 0; 1 + 3 * i + 2 < n; i++) {
        uint32_t column = (uint32_t)b->scan_columns[i];
        const struct db_cell *of = &cells[1 + 3 * i];
        b->columns[column].rows = (uint64_t)cells[0].integer;
        b->columns[column].nulls = (uint64_t)(cells[0].integer - of[0].integer);
        for (int k = 1; k <= 2; k++)
            if (of[k].kind == DB_INTEGER || (of[k].kind == DB_REAL && isfinite(of[k].real)))
                note_number(b, column, of[k].kind == DB_REAL ? of[k].real : (double)of[k].integer);
    }
    b->rows_done += n > 0 ? (long)cells[0].integer : 0;
    return false;
}

static enum status summarise(struct builder *b, struct db *db, const struct db_binding *binding,
                             struct scan scan, const struct db_limits *limits, struct error *err)
{
    struct arena scratch = {0};
    struct strbuf sql = strbuf_in(&scratch);
    strbuf_puts(&sql, "SELECT count(*)");
    for (int i = 0; i < scan.n; i++) {
        const struct db_source *source = &binding->columns[scan.columns[i]];
        const char *name = db_quote_name(&scratch, source->column);
        strbuf_printf(&sql, is_number(source) ? ", count(%s), min(%s), max(%s)"
                                              : ", count(%s), NULL, NULL", name, name, name);
    }
    strbuf_printf(&sql, " FROM %s", scan.any->from);
    struct db_sink sink = {.row = take_summary, .context = b};
    b->scan_columns = scan.columns;
    enum status st = db_query_own(db, sql.s, limits, &sink, NULL, err);
    arena_release(&scratch);
    return st;
}

static bool take_distinct(void *context, const struct db_cell *cells, int n)
{
    struct builder *b = context;
    for (int i = 0; i < n; i++)
        take_cell(b, (uint32_t)b->scan_columns[i], &cells[i]);
    return true;
}

static enum status scan_column(struct builder *b, struct db *db, const struct db_source *source,
                               int column, struct db_limits limits, struct error *err)
{
    struct arena scratch = {0};
    const char *name = db_quote_name(&scratch, source->column);
    bool number = is_number(source);
    char *cells = number ? arena_printf(&scratch, "%s FROM %s WHERE %s IS NOT NULL", name,
                                        source->from, name)
                         : arena_printf(&scratch, "CAST(%s AS text) FROM %s WHERE octet_length("
                                                  "CAST(%s AS text)) BETWEEN 1 AND %d",
                                        name, source->from, name, b->options->max_cell);
    limits.max_rows = number ? b->options->max_column_numbers : b->options->max_column_values;
    struct db_sink sink = {.row = take_distinct, .context = b};
    struct db_outcome outcome;
    b->scan_columns = &column;
    char *sql = arena_printf(&scratch, "SELECT DISTINCT %s LIMIT %ld", cells, limits.max_rows + 1);
    enum status st = db_query_own(db, sql, &limits, &sink, &outcome, err);
    if (st == ST_LIMIT) {
        outcome.truncated = true;
        sql = arena_printf(&scratch, "SELECT %s LIMIT %d", cells, FALLBACK_ROWS);
        struct db_outcome unused;
        st = db_query_own(db, sql, &limits, &sink, &unused, err);
        st = st == ST_LIMIT ? ST_OK : st;
    }
    b->cut[column] |= outcome.truncated;
    arena_release(&scratch);
    return st;
}

static enum status scan_distinct(struct builder *b, struct db *db,
                                 const struct db_binding *binding, struct scan scan,
                                 struct error *err)
{
    struct db_limits limits = {
        .seconds = scan.any->computed ? b->options->max_view_seconds : COLUMN_SECONDS,
        .any_cell = true};
    enum status st = summarise(b, db, binding, scan, &limits, err);
    bool failed = st != ST_OK;
    for (int i = 0; i < scan.n; i++) {
        int column = scan.columns[i];
        const struct db_source *source = &binding->columns[column];
        b->not_numeric[column] = !is_number(source);
        b->cut[column] |= failed || !is_plain(source);
        if ((st == ST_OK || st == ST_LIMIT) && is_plain(source))
            st = scan_column(b, db, source, column, limits, err);
    }
    if (st != ST_OK && scan.any->computed) {
        b->header.views_skipped++;
        st = ST_OK;
    }
    if (b->options->progress)
        b->options->progress(b->options->progress_context, b->rows_done, b->rows_total);
    return st == ST_LIMIT ? ST_OK : st;
}

static enum status scan_all(struct builder *b, struct db *db, struct error *err)
{
    struct arena arena = {0};
    struct db_binding binding;
    enum status st = db_bind(&arena, db, b->schema, &binding, err);
    struct scan *scans = ARENA_ARRAY(&arena, struct scan, b->schema->n_tables);
    for (int t = 0; st == ST_OK && t < b->schema->n_tables; t++) {
        scans[t] = scan_of(&arena, b->schema, &binding, t);
        if (scans[t].n > 0 && b->options->progress && !db->driver->distinct_scans)
            st = count_rows(db, scans[t], &b->rows_total, err);
    }
    for (int t = 0; st == ST_OK && t < b->schema->n_tables; t++)
        if (scans[t].n > 0)
            st = (db->driver->distinct_scans ? scan_distinct : scan_table)(b, db, &binding,
                                                                           scans[t], err);
    arena_release(&arena);
    return st;
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
    free(b->entries.v);
    b->entries.v = sorted;
    b->entries.capacity = MAX(b->entries.n, (size_t)1);
    free(next);
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
    free(order);
    free(next);
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
    free(slots);
}

static void release(struct builder *b)
{
    free(b->columns);
    free(b->cut);
    free(b->not_numeric);
    free(b->entries.v);
    free(b->seen);
    free(b->text);
    free(b->words.v);
    free(b->postings.v);
    arena_release(&b->words_arena);
}

enum status value_index_build(struct db *db, const struct schema *schema,
                              const struct value_options *options, uint64_t stamp, void **bytes,
                              size_t *n, struct error *err)
{
    struct builder b;
    begin(&b, schema, options);
    enum status st = scan_all(&b, db, err);
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
        take_cell(&b, (uint32_t)c->column, &cell);
    }
    for (int i = 1; i < schema->n_columns; i++)
        b.cut[i] = true;
    finish(&b, 0, bytes, n);
    release(&b);
}
