/* value_find.c - looking a phrase up in a value index: the cells that are it, hold it, hold its words,
 * or hold words like them. */
#include "db/value_index.h"

#include <stdlib.h>
#include <string.h>

/* ---- the cells that hold a word --------------------------------------------------------------- */

struct list { /* entries that hold a word, ascending */
    const uint32_t *v;
    uint32_t n;
};

static struct list list_of(const struct value_index *index, const struct disk_word *word)
{
    uint32_t total = index->header->n_postings;
    return word->first <= total && word->n <= total - word->first
               ? (struct list){index->postings + word->first, word->n}
               : (struct list){NULL, 0};
}

static struct slice word_text(const struct value_index *index, uint32_t word)
{
    return text_at(index, index->words[word].text, index->words[word].length);
}

static int compare_slices(struct slice a, struct slice b)
{
    int order = memcmp(a.s, b.s, MIN(a.n, b.n));
    return order ? order : (a.n > b.n) - (a.n < b.n);
}

/* The first word not before the one given. */
static uint32_t lower_bound(const struct value_index *index, struct slice stem)
{
    uint32_t low = 0, high = index->header->n_words;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (compare_slices(word_text(index, middle), stem) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static struct list find_list(const struct value_index *index, struct slice stem)
{
    uint32_t at = lower_bound(index, stem);
    if (at < index->header->n_words && compare_slices(word_text(index, at), stem) == 0)
        return list_of(index, &index->words[at]);
    return (struct list){NULL, 0};
}

long value_index_frequency(const struct value_index *index, struct slice stem)
{
    return find_list(index, stem).n;
}

static bool list_has(struct list list, uint32_t entry)
{
    uint32_t low = 0, high = list.n;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (list.v[middle] < entry)
            low = middle + 1;
        else
            high = middle;
    }
    return low < list.n && list.v[low] == entry;
}

/* ---- a search -------------------------------------------------------------------------------- */

#define QUERY_MAX_WORDS 32
#define RAW_MAX 192          /* hits collected before the best are chosen */
#define EXAMINED_PER_COLUMN 1024
#define EXAMINED_MAX 16384

struct search {
    const struct value_index *index;
    struct arena scratch;
    const struct word *words[QUERY_MAX_WORDS]; /* without punctuation */
    int n;
    char normal[512]; /* the phrase, folded, joined by spaces */
    size_t n_normal;
    int per_column;
    struct raw_hit {
        uint32_t entry;
        struct value_hit hit;
    } raw[RAW_MAX];
    int n_raw;
};

static void search_begin(struct search *s, const struct value_index *index,
                         const struct word *words, int n, int per_column)
{
    s->index = index;
    s->scratch = (struct arena){0};
    s->n = s->n_raw = 0;
    s->n_normal = 0;
    s->per_column = per_column;
    for (int i = 0; i < n && s->n < QUERY_MAX_WORDS; i++) {
        struct slice folded = words[i].folded;
        if (folded.n == 0)
            continue;
        s->words[s->n++] = &words[i];
        if (s->n_normal + folded.n + 1 < sizeof s->normal) {
            if (s->n_normal)
                s->normal[s->n_normal++] = ' ';
            memcpy(s->normal + s->n_normal, folded.s, folded.n);
            s->n_normal += folded.n;
        }
    }
}

static void add_hit(struct search *s, uint32_t entry, enum value_match match, double similarity)
{
    for (int i = 0; i < s->n_raw; i++)
        if (s->raw[i].entry == entry) {
            if (match < s->raw[i].hit.match)
                s->raw[i].hit.match = match;
            return;
        }
    if (s->n_raw == RAW_MAX)
        return;
    const struct disk_entry *e = &s->index->entries[entry];
    s->raw[s->n_raw++] = (struct raw_hit){
        entry, {.column = (int)e->column, .match = match, .similarity = (float)similarity,
                .cell = value_index_cell(s->index, entry)}};
}

/* The words of a cell without punctuation. */
static int cell_words(struct search *s, struct slice cell, struct word *out, int max)
{
    struct words words = words_split(&s->scratch, cell.s, cell.n);
    int n = 0;
    for (int i = 0; i < words.n && n < max; i++)
        if (words.v[i].folded.n)
            out[n++] = words.v[i];
    return n;
}

static bool same_stem(const struct word *a, const struct word *b)
{
    return a->hash == b->hash && a->stem.n == b->stem.n;
}

static bool same_folded(const struct word *a, const struct word *b)
{
    return a->folded.n == b->folded.n && memcmp(a->folded.s, b->folded.s, a->folded.n) == 0;
}

/* How the phrase stands in the cell's words: VALUE_EXACT .. VALUE_WORDS, or -1. */
static int grade(const struct search *s, const struct word *cell, int n)
{
    bool folded = n == s->n;
    for (int start = 0; start + s->n <= n; start++) {
        int k = 0;
        while (k < s->n && same_stem(&cell[start + k], s->words[k])) {
            folded = folded && same_folded(&cell[start + k], s->words[k]);
            k++;
        }
        if (k == s->n)
            return n == s->n ? folded ? VALUE_EXACT : VALUE_STEM : VALUE_CONTAINS;
    }
    for (int k = 0; k < s->n; k++) {
        int i = 0;
        while (i < n && !s->words[k]->stop && !same_stem(&cell[i], s->words[k]))
            i++;
        if (i == n)
            return -1;
    }
    return VALUE_WORDS;
}

static double normal_similarity(const struct search *s, const struct word *cell, int n)
{
    char normal[512];
    size_t used = 0;
    for (int i = 0; i < n && used + cell[i].folded.n + 1 < sizeof normal; i++) {
        if (used)
            normal[used++] = ' ';
        memcpy(normal + used, cell[i].folded.s, cell[i].folded.n);
        used += cell[i].folded.n;
    }
    return text_similarity(s->normal, s->n_normal, normal, used);
}

#define CELL_MAX_WORDS 64

/* Reads a cell and adds it if it matches; `at_least` is the match already known. */
static void verify(struct search *s, uint32_t entry, enum value_match at_least,
                   enum value_match worst)
{
    struct word words[CELL_MAX_WORDS];
    int n = cell_words(s, value_index_cell(s->index, entry), words, CELL_MAX_WORDS);
    int match = grade(s, words, n);
    if (match < 0 && at_least > VALUE_WORDS)
        match = (int)at_least;
    if (match >= 0 && match <= (int)worst)
        add_hit(s, entry, (enum value_match)match, normal_similarity(s, words, n));
}

static void search_phrase(struct search *s, enum value_match worst)
{
    uint64_t phrase = 0;
    for (int i = 0; i < s->n; i++)
        phrase = phrase_hash(phrase, s->words[i]->hash);
    uint32_t mask = s->index->header->n_slots - 1, at = (uint32_t)phrase & mask;
    for (int probe = 0; probe < VALUE_PROBES_MAX; probe++, at = (at + 1) & mask) {
        struct disk_slot slot = s->index->slots[at];
        if (slot.entry == 0)
            return;
        if (slot.tag == (uint32_t)(phrase >> 32) && slot.entry <= s->index->header->n_entries &&
            s->index->entries[slot.entry - 1].n_words == s->n)
            verify(s, slot.entry - 1, VALUE_EXACT, worst);
    }
}

/* ---- cells that hold all the words ----------------------------------------------------------- */

/* The most promising cells of one column: those nearest in length to the phrase. */
struct column_best {
    uint32_t column;
    int examined, n;
    uint32_t entry[8];
    uint32_t length[8];
};

static void column_best_add(struct column_best *best, uint32_t entry, uint32_t length, int max)
{
    int at = best->n;
    while (at > 0 && best->length[at - 1] > length)
        at--;
    if (at >= max)
        return;
    if (best->n < max)
        best->n++;
    for (int i = best->n - 1; i > at; i--) {
        best->entry[i] = best->entry[i - 1];
        best->length[i] = best->length[i - 1];
    }
    best->entry[at] = entry;
    best->length[at] = length;
}

static void column_best_flush(struct search *s, struct column_best *best, enum value_match known,
                              enum value_match worst)
{
    for (int i = 0; i < best->n; i++)
        verify(s, best->entry[i], known, worst);
    best->n = best->examined = 0;
}

/* Walks the shortest list; entries come column by column, so that a column rich in a common word
 * is left for the next after EXAMINED_PER_COLUMN of its cells. */
static void search_lists(struct search *s, const struct list *lists, int n, enum value_match known,
                         enum value_match worst)
{
    int rarest = 0, examined = 0;
    for (int i = 1; i < n; i++)
        if (lists[i].n < lists[rarest].n)
            rarest = i;
    struct list walk = lists[rarest];
    struct column_best best = {.column = UINT32_MAX};
    int keep = MIN(s->per_column, COUNT_OF(best.entry));
    for (uint32_t i = 0; i < walk.n && examined < EXAMINED_MAX; i++, examined++) {
        uint32_t entry = walk.v[i];
        if (entry >= s->index->header->n_entries)
            return;
        const struct disk_entry *e = &s->index->entries[entry];
        if (e->column != best.column) {
            column_best_flush(s, &best, known, worst);
            best.column = e->column;
        } else if (++best.examined > EXAMINED_PER_COLUMN) {
            struct value_column c = value_index_column(s->index, (int)e->column);
            uint32_t past = (uint32_t)(c.first + c.n), step = 1;
            while (i + step < walk.n && walk.v[i + step] < past)
                step *= 2;
            i += step > 1 ? step / 2 : 0; /* near the end of the column, never past it */
            continue;
        }
        bool all = true;
        for (int k = 0; k < n && all; k++)
            all = k == rarest || list_has(lists[k], entry);
        if (all)
            column_best_add(&best, entry, e->length, keep);
    }
    column_best_flush(s, &best, known, worst);
}

/* Lists of the content words; -1 when the phrase has none or one of them is in no cell, then
 * *missing is that word's place (or -1). */
static int gather_lists(struct search *s, struct list *lists, int *place_of, int *missing)
{
    int n = 0;
    *missing = -1;
    for (int i = 0; i < s->n; i++) {
        const struct word *w = s->words[i];
        if (w->stop || w->kind == WORD_NUMBER)
            continue;
        lists[n] = find_list(s->index, w->stem);
        place_of[n] = i;
        if (lists[n].n == 0 && *missing < 0)
            *missing = n;
        else if (lists[n].n == 0)
            return 0;
        n++;
    }
    return n;
}

#define VARIANTS_MAX 32

/* Words that start with the one given. */
static int prefix_variants(const struct value_index *index, struct slice stem, uint32_t *out)
{
    int n = 0;
    uint32_t total = index->header->n_words;
    for (uint32_t w = lower_bound(index, stem); stem.n >= 3 && w < total && n < VARIANTS_MAX; w++) {
        struct slice text = word_text(index, w);
        if (text.n < stem.n || memcmp(text.s, stem.s, stem.n) != 0)
            break;
        if (text.n > stem.n)
            out[n++] = w;
    }
    return n;
}

#define FUZZY_SCANNED_MAX 8192

/* Words a letter (two in long words) away that share the first two bytes: misspellings hardly
 * ever start at the beginning, and this keeps the search to a fraction of the words. */
static int fuzzy_variants(const struct value_index *index, struct slice stem, uint32_t *out)
{
    if (stem.n < 4)
        return 0;
    for (size_t i = 0; i < stem.n; i++)
        if (stem.s[i] >= '0' && stem.s[i] <= '9')
            return 0; /* codes a digit apart are different things */
    int n = 0, allowed = stem.n >= 7 ? 2 : 1;
    uint32_t total = index->header->n_words;
    uint32_t first = lower_bound(index, (struct slice){stem.s, 2});
    uint32_t last = MIN((uint64_t)total, (uint64_t)first + FUZZY_SCANNED_MAX);
    for (uint32_t w = first; w < last && n < VARIANTS_MAX; w++) {
        struct slice text = word_text(index, w);
        if (text.n < 2 || memcmp(text.s, stem.s, 2) != 0)
            break;
        if (text_edits(text.s, text.n, stem.s, stem.n, allowed) <= allowed)
            out[n++] = w;
    }
    return n;
}

/* Searches again with the list of one place replaced by that of each variant in turn. */
static void search_variants(struct search *s, struct list *lists, int n, int place,
                            const uint32_t *variants, int n_variants, enum value_match match,
                            enum value_match worst)
{
    struct list kept = lists[place];
    for (int i = 0; i < n_variants; i++) {
        lists[place] = list_of(s->index, &s->index->words[variants[i]]);
        if (lists[place].n)
            search_lists(s, lists, n, match, worst);
    }
    lists[place] = kept;
}

static void search_words(struct search *s, enum value_match worst)
{
    struct list lists[QUERY_MAX_WORDS];
    int place_of[QUERY_MAX_WORDS], missing;
    int n = gather_lists(s, lists, place_of, &missing);
    if (n == 0)
        return;
    if (missing < 0)
        search_lists(s, lists, n, VALUE_CONTAINS, worst);
    uint32_t variants[VARIANTS_MAX] = {0};
    if (worst >= VALUE_PREFIX && (missing < 0 || missing == n - 1)) {
        int found = prefix_variants(s->index, s->words[place_of[n - 1]]->stem, variants);
        search_variants(s, lists, n, n - 1, variants, found, VALUE_PREFIX, worst);
    }
    if (worst >= VALUE_FUZZY && missing >= 0) {
        int found = fuzzy_variants(s->index, s->words[place_of[missing]]->stem, variants);
        search_variants(s, lists, n, missing, variants, found, VALUE_FUZZY, worst);
    }
}

static int compare_hits(const void *a, const void *b)
{
    const struct raw_hit *x = a, *y = b;
    if (x->hit.match != y->hit.match)
        return x->hit.match < y->hit.match ? -1 : 1;
    if (x->hit.similarity != y->hit.similarity)
        return x->hit.similarity > y->hit.similarity ? -1 : 1;
    return (x->entry > y->entry) - (x->entry < y->entry);
}

int value_index_find(const struct value_index *index, const struct word *words, int n,
                     enum value_match worst, int per_column, struct value_hit *hits, int max)
{
    struct search s;
    search_begin(&s, index, words, n, per_column);
    if (s.n == 0 || max <= 0 || per_column <= 0)
        return 0;
    search_phrase(&s, worst);
    if (worst >= VALUE_CONTAINS)
        search_words(&s, worst);
    qsort(s.raw, (size_t)s.n_raw, sizeof s.raw[0], compare_hits);
    int found = 0;
    for (int i = 0; i < s.n_raw && found < max; i++) {
        int same = 0;
        for (int k = 0; k < found; k++)
            same += hits[k].column == s.raw[i].hit.column;
        if (same < per_column)
            hits[found++] = s.raw[i].hit;
    }
    arena_release(&s.scratch);
    return found;
}
