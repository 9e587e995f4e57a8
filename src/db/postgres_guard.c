/* postgres_guard.c - what a statement may call and read, checked before the server sees it run.
 *
 * A read-only transaction stops writing, not everything that does harm: a function may sleep,
 * read the server's files, take locks, signal other sessions, open connections of its own or run
 * SQL given as text.  The catalogue knows which functions only compute: those not declared
 * volatile and written in C, or PostgreSQL's own.  The others are refused by name, and so is a
 * short list of functions that are declared harmless but reach further.  The check goes by name,
 * for all functions of that name; it errs towards refusing. */
#include "db/postgres.h"

#include <ctype.h>
#include <string.h>

/* What our printer writes before a parenthesis, so that its queries cost no look-up.  Sorted. */
static const char *const known[] = {
    "abs", "all", "and", "any", "array_agg", "as", "avg", "between", "by", "cast", "coalesce",
    "count", "cross", "date", "except", "exists", "extract", "from", "having", "ilike", "in",
    "intersect", "join", "length", "like", "limit", "lower", "max", "min", "not", "nullif", "on",
    "or", "over", "round", "select", "substring", "sum", "text", "union", "upper", "values",
    "when", "where",
};

/* Beginnings and ends of names that are refused whatever the catalogue says, */
static const char *const refused_starts[] = {
    "pg_", "lo_", "dblink", "txid_", "binary_upgrade_", "crosstab", "connectby", "inet_server",
    "inet_client",
};
static const char *const refused_ends[] = {"_to_xml", "_to_xmlschema", "_to_xml_and_xmlschema"};
static const char *const refused_names[] = {
    "current_setting", "set_config", "nextval", "setval", "currval", "lastval", "ts_stat",
    "ts_rewrite", "xpath_table", "query_to_xml",
    /* a gigabyte of the server's memory for a few letters */
    "repeat", "lpad", "rpad", "array_fill", "format",
};
/* and those that are not. */
static const char *const allowed_names[] = {"pg_typeof", "pg_size_pretty", "pg_column_size"};

static bool is_among(const char *const *names, int n, const char *name)
{
    for (int i = 0; i < n; i++)
        if (strcmp(names[i], name) == 0)
            return true;
    return false;
}

static bool is_refused_function(const char *name)
{
    size_t n = strlen(name);
    if (is_among(allowed_names, COUNT_OF(allowed_names), name))
        return false;
    for (int i = 0; i < COUNT_OF(refused_starts); i++)
        if (strncmp(name, refused_starts[i], strlen(refused_starts[i])) == 0)
            return true;
    for (int i = 0; i < COUNT_OF(refused_ends); i++) {
        size_t end = strlen(refused_ends[i]);
        if (n >= end && strcmp(name + n - end, refused_ends[i]) == 0)
            return true;
    }
    return is_among(refused_names, COUNT_OF(refused_names), name);
}

/* ---- the shape of the statement -------------------------------------------------------------- */

static enum status check_shape(const struct guard_token *tokens, int n, struct error *err)
{
    static const char *const starts[] = {"select", "with", "values", "table"};
    if (tokens[0].kind == GUARD_END || tokens[0].symbol == ';')
        return fail(err, ST_USAGE, "refused: there is no statement");
    bool query = tokens[0].symbol == '(';
    for (int i = 0; i < COUNT_OF(starts); i++)
        query |= tokens[0].kind == GUARD_WORD && equal_nocase(tokens[0].s, starts[i]);
    if (!query)
        return fail(err, ST_USAGE, "refused: %.40s: anything but reading is not allowed",
                    tokens[0].s);
    bool ended = false;
    for (int i = 0; i < n - 1; i++) {
        if (tokens[i].kind == GUARD_WORD && equal_nocase(tokens[i].s, "into")) /* reserved */
            return fail(err, ST_USAGE, "refused: INTO: anything but reading is not allowed");
        if (ended && tokens[i].symbol != ';')
            return fail(err, ST_USAGE, "refused: more than one statement");
        ended |= tokens[i].symbol == ';';
    }
    return ST_OK;
}

