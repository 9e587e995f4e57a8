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

/* What a value is in PostgreSQL. */
enum storage {
    STORE_UNKNOWN, /* a literal, or a schema without declared types: text will do */
    STORE_TEXT,
    STORE_NUMBER,
    STORE_BOOLEAN,
    STORE_DATE,
    STORE_TIMESTAMP,
    STORE_TIME,
    STORE_OTHER, /* enumerations, arrays, json, uuid, ...: known to be something else */
};

/* A grouped SELECT around the one being printed, if its columns are to be named as in its outputs. */
struct grouped_outside {
    const struct query *query;
    const struct scope *scope;
    const struct grouped_outside *outer;
};

struct printer {
    struct arena *arena;
    const struct schema *schema;
    enum sql_dialect dialect;
    struct strbuf out;
    struct alias *aliases;
    int n_aliases, capacity;
    const char *prefix; /* "T", longer if a table of the schema is called T1 */
    enum time_storage beside; /* of what the literals being printed are compared with */
    bool qualify; /* the column being printed: a label of the SELECT has its name */

    /* PostgreSQL only; these hold for the SELECT being printed, not for sub-queries in it */
    const struct query *grouped; /* in its SELECT, HAVING or ORDER BY, outside of aggregates */
    const enum storage *as_text; /* [output] cast it, for a set operation's or IN's other side */
    int n_as_text;
    bool wide; /* numbers being printed as 64 bits, as SQLite has them: of a product of constants */
    const struct grouped_outside *outside; /* for sub-queries: where they stand */
};

void print_text(struct printer *pr, const char *text); /* keywords, in capitals here */
void print_query(struct printer *pr, const struct query *q, const struct scope *parent,
                 bool derived);
void print_expr(struct printer *pr, const struct expr *e, const struct scope *scope,
                enum level level);
void print_filter(struct printer *pr, const struct expr *condition, const struct scope *scope);
void print_column(struct printer *pr, struct column_ref ref, const struct scope *scope);
/* Its name without a qualifier. */
const char *column_text(struct printer *pr, struct column_ref ref, const struct scope *scope);
void print_subquery(struct printer *pr, const struct query *q, const struct scope *scope,
                    bool derived);
/* Its outputs, the first n_as of them, as of those types (PostgreSQL). */
void print_subquery_as(struct printer *pr, const struct query *q, const struct scope *scope,
                       bool derived, const enum storage *as, int n_as);

/* ---- print_names.c --------------------------------------------------------------------------- */

/* Which FROM items need an alias, and the numbers of those. */
void plan_aliases(struct printer *pr, const struct query *q);
void add_alias(struct printer *pr, const struct source *source); /* of a FROM item made on the way */
struct alias *alias_of(const struct printer *pr, const struct source *source); /* or NULL */
void print_qualifier(struct printer *pr, const struct scope *scope, int source);
void print_name(struct printer *pr, const char *name);
void print_literal(struct printer *pr, struct literal literal);
/* DuSQL's FROM ( q1 ) a , ( q2 ) b has no other spelling its scorer reads. */
bool is_dusql_pair(const struct printer *pr, const struct scope *scope);
/* The name output k of a derived table answers to: its own if no other output has it. */
const char *derived_name(struct printer *pr, const struct query *select, int k);

/* ---- print_everyday.c ------------------------------------------------------------------------ */

/* Functions, CAST, CASE, windows, ratios, values as conditions. */
void print_everyday(struct printer *pr, const struct expr *e, const struct scope *scope);

/* ---- print_time.c ---------------------------------------------------------------------------- */

/* Parts of dates, periods, differences, shifts; a literal that is a date, beside what is stored so. */
void print_time(struct printer *pr, const struct expr *e, const struct scope *scope);
/* NOT of a period of one day, if it can be said with !=. */
bool print_not_during(struct printer *pr, const struct expr *e, const struct scope *scope);
void print_date_literal(struct printer *pr, const struct literal *literal,
                        enum time_storage storage, bool bare);
/* Would the date be read as one if it were written in this form beside that? */
bool reads_as_date(struct printer *pr, const struct literal *literal, enum time_storage form,
                   const struct expr *beside, const struct scope *scope);

/* ---- print_postgres_types.c ------------------------------------------------------------------ */

enum storage postgres_storage(const struct printer *pr, const struct expr *e,
                              const struct scope *scope);
