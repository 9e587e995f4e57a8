/* fold_time.c - spellings of dates that mean one thing become one node.
 *
 * What a range or an equality of strftime() says is a period (EXPR_DURING); a text or number that is a
 * date beside a column of dates is LITERAL_DATE; julianday(a) - julianday(b) is a difference in days,
 * times 24 in hours.  Whether the last day of a BETWEEN belongs to it whole depends on how the column
 * stores time: '2023-12-31' lies before every moment of that day.  docs/SQL.md has the table. */
#include "sql/internal.h"

#include <stdlib.h>
#include <string.h>

static enum time_storage storage_of(const struct parser *p, const struct place *place,
                                    const struct expr *e)
{
    return time_storage_of(p->schema, e, place->scope, SQL_SQLITE);
}

/* A profile may have missed that a column holds times; the text that treats it as one knows better. */
static enum time_storage stored(enum time_storage known, enum time_storage said)
{
    bool seconds = said == TIME_EPOCH || said == TIME_EPOCH_MS;
    return known == TIME_UNKNOWN || (known == TIME_NONE && seconds) ? said : known;
}

static bool is_date(const struct expr *e, struct date_literal *out)
{
    return e->kind == EXPR_LITERAL && e->literal.kind == LITERAL_DATE &&
           date_literal_parse(e->literal.text, out);
}

static bool is_text_literal(const struct expr *e)
{
    return e->kind == EXPR_LITERAL && e->literal.kind == LITERAL_TEXT;
}

/* ---- differences ----------------------------------------------------------------------------- */

static struct expr *diff(struct parser *p, enum time_unit unit, struct expr *const *times,
                         enum time_storage storage)
{
    struct expr *e = built(p, expr_node(p->arena, EXPR_DATE_DIFF, (int)unit, times, 2));
    if (e)
        e->storage = storage;
    return e;
}

static struct expr *fold_minus(struct parser *p, const struct place *place, struct expr *e)
{
    struct expr *a = e->args[0], *b = e->args[1];
    struct date_literal d;
    if (a->kind == EXPR_DATE_PART && b->kind == EXPR_DATE_PART && a->op == PART_JULIAN &&
        b->op == PART_JULIAN) {
        struct expr *times[2] = {a->args[0], b->args[0]};
        return diff(p, SPAN_DAY, times, a->storage ? a->storage : b->storage);
    }
    enum time_storage left = storage_of(p, place, a), right = storage_of(p, place, b);
    bool literal = is_date(a, &d) || is_date(b, &d);
    if (left == TIME_EPOCH && right == TIME_EPOCH && !(is_date(a, &d) && is_date(b, &d)))
        return diff(p, SPAN_SECOND, e->args, TIME_EPOCH);
    if ((left == TIME_NATIVE || right == TIME_NATIVE) && (left == right || literal))
        return diff(p, SPAN_DAY, e->args, TIME_NATIVE);
    return e;
}

/* A difference in another unit: * 24, / 3600.0, / 365.25 ... */
static struct expr *fold_factor(struct parser *p, const struct place *place, struct expr *e)
{
    static const struct {
        enum time_unit from;
        enum arithmetic op;
        double factor;
        enum time_unit to;
    } factors[] = {
        {SPAN_DAY, ARITH_TIMES, 24, SPAN_HOUR},       {SPAN_DAY, ARITH_TIMES, 1440, SPAN_MINUTE},
        {SPAN_DAY, ARITH_TIMES, 86400, SPAN_SECOND},  {SPAN_HOUR, ARITH_TIMES, 60, SPAN_MINUTE},
        {SPAN_DAY, ARITH_DIVIDE, 7, SPAN_WEEK},       {SPAN_DAY, ARITH_DIVIDE, 365.25, SPAN_YEAR},
        {SPAN_DAY, ARITH_DIVIDE, 30.4375, SPAN_MONTH},
        {SPAN_SECOND, ARITH_DIVIDE, 60, SPAN_MINUTE}, {SPAN_SECOND, ARITH_DIVIDE, 3600, SPAN_HOUR},
        {SPAN_SECOND, ARITH_DIVIDE, 86400, SPAN_DAY}, {SPAN_SECOND, ARITH_DIVIDE, 604800, SPAN_WEEK},
        {SPAN_SECOND, ARITH_DIVIDE, 31557600, SPAN_YEAR},
    };
    const struct expr *d = e->args[0], *number = e->args[1];
    if (d->kind != EXPR_DATE_DIFF || (e->op != ARITH_TIMES && e->op != ARITH_DIVIDE))
        return e;
    enum time_storage left = storage_of(p, place, d->args[0]), right = storage_of(p, place, d->args[1]);
    bool whole = left == TIME_EPOCH || right == TIME_EPOCH; /* seconds are integers */
    for (int i = 0; i < COUNT_OF(factors); i++) {
        bool seconds = factors[i].from == SPAN_SECOND;
        if ((int)factors[i].from == d->op && (int)factors[i].op == e->op &&
            is_number_literal(number, factors[i].factor) &&
            (!(seconds && whole) || strchr(number->literal.text, '.')) &&
            (seconds || !whole))
            return diff(p, factors[i].to, d->args, d->storage);
    }
    return e;
}

