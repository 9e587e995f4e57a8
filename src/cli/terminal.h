/* terminal.h - text that is safe to show, and how wide it is.
 *
 * What a database holds may be hostile to whoever looks at it: escape sequences, line breaks that
 * forge rows, marks that turn the direction of writing.  Everything shown goes through here. */
#ifndef ASTORMER_CLI_TERMINAL_H
#define ASTORMER_CLI_TERMINAL_H

#include "base/base.h"

/* Control characters as the pictures of their names (ESC as U+241B), marks that reorder text and
 * bytes that are no UTF-8 as U+FFFD.  Line breaks stay if keep_lines. */
char *text_visible(struct arena *arena, const char *s, size_t n, bool keep_lines);
/* printf for texts of whatever origin: the result is made visible, line breaks stay. */
void say_text(FILE *to, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Columns on a terminal: wide characters take two, combining ones none. */
int text_width(const char *s, size_t n);
/* A visible text of at most `width` columns; what is cut ends in U+2026. */
char *text_cut(struct arena *arena, const char *s, int width);
enum ink { INK_PLAIN, INK_STRONG, INK_KEYWORD, INK_TEXT, INK_NUMBER, INK_BAD };
/* What turns the stream's ink; "" where colours are not wanted: no terminal, NO_COLOR, TERM=dumb. */
const char *ink(FILE *to, enum ink ink);
/* Columns of the terminal that a stream is, 0 if it is none. */
int terminal_width(FILE *stream);

#endif
