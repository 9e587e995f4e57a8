/* exec.c - runs queries on SQLite databases that may be neither changed nor blocked by them. */
#include "eval/internal.h"

#include <dirent.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

const struct eval_limits eval_default_limits = {
    .timeout_ms = 60000, /* what the official script asks for, but cannot enforce */
    .max_rows = 1000000,
    .max_bytes = (size_t)256 << 20,
};

enum { PROGRESS_STEPS = 2000 }; /* virtual machine steps between two looks at the clock */

struct eval_executor {
    struct arena arena; /* paths and connections */
    struct eval_limits limits;
    struct map by_path;
    sqlite3 **connections; /* NULL: cannot be opened */
    int n_connections, capacity;
    double deadline;
    bool timed_out;
};

struct eval_executor *eval_executor_new(struct eval_limits limits)
{
    struct eval_executor *executor = xmalloc(sizeof *executor);
    *executor = (struct eval_executor){.limits = limits};
    executor->by_path = map_in(&executor->arena);
    return executor;
}

void eval_executor_free(struct eval_executor *executor)
{
    if (!executor)
        return;
    for (int i = 0; i < executor->n_connections; i++)
        sqlite3_close(executor->connections[i]);
    arena_release(&executor->arena);
    free(executor);
}

/* ---- connections -------------------------------------------------------------------------- */

static int refuse_all_but_select(void *context, int action, const char *a, const char *b,
                                 const char *c, const char *d)
{
    (void)context, (void)a, (void)c, (void)d;
    if (action == SQLITE_FUNCTION)
        return b && sqlite3_stricmp(b, "load_extension") == 0 ? SQLITE_DENY : SQLITE_OK;
    return action == SQLITE_SELECT || action == SQLITE_READ || action == SQLITE_RECURSIVE
               ? SQLITE_OK
               : SQLITE_DENY;
}

static int check_deadline(void *context)
{
    struct eval_executor *executor = context;
    executor->timed_out = executor->deadline > 0 && now_seconds() > executor->deadline;
    return executor->timed_out;
}

static sqlite3 *open_database(struct eval_executor *executor, const char *path)
{
    sqlite3 *db = NULL;
    int flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX;
    if (sqlite3_open_v2(path, &db, flags, NULL) != SQLITE_OK) {
        sqlite3_close(db);
        return NULL;
    }
    sqlite3_exec(db, "PRAGMA mmap_size = 268435456", NULL, NULL, NULL);
    sqlite3_limit(db, SQLITE_LIMIT_ATTACHED, 0);
    sqlite3_limit(db, SQLITE_LIMIT_LENGTH, 64 << 20);
    sqlite3_set_authorizer(db, refuse_all_but_select, NULL);
    sqlite3_progress_handler(db, PROGRESS_STEPS, check_deadline, executor);
    return db;
}

static sqlite3 *find_connection(struct eval_executor *executor, const char *path)
{
    int at = map_put(&executor->by_path, path, strlen(path), executor->n_connections);
    if (at == executor->n_connections)
        *ARENA_PUSH(&executor->arena, executor->connections, executor->n_connections,
                    executor->capacity) = open_database(executor, path);
    return executor->connections[at];
}

/* ---- rows --------------------------------------------------------------------------------- */

/* bytes.decode(errors="ignore") */
static struct slice decodable(struct arena *arena, const char *s, size_t n)
{
    char *out = arena_alloc(arena, n, 1);
    size_t kept = 0;
    for (size_t i = 0; i < n;) {
        int length = utf8_length(s + i, n - i);
        memcpy(out + kept, s + i, (size_t)length);
        kept += (size_t)length;
        i += (size_t)MAX(length, 1);
    }
    return (struct slice){out, kept};
}

static struct eval_cell read_cell(struct arena *arena, sqlite3_stmt *stmt, int column)
{
    struct eval_cell cell = {.kind = CELL_NULL, .bytes = {"", 0}};
    switch (sqlite3_column_type(stmt, column)) {
    case SQLITE_INTEGER:
        cell.kind = CELL_INT;
        cell.integer = sqlite3_column_int64(stmt, column);
        break;
    case SQLITE_FLOAT:
        cell.kind = CELL_REAL;
        cell.real = sqlite3_column_double(stmt, column);
        break;
    case SQLITE_TEXT: {
        const char *text = (const char *)sqlite3_column_text(stmt, column);
        cell.kind = CELL_TEXT;
        if (text)
            cell.bytes = decodable(arena, text, (size_t)sqlite3_column_bytes(stmt, column));
        break;
    }
    case SQLITE_BLOB: {
        const char *blob = sqlite3_column_blob(stmt, column);
        size_t n = (size_t)sqlite3_column_bytes(stmt, column);
        cell.kind = CELL_BLOB;
        if (blob)
            cell.bytes = (struct slice){arena_strndup(arena, blob, n), n};
        break;
    }
    }
    return cell;
}

