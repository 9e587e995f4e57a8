/* build.c - SQLite files made of scripts: how the databases of a corpus are kept as text.
 *
 * A script may create tables, indexes and views and fill them; whatever else a statement can do is
 * refused, since a corpus may come from anybody.  The database is made in memory and written as one
 * file, so that nobody ever sees half of it.  Its header carries a hash of the scripts (in the two
 * numbers SQLite leaves to applications), which tells whether the file is still true. */
#include "db/import.h"
#include "db/internal.h"

#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define SCRIPT_MAX_BYTES ((size_t)32 << 20)
#define BUILT_MAX_BYTES ((long)128 << 20)
#define BUILD_SECONDS 60
enum { BUILD_VERSION = 1, PROGRESS_STEPS = 5000, HEADER_BYTES = 100 };

static int only_fills(void *context, int action, const char *a, const char *b, const char *c,
                      const char *d)
{
    (void)context, (void)c, (void)d;
    switch (action) {
    case SQLITE_CREATE_TABLE:
    case SQLITE_CREATE_INDEX:
    case SQLITE_CREATE_VIEW:
    case SQLITE_ALTER_TABLE:
    case SQLITE_REINDEX:
    case SQLITE_INSERT:
    case SQLITE_UPDATE:
    case SQLITE_DELETE:
    case SQLITE_SELECT:
    case SQLITE_READ:
    case SQLITE_RECURSIVE:
    case SQLITE_TRANSACTION:
    case SQLITE_SAVEPOINT:
        return SQLITE_OK;
    case SQLITE_FUNCTION:
        return b && sqlite3_stricmp(b, "load_extension") == 0 ? SQLITE_DENY : SQLITE_OK;
    case SQLITE_PRAGMA:
        return a && sqlite3_stricmp(a, "foreign_keys") == 0 ? SQLITE_OK : SQLITE_DENY;
    default:
        return SQLITE_DENY;
    }
}

static int past_deadline(void *context)
{
    return now_seconds() > *(const double *)context;
}

/* ---- the hash in the header -------------------------------------------------------------------- */

static uint32_t big_endian(const unsigned char *at)
{
    return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
}

/* user_version stands at byte 60 of a SQLite file, application_id at byte 68. */
bool sqlite_has_stamp(const char *path, uint64_t stamp)
{
    unsigned char header[HEADER_BYTES];
    int fd = file_open_regular(path, NULL);
    if (fd < 0)
        return false;
    bool whole = pread(fd, header, sizeof header, 0) == (ssize_t)sizeof header;
    close(fd);
    return whole && ((uint64_t)big_endian(header + 68) << 32 | big_endian(header + 60)) == stamp;
}

/* ---- building ------------------------------------------------------------------------------------ */

