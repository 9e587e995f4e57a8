/* tree.h - queries as typed trees, trees as sequences of actions, and back.
 *
 * Four things, each usable without the ones after it:
 *
 *   grammar     the rules, loaded from text (grammars/sql.asdl, also built in).  Everything else
 *               is driven by it; no arity is written in code.  What a family of rules means, and
 *               where search may use it, is its row in constructors.def.
 *   tree        a complete typed tree.  tree_from_query and tree_to_query are inverse, up to the
 *               canonical form of sql.h.
 *   derivation  a tree being built one action at a time in one of four traversal orders.  The
 *               same structure replays a known tree for training and is what a beam search
 *               clones and extends: it knows which nodes may be expanded next and, for every
 *               step, all that the decoder's input needs.
 *   relations   for each step its relation to all earlier ones (paper, section 3.3), built on
 *               the fly by the paper's three rules; the definition is there to test against.
 *
 * Ownership: grammars, trees and derivations live in the arena they were made in.  A grammar and
 * a tree are immutable.  Steps of a derivation are immutable and shared between clones, so the
 * arena must outlive all of them. */
#ifndef ASTORMER_TREE_H
#define ASTORMER_TREE_H

#include "sql/sql.h"

/* ---- grammar ----------------------------------------------------------------------------- */

#define GRAMMAR_MAX_SLOTS 32 /* children of one rule */

enum type_kind { TYPE_NODE, TYPE_TABLE, TYPE_COLUMN, TYPE_VALUE };

/* The types of nodes that tree/ and search/ know, by their names in the grammar file. */
enum node_part {
    NODE_OTHER,
#define PART(id, name) NODE_##id,
#include "tree/parts.def"
#undef PART
    N_NODE_PARTS
};

/* ---- constructors ------------------------------------------------------------------------ */

/* One row of constructors.def each; a grammar's families are bound to them by name. */
enum constructor {
    CONS_NONE,
#define CONSTRUCTOR(id, family, type, signature, shape, kind, op, places, takes, gives) CONS_##id,
#include "tree/constructors.def"
#undef CONSTRUCTOR
    N_CONSTRUCTORS
};

/* How a node and what it stands for are converted into each other. */
enum shape {
    SHAPE_OWN,      /* by code of its own: queries, clauses, lists */
    SHAPE_SET,      /* a set operation */
    SHAPE_OPERATOR, /* a leaf that is the operator (or flag) of the node above */
    SHAPE_NODE,     /* an expression: children are its arguments, operator, literal or query */
    SHAPE_JUNCTION, /* AND or OR of n conditions, continued in the last one if there are more */
    SHAPE_LIST,     /* a list of n values, continued likewise */
    SHAPE_WRAP,     /* nothing by itself: an expression of one type where another is wanted */
    /* columns, perhaps aggregated, by what FROM offers: */
    SHAPE_COLUMN,   /* of the first FROM item in sight that has it */
    SHAPE_COLUMNS,  /* two such and an operator between them */
    SHAPE_INSTANCE, /* of the n-th FROM item in sight that has it */
    SHAPE_OUTPUT,   /* the n-th output of the derived tables */
    SHAPE_STAR,     /* all columns of a table */
    /* columns of the everyday grammar: */
    SHAPE_INNER,     /* of the first FROM item of this SELECT that has it */
    SHAPE_INNER_NTH, /* of the n-th */
    SHAPE_OUTER,     /* of the first FROM item outside this SELECT that has it */
    SHAPE_DERIVED,   /* the n-th output of the derived table */
    SHAPE_ALL,       /* '*' */
    /* others with a form of their own: */
    SHAPE_COUNT_ROWS, /* count of '*', perhaps of some */
    SHAPE_NULL_TEST,
    SHAPE_IN_LIST,
    SHAPE_CASE,
    SHAPE_WINDOW,
    SHAPE_SHIFT,      /* a time and a number */
};

/* What an expression's value is, as far as operators and functions mind. */
enum value_class { VALUE_ANY, VALUE_NUMBER, VALUE_TEXT, VALUE_TIME, VALUE_SAME };

/* Forms of an aggregate, beside its enum aggregate. */
enum { OF_DISTINCT = 16, FILTERED = 32, OR_ZERO = 64 };

