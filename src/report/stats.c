/* stats.c - the paper's table of datasets, measured, and what pairs of question and query are made of. */
#include "report/stats.h"

#include "text/text.h"
#include "tree/tree.h"

#include <ctype.h>
#include <string.h>

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
                                const struct example *e, struct dataset_stats *out, struct error *err)
{
    struct query *query;
    struct tree *tree;
    struct derivation *d;
    struct derivation_rules rules = {.grammar = grammar, .max_distance = -1, .max_steps = 4096,
                                     .n_tables = e->schema->n_tables,
                                     .n_columns = e->schema->n_columns};
    struct value_codec *codec = codec_words(arena);
    rules.eos = codec->eos;
    enum status st = sql_parse(arena, e->schema, e->sql, strlen(e->sql),
                               grammar_reading(grammar, SQL_READ_BENCHMARK), &query, err);
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

/* What a person would notice of a pair. */
static void measure_pair(struct arena *arena, const struct example *e, struct dataset_stats *out)
{
    enum { FRAGMENT = 3, LONG = 25 };
    struct sql_shape shape;
    struct name_overlap names;
    sql_shape_of(e->sql, &shape);
    question_names(arena, e->schema, e->question, e->sql, &names);
    out->questions++;
    out->words += names.n_words;
    out->fragments += names.n_words <= FRAGMENT;
    out->longer += names.n_words > LONG;
    for (int i = 0; i < N_SQL_CONSTRUCTS; i++)
        out->constructs[i] += shape.has[i];
    out->names.tables += names.tables;
    out->names.tables_named += names.tables_named;
    out->names.columns += names.columns;
    out->names.columns_named += names.columns_named;
}

static void measure_split(const struct grammar *grammar, const struct dataset *d,
                          struct dataset_stats *out)
{
    struct arena scratch = {0};
    struct progress progress;
    progress_begin(&progress, "queries", d->n_examples);
    for (int i = 0; i < d->n_examples; i++) {
        const struct example *e = &d->examples[i];
        struct error err = {0};
        out->samples++;
        out->interactions += e->turn == 1;
        out->question += question_tokens(&scratch, e);
        out->tables += e->schema->n_tables;
        out->columns += e->schema->n_columns;
        if (e->sql) {
            out->sql += sql_tokens(e->sql);
            measure_pair(&scratch, e, out);
            if (measure_tree(&scratch, grammar, e, out, &err) != ST_OK && out->unparsed++ < 3)
                strbuf_printf(&out->notes, "%s %s, example %d: %s\n", d->name, d->split, i,
                              err.message);
        }
        arena_clear(&scratch);
        progress_at(&progress, i);
    }
    progress_end(&progress);
    out->bad += d->n_bad;
    arena_release(&scratch);
}

/* ---- what is shown of it --------------------------------------------------------------------------- */

static double share(double part, double whole)
{
    return whole > 0 ? part / whole : 0;
}

int stats_shares(const struct dataset_stats *s, struct report_share out[STATS_MAX_SHARES])
{
    double n = (double)s->questions;
    int k = 0;
    out[k++] = (struct report_share){"columns named in the question", "columns_named",
                                   share(s->names.columns_named, s->names.columns)};
    out[k++] = (struct report_share){"tables named in the question", "tables_named",
                                   share(s->names.tables_named, s->names.tables)};
    out[k++] = (struct report_share){"questions of at most 3 words", "fragments",
                                   share((double)s->fragments, n)};
    out[k++] = (struct report_share){"questions of more than 25", "long",
                                   share((double)s->longer, n)};
    for (int i = 0; i < N_SQL_CONSTRUCTS; i++)
        out[k++] = (struct report_share){sql_construct_names[i], sql_construct_names[i],
                                       share((double)s->constructs[i], n)};
    return k;
}

struct shown { /* one row of the table */
    const char *name;
    char *text;
};

static int rows_of(struct arena *arena, const struct dataset_stats *s, struct shown *rows)
{
    double n = (double)MAX(s->samples, 1);
    int k = 0;
#define ROW(label, ...) rows[k++] = (struct shown){label, arena_printf(arena, __VA_ARGS__)}
    ROW("dataset", "%s", s->name);
    ROW("language", "%s", s->language == LANGUAGE_CHINESE ? "ZH" : "EN");
    ROW("samples", "%ld", s->samples);
    ROW("conversations", "%ld", s->multi_turn ? s->interactions : 0);
    ROW("databases", "%ld", s->databases);
    ROW("tables per database", "%.1f", s->db_tables / (double)MAX(s->databases, 1));
    ROW("multi-turn", "%s", s->multi_turn ? "yes" : "no");
    ROW("question tokens", "%.1f", s->question / n);
    ROW("question words", "%.1f", share((double)s->words, (double)s->questions));
    ROW("tables per sample", "%.1f", s->tables / n);
    ROW("columns per sample", "%.1f", s->columns / n);
    ROW("SQL tokens", "%.1f", s->sql / n);
    ROW("AST steps", "%.1f (at most %d, depth %d)", s->nodes / (double)MAX(s->with_tree, 1),
        s->max_nodes, s->max_depth);
    ROW("records not read", "%ld", s->bad);
    ROW("queries not parsed", "%ld", s->unparsed);
    struct report_share shares[STATS_MAX_SHARES];
    int n_shares = stats_shares(s, shares);
    for (int i = 0; i < n_shares; i++)
        ROW(shares[i].label, "%.1f%%", 100 * shares[i].value);
#undef ROW
    return k;
}

void stats_table(struct strbuf *out, const struct dataset_stats *all, int n_sets)
{
    enum { MAX_ROWS = STATS_MAX_SHARES + 20, WIDTH = 30 };
    struct arena arena = {0};
    struct shown(*rows)[MAX_ROWS] = arena_alloc(&arena, sizeof *rows * (size_t)n_sets, 8);
    int n = 0;
    for (int d = 0; d < n_sets; d++)
        n = rows_of(&arena, &all[d], rows[d]);
    for (int i = 0; i < n; i++) {
        strbuf_printf(out, "%-*s", WIDTH, rows[0][i].name);
        for (int d = 0; d < n_sets; d++)
            strbuf_printf(out, " %-*s", d + 1 < n_sets ? WIDTH : 0, rows[d][i].text);
        strbuf_putc(out, '\n');
    }
    arena_release(&arena);
}

json_t *stats_json(const struct dataset_stats *s)
{
    double n = (double)MAX(s->samples, 1);
    json_t *json = json_pack(
        "{s:s, s:I, s:I, s:I, s:f, s:b, s:f, s:f, s:f, s:f, s:f, s:i, s:i, s:I, s:I}", "dataset",
        s->name, "samples", (json_int_t)s->samples, "conversations",
        (json_int_t)(s->multi_turn ? s->interactions : 0), "databases", (json_int_t)s->databases,
        "tables_per_database", s->db_tables / (double)MAX(s->databases, 1), "multi_turn",
        (int)s->multi_turn, "question_tokens", s->question / n, "tables", s->tables / n, "columns",
        s->columns / n, "sql_tokens", s->sql / n, "ast_steps",
        s->nodes / (double)MAX(s->with_tree, 1), "max_ast_steps", s->max_nodes, "max_depth",
        s->max_depth, "records_not_read", (json_int_t)s->bad, "queries_not_parsed",
        (json_int_t)s->unparsed);
    struct report_share shares[STATS_MAX_SHARES];
    json_t *of = json_object();
    int n_shares = stats_shares(s, shares);
    for (int i = 0; i < n_shares; i++)
        json_object_set_new(of, shares[i].key, json_real(shares[i].value));
    json_object_set_new(json, "question_words",
                        json_real(share((double)s->words, (double)s->questions)));
    json_object_set_new(json, "shares", of);
    return json;
}

static enum status choose_grammar(struct arena *arena, const char *name, struct grammar **out,
                                  struct error *err)
{
    if (!name || strcmp(name, "sql") == 0) {
        *out = grammar_builtin(arena);
        return ST_OK;
    }
    if (strcmp(name, "everyday") != 0)
        return fail(err, ST_USAGE, "unknown --grammar '%s': sql or everyday", name);
    const char *text = grammar_everyday_builtin_text();
    return grammar_parse(arena, "grammars/everyday.asdl", text, strlen(text), out, err);
}

enum status stats_measure(struct arena *arena, const struct dataset_source *from, const char *grammar_name,
                          struct dataset_stats *stats, struct error *err)
{
    const char *dataset = from->name;
    *stats = (struct dataset_stats){.name = dataset, .notes = strbuf_in(arena)};
    const char *name = arena_strndup(arena, dataset, strcspn(dataset, "/"));
    const char *const *splits = dataset_splits(name);
    struct grammar *grammar;
    struct map seen = map_in(arena);
    if (!splits)
        return fail(err, ST_USAGE, "unknown dataset '%s': %s", name, dataset_names_text());
    enum status chosen = choose_grammar(arena, grammar_name, &grammar, err);
    if (chosen != ST_OK)
        return chosen;
    for (int i = 0; splits[i]; i++) {
        struct dataset d;
        struct dataset_source source = *from;
        source.split = splits[i];
        enum status st = dataset_read_from(arena, &source, &d, err);
        if (st != ST_OK)
            return st;
        stats->language = d.language;
        stats->multi_turn = d.multi_turn;
        for (int k = 0; k < d.n_examples; k++) {
            const char *id = d.examples[k].db_id;
            map_put(&seen, id, strlen(id), 0);
            if (seen.count > stats->databases) {
                stats->databases++;
                stats->db_tables += d.examples[k].schema->n_tables;
            }
        }
        measure_split(grammar, &d, stats);
    }
    return ST_OK;
}
