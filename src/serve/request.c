/* request.c - what callers send, read and checked.
 *
 * The server keeps no conversations: what one is about goes to the caller and comes back with the
 * next question.  So nothing is lost when the server is, nothing grows, and any server with the
 * same database can go on. */
#include "serve/request.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* A statement may come with the question it is a reading of: then it needs no --allow-sql. */
enum { ABOUT_A_QUESTION = REQUEST_ASK | REQUEST_EXPLAIN | REQUEST_CORRECT | REQUEST_RUN };
enum { DECODES = REQUEST_ASK | REQUEST_EXPLAIN | REQUEST_RUN };
enum field_kind { FIELD_TEXT, FIELD_TEXTS, FIELD_INT, FIELD_LONG, FIELD_BOOL };

static const struct field {
    const char *name;
    enum field_kind kind;
    unsigned used_by; /* enum request_kind */
    size_t offset;
    long low, high;   /* numbers; texts: most bytes */
} fields[] = {
    {"question", FIELD_TEXT, ABOUT_A_QUESTION, offsetof(struct request, question), 1, 16384},
    {"history", FIELD_TEXTS, ABOUT_A_QUESTION, 0, 0, REQUEST_MAX_HISTORY},
    {"conversation", FIELD_TEXT, ABOUT_A_QUESTION, offsetof(struct request, conversation), 0,
     32768},
    {"database", FIELD_TEXT, ABOUT_A_QUESTION | REQUEST_SCHEMA, offsetof(struct request, database), 1, 256},
    {"sql", FIELD_TEXT, REQUEST_RUN | REQUEST_CORRECT, offsetof(struct request, sql), 1, 32768},
    {"verdict", FIELD_TEXT, REQUEST_CORRECT, offsetof(struct request, verdict), 1, 8},
    {"follow", FIELD_TEXT, DECODES, offsetof(struct request, follow), 1, 8},
    {"beam", FIELD_INT, DECODES, offsetof(struct request, beam), 1, REQUEST_MAX_BEAM},
    {"n_best", FIELD_INT, DECODES, offsetof(struct request, n_best), 1, REQUEST_MAX_BEAM},
    {"query", FIELD_INT, REQUEST_EXPLAIN, offsetof(struct request, query), 0, REQUEST_MAX_BEAM - 1},
    {"timeout_ms", FIELD_INT, ABOUT_A_QUESTION,
     offsetof(struct request, timeout_ms), 1, 3600000},
    {"max_rows", FIELD_LONG, REQUEST_ASK | REQUEST_RUN, offsetof(struct request, max_rows), 1,
     1000000},
    {"run", FIELD_BOOL, REQUEST_ASK, offsetof(struct request, run), 0, 1},
};

static const struct field *find_field(enum request_kind kind, const char *name)
{
    for (int i = 0; i < COUNT_OF(fields); i++)
        if ((fields[i].used_by & kind) && strcmp(fields[i].name, name) == 0)
            return &fields[i];
    return NULL;
}

static enum status store_number(const struct field *f, long value, struct request *out,
                                struct error *err)
{
    if (value < f->low || value > f->high)
        return fail(err, ST_INPUT, "field '%s' must be between %ld and %ld", f->name, f->low,
                    f->high);
    char *at = (char *)out + f->offset;
    if (f->kind == FIELD_LONG)
        *(long *)at = value;
    else
        *(int *)at = (int)value;
    return ST_OK;
}

#define WORD_MAX_BYTES 512  /* of a question: what a word costs grows faster than it does */
#define FIRST_OF_CJK 0x2E80 /* from here on a character is a word */

static size_t longest_word(const char *text)
{
    size_t longest = 0, n = 0, left = strlen(text);
    while (left > 0) {
        int32_t c;
        size_t k = (size_t)utf8_decode(text, left, &c);
        n = c <= ' ' || c >= FIRST_OF_CJK ? 0 : n + k;
        longest = MAX(longest, n);
        text += k;
        left -= k;
    }
    return longest;
}

static enum status store_text(struct arena *arena, const struct field *f, const char *text,
                              struct request *out, struct error *err)
{
    size_t n = strlen(text);
    if (n < (size_t)f->low)
        return fail(err, ST_INPUT, "field '%s' must not be empty", f->name);
    if (n > (size_t)f->high)
        return fail(err, ST_LIMIT, "field '%s' has %zu bytes, more than the limit of %ld", f->name,
                    n, f->high);
    if (!utf8_valid(text, n))
        return fail(err, ST_INPUT, "field '%s' is not valid UTF-8", f->name);
    if (strcmp(f->name, "question") == 0 && longest_word(text) > WORD_MAX_BYTES)
        return fail(err, ST_LIMIT, "field '%s' has a word of more than %d bytes", f->name,
                    WORD_MAX_BYTES);
    *(const char **)(void *)((char *)out + f->offset) = arena_strndup(arena, text, n);
    return ST_OK;
}