/* Where in a SELECT a node stands. */
enum place {
    PLACE_NONE, PLACE_FROM, PLACE_SELECT, PLACE_WHERE,
    PLACE_GROUP, PLACE_HAVING, PLACE_ORDER, PLACE_ON /* a condition of one join */, N_PLACES
};
enum {
    NOWHERE = 0,
    ANYWHERE = (1 << N_PLACES) - 1,
    IN_JOINS = 1 << PLACE_FROM,
    OUTSIDE_JOINS = ANYWHERE & ~IN_JOINS,
    OUTSIDE_ON = ANYWHERE & ~(1 << PLACE_ON),
    IN_SELECT = 1 << PLACE_SELECT,
    IN_CORRELATED = IN_SELECT | 1 << PLACE_WHERE | 1 << PLACE_HAVING, /* not GROUP BY: see SQLite */
    INSIDE_EXPRESSIONS = ANYWHERE, /* but not alone in GROUP BY or ORDER BY, where it counts outputs */
    WITH_AGGREGATES = 1 << PLACE_NONE | 1 << PLACE_SELECT | 1 << PLACE_HAVING | 1 << PLACE_ORDER,
};

struct constructor_row {
    const char *family;
    enum node_part part;
    const char *signature; /* as in the grammar file, without the family's range */
    enum shape shape;
    int kind, op;          /* -1: any */
    unsigned places;       /* bits of enum place where search may use it */
    enum value_class takes, gives;
};
extern const struct constructor_row constructors[N_CONSTRUCTORS]; /* [CONS_NONE] is empty */
/* The row of a family, CONS_NONE if there is none. */
enum constructor constructor_find(const char *family, size_t n);

/* ---- rules -------------------------------------------------------------------------------- */

struct grammar_type {
    const char *name;
    enum type_kind kind;
    enum node_part part; /* TYPE_NODE only */
    const int *rules; /* ids of the rules that expand it, ascending; TYPE_NODE only */
    int n_rules;
};

/* A (type, name) pair; two fields may share a type or a name, not both. */
struct grammar_field {
    const char *name;
    int type;
};

struct grammar_rule {
    const char *name;   /* "SelectColumnTwo" */
    const char *family; /* "SelectColumn" */
    int n;              /* the family's number, 0 for a rule without one */
    int type;           /* what it expands */
    enum constructor constructor;
    bool extension;     /* not in the paper's grammar */
    int n_slots;
    struct {
        int field;
        int group; /* slots made by one "* n" have one group, numbered from 0 */
        bool ordered, times_n;
        bool first; /* it, and all below it, come before its siblings, in every order */
    } slots[GRAMMAR_MAX_SLOTS];
};

struct grammar {
    struct grammar_type *types;
    struct grammar_field *fields; /* [0] is the root's own field, named "root" */
    struct grammar_rule *rules;
    int n_types, n_fields, n_rules;
    int n_base_rules, n_base_fields; /* those of the paper come first; fields count the root */
    struct map families;             /* family -> its first rule */
};

/* Parses a grammar; the message of a failure says name:line.  Refuses a grammar in which some
 * type has no finite tree. */
enum status grammar_parse(struct arena *arena, const char *name, const char *text, size_t n,
                          struct grammar **out, struct error *err);
/* The grammar built into the program. */
struct grammar *grammar_builtin(struct arena *arena);
const char *grammar_builtin_text(void); /* what a model file stores */
const char *grammar_paper_builtin_text(void); /* the paper's rules alone: grammars/paper.asdl */
const char *grammar_everyday_builtin_text(void); /* grammars/everyday.asdl */
/* How SQL is to be read for this grammar: SQL_READ_EVERYDAY if it has rules for what that makes. */
enum sql_reading grammar_reading(const struct grammar *g, enum sql_reading base);
/* Writes the keys of joins as trees of the everyday grammar give them back: first in ON, the earlier
 * item's column on the left.  The query means the same. */
void query_orient_joins(struct query *query);
/* The rule family[n], or -1.  Families without a number have n = 0. */
int grammar_find_rule(const struct grammar *g, const char *family, int n);
/* The largest n of a family, 0 if there is no such family. */
int grammar_family_max(const struct grammar *g, const char *family);
static inline int grammar_slot_type(const struct grammar *g, int rule, int slot)
{
    return g->fields[g->rules[rule].slots[slot].field].type;
}

/* ---- values as tokens -------------------------------------------------------------------- */

/* How the text of a literal becomes token ids and back; ids are 0 .. size-1 and eos is one of
 * them.  The model plugs in its sub-words; codec_words is for tests and tools. */
struct value_codec {
    void *context;
    int eos;
    int (*size)(void *context);
    /* Returns the number of ids, without eos. */
    int (*encode)(void *context, struct arena *arena, const char *text, const int **ids);
    const char *(*decode)(void *context, struct arena *arena, const int *ids, int n);
};

/* Runs of letters, digits and non-ASCII characters, and single other characters, numbered as they
 * come; lossless.  One thread at a time. */
