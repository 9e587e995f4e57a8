/* heads.c - decoder states to distributions over actions (paper, section 3.5; MODEL.md 10.4), as
 * losses for training and as log-probabilities for search.
 *
 * Each row needs one head only, so rows are sorted by the kind of their action first: the
 * softmax over the whole vocabulary is computed for value tokens and nothing else.
 *
 * A token decoder has one more question to answer before an item: whether a word, a table or a
 * column comes.  That is the rule head's, so P(column c) = P(column) P(c | column): the gate of a
 * pointer-generator over words and schema, with a softmax of its own for each. */
#include "model/internal.h"

#include <math.h>

/* Rows of one kind: their indexes, and what a head needs beside the state. */
struct head_rows {
    int n;
    int *rows;     /* into the states */
    int *targets;  /* counted within the candidates; NULL in inference */
    int *question; /* index of the sample */
    int *type;     /* of the node, for rules */
};

static struct head_rows head_rows_new(struct nn_tape *tape, int capacity)
{
    return (struct head_rows){.rows = NN_ARRAY(tape, int, capacity),
                              .targets = NN_ARRAY(tape, int, capacity),
                              .question = NN_ARRAY(tape, int, capacity),
                              .type = NN_ARRAY(tape, int, capacity)};
}

static void head_rows_add(struct head_rows *h, int row, int target, int question, int type)
{
    h->rows[h->n] = row;
    h->targets[h->n] = target;
    h->question[h->n] = question;
    h->type[h->n++] = type;
}

/* ---- rules: softmax(n W_ar phi(r)^T) ------------------------------------------------------------ */

static struct tensor *rule_logits(const struct model *m, struct nn_tape *tape, struct tensor *n)
{
    struct tensor *h = apply_linear(tape, m->decoder.rule_out, n, NN_LINEAR);
    return nn_linear(tape, h, use(tape, m->decoder.rule), NULL);
}

/* The rules of each row's type; NULL when all rules compete. */
static const struct nn_lists *rule_lists(const struct model *m, struct nn_tape *tape,
                                         const int *types, int n)
{
    const struct grammar_type *all = m->grammar->types;
    int total = 0;
    for (int i = 0; i < n; i++)
        total += all[types[i]].n_rules;
    int *start = NN_ARRAY(tape, int, n + 1), *ids = NN_ARRAY(tape, int, total);
    start[0] = 0;
    for (int i = 0; i < n; i++) {
        const struct grammar_type *type = &all[types[i]];
        for (int k = 0; k < type->n_rules; k++)
            ids[start[i] + k] = type->rules[k];
        start[i + 1] = start[i] + type->n_rules;
    }
    struct nn_lists *lists = NN_ARRAY(tape, struct nn_lists, 1);
    *lists = (struct nn_lists){start, ids};
    return lists;
}

/* ---- items: the pointer network over tables, columns, values or question tokens --------------------------- */

static const enum action_kind item_kinds[] = {ACTION_TABLE, ACTION_COLUMN, ACTION_VALUE};

/* Memory rows that compete for an action.  The authors put tables and columns in one softmax. */
static struct nn_span candidate_rows(const struct model *m, const struct model_memory *memory,
                                     int question, enum action_kind kind, int *offset)
{
    const struct model_input *in = memory->inputs[question];
    int base = memory->rows.v[question].start;
    *offset = 0;
    if (kind == ACTION_TOKEN)
        return (struct nn_span){base, in->n_question};
    base += in->n_question;
    if (kind == ACTION_VALUE)
        return (struct nn_span){base + in->n_tables + in->n_columns, in->n_values};
    if (m->config.item_softmax == SOFTMAX_ALL) {
        *offset = kind == ACTION_COLUMN ? in->n_tables : 0;
        return (struct nn_span){base, in->n_tables + in->n_columns};
    }
    return kind == ACTION_TABLE ? (struct nn_span){base, in->n_tables}
                                : (struct nn_span){base + in->n_tables, in->n_columns};
}

static struct tensor *pointer_queries(const struct model *m, struct nn_tape *tape,
                                      struct tensor *n)
{
    return apply_linear(tape, m->decoder.pointer_q, nn_dropout(tape, n, m->config.dropout),
                        NN_LINEAR);
}

struct tensor *decoder_pointer_keys(const struct model *m, struct nn_tape *tape,
                                    struct tensor *memory)
{
    return apply_linear(tape, m->decoder.pointer_k,
                        nn_dropout(tape, memory, m->config.dropout), NN_LINEAR);
}

/* ---- tokens: the pointer-generator ------------------------------------------------------------------- */

