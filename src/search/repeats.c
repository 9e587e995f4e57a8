/* repeats.c - choices that make a query say the same thing twice.
 *
 * Orders that visit siblings at random meet them before they know what the others say, and a decoder
 * that is unsure of which sibling is which likes to repeat one.  No such choice is refused where
 * there is not enough else to choose from, so none leads into a dead end. */
#include "search/internal.h"

/* Columns of the tables FROM will surely have. */
static int columns_in_reach(const struct partial *p, const struct partial_select *s)
{
    int n = 0;
    for (int t = 0; t < p->c->n_tables; t++)
        if (p->c->everyday ? source_instances(s, t, PARTIAL_TABLES) > 0 : set_has(&s->needed, t))
            n += p->c->first[t + 1] - p->c->first[t];
    return n;
}

static int n_slots(const struct partial *p, int step)
{
    return p->c->grammar->rules[p->action[step].id].n_slots;
}

/* The column of a plain unit, without aggregate; -1 for others. */
static int plain_column(const struct partial *p, int unit)
{
    int named = unit < 0 || partial_role(p, unit) != CONS_COLUMN
                    ? -1 : partial_child(p, unit, SLOT_COLUMN);
    if (unit < 0 || partial_role(p, unit) != CONS_UNARY)
        return named < 0 ? -1 : p->action[named].id;
    int agg = partial_child(p, unit, SLOT_AGGREGATE), column = partial_child(p, unit, SLOT_COLUMN);
    return agg >= 0 && column >= 0 && p->role[agg] == CONS_NO_AGGREGATE ? p->action[column].id : -1;
}

/* GROUP BY: its columns are leaves of the rule itself. */
static int grouped_column(const struct partial *p, int step)
{
    return step >= 0 && p->action[step].kind == ACTION_COLUMN ? p->action[step].id : -1;
}

/* "x > 5" of a WHERE as a number: the column, and whether it bounds from below; -1 for others. */
static int bound(const struct partial *p, int condition)
{
    if (condition < 0 || partial_role(p, condition) != CONS_COMPARE ||
        p->place[condition] != PLACE_WHERE)
        return -1;
    int unit = partial_child(p, condition, SLOT_UNIT), op = partial_child(p, condition, SLOT_OPERATOR);
    int value = partial_child(p, condition, SLOT_VALUE);
    if (partial_role(p, unit) != CONS_UNARY || op < 0 || partial_role(p, value) != CONS_LITERAL_VALUE)
        return -1;
    int column = partial_child(p, unit, SLOT_COLUMN);
    bool below = p->role[op] == CONS_GREATER || p->role[op] == CONS_GREATER_EQUAL;
    bool above = p->role[op] == CONS_LESS || p->role[op] == CONS_LESS_EQUAL;
    return column >= 0 && (below || above) ? 2 * p->action[column].id + below : -1;
}

/* Does a sibling say what this one does? */
static bool has_twin(const struct partial *p, int step,
                     int (*says)(const struct partial *p, int step))
{
    int list = p->parent[step], what = says(p, step);
    if (what < 0 || columns_in_reach(p, &p->selects[p->select[step]]) < n_slots(p, list))
        return false;
    for (int i = 0; i < n_slots(p, list); i++) {
        int other = p->children[p->child[list] + i];
        if (other != step && says(p, other) == what)
            return true;
    }
    return false;
}

bool partial_repeats(const struct partial *p, int step)
{
    int parent = p->parent[step];
    if (p->select[step] < 0 || p->selects[p->select[step]].derived || parent < 0)
        return false;
    bool column = p->action[step].kind == ACTION_COLUMN;
    if (p->c->everyday) { /* a class may be wanted that few columns are of: not there */
        enum constructor above = partial_role(p, p->parent[parent]);
        bool list = is_select(p, p->parent[parent]) || above == CONS_GROUP || above == CONS_GROUP_HAVING;
        return column && list && partial_role(p, parent) == CONS_COLUMN && p->want[parent] == VALUE_ANY &&
               has_twin(p, parent, plain_column);
    }
    if (column && partial_role(p, parent) == CONS_GROUP_BY)
        return has_twin(p, step, grouped_column);
    if (p->role[step] == CONS_NO_AGGREGATE || (column && partial_role(p, parent) == CONS_UNARY)) {
        int above = p->parent[parent];
        /* in the training queries of Spider ten lists name a column twice, all by mistake */
        if (partial_role(p, above) == CONS_SELECT_LIST)
            return has_twin(p, parent, plain_column);
        return column && partial_role(p, above) == CONS_COMPARE && p->parent[above] >= 0 &&
               has_twin(p, above, bound);
    }
    if (!column && p->c->part[p->action[step].id] == NODE_OPERATOR && p->parent[parent] >= 0)
        return has_twin(p, parent, bound);
    return false;
}
