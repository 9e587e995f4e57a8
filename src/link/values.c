/* values.c - words of a question against what the database holds.
 *
 * From strong to weak: runs of words that are a stored cell; words that stand for one ("French");
 * capitalised, quoted or unknown words that a cell contains or almost spells; numbers and dates
 * against columns that hold or may hold them.  What a longer match covers is not asked again. */
#include "link/internal.h"

#include <string.h>

#define SPAN_MAX_WORDS 10
#define SPAN_MAX_HAN 20
#define HITS_MAX 48
#define STUMP_MAX_BYTES (size_t)32
#define SIMILAR_ENOUGH 0.85 /* as in MODEL.md 7.3 */

struct seeker {
    struct linker *l;
    struct turn turn;
    const struct word *w;
    bool *covered;      /* [words] part of a stored cell already found */
    bool *named;        /* [words] the whole name of a table or column */
    bool *column_named; /* [columns] the turn speaks of it by name */
};

static int column_item(const struct seeker *s, int column)
{
    return s->l->schema->schema->n_tables + column;
}

/* What names the turn has, once for all look-ups. */
static void note_names(struct seeker *s)
{
    const struct linker *l = s->l;
    int n_tables = l->schema->schema->n_tables;
    for (int i = s->turn.first; i < s->turn.last; i++)
        for (int item = 0; item < l->schema->n_items; item++) {
            enum link_kind kind = link_kind_at(l, i, item);
            s->named[i] |= kind == LINK_EXACT;
            if (item >= n_tables)
                s->column_named[item - n_tables] |=
                    kind == LINK_EXACT || kind == LINK_PARTIAL || kind == LINK_SYNONYM;
        }
}

static void add_value(struct seeker *s, int first, int n, const struct value_hit *hit,
                      enum link_kind kind, double score)
{
    link_add(s->l, first, n, 0, column_item(s, hit->column), kind, hit->cell);
    link_add_cell(s->l, hit->column,
                  (struct link_cell){.cell = hit->cell, .kind = kind, .score = (float)score,
                                     .first_word = first, .n_words = n});
}

static void cover(struct seeker *s, int first, int n)
{
    for (int i = first; i < first + n; i++)
        s->covered[i] = true;
}

/* ---- whole cells ----------------------------------------------------------------------------- */

/* Is a run of words worth looking up?  It must start and end with words, hold one that is no stop
 * word, and not merely be the name of something in the schema. */
static bool is_worth_asking(const struct seeker *s, int first, int n)
{
    const struct word *w = s->w + first;
    bool content = false, special = false, named = true, covered = true;
    if (w[0].folded.n == 0 || w[n - 1].folded.n == 0)
        return false;
    for (int i = 0; i < n; i++) {
        /* "grade A" is a value, "I" never is */
        bool letter = w[i].upper && w[i].folded.n == 1 && w[i].folded.s[0] != 'i';
        content |= w[i].folded.n && (!w[i].stop || letter) && w[i].kind != WORD_HAN;
        special |= w[i].upper || w[i].quoted;
        named = named && (w[i].folded.n == 0 || w[i].stop || s->named[first + i]);
        covered = covered && (s->covered[first + i] || w[i].folded.n == 0);
    }
    bool han = w[0].kind == WORD_HAN && n >= 2;
    if (covered || (!content && !han && !w[0].quoted) || (n == 1 && w[0].kind == WORD_NUMBER))
        return false;
    if (n == 1 && w[0].folded.n == 1 && !special)
        return false;
    return special || !named;
}

static bool is_plural(struct slice a, struct slice b)
{
    if (a.n < b.n) {
        struct slice swap = a;
        a = b;
        b = swap;
    }
    return a.n - b.n <= 2 && a.s[a.n - 1] == 's' && memcmp(a.s, b.s, b.n - 1) == 0;
}

#define FEW_VALUES 12 /* a column of so few values is a list of choices */

static bool has_few_values(const struct seeker *s, int column)
{
    return value_index_column(s->l->index, column).n <= FEW_VALUES;
}

/* A lower-case word is its plural or singular in a cell; other inflections ("rained" for "Rain")
 * are believed only in a list of choices, since "runs" has nothing to do with most a "Running". */
static bool is_good_stem(struct seeker *s, int first, int n, const struct value_hit *hit)
{
    const struct word *w = &s->w[first];
    if (n > 1 || w->upper || w->quoted || has_few_values(s, hit->column))
        return true;
    char *normal = text_normal(s->l->arena, hit->cell.s, hit->cell.n);
    return *normal && is_plural(w->folded, slice_of(normal));
}

