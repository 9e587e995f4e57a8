/* sql.h - one structure for a SELECT, a parser that fills it and a printer that writes it.
 *
 * The parser resolves every name against a struct schema while it reads, so a struct query holds
 * no identifiers, only ids: tables and columns of the schema, and for each column the FROM item
 * it belongs to.  That is what keeps self-joins, correlated sub-queries and derived tables apart,
 * which the benchmarks' own parsers cannot.  What a query means is kept whole: nested and/or,
 * aggregates inside arithmetic, the direction of every ORDER BY term, text and number literals.
 * What only its spelling had (aliases, letter case, redundant parentheses, where between the
 * inner joins an ON stood) is not, so that two spellings of one query are equal here.
 *
 * Canonical form, which every constructor below keeps and every reader may rely on:
 *  - AND and OR are n-ary (n >= 2) and never directly inside a node of their own kind;
 *  - the ON of a LEFT JOIN is its own; the top-level conjuncts of the inner joins' ONs stand at
 *    the earliest inner join that allows them, in the order the text had them; one FROM item has
 *    no ON (its condition is part of WHERE);
 *  - RIGHT JOIN is a LEFT JOIN the other way round, USING and NATURAL are an ON, a name of WITH is
 *    a derived table, CASE x WHEN v is CASE WHEN x = v;
 *  - a set operand that is merely SELECT * FROM (q) is q;
 *  - x IN ('a') has a list of one; NULL, numbers and text are different literals, and a number
 *    keeps its spelling (2.50 stays 2.50);
 *  - output labels (AS) and aliases are comments: kept where known, never compared.
 * docs/SQL.md has the table of spellings that become one node.
 *
 * SQL is read as SQLite means it: set operations are left-associative with equal precedence, a
 * trailing ORDER BY or LIMIT belongs to the whole set operation, "x" is a column if one of that
 * name is visible and a text otherwise.  FULL JOIN, recursive WITH, window frames and functions
 * that are not in the tables of functions.def are refused with ST_UNSUPPORTED.
 *
 * Everything lives in the arena given to the function that made it and is immutable afterwards;
 * queries may share sub-trees.  Recursion over one is bounded by SQL_MAX_HEIGHT and SQL_MAX_SIZE. */
#ifndef ASTORMER_SQL_H
#define ASTORMER_SQL_H

#include "schema/schema.h"

#define SQL_MAX_LENGTH 65536 /* bytes of text the parser accepts */
#define SQL_MAX_HEIGHT 120   /* levels of expressions and sub-queries, counted together */
#define SQL_MAX_SIZE 65536   /* nodes; a part that is shared counts wherever it is used */
#define SQL_MAX_SOURCES 64   /* items in one FROM */

/* ---- expressions ------------------------------------------------------------------------- */

enum expr_kind {
    /* values */
    EXPR_COLUMN,
    EXPR_LITERAL,
    EXPR_AGGREGATE,  /* op: enum aggregate; one argument, or two: FILTER (WHERE args[1]) */
    EXPR_ARITHMETIC, /* op: enum arithmetic; two arguments */
    EXPR_QUERY,      /* a sub-query used as a value, or the right side of IN */
    EXPR_LIST,       /* right side of IN only */
    EXPR_RATIO,      /* op: enum ratio; a true division, NULL when divided by 0 */
    EXPR_FUNCTION,   /* op: enum function; as many arguments as the function has */
    EXPR_CAST,       /* op: enum cast; one argument */
    EXPR_CASE,       /* condition, value, condition, value, ... and the ELSE value if n_args is odd */
    EXPR_WINDOW,     /* op: enum window; arguments in the order of struct window */
    EXPR_DATE_PART,  /* op: enum date_part; one argument, a time; `number` */
    EXPR_DATE_DIFF,  /* op: enum time_unit; args[0] - args[1] in that unit, with a fraction */
    EXPR_DATE_SHIFT, /* op: enum time_unit; args[0] plus args[1] units, a date */
    /* conditions */
    EXPR_COMPARE, /* op: enum compare; two arguments */
    EXPR_BETWEEN, /* three arguments; negated */
    EXPR_EXISTS,  /* query */
    EXPR_NOT,     /* one argument */
    EXPR_AND,
    EXPR_OR,
    EXPR_DURING,  /* a time lies within a period: args[1] is a literal, LITERAL_PERIOD */
    EXPR_TRUTH,   /* a value used as a condition: neither 0 nor NULL; one argument */
};

