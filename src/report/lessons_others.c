/* lessons_others.c - questions about other databases: some to learn from, so that they are not forgotten,
 * and some held out, to see whether they were. */
#include "report/lessons.h"

#include "data/data.h"
#include "version.h"

#include <stdlib.h>
#include <string.h>

enum { LEARNT_EACH = 8, HELD_OUT_EACH = 3 }; /* of one database */

const char *others_folder(const char *given)
{
    static const char corpus[] = ASTORMER_SOURCEDIR "/corpus"; /* of a program not installed, only */
    bool there = runs_from_build() && file_exists(ASTORMER_SOURCEDIR "/corpus/heldout.txt");
    return given ? given : there ? corpus : NULL;
}

/* Is it one of the n databases that are taken evenly from all? */
static bool is_taken(const struct dataset *all, const char *db_id, int n)
{
    int total = all->schemas.n_schemas, place = 0;
    while (place < total && strcmp(all->schemas.schemas[place].db_id, db_id) != 0)
        place++;
    return n >= total || (long)place * n / total != (long)(place + 1) * n / total;
}

static bool fits(const struct example *e, bool held_out)
{
    return !held_out || (e->sql && e->n_history == 0);
}

/* Taken evenly from the questions of a database as well: they are sorted by what they ask. */
static bool is_nth(const struct dataset *all, int i, bool held_out, int each)
{
    int total = 0, place = 0;
    for (int k = 0; k < all->n_examples; k++)
        if (strcmp(all->examples[k].db_id, all->examples[i].db_id) == 0 &&
            fits(&all->examples[k], held_out)) {
            place += k < i;
            total++;
        }
    return each >= total || (long)place * each / total != (long)(place + 1) * each / total;
}

enum status others_read(struct arena *arena, const char *folder, bool held_out, int databases,
                        struct lessons *out, struct error *err)
{
    struct dataset all;
    *out = (struct lessons){0};
    enum status st = dataset_read(arena, "corpus", folder, held_out ? "heldout" : "train", NULL, &all,
                                  err);
    for (int i = 0; st == ST_OK && i < all.n_examples; i++) {
        const struct example *e = &all.examples[i];
        if (!fits(e, held_out) || !is_taken(&all, e->db_id, databases) ||
            !is_nth(&all, i, held_out, held_out ? HELD_OUT_EACH : LEARNT_EACH))
            continue;
        struct lesson p = {.question = e->question, .sql = e->sql, .held_out = held_out,
                           .database = dataset_database(arena, &all, e->db_id),
                           .tags = e->tags, .n_tags = e->n_tags};
        for (int k = MAX(0, e->n_history - PAIR_MAX_HISTORY); k < e->n_history; k++)
            p.history[p.n_history++] = e->history[k];
        if (p.database)
            *ARENA_PUSH(arena, out->v, out->n, out->capacity) = p;
    }
    out->n_held_out = held_out ? out->n : 0;
    return st;
}

void others_try(struct astormer_model *model, const struct trying *how, struct lessons *others,
                bool after)
{
    for (int from = 0, to; from < others->n; from = to) {
        for (to = from + 1; to < others->n; to++)
            if (strcmp(others->v[to].database, others->v[from].database) != 0)
                break;
        struct astormer_database *database = NULL;
        struct astormer_session *session = NULL;
        struct lessons part = {.v = others->v + from, .n = to - from};
        if (!astormer_database_open(model, others->v[from].database, &how->opening, &database, NULL) &&
            !astormer_session_open(database, &session, NULL))
            lessons_try(session, how, &part, after);
        astormer_session_close(session);
        astormer_database_close(database);
    }
}