/* strftime('%s', x) * 1000: the same moment for a column of milliseconds. */
static struct expr *fold_milliseconds(struct parser *p, struct expr *e)
{
    struct date_literal d;
    if (e->op != ARITH_TIMES || !is_date(e->args[0], &d) || e->args[0]->storage != TIME_EPOCH ||
        !is_number_literal(e->args[1], 1000))
        return e;
    struct expr *out = expr_literal(p->arena, LITERAL_DATE, e->args[0]->literal.text);
    out->storage = TIME_EPOCH_MS;
    return out;
}

/* ---- parts spelt as arithmetic --------------------------------------------------------------- */

static struct expr *part_of(struct parser *p, enum date_part part, struct expr *time, bool number,
                            enum time_storage storage)
{
    struct expr *e = built(p, expr_node(p->arena, EXPR_DATE_PART, (int)part, &time, 1));
    if (e) {
        e->number = number;
        e->storage = storage;
    }
    return e;
}

static bool is_arithmetic(const struct expr *e, enum arithmetic op, double right)
{
    return e->kind == EXPR_ARITHMETIC && e->op == (int)op && is_number_literal(e->args[1], right) &&
           !strchr(e->args[1]->literal.text, '.');
}

/* (month + 2) / 3 is the quarter; of a number like 20230315, / 10000 is the year, / 100 % 100 the
 * month and % 100 the day. */
static struct expr *fold_digits(struct parser *p, const struct place *place, struct expr *e)
{
    if (is_arithmetic(e, ARITH_DIVIDE, 3) && is_arithmetic(e->args[0], ARITH_PLUS, 2)) {
        const struct expr *month = e->args[0]->args[0];
        if (month->kind == EXPR_DATE_PART && month->op == PART_MONTH && month->number)
            return part_of(p, PART_QUARTER, month->args[0], true, month->storage);
    }
    bool year = is_arithmetic(e, ARITH_DIVIDE, 10000), day = is_arithmetic(e, ARITH_MODULO, 100);
    bool month = day && is_arithmetic(e->args[0], ARITH_DIVIDE, 100);
    if (!year && !day)
        return e;
    struct expr *time = month ? e->args[0]->args[0] : e->args[0];
    if (storage_of(p, place, time) != TIME_YYYYMMDD)
        return e;
    return part_of(p, year ? PART_YEAR : month ? PART_MONTH : PART_DAY, time, true, TIME_YYYYMMDD);
}

/* substr(d, 1, 4) of ISO text or of a number like 20230315. */
static struct expr *fold_substr(struct parser *p, const struct place *place, struct expr *e)
{
    static const struct {
        double start, length;
        bool number; /* of 20230315, not of 2023-03-15 */
        enum date_part part;
    } cuts[] = {
        {1, 4, false, PART_YEAR}, {1, 7, false, PART_YEAR_MONTH}, {1, 10, false, PART_DATE},
        {6, 2, false, PART_MONTH}, {9, 2, false, PART_DAY},
        {1, 4, true, PART_YEAR},  {5, 2, true, PART_MONTH},       {7, 2, true, PART_DAY},
    };
    if (e->op != FN_SUBSTR || e->n_args != 3)
        return e;
    enum time_storage storage = storage_of(p, place, e->args[0]);
    bool number = storage == TIME_YYYYMMDD;
    if (!number && storage != TIME_DATE && storage != TIME_DATETIME)
        return e;
    for (int i = 0; i < COUNT_OF(cuts); i++)
        if (cuts[i].number == number && is_number_literal(e->args[1], cuts[i].start) &&
            is_number_literal(e->args[2], cuts[i].length))
            return part_of(p, cuts[i].part, e->args[0], false, storage);
    return e;
}

