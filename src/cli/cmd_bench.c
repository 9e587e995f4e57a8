/* cmd_bench.c - `astormer bench WHAT`: one entry a benchmark. */
#include "cli/bench.h"

#include <string.h>

static const struct {
    const char *name, *about;
    int (*run)(int argc, char **argv);
} benches[] = {
    {"nn", "the neural core: speed of this machine, training and inference steps", bench_nn},
    {"start", "one question from the start of the program to its end, and where the time goes", bench_start},
    {"decode", "beam search: questions a second, and where their time goes", bench_decode},
};

int cmd_bench(int argc, char **argv)
{
    for (int i = 0; argc > 1 && i < COUNT_OF(benches); i++)
        if (strcmp(argv[1], benches[i].name) == 0)
            return benches[i].run(argc - 1, argv + 1);
    bool help = argc > 1 && (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0);
    FILE *to = help ? stdout : stderr;
    fputs("usage: astormer bench WHAT [OPTIONS]\n\nMeasures this build on this machine.\n\n", to);
    for (int i = 0; i < COUNT_OF(benches); i++)
        fprintf(to, "  %-9s %s\n", benches[i].name, benches[i].about);
    return help ? EXIT_ANSWERED : EXIT_USAGE;
}
