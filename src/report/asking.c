/* asking.c - the questions of a dataset asked as a user asks them. */
#include "report/asking.h"

#include <string.h>

struct work { /* the examples of one database, by their index */
    const char *path;
    int *examples;
    int n, capacity;
};

struct asking {
    const struct asking_options *options;
    const struct dataset *dataset;
    struct astormer_model *model;
    struct work *work;
    int n_work, capacity;
    struct arena arena;
    void (*take)(void *context, const struct asked *asked);
    void *context;
    struct progress progress;
};

static void list_work(struct asking *a, bool (*keep)(void *context, const struct example *example))
{
    struct map by_id = map_in(&a->arena);
    for (int i = 0; i < a->dataset->n_examples; i++) {
        const struct example *e = &a->dataset->examples[i];
        if (keep && !keep(a->context, e))
            continue;
        int index = map_put(&by_id, e->db_id, strlen(e->db_id), a->n_work);
        if (index == a->n_work)
            *ARENA_PUSH(&a->arena, a->work, a->n_work, a->capacity) =
                (struct work){.path = dataset_database(&a->arena, a->dataset, e->db_id)};
        struct work *w = &a->work[index];
        *ARENA_PUSH(&a->arena, w->examples, w->n, w->capacity) = i;
    }
}

/* The question and its history as the variant has them; what it is read by is the session's. */
static const char *take_variant(struct arena *arena, const struct sample_variant *v,
                                struct astormer_ask_options *how)
{
    const char **history = ARENA_ARRAY(arena, const char *, v->n);
    for (int i = 1; i < v->n; i++)
        history[v->n - 1 - i] = v->utterances[i];
    how->history = history;
    how->n_history = v->n - 1;
    return v->utterances[0];
}

struct said { /* the question asked last, and what we answered */
    const struct example *example;
    char *sql; /* xmalloc'ed */
};

static bool goes_on(const struct example *before, const struct example *e)
{
    return before && before->interaction == e->interaction && before->n_history == e->n_history - 1;
}

static void note_said(struct said *said, const struct example *e, const struct astormer_answer *answer)
{
    const struct astormer_query *first = answer ? astormer_answer_query(answer, 0) : NULL;
    xfree(said->sql);
    *said = (struct said){.example = e};
    if (first) {
        size_t size = strlen(first->sql) + 1;
        said->sql = xmalloc(size);
        memcpy(said->sql, first->sql, size);
    }
}

/* As in a conversation a follow-up comes with what its predecessor was answered with: our own answer,
 * right or wrong. */
static void ask_one(const struct asking *a, struct astormer_session *session, struct said *said,
                    struct asked *asked)
{
    const struct example *e = asked->example;
    const char *question = e->question;
    struct arena arena = {0};
    struct sample_variant variant;
    struct astormer_ask_options how = ASTORMER_ASK_OPTIONS;
    how.history = e->history;
    how.n_history = e->n_history;
    how.before = goes_on(said->example, e) ? said->sql : NULL;
    if (session && variants_draw(a->options->variants, asked->index, &arena, &variant)) {
        asked->variant = &variant;
        question = take_variant(&arena, &variant, &how);
        session_read_by(session, variant.database, variant.left_out);
    }
    how.no_corrections = 1;
    how.beam = a->options->beam;
    how.n_best = a->options->n_best;
    struct astormer_answer *answer = NULL;
    struct astormer_error error = {0};
    if (session && astormer_ask(session, question, &how, &answer, &error) != ASTORMER_OK) {
        answer = NULL;
        asked->reason = error.message;
    }
    asked->answer = answer;
    a->take(a->context, asked);
    note_said(said, e, answer);
    astormer_answer_close(answer);
    if (session)
        session_read_by(session, NULL, NULL);
    arena_release(&arena);
}

static void ask_database(void *context, int task, int worker)
{
    struct asking *a = context;
    const struct work *w = &a->work[task];
    struct astormer_database_options how = ASTORMER_DATABASE_OPTIONS;
    how.corrections = "";
    struct astormer_database *database = NULL;
    struct astormer_session *session = NULL;
    struct astormer_error error = {.message = "there is no database"};
    struct eval_executor *executor = eval_executor_new(eval_default_limits);
    if (w->path && astormer_database_open(a->model, w->path, &how, &database, &error) == ASTORMER_OK)
        astormer_session_open(database, &session, &error);
    struct said said = {0};
    for (int i = 0; i < w->n; i++) {
        struct asked asked = {.index = w->examples[i], .path = w->path, .executor = executor,
                              .example = &a->dataset->examples[w->examples[i]],
                              .reason = session ? NULL : error.message};
        ask_one(a, session, &said, &asked);
    }
    xfree(said.sql);
    astormer_session_close(session);
    astormer_database_close(database);
    eval_executor_free(executor);
    if (worker == 0)
        progress_at(&a->progress, task);
}

enum status ask_examples(const struct asking_options *options, const struct dataset *dataset,
                         bool (*keep)(void *context, const struct example *example),
                         void (*take)(void *context, const struct asked *asked), void *context,
                         struct error *err)
{
    struct asking a = {.options = options, .dataset = dataset, .take = take, .context = context};
    struct astormer_error e = {0};
    if (astormer_model_open(options->model, &a.model, &e) != ASTORMER_OK)
        return fail(err, ST_IO, "%s", e.message);
    list_work(&a, keep);
    struct pool *pool = pool_new(options->workers > 0 ? options->workers : cpu_count());
    progress_begin(&a.progress, "databases", a.n_work);
    pool_run(pool, a.n_work, ask_database, &a);
    progress_end(&a.progress);
    pool_free(pool);
    arena_release(&a.arena);
    astormer_model_close(a.model);
    return ST_OK;
}
