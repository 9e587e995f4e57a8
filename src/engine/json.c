/* json.c - answers, rows and schemas as JSON: the one rendering that ask, serve and mcp share. */
#include "engine/internal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void put_text(struct json_text *j, const char *key, const char *s)
{
    json_key(j, key);
    json_put_text(j, s);
}

static void put_int(struct json_text *j, const char *key, int64_t x)
{
    json_key(j, key);
    json_put_int(j, x);
}

static void put_bool(struct json_text *j, const char *key, bool x)
{
    json_key(j, key);
    json_put_bool(j, x);
}

/* Digits that mean something: JSON of a probability need not have seventeen. */
static void put_rounded(struct json_text *j, const char *key, double x)
{
    json_key(j, key);
    json_put_rounded(j, x);
}

static void open_list(struct json_text *j, const char *key)
{
    json_key(j, key);
    json_open(j, '[');
}

/* ---- answers ------------------------------------------------------------------------------------------ */

static void put_value(struct json_text *j, const struct astormer_value *v)
{
    json_open(j, '{');
    put_text(j, "written", v->written);
    put_text(j, "asked", v->asked);
    put_text(j, "column", v->column);
    put_text(j, "from", v->from_cell ? "cell" : v->from_question ? "question" : "model");
    if (v->source)
        put_text(j, "source", v->source);
    json_close(j, '}');
}

static void put_step(struct json_text *j, const struct astormer_step *s)
{
    static const char *const actions[] = {"rule", "table", "column", "token", "value"};
    json_open(j, '{');
    put_text(j, "field", s->field);
    put_text(j, "type", s->type);
    put_text(j, "action", actions[s->action]);
    put_text(j, "name", s->name);
    put_int(j, "parent", s->parent);
    put_int(j, "slot", s->slot);
    put_int(j, "depth", s->depth);
    put_int(j, "first", s->first);
    put_rounded(j, "log_probability", s->log_probability);
    put_rounded(j, "probability", s->probability);
    json_close(j, '}');
}

static void put_span(struct json_text *j, const char *key, int start, int end)
{
    json_key(j, key);
    if (start < 0) {
        json_put_null(j);
        return;
    }
    json_open(j, '[');
    json_put_int(j, start);
    json_put_int(j, end);
    json_close(j, ']');
}

/* The sentence's phrases, the words that left no trace, and the notes. */
static void put_trace(struct json_text *j, const struct astormer_query *q)
{
    open_list(j, "phrases");
    for (int i = 0; i < q->n_phrases; i++) {
        const struct astormer_phrase *p = astormer_query_phrase(q, i);
        json_open(j, '{');
        put_text(j, "kind", p->kind);
        put_text(j, "name", p->name);
        put_span(j, "told", p->start, p->end);
        put_span(j, "sql", p->sql_start, p->sql_end);
        put_span(j, "asked", p->asked_start, p->asked_end);
        json_close(j, '}');
    }
    json_close(j, ']');
    open_list(j, "unused");
    for (int i = 0; i < q->n_unused; i++) {
        const struct astormer_word *w = astormer_query_unused(q, i);
        json_open(j, '{');
        put_text(j, "text", w->text);
        put_int(j, "start", w->start);
        put_int(j, "end", w->end);
        json_close(j, '}');
    }
    json_close(j, ']');
    open_list(j, "notes");
    for (int i = 0; i < q->n_notes; i++)
        json_put_text(j, astormer_query_note(q, i));
    json_close(j, ']');
    if (astormer_query_preview(q)) {
        json_key(j, "preview");
        result_value(j, astormer_query_preview(q));
    }
}

