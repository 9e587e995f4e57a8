/* paraphrase.c - a question that was answered by a person before, asked in other words.
 *
 * Two questions ask the same if the encoder sees the same in them (the mean of its states of their words
 * points the same way) and if they have the same terms: stored values, numbers, tables and columns by
 * name, and words that turn a question round ("not", "fewest").  The terms are what vectors are blind to: red hives and
 * blue hives look alike to any encoder. */
#include "engine/internal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Cosine from which on two questions of the same terms are one.  With the shipped model of November 2026,
 * 13 pairs on examples/bookshop.sql: the same in other words 0.82 to 0.95, of other terms up to 0.92. */
#define ALIKE 0.85f

/* Words that turn a question round, and what they come down to. */
static const struct {
    const char *word, *sense;
} turning[] = {
    {"not", "not"}, {"no", "not"}, {"never", "not"}, {"without", "not"}, {"except", "not"}, {"nor", "not"}, {"excluding", "not"}, {"none", "not"},
    {"isnt", "not"}, {"arent", "not"}, {"dont", "not"}, {"doesnt", "not"}, {"didnt", "not"}, {"havent", "not"}, {"hasnt", "not"},
    {"most", "max"}, {"highest", "max"}, {"largest", "max"}, {"biggest", "max"}, {"maximum", "max"}, {"max", "max"}, {"greatest", "max"}, {"top", "max"},
    {"latest", "max"}, {"newest", "max"}, {"longest", "max"}, {"oldest", "oldest"}, {"youngest", "youngest"}, {"last", "last"}, {"first", "first"},
    {"least", "min"}, {"lowest", "min"}, {"smallest", "min"}, {"minimum", "min"}, {"min", "min"}, {"fewest", "min"}, {"earliest", "min"}, {"shortest", "min"}, {"cheapest", "min"},
    {"more", "above"}, {"over", "above"}, {"above", "above"}, {"after", "above"}, {"since", "above"}, {"older", "above"}, {"higher", "above"}, {"greater", "above"}, {"larger", "above"},
    {"less", "below"}, {"fewer", "below"}, {"under", "below"}, {"below", "below"}, {"before", "below"}, {"until", "below"}, {"younger", "below"}, {"lower", "below"}, {"smaller", "below"},
    {"average", "mean"}, {"mean", "mean"}, {"avg", "mean"}, {"total", "sum"}, {"sum", "sum"}, {"count", "count"}, {"number", "count"}, {"many", "count"},
    {"each", "each"}, {"per", "each"}, {"every", "each"}, {"different", "different"}, {"distinct", "different"}, {"unique", "different"},
    {"descending", "down"}, {"ascending", "up"}, {"percentage", "share"}, {"percent", "share"}, {"share", "share"},
};

static const char *sense_of(struct slice word)
{
    for (int i = 0; i < COUNT_OF(turning); i++)
        if (slice_equal(word, turning[i].word))
            return turning[i].sense;
    return NULL;
}

