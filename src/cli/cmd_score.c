/* cmd_score.c - `astormer score`: predictions against gold, by the official rules. */
#include "cli/cli.h"
#include "cli/terminal.h"

#include "report/official.h"

#include <string.h>

static const struct command_help help = {
    .usage = "score --gold FILE --pred FILE --tables FILE [--databases DIR]...",
    .about = "Scores predicted SQL against gold SQL: exact set match by component and hardness,\n"
             "and execution match on every *.sqlite of DIR/DB_ID/. The files are those of the\n"
             "official scripts, and so are the verdicts. What cannot be judged (a gold query\n"
             "that does not parse, a missing database) is counted apart, never as wrong.",
    .examples =
        "  astormer score --gold dev_gold.sql --pred mine.sql --tables tables.json --metric match\n"
        "  astormer score --gold dev_gold.sql --pred mine.sql --tables tables.json \\\n"
        "    --databases database --databases test_suite --report verdicts.tsv\n"
        "  astormer score --dataset cosql --gold gold.txt --pred mine.txt --tables tables.json \\\n"
        "    --databases database",
};

static int bad_choice(const char *option, const char *value, const char *choices)
{
    return cli_fail(EXIT_USAGE, "--%s '%s' is not one of %s", option, value, choices);
}

static bool parse_metric(const char *name, enum eval_metric *out)
{
    static const struct {
        const char *name;
        enum eval_metric metric;
    } metrics[] = {{"match", METRIC_MATCH}, {"exec", METRIC_EXEC}, {"all", METRIC_ALL}};
    for (int i = 0; i < COUNT_OF(metrics); i++) {
        if (strcmp(name, metrics[i].name) == 0) {
            *out = metrics[i].metric;
            return true;
        }
    }
    return false;
}

static enum status write_json(const char *path, json_t *json, struct error *err)
{
    enum status st = report_write(path, json, err);
    json_decref(json);
    return st;
}

static enum status write_report(const char *path, const struct eval_report *report,
                                struct error *err)
{
    size_t n = strlen(path);
    if (n > 5 && strcmp(path + n - 5, ".json") == 0)
        return write_json(path, eval_details_json(report), err);
    struct arena arena = {0};
    struct strbuf text = strbuf_in(&arena);
    eval_print_tsv(&text, report);
    enum status st = text.overflow
                         ? fail(err, ST_LIMIT, "cannot write '%s': over %zu MB", path,
                                text.max >> 20)
                         : file_write_atomic(path, strbuf_text(&text), text.n, err);
    arena_release(&arena);
    return st;
}

static void print_report(struct arena *arena, const struct eval_report *report, bool as_json)
{
    if (as_json) {
        json_t *json = eval_summary_json(report);
        json_dumpf(json, stdout, JSON_INDENT(1));
        putchar('\n');
        json_decref(json);
        return;
    }
    struct strbuf table = strbuf_in(arena);
    eval_print_table(&table, report);
    fputs(strbuf_text(&table), stdout);
}

static int score(const struct eval_options *options, const char *report_path, bool as_json,
                 bool quiet)
{
    struct arena arena = {0};
    struct eval_report report;
    struct error err = {0};
    int code = EXIT_ANSWERED;
    enum status st = eval_files(&arena, options, &report, &err);
    if (st == ST_OK) {
        for (int i = 0; i < report.n_warnings; i++)
            say_text(stderr, "astormer: warning: %s\n", report.warnings[i]);
        if (report.warnings_left_out)
            fprintf(stderr, "astormer: warning: and %d more\n", report.warnings_left_out);
        if (report_path)
            st = write_report(report_path, &report, &err);
        if (!quiet)
            print_report(&arena, &report, as_json);
    }
    if (st != ST_OK)
        code = cli_error(&err);
    arena_release(&arena);
    return code;
}

int cmd_score(int argc, char **argv)
{
    struct eval_options options = {.limits = eval_default_limits};
    struct arg_list databases = {0};
    const char *metric = NULL, *dataset = "spider", *report = NULL;
    long timeout = options.limits.timeout_ms, threads = cpu_count();
    bool as_json = false, quiet = false;
    const struct arg args[] = {
        {"gold", ARG_TEXT, &options.gold, "FILE", "gold SQL, a tab and the db_id a line"},
        {"pred", ARG_TEXT, &options.pred, "FILE", "predicted SQL, a line each"},
        {"tables", ARG_TEXT, &options.tables, "FILE", "tables.json (DuSQL: db_schema.json)"},
        {"databases", ARG_LIST, &databases, "DIR",
         "holds DB_ID/*.sqlite; several make a test suite"},
        {"metric", ARG_TEXT, &metric, "NAME",
         "match, exec or all (default: all if there are databases)"},
        {"dataset", ARG_TEXT, &dataset, "NAME",
         "spider, sparc, cosql, dusql or chase (default: spider)"},
        {"keep-distinct", ARG_FLAG, &options.keep_distinct, NULL,
         "run DISTINCT as written; the official script removes it"},
        {"timeout", ARG_INT, &timeout, "MS", "of one statement (default: 60000; 0: none)"},
        {"threads", ARG_INT, &threads, "N", "workers (default: one a core)"},
        {"report", ARG_TEXT, &report, "FILE", "every verdict, as .tsv or, with components, .json"},
        {"json", ARG_FLAG, &as_json, NULL, "print the summary as JSON"},
        {"quiet", ARG_FLAG, &quiet, NULL, "print no summary"},
    };
    int n_rest, code;
    if (!args_parse(&help, args, COUNT_OF(args), argc, argv, NULL, 0, &n_rest, &code))
        return code;
    if (!options.gold || !options.pred)
        return cli_fail(EXIT_USAGE, "score needs --gold and --pred; try 'astormer score --help'");
    options.metric = databases.n ? METRIC_ALL : METRIC_MATCH;
    if (metric && !parse_metric(metric, &options.metric))
        return bad_choice("metric", metric, "match, exec, all");
    if (!eval_dataset_parse(dataset, &options.dataset))
        return bad_choice("dataset", dataset, "spider, sparc, cosql, dusql, chase");
    if (timeout < 0 || timeout > INT32_MAX)
        return cli_fail(EXIT_USAGE, "--timeout is out of range");
    if (threads < 1 || threads > 256)
        return cli_fail(EXIT_USAGE, "--threads is out of range");
    options.limits.timeout_ms = (int)timeout;
    options.n_workers = (int)threads;
    options.databases = databases.v;
    options.n_databases = databases.n;
    return score(&options, report, as_json, quiet);
}
