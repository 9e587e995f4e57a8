/* explain.c - how a query came about: as JSON, as a page in one file, and as text. */
#include "serve/internal.h"

#include "engine/engine.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- JSON ----------------------------------------------------------------------------------- */

static void put_matrix(struct json_text *j, const char *key, const float *x, int rows, int cols)
{
    json_key(j, key);
    if (!x) {
        json_put_null(j);
        return;
    }
    json_open(j, '[');
    for (int k = 0; k < rows; k++) {
        json_open(j, '[');
        for (int i = 0; i < cols; i++)
            json_put_rounded(j, round((double)x[k * cols + i] * 1e4) / 1e4);
        json_close(j, ']');
    }
    json_close(j, ']');
}

static void put_explanation(struct json_text *j, const struct astormer_explanation *e, int query,
                            int n_items)
{
    int n = astormer_explanation_steps(e);
    json_open(j, '{');
    json_key(j, "query");
    json_put_int(j, query);
    json_key(j, "layers");
    json_open(j, '[');
    for (int i = 0; i < astormer_explanation_layers(e); i++) {
        json_open(j, '{');
        put_matrix(j, "self", astormer_explanation_self(e, i), n, n);
        put_matrix(j, "cross", astormer_explanation_cross(e, i), n, n_items);
        json_close(j, '}');
    }
    json_close(j, ']');
    put_matrix(j, "nearness", astormer_explanation_nearness(e), n, n);
    json_close(j, '}');
}

enum status explain_members(struct json_text *out, struct astormer_session *session,
                            const struct astormer_answer *answer, int query, struct error *err)
{
    int n = astormer_answer_queries(answer);
    if (n == 0)
        return fail(err, ST_UNSUPPORTED, "no query was found for this question");
    if (query >= n)
        return fail(err, ST_INPUT, "the answer has %d %s, counted from 0: there is no query %d", n,
                    n == 1 ? "query" : "queries", query);
    answer_members(out, answer, NULL, ASTORMER_JSON_STEPS | ASTORMER_JSON_LINKS);
    json_key(out, "explained");
    if (astormer_answer_query(answer, query)->n_steps == 0) { /* a person's: nothing to see */
        json_put_null(out);
        return ST_OK;
    }
    struct astormer_explanation *e;
    struct astormer_error failure = {0};
    if (astormer_explain(session, answer, query, &e, &failure) != ASTORMER_OK)
        return fail(err, (enum status)failure.status, "%s", failure.message);
    put_explanation(out, e, query, astormer_answer_items(answer));
    astormer_explanation_close(e);
    return ST_OK;
}

enum status explain_json(struct astormer_session *session, const struct astormer_answer *answer,
                         int query, json_t **out, struct error *err)
{
    struct arena arena = {0};
    struct json_text text = json_text_in(&arena);
    json_open(&text, '{');
    enum status st = explain_members(&text, session, answer, query, err);
    json_close(&text, '}');
    *out = st == ST_OK ? json_parse(strbuf_text(&text.out), text.out.n, JSON_ALLOW_NUL, NULL) : NULL;
    arena_release(&arena);
    return st;
}

/* ---- one file ------------------------------------------------------------------------------- */

/* JSON inside of HTML: no text in it may end the script element or begin a comment. */
static void put_data(struct strbuf *out, const json_t *json)
{
    struct arena scratch = {0};
    const char *text = json_write(&scratch, json, JSON_OUT);
    strbuf_puts(out, "<script type=\"application/json\" id=\"explanation\">");
    for (const char *s = text; *s; s++) {
        if (*s == '<')
            strbuf_puts(out, "\\u003c");
        else
            strbuf_putc(out, *s);
    }
    strbuf_puts(out, "</script>\n");
    arena_release(&scratch);
}

static bool line_has(struct slice line, const char *text)
{
    return memmem(line.s, line.n, text, strlen(text)) != NULL;
}

/* index.html, with what it refers to in the place of the references. */
const char *explain_html(struct arena *arena, const json_t *explanation)
{
    const struct asset *page = asset_find("/index.html");
    struct strbuf out = strbuf_in(arena);
    for (const char *at = page->text, *end = page->text + page->n; at < end;) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        struct slice line = {at, (size_t)((stop ? stop + 1 : end) - at)};
        at += line.n;
        if (line_has(line, "rel=\"stylesheet\"")) {
            strbuf_puts(&out, "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src "
                              "'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'\">\n"
                              "<style>\n");
            strbuf_puts(&out, asset_find("/style.css")->text);
            strbuf_puts(&out, "</style>\n");
        } else if (line_has(line, "src=\"app.js\"")) {
            put_data(&out, explanation);
            strbuf_puts(&out, "<script type=\"module\">\n");
            strbuf_puts(&out, asset_bundle(arena));
            strbuf_puts(&out, "</script>\n");
        } else if (!line_has(line, "rel=\"icon\"")) {
            strbuf_add(&out, line.s, line.n);
        }
    }
    return strbuf_text(&out);
}

/* ---- text ----------------------------------------------------------------------------------- */

static int last_step(const struct astormer_query *q, int j)
{
    int last = j;
    while (last + 1 < q->n_steps && astormer_query_step(q, last + 1)->first == j)
        last++;
    return last;
}

/* The child of step j in a slot, or -1. */
static int child_at(const struct astormer_query *q, int j, int slot)
{
    for (int k = j + 1; k < q->n_steps; k++) {
        const struct astormer_step *s = astormer_query_step(q, k);
        if (s->parent == j && s->slot == slot && s->first == k)
            return k;
    }
    return -1;
}

static void put_node(struct strbuf *out, const struct astormer_query *q, int j)
{
    const struct astormer_step *s = astormer_query_step(q, j);
    int last = last_step(q, j);
    double log_p = 0;
    for (int k = j; k <= last; k++)
        log_p += astormer_query_step(q, k)->log_probability;
    bool rule = s->action == ASTORMER_RULE;
    strbuf_printf(out, "%*s%s -> %s[ j=%d", 4 * s->depth, "", s->type, rule ? "Node" : "Leaf", j);
    if (last > j)
        strbuf_printf(out, "-%d", last);
    strbuf_printf(out, ", %s := ", s->type);
    for (int k = j; k <= last && !rule; k++) {
        const char *name = astormer_query_step(q, k)->name;
        bool continues = strncmp(name, "##", 2) == 0;
        strbuf_printf(out, "%s%s", k > j && *name && !continues ? " " : "",
                      continues ? name + 2 : name);
    }
    if (rule) {
        strbuf_printf(out, "%s(", s->name);
        for (int slot = 0, child; (child = child_at(q, j, slot)) >= 0; slot++)
            strbuf_printf(out, "%s%s", slot ? ", " : "", astormer_query_step(q, child)->type);
        strbuf_putc(out, ')');
    }
    strbuf_printf(out, " ]  p=%.3f\n", exp(log_p));
    for (int k = last + 1; k < q->n_steps; k++) {
        const struct astormer_step *child = astormer_query_step(q, k);
        if (child->parent == j && child->first == k)
            put_node(out, q, k);
    }
}

const char *explain_text(struct arena *arena, const struct astormer_query *q)
{
    struct strbuf out = strbuf_in(arena);
    if (q->n_steps > 0)
        put_node(&out, q, 0);
    return strbuf_text(&out);
}
