/* numbers.c - numbers as people write them: ten, 5k, 2 million, 1.5, -3, the third, 20 %.
 *
 * A number is a candidate in the form SQL wants.  Where a unit stands beside it and a column counts
 * in a smaller one (2 hours and minutes, 50 euros and cents), so is the converted number. */
#include "ground/internal.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define NUMBER_SCORE 10.0
#define DERIVED_SCORE 6.0
#define FACTOR_SCORE 4.6

static const char *number_text(struct arena *arena, double value)
{
    return arena_printf(arena, "%.15g", value);
}

/* ---- words ----------------------------------------------------------------------------------- */

static bool is_word(const struct word *w, const char *text)
{
    return slice_equal(w->folded, text);
}

static const struct {
    const char *word;
    double factor;
} multipliers[] = {
    {"hundred", 1e2},  {"hundreds", 1e2},  {"thousand", 1e3}, {"thousands", 1e3}, {"k", 1e3},
    {"million", 1e6},  {"millions", 1e6},  {"mio", 1e6},      {"mn", 1e6},        {"m", 1e6},
    {"billion", 1e9},  {"billions", 1e9},  {"bn", 1e9},       {"b", 1e9},         {"dozen", 12},
    {"trillion", 1e12},
};

static double multiplier(struct slice word)
{
    for (int i = 0; i < COUNT_OF(multipliers); i++)
        if (slice_equal(word, multipliers[i].word))
            return multipliers[i].factor;
    return 0;
}

/* "first" and the like; "second" too, though it may be a unit of time. */
static bool ordinal(struct slice word, double *value)
{
    static const char *const names[] = {"first", "second", "third", "fourth", "fifth", "sixth",
                                        "seventh", "eighth", "ninth", "tenth", "eleventh",
                                        "twelfth"};
    for (int i = 0; i < COUNT_OF(names); i++)
        if (slice_equal(word, names[i])) {
            *value = i + 1;
            return true;
        }
    return false;
}

static bool small_word(struct slice word, double *value)
{
    static const struct {
        const char *word;
        double value;
    } others[] = {{"zero", 0}, {"no", 0}, {"none", 0}, {"never", 0}, {"single", 1}, {"couple", 2},
                  {"pair", 2}, {"double", 2}, {"both", 2}, {"triple", 3}, {"half", 0.5},
                  {"dozen", 12}, {"hundred", 100}, {"thousand", 1000}, {"million", 1e6},
                  {"hundreds", 100}, {"thousands", 1000}, {"millions", 1e6}, {"billions", 1e9}};
    if (text_number_word(word.s, word.n, value))
        return true;
    for (int i = 0; i < COUNT_OF(others); i++)
        if (slice_equal(word, others[i].word)) {
            *value = others[i].value;
            return true;
        }
    return false;
}

/* 5k, 3rd, 20kg, 1.5m written as one word: its number, and what follows it. */
static bool number_prefix(struct slice word, double *value, struct slice *rest)
{
    char digits[32];
    size_t n = 0;
    while (n < word.n && n < sizeof digits - 1 &&
           (isdigit((unsigned char)word.s[n]) || (n && word.s[n] == '.')))
        n++;
    if (n == 0 || n == word.n || n > 15 || word.n - n > 12)
        return false;
    memcpy(digits, word.s, n);
    digits[n] = '\0';
    *value = strtod(digits, NULL);
    *rest = (struct slice){word.s + n, word.n - n};
    return true;
}

/* P1, G16, D2: a letter or two and a number. */
static bool number_suffix(struct slice word, double *value)
{
    size_t letters = 0;
    while (letters < word.n && isalpha((unsigned char)word.s[letters]))
        letters++;
    size_t digits = letters;
    while (digits < word.n && isdigit((unsigned char)word.s[digits]))
        digits++;
    if (letters == 0 || digits != word.n || digits == letters || digits - letters > 9)
        return false;
    *value = 0;
    for (size_t i = letters; i < digits; i++)
        *value = *value * 10 + (word.s[i] - '0');
    return true;
}

/* ---- phrases --------------------------------------------------------------------------------- */

