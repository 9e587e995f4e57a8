/* db.c - picks the driver; what does not depend on it: names, affinities, binding a schema. */
#include "db/worker_pool.h"

#include <fnmatch.h>
#include <string.h>
#include <strings.h>

static const struct db_driver *const drivers[] = {
    &db_driver_postgres,
    &db_driver_sqlite, /* claims what no other does, so it stays last */
};

const struct db_limits db_default_limits = {
    .max_rows = 1000, .max_bytes = (size_t)16 << 20, .seconds = 10};

/* ---- what may be seen ------------------------------------------------------------------------ */

static bool fits(const char *pattern, const char *space, const char *name)
{
    char full[1024];
    if (equal_nocase(pattern, name) || fnmatch(pattern, name, FNM_CASEFOLD | FNM_NOESCAPE) == 0)
        return true;
    if (!space || snprintf(full, sizeof full, "%s.%s", space, name) >= (int)sizeof full)
        return false;
    return equal_nocase(pattern, full) || fnmatch(pattern, full, FNM_CASEFOLD | FNM_NOESCAPE) == 0;
}

static bool fits_any(const char *const *patterns, int n, const char *space, const char *name)
{
    for (int i = 0; i < n; i++)
        if (fits(patterns[i], space, name))
            return true;
    return false;
}

bool db_may_see(const struct db *db, const char *space, const char *name)
{
    const struct db_options *o = &db->options;
    return (o->n_tables == 0 || fits_any(o->tables, o->n_tables, space, name)) &&
           !fits_any(o->deny, o->n_deny, space, name);
}

enum status db_list_hidden(struct db *db, struct error *err)
{
    db->hidden_known = false;
    arena_clear(&db->hidden_arena);
    db->hidden = (struct db_relations){0};
    enum status st = db->driver->list(&db->hidden_arena, db, &db->hidden, err);
    for (int i = 0; st == ST_OK && i < db->hidden.n; i++) {
        struct db_relation *r = &db->hidden.v[i];
        r->hidden = !db_may_see(db, r->space, r->name) ||
                    (r->root_name && !db_may_see(db, r->root_space, r->root_name));
    }
    if (st == ST_OK && db->driver == &db_driver_sqlite)
        st = sqlite_mark_hidden(db, &db->hidden, err);
    db->hidden_known = st == ST_OK;
    return st;
}

static enum status check_patterns(const struct db *db, const char *const *patterns, int n,
                                  const char *option, struct error *err)
{
    for (int i = 0; i < n; i++) {
        bool found = false;
        for (int k = 0; k < db->hidden.n && !found; k++)
            found = fits(patterns[i], db->hidden.v[k].space, db->hidden.v[k].name);
        if (!found)
            return fail(err, ST_USAGE, "%s '%s': there is no such table in '%s'", option,
                        patterns[i], db->where);
    }
    return ST_OK;
}

static const char *const *copy_patterns(struct arena *arena, const char *const *from, int n)
{
    const char **out = ARENA_ARRAY(arena, const char *, n);
    for (int i = 0; i < n; i++)
        out[i] = arena_strdup(arena, from[i]);
    return out;
}

static enum status restrict_to(struct db *db, const struct db_options *options, struct error *err)
{
    struct db_options *o = &db->options;
    *o = *options;
    o->tables = copy_patterns(&db->options_arena, options->tables, options->n_tables);
    o->deny = copy_patterns(&db->options_arena, options->deny, options->n_deny);
    ARENA_NEW(&db->hidden_arena, char); /* from now on its memory is the connection's, not a query's */
    db->restricted = true;
    enum status st = db_list_hidden(db, err);
    if (st == ST_OK)
        st = check_patterns(db, o->tables, o->n_tables, "--tables", err);
    return st == ST_OK ? check_patterns(db, o->deny, o->n_deny, "--deny", err) : st;
}

/* ---- opening and asking ---------------------------------------------------------------------- */

/* Workers that answer questions to one database try their queries out on its one connection. */
static void make_lock(struct db *db)
{
    pthread_mutexattr_t recursive;
    pthread_mutexattr_init(&recursive);
    pthread_mutexattr_settype(&recursive, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&db->lock, &recursive);
    pthread_mutexattr_destroy(&recursive);
}

