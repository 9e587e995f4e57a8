/* profile.c - what a column holds, told from its name, its type and a sample of its cells.
 *
 * Everything is read off the value index, which has each column's distinct cells, rows and NULLs
 * and is itself cached: a profile costs no query.  At most PROFILE_CELLS cells of a column are
 * looked at, evenly spread. */
#include "ground/internal.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#define PROFILE_CELLS 64
#define CODE_MAX_BYTES 80 /* a longer text is no code */

static const char *const time_names[N_GROUND_TIMES] = {
    [GROUND_TIME_NONE] = "none",       [GROUND_TIME_DATE] = "date",
    [GROUND_TIME_DATETIME] = "datetime", [GROUND_TIME_MONTH] = "month",
    [GROUND_TIME_YEAR] = "year",       [GROUND_TIME_YMD] = "yyyymmdd",
    [GROUND_TIME_EPOCH] = "epoch seconds", [GROUND_TIME_EPOCH_MS] = "epoch milliseconds",
    [GROUND_TIME_CLOCK] = "time of day", [GROUND_TIME_OTHER] = "date, unsortable",
};

const char *ground_time_name(enum ground_time time)
{
    return time_names[time];
}

/* ---- time ------------------------------------------------------------------------------------ */

/* Digits of s as a pattern: "dddd-dd-dd"; the first differing character ends it. */
static bool has_shape(struct slice s, const char *shape)
{
    size_t n = strlen(shape);
    if (s.n < n)
        return false;
    for (size_t i = 0; i < n; i++)
        if (shape[i] == 'd' ? !isdigit((unsigned char)s.s[i]) : s.s[i] != shape[i])
            return false;
    return true;
}

static int digits_value(const char *s, int n)
{
    int value = 0;
    for (int i = 0; i < n; i++)
        value = value * 10 + (s[i] - '0');
    return value;
}

static bool is_ymd(struct slice s)
{
    if (s.n != 8 || !has_shape(s, "dddddddd"))
        return false;
    int year = digits_value(s.s, 4), month = digits_value(s.s + 4, 2),
        day = digits_value(s.s + 6, 2);
    return year >= 1800 && year <= 2200 && month >= 1 && month <= 12 && day >= 1 && day <= 31;
}

/* What one cell looks like.  Numbers that may be moments only under a fitting name are told by the
 * caller. */
static enum ground_time time_of_text(struct slice s)
{
    if (has_shape(s, "dddd-dd-dd"))
        return s.n == 10 ? GROUND_TIME_DATE
               : s.s[10] == ' ' || s.s[10] == 'T' ? GROUND_TIME_DATETIME
                                                  : GROUND_TIME_OTHER;
    if (s.n == 7 && has_shape(s, "dddd-dd"))
        return GROUND_TIME_MONTH;
    if ((s.n == 5 || s.n == 8) && has_shape(s, "dd:dd"))
        return GROUND_TIME_CLOCK;
    if (is_ymd(s))
        return GROUND_TIME_YMD;
    return text_is_date(s.s, s.n) ? GROUND_TIME_OTHER : GROUND_TIME_NONE;
}

/* Does the name speak of time?  Endings first, since "at" and "on" are too short to be sought. */
static bool time_name(const struct column *c)
{
    static const char *const parts[] = {"date", "time", "stamp", "epoch", "when", "created",
                                        "updated", "born", "birth", "start", "until", "since",
                                        "expir", "due"};
    static const char *const ends[] = {" at", " on", " ts", " dt", " utc", " day", " end",
                                       " from", " to", " dtm", " tm", "ed"};
    size_t n = strlen(c->label);
    for (int i = 0; i < COUNT_OF(parts); i++)
        if (strstr(c->label, parts[i]))
            return true;
    for (int i = 0; i < COUNT_OF(ends); i++) {
        size_t k = strlen(ends[i]);
        if (n >= k && strcmp(c->label + n - k, ends[i]) == 0)
            return true;
    }
    return false;
}

