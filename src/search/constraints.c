/* constraints.c - which actions can still lead to a query that is valid on this schema.
 *
 * The grammar's types make a tree well-formed SQL; these rules make it SQL that a database accepts
 * and that means something: columns belong to tables of their own FROM, joins follow keys and
 * connect all tables, aggregates stand where SQL allows them, sub-queries have the right number of
 * columns, and enough steps are left to close what is open.  A rule looks at the whole partial tree,
 * so it holds whatever order clauses are decoded in: FROM may come before SELECT or after.
 *
 * Constructors are known by the family names of grammars/sql.asdl.  A family that is not listed
 * here is left out of search (it stays in the grammar for training and round trips). */
#include "search/internal.h"

#include <string.h>

/* ---- families -------------------------------------------------------------------------------- */

enum role {
    ROLE_OTHER, /* not decoded */
#define FAMILY(role, name) ROLE_##role,
#include "search/families.def"
#undef FAMILY
    N_ROLES
};
static const char *const role_names[N_ROLES] = {
    "",
#define FAMILY(role, name) name,
#include "search/families.def"
#undef FAMILY
};

enum { BY_KEY = 1, BY_LOOKS = 2 }; /* how two tables can be joined */

enum { MAX_STEPS = MODEL_MAX_STEPS + 2, MAX_SQL_DEPTH = 3, MAX_VALUE_TOKENS = 32 };

struct constraints {
    const struct grammar *grammar;
    const struct schema *schema;
    const struct value_index *index;
    uint8_t *role;    /* [n_rules] enum role */
    int *rule_cost;   /* [n_rules] steps the smallest tree under this rule takes, itself included */
    int *type_cost;   /* [n_types] the same for the cheapest rule */
    uint8_t *linked;  /* [n_tables, n_tables] some key joins the two */
    bool *numeric;    /* [n_columns] sums and averages make sense */
};

static void compute_costs(struct arena *arena, struct constraints *c)
{
    const struct grammar *g = c->grammar;
    enum { FAR = 1 << 20 };
    c->rule_cost = ARENA_ARRAY(arena, int, g->n_rules);
    c->type_cost = ARENA_ARRAY(arena, int, g->n_types);
    for (int t = 0; t < g->n_types; t++)
        c->type_cost[t] = g->types[t].kind == TYPE_NODE    ? FAR
                          : g->types[t].kind == TYPE_VALUE ? 2 : 1;
    for (bool changed = true; changed;) {
        changed = false;
        for (int r = 0; r < g->n_rules; r++) {
            int cost = c->role[r] == ROLE_OTHER ? FAR : 1;
            for (int k = 0; k < g->rules[r].n_slots; k++)
                cost = MIN(FAR, cost + c->type_cost[grammar_slot_type(g, r, k)]);
            c->rule_cost[r] = cost;
            /* the cheapest value is not always to be had: count with a literal */
            bool special = c->role[r] == ROLE_NULL_VALUE || c->role[r] == ROLE_COLUMN_VALUE;
            if (!special && cost < c->type_cost[g->rules[r].type]) {
                c->type_cost[g->rules[r].type] = cost;
                changed = true;
            }
        }
    }
}

/* May two columns of different tables be equated in an ON although no key says so?  Equal names,
 * and where no key is declared between the two tables, equal types if one is a primary key (schemas
 * forget to declare keys). */
static bool join_by_looks(const struct constraints *c, const struct column *x,
                          const struct column *y)
{
    if (x->type != y->type || x->table < 0 || y->table < 0 || x->table == y->table)
        return false;
    size_t t = (size_t)c->schema->n_tables;
    bool keyed = c->linked[(size_t)x->table * t + (size_t)y->table] == BY_KEY;
    return (!keyed && (x->primary || y->primary)) || equal_nocase(x->name, y->name);
}

static bool may_join(const struct constraints *c, int a, int b)
{
    return schema_joins(c->schema, a, b) ||
           (a > 0 && b > 0 && join_by_looks(c, &c->schema->columns[a], &c->schema->columns[b]));
}

