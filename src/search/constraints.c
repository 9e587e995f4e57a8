/* constraints.c - what the constraints know of a grammar and of one question's schema.
 *
 * The grammar's types make a tree well-formed SQL; the constraints make it SQL that a database
 * accepts and that means something.  This file turns names into numbers once a model and database,
 * so that the rules (allow.c), which run for every action a hypothesis might take, compare no text. */
#include "search/internal.h"

#include <stdlib.h>
#include <string.h>

static const char *const slot_names[N_SLOT_NAMES] = {
    [SLOT_FROM] = "from", [SLOT_SELECT] = "select",
    [SLOT_GROUP] = "groupby", [SLOT_LEFT] = "left", [SLOT_RIGHT] = "right",
    [SLOT_AGGREGATE] = "agg_op", [SLOT_DISTINCT] = "distinct", [SLOT_COLUMN] = "col_id",
    [SLOT_UNIT] = "col_unit", [SLOT_OPERATOR] = "cmp_op", [SLOT_VALUE] = "value",
    [SLOT_QUERY] = "from_sql",
};
/* Fields that begin a new place; the others are where their node is. */
static const char *const place_names[N_PLACES] = {
    [PLACE_FROM] = "from", [PLACE_SELECT] = "select", [PLACE_WHERE] = "where",
    [PLACE_GROUP] = "groupby", [PLACE_HAVING] = "having", [PLACE_ORDER] = "orderby",
    [PLACE_ON] = "on",
};

/* ---- the grammar ----------------------------------------------------------------------------- */

static int find_name(const char *const *names, int n, const char *name, int missing)
{
    for (int i = 0; i < n; i++)
        if (names[i] && strcmp(names[i], name) == 0)
            return i;
    return missing;
}

/* Names are looked up once a field, then told to the rules that use them. */
static void read_rules(struct arena *arena, struct constraints *c)
{
    const struct grammar *g = c->grammar;
    c->role = ARENA_ARRAY(arena, uint8_t, g->n_rules);
    c->part = ARENA_ARRAY(arena, uint8_t, g->n_rules);
    c->slot = arena_alloc(arena, sizeof *c->slot * (size_t)g->n_rules, 1);
    c->place = ARENA_ARRAY(arena, uint8_t, g->n_fields);
    c->is_count = ARENA_ARRAY(arena, bool, g->n_fields);
    c->is_number = ARENA_ARRAY(arena, bool, g->n_fields);
    int *name = ARENA_ARRAY(arena, int, g->n_fields);
    for (int f = 0; f < g->n_fields; f++) {
        name[f] = find_name(slot_names, N_SLOT_NAMES, g->fields[f].name, -1);
        c->place[f] = (uint8_t)find_name(place_names, N_PLACES, g->fields[f].name, PLACE_NONE);
        c->is_count[f] = strcmp(g->fields[f].name, "limit") == 0 ||
                         strcmp(g->fields[f].name, "offset") == 0;
        c->is_number[f] = strcmp(g->fields[f].name, "number") == 0 ||
                          strcmp(g->fields[f].name, "by") == 0;
    }
    memset(c->slot, -1, sizeof *c->slot * (size_t)g->n_rules);
    for (int r = 0; r < g->n_rules; r++) {
        const struct grammar_rule *rule = &g->rules[r];
        bool used = constructors[rule->constructor].places != NOWHERE;
        c->role[r] = used ? (uint8_t)rule->constructor : CONS_NONE;
        c->part[r] = (uint8_t)g->types[rule->type].part;
        c->has[c->role[r]] = true;
        for (int k = rule->n_slots - 1; k >= 0; k--)
            if (name[rule->slots[k].field] >= 0)
                c->slot[r][name[rule->slots[k].field]] = (int8_t)k;
    }
}

