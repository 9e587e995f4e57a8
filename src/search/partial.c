/* partial.c - a query being built, as the rules of allow.c see it: roles, clauses, the FROM of each
 * SELECT, and the least number of steps it will take, all kept up to date as steps are added. */
#include "search/internal.h"

#include <string.h>

/* CmpCondition, unit, aggregate, distinct, column, =, ColumnValue, column */
enum { EQUATION_STEPS = 8, COLUMN_VALUE_STEPS = 2 };

/* Steps of the k-1 equations that join k tables. */
static int join_cost(int k)
{
    return k <= 1 ? 1 : EQUATION_STEPS * (k - 1) + (k > 2);
}

void partial_begin(struct partial *p, const struct constraints *c)
{
    p->c = c;
    p->n = p->n_children = p->n_selects = p->n_queries = 0;
    p->too_large = p->in_value = false;
    p->open = c->type_cost[c->grammar->fields[0].type];
}

/* Of the arrays, what is used. */
void partial_copy(struct partial *to, const struct partial *from)
{
    size_t n = (size_t)from->n;
    to->c = from->c;
    to->n = from->n;
    to->open = from->open;
    to->n_children = from->n_children;
    to->n_selects = from->n_selects;
    to->n_queries = from->n_queries;
    to->too_large = from->too_large;
    to->in_value = from->in_value;
#define COPY(array, count) memcpy(to->array, from->array, (size_t)(count) * sizeof *to->array)
    COPY(action, n);
    COPY(parent, n);
    COPY(slot, n);
    COPY(field, n);
    COPY(child, n);
    COPY(select, n);
    COPY(role, n);
    COPY(place, n);
    COPY(depth, n);
    COPY(want, n);
    COPY(nest, n);
    COPY(aggregate, n);
    COPY(children, from->n_children);
    COPY(cost, from->n_children);
    COPY(queries, from->n_queries);
    COPY(selects, from->n_selects);
#undef COPY
    to->before = from->before;
}

/* ---- steps ------------------------------------------------------------------------------------- */

/* What an open child takes at least. */
static int child_cost(const struct partial *p, int step, int k)
{
    const struct constraints *c = p->c;
    int rule = p->action[step].id, type = grammar_slot_type(c->grammar, rule, k);
    if (c->everyday)
        return everyday_cost(p, step, k);
    bool in_join = p->place[step] == PLACE_FROM;
    switch (p->role[step]) {
    case CONS_FROM_TABLE:
        return c->grammar->types[type].kind == TYPE_NODE ? join_cost(partial_number(p, step)) : 1;
    case CONS_AND:
    case CONS_OR: /* NoCondition is no operand */
        return in_join ? EQUATION_STEPS : c->comparison_cost;
    case CONS_COMPARE:
        return in_join && k == c->slot[rule][SLOT_VALUE] ? COLUMN_VALUE_STEPS : c->type_cost[type];
    default:
        return c->type_cost[type];
    }
}

static void add_children(struct partial *p, int step)
{
    int n = p->c->grammar->rules[p->action[step].id].n_slots;
    p->child[step] = (int16_t)p->n_children;
    for (int k = 0; k < n; k++) {
        int cost = child_cost(p, step, k);
        p->children[p->n_children] = -1;
        p->cost[p->n_children++] = (int16_t)cost;
        p->open += cost;
    }
}

/* x IN needs a sub-query where a literal was counted. */
static void recost_value(struct partial *p, int step)
{
    enum constructor role = p->role[step];
    int k = p->c->slot[p->action[p->parent[step]].id][SLOT_VALUE];
    if ((role != CONS_IN && role != CONS_NOT_IN) || k < 0)
        return;
    int at = p->child[p->parent[step]] + k;
    if (p->children[at] >= 0)
        return;
    p->before.recosted = at;
    p->before.old_cost = p->cost[at];
    p->open += p->c->sub_query_cost - p->cost[at];
    p->cost[at] = (int16_t)p->c->sub_query_cost;
}

