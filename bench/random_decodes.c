/* random_decodes.c - whatever is chosen among the allowed actions, a query comes of it that runs.
 *
 *   random_decodes N [GRAMMAR [SEED [SERVER]]]
 *
 * N random walks over the actions the constraints allow, on random SQLite databases: dates kept in
 * several ways, views, reserved words and Unicode as names, self-references, now and then 200 columns.
 * Every finished query is printed, prepared and run for a moment.  GRAMMAR is sql, paper or everyday
 * (default).  With SERVER (postgresql:///test) the databases are made there instead, in the schema
 * public, which is dropped each time, and queries are prepared only: what runs depends on the values.
 * Prints what failed, then counts; exit code 1 if a query does not run, or not prepare on a server. */
#include "search/internal.h"
#include "search/search.h"

#include <libpq-fe.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static const char vocabulary[] =
    "[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\n0\n1\n2\n3\n4\n5\n6\n7\n8\n9\na\nb\nc\nd\ne\nf\ng\nh\ni\n"
    "j\nk\nl\nm\nn\no\np\nq\nr\ns\nt\nu\nv\nw\nx\ny\nz\n##0\n##1\n##2\n##3\n##4\n##5\n##6\n##7\n"
    "##8\n##9\n##a\n##b\n##c\n##d\n##e\n##f\n##g\n##h\n##i\n##j\n##k\n##l\n##m\n##n\n##o\n##p\n"
    "##q\n##r\n##s\n##t\n##u\n##v\n##w\n##x\n##y\n##z\n%\n'\n\"\n,\n.\n-\n+\n?\n:\n|\nhow\nmany\nthe\n"
    "of\nwith\nname\ncolumn\ntable\nred\nblue\ngreen\nyear\nid\n2023\ntoday\nlast\nmonth\ndays\n";

static int below(struct rng *rng, int n)
{
    return (int)rng_below(rng, (uint32_t)n);
}

/* Where the databases are: a SQLite file each, or a schema of one server. */
struct home {
    sqlite3 *file;
    PGconn *server;
    char where[256];
};

static void run(struct home *at, const char *sql)
{
    char *message = NULL;
    bool good;
    if (at->server) {
        PGresult *result = PQexec(at->server, sql);
        good = PQresultStatus(result) == PGRES_COMMAND_OK || PQresultStatus(result) == PGRES_TUPLES_OK;
        message = PQerrorMessage(at->server);
        PQclear(result);
    } else {
        good = sqlite3_exec(at->file, sql, NULL, NULL, &message) == SQLITE_OK;
    }
    if (!good) {
        fprintf(stderr, "random_decodes: %s: %s\n", sql, message);
        exit(3);
    }
}

static void connect_server(struct home *at, const char *server)
{
    snprintf(at->where, sizeof at->where, "%s", server);
    at->server = PQconnectdb(server);
    if (PQstatus(at->server) != CONNECTION_OK) {
        fprintf(stderr, "random_decodes: %s", PQerrorMessage(at->server));
        exit(3);
    }
    run(at, "SET client_min_messages = error");
    run(at, "SET session_replication_role = replica"); /* rows of random keys */
}

static void open_home(struct home *at)
{
    if (at->server) {
        run(at, "DROP SCHEMA IF EXISTS public CASCADE; CREATE SCHEMA public");
        return;
    }
    snprintf(at->where, sizeof at->where, "/tmp/astormer-decodes-XXXXXX");
    close(mkstemp(at->where));
    CHECK(sqlite3_open(at->where, &at->file) == SQLITE_OK);
    run(at, "PRAGMA synchronous = off; PRAGMA journal_mode = off"); /* nobody will miss it */
}

static void close_home(struct home *at)
{
    if (at->server)
        return;
    sqlite3_close(at->file);
    unlink(at->where);
}

/* A value as a column of this type keeps it. */
static const char *random_cell(struct arena *a, struct rng *rng, int type)
{
    int year = 2020 + below(rng, 5), month = 1 + below(rng, 12), day = 1 + below(rng, 28);
    if (below(rng, 8) == 0)
        return "NULL";
    switch (type) {
    case 0:
        return arena_printf(a, "%d", below(rng, 100));
    case 1:
        return arena_printf(a, "'%c%d'", 'a' + below(rng, 26), below(rng, 10));
    case 2:
        return arena_printf(a, "%d.5", below(rng, 100));
    case 3:
        return arena_printf(a, "'%04d-%02d-%02d'", year, month, day);
    case 4:
        return arena_printf(a, "'%04d-%02d-%02d 10:20:30'", year, month, day);
    case 5:
        return arena_printf(a, "%d", 1577836800 + below(rng, 100000000));
    case 6:
        return arena_printf(a, "%04d%02d%02d", year, month, day);
    default:
        return below(rng, 2) ? "'1'" : "'0'";
    }
}

