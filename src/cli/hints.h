/* hints.h - what to say to somebody who typed something else than he meant. */
#ifndef ASTORMER_CLI_HINTS_H
#define ASTORMER_CLI_HINTS_H

#include "cli/cli.h"

/* The name most like `word`, if it is like it at all; names ends with NULL. */
const char *nearest_name(const char *word, const char *const *names);
/* Is it a statement rather than a question?  "select the blue ones" is a question. */
bool looks_like_sql(const char *text);
/* Does what stands where a database should make sense?  Says what is wrong, and what to type instead, if
 * not: a question without a database, a server that is not read, a file that is not there. */
bool database_name_check(const char *command, const char *where);

#endif
