/* checkpoint.c - everything a run needs to go on, in one file replaced atomically.
 *
 * The file is safetensors: the parameters under their own names, the optimiser's moments and the
 * moving average as nn_optim_entries() names them, and the counters in its metadata, together with
 * a fingerprint of settings and data.  Writing goes to a temporary file that is synced and renamed,
 * so a crash, a full disk or kill -9 leaves the older checkpoint as it was.  The one before it is
 * kept under a second name, for what no program can prevent: a file damaged later. */
#include "train/internal.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *checkpoint_path(struct arena *arena, const struct trainer *t)
{
    return arena_printf(arena, "%s/checkpoint.safetensors", t->job->run_dir);
}

static const char *previous_path(struct arena *arena, const struct trainer *t)
{
    return arena_printf(arena, "%s/checkpoint.previous.safetensors", t->job->run_dir);
}

/* Settings that may change when a run goes on: they do not touch what was done so far. */
static bool is_cosmetic(const char *name)
{
    static const char *const names[] = {"checkpoint_minutes", "log_steps", "eval_steps",
                                        "eval_beam", "patience", "keep", "max_holdout", "steps",
                                        "cooldown", "precision", "states_mb"};
    for (int i = 0; i < COUNT_OF(names); i++)
        if (strcmp(names[i], name) == 0)
            return true;
    return false;
}

uint64_t run_fingerprint(const struct train_job *job)
{
    int n;
    const struct setting *table = train_settings_table(&n);
    json_t *all = json_object();
    json_t *train = settings_to_json(table, n, &job->settings);
    for (int i = 0; i < n; i++)
        if (is_cosmetic(table[i].name))
            json_object_del(train, table[i].name);
    json_object_set_new(all, "train", train);
    table = model_settings(&n);
    json_t *model = settings_to_json(table, n, model_config_of(job->model));
    if (model_config_of(job->model)->judge_layers == 0) /* checkpoints from before there were judges */
        json_object_del(model, "judge_layers");
    json_object_set_new(all, "model", model);
    struct arena arena = {0};
    const char *text = json_write(&arena, all, JSON_SORT_KEYS | JSON_COMPACT);
    uint64_t h = hash_bytes(text, strlen(text), 1);
    arena_release(&arena);
    json_decref(all);
    for (int i = 0; i < job->train.n; i++) {
        const struct example *e = job->train.samples[i].example;
        h = hash_bytes(e->question, strlen(e->question), h);
        h = e->sql ? hash_bytes(e->sql, strlen(e->sql), h) : mix64(h);
    }
    for (int i = 0; i < job->train.n_parts; i++)
        if (job->train.parts[i].weight != 1)
            h = hash_bytes(&job->train.parts[i].weight, sizeof job->train.parts[i].weight,
                           h + (uint64_t)i);
    return h;
}

static json_t *metadata_of(const struct trainer *t)
{
    char fingerprint[32], step[32], best[32], best_step[32], since[32];
    char seconds[32], cpu[32];
    snprintf(fingerprint, sizeof fingerprint, "%016" PRIx64, run_fingerprint(t->job));
    snprintf(step, sizeof step, "%ld", t->step);
    snprintf(best, sizeof best, "%.17g", t->best_score);
    snprintf(best_step, sizeof best_step, "%ld", t->best_step);
    snprintf(since, sizeof since, "%d", t->evaluations_since_best);
    snprintf(seconds, sizeof seconds, "%.3f", t->total_seconds);
    snprintf(cpu, sizeof cpu, "%.3f", t->total_cpu);
    return json_pack("{s:s, s:s, s:s, s:s, s:s, s:s, s:s, s:s}", "kind", "astormer checkpoint",
                     "fingerprint", fingerprint, "step", step, "best_score", best, "best_step",
                     best_step, "evaluations_since_best", since, "seconds", seconds,
                     "cpu_seconds", cpu);
}

enum status checkpoint_save(struct trainer *t, struct error *err)
{
    t->last_checkpoint = now_seconds();
    if (t->rank != 0)
        return ST_OK;
    struct arena arena = {0};
    int n_params, n_optim;
    struct nn_file_entry *params = nn_params_entries(&arena, model_params(t->model), &n_params);
    struct nn_file_entry *optim = nn_optim_entries(&arena, t->optim, &n_optim);
    struct nn_file_entry *all = ARENA_ARRAY(&arena, struct nn_file_entry, n_params + n_optim);
    memcpy(all, params, sizeof *all * (size_t)n_params);
    memcpy(all + n_params, optim, sizeof *all * (size_t)n_optim);
    json_t *metadata = metadata_of(t);
    const char *path = checkpoint_path(&arena, t), *previous = previous_path(&arena, t);
    /* a second link to the file that is about to be replaced; not every file system has links */
    unlink(previous);
    if (link(path, previous) != 0)
        unlink(previous);
    enum status st = nn_file_write(path, all, n_params + n_optim, metadata,
                                   NN_F32, err);
    json_decref(metadata);
    arena_release(&arena);
    return st;
}

static enum status read_counters(struct trainer *t, const struct nn_file *file,
                                 struct error *err)
{
    static const char *const keys[] = {"fingerprint", "step", "best_score", "best_step",
                                       "evaluations_since_best", "seconds"};
    const char *v[COUNT_OF(keys)];
    for (int i = 0; i < COUNT_OF(keys); i++) {
        v[i] = nn_file_text(file, keys[i]);
        if (!v[i])
            return fail(err, ST_INPUT, "'%s' is not a checkpoint: '%s' is missing", file->path,
                        keys[i]);
    }
    char fingerprint[32];
    snprintf(fingerprint, sizeof fingerprint, "%016" PRIx64, run_fingerprint(t->job));
    if (strcmp(fingerprint, v[0]) != 0)
        return fail(err, ST_INPUT, "'%s' belongs to other settings or other data; "
                    "use another --out, or the run's own config.json", file->path);
    t->step = strtol(v[1], NULL, 10);
    t->best_score = strtod(v[2], NULL);
    t->best_step = strtol(v[3], NULL, 10);
    t->evaluations_since_best = (int)strtol(v[4], NULL, 10);
    t->total_seconds = strtod(v[5], NULL);
    const char *cpu = nn_file_text(file, "cpu_seconds"); /* absent in older checkpoints */
    t->total_cpu = cpu ? strtod(cpu, NULL) : 0;
    return ST_OK;
}

enum status checkpoint_load(struct trainer *t, bool *found, struct error *err)
{
    struct arena arena = {0};
    const char *path = checkpoint_path(&arena, t);
    *found = file_exists(path);
    struct nn_file file;
    enum status st = *found ? nn_file_open(path, &file, err) : ST_OK;
    if (*found && st == ST_OK) {
        st = read_counters(t, &file, err);
        if (st == ST_OK)
            st = nn_params_load(model_params(t->model), &file,
                                &(struct nn_load){.allow_surplus = true}, err);
        if (st == ST_OK)
            st = nn_optim_load(t->optim, &file, err);
        nn_file_close(&file);
    } else if (*found && file_exists(previous_path(&arena, t))) {
        const char *reason = arena_strdup(&arena, err->message);
        st = fail(err, st, "%s; the checkpoint before it is '%s': rename that to go on from it", reason,
                  previous_path(&arena, t));
    }
    arena_release(&arena);
    return st;
}
