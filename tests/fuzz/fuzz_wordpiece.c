/* fuzz_wordpiece.c - any bytes through words, WordPiece and back: ranges stay inside the text and
 * go forward, pieces are pieces, and joining them gives text again. */
#include "text/text.h"

#include <string.h>

static const char vocab_text[] =
    "[UNK]\n[CLS]\n[SEP]\na\nb\nthe\n##a\n##b\n##ing\nsing\n中\n!\n-\nσ\n##ς\n1\n##1\n2014\nκ\n##́\nᄒ\n##ᅡ\n";

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_tokens(struct arena *arena, const struct vocab *vocab, const char *text, size_t n)
{
    struct tokens t = wordpiece_split(arena, vocab, text, n);
    int *ids = ARENA_ARRAY(arena, int, t.n + 1);
    uint32_t start = 0;
    for (int i = 0; i < t.n; i++) {
        CHECK(t.v[i].id >= 0 && t.v[i].id < vocab->n_pieces);
        CHECK(t.v[i].start < t.v[i].end && t.v[i].end <= n);
        CHECK(t.v[i].start >= start); /* pieces of one character may share its bytes */
        CHECK(i > 0 || !t.v[i].continues);
        start = t.v[i].start;
        ids[i] = t.v[i].id;
    }
    char *joined = wordpiece_join(arena, vocab, ids, t.n);
    CHECK(utf8_valid(joined, strlen(joined)));
}

static void check_words(struct arena *arena, const char *text, size_t n)
{
    struct words w = words_split(arena, text, n);
    uint32_t end = 0;
    for (int i = 0; i < w.n; i++) {
        CHECK(w.v[i].start >= end && w.v[i].end > w.v[i].start && w.v[i].end <= n);
        CHECK(utf8_valid(w.v[i].folded.s, w.v[i].folded.n));
        end = w.v[i].end;
    }
    char *normal = text_normal(arena, text, n);
    uint32_t from, to;
    if (text_find_span(text, n, normal, &from, &to))
        CHECK(from < to && to <= n);
    double value;
    text_number(text, n, &value);
    text_is_date(text, n);
    CHECK(text_similarity(text, n, text, n) == 1);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena arena = {0};
    struct vocab vocab;
    const char *text = (const char *)data;
    for (int letter_case = 0; letter_case < 2; letter_case++) {
        CHECK(vocab_parse(&arena, slice_of(vocab_text), "own", (enum vocab_case)letter_case, &vocab,
                          NULL) == ST_OK);
        check_tokens(&arena, &vocab, text, size);
    }
    check_words(&arena, text, size);
    /* the same bytes as a vocabulary */
    vocab_parse(&arena, (struct slice){text, size}, "fuzz", VOCAB_UNCASED, &vocab, NULL);
    arena_release(&arena);
    return 0;
}
