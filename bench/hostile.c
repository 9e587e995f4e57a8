/* hostile.c - how late generated hostile queries end, what memory they take, and what a process of
 * its own costs a harmless one.
 *
 *     hostile PROGRAM QUERIES [SECONDS [SEED]]
 *
 * PROGRAM is astormer.  Each query has the deadline SECONDS (0.05); its lateness is what the call
 * took beyond it.  Queries are composed of functions that build, compare or nest: the families that
 * ran for minutes behind SQLite's progress handler, with random sizes.  Ends with 1 if one was more
 * than $HOSTILE_LATE_MS (100) late, or broke the process around it. */
#include "db/internal.h"

#include <dirent.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

static const char *const atoms[] = {
    "hex(zeroblob(%u))", "hex(randomblob(%u))", "replace(hex(zeroblob(%u)), '0', 'ab')",
    "trim(hex(zeroblob(%u)), '0123456789')", "upper(hex(zeroblob(%u)))",
    "(SELECT group_concat(x) FROM n WHERE x < %u)",
    "(SELECT json_group_array(x) FROM n WHERE x < %u)",
    "(SELECT json_group_object('k' || x, x) FROM n WHERE x < %u)", "substr(hex(zeroblob(%u)), 2)",
};
static const char *const wraps[] = {
    "length(%s)", "instr(%s, 'zz')", "json_patch(%s, (SELECT json_group_object(x, 1) FROM n))",
    "json_extract(%s, '$.k77')", "%s LIKE '%%a%%b%%c%%d%%e'", "quote(%s)", "json_array(%s, 1)",
    "CAST(%s AS REAL)", "unhex(%s)", "count(DISTINCT %s)", "max(%s)", "json_quote(%s)",
    "rtrim(%s, 'abcdefghijklmnopqrstuvwxyz0123456789')", "group_concat(%s, %s)",
};
static const char *const frames[] = {
    "SELECT %s FROM n", "SELECT %s, %s, %s FROM n a, n b", "SELECT %s",
    "SELECT DISTINCT %s FROM n a, n b ORDER BY 1", "SELECT count(*) FROM n a, n b, n c WHERE %s > 1",
    "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT x, %s FROM c",
    "SELECT sum(length(%s)) OVER (ORDER BY x ROWS 1000 PRECEDING) FROM n",
    "SELECT * FROM json_each(%s), n", "SELECT %s FROM n GROUP BY x %% 7 HAVING %s > 0",
};

static const char *expression(struct arena *arena, struct rng *rng, int depth)
{
    if (depth == 0 || rng_below(rng, 4) == 0) {
        unsigned size = 1u << rng_below(rng, 24);
        const char *atom = atoms[rng_below(rng, COUNT_OF(atoms))];
        char out[200];
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
        snprintf(out, sizeof out, atom, size);
#pragma GCC diagnostic pop
        return arena_strdup(arena, out);
    }
    const char *form = wraps[rng_below(rng, COUNT_OF(wraps))];
    const char *inner = expression(arena, rng, depth - 1);
    struct strbuf out = strbuf_in(arena);
    for (; *form; form++) {
        if (form[0] == '%' && form[1] == 's') {
            strbuf_puts(&out, inner);
            form++;
        } else if (form[0] == '%' && form[1] == '%') {
            strbuf_putc(&out, *form++);
        } else {
            strbuf_putc(&out, *form);
        }
    }
    return strbuf_text(&out);
}

static const char *nested_ctes(struct arena *arena, struct rng *rng)
{
    int n = 5 + (int)rng_below(rng, 20);
    struct strbuf out = strbuf_in(arena);
    strbuf_puts(&out, "WITH c0 AS (SELECT x FROM n)");
    for (int i = 1; i < n; i++)
        strbuf_printf(&out, ", c%d AS (SELECT a.x FROM c%d a, c%d b)", i, i - 1, i - 1);
    strbuf_printf(&out, " SELECT count(*) FROM c%d", n - 1);
    return strbuf_text(&out);
}

static const char *many_columns(struct arena *arena, struct rng *rng)
{
    int n = 1 + (int)rng_below(rng, 400);
    struct strbuf out = strbuf_in(arena);
    for (int i = 0; i < n; i++)
        strbuf_printf(&out, "%shex(zeroblob(%u))", i ? ", " : "SELECT ", 1u << rng_below(rng, 24));
    return strbuf_text(&out);
}

static const char *hostile(struct arena *arena, struct rng *rng)
{
    unsigned kind = rng_below(rng, 20);
    if (kind == 0)
        return nested_ctes(arena, rng);
    if (kind == 1)
        return many_columns(arena, rng);
    const char *frame = frames[rng_below(rng, COUNT_OF(frames))];
    struct strbuf out = strbuf_in(arena);
    for (; *frame; frame++) {
        if (frame[0] == '%' && frame[1] == 's') {
            strbuf_puts(&out, expression(arena, rng, 1 + (int)rng_below(rng, 3)));
            frame++;
        } else if (frame[0] == '%' && frame[1] == '%') {
            strbuf_putc(&out, *frame++);
        } else {
            strbuf_putc(&out, *frame);
        }
    }
    return strbuf_text(&out);
}

