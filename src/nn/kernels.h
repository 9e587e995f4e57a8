/* kernels.h - for kernels_*.c only: eight reals at a time (sixteen with AVX-512) in GNU C vector types,
 * which both compilers lower to whatever the target has, and the functions of them that libm lacks.
 *
 * In float, exp and log are Taylor polynomials after reduction by powers of two; tanh and the
 * normal distribution follow from the first.  Errors, measured by tests/unit/test_nn_kernels.c
 * against libm in double: log 3e-7, tanh and sigmoid 6e-7, x Phi(x) 2e-6 relative down to x = -6,
 * softmax 2e-6 absolute.  The double build of the tests calls libm instead. */
#ifndef ASTORMER_NN_KERNELS_H
#define ASTORMER_NN_KERNELS_H

#include "nn/internal.h"

#include <math.h>
#include <string.h>

#if defined(__AVX512F__) && !defined(NN_DOUBLE)
#define WIDE_LANES
#endif
#if defined(__AVX2__) && !defined(NN_DOUBLE)
#include <immintrin.h>
#endif

#ifdef WIDE_LANES
enum { LANES = 16 };
#else
enum { LANES = 8 };
#endif
typedef real vr __attribute__((vector_size(LANES * sizeof(real))));
typedef real vr_unaligned
    __attribute__((vector_size(LANES * sizeof(real)), aligned(sizeof(real)), may_alias));
#ifdef NN_DOUBLE
typedef int64_t vi __attribute__((vector_size(LANES * 8)));
#else
typedef int32_t vi __attribute__((vector_size(LANES * 4)));
#endif
typedef real v8 __attribute__((vector_size(8 * sizeof(real))));
typedef real v4 __attribute__((vector_size(4 * sizeof(real))));
#define INLINE static inline __attribute__((always_inline))

INLINE vr load(const real *p)
{
    return *(const vr_unaligned *)p;
}

INLINE void store(real *p, vr v)
{
    *(vr_unaligned *)p = v;
}

/* The first n < LANES elements, the rest zero. */
#ifdef WIDE_LANES
INLINE vr load_some(const real *p, size_t n)
{
    return (vr)_mm512_maskz_loadu_ps((__mmask16)((1u << n) - 1), p);
}

INLINE void store_some(real *p, vr v, size_t n)
{
    _mm512_mask_storeu_ps(p, (__mmask16)((1u << n) - 1), (__m512)v);
}

INLINE vr first_of(vr v, size_t n)
{
    return (vr)_mm512_maskz_mov_ps((__mmask16)((1u << n) - 1), (__m512)v);
}

INLINE vr all(real x)
{
    return (vr)_mm512_set1_ps(x);
}
#else
INLINE vr load_some(const real *p, size_t n)
{
    vr v = {0};
    for (size_t i = 0; i < n; i++)
        v[i] = p[i];
    return v;
}

INLINE void store_some(real *p, vr v, size_t n)
{
    for (size_t i = 0; i < n; i++)
        p[i] = v[i];
}

INLINE vr first_of(vr v, size_t n)
{
    for (size_t i = n; i < LANES; i++)
        v[i] = 0;
    return v;
}

INLINE vr all(real x)
{
    return (vr){x, x, x, x, x, x, x, x};
}
#endif

INLINE vr choose(vi mask, vr yes, vr no)
{
    return (vr)((mask & (vi)yes) | (~mask & (vi)no));
}

/* b where the two do not compare; compilers do not see that processors have an instruction for it. */
#ifdef WIDE_LANES
INLINE vr v_max(vr a, vr b)
{
    return (vr)_mm512_max_ps((__m512)a, (__m512)b);
}

INLINE vr v_min(vr a, vr b)
{
    return (vr)_mm512_min_ps((__m512)a, (__m512)b);
}

INLINE vr v_abs(vr x)
{
    return (vr)_mm512_abs_ps((__m512)x);
}
#elif defined(__AVX2__) && !defined(NN_DOUBLE)
INLINE vr v_max(vr a, vr b)
{
    return (vr)_mm256_max_ps((__m256)a, (__m256)b);
}

INLINE vr v_min(vr a, vr b)
{
    return (vr)_mm256_min_ps((__m256)a, (__m256)b);
}

INLINE vr v_abs(vr x)
{
    return (vr)_mm256_andnot_ps(_mm256_set1_ps(-0.0f), (__m256)x);
}
#else
INLINE vr v_max(vr a, vr b)
{
    return choose(a > b, a, b);
}

INLINE vr v_min(vr a, vr b)
{
    return choose(a < b, a, b);
}

INLINE vr v_abs(vr x)
{
    return choose(x < 0, -x, x);
}
#endif

#ifdef WIDE_LANES
INLINE v8 lower_half(vr v)
{
    return (v8)_mm512_castps512_ps256((__m512)v);
}

INLINE v8 upper_half(vr v)
{
    return (v8)_mm256_castpd_ps(_mm512_extractf64x4_pd(_mm512_castps_pd((__m512)v), 1));
}
#endif

