/* names.c - names of tables and columns read as people read them.
 *
 * Identifiers come apart at underscores and capitals (schema_label).  What is left runs together
 * where somebody folded it to lower case, as PostgreSQL does: "slscustcountry".  Such a piece is
 * cut into the words it most likely consists of: those of the schema's other names, those of
 * words.def, and common abbreviations, by the cheapest path through it (rare words cost more,
 * letters that belong to no word most).  A prefix that all columns of a table share says nothing
 * and is left out, unless it is a word; then abbreviations are spelt out. */
#include "ground/internal.h"

#include <ctype.h>
#include <math.h>
#include <pthread.h>
#include <string.h>

#define PIECE_MAX 64   /* bytes of a piece that is cut up */
#define WORD_MAX 20
#define UNKNOWN_COST 9.0 /* of a run of letters that is no word, and */
#define LETTER_COST 2.5  /* for each of its letters */
#define OWN_COST 4.0     /* of a word of the schema's other names */
#define BRIEF_COST 7.5   /* of an abbreviation */

static const char word_text[] =
#include "ground/words.def"
    ;
static const char more_text[] =
#include "ground/more_words.def"
    ;

static const char common_text[] =
#include "ground/common_words.def"
    ;

/* Two letters and less are words of a name only if they are here: anything else would fit
 * everywhere. */
static const char *const short_words[] = {
    "id", "no", "cd", "dt", "nr", "by", "at", "on", "to", "of", "in", "is", "ts", "kg", "km",
    "ct", "pc", "tz", "cm", "mm", "px", "mg", "ml", "ha", "gb",
};
/* Abbreviations that are cut off but not spelt out, beside those of text/. */
static const char *const briefs[] = {
    "cust", "sls", "inv", "amt", "qty", "addr", "dept", "emp", "num", "nbr", "desc", "descr",
    "stat", "cat", "prod", "ord", "pmt", "pay", "acct", "bal", "curr", "ctry", "org", "mgr",
    "usr", "tel", "fax", "zip", "lat", "lon", "lng", "min", "max", "avg", "pct", "tot", "cnt",
    "seq", "ref", "src", "dst", "msg", "img", "url", "uri", "iso", "vat", "tax", "sku", "dob",
    "ssn", "abbr", "config", "prio", "sev", "lvl", "grp", "typ", "val", "pos", "loc", "dist",
    "temp", "hum", "vol", "wgt", "hgt", "len", "wid", "dim", "spec", "ver", "rev", "exp", "eff",
    "orig", "prev", "req", "resp", "auth", "sess", "conf", "info", "attr", "param", "prop",
    "elem", "fk", "pk", "txn", "trx", "gross", "net", "ccy", "fx", "yr", "mth", "wk", "hr",
    "sec", "msec", "ms", "flg", "ind", "yn", "tbl", "vw", "crm", "erp", "hub", "eur", "usd",
    "chf", "gbp", "lbs", "fname", "lname", "mname", "bday", "supp", "vend", "cont", "pers",
    "mem", "stud", "crs", "sched", "appt", "dep", "arr", "flt", "pax", "veh", "mot", "eng",
    "fuel", "stn", "rte", "trk", "rec", "chk",
};

static struct {
    struct arena arena;
    struct map words; /* word -> its rank + 1 */
} list;

#define SHORT_RANK 20
#define MORE_RANK 900
#define COMMON_RANK 2500
#define BRIEF_RANK 1200

static void take_words(const char *text, int rank, int step)
{
    for (const char *s = text; *s; rank += step) {
        size_t n = strcspn(s, " ");
        if (n >= 3)
            map_put(&list.words, s, n, rank);
        s += n + (s[n] == ' ');
    }
}

static void prepare(void)
{
    list.words = map_in(&list.arena);
    for (int i = 0; i < COUNT_OF(short_words); i++)
        map_put(&list.words, short_words[i], strlen(short_words[i]), SHORT_RANK);
    take_words(word_text, 1, 1);
    take_words(more_text, MORE_RANK, 0);
    take_words(common_text, COMMON_RANK, 0);
    for (int i = 0; i < COUNT_OF(briefs); i++)
        map_put(&list.words, briefs[i], strlen(briefs[i]), BRIEF_RANK);
}

/* ---- pieces that run together ---------------------------------------------------------------- */

static bool is_word(const struct map *own, const char *s, size_t n)
{
    return map_get(&list.words, s, n, 0) || (own && map_get(own, s, n, 0));
}

