/* query.c - construction in canonical form, equality, and which FROM item provides a column. */
#include "sql/internal.h"

#include <string.h>

const char *const aggregate_names[N_AGGREGATES] = {"max", "min", "count", "sum", "avg"};
const char *const arithmetic_names[N_ARITHMETIC] = {"-", "+", "*", "/", "%"};
const char *const compare_names[N_COMPARE] = {
    [CMP_EQ] = "=",  [CMP_NE] = "!=",         [CMP_GT] = ">",      [CMP_GE] = ">=",
    [CMP_LT] = "<",  [CMP_LE] = "<=",         [CMP_LIKE] = "LIKE", [CMP_NOT_LIKE] = "NOT LIKE",
    [CMP_IN] = "IN", [CMP_NOT_IN] = "NOT IN", [CMP_IS] = "IS",     [CMP_IS_NOT] = "IS NOT",
};
const char *const function_names[N_FUNCTIONS] = {
    [FN_ABS] = "abs",           [FN_ROUND] = "round",   [FN_LENGTH] = "length",
    [FN_UPPER] = "upper",       [FN_LOWER] = "lower",   [FN_TRIM] = "trim",
    [FN_SUBSTR] = "substr",     [FN_REPLACE] = "replace", [FN_CONCAT] = "concat",
    [FN_COALESCE] = "coalesce", [FN_NULLIF] = "nullif", [FN_LEAST] = "least",
    [FN_GREATEST] = "greatest",
};
const char *const cast_names[N_CASTS] = {"INTEGER", "REAL", "TEXT"};
const char *const window_op_names[N_WINDOW_OPS] = {
    [WINDOW_ROW_NUMBER] = "row_number",
    [WINDOW_RANK] = "rank",
    [WINDOW_DENSE_RANK] = "dense_rank",
    [WINDOW_AGGREGATE] = "aggregate",
};
const char *const date_part_names[N_DATE_PARTS] = {
    [PART_YEAR] = "year",       [PART_QUARTER] = "quarter", [PART_MONTH] = "month",
    [PART_YEAR_MONTH] = "year month", [PART_WEEK] = "week", [PART_DAY] = "day",
    [PART_DATE] = "date",       [PART_WEEKDAY] = "weekday", [PART_HOUR] = "hour",
    [PART_HOUR_MINUTE] = "hour minute", [PART_TIME] = "time", [PART_DATETIME] = "date time",
    [PART_JULIAN] = "julian day", [PART_EPOCH] = "epoch",
};
const char *const time_unit_names[N_TIME_UNITS] = {
    "second", "minute", "hour", "day", "week", "month", "quarter", "year",
};
const char *const set_op_names[N_SET_OPS] = {
    [SET_UNION] = "UNION",
    [SET_UNION_ALL] = "UNION ALL",
    [SET_INTERSECT] = "INTERSECT",
    [SET_EXCEPT] = "EXCEPT",
};

bool is_star(const struct expr *e)
{
    return e->kind == EXPR_COLUMN && e->ref.column == 0 && e->ref.output < 0;
}

/* ---- construction ------------------------------------------------------------------------ */

struct expr *expr_column(struct arena *arena, struct column_ref ref)
{
    struct expr *e = ARENA_NEW(arena, struct expr);
    *e = (struct expr){.kind = EXPR_COLUMN, .ref = ref, .height = 1, .size = 1};
    return e;
}

struct expr *expr_literal(struct arena *arena, enum literal_kind kind, const char *text)
{
    struct expr *e = ARENA_NEW(arena, struct expr);
    *e = (struct expr){.kind = EXPR_LITERAL, .literal = {kind, text}, .height = 1, .size = 1};
    return e;
}

/* How often the printer may write an argument of a node: a range names its column twice, a date in
 * the number 20230315 is cut out in three pieces. */
static int times_written(enum expr_kind kind, int op)
{
    if (kind == EXPR_DATE_PART || kind == EXPR_DATE_DIFF || kind == EXPR_DATE_SHIFT)
        return 4;
    bool extreme = kind == EXPR_FUNCTION && (op == FN_LEAST || op == FN_GREATEST);
    return kind == EXPR_DURING || extreme ? 2 : 1;
}

