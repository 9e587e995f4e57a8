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

void bench_print_profile(const struct nn_profile *p, double n)
{
    double total = 0;
    for (int op = 0; op < NN_N_OPS; op++)
        total += p->forward[op] + p->backward[op];
    bool done[NN_N_OPS] = {false};
    printf("  %-14s %6s %9s %9s %6s %9s\n", "operator", "calls", "fwd ms", "bwd ms", "share",
           "GFLOP/s");
    for (;;) {
        int top = -1;
        for (int op = 0; op < NN_N_OPS; op++)
            if (!done[op] && p->calls[op] &&
                (top < 0 || p->forward[op] + p->backward[op] > p->forward[top] + p->backward[top]))
                top = op;
        if (top < 0)
            return;
        done[top] = true;
        double seconds = p->forward[top] + p->backward[top];
        printf("  %-14s %6.0f %9.2f %9.2f %5.1f%% %9.1f\n", nn_op_name((enum nn_op)top),
               (double)p->calls[top] / n, p->forward[top] * 1e3 / n, p->backward[top] * 1e3 / n,
               100 * seconds / total, p->flops[top] / seconds * 1e-9);
    }
}

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
