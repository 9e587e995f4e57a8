/* compare.c - what the comparisons of all datasets share: equality of parsed queries as Python
 * compares nested tuples and dicts, matching of lists, hardness and keywords. */
#include "eval/internal.h"

#include <string.h>

/* ---- equality ----------------------------------------------------------------------------- */

bool column_unit_equal(struct column_unit a, struct column_unit b)
{
    if (a.column < 0 || b.column < 0)
        return a.column == b.column;
    return a.agg == b.agg && a.column == b.column && a.distinct == b.distinct;
}

bool value_unit_equal(struct value_unit a, struct value_unit b)
{
    return a.op == b.op && column_unit_equal(a.left, b.left) &&
           column_unit_equal(a.right, b.right);
}

static bool slices_equal(struct slice a, struct slice b)
{
    return a.n == b.n && (a.n == 0 || memcmp(a.s, b.s, a.n) == 0);
}

static bool value_equal(const struct value *a, const struct value *b)
{
    if (a->kind != b->kind)
        return false;
    switch (a->kind) {
    case VALUE_NONE:
        return true;
    case VALUE_NUMBER:
        return a->number == b->number; /* so that nan is not itself, as in Python */
    case VALUE_TEXT:
        return slices_equal(a->text, b->text);
    case VALUE_COLUMN:
        return column_unit_equal(a->column, b->column);
    case VALUE_QUERY:
        return official_equal(a->query, b->query);
    }
    return false;
}

bool condition_equal(const struct condition *a, const struct condition *b)
{
    return a->flag == b->flag && a->op == b->op && value_unit_equal(a->unit, b->unit) &&
           value_equal(&a->value[0], &b->value[0]) && value_equal(&a->value[1], &b->value[1]);
}

bool conditions_equal(const struct conditions *a, const struct conditions *b)
{
    if (a->n != b->n)
        return false;
    for (int i = 0; i < a->n; i++) {
        if (a->v[i].kind != b->v[i].kind)
            return false;
        if (a->v[i].kind == ITEM_UNIT && !condition_equal(&a->v[i].unit, &b->v[i].unit))
            return false;
    }
    return true;
}

bool outputs_equal(const struct outputs *a, const struct outputs *b)
{
    if (a->n != b->n)
        return false;
    for (int i = 0; i < a->n; i++)
        if (a->v[i].agg != b->v[i].agg || !value_unit_equal(a->v[i].unit, b->v[i].unit))
            return false;
    return true;
}

static bool source_equal(const struct source *a, const struct source *b)
{
    if (!a->query || !b->query)
        return a->query == b->query && a->table == b->table;
    return official_equal(a->query, b->query);
}

bool official_equal(const struct scored_query *a, const struct scored_query *b)
{
    if (!a || !b)
        return a == b;
    bool flags = a->distinct == b->distinct && a->ordered == b->ordered &&
                 a->descending == b->descending && a->limited == b->limited &&
                 a->limit == b->limit && a->n_sources == b->n_sources &&
                 a->n_group == b->n_group;
    if (!flags || !outputs_equal(&a->select, &b->select) ||
        !conditions_equal(&a->where, &b->where) || !conditions_equal(&a->having, &b->having) ||
        !conditions_equal(&a->on, &b->on) || !outputs_equal(&a->order, &b->order))
        return false;
    for (int i = 0; i < a->n_sources; i++)
        if (!source_equal(&a->sources[i], &b->sources[i]))
            return false;
    for (int i = 0; i < a->n_group; i++)
        if (!column_unit_equal(a->group[i], b->group[i]))
            return false;
    for (int s = 0; s < N_SETS; s++)
        if (!official_equal(a->set[s], b->set[s]))
            return false;
    return true;
}

/* ---- copies ------------------------------------------------------------------------------- */

static void *copy_array(struct arena *arena, const void *items, int n, size_t size)
{
    void *copy = arena_alloc(arena, size * (size_t)n, _Alignof(max_align_t));
    if (n)
        memcpy(copy, items, size * (size_t)n);
    return copy;
}

