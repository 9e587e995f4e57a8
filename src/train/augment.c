/* augment.c - an example as somebody else might have asked it, drawn anew for each update.
 *
 * Each kind of change is a share of the examples (train.def; 0 = off) and leaves the gold query as
 * it is: unrelated questions before it, tables and columns hidden or added, names changed
 * (rename.c), the question's words changed.  Only a question put to another database loses its
 * query: it teaches that there is none.  All of it is a function of (seed, step, example). */
#include "train/internal.h"

#include <ctype.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static const struct {
    int class;
    const char *text;
} openings[] = {
#define SYNONYM(a, b)
#define OPENING(class, text) {class, text},
#include "train/augment.def"
#undef SYNONYM
#undef OPENING
};

static bool happens(struct variant *v, double share)
{
    return share > 0 && rng_uniform(&v->rng) < share;
}

static int below(struct variant *v, int n)
{
    return (int)rng_below(&v->rng, (uint32_t)n);
}

/* ---- other examples -------------------------------------------------------------------------- */

static bool same_database(const struct sample *a, const struct sample *b)
{
    return strcmp(a->example->db_id, b->example->db_id) == 0;
}

/* Another stand-alone example of this database, or NULL: those of one database are near each other
 * in every dataset. */
static const struct sample *neighbour(struct variant *v)
{
    enum { TRIES = 12, REACH = 40 };
    int at = (int)(v->from - v->set->samples);
    for (int i = 0; i < TRIES; i++) {
        int k = at + below(v, 2 * REACH + 1) - REACH;
        if (k < 0 || k >= v->set->n || k == at)
            continue;
        const struct sample *s = &v->set->samples[k];
        if (same_database(s, v->from) && s->example->n_history == 0 &&
            strcmp(s->example->question, v->from->example->question) != 0)
            return s;
    }
    return NULL;
}

static const struct sample *stranger(struct variant *v)
{
    enum { TRIES = 12 };
    for (int i = 0; i < TRIES; i++) {
        const struct sample *s = &v->set->samples[below(v, v->set->n)];
        if (!same_database(s, v->from))
            return s;
    }
    return NULL;
}

/* ---- what was asked before, and of whom ------------------------------------------------------ */

static void put_unrelated_before(struct variant *v)
{
    enum { MOST = 3 };
    const char **texts = ARENA_ARRAY(v->arena, const char *, MOST + 1);
    int n = 1, wanted = 1 + below(v, MOST);
    texts[0] = v->utterances[0];
    for (int i = 0; i < wanted; i++) {
        const struct sample *other = neighbour(v);
        if (other)
            texts[n++] = other->example->question;
    }
    if (n == 1)
        return;
    v->utterances = texts;
    v->n = n;
    v->out.verdicts[VERDICT_FOLLOWS] = -1;
    v->changed = true;
}

static void ask_elsewhere(struct variant *v)
{
    const struct sample *other = stranger(v);
    if (!other)
        return;
    v->out.database = other->database;
    v->out.tree = NULL;
    v->out.derivation = NULL;
    v->out.used = NULL;
    v->out.verdicts[VERDICT_ANSWERABLE] = -1;
    v->out.verdicts[VERDICT_FOLLOWS] = 0;
    v->n = 1;
    v->changed = true;
}

/* ---- what is shown of the schema ------------------------------------------------------------- */

/* A quarter of what the query does not use; a table with all of its columns. */
static void hide_items(struct variant *v)
{
    const struct schema *s = &v->out.database->ground->schema;
    v->left_out = ARENA_ARRAY(v->arena, bool, s->n_tables + s->n_columns);
    for (int t = 0; t < s->n_tables; t++)
        v->left_out[t] = !v->out.used[t] && below(v, 4) == 0;
    for (int c = 1; c < s->n_columns; c++) {
        int table = s->columns[c].table, item = s->n_tables + c;
        bool used = v->out.used[item];
        v->left_out[item] = table >= 0 && !used && (v->left_out[table] || below(v, 4) == 0);
        if (table >= 0 && used)
            v->left_out[table] = false;
    }
    v->changed = true;
}