/* A number that starts at word i: its words, 0 if there is none. */
static int read_number(const struct gathering *g, int i, double *value)
{
    const struct word *w = g->question->words.v;
    int n_words = g->question->words.n, n = 1;
    struct slice rest = {"", 0};
    if (w[i].kind == WORD_NUMBER)
        *value = w[i].value;
    else if (w[i].kind != WORD_PLAIN || !(small_word(w[i].folded, value) ||
                                          ordinal(w[i].folded, value) ||
                                          number_prefix(w[i].folded, value, &rest)))
        return 0;
    if (rest.n && multiplier(rest) > 0)
        *value *= multiplier(rest);
    /* two hundred and fifty thousand: tens and ones add, multipliers multiply */
    bool worded = w[i].kind == WORD_PLAIN && rest.n == 0;
    double total = 0, part = *value, more;
    while (rest.n == 0 && i + n < n_words && w[i + n].kind == WORD_PLAIN) {
        double factor = w[i + n].folded.n > 1 ? multiplier(w[i + n].folded) : 0; /* 800 m */
        int and = is_word(&w[i + n], "and") && total + part >= 100;
        if (factor >= 1000) {
            total += part * factor;
            part = 0;
            n++;
        } else if (factor > 0) {
            part *= factor;
            n++;
        } else if (worded && i + n + and < n_words && (part >= 20 || part == 0) &&
                   text_number_word(w[i + n + and].folded.s, w[i + n + and].folded.n, &more) &&
                   more > 0 && (part == 0 ? total > 0 : fmod(part, 10) == 0)) {
            part += more;
            n += 1 + and;
        } else {
            break;
        }
    }
    *value = total + part;
    return n;
}

static double first_number(const struct word *w)
{
    double value = w->value;
    if (w->kind == WORD_PLAIN)
        small_word(w->folded, &value);
    return value;
}

/* ---- units ----------------------------------------------------------------------------------- */

/* From what people say to what columns count in. */
static const struct {
    const char *said, *unit;
    double factor;
} conversions[] = {
    {"euro", "cents", 100},    {"eur", "cents", 100},     {"dollar", "cents", 100},
    {"usd", "cents", 100},     {"pound", "cents", 100},   {"franc", "cents", 100},
    {"gbp", "cents", 100},     {"chf", "cents", 100},     {"€", "cents", 100},
    {"$", "cents", 100},       {"£", "cents", 100},       {"second", "ms", 1000},
    {"sec", "ms", 1000},       {"minute", "s", 60},       {"minut", "s", 60},
    {"min", "s", 60},          {"hour", "s", 3600},       {"hour", "min", 60},
    {"day", "h", 24},          {"week", "days", 7},       {"month", "days", 30},
    {"year", "days", 365},     {"year", "months", 12},    {"kg", "g", 1000},
    {"kilo", "g", 1000},       {"tonn", "kg", 1000},      {"ton", "kg", 1000},
    {"km", "m", 1000},         {"kilometr", "m", 1000},   {"kilomet", "m", 1000},
    {"metr", "cm", 100},       {"meter", "cm", 100},      {"metr", "mm", 1000},
    {"meter", "mm", 1000},     {"litr", "ml", 1000},      {"liter", "ml", 1000},
    {"gb", "MB", 1024},        {"minut", "ms", 60000},    {"hour", "days", 1 / 24.0},
    {"hour", "ms", 3600000},   {"second", "min", 1 / 60.0}, {"minut", "h", 1 / 60.0},
    {"percent", "basis points", 100}, {"mwh", "kWh", 1000}, {"megawatt", "kW", 1000},
    {"kilowatt", "W", 1000},   {"day", "s", 86400},       {"hectar", "m2", 10000},
    {"second", "s", 1},        {"day", "min", 1440},      {"mile", "km", 1.609},
};

static bool said_near(const struct gathering *g, int first, int n, const char *unit)
{
    const struct words *w = &g->question->words;
    const char *text = g->question->text;
    for (int i = MAX(first - 1, 0); i < MIN(first + n + 2, w->n); i++)
        if (slice_equal(w->v[i].stem, unit) ||
            slice_equal((struct slice){text + w->v[i].start, w->v[i].end - w->v[i].start}, unit))
            return true;
    return false;
}

/* What a column counts in: its name says so, or it holds seconds since 1970. */
static const char *unit_of(const struct ground_profile *p)
{
    return p->unit ? p->unit : p->time == GROUND_TIME_EPOCH ? "s" : NULL;
}

/* Converted to the units of columns whose tables are spoken of; money to cents even if the question
 * names no currency. */