struct conditions conditions_copy(struct arena *arena, struct conditions list)
{
    list.v = copy_array(arena, list.v, list.n, sizeof *list.v);
    list.capacity = list.n;
    for (int i = 0; i < list.n; i++)
        for (int k = 0; k < 2; k++)
            list.v[i].unit.value[k].query = query_copy(arena, list.v[i].unit.value[k].query);
    return list;
}

struct scored_query *query_copy(struct arena *arena, const struct scored_query *query)
{
    if (!query)
        return NULL;
    struct scored_query *copy = ARENA_NEW(arena, struct scored_query);
    *copy = *query;
    copy->sources = copy_array(arena, query->sources, query->n_sources, sizeof *query->sources);
    for (int i = 0; i < copy->n_sources; i++)
        copy->sources[i].query = query_copy(arena, query->sources[i].query);
    copy->on = conditions_copy(arena, query->on);
    copy->where = conditions_copy(arena, query->where);
    copy->having = conditions_copy(arena, query->having);
    copy->select.v = copy_array(arena, query->select.v, query->select.n, sizeof *copy->select.v);
    copy->order.v = copy_array(arena, query->order.v, query->order.n, sizeof *copy->order.v);
    copy->group = copy_array(arena, query->group, query->n_group, sizeof *query->group);
    for (int s = 0; s < N_SETS; s++)
        copy->set[s] = query_copy(arena, query->set[s]);
    return copy;
}

/* ---- lists -------------------------------------------------------------------------------- */

int match_items(struct arena *scratch, const void *a, int n_a, const void *b, int n_b,
                same_item *same)
{
    bool *taken = ARENA_ARRAY(scratch, bool, n_b);
    int count = 0;
    for (int i = 0; i < n_a; i++) {
        for (int k = 0; k < n_b; k++) {
            if (!taken[k] && same(a, i, b, k)) {
                taken[k] = true;
                count++;
                break;
            }
        }
    }
    return count;
}

static bool same_output_unit(const void *a, int i, const void *b, int k)
{
    const struct output *x = a, *y = b;
    return value_unit_equal(x[i].unit, y[k].unit);
}

static bool same_output(const void *a, int i, const void *b, int k)
{
    const struct output *x = a, *y = b;
    return x[i].agg == y[k].agg && value_unit_equal(x[i].unit, y[k].unit);
}

static bool same_source(const void *a, int i, const void *b, int k)
{
    const struct source *x = a, *y = b;
    return source_equal(&x[i], &y[k]);
}

bool sources_equal(struct arena *scratch, const struct scored_query *gold,
                   const struct scored_query *pred)
{
    return gold->n_sources == pred->n_sources &&
           match_items(scratch, pred->sources, pred->n_sources, gold->sources, gold->n_sources,
                       same_source) == gold->n_sources;
}

struct eval_component component_score(int count, int pred_total, int gold_total)
{
    return (struct eval_component){.right = pred_total == gold_total && count == pred_total,
                                   .in_pred = pred_total > 0, .in_gold = gold_total > 0};
}

struct eval_component component_select(struct arena *scratch, const struct scored_query *gold,
                                       const struct scored_query *pred, bool with_aggregates)
{
    int count = match_items(scratch, pred->select.v, pred->select.n, gold->select.v,
                            gold->select.n, with_aggregates ? same_output : same_output_unit);
    return component_score(count, pred->select.n, gold->select.n);
}

struct eval_component component_group(struct arena *scratch, const struct eval_schema *names,
                                      const struct scored_query *gold,
                                      const struct scored_query *pred)
{
    bool *taken = ARENA_ARRAY(scratch, bool, gold->n_group);
    int count = 0;
    for (int i = 0; i < pred->n_group; i++) {
        int bare = names->bare[pred->group[i].column];
        for (int k = 0; k < gold->n_group; k++) {
            if (!taken[k] && names->bare[gold->group[k].column] == bare) {
                taken[k] = true;
                count++;
                break;
            }
        }
    }
    return component_score(count, pred->n_group, gold->n_group);
}

