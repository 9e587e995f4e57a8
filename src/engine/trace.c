/* trace.c - what of the question is in a query and what is not: the sentence's phrases with their places
 * in SQL and question, words that left no trace, and notes on what should be known before the rows are
 * believed. */
#include "engine/internal.h"

#include "engine/sql_places.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

bool names_operation(struct slice word)
{
    static const char *const words[] = {
#define WORD(folded) folded,
#include "engine/operation_words.def"
#undef WORD
    };
    for (int i = 0; i < COUNT_OF(words); i++)
        if (slice_equal(word, words[i]))
            return true;
    return false;
}

struct tracing {
    struct astormer_answer *answer;
    const struct schema *schema;
    struct query_parts *query;
    struct sql_places places;
    int notes_capacity;
};

/* ---- phrases ------------------------------------------------------------------------------------- */

static const struct astormer_value *value_written(const struct query_parts *q, const char *literal)
{
    for (int i = 0; i < q->query.n_values; i++)
        if (literal && strcmp(q->values[i].written, literal) == 0)
            return &q->values[i];
    return NULL;
}

static bool link_is_for(const struct astormer_link *l, const struct astormer_phrase *p)
{
    const char *name = l->table ? l->table : l->column;
    return p->kind[0] == 'v' ? l->cell && equal_nocase(l->cell, p->name)
                             : !l->cell && strcmp(name, p->name) == 0;
}

/* The words of this question, else of an earlier one, that the phrase came from. */
static void find_asked(const struct tracing *t, struct astormer_phrase *p)
{
    const struct astormer_answer *a = t->answer;
    const struct astormer_link *best = NULL;
    for (int i = 0; i < a->n_links; i++)
        if (link_is_for(&a->links[i], p) && (!best || a->links[i].turn < best->turn))
            best = &a->links[i];
    if (best) {
        p->asked_start = best->start;
        p->asked_end = best->end;
        return;
    }
    const struct astormer_value *v = p->kind[0] == 'v' ? value_written(t->query, p->name) : NULL;
    const char *at = v && v->asked && a->text ? strstr(a->text, v->asked) : NULL;
    if (at) {
        p->asked_start = (int)(at - a->text);
        p->asked_end = p->asked_start + (int)strlen(v->asked);
    }
}

static void find_place(struct tracing *t, const struct phrase *from, struct astormer_phrase *p)
{
    const struct schema *schema = t->schema;
    const struct sql_place *at = NULL;
    int table = from->kind == PHRASE_COLUMN ? schema->columns[from->item].table : -1;
    if (from->kind == PHRASE_TABLE)
        at = sql_places_table(&t->places, schema->tables[from->item].name);
    else if (from->kind == PHRASE_COLUMN)
        at = sql_places_column(&t->places, table >= 0 ? schema->tables[table].name : NULL,
                               schema->columns[from->item].name);
    else if (p->name)
        at = sql_places_value(&t->places, p->name + (*p->name == '-'));
    if (!at)
        return;
    p->sql_start = at->dotted ? at[-1].start : at->start;
    p->sql_end = at->end;
}

static void trace_phrases(struct tracing *t)
{
    static const char *const kinds[] = {
        [PHRASE_TABLE] = "table", [PHRASE_COLUMN] = "column", [PHRASE_VALUE] = "value"};
    struct arena *arena = &t->answer->arena;
    struct query_parts *q = t->query;
    const struct telling *telling = &q->telling;
    /* bytes that had to be replaced would shift what follows them */
    if (!telling->text || strcmp(telling->text, q->query.told) != 0)
        return;
    q->phrases = ARENA_ARRAY(arena, struct astormer_phrase, telling->n_phrases);
    for (int i = 0; i < telling->n_phrases; i++) {
        const struct phrase *from = &telling->phrases[i];
        struct astormer_phrase p = {.kind = kinds[from->kind], .start = from->start,
                                    .end = from->end, .sql_start = -1, .sql_end = -1,
                                    .asked_start = -1, .asked_end = -1};
        const char *literal = from->literal ? from->literal : "";
        p.name = from->kind == PHRASE_TABLE    ? arena_strdup(arena, t->schema->tables[from->item].name)
                 : from->kind == PHRASE_COLUMN ? column_name(arena, t->schema, from->item)
                                               : text_valid(arena, literal, strlen(literal));
        find_place(t, from, &p);
        find_asked(t, &p);
        q->phrases[q->query.n_phrases++] = p;
    }
}

/* ---- words without a trace --------------------------------------------------------------------------- */

/* Does the query speak of what the link leads to? */
static bool link_is_used(const struct query_parts *q, const struct astormer_link *l)
{
    for (int i = 0; i < q->query.n_phrases; i++)
        if (link_is_for(l, &q->phrases[i]))
            return true;
    return false;
}

