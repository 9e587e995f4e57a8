/* test_search.c - properties of the search with random weights over random databases: whatever
 * leaves the beam prepares, replays to the same tree, and does not depend on batching. */
#include "search_world.h"
#include "shop.h"

#include <math.h>

/* The derivation's actions, replayed, give the tree that was returned. */
static void assert_replays(struct arena *a, const struct search_query *q,
                           const struct value_codec *codec)
{
    struct derivation *again = derivation_new(a, q->derivation->rules);
    struct error err = {0};
    for (int i = 0; i < q->derivation->n_steps; i++) {
        const struct step *s = q->derivation->steps[i];
        assert_ok(derivation_apply(a, again, s->slot, s->action, &err), err);
    }
    struct tree *tree;
    assert_ok(derivation_tree(a, again, codec, &tree, &err), err);
    assert_true(tree_equal(tree, q->tree));
    double sum = 0;
    for (int i = 0; i < q->derivation->n_steps; i++)
        sum += q->step_log_p[i];
    assert_true(fabs(sum - q->log_p) < 1e-6 * fabs(sum) + 1e-9);
}

static void finish_queries(int grammar)
{
    static const int decoders[] = {DECODER_ASTORMER, DECODER_LSTM, DECODER_ONLSTM};
    int n_queries = 0, n_questions = 0, n_answered = 0, n_paper = 0, n_paper_answered = 0;
    for (uint64_t seed = 0; seed < 48; seed++) {
        struct world w;
        world_of(&w, NULL, seed, decoders[seed % 3], (int)(seed / 3 % N_TRAVERSALS),
                 grammar == GRAMMAR_SQL && seed % 4 == 3 ? GRAMMAR_PAPER : grammar);
        struct search_options options = SEARCH_DEFAULT;
        options.beam = options.n_best = 4;
        struct search_result results[3];
        struct arena a = {0};
        struct error err = {0};
        assert_ok(search_run(&a, w.model, w.tape, w.list, 3, &options, results, &err), err);
        sqlite3 *db;
        assert_int_equal(sqlite3_open_v2(w.path, &db, SQLITE_OPEN_READONLY, NULL), SQLITE_OK);
        struct value_codec codec = model_codec(&w.vocab);
        for (int i = 0; i < 3; i++) {
            bool paper = w.config.grammar == GRAMMAR_PAPER;
            *(paper ? &n_paper : &n_questions) += 1;
            *(paper ? &n_paper_answered : &n_answered) += results[i].n > 0;
            for (int k = 0; k < results[i].n; k++, n_queries++) {
                const struct search_query *q = &results[i].queries[k];
                const char *sql = sql_print(&a, &w.database->ground->schema, q->query, SQL_SQLITE);
                assert_runs(db, sql, traversal_names[w.config.order]);
                assert_replays(&a, q, &codec);
                const struct schema *schema = &w.database->ground->schema;
                assert_true(query_repeats_itself(schema, q->query) ==
                            query_repeats_itself(schema, results[i].queries[0].query));
                if (k > 0)
                    assert_true(q->log_p <= results[i].queries[k - 1].log_p);
            }
        }
        sqlite3_close(db);
        arena_release(&a);
        world_free(&w);
    }
    print_message("# %d queries for %d questions, %d of them answered\n", n_queries, n_questions,
                  n_answered);
    /* random weights love endless trees: the limit must leave every one of them a way to close */
    assert_int_equal(n_answered, n_questions);
    /* the paper's rules alone cannot always say what would close a tree validly */
    assert_true(n_paper_answered * 2 >= n_paper);
    assert_true(n_queries >= 350);
}

static void every_finished_query_runs(void **state)
{
    (void)state;
    finish_queries(GRAMMAR_SQL);
}

static void every_finished_everyday_query_runs(void **state)
{
    (void)state;
    finish_queries(GRAMMAR_EVERYDAY);
}

