/* from_query.c - a query as a typed tree.
 *
 * Nodes are made by the names of the grammar: a rule by its family and number, a child by the
 * name of its field, so that the order of fields and the size of families stay the grammar
 * file's business.  Wherever the paper's rules can say it, they are used, which leaves the
 * extensions to the queries that need them. */
#include "tree/internal.h"

#include <string.h>

struct builder {
    struct arena *arena;
    const struct schema *schema;
    struct tree *tree;
    enum status status;
    struct error *err;
};

/* ---- nodes ------------------------------------------------------------------------------- */

static int refuse(struct builder *b, const char *what, const char *name)
{
    if (b->status == ST_OK)
        b->status = fail(b->err, ST_UNSUPPORTED, "%s '%s'", what, name);
    return -1;
}

/* The first empty slot of that field name below a node; -1 if there is none. */
static int free_slot(const struct tree *tree, int parent, const char *field)
{
    const struct tree_node *node = &tree->nodes[parent];
    const struct grammar_rule *rule = &tree->grammar->rules[node->rule];
    for (int k = 0; k < rule->n_slots; k++)
        if (!node->children[k] &&
            strcmp(tree->grammar->fields[rule->slots[k].field].name, field) == 0)
            return k;
    return -1;
}

/* Where a new node goes: a slot of a node; the root has node -1. */
struct spot {
    int node, slot;
};
static const struct spot ROOT = {-1, 0};

static struct spot spot_of(struct builder *b, int node, const char *field)
{
    if (node < 0)
        return (struct spot){-1, -1};
    int slot = free_slot(b->tree, node, field);
    if (slot < 0)
        refuse(b, "the grammar has no field", field);
    return (struct spot){node, slot};
}

static int field_at(const struct builder *b, struct spot at)
{
    const struct tree *t = b->tree;
    return at.node < 0 ? 0 : t->grammar->rules[t->nodes[at.node].rule].slots[at.slot].field;
}

static int type_at(const struct builder *b, struct spot at)
{
    return b->tree->grammar->fields[field_at(b, at)].type;
}

/* Node 0 is the root and nobody's child, so 0 marks an empty slot. */
static int add_node(struct builder *b, struct spot at, enum type_kind kind)
{
    struct tree *tree = b->tree;
    if (b->status != ST_OK || at.slot < 0)
        return -1;
    int field = field_at(b, at);
    const char *name = tree->grammar->fields[field].name;
    if (tree->n_nodes == TREE_MAX_NODES)
        return refuse(b, "too many nodes in the tree at", name);
    if (tree->grammar->types[tree->grammar->fields[field].type].kind != kind)
        return refuse(b, "the grammar has another type for field", name);
    int id = tree->n_nodes;
    *ARENA_PUSH(b->arena, tree->nodes, tree->n_nodes, tree->capacity) = (struct tree_node){
        .field = field, .rule = -1, .item = -1, .parent = at.node, .slot = at.slot};
    if (at.node >= 0)
        tree->nodes[at.node].children[at.slot] = id;
    return id;
}

static int add_rule_id(struct builder *b, struct spot at, int rule)
{
    const struct grammar *g = b->tree->grammar;
    int node = add_node(b, at, TYPE_NODE);
    if (node < 0)
        return -1;
    if (type_at(b, at) != g->rules[rule].type)
        return refuse(b, "the grammar has another type for rule", g->rules[rule].name);
    b->tree->nodes[node].rule = rule;
    b->tree->nodes[node].children = ARENA_ARRAY(b->arena, int, g->rules[rule].n_slots);
    return node;
}

static int add_rule(struct builder *b, struct spot at, enum constructor constructor, int n)
{
    const char *family = constructors[constructor].family;
    int rule = grammar_find_rule(b->tree->grammar, family, n);
    if (rule >= 0)
        return add_rule_id(b, at, rule);
    return refuse(b, "the grammar has no rule",
                  n ? arena_printf(b->arena, "%s[%d]", family, n) : family);
}

static void add_item(struct builder *b, struct spot at, enum type_kind kind, int item)
{
    int node = add_node(b, at, kind);
    if (node >= 0)
        b->tree->nodes[node].item = item;
}

static void add_value(struct builder *b, struct spot at, struct literal value)
{
    int node = add_node(b, at, TYPE_VALUE);
    if (node >= 0)
        b->tree->nodes[node].value = value;
}

