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

enum status model_question_read(struct arena *arena, const struct model_database *d,
                                const char *const *utterances, int n, const bool *required,
                                struct model_question *out, struct error *err)
{
    *out = (struct model_question){.database = d};
    enum status st = question_read(arena, d->vocab, utterances, n, &out->question, err);
    if (st != ST_OK)
        return st;
    if (out->question.tokens.n == 0)
        return fail(err, ST_INPUT, "the question is empty");
    link_question(arena, model_schema_links(d->prepared), d->index, &out->question, LINK_FULL,
                  &out->links);
    model_input_build(arena, d->config, d->prepared, &out->question, &out->links, required,
                      &out->input);
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
