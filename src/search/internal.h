/* internal.h - what the files of search/ share. */
#ifndef ASTORMER_SEARCH_INTERNAL_H
#define ASTORMER_SEARCH_INTERNAL_H

#include "search/search.h"

#define SEARCH_MAX_BEAM 64
#define SEARCH_MAX_FINISHED 256
/* A live hypothesis this much (in nats) below the best finished one is given up: e^-12 of its
 * probability is nothing a user would want to see. */
#define SEARCH_MARGIN 12.0

/* The last word on a finished query: every column it names is provided by a FROM in sight, and
 * operands and sub-queries have the widths SQL wants.  Constraints keep nearly all others from
 * being finished at all. */
bool query_is_valid(const struct schema *schema, const struct query *query);
/* Valid, but with equal sides of a set operation, or equal items or conditions. */
/* Changes a query whose values were pointed at to what it was meant to say (meant.c). */
void query_as_meant(struct arena *arena, const struct schema *schema, struct query *query);
bool query_repeats_itself(const struct schema *schema, const struct query *query);

/* ---- numbers of the question (preferences.c) ---- */

struct asked_number {
    double value;
    bool current; /* asked in this turn, not before it */
    bool used;    /* by some literal of the query */
};
struct asked_numbers {
    struct asked_number v[16];
    int n;
};
/* None at all if there are more than fit. */
void numbers_read(struct asked_numbers *to, const struct question *question);
bool numbers_has(const struct asked_numbers *numbers, double value);
/* Marks what a literal says as used. */
void numbers_use(struct asked_numbers *numbers, const char *text);
/* The number of the question that a predicted one stands for; itself in case of doubt. */
double numbers_meant(const struct asked_numbers *numbers, double predicted);

/* ---- what the constraints know of grammar and schema (constraints.c) ----------------------------- */

/* A rule whose constructor search may use nowhere counts as CONS_NONE here: it stays in the grammar
 * for training and round trips. */

enum slot_name { /* children that rules look at */
    SLOT_FROM, SLOT_SELECT, SLOT_GROUP, SLOT_LEFT, SLOT_RIGHT, SLOT_AGGREGATE, SLOT_DISTINCT, SLOT_COLUMN,
    SLOT_UNIT, SLOT_OPERATOR, SLOT_VALUE, SLOT_QUERY, N_SLOT_NAMES
};

enum { MAX_SQL_DEPTH = 4, MAX_VALUE_TOKENS = 32, MAX_LIMIT_DIGITS = 9, MAX_LIMIT_TOKENS = 3, NO_WAY = 1000 };

/* Tables are numbered as in the model's input here: what it left out cannot be chosen. */
#define TABLE_WORDS (MODEL_MAX_TABLES / 64)
struct table_set {
    uint64_t w[TABLE_WORDS];
};

/* Of grammar and schema, compiled once and shared; then of one question. */
struct constraints {
    const struct grammar *grammar;
    const struct schema *schema;
    const struct value_index *index;
    const struct vocab *vocab;
    int max_steps, eos;
    unsigned without;     /* preferences that are switched off */
    const int *tokens;    /* what the encoder reads: the question, then names and stored values */
    int n_tokens, n_question;
    struct value_list values; /* that may be pointed at, */
    const struct model_value *found; /* [values.n] where each was found, */
    bool point;               /* if values are */

    uint8_t *role;        /* [n_rules] enum constructor; CONS_NONE: not decoded */
    uint8_t *part;        /* [n_rules] enum node_part */
    int8_t (*slot)[N_SLOT_NAMES]; /* [n_rules] number of the child of that name, or -1 */
    uint8_t *place;       /* [n_fields] enum place; PLACE_NONE: that of the node above */
    bool *is_count;       /* [n_fields] a number of rows */
    bool *is_number;      /* [n_fields] an argument that is a number, whatever the others are */
    bool has[N_CONSTRUCTORS]; /* some rule of the grammar is one, and decoded */
    int *rule_cost;       /* [n_rules] steps the smallest tree under this rule takes, with itself */
    int *type_cost;       /* [n_types] the same for the cheapest rule */
    int comparison_cost, sub_query_cost, unit_cost, group_cost; /* of some rules */
    int max_from, max_select;                                   /* most tables and outputs */
    int max_instances;                                          /* of one table in a FROM */

