/* parse_time.c - the functions and words that make dates, of SQLite and of PostgreSQL.
 *
 * A date function over a literal or over 'now' is itself a literal (LITERAL_DATE) if it gives a whole
 * day or moment; over a column it is a part of it (EXPR_DATE_PART), or the column itself moved by a
 * time (EXPR_DATE_SHIFT).  'unixepoch' and the like say how the column is stored. */
#include "sql/internal.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* What the arguments of a date function come to. */
struct time_value {
    struct expr *time;           /* NULL if it is a literal */
    struct date_literal literal;
    enum time_storage storage;
    struct expr *shift;          /* of a time that is no literal, or NULL */
    enum time_unit shift_unit;
};

static struct expr *part_of(struct parser *p, enum date_part part, struct expr *time,
                            enum time_storage storage)
{
    struct expr *e = built(p, expr_node(p->arena, EXPR_DATE_PART, (int)part, &time, 1));
    if (e) {
        e->storage = storage;
        e->number = part == PART_QUARTER || part == PART_JULIAN;
    }
    return e;
}

static struct expr *literal_of(struct parser *p, const struct date_literal *d,
                               enum time_storage storage)
{
    struct expr *e = expr_literal(p->arena, LITERAL_DATE, date_literal_text(p->arena, d));
    e->storage = storage;
    return e;
}

/* ---- values and modifiers of SQLite ---------------------------------------------------------- */

/* A piece of d: substr(d, from, length), which everyday reading knows as a part of it. */
static struct expr *is_piece(const struct expr *e, enum date_part part, double from, double length)
{
    if (e->kind == EXPR_DATE_PART && e->op == (int)part && !e->number && e->storage == TIME_YYYYMMDD)
        return e->args[0];
    bool cut = e->kind == EXPR_FUNCTION && e->op == FN_SUBSTR && e->n_args == 3 &&
               is_number_literal(e->args[1], from) && is_number_literal(e->args[2], length);
    return cut ? e->args[0] : NULL;
}

/* substr(d, 1, 4) || '-' || substr(d, 5, 2) || '-' || substr(d, 7, 2): d, if this is that. */
static struct expr *cut_in_three(const struct expr *e)
{
    static const enum date_part parts[] = {PART_YEAR, PART_MONTH, PART_DAY};
    static const double from[] = {1, 5, 7}, length[] = {4, 2, 2};
    struct expr *whole = NULL;
    if (e->kind != EXPR_FUNCTION || e->op != FN_CONCAT || e->n_args != 5)
        return NULL;
    for (int i = 0; i < 5; i++) {
        const struct expr *part = e->args[i];
        if (i % 2) {
            if (part->kind != EXPR_LITERAL || part->literal.kind != LITERAL_TEXT ||
                strcmp(part->literal.text, "-") != 0)
                return NULL;
            continue;
        }
        struct expr *of = is_piece(part, parts[i / 2], from[i / 2], length[i / 2]);
        if (!of || (whole && !expr_equal(of, whole)))
            return NULL;
        whole = of;
    }
    return whole;
}

static bool read_value(struct parser *p, struct expr *e, struct time_value *out)
{
    *out = (struct time_value){.time = e};
    if (!need_value(p, e))
        return false;
    bool text = e->kind == EXPR_LITERAL &&
                (e->literal.kind == LITERAL_TEXT || e->literal.kind == LITERAL_DATE);
    if (text && date_literal_parse(e->literal.text, &out->literal) &&
        (e->literal.kind == LITERAL_DATE || isdigit((unsigned char)e->literal.text[0]) ||
         equal_nocase(e->literal.text, "now"))) {
        if (!out->literal.point.relative && out->literal.point.unit != SPAN_DAY)
            return true; /* '2023' is no date to SQLite */
        out->time = NULL;
        out->storage = e->storage;
        return true;
    }
    struct expr *cut = cut_in_three(e);
    if (cut) {
        out->time = cut;
        out->storage = TIME_YYYYMMDD;
    } else if (e->kind == EXPR_FUNCTION && e->op == FN_CONCAT && e->n_args == 2 &&
               e->args[1]->kind == EXPR_LITERAL && e->args[1]->literal.kind == LITERAL_TEXT &&
               strcmp(e->args[1]->literal.text, "-01-01") == 0) {
        out->time = e->args[0]; /* the first day of a year */
        out->storage = TIME_YEAR;
    }
    return true;
}

