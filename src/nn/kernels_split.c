/* kernels_split.c - products of floats and of halves by tiles of bfloat16 (AMX), for inference.
 *
 * A float is the sum of three bfloat16, each of the next eight bits of its mantissa, and a half the sum
 * of two.  Of the products of parts those are taken that a float's last bit can tell: six for floats.
 * For halves three, which leave out what is below 2^-16 of a factor: the weights themselves were
 * rounded at 2^-12.  Sums are floats.
 *
 * A tile has sixteen times the multiplications of a vector's step, so that six of them are still the
 * faster way.  Every element is summed in the same order wherever in a product it stands, so that a row
 * has the same bits alone and among others. */
#include "nn/pairs.h"
#include "nn/tiles.h"

#include <string.h>

enum { PANEL = 2 * WIDE, ROW_PAIRS = BF16_DEPTH / 2, MOST_PARTS = 3 };
enum { A_PART = BF16_ROWS * ROW_PAIRS, B_PART = WIDE * ROW_PAIRS }; /* in pairs */
_Static_assert(sizeof(pair) * MOST_PARTS * (A_PART + 2 * B_PART) <= BF16_SCRATCH, "fits");
_Static_assert(ROW_PAIRS % WIDE == 0 && BF16_ROWS % PANEL == 0, "blocks are whole tiles");

/* The right factor, op(B) [k, n]: rows [n, ldb] of floats, or panels of halves. */
struct right {
    const float *rows;
    int ldb;
    const uint16_t *halves;
    int k, n;
    int parts; /* of an element; products of part i and part j have i + j < parts */
};

/* ---- parts ------------------------------------------------------------------------------------ */

INLINE __m512 widened(__m256i bf16)
{
    return _mm512_castsi512_ps(_mm512_slli_epi32(_mm512_cvtepu16_epi32(bf16), 16));
}

/* The upper bits of low and high, which become the rest. */
INLINE __m512i next_part(__m512 *low, __m512 *high)
{
    __m512i part = (__m512i)_mm512_cvtne2ps_pbh(*high, *low);
    *low = _mm512_sub_ps(*low, widened(_mm512_castsi512_si256(part)));
    *high = _mm512_sub_ps(*high, widened(_mm512_extracti64x4_epi64(part, 1)));
    return part;
}

/* Rows of A as parts [part][m][ROW_PAIRS], depth filled up with zeros. */
static void pack_rows(int parts, int m, int depth, const float *a, int lda, pair *to)
{
    for (int i = 0; i < m; i++, a += lda, to += ROW_PAIRS)
        for (int l = 0; l < depth; l += PANEL) {
            __m512 low = _mm512_maskz_loadu_ps(first_lanes(depth - l), a + l);
            __m512 high = _mm512_maskz_loadu_ps(first_lanes(depth - l - WIDE), a + l + WIDE);
            for (int p = 0; p < parts; p++)
                _mm512_storeu_si512(to + p * A_PART + l / 2, next_part(&low, &high));
        }
}

/* Sixteen columns of op(B) from column j and step first on, as parts [part][depth / 2][WIDE]. */
static void pack_halves(const struct right *b, int j, int first, int depth, pair *to)
{
    const uint16_t *from = b->halves + (size_t)j * (size_t)b->k + (size_t)first * HALF_PANEL;
    for (int l = 0; l < depth; l += 2, from += 2 * HALF_PANEL, to += WIDE) {
        __m512 even = _mm512_cvtph_ps(_mm256_loadu_si256((const __m256i *)from));
        __m512 odd = l + 1 < depth
                         ? _mm512_cvtph_ps(_mm256_loadu_si256((const __m256i *)(from + HALF_PANEL)))
                         : _mm512_setzero_ps();
        for (int p = 0; p < b->parts; p++)
            _mm512_storeu_si512(to + p * B_PART, alternating(next_part(&even, &odd)));
    }
    for (int l = (depth + 1) / 2; l % WIDE; l++, to += WIDE)
        for (int p = 0; p < b->parts; p++)
            _mm512_storeu_si512(to + p * B_PART, _mm512_setzero_si512());
}

static void pack_columns(const struct right *b, int j, int first, int depth, pair *to)
{
    __m512i v[MOST_PARTS][WIDE];
    for (int l = 0; l < depth; l += PANEL, to += WIDE * WIDE) {
        for (int c = 0; c < WIDE; c++) {
            const float *row = b->rows + (ptrdiff_t)MIN(j + c, b->n - 1) * b->ldb + first + l;
            __m512 low = _mm512_maskz_loadu_ps(first_lanes(depth - l), row);
            __m512 high = _mm512_maskz_loadu_ps(first_lanes(depth - l - WIDE), row + WIDE);
            for (int p = 0; p < MOST_PARTS; p++)
                v[p][c] = next_part(&low, &high);
        }
        for (int p = 0; p < MOST_PARTS; p++) {
            transpose_pairs(v[p]);
            for (int r = 0; r < WIDE; r++)
                _mm512_storeu_si512(to + p * B_PART + r * WIDE, v[p][r]);
        }
    }
}

/* ---- the tile --------------------------------------------------------------------------------- */

