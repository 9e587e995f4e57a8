/* python.c - the habits of Python that official verdicts depend on. */
#include "eval/internal.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <utf8proc.h>

bool py_is_space(int32_t c)
{
    return (c >= 0x09 && c <= 0x0D) || (c >= 0x1C && c <= 0x20) || c == 0x85 || c == 0xA0 ||
           c == 0x1680 || (c >= 0x2000 && c <= 0x200A) || c == 0x2028 || c == 0x2029 ||
           c == 0x202F || c == 0x205F || c == 0x3000;
}

struct slice py_strip(struct slice text)
{
    int32_t c;
    while (text.n) {
        int length = utf8_decode(text.s, text.n, &c);
        if (!py_is_space(c))
            break;
        text.s += length;
        text.n -= (size_t)length;
    }
    while (text.n) {
        size_t last = text.n - 1;
        while (last > 0 && text.n - last < 4 && ((unsigned char)text.s[last] & 0xC0) == 0x80)
            last--;
        int length = utf8_decode(text.s + last, text.n - last, &c);
        if ((size_t)length != text.n - last || !py_is_space(c))
            break;
        text.n = last;
    }
    return text;
}

char *py_lower(struct arena *arena, struct slice text, size_t *n)
{
    struct strbuf out = strbuf_in(arena);
    for (size_t i = 0; i < text.n;) {
        int32_t c;
        int length = utf8_decode(text.s + i, text.n - i, &c);
        utf8proc_uint8_t lower[4];
        if (c < 0x80) {
            strbuf_putc(&out, (char)tolower(c));
        } else if (utf8_length(text.s + i, text.n - i) == 0) {
            strbuf_putc(&out, text.s[i]); /* not UTF-8: kept as it is */
        } else {
            utf8proc_ssize_t bytes = utf8proc_encode_char(utf8proc_tolower(c), lower);
            strbuf_add(&out, (const char *)lower, (size_t)bytes);
        }
        i += (size_t)length;
    }
    *n = out.n;
    strbuf_text(&out);
    return out.s ? out.s : arena_strdup(arena, "");
}

/* Copies text to out in the alphabet of strtod: full-width digits become ASCII, an underscore
 * between digits goes.  False if what is left cannot be a number or is too long to be one. */
static bool plain_number(struct slice text, char *out, size_t size)
{
    size_t n = 0;
    bool digit_before = false;
    for (size_t i = 0; i < text.n;) {
        int32_t c;
        int length = utf8_decode(text.s + i, text.n - i, &c);
        i += (size_t)length;
        if (c >= 0xFF10 && c <= 0xFF19)
            c = c - 0xFF10 + '0';
        if (c == '_') {
            if (!digit_before || i >= text.n || !isdigit((unsigned char)text.s[i]))
                return false;
            digit_before = false;
            continue;
        }
        if (c <= 0x20 || c >= 0x7F || n + 1 >= size)
            return false;
        digit_before = isdigit(c) != 0;
        out[n++] = (char)c;
    }
    out[n] = '\0';
    return n > 0;
}

bool py_float(struct slice text, double *out)
{
    text = py_strip(text);
    char local[512];
    char *copy = text.n < sizeof local ? local : xmalloc(text.n + 1);
    bool ok = plain_number(text, copy, text.n < sizeof local ? sizeof local : text.n + 1);
    if (ok) {
        const char *body = copy + (*copy == '+' || *copy == '-');
        bool word = strcasecmp(body, "inf") == 0 || strcasecmp(body, "infinity") == 0 ||
                    strcasecmp(body, "nan") == 0;
        /* strtod also reads hexadecimal and nan(...), which Python does not */
        ok = word || (isdigit((unsigned char)*body) || *body == '.');
        ok = ok && (word || strspn(body, "0123456789.eE+-") == strlen(body));
        char *end = NULL;
        if (ok)
            *out = strtod(copy, &end);
        ok = ok && end != copy && *end == '\0';
    }
    if (copy != local)
        xfree(copy);
    return ok;
}

bool py_int(struct slice text, long *out)
{
    text = py_strip(text);
    char copy[512];
    if (!plain_number(text, copy, sizeof copy))
        return false;
    const char *digits = copy + (*copy == '+' || *copy == '-');
    if (!*digits || strspn(digits, "0123456789") != strlen(digits))
        return false;
    *out = strtol(copy, NULL, 10);
    return true;
}

void py_float_text(double value, char out[PY_FLOAT_MAX])
{
    if (!isfinite(value)) {
        strcpy(out, isnan(value) ? "nan" : value < 0 ? "-inf" : "inf");
        return;
    }
    /* the shortest digits that read back as the same number: "-d.ddde+xx" */
    char e[PY_FLOAT_MAX];
    int precision = 0;
    do
        snprintf(e, sizeof e, "%.*e", precision, value);
    while (strtod(e, NULL) != value && ++precision < 17);
    char *mark = strchr(e, 'e');
    int exponent = atoi(mark + 1);
    if (exponent >= -4 && exponent < 16) {
        snprintf(out, PY_FLOAT_MAX, "%.*f", MAX(precision - exponent, 1), value);
        return;
    }
    memcpy(out, e, (size_t)(mark - e));
    snprintf(out + (mark - e), PY_FLOAT_MAX - (size_t)(mark - e), "e%c%02d",
             exponent < 0 ? '-' : '+', abs(exponent));
}

void py_text_repr(struct strbuf *out, struct slice text)
{
    bool has_single = text.n && memchr(text.s, '\'', text.n);
    char quote = has_single && !memchr(text.s, '"', text.n) ? '"' : '\'';
    strbuf_putc(out, quote);
    for (size_t i = 0; i < text.n; i++) {
        unsigned char c = (unsigned char)text.s[i];
        if (c == '\\' || c == (unsigned char)quote)
            strbuf_putc(out, '\\');
        if (c == '\n' || c == '\r' || c == '\t')
            strbuf_puts(out, c == '\n' ? "\\n" : c == '\r' ? "\\r" : "\\t");
        else if (c < 0x20 || c == 0x7F)
            strbuf_printf(out, "\\x%02x", c);
        else
            strbuf_putc(out, (char)c);
    }
    strbuf_putc(out, quote);
}
