/* tables.c - which tables of a large schema matter for a question.
 *
 * Each table is scored by what the question's words say of it and of what is around it (evidence.c),
 * with weights fitted to merged databases (table_weights.def).  The best `k` are kept, and on top of
 * those the tables on the shortest paths of keys between them, up to a limit.
 *
 * Views repeat what tables hold and tempt: they count only if the question names them. */
#include "ground/internal.h"

#include <stdlib.h>
#include <string.h>

#define PATH_HOPS 3

struct key_graph key_graph_of(struct arena *arena, const struct schema *s)
{
    struct key_graph g = {.n_tables = s->n_tables};
    g.first = ARENA_ARRAY(arena, int, s->n_tables);
    g.next = ARENA_ARRAY(arena, int, 2 * s->n_foreign_keys + 1);
    g.other = ARENA_ARRAY(arena, int, 2 * s->n_foreign_keys + 1);
    int n = 1; /* 0 ends a list */
    for (int i = 0; i < s->n_foreign_keys; i++) {
        int a = s->columns[s->foreign_keys[i].from].table;
        int b = s->columns[s->foreign_keys[i].to].table;
        if (a < 0 || b < 0 || a == b)
            continue;
        g.other[n] = b;
        g.next[n] = g.first[a];
        g.first[a] = n++;
        g.other[n] = a;
        g.next[n] = g.first[b];
        g.first[b] = n++;
    }
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

/* How likely a table is asked for, by the weights of table_weights.def. */
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

static void keep_best(struct arena *arena, const struct schema *s, const float *score, int k,
                      uint8_t *matter)
{
    int n_tables = s->n_tables, n = 0;
    int *near = ARENA_ARRAY(arena, int, n_tables), *distance = ARENA_ARRAY(arena, int, n_tables);
    int *parent = ARENA_ARRAY(arena, int, n_tables), *chosen = ARENA_ARRAY(arena, int, k);
    struct key_graph graph = key_graph_of(arena, s);
    struct ranked *order = ARENA_ARRAY(arena, struct ranked, n_tables);
    for (int t = 0; t < n_tables; t++)
        if (matter[t] != TABLE_HIDDEN)
            order[n++] = (struct ranked){t, score[t]};
    if (n)
        qsort(order, (size_t)n, sizeof *order, by_score);
    for (int i = 0, n_chosen = 0, room = GROUND_PATH_TABLES; i < n && n_chosen < k; i++) {
        if (matter[order[i].table] == TABLE_MATTERS)
            continue; /* on a path already */
        matter[order[i].table] = TABLE_MATTERS;
        key_graph_near(&graph, order[i].table, PATH_HOPS, near, distance, parent);
        for (int j = 0; j < n_chosen; j++)
            for (int t = chosen[j]; distance[chosen[j]] > 0 && t >= 0; t = parent[t])
                if (matter[t] == TABLE_SHOWN && room > 0) {
                    matter[t] = TABLE_MATTERS;
                    room--;
                }
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
    if (s->n_tables <= k) {
        for (int t = 0; t < s->n_tables; t++)
            matter[t] = matter[t] == TABLE_SHOWN ? TABLE_MATTERS : matter[t];
        return matter;
    }
    const float *features = tables_features(arena, d, question, links, values);
    float *score = ARENA_ARRAY(arena, float, s->n_tables);
    for (int t = 0; t < s->n_tables; t++)
        score[t] = score_of(features + t * TABLE_FEATURES);
    keep_best(arena, s, score, k, matter);
    return matter;
}
