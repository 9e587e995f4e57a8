/* tables.c - which tables of a large schema matter for a question.
 *
 * Each table is scored by what the question's words say of it and of what is around it (evidence.c),
 * with weights fitted to merged databases (table_weights.def).  `k` are chosen, and on top of those the
 * tables on the shortest paths of keys between them are kept, up to a limit.  A table is chosen for what
 * it brings with it: of two that are as likely, the one behind others that are likely too.
 *
 * Views repeat what tables hold and tempt: they count only if the question names them. */
#include "ground/internal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define PATH_HOPS 3
#define CONSIDERED 4     /* times as many as are chosen */
#define SHARPNESS 0.6f   /* how much likelier a score that is higher by one is, as a logarithm */

static int key_table(const struct schema *s, int column)
{
    return s->columns[column].table;
}

static void connect(struct key_graph *g, int a, int b)
{
    if (a < 0 || b < 0 || a == b)
        return;
    for (int i = 0; i < 2; i++) {
        int n = ++g->n_ends; /* 0 ends a list */
        g->other[n] = i ? a : b;
        g->next[n] = g->first[i ? b : a];
        g->first[i ? b : a] = n;
    }
}

/* Numbers what keys connect; returns how many parts there are. */
static int find_parts(struct arena *arena, struct key_graph *g)
{
    int *queue = ARENA_ARRAY(arena, int, g->n_tables), n_parts = 0;
    memset(g->part, -1, sizeof *g->part * (size_t)g->n_tables);
    for (int t = 0; t < g->n_tables; t++) {
        if (g->part[t] >= 0)
            continue;
        int n = 1;
        queue[0] = t;
        g->part[t] = n_parts;
        for (int i = 0; i < n; i++)
            for (int e = g->first[queue[i]]; e; e = g->next[e])
                if (g->part[g->other[e]] < 0) {
                    g->part[g->other[e]] = n_parts;
                    queue[n++] = g->other[e];
                }
        n_parts++;
    }
    return n_parts;
}

/* Where many tables have keys of the same name, not every inferred one is a key.  One table's whole primary key and
 * another's ("customer_id" of two tables of customers) are the same thing twice; and of two parts that declared keys
 * hold together nobody forgot to declare what is between them. */
static bool is_trusted(const struct schema *s, const struct key_graph *declared, const int *key_size,
                       const struct foreign_key *key)
{
    int a = key_table(s, key->from), b = key_table(s, key->to);
    if (a < 0 || b < 0 || declared->part[a] == declared->part[b])
        return true;
    bool whole_key = s->columns[key->from].primary && key_size[a] == 1;
    return !whole_key && (!declared->first[a] || !declared->first[b]);
}

struct key_graph key_graph_of(struct arena *arena, const struct ground_database *d)
{
    const struct schema *s = &d->schema;
    struct key_graph g = {.n_tables = s->n_tables};
    g.first = ARENA_ARRAY(arena, int, s->n_tables);
    g.part = ARENA_ARRAY(arena, int, s->n_tables);
    g.next = ARENA_ARRAY(arena, int, 2 * s->n_foreign_keys + 1);
    g.other = ARENA_ARRAY(arena, int, 2 * s->n_foreign_keys + 1);
    int *key_size = ARENA_ARRAY(arena, int, s->n_tables), n_declared = s->n_foreign_keys, n = 0;
    struct foreign_key *trusted = ARENA_ARRAY(arena, struct foreign_key, s->n_foreign_keys);
    for (int i = 0; i < d->n_keys; i++)
        n_declared -= d->keys[i].confidence >= GROUND_KEY_SURE;
    for (int c = 1; c < s->n_columns; c++)
        if (s->columns[c].primary && key_table(s, c) >= 0)
            key_size[key_table(s, c)]++;
    for (int i = 0; i < n_declared; i++)
        connect(&g, key_table(s, s->foreign_keys[i].from), key_table(s, s->foreign_keys[i].to));
    find_parts(arena, &g);
    for (int i = n_declared; i < s->n_foreign_keys; i++)
        if (is_trusted(s, &g, key_size, &s->foreign_keys[i]))
            trusted[n++] = s->foreign_keys[i];
    for (int i = 0; i < n; i++)
        connect(&g, key_table(s, trusted[i].from), key_table(s, trusted[i].to));
    g.n_parts = find_parts(arena, &g);
    return g;
}

