/* joins.c - can a FROM still be brought to a good end?
 *
 * FROM names k tables (one at most twice) and k-1 equations between columns that connect them all.
 * Tables and equations may be decoded in any order and half of an equation long before the other,
 * so the question is whether some way of filling in what is open works. */
#include "search/internal.h"

#include <string.h>

int position_of(const struct partial_select *s, int table, int instance)
{
    for (int i = 0; i < s->n_tables; i++)
        if (s->tables[i] == table && instance-- == 0)
            return i;
    return -1;
}

static bool is_second(const struct partial_select *s, int position)
{
    return position_of(s, s->tables[position], 0) != position;
}

bool joins_twice(const struct partial_select *s)
{
    for (int i = 0; i < s->n_tables && s->n_tables == s->k; i++)
        if (is_second(s, i))
            return true;
    return false;
}

/* ---- tables ----------------------------------------------------------------------------------- */

static int distinct_tables(const struct partial_select *s)
{
    int n = 0;
    for (int i = 0; i < s->n_tables; i++)
        n += !is_second(s, i);
    return n;
}

/* Tables that can be reached from those needed; of all if none is. */
static int reachable(const struct constraints *c, const struct partial_select *s)
{
    for (int t = 0; t < c->n_tables; t++)
        if (set_has(&s->needed, t))
            return c->size[t];
    return c->largest;
}

/* Distinct tables FROM can still have. */
static int room_of(const struct constraints *c, const struct partial_select *s)
{
    return s->from < 0 ? c->max_from : s->k - (s->n_tables - distinct_tables(s));
}

bool from_takes(const struct partial *p, const struct partial_select *s, int table)
{
    struct table_set more = s->needed;
    set_add(&more, table);
    return constraints_connect(p->c, &more) <= room_of(p->c, s);
}

/* FROM has k places.  Distinct tables that are connected can be chosen one by one up to all that
 * can be reached; places beyond them take a table a second time. */
bool from_feasible(const struct partial *p, const struct partial_select *s)
{
    const struct constraints *c = p->c;
    int least = partial_least_tables(p, s), room = room_of(c, s);
    if (s->from < 0)
        return least <= room;
    if (least > room || s->k > c->max_from)
        return false;
    int distinct = MIN(room, reachable(c, s));
    return s->k <= c->max_instances * MAX(distinct, 1);
}

bool joins_may_begin(const struct partial *p, const struct partial_select *s)
{
    return s->n_tables == s->k ||
           (distinct_tables(s) == s->n_tables && reachable(p->c, s) >= s->k);
}

/* ---- outputs of sub-queries -------------------------------------------------------------------- */

enum { ANY_NUMBER = -1 };

/* Can open output u become this column? */
static bool can_become(const struct partial *p, const struct partial_outputs *o, int u, int column)
{
    const struct constraints *c = p->c;
    int select = o->units[u].select;
    if (column != ANY_NUMBER)
        return (!o->units[u].numbers || constraints_numeric(c, column)) &&
               (select < 0 || from_takes(p, &p->selects[select], c->table_of[column]));
    for (int t = 0; t < c->n_tables; t++)
        if (constraints_any_numeric(c, t) &&
            (select < 0 || from_takes(p, &p->selects[select], t)))
            return true;
    return false;
}

struct matching {
    const struct partial *p;
    const struct partial_outputs *o;
    int wanted[MAX_OUTPUTS + 1];
    int taken_by[MAX_OUTPUTS]; /* which of the wanted an output is to become, or -1 */
};

/* Finds an output for one more, moving others on if need be. */
static bool find_output(struct matching *m, int i, uint32_t *seen)
{
    for (int u = 0; u < m->o->open; u++) {
        if (*seen >> u & 1 || !can_become(m->p, m->o, u, m->wanted[i]))
            continue;
        *seen |= 1u << u;
        if (m->taken_by[u] < 0 || find_output(m, m->taken_by[u], seen)) {
            m->taken_by[u] = i;
            return true;
        }
    }
    return false;
}

