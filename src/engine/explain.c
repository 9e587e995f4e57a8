/* explain.c - a query decoded once more, to see what the decoder looked at. */
#include "engine/internal.h"

#include <stdlib.h>
#include <string.h>

struct astormer_explanation {
    struct arena arena;
    int n_steps, n_layers;
    float **self, **cross; /* [n_layers], NULL where the model has no such attention */
    float *nearness;
};

/* The derivation of an answer's query: its actions applied again, one after the other. */
static enum status derive_again(struct astormer_session *s, const struct query_parts *parts,
                                const struct value_list *values, struct derivation **out,
                                struct error *err)
{
    const struct loaded_model *loaded = s->database->model->loaded;
    struct derivation_rules *rules = ARENA_NEW(&s->scratch, struct derivation_rules);
    *rules = model_derivation_rules(loaded->model, &s->ground.schema, values,
                                    model_codec(&loaded->vocab).eos);
    struct derivation *d = *out = derivation_new(&s->scratch, rules);
    for (int i = 0; i < parts->query.n_steps; i++)
        if (derivation_apply(&s->scratch, d, parts->slots[i], parts->actions[i], NULL) != ST_OK)
            return fail(err, ST_USAGE, "the answer is not one of this session's database and model");
    return ST_OK;
}

/* ---- the call --------------------------------------------------------------------------------------------- */

static enum status explain_query(struct astormer_session *s, const struct astormer_answer *a,
                                 const struct query_parts *parts, struct astormer_explanation *e,
                                 struct error *err)
{
    const struct model *model = s->database->model->loaded->model;
    struct model_question read;
    struct derivation *d;
    enum status st = model_question_read(&s->scratch, &s->view, a->read, a->n_read, a->today, NULL,
                                         &read, err);
    if (st != ST_OK)
        return st;
    const struct model_question *question = infer_tables(&s->scratch, model, s->tape, &read);
    st = derive_again(s, parts, &question->choices, &d, err);
    if (st != ST_OK)
        return st;
    struct model_attention attention;
    model_attention_of(&e->arena, model, s->tape, &question->input, d->steps, d->n_steps, &attention);
    e->n_steps = d->n_steps;
    e->n_layers = MAX(attention.n_self, attention.n_cross);
    e->self = attention.n_self ? attention.self : NULL;
    e->cross = attention.n_cross ? attention.cross : NULL;
    e->nearness = ARENA_ARRAY(&e->arena, float, d->n_steps * d->n_steps);
    derivation_nearness(d, e->nearness);
    return ST_OK;
}

struct explaining {
    struct astormer_session *session;
    const struct astormer_answer *answer;
    const struct query_parts *query;
    struct astormer_explanation *explanation;
};

static enum status explain(void *context, struct error *err)
{
    struct explaining *e = context;
    struct astormer_explanation *x = xmalloc(sizeof *x);
    *x = (struct astormer_explanation){0};
    enum status st = explain_query(e->session, e->answer, e->query, x, err);
    if (st == ST_OK)
        e->explanation = x;
    else
        astormer_explanation_close(x);
    return st;
}

enum astormer_status astormer_explain(struct astormer_session *s, const struct astormer_answer *a,
                                      int i, struct astormer_explanation **out,
                                      struct astormer_error *err)
{
    *out = NULL;
    struct error e = {0};
    if (i < 0 || i >= a->n_queries || a->queries[i]->query.n_steps == 0) {
        fail(&e, ST_USAGE, "the answer has no decoded query %d", i);
        return error_out(err, &e);
    }
    if (a->number != s->reading->number) { /* its steps name tables, columns and values by number */
        fail(&e, ST_USAGE, "the database has changed since this was asked; ask again");
        return error_out(err, &e);
    }
    struct explaining explaining = {s, a, a->queries[i], NULL};
    enum status st = attempt(explain, &explaining, &e);
    arena_clear(&s->scratch);
    *out = explaining.explanation;
    return st == ST_OK ? ASTORMER_OK : error_out(err, &e);
}

void astormer_explanation_close(struct astormer_explanation *e)
{
    if (!e)
        return;
    arena_release(&e->arena);
    xfree(e);
}

int astormer_explanation_layers(const struct astormer_explanation *e)
{
    return e->n_layers;
}

int astormer_explanation_steps(const struct astormer_explanation *e)
{
    return e->n_steps;
}

const float *astormer_explanation_self(const struct astormer_explanation *e, int layer)
{
    return e->self && layer >= 0 && layer < e->n_layers ? e->self[layer] : NULL;
}

const float *astormer_explanation_cross(const struct astormer_explanation *e, int layer)
{
    return e->cross && layer >= 0 && layer < e->n_layers ? e->cross[layer] : NULL;
}

const float *astormer_explanation_nearness(const struct astormer_explanation *e)
{
    return e->nearness;
}
