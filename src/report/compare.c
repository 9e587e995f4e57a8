/* compare.c - what changed between two evaluations of the same questions. */
#include "report/report.h"

#include <string.h>

enum change { CHANGE_NONE, CHANGE_GAINED, CHANGE_LOST, CHANGE_OTHER };
static const char *const change_names[] = {"same", "gained", "lost", "wrong_otherwise"};
static const char *const verdicts[] = {"exact", "exec"}; /* keys of an example */

static const char *text_of(const json_t *example, const char *key)
{
    const char *text = json_string_value(json_object_get(example, key));
    return text ? text : "";
}

static enum change change_of(const json_t *before, const json_t *after, const char *verdict)
{
    const char *b = text_of(before, verdict), *a = text_of(after, verdict);
    if (*b == '-' || *a == '-')
        return CHANGE_NONE;
    if ((*b == '1') != (*a == '1'))
        return *a == '1' ? CHANGE_GAINED : CHANGE_LOST;
    bool other = strcmp(text_of(before, "pred"), text_of(after, "pred")) != 0;
    return *a != '1' && other ? CHANGE_OTHER : CHANGE_NONE;
}

static enum status examples_of(const json_t *report, const char *which, const json_t **out,
                               struct error *err)
{
    *out = json_object_get(report, "examples");
    return json_is_array(*out)
               ? ST_OK
               : fail(err, ST_INPUT, "the %s report has no list 'examples': it must be a "
                      "report.json of 'astormer eval'", which);
}

/* An earlier report may lack questions (those of 'astormer score'): the later one's are shown. */
static json_t *change_json(const json_t *before, const json_t *after, const enum change *change)
{
    json_t *out = json_object();
    static const char *const keys[] = {"index", "db_id", "hardness", "question", "gold"};
    for (int i = 0; i < COUNT_OF(keys); i++) {
        json_t *value = json_object_get(after, keys[i]);
        if (!value)
            value = json_object_get(before, keys[i]);
        if (value)
            json_object_set(out, keys[i], value);
    }
    json_object_set_new(out, "before", json_string(text_of(before, "pred")));
    json_object_set_new(out, "after", json_string(text_of(after, "pred")));
    for (int v = 0; v < COUNT_OF(verdicts); v++)
        if (change[v] != CHANGE_NONE)
            json_object_set_new(out, verdicts[v], json_string(change_names[change[v]]));
    return out;
}

static json_t *counts_json(long counts[COUNT_OF(verdicts)][COUNT_OF(change_names)], long common,
                           long only_before, long only_after)
{
    json_t *out = json_pack("{s:I, s:I, s:I}", "common", (json_int_t)common, "only_before",
                            (json_int_t)only_before, "only_after", (json_int_t)only_after);
    for (int v = 0; v < COUNT_OF(verdicts); v++) {
        json_t *of = json_object();
        for (int c = 0; c < COUNT_OF(change_names); c++)
            json_object_set_new(of, change_names[c], json_integer(counts[v][c]));
        json_object_set_new(out, verdicts[v], of);
    }
    return out;
}

enum status report_compare(const json_t *before, const json_t *after, json_t **out,
                           struct error *err)
{
    *out = NULL;
    const json_t *a, *b;
    enum status st = examples_of(before, "earlier", &b, err);
    if (st == ST_OK)
        st = examples_of(after, "later", &a, err);
    if (st != ST_OK)
        return st;
    size_t n_a = json_array_size(a), n_b = json_array_size(b), n = MIN(n_a, n_b);
    long counts[COUNT_OF(verdicts)][COUNT_OF(change_names)] = {0};
    json_t *list = json_array();
    for (size_t i = 0; i < n; i++) {
        const json_t *x = json_array_get(b, i), *y = json_array_get(a, i);
        if (strcmp(text_of(x, "gold"), text_of(y, "gold")) != 0 ||
            strcmp(text_of(x, "db_id"), text_of(y, "db_id")) != 0) {
            json_decref(list);
            return fail(err, ST_INPUT, "the reports are not of the same questions: example %zu is "
                        "of '%.60s' in one and '%.60s' in the other, or its gold query differs", i,
                        text_of(x, "db_id"), text_of(y, "db_id"));
        }
        enum change change[COUNT_OF(verdicts)];
        bool any = false;
        for (int v = 0; v < COUNT_OF(verdicts); v++) {
            change[v] = change_of(x, y, verdicts[v]);
            counts[v][change[v]]++;
            any |= change[v] != CHANGE_NONE;
        }
        if (any)
            json_array_append_new(list, change_json(x, y, change));
    }
    *out = counts_json(counts, (long)n, (long)(n_b - n), (long)(n_a - n));
    json_object_set_new(*out, "examples", list);
    return ST_OK;
}

/* ---- for people ------------------------------------------------------------------------------ */

static void print_example(struct strbuf *out, const json_t *e)
{
    strbuf_printf(out, "\n#%lld %s, %s", (long long)json_integer_value(json_object_get(e, "index")),
                  text_of(e, "db_id"), text_of(e, "hardness"));
    for (int v = 0; v < COUNT_OF(verdicts); v++)
        if (*text_of(e, verdicts[v]))
            strbuf_printf(out, "  %s: %s", verdicts[v],
                          strcmp(text_of(e, verdicts[v]), "wrong_otherwise") == 0
                              ? "wrong otherwise" : text_of(e, verdicts[v]));
    strbuf_putc(out, '\n');
    if (*text_of(e, "question"))
        strbuf_printf(out, "  question  %s\n", text_of(e, "question"));
    strbuf_printf(out, "  gold      %s\n  before    %s\n  after     %s\n", text_of(e, "gold"),
                  text_of(e, "before"), text_of(e, "after"));
}

static bool is_change(const json_t *e, const char *name)
{
    for (int v = 0; v < COUNT_OF(verdicts); v++)
        if (strcmp(text_of(e, verdicts[v]), name) == 0)
            return true;
    return false;
}

void report_print_compare(struct strbuf *out, const json_t *c)
{
    strbuf_printf(out, "\ncompared with the earlier report, %lld questions in both\n"
                  "%-14s %8s %8s %17s\n", (long long)json_integer_value(json_object_get(c, "common")),
                  "", "gained", "lost", "wrong otherwise");
    for (int v = 0; v < COUNT_OF(verdicts); v++) {
        const json_t *of = json_object_get(c, verdicts[v]);
        strbuf_printf(out, "%-14s %8lld %8lld %17lld\n", v ? "execution" : "exact match",
                      (long long)json_integer_value(json_object_get(of, "gained")),
                      (long long)json_integer_value(json_object_get(of, "lost")),
                      (long long)json_integer_value(json_object_get(of, "wrong_otherwise")));
    }
    const json_t *list = json_object_get(c, "examples");
    for (int kind = CHANGE_GAINED; kind <= CHANGE_OTHER; kind++)
        for (size_t i = 0; i < json_array_size(list); i++) {
            const json_t *e = json_array_get(list, i);
            bool earlier = false; /* listed once, under the first heading it fits */
            for (int k = CHANGE_GAINED; k < kind; k++)
                earlier |= is_change(e, change_names[k]);
            if (is_change(e, change_names[kind]) && !earlier)
                print_example(out, e);
        }
}
