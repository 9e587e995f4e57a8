/* spelling.c - what the leaf of a value may spell: a number of rows, a number, a date, a period.
 *
 * A leaf is spelt sub-word by sub-word, so each must leave a way to the end: a text is held against the
 * forms it may take, and the fewest letters still missing are known.  Letters, digits and marks are
 * sub-words of every vocabulary, so that many steps are always enough. */
#include "search/internal.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* ---- text ------------------------------------------------------------------------------------ */

static bool is_mark(char c)
{
    return c != '\0' && strchr("-+.:", c) != NULL;
}

const char *spelling_text(char *to, size_t size, const struct vocab *vocab, const int *ids, int n,
                          enum spelling spelling)
{
    size_t at = 0;
    for (int i = 0; i < n; i++) {
        struct slice piece = vocab->pieces[ids[i]];
        bool continued = piece.n > 2 && piece.s[0] == '#' && piece.s[1] == '#';
        const char *text = piece.s + (continued ? 2 : 0);
        size_t length = piece.n - (continued ? 2 : 0);
        bool glued = continued || at == 0 || spelling == SPELL_NUMBER || spelling == SPELL_DIGITS ||
                     is_mark(text[0]) || is_mark(to[at - 1]);
        if (at + length + 2 > size)
            break;
        if (!glued)
            to[at++] = ' ';
        memcpy(to + at, text, length);
        at += length;
    }
    to[at] = '\0';
    for (char *c = to; spelling == SPELL_PERIOD && *c; c++)
        if (*c == 'q' && (c[1] == '\0' || (c[1] >= '1' && c[1] <= '4')) && c > to && c[-1] == '-')
            *c = 'Q';
    return to;
}

/* ---- dates and periods ----------------------------------------------------------------------- */

/* Forms of a point in time: # is a digit, % a number of one to three digits. */
static const char *const points[] = {
    "####", "####-Q#", "####-##", "####-##-##", "today", "yesterday", "tomorrow",
    "today-% days", "today-% weeks", "today-% months", "today-% years",
    "today+% days", "today+% weeks", "today+% months", "today+% years",
    "this week", "last week", "next week", "this month", "last month", "next month",
    "this quarter", "last quarter", "next quarter", "this year", "last year", "next year",
    "this week-% weeks", "this month-% months", "this quarter-% quarters", "this year-% years",
    "this week+% weeks", "this month+% months", "this quarter+% quarters", "this year+% years",
};
static const char *const moments[] = {
    "####-##-## ##:##:##", "now", "now-% hours", "now-% minutes", "now-% days", "now-% weeks",
    "now-% months", "now-% years",
    "now+% hours", "now+% days", "now+% weeks", "now+% months", "now+% years",
    "start of this week", "start of last week", "start of next week",
    "start of this month", "start of last month", "start of next month",
    "start of this quarter", "start of last quarter", "start of next quarter",
    "start of this year", "start of last year", "start of next year",
};

/* Up to what a digit may be at this place of a date, given those before it. */
static bool digit_fits(const char *text, size_t at)
{
    char c = text[at];
    bool month = at == 5 || at == 6, day = at == 8 || at == 9;
    if (at == 3)
        return memcmp(text, "0000", 4) != 0;
    if (month)
        return at == 5 ? c <= '1' : text[5] == '0' ? c != '0' : c <= '2';
    if (day && at == 8)
        return c <= (memcmp(text + 5, "02", 2) == 0 ? '2' : '3');
    if (day) /* the text is that long only from here on */
        return date_is_valid((struct date){.year = atoi(text), .month = atoi(text + 5),
                                           .day = (text[8] - '0') * 10 + (c - '0')});
    return at < 11 || (at == 11 ? c <= '2' : at == 12 ? text[11] < '2' || c <= '3'
                       : at == 14 || at == 17 ? c <= '5' : true);
}

/* Letters the text lacks of a form, -1 if it does not begin like it.  A form that ends before the text
 * does leaves *rest there. */
static int form_left(const char *form, const char *text, const char **rest)
{
    const char *start = text;
    bool quarter = strchr(form, 'Q') != NULL;
    for (; *form; form++) {
        if (*text == '\0')
            return (int)strlen(form);
        if (*form == '%') {
            int digits = 0;
            while (digits < 3 && isdigit((unsigned char)text[digits]))
                digits++;
            if (digits == 0 || text[0] == '0')
                return -1;
            text += digits;
            continue;
        }
        bool fits = *form != '#' ? *form == *text
                    : !isdigit((unsigned char)*text) ? false
                    : quarter && text - start > 4    ? *text >= '1' && *text <= '4'
                                                     : digit_fits(start, (size_t)(text - start));
        if (!fits)
            return -1;
        text++;
    }
    *rest = text;
    return 0;
}

static int least_of(int a, int b)
{
    return a < 0 ? b : b < 0 ? a : MIN(a, b);
}

static int point_left(const char *text)
{
    int best = -1;
    for (int i = 0; i < COUNT_OF(points); i++) {
        const char *rest = "";
        int left = form_left(points[i], text, &rest);
        best = least_of(best, *rest ? -1 : left);
    }
    return best;
}

static int date_left(const char *text)
{
    int best = point_left(text);
    for (int i = 0; i < COUNT_OF(moments); i++) {
        const char *rest = "";
        int left = form_left(moments[i], text, &rest);
        best = least_of(best, *rest ? -1 : left);
    }
    return best;
}

/* point, or point..point */
static int period_left(const char *text)
{
    const char *dots = strstr(text, "..");
    size_t n = strlen(text);
    if (!dots && n > 0 && text[n - 1] == '.') { /* the first of the two */
        char before[64];
        if (n > sizeof before)
            return -1;
        memcpy(before, text, n - 1);
        before[n - 1] = '\0';
        return point_left(before) == 0 ? 1 + 4 : -1;
    }
    if (!dots)
        return point_left(text);
    char first[64];
    n = (size_t)(dots - text);
    if (n + 1 > sizeof first)
        return -1;
    memcpy(first, text, n);
    first[n] = '\0';
    return point_left(first) == 0 ? point_left(dots + 2) : -1;
}

/* ---- numbers --------------------------------------------------------------------------------- */

static int number_left(const char *text)
{
    const char *at = text + (text[0] == '-');
    size_t digits = strspn(at, "0123456789");
    at += digits;
    if (*at == '\0')
        return digits == 0;
    if (*at != '.' || digits == 0)
        return -1;
    digits = strspn(at + 1, "0123456789");
    return at[1 + digits] ? -1 : digits == 0;
}

/* "1965..1990" and "today-60 years" are how a reading writes a time, not texts that anything holds. */
static bool is_reading_of_time(const char *text)
{
    bool reckoned = !isdigit((unsigned char)text[0]) && strpbrk(text, "+-");
    return (reckoned && date_left(text) == 0) || (strstr(text, "..") && period_left(text) == 0);
}

int spelling_left(enum spelling spelling, const char *text)
{
    size_t n = strlen(text), digits = strspn(text, "0123456789");
    switch (spelling) {
    case SPELL_COUNT:
        return digits < n || n > MAX_LIMIT_DIGITS ? -1 : n == 0;
    case SPELL_NUMBER:
        return number_left(text);
    case SPELL_DIGITS: /* of a date kept in some way of its own */
        return strspn(text, "0123456789-./: ") < n ? -1 : n == 0;
    case SPELL_DATE:
        return n > 40 ? -1 : date_left(text);
    case SPELL_PERIOD:
        return n > 60 ? -1 : period_left(text);
    default:
        return is_reading_of_time(text) ? -1 : n == 0;
    }
}
