/* fuzz_safetensors.c - any bytes as a model file: refused with a message or readable to the end. */
#include "nn/nn.h"

#include <string.h>

/* As weights in bytes: refused, or every row can be looked up. */
static void load_bytes(const struct nn_file *file)
{
    struct nn_params *params = nn_params_new();
    int words = nn_params_add(params, "words", 16, 8, NN_INIT_ZEROS, 0);
    nn_params_at(params, words)->use = NN_USE_ROWS;
    nn_params_allocate(params, NULL);
    struct error err = {0};
    const struct nn_load how = {.allow_bytes = true, .allow_surplus = true};
    if (nn_params_load(params, file, &how, &err) == ST_OK) {
        struct nn_tape *tape = nn_tape_new(params, NULL);
        nn_tape_begin(tape, NN_INFER, 1);
        int rows[16];
        for (int i = 0; i < 16; i++)
            rows[i] = i;
        nn_gather(tape, nn_use(tape, words), rows, 16);
        nn_tape_free(tape);
    }
    nn_params_free(params);
}

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
        struct slice text = nn_file_long_text(&file, tensor->name);
        CHECK(!text.s || utf8_valid(text.s, text.n) || tensor->dtype == NN_U8);
        if (tensor->dtype != NN_F32 && tensor->dtype != NN_F16 && tensor->dtype != NN_BF16)
            continue;
        real x[16];
        int64_t n = MIN(tensor->count, (int64_t)COUNT_OF(x));
        nn_file_values(tensor, 0, n, x);
        nn_file_values(tensor, tensor->count - n, n, x);
    }
    load_bytes(&file);
    nn_file_close(&file);
    return 0;
}
