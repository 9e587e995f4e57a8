/* look.c - a second look at the n best: what a person would check before believing one of them.
 *
 * The decoder scores a query step by step and never sees the whole of it.  Here each candidate is
 * looked at as a whole, beside the question and the other candidates: does it run and return rows,
 * do others return the same, which numbers, stored values and names of the question has it left
 * aside, and which columns and tables does it use that nobody spoke of.  A weighted sum of these
 * (fitted on databases the parser has not seen, `astormer calibrate`; kept in the model file) orders
 * the candidates anew.  Without weights the order stays what search made it. */
#include "infer/infer.h"

#include <math.h>
#include <string.h>

const char *const look_names[N_LOOKS] = {
    [LOOK_LOG_P] = "log_p",
    [LOOK_WEAKEST] = "weakest",
    [LOOK_STEPS] = "steps",
    [LOOK_AGREED] = "agreed",
    [LOOK_FAILED] = "failed",
    [LOOK_EMPTY] = "empty",
    [LOOK_ONE_ROW] = "one_row",
    [LOOK_OUTPUTS] = "outputs",
    [LOOK_UNUSED_CELLS] = "unused_cells",
    [LOOK_UNUSED_VALUES] = "unused_values",
    [LOOK_UNUSED_NAMES] = "unused_names",
    [LOOK_UNNAMED_COLUMNS] = "unnamed_columns",
    [LOOK_UNNAMED_TABLES] = "unnamed_tables",
    [LOOK_AGAIN] = "again",
    [LOOK_JUDGE] = "judge",
    [LOOK_UNCHANGED] = "unchanged",
    [LOOK_LOST_TABLES] = "lost_tables",
    [LOOK_LOST_OUTPUTS] = "lost_outputs",
    [LOOK_NEW_OUTPUTS] = "new_outputs",
    [LOOK_NEW_CONDITIONS] = "new_conditions",
};

enum { COUNTED = 3 }; /* of a kind; more tell no more */

static bool in_question(const struct model_question *q, int first_word)
{
    return first_word >= 0 && q->question.word_turn[first_word] == 0;
}

static bool overlap(int first, int n, int other, int n_other)
{
    return first < other + n_other && other < first + n;
}

/* ---- what of the question is not in the query ------------------------------------------------- */

static bool uses_cell(const struct search_query *found, struct slice cell)
{
    for (int i = 0; i < found->n_values; i++)
        if (slice_equal_nocase(cell, found->values[i].written))
            return true;
    return false;
}

/* Does some link of the same words lead to a value the query has? */
static bool cell_is_used(const struct links *links, const struct link_match *span,
                         const struct search_query *found)
{
    for (int i = 0; i < links->n_matches; i++) {
        const struct link_match *m = &links->matches[i];
        if (m->cell.n && overlap(m->first_word, m->n_words, span->first_word, span->n_words) &&
            uses_cell(found, m->cell))
            return true;
    }
    return false;
}

int look_unused_cells(const struct model_question *q, const struct search_query *found)
{
    int n = 0, last_end = 0;
    for (int i = 0; i < q->links.n_matches; i++) {
        const struct link_match *m = &q->links.matches[i];
        if (m->kind != LINK_VALUE_EXACT || !m->cell.n || m->first_word < last_end ||
            !in_question(q, m->first_word) || cell_is_used(&q->links, m, found))
            continue;
        n++;
        last_end = m->first_word + m->n_words;
    }
    return MIN(n, COUNTED);
}

static bool value_is_used(const struct search_query *found, const struct model_value *span)
{
    for (int i = 0; i < found->n_values; i++) {
        const struct model_value *v = found->values[i].pointed;
        if (v ? v->first_word >= 0 &&
                    overlap(v->first_word, v->n_words, span->first_word, span->n_words)
              : strcmp(found->values[i].written, span->text) == 0)
            return true;
    }
    return false;
}

/* Numbers, dates and quoted words that the question has and the query has not. */
static int unused_values(const struct model_question *q, const struct search_query *found)
{
    int n = 0, last_end = 0;
    for (int i = 0; i < q->input.n_values; i++) {
        const struct model_value *v = &q->values[i];
        bool said = v->source == GROUND_NUMBER || v->source == GROUND_DATE ||
                    v->source == GROUND_PERIOD || v->source == GROUND_QUOTED;
        if (!said || !in_question(q, v->first_word) || v->first_word < last_end ||
            value_is_used(found, v))
            continue;
        n++;
        last_end = v->first_word + v->n_words;
    }
    return MIN(n, COUNTED);
}

