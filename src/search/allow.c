/* allow.c - which actions can still lead to a query that is valid on this schema.
 *
 * Columns belong to tables of their own FROM, joins follow keys and connect all tables, aggregates
 * stand where SQL allows them, sub-queries have the right number of columns, and enough steps are
 * left to close what is open.  A rule looks at the whole partial query, so it holds whatever order
 * clauses are decoded in: FROM may come before SELECT or after.  What one part demands of another
 * that is still open (tables of FROM, numbers, widths, outputs of sub-queries) is counted the
 * moment it arises, so that no hypothesis is led into a dead end. */
#include "search/internal.h"

#include <string.h>

/* ---- rules ------------------------------------------------------------------------------------- */

static bool in_join(const struct partial *p, int step)
{
    return p->place[step] == PLACE_FROM;
}

static bool allow_sql(const struct partial *p, int step)
{
    int parent = p->parent[step];
    if (p->depth[step] >= MAX_SQL_DEPTH)
        return false;
    if (p->role[step] == CONS_SELECT_QUERY)
        return true;
    /* a set operation may be the left operand of one other, but not the right */
    if (is_set_operation(partial_role(p, parent)))
        return p->slot[step] == p->c->slot[p->action[parent].id][SLOT_LEFT] &&
               !is_set_operation(partial_role(p, p->parent[parent]));
    return p->depth[step] < MAX_SQL_DEPTH - 1;
}

static bool allow_select_list(const struct partial *p, int step)
{
    int width = partial_number(p, step), above = p->parent[p->parent[step]];
    while (is_set_operation(partial_role(p, above))) {
        for (enum slot_name side = SLOT_LEFT; side <= SLOT_RIGHT; side++) {
            int other = partial_width(p, partial_child(p, above, side));
            if (other && other != width)
                return false;
        }
        above = p->parent[above];
    }
    if (above < 0)
        return true;
    if (partial_role(p, above) != CONS_FROM_SQL) /* a sub-query used as a value has one column */
        return width == 1;
    return outputs_feasible(p, &p->selects[p->select[above]]);
}

static bool allow_from(const struct partial *p, int step)
{
    const struct partial_select *s = &p->selects[p->select[step]];
    if (p->role[step] != CONS_FROM_SQL)
        return from_feasible(p, s);
    return p->depth[step] < MAX_SQL_DEPTH - 1 && p->parent[s->step] < 0 && outputs_feasible(p, s);
}

static bool allow_condition(const struct partial *p, int step)
{
    int parent = p->parent[step], number = partial_number(p, step);
    enum constructor role = (enum constructor)p->role[step], above = partial_role(p, parent);
    bool nested = above == CONS_AND || above == CONS_OR;
    if (in_join(p, step)) { /* k tables, k-1 equations */
        const struct partial_select *s = &p->selects[p->select[step]];
        int joins = s->k - 1;
        if (joins > 0 && !joins_may_begin(p, s))
            return false;
        if (nested || joins == 1)
            return role == CONS_COMPARE;
        return joins == 0 ? role == CONS_NO_CONDITION : role == CONS_AND && number == joins;
    }
    if (role == CONS_NO_CONDITION)
        return !nested;
    if (role == CONS_AND || role == CONS_OR) { /* one level inside the other kind */
        enum constructor top = nested ? partial_role(p, p->parent[parent]) : CONS_NONE;
        return !nested || (above != role && top != CONS_AND && top != CONS_OR);
    }
    return true;
}

/* Operator and right-hand side must suit each other, whichever comes first. */
static bool suits(enum constructor op, enum constructor value)
{
    if (op == CONS_IN || op == CONS_NOT_IN)
        return value == CONS_SQL_VALUE;
    if (op == CONS_LIKE || op == CONS_NOT_LIKE)
        return value == CONS_LITERAL_VALUE;
    if (op == CONS_IS || op == CONS_IS_NOT)
        return value == CONS_NULL_VALUE;
    return value != CONS_NULL_VALUE;
}

