/* exec.c - runs the queries that are compared, by db/, which lets them neither change nor block a
 * database; what is Python's about the official scripts is here. */
#include "eval/internal.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>

const struct eval_limits eval_default_limits = {
    .timeout_ms = 60000, /* what the official script asks for, but cannot enforce */
    .max_rows = 1000000,
    .max_bytes = (size_t)256 << 20,
};

struct eval_executor {
    struct arena arena; /* paths and connections */
    struct eval_limits limits;
    struct map by_path;
    struct db **connections; /* NULL: cannot be opened */
    int n_connections, capacity;
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
        db_close(executor->connections[i]);
    arena_release(&executor->arena);
    xfree(executor);
}

static struct db *find_connection(struct eval_executor *executor, const char *path)
{
    int at = map_put(&executor->by_path, path, strlen(path), executor->n_connections);
    if (at == executor->n_connections) {
        struct db *db = NULL;
        db_open(path, &db, NULL);
        *ARENA_PUSH(&executor->arena, executor->connections, executor->n_connections,
                    executor->capacity) = db;
    }
    return executor->connections[at];
}

/* ---- one statement, as Python takes it ------------------------------------------------------ */

/* After blanks and comments, where the statement or its next word begins. */
static const char *after_comments(const char *s)
{
    for (;;) {
        if (strncmp(s, "--", 2) == 0)
            s = strchrnul(s, '\n');
        else if (strncmp(s, "/*", 2) == 0)
            s = (s = strstr(s + 2, "*/")) ? s + 2 : "";
        else if (*s && strchr(" \t\n\r\f", *s))
            s++;
        else
            return s;
    }
}

/* After a quoted text or name that begins here; at the end of all if it does not end. */
static const char *after_quoted(const char *s)
{
    const char *end = strchr(s + 1, *s == '[' ? ']' : *s);
    return end ? end + 1 : strchr(s, '\0');
}

/* Python runs one statement; blanks and comments may follow it, not even a second ';'. */
static bool is_one_statement(const char *sql)
{
    for (const char *s = after_comments(sql); *s; s = after_comments(s)) {
        if (*s == ';')
            return !*after_comments(s + 1);
        s = strchr("'\"`[", *s) ? after_quoted(s) : s + 1;
    }
    return true;
}

/* ---- rows --------------------------------------------------------------------------------- */

/* bytes.decode(errors="ignore") */
static struct slice decodable(struct arena *arena, struct slice text)
{
    char *out = arena_alloc(arena, text.n, 1);
    size_t kept = 0;
    for (size_t i = 0; i < text.n;) {
        int length = utf8_length(text.s + i, text.n - i);
        memcpy(out + kept, text.s + i, (size_t)length);
        kept += (size_t)length;
        i += (size_t)MAX(length, 1);
    }
    return (struct slice){out, kept};
}

struct reading {
    struct arena *arena;
    struct db_rows *out;
    int max_rows;
    size_t max_bytes;
    bool too_many, too_large;
};

static bool take_header(void *context, const char *const *names, int n)
{
    struct reading *r = context;
    db_rows_header(r->arena, r->out, names, n);
    return true;
}

static bool take_row(void *context, const struct db_cell *cells, int n)
{
    struct reading *r = context;
    struct db_rows *out = r->out;
    r->too_many = out->n_rows == r->max_rows;
    if (r->too_many)
        return false;
    db_rows_add(r->arena, out, cells, n);
    for (struct db_cell *c = out->cells + out->n_cells - n; c < out->cells + out->n_cells; c++)
        if (c->kind == DB_TEXT)
            c->bytes = decodable(r->arena, c->bytes);
    r->too_large = out->bytes > r->max_bytes;
    return !r->too_large;
}

enum status eval_execute(struct arena *arena, struct eval_executor *executor, const char *path,
                         const char *sql, int max_rows, struct db_rows *out, struct error *err)
{
    *out = (struct db_rows){0};
    const struct eval_limits *limits = &executor->limits;
    struct db *db = find_connection(executor, path);
    if (!db)
        return fail(err, ST_IO, "cannot open database '%s'", path);
    if (!*after_comments(sql)) /* nothing but a comment has no rows */
        return ST_OK;
    if (!is_one_statement(sql))
        return fail(err, ST_INPUT, "more than one statement");
    struct reading r = {.arena = arena, .out = out, .max_rows = MIN(max_rows, limits->max_rows),
                        .max_bytes = limits->max_bytes};
    struct db_limits may = {.seconds = limits->timeout_ms / 1000.0};
    struct db_sink sink = {take_header, take_row, &r};
    struct db_outcome outcome;
    enum status st = db_query(db, sql, &may, &sink, &outcome, err);
    if (st != ST_OK && outcome.timed_out)
        return fail(err, ST_LIMIT, "stopped after %d ms", limits->timeout_ms);
    if (r.too_many)
        return fail(err, ST_LIMIT, "more than %d rows", r.max_rows);
    if (r.too_large)
        return fail(err, ST_LIMIT, "a result of more than %zu MB", r.max_bytes >> 20);
    return st == ST_USAGE ? ST_INPUT : st; /* refused: no fault of the caller's */
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
