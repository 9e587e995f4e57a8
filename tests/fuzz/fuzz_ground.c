/* fuzz_ground.c - any bytes as a question: numbers, dates, spans and names are read without harm, no
 * candidate is there twice, each stands where it says, and the same bytes as a name come apart
 * without losing a letter. */
#include "../unit/shop.h"
#include "ground/ground.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define MUST(condition)                                                                            \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            fprintf(stderr, "%d: %s\n", __LINE__, #condition);                                     \
            abort();                                                                               \
        }                                                                                          \
    } while (0)

static size_t letters_of(const char *s)
{
    size_t n = 0;
    for (; *s; s++)
        n += *s >= 'a' && *s <= 'z';
    return n;
}

static void read_question(struct arena *arena, const struct ground_database *d, const char *text)
{
    struct ground_question q;
    struct error err = {0};
    if (ground_read(arena, d, NULL, &text, 1, "2026-11-17", LINK_FULL, &q, &err) != ST_OK)
        return;
    MUST(q.values.n <= GROUND_MAX_VALUES);
    for (int i = 0; i < q.values.n; i++) {
        const struct ground_value *v = &q.values.v[i];
        MUST(v->text && v->shown && v->n_columns <= GROUND_MAX_COLUMNS);
        MUST(v->first_word < 0 || v->first_word + v->n_words <= q.question.words.n);
        for (int c = 0; c < v->n_columns; c++)
            MUST(v->columns[c] > 0 && v->columns[c] < d->schema.n_columns);
        for (int k = 0; k < i; k++)
            MUST(strcmp(q.values.v[k].text, v->text) != 0);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct ground_database *d;
    struct error err = {0};
    struct arena arena = {0};
    if (size > 4096)
        return 0;
    if (!d)
        MUST(ground_open(NULL, &shop, NULL, &d, &err) == ST_OK);
    char *text = arena_strndup(&arena, (const char *)data, size);
    read_question(&arena, d, text);
    const char *split = ground_split_name(&arena, NULL, text);
    MUST(letters_of(split) == letters_of(schema_label(&arena, text)));
    arena_release(&arena);
    return 0;
}
