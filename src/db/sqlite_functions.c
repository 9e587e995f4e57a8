/* sqlite_functions.c - SQLite's text functions whose own versions take quadratic time.
 *
 * The deadline is checked between instructions, and one call of a function is one instruction:
 * SQLite's instr() of two texts of a megabyte runs for minutes.  These do the same in linear
 * time, or, for LIKE, look at the clock themselves. */
#include "db/internal.h"

#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

#define TRIM_SET_MAX 64 /* characters trim() may be told to remove */

static struct slice text_of(sqlite3_value *value)
{
    const char *s = (const char *)sqlite3_value_text(value);
    return (struct slice){s ? s : "", s ? (size_t)sqlite3_value_bytes(value) : 0};
}

static bool any_null(sqlite3_value **args, int n)
{
    for (int i = 0; i < n; i++)
        if (sqlite3_value_type(args[i]) == SQLITE_NULL)
            return true;
    return false;
}

static void instr_function(sqlite3_context *context, int n, sqlite3_value **args)
{
    if (any_null(args, n))
        return;
    bool blobs = sqlite3_value_type(args[0]) == SQLITE_BLOB &&
                 sqlite3_value_type(args[1]) == SQLITE_BLOB;
    struct slice in, what;
    if (blobs) {
        const char *a = sqlite3_value_blob(args[0]), *b = sqlite3_value_blob(args[1]);
        in = (struct slice){a ? a : "", (size_t)sqlite3_value_bytes(args[0])};
        what = (struct slice){b ? b : "", (size_t)sqlite3_value_bytes(args[1])};
    } else {
        in = text_of(args[0]);
        what = text_of(args[1]);
    }
    const char *found = memmem(in.s, in.n, what.s, what.n);
    sqlite3_int64 at = found ? 1 : 0;
    for (const char *s = in.s; found && s < found; s++)
        at += blobs || (*s & 0xc0) != 0x80; /* characters, not bytes */
    sqlite3_result_int64(context, at);
}

static void replace_function(sqlite3_context *context, int n, sqlite3_value **args)
{
    if (any_null(args, n))
        return;
    struct slice in = text_of(args[0]), what = text_of(args[1]), by = text_of(args[2]);
    size_t count = 0;
    const char *end = in.s + in.n;
    for (const char *s = in.s; what.n && (s = memmem(s, (size_t)(end - s), what.s, what.n));
         s += what.n)
        count++;
    size_t length = in.n - count * what.n + count * by.n;
    sqlite3 *handle = sqlite3_context_db_handle(context);
    if (length > (size_t)sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, -1)) {
        sqlite3_result_error_toobig(context);
        return;
    }
    char *out = sqlite3_malloc64(length + 1), *to = out; /* counts towards the engine's limit */
    if (!out) {
        sqlite3_result_error_nomem(context);
        return;
    }
    const char *from = in.s;
    for (; count > 0; count--) {
        const char *s = memmem(from, (size_t)(end - from), what.s, what.n);
        to = mempcpy(to, from, (size_t)(s - from));
        to = mempcpy(to, by.s, by.n);
        from = s + what.n;
    }
    memcpy(to, from, (size_t)(end - from));
    sqlite3_result_text64(context, out, length, sqlite3_free, SQLITE_UTF8);
}

/* ---- trim ------------------------------------------------------------------------------------ */

struct trim_set {
    bool single[256];                /* characters of one byte */
    struct slice longer[TRIM_SET_MAX]; /* those of several */
    int n_longer;
};

static struct trim_set trim_set_of(struct slice characters)
{
    struct trim_set set = {0};
    for (size_t i = 0; i < characters.n;) {
        size_t n = (size_t)MAX(utf8_length(characters.s + i, characters.n - i), 1);
        if (n == 1)
            set.single[(unsigned char)characters.s[i]] = true;
        else
            set.longer[set.n_longer++] = (struct slice){characters.s + i, n};
        i += n;
    }
    return set;
}

/* The bytes of the character of the set that text starts (or ends) with, 0 for none. */
static size_t in_set(struct slice text, const struct trim_set *set, bool at_end)
{
    if (text.n == 0)
        return 0;
    unsigned char edge = (unsigned char)text.s[at_end ? text.n - 1 : 0];
    if (set->single[edge])
        return 1;
    for (int i = 0; edge >= 0x80 && i < set->n_longer; i++) {
        size_t n = set->longer[i].n;
        if (n <= text.n &&
            memcmp(at_end ? text.s + text.n - n : text.s, set->longer[i].s, n) == 0)
            return n;
    }
    return 0;
}

