/* sqlite.c - the SQLite driver: read-only opening, guarded queries, stamps.
 *
 * A query passes, in this order: SQLite's own limits (sqlite3_limit), the authorizer, which knows
 * what the statement would do better than any look at its text, sqlite3_stmt_readonly, and while
 * it runs the progress handler, which watches the clock and the cancel flag. */
#include "db/internal.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

const char *db_sqlite_version(void)
{
    return sqlite3_libversion();
}

/* ---- opening --------------------------------------------------------------------------------- */

static bool claims(const char *where)
{
    (void)where;
    return true; /* whatever is left is a path */
}

static char *joined(const char *a, const char *b)
{
    size_t n_a = strlen(a), n_b = strlen(b);
    char *out = xmalloc(n_a + n_b + 1);
    memcpy(out, a, n_a);
    memcpy(out + n_a, b, n_b + 1);
    return out;
}

/* The path as a URI that no byte of it can escape from. */
static char *immutable_uri(const char *path)
{
    static const char hex[] = "0123456789ABCDEF";
    static const char scheme[] = "file:", option[] = "?immutable=1";
    char *uri = xmalloc(strlen(path) * 3 + sizeof scheme + sizeof option), *out = uri;
    memcpy(out, scheme, sizeof scheme);
    out += sizeof scheme - 1;
    for (const char *s = path; *s; s++) {
        unsigned char c = (unsigned char)*s;
        bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                     c == '/' || c == '.' || c == '-' || c == '_';
        if (plain) {
            *out++ = (char)c;
        } else {
            *out++ = '%';
            *out++ = hex[c >> 4];
            *out++ = hex[c & 15];
        }
    }
    memcpy(out, option, sizeof option);
    return uri;
}

static bool has_pending_wal(const char *path)
{
    char *wal = joined(path, "-wal");
    struct stat st;
    bool pending = stat(wal, &st) == 0 && st.st_size > 0;
    xfree(wal);
    return pending;
}

/* Well above what our printer writes and people type, well below what it takes to hurt. */
static const struct {
    int what, most;
} engine_limits[] = {
    {SQLITE_LIMIT_SQL_LENGTH, DB_MAX_SQL + 1}, {SQLITE_LIMIT_EXPR_DEPTH, 250},
    {SQLITE_LIMIT_COMPOUND_SELECT, 100},       {SQLITE_LIMIT_VDBE_OP, 250000},
    {SQLITE_LIMIT_COLUMN, 2000},
    {SQLITE_LIMIT_FUNCTION_ARG, 100},          {SQLITE_LIMIT_ATTACHED, 0},
    {SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 4096},  {SQLITE_LIMIT_VARIABLE_NUMBER, 100},
    {SQLITE_LIMIT_TRIGGER_DEPTH, 1},           {SQLITE_LIMIT_WORKER_THREADS, 0},
};

void sqlite_set_limits(sqlite3 *handle)
{
    for (int i = 0; i < COUNT_OF(engine_limits); i++)
        sqlite3_limit(handle, engine_limits[i].what, engine_limits[i].most);
}

