/* derivation.c - trees built one action at a time: the frontier, its orders, and relations. */
#include "tree/internal.h"

#include <string.h>

const char *const traversal_names[N_TRAVERSALS] = {
    [TRAVERSE_DFS_L2R] = "dfs-l2r",
    [TRAVERSE_DFS_RANDOM] = "dfs-random",
    [TRAVERSE_BFS_L2R] = "bfs-l2r",
    [TRAVERSE_BFS_RANDOM] = "bfs-random",
};

bool traversal_parse(const char *name, enum traversal *out)
{
    for (int i = 0; i < N_TRAVERSALS; i++)
        if (strcmp(name, traversal_names[i]) == 0) {
            *out = (enum traversal)i;
            return true;
        }
    return false;
}

static struct derivation *allocate(struct arena *arena, const struct derivation_rules *rules)
{
    struct derivation *d = ARENA_NEW(arena, struct derivation);
    d->rules = rules;
    d->steps = ARENA_ARRAY(arena, const struct step *, rules->max_steps);
    d->sets = ARENA_ARRAY(arena, struct open_node, rules->max_steps + 1);
    d->pending = -1;
    return d;
}

struct derivation *derivation_new(struct arena *arena, const struct derivation_rules *rules)
{
    struct derivation *d = allocate(arena, rules);
    d->sets[d->tail++] = (struct open_node){.step = -1, .open = 1};
    return d;
}

struct derivation *derivation_clone(struct arena *arena, const struct derivation *d)
{
    struct derivation *copy = allocate(arena, d->rules);
    memcpy(copy->steps, d->steps, sizeof *d->steps * (size_t)d->n_steps);
    memcpy(copy->sets + d->head, d->sets + d->head, sizeof *d->sets * (size_t)(d->tail - d->head));
    copy->n_steps = d->n_steps;
    copy->head = d->head;
    copy->tail = d->tail;
    copy->pending = d->pending;
    return copy;
}

/* ---- the frontier ------------------------------------------------------------------------ */

static struct open_node *current_set(const struct derivation *d)
{
    return &d->sets[traversal_breadth(d->rules->order) ? d->head : d->tail - 1];
}

/* Keeps the invariant that the set to choose from has something open. */
static void drop_closed_sets(struct derivation *d)
{
    if (traversal_breadth(d->rules->order)) {
        while (d->head < d->tail && !d->sets[d->head].open)
            d->head++;
    } else {
        while (d->head < d->tail && !d->sets[d->tail - 1].open)
            d->tail--;
    }
}

static bool is_pattern_operator(const struct grammar *g, int rule)
{
    enum constructor c = g->rules[rule].constructor;
    return c == CONS_LIKE || c == CONS_NOT_LIKE;
}

/* Is a value under this step the right side of a LIKE?  Its operator is a sibling of the rule that
 * holds the value, and was expanded before it. */
static bool under_pattern(const struct derivation *d, int step)
{
    int condition = d->steps[step]->parent;
    enum constructor own = d->rules->grammar->rules[d->steps[step]->action.id].constructor;
    if (own == CONS_MATCHES || own == CONS_NOT_MATCHES)
        return true;
    for (int i = condition + 1; condition >= 0 && i < step; i++)
        if (d->steps[i]->parent == condition && d->steps[i]->action.kind == ACTION_RULE &&
            is_pattern_operator(d->rules->grammar, d->steps[i]->action.id))
            return true;
    return false;
}

static struct candidate candidate_at(const struct derivation *d, int slot)
{
    int parent = current_set(d)->step;
    struct candidate c = {.slot = slot, .parent = parent, .parent_rule = -1, .first = d->n_steps};
    if (parent >= 0) {
        c.parent_rule = d->steps[parent]->action.id;
        c.field = d->rules->grammar->rules[c.parent_rule].slots[slot].field;
        c.depth = d->steps[parent]->depth + 1;
    }
    if (d->pending == slot)
        c.first = d->steps[d->n_steps - 1]->first;
    const struct grammar *g = d->rules->grammar;
    c.pointed = d->rules->point && parent >= 0 &&
                g->types[g->fields[c.field].type].kind == TYPE_VALUE && !under_pattern(d, parent);
    return c;
}