/* '+30 days' */
static bool read_shift(const char *text, enum time_unit *unit, int *n)
{
    char *end;
    long count = strtol(text, &end, 10);
    while (*end == ' ')
        end++;
    if (end == text || labs(count) > 99999)
        return false;
    for (int i = 0; i < N_TIME_UNITS; i++) {
        size_t length = strlen(time_unit_names[i]);
        if (strncasecmp(end, time_unit_names[i], length) == 0 &&
            (end[length] == '\0' || equal_nocase(end + length, "s"))) {
            *unit = (enum time_unit)i;
            *n = (int)count;
            return i != SPAN_WEEK && i != SPAN_QUARTER; /* SQLite has none */
        }
    }
    return false;
}

/* Moves a literal; false if what comes out cannot be said. */
static bool shift_literal(struct date_literal *d, enum time_unit unit, int n)
{
    struct time_point *point = &d->point;
    if (!point->relative && !d->clock && unit >= SPAN_DAY) { /* a given day: the day after it */
        struct date moved = date_shift(point->date, unit, n);
        point->date = date_is_valid(moved) ? moved : point->date;
        return date_is_valid(moved);
    }
    if (!point->relative || (point->shift != 0 && point->shift_unit != unit))
        return false;
    if (!d->now && unit < SPAN_DAY)
        return false;
    point->shift += n;
    point->shift_unit = unit;
    return true;
}

/* date('now', 'start of month') and the like. */
static bool start_literal(struct date_literal *d, enum time_unit unit)
{
    bool whole = d->point.relative && (d->point.shift == 0 || d->point.shift_unit == unit ||
                                       (unit == SPAN_DAY && d->point.shift_unit > SPAN_DAY));
    if (!whole || d->clock)
        return false;
    d->now = false;
    d->point.unit = unit;
    return true;
}

/* '+' || n || ' months' */
static bool read_shift_by(const struct expr *e, struct time_value *out)
{
    if (e->kind != EXPR_FUNCTION || e->op != FN_CONCAT || e->n_args < 2 || e->n_args > 3)
        return false;
    const struct expr *sign = e->args[0], *unit = e->args[e->n_args - 1];
    char text[32];
    int n;
    if (unit->kind != EXPR_LITERAL || unit->literal.kind != LITERAL_TEXT ||
        (e->n_args == 3 && (sign->kind != EXPR_LITERAL || sign->literal.kind != LITERAL_TEXT ||
                            strcmp(sign->literal.text, "+") != 0)))
        return false;
    snprintf(text, sizeof text, "+1%.28s", unit->literal.text);
    out->shift = e->args[e->n_args - 2];
    return read_shift(text, &out->shift_unit, &n);
}

static bool read_modifier(struct parser *p, const struct expr *e, struct time_value *out)
{
    static const struct {
        const char *text;
        enum time_unit unit;
    } starts[] = {{"start of day", SPAN_DAY}, {"start of month", SPAN_MONTH}, {"start of year", SPAN_YEAR}};
    const char *text = e->kind == EXPR_LITERAL && e->literal.kind == LITERAL_TEXT ? e->literal.text : NULL;
    enum time_unit unit;
    int n;
    if (text && out->time && equal_nocase(text, "unixepoch")) {
        out->storage = TIME_EPOCH;
        const struct expr *t = out->time;
        if (t->kind == EXPR_ARITHMETIC && t->op == ARITH_DIVIDE && is_number_literal(t->args[1], 1000)) {
            out->time = t->args[0];
            out->storage = TIME_EPOCH_MS;
        }
        return true;
    }
    for (int i = 0; text && !out->time && i < COUNT_OF(starts); i++)
        if (equal_nocase(text, starts[i].text) && start_literal(&out->literal, starts[i].unit))
            return true;
    if (text && !out->time && equal_nocase(text, "weekday 1") && !out->literal.clock &&
        out->literal.point.relative && out->literal.point.shift_unit == SPAN_DAY &&
        out->literal.point.shift % 7 == -6) {
        out->literal.now = false;
        out->literal.point.unit = out->literal.point.shift_unit = SPAN_WEEK;
        out->literal.point.shift = (out->literal.point.shift + 6) / 7;
        return true;
    }
    if (text && read_shift(text, &unit, &n)) {
        if (!out->time && unit == SPAN_DAY && out->literal.point.unit == SPAN_WEEK && n % 7 == 0)
            return shift_literal(&out->literal, SPAN_WEEK, n / 7);
        if (!out->time && shift_literal(&out->literal, unit, n))
            return true;
        if (out->time && !out->shift) {
            out->shift = expr_literal(p->arena, LITERAL_NUMBER, arena_printf(p->arena, "%d", n));
            out->shift_unit = unit;
            return true;
        }
    }
    if (out->time && !out->shift && read_shift_by(e, out))
        return true;
    return parse_failed(p, ST_UNSUPPORTED, "this modifier of a date is not supported");
}

