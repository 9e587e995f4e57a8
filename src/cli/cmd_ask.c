/* cmd_ask.c - astormer ask: SQL, then the rows. */
#include "cli/ask.h"
#include "cli/terminal.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const struct command_help help = {
    .usage = "ask DB [QUESTION] [OPTIONS]",
    .about = "Answers a question about a database: the SQL, then the rows, how sure it is, and which\n"
             "stored values it took words for. DB is a SQLite file or a postgresql:// address; it is\n"
             "only ever read. Without a question, or with '-', questions come from standard input, one\n"
             "a line. Exit code: 0 answered, 1 declined or failed, 2 bad usage, 3 cannot open.",
    .examples = "  astormer ask shop.sqlite \"Which books cost less than 10 pounds?\"\n"
                "  astormer ask shop.sqlite \"and those by Irish authors?\" --history \"list the novels\"\n"
                "  astormer ask shop.sqlite --file questions.txt --format json > answers.jsonl\n"
                "  echo \"how many members are there?\" | astormer ask shop.sqlite --sql-only\n"
                "  astormer ask postgresql://localhost/shop \"sales last month\" --format csv",
};

struct options {
    struct ask_settings settings;
    struct arg_list history;
    const char *format_name, *file, *follow_name;
    int follow;
    enum rows_format format;
    bool sql_only, explain;
    bool batch; /* several questions: each is named before its answer */
};

#define LINE_MAX_BYTES ((size_t)2 << 20)

/* ---- one answer ----------------------------------------------------------------------------------------- */

static void print_sql_only(const struct options *o, const struct astormer_answer *a)
{
    int n = (int)MIN(MAX(o->settings.n_best, 1), astormer_answer_queries(a));
    for (int i = 0; i < n; i++)
        answer_print_sql(stdout, astormer_answer_query(a, i)->sql);
}

static void print_json(const struct options *o, const struct astormer_answer *a,
                       const struct astormer_result *rows, const struct astormer_error *failed)
{
    unsigned flags = o->explain ? ASTORMER_JSON_STEPS | ASTORMER_JSON_LINKS : 0;
    json_t *json = answer_json(a, rows, flags);
    if (failed)
        json_object_set_new(json, "error", json_string(failed->message));
    size_t ascii = terminal_width(stdout) ? JSON_ENSURE_ASCII : 0;
    json_dumpf(json, stdout,
               ANSWER_JSON_FLAGS | ascii | (o->batch ? JSON_COMPACT : JSON_INDENT(2)));
    putchar('\n');
    json_decref(json);
}

/* For people: everything but the rows of a CSV is commentary, and goes where it does no harm. */
static void print_text(const struct options *o, const struct astormer_answer *a,
                       const struct astormer_result *rows)
{
    bool markdown = o->format == FORMAT_MARKDOWN;
    FILE *talk = o->format == FORMAT_CSV || o->format == FORMAT_CSV_RAW ? stderr : stdout;
    fputs(markdown ? "```sql\n" : "", talk);
    answer_print_sql(talk, astormer_answer_query(a, 0)->sql);
    fputs(markdown ? "```\n\n" : "\n", talk);
    if (rows) {
        rows_print(stdout, rows, o->format, terminal_width(stdout));
        fputs(markdown ? "\n" : "", talk);
        rows_print_count(talk, rows);
    }
    fputs(markdown ? "\n```text\n" : "\n", talk);
    answer_print_notes(talk, a);
    answer_print_alternatives(talk, a, o->settings.n_best);
    if (o->explain)
        answer_print_why(talk, a);
    fputs(markdown ? "```\n" : "", talk);
}

static int print_declined(const struct options *o, const struct astormer_answer *a)
{
    const struct astormer_summary *s = astormer_answer_summary(a);
    if (o->format == FORMAT_JSON && !o->sql_only)
        print_json(o, a, NULL, NULL);
    else if (o->settings.n_best > 1)
        answer_print_alternatives(stderr, a, o->settings.n_best);
    if (o->explain && o->format != FORMAT_JSON)
        answer_print_why(stderr, a);
    return cli_fail(EXIT_DECLINED, "not answered: %s", s->declined);
}

static int print_answer(struct talk *talk, const struct options *o,
                        const struct astormer_answer *a)
{
    if (astormer_answer_summary(a)->declined)
        return print_declined(o, a);
    if (o->sql_only) {
        print_sql_only(o, a);
        return EXIT_ANSWERED;
    }
    struct astormer_result *rows;
    struct astormer_error err = {0};
    struct astormer_run_options run = run_options(&o->settings);
    astormer_answer_rows(talk->session, a, 0, &run, &rows, &err);
    if (o->format == FORMAT_JSON)
        print_json(o, a, rows, rows ? NULL : &err);
    else
        print_text(o, a, rows);
    astormer_result_close(rows);
    return rows ? EXIT_ANSWERED : cli_fail(EXIT_DECLINED, "%s", err.message);
}

/* ---- questions --------------------------------------------------------------------------------------------- */

