/* cmd_data.c - astormer data stats: the paper's table of datasets, measured; astormer data check. */
#include "cli/data.h"

#include <string.h>

static const struct command_help help = {
    .usage = "data stats --dataset NAME --data DIR [--json] [--svg FILE]\n"
             "       astormer data check CORPUS [--against tables.json] [--only NAME] [--pairs] [--json]",
    .about = "Measures what the paper's table of datasets states: sizes, lengths of questions, queries\n"
             "and trees, over all splits that have gold queries; which constructs the queries have, and how\n"
             "many of their tables and columns the questions name. What cannot be read or parsed is\n"
             "counted, and the first cases are listed.\n"
             "check builds the databases of a corpus, runs every query and says what is wrong: what the\n"
             "guide in corpus/ asks for, duplicates, tags that do not fit the query, schemas too like\n"
             "another's. Exit code 1 if there are findings.",
    .examples = "  astormer data stats --dataset spider --data data\n"
                "  astormer data stats --dataset sparc --data data --json\n"
                "  astormer data stats --dataset corpus --data corpus --dataset spider --data data --svg s.svg\n"
                "  astormer data check corpus --against data/spider/tables.json",
};

int cmd_data(int argc, char **argv)
{
    struct data_options o = {0};
    const char *rest[2];
    const struct arg args[] = {
        {"dataset", ARG_LIST, &o.datasets, "NAME", "stats: spider, corpus, ...; a part: corpus/alone; may be repeated"},
        {"data", ARG_LIST, &o.data, "DIR", "stats: folder that holds the dataset (jsonl: the file); one for each"},
        {"tables", ARG_TEXT, &o.tables, "FILE", "stats: schema file instead of the dataset's own"},
        {"databases", ARG_TEXT, &o.databases, "DIR", "stats, jsonl: folder of the databases"},
        {"grammar", ARG_TEXT, &o.grammar, "sql|everyday", "stats: rules that trees are counted in (default sql)"},
        {"svg", ARG_TEXT, &o.svg, "FILE", "stats: also a picture of the shares"},
        {"against", ARG_LIST, &o.against, "FILE", "check: tables.json no schema may resemble; may be repeated"},
        {"only", ARG_LIST, &o.only, "NAME", "check: only this database; may be repeated"},
        {"pairs", ARG_FLAG, &o.pairs, NULL, "check: only what every pair must be, not the guide's tags and mix (textbook/)"},
        {"json", ARG_FLAG, &o.json, NULL, "for programs"},
    };
    int n_rest, code;
    if (!args_parse(&help, args, COUNT_OF(args), argc, argv, rest, COUNT_OF(rest), &n_rest, &code))
        return code;
    if (n_rest == 1 && strcmp(rest[0], "stats") == 0 && o.datasets.n && o.data.n)
        return data_stats_command(&o);
    if (n_rest == 2 && strcmp(rest[0], "check") == 0)
        return data_check_command(rest[1], &o);
    return cli_fail(EXIT_USAGE, "usage: astormer %s", help.usage);
}
