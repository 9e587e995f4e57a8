/* to_expr.c - nodes as expressions: the other direction of from_expr.c, for any tree the grammar
 * allows, also those no query was ever made of. */
#include "tree/reading.h"

#include <string.h>

static struct expr *built(struct converter *c, struct expr *e)
{
    return e ? e : give_up(c, ST_LIMIT, "tree nested too deeply for a query");
}

/* ---- columns ----------------------------------------------------------------------------- */

/* A column that no visible FROM item provides stays dangling, as what was decoded. */
struct expr *read_column(struct converter *c, int leaf, const struct scope *scope, int k,
                         bool right_operand)
{
    struct column_ref ref;
    int column = c->tree->nodes[leaf].item;
    if (k == 0)
        default_ref(scope, column, right_operand, &ref);
    else if (!scope_provider(scope, column, k, &ref))
        return give_up(c, ST_INPUT, "fewer FROM items have this column than the tree counts");
    return expr_column(c->arena, ref);
}

/* The first FROM item of that table; a bare '*' if there is none. */
static struct expr *read_star(struct converter *c, int leaf, const struct scope *scope)
{
    struct column_ref ref = {.source = -1, .output = -1};
    int up = 0;
    for (const struct scope *s = scope; s && ref.source < 0; s = s->parent, up++)
        for (int i = 0; i < s->n_sources && ref.source < 0; i++)
            if (s->sources[i]->table == c->tree->nodes[leaf].item) {
                ref.up = up;
                ref.source = i;
            }
    return expr_column(c->arena, ref);
}

static struct expr *read_output(struct converter *c, int number, const struct scope *scope)
{
    struct column_ref ref;
    if (!scope_output(scope, number - 1, &ref))
        return give_up(c, ST_INPUT, "no derived table has that many outputs");
    return expr_column(c->arena, ref);
}

/* The columns of the everyday grammar say whether they are of this SELECT or of one around it. */
static struct expr *read_own_column(struct converter *c, int leaf, const struct scope *scope, int k,
                                    bool outer)
{
    struct column_ref ref = {.column = c->tree->nodes[leaf].item, .source = -1, .output = -1};
    struct column_ref found;
    bool there = outer ? outer_ref(scope, ref.column, &found)
                       : scope_provider(scope, ref.column, k, &found) && found.up == 0;
    if (!there && k > 0)
        return give_up(c, ST_INPUT, "fewer FROM items have this column than the tree counts");
    return expr_column(c->arena, there ? found : ref);
}

/* ---- children ---------------------------------------------------------------------------- */

/* What the children of a node say. */
struct contents {
    struct expr *args[2 * GRAMMAR_MAX_SLOTS];
    int n_args;
    struct query *query;
    struct literal literals[GRAMMAR_MAX_SLOTS];
    int n_literals;
    int op, aggregate; /* -1: none */
    bool distinct;
    bool descending[2 * GRAMMAR_MAX_SLOTS]; /* of the arguments that are sort keys */
    bool absent; /* a condition there is none of */
};

static bool push_arg(struct contents *to, struct expr *e)
{
    to->args[to->n_args++] = e;
    return e != NULL;
}

static bool push_expr(struct converter *c, int node, struct contents *to, const struct scope *scope)
{
    struct expr *e = read_expr(c, node, scope);
    to->absent |= !e && c->status == ST_OK;
    return push_arg(to, e) || c->status == ST_OK;
}

static bool push_column(struct converter *c, int node, int leaf, struct contents *to,
                        const struct scope *scope)
{
    enum shape shape = row_of(c, node)->shape;
    int k = rule_of(c, node)->n - 1;
    switch (shape) {
    case SHAPE_INNER:
    case SHAPE_OUTER:
        return push_arg(to, read_own_column(c, leaf, scope, 0, shape == SHAPE_OUTER));
    case SHAPE_INNER_NTH:
        return push_arg(to, read_own_column(c, leaf, scope, k, false));
    default:
        return push_arg(to, read_column(c, leaf, scope, shape == SHAPE_INSTANCE ? k : 0,
                                        to->n_args == 1));
    }
}

static void note_operator(const struct grammar_type *type, int op, struct contents *to)
{
    if (type->part == NODE_DISTINCT)
        to->distinct = op;
    else if (type->part == NODE_AGGREGATE)
        to->aggregate = op;
    else
        to->op = op;
}

