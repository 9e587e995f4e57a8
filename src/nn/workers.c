/* workers.c - the micro-batches of a step over threads, with gradients summed in a fixed order. */
#include "nn/internal.h"

#include <stdlib.h>
#include <string.h>

enum { PIECE_VALUES = 128 * 1024 };

static void cut_pieces(struct nn_workers *w)
{
    int capacity = 0;
    for (int i = 0; i < w->params->n; i++) {
        const struct nn_param *p = &w->params->list[i];
        int step = MAX(PIECE_VALUES / p->cols / 64 * 64, 64);
        for (int r = 0; r < p->rows; r += step) {
            if (w->n_pieces == capacity) {
                capacity = MAX(64, capacity * 2);
                w->pieces = xrealloc(w->pieces, sizeof *w->pieces * (size_t)capacity);
            }
            w->pieces[w->n_pieces++] =
                (struct piece){.param = i, .rows = {r, MIN(step, p->rows - r)}};
        }
    }
}

struct nn_workers *nn_workers_new(struct nn_params *params, struct pool *pool, int n_lanes)
{
    CHECK(n_lanes > 0 && params->values);
    struct nn_workers *w = xmalloc(sizeof *w);
    *w = (struct nn_workers){.params = params, .pool = pool, .n_lanes = n_lanes};
    w->tapes = xmalloc(sizeof *w->tapes * (size_t)n_lanes);
    w->grads = xmalloc(sizeof *w->grads * (size_t)n_lanes);
    for (int i = 0; i < n_lanes; i++) {
        w->grads[i] = nn_grads_new(params);
        w->tapes[i] = nn_tape_new(params, w->grads[i]);
    }
    w->touched = xmalloc((size_t)MAX(params->n, 1));
    cut_pieces(w);
    return w;
}

void nn_workers_free(struct nn_workers *w)
{
    if (!w)
        return;
    for (int i = 0; i < w->n_lanes; i++) {
        nn_tape_free(w->tapes[i]);
        nn_grads_free(w->grads[i]);
    }
    xfree(w->tapes);
    xfree(w->grads);
    xfree(w->pieces);
    xfree(w->touched);
    xfree(w->losses);
    xfree(w);
}

struct nn_tape *nn_workers_tape(struct nn_workers *w, int lane)
{
    CHECK(lane >= 0 && lane < w->n_lanes);
    return w->tapes[lane];
}

int nn_workers_lanes(const struct nn_workers *w)
{
    return w->n_lanes;
}

void nn_workers_set_reduce(struct nn_workers *w, nn_reduce *reduce, void *context)
{
    w->reduce = reduce;
    w->reduce_context = context;
}

const real *nn_workers_gradient(struct nn_workers *w, int param)
{
    return nn_grads_of(w->grads[0], param);
}

struct step {
    struct nn_workers *workers;
    int n;
    nn_build *build;
    void *context;
    uint64_t seed;
    long number;
    double *losses;
    unsigned char *touched; /* what the sum will hold, by parameter */
};

static void run_lane(void *context, int lane, int worker)
{
    (void)worker;
    struct step *step = context;
    struct nn_tape *tape = step->workers->tapes[lane];
    nn_grads_clear(step->workers->grads[lane]);
    for (int i = lane; i < step->n; i += step->workers->n_lanes) {
        nn_tape_begin(tape, NN_TRAIN, nn_stream(step->seed, step->number, i));
        struct tensor *loss = step->build(step->context, tape, i);
        step->losses[i] = loss ? (double)loss->x[0] : 0;
        if (loss)
            nn_backward(tape, loss);
    }
}

static double piece_squares(const struct nn_workers *w, const struct piece *piece,
                            enum touched touched)
{
    const struct nn_param *p = &w->params->list[piece->param];
    const real *g = w->grads[0]->block + p->offset;
    size_t cols = (size_t)p->cols;
    if (touched == TOUCHED_ALL)
        return kernels()->square_sum((size_t)piece->rows.n * cols,
                                     g + (size_t)piece->rows.start * cols);
    double sum = 0;
    for (int r = piece->rows.start; r < piece->rows.start + piece->rows.n; r++)
        if (touched == TOUCHED_ROWS && grads_has_row(w->grads[0], piece->param, r))
            sum += kernels()->square_sum(cols, g + (size_t)r * cols);
    return sum;
}

/* The row of a table that stands for nothing gets no gradient. */
static void clear_zero_row(struct nn_workers *w, const struct piece *piece, enum touched touched)
{
    const struct nn_param *p = &w->params->list[piece->param];
    bool inside = p->zero_row >= piece->rows.start &&
                  p->zero_row < piece->rows.start + piece->rows.n && touched != TOUCHED_NONE;
    if (inside)
        memset(w->grads[0]->block + p->offset + (size_t)p->zero_row * (size_t)p->cols, 0,
               sizeof(real) * (size_t)p->cols);
}

static void sum_piece(void *context, int task, int worker)
{
    (void)worker;
    struct step *step = context;
    struct nn_workers *w = step->workers;
    struct piece *piece = &w->pieces[task];
    enum touched touched = step->touched[piece->param];
    grads_sum(w->grads, w->n_lanes, piece->param, piece->rows, touched);
    clear_zero_row(w, piece, touched);
    piece->squares = piece_squares(w, piece, touched);
}

static void measure_piece(void *context, int task, int worker)
{
    (void)worker;
    struct nn_workers *w = context;
    w->pieces[task].squares = piece_squares(w, &w->pieces[task], TOUCHED_ALL);
}

/* Which parameters any rank used travels with the loss: one that nobody used must stay as it is,
 * as it would in a single process. */
static void sum_over_ranks(struct nn_workers *w, double *total)
{
    int n = w->params->n;
    double *scalars = xmalloc(sizeof *scalars * (size_t)(n + 1));
    scalars[n] = *total;
    for (int i = 0; i < n; i++) {
        scalars[i] = w->grads[0]->touched[i] != TOUCHED_NONE;
        grads_fill(w->grads[0], i);
    }
    w->reduce(w->reduce_context, w->grads[0]->block, w->params->size, scalars, n + 1);
    *total = scalars[n];
    for (int i = 0; i < n; i++)
        w->grads[0]->touched[i] = scalars[i] > 0 ? TOUCHED_ALL : TOUCHED_NONE;
    xfree(scalars);
    pool_run(w->pool, w->n_pieces, measure_piece, w);
}

double nn_workers_step(struct nn_workers *w, int n_micro_batches, nn_build *build, void *context,
                       uint64_t seed, long step_number, double *losses)
{
    if (n_micro_batches > w->losses_capacity) {
        w->losses = xrealloc(w->losses, sizeof *w->losses * (size_t)n_micro_batches);
        w->losses_capacity = n_micro_batches;
    }
    struct step step = {.workers = w, .n = n_micro_batches, .build = build, .context = context,
                        .seed = seed, .number = step_number, .touched = w->touched,
                        .losses = losses ? losses : w->losses};
    pool_run(w->pool, w->n_lanes, run_lane, &step);
    for (int i = 0; i < w->params->n; i++)
        step.touched[i] = (unsigned char)grads_touched(w->grads, w->n_lanes, i);
    pool_run(w->pool, w->n_pieces, sum_piece, &step);
    memcpy(w->grads[0]->touched, step.touched, (size_t)w->params->n);
    double total = 0;
    for (int i = 0; i < n_micro_batches; i++)
        total += step.losses[i];
    if (w->reduce)
        sum_over_ranks(w, &total);
    return total;
}