struct expr *expr_node(struct arena *arena, enum expr_kind kind, int op, struct expr *const *args,
                       int n_args)
{
    struct expr *e = ARENA_NEW(arena, struct expr);
    *e = (struct expr){.kind = kind,
                       .op = op,
                       .n_args = n_args,
                       .args = ARENA_ARRAY(arena, struct expr *, n_args)};
    for (int i = 0; i < n_args; i++) {
        if (!args[i])
            return NULL;
        e->args[i] = args[i];
        e->height = MAX(e->height, args[i]->height);
        e->size += args[i]->size;
    }
    e->size *= times_written(kind, op);
    return ++e->height > SQL_MAX_HEIGHT || ++e->size > SQL_MAX_SIZE ? NULL : e;
}

struct expr *expr_query(struct arena *arena, enum expr_kind kind, struct query *query)
{
    if (!query || query->height >= SQL_MAX_HEIGHT || query->size >= SQL_MAX_SIZE)
        return NULL;
    struct expr *e = ARENA_NEW(arena, struct expr);
    *e = (struct expr){.kind = kind, .query = query, .height = query->height + 1,
                       .size = query->size + 1};
    return e;
}

struct expr *expr_junction(struct arena *arena, enum expr_kind kind, struct expr *const *args,
                           int n_args)
{
    int n = 0;
    for (int i = 0; i < n_args; i++) {
        if (!args[i])
            return NULL;
        n += args[i]->kind == kind ? args[i]->n_args : 1;
    }
    if (n == 1)
        return args[0];
    struct expr **flat = ARENA_ARRAY(arena, struct expr *, n);
    n = 0;
    for (int i = 0; i < n_args; i++) {
        if (args[i]->kind != kind) {
            flat[n++] = args[i];
            continue;
        }
        for (int k = 0; k < args[i]->n_args; k++)
            flat[n++] = args[i]->args[k];
    }
    return expr_node(arena, kind, 0, flat, n);
}

struct expr *expr_window(struct arena *arena, enum window_op op, struct expr *value,
                         struct expr *const *partition, int n_partition,
                         const struct order_term *order, int n_order)
{
    int n = 0;
    struct expr **args = ARENA_ARRAY(arena, struct expr *, 1 + n_partition + n_order);
    struct window *window = ARENA_NEW(arena, struct window);
    *window = (struct window){n_partition, n_order, ARENA_ARRAY(arena, bool, n_order)};
    if (op == WINDOW_AGGREGATE)
        args[n++] = value;
    for (int i = 0; i < n_partition; i++)
        args[n++] = partition[i];
    for (int i = 0; i < n_order; i++) {
        args[n++] = order[i].expr;
        window->descending[i] = order[i].descending;
    }
    struct expr *e = expr_node(arena, EXPR_WINDOW, op, args, n);
    if (e)
        e->window = window;
    return e;
}

/* SELECT * FROM (q) as a set operand says no more than q. */
static struct query *bare_operand(struct query *q)
{
    while (q && q->set == SET_NONE && !q->distinct && q->n_from == 1 && q->from[0].query &&
           q->n_select == 1 && is_star(q->select[0]) && q->select[0]->ref.source < 0 &&
           !q->where && !q->n_group && !q->having && !q->n_order && !q->limit && !q->offset)
        q = q->from[0].query;
    return q;
}

static void count_expr(struct query *q, const struct expr *e)
{
    if (!e)
        return;
    q->height = MAX(q->height, e->height);
    q->size += e->size;
}

static void count_query(struct query *q, const struct query *inner)
{
    if (!inner)
        return;
    q->height = MAX(q->height, inner->height);
    q->size += inner->size;
}

/* Each part is within the limits and lists are short, so the sums cannot overflow. */
static bool measure(struct query *q)
{
    q->height = q->size = 0;
    count_query(q, q->left);
    count_query(q, q->right);
    for (int i = 0; i < q->n_from; i++) {
        count_query(q, q->from[i].query);
        count_expr(q, q->from[i].on);
    }
    count_expr(q, q->where);
    count_expr(q, q->having);
    for (int i = 0; i < q->n_select; i++)
        count_expr(q, q->select[i]);
    for (int i = 0; i < q->n_group; i++)
        count_expr(q, q->group[i]);
    for (int i = 0; i < q->n_order; i++)
        count_expr(q, q->order[i].expr);
    return ++q->height <= SQL_MAX_HEIGHT && ++q->size <= SQL_MAX_SIZE;
}

