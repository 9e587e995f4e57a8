/* print_time.c - dates: parts, periods, differences and literals, as the column stores time.
 *
 * A period becomes a half-open range of the column itself, so that an index can be used:
 * d >= '2023-01-01' AND d < '2024-01-01', whatever the storage.  Storage is the column's own if it
 * is known (enum time_storage), else what the text that was read said, else ISO text. */
#include "sql/print.h"

#include <stdlib.h>
#include <string.h>

static enum time_storage storage_of(const struct printer *pr, const struct expr *time,
                                    const struct scope *scope, enum time_storage hint)
{
    enum time_storage known = time_storage_of(pr->schema, time, scope, pr->dialect);
    return known != TIME_UNKNOWN && known != TIME_NONE ? known : hint;
}

static void put_date(struct printer *pr, struct date d)
{
    strbuf_printf(&pr->out, "%04d-%02d-%02d", d.year, d.month, d.day);
}

/* ---- SQLite: time values with modifiers ------------------------------------------------------ */

/* SQLite knows days, months and years. */
static void put_shift(struct printer *pr, enum time_unit unit, int n)
{
    int factor = unit == SPAN_WEEK ? 7 : unit == SPAN_QUARTER ? 3 : 1;
    unit = unit == SPAN_WEEK ? SPAN_DAY : unit == SPAN_QUARTER ? SPAN_MONTH : unit;
    n *= factor;
    if (n)
        strbuf_printf(&pr->out, ", '%+d %s%s'", n, time_unit_names[unit], abs(n) == 1 ? "" : "s");
}

/* 'now', 'start of month', '-1 month': the first moment of a point, or the first after it.
 * `exact`: the function does not cut the time of day off by itself. */
static void put_point(struct printer *pr, const struct time_point *p, bool end, bool exact)
{
    if (!p->relative) {
        strbuf_putc(&pr->out, '\'');
        put_date(pr, end ? date_shift(p->date, p->unit, 1) : p->date);
        strbuf_putc(&pr->out, '\'');
        return;
    }
    strbuf_puts(&pr->out, "'now'");
    if (p->unit == SPAN_YEAR)
        strbuf_puts(&pr->out, ", 'start of year'");
    else if (p->unit >= SPAN_MONTH)
        strbuf_puts(&pr->out, ", 'start of month'");
    else if (exact)
        strbuf_puts(&pr->out, ", 'start of day'");
    if (p->unit == SPAN_WEEK)
        strbuf_puts(&pr->out, ", '-6 days', 'weekday 1'");
    if (p->unit == SPAN_QUARTER)
        strbuf_puts(&pr->out,
                    ", '-' || (CAST(strftime('%m', 'now') AS INTEGER) - 1) % 3 || ' months'");
    bool own = p->shift_unit == p->unit || p->shift == 0;
    put_shift(pr, own ? p->unit : p->shift_unit, p->shift + (own && end));
    if (end && !own)
        put_shift(pr, p->unit, 1);
}

static void put_moment_literal(struct printer *pr, const struct date_literal *d, bool exact)
{
    if (d->now) {
        strbuf_puts(&pr->out, "'now'");
        put_shift(pr, d->point.shift_unit, d->point.shift);
    } else if (d->clock) {
        strbuf_putc(&pr->out, '\'');
        put_date(pr, d->point.date);
        strbuf_printf(&pr->out, " %s'", d->clock);
    } else {
        put_point(pr, &d->point, false, exact);
    }
}

/* The bound of a range in the column's own form; `bare`: with nothing beside it that would tell a
 * reader that it is a date, so it says so itself. */
