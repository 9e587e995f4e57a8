/* abroad.c - names in another language, read as what they say in English.
 *
 * Questions and the language model are English; names of tables and columns need not be.  Which language the names of a
 * database are in is told by their words: each dictionary of abroad/ is asked how many it has that English has not.  In
 * a large schema that is asked of every part that declared keys hold together, since organisations were merged there.
 * Then each word of a name is looked up as it stands, as a form of a word ("kliento", "rechnungen"), as a compound
 * ("wartungsvertrag"), as short for one word only ("klassif"), and in the other dictionaries; what is in none stays.
 * "numero de factura" is an invoice number: where a language puts the thing first, the order is turned.
 *
 * A name is only ever read so; what SQL and people see is the name as it is. */
#include "ground/internal.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum order { THING_LAST, THING_FIRST };

#define WORD_LEAST 3    /* letters of a word that tells a language */
#define TELLING_WORDS 4 /* of a part that must be of the language and not of English; one fewer if those are words of both */
#define TELLING_SHARE 0.4 /* of those words that are not English */
#define OWN_WORDS 12    /* a part of fewer is in the language of the whole schema, if that is in one, */
#define OTHERS_EACH 2   /* and as many times as many parts by themselves as in others */
#define FORM_MIN 4      /* letters that the forms of a word share */
#define FORM_ENDING 2   /* and of their endings */
#define PIECE_MIN 3     /* letters of a part of a compound, */
#define ENGLISH_MIN 4   /* and of one that is English too: client, date */
#define COMPOUND_MIN 7
#define COMPOUND_MAX 48
#define BRIEF_MIN 3     /* letters of the beginning of a word that may stand for it */
#define SAYS_NOTHING 4  /* letters of an abbreviation at most: "tbl", "usr" and "val" are written everywhere and tell no language */
#define LABEL_WORDS 12

struct entry {
    struct slice word, gloss;
};

static struct language {
    const char *name;
    enum order order;
    const char *text;
    struct entry *v; /* sorted by word */
    int n;
} languages[] = {
#define LANGUAGE(id, name, order, text) {name, order, text, NULL, 0},
#include "ground/languages.def"
};
#define N_LANGUAGES COUNT_OF(languages)

static struct arena dictionaries;

/* ---- dictionaries ------------------------------------------------------------------------------- */

int compare_slices(struct slice a, struct slice b)
{
    int order = memcmp(a.s, b.s, MIN(a.n, b.n));
    return order ? order : (a.n > b.n) - (a.n < b.n);
}

/* "kunde customer, kundin customer, " in the order of the alphabet, which a test holds it to. */
static void read_dictionary(struct language *l)
{
    int capacity = 0;
    for (const char *s = l->text; *s;) {
        size_t word = strcspn(s, " "), n = strcspn(s, ",");
        CHECK(word < n);
        *ARENA_PUSH(&dictionaries, l->v, l->n, capacity) =
            (struct entry){{s, word}, {s + word + 1, n - word - 1}};
        s += n;
        s += strspn(s, ", ");
    }
}

static void read_dictionaries(void)
{
    for (int i = 0; i < N_LANGUAGES; i++)
        read_dictionary(&languages[i]);
}

