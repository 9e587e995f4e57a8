/* postgres_schema.c - tables, views, columns, keys and comments out of PostgreSQL's catalogue.
 *
 * What the role may not read is not there.  Tables the search path finds come first and go by
 * their bare name; the others carry their schema. */
#include "db/postgres.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Neither catalogue nor temporary nor TOAST. */
#define USER_SPACES "n.nspname !~ '^pg_' AND n.nspname <> 'information_schema' "

static enum status read_failed(struct pg_db *p, const char *what, enum status st,
                               struct error *err)
{
    if (st == ST_LIMIT) /* ended by the time limit, which leaves no message */
        return fail(err, ST_LIMIT, "'%s': reading the %s took too long", p->base.where, what);
    return fail_in(err, "'%s': cannot read the %s", p->base.where, what);
}

static const struct db_limits catalogue_limits = {.seconds = 60};

/* ---- every relation, for restrictions -------------------------------------------------------- */

enum status pg_list(struct arena *arena, struct db *db, struct db_relations *out,
                    struct error *err)
{
    static const char sql[] =
        "SELECT n.nspname, c.relname, c.relkind, pg_catalog.pg_table_is_visible(c.oid), "
        "rn.nspname, r.relname FROM pg_catalog.pg_class AS c "
        "JOIN pg_catalog.pg_namespace AS n ON n.oid = c.relnamespace "
        "LEFT JOIN pg_catalog.pg_class AS r ON c.relispartition "
        "AND r.oid = pg_catalog.pg_partition_root(c.oid) "
        "LEFT JOIN pg_catalog.pg_namespace AS rn ON rn.oid = r.relnamespace "
        "WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f', 'S') AND " USER_SPACES
        "ORDER BY n.nspname, c.relname";
    struct pg_db *p = (struct pg_db *)db;
    PGresult *r = NULL;
    enum status st = pg_begin(p, &catalogue_limits, err);
    if (st == ST_OK)
        st = pg_exec(p, sql, NULL, 0, &r, err);
    pg_end(p);
    if (st != ST_OK)
        return read_failed(p, "list of tables", st, err);
    struct undo undo;
    undo_later(&undo, pg_clear, r);
    for (int i = 0; i < pq.ntuples(r); i++) {
        struct db_relation *to = ARENA_PUSH(arena, out->v, out->n, out->capacity);
        *to = (struct db_relation){.space = arena_strdup(arena, pq.getvalue(r, i, 0)),
                                   .name = arena_strdup(arena, pq.getvalue(r, i, 1)),
                                   .view = *pq.getvalue(r, i, 2) == 'v',
                                   .bare = *pq.getvalue(r, i, 3) == 't'};
        if (!pq.getisnull(r, i, 5)) {
            to->root_space = arena_strdup(arena, pq.getvalue(r, i, 4));
            to->root_name = arena_strdup(arena, pq.getvalue(r, i, 5));
        }
    }
    undo_now(&undo);
    return ST_OK;
}

/* ---- the schema ------------------------------------------------------------------------------ */

struct pg_reader {
    struct arena *arena;
    struct pg_db *p;
    struct schema *schema;
    int table_capacity, column_capacity, key_capacity;
    struct map table_ids; /* oid as text -> table */
    struct strbuf oids;   /* of the tables, as an array literal */
};

static const char *text_at(struct pg_reader *r, PGresult *from, int row, int i)
{
    return pq.getisnull(from, row, i) ? NULL : arena_strdup(r->arena, pq.getvalue(from, row, i));
}

/* A comment is for reading: one that is no text, or a book, is none. */
static const char *comment_at(struct pg_reader *r, PGresult *from, int row, int i)
{
    size_t n = (size_t)pq.getlength(from, row, i);
    const char *s = pq.getvalue(from, row, i);
    return pq.getisnull(from, row, i) || n == 0 || n > 1000 || !utf8_valid(s, n)
               ? NULL : arena_strdup(r->arena, s);
}

static int table_of(struct pg_reader *r, PGresult *from, int row, int i)
{
    return map_get(&r->table_ids, pq.getvalue(from, row, i), strlen(pq.getvalue(from, row, i)), -1);
}

