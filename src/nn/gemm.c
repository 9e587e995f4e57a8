/* gemm.c - the way to the processor: CBLAS for large products, the table of kernels for the rest. */
#include "nn/internal.h"

#include <pthread.h>
#ifdef NN_KERNELS_NEON
#include <sys/auxv.h>
#endif
#include <stdlib.h>
#include <string.h>

/* Declared here because each BLAS brings a header of its own, in a place of its own. */
enum { ROW_MAJOR = 101, NO_TRANS = 111, TRANS = 112 };
void cblas_sgemm(int order, int trans_a, int trans_b, int m, int n, int k, float alpha,
                 const float *a, int lda, const float *b, int ldb, float beta, float *c, int ldc);
void cblas_dgemm(int order, int trans_a, int trans_b, int m, int n, int k, double alpha,
                 const double *a, int lda, const double *b, int ldb, double beta, double *c,
                 int ldc);
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
void kernels_int8_generic(struct kernels *to);
void kernels_gemm_avx2(struct kernels *to);
void kernels_math_avx2(struct kernels *to);
void kernels_int8_avx2(struct kernels *to);
void kernels_gemm_avx512(struct kernels *to);
void kernels_math_avx512(struct kernels *to);
void kernels_int8_vnni(struct kernels *to);
void kernels_int8_avx512(struct kernels *to);
void kernels_int8_amx(struct kernels *to);
void kernels_int8_neon(struct kernels *to);
void kernels_rounded(struct kernels *to);
void kernels_bf16(struct kernels *to);
void kernels_amx(struct kernels *to);
void kernels_split(struct kernels *to);

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

#ifdef NN_KERNELS_VNNI
static bool has_vnni(void)
{
    unsigned a, b, c, d;
    return has_avx2() && __get_cpuid_count(7, 1, &a, &b, &c, &d) && a >> 4 & 1; /* AVX-VNNI */
}
#endif

#ifdef NN_KERNELS_AVX512
static bool has_avx512(void)
{
    return has_avx2() && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512vnni");
}
#endif

#ifdef NN_KERNELS_BF16
static bool has_bf16(void)
{
    unsigned a, b, c, d; /* the compiler's own test has no name for it in clang 14 */
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("avx512vl") && __get_cpuid_count(7, 1, &a, &b, &c, &d) &&
           a >> 5 & 1;
}
#endif

#if defined(NN_KERNELS_AMX) || defined(NN_KERNELS_AMX_INT8)
#include <sys/syscall.h>
#include <unistd.h>

/* The processor's tiles, which the kernel gives to a process that asks: their state is 8 KB.  feature
 * is what it can do with them. */
static bool has_tiles(int feature)
{
    enum { REQUEST_PERMISSION = 0x1023, TILE_DATA = 18, AMX_TILE = 24 };
    unsigned a, b, c, d;
    return __get_cpuid_count(7, 0, &a, &b, &c, &d) && d >> feature & 1 && d >> AMX_TILE & 1 &&
           syscall(SYS_arch_prctl, REQUEST_PERMISSION, TILE_DATA) == 0;
}
#endif

#ifdef NN_KERNELS_AMX
static bool has_amx(void)
{
    enum { AMX_BF16 = 22 };
    return has_bf16() && has_tiles(AMX_BF16);
}
#endif

#ifdef NN_KERNELS_AMX_INT8
static bool has_amx_int8(void)
{
    enum { AMX_INT8 = 25 };
    return has_avx512() && has_tiles(AMX_INT8);
}
#endif

#ifdef NN_KERNELS_NEON
static bool has_dot_products(void)
{
    return getauxval(AT_HWCAP) & HWCAP_ASIMDDP;
}
#endif

static void choose_gemm(void);

/* What a processor must have for it; ASTORMER_KERNELS=generic, avx2 or avx512 leaves the later ones unused. */
enum level { GENERIC, AVX2, AVX512, TILES, LEVELS };
static const char *const level_names[LEVELS] = {"generic", "avx2", "avx512", "amx"};

/* A later one is faster.  Without a test it runs anywhere. */
struct variant {
    const char *name;
    enum level level;
    void (*fill)(struct kernels *to);
    bool (*runs)(void);
};

#ifdef NN_KERNELS_AVX2
static void fill_avx2(struct kernels *to)
{
    to->name = "avx2";
    kernels_gemm_avx2(to);
    kernels_math_avx2(to);
}
#endif

#ifdef NN_KERNELS_AVX512
static void fill_avx512(struct kernels *to)
{
    to->name = "avx512";
    kernels_gemm_avx512(to);
    kernels_math_avx512(to);
}
#endif

