/* words.c - a value is made of whole words.
 *
 * The generator writes values sub-word by sub-word and may start on one word of the question and go
 * on with the end of another ("fulmar", "razorbill" -> "fubill"), or stop too early ("falm" for
 * "falmouth").  A word that starts like one of the question must go on and end like a word of the
 * question, or of the names and stored values shown beside it.  Words that start like none of the
 * question's are free: "F" for "women", "1" for "one".
 *
 * In the same way a value of several words may not jump within the question ("Call of Destiny",
 * "Works of Widenius" -> "works of destiny"): what stands there goes on as it does there, or ends,
 * or goes on with a word that is not in the question. */
#include "search/internal.h"

/* Letters of an inflected word that a value may do without: "italian" for "italians". */
enum { MAX_ENDING = 2 };

static bool continues(const struct vocab *vocab, int id)
{
    struct slice piece = vocab->pieces[id];
    return piece.n > 2 && piece.s[0] == '#' && piece.s[1] == '#';
}

/* How many letters of the word at `at` follow its first n sub-words. */
static size_t letters_left(const struct constraints *c, int at, int n)
{
    size_t left = 0;
    for (int i = at + n; i < c->n_tokens && continues(c->vocab, c->tokens[i]); i++)
        left += c->vocab->pieces[c->tokens[i]].n - 2;
    return left;
}

static bool starts_with(const struct constraints *c, int at, const int *word, int n)
{
    for (int i = 0; i < n; i++)
        if (at + i >= c->n_tokens || c->tokens[at + i] != word[i])
            return false;
    return true;
}

/* May a value hold this word (as far as it is written), or, if it ends here, all of it? */
static bool word_fits(const struct constraints *c, const int *word, int n, bool ends)
{
    bool asked = false;
    for (int at = 0; at < c->n_tokens; at++) {
        if (c->tokens[at] != word[0])
            continue;
        if (starts_with(c, at, word, n) && (!ends || letters_left(c, at, n) <= MAX_ENDING))
            return true;
        asked = asked || at < c->n_question;
    }
    return !asked;
}

/* May this word follow the words before it? */
static bool phrase_fits(const struct constraints *c, const int *value, int n, int next)
{
    bool stands = false, asked = false;
    for (int at = 0; at < c->n_tokens; at++) {
        asked = asked || (at < c->n_question && c->tokens[at] == next);
        if (!starts_with(c, at, value, n))
            continue;
        stands = true;
        if (at + n < c->n_tokens && c->tokens[at + n] == next)
            return true;
    }
    return !stands || !asked;
}

bool words_allow(const struct constraints *c, const int *value, int n, int next)
{
    bool goes_on = next != c->eos && continues(c->vocab, next);
    int word[MAX_VALUE_TOKENS + 1], start = n - 1, length = 0;
    if (n == 0)
        return true;
    while (start > 0 && continues(c->vocab, value[start]))
        start--;
    for (int i = start; i < n; i++)
        word[length++] = value[i];
    if (goes_on)
        word[length++] = next;
    if (!word_fits(c, word, length, !goes_on))
        return false;
    return goes_on || next == c->eos || phrase_fits(c, value, n, next);
}
