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

/* Node 0 is the root and nobody's child, so 0 marks an empty slot. */
static int add_node(struct builder *b, int parent, const char *field, enum type_kind kind)
{
    struct tree *tree = b->tree;
    if (b->status != ST_OK)
        return -1;
    if (tree->n_nodes == TREE_MAX_NODES)
        return refuse(b, "too many nodes in the tree at", field);
    int slot = parent < 0 ? 0 : free_slot(tree, parent, field);
    if (slot < 0)
        return refuse(b, "the grammar has no field", field);
    int id = 0;
    if (parent >= 0)
        id = tree->grammar->rules[tree->nodes[parent].rule].slots[slot].field;
    if (tree->grammar->types[tree->grammar->fields[id].type].kind != kind)
        return refuse(b, "the grammar has another type for field", field);
    int at = tree->n_nodes;
    *ARENA_PUSH(b->arena, tree->nodes, tree->n_nodes, tree->capacity) =
        (struct tree_node){.field = id, .rule = -1, .item = -1, .parent = parent, .slot = slot};
    if (parent >= 0)
        tree->nodes[parent].children[slot] = at;
    return at;
}

static int add_rule(struct builder *b, int parent, const char *field, enum meaning meaning, int n)
{
    const char *family = meaning_families[meaning];
    const struct grammar *g = b->tree->grammar;
    int rule = grammar_find_rule(g, family, n);
    if (rule < 0)
        return refuse(b, "the grammar has no rule",
                      n ? arena_printf(b->arena, "%s[%d]", family, n) : family);
    int at = add_node(b, parent, field, TYPE_NODE);
    if (at < 0)
        return -1;
    if (g->fields[b->tree->nodes[at].field].type != g->rules[rule].type)
        return refuse(b, "the grammar has another type for rule", family);
    b->tree->nodes[at].rule = rule;
    b->tree->nodes[at].children = ARENA_ARRAY(b->arena, int, g->rules[rule].n_slots);
    return at;
}

static void add_item(struct builder *b, int parent, const char *field, enum type_kind kind,
                     int item)
{
    int at = add_node(b, parent, field, kind);
    if (at >= 0)
        b->tree->nodes[at].item = item;
}

static void add_value(struct builder *b, int parent, const char *field, struct literal value)
{
    int at = add_node(b, parent, field, TYPE_VALUE);
    if (at >= 0)
        b->tree->nodes[at].value = value;
}

static int family_max(const struct builder *b, enum meaning meaning)
{
    return grammar_family_max(b->tree->grammar, meaning_families[meaning]);
}

/* ---- columns and expressions ------------------------------------------------------------- */

static void build_query(struct builder *b, int parent, const char *field, const struct query *q,
                        const struct scope *scope);
static void build_condition(struct builder *b, int parent, const char *field, const struct expr *e,
                            const struct scope *scope);

static bool is_default(const struct scope *scope, const struct expr *e, bool right)
{
    struct column_ref ref;
    return e->kind == EXPR_COLUMN &&
           (default_ref(scope, e->ref.column, right, &ref), column_ref_equal(ref, e->ref));
}

static void build_aggregate(struct builder *b, int node, const struct expr *aggregate)
{
    add_rule(b, node, "agg_op", aggregate ? MEANS_MAX + aggregate->op : MEANS_NONE, 0);
}