static struct nn_mixture token_mixture(const struct model *m, struct nn_tape *tape,
                                       const struct decoder_states *states,
                                       const struct head_rows *h, struct tensor *keys,
                                       const struct model_memory *memory)
{
    struct tensor *n = nn_gather(tape, states->n, h->rows, h->n);
    struct tensor *n0 = nn_gather(tape, states->n0, h->rows, h->n);
    struct nn_span *spans = NN_ARRAY(tape, struct nn_span, h->n);
    int total = 0;
    for (int i = 0; i < h->n; i++) {
        int offset;
        spans[i] = candidate_rows(m, memory, h->question[i], ACTION_TOKEN, &offset);
        total += spans[i].n;
    }
    int *copy_ids = NN_ARRAY(tape, int, total);
    for (int i = 0, at = 0; i < h->n; i++) {
        const struct model_input *in = memory->inputs[h->question[i]];
        for (int k = 0; k < in->n_question; k++)
            copy_ids[at++] = in->tokens[1 + k];
    }
    struct tensor *both = nn_concat_cols(tape, (struct tensor *[]){n, n0}, 2);
    struct tensor *out = apply_linear(tape, m->decoder.token_out, n, NN_LINEAR);
    return (struct nn_mixture){
        .gate = apply_linear(tape, m->decoder.gate, both, NN_LINEAR),
        .logits = nn_linear(tape, out, use(tape, m->encoder.word), NULL),
        .copy = nn_pointer(tape, pointer_queries(m, tape, n), keys, spans, m->config.heads),
        .copy_ids = copy_ids,
    };
}

/* ---- the loss --------------------------------------------------------------------------------------------- */

static void sort_rows(const struct model *m, const struct model_input *const *inputs,
                      const struct model_target *const *targets, int n,
                      struct head_rows *by_kind)
{
    for (int i = 0, row = 0; i < n; i++) {
        for (int j = 0; j < targets[i]->n_steps; j++, row++) {
            struct action a = targets[i]->steps[j]->action;
            int type = a.kind == ACTION_RULE ? m->grammar->rules[a.id].type : -1;
            int target = a.id;
            if (a.kind == ACTION_TABLE || a.kind == ACTION_COLUMN)
                target = action_item(inputs[i], a) -
                         (a.kind == ACTION_COLUMN ? inputs[i]->n_tables : 0);
            head_rows_add(&by_kind[a.kind], row, target, i, type);
            int before = a.kind == ACTION_TABLE ? m->table_rule : m->column_rule;
            if (m->tokens && (a.kind == ACTION_TABLE || a.kind == ACTION_COLUMN))
                head_rows_add(&by_kind[ACTION_RULE], row, before, i, m->grammar->rules[before].type);
        }
    }
}

static struct tensor *item_loss(const struct model *m, struct nn_tape *tape,
                                const struct decoder_states *states, const struct head_rows *h,
                                enum action_kind kind, struct tensor *keys,
                                const struct model_memory *memory)
{
    struct nn_span *spans = NN_ARRAY(tape, struct nn_span, h->n);
    int *targets = NN_ARRAY(tape, int, h->n);
    for (int i = 0; i < h->n; i++) {
        int offset;
        spans[i] = candidate_rows(m, memory, h->question[i], kind, &offset);
        targets[i] = h->targets[i] + offset;
    }
    struct tensor *q = pointer_queries(m, tape, nn_gather(tape, states->n, h->rows, h->n));
    return nn_ragged_nll(tape, nn_pointer(tape, q, keys, spans, m->config.heads), targets);
}

static struct tensor *use_loss(const struct model *m, struct nn_tape *tape,
                               const struct model_memory *memory,
                               const struct model_target *const *targets)
{
    int n_items = 0, at = 0;
    for (int i = 0; i < memory->rows.n; i++)
        n_items += targets[i]->used ? memory->inputs[i]->n_tables + memory->inputs[i]->n_columns : 0;
    int *rows = NN_ARRAY(tape, int, n_items);
    real *wanted = NN_ARRAY(tape, real, n_items);
    for (int i = 0; i < memory->rows.n; i++) {
        const struct model_input *in = memory->inputs[i];
        int n_tables = in->n_schema_tables;
        for (int k = 0; targets[i]->used && k < in->n_tables + in->n_columns; k++, at++) {
            rows[at] = memory->rows.v[i].start + in->n_question + k;
            wanted[at] = targets[i]->used[k < in->n_tables
                                              ? in->table_ids[k]
                                              : n_tables + in->column_ids[k - in->n_tables]];
        }
    }
    struct tensor *logits = nn_gather(tape, model_item_use(m, tape, memory), rows, n_items);
    return nn_binary_nll(tape, logits, wanted);
}

