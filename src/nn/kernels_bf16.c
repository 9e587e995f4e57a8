/* kernels_bf16.c - products of training in half the bits, for processors with AVX512-BF16, and once
 * more for those that multiply whole tiles (AMX).
 *
 * Both factors are rounded to bfloat16 (a float's exponent, eight bits of its mantissa) while they
 * are packed, which a large product does anyway; sums are floats.  Weights and gradients stay
 * floats: only what a product reads is rounded.
 *
 * Steps l and l + 1 of one row or column stand beside each other as a pair of 32 bits, which is how
 * both instructions want them; depth is filled with zeros to whole vectors of pairs.  VDPBF16PS takes
 * a tile of 12 rows by 32 columns (24 sums, two vectors of B, one pair of A); TDPBF16PS one of 32 by
 * 32 in four registers of 16 x 16 sums, sixteen pairs at a time. */
#include "nn/pairs.h"
#ifdef __AMX_BF16__
#include "nn/tiles.h"
#endif

#include <string.h>

enum { PANEL = 2 * WIDE, ROW_PAIRS = BF16_DEPTH / 2 };
_Static_assert(ROW_PAIRS % WIDE == 0 && BF16_ROWS % PANEL == 0, "blocks are whole tiles");

/* ---- packing ---------------------------------------------------------------------------------- */

/* Steps l and l + 1 of sixteen columns; what lies outside of n columns and depth steps is zero. */
INLINE __m512i across(int n, int depth, int l, const float *x, int ldx)
{
    __mmask16 some = first_lanes(n);
    const float *even = x + (ptrdiff_t)l * ldx;
    return alternating((__m512i)_mm512_cvtne2ps_pbh(
        _mm512_maskz_loadu_ps(l + 1 < depth ? some : 0, even + ldx),
        _mm512_maskz_loadu_ps(l < depth ? some : 0, even)));
}

/* Sixteen pairs of one row, from step l on. */
INLINE __m512i along(int depth, int l, const float *row)
{
    __m512 low = _mm512_maskz_loadu_ps(first_lanes(depth - l), row + l);
    __m512 high = _mm512_maskz_loadu_ps(first_lanes(depth - l - WIDE), row + l + WIDE);
    return (__m512i)_mm512_cvtne2ps_pbh(high, low);
}

/* Rows 0 .. m - 1 of op(A) as pairs [m][ROW_PAIRS]. */
static void pack_a(bool transposed, int m, int depth, const float *a, int lda, pair *to)
{
    if (!transposed) {
        for (int i = 0; i < m; i++, a += lda, to += ROW_PAIRS)
            for (int l = 0; l < depth; l += PANEL)
                _mm512_storeu_si512(to + l / 2, along(depth, l, a));
        return;
    }
    __m512i v[WIDE];
    for (int i = 0; i < m; i += WIDE, to += WIDE * ROW_PAIRS)
        for (int l = 0; l < depth; l += PANEL) {
#pragma GCC unroll 16
            for (int r = 0; r < WIDE; r++)
                v[r] = across(m - i, depth, l + 2 * r, a + i, lda);
            transpose_pairs(v);
#pragma GCC unroll 16
            for (int r = 0; r < WIDE; r++)
                _mm512_storeu_si512(to + r * ROW_PAIRS + l / 2, v[r]);
        }
}

/* Columns 0 .. n - 1 of op(B), at most a panel's half of them, into pairs [depth / 2][PANEL]. */
static void pack_half_panel(bool transposed, int n, int depth, const float *b, int ldb, pair *to)
{
    __m512i v[WIDE];
    for (int l = 0; l < depth; l += PANEL) {
        if (transposed) {
            for (int c = 0; c < WIDE; c++)
                v[c] = c < n ? along(depth, l, b + (ptrdiff_t)c * ldb) : _mm512_setzero_si512();
            transpose_pairs(v);
        } else {
#pragma GCC unroll 16
            for (int r = 0; r < WIDE; r++)
                v[r] = across(n, depth, l + 2 * r, b, ldb);
        }
#pragma GCC unroll 16
        for (int r = 0; r < WIDE; r++)
            _mm512_storeu_si512(to + (l / 2 + r) * PANEL, v[r]);
    }
}

