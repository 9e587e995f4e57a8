/* moments.c - days and periods relative to today, and parts of dates.
 *
 * Relative phrases keep their words ("last month", "today-30 days"): what they mean is reckoned
 * when the query runs.  Days of the week, months and hours are as SQLite's strftime() has them. */
#include "ground/dates.h"

#include <string.h>

/* ---- relative periods ------------------------------------------------------------------------ */

static int unit_at(const struct reader *r, int i)
{
    static const char *const units[] = {"day", "days", "week", "weeks", "month", "months",
                                        "quarter", "quarters", "year", "years"};
    int k = ONE_OF(r, i, units);
    return k < 0 ? -1 : k / 2;
}

static int count_at(const struct reader *r, int i)
{
    double value;
    if (i >= r->n)
        return 0;
    if (is_at(r, i, "a") || is_at(r, i, "an"))
        return 1;
    if (is_at(r, i, "couple"))
        return 2;
    if (r->w[i].kind == WORD_NUMBER)
        value = r->w[i].value;
    else if (!text_number_word(r->w[i].folded.s, r->w[i].folded.n, &value))
        return 0;
    return value >= 1 && value <= 100000 && value == (int)value ? (int)value : 0;
}

static void add_relative(struct gathering *g, enum ground_source source, const char *text,
                         int first, int n, double score)
{
    fit_time_columns(g, gather(g, text, source, text, first, n, score));
}

/* "last month": the period, its first day and the first day after it. */
static void add_unit(struct gathering *g, const char *const *sides, int side, const char *unit,
                     int first, int n)
{
    struct arena *a = g->arena;
    add_relative(g, GROUND_PERIOD, arena_printf(a, "%s %s", sides[side], unit), first, n,
                 PERIOD_SCORE);
    add_relative(g, GROUND_DATE, arena_printf(a, "start of %s %s", sides[side], unit), first, n,
                 DAY_SCORE);
    if (side < 2)
        add_relative(g, GROUND_DATE, arena_printf(a, "start of %s %s", sides[side + 1], unit),
                     first, n, DAY_SCORE);
}

/* As sql/ writes it: "today-1 day" is yesterday. */
static const char *canonical(struct arena *arena, const char *text)
{
    struct period period;
    return period_parse(text, &period) ? period_text(arena, &period) : text;
}

/* So many days, weeks, ... before or after today, and the time between. */
static void add_distance(const struct reader *r, int count, int unit, bool ahead, int first, int n)
{
    struct gathering *g = r->g;
    static const char *const names[] = {"days", "days", "months", "months", "years"};
    static const int factors[] = {1, 7, 1, 3, 1};
    struct arena *a = g->arena;
    const char *day = canonical(a, arena_printf(a, "today%c%d %s", ahead ? '+' : '-',
                                                count * factors[unit], names[unit]));
    add_relative(g, GROUND_DATE, day, first, n, DAY_SCORE);
    add_relative(g, GROUND_DATE, "today", first, n, GUESS_SCORE);
    if (r->moments) { /* columns that know the time of day are compared with this moment */
        const char *moment = arena_printf(a, "now%c%d %s", ahead ? '+' : '-', count * factors[unit],
                                          names[unit]);
        if (count * factors[unit] == 1)
            moment = arena_strndup(a, moment, strlen(moment) - 1);
        add_relative(g, GROUND_DATE, moment, first, n, DAY_SCORE - 0.2);
        add_relative(g, GROUND_DATE, "now", first, n, GUESS_SCORE - 0.2);
    }
    if (!ahead)
        add_relative(g, GROUND_PERIOD, arena_printf(a, "%s..today", day), first, n, PERIOD_SCORE);
    else if (strcmp(names[unit], "days") == 0) /* with the last day, or up to it */
        for (int k = 0; k < 2; k++)
            add_relative(g, GROUND_PERIOD,
                         canonical(a, arena_printf(a, "today..today+%d days",
                                                   count * factors[unit] - k)),
                         first, n, PERIOD_SCORE - 0.1 * k);
    else
        add_relative(g, GROUND_PERIOD, arena_printf(a, "today..%s", day), first, n, PERIOD_SCORE);
}