static enum status store_history(struct arena *arena, const json_t *list, struct request *out,
                                 struct error *err)
{
    if (json_array_size(list) > REQUEST_MAX_HISTORY)
        return fail(err, ST_LIMIT, "field 'history' has more than %d questions",
                    REQUEST_MAX_HISTORY);
    out->n_history = 0;
    for (size_t i = 0; i < json_array_size(list); i++) {
        const char *text = json_string_value(json_array_get(list, i));
        if (!text || !*text)
            return fail(err, ST_INPUT, "field 'history' must be a list of questions");
        out->history[out->n_history++] = arena_strdup(arena, text);
    }
    return ST_OK;
}

static enum status store(struct arena *arena, const struct field *f, const json_t *value,
                         struct request *out, struct error *err)
{
    switch (f->kind) {
    case FIELD_TEXT:
        if (!json_is_string(value))
            return fail(err, ST_INPUT, "field '%s' must be a string", f->name);
        return store_text(arena, f, json_string_value(value), out, err);
    case FIELD_TEXTS:
        if (!json_is_array(value))
            return fail(err, ST_INPUT, "field '%s' must be a list of strings", f->name);
        return store_history(arena, value, out, err);
    case FIELD_INT:
    case FIELD_LONG:
        if (!json_is_integer(value))
            return fail(err, ST_INPUT, "field '%s' must be a whole number", f->name);
        return store_number(f, (long)json_integer_value(value), out, err);
    case FIELD_BOOL:
        if (!json_is_boolean(value))
            return fail(err, ST_INPUT, "field '%s' must be true or false", f->name);
        *(bool *)((char *)out + f->offset) = json_is_true(value);
    }
    return ST_OK;
}

struct request request_defaults(const struct request_limits *limits)
{
    return (struct request){.beam = 5, .n_best = 5, .run = true, .max_rows = limits->max_rows,
                            .timeout_ms = limits->timeout_ms,
                            .for_doubles = limits->for_doubles};
}

static void apply_limits(const struct request_limits *limits, struct request *r)
{
    r->max_rows = MIN(r->max_rows, limits->max_rows);
    r->timeout_ms = MIN(r->timeout_ms, limits->timeout_ms);
    r->n_best = MIN(r->n_best, r->beam);
}

enum status request_complete(struct arena *arena, enum request_kind kind, struct request *r,
                             struct error *err)
{
    if ((kind & (REQUEST_RUN | REQUEST_CORRECT)) && !r->sql)
        return fail(err, ST_INPUT, "field 'sql' is missing");
    if (kind == REQUEST_RUN && !r->question && (r->conversation || r->n_history || r->follow))
        return fail(err, ST_INPUT, "field 'question' is missing: what is the conversation for?");
    if (kind == REQUEST_SCHEMA || (kind == REQUEST_RUN && !r->question))
        return ST_OK;
    if (!r->question)
        return fail(err, ST_INPUT, "field 'question' is missing");
    if (kind == REQUEST_CORRECT &&
        (!r->verdict || (strcmp(r->verdict, "good") != 0 && strcmp(r->verdict, "bad") != 0 &&
                         strcmp(r->verdict, "right") != 0)))
        return fail(err, ST_INPUT, "field 'verdict' must be 'good', 'bad' or 'right'");
    if (r->follow && strcmp(r->follow, "auto") != 0 && strcmp(r->follow, "yes") != 0 &&
        strcmp(r->follow, "no") != 0)
        return fail(err, ST_INPUT, "field 'follow' must be 'auto', 'yes' or 'no'");
    if (r->conversation && *r->conversation) {
        if (r->n_history)
            return fail(err, ST_INPUT, "give 'conversation' or 'history', not both");
        return conversation_read(arena, r->conversation, r, err);
    }
    return ST_OK;
}

enum status request_read(struct arena *arena, enum request_kind kind, const json_t *object,
                         const struct request_limits *limits, struct request *out,
                         struct error *err)
{
    *out = request_defaults(limits);
    if (!json_is_object(object))
        return fail(err, ST_INPUT, "a request must be a JSON object");
    const char *name;
    json_t *value;
    json_object_foreach ((json_t *)object, name, value) {
        const struct field *f = find_field(kind, name);
        if (!f)
            return fail(err, ST_INPUT, "unknown field '%.60s'", name);
        enum status st = store(arena, f, value, out, err);
        if (st != ST_OK)
            return st;
    }
    apply_limits(limits, out);
    return request_complete(arena, kind, out, err);
}

enum status request_parse(struct arena *arena, enum request_kind kind, const char *body, size_t n,
                          const struct request_limits *limits, struct request *out,
                          struct error *err)
{
    json_error_t at;
    json_t *object = json_parse(body, n, JSON_REJECT_DUPLICATES, &at);
    if (!object)
        return fail(err, ST_INPUT, "the body is not JSON: line %d, column %d: %s", at.line,
                    at.column, at.text);
    struct undo undo;
    undo_later(&undo, undo_json, object);
    enum status st = request_read(arena, kind, object, limits, out, err);
    undo_now(&undo);
    return st;
}