/* Where a word stands, or would. */
static int place_of(const struct language *l, struct slice word)
{
    int low = 0, high = l->n;
    while (low < high) {
        int middle = (low + high) / 2;
        if (compare_slices(l->v[middle].word, word) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static const struct entry *find_exact(const struct language *l, struct slice word)
{
    int at = place_of(l, word);
    return at < l->n && compare_slices(l->v[at].word, word) == 0 ? &l->v[at] : NULL;
}

static size_t shared_letters(struct slice a, struct slice b)
{
    size_t n = 0;
    while (n < a.n && n < b.n && a.s[n] == b.s[n])
        n++;
    return n;
}

/* The entry that differs by an ending only, and shares most: they stand around the word's place. */
static const struct entry *find_form(const struct language *l, struct slice word)
{
    const struct entry *best = NULL;
    size_t most = 0;
    int at = place_of(l, word);
    for (int step = -1; step <= 1; step += 2)
        for (int i = step < 0 ? at - 1 : at; i >= 0 && i < l->n; i += step) {
            size_t same = shared_letters(l->v[i].word, word);
            if (same < FORM_MIN || same + FORM_ENDING < word.n)
                break;
            if (same + FORM_ENDING >= l->v[i].word.n && same > most) {
                most = same;
                best = &l->v[i];
            }
        }
    return best;
}

static bool same_gloss(const struct entry *a, const struct entry *b)
{
    return compare_slices(a->gloss, b->gloss) == 0 ||
           shared_letters(a->gloss, b->gloss) + 1 >= MAX(a->gloss.n, b->gloss.n); /* customer, customers */
}

/* What the word is the beginning of, if that is one thing only. */
static const struct entry *find_longer(const struct language *l, struct slice word)
{
    int at = place_of(l, word);
    const struct entry *first = at < l->n ? &l->v[at] : NULL;
    if (word.n < BRIEF_MIN || !first || shared_letters(first->word, word) < word.n)
        return NULL;
    for (int i = at + 1; i < l->n && shared_letters(l->v[i].word, word) == word.n; i++)
        if (!same_gloss(first, &l->v[i]) && shared_letters(l->v[i].word, first->word) < first->word.n)
            return NULL;
    return first;
}

/* ---- compounds ---------------------------------------------------------------------------------- */

/* What may stand between the parts of a compound. */
static size_t link_length(struct slice word, size_t at, int i)
{
    static const char *const links[] = {"", "s", "n", "en", "es", "e", "er", "o", "i"};
    if (i >= COUNT_OF(links))
        return SIZE_MAX;
    size_t n = strlen(links[i]);
    return at + n < word.n && memcmp(word.s + at, links[i], n) == 0 ? n : SIZE_MAX - 1;
}

/* What a part of a compound says: a word of the language or, since dictionaries leave those out that are spelt as in
 * English, one of English; nothing if it is neither. */
static struct slice find_piece(const struct language *l, struct slice piece, bool last)
{
    const struct entry *e = find_exact(l, piece);
    if (!e && piece.n >= ENGLISH_MIN && names_is_english(piece))
        return piece;
    if (!e && last && piece.n > FORM_MIN)
        e = find_form(l, piece);
    return e ? e->gloss : (struct slice){0};
}

/* What the fewest parts that cover the word say goes to out; how many is returned, 0 if none do. */
static int cut_compound(const struct language *l, struct slice word, struct slice *out)
{
    if (word.n < COMPOUND_MIN || word.n > COMPOUND_MAX)
        return 0;
    int fewest[COMPOUND_MAX + 1] = {0}; /* parts from here to the end, 0: none */
    size_t next[COMPOUND_MAX + 1] = {0};
    struct slice part[COMPOUND_MAX + 1] = {0};
    for (size_t at = word.n - PIECE_MIN + 1; at-- > 0;)
        for (size_t n = PIECE_MIN; at + n <= word.n; n++) {
            bool last = at + n == word.n;
            struct slice says = n < word.n ? find_piece(l, (struct slice){word.s + at, n}, last) : (struct slice){0};
            size_t skip;
            if (!says.s)
                continue;
            for (int i = 0; !last && (skip = link_length(word, at + n, i)) != SIZE_MAX; i++) {
                size_t to = at + n + skip;
                if (skip < SIZE_MAX - 1 && fewest[to] && (!fewest[at] || fewest[to] < fewest[at])) {
                    fewest[at] = fewest[to] + 1;
                    next[at] = to;
                    part[at] = says;
                }
            }
            if (last) {
                fewest[at] = 1;
                next[at] = word.n;
                part[at] = says;
            }
        }
    int n = 0;
    for (size_t at = 0; fewest[0] && at < word.n; at = next[at])
        out[n++] = part[at];
    return n;
}

/* ---- which language ----------------------------------------------------------------------------- */

struct heard { /* a word of the names of a part */
    int part;
    struct slice word;
    bool english; /* or made of English words */
};

struct abroad {
    const int *language;  /* [tables] -1: English */
    const struct schema *schema;
    struct slice *names;  /* [tables] the first word of each table's name */
    int n_other, other[N_LANGUAGES]; /* those that names of the schema are in, for words a language has not */
};

static int compare_heard(const void *a, const void *b)
{
    const struct heard *x = a, *y = b;
    return x->part != y->part ? x->part - y->part : compare_slices(x->word, y->word);
}

struct hearing {
    struct arena *arena;
    struct heard *v;
    int n, capacity;
};

static void hear(struct hearing *h, const char *name, int part)
{
    const char *label = schema_label(h->arena, name);
    struct words w = words_split(h->arena, label, strlen(label));
    for (int i = 0; i < w.n; i++)
        if (w.v[i].kind == WORD_PLAIN && w.v[i].folded.n >= WORD_LEAST &&
            (w.v[i].folded.n > SAYS_NOTHING || !briefs_has(h->arena, w.v[i].folded)))
            *ARENA_PUSH(h->arena, h->v, h->n, h->capacity) =
                (struct heard){part, w.v[i].folded, names_are_english(h->arena, w.v[i].folded)};
}

/* Sorts, and drops what was heard twice. */
static void sort_heard(struct hearing *h)
{
    int n = 0;
    if (h->n)
        qsort(h->v, (size_t)h->n, sizeof *h->v, compare_heard);
    for (int i = 0; i < h->n; i++)
        if (n == 0 || compare_heard(&h->v[n - 1], &h->v[i]) != 0)
            h->v[n++] = h->v[i];
    h->n = n;
}

static bool has_word(const struct language *l, struct slice word)
{
    struct slice parts[COMPOUND_MAX];
    return find_exact(l, word) || find_form(l, word) || cut_compound(l, word, parts);
}

static bool mostly_english(const struct heard *v, int n)
{
    int english = 0;
    for (int i = 0; i < n; i++)
        english += v[i].english;
    return 2 * english >= n;
}

/* Are the few words of a part those of a schema in this language?  Many are of both: "agent", "date", "client". */
static bool is_as_whole(const struct language *whole, const struct heard *v, int n)
{
    for (int i = 0; i < n; i++)
        if (!v[i].english && has_word(whole, v[i].word))
            return true;
    return !mostly_english(v, n);
}

/* The language of n different words, -1: English, or none that we know. */
static int language_of(const struct heard *v, int n)
{
    int best = -1, most = 0, english = 0;
    for (int i = 0; i < n; i++)
        english += v[i].english;
    if (english * 3 > n * 2)
        return -1;
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, read_dictionaries);
    for (int k = 0; k < N_LANGUAGES; k++) {
        int own = 0, exact = 0, not_own = 0;
        for (int i = 0; i < n; i++)
            exact += !v[i].english && find_exact(&languages[k], v[i].word);
        if (exact == 0) /* forms and compounds alone tell nothing, and take their time */
            continue;
        for (int i = 0; i < n; i++) {
            bool known = v[i].english ? find_exact(&languages[k], v[i].word) != NULL : has_word(&languages[k], v[i].word);
            own += known && !v[i].english;
            not_own += v[i].english && !known;
        }
        bool enough = own >= TELLING_WORDS - (not_own == 0);
        if (enough && own + exact > most && own > not_own && own >= TELLING_SHARE * (n - english)) {
            most = own + exact;
            best = k;
        }
    }
    return best;
}

static int root_of(int *part, int table)
{
    while (part[table] != table)
        table = part[table] = part[part[table]];
    return table;
}

/* Tables that declared keys hold together have the number of the first of them. */
static int *declared_parts(struct arena *arena, const struct schema *s)
{
    int *part = ARENA_ARRAY(arena, int, s->n_tables);
    for (int t = 0; t < s->n_tables; t++)
        part[t] = t;
    for (int i = 0; i < s->n_foreign_keys; i++) {
        int a = s->columns[s->foreign_keys[i].from].table, b = s->columns[s->foreign_keys[i].to].table;
        if (a < 0 || b < 0)
            continue;
        a = root_of(part, a);
        b = root_of(part, b);
        part[MAX(a, b)] = MIN(a, b);
    }
    for (int t = 0; t < s->n_tables; t++)
        part[t] = root_of(part, t);
    return part;
}

static void hear_names(struct hearing *h, const struct schema *s, const int *part)
{
    for (int t = 0; t < s->n_tables; t++)
        hear(h, s->tables[t].name, part ? part[t] : 0);
    for (int c = 1; c < s->n_columns; c++)
        if (s->columns[c].table >= 0)
            hear(h, s->columns[c].name, part ? part[s->columns[c].table] : 0);
    sort_heard(h);
}

/* The first word of a name that is not one of those that mean a table. */
static struct slice first_word(struct arena *arena, const char *name)
{
    const char *label = schema_label(arena, name);
    struct words w = words_split(arena, label, strlen(label));
    for (int i = 0; i < w.n; i++)
        if (w.v[i].folded.n >= FORM_MIN)
            return w.v[i].folded;
    return (struct slice){0};
}

/* The language of each part, counted from 1: what its words tell or, where those are few, that of the whole schema, if
 * it is in one and hardly a part in another. */
static void tell_parts(const struct hearing *parts, int *language, int whole)
{
    int same = 0, others = 0;
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0, end; i < parts->n; i = end) {
            const struct heard *v = parts->v + i;
            for (end = i + 1; end < parts->n && parts->v[end].part == v->part;)
                end++;
            int *of = &language[v->part];
            if (pass == 0) {
                *of = language_of(v, end - i) + 1;
                same += *of == whole + 1;
                others += *of > 0 && *of != whole + 1;
            } else if (*of == 0 && whole >= 0 && OTHERS_EACH * others <= same && end - i < OWN_WORDS &&
                       is_as_whole(&languages[whole], v, end - i)) {
                *of = whole + 1;
            }
        }
}

struct abroad *abroad_hear(struct arena *arena, const struct schema *s)
{
    struct hearing all = {.arena = arena}, parts = {.arena = arena};
    int *part = declared_parts(arena, s), *language = ARENA_ARRAY(arena, int, s->n_tables);
    struct abroad *a = ARENA_NEW(arena, struct abroad);
    hear_names(&all, s, NULL);
    hear_names(&parts, s, part);
    tell_parts(&parts, language, language_of(all.v, all.n));
    for (int i = 0; i < s->n_tables; i++) {
        int of = language[i] - 1;
        bool known = of < 0;
        for (int k = 0; k < a->n_other; k++)
            known |= a->other[k] == of;
        if (!known)
            a->other[a->n_other++] = of;
    }
    for (int t = 0; t < s->n_tables; t++) /* the first of a part comes first */
        language[t] = part[t] == t ? language[t] - 1 : language[part[t]];
    a->language = language;
    a->schema = s;
    a->names = ARENA_ARRAY(arena, struct slice, s->n_tables);
    for (int t = 0; t < s->n_tables; t++)
        a->names[t] = first_word(arena, s->tables[t].name);
    return a->n_other ? a : NULL;
}

bool abroad_is(const struct abroad *abroad, int table)
{
    return abroad && table >= 0 && abroad->language[table] >= 0;
}

const char *abroad_language(const struct abroad *abroad, int table)
{
    return abroad_is(abroad, table) ? languages[abroad->language[table]].name : NULL;
}

bool abroad_has(const struct abroad *abroad, int table, struct slice word)
{
    return find_exact(&languages[abroad->language[table]], word) != NULL;
}

/* ---- names -------------------------------------------------------------------------------------- */

struct telling {
    struct slice words[LABEL_WORDS]; /* English, what a name says */
    int n;
};

static void tell(struct telling *t, struct slice gloss)
{
    if (t->n == LABEL_WORDS || (gloss.n == 1 && gloss.s[0] == '-'))
        return;
    if (t->n == 0 || compare_slices(t->words[t->n - 1], gloss) != 0)
        t->words[t->n++] = gloss;
}

/* The one table of the same language whose name begins so, -1 if there is none: "EigNr" is the number of an Eigentuemer. */
static int table_of(const struct abroad *a, int language, struct slice word)
{
    int found = -1;
    if (word.n < BRIEF_MIN)
        return -1;
    for (int t = 0; t < a->schema->n_tables; t++) {
        struct slice name = a->names[t];
        if (a->language[t] != language || name.n <= word.n + 1 || shared_letters(name, word) < word.n)
            continue;
        if (found >= 0 && shared_letters(name, a->names[found]) < MIN(name.n, a->names[found].n))
            return -1;
        if (found < 0 || name.n < a->names[found].n)
            found = t;
    }
    return found;
}

static bool tell_word(struct telling *t, const struct language *l, struct slice word)
{
    struct slice parts[COMPOUND_MAX];
    const struct entry *e = find_exact(l, word);
    if (!e && names_is_english(word))
        return false;
    if (!e)
        e = find_form(l, word);
    int n = e ? 0 : cut_compound(l, word, parts);
    for (int i = 0; i < n; i++)
        tell(t, parts[l->order == THING_FIRST ? n - 1 - i : i]);
    if (e)
        tell(t, e->gloss);
    return n > 0 || e;
}

/* A word that stands beside "id" or "number" is short for a table more likely than anything else. */
static bool tell_table(struct telling *t, const struct abroad *a, int language, struct slice word)
{
    int table = table_of(a, language, word);
    return table >= 0 && tell_word(t, &languages[language], a->names[table]);
}

/* A word of a name, in the language of its table or else in another that names of the schema are in. */
static void tell_any(struct telling *t, const struct abroad *a, int language, struct slice word, bool of_key)
{
    if (of_key && tell_table(t, a, language, word))
        return;
    if (tell_word(t, &languages[language], word))
        return;
    if (names_is_english(word)) {
        tell(t, word);
        return;
    }
    if (tell_table(t, a, language, word))
        return;
    const struct entry *e = find_longer(&languages[language], word);
    for (int i = 0; !e && i < a->n_other; i++)
        e = find_exact(&languages[a->other[i]], word);
    tell(t, e ? e->gloss : word);
}

static bool is_number(struct slice word)
{
    static const char *const numbers[] = {"id", "nr", "no", "num", "numero", "cod", "code", "codigo", "kod", "nro"};
    for (int i = 0; i < COUNT_OF(numbers); i++)
        if (slice_equal(word, numbers[i]))
            return true;
    return false;
}

static const char *told_text(struct arena *arena, const struct telling *told)
{
    struct strbuf out = strbuf_in(arena);
    for (int i = 0; i < told->n; i++) {
        if (i)
            strbuf_putc(&out, ' ');
        strbuf_add(&out, told->words[i].s, told->words[i].n);
    }
    return strbuf_text(&out);
}

const char *abroad_read(struct arena *arena, const struct abroad *a, int table, const char *label)
{
    int language = a->language[table];
    bool thing_first = languages[language].order == THING_FIRST;
    struct words w = words_split(arena, label, strlen(label));
    struct telling told = {0};
    for (int i = 0; i < w.n; i++) {
        int at = thing_first ? w.n - 1 - i : i;
        bool of_key = (at > 0 && is_number(w.v[at - 1].folded)) || (at + 1 < w.n && is_number(w.v[at + 1].folded));
        if (w.v[at].folded.n)
            tell_any(&told, a, language, w.v[at].folded, of_key);
    }
    return told.n ? told_text(arena, &told) : label;
}

const char *abroad_read_words(struct arena *arena, const struct abroad *a, int table, const char *text)
{
    const struct language *l = &languages[a->language[table]];
    struct words w = words_split(arena, text, strlen(text));
    struct telling told = {0};
    bool foreign = false;
    for (int i = 0; i < w.n; i++) {
        struct slice word = w.v[l->order == THING_FIRST ? w.n - 1 - i : i].folded;
        if (!tell_word(&told, l, word))
            return NULL;
        foreign |= word.n >= FORM_MIN && !names_is_english(word);
    }
    return told.n && foreign ? told_text(arena, &told) : NULL;
}
