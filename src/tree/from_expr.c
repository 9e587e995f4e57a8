/* from_expr.c - expressions as nodes: which row of the table says it here, and its children. */
#include "tree/building.h"

#include <string.h>

/* What a row of the table would make of an expression. */
struct match {
    enum constructor constructor;
    int n;                        /* the family's number */
    const struct expr *aggregate; /* folded into a column's node, or NULL */
    const struct expr *inner;     /* what it is of, or the expression itself */
};

/* What tells expressions of one kind apart, as the table has it. */
static int variant_of(const struct expr *e)
{
    switch (e->kind) {
    case EXPR_LITERAL:
        return (int)e->literal.kind;
    case EXPR_BETWEEN:
    case EXPR_DURING:
        return e->negated;
    case EXPR_DATE_PART:
        return e->number;
    case EXPR_CASE:
        return e->n_args % 2;
    case EXPR_AGGREGATE:
        return e->op | (e->distinct ? OF_DISTINCT : 0) | (e->n_args > 1 ? FILTERED : 0) |
               (e->zero ? OR_ZERO : 0);
    default:
        return e->op;
    }
}

/* ---- columns ----------------------------------------------------------------------------- */

bool is_default(const struct scope *scope, const struct expr *e, bool right_operand)
{
    struct column_ref ref;
    return e->kind == EXPR_COLUMN && (default_ref(scope, e->ref.column, right_operand, &ref),
                                      column_ref_equal(ref, e->ref));
}

/* The number the tree calls a column's FROM item by; -1 if it has none. */
static int instance_of(const struct scope *scope, struct column_ref wanted)
{
    struct column_ref ref;
    for (int k = 0; scope_provider(scope, wanted.column, k, &ref); k++)
        if (column_ref_equal(ref, wanted))
            return k;
    return -1;
}

static int output_number(const struct scope *scope, struct column_ref wanted)
{
    struct column_ref ref;
    for (int k = 0; scope_output(scope, k, &ref); k++)
        if (column_ref_equal(ref, wanted))
            return k;
    return -1;
}

/* T.*, not count( * ) */
static bool is_table_star(const struct expr *e)
{
    return e->ref.column == 0 && e->ref.source >= 0 && e->ref.output < 0;
}

/* Does this SELECT have the column itself? */
static bool has_own(const struct scope *scope, int column)
{
    struct column_ref found;
    return scope_provider(scope, column, 0, &found) && found.up == 0;
}

static bool fits_column(const struct constructor_row *row, struct match *m,
                        const struct scope *scope)
{
    struct column_ref ref = m->inner->ref, other;
    int instance = instance_of(scope, ref);
    bool dangling = ref.source < 0;
    if (row->shape == SHAPE_STAR || is_table_star(m->inner))
        return row->shape == SHAPE_STAR && is_table_star(m->inner);
    switch (row->shape) {
    case SHAPE_COLUMN:
        return instance == 0 || dangling;
    case SHAPE_INSTANCE:
        m->n = instance + 1;
        return instance > 0;
    case SHAPE_OUTPUT:
        m->n = output_number(scope, ref) + 1;
        return instance < 0 && !dangling;
    case SHAPE_ALL:
        return dangling && ref.column == 0;
    case SHAPE_DERIVED:
        m->n = output_number(scope, ref) + 1;
        return ref.output >= 0 && ref.up == 0;
    case SHAPE_INNER:
        return ref.column != 0 && ref.output < 0 &&
               (dangling ? !has_own(scope, ref.column) : instance == 0 && ref.up == 0);
    case SHAPE_INNER_NTH:
        m->n = instance + 1;
        return instance > 0 && ref.output < 0 && ref.up == 0;
    case SHAPE_OUTER:
        if (dangling) /* and Column would find one */
            return ref.column != 0 && !outer_ref(scope, ref.column, &other);
        return ref.up > 0 && ref.output < 0 && outer_ref(scope, ref.column, &other) &&
               column_ref_equal(ref, other);
    default:
        return false;
    }
}

/* ---- rows -------------------------------------------------------------------------------- */

static bool is_rows(const struct expr *e)
{
    return e->kind == EXPR_COLUMN && e->ref.column == 0 && e->ref.source < 0;
}

static bool is_literal(const struct expr *e)
{
    return e->kind == EXPR_LITERAL && e->literal.kind != LITERAL_NULL;
}

