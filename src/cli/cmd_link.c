/* cmd_link.c - shows which words of a question were linked to what, and why. */
#include "cli/cli.h"
#include "cli/terminal.h"
#include "cli/link_profile.h"

#include <string.h>

static const struct command_help help = {
    .usage = "link DB \"question\" | link DB --profile",
    .about = "Shows the words of a question and the tables, columns and stored values they were\n"
             "linked to, and the values that an answer may use. With --profile: what is known of\n"
             "each column (how it stores time, yes and no, codes, units) and the keys, declared\n"
             "and inferred. A word that should have found a column and did not can be taught in a\n"
             "file '" LINK_SYNONYMS_FILE "' beside the database, one 'word = table.column' a line.",
    .examples =
        "  astormer link shop.db \"How many customers live in Paris?\"\n"
        "  astormer link shop.db \"Only the active ones\" --history \"Show all customers\"\n"
        "  astormer link shop.db --profile\n"
        "  astormer link --tables tables.json --db pets_1 --databases dir \"How old is the cat?\"",
};

struct request {
    const char *db_path, *question;
    const char *tables, *db_id, *databases, *synonyms, *vocab, *cache;
    struct arg_list history;
    bool json, values, plain, profile;
};

struct context { /* everything one answer stands on */
    struct arena arena;
    struct ground_database *database;
    const struct schema *schema; /* the database's */
    struct vocab *vocab; /* or NULL */
    struct question question;
    struct links links;
    struct ground_values values;
};

static void show_progress(void *context, long done, long total)
{
    struct progress *p = context;
    p->total = total;
    progress_at(p, done);
}

/* ---- preparing ------------------------------------------------------------------------------- */

static enum status find_schema(struct context *c, const struct request *r, const char **path,
                               const struct schema **schema, struct error *err)
{
    struct schema_set set;
    enum status st = schema_set_read(&c->arena, r->tables, SCHEMA_SPIDER, &set, err);
    if (st != ST_OK)
        return st;
    *schema = schema_set_find(&set, r->db_id);
    if (!*schema)
        return fail(err, ST_INPUT, "%s: no schema '%s'", r->tables, r->db_id);
    if (r->databases)
        *path = arena_printf(&c->arena, "%s/%s/%s.sqlite", r->databases, r->db_id, r->db_id);
    return ST_OK;
}

static enum status open_all(struct context *c, const struct request *r, struct error *err)
{
    const char *path = r->db_path;
    const struct schema *schema = NULL;
    enum status st = r->tables ? find_schema(c, r, &path, &schema, err) : ST_OK;
    if (st != ST_OK)
        return st;
    struct progress progress;
    progress_begin(&progress, "indexing stored values", 0);
    struct ground_options options = {.values = {.cache_dir = r->cache, .progress = show_progress,
                                                .progress_context = &progress},
                                     .synonyms = r->synonyms, .no_values = !r->values};
    st = ground_open(path, schema, &options, &c->database, err);
    progress_end(&progress);
    if (st != ST_OK)
        return st;
    c->schema = &c->database->schema;
    if (r->vocab) {
        c->vocab = ARENA_NEW(&c->arena, struct vocab);
        st = vocab_read(&c->arena, r->vocab, VOCAB_UNCASED, c->vocab, err);
    }
    return st;
}

static enum status find_links(struct context *c, const struct request *r, struct error *err)
{
    const char *utterances[ARG_LIST_MAX + 1] = {r->question};
    for (int i = 0; i < r->history.n; i++)
        utterances[1 + i] = r->history.v[r->history.n - 1 - i]; /* given oldest first */
    struct ground_question read;
    enum status st = ground_read(&c->arena, c->database, c->vocab, utterances, 1 + r->history.n,
                                 NULL, r->plain ? LINK_PLAIN : LINK_FULL, &read, err);
    c->question = read.question;
    c->links = read.links;
    c->values = read.values;
    return st;
}

/* ---- showing --------------------------------------------------------------------------------- */

