/* test_constraints.c - the constraints by themselves: whatever is chosen among the actions they allow, a
 * query that runs comes of it, its lists name nothing twice, and joins follow keys. */
#include "search_world.h"
#include "shop.h"

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
    return e->kind == EXPR_COLUMN && column_ref_equal(e->ref, ref);
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
        for (int k = 0; items[i]->kind == EXPR_COLUMN && items[i]->ref.column > 0 &&
                        items[i]->ref.up == 0 && k < i; k++) {
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_walk_over_allowed_actions_ends_well),
        cmocka_unit_test(any_everyday_walk_ends_well),
        cmocka_unit_test(long_lists_name_no_column_twice),
        cmocka_unit_test(numbers_of_different_things_are_not_equated),
        cmocka_unit_test(what_repeats_itself_is_recognised),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