/* In a random order every kind of sibling is the first to be expanded in some hypothesis. */
static void random_orders_reach_each_sibling_first(void **state)
{
    (void)state;
    bool first[5] = {false};
    for (uint64_t seed = 400; seed < 424; seed++) {
        struct world w;
        world_new(&w, seed, DECODER_ASTORMER, seed % 2 ? TRAVERSE_DFS_RANDOM : TRAVERSE_BFS_RANDOM);
        struct search_options options = SEARCH_DEFAULT;
        options.beam = options.n_best = 16;
        options.max_steps = 24;
        struct search_result found;
        struct arena a = {0};
        struct error err = {0};
        assert_ok(search_run(&a, w.model, w.tape, w.list, 1, &options, &found, &err), err);
        const struct grammar *g = model_grammar(w.model);
        int sql = grammar_find_rule(g, "SQL", 0);
        for (int i = 0; i < found.n; i++) {
            const struct derivation *d = found.queries[i].derivation;
            if (d->steps[0]->action.id == sql)
                first[d->steps[1]->slot] = true;
        }
        arena_release(&a);
        world_free(&w);
    }
    for (int k = 0; k < 5; k++) /* from, select, where, groupby, orderby */
        assert_true(first[k]);
}

/* A token decoder knows no grammar: what it finishes is parsed, and what does not parse is counted
 * and left out. */
static void token_sequences_are_queries_or_counted(void **state)
{
    (void)state;
    int n_broken = 0;
    for (uint64_t seed = 500; seed < 506; seed++) {
        struct world w;
        world_new(&w, seed, seed % 2 ? DECODER_TOKEN : DECODER_TOKEN_LSTM, 0);
        struct search_options options = SEARCH_DEFAULT;
        options.beam = options.n_best = 8;
        options.max_steps = 40;
        struct search_result found[3];
        struct arena a = {0};
        struct error err = {0};
        assert_ok(search_run(&a, w.model, w.tape, w.list, 3, &options, found, &err), err);
        struct value_codec codec = model_codec(&w.vocab);
        for (int i = 0; i < 3; i++) {
            n_broken += found[i].n_broken;
            for (int k = 0; k < found[i].n; k++) {
                assert_non_null(found[i].queries[k].query);
                assert_replays(&a, &found[i].queries[k], &codec);
            }
        }
        arena_release(&a);
        world_free(&w);
    }
    assert_true(n_broken > 0); /* random words are no SQL */
}

static void assert_same_result(const struct search_result *a, const struct search_result *b)
{
    assert_int_equal(a->n, b->n);
    for (int k = 0; k < a->n; k++) {
        assert_true(tree_equal(a->queries[k].tree, b->queries[k].tree));
        assert_true(a->queries[k].log_p == b->queries[k].log_p);
    }
}

/* The same answers alone and in a batch, to the last bit: every row of a product is computed the
 * same way whatever the number of rows. */
static void questions_do_not_depend_on_their_company(void **state)
{
    (void)state;
    int n_compared = 0;
    for (uint64_t seed = 100; seed < 116; seed++) {
        struct world w;
        world_new(&w, seed, (int)(seed / 4 % 4), (int)(seed % N_TRAVERSALS));
        if (seed % 2) /* half precision, as predictions use it, or single */
            nn_params_pack_half(model_params(w.model));
        struct search_options options = SEARCH_DEFAULT;
        options.beam = options.n_best = 3;
        struct search_result together[3], alone;
        struct arena a = {0};
        struct error err = {0};
        assert_ok(search_run(&a, w.model, w.tape, w.list, 3, &options, together, &err), err);
        for (int i = 0; i < 3; i++) {
            assert_ok(search_run(&a, w.model, w.tape, w.list + i, 1, &options, &alone, &err), err);
            assert_same_result(&alone, &together[i]);
            n_compared += alone.n;
        }
        arena_release(&a);
        world_free(&w);
    }
    print_message("# %d queries compared\n", n_compared);
    assert_true(n_compared >= 80); /* a token decoder of random weights says little */
}