static void random_table(struct arena *a, struct rng *rng, struct home *at, int t)
{
    static const char *const types[] = {"INTEGER", "TEXT", "REAL", "DATE", "DATETIME", "INTEGER",
                                        "INTEGER", "BOOLEAN"};
    static const char *const server_types[] = {"integer", "text", "numeric", "date", "timestamp",
                                               "bigint", "integer", "boolean"};
    static const char *const names[] = {"n", "word", "amount", "born", "made_at", "seen_ts", "day",
                                        "active"};
    static const char *const odd[] = {"select", "two words", "qu\"ote", "x'; --", "Ünï", "order", "日付"};
    struct strbuf sql = strbuf_in(a), row;
    int n = below(rng, 60) == 0 ? 200 : 1 + below(rng, 6), n_keys = t == 0 ? 0 : below(rng, 3);
    int *kinds = ARENA_ARRAY(a, int, n);
    strbuf_printf(&sql, "CREATE TABLE t%d (id INTEGER PRIMARY KEY", t);
    for (int c = 0; c < n; c++) {
        int type = kinds[c] = below(rng, COUNT_OF(types));
        const char *name = below(rng, 12) == 0
                               ? arena_printf(a, "%s%d", odd[below(rng, COUNT_OF(odd))], c)
                               : arena_printf(a, "%s_%d_%d", names[type], t, c);
        strbuf_printf(&sql, ", %s %s", db_quote_name(a, name),
                      at->server ? server_types[type] : types[type]);
    }
    for (int k = 0; k < n_keys; k++)
        strbuf_printf(&sql, ", k%d INTEGER REFERENCES t%d(id)", k, below(rng, t + 1));
    strbuf_puts(&sql, ")");
    run(at, strbuf_text(&sql));
    for (int r = below(rng, 5); r > 0; r--) {
        row = strbuf_in(a);
        strbuf_printf(&row, "INSERT INTO t%d VALUES (%d", t, r);
        for (int c = 0; c < n; c++)
            strbuf_printf(&row, ", %s", random_cell(a, rng, kinds[c]));
        for (int k = 0; k < n_keys; k++)
            strbuf_printf(&row, ", %d", 1 + below(rng, 4));
        strbuf_puts(&row, ")");
        run(at, strbuf_text(&row));
    }
    if (below(rng, 6) == 0)
        run(at, arena_printf(a, "CREATE VIEW v%d AS SELECT id, count(*) AS n FROM t%d GROUP BY id", t, t));
}

/* Fills ids with the n actions a node might take, in a random order. */
static int shuffled_actions(const struct derivation_rules *rules, const struct candidate *node,
                            struct rng *rng, enum action_kind *kind, int *ids)
{
    const struct grammar *g = rules->grammar;
    int type = g->fields[node->field].type, n = 0, most;
    switch (g->types[type].kind) {
    case TYPE_TABLE:
        *kind = ACTION_TABLE;
        most = rules->n_tables;
        break;
    case TYPE_COLUMN:
        *kind = ACTION_COLUMN;
        most = rules->n_columns;
        break;
    case TYPE_VALUE:
        *kind = ACTION_TOKEN;
        most = rules->n_tokens;
        break;
    default:
        *kind = ACTION_RULE;
        most = g->n_rules;
    }
    for (int i = 0; i < most; i++)
        if (*kind != ACTION_RULE || g->rules[i].type == type)
            ids[n++] = i;
    for (int i = n - 1; i > 0; i--) {
        int k = below(rng, i + 1), id = ids[i];
        ids[i] = ids[k];
        ids[k] = id;
    }
    return n;
}