struct query *query_compound(struct arena *arena, enum set_op set, struct query *left,
                             struct query *right)
{
    left = bare_operand(left);
    right = bare_operand(right);
    if (!left || !right)
        return NULL;
    struct query *q = ARENA_NEW(arena, struct query);
    *q = (struct query){.set = set, .left = left, .right = right};
    return measure(q) ? q : NULL;
}

/* ---- ON -------------------------------------------------------------------------------------- */

static enum walk note_source(struct walker *w, struct expr *e)
{
    int *last = w->data;
    if (e->kind == EXPR_COLUMN && e->ref.up == w->up)
        *last = MAX(*last, e->ref.source);
    return WALK_ON;
}

int last_source(const struct expr *e)
{
    int last = -1;
    struct walker w = {.expr = note_source, .data = &last};
    walk_expr(&w, (struct expr *)e);
    return last;
}

bool query_has_left_join(const struct query *q)
{
    for (int i = 1; i < q->n_from; i++)
        if (q->from[i].join == JOIN_LEFT)
            return true;
    return false;
}

struct expr *query_inner_on(struct arena *arena, const struct query *q)
{
    struct expr *conditions[SQL_MAX_SOURCES];
    int n = 0;
    for (int i = 0; i < q->n_from; i++)
        if (q->from[i].join == JOIN_INNER && q->from[i].on)
            conditions[n++] = q->from[i].on;
    return n > 0 ? expr_junction(arena, EXPR_AND, conditions, n) : NULL;
}

/* Filters by a condition that joins nothing. */
static bool filter_by(struct arena *arena, struct query *q, struct expr *condition)
{
    struct expr *both[2] = {condition, q->where};
    q->where = expr_junction(arena, EXPR_AND, both, q->where ? 2 : 1);
    return q->where != NULL;
}

/* The conjuncts of `on` that belong to join i, all of whose items are known there and not before. */
static struct expr *conjuncts_at(struct arena *arena, const struct query *q, const struct expr *on,
                                 const int *place, int i)
{
    struct expr *const *args = on->kind == EXPR_AND ? on->args : (struct expr *[]){(struct expr *)on};
    int n_args = on->kind == EXPR_AND ? on->n_args : 1, n = 0;
    struct expr **own = ARENA_ARRAY(arena, struct expr *, n_args);
    for (int source = -1; source < q->n_from; source++) /* stable, by the last item mentioned */
        for (int k = 0; k < n_args; k++)
            if (place[k] == i && last_source(args[k]) == source)
                own[n++] = args[k];
    return n > 0 ? expr_junction(arena, EXPR_AND, own, n) : NULL;
}

/* Puts the conjuncts of the inner ONs where the canonical form has them.  What would have to go
 * after the last inner join (it mentions an item of a later LEFT JOIN, which no database accepts in
 * an ON, or there is no inner join at all) only filters. */
static bool order_on(struct arena *arena, struct query *q)
{
    struct expr *on = query_inner_on(arena, q), *rest = NULL;
    for (int i = 0; i < q->n_from; i++)
        if (q->from[i].join == JOIN_INNER && q->from[i].on && !on)
            return false;
    if (!on)
        return true;
    struct expr *const *args = on->kind == EXPR_AND ? on->args : &on;
    int n_args = on->kind == EXPR_AND ? on->n_args : 1;
    int *place = ARENA_ARRAY(arena, int, n_args);
    for (int k = 0; k < n_args; k++) {
        place[k] = MAX(last_source(args[k]), 1);
        while (place[k] < q->n_from && q->from[place[k]].join == JOIN_LEFT)
            place[k]++;
        place[k] = MIN(place[k], q->n_from);
    }
    for (int i = 0; i < q->n_from; i++)
        if (q->from[i].join == JOIN_INNER)
            q->from[i].on = conjuncts_at(arena, q, on, place, i);
    rest = conjuncts_at(arena, q, on, place, q->n_from);
    return !rest || filter_by(arena, q, rest);
}

bool query_finish(struct arena *arena, struct query *q)
{
    return order_on(arena, q) && measure(q);
}

/* ---- equality ---------------------------------------------------------------------------- */

static bool text_equal(const char *a, const char *b)
{
    return a == b || (a && b && strcmp(a, b) == 0);
}

