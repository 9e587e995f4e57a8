/* study.c - how predicted queries were built: the order of clauses, and what attention looks like
 * beside the tree (paper, section 4.3 and appendix F). */
#include "train/internal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LEAST_ROW = 3 }; /* steps a row of attention must have for a correlation to mean anything */

struct studying {
    struct arena *arena;   /* of the result */
    const struct model *model;
    struct nn_tape *tape;  /* NULL: attention is not looked at */
    struct study *out;
    struct map orders;
    int orders_capacity;
    double *sums; /* [n_layers][heads + 1] of correlations */
};

/* The derivation of a prediction, built once more. */
static struct derivation *rebuild(struct arena *arena, const struct prediction *p)
{
    struct derivation *d = derivation_new(arena, &p->rules);
    for (int i = 0; i < p->n_taken; i++) {
        enum status st = derivation_apply(arena, d, p->taken[i].slot, p->taken[i].action, NULL);
        CHECK(st == ST_OK);
    }
    return d;
}

/* ---- orders -------------------------------------------------------------------------------- */

static const char *field_name(const struct derivation *d, int step)
{
    return d->rules->grammar->fields[d->steps[step]->field].name;
}

/* The child step of a node in the field of this name, or -1. */
static int child_named(const struct derivation *d, int parent, const char *name)
{
    for (int j = parent + 1; j < d->n_steps; j++)
        if (d->steps[j]->parent == parent && strcmp(field_name(d, j), name) == 0)
            return j;
    return -1;
}

/* Tables among the children of FROM. */
static int count_tables(const struct derivation *d, int from)
{
    int n = 0;
    for (int j = from + 1; j < d->n_steps; j++)
        n += d->steps[j]->parent == from && d->steps[j]->action.kind == ACTION_TABLE;
    return n;
}

static void count_order(struct studying *s, const struct derivation *d, int parent)
{
    struct strbuf text = strbuf_in(s->arena);
    for (int j = parent + 1; j < d->n_steps; j++)
        if (d->steps[j]->parent == parent)
            strbuf_printf(&text, "%s%s", text.n ? " " : "", field_name(d, j));
    const char *clauses = strbuf_text(&text);
    int at = map_put(&s->orders, clauses, text.n, s->out->n_orders);
    if (at == s->out->n_orders)
        *ARENA_PUSH(s->arena, s->out->orders, s->out->n_orders, s->orders_capacity) =
            (struct study_order){arena_strdup(s->arena, clauses), 0};
    s->out->orders[at].count++;
}

/* Every node whose children are clauses: a SELECT, at whatever depth. */
static void study_orders(struct studying *s, const struct derivation *d)
{
    for (int parent = 0; parent < d->n_steps; parent++) {
        int from = child_named(d, parent, "from"), select = child_named(d, parent, "select");
        if (from < 0 || select < 0)
            continue;
        count_order(s, d, parent);
        int tables = count_tables(d, from);
        struct study_from *count = tables == 1  ? &s->out->one_table
                                   : tables > 1 ? &s->out->joined
                                                : NULL;
        if (count) {
            count->selects++;
            count->from_first += from < select;
        }
    }
}

static int by_count(const void *a, const void *b)
{
    const struct study_order *x = a, *y = b;
    return x->count != y->count ? (x->count < y->count ? 1 : -1) : strcmp(x->clauses, y->clauses);
}

/* ---- attention ----------------------------------------------------------------------------- */

/* Pearson's r of n pairs; false if one side does not vary. */
static bool correlate(const float *x, const float *y, int n, double *r)
{
    double mean_x = 0, mean_y = 0, xx = 0, yy = 0, xy = 0;
    for (int i = 0; i < n; i++) {
        mean_x += (double)x[i] / n;
        mean_y += (double)y[i] / n;
    }
    for (int i = 0; i < n; i++) {
        double a = (double)x[i] - mean_x, b = (double)y[i] - mean_y;
        xx += a * a;
        yy += b * b;
        xy += a * b;
    }
    *r = xy / sqrt(xx * yy);
    return xx > 1e-12 && yy > 1e-12;
}

enum { EXAMPLE_LEAST = 18, EXAMPLE_MOST = 32 };