/* ---- the functions of SQLite ----------------------------------------------------------------- */

/* The part a function over a time makes.  Of a literal, those that are whole days or moments are
 * literals themselves, stored as `whole` says (-1: a part like the others). */
struct time_function {
    const char *name, *format; /* of strftime, or NULL */
    enum date_part part;
    int whole;
    bool moment; /* keeps the time of day */
};

static const struct time_function time_functions[] = {
    {"date", NULL, PART_DATE, TIME_DATE, false},
    {"datetime", NULL, PART_DATETIME, TIME_DATETIME, true},
    {"time", NULL, PART_TIME, -1, true},
    {"julianday", NULL, PART_JULIAN, -1, true},
    {"unixepoch", NULL, PART_EPOCH, TIME_EPOCH, true},
    {"strftime", "%Y", PART_YEAR, -1, false},
    {"strftime", "%m", PART_MONTH, -1, false},
    {"strftime", "%Y-%m", PART_YEAR_MONTH, -1, false},
    {"strftime", "%W", PART_WEEK, -1, false},
    {"strftime", "%d", PART_DAY, -1, false},
    {"strftime", "%Y-%m-%d", PART_DATE, TIME_DATE, false},
    {"strftime", "%w", PART_WEEKDAY, -1, false},
    {"strftime", "%H", PART_HOUR, -1, true},
    {"strftime", "%H:%M", PART_HOUR_MINUTE, -1, true},
    {"strftime", "%H:%M:%S", PART_TIME, -1, true},
    {"strftime", "%Y-%m-%d %H:%M:%S", PART_DATETIME, TIME_DATETIME, true},
    {"strftime", "%s", PART_EPOCH, TIME_EPOCH, true},
    {"strftime", "%J", PART_JULIAN, -1, true},
    {"strftime", "%Y%m%d", N_DATE_PARTS, TIME_YYYYMMDD, false},
    {"strftime", "%Y0101", N_DATE_PARTS, TIME_YYYYMMDD, false}, /* the first day of the year */
    {"strftime", "%Y-01-01", N_DATE_PARTS, TIME_DATE, false},
    {"strftime", "%Y%m01", N_DATE_PARTS, TIME_YYYYMMDD, false},
    {"strftime", "%Y-%m-01", N_DATE_PARTS, TIME_DATE, false},
};

static const struct time_function *find_function(struct slice name, const char *format)
{
    for (int i = 0; i < COUNT_OF(time_functions); i++)
        if (slice_equal_nocase(name, time_functions[i].name) &&
            (!format || !time_functions[i].format || strcmp(format, time_functions[i].format) == 0))
            return &time_functions[i];
    return NULL;
}