const char *clean(struct arena *arena, struct slice s)
{
    return text_visible(arena, s.s, s.n, false);
}

static struct slice text_of(const struct question *q, uint32_t start, uint32_t end)
{
    return (struct slice){q->text + start, end - start};
}

static struct slice match_text(const struct context *c, const struct link_match *m)
{
    const struct word *w = c->question.words.v + m->first_word;
    return text_of(&c->question, w[0].start, w[m->n_words - 1].end);
}

static const char *target_name(struct context *c, const struct link_match *m)
{
    if (m->table >= 0)
        return c->schema->tables[m->table].name;
    const struct column *column = &c->schema->columns[m->column];
    return column->table < 0 ? column->name
                             : arena_printf(&c->arena, "%s.%s",
                                            c->schema->tables[column->table].name, column->name);
}

static void print_text(struct context *c)
{
    fputs("tokens  ", stdout);
    for (int i = 0; i < c->question.tokens.n; i++) {
        const struct token *t = &c->question.tokens.v[i];
        printf(" %s%s", t->continues ? "##" : "",
               clean(&c->arena, text_of(&c->question, t->start, t->end)));
    }
    printf("\nlinks    %d\n", c->links.n_matches);
    for (int i = 0; i < c->links.n_matches; i++) {
        const struct link_match *m = &c->links.matches[i];
        printf("  %-24s %-15s %-6s %s", clean(&c->arena, match_text(c, m)),
               link_kind_name(m->kind), m->table >= 0 ? "table" : "column",
               clean(&c->arena, slice_of(target_name(c, m))));
        if (m->cell.n)
            printf("  = '%s'", clean(&c->arena, m->cell));
        putchar('\n');
    }
    printf("values   %d\n", c->values.n);
    for (int i = 0; i < c->values.n; i++) {
        const struct ground_value *v = &c->values.v[i];
        printf("  %-24s %-9s %s\n", clean(&c->arena, slice_of(v->text)),
               ground_source_name(v->source),
               strcmp(v->text, v->shown) == 0 ? "" : clean(&c->arena, slice_of(v->shown)));
    }
}

static json_t *match_json(struct context *c, const struct link_match *m)
{
    const struct word *w = c->question.words.v + m->first_word;
    json_t *out = json_pack("{s:s, s:i, s:i, s:s, s:s}", "text",
                            clean(&c->arena, match_text(c, m)), "start", (int)w[0].start, "end",
                            (int)w[m->n_words - 1].end, "kind", link_kind_name(m->kind),
                            m->table >= 0 ? "table" : "column",
                            clean(&c->arena, slice_of(target_name(c, m))));
    if (m->cell.n)
        json_object_set_new(out, "cell", json_string(clean(&c->arena, m->cell)));
    return out;
}

static void print_json(struct context *c)
{
    json_t *tokens = json_array(), *links = json_array();
    for (int i = 0; i < c->question.tokens.n; i++) {
        const struct token *t = &c->question.tokens.v[i];
        json_array_append_new(
            tokens, json_pack("{s:s, s:i, s:i, s:i}", "text",
                              clean(&c->arena, text_of(&c->question, t->start, t->end)), "start",
                              (int)t->start, "end", (int)t->end, "turn",
                              (int)c->question.token_turn[i]));
    }
    for (int i = 0; i < c->links.n_matches; i++)
        json_array_append_new(links, match_json(c, &c->links.matches[i]));
    json_t *candidates = json_array();
    for (int i = 0; i < c->values.n; i++) {
        const struct ground_value *v = &c->values.v[i];
        json_array_append_new(candidates,
                              json_pack("{s:s, s:s, s:s}", "text",
                                        clean(&c->arena, slice_of(v->text)), "source",
                                        ground_source_name(v->source), "shown",
                                        clean(&c->arena, slice_of(v->shown))));
    }
    json_t *out = json_pack("{s:s, s:o, s:o, s:o}", "question",
                            clean(&c->arena, slice_of(c->question.text)), "tokens", tokens,
                            "links", links, "candidates", candidates);
    const struct value_report *report = &c->database->report;
    if (c->database->index)
        json_object_set_new(
            out, "values",
            json_pack("{s:I, s:I, s:I, s:I, s:I, s:b}", "indexed", (json_int_t)report->entries,
                      "cells_too_long", (json_int_t)report->cells_too_long, "blobs",
                      (json_int_t)report->blobs, "columns_cut",
                      (json_int_t)report->columns_cut, "views_skipped",
                      (json_int_t)report->views_skipped, "from_cache", report->from_cache));
    json_dumpf(out, stdout, JSON_INDENT(2) | JSON_PRESERVE_ORDER);
    putchar('\n');
    json_decref(out);
}

