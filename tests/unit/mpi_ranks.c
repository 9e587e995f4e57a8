/* mpi_ranks.c - run by mpirun with two ranks: gradients and losses are summed over them. */
#include "nn/nn.h"

#include <stdlib.h>

/* The loss is rank + 1 times the sum of the weights, so each gradient is 1 + 2 after the sum. */
static struct tensor *build(void *context, struct nn_tape *tape, int micro_batch)
{
    (void)micro_batch;
    struct tensor *w = nn_use(tape, 0);
    double weight = *(int *)context + 1;
    return nn_total(tape, &w, &weight, 1);
}

int main(void)
{
    int rank, n_ranks;
    struct error err = {0};
    if (nn_mpi_begin(&rank, &n_ranks, &err) != ST_OK) {
        fprintf(stderr, "%s\n", err.message);
        return EXIT_FAILURE;
    }
    struct nn_params *params = nn_params_new();
    nn_params_add(params, "w", 5, 3, NN_INIT_ONES, 0);
    nn_params_allocate(params, NULL);
    struct pool *pool = pool_new(1);
    struct nn_workers *workers = nn_workers_new(params, pool, 1);
    if (n_ranks > 1)
        nn_workers_set_reduce(workers, nn_mpi_reduce, NULL);
    double loss = nn_workers_step(workers, 1, build, &rank, 1, 0, NULL);
    const real *g = nn_workers_gradient(workers, 0);
    bool right = n_ranks == 2 && loss == 15 * 3 && g[0] == 3 && g[14] == 3;
    if (rank == 0)
        printf("1..1\n%s 1 - two ranks sum gradients and losses\n", right ? "ok" : "not ok");
    nn_workers_free(workers);
    pool_free(pool);
    nn_params_free(params);
    nn_mpi_end();
    return right ? EXIT_SUCCESS : EXIT_FAILURE;
}