/* user data: which ends, 1 left + 2 right */
static void trim_function(sqlite3_context *context, int n, sqlite3_value **args)
{
    if (any_null(args, n))
        return;
    intptr_t ends = (intptr_t)sqlite3_user_data(context);
    struct slice text = text_of(args[0]), characters = n > 1 ? text_of(args[1]) : slice_of(" ");
    if (characters.n > TRIM_SET_MAX) {
        sqlite3_result_error(context, "trim() of more than 64 bytes of characters", -1);
        return;
    }
    struct trim_set set = trim_set_of(characters);
    size_t k;
    while ((ends & 1) && (k = in_set(text, &set, false)))
        text = (struct slice){text.s + k, text.n - k};
    while ((ends & 2) && (k = in_set(text, &set, true)))
        text.n -= k;
    sqlite3_result_text64(context, text.s, text.n, SQLITE_TRANSIENT, SQLITE_UTF8);
}

/* ---- LIKE ------------------------------------------------------------------------------------ */

struct like {
    struct slice pattern, text;
    int32_t escape; /* 0: none */
    const struct db_stop *stop;
    long steps;
};

static int32_t next_character(struct slice s, size_t *at)
{
    int32_t c = (unsigned char)s.s[*at];
    if (c < 128) { /* SQLite's LIKE folds ASCII only */
        ++*at;
        return c >= 'A' && c <= 'Z' ? c | 32 : c;
    }
    *at += (size_t)utf8_decode(s.s + *at, s.n - *at, &c);
    return c;
}

/* One item of the pattern against one character; *p moves past the item. */
static bool matches_one(const struct like *l, size_t *p, size_t *t)
{
    int32_t c = next_character(l->pattern, p);
    bool literal = l->escape && c == l->escape;
    if (literal) {
        if (*p >= l->pattern.n)
            return false;
        c = next_character(l->pattern, p);
    }
    int32_t d = next_character(l->text, t);
    return (c == '_' && !literal) || c == d;
}

/* Only the last % ever needs to be gone back to.  -1: time is up. */
static int like_matches(struct like *l)
{
    size_t p = 0, t = 0, star_p = 0, star_t = 0;
    bool star = false;
    while (t < l->text.n) {
        if ((++l->steps & 0xffff) == 0 && db_stop_now(l->stop))
            return -1;
        if (p < l->pattern.n && l->pattern.s[p] == '%' && l->escape != '%') {
            star = true;
            star_p = ++p;
            star_t = t;
            continue;
        }
        size_t next_p = p, next_t = t;
        if (p < l->pattern.n && matches_one(l, &next_p, &next_t)) {
            p = next_p;
            t = next_t;
        } else if (star) {
            p = star_p;
            next_character(l->text, &star_t);
            t = star_t;
        } else {
            return 0;
        }
    }
    while (p < l->pattern.n && l->pattern.s[p] == '%' && l->escape != '%')
        p++;
    return p == l->pattern.n;
}

static void like_function(sqlite3_context *context, int n, sqlite3_value **args)
{
    if (any_null(args, n))
        return;
    struct like like = {.pattern = text_of(args[0]), .text = text_of(args[1]),
                        .stop = sqlite3_user_data(context)};
    if (like.pattern.n > (size_t)sqlite3_limit(sqlite3_context_db_handle(context),
                                               SQLITE_LIMIT_LIKE_PATTERN_LENGTH, -1)) {
        sqlite3_result_error(context, "LIKE pattern too long", -1);
        return;
    }
    if (n == 3) {
        struct slice escape = text_of(args[2]);
        size_t used = 0;
        like.escape = escape.n ? next_character(escape, &used) : -1;
        if (like.escape < 0 || used != escape.n) {
            sqlite3_result_error(context, "ESCAPE expression must be a single character", -1);
            return;
        }
    }
    int matched = like_matches(&like);
    if (matched < 0)
        sqlite3_result_error_code(context, SQLITE_INTERRUPT);
    else
        sqlite3_result_int(context, matched);
}

void sqlite_add_functions(struct sqlite_db *s)
{
    static const int flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS;
    static const struct {
        const char *name;
        int n;
        void (*run)(sqlite3_context *, int, sqlite3_value **);
        intptr_t ends;
    } functions[] = {
        {"instr", 2, instr_function, 0}, {"replace", 3, replace_function, 0},
        {"ltrim", 1, trim_function, 1},  {"ltrim", 2, trim_function, 1},
        {"rtrim", 1, trim_function, 2},  {"rtrim", 2, trim_function, 2},
        {"trim", 1, trim_function, 3},   {"trim", 2, trim_function, 3},
    };
    for (int i = 0; i < COUNT_OF(functions); i++)
        sqlite3_create_function(s->handle, functions[i].name, functions[i].n, flags,
                                (void *)functions[i].ends, functions[i].run, NULL, NULL);
    for (int n = 2; n <= 3; n++)
        sqlite3_create_function(s->handle, "like", n, flags, &s->stop, like_function, NULL, NULL);
}
