/* evidence.c - how the words of a question speak of the tables of a large schema, as numbers.
 *
 * A word can speak of a table in many ways (table_weights.def): by its name, its columns' names and
 * comments, what is said instead of those (words.c), its stored values.  Each way is told apart, and
 * whether it is found in the table itself, beside it, near it along keys, or anywhere in its part: in
 * a schema of many parts the right part is the one that all words meet in.  A word that speaks so of
 * few tables, or of few parts, tells more than one that speaks of many. */
#include "ground/internal.h"

#include <math.h>
#include <string.h>

#define NEAR_HOPS 3
#define NEAR_SHARE 0.8f /* what a neighbour's evidence counts for a table, a hop */
#define CONTENT_HITS 48
#define SLIP_SHARE 0.8f
#define MISSPELT_MIN 5   /* letters of a stem that may be a slip */
#define MISSPELT_TWICE 8 /* and of one that may be two */

static const float strength[N_EVIDENCE] = {
#define EVIDENCE(id, strength, ...) strength,
#include "ground/table_weights.def"
};

struct piece { /* of evidence, in a list by word */
    int table, next;
    enum evidence kind;
    float weight;
};

struct retrieval {
    struct arena *arena;
    const struct ground_database *database;
    const struct schema *schema;
    const struct question *question;
    const struct links *links;
    int n_words, n_tables, n_parts;
    struct piece *pieces;
    int n_pieces, capacity;
    int *first;      /* [words] of its pieces, -1 ends a list */
    int *part;       /* [tables] */
    int *part_size;  /* [parts] */
    int *near_first; /* [tables + 1] into near */
    struct { int table, hops; } *near;
    float *features; /* [tables][TABLE_FEATURES] */
};

static float turn_weight(int turn)
{
    return turn == 0 ? 1 : turn == 1 ? 0.8f : 0.6f;
}

static void take(struct retrieval *r, int word, int table, enum evidence kind, float weight)
{
    int at = r->n_pieces;
    *ARENA_PUSH(r->arena, r->pieces, r->n_pieces, r->capacity) =
        (struct piece){table, r->first[word], kind, weight * turn_weight(r->question->word_turn[word])};
    r->first[word] = at;
}

/* Stored values that share words with the question. */
static void take_values(struct retrieval *r, const struct ground_values *values)
{
    for (int i = 0; i < values->n; i++) {
        const struct ground_value *v = &values->v[i];
        for (int c = 0; v->source == GROUND_CELL && v->first_word >= 0 && c < v->n_columns; c++) {
            int table = r->schema->columns[v->columns[c]].table;
            for (int k = 0; table >= 0 && k < v->n_words; k++)
                take(r, v->first_word + k, table, EVIDENCE_VALUE_CANDIDATE, 1);
        }
    }
}

/* What the names that have a word, or that it is said for, are worth; were there any? */
static bool take_word(struct retrieval *r, int word, uint64_t hash, bool slip)
{
    const struct ground_database *d = r->database;
    int low = 0, high = d->n_words;
    while (low < high) {
        int middle = (low + high) / 2;
        if (d->words[middle].hash < hash)
            low = middle + 1;
        else
            high = middle;
    }
    bool any = low < d->n_words && d->words[low].hash == hash;
    for (; low < d->n_words && d->words[low].hash == hash; low++) {
        const struct ground_word *w = &d->words[low];
        enum evidence kind = w->kind;
        float weight = w->weight;
        if (slip) {
            kind = strength[kind] > 0.5f ? EVIDENCE_SLIP_OF_TABLE : EVIDENCE_SLIP_OF_COLUMN;
            weight *= SLIP_SHARE * strength[w->kind] / strength[kind];
        }
        take(r, word, w->table, kind, weight);
    }
    return any;
}

/* Words that a word nobody knows may be a slip for: "pateints", "squres". */
static void take_misspelt(struct retrieval *r, int word)
{
    const struct ground_database *d = r->database;
    struct slice stem = r->question->words.v[word].stem;
    for (int i = 0; stem.n >= MISSPELT_MIN && i < d->n_spellings; i++) {
        struct slice s = d->spellings[i].stem;
        int most = stem.n >= MISSPELT_TWICE ? 2 : 1;
        if (s.s[0] == stem.s[0] && s.n + 2 >= stem.n && s.n <= stem.n + 2 &&
            text_edits(s.s, s.n, stem.s, stem.n, most) <= most)
            take_word(r, word, d->spellings[i].hash, true);
    }
}

