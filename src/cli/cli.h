/* cli.h - one file a command.
 *
 * A command is one entry in commands.def and one function cmd_<name>(argc, argv) in its own file,
 * where argv[0] is the command's name.  Exit codes: see enum exit_code.  Results go to standard
 * output, everything else to standard error. */
#ifndef ASTORMER_CLI_H
#define ASTORMER_CLI_H

#include "base/base.h"

enum exit_code {
    EXIT_ANSWERED = 0,
    EXIT_DECLINED = 1, /* declined, a query failed, or a check found differences */
    EXIT_USAGE = 2,
    EXIT_OPEN = 3, /* cannot open database, model or data */
};

#define COMMAND(name, summary) int cmd_##name(int argc, char **argv);
#include "cli/commands.def"
#undef COMMAND

/* ---- arguments -------------------------------------------------------------------------- */

enum arg_kind { ARG_FLAG, ARG_TEXT, ARG_INT, ARG_REAL, ARG_LIST };
#define ARG_LIST_MAX 64
struct arg_list { /* an option that may be given several times */
    const char *v[ARG_LIST_MAX];
    int n;
};
static inline struct texts arg_texts(const struct arg_list *list)
{
    return (struct texts){list->v, list->n};
}

/* One option; `to` points at bool, const char *, long, double or struct arg_list by kind, and
 * holds the default before args_parse. */
struct arg {
    const char *name;  /* without the dashes */
    enum arg_kind kind;
    void *to;
    const char *value; /* what --help calls the value */
    const char *help;
};

struct command_help {
    const char *usage;    /* after "astormer ": "score --gold FILE --pred FILE" */
    const char *about;    /* a sentence or two */
    const char *examples; /* whole lines, indented by two */
};

/* Reads options (--name value, --name=value, --no-name for flags) anywhere among the positional
 * arguments; "--" ends them.  Returns true to go on, with n_rest words in rest (at most
 * max_rest); otherwise *exit_code says how to end: --help prints and ends with 0. */
bool args_parse(const struct command_help *help, const struct arg *args, int n_args, int argc,
                char **argv, const char **rest, int max_rest, int *n_rest, int *exit_code);

/* "astormer: <message>" on standard error; returns code. */
int cli_fail(int code, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* The exit code that suits a failed status, after printing its message. */
int cli_error(const struct error *err);

#endif
