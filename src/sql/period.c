/* period.c - days, months, quarters and years, given or relative to today, as text and as ranges. */
#include "sql/sql.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* ---- the calendar ---------------------------------------------------------------------------- */

static bool is_leap(int year)
{
    return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
}

static int days_in_month(int year, int month)
{
    static const int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    return month == 2 && is_leap(year) ? 29 : days[month - 1];
}

bool date_is_valid(struct date d)
{
    return d.year >= 1 && d.year <= 9999 && d.month >= 1 && d.month <= 12 && d.day >= 1 &&
           d.day <= days_in_month(d.year, d.month);
}

/* n digits as a number; -1 if there are others among them. */
static int digits(const char *s, int n)
{
    int value = 0;
    for (int i = 0; i < n; i++) {
        if (!isdigit((unsigned char)s[i]))
            return -1;
        value = value * 10 + (s[i] - '0');
    }
    return value;
}

bool date_parse(const char *text, struct date *out)
{
    if (strlen(text) != 10 || text[4] != '-' || text[7] != '-')
        return false;
    *out = (struct date){digits(text, 4), digits(text + 5, 2), digits(text + 8, 2)};
    return date_is_valid(*out);
}

struct date date_today(void)
{
    time_t now = time(NULL);
    struct tm local;
    localtime_r(&now, &local);
    return (struct date){local.tm_year + 1900, local.tm_mon + 1, local.tm_mday};
}

int date_compare(struct date a, struct date b)
{
    return a.year != b.year ? a.year - b.year : a.month != b.month ? a.month - b.month : a.day - b.day;
}

/* Counted in years that start in March, so that leap days come last. */
long date_days(struct date d)
{
    long year = d.month > 2 ? d.year : d.year - 1, month = (d.month + 9) % 12;
    return 365 * year + year / 4 - year / 100 + year / 400 + (153 * month + 2) / 5 + d.day - 1 -
           719468;
}

static struct date date_of_days(long n)
{
    n += 719468;
    long year = (10000 * n + 14780) / 3652425;
    long rest = n - (365 * year + year / 4 - year / 100 + year / 400);
    if (rest < 0) {
        year--;
        rest = n - (365 * year + year / 4 - year / 100 + year / 400);
    }
    long month = (100 * rest + 52) / 3060;
    return (struct date){(int)(year + (month + 2) / 12), (int)((month + 2) % 12 + 1),
                         (int)(rest - (month * 306 + 5) / 10 + 1)};
}

static int months_in(enum time_unit unit)
{
    return unit == SPAN_YEAR ? 12 : unit == SPAN_QUARTER ? 3 : 1;
}

struct date date_shift(struct date d, enum time_unit unit, int n)
{
    if (unit < SPAN_MONTH)
        return date_of_days(date_days(d) + (long)n * (unit == SPAN_WEEK ? 7 : 1));
    int months = d.year * 12 + d.month - 1 + n * months_in(unit);
    struct date first = {months / 12, months % 12 + 1, 1};
    return date_of_days(date_days(first) + d.day - 1);
}

/* The first day of the unit that has d in it. */
static struct date start_of(struct date d, enum time_unit unit)
{
    switch (unit) {
    case SPAN_YEAR:
        return (struct date){d.year, 1, 1};
    case SPAN_QUARTER:
        return (struct date){d.year, (d.month - 1) / 3 * 3 + 1, 1};
    case SPAN_MONTH:
        return (struct date){d.year, d.month, 1};
    case SPAN_WEEK: /* 1970-01-01 was a Thursday */
        return date_of_days(date_days(d) - (date_days(d) % 7 + 10) % 7);
    default:
        return d;
    }
}

/* ---- points ---------------------------------------------------------------------------------- */

struct words {
    const char *at;
};

static bool accept(struct words *w, const char *word)
{
    size_t n = strlen(word);
    if (strncasecmp(w->at, word, n) != 0 || isalpha((unsigned char)w->at[n]))
        return false;
    w->at += n;
    return true;
}

static void skip_spaces(struct words *w)
{
    while (*w->at == ' ')
        w->at++;
}

/* "day", "days", ... from SECOND to YEAR. */
static bool accept_unit(struct words *w, enum time_unit *out)
{
    for (int unit = 0; unit < N_TIME_UNITS; unit++) {
        char plural[16];
        snprintf(plural, sizeof plural, "%ss", time_unit_names[unit]);
        if (accept(w, plural) || accept(w, time_unit_names[unit])) {
            *out = (enum time_unit)unit;
            return true;
        }
    }
    return false;
}

#define MAX_SHIFT 99999 /* days: 273 years */

