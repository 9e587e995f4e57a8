/* verdicts.c - two things to know of a question before its query: whether it goes on from the
 * questions before it, and whether this database can answer it at all.
 *
 * Each is a small network over the encoder's states: what the question says on the whole beside
 * what the earlier ones say, or beside what the schema has that is most like it. */
#include "model/internal.h"

#include <math.h>

void verdicts_register(struct model *m)
{
    m->verdicts[0].in.w = -1;
    if (!m->config.verdicts)
        return;
    static const char *const names[N_VERDICTS][2] = {
        [VERDICT_FOLLOWS] = {"verdict.follows.in", "verdict.follows.out"},
        [VERDICT_ANSWERABLE] = {"verdict.answerable.in", "verdict.answerable.out"},
    };
    int d = m->config.d;
    for (int i = 0; i < N_VERDICTS; i++) {
        m->verdicts[i].in = add_linear(m->params, names[i][0], d, 2 * d, true);
        m->verdicts[i].out = add_linear(m->params, names[i][1], 1, d, true);
    }
}

/* The rows of each question that a verdict looks at, and how they become one. */
static struct tensor *pooled(struct nn_tape *tape, const struct model_memory *memory,
                             const int *which, int n, int part, enum nn_pool kind)
{
    struct nn_span *spans = NN_ARRAY(tape, struct nn_span, n);
    for (int i = 0; i < n; i++) {
        const struct model_input *in = memory->inputs[which[i]];
        int start = memory->rows.v[which[i]].start;
        struct nn_span of[] = {
            {start, in->n_current},
            {start + in->n_current, in->n_question - in->n_current},
            {start + in->n_question, in->n_tables + in->n_columns},
        };
        spans[i] = of[part];
    }
    return nn_pool(tape, memory->x, (struct nn_spans){spans, n}, kind);
}

struct tensor *verdict_logits(const struct model *m, struct nn_tape *tape,
                              const struct model_memory *memory, enum model_verdict verdict,
                              const int *which, int n)
{
    bool follows = verdict == VERDICT_FOLLOWS;
    struct tensor *both[] = {
        pooled(tape, memory, which, n, 0, NN_POOL_MEAN),
        pooled(tape, memory, which, n, follows ? 1 : 2, follows ? NN_POOL_MEAN : NN_POOL_MAX)};
    struct tensor *x = nn_dropout(tape, nn_concat_cols(tape, both, 2), m->config.dropout);
    x = apply_linear(tape, m->verdicts[verdict].in, x, NN_RELU);
    return apply_linear(tape, m->verdicts[verdict].out, x, NN_LINEAR);
}

struct tensor *verdict_loss(const struct model *m, struct nn_tape *tape,
                            const struct model_memory *memory,
                            const struct model_target *const *targets, enum model_verdict verdict)
{
    int n = 0, *which = NN_ARRAY(tape, int, memory->rows.n);
    real *wanted = NN_ARRAY(tape, real, memory->rows.n);
    for (int i = 0; i < memory->rows.n; i++)
        if (targets[i]->verdicts[verdict] != 0) {
            wanted[n] = targets[i]->verdicts[verdict] > 0;
            which[n++] = i;
        }
    return n == 0 ? NULL
                  : nn_binary_nll(tape, verdict_logits(m, tape, memory, verdict, which, n), wanted);
}

void model_verdicts(const struct model *m, struct nn_tape *tape, const struct model_memory *memory,
                    double (*out)[N_VERDICTS])
{
    int n = memory->rows.n, *which = NN_ARRAY(tape, int, n);
    for (int i = 0; i < n; i++)
        which[i] = i;
    for (int v = 0; v < N_VERDICTS; v++) {
        struct tensor *logits = m->config.verdicts
                                    ? verdict_logits(m, tape, memory, (enum model_verdict)v, which, n)
                                    : NULL;
        for (int i = 0; i < n; i++)
            out[i][v] = logits ? 1 / (1 + exp(-(double)logits->x[i])) : -1;
    }
}