static void put_bound(struct printer *pr, const struct date_literal *d, bool end,
                      enum time_storage storage, bool bare)
{
    const struct time_point *p = &d->point;
    bool given = !p->relative && !d->clock && !bare, call = p->relative || bare;
    struct date day = end ? date_shift(p->date, p->unit, 1) : p->date;
    if (given && storage == TIME_YYYYMMDD) {
        strbuf_printf(&pr->out, "%d", day.year * 10000 + day.month * 100 + day.day);
        return;
    }
    if (given && storage == TIME_YEAR) {
        strbuf_printf(&pr->out, "%d", day.year);
        return;
    }
    bool number = storage >= TIME_EPOCH && storage <= TIME_YEAR;
    if (number)
        strbuf_puts(&pr->out, storage == TIME_YYYYMMDD ? "CAST(strftime('%Y%m%d', "
                              : storage == TIME_YEAR   ? "CAST(strftime('%Y', "
                                                       : "CAST(strftime('%s', ");
    else if (call)
        strbuf_puts(&pr->out, d->now || d->clock ? "datetime(" : "date(");
    if (d->now || d->clock)
        put_moment_literal(pr, d, false);
    else
        put_point(pr, p, end, storage == TIME_EPOCH || storage == TIME_EPOCH_MS);
    strbuf_puts(&pr->out, number ? ") AS INTEGER)" : call ? ")" : "");
    strbuf_puts(&pr->out, storage == TIME_EPOCH_MS ? " * 1000" : "");
}

void print_date_literal(struct printer *pr, const struct literal *literal,
                        enum time_storage storage, bool bare)
{
    struct date_literal d;
    if (!date_literal_parse(literal->text, &d))
        sql_put_text(&pr->out, literal->text); /* a decoder's slip: no day, but still a literal */
    else if (pr->dialect == SQL_POSTGRES)
        postgres_bound(pr, &d, false, storage);
    else
        put_bound(pr, &d, false, storage, bare);
}

bool reads_as_date(struct printer *pr, const struct literal *literal, enum time_storage form,
                   const struct expr *beside, const struct scope *scope)
{
    struct date_literal d, again;
    if (!is_time_like(beside) || !date_literal_parse(literal->text, &d))
        return false;
    struct printer sheet = {.arena = pr->arena, .out = strbuf_in(pr->arena)};
    put_bound(&sheet, &d, false, form, false);
    const char *text = strbuf_text(&sheet.out);
    struct literal written = {LITERAL_NUMBER, text};
    if (text[0] == '\'')
        written = (struct literal){LITERAL_TEXT, arena_strndup(pr->arena, text + 1, strlen(text) - 2)};
    enum time_storage storage = time_storage_of(pr->schema, beside, scope, SQL_SQLITE);
    return d.point.relative || /* a function says what it is */
           date_of_literal(&written, storage, is_numeric(pr->schema, beside), &again);
}

/* What a date function of SQLite takes: the value, and how to read it. */
static void put_moment(struct printer *pr, const struct expr *e, enum time_storage storage,
                       const struct scope *scope, bool exact)
{
    struct date_literal d;
    if (e->kind == EXPR_LITERAL && e->literal.kind == LITERAL_DATE &&
        date_literal_parse(e->literal.text, &d)) {
        put_moment_literal(pr, &d, exact);
        return;
    }
    if (storage == TIME_YYYYMMDD) {
        static const char *const cuts[] = {"substr(", ", 1, 4) || '-' || substr(",
                                           ", 5, 2) || '-' || substr(", ", 7, 2)"};
        for (int i = 0; i < 3; i++) {
            strbuf_puts(&pr->out, cuts[i]);
            print_expr(pr, e, scope, LEVEL_OR);
        }
        strbuf_puts(&pr->out, cuts[3]);
        return;
    }
    print_expr(pr, e, scope, storage == TIME_EPOCH_MS || storage == TIME_YEAR ? LEVEL_TOP : LEVEL_OR);
    strbuf_puts(&pr->out, storage == TIME_EPOCH      ? ", 'unixepoch'"
                          : storage == TIME_EPOCH_MS ? " / 1000, 'unixepoch'"
                          : storage == TIME_YEAR     ? " || '-01-01'"
                                                     : "");
}

/* ---- parts ----------------------------------------------------------------------------------- */

