/* dataset.c - reading one split: records, conversations, what to do with a bad one. */
#include "data/internal.h"

#include "db/db.h"

#include <string.h>

enum { TEXT_MAX = 1 << 20 }; /* of one question or query, in bytes */

struct reader {
    struct arena *arena;
    struct dataset *out;
    struct json_where at;
    int examples_capacity, bad_capacity, schemas_capacity;
};

static void set_aside(struct reader *r, const char *reason)
{
    *ARENA_PUSH(r->arena, r->out->bad, r->out->n_bad, r->bad_capacity) =
        (struct bad_record){r->at.file, r->at.record, arena_strdup(r->arena, reason)};
}

/* A text field within the limit, copied; NULL (with *err filled) if it is not there. */
static const char *take_text(struct reader *r, const json_t *record, const char *field,
                             struct error *err)
{
    const char *text;
    if (json_get_text(r->at, record, field, &text, err) != ST_OK)
        return NULL;
    if (strlen(text) > TEXT_MAX) {
        fail(err, ST_LIMIT, "field '%s' is longer than %d bytes", field, TEXT_MAX);
        return NULL;
    }
    return arena_strdup(r->arena, text);
}

/* The gold query is optional: a test split has none. */
static bool take_query(struct reader *r, const struct benchmark *b, const json_t *record,
                       const char **out, struct error *err)
{
    *out = NULL;
    for (int i = 0; i < MAX_ALTERNATIVES && b->query[i]; i++) {
        if (!json_object_get(record, b->query[i]))
            continue;
        *out = take_text(r, record, b->query[i], err);
        return *out != NULL;
    }
    return true;
}

static bool read_turn(struct reader *r, const struct benchmark *b, const json_t *record,
                      const char *db_id, struct example *e, struct error *err)
{
    *e = (struct example){.db_id = db_id};
    e->question = take_text(r, record, b->utterance, err);
    if (!e->question || !take_query(r, b, record, &e->sql, err))
        return false;
    const char *id = b->id ? json_string_value(json_object_get(record, b->id)) : NULL;
    e->id = id ? arena_strdup(r->arena, id) : NULL;
    e->schema = schema_set_find(&r->out->schemas, db_id);
    if (!e->schema) {
        fail(err, ST_INPUT, "database '%s' is not in %s", db_id, r->out->schema_file);
        return false;
    }
    return true;
}

static void add_example(struct reader *r, const struct example *e)
{
    *ARENA_PUSH(r->arena, r->out->examples, r->out->n_examples, r->examples_capacity) = *e;
}

/* A conversation shares one list of utterances: turn k's history is its first k entries. */
static void read_conversation(struct reader *r, const struct benchmark *b, const json_t *record,
                              const char *db_id)
{
    struct error err = {0};
    const json_t *turns;
    if (json_get_array(r->at, record, "interaction", &turns, &err) != ST_OK) {
        set_aside(r, err.message);
        return;
    }
    size_t n = json_array_size(turns);
    const char **utterances = ARENA_ARRAY(r->arena, const char *, n);
    for (size_t i = 0; i < n; i++) {
        struct example e;
        if (!read_turn(r, b, json_array_get(turns, i), db_id, &e, &err)) {
            /* later turns lean on this one: the rest of the conversation goes with it */
            set_aside(r, arena_printf(r->arena, "turn %zu of %zu: %s", i, n, err.message));
            break;
        }
        utterances[i] = e.question;
        e.history = utterances;
        e.n_history = e.turn = (int)i;
        e.interaction = r->out->n_interactions;
        add_example(r, &e);
    }
    r->out->n_interactions++;
}

static void read_record(struct reader *r, const struct benchmark *b, const json_t *record)
{
    struct error err = {0};
    const char *db_id = take_text(r, record, b->db, &err);
    struct example e;
    if (db_id && b->multi_turn) {
        read_conversation(r, b, record, db_id);
    } else if (db_id && read_turn(r, b, record, db_id, &e, &err)) {
        e.interaction = r->out->n_interactions++;
        add_example(r, &e);
    } else {
        set_aside(r, err.message);
    }
}

