/* kernels_bf16.c - products of training in half the bits, for processors with AVX512-BF16.
 *
 * Both factors are rounded to bfloat16 (a float's exponent, eight bits of its mantissa) while they
 * are packed, which a large product does anyway; VDPBF16PS multiplies them two steps at a time and
 * sums in float, so that a step of it does twice the work of a float's.  Weights, gradients and
 * sums stay floats: only what a product reads is rounded.
 *
 * A tile is 12 rows by 32 columns: 24 sums, two vectors of B, one pair of A.  Steps l and l + 1 of
 * one row or column stand beside each other as a pair of 32 bits; a missing last one is zero. */
#include "nn/internal.h"

#include <immintrin.h>
#include <string.h>

#define INLINE static inline __attribute__((always_inline))
enum { TILE_ROWS = 12, WIDE = 16, PANEL = 2 * WIDE };
typedef uint32_t pair; /* step l in the lower half */

_Static_assert(sizeof(real) == sizeof(float), "this file is not part of the double build");

/* ---- packing ---------------------------------------------------------------------------------- */

/* Lanes of two rows of sixteen, alternating: the pairs of sixteen columns. */
INLINE __m512i interleaved(__m512 even, __m512 odd)
{
    const __m512i order = _mm512_set_epi16(31, 15, 30, 14, 29, 13, 28, 12, 27, 11, 26, 10, 25, 9, 24,
                                           8, 23, 7, 22, 6, 21, 5, 20, 4, 19, 3, 18, 2, 17, 1, 16, 0);
    return _mm512_permutexvar_epi16(order, (__m512i)_mm512_cvtne2ps_pbh(odd, even));
}

INLINE __mmask16 first_lanes(int n)
{
    return n >= WIDE ? 0xFFFF : (__mmask16)((1u << MAX(n, 0)) - 1);
}

/* depth rows of n values, as pairs [depth / 2][to_row]; to_row is n rounded up to WIDE or more. */
static void pack_across(int n, int depth, const float *x, int ldx, pair *to, int to_row)
{
    for (int l = 0; l < depth; l += 2, to += to_row) {
        const float *even = x + (ptrdiff_t)l * ldx, *odd = even + ldx;
        __mmask16 two = l + 1 < depth ? 0xFFFF : 0;
        for (int j = 0; j < n; j += WIDE) {
            __mmask16 some = first_lanes(n - j);
            _mm512_storeu_si512(to + j, interleaved(_mm512_maskz_loadu_ps(some, even + j),
                                                    _mm512_maskz_loadu_ps(some & two, odd + j)));
        }
    }
}

/* n rows of depth values, as pairs [n][depth / 2 rounded up to WIDE]. */
static void pack_along(int n, int depth, const float *x, int ldx, pair *to, int to_row)
{
    for (int i = 0; i < n; i++, x += ldx, to += to_row)
        for (int l = 0; l < depth; l += PANEL) {
            __m512 low = _mm512_maskz_loadu_ps(first_lanes(depth - l), x + l);
            __m512 high = _mm512_maskz_loadu_ps(first_lanes(depth - l - WIDE), x + l + WIDE);
            _mm512_storeu_si512(to + l / 2, (__m512i)_mm512_cvtne2ps_pbh(high, low));
        }
}

/* Columns 0 .. n - 1 of op(B) as panels [depth / 2][PANEL]; rows is room for one panel's rows. */
static void pack_b(bool transposed, int n, int depth, const float *b, int ldb, pair *to, pair *rows,
                   int rows_row)
{
    int pairs = (depth + 1) / 2;
    for (int j = 0; j < n; j += PANEL, to += (size_t)pairs * PANEL) {
        int width = MIN(n - j, (int)PANEL);
        if (width < PANEL)
            memset(to, 0, sizeof *to * (size_t)pairs * PANEL);
        if (!transposed) {
            pack_across(width, depth, b + j, ldb, to, PANEL);
            continue;
        }
        pack_along(width, depth, b + (ptrdiff_t)j * ldb, ldb, rows, rows_row);
        for (int l = 0; l < pairs; l++)
            for (int c = 0; c < width; c++)
                to[l * PANEL + c] = rows[c * rows_row + l];
    }
}

/* ---- the tile --------------------------------------------------------------------------------- */