/* The slot of the current set that must come before its siblings, -1 if there is none (left). */
static int first_slot(const struct derivation *d)
{
    const struct open_node *set = current_set(d);
    if (set->step < 0)
        return -1;
    const struct grammar_rule *rule = &d->rules->grammar->rules[d->steps[set->step]->action.id];
    for (int k = 0; k < rule->n_slots; k++)
        if (rule->slots[k].first && set->open >> k & 1)
            return k;
    return -1;
}

int derivation_candidates(const struct derivation *d, struct candidate out[GRAMMAR_MAX_SLOTS])
{
    if (derivation_finished(d))
        return 0;
    if (d->pending >= 0) {
        out[0] = candidate_at(d, d->pending);
        return 1;
    }
    const struct open_node *set = current_set(d);
    int n = 0, before = first_slot(d);
    for (int slot = 0; slot < GRAMMAR_MAX_SLOTS; slot++) {
        if (!(set->open >> slot & 1) || (before >= 0 && slot != before))
            continue;
        struct candidate c = candidate_at(d, slot);
        bool seen = false;
        for (int k = 0; k < n; k++)
            seen |= out[k].field == c.field;
        if (!seen)
            out[n++] = c;
        if (!traversal_random(d->rules->order))
            break;
    }
    return n;
}

/* ---- relations --------------------------------------------------------------------------- */

/* Appendix A of the paper, with p the parent of the new step j: towards i <= p one step more than
 * p had; towards i > p, which saw p, the other way round and one more; towards itself (0, 0). */
void derivation_relations(const struct derivation *d, const struct candidate *c, uint16_t *row)
{
    const int R = d->rules->max_distance, M = R + 1, j = d->n_steps, p = c->parent;
    if (c->first < j) { /* a later token sees what the first one saw, and the tokens between */
        memcpy(row, d->steps[c->first]->relations, sizeof *row * (size_t)c->first);
        for (int i = c->first; i < j; i++)
            row[i] = (uint16_t)relation_left(R, j - i);
        row[j] = 0;
        return;
    }
    for (int i = 0; i <= p; i++) {
        int z = d->steps[p]->relations[i];
        row[i] = (uint16_t)(MIN(z / M + 1, R) * M + z % M);
    }
    for (int i = p + 1; i < j; i++) {
        int z = d->steps[i]->relations[p];
        row[i] = (uint16_t)(MIN(z % M + 1, R) * M + z / M);
    }
    row[j] = 0;
}

/* Distances of two steps from their lowest common ancestor. */
static void ancestor_distances(const struct derivation *d, int j, int i, int *up_j, int *up_i)
{
    /* tokens of a value are one node: walk from its first */
    int a = d->steps[j]->first, b = d->steps[i]->first;
    *up_j = *up_i = 0;
    for (; d->steps[a]->depth > d->steps[b]->depth; ++*up_j)
        a = d->steps[a]->parent;
    for (; d->steps[b]->depth > d->steps[a]->depth; ++*up_i)
        b = d->steps[b]->parent;
    for (; a != b; ++*up_j, ++*up_i) {
        a = d->steps[a]->parent;
        b = d->steps[b]->parent;
    }
}

uint16_t relation_by_definition(const struct derivation *d, int j, int i, int max_distance)
{
    const int R = max_distance;
    if (i == j)
        return 0;
    if (d->steps[j]->first == d->steps[i]->first)
        return (uint16_t)relation_left(R, j - i);
    int up_j, up_i;
    ancestor_distances(d, j, i, &up_j, &up_i);
    return (uint16_t)((R + 1) * MIN(up_j, R) + MIN(up_i, R));
}