struct value_codec *codec_words(struct arena *arena);

/* The text a literal is encoded as.  A number is its digits and a text itself, and which it was
 * shows by its looks, at no cost; only a text that looks like a number, or starts with a quote,
 * is marked by one quote in front ('2014 is the text 2014).  Literals are compared with columns
 * of some type, so that training may also drop the distinction: query_unify_literals. */
const char *literal_text(struct arena *arena, struct literal literal);
struct literal literal_of_text(struct arena *arena, const char *text);

/* ---- trees ------------------------------------------------------------------------------- */

#define TREE_MAX_NODES 4096

struct tree_node {
    int field;
    int rule;              /* -1 in a leaf */
    int item;              /* table or column id in a leaf of that kind */
    struct literal value;  /* in a value leaf; never NULL */
    int *children;         /* nodes, one for each slot of the rule */
    int parent, slot;      /* -1, 0 for the root */
};

struct tree {
    const struct grammar *grammar;
    struct tree_node *nodes; /* [0] is the root; a parent comes before its children */
    int n_nodes, capacity;
};

/* ST_UNSUPPORTED when the grammar cannot say it; only a reduced grammar or more than
 * TREE_MAX_NODES nodes should ever do that. */
enum status tree_from_query(struct arena *arena, const struct grammar *grammar,
                            const struct schema *schema, const struct query *query,
                            struct tree **out, struct error *err);
/* Any tree of the right types gives a query, except where a number of rows is none, a continued
 * list stands for a single value, an instance or output is counted that FROM does not have, or
 * the result is nested too deeply. */
enum status tree_to_query(struct arena *arena, const struct schema *schema,
                          const struct tree *tree, struct query **out, struct error *err);

bool tree_equal(const struct tree *a, const struct tree *b);
/* Equal for trees that differ only in the order of unordered siblings. */
uint64_t tree_hash_unordered(const struct tree *tree);
/* ln |T(y)|: paths through the tree in a random order (paper, appendix D.1).  With ordered groups
 * kept (as paths are sampled here) a node with c children counts c! / prod(size of each ordered
 * group)!, and what must come first is not counted; without, the paper's c!. */
double tree_log_paths(const struct tree *tree, bool keep_ordered);

/* ---- actions and steps ------------------------------------------------------------------- */

enum action_kind { ACTION_RULE, ACTION_TABLE, ACTION_COLUMN, ACTION_TOKEN, ACTION_VALUE };
#define N_ACTION_KINDS 5
struct action {
    enum action_kind kind;
    int id; /* rule, table, column, token, or place in the list of values */
};

/* One decoding step: the node it expands and how.  A value that is pointed at takes one step, one
 * that is spelt a step a token, eos included, all on the same node. */
struct step {
    struct action action;
    int field;       /* type of the node, as the model embeds it */
    int parent;      /* step that expanded the parent; -1 for the root */
    int parent_rule; /* the rule it applied; -1 for the root */
    int slot;        /* which child of it this is */
    int depth;       /* 0 for the root */
    int first;       /* the step itself, but for later tokens of a value the value's first */
    const uint16_t *relations; /* to steps 0 .. this one; NULL if not asked for */
};

/* ---- derivations ------------------------------------------------------------------------- */

enum traversal { TRAVERSE_DFS_L2R, TRAVERSE_DFS_RANDOM, TRAVERSE_BFS_L2R, TRAVERSE_BFS_RANDOM };
#define N_TRAVERSALS 4
extern const char *const traversal_names[N_TRAVERSALS]; /* "dfs-l2r", ... */
bool traversal_parse(const char *name, enum traversal *out);
static inline bool traversal_random(enum traversal t)
{
    return t == TRAVERSE_DFS_RANDOM || t == TRAVERSE_BFS_RANDOM;
}
static inline bool traversal_breadth(enum traversal t)
{
    return t >= TRAVERSE_BFS_L2R;
}

/* The literals value leaves may point at. */
struct value_list {
    const struct literal *v;
    int n;
};
/* The first of the list that is equal to a literal, be it a number or a text; else the first that
 * differs in letter case only, or as numbers are written; else -1. */
int value_list_find(const struct value_list *list, struct literal literal);
/* Patterns (right of LIKE) are spelt even where other values are pointed at. */
bool tree_is_pattern(const struct tree *tree, int node);

/* What does not change while a tree is built. */
struct derivation_rules {
    const struct grammar *grammar;
    enum traversal order;
    int max_distance; /* R of the paper; negative: no relations */
    int max_steps;
    int n_tables, n_columns, n_tokens, eos;
    bool point; /* values are of the list below; only patterns are spelt.  Needs an order that goes
                 * from left to right, in which an operator comes before its value. */
    struct value_list values;
};