/* Numbers that count days or seconds: only where all of them may be, under a name that says so. */
static enum ground_time time_of_numbers(const struct column *c, const struct ground_profile *p)
{
    bool whole = p->low == (double)(long)p->low && p->high == (double)(long)p->high;
    bool named = c->type == COLUMN_TIME || time_name(c);
    if (!p->numeric || !whole)
        return GROUND_TIME_NONE;
    if (p->low >= 1000 && p->high <= 2200 &&
        (c->type == COLUMN_TIME || strstr(c->label, "year") || strstr(c->label, "yr") ||
         strstr(c->label, "season")))
        return GROUND_TIME_YEAR;
    if (named && p->low >= 1e8 && p->high <= 4e9)
        return GROUND_TIME_EPOCH;
    if (named && p->low >= 1e11 && p->high <= 4e12)
        return GROUND_TIME_EPOCH_MS;
    return GROUND_TIME_NONE;
}

static int year_of_days(double days)
{
    return 1970 + (int)(days / 365.2425);
}

static void note_years(struct ground_profile *p, struct slice s)
{
    if (s.n < 4 || !has_shape(s, "dddd"))
        return;
    int year = digits_value(s.s, 4);
    p->first_year = p->first_year ? MIN(p->first_year, year) : year;
    p->last_year = MAX(p->last_year, year);
}

/* The form most cells have, if nearly all have it: a few odd ones are in every table. */
static enum ground_time time_of_cells(const struct column *c, struct ground_profile *p,
                                      const struct slice *cells, int n)
{
    int seen[N_GROUND_TIMES] = {0}, best = GROUND_TIME_NONE;
    for (int i = 0; i < n; i++)
        seen[time_of_text(cells[i])]++;
    for (int t = 1; t < N_GROUND_TIMES; t++)
        if (seen[t] > seen[best])
            best = t;
    /* dates and moments mixed are moments */
    if (best == GROUND_TIME_DATE && seen[GROUND_TIME_DATETIME] > n / 20)
        best = GROUND_TIME_DATETIME;
    int fitting = seen[best] + (best == GROUND_TIME_DATETIME ? seen[GROUND_TIME_DATE] : 0);
    bool enough = n > 0 && fitting * 20 >= n * 19;
    if (best == GROUND_TIME_YMD && enough && (c->type == COLUMN_TIME || time_name(c) || n >= 8))
        return GROUND_TIME_YMD;
    if (p->numeric)
        return time_of_numbers(c, p);
    return enough ? (enum ground_time)best : GROUND_TIME_NONE;
}

static void take_years(struct ground_profile *p, const struct slice *cells, int n)
{
    double scale = p->time == GROUND_TIME_EPOCH ? 86400 : 86400e3;
    switch (p->time) {
    case GROUND_TIME_EPOCH:
    case GROUND_TIME_EPOCH_MS:
        p->first_year = year_of_days(p->low / scale);
        p->last_year = year_of_days(p->high / scale);
        break;
    case GROUND_TIME_YEAR:
    case GROUND_TIME_YMD:
        if (p->numeric) {
            int unit = p->time == GROUND_TIME_YMD ? 10000 : 1;
            p->first_year = (int)p->low / unit;
            p->last_year = (int)p->high / unit;
            break;
        }
        /* fall through */
    case GROUND_TIME_DATE:
    case GROUND_TIME_DATETIME:
    case GROUND_TIME_MONTH:
        for (int i = 0; i < n; i++)
            note_years(p, cells[i]);
        break;
    default:
        break;
    }
}

/* ---- yes and no, codes, units ---------------------------------------------------------------- */

/* Spellings of yes and no, and whether they can be nothing else. */
static const struct {
    const char *yes, *no;
    bool plain; /* also where name and type say nothing */
} spellings[] = {
    {"1", "0", false},   {"y", "n", true},     {"yes", "no", true},   {"true", "false", true},
    {"t", "f", false},   {"j", "n", true},     {"ja", "nein", true},  {"si", "no", true},
    {"s", "n", true},    {"oui", "non", true}, {"o", "n", true},      {"ja", "nee", true},
    {"sí", "no", true},  {"on", "off", false}, {"x", "", false},      {"-1", "0", false},
};