static bool allow_operator(const struct partial *p, int step)
{
    enum constructor role = (enum constructor)p->role[step];
    if ((role == CONS_IN || role == CONS_NOT_IN) && p->depth[step] >= MAX_SQL_DEPTH)
        return false; /* no room for the sub-query it needs */
    if (partial_repeats(p, step))
        return false;
    int value = partial_child(p, p->parent[step], SLOT_VALUE);
    if (value >= 0)
        return suits(role, (enum constructor)p->role[value]);
    for (int i = CONS_SQL_VALUE; i <= CONS_COLUMN_VALUE; i++) /* the paper has Is, but no NULL */
        if (p->c->has[i] && suits(role, (enum constructor)i))
            return true;
    return false;
}

static bool allow_value(const struct partial *p, int step)
{
    int condition = p->parent[step];
    enum constructor role = (enum constructor)p->role[step];
    if (in_join(p, step)) /* UnitValue names the second instance of a table joined twice */
        return role != CONS_UNIT_VALUE || joins_twice(&p->selects[p->select[step]]);
    if (role == CONS_SQL_VALUE && p->depth[step] >= MAX_SQL_DEPTH)
        return false;
    if (partial_role(p, condition) != CONS_COMPARE)
        return role == CONS_LITERAL_VALUE || role == CONS_SQL_VALUE;
    int op = partial_child(p, condition, SLOT_OPERATOR);
    return op < 0 || suits((enum constructor)p->role[op], role);
}

/* Where aggregates may not stand: WHERE, ON and GROUP BY. */
static bool no_aggregates(const struct partial *p, int unit)
{
    return !(WITH_AGGREGATES >> p->place[unit] & 1);
}

/* A bare '*' has any number of columns: not in a value, nor in an operand of a set operation. */
static bool star_allowed(const struct partial *p, int unit)
{
    int above = p->parent[p->selects[p->select[unit]].step];
    return p->place[unit] == PLACE_SELECT &&
           (above < 0 || partial_role(p, above) == CONS_FROM_SQL);
}

/* Some table that is joined twice has a column of numbers. */
static bool second_has_numbers(const struct partial *p, int unit)
{
    const struct partial_select *s = &p->selects[p->select[unit]];
    for (int i = 0; i < s->n_tables; i++)
        if (position_of(s, s->tables[i], 1) >= 0 && constraints_any_numeric(p->c, s->tables[i]))
            return true;
    return false;
}

/* An aggregate, its DISTINCT and its column, as far as they are known. */
static bool unit_agrees(const struct partial *p, int unit)
{
    enum constructor role = partial_role(p, unit);
    if (role != CONS_UNARY && role != CONS_INSTANCE)
        return true;
    int agg = partial_child(p, unit, SLOT_AGGREGATE);
    int distinct = partial_child(p, unit, SLOT_DISTINCT);
    int column = partial_child(p, unit, SLOT_COLUMN);
    enum constructor op = agg < 0 ? CONS_NONE : (enum constructor)p->role[agg];
    bool is_distinct = distinct >= 0 && p->role[distinct] == CONS_TRUE;
    bool numbers = op == CONS_SUM || op == CONS_AVG;
    if (is_distinct && op == CONS_NO_AGGREGATE)
        return false;
    if (column < 0)
        return !numbers || role != CONS_INSTANCE || second_has_numbers(p, unit);
    int id = p->action[column].id;
    if (id != 0)
        return !numbers || constraints_numeric(p->c, id);
    bool bare = star_allowed(p, unit), counted = !no_aggregates(p, unit);
    return !is_distinct && ((op == CONS_NONE && (bare || counted)) || op == CONS_COUNT ||
                            (op == CONS_NO_AGGREGATE && bare));
}

static bool allow_unit(const struct partial *p, int step)
{
    enum constructor role = (enum constructor)p->role[step];
    if (partial_role(p, p->parent[step]) == CONS_UNIT_VALUE && role != CONS_INSTANCE)
        return false; /* a plain column has a rule of its own */
    if (role == CONS_INSTANCE) /* a second instance must be there to be named */
        return partial_number(p, step) == 2 && joins_twice(&p->selects[p->select[step]]);
    return true;
}

static bool allow_order(const struct partial *p, int step)
{
    /* an operand of a set operation has no order of its own */
    return p->role[step] == CONS_NO_ORDER ||
           !is_set_operation(partial_role(p, p->parent[p->parent[step]]));
}

/* ORDER BY count(*) wants a GROUP BY, or an aggregate in the SELECT list. */
static bool aggregates_possible(const struct partial *p, const struct partial_select *s)
{
    int group = partial_child(p, s->step, SLOT_GROUP);
    return group < 0 || p->role[group] != CONS_NO_GROUP || partial_may_aggregate(p, s);
}

