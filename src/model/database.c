/* database.c - a grounded database laid out for a model, and questions read against it. */
#include "model/internal.h"

#include <stdlib.h>
#include <string.h>

struct model_database *model_database_new(const struct model_config *config,
                                          const struct vocab *vocab,
                                          const struct ground_database *ground)
{
    struct model_database *d = xmalloc(sizeof *d);
    *d = (struct model_database){.ground = ground, .config = config, .vocab = vocab};
    d->kept = arena_alloc(&d->arena, sizeof *d->kept, sizeof *d->kept);
    atomic_init(d->kept, NULL);
    d->prepared = model_schema_new(&d->arena, config, vocab, &ground->schema, ground->links);
    return d;
}

enum status model_database_open(const struct model_config *config, const struct vocab *vocab,
                                const char *path, const struct schema *schema,
                                const struct value_options *options, struct model_database **out,
                                struct error *err)
{
    *out = NULL;
    struct ground_options ground_options = {.values = *options, .plain = model_reads_plainly(config)};
    struct ground_database *ground;
    enum status st = ground_open(path, schema, &ground_options, &ground, err);
    if (st != ST_OK)
        return st;
    *out = model_database_new(config, vocab, ground);
    (*out)->opened = ground;
    return ST_OK;
}

void model_database_close(struct model_database *d)
{
    if (!d)
        return;
    for (struct model_kept *k = atomic_load(d->kept), *next; k; k = next) {
        next = k->next;
        k->release(k);
    }
    ground_close(d->opened);
    arena_release(&d->arena);
    xfree(d);
}

const struct model_kept *model_database_kept(const struct model_database *d)
{
    return d->kept ? atomic_load(d->kept) : NULL;
}

bool model_database_keep(const struct model_database *d, struct model_kept *kept)
{
    if (!d->kept)
        return false;
    kept->next = atomic_load(d->kept);
    while (!atomic_compare_exchange_weak(d->kept, &kept->next, kept))
        ;
    return true;
}

/* ---- a question ------------------------------------------------------------------------------------ */

/* As what a value passes that only the gold query has. */
enum { ADDED_NUMBER = GROUND_NUMBER, ADDED_TEXT = GROUND_SPAN };
_Static_assert(N_GROUND_SOURCES <= MODEL_VALUE_SOURCES, "every source has a row of its own");

static struct literal as_literal(struct arena *arena, const char *text)
{
    return (struct literal){sql_is_number(text) ? LITERAL_NUMBER : LITERAL_TEXT,
                            arena_strdup(arena, text)};
}

/* Marks what is required, and puts those that nothing led to at a place that tells nothing. */
static int require_values(struct arena *arena, const struct model_required *required,
                          struct model_value *values, struct value_list *list,
                          struct literal *literals)
{
    int n_before = list->n;
    for (int i = 0; required && i < required->n_values; i++) {
        struct literal gold = required->values[i];
        int at = value_list_find(list, gold);
        if (at < 0) {
            at = (int)(hash_bytes(gold.text, strlen(gold.text), 1) % (uint64_t)(list->n + 1));
            size_t behind = (size_t)(list->n - at);
            memmove(values + at + 1, values + at, sizeof *values * behind);
            memmove(literals + at + 1, literals + at, sizeof *literals * behind);
            literals[at] = as_literal(arena, gold.text);
            values[at] = (struct model_value){
                .text = literals[at].text, .shown = literals[at].text, .first_word = -1,
                .source = literals[at].kind == LITERAL_NUMBER ? ADDED_NUMBER : ADDED_TEXT};
            list->n++;
        }
        values[at].required = true;
    }
    return list->n - n_before;
}

int model_question_lay_out(struct arena *arena, const struct model_value *found, int n_found,
                           const struct model_required *required, struct model_question *q)
{
    const struct model_database *d = q->database;
    int n_required = required ? required->n_values : 0;
    struct model_value *values = ARENA_ARRAY(arena, struct model_value, n_found + n_required);
    struct literal *literals = ARENA_ARRAY(arena, struct literal, n_found + n_required);
    struct value_list list = {literals, MIN(n_found, MODEL_MAX_VALUES - MIN(n_required, 64))};
    for (int i = 0; i < list.n; i++) {
        values[i] = found[i];
        literals[i] = as_literal(arena, found[i].text);
    }
    q->n_added = require_values(arena, required, values, &list, literals);
    model_input_build(arena, d->config, d->prepared, &q->question, &q->links, q->tables, required,
                      values, list.n, &q->input);
    q->values = ARENA_ARRAY(arena, struct model_value, q->input.n_values);
    struct literal *shown = ARENA_ARRAY(arena, struct literal, q->input.n_values);
    for (int i = 0; i < q->input.n_values; i++) {
        q->values[i] = values[q->input.value_ids[i]];
        shown[i] = literals[q->input.value_ids[i]];
    }
    q->choices = (struct value_list){shown, q->input.n_values};
    return q->n_added;
}