static bool any_row(void *context, const struct db_cell *cells, int n)
{
    (void)context, (void)cells, (void)n;
    return true;
}

static int compare_reals(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void make_database(const char *path)
{
    sqlite3 *handle;
    unlink(path);
    CHECK(sqlite3_open(path, &handle) == SQLITE_OK);
    CHECK(sqlite3_exec(handle, "CREATE TABLE n (x INTEGER); WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL "
                               "SELECT x + 1 FROM c WHERE x < 100000) INSERT INTO n SELECT x FROM c",
                       NULL, NULL, NULL) == SQLITE_OK);
    sqlite3_close(handle);
}

static double harmless_ms(struct db *db, int n)
{
    struct db_sink sink = {.row = any_row};
    struct db_limits limits = db_default_limits;
    double *took = xmalloc(sizeof *took * (size_t)n);
    for (int i = 0; i < n; i++) {
        double start = now_seconds();
        CHECK(db_query(db, "SELECT x FROM n WHERE rowid = 77", &limits, &sink, NULL, NULL) == ST_OK);
        took[i] = (now_seconds() - start) * 1000;
    }
    qsort(took, (size_t)n, sizeof *took, compare_reals);
    double median = took[n / 2];
    xfree(took);
    return median;
}

int main(int argc, char **argv)
{
    if (argc < 3) {
        fprintf(stderr, "usage: hostile PROGRAM QUERIES [SECONDS [SEED]]\n");
        return 2;
    }
    int n = atoi(argv[2]);
    double seconds = argc > 3 ? atof(argv[3]) : 0.05;
    double allowed = getenv("HOSTILE_LATE_MS") ? atof(getenv("HOSTILE_LATE_MS")) : 100;
    struct rng rng;
    rng_seed(&rng, argc > 4 ? strtoull(argv[4], NULL, 10) : 1);
    char path[64];
    snprintf(path, sizeof path, "/tmp/astormer-hostile-%ld.sqlite", (long)getpid());
    make_database(path);
    struct db *here, *there;
    struct error err = {0};
    struct db_options o = {.isolate = DB_ISOLATE_ALWAYS, .worker = argv[1],
                           .memory = (size_t)256 << 20};
    CHECK(db_open(path, &here, &err) == ST_OK);
    if (db_open_with(path, &o, &there, &err) != ST_OK) {
        fprintf(stderr, "hostile: %s\n", err.message);
        return 1;
    }
    printf("harmless query, median of 2000: %.3f ms in this process, %.3f ms in its own\n",
           harmless_ms(here, 2000), harmless_ms(there, 2000));
    double *late = xmalloc(sizeof *late * (size_t)MAX(n, 1));
    long ended[ST_DECLINED + 1] = {0}, over = 0;
    struct arena arena = {0};
    for (int i = 0; i < n; i++) {
        arena_clear(&arena);
        const char *sql = hostile(&arena, &rng);
        struct db_limits limits = {.max_rows = 1000, .max_bytes = (size_t)16 << 20, .seconds = seconds};
        struct db_sink sink = {.row = any_row};
        struct db_outcome outcome;
        double start = now_seconds();
        enum status st = db_query(there, sql, &limits, &sink, &outcome, &err);
        late[i] = MAX(now_seconds() - start - seconds, 0) * 1000;
        ended[st]++;
        over += late[i] > allowed;
        if (st == ST_IO || late[i] > allowed)
            printf("%.0f ms late, %s: %.300s\n", late[i], st == ST_OK ? "ok" : err.message, sql);
    }
    qsort(late, (size_t)n, sizeof *late, compare_reals);
    db_close(there); /* so that every process has been waited for */
    usleep(200000);
    struct rusage own, workers;
    getrusage(RUSAGE_SELF, &own);
    getrusage(RUSAGE_CHILDREN, &workers);
    printf("%d hostile queries, deadline %g s: %ld ended, %ld failed, %ld at a limit, %ld broken\n", n,
           seconds, ended[ST_OK], ended[ST_INPUT] + ended[ST_USAGE], ended[ST_LIMIT], ended[ST_IO]);
    if (n > 0)
        printf("late by: median %.1f ms, p99 %.1f ms, most %.1f ms; over %g ms: %ld\n", late[n / 2],
               late[n * 99 / 100], late[n - 1], allowed, over);
    printf("largest resident set: %ld MB here, %ld MB of a worker (256 MB are allowed to SQLite)\n",
           own.ru_maxrss >> 10, workers.ru_maxrss >> 10);
    db_close(here);
    unlink(path);
    xfree(late);
    arena_release(&arena);
    return over > 0 || ended[ST_IO] > 0;
}