static struct expr *apply_function(struct parser *p, const struct time_function *f,
                                   struct time_value *value)
{
    if (!value->time) {
        size_t length = f->format ? strlen(f->format) : 0;
        if (length > 2 && strcmp(f->format + length - 2, "01") == 0 &&
            !start_literal(&value->literal, strchr(f->format, 'm') ? SPAN_MONTH : SPAN_YEAR))
            return parse_failed(p, ST_UNSUPPORTED, "strftime of this date is not supported");
        if (value->literal.now && !f->moment && f->whole >= 0 &&
            (value->literal.point.shift == 0 || value->literal.point.shift_unit >= SPAN_DAY)) {
            value->literal.now = false;
            value->literal.point.unit = SPAN_DAY;
        }
        if (value->literal.now && !f->moment && f->whole >= 0)
            return parse_failed(p, ST_UNSUPPORTED, "a day some hours from now is not supported");
        if (value->literal.clock && !f->moment)
            value->literal.clock = NULL;
        if (f->whole >= 0)
            return literal_of(p, &value->literal, (enum time_storage)f->whole);
        value->time = literal_of(p, &value->literal, TIME_UNKNOWN);
        value->storage = TIME_UNKNOWN;
    }
    if (value->shift) {
        struct expr *args[2] = {value->time, value->shift};
        struct expr *e = built(p, expr_node(p->arena, EXPR_DATE_SHIFT, (int)value->shift_unit, args, 2));
        if (!e)
            return NULL;
        e->storage = value->storage;
        if (f->part == PART_DATE)
            return e;
        value->time = e;
        value->storage = TIME_UNKNOWN;
    }
    if (f->part == N_DATE_PARTS)
        return parse_failed(p, ST_UNSUPPORTED, "strftime with this format is not supported");
    return part_of(p, f->part, value->time, value->storage);
}

#define MAX_MODIFIERS 4

/* f(value, modifier, ...) after its '('; strftime has the format first. */
static struct expr *parse_sqlite_function(struct parser *p, const struct place *place,
                                          struct slice name)
{
    const char *format = NULL;
    if (slice_equal_nocase(name, "strftime")) {
        const struct token *t = token_at(p);
        if (t->kind != TOK_TEXT)
            return parse_failed(p, ST_UNSUPPORTED, "strftime without a literal format is not supported");
        format = arena_strndup(p->arena, t->text.s, t->text.n);
        p->at++;
        if (!expect(p, TOK_COMMA, "','"))
            return NULL;
    }
    const struct time_function *f = find_function(name, format);
    if (!f)
        return parse_failed(p, ST_UNSUPPORTED, "strftime with '%s' is not supported", format);
    struct time_value value;
    if (!read_value(p, parse_value(p, place), &value))
        return NULL;
    while (accept(p, TOK_COMMA)) {
        struct expr *modifier = parse_value(p, place);
        if (!modifier || !read_modifier(p, modifier, &value))
            return NULL;
    }
    return expect(p, TOK_RIGHT, "')'") ? apply_function(p, f, &value) : NULL;
}

/* ---- the functions and words of PostgreSQL --------------------------------------------------- */

struct field {
    const char *name;
    enum date_part part;
    bool number;
};

static struct expr *part_by_name(struct parser *p, const struct field *fields, int n_fields,
                                 const char *name, struct expr *time)
{
    for (int i = 0; i < n_fields; i++) {
        if (!equal_nocase(name, fields[i].name))
            continue;
        struct time_value value;
        if (!read_value(p, time, &value))
            return NULL;
        struct expr *of = value.time ? value.time : literal_of(p, &value.literal, TIME_UNKNOWN);
        struct expr *e = part_of(p, fields[i].part, of, value.storage);
        if (e)
            e->number = fields[i].number;
        return e;
    }
    return parse_failed(p, ST_UNSUPPORTED, "'%.40s' of a date is not supported", name);
}

static const struct field numbers[] = {
    {"year", PART_YEAR, true},  {"quarter", PART_QUARTER, true}, {"month", PART_MONTH, true},
    {"day", PART_DAY, true},    {"dow", PART_WEEKDAY, true},     {"hour", PART_HOUR, true},
    {"epoch", PART_EPOCH, true}, {"julian", PART_JULIAN, true},
};

/* EXTRACT(EPOCH FROM a - b): their difference in seconds; EXTRACT(YEAR FROM age(b)): whole years. */
static struct expr *extract(struct parser *p, const char *field, struct expr *time)
{
    bool diff = time->kind == EXPR_DATE_DIFF, minus = time->kind == EXPR_ARITHMETIC && time->op == ARITH_MINUS;
    bool age = diff && time->op == SPAN_YEAR;
    if (age && equal_nocase(field, "year"))
        return built(p, expr_node(p->arena, EXPR_CAST, CAST_INTEGER, &time, 1));
    if ((diff || minus) && !age && equal_nocase(field, "epoch")) {
        struct expr *e = built(p, expr_node(p->arena, EXPR_DATE_DIFF, SPAN_SECOND, time->args, 2));
        if (e)
            e->storage = time->storage;
        return e;
    }
    return part_by_name(p, numbers, COUNT_OF(numbers), field, time);
}

