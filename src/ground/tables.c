/* tables.c - which tables of a large schema matter for a question.
 *
 * Words of the question speak of tables: by their names, their columns' names and comments, what is
 * said instead of those (words.c), their stored values.  A table counts by what is said of it and by
 * what is said of tables near to it along keys: in a schema of many parts the right part is the one
 * that all words meet in.  A word that speaks of few tables, or of few parts, tells more than one
 * that speaks of many.  The best `k` are kept, and the tables on the shortest paths between them.
 *
 * Views repeat what tables hold and tempt: they count only if the question names them. */
#include "ground/internal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define NEAR_HOPS 3
#define NEAR_SHARE 0.8f  /* what a neighbour's evidence counts for a table, a hop */
#define NEAR_WEIGHT 2.0f /* of all evidence near a table beside its own */
#define VALUE_WEIGHT 0.5f /* of a stored value that shares a word */
#define SHORT_WEIGHT 0.4f /* of a name that may be short for a word */
#define CONTENT_WEIGHT 0.4f    /* of a word of a cell */
#define CONTENT_HITS 48
#define MISSPELT_SHARE 0.8f
#define MISSPELT_MIN 5   /* letters of a stem that may be a slip */
#define MISSPELT_TWICE 8 /* and of one that may be two */
#define PATH_HOPS 3

static const float kind_weight[N_LINK_KINDS] = {
    [LINK_EXACT] = 1,          [LINK_PARTIAL] = 0.5f,        [LINK_SYNONYM] = 0.6f,
    [LINK_VALUE_EXACT] = 1,    [LINK_VALUE_CONTAINS] = 0.6f, [LINK_VALUE_WORDS] = 0.4f,
    [LINK_NUMBER] = 0.05f,     [LINK_TIME] = 0.05f,
};

/* ---- a question --------------------------------------------------------------------------------- */

struct retrieval {
    struct arena *arena;
    const struct schema *schema;
    const struct question *question;
    const struct links *links;
    int n_words;
    float *weight; /* [words][tables] how strongly a word speaks of a table */
    int *first, *next, *other; /* key neighbours: lists by table */
    float *score;  /* [tables] */
};

static float turn_weight(int turn)
{
    return turn == 0 ? 1 : turn == 1 ? 0.8f : 0.6f;
}

static void take_weight(struct retrieval *r, int word, int table, float weight)
{
    float *at = &r->weight[word * r->schema->n_tables + table];
    *at = MAX(*at, weight * turn_weight(r->question->word_turn[word]));
}

/* Stored values that share words with the question. */
static void take_values(struct retrieval *r, const struct ground_values *values)
{
    for (int i = 0; i < values->n; i++) {
        const struct ground_value *v = &values->v[i];
        for (int c = 0; v->source == GROUND_CELL && v->first_word >= 0 && c < v->n_columns; c++) {
            int table = r->schema->columns[v->columns[c]].table;
            for (int k = 0; table >= 0 && k < v->n_words; k++)
                take_weight(r, v->first_word + k, table, VALUE_WEIGHT);
        }
    }
}

/* What the names that have a word, or that it is said for, are worth; were there any? */
static bool take_word(struct retrieval *r, const struct ground_database *d, int word, uint64_t hash,
                      float share)
{
    int low = 0, high = d->n_words;
    while (low < high) {
        int middle = (low + high) / 2;
        if (d->words[middle].hash < hash)
            low = middle + 1;
        else
            high = middle;
    }
    bool any = low < d->n_words && d->words[low].hash == hash;
    for (; low < d->n_words && d->words[low].hash == hash; low++)
        take_weight(r, word, d->words[low].table, share * d->words[low].weight);
    return any;
}

/* Words that a word nobody knows may be a slip for: "pateints", "squres". */
static void take_misspelt(struct retrieval *r, const struct ground_database *d, int word)
{
    struct slice stem = r->question->words.v[word].stem;
    for (int i = 0; stem.n >= MISSPELT_MIN && i < d->n_spellings; i++) {
        struct slice s = d->spellings[i].stem;
        int most = stem.n >= MISSPELT_TWICE ? 2 : 1;
        if (s.s[0] == stem.s[0] && s.n + 2 >= stem.n && s.n <= stem.n + 2 &&
            text_edits(s.s, s.n, stem.s, stem.n, most) <= most)
            take_word(r, d, word, d->spellings[i].hash, MISSPELT_SHARE);
    }
}

/* Words of names, whether or not linking believes them: here they only have to add up. */
static void take_words(struct retrieval *r, const struct ground_database *d)
{
    for (int w = 0; w < r->n_words; w++) {
        const struct word *x = &r->question->words.v[w];
        if (x->kind == WORD_PLAIN && !x->stop && !take_word(r, d, w, x->hash, 1))
            take_misspelt(r, d, w);
    }
}