/* ---- the question's words -------------------------------------------------------------------- */

static bool is_letters(const char *s, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (!islower((unsigned char)s[i]))
            return false;
    return true;
}

/* A place in the text where a word of small letters begins, outside of quotation marks; -1 if a few
 * tries find none. */
static int pick_word(struct variant *v, const char *text, size_t least, size_t *length)
{
    enum { TRIES = 8 };
    size_t n = strlen(text);
    for (int i = 0; n > 0 && i < TRIES && !strpbrk(text, "'\""); i++) {
        size_t at = (size_t)below(v, (int)n);
        while (at > 0 && text[at - 1] != ' ')
            at--;
        *length = strcspn(text + at, " ?.,!;:");
        if (*length >= least && is_letters(text + at, *length))
            return (int)at;
    }
    return -1;
}

/* Two letters change places, one is left out, or one comes twice. */
static void misspell(struct variant *v)
{
    const char *text = v->utterances[0];
    size_t length;
    int at = pick_word(v, text, 5, &length);
    if (at < 0)
        return;
    int k = at + 1 + below(v, (int)length - 2);
    const char *rest = text + k;
    switch (below(v, 3)) {
    case 0:
        v->utterances[0] = arena_printf(v->arena, "%.*s%c%c%s", k, text, rest[1], rest[0], rest + 2);
        break;
    case 1:
        v->utterances[0] = arena_printf(v->arena, "%.*s%s", k, text, rest + 1);
        break;
    default:
        v->utterances[0] = arena_printf(v->arena, "%.*s%c%s", k, text, rest[0], rest);
    }
    v->changed = true;
}

/* A small whole number as a word. */
static void spell_number(struct variant *v)
{
    static const char *const words[] = {"zero", "one", "two", "three", "four", "five", "six", "seven",
                                        "eight", "nine", "ten", "eleven", "twelve"};
    const char *text = v->utterances[0];
    for (const char *c = text; *c; c++) {
        if (!isdigit((unsigned char)*c) || (c > text && c[-1] != ' '))
            continue;
        size_t n = strspn(c, "0123456789");
        int value = atoi(c);
        bool whole = c[n] == ' ' || c[n] == '\0' || c[n] == '?' || (c[n] == '.' && c[n + 1] == '\0');
        if (n <= 2 && value < COUNT_OF(words) && whole) {
            v->utterances[0] = arena_printf(v->arena, "%.*s%s%s", (int)(c - text), text,
                                            words[value], c + n);
            v->changed = true;
            return;
        }
        c += n - 1;
    }
}

/* "What are the names ..." -> "Tell me the names ..." */
static void open_otherwise(struct variant *v)
{
    const char *text = v->utterances[0];
    int found = -1;
    size_t length = 0;
    for (int i = 0; i < COUNT_OF(openings); i++) {
        size_t n = strlen(openings[i].text);
        if (n > length && strncasecmp(text, openings[i].text, n) == 0) {
            found = i;
            length = n;
        }
    }
    if (found < 0)
        return;
    int choices[COUNT_OF(openings)], n = 0;
    for (int i = 0; i < COUNT_OF(openings); i++)
        if (openings[i].class == openings[found].class && i != found)
            choices[n++] = i;
    char *changed = arena_printf(v->arena, "%s%s", openings[choices[below(v, n)]].text,
                                 text + length);
    if (isupper((unsigned char)text[0]))
        changed[0] = (char)toupper((unsigned char)changed[0]);
    v->utterances[0] = changed;
    v->changed = true;
}

/* ---- all of it ------------------------------------------------------------------------------- */

static const struct {
    const char *name;
    size_t share; /* where it stands in the settings */
} kinds[] = {
#define KIND(name) {#name, offsetof(struct train_settings, name)}
    KIND(unrelated), KIND(elsewhere), KIND(hide),         KIND(add),
    KIND(rename),    KIND(misspell),  KIND(number_words), KIND(openings),
#undef KIND
};