    int n_tables, n_words;
    int *table_item;          /* [schema tables] -1: left out */
    int *column_item;         /* [schema columns] the same */
    int *table_of;            /* [schema columns] item of its table, or -1 */
    int *first, *columns;     /* columns of a table: columns[first[t]] .. columns[first[t+1]-1] */
    struct table_set *linked; /* [n_tables] tables some key or look-alike joins with it */
    bool *by_key;             /* [n_tables, n_tables] a declared key does */
    int *key_group;           /* [n_tables] equal where declared keys lead from one to the other */
    int *name_id;             /* [schema columns] equal for equal names */
    int *number_of;           /* [schema columns] 1 + the table whose things it numbers, declared by
                                 a key or by its name; 0: not known */
    int *size;                /* [n_tables] tables that can be reached from it, itself included */
    int largest;              /* of those */
    bool everyday;            /* the grammar's joins and comparisons are constructors of their own */
    bool has_now;             /* TIME_NOW stands wherever a time may */
    /* looked at when first asked for; -1: not yet */
    _Atomic int8_t *numeric;     /* [schema columns] sums make sense */
    _Atomic int8_t *any_numeric; /* [n_tables] the same of some column of the table */
    _Atomic int8_t *classes;     /* [schema columns] bits of enum value_class */
    int8_t *spelt_by_some;       /* [N_SPELLINGS] of this question's values */
};

static inline int fact_of(_Atomic int8_t *fact)
{
    return atomic_load_explicit(fact, memory_order_relaxed);
}
static inline int fact_found(_Atomic int8_t *fact, int found)
{
    atomic_store_explicit(fact, (int8_t)found, memory_order_relaxed);
    return found;
}

/* May a value of n sub-words go on with this one, or end if it is eos? (preferences.c) */
bool words_allow(const struct constraints *c, const int *value, int n, int next);

/* May the two columns be equated in an ON? */
bool constraints_joinable(const struct constraints *c, int x, int y);
bool constraints_numeric(const struct constraints *c, int column);
bool constraints_any_numeric(const struct constraints *c, int table);
/* Fewest tables, those of the set included, that connect it along links; NO_WAY if none do. */
int constraints_connect(const struct constraints *c, const struct table_set *set);
/* The same, and with numbers one of them must have a column that holds numbers. */
int constraints_least(const struct constraints *c, const struct table_set *set, bool numbers);

static inline bool set_has(const struct table_set *s, int table)
{
    return s->w[table >> 6] >> (table & 63) & 1;
}
static inline void set_add(struct table_set *s, int table)
{
    s->w[table >> 6] |= (uint64_t)1 << (table & 63);
}
static inline int set_count(const struct constraints *c, const struct table_set *s)
{
    int n = 0;
    for (int i = 0; i < c->n_words; i++)
        n += __builtin_popcountll(s->w[i]);
    return n;
}

/* ---- a partial query (partial.c) -------------------------------------------------------------- */

enum { PARTIAL_STEPS = MODEL_MAX_STEPS + 2, PARTIAL_SELECTS = 32, PARTIAL_TABLES = 8 };

/* One SELECT and what is known of its FROM. */
struct partial_select {
    int step, outer;             /* outer: the SELECT around it, or -1 */
    int from;                    /* step of its FROM rule, -1 while open */
    bool derived;                /* FROM (sub-query) */
    int k, n_tables;             /* positions of FROM, and how many are chosen */
    int tables[PARTIAL_TABLES];
    int open_numbers;            /* open columns that must hold numbers */
    bool ordered_by_aggregate;
    /* everyday: */
    bool nothing;                /* there is no FROM */
    bool aggregated;             /* some output is an aggregate */
    bool needs_group;            /* an order by an aggregate was chosen before GROUP BY */
    bool plain;                  /* WHERE, GROUP BY or ORDER BY say something */
    int max_output;              /* the highest output of its derived table that is used */
    struct table_set needed;     /* tables of the columns chosen so far, and FROM's own */
    int least;                   /* distinct tables FROM must have at least */
};

