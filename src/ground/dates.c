/* dates.c - days and periods as people write them.
 *
 * A phrase becomes the period it names, in its canonical text ("2023-Q2"), and the days by which
 * queries usually say that period: its first day, its last, and the day after.  Where the year is
 * left out, the years the question names elsewhere, those that the columns of time hold, and this
 * year are each tried. */
#include "ground/dates.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* From a day on, up to and without another. */
struct span {
    struct date start, next;
};

static struct span span_of_months(int year, int month, int n)
{
    struct date start = {year, month, 1};
    return (struct span){start, date_shift(start, SPAN_MONTH, n)};
}

static struct span span_of_year(int year)
{
    return span_of_months(year, 1, 12);
}

static struct span span_of_day(struct date d)
{
    return (struct span){d, date_shift(d, SPAN_DAY, 1)};
}

static const char *day_text(struct arena *arena, struct date d)
{
    return arena_printf(arena, "%04d-%02d-%02d", d.year, d.month, d.day);
}

static const char *span_text(struct arena *arena, struct span s)
{
    struct period period = period_of_days(s.start, s.next);
    return period_text(arena, &period);
}

/* ---- words ----------------------------------------------------------------------------------- */

bool is_at(const struct reader *r, int i, const char *word)
{
    return i >= 0 && i < r->n && slice_equal(r->w[i].folded, word);
}

int one_of_at(const struct reader *r, int i, const char *const *words, int n)
{
    for (int k = 0; k < n; k++)
        if (is_at(r, i, words[k]))
            return k;
    return -1;
}

static bool is_mark(const struct reader *r, int i, char mark)
{
    return i >= 0 && i < r->n && r->w[i].kind == WORD_PUNCT && r->w[i].end - r->w[i].start == 1 &&
           r->g->question->text[r->w[i].start] == mark;
}

int month_at(const struct reader *r, int i)
{
    static const char *const names[] = {
        "january", "february", "march", "april", "may", "june", "july", "august", "september",
        "october", "november", "december"};
    static const char *const brief[] = {"jan", "feb", "mar", "apr", "may", "jun",
                                        "jul", "aug", "sep", "oct", "nov", "dec"};
    int k = ONE_OF(r, i, names);
    if (k < 0)
        k = ONE_OF(r, i, brief);
    return k >= 0 ? k + 1 : is_at(r, i, "sept") ? 9 : 0;
}

static int year_at(const struct reader *r, int i)
{
    if (i < 0 || i >= r->n)
        return 0;
    const struct word *w = &r->w[i];
    if (w->kind == WORD_NUMBER && w->folded.n == 4 && w->value >= 1000 && w->value <= 2200 &&
        w->value == (int)w->value)
        return (int)w->value;
    if (w->kind == WORD_NUMBER && w->folded.n == 2 && i > 0 && is_mark(r, i - 1, '\''))
        return (int)w->value + (w->value < 50 ? 2000 : 1900);
    return 0;
}

/* 5, 5th, "fifth" of a month. */
static int day_at(const struct reader *r, int i)
{
    static const char *const suffixes[] = {"st", "nd", "rd", "th"};
    if (i < 0 || i >= r->n)
        return 0;
    const struct word *w = &r->w[i];
    if (w->kind == WORD_NUMBER)
        return w->folded.n <= 2 && w->value >= 1 && w->value <= 31 ? (int)w->value : 0;
    int value = 0;
    size_t n = 0;
    while (n < w->folded.n && n < 2 && isdigit((unsigned char)w->folded.s[n]))
        value = value * 10 + (w->folded.s[n++] - '0');
    struct slice rest = {w->folded.s + n, w->folded.n - n};
    for (int k = 0; n && k < COUNT_OF(suffixes); k++)
        if (slice_equal(rest, suffixes[k]) && value >= 1 && value <= 31)
            return value;
    return 0;
}

/* An optional year behind a month or quarter: "March 2023", "March of 2023", "March, 2023", "march
 * '23".  Words taken. */
