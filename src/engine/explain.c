/* explain.c - a query decoded once more, step by step, to see what the decoder looked at. */
#include "engine/internal.h"

#include <stdlib.h>
#include <string.h>

struct astormer_explanation {
    struct arena arena;
    int n_steps, n_layers;
    float **self, **cross; /* [n_layers], NULL where the model has no such attention */
    float *distance;
};

/* ---- the reference: attention that only follows the tree ---------------------------------------------- */

/* Edges between the nodes of two steps.  Sub-words of one value share a node. */
static int tree_distance(const struct astormer_step *steps, int a, int b)
{
    int n = 0;
    a = steps[a].first;
    b = steps[b].first;
    while (a != b) {
        int *deeper = steps[a].depth >= steps[b].depth ? &a : &b;
        *deeper = steps[*deeper].parent;
        n++;
    }
    return n;
}

static void fill_distances(struct astormer_explanation *e, const struct astormer_step *steps)
{
    size_t n = (size_t)e->n_steps;
    e->distance = ARENA_ARRAY(&e->arena, float, n * n);
    for (int i = 0; i < e->n_steps; i++) {
        float *row = e->distance + (size_t)i * n, sum = 0;
        for (int k = 0; k <= i; k++)
            sum += row[k] = 1.0f / (1.0f + (float)tree_distance(steps, i, k));
        for (int k = 0; k <= i; k++)
            row[k] /= sum;
    }
}

/* ---- decoding again ------------------------------------------------------------------------------------- */

static bool find_candidate(const struct derivation *d, int slot, struct candidate *out)
{
    struct candidate all[GRAMMAR_MAX_SLOTS];
    int n = derivation_candidates(d, all);
    for (int i = 0; i < n; i++)
        if (all[i].slot == slot) {
            *out = all[i];
            return true;
        }
    return false;
}

/* One decoder row a step.  This is where attention is to be recorded: after model_decoding_new()
 * ask the decoding to record, after each step copy its weights into e->self and e->cross. */
static enum status decode_again(struct astormer_session *s, const struct query_parts *parts,
                                const struct model_question *question,
                                struct astormer_explanation *e, struct error *err)
{
    const struct loaded_model *loaded = s->database->model->loaded;
    struct derivation_rules rules = model_derivation_rules(
        loaded->model, &s->view.schema, model_codec(&loaded->vocab).eos);
    struct derivation *d = derivation_new(&s->scratch, &rules);
    const struct model_input *input = &question->input;
    nn_tape_begin(s->tape, NN_INFER, 0);
    struct model_memory memory = model_encode(loaded->model, s->tape, &input, 1, NULL);
    struct model_decoding *decoding = model_decoding_new(loaded->model, s->tape, &memory);
    const struct model_state *state = NULL;
    enum status st = ST_OK;
    for (int i = 0; st == ST_OK && i < e->n_steps; i++) {
        struct candidate node;
        if (!find_candidate(d, parts->slots[i], &node)) {
            st = fail(err, ST_USAGE, "the answer is not one of this session's database and model");
            break;
        }
        uint16_t *relations = ARENA_ARRAY(&s->scratch, uint16_t, d->n_steps + 1);
        if (rules.max_distance >= 0)
            derivation_relations(d, &node, relations);
        struct model_query_row row = {
            .prefix = state, .previous = i ? &d->steps[i - 1]->action : NULL, .node = node,
            .step = i, .relations = rules.max_distance >= 0 ? relations : NULL};
        struct model_answer_row answer;
        model_decoding_step(decoding, &row, 1, &answer);
        state = answer.state;
        st = derivation_apply(&s->scratch, d, node.slot, parts->actions[i], err);
    }
    model_decoding_free(decoding);
    return st;
}

/* ---- the call --------------------------------------------------------------------------------------------- */

static enum status explain_query(struct astormer_session *s, const struct astormer_answer *a,
                                 const struct query_parts *parts, struct astormer_explanation *e,
                                 struct error *err)
{
    struct model_question question;
    enum status st = model_question_read(&s->scratch, &s->view, a->read, a->n_history + 1, NULL,
                                         &question, err);
    e->n_steps = parts->query.n_steps;
    fill_distances(e, parts->steps);
    return st == ST_OK ? decode_again(s, parts, &question, e, err) : st;
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
    struct astormer_explanation *x = xmalloc(sizeof *x);
    *x = (struct astormer_explanation){0};
    enum status st = explain_query(s, a, a->queries[i], x, &e);
    arena_clear(&s->scratch);
    if (st != ST_OK) {
        astormer_explanation_close(x);
        return error_out(err, &e);
    }
    *out = x;
    return ASTORMER_OK;
}

void astormer_explanation_close(struct astormer_explanation *e)
{
    if (!e)
        return;
    arena_release(&e->arena);
    free(e);
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

const float *astormer_explanation_distance(const struct astormer_explanation *e)
{
    return e->distance;
}