static enum status take_tables(struct pg_reader *r, PGresult *from, struct error *err)
{
    for (int i = 0; i < pq.ntuples(from); i++) {
        const char *space = text_at(r, from, i, 1), *name = text_at(r, from, i, 2);
        if (!db_may_see(&r->p->base, space, name))
            continue;
        if (r->schema->n_tables == DB_MAX_TABLES)
            return fail(err, ST_LIMIT, "more than %d tables", DB_MAX_TABLES);
        const char *oid = pq.getvalue(from, i, 0);
        map_put(&r->table_ids, oid, strlen(oid), r->schema->n_tables);
        strbuf_printf(&r->oids, "%s%s", r->oids.n ? "," : "{", oid);
        /* a foreign table is as far away as a view's end: it gets the same limits */
        *ARENA_PUSH(r->arena, r->schema->tables, r->schema->n_tables, r->table_capacity) =
            (struct table){.name = name, .comment = comment_at(r, from, i, 4),
                           .space = *pq.getvalue(from, i, 5) == 't' ? NULL : space,
                           .view = strchr("vf", *pq.getvalue(from, i, 3)) != NULL};
    }
    strbuf_puts(&r->oids, r->oids.n ? "}" : "{}");
    return ST_OK;
}

static enum status take_columns(struct pg_reader *r, PGresult *from, struct error *err)
{
    for (int i = 0; i < pq.ntuples(from); i++) {
        if (r->schema->n_columns == DB_MAX_COLUMNS)
            return fail(err, ST_LIMIT, "more than %d columns", DB_MAX_COLUMNS);
        int table = table_of(r, from, i, 0);
        if (table < 0)
            continue;
        struct column c = {.table = table, .name = text_at(r, from, i, 1),
                           .decl_type = text_at(r, from, i, 2),
                           .not_null = *pq.getvalue(from, i, 3) == 't',
                           .primary = *pq.getvalue(from, i, 4) == 't',
                           .comment = comment_at(r, from, i, 5)};
        c.label = c.name;
        r->schema->tables[table].keyed |= c.primary;
        *ARENA_PUSH(r->arena, r->schema->columns, r->schema->n_columns, r->column_capacity) = c;
    }
    return ST_OK;
}

static enum status take_keys(struct pg_reader *r, PGresult *from, struct error *err)
{
    (void)err;
    for (int i = 0; i < pq.ntuples(from); i++) {
        struct foreign_key key = {
            .from = schema_find_column(r->schema, table_of(r, from, i, 0),
                                       slice_of(pq.getvalue(from, i, 1))),
            .to = schema_find_column(r->schema, table_of(r, from, i, 2),
                                     slice_of(pq.getvalue(from, i, 3)))};
        if (key.from > 0 && key.to > 0)
            *ARENA_PUSH(r->arena, r->schema->foreign_keys, r->schema->n_foreign_keys,
                        r->key_capacity) = key;
    }
    return ST_OK;
}

/* Partitions are seen through their parent; what belongs to an extension is the extension's. */
static const char tables_sql[] =
    "SELECT c.oid, n.nspname, c.relname, c.relkind, "
    "pg_catalog.obj_description(c.oid, 'pg_class'), pg_catalog.pg_table_is_visible(c.oid) "
    "FROM pg_catalog.pg_class AS c JOIN pg_catalog.pg_namespace AS n ON n.oid = c.relnamespace "
    "WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND NOT c.relispartition AND " USER_SPACES
    "AND pg_catalog.has_schema_privilege(n.oid, 'USAGE') "
    "AND pg_catalog.has_any_column_privilege(c.oid, 'SELECT') "
    "AND NOT EXISTS (SELECT FROM pg_catalog.pg_depend AS d WHERE d.classid = "
    "'pg_catalog.pg_class'::pg_catalog.regclass AND d.objid = c.oid AND d.deptype = 'e') "
    "ORDER BY NOT pg_catalog.pg_table_is_visible(c.oid), n.nspname, c.oid";

/* Types as people know them: a domain by what it stands on, an enumeration, range or row type by
 * kind and name; arrays end in []. */