static void put_query(struct json_text *j, const struct astormer_query *q, bool with_steps)
{
    static const char *const rows[] = {"unknown", "same", "other"};
    json_open(j, '{');
    put_text(j, "sql", q->sql);
    put_text(j, "told", q->told);
    put_rounded(j, "probability", q->probability);
    put_rounded(j, "log_probability", q->log_probability);
    put_rounded(j, "share", q->share);
    put_bool(j, "runs", q->runs);
    put_bool(j, "returns_rows", q->returns_rows);
    put_text(j, "rows", rows[q->rows]);
    open_list(j, "values");
    for (int i = 0; i < q->n_values; i++)
        put_value(j, astormer_query_value(q, i));
    json_close(j, ']');
    put_trace(j, q);
    if (with_steps) {
        open_list(j, "steps");
        for (int i = 0; i < q->n_steps; i++)
            put_step(j, astormer_query_step(q, i));
        json_close(j, ']');
    }
    json_close(j, '}');
}

static void put_link(struct json_text *j, const struct astormer_link *l)
{
    json_open(j, '{');
    put_text(j, "text", l->text);
    put_int(j, "start", l->start);
    put_int(j, "end", l->end);
    put_int(j, "turn", l->turn);
    put_text(j, "kind", l->kind);
    put_text(j, l->table ? "table" : "column", l->table ? l->table : l->column);
    if (l->cell)
        put_text(j, "cell", l->cell);
    json_close(j, '}');
}

static void put_item(struct json_text *j, const struct astormer_item *item)
{
    static const char *const kinds[] = {"token", "table", "column", "value"};
    json_open(j, '{');
    put_text(j, "kind", kinds[item->kind]);
    put_text(j, "text", item->text);
    if (item->kind == ASTORMER_ITEM_TOKEN) {
        put_int(j, "start", item->start);
        put_int(j, "end", item->end);
        put_int(j, "turn", item->turn);
        put_bool(j, "continues", item->continues);
    }
    json_close(j, '}');
}

static void put_links(struct json_text *j, const struct astormer_answer *a)
{
    put_text(j, "text", a->text);
    open_list(j, "links");
    for (int i = 0; i < a->n_links; i++)
        put_link(j, &a->links[i]);
    json_close(j, ']');
    open_list(j, "items");
    for (int i = 0; i < a->n_items; i++)
        put_item(j, &a->items[i]);
    json_close(j, ']');
}

static void put_summary(struct json_text *j, const struct astormer_answer *a)
{
    const struct astormer_summary *s = &a->summary;
    put_text(j, "question", s->question);
    open_list(j, "history");
    for (int i = 0; i < a->n_history; i++)
        json_put_text(j, a->history[i]);
    json_close(j, ']');
    if (strcmp(s->question, s->read_as) != 0)
        put_text(j, "read_as", s->read_as);
    json_key(j, "follows"); /* null: there was nothing to go on from */
    if (a->n_history > 0)
        json_put_bool(j, s->follows != 0);
    else
        json_put_null(j);
    if (s->answerable >= 0)
        put_rounded(j, "answerable", s->answerable);
    put_text(j, "declined", s->declined);
    put_text(j, "sql", a->n_queries && !s->declined ? a->queries[0]->query.sql : NULL);
    put_rounded(j, "confidence", s->confidence);
    put_bool(j, "calibrated", s->calibrated);
    put_bool(j, "unsure", s->unsure);
    put_bool(j, "alternatives_differ", s->differ);
    put_bool(j, "corrected", s->corrected);
    if (s->corrected) {
        json_key(j, "remembered");
        json_open(j, '{');
        put_text(j, "on", s->told_on);
        put_text(j, "question", s->told_for);
        json_close(j, '}');
    }
    json_key(j, "looked_at");
    json_open(j, '{');
    put_int(j, "tables", s->tables_seen);
    put_int(j, "of_tables", s->tables);
    put_int(j, "columns", s->columns_seen);
    put_int(j, "of_columns", s->columns);
    json_close(j, '}');
    put_rounded(j, "milliseconds", 1000 * s->seconds);
    put_int(j, "edition", a->edition);
}