/* ---- the SELECT a step belongs to -------------------------------------------------------------- */

/* The SELECT around this one if its FROM is this one's outputs; else NULL. */
static const struct partial_select *user_of(const struct partial *p, const struct partial_select *s)
{
    int at = s->step;
    while (p->parent[at] >= 0 && is_set_operation(partial_role(p, p->parent[at]))) {
        if (p->slot[at] != p->c->slot[p->action[p->parent[at]].id][SLOT_LEFT])
            return NULL;
        at = p->parent[at];
    }
    return partial_role(p, p->parent[at]) == CONS_FROM_SQL ? &p->selects[s->outer] : NULL;
}

/* Distinct tables FROM must have at least: those needed, what connects them, and if an open column
 * must hold numbers, one that has such a column. */
static int count_least(const struct partial *p, const struct partial_select *s)
{
    const struct constraints *c = p->c;
    const struct partial_select *user = user_of(p, s);
    struct table_set wanted = s->needed;
    bool numbers = s->open_numbers > 0;
    if (user) {
        struct partial_outputs o = partial_outputs(p, user);
        for (int i = 0; i < c->n_words; i++)
            wanted.w[i] |= o.missing_tables.w[i];
        numbers |= o.one && o.want_numbers;
    }
    return constraints_least(c, &wanted, numbers);
}

/* A sub-query in FROM must offer what the query around it uses: that may have changed since. */
int partial_least_tables(const struct partial *p, const struct partial_select *s)
{
    return s->outer >= 0 && p->selects[s->outer].derived ? count_least(p, s) : s->least;
}

static bool wants_numbers(enum constructor role)
{
    return role == CONS_SUM || role == CONS_AVG;
}

/* Open columns that must hold numbers, more or fewer by this step. */
static int numbers_change(const struct partial *p, int step)
{
    int unit = p->parent[step];
    enum constructor role = p->role[step], above = partial_role(p, unit);
    if (role == CONS_BINARY)
        return 2;
    if (above == CONS_BINARY)
        return p->action[step].kind == ACTION_COLUMN ? -1 : 0;
    if (above != CONS_UNARY && above != CONS_INSTANCE)
        return 0;
    if (wants_numbers(role))
        return partial_child(p, unit, SLOT_COLUMN) < 0;
    int aggregate = partial_child(p, unit, SLOT_AGGREGATE);
    return p->action[step].kind == ACTION_COLUMN && aggregate >= 0 &&
                   wants_numbers((enum constructor)p->role[aggregate])
               ? -1 : 0;
}

/* Keeps what is known of the step's SELECT. */
static void note_in_select(struct partial *p, int step)
{
    if (p->select[step] < 0 || p->role[step] == CONS_SELECT_QUERY)
        return;
    struct partial_select *s = &p->selects[p->select[step]];
    struct action a = p->action[step];
    int numbers = numbers_change(p, step), table = -1;
    bool from = a.kind == ACTION_RULE && p->c->part[a.id] == NODE_FROM;
    if (a.kind == ACTION_TABLE && partial_role(p, p->parent[step]) == CONS_FROM_TABLE)
        table = p->c->table_item[a.id];
    else if (a.kind == ACTION_COLUMN)
        table = p->c->table_of[a.id];
    bool aggregate = a.kind == ACTION_RULE && p->place[step] == PLACE_ORDER &&
                     ((p->c->part[a.id] == NODE_AGGREGATE && p->role[step] != CONS_NO_AGGREGATE) ||
                      p->role[step] == CONS_TRUE /* DISTINCT of one still to come */);
    if (!from && table < 0 && numbers == 0 && !aggregate)
        return;
    p->before.changed_select = p->select[step];
    p->before.old_select = *s;
    s->open_numbers += numbers;
    s->ordered_by_aggregate |= aggregate;
    if (from) {
        s->from = step;
        s->derived = p->role[step] != CONS_FROM_TABLE;
        s->k = s->derived ? 0 : partial_number(p, step);
    }
    if (table >= 0)
        set_add(&s->needed, table);
    if (a.kind == ACTION_TABLE && table >= 0 && s->n_tables < PARTIAL_TABLES)
        s->tables[s->n_tables++] = table;
    s->least = s->derived ? 0 : count_least(p, s);
}