static void compute_joins(struct arena *arena, struct constraints *c)
{
    const struct schema *s = c->schema;
    size_t t = (size_t)s->n_tables;
    c->linked = ARENA_ARRAY(arena, uint8_t, t * t);
    for (int i = 0; i < s->n_foreign_keys; i++) {
        struct foreign_key k = s->foreign_keys[i];
        size_t from = (size_t)s->columns[k.from].table, to = (size_t)s->columns[k.to].table;
        c->linked[from * t + to] = c->linked[to * t + from] = BY_KEY;
    }
    for (int a = 1; a < s->n_columns; a++) {
        for (int b = 1; b < s->n_columns; b++) {
            const struct column *x = &s->columns[a], *y = &s->columns[b];
            if (x->table < 0 || y->table < 0)
                continue;
            uint8_t *linked = &c->linked[(size_t)x->table * t + (size_t)y->table];
            if (!*linked && join_by_looks(c, x, y))
                *linked = BY_LOOKS;
        }
    }
}

/* Declared a number or a time, or mostly numbers kept as text. */
static bool holds_numbers(const struct constraints *c, int column)
{
    enum { LOOK_AT = 40 };
    enum column_type type = c->schema->columns[column].type;
    if (type == COLUMN_NUMBER || type == COLUMN_TIME || !c->index)
        return type == COLUMN_NUMBER || type == COLUMN_TIME;
    struct value_column cells = value_index_column(c->index, column);
    long n = MIN(cells.n, LOOK_AT), numbers = 0;
    for (long i = 0; i < n; i++) {
        struct slice cell = value_index_cell(c->index, cells.first + i);
        double value;
        numbers += text_number(cell.s, cell.n, &value);
    }
    return cells.numeric || (n > 0 && numbers * 10 >= n * 8);
}

struct constraints *constraints_new(struct arena *arena, const struct grammar *grammar,
                                    const struct schema *schema,
                                    const struct value_index *index)
{
    struct constraints *c = ARENA_NEW(arena, struct constraints);
    *c = (struct constraints){.grammar = grammar, .schema = schema, .index = index};
    c->role = ARENA_ARRAY(arena, uint8_t, grammar->n_rules);
    for (int r = 0; r < grammar->n_rules; r++)
        for (int k = 1; k < N_ROLES; k++)
            if (strcmp(grammar->rules[r].family, role_names[k]) == 0)
                c->role[r] = (uint8_t)k;
    compute_costs(arena, c);
    compute_joins(arena, c);
    c->numeric = ARENA_ARRAY(arena, bool, schema->n_columns);
    for (int i = 1; i < schema->n_columns; i++)
        c->numeric[i] = holds_numbers(c, i);
    return c;
}

/* ---- the partial tree, with the new action as its last step -------------------------------------- */

struct view {
    const struct constraints *c;
    const struct derivation *d;
    int n;                      /* steps, the new one included */
    struct action action[MAX_STEPS];
    int parent[MAX_STEPS], slot[MAX_STEPS], field[MAX_STEPS];
    int child[MAX_STEPS];       /* start of the step's children in `children`, or -1 for a leaf */
    int children[MAX_STEPS * 8]; /* step of each child slot, -1 while open */
    int n_children;
};

static void view_add(struct view *v, struct action action, int field, int parent, int slot)
{
    int i = v->n++;
    v->action[i] = action;
    v->field[i] = field;
    v->parent[i] = parent;
    v->slot[i] = slot;
    v->child[i] = -1;
    if (parent >= 0 && v->children[v->child[parent] + slot] < 0)
        v->children[v->child[parent] + slot] = i;
    if (action.kind != ACTION_RULE)
        return;
    v->child[i] = v->n_children;
    for (int k = 0; k < v->c->grammar->rules[action.id].n_slots; k++)
        v->children[v->n_children++] = -1;
}

/* False if the tree is too bushy for the view, which no query worth having is. */
static bool view_build(struct view *v, const struct constraints *c, const struct derivation *d,
                       const struct candidate *node, struct action action)
{
    v->c = c;
    v->d = d;
    v->n = v->n_children = 0;
    if (d->n_steps + 1 >= MAX_STEPS)
        return false;
    for (int i = 0; i <= d->n_steps; i++) {
        if (v->n_children + GRAMMAR_MAX_SLOTS > COUNT_OF(v->children))
            return false;
        if (i == d->n_steps)
            view_add(v, action, node->field, node->parent, node->slot);
        else
            view_add(v, d->steps[i]->action, d->steps[i]->field, d->steps[i]->parent,
                     d->steps[i]->slot);
    }
    return true;
}

static enum role role_of(const struct view *v, int step)
{
    return step >= 0 && v->action[step].kind == ACTION_RULE
               ? (enum role)v->c->role[v->action[step].id] : ROLE_OTHER;
}

static int rule_number(const struct view *v, int step)
{
    return v->c->grammar->rules[v->action[step].id].n;
}

