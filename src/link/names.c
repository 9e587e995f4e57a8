/* names.c - words of a question against the names of tables and columns.
 *
 * Every word is looked up among the words of all names at once; what comes back is sorted by
 * name, so that one pass over the hits of a name decides:
 *   exact    all its content words stand together, in any order, with nothing but small words
 *            between them ("name of the song" is "song name"), or written as one word;
 *   partial  some of them do, or a word is a relative ("attendees", "attendance") or misspelt.
 * Then names compete: where a longer name is meant, a shorter one inside it is only a part, and
 * single words of yet other names are no evidence at all.  Parts of columns are believed more
 * readily in tables that the conversation names (see is_believed: measured on Spider's training
 * set with bench/link_quality, nine in ten of the links it drops were wrong). */
#include "link/internal.h"

#include <stdlib.h>
#include <string.h>

#define GAP_MAX 3 /* small words between two words of one name */

/* Stop words may stand there ("name of all the songs"), but not those that start something new:
 * "the song, and what name". */
static bool is_glue(const struct word *w)
{
    static const char *const starters[] = {"what", "which", "who", "whom", "whose", "where", "when",
                                           "why",  "how",   "and", "or",   "but",   "nor"};
    for (int i = 0; i < COUNT_OF(starters); i++)
        if (slice_equal(w->folded, starters[i]))
            return false;
    return w->stop;
}

struct hit {
    int name, word, position; /* word: of the question */
    bool weak;                /* the words are merely alike */
};

struct hits {
    struct hit *v;
    int n, capacity;
};

struct candidate { /* a name found in the question */
    int name;
    int first, n;  /* words */
    uint64_t mask; /* which of them are words of the name; bit 0 = first */
    int matched;   /* content words of the name found */
    bool exact;
};

struct candidates {
    struct candidate *v;
    int n, capacity;
};

struct around { /* exact mentions of two words or more that cover a word */
    int candidate;
    struct around *next;
};

struct finder {
    struct linker *l;
    struct turn turn;
    struct hits hits;
    struct candidates found;
    struct around **around; /* [words of the question] */
    bool *table_named;      /* [tables] somewhere in the conversation; shared by the turns */
};

/* ---- hits ------------------------------------------------------------------------------------ */

static int add_hits(struct finder *f, uint64_t hash, int word)
{
    const struct occurrence *o;
    int n = link_occurrences(f->l->schema, hash, &o);
    for (int i = 0; i < n; i++)
        *ARENA_PUSH(f->l->arena, f->hits.v, f->hits.n, f->hits.capacity) =
            (struct hit){o[i].name, word, o[i].position, false};
    return n;
}

/* Do two words share a root that stemming does not bring out, or differ by a slip? */
static bool are_alike(struct slice a, struct slice b)
{
    if (a.n == 0 || b.n == 0 || a.s[0] != b.s[0])
        return false;
    size_t shorter = MIN(a.n, b.n), longer = MAX(a.n, b.n), common = 1;
    while (common < shorter && a.s[common] == b.s[common])
        common++;
    if (common >= 5 && 10 * common >= 6 * longer)
        return true;
    int allowed = shorter >= 8 ? 2 : 1;
    return shorter >= 5 && text_edits(a.s, a.n, b.s, b.n, allowed) <= allowed;
}

/* For a word that no name has: names with a word like it.  Capitalised and quoted words are more
 * likely values. */
static void add_alike_hits(struct finder *f, int word)
{
    const struct word *w = &f->l->question->words.v[word];
    const struct link_schema *schema = f->l->schema;
    if (w->kind != WORD_PLAIN || w->stop || w->upper || w->quoted || w->folded.n < 5)
        return;
    for (int i = 0; i < schema->n_occurrences; i++) {
        const struct occurrence *o = &schema->occurrences[i];
        const struct name *name = &schema->names[o->name];
        if (o->position != WHOLE_NAME && name->source == NAME_OWN &&
            (are_alike(w->stem, name->words[o->position].stem) ||
             are_alike(w->folded, name->words[o->position].folded)))
            *ARENA_PUSH(f->l->arena, f->hits.v, f->hits.n, f->hits.capacity) =
                (struct hit){o->name, word, o->position, true};
    }
}