static void begin_select(struct partial *p, int step)
{
    int outer = p->parent[step] < 0 ? -1 : p->select[p->parent[step]];
    p->select[step] = (int8_t)p->n_selects;
    p->selects[p->n_selects++] = (struct partial_select){.step = step, .outer = outer, .from = -1};
}

/* ---- push and pop ------------------------------------------------------------------------------ */

static void place(struct partial *p, int step, int field)
{
    int parent = p->parent[step];
    bool in_select = partial_role(p, parent) == CONS_SELECT_QUERY;
    p->select[step] = parent < 0 ? -1 : p->select[parent];
    p->place[step] = parent < 0           ? PLACE_NONE
                     : p->c->place[field] ? p->c->place[field]
                                          : p->place[parent];
    p->depth[step] = parent < 0 ? 0 : (uint8_t)(p->depth[parent] + in_select);
}

void partial_push(struct partial *p, struct action action, int field, int parent, int slot)
{
    const struct grammar *g = p->c->grammar;
    p->before.n_children = p->n_children;
    p->before.n_selects = p->n_selects;
    p->before.n_queries = p->n_queries;
    p->before.open = p->open;
    p->before.in_value = p->in_value;
    p->before.changed_select = p->before.closed = p->before.recosted = -1;
    if (p->too_large || p->n == PARTIAL_STEPS || p->n_selects == PARTIAL_SELECTS ||
        p->n_queries == COUNT_OF(p->queries) ||
        p->n_children + GRAMMAR_MAX_SLOTS > COUNT_OF(p->children)) {
        p->too_large = true;
        return;
    }
    int i = p->n++;
    p->action[i] = action;
    p->field[i] = (int16_t)field;
    p->parent[i] = (int16_t)parent;
    p->slot[i] = (int16_t)slot;
    p->child[i] = -1;
    p->role[i] = action.kind == ACTION_RULE ? p->c->role[action.id] : CONS_NONE;
    place(p, i, field);
    int at = parent < 0 ? -1 : p->child[parent] + slot;
    if (parent < 0) {
        p->open = 0;
    } else if (p->children[at] < 0) { /* later tokens of a value find it closed */
        p->before.closed = at;
        p->children[at] = (int16_t)i;
        p->open -= p->cost[at];
    }
    p->in_value = action.kind == ACTION_TOKEN && action.id != p->c->eos;
    if (p->role[i] == CONS_SELECT_QUERY)
        begin_select(p, i);
    if (p->c->everyday)
        everyday_note(p, i);
    if (action.kind == ACTION_RULE && g->rules[action.id].n_slots > 0)
        add_children(p, i);
    if (p->role[i] == CONS_SELECT_QUERY || is_set_operation((enum constructor)p->role[i]))
        p->queries[p->n_queries++] = (int16_t)i;
    if (p->c->everyday)
        return;
    if (partial_role(p, parent) == CONS_COMPARE)
        recost_value(p, i);
    note_in_select(p, i);
}

void partial_pop(struct partial *p)
{
    if (p->too_large) {
        p->too_large = false;
        return;
    }
    if (p->before.changed_select >= 0)
        p->selects[p->before.changed_select] = p->before.old_select;
    if (p->before.recosted >= 0)
        p->cost[p->before.recosted] = p->before.old_cost;
    if (p->before.closed >= 0)
        p->children[p->before.closed] = -1;
    p->n--;
    p->n_children = p->before.n_children;
    p->n_selects = p->before.n_selects;
    p->n_queries = p->before.n_queries;
    p->open = p->before.open;
    p->in_value = p->before.in_value;
}