static void find_yes_no(struct arena *arena, const struct column *c, struct ground_profile *p,
                        const struct slice *cells, int n)
{
    if (n < 1 || n > 2 || !p->complete)
        return;
    for (int i = 0; i < COUNT_OF(spellings) && !p->yes; i++) {
        const char *yes = NULL, *no = NULL;
        int fitting = 0;
        for (int k = 0; k < n; k++) {
            bool is_yes = slice_equal_nocase(cells[k], spellings[i].yes);
            bool is_no = *spellings[i].no && slice_equal_nocase(cells[k], spellings[i].no);
            fitting += is_yes || is_no;
            if (is_yes)
                yes = arena_strndup(arena, cells[k].s, cells[k].n);
            if (is_no)
                no = arena_strndup(arena, cells[k].s, cells[k].n);
        }
        bool sure = c->type == COLUMN_BOOLEAN || (n == 2 && (spellings[i].plain || i == 0));
        if (fitting < n || !sure)
            continue;
        bool capital = n == 1 && isupper((unsigned char)cells[0].s[0]);
        const char *missing = yes ? spellings[i].no : spellings[i].yes;
        char *other = arena_strdup(arena, missing); /* as the stored one is written */
        for (char *s = other; *s; s++)
            *s = (char)(capital && (s == other || isupper((unsigned char)cells[0].s[1]))
                            ? toupper((unsigned char)*s) : *s);
        p->yes = yes ? yes : other;
        p->no = no ? no : other;
    }
}

static const char *unit_of(const char *label)
{
    static const struct {
        const char *word, *unit;
    } units[] = {
#define UNIT(word, unit) {word, unit},
#include "ground/units.def"
#undef UNIT
    };
    for (const char *s = label; *s;) {
        size_t n = strcspn(s, " ");
        for (int i = 0; i < COUNT_OF(units); i++)
            if ((s > label || (n > 3 && !s[n])) && slice_equal((struct slice){s, n}, units[i].word))
                return units[i].unit;
        s += n + (s[n] == ' ');
    }
    return NULL;
}

