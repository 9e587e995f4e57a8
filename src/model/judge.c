/* judge.c - a small network that reads a question and one finished candidate anew (MODEL.md 16).
 *
 * A cross-encoder: question, what the candidate does in a sentence, and what it returned are one
 * sequence; layers of the language model's kind, which start from its lowest ones and are then the
 * judge's own, read it; the mean and the first state give one number.  The embeddings are the
 * parser's, so that the judge adds its layers to a model file and nothing else.
 *
 * Only `astormer judge` trains it: to all other training its parameters are frozen. */
#include "model/internal.h"

#include <stdlib.h>
#include <string.h>

static const char PREFIX[] = "judge.";

static bool is_judges(const char *param)
{
    return strncmp(param, PREFIX, sizeof PREFIX - 1) == 0;
}

void judge_register(struct model *m)
{
    const struct model_config *c = &m->config;
    int first = nn_params_count(m->params);
    m->judge.out.w = -1;
    if (c->judge_layers == 0)
        return;
    m->judge.layers = ARENA_ARRAY(&m->arena, struct transformer_layer, c->judge_layers);
    for (int i = 0; i < c->judge_layers; i++)
        add_plm_layer(m->params, "judge", i, c, &m->judge.layers[i]);
    m->judge.out = add_linear(m->params, "judge.out", 1, 2 * c->plm_hidden, true);
    for (int i = first; i < nn_params_count(m->params); i++)
        nn_params_at(m->params, i)->lr_scale = 0;
}

void model_judge_only(struct model *m)
{
    for (int i = 0; i < nn_params_count(m->params); i++) {
        struct nn_param *p = nn_params_at(m->params, i);
        p->lr_scale = is_judges(p->name);
    }
}

/* ---- where it starts -------------------------------------------------------------------------- */

static void copy_values(struct nn_params *params, int to, struct nn_params *others, int from)
{
    const struct nn_param *p = nn_params_at(params, to), *q = nn_params_at(others, from);
    CHECK(p->rows == q->rows && p->cols == q->cols);
    memcpy(nn_params_values(params, to), nn_params_values(others, from),
           sizeof(real) * (size_t)p->rows * (size_t)p->cols);
}

enum status model_judge_start(struct model *m, const char *plm, struct error *err)
{
    const struct model_config *c = &m->config;
    struct nn_file file;
    if (!plm && c->judge_layers > c->plm_layers)
        return fail(err, ST_USAGE, "a judge of %d layers cannot start from a language model of %d",
                    c->judge_layers, c->plm_layers);
    enum status st = plm ? nn_file_open(plm, &file, err) : ST_OK;
    if (st != ST_OK)
        return st;
    for (int i = 0; st == ST_OK && i < nn_params_count(m->params); i++) {
        char name[256];
        const char *own = nn_params_at(m->params, i)->name;
        if (!is_judges(own) || strncmp(own, "judge.layer.", strlen("judge.layer.")) != 0)
            continue;
        snprintf(name, sizeof name, "plm.encoder.%s", own + strlen(PREFIX));
        if (plm)
            st = load_plm_tensor(m, i, &file, name + strlen("plm."), err);
        else
            copy_values(m->params, i, m->params, nn_params_find(m->params, name));
    }
    /* no opinion at first: its layers learn as soon as the head has moved */
    if (st == ST_OK)
        memset(nn_params_values(m->params, m->judge.out.w), 0,
               sizeof(real) * (size_t)(2 * c->plm_hidden));
    if (plm)
        nn_file_close(&file);
    return st;
}

enum status model_judge_take(struct model *m, struct model *from, struct error *err)
{
    for (int i = 0; i < nn_params_count(m->params); i++) {
        const struct nn_param *p = nn_params_at(m->params, i);
        if (!is_judges(p->name))
            continue;
        int own = nn_params_find(from->params, p->name);
        const struct nn_param *q = own < 0 ? NULL : nn_params_at(from->params, own);
        if (!q || q->rows != p->rows || q->cols != p->cols)
            return fail(err, ST_INPUT, "its judge has no '%s' of %d x %d", p->name, p->rows,
                        p->cols);
        copy_values(m->params, i, from->params, own);
    }
    return ST_OK;
}

/* ---- the forward pass ----------------------------------------------------------------------------- */

