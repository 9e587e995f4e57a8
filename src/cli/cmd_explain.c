/* cmd_explain.c - astormer explain: how a query came about, as a page, a picture or text. */
#include "cli/ask.h"
#include "cli/terminal.h"
#include "serve/serve.h"

#include <errno.h>
#include <string.h>

static const struct command_help help = {
    .usage = "explain DB QUESTION [--html FILE] [--svg FILE] [--text]",
    .about = "Shows how the query for a question came about: the syntax tree with its decoding steps and\n"
             "probabilities, what the words were linked to, and what the decoder attended to, beside the\n"
             "tree-distance reference of the paper. A page is one file that needs no network. FILE '-' is\n"
             "standard output. Without --html or --svg the tree is printed as text.",
    .examples = "  astormer explain shop.sqlite \"How many books did Irish authors write?\"\n"
                "  astormer explain shop.sqlite \"books after 1990\" --html why.html\n"
                "  astormer explain shop.sqlite \"and before?\" --history \"books after 1990\" --svg why.svg",
};

struct options {
    struct ask_settings settings;
    struct arg_list history;
    const char *question, *html, *svg;
    bool text;
    long query;
};

static enum status write_out(const char *path, const char *text, struct error *err)
{
    if (strcmp(path, "-") != 0)
        return file_write_atomic(path, text, strlen(text), err);
    return fputs(text, stdout) == EOF ? fail(err, ST_IO, "cannot write: %s", strerror(errno))
                                      : ST_OK;
}

/* The explanation with the schema and the rows, so that the page can show them too. */
static enum status whole_json(const struct options *o, struct talk *talk,
                              const struct astormer_answer *answer, json_t **out,
                              struct error *err)
{
    enum status st = explain_json(talk->session, answer, (int)o->query, out, err);
    if (st != ST_OK)
        return st;
    struct astormer_run_options run = run_options(&o->settings);
    struct astormer_result *result;
    if (astormer_answer_rows(talk->session, answer, (int)o->query, &run, &result, NULL) ==
        ASTORMER_OK)
        json_object_set_new(*out, "result", result_json(result));
    astormer_result_close(result);
    json_object_set_new(*out, "schema", schema_json(database_schema(talk->database)));
    return ST_OK;
}

static enum status write_files(const struct options *o, struct talk *talk,
                               const struct astormer_answer *answer, struct error *err)
{
    json_t *json;
    struct arena arena = {0};
    enum status st = whole_json(o, talk, answer, &json, err);
    if (st == ST_OK && o->html)
        st = write_out(o->html, explain_html(&arena, json), err);
    if (st == ST_OK && o->svg)
        st = write_out(o->svg, explain_svg(&arena, json), err);
    if (st == ST_OK && (o->text || (!o->html && !o->svg))) {
        const struct astormer_query *query = astormer_answer_query(answer, (int)o->query);
        say_text(stdout, "%s\n\n%s", query->sql, explain_text(&arena, query));
    }
    json_decref(json);
    arena_release(&arena);
    return st;
}

static int explain(const struct options *o)
{
    struct talk talk;
    int code = talk_open(&talk, &o->settings);
    if (code != EXIT_ANSWERED)
        return code;
    struct astormer_ask_options ask = talk_options(&o->settings);
    ask.history = o->history.v;
    ask.n_history = o->history.n;
    struct astormer_answer *answer;
    struct astormer_error failure = {0};
    struct error err = {0};
    if (astormer_ask(talk.session, o->question, &ask, &answer, &failure) != ASTORMER_OK)
        code = astormer_fail(&failure);
    else if (write_files(o, &talk, answer, &err) != ST_OK)
        code = cli_error(&err);
    else if (astormer_answer_summary(answer)->declined)
        code = cli_fail(EXIT_DECLINED, "shown, but not vouched for: %s",
                        astormer_answer_summary(answer)->declined);
    astormer_answer_close(answer);
    talk_close(&talk);
    return code;
}

int cmd_explain(int argc, char **argv)
{
    struct options o = {.settings = ASK_SETTINGS_OF("explain")};
    const struct arg args[] = {
        {"html", ARG_TEXT, &o.html, "FILE", "a page in one file"},
        {"svg", ARG_TEXT, &o.svg, "FILE", "a picture"},
        {"text", ARG_FLAG, &o.text, NULL, "the tree as text (default)"},
        {"query", ARG_INT, &o.query, "N", "which of the n best, counted from 0 (default)"},
        {"history", ARG_LIST, &o.history, "TEXT", "an earlier question (may be repeated, oldest first)"},
        ASK_ARGS(&o.settings),
    };
    static const char *rest[ASK_MAX_WORDS];
    int n_rest, code;
    static struct arena arena; /* of the words, which are needed to the end */
    if (!args_parse(&help, args, COUNT_OF(args), argc, argv, rest, ASK_MAX_WORDS, &n_rest, &code))
        return code;
    o.question = n_rest ? ask_words(&arena, &o.settings, rest, n_rest) : NULL;
    if (!o.question)
        return cli_fail(EXIT_USAGE, "explain needs a database and a question; usage: astormer %s",
                        help.usage);
    if (o.query < 0 || o.query > 63)
        return cli_fail(EXIT_USAGE, "--query must be between 0 and 63");
    if (!ask_settings_check(&o.settings))
        return EXIT_USAGE;
    return explain(&o);
}
