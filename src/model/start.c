/* start.c - a new model that starts from the weights of an older one.
 *
 * The two need not be alike: a grammar may have got rules, the encoder relations or the vocabulary
 * words.  Rows of tables that stand for something with a name (a rule, a field, a relation, a
 * sub-word) are carried over by that name, other tensors as a whole; what the file does not have
 * stays as it was drawn.  Widths must be the same.  The older one may be in bytes: what they stand
 * for is where training goes on from. */
#include "model/internal.h"

#include <math.h>
#include <string.h>

enum { SHOWN = 8 }; /* names of a list that are told */

struct starting {
    struct model *model;
    const struct nn_file *file;
    const struct vocab *vocab;     /* of the new model; NULL: the same as the file's */
    struct grammar *grammar;       /* of the file */
    struct map relations;          /* of the file: name -> row */
    struct map words;              /* the same */
    struct arena arena;
    struct strbuf *report;
};

/* ---- what the file's rows stand for ---------------------------------------------------------- */

static const char *field_name(struct arena *arena, const struct grammar *g, int field)
{
    return arena_printf(arena, "%s %s", g->types[g->fields[field].type].name,
                        g->fields[field].name);
}

static int file_rule(struct starting *s, const char *name)
{
    for (int i = 0; i < s->grammar->n_rules; i++)
        if (strcmp(s->grammar->rules[i].name, name) == 0)
            return i;
    return -1;
}

static int file_field(struct starting *s, const char *name)
{
    for (int i = 0; i < s->grammar->n_fields; i++)
        if (strcmp(field_name(&s->arena, s->grammar, i), name) == 0)
            return i;
    return -1;
}

/* "id name" a line, as model_save() writes relations. */
static void read_relations(struct starting *s)
{
    const char *text = nn_file_text(s->file, "relations");
    s->relations = map_in(&s->arena);
    for (const char *line = text ? text : ""; *line;) {
        size_t n = strcspn(line, "\n");
        char *name;
        long id = strtol(line, &name, 10);
        if (*name == ' ' && name < line + n && id >= 0 && id < 256)
            map_put(&s->relations, name + 1, (size_t)(line + n - name - 1), (int)id);
        line += n + (line[n] == '\n');
    }
}

static void read_words(struct starting *s)
{
    struct slice vocabulary = file_vocabulary(s->file);
    s->words = map_in(&s->arena);
    int row = 0;
    for (const char *line = arena_strndup(&s->arena, vocabulary.s, vocabulary.n); *line; row++) {
        size_t n = strcspn(line, "\r\n");
        map_put(&s->words, line, n, row);
        line += strcspn(line, "\n");
        line += *line == '\n';
    }
}

/* ---- tables of rows with names --------------------------------------------------------------- */

enum row_names { ROWS_PLAIN, ROWS_RULES, ROWS_FIELDS, ROWS_RELATIONS, ROWS_WORDS };

static enum row_names names_of(const struct starting *s, const char *param)
{
    bool encoder = strncmp(param, "encoder.rat.", strlen("encoder.rat.")) == 0;
    if (strcmp(param, "decoder.rule.weight") == 0)
        return ROWS_RULES;
    if (strcmp(param, "decoder.field.weight") == 0)
        return ROWS_FIELDS;
    if (encoder && (strstr(param, ".relation_key.") || strstr(param, ".relation_value.")))
        return ROWS_RELATIONS;
    if (s->vocab && strcmp(param, "plm.embeddings.word_embeddings.weight") == 0)
        return ROWS_WORDS;
    return ROWS_PLAIN;
}

/* The file's row for a row of the model, -1 if it has none, and the row's name. */
static int row_in_file(struct starting *s, enum row_names kind, int row, const char **name)
{
    const struct grammar *g = s->model->grammar;
    const struct relation_set *set = model_relation_set(&s->model->config);
    *name = "";
    switch (kind) {
    case ROWS_RULES:
        *name = g->rules[row].name;
        return file_rule(s, *name);
    case ROWS_FIELDS:
        *name = field_name(&s->arena, g, row);
        return file_field(s, *name);
    case ROWS_RELATIONS: /* of several relations that share a row, the first the file knows */
        for (int i = 0; i < set->n_known; i++) {
            const char *relation = relation_name((enum relation)i);
            int at = set->id_of[i] == row ? map_get(&s->relations, relation, strlen(relation), -1)
                                          : -1;
            if (set->id_of[i] == row)
                *name = relation;
            if (at >= 0)
                return at;
        }
        return -1;
    case ROWS_WORDS:
        *name = arena_strndup(&s->arena, s->vocab->pieces[row].s, s->vocab->pieces[row].n);
        return map_get(&s->words, *name, strlen(*name), -1);
    case ROWS_PLAIN:
        break;
    }
    return row;
}

static void carry_rows(struct starting *s, int index, enum row_names kind,
                       const struct nn_file_tensor *t)
{
    const struct nn_param *p = nn_params_at(s->model->params, index);
    real *to = nn_params_values(s->model->params, index);
    struct strbuf missing = strbuf_in(&s->arena);
    int n_missing = 0;
    for (int row = 0; row < p->rows; row++) {
        const char *name;
        int from = row_in_file(s, kind, row, &name);
        bool carried = nn_file_row(s->file, t, from, p->cols, to + (size_t)row * (size_t)p->cols);
        if (!carried && n_missing++ < SHOWN)
            strbuf_printf(&missing, "%s %s", n_missing > 1 ? "," : "", name);
    }
    if (s->report && n_missing)
        strbuf_printf(s->report, "%s: %d of %d rows by name, new:%s%s\n", p->name,
                      p->rows - n_missing, p->rows, strbuf_text(&missing),
                      n_missing > SHOWN ? " ..." : "");
}

