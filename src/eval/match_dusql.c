/* match_dusql.c - DuSQL's exact match, with and without values.
 *
 * Unlike Spider's, values are compared as text (or as numbers where both read as one), conditions
 * are sorted by their Python text and compared pairwise, connectives are compared with their
 * neighbours, FROM sub-queries recursively, and the sides of UNION and INTERSECT may be swapped.
 *
 * One oversight shapes the verdicts: the comparison without values, which comes first, overwrites
 * the values of HAVING in place (those of WHERE are copied before), so that the comparison with
 * values no longer sees them.  Hence the queries are changed here, and the copies are made, where
 * the original does. */
#include "eval/internal.h"

#include <stdlib.h>
#include <string.h>

/* ---- Python's text of parsed queries: the sort keys --------------------------------------- */

static void put_query(struct strbuf *out, const struct eval_schema *names,
                      const struct scored_query *query);

static void put_column(struct strbuf *out, const struct eval_schema *names,
                       struct column_unit unit)
{
    if (unit.column < 0) {
        strbuf_puts(out, "None");
        return;
    }
    strbuf_printf(out, "(%d, ", unit.agg);
    py_text_repr(out, slice_of(names->text[unit.column]));
    strbuf_putc(out, ')');
}

static void put_unit(struct strbuf *out, const struct eval_schema *names, struct value_unit unit)
{
    strbuf_printf(out, "[%d, ", unit.op);
    put_column(out, names, unit.left);
    strbuf_puts(out, ", ");
    put_column(out, names, unit.right);
    strbuf_putc(out, ']');
}

/* str(value), or repr(value) where it stands inside of something. */
static void put_value(struct strbuf *out, const struct eval_schema *names,
                      const struct value *value, bool inside)
{
    char number[PY_FLOAT_MAX];
    switch (value->kind) {
    case VALUE_NONE:
        strbuf_puts(out, "None");
        break;
    case VALUE_NUMBER:
        py_float_text(value->number, number);
        strbuf_puts(out, number);
        break;
    case VALUE_TEXT:
        if (inside)
            py_text_repr(out, value->text);
        else
            strbuf_add(out, value->text.s, value->text.n);
        break;
    case VALUE_COLUMN:
        put_column(out, names, value->column);
        break;
    case VALUE_QUERY:
        put_query(out, names, value->query);
        break;
    }
}

static void put_conditions(struct strbuf *out, const struct eval_schema *names,
                           const struct conditions *list)
{
    strbuf_putc(out, '[');
    for (int i = 0; i < list->n; i++) {
        const struct condition_item *item = &list->v[i];
        strbuf_puts(out, i ? ", " : "");
        if (item->kind != ITEM_UNIT) {
            strbuf_puts(out, item->kind == ITEM_AND ? "'and'" : "'or'");
            continue;
        }
        strbuf_printf(out, "[%d, %d, ", item->unit.flag, item->unit.op);
        put_unit(out, names, item->unit.unit);
        for (int k = 0; k < 2; k++) {
            strbuf_puts(out, ", ");
            put_value(out, names, &item->unit.value[k], true);
        }
        strbuf_putc(out, ']');
    }
    strbuf_putc(out, ']');
}

static void put_outputs(struct strbuf *out, const struct eval_schema *names,
                        const struct outputs *list)
{
    strbuf_putc(out, '[');
    for (int i = 0; i < list->n; i++) {
        strbuf_printf(out, "%s(%d, ", i ? ", " : "", list->v[i].agg);
        put_unit(out, names, list->v[i].unit);
        strbuf_putc(out, ')');
    }
    strbuf_putc(out, ']');
}

static void put_sources(struct strbuf *out, const struct eval_schema *names,
                        const struct scored_query *query)
{
    for (int i = 0; i < query->n_sources; i++) {
        const struct source *source = &query->sources[i];
        strbuf_puts(out, i ? ", " : "");
        strbuf_puts(out, source->query ? "('sql', " : "('table_unit', ");
        if (source->query)
            put_query(out, names, source->query);
        else
            py_text_repr(out, slice_of(names->text[source->table]));
        strbuf_putc(out, ')');
    }
}

