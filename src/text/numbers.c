/* numbers.c - does a whole text read as a number, as a date or as a time? */
#include "text/text.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static struct slice trim(const char *text, size_t n)
{
    while (n && isspace((unsigned char)text[0]))
        text++, n--;
    while (n && isspace((unsigned char)text[n - 1]))
        n--;
    return (struct slice){text, n};
}

/* A reader over a text that moves on only when what it wants is there. */
struct cursor {
    const char *s, *end;
};

static bool take(struct cursor *c, const char *any_of)
{
    if (c->s == c->end || !*c->s || !strchr(any_of, *c->s))
        return false;
    c->s++;
    return true;
}

static int take_digits(struct cursor *c, int max)
{
    int n = 0;
    while (n < max && c->s < c->end && isdigit((unsigned char)*c->s))
        c->s++, n++;
    return n;
}

bool text_number(const char *text, size_t n, double *value)
{
    struct slice t = trim(text, n);
    struct cursor c = {t.s, t.s + t.n};
    char plain[64];
    if (t.n == 0 || t.n >= sizeof plain)
        return false;
    take(&c, "+-");
    int whole = take_digits(&c, 60), fraction = 0;
    bool grouped = whole >= 1 && whole <= 3 && c.s < c.end && *c.s == ',';
    while (grouped && take(&c, ","))
        if (take_digits(&c, 3) != 3)
            return false;
    if (take(&c, "."))
        fraction = take_digits(&c, 60);
    if (whole + fraction == 0)
        return false;
    if (take(&c, "eE")) {
        take(&c, "+-");
        if (take_digits(&c, 3) == 0)
            return false;
    }
    if (c.s != c.end)
        return false;
    size_t kept = 0;
    for (size_t i = 0; i < t.n; i++)
        if (t.s[i] != ',')
            plain[kept++] = t.s[i];
    plain[kept] = '\0';
    *value = strtod(plain, NULL);
    return isfinite(*value);
}

/* ---- dates -------------------------------------------------------------------------------- */

static bool take_month_name(struct cursor *c)
{
    static const char *const months[12] = {
        "january", "february", "march",     "april",   "may",      "june",
        "july",    "august",   "september", "october", "november", "december",
    };
    for (int i = 0; i < 12; i++) {
        size_t full = strlen(months[i]), left = (size_t)(c->end - c->s);
        size_t n = left >= full && strncasecmp(c->s, months[i], full) == 0 ? full : 3;
        if (left < n || strncasecmp(c->s, months[i], n) != 0)
            continue;
        if (left > n && isalpha((unsigned char)c->s[n]))
            continue;
        c->s += n;
        take(c, ".");
        return true;
    }
    return false;
}

static void take_spaces(struct cursor *c)
{
    while (take(c, " "))
        ;
}

/* 10:30, 10:30:05.123, 9:15 pm, with a zone */
static bool take_time(struct cursor *c)
{
    struct cursor start = *c;
    if (take_digits(c, 2) == 0 || !take(c, ":") || take_digits(c, 2) != 2) {
        *c = start;
        return false;
    }
    if (take(c, ":"))
        take_digits(c, 2);
    if (take(c, "."))
        take_digits(c, 9);
    struct cursor before_suffix = *c;
    take_spaces(c);
    if (take(c, "aApP")) {
        take(c, ".");
        if (!take(c, "mM"))
            *c = before_suffix;
        else
            take(c, ".");
    } else {
        *c = before_suffix;
    }
    if (!take(c, "Z") && take(c, "+-")) {
        take_digits(c, 2);
        take(c, ":");
        take_digits(c, 2);
    }
    return true;
}

/* 2014-05-06, 2014/5, 12/31/99, 6.5.2014 */
static bool take_numeric_date(struct cursor *c)
{
    struct cursor start = *c;
    int first = take_digits(c, 4);
    char separator = c->s < c->end ? *c->s : '\0';
    if (first && first != 3 && take(c, "-/.")) {
        char same[2] = {separator, '\0'};
        int second = take_digits(c, 2), third = 0;
        bool more = second && take(c, same);
        if (more)
            third = take_digits(c, 4);
        bool year_first = first == 4 && second && (more ? third == 1 || third == 2
                                                        : separator != '.');
        bool year_last = first <= 2 && second && (third == 2 || third == 4);
        if (year_first || year_last)
            return true;
    }
    *c = start;
    return false;
}

/* 6 May 2014, May 6, 2014, 06-May-14, May 2014 */
static bool take_worded_date(struct cursor *c)
{
    struct cursor start = *c;
    bool day_first = take_digits(c, 2) > 0;
    if (day_first && !take(c, " -/"))
        take_spaces(c);
    if (take_month_name(c)) {
        bool number = false;
        while (take(c, " ,-/"))
            number = true;
        int digits = number ? take_digits(c, 4) : 0;
        if (!day_first && digits && digits <= 2 && take(c, ",")) {
            take_spaces(c);
            digits = take_digits(c, 4);
        }
        if (digits)
            return true;
    }
    *c = start;
    return false;
}

bool text_is_date(const char *text, size_t n)
{
    struct slice t = trim(text, n);
    if (t.n < 4 || t.n > 40)
        return false;
    struct cursor c = {t.s, t.s + t.n};
    bool date = take_numeric_date(&c) || take_worded_date(&c);
    if (date && c.s < c.end && !take(&c, " T,"))
        return false;
    take_spaces(&c);
    bool time = take_time(&c);
    return (date || time) && c.s == c.end;
}
