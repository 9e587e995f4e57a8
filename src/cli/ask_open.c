/* ask_open.c - opening model, database and session as the options of a command say. */
#include "cli/ask.h"

#include "cli/hints.h"
#include "db/db.h"

#include <string.h>

const char *ask_words(struct arena *arena, struct ask_settings *s, const char **words, int n)
{
    s->where = words[0];
    s->files = words + 1;
    int i = 1;
    while (i < n && db_rows_file(words[0]) != ROWS_NONE && db_rows_file(words[i]) != ROWS_NONE &&
           file_exists(words[i]))
        i++;
    s->n_files = i - 1;
    struct strbuf question = strbuf_in(arena);
    for (int k = i; k < n; k++)
        strbuf_printf(&question, "%s%s", k > i ? " " : "", words[k]);
    return i < n ? strbuf_text(&question) : NULL;
}

bool ask_settings_check(const struct ask_settings *s)
{
    struct {
        const char *name;
        long value, low, high;
    } ranges[] = {
        {"beam", s->beam, 1, 64},
        {"n-best", s->n_best, 0, 64},
        {"limit", s->limit, 1, 10000000},
        {"timeout", s->timeout, 1, 86400000},
    };
    for (int i = 0; i < COUNT_OF(ranges); i++)
        if (ranges[i].value < ranges[i].low || ranges[i].value > ranges[i].high) {
            cli_fail(0, "--%s must be between %ld and %ld", ranges[i].name, ranges[i].low,
                     ranges[i].high);
            return false;
        }
    return true;
}

int astormer_fail(const struct astormer_error *err)
{
    struct error e = {.code = (enum status)err->status};
    snprintf(e.message, sizeof e.message, "%s", err->message);
    return cli_error(&e);
}

static void show_progress(void *context, long done, long total)
{
    struct progress *p = context;
    p->total = total;
    progress_at(p, done);
}

static int open_failed(enum astormer_status st, const struct astormer_error *err)
{
    if (st == ASTORMER_OK)
        return EXIT_ANSWERED;
    return cli_fail(st == ASTORMER_USAGE ? EXIT_USAGE : EXIT_OPEN, "%s", err->message);
}

struct astormer_database_options database_options(const struct ask_settings *s)
{
    struct astormer_database_options o = ASTORMER_DATABASE_OPTIONS;
    o.tables = s->tables.v;
    o.n_tables = s->tables.n;
    o.deny = s->deny.v;
    o.n_deny = s->deny.n;
    o.cache_dir = s->cache;
    o.corrections = s->corrections;
    o.synonyms = s->synonyms;
    o.views = s->views;
    o.files = s->files;
    o.n_files = s->n_files;
    o.isolate = 1;
    o.worker = "/proc/self/exe";
    return o;
}

int database_open(struct astormer_model *model, const struct ask_settings *s,
                  struct astormer_database **out)
{
    struct astormer_error err = {0};
    struct progress progress;
    struct astormer_database_options o = database_options(s);
    o.progress = show_progress;
    o.progress_context = &progress;
    progress_begin(&progress, "indexing stored values", 0);
    enum astormer_status st = astormer_database_open(model, s->where, &o, out, &err);
    progress_end(&progress);
    return open_failed(st, &err);
}

int talk_open_model(struct talk *talk, const struct ask_settings *s)
{
    struct astormer_error err = {0};
    return open_failed(astormer_model_open(s->model, &talk->model, &err), &err);
}

int talk_open_database(struct talk *talk, const struct ask_settings *s)
{
    return database_open(talk->model, s, &talk->database);
}

int talk_open_session(struct talk *talk)
{
    struct astormer_error err = {0};
    return open_failed(astormer_session_open(talk->database, &talk->session, &err), &err);
}

int talk_open(struct talk *talk, const struct ask_settings *s)
{
    *talk = (struct talk){0};
    if (!database_name_check(s->command ? s->command : "ask", s->where))
        return EXIT_OPEN;
    int code = talk_open_model(talk, s);
    if (code == EXIT_ANSWERED)
        code = talk_open_database(talk, s);
    if (code == EXIT_ANSWERED)
        code = talk_open_session(talk);
    if (code != EXIT_ANSWERED)
        talk_close(talk);
    return code;
}

void talk_close(struct talk *talk)
{
    astormer_session_close(talk->session);
    astormer_database_close(talk->database);
    astormer_model_close(talk->model);
    *talk = (struct talk){0};
}

bool follow_parse(const char *name, int *out)
{
    static const char *const names[] = {"auto", "yes", "no"};
    for (int i = 0; i < COUNT_OF(names); i++)
        if (!name || strcmp(name, names[i]) == 0) {
            *out = i;
            return true;
        }
    cli_fail(0, "--follow is auto, yes or no, not '%.40s'", name);
    return false;
}

struct astormer_ask_options talk_options(const struct ask_settings *s)
{
    struct astormer_ask_options o = ASTORMER_ASK_OPTIONS;
    o.beam = (int)MAX(s->beam, s->n_best);
    o.n_best = (int)MAX(s->n_best, MIN(s->beam, 5));
    o.timeout_ms = (int)s->timeout;
    o.now = s->now;
    o.keep_rows = s->limit;
    return o;
}

struct astormer_run_options run_options(const struct ask_settings *s)
{
    struct astormer_run_options o = ASTORMER_RUN_OPTIONS;
    o.max_rows = s->limit;
    o.timeout_ms = (int)s->timeout;
    return o;
}
