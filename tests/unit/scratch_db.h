/* scratch_db.h - a temporary directory with a SQLite file made from SQL text, for tests. */
#ifndef ASTORMER_SCRATCH_DB_H
#define ASTORMER_SCRATCH_DB_H

#include <ftw.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

struct scratch {
    char dir[64], db[128], cache[128];
};

static inline void scratch_run(const struct scratch *s, const char *sql)
{
    sqlite3 *handle;
    char *message = NULL;
    assert_int_equal(sqlite3_open(s->db, &handle), SQLITE_OK);
    if (sqlite3_exec(handle, sql, NULL, NULL, &message) != SQLITE_OK)
        fail_test("scratch database: %s", message);
    sqlite3_close(handle);
}

static inline struct scratch scratch_new(const char *sql)
{
    struct scratch s = {.dir = "/tmp/astormer-test-XXXXXX"};
    assert_non_null(mkdtemp(s.dir));
    snprintf(s.db, sizeof s.db, "%s/shop.sqlite", s.dir);
    snprintf(s.cache, sizeof s.cache, "%s/cache/deep", s.dir);
    scratch_run(&s, sql);
    return s;
}

static inline int scratch_remove_one(const char *path, const struct stat *st, int type,
                                     struct FTW *ftw)
{
    (void)st, (void)type, (void)ftw;
    return remove(path);
}

static inline void scratch_free(struct scratch *s)
{
    nftw(s->dir, scratch_remove_one, 8, FTW_DEPTH | FTW_PHYS);
}

#endif
