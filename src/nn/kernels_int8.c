/* kernels_int8.c - products of bytes: activations quantised by row, weights by output.
 *
 *     y[i][j] = row_scale[i] * scale[j] * sum_l (q[i][l] - zero[i]) w[j][l]
 *
 * The sum is exact in 32 bits, whatever order it is taken in, so every variant of this file gives
 * the same integers and a row does not depend on the rows beside it.
 *
 * Activations are unsigned, and a row has the byte that stands for zero to itself: what GELU lets
 * through is nearly all on one side, and a range around zero would be half empty.  The zero's share of
 * a sum is that byte times the sum of the weights, which comes with them.
 *
 * Weights are in -127..127, activations in 0..255, but in 0..127 where AVX2 is all there is: it
 * multiplies unsigned by signed bytes and adds pairs in 16 bits that saturate, and 2 * 127 * 127 fits.
 * (In older files the weights have the lost bit less, -64..64: 2 * 255 * 64 fits, too.)
 *
 * A panel is PANEL_COLS outputs of a weight, [depth / 4][PANEL_COLS][4]: four steps of depth of one
 * output are a 32-bit lane, which is what the byte products of every processor consume. */
#include "nn/kernels.h"

#ifdef __AMX_INT8__
#include "nn/tiles.h"
#endif

#include <float.h>

#if defined(__AVX2__)
#include <immintrin.h>
#elif defined(__ARM_FEATURE_DOTPROD)
#include <arm_neon.h>
#endif

enum { ROWS = 6 };
#if defined(__AVX512VNNI__) /* a register holds a panel's step: two panels keep both multipliers busy */
enum { TILE_PANELS = 2 };
#else
enum { TILE_PANELS = 1 };
#endif
enum { TILE_COLS = TILE_PANELS * INT8_PANEL };

/* ---- rows of bytes ---------------------------------------------------------------------------- */

/* 1.5 * 2^23: adding it leaves the nearest integer, ties to even, in the low bits of the sum. */
#define ROUNDING 12582912.0f

static struct int8_row quantize_row(int k, const real *x, int levels, uint8_t *q)
{
    vr low = all(0), high = all(0);
    FOR_EACH((size_t)k)
    {
        low = v_min(GET(x), low); /* a NaN compares with nothing */
        high = v_max(GET(x), high);
    }
    double from = -(double)v_top(-low), range = (double)v_top(high) - from;
    float to_bytes = range > 0 && range <= DBL_MAX ? (float)(levels / range) : 0;
    int32_t zero = (int32_t)nearbyint(-from * (double)to_bytes);
    zero = to_bytes > 0 ? MIN(zero, levels) : 0;
    int l = 0;
    for (; l < k; l++) {
        union {
            float value;
            int32_t bits;
        } rounded = {.value = (float)x[l] * to_bytes + ROUNDING}, none = {.value = ROUNDING};
        int32_t byte = (int32_t)((uint32_t)rounded.bits - (uint32_t)none.bits + (uint32_t)zero);
        q[l] = (uint8_t)(byte < 0 ? 0 : byte > levels ? levels : byte);
    }
    for (; l % INT8_DEPTH; l++)
        q[l] = (uint8_t)zero;
    return (struct int8_row){(float)(range / levels), zero};
}

static void quantize_rows(int rows, int k, const real *x, int ldx, int levels, uint8_t *q,
                          struct int8_row *to)
{
    int ldq = int8_depth(k);
    for (int i = 0; i < rows; i++)
        to[i] = quantize_row(k, x + (ptrdiff_t)i * ldx, levels, q + (ptrdiff_t)i * ldq);
}

/* ---- sums ---------------------------------------------------------------------------------------- */

/* sums[rows][panels * PANEL_COLS] of rows of bytes and one panel or two; rows and panels are constants at
 * every call. */

#if defined(__AVX512VNNI__)

INLINE void panel_sums(int rows, int panels, int depth, const uint8_t *q, int ldq,
                       const int8_t *panel, const int32_t *weights, const struct int8_row *row,
                       int32_t sums[][TILE_COLS])
{
    __m512i sum[ROWS][TILE_PANELS];
    const size_t next = (size_t)depth * INT8_PANEL;
#pragma GCC unroll 6
    for (int i = 0; i < rows; i++)
#pragma GCC unroll 2
        for (int j = 0; j < panels; j++)
            sum[i][j] = _mm512_mullo_epi32(_mm512_loadu_si512(weights + j * INT8_PANEL),
                                           _mm512_set1_epi32(-row[i].zero));
    for (int l = 0; l < depth; l += INT8_DEPTH, panel += INT8_PANEL * INT8_DEPTH) {
        __m512i w[TILE_PANELS];
#pragma GCC unroll 2
        for (int j = 0; j < panels; j++)
            w[j] = _mm512_loadu_si512(panel + (size_t)j * next);
#pragma GCC unroll 6
        for (int i = 0; i < rows; i++) {
            int32_t four;
            memcpy(&four, q + (ptrdiff_t)i * ldq + l, sizeof four);
            __m512i bytes = _mm512_set1_epi32(four);
#pragma GCC unroll 2
            for (int j = 0; j < panels; j++)
                sum[i][j] = _mm512_dpbusd_epi32(sum[i][j], bytes, w[j]);
        }
    }
#pragma GCC unroll 6
    for (int i = 0; i < rows; i++)
#pragma GCC unroll 2
        for (int j = 0; j < panels; j++)
            _mm512_storeu_si512(sums[i] + j * INT8_PANEL, sum[i][j]);
}

