/* tables.c - the small word tables compiled in, and stems.
 *
 * The tables are lists in .def files for people to read and extend; the first use sorts them by
 * key, so that a look-up is a binary search and equal keys stand together in the file's order. */
#include "text/internal.h"

#include <libstemmer.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct pair {
    const char *key, *value;
};

static struct pair stop_words[] = {
#define STOP(word) {word, ""},
#include "text/stop_words.def"
#undef STOP
};
static struct pair irregular[] = {
#define IRREGULAR(form, base) {form, base},
#include "text/irregular.def"
#undef IRREGULAR
};
static struct pair abbreviations[] = {
#define ABBREVIATION(word, meaning) {word, meaning},
#include "text/abbreviations.def"
#undef ABBREVIATION
};
static struct pair aliases[] = {
#define ALIAS(word, stored) {word, stored},
#include "text/aliases.def"
#undef ALIAS
};
static struct pair hints[] = {
#define HINT(word, column) {word, column},
#include "text/hints.def"
#undef HINT
};

enum table_name { STOP_WORDS, IRREGULAR, ABBREVIATIONS, ALIASES, HINTS };
#define TABLE(array) {array, COUNT_OF(array)}
static const struct {
    struct pair *v;
    int n;
} tables[] = {TABLE(stop_words), TABLE(irregular), TABLE(abbreviations), TABLE(aliases),
              TABLE(hints)};

static int compare_pairs(const void *a, const void *b)
{
    const struct pair *x = a, *y = b;
    int order = strcmp(x->key, y->key);
    return order ? order : strcmp(x->value, y->value);
}

static pthread_key_t stemmer_key;

static void free_stemmer(void *stemmer)
{
    sb_stemmer_delete(stemmer);
}

static void prepare(void)
{
    for (int i = 0; i < COUNT_OF(tables); i++)
        qsort(tables[i].v, (size_t)tables[i].n, sizeof(struct pair), compare_pairs);
    CHECK(pthread_key_create(&stemmer_key, free_stemmer) == 0);
}

static void prepare_once(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, prepare);
}

/* The i-th value under a key, NULL after the last. */
static const char *table_get(enum table_name name, const char *key, size_t n, int i)
{
    prepare_once();
    const struct pair *v = tables[name].v;
    int low = 0, high = tables[name].n;
    while (low < high) {
        int middle = (low + high) / 2;
        int order = strncmp(v[middle].key, key, n);
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    /* keys that merely start with the bytes sought sort after it */
    low += i;
    return low < tables[name].n && slice_equal((struct slice){key, n}, v[low].key) ? v[low].value
                                                                                  : NULL;
}

bool text_is_stop_word(const char *folded, size_t n)
{
    return table_get(STOP_WORDS, folded, n, 0) != NULL;
}

const char *text_alias(const char *folded, size_t n, int i)
{
    return table_get(ALIASES, folded, n, i);
}

const char *text_hint(const char *folded, size_t n, int i)
{
    return table_get(HINTS, folded, n, i);
}

char *text_expand_abbreviations(struct arena *arena, const char *label)
{
    struct strbuf out = strbuf_in(arena);
    bool changed = false;
    for (const char *s = label; *s;) {
        size_t n = strcspn(s, " ");
        const char *meaning = table_get(ABBREVIATIONS, s, n, 0);
        changed |= meaning != NULL;
        strbuf_add(&out, meaning ? meaning : s, meaning ? strlen(meaning) : n);
        s += n;
        while (*s == ' ')
            strbuf_putc(&out, *s++);
    }
    return changed ? out.s : NULL;
}

/* ---- stems ---------------------------------------------------------------------------------- */

/* A Snowball stemmer has state, so each thread keeps one. */
static struct sb_stemmer *thread_stemmer(void)
{
    prepare_once();
    struct sb_stemmer *stemmer = pthread_getspecific(stemmer_key);
    if (!stemmer) {
        stemmer = sb_stemmer_new("english", "UTF_8");
        CHECK(stemmer && pthread_setspecific(stemmer_key, stemmer) == 0);
    }
    return stemmer;
}

static bool ascii_letters(const char *s, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (s[i] < 'a' || s[i] > 'z')
            return false;
    return true;
}

size_t text_stem(const char *folded, size_t n, char *out, size_t cap)
{
    const char *from = folded;
    if (n > 2 && n < 64 && ascii_letters(folded, n)) {
        const char *base = table_get(IRREGULAR, folded, n, 0);
        if (base) {
            from = base;
            n = strlen(base);
        }
        struct sb_stemmer *stemmer = thread_stemmer();
        from = (const char *)sb_stemmer_stem(stemmer, (const sb_symbol *)from, (int)n);
        CHECK(from); /* only when out of memory */
        n = (size_t)sb_stemmer_length(stemmer);
    }
    n = MIN(n, cap - 1);
    memcpy(out, from, n);
    out[n] = '\0';
    return n;
}