/* One child: an operator or flag, a literal, a query, a column or an argument. */
static bool read_child(struct converter *c, int node, int slot, struct contents *to,
                       const struct scope *scope)
{
    const struct grammar *g = c->tree->grammar;
    const struct tree_node *parent = &c->tree->nodes[node];
    const struct grammar_type *type = &g->types[grammar_slot_type(g, parent->rule, slot)];
    int at = parent->children[slot];
    if (type->kind == TYPE_VALUE) {
        to->literals[to->n_literals++] = c->tree->nodes[at].value;
        return true;
    }
    if (type->kind == TYPE_TABLE)
        return push_arg(to, read_star(c, at, scope));
    if (type->kind == TYPE_COLUMN)
        return push_column(c, node, at, to, scope);
    if (type->part == NODE_SQL)
        return (to->query = read_query(c, at, scope)) != NULL;
    const int *below = c->tree->nodes[at].children;
    if (type->part == NODE_WHEN)
        return push_expr(c, below[0], to, scope) && push_expr(c, below[1], to, scope);
    if (type->part == NODE_ORDERING) {
        to->descending[to->n_args] = constructor_of(c, at) == CONS_DESCENDING;
        return push_expr(c, below[0], to, scope);
    }
    if (row_of(c, at)->shape == SHAPE_OPERATOR) {
        note_operator(type, row_of(c, at)->op, to);
        return true;
    }
    return push_expr(c, at, to, scope);
}

/* ---- literals ---------------------------------------------------------------------------- */

/* Spelt in sub-words, a date's marks stand apart: "2023 - 03 - 15", "today - 30 days". */
static char *squeeze_time(struct arena *arena, const char *text)
{
    static const char marks[] = "-+.:";
    char *out = arena_strdup(arena, text), *to = out;
    for (const char *at = text; *at; at++) {
        bool mark_near = (at[1] && strchr(marks, at[1])) || (at > text && strchr(marks, at[-1]));
        if (*at == ' ' && mark_near)
            continue;
        *to++ = *at == 'q' && at[1] >= '1' && at[1] <= '4' ? 'Q' : *at;
    }
    *to = '\0';
    return out;
}

/* A period; one that is said backwards is turned round. */
static bool read_period(struct arena *arena, const char *text, struct period *out)
{
    const char *dots = strstr(text, "..");
    if (period_parse(text, out))
        return true;
    return dots && period_parse(arena_printf(arena, "%s..%.*s", dots + 2, (int)(dots - text), text),
                                out);
}

static struct expr *make_literal(struct converter *c, int kind, struct literal literal)
{
    struct period period;
    struct date_literal date;
    if (kind != LITERAL_DATE && kind != LITERAL_PERIOD)
        return expr_literal(c->arena, kind >= 0 ? (enum literal_kind)kind : literal.kind,
                            literal.text);
    const char *text = squeeze_time(c->arena, literal.text);
    if (kind == LITERAL_DATE) {
        if (!date_literal_parse(text, &date))
            return give_up(c, ST_INPUT, "not a date");
        text = date_literal_text(c->arena, &date);
    }
    if (kind == LITERAL_PERIOD) {
        if (!read_period(c->arena, text, &period))
            return give_up(c, ST_INPUT, "not a period");
        text = period_text(c->arena, &period);
    }
    return expr_literal(c->arena, (enum literal_kind)kind, text);
}

/* ---- nodes ------------------------------------------------------------------------------- */

/* IN wants a list or a query on its right side, the others anything but a list. */
static struct expr *fit_value(struct converter *c, int op, struct expr *value)
{
    bool in = op == CMP_IN || op == CMP_NOT_IN;
    if (value && in && value->kind != EXPR_LIST && value->kind != EXPR_QUERY)
        return built(c, expr_node(c->arena, EXPR_LIST, 0, &value, 1));
    if (value && !in && value->kind == EXPR_LIST)
        return give_up(c, ST_INPUT, "a list of values where one is wanted");
    return value;
}

/* Literals and queries that are arguments. */
static void add_arguments(struct converter *c, enum expr_kind kind, struct contents *x)
{
    for (int i = 0; i < x->n_literals; i++)
        x->args[x->n_args++] = make_literal(c, kind == EXPR_DURING ? LITERAL_PERIOD : LITERAL_TEXT,
                                            x->literals[i]);
    if (x->query)
        x->args[x->n_args++] = built(c, expr_query(c->arena, EXPR_QUERY, x->query));
}

