/* wikisql.c - questions about single web tables, put among other tables.
 *
 *     tables.jsonl     table, columns: [{name, values, numeric}]: headers and the cells known
 *     questions.jsonl  table, split, question, aggregate, select, where: [[column, operator, value]]
 *
 * A parser that only ever saw one table would not learn to choose one, so the tables of a split are
 * gathered, in an order that never changes, into databases of one to eight whose tables all have
 * different names.  Column numbers become names, the query becomes SQL.  There is no content but
 * the cells that conditions name: dataset.cells. */
#include "data/internal.h"

#include "sql/sql.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_TOGETHER = 8, MAX_WEB_COLUMNS = 100, GATHER_SEED = 17 };

struct web_table {
    const char *id, *name;
    const char **headers; /* as written */
    const char *const **values; /* by column */
    int *n_values;
    bool *numeric;
    int n_columns;
    bool wanted; /* a question of the split is about it */
    int database, first; /* where it went: schema, and id of its first column there */
};

struct web {
    struct web_table *tables;
    int n, capacity;
    struct map by_id;
    struct value_cells *cells;
    int cells_capacity;
};

/* ---- reading tables ---------------------------------------------------------------------------------- */

static bool read_column(struct arena *arena, const json_t *column, struct web_table *t, int i)
{
    const char *name = json_string_value(json_object_get(column, "name"));
    const json_t *values = json_object_get(column, "values");
    if (!name)
        return false;
    size_t n = json_array_size(values);
    const char **texts = ARENA_ARRAY(arena, const char *, n);
    for (size_t k = 0; k < n; k++) {
        const char *text = json_string_value(json_array_get(values, k));
        if (!text)
            return false;
        texts[k] = arena_strdup(arena, text);
    }
    t->headers[i] = arena_strdup(arena, name);
    t->values[i] = texts;
    t->n_values[i] = (int)n;
    t->numeric[i] = json_is_true(json_object_get(column, "numeric"));
    return true;
}

/* A column of numbers is one whether or not a question counts with it. */
static void find_numbers(struct web_table *t)
{
    for (int i = 0; i < t->n_columns; i++) {
        bool all = t->n_values[i] > 0;
        double value;
        for (int k = 0; k < t->n_values[i]; k++)
            all &= text_number(t->values[i][k], strlen(t->values[i][k]), &value);
        t->numeric[i] |= all;
    }
}

static bool read_table(struct arena *arena, const json_t *record, struct web_table *t)
{
    const char *id = json_string_value(json_object_get(record, "table"));
    const json_t *columns = json_object_get(record, "columns");
    size_t n = json_array_size(columns);
    if (!id || n == 0 || n > MAX_WEB_COLUMNS)
        return false;
    *t = (struct web_table){.id = arena_strdup(arena, id), .n_columns = (int)n, .database = -1};
    t->headers = ARENA_ARRAY(arena, const char *, n);
    t->values = ARENA_ARRAY(arena, const char *const *, n);
    t->n_values = ARENA_ARRAY(arena, int, n);
    t->numeric = ARENA_ARRAY(arena, bool, n);
    for (size_t i = 0; i < n; i++)
        if (!read_column(arena, json_array_get(columns, i), t, (int)i))
            return false;
    find_numbers(t);
    t->name = web_table_name(arena, (const char *const *)t->headers, t->n_columns);
    return true;
}

/* each_line hands over nothing but the reader: the web being read hangs on it. */
struct web_reader {
    struct reader r;
    struct web web;
};

static void take_table(struct reader *r, const char *line, size_t n)
{
    struct web *web = &((struct web_reader *)r)->web;
    json_t *record = line_record(r, line, n);
    struct web_table t;
    if (record && !read_table(r->arena, record, &t)) {
        set_aside(r, "no table with named columns");
    } else if (record && map_put(&web->by_id, t.id, strlen(t.id), web->n) == web->n) {
        *ARENA_PUSH(r->arena, web->tables, web->n, web->capacity) = t;
    }
    json_decref(record);
}

static struct web_table *find_table(struct web *web, const json_t *record)
{
    const char *id = json_string_value(json_object_get(record, "table"));
    int at = id ? map_get(&web->by_id, id, strlen(id), -1) : -1;
    return at < 0 ? NULL : &web->tables[at];
}

static bool in_split(const struct reader *r, const json_t *record)
{
    const char *split = json_string_value(json_object_get(record, "split"));
    return split && strcmp(split, r->source->split) == 0;
}

static void note_wanted(struct reader *r, const char *line, size_t n)
{
    json_t *record = json_loadb(line, n, 0, NULL);
    struct web_table *t = find_table(&((struct web_reader *)r)->web, record);
    if (t && in_split(r, record))
        t->wanted = true;
    json_decref(record);
}

/* ---- gathering them into databases --------------------------------------------------------------------- */