static enum status run_scripts(sqlite3 *handle, const struct slice *texts,
                               const char *const *scripts, int n, struct error *err)
{
    double deadline = now_seconds() + BUILD_SECONDS;
    sqlite3_limit(handle, SQLITE_LIMIT_ATTACHED, 0);
    sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, DB_MAX_CELL);
    sqlite3_limit(handle, SQLITE_LIMIT_SQL_LENGTH, (int)SCRIPT_MAX_BYTES);
    sqlite3_db_config(handle, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    sqlite3_db_config(handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
    char *cap = sqlite3_mprintf("PRAGMA max_page_count = %d", (int)(BUILT_MAX_BYTES / 4096));
    sqlite3_exec(handle, cap, NULL, NULL, NULL);
    sqlite3_free(cap);
    sqlite3_set_authorizer(handle, only_fills, NULL);
    sqlite3_progress_handler(handle, PROGRESS_STEPS, past_deadline, &deadline);
    enum status st = ST_OK;
    for (int i = 0; i < n && st == ST_OK; i++)
        if (sqlite3_exec(handle, texts[i].s, NULL, NULL, NULL) != SQLITE_OK)
            st = fail(err, ST_INPUT, "%s: %s", scripts[i], sqlite3_errmsg(handle));
    if (st == ST_OK && !sqlite3_get_autocommit(handle))
        st = fail(err, ST_INPUT, "%s: a transaction is left open", scripts[n - 1]);
    sqlite3_progress_handler(handle, 0, NULL, NULL);
    sqlite3_set_authorizer(handle, NULL, NULL);
    return st;
}

enum status sqlite_write_stamped(struct arena *arena, struct sqlite3 *handle, uint64_t stamp,
                                 const char *path, struct error *err)
{
    sqlite3_exec(handle,
                 arena_printf(arena, "PRAGMA user_version = %d; PRAGMA application_id = %d",
                              (int)(uint32_t)stamp, (int)(uint32_t)(stamp >> 32)),
                 NULL, NULL, NULL);
    sqlite3_int64 n = 0;
    unsigned char *bytes = sqlite3_serialize(handle, "main", &n, 0);
    if (!bytes)
        return fail(err, ST_LIMIT, "the database cannot be written: out of memory");
    char *own = arena_printf(arena, "%s.%ld", path, (long)getpid());
    enum status st = file_write_private(own, bytes, (size_t)n, err);
    if (st == ST_OK && rename(own, path) != 0) {
        unlink(own);
        st = fail(err, ST_IO, "cannot write '%s'", path);
    }
    sqlite3_free(bytes);
    return st;
}

static enum status build(struct arena *arena, const struct slice *texts,
                         const char *const *scripts, int n, uint64_t stamp, const char *path,
                         struct error *err)
{
    sqlite3 *handle = NULL;
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_MEMORY |
                SQLITE_OPEN_NOMUTEX;
    if (sqlite3_open_v2(":memory:", &handle, flags, NULL) != SQLITE_OK) {
        sqlite3_close(handle);
        return fail(err, ST_LIMIT, "cannot make a database in memory");
    }
    enum status st = run_scripts(handle, texts, scripts, n, err);
    if (st == ST_OK)
        st = sqlite_write_stamped(arena, handle, stamp, path, err);
    sqlite3_close(handle);
    return st;
}

enum status db_build(struct arena *arena, const char *name, const char *const *scripts, int n,
                     const char *cache_dir, const char **path, struct error *err)
{
    struct arena scratch = {0};
    struct slice *texts = ARENA_ARRAY(&scratch, struct slice, n);
    uint64_t stamp = BUILD_VERSION, place = 0;
    enum status st = n > 0 ? ST_OK : fail(err, ST_USAGE, "no scripts to build '%s' of", name);
    for (int i = 0; i < n && st == ST_OK; i++) {
        char *full = real_path(scripts[i]);
        st = file_read(&scratch, scripts[i], SCRIPT_MAX_BYTES, &texts[i], err);
        if (st == ST_OK && memchr(texts[i].s, '\0', texts[i].n))
            st = fail(err, ST_INPUT, "%s: has a zero byte", scripts[i]);
        if (st == ST_OK) {
            texts[i].s = arena_strndup(&scratch, texts[i].s, texts[i].n); /* terminated */
            stamp = hash_bytes(texts[i].s, texts[i].n, stamp);
            place = hash_bytes(full ? full : scripts[i], strlen(full ? full : scripts[i]), place);
        }
        xfree(full);
    }
    const char *root = st == ST_OK ? cache_folder(&scratch, cache_dir, "databases") : NULL;
    if (st == ST_OK && !root)
        st = fail(err, ST_IO, "no folder to keep built databases in: set XDG_CACHE_HOME");
    if (st == ST_OK) {
        *path = arena_printf(arena, "%s/%.60s-%016llx.sqlite", root, name,
                             (unsigned long long)place);
        if (!sqlite_has_stamp(*path, stamp))
            st = build(&scratch, texts, scripts, n, stamp, *path, err);
    }
    arena_release(&scratch);
    return st;
}

enum status db_broken_keys(struct arena *arena, const char *path, int *n, const char **first,
                           struct error *err)
{
    sqlite3 *handle = NULL;
    sqlite3_stmt *statement = NULL;
    *n = 0;
    *first = NULL;
    int rc = sqlite3_open_v2(path, &handle, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX, NULL);
    if (rc == SQLITE_OK)
        rc = sqlite3_prepare_v2(handle, "PRAGMA foreign_key_check", -1, &statement, NULL);
    while (rc == SQLITE_OK && (rc = sqlite3_step(statement)) == SQLITE_ROW) {
        if ((*n)++ == 0)
            *first = arena_printf(arena, "row %lld of %s has no partner in %s",
                                  (long long)sqlite3_column_int64(statement, 1),
                                  (const char *)sqlite3_column_text(statement, 0),
                                  (const char *)sqlite3_column_text(statement, 2));
        rc = SQLITE_OK;
    }
    enum status st = rc == SQLITE_DONE ? ST_OK : fail(err, ST_INPUT, "%s", sqlite3_errmsg(handle));
    sqlite3_finalize(statement);
    sqlite3_close(handle);
    return st;
}