void answer_members(struct json_text *j, const struct astormer_answer *a,
                    const struct astormer_result *result, unsigned flags)
{
    put_summary(j, a);
    open_list(j, "queries");
    for (int i = 0; i < a->n_queries; i++)
        put_query(j, &a->queries[i]->query,
                  flags & ASTORMER_JSON_STEPS || (i == 0 && flags & ASTORMER_JSON_FIRST_STEPS));
    json_close(j, ']');
    if (flags & ASTORMER_JSON_LINKS)
        put_links(j, a);
    if (result) {
        json_key(j, "result");
        result_value(j, result);
    }
}

static const char *answer_text(struct arena *arena, const struct astormer_answer *a,
                               const struct astormer_result *result, unsigned flags,
                               bool for_doubles)
{
    struct json_text j = json_text_in(arena);
    j.for_doubles = for_doubles;
    json_open(&j, '{');
    answer_members(&j, a, result, flags);
    json_close(&j, '}');
    return strbuf_text(&j.out);
}

static json_t *parsed(const char *text)
{
    json_t *out = json_parse(text, strlen(text), JSON_ALLOW_NUL, NULL);
    CHECK(out);
    return out;
}

json_t *answer_json(const struct astormer_answer *a, const struct astormer_result *result,
                    unsigned flags)
{
    struct arena arena = {0};
    json_t *out = parsed(answer_text(&arena, a, result, flags, true));
    arena_release(&arena);
    return out;
}

struct writing {
    const struct astormer_answer *answer;
    const struct astormer_result *result;
    unsigned flags;
    char *out;
};

static enum status write_answer(void *context, struct error *err)
{
    (void)err;
    struct writing *w = context;
    struct arena arena = {0};
    w->out = xstrdup(answer_text(&arena, w->answer, w->result, w->flags, false));
    arena_release(&arena);
    return ST_OK;
}

char *astormer_answer_json(const struct astormer_answer *a, const struct astormer_result *result,
                           unsigned flags)
{
    struct writing w = {a, result, flags, NULL};
    return attempt(write_answer, &w, NULL) == ST_OK ? w.out : NULL;
}

/* ---- rows ------------------------------------------------------------------------------------------------- */

/* The fewest digits that read back as the same number: what the database has, and nothing more. */
static void put_number(struct json_text *j, double x)
{
    char text[40];
    int digits = 15;
    do
        snprintf(text, sizeof text, "%.*g", digits, x);
    while (strtod(text, NULL) != x && digits++ < 17);
    for (char *c = text; *c; c++) /* a library's host may have set a locale of commas */
        if (*c == ',')
            *c = '.';
    json_put_raw(j, text);
    if (!strpbrk(text, ".e"))
        strbuf_add(&j->out, ".0", 2);
}

static void put_cell(struct json_text *j, const struct astormer_cell *cell)
{
    switch (cell->kind) {
    case ASTORMER_NULL:
        json_put_null(j);
        return;
    case ASTORMER_INTEGER:
        json_put_int(j, cell->integer);
        return;
    case ASTORMER_REAL:
        if (isfinite(cell->real))
            put_number(j, cell->real);
        else
            json_put_null(j); /* JSON has no such number: see put_result_notes */
        return;
    case ASTORMER_TEXT:
        json_put_bytes(j, cell->bytes, cell->n);
        return;
    case ASTORMER_BLOB:
        json_open(j, '{');
        put_int(j, "blob_bytes", (int64_t)cell->n);
        json_close(j, '}');
        return;
    case ASTORMER_BOOLEAN:
        json_put_bool(j, cell->integer != 0);
        return;
    case ASTORMER_DECIMAL: /* whole numbers beyond 64 bits are what readers of JSON break on */
        if (memchr(cell->bytes, '.', cell->n) && !j->for_doubles)
            json_put_raw(j, cell->bytes);
        else
            json_put_bytes(j, cell->bytes, cell->n);
        return;
    }
}

