/* sql.h - one structure for a SELECT, a parser that fills it and a printer that writes it.
 *
 * The parser resolves every name against a struct schema while it reads, so a struct query holds
 * no identifiers, only ids: tables and columns of the schema, and for each column the FROM item
 * it belongs to.  That is what keeps self-joins, correlated sub-queries and derived tables apart,
 * which the benchmarks' own parsers cannot.  What a query means is kept whole: nested and/or,
 * aggregates inside arithmetic, the direction of every ORDER BY term, text and number literals.
 * What only its spelling had (aliases, letter case, redundant parentheses, where between the
 * joins an ON stood) is not, so that two spellings of one query are equal here.
 *
 * Canonical form, which every constructor below keeps and every reader may rely on:
 *  - AND and OR are n-ary (n >= 2) and never directly inside a node of their own kind;
 *  - all ON conditions of one FROM are one condition, its top-level conjuncts ordered by the last
 *    FROM item they mention (so that each can be printed at the earliest JOIN that allows it);
 *  - a set operand that is merely SELECT * FROM (q) is q;
 *  - x IN ('a') has a list of one; NULL, numbers and text are different literals, and a number
 *    keeps its spelling (2.50 stays 2.50);
 *  - output labels (AS) and aliases are comments: kept where known, never compared.
 *
 * SQL is read as SQLite means it: set operations are left-associative with equal precedence, a
 * trailing ORDER BY or LIMIT belongs to the whole set operation, "x" is a column if one of that
 * name is visible and a text otherwise.  Outer joins, functions other than the five aggregates,
 * CASE and CAST are refused with ST_UNSUPPORTED.
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
    EXPR_AGGREGATE,  /* op: enum aggregate; one argument */
    EXPR_ARITHMETIC, /* op: enum arithmetic; two arguments */
    EXPR_QUERY,      /* a sub-query used as a value, or the right side of IN */
    EXPR_LIST,       /* right side of IN only */
    /* conditions */
    EXPR_COMPARE, /* op: enum compare; two arguments */
    EXPR_BETWEEN, /* three arguments; negated */
    EXPR_EXISTS,  /* query */
    EXPR_NOT,     /* one argument */
    EXPR_AND,
    EXPR_OR,
};

enum aggregate { AGG_MAX, AGG_MIN, AGG_COUNT, AGG_SUM, AGG_AVG, N_AGGREGATES };
enum arithmetic { ARITH_MINUS, ARITH_PLUS, ARITH_TIMES, ARITH_DIVIDE, N_ARITHMETIC };
enum compare {
    CMP_EQ, CMP_NE, CMP_GT, CMP_GE, CMP_LT, CMP_LE, CMP_LIKE, CMP_NOT_LIKE,
    CMP_IN, CMP_NOT_IN, CMP_IS, CMP_IS_NOT, N_COMPARE,
};
extern const char *const aggregate_names[N_AGGREGATES];   /* "max", ... */
extern const char *const arithmetic_names[N_ARITHMETIC];  /* "-", ... */
extern const char *const compare_names[N_COMPARE];        /* "=", ..., "NOT IN", "IS NOT" */

/* Which FROM item a column belongs to.  `up` scopes outwards (0 = the query it stands in), item
 * `source` there, and for a derived table its output number.  A plain '*' and a column without a
 * table (TIME_NOW) have source -1; so has a column whose table is in no visible FROM, which only
 * a decoded tree can contain (no database will accept it). */
struct column_ref {
    int column; /* id in the schema; an output that is no column (count of rows) has 0 */
    int up, source;
    int output; /* -1: the source is a table */
};

enum literal_kind { LITERAL_NULL, LITERAL_NUMBER, LITERAL_TEXT };
struct literal {
    enum literal_kind kind;
    const char *text; /* a number as spelled, sign included; text unquoted; NULL for NULL */
};

struct expr {
    enum expr_kind kind;
    int op;
    bool distinct; /* of an aggregate */
    bool negated;  /* NOT BETWEEN */
    int height, size; /* kept by the constructors: levels, and nodes counted as often as used */
    struct column_ref ref;
    struct literal literal;
    struct expr **args;
    int n_args;
    struct query *query;
};

static inline bool expr_is_condition(const struct expr *e)
{
    return e->kind >= EXPR_COMPARE;
}

/* ---- queries ----------------------------------------------------------------------------- */

struct source {
    int table;           /* -1: a derived table */
    struct query *query; /* of a derived table, else NULL */
    const char *alias;   /* as the text had it, or NULL */
};

struct order_term {
    struct expr *expr;
    bool descending;
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
    struct source *from;
    int n_from;
    struct expr *on, *where; /* NULL where absent */
    struct expr **group;
    int n_group;
    struct expr *having;

    struct order_term *order;
    int n_order;
    const char *limit, *offset; /* decimal integers, or NULL; an offset only with a limit */
    int height, size;
};

/* ---- reading and writing ----------------------------------------------------------------- */

enum sql_reading {
    SQL_READ_STRICT,    /* SQL as SQLite reads it, within what a query can hold */
    /* also what gold queries do: schema names with odd characters and dates without quotes, FROM
     * with an outer query's alias, a comma left out between two columns */
    SQL_READ_BENCHMARK,
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

/* ---- construction: canonical form and height are kept here and nowhere else -------------- */

/* These return NULL (query_finish: false) when the result would be higher than SQL_MAX_HEIGHT or
 * larger than SQL_MAX_SIZE; NULL arguments are passed through as failures. */
struct expr *expr_column(struct arena *arena, struct column_ref ref);
struct expr *expr_literal(struct arena *arena, enum literal_kind kind, const char *text);
struct expr *expr_node(struct arena *arena, enum expr_kind kind, int op, struct expr *const *args,
                       int n_args); /* AGGREGATE, ARITHMETIC, LIST, COMPARE, BETWEEN, NOT */
struct expr *expr_query(struct arena *arena, enum expr_kind kind, struct query *query);
/* AND or OR of n >= 1 conditions, flattened. */
struct expr *expr_junction(struct arena *arena, enum expr_kind kind, struct expr *const *args,
                           int n_args);
struct query *query_compound(struct arena *arena, enum set_op set, struct query *left,
                             struct query *right);
/* Call when a plain SELECT or a compound's ORDER BY is complete: orders ON, sets height. */
bool query_finish(struct arena *arena, struct query *query);

#endif