#elif defined(__AVX2__)

INLINE __m256i add_products(__m256i sum, __m256i bytes, __m256i weights)
{
#if defined(__AVXVNNI__)
    return _mm256_dpbusd_avx_epi32(sum, bytes, weights);
#else
    const __m256i ones = _mm256_set1_epi16(1);
    return _mm256_add_epi32(sum, _mm256_madd_epi16(_mm256_maddubs_epi16(bytes, weights), ones));
#endif
}

INLINE void panel_sums(int rows, int panels, int depth, const uint8_t *q, int ldq,
                       const int8_t *panel, const int32_t *weights, const struct int8_row *row,
                       int32_t sums[][TILE_COLS])
{
    (void)panels; /* one */
    __m256i sum[ROWS][2];
    __m256i weights0 = _mm256_loadu_si256((const __m256i *)weights);
    __m256i weights1 = _mm256_loadu_si256((const __m256i *)(weights + 8));
#pragma GCC unroll 6
    for (int i = 0; i < rows; i++) {
        __m256i zero = _mm256_set1_epi32(-row[i].zero);
        sum[i][0] = _mm256_mullo_epi32(weights0, zero);
        sum[i][1] = _mm256_mullo_epi32(weights1, zero);
    }
    for (int l = 0; l < depth; l += INT8_DEPTH, panel += INT8_PANEL * INT8_DEPTH) {
        __m256i w0 = _mm256_loadu_si256((const __m256i *)panel);
        __m256i w1 = _mm256_loadu_si256((const __m256i *)(panel + 32));
#pragma GCC unroll 6
        for (int i = 0; i < rows; i++) {
            int32_t four;
            memcpy(&four, q + (ptrdiff_t)i * ldq + l, sizeof four);
            __m256i bytes = _mm256_set1_epi32(four);
            sum[i][0] = add_products(sum[i][0], bytes, w0);
            sum[i][1] = add_products(sum[i][1], bytes, w1);
        }
    }
#pragma GCC unroll 6
    for (int i = 0; i < rows; i++) {
        _mm256_storeu_si256((__m256i *)sums[i], sum[i][0]);
        _mm256_storeu_si256((__m256i *)(sums[i] + 8), sum[i][1]);
    }
}

#elif defined(__ARM_FEATURE_DOTPROD)

INLINE void panel_sums(int rows, int panels, int depth, const uint8_t *q, int ldq,
                       const int8_t *panel, const int32_t *weights, const struct int8_row *row,
                       int32_t sums[][TILE_COLS])
{
    (void)panels; /* one */
    int32x4_t sum[ROWS][4];
    const uint8x16_t off = vdupq_n_u8(128); /* its products are of signed bytes */
#pragma GCC unroll 6
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < 4; j++)
            sum[i][j] = vmulq_n_s32(vld1q_s32(weights + 4 * j), 128 - row[i].zero);
    for (int l = 0; l < depth; l += INT8_DEPTH, panel += INT8_PANEL * INT8_DEPTH) {
#pragma GCC unroll 6
        for (int i = 0; i < rows; i++) {
            uint32_t four;
            memcpy(&four, q + (ptrdiff_t)i * ldq + l, sizeof four);
            int8x16_t bytes =
                vreinterpretq_s8_u8(vsubq_u8(vreinterpretq_u8_u32(vdupq_n_u32(four)), off));
            for (int j = 0; j < 4; j++)
                sum[i][j] = vdotq_s32(sum[i][j], vld1q_s8(panel + 16 * j), bytes);
        }
    }
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < 4; j++)
            vst1q_s32(sums[i] + 4 * j, sum[i][j]);
}

#else

