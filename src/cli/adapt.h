/* adapt.h - what the files of `astormer adapt` share. */
#ifndef ASTORMER_CLI_ADAPT_H
#define ASTORMER_CLI_ADAPT_H

#include "cli/ask.h"

#define PAIR_MAX_HISTORY 16

struct lesson { /* a question and the SQL a person said is right */
    const char *question, *sql; /* sql NULL: of others, that the database cannot answer it */
    const char *database; /* of others; NULL: the one that is adapted to */
    const char *const *tags;
    int n_tags;
    const char *history[PAIR_MAX_HISTORY];
    int n_history;
    bool held_out;
    bool before, after; /* right rows by the model as it is, and as it becomes */
};
struct lessons {
    struct lesson *v;
    int n, n_held_out, capacity;
};

/* The corrections of a file, the last word on each question, every fifth of ten or more held out. */
enum status lessons_read(struct arena *arena, const char *path, struct lessons *out, struct error *err);
/* As training pairs: JSON lines that `astormer train --data` reads; held_out: those, or the others. */
enum status lessons_write(const struct lessons *pairs, const char *database, const char *path,
                        bool all, struct error *err);
/* Questions about other databases (a folder as `corpus`): eight each of so many databases to learn from,
 * or three each of those held out. */
const char *others_folder(const char *given); /* given, or the one of the source tree; NULL: none */
enum status others_read(struct arena *arena, const char *folder, bool held_out, int databases,
                        struct lessons *out, struct error *err);
/* lessons_try() for these, which open their own databases. */
void others_try(struct astormer_model *model, const struct ask_settings *settings,
                struct lessons *others, bool after);

/* Asks every question without the help of corrections, and notes whether the rows are right. */
void lessons_try(struct talk *talk, const struct ask_settings *settings, struct lessons *pairs, bool after);

#endif
