/* cmd_ask.c - astormer ask: SQL, then the rows. */
#include "cli/ask.h"
#include "cli/hints.h"
#include "cli/pager.h"
#include "cli/terminal.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const struct command_help help = {
    .usage = "ask DB [QUESTION...] [OPTIONS]",
    .about = "Answers a question about a database: the SQL, then the rows, how sure it is, and which\n"
             "stored values it took words for; when it is not sure, what was perhaps meant. DB is a\n"
             "SQLite file, a postgresql:// address, or files of rows (.csv, .tsv, .jsonl, .json), a table\n"
             "each; it is only ever read. Without a question, or with '-', questions come from standard input, one\n"
             "a line. Exit code: 0 answered, 1 declined or failed, 2 bad usage, 3 cannot open.",
    .examples = "  astormer ask sales.csv customers.csv \"What did each customer spend?\"\n"
                "  astormer ask shop.sqlite \"Which books cost less than 10 pounds?\"\n"
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
    bool sql_only, explain, remember;
    long choose; /* the reading to be run, from 1; 0: not said */
    bool batch; /* several questions: each is named before its answer */
};

#define LINE_MAX_BYTES ((size_t)2 << 20)

/* ---- one answer ----------------------------------------------------------------------------------------- */

static int chosen(const struct options *o)
{
    return o->choose > 0 ? (int)o->choose - 1 : 0;
}

static void print_sql_only(const struct options *o, const struct astormer_answer *a)
{
    int first = chosen(o);
    int n = (int)MIN(first + MAX(o->choose ? 1 : o->settings.n_best, 1), astormer_answer_queries(a));
    for (int i = first; i < n; i++)
        answer_print_sql(stdout, astormer_answer_query(a, i)->sql);
}

static void print_json(const struct options *o, const struct astormer_answer *a,
                       const struct astormer_result *rows, const struct astormer_error *failed)
{
    unsigned flags = o->explain ? ASTORMER_JSON_STEPS | ASTORMER_JSON_LINKS : 0;
    struct arena arena = {0};
    struct json_text json = json_text_in(&arena);
    json.ascii = terminal_width(stdout) > 0;
    json.indent = o->batch ? 0 : 2;
    json_open(&json, '{');
    answer_members(&json, a, rows, flags);
    if (failed) {
        json_key(&json, "error");
        json_put_text(&json, failed->message);
    }
    json_close(&json, '}');
    puts(strbuf_text(&json.out));
    arena_release(&arena);
}

/* Nobody has chosen, and we are not sure enough to choose for him. */
static bool leaves_choice(const struct options *o, const struct astormer_answer *a)
{
    const struct astormer_summary *s = astormer_answer_summary(a);
    return !o->choose && !o->remember && (s->unsure || s->declined) && astormer_answer_queries(a) > 1;
}

static const char how_to_choose[] =
    "--choose N shows the rows of a reading; --choose N --remember keeps it as the answer";

/* For people: everything but the rows of a CSV is commentary, and goes where it does no harm. */
static void print_text(const struct options *o, const struct astormer_answer *a,
                       const struct astormer_result *rows)
{
    int query = chosen(o);
    bool markdown = o->format == FORMAT_MARKDOWN;
    FILE *talk = o->format == FORMAT_CSV || o->format == FORMAT_CSV_RAW ? stderr : stdout;
    fputs(markdown ? "```sql\n" : "", talk);
    answer_print_sql(talk, astormer_answer_query(a, query)->sql);
    fputs(markdown ? "```\n\n" : "\n", talk);
    if (rows) {
        FILE *to = o->format == FORMAT_TABLE && !o->batch ? pager_begin(astormer_result_rows(rows) + 3)
                                                          : stdout;
        rows_print(to, rows, o->format, terminal_width(stdout));
        pager_end(to);
        fputs(markdown ? "\n" : "", talk);
        rows_print_count(talk, rows);
    }
    fputs(markdown ? "\n```text\n" : "\n", talk);
    answer_print_notes(talk, a, query);
    if (query == 0)
        answer_print_alternatives(talk, a, o->settings.n_best);
    if (o->explain)
        answer_print_why(talk, a);
    fputs(markdown ? "```\n" : "", talk);
}

static int print_declined(struct talk *talk, const struct options *o, struct astormer_answer *a)
{
    const struct astormer_summary *s = astormer_answer_summary(a);
    if (o->format == FORMAT_JSON && !o->sql_only)
        print_json(o, a, NULL, NULL);
    else if (o->settings.n_best > 1 && leaves_choice(o, a)) {
        astormer_answer_preview(talk->session, a, NULL);
        answer_print_readings(stderr, a, o->settings.n_best, how_to_choose);
    }
    if (o->explain && o->format != FORMAT_JSON)
        answer_print_why(stderr, a);
    return cli_fail(EXIT_DECLINED, "not answered: %s", s->declined);
}

/* Keeps the reading as the answer to this question, as .good does in the shell. */
static int remember(struct talk *talk, const struct options *o, const char *question, const char *sql)
{
    struct astormer_error err = {0};
    if (astormer_correct(talk->session, question, o->history.v, o->history.n, sql, ASTORMER_GOOD,
                         &err) != ASTORMER_OK)
        return astormer_fail(&err);
    fprintf(o->format == FORMAT_TABLE ? stdout : stderr,
            "kept        this question will be answered so (%s)\n",
            astormer_corrections_path(talk->database));
    return EXIT_ANSWERED;
}

