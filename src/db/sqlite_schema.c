/* sqlite_schema.c - tables, views, columns and keys out of a SQLite file. */
#include "db/internal.h"

#include <sqlite3.h>
#include <string.h>
#include <strings.h>

/* A schema being read; arrays grow in the arena. */
struct reader {
    struct arena *arena;
    const struct db *db;
    sqlite3 *handle;
    struct schema *schema;
    int table_capacity, column_capacity, key_capacity;
    const char **create; /* [table] its CREATE statement or NULL */
    int n_create, create_capacity;
};

static char *column_text(struct arena *arena, sqlite3_stmt *statement, int i)
{
    const char *text = (const char *)sqlite3_column_text(statement, i);
    return text ? arena_strdup(arena, text) : NULL;
}

static enum status read_failed(struct reader *r, const char *what, struct error *err)
{
    return fail(err, ST_INPUT, "cannot read the %s: %s", what, sqlite3_errmsg(r->handle));
}

/* Runs sql with one bound name and calls take for each row until it fails. */
static enum status each_row(struct reader *r, const char *sql, const char *name, const char *what,
                            enum status (*take)(struct reader *, sqlite3_stmt *, int table,
                                                struct error *),
                            int table, struct error *err)
{
    sqlite3_stmt *statement;
    if (sqlite3_prepare_v2(r->handle, sql, -1, &statement, NULL) != SQLITE_OK)
        return read_failed(r, what, err);
    struct undo undo;
    undo_later(&undo, sqlite_undo_statement, &statement);
    if (name)
        sqlite3_bind_text(statement, 1, name, -1, SQLITE_STATIC);
    enum status st = ST_OK;
    int rc;
    while (st == ST_OK && (rc = sqlite3_step(statement)) == SQLITE_ROW)
        st = take(r, statement, table, err);
    if (st == ST_OK && rc != SQLITE_DONE)
        st = read_failed(r, what, err);
    undo_now(&undo);
    return st;
}

/* As last listed: what hangs together with something hidden is hidden without a pattern's help. */
static bool is_hidden(const struct db *db, const char *name)
{
    for (int i = 0; db->restricted && i < db->hidden.n; i++)
        if (sqlite3_stricmp(db->hidden.v[i].name, name) == 0)
            return db->hidden.v[i].hidden;
    return db->restricted;
}

static enum status take_table(struct reader *r, sqlite3_stmt *statement, int unused,
                              struct error *err)
{
    (void)unused;
    const char *name = (const char *)sqlite3_column_text(statement, 0);
    if (is_hidden(r->db, name ? name : ""))
        return ST_OK;
    if (r->schema->n_tables == DB_MAX_TABLES)
        return fail(err, ST_LIMIT, "more than %d tables", DB_MAX_TABLES);
    struct table *t =
        ARENA_PUSH(r->arena, r->schema->tables, r->schema->n_tables, r->table_capacity);
    *t = (struct table){.name = column_text(r->arena, statement, 0)};
    t->name = t->name ? t->name : "";
    const char *type = (const char *)sqlite3_column_text(statement, 1);
    t->view = type && strcmp(type, "view") == 0;
    *ARENA_PUSH(r->arena, r->create, r->n_create, r->create_capacity) =
        column_text(r->arena, statement, 2);
    return ST_OK;
}

static enum status take_column(struct reader *r, sqlite3_stmt *statement, int table,
                               struct error *err)
{
    if (r->schema->n_columns == DB_MAX_COLUMNS)
        return fail(err, ST_LIMIT, "more than %d columns", DB_MAX_COLUMNS);
    struct column *c =
        ARENA_PUSH(r->arena, r->schema->columns, r->schema->n_columns, r->column_capacity);
    *c = (struct column){.table = table, .name = column_text(r->arena, statement, 0),
                         .decl_type = column_text(r->arena, statement, 1),
                         .primary = sqlite3_column_int(statement, 2) > 0,
                         .not_null = sqlite3_column_int(statement, 3) > 0};
    r->schema->tables[table].keyed |= c->primary;
    r->schema->tables[table].computed |= sqlite3_column_int(statement, 4) == 2;
    c->name = c->name ? c->name : "";
    c->label = c->name;
    return ST_OK;
}

/* The n-th column of a table's primary key (0-based), -1 if there is none. */
static int primary_column(const struct schema *schema, int table, int n)
{
    for (int i = 1; i < schema->n_columns; i++)
        if (schema->columns[i].table == table && schema->columns[i].primary && n-- == 0)
            return i;
    return -1;
}

/* A key to a table or column that does not exist is legal in SQLite, and useless to us. */
static enum status take_key(struct reader *r, sqlite3_stmt *statement, int table,
                            struct error *err)
{
    (void)err;
    const char *target = (const char *)sqlite3_column_text(statement, 0);
    const char *from = (const char *)sqlite3_column_text(statement, 1);
    const char *to = (const char *)sqlite3_column_text(statement, 2);
    int target_table = target ? schema_find_table(r->schema, slice_of(target)) : -1;
    if (target_table < 0 || !from)
        return ST_OK;
    struct foreign_key key = {
        .from = schema_find_column(r->schema, table, slice_of(from)),
        .to = to ? schema_find_column(r->schema, target_table, slice_of(to))
                 : primary_column(r->schema, target_table, sqlite3_column_int(statement, 3)),
    };
    if (key.from > 0 && key.to > 0)
        *ARENA_PUSH(r->arena, r->schema->foreign_keys, r->schema->n_foreign_keys,
                    r->key_capacity) = key;
    return ST_OK;
}