struct tensor *model_judge(const struct model *m, struct nn_tape *tape,
                           const struct model_judged *texts, int n)
{
    int rows = 0;
    for (int i = 0; i < n; i++)
        rows += texts[i].n;
    int *tokens = NN_ARRAY(tape, int, rows), *positions = NN_ARRAY(tape, int, rows);
    int *segments = NN_ARRAY(tape, int, rows);
    struct nn_span *spans = NN_ARRAY(tape, struct nn_span, n);
    for (int i = 0, row = 0; i < n; i++) {
        spans[i] = (struct nn_span){row, texts[i].n};
        for (int k = 0; k < texts[i].n; k++, row++) {
            tokens[row] = texts[i].tokens[k];
            positions[row] = MIN(k, m->config.plm_positions - 1);
            segments[row] = k >= texts[i].n_question && m->config.plm_segments > 1;
        }
    }
    struct layer_call call = plm_call(&m->config, spans, n);
    struct tensor *x = plm_embed(m, tape, tokens, positions, segments, rows);
    x = apply_layers(tape, m->judge.layers, 0, m->config.judge_layers, &call, x);
    struct nn_spans all = {spans, n};
    struct tensor *both[] = {nn_pool(tape, x, all, NN_POOL_MEAN),
                             nn_pool(tape, x, all, NN_POOL_FIRST)};
    x = nn_dropout(tape, nn_concat_cols(tape, both, 2), m->config.plm_dropout);
    return apply_linear(tape, m->judge.out, x, NN_LINEAR);
}

/* P(a right one is chosen) of each list is the mean of `right` under the softmax of the scores. */
struct tensor *model_judge_loss(struct nn_tape *tape, struct tensor *scores, const real *prior,
                                const real *right, struct nn_spans lists)
{
    struct tensor *x = nn_add(tape, scores, nn_constant(tape, scores->rows, 1, prior));
    struct tensor *wanted = nn_constant(tape, scores->rows, 1, right);
    int *start = NN_ARRAY(tape, int, lists.n + 1), *first = NN_ARRAY(tape, int, lists.n);
    for (int i = 0; i <= lists.n; i++)
        start[i] = i;
    memset(first, 0, sizeof *first * (size_t)lists.n);
    struct nn_ragged p = {nn_pool_attentive(tape, wanted, x, lists), start, lists.n};
    return nn_total(tape, (struct tensor *[]){nn_ragged_nll(tape, p, first)}, NULL, 1);
}

/* ---- model files ------------------------------------------------------------------------------------ */

static struct nn_file_entry raw_entry(const struct nn_file_tensor *t)
{
    struct nn_file_entry e = {.name = t->name, .raw = t->data, .dtype = t->dtype, .rank = t->rank};
    for (int i = 0; i < t->rank; i++)
        e.shape[i] = (int)t->shape[i];
    return e;
}

/* The settings of a model file with as many layers as the judge has. */
static const char *config_with_judge(struct arena *arena, const struct nn_file *file, int layers)
{
    json_t *config = json_loads(nn_file_text(file, "config"), 0, NULL);
    json_object_set_new(config, "judge_layers", json_integer(layers));
    const char *text = json_write(arena, config, JSON_COMPACT);
    json_decref(config);
    return text;
}

static enum status write_with_judge(struct arena *arena, const struct nn_file *file,
                                    struct model *m, const char *about, const char *out,
                                    struct error *err)
{
    bool bytes = false;
    enum nn_dtype dtype = NN_F16;
    for (int i = 0; i < file->n_tensors; i++) {
        bytes |= file->tensors[i].dtype == NN_I8;
        dtype = file->tensors[i].dtype == NN_F32 ? NN_F32 : dtype;
    }
    int n_own, n = 0;
    struct nn_file_entry *own = bytes ? nn_params_int8_entries(arena, m->params, NULL, NULL, &n_own)
                                      : nn_params_entries(arena, m->params, &n_own);
    struct nn_file_entry *all = ARENA_ARRAY(arena, struct nn_file_entry, file->n_tensors + n_own);
    for (int i = 0; i < n_own; i++) /* panels first: they lie at multiples of 64 */
        if (is_judges(own[i].name) && own[i].raw && own[i].dtype == NN_I8)
            all[n++] = own[i];
    for (int i = 0; i < file->n_tensors; i++)
        if (!is_judges(file->tensors[i].name) && file->tensors[i].rank <= 4)
            all[n++] = raw_entry(&file->tensors[i]);
    for (int i = 0; i < n_own; i++)
        if (is_judges(own[i].name) && !(own[i].raw && own[i].dtype == NN_I8))
            all[n++] = own[i];
    json_t *metadata = json_copy((json_t *)file->metadata);
    const char *config = config_with_judge(arena, file, m->config.judge_layers);
    json_object_set_new(metadata, "config", json_string(config));
    json_object_set_new(metadata, "about", json_string(about));
    enum status st = nn_file_write(out, all, n, metadata, bytes ? NN_F16 : dtype, err);
    json_decref(metadata);
    return st;
}

enum status model_save_judge(struct model *m, const char *path, const json_t *more,
                             const char *out, struct error *err)
{
    struct arena arena = {0};
    struct nn_file file;
    enum status st = nn_file_open(path, &file, err);
    if (st != ST_OK)
        return st;
    const char *before = nn_file_text(&file, "about");
    json_t *about = json_loads(before ? before : "{}", 0, NULL);
    if (!json_is_object(about)) {
        json_decref(about);
        about = json_object();
    }
    json_object_update(about, (json_t *)more);
    st = write_with_judge(&arena, &file, m, json_write(&arena, about, JSON_COMPACT), out, err);
    json_decref(about);
    nn_file_close(&file);
    arena_release(&arena);
    return st;
}
