/* internal.h - the queries the official scripts see, shared by the files of this room.
 *
 * The official evaluators are Python programs whose verdicts depend on how Python splits, lowers
 * and compares text.  python.c holds those few habits; tokens*.c the two tokenizers; parse.c the
 * one recursive-descent parser both dialects share; match*.c the comparisons.  A query that the
 * Python parser would refuse (any exception) is simply unparsed: scorers do not want a reason. */
#ifndef ASTORMER_EVAL_INTERNAL_H
#define ASTORMER_EVAL_INTERNAL_H

#include "eval/eval.h"

/* ---- python.c: habits of Python ----------------------------------------------------------- */

bool py_is_space(int32_t code_point); /* str.isspace, and \s in a regular expression */
struct slice py_strip(struct slice text);
char *py_lower(struct arena *arena, struct slice text, size_t *n); /* str.lower */
bool py_float(struct slice text, double *out);                     /* float(text) */
bool py_int(struct slice text, long *out);                         /* int(text), saturating */
#define PY_FLOAT_MAX 40
void py_float_text(double value, char out[PY_FLOAT_MAX]); /* repr(float) */
void py_text_repr(struct strbuf *out, struct slice text);  /* repr(str) */

/* ---- tokens ------------------------------------------------------------------------------- */

#define SQL_MAX_BYTES ((size_t)1 << 16) /* longer queries are unparsed */

struct eval_tokens {
    struct slice *v; /* lower case, but for quoted values */
    int n, capacity;
};
/* False: the official tokenizer raises (odd number of quotes). */
bool tokenize_spider(struct arena *arena, struct slice sql, bool keep_odd_apostrophes,
                     struct eval_tokens *out);
bool tokenize_dusql(struct arena *arena, struct slice sql, struct eval_tokens *out);
void token_push(struct arena *arena, struct eval_tokens *tokens, struct slice token);
bool token_in(struct slice token, const char *const *words, int n_words);

/* ---- names: what an identifier may stand for ---------------------------------------------- */

/* The scripts call a column "__table.column__", a table "__table__" and '*' "__all__"; here each
 * is an id into text.  All of it is lower case. */
struct eval_schema {
    const struct schema *schema;
    enum eval_dataset dataset;
    struct map ids; /* "table.column", "table", "*", "time_now" -> id */
    const char **text;
    int *bare;   /* by id: equal numbers = equal text after the first '.', as GROUP BY compares */
    int *table;  /* by id of a column: the table named before the first '.', else -1 */
    int *merged; /* by id: the column that stands for its foreign-key group */
    int n;
    const char **tables; /* names that no alias may take */
    int n_tables;
};
#define NAME_ALL 0

/* ---- queries ------------------------------------------------------------------------------ */

enum { DISTINCT_NO, DISTINCT_YES, DISTINCT_IGNORED };

struct column_unit {
    int agg, column, distinct; /* column -1: there is none */
};
struct value_unit {
    int op; /* index into none - + * / */
    struct column_unit left, right;
};
enum value_kind { VALUE_NONE, VALUE_NUMBER, VALUE_TEXT, VALUE_COLUMN, VALUE_QUERY };
struct scored_query;
struct value {
    enum value_kind kind;
    double number;
    struct slice text;
    struct column_unit column;
    struct scored_query *query;
};
struct condition {
    int flag; /* Spider: NOT was there.  DuSQL: the aggregate before the unit */
    int op;   /* index into the dialect's comparison operators */
    struct value_unit unit;
    struct value value[2]; /* the second for BETWEEN */
};

/* A condition list as the parser leaves it: units and connectives should alternate, and every
 * rule picks by position.  See conditions_well_formed. */
enum item_kind { ITEM_UNIT, ITEM_AND, ITEM_OR };
struct condition_item {
    enum item_kind kind;
    struct condition unit;
};
struct conditions {
    struct condition_item *v;
    int n, capacity;
};

struct output { /* of SELECT and ORDER BY */
    int agg;
    struct value_unit unit;
};
struct outputs {
    struct output *v;
    int n, capacity;
};
struct source { /* of FROM */
    int table;  /* id, or -1: */
    struct scored_query *query;
};

enum { SET_INTERSECT, SET_UNION, SET_EXCEPT, N_SETS };