/* ---- literals -------------------------------------------------------------------------------- */

bool date_of_literal(const struct literal *literal, enum time_storage storage, bool numeric,
                     struct date_literal *out)
{
    *out = (struct date_literal){.point = {.unit = SPAN_DAY}};
    if (literal->kind == LITERAL_TEXT) {
        bool text = storage == TIME_DATE || storage == TIME_DATETIME || storage == TIME_NATIVE ||
                    (storage == TIME_UNKNOWN && !numeric);
        return text && date_literal_parse(literal->text, out) && !out->point.relative &&
               out->point.unit == SPAN_DAY && strlen(literal->text) >= 10 &&
               literal->text[10] != 'T'; /* compared as text, 'T' and ' ' are not the same */
    }
    if (literal->kind != LITERAL_NUMBER)
        return false;
    size_t length = strlen(literal->text);
    int n = length <= 8 && strspn(literal->text, "0123456789") == length ? atoi(literal->text) : 0;
    bool recent = n >= 18000101 && n <= 21991231; /* unlikely to be anything else */
    out->point.date = (struct date){n / 10000, n / 100 % 100, n % 100};
    return date_is_valid(out->point.date) && literal->text[0] != '0' &&
           (storage == TIME_YYYYMMDD || (storage == TIME_UNKNOWN && numeric && recent));
}

/* The literal as a date, given how the column beside it stores time; NULL if it is none. */
static struct expr *read_date(struct parser *p, const struct expr *e, enum time_storage storage,
                              bool numeric)
{
    struct date_literal d;
    if (e->kind != EXPR_LITERAL)
        return NULL;
    if (e->literal.kind == LITERAL_DATE)
        return (struct expr *)e;
    if (!date_of_literal(&e->literal, storage, numeric, &d))
        return NULL;
    struct expr *out = expr_literal(p->arena, LITERAL_DATE, date_literal_text(p->arena, &d));
    out->storage = e->literal.kind == LITERAL_NUMBER ? TIME_YYYYMMDD : TIME_DATE;
    return out;
}

bool is_numeric(const struct schema *schema, const struct expr *e)
{
    while (e->kind == EXPR_AGGREGATE && (e->op == AGG_MIN || e->op == AGG_MAX))
        e = e->args[0];
    return e->kind == EXPR_COLUMN && e->ref.column > 0 &&
           schema->columns[e->ref.column].type == COLUMN_NUMBER;
}

bool is_time_like(const struct expr *e)
{
    while ((e->kind == EXPR_AGGREGATE && (e->op == AGG_MIN || e->op == AGG_MAX)) ||
           (e->kind == EXPR_FUNCTION && e->op == FN_COALESCE))
        e = e->args[0];
    return (e->kind == EXPR_COLUMN && e->ref.source >= 0) || e->kind == EXPR_DATE_SHIFT ||
           e->kind == EXPR_QUERY || (e->kind == EXPR_DATE_PART && e->op >= PART_DATE);
}

/* Reads the literals of a comparison as dates, if all of them are some. */
static struct expr *date_literals(struct parser *p, const struct place *place, struct expr *e)
{
    if (!is_time_like(e->args[0]) || (e->kind == EXPR_COMPARE && e->op > CMP_LE))
        return e;
    enum time_storage storage = storage_of(p, place, e->args[0]);
    struct expr *args[3] = {e->args[0]};
    bool changed = false;
    for (int i = 1; i < e->n_args; i++) {
        args[i] = read_date(p, e->args[i], storage, is_numeric(p->schema, e->args[0]));
        if (!args[i])
            return e;
        changed |= args[i] != e->args[i];
    }
    if (!changed)
        return e;
    struct expr *out = built(p, expr_node(p->arena, e->kind, e->op, args, e->n_args));
    if (out)
        out->negated = e->negated;
    return out;
}

/* ---- periods --------------------------------------------------------------------------------- */

static struct expr *during(struct parser *p, struct expr *time, const struct period *period,
                           enum time_storage storage, bool negated)
{
    struct expr *args[2] = {time, expr_literal(p->arena, LITERAL_PERIOD, period_text(p->arena, period))};
    struct expr *e = built(p, expr_node(p->arena, EXPR_DURING, 0, args, 2));
    if (!e)
        return NULL;
    e->storage = storage;
    return negated ? built(p, expr_node(p->arena, EXPR_NOT, 0, &e, 1)) : e;
}