static bool window_equal(const struct window *a, const struct window *b)
{
    if (!a || !b)
        return a == b;
    return a->n_partition == b->n_partition && a->n_order == b->n_order &&
           memcmp(a->descending, b->descending, (size_t)a->n_order) == 0;
}

bool expr_equal(const struct expr *a, const struct expr *b)
{
    if (!a || !b)
        return a == b;
    if (a->kind != b->kind || a->op != b->op || a->distinct != b->distinct ||
        a->negated != b->negated || a->number != b->number || a->zero != b->zero ||
        a->n_args != b->n_args || !window_equal(a->window, b->window))
        return false;
    if (a->kind == EXPR_COLUMN && !column_ref_equal(a->ref, b->ref))
        return false;
    if (a->kind == EXPR_LITERAL &&
        (a->literal.kind != b->literal.kind || !text_equal(a->literal.text, b->literal.text)))
        return false;
    for (int i = 0; i < a->n_args; i++)
        if (!expr_equal(a->args[i], b->args[i]))
            return false;
    return a->query ? query_equal(a->query, b->query) : !b->query;
}

static bool exprs_equal(struct expr *const *a, int n_a, struct expr *const *b, int n_b)
{
    for (int i = 0; n_a == n_b && i < n_a; i++)
        if (!expr_equal(a[i], b[i]))
            return false;
    return n_a == n_b;
}

bool query_equal(const struct query *a, const struct query *b)
{
    if (!a || !b)
        return a == b;
    if (a->set != b->set || a->distinct != b->distinct || a->n_from != b->n_from ||
        a->n_order != b->n_order || !text_equal(a->limit, b->limit) ||
        !text_equal(a->offset, b->offset) || !query_equal(a->left, b->left) ||
        !query_equal(a->right, b->right))
        return false;
    for (int i = 0; i < a->n_from; i++)
        if (a->from[i].table != b->from[i].table || a->from[i].join != b->from[i].join ||
            !query_equal(a->from[i].query, b->from[i].query) ||
            !expr_equal(a->from[i].on, b->from[i].on))
            return false;
    for (int i = 0; i < a->n_order; i++)
        if (a->order[i].descending != b->order[i].descending ||
            a->order[i].nulls != b->order[i].nulls ||
            !expr_equal(a->order[i].expr, b->order[i].expr))
            return false;
    return exprs_equal(a->select, a->n_select, b->select, b->n_select) &&
           exprs_equal(a->group, a->n_group, b->group, b->n_group) &&
           expr_equal(a->where, b->where) && expr_equal(a->having, b->having);
}

/* ---- scopes ------------------------------------------------------------------------------ */

const struct query *query_first_select(const struct query *query)
{
    while (query->set != SET_NONE)
        query = query->left;
    return query;
}

int expr_principal_column(const struct expr *e)
{
    while (e->kind == EXPR_AGGREGATE || e->kind == EXPR_ARITHMETIC)
        e = e->args[0];
    return e->kind == EXPR_COLUMN ? e->ref.column : 0;
}

static int count_sources(const struct query *q)
{
    return q->set == SET_NONE ? q->n_from : count_sources(q->left) + count_sources(q->right);
}

static void collect_sources(const struct query *q, struct scope *scope)
{
    if (q->set != SET_NONE) {
        collect_sources(q->left, scope);
        collect_sources(q->right, scope);
    }
    for (int i = 0; i < q->n_from; i++)
        scope->sources[scope->n_sources++] = &q->from[i];
}

struct scope *scope_of(struct arena *arena, const struct schema *schema, const struct query *query,
                       const struct scope *parent)
{
    struct scope *scope = ARENA_NEW(arena, struct scope);
    scope->schema = schema;
    scope->parent = parent;
    scope->sources = ARENA_ARRAY(arena, const struct source *, count_sources(query));
    collect_sources(query, scope);
    return scope;
}

bool star_spreads(const struct query *select, int k, int i)
{
    for (int j = 0; j < k; j++) {
        const struct expr *e = select->select[j];
        if (is_star(e) && (e->ref.source < 0 || e->ref.source == i))
            return false;
    }
    return select->select[k]->ref.source < 0 || select->select[k]->ref.source == i;
}

/* True if the k-th output of a derived table gives the column; SELECT * passes on what its own
 * FROM has. */
