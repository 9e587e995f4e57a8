/* line_input.h - lines from a person: libedit on a terminal, plain reading otherwise. */
#ifndef ASTORMER_CLI_LINE_INPUT_H
#define ASTORMER_CLI_LINE_INPUT_H

#include <stdbool.h>

/* Called while input is set up with the word at the cursor; returns a list of malloc'ed words that
 * ends with NULL (malloc'ed too), or NULL. */
typedef char **line_complete(void *context, const char *word, bool first_word);

/* history: a file, or NULL. */
void line_input_begin(const char *history, line_complete *complete, void *context);
/* The next line, malloc'ed; NULL at the end of input.  Ctrl-C at the prompt drops the line and
 * asks again.  A line with NUL bytes comes back as "" with *bad set. */
char *line_input_read(const char *prompt, bool remember, bool *bad);
void line_input_end(void); /* writes the history */
bool line_input_interactive(void);

/* While something runs, Ctrl-C calls stop(context), from a signal handler; NULL: default again. */
void line_input_on_interrupt(void (*stop)(void *context), void *context);

#endif
