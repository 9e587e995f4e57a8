/* import_types.c - what a column of texts holds: numbers, days, moments or just texts.
 *
 * A column is of a type if every cell of it is.  "007" is no number, since it would lose its zeros;
 * 03/04/2023 is no day, since nobody can say which, unless another cell of the column decides it. */
#include "db/import.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#define NUMBER_MAX 40

struct import_column import_column_start(void)
{
    return (struct import_column){.integer = true, .real = true, .iso_date = true, .iso_time = true,
                                  .day_first = true, .month_first = true};
}

static struct slice trimmed(struct slice cell)
{
    while (cell.n > 0 && isspace((unsigned char)cell.s[0]))
        cell.s++, cell.n--;
    while (cell.n > 0 && isspace((unsigned char)cell.s[cell.n - 1]))
        cell.n--;
    return cell;
}

/* Without thousands separators, "1,234,567.8" or "1 234"; false if it is no number. */
static bool plain_number(struct slice cell, char *out, size_t size, bool *whole)
{
    size_t n = 0, since = 0, groups = 0, digits = 0;
    bool point = false;
    *whole = true;
    if (cell.n == 0 || cell.n >= NUMBER_MAX || cell.n >= size)
        return false;
    for (size_t i = 0; i < cell.n; i++) {
        char c = cell.s[i];
        if (isdigit((unsigned char)c)) {
            digits++;
            since++;
        } else if ((c == '-' || c == '+') && i == 0) {
        } else if (c == '.' && !point && !(groups && since != 3)) {
            point = true;
            *whole = false;
        } else if (c == ',' && !point && since > 0 && since <= 3 && (groups == 0 || since == 3)) {
            groups++;
            since = 0;
            continue; /* leaves it out */
        } else {
            return false;
        }
        out[n++] = c;
    }
    out[n] = '\0';
    const char *first = out + (out[0] == '-' || out[0] == '+');
    bool padded = first[0] == '0' && isdigit((unsigned char)first[1]);
    return digits > 0 && digits <= 18 && !padded && (!groups || point || since == 3);
}

/* Numbers with an exponent, too. */
static bool is_real(struct slice cell)
{
    char text[NUMBER_MAX], *end;
    bool whole;
    if (plain_number(cell, text, sizeof text, &whole))
        return true;
    if (cell.n == 0 || cell.n >= sizeof text || !isdigit((unsigned char)cell.s[cell.n - 1]) ||
        !memchr(cell.s, 'e', cell.n) == !memchr(cell.s, 'E', cell.n))
        return false;
    memcpy(text, cell.s, cell.n);
    text[cell.n] = '\0';
    strtod(text, &end);
    return !*end && (isdigit((unsigned char)text[0]) || text[0] == '-');
}

bool import_is_number(struct slice cell)
{
    return is_real(trimmed(cell));
}

static bool day_exists(int year, int month, int day)
{
    return year >= 1000 && year <= 2999 && month >= 1 && month <= 12 && day >= 1 && day <= 31 &&
           !(day == 31 && (month == 4 || month == 6 || month == 9 || month == 11)) &&
           !(month == 2 && day > 29);
}

/* Three numbers with the same mark between them; the length read, 0 if there are none. */
static int read_parts(struct slice cell, int parts[3], char *mark)
{
    char text[24];
    int n = 0;
    if (cell.n < 8 || cell.n >= sizeof text)
        return 0;
    memcpy(text, cell.s, cell.n);
    text[cell.n] = '\0';
    char second = 0;
    if (sscanf(text, "%4d%c%2d%c%4d%n", &parts[0], mark, &parts[1], &second, &parts[2], &n) < 5 ||
        *mark != second || !strchr("-./", *mark))
        return 0;
    return n;
}

static bool is_clock(struct slice cell)
{
    int hour, minute, n = 0;
    char text[40];
    if (cell.n < 6 || cell.n >= sizeof text || (cell.s[0] != ' ' && cell.s[0] != 'T'))
        return false;
    memcpy(text, cell.s + 1, cell.n - 1);
    text[cell.n - 1] = '\0';
    return sscanf(text, "%2d:%2d%n", &hour, &minute, &n) == 2 && n == 5 && hour < 24 && minute < 60 &&
           text[strspn(text, "0123456789:.+-Z")] == '\0';
}

static void see_day(struct import_column *c, struct slice cell)
{
    int p[3] = {0};
    char mark = 0;
    struct slice date = {cell.s, cell.n};
    if (cell.n > 10 && cell.s[4] == '-')
        date.n = 10;
    int n = read_parts(date, p, &mark);
    struct slice rest = {cell.s + n, cell.n - (size_t)n};
    bool iso = n == 10 && mark == '-' && cell.s[4] == '-' && day_exists(p[0], p[1], p[2]);
    c->iso_date &= iso && rest.n == 0;
    c->iso_time &= iso && (rest.n == 0 || is_clock(rest));
    bool local = n > 0 && rest.n == 0 && p[2] >= 1000 && mark != '-';
    c->day_first &= local && day_exists(p[2], p[1], p[0]);
    c->month_first &= local && mark == '/' && day_exists(p[2], p[0], p[1]);
}

void import_column_see(struct import_column *c, struct slice cell)
{
    char text[NUMBER_MAX];
    bool whole = false;
    cell = trimmed(cell);
    if (import_is_null(cell, IMPORT_REAL))
        return;
    c->some = true;
    if (c->integer || c->real) {
        bool plain = plain_number(cell, text, sizeof text, &whole);
        c->integer &= plain && whole;
        c->real &= plain || is_real(cell);
    }
    if (c->iso_date || c->iso_time || c->day_first || c->month_first)
        see_day(c, cell);
}

enum import_type import_column_type(const struct import_column *c)
{
    if (!c->some)
        return IMPORT_TEXT;
    if (c->integer)
        return IMPORT_INTEGER;
    if (c->real)
        return IMPORT_REAL;
    if (c->iso_date || c->day_first != c->month_first)
        return IMPORT_DATE;
    return c->iso_time ? IMPORT_DATETIME : IMPORT_TEXT;
}

const char *import_type_name(enum import_type type)
{
    static const char *const names[] = {"INTEGER", "REAL", "DATE", "DATETIME", "TEXT"};
    return names[type];
}

bool import_is_null(struct slice cell, enum import_type type)
{
    static const char *const none[] = {"NULL", "NA", "N/A", "NaN", "None", "-"};
    if (!cell.s || cell.n == 0)
        return true;
    for (int i = 0; type != IMPORT_TEXT && i < COUNT_OF(none); i++)
        if (slice_equal_nocase(cell, none[i]))
            return true;
    return false;
}

void import_convert(const struct import_column *c, struct slice cell, char *out, size_t size)
{
    bool whole;
    int p[3];
    char mark;
    enum import_type type = import_column_type(c);
    cell = trimmed(cell);
    if ((type == IMPORT_INTEGER || type == IMPORT_REAL) &&
        plain_number(cell, out, size, &whole))
        return;
    if (type == IMPORT_DATE && !c->iso_date && read_parts(cell, p, &mark) > 0)
        snprintf(out, size, "%04d-%02d-%02d", p[2], c->day_first ? p[1] : p[0],
                 c->day_first ? p[0] : p[1]);
    else
        snprintf(out, size, "%.*s", (int)MIN(cell.n, size - 1), cell.s);
}
