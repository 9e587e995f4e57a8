/* dates.c - "yesterday", "last month", "in the past 30 days" as dates.
 *
 * The network has never seen today's date, and no database stores "yesterday".  So relative dates
 * are put as literals before it reads the question:
 *
 *     a day                "yesterday", "3 weeks ago"      -> on 2026-11-15
 *     a span of days       "last month", "this week"       -> between 2026-10-01 and 2026-10-31
 *     a year               "last year"                     -> in 2025
 *     from a day till now  "in the past 30 days"           -> since 2026-10-17
 *     after a preposition that cuts time ("since last month"), the end it means.
 *
 * Years that are written out ("since 2020") are literals already and stay.  Words in quotation
 * marks, or capitalised inside a sentence ("the song Yesterday"), are names and stay too. */
#include "engine/internal.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

/* ---- calendar ------------------------------------------------------------------------------------------ */

static bool is_leap(int year)
{
    return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
}

static int days_in_month(int year, int month)
{
    static const int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    return month == 2 && is_leap(year) ? 29 : days[month - 1];
}

bool day_parse(const char *text, struct day *out)
{
    int n = 0;
    struct day d;
    if (sscanf(text, "%4d-%2d-%2d%n", &d.year, &d.month, &d.day, &n) != 3 || n != 10 ||
        strlen(text) != 10 || d.year < 1 || d.month < 1 || d.month > 12 || d.day < 1 ||
        d.day > days_in_month(d.year, d.month))
        return false;
    *out = d;
    return true;
}

struct day day_today(void)
{
    time_t now = time(NULL);
    struct tm local;
    localtime_r(&now, &local);
    return (struct day){local.tm_year + 1900, local.tm_mon + 1, local.tm_mday};
}

/* Days since 1 March of year 0, counted in years that start in March so that leap days come last. */
static long day_number(struct day d)
{
    long year = d.month > 2 ? d.year : d.year - 1, month = (d.month + 9) % 12;
    return 365 * year + year / 4 - year / 100 + year / 400 + (153 * month + 2) / 5 + d.day - 1;
}

static struct day day_of_number(long n)
{
    long year = (10000 * n + 14780) / 3652425;
    long rest = n - (365 * year + year / 4 - year / 100 + year / 400);
    if (rest < 0) {
        year--;
        rest = n - (365 * year + year / 4 - year / 100 + year / 400);
    }
    long month = (100 * rest + 52) / 3060;
    return (struct day){(int)(year + (month + 2) / 12), (int)((month + 2) % 12 + 1),
                        (int)(rest - (month * 306 + 5) / 10 + 1)};
}

static struct day add_days(struct day d, long n)
{
    return day_of_number(day_number(d) + n);
}

/* The same day of another month, or its last day where there is none. */
static struct day add_months(struct day d, int n)
{
    int months = d.year * 12 + d.month - 1 + n;
    struct day out = {months / 12, months % 12 + 1, d.day};
    out.day = MIN(out.day, days_in_month(out.year, out.month));
    return out;
}

static int week_day(struct day d) /* 0 = Monday */
{
    return (int)((day_number(d) + 2) % 7);
}

/* ---- what was said ---------------------------------------------------------------------------------------- */

enum form { FORM_DAY, FORM_SPAN, FORM_YEAR, FORM_SINCE };
struct moment {
    enum form form;
    struct day from, to;
};
enum unit { UNIT_DAY, UNIT_WEEK, UNIT_MONTH, UNIT_QUARTER, UNIT_YEAR, N_UNITS };

struct reading {
    const char *text;
    const struct word *words;
    int n;
    struct day now;
};

static bool is(const struct reading *r, int i, const char *word)
{
    return i < r->n && slice_equal(r->words[i].folded, word) && !r->words[i].quoted;
}

static bool one_of(const struct reading *r, int i, const char *const *words, int n)
{
    for (int k = 0; k < n; k++)
        if (is(r, i, words[k]))
            return true;
    return false;
}
#define ONE_OF(r, i, list) one_of((r), (i), (list), COUNT_OF(list))

static bool read_unit(const struct reading *r, int i, enum unit *out)
{
    static const char *const names[][2] = {{"day", "days"}, {"week", "weeks"}, {"month", "months"},
                                           {"quarter", "quarters"}, {"year", "years"}};
    for (int k = 0; k < N_UNITS; k++)
        if (ONE_OF(r, i, names[k])) {
            *out = (enum unit)k;
            return true;
        }
    return false;
}

