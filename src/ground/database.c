/* database.c - a database made ready for questions: schema, profiles, stored values, names. */
#include "ground/internal.h"

#include <stdlib.h>
#include <string.h>

static void copy_schema(struct arena *arena, const struct schema *from, struct schema *to)
{
    *to = *from;
    to->columns = ARENA_ARRAY(arena, struct column, from->n_columns);
    memcpy(to->columns, from->columns, sizeof *to->columns * (size_t)from->n_columns);
    to->tables = ARENA_ARRAY(arena, struct table, from->n_tables);
    if (from->n_tables)
        memcpy(to->tables, from->tables, sizeof *to->tables * (size_t)from->n_tables);
    to->foreign_keys = ARENA_ARRAY(arena, struct foreign_key, from->n_foreign_keys);
    if (from->n_foreign_keys)
        memcpy(to->foreign_keys, from->foreign_keys,
               sizeof *to->foreign_keys * (size_t)from->n_foreign_keys);
}

/* A benchmark's schema file says less than its database: declared types and what cells hold. */
static enum status bind_schema(struct ground_database *d, struct error *err)
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

static enum status read_content(struct ground_database *d, bool own_schema,
                                const struct ground_options *options,
                                struct link_synonyms *synonyms, struct error *err)
{
    const char *cache = options->values.cache_dir;
    enum status st = own_schema ? db_schema_cached(&d->arena, d->db, cache, &d->schema, err)
                                : bind_schema(d, err);
    if (st == ST_OK && !options->no_values)
        st = value_index_open(d->db, &d->schema, &options->values, &d->index, &d->report, err);
    bool file = db_dialect(d->db) == SQL_SQLITE; /* a server has no files beside it */
    if (st == ST_OK && file && !options->synonyms)
        st = link_synonyms_beside(&d->arena, db_path(d->db), &d->schema, synonyms, err);
    return st;
}

/* Joins may use what is sure, after what is declared. */
static void use_keys(struct ground_database *d)
{
    struct schema *s = &d->schema;
    struct foreign_key *all =
        ARENA_ARRAY(&d->arena, struct foreign_key, s->n_foreign_keys + d->n_keys);
    if (s->n_foreign_keys)
        memcpy(all, s->foreign_keys, sizeof *all * (size_t)s->n_foreign_keys);
    for (int i = 0; i < d->n_keys; i++)
        if (d->keys[i].confidence >= GROUND_KEY_SURE)
            all[s->n_foreign_keys++] = (struct foreign_key){d->keys[i].from, d->keys[i].to};
    s->foreign_keys = all;
}

enum status ground_open_on(struct db *db, const struct schema *schema,
                           const struct ground_options *options, struct ground_database **out,
                           struct error *err)
{
    CHECK(db || schema);
    static const struct ground_options none;
    options = options ? options : &none;
    *out = NULL;
    struct ground_database *d = xmalloc(sizeof *d);
    *d = (struct ground_database){.db = db, .views = options->views};
    if (schema)
        copy_schema(&d->arena, schema, &d->schema);
    struct link_synonyms synonyms = {0};
    enum status st = ST_OK;
    if (db)
        st = read_content(d, !schema, options, &synonyms, err);
    else if (options->values.cells)
        st = value_index_of_cells(&d->schema, options->values.cells, &options->values, &d->index,
                                  err);
    if (st == ST_OK && options->synonyms)
        st = link_synonyms_read(&d->arena, options->synonyms, &d->schema, &synonyms, err);
    if (st != ST_OK) {
        ground_close(d);
        return st;
    }
    const struct names *names = options->plain ? NULL : names_read(&d->arena, &d->schema);
    d->languages = names ? names->languages : NULL;
    d->profiles = profiles_make(&d->arena, &d->schema, d->index);
    if (names)
        profiles_read_codes(&d->arena, &d->schema, names, d->profiles);
    profiles_tell_time(d->profiles, &d->schema);
    schema_repair_keys(&d->arena, &d->schema);
    if (!options->plain)
        d->keys = keys_infer(&d->arena, &d->schema, d->profiles, d->index, &d->n_keys);
    use_keys(d);
    if (d->schema.n_tables > GROUND_TABLES)
        words_collect(d);
    d->links = link_schema_new(&d->arena, &d->schema, &synonyms);
    *out = d;
    return ST_OK;
}

enum status ground_open(const char *path, const struct schema *schema,
                        const struct ground_options *options, struct ground_database **out,
                        struct error *err)
{
    *out = NULL;
    struct db *db = NULL;
    enum status st = path ? db_open(path, &db, err) : ST_OK;
    return st == ST_OK ? ground_open_on(db, schema, options, out, err) : st;
}

void ground_close(struct ground_database *d)
{
    if (!d)
        return;
    value_index_close(d->index);
    db_close(d->db);
    arena_release(&d->arena);
    xfree(d);
}

enum status ground_read(struct arena *arena, const struct ground_database *d,
                        const struct vocab *vocab, const char *const *utterances, int n,
                        const char *today, enum link_rules rules, struct ground_question *out,
                        struct error *err)
{
    *out = (struct ground_question){0};
    enum status st = question_read(arena, vocab, utterances, n, &out->question, err);
    if (st != ST_OK)
        return st;
    if (out->question.tokens.n == 0)
        return fail(err, ST_INPUT, "the question is empty");
    link_question(arena, d->links, d->index, &out->question, rules, &out->links);
    ground_candidates(arena, d, &out->question, &out->links, today, &out->values);
    tables_read(arena, d, out);
    return ST_OK;
}