struct eval_component component_keywords(const struct dialect *dialect,
                                         const struct scored_query *gold,
                                         const struct scored_query *pred)
{
    unsigned in_gold = query_keywords(dialect, gold), in_pred = query_keywords(dialect, pred);
    return component_score(__builtin_popcount(in_gold & in_pred), __builtin_popcount(in_pred),
                           __builtin_popcount(in_gold));
}

bool all_components_right(const struct eval_component *components)
{
    for (int i = 0; i < N_PARTS; i++)
        if (!components[i].right)
            return false;
    return true;
}

/* ---- foreign keys ------------------------------------------------------------------------- */

bool *joined_tables(struct arena *arena, const struct eval_schema *names,
                    const struct scored_query *query)
{
    bool *joined = ARENA_ARRAY(arena, bool, names->n);
    for (int i = 0; i < query->n_sources; i++)
        if (query->sources[i].table >= 0)
            joined[query->sources[i].table] = true;
    return joined;
}

static struct column_unit merge_column(const struct eval_schema *names, const bool *joined,
                                struct column_unit unit)
{
    if (unit.column < 0)
        return unit;
    int table = names->table[unit.column];
    if (table >= 0 && joined[table])
        unit.column = names->merged[unit.column];
    unit.distinct = DISTINCT_IGNORED;
    return unit;
}

static void merge_unit(const struct eval_schema *names, const bool *joined,
                       struct value_unit *unit)
{
    unit->left = merge_column(names, joined, unit->left);
    unit->right = merge_column(names, joined, unit->right);
}

void merge_columns(const struct eval_schema *names, const bool *joined,
                   struct scored_query *query)
{
    query->distinct = DISTINCT_IGNORED;
    for (int i = 0; i < query->select.n; i++)
        merge_unit(names, joined, &query->select.v[i].unit);
    for (int i = 0; i < query->order.n; i++)
        merge_unit(names, joined, &query->order.v[i].unit);
    for (int i = 0; i < query->n_group; i++)
        query->group[i] = merge_column(names, joined, query->group[i]);
    struct conditions *lists[] = {&query->on, &query->where, &query->having};
    for (int l = 0; l < COUNT_OF(lists); l++)
        for (int i = 0; i < lists[l]->n; i += 2)
            merge_unit(names, joined, &lists[l]->v[i].unit.unit);
}

/* ---- hardness and keywords ---------------------------------------------------------------- */

/* Over the three condition lists of a query: entries picked by position, as [::2] and [1::2]. */
static int count_op(const struct scored_query *q, int op)
{
    const struct conditions *lists[] = {&q->on, &q->where, &q->having};
    int count = 0;
    for (int l = 0; l < 3; l++)
        for (int i = 0; i < lists[l]->n; i += 2)
            count += lists[l]->v[i].kind == ITEM_UNIT && lists[l]->v[i].unit.op == op;
    return count;
}

static int count_or(const struct scored_query *q)
{
    const struct conditions *lists[] = {&q->on, &q->where, &q->having};
    int count = 0;
    for (int l = 0; l < 3; l++)
        for (int i = 1; i < lists[l]->n; i += 2)
            count += lists[l]->v[i].kind == ITEM_OR;
    return count;
}

static int count_flags(const struct conditions *list)
{
    int count = 0;
    for (int i = 0; i < list->n; i += 2)
        count += list->v[i].kind == ITEM_UNIT && list->v[i].unit.flag != 0;
    return count;
}

