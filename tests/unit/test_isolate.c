/* Queries in a process of their own: what it refuses, that it can be lost at any time, and that
 * nothing it says can hurt.  $ASTORMER_WORKER is the program, $HOSTILE_WORKER one that lies. */
#include "test.h"

#include "db/jail.h"
#include "db/worker_pool.h"
#include "rows.h"
#include "scratch_db.h"

#include <dirent.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>

static struct db *open_isolated(const char *path, struct db_options options)
{
    struct error err = {0};
    struct db *db;
    options.isolate = DB_ISOLATE_ALWAYS;
    assert_ok(db_open_with(path, &options, &db, &err), err);
    return db;
}

static enum status run(struct db *db, const char *sql, double seconds, struct db_outcome *outcome,
                       struct error *err)
{
    struct arena a = {0};
    struct rows rows = {.arena = &a};
    struct db_sink sink = {.row = rows_add, .context = &rows};
    struct db_limits limits = {.max_rows = 1000, .max_bytes = (size_t)16 << 20, .seconds = seconds};
    enum status st = db_query(db, sql, &limits, &sink, outcome, err);
    arena_release(&a);
    return st;
}

static const char shop_sql[] =
    "CREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT NOT NULL, -- what is on the label\n"
    " price REAL); INSERT INTO item VALUES (1, 'pen', 1.5), (2, 'ink', NULL), (3, x'00ff', -2.25);"
    "CREATE TABLE sale (item_id INTEGER REFERENCES item(id), day DATE);"
    "CREATE VIEW cheap AS SELECT name FROM item WHERE price < 2;"
    "CREATE TABLE n (x INTEGER); WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c "
    "WHERE x < 100000) INSERT INTO n SELECT x FROM c;";

/* ---- the same as without ---------------------------------------------------------------------- */

static void rows_and_schema_are_those_of_the_file(void **state)
{
    (void)state;
    struct scratch scratch = scratch_new(shop_sql);
    struct arena a = {0};
    struct error err = {0};
    struct db *here, *there = open_isolated(scratch.db, (struct db_options){0});
    assert_ok(db_open(scratch.db, &here, &err), err);
    static const char *const cases[] = {
        "SELECT quote(name), price, id FROM item ORDER BY id", "SELECT name FROM cheap",
        "SELECT count(*), sum(x) FROM n", "SELECT x FROM n ORDER BY x DESC LIMIT 700",
        "SELECT 9223372036854775807, -1.0e300, NULL, '', x''", "SELECT max(day) FROM sale",
        "SELECT length(hex(zeroblob(3000000))), hex(zeroblob(100000))",
    };
    for (int i = 0; i < COUNT_OF(cases); i++)
        assert_string_equal(rows_text(&a, here, cases[i]), rows_text(&a, there, cases[i]));
    struct schema s, t;
    assert_ok(db_schema(&a, here, &s, &err), err);
    assert_ok(db_schema(&a, there, &t, &err), err);
    assert_int_equal(s.n_tables, t.n_tables);
    assert_int_equal(s.n_columns, t.n_columns);
    assert_int_equal(s.n_foreign_keys, t.n_foreign_keys);
    for (int i = 1; i < s.n_columns; i++) {
        assert_string_equal(s.columns[i].name, t.columns[i].name);
        assert_string_equal(s.columns[i].label, t.columns[i].label);
        assert_int_equal(s.columns[i].type, t.columns[i].type);
        assert_int_equal(s.columns[i].table, t.columns[i].table);
        assert_int_equal(!s.columns[i].comment, !t.columns[i].comment);
    }
    struct value_options options = {.cache_dir = ""};
    struct value_index *one, *two;
    assert_ok(value_index_open(here, &s, &options, &one, NULL, &err), err);
    assert_ok(value_index_open(there, &t, &options, &two, NULL, &err), err);
    assert_int_equal(value_index_report(one).entries, value_index_report(two).entries);
    value_index_close(one);
    value_index_close(two);
    assert_int_equal(run(there, "DELETE FROM n", 1, &(struct db_outcome){0}, &err), ST_USAGE);
    assert_int_equal(run(there, "SELECT nonsense FROM n", 1, &(struct db_outcome){0}, &err), ST_INPUT);
    assert_non_null(strstr(err.message, "nonsense"));
    assert_int_equal(db_prepare(there, "SELECT x FROM n", &err), ST_OK);
    assert_int_equal(db_prepare(there, "SELECT y FROM n", &err), ST_INPUT);
    db_close(here);
    db_close(there);
    arena_release(&a);
    scratch_free(&scratch);
}