static void put_query(struct strbuf *out, const struct eval_schema *names,
                      const struct scored_query *query)
{
    static const char *const sets[N_SETS] = {", 'intersect': ", ", 'union': ", ", 'except': "};
    strbuf_puts(out, "{'from': {'table_units': [");
    put_sources(out, names, query);
    strbuf_puts(out, "], 'conds': ");
    put_conditions(out, names, &query->on);
    strbuf_puts(out, "}, 'select': ");
    put_outputs(out, names, &query->select);
    strbuf_puts(out, ", 'where': ");
    put_conditions(out, names, &query->where);
    strbuf_puts(out, ", 'groupBy': [");
    for (int i = 0; i < query->n_group; i++) {
        strbuf_puts(out, i ? ", " : "");
        put_column(out, names, query->group[i]);
    }
    strbuf_puts(out, "], 'having': ");
    put_conditions(out, names, &query->having);
    strbuf_puts(out, ", 'orderBy': ");
    if (query->ordered)
        strbuf_puts(out, query->descending ? "('desc', " : "('asc', ");
    put_outputs(out, names, &query->order);
    strbuf_puts(out, query->ordered ? "), 'limit': " : ", 'limit': ");
    if (query->limited)
        strbuf_printf(out, "%ld", query->limit);
    else
        strbuf_puts(out, "None");
    for (int s = 0; s < N_SETS; s++) {
        strbuf_puts(out, sets[s]);
        if (query->set[s])
            put_query(out, names, query->set[s]);
        else
            strbuf_puts(out, "None");
    }
    strbuf_putc(out, '}');
}

/* ---- normalisation ------------------------------------------------------------------------ */

static void normalise(struct arena *arena, const struct eval_schema *names, const bool *joined,
                      struct scored_query *query);

/* Values become text, unless the first is a query. */
static void normalise_condition(struct arena *arena, const struct eval_schema *names,
                                const bool *joined, struct condition *condition)
{
    if (condition->value[0].kind == VALUE_QUERY) {
        normalise(arena, names, joined, condition->value[0].query);
        return;
    }
    for (int k = 0; k < 2; k++) {
        struct strbuf text = strbuf_in(arena);
        put_value(&text, names, &condition->value[k], false);
        condition->value[k] =
            (struct value){.kind = VALUE_TEXT, .text = {strbuf_text(&text), text.n}};
    }
}

/* Foreign keys are merged by the tables of the outermost FROM, down to every sub-query. */
static void normalise(struct arena *arena, const struct eval_schema *names, const bool *joined,
                      struct scored_query *query)
{
    if (!query)
        return;
    merge_columns(names, joined, query);
    for (int i = 0; i < query->n_sources; i++)
        normalise(arena, names, joined, query->sources[i].query);
    struct conditions *lists[] = {&query->on, &query->where, &query->having};
    for (int l = 0; l < COUNT_OF(lists); l++)
        for (int i = 0; i < lists[l]->n; i += 2)
            normalise_condition(arena, names, joined, &lists[l]->v[i].unit);
    for (int s = 0; s < N_SETS; s++)
        normalise(arena, names, joined, query->set[s]);
}

/* ---- conditions --------------------------------------------------------------------------- */

/* Swapping the sides of nested set operations doubles the work at each level; Python would go
 * on for ever, we give up and say no. */
#define MAX_COMPARISONS 400

struct pair {
    struct arena *scratch;
    const struct eval_schema *names;
    struct scored_query *gold, *pred;
    bool values;
    int *comparisons_left;
};

static bool exact_match(const struct pair *pair);

static bool nested_match(const struct pair *pair, struct scored_query *gold,
                         struct scored_query *pred)
{
    struct pair inner = *pair;
    inner.gold = gold;
    inner.pred = pred;
    return exact_match(&inner);
}

static struct slice value_text(const struct value *value)
{
    struct slice text = value->kind == VALUE_TEXT ? value->text : slice_of("None");
    while (text.n && strchr("\"'", text.s[0]) && text.s[0])
        text = (struct slice){text.s + 1, text.n - 1};
    while (text.n && strchr("\"'", text.s[text.n - 1]) && text.s[text.n - 1])
        text.n--;
    return text;
}

