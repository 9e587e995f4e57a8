/* answer.c - from the structures of search/ and link/ to plain data, and its accessors. */
#include "engine/internal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

char *column_name(struct arena *arena, const struct schema *schema, int column)
{
    const struct column *c = &schema->columns[column];
    return c->table < 0 ? arena_strdup(arena, c->name)
                        : arena_printf(arena, "%s.%s", schema->tables[c->table].name, c->name);
}

/* ---- the question ---------------------------------------------------------------------------------- */

static void take_links(struct astormer_answer *a, const struct model_question *q)
{
    const struct links *links = &q->links;
    const struct question *question = &q->question;
    const struct schema *schema = &q->database->ground->schema;
    a->links = ARENA_ARRAY(&a->arena, struct astormer_link, links->n_matches);
    for (int i = 0; i < links->n_matches; i++) {
        const struct link_match *m = &links->matches[i];
        const struct word *w = question->words.v + m->first_word;
        uint32_t start = w[0].start, end = w[m->n_words - 1].end;
        a->links[a->n_links++] = (struct astormer_link){
            .text = text_valid(&a->arena, question->text + start, end - start),
            .start = (int)start, .end = (int)end, .turn = question->word_turn[m->first_word],
            .kind = link_kind_name(m->kind),
            .table = m->table >= 0 ? arena_strdup(&a->arena, schema->tables[m->table].name) : NULL,
            .column = m->table >= 0 ? NULL : column_name(&a->arena, schema, m->column),
            .cell = m->cell.n ? text_valid(&a->arena, m->cell.s, m->cell.n) : NULL};
    }
}

static void take_items(struct astormer_answer *a, const struct model_question *q)
{
    const struct model_input *in = &q->input;
    const struct schema *schema = &q->database->ground->schema;
    a->items = ARENA_ARRAY(&a->arena, struct astormer_item, model_input_rows(in));
    for (int i = 0; i < in->n_question; i++) {
        const struct token *t = &q->question.tokens.v[i];
        a->items[a->n_items++] = (struct astormer_item){
            .kind = ASTORMER_ITEM_TOKEN,
            .text = text_valid(&a->arena, q->question.text + t->start, t->end - t->start),
            .start = (int)t->start, .end = (int)t->end, .turn = q->question.token_turn[i],
            .continues = t->continues};
    }
    for (int i = 0; i < in->n_tables; i++)
        a->items[a->n_items++] = (struct astormer_item){
            .kind = ASTORMER_ITEM_TABLE,
            .text = arena_strdup(&a->arena, schema->tables[in->table_ids[i]].name)};
    for (int i = 0; i < in->n_columns; i++)
        a->items[a->n_items++] = (struct astormer_item){
            .kind = ASTORMER_ITEM_COLUMN,
            .text = column_name(&a->arena, schema, in->column_ids[i])};
    for (int i = 0; i < in->n_values; i++)
        a->items[a->n_items++] = (struct astormer_item){
            .kind = ASTORMER_ITEM_VALUE,
            .text = text_valid(&a->arena, q->values[i].text, strlen(q->values[i].text))};
}

/* Words that could name something, and those that do.  A number fits any column of numbers, so it
 * tells nothing; words of earlier questions count when this one has none of its own. */
static void count_words(struct astormer_answer *a, const struct model_question *q)
{
    const struct words *words = &q->question.words;
    struct astormer_summary *s = &a->summary;
    a->words = ARENA_ARRAY(&a->arena, struct astormer_word, words->n);
    for (int i = 0; i < words->n; i++) {
        const struct word *w = &words->v[i];
        if ((w->kind != WORD_PLAIN && w->kind != WORD_HAN) || w->stop ||
            q->question.word_turn[i] != 0)
            continue;
        bool linked = false;
        for (int k = 0; k < q->links.n_matches && !linked; k++) {
            const struct link_match *m = &q->links.matches[k];
            linked = i >= m->first_word && i < m->first_word + m->n_words &&
                     m->kind != LINK_NUMBER && m->kind != LINK_TIME;
        }
        s->content_words++;
        s->linked_words += linked;
        if (!names_operation(w->folded))
            a->words[a->n_words++] = (struct astormer_word){
                .text = text_valid(&a->arena, q->question.text + w->start, w->end - w->start),
                .start = (int)w->start, .end = (int)w->end};
    }
}