/* What JSON cannot say: columns in which a null stands for NaN or an infinity. */
static void put_result_notes(struct json_text *j, const struct astormer_result *r)
{
    bool any = false;
    for (int k = 0; k < astormer_result_columns(r); k++) {
        long n = 0;
        for (long i = 0; i < astormer_result_rows(r); i++) {
            const struct astormer_cell *cell = astormer_result_cell(r, i, k);
            n += cell->kind == ASTORMER_REAL && !isfinite(cell->real);
        }
        if (n == 0)
            continue;
        if (!any)
            open_list(j, "notes");
        any = true;
        struct arena arena = {0};
        json_put_text(j, arena_printf(&arena, "%ld of the nulls of %s: NaN or an infinity in the "
                                      "database", n, astormer_result_name(r, k)));
        arena_release(&arena);
    }
    if (any)
        json_close(j, ']');
}

void result_value(struct json_text *j, const struct astormer_result *r)
{
    int n = astormer_result_columns(r);
    long total = astormer_result_total(r);
    json_open(j, '{');
    open_list(j, "columns");
    for (int i = 0; i < n; i++)
        json_put_text(j, astormer_result_name(r, i));
    json_close(j, ']');
    open_list(j, "rows");
    for (long i = 0; i < astormer_result_rows(r); i++) {
        json_open(j, '[');
        for (int k = 0; k < n; k++)
            put_cell(j, astormer_result_cell(r, i, k));
        json_close(j, ']');
    }
    json_close(j, ']');
    json_key(j, "total");
    if (total < 0)
        json_put_null(j);
    else
        json_put_int(j, total);
    put_rounded(j, "milliseconds", 1000 * astormer_result_seconds(r));
    put_result_notes(j, r);
    json_close(j, '}');
}

json_t *result_json(const struct astormer_result *r)
{
    struct arena arena = {0};
    struct json_text j = json_text_in(&arena);
    j.for_doubles = true;
    result_value(&j, r);
    json_t *out = parsed(strbuf_text(&j.out));
    arena_release(&arena);
    return out;
}

/* ---- schemas --------------------------------------------------------------------------------------------- */

static json_t *text(const char *s)
{
    if (!s)
        return json_null();
    json_t *out = json_string(s);
    if (out)
        return out;
    struct arena arena = {0}; /* names may hold bytes that are no UTF-8 */
    out = json_string(text_valid(&arena, s, strlen(s)));
    arena_release(&arena);
    return out;
}

/* A new object goes where it belongs before it is filled, so that there is one to let go if memory runs
 * out. */
static json_t *added(json_t *array)
{
    json_add(array, json_object());
    return json_array_get(array, json_array_size(array) - 1);
}

static json_t *put_list(json_t *object, const char *key)
{
    json_put(object, key, json_array());
    return json_object_get(object, key);
}

static void fill_table(json_t *out, const struct schema *schema, int table)
{
    const struct table *t = &schema->tables[table];
    json_put(out, "name", text(t->name));
    json_put(out, "view", json_boolean(t->view));
    json_put(out, "comment", text(t->comment));
    json_t *columns = put_list(out, "columns");
    for (int i = 0; i < schema->n_columns; i++) {
        const struct column *c = &schema->columns[i];
        if (c->table != table)
            continue;
        json_t *column = added(columns);
        json_put(column, "name", text(c->name));
        json_put(column, "type", text(column_type_name(c->type)));
        json_put(column, "declared", text(c->decl_type));
        json_put(column, "primary", json_boolean(c->primary));
        json_put(column, "comment", text(c->comment));
    }
}

json_t *schema_json(const struct schema *schema)
{
    struct arena arena = {0};
    json_t *out = json_object();
    struct undo undo;
    undo_later(&undo, undo_json, out);
    json_put(out, "id", text(schema->db_id));
    json_t *tables = put_list(out, "tables"), *keys = put_list(out, "foreign_keys");
    for (int i = 0; i < schema->n_tables; i++)
        fill_table(added(tables), schema, i);
    for (int i = 0; i < schema->n_foreign_keys; i++) {
        const struct foreign_key *k = &schema->foreign_keys[i];
        json_t *key = added(keys);
        json_put(key, "from", text(column_name(&arena, schema, k->from)));
        json_put(key, "to", text(column_name(&arena, schema, k->to)));
    }
    undo_forget(&undo);
    arena_release(&arena);
    return out;
}