static bool same_value(const struct value *a, const struct value *b)
{
    if (a->kind == VALUE_QUERY || b->kind == VALUE_QUERY)
        return false;
    struct slice x = value_text(a), y = value_text(b);
    double p, q;
    if (x.n == y.n && (x.n == 0 || memcmp(x.s, y.s, x.n) == 0))
        return true;
    return py_float(x, &p) && py_float(y, &q) && p == q;
}

static void hide_values(struct condition *condition)
{
    static const struct value one = {.kind = VALUE_TEXT, .text = {"1", 1}};
    if (condition->value[0].kind != VALUE_QUERY)
        condition->value[0] = one;
    if (condition->value[1].kind != VALUE_NONE)
        condition->value[1] = one;
}

static bool condition_match(const struct pair *pair, struct condition *gold,
                            struct condition *pred)
{
    if (!pair->values) {
        hide_values(pred);
        hide_values(gold);
    }
    if (gold->flag != pred->flag || gold->op != pred->op ||
        !value_unit_equal(gold->unit, pred->unit))
        return false;
    if (gold->value[0].kind != VALUE_QUERY)
        return same_value(&gold->value[0], &pred->value[0]) &&
               same_value(&gold->value[1], &pred->value[1]);
    if (pred->value[0].kind != VALUE_QUERY ||
        !nested_match(pair, gold->value[0].query, pred->value[0].query))
        return false;
    /* second values of a condition whose first is a query: compared as they are */
    struct condition a = *gold, b = *pred;
    a.value[0] = b.value[0] = (struct value){0};
    return condition_equal(&a, &b);
}

struct keyed_condition {
    struct condition *condition;
    const char *key[5];
};

static int compare_keys(const void *a, const void *b)
{
    const struct keyed_condition *x = a, *y = b;
    int order = 0;
    for (int i = 0; i < 5 && order == 0; i++)
        order = strcmp(x->key[i], y->key[i]);
    return order ? order : (x->condition > y->condition) - (x->condition < y->condition);
}

/* The units of a list, sorted by the text of their fields. */
static struct keyed_condition *sort_by_text(const struct pair *pair, struct conditions *list,
                                            int *n)
{
    *n = (list->n + 1) / 2;
    struct keyed_condition *sorted = ARENA_ARRAY(pair->scratch, struct keyed_condition, *n);
    for (int i = 0; i < *n; i++) {
        struct condition *c = &list->v[2 * i].unit;
        struct strbuf text[5];
        for (int k = 0; k < 5; k++)
            text[k] = strbuf_in(pair->scratch);
        strbuf_printf(&text[0], "%d", c->flag);
        strbuf_printf(&text[1], "%d", c->op);
        put_unit(&text[2], pair->names, c->unit);
        put_value(&text[3], pair->names, &c->value[0], false);
        put_value(&text[4], pair->names, &c->value[1], false);
        sorted[i].condition = c;
        for (int k = 0; k < 5; k++)
            sorted[i].key[k] = strbuf_text(&text[k]);
    }
    if (*n)
        qsort(sorted, (size_t)*n, sizeof *sorted, compare_keys);
    return sorted;
}

static void score_where(const struct pair *pair, struct eval_component *parts)
{
    struct conditions gold_list = conditions_copy(pair->scratch, pair->gold->where);
    struct conditions pred_list = conditions_copy(pair->scratch, pair->pred->where);
    int n_gold, n_pred, count = 0, count_units = 0;
    struct keyed_condition *gold = sort_by_text(pair, &gold_list, &n_gold);
    struct keyed_condition *pred = sort_by_text(pair, &pred_list, &n_pred);
    for (int i = 0; i < MIN(n_gold, n_pred); i++) {
        count += condition_match(pair, gold[i].condition, pred[i].condition);
        count_units += value_unit_equal(gold[i].condition->unit, pred[i].condition->unit);
    }
    parts[PART_WHERE] = component_score(count, n_pred, n_gold);
    parts[PART_WHERE_NO_OP] = component_score(count_units, n_pred, n_gold);
}

