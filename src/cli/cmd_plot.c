/* cmd_plot.c - astormer plot: the curves of one or several runs from their logs. */
#include "cli/cli.h"

#include "report/curves.h"

#include <string.h>
#include <sys/stat.h>

static const struct command_help help = {
    .usage = "plot RUN [RUN...] [--out FILE.svg]",
    .about = "Draws loss, exact match on the held-out databases, learning rate and samples per second\n"
             "of training runs, several in one picture, from RUN/log.jsonl. RUN may still be going on.\n"
             "What a killed run had logged beyond its last checkpoint is left out once it was redone.",
    .examples = "  astormer plot runs/spider                      # runs/spider/curves.svg\n"
                "  astormer plot runs/lstm runs/astormer -o both.svg --x hours\n"
                "  astormer plot runs/spider --tsv | tail -n 1",
};

enum { MAX_RUNS = 16 };

/* ---- the command ------------------------------------------------------------------------------------- */

static int run(const char *const *paths, int n, const char *out, enum curve_x kind, bool tsv)
{
    struct arena arena = {0};
    struct run_curves logs[MAX_RUNS] = {0};
    struct error err = {0};
    enum status st = ST_OK;
    for (int i = 0; st == ST_OK && i < n; i++) {
        st = curves_read(&arena, paths[i], &logs[i], &err);
        if (st == ST_OK && logs[i].bad_lines)
            fprintf(stderr, "astormer: warning: %ld lines of the log of '%s' cannot be read (a killed "
                    "run leaves such)\n", logs[i].bad_lines, paths[i]);
    }
    struct strbuf picture = strbuf_in(&arena);
    if (st == ST_OK && tsv) {
        curves_tsv(&picture, logs, n);
        fputs(strbuf_text(&picture), stdout);
    } else if (st == ST_OK) {
        curves_draw(&arena, logs, n, kind, &picture);
        st = picture.overflow ? fail(&err, ST_LIMIT, "the picture would be over %zu MB",
                                     picture.max >> 20)
                              : file_write_atomic(out, strbuf_text(&picture), picture.n, &err);
        if (st == ST_OK)
            printf("%s\n", out);
    }
    int code = st == ST_OK ? EXIT_ANSWERED : cli_error(&err);
    arena_release(&arena);
    return code;
}

int cmd_plot(int argc, char **argv)
{
    const char *runs[MAX_RUNS], *out = NULL, *x = "step";
    bool tsv = false;
    const struct arg args[] = {
        {"out", ARG_TEXT, &out, "FILE", "default: curves.svg in the (first) run"},
        {"x", ARG_TEXT, &x, "step|hours|epoch", "what the curves run over (default step)"},
        {"tsv", ARG_FLAG, &tsv, NULL, "print the numbers instead of drawing them"},
    };
    int n, code;
    if (!args_parse(&help, args, COUNT_OF(args), argc, argv, runs, MAX_RUNS, &n, &code))
        return code;
    if (n == 0)
        return cli_fail(EXIT_USAGE, "usage: astormer %s", help.usage);
    static const char *const kinds[] = {"step", "hours", "epoch"};
    int kind = 0;
    while (kind < COUNT_OF(kinds) && strcmp(kinds[kind], x) != 0)
        kind++;
    if (kind == COUNT_OF(kinds))
        return cli_fail(EXIT_USAGE, "--x '%s' is not one of step, hours, epoch", x);
    char path[4096];
    if (!out) {
        struct stat st;
        bool folder = stat(runs[0], &st) != 0 || S_ISDIR(st.st_mode);
        snprintf(path, sizeof path, "%s%s", runs[0], folder ? "/curves.svg" : ".svg");
        out = path;
    }
    return run(runs, n, out, (enum curve_x)kind, tsv);
}
