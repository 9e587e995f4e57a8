/* follow.c - does a question go on from those before it?  The plain rule, for models that do not
 * say so themselves (setting verdicts).
 *
 * Measured on the corpus (2,232 follow-ups, 248 changes of topic), words alone: 13 % of follow-ups
 * and 76 % of changes of topic have none of the marks below. */
#include "engine/internal.h"

#include <string.h>

enum { FEWEST_WORDS = 5 }; /* shorter ones hardly ever say all by themselves */

/* Words that point at something said before, wherever they stand. */
static const char *const pointing[] = {
    "it", "its", "they", "them", "their", "theirs", "those", "these", "that", "this", "ones", "one",
    "same", "such", "him", "his", "her", "hers", "he", "she", "there", "also", "instead", "too",
    "other", "others", "rest", "previous", "above", "latter", "former", "both", "either", "neither",
    "again",
};

/* First words of what goes on. */
static const char *const going_on[] = {
    "and", "or", "but", "only", "just", "now", "no", "not", "then", "plus", "sort", "order",
    "without", "by", "excluding", "including", "except", "make", "add", "drop", "remove", "ok",
    "okay", "sorry", "wait", "actually",
};

static bool is_among(struct slice word, const char *const *list, int n)
{
    for (int i = 0; i < n; i++)
        if (slice_equal_nocase(word, list[i]))
            return true;
    return false;
}

static bool names_item(const struct model_question *q)
{
    for (int i = 0; i < q->links.n_matches; i++) {
        const struct link_match *m = &q->links.matches[i];
        if (q->question.word_turn[m->first_word] == 0 && m->kind != LINK_NUMBER &&
            m->kind != LINK_TIME)
            return true;
    }
    return false;
}

bool question_stands_alone(const struct model_question *q)
{
    const struct question *question = &q->question;
    int n = 0;
    struct slice first = {0}, second = {0};
    for (int i = 0; i < question->words.n && question->word_turn[i] == 0; i++) {
        const struct word *w = &question->words.v[i];
        if (w->kind == WORD_PUNCT)
            continue;
        struct slice text = {question->text + w->start, w->end - w->start};
        if (is_among(text, pointing, COUNT_OF(pointing)))
            return false;
        if (n == 0)
            first = text;
        else if (n == 1)
            second = text;
        n++;
    }
    bool about = slice_equal_nocase(second, "about"); /* what about, how about */
    return n >= FEWEST_WORDS && !about && !is_among(first, going_on, COUNT_OF(going_on)) &&
           names_item(q);
}
