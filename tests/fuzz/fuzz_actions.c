/* fuzz_actions.c - any bytes as decoding decisions: two a step, which open node and which action;
 * a first byte with its top bit set is an arbitrary action, right or wrong.  When the bytes end,
 * the tree is finished the shortest way.  Every finished tree is a query or says why not, and a
 * query's own tree gives the query again.  The first byte of all picks order, distance and grammar. */
#include "../unit/shop.h"
#include "../unit/smallest.h"
#include "../unit/visits.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define MUST(condition)                                                                            \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            fprintf(stderr, "%d: %s: %s\n", __LINE__, #condition, err.message);                    \
            abort();                                                                               \
        }                                                                                          \
    } while (0)

static void step(struct arena *a, struct derivation *d, const struct smallest *s,
                 const uint8_t *bytes)
{
    struct candidate c[GRAMMAR_MAX_SLOTS];
    struct error err = {0};
    int n = derivation_candidates(d, c), before = d->n_steps;
    if (bytes && bytes[0] & 0x80) {
        struct action any = {(enum action_kind)(bytes[0] >> 5 & 3), bytes[1] - 8};
        enum status st = derivation_apply(a, d, (bytes[0] & 31) - 2, any, &err);
        MUST(st == ST_OK ? d->n_steps == before + 1 : d->n_steps == before && err.message[0]);
        return;
    }
    int k = bytes ? bytes[0] % n : 0;
    struct action action = pick_action(d->rules, s, c[k].field, bytes ? bytes[1] : 0, !bytes);
    enum status st = derivation_apply(a, d, c[k].slot, action, &err);
    MUST(st == ST_OK || st == ST_LIMIT);
}

/* One of the grammars, read once, and a schema that has what it can say. */
struct language {
    struct grammar *grammar;
    const struct schema *schema;
    struct smallest smallest;
};

static const struct language *language_of(int number)
{
    static struct arena lasting;
    static struct language languages[] = {{.schema = &shop}, {.schema = &visits}, {.schema = &shop}};
    struct language *l = &languages[number % COUNT_OF(languages)];
    const char *const texts[] = {grammar_builtin_text(), grammar_everyday_builtin_text(),
                                 grammar_paper_builtin_text()};
    const char *text = texts[number % COUNT_OF(languages)];
    struct error err = {0};
    if (!l->grammar) {
        MUST(grammar_parse(&lasting, "grammar", text, strlen(text), &l->grammar, &err) == ST_OK);
        l->smallest = smallest_rules(l->grammar);
    }
    return l;
}

static void check_tree(struct arena *a, const struct language *l, const struct derivation *d,
                       const struct value_codec *codec)
{
    struct tree *tree, *canonical;
    struct query *q, *again;
    struct error err = {0};
    MUST(derivation_tree(a, d, codec, &tree, &err) == ST_OK);
    if (tree_to_query(a, l->schema, tree, &q, &err) != ST_OK) {
        MUST(q == NULL && err.message[0]);
        return;
    }
    for (int dialect = SQL_SQLITE; dialect <= SQL_BENCHMARK; dialect++)
        MUST(sql_print(a, l->schema, q, (enum sql_dialect)dialect)[0]);
    enum status st = tree_from_query(a, l->grammar, l->schema, q, &canonical, &err);
    MUST(st == ST_OK || st == ST_UNSUPPORTED); /* T.* or an instance beyond the grammar's */
    if (st == ST_OK) {
        MUST(tree_to_query(a, l->schema, canonical, &again, &err) == ST_OK);
        MUST(query_equal(q, again));
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0)
        return 0;
    const struct language *l = language_of(data[0] >> 5);
    struct arena a = {0};
    struct value_codec *codec = codec_words(&a);
    const int *ids;
    codec->encode(codec->context, &a, "0 3 'x' -1.5 2014 Rome % \xff 2023-03-15 today last month", &ids);
    struct derivation_rules rules = {.grammar = l->grammar,
                                     .order = (enum traversal)(data[0] % N_TRAVERSALS),
                                     .max_distance = data[0] / 4 % 8,
                                     .max_steps = 200,
                                     .n_tables = l->schema->n_tables,
                                     .n_columns = l->schema->n_columns,
                                     .n_tokens = codec->size(codec->context),
                                     .eos = codec->eos};
    struct derivation *d = derivation_new(&a, &rules);
    for (size_t i = 1; i + 1 < size && !derivation_finished(d) && d->n_steps < 200; i += 2)
        step(&a, d, &l->smallest, data + i);
    while (!derivation_finished(d) && d->n_steps < 200)
        step(&a, d, &l->smallest, NULL);
    struct error err = {0};
    for (int j = 0; j < d->n_steps; j += 1 + j / 10) /* all early rows, then fewer */
        for (int i = 0; i <= j; i++)
            MUST(d->steps[j]->relations[i] == relation_by_definition(d, j, i, rules.max_distance));
    if (derivation_finished(d))
        check_tree(&a, l, d, codec);
    arena_release(&a);
    return 0;
}