/* Can a range of this be read as dates again?  A number that is none to anybody's knowledge cannot. */
static bool has_periods(const struct parser *p, const struct place *place, const struct expr *time,
                        enum time_storage hint)
{
    enum time_storage known = storage_of(p, place, time), storage = stored(known, hint);
    bool text = storage == TIME_UNKNOWN || storage == TIME_DATE || storage == TIME_DATETIME;
    return is_time_like(time) && storage != TIME_NONE && storage != TIME_YEAR &&
           (!text || known > TIME_NONE || !is_numeric(p->schema, time));
}

/* From the first moment of one literal to the last day of another, or to before it (`open`). */
static bool period_between(const struct date_literal *low, const struct date_literal *high, bool open,
                           struct period *out)
{
    if (low->now || high->now || low->clock || high->clock)
        return false;
    *out = (struct period){low->point, high->point};
    bool given = !low->point.relative && !high->point.relative;
    if (given) {
        struct date end = open ? high->point.date : date_shift(high->point.date, SPAN_DAY, 1);
        if (date_compare(low->point.date, end) >= 0 || !date_is_valid(end))
            return false;
        *out = period_of_days(low->point.date, end);
        return true;
    }
    if (!open)
        return !high->point.relative || high->point.unit == SPAN_DAY;
    struct time_point *last = &out->last;
    if (!last->relative) {
        last->date = date_shift(last->date, SPAN_DAY, -1);
        return date_is_valid(last->date);
    }
    if (last->shift != 0 && last->shift_unit != last->unit)
        return false; /* before today+6 months: the last day has no name */
    last->shift_unit = last->unit;
    last->shift--;
    return true;
}

/* Does a day as a literal stand for the whole of it? */
static bool stores_days(enum time_storage storage)
{
    return storage == TIME_DATE || storage == TIME_YYYYMMDD;
}

/* time BETWEEN day AND day, time = day */
static struct expr *fold_days(struct parser *p, const struct place *place, struct expr *e)
{
    struct date_literal low, high;
    bool between = e->kind == EXPR_BETWEEN, equal = e->kind == EXPR_COMPARE && e->op <= CMP_NE;
    if ((!between && !equal) || !is_date(e->args[1], &low) || !is_date(e->args[e->n_args - 1], &high))
        return e;
    struct expr *time = e->args[0];
    enum time_storage known = storage_of(p, place, time), storage = stored(known, e->args[1]->storage);
    bool part = time->kind == EXPR_DATE_PART && time->op == PART_DATE;
    struct period period;
    /* a text whose storage nobody knows may well have times of day */
    if ((!part && !stores_days(known > TIME_NONE || storage == TIME_YYYYMMDD ? storage : TIME_UNKNOWN)) ||
        low.point.unit != SPAN_DAY || !period_between(&low, &high, false, &period) ||
        !has_periods(p, place, part ? time->args[0] : time, part ? time->storage : storage))
        return e;
    return during(p, part ? time->args[0] : time, &period, part ? time->storage : storage,
                  between ? e->negated : e->op == CMP_NE);
}

/* The period a part of a date is compared with: '2023', '2023-03', strftime('%Y', 'now'). */
static bool part_period(const struct expr *part, const struct expr *e, struct time_point *out)
{
    enum time_unit unit = part->op == PART_YEAR ? SPAN_YEAR : SPAN_MONTH;
    struct date_literal d;
    struct period period;
    if (e->kind == EXPR_DATE_PART && e->op == part->op && e->number == part->number &&
        is_date(e->args[0], &d) && d.point.relative && !d.clock) {
        bool own = d.point.shift == 0 || d.point.shift_unit == unit;
        *out = (struct time_point){.relative = true, .unit = unit, .shift_unit = unit,
                                   .shift = d.point.shift};
        return own && (d.now || d.point.unit <= unit);
    }
    bool literal = e->kind == EXPR_LITERAL && (e->literal.kind == LITERAL_TEXT ||
                                               (e->literal.kind == LITERAL_NUMBER && part->op == PART_YEAR));
    if (!literal || !period_parse(e->literal.text, &period) || period.first.relative ||
        period.first.unit != unit || strlen(e->literal.text) != (unit == SPAN_YEAR ? 4 : 7))
        return false;
    *out = period.first;
    return true;
}

