/* comments.c - comments in a CREATE TABLE statement, which SQLite keeps word for word.
 *
 * SQLite has no COMMENT clause, so people write
 *     CREATE TABLE t ( -- what the table holds
 *         a INT,  -- what a means
 *         -- what b means
 *         b TEXT
 *     );
 * A comment belongs to the column whose definition started on the same line before it, else to
 * the next definition; before the first definition starts, on the opening line, to the table. */
#include "db/internal.h"

#include <ctype.h>
#include <string.h>

struct scanner {
    struct arena *arena;
    struct schema *schema;
    int table;
    const char *s;
    int depth;           /* of parentheses */
    bool expect_name;    /* a column definition starts here */
    int column;          /* of the definition last started, -1 */
    int column_line;     /* the line it started on */
    int line, open_line; /* the line now, and that of the opening parenthesis */
    const char *pending; /* a comment waiting for the next column */
};

static void add_comment(struct arena *arena, const char **to, const char *text)
{
    *to = *to ? arena_printf(arena, "%s %s", *to, text) : text;
}

static void place_comment(struct scanner *c, const char *text, size_t n, int line)
{
    while (n && (isspace((unsigned char)*text) || *text == '-' || *text == '*'))
        text++, n--;
    while (n && (isspace((unsigned char)text[n - 1]) || text[n - 1] == '*'))
        n--;
    if (n == 0 || n > 1000 || !utf8_valid(text, n))
        return;
    const char *copy = arena_strndup(c->arena, text, n);
    if (c->depth == 0 || (c->column < 0 && line == c->open_line))
        add_comment(c->arena, &c->schema->tables[c->table].comment, copy);
    else if (c->column >= 0 && line == c->column_line)
        add_comment(c->arena, &c->schema->columns[c->column].comment, copy);
    else
        add_comment(c->arena, &c->pending, copy);
}

static bool scan_comment(struct scanner *c)
{
    bool line_comment = c->s[0] == '-' && c->s[1] == '-';
    if (!line_comment && !(c->s[0] == '/' && c->s[1] == '*'))
        return false;
    const char *start = c->s + 2;
    const char *end = line_comment ? strchr(start, '\n') : strstr(start, "*/");
    size_t n = end ? (size_t)(end - start) : strlen(start);
    place_comment(c, start, n, c->line);
    for (size_t i = 0; i < n; i++)
        c->line += start[i] == '\n';
    c->s = start + n + (end && !line_comment ? 2 : 0);
    return true;
}

/* A quoted or bare name or literal; gives its text without quotes. */
static bool scan_name(struct scanner *c, char *name, size_t cap)
{
    char open = *c->s, close = open == '[' ? ']' : open;
    size_t n = 0;
    if (open == '"' || open == '`' || open == '[' || open == '\'') {
        const char *s = c->s + 1;
        for (; *s; s++) {
            if (*s == close && (open == '[' || s[1] != close))
                break;
            s += *s == close; /* doubled */
            c->line += *s == '\n';
            if (n + 1 < cap)
                name[n++] = *s;
        }
        c->s = *s ? s + 1 : s;
    } else if (isalnum((unsigned char)open) || open == '_' || (unsigned char)open >= 0x80) {
        for (; isalnum((unsigned char)*c->s) || *c->s == '_' || *c->s == '$' ||
               (unsigned char)*c->s >= 0x80;
             c->s++)
            if (n + 1 < cap)
                name[n++] = *c->s;
    } else {
        return false;
    }
    name[n] = '\0';
    return true;
}

static void start_definition(struct scanner *c, const char *name)
{
    c->expect_name = false;
    c->column = schema_find_column(c->schema, c->table, slice_of(name));
    c->column_line = c->line;
    if (c->column >= 0 && c->pending)
        add_comment(c->arena, &c->schema->columns[c->column].comment, c->pending);
    c->pending = NULL;
}

void db_read_comments(struct arena *arena, const char *create, struct schema *schema, int table)
{
    struct scanner c = {.arena = arena, .schema = schema, .table = table, .s = create,
                        .column = -1, .column_line = -1, .open_line = -1};
    char name[256];
    while (*c.s) {
        if (scan_comment(&c))
            continue;
        if (scan_name(&c, name, sizeof name)) {
            if (c.expect_name)
                start_definition(&c, name);
            continue;
        }
        c.line += *c.s == '\n';
        if (*c.s == '(' && c.depth++ == 0) {
            c.expect_name = true;
            c.open_line = c.line;
        }
        c.depth -= *c.s == ')';
        c.expect_name |= *c.s == ',' && c.depth == 1;
        c.s++;
    }
}
