/* everyday.c - which actions the everyday grammar allows.
 *
 * Its rules are valid by themselves, so few questions are left: where a constructor may stand (its row
 * in constructors.def), whether it gives the class of value that is wanted, what FROM offers, and what
 * SQL asks of a SELECT as a whole: equal widths, no aggregate in an aggregate, none in ORDER BY without
 * a group.  Whatever is wanted, a literal can be had, so that no choice leads into a dead end. */
#include "search/internal.h"

#include <string.h>

enum { UNIT_STEPS = 2, LITERAL_STEPS = 3, NOTHING_SLACK = 60 };
/* Expressions in one another: databases have limits of their own, and nobody asks for that. */
enum { MAX_NEST = 6 };

static const struct constructor_row *row_of(const struct partial *p, int step)
{
    return &constructors[partial_role(p, step)];
}

static bool is_aggregate(const struct constructor_row *row)
{
    return row->kind == EXPR_AGGREGATE && row->part == NODE_UNIT;
}

static enum node_part part_of(const struct partial *p, int step)
{
    return p->action[step].kind == ACTION_RULE ? (enum node_part)p->c->part[p->action[step].id]
                                               : NODE_OTHER;
}

/* ---- what a step means for what follows ------------------------------------------------------ */

/* Of which class a child of this node must be. */
static enum value_class wanted_of(const struct partial *p, int parent, int field)
{
    enum value_class takes = row_of(p, parent)->takes;
    if (p->c->is_number[field])
        return VALUE_NUMBER;
    if (takes == VALUE_SAME)
        return (enum value_class)p->want[parent];
    if (is_select(p, parent) || is_set_operation(partial_role(p, parent)) ||
        partial_role(p, parent) == CONS_SELECT_QUERY)
        return (enum value_class)p->want[parent]; /* a sub-query must be what is wanted of it */
    return takes;
}

static bool names_column(enum shape shape)
{
    return shape == SHAPE_INNER || shape == SHAPE_INNER_NTH || shape == SHAPE_OUTER;
}

static void keep_select(struct partial *p, int select)
{
    p->before.changed_select = select;
    p->before.old_select = p->selects[select];
}

static void note_from(struct partial *p, int step)
{
    struct partial_select *s = &p->selects[p->select[step]];
    enum constructor role = partial_role(p, step);
    keep_select(p, p->select[step]);
    s->from = step;
    s->derived = role == CONS_FROM_QUERY;
    s->nothing = role == CONS_FROM_NOTHING;
    s->k = role == CONS_FROM_ONE ? 1 : role == CONS_FROM_JOIN ? partial_number(p, step) + 1 : 0;
}

static void note_rule(struct partial *p, int step)
{
    const struct constructor_row *row = row_of(p, step);
    struct partial_select *s = &p->selects[p->select[step]];
    enum node_part part = part_of(p, step);
    bool says = (part == NODE_CONDITION && partial_role(p, p->parent[step]) == CONS_SELECT_QUERY &&
                 p->role[step] != CONS_NO_CONDITION) ||
                (part == NODE_GROUP && p->role[step] != CONS_NO_GROUP) ||
                (part == NODE_ORDER && p->role[step] != CONS_NO_ORDER);
    if (part == NODE_FROM) {
        note_from(p, step);
    } else if (is_aggregate(row) && p->place[step] == PLACE_SELECT) {
        keep_select(p, p->select[step]);
        s->aggregated = true;
    } else if (is_aggregate(row) && p->place[step] == PLACE_ORDER) {
        keep_select(p, p->select[step]);
        s->needs_group |= !s->aggregated;
    } else if (row->shape == SHAPE_DERIVED) {
        keep_select(p, p->select[step]);
        s->max_output = MAX(s->max_output, partial_number(p, step));
    } else if (says) {
        keep_select(p, p->select[step]);
        s->plain = true;
    }
}

/* What the printer writes several times counts for more. */
static int nests(const struct partial *p, int step)
{
    const struct constructor_row *row = row_of(p, step);
    bool repeated = row->takes == VALUE_TIME || partial_role(p, step) == CONS_LEAST ||
                    partial_role(p, step) == CONS_GREATEST;
    return repeated ? 3 : part_of(p, step) == NODE_UNIT || partial_role(p, step) == CONS_NEGATION;
}

