/* records.c - records of question and query as the benchmarks write them: lists, conversations,
 * lines, and what to do with a bad one. */
#include "data/internal.h"

#include <string.h>

enum { TEXT_MAX = 1 << 20, TAGS_MAX = 64 }; /* bytes of one question or query; tags of a record */

void set_aside(struct reader *r, const char *reason)
{
    *ARENA_PUSH(r->arena, r->out->bad, r->out->n_bad, r->bad_capacity) =
        (struct bad_record){r->at.file, r->at.record, arena_strdup(r->arena, reason)};
}

const char *take_text(struct reader *r, const json_t *record, const char *field,
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

/* The gold query is optional: a test split has none, and null says that there can be none. */
static bool take_query(struct reader *r, const struct benchmark *b, const json_t *record,
                       struct example *e, struct error *err)
{
    for (int i = 0; i < MAX_ALTERNATIVES && b->query[i]; i++) {
        const json_t *query = json_object_get(record, b->query[i]);
        if (!query)
            continue;
        e->unanswerable = json_is_null(query);
        e->sql = e->unanswerable ? NULL : take_text(r, record, b->query[i], err);
        return e->sql || e->unanswerable;
    }
    return true;
}

static bool take_strings(struct reader *r, const json_t *record, const char *field, int most,
                         const char *const **out, int *n, struct error *err)
{
    const json_t *list = json_object_get(record, field);
    if (!list)
        return true;
    size_t count = json_array_size(list);
    if (!json_is_array(list) || count > (size_t)most)
        return json_bad(r->at, field, "a list of strings", err) == ST_OK;
    const char **texts = ARENA_ARRAY(r->arena, const char *, count);
    for (size_t i = 0; i < count; i++) {
        const char *text = json_string_value(json_array_get(list, i));
        if (!text)
            return json_bad(r->at, field, "a list of strings", err) == ST_OK;
        texts[i] = arena_strdup(r->arena, text);
    }
    *out = texts;
    *n = (int)count;
    return true;
}

bool read_history(struct reader *r, const json_t *record, struct example *e, struct error *err)
{
    enum { MOST = 1000 };
    if (!take_strings(r, record, "history", MOST, &e->history, &e->n_history, err))
        return false;
    e->turn = e->n_history;
    return true;
}

bool read_turn(struct reader *r, const struct benchmark *b, const json_t *record,
               const char *db_id, struct example *e, struct error *err)
{
    *e = (struct example){.db_id = db_id};
    e->question = take_text(r, record, b->utterance, err);
    if (!e->question || !take_query(r, b, record, e, err) ||
        !take_strings(r, record, "tags", TAGS_MAX, &e->tags, &e->n_tags, err))
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

void add_example(struct reader *r, const struct example *e)
{
    *ARENA_PUSH(r->arena, r->out->examples, r->out->n_examples, r->examples_capacity) = *e;
}

void add_schema(struct reader *r, const struct schema *schema, const char *database_file)
{
    struct schema_set *set = &r->out->schemas;
    int capacity = r->schemas_capacity, n_files = set->n_schemas;
    map_put(&set->by_id, schema->db_id, strlen(schema->db_id), set->n_schemas);
    *ARENA_PUSH(r->arena, r->out->database_files, n_files, capacity) = database_file;
    *ARENA_PUSH(r->arena, set->schemas, set->n_schemas, r->schemas_capacity) = *schema;
}

/* ---- lists ----------------------------------------------------------------------------------------- */

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

/* A reworded question that was left as it was is in the benchmark it was taken from. */
static bool is_unchanged(const struct benchmark *b, const json_t *record, const struct example *e)
{
    const char *before =
        b->reworded ? json_string_value(json_object_get(record, b->reworded)) : NULL;
    return before && strcmp(before, e->question) == 0;
}

static void read_record(struct reader *r, const struct benchmark *b, const json_t *record)
{
    struct error err = {0};
    const char *db_id = take_text(r, record, b->db, &err);
    struct example e;
    if (db_id && b->multi_turn) {
        read_conversation(r, b, record, db_id);
    } else if (db_id && read_turn(r, b, record, db_id, &e, &err)) {
        if (is_unchanged(b, record, &e))
            return;
        e.interaction = r->out->n_interactions++;
        add_example(r, &e);
    } else {
        set_aside(r, err.message);
    }
}

enum status read_list(struct reader *r, const struct benchmark *b, const char *path,
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

/* ---- lines ----------------------------------------------------------------------------------------- */

void each_line(struct reader *r, struct slice text,
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

json_t *line_record(struct reader *r, const char *line, size_t n)
{
    json_error_t where;
    json_t *record = json_loadb(line, n, JSON_REJECT_DUPLICATES, &where);
    if (!record)
        set_aside(r, where.text);
    return record;
}
