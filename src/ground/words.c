/* words.c - the words by which the tables of a large schema may be asked for: those of their names and comments and of
 * their columns', and what people say instead.  That comes from three lists: pairs.def, learnt from the questions of the
 * corpus; alike.def, English words that are said for one another; and abroad.def, names in other languages than the
 * questions', which counts where names are in another language. */
#include "ground/internal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MOST_LIKELY 99 /* in pairs.def */
#define PART_MIN 5     /* letters of a part of a compound */
#define COMPOUND_MIN 8
#define BRIEF_MIN 3    /* of the beginning of a name */
#define FORM_MIN 4     /* of what the cases of a name share */
#define FORM_ENDING 2  /* and of their endings */
#define SPELLING_MIN 4 /* letters of a stem that may be misspelt */
#define ABROAD_WORD 3  /* letters of a word that tells which language a part is in */
#define ABROAD_SHARE 0.22f /* of them that abroad.def has, in a part that is not in English: of 30 words and more of
                              our own training databases English ones have up to 0.13, others from 0.33 on */

struct meaning {
    uint64_t named; /* hash of a stem */
    const struct word *said;
    enum evidence kind; /* of a table's name; that of a column's is the next */
    float share;
};

struct abroad {
    struct slice name; /* folded */
    const struct words *said;
};

struct lexicon {
    struct arena *arena;
    struct meaning *v; /* sorted by named */
    int n, capacity;
    struct abroad *abroad;
    int n_abroad, abroad_capacity;
};

struct collected {
    struct arena *arena;
    const struct lexicon *lexicon;
    const bool *abroad; /* [tables] */
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

static void add_abroad(struct lexicon *l, const char *said, const char *named)
{
    struct words *s = ARENA_NEW(l->arena, struct words);
    *s = words_split(l->arena, said, strlen(said));
    struct words n = words_split(l->arena, named, strlen(named));
    for (int i = 0; i < n.n; i++) {
        for (int k = 0; k < s->n; k++)
            add_meaning(l, n.v[i].hash, &s->v[k], EVIDENCE_ABROAD_OF_TABLE, 1);
        if (n.v[i].folded.n >= PART_MIN)
            *ARENA_PUSH(l->arena, l->abroad, l->n_abroad, l->abroad_capacity) =
                (struct abroad){n.v[i].folded, s};
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
#define ABROAD(said, named) add_abroad(&l, said, named);
#include "ground/abroad.def"
#undef ABROAD
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

/* "wartungsvertrag" is a "vertrag", and has to do with "wartung". */
static bool is_compound(struct slice name, struct slice part)
{
    if (name.n < COMPOUND_MIN || part.n >= name.n)
        return false;
    return memcmp(part.s, name.s, part.n) == 0 ||
           memcmp(part.s, name.s + name.n - part.n, part.n) == 0;
}

/* "hues" is short for "huesped", "sutartimi" a case of "sutartis". */
static bool is_form(struct slice name, struct slice of)
{
    size_t same = 0, least = MIN(name.n, of.n), most = MAX(name.n, of.n);
    while (same < least && name.s[same] == of.s[same])
        same++;
    return (same == name.n && same >= BRIEF_MIN) || (same >= FORM_MIN && same + FORM_ENDING >= most);
}

static void add_parts(struct collected *c, const struct word *w, int table, enum evidence kind)
{
    for (int i = 0; i < c->lexicon->n_abroad; i++) {
        const struct abroad *a = &c->lexicon->abroad[i];
        bool told = is_compound(w->folded, a->name) || is_form(w->folded, a->name);
        for (int k = 0; told && k < a->said->n; k++)
            add_word(c, &a->said->v[k], table, kind, 1);
    }
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
    bool known = false;
    for (int i = find_meaning(l, w->hash); i < l->n && l->v[i].named == w->hash; i++) {
        const struct meaning *m = &l->v[i];
        known |= m->kind != EVIDENCE_ALIKE_OF_TABLE;
        if (m->kind != EVIDENCE_ABROAD_OF_TABLE || c->abroad[table])
            add_word(c, m->said, table, m->kind + !of_table, m->share);
    }
    if (!known && c->abroad[table])
        add_parts(c, w, table, EVIDENCE_COMPOUND_OF_TABLE + !of_table);
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

/* ---- which names are not English ---------------------------------------------------------------- */

struct heard { /* a word of the names of a part */
    int part;
    uint64_t hash;
    bool abroad;
};

static int compare_heard(const void *a, const void *b)
{
    const struct heard *x = a, *y = b;
    return x->part != y->part ? x->part - y->part : (x->hash > y->hash) - (x->hash < y->hash);
}

struct hearing {
    struct arena *arena;
    const struct lexicon *lexicon;
    struct heard *v;
    int n, capacity;
};

static void hear(struct hearing *h, const char *label, int part)
{
    struct words w = words_split(h->arena, label, strlen(label));
    const struct lexicon *l = h->lexicon;
    for (int j = 0; j < w.n; j++) {
        if (w.v[j].kind != WORD_PLAIN || w.v[j].folded.n < ABROAD_WORD)
            continue;
        bool abroad = false, english = false;
        for (int i = find_meaning(l, w.v[j].hash); i < l->n && l->v[i].named == w.v[j].hash; i++) {
            abroad |= l->v[i].kind == EVIDENCE_ABROAD_OF_TABLE;
            english |= l->v[i].kind == EVIDENCE_ALIKE_OF_TABLE;
        }
        *ARENA_PUSH(h->arena, h->v, h->n, h->capacity) =
            (struct heard){part, w.v[j].hash, abroad && !english};
    }
}

/* Tables of those parts whose names are in another language.  Many languages have some word that is spelt as an
 * English one, or an abbreviation, is: only where many are found they mean what they mean there. */
static const bool *find_abroad(struct arena *scratch, struct ground_database *d, const struct lexicon *lexicon)
{
    const struct schema *s = &d->schema;
    struct key_graph graph = key_graph_of(scratch, d);
    struct hearing h = {.arena = scratch, .lexicon = lexicon};
    int *all = ARENA_ARRAY(scratch, int, graph.n_parts), *found = ARENA_ARRAY(scratch, int, graph.n_parts);
    bool *abroad = ARENA_ARRAY(&d->arena, bool, s->n_tables);
    for (int t = 0; t < s->n_tables; t++)
        hear(&h, s->tables[t].label, graph.part[t]);
    for (int c = 1; c < s->n_columns; c++)
        if (s->columns[c].table >= 0)
            hear(&h, s->columns[c].label, graph.part[s->columns[c].table]);
    if (h.n)
        qsort(h.v, (size_t)h.n, sizeof *h.v, compare_heard);
    for (int i = 0; i < h.n; i++) {
        if (i && compare_heard(&h.v[i], &h.v[i - 1]) == 0)
            continue;
        all[h.v[i].part]++;
        found[h.v[i].part] += h.v[i].abroad;
    }
    for (int t = 0; t < s->n_tables; t++)
        abroad[t] = (float)found[graph.part[t]] > ABROAD_SHARE * (float)all[graph.part[t]];
    return abroad;
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
    d->abroad = find_abroad(&scratch, d, &lexicon);
    struct collected c = {.arena = &d->arena, .lexicon = &lexicon, .abroad = d->abroad,
                          .seen = map_in(&scratch)};
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
