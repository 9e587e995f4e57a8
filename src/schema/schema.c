/* schema.c - look-ups, labels and key repair. */
#include "schema/schema.h"

#include <ctype.h>
#include <string.h>

static const char *const type_names[N_COLUMN_TYPES] = {"text", "number", "time", "boolean",
                                                       "others"};

const char *column_type_name(enum column_type type)
{
    return type_names[type];
}

enum column_type column_type_parse(const char *name)
{
    for (int i = 0; i < N_COLUMN_TYPES; i++)
        if (equal_nocase(name, type_names[i]))
            return (enum column_type)i;
    return equal_nocase(name, "bool") ? COLUMN_BOOLEAN : COLUMN_OTHERS;
}

/* PostgreSQL has names that differ in case only: the exact spelling goes first. */
int schema_find_table(const struct schema *schema, struct slice name)
{
    int found = -1;
    for (int i = 0; i < schema->n_tables; i++) {
        if (slice_equal(name, schema->tables[i].name))
            return i;
        if (found < 0 && slice_equal_nocase(name, schema->tables[i].name))
            found = i;
    }
    return found;
}

int schema_find_column(const struct schema *schema, int table, struct slice name)
{
    int found = -1;
    for (int i = 0; i < schema->n_columns; i++) {
        if (schema->columns[i].table != table)
            continue;
        if (slice_equal(name, schema->columns[i].name))
            return i;
        if (found < 0 && slice_equal_nocase(name, schema->columns[i].name))
            found = i;
    }
    return found;
}

bool schema_joins(const struct schema *schema, int column_a, int column_b)
{
    for (int i = 0; i < schema->n_foreign_keys; i++) {
        struct foreign_key k = schema->foreign_keys[i];
        if ((k.from == column_a && k.to == column_b) || (k.from == column_b && k.to == column_a))
            return true;
    }
    return false;
}

/* Where a new word starts inside an identifier: fooBar, HTTPServer (before S), foo2, 2foo. */
static bool word_starts(const char *s, size_t i)
{
    unsigned char before = (unsigned char)s[i - 1], here = (unsigned char)s[i];
    if (!isalnum(before) || !isalnum(here))
        return false;
    if (isdigit(before) != isdigit(here))
        return true;
    if (islower(before) && isupper(here))
        return true;
    return isupper(before) && isupper(here) && islower((unsigned char)s[i + 1]);
}

char *schema_label(struct arena *arena, const char *identifier)
{
    struct strbuf out = strbuf_in(arena);
    for (size_t i = 0; identifier[i]; i++) {
        unsigned char c = (unsigned char)identifier[i];
        bool separator = c < 0x80 && !isalnum(c) && c != '%' && c != '*';
        if (separator || (i > 0 && word_starts(identifier, i))) {
            if (out.n > 0 && out.s[out.n - 1] != ' ')
                strbuf_putc(&out, ' ');
        }
        if (!separator)
            strbuf_putc(&out, (char)(c < 0x80 ? tolower(c) : c));
    }
    if (out.n > 0 && out.s[out.n - 1] == ' ')
        out.s[--out.n] = '\0';
    return out.n > 0 ? out.s : arena_strdup(arena, identifier);
}

/* ---- key repair ------------------------------------------------------------------------- */

static bool table_has_primary(const struct schema *schema, int table)
{
    for (int i = 0; i < schema->n_columns; i++)
        if (schema->columns[i].table == table && schema->columns[i].primary)
            return true;
    return false;
}

static int find_key(const struct schema *schema, int from, int to)
{
    for (int i = 0; i < schema->n_foreign_keys; i++)
        if (schema->foreign_keys[i].from == from && schema->foreign_keys[i].to == to)
            return i;
    return -1;
}

/* Does column p take part in some key, and is q's table already tied to p by one? */
static void key_use(const struct schema *schema, int p, int q, bool *used, bool *tied)
{
    *used = *tied = false;
    int q_table = schema->columns[q].table;
    for (int i = 0; i < schema->n_foreign_keys; i++) {
        struct foreign_key k = schema->foreign_keys[i];
        if (k.from != p && k.to != p)
            continue;
        *used = true;
        int other = k.from == p ? k.to : k.from;
        *tied |= schema->columns[other].table == q_table;
    }
}

static bool too_common_to_join(const char *name)
{
    return equal_nocase(name, "name") || equal_nocase(name, "id") || equal_nocase(name, "code");
}

static void repair_pair(struct arena *arena, struct schema *schema, int p, int q, int *capacity)
{
    int forward = find_key(schema, q, p), backward = find_key(schema, p, q);
    if (backward >= 0 && forward < 0) {
        schema->foreign_keys[backward] = (struct foreign_key){q, p};
        return;
    }
    bool used, tied;
    key_use(schema, p, q, &used, &tied);
    if (forward < 0 && used && !tied)
        *ARENA_PUSH(arena, schema->foreign_keys, schema->n_foreign_keys, *capacity) =
            (struct foreign_key){q, p};
}

void schema_repair_keys(struct arena *arena, struct schema *schema)
{
    if (schema->n_columns > 101)
        return; /* as the authors: the largest schemas are left alone */
    for (int i = 0; i < schema->n_foreign_keys; i++) {
        struct column *target = &schema->columns[schema->foreign_keys[i].to];
        if (target->table >= 0 && !table_has_primary(schema, target->table))
            target->primary = true;
    }
    int capacity = schema->n_foreign_keys; /* the file's list is copied on the first addition */
    for (int a = 1; a < schema->n_columns; a++) {
        for (int b = a + 1; b < schema->n_columns; b++) {
            const struct column *x = &schema->columns[a], *y = &schema->columns[b];
            if (x->table < 0 || y->table < 0 || x->table == y->table ||
                x->primary == y->primary || !equal_nocase(x->name, y->name) ||
                too_common_to_join(x->name))
                continue;
            repair_pair(arena, schema, x->primary ? a : b, x->primary ? b : a, &capacity);
        }
    }
}

enum time_storage schema_guess_time_storage(const struct column *column, enum sql_dialect dialect)
{
    const char *type = column->decl_type ? column->decl_type : "";
    bool moment = strncasecmp(type, "datetime", 8) == 0 || strncasecmp(type, "timestamp", 9) == 0;
    bool day = !moment && strncasecmp(type, "date", 4) == 0;
    if (dialect == SQL_POSTGRES && (moment || day))
        return TIME_NATIVE; /* whatever its values look like when they are read as text */
    if (column->time != TIME_UNKNOWN)
        return column->time;
    return day ? TIME_DATE : moment ? TIME_DATETIME : TIME_UNKNOWN;
}