/* Columns 0 .. n - 1 of op(B) as panels [pairs][PANEL]. */
static void pack_b(bool transposed, int n, int depth, int pairs, const float *b, int ldb, pair *to)
{
    for (int j = 0; j < n; j += PANEL, to += (size_t)pairs * PANEL)
        for (int half = 0; half < PANEL; half += WIDE) {
            int at = j + half;
            pack_half_panel(transposed, MIN(MAX(n - at, 0), (int)WIDE), depth,
                            n <= at ? b : transposed ? b + (ptrdiff_t)at * ldb : b + at, ldb,
                            to + half);
        }
}

/* ---- the tile --------------------------------------------------------------------------------- */

#ifdef __AMX_BF16__

#define KERNEL_TABLE_BF16 kernels_amx

/* Up to 32 rows by 32 columns at c; down and right say whether the second sixteen are wanted. */
INLINE void tile(bool down, bool right, int pairs, const pair *a, const pair *b, bool add, float *c,
                 int ldc)
{
    enum { A_BYTES = ROW_PAIRS * sizeof(pair), B_BYTES = PANEL * sizeof(pair) };
    size_t c_bytes = (size_t)ldc * sizeof *c;
    float *below = c + (ptrdiff_t)WIDE * ldc;
    if (add) {
        _tile_loadd(0, c, c_bytes);
        if (right)
            _tile_loadd(1, c + WIDE, c_bytes);
        if (down)
            _tile_loadd(2, below, c_bytes);
        if (down && right)
            _tile_loadd(3, below + WIDE, c_bytes);
    } else {
        _tile_zero(0);
        _tile_zero(1);
        _tile_zero(2);
        _tile_zero(3);
    }
    for (int l = 0; l < pairs; l += WIDE, a += WIDE, b += WIDE * PANEL) {
        _tile_loadd(4, a, A_BYTES);
        _tile_loadd(6, b, B_BYTES);
        _tile_dpbf16ps(0, 4, 6);
        if (right) {
            _tile_loadd(7, b + WIDE, B_BYTES);
            _tile_dpbf16ps(1, 4, 7);
        }
        if (down) {
            _tile_loadd(5, a + WIDE * ROW_PAIRS, A_BYTES);
            _tile_dpbf16ps(2, 5, 6);
        }
        if (down && right)
            _tile_dpbf16ps(3, 5, 7);
    }
    _tile_stored(0, c, c_bytes);
    if (right)
        _tile_stored(1, c + WIDE, c_bytes);
    if (down)
        _tile_stored(2, below, c_bytes);
    if (down && right)
        _tile_stored(3, below + WIDE, c_bytes);
}

/* A tile that C does not fill: by way of a copy. */
static void tile_at_the_edge(int rows, int width, int pairs, const pair *a, const pair *b, bool add,
                             float *c, int ldc)
{
    _Alignas(64) float sums[PANEL][PANEL];
    __mmask16 low = first_lanes(width), high = first_lanes(width - WIDE);
    for (int i = 0; i < rows && add; i++) {
        _mm512_store_ps(sums[i], _mm512_maskz_loadu_ps(low, c + (ptrdiff_t)i * ldc));
        _mm512_store_ps(sums[i] + WIDE, _mm512_maskz_loadu_ps(high, c + (ptrdiff_t)i * ldc + WIDE));
    }
    for (int i = rows; i < PANEL && add; i++)
        memset(sums[i], 0, sizeof sums[i]);
    if (rows > WIDE && width > WIDE)
        tile(true, true, pairs, a, b, add, sums[0], PANEL);
    else if (rows > WIDE)
        tile(true, false, pairs, a, b, add, sums[0], PANEL);
    else if (width > WIDE)
        tile(false, true, pairs, a, b, add, sums[0], PANEL);
    else
        tile(false, false, pairs, a, b, add, sums[0], PANEL);
    for (int i = 0; i < rows; i++) {
        _mm512_mask_storeu_ps(c + (ptrdiff_t)i * ldc, low, _mm512_load_ps(sums[i]));
        _mm512_mask_storeu_ps(c + (ptrdiff_t)i * ldc + WIDE, high, _mm512_load_ps(sums[i] + WIDE));
    }
}