/* Steps of the cheapest rule of a type, one left aside; "and" or "not" of nothing is none. */
static int cheapest(const struct constraints *c, enum node_part part, enum constructor aside)
{
    int best = NO_WAY;
    for (int r = 0; r < c->grammar->n_rules; r++)
        if (c->part[r] == part && c->role[r] != aside &&
            constructors[c->role[r]].shape != SHAPE_JUNCTION && c->role[r] != CONS_NEGATION)
            best = MIN(best, c->rule_cost[r]);
    return best;
}

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
            int cost = c->role[r] == CONS_NONE ? FAR : 1;
            for (int k = 0; k < g->rules[r].n_slots; k++)
                cost = MIN(FAR, cost + c->type_cost[grammar_slot_type(g, r, k)]);
            c->rule_cost[r] = cost;
            /* the cheapest value is not always to be had: count with a literal */
            bool special = c->role[r] == CONS_NULL_VALUE || c->role[r] == CONS_COLUMN_VALUE ||
                           c->role[r] == CONS_COUNT_ROWS || c->role[r] == CONS_NULL ||
                           c->role[r] == CONS_DERIVED || c->role[r] == CONS_ALL_COLUMNS ||
                           c->role[r] == CONS_FROM_NOTHING;
            if (!special && cost < c->type_cost[g->rules[r].type]) {
                c->type_cost[g->rules[r].type] = cost;
                changed = true;
            }
        }
    }
    c->comparison_cost = cheapest(c, NODE_CONDITION, CONS_NO_CONDITION);
    c->group_cost = cheapest(c, NODE_GROUP, CONS_NO_GROUP);
    c->unit_cost = cheapest(c, NODE_UNIT, CONS_NONE);
    c->sub_query_cost = 1 + cheapest(c, NODE_SQL, CONS_NONE);
    /* the k-1 equations that join k tables are the children of one AND */
    c->max_from = MIN(MIN(grammar_family_max(g, "FromTable"),
                          grammar_family_max(g, "AndCondition") + 1), PARTIAL_TABLES);
    c->max_select = grammar_family_max(g, "SelectColumn");
    c->everyday = c->has[CONS_FROM_ONE];
    /* a second instance of a table must be nameable */
    c->max_instances = c->has[CONS_INSTANCE] && c->has[CONS_UNIT_VALUE] ? 2 : 1;
}

/* ---- the schema ------------------------------------------------------------------------------ */

/* A primary key named after its table: "vessel_id" of vessel, "StudentID" of students. */
static bool is_own_number(const struct schema *s, const struct column *column)
{
    const char *table = s->tables[column->table].name;
    size_t n = strlen(table);
    return column->primary && n > 2 && strncasecmp(column->name, table, MAX(n - 2, 3)) == 0;
}

/* Is a column that a key leads to, its table's own key, and no key to another itself? */
static bool is_end_of_keys(const struct schema *s, int column)
{
    for (int i = 0; i < s->n_foreign_keys; i++)
        if (s->foreign_keys[i].from == column)
            return false;
    return s->columns[column].primary;
}

static _Atomic int8_t *unknown_yet(struct arena *arena, int n)
{
    _Atomic int8_t *facts = ARENA_ARRAY(arena, _Atomic int8_t, n);
    for (int i = 0; i < n; i++)
        atomic_init(&facts[i], -1);
    return facts;
}

static void read_columns(struct arena *arena, struct constraints *c, const struct model_input *in)
{
    const struct schema *s = c->schema;
    c->n_tables = in->n_tables;
    c->n_words = (in->n_tables + 63) / 64;
    c->table_item = ARENA_ARRAY(arena, int, s->n_tables);
    c->column_item = ARENA_ARRAY(arena, int, s->n_columns);
    memcpy(c->table_item, in->table_item, sizeof *c->table_item * (size_t)s->n_tables);
    memcpy(c->column_item, in->column_item, sizeof *c->column_item * (size_t)s->n_columns);
    c->table_of = ARENA_ARRAY(arena, int, s->n_columns);
    c->name_id = ARENA_ARRAY(arena, int, s->n_columns);
    c->number_of = ARENA_ARRAY(arena, int, s->n_columns);
    c->first = ARENA_ARRAY(arena, int, c->n_tables + 1);
    c->columns = ARENA_ARRAY(arena, int, s->n_columns);
    c->numeric = unknown_yet(arena, s->n_columns);
    c->any_numeric = unknown_yet(arena, c->n_tables + 1);
    c->classes = unknown_yet(arena, s->n_columns);
    struct map names = map_in(arena);
    for (int i = 0; i < s->n_columns; i++) {
        const struct column *column = &s->columns[i];
        const char *name = lower_ascii(arena, column->name);
        c->name_id[i] = map_put(&names, name, strlen(name), i);
        c->has_now |= column->virtual_now;
        bool there = column->table >= 0 && in->column_item[i] >= 0;
        c->table_of[i] = there ? in->table_item[column->table] : -1;
        if (there && is_own_number(s, column))
            c->number_of[i] = 1 + column->table;
    }
    for (int i = 0; i < s->n_foreign_keys; i++) {
        int to = s->foreign_keys[i].to;
        c->number_of[s->foreign_keys[i].from] = 1 + s->columns[to].table;
        if (is_end_of_keys(s, to))
            c->number_of[to] = 1 + s->columns[to].table;
    }
    int n = 0;
    for (int t = 0; t < c->n_tables; t++) {
        c->first[t] = n;
        for (int i = 1; i < s->n_columns; i++)
            if (c->table_of[i] == t)
                c->columns[n++] = i;
    }
    c->first[c->n_tables] = n;
}

