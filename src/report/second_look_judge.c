/* second_look_judge.c - the judge's word on the candidates of saved lists, so that it can be fitted to
 * lists that were made before there was one. */
#include "report/second_look.h"

#include <string.h>

struct judging {
    const struct loaded_model *loaded;
    json_t *records;
    bool blind;
    struct nn_tape **tapes; /* one a worker */
    struct progress progress;
};

static bool is_again(const json_t *candidate)
{
    const json_t *looks = json_object_get(candidate, "looks");
    return json_number_value(json_object_get(looks, look_names[LOOK_AGAIN])) > 0;
}

/* The candidates the judge reads: as in infer/judge.c none whose rows a likelier one returns. */
static int texts_of(struct arena *arena, const struct vocab *vocab, const json_t *record,
                    struct model_judged *texts, json_t **of)
{
    const char *read = json_string_value(json_object_get(record, "read"));
    const json_t *list = json_object_get(record, "list");
    int n = 0;
    for (size_t i = 0; read && i < json_array_size(list); i++) {
        json_t *c = json_array_get(list, i);
        const char *told = json_string_value(json_object_get(c, "told"));
        const char *result = json_string_value(json_object_get(c, "result"));
        if (!told || !result || is_again(c))
            continue;
        texts[n] = judge_text(arena, vocab, read, told, result);
        of[n++] = c;
    }
    return n;
}

static void score(const struct judging *j, struct arena *arena, struct nn_tape *tape,
                  const struct model_judged *texts, json_t **of, int n, bool blind)
{
    nn_tape_begin(tape, NN_INFER, 0);
    const struct tensor *judged = model_judge(j->loaded->model, tape, texts, n);
    double *scores = ARENA_ARRAY(arena, double, n);
    for (int i = 0; i < n; i++)
        scores[i] = (double)judged->x[i];
    judge_compare(scores, n);
    for (int i = 0; i < n; i++)
        json_object_set_new(blind ? of[i] : json_object_get(of[i], "looks"),
                            blind ? "blind" : look_names[LOOK_JUDGE], json_real(scores[i]));
}

static void judge_record(void *context, int task, int worker)
{
    struct judging *j = context;
    const json_t *record = json_array_get(j->records, (size_t)task);
    size_t size = json_array_size(json_object_get(record, "list"));
    struct arena arena = {0};
    struct model_judged *texts = ARENA_ARRAY(&arena, struct model_judged, size + 1);
    json_t **of = ARENA_ARRAY(&arena, json_t *, size + 1);
    int n = texts_of(&arena, &j->loaded->vocab, record, texts, of);
    if (n > 0)
        score(j, &arena, j->tapes[worker], texts, of, n, false);
    for (int i = 0; i < n; i++)
        texts[i].n = texts[i].n_told;
    if (n > 0 && j->blind)
        score(j, &arena, j->tapes[worker], texts, of, n, true);
    arena_release(&arena);
    if (worker == 0)
        progress_at(&j->progress, task);
}

enum status second_look_judge(json_t *records, const char *model, int workers, bool blind, bool *judged,
                              struct error *err)
{
    struct loaded_model *loaded;
    *judged = false;
    enum status st = model_open(model, &loaded, err);
    if (st != ST_OK)
        return st;
    *judged = model_config_of(loaded->model)->judge_layers > 0;
    if (*judged) {
        struct arena arena = {0};
        struct pool *pool = pool_new(workers > 0 ? workers : cpu_count());
        struct judging j = {.loaded = loaded, .records = records, .blind = blind,
                            .tapes = ARENA_ARRAY(&arena, struct nn_tape *, pool_size(pool))};
        nn_params_pack_half(model_params(loaded->model));
        for (int i = 0; i < pool_size(pool); i++)
            j.tapes[i] = nn_tape_new(model_params(loaded->model), NULL);
        progress_begin(&j.progress, "questions judged", (long)json_array_size(records));
        pool_run(pool, (int)json_array_size(records), judge_record, &j);
        progress_end(&j.progress);
        for (int i = 0; i < pool_size(pool); i++)
            nn_tape_free(j.tapes[i]);
        pool_free(pool);
        arena_release(&arena);
    }
    model_close(loaded);
    return ST_OK;
}