static bool stop_at_three(void *context, const struct db_cell *cells, int n)
{
    (void)cells, (void)n;
    return ++*(int *)context < 3;
}

static void a_sink_may_stop_early(void **state)
{
    (void)state;
    struct scratch scratch = scratch_new(shop_sql);
    struct db *db = open_isolated(scratch.db, (struct db_options){0});
    struct error err = {0};
    for (int i = 0; i < 20; i++) {
        int seen = 0;
        struct db_sink sink = {.row = stop_at_three, .context = &seen};
        struct db_outcome outcome;
        assert_ok(db_query(db, "SELECT a.x, hex(zeroblob(1000)) FROM n a, n b", NULL, &sink, &outcome,
                           &err), err);
        assert_int_equal(seen, 3);
    }
    db_close(db);
    scratch_free(&scratch);
}

static void hiding_is_done_there(void **state)
{
    (void)state;
    struct scratch scratch = scratch_new(shop_sql);
    static const char *const deny[] = {"sale"}, *const wrong[] = {"sael"};
    struct db *db = open_isolated(scratch.db, (struct db_options){.deny = deny, .n_deny = 1});
    struct error err = {0};
    struct arena a = {0};
    struct schema s;
    assert_int_equal(run(db, "SELECT day FROM sale", 1, NULL, &err), ST_USAGE);
    assert_ok(db_schema(&a, db, &s, &err), err);
    assert_int_equal(schema_find_table(&s, slice_of("sale")), -1);
    db_close(db);
    struct db_options o = {.deny = wrong, .n_deny = 1, .isolate = DB_ISOLATE_ALWAYS};
    assert_int_equal(db_open_with(scratch.db, &o, &db, &err), ST_USAGE);
    assert_null(db);
    o = (struct db_options){.isolate = DB_ISOLATE_ALWAYS};
    assert_int_equal(db_open_with("/nonexistent/x.db", &o, &db, &err), ST_IO);
    assert_non_null(strstr(err.message, "No such file"));
    assert_int_equal(db_open_with(scratch.dir, &o, &db, &err), ST_IO);
    o.worker = "/nonexistent/astormer";
    assert_int_equal(db_open_with(scratch.db, &o, &db, &err), ST_IO);
    o.worker = "/bin/true";
    assert_int_equal(db_open_with(scratch.db, &o, &db, &err), ST_IO);
    assert_non_null(strstr(err.message, "/bin/true"));
    arena_release(&a);
    scratch_free(&scratch);
}

/* ---- what overran ------------------------------------------------------------------------------ */