/* As which type all values of a CASE, or all arguments of a function, can be had. */
enum storage postgres_united(const struct printer *pr, const struct expr *e, const struct scope *scope);
/* NULL, or an expression all of whose values are: of any type to us, a text to PostgreSQL. */
bool postgres_is_null(const struct expr *e);
/* Of output k of a query. */
enum storage postgres_output_storage(const struct printer *pr, const struct query *q, int k,
                                     const struct scope *parent);
/* The type both sides are to be compared as; UNKNOWN: as they are. */
enum storage postgres_common_storage(enum storage a, enum storage b, bool ordering);

/* ---- print_postgres.c ------------------------------------------------------------------------ */

/* Comparisons and BETWEEN; arithmetic; aggregates; a sub-query as a value. */
void postgres_comparison(struct printer *pr, const struct expr *e, const struct scope *scope);
void postgres_arithmetic(struct printer *pr, const struct expr *e, const struct scope *scope);
void postgres_aggregate(struct printer *pr, const struct expr *e, const struct scope *scope);
void postgres_scalar(struct printer *pr, const struct query *q, const struct scope *scope);
/* The value as a text, a number, a divisor that is not 0 (but NULL), a condition; or cast. */
void postgres_text(struct printer *pr, const struct expr *e, const struct scope *scope);
void postgres_number(struct printer *pr, const struct expr *e, const struct scope *scope,
                     enum level level);
/* As whichever of these; anything else as it is. */
void postgres_as(struct printer *pr, const struct expr *e, const struct scope *scope,
                 enum storage storage);
/* May the value be beyond what PostgreSQL's type would hold?  It folds constants before it runs. */
bool postgres_may_be_large(const struct expr *e);
void postgres_integer(struct printer *pr, const struct expr *e, const struct scope *scope);
void postgres_divisor(struct printer *pr, const struct expr *e, const struct scope *scope);
void postgres_truth(struct printer *pr, const struct expr *e, const struct scope *scope);
void postgres_cast(struct printer *pr, const struct expr *e, const struct scope *scope,
                   const char *type);
/* ---- print_postgres_group.c ------------------------------------------------------------------ */

/* Is it a column of a grouped SELECT that is neither grouped by nor determined by what is?  True if
 * it was written in a form PostgreSQL accepts. */
bool postgres_is_bare(const struct printer *pr, const struct expr *e, const struct scope *scope);
bool postgres_bare_column(struct printer *pr, const struct expr *e, const struct scope *scope);
bool postgres_is_grouped(const struct query *q);
/* DISTINCT with an ORDER BY of something else, said with GROUP BY; a star that would have columns
 * that are not grouped by, or is in the way of that, as the columns it stands for. */
const struct query *postgres_rewritten(struct printer *pr, const struct query *q, bool derived);
/* " NULLS FIRST" and " NULLS LAST" where SQLite's order differs; `set`: of a set operation. */
void postgres_nulls(struct printer *pr, bool set, const struct order_term *term);
/* An output as one of those types: UNKNOWN as it is. */
void postgres_output(struct printer *pr, const struct expr *e, const struct scope *scope,
                     enum storage storage);
/* [output] as what those of a set operation's SELECTs are written whose types do not go together. */
const enum storage *postgres_mixed_outputs(struct printer *pr, const struct query *q,
                                   const struct scope *parent);

/* ---- print_postgres_time.c ------------------------------------------------------------------- */

/* A literal in the form of the storage; anything as a timestamp; a part of it. */
void postgres_bound(struct printer *pr, const struct date_literal *d, bool end,
                    enum time_storage storage);
void postgres_moment(struct printer *pr, const struct expr *e, enum time_storage storage,
                     const struct scope *scope);
/* So many of a unit. */
void postgres_span(struct printer *pr, const struct expr *n, const struct scope *scope,
                   enum time_unit unit);
void postgres_part(struct printer *pr, const struct expr *e, enum time_storage storage,
                   const struct scope *scope);
/* In which form a period's bounds are written beside it, and something that is no column in that form. */
enum time_storage postgres_period_storage(const struct printer *pr, const struct expr *time,
                                          enum time_storage storage, const struct scope *scope);
void postgres_compared(struct printer *pr, const struct expr *time, enum time_storage storage,
                       const struct scope *scope);

#endif
