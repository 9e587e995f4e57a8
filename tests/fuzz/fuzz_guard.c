/* fuzz_guard.c - any bytes as a statement: if SQLite finds a hidden table in it, the guard refused
 * it.  SQLite itself is the judge: its authorizer says what a statement reads, and by whose words. */
#include "db/internal.h"

#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static sqlite3 *database;
static struct db *guarded;
static bool read_hidden;

static int note(void *context, int action, const char *a, const char *b, const char *c,
                const char *d)
{
    (void)context, (void)b, (void)c, (void)d;
    read_hidden |= action == SQLITE_READ && a && sqlite3_stricmp(a, "s") == 0;
    return action == SQLITE_READ || action == SQLITE_SELECT || action == SQLITE_FUNCTION ||
                   action == SQLITE_RECURSIVE
               ? SQLITE_OK : SQLITE_DENY;
}

/* For the judge the view is a table, so that what it reads is not read by the statement. */
static void set_up(void)
{
    char path[] = "/tmp/astormer-fuzz-XXXXXX";
    static const char *const deny[] = {"s"};
    struct db_options options = {.deny = deny, .n_deny = 1};
    sqlite3 *handle;
    int fd = mkstemp(path);
    if (fd < 0 || sqlite3_open(path, &handle) != SQLITE_OK ||
        sqlite3_exec(handle, "CREATE TABLE s (x); CREATE TABLE t (y); CREATE VIEW v AS SELECT x FROM s",
                     0, 0, 0) != SQLITE_OK ||
        sqlite3_open(":memory:", &database) != SQLITE_OK ||
        sqlite3_exec(database, "CREATE TABLE s (x); CREATE TABLE t (y); CREATE TABLE v (x)", 0, 0, 0) !=
            SQLITE_OK || db_open_with(path, &options, &guarded, NULL) != ST_OK)
        abort();
    close(fd);
    sqlite3_close(handle);
    unlink(path);
    sqlite3_set_authorizer(database, note, NULL);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (!database)
        set_up();
    if (size > 4096)
        return 0;
    char *sql = malloc(size + 1);
    memcpy(sql, data, size);
    sql[size] = '\0';
    sqlite3_stmt *statement = NULL;
    struct error err = {0};
    bool passed = db_prepare(guarded, sql, &err) == ST_OK;
    read_hidden = false;
    sqlite3_prepare_v2(database, sql, -1, &statement, NULL);
    sqlite3_finalize(statement);
    if (passed && read_hidden) {
        fprintf(stderr, "got past the guard: %s\n", sql);
        abort();
    }
    struct db_relation hidden = {.name = "s", .bare = true, .hidden = true};
    struct db_relations relations = {.v = &hidden, .n = 1};
    guard_names(sql, &relations, &err);
    free(sql);
    return 0;
}