/* Two words of the question that a name writes as one: "home town" for "hometown". */
static void add_joined_hits(struct finder *f, int word)
{
    const struct word *a = &f->l->question->words.v[word], *b = a + 1;
    char joined[128], stem[128];
    if (word + 1 >= f->turn.last || a->kind != WORD_PLAIN || b->kind != WORD_PLAIN || a->stop ||
        b->stop || a->folded.n + b->folded.n > sizeof joined)
        return;
    memcpy(joined, a->folded.s, a->folded.n);
    memcpy(joined + a->folded.n, b->folded.s, b->folded.n);
    size_t n = text_stem(joined, a->folded.n + b->folded.n, stem, sizeof stem);
    const struct occurrence *o;
    int found = link_occurrences(f->l->schema, hash_bytes(stem, n, 0), &o);
    for (int i = 0; i < found; i++) {
        if (o[i].position == WHOLE_NAME)
            continue; /* then the words themselves match as well */
        for (int k = 0; k < 2; k++)
            *ARENA_PUSH(f->l->arena, f->hits.v, f->hits.n, f->hits.capacity) =
                (struct hit){o[i].name, word + k, o[i].position, false};
    }
}

static int compare_hits(const void *a, const void *b)
{
    const struct hit *x = a, *y = b;
    if (x->name != y->name)
        return x->name < y->name ? -1 : 1;
    if (x->word != y->word)
        return x->word < y->word ? -1 : 1;
    return (x->position > y->position) - (x->position < y->position);
}

/* ---- one name -------------------------------------------------------------------------------- */

/* May words a < b of the question belong to one mention of a name? */
static bool close_enough(const struct finder *f, const struct name *name, int a, int b)
{
    if (name->han)
        return b <= a + 1;
    const struct word *w = f->l->question->words.v;
    int small = 0;
    for (int i = a + 1; i < b; i++) {
        bool punct = w[i].kind == WORD_PUNCT;
        bool possessive = punct && w[i].joined && w[i].end - w[i].start > 1;
        bool inside_word = punct && w[i].joined && i + 1 < f->turn.last && w[i + 1].joined;
        if (punct ? !possessive && !inside_word : !is_glue(&w[i]))
            return false;
        small += !punct;
    }
    return small <= GAP_MAX;
}

static void add_candidate(struct finder *f, struct candidate c)
{
    *ARENA_PUSH(f->l->arena, f->found.v, f->found.n, f->found.capacity) = c;
}

static uint64_t bit(int i)
{
    return i < 64 ? (uint64_t)1 << i : 0;
}

/* The shortest stretch of hits[0..n) that covers as many words of the name as the whole run
 * does; the hits lie close together. */
static struct candidate best_window(const struct name *name, const struct hit *hits, int n)
{
    uint64_t all = 0;
    for (int i = 0; i < n; i++)
        all |= bit(hits[i].position);
    int from = 0, to = n - 1;
    for (int start = 0; start < n; start++) {
        uint64_t seen = 0;
        for (int end = start; end < n; end++) {
            seen |= bit(hits[end].position);
            if (seen != all)
                continue;
            if (hits[end].word - hits[start].word < hits[to].word - hits[from].word)
                from = start, to = end;
            break;
        }
    }
    struct candidate c = {.first = hits[from].word, .n = hits[to].word - hits[from].word + 1,
                          .matched = __builtin_popcountll(all)};
    bool weak = false;
    for (int i = from; i <= to; i++) {
        c.mask |= bit(hits[i].word - c.first);
        weak |= hits[i].weak;
    }
    c.exact = c.matched >= name->n_content && !weak;
    return c;
}

/* In Chinese the characters must follow each other as in the name; two at least make a part. */
static void judge_han_run(struct finder *f, const struct name *name, const struct hit *hits, int n,
                          int id)
{
    for (int start = 0; start < n;) {
        int end = start + 1, last = start, length = 1;
        for (; end < n && hits[end].word <= hits[last].word + 1; end++)
            if (hits[end].word == hits[last].word + 1 &&
                hits[end].position == hits[last].position + 1) {
                last = end;
                length++;
            }
        if (length == name->n || length >= 2)
            add_candidate(f, (struct candidate){
                                 .name = id, .first = hits[start].word, .n = length,
                                 .mask = length < 64 ? bit(length) - 1 : ~(uint64_t)0,
                                 .matched = length, .exact = length == name->n});
        start = length > 1 ? last + 1 : start + 1;
    }
}

