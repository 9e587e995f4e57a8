/* kernels_rounded.c - products of bfloat16 for processors that have none.
 *
 * The factors are rounded as kernels_bf16.c rounds them and multiplied as floats, so that a run made
 * with precision=bf16 can be made again anywhere: to what sums in another order differ by, and
 * without its speed. */
#include "nn/internal.h"

/* Half the depth of kernels_bf16.c, since a rounded factor stays a float: both fill BF16_SCRATCH. */
enum { DEPTH = BF16_SCRATCH / ((BF16_ROWS + BF16_COLS) * sizeof(real)) };

/* To nearest, ties to even, as the instructions round; what is not a number stays so. */
static float rounded(float x)
{
    union {
        float value;
        uint32_t bits;
    } f = {.value = x};
    if (x != x)
        return x;
    f.bits = (f.bits + 0x7FFF + (f.bits >> 16 & 1)) & 0xFFFF0000u;
    return f.value;
}

/* Element (i, j) of op(X), rows by cols, to to[i * cols + j]. */
static void round_block(bool transposed, int rows, int cols, const real *x, int ldx, real *to)
{
    ptrdiff_t down = transposed ? 1 : ldx, right = transposed ? ldx : 1;
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < cols; j++)
            *to++ = (real)rounded((float)x[i * down + j * right]);
}

static const real *block_at(bool transposed, const real *x, int ldx, int row, int col)
{
    return transposed ? x + (ptrdiff_t)col * ldx + row : x + (ptrdiff_t)row * ldx + col;
}

static void gemm_rounded(bool transpose_a, bool transpose_b, int m, int n, int k, const real *a, int lda,
                         const real *b, int ldb, bool add, real *c, int ldc, void *scratch)
{
    real *b_block = scratch, *a_block = b_block + DEPTH * BF16_COLS;
    for (int j = 0; j < n; j += BF16_COLS) {
        int cols = MIN(n - j, (int)BF16_COLS);
        for (int l = 0; l < k; l += DEPTH) {
            int depth = MIN(k - l, (int)DEPTH);
            round_block(transpose_b, depth, cols, block_at(transpose_b, b, ldb, l, j), ldb, b_block);
            for (int i = 0; i < m; i += BF16_ROWS) {
                int rows = MIN(m - i, (int)BF16_ROWS);
                round_block(transpose_a, rows, depth, block_at(transpose_a, a, lda, i, l), lda, a_block);
                nn_gemm_blas(false, false, rows, cols, depth, 1, a_block, depth, b_block, cols,
                             add || l > 0, c + (ptrdiff_t)i * ldc + j, ldc);
            }
        }
    }
}

void kernels_rounded(struct kernels *to);
void kernels_rounded(struct kernels *to)
{
    to->gemm_bf16 = gemm_rounded;
}