static const char *const sqlite_parts[N_DATE_PARTS] = {
    [PART_YEAR] = "strftime('%Y', ",       [PART_MONTH] = "strftime('%m', ",
    [PART_YEAR_MONTH] = "strftime('%Y-%m', ", [PART_WEEK] = "strftime('%W', ",
    [PART_DAY] = "strftime('%d', ",        [PART_DATE] = "date(",
    [PART_WEEKDAY] = "strftime('%w', ",    [PART_HOUR] = "strftime('%H', ",
    [PART_HOUR_MINUTE] = "strftime('%H:%M', ", [PART_TIME] = "time(",
    [PART_DATETIME] = "datetime(",         [PART_JULIAN] = "julianday(",
    [PART_EPOCH] = "strftime('%s', ",      [PART_QUARTER] = "strftime('%m', ",
};

static bool is_number_part(const struct expr *e)
{
    return e->number && e->op != PART_JULIAN && e->op != PART_QUARTER;
}

/* A part of a number like 20230315, where the column is known to hold such: digits of it. */
static bool put_digits(struct printer *pr, const struct expr *e, const struct scope *scope)
{
    static const struct {
        const char *number, *text;
    } forms[N_DATE_PARTS] = {
        [PART_YEAR] = {" / 10000", ", 1, 4)"},
        [PART_MONTH] = {" / 100 % 100", ", 5, 2)"},
        [PART_DAY] = {" % 100", ", 7, 2)"},
    };
    const char *form = e->number ? forms[e->op].number : forms[e->op].text;
    if (!form || time_storage_of(pr->schema, e->args[0], scope, pr->dialect) != TIME_YYYYMMDD)
        return false;
    strbuf_puts(&pr->out, e->number ? "(" : "substr(");
    print_expr(pr, e->args[0], scope, e->number ? LEVEL_TOP : LEVEL_OR);
    strbuf_puts(&pr->out, form);
    strbuf_puts(&pr->out, e->number ? ")" : "");
    return true;
}

static void put_part(struct printer *pr, const struct expr *e, const struct scope *scope)
{
    enum time_storage storage = storage_of(pr, e->args[0], scope, e->storage);
    if (pr->dialect == SQL_POSTGRES) {
        postgres_part(pr, e, storage, scope);
        return;
    }
    if (put_digits(pr, e, scope))
        return;
    bool cast = is_number_part(e) || e->op == PART_QUARTER;
    strbuf_puts(&pr->out, e->op == PART_QUARTER ? "(" : "");
    strbuf_puts(&pr->out, cast ? "CAST(" : "");
    strbuf_puts(&pr->out, sqlite_parts[e->op]);
    bool within_day = e->op == PART_HOUR || e->op == PART_HOUR_MINUTE || e->op == PART_TIME ||
                      e->op == PART_DATETIME || e->op == PART_JULIAN || e->op == PART_EPOCH;
    put_moment(pr, e->args[0], storage, scope, within_day); /* today begins at midnight */
    strbuf_puts(&pr->out, ")");
    strbuf_puts(&pr->out, cast ? " AS INTEGER)" : "");
    strbuf_puts(&pr->out, e->op == PART_QUARTER ? " + 2) / 3" : "");
}

/* ---- differences and shifts ------------------------------------------------------------------ */

/* What a number of days, or of seconds, is multiplied with or divided by to be in a unit. */
static const char *const of_days[N_TIME_UNITS] = {
    [SPAN_SECOND] = " * 86400", [SPAN_MINUTE] = " * 1440", [SPAN_HOUR] = " * 24", [SPAN_DAY] = "",
    [SPAN_WEEK] = " / 7.0",     [SPAN_MONTH] = " / 30.4375", [SPAN_QUARTER] = " / 91.3125",
    [SPAN_YEAR] = " / 365.25",
};
static const char *const of_seconds[N_TIME_UNITS] = {
    [SPAN_SECOND] = "",           [SPAN_MINUTE] = " / 60.0",      [SPAN_HOUR] = " / 3600.0",
    [SPAN_DAY] = " / 86400.0",    [SPAN_WEEK] = " / 604800.0",    [SPAN_MONTH] = " / 2629800.0",
    [SPAN_QUARTER] = " / 7889400.0", [SPAN_YEAR] = " / 31557600.0",
};