/* Some allowed action of a node, each as likely as the others. */
static bool random_action(struct partial *p, const struct derivation *d, const struct candidate *node,
                          struct rng *rng, struct action *out)
{
    enum { MOST = 4096 };
    int ids[MOST];
    enum action_kind kind;
    CHECK(d->rules->n_tokens <= MOST && d->rules->n_columns <= MOST);
    int n = shuffled_actions(d->rules, node, rng, &kind, ids);
    if (kind == ACTION_TOKEN && below(rng, 3) == 0) { /* values are to end some time */
        *out = (struct action){kind, d->rules->eos};
        if (partial_allows(p, node, *out))
            return true;
    }
    for (int i = 0; i < n; i++) {
        *out = (struct action){kind, ids[i]};
        if (partial_allows(p, node, *out))
            return true;
    }
    return false;
}

static int stop_soon(void *context)
{
    return ++*(int *)context > 30;
}

struct counts {
    long walks, dead, unread, bad, steps;
    long overflows; /* of sum() over integers: SQLite's answer to the values, not to the query */
};

static bool runs(sqlite3 *db, const char *sql, struct counts *counts)
{
    sqlite3_stmt *statement = NULL;
    int ticks = 0, code;
    if (sqlite3_prepare_v2(db, sql, -1, &statement, NULL) != SQLITE_OK) {
        printf("%s\n    %s\n", sqlite3_errmsg(db), sql);
        return false;
    }
    sqlite3_progress_handler(db, 1000, stop_soon, &ticks);
    while ((code = sqlite3_step(statement)) == SQLITE_ROW && ticks <= 30)
        ;
    bool overflow = code == SQLITE_ERROR && strcmp(sqlite3_errmsg(db), "integer overflow") == 0;
    bool good = code == SQLITE_DONE || code == SQLITE_ROW || code == SQLITE_INTERRUPT || overflow;
    counts->overflows += overflow;
    if (overflow)
        printf("overflow: %s\n", sql);
    if (!good)
        printf("%s\n    %s\n", sqlite3_errmsg(db), sql);
    sqlite3_progress_handler(db, 0, NULL, NULL);
    sqlite3_finalize(statement);
    return good;
}

static bool prepares(struct db *db, const char *sql)
{
    struct error err = {0};
    enum status st = strlen(sql) > DB_MAX_SQL ? ST_LIMIT : db_prepare(db, sql, &err);
    if (st == ST_OK || st == ST_LIMIT) /* a server under load may be late */
        return true;
    printf("%s\n    %s\n", err.message, sql);
    return false;
}

static void one_walk(struct arena *a, struct rng *rng, const struct model_database *database,
                     const struct model_question *question, const struct grammar *g,
                     const struct home *at, struct counts *counts)
{
    const struct schema *schema = &database->ground->schema;
    struct derivation_rules rules = {.grammar = g, .order = (enum traversal)below(rng, N_TRAVERSALS),
                                     .max_distance = -1, .max_steps = 24 + below(rng, 216),
                                     .n_tables = schema->n_tables, .n_columns = schema->n_columns,
                                     .n_tokens = database->vocab->n_pieces, .eos = database->vocab->sep};
    struct constraints *c = constraints_new(a, g, question, rules.max_steps);
    struct partial *p = partial_new(a), *next = partial_new(a);
    struct derivation *d = derivation_new(a, &rules);
    struct error err = {0};
    counts->walks++;
    partial_read(p, c, d);
    while (!derivation_finished(d)) {
        struct candidate nodes[GRAMMAR_MAX_SLOTS];
        struct action action;
        int n = derivation_candidates(d, nodes), k = below(rng, n), tries = 0;
        while (tries < n && !random_action(p, d, &nodes[k], rng, &action)) {
            k = (k + 1) % n;
            tries++;
        }
        if (tries == n) {
            counts->dead++;
            printf("dead end after %d of %d steps in %s:", d->n_steps, rules.max_steps,
                   traversal_names[rules.order]);
            for (int i = 0; i < d->n_steps; i++)
                if (d->steps[i]->action.kind == ACTION_RULE)
                    printf(" %s", g->rules[d->steps[i]->action.id].name);
            printf(" at %s", g->fields[nodes[0].field].name);
            for (int i = d->n_steps - 1; i >= 0 && d->steps[i]->action.kind == ACTION_TOKEN; i--)
                printf(" <%.*s>", (int)database->vocab->pieces[d->steps[i]->action.id].n,
                       database->vocab->pieces[d->steps[i]->action.id].s);
            puts("");
            return;
        }
        CHECK(derivation_apply(a, d, nodes[k].slot, action, &err) == ST_OK);
        partial_follow(next, p, d); /* as the beam does */
        struct partial *before = p;
        p = next;
        next = before;
    }
    struct value_codec codec = model_codec(database->vocab);
    struct tree *tree;
    struct query *query;
    CHECK(derivation_tree(a, d, &codec, &tree, &err) == ST_OK);
    counts->steps += d->n_steps;
    if (tree_to_query(a, schema, tree, &query, &err) != ST_OK) {
        printf("no query: %s:", err.message);
        for (int i = 0; i < tree->n_nodes; i++)
            if (tree->nodes[i].value.text)
                printf(" '%s'", tree->nodes[i].value.text);
        puts("");
        counts->unread++;
    } else if (!query_is_valid(schema, query)) {
        printf("not valid: %s\n", sql_print(a, schema, query, SQL_SQLITE));
        counts->unread++;
    } else if (at->server ? !prepares(database->ground->db, sql_print(a, schema, query, SQL_POSTGRES))
                          : !runs(at->file, sql_print(a, schema, query, SQL_SQLITE), counts)) {
        counts->bad++;
    }
}

