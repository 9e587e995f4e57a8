/* print_postgres_time.c - dates in PostgreSQL's words.
 *
 * SQLite's 'now' is UTC; here today is the session's, as its users expect.  A month added to the 31st
 * ends in the shorter month here and runs over into the next in SQLite. */
#include "sql/print.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void put_interval(struct printer *pr, enum time_unit unit, int n)
{
    if (unit == SPAN_QUARTER) {
        unit = SPAN_MONTH;
        n *= 3;
    }
    if (n)
        strbuf_printf(&pr->out, " + INTERVAL '%d %s'", n, time_unit_names[unit]);
}

/* Is there a number in it, however deep, that is beyond the limit? */
static bool has_number_beyond(const struct expr *e, double limit)
{
    if (e->kind == EXPR_LITERAL && e->literal.kind == LITERAL_NUMBER &&
        fabs(strtod(e->literal.text, NULL)) > limit)
        return true;
    for (int i = 0; i < e->n_args; i++)
        if (has_number_beyond(e->args[i], limit))
            return true;
    return false;
}

void postgres_span(struct printer *pr, const struct expr *n, const struct scope *scope,
                   enum time_unit unit)
{
    /* of 2,000 years: PostgreSQL's end in 4713 BC, and it says so before it runs where n is given */
    static const char *const limits[N_TIME_UNITS] = {
        [SPAN_SECOND] = "63113904000", [SPAN_MINUTE] = "1051898400", [SPAN_HOUR] = "17531640",
        [SPAN_DAY] = "730485",         [SPAN_WEEK] = "104355",       [SPAN_MONTH] = "24000",
        [SPAN_QUARTER] = "8000",       [SPAN_YEAR] = "2000",
    };
    bool literal = n->kind == EXPR_LITERAL && n->literal.kind == LITERAL_NUMBER;
    bool large = has_number_beyond(n, strtod(limits[unit], NULL)) ||
                 (!literal && postgres_may_be_large(n));
    strbuf_puts(&pr->out, large ? "(CAST(" : "");
    postgres_number(pr, n, scope, large ? LEVEL_OR : LEVEL_PRODUCT);
    if (large)
        strbuf_printf(&pr->out, " AS NUMERIC) %% %s)", limits[unit]);
    strbuf_printf(&pr->out, " * INTERVAL '%d %s'", unit == SPAN_QUARTER ? 3 : 1,
                  unit == SPAN_QUARTER ? "month" : time_unit_names[unit]);
}

/* The first moment of a point, or the first after it, as a date or timestamp. */
static void put_point(struct printer *pr, const struct time_point *p, bool end)
{
    if (!p->relative) {
        struct date d = end ? date_shift(p->date, p->unit, 1) : p->date;
        strbuf_printf(&pr->out, "TIMESTAMP '%04d-%02d-%02d'", d.year, d.month, d.day);
        return;
    }
    if (p->unit == SPAN_DAY)
        strbuf_puts(&pr->out, "CURRENT_DATE");
    else
        strbuf_printf(&pr->out, "date_trunc('%s', CURRENT_DATE)", time_unit_names[p->unit]);
    bool own = p->shift_unit == p->unit || p->shift == 0;
    put_interval(pr, own ? p->unit : p->shift_unit, p->shift + (own && end));
    if (end && !own)
        put_interval(pr, p->unit, 1);
}

static void put_literal_moment(struct printer *pr, const struct date_literal *d, bool end)
{
    struct date day = d->point.date;
    if (d->now) {
        strbuf_puts(&pr->out, "LOCALTIMESTAMP");
        put_interval(pr, d->point.shift_unit, d->point.shift);
    } else if (d->clock) {
        strbuf_printf(&pr->out, "TIMESTAMP '%04d-%02d-%02d %s'", day.year, day.month, day.day,
                      d->clock);
    } else {
        put_point(pr, &d->point, end);
    }
}