/* Two columns of seconds are simply subtracted. */
static bool is_epoch(const struct printer *pr, const struct expr *e, const struct scope *scope)
{
    return e->kind != EXPR_LITERAL && storage_of(pr, e, scope, TIME_UNKNOWN) == TIME_EPOCH;
}

/* A side of a difference in seconds: whole ones, so that a division after it is one of integers. */
static void put_seconds(struct printer *pr, const struct expr *side, enum time_storage storage,
                        const struct scope *scope)
{
    bool postgres = pr->dialect == SQL_POSTGRES;
    if (storage == TIME_EPOCH && side->kind != EXPR_LITERAL) {
        if (postgres)
            postgres_number(pr, side, scope, LEVEL_SUM + 1);
        else
            print_expr(pr, side, scope, LEVEL_SUM + 1);
    } else if (side->kind == EXPR_LITERAL && side->literal.kind == LITERAL_DATE && postgres) {
        print_date_literal(pr, &side->literal, TIME_EPOCH, true);
    } else {
        strbuf_puts(&pr->out, postgres ? "CAST(EXTRACT(EPOCH FROM " : "CAST(strftime('%s', ");
        if (postgres)
            postgres_moment(pr, side, storage, scope);
        else
            put_moment(pr, side, storage, scope, true);
        strbuf_puts(&pr->out, postgres ? ") AS BIGINT)" : ") AS INTEGER)");
    }
}

static void put_diff(struct printer *pr, const struct expr *e, const struct scope *scope)
{
    bool seconds = is_epoch(pr, e->args[0], scope) || is_epoch(pr, e->args[1], scope);
    bool postgres = pr->dialect == SQL_POSTGRES && !seconds;
    const char *factor = (seconds || postgres ? of_seconds : of_days)[e->op];
    strbuf_puts(&pr->out, postgres ? "EXTRACT(EPOCH FROM " : *factor ? "(" : "");
    for (int i = 0; i < 2; i++) {
        const struct expr *side = e->args[i];
        enum time_storage storage = storage_of(pr, side, scope, e->storage);
        strbuf_puts(&pr->out, i ? " - " : "");
        if (seconds) {
            put_seconds(pr, side, storage, scope);
        } else if (postgres) {
            postgres_moment(pr, side, storage, scope);
        } else {
            strbuf_puts(&pr->out, "julianday(");
            put_moment(pr, side, storage, scope, true);
            strbuf_puts(&pr->out, ")");
        }
    }
    strbuf_puts(&pr->out, postgres || *factor ? ")" : "");
    strbuf_puts(&pr->out, factor);
}

static void put_shifted(struct printer *pr, const struct expr *e, const struct scope *scope)
{
    const struct expr *n = e->args[1];
    enum time_storage storage = storage_of(pr, e->args[0], scope, e->storage);
    const char *unit = time_unit_names[e->op];
    bool literal = n->kind == EXPR_LITERAL && n->literal.kind == LITERAL_NUMBER;
    if (pr->dialect == SQL_POSTGRES) {
        strbuf_puts(&pr->out, "CAST(");
        postgres_moment(pr, e->args[0], storage, scope);
        strbuf_puts(&pr->out, " + ");
        postgres_span(pr, n, scope, (enum time_unit)e->op);
        strbuf_puts(&pr->out, " AS DATE)");
        return;
    }
    strbuf_puts(&pr->out, "date(");
    put_moment(pr, e->args[0], storage, scope, false);
    if (literal) {
        strbuf_printf(&pr->out, ", '%s%s %ss')", n->literal.text[0] == '-' ? "" : "+",
                      n->literal.text, unit);
        return;
    }
    strbuf_puts(&pr->out, ", ");
    print_expr(pr, n, scope, LEVEL_TOP);
    strbuf_printf(&pr->out, " || ' %ss')", unit);
}

