/* cmd_eval.c - astormer eval: questions answered, scored, and the mistakes laid open. */
#include "cli/answer_args.h"
#include "cli/terminal.h"
#include "report/official.h"
#include "report/rows.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const struct command_help help = {
    .usage = "eval --dataset NAME --data DIR --split SPLIT --model FILE --out DIR",
    .about = "Answers the questions of a benchmark and scores the answers by the official rules: by\n"
             "hardness, by clause and by database. DIR gets pred.sql, gold.sql, report.json (every\n"
             "verdict with its components) and figures.tsv (the main figures, for scripts). Later turns\n"
             "of a conversation see the earlier questions, never gold SQL.\n"
             "Everyday questions (--metric rows, the default for a corpus) are asked as a user asks them and\n"
             "judged by the rows: the columns asked for in their order, as a list only if the gold query\n"
             "orders; by tag and kind of question, what was declined, what confidence was worth.\n"
             "With --variant they are asked as somebody else might have asked them, by the variants of training\n"
             "(docs/TRAINING.md): unrelated, elsewhere, hide, add, rename, misspell, number_words, openings.\n"
             "With --from two saved reports are compared and nothing is answered.",
    .examples = "  astormer eval --dataset spider --data data --model m.safetensors --out eval-spider\n"
                "  astormer eval --dataset spider --data data --model new.safetensors --out eval-new \\\n"
                "      --compare eval-spider/report.json --html eval-new/wrong.html\n"
                "  astormer eval --dataset corpus --data corpus --split heldout --model m.safetensors --out misspelt \\\n"
                "      --variant misspell --compare plain/report.json\n"
                "  astormer eval --from eval-new/report.json --compare eval-spider/report.json --json",
};

struct options {
    struct answer_options answer;
    const char *out, *compare, *from, *html, *metric;
    struct arg_list variants;
    struct arg_list suite; /* execution match on these instead of the dataset's own databases */
    bool json, orders, attention;
};

/* ---- what goes into DIR -------------------------------------------------------------------------- */

static enum status write_study(struct arena *arena, const struct options *o,
                               const struct answers *a, struct error *err)
{
    struct study study;
    study_predictions(arena, a->loaded->model, a->predictions, o->attention, &study);
    struct strbuf text = strbuf_in(arena);
    report_print_study(&text, &study);
    if (!o->json)
        fputs(strbuf_text(&text), stdout);
    json_t *json = report_study_json(&study);
    enum status st = report_write(arena_printf(arena, "%s/study.json", o->out), json, err);
    json_decref(json);
    return st;
}

static struct official official_of(const struct options *o)
{
    return (struct official){.out = o->out, .html = o->html, .model = o->answer.model,
                             .suite = arg_texts(&o->suite), .n_best_out = o->answer.n_best_out};
}

/* ---- what is printed ----------------------------------------------------------------------------- */

/* report may be NULL: there is only the comparison to show. */
static void print_all(const struct options *o, const struct eval_report *report,
                      const json_t *details, const json_t *comparison)
{
    if (o->json) {
        json_t *out = json_object();
        json_object_set(out, "summary", json_object_get(details, "summary"));
        json_object_set(out, "breakdown", json_object_get(details, "breakdown"));
        if (comparison)
            json_object_set(out, "compare", (json_t *)comparison);
        json_dumpf(out, stdout, JSON_INDENT(1));
        putchar('\n');
        json_decref(out);
        return;
    }
    struct arena arena = {0};
    struct strbuf text = strbuf_in(&arena);
    if (report) {
        eval_print_table(&text, report);
        eval_print_breakdown(&text, report);
    }
    if (comparison)
        report_print_compare(&text, comparison);
    fputs(strbuf_text(&text), stdout);
    arena_release(&arena);
}

static enum status compare_with(const struct options *o, const json_t *details, json_t **out,
                                struct error *err)
{
    *out = NULL;
    if (!o->compare)
        return ST_OK;
    json_t *before;
    enum status st = json_read_file(o->compare, &before, err);
    if (st != ST_OK)
        return st;
    st = report_compare(before, details, out, err);
    json_decref(before);
    return st == ST_OK ? ST_OK : fail_in(err, "%s", o->compare);
}

/* ---- answers judged by their rows ------------------------------------------------------------------ */

static bool wants_rows(const struct options *o)
{
    if (o->metric)
        return strcmp(o->metric, "rows") == 0;
    size_t n = strcspn(o->answer.dataset, "/");
    return (n == 6 && strncmp(o->answer.dataset, "corpus", n) == 0) || o->answer.databases;
}

static enum status write_rows(struct arena *arena, const struct options *o, const json_t *details,
                              struct error *err)
{
    struct strbuf figures = strbuf_in(arena);
    rows_report_figures(&figures, details);
    enum status st = report_write(arena_printf(arena, "%s/report.json", o->out), details, err);
    if (st == ST_OK)
        st = file_write_atomic(arena_printf(arena, "%s/figures.tsv", o->out),
                               strbuf_text(&figures), figures.n, err);
    return st;
}

