/* curves.c - a run's log as numbers and as a picture. */
#include "report/curves.h"

#include "report/plot.h"

#include <math.h>
#include <string.h>
#include <sys/stat.h>

static const size_t LOG_MAX = (size_t)256 << 20;

/* ---- reading a log ------------------------------------------------------------------------------- */

static double number(const json_t *event, const char *key)
{
    const json_t *value = json_object_get(event, key);
    return json_is_number(value) ? json_number_value(value) : NAN;
}

/* A run that went on from a checkpoint logs some steps again: the older lines are void. */
static void forget_from(struct curve *s, double step)
{
    while (s->n > 0 && s->v[s->n - 1].step >= step)
        s->n--;
}

static double seconds_at(const struct curve *steps, double step)
{
    for (int i = steps->n - 1; i >= 0; i--)
        if (steps->v[i].step <= step)
            return steps->v[i].seconds;
    return 0;
}

static double epoch_at(const struct curve *steps, double step)
{
    for (int i = steps->n - 1; i >= 0; i--)
        if (steps->v[i].step <= step)
            return steps->v[i].epoch * step / fmax(steps->v[i].step, 1);
    return 0;
}

static void read_event(struct arena *arena, struct run_curves *log, const json_t *event)
{
    const char *kind = json_string_value(json_object_get(event, "event"));
    double step = number(event, "step");
    if (!kind || !isfinite(step))
        return;
    struct curve_point p = {.step = step};
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

enum status curves_read(struct arena *arena, const char *path, struct run_curves *log,
                        struct error *err)
{
    struct stat st;
    *log = (struct run_curves){.name = path};
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

static double x_of(const struct curve_point *p, enum curve_x kind)
{
    return kind == CURVE_STEP ? p->step : kind == CURVE_HOURS ? p->seconds / 3600 : p->epoch;
}

static struct plot_line *add_line(struct arena *arena, struct plot_panel *panel,
                                  const struct curve *s, size_t field, enum curve_x kind,
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
static void add_smoothed(struct arena *arena, struct plot_panel *panel, const struct curve *s,
                         size_t field, enum curve_x kind, int colour)
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

void curves_draw(struct arena *arena, const struct run_curves *logs, int n, enum curve_x kind,
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
        add_smoothed(arena, &panels[0], &logs[i].steps, offsetof(struct curve_point, loss), kind, i);
        add_line(arena, &panels[1], &logs[i].scores, offsetof(struct curve_point, score), kind, i)->dots = true;
        add_line(arena, &panels[2], &logs[i].steps, offsetof(struct curve_point, lr), kind, i);
        add_line(arena, &panels[3], &logs[i].steps, offsetof(struct curve_point, rate), kind, i);
    }
    struct plot plot = {panels, COUNT_OF(panels), names, n};
    plot_svg(out, &plot);
}

void curves_tsv(struct strbuf *out, const struct run_curves *logs, int n)
{
    strbuf_puts(out, "run\tevent\tstep\tseconds\tepoch\tloss\tlr\tsamples_per_second\tscore\n");
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < logs[i].steps.n; k++) {
            const struct curve_point *p = &logs[i].steps.v[k];
            strbuf_printf(out, "%s\tstep\t%.0f\t%.3f\t%.4f\t%.6g\t%.6g\t%.4g\t\n", logs[i].name, p->step,
                   p->seconds, p->epoch, p->loss, p->lr, p->rate);
        }
        for (int k = 0; k < logs[i].scores.n; k++) {
            const struct curve_point *p = &logs[i].scores.v[k];
            strbuf_printf(out, "%s\tevaluation\t%.0f\t%.3f\t%.4f\t\t\t\t%.6f\n", logs[i].name, p->step,
                   p->seconds, p->epoch, p->score);
        }
    }
}