/* EXTRACT(field FROM time), after its '('. */
static struct expr *parse_extract(struct parser *p, const struct place *place)
{
    const struct token *t = token_at(p);
    if (t->kind != TOK_WORD && t->kind != TOK_TEXT)
        return parse_expected(p, "a field of a date");
    const char *field = arena_strndup(p->arena, t->text.s, t->text.n);
    p->at++;
    if (!accept_word(p, "from"))
        return parse_expected(p, "FROM");
    struct expr *time = parse_value(p, place);
    if (!need_value(p, time) || !expect(p, TOK_RIGHT, "')'"))
        return NULL;
    return extract(p, field, time);
}

/* name('field', time) or to_char(time, 'format'), after the '('. */
static struct expr *parse_field_function(struct parser *p, const struct place *place, int which)
{
    static const struct field truncated[] = {
        {"year", PART_YEAR, false}, {"month", PART_YEAR_MONTH, false}, {"day", PART_DATE, false}};
    static const struct field formats[] = {
        {"YYYY", PART_YEAR, false},   {"MM", PART_MONTH, false},  {"YYYY-MM", PART_YEAR_MONTH, false},
        {"DD", PART_DAY, false},      {"HH24", PART_HOUR, false}, {"YYYY-MM-DD", PART_DATE, false},
        {"HH24:MI", PART_HOUR_MINUTE, false}, {"HH24:MI:SS", PART_TIME, false},
        {"YYYY-MM-DD HH24:MI:SS", PART_DATETIME, false}, {"Q", PART_QUARTER, true}};
    struct expr *args[2] = {parse_value(p, place)};
    if (!need_value(p, args[0]) || !expect(p, TOK_COMMA, "','"))
        return NULL;
    args[1] = parse_value(p, place);
    if (!need_value(p, args[1]) || !expect(p, TOK_RIGHT, "')'"))
        return NULL;
    const struct expr *name = args[which == 2];
    struct expr *time = args[which != 2];
    if (name->kind != EXPR_LITERAL || name->literal.kind != LITERAL_TEXT)
        return parse_failed(p, ST_UNSUPPORTED, "a field of a date must be a literal");
    return which == 0   ? extract(p, name->literal.text, time)
           : which == 1 ? part_by_name(p, truncated, COUNT_OF(truncated), name->literal.text, time)
                        : part_by_name(p, formats, COUNT_OF(formats), name->literal.text, time);
}

/* age(b) and age(a, b): the difference in years. */
static struct expr *parse_age(struct parser *p, const struct place *place)
{
    struct date_literal today = {.point = {.relative = true, .unit = SPAN_DAY, .shift_unit = SPAN_DAY}};
    struct expr *first = parse_value(p, place), *second = NULL;
    if (!need_value(p, first) || (accept(p, TOK_COMMA) && !need_value(p, second = parse_value(p, place))))
        return NULL;
    struct expr *args[2] = {second ? first : literal_of(p, &today, TIME_UNKNOWN), second ? second : first};
    return expect(p, TOK_RIGHT, "')'") ? built(p, expr_node(p->arena, EXPR_DATE_DIFF, SPAN_YEAR, args, 2))
                                       : NULL;
}

struct expr *parse_interval(struct parser *p, struct expr *left, int sign)
{
    p->at++; /* INTERVAL */
    const struct token *t = token_at(p);
    if (t->kind != TOK_TEXT)
        return parse_expected(p, "a text after INTERVAL");
    char text[48];
    enum time_unit unit;
    int n;
    snprintf(text, sizeof text, "%.*s", (int)MIN(t->text.n, 30), t->text.s);
    bool alone = text[strspn(text, "+-0123456789")] == '\0'; /* INTERVAL '1' MONTH */
    p->at++;
    if (alone && token_at(p)->kind == TOK_WORD) {
        size_t used = strlen(text);
        snprintf(text + used, sizeof text - used, " %.*s", (int)MIN(token_at(p)->text.n, 12),
                 token_at(p)->text.s);
        p->at++;
    }
    if (!need_value(p, left))
        return NULL;
    if (!read_shift(text, &unit, &n))
        return parse_failed(p, ST_UNSUPPORTED, "this interval is not supported");
    struct date_literal d;
    if (left->kind == EXPR_LITERAL && left->literal.kind == LITERAL_DATE &&
        date_literal_parse(left->literal.text, &d) && shift_literal(&d, unit, sign * n))
        return literal_of(p, &d, left->storage);
    struct expr *args[2] = {left, expr_literal(p->arena, LITERAL_NUMBER,
                                               arena_printf(p->arena, "%d", sign * n))};
    return built(p, expr_node(p->arena, EXPR_DATE_SHIFT, (int)unit, args, 2));
}

