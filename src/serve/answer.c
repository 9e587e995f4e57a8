/* answer.c - requests to answers by way of the engine: what the API and MCP have in common. */
#include "serve/internal.h"

#include "engine/engine.h"

#include <string.h>

static void take_error(struct error *to, const struct astormer_error *from)
{
    to->code = (enum status)from->status;
    memcpy(to->message, from->message, MIN(sizeof to->message, sizeof from->message));
    to->message[sizeof to->message - 1] = '\0';
}

/* Whatever a request has still to do, it has what is left of its time. */
static int time_left(const struct request *r)
{
    if (r->deadline <= 0)
        return r->timeout_ms;
    double ms = (r->deadline - now_seconds()) * 1000;
    return (int)MIN(MAX(ms, 1), r->timeout_ms);
}

static struct astormer_answer *ask(struct astormer_session *session, const struct request *r,
                                   struct error *err)
{
    struct astormer_ask_options o = ASTORMER_ASK_OPTIONS;
    o.history = r->history;
    o.n_history = r->n_history;
    o.before = r->before;
    o.beam = r->beam;
    o.n_best = r->n_best;
    o.timeout_ms = time_left(r);
    o.keep_rows = r->run ? r->max_rows : 1;
    if (r->follow)
        o.follow = strcmp(r->follow, "yes") == 0  ? ASTORMER_FOLLOW_YES
                   : strcmp(r->follow, "no") == 0 ? ASTORMER_FOLLOW_NO
                                                  : ASTORMER_FOLLOW_AUTO;
    struct astormer_answer *answer;
    struct astormer_error failure = {0};
    if (astormer_ask(session, r->question, &o, &answer, &failure) != ASTORMER_OK)
        take_error(err, &failure);
    return answer;
}

static struct astormer_run_options run_options(const struct request *r)
{
    struct astormer_run_options o = ASTORMER_RUN_OPTIONS;
    o.max_rows = r->max_rows;
    o.max_bytes = 4 << 20;
    o.timeout_ms = time_left(r);
    return o;
}

static struct astormer_result *run(struct astormer_session *session, const struct request *r,
                                   const char *sql, struct error *err)
{
    struct astormer_run_options o = run_options(r);
    struct astormer_result *result;
    struct astormer_error failure = {0};
    if (astormer_run(session, sql, &o, &result, &failure) != ASTORMER_OK)
        take_error(err, &failure);
    return result;
}

static struct astormer_result *first_rows(struct astormer_session *session, const struct request *r,
                                          const struct astormer_answer *answer, struct error *err)
{
    struct astormer_run_options o = run_options(r);
    struct astormer_result *result;
    struct astormer_error failure = {0};
    if (astormer_answer_rows(session, answer, 0, &o, &result, &failure) != ASTORMER_OK)
        take_error(err, &failure);
    return result;
}

static void note(struct exchange *x, const char *sql, const struct astormer_result *result)
{
    if (!x)
        return;
    x->sql = sql ? arena_strdup(&x->arena, sql) : NULL;
    x->rows = result ? astormer_result_rows(result) : -1;
}

static void note_summary(struct exchange *x, const struct astormer_summary *s)
{
    if (!x)
        return;
    x->confidence = s->confidence;
    x->declined = s->declined ? arena_strdup(&x->arena, s->declined) : NULL;
}

static void put_conversation(struct json_text *out, struct arena *arena, const struct request *r,
                             const struct astormer_query *first)
{
    json_key(out, "conversation");
    json_put_text(out, conversation_write(arena, r, first ? first->sql : NULL));
}

#define PREVIEW_MS 1000

/* Whoever has to choose between readings sees what they give. */
static void preview(struct astormer_session *session, const struct request *r,
                    struct astormer_answer *answer)
{
    const struct astormer_summary *s = astormer_answer_summary(answer);
    struct astormer_run_options o = ASTORMER_RUN_OPTIONS;
    o.max_bytes = 64 << 10;
    o.timeout_ms = MIN(time_left(r) / 2 + 1, PREVIEW_MS);
    if (r->run && (s->unsure || s->declined) && astormer_answer_queries(answer) > 1)
        astormer_answer_preview(session, answer, &o);
}

