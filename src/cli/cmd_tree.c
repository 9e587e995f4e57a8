/* cmd_tree.c - SQL as a typed tree and as the actions that build it. */
#include "cli/cli.h"
#include "cli/terminal.h"
#include "cli/tree.h"
#include "db/db.h"

#include <string.h>

static const struct command_help help = {
    .usage = "tree DATABASE \"SELECT ...\"\n"
             "       astormer tree --tables tables.json --db ID \"SELECT ...\"\n"
             "       astormer tree --check --dataset NAME --data DIR --split SPLIT",
    .about =
        "Shows the typed tree of a query, with the step j at which each node is expanded in a\n"
        "traversal order; or checks that every query of a benchmark survives the way to tree,\n"
        "actions and back (exit code 1 if one that is not itself broken does not).",
    .examples = "  astormer tree shop.db \"SELECT name FROM customer WHERE age > 30\" --actions\n"
                "  astormer tree --tables tables.json --db concert_singer \\\n"
                "      \"SELECT count(*) FROM singer\" --order dfs-random --seed 3\n"
                "  astormer tree --check --dataset spider --data DIR --split dev --relations",
};

struct options {
    const char *tables, *db, *order, *dialect, *grammar;
    const char *dataset, *data, *split;
    long seed, paths, jobs;
    double timeout;
    bool dusql, actions, json, dot, sql, rules, check, relations, unify;
};

static bool parse_dialect(const char *name, enum sql_dialect *out)
{
    static const char *const names[] = {
        [SQL_SQLITE] = "sqlite", [SQL_POSTGRES] = "postgres", [SQL_BENCHMARK] = "benchmark"};
    for (int i = 0; i < COUNT_OF(names); i++)
        if (strcmp(name, names[i]) == 0) {
            *out = (enum sql_dialect)i;
            return true;
        }
    return false;
}

static enum status load_grammar(struct arena *arena, const char *path, struct grammar **out,
                                struct error *err)
{
    if (!path) {
        *out = grammar_builtin(arena);
        return ST_OK;
    }
    struct slice text;
    enum status st = file_read(arena, path, 1 << 20, &text, err);
    return st == ST_OK ? grammar_parse(arena, path, text.s, text.n, out, err) : st;
}

static enum status derive(struct arena *arena, const struct options *o, const struct grammar *g,
                          const struct schema *schema, const char *sql, struct query **query,
                          struct derivation **d, const struct value_codec *codec, struct error *err)
{
    struct derivation_rules *rules = ARENA_NEW(arena, struct derivation_rules);
    *rules = (struct derivation_rules){.grammar = g,
                                       .max_distance = -1,
                                       .max_steps = TREE_MAX_NODES,
                                       .n_tables = schema->n_tables,
                                       .n_columns = schema->n_columns,
                                       .eos = codec->eos};
    if (!traversal_parse(o->order, &rules->order))
        return fail(err, ST_USAGE, "unknown order '%s': dfs-l2r, dfs-random, bfs-l2r or bfs-random",
                    o->order);
    enum status st = sql_parse(arena, schema, sql, strlen(sql),
                               grammar_reading(g, SQL_READ_BENCHMARK), query, err);
    if (st == ST_OK && o->unify)
        query_unify_literals(schema, *query);
    struct tree *tree;
    if (st == ST_OK)
        st = tree_from_query(arena, g, schema, *query, &tree, err);
    struct rng rng;
    rng_seed(&rng, (uint64_t)o->seed);
    if (st == ST_OK)
        st = derivation_of_tree(arena, tree, codec, rules, &rng, d, err);
    return st;
}

/* Prints the query the finished tree stands for, so that --sql shows a whole round trip. */
static enum status show(struct arena *arena, const struct options *o, enum sql_dialect dialect,
                        const struct schema *schema, const struct derivation *d,
                        const struct value_codec *codec, struct error *err)
{
    struct tree *tree;
    struct query *query;
    enum status st = derivation_tree(arena, d, codec, &tree, err);
    if (st == ST_OK)
        st = tree_to_query(arena, schema, tree, &query, err);
    if (st != ST_OK)
        return st;
    const char *sql = sql_print(arena, schema, query, dialect);
    if (o->json)
        tree_print_json(d, schema, codec, sql);
    else if (o->dot)
        tree_print_dot(d, schema, codec);
    else if (o->actions)
        tree_print_actions(d, schema, codec);
    else if (!o->sql)
        tree_print_text(d, schema, codec);
    if (o->sql && !o->json)
        say_text(stdout, "%s\n", sql);
    return ST_OK;
}

/* The schema of a database file, or one record of a schema file. */
static enum status load_schema(struct arena *arena, const struct options *o, const char *database,
                               const struct schema **out, struct error *err)
{
    if (database) {
        struct schema *schema = ARENA_NEW(arena, struct schema);
        struct db *db;
        enum status st = db_open(database, &db, err);
        if (st != ST_OK)
            return st;
        st = db_schema(arena, db, schema, err);
        db_close(db);
        *out = schema;
        return st;
    }
    struct schema_set set;
    enum status st =
        schema_set_read(arena, o->tables, o->dusql ? SCHEMA_DUSQL : SCHEMA_SPIDER, &set, err);
    if (st != ST_OK)
        return st;
    *out = schema_set_find(&set, o->db);
    return *out ? ST_OK : fail(err, ST_IO, "%s: no database '%s'", o->tables, o->db);
}