/* -30 days, + 6 months; true and 0 if there is none. */
static bool accept_shift(struct words *w, enum time_unit *unit, int *n)
{
    struct words at = *w;
    skip_spaces(&at);
    if (*at.at != '-' && *at.at != '+')
        return true;
    int sign = *at.at++ == '-' ? -1 : 1;
    skip_spaces(&at);
    int count = 0, digits_read = 0;
    for (; isdigit((unsigned char)*at.at) && count <= MAX_SHIFT; at.at++, digits_read++)
        count = count * 10 + (*at.at - '0');
    skip_spaces(&at);
    if (digits_read == 0 || count > MAX_SHIFT || !accept_unit(&at, unit))
        return false;
    *n = sign * count;
    *w = at;
    return true;
}

/* 2023, 2023-Q2, 2023-03, 2023-03-15 */
static bool accept_given(struct words *w, struct time_point *out)
{
    const char *s = w->at;
    size_t n = strspn(s, "0123456789-Qq");
    *out = (struct time_point){.unit = SPAN_YEAR, .date = {n >= 4 ? digits(s, 4) : -1, 1, 1}};
    if (n == 7 && s[4] == '-' && (s[5] | 0x20) == 'q') {
        int quarter = digits(s + 6, 1);
        out->unit = SPAN_QUARTER;
        out->date.month = quarter >= 1 && quarter <= 4 ? quarter * 3 - 2 : 0;
    } else if (n == 7 && s[4] == '-') {
        out->unit = SPAN_MONTH;
        out->date.month = digits(s + 5, 2);
    } else if (n == 10) {
        char day[11];
        memcpy(day, s, 10);
        day[10] = '\0';
        out->unit = SPAN_DAY;
        if (!date_parse(day, &out->date))
            return false;
    } else if (n != 4) {
        return false;
    }
    w->at += n;
    return date_is_valid(out->date);
}

/* today-30 days, last month, this year+1 year */
static bool accept_relative(struct words *w, struct time_point *out)
{
    static const struct {
        const char *word;
        bool unit; /* a unit follows */
        int shift;
    } words[] = {{"today", false, 0}, {"yesterday", false, -1}, {"tomorrow", false, 1},
                 {"this", true, 0},   {"last", true, -1},       {"next", true, 1}};
    for (int i = 0; i < COUNT_OF(words); i++) {
        if (!accept(w, words[i].word))
            continue;
        *out = (struct time_point){.relative = true, .unit = SPAN_DAY, .shift_unit = SPAN_DAY,
                                   .shift = words[i].shift};
        skip_spaces(w);
        if (words[i].unit && (!accept_unit(w, &out->unit) || out->unit < SPAN_DAY))
            return false;
        out->shift_unit = out->unit;
        enum time_unit unit = out->unit;
        int n = 0;
        if (!accept_shift(w, &unit, &n) || unit < SPAN_DAY)
            return false;
        if (n != 0 && out->shift != 0 && unit != out->shift_unit)
            return false; /* "yesterday-3 months" */
        out->shift += n;
        out->shift_unit = n ? unit : out->shift_unit;
        return true;
    }
    return false;
}

static bool accept_point(struct words *w, struct time_point *out)
{
    return isdigit((unsigned char)*w->at) ? accept_given(w, out) : accept_relative(w, out);
}

static void put_point(struct strbuf *b, const struct time_point *p)
{
    struct date d = p->date;
    const char *unit = time_unit_names[p->unit];
    if (!p->relative) {
        strbuf_printf(b, "%04d", d.year);
        if (p->unit == SPAN_QUARTER)
            strbuf_printf(b, "-Q%d", (d.month + 2) / 3);
        else if (p->unit != SPAN_YEAR)
            strbuf_printf(b, "-%02d", d.month);
        if (p->unit == SPAN_DAY)
            strbuf_printf(b, "-%02d", d.day);
        return;
    }
    bool own = p->shift_unit == p->unit, near = own && p->shift >= -1 && p->shift <= 1;
    if (p->unit == SPAN_DAY)
        strbuf_puts(b, !near || p->shift == 0 ? "today" : p->shift < 0 ? "yesterday" : "tomorrow");
    else
        strbuf_printf(b, "%s %s", !near || p->shift == 0 ? "this" : p->shift < 0 ? "last" : "next",
                      unit);
    if (!near && p->shift != 0)
        strbuf_printf(b, "%+d %s%s", p->shift, time_unit_names[p->shift_unit],
                      abs(p->shift) == 1 ? "" : "s");
}

/* Its first day. */
static struct date point_start(const struct time_point *p, struct date today)
{
    return p->relative ? date_shift(start_of(today, p->unit), p->shift_unit, p->shift) : p->date;
}

/* ---- periods --------------------------------------------------------------------------------- */