/* ---- names ----------------------------------------------------------------------------------- */

/* PostgreSQL folds what is not quoted, and cuts what is too long. */
static const char *folded(struct arena *arena, const struct guard_token *token)
{
    return token->kind == GUARD_WORD ? lower_ascii(arena, token->s) : token->s;
}

static void put_element(struct strbuf *array, const char *name)
{
    strbuf_puts(array, array->n ? ",\"" : "{\"");
    for (; *name; name++) {
        if (*name == '"' || *name == '\\')
            strbuf_putc(array, '\\');
        strbuf_putc(array, *name);
    }
    strbuf_putc(array, '"');
}

/* The names the catalogue is to be asked about, as an array literal; empty if there are none. */
static enum status gather(struct arena *arena, const struct guard_token *tokens, int n,
                          struct strbuf *array, struct error *err)
{
    for (int i = 0; i < n; i++) {
        const struct guard_token *t = &tokens[i];
        if (t->kind != GUARD_WORD && t->kind != GUARD_NAME)
            continue;
        if (t->n > 63)
            return fail(err, ST_USAGE, "refused: '%.80s...' is too long for a name", t->s);
        const char *name = folded(arena, t);
        bool called = tokens[i + 1].symbol == '(';
        bool catalogue = strncmp(name, "pg_", 3) == 0 || strcmp(name, "information_schema") == 0;
        if (called && is_refused_function(name))
            return fail(err, ST_USAGE, "refused: the function '%s' is not allowed", name);
        if (catalogue || (called && !is_among(known, COUNT_OF(known), name)))
            put_element(array, name);
    }
    if (array->n)
        strbuf_putc(array, '}');
    return ST_OK;
}

static const char lookup[] =
    "SELECT p.proname::text, 'the function' FROM pg_catalog.pg_proc AS p "
    "JOIN pg_catalog.pg_language AS l ON l.oid = p.prolang "
    "WHERE p.proname = ANY ($1::name[]) AND p.proname <> ALL ("
    "'{random,clock_timestamp,timeofday,gen_random_uuid}'::name[]) AND (p.provolatile = 'v' OR "
    "NOT (l.lanname IN ('internal', 'c') OR (l.lanname = 'sql' AND p.pronamespace = "
    "'pg_catalog'::pg_catalog.regnamespace))) "
    "UNION ALL SELECT c.relname::text, 'reading' FROM pg_catalog.pg_class AS c "
    "WHERE c.relname = ANY ($1::name[]) AND c.relnamespace = "
    "'pg_catalog'::pg_catalog.regnamespace "
    "UNION ALL SELECT n.nspname::text, 'reading' FROM pg_catalog.pg_namespace AS n "
    "WHERE n.nspname = ANY ($1::name[]) AND n.nspname ~ '^(pg_|information_schema$)' LIMIT 1";

enum status pg_guard(struct pg_db *p, const char *sql, struct error *err)
{
    struct arena arena = {0};
    struct guard_token *tokens;
    int n;
    struct strbuf names = strbuf_in(&arena);
    enum status st = guard_scan(&arena, sql, &tokens, &n, err);
    if (st == ST_OK)
        st = check_shape(tokens, n, err);
    if (st == ST_OK)
        st = gather(&arena, tokens, n, &names, err);
    if (st == ST_OK && names.n) {
        const char *params[] = {strbuf_text(&names)};
        PGresult *r;
        st = pg_exec(p, lookup, params, 1, &r, err);
        if (st == ST_OK && pq.ntuples(r) > 0)
            st = fail(err, ST_USAGE, "refused: %s '%s' is not allowed", pq.getvalue(r, 0, 1),
                      pq.getvalue(r, 0, 0));
        pq.clear(r);
    }
    arena_release(&arena);
    return st;
}
