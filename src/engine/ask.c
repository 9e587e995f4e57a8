/* ask.c - a question, with its conversation, to an answer. */
#include "engine/internal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define BEAM 5
#define TIMEOUT_MS 5000
#define MAX_MEMORY ((size_t)1 << 30)
#define KEEP_ROWS 1000 /* what astormer_run() keeps */

static struct astormer_ask_options options_of(const struct astormer_ask_options *given)
{
    struct astormer_ask_options o = ASTORMER_ASK_OPTIONS;
    if (given)
        memcpy(&o, given, MIN(given->size, sizeof o));
    o.beam = o.beam ? o.beam : BEAM;
    o.n_best = MIN(o.n_best ? o.n_best : BEAM, o.beam);
    o.timeout_ms = o.timeout_ms ? o.timeout_ms : TIMEOUT_MS;
    o.max_memory = o.max_memory ? o.max_memory : MAX_MEMORY;
    o.keep_rows = o.keep_rows ? MIN(o.keep_rows, 1000000) : KEEP_ROWS;
    return o;
}

static enum status check(const char *question, const struct astormer_ask_options *o,
                         struct day *now, struct error *err)
{
    if (o->follow < ASTORMER_FOLLOW_AUTO || o->follow > ASTORMER_FOLLOW_NO)
        return fail(err, ST_USAGE, "follow is none of its three values");
    if (o->n_history < 0 || o->beam < 0 || o->n_best < 0 || o->timeout_ms < 0 ||
        o->keep_rows < 0)
        return fail(err, ST_USAGE, "a negative number among the options");
    *now = day_today();
    if (o->now && !day_parse(o->now, now))
        return fail(err, ST_USAGE, "'%.40s' is not a day of the form YYYY-MM-DD", o->now);
    if (strlen(question) > ASTORMER_MAX_QUESTION)
        return fail(err, ST_LIMIT, "the question is longer than %d bytes", ASTORMER_MAX_QUESTION);
    return ST_OK;
}

/* A long conversation is cut at its beginning: what was said last matters most. */
static int history_that_fits(const char *question, const struct astormer_ask_options *o)
{
    size_t room = QUESTION_MAX_BYTES - MIN(strlen(question) + 512, (size_t)QUESTION_MAX_BYTES);
    int n = 0;
    while (n < o->n_history && n < QUESTION_MAX_UTTERANCES - 1) {
        size_t length = strlen(o->history[o->n_history - 1 - n]) + 64;
        if (length > room)
            break;
        room -= length;
        n++;
    }
    return n;
}

/* A model that points at periods has "last month" among them, and its SQL means it whenever it is
 * run; unless today is to be another day, which no database knows of. */
static bool says_relative_dates(const struct astormer_model *model,
                                const struct astormer_ask_options *o)
{
    const struct model_config *c = model_config_of(model->loaded->model);
    return c->values == VALUES_POINT && c->grammar == GRAMMAR_EVERYDAY && !o->now;
}

/* The conversation as the network reads it: newest first, relative dates put as dates if the model
 * cannot say them. */
static void take_texts(struct astormer_answer *a, const struct astormer_model *model,
                       const char *question, const struct astormer_ask_options *o, struct day now)
{
    bool relative = says_relative_dates(model, o);
    int n = history_that_fits(question, o);
    a->n_history = n;
    a->today = arena_printf(&a->arena, "%04d-%02d-%02d", now.year, now.month, now.day);
    a->history = ARENA_ARRAY(&a->arena, const char *, n + 1);
    a->read = ARENA_ARRAY(&a->arena, const char *, n + 1);
    for (int i = 0; i < n; i++)
        a->history[i] = arena_strdup(&a->arena, o->history[o->n_history - n + i]);
    a->summary.question = text_valid(&a->arena, question, strlen(question));
    a->read[0] = arena_strdup(&a->arena, relative ? question
                                                  : dates_resolve(&a->arena, question, now));
    for (int i = 0; i < n; i++) {
        const char *before = a->history[n - 1 - i];
        a->read[1 + i] = relative ? before : dates_resolve(&a->arena, before, now);
    }
    a->summary.read_as = text_valid(&a->arena, a->read[0], strlen(a->read[0]));
}

static void take_correction(struct astormer_session *s, struct astormer_answer *a)
{
    struct remembered r;
    if (!corrections_find(&a->arena, s->database->corrections, a->summary.question, a->history,
                          a->n_history, &r)) {
        if (!paraphrase_find(s, a, &r))
            return;
        a->summary.told_for = text_valid(&a->arena, r.question, strlen(r.question));
    }
    const char *sql = arena_strdup(&a->arena, r.right);
    a->summary.told_on = r.on ? arena_strdup(&a->arena, r.on) : NULL;
    struct query_parts *q = ARENA_NEW(&a->arena, struct query_parts);
    q->query = (struct astormer_query){.sql = sql, .probability = 1, .runs = 1};
    struct query *read;
    struct error ignored = {0};
    if (sql_parse(&a->arena, &s->ground.schema, sql, strlen(sql), SQL_READ_EVERYDAY, &read,
                  &ignored) == ST_OK)
        answer_tell(a, &s->ground.schema, read, q);
    a->queries[a->n_queries++] = q;
    a->summary.corrected = 1;
}

