/* pager.h - long output on a terminal, a screen at a time. */
#ifndef ASTORMER_CLI_PAGER_H
#define ASTORMER_CLI_PAGER_H

#include <stdbool.h>
#include <stdio.h>

/* Where to write so many lines: standard output, or $PAGER (less, if there is none) when they do not fit on
 * the terminal that it is.  PAGER set to nothing means none. */
FILE *pager_begin(long lines);
void pager_end(FILE *to);

#endif
