/* print.h - what print.c and print_postgres.c share. */
#ifndef ASTORMER_SQL_PRINT_H
#define ASTORMER_SQL_PRINT_H

#include "sql/internal.h"

enum level {
    LEVEL_OR = 1,
    LEVEL_AND,
    LEVEL_NOT,
    LEVEL_COMPARE,
    LEVEL_SUM,
    LEVEL_PRODUCT,
    LEVEL_TOP
};

struct alias {
    const struct source *source;
    int number; /* 0: wanted, not yet numbered */
};

struct printer {
    struct arena *arena;
    const struct schema *schema;
    enum sql_dialect dialect;
    struct strbuf out;
    struct alias *aliases;
    int n_aliases, capacity;
    const char *prefix; /* "T", longer if a table of the schema is called T1 */

    /* PostgreSQL only; both hold for the SELECT being printed, not for sub-queries in it */
    const struct query *grouped; /* in its SELECT, HAVING or ORDER BY, outside of aggregates */
    const bool *as_text;         /* [output] cast it, for a set operation's or IN's other side */
    int n_as_text;
};

void print_text(struct printer *pr, const char *text); /* keywords, in capitals here */
void print_query(struct printer *pr, const struct query *q, const struct scope *parent,
                 bool derived);
void print_expr(struct printer *pr, const struct expr *e, const struct scope *scope,
                enum level level);
void print_column(struct printer *pr, struct column_ref ref, const struct scope *scope);
void print_subquery(struct printer *pr, const struct query *q, const struct scope *scope,
                    bool derived);

/* ---- print_postgres.c ------------------------------------------------------------------------ */

/* Comparisons and BETWEEN; arithmetic; aggregates; a sub-query as a value. */
void postgres_comparison(struct printer *pr, const struct expr *e, const struct scope *scope);
void postgres_arithmetic(struct printer *pr, const struct expr *e, const struct scope *scope);
void postgres_aggregate(struct printer *pr, const struct expr *e, const struct scope *scope);
void postgres_scalar(struct printer *pr, const struct query *q, const struct scope *scope);
/* A column of a grouped SELECT that is neither grouped by nor determined by what is: true if it
 * was written in a form PostgreSQL accepts. */
bool postgres_bare_column(struct printer *pr, const struct expr *e, const struct scope *scope);
/* * in a grouped SELECT: its columns one by one; false if the star can stay. */
bool postgres_star(struct printer *pr, const struct expr *e, const struct scope *scope);
bool postgres_is_grouped(const struct query *q);
/* DISTINCT with an ORDER BY of something else, said with GROUP BY. */
const struct query *postgres_rewritten(struct arena *arena, const struct query *q);
/* " NULLS FIRST" and " NULLS LAST" where SQLite's order differs. */
void postgres_nulls(struct printer *pr, const struct query *q, const struct order_term *term);
/* [output] which outputs of a set operation's SELECTs have types that do not go together. */
const bool *postgres_mixed_outputs(struct printer *pr, const struct query *q,
                                   const struct scope *parent);

#endif