#define REFUSED_MAX_ROWS 100000
#define REFUSED_SECONDS 0.5

static bool print_row(void *context, const struct db_cell *cells, int n)
{
    db_print_row(context, cells, n);
    return true;
}

/* The rows of a statement that a person said is wrong; false if they cannot be had in time. */
static bool print_refused(struct astormer_session *s, const struct inference *found, const char *sql,
                          struct db_print *out)
{
    for (int i = 0; i < found->n; i++)
        if (same_statement(found->candidates[i].sql, sql) &&
            found->candidates[i].run.state == RUN_ENDED) {
            *out = found->candidates[i].run.print;
            return true;
        }
    *out = (struct db_print){0};
    struct db_limits limits = {.max_rows = REFUSED_MAX_ROWS, .seconds = REFUSED_SECONDS,
                               .cancel = &s->cancel};
    struct db_sink sink = {.row = print_row, .context = out};
    struct db_outcome outcome = {0};
    return db_query(s->ground.db, sql, &limits, &sink, &outcome, NULL) == ST_OK && !outcome.truncated;
}

/* Is it a statement that a person refused, or one that gives the same rows? */
static bool is_refused(const struct infer_candidate *c, const char *sql, bool printed,
                       const struct db_print *print)
{
    return same_statement(c->sql, sql) ||
           (printed && c->run.state == RUN_ENDED && c->run.print.rows == print->rows &&
            c->run.print.sum == print->sum);
}

/* What a person refused for this very question goes behind all others, and whatever gives the same rows
 * with it. */
static void put_refused_last(struct astormer_session *s, struct astormer_answer *a,
                             struct inference *found)
{
    const char **wrong;
    int n_wrong = corrections_wrong(&s->scratch, s->database->corrections, a->summary.question,
                                    a->history, a->n_history, &wrong);
    bool *refused = ARENA_ARRAY(&s->scratch, bool, found->n);
    for (int k = 0; k < n_wrong; k++) {
        struct db_print print;
        bool printed = print_refused(s, found, wrong[k], &print);
        for (int i = 0; i < found->n; i++)
            refused[i] |= is_refused(&found->candidates[i], wrong[k], printed, &print);
    }
    struct infer_candidate *last = ARENA_ARRAY(&s->scratch, struct infer_candidate, found->n);
    int n_kept = 0, n_last = 0;
    for (int i = 0; i < found->n; i++)
        if (refused[i])
            last[n_last++] = found->candidates[i];
        else
            found->candidates[n_kept++] = found->candidates[i];
    for (int i = 0; i < n_last; i++)
        found->candidates[n_kept + i] = last[i];
    a->all_refused = n_wrong > 0 && n_kept == 0;
}

/* Shares among the decoded queries; a correction has all of it. */
static void share_out(struct astormer_answer *a)
{
    int first = a->summary.corrected ? 1 : 0;
    double best = -INFINITY, sum = 0;
    for (int i = first; i < a->n_queries; i++)
        best = fmax(best, a->queries[i]->query.log_probability);
    for (int i = first; i < a->n_queries; i++)
        sum += exp(a->queries[i]->query.log_probability - best);
    for (int i = first; i < a->n_queries; i++)
        a->queries[i]->query.share =
            first ? 0 : exp(a->queries[i]->query.log_probability - best) / sum;
    if (first)
        a->queries[0]->query.share = 1;
}

static enum status read_question(struct astormer_session *s, struct astormer_answer *a, int n_read,
                                 struct model_question *out, struct error *err)
{
    const struct model_database *view = s->read_by ? s->read_by : &s->view;
    struct model_required shown = {.left_out = s->left_out};
    a->n_read = n_read;
    return model_question_read(&s->scratch, view, a->read, n_read, a->today, &shown, out, err);
}

/* Infers with the history, and if the question turns out not to need it, without: by the model's
 * verdict, else by the plain rule. */