/* Over sub-queries: is there an output for the columns this rule, or its unit, asks for? */
static bool outputs_suffice(const struct partial *p, int step)
{
    if (p->select[step] < 0 || !p->selects[p->select[step]].derived || in_join(p, step))
        return true;
    enum constructor role = (enum constructor)p->role[step], above = partial_role(p, p->parent[step]);
    bool numbers = role == CONS_BINARY || role == CONS_SUM || role == CONS_AVG;
    bool column = role == CONS_COLUMN_VALUE || role == CONS_GROUP_BY || role == CONS_MAX ||
                  role == CONS_MIN ||
                  (role == CONS_UNARY && no_aggregates(p, step)) ||
                  (role == CONS_NO_AGGREGATE && !star_allowed(p, p->parent[step])) ||
                  (role == CONS_TRUE && above == CONS_UNARY);
    if (!numbers && !column)
        return true;
    struct partial_outputs o = partial_outputs(p, &p->selects[p->select[step]]);
    return o.open > o.missing ||
           (numbers ? o.numbers || p->c->has_now : o.any || o.missing > 0);
}

static bool allow_rule(const struct partial *p, int step)
{
    if (!(constructors[p->role[step]].places >> p->place[step] & 1) || !outputs_suffice(p, step))
        return false;
    switch ((enum node_part)p->c->part[p->action[step].id]) {
    case NODE_SQL:
        return allow_sql(p, step);
    case NODE_SELECT:
        return allow_select_list(p, step);
    case NODE_FROM:
        return allow_from(p, step);
    case NODE_CONDITION:
        return allow_condition(p, step);
    case NODE_OPERATOR:
        return allow_operator(p, step);
    case NODE_VALUE:
        return allow_value(p, step);
    case NODE_ORDER:
        return allow_order(p, step);
    case NODE_UNIT:
        return allow_unit(p, step);
    case NODE_AGGREGATE:
        return unit_agrees(p, p->parent[step]) && !partial_repeats(p, step);
    case NODE_DISTINCT:
        return unit_agrees(p, p->parent[step]);
    default:
        return true;
    }
}

/* ---- tables, columns and values ------------------------------------------------------------------ */

static bool allow_table(const struct partial *p, int step)
{
    int table = p->c->table_item[p->action[step].id];
    const struct partial_select *s = &p->selects[p->select[step]];
    return table >= 0 && p->c->first[table] < p->c->first[table + 1] &&
           position_of(s, table, p->c->max_instances) < 0;
}

static bool allow_column(const struct partial *p, int step)
{
    int id = p->action[step].id, unit = p->parent[step];
    const struct partial_select *s = &p->selects[p->select[step]];
    enum constructor role = partial_role(p, unit);
    if (p->c->schema->columns[id].virtual_now) /* TIME_NOW stands wherever a time may */
        return !in_join(p, step) && role != CONS_GROUP_BY && unit_agrees(p, unit);
    if (id == 0)
        return role == CONS_UNARY && !in_join(p, step) && unit_agrees(p, unit);
    int table = p->c->table_of[id];
    if (table < 0 || !unit_agrees(p, unit) ||
        (role == CONS_BINARY && !constraints_numeric(p->c, id)) || partial_repeats(p, step))
        return false;
    if (role == CONS_INSTANCE && position_of(s, table, partial_number(p, unit) - 1) < 0)
        return false;
    return true;
}

/* The decimal digits of a number of rows, written as one word. */
static bool is_digits(const struct partial *p, int id, bool first)
{
    struct slice piece = p->c->vocab->pieces[id];
    bool continued = piece.n > 2 && piece.s[0] == '#' && piece.s[1] == '#';
    if (continued == first)
        return false;
    for (size_t i = continued ? 2 : 0; i < piece.n; i++)
        if (piece.s[i] < '0' || piece.s[i] > '9')
            return false;
    return piece.n > 0;
}