static enum status run_rows(const struct options *o, struct error *err)
{
    struct arena arena = {0};
    struct rows_report report;
    json_t *details = NULL, *comparison = NULL;
    enum status st = rows_report_make(&o->answer, &report, err);
    if (st == ST_OK) {
        details = rows_report_json(&report);
        const struct dataset *d = &report.dataset;
        if (d->n_bad)
            say_text(stderr, "%d records cannot be read and are missing, the first: %s record %ld: %s\n",
                    d->n_bad, d->bad[0].file, d->bad[0].record, d->bad[0].reason);
        st = write_rows(&arena, o, details, err);
    }
    if (st == ST_OK)
        st = compare_with(o, details, &comparison, err);
    if (details && o->json) {
        print_all(o, NULL, details, comparison);
    } else if (details) {
        struct strbuf text = strbuf_in(&arena);
        rows_report_print(&text, details);
        if (comparison)
            report_print_compare(&text, comparison);
        fputs(strbuf_text(&text), stdout);
    }
    json_decref(details);
    json_decref(comparison);
    rows_report_release(&report);
    arena_release(&arena);
    return st;
}

static enum status run(const struct options *o, struct error *err)
{
    struct arena arena = {0};
    struct answers answers;
    struct eval_report report;
    struct official official = official_of(o);
    json_t *details = NULL, *comparison = NULL;
    enum status st = answers_make(&o->answer, &answers, err);
    if (st == ST_OK)
        st = official_score(&arena, &official, &answers, &report, err);
    if (st == ST_OK) {
        struct strbuf text = strbuf_in(&arena);
        answers_report(&text, &answers);
        say_text(stderr, "%s", strbuf_text(&text));
        for (int i = 0; i < report.n_warnings; i++)
            say_text(stderr, "astormer: warning: %s\n", report.warnings[i]);
        details = official_json(&report, &answers);
        st = official_write(&arena, &official, &answers, &report, details, err);
        if (st == ST_OK && (o->orders || o->attention))
            st = write_study(&arena, o, &answers, err);
    }
    if (st == ST_OK)
        st = compare_with(o, details, &comparison, err);
    if (details) /* an earlier report that cannot be read does not hide the scores */
        print_all(o, &report, details, comparison);
    json_decref(details);
    json_decref(comparison);
    answers_release(&answers);
    arena_release(&arena);
    return st;
}

static enum status run_from(const struct options *o, struct error *err)
{
    json_t *details, *comparison;
    enum status st = json_read_file(o->from, &details, err);
    if (st != ST_OK)
        return st;
    st = compare_with(o, details, &comparison, err);
    if (st == ST_OK)
        print_all(o, NULL, details, comparison);
    json_decref(comparison);
    json_decref(details);
    return st;
}

int cmd_eval(int argc, char **argv)
{
    struct options o = {.answer = ANSWER_OPTIONS_DEFAULT};
    const struct arg args[] = {
        ANSWER_ARGS(o.answer),
        {"out", ARG_TEXT, &o.out, "DIR", "folder for pred.sql, gold.sql, report.json, figures.tsv"},
        {"suite", ARG_LIST, &o.suite, "DIR",
         "compare results on all DIR/ID/*.sqlite: a test suite (may be repeated)"},
        {"json", ARG_FLAG, &o.json, NULL, "print summary, breakdown and comparison as JSON"},
        {"orders", ARG_FLAG, &o.orders, NULL,
         "in which order clauses were grown: printed, and in study.json"},
        {"attention", ARG_FLAG, &o.attention, NULL,
         "and how alike attention is to nearness in the tree, by layer and head"},
        {"compare", ARG_TEXT, &o.compare, "FILE", "an earlier report.json: what was gained and lost"},
        {"from", ARG_TEXT, &o.from, "FILE", "a saved report.json instead of answering"},
        {"html", ARG_TEXT, &o.html, "FILE", "a page of the wrong answers, trees side by side"},
        {"metric", ARG_TEXT, &o.metric, "official|rows", "default rows for a corpus, else official"},
        {"variant", ARG_LIST, &o.variants, "NAME[=SHARE]",
         "change this share of the questions (1) as training does; may be repeated, or a list with commas"},
        {"seed", ARG_INT, &o.answer.seed, "N", "of the variants; default 1"},
    };
    int n_rest, code;
    if (!args_parse(&help, args, COUNT_OF(args), argc, argv, NULL, 0, &n_rest, &code))
        return code;
    struct error err = {0};
    if (o.from) {
        if (!o.compare || o.answer.model || o.html)
            return cli_fail(EXIT_USAGE, "--from goes with --compare and without --model or --html");
        return run_from(&o, &err) == ST_OK ? EXIT_ANSWERED : cli_error(&err);
    }
    if (!o.out)
        return cli_fail(EXIT_USAGE, "eval needs --dataset, --data, --model and --out");
    if (answer_options_check(argv[0], &o.answer, &err) != ST_OK)
        return cli_error(&err);
    if (o.metric && strcmp(o.metric, "rows") != 0 && strcmp(o.metric, "official") != 0)
        return cli_fail(EXIT_USAGE, "unknown --metric '%s': official or rows", o.metric);
    struct train_settings shares = train_settings_default();
    for (int i = 0; i < o.variants.n; i++)
        if (variants_set(&shares, o.variants.v[i], &err) != ST_OK)
            return cli_error(&err);
    if (mkdir(o.out, 0755) != 0 && errno != EEXIST)
        return cli_fail(EXIT_OPEN, "cannot make '%s': %s", o.out, strerror(errno));
    bool rows = wants_rows(&o);
    if (rows && (o.html || o.answer.n_best_out))
        return cli_fail(EXIT_USAGE, "--html and --n-best go with official scores");
    o.answer.variants = arg_texts(&o.variants);
    if (!rows && o.variants.n)
        return cli_fail(EXIT_USAGE, "--variant goes with --metric rows");
    return (rows ? run_rows : run)(&o, &err) == ST_OK ? EXIT_ANSWERED : cli_error(&err);
}