static bool points_equal(const struct time_point *a, const struct time_point *b)
{
    if (a->relative != b->relative || a->unit != b->unit)
        return false;
    return a->relative ? a->shift == b->shift && (a->shift_unit == b->shift_unit || a->shift == 0)
                       : date_compare(a->date, b->date) == 0;
}

bool period_parse(const char *text, struct period *out)
{
    struct words w = {text};
    skip_spaces(&w);
    if (!accept_point(&w, &out->first))
        return false;
    out->last = out->first;
    if (w.at[0] == '.' && w.at[1] == '.') {
        w.at += 2;
        skip_spaces(&w);
        if (!accept_point(&w, &out->last))
            return false;
    }
    skip_spaces(&w);
    if (!out->first.relative && !out->last.relative &&
        date_compare(out->last.date, out->first.date) < 0)
        return false;
    return *w.at == '\0';
}

const char *period_text(struct arena *arena, const struct period *period)
{
    struct period p = *period;
    if (!p.first.relative && !p.last.relative) {
        struct date start, end;
        period_bounds(&p, p.first.date, &start, &end);
        p = period_of_days(start, end);
    }
    struct strbuf b = strbuf_in(arena);
    put_point(&b, &p.first);
    if (!points_equal(&p.first, &p.last)) {
        strbuf_puts(&b, "..");
        put_point(&b, &p.last);
    }
    return strbuf_text(&b);
}

void period_bounds(const struct period *period, struct date today, struct date *start,
                   struct date *end)
{
    *start = point_start(&period->first, today);
    *end = date_shift(point_start(&period->last, today), period->last.unit, 1);
}

struct period period_of_days(struct date start, struct date end)
{
    static const enum time_unit units[] = {SPAN_YEAR, SPAN_QUARTER, SPAN_MONTH};
    struct period p = {{.unit = SPAN_DAY, .date = start},
                       {.unit = SPAN_DAY, .date = date_shift(end, SPAN_DAY, -1)}};
    for (int i = 0; i < COUNT_OF(units); i++) {
        enum time_unit unit = units[i];
        if (date_compare(start_of(start, unit), start) || date_compare(start_of(end, unit), end) ||
            date_compare(start, end) >= 0)
            continue;
        /* a span of quarters is a span of months to most people; one quarter is a quarter */
        if (unit == SPAN_QUARTER && date_compare(date_shift(start, unit, 1), end) != 0)
            continue;
        p.first.unit = p.last.unit = unit;
        p.last.date = date_shift(end, unit, -1);
        break;
    }
    return p;
}

/* ---- dates ----------------------------------------------------------------------------------- */

static bool is_clock(const char *s) /* 14:30 or 14:30:00 */
{
    size_t n = strlen(s);
    return (n == 5 || (n == 8 && s[5] == ':' && digits(s + 6, 2) >= 0 && digits(s + 6, 2) < 60)) &&
           s[2] == ':' && digits(s, 2) >= 0 && digits(s, 2) < 24 && digits(s + 3, 2) >= 0 &&
           digits(s + 3, 2) < 60;
}

bool date_literal_parse(const char *text, struct date_literal *out)
{
    struct words w = {text};
    *out = (struct date_literal){.clock = NULL};
    size_t n = strlen(text);
    if (n > 10 && n < 20 && (text[10] == ' ' || text[10] == 'T') && is_clock(text + 11)) {
        char day[11];
        memcpy(day, text, 10);
        day[10] = '\0';
        out->point.unit = SPAN_DAY;
        out->clock = text + 11;
        return date_parse(day, &out->point.date);
    }
    out->now = accept(&w, "now");
    if (out->now) {
        out->point = (struct time_point){.relative = true, .shift_unit = SPAN_DAY};
        return accept_shift(&w, &out->point.shift_unit, &out->point.shift) && *w.at == '\0';
    }
    if (accept(&w, "start of"))
        skip_spaces(&w);
    return accept_point(&w, &out->point) && *w.at == '\0';
}

const char *date_literal_text(struct arena *arena, const struct date_literal *literal)
{
    struct strbuf b = strbuf_in(arena);
    struct time_point p = literal->point;
    if (literal->now) {
        strbuf_puts(&b, "now");
        if (p.shift)
            strbuf_printf(&b, "%+d %s%s", p.shift, time_unit_names[p.shift_unit],
                          abs(p.shift) == 1 ? "" : "s");
        return strbuf_text(&b);
    }
    if (p.relative && p.unit != SPAN_DAY)
        strbuf_puts(&b, "start of ");
    if (!p.relative)
        p.unit = SPAN_DAY;
    put_point(&b, &p);
    if (literal->clock)
        strbuf_printf(&b, " %s", literal->clock);
    return strbuf_text(&b);
}
