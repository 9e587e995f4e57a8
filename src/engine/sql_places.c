/* sql_places.c - where in a statement a name or a value stands, by its words alone: good enough to
 * point at, whoever wrote the statement. */
#include "engine/sql_places.h"

#include "engine/engine.h"

#include <ctype.h>
#include <string.h>

static bool is_name_byte(unsigned char c)
{
    return isalnum(c) || c == '_' || c == '$' || c >= 0x80;
}

/* Text in quotation marks, which are doubled inside; returns what follows it. */
static const char *read_quoted(struct arena *arena, const char *at, const char **text)
{
    struct strbuf out = strbuf_in(arena);
    char quote = *at++;
    for (; *at; at++) {
        if (*at == quote && at[1] != quote)
            break;
        if (*at == quote)
            at++;
        strbuf_putc(&out, *at);
    }
    *text = strbuf_text(&out);
    return *at ? at + 1 : at;
}

static const char *read_word(struct arena *arena, const char *at, const char **text)
{
    const char *end = at;
    bool number = isdigit((unsigned char)*at);
    while (is_name_byte((unsigned char)*end) ||
           (number && *end == '.' && isdigit((unsigned char)end[1])))
        end++;
    *text = arena_strndup(arena, at, (size_t)(end - at));
    return end;
}

struct sql_places sql_places_of(struct arena *arena, const char *sql)
{
    struct sql_places out = {0};
    for (const char *at = sql; *at;) {
        struct sql_place p = {.start = (int)(at - sql)};
        const char *end;
        if (*at == '\'' || *at == '"' || *at == '`') {
            p.literal = *at == '\'';
            end = read_quoted(arena, at, &p.text);
        } else if (is_name_byte((unsigned char)*at)) {
            p.literal = isdigit((unsigned char)*at);
            end = read_word(arena, at, &p.text);
        } else {
            at++;
            continue;
        }
        p.end = (int)(end - sql);
        p.dotted = out.n > 0 && at > sql && at[-1] == '.' && out.v[out.n - 1].end == p.start - 1;
        *ARENA_PUSH(arena, out.v, out.n, out.capacity) = p;
        at = end;
    }
    return out;
}

static bool column_fits(const struct sql_places *places, int i, const char *table,
                        const char *column)
{
    const struct sql_place *p = &places->v[i];
    return !p->literal && equal_nocase(p->text, column) &&
           (!table || (p->dotted && equal_nocase(places->v[i - 1].text, table)));
}

/* Takes the place; once all are taken, the first is taken again. */
static const struct sql_place *take(struct sql_places *places, const int *fit, int n)
{
    for (int i = 0; i < n; i++)
        if (!places->v[fit[i]].taken) {
            places->v[fit[i]].taken = true;
            return &places->v[fit[i]];
        }
    return n ? &places->v[fit[0]] : NULL;
}

#define FIT_MAX 64

const struct sql_place *sql_places_column(struct sql_places *places, const char *table,
                                          const char *column)
{
    int fit[FIT_MAX], n = 0;
    for (int i = 0; i < places->n && n < FIT_MAX; i++)
        if (column_fits(places, i, table, column))
            fit[n++] = i;
    bool named = n > 0;
    for (int i = 0; !named && i < places->n && n < FIT_MAX; i++) /* by an alias, or bare */
        if (column_fits(places, i, NULL, column))
            fit[n++] = i;
    return take(places, fit, n);
}

const struct sql_place *sql_places_table(struct sql_places *places, const char *table)
{
    int fit[FIT_MAX], n = 0;
    for (int i = 0; i < places->n && n < FIT_MAX; i++) {
        bool before_column = i + 1 < places->n && places->v[i + 1].dotted;
        if (!places->v[i].literal && !before_column && !places->v[i].dotted &&
            equal_nocase(places->v[i].text, table))
            fit[n++] = i;
    }
    return take(places, fit, n);
}

const struct sql_place *sql_places_value(struct sql_places *places, const char *value)
{
    int fit[FIT_MAX], n = 0;
    for (int i = 0; i < places->n && n < FIT_MAX; i++)
        if (places->v[i].literal && strcmp(places->v[i].text, value) == 0)
            fit[n++] = i;
    return take(places, fit, n);
}

/* ---- statements that differ in their lines only ------------------------------------------------------ */

static const char *skip_blanks(const char *at)
{
    while (isspace((unsigned char)*at))
        at++;
    return at;
}

/* The end of a statement: blanks and semicolons may follow. */
static bool at_end(const char *at)
{
    return at[strspn(at, " \t\r\n\f\v;")] == '\0';
}

bool same_statement(const char *a, const char *b)
{
    char quote = 0;
    a = skip_blanks(a);
    b = skip_blanks(b);
    for (;; a++, b++) {
        if (!quote && (at_end(a) || at_end(b)))
            return at_end(a) && at_end(b);
        if (!quote && isspace((unsigned char)*a) && isspace((unsigned char)*b)) {
            a = skip_blanks(a);
            b = skip_blanks(b);
        }
        if (*a != *b || !*a)
            return *a == *b;
        if (quote ? *a == quote : strchr("'\"`", *a) != NULL)
            quote = quote ? 0 : *a;
    }
}
