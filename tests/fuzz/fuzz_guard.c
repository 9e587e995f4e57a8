/* fuzz_guard.c - any bytes as a statement: if SQLite finds a hidden table in it, the guard found
 * its name.  SQLite itself is the judge: its authorizer says what a statement reads. */
#include "db/internal.h"

#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static sqlite3 *database;
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

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (!database) {
        if (sqlite3_open(":memory:", &database) != SQLITE_OK ||
            sqlite3_exec(database, "CREATE TABLE s (x); CREATE TABLE t (y)", 0, 0, 0) != SQLITE_OK)
            abort();
        sqlite3_set_authorizer(database, note, NULL);
    }
    if (size > 4096)
        return 0;
    char *sql = malloc(size + 1);
    memcpy(sql, data, size);
    sql[size] = '\0';
    /* as if a visible view read it too: then the name counts in every kind of quotes */
    struct db_relation hidden = {.name = "s", .bare = true, .hidden = true, .through_view = true};
    struct db_relations relations = {.v = &hidden, .n = 1};
    struct error err = {0};
    bool passed = guard_names(sql, SQL_SQLITE, &relations, &err) == ST_OK;
    sqlite3_stmt *statement = NULL;
    read_hidden = false;
    sqlite3_prepare_v2(database, sql, -1, &statement, NULL);
    sqlite3_finalize(statement);
    if (passed && read_hidden) {
        fprintf(stderr, "got past the guard: %s\n", sql);
        abort();
    }
    guard_names(sql, SQL_POSTGRES, &relations, &err);
    free(sql);
    return 0;
}
