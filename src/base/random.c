/* random.c - xoshiro256** (Blackman and Vigna), seeded by splitmix64. */
#include "base/base.h"

#include <math.h>

uint64_t mix64(uint64_t x)
{
    x += 0x9E3779B97F4A7C15u;
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
    return x ^ (x >> 31);
}

void rng_seed(struct rng *rng, uint64_t seed)
{
    for (int i = 0; i < 4; i++)
        rng->s[i] = mix64(seed + (uint64_t)i * 0x9E3779B97F4A7C15u);
}

static uint64_t rotate(uint64_t x, int k)
{
    return x << k | x >> (64 - k);
}

uint64_t rng_next(struct rng *rng)
{
    uint64_t *s = rng->s;
    uint64_t result = rotate(s[1] * 5, 7) * 9;
    uint64_t t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = rotate(s[3], 45);
    return result;
}

uint32_t rng_below(struct rng *rng, uint32_t n)
{
    CHECK(n > 0);
    for (;;) { /* Lemire's multiply with rejection */
        uint64_t product = (rng_next(rng) >> 32) * n;
        if ((uint32_t)product >= (uint32_t)(-n) % n)
            return (uint32_t)(product >> 32);
    }
}

double rng_uniform(struct rng *rng)
{
    return (double)(rng_next(rng) >> 11) * 0x1p-53;
}

double rng_normal(struct rng *rng)
{
    double u = 1.0 - rng_uniform(rng); /* in (0, 1] */
    double v = rng_uniform(rng);
    return sqrt(-2.0 * log(u)) * cos(6.283185307179586 * v);
}

void rng_shuffle(struct rng *rng, int *items, int n)
{
    for (int i = n - 1; i > 0; i--) {
        int j = (int)rng_below(rng, (uint32_t)i + 1);
        int t = items[i];
        items[i] = items[j];
        items[j] = t;
    }
}
