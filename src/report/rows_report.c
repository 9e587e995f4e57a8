/* rows_report.c - sums of answers judged by their rows: by kind of question, by tag, by
 * database, by rank; what was declined; what confidence was worth. */
#include "report/rows.h"

#include <stdlib.h>
#include <string.h>

/* ---- sums ------------------------------------------------------------------------------------------ */

/* Kinds of question, which never mix. */
static const char *const kinds[] = {"all", "alone", "follow_up", "new_topic"};
enum { N_KINDS = 4 };

static bool is_kind(const struct example *e, int kind)
{
    return kind == 0 || example_is(e, kinds[kind]);
}

static json_t *ratio_json(long right, long count)
{
    json_t *out = json_pack("{s:I, s:I}", "right", (json_int_t)right, "count", (json_int_t)count);
    json_object_set_new(out, "ratio", count ? json_real((double)right / (double)count)
                                            : json_null());
    return out;
}

/* Right and judged among the questions with this tag (NULL: all) and, if given, of this database. */
static json_t *sum_json(const struct rows_report *r, int kind, const char *tag, const char *db_id)
{
    long right = 0, count = 0;
    for (int i = 0; i < r->n; i++) {
        const struct row_verdict *v = &r->verdicts[i];
        if (v->exec == VERDICT_NONE || !is_kind(v->original, kind) ||
            (tag && !example_is(v->original, tag)) ||
            (db_id && strcmp(v->original->db_id, db_id) != 0))
            continue;
        count++;
        right += v->exec == VERDICT_RIGHT;
    }
    return ratio_json(right, count);
}

static json_t *kinds_json(const struct rows_report *r, const char *tag)
{
    json_t *out = json_object();
    for (int k = 0; k < N_KINDS; k++)
        json_object_set_new(out, kinds[k], sum_json(r, k, tag, NULL));
    return out;
}

static json_t *levels_json(const struct rows_report *r)
{
    static const char *const levels[] = {"easy", "medium", "hard"};
    json_t *out = json_object();
    for (int i = 0; i < COUNT_OF(levels); i++)
        json_object_set_new(out, levels[i], kinds_json(r, levels[i]));
    return out;
}

/* Had we looked at the first k queries of the list and known the right one. */
static json_t *ranks_json(const struct rows_report *r)
{
    static const int ranks[] = {1, 2, 5, 10};
    json_t *out = json_object();
    for (int i = 0; i < COUNT_OF(ranks); i++) {
        char name[16];
        long right = 0, count = 0;
        snprintf(name, sizeof name, "%d", ranks[i]);
        for (int k = 0; k < r->n; k++) {
            count += r->verdicts[k].exec != VERDICT_NONE;
            right += r->verdicts[k].rank > 0 && r->verdicts[k].rank <= ranks[i];
        }
        json_object_set_new(out, name, ratio_json(right, count));
    }
    return out;
}

static json_t *declines_json(const struct rows_report *r)
{
    long unanswerable = 0, rightly = 0, answerable = 0, wrongly = 0;
    for (int i = 0; i < r->n; i++) {
        const struct row_verdict *v = &r->verdicts[i];
        bool declined = v->declined || !v->pred;
        if (v->example->unanswerable) {
            unanswerable++;
            rightly += declined;
        } else {
            answerable++;
            wrongly += declined;
        }
    }
    return json_pack("{s:o, s:o, s:o}", "recall", ratio_json(rightly, unanswerable), "precision",
                     ratio_json(rightly, rightly + wrongly), "answerable_declined",
                     ratio_json(wrongly, answerable));
}

/* Which variants were asked for, how many questions are one, and how many of these are right. */
static json_t *variants_json(const struct rows_report *r)
{
    json_t *lists = json_array();
    for (int i = 0; i < r->variants.n; i++)
        json_array_append_new(lists, json_string(r->variants.v[i]));
    long changed = 0, right = 0, judged = 0;
    for (int i = 0; i < r->n; i++) {
        const struct row_verdict *v = &r->verdicts[i];
        bool other = v->example != v->original;
        changed += other;
        judged += other && v->exec != VERDICT_NONE;
        right += other && v->exec == VERDICT_RIGHT;
    }
    return json_pack("{s:o, s:I, s:I, s:o}", "shares", lists, "seed", (json_int_t)r->seed, "changed",
                     (json_int_t)changed, "right", ratio_json(right, judged));
}

