/* relations.c - relation ids between tokens, tables and columns (MODEL.md section 8). */
#include "link/internal.h"

#include <string.h>

#define NEAR 4 /* question distances told apart */

/* Code below computes ids inside these runs. */
_Static_assert(REL_QQ_PLUS4 - REL_QQ_MINUS4 == 2 * NEAR, "distances are contiguous");
_Static_assert(REL_QC_TIME - REL_QC_NONE == N_LINK_KINDS - 1, "kinds are contiguous");
_Static_assert(REL_CQ_TIME - REL_CQ_NONE == N_LINK_KINDS - 1, "kinds are contiguous");
_Static_assert(REL_QT_VALUE - REL_QT_NONE == LINK_VALUE_EXACT, "kinds are contiguous");
_Static_assert(REL_TQ_VALUE - REL_TQ_NONE == LINK_VALUE_EXACT, "kinds are contiguous");
_Static_assert(N_RELATIONS <= 256, "ids fit a byte");

static const uint8_t full_ids[N_RELATIONS] = {
#define RELATION(id, name, rat43) REL_##id,
#include "link/relations.def"
#undef RELATION
};
static const uint8_t rat43_ids[N_RELATIONS] = {
#define RELATION(id, name, rat43) rat43,
#include "link/relations.def"
#undef RELATION
};
static const char *const names[N_RELATIONS] = {
#define RELATION(id, name, rat43) name,
#include "link/relations.def"
#undef RELATION
};

static const struct relation_set sets[] = {
    {"full", REL_VV_SELF, full_ids, REL_VV_SELF},
    {"rat43", 43, rat43_ids, REL_VV_SELF},
    {"full-values", REL_VC_FITS + 1, full_ids, REL_VC_FITS + 1},
    {"rat43-values", 60, rat43_ids, REL_VC_FITS + 1},
};

const struct relation_set *relation_set_find(const char *name)
{
    for (int i = 0; i < COUNT_OF(sets); i++)
        if (strcmp(sets[i].name, name) == 0)
            return &sets[i];
    return NULL;
}

const char *relation_name(enum relation relation)
{
    return names[relation];
}

/* ---- within the schema ----------------------------------------------------------------------- */

static bool is_foreign(const struct schema *s, int column)
{
    for (int i = 0; i < s->n_foreign_keys; i++)
        if (s->foreign_keys[i].from == column)
            return true;
    return false;
}

static void relate_tables(const struct schema *s, const struct link_part *p, uint8_t *out, int n)
{
    for (int a = 0; a < p->n_tables; a++)
        for (int b = 0; b < p->n_tables; b++)
            out[a * n + b] = a == b ? REL_TT_SELF : REL_TT_OTHER;
    for (int i = 0; i < s->n_foreign_keys; i++) {
        int from = s->columns[s->foreign_keys[i].from].table;
        int to = s->columns[s->foreign_keys[i].to].table;
        if (from < 0 || to < 0 || from == to || p->table_at[from] < 0 || p->table_at[to] < 0)
            continue;
        from = p->table_at[from];
        to = p->table_at[to];
        uint8_t *there = &out[from * n + to], *back = &out[to * n + from];
        bool both = *there == REL_TT_FOREIGN_BACK || *there == REL_TT_FOREIGN_BOTH;
        *there = both ? REL_TT_FOREIGN_BOTH : REL_TT_FOREIGN;
        *back = both ? REL_TT_FOREIGN_BOTH : REL_TT_FOREIGN_BACK;
    }
}

static enum relation column_relation(const struct schema *s, int a, int b)
{
    const struct column *x = &s->columns[a], *y = &s->columns[b];
    if (a == b)
        return REL_CC_SELF;
    if (x->table < 0 || y->table < 0)
        return REL_CC_OTHER;
    if (x->table == y->table)
        return REL_CC_SAME_TABLE;
    return equal_nocase(x->name, y->name) ? REL_CC_SAME_NAME : REL_CC_OTHER;
}

static void relate_columns(const struct schema *s, const struct link_part *p, uint8_t *out, int n)
{
    uint8_t *block = out + (size_t)p->n_tables * (size_t)n + p->n_tables;
    for (int a = 0; a < p->n_columns; a++)
        for (int b = 0; b < p->n_columns; b++)
            block[a * n + b] = (uint8_t)column_relation(s, p->columns[a], p->columns[b]);
    for (int i = 0; i < s->n_foreign_keys; i++) {
        int from = p->column_at[s->foreign_keys[i].from], to = p->column_at[s->foreign_keys[i].to];
        if (from < 0 || to < 0 || from == to)
            continue;
        block[from * n + to] = REL_CC_FOREIGN;
        block[to * n + from] = REL_CC_FOREIGN_BACK;
    }
}

static void relate_tables_to_columns(const struct schema *s, const struct link_part *p,
                                     uint8_t *out, int n)
{
    for (int c = 0; c < p->n_columns; c++) {
        const struct column *column = &s->columns[p->columns[c]];
        bool foreign = is_foreign(s, p->columns[c]);
        bool star = column->table < 0 && !column->virtual_now;
        for (int t = 0; t < p->n_tables; t++) {
            int step = column->primary ? 0 : foreign ? 1 : 2; /* PRIMARY, FOREIGN, HAS */
            bool of = column->table == p->tables[t];
            uint8_t tc = (uint8_t)(star ? REL_TC_STAR : of ? REL_TC_PRIMARY + step : REL_TC_OTHER);
            out[t * n + p->n_tables + c] = tc;
            out[(p->n_tables + c) * n + t] = (uint8_t)(tc - REL_TC_PRIMARY + REL_CT_PRIMARY);
        }
    }
}

