/* lessons.c - corrections as pairs of question and SQL, and what a model makes of them. */
#include "report/lessons.h"

#include <stdlib.h>
#include <string.h>

#define CORRECTIONS_MAX ((size_t)16 << 20)
enum { HOLD_OUT_FROM = 10, HOLD_OUT_EVERY = 5 };

static bool same_pair(const struct lesson *a, const struct lesson *b)
{
    bool same = equal_nocase(a->question, b->question) && a->n_history == b->n_history;
    for (int i = 0; same && i < a->n_history; i++)
        same = equal_nocase(a->history[i], b->history[i]);
    return same;
}

static void take_line(struct arena *arena, const json_t *object, struct lessons *out)
{
    const char *question = json_string_value(json_object_get(object, "question"));
    const char *sql = json_string_value(json_object_get(object, "sql"));
    const char *wrong = json_string_value(json_object_get(object, "wrong_sql"));
    const json_t *history = json_object_get(object, "history");
    if (!question || (!sql && !wrong))
        return;
    struct lesson p = {.question = arena_strdup(arena, question),
                     .sql = sql ? arena_strdup(arena, sql) : NULL};
    for (size_t i = 0; i < json_array_size(history) && p.n_history < PAIR_MAX_HISTORY; i++) {
        const char *text = json_string_value(json_array_get(history, i));
        p.history[p.n_history++] = arena_strdup(arena, text ? text : "");
    }
    for (int i = 0; i < out->n; i++) {
        if (!same_pair(&out->v[i], &p))
            continue;
        if (sql)
            out->v[i].sql = p.sql;
        else if (out->v[i].sql && same_statement(out->v[i].sql, wrong))
            out->v[i] = out->v[--out->n];
        return;
    }
    if (sql)
        *ARENA_PUSH(arena, out->v, out->n, out->capacity) = p;
}

enum status lessons_read(struct arena *arena, const char *path, struct lessons *out, struct error *err)
{
    struct slice text;
    *out = (struct lessons){0};
    if (!path || !file_exists(path))
        return fail(err, ST_INPUT, "nothing was corrected yet: .good, .bad and .correct of astormer "
                    "shell, or the buttons of the page, say what is right");
    enum status st = file_read(arena, path, CORRECTIONS_MAX, &text, err);
    for (size_t i = 0; st == ST_OK && i < text.n;) {
        const char *end = memchr(text.s + i, '\n', text.n - i);
        size_t n = end ? (size_t)(end - text.s) - i : text.n - i;
        json_t *object = json_loadb(text.s + i, n, 0, NULL);
        take_line(arena, object, out);
        json_decref(object);
        i += n + 1;
    }
    for (int i = 0; out->n >= HOLD_OUT_FROM && i < out->n; i++) {
        out->v[i].held_out = i % HOLD_OUT_EVERY == HOLD_OUT_EVERY - 1;
        out->n_held_out += out->v[i].held_out;
    }
    if (st == ST_OK && out->n == 0)
        st = fail(err, ST_INPUT, "%s: no question has an SQL that is right", path);
    return st;
}

static json_t *texts_json(const char *const *texts, int n)
{
    json_t *out = json_array();
    for (int i = 0; i < n; i++)
        json_array_append_new(out, json_string(texts[i]));
    return out;
}

static json_t *pair_json(const struct lesson *p, const char *database)
{
    const char *slash = strrchr(database, '/');
    json_t *line = json_pack("{s:s, s:s, s:s?, s:s}", "db", slash ? slash + 1 : database, "question",
                             p->question, "sql", p->sql, "database", database);
    if (p->n_history)
        json_object_set_new(line, "history", texts_json(p->history, p->n_history));
    if (p->n_tags)
        json_object_set_new(line, "tags", texts_json(p->tags, p->n_tags));
    return line;
}

enum status lessons_write(const struct lessons *pairs, const char *database, const char *path,
                        bool all, struct error *err)
{
    struct arena arena = {0};
    struct strbuf text = strbuf_in(&arena);
    char *absolute = database ? real_path(database) : NULL;
    for (int i = 0; i < pairs->n; i++) {
        const struct lesson *p = &pairs->v[i];
        if (p->held_out && !all)
            continue;
        json_t *line = pair_json(p, p->database ? p->database : absolute ? absolute : database);
        if (line) /* NULL: it is no UTF-8 */
            strbuf_printf(&text, "%s\n", json_write(&arena, line, JSON_COMPACT));
        json_decref(line);
    }
    xfree(absolute);
    const char *out = strbuf_text(&text);
    enum status st = file_write_private(path, out, strlen(out), err);
    arena_release(&arena);
    return st;
}

/* ---- trying ---------------------------------------------------------------------------------------------- */

static uint64_t cell_hash(const struct astormer_cell *c, uint64_t seed)
{
    double number = c->kind == ASTORMER_REAL ? c->real : (double)c->integer;
    switch (c->kind) {
    case ASTORMER_INTEGER:
    case ASTORMER_BOOLEAN:
    case ASTORMER_REAL:
        return hash_bytes(&number, sizeof number, seed + 1);
    case ASTORMER_TEXT:
    case ASTORMER_BLOB:
    case ASTORMER_DECIMAL:
        return hash_bytes(c->bytes, c->n, seed + 2);
    case ASTORMER_NULL:
        break;
    }
    return mix64(seed);
}

/* The same for the same rows in whatever order; false if it does not run. */
static bool rows_hash(struct astormer_session *session, const struct trying *how, const char *sql,
                      uint64_t *out)
{
    struct astormer_result *r;
    struct astormer_run_options o = how->run;
    o.max_rows = 10000;
    if (astormer_run(session, sql, &o, &r, NULL) != ASTORMER_OK)
        return false;
    *out = (uint64_t)astormer_result_rows(r);
    for (long i = 0; i < astormer_result_rows(r); i++) {
        uint64_t row = 7;
        for (int k = 0; k < astormer_result_columns(r); k++)
            row = cell_hash(astormer_result_cell(r, i, k), row);
        *out += mix64(row);
    }
    astormer_result_close(r);
    return true;
}

void lessons_try(struct astormer_session *session, const struct trying *how, struct lessons *pairs,
                 bool after)
{
    for (int i = 0; i < pairs->n; i++) {
        struct lesson *p = &pairs->v[i];
        struct astormer_ask_options o = how->ask;
        struct astormer_answer *a = NULL;
        uint64_t wanted = 0, got = 1;
        o.history = p->history;
        o.n_history = p->n_history;
        o.no_corrections = 1;
        bool right = astormer_ask(session, p->question, &o, &a, NULL) == ASTORMER_OK &&
                     astormer_answer_queries(a) > 0 && rows_hash(session, how, p->sql, &wanted) &&
                     rows_hash(session, how, astormer_answer_query(a, 0)->sql, &got) &&
                     wanted == got;
        astormer_answer_close(a);
        *(after ? &p->after : &p->before) = right;
    }
}

/* ---- judging --------------------------------------------------------------------------------------------- */

enum { FORGIVEN_OF = 50 };

int lessons_right(const struct lessons *p, bool held_out, bool after)
{
    int n = 0;
    for (int i = 0; i < p->n; i++)
        n += p->v[i].held_out == held_out && (after ? p->v[i].after : p->v[i].before);
    return n;
}

bool lessons_no_worse(const struct lessons *own, const struct lessons *others)
{
    return lessons_right(own, false, true) >= lessons_right(own, false, false) &&
           lessons_right(own, true, true) >= lessons_right(own, true, false) &&
           lessons_right(others, true, true) >=
               lessons_right(others, true, false) - others->n / FORGIVEN_OF;
}
