/* cmd_plot.c - astormer plot: the curves of one or several runs from their logs. */
#include "cli/cli.h"

#include "cli/plot.h"

#include <math.h>
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
static const size_t LOG_MAX = (size_t)256 << 20;

/* ---- reading a log ------------------------------------------------------------------------------- */

struct point {
    double step, seconds, epoch, loss, lr, rate; /* of a step line */
    double score;                                /* of an evaluation */
};
struct series {
    struct point *v;
    int n, capacity;
};
struct run_log {
    const char *name;
    struct series steps, scores;
    long bad_lines;
};

static double number(const json_t *event, const char *key)
{
    const json_t *value = json_object_get(event, key);
    return json_is_number(value) ? json_number_value(value) : NAN;
}

/* A run that went on from a checkpoint logs some steps again: the older lines are void. */
static void forget_from(struct series *s, double step)
{
    while (s->n > 0 && s->v[s->n - 1].step >= step)
        s->n--;
}

static double seconds_at(const struct series *steps, double step)
{
    for (int i = steps->n - 1; i >= 0; i--)
        if (steps->v[i].step <= step)
            return steps->v[i].seconds;
    return 0;
}

static double epoch_at(const struct series *steps, double step)
{
    for (int i = steps->n - 1; i >= 0; i--)
        if (steps->v[i].step <= step)
            return steps->v[i].epoch * step / fmax(steps->v[i].step, 1);
    return 0;
}

static void read_event(struct arena *arena, struct run_log *log, const json_t *event)
{
    const char *kind = json_string_value(json_object_get(event, "event"));
    double step = number(event, "step");
    if (!kind || !isfinite(step))
        return;
    struct point p = {.step = step};
    if (strcmp(kind, "step") == 0) {
        p.seconds = number(event, "seconds");
        p.epoch = number(event, "epoch");
        p.loss = number(event, "loss");
        p.lr = number(event, "lr");
        p.rate = number(event, "samples_per_second");
        forget_from(&log->steps, step);
        forget_from(&log->scores, step);
        *ARENA_PUSH(arena, log->steps.v, log->steps.n, log->steps.capacity) = p;
    } else if (strcmp(kind, "evaluation") == 0) {
        p.score = number(event, "score");
        p.seconds = seconds_at(&log->steps, step);
        p.epoch = epoch_at(&log->steps, step);
        forget_from(&log->scores, step);
        *ARENA_PUSH(arena, log->scores.v, log->scores.n, log->scores.capacity) = p;
    }
}

static enum status read_log(struct arena *arena, const char *path, struct run_log *log,
                            struct error *err)
{
    struct stat st;
    if (stat(path, &st) == 0 && S_ISDIR(st.st_mode))
        path = arena_printf(arena, "%s/log.jsonl", path);
    struct slice text;
    enum status status = file_read(arena, path, LOG_MAX, &text, err);
    if (status != ST_OK)
        return status;
    for (size_t at = 0; at < text.n;) {
        const char *line = text.s + at, *end = memchr(line, '\n', text.n - at);
        size_t n = end ? (size_t)(end - line) : text.n - at;
        json_t *event = json_loadb(line, n, 0, NULL);
        if (event)
            read_event(arena, log, event);
        else
            log->bad_lines += n > 0;
        json_decref(event);
        at += n + 1;
    }
    if (log->steps.n == 0 && log->scores.n == 0)
        return fail(err, ST_INPUT, "'%s' has no steps and no evaluations", path);
    return ST_OK;
}

/* ---- curves ---------------------------------------------------------------------------------------- */

enum x_kind { X_STEP, X_HOURS, X_EPOCH };

static double x_of(const struct point *p, enum x_kind kind)
{
    return kind == X_STEP ? p->step : kind == X_HOURS ? p->seconds / 3600 : p->epoch;
}

static struct plot_line *add_line(struct arena *arena, struct plot_panel *panel,
                                  const struct series *s, size_t field, enum x_kind kind,
                                  int colour)
{
    double *x = ARENA_ARRAY(arena, double, s->n + 1), *y = ARENA_ARRAY(arena, double, s->n + 1);
    for (int i = 0; i < s->n; i++) {
        x[i] = x_of(&s->v[i], kind);
        y[i] = *(const double *)((const char *)&s->v[i] + field);
    }
    struct plot_line *line = ARENA_PUSH(arena, panel->lines, panel->n_lines, panel->capacity);
    *line = (struct plot_line){.colour = colour, .x = x, .y = y, .n = s->n};
    return line;
}