enum aggregate { AGG_MAX, AGG_MIN, AGG_COUNT, AGG_SUM, AGG_AVG, N_AGGREGATES };
enum arithmetic { ARITH_MINUS, ARITH_PLUS, ARITH_TIMES, ARITH_DIVIDE, ARITH_MODULO, N_ARITHMETIC };
enum compare {
    CMP_EQ, CMP_NE, CMP_GT, CMP_GE, CMP_LT, CMP_LE, CMP_LIKE, CMP_NOT_LIKE,
    CMP_IN, CMP_NOT_IN, CMP_IS, CMP_IS_NOT, N_COMPARE,
};
enum ratio { RATIO_PLAIN, RATIO_PERCENT, N_RATIOS }; /* a / b; 100 * a / b */
enum function {
    FN_ABS, FN_ROUND, FN_LENGTH, FN_UPPER, FN_LOWER, FN_TRIM, FN_SUBSTR, FN_REPLACE, FN_CONCAT,
    FN_COALESCE, FN_NULLIF, FN_LEAST, FN_GREATEST, N_FUNCTIONS,
};
enum cast { CAST_INTEGER, CAST_REAL, CAST_TEXT, N_CASTS };
enum window_op { WINDOW_ROW_NUMBER, WINDOW_RANK, WINDOW_DENSE_RANK, WINDOW_AGGREGATE, N_WINDOW_OPS };
enum date_part { /* as text: '2023', '2023-03', '03', '15', '2023-03-15', '0' (Sunday), '14', ... */
    PART_YEAR, PART_QUARTER, PART_MONTH, PART_YEAR_MONTH, PART_WEEK, PART_DAY, PART_DATE,
    PART_WEEKDAY, PART_HOUR, PART_HOUR_MINUTE, PART_TIME, PART_DATETIME,
    PART_JULIAN, PART_EPOCH, /* days and seconds since long ago; always numbers, as is QUARTER */
    N_DATE_PARTS,
};
enum time_unit {
    SPAN_SECOND, SPAN_MINUTE, SPAN_HOUR, SPAN_DAY, SPAN_WEEK, SPAN_MONTH, SPAN_QUARTER, SPAN_YEAR,
    N_TIME_UNITS,
};
extern const char *const aggregate_names[N_AGGREGATES];   /* "max", ... */
extern const char *const arithmetic_names[N_ARITHMETIC];  /* "-", ... */
extern const char *const compare_names[N_COMPARE];        /* "=", ..., "NOT IN", "IS NOT" */
extern const char *const function_names[N_FUNCTIONS];     /* "abs", ... as SQLite has them */
extern const char *const cast_names[N_CASTS];             /* "INTEGER", "REAL", "TEXT" */
extern const char *const window_op_names[N_WINDOW_OPS];   /* "row_number", ... */
extern const char *const date_part_names[N_DATE_PARTS];   /* "year", "year month", ... */
extern const char *const time_unit_names[N_TIME_UNITS];   /* "second", ... */

/* Which FROM item a column belongs to.  `up` scopes outwards (0 = the query it stands in), item
 * `source` there, and for a derived table its output number.  A plain '*' and a column without a
 * table (TIME_NOW) have source -1; so has a column whose table is in no visible FROM, which only
 * a decoded tree can contain (no database will accept it). */
struct column_ref {
    int column; /* id in the schema; an output that is no column (count of rows) has 0 */
    int up, source;
    int output; /* -1: the source is a table */
};

enum literal_kind {
    LITERAL_NULL, LITERAL_NUMBER, LITERAL_TEXT,
    LITERAL_DATE,   /* a day or moment, given or relative to today; see "dates and periods" below */
    LITERAL_PERIOD, /* of EXPR_DURING only */
};
struct literal {
    enum literal_kind kind;
    const char *text; /* a number as spelled, sign included; text unquoted; NULL for NULL */
};

