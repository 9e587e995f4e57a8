/* cmd_data.c - astormer data stats: the paper's table of datasets, measured; astormer data check. */
#include "cli/data.h"

#include "text/text.h"
#include "tree/tree.h"

#include <ctype.h>
#include <string.h>

static const struct command_help help = {
    .usage = "data stats --dataset NAME --data DIR [--json]\n"
             "       astormer data check CORPUS [--against tables.json] [--only NAME] [--json]",
    .about = "Measures what the paper's table of datasets states: sizes, lengths of questions, queries\n"
             "and trees, over all splits that have gold queries. What cannot be read or parsed is\n"
             "counted, and the first cases are listed.\n"
             "check builds the databases of a corpus, runs every query and says what is wrong: what the\n"
             "guide in corpus/ asks for, duplicates, tags that do not fit the query, schemas too like\n"
             "another's. Exit code 1 if there are findings.",
    .examples = "  astormer data stats --dataset spider --data data\n"
                "  astormer data stats --dataset sparc --data data --json\n"
                "  astormer data check corpus --against data/spider/tables.json",
};

struct stats {
    long samples, interactions, databases, bad, unparsed;
    double db_tables;                       /* sum over databases */
    double question, tables, columns, sql, nodes; /* sums over samples */
    long with_tree;
    int max_depth, max_nodes;
    bool multi_turn;
    enum language language;
};

/* Words of a question; in Chinese, characters. */
static int question_tokens(struct arena *arena, const struct example *e)
{
    const char *text = example_joined_question(arena, e);
    return words_split(arena, text, strlen(text)).n;
}

/* Names, numbers, quoted texts and single marks, as the benchmarks' tokenizers count them. */
static int sql_tokens(const char *s)
{
    int n = 0;
    while (*s) {
        unsigned char c = (unsigned char)*s;
        if (isspace(c)) {
            s++;
            continue;
        }
        n++;
        if (c == '\'' || c == '"') {
            const char *end = strchr(s + 1, (char)c);
            s = end ? end + 1 : s + strlen(s);
        } else if (isalnum(c) || c >= 0x80 || c == '_') {
            while (isalnum((unsigned char)*s) || (unsigned char)*s >= 0x80 || *s == '_')
                s++;
        } else {
            s += (c == '<' || c == '>' || c == '!') && s[1] == '=' ? 2 : 1;
        }
    }
    return n;
}

static enum status measure_tree(struct arena *arena, const struct grammar *grammar,
                                const struct example *e, struct stats *out, struct error *err)
{
    struct query *query;
    struct tree *tree;
    struct derivation *d;
    struct derivation_rules rules = {.grammar = grammar, .max_distance = -1, .max_steps = 4096,
                                     .n_tables = e->schema->n_tables,
                                     .n_columns = e->schema->n_columns};
    struct value_codec *codec = codec_words(arena);
    rules.eos = codec->eos;
    enum status st = sql_parse(arena, e->schema, e->sql, strlen(e->sql), SQL_READ_BENCHMARK, &query,
                               err);
    if (st == ST_OK)
        st = tree_from_query(arena, grammar, e->schema, query, &tree, err);
    if (st == ST_OK)
        st = derivation_of_tree(arena, tree, codec, &rules, NULL, &d, err);
    if (st != ST_OK)
        return st;
    out->with_tree++;
    out->nodes += d->n_steps;
    out->max_nodes = MAX(out->max_nodes, d->n_steps);
    for (int i = 0; i < d->n_steps; i++)
        out->max_depth = MAX(out->max_depth, d->steps[i]->depth);
    return ST_OK;
}

static void measure_split(const struct grammar *grammar, const struct dataset *d,
                          struct stats *out)
{
    struct arena scratch = {0};
    struct progress progress;
    progress_begin(&progress, "queries", d->n_examples);
    for (int i = 0; i < d->n_examples; i++) {
        const struct example *e = &d->examples[i];
        struct error err = {0};
        out->samples++;
        out->question += question_tokens(&scratch, e);
        out->tables += e->schema->n_tables;
        out->columns += e->schema->n_columns;
        if (e->sql) {
            out->sql += sql_tokens(e->sql);
            if (measure_tree(&scratch, grammar, e, out, &err) != ST_OK && out->unparsed++ < 3)
                fprintf(stderr, "%s %s, example %d: %s\n", d->name, d->split, i, err.message);
        }
        arena_clear(&scratch);
        progress_at(&progress, i);
    }
    progress_end(&progress);
    out->interactions += d->n_interactions;
    out->bad += d->n_bad;
    arena_release(&scratch);
}