/* The leaf that stands for an operator or flag. */
static void add_operator(struct builder *b, struct spot at, int op)
{
    const struct grammar *g = b->tree->grammar;
    if (at.slot < 0)
        return;
    const struct grammar_type *type = &g->types[type_at(b, at)];
    for (int i = 0; i < type->n_rules; i++)
        if (constructors[g->rules[type->rules[i]].constructor].op == op) {
            add_rule_id(b, at, type->rules[i]);
            return;
        }
    refuse(b, "the grammar lacks an operator of type", type->name);
}

static int family_max(const struct builder *b, enum constructor constructor)
{
    return grammar_family_max(b->tree->grammar, constructors[constructor].family);
}

static int family_first(const struct builder *b, enum constructor constructor)
{
    const char *family = constructors[constructor].family;
    return map_get(&b->tree->grammar->families, family, strlen(family), -1);
}

/* ---- expressions ------------------------------------------------------------------------- */

static void build_query(struct builder *b, struct spot at, const struct query *q,
                        const struct scope *scope);

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
    return e->kind == EXPR_LITERAL ? (int)e->literal.kind : e->kind == EXPR_BETWEEN ? e->negated
                                                                                    : e->op;
}

static bool is_default(const struct scope *scope, const struct expr *e, bool right)
{
    struct column_ref ref;
    return e->kind == EXPR_COLUMN &&
           (default_ref(scope, e->ref.column, right, &ref), column_ref_equal(ref, e->ref));
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

static bool fits_shape(const struct builder *b, struct match *m, const struct scope *scope)
{
    const struct constructor_row *row = &constructors[m->constructor];
    const struct expr *e = m->inner;
    int instance = e->kind == EXPR_COLUMN ? instance_of(scope, e->ref) : -1;
    bool dangling = e->kind == EXPR_COLUMN && e->ref.source < 0;
    switch (row->shape) {
    case SHAPE_COLUMN:
        return (instance == 0 || dangling) && !is_table_star(e);
    case SHAPE_INSTANCE:
        m->n = instance + 1;
        return instance > 0 && !is_table_star(e);
    case SHAPE_OUTPUT:
        m->n = output_number(scope, e->ref) + 1;
        return instance < 0 && !dangling && !is_table_star(e);
    case SHAPE_STAR:
        return is_table_star(e);
    case SHAPE_COLUMNS:
        return is_default(scope, e->args[0], false) && is_default(scope, e->args[1], true) &&
               !(m->aggregate && m->aggregate->distinct);
    case SHAPE_JUNCTION:
    case SHAPE_LIST:
        m->n = MIN(e->n_args, family_max(b, m->constructor));
        return true;
    default:
        return row->shape == SHAPE_NODE;
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
            const struct grammar *g = b->tree->grammar;
            bool condition = g->types[grammar_slot_type(g, first, 0)].part == NODE_CONDITION;
            if (!condition || expr_is_condition(e))
                return true;
            continue;
        }
        if (e->kind == EXPR_AGGREGATE && row->kind != EXPR_AGGREGATE && folds_aggregate(b, first)) {
            m->aggregate = e;
            m->inner = e->args[0];
        }
        if (row->kind == (int)m->inner->kind &&
            (row->op < 0 || row->op == variant_of(m->inner)) && fits_shape(b, m, scope))
            return true;
    }
    return false;
}

static void build_expr(struct builder *b, struct spot at, const struct expr *e,
                       const struct scope *scope);

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

static bool is_operator(const struct grammar *g, const struct grammar_type *type)
{
    return constructors[g->rules[type->rules[0]].constructor].shape == SHAPE_OPERATOR;
}

/* One child of a node: its operator or flag, a literal, a query, a column, or the next argument. */
static void build_child(struct builder *b, struct spot at, const struct match *m, int *argument,
                        const struct scope *scope)
{
    const struct grammar_type *type = &b->tree->grammar->types[type_at(b, at)];
    const struct expr *e = m->inner;
    bool columns = constructors[m->constructor].shape == SHAPE_COLUMNS;
    if (type->kind == TYPE_VALUE)
        add_value(b, at, e->literal);
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
        build_query(b, at, e->query, scope);
    else
        build_expr(b, at, e->args[(*argument)++], scope);
}