/* A name that no earlier column of the table has. */
static const char *own_name(struct arena *arena, const struct schema *s, int table,
                            const char *name)
{
    const char *own = name;
    for (int k = 2; schema_find_column(s, table, slice_of(own)) >= 0; k++)
        own = arena_printf(arena, "%s_%d", name, k);
    return own;
}

static void add_columns(struct arena *arena, struct schema *s, int table, struct web_table *t,
                        bool camel)
{
    t->first = s->n_columns;
    for (int i = 0; i < t->n_columns; i++) {
        const char *name = web_column_name(arena, t->headers[i]);
        name = own_name(arena, s, table, camel ? web_camel(arena, name) : name);
        s->columns[s->n_columns++] = (struct column){
            .table = table, .name = name, .label = schema_label(arena, name),
            .decl_type = t->numeric[i] ? "REAL" : "TEXT",
            .type = t->numeric[i] ? COLUMN_NUMBER : COLUMN_TEXT};
    }
}

static void add_cells(struct reader *r, struct web *web, struct web_table *const *tables, int n)
{
    int total = 0, at = 0, database = r->out->schemas.n_schemas;
    for (int t = 0; t < n; t++)
        for (int i = 0; i < tables[t]->n_columns; i++)
            total += tables[t]->n_values[i];
    struct value_cell *cells = ARENA_ARRAY(r->arena, struct value_cell, total);
    for (int t = 0; t < n; t++)
        for (int i = 0; i < tables[t]->n_columns; i++)
            for (int k = 0; k < tables[t]->n_values[i]; k++)
                cells[at++] =
                    (struct value_cell){tables[t]->first + i, tables[t]->values[i][k]};
    *ARENA_PUSH(r->arena, web->cells, database, web->cells_capacity) =
        (struct value_cells){cells, total};
}

static void add_database(struct reader *r, struct web *web, struct web_table *const *tables, int n)
{
    int index = r->out->schemas.n_schemas, n_columns = 1;
    bool camel = index % 3 == 2; /* a third is named in another style */
    for (int t = 0; t < n; t++)
        n_columns += tables[t]->n_columns;
    struct schema s = {.n_tables = n, .n_columns = 1};
    s.db_id = arena_printf(r->arena, "wikisql_%s_%04d", r->source->split, index);
    s.tables = ARENA_ARRAY(r->arena, struct table, n);
    s.columns = ARENA_ARRAY(r->arena, struct column, n_columns);
    s.columns[0] = (struct column){.table = -1, .name = "*", .label = "*", .type = COLUMN_TEXT};
    for (int t = 0; t < n; t++) {
        const char *name = camel ? web_camel(r->arena, tables[t]->name) : tables[t]->name;
        s.tables[t] = (struct table){.name = name, .label = schema_label(r->arena, name)};
        tables[t]->database = index;
        add_columns(r->arena, &s, t, tables[t], camel);
    }
    add_cells(r, web, tables, n);
    add_schema(r, &s, NULL);
}

static bool name_is_taken(struct web_table *const *chosen, int n, const char *name)
{
    for (int i = 0; i < n; i++)
        if (strcmp(chosen[i]->name, name) == 0)
            return true;
    return false;
}

/* Takes tables from the front of the queue whose names differ; what is passed over stays there. */
static int choose(struct web_table **queue, int *n, int wanted, struct web_table **chosen)
{
    enum { LOOK_AHEAD = 60 };
    int n_chosen = 0, kept = 0, i = 0;
    for (; i < *n && i < LOOK_AHEAD && n_chosen < wanted; i++) {
        if (name_is_taken(chosen, n_chosen, queue[i]->name))
            queue[kept++] = queue[i];
        else
            chosen[n_chosen++] = queue[i];
    }
    memmove(queue + kept, queue + i, sizeof *queue * (size_t)(*n - i));
    *n -= n_chosen;
    return n_chosen;
}

static void gather(struct reader *r, struct web *web)
{
    struct arena scratch = {0};
    struct rng rng;
    struct web_table **queue = ARENA_ARRAY(&scratch, struct web_table *, web->n + 1);
    int *order = ARENA_ARRAY(&scratch, int, web->n + 1), n = 0;
    for (int i = 0; i < web->n; i++)
        order[i] = i;
    rng_seed(&rng, GATHER_SEED);
    rng_shuffle(&rng, order, web->n);
    for (int i = 0; i < web->n; i++)
        if (web->tables[order[i]].wanted)
            queue[n++] = &web->tables[order[i]];
    while (n > 0) {
        struct web_table *chosen[MAX_TOGETHER];
        int wanted = 1 + (int)rng_below(&rng, MAX_TOGETHER);
        int n_chosen = choose(queue, &n, wanted, chosen);
        add_database(r, web, chosen, n_chosen);
    }
    arena_release(&scratch);
}

/* ---- questions ------------------------------------------------------------------------------------------ */

