/* kernels_gemm.c - products.
 *
 * All of them are made of one tile, 6 rows by two vectors: 12 accumulators, two loads of B and six
 * broadcasts of A a step, which is what sixteen registers allow.
 *
 * gemm() multiplies blocks that already sit in the first-level caches (one head of one sample:
 * 50 x 50 x 32), where a BLAS spends its time in packing and dispatch.  gemm_packed() is for the
 * some hundred rows of a micro-batch: panels of B, one after another in the first-level cache,
 * meet blocks of A from the second-level one (Goto and van de Geijn's scheme, with A left
 * unpacked unless it is transposed).  gemm_half() is the tile over weights packed in halves.
 * Compiled twice, see internal.h. */
#include "nn/kernels.h"

#ifdef __F16C__
#include <immintrin.h>
#endif

enum { TILE_ROWS = 6, MAX_TAIL_K = 1024 };

/* rows x (vectors * LANES) of C; rows and vectors are constants at every call. */
INLINE void tile(int rows, int vectors, int k, const real *a, int a_row, int a_col, const real *b,
                 int ldb, bool add, real *c, int ldc, int last)
{
    vr sum[TILE_ROWS][2];
#pragma GCC unroll 6
    for (int i = 0; i < rows; i++)
#pragma GCC unroll 2
        for (int j = 0; j < vectors; j++)
            sum[i][j] = all(0);
    /* C is met once a tile, long after the loads of the last: ask for it while there is time */
#pragma GCC unroll 6
    for (int i = 0; i < rows; i++)
        __builtin_prefetch(c + (ptrdiff_t)i * ldc, 1);
    for (int l = 0; l < k; l++) {
        vr b0 = load(b), b1 = vectors > 1 ? load(b + LANES) : b0;
#pragma GCC unroll 6
        for (int i = 0; i < rows; i++) {
            vr x = all(a[(ptrdiff_t)i * a_row]);
            sum[i][0] += x * b0;
            if (vectors > 1)
                sum[i][1] += x * b1;
        }
        a += a_col;
        b += ldb;
    }
#pragma GCC unroll 6
    for (int i = 0; i < rows; i++) {
        real *to = c + (ptrdiff_t)i * ldc;
        if (vectors == 1 && last < LANES) {
            store_some(to, add ? sum[i][0] + load_some(to, (size_t)last) : sum[i][0], (size_t)last);
            continue;
        }
#pragma GCC unroll 2
        for (int j = 0; j < vectors; j++)
            store(to + j * LANES, add ? sum[i][j] + load(to + j * LANES) : sum[i][j]);
    }
}

/* All rows of one or two vectors of columns. */
INLINE void column_block(int vectors, int m, int k, const real *a, int a_row, int a_col,
                         const real *b, int ldb, bool add, real *c, int ldc, int last)
{
    int i = 0;
    for (; i + TILE_ROWS <= m; i += TILE_ROWS)
        tile(TILE_ROWS, vectors, k, a + (ptrdiff_t)i * a_row, a_row, a_col, b, ldb, add,
             c + (ptrdiff_t)i * ldc, ldc, last);
    a += (ptrdiff_t)i * a_row;
    c += (ptrdiff_t)i * ldc;
    switch (m - i) {
#define ROWS(n)                                                                                 \
    case n:                                                                                     \
        tile(n, vectors, k, a, a_row, a_col, b, ldb, add, c, ldc, last);                        \
        break;
        ROWS(5) ROWS(4) ROWS(3) ROWS(2) ROWS(1)
#undef ROWS
    }
}

/* The last n % LANES columns: B's are copied, so that nothing is read past the matrix. */
static void column_tail(int m, int n, int k, const real *a, int a_row, int a_col, const real *b,
                        int ldb, bool add, real *c, int ldc)
{
    real copy[MAX_TAIL_K * LANES];
    for (int l0 = 0; l0 < k; l0 += MAX_TAIL_K) {
        int depth = MIN(k - l0, MAX_TAIL_K);
        for (int l = 0; l < depth; l++)
            store(copy + l * LANES, load_some(b + (ptrdiff_t)(l0 + l) * ldb, (size_t)n));
        column_block(1, m, depth, a + (ptrdiff_t)l0 * a_col, a_row, a_col, copy, LANES,
                     add || l0 > 0, c, ldc, n);
    }
}

