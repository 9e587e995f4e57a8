/* vocab_build.c - a WordPiece vocabulary counted from texts. */
#include "text/internal.h"

#include <stdlib.h>
#include <string.h>

enum { WORD_MIN_COUNT = 2, MAX_DISTINCT = 1 << 22 };

struct counted {
    const char *text;
    size_t n;
    long count;
    bool character; /* one character: always kept */
    bool ideograph;
};

struct vocab_counts {
    struct arena *arena;
    struct map index; /* text -> entries[] */
    struct counted *entries;
    int n, capacity;
    struct arena scratch; /* of one text */
};

struct vocab_counts *vocab_counts_new(struct arena *arena)
{
    struct vocab_counts *c = ARENA_NEW(arena, struct vocab_counts);
    *c = (struct vocab_counts){.arena = arena, .index = map_in(arena)};
    for (char letter = 0x21; letter < 0x7F; letter++)
        if (!(letter >= 'A' && letter <= 'Z'))
            vocab_counts_add(c, &letter, 1);
    return c;
}

static void count(struct vocab_counts *c, const char *text, size_t n, bool character,
                  bool ideograph)
{
    if (c->n == MAX_DISTINCT)
        return;
    int at = map_put(&c->index, text, n, c->n);
    if (at == c->n)
        *ARENA_PUSH(c->arena, c->entries, c->n, c->capacity) =
            (struct counted){arena_strndup(c->arena, text, n), n, 0, character, ideograph};
    c->entries[at].count++;
}

static void count_word(void *context, const struct glyph *word, int n)
{
    struct vocab_counts *c = context;
    char bytes[WORDPIECE_MAX_CHARS * 4];
    size_t used = 0;
    bool number = true;
    if (n > WORDPIECE_MAX_CHARS)
        return;
    for (int i = 0; i < n; i++) {
        size_t length = (size_t)utf8proc_encode_char(word[i].c, (utf8proc_uint8_t *)bytes + used);
        count(c, bytes + used, length, true, word[i].alone);
        used += length;
        number &= word[i].c >= '0' && word[i].c <= '9';
    }
    if (n > 1 && !number)
        count(c, bytes, used, false, false);
}

void vocab_counts_add(struct vocab_counts *c, const char *text, size_t n)
{
    wordpiece_each_word(&c->scratch, VOCAB_UNCASED, text, n, count_word, c);
    arena_release(&c->scratch);
    c->scratch = (struct arena){0};
}

/* Characters first, then words; the frequent first, so that a cut takes the rare. */
static int compare_counted(const void *a, const void *b)
{
    const struct counted *x = a, *y = b;
    if (x->character != y->character)
        return x->character ? -1 : 1;
    if (x->count != y->count)
        return x->count > y->count ? -1 : 1;
    int order = memcmp(x->text, y->text, MIN(x->n, y->n));
    return order ? order : (x->n > y->n) - (x->n < y->n);
}

struct slice vocab_counts_text(struct arena *arena, const struct vocab_counts *c, int max_pieces)
{
    struct counted *sorted = ARENA_ARRAY(arena, struct counted, c->n + 1);
    memcpy(sorted, c->entries, sizeof *sorted * (size_t)c->n);
    qsort(sorted, (size_t)c->n, sizeof *sorted, compare_counted);
    struct strbuf out = strbuf_in(arena);
    strbuf_puts(&out, "[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\n");
    int n = 5;
    for (int i = 0; i < c->n; i++) {
        const struct counted *e = &sorted[i];
        if (!e->character && (n >= max_pieces || e->count < WORD_MIN_COUNT))
            continue;
        strbuf_printf(&out, "%.*s\n", (int)e->n, e->text);
        n++;
        if (e->character && !e->ideograph) { /* inside a word it needs a piece of its own */
            strbuf_printf(&out, "##%.*s\n", (int)e->n, e->text);
            n++;
        }
    }
    return (struct slice){strbuf_text(&out), out.n};
}
