/* settings.c - the settings of train.def as a struct and a table. */
#include "train/train.h"

static const struct setting table[] = {
#define SETTINGS_STRUCT struct train_settings
#define SETTINGS_DEF "train/train.def"
#include "base/setting_rows.h"
};

const struct setting *train_settings_table(int *n)
{
    *n = COUNT_OF(table);
    return table;
}

struct train_settings train_settings_default(void)
{
    struct train_settings s = {0};
    settings_default(table, COUNT_OF(table), &s);
    return s;
}