void everyday_note(struct partial *p, int step)
{
    int parent = p->parent[step];
    bool query = p->role[step] == CONS_SELECT_QUERY || is_set_operation(partial_role(p, step));
    p->want[step] = VALUE_ANY;
    p->aggregate[step] = false;
    p->nest[step] = 0;
    if (parent >= 0) {
        p->nest[step] = (uint8_t)(p->nest[parent] + nests(p, parent));
        p->want[step] = (uint8_t)wanted_of(p, parent, p->field[step]);
        p->aggregate[step] = !query && p->aggregate[parent];
    }
    if (p->select[step] < 0 || p->role[step] == CONS_SELECT_QUERY)
        return;
    struct partial_select *s = &p->selects[p->select[step]];
    if (p->action[step].kind == ACTION_RULE) {
        p->aggregate[step] |= is_aggregate(row_of(p, step));
        note_rule(p, step);
    } else if (p->action[step].kind == ACTION_TABLE && p->place[step] == PLACE_FROM &&
               s->n_tables < PARTIAL_TABLES) {
        keep_select(p, p->select[step]);
        s->tables[s->n_tables++] = p->c->table_item[p->action[step].id];
    }
}

/* ---- costs ----------------------------------------------------------------------------------- */

/* Steps of the cheapest expression of a class: a column if any will do and there are some. */
static int unit_steps(const struct partial *p, int step, enum value_class want)
{
    bool nothing = p->select[step] >= 0 && p->selects[p->select[step]].nothing;
    return want == VALUE_TIME             ? 1 + TIME_STEPS
           : want != VALUE_ANY || nothing ? LITERAL_STEPS
                                          : UNIT_STEPS;
}

int everyday_cost(const struct partial *p, int step, int k)
{
    const struct constraints *c = p->c;
    int rule = p->action[step].id, field = c->grammar->rules[rule].slots[k].field;
    const struct grammar_type *type = &c->grammar->types[c->grammar->fields[field].type];
    enum constructor role = partial_role(p, step);
    if (type->kind == TYPE_VALUE)
        return role == CONS_DURING || role == CONS_DATE || role == CONS_DATE_UNIT ? TIME_STEPS : 2;
    enum value_class want = wanted_of(p, step, field);
    int more = unit_steps(p, step, VALUE_ANY) - UNIT_STEPS, unit = unit_steps(p, step, want);
    switch (type->part) {
    case NODE_CONDITION:
        return role == CONS_SELECT_QUERY || role == CONS_JOIN_ON ? 1 : c->comparison_cost + more;
    case NODE_UNIT:
        return unit;
    case NODE_WHEN:
        return 1 + c->comparison_cost + more + unit;
    case NODE_ORDERING:
        return 1 + UNIT_STEPS;
    case NODE_SELECT:
        return 1 + unit;
    case NODE_VALUE:
        return LITERAL_STEPS;
    case NODE_SQL:
        return c->type_cost[c->grammar->fields[field].type] - UNIT_STEPS +
               (want == VALUE_TIME ? 1 + TIME_STEPS : want != VALUE_ANY ? LITERAL_STEPS : UNIT_STEPS);
    default:
        return c->type_cost[c->grammar->fields[field].type];
    }
}

/* Outputs a query must have at least, for the SELECT whose FROM it is. */
static int least_width(const struct partial *p, int step)
{
    while (step >= 0 && is_set_operation(partial_role(p, p->parent[step])))
        step = p->parent[step];
    int from = step < 0 ? -1 : p->parent[step];
    return partial_role(p, from) == CONS_FROM_QUERY ? p->selects[p->select[from]].max_output : 0;
}

/* The width the other operands of a set operation have. */
static int known_width(const struct partial *p, int step)
{
    int top = step;
    while (is_set_operation(partial_role(p, p->parent[top])))
        top = p->parent[top];
    return is_set_operation(partial_role(p, top)) ? partial_width(p, top) : 0;
}