void postgres_bound(struct printer *pr, const struct date_literal *d, bool end,
                    enum time_storage storage)
{
    static const char *const open[N_TIME_STORAGES] = {
        [TIME_UNKNOWN] = "to_char(",     [TIME_NONE] = "to_char(",
        [TIME_DATE] = "to_char(",        [TIME_DATETIME] = "to_char(",
        [TIME_EPOCH] = "CAST(EXTRACT(EPOCH FROM ", [TIME_EPOCH_MS] = "1000 * CAST(EXTRACT(EPOCH FROM ",
        [TIME_YYYYMMDD] = "CAST(to_char(", [TIME_YEAR] = "CAST(to_char(",
        [TIME_NATIVE] = "",
    };
    static const char *const close[N_TIME_STORAGES] = {
        [TIME_EPOCH] = ") AS BIGINT)",        [TIME_EPOCH_MS] = ") AS BIGINT)",
        [TIME_YYYYMMDD] = ", 'YYYYMMDD') AS INTEGER)", [TIME_YEAR] = ", 'YYYY') AS INTEGER)",
        [TIME_NATIVE] = "",
    };
    struct date day = end ? date_shift(d->point.date, d->point.unit, 1) : d->point.date;
    bool given = !d->point.relative;
    if (given && storage == TIME_YYYYMMDD && !d->clock) {
        strbuf_printf(&pr->out, "%d", day.year * 10000 + day.month * 100 + day.day);
    } else if (given && storage == TIME_YEAR) {
        strbuf_printf(&pr->out, "%d", day.year);
    } else if (given && (storage < TIME_EPOCH || storage == TIME_NATIVE)) {
        strbuf_printf(&pr->out, "'%04d-%02d-%02d", day.year, day.month, day.day);
        strbuf_puts(&pr->out, d->clock ? " " : "'");
        if (d->clock)
            strbuf_printf(&pr->out, "%s'", d->clock);
    } else {
        bool moment = d->now && (storage == TIME_EPOCH || storage == TIME_EPOCH_MS);
        strbuf_puts(&pr->out, open[storage]);
        if (moment) { /* seconds since 1970 count from UTC */
            strbuf_puts(&pr->out, "CURRENT_TIMESTAMP");
            put_interval(pr, d->point.shift_unit, d->point.shift);
        } else {
            put_literal_moment(pr, d, end);
        }
        strbuf_puts(&pr->out, close[storage] ? close[storage]
                              : d->now       ? ", 'YYYY-MM-DD HH24:MI:SS')"
                                             : ", 'YYYY-MM-DD')");
    }
}

/* Would SQLite take the text for a moment?  What we call one besides ("last day") is our own. */
static bool is_moment_text(const char *text)
{
    struct date_literal d;
    if (!date_literal_parse(text, &d))
        return false;
    return d.now ? d.point.shift == 0 : !d.point.relative && d.point.unit == SPAN_DAY;
}

/* Something that is no time by itself, as SQLite reads it: a number is a day of the Julian calendar,
 * a text that is no date none at all. */
static bool put_odd_moment(struct printer *pr, const struct expr *e, const struct scope *scope)
{
    enum storage have = postgres_storage(pr, e, scope);
    if (e->kind == EXPR_LITERAL && e->literal.kind == LITERAL_TEXT &&
        !is_moment_text(e->literal.text)) {
        strbuf_puts(&pr->out, "CAST(NULL AS TIMESTAMP)");
        return true;
    }
    if (have == STORE_TEXT && e->kind != EXPR_COLUMN && e->kind != EXPR_LITERAL) {
        strbuf_puts(&pr->out, "CAST(substring(");
        print_expr(pr, e, scope, LEVEL_OR);
        strbuf_puts(&pr->out, " FROM '^[0-9]{4}-[0-9]{2}-[0-9]{2}(?: [0-9]{2}:[0-9]{2}(?::[0-9]{2})?)?') "
                              "AS TIMESTAMP)");
        return true;
    }
    if (have != STORE_NUMBER && have != STORE_BOOLEAN)
        return false;
    bool column = e->kind == EXPR_COLUMN; /* what is known beforehand must be some day */
    strbuf_puts(&pr->out, column ? "(to_timestamp((" : "(to_timestamp((abs(CAST(");
    postgres_number(pr, e, scope, column ? LEVEL_SUM : LEVEL_OR);
    strbuf_puts(&pr->out, column ? "" : " AS NUMERIC)) % 5373484");
    strbuf_puts(&pr->out, " - 2440587.5) * 86400) AT TIME ZONE 'UTC')");
    return true;
}

void postgres_moment(struct printer *pr, const struct expr *e, enum time_storage storage,
                     const struct scope *scope)
{
    struct date_literal d;
    if (e->kind == EXPR_LITERAL && e->literal.kind == LITERAL_DATE &&
        date_literal_parse(e->literal.text, &d)) {
        strbuf_puts(&pr->out, "CAST(");
        put_literal_moment(pr, &d, false);
        strbuf_puts(&pr->out, " AS TIMESTAMP)");
        return;
    }
    bool seconds = storage == TIME_EPOCH || storage == TIME_EPOCH_MS;
    bool number = storage == TIME_YYYYMMDD || storage == TIME_YEAR;
    if (!seconds && !number && put_odd_moment(pr, e, scope))
        return;
    strbuf_puts(&pr->out, seconds ? "(to_timestamp(" : number ? "CAST(CAST(" : "CAST(");
    if (seconds) {
        bool large = postgres_may_be_large(e);
        strbuf_puts(&pr->out, large ? "CAST(" : "");
        postgres_number(pr, e, scope, large || storage == TIME_EPOCH ? LEVEL_OR : LEVEL_TOP);
        strbuf_puts(&pr->out, large ? " AS NUMERIC) % 210866803200" : ""); /* back to 4713 BC */
        strbuf_puts(&pr->out, large && storage == TIME_EPOCH_MS ? "000" : "");
    } else
        print_expr(pr, e, scope, LEVEL_OR);
    strbuf_puts(&pr->out, storage == TIME_EPOCH_MS ? " / 1000.0" : "");
    strbuf_puts(&pr->out, seconds                    ? ") AT TIME ZONE 'UTC')"
                          : storage == TIME_YEAR     ? " AS TEXT) || '-01-01' AS TIMESTAMP)"
                          : storage == TIME_YYYYMMDD ? " AS TEXT) AS TIMESTAMP)"
                                                     : " AS TIMESTAMP)");
}

