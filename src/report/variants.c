/* variants.c - a dataset's questions through the code that makes variants in training. */
#include "report/variants.h"

struct variants {
    struct loaded_model *loaded;
    struct sample_maker *maker;
    struct train_job job; /* as far as variant_draw() looks at it */
    const struct sample **by_example; /* NULL: its gold query cannot be read, it stays as it is */
    int n;
    uint64_t seed;
    struct arena arena;
};

static enum status make_samples(struct variants *v, const struct dataset *dataset, int workers,
                                struct error *err)
{
    struct pool *pool = pool_new(workers > 0 ? workers : cpu_count());
    struct sample_set *set = &v->job.train;
    enum status st = samples_add(v->maker, dataset, NULL, NULL, true, pool, set, err);
    pool_free(pool);
    v->n = dataset->n_examples;
    v->by_example = ARENA_ARRAY(&v->arena, const struct sample *, v->n + 1);
    for (int i = 0; i < set->n; i++)
        v->by_example[set->samples[i].example - dataset->examples] = &set->samples[i];
    return st;
}

enum status variants_open(struct texts lists, long seed, const char *model_path,
                          const struct dataset *dataset, int workers, struct variants **out,
                          struct error *err)
{
    *out = NULL;
    if (lists.n == 0)
        return ST_OK;
    struct variants *v = xmalloc(sizeof *v);
    *v = (struct variants){.seed = (uint64_t)seed, .job.settings = train_settings_default()};
    enum status st = ST_OK;
    for (int i = 0; i < lists.n && st == ST_OK; i++)
        st = variants_set(&v->job.settings, lists.v[i], err);
    if (st == ST_OK)
        st = model_open(model_path, &v->loaded, err);
    if (st == ST_OK) {
        v->maker = sample_maker_new(v->loaded->model, &v->loaded->vocab);
        v->job.model = v->loaded->model;
        v->job.maker = v->maker;
        st = make_samples(v, dataset, workers, err);
    }
    if (st == ST_OK)
        *out = v;
    else
        variants_close(v);
    return st;
}

void variants_close(struct variants *v)
{
    if (!v)
        return;
    sample_maker_free(v->maker);
    model_close(v->loaded);
    arena_release(&v->arena);
    xfree(v);
}

bool variants_draw(const struct variants *v, int index, struct arena *arena,
                   struct sample_variant *out)
{
    if (!v || !v->by_example[index])
        return false;
    uint64_t seed = mix64(v->seed ^ mix64((uint64_t)index));
    return variant_draw(&v->job, v->by_example[index], seed, arena, out);
}