static int take_year(const struct reader *r, int i, int *year)
{
    int skip = is_at(r, i, "of") || is_at(r, i, "in") || is_mark(r, i, ',') || is_mark(r, i, '-');
    skip += is_at(r, i + skip, "the") && is_at(r, i + skip + 1, "year") ? 2 : 0;
    skip += is_mark(r, i + skip, '\'');
    *year = year_at(r, i + skip);
    return *year ? skip + 1 : 0;
}

/* ---- phrases --------------------------------------------------------------------------------- */

/* 5 May 2023, 5th of May, May 5th, 2023, May 2023, May */
static int read_month(const struct reader *r, int i, struct phrase *out)
{
    int at = i, day = day_at(r, at), taken;
    if (day) {
        at++;
        at += is_at(r, at, "of");
        at += is_mark(r, at, '-') || is_mark(r, at, '.');
    }
    int month = month_at(r, at);
    if (!month)
        return 0;
    /* "may" is a month only beside a number, or in capitals */
    static const char *const words[] = {"may", "mar", "dec", "march"};
    bool doubtful = ONE_OF(r, at, words) >= 0;
    at++;
    if (!day && day_at(r, at) && !year_at(r, at)) {
        day = day_at(r, at);
        at++;
    }
    taken = take_year(r, at, &out->year);
    static const char *const before[] = {"in", "of", "since", "during", "until", "till", "by",
                                         "from", "to", "and", "between", "after", "before", "last",
                                         "this", "for", "through", "or", "each", "every"};
    if (doubtful && !day && !out->year && !r->w[at - 1].upper && ONE_OF(r, at - 2, before) < 0)
        return 0;
    out->month = month;
    out->n_months = 1;
    out->day = day;
    return at + taken - i;
}

/* Q2 2023, 2023 Q2, second quarter of 2023, first half of 2023, H1, spring 2024 */
static int read_part(const struct reader *r, int i, struct phrase *out)
{
    static const char *const quarters[] = {"q1", "q2", "q3", "q4"};
    static const char *const halves[] = {"h1", "h2"};
    static const char *const seasons[] = {"spring", "summer", "autumn", "winter", "fall"};
    static const char *const ordinals[] = {"first", "second", "third", "fourth", "1st", "2nd",
                                           "3rd", "4th"};
    static const char *const final[] = {"last", "final", "fourth"};
    int start = i, year = year_at(r, i), k, taken;
    if (year && (ONE_OF(r, i + 1, quarters) >= 0 || ONE_OF(r, i + 1, halves) >= 0))
        i++;
    else
        year = 0;
    if ((k = ONE_OF(r, i, quarters)) >= 0) {
        *out = (struct phrase){.month = 3 * k + 1, .n_months = 3};
        i++;
    } else if ((k = ONE_OF(r, i, halves)) >= 0) {
        *out = (struct phrase){.month = 6 * k + 1, .n_months = 6};
        i++;
    } else if ((k = ONE_OF(r, i, seasons)) >= 0) {
        static const int months[] = {3, 6, 9, 12, 9};
        *out = (struct phrase){.month = months[k], .n_months = 3};
        i++;
    } else if ((k = ONE_OF(r, i, ordinals)) >= 0 &&
               (is_at(r, i + 1, "quarter") || (is_at(r, i + 1, "half") && k % 4 < 2))) {
        bool half = is_at(r, i + 1, "half");
        *out = (struct phrase){.month = (half ? 6 : 3) * (k % 4) + 1, .n_months = half ? 6 : 3};
        i += 2;
    } else if (ONE_OF(r, i, final) >= 0 && is_at(r, i + 1, "quarter") && is_at(r, i + 2, "of")) {
        *out = (struct phrase){.month = 10, .n_months = 3};
        i += 2;
    } else {
        return 0;
    }
    taken = year ? 0 : take_year(r, i, &out->year);
    if (year)
        out->year = year;
    return i + taken - start;
}