/* *isolated stays false where there is no program to run, unless there has to be. */
static enum status open_isolated(const char *where, const struct db_options *options,
                                 struct db **out, bool *isolated, struct error *err)
{
    struct arena scratch = {0};
    struct db_options o = *options;
    enum status st = ST_OK;
    o.worker = o.isolate == DB_ISOLATE_NEVER ? NULL : worker_program(&scratch, options->worker);
    *isolated = o.worker != NULL;
    if (o.worker)
        st = isolated_open(where, &o, out, err);
    else if (o.isolate == DB_ISOLATE_ALWAYS)
        st = fail(err, ST_USAGE, "queries are to run in a process of their own, but no 'astormer' is "
                  "installed; name the program with ASTORMER_WORKER");
    arena_release(&scratch);
    return st;
}

/* Where a message quotes what was to be opened, a password in it becomes stars: of a URI what stands
 * between the user's name and '@', of a list of parameters the one of that name. */
void db_hide_passwords(char *message)
{
    for (char *s = message; (s = strcasestr(s, "password=")); ) {
        s += strlen("password=");
        bool quoted = *s == '\'';
        for (s += quoted; *s && (quoted ? *s != '\'' : !strchr(" &'\"", *s)); s++)
            *s = '*';
    }
    for (char *s = message; (s = strstr(s, "://"));) {
        s += 3;
        size_t authority = strcspn(s, "/ '\"?");
        char *at = memrchr(s, '@', authority), *colon = memchr(s, ':', authority);
        for (char *c = colon ? colon + 1 : at; at && c < at; c++)
            *c = '*';
    }
}

/* What the schema depends on besides the database. */
static uint64_t hash_patterns(const struct db_options *o)
{
    uint64_t h = mix64((uint64_t)o->n_tables + 1);
    for (int i = 0; i < o->n_tables; i++)
        h = hash_bytes(o->tables[i], strlen(o->tables[i]), h);
    for (int i = 0; i < o->n_deny; i++)
        h = hash_bytes(o->deny[i], strlen(o->deny[i]), h);
    return h;
}

static void close_it(void *db)
{
    db_close(db);
}

enum status db_open_with(const char *where, const struct db_options *options, struct db **out,
                         struct error *err)
{
    static const struct db_options everything;
    *out = NULL;
    options = options ? options : &everything;
    int i = 0;
    while (!drivers[i]->claims(where))
        i++;
    bool isolated = false;
    enum status st = drivers[i] == &db_driver_sqlite ? open_isolated(where, options, out, &isolated, err)
                                                     : ST_OK;
    if (st == ST_OK && !isolated)
        st = drivers[i]->open(where, out, err);
    if (*out) {
        make_lock(*out);
        (*out)->may_see = hash_patterns(options);
    }
    struct undo undo;
    undo_later(&undo, close_it, *out);
    if (st == ST_OK && !isolated && (options->n_tables || options->n_deny))
        st = restrict_to(*out, options, err);
    undo_forget(&undo);
    if (st != ST_OK) {
        db_close(*out);
        *out = NULL;
        if (err)
            db_hide_passwords(err->message);
    }
    return st;
}

enum status db_open(const char *where, struct db **out, struct error *err)
{
    return db_open_with(where, NULL, out, err);
}

void db_close(struct db *db)
{
    if (!db)
        return;
    arena_release(&db->options_arena);
    arena_release(&db->hidden_arena);
    pthread_mutex_destroy(&db->lock);
    db->driver->close(db);
}

const char *db_path(const struct db *db)
{
    return db->where;
}

enum sql_dialect db_dialect(const struct db *db)
{
    return db->driver->dialect;
}

struct db_stop db_stop_of(const struct db_limits *limits)
{
    return (struct db_stop){
        .deadline = limits->seconds > 0 ? now_seconds() + limits->seconds : 0,
        .cancel = limits->cancel};
}

enum status db_stopped(const struct db_stop *stop, const struct db_limits *limits,
                       struct db_outcome *outcome, struct error *err)
{
    outcome->cancelled = db_stop_cancelled(stop);
    outcome->timed_out = !outcome->cancelled;
    if (outcome->cancelled)
        return fail(err, ST_LIMIT, "the query was stopped");
    return fail(err, ST_LIMIT, "the query took longer than %g s", limits->seconds);
}

static enum status guarded_query(struct db *db, const char *sql,
                                 const struct db_limits *limits, const struct db_sink *sink,
                                 struct db_outcome *outcome, struct error *err)
{
    static const struct db_limits none;
    struct db_outcome unused;
    outcome = outcome ? outcome : &unused;
    *outcome = (struct db_outcome){0};
    if (strlen(sql) > DB_MAX_SQL)
        return fail(err, ST_LIMIT, "refused: the statement is longer than %d bytes", DB_MAX_SQL);
    if (db->restricted && !db->own_query && db->driver == &db_driver_postgres) {
        enum status st = db_list_hidden(db, err);
        if (st == ST_OK)
            st = guard_names(sql, &db->hidden, err);
        if (st != ST_OK)
            return st;
    }
    return db->driver->query(db, sql, limits ? limits : &none, sink, outcome, err);
}

