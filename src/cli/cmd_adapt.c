/* cmd_adapt.c - astormer adapt: a model that has learnt from the corrections of one database, kept only after
 * it was shown what that changes. */
#include "cli/adapt.h"
#include "cli/terminal.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static const struct command_help help = {
    .usage = "adapt DB --out FILE [OPTIONS]",
    .about = "Fine-tunes the model for some minutes on what people said is right for this database (.good\n"
             "and .correct of the shell, the buttons of the page), with other examples if --data names\n"
             "some, asks every corrected question before and after without the help of corrections, and\n"
             "keeps the new model only if that is no worse, or if --keep says so. From ten corrections on\n"
             "every fifth is held out: what it shows there was not learnt by heart. --export writes the\n"
             "corrections as training pairs and ends.",
    .examples = "  astormer adapt shop.sqlite --out shop.safetensors\n"
                "  astormer adapt shop.sqlite --out shop.safetensors --dataset corpus --data corpus\n"
                "  astormer adapt shop.sqlite --export pairs.jsonl\n"
                "  ASTORMER_MODEL=shop.safetensors astormer ask shop.sqlite \"...\"",
};

struct options {
    struct ask_settings settings;
    const char *out, *export, *dataset, *data;
    long steps;
    double rate;
    bool keep;
};

/* astormer train, in a process of its own and a folder of its own. */
static int train(const struct options *o, const char *model, const char *pairs, const char *run)
{
    char steps[40], rate[40];
    snprintf(steps, sizeof steps, "steps=%ld", o->steps);
    snprintf(rate, sizeof rate, "lr=%g", o->rate);
    const char *argv[24] = {"astormer", "train", "--init", model, "--dataset", "jsonl", "--data", pairs,
                            "--out", run, "--quiet", "--set", steps};
    int n = 13;
    if (o->rate > 0) {
        argv[n++] = "--set";
        argv[n++] = rate;
    }
    if (o->dataset) {
        argv[n++] = "--dataset";
        argv[n++] = o->dataset;
        argv[n++] = "--data";
        argv[n++] = o->data ? o->data : ".";
    }
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        execv("/proc/self/exe", (char *const *)argv);
        _exit(127);
    }
    int status = -1;
    while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR)
        ;
    return child > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0
               ? EXIT_ANSWERED : cli_fail(EXIT_DECLINED, "training did not end well");
}

static int count(const struct lessons *p, bool held_out, bool after)
{
    int n = 0;
    for (int i = 0; i < p->n; i++)
        n += p->v[i].held_out == held_out && (after ? p->v[i].after : p->v[i].before);
    return n;
}

/* What it changed, question by question where it did; true if it is no worse. */
static bool report(const struct lessons *p)
{
    int learnt = p->n - p->n_held_out;
    for (int i = 0; i < p->n; i++)
        if (p->v[i].before != p->v[i].after)
            say_text(stdout, "%s%s  %s\n", p->v[i].after ? "now right" : "now WRONG",
                     p->v[i].held_out ? " (held out)" : "", p->v[i].question);
    printf("right rows   learnt from: %d of %d before, %d after\n", count(p, false, false), learnt,
           count(p, false, true));
    if (p->n_held_out)
        printf("             held out:    %d of %d before, %d after\n", count(p, true, false),
               p->n_held_out, count(p, true, true));
    else
        puts("             held out:    none: with ten corrections and more every fifth is");
    fflush(stdout); /* before what is said of it */
    return count(p, false, true) >= count(p, false, false) &&
           count(p, true, true) >= count(p, true, false);
}

/* The new model's answers, and whether it is kept. */
static int judge(const struct options *o, struct lessons *pairs, const char *model)
{
    struct talk talk;
    struct ask_settings settings = o->settings;
    settings.model = model;
    int code = talk_open(&talk, &settings);
    if (code != EXIT_ANSWERED)
        return code;
    lessons_try(&talk, &settings, pairs, true);
    talk_close(&talk);
    bool better = report(pairs);
    if (!better && !o->keep)
        return cli_fail(EXIT_DECLINED, "it is worse on some, and not kept; --keep keeps it all the same");
    if (rename(model, o->out) != 0)
        return cli_fail(EXIT_OPEN, "cannot write '%s': %s; the model is '%s'", o->out, strerror(errno),
                        model);
    say_text(stdout, "kept as %s: --model %s, or ASTORMER_MODEL=%s, asks it\n", o->out, o->out, o->out);
    return EXIT_ANSWERED;
}

static int adapt(const struct options *o, struct talk *talk, struct lessons *pairs)
{
    struct arena arena = {0};
    struct error err = {0};
    const char *run = arena_printf(&arena, "%s.run", o->out);
    const char *file = arena_printf(&arena, "%s.pairs.jsonl", o->out);
    char *model = arena_strdup(&arena, astormer_model_path(talk->model));
    int code = lessons_write(pairs, o->settings.where, file, false, &err) == ST_OK ? EXIT_ANSWERED
                                                                               : cli_error(&err);
    if (code == EXIT_ANSWERED) {
        printf("learning from %d corrections, %ld steps\n", pairs->n - pairs->n_held_out, o->steps);
        lessons_try(talk, &o->settings, pairs, false);
        code = train(o, model, file, run);
    }
    unlink(file);
    if (code == EXIT_ANSWERED)
        code = judge(o, pairs, arena_printf(&arena, "%s/best.safetensors", run));
    arena_release(&arena);
    return code;
}

int cmd_adapt(int argc, char **argv)
{
    struct options o = {.settings = ASK_SETTINGS_OF("adapt"), .steps = 200};
    const struct arg args[] = {
        {"out", ARG_TEXT, &o.out, "FILE", "the new model; its training run stays beside it, in FILE.run"},
        {"steps", ARG_INT, &o.steps, "N", "updates (default 200)"},
        {"lr", ARG_REAL, &o.rate, "X", "learning rate (default: what the training settings say)"},
        {"dataset", ARG_TEXT, &o.dataset, "NAME", "learn from these examples, too, so that others are not forgotten"},
        {"data", ARG_TEXT, &o.data, "DIR", "where they are"},
        {"keep", ARG_FLAG, &o.keep, NULL, "keep the new model even if it is worse on some"},
        {"export", ARG_TEXT, &o.export, "FILE", "write the corrections as training pairs, and end"},
        ASK_ARGS(&o.settings),
    };
    const char *rest[1];
    int n_rest, code;
    if (!args_parse(&help, args, COUNT_OF(args), argc, argv, rest, 1, &n_rest, &code))
        return code;
    if (n_rest != 1 || (!o.out && !o.export))
        return cli_fail(EXIT_USAGE, "adapt wants a database and --out FILE (or --export FILE); usage: "
                        "astormer %s", help.usage);
    if (!ask_settings_check(&o.settings) || o.steps < 1)
        return EXIT_USAGE;
    struct arena arena = {0};
    struct lessons pairs;
    struct error err = {0};
    struct talk talk;
    o.settings.where = rest[0];
    code = talk_open(&talk, &o.settings);
    if (code != EXIT_ANSWERED)
        return code;
    if (lessons_read(&arena, astormer_corrections_path(talk.database), &pairs, &err) != ST_OK)
        code = cli_error(&err);
    else if (!o.export)
        code = adapt(&o, &talk, &pairs);
    else if (lessons_write(&pairs, o.settings.where, o.export, true, &err) != ST_OK)
        code = cli_error(&err);
    else
        say_text(stdout, "%d pairs in %s\n", pairs.n, o.export);
    talk_close(&talk);
    arena_release(&arena);
    return code;
}