static void gemm(int m, int n, int k, const real *a, int a_row, int a_col, const real *b, int ldb,
                 bool add, real *c, int ldc)
{
    if (k == 0) {
        for (int i = 0; i < m && !add; i++)
            memset(c + (ptrdiff_t)i * ldc, 0, sizeof *c * (size_t)n);
        return;
    }
    int j = 0;
    for (; j + 2 * LANES <= n; j += 2 * LANES)
        column_block(2, m, k, a, a_row, a_col, b + j, ldb, add, c + j, ldc, LANES);
    for (; j + LANES <= n; j += LANES)
        column_block(1, m, k, a, a_row, a_col, b + j, ldb, add, c + j, ldc, LANES);
    if (j < n)
        column_tail(m, n - j, k, a, a_row, a_col, b + j, ldb, add, c + j, ldc);
}

typedef real v8_unaligned
    __attribute__((vector_size(8 * sizeof(real)), aligned(sizeof(real)), may_alias));

/* Eight rows of eight as columns: interleave lanes, then pairs, then halves. */
INLINE void transpose8(const real *x, int ldx, real *y, int ldy)
{
    v8 r[8], s[8];
#pragma GCC unroll 8
    for (int i = 0; i < 8; i++)
        r[i] = *(const v8_unaligned *)(x + (ptrdiff_t)i * ldx);
#pragma GCC unroll 4
    for (int i = 0; i < 4; i++) {
        s[2 * i] = __builtin_shufflevector(r[2 * i], r[2 * i + 1], 0, 8, 1, 9, 4, 12, 5, 13);
        s[2 * i + 1] = __builtin_shufflevector(r[2 * i], r[2 * i + 1], 2, 10, 3, 11, 6, 14, 7, 15);
    }
#pragma GCC unroll 2
    for (int i = 0; i < 8; i += 4) {
        r[i] = __builtin_shufflevector(s[i], s[i + 2], 0, 1, 8, 9, 4, 5, 12, 13);
        r[i + 1] = __builtin_shufflevector(s[i], s[i + 2], 2, 3, 10, 11, 6, 7, 14, 15);
        r[i + 2] = __builtin_shufflevector(s[i + 1], s[i + 3], 0, 1, 8, 9, 4, 5, 12, 13);
        r[i + 3] = __builtin_shufflevector(s[i + 1], s[i + 3], 2, 3, 10, 11, 6, 7, 14, 15);
    }
#pragma GCC unroll 4
    for (int i = 0; i < 4; i++) {
        *(v8_unaligned *)(y + (ptrdiff_t)i * ldy) =
            __builtin_shufflevector(r[i], r[i + 4], 0, 1, 2, 3, 8, 9, 10, 11);
        *(v8_unaligned *)(y + (ptrdiff_t)(i + 4) * ldy) =
            __builtin_shufflevector(r[i], r[i + 4], 4, 5, 6, 7, 12, 13, 14, 15);
    }
}

static void transpose(int rows, int cols, const real *x, int ldx, real *y, int ldy)
{
    int whole_rows = rows / 8 * 8, whole_cols = cols / 8 * 8;
    for (int i = 0; i < whole_rows; i += 8)
        for (int j = 0; j < whole_cols; j += 8)
            transpose8(x + (ptrdiff_t)i * ldx + j, ldx, y + (ptrdiff_t)j * ldy + i, ldy);
    for (int i = 0; i < rows; i++)
        for (int j = i < whole_rows ? whole_cols : 0; j < cols; j++)
            y[(ptrdiff_t)j * ldy + i] = x[(ptrdiff_t)i * ldx + j];
}

/* ---- large products ------------------------------------------------------------------------- */

enum { PANEL = 2 * LANES };

/* Rows first .. first + depth - 1 of op(B), columns 0 .. n - 1, as panels [depth][PANEL]. */
static void pack_b(bool transposed, int n, int depth, const real *b, int ldb, real *to)
{
    for (int j = 0; j < n; j += PANEL, to += (size_t)depth * PANEL) {
        int width = MIN(n - j, (int)PANEL);
        if (width < PANEL)
            memset(to, 0, sizeof *to * (size_t)depth * PANEL);
        if (transposed) {
            transpose(width, depth, b + (ptrdiff_t)j * ldb, ldb, to, PANEL);
        } else if (width == PANEL) {
            for (int l = 0; l < depth; l++) {
                store(to + l * PANEL, load(b + (ptrdiff_t)l * ldb + j));
                store(to + l * PANEL + LANES, load(b + (ptrdiff_t)l * ldb + j + LANES));
            }
        } else {
            for (int l = 0; l < depth; l++)
                memcpy(to + l * PANEL, b + (ptrdiff_t)l * ldb + j, sizeof *to * (size_t)width);
        }
    }
}