/* 2023; 1990s, the 90s, the nineties */
static int read_year(const struct reader *r, int i, struct phrase *out)
{
    static const char *const decades[] = {"twenties", "thirties", "forties", "fifties", "sixties",
                                          "seventies", "eighties", "nineties"};
    struct slice f = r->w[i].folded;
    int k = ONE_OF(r, i, decades);
    if (k >= 0) {
        *out = (struct phrase){.year = (k == 0 ? 2000 : 1900) + 20 + 10 * k, .n_years = 10};
        return 1;
    }
    if (r->w[i].kind == WORD_PLAIN && (f.n == 5 || f.n == 3) && f.s[f.n - 1] == 's' &&
        f.s[f.n - 2] == '0' && isdigit((unsigned char)f.s[0])) {
        int decade = atoi(f.s); /* stops at the s */
        *out = (struct phrase){.year = f.n == 5 ? decade : decade + (decade < 30 ? 2000 : 1900),
                               .n_years = 10};
        return 1;
    }
    out->year = year_at(r, i);
    return out->year ? 1 : 0;
}

/* A date written in digits: 2023-05-06, 2023-05, 6.5.2014, 12/31/1999 */
static int read_digits(const struct reader *r, int i, struct phrase *out)
{
    if (r->w[i].kind != WORD_DATE)
        return 0;
    char text[40];
    int a, b, c, n = 0;
    snprintf(text, sizeof text, "%.*s", (int)MIN(r->w[i].folded.n, (size_t)39), r->w[i].folded.s);
    int found = sscanf(text, "%d%*[-/.]%d%n%*[-/.]%d", &a, &b, &n, &c);
    if (found < 2 || n == 0)
        return 0;
    if (a > 999) { /* the year first */
        *out = (struct phrase){.year = a, .month = b, .n_months = 1, .day = found == 3 ? c : 0};
    } else if (found == 3) { /* or last; the larger of the others is the day */
        int year = c < 100 ? c + (c < 50 ? 2000 : 1900) : c;
        bool month_first = strchr(text, '/') ? b > 12 || a <= 12 : b > 12;
        *out = (struct phrase){.year = year, .month = month_first ? a : b, .n_months = 1,
                               .day = month_first ? b : a};
    } else {
        return 0;
    }
    struct date d = {out->year, out->month, MAX(out->day, 1)};
    return date_is_valid(d) ? 1 : 0;
}

/* The 7 of "7 to 13 February". */
static int read_day_of_range(const struct reader *r, int i, struct phrase *out)
{
    static const char *const joints[] = {"and", "to", "till", "until", "through"};
    if (!day_at(r, i) || !(ONE_OF(r, i + 1, joints) >= 0 || is_mark(r, i + 1, '-')) ||
        !day_at(r, i + 2) || !read_month(r, i + 2, out) || !out->day)
        return 0;
    out->day = day_at(r, i);
    return 1;
}

/* ---- from phrases to candidates -------------------------------------------------------------- */

static bool period_of(const struct phrase *p, int year, struct span *out)
{
    if (p->day) {
        struct date d = {year, p->month, p->day};
        if (!date_is_valid(d))
            return false;
        *out = span_of_day(d);
    } else if (p->month) {
        *out = span_of_months(year, p->month, p->n_months);
    } else {
        *out = span_of_months(year, 1, 12 * MAX(p->n_years, 1));
    }
    return true;
}

void fit_time_columns(struct gathering *g, int candidate)
{
    const struct schema *s = &g->database->schema;
    for (int c = 1; candidate >= 0 && c < s->n_columns; c++)
        if (g->database->profiles[c].time != GROUND_TIME_NONE ||
            s->columns[c].type == COLUMN_TIME)
            gather_column(g, candidate, c);
}

static void add_day(struct gathering *g, struct date d, const char *role, const char *of,
                    const struct phrase *p, double score)
{
    const char *shown = *role ? arena_printf(g->arena, "%s %s", role, of) : of;
    fit_time_columns(g, gather(g, day_text(g->arena, d), GROUND_DATE, shown, p->first, p->n,
                               score));
}