static void fill_generic(struct kernels *to)
{
    to->name = "generic";
    kernels_gemm_generic(to);
    kernels_math_generic(to);
    to->gemm_rows = NULL;
}

/* Everything but the two below. */
static const struct variant float_variants[] = {
    {"generic", GENERIC, fill_generic, NULL},
#ifdef NN_KERNELS_AVX2
    {"avx2", AVX2, fill_avx2, has_avx2},
#endif
#ifdef NN_KERNELS_AVX512
    {"avx512", AVX512, fill_avx512, has_avx512},
#endif
#ifdef NN_KERNELS_AMX /* on top of the one before */
    {"amx", TILES, kernels_split, has_amx},
#endif
};

/* Products of bfloat16. */
static const struct variant bf16_variants[] = {
    {"rounded floats", GENERIC, kernels_rounded, NULL},
#ifdef NN_KERNELS_BF16
    {"avx512-bf16", AVX512, kernels_bf16, has_bf16},
#endif
#ifdef NN_KERNELS_AMX
    {"amx", TILES, kernels_amx, has_amx},
#endif
};

/* Products of bytes. */
static const struct variant int8_variants[] = {
    {"generic", GENERIC, kernels_int8_generic, NULL},
#ifdef NN_KERNELS_AVX2
    {"avx2", AVX2, kernels_int8_avx2, has_avx2},
#endif
#ifdef NN_KERNELS_VNNI
    {"avx-vnni", AVX2, kernels_int8_vnni, has_vnni},
#endif
#ifdef NN_KERNELS_AVX512
    {"avx512-vnni", AVX512, kernels_int8_avx512, has_avx512},
#endif
#ifdef NN_KERNELS_AMX_INT8
    {"amx", TILES, kernels_int8_amx, has_amx_int8},
#endif
#ifdef NN_KERNELS_NEON
    {"neon", AVX2, kernels_int8_neon, has_dot_products},
#endif
};

int float_variants_count(void)
{
    return COUNT_OF(float_variants);
}

int int8_variants_count(void)
{
    return COUNT_OF(int8_variants);
}

int bf16_variants_count(void)
{
    return COUNT_OF(bf16_variants);
}

static const char *fill_variant(const struct variant *variant, struct kernels *to)
{
    if (variant->runs && !variant->runs())
        return NULL;
    variant->fill(to);
    return variant->name;
}

const char *float_variant(int i, struct kernels *to)
{
    return fill_variant(&float_variants[i], to);
}

const char *int8_variant(int i, struct kernels *to)
{
    return fill_variant(&int8_variants[i], to);
}

const char *bf16_variant(int i, struct kernels *to)
{
    return fill_variant(&bf16_variants[i], to);
}

static enum level most_wanted(void)
{
    const char *name = getenv("ASTORMER_KERNELS");
    for (int i = 0; name && i < LEVELS; i++)
        if (strcmp(name, level_names[i]) == 0)
            return (enum level)i;
    return TILES;
}

/* All that this processor runs and that are wanted, one over the other. */
static void fill_from(const struct variant *variants, int n, enum level most)
{
    for (int i = 0; i < n; i++)
        if (variants[i].level <= most)
            fill_variant(&variants[i], &table);
}

static void fill_table(void)
{
    enum level most = most_wanted();
    fill_from(float_variants, COUNT_OF(float_variants), most);
    fill_from(int8_variants, COUNT_OF(int8_variants), most);
    fill_from(bf16_variants, COUNT_OF(bf16_variants), most);
}

static void prepare(void)
{
    fill_table();
    BLAS_ONE_THREAD();
    choose_gemm();
}