/* The tree built so far, with what the rules ask of it kept up to date step by step.  The last
 * step can be taken back, so that one partial query serves to try many actions. */
struct partial {
    const struct constraints *c;
    int n;             /* steps */
    int open;          /* steps the open children take at least, each taken by itself */
    int n_children, n_selects, n_queries;
    bool too_large;    /* no query worth having */
    bool in_value;     /* the last step is a token that is not the end of its value */
    struct action action[PARTIAL_STEPS];
    int16_t parent[PARTIAL_STEPS], slot[PARTIAL_STEPS], field[PARTIAL_STEPS];
    int16_t child[PARTIAL_STEPS];     /* start of its children in `children`, or -1 for a leaf */
    int8_t select[PARTIAL_STEPS];     /* the nearest SELECT at or above it, or -1 */
    uint8_t role[PARTIAL_STEPS], place[PARTIAL_STEPS];
    uint8_t depth[PARTIAL_STEPS];     /* SELECTs above it */
    uint8_t want[PARTIAL_STEPS];      /* everyday: enum value_class the step, or its units, must be of */
    uint8_t nest[PARTIAL_STEPS];      /* everyday: expressions above it in its SELECT */
    bool aggregate[PARTIAL_STEPS];    /* everyday: it is, or is within, an aggregate of its SELECT */
    int16_t children[PARTIAL_STEPS * 8]; /* step of each child, -1 while open */
    int16_t cost[PARTIAL_STEPS * 8];  /* what is counted for it while open */
    int16_t queries[PARTIAL_SELECTS * 2]; /* steps that are SELECTs or set operations */
    struct partial_select selects[PARTIAL_SELECTS];
    struct { /* to take the last step back */
        int n_children, n_selects, n_queries, open, changed_select, closed, recosted;
        int16_t old_cost;
        bool in_value;
        struct partial_select old_select;
    } before;
};

void partial_begin(struct partial *p, const struct constraints *c);
void partial_copy(struct partial *to, const struct partial *from);
void partial_push(struct partial *p, struct action action, int field, int parent, int slot);
void partial_pop(struct partial *p);
/* Steps the whole query will take at least. */
int partial_least_steps(const struct partial *p);
/* Distinct tables the FROM of a SELECT must have at least; NO_WAY if it cannot be made. */
int partial_least_tables(const struct partial *p, const struct partial_select *s);
/* The child of that name: its step, -1 while open, -2 if there is none. */
static inline int partial_child(const struct partial *p, int step, enum slot_name name)
{
    int k = p->c->slot[p->action[step].id][name];
    return k < 0 ? -2 : p->children[p->child[step] + k];
}
static inline enum constructor partial_role(const struct partial *p, int step)
{
    return step < 0 ? CONS_NONE : (enum constructor)p->role[step];
}
static inline int partial_number(const struct partial *p, int step)
{
    return p->c->grammar->rules[p->action[step].id].n;
}
static inline bool is_set_operation(enum constructor role)
{
    return constructors[role].shape == SHAPE_SET;
}
/* Columns of the first SELECT list known at or below a step; 0 = none yet. */
int partial_width(const struct partial *p, int step);
/* Does the SELECT list hold an aggregate, or can it still? */
bool partial_may_aggregate(const struct partial *p, const struct partial_select *s);
/* Of a SELECT over sub-queries: the columns it uses that no sub-query offers yet, the outputs that
 * can still become a column, and whether some output is one (that holds numbers). */