static void add_period(struct gathering *g, struct span period, const struct phrase *p,
                       bool guessed)
{
    const char *text = span_text(g->arena, period);
    double less = guessed ? PERIOD_SCORE - GUESS_SCORE : 0;
    struct date last = date_shift(period.next, SPAN_DAY, -1);
    if (date_compare(last, period.start) == 0) {
        add_day(g, period.start, "", text, p, PERIOD_SCORE - less);
        add_day(g, period.next, "day after", text, p, DAY_SCORE - 1.5 - less);
        return;
    }
    fit_time_columns(g, gather(g, text, GROUND_PERIOD, text, p->first, p->n,
                               PERIOD_SCORE - less));
    add_day(g, period.start, "start of", text, p, DAY_SCORE - less);
    add_day(g, period.next, "day after", text, p, DAY_SCORE - 0.1 - less);
    add_day(g, last, "end of", text, p, DAY_SCORE - 0.5 - less);
    if (p->n_years > 1) { /* columns of years compare with these */
        const char *first = span_text(g->arena, span_of_year(period.start.year));
        const char *final = span_text(g->arena, span_of_year(last.year));
        gather(g, first, GROUND_PERIOD, first, p->first, p->n, DAY_SCORE);
        gather(g, final, GROUND_PERIOD, final, p->first, p->n, DAY_SCORE);
    }
}

/* Years for phrases that leave it out, likeliest first. */
static int guess_years(const struct reader *r, int *years)
{
    const struct gathering *g = r->g;
    const struct schema *s = &g->database->schema;
    int n = 0, best = -1;
    for (int i = 0; i < r->n_phrases && n < MAX_YEARS; i++)
        if (r->phrases[i].year && r->phrases[i].year > 1900)
            years[n++] = r->phrases[i].year;
    int first = n ? n : 0;
    double best_score = -1;
    for (int c = 1; c < s->n_columns; c++) {
        const struct ground_profile *p = &g->database->profiles[c];
        double score = s->columns[c].table < 0 || !p->last_year
                           ? -1
                           : g->column_score[c] + g->table_score[s->columns[c].table];
        if (score > best_score) {
            best = c;
            best_score = score;
        }
    }
    struct date today;
    if (g->today && date_parse(g->today, &today) && n < MAX_YEARS)
        years[n++] = today.year;
    if (best >= 0 && first == 0)
        for (int y = g->database->profiles[best].last_year;
             y >= g->database->profiles[best].first_year && n < MAX_YEARS; y--)
            years[n++] = y;
    for (int i = first - 1; i >= 0 && n < MAX_YEARS; i--) /* "the December before that" */
        years[n++] = years[i] - 1;
    int kept = 0;
    for (int i = 0; i < n; i++) {
        bool again = false;
        for (int k = 0; k < kept; k++)
            again |= years[k] == years[i];
        if (!again)
            years[kept++] = years[i];
    }
    return kept;
}

/* A phrase and the next, joined by a word that makes one span of them. */
static bool makes_span(const struct reader *r, const struct phrase *a, const struct phrase *b)
{
    static const char *const joints[] = {"and", "to", "till", "until", "through", "thru"};
    int gap = a->first + a->n;
    return b->first == gap + 1 && (ONE_OF(r, gap, joints) >= 0 || is_mark(r, gap, '-'));
}

/* "between March and May 2012": the year is the second's */
static void share_years(struct reader *r)
{
    for (int i = r->n_phrases - 2; i >= 0; i--)
        if (!r->phrases[i].year && r->phrases[i + 1].year &&
            (makes_span(r, &r->phrases[i], &r->phrases[i + 1]) ||
             r->phrases[i + 1].first <= r->phrases[i].first + r->phrases[i].n + 2))
            r->phrases[i].year = r->phrases[i + 1].year;
}