/* ---- what the parts demand of each other ------------------------------------------------------- */

int partial_width(const struct partial *p, int step)
{
    if (step < 0)
        return 0;
    if (is_set_operation(partial_role(p, step))) {
        int left = partial_width(p, partial_child(p, step, SLOT_LEFT));
        return left ? left : partial_width(p, partial_child(p, step, SLOT_RIGHT));
    }
    if (partial_role(p, step) != CONS_SELECT_QUERY)
        return 0;
    int list = partial_child(p, step, SLOT_SELECT);
    return list < 0 ? 0 : partial_number(p, list);
}

static void add_open(struct partial_outputs *out, int n, int select, bool numbers)
{
    for (; n > 0 && out->open < MAX_OUTPUTS; n--) {
        out->units[out->open].select = select;
        out->units[out->open++].numbers = numbers;
    }
}

/* An output: open, a column, or something else. */
static void note_output(const struct partial *p, int unit, int select, struct partial_outputs *out,
                        int *offered, int *n_offered)
{
    enum constructor role = partial_role(p, unit);
    bool plain = role == CONS_UNARY || role == CONS_INSTANCE;
    int leaf = plain ? partial_child(p, unit, SLOT_COLUMN) : -2;
    if (unit < 0 || leaf == -1) {
        int aggregate = unit < 0 ? -1 : partial_child(p, unit, SLOT_AGGREGATE);
        add_open(out, 1, select, wants_numbers(partial_role(p, aggregate)));
    } else if (leaf >= 0 && p->action[leaf].id > 0) {
        offered[(*n_offered)++] = p->action[leaf].id;
        out->any = true;
        out->numbers |= constraints_numeric(p->c, p->action[leaf].id);
    }
}

/* Columns this SELECT uses and is not offered, each once. */
static void note_missing(const struct partial *p, const struct partial_select *s,
                         const int *offered, int n_offered, struct partial_outputs *out)
{
    out->one = s->from >= 0 && p->c->grammar->rules[p->action[s->from].id].n_slots == 1;
    for (int i = s->step + 1; i < p->n && out->missing < MAX_OUTPUTS; i++) {
        int id = p->action[i].id;
        if (p->action[i].kind != ACTION_COLUMN || &p->selects[p->select[i]] != s ||
            p->c->table_of[id] < 0)
            continue;
        bool known = false;
        for (int k = 0; k < n_offered; k++)
            known |= offered[k] == id;
        for (int k = 0; k < out->missing; k++)
            known |= out->columns[k] == id;
        if (known)
            continue;
        out->columns[out->missing++] = id;
        if (out->one)
            set_add(&out->missing_tables, p->c->table_of[id]);
    }
}

static int count_operands(const struct partial *p, int query)
{
    return query >= 0 && is_set_operation(partial_role(p, query))
               ? count_operands(p, partial_child(p, query, SLOT_LEFT)) +
                     count_operands(p, partial_child(p, query, SLOT_RIGHT))
               : 1;
}

static bool missing_numbers(const struct constraints *c, const struct partial_outputs *out)
{
    for (int i = 0; i < out->missing; i++)
        if (constraints_numeric(c, out->columns[i]))
            return true;
    return false;
}

