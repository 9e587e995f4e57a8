/* mpi.c - gradients summed over processes.  When not started by mpirun the world has one rank, and
 * MPI is not even loaded. */
#include "nn/internal.h"
#include "nn/mpi_module.h"

#include "version.h"

#include <stdlib.h>

static struct {
#define FIELD(name) __typeof__(mpi_module_##name) *name;
    MPI_MODULE_FUNCTIONS(FIELD)
#undef FIELD
} mpi;

static struct late_library module = {.what = "the part for training under mpirun", .global = true};

static bool started_by_mpirun(void)
{
    return getenv("OMPI_COMM_WORLD_SIZE") || getenv("PMI_SIZE") || getenv("PMIX_RANK");
}

static enum status load_module(struct error *err)
{
    static const struct late_function functions[] = {
#define FUNCTION(name) {"mpi_module_" #name, &mpi.name},
        MPI_MODULE_FUNCTIONS(FUNCTION)
#undef FUNCTION
    };
    struct arena arena = {0};
    module.functions = functions;
    module.n = COUNT_OF(functions);
    module.file = runs_from_build()
                      ? ASTORMER_BUILDDIR "/src/nn/" MPI_MODULE
                      : arena_printf(&arena, "%s/" ASTORMER_LIBDIR_FROM_BINDIR "/astormer/" MPI_MODULE,
                                     program_folder(&arena));
    enum status st = late_load(&module, err);
    arena_release(&arena);
    return st;
}

enum status nn_mpi_begin(int *rank, int *n_ranks, struct error *err)
{
    *rank = 0;
    *n_ranks = 1;
    if (!started_by_mpirun())
        return ST_OK;
    enum status st = load_module(err);
    if (st == ST_OK)
        mpi.begin(rank, n_ranks);
    return st;
}

void nn_mpi_end(void)
{
    if (module.loaded)
        mpi.end();
}

void nn_mpi_abort(int code)
{
    if (module.loaded)
        mpi.abort(code);
}

void nn_mpi_max(double *values, int n)
{
    if (module.loaded)
        mpi.max(values, n);
}

void nn_mpi_reduce(void *context, real *gradients, size_t n, double *scalars, int k)
{
    (void)context;
    const size_t part = (size_t)1 << 24; /* counts are ints, and shared memory likes pieces */
    for (size_t at = 0; at < n; at += part)
#ifdef NN_DOUBLE
        mpi.sum_doubles(gradients + at, (int)MIN(part, n - at));
#else
        mpi.sum_floats(gradients + at, (int)MIN(part, n - at));
#endif
    mpi.sum_doubles(scalars, k);
}
