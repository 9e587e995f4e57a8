/* query.c - construction in canonical form, equality, and which FROM item provides a column. */
#include "sql/internal.h"

#include <string.h>

const char *const aggregate_names[N_AGGREGATES] = {"max", "min", "count", "sum", "avg"};
const char *const arithmetic_names[N_ARITHMETIC] = {"-", "+", "*", "/"};
const char *const compare_names[N_COMPARE] = {
    [CMP_EQ] = "=",  [CMP_NE] = "!=",         [CMP_GT] = ">",      [CMP_GE] = ">=",
    [CMP_LT] = "<",  [CMP_LE] = "<=",         [CMP_LIKE] = "LIKE", [CMP_NOT_LIKE] = "NOT LIKE",
    [CMP_IN] = "IN", [CMP_NOT_IN] = "NOT IN", [CMP_IS] = "IS",     [CMP_IS_NOT] = "IS NOT",
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

/* SELECT * FROM (q) as a set operand says no more than q. */
static struct query *bare_operand(struct query *q)
{
    while (q && q->set == SET_NONE && !q->distinct && q->n_from == 1 && q->from[0].query &&
           q->n_select == 1 && is_star(q->select[0]) && q->select[0]->ref.source < 0 && !q->on &&
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
    for (int i = 0; i < q->n_from; i++)
        count_query(q, q->from[i].query);
    count_expr(q, q->on);
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

static int last_source_of_query(const struct query *q, int up);

/* The macro MAX would evaluate a recursive call twice, at every level. */
static int later(int a, int b)
{
    return a > b ? a : b;
}

int last_source(const struct expr *e, int up)
{
    int last = e->kind == EXPR_COLUMN && e->ref.up == up ? e->ref.source : -1;
    for (int i = 0; i < e->n_args; i++)
        last = later(last, last_source(e->args[i], up));
    return e->query ? later(last, last_source_of_query(e->query, up + 1)) : last;
}

static int last_source_of_query(const struct query *q, int up)
{
    int last = -1;
    if (q->set != SET_NONE)
        last = later(last_source_of_query(q->left, up), last_source_of_query(q->right, up));
    const struct expr *const conditions[] = {q->on, q->where, q->having};
    for (int i = 0; i < COUNT_OF(conditions); i++)
        if (conditions[i])
            last = later(last, last_source(conditions[i], up));
    for (int i = 0; i < q->n_select; i++)
        last = later(last, last_source(q->select[i], up));
    for (int i = 0; i < q->n_group; i++)
        last = later(last, last_source(q->group[i], up));
    for (int i = 0; i < q->n_order; i++)
        last = later(last, last_source(q->order[i].expr, up));
    /* a derived table does not see its neighbours, so its scope hangs below q's parent */
    for (int i = 0; i < q->n_from; i++)
        if (q->from[i].query)
            last = later(last, last_source_of_query(q->from[i].query, up));
    return last;
}

/* Stable, so that conjuncts of one JOIN keep their order. */
static void order_on(struct arena *arena, struct query *q)
{
    if (!q->on || q->on->kind != EXPR_AND)
        return;
    struct expr *on = ARENA_NEW(arena, struct expr);
    *on = *q->on;
    on->args = ARENA_ARRAY(arena, struct expr *, on->n_args);
    int n = 0;
    for (int source = -1; source < q->n_from; source++)
        for (int i = 0; i < on->n_args; i++)
            if (last_source(q->on->args[i], 0) == source)
                on->args[n++] = q->on->args[i];
    CHECK(n == on->n_args);
    q->on = on;
}

bool query_finish(struct arena *arena, struct query *q)
{
    if (q->on && q->n_from == 1) { /* nothing to join: the condition only filters */
        struct expr *both[2] = {q->on, q->where};
        q->where = expr_junction(arena, EXPR_AND, both, q->where ? 2 : 1);
        q->on = NULL;
        if (!q->where)
            return false;
    }
    if (!measure(q))
        return false;
    order_on(arena, q);
    return true;
}

/* ---- equality ---------------------------------------------------------------------------- */

static bool text_equal(const char *a, const char *b)
{
    return a == b || (a && b && strcmp(a, b) == 0);
}

bool expr_equal(const struct expr *a, const struct expr *b)
{
    if (!a || !b)
        return a == b;
    if (a->kind != b->kind || a->op != b->op || a->distinct != b->distinct ||
        a->negated != b->negated || a->n_args != b->n_args)
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
        if (a->from[i].table != b->from[i].table ||
            !query_equal(a->from[i].query, b->from[i].query))
            return false;
    for (int i = 0; i < a->n_order; i++)
        if (a->order[i].descending != b->order[i].descending ||
            !expr_equal(a->order[i].expr, b->order[i].expr))
            return false;
    return exprs_equal(a->select, a->n_select, b->select, b->n_select) &&
           exprs_equal(a->group, a->n_group, b->group, b->n_group) && expr_equal(a->on, b->on) &&
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

static void unify_in_expr(const struct schema *schema, struct expr *e)
{
    if (!e)
        return;
    if (e->kind == EXPR_COMPARE || e->kind == EXPR_BETWEEN)
        for (int i = 1; i < e->n_args; i++)
            unify(schema, e->args[0], e->args[i]);
    for (int i = 0; i < e->n_args; i++)
        unify_in_expr(schema, e->args[i]);
    query_unify_literals(schema, e->query);
}

void query_unify_literals(const struct schema *schema, struct query *q)
{
    if (!q)
        return;
    query_unify_literals(schema, q->left);
    query_unify_literals(schema, q->right);
    for (int i = 0; i < q->n_from; i++)
        query_unify_literals(schema, q->from[i].query);
    unify_in_expr(schema, q->on);
    unify_in_expr(schema, q->where);
    unify_in_expr(schema, q->having);
    for (int i = 0; i < q->n_select; i++)
        unify_in_expr(schema, q->select[i]);
    for (int i = 0; i < q->n_group; i++)
        unify_in_expr(schema, q->group[i]);
    for (int i = 0; i < q->n_order; i++)
        unify_in_expr(schema, q->order[i].expr);
}