/* Opens and reads the first page, since SQLite looks at the file only then. */
static int try_open(const char *name, int flags, sqlite3 **handle)
{
    int rc = sqlite3_open_v2(name, handle, flags, NULL);
    if (rc != SQLITE_OK)
        return rc;
    sqlite3_extended_result_codes(*handle, 0);
    sqlite3_busy_timeout(*handle, 2000);
    /* the file may be hostile: its views and triggers get no functions with side effects, and
     * damaged pages are noticed before they are walked */
    sqlite3_db_config(*handle, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    sqlite3_db_config(*handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
    sqlite3_db_config(*handle, SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0, NULL);
    sqlite_set_limits(*handle);
    sqlite3_exec(*handle, "PRAGMA cell_size_check=ON", NULL, NULL, NULL);
    return sqlite3_exec(*handle, "SELECT count(*) FROM sqlite_schema", NULL, NULL, NULL);
}

static enum status explain_failure(const char *path, int rc, sqlite3 *handle, struct error *err)
{
    switch (rc) {
    case SQLITE_NOTADB:
        return fail(err, ST_IO, "'%s' is not a SQLite database, or it is encrypted", path);
    case SQLITE_CORRUPT:
        return fail(err, ST_IO, "'%s' is damaged: %s", path, sqlite3_errmsg(handle));
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        return fail(err, ST_IO, "'%s' is locked by another program; try again when it is done",
                    path);
    case SQLITE_CANTOPEN:
    case SQLITE_READONLY:
        if (has_pending_wal(path))
            return fail(err, ST_IO,
                        "cannot read '%s': it has unmerged changes in '%s-wal' and its directory "
                        "is not writable; copy both files to a writable place", path, path);
        __attribute__((fallthrough));
    default:
        return fail(err, ST_IO, "cannot open '%s': %s", path,
                    handle ? sqlite3_errmsg(handle) : sqlite3_errstr(rc));
    }
}

static enum status check_file(const char *path, struct error *err)
{
    struct stat st;
    if (stat(path, &st) != 0)
        return fail(err, ST_IO, "cannot open '%s': %s", path, strerror(errno));
    if (!S_ISREG(st.st_mode))
        return fail(err, ST_IO, "cannot open '%s': not a regular file", path);
    if (access(path, R_OK) != 0)
        return fail(err, ST_IO, "cannot open '%s': %s", path, strerror(errno));
    return ST_OK;
}

static enum status sqlite_open(const char *where, struct db **out, struct error *err)
{
    enum status st = check_file(where, err);
    if (st != ST_OK)
        return st;
    struct sqlite_db *db = xmalloc(sizeof *db);
    /* Debian's SQLite takes every name that starts with "file:" for a URI */
    char *name = joined(strncmp(where, "file:", 5) == 0 ? "./" : "", where);
    sqlite3 *handle = NULL;
    int rc = try_open(name, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX, &handle);
    if ((rc == SQLITE_CANTOPEN || rc == SQLITE_READONLY) && !has_pending_wal(where)) {
        /* a WAL database where no -shm file can be made: nothing can change it either */
        sqlite3_close(handle);
        handle = NULL;
        char *uri = immutable_uri(name);
        rc = try_open(uri, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_URI, &handle);
        xfree(uri);
    }
    if (rc != SQLITE_OK) {
        st = explain_failure(where, rc, handle, err);
        sqlite3_close(handle);
        xfree(name);
        xfree(db);
        return st;
    }
    *db = (struct sqlite_db){.base = {.driver = &db_driver_sqlite, .where = name},
                             .handle = handle};
    sqlite_add_functions(db);
    *out = &db->base;
    return ST_OK;
}

void sqlite_undo_statement(void *statement)
{
    sqlite3_stmt **s = statement;
    sqlite3_finalize(*s);
    *s = NULL;
}

static void sqlite_close(struct db *db)
{
    struct sqlite_db *s = (struct sqlite_db *)db;
    twin_free(s->twin);
    sqlite3_close(s->handle);
    xfree(s->base.where);
    xfree(s);
}

/* Instructions between two looks at the clock: few, since one may build a text of DB_MAX_CELL. */
#define PROGRESS_STEPS 50

/* ---- queries --------------------------------------------------------------------------------- */

/* Functions that compute something from their arguments, sorted.  Not here: what tells of or
 * changes the connection (changes, last_insert_rowid, load_extension, sqlite_*), what the
 * sqlite3 program adds (readfile, edit, ...), fts3_tokenizer, which takes an address, and
 * printf and glob, one call of which can run for minutes (see sqlite_functions.c). */
static const char *const functions[] = {
    "->", "->>", "abs", "acos", "acosh", "asin", "asinh", "atan", "atan2", "atanh", "avg", "bm25",
    "ceil", "ceiling", "char", "coalesce", "cos", "cosh", "count", "cume_dist", "current_date",
    "current_time", "current_timestamp", "date", "datetime", "degrees", "dense_rank", "exp",
    "first_value", "floor", "group_concat", "hex", "highlight", "ifnull", "iif",
    "instr", "json", "json_array", "json_array_length", "json_each", "json_error_position",
    "json_extract", "json_group_array", "json_group_object", "json_insert", "json_object",
    "json_patch", "json_quote", "json_remove", "json_replace", "json_set", "json_tree",
    "json_type", "json_valid", "julianday", "lag", "last_value", "lead", "length", "like",
    "likelihood", "likely", "ln", "log", "log10", "log2", "lower", "ltrim", "match", "max", "min",
    "mod", "nth_value", "ntile", "nullif", "octet_length", "percent_rank", "pi", "pow", "power",
    "quote", "radians", "random", "randomblob", "rank", "replace", "round",
    "row_number", "rtrim", "sign", "sin", "sinh", "snippet", "sqrt", "strftime", "string_agg",
    "substr", "substring", "subtype", "sum", "tan", "tanh", "time", "timediff", "total", "trim",
    "trunc", "typeof", "unhex", "unicode", "unixepoch", "unlikely", "upper", "zeroblob",
};

static int compare_names(const void *name, const void *entry)
{
    return sqlite3_stricmp(name, *(const char *const *)entry);
}

static int deny(struct sqlite_db *s, const char *what, const char *name)
{
    snprintf(s->denied, sizeof s->denied, "%s%s%.100s%s", what, name ? " '" : "",
             name ? name : "", name ? "'" : "");
    return SQLITE_DENY;
}

/* Tables of the engine itself, real or not, tell of more than the user's data. */
static bool is_engine_table(const char *name)
{
    return sqlite3_strnicmp(name, "sqlite_", 7) == 0 ||
           sqlite3_strnicmp(name, "pragma_", 7) == 0 || sqlite3_stricmp(name, "dbstat") == 0 ||
           sqlite3_stricmp(name, "bytecode") == 0 || sqlite3_stricmp(name, "tables_used") == 0 ||
           sqlite3_stricmp(name, "fsdir") == 0;
}

/* Hidden tables are read through visible views and by virtual tables for themselves.  Where no column
 * is read the engine gives the name as it is written, which may be a CTE's: then twin.c is the only
 * wall. */
static int may_read(struct sqlite_db *s, const char *table, const char *column)
{
    const struct db_relations *relations = &s->base.hidden;
    if (is_engine_table(table))
        return deny(s, "reading", table);
    for (int i = 0; s->base.restricted && *column && i < relations->n; i++) {
        const struct db_relation *r = &relations->v[i];
        bool allowed = !r->hidden || r->internal || r->through_view;
        if (!allowed && sqlite3_stricmp(table, r->name) == 0)
            return deny(s, "reading", table);
    }
    return SQLITE_OK;
}

/* A query reads tables and calls functions; whatever else a statement can do is refused. */
int sqlite_only_reads(void *context, int action, const char *a, const char *b, const char *c,
                      const char *d)
{
    (void)c, (void)d;
    struct sqlite_db *s = context;
    switch (action) {
    case SQLITE_SELECT:
    case SQLITE_RECURSIVE:
        return SQLITE_OK;
    case SQLITE_READ:
        return may_read(s, a ? a : "", b ? b : "");
    case SQLITE_FUNCTION:
        return b && bsearch(b, functions, COUNT_OF(functions), sizeof *functions, compare_names)
                   ? SQLITE_OK : deny(s, "the function", b ? b : "");
    case SQLITE_PRAGMA: /* a full-text table asks this of itself when it is read */
        return !b && sqlite3_stricmp(a, "data_version") == 0 ? SQLITE_OK : deny(s, "PRAGMA", a);
    case SQLITE_ATTACH:
        return deny(s, "ATTACH", NULL);
    default:
        return deny(s, "anything but reading", NULL);
    }
}

static int should_stop(void *context)
{
    const struct sqlite_db *s = context;
    return db_stop_now(&s->stop);
}

static enum status query_failed(struct sqlite_db *s, const struct db_limits *limits,
                                struct db_outcome *outcome, struct error *err)
{
    int rc = sqlite3_errcode(s->handle);
    if (*s->denied) /* a table-valued function turns the refusal into an error of its own */
        rc = SQLITE_AUTH;
    switch (rc) {
    case SQLITE_INTERRUPT:
        return db_stopped(&s->stop, limits, outcome, err);
    case SQLITE_AUTH:
        return fail(err, ST_USAGE, "refused: %s is not allowed", *s->denied ? s->denied : "this");
    case SQLITE_NOMEM:
        return fail(err, ST_LIMIT, "the query needs more memory than a query may (%lld MB)",
                    (long long)sqlite3_hard_heap_limit64(-1) >> 20);
    case SQLITE_TOOBIG:
        return fail(err, ST_LIMIT, "the query reads or builds a text or blob of more than %d MB",
                    DB_MAX_CELL >> 20);
    case SQLITE_BUSY:
        return fail(err, ST_IO, "'%s' is locked by another program; try again when it is done",
                    s->base.where);
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
        return fail(err, ST_IO, "'%s' is damaged: %s", s->base.where, sqlite3_errmsg(s->handle));
    default:
        return fail(err, rc == SQLITE_IOERR || rc == SQLITE_CANTOPEN ? ST_IO : ST_INPUT, "query failed: %s",
                    sqlite3_errmsg(s->handle));
    }
}

/* Only white space, semicolons and comments may follow the statement. */
static bool nothing_follows(sqlite3 *handle, const char *tail)
{
    while (*tail) {
        sqlite3_stmt *next;
        const char *rest;
        if (sqlite3_prepare_v2(handle, tail, -1, &next, &rest) != SQLITE_OK)
            return false;
        sqlite3_finalize(next);
        if (next)
            return false;
        if (rest == tail)
            break;
        tail = rest;
    }
    return true;
}

static size_t read_row(sqlite3_stmt *statement, struct db_cell *cells, int n)
{
    size_t bytes = 0;
    for (int i = 0; i < n; i++) {
        cells[i] = (struct db_cell){0};
        switch (sqlite3_column_type(statement, i)) {
        case SQLITE_INTEGER:
            cells[i].kind = DB_INTEGER;
            cells[i].integer = sqlite3_column_int64(statement, i);
            break;
        case SQLITE_FLOAT:
            cells[i].kind = DB_REAL;
            cells[i].real = sqlite3_column_double(statement, i);
            break;
        case SQLITE_TEXT:
            cells[i].kind = DB_TEXT;
            cells[i].bytes.s = (const char *)sqlite3_column_text(statement, i);
            cells[i].bytes.n = (size_t)sqlite3_column_bytes(statement, i);
            break;
        case SQLITE_BLOB:
            cells[i].kind = DB_BLOB;
            cells[i].bytes.s = sqlite3_column_blob(statement, i);
            cells[i].bytes.n = (size_t)sqlite3_column_bytes(statement, i);
            break;
        default:
            break;
        }
        if (!cells[i].bytes.s)
            cells[i].bytes = (struct slice){"", 0};
        bytes += cells[i].bytes.n;
    }
    return bytes;
}

static enum status run(struct sqlite_db *s, sqlite3_stmt *statement, const struct db_limits *limits,
                       const struct db_sink *sink, struct db_outcome *outcome, struct error *err)
{
    int n = sqlite3_column_count(statement), rc = SQLITE_DONE;
    size_t bytes = 0;
    struct db_cell *cells = xmalloc(sizeof *cells * (size_t)MAX(n, 1));
    const char **names = xmalloc(sizeof *names * (size_t)MAX(n, 1));
    for (int i = 0; i < n; i++) {
        names[i] = sqlite3_column_name(statement, i);
        names[i] = names[i] ? names[i] : "";
    }
    bool more = !sink->header || sink->header(sink->context, names, n);
    while (more && (rc = sqlite3_step(statement)) == SQLITE_ROW) {
        bytes += read_row(statement, cells, n);
        if ((limits->max_rows && outcome->rows >= limits->max_rows) ||
            (limits->max_bytes && bytes > limits->max_bytes)) {
            outcome->truncated = true;
            break;
        }
        outcome->rows++;
        more = sink->row(sink->context, cells, n);
    }
    xfree(cells);
    xfree(names);
    return rc == SQLITE_DONE || rc == SQLITE_ROW ? ST_OK : query_failed(s, limits, outcome, err);
}

/* A virtual table, or table-valued function, declares itself when it is first met, which an
 * authorizer sees as CREATE TABLE. */
void sqlite_meet_virtual_tables(sqlite3 *handle)
{
    sqlite3_exec(handle, "SELECT count(*) FROM pragma_table_list", NULL, NULL, NULL);
    sqlite3_exec(handle, "SELECT 1 FROM json_each('[]'), json_tree('[]')", NULL, NULL, NULL);
}

/* After a refusal, and without the authorizer, all are met, and the statement is tried again. */
static int prepare(struct sqlite_db *s, const char *sql, sqlite3_stmt **statement,
                   const char **tail)
{
    sqlite3_set_authorizer(s->handle, sqlite_only_reads, s);
    int rc = sqlite3_prepare_v2(s->handle, sql, -1, statement, tail);
    if (rc == SQLITE_OK || !*s->denied)
        return rc;
    sqlite3_set_authorizer(s->handle, NULL, NULL);
    sqlite_meet_virtual_tables(s->handle);
    sqlite3_set_authorizer(s->handle, sqlite_only_reads, s);
    s->denied[0] = '\0';
    return sqlite3_prepare_v2(s->handle, sql, -1, statement, tail);
}

/* Looks whether the file can still be read and what state its schema is in: a statement that fails
 * to prepare would not say that the schema it was held against is an old one. */
static enum status look_at_schema(struct sqlite_db *s, const struct db_limits *limits,
                                  struct db_outcome *outcome, struct error *err)
{
    sqlite3_stmt *statement = NULL;
    int rc = sqlite3_prepare_v2(s->handle, "PRAGMA schema_version", -1, &statement, NULL);
    if (rc == SQLITE_OK)
        rc = sqlite3_step(statement);
    if (rc == SQLITE_ROW)
        s->schema_version = sqlite3_column_int(statement, 0);
    sqlite3_finalize(statement);
    return rc == SQLITE_ROW ? ST_OK : query_failed(s, limits, outcome, err);
}

struct sqlite_running {
    struct sqlite_db *db;
    sqlite3_stmt *statement;
};

static void end_query(void *context)
{
    struct sqlite_running *r = context;
    struct sqlite_db *s = r->db;
    sqlite_undo_statement(&r->statement);
    sqlite3_set_authorizer(s->handle, NULL, NULL);
    sqlite3_progress_handler(s->handle, 0, NULL, NULL);
}

static enum status sqlite_query(struct db *db, const char *sql, const struct db_limits *limits,
                                const struct db_sink *sink, struct db_outcome *outcome,
                                struct error *err)
{
    struct sqlite_db *s = (struct sqlite_db *)db;
    s->stop = db_stop_of(limits);
    s->denied[0] = '\0';
    sqlite3_limit(s->handle, SQLITE_LIMIT_LENGTH, limits->any_cell ? INT_MAX : DB_MAX_CELL);
    if (limits->seconds > 0 || limits->cancel)
        sqlite3_progress_handler(s->handle, PROGRESS_STEPS, should_stop, s);
    struct sqlite_running running = {s, NULL};
    struct undo undo;
    undo_later(&undo, end_query, &running);
    const char *tail = "";
    enum status st = look_at_schema(s, limits, outcome, err);
    if (st == ST_OK && db->restricted && !db->own_query)
        st = twin_guard(s, sql, err);
    if (st != ST_OK)
        ;
    else if (prepare(s, sql, &running.statement, &tail) != SQLITE_OK)
        st = query_failed(s, limits, outcome, err);
    else if (!running.statement)
        st = fail(err, ST_USAGE, "refused: there is no statement");
    else if (!nothing_follows(s->handle, tail))
        st = fail(err, ST_USAGE, "refused: more than one statement");
    else if (!sqlite3_stmt_readonly(running.statement) || sqlite3_stmt_isexplain(running.statement))
        st = fail(err, ST_USAGE, "refused: anything but reading is not allowed");
    else if (sink)
        st = run(s, running.statement, limits, sink, outcome, err);
    undo_now(&undo);
    return st;
}

/* ---- views that show what is hidden ---------------------------------------------------------- */

static int note_read(void *context, int action, const char *a, const char *b, const char *c,
                     const char *d)
{
    (void)b, (void)c, (void)d;
    struct db_relations *relations = context;
    for (int i = 0; action == SQLITE_READ && a && i < relations->n; i++)
        if (relations->v[i].hidden && sqlite3_stricmp(a, relations->v[i].name) == 0)
            relations->v[i].through_view = true;
    return SQLITE_OK;
}

static void no_authorizer(void *handle)
{
    sqlite3_set_authorizer(handle, NULL, NULL);
}

/* The engine is asked what each visible view reads.  Whether a statement comes by a table through
 * the view or by its own words, the authorizer cannot always tell (a CTE may carry the view's name),
 * so the statement has passed twin.c before. */
enum status sqlite_mark_hidden(struct db *db, struct db_relations *relations, struct error *err)
{
    (void)err; /* a view that cannot be prepared shows nothing */
    struct sqlite_db *s = (struct sqlite_db *)db;
    struct arena scratch = {0};
    twin_hide_virtual(relations);
    struct undo undo;
    undo_later(&undo, no_authorizer, s->handle);
    sqlite3_set_authorizer(s->handle, note_read, relations);
    for (int i = 0; i < relations->n; i++) {
        struct db_relation *r = &relations->v[i];
        if (!r->view || r->hidden)
            continue;
        sqlite3_stmt *statement = NULL;
        char *sql = arena_printf(&scratch, "SELECT * FROM main.%s",
                                 db_quote_name(&scratch, r->name));
        sqlite3_prepare_v2(s->handle, sql, -1, &statement, NULL);
        sqlite3_finalize(statement);
    }
    undo_now(&undo);
    twin_mark_internal(relations);
    arena_release(&scratch);
    return ST_OK;
}

/* ---- stamps ---------------------------------------------------------------------------------- */

static uint64_t mix_file(uint64_t h, const char *path)
{
    struct stat st = {0};
    if (stat(path, &st) != 0)
        return mix64(h + 1);
    h = mix64(h ^ (uint64_t)st.st_size);
    h = mix64(h ^ (uint64_t)st.st_mtim.tv_sec);
    return mix64(h ^ (uint64_t)st.st_mtim.tv_nsec);
}

/* Size and time of the file and of its write-ahead log, and the 100 bytes of the file's header,
 * whose change counter moves with every transaction even if the clock does not. */
enum status sqlite_stamp(struct db *db, struct db_stamp *out, struct error *err)
{
    *out = (struct db_stamp){0};
    char *real = real_path(db->where);
    if (!real)
        return fail(err, ST_IO, "cannot find '%s': %s", db->where, strerror(errno));
    char header[100] = {0};
    int fd = open(real, O_RDONLY | O_CLOEXEC);
    ssize_t got = fd < 0 ? -1 : read(fd, header, sizeof header);
    if (fd >= 0)
        close(fd);
    uint64_t h = mix_file(hash_bytes(header, sizeof header, (uint64_t)got), real);
    char *wal = joined(real, "-wal");
    out->state = mix_file(h, wal);
    xfree(wal);
    out->identity = real;
    return ST_OK;
}

/* Any change at all may be one of the schema: only reading it tells. */
enum status sqlite_shape(struct db *db, struct db_shape *out, struct error *err)
{
    struct db_stamp stamp;
    struct stat about = {0};
    enum status st = sqlite_stamp(db, &stamp, err);
    if (st == ST_OK && stat(stamp.identity, &about) != 0)
        st = fail(err, ST_IO, "cannot find '%s': %s", db->where, strerror(errno));
    *out = (struct db_shape){mix64(mix64((uint64_t)about.st_dev) ^ (uint64_t)about.st_ino), stamp.state};
    xfree(stamp.identity);
    return st;
}

const struct db_driver db_driver_sqlite = {
    .name = "SQLite",
    .dialect = SQL_SQLITE,
    .claims = claims,
    .open = sqlite_open,
    .close = sqlite_close,
    .query = sqlite_query,
    .list = sqlite_list,
    .read_schema = sqlite_read_schema,
    .stamp = sqlite_stamp,
    .shape = sqlite_shape,
};
