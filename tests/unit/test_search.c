/* test_search.c - properties of the search with random weights over random databases: whatever
 * leaves the beam prepares, replays to the same tree, and does not depend on batching. */
#include "test.h"

#include "random_db.h"
#include "scratch_db.h"
#include "search/internal.h"
#include "search/search.h"
#include "shop.h"

#include <math.h>

static struct model_config tiny_config(int n_words, int decoder, int order)
{
    struct model_config c = model_config_default();
    c.encoder = ENCODER_STATIC;
    c.vocabulary = n_words;
    c.embedding = 8;
    c.d = 16;
    c.heads = 2;
    c.rat_layers = 1;
    c.decoder_layers = 1;
    c.chunk = 4;
    c.decoder = decoder;
    c.order = order;
    c.relation_distance = 4;
    c.values = VALUES_SPELL; /* test_point.c has the others */
    return c;
}

struct world { /* a random database, a model of random weights and some questions */
    struct arena arena;
    char path[64];
    struct vocab vocab;
    struct model_config config;
    struct model *model;
    struct model_database *database;
    struct nn_tape *tape;
    struct model_question questions[3];
    const struct model_question *list[3];
};

/* sql: what makes the database; NULL for a random one. */
static void world_of(struct world *w, const char *sql, uint64_t seed, int decoder, int order,
                     int grammar_choice)
{
    memset(w, 0, sizeof *w);
    struct error err = {0};
    struct rng rng;
    rng_seed(&rng, seed);
    assert_ok(vocab_parse(&w->arena, slice_of(small_vocabulary), "small", VOCAB_UNCASED, &w->vocab,
                          &err), err);
    snprintf(w->path, sizeof w->path, "/tmp/astormer-search-%d-XXXXXX", (int)getpid());
    int fd = mkstemp(w->path);
    assert_true(fd >= 0);
    close(fd);
    if (sql) {
        struct scratch file = {.db = ""};
        snprintf(file.db, sizeof file.db, "%s", w->path);
        scratch_run(&file, sql);
    } else {
        random_database(&w->arena, &rng, w->path);
    }
    w->config = tiny_config(w->vocab.n_pieces, decoder, order);
    w->config.grammar = grammar_choice;
    w->config.links = grammar_choice == GRAMMAR_PAPER ? LINKS_PLAIN : LINKS_FULL;
    const char *text = model_grammar_text(&w->config);
    struct grammar *grammar;
    assert_ok(grammar_parse(&w->arena, "grammar", text, strlen(text), &grammar, &err), err);
    assert_ok(model_new(&w->config, grammar, seed, &w->model, &err), err);
    struct value_options options = {.cache_dir = ""};
    assert_ok(model_database_open(&w->config, &w->vocab, w->path, NULL, &options, &w->database,
                                  &err), err);
    static const char *const texts[] = {"how many red c0 of t1?", "the name with 17",
                                        "blue 'x y' column of the table"};
    for (int i = 0; i < 3; i++) {
        assert_ok(model_question_read(&w->arena, w->database, &texts[i], 1, NULL, NULL,
                                      &w->questions[i], &err), err);
        w->list[i] = &w->questions[i];
    }
    w->tape = nn_tape_new(model_params(w->model), NULL);
}

static void world_new(struct world *w, uint64_t seed, int decoder, int order)
{
    world_of(w, NULL, seed, decoder, order, GRAMMAR_SQL);
}

static void world_free(struct world *w)
{
    nn_tape_free(w->tape);
    model_database_close(w->database);
    model_free(w->model);
    unlink(w->path);
    arena_release(&w->arena);
}

static int stop_soon(void *context)
{
    return ++*(int *)context > 200;
}

/* Prepares, and runs without an error, if only for a moment. */
static void assert_runs(sqlite3 *db, const char *sql, const char *what)
{
    sqlite3_stmt *statement = NULL;
    int ticks = 0, code;
    if (sqlite3_prepare_v2(db, sql, -1, &statement, NULL) != SQLITE_OK)
        fail_test("%s: %s\n  %s", what, sqlite3_errmsg(db), sql);
    sqlite3_progress_handler(db, 1000, stop_soon, &ticks);
    while ((code = sqlite3_step(statement)) == SQLITE_ROW && ticks <= 200)
        ;
    if (code != SQLITE_DONE && code != SQLITE_ROW && code != SQLITE_INTERRUPT)
        fail_test("%s: %s\n  %s", what, sqlite3_errmsg(db), sql);
    sqlite3_progress_handler(db, 0, NULL, NULL);
    sqlite3_finalize(statement);
}

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