static const char columns_sql[] =
    "SELECT a.attrelid, a.attname, CASE b.typtype WHEN 'e' THEN 'enum ' || b.typname "
    "WHEN 'c' THEN 'composite ' || b.typname WHEN 'r' THEN 'range ' || b.typname "
    "WHEN 'm' THEN 'range ' || b.typname ELSE pg_catalog.format_type(b.oid, CASE WHEN t.typtype = "
    "'d' THEN t.typtypmod ELSE a.atttypmod END) END, a.attnotnull, "
    "EXISTS (SELECT FROM pg_catalog.pg_constraint AS k WHERE k.conrelid = a.attrelid "
    "AND k.contype = 'p' AND a.attnum = ANY (k.conkey)), "
    "pg_catalog.col_description(a.attrelid, a.attnum) "
    "FROM pg_catalog.pg_attribute AS a JOIN pg_catalog.pg_type AS t ON t.oid = a.atttypid "
    "JOIN pg_catalog.pg_type AS b ON b.oid = CASE WHEN t.typtype = 'd' THEN t.typbasetype "
    "ELSE t.oid END WHERE a.attrelid = ANY ($1::oid[]) AND a.attnum > 0 AND NOT a.attisdropped "
    "AND pg_catalog.has_column_privilege(a.attrelid, a.attnum, 'SELECT') "
    "ORDER BY pg_catalog.array_position($1::oid[], a.attrelid), a.attnum";

static const char keys_sql[] =
    "SELECT k.conrelid, a.attname, k.confrelid, b.attname FROM pg_catalog.pg_constraint AS k "
    "CROSS JOIN LATERAL ROWS FROM (pg_catalog.unnest(k.conkey), pg_catalog.unnest(k.confkey)) "
    "WITH ORDINALITY AS u (f, t, position) "
    "JOIN pg_catalog.pg_attribute AS a ON a.attrelid = k.conrelid AND a.attnum = u.f "
    "JOIN pg_catalog.pg_attribute AS b ON b.attrelid = k.confrelid AND b.attnum = u.t "
    "WHERE k.contype = 'f' AND k.conparentid = 0 AND k.conrelid = ANY ($1::oid[]) "
    "AND k.confrelid = ANY ($1::oid[]) ORDER BY k.oid, u.position";

static enum status read_part(struct pg_reader *r, const char *sql, int n_params,
                             enum status (*take)(struct pg_reader *, PGresult *, struct error *),
                             struct error *err)
{
    const char *params[] = {n_params ? strbuf_text(&r->oids) : NULL};
    PGresult *result;
    enum status st = pg_exec(r->p, sql, params, n_params, &result, err);
    struct undo undo;
    undo_later(&undo, pg_clear, result);
    if (st == ST_OK)
        st = take(r, result, err);
    undo_now(&undo);
    return st;
}

/* Tables none of whose columns may be read, or that have none, cannot be asked. */
static void drop_empty_tables(struct schema *s)
{
    int *moved = xmalloc(sizeof *moved * (size_t)MAX(s->n_tables, 1)), n = 0;
    for (int t = 0; t < s->n_tables; t++) {
        bool used = false;
        for (int i = 1; i < s->n_columns && !used; i++)
            used = s->columns[i].table == t;
        moved[t] = n;
        if (used)
            s->tables[n++] = s->tables[t];
    }
    for (int i = 1; i < s->n_columns; i++)
        s->columns[i].table = moved[s->columns[i].table];
    s->n_tables = n;
    xfree(moved);
}

enum status pg_read_schema(struct arena *arena, struct db *db, struct schema *out,
                           struct error *err)
{
    *out = (struct schema){.db_id = ""};
    struct pg_reader r = {.arena = arena, .p = (struct pg_db *)db, .schema = out,
                          .table_ids = map_in(arena), .oids = strbuf_in(arena)};
    *ARENA_PUSH(arena, out->columns, out->n_columns, r.column_capacity) =
        (struct column){.table = -1, .name = "*", .label = "*", .type = COLUMN_TEXT};
    enum status st = pg_begin(r.p, &catalogue_limits, err);
    if (st == ST_OK)
        st = read_part(&r, tables_sql, 0, take_tables, err);
    if (st == ST_OK)
        st = read_part(&r, columns_sql, 1, take_columns, err);
    if (st == ST_OK)
        st = read_part(&r, keys_sql, 1, take_keys, err);
    pg_end(r.p);
    if (st != ST_OK)
        return read_failed(r.p, "schema", st, err);
    drop_empty_tables(out);
    return ST_OK;
}

/* ---- stamps ---------------------------------------------------------------------------------- */

/* Rows written so far and the file of every table, as the server's statistics count them, which
 * are up to a second behind.  Without statistics, or with tables of other servers, nothing tells
 * whether the content has changed: the stamp is then never the same. */