static enum status read_file(struct reader *r, const struct benchmark *b, const char *path,
                             struct error *err)
{
    json_t *root;
    enum status st = json_read_file(path, &root, err);
    if (st != ST_OK)
        return st;
    if (!json_is_array(root))
        st = fail(err, ST_INPUT, "%s: must be a list of examples", path);
    for (size_t i = 0; i < json_array_size(root); i++) {
        r->at = (struct json_where){arena_strdup(r->arena, path), (long)i};
        read_record(r, b, json_array_get(root, i));
    }
    json_decref(root);
    return st;
}

static const char *const *split_files(const struct benchmark *b, const char *split)
{
    for (int i = 0; i < MAX_ALTERNATIVES && b->splits[i].name; i++)
        if (strcmp(b->splits[i].name, split) == 0)
            return b->splits[i].files;
    return NULL;
}

static enum status read_benchmark(struct reader *r, const struct benchmark *b, const char *dir,
                                  const char *split, const char *tables, struct error *err)
{
    const char *folder = benchmark_folder(r->arena, b, dir);
    const char *const *files = split_files(b, split);
    if (!files)
        return fail(err, ST_USAGE, "dataset '%s' has no split '%s'", b->name, split);
    struct dataset *out = r->out;
    out->schema_file = tables ? tables
                              : first_existing(r->arena, folder, b->tables, MAX_ALTERNATIVES);
    if (!out->schema_file)
        return fail(err, ST_IO, "no %s below '%s'", b->tables[0], folder);
    enum status st =
        schema_set_read(r->arena, out->schema_file, b->flavour, &out->schemas, err);
    out->database_dir = first_existing(r->arena, folder, b->databases, MAX_ALTERNATIVES);
    for (int i = 0; st == ST_OK && i < MAX_ALTERNATIVES && files[i]; i++)
        st = read_file(r, b, arena_printf(r->arena, "%s/%s", folder, files[i]), err);
    return st;
}

/* ---- our own format: one JSON object a line ------------------------------------------------ */

static bool read_history(struct reader *r, const json_t *record, struct example *e,
                         struct error *err)
{
    const json_t *list = json_object_get(record, "history");
    if (!list)
        return true;
    size_t n = json_array_size(list);
    const char **utterances = ARENA_ARRAY(r->arena, const char *, n);
    for (size_t i = 0; i < n; i++) {
        const char *text = json_string_value(json_array_get(list, i));
        if (!text)
            return json_bad(r->at, "history", "a list of strings", err) == ST_OK;
        utterances[i] = arena_strdup(r->arena, text);
    }
    e->history = utterances;
    e->n_history = e->turn = (int)n;
    return json_is_array(list) || json_bad(r->at, "history", "a list of strings", err) == ST_OK;
}

