/* cmd_info.c - what this build was made of. */
#include "cli/cli.h"

#include "version.h"

#include <sqlite3.h>

static const struct command_help help = {
    .usage = "info",
    .about = "Prints the version, and the libraries it runs with.",
    .examples = "  astormer info",
};

int cmd_info(int argc, char **argv)
{
    int n_rest, code;
    if (!args_parse(&help, NULL, 0, argc, argv, NULL, 0, &n_rest, &code))
        return code;
    printf("astormer  %s\nsqlite    %s\ncores     %d\n", ASTORMER_VERSION, sqlite3_libversion(),
           cpu_count());
    return EXIT_ANSWERED;
}