static bool seek_cell(struct seeker *s, int first, int n)
{
    struct value_hit hits[HITS_MAX];
    int found = value_index_find(s->l->index, s->w + first, n, VALUE_STEM, 2, hits, HITS_MAX);
    bool any = false;
    for (int i = 0; i < found; i++) {
        if (hits[i].match == VALUE_STEM && !is_good_stem(s, first, n, &hits[i]))
            continue;
        add_value(s, first, n, &hits[i], LINK_VALUE_EXACT,
                  hits[i].match == VALUE_EXACT ? 2 + n : 1.5 + n);
        any = true;
    }
    return any;
}

static void seek_cells(struct seeker *s)
{
    int longest = SPAN_MAX_WORDS;
    for (int i = s->turn.first; i < s->turn.last; i++)
        if (s->w[i].kind == WORD_HAN)
            longest = SPAN_MAX_HAN;
    for (int n = MIN(longest, s->turn.last - s->turn.first); n >= 1; n--)
        for (int i = s->turn.first; i + n <= s->turn.last; i++)
            if (is_worth_asking(s, i, n) && seek_cell(s, i, n))
                cover(s, i, n);
}

/* ---- other spellings ------------------------------------------------------------------------- */

static bool seek_alias(struct seeker *s, int first, int n, const char *alias, size_t length,
                       bool only_choices)
{
    struct words split = words_split(s->l->arena, alias, length);
    struct value_hit hits[HITS_MAX];
    int found = value_index_find(s->l->index, split.v, split.n, VALUE_EXACT, 1, hits, HITS_MAX);
    bool any = false;
    for (int i = 0; i < found; i++) {
        if (only_choices && !has_few_values(s, hits[i].column))
            continue;
        add_value(s, first, n, &hits[i], LINK_VALUE_WORDS, 1.2);
        any = true;
    }
    return any;
}

/* Words, or pairs of words, that stand for others.  "us" does so only in capitals; a letter only
 * in a list of choices. */
static void seek_aliases(struct seeker *s)
{
    char key[64];
    for (int n = 2; n >= 1; n--)
        for (int i = s->turn.first; i + n <= s->turn.last; i++) {
            const struct word *a = &s->w[i], *b = &s->w[i + n - 1];
            if (a->kind != WORD_PLAIN || b->kind != WORD_PLAIN || s->covered[i] ||
                (a->stop && !a->upper))
                continue;
            int length = n == 1 ? snprintf(key, sizeof key, "%.*s", (int)a->folded.n, a->folded.s)
                                : snprintf(key, sizeof key, "%.*s %.*s", (int)a->folded.n,
                                           a->folded.s, (int)b->folded.n, b->folded.s);
            const char *alias;
            bool any = false;
            for (int k = 0; length < (int)sizeof key &&
                            (alias = text_alias(key, (size_t)length, k));
                 k++)
                any |= seek_alias(s, i, n, alias, strlen(alias), strlen(alias) == 1);
            if (any)
                cover(s, i, n);
        }
}

/* A choice that is the beginning of a word: "Prof" for "professors", "Success" for
 * "successful".  Of a very long word only the first letters are tried: each try reads them all. */
static void seek_stumps(struct seeker *s)
{
    for (int i = s->turn.first; i < s->turn.last; i++) {
        const struct word *w = &s->w[i];
        if (w->kind != WORD_PLAIN || w->stop || s->covered[i] || s->named[i])
            continue;
        bool found = false;
        size_t longest = MIN(w->folded.n - 1, STUMP_MAX_BYTES);
        for (size_t n = longest; w->folded.n > 4 && n >= 4 && !found; n--)
            found = seek_alias(s, i, 1, w->folded.s, n, true);
    }
}

/* ---- parts of cells -------------------------------------------------------------------------- */

/* How much like the phrase a cell must be, given how the words stand out in the question. */
static bool is_similar(const struct value_hit *hit, bool quoted, bool upper)
{
    if (hit->match >= VALUE_PREFIX)
        return hit->similarity >= SIMILAR_ENOUGH;
    if (quoted)
        return true;
    return hit->similarity >= (upper ? 0.4 : SIMILAR_ENOUGH);
}

static enum link_kind part_kind(enum value_match match)
{
    return match <= VALUE_CONTAINS ? LINK_VALUE_CONTAINS : LINK_VALUE_WORDS;
}

static bool seek_part(struct seeker *s, int first, int n, bool quoted, bool upper)
{
    struct value_hit hits[HITS_MAX];
    int found = value_index_find(s->l->index, s->w + first, n, VALUE_FUZZY, 2, hits, HITS_MAX);
    bool any = false;
    for (int i = 0; i < found; i++) {
        if (!is_similar(&hits[i], quoted, upper))
            continue;
        add_value(s, first, n, &hits[i], part_kind(hits[i].match), hits[i].similarity);
        any = true;
    }
    return any;
}

/* The run of quoted, or of capitalised, uncovered words from `first` on; 0 when there is none.  A
 * stop word may stand inside a capitalised run ("Bank of America"). */