/* The child in the first slot whose field has this name; -1 while open, -2 if there is none. */
static int child_named(const struct view *v, int step, const char *name)
{
    const struct grammar_rule *rule = &v->c->grammar->rules[v->action[step].id];
    for (int k = 0; k < rule->n_slots; k++)
        if (strcmp(v->c->grammar->fields[rule->slots[k].field].name, name) == 0)
            return v->children[v->child[step] + k];
    return -2;
}

/* The SELECT a step is part of: the nearest SQL(...) above it, or itself. */
static int enclosing_select(const struct view *v, int step)
{
    while (step >= 0 && role_of(v, step) != ROLE_SELECT_QUERY)
        step = v->parent[step];
    return step;
}

/* Which clause of that SELECT it stands in: the name of the clause's field. */
static const char *clause_of(const struct view *v, int step)
{
    int select = enclosing_select(v, v->parent[step]);
    while (step >= 0 && v->parent[step] != select)
        step = v->parent[step];
    return step < 0 ? "" : v->c->grammar->fields[v->field[step]].name;
}

static bool in_clause(const struct view *v, int step, const char *name)
{
    return strcmp(clause_of(v, step), name) == 0;
}

/* Inside the join conditions of FROM (and not in a sub-query of it)? */
static bool in_join(const struct view *v, int step)
{
    return in_clause(v, step, "from");
}

static int sql_depth(const struct view *v, int step)
{
    int depth = 0;
    for (step = v->parent[step]; step >= 0; step = v->parent[step])
        depth += role_of(v, step) == ROLE_SELECT_QUERY;
    return depth;
}

/* ---- the tables of a SELECT ------------------------------------------------------------------------- */

struct from_state {
    int step;      /* of the FROM rule, -1 while open */
    bool derived;  /* FROM (sub-query): columns are checked when the query is finished */
    int tables[16], n_tables; /* chosen */
    int n_free;    /* slots not yet chosen */
};

static struct from_state from_of(const struct view *v, int select)
{
    struct from_state f = {.step = child_named(v, select, "from")};
    if (f.step < 0)
        return f;
    f.derived = role_of(v, f.step) != ROLE_FROM_TABLE;
    const struct grammar_rule *rule = &v->c->grammar->rules[v->action[f.step].id];
    for (int k = 0; !f.derived && k < rule->n_slots; k++) {
        int type = grammar_slot_type(v->c->grammar, v->action[f.step].id, k);
        if (v->c->grammar->types[type].kind != TYPE_TABLE)
            continue;
        int leaf = v->children[v->child[f.step] + k];
        if (leaf < 0)
            f.n_free++;
        else if (f.n_tables < COUNT_OF(f.tables))
            f.tables[f.n_tables++] = v->action[leaf].id;
    }
    return f;
}

static bool holds(const int *list, int n, int item)
{
    for (int i = 0; i < n; i++)
        if (list[i] == item)
            return true;
    return false;
}

/* Tables that columns already chosen for this SELECT need. */
static int needed_tables(const struct view *v, int select, int *out, int max)
{
    int n = 0;
    for (int i = select + 1; i < v->n; i++) {
        if (v->action[i].kind != ACTION_COLUMN || enclosing_select(v, i) != select)
            continue;
        int table = v->c->schema->columns[v->action[i].id].table;
        if (table >= 0 && !holds(out, n, table) && n < max)
            out[n++] = table;
    }
    return n;
}

/* Fewest further tables that connect all of `tables` along links: 0 if they are connected, more
 * than any FROM holds if nothing connects them.  Grows one component by shortest paths. */
static int missing_links(const struct constraints *c, const int *tables, int n)
{
    int n_all = c->schema->n_tables, missing = 0;
    if (n < 2 || n_all > 64)
        return 0;
    uint64_t wanted = 0, inside = (uint64_t)1 << tables[0];
    for (int i = 0; i < n; i++)
        wanted |= (uint64_t)1 << tables[i];
    while ((wanted & ~inside) != 0) {
        int distance[64], before[64], queue[64], head = 0, tail = 0, found = -1;
        for (int i = 0; i < n_all; i++) {
            distance[i] = -1;
            if (inside >> i & 1) {
                distance[i] = 0;
                before[i] = -1;
                queue[tail++] = i;
            }
        }
        while (head < tail && found < 0) {
            int at = queue[head++];
            for (int i = 0; i < n_all; i++) {
                if (distance[i] >= 0 || !c->linked[at * n_all + i])
                    continue;
                distance[i] = distance[at] + 1;
                before[i] = at;
                queue[tail++] = i;
                if (wanted >> i & 1) {
                    found = i;
                    break;
                }
            }
        }
        if (found < 0)
            return GRAMMAR_MAX_SLOTS;
        for (int i = found; i >= 0 && !(inside >> i & 1); i = before[i]) {
            inside |= (uint64_t)1 << i;
            missing += !(wanted >> i & 1);
        }
    }
    return missing;
}

