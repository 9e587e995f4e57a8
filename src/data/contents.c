/* contents.c - stored values of a benchmark whose databases are one JSON file, as DuSQL's:
 *
 *     [{"db_id": ..., "tables": {NAME: {"header": [column, ...], "cell": [[text, ...], ...]}}}]
 *
 * They become dataset.cells, from which the value index is made.  What names no table or column of
 * the schema, or is no text, is left out: the contents only help linking. */
#include "data/internal.h"

#include <string.h>

enum { CELLS_MAX = 4000000 }; /* of one database */

struct cell_list {
    struct value_cell *v;
    int n, capacity;
};

static int find_column(const struct schema *schema, int table, const json_t *header, size_t i)
{
    const char *name = json_string_value(json_array_get(header, i));
    return name ? schema_find_column(schema, table, slice_of(name)) : -1;
}

static void take_table(struct reader *r, const struct schema *schema, const char *name,
                       const json_t *content, struct cell_list *out)
{
    const json_t *header = json_object_get(content, "header");
    const json_t *rows = json_object_get(content, "cell");
    int table = schema_find_table(schema, slice_of(name));
    if (table < 0)
        return;
    for (size_t i = 0; i < json_array_size(header); i++) {
        int column = find_column(schema, table, header, i);
        for (size_t k = 0; column > 0 && k < json_array_size(rows) && out->n < CELLS_MAX; k++) {
            const char *text = json_string_value(json_array_get(json_array_get(rows, k), i));
            if (text && *text)
                *ARENA_PUSH(r->arena, out->v, out->n, out->capacity) =
                    (struct value_cell){column, arena_strdup(r->arena, text)};
        }
    }
}

enum status read_contents(struct reader *r, const char *path, struct error *err)
{
    json_t *root;
    enum status st = json_read_file(path, &root, err);
    if (st != ST_OK)
        return st;
    if (!json_is_array(root)) {
        json_decref(root);
        return fail(err, ST_INPUT, "'%s' is not a list of databases", path);
    }
    const struct schema_set *schemas = &r->out->schemas;
    struct value_cells *cells = ARENA_ARRAY(r->arena, struct value_cells, schemas->n_schemas);
    size_t i;
    json_t *database;
    json_array_foreach(root, i, database) {
        const char *id = json_string_value(json_object_get(database, "db_id"));
        int index = id ? map_get(&schemas->by_id, id, strlen(id), -1) : -1;
        struct cell_list list = {0};
        const char *name;
        json_t *content;
        json_object_foreach(json_object_get(database, "tables"), name, content)
            if (index >= 0)
                take_table(r, &schemas->schemas[index], name, content, &list);
        if (index >= 0)
            cells[index] = (struct value_cells){list.v, list.n};
    }
    json_decref(root);
    r->out->cells = cells;
    return ST_OK;
}