int everyday_extra(const struct partial *p)
{
    int extra = 0;
    for (int i = 0; i < p->n_queries; i++) {
        int at = p->queries[i], width = MAX(known_width(p, at), least_width(p, at));
        bool plain = p->role[at] == CONS_SELECT_QUERY;
        int open = plain ? partial_child(p, at, SLOT_SELECT) == -1
                         : (partial_child(p, at, SLOT_LEFT) == -1) + (partial_child(p, at, SLOT_RIGHT) == -1);
        extra += open && width > 1 ? open * LITERAL_STEPS * (width - 1) : 0;
        const struct partial_select *s = plain ? &p->selects[p->select[at]] : NULL;
        if (s && s->needs_group && partial_child(p, at, SLOT_GROUP) == -1)
            extra += UNIT_STEPS;
        if (s && s->derived && partial_child(p, s->from, SLOT_QUERY) == -1)
            extra += LITERAL_STEPS * MAX(s->max_output - 1, 0);
    }
    return extra;
}

/* ---- rules ----------------------------------------------------------------------------------- */

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

static bool allow_select(const struct partial *p, int step)
{
    int width = partial_number(p, step), query = p->parent[step], above = p->parent[query];
    if (width < least_width(p, query))
        return false;
    while (is_set_operation(partial_role(p, above))) {
        for (enum slot_name side = SLOT_LEFT; side <= SLOT_RIGHT; side++) {
            int other = partial_width(p, partial_child(p, above, side));
            if (other && other != width)
                return false;
        }
        above = p->parent[above];
    }
    return above < 0 || partial_role(p, above) == CONS_FROM_QUERY ||
           partial_role(p, above) == CONS_EXISTS_QUERY || width == 1;
}

static bool allow_from(const struct partial *p, int step)
{
    const struct partial_select *s = &p->selects[p->select[step]];
    if (s->nothing) /* SELECT (SELECT ..) / (SELECT ..): nothing else */
        return p->parent[s->step] < 0 && p->c->max_steps - p->n > NOTHING_SLACK;
    return s->derived ? p->depth[step] < MAX_SQL_DEPTH : sources_allow(p, s);
}

static bool allow_condition(const struct partial *p, int step)
{
    int parent = p->parent[step];
    enum constructor role = partial_role(p, step), above = partial_role(p, parent);
    bool nested = above == CONS_AND || above == CONS_OR;
    bool whole = above == CONS_SELECT_QUERY;
    if (whole && p->selects[p->select[step]].nothing)
        return role == CONS_NO_CONDITION;
    if (role == CONS_NO_CONDITION)
        return whole || above == CONS_JOIN_ON;
    if (role == CONS_AND || role == CONS_OR) { /* one level inside the other kind */
        enum constructor top = nested ? partial_role(p, p->parent[parent]) : CONS_NONE;
        return !nested || (above != role && top != CONS_AND && top != CONS_OR);
    }
    return role != CONS_NEGATION || (above != CONS_NEGATION && p->nest[step] < MAX_NEST);
}

/* ORDER BY count(...) wants a GROUP BY, or an aggregate among the outputs. */
static bool may_order_by_aggregate(const struct partial *p, const struct partial_select *s)
{
    int group = partial_child(p, s->step, SLOT_GROUP);
    return s->aggregated || group < 0 || p->role[group] != CONS_NO_GROUP;
}

/* Is there a column to be named, of this SELECT or the one around it? */
static bool column_to_name(const struct partial *p, int step, enum shape shape)
{
    const struct partial_select *s = &p->selects[p->select[step]];
    bool outer = shape == SHAPE_OUTER;
    if (outer && (s->outer < 0 || p->aggregate[step] || p->place[s->step] == PLACE_FROM))
        return false;
    if (outer)
        s = &p->selects[s->outer];
    if (s->derived || s->nothing || s->from < 0)
        return false;
    int n = p->place[step] == PLACE_ON ? source_position(p, step) + 1 : s->n_tables;
    int instances = shape == SHAPE_INNER_NTH ? partial_number(p, step) : 1;
    for (int i = 0; i < MIN(n, s->n_tables); i++) {
        int t = s->tables[i];
        if (source_instances(s, t, n) < instances)
            continue;
        for (int k = p->c->first[t]; k < p->c->first[t + 1]; k++)
            if (column_classes(p->c, p->c->columns[k]) >> p->want[step] & 1)
                return true;
    }
    return false;
}

