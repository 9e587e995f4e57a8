/* input.c - a question and a schema as the encoder reads them (MODEL.md 7.2).
 *
 * The sequence is [CLS] question [SEP] table_0 .. column_0 .. value_0 .. [SEP].  A table is its label, a
 * column its label and, where the question mentions stored values of it, ": cell , cell".  What
 * does not fit (config.max_tokens, at most the language model's positions) is left out in this
 * order: cells, then the columns and tables with the weakest links, then the end of the oldest
 * utterances; nothing ever fails for being long. */
#include "model/internal.h"

#include <stdlib.h>
#include <string.h>

struct model_schema {
    const struct schema *schema;
    const struct link_schema *links;
    const struct vocab *vocab;
    struct item_text *items; /* tables, then columns: the label, with its type word if wanted */
    struct item_text colon, comma;
};

/* ---- prepared once a schema ------------------------------------------------------------------- */

struct item_text text_ids(struct arena *arena, const struct vocab *vocab, const char *text,
                          size_t n)
{
    struct tokens t = wordpiece_split(arena, vocab, text, n);
    struct item_text out = {.ids = ARENA_ARRAY(arena, int, t.n), .n = t.n};
    for (int i = 0; i < t.n; i++)
        out.ids[i] = t.v[i].id;
    return out;
}

/* An item's label in sub-words; a label that has none (only marks BERT drops) is [UNK], since
 * every item needs at least one row. */
static struct item_text label_ids(struct arena *arena, const struct vocab *vocab,
                                  const char *word, const char *label, bool with_word)
{
    const char *text = with_word ? arena_printf(arena, "%s %s", word, label) : label;
    struct item_text out = text_ids(arena, vocab, text, strlen(text));
    if (out.n == 0) {
        out.ids = ARENA_NEW(arena, int);
        out.ids[0] = vocab->unk;
        out.n = 1;
    }
    out.n = MIN(out.n, MODEL_MAX_ITEM_TOKENS);
    return out;
}

struct model_schema *model_schema_new(struct arena *arena, const struct model_config *config,
                                      const struct vocab *vocab, const struct schema *schema,
                                      const struct link_schema *links)
{
    struct model_schema *s = ARENA_NEW(arena, struct model_schema);
    s->schema = schema;
    s->vocab = vocab;
    s->links = links;
    s->items = ARENA_ARRAY(arena, struct item_text, schema->n_tables + schema->n_columns);
    for (int i = 0; i < schema->n_tables; i++)
        s->items[i] = label_ids(arena, vocab, "table", schema->tables[i].label,
                                config->item_words);
    for (int i = 0; i < schema->n_columns; i++)
        s->items[schema->n_tables + i] =
            label_ids(arena, vocab, column_type_name(schema->columns[i].type),
                      schema->columns[i].label, config->item_words);
    s->colon = text_ids(arena, vocab, ":", 1);
    s->comma = text_ids(arena, vocab, ",", 1);
    return s;
}

const struct schema *model_schema_of(const struct model_schema *s)
{
    return s->schema;
}

const struct link_schema *model_schema_links(const struct model_schema *s)
{
    return s->links;
}

/* ---- choosing what fits --------------------------------------------------------------------------- */

struct choice {
    bool *keep;      /* [tables + columns] */
    int *cell_ids;   /* sub-words of the cells shown, per column */
    struct item_text *cells;
    struct value_choice values;
    int n_question, budget, used;
};

/* How strongly a link of a kind says that an item matters. */
static const int kind_weight[N_LINK_KINDS] = {
    [LINK_EXACT] = 8, [LINK_PARTIAL] = 4, [LINK_SYNONYM] = 6, [LINK_VALUE_EXACT] = 8,
    [LINK_VALUE_CONTAINS] = 5, [LINK_VALUE_WORDS] = 3, [LINK_NUMBER] = 1, [LINK_TIME] = 1,
};

static int best_link(const uint8_t *kinds, int n_tokens, int n_items, int item)
{
    int best = 0;
    for (int i = 0; i < n_tokens; i++)
        best = MAX(best, kind_weight[kinds[i * n_items + item]]);
    return best;
}

struct scored {
    int item;
    int score;
};

static int by_score(const void *a, const void *b)
{
    const struct scored *x = a, *y = b;
    return x->score != y->score ? (x->score < y->score ? 1 : -1) : x->item - y->item;
}