static const struct column *column_at(const struct schema *s, const struct web_table *t,
                                      const json_t *index)
{
    json_int_t i = json_integer_value(index);
    bool there = json_is_integer(index) && i >= 0 && i < t->n_columns;
    return there ? &s->columns[t->first + i] : NULL;
}

static void put_value(struct strbuf *sql, const struct column *c, const char *value)
{
    double number;
    if (c->type == COLUMN_NUMBER && text_number(value, strlen(value), &number))
        strbuf_printf(sql, "%.15g", number);
    else
        sql_put_text(sql, value);
}

static bool put_condition(struct strbuf *sql, const struct schema *s, const struct web_table *t,
                          const json_t *condition)
{
    const struct column *c = column_at(s, t, json_array_get(condition, 0));
    const char *op = json_string_value(json_array_get(condition, 1));
    const char *value = json_string_value(json_array_get(condition, 2));
    if (!c || !op || !value || strlen(op) != 1 || !strchr("=<>", *op))
        return false;
    sql_put_name(sql, c->name, SQL_SQLITE);
    strbuf_printf(sql, " %s ", op);
    put_value(sql, c, value);
    return true;
}

/* The column that is counted says little: people count rows. */
static bool put_select(struct strbuf *sql, const char *aggregate, const struct column *c)
{
    static const char *const known[] = {"", "count", "max", "min", "avg", "sum"};
    int k = 0;
    while (k < COUNT_OF(known) && strcmp(aggregate, known[k]) != 0)
        k++;
    if (k == COUNT_OF(known))
        return false;
    if (k == 1) {
        strbuf_puts(sql, "count(*)");
        return true;
    }
    strbuf_printf(sql, k ? "%s(" : "%s", aggregate);
    sql_put_name(sql, c->name, SQL_SQLITE);
    strbuf_puts(sql, k ? ")" : "");
    return true;
}

static const char *sql_of(struct arena *arena, const struct schema *s, const struct web_table *t,
                          const json_t *record)
{
    const char *aggregate = json_string_value(json_object_get(record, "aggregate"));
    const json_t *where = json_object_get(record, "where");
    const struct column *c = column_at(s, t, json_object_get(record, "select"));
    struct strbuf sql = strbuf_in(arena);
    strbuf_puts(&sql, "SELECT ");
    if (!aggregate || !c || !json_is_array(where) || !put_select(&sql, aggregate, c))
        return NULL;
    strbuf_puts(&sql, " FROM ");
    sql_put_name(&sql, s->tables[c->table].name, SQL_SQLITE);
    for (size_t i = 0; i < json_array_size(where); i++) {
        strbuf_puts(&sql, i ? " AND " : " WHERE ");
        if (!put_condition(&sql, s, t, json_array_get(where, i)))
            return NULL;
    }
    return strbuf_text(&sql);
}

static void take_question(struct reader *r, const char *line, size_t n)
{
    json_t *record = line_record(r, line, n);
    struct web_table *t = record ? find_table(&((struct web_reader *)r)->web, record) : NULL;
    if (record && !t) {
        set_aside(r, "no table of that name");
    } else if (record && in_split(r, record)) {
        struct error err = {0};
        const struct schema *s = &r->out->schemas.schemas[t->database];
        struct example e = {.db_id = s->db_id, .schema = s};
        e.question = take_text(r, record, "question", &err);
        e.sql = sql_of(r->arena, s, t, record);
        e.interaction = r->out->n_interactions;
        if (e.question && e.sql) {
            add_example(r, &e);
            r->out->n_interactions++;
        } else {
            set_aside(r, e.question ? "a column or an operator that there is not" : err.message);
        }
    }
    json_decref(record);
}

static enum status each_line_of(struct web_reader *w, const char *path,
                                void (*take)(struct reader *r, const char *line, size_t n),
                                struct slice *text, struct error *err)
{
    enum status st = ST_OK;
    if (!text->s)
        st = file_read(w->r.arena, path, (size_t)1 << 30, text, err);
    w->r.at = (struct json_where){path, 0};
    if (st == ST_OK)
        each_line(&w->r, *text, take);
    return st;
}

enum status read_wikisql(struct reader *r, const struct benchmark *b, const char *folder,
                         struct error *err)
{
    (void)b;
    struct web_reader w = {.r = *r, .web = {.by_id = map_in(r->arena)}};
    const char *tables = arena_printf(r->arena, "%s/tables.jsonl", folder);
    const char *questions = arena_printf(r->arena, "%s/questions.jsonl", folder);
    struct slice text = {0}, lines = {0};
    r->out->schema_file = tables;
    r->out->schemas = (struct schema_set){.by_id = map_in(r->arena)};
    enum status st = each_line_of(&w, tables, take_table, &text, err);
    if (st == ST_OK)
        st = each_line_of(&w, questions, note_wanted, &lines, err);
    if (st == ST_OK) {
        gather(&w.r, &w.web);
        r->out->cells = w.web.cells;
        st = each_line_of(&w, questions, take_question, &lines, err);
    }
    return st;
}