void postgres_part(struct printer *pr, const struct expr *e, enum time_storage storage,
                   const struct scope *scope)
{
    static const char *const formats[N_DATE_PARTS] = {
        [PART_YEAR] = "YYYY",      [PART_MONTH] = "MM",           [PART_YEAR_MONTH] = "YYYY-MM",
        [PART_DAY] = "DD",         [PART_HOUR] = "HH24",          [PART_HOUR_MINUTE] = "HH24:MI",
        [PART_TIME] = "HH24:MI:SS", [PART_DATETIME] = "YYYY-MM-DD HH24:MI:SS",
    };
    static const char *const fields[N_DATE_PARTS] = {
        [PART_QUARTER] = "QUARTER", [PART_WEEKDAY] = "DOW", [PART_JULIAN] = "JULIAN",
        [PART_EPOCH] = "EPOCH",     [PART_YEAR] = "YEAR",   [PART_MONTH] = "MONTH",
        [PART_DAY] = "DAY",         [PART_HOUR] = "HOUR",
    };
    const char *type = e->number || e->op == PART_QUARTER ? " AS INTEGER)" : " AS TEXT)";
    if (e->op == PART_WEEK) { /* SQLite's %W: weeks that start on Monday, those before the first are 0 */
        strbuf_puts(&pr->out, e->number ? "CAST(" : "to_char(");
        strbuf_puts(&pr->out, "div(EXTRACT(DOY FROM ");
        postgres_moment(pr, e->args[0], storage, scope);
        strbuf_puts(&pr->out, ") + 7 - EXTRACT(ISODOW FROM ");
        postgres_moment(pr, e->args[0], storage, scope);
        strbuf_puts(&pr->out, e->number ? "), 7) AS INTEGER)" : "), 7), 'FM00')");
    } else if (e->op == PART_DATE) {
        strbuf_puts(&pr->out, "CAST(");
        postgres_moment(pr, e->args[0], storage, scope);
        strbuf_puts(&pr->out, " AS DATE)");
    } else if (formats[e->op] && !(e->number && fields[e->op])) {
        strbuf_puts(&pr->out, "to_char(");
        postgres_moment(pr, e->args[0], storage, scope);
        strbuf_printf(&pr->out, ", '%s')", formats[e->op]);
    } else {
        bool exact = e->op == PART_JULIAN;
        strbuf_printf(&pr->out, "%sEXTRACT(%s FROM ", exact ? "" : "CAST(", fields[e->op]);
        postgres_moment(pr, e->args[0], storage, scope);
        strbuf_puts(&pr->out, ")");
        strbuf_puts(&pr->out, exact ? "" : e->number && e->op == PART_EPOCH ? " AS BIGINT)" : type);
    }
}

enum time_storage postgres_period_storage(const struct printer *pr, const struct expr *time,
                                          enum time_storage storage, const struct scope *scope)
{
    enum storage have = postgres_storage(pr, time, scope);
    return have == STORE_DATE || have == STORE_TIMESTAMP ? TIME_NATIVE : storage;
}

void postgres_compared(struct printer *pr, const struct expr *time, enum time_storage storage,
                       const struct scope *scope)
{
    enum storage have = postgres_storage(pr, time, scope);
    bool number = storage >= TIME_EPOCH && storage <= TIME_YEAR;
    bool fits = number ? have == STORE_NUMBER
                : storage == TIME_NATIVE ? have == STORE_DATE || have == STORE_TIMESTAMP
                                         : have == STORE_TEXT;
    if (fits || have == STORE_UNKNOWN)
        print_expr(pr, time, scope, LEVEL_SUM);
    else if (number)
        postgres_number(pr, time, scope, LEVEL_SUM);
    else if (storage == TIME_NATIVE)
        postgres_moment(pr, time, storage, scope);
    else
        postgres_cast(pr, time, scope, "TEXT");
}