static bool is_operator(const struct grammar *g, const struct grammar_type *type)
{
    return type->kind == TYPE_NODE &&
           constructors[g->rules[type->rules[0]].constructor].shape == SHAPE_OPERATOR;
}

/* A node by itself: it must have as many children for arguments as there are, of the right kind. */
static bool fits_node(const struct builder *b, struct match *m)
{
    const struct grammar *g = b->tree->grammar;
    const struct expr *e = m->inner;
    int rule = family_first(b, m->constructor), argument = 0;
    if (e->kind == EXPR_LITERAL)
        return constructors[m->constructor].op >= 0 || e->literal.kind <= LITERAL_TEXT;
    if (e->query)
        return true;
    if (g->rules[rule].n > 0) { /* a family: all slots that are counted are arguments */
        int fixed = g->rules[rule].n_slots - g->rules[rule].n;
        m->n = e->n_args - fixed;
        return grammar_find_rule(g, g->rules[rule].family, m->n) >= 0;
    }
    for (int k = 0; k < g->rules[rule].n_slots; k++) {
        const struct grammar_type *type = &g->types[grammar_slot_type(g, rule, k)];
        if (is_operator(g, type))
            continue;
        if (argument == e->n_args || (type->kind == TYPE_VALUE && !is_literal(e->args[argument])) ||
            (type->part == NODE_SQL && e->args[argument]->kind != EXPR_QUERY))
            return false;
        argument++;
    }
    return argument == e->n_args;
}

static bool fits_list(const struct builder *b, struct match *m)
{
    const struct expr *list = m->inner->args[1];
    for (int i = 0; list->kind == EXPR_LIST && i < list->n_args; i++)
        if (!is_literal(list->args[i]) || list->args[i]->literal.kind > LITERAL_TEXT)
            return false;
    m->n = list->n_args;
    return list->kind == EXPR_LIST && m->n <= family_max(b, m->constructor);
}

/* One sort key, or as many as the family counts. */
static bool fits_window(const struct builder *b, struct match *m)
{
    const struct grammar *g = b->tree->grammar;
    const struct window *window = m->inner->window;
    const struct grammar_rule *first = &g->rules[family_first(b, m->constructor)];
    m->n = first->n > 0 ? window->n_order : 0;
    return window->n_partition == 1 && (m->n > 0 || window->n_order == 1) &&
           grammar_find_rule(g, first->family, m->n) >= 0;
}

static bool fits_shape(const struct builder *b, struct match *m, const struct scope *scope)
{
    const struct constructor_row *row = &constructors[m->constructor];
    const struct expr *e = m->inner;
    switch (row->shape) {
    case SHAPE_COLUMNS:
        return is_default(scope, e->args[0], false) && is_default(scope, e->args[1], true) &&
               !(m->aggregate && m->aggregate->distinct);
    case SHAPE_JUNCTION:
    case SHAPE_LIST:
        m->n = MIN(e->n_args, family_max(b, m->constructor));
        return true;
    case SHAPE_NODE:
    case SHAPE_SHIFT:
        return fits_node(b, m);
    case SHAPE_COUNT_ROWS:
        return is_rows(e->args[0]);
    case SHAPE_NULL_TEST:
        return e->args[1]->kind == EXPR_LITERAL && e->args[1]->literal.kind == LITERAL_NULL;
    case SHAPE_IN_LIST:
        return fits_list(b, m);
    case SHAPE_CASE:
        m->n = e->n_args / 2;
        return true;
    case SHAPE_WINDOW:
        return fits_window(b, m);
    default:
        return e->kind == EXPR_COLUMN && fits_column(row, m, scope);
    }
}

/* Does the node have a child that says how it is aggregated? */
static bool folds_aggregate(const struct builder *b, int rule)
{
    const struct grammar *g = b->tree->grammar;
    for (int k = 0; k < g->rules[rule].n_slots; k++)
        if (g->types[grammar_slot_type(g, rule, k)].part == NODE_AGGREGATE)
            return true;
    return false;
}

static bool wraps(const struct builder *b, int rule, const struct expr *e)
{
    const struct grammar *g = b->tree->grammar;
    bool condition = g->types[grammar_slot_type(g, rule, 0)].part == NODE_CONDITION;
    return e->kind != EXPR_LIST && (!condition || expr_is_condition(e));
}