/* A sink that runs out of memory must not jump out of a query: it wants no more rows, the query ends as
 * it does when somebody has seen enough, and then the caller's attempt fails. */
struct careful {
    const struct db_sink *sink;
    const char *const *names;
    const struct db_cell *cells;
    int n;
    bool more, failed;
};

static enum status hand_on(void *context, struct error *err)
{
    (void)err;
    struct careful *c = context;
    c->more = c->names ? c->sink->header(c->sink->context, c->names, c->n)
                       : c->sink->row(c->sink->context, c->cells, c->n);
    return ST_OK;
}

static bool carefully(struct careful *c, const char *const *names, const struct db_cell *cells, int n)
{
    c->names = names;
    c->cells = cells;
    c->n = n;
    c->failed = c->failed || attempt(hand_on, c, NULL) != ST_OK;
    return !c->failed && c->more;
}

static bool careful_header(void *context, const char *const *names, int n)
{
    return carefully(context, names, NULL, n);
}

static bool careful_row(void *context, const struct db_cell *cells, int n)
{
    return carefully(context, NULL, cells, n);
}

struct locked {
    struct db *db;
    bool own_before;
};

static void unlock(void *context)
{
    struct locked *l = context;
    l->db->own_query = l->own_before;
    pthread_mutex_unlock(&l->db->lock);
}

static enum status query(struct db *db, const char *sql, const struct db_limits *limits,
                         const struct db_sink *sink, struct db_outcome *outcome, bool own,
                         struct error *err)
{
    struct careful careful = {.sink = sink};
    struct db_sink asked = {sink && sink->header ? careful_header : NULL,
                            sink && sink->row ? careful_row : NULL, &careful};
    pthread_mutex_lock(&db->lock);
    struct locked locked = {db, db->own_query};
    struct undo undo;
    undo_later(&undo, unlock, &locked);
    db->own_query = own;
    enum status st = guarded_query(db, sql, limits, sink ? &asked : NULL, outcome, err);
    undo_now(&undo);
    if (careful.failed)
        memory_give_up(0);
    return st;
}

enum status db_query(struct db *db, const char *sql, const struct db_limits *limits,
                     const struct db_sink *sink, struct db_outcome *outcome, struct error *err)
{
    CHECK(sink);
    return query(db, sql, limits, sink, outcome, false, err);
}

enum status db_query_own(struct db *db, const char *sql, const struct db_limits *limits,
                         const struct db_sink *sink, struct db_outcome *outcome,
                         struct error *err)
{
    return query(db, sql, limits, sink, outcome, true, err);
}

enum status db_query_opening(struct db *db, const char *sql, const struct db_limits *limits,
                             const struct db_sink *sink, struct db_outcome *outcome,
                             struct error *err)
{
    struct db_outcome unused;
    struct db_limits own = *limits;
    double left = DB_OPENING_SECONDS - db->opening_spent, start = now_seconds();
    outcome = outcome ? outcome : &unused;
    *outcome = (struct db_outcome){0};
    if (left <= 0)
        return fail(err, ST_LIMIT, "no time is left to look at views and generated columns");
    own.seconds = own.seconds > 0 ? MIN(own.seconds, left) : left;
    enum status st = query(db, sql, &own, sink, outcome, true, err);
    db->opening_spent += now_seconds() - start;
    return st;
}