/* Each of these ran for seconds to minutes, or took gigabytes, behind the progress handler alone. */
static void bombs_end_at_the_deadline(void **state)
{
    (void)state;
    struct scratch scratch = scratch_new(shop_sql);
    struct db *db = open_isolated(scratch.db, (struct db_options){.memory = (size_t)128 << 20});
    struct arena a = {0};
    struct error err = {0};
    struct strbuf columns = strbuf_in(&a), nested = strbuf_in(&a);
    strbuf_puts(&columns, "SELECT ");
    for (int i = 0; i < 200; i++)
        strbuf_printf(&columns, "%shex(zeroblob(8000000))", i ? ", " : "");
    strbuf_puts(&nested, "WITH c0 AS (SELECT 1 AS x)");
    for (int i = 1; i < 22; i++)
        strbuf_printf(&nested, ", c%d AS (SELECT a.x FROM c%d a, c%d b)", i, i - 1, i - 1);
    strbuf_puts(&nested, " SELECT count(*) FROM c21");
    const char *keys = "WITH k AS (SELECT json_group_object('k' || x, 1) AS j FROM n WHERE x < 60000) ";
    const char *const bombs[] = {
        strbuf_text(&columns), strbuf_text(&nested),
        arena_printf(&a, "%sSELECT length(json_patch(a.j, b.j)) FROM k a, k b", keys),
        "SELECT length(trim(hex(zeroblob(8000000)), 'abcdefghijklmnopqrstuvwxyz123456789ABCDEF0'))",
        "SELECT count(*) FROM n a, n b, n c",
        "SELECT group_concat(hex(zeroblob(1000000))) FROM n",
        "SELECT count(*) FROM (SELECT hex(randomblob(1000)) AS h FROM n a, n b ORDER BY h)",
    };
    for (int i = 0; i < COUNT_OF(bombs); i++) {
        struct db_outcome outcome;
        double start = now_seconds();
        enum status st = run(db, bombs[i], 0.2, &outcome, &err);
        if (st == ST_OK ? i != 3 : st != ST_LIMIT)
            fail_test("bomb %d: %d %s", i, st, err.message);
        if (now_seconds() - start > 3) /* no measurement: it was 4 s to 208 s */
            fail_test("bomb %d took %g s", i, now_seconds() - start);
        assert_string_equal(rows_text(&a, db, "SELECT 1"), "1"); /* another took its place */
    }
    db_close(db);
    arena_release(&a);
    scratch_free(&scratch);
}

static void *cancel_soon(void *cancel)
{
    usleep(50000);
    db_cancel_request(cancel);
    return NULL;
}

static void a_stuck_function_can_be_cancelled(void **state)
{
    (void)state;
    struct scratch scratch = scratch_new(shop_sql);
    struct db *db = open_isolated(scratch.db, (struct db_options){0});
    struct db_cancel cancel = {0};
    struct error err = {0};
    int seen = 0;
    struct db_sink sink = {.row = stop_at_three, .context = &seen};
    struct db_limits limits = {.cancel = &cancel};
    struct db_outcome outcome;
    pthread_t thread;
    assert_int_equal(pthread_create(&thread, NULL, cancel_soon, &cancel), 0);
    assert_int_equal(db_query(db, "WITH k AS (SELECT json_group_object('k' || x, 1) AS j FROM n) "
                                  "SELECT length(json_patch(a.j, b.j)) FROM k a, k b",
                              &limits, &sink, &outcome, &err), ST_LIMIT);
    assert_true(outcome.cancelled && !outcome.timed_out);
    pthread_join(thread, NULL);
    db_close(db);
    scratch_free(&scratch);
}

/* ---- lost workers ------------------------------------------------------------------------------ */

/* Processes whose parent we are. */
static int children(pid_t *out, int max)
{
    char path[64], line[512];
    int n = 0;
    DIR *proc = opendir("/proc");
    for (struct dirent *e; proc && (e = readdir(proc));) {
        long pid = atol(e->d_name), parent = 0;
        snprintf(path, sizeof path, "/proc/%ld/stat", pid);
        FILE *file = pid > 0 ? fopen(path, "re") : NULL;
        char *after = file && fgets(line, sizeof line, file) ? strrchr(line, ')') : NULL;
        if (after && sscanf(after + 1, " %*c %ld", &parent) == 1 && parent == getpid() &&
            after[2] != 'Z' && n < max)
            out[n++] = (pid_t)pid;
        if (file)
            fclose(file);
    }
    closedir(proc);
    return n;
}

static bool is_child(pid_t pid)
{
    pid_t pids[8];
    bool found = false;
    for (int n = children(pids, 8); n > 0; n--)
        found |= pids[n - 1] == pid;
    return found;
}