void answer_take_question(struct astormer_answer *a, const struct model_question *q)
{
    const struct schema *schema = &q->database->ground->schema;
    a->text = text_valid(&a->arena, q->question.text, strlen(q->question.text));
    a->summary.tables_seen = q->input.n_tables;
    const uint8_t *tables = q->read ? q->read->tables : q->tables;
    for (int t = 0; t < schema->n_tables; t++) /* a view that is not asked for is not missed */
        a->summary.tables += !tables || tables[t] != TABLE_HIDDEN;
    for (int c = 1; c < schema->n_columns; c++) {
        int table = schema->columns[c].table;
        a->summary.columns += table < 0 || !tables || tables[table] != TABLE_HIDDEN;
    }
    a->summary.columns_seen = q->input.n_columns - (q->input.column_item[0] >= 0);
    take_links(a, q);
    take_items(a, q);
    count_words(a, q);
}

/* ---- a query ------------------------------------------------------------------------------------------ */

static const char *action_name(struct arena *arena, const struct model_question *q,
                               const struct grammar *g, struct action action)
{
    const struct schema *schema = &q->database->ground->schema;
    const struct vocab *vocab = q->database->vocab;
    switch (action.kind) {
    case ACTION_RULE:
        return arena_strdup(arena, g->rules[action.id].name);
    case ACTION_TABLE:
        return arena_strdup(arena, schema->tables[action.id].name);
    case ACTION_COLUMN:
        return column_name(arena, schema, action.id);
    case ACTION_VALUE:
        return text_valid(arena, q->values[action.id].text, strlen(q->values[action.id].text));
    case ACTION_TOKEN:
        break;
    }
    if (action.id == vocab->sep)
        return "";
    struct slice piece = vocab->pieces[action.id];
    return text_valid(arena, piece.s, piece.n);
}

static void take_steps(struct arena *arena, const struct model_question *q,
                       const struct search_query *found, struct query_parts *out)
{
    const struct derivation *d = found->derivation;
    const struct grammar *g = d->rules->grammar;
    out->query.n_steps = d->n_steps;
    out->steps = ARENA_ARRAY(arena, struct astormer_step, d->n_steps);
    out->actions = ARENA_ARRAY(arena, struct action, d->n_steps);
    out->slots = ARENA_ARRAY(arena, int, d->n_steps);
    for (int i = 0; i < d->n_steps; i++) {
        const struct step *s = d->steps[i];
        const struct grammar_field *field = &g->fields[s->field];
        out->actions[i] = s->action;
        out->slots[i] = s->slot;
        out->steps[i] = (struct astormer_step){
            .field = arena_strdup(arena, field->name),
            .type = arena_strdup(arena, g->types[field->type].name),
            .action = (enum astormer_action)s->action.kind,
            .name = action_name(arena, q, g, s->action), .parent = s->parent, .slot = s->slot,
            .depth = s->depth, .first = s->first, .log_probability = found->step_log_p[i],
            .probability = exp(found->step_log_p[i])};
    }
}

/* The words of the question that stand for a value. */
static const char *asked_words(struct arena *arena, const struct model_question *q,
                               const struct search_value *v)
{
    const struct question *question = &q->question;
    if (v->pointed && v->pointed->first_word >= 0) {
        const struct word *w = question->words.v + v->pointed->first_word;
        return text_valid(arena, question->text + w[0].start,
                          w[v->pointed->n_words - 1].end - w[0].start);
    }
    for (int i = 0; i < q->links.n_matches; i++) {
        const struct link_match *m = &q->links.matches[i];
        if (m->column != v->column || !slice_equal(m->cell, v->written))
            continue;
        const struct word *w = question->words.v + m->first_word;
        return text_valid(arena, question->text + w[0].start, w[m->n_words - 1].end - w[0].start);
    }
    uint32_t start, end;
    if (!text_find_span(question->text, strlen(question->text), v->predicted, &start, &end))
        return NULL;
    return text_valid(arena, question->text + start, end - start);
}

static void take_values(struct arena *arena, const struct model_question *q,
                        const struct search_query *found, struct query_parts *out)
{
    out->query.n_values = found->n_values;
    out->values = ARENA_ARRAY(arena, struct astormer_value, found->n_values);
    for (int i = 0; i < found->n_values; i++) {
        const struct search_value *v = &found->values[i];
        out->values[i] = (struct astormer_value){
            .written = text_valid(arena, v->written, strlen(v->written)),
            .predicted = text_valid(arena, v->predicted, strlen(v->predicted)),
            .column = v->column > 0 ? column_name(arena, &q->database->ground->schema, v->column) : NULL,
            .from_cell = v->from_cell, .from_question = v->from_question,
            .asked = asked_words(arena, q, v),
            .source = v->pointed ? ground_source_name((enum ground_source)v->pointed->source)
                                 : NULL};
    }
}

