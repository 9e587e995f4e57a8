/* words.c - the words by which the tables of a large schema may be asked for: those of their names and comments and of
 * their columns', and what people say instead.  That comes from two lists: pairs.def, learnt from the questions of the
 * corpus, and alike.def, English words that are said for one another. */
#include "ground/internal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MOST_LIKELY 99 /* in pairs.def */
#define SPELLING_MIN 4 /* letters of a stem that may be misspelt */

struct meaning {
    uint64_t named; /* hash of a stem */
    const struct word *said;
    enum evidence kind; /* of a table's name; that of a column's is the next */
    float share;
};

struct lexicon {
    struct arena *arena;
    struct meaning *v; /* sorted by named */
    int n, capacity;
};

struct collected {
    struct arena *arena;
    const struct lexicon *lexicon;
    struct ground_word *v;
    int n, capacity;
    struct map seen; /* stems -> place in spellings */
    struct ground_spelling *spellings;
    int n_spellings, spelling_capacity;
};

static int compare_meanings(const void *a, const void *b)
{
    const struct meaning *x = a, *y = b;
    return (x->named > y->named) - (x->named < y->named);
}

static void add_meaning(struct lexicon *l, uint64_t named, const struct word *said,
                        enum evidence kind, float share)
{
    *ARENA_PUSH(l->arena, l->v, l->n, l->capacity) = (struct meaning){named, said, kind, share};
}

/* named: words, each before how many times likelier `said` is there than elsewhere. */
static void add_pair(struct lexicon *l, const char *said, const char *named)
{
    struct words s = words_split(l->arena, said, strlen(said));
    struct words n = words_split(l->arena, named, strlen(named));
    for (int i = 0; s.n == 1 && i + 1 < n.n; i += 2) {
        CHECK(n.v[i + 1].kind == WORD_NUMBER);
        float likely = logf((float)n.v[i + 1].value) / logf(MOST_LIKELY);
        add_meaning(l, n.v[i].hash, &s.v[0], EVIDENCE_SAID_OF_TABLE, likely);
    }
}

/* A name that has one of these may be asked for by any other. */
static void add_alike(struct lexicon *l, const char *words)
{
    struct words *s = ARENA_NEW(l->arena, struct words);
    *s = words_split(l->arena, words, strlen(words));
    for (int i = 0; i < s->n; i++)
        for (int k = 0; k < s->n; k++)
            if (i != k)
                add_meaning(l, s->v[i].hash, &s->v[k], EVIDENCE_ALIKE_OF_TABLE, 1);
}

static struct lexicon lexicon_read(struct arena *arena)
{
    struct lexicon l = {.arena = arena};
#define PAIR(said, named) add_pair(&l, said, named);
#include "ground/pairs.def"
#undef PAIR
#define ALIKE(words) add_alike(&l, words);
#include "ground/alike.def"
#undef ALIKE
    qsort(l.v, (size_t)l.n, sizeof *l.v, compare_meanings);
    return l;
}

/* A word by which a table may be asked for. */
static void add_word(struct collected *c, const struct word *w, int table, enum evidence kind,
                     float weight)
{
    *ARENA_PUSH(c->arena, c->v, c->n, c->capacity) =
        (struct ground_word){w->hash, table, (uint8_t)kind, weight};
    if (w->stem.n < SPELLING_MIN || map_put(&c->seen, w->stem.s, w->stem.n, c->n_spellings) != c->n_spellings)
        return;
    *ARENA_PUSH(c->arena, c->spellings, c->n_spellings, c->spelling_capacity) =
        (struct ground_spelling){{arena_strndup(c->arena, w->stem.s, w->stem.n), w->stem.n}, w->hash};
}

static int find_meaning(const struct lexicon *l, uint64_t named)
{
    int low = 0, high = l->n;
    while (low < high) {
        int middle = (low + high) / 2;
        if (l->v[middle].named < named)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static void add_meanings(struct collected *c, const struct word *w, int table, bool of_table)
{
    const struct lexicon *l = c->lexicon;
    for (int i = find_meaning(l, w->hash); i < l->n && l->v[i].named == w->hash; i++) {
        const struct meaning *m = &l->v[i];
        add_word(c, m->said, table, m->kind + !of_table, m->share);
    }
}

static void add_text(struct collected *c, const char *text, int table, enum evidence kind)
{
    struct words w = {0};
    if (text)
        w = words_split(c->arena, text, strlen(text));
    for (int j = 0; j < w.n; j++) {
        if (w.v[j].kind != WORD_PLAIN || w.v[j].stop)
            continue;
        add_word(c, &w.v[j], table, kind, 1);
        add_meanings(c, &w.v[j], table, kind == EVIDENCE_NAME_OF_TABLE);
    }
}

/* ---- all of them -------------------------------------------------------------------------------- */

static int compare_words(const void *a, const void *b)
{
    const struct ground_word *x = a, *y = b;
    if (x->hash != y->hash)
        return x->hash < y->hash ? -1 : 1;
    if (x->table != y->table)
        return x->table - y->table;
    return x->kind != y->kind ? x->kind - y->kind : (x->weight < y->weight) - (x->weight > y->weight);
}

/* Of what says the same of a table in the same way the strongest is enough. */
static int drop_repeated(struct ground_word *v, int n)
{
    int kept = 0;
    for (int i = 0; i < n; i++)
        if (kept == 0 || v[i].hash != v[kept - 1].hash || v[i].table != v[kept - 1].table ||
            v[i].kind != v[kept - 1].kind)
            v[kept++] = v[i];
    return kept;
}

void words_collect(struct ground_database *d)
{
    const struct schema *s = &d->schema;
    struct arena scratch = {0};
    struct lexicon lexicon = lexicon_read(&scratch);
    struct collected c = {.arena = &d->arena, .lexicon = &lexicon, .seen = map_in(&scratch)};
    for (int i = 0; i < s->n_foreign_keys; i++) { /* "importer_id" speaks of the party it refers to */
        int to = s->columns[s->foreign_keys[i].to].table;
        if (to >= 0)
            add_text(&c, s->columns[s->foreign_keys[i].from].label, to, EVIDENCE_NAME_OF_KEY);
    }
    for (int i = 0; i < s->n_tables + s->n_columns; i++) {
        int column = i - s->n_tables, table = column < 0 ? i : s->columns[column].table;
        if (table < 0)
            continue;
        enum evidence kind = column < 0 ? EVIDENCE_NAME_OF_TABLE : EVIDENCE_NAME_OF_COLUMN;
        add_text(&c, column < 0 ? s->tables[i].label : s->columns[column].label, table, kind);
        add_text(&c, column < 0 ? s->tables[i].comment : s->columns[column].comment, table, kind);
    }
    arena_release(&scratch);
    if (c.n)
        qsort(c.v, (size_t)c.n, sizeof *c.v, compare_words);
    d->words = c.v;
    d->n_words = drop_repeated(c.v, c.n);
    d->spellings = c.spellings;
    d->n_spellings = c.n_spellings;
}