/* The arguments of EXPR_WINDOW: the aggregate if op is WINDOW_AGGREGATE, then the n_partition
 * expressions of PARTITION BY, then the n_order of ORDER BY. */
struct window {
    int n_partition, n_order;
    bool *descending; /* [n_order] */
};

struct expr {
    enum expr_kind kind;
    int op;
    bool distinct; /* of an aggregate */
    bool negated;  /* NOT BETWEEN */
    bool number;   /* of a date part: a number (3), not text as SQLite's strftime writes it ('03') */
    bool zero;     /* of a sum with FILTER: rows without count as 0, so that none at all gives 0 */
    /* Of what takes a time: how the text says it is stored.  Used only where the column's own
     * `time` is unknown, and never compared. */
    enum time_storage storage;
    int height, size; /* kept by the constructors: levels, and nodes counted as often as used */
    struct column_ref ref;
    struct literal literal;
    struct expr **args;
    int n_args;
    struct query *query;
    struct window *window;
};

static inline bool expr_is_condition(const struct expr *e)
{
    return e->kind >= EXPR_COMPARE;
}

/* ---- queries ----------------------------------------------------------------------------- */

enum join { JOIN_INNER, JOIN_LEFT, N_JOINS }; /* an inner join without ON is a cross join */

struct source {
    int table;           /* -1: a derived table */
    struct query *query; /* of a derived table, else NULL */
    const char *alias;   /* as the text had it, or NULL */
    enum join join;      /* with the items before it; JOIN_INNER for the first */
    struct expr *on;     /* or NULL; always for the first */
};

/* SQLite sorts NULL before everything, PostgreSQL after; NULLS_DEFAULT is SQLite's. */
enum nulls { NULLS_DEFAULT, NULLS_FIRST, NULLS_LAST };

struct order_term {
    struct expr *expr;
    bool descending;
    enum nulls nulls;
};

enum set_op { SET_NONE, SET_UNION, SET_UNION_ALL, SET_INTERSECT, SET_EXCEPT, N_SET_OPS };
extern const char *const set_op_names[N_SET_OPS];

/* Either a set operation over left and right, or (SET_NONE) a plain SELECT.  order, limit and
 * offset belong to both kinds. */
struct query {
    enum set_op set;
    struct query *left, *right;

    bool distinct;
    struct expr **select;
    const char **labels; /* AS, NULL where none; may itself be NULL */
    int n_select;
    struct source *from; /* none: SELECT (SELECT ...) / (SELECT ...) */
    int n_from;
    struct expr *where; /* NULL where absent */
    struct expr **group;
    int n_group;
    struct expr *having;

    struct order_term *order;
    int n_order;
    const char *limit, *offset; /* decimal integers, or NULL; an offset only with a limit */
    int height, size;
};

/* ---- reading and writing ----------------------------------------------------------------- */

enum sql_reading {      /* flags */
    SQL_READ_STRICT = 0, /* SQL as SQLite reads it, within what a query can hold */
    /* also what gold queries do: schema names with odd characters and dates without quotes, FROM
     * with an outer query's alias, a comma left out between two columns */
    SQL_READ_BENCHMARK = 1,
    /* what people mean by it: ranges become periods (EXPR_DURING), dates in text or numbers
     * LITERAL_DATE, sum(CASE WHEN c THEN 1 ELSE 0 END) a count with a filter, 100.0 * a / b a
     * percentage; without this flag each is read as it is spelled */
    SQL_READ_EVERYDAY = 2,
};

/* Parses text[0..n) against the schema.  The message of a failure has the byte offset, what was
 * expected and what was found there. */
enum status sql_parse(struct arena *arena, const struct schema *schema, const char *text, size_t n,
                      enum sql_reading reading, struct query **out, struct error *err);

/* One line, no semicolon, for an enum sql_dialect (schema.h).  sql_parse(sql_print(q)) equals q
 * for SQLITE read strictly, and for BENCHMARK read as such unless the query needs what that form
 * cannot write (see print.c).  What POSTGRES changes is in print_postgres.c. */