static int compare_ints(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

static bool all_short(const struct slice *cells, int n)
{
    for (int i = 0; i < n; i++)
        if (cells[i].n > CODE_MAX_BYTES)
            return false;
    return true;
}

static void take_codes(struct arena *arena, struct ground_profile *p, const struct slice *cells,
                       int n)
{
    p->codes = ARENA_ARRAY(arena, struct ground_code, n);
    for (int i = 0; i < n; i++) {
        if (memchr(cells[i].s, '\0', cells[i].n))
            continue;
        struct words w = words_split(arena, cells[i].s, cells[i].n);
        uint64_t *hashes = ARENA_ARRAY(arena, uint64_t, w.n);
        struct ground_code *code = &p->codes[p->n_codes++];
        *code = (struct ground_code){.text = arena_strndup(arena, cells[i].s, cells[i].n),
                                     .words = hashes};
        code->shown = code->text;
        for (int k = 0; k < w.n; k++)
            if (w.v[k].kind == WORD_PLAIN && !w.v[k].stop)
                hashes[code->n_words++] = w.v[k].hash;
    }
}

void profiles_read_codes(struct arena *arena, const struct schema *schema, const struct names *names,
                         struct ground_profile *profiles)
{
    for (int c = 1; c < schema->n_columns; c++)
        for (int i = 0; i < profiles[c].n_codes; i++) {
            struct ground_code *code = &profiles[c].codes[i];
            const char *said = names_read_code(arena, names, schema->columns[c].table, code->text);
            if (!said)
                continue;
            struct words w = words_split(arena, said, strlen(said));
            uint64_t *hashes = ARENA_ARRAY(arena, uint64_t, code->n_words + w.n);
            memcpy(hashes, code->words, sizeof *hashes * (size_t)code->n_words);
            for (int k = 0; k < w.n; k++)
                if (w.v[k].kind == WORD_PLAIN && !w.v[k].stop)
                    hashes[code->n_words++] = w.v[k].hash;
            code->words = hashes;
            code->shown = said;
        }
}

/* ---- all together ---------------------------------------------------------------------------- */

static void profile_column(struct arena *arena, const struct column *c,
                           const struct value_index *index, int column, struct ground_profile *p)
{
    struct value_column v = value_index_column(index, column);
    struct slice cells[PROFILE_CELLS];
    int n = (int)MIN(v.n, PROFILE_CELLS), lengths[PROFILE_CELLS];
    for (int i = 0; i < n; i++) {
        cells[i] = value_index_cell(index, v.first + i * v.n / n);
        lengths[i] = (int)cells[i].n;
    }
    *p = (struct ground_profile){.rows = v.rows, .nulls = v.nulls, .distinct = v.n,
                                 .complete = v.complete, .low = v.low, .high = v.high,
                                 .numeric = v.numeric && v.n > 0, .unit = unit_of(c->label)};
    p->unique = v.complete && v.n > 0 && v.n == v.rows - v.nulls;
    enum db_affinity affinity = db_affinity_of(c->decl_type);
    p->text_number = p->numeric && c->decl_type && affinity == DB_AFFINITY_TEXT;
    if (n > 0) {
        qsort(lengths, (size_t)n, sizeof *lengths, compare_ints);
        p->length = lengths[n / 2];
    }
    p->time = time_of_cells(c, p, cells, n);
    take_years(p, cells, n);
    p->birth = p->time != GROUND_TIME_NONE &&
               (strstr(c->label, "birth") || strstr(c->label, "born") || strstr(c->label, "dob"));
    find_yes_no(arena, c, p, cells, n);
    if (v.complete && n > 0 && v.n <= GROUND_FEW && p->time == GROUND_TIME_NONE &&
        all_short(cells, n))
        take_codes(arena, p, cells, n);
}

struct ground_profile *profiles_make(struct arena *arena, const struct schema *schema,
                                     const struct value_index *index)
{
    struct ground_profile *out = ARENA_ARRAY(arena, struct ground_profile, schema->n_columns);
    for (int i = 1; i < schema->n_columns; i++) {
        if (index)
            profile_column(arena, &schema->columns[i], index, i, &out[i]);
        else
            out[i].unit = unit_of(schema->columns[i].label);
    }
    return out;
}

/* Seconds since 1970 under a name that does not say so ("left", "off block"): whole numbers, all of
 * them from 1979 to 2036 and on several days, that are no key and have no unit.  Enough to write dates
 * as they are stored there; not to offer them where the question speaks of one. */
static bool may_be_seconds(const struct column *c, const struct ground_profile *p)
{
    static const char *const others[] = {"id", "no", "nr", "num", "number", "code", "key", "phone",
                                         "tel", "fax", "mobile", "account", "serial", "bytes", "size",
                                         "population", "total", "amount", "value", "price", "hash"};
    if (!p->numeric || p->unit || c->primary || c->type != COLUMN_NUMBER || p->distinct < 3 ||
        p->low < 3e8 || p->high > 2.1e9 || p->high - p->low < 3 * 86400 ||
        p->low != (double)(long)p->low || p->high != (double)(long)p->high)
        return false;
    const char *last = strrchr(c->label, ' ');
    for (int i = 0; i < COUNT_OF(others); i++)
        if (strcmp(last ? last + 1 : c->label, others[i]) == 0)
            return false;
    return true;
}

void profiles_tell_time(const struct ground_profile *profiles, struct schema *schema)
{
    static const enum time_storage storage[N_GROUND_TIMES] = {
        [GROUND_TIME_NONE] = TIME_NONE,   [GROUND_TIME_DATE] = TIME_DATE,
        [GROUND_TIME_DATETIME] = TIME_DATETIME, [GROUND_TIME_MONTH] = TIME_NONE,
        [GROUND_TIME_YEAR] = TIME_YEAR,   [GROUND_TIME_YMD] = TIME_YYYYMMDD,
        [GROUND_TIME_EPOCH] = TIME_EPOCH, [GROUND_TIME_EPOCH_MS] = TIME_EPOCH_MS,
        [GROUND_TIME_CLOCK] = TIME_NONE,  [GROUND_TIME_OTHER] = TIME_NONE,
    };
    for (int i = 1; i < schema->n_columns; i++)
        if (profiles[i].distinct > 0) /* else nobody can tell */
            schema->columns[i].time =
                profiles[i].time == GROUND_TIME_NONE && may_be_seconds(&schema->columns[i], &profiles[i])
                    ? TIME_EPOCH : storage[profiles[i].time];
}