/* Words of names, whether or not linking believes them: here they only have to add up. */
static void take_words(struct retrieval *r)
{
    for (int w = 0; w < r->n_words; w++) {
        const struct word *x = &r->question->words.v[w];
        if (x->kind == WORD_PLAIN && !x->stop && !take_word(r, w, x->hash, false))
            take_misspelt(r, w);
    }
}

/* Cells that contain a word, wherever: what a table holds tells what it is about. */
static void take_contents(struct retrieval *r)
{
    struct value_hit hits[CONTENT_HITS];
    for (int w = 0; r->database->index && w < r->n_words; w++) {
        const struct word *x = &r->question->words.v[w];
        if (x->kind != WORD_PLAIN || x->stop || x->folded.n < 3)
            continue;
        int n = value_index_find(r->database->index, x, 1, VALUE_CONTAINS, 1, hits, CONTENT_HITS);
        for (int i = 0; i < n; i++) {
            int table = r->schema->columns[hits[i].column].table;
            if (table >= 0)
                take(r, w, table, EVIDENCE_VALUE_WORD, 1);
        }
    }
}

/* Is a word of a name short for a word of the question: its letters in order, the first the same,
 * half of the consonants and more ("ckpt" and "checkpoint", "term" and "terminal")? */
static bool is_short_for(const char *brief, struct slice word)
{
    size_t n = strlen(brief), at = 0;
    if (n < 3 || n > 6 || n >= word.n || brief[0] != word.s[0] || n * 3 < word.n)
        return false;
    for (size_t i = 0; i < word.n && at < n; i++)
        at += word.s[i] == brief[at];
    return at == n;
}

static void take_name(struct retrieval *r, const char *label, int table, enum evidence kind)
{
    for (const char *s = label; *s;) {
        size_t n = strcspn(s, " ");
        char piece[8];
        snprintf(piece, sizeof piece, "%.*s", (int)MIN(n, sizeof piece - 1), s);
        for (int w = 0; n < sizeof piece && n >= 3 && w < r->n_words; w++) {
            const struct word *x = &r->question->words.v[w];
            if (x->kind == WORD_PLAIN && !x->stop && is_short_for(piece, x->folded))
                take(r, w, table, kind, 1);
        }
        s += n + (s[n] == ' ');
    }
}

static void take_short_names(struct retrieval *r)
{
    for (int t = 0; t < r->n_tables; t++)
        take_name(r, r->schema->tables[t].label, t, EVIDENCE_SHORT_OF_TABLE);
    for (int c = 1; c < r->schema->n_columns; c++)
        if (r->schema->columns[c].table >= 0)
            take_name(r, r->schema->columns[c].label, r->schema->columns[c].table,
                      EVIDENCE_SHORT_OF_COLUMN);
}

/* What a link is evidence of. */
static enum evidence kind_of(const struct link_match *m)
{
    bool table = m->table >= 0;
    switch (m->kind) {
    case LINK_EXACT: return table ? EVIDENCE_LINK_OF_TABLE : EVIDENCE_LINK_OF_COLUMN;
    case LINK_PARTIAL: return table ? EVIDENCE_LINK_PARTIAL_TABLE : EVIDENCE_LINK_PARTIAL_COLUMN;
    case LINK_SYNONYM: return EVIDENCE_LINK_SYNONYMOUS;
    case LINK_VALUE_EXACT: return EVIDENCE_VALUE_WHOLE;
    case LINK_VALUE_CONTAINS: return EVIDENCE_VALUE_PART;
    case LINK_VALUE_WORDS: return EVIDENCE_VALUE_LIKE;
    default: return EVIDENCE_HINT;
    }
}

static void take_matches(struct retrieval *r)
{
    for (int i = 0; i < r->links->n_matches; i++) {
        const struct link_match *m = &r->links->matches[i];
        int table = m->table >= 0 ? m->table : r->schema->columns[m->column].table;
        for (int k = 0; table >= 0 && k < m->n_words; k++)
            take(r, m->first_word + k, table, kind_of(m), 1);
    }
}

