/* similar.c - how alike two texts are, and where one stands in the other. */
#include "text/internal.h"

#include <string.h>

#define COMPARED_MAX 256
#define LANES (COMPARED_MAX / 64)

/* Length of the longest common subsequence by bits: lane bit i is 0 where the best alignment of
 * the prefix of b read so far has used a[i] (Allison and Dix; Hyyro's form of it). */
static int common_subsequence(const char *a, int n_a, const char *b, int n_b)
{
    uint64_t has[256][LANES]; /* has[c]: positions of byte c in a; cleared below where used */
    int lanes = (n_a + 63) / 64;
    for (int j = 0; j < n_b; j++)
        memset(has[(unsigned char)b[j]], 0, sizeof has[0]);
    for (int i = 0; i < n_a; i++)
        memset(has[(unsigned char)a[i]], 0, sizeof has[0]);
    for (int i = 0; i < n_a; i++)
        has[(unsigned char)a[i]][i / 64] |= (uint64_t)1 << (i % 64);
    uint64_t v[LANES];
    memset(v, 0xFF, sizeof v);
    for (int j = 0; j < n_b; j++) {
        const uint64_t *m = has[(unsigned char)b[j]];
        uint64_t carry = 0;
        for (int k = 0; k < lanes; k++) {
            uint64_t u = v[k] & m[k];
            unsigned __int128 sum = (unsigned __int128)v[k] + u + carry;
            carry = (uint64_t)(sum >> 64);
            v[k] = (uint64_t)sum | (v[k] - u);
        }
    }
    int common = 0;
    for (int i = 0; i < n_a; i++)
        common += !(v[i / 64] >> (i % 64) & 1);
    return common;
}

double text_similarity(const char *a, size_t n_a, const char *b, size_t n_b)
{
    n_a = MIN(n_a, (size_t)COMPARED_MAX);
    n_b = MIN(n_b, (size_t)COMPARED_MAX);
    if (n_a + n_b == 0)
        return 1;
    if (n_a == 0 || n_b == 0)
        return 0;
    return 2.0 * common_subsequence(a, (int)n_a, b, (int)n_b) / (double)(n_a + n_b);
}

#define EDITED_MAX 64

int text_edits(const char *a, size_t n_a, const char *b, size_t n_b, int max)
{
    size_t apart = n_a > n_b ? n_a - n_b : n_b - n_a;
    if (apart > (size_t)max || n_a > EDITED_MAX || n_b > EDITED_MAX)
        return max + 1;
    /* only cells within max of the diagonal can be part of an answer; what is outside is far */
    int rows[3][EDITED_MAX + 2], far = max + 1, n = (int)n_b;
    int *before = rows[0], *last = rows[1], *row = rows[2];
    for (int j = 0; j <= n + 1; j++)
        before[j] = last[j] = row[j] = j <= max ? j : far;
    for (int i = 1; i <= (int)n_a; i++) {
        int from = MAX(1, i - max), to = MIN(n, i + max), best = far;
        row[from - 1] = from == 1 && i <= max ? i : far;
        for (int j = from; j <= to; j++) {
            int cost = last[j - 1] + (a[i - 1] != b[j - 1]);
            cost = MIN(cost, MIN(last[j], row[j - 1]) + 1);
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                cost = MIN(cost, before[j - 2] + 1);
            row[j] = cost;
            best = MIN(best, cost);
        }
        if (to < n)
            row[to + 1] = far;
        if (best > max && row[from - 1] > max)
            return far;
        int *oldest = before;
        before = last;
        last = row;
        row = oldest;
    }
    return MIN(last[n], far);
}

/* ---- finding a value in a text --------------------------------------------------------------- */

/* Reads the folded form of the character at *at and moves on; 0 bytes for white space and for
 * what folds to nothing. */
static size_t next_folded(const char *s, size_t n, size_t *at, char *out)
{
    int32_t c;
    *at += (size_t)latin_decode(s + *at, n - *at, &c);
    enum char_class class = char_class_of(c);
    return class == CHAR_SPACE || class == CHAR_NOTHING ? 0 : fold_append(out, c);
}

/* Does the folded value stand in the text from `at` on?  Gives the end of the place. */
static bool stands_at(const char *text, size_t n, size_t at, struct slice folded, size_t *end)
{
    char piece[FOLD_MAX * 4];
    size_t matched = 0;
    while (matched < folded.n && at < n) {
        size_t got = next_folded(text, n, &at, piece);
        if (got > folded.n - matched || memcmp(piece, folded.s + matched, got) != 0)
            return false;
        matched += got;
    }
    *end = at;
    return matched == folded.n;
}

bool text_find_span(const char *text, size_t n, const char *value, uint32_t *start, uint32_t *end)
{
    char folded[1024];
    size_t used = 0, length = strlen(value);
    for (size_t i = 0; i < length;) {
        if (used + FOLD_MAX * 4 > sizeof folded)
            return false; /* no value of ours is that long */
        used += next_folded(value, length, &i, folded + used);
    }
    if (used == 0)
        return false;
    char piece[FOLD_MAX * 4];
    for (size_t at = 0; at < n;) {
        size_t stop, next = at;
        size_t got = next_folded(text, n, &next, piece);
        if (got && stands_at(text, n, at, (struct slice){folded, used}, &stop)) {
            *start = (uint32_t)at;
            *end = (uint32_t)stop;
            return true;
        }
        at = next;
    }
    return false;
}
