/* prefixes.c - prefixes of names that run together.
 *
 * Systems of one house begin all their tables alike, and all columns of a table with that and a short form of the
 * table's name; where PostgreSQL folded the capitals nothing shows where one ends: "tcpolicy" has "tcpono" and
 * "tcpobought", and "tchoid" of "tcholder".  Prefixes are told by what is left: words, in several tables.  Then a column
 * is called what follows its table's, and one of another table what that table is called and what follows its: "no",
 * "bought", "holder id". */
#include "ground/internal.h"

#include <ctype.h>
#include <string.h>

#define HOUSE_MIN 2 /* letters of the prefix of all tables */
#define HOUSE_MAX 4
#define HOUSE_TABLES 3 /* that must have it */
#define WORDS_EACH 4   /* times as many as there are words that only happen to begin so */
#define REST_MIN 3     /* letters of a table's name without it */
#define CODE_MAX 8     /* letters of a table's name in its columns */
#define CODE_COLUMNS 2 /* that must have them, and at least */
#define CODE_SHARE 0.6 /* of those with the prefix, */
#define CODE_DROP 0.75 /* and of those that have one letter less of it: further letters are the columns' own */
#define NAME_MAX 64

struct affix {
    char house[HOUSE_MAX + 1]; /* "tc"; empty: none */
    char code[CODE_MAX + 1];   /* "po"; empty: none is known */
    const char *rest;          /* "policy" */
};

/* The name folded, if it is all one piece of letters (and digits at its end). */
static bool is_one_piece(const char *name, char *folded)
{
    size_t n = strlen(name);
    bool lower = false, upper = false;
    if (n >= NAME_MAX)
        return false;
    for (size_t i = 0; i < n; i++) {
        unsigned char c = (unsigned char)name[i];
        if (!isalnum(c) || (isdigit(c) && i < HOUSE_MAX + 1))
            return false;
        lower |= islower(c) != 0;
        upper |= isupper(c) != 0;
        folded[i] = (char)tolower(c);
    }
    folded[n] = '\0';
    return lower != upper;
}

static bool starts_with(const char *s, const char *with)
{
    return strncmp(s, with, strlen(with)) == 0;
}

/* How many tables begin so and go on with words; 0 if there are words among those that begin so. */
static int count_house(struct arena *arena, const struct schema *s, const char *house)
{
    char folded[NAME_MAX];
    int count = 0, words = 0;
    for (int t = 0; t < s->n_tables; t++) {
        if (!is_one_piece(s->tables[t].name, folded) || !starts_with(folded, house))
            continue;
        if (names_are_english(arena, slice_of(folded))) {
            words++;
            continue;
        }
        const char *rest = folded + strlen(house);
        count += strlen(rest) >= REST_MIN && names_are_english(arena, slice_of(rest));
    }
    return count >= HOUSE_TABLES && count >= WORDS_EACH * words ? count : 0;
}

/* The prefix that most tables share with this one, the longest of those. */
static void find_house(struct arena *arena, const struct schema *s, const char *folded, struct affix *a)
{
    int most = 1;
    for (size_t n = HOUSE_MIN; n <= HOUSE_MAX && n + HOUSE_MIN <= strlen(folded); n++) {
        char house[HOUSE_MAX + 1];
        snprintf(house, sizeof house, "%.*s", (int)n, folded);
        bool speaks = map_get(names_list(), house, n, 0) || text_expand_abbreviations(arena, house);
        int count = speaks ? 0 : count_house(arena, s, house);
        if (count >= most) {
            most = count;
            memcpy(a->house, house, sizeof house);
            a->rest = arena_strdup(arena, folded + n);
        }
    }
}

/* How many columns of the table begin so and go on, in the names' own case or folded. */
static int count_columns(const struct schema *s, int table, const char *start)
{
    char folded[NAME_MAX];
    int count = 0;
    for (int c = 1; c < s->n_columns; c++)
        count += s->columns[c].table == table && is_one_piece(s->columns[c].name, folded) &&
                 starts_with(folded, start) && folded[strlen(start)];
    return count;
}