/* "last month", "the past 30 days", "3 weeks ago", "older than 90 days": words taken. */
int read_relative(const struct reader *r, int i)
{
    static const char *const names[] = {"day", "week", "month", "quarter", "year"};
    static const char *const sides[] = {"last", "this", "next"};
    static const char *const before[] = {"last", "previous", "past"};
    static const char *const here[] = {"this", "current"};
    static const char *const coming[] = {"next", "coming", "following"};
    static const char *const days[] = {"today", "yesterday", "tomorrow"};
    static const char *const now[] = {"now", "overdue", "expired", "upcoming", "currently", "still",
                                      "already", "future", "current", "expire", "expires", "lapsed",
                                      "deadline", "valid", "past", "coming", "ahead", "since",
                                      "out", "old", "age", "ago", "until", "left"};
    struct gathering *g = r->g;
    int k = ONE_OF(r, i, days), unit, count;
    if (k >= 0 && !r->w[i].quoted) {
        add_relative(g, GROUND_DATE, days[k], i, 1, PERIOD_SCORE);
        if (r->moments && k == 0)
            add_relative(g, GROUND_DATE, "now", i, 1, DAY_SCORE);
        return 1;
    }
    if (ONE_OF(r, i, now) >= 0) {
        add_relative(g, GROUND_DATE, "today", i, 1, NOW_SCORE);
        add_relative(g, GROUND_DATE, "now", i, 1, NOW_SCORE - (r->moments ? 0 : 0.5));
    }
    int side = ONE_OF(r, i, before) >= 0   ? 0
               : ONE_OF(r, i, here) >= 0   ? 1
               : ONE_OF(r, i, coming) >= 0 ? 2
                                           : -1;
    if (side >= 0 && (unit = unit_at(r, i + 1)) >= 0) {
        add_unit(g, sides, side, names[unit], i, 2);
        if (side != 1) /* "the last year" may be twelve months */
            add_distance(r, 1, unit, side == 2, i, 2);
        return 2;
    }
    int shift = side >= 0 ? 1 : 0;
    if ((count = count_at(r, i + shift)) && (unit = unit_at(r, i + shift + 1)) >= 0) {
        bool ago = is_at(r, i + shift + 2, "ago") || is_at(r, i + shift + 2, "old");
        add_distance(r, count, unit, side == 2, i, shift + 2 + ago);
        return shift + 2 + ago;
    }
    return 0;
}

/* ---- parts of dates -------------------------------------------------------------------------- */

/* Days of the week, months and hours as strftime() has them: '0' is Sunday, '03' March. */
static void add_part(struct gathering *g, const char *text, int first, int n)
{
    gather(g, text, GROUND_DATE, gather_typed(g, first, n), first, n, PART_SCORE);
}

static void gather_weekday(const struct reader *r, int i)
{
    static const char *const days[] = {"sunday", "monday", "tuesday", "wednesday", "thursday",
                                       "friday", "saturday"};
    struct slice stem = r->w[i].folded;
    if (stem.n > 1 && stem.s[stem.n - 1] == 's')
        stem.n--;
    for (int k = 0; k < COUNT_OF(days); k++)
        if (slice_equal(stem, days[k]))
            add_part(r->g, arena_printf(r->g->arena, "%d", k), i, 1);
    if (slice_equal(stem, "weekend") || slice_equal(stem, "weekday")) {
        add_part(r->g, "0", i, 1);
        add_part(r->g, "6", i, 1);
    }
}

/* 22:00, 6 pm, 7am */
static void gather_hour(const struct reader *r, int i)
{
    const struct word *w = &r->w[i];
    char text[16], half[3] = "";
    int hour = -1, minute = 0, n = 1, length = 0;
    snprintf(text, sizeof text, "%.*s", (int)MIN(w->folded.n, sizeof text - 1), w->folded.s);
    if (w->kind == WORD_DATE && sscanf(text, "%d:%d%n", &hour, &minute, &length) == 2 && length) {
        if (is_at(r, i + 1, "pm") && hour < 12)
            hour += 12;
    } else if (w->kind == WORD_NUMBER && (is_at(r, i + 1, "pm") || is_at(r, i + 1, "am"))) {
        hour = (int)w->value % 12 + (is_at(r, i + 1, "pm") ? 12 : 0);
        n = 2;
    } else if (sscanf(text, "%d%2[apm]%n", &hour, half, &length) == 2 && text[length] == '\0' &&
               half[1] == 'm') {
        hour = hour % 12 + (half[0] == 'p' ? 12 : 0);
    } else {
        return;
    }
    if (hour < 0 || hour > 24 || minute < 0 || minute > 59)
        return;
    add_part(r->g, arena_printf(r->g->arena, "%02d", hour), i, n);
    add_part(r->g, arena_printf(r->g->arena, "%02d:%02d", hour, minute), i, n);
}

/* "under 25", where somebody's birth is stored: born after today 25 years ago. */
static void gather_age(const struct reader *r, int i)
{
    const struct schema *s = &r->g->database->schema;
    int age = count_at(r, i);
    if (age < 1 || age > 120 || is_at(r, i, "a") || is_at(r, i, "an"))
        return;
    const char *day = canonical(r->g->arena, arena_printf(r->g->arena, "today-%d years", age));
    for (int c = 1; c < s->n_columns; c++)
        if (r->g->database->profiles[c].birth)
            gather_column(r->g, gather(r->g, day, GROUND_DATE, gather_typed(r->g, i, 1), i, 1,
                                       PART_SCORE), c);
}

void gather_parts(const struct reader *r)
{
    for (int i = 0; i < r->n; i++) {
        int month = month_at(r, i);
        gather_weekday(r, i);
        gather_hour(r, i);
        gather_age(r, i);
        if (month && !is_at(r, i, "may"))
            gather(r->g, arena_printf(r->g->arena, "%02d", month), GROUND_DATE,
                   gather_typed(r->g, i, 1), i, 1, PART_SCORE - 2);
    }
}