static enum status show_query(struct arena *arena, const struct options *o, const struct grammar *g,
                              const char *database, const char *sql, struct error *err)
{
    enum sql_dialect dialect;
    if (!parse_dialect(o->dialect, &dialect))
        return fail(err, ST_USAGE, "unknown dialect '%s': sqlite, postgres or benchmark",
                    o->dialect);
    const struct schema *schema;
    enum status st = load_schema(arena, o, database, &schema, err);
    struct value_codec *codec = codec_words(arena);
    struct query *query;
    struct derivation *d;
    if (st == ST_OK)
        st = derive(arena, o, g, schema, sql, &query, &d, codec, err);
    return st == ST_OK ? show(arena, o, dialect, schema, d, codec, err) : st;
}

static int run(const struct options *o, const char *const *rest, int n_rest)
{
    struct arena arena = {0};
    struct grammar *g;
    struct error err = {0};
    int code = EXIT_ANSWERED;
    enum status st = load_grammar(&arena, o->grammar, &g, &err);
    if (st != ST_OK)
        code = cli_error(&err);
    else if (o->rules)
        tree_print_rules(g);
    else if (o->check && (!o->dataset || !o->data))
        code = cli_fail(EXIT_USAGE, "--check needs --dataset and --data");
    else if (o->check)
        code = tree_check_print(&(struct tree_check){.dataset = o->dataset,
                                                     .data = o->data,
                                                     .split = o->split,
                                                     .tables = o->tables,
                                                     .grammar = g,
                                                     .paths = o->paths,
                                                     .jobs = o->jobs,
                                                     .timeout = o->timeout,
                                                     .seed = (uint64_t)o->seed,
                                                     .relations = o->relations,
                                                     .unify = o->unify});
    else if (n_rest < 1 || n_rest != (o->tables && o->db ? 1 : 2))
        code = cli_fail(EXIT_USAGE, "usage: astormer %s", help.usage);
    else if (show_query(&arena, o, g, n_rest == 2 ? rest[0] : NULL, rest[n_rest - 1], &err) !=
             ST_OK)
        code = cli_error(&err);
    arena_release(&arena);
    return code;
}

int cmd_tree(int argc, char **argv)
{
    struct options o = {.order = "dfs-l2r",
                        .dialect = "sqlite",
                        .split = "dev",
                        .paths = 20,
                        .jobs = cpu_count(),
                        .timeout = 10,
                        .seed = 1};
    const struct arg args[] = {
        {"tables", ARG_TEXT, &o.tables, "FILE", "schemas: tables.json of Spider and others"},
        {"db", ARG_TEXT, &o.db, "ID", "which database of it"},
        {"dusql", ARG_FLAG, &o.dusql, NULL, "the file is DuSQL's: add TIME_NOW"},
        {"order", ARG_TEXT, &o.order, "ORDER",
         "dfs-l2r (default), dfs-random, bfs-l2r, bfs-random"},
        {"seed", ARG_INT, &o.seed, "N", "of the random orders"},
        {"actions", ARG_FLAG, &o.actions, NULL, "one line a step instead of the tree"},
        {"json", ARG_FLAG, &o.json, NULL, "steps and SQL as JSON"},
        {"dot", ARG_FLAG, &o.dot, NULL, "the tree for Graphviz"},
        {"sql", ARG_FLAG, &o.sql, NULL, "the SQL read back from the tree"},
        {"dialect", ARG_TEXT, &o.dialect, "NAME", "of that SQL: sqlite, postgres, benchmark"},
        {"unify", ARG_FLAG, &o.unify, NULL, "write '2014' and 2014 alike where SQLite does"},
        {"grammar", ARG_TEXT, &o.grammar, "FILE", "instead of the built-in one"},
        {"rules", ARG_FLAG, &o.rules, NULL, "list the grammar's rules and fields with their ids"},
        {"check", ARG_FLAG, &o.check, NULL, "round trip of a whole benchmark"},
        {"dataset", ARG_TEXT, &o.dataset, "NAME", "spider, sparc, corpus, ...; a part: corpus/alone"},
        {"data", ARG_TEXT, &o.data, "DIR", "where it is"},
        {"split", ARG_TEXT, &o.split, "NAME", "train, dev (default) or test"},
        {"paths", ARG_INT, &o.paths, "N", "random paths in each random order (20)"},
        {"relations", ARG_FLAG, &o.relations, NULL, "check relations against their definition too"},
        {"timeout", ARG_REAL, &o.timeout, "SECONDS", "a query may run (10)"},
        {"jobs", ARG_INT, &o.jobs, "N", "worker threads"},
    };
    const char *rest[2];
    int n_rest, code;
    if (!args_parse(&help, args, COUNT_OF(args), argc, argv, rest, 2, &n_rest, &code))
        return code;
    return run(&o, rest, n_rest);
}
