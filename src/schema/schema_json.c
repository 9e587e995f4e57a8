/* schema_json.c - tables.json (Spider, SParC, CoSQL, Chase) and db_schema.json (DuSQL).
 *
 * The file is read as it stands; a record with an impossible key or table index is an error that
 * names the record and the field, because every later id would be wrong. */
#include "schema/schema.h"

#include <string.h>

/* The names as SQL writes them: field "X_original", or "X" where a record has only the one list
 * (a tenth of DuSQL's). */
static enum status get_names(struct json_where at, const json_t *record, const char *field,
                             const json_t **names, const json_t **labels, struct error *err)
{
    char original[64];
    snprintf(original, sizeof original, "%s_original", field);
    enum status st = json_get_array(at, record, field, labels, err);
    if (st != ST_OK)
        return st;
    *names = *labels;
    if (json_object_get(record, original))
        st = json_get_array(at, record, original, names, err);
    if (st == ST_OK && json_array_size(*names) != json_array_size(*labels))
        st = json_bad(at, field, "as long as the list of original names", err);
    return st;
}

static enum status read_tables(struct arena *arena, struct json_where at, const json_t *record,
                               struct schema *out, struct error *err)
{
    const json_t *names, *labels;
    enum status st = get_names(at, record, "table_names", &names, &labels, err);
    if (st != ST_OK)
        return st;
    size_t n = json_array_size(names);
    out->n_tables = (int)n;
    out->tables = ARENA_ARRAY(arena, struct table, n);
    for (size_t i = 0; i < n; i++) {
        const char *name = json_string_value(json_array_get(names, i));
        const char *label = json_string_value(json_array_get(labels, i));
        if (!name || !label)
            return json_bad(at, "table_names", "a list of strings", err);
        out->tables[i].name = arena_strdup(arena, name);
        out->tables[i].label = arena_strdup(arena, label);
    }
    return ST_OK;
}

/* One [table, name] pair. */
static bool read_pair(const json_t *pair, int n_tables, int *table, const char **name)
{
    const json_t *index = json_array_get(pair, 0);
    *name = json_string_value(json_array_get(pair, 1));
    if (!json_is_integer(index) || !*name)
        return false;
    json_int_t value = json_integer_value(index);
    *table = (int)value;
    return value >= -1 && value < n_tables;
}

static enum status read_columns(struct arena *arena, struct json_where at, const json_t *record,
                                struct schema *out, struct error *err)
{
    const json_t *names, *labels, *types;
    enum status st = get_names(at, record, "column_names", &names, &labels, err);
    if (st == ST_OK)
        st = json_get_array(at, record, "column_types", &types, err);
    if (st != ST_OK)
        return st;
    size_t n = json_array_size(names);
    if (n == 0)
        return json_bad(at, "column_names", "a list that begins with '*'", err);
    out->n_columns = (int)n;
    out->columns = ARENA_ARRAY(arena, struct column, n + 1); /* one spare for TIME_NOW */
    for (size_t i = 0; i < n; i++) {
        struct column *c = &out->columns[i];
        const char *name, *label;
        int label_table;
        if (!read_pair(json_array_get(names, i), out->n_tables, &c->table, &name) ||
            !read_pair(json_array_get(labels, i), out->n_tables, &label_table, &label))
            return json_bad(at, "column_names", "a list of [table, name] pairs", err);
        if ((c->table == -1) != (i == 0))
            return json_bad(at, "column_names", "'*' first and no other column without table",
                            err);
        const char *type = json_string_value(json_array_get(types, i));
        c->name = arena_strdup(arena, name);
        c->label = arena_strdup(arena, label);
        c->type = type ? column_type_parse(type) : COLUMN_OTHERS;
    }
    return ST_OK;
}

static bool column_index(const struct schema *s, const json_t *value, int *out)
{
    json_int_t i = json_integer_value(value);
    *out = (int)i;
    return json_is_integer(value) && i > 0 && i < s->n_columns;
}