/* All hits of one name: cut into runs that lie close together, each run judged by itself. */
static void judge_name(struct finder *f, const struct hit *hits, int n)
{
    int id = hits[0].name;
    const struct name *name = &f->l->schema->names[id];
    for (int start = 0; start < n;) {
        if (hits[start].position == WHOLE_NAME) {
            add_candidate(f, (struct candidate){.name = id, .first = hits[start].word, .n = 1,
                                                .mask = 1, .matched = name->n_content,
                                                .exact = true});
            start++;
            continue;
        }
        int end = start + 1;
        while (end < n && hits[end].position != WHOLE_NAME &&
               close_enough(f, name, hits[end - 1].word, hits[end].word))
            end++;
        if (name->han) {
            judge_han_run(f, name, hits + start, end - start, id);
        } else {
            struct candidate c = best_window(name, hits + start, end - start);
            c.name = id;
            add_candidate(f, c);
        }
        start = end;
    }
}

/* ---- competition ----------------------------------------------------------------------------- */

static bool is_column(const struct finder *f, int item)
{
    return item >= f->l->schema->schema->n_tables;
}

static bool inside(const struct candidate *a, const struct candidate *b)
{
    return a->first >= b->first && a->first + a->n <= b->first + b->n;
}

static void note_around(struct finder *f)
{
    f->around = ARENA_ARRAY(f->l->arena, struct around *, f->l->n_words);
    for (int i = 0; i < f->found.n; i++) {
        const struct candidate *c = &f->found.v[i];
        for (int w = c->first; c->exact && c->matched > 1 && w < c->first + c->n; w++) {
            struct around *a = ARENA_NEW(f->l->arena, struct around);
            *a = (struct around){i, f->around[w]};
            f->around[w] = a;
        }
    }
}

/* Is there a longer exact mention around this one, of the same sort of item? */
static bool is_part_of_longer(const struct finder *f, const struct candidate *c)
{
    const struct name *names = f->l->schema->names;
    for (const struct around *a = f->around[c->first]; a; a = a->next) {
        const struct candidate *o = &f->found.v[a->candidate];
        if (names[o->name].item != names[c->name].item && o->matched > c->matched &&
            inside(c, o) && is_column(f, names[o->name].item) == is_column(f, names[c->name].item))
            return true;
    }
    return false;
}

/* Which tables does the conversation call by their whole name? */
static void note_tables(const struct linker *l, bool *table_named)
{
    for (int w = 0; w < l->n_words; w++)
        for (int t = 0; t < l->schema->schema->n_tables; t++)
            table_named[t] |= link_kind_at(l, w, t) == LINK_EXACT;
}

static bool names_table(const struct link_schema *schema, int table, uint64_t hash)
{
    const struct occurrence *o;
    int n = link_occurrences(schema, hash, &o);
    for (int i = 0; i < n; i++)
        if (schema->names[o[i].name].item == table)
            return true;
    return false;
}

/* Is a part of a column's name enough?  In a table that is named, yes.  Elsewhere not for keys,
 * not for words that also name the column's table, and not for words that are the whole name of
 * some other column. */
static bool is_believed(const struct finder *f, const struct candidate *c)
{
    const struct link_schema *schema = f->l->schema;
    int item = schema->names[c->name].item;
    if (!is_column(f, item))
        return true;
    int column = item - schema->schema->n_tables, table = schema->schema->columns[column].table;
    if (table < 0 || f->table_named[table])
        return true;
    const struct name *name = &schema->names[c->name];
    if (schema->is_key[column] || slice_equal(name->words[name->n - 1].folded, "id"))
        return false;
    const struct word *w = f->l->question->words.v;
    bool table_word = false, other_column = false;
    for (int i = c->first; i < c->first + c->n; i++) {
        table_word |= names_table(schema, table, w[i].hash);
        for (int k = schema->schema->n_tables; k < schema->n_items && !other_column; k++)
            other_column = k != item && link_kind_at(f->l, i, k) == LINK_EXACT;
    }
    return !other_column && !(table_word && c->matched == 1);
}

