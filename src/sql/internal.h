/* internal.h - what the files of sql/ share: tokens, the parser's state, reserved words. */
#ifndef ASTORMER_SQL_INTERNAL_H
#define ASTORMER_SQL_INTERNAL_H

#include "sql/sql.h"

enum token_kind {
    TOK_END,
    TOK_WORD,   /* a bare word: keyword or name */
    TOK_NAME,   /* `x` or [x], or in benchmark reading a schema name with odd characters */
    TOK_DOUBLE, /* "x": a name or a text, by what is visible */
    TOK_TEXT,   /* 'x', or in benchmark reading a bare date or time */
    TOK_NUMBER,
    TOK_LEFT, TOK_RIGHT, TOK_COMMA, TOK_DOT, TOK_SEMICOLON,
    TOK_STAR, TOK_PLUS, TOK_MINUS, TOK_SLASH, TOK_PERCENT, TOK_BARS, TOK_CAST, /* % || :: */
    TOK_EQ, TOK_NE, TOK_LT, TOK_LE, TOK_GT, TOK_GE,
};

struct token {
    enum token_kind kind;
    int offset, length; /* in the text, quotes included */
    struct slice text;  /* unquoted, escapes resolved */
};

/* Fills tokens (ended by TOK_END). */
enum status sql_lex(struct arena *arena, const struct schema *schema, struct slice text,
                    enum sql_reading reading, struct token **tokens, struct error *err);

bool is_word_byte(char c); /* letters, digits, '_' and every byte of a non-ASCII character */
bool is_reserved(struct slice word);        /* in any dialect we print: needs quotes as a name */
bool is_clause_word(struct slice word);     /* ends an expression, cannot be a bare name */

#define SQL_MAX_ITEMS 1024 /* in one select, group, order or value list, or one and/or */

/* A query that WITH has named. */
struct with_query {
    struct slice name;
    struct query *query;
    const struct with_query *before; /* named earlier, or outside */
};

struct parser {
    struct arena *arena;
    const struct schema *schema;
    struct slice text;
    enum sql_reading reading;
    const struct token *tokens;
    int at;
    int depth; /* open recursion, at most SQL_MAX_HEIGHT */
    const struct with_query *with;
    enum status status;
    struct error *err;
};

/* Where an expression stands: the FROM items in sight, and for GROUP BY, HAVING and ORDER BY the
 * query whose labels may be used. */
struct place {
    const struct scope *scope;
    const struct query *labelled; /* or NULL */
    bool labels_first;            /* ORDER BY prefers a label to a column */
};

/* These note the first failure in p and return NULL. */
void *parse_expected(struct parser *p, const char *what);
void *parse_failed(struct parser *p, enum status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
bool accept_word(struct parser *p, const char *keyword);
bool peek_word(const struct parser *p, int ahead, const char *keyword);
bool accept(struct parser *p, enum token_kind kind);
bool expect(struct parser *p, enum token_kind kind, const char *what);
static inline const struct token *token_at(const struct parser *p)
{
    return &p->tokens[p->at];
}

struct query *parse_query(struct parser *p, const struct scope *parent);
/* [AS] alias, if there is one. */
const char *parse_alias(struct parser *p);
/* Moves to the next of the words at this level of parentheses (or a comma, if asked), or to
 * whatever ends the level. */
void skip_to(struct parser *p, const char *const *words, bool comma);
/* What stands behind FROM; *merged: by USING or NATURAL, '*' has fewer columns than its tables. */
bool parse_from(struct parser *p, const struct scope *parent, struct query *q, struct scope *scope,
                bool *merged);
/* A value; also a condition, which SQLite counts as 0 or 1 (ORDER BY count(*) >= 5). */
struct expr *parse_value(struct parser *p, const struct place *place);
struct expr *parse_condition(struct parser *p, const struct place *place);
struct expr *parse_sum(struct parser *p, const struct place *place); /* a value, no comparison */
/* A constructor's NULL means its result would be too high. */
struct expr *built(struct parser *p, struct expr *e);
bool need_value(struct parser *p, const struct expr *e);

/* ---- parse_function.c ---------------------------------------------------------------------- */

/* name(...), CASE, CAST(...) and what else starts with a word that is no column; NULL without a
 * failure if the word here starts none of them. */
struct expr *parse_function(struct parser *p, const struct place *place);
/* ::type behind a value */
struct expr *parse_cast_suffix(struct parser *p, struct expr *e);
/* FILTER and OVER behind an aggregate; OVER behind a ranking function (value NULL). */
struct expr *parse_aggregate_suffix(struct parser *p, const struct place *place, struct expr *e);

/* ---- parse_time.c -------------------------------------------------------------------------- */

/* A function, keyword or typed literal that makes a date; NULL without a failure if this is none. */
struct expr *parse_time(struct parser *p, const struct place *place);
/* INTERVAL ... behind + or -, applied to the value before it. */
struct expr *parse_interval(struct parser *p, struct expr *left, int sign);
/* CAST of a date or of a part of one, which is the same in another form; NULL if this is none. */
struct expr *cast_time(struct parser *p, struct expr *e, enum cast type);

/* ---- fold.c, fold_time.c: SQL_READ_EVERYDAY ------------------------------------------------ */

/* The node that says what people mean by e; e itself if there is none.  NULL only with a failure. */
struct expr *fold(struct parser *p, const struct place *place, struct expr *e);
struct expr *fold_time(struct parser *p, const struct place *place, struct expr *e);
bool is_number_literal(const struct expr *e, double value);
bool is_time_like(const struct expr *e); /* may be a time at all: columns and what is made of them */
bool is_numeric(const struct schema *schema, const struct expr *e); /* a column of numbers */
/* Is a text or number a date, beside a value that stores time so? */
bool date_of_literal(const struct literal *literal, enum time_storage storage, bool numeric,
                     struct date_literal *out);

/* Resolves [qualifier.]name; NULL when nothing fits (no failure is noted). */
struct expr *resolve_column(struct parser *p, const struct place *place,
                            const struct slice *qualifier, struct slice name);
/* The column of that name that this item of the scope has. */
bool resolve_in_source(const struct parser *p, const struct scope *scope, int source,
                       struct slice name, struct column_ref *out);
/* qualifier.* */
struct expr *resolve_star(struct parser *p, const struct place *place, struct slice qualifier);
/* The name an output has by itself: its label or its column's; NULL for neither. */
const char *output_name(const struct schema *schema, const struct query *select, int k);

/* How the value of an expression stores time; TIME_UNKNOWN if it is none or nobody knows. */
enum time_storage time_storage_of(const struct schema *schema, const struct expr *e,
                                  const struct scope *scope, enum sql_dialect dialect);

bool is_star(const struct expr *e); /* '*' or T.* */
/* True if the k-th output is the first '*' that spreads source i: later ones add nothing, and
 * looking at each source once keeps a search through nested stars linear. */
bool star_spreads(const struct query *select, int k, int i);
/* The last item a condition mentions of the FROM it stands at; -1 for none. */
int last_source(const struct expr *e);

#endif
