/* complete.c - names and stored values that start with what a person has typed. */
#include "engine/internal.h"

#include <string.h>
#include <strings.h>

#define MAX_SCANNED 2000000 /* stored values looked at: a key press must not take long */
#define MAX_VALUE 80        /* bytes of a value worth completing */

struct completing {
    struct arena *arena;
    const char *prefix;
    size_t n_prefix;
    const char **found;
    int n, max;
    struct map seen;
};

static void offer(struct completing *c, const char *s, size_t n)
{
    if (c->n == c->max || n < c->n_prefix || strncasecmp(s, c->prefix, c->n_prefix) != 0)
        return;
    if (map_put(&c->seen, s, n, c->n) == c->n && c->seen.count == c->n + 1)
        c->found[c->n++] = arena_strndup(c->arena, s, n);
}

static bool is_plain(struct slice cell)
{
    for (size_t i = 0; i < cell.n; i++)
        if ((unsigned char)cell.s[i] < 0x20)
            return false;
    return cell.n > 0 && cell.n <= MAX_VALUE && utf8_valid(cell.s, cell.n);
}

int database_complete(struct arena *arena, const struct astormer_database *database,
                      const char *prefix, int max, const char ***out)
{
    const struct schema *schema = database_schema(database);
    const struct value_index *index = database_values(database);
    struct completing c = {.arena = arena, .prefix = prefix, .n_prefix = strlen(prefix),
                           .found = ARENA_ARRAY(arena, const char *, max), .max = max,
                           .seen = map_in(arena)};
    for (int i = 0; i < schema->n_tables; i++)
        offer(&c, schema->tables[i].name, strlen(schema->tables[i].name));
    for (int i = 1; i < schema->n_columns; i++)
        offer(&c, schema->columns[i].name, strlen(schema->columns[i].name));
    long scanned = 0;
    for (int i = 1; index && c.n_prefix > 0 && i < schema->n_columns; i++) {
        struct value_column column = value_index_column(index, i);
        if (column.numeric)
            continue;
        for (long e = column.first; e < column.first + column.n && scanned < MAX_SCANNED; e++) {
            struct slice cell = value_index_cell(index, e);
            scanned++;
            if (is_plain(cell))
                offer(&c, cell.s, cell.n);
        }
    }
    *out = c.found;
    return c.n;
}