static json_t *bins_json(const struct reliability *reliability)
{
    json_t *bins = json_array();
    for (int i = 0; i < RELIABILITY_BINS; i++)
        json_array_append_new(bins, json_pack("{s:i, s:i, s:f}", "count", reliability->bins[i].n,
                                              "right", reliability->bins[i].right, "confidence",
                                              reliability->bins[i].confidence));
    return bins;
}

/* Over all that was answered; an answer to what has none is wrong. */
static json_t *confidence_json(const struct rows_report *r)
{
    struct arena scratch = {0};
    struct judged *judged = ARENA_ARRAY(&scratch, struct judged, r->n + 1);
    double *confidence = ARENA_ARRAY(&scratch, double, r->n + 1);
    struct reliability reliability;
    bool calibrated = false;
    int n = 0;
    long sure = 0, sure_wrong = 0;
    for (int i = 0; i < r->n; i++) {
        const struct row_verdict *v = &r->verdicts[i];
        if (!v->pred || v->declined || (v->exec == VERDICT_NONE && !v->example->unanswerable))
            continue;
        calibrated |= v->calibrated;
        judged[n].right = v->exec == VERDICT_RIGHT;
        confidence[n] = v->confidence;
        sure += v->confidence >= 0.8;
        sure_wrong += v->confidence >= 0.8 && !judged[n].right;
        n++;
    }
    calibration_measure(confidence, judged, n, &reliability);
    json_t *out = json_pack("{s:b, s:i, s:f, s:f, s:o, s:o}", "calibrated", (int)calibrated, "count",
                            n, "error", n ? reliability.error : 0.0, "brier",
                            n ? reliability.brier : 0.0, "wrong_at_80", ratio_json(sure_wrong, sure),
                            "bins", bins_json(&reliability));
    arena_release(&scratch);
    return out;
}

/* ---- breakdown --------------------------------------------------------------------------------------- */

static json_t *tags_json(const struct rows_report *r)
{
    json_t *out = json_object();
    for (int i = 0; i < r->n; i++)
        for (int t = 0; t < r->verdicts[i].example->n_tags; t++) {
            const char *tag = r->verdicts[i].example->tags[t];
            if (r->verdicts[i].exec != VERDICT_NONE && !json_object_get(out, tag))
                json_object_set_new(out, tag, kinds_json(r, tag));
        }
    return out;
}

static json_t *databases_json(const struct rows_report *r)
{
    json_t *out = json_object();
    for (int i = 0; i < r->n; i++) {
        const char *id = r->verdicts[i].original->db_id;
        if (!json_object_get(out, id))
            json_object_set_new(out, id, sum_json(r, 0, NULL, id));
    }
    return out;
}

/* What was asked in its place. */
static json_t *asked_json(const struct example *e)
{
    json_t *history = json_array();
    for (int i = 0; i < e->n_history; i++)
        json_array_append_new(history, json_string(e->history[i]));
    json_t *out = json_pack("{s:s, s:o, s:b}", "question", e->question, "history", history,
                            "unanswerable", (int)e->unanswerable);
    CHECK(out); /* variants change letters of small ASCII words only */
    return out;
}

static json_t *example_json(const struct row_verdict *v, int index)
{
    const struct example *e = v->original;
    char verdict[2] = {eval_verdict_letter(v->exec), '\0'};
    json_t *tags = json_array(), *history = json_array();
    for (int i = 0; i < e->n_tags; i++)
        json_array_append_new(tags, json_string(e->tags[i]));
    for (int i = 0; i < e->n_history; i++)
        json_array_append_new(history, json_string(e->history[i]));
    json_t *out = json_pack("{s:i, s:s, s:s, s:o, s:o, s:s, s:s, s:s, s:s, s:i, s:f}", "index",
                            index, "db_id", e->db_id, "question", e->question, "history", history,
                            "tags", tags, "gold", e->sql ? e->sql : "", "pred",
                            v->pred ? v->pred : "", "exact", "-", "exec", verdict, "rank", v->rank,
                            "confidence", v->confidence);
    CHECK(out); /* texts come from JSON or are ours */
    if (e->id)
        json_object_set_new(out, "id", json_string(e->id));
    if (v->example != e)
        json_object_set_new(out, "asked", asked_json(v->example));
    if (v->declined)
        json_object_set_new(out, "declined", json_string(v->declined));
    if (v->note)
        json_object_set_new(out, "note", json_string(v->note));
    return out;
}

