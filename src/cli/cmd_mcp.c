/* cmd_mcp.c - astormer mcp: the Model Context Protocol on standard input and output. */
#include "cli/ask.h"
#include "serve/serve.h"

static const struct command_help help = {
    .usage = "mcp DB [OPTIONS]",
    .about = "Lets an assistant ask the database: a Model Context Protocol server on standard input and\n"
             "output, with the tools 'ask' and 'schema', and 'run_sql' if --allow-sql. Nothing is written\n"
             "to the database and no network is used.",
    .examples = "  astormer mcp shop.sqlite\n"
                "  # in an assistant's configuration:\n"
                "  # {\"mcpServers\": {\"shop\": {\"command\": \"astormer\", \"args\": [\"mcp\", \"/data/shop.sqlite\"]}}}",
};

int cmd_mcp(int argc, char **argv)
{
    serve_begin();
    struct ask_settings settings = ASK_SETTINGS_OF("mcp");
    bool allow_sql = false;
    settings.limit = 100;
    const struct arg args[] = {
        {"allow-sql", ARG_FLAG, &allow_sql, NULL, "offer a tool that runs SQL, read-only"},
        {"model", ARG_TEXT, &settings.model, "FILE", "the model; else $ASTORMER_MODEL, else the one shipped"},
        {"limit", ARG_INT, &settings.limit, "ROWS", "rows of an answer at most (default 100)"},
        {"timeout", ARG_INT, &settings.timeout, "MS", "time a query may take (default 5000)"},
        {"tables", ARG_LIST, &settings.tables, "NAME", "show only this table (may be repeated)"},
        {"synonyms", ARG_TEXT, &settings.synonyms, "FILE", "'word = table.column' lines, instead of the file beside the database"},
        {"views", ARG_FLAG, &settings.views, NULL, "look at views as at tables (else only if named)"},
        {"deny", ARG_LIST, &settings.deny, "NAME", "never show this table (may be repeated)"},
        {"cache", ARG_TEXT, &settings.cache, "DIR", "where indexes of stored values are kept"},
    };
    static const char *rest[ASK_MAX_WORDS];
    int n_rest, code;
    static struct arena arena; /* of the words, which are needed to the end */
    if (!args_parse(&help, args, COUNT_OF(args), argc, argv, rest, ASK_MAX_WORDS, &n_rest, &code))
        return code;
    if (n_rest < 1 || ask_words(&arena, &settings, rest, n_rest))
        return cli_fail(EXIT_USAGE, "mcp needs a database; usage: astormer %s", help.usage);
    if (!ask_settings_check(&settings))
        return EXIT_USAGE;
    struct talk talk;
    code = talk_open(&talk, &settings);
    if (code != EXIT_ANSWERED)
        return code;
    /* what the model file says of itself */
    json_t *about = json_loads(astormer_model_about(talk.model), 0, NULL);
    struct mcp_options o = {.languages = json_string_value(json_object_get(about, "languages")),
                            .session = talk.session, .database = talk.database,
                            .allow_sql = allow_sql, .max_rows = settings.limit,
                            .timeout_ms = (int)settings.timeout};
    mcp_run(&o, stdin, stdout);
    json_decref(about);
    talk_close(&talk);
    return EXIT_ANSWERED;
}