/* ---- constraints by themselves ------------------------------------------------------------------- */

static int n_actions(const struct derivation_rules *rules, const struct candidate *node,
                     enum action_kind *kind)
{
    const struct grammar *g = rules->grammar;
    switch (g->types[g->fields[node->field].type].kind) {
    case TYPE_TABLE:
        *kind = ACTION_TABLE;
        return rules->n_tables;
    case TYPE_COLUMN:
        *kind = ACTION_COLUMN;
        return rules->n_columns;
    case TYPE_VALUE:
        *kind = ACTION_TOKEN;
        return rules->n_tokens;
    default:
        *kind = ACTION_RULE;
        return g->n_rules;
    }
}

/* A random allowed action of a node into *out; false if there is none.  With fresh, each verdict is
 * compared with that of a partial query read anew, which has seen no other action. */
static bool pick_allowed(struct partial *p, struct partial *fresh, const struct constraints *c,
                         const struct derivation *d, const struct candidate *node, struct rng *rng,
                         struct action *out)
{
    const struct grammar *g = d->rules->grammar;
    enum action_kind kind;
    int n = n_actions(d->rules, node, &kind), found = 0;
    for (int id = 0; id < n; id++) {
        struct action action = {kind, id};
        if (kind == ACTION_RULE && g->rules[id].type != g->fields[node->field].type)
            continue;
        bool allowed = partial_allows(p, node, action);
        if (fresh) {
            partial_read(fresh, c, d);
            assert_int_equal(allowed, partial_allows(fresh, node, action));
        }
        if (allowed && random_below(rng, ++found) == 0)
            *out = action;
    }
    return found > 0;
}

/* Of a table that is joined with itself, each instance has its own. */
static bool is_plain_column(const struct expr *e, struct column_ref ref)
{
    return e->kind == EXPR_COLUMN && e->ref.column == ref.column && e->ref.source == ref.source;
}

/* Pairs of list items that might be the same column, of a SELECT with columns enough not to; fails if
 * they are. */
static int count_distinct_pairs(const struct schema *schema, const struct query *q,
                                struct expr *const *items, int n)
{
    int n_columns = 0, n_pairs = 0;
    for (int i = 0; i < schema->n_columns; i++)
        n_columns += q->n_from > 0 && q->from[0].table >= 0 &&
                     schema->columns[i].table == q->from[0].table;
    for (int i = 0; n_columns > n && i < n; i++)
        for (int k = 0; items[i]->kind == EXPR_COLUMN && items[i]->ref.column > 0 && k < i; k++) {
            assert_false(is_plain_column(items[k], items[i]->ref));
            n_pairs++;
        }
    return n_pairs;
}

static int n_select_pairs, n_group_pairs;

static void assert_walk_prepares(struct arena *a, const struct world *w, const struct derivation *d,
                                 const struct value_codec *codec, sqlite3 *db)
{
    struct tree *tree;
    struct query *query;
    struct error err = {0};
    assert_ok(derivation_tree(a, d, codec, &tree, &err), err);
    assert_ok(tree_to_query(a, &w->database->ground->schema, tree, &query, &err), err);
    const struct schema *schema = &w->database->ground->schema;
    n_select_pairs += count_distinct_pairs(schema, query, query->select, query->n_select);
    n_group_pairs += count_distinct_pairs(schema, query, query->group, query->n_group);
    assert_runs(db, sql_print(a, &w->database->ground->schema, query, SQL_SQLITE),
                    traversal_names[w->config.order]);
}

static bool has_two_sub_queries(const struct derivation *d)
{
    int two = grammar_find_rule(d->rules->grammar, "FromSQL", 2);
    for (int i = 0; i < d->n_steps; i++)
        if (d->steps[i]->action.kind == ACTION_RULE && d->steps[i]->action.id == two)
            return true;
    return false;
}