/* Columns by links, those of linked tables and keys before others. */
static struct scored *rank_columns(struct arena *arena, const struct schema *schema,
                                   const struct links *links, const uint8_t *tables)
{
    int *table_score = ARENA_ARRAY(arena, int, schema->n_tables);
    for (int t = 0; t < schema->n_tables; t++)
        table_score[t] = best_link(links->tables, links->n_tokens, links->n_tables, t);
    struct scored *order = ARENA_ARRAY(arena, struct scored, schema->n_columns);
    for (int c = 0; c < schema->n_columns; c++) {
        const struct column *column = &schema->columns[c];
        int score = 4 * best_link(links->columns, links->n_tokens, links->n_columns, c);
        if (column->table >= 0)
            score += 2 * table_score[column->table] + column->primary +
                     (tables && tables[column->table] == TABLE_MATTERS ? 100 : 0);
        else
            score = 1000; /* '*' and TIME_NOW are always there */
        order[c] = (struct scored){c, score};
    }
    for (int i = 0; i < schema->n_foreign_keys; i++) {
        order[schema->foreign_keys[i].from].score++;
        order[schema->foreign_keys[i].to].score++;
    }
    qsort(order, (size_t)schema->n_columns, sizeof *order, by_score);
    return order;
}

static void keep_item(struct choice *c, const struct model_schema *s, int item)
{
    if (!c->keep[item])
        c->used += s->items[item].n;
    c->keep[item] = true;
}

/* What is not to be shown: as wished, and views that the question does not name. */
static const bool *hidden_items(struct arena *arena, const struct schema *schema,
                                const uint8_t *tables, const bool *left_out)
{
    bool *out = ARENA_ARRAY(arena, bool, schema->n_tables + schema->n_columns);
    for (int t = 0; t < schema->n_tables; t++)
        out[t] = (left_out && left_out[t]) || (tables && tables[t] == TABLE_HIDDEN);
    for (int c = 0; c < schema->n_columns; c++) {
        int table = schema->columns[c].table, item = schema->n_tables + c;
        out[item] = (left_out && left_out[item]) ||
                    (table >= 0 && tables && tables[table] == TABLE_HIDDEN);
    }
    return out;
}

/* Everything if it fits; else what is required, then columns (with their tables) by rank. */
static void choose_items(struct arena *arena, const struct model_schema *s,
                         const struct links *links, const uint8_t *tables,
                         const struct model_required *wishes, struct choice *c)
{
    const bool *required = wishes ? wishes->items : NULL;
    const struct schema *schema = s->schema;
    const bool *left_out = hidden_items(arena, schema, tables, wishes ? wishes->left_out : NULL);
    int n_items = schema->n_tables + schema->n_columns, total = 0;
    for (int i = 0; i < n_items; i++)
        total += left_out && left_out[i] ? 0 : s->items[i].n;
    bool all = c->used + total <= c->budget && schema->n_tables <= MODEL_MAX_TABLES &&
               schema->n_columns <= MODEL_MAX_COLUMNS;
    for (int i = 0; i < n_items; i++)
        if ((all && !(left_out && left_out[i])) || (required && required[i]))
            keep_item(c, s, i);
    if (all)
        return;
    const struct scored *order = rank_columns(arena, schema, links, tables);
    int n_kept_columns = 0;
    for (int i = 0; i < schema->n_columns && n_kept_columns < MODEL_MAX_COLUMNS; i++) {
        int table = schema->columns[order[i].item].table;
        int item = schema->n_tables + order[i].item;
        int cost = (c->keep[item] ? 0 : s->items[item].n) +
                   (table >= 0 && !c->keep[table] ? s->items[table].n : 0);
        bool hidden = left_out && (left_out[item] || (table >= 0 && left_out[table]));
        if (hidden || c->used + cost > c->budget)
            continue;
        n_kept_columns++;
        keep_item(c, s, item);
        if (table >= 0)
            keep_item(c, s, table);
    }
}

/* Stored values the question mentions, written behind their column while there is room. */
static void choose_cells(struct arena *arena, const struct model_config *config,
                         const struct model_schema *s, const struct links *links,
                         struct choice *c)
{
    int n_tables = s->schema->n_tables;
    c->cells = ARENA_ARRAY(arena, struct item_text, s->schema->n_columns);
    for (int col = 1; col < s->schema->n_columns; col++) {
        const struct link_cells *found = &links->cells[col];
        if (!c->keep[n_tables + col] || found->n == 0)
            continue;
        struct item_text *out = &c->cells[col];
        out->ids = ARENA_ARRAY(arena, int, MODEL_MAX_ITEM_TOKENS);
        for (int k = 0; k < MIN(found->n, config->cells); k++) {
            struct item_text cell =
                text_ids(arena, s->vocab, found->v[k].cell.s, found->v[k].cell.n);
            const struct item_text *mark = k == 0 ? &s->colon : &s->comma;
            int n = mark->n + cell.n;
            if (out->n + n > MODEL_MAX_ITEM_TOKENS || c->used + n > c->budget)
                break;
            memcpy(out->ids + out->n, mark->ids, sizeof(int) * (size_t)mark->n);
            memcpy(out->ids + out->n + mark->n, cell.ids, sizeof(int) * (size_t)cell.n);
            out->n += n;
            c->used += n;
        }
    }
}

/* ---- writing it down --------------------------------------------------------------------------------- */