static void link_tables(struct constraints *c, int a, int b, bool by_key)
{
    set_add(&c->linked[a], b);
    set_add(&c->linked[b], a);
    if (by_key)
        c->by_key[a * c->n_tables + b] = c->by_key[b * c->n_tables + a] = true;
}

/* Which tables declared keys connect, be it by way of others: equal numbers. */
static void find_key_groups(struct arena *arena, struct constraints *c)
{
    const struct schema *s = c->schema;
    c->key_group = ARENA_ARRAY(arena, int, c->n_tables + 1);
    for (int t = 0; t < c->n_tables; t++)
        c->key_group[t] = t;
    for (int i = 0; i < s->n_foreign_keys; i++) {
        int from = c->table_of[s->foreign_keys[i].from], to = c->table_of[s->foreign_keys[i].to];
        if (from < 0 || to < 0 || c->key_group[from] == c->key_group[to])
            continue;
        for (int t = 0, gone = c->key_group[to]; t < c->n_tables; t++)
            if (c->key_group[t] == gone)
                c->key_group[t] = c->key_group[from];
    }
}

/* Tables that can be joined: by declared keys, by columns of equal names, and where no key is
 * declared between the two, by equal types if one is a primary key (schemas forget keys). */
static void find_links(struct arena *arena, struct constraints *c)
{
    const struct schema *s = c->schema;
    find_key_groups(arena, c);
    c->linked = ARENA_ARRAY(arena, struct table_set, c->n_tables + 1);
    c->by_key = ARENA_ARRAY(arena, bool, c->n_tables * c->n_tables + 1);
    for (int i = 0; i < s->n_foreign_keys; i++) {
        int from = c->table_of[s->foreign_keys[i].from], to = c->table_of[s->foreign_keys[i].to];
        if (from >= 0 && to >= 0)
            link_tables(c, from, to, true);
    }
    for (int x = 1; x < s->n_columns; x++) {
        int a = c->table_of[x];
        for (int y = 1; a >= 0 && y < s->n_columns; y++) {
            int b = c->table_of[y];
            bool looked_at = b < 0 || b == a || set_has(&c->linked[a], b);
            if (!looked_at && (s->columns[x].primary || c->name_id[x] == c->name_id[y]) &&
                constraints_joinable(c, x, y))
                link_tables(c, a, b, false);
        }
    }
}

static void measure_components(struct arena *arena, struct constraints *c)
{
    c->size = ARENA_ARRAY(arena, int, c->n_tables + 1);
    int *queue = ARENA_ARRAY(arena, int, c->n_tables + 1);
    for (int start = 0; start < c->n_tables; start++) {
        if (c->size[start])
            continue;
        struct table_set inside = {0};
        int head = 0, tail = 0;
        queue[tail++] = start;
        set_add(&inside, start);
        while (head < tail) {
            int at = queue[head++];
            for (int i = 0; i < c->n_tables; i++)
                if (set_has(&c->linked[at], i) && !set_has(&inside, i)) {
                    set_add(&inside, i);
                    queue[tail++] = i;
                }
        }
        for (int i = 0; i < tail; i++)
            c->size[queue[i]] = tail;
        c->largest = MAX(c->largest, tail);
    }
}

/* ---- compiled once ------------------------------------------------------------------------------- */