/* ---- tables and columns ----------------------------------------------------------------------- */

struct used { /* by a query */
    bool *tables, *columns;
};

static struct used items_used(struct arena *arena, const struct tree *tree,
                              const struct schema *schema)
{
    struct used used = {ARENA_ARRAY(arena, bool, schema->n_tables),
                        ARENA_ARRAY(arena, bool, schema->n_columns)};
    for (int i = 0; i < tree->n_nodes; i++) {
        const struct tree_node *n = &tree->nodes[i];
        enum type_kind kind = tree->grammar->types[tree->grammar->fields[n->field].type].kind;
        if (kind == TYPE_TABLE)
            used.tables[n->item] = true;
        else if (kind == TYPE_COLUMN)
            used.columns[n->item] = true;
    }
    return used;
}

static bool match_is_used(const struct used *used, const struct link_match *m)
{
    return m->column > 0 ? used->columns[m->column] : m->table >= 0 && used->tables[m->table];
}

static bool name_is_used(const struct links *links, const struct link_match *span,
                         const struct used *used)
{
    for (int i = 0; i < links->n_matches; i++) {
        const struct link_match *m = &links->matches[i];
        if (overlap(m->first_word, m->n_words, span->first_word, span->n_words) &&
            match_is_used(used, m))
            return true;
    }
    return false;
}

/* Words of this question that are a table's or a column's whole name, and lead to nothing used. */
static int unused_names(const struct model_question *q, const struct used *used)
{
    int n = 0, last_end = 0;
    for (int i = 0; i < q->links.n_matches; i++) {
        const struct link_match *m = &q->links.matches[i];
        if (m->kind != LINK_EXACT || m->first_word < last_end || !in_question(q, m->first_word) ||
            name_is_used(&q->links, m, used))
            continue;
        n++;
        last_end = m->first_word + m->n_words;
    }
    return MIN(n, COUNTED);
}

static bool is_key(const struct schema *schema, int column)
{
    bool key = schema->columns[column].primary;
    for (int i = 0; i < schema->n_foreign_keys; i++)
        key |= schema->foreign_keys[i].from == column || schema->foreign_keys[i].to == column;
    return key;
}

/* Does any word of the conversation speak of the column, or (column -1) of the table or its columns? */
static bool is_named(const struct links *links, const struct schema *schema, int table, int column)
{
    for (int i = 0; i < links->n_matches; i++) {
        const struct link_match *m = &links->matches[i];
        if (column >= 0 ? m->column == column
                        : m->table == table ||
                              (m->column > 0 && schema->columns[m->column].table == table))
            return true;
    }
    return false;
}

static int unnamed_columns(const struct links *links, const struct schema *schema,
                           const struct used *used)
{
    int n = 0;
    for (int c = 1; c < schema->n_columns; c++)
        n += used->columns[c] && !is_key(schema, c) && !is_named(links, schema, -1, c);
    return MIN(n, COUNTED);
}

static int unnamed_tables(const struct links *links, const struct schema *schema,
                          const struct used *used)
{
    int n = 0;
    for (int t = 0; t < schema->n_tables; t++)
        n += used->tables[t] && !is_named(links, schema, t, -1);
    return MIN(n, COUNTED);
}

/* ---- the candidates together ------------------------------------------------------------------ */

static bool same_rows(const struct run_outcome *a, const struct run_outcome *b)
{
    return a->state == RUN_ENDED && b->state == RUN_ENDED && a->print.rows == b->print.rows &&
           a->print.sum == b->print.sum;
}

/* How much likelier the candidate's rows are than the candidate, in nats. */
static double agreed(const struct infer_candidate *candidates, int n, int i)
{
    double mass = 0;
    for (int k = 0; k < n; k++)
        if (k == i || same_rows(&candidates[k].run, &candidates[i].run))
            mass += exp(candidates[k].log_p - candidates[i].log_p);
    return fmin(log(mass), 8);
}

static bool is_again(const struct infer_candidate *candidates, int n, int i)
{
    for (int k = 0; k < n; k++)
        if (k != i && same_rows(&candidates[k].run, &candidates[i].run) &&
            (candidates[k].log_p > candidates[i].log_p ||
             (candidates[k].log_p == candidates[i].log_p && k < i)))
            return true;
    return false;
}