struct partial_outputs partial_outputs(const struct partial *p, const struct partial_select *s)
{
    struct partial_outputs out = {0};
    const struct grammar *g = p->c->grammar;
    int offered[2 * GRAMMAR_MAX_SLOTS + 1], n_offered = 0;
    int n_queries = s->from < 0 ? 0 : g->rules[p->action[s->from].id].n_slots;
    for (int k = 0; k < MIN(n_queries, 2); k++) {
        int query = p->children[p->child[s->from] + k], width = partial_width(p, query);
        while (query >= 0 && is_set_operation(partial_role(p, query)))
            query = partial_child(p, query, SLOT_LEFT);
        int list = query < 0 ? -1 : partial_child(p, query, SLOT_SELECT);
        int select = query < 0 ? -1 : p->select[query];
        if (list < 0) {
            int before = out.open;
            add_open(&out, width ? width : p->c->max_select, select, false);
            out.unknown += out.open - before;
            out.counted += width ? width : 1;
            int operands = count_operands(p, p->children[p->child[s->from] + k]);
            out.operands = out.operands ? MIN(out.operands, operands) : operands;
            out.no_select = query < 0;
        }
        for (int i = 1; list >= 0 && i < g->rules[p->action[list].id].n_slots; i++)
            note_output(p, p->children[p->child[list] + i], select, &out, offered, &n_offered);
    }
    note_missing(p, s, offered, n_offered, &out);
    out.want_numbers = s->open_numbers > 0 && !out.numbers && !missing_numbers(p->c, &out) &&
                       !p->c->has_now;
    return out;
}

bool partial_may_aggregate(const struct partial *p, const struct partial_select *s)
{
    int list = partial_child(p, s->step, SLOT_SELECT);
    for (int i = 1; list >= 0 && i < p->c->grammar->rules[p->action[list].id].n_slots; i++) {
        int unit = p->children[p->child[list] + i];
        int aggregate = unit < 0 ? -1 : partial_child(p, unit, SLOT_AGGREGATE);
        if (aggregate == -1 || partial_role(p, aggregate) != CONS_NO_AGGREGATE)
            return true;
    }
    return list < 0;
}

/* Further units of an open SELECT list, or of the open query it will be in, that must be as wide as
 * the other operands'. */
static int width_extra(const struct partial *p, int step)
{
    int top = step;
    while (is_set_operation(partial_role(p, p->parent[top])))
        top = p->parent[top];
    int width = is_set_operation(partial_role(p, top)) ? partial_width(p, top) : 0;
    return width > 1 ? p->c->unit_cost * (width - 1) : 0;
}

/* One table and no join were counted for an open FROM. */
static int from_extra(int least)
{
    return least > 1 ? least + join_cost(least) - 2 : 0;
}

/* What the sub-queries of a FROM take beyond the smallest ones, to offer what is used of them. */
static int outputs_extra(const struct partial *p, const struct partial_select *s)
{
    struct partial_outputs o = partial_outputs(p, s);
    int units = o.missing + o.want_numbers - (o.open - o.unknown) - o.counted;
    int extra = units > 0 ? units * p->c->unit_cost * MAX(o.operands, 1) : 0;
    if (!o.no_select)
        return extra;
    return extra + from_extra(constraints_least(p->c, &o.missing_tables, o.one && o.want_numbers));
}

static int is_open(const struct partial *p, int step, enum slot_name name)
{
    return partial_child(p, step, name) == -1;
}

int partial_least_steps(const struct partial *p)
{
    int total = p->n + p->open + p->in_value;
    if (p->c->everyday)
        return total + everyday_extra(p);
    for (int i = 0; i < p->n_queries; i++) {
        int at = p->queries[i];
        if (p->role[at] != CONS_SELECT_QUERY) {
            int open = is_open(p, at, SLOT_LEFT) + is_open(p, at, SLOT_RIGHT);
            total += open ? open * width_extra(p, at) : 0;
            continue;
        }
        const struct partial_select *s = &p->selects[p->select[at]];
        if (s->from < 0)
            total += from_extra(partial_least_tables(p, s));
        else if (s->derived)
            total += outputs_extra(p, s);
        else if (joins_twice(s))
            total += joins_extra(p, s);
        if (is_open(p, at, SLOT_SELECT))
            total += width_extra(p, at);
        if (s->ordered_by_aggregate && is_open(p, at, SLOT_GROUP) && !partial_may_aggregate(p, s))
            total += p->c->group_cost - 1; /* NoGroupBy was counted */
    }
    return total;
}
