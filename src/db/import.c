/* import.c - files of rows as the tables of a SQLite file, kept in the cache until a file changes. */
#include "db/import.h"

#include "db/internal.h"

#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

enum { IMPORT_VERSION = 1 };

/* Whatever its name, a database is a database. */
static bool is_sqlite(const char *path)
{
    char magic[16] = "";
    int fd = file_open_regular(path, NULL); /* a pipe would keep us waiting */
    bool is = fd >= 0 && pread(fd, magic, sizeof magic, 0) == (ssize_t)sizeof magic &&
              memcmp(magic, "SQLite format 3", sizeof magic) == 0;
    if (fd >= 0)
        close(fd);
    return is;
}

enum rows_file db_rows_file(const char *path)
{
    static const struct {
        const char *end;
        enum rows_file kind;
    } ends[] = {
        {".csv", ROWS_CSV},         {".txt", ROWS_CSV},        {".tsv", ROWS_TSV},
        {".tab", ROWS_TSV},         {".jsonl", ROWS_JSON},     {".ndjson", ROWS_JSON},
        {".json", ROWS_JSON},       {".parquet", ROWS_FOREIGN}, {".duckdb", ROWS_FOREIGN},
        {".ddb", ROWS_FOREIGN},     {".xlsx", ROWS_FOREIGN},   {".xls", ROWS_FOREIGN},
        {".ods", ROWS_FOREIGN},     {".feather", ROWS_FOREIGN}, {".gz", ROWS_FOREIGN},
        {".zip", ROWS_FOREIGN},     {".sql", ROWS_FOREIGN},
    };
    size_t n = strlen(path);
    for (int i = 0; i < COUNT_OF(ends); i++) {
        size_t k = strlen(ends[i].end);
        if (n > k && strcasecmp(path + n - k, ends[i].end) == 0 && !strstr(path, "://"))
            return is_sqlite(path) ? ROWS_NONE : ends[i].kind;
    }
    return ROWS_NONE;
}

enum status db_rows_foreign(const char *path, struct error *err)
{
    const char *dot = strrchr(path, '.');
    int base = (int)(dot ? dot - path : 0);
    if (dot && (strcasecmp(dot, ".parquet") == 0 || strcasecmp(dot, ".feather") == 0))
        return fail(err, ST_UNSUPPORTED, "'%s' is not read: Debian has no library for it; "
                    "duckdb -c \"COPY (FROM '%s') TO '%.*s.csv'\" makes %.*s.csv, which is", path, path,
                    base, path, base, path);
    if (dot && (strcasecmp(dot, ".duckdb") == 0 || strcasecmp(dot, ".ddb") == 0))
        return fail(err, ST_UNSUPPORTED, "'%s' is not read: Debian has no DuckDB; "
                    "duckdb '%s' -c \"EXPORT DATABASE 'out'\" makes CSV files, which are", path, path);
    if (dot && strcasecmp(dot, ".sql") == 0)
        return fail(err, ST_UNSUPPORTED, "'%s' is a script, not a database: "
                    "'sqlite3 %.*s.sqlite < %s' makes %.*s.sqlite of it", path, base, path, path,
                    base, path);
    if (dot && (strcasecmp(dot, ".gz") == 0 || strcasecmp(dot, ".zip") == 0))
        return fail(err, ST_UNSUPPORTED, "'%s' is packed: unpack it first", path);
    return fail(err, ST_UNSUPPORTED, "'%s' is not read: save its sheets as CSV files", path);
}

/* ---- a table ---------------------------------------------------------------------------------------- */

struct loading {
    struct import_file *file;
    struct import_column *columns;
    sqlite3 *handle;
    sqlite3_stmt *insert;
    long rows;
};

static enum status see_row(void *context, const struct slice *cells, int n, long line,
                           struct error *err)
{
    struct loading *l = context;
    (void)line, (void)err;
    l->rows++;
    for (int i = 0; i < n; i++)
        import_column_see(&l->columns[i], cells[i]);
    return ST_OK;
}

