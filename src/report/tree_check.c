/* tree_check.c - does every query of a benchmark survive the way to a tree, to actions, and back?
 *
 * For each query: parse; tree; in each order one path (twenty in a random one) as a derivation;
 * from the derivation the tree again, which must be equal; from it the query, equal; its SQL,
 * which must parse to the same query.  The bare actions are also replayed as a beam search would
 * apply them, by field only, which may permute unordered siblings and nothing else.  Where there
 * is a database, gold and printed SQL must give the same rows.
 *
 * A gold query that we cannot read and SQLite, on an empty database of the same schema, cannot
 * prepare either is broken itself: listed, but no failure of ours. */
#include "report/tree_check.h"

#include "db/db.h"
#include "ground/ground.h"

#include <sqlite3.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

const char *const tree_verdict_names[N_TREE_VERDICTS] = {
    "same",           "gold is broken",         "cannot be read", "no tree", "changed on the way",
    "wrong relation", "printed SQL is refused", "other rows",
};

/* The two databases keep open for the schema they were opened for, as neighbours share one. */
struct worker {
    struct arena scratch, lasting;
    struct value_codec *codec;
    struct db *db;
    sqlite3 *empty;
    const struct schema *db_of, *empty_of;
};

struct run {
    const struct tree_check *check;
    const struct dataset *data;
    struct tree_result *results;
    char **reasons; /* malloc'ed by whoever had one, or NULL */
    struct worker *workers;
    struct progress progress;
    atomic_long done;
};

/* ---- SQLite ------------------------------------------------------------------------------ */

/* The tables of a schema without rows, to see what SQLite makes of a query. */
static sqlite3 *empty_database(struct worker *w, const struct schema *schema)
{
    if (w->empty_of == schema)
        return w->empty;
    sqlite3_close(w->empty);
    w->empty_of = schema;
    if (sqlite3_open(":memory:", &w->empty) != SQLITE_OK)
        return NULL;
    for (int t = 0; t < schema->n_tables; t++) {
        struct strbuf b = strbuf_in(&w->scratch);
        strbuf_puts(&b, "CREATE TABLE ");
        sql_put_name(&b, schema->tables[t].name, SQL_SQLITE);
        int n = 0;
        for (int c = 0; c < schema->n_columns; c++) {
            if (schema->columns[c].table != t ||
                schema_find_column(schema, t, slice_of(schema->columns[c].name)) != c)
                continue; /* a name that is there twice cannot be created twice */
            strbuf_puts(&b, n++ ? ", " : " (");
            sql_put_name(&b, schema->columns[c].name, SQL_SQLITE);
            strbuf_puts(&b, schema->columns[c].type == COLUMN_NUMBER ? " NUMERIC" : " TEXT");
        }
        strbuf_puts(&b, ")");
        if (n > 0)
            sqlite3_exec(w->empty, strbuf_text(&b), NULL, NULL, NULL);
    }
    return w->empty;
}

static bool prepares(sqlite3 *db, const char *sql, struct error *err)
{
    sqlite3_stmt *statement = NULL;
    bool ok = db && sqlite3_prepare_v2(db, sql, -1, &statement, NULL) == SQLITE_OK;
    if (!ok)
        fail(err, ST_INPUT, "%s", db ? sqlite3_errmsg(db) : "no memory for a database");
    sqlite3_finalize(statement);
    return ok;
}

static struct db *real_database(struct run *r, struct worker *w, const struct example *e)
{
    if (w->db_of == e->schema)
        return w->db;
    db_close(w->db);
    w->db = NULL;
    w->db_of = e->schema;
    const char *path = dataset_database(&w->scratch, r->data, e->db_id);
    if (path && db_open(path, &w->db, NULL) != ST_OK)
        w->db = NULL;
    return w->db;
}

/* Gold files write "> =" and "! ="; SQLite wants them joined.  Quoted text is left alone. */
static char *join_operators(struct arena *arena, const char *sql)
{
    char *out = arena_strdup(arena, sql), *to = out, quote = 0;
    for (const char *s = sql; *s; s++) {
        if (quote)
            quote = *s == quote ? 0 : quote;
        else if (*s == '\'' || *s == '"')
            quote = *s;
        *to++ = *s;
        if (!quote && strchr("<>!", *s)) {
            const char *next = s + 1 + strspn(s + 1, " ");
            if (*next == '=')
                s = next - 1;
        }
    }
    *to = '\0';
    return out;
}