const char *sql_print(struct arena *arena, const struct schema *schema, const struct query *query,
                      enum sql_dialect dialect);
/* An identifier or a text as that dialect needs it written. */
void sql_put_name(struct strbuf *to, const char *name, enum sql_dialect dialect);
void sql_put_text(struct strbuf *to, const char *text);

/* True if the text has the shape of a number literal ("12", "-0.5", "1e9"). */
bool sql_is_number(const char *text);

/* ---- walking over a query ---------------------------------------------------------------- */

enum walk { WALK_ON, WALK_SKIP, WALK_STOP }; /* go on; but not into this one; end the walk */
enum query_part { QUERY_FROM, QUERY_ON, QUERY_SELECT, QUERY_WHERE, QUERY_GROUP, QUERY_HAVING,
              QUERY_ORDER, N_QUERY_PARTS };

/* Visits a query's operands, FROM items, ONs, outputs, WHERE, GROUP BY, HAVING and ORDER BY, in
 * this order, every expression before its arguments and its sub-query.  Callbacks may be NULL; those
 * called before may skip or stop, those called after see what was not skipped.  They may change the
 * nodes they are given, but not the walk's fields, which say where it is. */
struct walker {
    enum walk (*expr)(struct walker *w, struct expr *e);
    void (*expr_after)(struct walker *w, struct expr *e);
    enum walk (*source)(struct walker *w, struct source *s);
    enum walk (*query)(struct walker *w, struct query *q);
    void (*query_after)(struct walker *w, struct query *q);
    void *data; /* the caller's */

    struct arena *arena;         /* set both to have scopes made; or neither */
    const struct schema *schema;

    struct query *in;            /* the innermost query entered */
    enum query_part part;            /* and where in it */
    const struct scope *scope;   /* of `in`; what it is when the walk starts is the outer one */
    /* sub-queries entered.  In walk_query, a column with ref.up > up is of a query outside of all;
     * in walk_expr, one with ref.up == up is of the query in which the expression stands. */
    int up;
};

/* True unless stopped. */
bool walk_query(struct walker *w, struct query *q);
/* e stands in the query whose scope w->scope is: its columns have ref.up 0 for that. */
bool walk_expr(struct walker *w, struct expr *e);

bool query_equal(const struct query *a, const struct query *b);
bool expr_equal(const struct expr *a, const struct expr *b);

/* Writes literals compared with a column in the one form that SQLite's type affinity makes
 * equivalent: '2014' against a numeric or text column becomes the number 2014.  A learner then
 * sees one spelling of it.  Changes the query in place; the rows it selects stay the same. */
void query_unify_literals(const struct schema *schema, struct query *query);

/* ---- scopes: which FROM item a column id means ------------------------------------------- */

/* A tree names columns by schema id only.  The items visible at a place that can provide a column
 * are numbered, inner scope first and in FROM order within a scope; a derived table provides a
 * column through each output built on it.  Number 0 is what a bare id means. */
struct scope {
    const struct schema *schema;
    const struct scope *parent;
    const struct source **sources;
    int n_sources;
};

/* The scope inside `query`: its FROM items; for a set operation, those of all its SELECTs. */
struct scope *scope_of(struct arena *arena, const struct schema *schema, const struct query *query,
                       const struct scope *parent);
/* The k-th provider of a column; false if there are fewer. */
bool scope_provider(const struct scope *scope, int column, int k, struct column_ref *out);
/* The k-th output of the derived tables of the innermost scope that has any. */
bool scope_output(const struct scope *scope, int k, struct column_ref *out);
static inline bool column_ref_equal(struct column_ref a, struct column_ref b)
{
    return a.column == b.column && a.up == b.up && a.source == b.source && a.output == b.output;
}
/* The plain SELECT that names a query's outputs: the leftmost. */
const struct query *query_first_select(const struct query *query);
/* The schema column an output or expression is built on; 0 if there is none. */
int expr_principal_column(const struct expr *e);

