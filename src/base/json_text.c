/* json_text.c - JSON written straight as text.
 *
 * An answer of the server has some five hundred members; a tree of jansson's objects for them cost a
 * tenth of the time of a small model's answer, only to be printed and thrown away. */
#include "base/base.h"

#include <math.h>
#include <string.h>

struct json_text json_text_in(struct arena *arena)
{
    struct json_text j = {.out = strbuf_in(arena)};
    j.out.max = SIZE_MAX / 4; /* what is written has limits of its own; half of it would be no JSON */
    return j;
}

static void new_line(struct json_text *j)
{
    if (j->indent)
        strbuf_printf(&j->out, "\n%*s", j->indent * j->depth, "");
}

/* Every value and every key begins with this. */
static void separate(struct json_text *j)
{
    if (j->more)
        strbuf_putc(&j->out, ',');
    if (j->depth > 0 && !j->keyed)
        new_line(j);
    j->keyed = false;
    j->more = true;
}

void json_open(struct json_text *j, char bracket)
{
    separate(j);
    strbuf_putc(&j->out, bracket);
    j->depth++;
    j->more = false;
}

void json_close(struct json_text *j, char bracket)
{
    j->depth--;
    if (j->more)
        new_line(j);
    strbuf_putc(&j->out, bracket);
    j->more = true;
}

void json_key(struct json_text *j, const char *key)
{
    separate(j);
    strbuf_putc(&j->out, '"');
    strbuf_puts(&j->out, key);
    strbuf_puts(&j->out, j->indent ? "\": " : "\":");
    j->more = false;
    j->keyed = true;
}

static void put_code_point(struct strbuf *out, int32_t c)
{
    if (c < 0x10000)
        strbuf_printf(out, "\\u%04x", (unsigned)c);
    else
        strbuf_printf(out, "\\u%04x\\u%04x", 0xD800u + ((unsigned)(c - 0x10000) >> 10),
                      0xDC00u + ((unsigned)(c - 0x10000) & 0x3FF));
}

/* What stands for the bytes at s, of which n are left; *used of them. */
static void put_escaped(struct json_text *j, const char *s, size_t n, size_t *used)
{
    struct strbuf *out = &j->out;
    unsigned char c = (unsigned char)*s;
    *used = 1;
    if (c == '"' || c == '\\') {
        strbuf_putc(out, '\\');
        strbuf_putc(out, (char)c);
    } else if (c == '\n') {
        strbuf_add(out, "\\n", 2);
    } else if (c < 0x20 || c == 0x7F) {
        strbuf_printf(out, "\\u%04x", c);
    } else {
        int32_t code_point = 0xFFFD;
        int length = utf8_length(s, n);
        if (j->ascii && length)
            utf8_decode(s, n, &code_point);
        if (j->ascii)
            put_code_point(out, code_point);
        else
            strbuf_add(out, length ? s : "\xEF\xBF\xBD", length ? (size_t)length : 3);
        *used = length ? (size_t)length : 1;
    }
}

static bool is_plain(char c)
{
    return c >= 0x20 && c < 0x7F && c != '"' && c != '\\';
}

void json_put_bytes(struct json_text *j, const char *s, size_t n)
{
    separate(j);
    strbuf_putc(&j->out, '"');
    for (size_t i = 0, used; i < n; i += used) {
        for (used = 0; i + used < n && is_plain(s[i + used]);)
            used++;
        if (used > 0)
            strbuf_add(&j->out, s + i, used);
        else
            put_escaped(j, s + i, n - i, &used);
    }
    strbuf_putc(&j->out, '"');
}

void json_put_text(struct json_text *j, const char *s)
{
    if (s)
        json_put_bytes(j, s, strlen(s));
    else
        json_put_null(j);
}

void json_put_raw(struct json_text *j, const char *json)
{
    separate(j);
    strbuf_puts(&j->out, json);
}

void json_put_null(struct json_text *j)
{
    json_put_raw(j, "null");
}

void json_put_bool(struct json_text *j, bool x)
{
    json_put_raw(j, x ? "true" : "false");
}

void json_put_int(struct json_text *j, int64_t x)
{
    char digits[24], *at = digits + sizeof digits;
    uint64_t left = x < 0 ? 0 - (uint64_t)x : (uint64_t)x;
    *--at = '\0';
    do
        *--at = (char)('0' + left % 10);
    while (left /= 10);
    if (x < 0)
        *--at = '-';
    json_put_raw(j, at);
}

void json_put_real(struct json_text *j, double x)
{
    char text[40];
    if (!isfinite(x)) {
        json_put_null(j);
        return;
    }
    snprintf(text, sizeof text, "%.15g", x);
    for (char *c = text; *c; c++) /* a library's host may have set a locale of commas */
        if (*c == ',')
            *c = '.';
    json_put_raw(j, text);
    if (!strpbrk(text, ".e"))
        strbuf_add(&j->out, ".0", 2); /* a real stays one for those who tell them apart */
}

void json_put_rounded(struct json_text *j, double x)
{
    if (!(fabs(x) < 1e9)) { /* large, infinite or not a number */
        json_put_real(j, x);
        return;
    }
    int64_t millionths = llround(x * 1e6);
    uint64_t size = (uint64_t)(millionths < 0 ? -millionths : millionths), left = size % 1000000;
    char digits[] = ".000000";
    int last = 1;
    for (int i = 6; i > 0; i--, left /= 10) {
        digits[i] = (char)('0' + left % 10);
        if (digits[i] != '0' && last == 1)
            last = i;
    }
    if (millionths < 0) /* also of what has no whole part */
        json_put_raw(j, "-");
    else
        separate(j);
    strbuf_printf(&j->out, "%llu", (unsigned long long)(size / 1000000));
    strbuf_add(&j->out, digits, (size_t)last + 1);
}