/* A declined question comes with what was found, and with its first rows, but has no result. */
const char *answer_ask(struct arena *arena, struct astormer_session *session,
                       const struct request *r, struct exchange *x, struct error *err)
{
    struct astormer_answer *answer = ask(session, r, err);
    if (!answer)
        return NULL;
    const struct astormer_summary *summary = astormer_answer_summary(answer);
    const struct astormer_query *first = astormer_answer_query(answer, 0);
    struct astormer_result *result = NULL;
    struct error failure = {0};
    if (r->run && first && !summary->declined)
        result = first_rows(session, r, answer, &failure);
    if (failure.code == ST_IO) { /* the database is gone: no answer is worth anything */
        *err = failure;
        astormer_answer_close(answer);
        return NULL;
    }
    preview(session, r, answer);
    struct json_text out = json_text_in(arena);
    out.for_doubles = r->for_doubles;
    json_open(&out, '{');
    answer_members(&out, answer, result, ASTORMER_JSON_FIRST_STEPS | ASTORMER_JSON_LINKS);
    if (!result) {
        json_key(&out, "result");
        json_put_null(&out);
    }
    if (failure.code != ST_OK) {
        json_key(&out, "result_error");
        json_put_text(&out, failure.message);
    }
    put_conversation(&out, arena, r, first);
    json_close(&out, '}');
    note(x, first ? first->sql : NULL, result);
    note_summary(x, summary);
    astormer_result_close(result);
    astormer_answer_close(answer);
    return strbuf_text(&out.out);
}

const char *answer_explain(struct arena *arena, struct astormer_session *session,
                           const struct request *r, struct exchange *x, struct error *err)
{
    struct astormer_answer *answer = ask(session, r, err);
    if (!answer)
        return NULL;
    struct json_text out = json_text_in(arena);
    const struct astormer_query *query = astormer_answer_query(answer, r->query);
    json_open(&out, '{');
    enum status st = explain_members(&out, session, answer, r->query, err);
    if (st == ST_OK) {
        put_conversation(&out, arena, r, astormer_answer_query(answer, 0));
        json_close(&out, '}');
        note(x, query ? query->sql : NULL, NULL);
        note_summary(x, astormer_answer_summary(answer));
    }
    astormer_answer_close(answer);
    return st == ST_OK ? strbuf_text(&out.out) : NULL;
}

/* Is the statement one of the queries we find for the question?  The server keeps nothing, so it is
 * asked again: the same question has the same readings. */
static enum status check_ours(struct astormer_session *session, const struct request *r,
                              struct error *err)
{
    struct astormer_answer *answer = ask(session, r, err);
    if (!answer)
        return err->code;
    bool ours = false;
    for (int i = 0; i < astormer_answer_queries(answer); i++)
        ours |= same_statement(astormer_answer_query(answer, i)->sql, r->sql);
    astormer_answer_close(answer);
    return ours ? ST_OK : fail(err, ST_DECLINED, "this SQL is no reading of the question, and the "
                               "server was started without --allow-sql");
}

const char *answer_run(struct arena *arena, struct astormer_session *session,
                       const struct request *r, struct exchange *x, struct error *err)
{
    if (r->only_ours && check_ours(session, r, err) != ST_OK)
        return NULL;
    struct astormer_result *result = run(session, r, r->sql, err);
    note(x, r->sql, result);
    if (!result)
        return NULL;
    struct json_text out = json_text_in(arena);
    out.for_doubles = r->for_doubles;
    result_value(&out, result);
    astormer_result_close(result);
    return strbuf_text(&out.out);
}

/* A person's verdict, kept in the database's file of corrections.  SQL that is to answer the
 * question from now on must run first. */
const char *answer_correct(struct arena *arena, struct astormer_session *session,
                           const struct request *r, struct exchange *x, struct error *err)
{
    enum astormer_verdict verdict = strcmp(r->verdict, "bad") == 0     ? ASTORMER_BAD
                                    : strcmp(r->verdict, "right") == 0 ? ASTORMER_RIGHT
                                                                       : ASTORMER_GOOD;
    struct astormer_result *result = NULL;
    if (verdict != ASTORMER_BAD && !(result = run(session, r, r->sql, err)))
        return NULL;
    astormer_result_close(result);
    note(x, r->sql, NULL);
    struct astormer_error failure = {0};
    if (astormer_correct(session, r->question, r->history, r->n_history, r->sql, verdict,
                         &failure) == ASTORMER_OK)
        return arena_printf(arena, "{\"kept\":\"%s\"}", r->verdict);
    take_error(err, &failure);
    return NULL;
}
