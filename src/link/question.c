/* question.c - a question, or a conversation, as tokens and words over one text. */
#include "link/internal.h"

#include <string.h>

#define SEPARATOR " | "

/* The turn a byte of the joined text belongs to; a separator belongs to the older side. */
static int turn_of(const uint32_t *starts, int n, uint32_t at)
{
    int turn = n - 1;
    while (turn > 0 && at < starts[turn])
        turn--;
    return turn;
}

/* Gives every token the word whose bytes it starts in; both are in text order. */
static void map_tokens(struct question *q, const uint32_t *separators, int n_separators)
{
    int w = 0, s = 0;
    for (int t = 0; t < q->tokens.n; t++) {
        uint32_t start = q->tokens.v[t].start;
        while (s < n_separators && separators[s] < start)
            s++;
        while (w < q->words.n && q->words.v[w].end <= start)
            w++;
        bool separator = s < n_separators && separators[s] == start;
        bool inside = w < q->words.n && q->words.v[w].start < q->tokens.v[t].end;
        q->token_word[t] = inside && !separator ? w : -1;
    }
}

/* Without a vocabulary a word is a token. */
static struct tokens words_as_tokens(struct arena *arena, struct words words)
{
    struct tokens out = {ARENA_ARRAY(arena, struct token, words.n), words.n};
    for (int i = 0; i < words.n; i++)
        out.v[i] = (struct token){.id = -1, .start = words.v[i].start, .end = words.v[i].end};
    return out;
}

enum status question_read(struct arena *arena, const struct vocab *vocab,
                          const char *const *utterances, int n, struct question *out,
                          struct error *err)
{
    *out = (struct question){.vocab = vocab, .text = "", .n_turns = n};
    if (n < 1 || n > QUESTION_MAX_UTTERANCES)
        return fail(err, ST_LIMIT, "a conversation of %d utterances; the limit is %d", n,
                    QUESTION_MAX_UTTERANCES);
    struct strbuf text = strbuf_in(arena);
    uint32_t starts[QUESTION_MAX_UTTERANCES], separators[QUESTION_MAX_UTTERANCES];
    for (int i = 0; i < n; i++) {
        starts[i] = (uint32_t)text.n; /* of a later turn: where its separator starts */
        if (i) {
            separators[i - 1] = (uint32_t)text.n + 1;
            strbuf_puts(&text, SEPARATOR);
        }
        size_t length = strlen(utterances[i]);
        if (text.n + length > QUESTION_MAX_BYTES)
            return fail(err, ST_LIMIT, "the question is longer than %d bytes", QUESTION_MAX_BYTES);
        strbuf_add(&text, utterances[i], length);
    }
    out->text = strbuf_text(&text);
    out->words = words_split(arena, out->text, text.n);
    out->tokens = vocab ? wordpiece_split(arena, vocab, out->text, text.n)
                        : words_as_tokens(arena, out->words);
    out->token_word = ARENA_ARRAY(arena, int, out->tokens.n);
    out->token_turn = ARENA_ARRAY(arena, uint8_t, out->tokens.n);
    out->word_turn = ARENA_ARRAY(arena, uint8_t, out->words.n);
    map_tokens(out, separators, n - 1);
    for (int i = 0; i < out->tokens.n; i++)
        out->token_turn[i] = (uint8_t)turn_of(starts, n, out->tokens.v[i].start);
    for (int i = 0; i < out->words.n; i++)
        out->word_turn[i] = (uint8_t)turn_of(starts, n, out->words.v[i].start);
    return ST_OK;
}