void answer_tell(struct astormer_answer *a, const struct schema *schema, const struct query *query,
                 struct query_parts *out)
{
    out->telling = tell_query(&a->arena, schema, query);
    for (int i = 0; i < out->telling.n_phrases; i++) /* the query goes, the answer stays */
        if (out->telling.phrases[i].literal)
            out->telling.phrases[i].literal =
                arena_strdup(&a->arena, out->telling.phrases[i].literal);
    out->query.told = text_valid(&a->arena, out->telling.text, strlen(out->telling.text));
}

void answer_take_query(struct astormer_answer *a, const struct model_question *q,
                       const struct infer_candidate *c)
{
    const struct search_query *found = c->found;
    bool agrees = a->summary.corrected && same_statement(a->queries[0]->query.sql, c->sql);
    struct query_parts *out = agrees ? a->queries[0] : ARENA_NEW(&a->arena, struct query_parts);
    if (!agrees)
        a->queries[a->n_queries++] = out;
    out->query = (struct astormer_query){.sql = arena_strdup(&a->arena, c->sql),
                                         .log_probability = found->log_p,
                                         .probability = exp(found->log_p),
                                         .runs = run_works(&c->run), .returns_rows = c->run.any,
                                         .rows = (enum astormer_rows)c->compared};
    out->run = c->run;
    memcpy(out->looks, c->looks, sizeof out->looks);
    answer_tell(a, &q->database->ground->schema, found->query, out);
    take_steps(&a->arena, q, found, out);
    take_values(&a->arena, q, found, out);
}

/* ---- accessors ------------------------------------------------------------------------------------------- */

void astormer_answer_close(struct astormer_answer *a)
{
    if (!a)
        return;
    for (int i = 0; i < a->n_queries; i++)
        astormer_result_close(a->queries[i]->preview);
    arena_release(&a->arena);
    xfree(a);
}

const struct astormer_summary *astormer_answer_summary(const struct astormer_answer *a)
{
    return &a->summary;
}

const char *astormer_answer_before(const struct astormer_answer *a)
{
    return a->n_history > 0 ? a->history[a->n_history - 1] : NULL;
}

int astormer_answer_queries(const struct astormer_answer *a)
{
    return a->n_queries;
}

const struct astormer_query *astormer_answer_query(const struct astormer_answer *a, int i)
{
    return i >= 0 && i < a->n_queries ? &a->queries[i]->query : NULL;
}

const struct astormer_step *astormer_query_step(const struct astormer_query *q, int i)
{
    const struct query_parts *parts = (const struct query_parts *)q;
    return i >= 0 && i < q->n_steps ? &parts->steps[i] : NULL;
}

const struct astormer_value *astormer_query_value(const struct astormer_query *q, int i)
{
    const struct query_parts *parts = (const struct query_parts *)q;
    return i >= 0 && i < q->n_values ? &parts->values[i] : NULL;
}

const struct astormer_phrase *astormer_query_phrase(const struct astormer_query *q, int i)
{
    const struct query_parts *parts = (const struct query_parts *)q;
    return i >= 0 && i < q->n_phrases ? &parts->phrases[i] : NULL;
}

const struct astormer_word *astormer_query_unused(const struct astormer_query *q, int i)
{
    const struct query_parts *parts = (const struct query_parts *)q;
    return i >= 0 && i < q->n_unused ? &parts->unused[i] : NULL;
}

const char *astormer_query_note(const struct astormer_query *q, int i)
{
    const struct query_parts *parts = (const struct query_parts *)q;
    return i >= 0 && i < q->n_notes ? parts->notes[i] : NULL;
}

int astormer_answer_links(const struct astormer_answer *a)
{
    return a->n_links;
}

const struct astormer_link *astormer_answer_link(const struct astormer_answer *a, int i)
{
    return i >= 0 && i < a->n_links ? &a->links[i] : NULL;
}

int astormer_answer_items(const struct astormer_answer *a)
{
    return a->n_items;
}

const struct astormer_item *astormer_answer_item(const struct astormer_answer *a, int i)
{
    return i >= 0 && i < a->n_items ? &a->items[i] : NULL;
}

const char *astormer_answer_text(const struct astormer_answer *a)
{
    return a->text;
}

const double *answer_features(const struct astormer_answer *a)
{
    return a->features;
}

const double *answer_looks(const struct astormer_answer *a, int query)
{
    return a->queries[query]->looks;
}

const char *answer_run_told(struct arena *arena, const struct astormer_answer *a, int query)
{
    return run_told(arena, &a->queries[query]->run);
}
