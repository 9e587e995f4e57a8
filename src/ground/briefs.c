/* briefs.c - abbreviations in names, spelt out: "rgstrd" is registered, "batt" a battery.
 *
 * text/abbreviations.def lists what is written everywhere, and briefs.def what no rule would find.  The beginning of a
 * word stands for it where the schema itself has that word, which comes before the list: "adj" is an adjuster where
 * there are adjusters.  Any other word without vowels, but for the first letter, is held against the words of the
 * schema's other names and those of our lists: it must have all their consonants in order (two of the same count
 * once).  What fits nothing stays as it is. */
#include "ground/internal.h"

#include <pthread.h>
#include <string.h>

#define BRIEF_LEAST 3 /* letters */
#define BRIEF_MOST 10
#define RARELY(letters) ((letters) < 5 ? 1500 : 1 << 20) /* how rare a word may be that so many stand for */
#define BEGINNING_MOST 5  /* of one that is the beginning of a word, and */
#define BEGINNING_LACKS(letters) ((letters) > 3 ? 3 : 2) /* that it lacks: "click" is not short for "clicked" */

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

enum finding { BEGINNINGS, SKELETONS, BOTH }; /* beginnings alone: of English words; skeletons: of common ones */

/* The commonest word of a map (its values are ranks) that the brief stands for. */
static struct slice find_word(const struct map *words, struct slice brief, enum finding finding)
{
    struct slice found = {0};
    bool skeletons = finding != BEGINNINGS && !has_vowels(brief);
    bool beginnings = finding != SKELETONS && brief.n <= BEGINNING_MOST;
    int least = 0;
    for (int i = 0; i < words->capacity; i++) {
        const struct map_entry *e = &words->entries[i];
        if (!e->key || e->key[0] != brief.s[0] || e->value > RARELY(brief.n) || (found.s && e->value > least))
            continue;
        struct slice word = {e->key, e->length};
        bool begins = beginnings && word.n >= brief.n + BEGINNING_LACKS(brief.n) &&
                      memcmp(brief.s, word.s, brief.n) == 0 && (finding == BOTH || names_is_english(word));
        if (!begins && !(skeletons && is_skeleton(brief, word)))
            continue;
        bool better = !found.s || e->value < least || compare_slices(word, found) < 0;
        found = better ? word : found;
        least = e->value;
    }
    return found;
}

static void prepare_once(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, prepare);
}

bool briefs_has(struct arena *arena, struct slice brief)
{
    prepare_once();
    return map_get(&list.place, brief.s, brief.n, 0) ||
           text_expand_abbreviations(arena, arena_strndup(arena, brief.s, brief.n));
}

const char *briefs_read(struct arena *arena, const struct map *own, struct slice brief)
{
    prepare_once();
    bool letters = true;
    for (size_t i = 0; i < brief.n; i++)
        letters &= brief.s[i] >= 'a' && brief.s[i] <= 'z';
    int listed = map_get(&list.place, brief.s, brief.n, 0);
    bool may_stand = letters && brief.n >= BRIEF_LEAST && brief.n <= BRIEF_MOST && !names_is_english(brief);
    struct slice word = {0};
    if (may_stand)
        word = find_word(own, brief, listed ? BEGINNINGS : BOTH);
    if (!word.s && listed)
        return list.meanings[listed - 1];
    if (!word.s && may_stand && !map_get(names_list(), brief.s, brief.n, 0)) /* "chf" stands as it is */
        word = find_word(names_list(), brief, SKELETONS);
    return word.s ? arena_strndup(arena, word.s, word.n) : NULL;
}
