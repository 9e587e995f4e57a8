/* cmd_adapt.c - astormer adapt: a model that has learnt from the corrections of one database, kept only after
 * it was shown what that changes. */
#include "cli/ask.h"
#include "cli/terminal.h"
#include "model/model.h"
#include "report/lessons.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static const struct command_help help = {
    .usage = "adapt DB --out FILE [OPTIONS]",
    .about = "Fine-tunes the model for some minutes on what people said is right for this database (.good\n"
             "and .correct of the shell, the buttons of the page) and on everyday questions about other\n"
             "databases (the corpus of the source tree, or --data), so that those are not forgotten. Asks\n"
             "every corrected question, and questions about databases that nothing was learnt from, before\n"
             "and after without the help of corrections, shows what changed, and keeps the new model only if\n"
             "that is no worse, or if --keep says so. From ten corrections on every fifth is held out: what\n"
             "it shows there was not learnt by heart. --export writes the corrections as training pairs and\n"
             "ends.",
    .examples = "  astormer adapt shop.sqlite --out shop.safetensors\n"
                "  astormer adapt shop.sqlite --out shop.safetensors --data corpus --steps 400\n"
                "  astormer adapt shop.sqlite --export pairs.jsonl\n"
                "  ASTORMER_MODEL=shop.safetensors astormer ask shop.sqlite \"...\"",
};

struct options {
    struct ask_settings settings;
    const char *out, *export, *data;
    long steps, others;
    double rate;
    bool keep;
};

struct adapting {
    const struct options *o;
    struct arena arena;
    struct lessons pairs;    /* of this database */
    struct lessons learnt;   /* of others */
    struct lessons held_out; /* of others again */
    const char *folder;      /* of others, or NULL */
    const char *pairs_file, *others_file, *run;
    const char *model; /* that it goes on from */
    bool bytes;        /* which has its weights in bytes */
};

/* An astormer command in a process of its own. */
static int run_command(const char *const *argv)
{
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        execv("/proc/self/exe", (char *const *)argv);
        _exit(127);
    }
    int status = -1;
    while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR)
        ;
    return child > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0 ? EXIT_ANSWERED : EXIT_DECLINED;
}

/* Half of what it sees are corrections, however few there are. */
static int train(struct adapting *a)
{
    int n_pairs = a->pairs.n - a->pairs.n_held_out;
    const char *argv[32] = {"astormer", "train", "--init", a->model, "--out", a->run, "--quiet", "--set",
                            arena_printf(&a->arena, "steps=%ld", a->o->steps), "--set", "holdout=0"};
    int n = 11;
    if (a->o->rate > 0) {
        argv[n++] = "--set";
        argv[n++] = arena_printf(&a->arena, "lr=%g", a->o->rate);
    }
    argv[n++] = "--dataset";
    argv[n++] = arena_printf(&a->arena, "jsonl:%d", MAX(1, a->learnt.n / MAX(n_pairs, 1)));
    argv[n++] = "--data";
    argv[n++] = a->pairs_file;
    if (a->learnt.n) {
        argv[n++] = "--dataset";
        argv[n++] = "jsonl";
        argv[n++] = "--data";
        argv[n++] = a->others_file;
    }
    int code = run_command(argv);
    return code == EXIT_ANSWERED ? code : cli_fail(code, "training did not end well");
}

static void print_changes(const struct lessons *p, const char *of)
{
    for (int i = 0; i < p->n; i++)
        if (p->v[i].before != p->v[i].after)
            say_text(stdout, "%s%s  %s\n", p->v[i].after ? "now right" : "now WRONG", of[0] ? of
                     : p->v[i].held_out ? " (held out)" : "", p->v[i].question);
}

/* What it changed, question by question where it did; true if it is no worse. */
static bool report(const struct adapting *a)
{
    const struct lessons *p = &a->pairs, *others = &a->held_out;
    int learnt = p->n - p->n_held_out;
    print_changes(p, "");
    print_changes(others, " (other database)");
    printf("right rows   learnt from: %d of %d before, %d after\n", lessons_right(p, false, false), learnt,
           lessons_right(p, false, true));
    if (p->n_held_out)
        printf("             held out:    %d of %d before, %d after\n", lessons_right(p, true, false),
               p->n_held_out, lessons_right(p, true, true));
    else
        puts("             held out:    none: with ten corrections and more every fifth is");
    if (others->n)
        printf("             other databases, held out: %d of %d before, %d after\n",
               lessons_right(others, true, false), others->n, lessons_right(others, true, true));
    else
        puts("             other databases: not asked; what it knew of them may be forgotten");
    fflush(stdout); /* before what is said of it */
    return lessons_no_worse(p, others);
}

static struct trying trying_by(const struct ask_settings *s)
{
    struct ask_settings others = {.cache = s->cache, .corrections = ""};
    return (struct trying){talk_options(s), run_options(s), database_options(&others)};
}