static struct expr *make_aggregate(struct converter *c, int form, struct expr *const *args, int n)
{
    struct expr *e = built(c, expr_node(c->arena, EXPR_AGGREGATE, form & (OF_DISTINCT - 1), args, n));
    if (e) {
        e->distinct = form & OF_DISTINCT;
        e->zero = form & OR_ZERO;
    }
    return e;
}

/* A number in an expression, spelt in sub-words: "100 . 0". */
static struct literal unspaced(struct arena *arena, struct literal literal)
{
    if (literal.kind != LITERAL_TEXT || !strchr(literal.text, ' '))
        return literal;
    char *digits = arena_strdup(arena, literal.text), *to = digits;
    for (const char *at = literal.text; *at; at++)
        if (*at != ' ')
            *to++ = *at;
    *to = '\0';
    return sql_is_number(digits) ? (struct literal){LITERAL_NUMBER, digits} : literal;
}

/* The node of a row that needs no code of its own. */
static struct expr *make_node(struct converter *c, const struct constructor_row *row,
                              struct contents *x)
{
    enum expr_kind kind = (enum expr_kind)row->kind;
    if (x->absent)
        return kind == EXPR_NOT ? NULL : give_up(c, ST_INPUT, "no condition where one is needed");
    if (kind == EXPR_LITERAL)
        return make_literal(c, row->op, row->part == NODE_UNIT ? unspaced(c->arena, x->literals[0])
                                                               : x->literals[0]);
    if (kind == EXPR_QUERY || kind == EXPR_EXISTS)
        return built(c, expr_query(c->arena, kind, x->query));
    if (kind == EXPR_AGGREGATE && row->op < 0 && x->aggregate < 0)
        return x->args[0];
    if (kind == EXPR_AGGREGATE)
        return make_aggregate(c, row->op >= 0 ? row->op : x->aggregate | (x->distinct ? OF_DISTINCT : 0),
                              x->args, x->n_args);
    add_arguments(c, kind, x);
    bool flagged = kind == EXPR_BETWEEN || kind == EXPR_DURING || kind == EXPR_DATE_PART;
    int op = !flagged && row->op >= 0 ? row->op : MAX(x->op, 0);
    if (kind == EXPR_COMPARE || kind == EXPR_BETWEEN)
        for (int i = 1; i < x->n_args; i++)
            x->args[i] = fit_value(c, kind == EXPR_COMPARE ? op : -1, x->args[i]);
    if (c->status != ST_OK)
        return NULL;
    struct expr *e = built(c, expr_node(c->arena, kind, op, x->args, x->n_args));
    if (e && flagged)
        *(kind == EXPR_DATE_PART ? &e->number : &e->negated) = row->op;
    return e;
}

/* A column, or the arithmetic of two, aggregated if the node says so. */
static struct expr *make_column(struct converter *c, int node, const struct constructor_row *row,
                                struct contents *x, const struct scope *scope)
{
    struct expr *e = x->args[0];
    if (row->shape == SHAPE_OUTPUT || row->shape == SHAPE_DERIVED)
        e = read_output(c, rule_of(c, node)->n, scope);
    else if (row->shape == SHAPE_COLUMNS)
        e = built(c, expr_node(c->arena, EXPR_ARITHMETIC, x->op, x->args, 2));
    if (!e || x->aggregate < 0)
        return e;
    return make_aggregate(c, x->aggregate | (x->distinct ? OF_DISTINCT : 0), &e, 1);
}

static struct expr *make_list_test(struct converter *c, const struct constructor_row *row,
                                   struct contents *x)
{
    struct expr *items[GRAMMAR_MAX_SLOTS], *args[2] = {x->args[0]};
    for (int i = 0; i < x->n_literals; i++)
        items[i] = make_literal(c, -1, x->literals[i]);
    args[1] = built(c, expr_node(c->arena, EXPR_LIST, 0, items, x->n_literals));
    return args[1] ? built(c, expr_node(c->arena, EXPR_COMPARE, row->op, args, 2)) : NULL;
}

