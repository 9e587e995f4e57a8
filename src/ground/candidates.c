/* candidates.c - values a query that answers the question may hold: collected, joined, ranked.
 *
 * Each way to find a value (numbers.c, dates.c, cells.c) hands in what it finds with a score of
 * its own; the scores only have to agree about what is dropped when there are too many: what the
 * question says goes before what the database merely holds, and among that the columns that the
 * question speaks of go first. */
#include "ground/internal.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static const char *const source_names[N_GROUND_SOURCES] = {
    [GROUND_NUMBER] = "number", [GROUND_DATE] = "date", [GROUND_PERIOD] = "period",
    [GROUND_QUOTED] = "quoted", [GROUND_SPAN] = "span", [GROUND_CELL] = "cell",
    [GROUND_CODE] = "code",     [GROUND_CONSTANT] = "constant",
};

const char *ground_source_name(enum ground_source source)
{
    return source_names[source];
}

/* ---- what the question speaks of ------------------------------------------------------------- */

static const float kind_weight[N_LINK_KINDS] = {
    [LINK_EXACT] = 1,           [LINK_PARTIAL] = 0.5f,        [LINK_SYNONYM] = 0.7f,
    [LINK_VALUE_EXACT] = 0.9f,  [LINK_VALUE_CONTAINS] = 0.5f, [LINK_VALUE_WORDS] = 0.4f,
    [LINK_NUMBER] = 0.2f,       [LINK_TIME] = 0.3f,
};

/* What was said earlier counts for less. */
static float turn_weight(int turn)
{
    return turn == 0 ? 1 : turn == 1 ? 0.8f : 0.6f;
}

static void note_links(const struct gathering *g, const uint8_t *kinds, int n_items, float *out)
{
    for (int t = 0; t < g->links->n_tokens; t++) {
        float weight = turn_weight(g->question->token_turn[t]);
        for (int i = 0; i < n_items; i++)
            if (kinds[t * n_items + i])
                out[i] = MAX(out[i], weight * kind_weight[kinds[t * n_items + i]]);
    }
}

/* A column counts by its own links and by those of its table; a table by its best column, and a
 * little by the tables that keys tie it to. */
static void score_items(struct gathering *g)
{
    const struct schema *s = &g->database->schema;
    g->table_score = ARENA_ARRAY(g->arena, float, s->n_tables);
    g->column_score = ARENA_ARRAY(g->arena, float, s->n_columns);
    note_links(g, g->links->tables, s->n_tables, g->table_score);
    note_links(g, g->links->columns, s->n_columns, g->column_score);
    for (int i = 1; i < s->n_columns; i++)
        if (s->columns[i].table >= 0) {
            float *table = &g->table_score[s->columns[i].table];
            *table = MAX(*table, 0.6f * g->column_score[i]);
        }
    float *near = ARENA_ARRAY(g->arena, float, s->n_tables);
    for (int i = 0; i < s->n_foreign_keys; i++) {
        int a = s->columns[s->foreign_keys[i].from].table;
        int b = s->columns[s->foreign_keys[i].to].table;
        if (a < 0 || b < 0)
            continue;
        near[a] = MAX(near[a], 0.4f * g->table_score[b]);
        near[b] = MAX(near[b], 0.4f * g->table_score[a]);
    }
    for (int t = 0; t < s->n_tables; t++)
        g->table_score[t] = MAX(g->table_score[t], near[t]);
}

/* ---- collecting ------------------------------------------------------------------------------ */

#define GATHER_MAX 1024 /* before the best are chosen */

int gather(struct gathering *g, const char *text, enum ground_source source, const char *shown,
           int first_word, int n_words, double score)
{
    if (first_word >= 0)
        score *= 0.5 + 0.5 * turn_weight(g->question->word_turn[first_word]);
    int at = map_put(&g->by_text, text, strlen(text), g->n);
    if (at == g->n) {
        if (g->n == GATHER_MAX)
            return -1;
        *ARENA_PUSH(g->arena, g->v, g->n, g->capacity) = (struct gathered){
            .value = {.text = text, .source = source, .shown = shown, .first_word = first_word,
                      .n_words = n_words, .score = (float)score}};
        return at;
    }
    if (at >= g->n) /* it came after the list was full */
        return -1;
    struct ground_value *v = &g->v[at].value;
    if (score > v->score) {
        v->source = source;
        v->shown = shown;
    }
    v->score = (float)MAX(v->score, score);
    if (n_words > v->n_words) { /* the longest run of words that says it is where it stands */
        v->first_word = first_word;
        v->n_words = n_words;
    }
    return at;
}

void gather_column(struct gathering *g, int candidate, int column)
{
    if (candidate < 0 || column < 0 || g->v[candidate].n_columns == GROUND_MAX_COLUMNS)
        return;
    struct gathered *c = &g->v[candidate];
    for (int i = 0; i < c->n_columns; i++)
        if (c->columns[i] == column)
            return;
    *ARENA_PUSH(g->arena, c->columns, c->n_columns, c->capacity) = column;
}

const char *gather_typed(struct gathering *g, int first, int n)
{
    const struct word *w = g->question->words.v;
    uint32_t start = w[first].start, end = w[first + n - 1].end;
    return arena_strndup(g->arena, g->question->text + start, end - start);
}

static void gather_constants(struct gathering *g)
{
    static const char *const constants[] = {"1", "0", "100", "2"};
    for (int i = 0; i < COUNT_OF(constants); i++)
        gather(g, constants[i], GROUND_CONSTANT, constants[i], -1, 0, 4.5);
}

static int by_score(const void *a, const void *b)
{
    const struct gathered *x = a, *y = b;
    if (x->value.score != y->value.score)
        return x->value.score < y->value.score ? 1 : -1;
    return strcmp(x->value.text, y->value.text);
}

void ground_candidates(struct arena *arena, const struct ground_database *database,
                       const struct question *question, const struct links *links,
                       const char *today, struct ground_values *out)
{
    struct gathering g = {.arena = arena, .database = database, .question = question,
                          .links = links, .today = today, .by_text = map_in(arena)};
    score_items(&g);
    gather_numbers(&g);
    gather_dates(&g);
    gather_spans(&g);
    gather_cells(&g);
    gather_codes(&g);
    gather_constants(&g);
    if (g.n)
        qsort(g.v, (size_t)g.n, sizeof *g.v, by_score);
    *out = (struct ground_values){.n = MIN(g.n, GROUND_MAX_VALUES)};
    out->v = ARENA_ARRAY(arena, struct ground_value, out->n);
    for (int i = 0; i < out->n; i++) {
        out->v[i] = g.v[i].value;
        out->v[i].columns = g.v[i].columns;
        out->v[i].n_columns = g.v[i].n_columns;
    }
}

static bool equal_but_for_space(const char *a, const char *b)
{
    for (;; a++, b++) {
        while (isspace((unsigned char)*a))
            a++;
        while (isspace((unsigned char)*b))
            b++;
        if (tolower((unsigned char)*a) != tolower((unsigned char)*b))
            return false;
        if (!*a)
            return true;
    }
}

int ground_find(const struct ground_values *values, const char *literal)
{
    double number, other;
    size_t n = strlen(literal);
    bool is_number = text_number(literal, n, &number);
    int nocase = -1;
    for (int i = 0; i < values->n; i++) {
        const char *text = values->v[i].text;
        if (strcmp(text, literal) == 0)
            return i;
        if (nocase < 0 && equal_but_for_space(text, literal))
            nocase = i;
        if (nocase < 0 && is_number && text_number(text, strlen(text), &other) && other == number)
            nocase = i;
    }
    return nocase;
}
