/* db.c - picks the driver; what does not depend on it: names, affinities, binding a schema. */
#include "db/internal.h"

#include <string.h>
#include <strings.h>

static const struct db_driver *const drivers[] = {
    &db_driver_sqlite, /* claims what no other does, so it stays last */
};

enum status db_open(const char *where, struct db **out, struct error *err)
{
    *out = NULL;
    for (int i = 0; i < COUNT_OF(drivers); i++)
        if (drivers[i]->claims(where))
            return drivers[i]->open(where, out, err);
    return fail(err, ST_UNSUPPORTED, "no driver for '%s'", where);
}

void db_close(struct db *db)
{
    if (db)
        db->driver->close(db);
}

const char *db_path(const struct db *db)
{
    return db->where;
}

enum status db_query(struct db *db, const char *sql, const struct db_limits *limits,
                     const struct db_sink *sink, struct db_outcome *outcome, struct error *err)
{
    static const struct db_limits none;
    struct db_outcome unused;
    outcome = outcome ? outcome : &unused;
    *outcome = (struct db_outcome){0};
    return db->driver->query(db, sql, limits ? limits : &none, sink, outcome, err);
}

char *db_quote_name(struct arena *arena, const char *name)
{
    struct strbuf out = strbuf_in(arena);
    strbuf_putc(&out, '"');
    for (const char *s = name; *s; s++) {
        if (*s == '"')
            strbuf_putc(&out, '"');
        strbuf_putc(&out, *s);
    }
    strbuf_putc(&out, '"');
    return out.s;
}

/* SQLite's five rules, in its order (datatype3.html section 3.1). */
enum db_affinity db_affinity_of(const char *decl_type)
{
    if (!decl_type || !*decl_type)
        return DB_AFFINITY_BLOB;
    static const struct {
        const char *part;
        enum db_affinity affinity;
    } rules[] = {
        {"INT", DB_AFFINITY_INTEGER}, {"CHAR", DB_AFFINITY_TEXT}, {"CLOB", DB_AFFINITY_TEXT},
        {"TEXT", DB_AFFINITY_TEXT},   {"BLOB", DB_AFFINITY_BLOB}, {"REAL", DB_AFFINITY_REAL},
        {"FLOA", DB_AFFINITY_REAL},   {"DOUB", DB_AFFINITY_REAL},
    };
    for (int i = 0; i < COUNT_OF(rules); i++)
        if (strcasestr(decl_type, rules[i].part))
            return rules[i].affinity;
    return DB_AFFINITY_NUMERIC;
}

/* ---- schema --------------------------------------------------------------------------------- */

static const char *label_of(struct arena *arena, const char *name)
{
    const char *label = schema_label(arena, name);
    const char *longer = text_expand_abbreviations(arena, label);
    return longer ? longer : label;
}

/* "dir/pets.sqlite" -> "pets" */
static const char *id_of(struct arena *arena, const char *where)
{
    const char *slash = strrchr(where, '/'), *name = slash ? slash + 1 : where;
    const char *dot = strrchr(name, '.');
    return arena_strndup(arena, name, dot && dot > name ? (size_t)(dot - name) : strlen(name));
}

enum status db_schema(struct arena *arena, struct db *db, struct schema *out, struct error *err)
{
    enum status st = db->driver->read_schema(arena, db, out, err);
    if (st != ST_OK)
        return st;
    out->db_id = id_of(arena, db->where);
    for (int i = 0; i < out->n_tables; i++)
        out->tables[i].label = label_of(arena, out->tables[i].name);
    for (int i = 1; i < out->n_columns; i++) {
        out->columns[i].label = label_of(arena, out->columns[i].name);
        out->columns[i].type = db_declared_type(out->columns[i].decl_type);
    }
    struct db_binding binding;
    st = db_bind(arena, db, out, &binding, err);
    return st == ST_OK ? db_repair_types(db, &binding, out, err) : st;
}

enum status db_bind(struct arena *arena, struct db *db, const struct schema *schema,
                    struct db_binding *out, struct error *err)
{
    struct schema real;
    enum status st = db->driver->read_schema(arena, db, &real, err);
    if (st != ST_OK)
        return st;
    *out = (struct db_binding){.columns = ARENA_ARRAY(arena, struct db_source, schema->n_columns),
                               .n_columns = schema->n_columns};
    for (int i = 0; i < schema->n_columns; i++) {
        const struct column *c = &schema->columns[i];
        if (c->table < 0)
            continue;
        int table = schema_find_table(&real, slice_of(schema->tables[c->table].name));
        int column = table < 0 ? -1 : schema_find_column(&real, table, slice_of(c->name));
        if (column < 0) {
            out->n_missing++;
            continue;
        }
        const struct column *found = &real.columns[column];
        out->columns[i] = (struct db_source){
            .table = real.tables[table].name, .column = found->name,
            .decl_type = found->decl_type, .affinity = db_affinity_of(found->decl_type),
            .view = real.tables[table].view};
    }
    return ST_OK;
}
