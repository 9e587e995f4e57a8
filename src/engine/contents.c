/* contents.c - the schema with a glimpse of what is stored, from the index of values: nothing is read
 * for it. */
#include "engine/internal.h"

#include <string.h>

#define SAMPLES 3
#define SAMPLE_BYTES 40

static bool is_showable(struct slice cell)
{
    for (size_t i = 0; i < cell.n; i++)
        if ((unsigned char)cell.s[i] < 0x20)
            return false;
    return cell.n > 0 && cell.n <= SAMPLE_BYTES && utf8_valid(cell.s, cell.n);
}

/* From the beginning, the middle and the end of the column's distinct cells. */
static json_t *samples_json(const struct value_index *index, const struct value_column *c)
{
    json_t *out = json_array();
    struct undo undo;
    undo_later(&undo, undo_json, out);
    long last = -1;
    for (int i = 0; i < SAMPLES; i++) {
        long entry = c->first + (c->n - 1) * i / (SAMPLES - 1);
        struct slice cell = c->n > 0 && entry != last ? value_index_cell(index, entry)
                                                      : (struct slice){0};
        if (is_showable(cell))
            json_add(out, json_stringn(cell.s, cell.n));
        last = entry;
    }
    undo_forget(&undo);
    return out;
}

static long rows_of(const struct schema *schema, const struct value_index *index, int table)
{
    long rows = -1;
    for (int i = 1; index && i < schema->n_columns; i++)
        if (schema->columns[i].table == table)
            rows = MAX(rows, value_index_column(index, i).rows);
    return rows;
}

long database_rows(const struct astormer_database *d, int table)
{
    return rows_of(database_schema(d), database_values(d), table);
}

static void add_contents(json_t *out, const struct db_reading *reading)
{
    const struct schema *schema = &reading->ground->schema;
    const struct value_index *index = reading->ground->index;
    json_put(out, "edition", json_integer(reading->edition));
    for (int t = 0; index && t < schema->n_tables; t++) {
        json_t *table = json_array_get(json_object_get(out, "tables"), (size_t)t);
        json_t *columns = json_object_get(table, "columns");
        size_t at = 0;
        long rows = rows_of(schema, index, t);
        for (int i = 1; i < schema->n_columns; i++) {
            if (schema->columns[i].table != t)
                continue;
            struct value_column c = value_index_column(index, i);
            json_t *column = json_array_get(columns, at++);
            if (c.complete)
                json_put(column, "distinct", json_integer(c.n));
            json_put(column, "samples", samples_json(index, &c));
        }
        if (rows >= 0)
            json_put(table, "rows", json_integer(rows));
    }
}

static void drop(void *reading)
{
    reading_drop(reading);
}

json_t *database_json(const struct astormer_database *d)
{
    struct db_reading *reading = reading_take(d);
    struct undo taken, made;
    undo_later(&taken, drop, reading);
    json_t *out = schema_json(&reading->ground->schema);
    undo_later(&made, undo_json, out);
    add_contents(out, reading);
    undo_forget(&made);
    undo_now(&taken);
    return out;
}

struct writing {
    const struct astormer_database *database;
    char *out;
};

static enum status write_schema(void *context, struct error *err)
{
    (void)err;
    struct writing *w = context;
    struct arena arena = {0};
    struct undo undo;
    json_t *json = database_json(w->database);
    undo_later(&undo, undo_json, json);
    w->out = xstrdup(json_write(&arena, json, JSON_COMPACT | ANSWER_JSON_FLAGS));
    undo_now(&undo);
    arena_release(&arena);
    return ST_OK;
}

char *astormer_database_schema_json(const struct astormer_database *d)
{
    struct writing w = {d, NULL};
    return attempt(write_schema, &w, NULL) == ST_OK ? w.out : NULL;
}