/* rows columns of A, to be read as rows: panels [depth][TILE_ROWS]. */
static void pack_a(int rows, int depth, const real *a, int lda, real *to)
{
    for (int i = 0; i < rows; i += TILE_ROWS, to += (size_t)depth * TILE_ROWS) {
        int width = MIN(rows - i, (int)TILE_ROWS);
        /* whole vectors where neither side ends: the next row overwrites the surplus */
        int fast = i + LANES <= rows ? depth - 1 : 0;
        for (int l = 0; l < fast; l++)
            store(to + l * TILE_ROWS, load(a + (ptrdiff_t)l * lda + i));
        for (int l = fast; l < depth; l++)
            for (int c = 0; c < width; c++)
                to[l * TILE_ROWS + c] = a[(ptrdiff_t)l * lda + i + c];
    }
}

/* rows of C by one panel of width columns. */
INLINE void panel_block(int rows, int width, int depth, const real *a, int a_row, int a_col,
                        const real *panel, bool add, real *c, int ldc)
{
    if (width == PANEL) {
        column_block(2, rows, depth, a, a_row, a_col, panel, PANEL, add, c, ldc, LANES);
        return;
    }
    if (width >= LANES)
        column_block(1, rows, depth, a, a_row, a_col, panel, PANEL, add, c, ldc, LANES);
    int done = width >= LANES ? LANES : 0;
    if (width > done)
        column_block(1, rows, depth, a, a_row, a_col, panel + done, PANEL, add, c + done, ldc,
                     width - done);
}

/* One block of A's rows against all packed panels. */
static void row_block(bool a_packed, int rows, int n, int depth, const real *a, int lda,
                      const real *b, bool add, real *c, int ldc)
{
    for (int j = 0; j < n; j += PANEL, b += (size_t)depth * PANEL) {
        int width = MIN(n - j, (int)PANEL);
        if (!a_packed) {
            panel_block(rows, width, depth, a, lda, 1, b, add, c + j, ldc);
            continue;
        }
        for (int i = 0; i < rows; i += TILE_ROWS)
            panel_block(MIN(rows - i, (int)TILE_ROWS), width, depth, a + (size_t)i * (size_t)depth,
                        1, TILE_ROWS, b, add, c + (ptrdiff_t)i * ldc + j, ldc);
    }
}

/* How depth is cut, by depth alone: where sums are interrupted decides their bits. */
static int depth_step(int k)
{
    int blocks = (k + GEMM_DEPTH - 1) / GEMM_DEPTH;
    return (k + blocks - 1) / blocks;
}

static void gemm_packed(bool transpose_a, bool transpose_b, int m, int n, int k, const real *a,
                        int lda, const real *b, int ldb, bool add, real *c, int ldc, real *scratch)
{
    real *a_pack = scratch, *b_pack = scratch + (size_t)GEMM_DEPTH * GEMM_ROWS;
    int step = depth_step(k);
    for (int j = 0; j < n; j += GEMM_COLS) {
        int cols = MIN(n - j, (int)GEMM_COLS);
        for (int l = 0; l < k; l += step) {
            int depth = MIN(k - l, step);
            pack_b(transpose_b, cols, depth,
                   transpose_b ? b + (ptrdiff_t)j * ldb + l : b + (ptrdiff_t)l * ldb + j, ldb,
                   b_pack);
            for (int i = 0; i < m; i += GEMM_ROWS) {
                int rows = MIN(m - i, (int)GEMM_ROWS);
                const real *block =
                    transpose_a ? a + (ptrdiff_t)l * lda + i : a + (ptrdiff_t)i * lda + l;
                if (transpose_a)
                    pack_a(rows, depth, block, lda, a_pack);
                row_block(transpose_a, rows, cols, depth, transpose_a ? a_pack : block, lda,
                          b_pack, add || l > 0, c + (ptrdiff_t)i * ldc + j, ldc);
            }
        }
    }
}