static void build_distinct(struct builder *b, int node, bool distinct)
{
    add_rule(b, node, "distinct", distinct ? MEANS_TRUE : MEANS_FALSE, 0);
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

/* T.*: the tree names the table, which must then be the first of its kind in sight. */
static int build_star(struct builder *b, int parent, const char *field, struct column_ref ref,
                      const struct scope *scope)
{
    const struct source *source = NULL;
    int up = 0;
    for (const struct scope *s = scope; s; s = s->parent, up++)
        if (up == ref.up)
            source = s->sources[ref.source];
    up = 0;
    for (const struct scope *s = scope; s && source && !source->query; s = s->parent, up++)
        for (int i = 0; i < s->n_sources; i++) {
            if (s->sources[i]->table != source->table)
                continue;
            if (up != ref.up || i != ref.source)
                return refuse(
                    b, "'*' of a table joined with itself:", b->schema->tables[source->table].name);
            int node = add_rule(b, parent, field, MEANS_TABLE_STAR, 0);
            if (node >= 0)
                add_item(b, node, "tab_id", TYPE_TABLE, source->table);
            return node;
        }
    return refuse(b, "'*' of a derived table in", field);
}

/* A column, perhaps aggregated. */
static void build_column(struct builder *b, int parent, const char *field,
                         const struct expr *aggregate, const struct expr *column,
                         const struct scope *scope)
{
    struct column_ref ref = column->ref;
    int node, k = instance_of(scope, ref);
    bool dangling = ref.source < 0;
    if (ref.column == 0 && !dangling && ref.output < 0) {
        node = build_star(b, parent, field, ref, scope);
    } else if (k < 0 && !dangling) {
        node = add_rule(b, parent, field, MEANS_OUTPUT, output_number(scope, ref) + 1);
    } else {
        node = k > 0 ? add_rule(b, parent, field, MEANS_INSTANCE, k + 1)
                     : add_rule(b, parent, field, MEANS_UNARY, 0);
        if (node >= 0)
            add_item(b, node, "col_id", TYPE_COLUMN, ref.column);
    }
    if (node < 0)
        return;
    build_aggregate(b, node, aggregate);
    build_distinct(b, node, aggregate && aggregate->distinct);
}

static void build_unit(struct builder *b, int parent, const char *field, const struct expr *e,
                       const struct scope *scope);

/* left op right, perhaps aggregated: two plain columns have a rule of the paper's own. */
static void build_arithmetic(struct builder *b, int parent, const char *field,
                             const struct expr *aggregate, const struct expr *e,
                             const struct scope *scope)
{
    bool columns = is_default(scope, e->args[0], false) && is_default(scope, e->args[1], true) &&
                   !(aggregate && aggregate->distinct);
    if (aggregate && !columns) {
        int node = add_rule(b, parent, field, MEANS_AGGREGATE, 0);
        if (node < 0)
            return;
        build_aggregate(b, node, aggregate);
        build_distinct(b, node, aggregate->distinct);
        build_unit(b, node, "col_unit", e, scope);
        return;
    }
    int node = add_rule(b, parent, field, columns ? MEANS_BINARY : MEANS_ARITHMETIC, 0);
    if (node < 0)
        return;
    if (columns)
        build_aggregate(b, node, aggregate);
    add_rule(b, node, "unit_op", MEANS_MINUS + e->op, 0);
    for (int i = 0; i < 2; i++) {
        const char *side = i ? "right" : "left";
        if (columns)
            add_item(b, node, side, TYPE_COLUMN, e->args[i]->ref.column);
        else
            build_unit(b, node, side, e->args[i], scope);
    }
}

static void build_aggregated(struct builder *b, int parent, const char *field, const struct expr *e,
                             const struct scope *scope)
{
    const struct expr *arg = e->args[0];
    if (arg->kind == EXPR_COLUMN)
        build_column(b, parent, field, e, arg, scope);
    else if (arg->kind == EXPR_ARITHMETIC)
        build_arithmetic(b, parent, field, e, arg, scope);
    else {
        int node = add_rule(b, parent, field, MEANS_AGGREGATE, 0);
        if (node < 0)
            return;
        build_aggregate(b, node, e);
        build_distinct(b, node, e->distinct);
        build_unit(b, node, "col_unit", arg, scope);
    }
}

static void build_unit(struct builder *b, int parent, const char *field, const struct expr *e,
                       const struct scope *scope)
{
    int node;
    switch (e->kind) {
    case EXPR_COLUMN:
        build_column(b, parent, field, NULL, e, scope);
        break;
    case EXPR_AGGREGATE:
        build_aggregated(b, parent, field, e, scope);
        break;
    case EXPR_ARITHMETIC:
        build_arithmetic(b, parent, field, NULL, e, scope);
        break;
    case EXPR_LITERAL:
        if (e->literal.kind == LITERAL_NULL)
            add_rule(b, parent, field, MEANS_NULL_UNIT, 0);
        else if ((node = add_rule(b, parent, field, MEANS_LITERAL_UNIT, 0)) >= 0)
            add_value(b, node, "val_id", e->literal);
        break;
    case EXPR_QUERY:
        if ((node = add_rule(b, parent, field, MEANS_QUERY_UNIT, 0)) >= 0)
            build_query(b, node, "value_sql", e->query, scope);
        break;
    case EXPR_LIST:
        refuse(b, "a list cannot stand in", field);
        break;
    default:
        if ((node = add_rule(b, parent, field, MEANS_CONDITION_UNIT, 0)) >= 0)
            build_condition(b, node, "condition", e, scope);
    }
}

/* n expressions in the node's slots for them; what does not fit goes into a continuation that
 * takes the last slot. */
static void build_units(struct builder *b, int node, struct expr *const *units, int n, int fit,
                        const struct scope *scope)
{
    for (int i = 0; i < MIN(n, n > fit ? fit - 1 : fit) && b->status == ST_OK; i++)
        build_unit(b, node, "col_unit", units[i], scope);
    if (n <= fit || b->status != ST_OK)
        return;
    int rest = n - fit + 1, more = MIN(rest, family_max(b, MEANS_MORE_UNITS));
    int next = add_rule(b, node, "col_unit", MEANS_MORE_UNITS, more);
    if (next >= 0)
        build_units(b, next, units + fit - 1, rest, more, scope);
}

/* ---- conditions -------------------------------------------------------------------------- */

static void build_value(struct builder *b, int parent, const char *field, const struct expr *e,
                        const struct scope *scope);

static void build_list(struct builder *b, int parent, const char *field, struct expr *const *items,
                       int n, const struct scope *scope)
{
    int fit = MIN(n, family_max(b, MEANS_LIST_VALUE));
    int node = add_rule(b, parent, field, MEANS_LIST_VALUE, fit);
    for (int i = 0; node >= 0 && i < (n > fit ? fit - 1 : fit); i++)
        build_value(b, node, "value", items[i], scope);
    if (node >= 0 && n > fit)
        build_list(b, node, "value", items + fit - 1, n - fit + 1, scope);
}

static void build_value(struct builder *b, int parent, const char *field, const struct expr *e,
                        const struct scope *scope)
{
    int node;
    if (e->kind == EXPR_LITERAL && e->literal.kind == LITERAL_NULL) {
        add_rule(b, parent, field, MEANS_NULL_VALUE, 0);
    } else if (e->kind == EXPR_LITERAL) {
        if ((node = add_rule(b, parent, field, MEANS_LITERAL_VALUE, 0)) >= 0)
            add_value(b, node, "val_id", e->literal);
    } else if (e->kind == EXPR_QUERY) {
        if ((node = add_rule(b, parent, field, MEANS_SQL_VALUE, 0)) >= 0)
            build_query(b, node, "value_sql", e->query, scope);
    } else if (e->kind == EXPR_LIST) {
        /* IN reads a single value as a list of one */
        if (e->n_args == 1 && e->args[0]->kind != EXPR_QUERY)
            build_value(b, parent, field, e->args[0], scope);
        else
            build_list(b, parent, field, e->args, e->n_args, scope);
    } else if (is_default(scope, e, false)) {
        if ((node = add_rule(b, parent, field, MEANS_COLUMN_VALUE, 0)) >= 0)
            add_item(b, node, "col_id", TYPE_COLUMN, e->ref.column);
    } else if ((node = add_rule(b, parent, field, MEANS_UNIT_VALUE, 0)) >= 0) {
        build_unit(b, node, "col_unit", e, scope);
    }
}

/* More conditions than the largest rule takes: its last child is the rest, of the same kind. */
static void build_junction(struct builder *b, int parent, const char *field, enum meaning meaning,
                           struct expr *const *args, int n, const struct scope *scope)
{
    int fit = MIN(n, family_max(b, meaning));
    int node = add_rule(b, parent, field, meaning, fit);
    for (int i = 0; node >= 0 && i < (n > fit ? fit - 1 : fit); i++)
        build_condition(b, node, "condition", args[i], scope);
    if (node >= 0 && n > fit && fit > 1)
        build_junction(b, node, "condition", meaning, args + fit - 1, n - fit + 1, scope);
}

static void build_comparison(struct builder *b, int parent, const char *field, const struct expr *e,
                             const struct scope *scope)
{
    enum meaning meaning = e->kind == EXPR_COMPARE ? MEANS_CMP
                           : e->negated            ? MEANS_NOT_BETWEEN
                                                   : MEANS_BETWEEN;
    int node = add_rule(b, parent, field, meaning, 0);
    if (node < 0)
        return;
    build_unit(b, node, "col_unit", e->args[0], scope);
    if (e->kind == EXPR_COMPARE) {
        add_rule(b, node, "cmp_op", MEANS_EQUAL + e->op, 0);
        build_value(b, node, "value", e->args[1], scope);
    } else {
        build_value(b, node, "left", e->args[1], scope);
        build_value(b, node, "right", e->args[2], scope);
    }
}

static void build_condition(struct builder *b, int parent, const char *field, const struct expr *e,
                            const struct scope *scope)
{
    int node;
    if (b->status != ST_OK)
        return;
    if (!e)
        add_rule(b, parent, field, MEANS_NO_CONDITION, 0);
    else if (e->kind == EXPR_AND || e->kind == EXPR_OR)
        build_junction(b, parent, field, e->kind == EXPR_AND ? MEANS_AND : MEANS_OR, e->args,
                       e->n_args, scope);
    else if (e->kind == EXPR_NOT) {
        if ((node = add_rule(b, parent, field, MEANS_NOT, 0)) >= 0)
            build_condition(b, node, "condition", e->args[0], scope);
    } else if (e->kind == EXPR_EXISTS) {
        if ((node = add_rule(b, parent, field, MEANS_EXISTS, 0)) >= 0)
            build_query(b, node, "value_sql", e->query, scope);
    } else
        build_comparison(b, parent, field, e, scope);
}

/* ---- clauses ----------------------------------------------------------------------------- */

static void build_sources(struct builder *b, int node, const struct source *sources, int n, int fit,
                          const struct scope *parent)
{
    for (int i = 0; i < (n > fit ? fit - 1 : fit) && b->status == ST_OK; i++) {
        bool table = !sources[i].query;
        int child = add_rule(b, node, "source", table ? MEANS_TABLE_SOURCE : MEANS_QUERY_SOURCE, 0);
        if (child >= 0 && table)
            add_item(b, child, "tab_id", TYPE_TABLE, sources[i].table);
        else if (child >= 0)
            build_query(b, child, "from_sql", sources[i].query, parent);
    }
    if (n <= fit || b->status != ST_OK)
        return;
    int rest = n - fit + 1, more = MIN(rest, family_max(b, MEANS_MORE_SOURCES));
    int next = add_rule(b, node, "source", MEANS_MORE_SOURCES, more);
    if (next >= 0)
        build_sources(b, next, sources + fit - 1, rest, more, parent);
}

static void build_from(struct builder *b, int parent, const struct query *q,
                       const struct scope *scope)
{
    int n_tables = 0;
    for (int i = 0; i < q->n_from; i++)
        n_tables += !q->from[i].query;
    bool tables = n_tables == q->n_from && q->n_from <= family_max(b, MEANS_FROM_TABLE);
    bool queries = n_tables == 0 && !q->on && q->n_from <= family_max(b, MEANS_FROM_SQL);
    int fit = tables || queries ? q->n_from : MIN(q->n_from, family_max(b, MEANS_FROM_SOURCE));
    int node = add_rule(b, parent, "from",
                        tables    ? MEANS_FROM_TABLE
                        : queries ? MEANS_FROM_SQL
                                  : MEANS_FROM_SOURCE,
                        fit);
    if (node < 0)
        return;
    for (int i = 0; tables && i < q->n_from; i++)
        add_item(b, node, "tab_id", TYPE_TABLE, q->from[i].table);
    for (int i = 0; queries && i < q->n_from; i++)
        build_query(b, node, "from_sql", q->from[i].query, scope->parent);
    if (!tables && !queries)
        build_sources(b, node, q->from, q->n_from, fit, scope->parent);
    if (!queries)
        build_condition(b, node, "from", q->on, scope);
}

static void build_select(struct builder *b, int parent, const struct query *q,
                         const struct scope *scope)
{
    int fit = MIN(q->n_select, family_max(b, MEANS_SELECT));
    int node = add_rule(b, parent, "select", MEANS_SELECT, fit);
    if (node < 0)
        return;
    build_distinct(b, node, q->distinct);
    build_units(b, node, q->select, q->n_select, fit, scope);
}

static void build_group(struct builder *b, int parent, const struct query *q,
                        const struct scope *scope)
{
    bool columns = q->n_group <= family_max(b, MEANS_GROUP_COLUMN);
    for (int i = 0; i < q->n_group; i++)
        columns = columns && is_default(scope, q->group[i], false);
    int fit = columns ? q->n_group : MIN(q->n_group, family_max(b, MEANS_GROUP_UNIT));
    int node = add_rule(b, parent, "groupby",
                        q->n_group == 0 ? (q->having ? MEANS_HAVING_ONLY : MEANS_NO_GROUP)
                        : columns       ? MEANS_GROUP_COLUMN
                                        : MEANS_GROUP_UNIT,
                        fit);
    if (node < 0)
        return;
    for (int i = 0; columns && i < q->n_group; i++)
        add_item(b, node, "col_id", TYPE_COLUMN, q->group[i]->ref.column);
    if (!columns)
        build_units(b, node, q->group, q->n_group, fit, scope);
    if (q->n_group || q->having)
        build_condition(b, node, "having", q->having, scope);
}

static void build_orderings(struct builder *b, int node, const struct order_term *terms, int n,
                            int fit, const struct scope *scope)
{
    for (int i = 0; i < (n > fit ? fit - 1 : fit) && b->status == ST_OK; i++) {
        int child = add_rule(b, node, "ordering",
                             terms[i].descending ? MEANS_DESCENDING : MEANS_ASCENDING, 0);
        if (child >= 0)
            build_unit(b, child, "col_unit", terms[i].expr, scope);
    }
    if (n <= fit || b->status != ST_OK)
        return;
    int rest = n - fit + 1, more = MIN(rest, family_max(b, MEANS_MORE_ORDERINGS));
    int next = add_rule(b, node, "ordering", MEANS_MORE_ORDERINGS, more);
    if (next >= 0)
        build_orderings(b, next, terms + fit - 1, rest, more, scope);
}

static void add_count(struct builder *b, int node, const char *field, const char *count)
{
    add_value(b, node, field, (struct literal){LITERAL_NUMBER, count});
}

static void build_order_terms(struct builder *b, int parent, const struct query *q,
                              const struct scope *scope)
{
    bool mixed = false;
    for (int i = 1; i < q->n_order; i++)
        mixed |= q->order[i].descending != q->order[0].descending;
    enum meaning meaning = mixed ? (q->limit ? MEANS_MIXED_LIMIT : MEANS_MIXED)
                                 : (q->limit ? MEANS_ORDER_LIMIT : MEANS_ORDER);
    if (q->n_order == 0)
        meaning = q->limit ? MEANS_LIMIT_ONLY : MEANS_NO_ORDER;
    int fit = MIN(q->n_order, family_max(b, meaning));
    int node = add_rule(b, parent, "orderby", meaning, fit);
    if (node < 0)
        return;
    if (mixed) {
        build_orderings(b, node, q->order, q->n_order, fit, scope);
    } else if (q->n_order > 0) {
        struct expr **units = ARENA_ARRAY(b->arena, struct expr *, q->n_order);
        for (int i = 0; i < q->n_order; i++)
            units[i] = q->order[i].expr;
        build_units(b, node, units, q->n_order, fit, scope);
        add_rule(b, node, "order", q->order[0].descending ? MEANS_DESC : MEANS_ASC, 0);
    }
    if (q->limit)
        add_count(b, node, "limit", q->limit);
}

static void build_order(struct builder *b, int parent, const struct query *q,
                        const struct scope *scope)
{
    if (q->offset) {
        parent = add_rule(b, parent, "orderby", MEANS_OFFSET, 0);
        if (parent < 0)
            return;
        add_count(b, parent, "offset", q->offset);
    }
    build_order_terms(b, parent, q, scope);
}

/* ---- queries ----------------------------------------------------------------------------- */

static void build_compound(struct builder *b, int parent, const char *field, const struct query *q,
                           const struct scope *outer)
{
    static const enum meaning meanings[] = {
        [SET_UNION] = MEANS_UNION,
        [SET_UNION_ALL] = MEANS_UNION_ALL,
        [SET_INTERSECT] = MEANS_INTERSECT,
        [SET_EXCEPT] = MEANS_EXCEPT,
    };
    if (q->n_order || q->limit || q->offset) {
        int node = add_rule(b, parent, field, MEANS_ORDERED_SET, 0);
        if (node < 0)
            return;
        build_order(b, node, q, scope_of(b->arena, b->schema, q, outer));
        parent = node;
        field = "operand";
    }
    int node = add_rule(b, parent, field, meanings[q->set], 0);
    if (node < 0)
        return;
    build_query(b, node, "left", q->left, outer);
    build_query(b, node, "right", q->right, outer);
}

static void build_query(struct builder *b, int parent, const char *field, const struct query *q,
                        const struct scope *outer)
{
    if (q->set != SET_NONE) {
        build_compound(b, parent, field, q, outer);
        return;
    }
    struct scope *scope = scope_of(b->arena, b->schema, q, outer);
    int node = add_rule(b, parent, field, MEANS_PLAIN, 0);
    if (node < 0)
        return;
    build_from(b, node, q, scope);
    build_select(b, node, q, scope);
    build_condition(b, node, "where", q->where, scope);
    build_group(b, node, q, scope);
    build_order(b, node, q, scope);
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
    build_query(&b, -1, "root", query, NULL);
    if (b.status == ST_OK)
        *out = b.tree;
    return b.status;
}