/* ---- which tables are near each other ----------------------------------------------------------- */

/* The parts that keys make, and which tables are near each other along keys. */
static void find_near(struct retrieval *r)
{
    int *out = ARENA_ARRAY(r->arena, int, r->n_tables), capacity = 0, n_near = 0;
    int *distance = ARENA_ARRAY(r->arena, int, r->n_tables);
    int *parent = ARENA_ARRAY(r->arena, int, r->n_tables);
    struct key_graph graph = key_graph_of(r->arena, r->database);
    r->part = graph.part;
    r->n_parts = graph.n_parts;
    r->part_size = ARENA_ARRAY(r->arena, int, r->n_parts);
    r->near_first = ARENA_ARRAY(r->arena, int, r->n_tables + 1);
    for (int t = 0; t < r->n_tables; t++) {
        int n = key_graph_near(&graph, t, NEAR_HOPS, out, distance, parent);
        r->near_first[t] = n_near;
        r->part_size[r->part[t]]++;
        for (int i = 0; i < n; i++) {
            ARENA_PUSH(r->arena, r->near, n_near, capacity);
            r->near[n_near - 1].table = out[i];
            r->near[n_near - 1].hops = distance[out[i]];
        }
    }
    r->near_first[r->n_tables] = n_near;
}

/* ---- numbers ------------------------------------------------------------------------------------ */

struct row { /* of one word: [tables or parts][N_EVIDENCE] */
    float *v[N_REACHES];
};

static float rareness(float sum, int n)
{
    return logf(1 + (float)n / (1 + sum)) / logf(1 + (float)n);
}

static void spread(struct retrieval *r, struct row *row, int table)
{
    const float *own = row->v[REACH_OWN] + table * N_EVIDENCE;
    static const float share[NEAR_HOPS + 1] = {1, NEAR_SHARE, NEAR_SHARE *NEAR_SHARE,
                                               NEAR_SHARE *NEAR_SHARE *NEAR_SHARE};
    for (int k = 0; k < N_EVIDENCE; k++) {
        if (own[k] == 0)
            continue;
        for (int i = r->near_first[table]; i < r->near_first[table + 1]; i++) {
            int at = r->near[i].table * N_EVIDENCE + k, hops = r->near[i].hops;
            float *near = &row->v[REACH_NEAR][at], *next = &row->v[REACH_NEXT][at];
            *near = MAX(*near, own[k] * share[hops]);
            if (hops == 1)
                *next = MAX(*next, own[k]);
        }
        float *part = &row->v[REACH_PART][r->part[table] * N_EVIDENCE + k];
        *part = MAX(*part, own[k]);
    }
}

/* Everything that a word says, at one reach, into the features: what few share counts for more. */
static void add_reach(struct retrieval *r, const float *row, enum reach reach)
{
    int n = reach == REACH_PART ? r->n_parts : r->n_tables;
    float rare[N_EVIDENCE] = {0};
    for (int i = 0; i < n; i++)
        for (int k = 0; k < N_EVIDENCE; k++)
            rare[k] += row[i * N_EVIDENCE + k];
    for (int k = 0; k < N_EVIDENCE; k++)
        rare[k] = rare[k] > 0 ? rareness(rare[k], n) : 0;
    for (int t = 0; t < r->n_tables; t++) {
        const float *from = row + (reach == REACH_PART ? r->part[t] : t) * N_EVIDENCE;
        float *to = r->features + t * TABLE_FEATURES + (int)reach * N_EVIDENCE;
        for (int k = 0; k < N_EVIDENCE; k++)
            to[k] += rare[k] * from[k];
    }
}

static void add_word(struct retrieval *r, struct row *row, int word)
{
    size_t size = sizeof(float) * (size_t)r->n_tables * N_EVIDENCE;
    for (int i = 0; i < N_REACHES; i++)
        memset(row->v[i], 0, size);
    for (int i = r->first[word]; i >= 0; i = r->pieces[i].next) {
        const struct piece *p = &r->pieces[i];
        float *own = row->v[REACH_OWN] + p->table * N_EVIDENCE;
        own[p->kind] = MAX(own[p->kind], p->weight);
        own[EVIDENCE_STRONGEST] = MAX(own[EVIDENCE_STRONGEST], p->weight * strength[p->kind]);
    }
    for (int t = 0; t < r->n_tables; t++)
        spread(r, row, t);
    for (enum reach i = 0; i < N_REACHES; i++)
        add_reach(r, row->v[i], i);
}