json_t *rows_report_json(const struct rows_report *r)
{
    json_t *examples = json_array();
    for (int i = 0; i < r->n; i++)
        json_array_append_new(examples, example_json(&r->verdicts[i], i));
    json_t *summary = json_pack(
        "{s:s, s:s, s:s, s:i, s:i, s:f, s:o, s:o, s:o, s:o, s:o}", "dataset", r->dataset.name,
        "split", r->dataset.split, "metric", "rows", "questions", r->n, "records_not_read",
        r->dataset.n_bad, "ms_per_question", 1000 * r->seconds / MAX(r->n, 1), "kinds",
        kinds_json(r, NULL), "levels", levels_json(r), "ranks", ranks_json(r), "declines",
        declines_json(r), "confidence", confidence_json(r));
    if (r->variants.n)
        json_object_set_new(summary, "variants", variants_json(r));
    return json_pack("{s:o, s:{s:o, s:o}, s:o}", "summary", summary, "breakdown", "tags",
                     tags_json(r), "databases", databases_json(r), "examples", examples);
}

/* ---- for people and scripts --------------------------------------------------------------------------- */

static json_t *at(const json_t *json, const char *a, const char *b)
{
    return json_object_get(json_object_get(json, a), b);
}

static json_int_t int_at(const json_t *json, const char *key)
{
    return json_integer_value(json_object_get(json, key));
}

static double percent(const json_t *ratio)
{
    return 100 * json_number_value(json_object_get(ratio, "ratio"));
}

static void put_ratio(struct strbuf *out, const json_t *ratio)
{
    if (int_at(ratio, "count"))
        strbuf_printf(out, " %6.1f %-6s", percent(ratio), "");
    else
        strbuf_printf(out, " %6s %-6s", "-", "");
}

static void put_kinds(struct strbuf *out, const char *name, const json_t *sums)
{
    strbuf_printf(out, "%-16s", name);
    for (int k = 0; k < N_KINDS; k++)
        put_ratio(out, json_object_get(sums, kinds[k]));
    strbuf_printf(out, " %6lld\n", (long long)int_at(json_object_get(sums, "all"), "count"));
}

struct named {
    const char *name;
    const json_t *sums;
    double order;
};

static int compare_named(const void *a, const void *b)
{
    const struct named *x = a, *y = b;
    return x->order != y->order ? (x->order > y->order) - (x->order < y->order)
                                : strcmp(x->name, y->name);
}

static struct named *sorted(struct arena *arena, const json_t *object, bool by_count)
{
    struct named *v = ARENA_ARRAY(arena, struct named, json_object_size(object) + 1);
    const char *name;
    json_t *sums;
    size_t n = 0;
    json_object_foreach((json_t *)object, name, sums) {
        const json_t *all = by_count ? json_object_get(sums, "all") : sums;
        v[n++] = (struct named){name, sums,
                                by_count ? -(double)int_at(all, "count") : percent(all)};
    }
    qsort(v, n, sizeof *v, compare_named);
    return v;
}

static void print_declines(struct strbuf *out, const json_t *d, const json_t *c)
{
    const json_t *recall = json_object_get(d, "recall"), *precision = json_object_get(d, "precision");
    const json_t *wrongly = json_object_get(d, "answerable_declined");
    if (int_at(recall, "count"))
        strbuf_printf(out, "unanswerable     %lld, declined %lld (recall %.1f%%, precision %.1f%%)\n",
                      (long long)int_at(recall, "count"), (long long)int_at(recall, "right"),
                      percent(recall), percent(precision));
    strbuf_printf(out, "answerable       %lld, declined %lld (%.1f%%)\n",
                  (long long)int_at(wrongly, "count"), (long long)int_at(wrongly, "right"),
                  percent(wrongly));
    const json_t *sure = json_object_get(c, "wrong_at_80");
    strbuf_printf(out, "confidence       %s, calibration error %.3f; of %lld answers at 80%% and more "
                  "%lld wrong (%.1f%%)\n",
                  json_is_true(json_object_get(c, "calibrated")) ? "calibrated" : "not calibrated",
                  json_number_value(json_object_get(c, "error")), (long long)int_at(sure, "count"),
                  (long long)int_at(sure, "right"), percent(sure));
}

