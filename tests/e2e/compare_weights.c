/* compare_weights.c - compare_weights A B TOLERANCE: the largest difference between the tensors of
 * two safetensors files; fails if it is over the tolerance or the files hold different tensors. */
#include "nn/nn.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static double largest_difference(const struct nn_file_tensor *a, const struct nn_file_tensor *b)
{
    double worst = 0;
    if (a->dtype == NN_U8) /* a text */
        return b->dtype == NN_U8 && memcmp(a->data, b->data, (size_t)a->count) == 0 ? 0 : INFINITY;
    real *x = xmalloc(sizeof *x * (size_t)a->count), *y = xmalloc(sizeof *y * (size_t)a->count);
    nn_file_values(a, 0, a->count, x);
    nn_file_values(b, 0, a->count, y);
    for (int64_t i = 0; i < a->count; i++)
        worst = fmax(worst, isnan(x[i]) || isnan(y[i]) ? INFINITY : fabs((double)x[i] - (double)y[i]));
    xfree(x);
    xfree(y);
    return worst;
}

int main(int argc, char **argv)
{
    struct nn_file a, b;
    struct error err = {0};
    if (argc != 4 || nn_file_open(argv[1], &a, &err) != ST_OK || nn_file_open(argv[2], &b, &err) != ST_OK) {
        fprintf(stderr, "usage: compare_weights A B TOLERANCE %s\n", err.message);
        return 2;
    }
    double worst = a.n_tensors == b.n_tensors ? 0 : INFINITY;
    const char *where = "";
    for (int i = 0; i < a.n_tensors; i++) {
        const struct nn_file_tensor *t = &a.tensors[i], *u = nn_file_find(&b, t->name);
        double d = !u || u->count != t->count ? INFINITY : largest_difference(t, u);
        if (d > worst) {
            worst = d;
            where = t->name;
        }
    }
    printf("%d tensors, largest difference %g %s\n", a.n_tensors, worst, where);
    bool close = worst <= strtod(argv[3], NULL);
    nn_file_close(&a);
    nn_file_close(&b);
    return close ? EXIT_SUCCESS : EXIT_FAILURE;
}