static int print_rows(struct talk *talk, const struct options *o, struct astormer_answer *a)
{
    bool choice = leaves_choice(o, a), machine = o->format != FORMAT_TABLE;
    if (choice)
        astormer_answer_preview(talk->session, a, NULL);
    if (choice && o->format != FORMAT_JSON)
        answer_print_readings(machine ? stderr : stdout, a, o->settings.n_best, how_to_choose);
    if (choice && !machine) {
        if (o->explain)
            answer_print_why(stdout, a);
        return EXIT_ANSWERED;
    }
    struct astormer_result *rows;
    struct astormer_error err = {0};
    struct astormer_run_options run = run_options(&o->settings);
    const char *sql = astormer_answer_query(a, chosen(o))->sql;
    astormer_answer_rows(talk->session, a, chosen(o), &run, &rows, &err);
    if (o->format == FORMAT_JSON)
        print_json(o, a, rows, rows ? NULL : &err);
    else
        print_text(o, a, rows);
    astormer_result_close(rows);
    if (!rows)
        return cli_fail(EXIT_DECLINED, "%s", err.message);
    return o->remember ? remember(talk, o, astormer_answer_summary(a)->question, sql)
                       : EXIT_ANSWERED;
}

static int print_answer(struct talk *talk, const struct options *o, struct astormer_answer *a)
{
    if (o->choose > astormer_answer_queries(a))
        return cli_fail(EXIT_USAGE, "there are %d readings, and no number %ld; --n-best N finds more",
                        astormer_answer_queries(a), o->choose);
    if (astormer_answer_summary(a)->declined && !o->choose)
        return print_declined(talk, o, a);
    if (o->sql_only) {
        print_sql_only(o, a);
        return EXIT_ANSWERED;
    }
    return print_rows(talk, o, a);
}

/* SQL where a question is expected is run as it is, under the guard: whoever writes it knows what he
 * wants. */
static int run_sql(struct talk *talk, const struct options *o, const char *sql)
{
    struct astormer_result *rows;
    struct astormer_error err = {0};
    struct astormer_run_options run = run_options(&o->settings);
    if (astormer_run(talk->session, sql, &run, &rows, &err) != ASTORMER_OK)
        return cli_fail(EXIT_DECLINED, "%s", err.message);
    FILE *note = o->format == FORMAT_TABLE ? stdout : stderr;
    rows_print(stdout, rows, o->format, terminal_width(stdout));
    if (o->format != FORMAT_JSON) {
        rows_print_count(note, rows);
        fputs("\nsource      your own SQL: it was run as it is\n", note);
    }
    astormer_result_close(rows);
    return EXIT_ANSWERED;
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
    xfree(line);
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
        code = question && looks_like_sql(question) ? run_sql(&talk, o, question)
               : question ? ask(&talk, o, question)
                        : ask_all(&talk, o, from ? from : stdin, o->file ? o->file : "standard input");
    talk_close(&talk);
    if (from)
        fclose(from);
    return code;
}

int cmd_ask(int argc, char **argv)
{
    struct options o = {.settings = ASK_SETTINGS_OF("ask"), .format_name = "table"};
    const struct arg args[] = {
        {"format", ARG_TEXT, &o.format_name, "table|json|csv|csv-raw|markdown", "how rows are written (default table); csv disarms formulas, csv-raw does not"},
        {"sql-only", ARG_FLAG, &o.sql_only, NULL, "print the SQL and do not run it"},
        {"n-best", ARG_INT, &o.settings.n_best, "N", "show N queries that it might mean"},
        {"choose", ARG_INT, &o.choose, "N", "show the rows of reading N instead of the first"},
        {"remember", ARG_FLAG, &o.remember, NULL, "keep that reading as the answer to this question"},
        {"explain", ARG_FLAG, &o.explain, NULL, "also show links, and the tree with its steps"},
        {"history", ARG_LIST, &o.history, "QUESTION", "an earlier question (repeat, oldest first)"},
        {"follow", ARG_TEXT, &o.follow_name, "auto|yes|no", "does the question go on from --history? (default: decided for each)"},
        {"file", ARG_TEXT, &o.file, "FILE", "questions from a file, one a line"},
        ASK_ARGS(&o.settings),
    };
    static const char *rest[ASK_MAX_WORDS];
    int n_rest, code;
    if (!args_parse(&help, args, COUNT_OF(args), argc, argv, rest, ASK_MAX_WORDS, &n_rest, &code))
        return code;
    static struct arena arena; /* of the words, which are needed to the end */
    const char *question = n_rest ? ask_words(&arena, &o.settings, rest, n_rest) : NULL;
    if (n_rest < 1 || (question && o.file))
        return cli_fail(EXIT_USAGE, "ask wants a database and a question; usage: astormer %s",
                        help.usage);
    if (!rows_format_parse(o.format_name, &o.format))
        return cli_fail(EXIT_USAGE, "unknown --format '%s': table, json, csv, csv-raw or markdown",
                        o.format_name);
    if (!ask_settings_check(&o.settings) || !follow_parse(o.follow_name, &o.follow))
        return EXIT_USAGE;
    if (o.choose < 0)
        return cli_fail(EXIT_USAGE, "--choose wants the number of a reading, from 1");
    if (question && strcmp(question, "-") == 0)
        question = NULL;
    o.batch = !question;
    return run(&o, question);
}