bool outputs_feasible(const struct partial *p, const struct partial_select *s)
{
    struct partial_outputs o = partial_outputs(p, s);
    struct matching m = {.p = p, .o = &o};
    int n = 0;
    for (int i = 0; i < o.missing; i++)
        m.wanted[n++] = o.columns[i];
    if (o.one && o.no_select &&
        constraints_least(p->c, &o.missing_tables, o.want_numbers) > p->c->max_from)
        return false;
    if (o.want_numbers)
        m.wanted[n++] = ANY_NUMBER;
    for (int u = 0; u < o.open; u++)
        m.taken_by[u] = -1;
    for (int i = 0; i < n; i++) {
        uint32_t seen = 0;
        if (!find_output(&m, i, &seen))
            return false;
    }
    return true;
}

/* ---- equations -------------------------------------------------------------------------------- */

struct side {
    int column;      /* -1: open */
    enum { ANY, FIRST, SECOND } instance;
};
struct equation {
    struct side sides[2];
};

static struct side read_unit(const struct partial *p, int unit)
{
    if (unit < 0)
        return (struct side){-1, ANY};
    int leaf = partial_child(p, unit, SLOT_COLUMN);
    return (struct side){leaf < 0 ? -1 : p->action[leaf].id,
                         partial_role(p, unit) == CONS_INSTANCE ? SECOND : FIRST};
}

static struct equation read_equation(const struct partial *p, int compare)
{
    struct equation e = {{read_unit(p, partial_child(p, compare, SLOT_UNIT)), {-1, ANY}}};
    int value = partial_child(p, compare, SLOT_VALUE);
    if (partial_role(p, value) == CONS_UNIT_VALUE) {
        e.sides[1] = read_unit(p, partial_child(p, value, SLOT_UNIT));
        e.sides[1].instance = SECOND;
    } else if (value >= 0) {
        e.sides[1] = read_unit(p, value);
    }
    return e;
}

enum { MAX_EQUATIONS = PARTIAL_TABLES };

/* The equations of a FROM that are begun; -1 if there are too many to be right. */
static int read_equations(const struct partial *p, const struct partial_select *s,
                          struct equation *out)
{
    int n = 0;
    for (int i = s->from + 1; i < p->n; i++) {
        if (p->role[i] != CONS_COMPARE || p->place[i] != PLACE_FROM ||
            &p->selects[p->select[i]] != s)
            continue;
        if (n == MAX_EQUATIONS)
            return -1;
        out[n++] = read_equation(p, i);
    }
    return n;
}

struct solver {
    const struct partial *p;
    const struct partial_select *s;
    struct equation equations[MAX_EQUATIONS];
    int n;
};

static bool fits(const struct solver *v, struct side side, int position)
{
    if (side.instance != ANY && is_second(v->s, position) != (side.instance == SECOND))
        return false;
    return side.column < 0 || v->p->c->table_of[side.column] == v->s->tables[position];
}

/* Two instances of a table can be joined by any column (papers of two authors: a.paper = b.paper),
 * two tables by what their keys and names say. */
static bool joins_with_table(const struct constraints *c, int column, int table)
{
    if (c->table_of[column] == table)
        return true;
    for (int i = c->first[table]; i < c->first[table + 1]; i++)
        if (constraints_joinable(c, column, c->columns[i]))
            return true;
    return false;
}

static bool can_link(const struct constraints *c, int a, int b)
{
    return a == b || set_has(&c->linked[a], b);
}

/* Can the equation join these two places? */
static bool can_join(const struct solver *v, const struct equation *e, int a, int b)
{
    const struct constraints *c = v->p->c;
    int x = e->sides[0].column, y = e->sides[1].column;
    if (!fits(v, e->sides[0], a) || !fits(v, e->sides[1], b))
        return false;
    if (x >= 0 && y >= 0)
        return x == y || constraints_joinable(c, x, y);
    if (x >= 0 || y >= 0)
        return joins_with_table(c, x >= 0 ? x : y, v->s->tables[x >= 0 ? b : a]);
    return can_link(c, v->s->tables[a], v->s->tables[b]);
}