static int by_text(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* The terms of a question, sorted, each once, in one text. */
static const char *terms_of(struct arena *arena, const struct model_question *q)
{
    const struct question *question = &q->question;
    const struct schema *schema = &q->database->ground->schema;
    const char **terms = ARENA_ARRAY(arena, const char *, 2 * q->links.n_matches + question->words.n);
    int n = 0;
    for (int i = 0; i < q->links.n_matches; i++) {
        const struct link_match *m = &q->links.matches[i];
        if (m->cell.n && (m->kind == LINK_VALUE_EXACT || m->kind == LINK_VALUE_WORDS))
            terms[n++] = arena_printf(arena, "='%s'", text_normal(arena, m->cell.s, m->cell.n));
        if (m->kind != LINK_EXACT)
            continue;
        int table = m->table >= 0 ? m->table : schema->columns[m->column].table;
        terms[n++] = arena_printf(arena, "t%d", table); /* a column brings its table along */
        if (m->table < 0)
            terms[n++] = arena_printf(arena, "c%d", m->column);
    }
    for (int i = 0; i < question->words.n; i++) {
        const struct word *w = &question->words.v[i];
        const char *sense = sense_of(w->folded);
        if (sense)
            terms[n++] = sense;
        else if (w->kind == WORD_NUMBER || w->quoted)
            terms[n++] = arena_strndup(arena, w->folded.s, w->folded.n);
    }
    qsort(terms, (size_t)n, sizeof *terms, by_text);
    struct strbuf out = strbuf_in(arena);
    for (int i = 0; i < n; i++)
        if (i == 0 || strcmp(terms[i], terms[i - 1]) != 0)
            strbuf_printf(&out, "%s\n", terms[i]);
    return strbuf_text(&out);
}

/* The mean of the encoder's states of the question's words, of length 1. */
static const float *vector_of(struct arena *arena, struct astormer_session *s,
                              const struct model_question *q, int *n)
{
    const struct model_input *inputs[] = {&q->input};
    nn_tape_begin(s->tape, NN_INFER, 0);
    struct model_memory memory =
        model_encode(s->database->model->loaded->model, s->tape, inputs, 1, NULL);
    *n = memory.x->cols;
    float *out = ARENA_ARRAY(arena, float, *n);
    double length = 0;
    for (int i = 0; i < q->input.n_question; i++)
        for (int k = 0; k < *n; k++)
            out[k] += (float)memory.x->x[(size_t)i * (size_t)*n + (size_t)k];
    for (int k = 0; k < *n; k++)
        length += (double)out[k] * out[k];
    for (int k = 0; k < *n && length > 0; k++)
        out[k] = (float)(out[k] / sqrt(length));
    return out;
}

static bool read_alone(struct astormer_session *s, const char *text, const char *today,
                       struct model_question *out)
{
    struct error ignored = {0};
    const char *texts[] = {text};
    return model_question_read(&s->scratch, &s->view, texts, 1, today, NULL, out, &ignored) == ST_OK;
}

static float cosine(const float *a, const float *b, int n)
{
    float sum = 0;
    for (int i = 0; i < n; i++)
        sum += a[i] * b[i];
    return sum;
}

/* Hundreds of remembered questions take the network many seconds, once after each start: a question waits
 * for some of them, the next for others. */
#define COMPLETE_SECONDS 0.25

/* Fills in what is remembered of r once for all; false if it cannot be read any more, or not now. */
static bool complete(struct astormer_session *s, const char *today, struct remembered *r, double until)
{
    struct model_question q;
    int n;
    if (r->vector)
        return true;
    if (now_seconds() > until || !read_alone(s, r->question, today, &q))
        return false;
    const float *vector = vector_of(&s->scratch, s, &q, &n);
    corrections_keep_vector(s->database->corrections, r, vector, n, terms_of(&s->scratch, &q));
    return true;
}

bool paraphrase_find(struct astormer_session *s, const struct astormer_answer *a,
                     struct remembered *out)
{
    struct remembered *list;
    struct model_question q;
    int n = corrections_list(&s->scratch, s->database->corrections, &list), n_vector = 0;
    if (n == 0 || a->n_history > 0 || !read_alone(s, a->read[0], a->today, &q))
        return false;
    const char *terms = terms_of(&s->scratch, &q);
    const float *vector = NULL;
    float best = ALIKE;
    double until = now_seconds() + COMPLETE_SECONDS;
    bool found = false;
    for (int i = 0; i < n && !session_cancelled(s); i++) {
        if (!complete(s, a->today, &list[i], until) || strcmp(list[i].terms, terms) != 0)
            continue;
        if (!vector)
            vector = vector_of(&s->scratch, s, &q, &n_vector);
        float alike = list[i].n_vector == n_vector ? cosine(vector, list[i].vector, n_vector) : 0;
        if (alike >= best) {
            best = alike;
            *out = list[i];
            found = true;
        }
    }
    return found;
}
