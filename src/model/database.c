/* database.c - a database made ready for a model's questions: schema, links, stored values. */
#include "model/internal.h"

#include <stdlib.h>
#include <string.h>

static void copy_schema(struct arena *arena, const struct schema *from, struct schema *to)
{
    *to = *from;
    to->columns = ARENA_ARRAY(arena, struct column, from->n_columns);
    memcpy(to->columns, from->columns, sizeof *to->columns * (size_t)from->n_columns);
    to->foreign_keys = ARENA_ARRAY(arena, struct foreign_key, from->n_foreign_keys);
    if (from->n_foreign_keys)
        memcpy(to->foreign_keys, from->foreign_keys,
               sizeof *to->foreign_keys * (size_t)from->n_foreign_keys);
}

/* A benchmark's schema file says less than its database: declared types and what cells hold. */
static enum status bind_schema(struct model_database *d, struct error *err)
{
    struct db_binding binding;
    enum status st = db_bind(&d->arena, d->db, &d->schema, &binding, err);
    if (st != ST_OK)
        return st;
    for (int i = 0; i < d->schema.n_columns; i++)
        if (!d->schema.columns[i].decl_type)
            d->schema.columns[i].decl_type = binding.columns[i].decl_type;
    return db_repair_types(d->db, &binding, &d->schema, err);
}

static enum status read_content(struct model_database *d, bool own_schema,
                                const struct value_options *options,
                                struct link_synonyms *synonyms, struct error *err)
{
    enum status st =
        own_schema ? db_schema(&d->arena, d->db, &d->schema, err) : bind_schema(d, err);
    if (st == ST_OK)
        st = value_index_open(d->db, &d->schema, options, &d->index, &d->report, err);
    if (st == ST_OK && db_dialect(d->db) == SQL_SQLITE) /* a server has no files beside it */
        st = link_synonyms_beside(&d->arena, db_path(d->db), &d->schema, synonyms, err);
    return st;
}

enum status model_database_open_on(const struct model_config *config, const struct vocab *vocab,
                                   struct db *db, const struct schema *schema,
                                   const struct value_options *options,
                                   struct model_database **out, struct error *err)
{
    CHECK(db || schema);
    *out = NULL;
    struct model_database *d = xmalloc(sizeof *d);
    *d = (struct model_database){.config = config, .vocab = vocab, .db = db};
    if (schema)
        copy_schema(&d->arena, schema, &d->schema);
    struct link_synonyms synonyms = {0};
    enum status st = db ? read_content(d, !schema, options, &synonyms, err) : ST_OK;
    if (st != ST_OK) {
        model_database_close(d);
        return st;
    }
    schema_repair_keys(&d->arena, &d->schema);
    d->prepared = model_schema_new(&d->arena, config, vocab, &d->schema, &synonyms);
    *out = d;
    return ST_OK;
}

enum status model_database_open(const struct model_config *config, const struct vocab *vocab,
                                const char *path, const struct schema *schema,
                                const struct value_options *options, struct model_database **out,
                                struct error *err)
{
    *out = NULL;
    struct db *db = NULL;
    enum status st = path ? db_open(path, &db, err) : ST_OK;
    return st == ST_OK ? model_database_open_on(config, vocab, db, schema, options, out, err) : st;
}

void model_database_close(struct model_database *d)
{
    if (!d)
        return;
    value_index_close(d->index);
    db_close(d->db);
    arena_release(&d->arena);
    free(d);
}

/* ---- a question ------------------------------------------------------------------------------------ */

enum { ADDED_NUMBER, ADDED_TEXT = 4 }; /* as what a value passes that only the gold query has */

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
    model_input_build(arena, d->config, d->prepared, &q->question, &q->links,
                      required ? required->items : NULL, values, list.n, &q->input);
    q->values = ARENA_ARRAY(arena, struct model_value, q->input.n_values);
    struct literal *shown = ARENA_ARRAY(arena, struct literal, q->input.n_values);
    for (int i = 0; i < q->input.n_values; i++) {
        q->values[i] = values[q->input.value_ids[i]];
        shown[i] = literals[q->input.value_ids[i]];
    }
    q->choices = (struct value_list){shown, q->input.n_values};
    return q->n_added;
}

enum status model_question_read(struct arena *arena, const struct model_database *d,
                                const char *const *utterances, int n,
                                const struct model_required *required, struct model_question *out,
                                struct error *err)
{
    *out = (struct model_question){.database = d};
    enum status st = question_read(arena, d->vocab, utterances, n, &out->question, err);
    if (st != ST_OK)
        return st;
    if (out->question.tokens.n == 0)
        return fail(err, ST_INPUT, "the question is empty");
    link_question(arena, model_schema_links(d->prepared), d->index, &out->question, LINK_FULL,
                  &out->links);
    model_question_lay_out(arena, NULL, 0, required, out);
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