static void build_expr(struct builder *b, struct spot at, const struct expr *e,
                       const struct scope *scope)
{
    struct match m;
    if (b->status != ST_OK || at.slot < 0)
        return;
    const struct grammar_type *type = &b->tree->grammar->types[type_at(b, at)];
    /* IN reads a single value as a list of one */
    if (e->kind == EXPR_LIST && e->n_args == 1 && e->args[0]->kind != EXPR_QUERY) {
        build_expr(b, at, e->args[0], scope);
        return;
    }
    if (!find_row(b, type->part, e, scope, &m)) {
        refuse(b, e->kind == EXPR_LIST ? "a list cannot stand in" : "the grammar has no rule for a",
               type->name);
        return;
    }
    const struct constructor_row *row = &constructors[m.constructor];
    if (row->shape == SHAPE_JUNCTION || row->shape == SHAPE_LIST) {
        build_list(b, at, m.constructor, e->args, e->n_args, scope);
        return;
    }
    int node = add_rule(b, at, m.constructor, m.n), argument = 0;
    int n = node < 0 ? 0 : b->tree->grammar->rules[b->tree->nodes[node].rule].n_slots;
    for (int k = 0; k < n && b->status == ST_OK; k++) {
        struct spot child = {node, k};
        if (row->shape == SHAPE_WRAP)
            build_expr(b, child, e, scope);
        else
            build_child(b, child, &m, &argument, scope);
    }
}

static void build_condition(struct builder *b, struct spot at, const struct expr *e,
                            const struct scope *scope)
{
    if (e)
        build_expr(b, at, e, scope);
    else
        add_rule(b, at, CONS_NO_CONDITION, 0);
}

/* n expressions in the node's slots for them; what does not fit goes into a continuation that
 * takes the last slot. */
static void build_units(struct builder *b, int node, struct expr *const *units, int n, int fit,
                        const struct scope *scope)
{
    for (int i = 0; i < MIN(n, n > fit ? fit - 1 : fit) && b->status == ST_OK; i++)
        build_expr(b, spot_of(b, node, "col_unit"), units[i], scope);
    if (n <= fit || b->status != ST_OK)
        return;
    int rest = n - fit + 1, more = MIN(rest, family_max(b, CONS_MORE_UNITS));
    int next = add_rule(b, spot_of(b, node, "col_unit"), CONS_MORE_UNITS, more);
    if (next >= 0)
        build_units(b, next, units + fit - 1, rest, more, scope);
}

/* ---- clauses ----------------------------------------------------------------------------- */

static void build_sources(struct builder *b, int node, const struct source *sources, int n, int fit,
                          const struct scope *parent)
{
    for (int i = 0; i < (n > fit ? fit - 1 : fit) && b->status == ST_OK; i++) {
        bool table = !sources[i].query;
        int child = add_rule(b, spot_of(b, node, "source"), table ? CONS_TABLE_SOURCE : CONS_QUERY_SOURCE, 0);
        if (child >= 0 && table)
            add_item(b, spot_of(b, child, "tab_id"), TYPE_TABLE, sources[i].table);
        else if (child >= 0)
            build_query(b, spot_of(b, child, "from_sql"), sources[i].query, parent);
    }
    if (n <= fit || b->status != ST_OK)
        return;
    int rest = n - fit + 1, more = MIN(rest, family_max(b, CONS_MORE_SOURCES));
    int next = add_rule(b, spot_of(b, node, "source"), CONS_MORE_SOURCES, more);
    if (next >= 0)
        build_sources(b, next, sources + fit - 1, rest, more, parent);
}

static void build_from(struct builder *b, int parent, const struct query *q,
                       const struct scope *scope)
{
    int n_tables = 0;
    struct expr *on = query_inner_on(b->arena, q);
    for (int i = 0; i < q->n_from; i++)
        n_tables += !q->from[i].query;
    bool tables = n_tables == q->n_from && q->n_from <= family_max(b, CONS_FROM_TABLE);
    bool queries = n_tables == 0 && !on && q->n_from <= family_max(b, CONS_FROM_SQL);
    int fit = tables || queries ? q->n_from : MIN(q->n_from, family_max(b, CONS_FROM_SOURCE));
    int node = add_rule(b, spot_of(b, parent, "from"),
                        tables    ? CONS_FROM_TABLE
                        : queries ? CONS_FROM_SQL
                                  : CONS_FROM_SOURCE,
                        fit);
    if (node < 0)
        return;
    for (int i = 0; tables && i < q->n_from; i++)
        add_item(b, spot_of(b, node, "tab_id"), TYPE_TABLE, q->from[i].table);
    for (int i = 0; queries && i < q->n_from; i++)
        build_query(b, spot_of(b, node, "from_sql"), q->from[i].query, scope->parent);
    if (!tables && !queries)
        build_sources(b, node, q->from, q->n_from, fit, scope->parent);
    if (!queries)
        build_condition(b, spot_of(b, node, "from"), on, scope);
}

