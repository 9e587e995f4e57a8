/* main.c - picks the command. */
#include "cli/cli.h"
#include "db/db.h"

#include "version.h"

#include <string.h>

static const struct {
    const char *name, *summary;
    int (*run)(int argc, char **argv);
} commands[] = {
#define COMMAND(name, summary) {#name, summary, cmd_##name},
#include "cli/commands.def"
#undef COMMAND
};

static void print_usage(FILE *to)
{
    fputs("usage: astormer COMMAND [ARGUMENTS]\n\n"
          "Ask a database in plain language: SQL, why that SQL, and the rows. Offline.\n\n"
          "commands:\n", to);
    for (int i = 0; i < COUNT_OF(commands); i++)
        fprintf(to, "  %-9s %s\n", commands[i].name, commands[i].summary);
    fputs("\n'astormer COMMAND --help' explains a command; 'astormer --version' prints the version.\n",
          to);
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        print_usage(stderr);
        return EXIT_USAGE;
    }
    if (strcmp(argv[1], "db-worker") == 0) /* started by ourselves: src/db/worker.c */
        db_worker_main();
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0 ||
        strcmp(argv[1], "help") == 0) {
        print_usage(stdout);
        return EXIT_ANSWERED;
    }
    if (strcmp(argv[1], "--version") == 0) {
        puts("astormer " ASTORMER_VERSION);
        return EXIT_ANSWERED;
    }
    for (int i = 0; i < COUNT_OF(commands); i++) {
        if (strcmp(argv[1], commands[i].name) == 0) {
            int code = commands[i].run(argc - 1, argv + 1);
            if (fflush(stdout) != 0)
                return cli_fail(EXIT_OPEN, "cannot write to standard output");
            return code;
        }
    }
    return cli_fail(EXIT_USAGE, "unknown command '%s'; 'astormer --help' lists them", argv[1]);
}