/* ---- weights packed once ---------------------------------------------------------------------- */

static int packed_outputs(int n)
{
    return (n + PANEL - 1) / PANEL * PANEL;
}

static void pack_weight(int n, int k, const real *w, real *to)
{
    int step = depth_step(k);
    for (int l = 0; l < k; l += step)
        pack_b(true, n, MIN(k - l, step), w + l, k, to + (size_t)l * (size_t)packed_outputs(n));
}

static void gemm_weight(int m, int n, int k, const real *x, int ldx, const real *panels, real *y,
                        int ldy)
{
    int step = depth_step(k);
    for (int i = 0; i < m; i += GEMM_ROWS)
        for (int l = 0; l < k; l += step)
            row_block(false, MIN(m - i, (int)GEMM_ROWS), n, MIN(k - l, step),
                      x + (ptrdiff_t)i * ldx + l, ldx, panels + (size_t)l * (size_t)packed_outputs(n),
                      l > 0, y + (ptrdiff_t)i * ldy, ldy);
}

/* ---- half precision ------------------------------------------------------------------------- */

/* IEEE half to single: the exponent is moved by a multiplication, which handles subnormals too. */
INLINE float half_to_float(uint16_t half)
{
    union {
        uint32_t bits;
        float value;
    } magic = {.bits = (uint32_t)113 << 23}, out = {.bits = (uint32_t)(half & 0x7FFF) << 13};
    uint32_t exponent = out.bits & ((uint32_t)0x7C00 << 13);
    out.bits += (uint32_t)(127 - 15) << 23;
    if (exponent == (uint32_t)0x7C00 << 13) {
        out.bits += (uint32_t)(128 - 16) << 23; /* infinity and NaN */
    } else if (exponent == 0) {
        out.bits += (uint32_t)1 << 23;
        out.value -= magic.value;
    }
    out.bits |= (uint32_t)(half & 0x8000) << 16;
    return out.value;
}

INLINE uint16_t float_to_half(float x)
{
    union {
        float value;
        uint32_t bits;
    } f = {.value = x}, denormal = {.bits = (uint32_t)126 << 23};
    uint32_t sign = f.bits & 0x80000000u;
    f.bits ^= sign;
    uint32_t half;
    if (f.bits >= (uint32_t)(127 + 16) << 23) {
        half = f.bits > (uint32_t)255 << 23 ? 0x7E00 | (f.bits >> 13 & 0x3FF) : 0x7C00;
    } else if (f.bits < (uint32_t)113 << 23) { /* the addition rounds to a subnormal half */
        f.value += denormal.value;
        half = f.bits - denormal.bits;
    } else {
        uint32_t odd = f.bits >> 13 & 1; /* round half to even */
        half = (f.bits + ((uint32_t)(15 - 127) << 23) + 0xFFF + odd) >> 13;
    }
    return (uint16_t)(half | sign >> 16);
}

static void from_half(size_t n, const uint16_t *x, float *y)
{
    size_t i = 0;
#ifdef __F16C__
    for (; i + 8 <= n; i += 8)
        _mm256_storeu_ps(y + i, _mm256_cvtph_ps(_mm_loadu_si128((const __m128i *)(x + i))));
#endif
    for (; i < n; i++)
        y[i] = half_to_float(x[i]);
}

static void to_half(size_t n, const float *x, uint16_t *y)
{
    for (size_t i = 0; i < n; i++)
        y[i] = float_to_half(x[i]);
}

INLINE vr load_half(const uint16_t *p)
{
#if defined(WIDE_LANES)
    return (vr)_mm512_cvtph_ps(_mm256_loadu_si256((const __m256i *)p));
#elif defined(__F16C__) && !defined(NN_DOUBLE)
    return (vr)_mm256_cvtph_ps(_mm_loadu_si128((const __m128i *)p));
#else
    vr v;
    for (int i = 0; i < LANES; i++)
        v[i] = half_to_float(p[i]);
    return v;
#endif
}

/* A tile's PANEL outputs are one panel of halves or, in vectors as wide as that, two. */
enum { HALF_PANELS = PANEL / HALF_PANEL };
_Static_assert(HALF_PANELS >= 1 && PANEL == HALF_PANELS * HALF_PANEL, "whole panels");