static const char stamp_sql[] =
    "SELECT pg_catalog.current_setting('track_counts') = 'on' AND NOT bool_or(c.relkind = 'f'), "
    "pg_catalog.md5(string_agg(pg_catalog.concat_ws(',', c.oid, c.relfilenode, "
    "pg_catalog.pg_stat_get_tuples_inserted(c.oid), pg_catalog.pg_stat_get_tuples_updated(c.oid), "
    "pg_catalog.pg_stat_get_tuples_deleted(c.oid)), ';' ORDER BY c.oid) || coalesce((SELECT "
    "d.stats_reset::text FROM pg_catalog.pg_stat_database AS d WHERE d.datname = "
    "pg_catalog.current_database()), '')) FROM pg_catalog.pg_class AS c "
    "JOIN pg_catalog.pg_namespace AS n ON n.oid = c.relnamespace "
    "WHERE c.relkind IN ('r', 'p', 'm', 'f') AND " USER_SPACES;

enum status pg_stamp(struct db *db, struct db_stamp *out, struct error *err)
{
    struct pg_db *p = (struct pg_db *)db;
    *out = (struct db_stamp){0};
    PGresult *r = NULL;
    enum status st = pg_begin(p, &catalogue_limits, err);
    if (st == ST_OK)
        st = pg_exec(p, stamp_sql, NULL, 0, &r, err);
    pg_end(p);
    if (st != ST_OK)
        return read_failed(p, "statistics", st, err);
    const char *known = pq.getvalue(r, 0, 0), *digest = pq.getvalue(r, 0, 1);
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    out->state = *known == 't' ? hash_bytes(digest, strlen(digest), 1)
                               : mix64((uint64_t)now.tv_sec * 1000000007u + (uint64_t)now.tv_nsec);
    pq.clear(r);
    struct arena scratch = {0};
    const char *host = p->conn ? pq.host(p->conn) : NULL;
    out->identity = xstrdup(arena_printf(&scratch, "%s %s", host ? host : "", db->where));
    arena_release(&scratch);
    return ST_OK;
}

/* All of the catalogue that the schema is made of: names, kinds, types, keys, comments, rights. */
static const char shape_sql[] =
    "WITH r AS (SELECT c.oid, c.relname, c.relkind, c.relnamespace, c.relacl FROM pg_catalog.pg_class "
    "AS c JOIN pg_catalog.pg_namespace AS n ON n.oid = c.relnamespace "
    "WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND " USER_SPACES "), "
    "parts AS (SELECT pg_catalog.concat_ws(',', r.oid, r.relname, r.relkind, r.relnamespace, r.relacl) "
    "AS part FROM r "
    "UNION ALL SELECT pg_catalog.concat_ws(',', a.attrelid, a.attnum, a.attname, a.atttypid, a.atttypmod, "
    "a.attacl) FROM pg_catalog.pg_attribute AS a JOIN r ON r.oid = a.attrelid "
    "WHERE a.attnum > 0 AND NOT a.attisdropped "
    "UNION ALL SELECT pg_catalog.concat_ws(',', k.oid, k.conrelid, k.contype) FROM "
    "pg_catalog.pg_constraint AS k JOIN r ON r.oid = k.conrelid WHERE k.contype IN ('p', 'u', 'f') "
    "UNION ALL SELECT pg_catalog.concat_ws(',', d.objoid, d.objsubid, d.description) FROM "
    "pg_catalog.pg_description AS d JOIN r ON r.oid = d.objoid "
    "WHERE d.classoid = 'pg_catalog.pg_class'::regclass) "
    "SELECT pg_catalog.concat_ws(',', count(*), sum(pg_catalog.hashtextextended(part, 0)), "
    "pg_catalog.current_schemas(false)) FROM parts";

enum status pg_shape(struct db *db, struct db_shape *out, struct error *err)
{
    struct pg_db *p = (struct pg_db *)db;
    *out = (struct db_shape){0};
    PGresult *r = NULL;
    enum status st = pg_begin(p, &catalogue_limits, err);
    if (st == ST_OK)
        st = pg_exec(p, shape_sql, NULL, 0, &r, err);
    pg_end(p);
    if (st != ST_OK)
        return read_failed(p, "catalogue", st, err);
    const char *digest = pq.getvalue(r, 0, 0);
    out->state = hash_bytes(digest, strlen(digest), 1);
    pq.clear(r);
    return ST_OK;
}
