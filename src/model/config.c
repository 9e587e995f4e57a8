/* config.c - the settings of config.def as a struct, a table and JSON. */
#include "model/model.h"

#include <string.h>

static const struct setting table[] = {
#define SETTINGS_STRUCT struct model_config
#define SETTINGS_DEF "model/config.def"
#include "base/setting_rows.h"
};

const struct setting *model_settings(int *n)
{
    *n = COUNT_OF(table);
    return table;
}

struct model_config model_config_default(void)
{
    struct model_config c = {0};
    settings_default(table, COUNT_OF(table), &c);
    return c;
}

enum status model_config_check(const struct model_config *c, struct error *err)
{
    if (c->d % c->heads != 0)
        return fail(err, ST_USAGE, "d = %d is not a multiple of heads = %d", c->d, c->heads);
    if (c->pooling == POOLING_BILSTM && c->d % 2 != 0)
        return fail(err, ST_USAGE, "bilstm pooling needs an even d, not %d", c->d);
    if (c->encoder == ENCODER_PLM && c->plm_hidden % c->plm_heads != 0)
        return fail(err, ST_USAGE, "plm_hidden = %d is not a multiple of plm_heads = %d",
                    c->plm_hidden, c->plm_heads);
    if (c->judge_layers > 0 && c->encoder != ENCODER_PLM)
        return fail(err, ST_USAGE, "a judge reads with a language model's embeddings: judge_layers = %d "
                    "needs encoder=plm", c->judge_layers);
    if (c->decoder == DECODER_ONLSTM && c->d % c->chunk != 0)
        return fail(err, ST_USAGE, "d = %d is not a multiple of chunk = %d", c->d, c->chunk);
    if (c->values == VALUES_POINT && !model_config_tokens(c) &&
        traversal_random((enum traversal)c->order))
        return fail(err, ST_USAGE, "values=point needs an order from left to right, since whether a "
                    "value is a pattern depends on what stands before it; use values=spell");
    return ST_OK;
}