static void read_line(struct reader *r, const char *line, size_t n)
{
    static const struct benchmark format = {
        .db = "db", .utterance = "question", .query = {"sql"}, .id = "id"};
    json_error_t where;
    struct error err = {0};
    json_t *record = json_loadb(line, n, JSON_REJECT_DUPLICATES, &where);
    if (!record) {
        set_aside(r, where.text);
        return;
    }
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

/* Calls take for every line of the text that is not empty; r->at.record counts them all. */
static void each_line(struct reader *r, struct slice text,
                      void (*take)(struct reader *r, const char *line, size_t n))
{
    r->at.record = 0;
    for (const char *p = text.s, *end = text.s + text.n; p < end; r->at.record++) {
        const char *newline = memchr(p, '\n', (size_t)(end - p));
        size_t n = (size_t)((newline ? newline : end) - p);
        if (n > 0)
            take(r, p, n);
        p += n + 1;
    }
}

/* ---- schemas of the databases that lines name ------------------------------------------------ */

static enum status read_live_schema(struct reader *r, const char *path, struct schema *out,
                                    struct error *err)
{
    struct db *db;
    enum status st = db_open(path, &db, err);
    if (st != ST_OK)
        return st;
    st = db_schema(r->arena, db, out, err);
    db_close(db);
    return st;
}

/* The database of a line joins the schemas, unless it is there.  One that cannot be opened is left
 * out: its lines are then set aside as speaking of an unknown database. */
static void take_database(struct reader *r, const char *line, size_t n)
{
    struct schema_set *set = &r->out->schemas;
    json_t *record = json_loadb(line, n, 0, NULL);
    const char *id = json_string_value(json_object_get(record, "db"));
    const char *path = json_string_value(json_object_get(record, "database"));
    struct error err = {0};
    if (id && path && map_get(&set->by_id, id, strlen(id), -1) < 0) {
        struct schema schema;
        if (read_live_schema(r, path, &schema, &err) != ST_OK) {
            set_aside(r, err.message);
        } else {
            int capacity = r->schemas_capacity;
            schema.db_id = arena_strdup(r->arena, id);
            map_put(&set->by_id, id, strlen(id), set->n_schemas);
            int n_files = set->n_schemas;
            *ARENA_PUSH(r->arena, r->out->database_files, n_files, capacity) =
                arena_strdup(r->arena, path);
            *ARENA_PUSH(r->arena, set->schemas, set->n_schemas, r->schemas_capacity) = schema;
        }
    }
    json_decref(record);
}

static enum status read_schemas(struct reader *r, struct slice text, const char *path,
                                const char *tables, struct error *err)
{
    r->out->schema_file = tables ? tables : arena_strdup(r->arena, path);
    if (tables)
        return schema_set_read(r->arena, tables, SCHEMA_SPIDER, &r->out->schemas, err);
    r->out->schemas = (struct schema_set){.by_id = map_in(r->arena)};
    each_line(r, text, take_database);
    if (r->out->schemas.n_schemas > 0)
        return ST_OK;
    if (r->out->n_bad > 0)
        return fail(err, ST_IO, "%s: record %ld: %s", path, r->out->bad[0].record,
                    r->out->bad[0].reason);
    return fail(err, ST_USAGE, "%s names no databases, so it needs a schema file (--tables)", path);
}

static enum status read_json_lines(struct reader *r, const char *path, const char *tables,
                                   struct error *err)
{
    struct slice text;
    r->at = (struct json_where){arena_strdup(r->arena, path), 0};
    enum status st = file_read(r->arena, path, (size_t)1 << 30, &text, err);
    if (st == ST_OK)
        st = read_schemas(r, text, path, tables, err);
    if (st == ST_OK)
        each_line(r, text, read_line);
    return st;
}

enum status dataset_read(struct arena *arena, const char *name, const char *dir,
                         const char *split, const char *tables, struct dataset *out,
                         struct error *err)
{
    const struct benchmark *b = benchmark_find(name);
    *out = (struct dataset){.name = name, .split = split};
    struct reader r = {.arena = arena, .out = out};
    if (strcmp(name, "jsonl") == 0)
        return read_json_lines(&r, dir, tables, err);
    if (!b)
        return fail(err, ST_USAGE,
                    "unknown dataset '%s': spider, sparc, cosql, dusql, chase or jsonl", name);
    out->language = b->language;
    out->multi_turn = b->multi_turn;
    return read_benchmark(&r, b, dir, split, tables, err);
}

const char *dataset_database(struct arena *arena, const struct dataset *dataset,
                             const char *db_id)
{
    if (dataset->database_files) {
        int index = map_get(&dataset->schemas.by_id, db_id, strlen(db_id), -1);
        return index < 0 ? NULL : dataset->database_files[index];
    }
    if (!dataset->database_dir || strchr(db_id, '/'))
        return NULL;
    const char *path =
        arena_printf(arena, "%s/%s/%s.sqlite", dataset->database_dir, db_id, db_id);
    return file_exists(path) ? path : NULL;
}

char *example_joined_question(struct arena *arena, const struct example *example)
{
    struct strbuf text = strbuf_in(arena);
    strbuf_puts(&text, example->question);
    for (int i = example->n_history - 1; i >= 0; i--) {
        strbuf_puts(&text, " | ");
        strbuf_puts(&text, example->history[i]);
    }
    return arena_strdup(arena, strbuf_text(&text));
}