/* What most columns of the table have between the prefix and their own name, the longest; it begins as the table's
 * name does. */
static void find_code(const struct schema *s, int table, struct affix *a)
{
    char start[HOUSE_MAX + CODE_MAX + 1], folded[NAME_MAX];
    size_t house = strlen(a->house);
    double least = MAX(CODE_COLUMNS, CODE_SHARE * count_columns(s, table, a->house));
    for (int c = 1; c < s->n_columns; c++) {
        if (s->columns[c].table != table || !is_one_piece(s->columns[c].name, folded) ||
            !starts_with(folded, a->house) || folded[house] != a->rest[0])
            continue;
        int before = 0;
        for (size_t n = 1; n <= CODE_MAX && house + n < strlen(folded); n++) {
            snprintf(start, sizeof start, "%.*s", (int)(house + n), folded);
            int count = count_columns(s, table, start);
            if (count < least || count < CODE_DROP * before)
                break;
            before = count;
            if (n > strlen(a->code))
                snprintf(a->code, sizeof a->code, "%.*s", (int)n, start + house);
        }
    }
}

/* The other table whose code the name goes on with, the longest; what follows must be what keys are called or, where
 * nothing else tells, words. */
static const struct affix *find_other(struct arena *arena, const struct affix *affixes, int n_tables,
                                      const struct affix *own, const char *name, bool words)
{
    const struct affix *best = NULL;
    for (int t = 0; t < n_tables; t++) {
        const struct affix *a = &affixes[t];
        size_t n = strlen(a->code);
        if (a == own || n == 0 || strcmp(a->house, own->house) != 0 || !starts_with(name, a->code) ||
            !(names_is_tail(slice_of(name + n)) || (words && names_are_english(arena, slice_of(name + n)))))
            continue;
        if (!best || n > strlen(best->code))
            best = a;
    }
    return best;
}

/* The column's name without what stands for its table, or with another table's name where it has that one's. */
static const char *read_column(struct arena *arena, const struct affix *affixes, int n_tables, int table,
                               const char *name)
{
    const struct affix *own = &affixes[table], *other;
    char folded[NAME_MAX];
    if (!own->rest || !is_one_piece(name, folded) || !starts_with(folded, own->house))
        return name;
    const char *rest = folded + strlen(own->house);
    size_t code = strlen(own->code);
    bool has = code && starts_with(rest, own->code) && rest[code];
    if ((other = find_other(arena, affixes, n_tables, own, rest, code == 0)) && (!has || strlen(other->code) > code))
        return arena_printf(arena, "%s_%s", other->rest, rest + strlen(other->code));
    if (!has)
        return arena_strdup(arena, rest);
    if ((other = find_other(arena, affixes, n_tables, own, rest + code, false)))
        return arena_printf(arena, "%s_%s", other->rest, rest + code + strlen(other->code));
    return arena_strdup(arena, rest + code);
}

const char **prefixes_read(struct arena *arena, const struct schema *s, const struct abroad *abroad)
{
    struct affix *affixes = ARENA_ARRAY(arena, struct affix, s->n_tables);
    const char **names = ARENA_ARRAY(arena, const char *, s->n_tables + s->n_columns);
    char folded[NAME_MAX];
    for (int t = 0; t < s->n_tables; t++) {
        if (!abroad_is(abroad, t) && is_one_piece(s->tables[t].name, folded) &&
            !names_are_english(arena, slice_of(folded)))
            find_house(arena, s, folded, &affixes[t]);
        if (affixes[t].rest)
            find_code(s, t, &affixes[t]);
        names[t] = affixes[t].rest ? affixes[t].rest : s->tables[t].name;
    }
    for (int c = 0; c < s->n_columns; c++) {
        int table = s->columns[c].table;
        names[s->n_tables + c] = table < 0 ? s->columns[c].name
                                           : read_column(arena, affixes, s->n_tables, table, s->columns[c].name);
    }
    return names;
}