static void killed_workers_are_replaced(void **state)
{
    (void)state;
    struct scratch scratch = scratch_new(shop_sql);
    struct db *db = open_isolated(scratch.db, (struct db_options){0});
    struct arena a = {0};
    for (int i = 0; i < 20; i++) {
        pid_t pids[8];
        int n = children(pids, 8);
        assert_int_equal(n, 1);
        kill(pids[0], SIGKILL);
        if (i % 2)
            usleep(2000);
        assert_string_equal(rows_text(&a, db, "SELECT name FROM item WHERE id = 1"), "pen");
    }
    db_close(db);
    pid_t pids[8];
    usleep(50000);
    assert_int_equal(children(pids, 8), 0);
    arena_release(&a);
    scratch_free(&scratch);
}

/* Where a query had to be killed, the worker after the next is there before it is asked for. */
static void a_spare_is_started_after_a_kill(void **state)
{
    (void)state;
    struct scratch scratch = scratch_new(shop_sql);
    struct db *db = open_isolated(scratch.db, (struct db_options){0});
    pid_t pids[8];
    int seen = 0, n = 1;
    struct db_sink sink = {.row = stop_at_three, .context = &seen};
    struct db_limits limits = {.seconds = 0.05};
    struct error err = {0};
    assert_int_equal(children(pids, 8), 1);
    pid_t old = pids[0];
    kill(old, SIGSTOP); /* so that it cannot stop by itself */
    assert_int_equal(db_query(db, "SELECT 1", &limits, &sink, NULL, &err), ST_LIMIT);
    for (int i = 0; i < 3000 && is_child(old); i++) /* until it has died */
        usleep(10000);
    assert_false(is_child(old));
    struct arena a = {0};
    for (int i = 0; i < 3; i++) { /* the one that answers, and a spare; no more however many are asked */
        assert_string_equal(rows_text(&a, db, "SELECT name FROM item WHERE id = 1"), "pen");
        n = children(pids, 8);
        assert_in_range(n, 1, 2); /* on a busy machine the spare may still be on its way */
    }
    for (int i = 0; i < 3000 && n < 2; i++) {
        usleep(10000);
        n = children(pids, 8);
    }
    assert_int_equal(n, 2);
    for (int i = 0; i < 5; i++) { /* all of them killed at once: nobody notices */
        usleep(i * 20000);
        for (n = children(pids, 8); n > 0; n--)
            kill(pids[n - 1], SIGKILL);
        assert_string_equal(rows_text(&a, db, "SELECT name FROM item WHERE id = 1"), "pen");
    }
    db_close(db);
    arena_release(&a);
    scratch_free(&scratch);
}

static long status_number(pid_t pid, const char *field)
{
    char path[64], line[256];
    long value = -1;
    snprintf(path, sizeof path, "/proc/%ld/status", (long)pid);
    FILE *file = fopen(path, "re");
    while (file && fgets(line, sizeof line, file))
        if (strncmp(line, field, strlen(field)) == 0)
            value = atol(line + strlen(field));
    if (file)
        fclose(file);
    return value;
}

/* The wall itself: system calls are filtered, no privilege can be gained, nothing is inherited. */
static void a_worker_is_behind_its_wall(void **state)
{
    (void)state;
    struct scratch scratch = scratch_new(shop_sql);
    struct db *db = open_isolated(scratch.db, (struct db_options){0});
    pid_t pids[8];
    char path[64];
    assert_int_equal(children(pids, 8), 1);
    assert_int_equal(status_number(pids[0], "Seccomp:"), 2);
    assert_int_equal(status_number(pids[0], "NoNewPrivs:"), 1);
    snprintf(path, sizeof path, "/proc/%ld/fd", (long)pids[0]);
    int n = 0;
    DIR *dir = opendir(path);
    for (struct dirent *e; (e = readdir(dir));)
        n += e->d_name[0] != '.';
    closedir(dir);
    assert_int_equal(n, 5); /* three times nothing, the socket, the database */
    db_close(db);
    scratch_free(&scratch);
}