static void build_select(struct builder *b, int parent, const struct query *q,
                         const struct scope *scope)
{
    int fit = MIN(q->n_select, family_max(b, CONS_SELECT_LIST));
    int node = add_rule(b, spot_of(b, parent, "select"), CONS_SELECT_LIST, fit);
    if (node < 0)
        return;
    add_operator(b, spot_of(b, node, "distinct"), q->distinct);
    build_units(b, node, q->select, q->n_select, fit, scope);
}

static void build_group(struct builder *b, int parent, const struct query *q,
                        const struct scope *scope)
{
    bool columns = q->n_group <= family_max(b, CONS_GROUP_BY);
    for (int i = 0; i < q->n_group; i++)
        columns = columns && is_default(scope, q->group[i], false);
    int fit = columns ? q->n_group : MIN(q->n_group, family_max(b, CONS_GROUP_UNIT));
    int node = add_rule(b, spot_of(b, parent, "groupby"),
                        q->n_group == 0 ? (q->having ? CONS_HAVING_ONLY : CONS_NO_GROUP)
                        : columns       ? CONS_GROUP_BY
                                        : CONS_GROUP_UNIT,
                        fit);
    if (node < 0)
        return;
    for (int i = 0; columns && i < q->n_group; i++)
        add_item(b, spot_of(b, node, "col_id"), TYPE_COLUMN, q->group[i]->ref.column);
    if (!columns)
        build_units(b, node, q->group, q->n_group, fit, scope);
    if (q->n_group || q->having)
        build_condition(b, spot_of(b, node, "having"), q->having, scope);
}

static void build_orderings(struct builder *b, int node, const struct order_term *terms, int n,
                            int fit, const struct scope *scope)
{
    for (int i = 0; i < (n > fit ? fit - 1 : fit) && b->status == ST_OK; i++) {
        int child = add_rule(b, spot_of(b, node, "ordering"),
                             terms[i].descending ? CONS_DESCENDING : CONS_ASCENDING, 0);
        if (child >= 0)
            build_expr(b, spot_of(b, child, "col_unit"), terms[i].expr, scope);
    }
    if (n <= fit || b->status != ST_OK)
        return;
    int rest = n - fit + 1, more = MIN(rest, family_max(b, CONS_MORE_ORDERINGS));
    int next = add_rule(b, spot_of(b, node, "ordering"), CONS_MORE_ORDERINGS, more);
    if (next >= 0)
        build_orderings(b, next, terms + fit - 1, rest, more, scope);
}

static void add_count(struct builder *b, int node, const char *field, const char *count)
{
    add_value(b, spot_of(b, node, field), (struct literal){LITERAL_NUMBER, count});
}

static void build_order_terms(struct builder *b, int parent, const struct query *q,
                              const struct scope *scope)
{
    bool mixed = false;
    for (int i = 1; i < q->n_order; i++)
        mixed |= q->order[i].descending != q->order[0].descending;
    enum constructor rule = mixed ? (q->limit ? CONS_MIXED_LIMIT : CONS_MIXED)
                                 : (q->limit ? CONS_ORDER_LIMIT : CONS_ORDER_BY);
    if (q->n_order == 0)
        rule = q->limit ? CONS_LIMIT_ONLY : CONS_NO_ORDER;
    int fit = MIN(q->n_order, family_max(b, rule));
    int node = add_rule(b, spot_of(b, parent, "orderby"), rule, fit);
    if (node < 0)
        return;
    if (mixed) {
        build_orderings(b, node, q->order, q->n_order, fit, scope);
    } else if (q->n_order > 0) {
        struct expr **units = ARENA_ARRAY(b->arena, struct expr *, q->n_order);
        for (int i = 0; i < q->n_order; i++)
            units[i] = q->order[i].expr;
        build_units(b, node, units, q->n_order, fit, scope);
        add_rule(b, spot_of(b, node, "order"), q->order[0].descending ? CONS_DESC : CONS_ASC, 0);
    }
    if (q->limit)
        add_count(b, node, "limit", q->limit);
}