static float *about(struct retrieval *r, int table)
{
    return r->features + table * TABLE_FEATURES + N_REACHES * N_EVIDENCE;
}

/* What a table is, whatever is asked. */
static void add_shape(struct retrieval *r)
{
    const struct schema *s = r->schema;
    for (int i = 0; i < s->n_foreign_keys; i++) {
        int a = s->columns[s->foreign_keys[i].from].table;
        int b = s->columns[s->foreign_keys[i].to].table;
        if (a < 0 || b < 0 || a == b)
            continue;
        about(r, a)[ABOUT_KEYS_OUT]++;
        about(r, b)[ABOUT_KEYS_IN]++;
    }
    for (int c = 1; c < s->n_columns; c++) {
        int t = s->columns[c].table;
        if (t < 0)
            continue;
        float *rows = &about(r, t)[ABOUT_ROWS];
        about(r, t)[ABOUT_COLUMNS]++;
        *rows = MAX(*rows, (float)r->database->profiles[c].rows);
    }
    for (int t = 0; t < r->n_tables; t++) {
        float *a = about(r, t);
        for (enum about i = ABOUT_KEYS_IN; i <= ABOUT_ROWS; i++)
            a[i] = logf(1 + a[i]);
        a[ABOUT_PART_SIZE] = logf((float)r->part_size[r->part[t]]);
        a[ABOUT_ABROAD] = r->database->languages && r->database->languages[t];
    }
}

/* How a table compares with the others: with all, and with those of its part. */
static void add_comparison(struct retrieval *r)
{
    const float nothing = 1e-3f;
    float *best = ARENA_ARRAY(r->arena, float, r->n_parts), most[N_REACHES];
    for (int i = 0; i < N_REACHES; i++)
        most[i] = nothing;
    for (int t = 0; t < r->n_tables; t++) {
        const float *f = r->features + t * TABLE_FEATURES + EVIDENCE_STRONGEST;
        best[r->part[t]] = MAX(best[r->part[t]], f[0]);
        for (int i = 0; i < N_REACHES; i++)
            most[i] = MAX(most[i], f[i * N_EVIDENCE]);
    }
    for (int t = 0; t < r->n_tables; t++) {
        const float *f = r->features + t * TABLE_FEATURES + EVIDENCE_STRONGEST;
        float *a = about(r, t);
        for (int i = 0; i < N_REACHES; i++)
            a[ABOUT_OWN_SHARE + i] = f[i * N_EVIDENCE] / most[i];
        a[ABOUT_BEST_OF_PART] = f[0] / MAX(best[r->part[t]], nothing);
        a[ABOUT_BEST_PART] = powf(a[ABOUT_PART_SHARE], 4);
        a[ABOUT_BEST_OF_BEST_PART] = a[ABOUT_BEST_OF_PART] * a[ABOUT_BEST_PART];
    }
}

const float *tables_features(struct arena *arena, const struct ground_database *d,
                             const struct question *question, const struct links *links,
                             const struct ground_values *values)
{
    struct retrieval r = {.arena = arena, .database = d, .schema = &d->schema, .question = question,
                          .links = links, .n_words = question->words.n, .n_tables = d->schema.n_tables};
    r.first = ARENA_ARRAY(arena, int, r.n_words);
    for (int w = 0; w < r.n_words; w++)
        r.first[w] = -1;
    r.features = ARENA_ARRAY(arena, float, (size_t)r.n_tables * TABLE_FEATURES);
    take_matches(&r);
    take_values(&r, values);
    take_words(&r);
    take_contents(&r);
    take_short_names(&r);
    find_near(&r);
    struct row row;
    for (int i = 0; i < N_REACHES; i++)
        row.v[i] = ARENA_ARRAY(arena, float, (size_t)r.n_tables * N_EVIDENCE);
    for (int w = 0; w < r.n_words; w++)
        if (r.first[w] >= 0)
            add_word(&r, &row, w);
    add_shape(&r);
    add_comparison(&r);
    return r.features;
}