void derivation_nearness(const struct derivation *d, float *out)
{
    int n = d->n_steps, deepest = 0;
    for (int j = 0; j < n; j++)
        deepest = MAX(deepest, d->steps[j]->depth);
    for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++) {
            int s = 0, k = 0;
            if (i <= j)
                ancestor_distances(d, j, i, &s, &k);
            out[(size_t)j * (size_t)n + (size_t)i] =
                i > j ? 0 : deepest == 0 ? 1 : 1 - (float)(s + k) / (float)(2 * deepest);
        }
}

/* ---- applying an action ------------------------------------------------------------------ */

static enum status check_slot(const struct derivation *d, int slot, struct error *err)
{
    if (derivation_finished(d))
        return fail(err, ST_INPUT, "step %d: the tree is finished", d->n_steps);
    const struct open_node *set = current_set(d);
    if (slot < 0 || slot >= GRAMMAR_MAX_SLOTS || !(set->open >> slot & 1) ||
        (d->pending >= 0 && slot != d->pending))
        return fail(err, ST_INPUT, "step %d: child %d is not open", d->n_steps, slot);
    if (set->step < 0)
        return ST_OK;
    const struct grammar_rule *rule = &d->rules->grammar->rules[d->steps[set->step]->action.id];
    int first = first_slot(d);
    if (first >= 0 && first != slot)
        return fail(err, ST_INPUT, "step %d: child %d must come before %d", d->n_steps, first, slot);
    for (int k = 0; k < slot; k++) {
        bool before =
            !traversal_random(d->rules->order) ||
            (rule->slots[slot].ordered && rule->slots[k].group == rule->slots[slot].group);
        if (before && set->open >> k & 1)
            return fail(err, ST_INPUT, "step %d: child %d must come before %d", d->n_steps, k,
                        slot);
    }
    return ST_OK;
}

static enum status check_action(const struct derivation *d, const struct candidate *c,
                                struct action action, struct error *err)
{
    static const enum action_kind wanted[] = {
        [TYPE_NODE] = ACTION_RULE,
        [TYPE_TABLE] = ACTION_TABLE,
        [TYPE_COLUMN] = ACTION_COLUMN,
        [TYPE_VALUE] = ACTION_TOKEN,
    };
    const struct derivation_rules *rules = d->rules;
    const struct grammar *g = rules->grammar;
    const struct grammar_type *type = &g->types[g->fields[c->field].type];
    const int limits[] = {
        [ACTION_RULE] = g->n_rules,
        [ACTION_TABLE] = rules->n_tables,
        [ACTION_COLUMN] = rules->n_columns,
        [ACTION_TOKEN] = rules->n_tokens,
        [ACTION_VALUE] = rules->values.n,
    };
    if (action.kind != (c->pointed ? ACTION_VALUE : wanted[type->kind]))
        return fail(err, ST_INPUT, "step %d: action of the wrong kind for a %s", d->n_steps,
                    type->name);
    if (action.id < 0 || action.id >= limits[action.kind])
        return fail(err, ST_INPUT, "step %d: no item %d to choose for a %s", d->n_steps, action.id,
                    type->name);
    if (action.kind == ACTION_RULE && g->rules[action.id].type != g->fields[c->field].type)
        return fail(err, ST_INPUT, "step %d: rule %s does not make a %s", d->n_steps,
                    g->rules[action.id].name, type->name);
    return ST_OK;
}

/* The children of the last step join the frontier: on top of a stack; in a queue behind those of their
 * level, before those that are to wait for them. */
static void push_set(struct derivation *d, int n_slots, int level)
{
    int at = d->tail;
    while (traversal_breadth(d->rules->order) && at > d->head && d->sets[at - 1].level < level) {
        d->sets[at] = d->sets[at - 1];
        at--;
    }
    d->sets[at] = (struct open_node){.step = d->n_steps - 1,
                                     .open = (uint32_t)((UINT64_C(1) << n_slots) - 1),
                                     .level = level};
    d->tail++;
}