static bool read_count(const struct reading *r, int i, int *out)
{
    static const char *const names[] = {"a", "one", "two", "three", "four", "five", "six", "seven",
                                        "eight", "nine", "ten", "eleven", "twelve", "an"};
    if (i >= r->n || r->words[i].quoted)
        return false;
    const struct word *w = &r->words[i];
    if (w->kind == WORD_NUMBER) {
        *out = (int)MAX(0, MIN(w->value, 100000));
        return w->value == *out && *out > 0;
    }
    for (int k = 0; k < COUNT_OF(names); k++)
        if (is(r, i, names[k])) {
            *out = k == 0 || k == COUNT_OF(names) - 1 ? 1 : k;
            return true;
        }
    return false;
}

static struct day shifted(struct day d, enum unit unit, int n)
{
    switch (unit) {
    case UNIT_DAY:
        return add_days(d, n);
    case UNIT_WEEK:
        return add_days(d, 7L * n);
    case UNIT_MONTH:
        return add_months(d, n);
    case UNIT_QUARTER:
        return add_months(d, 3 * n);
    case UNIT_YEAR:
    case N_UNITS:
        break;
    }
    return add_months(d, 12 * n);
}

static struct day first_of(struct day d, enum unit unit)
{
    switch (unit) {
    case UNIT_DAY:
        return d;
    case UNIT_WEEK:
        return add_days(d, -week_day(d));
    case UNIT_MONTH:
        return (struct day){d.year, d.month, 1};
    case UNIT_QUARTER:
        return (struct day){d.year, (d.month - 1) / 3 * 3 + 1, 1};
    case UNIT_YEAR:
    case N_UNITS:
        break;
    }
    return (struct day){d.year, 1, 1};
}

static struct moment whole_unit(struct day now, enum unit unit, int offset)
{
    struct day from = shifted(first_of(now, unit), unit, offset);
    struct day to = add_days(shifted(from, unit, 1), -1);
    enum form form = unit == UNIT_YEAR ? FORM_YEAR : unit == UNIT_DAY ? FORM_DAY : FORM_SPAN;
    return (struct moment){form, from, to};
}

static bool read_name(const struct reading *r, int i, const char *const *names, int n, int *out)
{
    for (*out = 0; *out < n; ++*out)
        if (is(r, i, names[*out]))
            return true;
    return false;
}

/* "last Monday", "last March": the latest one that is over. */
static bool last_named(const struct reading *r, int i, struct moment *out)
{
    static const char *const days[] = {"monday", "tuesday", "wednesday", "thursday", "friday",
                                       "saturday", "sunday"};
    static const char *const months[] = {"january", "february", "march", "april", "may", "june",
                                         "july", "august", "september", "october", "november",
                                         "december"};
    int k;
    if (read_name(r, i, days, COUNT_OF(days), &k)) {
        struct day d = add_days(r->now, -((week_day(r->now) - k + 6) % 7 + 1));
        *out = (struct moment){FORM_DAY, d, d};
        return true;
    }
    if (!read_name(r, i, months, COUNT_OF(months), &k))
        return false;
    struct day from = {k + 1 < r->now.month ? r->now.year : r->now.year - 1, k + 1, 1};
    *out = (struct moment){FORM_SPAN, from, add_days(add_months(from, 1), -1)};
    return true;
}

/* "last month", "this year", "the past 3 weeks": words taken, 0 if it is nothing of the kind. */
static int read_span(const struct reading *r, int i, struct moment *out)
{
    static const char *const before[] = {"last", "previous", "past"};
    static const char *const current[] = {"this", "current"};
    bool last = ONE_OF(r, i, before), here = ONE_OF(r, i, current), next = is(r, i, "next");
    enum unit unit;
    int count;
    if (!last && !here && !next)
        return 0;
    if (read_unit(r, i + 1, &unit)) {
        *out = whole_unit(r->now, unit, here ? 0 : last ? -1 : 1);
        return 2;
    }
    if (last && last_named(r, i + 1, out))
        return 2;
    if (last && read_count(r, i + 1, &count) && read_unit(r, i + 2, &unit)) {
        *out = (struct moment){FORM_SINCE, shifted(r->now, unit, -count), r->now};
        return 3;
    }
    return 0;
}

static int read_day(const struct reading *r, int i, struct moment *out)
{
    static const struct {
        const char *word;
        int offset;
    } days[] = {{"today", 0}, {"yesterday", -1}, {"tomorrow", 1}};
    for (int k = 0; k < COUNT_OF(days); k++)
        if (is(r, i, days[k].word) && !r->words[i].upper) {
            struct day d = add_days(r->now, days[k].offset);
            *out = (struct moment){FORM_DAY, d, d};
            return 1;
        }
    int count;
    enum unit unit;
    if (read_count(r, i, &count) && read_unit(r, i + 1, &unit) && is(r, i + 2, "ago")) {
        struct day d = shifted(r->now, unit, -count);
        *out = (struct moment){FORM_DAY, d, d};
        return 3;
    }
    return 0;
}

