/* resemble.c - is a schema somebody else's?  Schemas are compared by the names of their tables and
 * columns, as words: the share of names they have in common, of all names of both. */
#include "data/internal.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

struct names { /* hashes, ascending, each once */
    uint64_t *v;
    int n;
};

static int compare_hashes(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* Case, '_' and blanks make no difference: "home_team", "HomeTeam", "hometeam". */
static uint64_t hash_name(const char *name, uint64_t seed)
{
    char plain[128];
    size_t n = 0;
    for (; *name && n < sizeof plain; name++)
        if (isalnum((unsigned char)*name) || (unsigned char)*name >= 0x80)
            plain[n++] = (char)tolower((unsigned char)*name);
    return hash_bytes(plain, n, seed);
}

static struct names names_of(struct arena *arena, const struct schema *s)
{
    struct names out = {.v = ARENA_ARRAY(arena, uint64_t, s->n_tables + s->n_columns)};
    int n = 0;
    for (int i = 0; i < s->n_tables; i++)
        if (!s->tables[i].view)
            out.v[n++] = hash_name(s->tables[i].name, 1);
    for (int i = 1; i < s->n_columns; i++)
        if (s->columns[i].table >= 0 && !s->tables[s->columns[i].table].view)
            out.v[n++] = hash_name(s->columns[i].name, 2);
    qsort(out.v, (size_t)n, sizeof *out.v, compare_hashes);
    for (int i = 0; i < n; i++)
        if (out.n == 0 || out.v[out.n - 1] != out.v[i])
            out.v[out.n++] = out.v[i];
    return out;
}

static struct names *all_names(struct arena *arena, const struct schema_set *set)
{
    struct names *out = ARENA_ARRAY(arena, struct names, set->n_schemas + 1);
    for (int i = 0; i < set->n_schemas; i++)
        out[i] = names_of(arena, &set->schemas[i]);
    return out;
}

static double share_of(const struct names *a, const struct names *b, int *common)
{
    *common = 0;
    for (int i = 0, k = 0; i < a->n && k < b->n;) {
        if (a->v[i] == b->v[k])
            ++*common, i++, k++;
        else if (a->v[i] < b->v[k])
            i++;
        else
            k++;
    }
    int both = a->n + b->n - *common;
    return both ? (double)*common / both : 0;
}

static void report(struct checking *c, const struct corpus_pair *p)
{
    if (p->share > CORPUS_MAX_RESEMBLANCE)
        check_finding(c, p->ours, NULL, "shares %d names, %.0f%%, with database %s%s%s", p->common,
                      100 * p->share, p->other, p->where ? " of " : "", p->where ? p->where : "");
}

static void compare_within(struct checking *c, const struct schema_set *ours,
                           const struct names *names)
{
    for (int i = 0; i < ours->n_schemas; i++)
        for (int k = 0; k < i; k++) {
            struct corpus_pair p = {ours->schemas[i].db_id, ours->schemas[k].db_id, NULL, 0, 0};
            p.share = share_of(&names[i], &names[k], &p.common);
            if (p.share > c->out->within.share)
                c->out->within = p;
            report(c, &p);
        }
}

enum status check_resemblance(struct checking *c, const char *const *against, int n,
                              struct error *err)
{
    struct arena arena = {0};
    const struct schema_set *ours = &c->corpus->schemas;
    const struct names *names = all_names(&arena, ours);
    compare_within(c, ours, names);
    enum status st = ST_OK;
    if (n > 0)
        c->out->closest = ARENA_ARRAY(c->arena, struct corpus_pair, ours->n_schemas + 1);
    for (int f = 0; f < n && st == ST_OK; f++) {
        struct schema_set others;
        st = schema_set_read(&arena, against[f], SCHEMA_SPIDER, &others, err);
        const struct names *theirs = st == ST_OK ? all_names(&arena, &others) : NULL;
        for (int i = 0; st == ST_OK && i < ours->n_schemas; i++)
            for (int k = 0; k < others.n_schemas; k++) {
                struct corpus_pair p = {ours->schemas[i].db_id, NULL, against[f], 0, 0};
                p.share = share_of(&names[i], &theirs[k], &p.common);
                if (p.share <= c->out->closest[i].share)
                    continue;
                p.other = arena_strdup(c->arena, others.schemas[k].db_id);
                c->out->closest[i] = p;
            }
    }
    for (int i = 0; st == ST_OK && n > 0 && i < ours->n_schemas; i++)
        report(c, &c->out->closest[i]);
    arena_release(&arena);
    return st;
}