static void advance(struct derivation *d, int slot, struct action action)
{
    struct open_node *set = current_set(d);
    if (action.kind == ACTION_TOKEN && action.id != d->rules->eos) {
        d->pending = slot; /* the value stays the frontier until eos */
        return;
    }
    d->pending = -1;
    const struct grammar_rule *above =
        set->step < 0 ? NULL : &d->rules->grammar->rules[d->steps[set->step]->action.id];
    int level = set->level + (above && above->slots[slot].first);
    set->open &= ~(1u << slot);
    int n_slots = action.kind == ACTION_RULE ? d->rules->grammar->rules[action.id].n_slots : 0;
    drop_closed_sets(d);
    if (n_slots > 0)
        push_set(d, n_slots, level);
}

enum status derivation_apply(struct arena *arena, struct derivation *d, int slot,
                             struct action action, struct error *err)
{
    enum status st = check_slot(d, slot, err);
    if (st != ST_OK)
        return st;
    struct candidate c = candidate_at(d, slot);
    st = check_action(d, &c, action, err);
    if (st != ST_OK)
        return st;
    if (d->n_steps == d->rules->max_steps)
        return fail(err, ST_LIMIT, "tree of more than %d steps", d->rules->max_steps);
    struct step *step = ARENA_NEW(arena, struct step);
    *step = (struct step){.action = action,
                          .field = c.field,
                          .parent = c.parent,
                          .parent_rule = c.parent_rule,
                          .slot = slot,
                          .depth = c.depth,
                          .first = c.first};
    if (d->rules->max_distance >= 0) {
        uint16_t *row = ARENA_ARRAY(arena, uint16_t, d->n_steps + 1);
        derivation_relations(d, &c, row);
        step->relations = row;
    }
    d->steps[d->n_steps++] = step;
    advance(d, slot, action);
    return ST_OK;
}

/* ---- derivations of known trees ---------------------------------------------------------- */

/* Uniform over the paths that are left: any open sibling with equal chance, where one of an
 * ordered group stands for the group's next (c! / prod(g!) interleavings, each as likely). */
static int choose_slot(const struct derivation *d, struct rng *rng)
{
    const struct open_node *set = current_set(d);
    if (!traversal_random(d->rules->order))
        return __builtin_ctz(set->open);
    if (first_slot(d) >= 0)
        return first_slot(d);
    int k = (int)rng_below(rng, (uint32_t)__builtin_popcount(set->open)), slot = 0;
    for (;; slot++)
        if (set->open >> slot & 1 && k-- == 0)
            break;
    if (set->step < 0)
        return slot;
    const struct grammar_rule *rule = &d->rules->grammar->rules[d->steps[set->step]->action.id];
    for (int i = 0; i < slot && rule->slots[slot].ordered; i++)
        if (set->open >> i & 1 && rule->slots[i].group == rule->slots[slot].group)
            return i;
    return slot;
}

static enum status apply_value(struct arena *arena, struct derivation *d, int slot,
                               const struct value_codec *codec, struct literal value,
                               struct error *err)
{
    if (candidate_at(d, slot).pointed) {
        struct action choice = {ACTION_VALUE, value_list_find(&d->rules->values, value)};
        return choice.id < 0 ? fail(err, ST_INPUT, "the value '%s' is not among those to choose from",
                                    value.text)
                             : derivation_apply(arena, d, slot, choice, err);
    }
    const int *ids;
    int n = codec->encode(codec->context, arena, literal_text(arena, value), &ids);
    for (int i = 0; i <= n; i++) {
        if (i < n && ids[i] == codec->eos)
            return fail(err, ST_INPUT, "a value contains the end-of-value token");
        struct action token = {ACTION_TOKEN, i < n ? ids[i] : codec->eos};
        enum status st = derivation_apply(arena, d, slot, token, err);
        if (st != ST_OK)
            return st;
    }
    return ST_OK;
}

