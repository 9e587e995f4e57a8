/* sources.c - FROM of the everyday grammar: a table, and joins that name the keys they go along.
 *
 * FROM is decoded before the rest of its SELECT, its items in order and each table before its keys, in
 * every traversal order.  So an item is joined with one that is there already, and columns are of
 * tables that are there; a table can always be joined with itself. */
#include "search/internal.h"

enum { MAX_INSTANCES = 4 };

int source_instances(const struct partial_select *s, int table, int n)
{
    int found = 0;
    for (int i = 0; i < MIN(n, s->n_tables); i++)
        found += s->tables[i] == table;
    return found;
}

/* k items: those that can be reached, each up to MAX_INSTANCES times. */
bool sources_allow(const struct partial *p, const struct partial_select *s)
{
    int reach = s->n_tables > 0 ? p->c->size[s->tables[0]] : p->c->largest;
    return s->k <= PARTIAL_TABLES && s->k <= MAX_INSTANCES * reach;
}

int source_position(const struct partial *p, int step)
{
    while (step >= 0 && p->place[step] != PLACE_NONE &&
           !(p->action[step].kind == ACTION_RULE && p->c->part[p->action[step].id] == NODE_JOIN))
        step = p->parent[step];
    return step < 0 ? 0 : p->slot[step];
}

static bool has_keys(const struct partial *p, int join)
{
    return partial_child(p, join, SLOT_LEFT) != -2;
}

/* Is there an item before it that keys connect it with? */
static bool reaches(const struct partial *p, const struct partial_select *s, int table, int n)
{
    for (int i = 0; i < n; i++)
        if (s->tables[i] == table || set_has(&p->c->linked[table], s->tables[i]))
            return true;
    return false;
}

bool source_allows_table(const struct partial *p, int step)
{
    int table = p->c->table_item[p->action[step].id], from = p->parent[step];
    const struct partial_select *s = &p->selects[p->select[step]];
    if (table < 0 || p->c->first[table] == p->c->first[table + 1])
        return false;
    if (partial_role(p, from) == CONS_ALL_OF_TABLE)
        return source_instances(s, table, PARTIAL_TABLES) > 0;
    if (source_instances(s, table, PARTIAL_TABLES) > MAX_INSTANCES || !sources_allow(p, s))
        return false;
    bool join = p->c->part[p->action[from].id] == NODE_JOIN;
    return !join || !has_keys(p, from) || reaches(p, s, table, s->n_tables - 1);
}

static bool joins(const struct constraints *c, int x, int y)
{
    return c->table_of[x] == c->table_of[y] ? x == y || schema_joins(c->schema, x, y)
                                            : constraints_joinable(c, x, y);
}

/* Is there a column of the table to equate this one with? */
static bool has_partner(const struct constraints *c, int column, int table)
{
    for (int i = c->first[table]; i < c->first[table + 1]; i++)
        if (joins(c, column, c->columns[i]))
            return true;
    return false;
}

/* One of the two keys of a join: the right one is of its table, the left one of an item before. */
bool source_allows_column(const struct partial *p, int step)
{
    const struct constraints *c = p->c;
    int id = p->action[step].id, join = p->parent[step], table = c->table_of[id];
    const struct partial_select *s = &p->selects[p->select[step]];
    int position = p->slot[join], own = s->tables[position];
    bool right = p->slot[step] == c->slot[p->action[join].id][SLOT_RIGHT];
    int other = partial_child(p, join, right ? SLOT_LEFT : SLOT_RIGHT);
    if (table < 0 || c->schema->columns[id].virtual_now)
        return false;
    bool there = right && table == own;
    for (int i = 0; !right && i < position; i++)
        there |= s->tables[i] == table;
    if (!there)
        return false;
    if (other >= 0)
        return joins(c, id, p->action[other].id);
    if (!right)
        return has_partner(c, id, own);
    for (int i = 0; i < position; i++)
        if (has_partner(c, id, s->tables[i]))
            return true;
    return false;
}

unsigned column_classes(const struct constraints *c, int column)
{
    int known = fact_of(&c->classes[column]);
    if (known >= 0)
        return (unsigned)known;
    const struct column *x = &c->schema->columns[column];
    enum time_storage storage = x->time != TIME_UNKNOWN
                                    ? x->time : schema_guess_time_storage(x, SQL_SQLITE);
    bool time = storage != TIME_NONE && storage != TIME_UNKNOWN;
    bool number = x->type == COLUMN_NUMBER || x->type == COLUMN_BOOLEAN ||
                  (!time && x->type != COLUMN_TIME && constraints_numeric(c, column));
    bool text = x->type != COLUMN_NUMBER && storage != TIME_NATIVE;
    unsigned classes = 1u << VALUE_ANY | (unsigned)number << VALUE_NUMBER |
                       (unsigned)text << VALUE_TEXT |
                       (unsigned)(time || x->type == COLUMN_TIME) << VALUE_TIME;
    return (unsigned)fact_found(&c->classes[column], (int)classes);
}
