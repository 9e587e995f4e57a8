/* value_nodes.c - what pointing at values costs and reaches, by how many sub-words values may take.
 *
 *   value_nodes VOCAB DATASET DATA SPLIT [VALUE_TOKENS ...]
 *
 * For each number: literals of the gold queries (outside of LIKE) that are among the values an input
 * shows when the gold query is not known, mean values and sub-words of an input, with and without.
 * With MISSES set in the environment those not shown are listed.  The gold is read in the everyday grammar, in which 20230101 beside a column of dates is a date. */
#include "search/search.h"
#include "train/train.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct count {
    long inputs, gold, shown, values, value_tokens, tokens;
};

static void count_sample(const struct sample *s, struct count *c)
{
    struct arena arena = {0};
    struct error err = {0};
    struct model_question q;
    const struct example *e = s->example;
    const char **utterances = ARENA_ARRAY(&arena, const char *, e->n_history + 1);
    utterances[0] = e->question;
    for (int i = 1; i <= e->n_history; i++)
        utterances[i] = e->history[e->n_history - i];
    if (model_question_read(&arena, s->database, utterances, e->n_history + 1, NULL, NULL, &q,
                            &err) == ST_OK) {
        const struct model_input *in = &q.input;
        c->inputs++;
        c->values += in->n_values;
        c->tokens += in->n_tokens;
        for (int i = in->n_tables + in->n_columns; i < model_input_items(in); i++)
            c->value_tokens += in->items[i].n;
        for (int i = 0; i < s->derivation->n_steps; i++) {
            struct action a = s->derivation->steps[i]->action;
            if (a.kind != ACTION_VALUE)
                continue;
            c->gold++;
            struct literal gold = s->question.choices.v[a.id];
            bool shown = value_list_find(&q.choices, gold) >= 0;
            c->shown += shown;
            if (!shown && getenv("MISSES"))
                printf("%s\t%s\t%s\n", gold.text, e->question, e->sql);
        }
    }
    arena_release(&arena);
}

int main(int argc, char **argv)
{
    struct arena arena = {0};
    struct error err = {0};
    struct dataset dataset;
    struct slice text;
    struct vocab vocab;
    struct model *model;
    struct grammar *grammar;
    const char *asdl = grammar_everyday_builtin_text();
    if (argc < 5)
        return 2;
    if (file_read(&arena, argv[1], VOCAB_MAX_BYTES, &text, &err) != ST_OK ||
        vocab_parse(&arena, text, argv[1], VOCAB_UNCASED, &vocab, &err) != ST_OK ||
        dataset_read(&arena, argv[2], argv[3], argv[4], NULL, &dataset, &err) != ST_OK ||
        grammar_parse(&arena, "everyday", asdl, strlen(asdl), &grammar, &err) != ST_OK) {
        fprintf(stderr, "%s\n", err.message);
        return 1;
    }
    struct model_config config = model_config_default();
    config.encoder = ENCODER_STATIC; /* only the layout is of interest */
    config.vocabulary = vocab.n_pieces;
    config.embedding = config.d = 8;
    config.heads = 1;
    config.item_words = false;
    config.max_tokens = 512;
    struct pool *pool = pool_new(1);
    printf("%12s %8s %8s %8s %8s %8s\n", "value_tokens", "gold", "shown", "values", "sub-words",
           "input");
    for (int k = 5; k < MAX(argc, 6); k++) {
        if (k < argc)
            config.value_tokens = atoi(argv[k]);
        if (model_new(&config, grammar, MODEL_UNDRAWN, &model, &err) != ST_OK)
            return 1;
        struct sample_maker *maker = sample_maker_new(model, &vocab);
        struct sample_set set = {0};
        struct count c = {0};
        samples_add(maker, &dataset, NULL, NULL, true, pool, &set, &err);
        for (int i = 0; i < set.n; i++)
            if (set.samples[i].derivation)
                count_sample(&set.samples[i], &c);
        double n = (double)MAX(c.inputs, 1);
        printf("%12d %8ld %7.1f%% %8.1f %8.1f %8.1f\n", config.value_tokens, c.gold,
               100.0 * (double)c.shown / (double)MAX(c.gold, 1), (double)c.values / n,
               (double)c.value_tokens / n, (double)c.tokens / n);
        fflush(stdout);
        sample_maker_free(maker);
        model_free(model);
    }
    pool_free(pool);
    arena_release(&arena);
    return 0;
}