/* ---- periods --------------------------------------------------------------------------------- */

/* day = '2023-03-15': one comparison, of a column that stores days. */
static bool is_one_day(struct printer *pr, const struct expr *e, enum time_storage storage)
{
    struct period p;
    return (storage == TIME_DATE || storage == TIME_YYYYMMDD) &&
           period_parse(e->args[1]->literal.text, &p) && p.first.unit == SPAN_DAY &&
           !strchr(period_text(pr->arena, &p), '.');
}

bool print_not_during(struct printer *pr, const struct expr *e, const struct scope *scope)
{
    struct date_literal d;
    enum time_storage storage = storage_of(pr, e->args[0], scope, e->storage);
    if (!is_one_day(pr, e, storage) || !date_literal_parse(e->args[1]->literal.text, &d))
        return false;
    print_expr(pr, e->args[0], scope, LEVEL_SUM);
    strbuf_puts(&pr->out, " != ");
    if (pr->dialect == SQL_POSTGRES)
        postgres_bound(pr, &d, false, storage);
    else
        put_bound(pr, &d, false, storage, false);
    return true;
}

/* The time that is held against a period's bounds. */
static void put_compared(struct printer *pr, const struct expr *time, enum time_storage storage,
                         const struct scope *scope)
{
    if (pr->dialect == SQL_POSTGRES && time->kind != EXPR_COLUMN)
        postgres_compared(pr, time, storage, scope);
    else
        print_expr(pr, time, scope, LEVEL_SUM);
}

static void put_period(struct printer *pr, const struct expr *e, const struct scope *scope)
{
    const struct expr *time = e->args[0];
    enum time_storage storage = storage_of(pr, time, scope, e->storage);
    struct period period;
    bool known = period_parse(e->args[1]->literal.text, &period);
    struct date_literal bounds[2] = {{.point = period.first}, {.point = period.last}};
    bool days = storage == TIME_DATE || storage == TIME_YYYYMMDD, one = is_one_day(pr, e, storage);
    /* up to and with the day six months from now: the day after it has no modifiers of its own */
    bool closed = days && period.last.relative && period.last.shift != 0 &&
                  period.last.unit == SPAN_DAY && period.last.shift_unit != SPAN_DAY;
    if (pr->dialect == SQL_POSTGRES)
        storage = postgres_period_storage(pr, time, storage, scope);
    enum time_storage beside = pr->beside;
    pr->beside = storage; /* whatever else this stands in */
    put_compared(pr, time, storage, scope);
    if (!known) { /* a decoder's slip: nothing lies within it */
        strbuf_puts(&pr->out, " = ");
        sql_put_text(&pr->out, e->args[1]->literal.text);
    }
    for (int end = 0; known && end < (one ? 1 : 2); end++) {
        if (end) {
            print_text(pr, " AND ");
            put_compared(pr, time, storage, scope);
        }
        strbuf_puts(&pr->out, one ? " = " : !end ? " >= " : closed ? " <= " : " < ");
        if (pr->dialect == SQL_POSTGRES)
            postgres_bound(pr, &bounds[end], end && !closed, storage);
        else
            put_bound(pr, &bounds[end], end && !closed, storage, false);
    }
    pr->beside = beside;
}

void print_time(struct printer *pr, const struct expr *e, const struct scope *scope)
{
    switch (e->kind) {
    case EXPR_DATE_PART:
        put_part(pr, e, scope);
        break;
    case EXPR_DATE_DIFF:
        put_diff(pr, e, scope);
        break;
    case EXPR_DATE_SHIFT:
        put_shifted(pr, e, scope);
        break;
    case EXPR_DURING:
        put_period(pr, e, scope);
        break;
    default:
        CHECK(!"an expression the printer knows");
    }
}