/* Whoever took a worker over cannot signal or starve the process that started it, let alone others. */
static void a_worker_reaches_nobody_else(void **state)
{
    (void)state;
    pid_t us = getpid(), child = fork();
    if (child == 0) {
        struct rlimit now;
        jail_filter_opening();
        pid_t self = getpid();
        bool own = syscall(SYS_tgkill, self, self, 0) == 0 && prlimit(0, RLIMIT_CPU, NULL, &now) == 0;
        bool others = syscall(SYS_tgkill, us, us, 0) == 0 || prlimit(us, RLIMIT_CPU, NULL, &now) == 0 ||
                      kill(us, 0) == 0 || socket(AF_UNIX, SOCK_STREAM, 0) >= 0;
        _exit(strcmp(jail_kind(), "seccomp") != 0 ? 77 : own && !others ? 0 : 1);
    }
    int status = -1;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    assert_true(WEXITSTATUS(status) == 0 || WEXITSTATUS(status) == 77);
}

/* A writer beside us, in both of SQLite's ways to write. */
static void a_file_may_change_while_it_is_open(void **state)
{
    (void)state;
    for (int wal = 0; wal < 2; wal++) {
        struct scratch scratch = scratch_new(shop_sql);
        if (wal)
            scratch_run(&scratch, "PRAGMA journal_mode=WAL");
        struct db *db = open_isolated(scratch.db, (struct db_options){0});
        struct arena a = {0};
        for (int i = 0; i < 5; i++) {
            scratch_run(&scratch, "INSERT INTO sale VALUES (1, '2020-01-01')");
            assert_string_equal(rows_text(&a, db, "SELECT count(*) FROM sale"),
                                arena_printf(&a, "%d", i + 1));
        }
        if (!wal) /* the way back is closed while somebody reads */
            scratch_run(&scratch, "PRAGMA journal_mode=WAL");
        scratch_run(&scratch, "CREATE TABLE later (x); INSERT INTO later VALUES (7)");
        assert_string_equal(rows_text(&a, db, "SELECT x FROM later"), "7");
        db_close(db);
        arena_release(&a);
        scratch_free(&scratch);
    }
}

static void opening_has_one_budget_for_what_may_cost_anything(void **state)
{
    (void)state;
    struct scratch scratch = scratch_new(
        "CREATE TABLE item (name TEXT, twice TEXT AS (name || name)); INSERT INTO item VALUES ('pen');"
        "CREATE TABLE plain (name TEXT); INSERT INTO plain VALUES ('ink');"
        "CREATE VIEW v AS SELECT name FROM item");
    struct db *db = open_isolated(scratch.db, (struct db_options){0});
    struct arena a = {0};
    struct error err = {0};
    struct schema s;
    struct value_options options = {.cache_dir = ""};
    struct value_report report;
    struct value_index *index;
    assert_ok(db_schema(&a, db, &s, &err), err);
    assert_true(db->opening_spent > 0);
    assert_true(s.tables[schema_find_table(&s, slice_of("item"))].computed);
    assert_true(s.tables[schema_find_table(&s, slice_of("v"))].computed);
    assert_false(s.tables[schema_find_table(&s, slice_of("plain"))].computed);
    assert_ok(value_index_open(db, &s, &options, &index, &report, &err), err);
    assert_int_equal(report.views_skipped, 0);
    value_index_close(index);
    db->opening_spent = DB_OPENING_SECONDS;
    assert_ok(db_schema(&a, db, &s, &err), err);
    assert_ok(value_index_open(db, &s, &options, &index, &report, &err), err);
    assert_int_equal(report.views_skipped, 2);
    assert_int_equal(report.entries, 1);
    value_index_close(index);
    db_close(db);
    arena_release(&a);
    scratch_free(&scratch);
}