/* An abbreviation that is spelt out otherwise than by cutting it ("firstname"). */
static bool is_brief(struct arena *arena, const char *s, size_t n)
{
    char brief[WORD_MAX + 1];
    snprintf(brief, sizeof brief, "%.*s", (int)n, s);
    const char *meaning = text_expand_abbreviations(arena, brief);
    for (const char *c = brief; meaning && *meaning; meaning++)
        if (*meaning != ' ' && *c++ != *meaning)
            return true;
    return false;
}

/* The rank of the word that this is an ending of: "guarded", "listings"; 0 if there is none. */
static int rank_of_stem(const char *s, size_t n)
{
    static const char *const endings[] = {"s", "es", "ed", "er", "ers", "ing", "ings", "or", "ors"};
    for (int i = 0; i < COUNT_OF(endings); i++) {
        size_t k = strlen(endings[i]);
        bool has = n >= k + (k > 1 ? 4 : 3) && memcmp(s + n - k, endings[i], k) == 0;
        int rank = has ? map_get(&list.words, s, n - k, 0) : 0;
        if (rank && (rank != BRIEF_RANK || k == 1))
            return rank;
    }
    return 0;
}

static double word_cost(struct arena *arena, const struct map *own, const char *s, size_t n,
                        bool last)
{
    int rank = map_get(&list.words, s, n, 0);
    double cost = UNKNOWN_COST + LETTER_COST * (double)n;
    if (rank)
        cost = 2 + log((double)rank) * 0.7;
    else if ((rank = rank_of_stem(s, n)))
        cost = 2.5 + log((double)rank) * 0.7;
    if (own && n >= 3 && map_get(own, s, n, 0))
        cost = MIN(cost, OWN_COST);
    if (cost > BRIEF_COST && n >= 3 && is_brief(arena, s, n))
        cost = BRIEF_COST;
    /* short words fit everywhere but at the end, so they must not be had for nothing */
    return cost + (last ? 0 : n <= 2 ? 3.5 : n == 3 ? 1 : 0);
}

/* What so many names end in that the letters before it need not be a word: "declarantid". */
bool names_is_tail(struct slice end)
{
    static const char *const tails[] = {"id",   "no",   "cd",    "dt",     "nr",    "ts",   "by",
                                        "kg",   "code", "name",  "date",   "text",  "type", "flag",
                                        "user", "log",  "level", "number", "count", "value"};
    for (int i = 0; i < COUNT_OF(tails); i++)
        if (slice_equal(end, tails[i]))
            return true;
    return false;
}

/* A cut through a word that nobody listed leaves a stump: "occasi on", "period e".  What belongs to
 * no word must be long enough to be one, and less than what does. */
static bool leaves_stump(struct arena *arena, const struct map *own, const char *piece, size_t n,
                         const int *from)
{
    size_t unknown = 0;
    if (names_is_tail((struct slice){piece + from[n], n - (size_t)from[n]}))
        return false;
    for (size_t end = n; end > 0; end = (size_t)from[end]) {
        size_t length = end - (size_t)from[end];
        bool word = word_cost(arena, own, piece + from[end], length, true) < UNKNOWN_COST;
        if (!word && length < 3)
            return true;
        unknown += word ? 0 : length;
    }
    return 2 * unknown > n;
}

/* The piece with spaces between its words.  Letters only; anything else comes back as it is. */
static const char *cut_piece(struct arena *arena, const struct map *own, const char *piece,
                             size_t n)
{
    double best[PIECE_MAX + 1];
    int from[PIECE_MAX + 1];
    if (n < 5 || n > PIECE_MAX || is_word(own, piece, n))
        return arena_strndup(arena, piece, n);
    for (size_t i = 0; i < n; i++)
        if (piece[i] < 'a' || piece[i] > 'z')
            return arena_strndup(arena, piece, n);
    best[0] = 0;
    for (size_t end = 1; end <= n; end++) {
        best[end] = INFINITY;
        for (size_t length = 1; length <= MIN(end, (size_t)WORD_MAX); length++) {
            double cost = best[end - length] +
                          word_cost(arena, own, piece + end - length, length, end == n);
            if (cost < best[end]) {
                best[end] = cost;
                from[end] = (int)(end - length);
            }
        }
    }
    if (leaves_stump(arena, own, piece, n, from))
        return arena_strndup(arena, piece, n);
    char out[2 * PIECE_MAX + 1];
    size_t at = sizeof out - 1;
    out[at] = '\0';
    for (size_t end = n; end > 0; end = (size_t)from[end]) {
        size_t length = end - (size_t)from[end];
        if (end < n)
            out[--at] = ' ';
        at -= length;
        memcpy(out + at, piece + from[end], length);
    }
    return arena_strdup(arena, out + at);
}