/* Whatever is chosen among the allowed actions, a query that prepares comes of it in time, and its lists
 * name no column twice.  Dead ends
 * are left only in a FROM of two sub-queries, either of which may offer a column: less than 1 walk
 * in 100.  And trying actions leaves no trace. */
static void walk(int grammar)
{
    n_select_pairs = n_group_pairs = 0;
    int n_walks = 0, n_dead = 0, longest = 0;
    for (uint64_t seed = 300; seed < 348; seed++) {
        struct world w;
        world_of(&w, NULL, seed, DECODER_ASTORMER, (int)(seed % N_TRAVERSALS), grammar);
        struct rng rng;
        rng_seed(&rng, seed);
        sqlite3 *db;
        assert_int_equal(sqlite3_open_v2(w.path, &db, SQLITE_OPEN_READONLY, NULL), SQLITE_OK);
        struct value_codec codec = model_codec(&w.vocab);
        for (int k_walk = 0; k_walk < 8; k_walk++, n_walks++) {
            struct arena a = {0};
            struct error err = {0};
            struct derivation_rules rules =
                model_derivation_rules(w.model, &w.database->ground->schema, NULL, w.vocab.sep);
            rules.max_steps = 20 + random_below(&rng, 100);
            struct constraints *c =
                constraints_new(&a, rules.grammar, &w.questions[0], rules.max_steps);
            struct partial *p = partial_new(&a), *next = partial_new(&a), *fresh = partial_new(&a);
            struct derivation *d = derivation_new(&a, &rules);
            partial_read(p, c, d);
            while (!derivation_finished(d)) {
                struct candidate nodes[GRAMMAR_MAX_SLOTS];
                int n = derivation_candidates(d, nodes), first = random_below(&rng, n), k = 0;
                struct action action;
                bool compare = random_below(&rng, 8) == 0;
                while (k < n && !pick_allowed(p, compare ? fresh : NULL, c, d,
                                              &nodes[(first + k) % n], &rng, &action))
                    k++;
                if (k == n)
                    break;
                assert_ok(derivation_apply(&a, d, nodes[(first + k) % n].slot, action, &err), err);
                partial_follow(next, p, d); /* as the beam does; fresh reads all of it */
                struct partial *before = p;
                p = next;
                next = before;
            }
            longest = MAX(longest, d->n_steps);
            if (derivation_finished(d))
                assert_walk_prepares(&a, &w, d, &codec, db);
            else if (has_two_sub_queries(d))
                n_dead++;
            else
                fail_test("seed %d, walk %d: nothing is allowed after %d steps of %d", (int)seed,
                          k_walk, d->n_steps, rules.max_steps);
            arena_release(&a);
        }
        sqlite3_close(db);
        world_free(&w);
    }
    print_message("# %d walks, the longest of %d steps, %d dead ends; %d pairs in SELECT, %d in GROUP "
                  "BY\n", n_walks, longest, n_dead, n_select_pairs, n_group_pairs);
    assert_true(n_dead * 100 <= n_walks && longest > 100);
}

static void any_walk_over_allowed_actions_ends_well(void **state)
{
    (void)state;
    walk(GRAMMAR_SQL);
}

static void any_everyday_walk_ends_well(void **state)
{
    (void)state;
    walk(GRAMMAR_EVERYDAY);
}

/* A walk from the beginning to its end; false if it is led into a dead end. */
static bool walk_once(struct arena *a, const struct world *w, const struct derivation_rules *rules,
                      struct rng *rng, struct derivation **out)
{
    struct constraints *c = constraints_new(a, rules->grammar, &w->questions[0], rules->max_steps);
    struct partial *p = partial_new(a);
    struct derivation *d = *out = derivation_new(a, rules);
    while (!derivation_finished(d)) {
        struct candidate nodes[GRAMMAR_MAX_SLOTS];
        struct action action;
        struct error err = {0};
        int n = derivation_candidates(d, nodes), first = random_below(rng, n), k = 0;
        partial_read(p, c, d);
        while (k < n && !pick_allowed(p, NULL, c, d, &nodes[(first + k) % n], rng, &action))
            k++;
        if (k == n)
            return false;
        assert_ok(derivation_apply(a, d, nodes[(first + k) % n].slot, action, &err), err);
    }
    return true;
}