INLINE real v_sum(vr v)
{
#ifdef WIDE_LANES
    v8 by_eight = lower_half(v) + upper_half(v);
#else
    v8 by_eight = v;
#endif
    v4 sum = __builtin_shufflevector(by_eight, by_eight, 0, 1, 2, 3) +
             __builtin_shufflevector(by_eight, by_eight, 4, 5, 6, 7); /* in pairs: no long chain */
    return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

INLINE real v_top(vr v)
{
#ifdef WIDE_LANES
    return _mm512_reduce_max_ps((__m512)v);
#else
    real top[LANES];
    store(top, v);
    for (int n = LANES / 2; n > 0; n /= 2)
        for (int i = 0; i < n; i++)
            top[i] = top[i] > top[i + n] ? top[i] : top[i + n];
    return top[0];
#endif
}

/* Applies BODY to vectors x (and stores `result`) over n elements, the tail included:
 * FOR_EACH(n) { vr a = GET(p); ...; PUT(q, v); } */
#define FOR_EACH(n)                                                                             \
    for (size_t at_ = 0, n_ = (n), left_; left_ = n_ - at_, at_ < n_; at_ += LANES)
#define GET(p) (left_ >= LANES ? load((p) + at_) : load_some((p) + at_, left_))
#define PUT(p, v) (left_ >= LANES ? store((p) + at_, (v)) : store_some((p) + at_, (v), left_))

#ifdef NN_DOUBLE

#define BY_LANE(name, expression)                                                               \
    INLINE vr name(vr x_)                                                                       \
    {                                                                                           \
        vr y_;                                                                                  \
        for (int i_ = 0; i_ < LANES; i_++) {                                                    \
            real x = x_[i_];                                                                    \
            y_[i_] = (expression);                                                              \
        }                                                                                       \
        return y_;                                                                              \
    }
BY_LANE(v_exp, exp(x))
BY_LANE(v_tanh, tanh(x))
BY_LANE(v_phi, 0.5 * erfc(-x * 0.70710678118654752440))
BY_LANE(v_sqrt, sqrt(x))
BY_LANE(v_log, log(x))

#else

/* 2^n r-polynomial: exp(x) - 1 = 2^n (e^r - 1) + (2^n - 1), |r| <= ln(2)/2.  The Taylor remainder
 * r^8/8! is below 6e-9. */
struct reduced {
    vr minus_one; /* e^r - 1 */
    vr power;     /* 2^n */
};

INLINE struct reduced reduce_exp(vr x)
{
    const vr round = all(12582912.0f); /* 1.5 * 2^23: adding it rounds to an integer */
    x = v_min(v_max(x, all(-87.0f)), all(88.0f));
    vr shifted = x * all(1.44269504f) + round;
    vr n = shifted - round;
    vr r = x - n * all(0.693145752f) - n * all(1.42860677e-6f); /* ln 2 in two parts */
    vr p = all(1.0f / 5040);
    p = p * r + all(1.0f / 720);
    p = p * r + all(1.0f / 120);
    p = p * r + all(1.0f / 24);
    p = p * r + all(1.0f / 6);
    p = p * r + all(0.5f);
    vi exponent = ((vi)shifted - (vi)round + 127) << 23;
    return (struct reduced){r + r * r * p, (vr)exponent};
}

INLINE vr v_exp(vr x)
{
    struct reduced e = reduce_exp(x);
    return choose(x < all(-87.0f), all(0), e.minus_one * e.power + e.power);
}

INLINE vr v_tanh(vr x)
{
    x = v_min(v_max(x, all(-9.5f)), all(9.5f));
    struct reduced e = reduce_exp(x + x);
    vr minus_one = e.minus_one * e.power + (e.power - all(1)); /* e^2x - 1 */
    return minus_one / (minus_one + all(2));
}

/* Phi(x), the normal distribution, by erfc(t) = exp(-t^2) Q(1/(t + 2.5)) with a polynomial Q
 * interpolated at Chebyshev nodes over 0 <= t <= 6 (relative error of the fit 3e-8). */
INLINE vr v_phi(vr x)
{
    static const real q[] = {
        3.454020452e-01f, 3.927707735e-01f,  1.910574605e-01f,  6.116962066e-02f, 1.036110638e-02f,
        -3.218057739e-04f, -4.530145440e-04f, -6.682062840e-06f, 2.068865599e-05f,
        -1.904112271e-07f,
    };
    vr size = v_min(v_abs(x), all(8.48528137f)), t = size * all(0.707106781f);
    vr y = all(7.08333333f) / (t + all(2.5f)) + all(-1.83333333f);
    vr p = all(q[COUNT_OF(q) - 1]);
    for (int i = COUNT_OF(q) - 2; i >= 0; i--)
        p = p * y + all(q[i]);
    vr tail = all(0.5f) * p * v_exp(all(-0.5f) * size * size); /* not t * t: rounded once less */
    tail = choose(v_abs(x) > size, all(0), tail);
    return choose(x < 0, tail, all(1) - tail);
}

/* log of a positive normal number: x = 2^n m with m in [1/sqrt 2, sqrt 2), and log m =
 * 2 atanh(s), s = (m-1)/(m+1), by its series; s^2 < 0.03, so s^11/11 is below 4e-10. */
INLINE vr v_log(vr x)
{
    vi bits = (vi)x, n = (bits - 0x3F3504F3) >> 23; /* 0x3F3504F3 is 1/sqrt 2 */
    vr m = (vr)(bits - (n << 23)), exponent = __builtin_convertvector(n, vr);
    vr s = (m - all(1)) / (m + all(1)), t = s * s;
    vr p = all(2.0f / 9);
    p = p * t + all(2.0f / 7);
    p = p * t + all(2.0f / 5);
    p = p * t + all(2.0f / 3);
    /* n ln 2 in two parts, the first of which is exact */
    return exponent * all(0.693145752f) + (exponent * all(1.42860677e-6f) + s * t * p + (s + s));
}

INLINE vr v_sqrt(vr x)
{
    vr y;
    for (int i = 0; i < LANES; i++)
        y[i] = sqrtf(x[i]);
    return y;
}

#endif

INLINE vr v_sigmoid(vr x)
{
    return all(1) / (all(1) + v_exp(-x));
}

#endif