/* A node whose children are not all expanded: bit k of `open` is set while slot k is not. */
struct open_node {
    int step; /* -1: above the root */
    uint32_t open;
    int level; /* children that come first it is below: in a BFS those deepest are taken first */
};

/* The frontier is a stack (DFS) or queue (BFS) of sets of siblings (paper, section 3.5): entry
 * tail-1 or head is the set to choose from, and it is never empty unless the tree is finished.
 * Copying a derivation copies two short arrays; nothing is allocated per node but the step. */
struct derivation {
    const struct derivation_rules *rules;
    const struct step **steps;
    int n_steps;
    struct open_node *sets;
    int head, tail;
    int pending; /* slot of a value whose eos has not come, or -1 */
};

/* A node that may be expanded next: what the decoder needs before it chooses the action. */
struct candidate {
    int slot;
    int field, parent, parent_rule, depth, first; /* as in struct step */
    bool pointed; /* a value to be pointed at: ACTION_VALUE; else values are spelt */
};

struct derivation *derivation_new(struct arena *arena, const struct derivation_rules *rules);
struct derivation *derivation_clone(struct arena *arena, const struct derivation *d);
static inline bool derivation_finished(const struct derivation *d)
{
    return d->head == d->tail;
}
/* The distinct nodes of the current set (paper, algorithm 2): the leftmost in an L2R order, else
 * the first open slot of each field; an unfinished value is the only one. */
int derivation_candidates(const struct derivation *d, struct candidate out[GRAMMAR_MAX_SLOTS]);
/* relations[0 .. n_steps] of the step that would expand this candidate. */
void derivation_relations(const struct derivation *d, const struct candidate *candidate,
                          uint16_t *row);
/* Expands a slot of the current set.  Besides the candidates, a random order accepts any open
 * slot of an unordered group, so that training can replay a tree as it is.  Refuses (and leaves d
 * as it was) a slot that is not open, an action of the wrong kind or type, an id out of range
 * (ST_INPUT), and a step beyond max_steps (ST_LIMIT). */
enum status derivation_apply(struct arena *arena, struct derivation *d, int slot,
                             struct action action, struct error *err);

/* A path through a known tree: leftmost first, or uniformly at random among all paths of the
 * order.  rng may be NULL for L2R.  rules->n_tokens may be 0: the codec's size is then meant.
 * Where values are pointed at, one that is not in the list is ST_INPUT. */
enum status derivation_of_tree(struct arena *arena, const struct tree *tree,
                               const struct value_codec *codec,
                               const struct derivation_rules *rules, struct rng *rng,
                               struct derivation **out, struct error *err);
/* The tree a finished derivation built. */
enum status derivation_tree(struct arena *arena, const struct derivation *d,
                            const struct value_codec *codec, struct tree **out,
                            struct error *err);

/* ---- queries without a grammar ------------------------------------------------------------- */

/* A second, right-linear grammar whose trees are the token sequences of SQL text: words, tables,
 * columns and literals, each followed by the rest.  tree_from_query() and tree_to_query() know it
 * by its rules; to_query parses the text and so fails with ST_INPUT for most sequences. */
const char *tokens_grammar_text(void);
bool grammar_is_tokens(const struct grammar *g);
/* The rule before a table, column or literal (ACTION_TABLE, ..); ACTION_RULE: the end. */
int tokens_rule(const struct grammar *g, enum action_kind kind);

/* ---- relations --------------------------------------------------------------------------- */

/* z = (distance of the later step j, of the earlier step i, from their lowest common ancestor),
 * each clamped to R, has id (R+1) * p_j + p_i.  Behind these come the three relations of a token
 * to the token one, two, and three or more places before it in the same value. */
static inline int relation_count(int max_distance)
{
    return (max_distance + 1) * (max_distance + 1) + 3;
}
static inline int relation_left(int max_distance, int distance)
{
    return (max_distance + 1) * (max_distance + 1) + MIN(distance, 3) - 1;
}
/* z of steps j >= i by the definition, walking up to the lowest common ancestor. */
uint16_t relation_by_definition(const struct derivation *d, int j, int i, int max_distance);
/* How near step i is to step j in the tree (paper, appendix, case study): 1 - (s + k) / (2 M), where
 * (s, k) are the unclamped distances of z_ji and M is the depth of the tree; what a decoder that
 * thinks in trees would attend to.  out[n_steps, n_steps], 0 above the diagonal. */
void derivation_nearness(const struct derivation *d, float *out);

#endif