/* The first row that can say it where this part is wanted. */
static bool find_row(const struct builder *b, enum node_part part, const struct expr *e,
                     const struct scope *scope, struct match *m)
{
    for (enum constructor c = CONS_NONE + 1; c < N_CONSTRUCTORS; c++) {
        const struct constructor_row *row = &constructors[c];
        int first = row->part == part ? family_first(b, c) : -1;
        if (first < 0)
            continue;
        *m = (struct match){.constructor = c, .inner = e};
        if (row->shape == SHAPE_WRAP) {
            if (wraps(b, first, e))
                return true;
            continue;
        }
        if (e->kind == EXPR_AGGREGATE && row->kind != EXPR_AGGREGATE && e->n_args == 1 &&
            folds_aggregate(b, first)) {
            m->aggregate = e;
            m->inner = e->args[0];
        }
        if (row->kind == (int)m->inner->kind &&
            (row->op < 0 || row->op == variant_of(m->inner)) && fits_shape(b, m, scope))
            return true;
    }
    return false;
}

/* ---- nodes ------------------------------------------------------------------------------- */

/* A list that is too long goes on in a node of the same kind, which takes the last place. */
static void build_list(struct builder *b, struct spot at, enum constructor constructor,
                       struct expr *const *args, int n, const struct scope *scope)
{
    int fit = MIN(n, family_max(b, constructor)), node = add_rule(b, at, constructor, fit);
    for (int i = 0; node >= 0 && i < (n > fit ? fit - 1 : fit); i++)
        build_expr(b, (struct spot){node, i}, args[i], scope);
    if (node >= 0 && n > fit && fit > 1)
        build_list(b, (struct spot){node, fit - 1}, constructor, args + fit - 1, n - fit + 1, scope);
}

static int table_of_star(const struct expr *e, const struct scope *scope)
{
    const struct scope *s = scope;
    for (int up = 0; s && up < e->ref.up; up++)
        s = s->parent;
    return s ? s->sources[e->ref.source]->table : -1;
}

/* '*' of a table names the table, which must then be the first of its kind in sight. */
static int star_item(struct builder *b, const struct expr *e, const struct scope *scope)
{
    int table = table_of_star(e, scope), up = 0;
    if (table < 0)
        return refuse(b, "'*' of a derived table in", "a list");
    for (const struct scope *s = scope; s; s = s->parent, up++)
        for (int i = 0; i < s->n_sources; i++)
            if (s->sources[i]->table == table)
                return up == e->ref.up && i == e->ref.source
                           ? table
                           : refuse(b, "'*' of a table joined with itself:",
                                    b->schema->tables[table].name);
    return -1;
}

void build_ordering(struct builder *b, struct spot at, const struct expr *e, bool descending,
                    const struct scope *scope)
{
    int node = add_rule(b, at, descending ? CONS_DESCENDING : CONS_ASCENDING, 0);
    if (node >= 0)
        build_expr(b, (struct spot){node, 0}, e, scope);
}

/* The next sort key of a window, whose arguments begin with what it is partitioned by. */
static void build_window_order(struct builder *b, struct spot at, const struct expr *e,
                               int *argument, const struct scope *scope)
{
    int i = (*argument)++;
    build_ordering(b, at, e->args[i], e->window->descending[i - e->window->n_partition], scope);
}

static void build_when(struct builder *b, struct spot at, const struct expr *e, int *argument,
                       const struct scope *scope)
{
    int node = add_rule(b, at, CONS_WHEN, 0);
    for (int k = 0; node >= 0 && k < 2; k++)
        build_expr(b, (struct spot){node, k}, e->args[(*argument)++], scope);
}

/* The literal of a value leaf: the expression's own, an argument's, or one of a list's.  That it is a
 * date or a period the node above says; the leaf is what its text looks like. */
static struct literal literal_of(const struct match *m, int *argument)
{
    const struct expr *e = m->inner;
    struct literal literal = e->kind == EXPR_LITERAL ? e->literal
                             : constructors[m->constructor].shape == SHAPE_IN_LIST
                                 ? e->args[1]->args[*argument - 1]->literal
                                 : e->args[*argument]->literal;
    *argument += e->kind != EXPR_LITERAL;
    if (literal.kind > LITERAL_TEXT)
        literal.kind = sql_is_number(literal.text) ? LITERAL_NUMBER : LITERAL_TEXT;
    return literal;
}