/* The class of an output of a derived table, as far as it is known. */
static bool output_fits(const struct partial *p, int step)
{
    const struct partial_select *s = &p->selects[p->select[step]];
    int number = partial_number(p, step);
    if (!s->derived || p->place[step] == PLACE_ON)
        return false;
    int query = partial_child(p, s->from, SLOT_QUERY), width = partial_width(p, query);
    if (width && number > width)
        return false;
    while (query >= 0 && is_set_operation(partial_role(p, query)))
        query = partial_child(p, query, SLOT_LEFT);
    int list = query < 0 ? -1 : partial_child(p, query, SLOT_SELECT);
    int unit = list < 0 ? -1 : p->children[p->child[list] + number - 1];
    if (partial_role(p, unit) == CONS_ALL_COLUMNS)
        return false;
    if (p->want[step] == VALUE_ANY)
        return true;
    int column = unit < 0 ? -1 : partial_child(p, unit, SLOT_COLUMN);
    if (column >= 0)
        return column_classes(p->c, p->action[column].id) >> p->want[step] & 1;
    return unit >= 0 && row_of(p, unit)->gives == (enum value_class)p->want[step];
}

/* A whole row: the only output, of a query whose width nobody minds. */
static bool may_be_star(const struct partial *p, int step)
{
    const struct partial_select *s = &p->selects[p->select[step]];
    int above = p->parent[s->step];
    bool alone = p->c->grammar->rules[p->action[p->parent[step]].id].n_slots == 1;
    return is_select(p, p->parent[step]) && !s->nothing &&
           ((above < 0 && (alone || p->role[step] == CONS_ALL_OF_TABLE)) ||
            (partial_role(p, above) == CONS_EXISTS_QUERY && alone));
}

static bool has_expressions(const struct partial *p, int step)
{
    const struct grammar *g = p->c->grammar;
    for (int k = 0; k < g->rules[p->action[step].id].n_slots; k++) {
        enum node_part part = g->types[grammar_slot_type(g, p->action[step].id, k)].part;
        if (part == NODE_UNIT || part == NODE_CONDITION || part == NODE_WHEN || part == NODE_ORDERING)
            return true;
    }
    return false;
}

static bool allow_unit(const struct partial *p, int step)
{
    const struct constructor_row *row = row_of(p, step);
    enum constructor role = partial_role(p, step), above = partial_role(p, p->parent[step]);
    enum node_part where = part_of(p, p->parent[step]);
    enum value_class want = (enum value_class)p->want[step];
    const struct partial_select *s = &p->selects[p->select[step]];
    bool named = names_column(row->shape) || row->shape == SHAPE_DERIVED; /* it depends on which */
    if (want != VALUE_ANY && row->gives != VALUE_SAME && row->gives != want && !named)
        return false;
    if (p->nest[step] >= MAX_NEST && has_expressions(p, step))
        return false;
    if (names_column(row->shape))
        return column_to_name(p, step, row->shape);
    if (row->shape == SHAPE_DERIVED)
        return output_fits(p, step);
    if (role == CONS_ALL_COLUMNS || role == CONS_ALL_OF_TABLE)
        return may_be_star(p, step) && (role == CONS_ALL_COLUMNS || !s->derived);
    if (is_aggregate(row))
        return !p->aggregate[p->parent[step]] &&
               (p->place[step] != PLACE_ORDER || may_order_by_aggregate(p, s)) && !s->nothing;
    if (row->shape == SHAPE_WINDOW)
        return is_select(p, p->parent[step]) && !s->nothing;
    if (role == CONS_NULL)
        return want == VALUE_ANY && (above == CONS_WHEN || above == CONS_CASE_ELSE);
    if (role == CONS_CONSTANT || role == CONS_DATE_UNIT) /* a number there would count outputs */
        return where != NODE_GROUP && where != NODE_ORDERING &&
               (role == CONS_CONSTANT || want == VALUE_TIME || want == VALUE_ANY);
    if (role == CONS_SUB_QUERY)
        return p->depth[step] < MAX_SQL_DEPTH && p->place[step] != PLACE_GROUP;
    return true;
}