bool augments(const struct train_settings *s)
{
    for (int i = 0; i < COUNT_OF(kinds); i++)
        if (*(const double *)((const char *)s + kinds[i].share) > 0)
            return true;
    return false;
}

static bool is_kind(struct slice name)
{
    for (int i = 0; i < COUNT_OF(kinds); i++)
        if (slice_equal(name, kinds[i].name))
            return true;
    return false;
}

static enum status unknown_kind(struct slice name, struct error *err)
{
    char names[256] = "";
    for (int i = 0, at = 0; i < COUNT_OF(kinds); i++)
        at += snprintf(names + at, sizeof names - (size_t)at, "%s%s", i ? ", " : "", kinds[i].name);
    return fail(err, ST_USAGE, "unknown variant '%.*s': there are %s", (int)MIN(name.n, (size_t)60),
                name.s, names);
}

enum status variants_set(struct train_settings *settings, const char *list, struct error *err)
{
    int n_rows;
    const struct setting *table = train_settings_table(&n_rows);
    for (const char *at = list;; at++) {
        size_t n = strcspn(at, ","), n_name = MIN(strcspn(at, "="), n);
        if (!is_kind((struct slice){at, n_name}))
            return unknown_kind((struct slice){at, n_name}, err);
        char assignment[128];
        if (n >= sizeof assignment - 2)
            return fail(err, ST_USAGE, "variant '%.60s...': a share is a number from 0 to 1", at);
        snprintf(assignment, sizeof assignment, "%.*s%s", (int)n, at, n_name < n ? "" : "=1");
        enum status st = settings_set(table, n_rows, settings, assignment, err);
        if (st != ST_OK)
            return st;
        at += n;
        if (!*at)
            return ST_OK;
    }
}

static void change(struct variant *v, const struct train_settings *s)
{
    bool verdicts = model_config_of(v->model)->verdicts;
    bool asked = v->from->tree != NULL;
    if (verdicts && asked && happens(v, s->elsewhere))
        ask_elsewhere(v);
    else if (v->n == 1 && happens(v, s->unrelated))
        put_unrelated_before(v);
    if (happens(v, s->openings))
        open_otherwise(v);
    if (happens(v, s->number_words))
        spell_number(v);
    if (happens(v, s->misspell))
        misspell(v);
    if (!v->out.tree)
        return;
    bool rename = happens(v, s->rename), add = happens(v, s->add);
    if (rename || add)
        change_schema(v, rename, add ? stranger(v) : NULL);
    if (happens(v, s->hide))
        hide_items(v);
}

/* NULL if nothing about it changed. */
static struct variant *draw(const struct train_job *job, const struct sample *from, uint64_t seed,
                            struct arena *arena)
{
    struct variant *v = ARENA_NEW(arena, struct variant);
    *v = (struct variant){.model = job->model, .maker = job->maker, .set = &job->train,
                          .from = from, .arena = arena, .out = *from};
    rng_seed(&v->rng, seed);
    v->n = sample_utterances(arena, from->example, &v->utterances);
    change(v, &job->settings);
    return v->changed ? v : NULL;
}

const struct sample *augment_sample(const struct train_job *job, const struct sample *from,
                                    uint64_t seed, struct arena *arena)
{
    struct variant *v = draw(job, from, seed, arena);
    if (!v)
        return from;
    struct error err = {0};
    return sample_build(job->maker, arena, v->utterances, v->n, v->left_out, &v->out, &err) == ST_OK
               ? &v->out : from;
}

bool variant_draw(const struct train_job *job, const struct sample *from, uint64_t seed,
                  struct arena *arena, struct sample_variant *out)
{
    const struct variant *v = draw(job, from, seed, arena);
    if (!v)
        return false;
    *out = (struct sample_variant){.utterances = v->utterances, .n = v->n,
                                   .database = v->out.database, .left_out = v->left_out,
                                   .elsewhere = from->tree && !v->out.tree};
    return true;
}