static enum status read_keys(struct arena *arena, struct json_where at, const json_t *record,
                             struct schema *out, struct error *err)
{
    const json_t *primary, *foreign;
    enum status st = json_get_array(at, record, "primary_keys", &primary, err);
    if (st == ST_OK)
        st = json_get_array(at, record, "foreign_keys", &foreign, err);
    if (st != ST_OK)
        return st;
    for (size_t i = 0; i < json_array_size(primary); i++) {
        /* a later release of Spider writes a composite key as a list */
        const json_t *key = json_array_get(primary, i);
        size_t parts = json_is_array(key) ? json_array_size(key) : 1;
        for (size_t k = 0; k < parts; k++) {
            int column;
            if (!column_index(out, json_is_array(key) ? json_array_get(key, k) : key, &column))
                return json_bad(at, "primary_keys", "a list of column numbers", err);
            out->columns[column].primary = true;
        }
    }
    out->foreign_keys = ARENA_ARRAY(arena, struct foreign_key, json_array_size(foreign));
    for (size_t i = 0; i < json_array_size(foreign); i++) {
        const json_t *pair = json_array_get(foreign, i);
        struct foreign_key *k = &out->foreign_keys[out->n_foreign_keys++];
        if (!column_index(out, json_array_get(pair, 0), &k->from) ||
            !column_index(out, json_array_get(pair, 1), &k->to))
            return json_bad(at, "foreign_keys", "a list of pairs of column numbers", err);
    }
    return ST_OK;
}

/* DuSQL's "today" becomes column 1, so every id after '*' moves up by one. */
static void insert_time_now(struct schema *s)
{
    memmove(&s->columns[2], &s->columns[1], sizeof *s->columns * (size_t)(s->n_columns - 1));
    s->columns[1] = (struct column){.table = -1, .name = "TIME_NOW", .label = "当前时间",
                                    .type = COLUMN_TIME, .virtual_now = true};
    s->n_columns++;
    for (int i = 0; i < s->n_foreign_keys; i++) {
        s->foreign_keys[i].from++;
        s->foreign_keys[i].to++;
    }
}

static enum status read_schema(struct arena *arena, struct json_where at, const json_t *record,
                               enum schema_flavour flavour, struct schema *out,
                               struct error *err)
{
    const char *id;
    enum status st = json_get_text(at, record, "db_id", &id, err);
    if (st == ST_OK)
        st = read_tables(arena, at, record, out, err);
    if (st == ST_OK)
        st = read_columns(arena, at, record, out, err);
    if (st == ST_OK)
        st = read_keys(arena, at, record, out, err);
    if (st != ST_OK)
        return st;
    out->db_id = arena_strdup(arena, id);
    if (flavour == SCHEMA_DUSQL)
        insert_time_now(out);
    return ST_OK;
}

enum status schema_set_read(struct arena *arena, const char *path, enum schema_flavour flavour,
                            struct schema_set *out, struct error *err)
{
    *out = (struct schema_set){.by_id = map_in(arena)};
    json_t *root;
    enum status st = json_read_file(path, &root, err);
    if (st != ST_OK)
        return st;
    if (!json_is_array(root)) {
        json_decref(root);
        return fail(err, ST_INPUT, "%s: must be a list of schemas", path);
    }
    out->schemas = ARENA_ARRAY(arena, struct schema, json_array_size(root));
    for (size_t i = 0; i < json_array_size(root) && st == ST_OK; i++) {
        struct schema *s = &out->schemas[out->n_schemas];
        st = read_schema(arena, (struct json_where){path, (long)i}, json_array_get(root, i),
                         flavour, s, err);
        if (st == ST_OK)
            map_put(&out->by_id, s->db_id, strlen(s->db_id), out->n_schemas++);
    }
    json_decref(root);
    return st;
}

const struct schema *schema_set_find(const struct schema_set *set, const char *db_id)
{
    int i = map_get(&set->by_id, db_id, strlen(db_id), -1);
    return i < 0 ? NULL : &set->schemas[i];
}