/* The loss jumps from batch to batch: drawn faint, and as a moving average over it. */
static void add_smoothed(struct arena *arena, struct plot_panel *panel, const struct series *s,
                         size_t field, enum x_kind kind, int colour)
{
    const struct plot_line raw = *add_line(arena, panel, s, field, kind, colour);
    panel->lines[panel->n_lines - 1].faint = true;
    double *y = ARENA_ARRAY(arena, double, raw.n + 1), sum = 0, weight = 0;
    double keep = 1 - 1 / fmax(1, raw.n / 40.0);
    for (int i = 0; i < raw.n; i++) {
        if (isfinite(raw.y[i])) {
            sum = keep * sum + raw.y[i];
            weight = keep * weight + 1;
        }
        y[i] = weight > 0 ? sum / weight : NAN;
    }
    *ARENA_PUSH(arena, panel->lines, panel->n_lines, panel->capacity) =
        (struct plot_line){.colour = colour, .x = raw.x, .y = y, .n = raw.n};
}

static void draw(struct arena *arena, const struct run_log *logs, int n, enum x_kind kind,
                 struct strbuf *out)
{
    static const char *const x_titles[] = {"step", "hours of training", "epoch"};
    const char *x = x_titles[kind];
    struct plot_panel panels[] = {
        {.title = "loss", .x_title = x, .from_zero = true},
        {.title = "exact match on held-out databases", .x_title = x, .percent = true, .from_zero = true},
        {.title = "learning rate", .x_title = x, .from_zero = true},
        {.title = "samples per second", .x_title = x, .from_zero = true},
    };
    const char **names = ARENA_ARRAY(arena, const char *, n);
    for (int i = 0; i < n; i++) {
        names[i] = logs[i].name;
        add_smoothed(arena, &panels[0], &logs[i].steps, offsetof(struct point, loss), kind, i);
        add_line(arena, &panels[1], &logs[i].scores, offsetof(struct point, score), kind, i)->dots = true;
        add_line(arena, &panels[2], &logs[i].steps, offsetof(struct point, lr), kind, i);
        add_line(arena, &panels[3], &logs[i].steps, offsetof(struct point, rate), kind, i);
    }
    struct plot plot = {panels, COUNT_OF(panels), names, n};
    plot_svg(out, &plot);
}

static void print_tsv(const struct run_log *logs, int n)
{
    puts("run\tevent\tstep\tseconds\tepoch\tloss\tlr\tsamples_per_second\tscore");
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < logs[i].steps.n; k++) {
            const struct point *p = &logs[i].steps.v[k];
            printf("%s\tstep\t%.0f\t%.3f\t%.4f\t%.6g\t%.6g\t%.4g\t\n", logs[i].name, p->step,
                   p->seconds, p->epoch, p->loss, p->lr, p->rate);
        }
        for (int k = 0; k < logs[i].scores.n; k++) {
            const struct point *p = &logs[i].scores.v[k];
            printf("%s\tevaluation\t%.0f\t%.3f\t%.4f\t\t\t\t%.6f\n", logs[i].name, p->step,
                   p->seconds, p->epoch, p->score);
        }
    }
}

/* ---- the command ------------------------------------------------------------------------------------- */

static int run(const char *const *paths, int n, const char *out, enum x_kind kind, bool tsv)
{
    struct arena arena = {0};
    struct run_log logs[MAX_RUNS] = {0};
    struct error err = {0};
    enum status st = ST_OK;
    for (int i = 0; st == ST_OK && i < n; i++) {
        logs[i].name = paths[i];
        st = read_log(&arena, paths[i], &logs[i], &err);
        if (st == ST_OK && logs[i].bad_lines)
            fprintf(stderr, "astormer: warning: %ld lines of the log of '%s' cannot be read (a killed "
                    "run leaves such)\n", logs[i].bad_lines, paths[i]);
    }
    if (st == ST_OK && tsv) {
        print_tsv(logs, n);
    } else if (st == ST_OK) {
        struct strbuf picture = strbuf_in(&arena);
        draw(&arena, logs, n, kind, &picture);
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
    return run(runs, n, out, (enum x_kind)kind, tsv);
}