/* Up to 32 rows by 32 columns at c; down and right say whether the second sixteen are wanted. */
INLINE void tile(bool down, bool right, int parts, int pairs, const pair *a, const pair *b, bool add,
                 float *c, int ldc)
{
    enum { A_BYTES = ROW_PAIRS * sizeof(pair) };
    size_t c_bytes = (size_t)ldc * sizeof *c;
    float *below = c + (ptrdiff_t)WIDE * ldc;
    const pair *a1 = a + WIDE * ROW_PAIRS, *b1 = b + MOST_PARTS * B_PART;
    _tile_zero(0);
    _tile_zero(1);
    _tile_zero(2);
    _tile_zero(3);
    if (add) {
        _tile_loadd(0, c, c_bytes);
        if (right)
            _tile_loadd(1, c + WIDE, c_bytes);
        if (down)
            _tile_loadd(2, below, c_bytes);
        if (down && right)
            _tile_loadd(3, below + WIDE, c_bytes);
    }
    for (int l = 0; l < pairs; l += WIDE)
        for (int j = 0; j < parts; j++) {
            _tile_loadd(6, b + j * B_PART + l * WIDE, TILE_ROW_BYTES);
            if (right)
                _tile_loadd(7, b1 + j * B_PART + l * WIDE, TILE_ROW_BYTES);
            for (int i = 0; i + j < parts; i++) {
                _tile_loadd(4, a + i * A_PART + l, A_BYTES);
                _tile_dpbf16ps(0, 4, 6);
                if (right)
                    _tile_dpbf16ps(1, 4, 7);
                if (down) {
                    _tile_loadd(5, a1 + i * A_PART + l, A_BYTES);
                    _tile_dpbf16ps(2, 5, 6);
                }
                if (down && right)
                    _tile_dpbf16ps(3, 5, 7);
            }
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
static void tile_at_the_edge(int rows, int width, int parts, int pairs, const pair *a, const pair *b,
                             bool add, float *c, int ldc)
{
    _Alignas(64) float sums[PANEL][PANEL];
    __mmask16 low = first_lanes(width), high = first_lanes(width - WIDE);
    for (int i = 0; i < PANEL && add; i++) {
        const float *from = c + (ptrdiff_t)MIN(i, rows - 1) * ldc;
        _mm512_store_ps(sums[i], _mm512_maskz_loadu_ps(low, from));
        _mm512_store_ps(sums[i] + WIDE, _mm512_maskz_loadu_ps(high, from + WIDE));
    }
    if (rows > WIDE && width > WIDE)
        tile(true, true, parts, pairs, a, b, add, sums[0], PANEL);
    else if (rows > WIDE)
        tile(true, false, parts, pairs, a, b, add, sums[0], PANEL);
    else if (width > WIDE)
        tile(false, true, parts, pairs, a, b, add, sums[0], PANEL);
    else
        tile(false, false, parts, pairs, a, b, add, sums[0], PANEL);
    for (int i = 0; i < rows; i++) {
        _mm512_mask_storeu_ps(c + (ptrdiff_t)i * ldc, low, _mm512_load_ps(sums[i]));
        _mm512_mask_storeu_ps(c + (ptrdiff_t)i * ldc + WIDE, high, _mm512_load_ps(sums[i] + WIDE));
    }
}

INLINE void rows_by_panel(int rows, int parts, int pairs, const pair *a, const pair *b, bool add,
                          float *c, int ldc, int width)
{
    for (int i = 0; i < rows; i += PANEL, a += PANEL * ROW_PAIRS, c += (ptrdiff_t)PANEL * ldc) {
        if (rows - i >= PANEL && width >= PANEL)
            tile(true, true, parts, pairs, a, b, add, c, ldc);
        else
            tile_at_the_edge(MIN(rows - i, (int)PANEL), width, parts, pairs, a, b, add, c, ldc);
    }
}

/* ---- products --------------------------------------------------------------------------------- */

INLINE void multiply(const struct right *b, int m, const float *a, int lda, bool add, float *c,
                     int ldc, pair *a_pack)
{
    pair *b_pack = a_pack + MOST_PARTS * A_PART;
    tiles_begin(TILE_ROWS_MOST);
    for (int l = 0; l < b->k; l += BF16_DEPTH) {
        int depth = MIN(b->k - l, (int)BF16_DEPTH), pairs = (depth + PANEL - 1) / PANEL * WIDE;
        for (int i = 0; i < m; i += BF16_ROWS) {
            int rows = MIN(m - i, (int)BF16_ROWS);
            pack_rows(b->parts, rows, depth, a + (ptrdiff_t)i * lda + l, lda, a_pack);
            for (int j = 0; j < b->n; j += PANEL) {
                for (int half = 0; half < PANEL && j + half < b->n; half += WIDE) {
                    pair *to = b_pack + half / WIDE * MOST_PARTS * B_PART;
                    if (b->halves)
                        pack_halves(b, j + half, l, depth, to);
                    else
                        pack_columns(b, j + half, l, depth, to);
                }
                rows_by_panel(rows, b->parts, pairs, a_pack, b_pack, add || l > 0,
                              c + (ptrdiff_t)i * ldc + j, ldc, b->n - j);
            }
        }
    }
    tiles_end();
}

static void gemm_rows(int m, int n, int k, const real *a, int lda, const real *b, int ldb, bool add,
                      real *c, int ldc, void *scratch)
{
    struct right right = {.rows = b, .ldb = ldb, .k = k, .n = n, .parts = MOST_PARTS};
    multiply(&right, m, a, lda, add, c, ldc, scratch);
}

static void gemm_half(int m, int n, int k, const real *x, int ldx, const uint16_t *w, real *y,
                      int ldy, void *scratch)
{
    struct right right = {.halves = w, .k = k, .n = n, .parts = 2};
    multiply(&right, m, x, ldx, false, y, ldy, scratch);
}

void kernels_split(struct kernels *to);
void kernels_split(struct kernels *to)
{
    to->gemm_rows = gemm_rows;
    to->gemm_half = gemm_half;
}
