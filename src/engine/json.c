/* json.c - answers, rows and schemas as JSON: the one rendering that ask, serve and mcp share. */
#include "engine/internal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static json_t *text(const char *s)
{
    if (!s)
        return json_null();
    json_t *out = json_string(s);
    if (out)
        return out;
    struct arena arena = {0}; /* SQL may quote bytes of a stored value that are no UTF-8 */
    out = json_string(text_valid(&arena, s, strlen(s)));
    arena_release(&arena);
    return out;
}

static json_t *number(double x)
{
    return isfinite(x) ? json_real(x) : json_null();
}

/* Digits that mean something: JSON of a probability need not have seventeen. */
static json_t *rounded(double x)
{
    return number(round(x * 1e6) / 1e6);
}

static void put(json_t *object, const char *key, json_t *value)
{
    json_object_set_new(object, key, value);
}

/* ---- answers ------------------------------------------------------------------------------------------ */

static json_t *value_json(const struct astormer_value *v)
{
    json_t *out = json_object();
    put(out, "written", text(v->written));
    put(out, "asked", text(v->asked));
    put(out, "column", text(v->column));
    put(out, "from", text(v->from_cell ? "cell" : v->from_question ? "question" : "model"));
    return out;
}

static json_t *step_json(const struct astormer_step *s)
{
    static const char *const actions[] = {"rule", "table", "column", "token"};
    json_t *out = json_object();
    put(out, "field", text(s->field));
    put(out, "type", text(s->type));
    put(out, "action", text(actions[s->action]));
    put(out, "name", text(s->name));
    put(out, "parent", json_integer(s->parent));
    put(out, "slot", json_integer(s->slot));
    put(out, "depth", json_integer(s->depth));
    put(out, "first", json_integer(s->first));
    put(out, "log_probability", rounded(s->log_probability));
    put(out, "probability", rounded(s->probability));
    return out;
}

static json_t *query_json(const struct astormer_query *q, unsigned flags)
{
    static const char *const rows[] = {"unknown", "same", "other"};
    json_t *out = json_object(), *values = json_array();
    put(out, "sql", text(q->sql));
    put(out, "probability", rounded(q->probability));
    put(out, "log_probability", rounded(q->log_probability));
    put(out, "share", rounded(q->share));
    put(out, "runs", json_boolean(q->runs));
    put(out, "returns_rows", json_boolean(q->returns_rows));
    put(out, "rows", text(rows[q->rows]));
    for (int i = 0; i < q->n_values; i++)
        json_array_append_new(values, value_json(astormer_query_value(q, i)));
    put(out, "values", values);
    if (flags & ASTORMER_JSON_STEPS) {
        json_t *steps = json_array();
        for (int i = 0; i < q->n_steps; i++)
            json_array_append_new(steps, step_json(astormer_query_step(q, i)));
        put(out, "steps", steps);
    }
    return out;
}

static json_t *link_json(const struct astormer_link *l)
{
    json_t *out = json_object();
    put(out, "text", text(l->text));
    put(out, "start", json_integer(l->start));
    put(out, "end", json_integer(l->end));
    put(out, "turn", json_integer(l->turn));
    put(out, "kind", text(l->kind));
    put(out, l->table ? "table" : "column", text(l->table ? l->table : l->column));
    if (l->cell)
        put(out, "cell", text(l->cell));
    return out;
}

static json_t *item_json(const struct astormer_item *item)
{
    static const char *const kinds[] = {"token", "table", "column"};
    json_t *out = json_object();
    put(out, "kind", text(kinds[item->kind]));
    put(out, "text", text(item->text));
    if (item->kind == ASTORMER_ITEM_TOKEN) {
        put(out, "start", json_integer(item->start));
        put(out, "end", json_integer(item->end));
        put(out, "turn", json_integer(item->turn));
        put(out, "continues", json_boolean(item->continues));
    }
    return out;
}

static void put_links(json_t *out, const struct astormer_answer *a)
{
    json_t *links = json_array(), *items = json_array();
    for (int i = 0; i < a->n_links; i++)
        json_array_append_new(links, link_json(&a->links[i]));
    for (int i = 0; i < a->n_items; i++)
        json_array_append_new(items, item_json(&a->items[i]));
    put(out, "text", text(a->text));
    put(out, "links", links);
    put(out, "items", items);
}

