/* settings.c - the settings of train.def as a struct and a table. */
#include "train/train.h"

#include <string.h>

static const struct setting table[] = {
#define FIELD_INT(name, value, low, high, help) \
    {#name, SETTING_INT, offsetof(struct train_settings, name), low, high, NULL, help},
#define FIELD_REAL(name, value, low, high, help) \
    {#name, SETTING_REAL, offsetof(struct train_settings, name), low, high, NULL, help},
#define FIELD_BOOL(name, value, help) \
    {#name, SETTING_BOOL, offsetof(struct train_settings, name), 0, 0, NULL, help},
#define FIELD_CHOICE(name, value, choices, help) \
    {#name, SETTING_CHOICE, offsetof(struct train_settings, name), 0, 0, choices, help},
#include "train/train.def"
};

const struct setting *train_settings_table(int *n)
{
    *n = COUNT_OF(table);
    return table;
}
#undef FIELD_INT
#undef FIELD_REAL
#undef FIELD_BOOL
#undef FIELD_CHOICE

struct train_settings train_settings_default(void)
{
    struct train_settings s;
    memset(&s, 0, sizeof s);
#define FIELD_INT(name, value, low, high, help) s.name = value;
#define FIELD_REAL(name, value, low, high, help) s.name = value;
#define FIELD_BOOL(name, value, help) s.name = value;
#define FIELD_CHOICE(name, value, choices, help) s.name = value;
#include "train/train.def"
    return s;
}
