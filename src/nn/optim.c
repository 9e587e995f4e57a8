/* optim.c - AdamW, clipping, schedules, the moving average of weights. */
#include "nn/internal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct nn_optim {
    struct nn_params *params;
    struct nn_adamw config;
    real *m, *v, *ema; /* blocks laid out as the parameters; ema NULL when off */
    bool *seen;        /* a gradient ever came: parameters no graph uses are left alone */
    struct adamw_constants *constants; /* of the step under way, by parameter */
    double *squares;                   /* of the gradients, by parameter */
    long steps;
};

double nn_schedule(enum nn_schedule_kind kind, long step, long warmup, long total)
{
    if (step < warmup)
        return (double)step / (double)warmup;
    double left = total > warmup ? (double)(total - step) / (double)(total - warmup) : 1;
    left = fmin(fmax(left, 0), 1);
    switch (kind) {
    case NN_SCHEDULE_CONSTANT:
        return 1;
    case NN_SCHEDULE_LINEAR:
        return left;
    case NN_SCHEDULE_COSINE:
        return 0.5 * (1 + cos(M_PI * (1 - left)));
    case NN_SCHEDULE_INV_SQRT:
        return sqrt((double)MAX(warmup, 1) / (double)MAX(step, 1));
    }
    return 1;
}

struct nn_optim *nn_optim_new(struct nn_params *params, struct nn_adamw config)
{
    struct nn_optim *o = xmalloc(sizeof *o);
    *o = (struct nn_optim){.params = params, .config = config};
    o->m = block_new(params->size);
    o->v = block_new(params->size);
    o->seen = xmalloc(sizeof *o->seen * (size_t)MAX(params->n, 1));
    memset(o->seen, 0, sizeof *o->seen * (size_t)params->n);
    o->constants = xmalloc(sizeof *o->constants * (size_t)MAX(params->n, 1));
    o->squares = xmalloc(sizeof *o->squares * (size_t)MAX(params->n, 1));
    if (config.ema > 0) {
        o->ema = block_new(params->size);
        memcpy(o->ema, params->values, params->size * sizeof(real));
    }
    return o;
}

void nn_optim_free(struct nn_optim *o)
{
    if (!o)
        return;
    block_free(o->m, o->params->size);
    block_free(o->v, o->params->size);
    block_free(o->ema, o->params->size);
    xfree(o->seen);
    xfree(o->constants);
    xfree(o->squares);
    xfree(o);
}

long nn_optim_steps(const struct nn_optim *o)
{
    return o->steps;
}

void nn_optim_swap_ema(struct nn_optim *o)
{
    CHECK(o->ema);
    for (size_t i = 0; i < o->params->size; i++) {
        real x = o->ema[i];
        o->ema[i] = o->params->values[i];
        o->params->values[i] = x;
    }
}

/* ---- one step ------------------------------------------------------------------------------- */

struct update {
    struct nn_optim *optim;
    struct nn_workers *workers;
};

static void update_piece(void *context, int task, int worker)
{
    (void)worker;
    struct update *u = context;
    struct nn_optim *o = u->optim;
    const struct piece *piece = &u->workers->pieces[task];
    const struct nn_param *p = &o->params->list[piece->param];
    const struct nn_grads *grads = u->workers->grads[0];
    if (p->lr_scale == 0 || !o->seen[piece->param])
        return;
    enum touched touched = grads->touched[piece->param];
    size_t cols = (size_t)p->cols;
    /* rows without gradient still move by their momentum: as one run, or row by row */
    int run = touched == TOUCHED_ROWS ? 1 : piece->rows.n;
    for (int r = piece->rows.start; r < piece->rows.start + piece->rows.n; r += run) {
        size_t at = p->offset + (size_t)r * cols;
        bool has = touched == TOUCHED_ALL ||
                   (touched == TOUCHED_ROWS && grads_has_row(grads, piece->param, r));
        kernels()->adamw((size_t)run * cols, &o->constants[piece->param],
                         has ? grads->block + at : NULL, o->params->values + at, o->m + at,
                         o->v + at, o->ema ? o->ema + at : NULL);
    }
}

/* How much a gradient of this norm must shrink to respect the limit. */
static double clip_factor(double norm, double limit)
{
    return limit > 0 && norm > limit ? limit / norm : 1;
}