enum status request_set(struct arena *arena, enum request_kind kind, const char *name,
                        const char *value, const struct request_limits *limits,
                        struct request *out, struct error *err)
{
    const struct field *f = find_field(kind, name);
    if (!f || f->kind == FIELD_TEXTS)
        return fail(err, ST_INPUT, "unknown parameter '%.60s'", name);
    if (f->kind == FIELD_TEXT)
        return store_text(arena, f, value, out, err);
    char *end;
    errno = 0;
    long number = strtol(value, &end, 10);
    if (!*value || *end || errno)
        return fail(err, ST_INPUT, "field '%s' must be a whole number", f->name);
    enum status st = store_number(f, number, out, err);
    apply_limits(limits, out);
    return st;
}

/* ---- conversations -------------------------------------------------------------------------- */

static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

static const char *base64url(struct arena *arena, const char *s, size_t n)
{
    struct strbuf out = strbuf_in(arena);
    for (size_t i = 0; i < n; i += 3) {
        uint32_t bits = 0;
        for (size_t k = 0; k < 3; k++)
            bits = bits << 8 | (i + k < n ? (uint8_t)s[i + k] : 0);
        for (size_t k = 0; k < MIN(n - i, 3) + 1; k++)
            strbuf_putc(&out, digits[bits >> (18 - 6 * k) & 63]);
    }
    return strbuf_text(&out);
}

static bool base64url_read(struct arena *arena, const char *s, char **out, size_t *n_out)
{
    size_t n = strlen(s);
    char *bytes = arena_alloc(arena, n + 1, 1);
    uint32_t bits = 0;
    int have = 0;
    *n_out = 0;
    for (size_t i = 0; i < n; i++) {
        const char *digit = strchr(digits, s[i]);
        if (!digit)
            return false;
        bits = (bits << 6 | (uint32_t)(digit - digits)) & 0xffffff;
        have += 6;
        if (have >= 8) {
            have -= 8;
            bytes[(*n_out)++] = (char)(bits >> have & 255);
        }
    }
    *out = bytes;
    return true;
}

enum { MAX_CARRIED_SQL = 4096 }; /* bytes of the answer that a conversation carries */

const char *conversation_write(struct arena *arena, const struct request *r, const char *sql)
{
    size_t bytes = strlen(r->question);
    int first = r->n_history; /* the oldest are forgotten when it grows too long */
    while (first > 0 && r->n_history - first < REQUEST_MAX_HISTORY - 1 &&
           bytes + strlen(r->history[first - 1]) <= 8192)
        bytes += strlen(r->history[--first]);
    struct json_text list = json_text_in(arena);
    json_open(&list, '{');
    json_key(&list, "history");
    json_open(&list, '[');
    for (int i = first; i < r->n_history; i++)
        json_put_text(&list, r->history[i]);
    json_put_text(&list, r->question);
    json_close(&list, ']');
    if (sql && strlen(sql) <= MAX_CARRIED_SQL) {
        json_key(&list, "sql");
        json_put_text(&list, sql);
    }
    json_close(&list, '}');
    return base64url(arena, strbuf_text(&list.out), list.out.n);
}

enum status conversation_read(struct arena *arena, const char *text, struct request *out,
                              struct error *err)
{
    char *bytes;
    size_t n;
    json_t *said = base64url_read(arena, text, &bytes, &n) ? json_parse(bytes, n, 0, NULL) : NULL;
    struct undo undo;
    undo_later(&undo, undo_json, said);
    /* a page that has been open since before an update brings the bare list */
    const json_t *list = json_is_object(said) ? json_object_get(said, "history") : said;
    const char *sql = json_string_value(json_object_get(said, "sql"));
    out->before = sql ? arena_strdup(arena, sql) : NULL;
    enum status st = json_is_array(list) ? store_history(arena, list, out, NULL) : ST_INPUT;
    undo_now(&undo);
    return st == ST_OK ? ST_OK
                       : fail(err, ST_INPUT, "field 'conversation' must be what an earlier "
                                             "answer gave");
}

/* ---- headers -------------------------------------------------------------------------------- */

bool host_is_one_of(const char *host, const char *const *names, int n)
{
    struct slice name = slice_of(host);
    const char *end = host[0] == '[' ? strchr(host, ']') : strchr(host, ':');
    if (host[0] == '[' && end)
        name = (struct slice){host + 1, (size_t)(end - host - 1)};
    else if (end)
        name.n = (size_t)(end - host);
    if (name.n && name.s[name.n - 1] == '.')
        name.n--;
    for (int i = 0; i < n; i++)
        if (slice_equal_nocase(name, names[i]))
            return true;
    return false;
}

bool token_is_right(const char *authorization, const char *token)
{
    static const char scheme[] = "Bearer ";
    if (!authorization || !*token || strncasecmp(authorization, scheme, sizeof scheme - 1) != 0)
        return false;
    const char *given = authorization + sizeof scheme - 1;
    size_t n = strlen(given), wanted = strlen(token);
    volatile unsigned difference = n != wanted;
    for (size_t i = 0; i < n; i++)
        difference |= (unsigned)(uint8_t)given[i] ^ (unsigned)(uint8_t)token[i % wanted];
    return difference == 0;
}