/* "2023 or 2024", "2023 versus 2024": often one span in the query. */
static void add_years(struct reader *r, const struct phrase *a, const struct phrase *b)
{
    if (a->month || b->month || !a->year || !b->year || a->year == b->year || a->n_years > 1 ||
        b->n_years > 1)
        return;
    struct span span = {{MIN(a->year, b->year), 1, 1}, {MAX(a->year, b->year) + 1, 1, 1}};
    const char *text = span_text(r->g->arena, span);
    fit_time_columns(r->g, gather(r->g, text, GROUND_PERIOD, text, a->first, a->n, GUESS_SCORE));
}

static void add_phrases(struct reader *r)
{
    int years[MAX_YEARS], n_years = guess_years(r, years);
    struct span previous = {0}, period;
    for (int i = 0; i < r->n_phrases; i++) {
        const struct phrase *p = &r->phrases[i];
        bool guessed = !p->year;
        for (int k = 0; k < (guessed ? n_years : 1); k++)
            if (period_of(p, guessed ? years[k] : p->year, &period))
                add_period(r->g, period, p, guessed);
        if (i > 0)
            add_years(r, &r->phrases[i - 1], p);
        bool spans = i > 0 && p->year && r->phrases[i - 1].year &&
                     makes_span(r, &r->phrases[i - 1], p) &&
                     period_of(&r->phrases[i - 1], r->phrases[i - 1].year, &previous) &&
                     period_of(p, p->year, &period) &&
                     date_compare(previous.start, period.start) < 0;
        if (spans) {
            struct phrase both = {.first = r->phrases[i - 1].first,
                                  .n = p->first + p->n - r->phrases[i - 1].first};
            struct span span = {previous.start, period.next};
            const char *text = span_text(r->g->arena, span);
            fit_time_columns(r->g, gather(r->g, text, GROUND_PERIOD, text, both.first, both.n,
                                          PERIOD_SCORE));
        }
    }
}

/* "and the year after", "the month before": of what was named elsewhere in the conversation. */
static void add_neighbours(struct reader *r)
{
    static const char *const sides[] = {"after", "before", "next", "previous", "following",
                                        "prior", "earlier", "later"};
    for (int i = 0; i < r->n; i++) {
        bool month = is_at(r, i, "month"), year = is_at(r, i, "year") || is_at(r, i, "season");
        bool beside = ONE_OF(r, i + 1, sides) >= 0 || ONE_OF(r, i - 1, sides) >= 0;
        for (int p = 0; (month || year) && beside && p < MIN(r->n_phrases, 4); p++) {
            struct span period;
            struct phrase said = {.first = i, .n = 1};
            int step = month ? 1 : 12;
            if (!r->phrases[p].year || !period_of(&r->phrases[p], r->phrases[p].year, &period))
                continue;
            for (int k = -step; k <= step; k += 2 * step)
                add_period(r->g,
                           (struct span){date_shift(period.start, SPAN_MONTH, k),
                                                  date_shift(period.next, SPAN_MONTH, k)},
                           &said, true);
        }
    }
}

void gather_dates(struct gathering *g)
{
    struct reader r = {.g = g, .w = g->question->words.v, .n = g->question->words.n};
    for (int c = 1; c < g->database->schema.n_columns && !r.moments; c++) {
        enum ground_time time = g->database->profiles[c].time;
        r.moments = time == GROUND_TIME_EPOCH || time == GROUND_TIME_EPOCH_MS ||
                    time == GROUND_TIME_DATETIME;
    }
    gather_parts(&r);
    for (int i = 0; i < r.n && r.n_phrases < MAX_PHRASES;) {
        struct phrase p = {0};
        int n = read_day_of_range(&r, i, &p);
        if (!n)
            n = read_digits(&r, i, &p);
        if (!n)
            n = read_part(&r, i, &p);
        if (!n)
            n = read_month(&r, i, &p);
        if (!n) {
            p = (struct phrase){0};
            n = read_year(&r, i, &p);
        }
        if (n) {
            p.first = i;
            p.n = n;
            r.phrases[r.n_phrases++] = p;
            i += n;
            continue;
        }
        i += MAX(read_relative(&r, i), 1);
    }
    share_years(&r);
    add_phrases(&r);
    add_neighbours(&r);
}