struct digest {
    long n_rows;
    int n_columns;
    uint64_t in_order, any_order;
};

static bool digest_header(void *context, const char *const *names, int n)
{
    ((struct digest *)context)->n_columns = n;
    return true;
}

static bool digest_row(void *context, const struct db_cell *cells, int n)
{
    struct digest *d = context;
    uint64_t h = 1;
    for (int i = 0; i < n; i++) {
        h = mix64(h + (uint64_t)cells[i].kind);
        if (cells[i].kind == DB_INTEGER)
            h = mix64(h ^ (uint64_t)cells[i].integer);
        else if (cells[i].kind == DB_REAL)
            h = hash_bytes(&cells[i].real, sizeof cells[i].real, h);
        else if (cells[i].kind != DB_NULL)
            h = hash_bytes(cells[i].bytes.s, cells[i].bytes.n, h);
    }
    d->n_rows++;
    d->any_order += h;
    d->in_order = mix64(d->in_order + h);
    return true;
}

static enum status digest_query(struct db *db, const char *sql, double timeout, struct digest *out,
                                struct error *err)
{
    *out = (struct digest){0};
    struct db_limits limits = {.seconds = timeout};
    struct db_sink sink = {digest_header, digest_row, out};
    struct db_outcome outcome;
    return db_query(db, sql, &limits, &sink, &outcome, err);
}

static enum tree_rows compare_rows(struct db *db, const char *gold, const char *ours, double timeout,
                              bool ordered, struct error *err)
{
    struct digest a, b;
    enum status st = digest_query(db, gold, timeout, &a, err);
    if (st == ST_OK)
        st = digest_query(db, ours, timeout, &b, err);
    else if (st != ST_LIMIT)
        return fail_in(err, "gold does not run"), ROWS_GOLD_FAILS;
    if (st == ST_LIMIT)
        return ROWS_TOO_SLOW;
    if (st != ST_OK)
        return fail_in(err, "%s", ours), ROWS_DIFFERENT;
    if (a.n_rows != b.n_rows || a.n_columns != b.n_columns || a.any_order != b.any_order) {
        fail(err, ST_INPUT, "%ld rows instead of %ld: %s", b.n_rows, a.n_rows, ours);
        return ROWS_DIFFERENT;
    }
    return !ordered || a.in_order == b.in_order ? ROWS_EQUAL : ROWS_UNORDERED;
}

/* ---- one query --------------------------------------------------------------------------- */

struct job {
    struct run *run;
    struct worker *w;
    const struct example *example;
    struct tree_result *result;
    struct query *query;
    struct tree *tree;
    struct error err;
};

static bool differ(struct job *job, const char *what, enum traversal order)
{
    fail(&job->err, ST_INPUT, "%s in %s", what, traversal_names[order]);
    job->result->verdict = TREE_CHANGED;
    return false;
}

/* What a search does with the same decisions: it knows fields, not slots. */
static bool replay_by_field(struct job *job, const struct derivation *known)
{
    struct arena *a = &job->w->scratch;
    struct derivation *d = derivation_new(a, known->rules);
    for (int j = 0; j < known->n_steps; j++) {
        struct candidate candidates[GRAMMAR_MAX_SLOTS];
        int n = derivation_candidates(d, candidates), k = 0;
        while (k < n && candidates[k].field != known->steps[j]->field)
            k++;
        if (k == n ||
            derivation_apply(a, d, candidates[k].slot, known->steps[j]->action, &job->err) != ST_OK)
            return differ(job, "an action was refused", known->rules->order);
    }
    struct tree *tree;
    if (derivation_tree(a, d, job->w->codec, &tree, &job->err) != ST_OK ||
        tree_hash_unordered(tree) != tree_hash_unordered(job->tree))
        return differ(job, "bare actions give another tree", known->rules->order);
    if (!traversal_random(known->rules->order) && !tree_equal(tree, job->tree))
        return differ(job, "bare actions order siblings differently", known->rules->order);
    return true;
}

static struct derivation_rules rules_for(const struct job *job, enum traversal order, int distance)
{
    return (struct derivation_rules){.grammar = job->run->check->grammar,
                                     .order = order,
                                     .max_distance = distance,
                                     .max_steps = TREE_MAX_NODES,
                                     .n_tables = job->example->schema->n_tables,
                                     .n_columns = job->example->schema->n_columns,
                                     .eos = job->w->codec->eos};
}

