/* main.c - picks the command. */
#include "cli/cli.h"
#include "cli/hints.h"
#include "db/db.h"

#include "version.h"

#include <string.h>

static const struct {
    const char *name, *summary; /* of a group: NULL, its title */
    int (*run)(int argc, char **argv);
} commands[] = {
#define GROUP(title) {NULL, title, NULL},
#define COMMAND(name, summary) {#name, summary, cmd_##name},
#include "cli/commands.def"
#undef COMMAND
};

static void print_usage(FILE *to)
{
    fputs("usage: astormer COMMAND [ARGUMENTS]\n\n"
          "Ask a database in plain language: SQL, why that SQL, and the rows. Offline.\n\n"
          "  astormer ask shop.sqlite \"Which books cost less than 10 pounds?\"\n", to);
    for (int i = 0; i < COUNT_OF(commands); i++)
        if (commands[i].name)
            fprintf(to, "  %-9s %s\n", commands[i].name, commands[i].summary);
        else
            fprintf(to, "\n%s:\n", commands[i].summary);
    fputs("\n'astormer help COMMAND' explains a command; 'astormer --version' prints the version.\n",
          to);
}

static int find_command(const char *name)
{
    for (int i = 0; i < COUNT_OF(commands); i++)
        if (commands[i].name && strcmp(name, commands[i].name) == 0)
            return i;
    return -1;
}

/* A newcomer's first words may be a database, or a command by nearly its name. */
static int unknown_command(int argc, char **argv, const char *prefix)
{
    const char *names[COUNT_OF(commands) + 1], *word = argv[1];
    int n = 0;
    for (int i = 0; i < COUNT_OF(commands); i++)
        if (commands[i].name)
            names[n++] = commands[i].name;
    names[n] = NULL;
    const char *near = nearest_name(word, names);
    if (file_exists(word) || strstr(word, "://"))
        return cli_fail(EXIT_USAGE, "'%s' is no command; to ask it: astormer ask %s \"%s\"", word,
                        word, argc > 2 ? argv[2] : "how many ...?");
    if (near)
        return cli_fail(EXIT_USAGE, "unknown command '%s'; did you mean 'astormer %s%s'?", word,
                        prefix, near);
    if (strchr(word, ' '))
        return cli_fail(EXIT_USAGE, "'%s' is no command; questions are asked of a database: astormer "
                        "ask DB \"%s\"", word, word);
    return cli_fail(EXIT_USAGE, "unknown command '%s'; 'astormer help' lists them", word);
}

static int run_command(int command, int argc, char **argv)
{
    int code = commands[command].run(argc, argv);
    return fflush(stdout) == 0 ? code : cli_fail(EXIT_OPEN, "cannot write to standard output");
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        print_usage(stderr);
        return EXIT_USAGE;
    }
    if (strcmp(argv[1], "db-worker") == 0) /* started by ourselves: src/db/worker.c */
        db_worker_main();
    memory_exit_code(EXIT_OPEN); /* where no call of the engine is to blame */
    bool help = strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0 ||
                strcmp(argv[1], "help") == 0;
    int of = help && argc > 2 ? find_command(argv[2]) : -1;
    static char option[] = "--help";
    if (of >= 0)
        return run_command(of, 2, (char *[]){argv[2], option, NULL});
    if (help && argc > 2)
        return unknown_command(argc - 1, argv + 1, "help ");
    if (help) {
        print_usage(stdout);
        return EXIT_ANSWERED;
    }
    if (strcmp(argv[1], "--version") == 0) {
        puts("astormer " ASTORMER_VERSION);
        return EXIT_ANSWERED;
    }
    int command = find_command(argv[1]);
    return command >= 0 ? run_command(command, argc - 1, argv + 1) : unknown_command(argc, argv, "");
}