/* Can FROM still hold everything that is needed, and connect it? */
static bool from_feasible(const struct view *v, int select)
{
    struct from_state f = from_of(v, select);
    int tables[48], n = 0;
    if (f.step < 0 || f.derived) {
        n = needed_tables(v, select, tables, 16);
        return f.derived || n + missing_links(v->c, tables, n) <=
                                grammar_family_max(v->c->grammar, "AndCondition") + 1;
    }
    for (int i = 0; i < f.n_tables; i++)
        if (!holds(tables, n, f.tables[i]))
            tables[n++] = f.tables[i];
    int chosen = n, needed[16], n_needed = needed_tables(v, select, needed, 16);
    for (int i = 0; i < n_needed; i++)
        if (!holds(tables, n, needed[i]))
            tables[n++] = needed[i];
    return n - chosen + missing_links(v->c, tables, n) <= f.n_free;
}

/* ---- rules ------------------------------------------------------------------------------------------- */

static bool is_set_operation(enum role role)
{
    return role == ROLE_INTERSECT || role == ROLE_UNION || role == ROLE_EXCEPT;
}

static bool allow_sql(const struct view *v, int step, enum role role)
{
    if (sql_depth(v, step) >= MAX_SQL_DEPTH)
        return false;
    if (role == ROLE_SELECT_QUERY)
        return true;
    /* a set operation may be the left operand of one other, but not the right */
    enum role above = role_of(v, v->parent[step]);
    if (is_set_operation(above))
        return strcmp(v->c->grammar->fields[v->field[step]].name, "left") == 0 &&
               !is_set_operation(role_of(v, v->parent[v->parent[step]]));
    return sql_depth(v, step) < MAX_SQL_DEPTH - 1;
}

/* Columns of the SELECT list of the first SELECT at or below a step that has one; 0 = not yet. */
static int select_width(const struct view *v, int step)
{
    if (step < 0)
        return 0;
    if (is_set_operation(role_of(v, step))) {
        int left = select_width(v, child_named(v, step, "left"));
        return left ? left : select_width(v, child_named(v, step, "right"));
    }
    if (role_of(v, step) != ROLE_SELECT_QUERY)
        return 0;
    int list = child_named(v, step, "select");
    return list < 0 ? 0 : rule_number(v, list);
}

static bool allow_select_list(const struct view *v, int step)
{
    int query = v->parent[step], width = rule_number(v, step);
    int above = v->parent[query];
    while (above >= 0 && is_set_operation(role_of(v, above))) {
        const char *const sides[] = {"left", "right"};
        for (int i = 0; i < 2; i++) {
            int other = select_width(v, child_named(v, above, sides[i]));
            if (other && other != width)
                return false;
        }
        query = above;
        above = v->parent[above];
    }
    /* a sub-query used as a value has one column */
    return above < 0 || role_of(v, above) == ROLE_FROM_SQL || width == 1;
}

static bool allow_from(const struct view *v, int step, enum role role)
{
    int select = v->parent[step];
    if (role == ROLE_FROM_SQL)
        return sql_depth(v, step) < MAX_SQL_DEPTH - 1 &&
               role_of(v, v->parent[select]) == ROLE_OTHER;
    int k = rule_number(v, step), most = v->c->schema->n_tables;
    if (most > 1)
        most *= 2; /* a table may be joined twice */
    /* the k-1 equations are the children of one AND */
    most = MIN(most, grammar_family_max(v->c->grammar, "AndCondition") + 1);
    return k <= most && from_feasible(v, select);
}

static bool allow_condition(const struct view *v, int step, enum role role)
{
    int parent = v->parent[step], number = rule_number(v, step);
    enum role above = role_of(v, parent);
    bool nested = above == ROLE_AND || above == ROLE_OR;
    if (in_join(v, step)) { /* k tables, k-1 equations */
        int from = parent;
        while (role_of(v, from) != ROLE_FROM_TABLE && role_of(v, from) != ROLE_OTHER)
            from = v->parent[from];
        if (role_of(v, from) != ROLE_FROM_TABLE)
            return false;
        int joins = rule_number(v, from) - 1;
        if (nested || joins == 1)
            return role == ROLE_COMPARE;
        return joins == 0 ? role == ROLE_NO_CONDITION : role == ROLE_AND && number == joins;
    }
    if (role == ROLE_NO_CONDITION)
        return !nested;
    if (role == ROLE_AND || role == ROLE_OR) /* one level inside the other kind */
        return !nested || (above != role && role_of(v, v->parent[parent]) != ROLE_AND &&
                           role_of(v, v->parent[parent]) != ROLE_OR);
    return true;
}