/* A view whose tables are gone, or a virtual table whose module is, cannot be asked: left out. */
static enum status read_table_columns(struct reader *r, int *table, struct error *err)
{
    int before = r->schema->n_columns;
    struct table *t = &r->schema->tables[*table];
    enum status st = each_row(r, "SELECT name, type, pk, \"notnull\", hidden FROM pragma_table_xinfo(?1) "
                                 "WHERE hidden <> 1 ORDER BY cid",
                              t->name, "columns", take_column, *table, err);
    const char *create = r->create[*table];
    bool virtual = create && strncasecmp(create, "CREATE VIRTUAL", 14) == 0;
    t->computed |= t->view || virtual;
    if (st == ST_LIMIT || (st != ST_OK && !t->view && !virtual))
        return st;
    if (st != ST_OK || r->schema->n_columns == before) {
        r->schema->n_columns = before;
        int left = r->schema->n_tables - *table - 1;
        memmove(t, t + 1, sizeof *t * (size_t)left);
        memmove(&r->create[*table], &r->create[*table + 1], sizeof *r->create * (size_t)left);
        r->schema->n_tables--;
        return ST_OK;
    }
    ++*table;
    return ST_OK;
}

/* Shadow tables included: they can be named in a query too. */
enum status sqlite_list(struct arena *arena, struct db *db, struct db_relations *out,
                        struct error *err)
{
    sqlite3_stmt *statement;
    sqlite3 *handle = ((struct sqlite_db *)db)->handle;
    static const char sql[] =
        "SELECT name, type = 'view', type = 'shadow', type = 'virtual', "
        "(SELECT s.sql FROM sqlite_schema AS s WHERE s.type = 'table' AND s.name = t.name) "
        "FROM pragma_table_list AS t WHERE schema = 'main'";
    int rc = sqlite3_prepare_v2(handle, sql, -1, &statement, NULL);
    struct undo undo;
    undo_later(&undo, sqlite_undo_statement, &statement);
    while (rc == SQLITE_OK && (rc = sqlite3_step(statement)) == SQLITE_ROW) {
        const char *name = column_text(arena, statement, 0);
        *ARENA_PUSH(arena, out->v, out->n, out->capacity) = (struct db_relation){
            .name = name ? name : "", .view = sqlite3_column_int(statement, 1),
            .shadow = sqlite3_column_int(statement, 2), .bare = true,
            .virtual = sqlite3_column_int(statement, 3)};
        if (out->v[out->n - 1].virtual)
            out->v[out->n - 1].declaration = column_text(arena, statement, 4);
        rc = SQLITE_OK;
    }
    enum status st = rc == SQLITE_DONE ? ST_OK
                                       : fail(err, ST_IO, "cannot read the list of tables of '%s': %s",
                                              db->where, sqlite3_errmsg(handle));
    undo_now(&undo);
    return st;
}

enum status sqlite_read_schema(struct arena *arena, struct db *db, struct schema *out,
                               struct error *err)
{
    *out = (struct schema){.db_id = ""};
    enum status st = db->restricted ? db_list_hidden(db, err) : ST_OK;
    if (st != ST_OK)
        return st;
    struct reader r = {.arena = arena, .db = db, .schema = out,
                       .handle = ((struct sqlite_db *)db)->handle};
    *ARENA_PUSH(arena, out->columns, out->n_columns, r.column_capacity) =
        (struct column){.table = -1, .name = "*", .label = "*", .type = COLUMN_TEXT};
    /* table_list tells full-text and spatial indexes' shadow tables from real ones */
    static const char list_tables[] =
        "SELECT s.name, s.type, s.sql FROM sqlite_schema AS s "
        "WHERE s.type IN ('table', 'view') AND s.name NOT LIKE 'sqlite!_%' ESCAPE '!' "
        "AND s.name NOT IN (SELECT name FROM pragma_table_list "
        "WHERE schema = 'main' AND type = 'shadow') ORDER BY s.rowid";
    st = each_row(&r, list_tables, NULL, "list of tables", take_table, -1, err);
    for (int i = 0; st == ST_OK && i < out->n_tables;)
        st = read_table_columns(&r, &i, err);
    for (int i = 0; st == ST_OK && i < out->n_tables; i++) {
        st = each_row(&r, "SELECT \"table\", \"from\", \"to\", seq FROM "
                          "pragma_foreign_key_list(?1) ORDER BY id DESC, seq",
                      out->tables[i].name, "foreign keys", take_key, i, err);
        if (st == ST_OK && r.create[i] && !out->tables[i].view)
            db_read_comments(arena, r.create[i], out, i);
    }
    return st == ST_OK ? ST_OK : fail_in(err, "'%s'", db->where);
}