static void build_order(struct builder *b, int parent, const struct query *q,
                        const struct scope *scope)
{
    if (q->offset) {
        parent = add_rule(b, spot_of(b, parent, "orderby"), CONS_OFFSET, 0);
        if (parent < 0)
            return;
        add_count(b, parent, "offset", q->offset);
    }
    build_order_terms(b, parent, q, scope);
}

/* ---- queries ----------------------------------------------------------------------------- */

static enum constructor of_set(enum set_op set)
{
    enum constructor c = CONS_NONE + 1;
    while (constructors[c].shape != SHAPE_SET || constructors[c].op != (int)set)
        c++;
    return c;
}

static void build_compound(struct builder *b, struct spot at, const struct query *q,
                           const struct scope *outer)
{
    if (q->n_order || q->limit || q->offset) {
        int node = add_rule(b, at, CONS_ORDERED_SET, 0);
        if (node < 0)
            return;
        build_order(b, node, q, scope_of(b->arena, b->schema, q, outer));
        at = spot_of(b, node, "operand");
    }
    int node = add_rule(b, at, of_set(q->set), 0);
    if (node < 0)
        return;
    build_query(b, spot_of(b, node, "left"), q->left, outer);
    build_query(b, spot_of(b, node, "right"), q->right, outer);
}

static void build_query(struct builder *b, struct spot at, const struct query *q,
                        const struct scope *outer)
{
    if (q->set != SET_NONE) {
        build_compound(b, at, q, outer);
        return;
    }
    struct scope *scope = scope_of(b->arena, b->schema, q, outer);
    int node = add_rule(b, at, CONS_SELECT_QUERY, 0);
    if (node < 0)
        return;
    build_from(b, node, q, scope);
    build_select(b, node, q, scope);
    build_condition(b, spot_of(b, node, "where"), q->where, scope);
    build_group(b, node, q, scope);
    build_order(b, node, q, scope);
}

/* ---- what a query can hold and this grammar cannot say ------------------------------------ */

static enum walk refuse_expr(struct walker *w, struct expr *e)
{
    static const char *const unsaid[] = {
        [EXPR_RATIO] = "a ratio",          [EXPR_FUNCTION] = "a function",
        [EXPR_CAST] = "CAST",              [EXPR_CASE] = "CASE",
        [EXPR_WINDOW] = "OVER",            [EXPR_DATE_PART] = "a part of a date",
        [EXPR_DATE_DIFF] = "a difference of dates", [EXPR_DATE_SHIFT] = "a date moved by a time",
        [EXPR_DURING] = "a period",        [EXPR_TRUTH] = "a value as a condition",
    };
    const char *what = (int)e->kind < COUNT_OF(unsaid) ? unsaid[e->kind] : NULL;
    if (e->kind == EXPR_AGGREGATE && e->n_args > 1)
        what = "an aggregate with a condition";
    if (e->kind == EXPR_ARITHMETIC && e->op == ARITH_MODULO)
        what = "the operator %";
    if (e->kind == EXPR_LITERAL && e->literal.kind > LITERAL_TEXT)
        what = "a date";
    if (what)
        refuse(w->data, "the grammar has no rule for", what);
    return what ? WALK_STOP : WALK_ON;
}

static enum walk refuse_query(struct walker *w, struct query *q)
{
    const char *what = NULL;
    if (query_has_left_join(q))
        what = "LEFT JOIN";
    if (q->set == SET_NONE && q->n_from == 0)
        what = "SELECT without FROM";
    for (int i = 0; i < q->n_order; i++)
        if (q->order[i].nulls != NULLS_DEFAULT)
            what = "NULLS FIRST or LAST";
    if (what)
        refuse(w->data, "the grammar has no rule for", what);
    return what ? WALK_STOP : WALK_ON;
}

enum status tree_from_query(struct arena *arena, const struct grammar *grammar,
                            const struct schema *schema, const struct query *query,
                            struct tree **out, struct error *err)
{
    *out = NULL;
    if (grammar_is_tokens(grammar))
        return tokens_from_query(arena, grammar, schema, query, out, err);
    struct builder b = {
        .arena = arena, .schema = schema, .err = err, .tree = ARENA_NEW(arena, struct tree)};
    b.tree->grammar = grammar;
    struct walker w = {.expr = refuse_expr, .query = refuse_query, .data = &b};
    if (!walk_query(&w, (struct query *)query))
        return b.status;
    build_query(&b, ROOT, query, NULL);
    if (b.status == ST_OK)
        *out = b.tree;
    return b.status;
}