/* Operator and right-hand side must suit each other, whichever comes first. */
static bool suits(enum role op, enum role value)
{
    if (op == ROLE_IN || op == ROLE_NOT_IN)
        return value == ROLE_SQL_VALUE;
    if (op == ROLE_LIKE || op == ROLE_NOT_LIKE)
        return value == ROLE_LITERAL_VALUE;
    if (op == ROLE_IS || op == ROLE_IS_NOT)
        return value == ROLE_NULL_VALUE;
    return value != ROLE_NULL_VALUE;
}

static bool allow_operator(const struct view *v, int step, enum role role)
{
    if (in_join(v, step))
        return role == ROLE_EQUAL;
    if ((role == ROLE_IN || role == ROLE_NOT_IN) && sql_depth(v, step) >= MAX_SQL_DEPTH)
        return false; /* no room for the sub-query it needs */
    int value = child_named(v, v->parent[step], "value");
    return value < 0 || suits(role, role_of(v, value));
}

static bool joins_twice(const struct view *v, int select)
{
    struct from_state f = from_of(v, select);
    for (int i = 0; i < f.n_tables && f.n_free == 0; i++)
        if (holds(f.tables, i, f.tables[i]))
            return true;
    return false;
}

static bool allow_value(const struct view *v, int step, enum role role)
{
    int condition = v->parent[step];
    if (in_join(v, step)) /* UnitValue names the second instance of a table joined twice */
        return role == ROLE_COLUMN_VALUE ||
               (role == ROLE_UNIT_VALUE && joins_twice(v, enclosing_select(v, step)));
    if (role == ROLE_UNIT_VALUE)
        return false;
    if (role == ROLE_SQL_VALUE && sql_depth(v, step) >= MAX_SQL_DEPTH)
        return false;
    if (role_of(v, condition) != ROLE_COMPARE)
        return role == ROLE_LITERAL_VALUE || role == ROLE_SQL_VALUE;
    int op = child_named(v, condition, "cmp_op");
    return op < 0 || suits(role_of(v, op), role);
}

/* Where aggregates may not stand: WHERE, ON and GROUP BY. */
static bool no_aggregates(const struct view *v, int step)
{
    if (in_join(v, step) || in_clause(v, step, "where"))
        return true;
    return in_clause(v, step, "groupby") && role_of(v, v->parent[step]) == ROLE_GROUP_BY;
}

/* A bare '*' has any number of columns: not in a value, nor in an operand of a set operation. */
static bool star_allowed(const struct view *v, int unit)
{
    int above = v->parent[enclosing_select(v, unit)];
    return in_clause(v, unit, "select") && (above < 0 || role_of(v, above) == ROLE_FROM_SQL);
}

/* An aggregate, its DISTINCT and its column, as far as they are known. */
static bool unit_agrees(const struct view *v, int unit)
{
    if (role_of(v, unit) != ROLE_UNARY && role_of(v, unit) != ROLE_INSTANCE)
        return true;
    int agg = child_named(v, unit, "agg_op"), distinct = child_named(v, unit, "distinct");
    int column = child_named(v, unit, "col_id");
    enum role op = agg < 0 ? ROLE_OTHER : role_of(v, agg);
    bool is_distinct = distinct >= 0 && role_of(v, distinct) == ROLE_TRUE;
    if (is_distinct && op == ROLE_NO_AGGREGATE)
        return false;
    if (column < 0)
        return true;
    int id = v->action[column].id;
    if (id == 0)
        return !is_distinct && (op == ROLE_OTHER || op == ROLE_COUNT ||
                                (op == ROLE_NO_AGGREGATE && star_allowed(v, unit)));
    if (op == ROLE_SUM || op == ROLE_AVG)
        return v->c->numeric[id];
    return true;
}

static bool allow_unit(const struct view *v, int step, enum role role)
{
    if (role_of(v, v->parent[step]) == ROLE_UNIT_VALUE && role != ROLE_INSTANCE)
        return false; /* a plain column has a rule of its own */
    if (role == ROLE_INSTANCE) { /* a second instance must be there to be named */
        return joins_twice(v, enclosing_select(v, step));
    }
    return role == ROLE_UNARY || !in_join(v, step);
}