static void one_database(struct rng *rng, const struct grammar *g, const struct vocab *vocab, int walks,
                         struct home *at, struct counts *counts)
{
    struct arena a = {0}, scratch = {0};
    struct error err = {0};
    open_home(at);
    int n_tables = 1 + below(rng, 6);
    run(at, "BEGIN");
    for (int t = 0; t < n_tables; t++)
        random_table(&a, rng, at, t);
    run(at, "COMMIT");
    struct model_config config = model_config_default();
    config.encoder = ENCODER_STATIC;
    struct value_options options = {.cache_dir = ""};
    struct model_database *database;
    struct model_question question;
    const char *text = "how many red names of the table since 2023 with id 17 or 'x y'?";
    if (model_database_open(&config, vocab, at->where, NULL, &options, &database, &err) != ST_OK) {
        fprintf(stderr, "random_decodes: %s\n", err.message);
        exit(3);
    }
    CHECK(model_question_read(&a, database, &text, 1, NULL, NULL, &question, &err) == ST_OK);
    for (int i = 0; i < walks; i++) {
        one_walk(&scratch, rng, database, &question, g, at, counts);
        arena_clear(&scratch);
    }
    model_database_close(database);
    close_home(at);
    arena_release(&scratch);
    arena_release(&a);
}

int main(int argc, char **argv)
{
    enum { WALKS = 100 };
    long n = argc > 1 ? atol(argv[1]) : 0;
    const char *name = argc > 2 ? argv[2] : "everyday";
    const char *text = strcmp(name, "sql") == 0     ? grammar_builtin_text()
                       : strcmp(name, "paper") == 0 ? grammar_paper_builtin_text()
                                                    : grammar_everyday_builtin_text();
    struct arena arena = {0};
    struct error err = {0};
    struct grammar *g;
    struct vocab vocab;
    struct rng rng;
    struct counts counts = {0};
    struct home at = {0};
    if (n <= 0) {
        fprintf(stderr, "usage: random_decodes N [sql|paper|everyday [SEED [SERVER]]]\n");
        return 2;
    }
    rng_seed(&rng, argc > 3 ? (uint64_t)atol(argv[3]) : 1);
    CHECK(grammar_parse(&arena, name, text, strlen(text), &g, &err) == ST_OK);
    CHECK(vocab_parse(&arena, slice_of(vocabulary), "small", VOCAB_UNCASED, &vocab, &err) == ST_OK);
    if (argc > 4)
        connect_server(&at, argv[4]);
    double start = now_seconds();
    while (counts.walks < n)
        one_database(&rng, g, &vocab, (int)MIN(n - counts.walks, WALKS), &at, &counts);
    printf("%ld walks of %s: %ld dead ends, %ld no query, %ld do not run (%ld more overflow); %.1f steps "
           "each, %.0f s, %.0f s of processor\n",
           counts.walks, name, counts.dead, counts.unread, counts.bad, counts.overflows,
           (double)counts.steps / (double)MAX(counts.walks - counts.dead, 1), now_seconds() - start,
           (double)clock() / CLOCKS_PER_SEC);
    if (at.server)
        PQfinish(at.server);
    arena_release(&arena);
    return counts.unread > 0 || counts.bad > 0;
}