static struct model_value as_value(const struct ground_value *v)
{
    return (struct model_value){.text = v->text, .shown = v->shown, .source = (int)v->source,
                                .stored = v->source == GROUND_CELL || v->source == GROUND_CODE,
                                .first_word = v->first_word, .n_words = v->n_words,
                                .columns = v->columns, .n_columns = v->n_columns};
}

/* Could a value be meant where only these tables are?  What the question says always could. */
static bool is_held(const struct schema *s, const uint8_t *tables, const struct model_value *v)
{
    bool held = !v->stored;
    for (int i = 0; i < v->n_columns && !held; i++) {
        int table = s->columns[v->columns[i]].table;
        held = table < 0 || tables[table] != TABLE_HIDDEN;
    }
    return held;
}

/* Those that ground/ found, of a model that points at values. */
static struct model_value *found_values(struct arena *arena, const struct model_question *q, int *n)
{
    const struct ground_values *found = &q->read->values;
    struct model_value *values = ARENA_ARRAY(arena, struct model_value, found->n);
    *n = q->database->config->values == VALUES_POINT ? found->n : 0;
    for (int i = 0; i < *n; i++)
        values[i] = as_value(&found->v[i]);
    return values;
}

void model_question_show(struct arena *arena, const struct model_question *question,
                         const uint8_t *tables, struct model_question *out)
{
    const struct schema *s = &question->database->ground->schema;
    struct model_required required = {.left_out = question->left_out};
    int n_found, n = 0;
    struct model_value *values = found_values(arena, question, &n_found);
    for (int i = 0; i < n_found; i++)
        if (is_held(s, tables, &values[i]))
            values[n++] = values[i];
    *out = *question;
    out->tables = tables;
    model_question_lay_out(arena, values, n, &required, out);
}

enum status model_question_read(struct arena *arena, const struct model_database *d,
                                const char *const *utterances, int n, const char *today,
                                const struct model_required *required, struct model_question *out,
                                struct error *err)
{
    struct ground_question *read = ARENA_NEW(arena, struct ground_question);
    *out = (struct model_question){.database = d};
    enum link_rules rules = d->config->links == LINKS_PLAIN ? LINK_PLAIN : LINK_FULL;
    enum status st =
        ground_read(arena, d->ground, d->vocab, utterances, n, today, rules, read, err);
    if (st != ST_OK)
        return st;
    *out = (struct model_question){.database = d, .question = read->question, .links = read->links,
                                   .tables = read->tables, .read = read};
    if (required && required->left_out) {
        size_t n_items = (size_t)(d->ground->schema.n_tables + d->ground->schema.n_columns);
        out->left_out = memcpy(ARENA_ARRAY(arena, bool, (int)n_items), required->left_out, n_items);
    }
    int n_values;
    struct model_value *values = found_values(arena, out, &n_values);
    model_question_lay_out(arena, values, n_values, required, out);
    return ST_OK;
}

/* ---- values as sub-words ------------------------------------------------------------------------- */

static int codec_size(void *context)
{
    const struct vocab *vocab = context;
    return vocab->n_pieces;
}

static int codec_encode(void *context, struct arena *arena, const char *text, const int **ids)
{
    struct tokens t = wordpiece_split(arena, context, text, strlen(text));
    int *out = ARENA_ARRAY(arena, int, t.n);
    for (int i = 0; i < t.n; i++)
        out[i] = t.v[i].id;
    *ids = out;
    return t.n;
}

static const char *codec_decode(void *context, struct arena *arena, const int *ids, int n)
{
    return wordpiece_join(arena, context, ids, n);
}

struct value_codec model_codec(const struct vocab *vocab)
{
    return (struct value_codec){.context = (void *)vocab, .eos = vocab->sep, .size = codec_size,
                                .encode = codec_encode, .decode = codec_decode};
}
