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
#define COLUMNS_LOOKED_AT 48 /* of a table, for what they begin with */
#define NAME_MOST 63 /* bytes of a name that may be one */

struct affix {
    char house[HOUSE_MAX + 1]; /* "tc"; empty: none */
    char code[CODE_MAX + 1];   /* "po"; empty: none is known */
    const char *rest;          /* "policy" */
};

struct prefixing {
    struct arena *arena;
    const struct schema *schema;
    struct folded {
        const char *name;                      /* folded; NULL if it is not one piece of letters */
        bool word;                             /* or words */
        bool words_after[HOUSE_MAX + 1];       /* so many letters */
        const char *columns[COLUMNS_LOOKED_AT]; /* folded, those in one piece */
        int n_columns;
    } *tables;
    struct affix *affixes; /* [tables] */
};

/* The name folded, if it is all one piece of letters (and digits at its end). */
static const char *one_piece(struct arena *arena, const char *name)
{
    size_t n = strlen(name);
    bool lower = false, upper = false;
    for (size_t i = 0; i < n; i++) {
        unsigned char c = (unsigned char)name[i];
        if (!isalnum(c) || (isdigit(c) && i < HOUSE_MAX + 1))
            return NULL;
        lower |= islower(c) != 0;
        upper |= isupper(c) != 0;
    }
    if (n > NAME_MOST || lower == upper)
        return NULL;
    char *folded = arena_strdup(arena, name);
    for (size_t i = 0; i < n; i++)
        folded[i] = (char)tolower((unsigned char)folded[i]);
    return folded;
}

static void fold_names(struct prefixing *p, const struct abroad *abroad)
{
    const struct schema *s = p->schema;
    p->tables = ARENA_ARRAY(p->arena, struct folded, s->n_tables);
    for (int t = 0; t < s->n_tables; t++) {
        struct folded *f = &p->tables[t];
        f->name = abroad_is(abroad, t) ? NULL : one_piece(p->arena, s->tables[t].name);
        f->word = f->name && names_are_english(p->arena, slice_of(f->name));
        for (size_t n = HOUSE_MIN; f->name && !f->word && n <= HOUSE_MAX && n + REST_MIN <= strlen(f->name); n++)
            f->words_after[n] = names_are_english(p->arena, slice_of(f->name + n));
    }
    for (int c = 1; c < s->n_columns; c++) {
        struct folded *f = s->columns[c].table >= 0 ? &p->tables[s->columns[c].table] : NULL;
        if (!f || !f->name || f->word || f->n_columns == COLUMNS_LOOKED_AT)
            continue;
        f->columns[f->n_columns] = one_piece(p->arena, s->columns[c].name);
        f->n_columns += f->columns[f->n_columns] != NULL;
    }
}

static bool starts_with(const char *s, const char *with)
{
    return strncmp(s, with, strlen(with)) == 0;
}

/* How many tables begin so and go on with words; 0 if they are few, or for every WORDS_EACH of them there is more than
 * one table whose whole name is a word and begins so by chance. */
static int count_house(const struct prefixing *p, const char *house)
{
    int count = 0, words = 0;
    for (int t = 0; t < p->schema->n_tables; t++) {
        const struct folded *f = &p->tables[t];
        if (!f->name || !starts_with(f->name, house))
            continue;
        words += f->word;
        count += f->words_after[strlen(house)];
    }
    return count >= HOUSE_TABLES && count >= WORDS_EACH * words ? count : 0;
}

/* The prefix that most tables share with this one, the longest of those. */
static void find_house(struct prefixing *p, const char *name, struct affix *a)
{
    int most = 1;
    for (size_t n = HOUSE_MIN; n <= HOUSE_MAX && n + HOUSE_MIN <= strlen(name); n++) {
        char house[HOUSE_MAX + 1];
        snprintf(house, sizeof house, "%.*s", (int)n, name);
        bool speaks = map_get(names_list(), house, n, 0) || text_expand_abbreviations(p->arena, house);
        int count = speaks ? 0 : count_house(p, house);
        if (count >= most) {
            most = count;
            memcpy(a->house, house, sizeof house);
            a->rest = name + n;
        }
    }
}

/* How many columns of the table begin so and go on. */
static int count_columns(const struct folded *f, const char *start)
{
    int count = 0;
    for (int c = 0; c < f->n_columns; c++)
        count += starts_with(f->columns[c], start) && f->columns[c][strlen(start)];
    return count;
}

/* What most columns of the table have between the prefix and their own name, the longest; it begins as the table's
 * name does. */
static void find_code(const struct folded *f, struct affix *a)
{
    char start[HOUSE_MAX + CODE_MAX + 1];
    size_t house = strlen(a->house);
    double least = MAX(CODE_COLUMNS, CODE_SHARE * count_columns(f, a->house));
    for (int c = 0; c < f->n_columns; c++) {
        const char *column = f->columns[c];
        if (!starts_with(column, a->house) || column[house] != a->rest[0])
            continue;
        int before = 0;
        for (size_t n = 1; n <= CODE_MAX && house + n < strlen(column); n++) {
            snprintf(start, sizeof start, "%.*s", (int)(house + n), column);
            int count = count_columns(f, start);
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
static const struct affix *find_other(const struct prefixing *p, const struct affix *own, const char *name, bool words)
{
    const struct affix *best = NULL;
    for (int t = 0; t < p->schema->n_tables; t++) {
        const struct affix *a = &p->affixes[t];
        size_t n = strlen(a->code);
        if (a == own || n == 0 || strcmp(a->house, own->house) != 0 || !starts_with(name, a->code) ||
            (best && n <= strlen(best->code)))
            continue;
        if (names_is_tail(slice_of(name + n)) || (words && names_are_english(p->arena, slice_of(name + n))))
            best = a;
    }
    return best;
}

/* The column's name without what stands for its table, or with another table's name where it has that one's. */
static const char *read_column(const struct prefixing *p, int table, const char *name)
{
    const struct affix *own = &p->affixes[table], *other;
    const char *folded = own->rest ? one_piece(p->arena, name) : NULL;
    if (!folded || !starts_with(folded, own->house) || !folded[strlen(own->house)])
        return name;
    const char *rest = folded + strlen(own->house);
    size_t code = strlen(own->code);
    bool has = code && starts_with(rest, own->code) && rest[code];
    if ((other = find_other(p, own, rest, code == 0)) && (!has || strlen(other->code) > code))
        return arena_printf(p->arena, "%s_%s", other->rest, rest + strlen(other->code));
    if (!has)
        return rest;
    if ((other = find_other(p, own, rest + code, false)))
        return arena_printf(p->arena, "%s_%s", other->rest, rest + code + strlen(other->code));
    return rest + code;
}

const char **prefixes_read(struct arena *arena, const struct schema *s, const struct abroad *abroad)
{
    struct prefixing p = {.arena = arena, .schema = s, .affixes = ARENA_ARRAY(arena, struct affix, s->n_tables)};
    const char **names = ARENA_ARRAY(arena, const char *, s->n_tables + s->n_columns);
    fold_names(&p, abroad);
    for (int t = 0; t < s->n_tables; t++) {
        struct affix *a = &p.affixes[t];
        if (p.tables[t].name && !p.tables[t].word)
            find_house(&p, p.tables[t].name, a);
        if (a->rest)
            find_code(&p.tables[t], a);
        names[t] = a->rest ? a->rest : s->tables[t].name;
    }
    for (int c = 0; c < s->n_columns; c++) {
        int table = s->columns[c].table;
        names[s->n_tables + c] = table < 0 ? s->columns[c].name : read_column(&p, table, s->columns[c].name);
    }
    return names;
}
