/* fuzz_safetensors.c - any bytes as a model file: refused with a message or readable to the end. */
#include "nn/nn.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct nn_file file;
    struct error err = {0};
    if (nn_file_parse("fuzz", data, size, &file, &err) != ST_OK) {
        CHECK(err.code != ST_OK && err.message[0]);
        return 0;
    }
    for (int i = 0; i < file.n_tensors; i++) {
        const struct nn_file_tensor *tensor = &file.tensors[i];
        CHECK(nn_file_find(&file, tensor->name) == tensor);
        if (tensor->dtype == NN_OTHER || tensor->dtype == NN_I64)
            continue;
        real x[16];
        int64_t n = MIN(tensor->count, (int64_t)COUNT_OF(x));
        nn_file_values(tensor, 0, n, x);
        nn_file_values(tensor, tensor->count - n, n, x);
    }
    nn_file_close(&file);
    return 0;
}