static int ask(struct talk *talk, const struct options *o, const char *question)
{
    struct astormer_ask_options how = talk_options(&o->settings);
    how.history = o->history.v;
    how.n_history = o->history.n;
    how.follow = o->follow;
    struct astormer_answer *answer;
    struct astormer_error err = {0};
    if (o->batch && o->format == FORMAT_TABLE && !o->sql_only) {
        struct arena arena = {0};
        printf("? %s\n", text_visible(&arena, question, MIN(strlen(question), 1000), false));
        arena_release(&arena);
    }
    if (astormer_ask(talk->session, question, &how, &answer, &err) != ASTORMER_OK) {
        if (o->batch && o->format == FORMAT_JSON) /* a line for every question, whatever happens */
            printf("{\"error\":true}\n");
        return astormer_fail(&err);
    }
    int code = print_answer(talk, o, answer);
    astormer_answer_close(answer);
    if (o->batch && o->format != FORMAT_JSON && !o->sql_only)
        putchar('\n');
    fflush(stdout);
    return code;
}

/* One question of a stream: reads a line of at most LINE_MAX_BYTES; longer ones are cut there,
 * which is still over every limit a question has. */
static bool read_question(FILE *from, char *line, size_t *n)
{
    int c;
    *n = 0;
    while ((c = getc(from)) != EOF && c != '\n')
        if (*n < LINE_MAX_BYTES)
            line[(*n)++] = (char)c;
    while (*n > 0 && (line[*n - 1] == '\r' || line[*n - 1] == ' '))
        --*n;
    line[*n] = '\0';
    return c != EOF || *n > 0;
}

static int ask_all(struct talk *talk, struct options *o, FILE *from, const char *name)
{
    char *line = xmalloc(LINE_MAX_BYTES + 1);
    size_t n;
    int worst = EXIT_ANSWERED;
    long number = 0, asked = 0;
    while (read_question(from, line, &n)) {
        number++;
        if (n == 0)
            continue;
        asked++;
        int code = strlen(line) < n
                       ? cli_fail(EXIT_DECLINED, "%s:%ld: the question holds a NUL byte", name,
                                  number)
                       : ask(talk, o, line);
        worst = MAX(worst, code);
    }
    free(line);
    if (ferror(from))
        return cli_fail(EXIT_OPEN, "cannot read %s: %s", name, strerror(errno));
    return asked ? worst : cli_fail(EXIT_USAGE, "there is no question in %s", name);
}

static int run(struct options *o, const char *question)
{
    FILE *from = NULL;
    if (o->file && !(from = fopen(o->file, "r")))
        return cli_fail(EXIT_OPEN, "cannot open '%s': %s", o->file, strerror(errno));
    struct talk talk;
    int code = talk_open(&talk, &o->settings);
    if (code == EXIT_ANSWERED)
        code = question ? ask(&talk, o, question)
                        : ask_all(&talk, o, from ? from : stdin, o->file ? o->file : "standard input");
    talk_close(&talk);
    if (from)
        fclose(from);
    return code;
}

int cmd_ask(int argc, char **argv)
{
    struct options o = {.settings = ASK_SETTINGS, .format_name = "table"};
    const struct arg args[] = {
        {"format", ARG_TEXT, &o.format_name, "table|json|csv|csv-raw|markdown", "how rows are written (default table); csv disarms formulas, csv-raw does not"},
        {"sql-only", ARG_FLAG, &o.sql_only, NULL, "print the SQL and do not run it"},
        {"n-best", ARG_INT, &o.settings.n_best, "N", "show N queries that it might mean"},
        {"explain", ARG_FLAG, &o.explain, NULL, "also show links, and the tree with its steps"},
        {"history", ARG_LIST, &o.history, "QUESTION", "an earlier question (repeat, oldest first)"},
        {"follow", ARG_TEXT, &o.follow_name, "auto|yes|no", "does the question go on from --history? (default: decided for each)"},
        {"file", ARG_TEXT, &o.file, "FILE", "questions from a file, one a line"},
        ASK_ARGS(&o.settings),
    };
    const char *rest[2];
    int n_rest, code;
    if (!args_parse(&help, args, COUNT_OF(args), argc, argv, rest, 2, &n_rest, &code))
        return code;
    if (n_rest < 1 || (n_rest == 2 && o.file))
        return cli_fail(EXIT_USAGE, "ask wants a database and a question; usage: astormer %s",
                        help.usage);
    if (!rows_format_parse(o.format_name, &o.format))
        return cli_fail(EXIT_USAGE, "unknown --format '%s': table, json, csv, csv-raw or markdown",
                        o.format_name);
    if (!ask_settings_check(&o.settings) || !follow_parse(o.follow_name, &o.follow))
        return EXIT_USAGE;
    o.settings.where = rest[0];
    const char *question = n_rest == 2 && strcmp(rest[1], "-") != 0 ? rest[1] : NULL;
    o.batch = !question;
    return run(&o, question);
}