/* With a beam of one, each action is the best one allowed: follow it by hand. */
static void a_beam_of_one_is_greedy(void **state)
{
    (void)state;
    for (uint64_t seed = 200; seed < 206; seed++) {
        struct world w;
        world_new(&w, seed, DECODER_ASTORMER, TRAVERSE_DFS_L2R);
        struct search_options options = SEARCH_DEFAULT;
        options.beam = options.n_best = 1;
        options.constraints = CONSTRAIN_TYPES;
        options.max_steps = 60;
        struct search_result found;
        struct arena a = {0};
        struct error err = {0};
        assert_ok(search_run(&a, w.model, w.tape, w.list, 1, &options, &found, &err), err);
        nn_tape_begin(w.tape, NN_INFER, 0);
        const struct model_input *input = &w.questions[0].input;
        struct model_memory memory = model_encode(w.model, w.tape, &input, 1, NULL);
        struct model_decoding *d = model_decoding_new(w.model, w.tape, &memory);
        struct derivation_rules rules =
            model_derivation_rules(w.model, &w.database->ground->schema, NULL, w.vocab.sep);
        struct derivation *greedy = derivation_new(&a, &rules);
        const struct model_state *prefix = NULL;
        while (!derivation_finished(greedy) && greedy->n_steps < 60) {
            struct candidate nodes[GRAMMAR_MAX_SLOTS];
            assert_int_equal(derivation_candidates(greedy, nodes), 1);
            uint16_t relations[MODEL_MAX_STEPS];
            derivation_relations(greedy, nodes, relations);
            int n = greedy->n_steps;
            struct model_query_row row = {.prefix = prefix, .node = nodes[0], .step = n,
                                          .previous = n ? &greedy->steps[n - 1]->action : NULL,
                                          .relations = relations};
            struct model_answer_row answer;
            model_decoding_step(d, &row, 1, &answer);
            int best = 0;
            for (int i = 1; i < answer.n; i++)
                best = answer.log_p[i] > answer.log_p[best] ? i : best;
            static const enum action_kind kinds[] = {ACTION_RULE, ACTION_TABLE, ACTION_COLUMN,
                                                     ACTION_TOKEN};
            const struct grammar *g = rules.grammar;
            struct action action = {kinds[g->types[g->fields[nodes[0].field].type].kind], best};
            assert_ok(derivation_apply(&a, greedy, nodes[0].slot, action, &err), err);
            prefix = answer.state;
        }
        for (int i = 0; found.n && i < found.queries[0].derivation->n_steps; i++)
            assert_int_equal(found.queries[0].derivation->steps[i]->action.id,
                             greedy->steps[i]->action.id);
        assert_int_equal(found.n > 0, derivation_finished(greedy));
        model_decoding_free(d);
        arena_release(&a);
        world_free(&w);
    }
}

static void bad_options_are_refused(void **state)
{
    (void)state;
    struct world w;
    world_new(&w, 1, DECODER_ASTORMER, 0);
    struct search_options options = SEARCH_DEFAULT;
    struct search_result found;
    struct error err = {0};
    options.beam = 0;
    assert_int_equal(search_run(&w.arena, w.model, w.tape, w.list, 1, &options, &found, &err),
                     ST_USAGE);
    options.beam = 2;
    options.n_best = 3;
    assert_int_equal(search_run(&w.arena, w.model, w.tape, w.list, 1, &options, &found, &err),
                     ST_USAGE);
    world_free(&w);
}

/* ---- literals --------------------------------------------------------------------------------------- */