/* strftime('%Y', d) = '2023', BETWEEN '2021' AND '2023' */
static struct expr *fold_part_period(struct parser *p, const struct place *place, struct expr *e)
{
    const struct expr *part = e->args[0];
    bool equal = e->kind == EXPR_COMPARE && e->op <= CMP_NE;
    struct period period;
    if (part->kind != EXPR_DATE_PART || (part->op != PART_YEAR && part->op != PART_YEAR_MONTH) ||
        (!equal && e->kind != EXPR_BETWEEN) || !has_periods(p, place, part->args[0], part->storage) ||
        !part_period(part, e->args[1], &period.first) ||
        !part_period(part, e->args[e->n_args - 1], &period.last))
        return e;
    bool given = !period.first.relative && !period.last.relative;
    if (given && date_compare(period.first.date, period.last.date) > 0)
        return e;
    return during(p, part->args[0], &period, part->storage, equal ? e->op == CMP_NE : e->negated);
}

/* d LIKE '2023-03%' on ISO text */
static struct expr *fold_like(struct parser *p, const struct place *place, struct expr *e)
{
    struct period period;
    enum time_storage storage = storage_of(p, place, e->args[0]);
    if (e->kind != EXPR_COMPARE || (e->op != CMP_LIKE && e->op != CMP_NOT_LIKE) ||
        (storage != TIME_DATE && storage != TIME_DATETIME) || !is_text_literal(e->args[1]))
        return e;
    char text[16];
    size_t n = strlen(e->args[1]->literal.text);
    if (n < 5 || n > 11 || e->args[1]->literal.text[n - 1] != '%')
        return e;
    memcpy(text, e->args[1]->literal.text, n - 1);
    text[n - 1 - (text[n - 2] == '-')] = '\0';
    if (!period_parse(text, &period) || period.first.relative || strpbrk(text, "Qq."))
        return e;
    return during(p, e->args[0], &period, storage, e->op == CMP_NOT_LIKE);
}

/* ---- parts as numbers ------------------------------------------------------------------------ */

/* strftime gives as many digits as the part has, so that texts and numbers compare alike. */
static struct expr *as_number(struct parser *p, const struct expr *e, size_t width)
{
    if (e->kind != EXPR_LITERAL || (e->literal.kind != LITERAL_TEXT && e->literal.kind != LITERAL_NUMBER))
        return NULL;
    const char *s = e->literal.text;
    if (strlen(s) == 0 || strspn(s, "0123456789") != strlen(s) ||
        (e->literal.kind == LITERAL_TEXT && strlen(s) != width))
        return NULL;
    return expr_literal(p->arena, LITERAL_NUMBER, arena_printf(p->arena, "%d", atoi(s)));
}

/* strftime('%m', d) IN ('06', '07'): the part as a number and numbers. */
static struct expr *fold_part_number(struct parser *p, const struct place *place, struct expr *e)
{
    (void)place;
    const struct expr *part = e->args[0];
    bool digits = part->kind == EXPR_DATE_PART &&
                  (part->op == PART_YEAR || part->op == PART_MONTH || part->op == PART_WEEK ||
                   part->op == PART_DAY || part->op == PART_WEEKDAY || part->op == PART_HOUR);
    if (!digits || (e->kind == EXPR_COMPARE && (e->op == CMP_LIKE || e->op == CMP_NOT_LIKE || e->op >= CMP_IS)))
        return e;
    size_t width = part->op == PART_YEAR ? 4 : part->op == PART_WEEKDAY ? 1 : 2;
    bool list = e->args[1]->kind == EXPR_LIST;
    struct expr *const *values = list ? e->args[1]->args : e->args + 1;
    int n = list ? e->args[1]->n_args : e->n_args - 1;
    struct expr **args = ARENA_ARRAY(p->arena, struct expr *, n + 1);
    for (int i = 0; i < n; i++) {
        /* a bare number beside text is never equal to it */
        bool text = values[i]->kind == EXPR_LITERAL && values[i]->literal.kind == LITERAL_TEXT;
        if (text == part->number || !(args[i + 1] = as_number(p, values[i], width)))
            return e;
    }
    if (part->number)
        return e;
    struct expr *number = built(p, expr_node(p->arena, EXPR_DATE_PART, part->op, part->args, 1));
    if (!number)
        return NULL;
    number->number = true;
    number->storage = part->storage;
    args[0] = number;
    if (list)
        args[1] = built(p, expr_node(p->arena, EXPR_LIST, 0, args + 1, n));
    if (!args[1])
        return NULL;
    struct expr *out = built(p, expr_node(p->arena, e->kind, e->op, args, e->n_args));
    if (out)
        out->negated = e->negated;
    return out;
}

