/* cmd_data_check.c - astormer data check: what is wrong with a corpus, and what it is like. */
#include "cli/data.h"
#include "cli/terminal.h"

#include <stdlib.h>
#include <string.h>

static double percent(long part, long whole)
{
    return whole ? 100.0 * (double)part / (double)whole : 0;
}

/* Only the databases asked for; the rest is as if it were not there. */
static enum status keep_only(struct dataset *d, const struct arg_list *only, struct error *err)
{
    if (only->n == 0)
        return ST_OK;
    struct schema_set *set = &d->schemas;
    for (int i = 0; i < only->n; i++)
        if (!schema_set_find(set, only->v[i]) && d->n_bad == 0)
            return fail(err, ST_USAGE, "there is no database '%s'", only->v[i]);
    int n = 0, kept = 0, bad = 0;
    for (int i = 0; i < d->n_examples; i++)
        for (int k = 0; k < only->n; k++)
            if (strcmp(d->examples[i].db_id, only->v[k]) == 0)
                d->examples[n++] = d->examples[i];
    d->n_examples = n;
    struct map by_id = map_in(set->by_id.arena);
    for (int i = 0; i < set->n_schemas; i++)
        for (int k = 0; k < only->n; k++)
            if (strcmp(set->schemas[i].db_id, only->v[k]) == 0) {
                d->database_files[kept] = d->database_files[i];
                map_put(&by_id, set->schemas[i].db_id, strlen(set->schemas[i].db_id), kept);
                set->schemas[kept++] = set->schemas[i];
            }
    set->n_schemas = kept;
    set->by_id = by_id;
    for (int i = 0; i < n; i++)
        d->examples[i].schema = schema_set_find(set, d->examples[i].db_id);
    for (int i = 0; i < d->n_bad; i++)
        for (int k = 0; k < only->n; k++)
            if (strstr(d->bad[i].file, only->v[k]))
                d->bad[bad++] = d->bad[i];
    d->n_bad = bad;
    return ST_OK;
}

/* ---- for people ---------------------------------------------------------------------------------------- */

static int compare_pairs(const void *a, const void *b)
{
    const struct corpus_pair *x = a, *y = b;
    return (x->share < y->share) - (x->share > y->share);
}

static void print_closest(const struct corpus_check *c)
{
    enum { SHOWN = 5 };
    say_text(stdout, "most alike       %s and %s: %d names, %.0f%%\n", c->within.ours ? c->within.ours : "-",
           c->within.other ? c->within.other : "-", c->within.common, 100 * c->within.share);
    for (int i = 0; c->closest && i < MIN(c->n_databases, SHOWN); i++)
        if (c->closest[i].other)
            say_text(stdout, "%-16s %s and %s of %s: %d names, %.0f%%\n", i ? "" : "closest schemas",
                   c->closest[i].ours, c->closest[i].other, c->closest[i].where,
                   c->closest[i].common, 100 * c->closest[i].share);
}

static void print_text(const struct corpus_check *c)
{
    for (int i = 0; i < c->n_findings; i++) {
        const struct corpus_finding *f = &c->findings[i];
        say_text(stdout, "%s: %s\n", f->id ? f->id : f->database, f->text);
    }
    int answerable = c->n_questions - c->n_unanswerable;
    printf("%s%d databases, %d questions: %d stand alone, %d follow up, %d change the topic; %d have "
           "no answer\n", c->n_findings ? "\n" : "", c->n_databases, c->n_questions, c->n_alone,
           c->n_follow_ups, c->n_new_topics, c->n_unanswerable);
    printf("schemas          %.1f tables (%d to %d), %.1f columns, %d views in all\n",
           (double)c->n_tables / MAX(c->n_databases, 1), c->smallest, c->largest,
           (double)c->n_columns / MAX(c->n_databases, 1), c->n_views);
    printf("wording          %.1f words; %.1f%% have three or fewer, %.1f%% more than 25; %d openings "
           "of two words, the commonest \"%s\" %d times\n",
           (double)c->n_words / MAX(c->n_questions, 1), percent(c->n_fragments, c->n_questions),
           percent(c->n_long, c->n_questions), c->n_openings, c->opening ? c->opening : "",
           c->commonest);
    printf("names            the question says %.1f%% of the columns and %.1f%% of the tables its query "
           "uses\n", percent(c->names.columns_named, c->names.columns),
           percent(c->names.tables_named, c->names.tables));
    printf("constructs, %%   ");
    for (int i = 0; i < N_SQL_CONSTRUCTS; i++)
        printf(" %s %.1f%s", sql_construct_names[i], percent(c->constructs[i], answerable),
               i + 1 < N_SQL_CONSTRUCTS ? "," : "\n");
    print_closest(c);
    printf("findings         %d\n", c->n_findings);
}

/* ---- for programs --------------------------------------------------------------------------------------- */

static json_t *pair_json(const struct corpus_pair *p)
{
    return json_pack("{s:s?, s:s?, s:s?, s:i, s:f}", "database", p->ours, "other", p->other, "file",
                     p->where, "common", p->common, "share", p->share);
}

static void print_json(const struct corpus_check *c)
{
    json_t *findings = json_array(), *closest = json_array(), *constructs = json_object();
    for (int i = 0; i < c->n_findings; i++)
        json_array_append_new(findings, json_pack("{s:s, s:s?, s:s}", "database",
                                                  c->findings[i].database, "id", c->findings[i].id,
                                                  "text", c->findings[i].text));
    for (int i = 0; c->closest && i < c->n_databases; i++)
        json_array_append_new(closest, pair_json(&c->closest[i]));
    for (int i = 0; i < N_SQL_CONSTRUCTS; i++)
        json_object_set_new(constructs, sql_construct_names[i], json_integer(c->constructs[i]));
    json_t *out = json_pack(
        "{s:i, s:i, s:i, s:i, s:i, s:i, s:i, s:i, s:I, s:i, s:i, s:i, s:i, s:i, s:i, s:o, s:o, s:o, "
        "s:o}",
        "databases", c->n_databases, "questions", c->n_questions, "alone", c->n_alone, "follow_ups",
        c->n_follow_ups, "new_topics", c->n_new_topics, "unanswerable", c->n_unanswerable, "tables",
        c->n_tables, "columns", c->n_columns, "words", (json_int_t)c->n_words, "fragments",
        c->n_fragments, "long", c->n_long, "columns_used", c->names.columns, "columns_named",
        c->names.columns_named, "tables_used", c->names.tables, "tables_named",
        c->names.tables_named, "constructs", constructs, "most_alike", pair_json(&c->within),
        "closest", closest, "findings", findings);
    json_dumpf(out, stdout, JSON_INDENT(1));
    putchar('\n');
    json_decref(out);
}

int data_check_command(const char *dir, const struct data_options *o)
{
    struct arena arena = {0};
    struct error err = {0};
    struct dataset corpus;
    struct corpus_check check;
    enum status st = dataset_read(&arena, "corpus", dir, "all", NULL, &corpus, &err);
    if (st == ST_OK)
        st = keep_only(&corpus, &o->only, &err);
    if (st == ST_OK)
        st = corpus_check(&arena, &corpus, o->against.v, o->against.n, !o->pairs, &check, &err);
    if (st != ST_OK) {
        arena_release(&arena);
        return cli_error(&err);
    }
    if (check.closest)
        qsort(check.closest, (size_t)check.n_databases, sizeof *check.closest, compare_pairs);
    o->json ? print_json(&check) : print_text(&check);
    int findings = check.n_findings;
    arena_release(&arena);
    return findings ? EXIT_DECLINED : EXIT_ANSWERED;
}