/* What a decoded query becomes; with choices, its values were pointed at. */
static const char *restored(struct arena *a, const struct schema *schema, int choices, bool repair,
                            const char *asked, const char *decoded)
{
    static const struct literal hundred = {LITERAL_NUMBER, "100"};
    struct ground_database ground = {.schema = *schema};
    struct model_database database = {.ground = &ground};
    struct model_value value = {.text = "100", .shown = "100", .first_word = -1};
    struct model_question question = {.database = &database, .values = &value,
                                      .choices = {&hundred, choices}};
    struct error err = {0};
    assert_ok(question_read(a, NULL, &asked, 1, &question.question, &err), err);
    struct query *q;
    assert_ok(sql_parse(a, schema, decoded, strlen(decoded), SQL_READ_STRICT, &q, &err), err);
    struct search_value *values;
    int n;
    values_restore(a, &question, repair, q, &values, &n);
    if (choices > 0)
        query_as_meant(a, schema, q);
    return sql_print(a, schema, q, SQL_SQLITE);
}

static void literals_are_what_the_question_says(void **state)
{
    (void)state;
    static const struct {
        const char *question, *decoded, *written;
    } cases[] = {
        {"who is older than forty?", "SELECT name FROM customer WHERE age > 'forty'",
         "SELECT name FROM customer WHERE age > 40"},
        {"cities with at least five customers",
         "SELECT City FROM customer GROUP BY City HAVING count(*) >= 2",
         "SELECT City FROM customer GROUP BY City HAVING count(*) >= 5"},
        /* used elsewhere, put another way, or two to choose from: left alone */
        {"the 5 oldest who are over 20", "SELECT name FROM customer WHERE age > 20 ORDER BY age DESC LIMIT 5",
         "SELECT name FROM customer WHERE age > 20 ORDER BY age DESC LIMIT 5"},
        {"cities with more than 3 customers",
         "SELECT City FROM customer GROUP BY City HAVING count(*) >= 4",
         "SELECT City FROM customer GROUP BY City HAVING count(*) >= 4"},
        {"more than 30 or less than 18", "SELECT name FROM customer WHERE age > 77",
         "SELECT name FROM customer WHERE age > 77"},
        {"which one is over a hundred?", "SELECT name FROM customer WHERE age > 100",
         "SELECT name FROM customer WHERE age > 100"},
        {"totals between -50 and 50", "SELECT id FROM Orders WHERE total BETWEEN 50 AND 50",
         "SELECT id FROM Orders WHERE total BETWEEN -50 AND 50"},
        {"totals below -7", "SELECT id FROM Orders WHERE total < 7",
         "SELECT id FROM Orders WHERE total < -7"},
        {"names that begin with the letter 'S'", "SELECT name FROM customer WHERE name LIKE '%s%'",
         "SELECT name FROM customer WHERE name LIKE 's%'"},
        {"who starts with Jo?", "SELECT name FROM customer WHERE name LIKE '% jo %'",
         "SELECT name FROM customer WHERE name LIKE 'Jo%'"},
        {"5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 over 30", "SELECT name FROM customer WHERE age > 30",
         "SELECT name FROM customer WHERE age > 30"}, /* more numbers than are looked at */
        {"names with an s in them", "SELECT name FROM customer WHERE name LIKE '%s%'",
         "SELECT name FROM customer WHERE name LIKE '%s%'"},
    };
    struct arena a = {0};
    for (int i = 0; i < COUNT_OF(cases); i++)
        assert_string_equal(restored(&a, &shop, 0, true, cases[i].question, cases[i].decoded),
                            cases[i].written);
    arena_release(&a);
}

/* Without repair the network's numbers and patterns stay, only their spelling is restored. */
static void nothing_is_mended_when_decoders_are_compared(void **state)
{
    (void)state;
    static const struct {
        const char *question, *decoded, *written;
    } cases[] = {
        {"cities with at least five customers",
         "SELECT City FROM customer GROUP BY City HAVING count(*) >= 2",
         "SELECT City FROM customer GROUP BY City HAVING count(*) >= 2"},
        {"totals between -50 and 50", "SELECT id FROM Orders WHERE total BETWEEN 50 AND 50",
         "SELECT id FROM Orders WHERE total BETWEEN 50 AND 50"},
        {"who starts with Jo?", "SELECT name FROM customer WHERE name LIKE '% jo %'",
         "SELECT name FROM customer WHERE name LIKE '%Jo%'"},
    };
    struct arena a = {0};
    for (int i = 0; i < COUNT_OF(cases); i++)
        assert_string_equal(restored(&a, &shop, 0, false, cases[i].question, cases[i].decoded),
                            cases[i].written);
    arena_release(&a);
}