static int open_descriptors(void)
{
    int n = 0;
    DIR *dir = opendir("/proc/self/fd");
    while (readdir(dir))
        n++;
    closedir(dir);
    return n;
}

struct hammering {
    const char *path;
    int failures;
};

static void *hammer(void *context)
{
    struct hammering *h = context;
    struct db *db = open_isolated(h->path, (struct db_options){0});
    struct arena a = {0};
    for (int i = 0; i < 60; i++) {
        struct error err = {0};
        if (i % 20 == 7)
            run(db, "SELECT count(*) FROM n a, n b", 0.02, NULL, &err);
        else if (strcmp(rows_text(&a, db, "SELECT count(*) FROM n"), "100000") != 0)
            h->failures++;
    }
    db_close(db);
    arena_release(&a);
    return NULL;
}

static void threads_share_a_pool_and_nothing_is_left(void **state)
{
    (void)state;
    struct scratch scratch = scratch_new(shop_sql);
    int before = open_descriptors();
    pthread_t threads[4];
    struct hammering h[4];
    for (int i = 0; i < 4; i++) {
        h[i] = (struct hammering){scratch.db, 0};
        assert_int_equal(pthread_create(&threads[i], NULL, hammer, &h[i]), 0);
    }
    for (int i = 0; i < 4; i++) {
        pthread_join(threads[i], NULL);
        assert_int_equal(h[i].failures, 0);
    }
    assert_int_equal(open_descriptors(), before);
    scratch_free(&scratch);
}

/* ---- a worker that lies ------------------------------------------------------------------------ */

static void nothing_a_worker_says_can_hurt(void **state)
{
    (void)state;
    static const char *const ways[] = {
        "dies", "huge", "no-columns", "many-columns", "few-names", "no-header", "odd-cell",
        "half", "long-cell", "endless", "odd-status", "long-message", "zero-message", "silent",
    };
    struct db_options o = {.worker = getenv("HOSTILE_WORKER")};
    assert_non_null(o.worker);
    struct error err = {0};
    struct db_outcome outcome;
    for (int i = 0; i < COUNT_OF(ways); i++) {
        struct db *db = open_isolated(ways[i], o);
        enum status st = run(db, "SELECT 1", 0.3, &outcome, &err);
        if (st != ST_IO && st != ST_LIMIT && !(st == ST_OK && outcome.truncated))
            fail_test("'%s' gives %d: %s", ways[i], st, err.message);
        struct arena a = {0};
        struct schema s;
        if (strcmp(ways[i], "silent") != 0)
            assert_int_not_equal(db_schema(&a, db, &s, &err), ST_OK);
        arena_release(&a);
        db_close(db);
    }
    for (int seed = 0; seed < 200; seed++) {
        char name[32];
        snprintf(name, sizeof name, "babble%d", seed);
        struct db *db = open_isolated(name, o);
        run(db, "SELECT 1", 0.3, &outcome, &err);
        db_close(db);
    }
}

/* On a machine under load a process may take longer to start than the query has; whoever asks next
 * finds it ready.  (Before: late by as long as it took, half a second at load 20.) */
static void a_deadline_includes_the_start_of_a_process(void **state)
{
    (void)state;
    struct db_options o = {.worker = getenv("HOSTILE_WORKER"), .lazy = true};
    struct db *db = open_isolated("slow-start", o);
    struct error err = {0};
    struct db_outcome outcome;
    double start = now_seconds();
    assert_int_equal(run(db, "SELECT 1", 0.1, &outcome, &err), ST_LIMIT);
    assert_true(outcome.timed_out);
    assert_true(now_seconds() - start < 2);

    struct db_cancel cancel = {0};
    struct db_limits limits = {.cancel = &cancel};
    struct db_sink sink = {.row = stop_at_three, .context = &(int){0}};
    pthread_t thread;
    assert_int_equal(pthread_create(&thread, NULL, cancel_soon, &cancel), 0);
    assert_int_equal(db_query(db, "SELECT 1", &limits, &sink, &outcome, &err), ST_LIMIT);
    assert_true(outcome.cancelled);
    assert_true(now_seconds() - start < 2.5);
    pthread_join(thread, NULL);

    assert_ok(run(db, "SELECT 1", 20, &outcome, &err), err); /* by the first of them */
    db_close(db);
}