void candidates_look(const struct model_question *q, const struct query *before,
                     struct infer_candidate *candidates, int n)
{
    const struct schema *schema = &q->database->ground->schema;
    double best = -INFINITY;
    for (int i = 0; i < n; i++)
        best = fmax(best, candidates[i].log_p);
    for (int i = 0; i < n; i++) {
        struct infer_candidate *c = &candidates[i];
        struct arena arena = {0};
        struct used used = items_used(&arena, c->found->tree, schema);
        double *f = c->looks;
        f[LOOK_LOG_P] = fmax(c->log_p - best, -20);
        f[LOOK_WEAKEST] = fmax(c->weakest, -10);
        f[LOOK_STEPS] = c->found->derivation->n_steps / 10.0;
        f[LOOK_AGREED] = agreed(candidates, n, i);
        f[LOOK_FAILED] = !run_works(&c->run);
        f[LOOK_EMPTY] = run_works(&c->run) && !c->run.any;
        f[LOOK_ONE_ROW] = c->run.state == RUN_ENDED && c->run.print.rows == 1;
        f[LOOK_OUTPUTS] = MIN(c->run.rows.n_columns, 8);
        f[LOOK_UNUSED_CELLS] = look_unused_cells(q, c->found);
        f[LOOK_UNUSED_VALUES] = unused_values(q, c->found);
        f[LOOK_UNUSED_NAMES] = unused_names(q, &used);
        f[LOOK_UNNAMED_COLUMNS] = unnamed_columns(&q->links, schema, &used);
        f[LOOK_UNNAMED_TABLES] = unnamed_tables(&q->links, schema, &used);
        f[LOOK_AGAIN] = is_again(candidates, n, i);
        f[LOOK_JUDGE] = 0;
        if (before && q->question.n_turns > 1) /* else it was read as a question by itself */
            look_before(before, c->found->query, f);
        arena_release(&arena);
    }
}

double look_score(const struct second_look *look, const double looks[N_LOOKS])
{
    double score = 0;
    for (int k = 0; k < N_LOOKS; k++)
        score += look->weights[k] * looks[k];
    return score;
}

/* Behind all that return other rows: which of those that return the same comes first is the same to the
 * reader, so it is the likeliest, whatever the weights make of the others' looks. */
#define AGAIN 1000.0

/* Stable: equal ones keep the order of search. */
void candidates_order(const struct second_look *look, struct infer_candidate *candidates, int n)
{
    for (int i = 0; i < n; i++)
        candidates[i].score = look_score(look, candidates[i].looks) -
                              (candidates[i].looks[LOOK_AGAIN] > 0 ? AGAIN : 0);
    for (int i = 1; i < n; i++) {
        struct infer_candidate c = candidates[i];
        int k = i;
        for (; k > 0 && candidates[k - 1].score < c.score; k--)
            candidates[k] = candidates[k - 1];
        candidates[k] = c;
    }
}

bool candidates_in_doubt(const struct second_look *look, const struct infer_candidate *candidates,
                         int n)
{
    for (int i = 1; i < n; i++)
        if (!same_rows(&candidates[0].run, &candidates[i].run))
            return candidates[0].score - candidates[i].score < look->doubt;
    return false;
}

bool second_look_read(const json_t *object, struct second_look *out)
{
    *out = (struct second_look){0};
    if (!json_is_object(object) || !json_is_number(json_object_get(object, look_names[LOOK_LOG_P])))
        return false;
    for (int k = 0; k < N_LOOKS; k++) { /* one that is missing was not known when it was fitted */
        double weight = json_number_value(json_object_get(object, look_names[k]));
        if (!isfinite(weight))
            return false;
        out->weights[k] = weight;
    }
    const json_t *doubt = json_object_get(object, "doubt");
    out->doubt = json_is_number(doubt) ? json_number_value(doubt) : LOOK_DOUBT;
    return true;
}

json_t *second_look_json(const struct second_look *look)
{
    json_t *out = json_object();
    for (int k = 0; k < N_LOOKS; k++)
        json_object_set_new(out, look_names[k], json_real(look->weights[k]));
    json_object_set_new(out, "doubt", json_real(look->doubt));
    return out;
}

bool second_look_of(const char *about, struct second_look *out)
{
    json_t *json = about ? json_loads(about, 0, NULL) : NULL;
    bool found = second_look_read(json_object_get(json, "second_look"), out);
    json_decref(json);
    return found;
}
