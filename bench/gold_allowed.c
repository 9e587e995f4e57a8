/* gold_allowed.c - would the constraints of search/ let the gold queries of a benchmark through?
 *
 *   gold_allowed MODEL DATASET DATA SPLIT [GRAMMAR]
 *
 * Every refused query is printed with the first action that is refused, then a count.  Rules are to
 * be judged on training queries; dev is for reporting.  With GRAMMAR (sql, paper or everyday) the trees
 * are of that grammar instead of the model's own. */
#include "search/internal.h"
#include "train/train.h"

#include <stdio.h>
#include <string.h>

/* The first step that is refused, or -1. */
static int refused_step(struct arena *arena, const struct model *model, const struct sample *s,
                        unsigned without)
{
    struct model_question question = s->question;
    struct constraints *c = constraints_new(arena, model_grammar(model), &question, MODEL_MAX_STEPS);
    constraints_without(c, without);
    struct partial *partial = partial_new(arena);
    struct derivation prefix = *s->derivation;
    for (int i = 0; i < s->derivation->n_steps; i++) {
        const struct step *step = s->derivation->steps[i];
        struct candidate node = {.slot = step->slot, .field = step->field, .parent = step->parent,
                                 .parent_rule = step->parent_rule, .depth = step->depth,
                                 .first = step->first};
        prefix.n_steps = i;
        partial_read(partial, c, &prefix);
        if (!partial_allows(partial, &node, step->action))
            return i;
    }
    return -1;
}

/* The model as it would be with another grammar, its weights undrawn. */
static enum status change_grammar(struct arena *arena, struct loaded_model *m, const char *name,
                                  struct error *err)
{
    static const char *const names[] = {[GRAMMAR_SQL] = "sql", [GRAMMAR_PAPER] = "paper",
                                        [GRAMMAR_EVERYDAY] = "everyday"};
    struct model_config *config = ARENA_NEW(arena, struct model_config);
    *config = *model_config_of(m->model);
    for (int i = 0; i < COUNT_OF(names); i++)
        if (strcmp(names[i], name) == 0)
            config->grammar = i;
    const char *text = model_grammar_text(config);
    struct grammar *grammar;
    enum status st = grammar_parse(arena, name, text, strlen(text), &grammar, err);
    return st == ST_OK ? model_new(config, grammar, MODEL_UNDRAWN, &m->model, err) : st;
}

static const char *name_of(const struct loaded_model *m, const struct sample *s, struct action a)
{
    const struct schema *schema = &s->database->ground->schema;
    switch (a.kind) {
    case ACTION_RULE:
        return model_grammar(m->model)->rules[a.id].name;
    case ACTION_TABLE:
        return schema->tables[a.id].name;
    case ACTION_COLUMN:
        return schema->columns[a.id].name;
    case ACTION_VALUE:
        return s->question.choices.v[a.id].text;
    default:
        return m->vocab.pieces[a.id].s; /* up to the end of its line */
    }
}

static void report(const struct loaded_model *m, const struct sample *s, int step)
{
    static const char *const kinds[] = {"rule", "table", "column", "token", "value"};
    struct action action = s->derivation->steps[step]->action;
    printf("%s\tstep %d\t%s %.20s\t%s\t%s\n", s->example->db_id, step, kinds[action.kind],
           name_of(m, s, action), s->example->question, s->example->sql);
}

/* Does search put this query behind all others, as one that says nothing or one thing twice? */
static bool is_idle(struct arena *arena, const struct sample *s)
{
    struct query *query;
    return tree_to_query(arena, &s->database->ground->schema, s->tree, &query, NULL) == ST_OK &&
           query_repeats_itself(&s->database->ground->schema, query);
}

int main(int argc, char **argv)
{
    struct error err = {0};
    struct arena arena = {0}, scratch = {0};
    struct loaded_model *m;
    struct dataset dataset;
    struct sample_set set = {0};
    if (argc != 5 && argc != 6) {
        fprintf(stderr, "usage: gold_allowed MODEL DATASET DATA SPLIT [GRAMMAR]\n");
        return 2;
    }
    if (model_open(argv[1], &m, &err) != ST_OK ||
        (argc == 6 && change_grammar(&arena, m, argv[5], &err) != ST_OK) ||
        dataset_read(&arena, argv[2], argv[3], argv[4], NULL, &dataset, &err) != ST_OK) {
        fprintf(stderr, "gold_allowed: %s\n", err.message);
        return 3;
    }
    struct pool *pool = pool_new(1);
    struct sample_maker *maker = sample_maker_new(m->model, &m->vocab);
    if (samples_add(maker, &dataset, NULL, NULL, true, pool, &set, &err) != ST_OK) {
        fprintf(stderr, "gold_allowed: %s\n", err.message);
        return 3;
    }
    int allowed = 0, n = 0, idle = 0, acted[N_PREFERENCES] = {0};
    for (int i = 0; i < set.n; i++) {
        if (!set.samples[i].derivation) /* it has no answer */
            continue;
        n++;
        int step = refused_step(&scratch, m->model, &set.samples[i], 0);
        if (step >= 0)
            report(m, &set.samples[i], step);
        for (int k = 0; step >= 0 && k < N_PREFERENCES; k++)
            acted[k] += refused_step(&scratch, m->model, &set.samples[i], 1u << k) < 0;
        allowed += step < 0;
        if (is_idle(&scratch, &set.samples[i])) {
            idle++;
            printf("%s\tidle\t%s\t%s\n", set.samples[i].example->db_id, set.samples[i].example->question,
                   set.samples[i].example->sql);
        }
        arena_clear(&scratch);
    }
    printf("%d of %d gold queries allowed, %d examples could not be read\n", allowed, n,
           set.n_rejected);
    printf("%d of them say nothing, or one thing twice, and stand behind all others\n", idle);
    for (int k = 0; k < PREFER_AS_ASKED; k++)
        printf("%d of them refused by the preference '%s' alone\n", acted[k], search_preferences[k].name);
    sample_maker_free(maker);
    pool_free(pool);
    model_close(m);
    arena_release(&scratch);
    arena_release(&arena);
    return 0;
}
