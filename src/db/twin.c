/* twin.c - hiding on SQLite: a statement is first prepared against a twin of the database.
 *
 * The twin is an empty database in memory that has, by name and columns, every table and view that
 * may be seen, each as a plain table, and nothing else.  A statement that SQLite can prepare there
 * names nothing that is hidden, however it is written: what is no name of the twin's, nor of one of
 * the statement's own CTEs, does not resolve.  And since views are tables there, the way of a
 * visible view to what it reads is no way for the statement.  So hiding rests on the engine's own
 * reading of the text, of which we keep no second opinion.
 *
 * The authorizer of the real connection is the second wall: it lets hidden tables be read through
 * visible views and full-text tables only. */
#include "db/internal.h"

#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

struct declaration { /* of a virtual table */
    const char *name, *columns;
};

struct twin {
    sqlite3 *handle;
    struct arena arena;
    struct declaration *virtual; /* SQLite may ask for one again at any time */
    int n_virtual, capacity;
    int schema_version; /* of the database when the twin was made */
};

/* ---- virtual tables, which have columns that a star leaves out --------------------------------- */

static int stand_in_connect(sqlite3 *handle, void *aux, int argc, const char *const *argv,
                            sqlite3_vtab **out, char **message)
{
    (void)message;
    const struct twin *twin = aux;
    int i = 0, rc = SQLITE_ERROR;
    while (argc > 2 && i < twin->n_virtual && strcmp(twin->virtual[i].name, argv[2]) != 0)
        i++;
    *out = NULL;
    if (argc > 2 && i < twin->n_virtual)
        rc = sqlite3_declare_vtab(handle, twin->virtual[i].columns);
    if (rc != SQLITE_OK)
        return rc;
    *out = sqlite3_malloc(sizeof **out);
    if (*out)
        memset(*out, 0, sizeof **out);
    return *out ? SQLITE_OK : SQLITE_NOMEM;
}

static int stand_in_best_index(sqlite3_vtab *table, sqlite3_index_info *info)
{
    (void)table, (void)info;
    return SQLITE_OK;
}

static int stand_in_disconnect(sqlite3_vtab *table)
{
    sqlite3_free(table);
    return SQLITE_OK;
}

/* Never run, only prepared. */
static const sqlite3_module stand_in = {
    .iVersion = 1,
    .xCreate = stand_in_connect,
    .xConnect = stand_in_connect,
    .xBestIndex = stand_in_best_index,
    .xDisconnect = stand_in_disconnect,
    .xDestroy = stand_in_disconnect,
};

/* ---- making a twin ----------------------------------------------------------------------------- */

/* Its columns as a list for CREATE TABLE; NULL if it has none that can be told. */
static const char *columns_of(struct arena *arena, sqlite3 *real, const struct db_relation *r)
{
    sqlite3_stmt *statement;
    struct strbuf out = strbuf_in(arena);
    if (sqlite3_prepare_v2(real, "SELECT name, hidden FROM pragma_table_xinfo(?1) ORDER BY cid", -1,
                           &statement, NULL) != SQLITE_OK)
        return NULL;
    struct undo undo;
    undo_later(&undo, sqlite_undo_statement, &statement);
    sqlite3_bind_text(statement, 1, r->name, -1, SQLITE_STATIC);
    while (sqlite3_step(statement) == SQLITE_ROW) {
        const char *name = (const char *)sqlite3_column_text(statement, 0);
        bool hidden = r->virtual && sqlite3_column_int(statement, 1) == 1;
        strbuf_printf(&out, "%s%s%s", out.n ? ", " : "", db_quote_name(arena, name ? name : ""),
                      hidden ? " HIDDEN" : "");
    }
    undo_now(&undo);
    return out.n && !out.overflow ? out.s : NULL;
}

/* What cannot be made is not there, and a statement that names it fails. */
static void add_relation(struct twin *twin, sqlite3 *real, const struct db_relation *r)
{
    struct arena *arena = &twin->arena;
    const char *columns = columns_of(arena, real, r);
    if (!columns)
        return;
    struct strbuf sql = strbuf_in(arena);
    if (r->virtual) {
        *ARENA_PUSH(arena, twin->virtual, twin->n_virtual, twin->capacity) = (struct declaration){
            arena_strdup(arena, r->name), arena_printf(arena, "CREATE TABLE x(%s)", columns)};
        strbuf_printf(&sql, "CREATE VIRTUAL TABLE %s USING stand_in", db_quote_name(arena, r->name));
    } else {
        strbuf_printf(&sql, "CREATE TABLE %s (%s)", db_quote_name(arena, r->name), columns);
    }
    sqlite3_exec(twin->handle, strbuf_text(&sql), NULL, NULL, NULL);
}

static void close_twin(void *context)
{
    struct twin *twin = context;
    sqlite3_close(twin->handle);
}

static enum status make_twin(void *context, struct error *err)
{
    struct sqlite_db *s = context;
    struct twin *twin = xmalloc(sizeof *twin);
    *twin = (struct twin){0};
    struct undo undo;
    undo_later(&undo, close_twin, twin);
    if (sqlite3_open_v2(":memory:", &twin->handle, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX,
                        NULL) != SQLITE_OK) {
        undo_forget(&undo);
        twin_free(twin);
        return fail(err, ST_IO, "cannot make the list of what may be seen of '%s'", s->base.where);
    }
    sqlite3_create_module(twin->handle, "stand_in", &stand_in, twin);
    const struct db_relations *all = &s->base.hidden;
    for (int i = 0; i < all->n; i++)
        if (!all->v[i].hidden && !all->v[i].shadow)
            add_relation(twin, s->handle, &all->v[i]);
    sqlite_meet_virtual_tables(twin->handle);
    sqlite_set_limits(twin->handle);
    sqlite3_set_authorizer(twin->handle, sqlite_only_reads, s);
    twin->schema_version = s->schema_version;
    undo_forget(&undo);
    s->twin = twin;
    return ST_OK;
}