/* ---- starting ahead --------------------------------------------------------------------------- */

/* What was read of a file holds until it changes, and then nobody has to read it: not even a process
 * that cannot.  With lazy that shows when a query needs it. */
static void a_known_schema_needs_no_process(void **state)
{
    (void)state;
    struct scratch scratch = scratch_new(shop_sql);
    struct arena a = {0};
    struct error err = {0};
    struct schema read, cached, fewer;
    struct db *db = open_isolated(scratch.db, (struct db_options){.lazy = true});
    assert_ok(db_schema_cached(&a, db, scratch.cache, &read, &err), err);
    assert_ok(run(db, "SELECT 1", 5, NULL, &err), err);
    db_close(db);

    struct db_options useless = {.lazy = true, .worker = "/bin/false"};
    db = open_isolated(scratch.db, useless);
    assert_ok(db_schema_cached(&a, db, scratch.cache, &cached, &err), err);
    assert_int_equal(cached.n_columns, read.n_columns);
    assert_string_equal(cached.db_id, read.db_id);
    for (int i = 0; i < read.n_columns; i++) {
        assert_string_equal(cached.columns[i].name, read.columns[i].name);
        assert_string_equal(cached.columns[i].label, read.columns[i].label);
        assert_int_equal(cached.columns[i].type, read.columns[i].type);
    }
    for (int i = 0; i < read.n_tables; i++)
        assert_string_equal(cached.tables[i].label, read.tables[i].label);
    assert_int_equal(run(db, "SELECT 1", 5, NULL, &err), ST_IO);
    assert_non_null(strstr(err.message, "is no astormer of this version"));
    db_close(db);

    static const char *const hidden[] = {"sale"};
    useless.deny = hidden;
    useless.n_deny = 1;
    db = open_isolated(scratch.db, useless); /* something else may be seen: not what is known */
    assert_int_equal(db_schema_cached(&a, db, scratch.cache, &fewer, &err), ST_IO);
    db_close(db);
    scratch_run(&scratch, "ALTER TABLE item ADD COLUMN colour TEXT");
    useless.n_deny = 0;
    db = open_isolated(scratch.db, useless);
    assert_int_equal(db_schema_cached(&a, db, scratch.cache, &cached, &err), ST_IO);
    db_close(db);
    db = open_isolated(scratch.db, (struct db_options){.lazy = true});
    assert_ok(db_schema_cached(&a, db, scratch.cache, &cached, &err), err);
    assert_int_equal(cached.n_columns, read.n_columns + 1);
    db_close(db);
    scratch_free(&scratch);
    arena_release(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_and_schema_are_those_of_the_file),
        cmocka_unit_test(a_sink_may_stop_early),
        cmocka_unit_test(hiding_is_done_there),
        cmocka_unit_test(bombs_end_at_the_deadline),
        cmocka_unit_test(a_stuck_function_can_be_cancelled),
        cmocka_unit_test(killed_workers_are_replaced),
        cmocka_unit_test(a_spare_is_started_after_a_kill),
        cmocka_unit_test(a_worker_is_behind_its_wall),
        cmocka_unit_test(a_worker_reaches_nobody_else),
        cmocka_unit_test(a_file_may_change_while_it_is_open),
        cmocka_unit_test(opening_has_one_budget_for_what_may_cost_anything),
        cmocka_unit_test(threads_share_a_pool_and_nothing_is_left),
        cmocka_unit_test(nothing_a_worker_says_can_hurt),
        cmocka_unit_test(a_deadline_includes_the_start_of_a_process),
        cmocka_unit_test(a_known_schema_needs_no_process),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