const struct kernels *kernels(void)
{
    pthread_once(&table_ready, prepare);
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

/* ---- products ------------------------------------------------------------------------------- */

/* Which way a product goes must not depend on timing, or results would not be reproducible: with
 * AVX2 and without AVX-512 our kernel is the faster one from some dozen rows on (docs/BENCH.md);
 * elsewhere, and below, the BLAS knows best.  ASTORMER_GEMM=blas forces the latter. */
static bool prefer_own;
static bool half_bits; /* nn_train_in() */
enum { OWN_ROWS = 24, OWN_COLS = 16, OWN_DEPTH = 8 };

static pthread_key_t scratch_key;

static void choose_gemm(void)
{
    const char *forced = getenv("ASTORMER_GEMM");
    prefer_own = strcmp(table.name, "avx2") == 0;
#ifdef NN_KERNELS_AVX2 /* asked for AVX2, a processor with more does what one without would */
    prefer_own &= most_wanted() == AVX2 || !__builtin_cpu_supports("avx512f");
#endif
    if (forced)
        prefer_own = strcmp(forced, "blas") != 0;
    CHECK(pthread_key_create(&scratch_key, free) == 0);
}

/* This thread's packing space, made at its first product. */
static real *thread_scratch(void)
{
    real *scratch = pthread_getspecific(scratch_key);
    if (!scratch) {
        scratch = aligned_alloc(64, MAX(sizeof *scratch * GEMM_SCRATCH, (size_t)BF16_SCRATCH));
        if (!scratch || pthread_setspecific(scratch_key, scratch) != 0) {
            free(scratch);
            memory_give_up(sizeof *scratch * GEMM_SCRATCH);
        }
    }
    return scratch;
}

void nn_gemm_blas(bool transpose_a, bool transpose_b, int m, int n, int k, real alpha,
                  const real *a, int lda, const real *b, int ldb, real beta, real *c, int ldc)
{
    kernels(); /* which also sets the BLAS to one thread */
#ifdef NN_DOUBLE
    cblas_dgemm(ROW_MAJOR, transpose_a ? TRANS : NO_TRANS, transpose_b ? TRANS : NO_TRANS, m, n, k,
                alpha, a, lda, b, ldb, beta, c, ldc);
#else
    cblas_sgemm(ROW_MAJOR, transpose_a ? TRANS : NO_TRANS, transpose_b ? TRANS : NO_TRANS, m, n, k,
                alpha, a, lda, b, ldb, beta, c, ldc);
#endif
}

void nn_train_in(enum nn_dtype dtype)
{
    half_bits = dtype == NN_BF16;
}

void nn_gemm(bool transpose_a, bool transpose_b, int m, int n, int k, real alpha, const real *a,
             int lda, const real *b, int ldb, real beta, real *c, int ldc)
{
    const struct kernels *kernel = kernels();
    if (m == 0 || n == 0)
        return;
    if (k == 0) { /* some BLAS return early and leave c alone */
        for (int i = 0; i < m; i++)
            for (int j = 0; j < n; j++)
                c[(size_t)i * (size_t)ldc + (size_t)j] =
                    beta == 0 ? 0 : beta * c[(size_t)i * (size_t)ldc + (size_t)j];
        return;
    }
    bool plain = alpha == 1 && (beta == 0 || beta == 1);
    bool large = m >= OWN_ROWS && n >= OWN_COLS && k >= OWN_DEPTH;
    if (half_bits && plain && large)
        kernel->gemm_bf16(transpose_a, transpose_b, m, n, k, a, lda, b, ldb, beta == 1, c, ldc,
                          thread_scratch());
    else if (prefer_own && plain && large)
        kernel->gemm_packed(transpose_a, transpose_b, m, n, k, a, lda, b, ldb, beta == 1, c, ldc,
                            thread_scratch());
    else
        nn_gemm_blas(transpose_a, transpose_b, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc);
}

void small_gemm(int m, int n, int k, const real *a, int a_row, int a_col, const real *b, int ldb,
                bool add, real *c, int ldc)
{
    const struct kernels *kernel = kernels();
    bool transposed = a_row == 1 && a_col != 1;
    bool large = m >= OWN_ROWS && n >= OWN_COLS && k >= OWN_DEPTH;
    if (half_bits && large && (transposed || a_col == 1))
        kernel->gemm_bf16(transposed, false, m, n, k, a, transposed ? a_col : a_row, b, ldb, add, c,
                          ldc, thread_scratch());
    else
        kernel->gemm(m, n, k, a, a_row, a_col, b, ldb, add, c, ldc);
}

void nn_gemm_rows(int m, int n, int k, const real *a, int lda, const real *b, int ldb, bool add,
                  real *c, int ldc)
{
    const struct kernels *kernel = kernels();
    if (m == 0 || n == 0 || k == 0)
        nn_gemm(false, true, m, n, k, 1, a, lda, b, ldb, add, c, ldc);
    else if (kernel->gemm_rows)
        kernel->gemm_rows(m, n, k, a, lda, b, ldb, add, c, ldc, thread_scratch());
    else
        kernel->gemm_packed(false, true, m, n, k, a, lda, b, ldb, add, c, ldc, thread_scratch());
}

void half_product(int m, const real *x, const struct packed *w, real *y)
{
    kernels()->gemm_half(m, w->n, w->k, x, w->k, w->half, y, w->n, thread_scratch());
}

/* ---- halves ---------------------------------------------------------------------------------- */

uint16_t nn_half_of(float x)
{
    uint16_t half;
    kernels()->to_half(1, &x, &half);
    return half;
}

void nn_half_values(size_t n, const uint16_t *halves, float *values)
{
    kernels()->from_half(n, halves, values);
}

float nn_half_value(uint16_t half)
{
    float x;
    kernels()->from_half(1, &half, &x);
    return x;
}
