/* test_decodable.c - what is trained, what is decoded and what is printed is the same. */
#include "search_world.h"

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
    "SELECT name, rn FROM (SELECT name, row_number() OVER (PARTITION BY city_id ORDER BY pay DESC, name, "
    "born DESC) AS rn FROM worker) WHERE rn <= 2",
    "SELECT name, rank() OVER (PARTITION BY city_id ORDER BY pay, born DESC) FROM worker",
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

/* A model file made before a family was added has a grammar without it: what needs the family has no
 * tree there, all else does. */
static void a_grammar_without_a_family_still_reads(void **state)
{
    (void)state;
    struct world w;
    struct arena a = {0};
    struct error err = {0};
    world_of(&w, everyday_schema, 1, DECODER_ASTORMER, TRAVERSE_DFS_L2R, GRAMMAR_EVERYDAY);
    const struct schema *schema = &w.database->ground->schema;
    char *text = arena_strdup(&a, grammar_everyday_builtin_text());
    char *from = strstr(text, "| RowNumberBy"), *to = strstr(text, "\nwhen ");
    assert_true(from && to && from < to);
    memset(from, ' ', (size_t)(to - from));
    struct grammar *g;
    assert_ok(grammar_parse(&a, "older", text, strlen(text), &g, &err), err);
    const struct {
        const char *sql;
        enum status status;
    } cases[] = {
        {"SELECT name, row_number() OVER (PARTITION BY city_id ORDER BY pay DESC) FROM worker", ST_OK},
        {"SELECT name, row_number() OVER (PARTITION BY city_id ORDER BY pay DESC, name) FROM worker",
         ST_UNSUPPORTED},
    };
    for (int i = 0; i < COUNT_OF(cases); i++) {
        struct query *q;
        struct tree *tree;
        assert_ok(sql_parse(&a, schema, cases[i].sql, strlen(cases[i].sql),
                            grammar_reading(g, SQL_READ_STRICT), &q, &err), err);
        assert_int_equal(tree_from_query(&a, g, schema, q, &tree, &err), cases[i].status);
    }
    arena_release(&a);
    world_free(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_trained_is_decoded_and_printed),
        cmocka_unit_test(a_grammar_without_a_family_still_reads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