/* What the index could not hold may be the very value asked for. */
static void warn_left_out(const struct value_report *r)
{
    if (r->cells_too_long || r->blobs || r->columns_cut || r->views_skipped)
        fprintf(stderr,
                "astormer: not all stored values are indexed: %ld long cells and %ld blobs left "
                "out, %ld columns incomplete, %ld views skipped\n",
                r->cells_too_long, r->blobs, r->columns_cut, r->views_skipped);
}

static int run(const struct request *r)
{
    struct context c = {0};
    struct error err = {0};
    int code = EXIT_ANSWERED;
    if (open_all(&c, r, &err) != ST_OK) {
        code = cli_fail(EXIT_OPEN, "%s", err.message);
    } else if (r->profile) {
        r->json ? profile_print_json(&c.arena, c.database) : profile_print(&c.arena, c.database);
    } else if (find_links(&c, r, &err) != ST_OK) {
        code = cli_error(&err);
    } else {
        if (c.database->index)
            warn_left_out(&c.database->report);
        r->json ? print_json(&c) : print_text(&c);
    }
    ground_close(c.database);
    arena_release(&c.arena);
    return code;
}

int cmd_link(int argc, char **argv)
{
    struct request r = {.values = true};
    const struct arg args[] = {
        {"json", ARG_FLAG, &r.json, NULL, "print JSON"},
        {"profile", ARG_FLAG, &r.profile, NULL, "no question: what columns hold, and keys"},
        {"history", ARG_LIST, &r.history, "QUESTION", "an earlier question (repeat, oldest first)"},
        {"values", ARG_FLAG, &r.values, NULL, "look at stored values (--no-values: only at names)"},
        {"synonyms", ARG_TEXT, &r.synonyms, "FILE", "instead of the file beside the database"},
        {"vocab", ARG_TEXT, &r.vocab, "FILE", "WordPiece vocabulary to show sub-words of"},
        {"plain", ARG_FLAG, &r.plain, NULL, "the paper's own linking rules (needs --vocab)"},
        {"cache", ARG_TEXT, &r.cache, "DIR", "where value indexes are kept"},
        {"tables", ARG_TEXT, &r.tables, "FILE", "take the schema from a tables.json"},
        {"db", ARG_TEXT, &r.db_id, "ID", "with --tables: which schema"},
        {"databases", ARG_TEXT, &r.databases, "DIR", "with --tables: directory of ID/ID.sqlite"},
    };
    const char *rest[2];
    int n_rest, code;
    if (!args_parse(&help, args, COUNT_OF(args), argc, argv, rest, 2, &n_rest, &code))
        return code;
    if (n_rest != !r.tables + !r.profile)
        return cli_fail(EXIT_USAGE, "expected %s; usage: astormer %s",
                        r.profile ? (r.tables ? "no more than --tables and --db" : "a database")
                        : r.tables ? "one question" : "a database and a question", help.usage);
    if (r.tables && !r.db_id)
        return cli_fail(EXIT_USAGE, "--tables needs --db ID");
    if (r.plain && !r.vocab)
        return cli_fail(EXIT_USAGE, "--plain needs --vocab FILE");
    r.db_path = r.tables ? NULL : rest[0];
    r.question = r.profile ? NULL : rest[n_rest - 1];
    return run(&r);
}