static bool word_is_used(const struct tracing *t, const struct astormer_word *w)
{
    const struct astormer_answer *a = t->answer;
    for (int i = 0; i < a->n_links; i++)
        if (a->links[i].start < w->end && w->start < a->links[i].end &&
            link_is_used(t->query, &a->links[i]))
            return true;
    for (int i = 0; i < t->query->query.n_values; i++) {
        const char *asked = t->query->values[i].asked;
        const char *at = asked ? strstr(a->text, asked) : NULL;
        if (at && (int)(at - a->text) < w->end && w->start < (int)(at - a->text + strlen(asked)))
            return true;
    }
    return false;
}

static void trace_words(struct tracing *t)
{
    struct query_parts *q = t->query;
    q->unused = ARENA_ARRAY(&t->answer->arena, struct astormer_word, t->answer->n_words);
    if (q->query.n_phrases == 0) /* nobody knows what it speaks of */
        return;
    for (int i = 0; i < t->answer->n_words; i++)
        if (!word_is_used(t, &t->answer->words[i]))
            q->unused[q->query.n_unused++] = t->answer->words[i];
}

/* ---- notes ------------------------------------------------------------------------------------------- */

static void add_note(struct tracing *t, const char *text)
{
    for (int i = 0; i < t->query->query.n_notes; i++)
        if (strcmp(t->query->notes[i], text) == 0)
            return;
    *ARENA_PUSH(&t->answer->arena, t->query->notes, t->query->query.n_notes, t->notes_capacity) =
        text;
}

static bool is_year(const char *s)
{
    return s && strlen(s) == 4 && (strncmp(s, "19", 2) == 0 || strncmp(s, "20", 2) == 0) &&
           isdigit((unsigned char)s[2]) && isdigit((unsigned char)s[3]);
}

static bool holds_time(const struct column *c)
{
    return c->type == COLUMN_TIME || (c->time != TIME_NONE && c->time != TIME_UNKNOWN) ||
           strstr(c->label, "year") || strstr(c->label, "date");
}

static void note_years(struct tracing *t)
{
    const struct telling *telling = &t->query->telling;
    for (int i = 0; i < telling->n_phrases; i++) {
        const struct phrase *p = &telling->phrases[i];
        if (p->kind == PHRASE_VALUE && p->item > 0 && is_year(p->literal) &&
            !holds_time(&t->schema->columns[p->item]))
            add_note(t, arena_printf(&t->answer->arena,
                                     "%s looks like a year, but is compared with %s, which holds no "
                                     "dates", p->literal,
                                     column_name(&t->answer->arena, t->schema, p->item)));
    }
}

/* Words of this question that are a stored value, whole, and that no value of the query answers to. */
static void note_unused_values(struct tracing *t)
{
    const struct astormer_answer *a = t->answer;
    int last_end = -1;
    for (int i = 0; i < a->n_links; i++) {
        const struct astormer_link *l = &a->links[i];
        struct astormer_word words = {l->text, l->start, l->end};
        if (l->turn != 0 || !l->cell || l->start < last_end ||
            strcmp(l->kind, link_kind_name(LINK_VALUE_EXACT)) != 0 || word_is_used(t, &words))
            continue;
        add_note(t, arena_printf(&t->answer->arena,
                                 "\"%s\" is a value of %s, and this does not use it", l->text,
                                 l->column));
        last_end = l->end;
    }
}

static void note_empty(struct tracing *t)
{
    const struct query_parts *q = t->query;
    if (!q->query.runs || q->query.returns_rows || q->query.n_steps == 0)
        return;
    for (int i = 0; i < q->query.n_values; i++) {
        const struct astormer_value *v = &q->values[i];
        char *end;
        bool number = (strtod(v->written, &end), *v->written && !*end);
        if (v->column && !v->from_cell && !number && !v->source) {
            add_note(t, arena_printf(&t->answer->arena,
                                     "it gives no rows: no %s is '%s'", v->column, v->written));
            return;
        }
    }
    add_note(t, "it gives no rows: nothing in the database is so");
}

void answer_trace(struct astormer_answer *a, const struct schema *schema)
{
    for (int i = 0; i < a->n_queries; i++) {
        struct tracing t = {.answer = a, .schema = schema, .query = a->queries[i]};
        t.places = sql_places_of(&a->arena, t.query->query.sql);
        trace_phrases(&t);
        trace_words(&t);
        note_years(&t);
        if (t.query->query.n_phrases > 0)
            note_unused_values(&t);
        note_empty(&t);
    }
}
