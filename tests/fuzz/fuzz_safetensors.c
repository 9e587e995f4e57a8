/* fuzz_safetensors.c - any bytes as a model file: refused with a message or readable to the end. */
#include "nn/nn.h"

#include <string.h>

enum { ROWS = 16, COLS = 8, MAX_COLS = 64 };

/* As a weight, in bytes or packed halves: refused, or every row can be looked up or multiplied by. */
static void load_weight(const struct nn_file *file, enum nn_use use)
{
    struct nn_params *params = nn_params_new();
    int words = nn_params_add(params, "words", ROWS, COLS, NN_INIT_ZEROS, 0);
    nn_params_at(params, words)->use = use;
    nn_params_allocate(params, NULL);
    struct error err = {0};
    const struct nn_load how = {.allow_bytes = true, .allow_surplus = true};
    if (nn_params_load(params, file, &how, &err) == ST_OK) {
        struct nn_tape *tape = nn_tape_new(params, NULL);
        nn_tape_begin(tape, NN_INFER, 1);
        int rows[ROWS];
        real x[COLS];
        for (int i = 0; i < ROWS; i++)
            rows[i] = i;
        for (int i = 0; i < COLS; i++)
            x[i] = (real)(i - 3);
        if (use == NN_USE_ROWS)
            nn_gather(tape, nn_use(tape, words), rows, ROWS);
        nn_linear(tape, nn_constant(tape, 1, COLS, x), nn_use(tape, words), NULL);
        nn_tape_free(tape);
    }
    nn_params_free(params);
}

/* What training goes on from: rows of whatever the file has for a matrix. */
static void read_rows(const struct nn_file *file, const struct nn_file_tensor *tensor)
{
    real row[MAX_COLS];
    for (int cols = 1; cols <= MAX_COLS; cols++)
        for (int rank = 1; rank <= 2; rank++) {
            if (!nn_file_is_matrix(file, tensor, rank, -1, cols))
                continue;
            int rows = 0;
            while (rows < 100 && nn_file_row(file, tensor, rows, cols, row))
                rows++;
            CHECK(!nn_file_row(file, tensor, -1, cols, row));
            CHECK(!nn_file_row(file, tensor, INT32_MAX, cols, row));
            CHECK(rows > 0 || tensor->count == 0);
        }
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
        read_rows(&file, tensor);
        if (tensor->dtype != NN_F32 && tensor->dtype != NN_F16 && tensor->dtype != NN_BF16)
            continue;
        real x[16];
        int64_t n = MIN(tensor->count, (int64_t)COUNT_OF(x));
        nn_file_values(tensor, 0, n, x);
        nn_file_values(tensor, tensor->count - n, n, x);
    }
    load_weight(&file, NN_USE_ROWS);
    load_weight(&file, NN_USE_PRODUCT);
    nn_file_close(&file);
    return 0;
}