static bool allow_order(const struct view *v, int step, enum role role)
{
    if (role == ROLE_NO_ORDER)
        return true;
    /* an operand of a set operation has no order of its own */
    return !is_set_operation(role_of(v, v->parent[v->parent[step]]));
}

static bool allow_rule(const struct view *v, int step)
{
    enum role role = role_of(v, step);
    if (role == ROLE_OTHER)
        return false;
    const struct grammar *g = v->c->grammar;
    const char *type = g->types[g->rules[v->action[step].id].type].name;
    if (strcmp(type, "sql") == 0)
        return allow_sql(v, step, role);
    if (strcmp(type, "select") == 0)
        return allow_select_list(v, step);
    if (strcmp(type, "from") == 0)
        return allow_from(v, step, role);
    if (strcmp(type, "condition") == 0)
        return allow_condition(v, step, role);
    if (strcmp(type, "cmp_op") == 0)
        return allow_operator(v, step, role);
    if (strcmp(type, "value") == 0)
        return allow_value(v, step, role);
    if (strcmp(type, "orderby") == 0)
        return allow_order(v, step, role);
    if (strcmp(type, "col_unit") == 0)
        return allow_unit(v, step, role);
    if (strcmp(type, "agg_op") == 0)
        return (role == ROLE_NO_AGGREGATE || !no_aggregates(v, v->parent[step])) &&
               unit_agrees(v, v->parent[step]);
    if (strcmp(type, "distinct") == 0)
        return (role == ROLE_FALSE || !no_aggregates(v, v->parent[step])) &&
               unit_agrees(v, v->parent[step]);
    return true;
}

/* ---- tables and columns ----------------------------------------------------------------------------------- */

static bool allow_table(const struct view *v, int step)
{
    int table = v->action[step].id, select = enclosing_select(v, step);
    struct from_state f = from_of(v, select);
    int times = 0;
    for (int i = 0; i < f.n_tables; i++)
        times += f.tables[i] == table;
    if (times > (f.n_tables + f.n_free > 2 ? 2 : 1))
        return false;
    return from_feasible(v, select);
}

/* Which of FROM's tables a column of the ON belongs to, as a position; -1 if none. */
static int position_of(const struct from_state *f, int table, int instance)
{
    for (int i = 0; i < f->n_tables; i++)
        if (f->tables[i] == table && instance-- == 0)
            return i;
    return -1;
}

struct equation { /* of an ON: columns, -1 while open, and positions in FROM */
    int left, right, a, b;
};

static int instance_of(const struct view *v, int column_step)
{
    int unit = v->parent[column_step];
    return role_of(v, unit) == ROLE_INSTANCE ? rule_number(v, unit) - 1 : 0;
}

static struct equation read_equation(const struct view *v, const struct from_state *f, int compare)
{
    struct equation e = {-1, -1, -1, -1};
    int unit = child_named(v, compare, "col_unit"), value = child_named(v, compare, "value");
    int left = unit < 0 ? -1 : child_named(v, unit, "col_id");
    if (value >= 0 && role_of(v, value) == ROLE_UNIT_VALUE)
        value = child_named(v, value, "col_unit");
    int right = value < 0 ? -1 : child_named(v, value, "col_id");
    if (left >= 0) {
        e.left = v->action[left].id;
        e.a = position_of(f, v->c->schema->columns[e.left].table, instance_of(v, left));
    }
    if (right >= 0) {
        e.right = v->action[right].id;
        e.b = position_of(f, v->c->schema->columns[e.right].table, instance_of(v, right));
    }
    return e;
}

/* Components of FROM's tables under the complete equations but `skip`. */
static void components(const struct view *v, const struct from_state *f, int skip, int *component)
{
    for (int i = 0; i < f->n_tables; i++)
        component[i] = i;
    for (int i = f->step + 1; i < v->n; i++) {
        if (i == skip || role_of(v, i) != ROLE_COMPARE || !in_join(v, i) ||
            enclosing_select(v, i) != enclosing_select(v, f->step))
            continue;
        struct equation e = read_equation(v, f, i);
        if (e.a < 0 || e.b < 0)
            continue;
        int from = component[e.a], to = component[e.b];
        for (int k = 0; k < f->n_tables; k++)
            if (component[k] == from)
                component[k] = to;
    }
}

