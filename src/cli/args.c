/* args.c - option parsing from a table, and the --help text from the same table. */
#include "cli/cli.h"
#include "cli/hints.h"
#include "cli/terminal.h"

#include <stdlib.h>
#include <string.h>

int cli_fail(int code, const char *format, ...)
{
    struct arena arena = {0};
    char message[2048]; /* names of files and tables, texts of databases: anything may be inside */
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    fprintf(stderr, "%sastormer:%s %s\n", ink(stderr, INK_BAD), ink(stderr, INK_PLAIN), text_visible(&arena, message, strlen(message), false));
    arena_release(&arena);
    return code;
}

int cli_error(const struct error *err)
{
    static const int codes[] = {
        [ST_OK] = EXIT_ANSWERED,      [ST_USAGE] = EXIT_USAGE,
        [ST_INPUT] = EXIT_DECLINED,   [ST_IO] = EXIT_OPEN,
        [ST_LIMIT] = EXIT_DECLINED,   [ST_UNSUPPORTED] = EXIT_DECLINED,
        [ST_DECLINED] = EXIT_DECLINED, [ST_MEMORY] = EXIT_OPEN,
    };
    return cli_fail(codes[err->code], "%s", err->message);
}

static void print_help(const struct command_help *help, const struct arg *args, int n_args)
{
    printf("usage: astormer %s\n\n%s\n", help->usage, help->about);
    if (n_args)
        puts("\noptions:");
    for (int i = 0; i < n_args; i++) {
        char left[64];
        const char *value = args[i].value ? args[i].value : "";
        snprintf(left, sizeof left, "--%s%s%s", args[i].name, *value ? " " : "", value);
        printf("  %-26s %s\n", left, args[i].help);
    }
    if (help->examples)
        printf("\nexamples:\n%s\n", help->examples);
}

static const struct arg *find_arg(const struct arg *args, int n_args, struct slice name)
{
    for (int i = 0; i < n_args; i++)
        if (slice_equal(name, args[i].name))
            return &args[i];
    return NULL;
}

static bool store_value(const struct arg *arg, const char *value)
{
    char *end = NULL;
    switch (arg->kind) {
    case ARG_FLAG:
        return false;
    case ARG_TEXT:
        *(const char **)arg->to = value;
        return true;
    case ARG_INT:
        *(long *)arg->to = strtol(value, &end, 10);
        return *value && !*end;
    case ARG_REAL:
        *(double *)arg->to = strtod(value, &end);
        return *value && !*end;
    case ARG_LIST: {
        struct arg_list *list = arg->to;
        if (list->n == ARG_LIST_MAX)
            return false;
        list->v[list->n++] = value;
        return true;
    }
    }
    return false;
}

static void say_unknown(const struct arg *args, int n_args, struct slice name, const char *command)
{
    struct arena arena = {0};
    const char **names = ARENA_ARRAY(&arena, const char *, n_args + 1);
    for (int i = 0; i < n_args; i++)
        names[i] = args[i].name;
    const char *near = nearest_name(arena_strndup(&arena, name.s, name.n), names);
    cli_fail(0, "unknown option '--%.*s'; %s%s%stry 'astormer %s --help'", (int)name.n, name.s,
             near ? "did you mean '--" : "", near ? near : "", near ? "'? Else " : "", command);
    arena_release(&arena);
}

/* For completions: a line each, name, what its value is called, help. */
static void list_options(const struct arg *args, int n_args)
{
    for (int i = 0; i < n_args; i++)
        printf("--%s\t%s\t%s\n", args[i].name, args[i].value ? args[i].value : "", args[i].help);
}

/* One option, `word` being what follows its dashes; *at moves on when it takes the next word of
 * the line as its value. */
static bool read_option(const struct arg *args, int n_args, int argc, char **argv,
                        const char *word, int *at)
{
    const char *equals = strchr(word, '=');
    struct slice name = {word, equals ? (size_t)(equals - word) : strlen(word)};
    const struct arg *arg = find_arg(args, n_args, name);
    if (!arg && !equals && strncmp(word, "no-", 3) == 0) {
        arg = find_arg(args, n_args, slice_of(word + 3));
        if (arg && arg->kind == ARG_FLAG) {
            *(bool *)arg->to = false;
            return true;
        }
        arg = NULL;
    }
    if (!arg) {
        say_unknown(args, n_args, name, argv[0]);
        return false;
    }
    if (arg->kind == ARG_FLAG && !equals) {
        *(bool *)arg->to = true;
        return true;
    }
    const char *value = equals ? equals + 1 : *at + 1 < argc ? argv[++*at] : NULL;
    if (value && store_value(arg, value))
        return true;
    const char *wanted = arg->kind == ARG_INT    ? "a whole number"
                         : arg->kind == ARG_REAL ? "a number"
                         : arg->kind == ARG_FLAG ? "no value"
                         : arg->value            ? arg->value
                                                 : "a value";
    cli_fail(0, "option '--%s' wants %s%s%s%s; 'astormer %s --help' explains it", arg->name, wanted,
             value ? ", not '" : "", value ? value : "", value ? "'" : "", argv[0]);
    return false;
}

bool args_parse(const struct command_help *help, const struct arg *args, int n_args, int argc,
                char **argv, const char **rest, int max_rest, int *n_rest, int *exit_code)
{
    *n_rest = 0;
    *exit_code = EXIT_USAGE;
    bool options = true;
    for (int i = 1; i < argc; i++) {
        if (options && strcmp(argv[i], "--") == 0) {
            options = false;
        } else if (options && (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0)) {
            print_help(help, args, n_args);
            *exit_code = EXIT_ANSWERED;
            return false;
        } else if (options && strcmp(argv[i], "--list-options") == 0) {
            list_options(args, n_args);
            *exit_code = EXIT_ANSWERED;
            return false;
        } else if (options && strncmp(argv[i], "--", 2) == 0) {
            if (!read_option(args, n_args, argc, argv, argv[i] + 2, &i))
                return false;
        } else if (options && strcmp(argv[i], "-o") == 0) { /* the one short name people expect */
            if (!read_option(args, n_args, argc, argv, "out", &i))
                return false;
        } else if (options && argv[i][0] == '-' && find_arg(args, n_args, slice_of(argv[i] + 1))) {
            cli_fail(0, "options have two dashes: '-%s'; try 'astormer %s --help'", argv[i], argv[0]);
            return false;
        } else if (*n_rest == max_rest) {
            cli_fail(0, "unexpected argument '%s'; usage: astormer %s", argv[i], help->usage);
            return false;
        } else {
            rest[(*n_rest)++] = argv[i];
        }
    }
    return true;
}
