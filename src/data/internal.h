/* internal.h - the table of benchmarks, shared by the files of data/. */
#ifndef ASTORMER_DATA_INTERNAL_H
#define ASTORMER_DATA_INTERNAL_H

#include "data/data.h"

enum { MAX_ALTERNATIVES = 3 };

struct benchmark {
    const char *name;
    enum language language;
    enum schema_flavour flavour;
    bool multi_turn;
    struct {
        const char *name;
        const char *files[MAX_ALTERNATIVES]; /* all of them, in this order */
    } splits[MAX_ALTERNATIVES];
    const char *tables[MAX_ALTERNATIVES];    /* the first that exists */
    const char *databases[MAX_ALTERNATIVES]; /* the first that exists */
    /* names of the fields of a record */
    const char *db, *utterance, *id;
    const char *query[MAX_ALTERNATIVES]; /* the first that is there */
};

const struct benchmark *benchmark_find(const char *name);
/* dir itself, or its sub-folder of the benchmark's name. */
const char *benchmark_folder(struct arena *arena, const struct benchmark *b, const char *dir);
const char *first_existing(struct arena *arena, const char *folder, const char *const *names,
                           int n);

#endif