static enum status store_row(void *context, const struct slice *cells, int n, long line,
                             struct error *err)
{
    struct loading *l = context;
    for (int i = 0; i < n; i++) {
        enum import_type type = import_column_type(&l->columns[i]);
        char text[64];
        int rc;
        if (import_is_null(cells[i], type)) {
            rc = sqlite3_bind_null(l->insert, i + 1);
        } else if (type == IMPORT_TEXT) {
            rc = sqlite3_bind_text(l->insert, i + 1, cells[i].s, (int)cells[i].n, SQLITE_TRANSIENT);
        } else {
            import_convert(&l->columns[i], cells[i], text, sizeof text);
            rc = sqlite3_bind_text(l->insert, i + 1, text, -1, SQLITE_TRANSIENT);
        }
        if (rc != SQLITE_OK)
            return fail(err, ST_LIMIT, "%s: line %ld: %s", l->file->path, line,
                        sqlite3_errmsg(l->handle));
    }
    int rc = sqlite3_step(l->insert);
    sqlite3_reset(l->insert);
    return rc == SQLITE_DONE ? ST_OK : fail(err, ST_LIMIT, "%s: line %ld: %s", l->file->path, line,
                                            sqlite3_errmsg(l->handle));
}

static enum status each_row(const struct import_file *f, import_row *row, void *context,
                            struct error *err)
{
    return f->kind == ROWS_JSON ? json_rows(f, row, context, err) : csv_rows(f, row, context, err);
}

static enum status load_table(struct arena *arena, sqlite3 *handle, struct import_file *f,
                              struct error *err)
{
    struct loading l = {.file = f, .handle = handle,
                        .columns = ARENA_ARRAY(arena, struct import_column, f->n_columns)};
    for (int i = 0; i < f->n_columns; i++)
        l.columns[i] = import_column_start();
    enum status st = each_row(f, see_row, &l, err);
    if (st == ST_OK && l.rows == 0)
        st = fail(err, ST_INPUT, "%s: there is a header, and no rows below it", f->path);
    struct strbuf create = strbuf_in(arena), insert = strbuf_in(arena);
    strbuf_printf(&create, "CREATE TABLE \"%s\" (", f->table);
    strbuf_printf(&insert, "INSERT INTO \"%s\" VALUES (", f->table);
    for (int i = 0; i < f->n_columns; i++) {
        strbuf_printf(&create, "%s\"%s\" %s", i ? ", " : "", f->columns[i],
                      import_type_name(import_column_type(&l.columns[i])));
        strbuf_puts(&insert, i ? ", ?" : "?");
    }
    strbuf_puts(&create, ")");
    strbuf_puts(&insert, ")");
    if (st == ST_OK &&
        (sqlite3_exec(handle, strbuf_text(&create), NULL, NULL, NULL) != SQLITE_OK ||
         sqlite3_prepare_v2(handle, strbuf_text(&insert), -1, &l.insert, NULL) != SQLITE_OK))
        st = fail(err, ST_INPUT, "%s: %s", f->path, sqlite3_errmsg(handle));
    struct undo undo;
    undo_later(&undo, sqlite_undo_statement, &l.insert);
    if (st == ST_OK)
        st = each_row(f, store_row, &l, err);
    undo_now(&undo);
    return st;
}

/* ---- the files ---------------------------------------------------------------------------------------- */

/* A file that is no UTF-8 is taken for Latin-1, which every byte is. */
static struct slice as_utf8(struct arena *arena, struct slice text)
{
    if (text.n >= 3 && memcmp(text.s, "\xEF\xBB\xBF", 3) == 0)
        text = (struct slice){text.s + 3, text.n - 3};
    if (utf8_valid(text.s, text.n))
        return text;
    char *out = arena_alloc(arena, 2 * text.n + 1, 1);
    size_t n = 0;
    for (size_t i = 0; i < text.n; i++) {
        unsigned char c = (unsigned char)text.s[i];
        if (c >= 0x80)
            out[n++] = (char)(0xC0 | c >> 6);
        out[n++] = (char)(c < 0x80 ? c : 0x80 | (c & 0x3F));
    }
    return (struct slice){out, n};
}

