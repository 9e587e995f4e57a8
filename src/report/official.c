/* official.c - answers scored by the official rules, and the files that say so. */
#include "report/official.h"

#include <string.h>

enum status official_score(struct arena *arena, const struct official *o, const struct answers *a,
                           struct eval_report *report, struct error *err)
{
    const struct dataset *d = &a->dataset;
    struct eval_options e = {.tables = d->schema_file, .metric = METRIC_ALL,
                             .limits = eval_default_limits, .n_workers = pool_size(a->pool)};
    e.gold = arena_printf(arena, "%s/gold.sql", o->out);
    e.pred = arena_printf(arena, "%s/pred.sql", o->out);
    for (int i = 0; i < a->n; i++)
        if (!a->v[i].example->sql)
            return fail(err, ST_INPUT, "split '%s' of %s has no gold queries to score with; "
                        "'astormer predict' writes the answers alone", d->split, d->name);
    enum status st = answers_write(a, e.pred, e.gold, o->n_best_out, err);
    if (st != ST_OK)
        return st;
    if (!eval_dataset_parse(d->name, &e.dataset))
        e.dataset = EVAL_SPIDER;
    const char *own = d->database_dir;
    e.databases = o->suite.n ? o->suite.v : &own;
    e.n_databases = o->suite.n ? o->suite.n : own != NULL;
    if (!e.n_databases && e.dataset != EVAL_DUSQL && e.dataset != EVAL_CHASE)
        e.metric = METRIC_MATCH;
    st = eval_files(arena, &e, report, err);
    if (st == ST_OK && report->n_pairs != a->n)
        st = fail(err, ST_INPUT, "%d of %d questions were scored: a gold query or an id of '%s' "
                  "occurs twice or is empty", report->n_pairs, a->n, d->name);
    return st;
}

json_t *official_json(const struct eval_report *report, struct answers *a)
{
    json_t *details = eval_details_json(report);
    json_t *examples = json_object_get(details, "examples");
    for (int i = 0; i < a->n; i++) {
        const struct example *e = a->v[i].example;
        json_t *to = json_array_get(examples, (size_t)i);
        json_t *question = json_string(e->question);
        if (question)
            json_object_set_new(to, "question", question);
        if (a->v[i].prediction)
            json_object_set_new(to, "log_p", json_real(a->v[i].prediction->log_p));
        if (a->v[i].reason)
            json_object_set_new(to, "unread", json_string(a->v[i].reason));
    }
    return details;
}

/* ---- what goes into DIR -------------------------------------------------------------------------- */

enum status report_write(const char *path, const json_t *json, struct error *err)
{
    struct arena arena = {0};
    const char *text = json_write(&arena, json, JSON_INDENT(1));
    enum status st = file_write_atomic(path, text, strlen(text), err);
    arena_release(&arena);
    return st;
}

static void put_figure(struct strbuf *out, const char *name, struct eval_ratio r)
{
    if (r.total)
        strbuf_printf(out, "%s\t%.2f\n", name, 100.0 * (double)r.right / (double)r.total);
}

static enum status write_figures(const char *path, const struct answers *a,
                                 const struct eval_report *r, struct error *err)
{
    struct arena arena = {0};
    struct strbuf text = strbuf_in(&arena);
    bool values = r->dataset == EVAL_DUSQL || r->dataset == EVAL_CHASE;
    bool turns = r->n_interactions > 1 && r->dataset != EVAL_SPIDER && r->dataset != EVAL_DUSQL;
    strbuf_printf(&text, "questions\t%d\nunread\t%d\nms_per_question\t%.3f\n"
                  "cpu_ms_per_question\t%.3f\n", a->n, a->n_unread,
                  1000 * a->seconds / MAX(a->n, 1), 1000 * a->cpu / MAX(a->n, 1));
    put_figure(&text, "exact", r->levels[LEVEL_ALL].exact);
    put_figure(&text, values ? "exact_with_values" : "exec", r->levels[LEVEL_ALL].exec);
    if (turns) {
        put_figure(&text, "interaction_exact", r->levels[LEVEL_JOINT].exact);
        put_figure(&text, values ? "interaction_exact_with_values" : "interaction_exec",
                   r->levels[LEVEL_JOINT].exec);
    }
    enum status st = file_write_atomic(path, strbuf_text(&text), text.n, err);
    arena_release(&arena);
    return st;
}

static enum status write_page(const struct official *o, const struct answers *a,
                              const struct eval_report *report, struct error *err)
{
    struct arena arena = {0};
    struct strbuf page = strbuf_in(&arena);
    const char *title = arena_printf(&arena, "%s %s, %s", a->dataset.name, a->dataset.split,
                                     o->model);
    enum status st = report_html(&page, a, report, title, err);
    if (st == ST_OK)
        st = file_write_atomic(o->html, strbuf_text(&page), page.n, err);
    arena_release(&arena);
    return st;
}

enum status official_write(struct arena *arena, const struct official *o, const struct answers *a,
                           const struct eval_report *report, const json_t *details,
                           struct error *err)
{
    enum status st = report_write(arena_printf(arena, "%s/report.json", o->out), details, err);
    if (st == ST_OK)
        st = write_figures(arena_printf(arena, "%s/figures.tsv", o->out), a, report, err);
    return st == ST_OK && o->html ? write_page(o, a, report, err) : st;
}