static int count_nested(const struct dialect *dialect, const struct scored_query *q)
{
    const struct conditions *lists[] = {&q->on, &q->where, &q->having};
    int count = 0;
    for (int l = 0; l < 3; l++)
        for (int i = 0; i < lists[l]->n; i += 2)
            for (int k = 0; k < 2; k++)
                count += lists[l]->v[i].unit.value[k].kind == VALUE_QUERY;
    for (int i = 0; i < q->n_sources && dialect->dusql; i++)
        count += q->sources[i].query != NULL;
    for (int s = 0; s < N_SETS; s++)
        count += q->set[s] != NULL;
    return count;
}

static int count_left_aggregates(const struct conditions *list)
{
    int count = 0;
    for (int i = 0; i < list->n; i += 2)
        count += list->v[i].unit.unit.left.agg != 0;
    return count;
}

/* Spider's count takes the first field of whatever it is given for an aggregate: NOT counts in
 * WHERE and HAVING, and so does every connective of HAVING. */
static int count_aggregates(const struct dialect *dialect, const struct scored_query *q)
{
    int count = 0;
    for (int i = 0; i < q->select.n; i++)
        count += q->select.v[i].agg != 0;
    for (int i = 0; i < q->n_group; i++)
        count += q->group[i].agg != 0;
    if (dialect->dusql) {
        for (int i = 0; i < q->order.n; i++)
            count += q->order.v[i].agg != 0;
        return count + count_left_aggregates(&q->where) + count_left_aggregates(&q->having);
    }
    for (int i = 0; i < q->order.n; i++) {
        struct value_unit unit = q->order.v[i].unit;
        count += unit.left.agg != 0;
        count += unit.right.column >= 0 && unit.right.agg != 0;
    }
    for (int i = 0; i < q->having.n; i++)
        count += q->having.v[i].kind != ITEM_UNIT || q->having.v[i].unit.flag != 0;
    return count + count_flags(&q->where);
}

enum eval_hardness query_hardness(const struct dialect *dialect, const struct scored_query *q)
{
    int clauses = (q->where.n > 0) + (q->n_group > 0) + q->ordered + q->limited +
                  MAX(q->n_sources - 1, 0) + count_or(q) + count_op(q, dialect->like);
    int nested = count_nested(dialect, q);
    int others = (count_aggregates(dialect, q) > 1) + (q->select.n > 1) + (q->where.n > 1) +
                 (q->n_group > 1);
    if (nested == 0) {
        if (clauses <= 1 && others == 0)
            return HARDNESS_EASY;
        if ((others <= 2 && clauses <= 1) || (clauses <= 2 && others < 2))
            return HARDNESS_MEDIUM;
        if ((others > 2 && clauses <= 2) || (clauses == 3 && others <= 2))
            return HARDNESS_HARD;
    }
    return clauses <= 1 && others == 0 && nested <= 1 ? HARDNESS_HARD : HARDNESS_EXTRA;
}

unsigned query_keywords(const struct dialect *dialect, const struct scored_query *q)
{
    enum {
        WHERE = 1, GROUP = 2, HAVING = 4, ORDER = 8, ASC = 16, DESC = 32, LIMIT = 64, OR = 128,
        NOT = 256, IN = 512, LIKE = 1024, SETS = 2048 /* and two more */
    };
    unsigned words = 0;
    words |= q->where.n > 0 ? WHERE : 0;
    words |= q->n_group > 0 ? GROUP : 0;
    words |= q->having.n > 0 ? HAVING : 0;
    if (q->ordered)
        words |= ORDER | (q->descending ? DESC : ASC);
    words |= q->limited ? LIMIT : 0;
    words |= count_or(q) ? OR : 0;
    bool flagged = count_flags(&q->on) || count_flags(&q->where) || count_flags(&q->having);
    words |= flagged ? NOT : 0;
    words |= count_op(q, dialect->in) ? IN : 0;
    words |= count_op(q, dialect->like) ? LIKE : 0;
    for (int s = 0; s < N_SETS; s++)
        words |= q->set[s] ? (unsigned)SETS << s : 0;
    return words;
}