/* Cells that contain a word, wherever: what a table holds tells what it is about. */
static void take_contents(struct retrieval *r, const struct value_index *index)
{
    struct value_hit hits[CONTENT_HITS];
    for (int w = 0; index && w < r->n_words; w++) {
        const struct word *x = &r->question->words.v[w];
        if (x->kind != WORD_PLAIN || x->stop || x->folded.n < 3)
            continue;
        int n = value_index_find(index, x, 1, VALUE_CONTAINS, 1, hits, CONTENT_HITS);
        for (int i = 0; i < n; i++) {
            int table = r->schema->columns[hits[i].column].table;
            if (table >= 0)
                take_weight(r, w, table, CONTENT_WEIGHT);
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

static void take_name(struct retrieval *r, const char *label, int table, float weight)
{
    for (const char *s = label; *s;) {
        size_t n = strcspn(s, " ");
        char piece[8];
        snprintf(piece, sizeof piece, "%.*s", (int)MIN(n, sizeof piece - 1), s);
        for (int w = 0; n < sizeof piece && n >= 3 && w < r->n_words; w++) {
            const struct word *x = &r->question->words.v[w];
            if (x->kind == WORD_PLAIN && !x->stop && is_short_for(piece, x->folded))
                take_weight(r, w, table, weight);
        }
        s += n + (s[n] == ' ');
    }
}

static void take_short_names(struct retrieval *r)
{
    for (int t = 0; t < r->schema->n_tables; t++)
        take_name(r, r->schema->tables[t].label, t, SHORT_WEIGHT);
    for (int c = 1; c < r->schema->n_columns; c++)
        if (r->schema->columns[c].table >= 0)
            take_name(r, r->schema->columns[c].label, r->schema->columns[c].table,
                      SHORT_WEIGHT * 0.7f);
}

static void take_matches(struct retrieval *r)
{
    for (int i = 0; i < r->links->n_matches; i++) {
        const struct link_match *m = &r->links->matches[i];
        int table = m->table >= 0 ? m->table : r->schema->columns[m->column].table;
        float weight = kind_weight[m->kind] * (m->table >= 0 ? 1 : 0.7f);
        for (int k = 0; table >= 0 && k < m->n_words; k++)
            take_weight(r, m->first_word + k, table, weight);
    }
}

static void find_neighbours(struct retrieval *r)
{
    const struct schema *s = r->schema;
    r->first = ARENA_ARRAY(r->arena, int, s->n_tables);
    r->next = ARENA_ARRAY(r->arena, int, 2 * s->n_foreign_keys + 1);
    r->other = ARENA_ARRAY(r->arena, int, 2 * s->n_foreign_keys + 1);
    int n = 1; /* 0 ends a list */
    for (int i = 0; i < s->n_foreign_keys; i++) {
        int a = s->columns[s->foreign_keys[i].from].table;
        int b = s->columns[s->foreign_keys[i].to].table;
        if (a < 0 || b < 0 || a == b)
            continue;
        r->other[n] = b;
        r->next[n] = r->first[a];
        r->first[a] = n++;
        r->other[n] = a;
        r->next[n] = r->first[b];
        r->first[b] = n++;
    }
}

/* Tables up to `hops` from one, nearest first, with their distances; returns how many. */
static int tables_near(const struct retrieval *r, int table, int hops, int *out, int *distance,
                       int *parent)
{
    int n = 1;
    memset(distance, -1, sizeof *distance * (size_t)r->schema->n_tables);
    out[0] = table;
    distance[table] = 0;
    parent[table] = -1;
    for (int i = 0; i < n; i++) {
        if (distance[out[i]] == hops)
            continue;
        for (int e = r->first[out[i]]; e; e = r->next[e]) {
            int t = r->other[e];
            if (distance[t] >= 0)
                continue;
            distance[t] = distance[out[i]] + 1;
            parent[t] = out[i];
            out[n++] = t;
        }
    }
    return n;
}

/* What few tables share counts for more. */
static float rareness(const float *row, int n_tables)
{
    float sum = 0;
    for (int t = 0; t < n_tables; t++)
        sum += row[t];
    return logf(1 + (float)n_tables / (1 + sum)) / logf(1 + (float)n_tables);
}

/* How strongly each word speaks of what is around each table: [words][tables]. */
static float *pool_neighbours(struct retrieval *r, int *near, int *distance, int *parent)
{
    int n_tables = r->schema->n_tables;
    float share[NEAR_HOPS + 1] = {1};
    for (int i = 1; i <= NEAR_HOPS; i++)
        share[i] = share[i - 1] * NEAR_SHARE;
    float *pooled = ARENA_ARRAY(r->arena, float, (size_t)r->n_words * (size_t)n_tables);
    for (int t = 0; t < n_tables; t++) {
        int n = tables_near(r, t, NEAR_HOPS, near, distance, parent);
        for (int w = 0; w < r->n_words; w++) {
            const float *row = r->weight + w * n_tables;
            float *best = &pooled[w * n_tables + t];
            for (int i = 0; i < n; i++)
                *best = MAX(*best, share[distance[near[i]]] * row[near[i]]);
        }
    }
    return pooled;
}

static void score_tables(struct retrieval *r, int *near, int *distance, int *parent)
{
    int n_tables = r->schema->n_tables;
    const float *pooled = pool_neighbours(r, near, distance, parent);
    for (int w = 0; w < r->n_words; w++) {
        const float *own = r->weight + w * n_tables, *around = pooled + w * n_tables;
        float own_rare = rareness(own, n_tables), around_rare = rareness(around, n_tables);
        for (int t = 0; t < n_tables; t++)
            r->score[t] += own_rare * own[t] + NEAR_WEIGHT * around_rare * around[t];
    }
}

/* Does the question have all the words of a view's name? */
static bool is_named(const struct links *links, int table)
{
    for (int i = 0; i < links->n_matches; i++)
        if (links->matches[i].table == table && links->matches[i].kind == LINK_EXACT)
            return true;
    return false;
}

struct ranked {
    int table;
    float score;
};

static int by_score(const void *a, const void *b)
{
    const struct ranked *x = a, *y = b;
    return x->score != y->score ? (x->score < y->score ? 1 : -1) : x->table - y->table;
}

static void keep_best(struct retrieval *r, int k, uint8_t *matter, int *near, int *distance,
                      int *parent)
{
    int n_tables = r->schema->n_tables, n = 0;
    struct ranked *order = ARENA_ARRAY(r->arena, struct ranked, n_tables);
    for (int t = 0; t < n_tables; t++)
        if (matter[t] != TABLE_HIDDEN)
            order[n++] = (struct ranked){t, r->score[t]};
    if (n)
        qsort(order, (size_t)n, sizeof *order, by_score);
    int *chosen = ARENA_ARRAY(r->arena, int, k);
    for (int i = 0, n_chosen = 0; i < n && n_chosen < k; i++) {
        if (matter[order[i].table] == TABLE_MATTERS)
            continue; /* on a path already */
        matter[order[i].table] = TABLE_MATTERS;
        tables_near(r, order[i].table, PATH_HOPS, near, distance, parent);
        for (int j = 0; j < n_chosen; j++)
            for (int t = chosen[j]; distance[chosen[j]] > 0 && t >= 0; t = parent[t])
                if (matter[t] != TABLE_HIDDEN)
                    matter[t] = TABLE_MATTERS;
        chosen[n_chosen++] = order[i].table;
    }
}

const uint8_t *tables_choose(struct arena *arena, const struct ground_database *d,
                             const struct question *question, const struct links *links,
                             const struct ground_values *values, int k)
{
    const struct schema *s = &d->schema;
    uint8_t *matter = ARENA_ARRAY(arena, uint8_t, s->n_tables);
    for (int t = 0; t < s->n_tables; t++)
        matter[t] = s->tables[t].view && !d->views && !is_named(links, t) ? TABLE_HIDDEN
                                                                          : TABLE_SHOWN;
    struct retrieval r = {.arena = arena, .schema = s, .question = question, .links = links,
                          .n_words = question->words.n};
    if (s->n_tables <= k) {
        for (int t = 0; t < s->n_tables; t++)
            matter[t] = matter[t] == TABLE_SHOWN ? TABLE_MATTERS : matter[t];
        return matter;
    }
    r.weight = ARENA_ARRAY(arena, float, (size_t)r.n_words * (size_t)s->n_tables);
    r.score = ARENA_ARRAY(arena, float, s->n_tables);
    int *near = ARENA_ARRAY(arena, int, s->n_tables);
    int *distance = ARENA_ARRAY(arena, int, s->n_tables);
    int *parent = ARENA_ARRAY(arena, int, s->n_tables);
    take_matches(&r);
    take_values(&r, values);
    take_words(&r, d);
    take_contents(&r, d->index);
    take_short_names(&r);
    find_neighbours(&r);
    score_tables(&r, near, distance, parent);
    keep_best(&r, k, matter, near, distance, parent);
    return matter;
}
