/* match_spider.c - exact set match of Spider, SParC, CoSQL, and of Chase with and without values.
 *
 * First both queries are normalised.  Values go (or, for Chase with values, become comparable
 * text); columns of joined tables become their foreign-key group's representative and DISTINCT is
 * forgotten, both at the top level and in set operations only: sub-queries in conditions keep
 * theirs, sub-queries in FROM even keep their values.  Then ten parts are compared and, if all
 * are right, the tables of FROM.  ON conditions are never compared. */
#include "eval/internal.h"

#include <string.h>

/* ---- values ------------------------------------------------------------------------------- */

enum value_rule {
    VALUES_DROPPED,  /* also in sub-queries */
    VALUES_DROPPED_OUTSIDE, /* Chase without values: those in sub-queries are compared */
    VALUES_COMPARED, /* as lower-case text without quotes, numbers as numbers */
};

static struct value comparable_value(struct arena *arena, struct value value)
{
    char number[PY_FLOAT_MAX];
    struct slice text = value.text;
    if (value.kind == VALUE_QUERY || value.kind == VALUE_COLUMN)
        return value;
    if (value.kind == VALUE_NUMBER) {
        py_float_text(value.number, number);
        text = slice_of(number);
    } else if (value.kind == VALUE_NONE) {
        text = slice_of("none");
    }
    while (text.n && (text.s[0] == '"' || text.s[0] == '\''))
        text = (struct slice){text.s + 1, text.n - 1};
    while (text.n && (text.s[text.n - 1] == '"' || text.s[text.n - 1] == '\''))
        text.n--;
    struct slice low;
    low.s = py_lower(arena, text, &low.n);
    double parsed;
    if (py_float(low, &parsed)) {
        py_float_text(parsed, number);
        low = slice_of(arena_strdup(arena, number));
    }
    return (struct value){.kind = VALUE_TEXT, .text = low};
}

static void apply_value_rule(struct arena *arena, struct scored_query *query,
                             enum value_rule rule)
{
    if (!query)
        return;
    enum value_rule inner = rule == VALUES_DROPPED_OUTSIDE ? VALUES_COMPARED : rule;
    struct conditions *lists[] = {&query->on, &query->where, &query->having};
    for (int l = 0; l < COUNT_OF(lists); l++) {
        for (int i = 0; i < lists[l]->n; i += 2) {
            for (int k = 0; k < 2; k++) {
                struct value *value = &lists[l]->v[i].unit.value[k];
                if (value->kind == VALUE_QUERY)
                    apply_value_rule(arena, value->query, inner);
                else if (rule == VALUES_COMPARED)
                    *value = comparable_value(arena, *value);
                else
                    *value = (struct value){0};
            }
        }
    }
    for (int s = 0; s < N_SETS; s++)
        apply_value_rule(arena, query->set[s], rule);
}

static void merge_all(const struct eval_schema *names, const bool *joined,
                      struct scored_query *query)
{
    if (!query)
        return;
    merge_columns(names, joined, query);
    for (int s = 0; s < N_SETS; s++)
        merge_all(names, joined, query->set[s]);
}

/* ---- parts -------------------------------------------------------------------------------- */

struct pair { /* what a part is scored on */
    struct arena *scratch;
    const struct eval_schema *names;
    const struct scored_query *gold, *pred;
};

static bool exact_match(const struct pair *pair, struct eval_component *parts);

static struct eval_component score_select(const struct pair *pair)
{
    return component_select(pair->scratch, pair->gold, pair->pred, true);
}

static struct eval_component score_select_no_agg(const struct pair *pair)
{
    return component_select(pair->scratch, pair->gold, pair->pred, false);
}

static bool same_condition(const void *a, int i, const void *b, int k)
{
    const struct condition_item *x = a, *y = b;
    return condition_equal(&x[2 * i].unit, &y[2 * k].unit);
}

static bool same_condition_unit(const void *a, int i, const void *b, int k)
{
    const struct condition_item *x = a, *y = b;
    return value_unit_equal(x[2 * i].unit.unit, y[2 * k].unit.unit);
}

static struct eval_component score_conditions(const struct pair *pair, same_item *same)
{
    const struct conditions *gold = &pair->gold->where, *pred = &pair->pred->where;
    int n_gold = (gold->n + 1) / 2, n_pred = (pred->n + 1) / 2;
    int count = match_items(pair->scratch, pred->v, n_pred, gold->v, n_gold, same);
    return component_score(count, n_pred, n_gold);
}

static struct eval_component score_where(const struct pair *pair)
{
    return score_conditions(pair, same_condition);
}

static struct eval_component score_where_no_op(const struct pair *pair)
{
    return score_conditions(pair, same_condition_unit);
}

static struct eval_component score_group(const struct pair *pair)
{
    return component_group(pair->scratch, pair->names, pair->gold, pair->pred);
}

