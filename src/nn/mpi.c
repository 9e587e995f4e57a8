/* mpi.c - gradients summed over processes.  Without MPI, or when not started by mpirun, the world
 * has one rank. */
#include "nn/internal.h"

#include <stdlib.h>

#ifdef NN_MPI

#include <mpi.h>

#ifdef NN_DOUBLE
#define MPI_REAL_TYPE MPI_DOUBLE
#else
#define MPI_REAL_TYPE MPI_FLOAT
#endif

static bool started_by_mpirun(void)
{
    return getenv("OMPI_COMM_WORLD_SIZE") || getenv("PMI_SIZE") || getenv("PMIX_RANK");
}

bool nn_mpi_begin(int *rank, int *n_ranks)
{
    *rank = 0;
    *n_ranks = 1;
    int provided, begun;
    MPI_Initialized(&begun);
    if (!begun) {
        if (!started_by_mpirun())
            return false;
        MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &provided);
    }
    MPI_Comm_rank(MPI_COMM_WORLD, rank);
    MPI_Comm_size(MPI_COMM_WORLD, n_ranks);
    return *n_ranks > 1;
}

void nn_mpi_end(void)
{
    int begun, ended;
    MPI_Initialized(&begun);
    MPI_Finalized(&ended);
    if (begun && !ended)
        MPI_Finalize();
}

void nn_mpi_abort(int code)
{
    int begun;
    MPI_Initialized(&begun);
    if (begun)
        MPI_Abort(MPI_COMM_WORLD, code);
}

void nn_mpi_max(double *values, int n)
{
    int begun;
    MPI_Initialized(&begun);
    if (begun)
        MPI_Allreduce(MPI_IN_PLACE, values, n, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
}

void nn_mpi_reduce(void *context, real *gradients, size_t n, double *scalars, int k)
{
    (void)context;
    const size_t part = (size_t)1 << 24; /* counts are ints, and shared memory likes pieces */
    for (size_t at = 0; at < n; at += part)
        MPI_Allreduce(MPI_IN_PLACE, gradients + at, (int)MIN(part, n - at), MPI_REAL_TYPE, MPI_SUM,
                      MPI_COMM_WORLD);
    MPI_Allreduce(MPI_IN_PLACE, scalars, k, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
}

#else

bool nn_mpi_begin(int *rank, int *n_ranks)
{
    *rank = 0;
    *n_ranks = 1;
    return false;
}

void nn_mpi_end(void)
{
}

void nn_mpi_abort(int code)
{
    (void)code;
}

void nn_mpi_max(double *values, int n)
{
    (void)values, (void)n;
}

void nn_mpi_reduce(void *context, real *gradients, size_t n, double *scalars, int k)
{
    (void)context, (void)gradients, (void)n, (void)scalars, (void)k;
}

#endif
