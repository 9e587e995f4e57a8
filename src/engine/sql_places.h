/* sql_places.h - where in a statement a name or a value stands. */
#ifndef ASTORMER_ENGINE_SQL_PLACES_H
#define ASTORMER_ENGINE_SQL_PLACES_H

#include "base/base.h"

struct sql_place {
    int start, end;      /* bytes of the statement, quotation marks included */
    const char *text;    /* without them */
    bool literal;        /* a text or a number; else a name or a keyword */
    bool dotted;         /* the place before it is its table: "book" in book.title */
    bool taken;          /* somebody has found it already */
};
struct sql_places {
    struct sql_place *v;
    int n, capacity;
};
struct sql_places sql_places_of(struct arena *arena, const char *sql);
/* The next place nobody took of a column, as "table.column" if it stands so, or of a table (column
 * NULL) or a value (table NULL, column the value); the first once all are taken; NULL if there is none. */
const struct sql_place *sql_places_column(struct sql_places *places, const char *table,
                                          const char *column);
const struct sql_place *sql_places_table(struct sql_places *places, const char *table);
const struct sql_place *sql_places_value(struct sql_places *places, const char *value);

#endif