INLINE void panel_sums(int rows, int panels, int depth, const uint8_t *q, int ldq,
                       const int8_t *panel, const int32_t *weights, const struct int8_row *row,
                       int32_t sums[][TILE_COLS])
{
    (void)panels; /* one */
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < INT8_PANEL; j++) /* weights of a hostile file may add up to anything */
            sums[i][j] = (int32_t)(0u - (uint32_t)weights[j] * (uint32_t)row[i].zero);
    for (int l = 0; l < depth; l += INT8_DEPTH, panel += INT8_PANEL * INT8_DEPTH)
        for (int i = 0; i < rows; i++) {
            const uint8_t *four = q + (ptrdiff_t)i * ldq + l;
            for (int j = 0; j < INT8_PANEL; j++)
                for (int b = 0; b < INT8_DEPTH; b++)
                    sums[i][j] = (int32_t)((uint32_t)sums[i][j] +
                                           (uint32_t)(four[b] * panel[j * INT8_DEPTH + b]));
        }
}

#endif

/* ---- products ------------------------------------------------------------------------------------ */

/* The outputs j .. of a tile: one panel or two, of which the last may have fewer than PANEL_COLS. */
struct tile {
    int depth, width;
    const int8_t *panel;
    const float *scales;
    const int32_t *weights; /* sums of them */
};

INLINE struct tile tile_at(const struct int8_weight *w, int n, int depth, int j)
{
    return (struct tile){.depth = depth, .width = MIN(n - j, (int)TILE_COLS),
                         .panel = w->panels + (size_t)j * (size_t)depth,
                         .scales = w->scales + j, .weights = w->sums + j};
}

INLINE void int8_tile(int rows, int panels, struct tile t, const uint8_t *q,
                      const struct int8_row *row, real *y, int ldy)
{
    int32_t sums[ROWS][TILE_COLS] __attribute__((aligned(64)));
    panel_sums(rows, panels, t.depth, q, t.depth, t.panel, t.weights, row, sums);
    for (int i = 0; i < rows; i++) {
        real *to = y + (ptrdiff_t)i * ldy;
        if (t.width == panels * INT8_PANEL) {
#pragma GCC unroll 32
            for (int j = 0; j < panels * INT8_PANEL; j++)
                to[j] = R((float)sums[i][j] * t.scales[j] * row[i].scale);
        } else {
            for (int j = 0; j < t.width; j++)
                to[j] = R((float)sums[i][j] * t.scales[j] * row[i].scale);
        }
    }
}

INLINE void int8_columns(int panels, int m, struct tile t, const uint8_t *q,
                         const struct int8_row *row, real *y, int ldy)
{
    int i = 0;
    for (; i + ROWS <= m; i += ROWS)
        int8_tile(ROWS, panels, t, q + (ptrdiff_t)i * t.depth, row + i,
                  y + (ptrdiff_t)i * ldy, ldy);
    q += (ptrdiff_t)i * t.depth;
    y += (ptrdiff_t)i * ldy;
    switch (m - i) {
#define CASE(r)                                                                                 \
    case r:                                                                                     \
        int8_tile(r, panels, t, q, row + i, y, ldy);                                            \
        break;
        CASE(5) CASE(4) CASE(3) CASE(2) CASE(1)
#undef CASE
    }
}

static void gemm_by_vectors(int m, int n, int depth, const uint8_t *q, const struct int8_row *rows,
                            const struct int8_weight *w, real *y, int ldy)
{
    for (int j = 0; j < n; j += TILE_COLS) {
        struct tile t = tile_at(w, n, depth, j);
        if (t.width > INT8_PANEL)
            int8_columns(TILE_PANELS, m, t, q, rows, y + j, ldy);
        else
            int8_columns(1, m, t, q, rows, y + j, ldy);
    }
}

#ifdef __AMX_INT8__

/* ---- tiles --------------------------------------------------------------------------------------
 *
 * TDPBUSD multiplies up to sixteen rows of 64 bytes by sixteen steps of a panel, which already has the
 * order it wants.  Four registers of sums take 32 rows by 32 outputs; the last rows are taken together
 * with as many before them as fill a register, which get the same sums again. */

enum { FEWEST = 2, MOST_ROWS = 128, GROUP = TILE_ROWS_MOST, STEP_BYTES = TILE_ROW_BYTES, STEP_PANEL = STEP_BYTES * INT8_PANEL };

/* Sums of a group of rows, q0, or two by one panel or two. */
INLINE void tile_sums(bool down, bool right, int depth, const uint8_t *q0, const uint8_t *q1,
                      const int8_t *panel, int32_t sums[][TILE_COLS])
{
    const int8_t *beside = panel + (size_t)depth * INT8_PANEL;
    _tile_zero(0);
    _tile_zero(1);
    _tile_zero(2);
    _tile_zero(3);
    for (int l = 0; l < depth; l += STEP_BYTES, panel += STEP_PANEL, beside += STEP_PANEL) {
        _tile_loadd(4, q0 + l, depth);
        _tile_loadd(6, panel, STEP_BYTES);
        _tile_dpbusd(0, 4, 6);
        if (right) {
            _tile_loadd(7, beside, STEP_BYTES);
            _tile_dpbusd(1, 4, 7);
        }
        if (down) {
            _tile_loadd(5, q1 + l, depth);
            _tile_dpbusd(2, 5, 6);
        }
        if (down && right)
            _tile_dpbusd(3, 5, 7);
    }
    _tile_stored(0, sums[0], sizeof sums[0]);
    if (right)
        _tile_stored(1, sums[0] + INT8_PANEL, sizeof sums[0]);
    if (down)
        _tile_stored(2, sums[GROUP], sizeof sums[0]);
    if (down && right)
        _tile_stored(3, sums[GROUP] + INT8_PANEL, sizeof sums[0]);
}