/* One child of a node: its operator or flag, a literal, a query, a column, or the next argument. */
static void build_child(struct builder *b, struct spot at, const struct match *m, int *argument,
                        const struct scope *scope)
{
    const struct grammar_type *type = &b->tree->grammar->types[type_at(b, at)];
    const struct expr *e = m->inner;
    bool columns = constructors[m->constructor].shape == SHAPE_COLUMNS;
    if (type->kind == TYPE_VALUE)
        add_value(b, at, literal_of(m, argument));
    else if (type->kind == TYPE_TABLE)
        add_item(b, at, TYPE_TABLE, star_item(b, e, scope));
    else if (type->kind == TYPE_COLUMN)
        add_item(b, at, TYPE_COLUMN, columns ? e->args[(*argument)++]->ref.column : e->ref.column);
    else if (type->part == NODE_AGGREGATE)
        add_operator(b, at, e->kind == EXPR_AGGREGATE ? e->op : m->aggregate ? m->aggregate->op : -1);
    else if (type->part == NODE_DISTINCT)
        add_operator(b, at, e->distinct || (m->aggregate && m->aggregate->distinct));
    else if (is_operator(b->tree->grammar, type))
        add_operator(b, at, e->op);
    else if (type->part == NODE_SQL)
        build_query(b, at, e->query ? e->query : e->args[(*argument)++]->query, scope);
    else if (type->part == NODE_WHEN)
        build_when(b, at, e, argument, scope);
    else if (type->part == NODE_ORDERING)
        build_window_order(b, at, e, argument, scope);
    else
        build_expr(b, at, e->args[(*argument)++], scope);
}

static void build_node(struct builder *b, struct spot at, const struct match *m,
                       const struct scope *scope)
{
    const struct constructor_row *row = &constructors[m->constructor];
    int node = add_rule(b, at, m->constructor, m->n), argument = row->shape == SHAPE_COUNT_ROWS;
    int n = node < 0 ? 0 : b->tree->grammar->rules[b->tree->nodes[node].rule].n_slots;
    for (int k = 0; k < n && b->status == ST_OK; k++) {
        struct spot child = {node, k};
        if (row->shape == SHAPE_WRAP)
            build_expr(b, child, m->inner, scope);
        else
            build_child(b, child, m, &argument, scope);
    }
}

static const char *name_of(const struct expr *e)
{
    static const char *const names[] = {
        [EXPR_LIST] = "a list",            [EXPR_RATIO] = "a ratio",
        [EXPR_FUNCTION] = "a function",    [EXPR_CAST] = "CAST",
        [EXPR_CASE] = "CASE",              [EXPR_WINDOW] = "OVER",
        [EXPR_DATE_PART] = "a part of a date", [EXPR_DATE_DIFF] = "a difference of dates",
        [EXPR_DATE_SHIFT] = "a date moved by a time", [EXPR_DURING] = "a period",
        [EXPR_TRUTH] = "a value as a condition", [EXPR_COLUMN] = "a column of such a FROM",
        [EXPR_AGGREGATE] = "an aggregate of this kind", [EXPR_LITERAL] = "a literal of this kind",
        [EXPR_QUERY] = "a sub-query",
    };
    const char *name = (int)e->kind < COUNT_OF(names) ? names[e->kind] : NULL;
    return name ? name : "a comparison of this kind";
}

void build_expr(struct builder *b, struct spot at, const struct expr *e, const struct scope *scope)
{
    struct match m;
    if (b->status != ST_OK || at.slot < 0)
        return;
    const struct grammar_type *type = &b->tree->grammar->types[type_at(b, at)];
    if (find_row(b, type->part, e, scope, &m)) {
        enum shape shape = constructors[m.constructor].shape;
        bool single = e->kind == EXPR_LIST && e->n_args == 1 && e->args[0]->kind != EXPR_QUERY;
        if (single) /* IN reads a single value as a list of one */
            build_expr(b, at, e->args[0], scope);
        else if (shape == SHAPE_JUNCTION || shape == SHAPE_LIST)
            build_list(b, at, m.constructor, e->args, e->n_args, scope);
        else
            build_node(b, at, &m, scope);
        return;
    }
    if (e->kind == EXPR_LIST && e->n_args == 1 && e->args[0]->kind != EXPR_QUERY)
        build_expr(b, at, e->args[0], scope);
    else
        refuse(b, "the grammar has no rule for", name_of(e));
}

void build_condition(struct builder *b, struct spot at, const struct expr *e,
                     const struct scope *scope)
{
    if (e)
        build_expr(b, at, e, scope);
    else
        add_rule(b, at, CONS_NO_CONDITION, 0);
}