static bool allow_value(const struct partial *p, int step)
{
    return p->role[step] != CONS_QUERY_VALUE || p->depth[step] < MAX_SQL_DEPTH;
}

static enum spelling spelling_of(const struct partial *p, int parent, int field);

static bool some_value_spells(const struct constraints *c, enum spelling spelling)
{
    int8_t *known = &c->spelt_by_some[spelling];
    if (*known < 0) {
        *known = false;
        for (int i = 0; i < c->values.n && !*known; i++)
            *known = spelling_left(spelling, c->values.v[i].text) == 0;
    }
    return *known;
}

/* Where values are pointed at, is there one for each that the rule asks for? */
static bool has_values(const struct partial *p, int step)
{
    const struct grammar_rule *rule = &p->c->grammar->rules[p->action[step].id];
    bool pattern = p->role[step] == CONS_MATCHES || p->role[step] == CONS_NOT_MATCHES;
    for (int k = 0; p->c->point && !pattern && k < rule->n_slots; k++) {
        int field = rule->slots[k].field;
        if (p->c->grammar->types[p->c->grammar->fields[field].type].kind != TYPE_VALUE)
            continue;
        if (!some_value_spells(p->c, spelling_of(p, step, field)))
            return false;
    }
    return true;
}

static bool allow_rule(const struct partial *p, int step)
{
    const struct partial_select *s = p->select[step] < 0 ? NULL : &p->selects[p->select[step]];
    if (!(row_of(p, step)->places >> p->place[step] & 1) || !has_values(p, step))
        return false;
    switch (part_of(p, step)) {
    case NODE_SQL:
        return allow_sql(p, step);
    case NODE_SELECT:
        return allow_select(p, step);
    case NODE_FROM:
        return allow_from(p, step);
    case NODE_CONDITION:
        return allow_condition(p, step) &&
               ((p->role[step] != CONS_IN_QUERY && p->role[step] != CONS_NOT_IN_QUERY &&
                 p->role[step] != CONS_EXISTS_QUERY) || p->depth[step] < MAX_SQL_DEPTH);
    case NODE_VALUE:
        return allow_value(p, step);
    case NODE_GROUP:
        return p->role[step] == CONS_NO_GROUP ? !s->needs_group || s->aggregated : !s->nothing;
    case NODE_ORDER: /* an operand of a set operation has no order of its own */
        return p->role[step] == CONS_NO_ORDER ||
               (!is_set_operation(partial_role(p, p->parent[p->parent[step]])) && !s->nothing);
    case NODE_UNIT:
        return allow_unit(p, step);
    default:
        return true;
    }
}

/* ---- leaves ---------------------------------------------------------------------------------- */

static bool allow_column(const struct partial *p, int step)
{
    int id = p->action[step].id, unit = p->parent[step], table = p->c->table_of[id];
    enum shape shape = row_of(p, unit)->shape;
    if (part_of(p, unit) == NODE_JOIN)
        return source_allows_column(p, step);
    if (p->c->schema->columns[id].virtual_now)
        return shape == SHAPE_INNER && p->place[step] != PLACE_ON && p->place[step] != PLACE_GROUP &&
               (p->want[unit] == VALUE_ANY || p->want[unit] == VALUE_TIME);
    if (table < 0 || !(column_classes(p->c, id) >> p->want[unit] & 1))
        return false;
    const struct partial_select *s = &p->selects[p->select[step]];
    if (shape == SHAPE_OUTER)
        s = &p->selects[s->outer];
    int n = p->place[step] == PLACE_ON ? source_position(p, step) + 1 : s->n_tables;
    int instances = shape == SHAPE_INNER_NTH ? partial_number(p, unit) : 1;
    return source_instances(s, table, n) >= instances && !partial_repeats(p, step) &&
           !column_is_of_other_kind(p, step);
}

