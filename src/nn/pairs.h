/* pairs.h - for kernels of bfloat16 only: steps l and l + 1 of a row or a column beside each other in 32
 * bits, which is how the processors' products want them. */
#ifndef ASTORMER_NN_PAIRS_H
#define ASTORMER_NN_PAIRS_H

#include "nn/internal.h"

#include <immintrin.h>

#ifndef INLINE
#define INLINE static inline __attribute__((always_inline))
#endif
enum { WIDE = 16 };
typedef uint32_t pair; /* step l in the lower half */

_Static_assert(sizeof(real) == sizeof(float), "not part of the double build");

INLINE __mmask16 first_lanes(int n)
{
    return n >= WIDE ? 0xFFFF : (__mmask16)((1u << MAX(n, 0)) - 1);
}

/* Sixteen numbers and sixteen more become the pairs of sixteen columns. */
INLINE __m512i alternating(__m512i two_rows)
{
    const __m512i order = _mm512_set_epi16(31, 15, 30, 14, 29, 13, 28, 12, 27, 11, 26, 10, 25, 9, 24,
                                           8, 23, 7, 22, 6, 21, 5, 20, 4, 19, 3, 18, 2, 17, 1, 16, 0);
    return _mm512_permutexvar_epi16(order, two_rows);
}

/* Sixteen rows of sixteen pairs become columns: pairs of pairs first, then quarters of vectors. */
INLINE void transpose_pairs(__m512i v[WIDE])
{
    __m512i t[WIDE];
#pragma GCC unroll 8
    for (int i = 0; i < WIDE; i += 2) {
        t[i] = _mm512_unpacklo_epi32(v[i], v[i + 1]);
        t[i + 1] = _mm512_unpackhi_epi32(v[i], v[i + 1]);
    }
#pragma GCC unroll 4
    for (int i = 0; i < WIDE; i += 4) {
        v[i] = _mm512_unpacklo_epi64(t[i], t[i + 2]);
        v[i + 1] = _mm512_unpackhi_epi64(t[i], t[i + 2]);
        v[i + 2] = _mm512_unpacklo_epi64(t[i + 1], t[i + 3]);
        v[i + 3] = _mm512_unpackhi_epi64(t[i + 1], t[i + 3]);
    }
#pragma GCC unroll 4
    for (int i = 0; i < 4; i++) {
        t[i] = _mm512_shuffle_i32x4(v[i], v[i + 4], 0x88);
        t[i + 4] = _mm512_shuffle_i32x4(v[i], v[i + 4], 0xDD);
        t[i + 8] = _mm512_shuffle_i32x4(v[i + 8], v[i + 12], 0x88);
        t[i + 12] = _mm512_shuffle_i32x4(v[i + 8], v[i + 12], 0xDD);
    }
#pragma GCC unroll 4
    for (int i = 0; i < 4; i++) {
        v[i] = _mm512_shuffle_i32x4(t[i], t[i + 8], 0x88);
        v[i + 8] = _mm512_shuffle_i32x4(t[i], t[i + 8], 0xDD);
        v[i + 4] = _mm512_shuffle_i32x4(t[i + 4], t[i + 12], 0x88);
        v[i + 12] = _mm512_shuffle_i32x4(t[i + 4], t[i + 12], 0xDD);
    }
}

#endif