/* ---- ------------------------------------------------------------------------------------------ */

struct expr *cast_time(struct parser *p, struct expr *e, enum cast type)
{
    bool part = e->kind == EXPR_DATE_PART && e->op != PART_JULIAN;
    bool digits = part && (e->op == PART_YEAR || e->op == PART_MONTH || e->op == PART_WEEK ||
                           e->op == PART_DAY || e->op == PART_WEEKDAY || e->op == PART_HOUR ||
                           e->op == PART_EPOCH || e->op == PART_QUARTER);
    bool number = e->kind == EXPR_LITERAL && e->literal.kind == LITERAL_DATE &&
                  (e->storage == TIME_EPOCH || e->storage == TIME_YYYYMMDD);
    if (type == CAST_INTEGER && number)
        return e;
    if (type == CAST_TEXT && part && !e->number)
        return e;
    if (type != CAST_INTEGER || !digits)
        return NULL;
    struct expr *as_number = part_of(p, (enum date_part)e->op, e->args[0], e->storage);
    if (as_number)
        as_number->number = true;
    return as_number;
}

/* CURRENT_DATE, now(), DATE '2023-01-01' */
static struct expr *parse_time_word(struct parser *p)
{
    const struct token *t = token_at(p);
    struct date_literal d = {.point = {.relative = true, .unit = SPAN_DAY, .shift_unit = SPAN_DAY}};
    bool typed = t[1].kind == TOK_TEXT && (peek_word(p, 0, "date") || peek_word(p, 0, "timestamp"));
    if (typed) {
        char *text = arena_strndup(p->arena, t[1].text.s, t[1].text.n);
        if (!date_literal_parse(text, &d) || d.point.relative)
            return parse_failed(p, ST_INPUT, "'%.40s' is no date", text);
        p->at += 2;
        return literal_of(p, &d, TIME_UNKNOWN);
    }
    if (peek_word(p, 0, "now") && t[1].kind == TOK_LEFT && t[2].kind == TOK_RIGHT) {
        d.now = true;
        p->at += 3;
        return literal_of(p, &d, TIME_DATETIME);
    }
    d.now = peek_word(p, 0, "current_timestamp") || peek_word(p, 0, "localtimestamp");
    if (t[1].kind == TOK_LEFT || (!d.now && !peek_word(p, 0, "current_date")))
        return NULL;
    p->at++;
    return literal_of(p, &d, d.now ? TIME_DATETIME : TIME_DATE);
}

/* DuSQL's TIME_NOW is a column that CURRENT_DATE spells. */
static bool has_virtual_now(const struct schema *schema)
{
    for (int i = 1; i < schema->n_columns; i++)
        if (schema->columns[i].virtual_now)
            return true;
    return false;
}

struct expr *parse_time(struct parser *p, const struct place *place)
{
    static const char *const by_field[] = {"date_part", "date_trunc", "to_char"};
    const struct token *t = token_at(p);
    if (!(peek_word(p, 0, "current_date") && has_virtual_now(p->schema))) {
        struct expr *e = parse_time_word(p);
        if (e || p->status != ST_OK)
            return e;
    }
    if (t[1].kind != TOK_LEFT)
        return NULL;
    if (find_function(t->text, NULL)) {
        p->at += 2;
        return parse_sqlite_function(p, place, t->text);
    }
    /* an age is a difference of dates, which only everyday reading knows */
    bool age = p->reading & SQL_READ_EVERYDAY && peek_word(p, 0, "age");
    if (peek_word(p, 0, "extract") || age) {
        p->at += 2;
        return age ? parse_age(p, place) : parse_extract(p, place);
    }
    for (int i = 0; i < COUNT_OF(by_field); i++)
        if (peek_word(p, 0, by_field[i])) {
            p->at += 2;
            return parse_field_function(p, place, i);
        }
    return NULL;
}