static bool check_path(struct job *job, enum traversal order, struct rng *rng)
{
    struct arena *a = &job->w->scratch;
    struct derivation_rules rules = rules_for(job, order, -1);
    struct derivation *d;
    struct tree *tree;
    struct query *query;
    if (derivation_of_tree(a, job->tree, job->w->codec, &rules, rng, &d, &job->err) != ST_OK ||
        derivation_tree(a, d, job->w->codec, &tree, &job->err) != ST_OK)
        return differ(job, job->err.message, order);
    job->result->n_steps = d->n_steps;
    if (!tree_equal(tree, job->tree))
        return differ(job, "the actions give another tree", order);
    if (tree_to_query(a, job->example->schema, tree, &query, &job->err) != ST_OK)
        return differ(job, job->err.message, order);
    if (!query_equal(query, job->query))
        return differ(job, "the tree gives another query", order);
    return replay_by_field(job, d);
}

static bool check_paths(struct job *job)
{
    struct rng rng;
    rng_seed(&rng, job->run->check->seed ^ (uint64_t)(job->example - job->run->data->examples));
    for (int order = 0; order < N_TRAVERSALS; order++) {
        long n = traversal_random((enum traversal)order) ? job->run->check->paths : 1;
        for (long i = 0; i < n; i++) {
            struct arena_mark mark = arena_mark(&job->w->scratch);
            if (!check_path(job, (enum traversal)order, &rng))
                return false;
            arena_reset(&job->w->scratch, mark);
        }
    }
    return true;
}

static bool check_relations(struct job *job)
{
    static const int distances[] = {2, 4, 8, 16};
    struct rng rng;
    rng_seed(&rng, job->run->check->seed + 1);
    for (int order = 0; order < N_TRAVERSALS; order++)
        for (int k = 0; k < COUNT_OF(distances); k++) {
            struct arena_mark mark = arena_mark(&job->w->scratch);
            struct derivation_rules rules = rules_for(job, (enum traversal)order, distances[k]);
            struct derivation *d;
            if (derivation_of_tree(&job->w->scratch, job->tree, job->w->codec, &rules, &rng, &d,
                                   &job->err) != ST_OK)
                return differ(job, job->err.message, (enum traversal)order);
            for (int j = 0; j < d->n_steps; j++)
                for (int i = 0; i <= j; i++)
                    if (d->steps[j]->relations[i] !=
                        relation_by_definition(d, j, i, distances[k])) {
                        fail(&job->err, ST_INPUT, "steps %d and %d in %s, R = %d", j, i,
                             traversal_names[order], distances[k]);
                        job->result->verdict = TREE_WRONG_RELATION;
                        return false;
                    }
            arena_reset(&job->w->scratch, mark);
        }
    return true;
}

/* The query read back from the tree, printed: must read as the same query and, where there are
 * rows, select the same. */
static bool check_printed(struct job *job, const char *gold)
{
    struct arena *a = &job->w->scratch;
    const struct schema *schema = job->example->schema;
    struct query *query, *again;
    struct error gold_err = {0};
    if (tree_to_query(a, schema, job->tree, &query, &job->err) != ST_OK)
        return differ(job, job->err.message, 0);
    const char *ours = sql_print(a, schema, query, SQL_SQLITE);
    if (sql_parse(a, schema, ours, strlen(ours), grammar_reading(job->run->check->grammar, SQL_READ_STRICT), &again,
                  &job->err) != ST_OK ||
        !query_equal(query, again)) {
        fail(&job->err, ST_INPUT, "printed SQL reads differently: %s", ours);
        job->result->verdict = TREE_UNPRINTED;
        return false;
    }
    sqlite3 *empty = empty_database(job->w, schema);
    struct db *db = real_database(job->run, job->w, job->example);
    if (!prepares(empty, ours, &job->err) && prepares(empty, gold, &gold_err)) {
        fail_in(&job->err, "%s", ours);
        job->result->verdict = TREE_UNPRINTED;
        return false;
    }
    if (!db)
        return true;
    job->result->rows =
        compare_rows(db, gold, ours, job->run->check->timeout, query->n_order > 0, &job->err);
    if (job->result->rows == ROWS_DIFFERENT)
        job->result->verdict = TREE_OTHER_ROWS;
    return job->result->rows != ROWS_DIFFERENT;
}