/* Grouping columns in order, without their aggregates, and HAVING in order. */
static struct eval_component score_having(const struct pair *pair)
{
    const struct scored_query *gold = pair->gold, *pred = pair->pred;
    bool right = gold->n_group > 0 && gold->n_group == pred->n_group &&
                 conditions_equal(&gold->having, &pred->having);
    for (int i = 0; i < gold->n_group && right; i++)
        right = gold->group[i].column == pred->group[i].column;
    return component_score(right, pred->n_group > 0, gold->n_group > 0);
}

static struct eval_component score_order(const struct pair *pair)
{
    const struct scored_query *gold = pair->gold, *pred = pair->pred;
    bool right = gold->ordered && pred->ordered && gold->descending == pred->descending &&
                 outputs_equal(&gold->order, &pred->order) && gold->limited == pred->limited;
    return component_score(right, pred->ordered, gold->ordered);
}

/* Connectives as a set.  Two units in a row put a unit where a connective belongs; it then is a
 * member of the set like any other. */
static bool in_connectives(const struct conditions *list, const struct condition_item *item)
{
    for (int i = 1; i < list->n; i += 2) {
        if (list->v[i].kind == item->kind &&
            (item->kind != ITEM_UNIT || condition_equal(&list->v[i].unit, &item->unit)))
            return true;
    }
    return false;
}

static bool connectives_within(const struct conditions *a, const struct conditions *b)
{
    for (int i = 1; i < a->n; i += 2)
        if (!in_connectives(b, &a->v[i]))
            return false;
    return true;
}

static int count_connectives(const struct conditions *list)
{
    int count = 0;
    for (int i = 1; i < list->n; i += 2) {
        struct conditions before = {.v = list->v, .n = i};
        count += !in_connectives(&before, &list->v[i]);
    }
    return count;
}

static struct eval_component score_and_or(const struct pair *pair)
{
    const struct conditions *gold = &pair->gold->where, *pred = &pair->pred->where;
    if (connectives_within(gold, pred) && connectives_within(pred, gold))
        return component_score(1, 1, 1);
    /* the original hands the two counts over in the wrong order */
    struct eval_component wrong = {.in_pred = count_connectives(gold) > 0,
                                   .in_gold = count_connectives(pred) > 0};
    return wrong;
}

static struct eval_component score_sets(const struct pair *pair)
{
    int n_gold = 0, n_pred = 0, count = 0;
    for (int s = 0; s < N_SETS; s++) {
        const struct scored_query *gold = pair->gold->set[s], *pred = pair->pred->set[s];
        n_gold += gold != NULL;
        n_pred += pred != NULL;
        struct eval_component parts[N_PARTS];
        struct pair inner = {pair->scratch, pair->names, gold, pred};
        count += gold && pred && exact_match(&inner, parts);
    }
    return component_score(count, n_pred, n_gold);
}

static struct eval_component score_keywords(const struct pair *pair)
{
    return component_keywords(dialect_of(pair->names->dataset), pair->gold, pair->pred);
}

static struct eval_component (*const score_part[N_PARTS])(const struct pair *) = {
    [PART_SELECT] = score_select, [PART_SELECT_NO_AGG] = score_select_no_agg,
    [PART_WHERE] = score_where,   [PART_WHERE_NO_OP] = score_where_no_op,
    [PART_GROUP] = score_group,   [PART_HAVING] = score_having,
    [PART_ORDER] = score_order,   [PART_AND_OR] = score_and_or,
    [PART_SETS] = score_sets,     [PART_KEYWORDS] = score_keywords,
};

static bool exact_match(const struct pair *pair, struct eval_component *parts)
{
    for (int i = 0; i < N_PARTS; i++)
        parts[i] = score_part[i](pair);
    if (!all_components_right(parts))
        return false;
    return pair->gold->n_sources == 0 || sources_equal(pair->scratch, pair->gold, pair->pred);
}

/* ---- verdicts ----------------------------------------------------------------------------- */

static bool match_with(struct arena *scratch, const struct eval_schema *names,
                       struct scored_query *gold, struct scored_query *pred,
                       enum value_rule rule, struct eval_component *parts)
{
    apply_value_rule(scratch, gold, rule);
    apply_value_rule(scratch, pred, rule);
    merge_all(names, joined_tables(scratch, names, gold), gold);
    merge_all(names, joined_tables(scratch, names, pred), pred);
    struct pair pair = {scratch, names, gold, pred};
    return exact_match(&pair, parts);
}

void match_spider(struct arena *scratch, const struct eval_schema *names,
                  struct scored_query *gold, struct scored_query *pred, struct eval_score *out)
{
    bool chase = names->dataset == EVAL_CHASE;
    if (chase) {
        struct scored_query *gold_copy = query_copy(scratch, gold);
        struct scored_query *pred_copy = query_copy(scratch, pred);
        out->exact = match_with(scratch, names, gold_copy, pred_copy, VALUES_DROPPED_OUTSIDE,
                                out->parts);
        /* the official table of parts is the one with values */
        out->exec = match_with(scratch, names, gold, pred, VALUES_COMPARED, out->parts);
    } else {
        out->exact = match_with(scratch, names, gold, pred, VALUES_DROPPED, out->parts);
    }
}
