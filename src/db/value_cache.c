/* value_cache.c - value indexes, and other files about databases, kept in a cache directory.
 *
 * One file a database and schema, named after the database and a hash of where it is; the stamp
 * inside tells whether the database has changed since.  Files are replaced by renaming, so that a
 * process that has the old one mapped keeps it.  When the directory passes its limit, the files
 * unused for longest go. */
#include "db/internal.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define CACHE_MAX_BYTES ((long)2 << 30)
#define CACHE_MAX_FILES 4096
#define INDEX_MAX_BYTES ((size_t)4 << 30)

/* What the index depends on besides the database's content. */
static uint64_t schema_hash(const struct schema *schema)
{
    uint64_t h = (uint64_t)schema->n_columns;
    for (int i = 0; i < schema->n_tables; i++)
        h = hash_bytes(schema->tables[i].name, strlen(schema->tables[i].name), h);
    for (int i = 0; i < schema->n_columns; i++) {
        const struct column *c = &schema->columns[i];
        h = hash_bytes(c->name, strlen(c->name), h + (uint64_t)(c->table + 2));
    }
    return h;
}

static uint64_t options_hash(const struct value_options *o)
{
    uint64_t values[] = {o->max_bytes, (uint64_t)o->max_column_values,
                         (uint64_t)o->max_column_numbers, (uint64_t)o->max_cell,
                         (uint64_t)o->max_view_rows};
    return hash_bytes(values, sizeof values, VALUE_VERSION);
}

char *cache_file_path(struct arena *arena, const char *folder, const char *identity, uint64_t key,
                      const char *suffix)
{
    const char *slash = strrchr(identity, '/'), *name = slash ? slash + 1 : identity;
    return arena_printf(arena, "%s/%.40s-%016llx%s", folder, name,
                        (unsigned long long)hash_bytes(identity, strlen(identity), key), suffix);
}

/* ---- reading and writing --------------------------------------------------------------------- */

/* Read into memory, not mapped: whoever cuts a file that is mapped ends the process that reads it. */
char *cache_file_read(const char *path, size_t max, size_t *n)
{
    struct stat st;
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    if (fd < 0)
        return NULL;
    bool ours = fstat(fd, &st) == 0 && S_ISREG(st.st_mode) && st.st_uid == geteuid() &&
                st.st_size > 0 && (uintmax_t)st.st_size <= max;
    size_t got = 0;
    *n = ours ? (size_t)st.st_size : 0;
    struct undo undo;
    undo_later(&undo, undo_fd, UNDO_FD(fd));
    char *bytes = ours ? xmalloc(*n) : NULL;
    for (ssize_t k; bytes && got < *n && (k = read(fd, bytes + got, *n - got)) > 0;)
        got += (size_t)k;
    if (bytes && got == *n) {
        futimens(fd, NULL); /* "used now", for the one who clears up */
    } else {
        xfree(bytes);
        bytes = NULL;
    }
    undo_now(&undo);
    return bytes;
}

static struct value_index *read_cached(const char *path, int n_columns, uint64_t stamp)
{
    struct value_index *index = NULL;
    size_t n;
    char *bytes = cache_file_read(path, INDEX_MAX_BYTES, &n);
    if (bytes && value_index_load(bytes, n, &index, NULL) == ST_OK &&
        (value_index_stamp(index) != stamp || value_index_columns(index) != n_columns)) {
        value_index_close(index);
        index = NULL;
    }
    if (index)
        value_index_own(index, bytes);
    else
        xfree(bytes);
    return index;
}

/* Two processes may build the same index at once; each writes its own file and the last wins. */
bool cache_file_write(struct arena *arena, const char *path, const void *bytes, size_t n)
{
    char *own = arena_printf(arena, "%s.%ld", path, (long)getpid());
    if (file_write_private(own, bytes, n, NULL) != ST_OK)
        return false;
    if (rename(own, path) == 0)
        return true;
    unlink(own);
    return false;
}

struct cached_file {
    char *path;
    long bytes;
    struct timespec used;
};

static int compare_used(const void *a, const void *b)
{
    const struct cached_file *x = a, *y = b;
    if (x->used.tv_sec != y->used.tv_sec)
        return x->used.tv_sec < y->used.tv_sec ? -1 : 1;
    return (x->used.tv_nsec > y->used.tv_nsec) - (x->used.tv_nsec < y->used.tv_nsec);
}

static bool is_cached(const char *name)
{
    static const char *const suffixes[] = {CACHED_VALUES, CACHED_SCHEMA};
    for (int i = 0; i < COUNT_OF(suffixes); i++) {
        size_t n = strlen(name), suffix = strlen(suffixes[i]);
        if (n > suffix && strcmp(name + n - suffix, suffixes[i]) == 0)
            return true;
    }
    return false;
}