/* May column x at position a be equated with some column of another component? */
static bool has_partner(const struct view *v, const struct from_state *f, const int *component,
                        int x, int a)
{
    const struct schema *s = v->c->schema;
    for (int i = 0; i < f->n_tables; i++) {
        if (component[i] == component[a])
            continue;
        for (int y = 1; y < s->n_columns; y++)
            if (s->columns[y].table == f->tables[i] && may_join(v->c, x, y))
                return true;
    }
    return false;
}

static bool allow_join_column(const struct view *v, int step, const struct from_state *f)
{
    int compare = step, id = v->action[step].id;
    while (compare >= 0 && role_of(v, compare) != ROLE_COMPARE)
        compare = v->parent[compare];
    if (compare < 0 || id == 0 || f->n_free > 0)
        return id != 0 && compare >= 0; /* tables still open: judged when they are known */
    int component[16];
    components(v, f, compare, component);
    struct equation e = read_equation(v, f, compare);
    int here = e.left == id && e.right < 0 ? e.a : e.right == id && e.left < 0 ? e.b : -1;
    if (here >= 0)
        return has_partner(v, f, component, id, here);
    return e.a >= 0 && e.b >= 0 && component[e.a] != component[e.b] &&
           may_join(v->c, e.left, e.right);
}

/* Is the column among the outputs of FROM's sub-queries, as far as these are known? */
static bool derived_has(const struct view *v, int from, int column)
{
    const struct grammar_rule *rule = &v->c->grammar->rules[v->action[from].id];
    for (int k = 0; k < rule->n_slots; k++) {
        int query = v->children[v->child[from] + k];
        while (query >= 0 && is_set_operation(role_of(v, query)))
            query = child_named(v, query, "left");
        int list = query < 0 ? -1 : child_named(v, query, "select");
        if (list < 0)
            return true; /* not known yet */
        for (int i = 1; i < v->c->grammar->rules[v->action[list].id].n_slots; i++) {
            int unit = v->children[v->child[list] + i];
            int leaf = unit < 0 ? -1 : child_named(v, unit, "col_id");
            if (leaf == -1)
                return true;
            if (leaf >= 0 && v->action[leaf].id == column)
                return true;
        }
    }
    return false;
}

static bool allow_column(const struct view *v, int step)
{
    int id = v->action[step].id, select = enclosing_select(v, step);
    const struct column *column = &v->c->schema->columns[id];
    int unit = v->parent[step];
    struct from_state f = from_of(v, select);
    if (column->table < 0 && id != 0) /* TIME_NOW stands wherever a time may */
        return column->virtual_now && !in_join(v, step) && role_of(v, unit) != ROLE_GROUP_BY;
    if (in_join(v, step) && !f.derived && !allow_join_column(v, step, &f))
        return false;
    if (id == 0 && role_of(v, unit) != ROLE_UNARY)
        return false;
    if (f.derived && id != 0 && !derived_has(v, f.step, id))
        return false;
    if (!unit_agrees(v, unit))
        return false;
    if (role_of(v, unit) == ROLE_BINARY && !v->c->numeric[id])
        return false;
    if (f.step >= 0 && !f.derived && role_of(v, unit) == ROLE_INSTANCE && f.n_free == 0 &&
        position_of(&f, column->table, rule_number(v, unit) - 1) < 0)
        return false;
    return id == 0 || from_feasible(v, select);
}

/* ---- looking ahead ------------------------------------------------------------------------------------------ */

/* Is there a column for an open slot of this step?  Tries each as if it were the next action. */
static bool column_possible(struct view *v, int step, int slot)
{
    int n = v->n, *child = &v->children[v->child[step] + slot];
    bool found = false;
    int field = v->c->grammar->rules[v->action[step].id].slots[slot].field;
    for (int id = 0; !found && id < v->c->schema->n_columns; id++) {
        view_add(v, (struct action){ACTION_COLUMN, id}, field, step, slot);
        found = allow_column(v, n);
        v->n = n;
        *child = -1;
    }
    return found;
}

/* After a rule: can the columns it, or the unit it is part of, asks for still be found?  Asked only
 * once FROM is known, since before that any table may still come. */
static bool columns_possible(struct view *v, int step)
{
    const struct grammar *g = v->c->grammar;
    int unit = v->child[step] >= 0 && g->rules[v->action[step].id].n_slots > 0 ? step
                                                                               : v->parent[step];
    if (unit < 0)
        return true;
    int select = enclosing_select(v, unit);
    struct from_state f = select < 0 ? (struct from_state){.step = -1} : from_of(v, select);
    if (f.step < 0 || f.derived || f.n_free > 0)
        return true;
    const struct grammar_rule *rule = &g->rules[v->action[unit].id];
    for (int k = 0; k < rule->n_slots; k++) {
        int type = g->fields[rule->slots[k].field].type;
        if (g->types[type].kind == TYPE_COLUMN && v->children[v->child[unit] + k] < 0 &&
            !column_possible(v, unit, k))
            return false;
    }
    return true;
}

