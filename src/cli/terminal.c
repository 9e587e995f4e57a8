/* terminal.c - text that is safe to show, and how wide it is. */
#include "cli/terminal.h"

#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>
#include <utf8proc.h>

#define REPLACEMENT "\xEF\xBF\xBD"
#define ELLIPSIS "\xE2\x80\xA6"

/* Marks that change the direction of what follows, or hide where a line ends. */
static bool reorders(int32_t c)
{
    return (c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069) || c == 0x200E ||
           c == 0x200F || c == 0x061C || c == 0x2028 || c == 0x2029;
}

char *text_visible(struct arena *arena, const char *s, size_t n, bool keep_lines)
{
    struct strbuf out = strbuf_in(arena);
    for (size_t i = 0; i < n;) {
        int32_t c;
        int length = utf8_length(s + i, n - i);
        if (length > 0)
            utf8_decode(s + i, n - i, &c);
        if (length == 0 || reorders(c) || (c >= 0x80 && c < 0xA0))
            strbuf_puts(&out, REPLACEMENT);
        else if (c == '\n' && keep_lines)
            strbuf_putc(&out, '\n');
        else if (c < 0x20 || c == 0x7F) /* U+2400 on are their pictures, DEL's is U+2421 */
            strbuf_printf(&out, "\xE2\x90%c", (int)(c == 0x7F ? 0xA1 : 0x80 + c));
        else
            strbuf_add(&out, s + i, (size_t)length);
        i += (size_t)MAX(length, 1);
    }
    return arena_strdup(arena, strbuf_text(&out));
}

void say_text(FILE *to, const char *format, ...)
{
    struct arena arena = {0};
    char *text = NULL;
    va_list args;
    va_start(args, format);
    int n = vasprintf(&text, format, args);
    va_end(args);
    if (n >= 0)
        fputs(text_visible(&arena, text, (size_t)n, true), to);
    free(text);
    arena_release(&arena);
}

int text_width(const char *s, size_t n)
{
    int width = 0;
    for (size_t i = 0; i < n;) {
        int32_t c;
        i += (size_t)utf8_decode(s + i, n - i, &c);
        width += utf8proc_charwidth(c);
    }
    return width;
}

char *text_cut(struct arena *arena, const char *s, int width)
{
    size_t n = strlen(s);
    if (text_width(s, n) <= width)
        return arena_strdup(arena, s);
    int used = 0;
    size_t end = 0;
    while (end < n) {
        int32_t c;
        int length = utf8_decode(s + end, n - end, &c);
        int columns = utf8proc_charwidth(c);
        if (used + columns > width - 1)
            break;
        used += columns;
        end += (size_t)length;
    }
    return arena_printf(arena, "%.*s" ELLIPSIS, (int)end, s);
}

int terminal_width(FILE *stream)
{
    struct winsize size;
    if (!isatty(fileno(stream)))
        return 0;
    if (ioctl(fileno(stream), TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
        return size.ws_col;
    return 80;
}

const char *ink(FILE *to, enum ink ink)
{
    static const char *const codes[] = {"\x1b[0m", "\x1b[1m", "\x1b[1;34m", "\x1b[32m", "\x1b[36m",
                                        "\x1b[1;31m"};
    const char *none = getenv("NO_COLOR"), *kind = getenv("TERM");
    bool wanted = isatty(fileno(to)) && !(none && *none) && kind && strcmp(kind, "dumb") != 0;
    return wanted ? codes[ink] : "";
}
