/* calendar.c - days and periods. */
#include "ground/calendar.h"

#include <string.h>

static bool is_leap(int year)
{
    return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
}

static int days_in_month(int year, int month)
{
    static const int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    return month == 2 && is_leap(year) ? 29 : days[month - 1];
}

bool ground_day_exists(struct ground_day d)
{
    return d.year >= 1 && d.year <= 9999 && d.month >= 1 && d.month <= 12 && d.day >= 1 &&
           d.day <= days_in_month(d.year, d.month);
}

bool ground_day_parse(const char *text, struct ground_day *out)
{
    int n = 0;
    struct ground_day d;
    if (sscanf(text, "%4d-%2d-%2d%n", &d.year, &d.month, &d.day, &n) != 3 || n != 10 ||
        strlen(text) != 10 || !ground_day_exists(d))
        return false;
    *out = d;
    return true;
}

/* Days since 1 March of year 0, counted in years that start in March so that leap days come last. */
static long day_number(struct ground_day d)
{
    long year = d.month > 2 ? d.year : d.year - 1, month = (d.month + 9) % 12;
    return 365 * year + year / 4 - year / 100 + year / 400 + (153 * month + 2) / 5 + d.day - 1;
}

static struct ground_day day_of_number(long n)
{
    long year = (10000 * n + 14780) / 3652425;
    long rest = n - (365 * year + year / 4 - year / 100 + year / 400);
    if (rest < 0) {
        year--;
        rest = n - (365 * year + year / 4 - year / 100 + year / 400);
    }
    long month = (100 * rest + 52) / 3060;
    return (struct ground_day){(int)(year + (month + 2) / 12), (int)((month + 2) % 12 + 1),
                        (int)(rest - (month * 306 + 5) / 10 + 1)};
}

struct ground_day ground_day_add(struct ground_day d, long days)
{
    return day_of_number(day_number(d) + days);
}

struct ground_day ground_day_add_months(struct ground_day d, int n)
{
    int months = d.year * 12 + d.month - 1 + n;
    struct ground_day out = {months / 12, months % 12 + 1, d.day};
    out.day = MIN(out.day, days_in_month(out.year, out.month));
    return out;
}

int ground_day_compare(struct ground_day a, struct ground_day b)
{
    long x = day_number(a), y = day_number(b);
    return (x > y) - (x < y);
}

const char *ground_day_text(struct arena *arena, struct ground_day d)
{
    return arena_printf(arena, "%04d-%02d-%02d", d.year, d.month, d.day);
}

/* ---- periods --------------------------------------------------------------------------------------- */

struct ground_period ground_period_of_months(int year, int month, int n)
{
    struct ground_day start = {year, month, 1};
    return (struct ground_period){start, ground_day_add_months(start, n)};
}

struct ground_period ground_period_of_year(int year)
{
    return ground_period_of_months(year, 1, 12);
}

struct ground_period ground_period_of_day(struct ground_day d)
{
    return (struct ground_period){d, ground_day_add(d, 1)};
}

const char *ground_period_text(struct arena *arena, struct ground_period p)
{
    struct ground_day s = p.start, e = p.next, last = ground_day_add(e, -1);
    bool months = s.day == 1 && e.day == 1;
    int n = (e.year - s.year) * 12 + e.month - s.month;
    if (months && s.month == 1 && n == 12)
        return arena_printf(arena, "%04d", s.year);
    if (months && n == 3 && s.month % 3 == 1)
        return arena_printf(arena, "%04d-Q%d", s.year, s.month / 3 + 1);
    if (months && n == 1)
        return arena_printf(arena, "%04d-%02d", s.year, s.month);
    if (ground_day_compare(s, last) == 0)
        return ground_day_text(arena, s);
    if (months && s.month == 1 && e.month == 1)
        return arena_printf(arena, "%04d..%04d", s.year, last.year);
    if (months)
        return arena_printf(arena, "%04d-%02d..%04d-%02d", s.year, s.month, last.year, last.month);
    return arena_printf(arena, "%s..%s", ground_day_text(arena, s), ground_day_text(arena, last));
}