/* -log P of the actions: one part a head that has rows.  Returns how many parts. */
static int action_losses(const struct model *m, struct nn_tape *tape,
                         const struct model_memory *memory,
                         const struct model_target *const *targets, double smoothing,
                         struct tensor **parts)
{
    struct decoder_states states = decoder_run(m, tape, memory, targets, NULL);
    struct head_rows by_kind[N_ACTION_KINDS];
    for (int k = 0; k < N_ACTION_KINDS; k++)
        by_kind[k] = head_rows_new(tape, states.n->rows);
    sort_rows(m, memory->inputs, targets, memory->rows.n, by_kind);
    struct tensor *keys = decoder_pointer_keys(m, tape, memory->x);
    int n = 0;
    const struct head_rows *h = &by_kind[ACTION_RULE];
    if (h->n > 0) {
        struct tensor *rows = nn_gather(tape, states.n, h->rows, h->n);
        const struct nn_lists *lists = m->config.rule_softmax == SOFTMAX_SPLIT
                                           ? rule_lists(m, tape, h->type, h->n) : NULL;
        parts[n++] = nn_cross_entropy(tape, rule_logits(m, tape, rows), h->targets, lists,
                                      smoothing);
    }
    for (int i = 0; i < COUNT_OF(item_kinds); i++) {
        h = &by_kind[item_kinds[i]];
        if (h->n > 0)
            parts[n++] = item_loss(m, tape, &states, h, item_kinds[i], keys, memory);
    }
    h = &by_kind[ACTION_TOKEN];
    if (h->n > 0) {
        struct nn_mixture mixture = token_mixture(m, tape, &states, h, keys, memory);
        parts[n++] = nn_mixture_nll(tape, &mixture, h->targets);
    }
    return n;
}

struct tensor *model_loss(const struct model *m, struct nn_tape *tape,
                          const struct model_memory *memory,
                          const struct model_target *const *targets,
                          const struct model_loss_options *options)
{
    targets = decoder_targets(m, tape, targets, memory->rows.n);
    struct tensor *parts[N_ACTION_KINDS + 1 + N_VERDICTS];
    double weights[N_ACTION_KINDS + 1 + N_VERDICTS];
    int n = 0, n_steps = 0;
    for (int i = 0; i < memory->rows.n; i++)
        n_steps += targets[i]->n_steps;
    if (n_steps > 0)
        n = action_losses(m, tape, memory, targets, options->smoothing, parts);
    for (int i = 0; i < n; i++)
        weights[i] = 1;
    if (options->aux > 0 && n_steps > 0) {
        weights[n] = options->aux;
        parts[n++] = use_loss(m, tape, memory, targets);
    }
    for (int v = 0; v < N_VERDICTS && m->config.verdicts; v++) {
        weights[n] = options->verdicts[v];
        parts[n] = weights[n] > 0 ? verdict_loss(m, tape, memory, targets, (enum model_verdict)v)
                                  : NULL;
        n += parts[n] != NULL;
    }
    return n > 0 ? nn_total(tape, parts, weights, n) : NULL;
}

/* ---- log-probabilities of every action -------------------------------------------------------------------- */

static const real *log_of(struct nn_tape *tape, const real *p, int n)
{
    real *out = NN_ARRAY(tape, real, n);
    for (int i = 0; i < n; i++)
        out[i] = (real)log((double)p[i] + 1e-32);
    return out;
}

static void answer_rules(const struct model *m, struct nn_tape *tape,
                         const struct decoder_states *states, const struct head_rows *h,
                         struct model_answer_row *answers)
{
    struct tensor *rows = nn_gather(tape, states->n, h->rows, h->n);
    const struct nn_lists *lists =
        m->config.rule_softmax == SOFTMAX_SPLIT ? rule_lists(m, tape, h->type, h->n) : NULL;
    struct tensor *log_p = nn_log_softmax(tape, rule_logits(m, tape, rows), lists);
    for (int i = 0; i < h->n; i++) {
        answers[h->rows[i]].n = log_p->cols;
        answers[h->rows[i]].log_p = log_p->x + (size_t)i * (size_t)log_p->cols;
    }
}