static void gather_converted(struct gathering *g, double value, int first, int n)
{
    const struct schema *s = &g->database->schema;
    for (int c = 1; c < s->n_columns; c++) {
        const char *unit = unit_of(&g->database->profiles[c]);
        if (!unit || s->columns[c].table < 0 || value == 0)
            continue;
        bool money = strcmp(unit, "cents") == 0;
        double factor = 0;
        for (int i = 0; i < COUNT_OF(conversions); i++)
            if (strcmp(conversions[i].unit, unit) == 0 &&
                said_near(g, first, n, conversions[i].said))
                factor = conversions[i].factor;
        if (!factor && money && g->table_score[s->columns[c].table] > 0 && value >= 1)
            factor = 100;
        if (!factor)
            continue;
        const char *text = number_text(g->arena, value * factor);
        const char *shown =
            arena_printf(g->arena, "%s %s", gather_typed(g, first, n), unit);
        double score = DERIVED_SCORE + 2 * g->column_score[c] +
                       g->table_score[s->columns[c].table];
        gather_column(g, gather(g, text, GROUND_NUMBER, shown, first, n, score), c);
    }
}

/* "in hours" of a column that counts minutes: what a query divides by. */
static void gather_factors(struct gathering *g)
{
    const struct schema *s = &g->database->schema;
    const struct words *w = &g->question->words;
    for (int i = 0; i < COUNT_OF(conversions); i++) {
        int said = -1;
        for (int k = 0; k < w->n && said < 0; k++)
            if (w->v[k].kind == WORD_PLAIN && slice_equal(w->v[k].stem, conversions[i].said))
                said = k;
        bool counted = false;
        for (int c = 1; said >= 0 && c < s->n_columns && !counted; c++) {
            const char *unit = unit_of(&g->database->profiles[c]);
            counted = unit && s->columns[c].table >= 0 && strcmp(unit, conversions[i].unit) == 0;
        }
        if (counted && conversions[i].factor > 1)
            gather(g, number_text(g->arena, conversions[i].factor), GROUND_CONSTANT,
                   gather_typed(g, said, 1), said, 1, FACTOR_SCORE);
    }
}

/* Columns that hold it or may hold it: those the question links with it, by name or by content. */
static void fit_columns(struct gathering *g, int candidate, int word)
{
    for (int t = 0; candidate >= 0 && t < g->links->n_tokens; t++) {
        if (g->question->token_word[t] != word)
            continue;
        const uint8_t *row = g->links->columns + t * g->links->n_columns;
        for (int c = 1; c < g->links->n_columns; c++)
            if (row[c])
                gather_column(g, candidate, c);
        return;
    }
}

void gather_numbers(struct gathering *g)
{
    const struct words *w = &g->question->words;
    gather_factors(g);
    for (int i = 0; i < w->n;) {
        double value;
        int n = w->v[i].kind == WORD_NUMBER || w->v[i].kind == WORD_PLAIN
                    ? read_number(g, i, &value)
                    : 0;
        if (n == 0) {
            if (is_word(&w->v[i], "a") || is_word(&w->v[i], "an")) /* "within a day" */
                gather_converted(g, 1, i, 1);
            if (w->v[i].kind == WORD_PLAIN && number_suffix(w->v[i].folded, &value))
                gather(g, number_text(g->arena, value), GROUND_NUMBER, gather_typed(g, i, 1), i, 1,
                       DERIVED_SCORE);
            i++;
            continue;
        }
        bool weak = w->v[i].kind == WORD_PLAIN && n == 1 && w->v[i].stop;
        const char *shown = gather_typed(g, i, n);
        int at = gather(g, number_text(g->arena, value), GROUND_NUMBER, shown, i, n,
                        weak ? DERIVED_SCORE : NUMBER_SCORE);
        fit_columns(g, at, i);
        if (n == 1 && w->v[i].kind == WORD_NUMBER && w->v[i].folded.n > 1 &&
            w->v[i].folded.s[0] == '0') /* 007 is a code */
            gather(g, arena_strndup(g->arena, w->v[i].folded.s, w->v[i].folded.n), GROUND_NUMBER,
                   shown, i, n, NUMBER_SCORE);
        if (n > 1) /* "3 million" of a column that counts millions */
            gather(g, number_text(g->arena, first_number(&w->v[i])), GROUND_NUMBER, shown, i, n,
                   DERIVED_SCORE);
        bool percent = said_near(g, i + n - 1, 0, "%") || said_near(g, i + n - 1, 0, "percent");
        if (percent)
            gather(g, number_text(g->arena, value / 100), GROUND_NUMBER, shown, i, n,
                   DERIVED_SCORE);
        gather_converted(g, value, i, n);
        i += n;
    }
}