/* Constraints of a grammar and of what an input shows of a schema, kept with the database. */
struct compiled {
    struct model_kept kept;
    struct arena arena;
    struct constraints facts; /* without a question */
};

/* Questions to a large database see different tables: what is kept of it has an end. */
enum { MAX_COMPILED = 16 };

static void compiled_release(struct model_kept *kept)
{
    struct compiled *compiled = (struct compiled *)kept;
    arena_release(&compiled->arena);
    xfree(compiled);
}

static bool shows_the_same(const struct constraints *c, const struct schema *s,
                           const struct model_input *in)
{
    return c->n_tables == in->n_tables &&
           memcmp(c->table_item, in->table_item, sizeof *c->table_item * (size_t)s->n_tables) == 0 &&
           memcmp(c->column_item, in->column_item, sizeof *c->column_item * (size_t)s->n_columns) == 0;
}

static struct constraints compile(struct arena *arena, const struct grammar *grammar,
                                  const struct model_question *question)
{
    const struct model_database *database = question->database;
    struct constraints c = {.grammar = grammar, .schema = &database->ground->schema,
                            .index = database->ground->index, .vocab = database->vocab,
                            .eos = database->vocab->sep,
                            .point = database->config->values == VALUES_POINT};
    read_rules(arena, &c);
    compute_costs(arena, &c);
    read_columns(arena, &c, &question->input);
    find_links(arena, &c);
    measure_components(arena, &c);
    return c;
}

struct compiling {
    const struct grammar *grammar;
    const struct model_question *question;
    struct compiled *compiled;
};

static void compile_to_keep(void *context)
{
    struct compiling *c = context;
    struct compiled *compiled = xmalloc(sizeof *compiled);
    *compiled = (struct compiled){.kept = {.release = compiled_release}};
    compiled->facts = compile(&compiled->arena, c->grammar, c->question);
    c->compiled = compiled;
}

/* Two threads may compile the same at a time; then it is there twice. */
static struct constraints compiled_for(struct arena *arena, const struct grammar *grammar,
                                       const struct model_question *question)
{
    int n = 0;
    for (const struct model_kept *k = model_database_kept(question->database); k; k = k->next) {
        const struct compiled *compiled = (const struct compiled *)k;
        if (k->release != compiled_release)
            continue;
        if (compiled->facts.grammar == grammar &&
            shows_the_same(&compiled->facts, &question->database->ground->schema, &question->input))
            return compiled->facts;
        n++;
    }
    if (n >= MAX_COMPILED)
        return compile(arena, grammar, question);
    struct compiling c = {grammar, question, NULL};
    lasting(compile_to_keep, &c);
    if (model_database_keep(question->database, &c.compiled->kept))
        return c.compiled->facts;
    compiled_release(&c.compiled->kept);
    return compile(arena, grammar, question);
}

struct constraints *constraints_new(struct arena *arena, const struct grammar *grammar,
                                    const struct model_question *question, int max_steps)
{
    struct constraints *c = ARENA_NEW(arena, struct constraints);
    *c = compiled_for(arena, grammar, question);
    /* who compiled it may have seen the database through a session that is gone */
    c->schema = &question->database->ground->schema;
    c->index = question->database->ground->index;
    c->vocab = question->database->vocab;
    c->max_steps = max_steps;
    c->tokens = question->input.tokens + 1; /* after [CLS] */
    c->n_tokens = question->input.n_tokens - 1;
    c->n_question = question->input.n_question;
    c->values = question->choices;
    c->found = question->values;
    c->spelt_by_some = ARENA_ARRAY(arena, int8_t, N_SPELLINGS);
    memset(c->spelt_by_some, -1, N_SPELLINGS);
    return c;
}

void constraints_without(struct constraints *c, unsigned preferences)
{
    c->without = preferences;
}

/* ---- questions about it ---------------------------------------------------------------------- */