INLINE void tile(int rows, int pairs, const pair *a, int a_row, int a_col, const pair *b, bool add,
                 float *c, int ldc, int width)
{
    __m512 sum[TILE_ROWS][2];
#pragma GCC unroll 12
    for (int i = 0; i < rows; i++)
        sum[i][0] = sum[i][1] = _mm512_setzero_ps();
    for (int l = 0; l < pairs; l++, a += a_col, b += PANEL) {
        __m512bh b0 = (__m512bh)_mm512_loadu_si512(b);
        __m512bh b1 = (__m512bh)_mm512_loadu_si512(b + WIDE);
#pragma GCC unroll 12
        for (int i = 0; i < rows; i++) {
            __m512bh x = (__m512bh)_mm512_set1_epi32((int)a[(ptrdiff_t)i * a_row]);
            sum[i][0] = _mm512_dpbf16_ps(sum[i][0], x, b0);
            sum[i][1] = _mm512_dpbf16_ps(sum[i][1], x, b1);
        }
    }
    __mmask16 low = first_lanes(width), high = first_lanes(width - WIDE);
#pragma GCC unroll 12
    for (int i = 0; i < rows; i++, c += ldc) {
        if (add) {
            sum[i][0] = _mm512_add_ps(sum[i][0], _mm512_maskz_loadu_ps(low, c));
            sum[i][1] = _mm512_add_ps(sum[i][1], _mm512_maskz_loadu_ps(high, c + WIDE));
        }
        _mm512_mask_storeu_ps(c, low, sum[i][0]);
        _mm512_mask_storeu_ps(c + WIDE, high, sum[i][1]);
    }
}

static void rows_by_panel(int rows, int pairs, const pair *a, int a_row, int a_col, const pair *b,
                          bool add, float *c, int ldc, int width)
{
    int i = 0;
    for (; i + TILE_ROWS <= rows; i += TILE_ROWS)
        tile(TILE_ROWS, pairs, a + (ptrdiff_t)i * a_row, a_row, a_col, b, add,
             c + (ptrdiff_t)i * ldc, ldc, width);
    a += (ptrdiff_t)i * a_row;
    c += (ptrdiff_t)i * ldc;
    switch (rows - i) {
#define ROWS(n)                                                                                 \
    case n:                                                                                     \
        tile(n, pairs, a, a_row, a_col, b, add, c, ldc, width);                                 \
        break;
        ROWS(11) ROWS(10) ROWS(9) ROWS(8) ROWS(7) ROWS(6) ROWS(5) ROWS(4) ROWS(3) ROWS(2) ROWS(1)
#undef ROWS
    }
}

/* ---- the product ------------------------------------------------------------------------------ */

static void gemm_bf16(bool transpose_a, bool transpose_b, int m, int n, int k, const real *a,
                      int lda, const real *b, int ldb, bool add, real *c, int ldc, void *scratch)
{
    enum { ROW_PAIRS = BF16_DEPTH / 2 };
    pair *a_pack = scratch, *b_pack = a_pack + (size_t)BF16_ROWS * ROW_PAIRS;
    pair *rows_pack = b_pack + (size_t)BF16_COLS * ROW_PAIRS;
    for (int j = 0; j < n; j += BF16_COLS) {
        int cols = MIN(n - j, (int)BF16_COLS);
        for (int l = 0; l < k; l += BF16_DEPTH) {
            int depth = MIN(k - l, (int)BF16_DEPTH), pairs = (depth + 1) / 2;
            pack_b(transpose_b, cols, depth,
                   transpose_b ? b + (ptrdiff_t)j * ldb + l : b + (ptrdiff_t)l * ldb + j, ldb,
                   b_pack, rows_pack, ROW_PAIRS);
            for (int i = 0; i < m; i += BF16_ROWS) {
                int rows = MIN(m - i, (int)BF16_ROWS);
                if (transpose_a)
                    pack_across(rows, depth, a + (ptrdiff_t)l * lda + i, lda, a_pack, BF16_ROWS);
                else
                    pack_along(rows, depth, a + (ptrdiff_t)i * lda + l, lda, a_pack, ROW_PAIRS);
                for (int p = 0; p < cols; p += PANEL)
                    rows_by_panel(rows, pairs, a_pack, transpose_a ? 1 : ROW_PAIRS,
                                  transpose_a ? BF16_ROWS : 1, b_pack + (size_t)p * (size_t)pairs,
                                  add || l > 0, c + (ptrdiff_t)i * ldc + j + p, ldc, cols - p);
            }
        }
    }
}

void kernels_bf16(struct kernels *to);
void kernels_bf16(struct kernels *to)
{
    to->gemm_bf16 = gemm_bf16;
}