static void rows_by_panel(int rows, int pairs, const pair *a, const pair *b, bool add, float *c,
                          int ldc, int width)
{
    for (int i = 0; i < rows; i += PANEL, a += PANEL * ROW_PAIRS, c += (ptrdiff_t)PANEL * ldc) {
        if (rows - i >= PANEL && width >= PANEL)
            tile(true, true, pairs, a, b, add, c, ldc);
        else
            tile_at_the_edge(MIN(rows - i, (int)PANEL), width, pairs, a, b, add, c, ldc);
    }
}

#else

#define KERNEL_TABLE_BF16 kernels_bf16
enum { TILE_ROWS = 12 };
_Static_assert(BF16_ROWS % TILE_ROWS == 0, "blocks are whole tiles");

static void tiles_begin(int rows)
{
    (void)rows;
}

static void tiles_end(void)
{
}

INLINE void tile(int rows, int pairs, const pair *a, const pair *b, bool add, float *c, int ldc,
                 int width)
{
    __m512 sum[TILE_ROWS][2];
#pragma GCC unroll 12
    for (int i = 0; i < rows; i++)
        sum[i][0] = sum[i][1] = _mm512_setzero_ps();
    for (int l = 0; l < pairs; l++, a++, b += PANEL) {
        __m512bh b0 = (__m512bh)_mm512_loadu_si512(b);
        __m512bh b1 = (__m512bh)_mm512_loadu_si512(b + WIDE);
#pragma GCC unroll 12
        for (int i = 0; i < rows; i++) {
            __m512bh x = (__m512bh)_mm512_set1_epi32((int)a[i * ROW_PAIRS]);
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

static void rows_by_panel(int rows, int pairs, const pair *a, const pair *b, bool add, float *c,
                          int ldc, int width)
{
    int i = 0;
    for (; i + TILE_ROWS <= rows; i += TILE_ROWS)
        tile(TILE_ROWS, pairs, a + i * ROW_PAIRS, b, add, c + (ptrdiff_t)i * ldc, ldc, width);
    a += i * ROW_PAIRS;
    c += (ptrdiff_t)i * ldc;
    switch (rows - i) {
#define ROWS(n)                                                                                 \
    case n:                                                                                     \
        tile(n, pairs, a, b, add, c, ldc, width);                                               \
        break;
        ROWS(11) ROWS(10) ROWS(9) ROWS(8) ROWS(7) ROWS(6) ROWS(5) ROWS(4) ROWS(3) ROWS(2) ROWS(1)
#undef ROWS
    }
}

#endif

/* ---- the product ------------------------------------------------------------------------------ */

static void gemm_bf16(bool transpose_a, bool transpose_b, int m, int n, int k, const real *a,
                      int lda, const real *b, int ldb, bool add, real *c, int ldc, void *scratch)
{
    pair *a_pack = scratch, *b_pack = a_pack + (size_t)BF16_ROWS * ROW_PAIRS;
    tiles_begin(WIDE);
    for (int j = 0; j < n; j += BF16_COLS) {
        int cols = MIN(n - j, (int)BF16_COLS);
        for (int l = 0; l < k; l += BF16_DEPTH) {
            int depth = MIN(k - l, (int)BF16_DEPTH), pairs = (depth + PANEL - 1) / PANEL * WIDE;
            pack_b(transpose_b, cols, depth, pairs,
                   transpose_b ? b + (ptrdiff_t)j * ldb + l : b + (ptrdiff_t)l * ldb + j, ldb,
                   b_pack);
            for (int i = 0; i < m; i += BF16_ROWS) {
                int rows = MIN(m - i, (int)BF16_ROWS);
                pack_a(transpose_a, rows, depth,
                       transpose_a ? a + (ptrdiff_t)l * lda + i : a + (ptrdiff_t)i * lda + l, lda,
                       a_pack);
                for (int p = 0; p < cols; p += PANEL)
                    rows_by_panel(rows, pairs, a_pack, b_pack + (size_t)p * (size_t)pairs,
                                  add || l > 0, c + (ptrdiff_t)i * ldc + j + p, ldc, cols - p);
            }
        }
    }
    tiles_end();
}

void KERNEL_TABLE_BF16(struct kernels *to);
void KERNEL_TABLE_BF16(struct kernels *to)
{
    to->gemm_bf16 = gemm_bf16;
}