/* ---- the guard --------------------------------------------------------------------------------- */

static const struct db_relation *hidden_named(const struct sqlite_db *s, const char *name)
{
    if (sqlite3_strnicmp(name, "main.", 5) == 0)
        name += 5;
    for (int i = 0; i < s->base.hidden.n; i++) {
        const struct db_relation *r = &s->base.hidden.v[i];
        if ((r->hidden || r->shadow) && sqlite3_stricmp(r->name, name) == 0)
            return r;
    }
    return NULL;
}

static enum status refused(struct sqlite_db *s, struct error *err)
{
    static const char missing[] = "no such table: ";
    const char *message = sqlite3_errmsg(s->twin->handle);
    if (*s->denied)
        return fail(err, ST_USAGE, "refused: %s is not allowed", s->denied);
    const struct db_relation *r = strncmp(message, missing, sizeof missing - 1) == 0
                                      ? hidden_named(s, message + sizeof missing - 1) : NULL;
    if (r)
        return fail(err, ST_USAGE, "refused: '%.200s' may not be seen", r->name);
    return fail(err, ST_INPUT, "query failed: %s", message);
}

enum status twin_guard(struct sqlite_db *s, const char *sql, struct error *err)
{
    if (!s->twin || !s->base.hidden_known || s->twin->schema_version != s->schema_version) {
        twin_free(s->twin);
        s->twin = NULL;
        enum status st = db_list_hidden(&s->base, err);
        if (st == ST_OK)
            st = attempt_lasting(make_twin, s, err);
        if (st != ST_OK)
            return st;
    }
    sqlite3_stmt *statement = NULL;
    s->denied[0] = '\0';
    int rc = sqlite3_prepare_v2(s->twin->handle, sql, -1, &statement, NULL);
    sqlite3_finalize(statement);
    return rc == SQLITE_OK ? ST_OK : refused(s, err);
}

void twin_free(struct twin *twin)
{
    if (!twin)
        return;
    sqlite3_close(twin->handle);
    arena_release(&twin->arena);
    xfree(twin);
}

/* ---- what belongs to what ---------------------------------------------------------------------- */

/* Does the declaration of a virtual table name the relation, in whatever quotes?  Rather too often
 * than not: the declarations are few and a name more costs little. */
static bool declares(const struct db_relation *virtual, const char *name)
{
    const char *at = virtual->declaration ? strchr(virtual->declaration, '(') : NULL;
    size_t n = strlen(name);
    for (; at && *name && (at = strcasestr(at, name)); at++) {
        unsigned char before = (unsigned char)at[-1], after = (unsigned char)at[n];
        bool starts = !(before == '_' || before >= 0x80 || (before | 32) >= 'a') || before == '`' ||
                      before == '[' || before == '{';
        bool ends = !((after | 32) >= 'a' && (after | 32) <= 'z') && after != '_' && after < 0x80 &&
                    !(after >= '0' && after <= '9');
        if (starts && ends)
            return true;
    }
    return false;
}

/* The virtual table a shadow table is part of: SQLite names it NAME_something. */
static const struct db_relation *owner_of(const struct db_relations *all,
                                          const struct db_relation *shadow)
{
    const struct db_relation *owner = NULL;
    for (int i = 0; shadow->shadow && i < all->n; i++) {
        const struct db_relation *r = &all->v[i];
        size_t n = strlen(r->name);
        if (r->virtual && sqlite3_strnicmp(shadow->name, r->name, (int)n) == 0 &&
            shadow->name[n] == '_' && (!owner || n > strlen(owner->name)))
            owner = r;
    }
    return owner;
}

void twin_hide_virtual(struct db_relations *all)
{
    /* a full-text table over hidden content shows it, so it is hidden as well; one may be over
     * another (fts5vocab), so until nothing changes */
    for (bool changed = true; changed;) {
        changed = false;
        for (int i = 0; i < all->n; i++)
            for (int k = 0; k < all->n && all->v[i].virtual && !all->v[i].hidden; k++)
                if (all->v[k].hidden && !all->v[k].shadow && declares(&all->v[i], all->v[k].name))
                    changed = all->v[i].hidden = true;
    }
    for (int i = 0; i < all->n; i++) {
        const struct db_relation *owner = owner_of(all, &all->v[i]);
        all->v[i].hidden |= owner && owner->hidden;
    }
}

void twin_mark_internal(struct db_relations *all)
{
    for (int i = 0; i < all->n; i++) {
        struct db_relation *r = &all->v[i];
        const struct db_relation *owner = owner_of(all, r);
        r->internal = owner && (!owner->hidden || owner->through_view);
        for (int k = 0; k < all->n && !r->internal; k++) /* external content */
            r->internal = all->v[k].virtual && (!all->v[k].hidden || all->v[k].through_view) &&
                          declares(&all->v[k], r->name);
    }
}