/* ---- all tensors ----------------------------------------------------------------------------- */

/* A scale may be anything; what comes of it must be a number. */
static enum status carried_numbers(struct starting *s, int index, struct error *err)
{
    const struct nn_param *p = nn_params_at(s->model->params, index);
    const real *x = nn_params_values(s->model->params, index);
    for (size_t i = 0; i < (size_t)p->rows * (size_t)p->cols; i++)
        if (!isfinite(x[i]))
            return fail(err, ST_INPUT, "'%s': tensor '%s' holds a value that is no number",
                        s->file->path, p->name);
    return ST_OK;
}

static enum status carry_tensor(struct starting *s, int index, struct error *err)
{
    const struct nn_param *p = nn_params_at(s->model->params, index);
    const struct nn_file_tensor *t = nn_file_find(s->file, p->name);
    if (!t) {
        if (s->report)
            strbuf_printf(s->report, "%s: new\n", p->name);
        return ST_OK;
    }
    enum row_names kind = names_of(s, p->name);
    if (!nn_file_is_matrix(s->file, t, p->rank, kind == ROWS_PLAIN ? p->rows : -1, p->cols))
        return fail(err, ST_INPUT, "%s: tensor '%s' is not of shape [%d, %d]", s->file->path,
                    p->name, p->rows, p->cols);
    carry_rows(s, index, kind, t);
    return carried_numbers(s, index, err);
}

static bool lacks_layer(const struct nn_file *file, int layer)
{
    char name[64];
    snprintf(name, sizeof name, "encoder.rat.%d.self.query.weight", layer);
    return !nn_file_find(file, name);
}

static void clear(struct nn_params *params, int index)
{
    const struct nn_param *p = nn_params_at(params, index);
    memset(nn_params_values(params, index), 0,
           (size_t)p->rows * (size_t)p->cols * sizeof(real));
}

/* NAME.scale and NAME.sum (NAME.offset) of a parameter NAME that the file has in bytes. */
static bool is_part_of_bytes(struct starting *s, const char *name)
{
    const char *dot = strrchr(name, '.');
    if (!dot || (strcmp(dot, ".scale") != 0 && strcmp(dot, ".sum") != 0 && strcmp(dot, ".offset") != 0))
        return false;
    const char *whole = arena_strndup(&s->arena, name, (size_t)(dot - name));
    const struct nn_file_tensor *t = nn_file_find(s->file, whole);
    return t && t->dtype == NN_I8;
}

/* What the file has and the model does not: layers are refused, small parts are told. */
static enum status check_surplus(struct starting *s, struct error *err)
{
    for (int i = 0; i < s->file->n_tensors; i++) {
        const char *name = s->file->tensors[i].name;
        if (nn_params_find(s->model->params, name) >= 0 || s->file->tensors[i].dtype == NN_U8 ||
            is_part_of_bytes(s, name))
            continue; /* or a text */
        bool judge = strncmp(name, "judge.", strlen("judge.")) == 0; /* it is made anew at the end */
        if ((!judge && strstr(name, ".layer.")) || strncmp(name, "encoder.rat.", strlen("encoder.rat.")) == 0)
            return fail(err, ST_INPUT, "'%s' has a tensor '%s' that the new model has not: it must "
                        "have as many layers", s->file->path, name);
        if (s->report)
            strbuf_printf(s->report, "%s: left behind\n", name);
    }
    return ST_OK;
}

static enum status carry_all(struct starting *s, struct error *err)
{
    struct model *m = s->model;
    const char *grammar = nn_file_text(s->file, "grammar");
    if (!grammar)
        return fail(err, ST_INPUT, "'%s' is not an astormer model: there is no grammar in it",
                    s->file->path);
    enum status st = *grammar ? grammar_parse(&s->arena, "the model's grammar", grammar,
                                              strlen(grammar), &s->grammar, err) : ST_OK;
    if (!*grammar) /* of a test's file: that of the model */
        s->grammar = (struct grammar *)m->grammar;
    read_relations(s);
    read_words(s);
    if (st == ST_OK)
        st = check_surplus(s, err);
    for (int i = 0; st == ST_OK && i < nn_params_count(m->params); i++)
        st = carry_tensor(s, i, err);
    /* LN(x + 0) of an x that has just been normalised is nearly x: with nothing coming out of the
     * sub-layers a further layer is as good as absent, and its outputs learn from the first step. */
    for (int i = 0; st == ST_OK && i < m->config.rat_layers; i++)
        if (lacks_layer(s->file, i)) {
            clear(m->params, m->encoder.rat[i].self.o.w);
            clear(m->params, m->encoder.rat[i].ffn.out.w);
        }
    return st;
}

enum status model_start_from(struct model *m, const struct vocab *vocab, const char *path,
                             struct strbuf *report, struct error *err)
{
    struct nn_file file;
    enum status st = nn_file_open(path, &file, err);
    if (st != ST_OK)
        return st;
    struct starting s = {.model = m, .file = &file, .vocab = vocab, .report = report};
    st = carry_all(&s, err);
    arena_release(&s.arena);
    nn_file_close(&file);
    return st;
}