/* Partitioned by the first argument, ordered by the others. */
static struct expr *make_window(struct converter *c, const struct constructor_row *row,
                                struct contents *x)
{
    struct order_term order[GRAMMAR_MAX_SLOTS] = {0};
    for (int i = 1; i < x->n_args; i++)
        order[i - 1] = (struct order_term){.expr = x->args[i], .descending = x->descending[i]};
    return built(c, expr_window(c->arena, (enum window_op)row->op, NULL, x->args, 1, order,
                                x->n_args - 1));
}

/* The shapes with a form of their own. */
static struct expr *make_special(struct converter *c, const struct constructor_row *row,
                                 struct contents *x)
{
    struct expr *args[2] = {expr_column(c->arena, (struct column_ref){.source = -1, .output = -1}),
                            x->args[0]};
    if (x->absent)
        return give_up(c, ST_INPUT, "no condition where one is needed");
    switch (row->shape) {
    case SHAPE_ALL:
        return args[0];
    case SHAPE_COUNT_ROWS:
        return make_aggregate(c, row->op, args, 1 + x->n_args);
    case SHAPE_NULL_TEST:
        x->args[1] = expr_literal(c->arena, LITERAL_NULL, NULL);
        return built(c, expr_node(c->arena, EXPR_COMPARE, row->op, x->args, 2));
    case SHAPE_IN_LIST:
        return make_list_test(c, row, x);
    case SHAPE_CASE:
        return built(c, expr_node(c->arena, EXPR_CASE, 0, x->args, x->n_args));
    case SHAPE_WINDOW:
        return make_window(c, row, x);
    default: /* SHAPE_SHIFT */
        return built(c, expr_node(c->arena, EXPR_DATE_SHIFT, x->op, x->args, 2));
    }
}

/* ---- lists ------------------------------------------------------------------------------- */

struct expr_list {
    struct expr **v;
    int n, capacity;
};

/* The items of a list, continuations included; what is absent is left out. */
static bool read_items(struct converter *c, int node, const struct scope *scope,
                       struct expr_list *list)
{
    bool values = row_of(c, node)->shape == SHAPE_LIST;
    for (int k = 0; k < rule_of(c, node)->n_slots; k++) {
        int at = c->tree->nodes[node].children[k];
        if (values && constructor_of(c, at) == constructor_of(c, node)) {
            if (!read_items(c, at, scope, list))
                return false;
            continue;
        }
        struct expr *e = read_expr(c, at, scope);
        if (c->status != ST_OK)
            return false;
        if (e)
            *ARENA_PUSH(c->arena, list->v, list->n, list->capacity) = e;
    }
    return true;
}

static struct expr *read_list(struct converter *c, int node, const struct constructor_row *row,
                              const struct scope *scope)
{
    struct expr_list list = {0};
    if (!read_items(c, node, scope, &list) || (list.n == 0 && row->shape == SHAPE_JUNCTION))
        return NULL;
    return built(c, row->shape == SHAPE_LIST
                        ? expr_node(c->arena, EXPR_LIST, 0, list.v, list.n)
                        : expr_junction(c->arena, (enum expr_kind)row->kind, list.v, list.n));
}

struct expr *read_expr(struct converter *c, int node, const struct scope *scope)
{
    const struct constructor_row *row = row_of(c, node);
    struct contents x = {.op = -1, .aggregate = -1};
    if (row->shape == SHAPE_JUNCTION || row->shape == SHAPE_LIST)
        return read_list(c, node, row, scope);
    if (constructor_of(c, node) == CONS_NO_CONDITION)
        return NULL;
    if (constructor_of(c, node) == CONS_MORE_UNITS)
        return give_up(c, ST_INPUT, "a continued list where one column is wanted");
    for (int k = 0; k < rule_of(c, node)->n_slots; k++)
        if (!read_child(c, node, k, &x, scope))
            return NULL;
    if (row->shape == SHAPE_NODE)
        return make_node(c, row, &x);
    if (row->shape == SHAPE_WRAP)
        return x.args[0] ? x.args[0] : expr_literal(c->arena, LITERAL_NULL, NULL);
    return row->shape >= SHAPE_ALL ? make_special(c, row, &x) : make_column(c, node, row, &x, scope);
}

struct expr *read_condition(struct converter *c, int node, const struct scope *scope)
{
    return node < 0 ? NULL : read_expr(c, node, scope);
}
