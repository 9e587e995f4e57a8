/* settings.c - structs of options, driven by a table. */
#include "base/base.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

const struct setting *settings_find(const struct setting *table, int n, struct slice name)
{
    for (int i = 0; i < n; i++)
        if (slice_equal(name, table[i].name))
            return &table[i];
    return NULL;
}

void settings_default(const struct setting *table, int n, void *to)
{
    for (int i = 0; i < n; i++) {
        char *at = (char *)to + table[i].offset;
        switch (table[i].kind) {
        case SETTING_INT:
        case SETTING_CHOICE:
            *(int *)at = (int)table[i].value;
            break;
        case SETTING_REAL:
            *(double *)at = table[i].value;
            break;
        case SETTING_BOOL:
            *(bool *)at = table[i].value != 0;
            break;
        case SETTING_TEXT:
            *at = '\0';
            break;
        }
    }
}

/* Index of `value` in "a|b|c", or -1. */
static int find_choice(const char *choices, const char *value)
{
    size_t length = strlen(value);
    int index = 0;
    for (const char *c = choices; *c; index++) {
        size_t n = strcspn(c, "|");
        if (n == length && memcmp(c, value, n) == 0)
            return index;
        c += n;
        c += *c == '|';
    }
    return -1;
}

static enum status store_number(const struct setting *s, void *to, double value,
                                struct error *err)
{
    if (!(value >= s->low && value <= s->high))
        return fail(err, ST_USAGE, "setting '%s' must be between %g and %g, not %g", s->name,
                    s->low, s->high, value);
    char *at = (char *)to + s->offset;
    if (s->kind == SETTING_REAL)
        *(double *)at = value;
    else if (value != floor(value))
        return fail(err, ST_USAGE, "setting '%s' must be a whole number, not %g", s->name, value);
    else
        *(int *)at = (int)value;
    return ST_OK;
}

static enum status store_text(const struct setting *s, void *to, const char *value,
                              struct error *err)
{
    char *at = (char *)to + s->offset;
    if (s->kind == SETTING_CHOICE) {
        int choice = find_choice(s->choices, value);
        if (choice < 0)
            return fail(err, ST_USAGE, "setting '%s' must be one of %s, not '%s'", s->name,
                        s->choices, value);
        *(int *)at = choice;
        return ST_OK;
    }
    if (strlen(value) >= (size_t)s->high)
        return fail(err, ST_LIMIT, "setting '%s' is longer than %d bytes", s->name,
                    (int)s->high - 1);
    strcpy(at, value);
    return ST_OK;
}

static enum status store_json(const struct setting *s, void *to, const json_t *value,
                              struct error *err)
{
    switch (s->kind) {
    case SETTING_INT:
    case SETTING_REAL:
        if (json_is_number(value))
            return store_number(s, to, json_number_value(value), err);
        return fail(err, ST_USAGE, "setting '%s' must be a number", s->name);
    case SETTING_BOOL:
        if (!json_is_boolean(value))
            return fail(err, ST_USAGE, "setting '%s' must be true or false", s->name);
        *(bool *)((char *)to + s->offset) = json_is_true(value);
        return ST_OK;
    case SETTING_CHOICE:
    case SETTING_TEXT:
        if (json_is_string(value))
            return store_text(s, to, json_string_value(value), err);
        return fail(err, ST_USAGE, "setting '%s' must be a string", s->name);
    }
    return ST_OK;
}

enum status settings_read_json(const struct setting *table, int n, void *to, const json_t *object,
                               struct error *err)
{
    if (!json_is_object(object))
        return fail(err, ST_INPUT, "settings must be a JSON object");
    const char *key;
    json_t *value;
    json_object_foreach ((json_t *)object, key, value) {
        const struct setting *s = settings_find(table, n, slice_of(key));
        if (!s)
            return fail(err, ST_USAGE, "unknown setting '%s'", key);
        enum status st = store_json(s, to, value, err);
        if (st != ST_OK)
            return st;
    }
    return ST_OK;
}

enum status settings_set(const struct setting *table, int n, void *to, const char *assignment,
                         struct error *err)
{
    const char *equals = strchr(assignment, '=');
    if (!equals)
        return fail(err, ST_USAGE, "'%s' is not of the form key=value", assignment);
    struct slice name = {assignment, (size_t)(equals - assignment)};
    const struct setting *s = settings_find(table, n, name);
    if (!s)
        return fail(err, ST_USAGE, "unknown setting '%.*s'", (int)name.n, name.s);
    const char *value = equals + 1;
    char *end;
    switch (s->kind) {
    case SETTING_INT:
    case SETTING_REAL: {
        double number = strtod(value, &end);
        if (!*value || *end)
            return fail(err, ST_USAGE, "setting '%s' must be a number, not '%s'", s->name, value);
        return store_number(s, to, number, err);
    }
    case SETTING_BOOL:
        if (strcmp(value, "true") != 0 && strcmp(value, "false") != 0)
            return fail(err, ST_USAGE, "setting '%s' must be true or false", s->name);
        *(bool *)((char *)to + s->offset) = value[0] == 't';
        return ST_OK;
    case SETTING_CHOICE:
    case SETTING_TEXT:
        return store_text(s, to, value, err);
    }
    return ST_OK;
}

static json_t *choice_name(const char *choices, int index)
{
    const char *c = choices;
    for (; index > 0; index--)
        c += strcspn(c, "|") + 1;
    return json_stringn(c, strcspn(c, "|"));
}

json_t *settings_to_json(const struct setting *table, int n, const void *from)
{
    json_t *object = json_object();
    for (int i = 0; i < n; i++) {
        const struct setting *s = &table[i];
        const char *at = (const char *)from + s->offset;
        json_t *value = s->kind == SETTING_INT    ? json_integer(*(const int *)at)
                        : s->kind == SETTING_REAL ? json_real(*(const double *)at)
                        : s->kind == SETTING_BOOL ? json_boolean(*(const bool *)at)
                        : s->kind == SETTING_TEXT ? json_string(at)
                                                  : choice_name(s->choices, *(const int *)at);
        json_object_set_new(object, s->name, value);
    }
    return object;
}