/* ---- HAVING: sorted as Python sorts nested lists ------------------------------------------ */

static int compare_columns(const struct eval_schema *names, struct column_unit a,
                           struct column_unit b)
{
    if (a.column < 0 || b.column < 0)
        return 0;
    if (a.agg != b.agg)
        return a.agg - b.agg;
    return strcmp(names->text[a.column], names->text[b.column]);
}

static int compare_conditions(const struct eval_schema *names, const struct condition *a,
                              const struct condition *b)
{
    int order = a->flag - b->flag;
    order = order ? order : a->op - b->op;
    order = order ? order : a->unit.op - b->unit.op;
    order = order ? order : compare_columns(names, a->unit.left, b->unit.left);
    order = order ? order : compare_columns(names, a->unit.right, b->unit.right);
    for (int k = 0; k < 2 && order == 0; k++) {
        struct slice x = a->value[k].text, y = b->value[k].text; /* empty for a query */
        size_t n = MIN(x.n, y.n);
        order = n ? memcmp(x.s, y.s, n) : 0;
        order = order ? order : (x.n > y.n) - (x.n < y.n);
    }
    return order;
}

static struct condition **sort_having(const struct pair *pair, struct conditions *list, int *n)
{
    *n = (list->n + 1) / 2;
    struct condition **sorted = ARENA_ARRAY(pair->scratch, struct condition *, *n);
    for (int i = 0; i < *n; i++) { /* insertion: stable, and lists are short */
        struct condition *c = &list->v[2 * i].unit;
        int k = i;
        for (; k > 0 && compare_conditions(pair->names, sorted[k - 1], c) > 0; k--)
            sorted[k] = sorted[k - 1];
        sorted[k] = c;
    }
    return sorted;
}

static struct eval_component score_having(const struct pair *pair)
{
    if (pair->gold->having.n != pair->pred->having.n)
        return component_score(0, 1, 1);
    int n_gold, n_pred, count = 0;
    struct condition **gold = sort_having(pair, &pair->gold->having, &n_gold);
    struct condition **pred = sort_having(pair, &pair->pred->having, &n_pred);
    for (int i = 0; i < n_gold; i++)
        count += condition_match(pair, gold[i], pred[i]);
    return component_score(count, n_pred, n_gold);
}

/* ---- the other parts ---------------------------------------------------------------------- */

struct link { /* a connective and the units it joins, the smaller first */
    enum item_kind kind;
    const struct condition *ends[2];
};

static bool same_head(const struct condition *a, const struct condition *b)
{
    return a->flag == b->flag && a->op == b->op && value_unit_equal(a->unit, b->unit);
}

static struct link link_at(const struct eval_schema *names, const struct conditions *list, int i)
{
    struct condition left = list->v[i - 1].unit, right = list->v[i + 1].unit;
    for (int k = 0; k < 2; k++)
        left.value[k] = right.value[k] = (struct value){0};
    bool swap = compare_conditions(names, &left, &right) > 0;
    return (struct link){list->v[i].kind,
                         {&list->v[i + (swap ? 1 : -1)].unit, &list->v[i + (swap ? -1 : 1)].unit}};
}

static bool links_within(const struct eval_schema *names, const struct conditions *a,
                         const struct conditions *b)
{
    for (int i = 1; i < a->n - 1; i += 2) {
        struct link x = link_at(names, a, i);
        bool found = false;
        for (int k = 1; k < b->n - 1 && !found; k += 2) {
            struct link y = link_at(names, b, k);
            found = x.kind == y.kind && same_head(x.ends[0], y.ends[0]) &&
                    same_head(x.ends[1], y.ends[1]);
        }
        if (!found)
            return false;
    }
    return true;
}

static struct eval_component score_and_or(const struct pair *pair)
{
    const struct conditions *gold[] = {&pair->gold->where, &pair->gold->having};
    const struct conditions *pred[] = {&pair->pred->where, &pair->pred->having};
    bool right = true;
    for (int i = 0; i < 2; i++)
        right = right && links_within(pair->names, gold[i], pred[i]) &&
                links_within(pair->names, pred[i], gold[i]);
    return component_score(right, 1, 1);
}