enum status derivation_of_tree(struct arena *arena, const struct tree *tree,
                               const struct value_codec *codec,
                               const struct derivation_rules *rules, struct rng *rng,
                               struct derivation **out, struct error *err)
{
    *out = NULL;
    struct derivation *d = derivation_new(arena, rules);
    struct derivation_rules *own = ARENA_NEW(arena, struct derivation_rules);
    *own = *rules;
    int *node_of = ARENA_ARRAY(arena, int, rules->max_steps + 1);
    if (rules->n_tokens == 0) { /* the codec may learn ids while it encodes */
        own->n_tokens = INT32_MAX;
        d->rules = own;
    }
    while (!derivation_finished(d)) {
        int parent = current_set(d)->step, slot = choose_slot(d, rng);
        int at = parent < 0 ? 0 : tree->nodes[node_of[parent]].children[slot];
        const struct tree_node *node = &tree->nodes[at];
        const struct grammar *g = tree->grammar;
        enum type_kind kind = g->types[g->fields[node->field].type].kind;
        struct action action = {kind == TYPE_NODE    ? ACTION_RULE
                                : kind == TYPE_TABLE ? ACTION_TABLE
                                                     : ACTION_COLUMN,
                                node->rule >= 0 ? node->rule : node->item};
        if (d->n_steps < rules->max_steps)
            node_of[d->n_steps] = at;
        enum status st = kind == TYPE_VALUE ? apply_value(arena, d, slot, codec, node->value, err)
                                            : derivation_apply(arena, d, slot, action, err);
        if (st != ST_OK)
            return st;
    }
    if (rules->n_tokens == 0)
        own->n_tokens = codec->size(codec->context);
    *out = d;
    return ST_OK;
}

static struct literal decode_value(struct arena *arena, const struct derivation *d, int first,
                                   const struct value_codec *codec)
{
    int *ids = ARENA_ARRAY(arena, int, d->n_steps), n = 0;
    for (int i = first; d->steps[i]->action.id != codec->eos; i++)
        ids[n++] = d->steps[i]->action.id;
    return literal_of_text(arena, codec->decode(codec->context, arena, ids, n));
}

enum status derivation_tree(struct arena *arena, const struct derivation *d,
                            const struct value_codec *codec, struct tree **out, struct error *err)
{
    *out = NULL;
    if (!derivation_finished(d))
        return fail(err, ST_INPUT, "the tree is not finished after %d steps", d->n_steps);
    if (d->n_steps > TREE_MAX_NODES)
        return fail(err, ST_LIMIT, "tree of more than %d nodes", TREE_MAX_NODES);
    struct tree *tree = ARENA_NEW(arena, struct tree);
    *tree = (struct tree){.grammar = d->rules->grammar,
                          .capacity = d->n_steps,
                          .nodes = ARENA_ARRAY(arena, struct tree_node, d->n_steps)};
    int *node_of = ARENA_ARRAY(arena, int, d->n_steps);
    for (int j = 0; j < d->n_steps; j++) {
        const struct step *s = d->steps[j];
        if (s->first != j)
            continue;
        node_of[j] = tree->n_nodes;
        struct tree_node *node = &tree->nodes[tree->n_nodes++];
        *node = (struct tree_node){.field = s->field,
                                   .rule = -1,
                                   .item = -1,
                                   .slot = s->slot,
                                   .parent = s->parent < 0 ? -1 : node_of[s->parent]};
        if (s->action.kind == ACTION_RULE) {
            node->rule = s->action.id;
            node->children = ARENA_ARRAY(arena, int, tree->grammar->rules[node->rule].n_slots);
        } else if (s->action.kind == ACTION_TOKEN) {
            node->value = decode_value(arena, d, j, codec);
        } else if (s->action.kind == ACTION_VALUE) {
            node->value = d->rules->values.v[s->action.id];
        } else {
            node->item = s->action.id;
        }
        if (node->parent >= 0)
            tree->nodes[node->parent].children[node->slot] = node_of[j];
    }
    *out = tree;
    return ST_OK;
}