/* All ONs of the inner joins as one condition, in FROM order; NULL if there are none. */
struct expr *query_inner_on(struct arena *arena, const struct query *query);
bool query_has_left_join(const struct query *query);

/* ---- construction: canonical form and height are kept here and nowhere else -------------- */

/* These return NULL (query_finish: false) when the result would be higher than SQL_MAX_HEIGHT or
 * larger than SQL_MAX_SIZE; NULL arguments are passed through as failures. */
struct expr *expr_column(struct arena *arena, struct column_ref ref);
struct expr *expr_literal(struct arena *arena, enum literal_kind kind, const char *text);
/* Every kind with arguments but AND and OR, WINDOW and those with a query. */
struct expr *expr_node(struct arena *arena, enum expr_kind kind, int op, struct expr *const *args,
                       int n_args);
struct expr *expr_query(struct arena *arena, enum expr_kind kind, struct query *query);
/* AND or OR of n >= 1 conditions, flattened. */
struct expr *expr_junction(struct arena *arena, enum expr_kind kind, struct expr *const *args,
                           int n_args);
/* value: the aggregate of WINDOW_AGGREGATE, else NULL. */
struct expr *expr_window(struct arena *arena, enum window_op op, struct expr *value,
                         struct expr *const *partition, int n_partition,
                         const struct order_term *order, int n_order);
struct query *query_compound(struct arena *arena, enum set_op set, struct query *left,
                             struct query *right);
/* Call when a plain SELECT or a compound's ORDER BY is complete: until then the ON of an inner join
 * may stand at any item; now each conjunct goes to its place, and height is set. */
bool query_finish(struct arena *arena, struct query *query);

/* ---- dates and periods: period.c --------------------------------------------------------- */

/* A day, month, quarter or year, as it is or relative to today, and spans of them.  Canonical text:
 *
 *   point    2023   2023-Q2   2023-03   2023-03-15
 *            today   yesterday   tomorrow   today-30 days   today+6 months
 *            this month   last month   next month   this month-3 months   (also week, quarter, year)
 *   period   point, or point..point (both ends belong to it): 2022..2023, 2023-03..2023-05,
 *            this year..today, today-30 days..today
 *   date     2023-03-15, 2023-03-15 14:30:00, now, now-2 hours, today-30 days, start of last month:
 *            the first moment of a point
 *
 * A week starts on Monday.  A period is canonical if it says what it says with the largest unit:
 * 2023-01-01..2023-12-31 is 2023. */
struct date {
    int year, month, day;
};
struct time_point {
    bool relative;
    enum time_unit unit;  /* how long it is: DAY to YEAR */
    struct date date;     /* its first day, if it is not relative */
    enum time_unit shift_unit; /* of the shift from the unit that has today in it */
    int shift;
};
struct period {
    struct time_point first, last; /* equal where it is one point */
};

bool date_is_valid(struct date d);              /* years 1 to 9999 */
bool date_parse(const char *text, struct date *out); /* YYYY-MM-DD and nothing after it */
struct date date_today(void);                   /* of the local clock */
struct date date_shift(struct date d, enum time_unit unit, int n); /* 31 January + 1 month: as SQLite */
int date_compare(struct date a, struct date b);
long date_days(struct date d);                  /* days since 1970-01-01 */

/* False if the text is none; what it then accepts is more than the canonical form. */
bool period_parse(const char *text, struct period *out);
const char *period_text(struct arena *arena, const struct period *period); /* canonical */
/* The half-open [start, end) it means on a given day. */
void period_bounds(const struct period *period, struct date today, struct date *start,
                   struct date *end);
/* The period of these days, with the largest unit it can be said with. */
struct period period_of_days(struct date start, struct date end);

/* What the text of a LITERAL_DATE says. */
struct date_literal {
    bool now;                /* this moment, shifted by the point's shift (of any unit) */
    struct time_point point; /* else its first moment */
    const char *clock;       /* 14:30:00, or NULL */
};
bool date_literal_parse(const char *text, struct date_literal *out);
const char *date_literal_text(struct arena *arena, const struct date_literal *literal);

#endif