static int special_run(const struct seeker *s, int first)
{
    bool quoted = s->w[first].quoted;
    int n = 0;
    for (int i = first; i < s->turn.last && n < SPAN_MAX_HAN; i++) {
        const struct word *w = &s->w[i];
        bool inner = w->folded.n == 0 || w->stop || w->kind == WORD_NUMBER;
        if (quoted ? !w->quoted : s->covered[i] || w->quoted || (!w->upper && !inner))
            break;
        if (quoted || w->upper || (w->kind == WORD_NUMBER && i == first + n))
            n = i - first + 1;
    }
    return n;
}

/* Longest special runs first, then, where the run as a whole is nowhere, its words. */
static void seek_parts(struct seeker *s)
{
    for (int i = s->turn.first; i < s->turn.last;) {
        const struct word *w = &s->w[i];
        bool special = (w->quoted || w->upper) && !s->covered[i] && w->folded.n;
        int n = special ? special_run(s, i) : 0;
        if (n > 1 && seek_part(s, i, n, w->quoted, w->upper))
            cover(s, i, n);
        for (int k = i; k < i + MAX(n, 1) && k < s->turn.last; k++) {
            bool plain = s->w[k].kind == WORD_PLAIN && !s->w[k].stop && s->w[k].folded.n > 2;
            if (!plain || s->covered[k] || (s->named[k] && !s->w[k].quoted))
                continue;
            seek_part(s, k, 1, s->w[k].quoted && n == 1, s->w[k].upper || s->w[k].quoted);
        }
        i += MAX(n, 1);
    }
}

/* ---- numbers and dates ----------------------------------------------------------------------- */

static bool is_year(const struct word *w)
{
    return w->kind == WORD_NUMBER && w->value >= 1000 && w->value <= 2100 &&
           w->value == (int)w->value && w->folded.n == 4;
}

/* Columns of a type that could be compared with the number or date. */
static enum link_kind typed_kind(const struct seeker *s, const struct word *w, int column)
{
    const struct column *c = &s->l->schema->schema->columns[column];
    if (c->table < 0 && !c->virtual_now)
        return LINK_NONE;
    if (w->kind == WORD_DATE)
        return c->type == COLUMN_TIME ? LINK_TIME : LINK_NONE;
    if (c->type == COLUMN_TIME || (is_year(w) && strstr(c->label, "year")))
        return is_year(w) ? LINK_TIME : LINK_NONE;
    return c->type == COLUMN_NUMBER ? LINK_NUMBER : LINK_NONE;
}

static bool in_range(const struct seeker *s, const struct word *w, int column)
{
    if (!s->l->index)
        return true;
    struct value_column c = value_index_column(s->l->index, column);
    return !c.numeric || (w->value >= c.low && w->value <= c.high);
}

/* Columns that hold the number itself.  Keys hold every small number, which says nothing. */
static void seek_held(struct seeker *s, int word)
{
    struct value_hit hits[HITS_MAX];
    int found = value_index_find(s->l->index, s->w + word, 1, VALUE_EXACT, 1, hits, HITS_MAX);
    for (int i = 0; i < found; i++) {
        int column = hits[i].column;
        enum link_kind kind = typed_kind(s, &s->w[word], column);
        if (s->l->schema->is_key[column] && !s->column_named[column])
            continue;
        if (kind == LINK_NUMBER) /* a number is copied from the question, not from a cell */
            link_add(s->l, word, 1, 0, column_item(s, column), kind, hits[i].cell);
        else
            add_value(s, word, 1, &hits[i], kind == LINK_NONE ? LINK_VALUE_EXACT : kind, 1);
    }
}

static void seek_numbers(struct seeker *s)
{
    for (int i = s->turn.first; i < s->turn.last; i++) {
        const struct word *w = &s->w[i];
        if ((w->kind != WORD_NUMBER && w->kind != WORD_DATE) || s->covered[i])
            continue;
        if (s->l->index)
            seek_held(s, i);
        for (int c = 0; c < s->l->schema->schema->n_columns; c++) {
            enum link_kind kind = typed_kind(s, w, c);
            /* a year or a date says by itself what it is; of a number only the column can tell */
            if (kind != LINK_NONE && (kind == LINK_TIME || s->column_named[c]) &&
                in_range(s, w, c))
                link_add(s->l, i, 1, 0, column_item(s, c), kind, (struct slice){"", 0});
        }
    }
}

void link_values(struct linker *l, struct turn turn)
{
    struct seeker s = {.l = l, .turn = turn, .w = l->question->words.v,
                       .covered = ARENA_ARRAY(l->arena, bool, l->n_words),
                       .named = ARENA_ARRAY(l->arena, bool, l->n_words),
                       .column_named = ARENA_ARRAY(l->arena, bool, l->schema->schema->n_columns)};
    note_names(&s);
    if (l->index) {
        seek_cells(&s);
        seek_aliases(&s);
        seek_parts(&s);
        seek_stumps(&s);
    }
    seek_numbers(&s);
}
