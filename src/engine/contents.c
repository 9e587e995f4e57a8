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
    long last = -1;
    for (int i = 0; i < SAMPLES; i++) {
        long entry = c->first + (c->n - 1) * i / (SAMPLES - 1);
        struct slice cell = c->n > 0 && entry != last ? value_index_cell(index, entry)
                                                      : (struct slice){0};
        if (is_showable(cell))
            json_array_append_new(out, json_stringn(cell.s, cell.n));
        last = entry;
    }
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

json_t *database_json(const struct astormer_database *d)
{
    struct db_reading *reading = reading_take(d);
    const struct schema *schema = &reading->ground->schema;
    const struct value_index *index = reading->ground->index;
    json_t *out = schema_json(schema);
    json_object_set_new(out, "edition", json_integer(reading->edition));
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
                json_object_set_new(column, "distinct", json_integer(c.n));
            json_object_set_new(column, "samples", samples_json(index, &c));
        }
        if (rows >= 0)
            json_object_set_new(table, "rows", json_integer(rows));
    }
    reading_drop(reading);
    return out;
}

char *astormer_database_schema_json(const struct astormer_database *d)
{
    json_t *json = database_json(d);
    char *out = json_dumps(json, JSON_COMPACT | ANSWER_JSON_FLAGS);
    json_decref(json);
    CHECK(out);
    return out;
}
