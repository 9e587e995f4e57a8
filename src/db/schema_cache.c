/* schema_cache.c - a SQLite file's schema as it was last read, kept beside its value index.
 *
 * Reading a schema means a process that may read the file, a look at its catalogue and at a sample of
 * every table (types.c).  None of it is needed while the file is what it was. */
#include "db/wire.h"

#include <stdlib.h>
#include <string.h>

#define SCHEMA_VERSION 1 /* of what is stored and of how types are found */
#define SCHEMA_MAX_BYTES ((size_t)64 << 20)

struct schema_head {
    uint64_t version, stamp, sum; /* sum: of what follows */
};

static bool read_schema_file(struct arena *arena, struct db *db, const char *path, uint64_t stamp,
                             struct schema *out)
{
    size_t n;
    char *bytes = cache_file_read(path, SCHEMA_MAX_BYTES, &n);
    struct schema_head head;
    bool whole = bytes && n >= sizeof head;
    if (whole)
        memcpy(&head, bytes, sizeof head);
    struct wire_reader r = {0};
    if (whole)
        r = (struct wire_reader){.s = bytes + sizeof head, .n = n - sizeof head};
    bool good = whole && head.version == SCHEMA_VERSION && head.stamp == stamp &&
                head.sum == hash_bytes(r.s, r.n, stamp) && wire_get_schema(arena, &r, out);
    xfree(bytes);
    if (good)
        db_name_schema(arena, db, out);
    return good;
}

static void write_schema_file(struct arena *arena, const char *path, uint64_t stamp,
                              const struct schema *schema)
{
    struct strbuf out = strbuf_in(arena);
    struct schema_head head = {.version = SCHEMA_VERSION, .stamp = stamp};
    strbuf_add(&out, (const char *)&head, sizeof head);
    wire_put_schema(&out, schema);
    if (out.overflow || out.n > SCHEMA_MAX_BYTES)
        return;
    head.sum = hash_bytes(out.s + sizeof head, out.n - sizeof head, stamp);
    memcpy(out.s, &head, sizeof head);
    cache_file_write(arena, path, out.s, out.n);
}

enum status db_schema_cached(struct arena *arena, struct db *db, const char *cache_dir,
                             struct schema *out, struct error *err)
{
    struct arena scratch = {0};
    struct db_stamp stamp = {0};
    char *folder = cache_folder(&scratch, cache_dir, NULL), *path = NULL;
    enum status st = ST_OK;
    if (folder && db->driver->dialect == SQL_SQLITE)
        st = db->driver->stamp(db, &stamp, err);
    if (st != ST_OK && err)
        db_hide_passwords(err->message);
    if (st == ST_OK && stamp.identity)
        path = cache_file_path(&scratch, folder, stamp.identity, db->may_see, CACHED_SCHEMA);
    if (st == ST_OK && !(path && read_schema_file(arena, db, path, stamp.state, out))) {
        st = db_schema(arena, db, out, err);
        if (st == ST_OK && path && !db->opening_cut)
            write_schema_file(&scratch, path, stamp.state, out);
    }
    xfree(stamp.identity);
    arena_release(&scratch);
    return st;
}
