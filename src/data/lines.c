/* lines.c - our own format, one JSON object a line, and the databases its lines speak of. */
#include "data/internal.h"

#include <string.h>

static void read_line(struct reader *r, const char *line, size_t n)
{
    static const struct benchmark format = {
        .db = "db", .utterance = "question", .query = {"sql"}, .id = "id"};
    struct error err = {0};
    json_t *record = line_record(r, line, n);
    if (!record)
        return;
    if (json_object_get(record, "wrong_sql")) { /* a correction that only says what is wrong */
        json_decref(record);
        return;
    }
    struct example e;
    const char *db_id = take_text(r, record, format.db, &err);
    if (db_id && read_turn(r, &format, record, db_id, &e, &err) &&
        read_history(r, record, &e, &err)) {
        e.interaction = r->out->n_interactions++;
        add_example(r, &e);
    } else {
        set_aside(r, err.message);
    }
    json_decref(record);
}

/* ---- schemas of the databases that lines name ------------------------------------------------ */

enum status read_live_schema(struct arena *arena, const char *path, const char *db_id,
                             struct schema *out, struct error *err)
{
    struct db *db;
    enum status st = db_open(path, &db, err);
    if (st != ST_OK)
        return st;
    st = db_schema(arena, db, out, err);
    out->db_id = arena_strdup(arena, db_id);
    db_close(db);
    return st;
}

/* In a folder of databases: a file of its own, one in a folder of its own, or scripts that make it. */
static enum status find_in_folder(struct reader *r, const char *id, const char **path,
                                  struct error *err)
{
    const char *dir = r->source->databases;
    if (!*id || strchr(id, '/') || strcmp(id, "..") == 0)
        return fail(err, ST_INPUT, "'%s' is no name of a database", id);
    const char *const forms[] = {arena_printf(r->arena, "%s/%s.sqlite", id, id),
                                 arena_printf(r->arena, "%s.sqlite", id)};
    *path = first_existing(r->arena, dir, forms, COUNT_OF(forms));
    if (*path)
        return ST_OK;
    const char *script = arena_printf(r->arena, "%s/%s.sql", dir, id);
    if (file_exists(script))
        return db_build(r->arena, id, &script, 1, NULL, path, err);
    struct corpus_folder folder = {id, arena_printf(r->arena, "%s/%s", dir, id), false};
    if (!file_exists(arena_printf(r->arena, "%s/schema.sql", folder.path)))
        return fail(err, ST_INPUT, "database '%s' is not in '%s'", id, dir);
    return corpus_database(r->arena, &folder, path, err);
}

/* The database of a line joins the schemas, unless it is there.  One that cannot be opened is left
 * out: its lines are then set aside as speaking of an unknown database. */
static void take_database(struct reader *r, const char *line, size_t n)
{
    json_t *record = json_loadb(line, n, 0, NULL);
    const char *id = json_string_value(json_object_get(record, "db"));
    const char *path = json_string_value(json_object_get(record, "database"));
    bool known = id && map_get(&r->out->schemas.by_id, id, strlen(id), -1) >= 0;
    if (id && !known && (path || r->source->databases)) {
        struct error err = {0};
        struct schema schema;
        path = path ? arena_strdup(r->arena, path) : NULL;
        enum status st = path ? ST_OK : find_in_folder(r, id, &path, &err);
        if (st == ST_OK)
            st = read_live_schema(r->arena, path, id, &schema, &err);
        if (st == ST_OK)
            add_schema(r, &schema, path);
        else
            set_aside(r, err.message);
    }
    json_decref(record);
}

static enum status read_schemas(struct reader *r, struct slice text, struct error *err)
{
    const char *path = r->source->dir, *tables = r->source->tables;
    r->out->schema_file = tables ? tables : arena_strdup(r->arena, path);
    r->out->database_dir = r->source->databases;
    if (tables)
        return schema_set_read(r->arena, tables, SCHEMA_SPIDER, &r->out->schemas, err);
    r->out->schemas = (struct schema_set){.by_id = map_in(r->arena)};
    each_line(r, text, take_database);
    if (r->out->schemas.n_schemas > 0)
        return ST_OK;
    if (r->out->n_bad > 0)
        return fail(err, ST_IO, "%s: record %ld: %s", path, r->out->bad[0].record,
                    r->out->bad[0].reason);
    return fail(err, ST_USAGE, "%s names no databases, so it needs a schema file (--tables) or a "
                "folder of databases (--databases)", path);
}

enum status read_json_lines(struct reader *r, struct error *err)
{
    struct slice text;
    const char *path = r->source->dir;
    r->at = (struct json_where){arena_strdup(r->arena, path), 0};
    enum status st = file_read(r->arena, path, (size_t)1 << 30, &text, err);
    if (st == ST_OK)
        st = read_schemas(r, text, err);
    if (st == ST_OK)
        each_line(r, text, read_line);
    return st;
}
