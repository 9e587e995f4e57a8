/* mpi_module.c - see mpi_module.h.  Knows nothing of the rest of the program. */
#include "nn/mpi_module.h"

#include <mpi.h>
#include <stddef.h>

#pragma GCC visibility push(default)

void mpi_module_begin(int *rank, int *n_ranks)
{
    int provided, begun;
    MPI_Initialized(&begun);
    if (!begun)
        MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, rank);
    MPI_Comm_size(MPI_COMM_WORLD, n_ranks);
}

void mpi_module_end(void)
{
    int ended;
    MPI_Finalized(&ended);
    if (!ended)
        MPI_Finalize();
}

void mpi_module_abort(int code)
{
    MPI_Abort(MPI_COMM_WORLD, code);
}

void mpi_module_max(double *values, int n)
{
    MPI_Allreduce(MPI_IN_PLACE, values, n, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
}

void mpi_module_sum_floats(float *values, int n)
{
    MPI_Allreduce(MPI_IN_PLACE, values, n, MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD);
}

void mpi_module_sum_doubles(double *values, int n)
{
    MPI_Allreduce(MPI_IN_PLACE, values, n, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
}

#pragma GCC visibility pop
