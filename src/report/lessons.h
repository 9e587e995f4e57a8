/* lessons.h - what a model may learn from a database's corrections, what it must not forget of others, and
 * how much of both it knows. */
#ifndef ASTORMER_REPORT_LESSONS_H
#define ASTORMER_REPORT_LESSONS_H

#include "engine/engine.h"

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

struct trying { /* how a question is asked and its query run */
    struct astormer_ask_options ask;
    struct astormer_run_options run;
    struct astormer_database_options opening; /* of databases of others */
};
/* Asks every question without the help of corrections, and notes whether the rows are right. */
void lessons_try(struct astormer_session *session, const struct trying *how, struct lessons *pairs,
                 bool after);
/* The same for others, which open their own databases; one that cannot be opened has no right rows. */
void others_try(struct astormer_model *model, const struct trying *how, struct lessons *others,
                bool after);
/* How many are right before, or after, among those held out or the others. */
int lessons_right(const struct lessons *lessons, bool held_out, bool after);
/* Is the model no worse after than before?  Of other databases' questions one in fifty may be lost: that
 * is chance. */
bool lessons_no_worse(const struct lessons *own, const struct lessons *others);

#endif