static enum link_kind exact_kind(const struct finder *f, const struct candidate *c)
{
    switch (f->l->schema->names[c->name].source) {
    case NAME_SYNONYM:
        return c->exact ? LINK_SYNONYM : LINK_NONE;
    case NAME_COMMENT: /* two words of it, or all there are */
        return c->matched >= 2 || c->exact ? LINK_SYNONYM : LINK_NONE;
    case NAME_OWN:
        break;
    }
    return c->exact && !is_part_of_longer(f, c) ? LINK_EXACT : LINK_NONE;
}

static enum link_kind partial_kind(const struct finder *f, const struct candidate *c)
{
    if (f->l->schema->names[c->name].source != NAME_OWN)
        return LINK_NONE;
    if (is_part_of_longer(f, c) && !c->exact)
        return LINK_NONE;
    return is_believed(f, c) ? LINK_PARTIAL : LINK_NONE;
}

static void settle(struct finder *f, enum link_kind kind_of(const struct finder *,
                                                            const struct candidate *))
{
    for (int i = 0; i < f->found.n; i++) {
        const struct candidate *c = &f->found.v[i];
        enum link_kind kind = kind_of(f, c);
        if (kind != LINK_NONE)
            link_add(f->l, c->first, c->n, c->mask, f->l->schema->names[c->name].item, kind,
                     (struct slice){"", 0});
    }
}

/* ---- hints ----------------------------------------------------------------------------------- */

/* "how old" asks for an age: columns whose name is that word or ends in it; with `named`, only
 * in tables that the conversation names.  Returns how many. */
static int hint_word(struct finder *f, int word, const char *hint, bool named)
{
    const struct link_schema *schema = f->l->schema;
    char stem[64];
    size_t n = text_stem(hint, strlen(hint), stem, sizeof stem);
    const struct occurrence *o;
    int found = link_occurrences(schema, hash_bytes(stem, n, 0), &o), linked = 0;
    for (int i = 0; i < found; i++) {
        const struct name *name = &schema->names[o[i].name];
        bool last = o[i].position == name->n - 1 || o[i].position == WHOLE_NAME;
        if (!is_column(f, name->item) || name->source != NAME_OWN || !last || name->n > 2)
            continue;
        int table = schema->schema->columns[name->item - schema->schema->n_tables].table;
        if (named && table >= 0 && !f->table_named[table])
            continue;
        link_add(f->l, word, 1, 0, name->item, LINK_SYNONYM, (struct slice){"", 0});
        linked++;
    }
    return linked;
}

static void add_hints(struct finder *f)
{
    const struct word *w = f->l->question->words.v;
    for (int i = f->turn.first; i < f->turn.last; i++) {
        const char *hint;
        for (int k = 0; w[i].kind == WORD_PLAIN &&
                        (hint = text_hint(w[i].folded.s, w[i].folded.n, k));
             k++)
            if (hint_word(f, i, hint, true) == 0 && !w[i].stop)
                hint_word(f, i, hint, false);
    }
}

static void find_candidates(struct finder *f)
{
    const struct word *w = f->l->question->words.v;
    for (int i = f->turn.first; i < f->turn.last; i++) {
        if (w[i].folded.n == 0)
            continue;
        int found = add_hits(f, w[i].hash, i);
        add_joined_hits(f, i);
        if (found == 0)
            add_alike_hits(f, i);
    }
    if (f->hits.n)
        qsort(f->hits.v, (size_t)f->hits.n, sizeof *f->hits.v, compare_hits);
    for (int start = 0, end; start < f->hits.n; start = end) {
        for (end = start + 1; end < f->hits.n && f->hits.v[end].name == f->hits.v[start].name;)
            end++;
        judge_name(f, f->hits.v + start, end - start);
    }
}

/* Whole names in all turns first: what they say of tables decides about parts. */
void link_names(struct linker *l, const struct turn *turns, int n)
{
    struct finder *f = ARENA_ARRAY(l->arena, struct finder, n);
    bool *table_named = ARENA_ARRAY(l->arena, bool, l->schema->schema->n_tables);
    for (int i = 0; i < n; i++) {
        f[i] = (struct finder){.l = l, .turn = turns[i], .table_named = table_named};
        find_candidates(&f[i]);
        note_around(&f[i]);
        settle(&f[i], exact_kind);
    }
    note_tables(l, table_named);
    for (int i = 0; i < n; i++) {
        settle(&f[i], partial_kind);
        add_hints(&f[i]);
    }
}
