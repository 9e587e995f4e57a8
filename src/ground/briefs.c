/* briefs.c - abbreviations in names, spelt out: "rgstrd" is registered, "batt" a battery.
 *
 * text/abbreviations.def lists what is written everywhere, and briefs.def what no rule would find.  Any other word
 * without vowels, but for the first letter, is held against the words of the schema's other names and those of our
 * lists: it must have all their consonants in order (two of the same count once).  The beginning of a word stands for
 * it only where the schema itself has that word.  What fits nothing stays as it is. */
#include "ground/internal.h"

#include <pthread.h>
#include <string.h>

#define BRIEF_LEAST 3 /* letters */
#define BRIEF_MOST 10

static const char list_text[] =
#define BRIEF(word, meaning) word " " meaning "\n"
#include "ground/briefs.def"
    ;

static struct {
    struct arena arena;
    struct map place; /* word -> place in meanings + 1 */
    const char **meanings;
    int n, capacity;
} list;

static void prepare(void)
{
    list.place = map_in(&list.arena);
    for (const char *s = list_text; *s;) {
        size_t word = strcspn(s, " "), n = strcspn(s, "\n");
        *ARENA_PUSH(&list.arena, list.meanings, list.n, list.capacity) =
            arena_strndup(&list.arena, s + word + 1, n - word - 1);
        map_put_borrowed(&list.place, s, word, list.n);
        s += n + 1;
    }
}

static bool is_vowel(char c)
{
    return strchr("aeiou", c) != NULL;
}

static bool has_vowels(struct slice word)
{
    for (size_t i = 1; i < word.n; i++)
        if (is_vowel(word.s[i]))
            return true;
    return false;
}

/* Its letters in order, the first the same, and no consonant left out. */
static bool is_skeleton(struct slice brief, struct slice word)
{
    size_t at = 1;
    if (word.n <= brief.n || brief.s[0] != word.s[0])
        return false;
    for (size_t i = 1; i < word.n; i++) {
        bool same = at < brief.n && word.s[i] == brief.s[at];
        if (!same && !is_vowel(word.s[i]) && word.s[i] != word.s[i - 1])
            return false;
        at += same;
    }
    return at == brief.n;
}

/* The commonest word of a map (its values are ranks) that the brief stands for. */
static struct slice find_word(const struct map *words, struct slice brief, bool beginnings)
{
    struct slice found = {0};
    bool skeletons = !has_vowels(brief);
    int least = 0;
    for (int i = 0; i < words->capacity; i++) {
        const struct map_entry *e = &words->entries[i];
        if (!e->key || e->key[0] != brief.s[0] || (found.s && e->value > least))
            continue;
        struct slice word = {e->key, e->length};
        bool begins = beginnings && word.n > brief.n + 1 && memcmp(brief.s, word.s, brief.n) == 0;
        if (!begins && !(skeletons && is_skeleton(brief, word)))
            continue;
        bool better = !found.s || e->value < least || compare_slices(word, found) < 0;
        found = better ? word : found;
        least = e->value;
    }
    return found;
}

const char *briefs_read(struct arena *arena, const struct map *own, struct slice brief)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, prepare);
    int listed = map_get(&list.place, brief.s, brief.n, 0);
    if (listed)
        return list.meanings[listed - 1];
    for (size_t i = 0; i < brief.n; i++)
        if (brief.s[i] < 'a' || brief.s[i] > 'z')
            return NULL;
    if (brief.n < BRIEF_LEAST || brief.n > BRIEF_MOST || names_is_english(brief))
        return NULL;
    struct slice word = find_word(own, brief, true);
    if (!word.s)
        word = find_word(names_list(), brief, false);
    return word.s ? arena_strndup(arena, word.s, word.n) : NULL;
}