static int read_moment(const struct reading *r, int i, struct moment *out)
{
    int the = is(r, i, "the");
    if (the && is(r, i + 1, "day") && is(r, i + 2, "before") && is(r, i + 3, "yesterday")) {
        struct day d = add_days(r->now, -2);
        *out = (struct moment){FORM_DAY, d, d};
        return 4;
    }
    int n = read_span(r, i + the, out);
    if (!n && !the)
        n = read_day(r, i, out);
    return n ? n + the : 0;
}

/* ---- putting it as dates -------------------------------------------------------------------------------- */

static void put_day(struct strbuf *to, struct day d)
{
    strbuf_printf(to, "%04d-%02d-%02d", d.year, d.month, d.day);
}

/* cut: "since", "before", ... that stands before it, or NULL. */
static void put_moment(struct strbuf *to, const struct moment *m, const char *cut)
{
    static const char *const late[] = {"after", "until", "till", "by"};
    if (cut) {
        bool end = false;
        for (int i = 0; i < COUNT_OF(late); i++)
            end |= strcmp(cut, late[i]) == 0;
        strbuf_printf(to, "%s ", cut);
        if (m->form == FORM_YEAR)
            strbuf_printf(to, "%d", m->from.year);
        else
            put_day(to, end ? m->to : m->from);
        return;
    }
    switch (m->form) {
    case FORM_DAY:
        strbuf_puts(to, "on ");
        put_day(to, m->from);
        break;
    case FORM_SPAN:
        strbuf_puts(to, "between ");
        put_day(to, m->from);
        strbuf_puts(to, " and ");
        put_day(to, m->to);
        break;
    case FORM_YEAR:
        strbuf_printf(to, "in %d", m->from.year);
        break;
    case FORM_SINCE:
        strbuf_puts(to, "since ");
        put_day(to, m->from);
        break;
    }
}

static bool is_possessive(const struct reading *r, int i)
{
    const struct word *w = &r->words[i];
    return i < r->n && w->kind == WORD_PUNCT && w->end - w->start > 1 &&
           (r->text[w->end - 1] == 's' || r->text[w->end - 1] == 'S');
}

/* A relative date at word i, with the preposition before it: words taken, 0 if there is none. */
static int rewrite_at(const struct reading *r, int i, struct strbuf *to)
{
    static const char *const plain[] = {"in", "on", "during", "over", "within", "of", "for", "from"};
    static const char *const cuts[] = {"since", "before", "after", "until", "till", "by"};
    const char *cut = NULL;
    for (int k = 0; k < COUNT_OF(cuts); k++)
        if (is(r, i, cuts[k]))
            cut = cuts[k];
    int lead = cut || ONE_OF(r, i, plain);
    if (is(r, i, "than") || (i > 0 && is(r, i - 1, "than")))
        return 0; /* "more than last year" compares with figures, not with a date */
    struct moment m;
    int n = read_moment(r, i + lead, &m);
    if (n == 0)
        return 0;
    put_moment(to, &m, cut);
    return lead + n + is_possessive(r, i + lead + n); /* "last month's sales": it goes with it */
}

/* Each relative date has one of these in it; most questions have none, and need no closer look. */
static bool may_have_dates(const char *question)
{
    static const char *const parts[] = {"day", "tomorrow", "week", "month", "quarter", "year",
                                        "last", "previous", "past"};
    for (int i = 0; i < COUNT_OF(parts); i++)
        if (strcasestr(question, parts[i]))
            return true;
    return false;
}

const char *dates_resolve(struct arena *arena, const char *question, struct day now)
{
    if (!may_have_dates(question))
        return question;
    size_t length = strlen(question), done = 0;
    struct words words = words_split(arena, question, length);
    struct reading r = {question, words.v, words.n, now};
    struct strbuf out = strbuf_in(arena);
    bool changed = false;
    for (int i = 0; i < words.n;) {
        struct strbuf put = strbuf_in(arena);
        int n = rewrite_at(&r, i, &put);
        if (n == 0) {
            i++;
            continue;
        }
        changed = true;
        strbuf_add(&out, question + done, words.v[i].start - done);
        strbuf_puts(&out, strbuf_text(&put));
        done = words.v[i + n - 1].end;
        i += n;
    }
    if (!changed)
        return question;
    strbuf_add(&out, question + done, length - done);
    return strbuf_text(&out);
}