/* From the first vector of a tile's step to the second. */
INLINE ptrdiff_t next_vector(int k)
{
    return HALF_PANELS > 1 ? (ptrdiff_t)k * HALF_PANEL : LANES;
}

INLINE void half_tile(int rows, int vectors, int k, const real *x, int ldx, const uint16_t *w, real *y,
                      int ldy, int width)
{
    vr sum[TILE_ROWS][2];
    ptrdiff_t next = next_vector(k);
#pragma GCC unroll 6
    for (int i = 0; i < rows; i++)
        sum[i][0] = sum[i][1] = all(0);
    for (int l = 0; l < k; l++, w += HALF_PANEL) {
        vr w0 = load_half(w), w1 = vectors > 1 ? load_half(w + next) : w0;
#pragma GCC unroll 6
        for (int i = 0; i < rows; i++) {
            vr a = all(x[(ptrdiff_t)i * ldx + l]);
            sum[i][0] += a * w0;
            if (vectors > 1)
                sum[i][1] += a * w1;
        }
    }
#pragma GCC unroll 6
    for (int i = 0; i < rows; i++) {
        real *to = y + (ptrdiff_t)i * ldy;
        if (width >= LANES)
            store(to, sum[i][0]);
        else
            store_some(to, sum[i][0], (size_t)width);
        if (width == PANEL)
            store(to + LANES, sum[i][1]);
        else if (width > LANES)
            store_some(to + LANES, sum[i][1], (size_t)(width - LANES));
    }
}

INLINE void half_columns(int vectors, int m, int k, const real *x, int ldx, const uint16_t *w, real *y,
                         int ldy, int width)
{
    int i = 0;
    for (; i + TILE_ROWS <= m; i += TILE_ROWS)
        half_tile(TILE_ROWS, vectors, k, x + (ptrdiff_t)i * ldx, ldx, w, y + (ptrdiff_t)i * ldy, ldy,
                  width);
    x += (ptrdiff_t)i * ldx;
    y += (ptrdiff_t)i * ldy;
    switch (m - i) {
#define ROWS(r)                                                                                 \
    case r:                                                                                     \
        half_tile(r, vectors, k, x, ldx, w, y, ldy, width);                                     \
        break;
        ROWS(5) ROWS(4) ROWS(3) ROWS(2) ROWS(1)
#undef ROWS
    }
}

/* The panels of a tile as floats, [k][PANEL]; of two the second may not be there. */
static void widen_panels(int k, const uint16_t *w, int width, real *to)
{
    ptrdiff_t next = next_vector(k);
    for (int l = 0; l < k; l++, w += HALF_PANEL, to += PANEL) {
        store(to, load_half(w));
        store(to + LANES, width > LANES ? load_half(w + next) : all(0));
    }
}

/* Many rows meet each weight many times: as a float then.  Either way an element is one sum in the order
 * of depth, so that a row has the same bits among few and among many. */
static void gemm_half(int m, int n, int k, const real *x, int ldx, const uint16_t *w, real *y,
                      int ldy, void *scratch)
{
    enum { MANY_ROWS = 4 * TILE_ROWS };
    bool widen = m >= MANY_ROWS && (size_t)k * PANEL <= GEMM_SCRATCH;
    for (int j = 0; j < n; j += PANEL, w += (size_t)k * PANEL) {
        int width = MIN(n - j, (int)PANEL);
        if (widen) {
            widen_panels(k, w, width, scratch);
            panel_block(m, width, k, x, ldx, 1, scratch, false, y + j, ldy);
        } else if (HALF_PANELS == 1 || width > LANES) {
            half_columns(2, m, k, x, ldx, w, y + j, ldy, width);
        } else {
            half_columns(1, m, k, x, ldx, w, y + j, ldy, width);
        }
    }
}

void KERNEL_TABLE_GEMM(struct kernels *to);
void KERNEL_TABLE_GEMM(struct kernels *to)
{
    to->gemm = gemm;
    to->gemm_packed = gemm_packed;
    to->transpose = transpose;
    to->pack_weight = pack_weight;
    to->gemm_weight = gemm_weight;
    to->gemm_half = gemm_half;
    to->from_half = from_half;
    to->to_half = to_half;
}