static void prepare_once(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, prepare);
}

const struct map *names_list(void)
{
    prepare_once();
    return &list.words;
}

bool names_is_english(struct slice word)
{
    prepare_once();
    int rank = map_get(&list.words, word.s, word.n, 0);
    if (!rank)
        rank = rank_of_stem(word.s, word.n);
    return rank && rank != BRIEF_RANK;
}

bool names_are_english(struct arena *arena, struct slice word)
{
    prepare_once();
    if (names_is_english(word))
        return true;
    const char *cut = cut_piece(arena, NULL, word.s, word.n);
    if (!strchr(cut, ' '))
        return false;
    for (const char *s = cut; *s;) {
        size_t n = strcspn(s, " ");
        if (!map_get(&list.words, s, n, 0) && !rank_of_stem(s, n))
            return false;
        s += n + (s[n] == ' ');
    }
    return true;
}

const char *ground_split_name(struct arena *arena, const struct map *own, const char *identifier)
{
    prepare_once();
    const char *label = schema_label(arena, identifier);
    struct strbuf out = strbuf_in(arena);
    for (const char *s = label; *s;) {
        size_t n = strcspn(s, " ");
        if (out.n)
            strbuf_putc(&out, ' ');
        strbuf_puts(&out, cut_piece(arena, own, s, n));
        s += n + (s[n] == ' ');
    }
    return strbuf_text(&out);
}

/* ---- a schema -------------------------------------------------------------------------------- */

/* Words that identifiers with separators show, and names that cannot be cut: they cut others. */
static void learn_words(struct map *own, const char *identifier)
{
    struct arena *arena = own->arena;
    const char *label = schema_label(arena, identifier);
    bool parts = strchr(label, ' ') != NULL;
    for (const char *s = label; *s;) {
        size_t n = strcspn(s, " ");
        bool whole = n <= 8 ? !strchr(cut_piece(arena, NULL, s, n), ' ') : names_is_english((struct slice){s, n});
        if (n >= 3 && (parts || whole))
            map_put(own, s, n, 1);
        s += n + (s[n] == ' ');
    }
}

/* The words that all columns of a table begin with, at most `max`; 0 if there are none or few
 * columns. */
static int shared_words(const struct schema *s, const char *const *split, int table, size_t *bytes)
{
    const char *first = NULL;
    size_t shared = 0;
    int n = 0;
    for (int c = 1; c < s->n_columns; c++) {
        if (s->columns[c].table != table)
            continue;
        n++;
        if (!first) {
            first = split[c];
            shared = strcspn(first, " "); /* only the first word */
            continue;
        }
        size_t k = strcspn(split[c], " ");
        if (k != shared || strncmp(first, split[c], k) != 0)
            return 0;
    }
    *bytes = shared;
    return n >= 3 ? n : 0;
}

/* Is a shared first word worth keeping: a word, or an abbreviation of the table's name? */
static bool speaks(struct arena *arena, const struct abroad *abroad, int table, const char *word, size_t n,
                   const char *table_label)
{
    if (abroad_is(abroad, table))
        return n >= 4 && abroad_has(abroad, table, (struct slice){word, n});
    char copy[PIECE_MAX + 1];
    snprintf(copy, sizeof copy, "%.*s", (int)MIN(n, sizeof copy - 1), word);
    int rank = map_get(&list.words, copy, n, 0);
    const char *meaning = text_expand_abbreviations(arena, copy);
    if (meaning)
        return strstr(table_label, meaning) != NULL;
    return n >= 4 && rank > 0;
}

/* Was the label made from the name by rule, or did somebody choose it? */
static bool is_derived(struct arena *arena, const char *name, const char *label)
{
    const char *plain = schema_label(arena, name);
    const char *longer = text_expand_abbreviations(arena, plain);
    return strcmp(label, plain) == 0 || (longer && strcmp(label, longer) == 0);
}