static void count_kept(const struct model_schema *s, const struct choice *c,
                       struct model_input *out)
{
    int n_tables = s->schema->n_tables;
    for (int i = 0; i < n_tables; i++)
        out->n_tables += c->keep[i];
    for (int i = 0; i < s->schema->n_columns; i++)
        out->n_columns += c->keep[n_tables + i];
}

static int put_item(struct model_input *out, int at, int item, struct item_text label,
                    struct item_text cells)
{
    out->items[item] = (struct nn_span){at, label.n + cells.n};
    memcpy(out->tokens + at, label.ids, sizeof(int) * (size_t)label.n);
    if (cells.n > 0)
        memcpy(out->tokens + at + label.n, cells.ids, sizeof(int) * (size_t)cells.n);
    return at + label.n + cells.n;
}

static void write_sequence(struct arena *arena, const struct model_schema *s,
                           const struct question *question, const struct choice *c,
                           struct model_input *out)
{
    const struct schema *schema = s->schema;
    out->n_tokens = c->used;
    out->tokens = ARENA_ARRAY(arena, int, out->n_tokens);
    out->items = ARENA_ARRAY(arena, struct nn_span, model_input_items(out));
    out->table_ids = ARENA_ARRAY(arena, int, out->n_tables);
    out->column_ids = ARENA_ARRAY(arena, int, out->n_columns);
    out->table_item = ARENA_ARRAY(arena, int, schema->n_tables);
    out->column_item = ARENA_ARRAY(arena, int, schema->n_columns);
    out->owner = ARENA_ARRAY(arena, int, out->n_columns);
    out->types = ARENA_ARRAY(arena, uint8_t, out->n_columns);
    int at = 0, item = 0;
    out->tokens[at++] = s->vocab->cls;
    for (int i = 0; i < out->n_question; i++)
        out->tokens[at++] = question->tokens.v[i].id;
    out->tokens[at++] = s->vocab->sep;
    for (int i = 0; i < schema->n_tables; i++) {
        out->table_item[i] = c->keep[i] ? item : -1;
        if (!c->keep[i])
            continue;
        out->table_ids[item] = i;
        at = put_item(out, at, item++, s->items[i], (struct item_text){0});
    }
    for (int i = 0; i < schema->n_columns; i++) {
        bool kept = c->keep[schema->n_tables + i];
        out->column_item[i] = kept ? item - out->n_tables : -1;
        if (!kept)
            continue;
        int k = item - out->n_tables, table = schema->columns[i].table;
        out->column_ids[k] = i;
        out->owner[k] = table < 0 ? -1 : out->table_item[table];
        out->types[k] = (uint8_t)schema->columns[i].type;
        at = put_item(out, at, item++, s->items[schema->n_tables + i], c->cells[i]);
    }
    for (int i = 0; i < out->n_values; i++)
        at = put_item(out, at, item++, c->values.texts[out->value_ids[i]], (struct item_text){0});
    out->tokens[at++] = s->vocab->sep;
    CHECK(at == out->n_tokens);
}

static void write_relations(struct arena *arena, const struct model_config *config,
                            const struct model_schema *s, const struct question *question,
                            const struct links *links, const struct model_value *values,
                            struct model_input *out)
{
    size_t n = (size_t)model_input_rows(out);
    out->relations = ARENA_ARRAY(arena, uint8_t, n * n);
    const struct relation_set *set = model_relation_set(config);
    struct link_part part = {out->n_question, out->n_tables, out->n_columns, out->table_ids,
                             out->column_ids, out->table_item, out->column_item, out->n_values};
    if (!set)
        return;
    relations_build(set, s->links, question, links, &part, out->relations);
    values_relate(set, question, values, out);
}

void model_input_build(struct arena *arena, const struct model_config *config,
                       const struct model_schema *s, const struct question *question,
                       const struct links *links, const uint8_t *tables,
                       const struct model_required *required, const struct model_value *values,
                       int n_values, struct model_input *out)
{
    *out = (struct model_input){.n_schema_tables = s->schema->n_tables};
    int limit = config->encoder == ENCODER_PLM ? MIN(config->max_tokens, config->plm_positions)
                                               : config->max_tokens;
    struct choice c = {
        .keep = ARENA_ARRAY(arena, bool, s->schema->n_tables + s->schema->n_columns),
        .budget = limit,
    };
    /* a question may take at most half of the room: the rest is the schema's */
    out->n_question = MIN(question->tokens.n, limit / 2);
    while (out->n_current < out->n_question && question->token_turn[out->n_current] == 0)
        out->n_current++;
    c.used = out->n_question + 3;
    values_begin(arena, s->vocab, values, config->values == VALUES_POINT ? n_values : 0, &c.values);
    c.used += values_keep_share(config, limit, &c.values);
    choose_items(arena, s, links, tables, required, &c);
    c.used += values_keep_rest(config, c.budget - c.used, &c.values);
    choose_cells(arena, config, s, links, &c);
    count_kept(s, &c, out);
    values_write(arena, &c.values, out);
    write_sequence(arena, s, question, &c, out);
    write_relations(arena, config, s, question, links, values, out);
}