static enum status infer_question(struct astormer_session *s, struct astormer_answer *a, int follow,
                                  struct infer_options *how, struct model_question *question,
                                  struct inference *found, struct error *err)
{
    const struct model *model = s->database->model->loaded->model;
    bool judged = model_config_of(model)->verdicts;
    bool open = a->n_history > 0 && follow == ASTORMER_FOLLOW_AUTO;
    enum status st =
        read_question(s, a, follow == ASTORMER_FOLLOW_NO ? 1 : a->n_history + 1, question, err);
    if (st == ST_OK && open && !judged && question_stands_alone(question))
        st = read_question(s, a, 1, question, err);
    how->search.unless_alone = open && judged;
    const struct model_question *questions[] = {question};
    if (st == ST_OK)
        st = infer_run(&s->scratch, model, s->tape, questions, 1, how, found, err);
    if (st != ST_OK || !found->search.alone)
        return st;
    how->search.unless_alone = false;
    st = read_question(s, a, 1, question, err);
    return st == ST_OK ? infer_run(&s->scratch, model, s->tape, questions, 1, how, found, err) : st;
}

static struct infer_options how_to_infer(struct astormer_session *s, struct astormer_answer *a,
                                         const struct astormer_ask_options *o)
{
    struct infer_options how = INFER_DEFAULT;
    how.search.beam = o->beam;
    how.search.n_best = o->n_best;
    how.seconds = fmin(1.0, o->timeout_ms / 1000.0 / o->n_best);
    how.cancel = &s->cancel;
    how.compare = !o->no_compare;
    how.keep_rows = o->keep_rows;
    how.keep_in = &a->arena;
    how.look = s->database->model->looks ? &s->database->model->look : NULL;
    return how;
}

/* What was answered before, as a query of today's schema; NULL if it is not known, or is none we could
 * have given. */
static const struct query *query_before(struct astormer_session *s, const char *sql)
{
    struct query *before;
    struct error ignored = {0};
    bool read = sql && strlen(sql) <= ASTORMER_MAX_QUESTION &&
                sql_parse(&s->scratch, &s->ground.schema, sql, strlen(sql), SQL_READ_EVERYDAY, &before,
                          &ignored) == ST_OK;
    return read ? before : NULL;
}

static enum status answer_question(struct astormer_session *s, struct astormer_answer *a,
                                   const char *text, const struct astormer_ask_options *o,
                                   struct error *err)
{
    struct day now;
    double start = now_seconds();
    enum status st = check(text, o, &now, err);
    if (st == ST_OK)
        st = session_refresh(s, err);
    if (st != ST_OK)
        return st;
    a->edition = s->reading->edition;
    a->number = s->reading->number;
    a->queries = ARENA_ARRAY(&a->arena, struct query_parts *, o->n_best + 1);
    take_texts(a, s->database->model, text, o, now);
    bool corrections = s->database->corrections && !o->no_corrections;
    if (corrections)
        take_correction(s, a);
    struct infer_options how = how_to_infer(s, a, o);
    how.before = query_before(s, o->n_history > 0 ? o->before : NULL);
    struct model_question question;
    struct inference found = {0};
    st = infer_question(s, a, o->follow, &how, &question, &found, err);
    if (st == ST_OK && session_cancelled(s))
        st = fail(err, ST_LIMIT, "cancelled");
    if (st != ST_OK)
        return st;
    if (corrections)
        put_refused_last(s, a, &found);
    if (how.compare && !a->summary.corrected) /* nobody doubts a person */
        candidates_compare(found.candidates, found.n);
    answer_take_question(a, found.question);
    a->summary.follows = a->n_read > 1;
    a->summary.answerable = found.search.verdicts[VERDICT_ANSWERABLE];
    for (int i = 0; i < found.n; i++)
        answer_take_query(a, found.question, &found.candidates[i]);
    share_out(a);
    answer_judge(a, s->database->model, found.question, found.candidates, found.n);
    answer_trace(a, &question.database->ground->schema);
    a->summary.seconds = now_seconds() - start;
    return ST_OK;
}

struct asking {
    struct astormer_session *session;
    const char *question;
    const struct astormer_ask_options *given;
    struct astormer_ask_options options;
    struct astormer_answer *answer;
};

static enum status ask(void *context, struct error *err)
{
    struct asking *asking = context;
    const struct astormer_ask_options *given = asking->given;
    struct astormer_answer *a = xmalloc(sizeof *a);
    *a = (struct astormer_answer){0};
    enum status st = options_sized(given ? given->size : sizeof *given, err);
    if (st == ST_OK)
        st = answer_question(asking->session, a, asking->question, &asking->options, err);
    if (st == ST_OK)
        asking->answer = a;
    else
        astormer_answer_close(a);
    return st;
}

enum astormer_status astormer_ask(struct astormer_session *s, const char *question,
                                  const struct astormer_ask_options *options,
                                  struct astormer_answer **out, struct astormer_error *err)
{
    db_cancel_clear(&s->cancel);
    struct asking asking = {s, question, options, options_of(options), NULL};
    struct error e = {0};
    enum status st = attempt_within(asking.options.max_memory, ask, &asking, &e);
    arena_clear(&s->scratch);
    *out = asking.answer;
    return st == ST_OK ? ASTORMER_OK : error_out(err, &e);
}