json_t *answer_json(const struct astormer_answer *a, const struct astormer_result *result,
                    unsigned flags)
{
    const struct astormer_summary *s = &a->summary;
    json_t *out = json_object(), *queries = json_array(), *history = json_array();
    put(out, "question", text(s->question));
    for (int i = 0; i < a->n_history; i++)
        json_array_append_new(history, text(a->history[i]));
    put(out, "history", history);
    if (strcmp(s->question, s->read_as) != 0)
        put(out, "read_as", text(s->read_as));
    put(out, "declined", text(s->declined));
    put(out, "sql", text(a->n_queries && !s->declined ? a->queries[0]->query.sql : NULL));
    put(out, "confidence", rounded(s->confidence));
    put(out, "calibrated", json_boolean(s->calibrated));
    put(out, "unsure", json_boolean(s->unsure));
    put(out, "alternatives_differ", json_boolean(s->differ));
    put(out, "corrected", json_boolean(s->corrected));
    put(out, "looked_at",
        json_pack("{s:i, s:i, s:i, s:i}", "tables", s->tables_seen, "of_tables", s->tables,
                  "columns", s->columns_seen, "of_columns", s->columns));
    put(out, "milliseconds", rounded(1000 * s->seconds));
    for (int i = 0; i < a->n_queries; i++)
        json_array_append_new(queries,
                              query_json(&a->queries[i]->query,
                                         i == 0 && (flags & ASTORMER_JSON_FIRST_STEPS)
                                             ? flags | ASTORMER_JSON_STEPS : flags));
    put(out, "queries", queries);
    if (flags & ASTORMER_JSON_LINKS)
        put_links(out, a);
    if (result)
        put(out, "result", result_json(result));
    return out;
}

char *astormer_answer_json(const struct astormer_answer *a, const struct astormer_result *result,
                           unsigned flags)
{
    json_t *json = answer_json(a, result, flags);
    char *out = json_dumps(json, JSON_COMPACT | ANSWER_JSON_FLAGS);
    json_decref(json);
    CHECK(out);
    return out;
}

/* ---- rows ------------------------------------------------------------------------------------------------- */

static json_t *bytes_json(const struct astormer_cell *cell)
{
    json_t *out = json_stringn(cell->bytes, cell->n);
    if (out)
        return out;
    struct arena arena = {0};
    out = json_string(text_valid(&arena, cell->bytes, cell->n));
    arena_release(&arena);
    return out;
}

static json_t *cell_json(const struct astormer_cell *cell)
{
    switch (cell->kind) {
    case ASTORMER_NULL:
        break;
    case ASTORMER_INTEGER:
        return json_integer(cell->integer);
    case ASTORMER_REAL:
        return number(cell->real);
    case ASTORMER_TEXT:
        return bytes_json(cell);
    case ASTORMER_BLOB:
        return json_pack("{s:I}", "blob_bytes", (json_int_t)cell->n);
    }
    return json_null();
}

json_t *result_json(const struct astormer_result *r)
{
    json_t *names = json_array(), *rows = json_array(), *out = json_object();
    int n = astormer_result_columns(r);
    for (int i = 0; i < n; i++)
        json_array_append_new(names, text(astormer_result_name(r, i)));
    for (long i = 0; i < astormer_result_rows(r); i++) {
        json_t *row = json_array();
        for (int k = 0; k < n; k++)
            json_array_append_new(row, cell_json(astormer_result_cell(r, i, k)));
        json_array_append_new(rows, row);
    }
    long total = astormer_result_total(r);
    put(out, "columns", names);
    put(out, "rows", rows);
    put(out, "total", total < 0 ? json_null() : json_integer(total));
    put(out, "milliseconds", rounded(1000 * astormer_result_seconds(r)));
    return out;
}

/* ---- schemas --------------------------------------------------------------------------------------------- */

static json_t *table_json(const struct schema *schema, int table)
{
    const struct table *t = &schema->tables[table];
    json_t *out = json_object(), *columns = json_array();
    put(out, "name", text(t->name));
    put(out, "view", json_boolean(t->view));
    put(out, "comment", text(t->comment));
    for (int i = 0; i < schema->n_columns; i++) {
        const struct column *c = &schema->columns[i];
        if (c->table != table)
            continue;
        json_t *column = json_object();
        put(column, "name", text(c->name));
        put(column, "type", text(column_type_name(c->type)));
        put(column, "declared", text(c->decl_type));
        put(column, "primary", json_boolean(c->primary));
        put(column, "comment", text(c->comment));
        json_array_append_new(columns, column);
    }
    put(out, "columns", columns);
    return out;
}

json_t *schema_json(const struct schema *schema)
{
    struct arena arena = {0};
    json_t *out = json_object(), *tables = json_array(), *keys = json_array();
    put(out, "id", text(schema->db_id));
    for (int i = 0; i < schema->n_tables; i++)
        json_array_append_new(tables, table_json(schema, i));
    for (int i = 0; i < schema->n_foreign_keys; i++) {
        const struct foreign_key *k = &schema->foreign_keys[i];
        json_t *key = json_object();
        put(key, "from", text(column_name(&arena, schema, k->from)));
        put(key, "to", text(column_name(&arena, schema, k->to)));
        json_array_append_new(keys, key);
    }
    put(out, "tables", tables);
    put(out, "foreign_keys", keys);
    arena_release(&arena);
    return out;
}

char *astormer_database_schema_json(const struct astormer_database *d)
{
    json_t *json = schema_json(database_schema(d));
    char *out = json_dumps(json, JSON_COMPACT | ANSWER_JSON_FLAGS);
    json_decref(json);
    CHECK(out);
    return out;
}