/* On a table of twelve columns and in many walks it can be seen that no list names a column twice.  Two
 * plain columns in one list are rare: in the walks above, where a table has few columns and most outputs
 * are aggregates, 3 to 6 pairs are met in SELECT, by chance. */
static void long_lists_name_no_column_twice(void **state)
{
    (void)state;
    static const int grammars[] = {GRAMMAR_SQL, GRAMMAR_EVERYDAY};
    for (int g = 0; g < COUNT_OF(grammars); g++) {
        struct world w;
        struct rng rng;
        struct value_codec codec;
        sqlite3 *db;
        n_select_pairs = n_group_pairs = 0;
        world_of(&w, "CREATE TABLE wide (a TEXT, b TEXT, c TEXT, d TEXT, e TEXT, f INTEGER, g INTEGER, "
                     "h INTEGER, i REAL, j REAL, k REAL, l TEXT)",
                 5, DECODER_ASTORMER, TRAVERSE_DFS_RANDOM, grammars[g]);
        rng_seed(&rng, 5);
        codec = model_codec(&w.vocab);
        assert_int_equal(sqlite3_open_v2(w.path, &db, SQLITE_OPEN_READONLY, NULL), SQLITE_OK);
        struct derivation_rules rules =
            model_derivation_rules(w.model, &w.database->ground->schema, NULL, w.vocab.sep);
        for (int i = 0; i < 1200; i++) {
            struct arena a = {0};
            struct derivation *d;
            rules.max_steps = 30 + i % 100;
            if (walk_once(&a, &w, &rules, &rng, &d))
                assert_walk_prepares(&a, &w, d, &codec, db);
            arena_release(&a);
        }
        print_message("# %d pairs in SELECT, %d in GROUP BY\n", n_select_pairs, n_group_pairs);
        assert_true(n_select_pairs >= 20 && n_group_pairs >= 20);
        sqlite3_close(db);
        world_free(&w);
    }
}

static int column_named(const struct schema *schema, const char *name)
{
    for (int i = 1; i < schema->n_columns; i++) {
        const struct column *c = &schema->columns[i];
        size_t n = strlen(schema->tables[c->table].name);
        if (strncmp(name, schema->tables[c->table].name, n) == 0 && name[n] == '.' &&
            strcmp(name + n + 1, c->name) == 0)
            return i;
    }
    fail_test("no column %s", name);
    return -1;
}