static const char *spelt_out(struct arena *arena, const struct map *own, const char *label)
{
    const char *longer = text_expand_abbreviations(arena, label);
    struct strbuf out = strbuf_in(arena);
    for (const char *s = longer ? longer : label; *s;) {
        size_t n = strcspn(s, " ");
        const char *meaning = briefs_read(arena, own, (struct slice){s, n});
        if (out.n)
            strbuf_putc(&out, ' ');
        strbuf_add(&out, meaning ? meaning : s, meaning ? strlen(meaning) : n);
        s += n + (s[n] == ' ');
    }
    return strbuf_text(&out);
}

static const char *without_tbl(const char *split)
{
    static const char *const useless[] = {"tbl ", "t ", "tab ", "vw ", "v "};
    for (int i = 0; i < COUNT_OF(useless); i++)
        if (strncmp(split, useless[i], strlen(useless[i])) == 0)
            return split + strlen(useless[i]);
    return split;
}

/* A name cut into words, and what these words say. */
static const char *cut_name(struct arena *arena, const struct map *own, const struct abroad *abroad, int table,
                            const char *name)
{
    return abroad_is(abroad, table) ? schema_label(arena, name) : ground_split_name(arena, own, name);
}

static const char *say(struct arena *arena, const struct map *own, const struct abroad *abroad, int table,
                       const char *split)
{
    return abroad_is(abroad, table) ? abroad_read(arena, abroad, table, split) : spelt_out(arena, own, split);
}

/* split: the names of all tables and columns, cut. */
static void read_table(struct arena *arena, struct arena *scratch, struct schema *schema, int t,
                       const struct map *own, const struct abroad *abroad, const char *const *all)
{
    struct table *table = &schema->tables[t];
    const char *name = without_tbl(all[t]), *const *split = all + schema->n_tables;
    if (is_derived(scratch, table->name, table->label))
        table->label = arena_strdup(arena, say(scratch, own, abroad, t, name));
    size_t shared = 0;
    bool drop = shared_words(schema, split, t, &shared) > 0;
    for (int c = 1; c < schema->n_columns; c++) {
        struct column *column = &schema->columns[c];
        if (column->table != t || !is_derived(scratch, column->name, column->label))
            continue;
        bool cut = drop && split[c][shared] == ' ' &&
                   !speaks(scratch, abroad, t, split[c], shared, table->label);
        column->label = arena_strdup(arena, say(scratch, own, abroad, t, split[c] + (cut ? shared + 1 : 0)));
    }
}

const struct names *names_read(struct arena *arena, struct schema *schema)
{
    prepare_once();
    struct arena scratch = {0};
    struct names *names = ARENA_NEW(arena, struct names);
    names->own = map_in(arena);
    const struct abroad *abroad = names->abroad = abroad_hear(arena, schema);
    const char **split = prefixes_read(&scratch, schema, abroad);
    int n = schema->n_tables + schema->n_columns;
    for (int i = 0; i < n; i++)
        if (i != schema->n_tables) /* column 0 is * */
            learn_words(&names->own, split[i]);
    for (int i = 0; i < n; i++) {
        if (i == schema->n_tables)
            continue;
        int table = i < schema->n_tables ? i : schema->columns[i - schema->n_tables].table;
        split[i] = cut_name(&scratch, &names->own, abroad, table, split[i]);
    }
    for (int t = 0; t < schema->n_tables; t++)
        read_table(arena, &scratch, schema, t, &names->own, abroad, split);
    const char **languages = abroad ? ARENA_ARRAY(arena, const char *, schema->n_tables) : NULL;
    for (int t = 0; languages && t < schema->n_tables; t++)
        languages[t] = abroad_language(abroad, t);
    names->languages = languages;
    arena_release(&scratch);
    return names;
}

/* Is no word of it capitalised, as names are? */
static bool is_common(struct slice text)
{
    bool upper = false, lower = false, first = true;
    for (size_t i = 0; i < text.n; i++) {
        unsigned char c = (unsigned char)text.s[i];
        if (isdigit(c))
            return false;
        upper |= isupper(c) && !first;
        lower |= islower(c) != 0;
        if (isupper(c) && lower)
            return false;
        if (isupper(c) && first && i + 1 < text.n && !isupper((unsigned char)text.s[i + 1]))
            return false;
        first = !isalpha(c) && c < 0x80;
    }
    return lower != upper;
}

const char *names_read_code(struct arena *arena, const struct names *names, int table, const char *code)
{
    if (!abroad_is(names->abroad, table) || !is_common(slice_of(code)))
        return NULL;
    return abroad_read_words(arena, names->abroad, table, code);
}
