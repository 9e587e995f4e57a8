/* import_json.c - rows of JSON files: an object a line, or one list of objects.  Objects inside an object
 * become columns of their own (address.city is address_city); lists are kept as their JSON. */
#include "db/import.h"

#include <stdlib.h>
#include <string.h>

/* Calls back with every object of the file. */
typedef enum status each_object(void *context, const json_t *object, long line, struct error *err);

static enum status objects_of_list(const struct import_file *f, each_object *each, void *context,
                                   struct error *err)
{
    json_error_t at;
    json_t *list = json_parse(f->text.s, f->text.n, 0, &at);
    if (!list)
        return fail(err, ST_INPUT, "%s:%d:%d: %s", f->path, at.line, at.column, at.text);
    enum status st = ST_OK;
    struct undo undo;
    undo_later(&undo, undo_json, list);
    for (size_t i = 0; st == ST_OK && i < json_array_size(list); i++) {
        const json_t *object = json_array_get(list, i);
        st = json_is_object(object) ? each(context, object, (long)i + 1, err)
                                    : fail(err, ST_INPUT, "%s: entry %zu of the list is no object",
                                           f->path, i + 1);
    }
    undo_now(&undo);
    return st;
}

static enum status objects_of_lines(const struct import_file *f, each_object *each, void *context,
                                    struct error *err)
{
    enum status st = ST_OK;
    long line = 0;
    for (size_t i = 0; st == ST_OK && i < f->text.n;) {
        const char *end = memchr(f->text.s + i, '\n', f->text.n - i);
        size_t n = end ? (size_t)(end - f->text.s) - i : f->text.n - i;
        line++;
        struct slice text = {f->text.s + i, n};
        i += n + 1;
        size_t blanks = 0;
        while (blanks < n && strchr(" \t\r", text.s[blanks]))
            blanks++;
        if (blanks == n)
            continue;
        json_error_t at;
        json_t *object = json_parse(text.s, text.n, 0, &at);
        struct undo undo;
        undo_later(&undo, undo_json, object);
        st = json_is_object(object)
                 ? each(context, object, line, err)
                 : fail(err, ST_INPUT, "%s: line %ld is no JSON object: %s", f->path, line,
                        object ? "something else stands there" : at.text);
        undo_now(&undo);
    }
    return st;
}

static enum status each_of(const struct import_file *f, each_object *each, void *context,
                           struct error *err)
{
    size_t i = 0;
    while (i < f->text.n && strchr(" \t\r\n", f->text.s[i]))
        i++;
    return i < f->text.n && f->text.s[i] == '[' ? objects_of_list(f, each, context, err)
                                                : objects_of_lines(f, each, context, err);
}

/* ---- columns -------------------------------------------------------------------------------------- */

struct naming {
    struct arena *arena, scratch;
    struct import_file *file;
    struct map by_key; /* of the JSON, to the place of its column */
    int capacity;
};

static enum status name_member(struct naming *m, const char *key, struct error *err)
{
    if (map_get(&m->by_key, key, strlen(key), -1) >= 0)
        return ST_OK;
    struct import_file *f = m->file;
    if (f->n_columns == IMPORT_MAX_COLUMNS)
        return fail(err, ST_LIMIT, "%s: more than %d columns", f->path, IMPORT_MAX_COLUMNS);
    map_put(&m->by_key, key, strlen(key), f->n_columns);
    const char *name = import_name(m->arena, slice_of(key), "column", f->columns, f->n_columns);
    *ARENA_PUSH(m->arena, f->columns, f->n_columns, m->capacity) = name;
    return ST_OK;
}

static enum status name_members(void *context, const json_t *object, long line, struct error *err)
{
    struct naming *m = context;
    (void)line;
    enum status st = ST_OK;
    const char *key, *inner;
    json_t *value, *inside;
    json_object_foreach ((json_t *)object, key, value) {
        if (json_is_object(value)) {
            json_object_foreach (value, inner, inside)
                if (st == ST_OK)
                    st = name_member(m, arena_printf(&m->scratch, "%s.%s", key, inner), err);
        } else if (st == ST_OK) {
            st = name_member(m, key, err);
        }
    }
    arena_clear(&m->scratch);
    return st;
}

enum status json_open_rows(struct arena *arena, struct import_file *f, struct error *err)
{
    struct naming m = {.arena = arena, .file = f, .by_key = map_in(arena)};
    enum status st = each_of(f, name_members, &m, err);
    if (st == ST_OK && f->n_columns == 0)
        st = fail(err, ST_INPUT, "%s: there are no rows", f->path);
    arena_release(&m.scratch);
    return st;
}

/* ---- rows ------------------------------------------------------------------------------------------- */

struct giving {
    const struct import_file *file;
    import_row *row;
    void *context;
    struct map by_key;
    struct arena arena, scratch;
    int n_keys;
};

static struct slice cell_of(struct arena *arena, const json_t *value)
{
    if (!value || json_is_null(value))
        return (struct slice){0};
    if (json_is_string(value))
        return (struct slice){json_string_value(value), json_string_length(value)};
    if (json_is_boolean(value))
        return slice_of(json_is_true(value) ? "true" : "false");
    return slice_of(json_write(arena, value, JSON_ENCODE_ANY | JSON_COMPACT | JSON_REAL_PRECISION(15)));
}

static void put_member(struct giving *g, struct slice *cells, const char *key, const json_t *value)
{
    int at = map_get(&g->by_key, key, strlen(key), -1);
    if (at < 0) /* met in the order in which the columns were named */
        at = map_put(&g->by_key, key, strlen(key), g->n_keys++);
    if (at < g->file->n_columns)
        cells[at] = cell_of(&g->scratch, value);
}

static enum status give_row(void *context, const json_t *object, long line, struct error *err)
{
    struct giving *g = context;
    struct slice *cells = ARENA_ARRAY(&g->scratch, struct slice, g->file->n_columns);
    const char *key, *inner;
    json_t *value, *inside;
    json_object_foreach ((json_t *)object, key, value) {
        if (json_is_object(value))
            json_object_foreach (value, inner, inside)
                put_member(g, cells, arena_printf(&g->scratch, "%s.%s", key, inner), inside);
        else
            put_member(g, cells, key, value);
    }
    enum status st = g->row(g->context, cells, g->file->n_columns, line, err);
    arena_clear(&g->scratch);
    return st;
}

enum status json_rows(const struct import_file *f, import_row *row, void *context,
                      struct error *err)
{
    struct giving g = {.file = f, .row = row, .context = context};
    g.by_key = map_in(&g.arena);
    enum status st = each_of(f, give_row, &g, err);
    arena_release(&g.arena);
    arena_release(&g.scratch);
    return st;
}