/* Joins follow keys; forgotten ones are guessed, but not against what the others say. */
static void numbers_of_different_things_are_not_equated(void **state)
{
    (void)state;
    static const struct {
        const char *x, *y;
        bool joins;
    } cases[] = {
        {"vessel.vessel_id", "sailing.vessel_id", true},
        {"sailing.sailing_id", "incident.sailing_id", true},
        {"vessel.vessel_id", "incident.incident_id", false}, /* the way leads over sailing */
        {"vessel.vessel_id", "incident.sailing_id", false},
        {"vessel.vessel_id", "incident.reported_by", true}, /* a key may be forgotten */
        {"vessel.vessel_id", "harbour.harbour_id", true},   /* no way at all: anything may be */
        {"sailing.vessel_id", "log.vessel_id", true},       /* both are vessels' */
        {"vessel.name", "harbour.name", true},
        {"vessel.name", "incident.reported_by", false},
    };
    struct world w;
    world_of(&w, "CREATE TABLE vessel (vessel_id INTEGER PRIMARY KEY, name TEXT);"
                 "CREATE TABLE sailing (sailing_id INTEGER PRIMARY KEY, vessel_id INTEGER "
                 "REFERENCES vessel (vessel_id));"
                 "CREATE TABLE log (log_id INTEGER PRIMARY KEY, vessel_id INTEGER REFERENCES vessel "
                 "(vessel_id));"
                 "CREATE TABLE incident (incident_id INTEGER PRIMARY KEY, reported_by INTEGER, "
                 "sailing_id INTEGER REFERENCES sailing (sailing_id));"
                 "CREATE TABLE harbour (harbour_id INTEGER PRIMARY KEY, name TEXT);", 1,
             DECODER_ASTORMER, TRAVERSE_DFS_L2R, GRAMMAR_SQL);
    struct arena a = {0};
    struct constraints *c =
        constraints_new(&a, model_grammar(w.model), &w.questions[0], MODEL_MAX_STEPS);
    for (int i = 0; i < COUNT_OF(cases); i++) {
        int x = column_named(c->schema, cases[i].x), y = column_named(c->schema, cases[i].y);
        if (constraints_joinable(c, x, y) != cases[i].joins ||
            constraints_joinable(c, y, x) != cases[i].joins)
            fail_test("%s = %s", cases[i].x, cases[i].y);
    }
    arena_release(&a);
    world_free(&w);
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

static void what_repeats_itself_is_recognised(void **state)
{
    (void)state;
    static const struct {
        const char *sql;
        bool repeats;
    } cases[] = {
        {"SELECT name FROM customer", false},
        {"SELECT name, name FROM customer", true},
        {"SELECT max(name), min(name) FROM customer", false},
        {"SELECT max(name), max(name) FROM customer", true},
        {"SELECT name FROM customer EXCEPT SELECT name FROM customer", true},
        {"SELECT name FROM customer EXCEPT SELECT name FROM customer WHERE name = 'a'", false},
        {"SELECT name FROM customer JOIN Orders ON customer.id = customer_id INTERSECT "
         "SELECT name FROM customer JOIN Orders ON customer_id = customer.id", true},
        {"SELECT name FROM customer JOIN Orders ON customer.id = customer_id INTERSECT "
         "SELECT name FROM customer JOIN Orders ON customer.id = Orders.id", false},
        {"SELECT name FROM customer WHERE name = 'a' OR name = 'b'", false},
        {"SELECT name FROM customer WHERE name = 'a' AND name = 'a'", true},
        {"SELECT name FROM customer ORDER BY name, name", true},
        {"SELECT name FROM customer GROUP BY name HAVING count(*) > 1 AND count(*) < 9", false},
        {"SELECT sum(age) / sum(age) FROM customer", true},
        {"SELECT sum(age) / count(*) FROM customer", false},
        {"SELECT age * age FROM customer", true},
        {"SELECT name FROM customer WHERE age > 5 AND age >= 5", true},
        {"SELECT name FROM customer WHERE age > 5 AND age < 9", false},
        {"SELECT name FROM customer WHERE age > 5 OR age >= 9", false},
        {"SELECT name FROM customer WHERE name = 'a' AND name = 'b'", true},
        {"SELECT CASE WHEN age > 5 THEN 1 WHEN age > 5 THEN 2 ELSE 3 END FROM customer", true},
        {"SELECT CASE WHEN age > 5 THEN 1 WHEN age > 2 THEN 1 ELSE 3 END FROM customer", false},
        {"SELECT name FROM customer WHERE id IN (SELECT customer_id FROM Orders WHERE id = id)", true},
        {"SELECT b.name, c.name FROM Orders AS a JOIN customer AS b ON a.customer_id = b.id "
         "JOIN customer AS c ON c.id = a.customer_id", true},
        {"SELECT b.name, c.name FROM Orders AS a JOIN customer AS b ON a.customer_id = b.id "
         "JOIN customer AS c ON c.id = a.id", false},
        {"SELECT c.name FROM customer AS c JOIN Orders AS a ON c.id = a.customer_id JOIN Orders AS b "
         "ON b.customer_id = c.id WHERE a.total < b.total", false},
    };
    struct arena a = {0};
    struct error err = {0};
    shop_columns[SHOP_CUSTOMER_ID].primary = true;
    for (int i = 0; i < COUNT_OF(cases); i++) {
        struct query *q;
        assert_ok(sql_parse(&a, &shop, cases[i].sql, strlen(cases[i].sql), SQL_READ_STRICT, &q,
                            &err), err);
        if (query_repeats_itself(&shop, q) != cases[i].repeats)
            assert_string_equal(cases[i].sql, "the other way round");
    }
    shop_columns[SHOP_CUSTOMER_ID].primary = false;
    arena_release(&a);
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

/* ---- what is trained, decoded and printed is the same ------------------------------------------- */

static const char everyday_schema[] =
    "CREATE TABLE city (city_id INTEGER PRIMARY KEY, name TEXT, region TEXT, people INTEGER);"
    "CREATE TABLE worker (worker_id INTEGER PRIMARY KEY, name TEXT, city_id INTEGER REFERENCES city "
    "(city_id), boss_id INTEGER REFERENCES worker (worker_id), pay REAL, born DATE, active BOOLEAN);"
    "CREATE TABLE shift (shift_id INTEGER PRIMARY KEY, worker_id INTEGER REFERENCES worker (worker_id), "
    "began DATETIME, ended DATETIME, kind TEXT, hours REAL);"
    "INSERT INTO city VALUES (1, 'red', 'n', 5), (2, 'blue', 's', 7);"
    "INSERT INTO worker VALUES (1, 'ann', 1, NULL, 5.5, '1990-02-03', 1), (2, 'bob', 2, 1, 4, "
    "'1991-05-06', 0);"
    "INSERT INTO shift VALUES (1, 1, '2023-03-01 08:00:00', '2023-03-01 16:00:00', 'late', 8), "
    "(2, 2, '2023-04-02 09:00:00', NULL, 'early', 7.5);";

static const char *const everyday_queries[] = {
    "SELECT name FROM city",
    "SELECT DISTINCT region FROM city WHERE name = 'red' AND people > 3 AND people != 5",
    "SELECT name FROM city WHERE people >= 3 OR people < 9 OR people <= 2",
    "SELECT worker.name, city.name FROM worker JOIN city ON worker.city_id = city.city_id",
    "SELECT city.name, count(worker.worker_id) FROM city LEFT JOIN worker ON city.city_id = "
    "worker.city_id GROUP BY city.city_id",
    "SELECT worker.name, count(shift.shift_id) FROM worker LEFT JOIN shift ON worker.worker_id = "
    "shift.worker_id AND shift.kind = 'late' GROUP BY worker.worker_id, worker.name",
    "SELECT a.name, b.name FROM worker AS a JOIN worker AS b ON a.boss_id = b.worker_id AND a.pay > b.pay",
    "SELECT a.name FROM worker AS a JOIN worker AS b ON a.pay < b.pay",
    "SELECT a.name FROM worker AS a LEFT JOIN worker AS b ON a.pay < b.pay",
    "SELECT name FROM worker UNION SELECT name FROM city",
    "SELECT name FROM worker UNION ALL SELECT name FROM city",
    "SELECT name FROM worker INTERSECT SELECT name FROM city",
    "SELECT name FROM worker EXCEPT SELECT name FROM city",
    "SELECT avg(n) FROM (SELECT count(*) AS n FROM worker GROUP BY city_id)",
    "SELECT (SELECT count(*) FROM worker) - (SELECT count(*) FROM city)",
    "SELECT region, count(*) FROM city GROUP BY region HAVING count(*) > 1 ORDER BY count(*) DESC, region",
    "SELECT name FROM city ORDER BY people DESC LIMIT 3",
    "SELECT name FROM city ORDER BY people LIMIT 3 OFFSET 2",
    "SELECT * FROM city LIMIT 5",
    "SELECT worker.* FROM worker JOIN city ON worker.city_id = city.city_id",
    "SELECT name FROM worker WHERE pay BETWEEN 1 AND 5 AND pay NOT BETWEEN 2 AND 3",
    "SELECT count(*) FROM shift WHERE began >= '2023-03-01' AND began < '2023-04-01'",
    "SELECT count(*) FROM shift WHERE strftime('%Y-%m', began) != '2023-03'",
    "SELECT name FROM worker WHERE boss_id IS NULL AND pay IS NOT NULL",
    "SELECT name FROM city WHERE name LIKE '%ed' AND name NOT LIKE 'b%'",
    "SELECT name FROM city WHERE region IN ('n', 's') AND name NOT IN ('red', 'blue')",
    "SELECT name FROM city WHERE city_id IN (SELECT city_id FROM worker) AND city_id NOT IN (SELECT "
    "city_id FROM worker WHERE pay > 5)",
    "SELECT name FROM worker WHERE NOT EXISTS (SELECT 1 FROM shift WHERE shift.worker_id = "
    "worker.worker_id)",
    "SELECT name FROM worker WHERE active",
    "SELECT name FROM worker WHERE pay > (SELECT avg(pay) FROM worker)",
    "SELECT name FROM worker WHERE born > '1990-05-05'",
    "SELECT count(DISTINCT city_id), sum(pay), min(pay), max(pay), sum(DISTINCT pay), avg(DISTINCT pay) "
    "FROM worker",
    "SELECT count(*) FILTER (WHERE pay > 5), sum(pay) FILTER (WHERE pay > 4), avg(pay) FILTER (WHERE "
    "pay > 3), min(pay) FILTER (WHERE pay > 2), max(pay) FILTER (WHERE pay > 1) FROM worker",
    "SELECT sum(CASE WHEN pay > 3 THEN pay ELSE 0 END), count(boss_id) FILTER (WHERE pay > 3), "
    "count(DISTINCT city_id) FILTER (WHERE pay > 3) FROM worker",
    "SELECT pay + 1, pay - 1, pay * 2, people / 2, people % 2 FROM worker JOIN city ON worker.city_id = "
    "city.city_id",
    "SELECT 100.0 * sum(pay) / count(*), 1.0 * people / city_id FROM worker JOIN city ON worker.city_id "
    "= city.city_id",
    "SELECT CASE WHEN pay > 3 THEN 'high' WHEN pay > 1 THEN 'low' END, CASE WHEN pay > 3 THEN NULL ELSE "
    "name END FROM worker",
    "SELECT strftime('%Y', began), strftime('%m', began), strftime('%Y-%m', began), strftime('%d', "
    "began), date(began), strftime('%w', began), strftime('%H', began), strftime('%H:%M', began), "
    "time(began), datetime(began), strftime('%W', began) FROM shift",
    "SELECT CAST(strftime('%Y', began) AS INTEGER), (CAST(strftime('%m', began) AS INTEGER) + 2) / 3 "
    "FROM shift",
    "SELECT julianday(ended) - julianday(began), (julianday(ended) - julianday(began)) * 24, "
    "(julianday(ended) - julianday(began)) * 1440, (julianday(ended) - julianday(began)) * 86400, "
    "julianday('now') - julianday(began) FROM shift",
    "SELECT name FROM worker WHERE date(born, '+18 years') < date('now') OR date(born, '+2 months') < "
    "date('now')",
    "SELECT (julianday(ended) - julianday(began)) / 7 FROM shift",
    "SELECT coalesce(pay, 0), nullif(pay, 0), abs(pay), round(pay, 1), round(pay), max(pay, 2), min(pay, 2) "
    "FROM worker",
    "SELECT length(name), upper(name), lower(name), trim(name), name || '!', substr(name, 1, 2), "
    "replace(name, 'a', 'b') FROM worker",
    "SELECT CAST(pay AS INTEGER), CAST(pay AS TEXT), CAST(name AS REAL) FROM worker",
    "SELECT name, rn FROM (SELECT name, row_number() OVER (PARTITION BY city_id ORDER BY pay DESC) AS rn "
    "FROM worker) WHERE rn <= 2",
    "SELECT name, rank() OVER (PARTITION BY city_id ORDER BY pay) FROM worker",
    "SELECT name, pay > 3 FROM worker",
};

/* Is every step of the derivation one that search would take? */
static bool is_decodable(struct arena *a, const struct world *w, const struct derivation *d)
{
    struct constraints *c = constraints_new(a, d->rules->grammar, &w->questions[0], MODEL_MAX_STEPS);
    struct partial *p = partial_new(a);
    struct derivation prefix = *d;
    for (int i = 0; i < d->n_steps; i++) {
        const struct step *s = d->steps[i];
        struct candidate node = {.slot = s->slot, .field = s->field, .parent = s->parent,
                                 .parent_rule = s->parent_rule, .depth = s->depth, .first = s->first};
        prefix.n_steps = i;
        partial_read(p, c, &prefix);
        if (!partial_allows(p, &node, s->action)) {
            print_message("# step %d: %s\n", i, s->action.kind == ACTION_RULE
                              ? d->rules->grammar->rules[s->action.id].name : "a leaf");
            return false;
        }
    }
    return true;
}

/* Every constructor of the everyday grammar is read from SQL, decoded in every order, and printed so
 * that it is read again. */
static void what_is_trained_is_decoded_and_printed(void **state)
{
    (void)state;
    struct world w;
    world_of(&w, everyday_schema, 1, DECODER_ASTORMER, TRAVERSE_DFS_L2R, GRAMMAR_EVERYDAY);
    const struct grammar *g = model_grammar(w.model);
    const struct schema *schema = &w.database->ground->schema;
    struct value_codec codec = model_codec(&w.vocab);
    bool used[1024] = {false};
    for (int i = 0; i < COUNT_OF(everyday_queries); i++) {
        struct arena a = {0};
        struct error err = {0};
        struct query *q, *back;
        struct tree *tree, *again;
        const char *sql = everyday_queries[i];
        enum sql_reading reading = grammar_reading(g, SQL_READ_STRICT);
        assert_ok(sql_parse(&a, schema, sql, strlen(sql), reading, &q, &err), err);
        query_orient_joins(q);
        if (tree_from_query(&a, g, schema, q, &tree, &err) != ST_OK)
            fail_test("%s: %s", sql, err.message);
        for (int k = 0; k < tree->n_nodes; k++)
            if (tree->nodes[k].rule >= 0)
                used[g->rules[tree->nodes[k].rule].constructor] = true;
        assert_ok(tree_to_query(&a, schema, tree, &back, &err), err);
        assert_true(query_equal(q, back));
        const char *printed = sql_print(&a, schema, back, SQL_SQLITE);
        if (sql_parse(&a, schema, printed, strlen(printed), reading, &back, &err) != ST_OK ||
            (query_orient_joins(back), tree_from_query(&a, g, schema, back, &again, &err)) != ST_OK ||
            !tree_equal(tree, again))
            fail_test("%s\nis printed as\n%s\nand read as something else: %s", sql, printed, err.message);
        for (int order = 0; order < N_TRAVERSALS; order++) {
            struct derivation_rules rules = model_derivation_rules(w.model, schema, NULL, w.vocab.sep);
            struct derivation *d;
            struct rng rng;
            rng_seed(&rng, (uint64_t)order);
            rules.order = (enum traversal)order;
            assert_ok(derivation_of_tree(&a, tree, &codec, &rules, &rng, &d, &err), err);
            if (!is_decodable(&a, &w, d))
                fail_test("not decoded in %s: %s", traversal_names[order], sql);
        }
        arena_release(&a);
    }
    for (int r = 0; r < g->n_rules; r++) {
        const struct constructor_row *row = &constructors[g->rules[r].constructor];
        if (row->places == NOWHERE || !used[g->rules[r].constructor])
            fail_test("%s is not %s", g->rules[r].name, row->places ? "read from SQL" : "decoded");
    }
    world_free(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_finished_query_runs),
        cmocka_unit_test(every_finished_everyday_query_runs),
        cmocka_unit_test(any_walk_over_allowed_actions_ends_well),
        cmocka_unit_test(any_everyday_walk_ends_well),
        cmocka_unit_test(long_lists_name_no_column_twice),
        cmocka_unit_test(what_is_trained_is_decoded_and_printed),
        cmocka_unit_test(numbers_of_different_things_are_not_equated),
        cmocka_unit_test(random_orders_reach_each_sibling_first),
        cmocka_unit_test(token_sequences_are_queries_or_counted),
        cmocka_unit_test(questions_do_not_depend_on_their_company),
        cmocka_unit_test(a_beam_of_one_is_greedy),
        cmocka_unit_test(bad_options_are_refused),
        cmocka_unit_test(what_repeats_itself_is_recognised),
        cmocka_unit_test(literals_are_what_the_question_says),
        cmocka_unit_test(nothing_is_mended_when_decoders_are_compared),
        cmocka_unit_test(queries_say_what_was_meant),
        cmocka_unit_test(seconds_since_1970_are_shown_as_dates),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