static struct eval_component score_order(const struct pair *pair)
{
    const struct scored_query *gold = pair->gold, *pred = pair->pred;
    bool right = gold->ordered && pred->ordered && gold->descending == pred->descending &&
                 outputs_equal(&gold->order, &pred->order);
    if (pair->values)
        right = right && gold->limited == pred->limited && gold->limit == pred->limit;
    return component_score(right, pred->ordered, gold->ordered);
}

static struct eval_component score_sets(const struct pair *pair)
{
    int n_gold = 0, n_pred = 0, count = 0;
    for (int s = 0; s < N_SETS; s++) {
        struct scored_query *gold = pair->gold->set[s], *pred = pair->pred->set[s];
        n_gold += gold != NULL;
        n_pred += pred != NULL;
        count += gold && pred && nested_match(pair, gold, pred);
    }
    return component_score(count, n_pred, n_gold);
}

static void score_parts(const struct pair *pair, struct eval_component *parts)
{
    parts[PART_SELECT] = component_select(pair->scratch, pair->gold, pair->pred, true);
    parts[PART_SELECT_NO_AGG] = component_select(pair->scratch, pair->gold, pair->pred, false);
    score_where(pair, parts);
    parts[PART_GROUP] = component_group(pair->scratch, pair->names, pair->gold, pair->pred);
    parts[PART_HAVING] = score_having(pair);
    parts[PART_ORDER] = score_order(pair);
    parts[PART_AND_OR] = score_and_or(pair);
    parts[PART_SETS] = score_sets(pair);
    parts[PART_KEYWORDS] =
        component_keywords(dialect_of(EVAL_DUSQL), pair->gold, pair->pred);
}

/* ---- verdicts ----------------------------------------------------------------------------- */

static bool subqueries_match(const struct pair *pair, bool reversed)
{
    int n = pair->gold->n_sources;
    for (int i = 0; i < n; i++) {
        struct scored_query *gold = pair->gold->sources[reversed ? n - 1 - i : i].query;
        struct scored_query *pred = pair->pred->sources[i].query;
        if (!gold || !pred || !nested_match(pair, gold, pred))
            return false;
    }
    return true;
}

static bool sources_match(const struct pair *pair)
{
    const struct scored_query *gold = pair->gold, *pred = pair->pred;
    if (gold->n_sources != pred->n_sources || gold->n_sources == 0)
        return false;
    for (int i = 0; i < gold->n_sources; i++)
        if (!gold->sources[i].query != !pred->sources[i].query)
            return false;
    if (!gold->sources[0].query)
        return sources_equal(pair->scratch, gold, pred);
    return subqueries_match(pair, false) || (gold->n_sources > 1 && subqueries_match(pair, true));
}

static bool match_as_written(const struct pair *pair)
{
    struct eval_component parts[N_PARTS];
    if (--*pair->comparisons_left < 0)
        return false;
    score_parts(pair, parts);
    return all_components_right(parts) && sources_match(pair);
}

static bool exact_match(const struct pair *pair)
{
    if (match_as_written(pair))
        return true;
    int set = pair->gold->set[SET_UNION] ? SET_UNION : SET_INTERSECT;
    if (!pair->gold->set[set])
        return false;
    struct scored_query *first = query_copy(pair->scratch, pair->gold);
    struct scored_query *second = first->set[set];
    first->set[set] = NULL;
    second->set[set] = first;
    struct pair swapped = *pair;
    swapped.gold = second;
    return match_as_written(&swapped);
}

void match_dusql(struct arena *scratch, const struct eval_schema *names,
                 struct scored_query *gold, struct scored_query *pred, struct eval_score *out)
{
    normalise(scratch, names, joined_tables(scratch, names, gold), gold);
    normalise(scratch, names, joined_tables(scratch, names, pred), pred);
    int left = MAX_COMPARISONS;
    struct pair pair = {scratch, names, gold, pred, false, &left};
    out->exact = exact_match(&pair);
    pair.values = true;
    left = MAX_COMPARISONS;
    out->exec = exact_match(&pair);
    left = MAX_COMPARISONS;
    score_parts(&pair, out->parts);
}