enum status db_prepare(struct db *db, const char *sql, struct error *err)
{
    return query(db, sql, &db_default_limits, NULL, NULL, false, err);
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

/* "dir/pets.sqlite" -> "pets", "postgresql://host/pets" -> "pets" */
static const char *id_of(struct arena *arena, const char *where)
{
    const char *slash = strrchr(where, '/'), *name = slash ? slash + 1 : where;
    const char *dot = strrchr(name, '.');
    return arena_strndup(arena, name, dot && dot > name ? (size_t)(dot - name) : strlen(name));
}

void db_name_schema(struct arena *arena, const struct db *db, struct schema *out)
{
    out->db_id = id_of(arena, db->where);
    for (int i = 0; i < out->n_tables; i++) {
        struct table *t = &out->tables[i];
        bool twin = t->space && schema_find_table(out, slice_of(t->name)) != i;
        t->label = label_of(arena, twin ? arena_printf(arena, "%s_%s", t->space, t->name)
                                        : t->name);
    }
    for (int i = 1; i < out->n_columns; i++)
        out->columns[i].label = label_of(arena, out->columns[i].name);
}

/* By schema and name; a schema file knows no PostgreSQL schemas, and takes the first. */
static int find_table(const struct schema *real, const struct table *t)
{
    for (int i = 0; t->space && i < real->n_tables; i++)
        if (real->tables[i].space && strcmp(real->tables[i].space, t->space) == 0 &&
            strcmp(real->tables[i].name, t->name) == 0)
            return i;
    return schema_find_table(real, slice_of(t->name));
}

static const char *from_of(struct arena *arena, const struct table *t)
{
    const char *name = db_quote_name(arena, t->name);
    return t->space ? arena_printf(arena, "%s.%s", db_quote_name(arena, t->space), name) : name;
}

static void bind_to(struct arena *arena, const struct schema *schema, const struct schema *real,
                    struct db_binding *out)
{
    *out = (struct db_binding){.columns = ARENA_ARRAY(arena, struct db_source, schema->n_columns),
                               .n_columns = schema->n_columns};
    for (int i = 0; i < schema->n_columns; i++) {
        const struct column *c = &schema->columns[i];
        if (c->table < 0)
            continue;
        int table = find_table(real, &schema->tables[c->table]);
        int column = table < 0 ? -1 : schema_find_column(real, table, slice_of(c->name));
        if (column < 0) {
            out->n_missing++;
            continue;
        }
        const struct column *found = &real->columns[column];
        out->columns[i] = (struct db_source){
            .table = real->tables[table].name, .column = found->name,
            .from = from_of(arena, &real->tables[table]),
            .decl_type = found->decl_type, .affinity = db_affinity_of(found->decl_type),
            .view = real->tables[table].view,
            .computed = real->tables[table].view || real->tables[table].computed};
    }
}

enum status db_bind(struct arena *arena, struct db *db, const struct schema *schema,
                    struct db_binding *out, struct error *err)
{
    struct schema real;
    enum status st = db->driver->read_schema(arena, db, &real, err);
    if (st == ST_OK)
        bind_to(arena, schema, &real, out);
    return st;
}

enum status db_schema(struct arena *arena, struct db *db, struct schema *out, struct error *err)
{
    enum status st = db->driver->read_schema(arena, db, out, err);
    if (st != ST_OK)
        return st;
    db_name_schema(arena, db, out);
    for (int i = 1; i < out->n_columns; i++)
        out->columns[i].type = db_declared_type(out->columns[i].decl_type);
    struct db_binding binding;
    bind_to(arena, out, out, &binding);
    return db_repair_types(db, &binding, out, err);
}

/* ---- has it changed? ------------------------------------------------------------------------ */

enum status db_shape(struct db *db, struct db_shape *out, struct error *err)
{
    enum status st = db->driver->shape(db, out, err);
    if (st != ST_OK && err)
        db_hide_passwords(err->message);
    return st;
}

static uint64_t hash_text(const char *s, uint64_t h)
{
    return s ? hash_bytes(s, strlen(s), h) : mix64(h + 1);
}

/* Of what stays as the driver read it, whatever is later made of types, labels and keys. */
static uint64_t schema_print(const struct schema *s)
{
    uint64_t h = mix64((uint64_t)s->n_tables);
    for (int i = 0; i < s->n_tables; i++)
        h = hash_text(s->tables[i].comment, hash_text(s->tables[i].name, h + s->tables[i].view));
    for (int i = 1; i < s->n_columns; i++) {
        const struct column *c = &s->columns[i];
        h = hash_text(c->name, h + (uint64_t)c->table);
        h = hash_text(c->comment, hash_text(c->decl_type, h));
    }
    return h;
}

enum status db_schema_differs(struct db *db, const struct schema *then, bool *out,
                              struct error *err)
{
    struct arena scratch = {0};
    struct schema now;
    *out = true; /* the state of a server is that of its catalogue */
    enum status st = ST_OK;
    if (db->driver->dialect == SQL_SQLITE)
        st = db->driver->read_schema(&scratch, db, &now, err);
    if (st == ST_OK && db->driver->dialect == SQL_SQLITE)
        *out = schema_print(&now) != schema_print(then);
    arena_release(&scratch);
    return st;
}