enum { MAX_OUTPUTS = 16 };
struct partial_outputs {
    int missing, open;
    int unknown; /* how many of the open ones are of lists not begun, */
    int counted; /* of whose units so many are counted as steps to come */
    int operands; /* and that stand, as operands of set operations, beside so many of their width */
    bool no_select; /* the SELECT of the last of them is not there either */
    bool any, numbers;
    bool want_numbers; /* one more output must become a column of numbers */
    bool one;                        /* sub-query, not two of which either may offer a column */
    struct table_set missing_tables; /* if there is one */
    int columns[MAX_OUTPUTS];        /* the missing ones */
    struct {
        int select;   /* it is an output of, -1 while that is not there */
        bool numbers; /* it is summed */
    } units[MAX_OUTPUTS]; /* the open ones */
};
struct partial_outputs partial_outputs(const struct partial *p, const struct partial_select *s);
/* Can the open outputs become all that is missing, and a column of numbers if one is wanted? */
bool outputs_feasible(const struct partial *p, const struct partial_select *s);

/* ---- the everyday grammar (everyday.c, sources.c, spelling.c) ------------------------------------ */

/* What a step means for what follows: the class wanted of it, and what its SELECT knows. */
void everyday_note(struct partial *p, int step);
/* May the last step be taken?  first: of its value, if it is a token of one. */
bool everyday_allows(const struct partial *p, int step, int first);
/* Steps an open child takes at least. */
int everyday_cost(const struct partial *p, int step, int k);
/* Steps beyond those counted for the open children. */
int everyday_extra(const struct partial *p);
static inline bool is_select(const struct partial *p, int step)
{
    return partial_role(p, step) == CONS_SELECT || partial_role(p, step) == CONS_SELECT_DISTINCT;
}

/* May FROM have so many items; may it have this table, its next item be joined this way? */
bool sources_allow(const struct partial *p, const struct partial_select *s);
bool source_allows_table(const struct partial *p, int step);
bool source_allows_column(const struct partial *p, int step);
/* The item of FROM that a step within a join belongs to. */
int source_position(const struct partial *p, int step);
/* Bits of the classes a column is of. */
unsigned column_classes(const struct constraints *c, int column);
/* How many of the first n items of FROM are this table. */
int source_instances(const struct partial_select *s, int table, int n);

/* What the leaf of a value may spell. */
enum spelling { SPELL_ANY, SPELL_COUNT, SPELL_NUMBER, SPELL_DIGITS, SPELL_DATE, SPELL_PERIOD, N_SPELLINGS };
enum { TIME_STEPS = 5 }; /* of the shortest date, spelt by letters, and its end */
/* Sub-words as the text they spell, marks and digits put together where the spelling wants them so. */
const char *spelling_text(char *to, size_t size, const struct vocab *vocab, const int *ids, int n,
                          enum spelling spelling);
/* Can the text become one, and how many letters does that take at least; -1: it cannot. */
int spelling_left(enum spelling spelling, const char *text);

/* Does the last step make the query say the same thing twice (preferences.c)? */
bool partial_repeats(const struct partial *p, int step);
/* Everyday, by the number of a value: does it belong to other columns than the one it would be compared
 * with, or stand in this list already, while there are others?  fits(p, step, i): may value i stand there? */
bool value_is_elsewhere(const struct partial *p, int step, bool (*fits)(const struct partial *, int, int));
/* Everyday: is the last step, a column, the output of an IN (SELECT ...) that looks for numbers of
 * things of another kind? */
bool column_is_of_other_kind(const struct partial *p, int step);

/* Can FROM still hold all tables that are needed, and its conditions connect them (joins.c)? */
bool from_feasible(const struct partial *p, const struct partial_select *s);
/* The same if it needed one table more. */
bool from_takes(const struct partial *p, const struct partial_select *s, int table);
/* Steps its equations take beyond those counted for them; NO_WAY if they cannot be completed. */
int joins_extra(const struct partial *p, const struct partial_select *s);
/* May the conditions of FROM come before its tables?  Then they cannot name a second instance. */
bool joins_may_begin(const struct partial *p, const struct partial_select *s);
/* Is some table of a complete FROM there twice? */
bool joins_twice(const struct partial_select *s);
/* Where in FROM the instance-th (from 0) of a table stands, or -1. */
int position_of(const struct partial_select *s, int table, int instance);

#endif