bool constraints_joinable(const struct constraints *c, int x, int y)
{
    const struct column *a = &c->schema->columns[x], *b = &c->schema->columns[y];
    int s = c->table_of[x], t = c->table_of[y];
    if (s < 0 || t < 0)
        return false;
    /* a thing's own number is not that of another thing, nor one that is declared to be a third's,
     * where keys tell how the two are related */
    bool told = c->key_group[s] == c->key_group[t] && c->number_of[x] && c->number_of[y] &&
                c->number_of[x] != c->number_of[y];
    bool forgotten = (a->primary || b->primary) && !c->by_key[s * c->n_tables + t] && !told;
    if (s != t && a->type == b->type && (c->name_id[x] == c->name_id[y] || forgotten))
        return true;
    return c->by_key[s * c->n_tables + t] && schema_joins(c->schema, x, y);
}

/* Declared a number or a time, or mostly numbers kept as text. */
static bool holds_numbers(const struct constraints *c, int column)
{
    enum { LOOK_AT = 40 };
    enum column_type type = c->schema->columns[column].type;
    if (type == COLUMN_NUMBER || type == COLUMN_TIME || !c->index || column == 0)
        return column != 0 && (type == COLUMN_NUMBER || type == COLUMN_TIME);
    struct value_column cells = value_index_column(c->index, column);
    long n = MIN(cells.n, LOOK_AT), numbers = 0;
    for (long i = 0; i < n; i++) {
        struct slice cell = value_index_cell(c->index, cells.first + i);
        double value;
        numbers += text_number(cell.s, cell.n, &value);
    }
    return cells.numeric || (n > 0 && numbers * 10 >= n * 8);
}

/* Found out when first asked: most questions ask of few columns.  All threads find the same. */
bool constraints_numeric(const struct constraints *c, int column)
{
    int known = fact_of(&c->numeric[column]);
    return known >= 0 ? known : fact_found(&c->numeric[column], holds_numbers(c, column));
}

bool constraints_any_numeric(const struct constraints *c, int table)
{
    int known = fact_of(&c->any_numeric[table]);
    if (known >= 0)
        return known;
    bool any = false;
    for (int i = c->first[table]; i < c->first[table + 1]; i++)
        any |= constraints_numeric(c, c->columns[i]);
    return fact_found(&c->any_numeric[table], any);
}

int constraints_least(const struct constraints *c, const struct table_set *wanted, bool numbers)
{
    int best = NO_WAY;
    if (!numbers || c->has_now)
        return constraints_connect(c, wanted);
    for (int t = 0; t < c->n_tables; t++)
        if (set_has(wanted, t) && constraints_any_numeric(c, t))
            return constraints_connect(c, wanted);
    for (int t = 0; t < c->n_tables; t++) {
        if (!constraints_any_numeric(c, t))
            continue;
        struct table_set more = *wanted;
        set_add(&more, t);
        best = MIN(best, constraints_connect(c, &more));
    }
    return best;
}

static int first_of(const struct constraints *c, const struct table_set *s)
{
    for (int i = 0; i < c->n_words; i++)
        if (s->w[i])
            return i * 64 + __builtin_ctzll(s->w[i]);
    return -1;
}

/* Grows one component by shortest paths to the next wanted table. */
int constraints_connect(const struct constraints *c, const struct table_set *wanted)
{
    int n = set_count(c, wanted), extra = 0;
    if (n < 2)
        return n;
    struct table_set inside = {0};
    set_add(&inside, first_of(c, wanted));
    int16_t before[MODEL_MAX_TABLES], queue[MODEL_MAX_TABLES];
    for (int reached = 1; reached < n;) {
        struct table_set seen = inside;
        int head = 0, tail = 0, found = -1;
        for (int i = 0; i < c->n_tables; i++)
            if (set_has(&inside, i))
                queue[tail++] = (int16_t)i;
        while (head < tail && found < 0) {
            int at = queue[head++];
            for (int w = 0; w < c->n_words && found < 0; w++) {
                for (uint64_t new = c->linked[at].w[w] & ~seen.w[w]; new; new &= new - 1) {
                    int i = w * 64 + __builtin_ctzll(new);
                    set_add(&seen, i);
                    before[i] = (int16_t)at;
                    queue[tail++] = (int16_t)i;
                    if (set_has(wanted, i)) {
                        found = i;
                        break;
                    }
                }
            }
        }
        if (found < 0)
            return NO_WAY;
        for (int i = found; !set_has(&inside, i); i = before[i]) {
            set_add(&inside, i);
            reached += set_has(wanted, i);
            extra += !set_has(wanted, i);
        }
    }
    return n + extra;
}
