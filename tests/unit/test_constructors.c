/* test_constructors.c - a constructor is added by its row in the table and nothing else.  This
 * program is built with the rows of toy_constructors.def and its own copy of tree/ and search/. */
#include "test.h"

#include "random_db.h"
#include "search/search.h"
#include "shop.h"

/* The built-in grammar with two rules more; without the one that could say the same and has its row
 * above theirs, if asked. */
static struct grammar *toy_grammar(struct arena *a, bool instead)
{
    static const char general[] = "CmpCondition(col_unit, cmp_op, value)";
    static const char ours[] = "Same(col_unit, value) | Differs(col_unit, value)";
    const char *text = grammar_builtin_text(), *at = strstr(text, general);
    struct strbuf b = strbuf_in(a);
    assert_non_null(at);
    strbuf_add(&b, text, (size_t)(at - text));
    strbuf_printf(&b, "%s%s%s", ours, instead ? "" : " | ", instead ? "" : general);
    strbuf_puts(&b, at + strlen(general));
    struct grammar *g;
    struct error err = {0};
    assert_ok(grammar_parse(a, "toy", strbuf_text(&b), b.n, &g, &err), err);
    return g;
}

static void a_row_is_all_it_takes_to_say_something_new(void **state)
{
    (void)state;
    struct arena a = {0};
    struct grammar *g = toy_grammar(&a, true);
    static const struct {
        const char *sql, *rule;
    } cases[] = {
        {"SELECT name FROM customer WHERE age = 30", "Same"},
        {"SELECT name FROM customer WHERE age != (SELECT max(age) FROM customer)", "Differs"},
        {"SELECT City FROM customer GROUP BY City HAVING count(*) = 2", "Same"},
    };
    for (int i = 0; i < COUNT_OF(cases); i++) {
        struct query *q, *again;
        struct tree *tree;
        struct error err = {0};
        assert_ok(sql_parse(&a, &shop, cases[i].sql, strlen(cases[i].sql), SQL_READ_STRICT, &q,
                            &err), err);
        assert_ok(tree_from_query(&a, g, &shop, q, &tree, &err), err);
        bool used = false;
        for (int k = 0; k < tree->n_nodes; k++)
            used |= tree->nodes[k].rule == grammar_find_rule(g, cases[i].rule, 0);
        assert_true(used);
        assert_ok(tree_to_query(&a, &shop, tree, &again, &err), err);
        assert_true(query_equal(q, again));
    }
    arena_release(&a);
}

static struct action random_allowed(struct partial *p, const struct derivation *d,
                                    const struct candidate *node, struct rng *rng)
{
    const struct grammar *g = d->rules->grammar;
    static const enum action_kind kinds[] = {[TYPE_NODE] = ACTION_RULE, [TYPE_TABLE] = ACTION_TABLE,
                                             [TYPE_COLUMN] = ACTION_COLUMN,
                                             [TYPE_VALUE] = ACTION_TOKEN};
    const int limits[] = {[ACTION_RULE] = g->n_rules, [ACTION_TABLE] = d->rules->n_tables,
                          [ACTION_COLUMN] = d->rules->n_columns, [ACTION_TOKEN] = d->rules->n_tokens};
    struct action chosen = {ACTION_RULE, -1};
    enum action_kind kind = kinds[g->types[g->fields[node->field].type].kind];
    for (int id = 0, found = 0; id < limits[kind]; id++) {
        if (kind == ACTION_RULE && g->rules[id].type != g->fields[node->field].type)
            continue;
        struct action action = {kind, id};
        if (partial_allows(p, node, action) && random_below(rng, ++found) == 0)
            chosen = action;
    }
    return chosen;
}

/* Random walks take the new rule where its row lets them, never the hidden one, and end well. */
static void search_uses_it_where_the_row_says(void **state)
{
    (void)state;
    struct arena a = {0};
    struct error err = {0};
    struct grammar *g = toy_grammar(&a, false);
    struct vocab vocab;
    char path[] = "/tmp/astormer-toy-XXXXXX";
    close(mkstemp(path));
    struct rng rng;
    rng_seed(&rng, 3);
    random_database(&a, &rng, path);
    assert_ok(vocab_parse(&a, slice_of(small_vocabulary), "small", VOCAB_UNCASED, &vocab, &err), err);
    struct model_config config = model_config_default();
    config.encoder = ENCODER_STATIC;
    struct model_database *database;
    struct value_options options = {.cache_dir = ""};
    assert_ok(model_database_open(&config, &vocab, path, NULL, &options, &database, &err), err);
    struct model_question question;
    const char *text = "how many red c0 of t1?";
    assert_ok(model_question_read(&a, database, &text, 1, NULL, NULL, &question,
                                  &err), err);
    struct derivation_rules rules = {.grammar = g, .max_distance = -1, .max_steps = 80,
                                     .n_tables = database->ground->schema.n_tables,
                                     .n_columns = database->ground->schema.n_columns,
                                     .n_tokens = vocab.n_pieces, .eos = vocab.sep};
    struct constraints *c = constraints_new(&a, g, &question, rules.max_steps);
    struct partial *p = partial_new(&a);
    int used = 0, hidden = 0, dead = 0;
    for (int walk = 0; walk < 200; walk++) {
        struct derivation *d = derivation_new(&a, &rules);
        while (!derivation_finished(d)) {
            struct candidate nodes[GRAMMAR_MAX_SLOTS];
            derivation_candidates(d, nodes);
            partial_read(p, c, d);
            struct action action = random_allowed(p, d, &nodes[0], &rng);
            if (action.id < 0) { /* two sub-queries in FROM, see test_constraints.c */
                dead++;
                break;
            }
            used += action.kind == ACTION_RULE && action.id == grammar_find_rule(g, "Same", 0);
            hidden += action.kind == ACTION_RULE && action.id == grammar_find_rule(g, "Differs", 0);
            assert_ok(derivation_apply(&a, d, nodes[0].slot, action, &err), err);
        }
    }
    assert_true(used > 10);
    assert_int_equal(hidden, 0);
    assert_true(dead <= 2);
    model_database_close(database);
    unlink(path);
    arena_release(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_row_is_all_it_takes_to_say_something_new),
        cmocka_unit_test(search_uses_it_where_the_row_says),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