static void answer_items(const struct model *m, struct nn_tape *tape,
                         const struct decoder_states *states, const struct head_rows *h,
                         enum action_kind kind, struct tensor *keys,
                         const struct model_memory *memory, struct model_answer_row *answers)
{
    struct nn_span *spans = NN_ARRAY(tape, struct nn_span, h->n);
    int *offsets = NN_ARRAY(tape, int, h->n);
    for (int i = 0; i < h->n; i++)
        spans[i] = candidate_rows(m, memory, h->question[i], kind, &offsets[i]);
    struct tensor *q = pointer_queries(m, tape, nn_gather(tape, states->n, h->rows, h->n));
    struct nn_ragged p = nn_pointer(tape, q, keys, spans, m->config.heads);
    for (int i = 0; i < h->n; i++) {
        const struct model_input *in = memory->inputs[h->question[i]];
        int n = kind == ACTION_TABLE    ? in->n_tables
                : kind == ACTION_COLUMN ? in->n_columns
                                        : in->n_values;
        answers[h->rows[i]].n = n;
        answers[h->rows[i]].log_p = log_of(tape, p.p->x + p.start[i] + offsets[i], n);
    }
}

/* Rules, then tables, then columns of each row in one list. */
static void answer_sequence(const struct model *m, struct nn_tape *tape,
                            const struct decoder_states *states, const struct head_rows *h,
                            struct tensor *keys, const struct model_memory *memory,
                            struct model_answer_row *answers)
{
    struct model_answer_row *parts[ACTION_COLUMN + 1];
    for (enum action_kind kind = ACTION_RULE; kind <= ACTION_COLUMN; kind++) {
        parts[kind] = NN_ARRAY(tape, struct model_answer_row, states->n->rows);
        if (kind == ACTION_RULE)
            answer_rules(m, tape, states, h, parts[kind]);
        else
            answer_items(m, tape, states, h, kind, keys, memory, parts[kind]);
    }
    for (int i = 0; i < h->n; i++) {
        int row = h->rows[i], n = 0;
        const struct model_answer_row *rules = &parts[ACTION_RULE][row];
        const struct model_answer_row *tables = &parts[ACTION_TABLE][row];
        const struct model_answer_row *columns = &parts[ACTION_COLUMN][row];
        real *log_p = NN_ARRAY(tape, real, rules->n + tables->n + columns->n);
        for (int k = 0; k < rules->n; k++)
            log_p[n++] = k == m->table_rule || k == m->column_rule ? -(real)INFINITY
                                                                   : rules->log_p[k];
        for (int k = 0; k < tables->n; k++)
            log_p[n++] = rules->log_p[m->table_rule] + tables->log_p[k];
        for (int k = 0; k < columns->n; k++)
            log_p[n++] = rules->log_p[m->column_rule] + columns->log_p[k];
        answers[row].n = n;
        answers[row].log_p = log_p;
    }
}

void heads_answer(const struct model *m, struct nn_tape *tape,
                  const struct decoder_states *states, const struct model_query_row *rows, int n,
                  struct tensor *keys, const struct model_memory *memory,
                  struct model_answer_row *answers)
{
    struct head_rows by_kind[N_ACTION_KINDS];
    for (int k = 0; k < N_ACTION_KINDS; k++)
        by_kind[k] = head_rows_new(tape, n);
    for (int i = 0; i < n; i++) {
        int type = m->grammar->fields[rows[i].node.field].type;
        static const enum action_kind kind_of[] = {
            [TYPE_NODE] = ACTION_RULE, [TYPE_TABLE] = ACTION_TABLE,
            [TYPE_COLUMN] = ACTION_COLUMN, [TYPE_VALUE] = ACTION_TOKEN};
        enum action_kind kind = rows[i].node.pointed ? ACTION_VALUE
                                                     : kind_of[m->grammar->types[type].kind];
        head_rows_add(&by_kind[kind], i, -1, rows[i].question, type);
    }
    if (by_kind[ACTION_RULE].n > 0 && m->tokens)
        answer_sequence(m, tape, states, &by_kind[ACTION_RULE], keys, memory, answers);
    else if (by_kind[ACTION_RULE].n > 0)
        answer_rules(m, tape, states, &by_kind[ACTION_RULE], answers);
    for (int i = 0; i < COUNT_OF(item_kinds); i++)
        if (by_kind[item_kinds[i]].n > 0)
            answer_items(m, tape, states, &by_kind[item_kinds[i]], item_kinds[i], keys, memory,
                         answers);
    const struct head_rows *h = &by_kind[ACTION_TOKEN];
    if (h->n == 0)
        return;
    struct nn_mixture mixture = token_mixture(m, tape, states, h, keys, memory);
    struct tensor *log_p = nn_mixture_log(tape, &mixture);
    for (int i = 0; i < h->n; i++) {
        answers[h->rows[i]].n = log_p->cols;
        answers[h->rows[i]].log_p = log_p->x + (size_t)i * (size_t)log_p->cols;
    }
}