static enum status open_file(struct arena *arena, const char *path, struct import_file *all, int n,
                             uint64_t *stamp, struct error *err)
{
    struct import_file *f = &all[n];
    *f = (struct import_file){.path = path, .kind = db_rows_file(path)};
    if (f->kind == ROWS_FOREIGN)
        return db_rows_foreign(path, err);
    enum status st = f->kind != ROWS_NONE ? file_read(arena, path, IMPORT_MAX_FILE, &f->text, err)
                                          : fail(err, ST_USAGE, "'%s' is no file of rows: .csv, .tsv, "
                                                 ".jsonl or .json", path);
    if (st == ST_OK && memchr(f->text.s, '\0', f->text.n))
        st = fail(err, ST_INPUT, "%s: has a zero byte: it is no text", path);
    if (st != ST_OK)
        return st;
    *stamp = hash_block(f->text.s, f->text.n, *stamp);
    f->text = as_utf8(arena, f->text);
    const char *slash = strrchr(path, '/'), *base = slash ? slash + 1 : path;
    const char *taken[64];
    for (int i = 0; i < n && i < COUNT_OF(taken); i++)
        taken[i] = all[i].table;
    f->table = import_name(arena, (struct slice){base, (size_t)(strrchr(base, '.') - base)}, "rows",
                           taken, (int)MIN(n, COUNT_OF(taken)));
    return ST_OK;
}

static void leave(void *handle)
{
    sqlite3_close(handle);
}

static enum status load_all(struct arena *arena, struct import_file *files, int n, uint64_t stamp,
                            const char *path, struct error *err)
{
    sqlite3 *handle = NULL;
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_MEMORY | SQLITE_OPEN_NOMUTEX;
    enum status st = sqlite3_open_v2(":memory:", &handle, flags, NULL) == SQLITE_OK
                         ? ST_OK : fail(err, ST_LIMIT, "cannot make a database in memory");
    struct undo undo;
    undo_later(&undo, leave, handle);
    if (st == ST_OK)
        sqlite3_exec(handle, "BEGIN", NULL, NULL, NULL);
    for (int i = 0; i < n && st == ST_OK; i++) {
        st = files[i].kind == ROWS_JSON ? json_open_rows(arena, &files[i], err)
                                        : csv_open(arena, &files[i], err);
        if (st == ST_OK)
            st = load_table(arena, handle, &files[i], err);
    }
    if (st == ST_OK)
        sqlite3_exec(handle, "COMMIT", NULL, NULL, NULL);
    if (st == ST_OK)
        st = sqlite_write_stamped(arena, handle, stamp, path, err);
    undo_now(&undo);
    return st;
}

enum status db_import(struct arena *arena, const char *const *paths, int n, const char *cache_dir,
                      const char **path, struct error *err)
{
    struct arena scratch = {0};
    struct import_file *files = ARENA_ARRAY(&scratch, struct import_file, n);
    uint64_t stamp = IMPORT_VERSION, place = 0;
    enum status st = n > 0 ? ST_OK : fail(err, ST_USAGE, "no files of rows");
    for (int i = 0; i < n && st == ST_OK; i++) {
        char *full = real_path(paths[i]);
        const char *name = full ? full : paths[i];
        place = hash_bytes(name, strlen(name), place);
        xfree(full);
        st = open_file(&scratch, paths[i], files, i, &stamp, err);
    }
    /* a folder for each set of files, so that the file can have the name of the first */
    const char *inside = arena_printf(&scratch, "imports/%016llx", (unsigned long long)place);
    const char *folder = st == ST_OK ? cache_folder(&scratch, cache_dir, inside) : NULL;
    if (st == ST_OK && !folder)
        st = fail(err, ST_IO, "no folder to keep the tables in: set XDG_CACHE_HOME, or --cache");
    if (st == ST_OK) {
        *path = arena_printf(arena, "%s/%s.sqlite", folder, files[0].table);
        if (!sqlite_has_stamp(*path, stamp))
            st = load_all(&scratch, files, n, stamp, *path, err);
    }
    arena_release(&scratch);
    return st;
}
