/* mpi_module.h - the part of the program that is linked to MPI, as the rest sees it: a module of its own
 * beside the program (mpi_module.c), loaded under mpirun only. */
#ifndef ASTORMER_NN_MPI_MODULE_H
#define ASTORMER_NN_MPI_MODULE_H

/* Of all ranks; every one must call it.  Counts are of values. */
void mpi_module_begin(int *rank, int *n_ranks);
void mpi_module_end(void);
void mpi_module_abort(int code);
void mpi_module_max(double *values, int n);
void mpi_module_sum_floats(float *values, int n);
void mpi_module_sum_doubles(double *values, int n);

#define MPI_MODULE_FUNCTIONS(F) F(begin) F(end) F(abort) F(max) F(sum_floats) F(sum_doubles)

#endif