int key_graph_near(const struct key_graph *g, int table, int hops, int *out, int *distance,
                   int *parent)
{
    int n = 1;
    memset(distance, -1, sizeof *distance * (size_t)g->n_tables);
    out[0] = table;
    distance[table] = 0;
    parent[table] = -1;
    for (int i = 0; i < n; i++) {
        if (distance[out[i]] == hops)
            continue;
        for (int e = g->first[out[i]]; e; e = g->next[e]) {
            int t = g->other[e];
            if (distance[t] >= 0)
                continue;
            distance[t] = distance[out[i]] + 1;
            parent[t] = out[i];
            out[n++] = t;
        }
    }
    return n;
}

/* How much the words speak of a table, by the weights of table_weights.def. */
static float score_of(const float *features)
{
    static const float weights[N_EVIDENCE][N_REACHES] = {
#define EVIDENCE(id, strength, ...) {__VA_ARGS__},
#include "ground/table_weights.def"
    };
    static const float about[N_ABOUT] = {
#define ABOUT(id, weight) weight,
#include "ground/table_weights.def"
    };
    float score = 0;
    for (int i = 0; i < N_REACHES; i++)
        for (int k = 0; k < N_EVIDENCE; k++)
            score += weights[k][i] * features[i * N_EVIDENCE + k];
    for (int i = 0; i < N_ABOUT; i++)
        score += about[i] * features[N_REACHES * N_EVIDENCE + i];
    return score;
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

struct keeping {
    const struct ranked *order; /* those that may be chosen, the best first */
    int n_order;
    struct way {
        int *distance, *parent; /* [tables] to one that is chosen */
    } *ways;
    int n_ways, room; /* for tables between */
    int *seen, n_seen; /* [tables] in which search */
    float *likely;     /* [tables] */
    uint8_t *matter;
};

/* Tables between one that may be chosen and those that are, as far as they are not kept and there is room. */
static int find_between(struct keeping *k, int table, int *out)
{
    int n = 0;
    k->n_seen++;
    for (int i = 0; i < k->n_ways; i++) {
        const struct way *w = &k->ways[i];
        if (w->distance[table] < 0)
            continue;
        for (int t = w->parent[table]; t >= 0; t = w->parent[t])
            if (k->matter[t] == TABLE_SHOWN && k->seen[t] != k->n_seen && n < k->room) {
                k->seen[t] = k->n_seen;
                out[n++] = t;
            }
    }
    return n;
}

/* The table that, with those between it and the chosen, is likeliest to be asked for: -1 if none is left. */
static int find_next(struct keeping *k, int *between, int *n_between)
{
    int best = -1, found[GROUND_PATH_TABLES];
    float most = -1;
    for (int i = 0; i < k->n_order; i++) {
        int table = k->order[i].table;
        if (k->matter[table] == TABLE_MATTERS)
            continue;
        int n = find_between(k, table, found);
        float likely = k->likely[table];
        for (int j = 0; j < n; j++)
            likely += k->likely[found[j]];
        if (likely > most) {
            most = likely;
            best = table;
            *n_between = n;
            memcpy(between, found, sizeof found);
        }
    }
    return best;
}

/* All that may be chosen, the likeliest first. */
static struct ranked *rank_tables(struct arena *arena, const uint8_t *tables, const float *likely,
                                  int n_tables, int *n)
{
    struct ranked *order = ARENA_ARRAY(arena, struct ranked, n_tables);
    *n = 0;
    for (int t = 0; t < n_tables; t++)
        if (tables[t] != TABLE_HIDDEN)
            order[(*n)++] = (struct ranked){t, likely[t]};
    if (*n)
        qsort(order, (size_t)*n, sizeof *order, by_score);
    return order;
}

static void keep_best(struct arena *arena, const struct ground_database *d, const float *likely, int k,
                      uint8_t *matter)
{
    int n_tables = d->schema.n_tables, n, table, n_between, between[GROUND_PATH_TABLES];
    int *near = ARENA_ARRAY(arena, int, n_tables);
    struct key_graph graph = key_graph_of(arena, d);
    struct ranked *order = rank_tables(arena, matter, likely, n_tables, &n);
    struct keeping keeping = {.order = order, .n_order = MIN(n, CONSIDERED * k), .matter = matter,
                              .room = GROUND_PATH_TABLES, .seen = ARENA_ARRAY(arena, int, n_tables),
                              .likely = ARENA_ARRAY(arena, float, n_tables),
                              .ways = ARENA_ARRAY(arena, struct way, k)};
    for (int i = 0; i < n; i++)
        keeping.likely[order[i].table] = expf(order[i].score - order[0].score);
    while (keeping.n_ways < k && (table = find_next(&keeping, between, &n_between)) >= 0) {
        struct way *w = &keeping.ways[keeping.n_ways++];
        w->distance = ARENA_ARRAY(arena, int, n_tables);
        w->parent = ARENA_ARRAY(arena, int, n_tables);
        key_graph_near(&graph, table, PATH_HOPS, near, w->distance, w->parent);
        matter[table] = TABLE_MATTERS;
        for (int i = 0; i < n_between; i++)
            matter[between[i]] = TABLE_MATTERS;
        keeping.room -= n_between;
    }
}

const uint8_t *ground_choose(struct arena *arena, const struct ground_database *d,
                             const struct ground_question *question, const float *likely)
{
    int n_tables = d->schema.n_tables;
    uint8_t *matter = ARENA_ARRAY(arena, uint8_t, n_tables);
    for (int t = 0; t < n_tables; t++)
        matter[t] = question->tables[t] == TABLE_HIDDEN ? TABLE_HIDDEN : TABLE_SHOWN;
    keep_best(arena, d, likely, GROUND_TABLES, matter);
    return matter;
}

void tables_read(struct arena *arena, const struct ground_database *d, struct ground_question *q)
{
    const struct schema *s = &d->schema;
    uint8_t *tables = ARENA_ARRAY(arena, uint8_t, s->n_tables);
    for (int t = 0; t < s->n_tables; t++)
        tables[t] = s->tables[t].view && !d->views && !is_named(&q->links, t) ? TABLE_HIDDEN
                                                                              : TABLE_MATTERS;
    q->tables = tables;
    if (s->n_tables <= GROUND_TABLES)
        return;
    const float *features = tables_features(arena, d, &q->question, &q->links, &q->values);
    float *score = ARENA_ARRAY(arena, float, s->n_tables);
    float *likely = ARENA_ARRAY(arena, float, s->n_tables);
    for (int t = 0; t < s->n_tables; t++) {
        score[t] = score_of(features + t * TABLE_FEATURES);
        likely[t] = SHARPNESS * score[t];
    }
    q->score = score;
    q->tables = ground_choose(arena, d, q, likely);
}

/* ---- tables to be read together ------------------------------------------------------------------- */

struct ground_groups ground_groups(struct arena *arena, const struct ground_database *d,
                                   const struct ground_question *q)
{
    int n_tables = d->schema.n_tables, n_ranked;
    struct key_graph graph = key_graph_of(arena, d);
    struct ranked *order = rank_tables(arena, q->tables, q->score, n_tables, &n_ranked);
    struct ground_groups groups = {.v = ARENA_ARRAY(arena, struct ground_group, n_ranked),
                                   .n_parts = graph.n_parts + 1};
    bool *taken = ARENA_ARRAY(arena, bool, n_tables);
    int *near = ARENA_ARRAY(arena, int, n_tables), *distance = ARENA_ARRAY(arena, int, n_tables);
    int *parent = ARENA_ARRAY(arena, int, n_tables);
    for (int i = 0; i < n_ranked; i++) {
        if (taken[order[i].table])
            continue;
        int n_near = key_graph_near(&graph, order[i].table, n_tables, near, distance, parent), n = 0;
        int *tables = ARENA_ARRAY(arena, int, GROUND_GROUP_TABLES);
        for (int k = 0; k < n_near && n < GROUND_GROUP_TABLES; k++)
            if (!taken[near[k]] && q->tables[near[k]] != TABLE_HIDDEN) {
                taken[near[k]] = true;
                tables[n++] = near[k];
            }
        int part = graph.first[order[i].table] ? graph.part[order[i].table] : graph.n_parts;
        groups.v[groups.n++] = (struct ground_group){tables, n, part};
    }
    return groups;
}