/* A word is not compared with a number or a date: what is this value compared with? */
static enum spelling spelling_beside(const struct partial *p, int condition)
{
    int unit = condition < 0 ? -1 : partial_child(p, condition, SLOT_UNIT);
    if (unit < 0)
        return SPELL_ANY;
    const struct constructor_row *row = row_of(p, unit);
    int column = partial_child(p, unit, SLOT_COLUMN);
    if (column < 0)
        return row->gives == VALUE_NUMBER ? SPELL_NUMBER : SPELL_ANY;
    unsigned classes = column_classes(p->c, p->action[column].id);
    const struct column *x = &p->c->schema->columns[p->action[column].id];
    bool number = classes >> VALUE_NUMBER & 1, text = classes >> VALUE_TEXT & 1;
    if (x->type == COLUMN_BOOLEAN || (text && !(classes >> VALUE_TIME & 1)))
        return SPELL_ANY;
    return number && !(classes >> VALUE_TIME & 1) ? SPELL_NUMBER : SPELL_DIGITS;
}

/* Of the leaf in a field below a step. */
static enum spelling spelling_of(const struct partial *p, int parent, int field)
{
    if (p->c->is_count[field])
        return SPELL_COUNT;
    switch (partial_role(p, parent)) {
    case CONS_DURING:
        return SPELL_PERIOD;
    case CONS_DATE:
    case CONS_DATE_UNIT:
        return SPELL_DATE;
    case CONS_CONSTANT:
        return p->want[parent] == VALUE_NUMBER ? SPELL_NUMBER : SPELL_ANY;
    case CONS_IN_LIST:
    case CONS_NOT_IN_LIST:
        return spelling_beside(p, parent);
    case CONS_LITERAL:
        return spelling_beside(p, p->parent[parent]);
    default:
        return SPELL_ANY;
    }
}

/* Letters a value still lacks, so that it is never cut in the middle; -1: nothing can come of it. */
static int letters_missing(const struct partial *p, enum spelling spelling, int first, int n)
{
    char text[4 * 64];
    int ids[MAX_VALUE_TOKENS];
    for (int i = 0; i < n; i++)
        ids[i] = p->action[first + i].id;
    return spelling_left(spelling, spelling_text(text, sizeof text, p->c->vocab, ids, n, spelling));
}

static bool allow_token(const struct partial *p, int step, int first)
{
    int before = step - first, id = p->action[step].id, value[MAX_VALUE_TOKENS];
    enum spelling spelling = spelling_of(p, p->parent[step], p->field[step]);
    bool ends = id == p->c->eos;
    if (before >= MAX_VALUE_TOKENS)
        return ends;
    for (int i = 0; i < before; i++)
        value[i] = p->action[first + i].id;
    int left = letters_missing(p, spelling, first, before + !ends);
    if (ends)
        return before > 0 && left == 0 &&
               (spelling >= SPELL_DATE || words_allow(p->c, value, before, id) ||
                partial_least_steps(p) >= p->c->max_steps);
    bool copied = spelling >= SPELL_DATE || words_allow(p->c, value, before, id);
    return left >= 0 && copied && before + left + 2 <= MAX_VALUE_TOKENS &&
           partial_least_steps(p) + left <= p->c->max_steps;
}

/* May value i stand where the step stands? */
static bool value_fits(const struct partial *p, int step, int i)
{
    const char *text = p->c->values.v[i].text;
    return spelling_left(spelling_of(p, p->parent[step], p->field[step]), text) == 0;
}

static bool allow_choice(const struct partial *p, int step)
{
    return value_fits(p, step, p->action[step].id) && !value_is_elsewhere(p, step, value_fits);
}

bool everyday_allows(const struct partial *p, int step, int first)
{
    switch (p->action[step].kind) {
    case ACTION_RULE:
        return allow_rule(p, step);
    case ACTION_TABLE:
        return source_allows_table(p, step);
    case ACTION_COLUMN:
        return allow_column(p, step);
    case ACTION_VALUE:
        return allow_choice(p, step);
    default:
        return allow_token(p, step, first);
    }
}