/* ---- ranges: d >= a AND d < b ---------------------------------------------------------------- */

/* Is e a comparison of time with something, or a period of it? */
static bool is_about(const struct expr *e, const struct expr *time)
{
    return (e->kind == EXPR_COMPARE || e->kind == EXPR_BETWEEN || e->kind == EXPR_DURING) &&
           expr_equal(e->args[0], time);
}

static struct expr *fold_range(struct parser *p, const struct place *place, const struct expr *low,
                               const struct expr *high)
{
    struct date_literal from, to;
    struct period period;
    if (high->kind != EXPR_COMPARE || (high->op != CMP_LT && high->op != CMP_LE) ||
        !is_date(low->args[1], &from) || !is_date(high->args[1], &to))
        return NULL;
    struct expr *time = low->args[0];
    enum time_storage known = storage_of(p, place, time);
    enum time_storage storage = stored(known, low->args[1]->storage);
    bool part = time->kind == EXPR_DATE_PART && time->op == PART_DATE;
    bool days = part || stores_days(known > TIME_NONE || storage == TIME_YYYYMMDD ? storage : TIME_UNKNOWN);
    if ((high->op == CMP_LE && !days) ||
        !has_periods(p, place, part ? time->args[0] : time, part ? time->storage : storage))
        return NULL;
    if (!period_between(&from, &to, high->op == CMP_LT, &period))
        return NULL;
    return during(p, part ? time->args[0] : time, &period, part ? time->storage : storage, false);
}

/* The upper bound that belongs to the lower one at i: the next conjunct about the same time. */
static struct expr *fold_and(struct parser *p, const struct place *place, struct expr *e)
{
    struct expr **args = ARENA_ARRAY(p->arena, struct expr *, e->n_args);
    bool *used = ARENA_ARRAY(p->arena, bool, e->n_args);
    int n = 0;
    for (int i = 0; i < e->n_args; i++) {
        if (used[i])
            continue;
        struct expr *low = args[n++] = e->args[i];
        struct date_literal d;
        if (low->kind != EXPR_COMPARE || low->op != CMP_GE || !is_date(low->args[1], &d))
            continue;
        int k = i + 1;
        while (k < e->n_args && (used[k] || !is_about(e->args[k], low->args[0])))
            k++;
        struct expr *range = k < e->n_args ? fold_range(p, place, low, e->args[k]) : NULL;
        if (p->status != ST_OK)
            return NULL;
        if (range) {
            args[n - 1] = range;
            used[k] = true;
        }
    }
    return n == e->n_args ? e : built(p, expr_junction(p->arena, EXPR_AND, args, n));
}

/* ---- ----------------------------------------------------------------------------------------- */

static struct expr *fold_comparison(struct parser *p, const struct place *place, struct expr *e)
{
    struct expr *(*const rules[])(struct parser *, const struct place *, struct expr *) = {
        date_literals, fold_days, fold_like, fold_part_period, fold_part_number};
    for (int i = 0; e && i < COUNT_OF(rules); i++)
        if (e->kind == EXPR_COMPARE || e->kind == EXPR_BETWEEN)
            e = rules[i](p, place, e);
    return e;
}

struct expr *fold_time(struct parser *p, const struct place *place, struct expr *e)
{
    if (e->kind == EXPR_COMPARE || e->kind == EXPR_BETWEEN)
        return fold_comparison(p, place, e);
    if (e->kind == EXPR_AND)
        return fold_and(p, place, e);
    if (e->kind == EXPR_ARITHMETIC && e->op == ARITH_MINUS)
        return fold_minus(p, place, e);
    if (e->kind == EXPR_FUNCTION)
        return fold_substr(p, place, e);
    if (e->kind != EXPR_ARITHMETIC)
        return e;
    struct expr *out = fold_milliseconds(p, e);
    if (out == e)
        out = fold_digits(p, place, e);
    return out == e ? fold_factor(p, place, e) : out;
}