static bool allow_token(const struct partial *p, int step, int first)
{
    int n_before = step - first, id = p->action[step].id;
    bool limit = p->c->is_count[p->field[step]];
    int value[MAX_VALUE_TOKENS];
    for (int i = 0; i < MIN(n_before, MAX_VALUE_TOKENS); i++)
        value[i] = p->action[first + i].id;
    /* whatever it says, it must be able to end: at its own limit, and when all steps left are needed
     * for what else is open */
    bool last = n_before >= (limit ? MAX_LIMIT_TOKENS : MAX_VALUE_TOKENS - 1) ||
                (id == p->c->eos && partial_least_steps(p) >= p->c->max_steps);
    if (!last && !words_allow(p->c, value, n_before, id))
        return false;
    if (id == p->c->eos)
        return n_before > 0;
    return n_before < (limit ? MAX_LIMIT_TOKENS : MAX_VALUE_TOKENS) && (!limit || is_digits(p, id, n_before == 0));
}

/* A number of rows is a whole one; what else is pointed at the network knows best. */
static bool allow_choice(const struct partial *p, int step)
{
    const char *text = p->c->values.v[p->action[step].id].text;
    size_t digits = strspn(text, "0123456789");
    return !p->c->is_count[p->field[step]] ||
           (text[digits] == '\0' && digits > 0 && digits <= MAX_LIMIT_DIGITS);
}

/* ---- the whole ----------------------------------------------------------------------------------- */

/* After a step that changed what its SELECT demands of FROM, or one of a FROM (or of the outputs of
 * a sub-query in it): does it all still fit? */
static bool selects_fit(const struct partial *p, int step)
{
    if (p->select[step] < 0)
        return true;
    const struct partial_select *s = &p->selects[p->select[step]];
    bool changed = p->before.changed_select >= 0;
    if (changed && !s->derived && !from_feasible(p, s))
        return false;
    if (s->ordered_by_aggregate && p->action[step].kind == ACTION_RULE &&
        !aggregates_possible(p, s))
        return false;
    if ((p->place[step] == PLACE_FROM || (changed && p->action[step].kind == ACTION_TABLE)) &&
        joins_extra(p, s) >= NO_WAY)
        return false;
    for (int i = 0; s->derived && changed && i < p->n_selects; i++) /* the sub-queries' FROMs */
        if (&p->selects[i] != s && p->selects[i].outer == s - p->selects &&
            p->place[p->selects[i].step] == PLACE_FROM && !from_feasible(p, &p->selects[i]))
            return false;
    if (s->derived && changed)
        return outputs_feasible(p, s);
    return s->outer < 0 || !p->selects[s->outer].derived ||
           (p->place[step] != PLACE_SELECT && !changed) ||
           outputs_feasible(p, &p->selects[s->outer]);
}

static bool is_allowed(const struct partial *p, int step, int first)
{
    if (p->too_large)
        return false;
    if (p->c->everyday)
        return everyday_allows(p, step, first) && partial_least_steps(p) <= p->c->max_steps;
    struct action action = p->action[step];
    bool allowed = action.kind == ACTION_RULE     ? allow_rule(p, step)
                   : action.kind == ACTION_TABLE  ? allow_table(p, step)
                   : action.kind == ACTION_COLUMN ? allow_column(p, step)
                   : action.kind == ACTION_VALUE  ? allow_choice(p, step)
                                                  : allow_token(p, step, first);
    bool leaf = action.kind == ACTION_TOKEN || action.kind == ACTION_VALUE;
    return allowed && (leaf || selects_fit(p, step)) &&
           partial_least_steps(p) <= p->c->max_steps;
}

struct partial *partial_new(struct arena *arena)
{
    return ARENA_NEW(arena, struct partial);
}

void partial_read(struct partial *p, const struct constraints *c, const struct derivation *d)
{
    partial_begin(p, c);
    for (int i = 0; i < d->n_steps; i++)
        partial_push(p, d->steps[i]->action, d->steps[i]->field, d->steps[i]->parent,
                     d->steps[i]->slot);
}

void partial_follow(struct partial *p, const struct partial *from, const struct derivation *d)
{
    partial_copy(p, from);
    for (int i = from->n; i < d->n_steps && !p->too_large; i++)
        partial_push(p, d->steps[i]->action, d->steps[i]->field, d->steps[i]->parent,
                     d->steps[i]->slot);
}

bool partial_allows(struct partial *p, const struct candidate *node, struct action action)
{
    if (p->too_large)
        return false;
    partial_push(p, action, node->field, node->parent, node->slot);
    bool allowed = is_allowed(p, p->n - 1, node->first);
    partial_pop(p);
    return allowed;
}