struct scored_query {
    struct source *sources;
    int n_sources, sources_capacity;
    struct conditions on, where, having;
    int distinct;
    struct outputs select;
    struct column_unit *group;
    int n_group, group_capacity;
    bool ordered, descending, limited;
    struct outputs order;
    long limit; /* Spider's parser says 1 whatever is written */
    struct scored_query *set[N_SETS];
};

/* What differs between the two parsers, as data. */
struct dialect {
    const char *const *comparisons;
    int n_comparisons;
    int between, in, like;
    bool dusql;
};
const struct dialect *dialect_of(enum eval_dataset dataset);

/* Parses with the rules of the schema's dataset.  NULL: the official parser raises. */
struct scored_query *query_parse(struct arena *arena, const struct eval_schema *names,
                                 struct slice sql);
/* False where units and connectives do not alternate so badly that the official script stops. */
bool conditions_well_formed(const struct dialect *dialect, const struct scored_query *query);

/* ---- comparison --------------------------------------------------------------------------- */

bool column_unit_equal(struct column_unit a, struct column_unit b);
bool value_unit_equal(struct value_unit a, struct value_unit b);
bool condition_equal(const struct condition *a, const struct condition *b);
bool conditions_equal(const struct conditions *a, const struct conditions *b);
bool outputs_equal(const struct outputs *a, const struct outputs *b);
bool official_equal(const struct scored_query *a, const struct scored_query *b);
struct conditions conditions_copy(struct arena *arena, struct conditions list);
struct scored_query *query_copy(struct arena *arena, const struct scored_query *query);

/* How many items of a find a partner of their own among the items of b (list.remove). */
typedef bool same_item(const void *a, int i, const void *b, int k);
int match_items(struct arena *scratch, const void *a, int n_a, const void *b, int n_b,
                same_item *same);
/* The same sub-queries and tables in FROM, in any order. */
bool sources_equal(struct arena *scratch, const struct scored_query *gold,
                   const struct scored_query *pred);

enum eval_hardness query_hardness(const struct dialect *dialect, const struct scored_query *query);
unsigned query_keywords(const struct dialect *dialect, const struct scored_query *query); /* set */

struct eval_component component_score(int count, int pred_total, int gold_total);
struct eval_component component_select(struct arena *scratch, const struct scored_query *gold,
                                       const struct scored_query *pred, bool with_aggregates);
/* Grouping columns by name, whatever their table. */
struct eval_component component_group(struct arena *scratch, const struct eval_schema *names,
                                      const struct scored_query *gold,
                                      const struct scored_query *pred);
struct eval_component component_keywords(const struct dialect *dialect,
                                         const struct scored_query *gold,
                                         const struct scored_query *pred);
bool all_components_right(const struct eval_component *components);

/* By id, the tables of FROM: only their columns are merged. */
bool *joined_tables(struct arena *arena, const struct eval_schema *names,
                    const struct scored_query *query);
/* In every clause of this query (not of those inside it): columns become the representative of
 * their foreign-key group, and DISTINCT is forgotten. */
void merge_columns(const struct eval_schema *names, const bool *joined,
                   struct scored_query *query);

void match_spider(struct arena *scratch, const struct eval_schema *names,
                  struct scored_query *gold, struct scored_query *pred, struct eval_score *out);
void match_dusql(struct arena *scratch, const struct eval_schema *names,
                 struct scored_query *gold, struct scored_query *pred, struct eval_score *out);

/* ---- execution ---------------------------------------------------------------------------- */

/* What the official script does to a query before running it: joins "> =", drops DISTINCT and
 * all but the first statement (unless keep_distinct), and answers YEAR(CURDATE()) with 2020. */
char *exec_rewrite(struct arena *arena, struct slice sql, bool keep_distinct);
bool order_matters(const char *rewritten_gold);

/* ---- files -------------------------------------------------------------------------------- */

/* Fills pairs and n_interactions of the report. */
enum status pairs_read(struct arena *arena, const struct eval_options *options,
                       struct eval_report *report, struct error *err);
/* The prediction as the dataset's script reads it: Spider's puts 1 for " value ". */
struct slice read_prediction(struct arena *arena, enum eval_dataset dataset, struct slice pred);
void report_warn(struct arena *arena, struct eval_report *report, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Execution verdicts of all pairs, on pool. */
void exec_pairs(struct arena *arena, const struct eval_options *options,
                struct eval_report *report, struct pool *pool);
void report_aggregate(struct eval_report *report);
void eval_level_add(struct eval_level *level, const struct eval_score *score);

#endif
