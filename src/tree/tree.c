/* tree.c - equality of trees, with and without the order of siblings, and how many paths. */
#include "tree/internal.h"

#include <math.h>
#include <string.h>

bool tree_equal(const struct tree *a, const struct tree *b)
{
    /* same parent and slot everywhere, so same shape; node numbers may differ, so walk */
    struct pair {
        int a, b;
    } stack[TREE_MAX_NODES];
    int n = 0;
    if (a->n_nodes != b->n_nodes)
        return false;
    stack[n++] = (struct pair){0, 0};
    while (n > 0) {
        struct pair at = stack[--n];
        const struct tree_node *x = &a->nodes[at.a], *y = &b->nodes[at.b];
        if (x->field != y->field || x->rule != y->rule || x->item != y->item ||
            x->value.kind != y->value.kind || !x->value.text != !y->value.text ||
            (x->value.text && strcmp(x->value.text, y->value.text) != 0))
            return false;
        for (int i = 0; x->rule >= 0 && i < a->grammar->rules[x->rule].n_slots; i++)
            stack[n++] = (struct pair){x->children[i], y->children[i]};
    }
    return true;
}

/* Children come after their parent, so one pass from the end sees them hashed. */
uint64_t tree_hash_unordered(const struct tree *tree)
{
    static _Thread_local uint64_t hash[TREE_MAX_NODES];
    for (int i = tree->n_nodes - 1; i >= 0; i--) {
        const struct tree_node *node = &tree->nodes[i];
        uint64_t h = mix64((uint64_t)(uint32_t)node->field << 32 | (uint32_t)node->rule);
        h = mix64(h ^ (uint32_t)node->item ^ (uint64_t)node->value.kind << 40);
        if (node->value.text)
            h = hash_bytes(node->value.text, strlen(node->value.text), h);
        uint64_t sum = 0;
        for (int k = 0; node->rule >= 0 && k < tree->grammar->rules[node->rule].n_slots; k++) {
            const struct grammar_rule *rule = &tree->grammar->rules[node->rule];
            /* members of an unordered group count alike; others by their place */
            uint64_t place =
                rule->slots[k].ordered ? (uint64_t)k + 1000 : (uint64_t)rule->slots[k].group;
            sum += mix64(hash[node->children[k]] + mix64(place + 1));
        }
        hash[i] = mix64(h + 3 * sum);
    }
    return hash[0];
}

double tree_log_paths(const struct tree *tree, bool keep_ordered)
{
    double sum = 0;
    for (int i = 0; i < tree->n_nodes; i++) {
        if (tree->nodes[i].rule < 0)
            continue;
        const struct grammar_rule *rule = &tree->grammar->rules[tree->nodes[i].rule];
        int n_first = 0;
        for (int k = 0; keep_ordered && k < rule->n_slots; k++)
            n_first += rule->slots[k].first;
        sum += lgamma(rule->n_slots - n_first + 1.0);
        for (int k = 0, size = 0; keep_ordered && k < rule->n_slots; k++) {
            size++;
            bool last = k + 1 == rule->n_slots || rule->slots[k + 1].group != rule->slots[k].group;
            if (last && rule->slots[k].ordered)
                sum -= lgamma(size + 1.0);
            size = last ? 0 : size;
        }
    }
    return sum;
}

bool tree_is_pattern(const struct tree *tree, int node)
{
    int value = tree->nodes[node].parent, condition = value < 0 ? -1 : tree->nodes[value].parent;
    enum constructor own = value < 0 ? CONS_NONE
                                     : tree->grammar->rules[tree->nodes[value].rule].constructor;
    if (own == CONS_MATCHES || own == CONS_NOT_MATCHES)
        return true;
    if (condition < 0)
        return false;
    const struct tree_node *c = &tree->nodes[condition];
    for (int k = 0; k < tree->grammar->rules[c->rule].n_slots; k++) {
        int rule = tree->nodes[c->children[k]].rule;
        enum constructor is = rule < 0 ? CONS_NONE : tree->grammar->rules[rule].constructor;
        if (is == CONS_LIKE || is == CONS_NOT_LIKE)
            return true;
    }
    return false;
}