/* ---- values and room ------------------------------------------------------------------------------------------ */

static bool allow_token(const struct view *v, const struct candidate *node, struct action action)
{
    int n_before = v->n - 1 - node->first;
    bool eos = action.id == v->d->rules->eos;
    if (eos)
        return n_before > 0;
    if (n_before >= MAX_VALUE_TOKENS)
        return false;
    return true;
}

/* CmpCondition, unit, aggregate, distinct, column, =, value, column */
enum { EQUATION_STEPS = 8 };

/* Steps of the k-1 equations that join k tables. */
static int join_cost(int k)
{
    return k <= 1 ? 1 : EQUATION_STEPS * (k - 1) + (k > 2);
}

/* Steps that an open slot will need at least, given what the rest of the tree demands of it. */
static int open_cost(const struct view *v, int step, int slot)
{
    const struct constraints *c = v->c;
    const struct grammar *g = c->grammar;
    const struct grammar_field *field =
        &g->fields[g->rules[v->action[step].id].slots[slot].field];
    const char *type = g->types[field->type].name;
    int cost = c->type_cost[field->type], width = 0;
    enum role role = role_of(v, step);
    if (role == ROLE_FROM_TABLE && strcmp(type, "condition") == 0)
        return join_cost(rule_number(v, step));
    if (role == ROLE_AND || role == ROLE_OR) /* NoCondition is no operand */
        return in_join(v, step) ? EQUATION_STEPS
                                : c->rule_cost[grammar_find_rule(g, "CmpCondition", 0)];
    if (role == ROLE_COMPARE && strcmp(type, "value") == 0) {
        int op = child_named(v, step, "cmp_op");
        if (op >= 0 && (role_of(v, op) == ROLE_IN || role_of(v, op) == ROLE_NOT_IN))
            return c->rule_cost[grammar_find_rule(g, "SQLValue", 0)];
    }
    if (role == ROLE_SELECT_QUERY && strcmp(type, "from") == 0) {
        int tables[16], n = needed_tables(v, step, tables, 16);
        n += missing_links(c, tables, n);
        return n < 2 ? cost : 1 + n + join_cost(n);
    }
    /* a SELECT list as wide as that of the other operand */
    bool list = role == ROLE_SELECT_QUERY && strcmp(type, "select") == 0;
    bool operand = is_set_operation(role);
    for (int up = operand ? step : v->parent[step];
         (list || operand) && width == 0 && up >= 0 && is_set_operation(role_of(v, up));
         up = v->parent[up])
        width = select_width(v, up);
    int wide = width > 1 ? grammar_find_rule(g, "SelectColumn", width) : -1;
    int narrow = grammar_find_rule(g, "SelectColumn", 1);
    return wide < 0 ? cost : cost + c->rule_cost[wide] - c->rule_cost[narrow];
}

/* Do the open nodes still fit into the steps that are left, after this action? */
static bool has_room(const struct view *v)
{
    const struct grammar *g = v->c->grammar;
    int last = v->n - 1, cost = v->n;
    for (int i = 0; i < v->n; i++) {
        if (v->action[i].kind != ACTION_RULE)
            continue;
        for (int k = 0; k < g->rules[v->action[i].id].n_slots; k++)
            if (v->children[v->child[i] + k] < 0)
                cost += open_cost(v, i, k);
    }
    bool value_open = v->action[last].kind == ACTION_TOKEN &&
                      v->action[last].id != v->d->rules->eos;
    return cost + value_open <= v->d->rules->max_steps;
}

bool constraints_allow(const struct constraints *c, const struct derivation *derivation,
                       const struct candidate *node, struct action action)
{
    struct view v;
    v.n = 0;
    if (!view_build(&v, c, derivation, node, action))
        return false;
    int step = v.n - 1;
    bool allowed = action.kind == ACTION_RULE     ? allow_rule(&v, step) &&
                                                        columns_possible(&v, step)
                   : action.kind == ACTION_TABLE  ? allow_table(&v, step)
                   : action.kind == ACTION_COLUMN ? allow_column(&v, step)
                                                  : allow_token(&v, node, action);
    return allowed && has_room(&v);
}
