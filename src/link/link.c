/* link.c - brings name links and value links together, and from words to tokens. */
#include "link/internal.h"

#include <stdlib.h>
#include <string.h>

static const struct {
    const char *name;
    int strength;
} kinds[N_LINK_KINDS] = {
    [LINK_NONE] = {"none", 0},
    [LINK_EXACT] = {"exact", 8},
    [LINK_PARTIAL] = {"partial", 6},
    [LINK_SYNONYM] = {"synonym", 3},
    [LINK_VALUE_EXACT] = {"value", 7},
    [LINK_VALUE_CONTAINS] = {"value-contains", 5},
    [LINK_VALUE_WORDS] = {"value-words", 4},
    [LINK_NUMBER] = {"number", 2},
    [LINK_TIME] = {"time", 1},
};

const char *link_kind_name(enum link_kind kind)
{
    return kinds[kind].name;
}

static bool link_stronger(enum link_kind a, enum link_kind b)
{
    return kinds[a].strength > kinds[b].strength;
}

enum link_kind link_kind_at(const struct linker *l, int word, int item)
{
    return (enum link_kind)l->kinds[word * l->schema->n_items + item];
}

static void set_kind(struct linker *l, int word, int item, enum link_kind kind)
{
    uint8_t *at = &l->kinds[word * l->schema->n_items + item];
    if (link_stronger(kind, (enum link_kind)*at))
        *at = (uint8_t)kind;
}

static bool is_value(enum link_kind kind)
{
    return kind == LINK_VALUE_EXACT || kind == LINK_VALUE_CONTAINS;
}

void link_add(struct linker *l, int first, int n, uint64_t mask, int item, enum link_kind kind,
              struct slice cell)
{
    const struct schema *s = l->schema->schema;
    bool column = item >= s->n_tables;
    for (int i = 0; i < n; i++) {
        if (mask && i < 64 && !(mask >> i & 1))
            continue;
        set_kind(l, first + i, item, kind);
        int table = column ? s->columns[item - s->n_tables].table : -1;
        if (is_value(kind) && table >= 0)
            set_kind(l, first + i, table, LINK_VALUE_EXACT);
    }
    *ARENA_PUSH(l->arena, l->matches, l->n_matches, l->match_capacity) =
        (struct link_match){.first_word = first, .n_words = n, .table = column ? -1 : item,
                            .column = column ? item - s->n_tables : -1, .kind = kind,
                            .cell = cell};
}

static bool same_cell(struct slice a, struct slice b)
{
    return a.n == b.n && memcmp(a.s, b.s, a.n) == 0;
}

/* Keeps the best LINK_MAX_CELLS of a column, each once. */
void link_add_cell(struct linker *l, int column, struct link_cell cell)
{
    struct link_cells *c = &l->cells[column];
    int at = c->n;
    for (int i = 0; i < c->n; i++)
        if (same_cell(c->v[i].cell, cell.cell)) {
            if (c->v[i].score >= cell.score)
                return;
            memmove(&c->v[i], &c->v[i + 1], sizeof c->v[0] * (size_t)(c->n - i - 1));
            at = --c->n;
            break;
        }
    while (at > 0 && c->v[at - 1].score < cell.score)
        at--;
    if (at == LINK_MAX_CELLS)
        return;
    c->n = MIN(c->n + 1, LINK_MAX_CELLS);
    memmove(&c->v[at + 1], &c->v[at], sizeof c->v[0] * (size_t)(c->n - at - 1));
    c->v[at] = cell;
}

/* ---- from words to tokens -------------------------------------------------------------------- */

static void spread(const struct linker *l, struct links *out)
{
    const struct question *q = l->question;
    for (int t = 0; t < out->n_tokens; t++) {
        int word = q->token_word[t];
        if (word < 0)
            continue;
        const uint8_t *row = l->kinds + word * l->schema->n_items;
        memcpy(out->tables + t * out->n_tables, row, (size_t)out->n_tables);
        memcpy(out->columns + t * out->n_columns, row + out->n_tables, (size_t)out->n_columns);
    }
}

static int compare_matches(const void *a, const void *b)
{
    const struct link_match *x = a, *y = b;
    if (x->first_word != y->first_word)
        return x->first_word < y->first_word ? -1 : 1;
    if (x->n_words != y->n_words)
        return x->n_words > y->n_words ? -1 : 1;
    if (x->kind != y->kind)
        return link_stronger(x->kind, y->kind) ? -1 : 1;
    if (x->table != y->table)
        return x->table > y->table ? -1 : 1;
    if (x->column != y->column)
        return x->column < y->column ? -1 : 1;
    int order = memcmp(x->cell.s, y->cell.s, MIN(x->cell.n, y->cell.n));
    return order ? order : (x->cell.n > y->cell.n) - (x->cell.n < y->cell.n);
}

/* Does a match still say something that its words' final kinds say? */
static bool still_holds(const struct linker *l, const struct link_match *m)
{
    int item = m->table >= 0 ? m->table : l->schema->schema->n_tables + m->column;
    for (int i = 0; i < m->n_words; i++)
        if (link_kind_at(l, m->first_word + i, item) == m->kind)
            return true;
    return false;
}

static void list_matches(struct linker *l, struct links *out)
{
    int kept = 0;
    if (l->n_matches)
        qsort(l->matches, (size_t)l->n_matches, sizeof *l->matches, compare_matches);
    for (int i = 0; i < l->n_matches; i++) {
        bool again = kept && compare_matches(&l->matches[kept - 1], &l->matches[i]) == 0;
        if (!again && still_holds(l, &l->matches[i]))
            l->matches[kept++] = l->matches[i];
    }
    out->matches = l->matches;
    out->n_matches = kept;
}

static void link_full(struct linker *l, struct links *out)
{
    const struct question *q = l->question;
    struct turn turns[QUESTION_MAX_UTTERANCES];
    int n = 0;
    for (int first = 0, last; first < q->words.n; first = last) {
        for (last = first + 1; last < q->words.n && q->word_turn[last] == q->word_turn[first];)
            last++;
        turns[n++] = (struct turn){first, last};
    }
    link_names(l, turns, n);
    for (int i = 0; i < n; i++)
        link_values(l, turns[i]);
    spread(l, out);
    list_matches(l, out);
}

void link_question(struct arena *arena, const struct link_schema *schema,
                   const struct value_index *index, const struct question *question,
                   enum link_rules rules, struct links *out)
{
    const struct schema *s = schema->schema;
    *out = (struct links){.n_tokens = question->tokens.n, .n_tables = s->n_tables,
                          .n_columns = s->n_columns};
    out->tables = ARENA_ARRAY(arena, uint8_t, (size_t)out->n_tokens * (size_t)s->n_tables);
    out->columns = ARENA_ARRAY(arena, uint8_t, (size_t)out->n_tokens * (size_t)s->n_columns);
    out->cells = ARENA_ARRAY(arena, struct link_cells, s->n_columns);
    if (rules == LINK_PLAIN) {
        link_plain(arena, schema, index, question, out);
        return;
    }
    struct linker l = {.arena = arena, .schema = schema, .index = index, .question = question,
                       .n_words = question->words.n, .cells = out->cells};
    l.kinds = ARENA_ARRAY(arena, uint8_t, (size_t)l.n_words * (size_t)schema->n_items);
    link_full(&l, out);
}