static const char *node_label(struct arena *arena, const struct prediction *p,
                              const struct derivation *d, int step)
{
    const struct schema *schema = &p->sample->database->ground->schema;
    const struct vocab *vocab = p->sample->database->vocab;
    const struct action a = d->steps[step]->action;
    const char *field = field_name(d, step);
    switch (a.kind) {
    case ACTION_RULE:
        return arena_printf(arena, "%s := %s", field, d->rules->grammar->rules[a.id].name);
    case ACTION_TABLE:
        return arena_printf(arena, "%s := %s", field, schema->tables[a.id].name);
    case ACTION_COLUMN:
        return arena_printf(arena, "%s := %s", field, schema->columns[a.id].name);
    case ACTION_TOKEN:
        return arena_printf(arena, "%s := %.*s", field, (int)vocab->pieces[a.id].n,
                            vocab->pieces[a.id].s);
    default:
        return arena_strdup(arena, field);
    }
}

static void keep_example(struct studying *s, const struct prediction *p,
                         const struct derivation *d, const float *near, const float *attention)
{
    int n = d->n_steps;
    size_t size = sizeof(float) * (size_t)n * (size_t)n;
    struct study_example *e = &s->out->example;
    *e = (struct study_example){.question = p->sample->example->question, .sql = p->sql, .n = n};
    e->nodes = ARENA_ARRAY(s->arena, const char *, n);
    for (int j = 0; j < n; j++)
        e->nodes[j] = node_label(s->arena, p, d, j);
    e->nearness = ARENA_ARRAY(s->arena, float, n * n);
    e->attention = ARENA_ARRAY(s->arena, float, n * n);
    memcpy(e->nearness, near, size);
    memcpy(e->attention, attention, size);
}

static void study_attention(struct studying *s, struct arena *scratch, const struct prediction *p,
                            const struct derivation *d)
{
    struct model_attention a;
    int n = d->n_steps;
    model_attention_of(scratch, s->model, s->tape, &p->sample->question.input, d->steps, n, &a);
    float *near = ARENA_ARRAY(scratch, float, n * n);
    derivation_nearness(d, near);
    if (!s->sums) {
        s->out->n_layers = a.n_self;
        s->out->heads = a.heads;
        s->sums = ARENA_ARRAY(s->arena, double, a.n_self * (a.heads + 1));
    }
    if (a.n_self > 0 && s->out->example.n == 0 && n >= EXAMPLE_LEAST && n <= EXAMPLE_MOST)
        keep_example(s, p, d, near, a.self[a.n_self - 1]);
    for (int j = LEAST_ROW - 1; a.n_self > 0 && j < n; j++) {
        const float *row = near + (size_t)j * (size_t)n;
        s->out->steps++;
        for (int l = 0; l < a.n_self; l++)
            for (int h = 0; h <= a.heads; h++) {
                const float *of = h < a.heads ? a.self_heads[l * a.heads + h] : a.self[l];
                double r;
                if (correlate(of + (size_t)j * (size_t)n, row, j + 1, &r))
                    s->sums[l * (a.heads + 1) + h] += r;
            }
    }
}

void study_predictions(struct arena *arena, const struct model *model,
                       const struct predictions *predictions, bool attention, struct study *out)
{
    *out = (struct study){0};
    struct studying s = {.arena = arena, .model = model, .out = out, .orders = map_in(arena)};
    if (attention && !grammar_is_tokens(model_grammar(model))) /* a sequence has no tree */
        s.tape = nn_tape_new(model_params((struct model *)model), NULL);
    for (int i = 0; i < predictions->n; i++) {
        const struct prediction *p = &predictions->v[i];
        if (!p->sql)
            continue;
        struct arena scratch = {0};
        const struct derivation *d = rebuild(&scratch, p);
        struct value_codec codec = model_codec(p->sample->database->vocab);
        struct tree *tree;
        if (derivation_tree(&scratch, d, &codec, &tree, NULL) == ST_OK) {
            out->queries++;
            out->log_paths += tree_log_paths(tree, false);
            study_orders(&s, d);
            if (s.tape)
                study_attention(&s, &scratch, p, d);
        }
        arena_release(&scratch);
    }
    out->log_paths /= (double)MAX(out->queries, 1);
    qsort(out->orders, (size_t)out->n_orders, sizeof *out->orders, by_count);
    out->correlation = s.sums;
    for (int i = 0; i < out->n_layers * (out->heads + 1); i++)
        out->correlation[i] /= (double)MAX(out->steps, 1);
    nn_tape_free(s.tape);
}