static void print_variants(struct strbuf *out, const json_t *variants)
{
    const json_t *right = json_object_get(variants, "right");
    if (!variants)
        return;
    strbuf_puts(out, "variants        ");
    size_t i;
    json_t *list;
    json_array_foreach(json_object_get(variants, "shares"), i, list)
        strbuf_printf(out, " %s", json_string_value(list));
    strbuf_printf(out, " (seed %lld): %lld questions changed", (long long)int_at(variants, "seed"),
                  (long long)int_at(variants, "changed"));
    if (int_at(right, "count"))
        strbuf_printf(out, ", rows right of %lld of them (%.1f%%)", (long long)int_at(right, "right"),
                      percent(right));
    strbuf_puts(out, "\n");
}

void rows_report_print(struct strbuf *out, const json_t *json)
{
    struct arena arena = {0};
    const json_t *summary = json_object_get(json, "summary");
    strbuf_printf(out, "%-16s %6s %-6s %6s %-6s %6s %-2s %6s %-3s %6s\n", "rows right, %", "all", "",
                  "alone", "", "follow-up", "", "new topic", "", "count");
    put_kinds(out, "all", json_object_get(summary, "kinds"));
    static const char *const levels[] = {"easy", "medium", "hard"};
    for (int i = 0; i < COUNT_OF(levels); i++)
        put_kinds(out, levels[i], at(summary, "levels", levels[i]));
    strbuf_puts(out, "\nby tag\n");
    const json_t *tags = at(json, "breakdown", "tags"), *databases = at(json, "breakdown", "databases");
    const struct named *v = sorted(&arena, tags, true);
    for (size_t i = 0; i < json_object_size(tags); i++)
        if (!json_object_get(json_object_get(summary, "levels"), v[i].name))
            put_kinds(out, v[i].name, v[i].sums);
    strbuf_puts(out, "\ndatabases, the hardest first\n");
    v = sorted(&arena, databases, false);
    for (size_t i = 0; i < json_object_size(databases); i++)
        strbuf_printf(out, "%-32s %6.1f %6lld\n", v[i].name, percent(v[i].sums),
                      (long long)int_at(v[i].sums, "count"));
    strbuf_puts(out, "\nright within the first");
    const char *name;
    json_t *ratio;
    json_object_foreach(json_object_get(summary, "ranks"), name, ratio)
        strbuf_printf(out, "  %s: %.1f", name, percent(ratio));
    strbuf_puts(out, "\n");
    print_declines(out, json_object_get(summary, "declines"), json_object_get(summary, "confidence"));
    print_variants(out, json_object_get(summary, "variants"));
    arena_release(&arena);
}

static void put_figure(struct strbuf *out, const char *name, const json_t *ratio)
{
    if (int_at(ratio, "count"))
        strbuf_printf(out, "%s\t%.2f\n", name, percent(ratio));
}

void rows_report_figures(struct strbuf *out, const json_t *json)
{
    struct arena arena = {0};
    const json_t *s = json_object_get(json, "summary"), *d = json_object_get(s, "declines");
    strbuf_printf(out, "questions\t%lld\nms_per_question\t%.3f\n", (long long)int_at(s, "questions"),
                  json_number_value(json_object_get(s, "ms_per_question")));
    put_figure(out, "exec", at(s, "kinds", "all"));
    if (json_object_get(s, "variants"))
        strbuf_printf(out, "changed\t%lld\n", (long long)int_at(json_object_get(s, "variants"), "changed"));
    put_figure(out, "exec_changed", at(s, "variants", "right"));
    for (int k = 1; k < N_KINDS; k++)
        put_figure(out, arena_printf(&arena, "exec_%s", kinds[k]), at(s, "kinds", kinds[k]));
    const char *name;
    json_t *sums;
    json_object_foreach(json_object_get(s, "levels"), name, sums)
        put_figure(out, arena_printf(&arena, "exec_alone_%s", name), json_object_get(sums, "alone"));
    json_object_foreach(json_object_get(s, "ranks"), name, sums)
        put_figure(out, arena_printf(&arena, "within_%s", name), sums);
    json_object_foreach((json_t *)d, name, sums)
        put_figure(out, arena_printf(&arena, "decline_%s", name), sums);
    const json_t *c = json_object_get(s, "confidence");
    strbuf_printf(out, "calibration_error\t%.4f\n", json_number_value(json_object_get(c, "error")));
    put_figure(out, "wrong_at_80", json_object_get(c, "wrong_at_80"));
    arena_release(&arena);
}