/* Fills out[n][n], n = tables + columns of the part, with enum relation. */
static void relate_items(const struct schema *s, const struct link_part *p, uint8_t *out)
{
    int n = p->n_tables + p->n_columns;
    relate_tables(s, p, out, n);
    relate_columns(s, p, out, n);
    relate_tables_to_columns(s, p, out, n);
}

/* The part that is all: every list is 0, 1, 2, ... */
static struct link_part whole_part(struct arena *arena, const struct schema *s, int n_tokens)
{
    int n = MAX(s->n_tables, s->n_columns), *same = ARENA_ARRAY(arena, int, n);
    for (int i = 0; i < n; i++)
        same[i] = i;
    return (struct link_part){n_tokens, s->n_tables, s->n_columns, same, same, same, same, 0};
}

#define KEPT_ITEMS_MAX 2048 /* of a larger schema a part's matrix is made anew each time */

void link_schema_relations(struct arena *arena, struct link_schema *schema)
{
    size_t n = (size_t)(schema->schema->n_tables + schema->schema->n_columns);
    schema->n_items = (int)n;
    if (n > KEPT_ITEMS_MAX)
        return;
    schema->relations = ARENA_ARRAY(arena, uint8_t, n * n);
    struct link_part whole = whole_part(arena, schema->schema, 0);
    relate_items(schema->schema, &whole, schema->relations);
}

/* ---- the whole matrix ------------------------------------------------------------------------ */

static enum relation token_relation(const struct question *q, int i, int j)
{
    int turns = q->token_turn[j] - q->token_turn[i];
    if (turns)
        return turns == 1    ? REL_QQ_PREVIOUS
               : turns > 1   ? REL_QQ_EARLIER
               : turns == -1 ? REL_QQ_NEXT
                             : REL_QQ_LATER;
    int apart = j - i;
    if (apart < -NEAR || apart > NEAR)
        return apart < 0 ? REL_QQ_FAR_LEFT : REL_QQ_FAR_RIGHT;
    return (enum relation)(REL_QQ_SELF + apart);
}

/* Tokens among themselves, and with the items of the part. */
static void build_tokens(const struct relation_set *set, const struct question *question,
                         const struct links *links, const struct link_part *p, uint8_t *out)
{
    int n_items = p->n_tables + p->n_columns;
    size_t n = (size_t)(p->n_tokens + n_items + p->n_more);
    const uint8_t *id = set->id_of;
    for (int i = 0; i < p->n_tokens; i++) {
        uint8_t *row = out + (size_t)i * n;
        for (int j = 0; j < p->n_tokens; j++)
            row[j] = id[token_relation(question, i, j)];
        for (int k = 0; k < n_items; k++) {
            bool table = k < p->n_tables;
            int kind = table ? links->tables[i * links->n_tables + p->tables[k]]
                             : links->columns[i * links->n_columns + p->columns[k - p->n_tables]];
            row[p->n_tokens + k] = id[(table ? REL_QT_NONE : REL_QC_NONE) + kind];
            out[(size_t)(p->n_tokens + k) * n + (size_t)i] =
                id[(table ? REL_TQ_NONE : REL_CQ_NONE) + kind];
        }
    }
}

/* Where the k-th item of a part stands among all items. */
static size_t item_at(const struct link_schema *schema, const struct link_part *p, int k)
{
    return (size_t)(k < p->n_tables ? p->tables[k]
                                    : schema->schema->n_tables + p->columns[k - p->n_tables]);
}

void relations_build(const struct relation_set *set, const struct link_schema *schema,
                     const struct question *question, const struct links *links,
                     const struct link_part *part, uint8_t *out)
{
    struct arena scratch = {0};
    struct link_part p = part ? *part : whole_part(&scratch, schema->schema, question->tokens.n);
    int n_items = p.n_tables + p.n_columns;
    size_t n = (size_t)(p.n_tokens + n_items + p.n_more);
    CHECK(schema->n_items == links->n_tables + links->n_columns);
    CHECK(links->n_tokens == question->tokens.n && p.n_tokens <= links->n_tokens);
    build_tokens(set, question, links, &p, out);
    uint8_t *made = NULL;
    if (!schema->relations) {
        made = ARENA_ARRAY(&scratch, uint8_t, (size_t)n_items * (size_t)n_items);
        relate_items(schema->schema, &p, made);
    }
    for (int a = 0; a < n_items; a++) {
        uint8_t *row = out + (size_t)(p.n_tokens + a) * n + (size_t)p.n_tokens;
        const uint8_t *from = made ? made + (size_t)a * (size_t)n_items
                                   : schema->relations +
                                         item_at(schema, &p, a) * (size_t)schema->n_items;
        for (int b = 0; b < n_items; b++)
            row[b] = set->id_of[from[made ? (size_t)b : item_at(schema, &p, b)]];
    }
    arena_release(&scratch);
}