static void close_folder(void *dir)
{
    if (dir)
        closedir(dir);
}

/* Removes the files used longest ago until the rest is below the limit. */
static void clear_up(struct arena *arena, const char *directory)
{
    struct cached_file *files = NULL;
    int n = 0, capacity = 0;
    long total = 0;
    DIR *dir = opendir(directory);
    struct undo undo;
    undo_later(&undo, close_folder, dir);
    for (struct dirent *entry; dir && n < CACHE_MAX_FILES && (entry = readdir(dir));) {
        struct stat st;
        char *path = arena_printf(arena, "%s/%s", directory, entry->d_name);
        if (!is_cached(entry->d_name) || lstat(path, &st) != 0 || !S_ISREG(st.st_mode))
            continue;
        *ARENA_PUSH(arena, files, n, capacity) =
            (struct cached_file){path, (long)st.st_size, st.st_mtim};
        total += (long)st.st_size;
    }
    undo_now(&undo);
    if (total > CACHE_MAX_BYTES)
        qsort(files, (size_t)n, sizeof *files, compare_used);
    for (int i = 0; i + 1 < n && total > CACHE_MAX_BYTES; i++)
        if (unlink(files[i].path) == 0)
            total -= files[i].bytes;
}

/* ---- opening --------------------------------------------------------------------------------- */

static struct value_options with_defaults(const struct value_options *given)
{
    struct value_options o = given ? *given : (struct value_options){0};
    o.max_bytes = o.max_bytes ? MIN(o.max_bytes, (size_t)2 << 30) : (size_t)512 << 20;
    o.max_column_values = o.max_column_values > 0 ? o.max_column_values : 1000000;
    o.max_column_numbers = o.max_column_numbers > 0 ? o.max_column_numbers : 20000;
    o.max_cell = o.max_cell > 0 ? MIN(o.max_cell, 4096) : 256;
    o.max_view_rows = o.max_view_rows > 0 ? o.max_view_rows : 100000;
    o.max_view_seconds = o.max_view_seconds > 0 ? o.max_view_seconds : 2;
    return o;
}

static enum status build_and_store(struct arena *arena, struct db *db, const struct schema *schema,
                                   const struct value_options *options, uint64_t stamp,
                                   const char *directory, const char *path,
                                   struct value_index **out, bool *stored, struct error *err)
{
    void *bytes;
    size_t n;
    enum status st = value_index_build(db, schema, options, stamp, &bytes, &n, err);
    if (st != ST_OK)
        return st;
    *stored = path && cache_file_write(arena, path, bytes, n);
    if (*stored)
        clear_up(arena, directory);
    CHECK(value_index_load(bytes, n, out, NULL) == ST_OK);
    value_index_own(*out, bytes);
    return ST_OK;
}

enum status value_index_open(struct db *db, const struct schema *schema,
                             const struct value_options *options, struct value_index **out,
                             struct value_report *report, struct error *err)
{
    *out = NULL;
    struct value_options o = with_defaults(options);
    struct db_stamp stamp;
    enum status st = db->driver->stamp(db, &stamp, err);
    if (st != ST_OK)
        return st;
    struct arena arena = {0};
    uint64_t shape = mix64(schema_hash(schema) ^ options_hash(&o));
    char *directory = cache_folder(&arena, o.cache_dir, NULL);
    char *path = directory ? cache_file_path(&arena, directory, stamp.identity, shape,
                                              CACHED_VALUES) : NULL;
    uint64_t state = mix64(stamp.state ^ shape);
    *out = path ? read_cached(path, schema->n_columns, state) : NULL;
    bool from_cache = *out != NULL, stored = from_cache;
    if (!*out)
        st = build_and_store(&arena, db, schema, &o, state, directory, path, out, &stored, err);
    if (st == ST_OK && report) {
        *report = value_index_report(*out);
        report->from_cache = from_cache;
        report->stored = stored;
    }
    xfree(stamp.identity);
    arena_release(&arena);
    return st;
}

enum status value_index_of_cells(const struct schema *schema, const struct value_cells *cells,
                                 const struct value_options *options, struct value_index **out,
                                 struct error *err)
{
    struct value_options o = with_defaults(options);
    void *bytes;
    size_t n;
    value_index_build_cells(schema, cells, &o, &bytes, &n);
    enum status st = value_index_load(bytes, n, out, err);
    if (st == ST_OK)
        value_index_own(*out, bytes);
    else
        xfree(bytes);
    return st;
}
