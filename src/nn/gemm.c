/* gemm.c - the way to the processor: CBLAS for large products, the table of kernels for the rest,
 * and weights packed in halves for inference. */
#include "nn/internal.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* Declared here because each BLAS brings a header of its own, in a place of its own. */
enum { ROW_MAJOR = 101, NO_TRANS = 111, TRANS = 112 };
void cblas_sgemm(int order, int trans_a, int trans_b, int m, int n, int k, float alpha,
                 const float *a, int lda, const float *b, int ldb, float beta, float *c, int ldc);
/* A worker is one thread: whatever the environment says, the BLAS must not start its own. */
#if defined(NN_BLAS_BLIS)
void bli_thread_set_num_threads(long n);
#define BLAS_ONE_THREAD() bli_thread_set_num_threads(1)
#elif defined(NN_BLAS_OPENBLAS)
void openblas_set_num_threads(int n);
#define BLAS_ONE_THREAD() openblas_set_num_threads(1)
#else
#define BLAS_ONE_THREAD() (void)0
#endif

#ifndef NN_BLAS_NAME
#define NN_BLAS_NAME "none"
#endif

void kernels_gemm_generic(struct kernels *to);
void kernels_math_generic(struct kernels *to);
void kernels_gemm_avx2(struct kernels *to);
void kernels_math_avx2(struct kernels *to);

static struct kernels table;
static pthread_once_t table_ready = PTHREAD_ONCE_INIT;

#ifdef NN_KERNELS_AVX2
#include <cpuid.h>

static bool has_avx2(void)
{
    unsigned a, b, c, d;
    bool half = __get_cpuid(1, &a, &b, &c, &d) && c & bit_F16C; /* clang 14 has no name for it */
    return half && __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
}
#endif

static void fill_table(void)
{
    table.name = "generic";
    kernels_gemm_generic(&table);
    kernels_math_generic(&table);
#ifdef NN_KERNELS_AVX2
    if (has_avx2() && !getenv("ASTORMER_GENERIC_KERNELS")) {
        table.name = "avx2";
        kernels_gemm_avx2(&table);
        kernels_math_avx2(&table);
    }
#endif
#ifndef NN_DOUBLE
    BLAS_ONE_THREAD();
#endif
}

const struct kernels *kernels(void)
{
    pthread_once(&table_ready, fill_table);
    return &table;
}

const char *nn_kernels_name(void)
{
    return kernels()->name;
}

const char *nn_blas_name(void)
{
    return NN_BLAS_NAME;
}

#ifdef NN_DOUBLE

void nn_gemm(bool transpose_a, bool transpose_b, int m, int n, int k, real alpha, const real *a,
             int lda, const real *b, int ldb, real beta, real *c, int ldc)
{
    for (int i = 0; i < m; i++) {
        for (int j = 0; j < n; j++) {
            double sum = 0;
            for (int l = 0; l < k; l++)
                sum += (transpose_a ? a[(size_t)l * (size_t)lda + (size_t)i]
                                    : a[(size_t)i * (size_t)lda + (size_t)l]) *
                       (transpose_b ? b[(size_t)j * (size_t)ldb + (size_t)l]
                                    : b[(size_t)l * (size_t)ldb + (size_t)j]);
            real *to = &c[(size_t)i * (size_t)ldc + (size_t)j];
            *to = alpha * sum + (beta == 0 ? 0 : beta * *to);
        }
    }
}

#else

void nn_gemm(bool transpose_a, bool transpose_b, int m, int n, int k, real alpha, const real *a,
             int lda, const real *b, int ldb, real beta, real *c, int ldc)
{
    if (m == 0 || n == 0)
        return;
    if (k == 0) { /* some BLAS return early and leave c alone */
        for (int i = 0; i < m; i++)
            kernels()->axpy((size_t)n, beta, c + (size_t)i * (size_t)ldc, false,
                            c + (size_t)i * (size_t)ldc);
        return;
    }
    kernels(); /* which also sets the BLAS to one thread */
    cblas_sgemm(ROW_MAJOR, transpose_a ? TRANS : NO_TRANS, transpose_b ? TRANS : NO_TRANS, m, n, k,
                alpha, a, lda, b, ldb, beta, c, ldc);
}

#endif

/* ---- packed weights ------------------------------------------------------------------------------ */

uint16_t nn_half_of(float x)
{
    uint16_t half;
    kernels()->to_half(1, &x, &half);
    return half;
}

float nn_half_value(uint16_t half)
{
    float x;
    kernels()->from_half(1, &half, &x);
    return x;
}

static struct packed *pack(const real *w, int n, int k)
{
    size_t panels = ((size_t)n + HALF_PANEL - 1) / HALF_PANEL;
    size_t bytes = panels * (size_t)k * HALF_PANEL * sizeof(uint16_t);
    struct packed *packed = xmalloc(sizeof *packed);
    *packed = (struct packed){.n = n, .k = k, .w = xmalloc(bytes)};
    memset(packed->w, 0, bytes);
    for (int j = 0; j < n; j++) {
        uint16_t *panel = packed->w + (size_t)(j / HALF_PANEL) * (size_t)k * HALF_PANEL;
        for (int l = 0; l < k; l++)
            panel[l * HALF_PANEL + j % HALF_PANEL] =
                nn_half_of((float)w[(size_t)j * (size_t)k + (size_t)l]);
    }
    return packed;
}

void nn_params_pack_half(struct nn_params *params)
{
    nn_params_unpack(params);
    params->packed = xmalloc(sizeof *params->packed * (size_t)MAX(params->n, 1));
    for (int i = 0; i < params->n; i++) {
        const struct nn_param *p = &params->list[i];
        bool weight = p->rows >= HALF_PANEL && p->cols >= 8;
        params->packed[i] = weight ? pack(params->values + p->offset, p->rows, p->cols) : NULL;
    }
}

void nn_params_unpack(struct nn_params *params)
{
    for (int i = 0; params->packed && i < params->n; i++) {
        if (params->packed[i])
            free(params->packed[i]->w);
        free(params->packed[i]);
    }
    free(params->packed);
    params->packed = NULL;
}