/* A number pointed at is divided by with what is behind the point, unless that is to be lost. */
static void queries_say_what_was_meant(void **state)
{
    (void)state;
    static const struct {
        int choices;
        const char *decoded, *written;
    } cases[] = {
        {1, "SELECT sum(age) / 100 FROM customer", "SELECT sum(age) / 100.0 FROM customer"},
        {0, "SELECT sum(age) / 100 FROM customer", "SELECT sum(age) / 100 FROM customer"},
        {1, "SELECT age / 2.5 FROM customer", "SELECT age / 2.5 FROM customer"},
        {1, "SELECT age / 10 * 10 FROM customer", "SELECT age / 10 * 10 FROM customer"},
        {1, "SELECT age / 10 * 100 FROM customer", "SELECT age / 10.0 * 100 FROM customer"},
        {1, "SELECT age * 100 FROM customer WHERE id > age / 7",
         "SELECT age * 100 FROM customer WHERE id > age / 7.0"},
        /* what an outer join keeps is chosen after it */
        {1, "SELECT name, count(Orders.id) FROM customer LEFT JOIN Orders ON customer.id = customer_id AND "
            "age > 5 AND total > 7 WHERE City = 'Rome' GROUP BY name",
         "SELECT customer.name, count(Orders.id) FROM customer LEFT JOIN Orders ON customer.id = "
         "Orders.customer_id AND Orders.total > 7 WHERE customer.age > 5 AND customer.City = 'Rome' GROUP "
         "BY customer.name"},
        {1, "SELECT name FROM customer JOIN Orders ON customer.id = customer_id AND age > 5",
         "SELECT customer.name FROM customer JOIN Orders ON customer.age > 5 AND customer.id = "
         "Orders.customer_id"},
    };
    struct arena a = {0};
    for (int i = 0; i < COUNT_OF(cases); i++)
        assert_string_equal(restored(&a, &shop, cases[i].choices, true, "how much?", cases[i].decoded),
                            cases[i].written);
    arena_release(&a);
}

static void seconds_since_1970_are_shown_as_dates(void **state)
{
    (void)state;
    struct arena a = {0};
    struct schema schema = shop;
    struct column *columns = ARENA_ARRAY(&a, struct column, shop.n_columns);
    memcpy(columns, shop.columns, sizeof *columns * (size_t)shop.n_columns);
    for (int i = 0; i < shop.n_columns; i++)
        if (strcmp(columns[i].name, "age") == 0)
            columns[i].time = TIME_EPOCH;
    schema.columns = columns;
    const char *decoded = "SELECT name, age, max(age), age - 1 FROM customer WHERE age > 5 GROUP BY name";
    assert_string_equal(restored(&a, &schema, 1, true, "when?", decoded),
                        "SELECT name, date(age, 'unixepoch'), date(max(age), 'unixepoch'), age - 1 "
                        "FROM customer WHERE age > 5 GROUP BY name");
    assert_string_equal(restored(&a, &schema, 0, true, "when?", decoded), decoded);
    arena_release(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_finished_query_runs),
        cmocka_unit_test(every_finished_everyday_query_runs),
        cmocka_unit_test(random_orders_reach_each_sibling_first),
        cmocka_unit_test(token_sequences_are_queries_or_counted),
        cmocka_unit_test(questions_do_not_depend_on_their_company),
        cmocka_unit_test(a_beam_of_one_is_greedy),
        cmocka_unit_test(bad_options_are_refused),
        cmocka_unit_test(literals_are_what_the_question_says),
        cmocka_unit_test(nothing_is_mended_when_decoders_are_compared),
        cmocka_unit_test(queries_say_what_was_meant),
        cmocka_unit_test(seconds_since_1970_are_shown_as_dates),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
