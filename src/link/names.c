/* names.c - words of a question against the names of tables and columns.
 *
 * Every word is looked up among the words of all names at once; what comes back is sorted by
 * name, so that one pass over the hits of a name decides:
 *   exact    all its content words stand together, in any order, with nothing but stop words
 *            between them ("name of the song" is "song name"), or written as one word;
 *   partial  some of them do.
 * Then names compete: where a longer name is meant, a shorter one inside it is only a part, and
 * single words of yet other names are no evidence at all. */
#include "link/internal.h"

#include <stdlib.h>
#include <string.h>

#define GAP_MAX 3 /* stop words between two words of one name */

struct hit {
    int name, word, position; /* word: of the question */
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

struct finder {
    struct linker *l;
    struct turn turn;
    struct hits hits;
    struct candidates found;
};

/* ---- hits ------------------------------------------------------------------------------------------ */

static void add_hits(struct finder *f, uint64_t hash, int word)
{
    const struct occurrence *o;
    int n = link_occurrences(f->l->schema, hash, &o);
    for (int i = 0; i < n; i++)
        *ARENA_PUSH(f->l->arena, f->hits.v, f->hits.n, f->hits.capacity) =
            (struct hit){o[i].name, word, o[i].position};
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
                (struct hit){o[i].name, word + k, o[i].position};
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

/* ---- one name ----------------------------------------------------------------------------------------- */

/* May words a < b of the question belong to one mention of a name? */
static bool close_enough(const struct finder *f, const struct name *name, int a, int b)
{
    if (name->han)
        return b <= a + 1;
    const struct word *w = f->l->question->words.v;
    int stops = 0;
    for (int i = a + 1; i < b; i++) {
        bool glue = w[i].kind == WORD_PUNCT && w[i].joined; /* hyphen, underscore, 's */
        bool mark = w[i].kind == WORD_PUNCT && !(glue && i + 1 < f->turn.last && w[i + 1].joined) &&
                    w[i].end - w[i].start == 1;
        if (mark || (!w[i].stop && w[i].kind != WORD_PUNCT))
            return false;
        stops += w[i].stop;
    }
    return stops <= GAP_MAX;
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
    for (int i = from; i <= to; i++)
        c.mask |= bit(hits[i].word - c.first);
    c.exact = c.matched >= name->n_content;
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

/* ---- competition ----------------------------------------------------------------------------------------- */

static bool is_column(const struct finder *f, int item)
{
    return item >= f->l->schema->schema->n_tables;
}

static bool inside(const struct candidate *a, const struct candidate *b)
{
    return a->first >= b->first && a->first + a->n <= b->first + b->n;
}

/* A longer exact mention around this one, of the same sort of item. */
static bool is_part_of_longer(const struct finder *f, const struct candidate *c)
{
    const struct name *names = f->l->schema->names;
    for (int i = 0; i < f->found.n; i++) {
        const struct candidate *o = &f->found.v[i];
        if (o->exact && names[o->name].item != names[c->name].item && o->matched > c->matched &&
            inside(c, o) && is_column(f, names[o->name].item) == is_column(f, names[c->name].item))
            return true;
    }
    return false;
}

static enum link_kind candidate_kind(const struct finder *f, const struct candidate *c)
{
    const struct name *name = &f->l->schema->names[c->name];
    bool part = is_part_of_longer(f, c);
    switch (name->source) {
    case NAME_SYNONYM:
        return c->exact ? LINK_SYNONYM : LINK_NONE;
    case NAME_COMMENT: /* two words of it, or all there are */
        return c->matched >= 2 || c->exact ? LINK_SYNONYM : LINK_NONE;
    case NAME_OWN:
        break;
    }
    if (c->exact)
        return part ? LINK_PARTIAL : LINK_EXACT;
    return part ? LINK_NONE : LINK_PARTIAL;
}

static void settle(struct finder *f)
{
    for (int i = 0; i < f->found.n; i++) {
        const struct candidate *c = &f->found.v[i];
        enum link_kind kind = candidate_kind(f, c);
        if (kind != LINK_NONE)
            link_add(f->l, c->first, c->n, c->mask, f->l->schema->names[c->name].item, kind,
                     (struct slice){"", 0});
    }
}

/* ---- hints ------------------------------------------------------------------------------------------------- */

/* Is some word of the turn linked to the item? */
static bool is_linked(const struct finder *f, int item)
{
    for (int w = f->turn.first; w < f->turn.last; w++)
        if (link_kind_at(f->l, w, item) == LINK_EXACT)
            return true;
    return false;
}

static bool any_table_linked(const struct finder *f)
{
    for (int t = 0; t < f->l->schema->schema->n_tables; t++)
        if (is_linked(f, t))
            return true;
    return false;
}

/* "how old" asks for an age: columns whose name is that word or ends in it, in the tables that
 * the question names (or anywhere, if it names none). */
static void hint_word(struct finder *f, int word, const char *hint, bool tables_named)
{
    const struct link_schema *schema = f->l->schema;
    char stem[64];
    size_t n = text_stem(hint, strlen(hint), stem, sizeof stem);
    const struct occurrence *o;
    int found = link_occurrences(schema, hash_bytes(stem, n, 0), &o);
    for (int i = 0; i < found; i++) {
        const struct name *name = &schema->names[o[i].name];
        bool last = o[i].position == name->n - 1 || o[i].position == WHOLE_NAME;
        if (!is_column(f, name->item) || name->source != NAME_OWN || !last || name->n > 2)
            continue;
        int table = schema->schema->columns[name->item - schema->schema->n_tables].table;
        if (tables_named && table >= 0 && !is_linked(f, table))
            continue;
        link_add(f->l, word, 1, 0, name->item, LINK_SYNONYM, (struct slice){"", 0});
    }
}

static void add_hints(struct finder *f)
{
    bool tables_named = any_table_linked(f);
    const struct word *w = f->l->question->words.v;
    for (int i = f->turn.first; i < f->turn.last; i++) {
        const char *hint;
        for (int k = 0; w[i].kind == WORD_PLAIN &&
                        (hint = text_hint(w[i].folded.s, w[i].folded.n, k));
             k++)
            hint_word(f, i, hint, tables_named);
    }
}

void link_names(struct linker *l, struct turn turn)
{
    struct finder f = {.l = l, .turn = turn};
    const struct word *w = l->question->words.v;
    for (int i = turn.first; i < turn.last; i++) {
        if (w[i].folded.n == 0)
            continue;
        add_hits(&f, w[i].hash, i);
        add_joined_hits(&f, i);
    }
    if (f.hits.n)
        qsort(f.hits.v, (size_t)f.hits.n, sizeof *f.hits.v, compare_hits);
    for (int start = 0; start < f.hits.n;) {
        int end = start + 1;
        while (end < f.hits.n && f.hits.v[end].name == f.hits.v[start].name)
            end++;
        judge_name(&f, f.hits.v + start, end - start);
        start = end;
    }
    settle(&f);
    add_hints(&f);
}