static bool output_provides(const struct schema *schema, const struct query *select, int k,
                            int column)
{
    const struct expr *e = select->select[k];
    if (!is_star(e))
        return expr_principal_column(e) == column;
    for (int i = 0; i < select->n_from; i++) {
        const struct source *s = &select->from[i];
        if (!star_spreads(select, k, i))
            continue;
        if (!s->query && schema->columns[column].table == s->table)
            return true;
        const struct query *inner = s->query ? query_first_select(s->query) : NULL;
        for (int j = 0; inner && j < inner->n_select; j++)
            if (output_provides(schema, inner, j, column))
                return true;
    }
    return false;
}

bool scope_provider(const struct scope *scope, int column, int k, struct column_ref *out)
{
    *out = (struct column_ref){.column = column, .source = -1, .output = -1};
    if (scope->schema->columns[column].table < 0) /* '*' and TIME_NOW stand for themselves */
        return k == 0;
    for (int up = 0; scope; scope = scope->parent, up++) {
        for (int i = 0; i < scope->n_sources; i++) {
            const struct source *s = scope->sources[i];
            *out = (struct column_ref){column, up, i, -1};
            if (!s->query && scope->schema->columns[column].table == s->table && k-- == 0)
                return true;
            const struct query *inner = s->query ? query_first_select(s->query) : NULL;
            for (out->output = 0; inner && out->output < inner->n_select; out->output++)
                if (output_provides(scope->schema, inner, out->output, column) && k-- == 0)
                    return true;
        }
    }
    *out = (struct column_ref){.column = column, .source = -1, .output = -1};
    return false;
}

bool scope_output(const struct scope *scope, int k, struct column_ref *out)
{
    bool found = false;
    for (int up = 0; scope && !found; scope = scope->parent, up++) {
        for (int i = 0; i < scope->n_sources; i++) {
            if (!scope->sources[i]->query)
                continue;
            const struct query *inner = query_first_select(scope->sources[i]->query);
            found = true;
            if (k < inner->n_select) {
                *out = (struct column_ref){expr_principal_column(inner->select[k]), up, i, k};
                return true;
            }
            k -= inner->n_select;
        }
    }
    return false;
}

/* ---- one form of a literal --------------------------------------------------------------- */

/* A text that a numeric column would be compared with as this same number and a text column as
 * this same text, so that quoted or not makes no difference to SQLite: an integer without
 * leading zeros, or a decimal fraction that SQLite prints back as it is. */
static bool is_plain_number(const char *s)
{
    bool negative = *s == '-';
    s += negative;
    size_t n = strlen(s), whole = strspn(s, "0123456789");
    if (whole == 0 || whole > 15 || (s[0] == '0' && whole > 1))
        return false;
    if (whole == n)
        return !(negative && s[0] == '0');
    size_t fraction = strspn(s + whole + 1, "0123456789");
    return s[whole] == '.' && fraction > 0 && whole + 1 + fraction == n && n < 15 &&
           (s[n - 1] != '0' || fraction == 1) && !(s[0] == '0' && s[2] == '0' && s[3] == '0');
}

static void unify(const struct schema *schema, const struct expr *side, struct expr *value)
{
    if (side->kind != EXPR_COLUMN || side->ref.source < 0 || side->ref.output >= 0)
        return;
    const char *declared = schema->columns[side->ref.column].decl_type;
    /* no declared type at all means no affinity (BLOB); a schema file does not say, and its
     * columns have types */
    if (declared && (!*declared || strcasestr(declared, "blob")))
        return;
    for (int i = 0; value->kind == EXPR_LIST && i < value->n_args; i++)
        unify(schema, side, value->args[i]);
    if (value->kind == EXPR_LITERAL && value->literal.kind == LITERAL_TEXT &&
        is_plain_number(value->literal.text))
        value->literal.kind = LITERAL_NUMBER;
}

struct unifying {
    const struct schema *schema;
};

static enum walk unify_in_expr(struct walker *w, struct expr *e)
{
    const struct unifying *u = w->data;
    if (e->kind == EXPR_COMPARE || e->kind == EXPR_BETWEEN)
        for (int i = 1; i < e->n_args; i++)
            unify(u->schema, e->args[0], e->args[i]);
    return WALK_ON;
}

void query_unify_literals(const struct schema *schema, struct query *q)
{
    struct unifying u = {schema};
    struct walker w = {.expr = unify_in_expr, .data = &u};
    if (q)
        walk_query(&w, q);
}