/* Constants of every parameter, clipping included; returns the norm of the whole gradient. */
static double prepare_update(struct update *u, double lr)
{
    struct nn_optim *o = u->optim;
    const struct nn_adamw *c = &o->config;
    int n = o->params->n;
    double *squares = o->squares, total = 0, clipped = 0;
    memset(squares, 0, sizeof *squares * (size_t)n);
    for (int i = 0; i < u->workers->n_pieces; i++)
        squares[u->workers->pieces[i].param] += u->workers->pieces[i].squares;
    for (int i = 0; i < n; i++) {
        double factor = clip_factor(sqrt(squares[i]), c->clip_tensor);
        total += squares[i];
        clipped += squares[i] * factor * factor;
    }
    double global = clip_factor(sqrt(clipped), c->clip_global);
    double t = (double)(o->steps + 1);
    double correction = sqrt(1 - pow(c->beta2, t)) / (1 - pow(c->beta1, t));
    for (int i = 0; i < n; i++) {
        const struct nn_param *p = &o->params->list[i];
        double rate = lr * p->lr_scale;
        double shrink = clip_factor(sqrt(squares[i]), c->clip_tensor) * global;
        o->constants[i] = (struct adamw_constants){
            .beta1 = R(c->beta1), .beta2 = R(c->beta2), .eps = R(c->eps),
            .step = R(rate * correction), .decay = R(rate * c->weight_decay * p->decay_scale),
            .grad_scale = R(shrink), .ema = R(c->ema)};
        o->seen[i] |= u->workers->grads[0]->touched[i] != TOUCHED_NONE;
    }
    return sqrt(total);
}

double nn_optim_step(struct nn_optim *o, struct nn_workers *workers, double lr)
{
    CHECK(workers->params == o->params);
    struct update u = {.optim = o, .workers = workers};
    double norm = prepare_update(&u, lr);
    if (isfinite(norm)) {
        o->steps++;
        pool_run(workers->pool, workers->n_pieces, update_piece, &u);
    }
    return norm;
}

/* ---- saving --------------------------------------------------------------------------------- */

static const char step_name[] = "optim.step";

static int n_blocks(const struct nn_optim *o)
{
    return o->ema ? 3 : 2;
}

static real *state_block(const struct nn_optim *o, int which, const char **prefix)
{
    static const char *const prefixes[] = {"optim.m.", "optim.v.", "optim.ema."};
    *prefix = prefixes[which];
    return which == 0 ? o->m : which == 1 ? o->v : o->ema;
}

struct nn_file_entry *nn_optim_entries(struct arena *arena, struct nn_optim *o, int *n)
{
    int capacity = n_blocks(o) * o->params->n + 1;
    struct nn_file_entry *entries = ARENA_ARRAY(arena, struct nn_file_entry, capacity);
    *n = 0;
    for (int which = 0; which < n_blocks(o); which++) {
        const char *prefix;
        const real *block = state_block(o, which, &prefix);
        for (int i = 0; i < o->params->n; i++) {
            const struct nn_param *p = &o->params->list[i];
            entries[(*n)++] = (struct nn_file_entry){
                .name = arena_printf(arena, "%s%s", prefix, p->name), .x = block + p->offset,
                .rows = p->rows, .cols = p->cols, .rank = p->rank};
        }
    }
    real *steps = ARENA_NEW(arena, real);
    *steps = (real)o->steps; /* exact below 2^24 */
    entries[(*n)++] = (struct nn_file_entry){.name = step_name, .x = steps, .rows = 1, .cols = 1,
                                             .rank = 1};
    return entries;
}

enum status nn_optim_load(struct nn_optim *o, const struct nn_file *file, struct error *err)
{
    const struct nn_file_tensor *steps = nn_file_find(file, step_name);
    if (!steps || steps->count != 1 || steps->dtype != NN_F32)
        return fail(err, ST_INPUT, "'%s' has no optimiser state (tensor '%s')", file->path,
                    step_name);
    real count;
    nn_file_values(steps, 0, 1, &count);
    if (!(count >= 0 && count < R(1 << 24)))
        return fail(err, ST_INPUT, "'%s': '%s' is not a count of steps", file->path, step_name);
    struct arena scratch = {0};
    enum status status = ST_OK;
    for (int which = 0; which < n_blocks(o) && status == ST_OK; which++) {
        const char *prefix;
        real *block = state_block(o, which, &prefix);
        for (int i = 0; i < o->params->n && status == ST_OK; i++) {
            const struct nn_param *p = &o->params->list[i];
            const char *name = arena_printf(&scratch, "%s%s", prefix, p->name);
            const struct nn_file_tensor *tensor = nn_file_find(file, name);
            int64_t n = (int64_t)p->rows * p->cols;
            if (!tensor || tensor->count != n || tensor->dtype != NN_F32)
                status = fail(err, ST_INPUT, "'%s': tensor '%s' is missing or of another shape",
                              file->path, name);
            else
                nn_file_values(tensor, 0, n, block + p->offset);
        }
    }
    arena_release(&scratch);
    if (status != ST_OK)
        return status;
    o->steps = (long)count;
    for (int i = 0; i < o->params->n; i++) {
        const struct nn_param *p = &o->params->list[i];
        size_t n = (size_t)p->rows * (size_t)p->cols;
        o->seen[i] = kernels()->square_sum(n, o->v + p->offset) > 0 ||
                     kernels()->square_sum(n, o->m + p->offset) > 0;
    }
    return ST_OK;
}