/* The trained model as the one it comes from: in bytes where that was. */
static int finish_model(struct adapting *a, const char **out)
{
    const char *best = arena_printf(&a->arena, "%s/best.safetensors", a->run);
    const char *bytes = arena_printf(&a->arena, "%s/bytes.safetensors", a->run);
    unlink(arena_printf(&a->arena, "%s/checkpoint.safetensors", a->run)); /* nobody goes on from it */
    *out = a->bytes ? bytes : best;
    const char *argv[] = {"astormer", "quantize", best, "--out", bytes, "--like", a->model, NULL};
    int code = a->bytes ? run_command(argv) : EXIT_ANSWERED;
    if (a->bytes && code == EXIT_ANSWERED)
        unlink(best);
    return code == EXIT_ANSWERED ? code : cli_fail(code, "'%s' could not be put into bytes", best);
}

/* The new model's answers, and whether it is kept. */
static int judge(struct adapting *a)
{
    struct talk talk;
    struct ask_settings settings = a->o->settings;
    const char *out = a->o->out;
    int code = finish_model(a, &settings.model);
    if (code == EXIT_ANSWERED)
        code = talk_open(&talk, &settings);
    if (code != EXIT_ANSWERED)
        return code;
    struct trying how = trying_by(&settings);
    lessons_try(talk.session, &how, &a->pairs, true);
    others_try(talk.model, &how, &a->held_out, true);
    talk_close(&talk);
    bool better = report(a);
    if (!better && !a->o->keep)
        return cli_fail(EXIT_DECLINED, "it is worse on some, and not kept; --keep keeps it all the same");
    if (rename(settings.model, out) != 0)
        return cli_fail(EXIT_OPEN, "cannot write '%s': %s; the model is '%s'", out, strerror(errno),
                        settings.model);
    say_text(stdout, "kept as %s: --model %s, or ASTORMER_MODEL=%s, asks it\n", out, out, out);
    return EXIT_ANSWERED;
}

/* What is learnt from, in files; what is known before, in the lessons. */
static enum status prepare(struct adapting *a, struct talk *talk, struct error *err)
{
    const struct options *o = a->o;
    a->folder = o->others > 0 ? others_folder(o->data) : NULL;
    a->run = arena_printf(&a->arena, "%s.run", o->out);
    a->pairs_file = arena_printf(&a->arena, "%s.pairs.jsonl", o->out);
    a->others_file = arena_printf(&a->arena, "%s.others.jsonl", o->out);
    a->model = arena_strdup(&a->arena, astormer_model_path(talk->model));
    enum status st = model_in_bytes(a->model, &a->bytes, err);
    if (st == ST_OK)
        st = lessons_write(&a->pairs, o->settings.where, a->pairs_file, false, err);
    if (st == ST_OK && a->folder)
        st = others_read(&a->arena, a->folder, false, (int)o->others, &a->learnt, err);
    if (st == ST_OK && a->folder)
        st = others_read(&a->arena, a->folder, true, (int)(o->others + 2) / 3, &a->held_out, err);
    if (st == ST_OK && a->learnt.n)
        st = lessons_write(&a->learnt, NULL, a->others_file, true, err);
    if (st != ST_OK)
        return st;
    printf("learning from %d corrections and %d questions about other databases, %ld steps\n",
           a->pairs.n - a->pairs.n_held_out, a->learnt.n, o->steps);
    struct trying how = trying_by(&o->settings);
    lessons_try(talk->session, &how, &a->pairs, false);
    others_try(talk->model, &how, &a->held_out, false);
    return ST_OK;
}

static int adapt(struct adapting *a, struct talk *talk)
{
    struct error err = {0};
    int code = prepare(a, talk, &err) == ST_OK ? train(a) : cli_error(&err);
    unlink(a->pairs_file);
    unlink(a->others_file);
    return code == EXIT_ANSWERED ? judge(a) : code;
}

int cmd_adapt(int argc, char **argv)
{
    struct options o = {.settings = ASK_SETTINGS_OF("adapt"), .steps = 200, .others = 60};
    const struct arg args[] = {
        {"out", ARG_TEXT, &o.out, "FILE", "the new model; the log of its training stays beside it, in FILE.run"},
        {"steps", ARG_INT, &o.steps, "N", "updates (default 200)"},
        {"lr", ARG_REAL, &o.rate, "X", "learning rate (default: what the training settings say)"},
        {"data", ARG_TEXT, &o.data, "DIR", "a corpus of other databases (default: that of the source tree, if it is there)"},
        {"others", ARG_INT, &o.others, "N", "learn from so many of its databases, too, and ask a third as many held out (default 60; 0: none)"},
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
    if (!ask_settings_check(&o.settings))
        return EXIT_USAGE;
    if (o.steps < 1 || o.others < 0 || o.others > 10000)
        return cli_fail(EXIT_USAGE, "--steps is at least 1, --others between 0 and 10000");
    struct adapting a = {.o = &o};
    struct error err = {0};
    struct talk talk;
    o.settings.where = rest[0];
    code = talk_open(&talk, &o.settings);
    if (code != EXIT_ANSWERED)
        return code;
    if (lessons_read(&a.arena, astormer_corrections_path(talk.database), &a.pairs, &err) != ST_OK)
        code = cli_error(&err);
    else if (!o.export)
        code = adapt(&a, &talk);
    else if (lessons_write(&a.pairs, o.settings.where, o.export, true, &err) != ST_OK)
        code = cli_error(&err);
    else
        say_text(stdout, "%d pairs in %s\n", a.pairs.n, o.export);
    talk_close(&talk);
    arena_release(&a.arena);
    return code;
}
