/* link_profile.h - what is known of a database's columns and keys, for people and programs. */
#ifndef ASTORMER_CLI_LINK_PROFILE_H
#define ASTORMER_CLI_LINK_PROFILE_H

#include "ground/ground.h"

void profile_print(struct arena *arena, const struct ground_database *database);
void profile_print_json(struct arena *arena, const struct ground_database *database);

/* Cells, names and questions may hold anything: no escape sequence reaches a terminal, no invalid
 * UTF-8 a JSON string. */
const char *clean(struct arena *arena, struct slice s);

#endif