static void print_table(const char *name, const struct stats *s)
{
    double n = (double)MAX(s->samples, 1);
    printf("dataset                %s\n", name);
    printf("language               %s\n", s->language == LANGUAGE_CHINESE ? "ZH" : "EN");
    printf("samples                %ld\n", s->samples);
    printf("conversations          %ld\n", s->multi_turn ? s->interactions : 0);
    printf("databases              %ld\n", s->databases);
    printf("tables per database    %.1f\n", s->db_tables / (double)MAX(s->databases, 1));
    printf("multi-turn             %s\n", s->multi_turn ? "yes" : "no");
    printf("question tokens        %.1f\n", s->question / n);
    printf("tables per sample      %.1f\n", s->tables / n);
    printf("columns per sample     %.1f\n", s->columns / n);
    printf("SQL tokens             %.1f\n", s->sql / n);
    printf("AST steps              %.1f (at most %d, depth %d)\n",
           s->nodes / (double)MAX(s->with_tree, 1), s->max_nodes, s->max_depth);
    printf("records not read       %ld\n", s->bad);
    printf("queries not parsed     %ld\n", s->unparsed);
}

static void print_json(const char *name, const struct stats *s)
{
    double n = (double)MAX(s->samples, 1);
    json_t *json = json_pack(
        "{s:s, s:I, s:I, s:I, s:f, s:b, s:f, s:f, s:f, s:f, s:f, s:i, s:i, s:I, s:I}", "dataset",
        name, "samples", (json_int_t)s->samples, "conversations",
        (json_int_t)(s->multi_turn ? s->interactions : 0), "databases", (json_int_t)s->databases,
        "tables_per_database", s->db_tables / (double)MAX(s->databases, 1), "multi_turn",
        (int)s->multi_turn, "question_tokens", s->question / n, "tables", s->tables / n, "columns",
        s->columns / n, "sql_tokens", s->sql / n, "ast_steps",
        s->nodes / (double)MAX(s->with_tree, 1), "max_ast_steps", s->max_nodes, "max_depth",
        s->max_depth, "records_not_read", (json_int_t)s->bad, "queries_not_parsed",
        (json_int_t)s->unparsed);
    json_dumpf(json, stdout, JSON_INDENT(2) | JSON_REAL_PRECISION(6));
    putchar('\n');
    json_decref(json);
}

static int stats_command(const struct data_options *o)
{
    struct arena arena = {0};
    struct stats stats = {0};
    struct error err = {0};
    struct map seen = map_in(&arena);
    const struct grammar *grammar = grammar_builtin(&arena);
    const char *name = arena_strndup(&arena, o->dataset, strcspn(o->dataset, "/"));
    const char *const *splits = dataset_splits(name);
    if (!splits)
        return cli_fail(EXIT_USAGE, "unknown dataset '%s': %s", name, dataset_names_text());
    for (int i = 0; splits[i]; i++) {
        struct dataset d;
        struct dataset_source source = {o->dataset, o->data, splits[i], o->tables, o->databases};
        if (dataset_read_from(&arena, &source, &d, &err) != ST_OK)
            return cli_error(&err);
        stats.language = d.language;
        stats.multi_turn = d.multi_turn;
        for (int k = 0; k < d.n_examples; k++) {
            const char *id = d.examples[k].db_id;
            map_put(&seen, id, strlen(id), 0);
            if (seen.count > stats.databases) {
                stats.databases++;
                stats.db_tables += d.examples[k].schema->n_tables;
            }
        }
        measure_split(grammar, &d, &stats);
    }
    o->json ? print_json(o->dataset, &stats) : print_table(o->dataset, &stats);
    arena_release(&arena);
    return EXIT_ANSWERED;
}

int cmd_data(int argc, char **argv)
{
    struct data_options o = {0};
    const char *rest[2];
    const struct arg args[] = {
        {"dataset", ARG_TEXT, &o.dataset, "NAME", "stats: spider, corpus, ...; a part: corpus/alone"},
        {"data", ARG_TEXT, &o.data, "DIR", "stats: folder that holds the dataset (jsonl: the file)"},
        {"tables", ARG_TEXT, &o.tables, "FILE", "stats: schema file instead of the dataset's own"},
        {"databases", ARG_TEXT, &o.databases, "DIR", "stats, jsonl: folder of the databases"},
        {"against", ARG_LIST, &o.against, "FILE", "check: tables.json no schema may resemble; may be repeated"},
        {"only", ARG_LIST, &o.only, "NAME", "check: only this database; may be repeated"},
        {"json", ARG_FLAG, &o.json, NULL, "for programs"},
    };
    int n_rest, code;
    if (!args_parse(&help, args, COUNT_OF(args), argc, argv, rest, COUNT_OF(rest), &n_rest, &code))
        return code;
    if (n_rest == 1 && strcmp(rest[0], "stats") == 0 && o.dataset && o.data)
        return stats_command(&o);
    if (n_rest == 2 && strcmp(rest[0], "check") == 0)
        return data_check_command(rest[1], &o);
    return cli_fail(EXIT_USAGE, "usage: astormer %s", help.usage);
}