static bool check_query(struct job *job)
{
    struct arena *a = &job->w->scratch;
    const struct example *e = job->example;
    const char *gold = join_operators(a, e->sql);
    struct error sqlite_err;
    const struct grammar *grammar = job->run->check->grammar;
    if (sql_parse(a, e->schema, e->sql, strlen(e->sql), grammar_reading(grammar, SQL_READ_BENCHMARK),
                  &job->query, &job->err) != ST_OK) {
        bool ours = prepares(empty_database(job->w, e->schema), gold, &sqlite_err);
        job->result->verdict = ours ? TREE_UNREAD : TREE_BROKEN;
        return false;
    }
    if (job->run->check->unify)
        query_unify_literals(e->schema, job->query);
    if (grammar_find_rule(grammar, "Join", 0) >= 0)
        query_orient_joins(job->query);
    if (tree_from_query(a, grammar, e->schema, job->query, &job->tree,
                        &job->err) != ST_OK) {
        job->result->verdict = TREE_NO_TREE;
        return false;
    }
    for (int i = 0; i < job->tree->n_nodes; i++)
        job->result->extension |=
            job->tree->nodes[i].rule >= job->run->check->grammar->n_base_rules;
    return check_paths(job) && (!job->run->check->relations || check_relations(job)) &&
           check_printed(job, gold);
}

static void check_task(void *context, int task, int worker)
{
    struct run *r = context;
    struct job job = {.run = r,
                      .w = &r->workers[worker],
                      .example = &r->data->examples[task],
                      .result = &r->results[task]};
    arena_clear(&job.w->scratch);
    bool same = !job.example->sql || check_query(&job);
    if (!same || job.result->rows == ROWS_GOLD_FAILS)
        r->reasons[task] = strdup(job.err.message);
    long done = atomic_fetch_add(&r->done, 1) + 1;
    if (worker == 0)
        progress_at(&r->progress, done);
}

/* ---- all of them -------------------------------------------------------------------------- */

/* How columns keep times is part of what a query means (docs/SQL.md), and their contents tell. */
static void learn_times(struct arena *arena, const struct dataset *data)
{
    const struct schema *last = NULL;
    for (int i = 0; i < data->n_examples; i++) {
        const struct example *e = &data->examples[i];
        const char *path = e->schema == last ? NULL : dataset_database(arena, data, e->db_id);
        struct ground_options options = {.values = {.cache_dir = ""}};
        struct ground_database *ground;
        last = e->schema;
        if (!path || ground_open(path, e->schema, &options, &ground, NULL) != ST_OK)
            continue;
        for (int k = 0; k < e->schema->n_columns; k++)
            e->schema->columns[k].time = ground->schema.columns[k].time;
        ground_close(ground);
    }
}

static void finish(struct arena *arena, struct run *r, struct pool *pool)
{
    for (int i = 0; i < pool_size(pool); i++) {
        db_close(r->workers[i].db);
        sqlite3_close(r->workers[i].empty);
        arena_release(&r->workers[i].scratch);
        arena_release(&r->workers[i].lasting);
    }
    for (int i = 0; i < r->data->n_examples; i++) {
        char *reason = r->reasons[i];
        r->results[i].reason = reason ? arena_strdup(arena, reason) : NULL;
        free(reason);
    }
    pool_free(pool);
}

enum status tree_check_run(struct arena *arena, const struct tree_check *check,
                           struct tree_checked *out, struct error *err)
{
    *out = (struct tree_checked){0};
    struct dataset *data = &out->data;
    enum status st =
        dataset_read(arena, check->dataset, check->data, check->split, check->tables, data, err);
    if (st != ST_OK)
        return st;
    if (grammar_reading(check->grammar, SQL_READ_STRICT) != SQL_READ_STRICT)
        learn_times(arena, data);
    struct run r = {.check = check, .data = data};
    struct pool *pool = pool_new((int)MAX(1, MIN(check->jobs, 64)));
    out->results = r.results = ARENA_ARRAY(arena, struct tree_result, data->n_examples);
    r.reasons = ARENA_ARRAY(arena, char *, data->n_examples);
    r.workers = ARENA_ARRAY(arena, struct worker, pool_size(pool));
    for (int i = 0; i < pool_size(pool); i++)
        r.workers[i].codec = codec_words(&r.workers[i].lasting);
    progress_begin(&r.progress, "round trip", data->n_examples);
    pool_run(pool, data->n_examples, check_task, &r);
    progress_end(&r.progress);
    finish(arena, &r, pool);
    return ST_OK;
}