/* Sums without the zeros' share, as numbers. */
INLINE void write_rows(int rows, const struct tile *t, int32_t sums[][TILE_COLS],
                       const struct int8_row *row, real *y, int ldy)
{
    for (int j = 0; j < t->width; j += INT8_PANEL) {
        __mmask16 some = (__mmask16)(t->width - j < INT8_PANEL ? (1u << (t->width - j)) - 1 : 0xFFFF);
        __m512i weights = _mm512_loadu_si512(t->weights + j);
        __m512 scales = _mm512_loadu_ps(t->scales + j);
        for (int i = 0; i < rows; i++) {
            __m512i share = _mm512_mullo_epi32(weights, _mm512_set1_epi32(row[i].zero));
            __m512 x = _mm512_cvtepi32_ps(_mm512_sub_epi32(_mm512_load_si512(sums[i] + j), share));
            x = _mm512_mul_ps(_mm512_mul_ps(x, scales), _mm512_set1_ps(row[i].scale));
            _mm512_mask_storeu_ps(y + (ptrdiff_t)i * ldy + j, some, x);
        }
    }
}

static void tile_columns(int m, const struct tile *t, const uint8_t *q, const struct int8_row *row,
                         real *y, int ldy)
{
    int32_t sums[2 * GROUP][TILE_COLS] __attribute__((aligned(64)));
    bool right = t->width > INT8_PANEL;
    int group = MIN(m, (int)GROUP);
    for (int i = 0; i < m; i += 2 * GROUP) {
        bool down = m - i > GROUP;
        int first = MAX(MIN(i, m - (down ? 2 : 1) * GROUP), 0), second = MIN(i + GROUP, m - GROUP);
        const uint8_t *q0 = q + (ptrdiff_t)first * t->depth;
        const uint8_t *q1 = down ? q + (ptrdiff_t)second * t->depth : q0;
        if (down && right)
            tile_sums(true, true, t->depth, q0, q1, t->panel, sums);
        else if (down)
            tile_sums(true, false, t->depth, q0, q1, t->panel, sums);
        else if (right)
            tile_sums(false, true, t->depth, q0, q1, t->panel, sums);
        else
            tile_sums(false, false, t->depth, q0, q1, t->panel, sums);
        write_rows(group, t, sums, row + first, y + (ptrdiff_t)first * ldy, ldy);
        if (down)
            write_rows(group, t, sums + GROUP, row + second, y + (ptrdiff_t)second * ldy, ldy);
    }
}

/* Block by block of rows: a column of many is too far from the next for the cache. */
static void gemm_by_tiles(int m, int n, int depth, const uint8_t *q, const struct int8_row *rows,
                          const struct int8_weight *w, real *y, int ldy)
{
    int blocks = (m + MOST_ROWS - 1) / MOST_ROWS, step = (m + blocks - 1) / blocks;
    for (int i = 0; i < m; i += step) {
        int some = MIN(m - i, step);
        tiles_begin(MIN(some, (int)GROUP));
        for (int j = 0; j < n; j += TILE_COLS) {
            struct tile t = tile_at(w, n, depth, j);
            tile_columns(some, &t, q + (ptrdiff_t)i * depth, rows + i, y + (ptrdiff_t)i * ldy + j,
                         ldy);
        }
    }
    tiles_end();
}

#endif

static void gemm_int8(int m, int n, int k, const uint8_t *q, const struct int8_row *rows,
                      const struct int8_weight *w, real *y, int ldy)
{
    int depth = int8_depth(k);
#ifdef __AMX_INT8__
    if (m >= FEWEST && depth % STEP_BYTES == 0) {
        gemm_by_tiles(m, n, depth, q, rows, w, y, ldy);
        return;
    }
#endif
    gemm_by_vectors(m, n, depth, q, rows, w, y, ldy);
}

void KERNEL_TABLE_INT8(struct kernels *to);
void KERNEL_TABLE_INT8(struct kernels *to)
{
    to->quantize_rows = quantize_rows;
    to->gemm_int8 = gemm_int8;
#if defined(__AVX2__) && !defined(__AVXVNNI__) && !defined(__AVX512VNNI__)
    to->int8_levels = 127;
#else
    to->int8_levels = 255;
#endif
}