static enum status read_rows(struct arena *arena, const struct eval_executor *executor,
                             sqlite3_stmt *stmt, int max_rows, struct eval_rows *out,
                             struct error *err)
{
    size_t bytes = 0;
    int n_cells = 0, capacity = 0, code;
    out->n_columns = sqlite3_column_count(stmt);
    max_rows = MIN(max_rows, executor->limits.max_rows);
    while ((code = sqlite3_step(stmt)) == SQLITE_ROW) {
        if (out->n_rows == max_rows)
            return fail(err, ST_LIMIT, "more than %d rows", max_rows);
        for (int c = 0; c < out->n_columns; c++) {
            struct eval_cell cell = read_cell(arena, stmt, c);
            *ARENA_PUSH(arena, out->cells, n_cells, capacity) = cell;
            bytes += cell.bytes.n + sizeof cell;
        }
        if (bytes > executor->limits.max_bytes)
            return fail(err, ST_LIMIT, "a result of more than %zu MB",
                        executor->limits.max_bytes >> 20);
        out->n_rows++;
    }
    if (executor->timed_out)
        return fail(err, ST_LIMIT, "stopped after %d ms", executor->limits.timeout_ms);
    if (code != SQLITE_DONE)
        return fail(err, ST_INPUT, "%s", sqlite3_errmsg(sqlite3_db_handle(stmt)));
    return ST_OK;
}

/* Python runs one statement; blanks and comments may follow it, not even a second ';'. */
static bool only_comments(const char *tail)
{
    while (*tail) {
        const char *end = tail;
        if (strncmp(tail, "--", 2) == 0)
            end = strchrnul(tail, '\n');
        else if (strncmp(tail, "/*", 2) == 0)
            end = (end = strstr(tail + 2, "*/")) ? end + 2 : strchr(tail, '\0');
        else if (strchr(" \t\n\r\f", *tail))
            end = tail + 1;
        if (end == tail)
            return false;
        tail = end;
    }
    return true;
}

enum status eval_execute(struct arena *arena, struct eval_executor *executor, const char *path,
                         const char *sql, int max_rows, struct eval_rows *out, struct error *err)
{
    *out = (struct eval_rows){0};
    sqlite3 *db = find_connection(executor, path);
    if (!db)
        return fail(err, ST_IO, "cannot open database '%s'", path);
    int ms = executor->limits.timeout_ms;
    executor->deadline = ms > 0 ? now_seconds() + ms / 1000.0 : 0;
    executor->timed_out = false;
    sqlite3_stmt *stmt = NULL;
    const char *tail = "";
    enum status st = ST_OK;
    if (sqlite3_prepare_v2(db, sql, -1, &stmt, &tail) != SQLITE_OK)
        st = fail(err, ST_INPUT, "%s", sqlite3_errmsg(db));
    else if (!only_comments(tail))
        st = fail(err, ST_INPUT, "more than one statement");
    else if (stmt) /* nothing but a comment has no rows */
        st = read_rows(arena, executor, stmt, max_rows, out, err);
    sqlite3_finalize(stmt);
    return st;
}

/* ---- databases of a schema ---------------------------------------------------------------- */

static bool is_database_name(const char *name)
{
    static const char *const companions[] = {"-journal", "-wal", "-shm"};
    for (int i = 0; i < COUNT_OF(companions); i++)
        if (strstr(name, companions[i]))
            return false;
    return strstr(name, ".sqlite") != NULL;
}

static int compare_text(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

void eval_find_databases(struct arena *arena, const char *const *directories, int n_directories,
                         const char *db_id, struct eval_databases *out)
{
    *out = (struct eval_databases){0};
    /* a db_id names a directory of its own: nothing that leads elsewhere */
    if (!*db_id || strchr(db_id, '/') || strcmp(db_id, "..") == 0 || strcmp(db_id, ".") == 0)
        return;
    for (int i = 0; i < n_directories; i++) {
        const char *path = arena_printf(arena, "%s/%s", directories[i], db_id);
        DIR *dir = opendir(path);
        for (struct dirent *entry; dir && (entry = readdir(dir));)
            if (is_database_name(entry->d_name))
                *ARENA_PUSH(arena, out->paths, out->n, out->capacity) =
                    arena_printf(arena, "%s/%s", path, entry->d_name);
        if (dir)
            closedir(dir);
    }
    if (out->n)
        qsort(out->paths, (size_t)out->n, sizeof *out->paths, compare_text);
}
