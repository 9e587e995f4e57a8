/* judge.c - what the judge (model.h) is given to read, and its word on a list of candidates.
 *
 * It reads what a person would be shown: the question, the sentence that says what the query does,
 * and the first of what came back.  Of candidates that return the same rows the likeliest is read for
 * all of them, since which one comes first is the same to the reader. */
#include "infer/infer.h"
#include "tell/tell.h"

#include <math.h>
#include <string.h>

enum {
    RESULT_WORDS = 28,   /* sub-words that a result may take, */
    QUESTION_WORDS = 40, /* and that a question has if all is long: its end is the oldest turn */
    MARKS = 4,           /* [CLS] and three [SEP] */
};
#define LEAST -20.0 /* a candidate that is worse than the best by more is as good as out */

static int *put(int *to, const struct tokens *words, int n, int mark)
{
    for (int i = 0; i < n; i++)
        *to++ = words->v[i].id;
    *to++ = mark;
    return to;
}

struct model_judged judge_text(struct arena *arena, const struct vocab *vocab, const char *read,
                               const char *told, const char *result)
{
    struct tokens q = wordpiece_split(arena, vocab, read, strlen(read));
    struct tokens t = wordpiece_split(arena, vocab, told, strlen(told));
    struct tokens r = wordpiece_split(arena, vocab, result, strlen(result));
    int room = MODEL_MAX_JUDGED - MARKS, n_result = MIN(r.n, RESULT_WORDS);
    int n_told = MIN(t.n, room - n_result - MIN(q.n, QUESTION_WORDS));
    int n_question = MIN(q.n, room - n_result - n_told);
    int *tokens = ARENA_ARRAY(arena, int, MODEL_MAX_JUDGED), *at = tokens;
    struct model_judged out = {.tokens = tokens};
    *at++ = vocab->cls;
    at = put(at, &q, n_question, vocab->sep);
    out.n_question = (int)(at - tokens);
    at = put(at, &t, n_told, vocab->sep);
    out.n_told = (int)(at - tokens);
    if (n_result > 0)
        at = put(at, &r, n_result, vocab->sep);
    out.n = (int)(at - tokens);
    return out;
}

void judge_compare(double *scores, int n)
{
    double best = -INFINITY;
    for (int i = 0; i < n; i++)
        best = fmax(best, scores[i]);
    for (int i = 0; i < n; i++)
        scores[i] = fmax(scores[i] - best, LEAST);
}

/* The candidate that is read for this one. */
static int read_for(const struct infer_candidate *candidates, int n, int i)
{
    int best = i;
    for (int k = 0; k < n; k++)
        if (candidates[k].looks[LOOK_AGAIN] == 0 && candidates[i].looks[LOOK_AGAIN] != 0 &&
            candidates[k].run.print.rows == candidates[i].run.print.rows &&
            candidates[k].run.print.sum == candidates[i].run.print.sum)
            best = k;
    return best;
}

void candidates_judge(const struct model *model, struct nn_tape *tape,
                      const struct model_question *question, struct infer_candidate *candidates,
                      int n)
{
    struct arena arena = {0};
    const struct schema *schema = &question->database->ground->schema;
    struct model_judged *texts = ARENA_ARRAY(&arena, struct model_judged, n);
    double *scores = ARENA_ARRAY(&arena, double, n);
    int *at = ARENA_ARRAY(&arena, int, n), n_texts = 0;
    for (int i = 0; i < n; i++) {
        at[i] = -1;
        if (read_for(candidates, n, i) != i)
            continue;
        at[i] = n_texts;
        texts[n_texts++] = judge_text(&arena, question->database->vocab, question->question.text,
                                      tell_query(&arena, schema, candidates[i].found->query).text,
                                      run_told(&arena, &candidates[i].run));
    }
    struct nn_mark mark = nn_tape_mark(tape);
    const struct tensor *judged = model_judge(model, tape, texts, n_texts);
    for (int i = 0; i < n_texts; i++)
        scores[i] = (double)judged->x[i];
    nn_tape_rewind(tape, mark);
    judge_compare(scores, n_texts);
    for (int i = 0; i < n; i++)
        candidates[i].looks[LOOK_JUDGE] =
            scores[at[at[i] < 0 ? read_for(candidates, n, i) : i]];
    arena_release(&arena);
}