static bool all_connected(const struct solver *v, const uint8_t *group)
{
    uint32_t inside = 0, all = 0;
    int k = v->s->k;
    for (int i = 0; i < k; i++) {
        all |= 1u << i;
        if (group[i] == group[0])
            inside |= 1u << i;
    }
    for (bool grown = true; grown && inside != all;) {
        grown = false;
        for (int i = 0; i < k; i++) {
            if (inside >> i & 1)
                continue;
            bool reached = false;
            for (int j = 0; j < k; j++)
                reached |= (inside >> j & 1) &&
                           (group[i] == group[j] ||
                            can_link(v->p->c, v->s->tables[i], v->s->tables[j]));
            if (reached) {
                inside |= 1u << i;
                grown = true;
            }
        }
    }
    return inside == all;
}

/* The least extra cost of equation i and those after it, given which places are connected already.
 * Those not begun can join any two tables that are linked.  A plain ColumnValue was counted: to
 * name a second instance on the right takes UnitValue and a unit. */
static int solve(const struct solver *v, int i, const uint8_t *group)
{
    if (i == v->n)
        return all_connected(v, group) ? 0 : NO_WAY;
    int k = v->s->k, best = NO_WAY;
    bool open = v->equations[i].sides[1].instance == ANY;
    for (int a = 0; a < k; a++) {
        for (int b = 0; b < k; b++) {
            if (group[a] == group[b] || !can_join(v, &v->equations[i], a, b))
                continue;
            uint8_t joined[PARTIAL_TABLES];
            for (int j = 0; j < k; j++)
                joined[j] = group[j] == group[a] ? group[b] : group[j];
            int extra = open && is_second(v->s, b) ? v->p->c->unit_cost - 1 : 0;
            best = MIN(best, extra + solve(v, i + 1, joined));
            if (best == 0)
                return 0;
        }
    }
    return best;
}

static bool is_untouched(const struct equation *e)
{
    return e->sides[0].column < 0 && e->sides[1].column < 0 && e->sides[0].instance == ANY &&
           e->sides[1].instance == ANY;
}

/* Can a column be equated with one of a table that FROM may have and that is not connected with
 * the column's own yet? */
static bool has_partner(const struct solver *v, int column, const int16_t *group)
{
    const struct constraints *c = v->p->c;
    for (int t = 0; t < c->n_tables; t++)
        if (group[t] != group[c->table_of[column]] && joins_with_table(c, column, t) &&
            from_takes(v->p, v->s, t))
            return true;
    return false;
}

/* While FROM's tables are open: equations must join what can be joined, each two more groups of
 * tables.  Complete equations come first. */
static bool forest_possible(const struct solver *v)
{
    const struct constraints *c = v->p->c;
    int16_t group[MODEL_MAX_TABLES];
    for (int t = 0; t < c->n_tables; t++)
        group[t] = (int16_t)t;
    for (int i = 0; i < v->n; i++) {
        int x = v->equations[i].sides[0].column, y = v->equations[i].sides[1].column;
        if (x < 0 && y < 0)
            continue;
        if (x < 0 || y < 0) {
            if (!has_partner(v, x >= 0 ? x : y, group))
                return false;
            continue;
        }
        int gone = group[c->table_of[x]], into = group[c->table_of[y]];
        if (gone == into || !constraints_joinable(c, x, y))
            return false;
        for (int t = 0; t < c->n_tables; t++)
            group[t] = (int16_t)(group[t] == gone ? into : group[t]);
    }
    return true;
}

int joins_extra(const struct partial *p, const struct partial_select *s)
{
    if (s->from < 0 || s->derived || s->k < 2)
        return 0;
    struct equation read[MAX_EQUATIONS];
    struct solver v = {.p = p, .s = s};
    int n = read_equations(p, s, read);
    if (n < 0 || n > s->k - 1)
        return NO_WAY;
    for (int pass = 0; pass < 2; pass++) /* complete ones first: they leave no choice */
        for (int i = 0; i < n; i++) {
            bool complete = read[i].sides[0].column >= 0 && read[i].sides[1].column >= 0;
            if (complete == (pass == 0) && !is_untouched(&read[i]))
                v.equations[v.n++] = read[i];
        }
    if (s->n_tables < s->k)
        return forest_possible(&v) ? 0 : NO_WAY;
    uint8_t group[PARTIAL_TABLES];
    for (int i = 0; i < s->k; i++)
        group[i] = (uint8_t)i;
    return solve(&v, 0, group);
}
