/* codec.c - literals as text, and the plain codec of tests and tools. */
#include "tree/internal.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#define TEXT_MARK '\''

const char *literal_text(struct arena *arena, struct literal literal)
{
    CHECK(literal.kind != LITERAL_NULL);
    bool marked = literal.kind == LITERAL_TEXT &&
                  (literal.text[0] == TEXT_MARK || sql_is_number(literal.text));
    return marked ? arena_printf(arena, "%c%s", TEXT_MARK, literal.text) : literal.text;
}

/* A sub-word codec may put a space behind the mark; what is marked never starts with one. */
struct literal literal_of_text(struct arena *arena, const char *text)
{
    if (text[0] == TEXT_MARK) {
        text += text[1] == ' ' ? 2 : 1;
        return (struct literal){LITERAL_TEXT, arena_strdup(arena, text)};
    }
    return (struct literal){sql_is_number(text) ? LITERAL_NUMBER : LITERAL_TEXT,
                            arena_strdup(arena, text)};
}

/* ---- literals to choose from ------------------------------------------------------------- */

static bool same_number(const char *a, const char *b)
{
    return sql_is_number(a) && sql_is_number(b) && strtod(a, NULL) == strtod(b, NULL);
}

int value_list_find(const struct value_list *list, struct literal literal)
{
    int like = -1;
    for (int i = 0; i < list->n && literal.kind != LITERAL_NULL; i++) {
        const char *text = list->v[i].text;
        if (strcmp(text, literal.text) == 0)
            return i;
        if (like < 0 && (equal_nocase(text, literal.text) || same_number(text, literal.text)))
            like = i;
    }
    return like;
}

/* ---- codec_words ------------------------------------------------------------------------- */

struct words {
    struct arena *arena;
    struct map ids;
    const char **texts; /* [0]: eos */
    int n, capacity;
};

static int words_size(void *context)
{
    return ((struct words *)context)->n;
}

static int word_id(struct words *w, const char *s, size_t n)
{
    int id = map_put(&w->ids, s, n, w->n);
    if (id == w->n)
        *ARENA_PUSH(w->arena, w->texts, w->n, w->capacity) = arena_strndup(w->arena, s, n);
    return id;
}

static bool in_run(char c)
{
    return isalnum((unsigned char)c) || (unsigned char)c >= 0x80;
}

static int words_encode(void *context, struct arena *arena, const char *text, const int **out)
{
    int *ids = NULL, n_ids = 0, capacity = 0;
    for (size_t n; *text; text += n) {
        for (n = 0; in_run(text[n]); n++)
            ;
        n = MAX(n, 1);
        *ARENA_PUSH(arena, ids, n_ids, capacity) = word_id(context, text, n);
    }
    *out = ids;
    return n_ids;
}

static const char *words_decode(void *context, struct arena *arena, const int *ids, int n)
{
    struct words *w = context;
    struct strbuf b = strbuf_in(arena);
    for (int i = 0; i < n; i++)
        if (ids[i] > 0 && ids[i] < w->n)
            strbuf_puts(&b, w->texts[ids[i]]);
    return strbuf_text(&b);
}

struct value_codec *codec_words(struct arena *arena)
{
    struct words *w = ARENA_NEW(arena, struct words);
    *w = (struct words){.arena = arena, .ids = map_in(arena)};
    *ARENA_PUSH(arena, w->texts, w->n, w->capacity) = "";
    struct value_codec *codec = ARENA_NEW(arena, struct value_codec);
    *codec = (struct value_codec){
        .context = w, .eos = 0, .size = words_size, .encode = words_encode, .decode = words_decode};
    return codec;
}
