/* test_tree.c - the grammar, trees and back, the four orders, the frontier, relations. */
#include "test.h"

#include "shop.h"
#include "smallest.h"
#include "tree/tree.h"

#include <math.h>

struct world {
    struct arena arena;
    struct grammar *g;
    struct value_codec *codec;
};

static int setup(void **state)
{
    struct world *w = calloc(1, sizeof *w);
    w->g = grammar_builtin(&w->arena);
    w->codec = codec_words(&w->arena);
    *state = w;
    return 0;
}

static int teardown(void **state)
{
    struct world *w = *state;
    arena_release(&w->arena);
    free(w);
    return 0;
}

static struct derivation_rules rules_of(const struct world *w, enum traversal order, int distance)
{
    return (struct derivation_rules){
        .grammar = w->g, .order = order, .max_distance = distance, .max_steps = 600,
        .n_tables = shop.n_tables, .n_columns = shop.n_columns, .eos = w->codec->eos};
}

static struct tree *tree_of(struct world *w, const char *sql, struct query **query)
{
    struct query *q;
    struct tree *tree;
    struct error err = {0};
    assert_ok(sql_parse(&w->arena, &shop, sql, strlen(sql), SQL_READ_STRICT, &q, &err), err);
    assert_ok(tree_from_query(&w->arena, w->g, &shop, q, &tree, &err), err);
    if (query)
        *query = q;
    return tree;
}

/* ---- grammar ----------------------------------------------------------------------------- */

static void the_papers_rules_come_first_and_keep_their_ids(void **state)
{
    struct world *w = *state;
    const struct grammar *g = w->g;
    assert_int_equal(g->n_base_rules, 70);
    assert_int_equal(g->n_base_fields, 27 + 1);
    static const struct {
        int id;
        const char *name;
    } ids[] = {{0, "Intersect"},       {3, "SQL"},          {4, "SelectColumnOne"}, {10, "SelectColumnSeven"},
               {11, "FromTableOne"},   {19, "FromSQLTwo"},  {20, "NoGroupBy"},      {30, "OrderByLimitColumnThree"},
               {33, "NoCondition"},    {34, "AndConditionTwo"}, {52, "Is"},         {55, "ColumnValue"},
               {69, "Divide"},         {70, "UnionAll"}};
    for (int i = 0; i < COUNT_OF(ids); i++)
        assert_string_equal(g->rules[ids[i].id].name, ids[i].name);
    for (int i = 0; i < g->n_rules; i++)
        assert_int_equal(g->rules[i].extension, i >= 70);
    int total = 0, terminals = 0;
    for (int t = 0; t < g->n_types; t++) {
        total += g->types[t].n_rules;
        terminals += g->types[t].kind != TYPE_NODE;
        for (int k = 0; k < g->types[t].n_rules; k++)
            assert_int_equal(g->rules[g->types[t].rules[k]].type, t);
    }
    assert_int_equal(total, g->n_rules);
    assert_int_equal(terminals, 3);
    int two = grammar_find_rule(g, "FromTable", 2);
    assert_int_equal(g->rules[two].n_slots, 3); /* tab_id, tab_id, condition */
    assert_int_equal(g->rules[two].slots[0].field, g->rules[two].slots[1].field);
    assert_string_equal(g->fields[g->rules[two].slots[2].field].name, "from");
    assert_int_equal(grammar_find_rule(g, "FromTable", 8), -1);
    assert_int_equal(grammar_find_rule(g, "Nonsense", 0), -1);
    assert_int_equal(grammar_family_max(g, "SelectColumn"), 7);
}

/* grammars/paper.asdl, which models of the setting grammar=paper decode. */
static void the_papers_grammar_is_a_file_of_its_own(void **state)
{
    struct world *w = *state;
    const char *text = grammar_paper_builtin_text();
    struct grammar *paper;
    struct error err = {0};
    assert_ok(grammar_parse(&w->arena, "paper", text, strlen(text), &paper, &err), err);
    assert_int_equal(paper->n_types, 16);
    assert_int_equal(paper->n_rules, 70);
    assert_int_equal(paper->n_base_rules, 70);
    assert_int_equal(paper->n_fields, 27 + 1);
    for (int i = 0; i < paper->n_rules; i++)
        assert_string_equal(paper->rules[i].name, w->g->rules[i].name);
}

static void bad_grammars_are_refused_with_the_line(void **state)
{
    struct world *w = *state;
    static const char *const cases[][2] = {
        {"terminal tab_id table\nroot sql\nsql = Frobnicate()", "x:3: no meaning"},
        {"root sql\nsql = SQL(sql)", "no finite tree for type 'sql'"},
        {"root sql\nsql = SQL(foo)", "no finite tree for type"},
        {"sql = SQL()", "x:1: expected root"},
        {"root sql\nsql = SQL(\n", "x:3: expected a type, found the end"},
        {"root sql\nsql = And()\n\n\n", "x:2: no meaning is known for rule 'And'"},
        {"root sql\nsql = SQL() | SQL()", "there twice"},
        {"root sql\nsql = SelectColumn[1..99](sql * n)", "more than 32 children"},
        {"root sql\nsql = SelectColumn[3..2]()", "empty range"},
        {"terminal tab_id chair", "x:1: expected table, column or value"},
        {"terminal t table\nroot t\nt = SQL()", "a terminal has no rules"},
        {"", "no rules"},
        {"terminal v value\nroot value\nvalue = LiteralValue(v, v)",
         "x: 'LiteralValue' has the children (val_id), not (v, v)"},
        {"root condition\ncondition = Asc()", "x: 'Asc' makes a order, not a condition"},
    };
    for (int i = 0; i < COUNT_OF(cases); i++) {
        struct grammar *g;
        struct error err = {0};
        assert_int_not_equal(
            grammar_parse(&w->arena, "x", cases[i][0], strlen(cases[i][0]), &g, &err), ST_OK);
        if (!strstr(err.message, cases[i][1]))
            fail_test("%s\ngives %s", cases[i][0], err.message);
    }
}

/* The same conversion code under a grammar whose families are all small. */
static void arities_are_data(void **state)
{
    struct world *w = *state;
    struct strbuf b = strbuf_in(&w->arena);
    static const char *const from[] = {"[1..7]", "[2..7]", "[1..3]", "[2..4]"};
    static const char *const to[] = {"[1..2]", "[2..2]", "[1..2]", "[2..2]"};
    for (const char *s = grammar_builtin_text(); *s; s++) {
        int k = 0;
        while (k < 4 && strncmp(s, from[k], 6) != 0)
            k++;
        if (k < 4) {
            strbuf_puts(&b, to[k]);
            s += 5;
        } else {
            strbuf_putc(&b, *s);
        }
    }
    struct grammar *small;
    struct error err = {0};
    assert_ok(grammar_parse(&w->arena, "small", strbuf_text(&b), b.n, &small, &err), err);
    assert_int_equal(grammar_family_max(small, "SelectColumn"), 2);
    int done = 0;
    for (int i = 0; i < COUNT_OF(shop_queries); i++) {
        struct query *q, *again;
        struct tree *tree;
        assert_ok(sql_parse(&w->arena, &shop, shop_queries[i], strlen(shop_queries[i]),
                            SQL_READ_STRICT, &q, &err), err);
        if (tree_from_query(&w->arena, small, &shop, q, &tree, &err) != ST_OK)
            continue; /* instances and outputs beyond two cannot be continued */
        assert_ok(tree_to_query(&w->arena, &shop, tree, &again, &err), err);
        assert_true(query_equal(q, again));
        done++;
    }
    assert_true(done >= COUNT_OF(shop_queries) - 2);
}

static void the_papers_grammar_alone_refuses_what_it_cannot_say(void **state)
{
    struct world *w = *state;
    const char *text = grammar_builtin_text(), *end = strstr(text, "%extension\n");
    struct grammar *base;
    struct error err = {0};
    assert_ok(grammar_parse(&w->arena, "base", text, (size_t)(end - text), &base, &err), err);
    assert_int_equal(base->n_rules, 70);
    static const struct {
        const char *sql;
        bool sayable;
    } cases[] = {
        {"SELECT name FROM customer WHERE age > 3", true},
        {"SELECT a.name FROM person a JOIN person b ON a.boss_id = b.id", false},
        {"SELECT max(age) - min(age) FROM customer", false},
        {"SELECT name FROM customer LIMIT 3", false},
        {"SELECT sum(total - year) FROM orders", true},
    };
    for (int i = 0; i < COUNT_OF(cases); i++) {
        struct query *q;
        struct tree *tree;
        assert_ok(sql_parse(&w->arena, &shop, cases[i].sql, strlen(cases[i].sql), SQL_READ_STRICT,
                            &q, &err), err);
        assert_int_equal(tree_from_query(&w->arena, base, &shop, q, &tree, &err),
                         cases[i].sayable ? ST_OK : ST_UNSUPPORTED);
    }
}

/* ---- trees and back ---------------------------------------------------------------------- */

static void check_relations(const struct derivation *d)
{
    for (int j = 0; j < d->n_steps; j++)
        for (int i = 0; i <= j; i++)
            assert_int_equal(d->steps[j]->relations[i],
                             relation_by_definition(d, j, i, d->rules->max_distance));
}

static void check_way(struct world *w, const struct tree *tree, const struct query *q,
                      enum traversal order, int distance, struct rng *rng)
{
    struct derivation_rules rules = rules_of(w, order, distance);
    struct derivation *d;
    struct tree *again;
    struct query *back;
    struct error err = {0};
    assert_ok(derivation_of_tree(&w->arena, tree, w->codec, &rules, rng, &d, &err), err);
    check_relations(d);
    assert_ok(derivation_tree(&w->arena, d, w->codec, &again, &err), err);
    assert_true(tree_equal(tree, again));
    assert_ok(tree_to_query(&w->arena, &shop, again, &back, &err), err);
    assert_true(query_equal(q, back));
}

static void queries_survive_every_order_and_distance(void **state)
{
    struct world *w = *state;
    static const int distances[] = {1, 2, 4, 8, 16};
    struct rng rng;
    rng_seed(&rng, 7);
    for (int i = 0; i < COUNT_OF(shop_queries); i++) {
        struct query *q;
        struct tree *tree = tree_of(w, shop_queries[i], &q);
        for (int order = 0; order < N_TRAVERSALS; order++)
            for (int k = 0; k < COUNT_OF(distances); k++)
                check_way(w, tree, q, (enum traversal)order, distances[k], &rng);
    }
}

static void common_queries_need_no_extension(void **state)
{
    struct world *w = *state;
    static const char *const plain[] = {
        "SELECT count(*) FROM customer",
        "SELECT name FROM customer JOIN orders ON customer.id = customer_id WHERE total > 3 OR total < 1",
        "SELECT City FROM customer GROUP BY City HAVING avg(age) > 3 ORDER BY count(*) DESC LIMIT 1",
        "SELECT name FROM customer WHERE id NOT IN (SELECT customer_id FROM orders)",
        "SELECT a.total - b.total FROM (SELECT total FROM orders) a, (SELECT total FROM orders) b",
        "SELECT name FROM customer WHERE City IN ('x') AND age BETWEEN 1 AND 2",
        "SELECT id FROM customer INTERSECT SELECT id FROM person",
        "SELECT avg(total - year) FROM orders ORDER BY total, year LIMIT 3",
    };
    for (int i = 0; i < COUNT_OF(plain); i++) {
        struct tree *tree = tree_of(w, plain[i], NULL);
        for (int k = 0; k < tree->n_nodes; k++)
            assert_true(tree->nodes[k].rule < w->g->n_base_rules);
    }
}

/* A continuation of the list above: literal kinds ride on the looks of the text. */
static void literals_keep_their_kind_at_no_cost(void **state)
{
    struct world *w = *state;
    static const struct {
        struct literal literal;
        const char *text;
    } cases[] = {
        {{LITERAL_NUMBER, "2014"}, "2014"},   {{LITERAL_TEXT, "Rome"}, "Rome"},
        {{LITERAL_TEXT, "2014"}, "'2014"},    {{LITERAL_TEXT, ""}, ""},
        {{LITERAL_TEXT, "'q'"}, "''q'"},      {{LITERAL_NUMBER, "-1.50"}, "-1.50"},
        {{LITERAL_TEXT, "-1.5"}, "'-1.5"},    {{LITERAL_TEXT, "2014-01-01"}, "2014-01-01"},
        {{LITERAL_TEXT, " 2014"}, " 2014"},   {{LITERAL_TEXT, "' 2"}, "'' 2"},
    };
    for (int i = 0; i < COUNT_OF(cases); i++) {
        assert_string_equal(literal_text(&w->arena, cases[i].literal), cases[i].text);
        struct literal back = literal_of_text(&w->arena, cases[i].text);
        assert_int_equal(back.kind, cases[i].literal.kind);
        assert_string_equal(back.text, cases[i].literal.text);
        const int *ids;
        int n = w->codec->encode(w->codec->context, &w->arena, cases[i].text, &ids);
        assert_string_equal(w->codec->decode(w->codec->context, &w->arena, ids, n), cases[i].text);
    }
    assert_string_equal(literal_of_text(&w->arena, "' 2014").text, "2014"); /* sub-words' space */
}

/* ---- paths ------------------------------------------------------------------------------- */

static void paths_are_counted_and_uniform(void **state)
{
    struct world *w = *state;
    /* SQL 5!, FromTableOne 2!, SelectColumnOne 2!, UnaryColumnUnit 3! */
    struct tree *tree = tree_of(w, "SELECT count(*) FROM customer", NULL);
    assert_true(fabs(tree_log_paths(tree, true) - log(120 * 2 * 2 * 6)) < 1e-9);
    tree = tree_of(w, "SELECT name FROM customer ORDER BY name, age", NULL);
    /* the two ordered columns: OrderByColumnTwo has 3!/2! paths instead of 3! */
    double paper = tree_log_paths(tree, false), kept = tree_log_paths(tree, true);
    assert_true(fabs(paper - kept - log(2)) < 1e-9);

    struct derivation_rules rules = rules_of(w, TRAVERSE_DFS_RANDOM, -1);
    int first_field[5] = {0}, order_at[3] = {0}, samples = 30000;
    struct rng rng;
    rng_seed(&rng, 5);
    for (int s = 0; s < samples; s++) {
        struct arena a = {0};
        struct derivation *d;
        struct error err = {0};
        assert_ok(derivation_of_tree(&a, tree, w->codec, &rules, &rng, &d, &err), err);
        first_field[d->steps[1]->slot]++;
        int orderby = -1, seen = 0, columns[2], n_columns = 0;
        for (int j = 0; j < d->n_steps; j++) {
            const struct step *x = d->steps[j];
            if (x->action.kind == ACTION_RULE &&
                strcmp(w->g->rules[x->action.id].family, "OrderByColumn") == 0)
                orderby = j;
            if (orderby >= 0 && x->parent == orderby) {
                if (strcmp(w->g->fields[x->field].name, "order") == 0)
                    order_at[seen]++;
                else
                    columns[n_columns++] = x->slot;
                seen++;
            }
        }
        assert_int_equal(n_columns, 2);
        assert_true(columns[0] < columns[1]); /* an ordered group keeps its order */
        arena_release(&a);
    }
    for (int i = 0; i < 5; i++) /* 1/5 each, 4.5 standard deviations */
        assert_in_range(first_field[i], samples / 5 - 312, samples / 5 + 312);
    for (int i = 0; i < 3; i++) /* 1/3 each */
        assert_in_range(order_at[i], samples / 3 - 368, samples / 3 + 368);
}

static int rule_id(const struct world *w, const char *family, int n)
{
    int id = grammar_find_rule(w->g, family, n);
    assert_true(id >= 0);
    return id;
}

static void apply(struct world *w, struct derivation *d, int slot, enum action_kind kind, int id)
{
    struct error err = {0};
    assert_ok(derivation_apply(&w->arena, d, slot, (struct action){kind, id}, &err), err);
}

static void the_frontier_lists_each_field_once(void **state)
{
    struct world *w = *state;
    struct derivation_rules rules = rules_of(w, TRAVERSE_DFS_RANDOM, 4);
    rules.n_tokens = 10;
    struct derivation *d = derivation_new(&w->arena, &rules);
    struct candidate c[GRAMMAR_MAX_SLOTS];
    assert_int_equal(derivation_candidates(d, c), 1);
    assert_int_equal(c[0].field, 0);
    assert_int_equal(c[0].parent, -1);
    apply(w, d, 0, ACTION_RULE, rule_id(w, "SQL", 0));
    /* all five, also the last (the authors' list is 0,0,1,2,3: MODEL.md section 11) */
    assert_int_equal(derivation_candidates(d, c), 5);
    for (int i = 0; i < 5; i++)
        assert_int_equal(c[i].slot, i);
    apply(w, d, 4, ACTION_RULE, rule_id(w, "NoOrderBy", 0));
    assert_int_equal(derivation_candidates(d, c), 4);
    apply(w, d, 0, ACTION_RULE, rule_id(w, "FromTable", 3));
    /* depth first: now only the children of from; three tab_ids are one candidate */
    assert_int_equal(derivation_candidates(d, c), 2);
    assert_string_equal(w->g->fields[c[0].field].name, "tab_id");
    assert_string_equal(w->g->fields[c[1].field].name, "from");
    assert_int_equal(c[0].depth, 2);
    assert_int_equal(c[0].parent, 2);
    assert_int_equal(c[0].parent_rule, rule_id(w, "FromTable", 3));
    apply(w, d, 3, ACTION_RULE, rule_id(w, "NoCondition", 0));
    apply(w, d, 0, ACTION_TABLE, 1);
    assert_int_equal(derivation_candidates(d, c), 1);
    assert_int_equal(c[0].slot, 1);
    apply(w, d, 2, ACTION_TABLE, 0); /* training may take unordered siblings in any order */
    apply(w, d, 1, ACTION_TABLE, 0);
    assert_int_equal(derivation_candidates(d, c), 3); /* back to select, where, groupby */

    rules.order = TRAVERSE_BFS_L2R;
    d = derivation_new(&w->arena, &rules);
    apply(w, d, 0, ACTION_RULE, rule_id(w, "SQL", 0));
    apply(w, d, 0, ACTION_RULE, rule_id(w, "FromTable", 1));
    assert_int_equal(derivation_candidates(d, c), 1);
    assert_string_equal(w->g->fields[c[0].field].name, "select"); /* breadth first */
}

/* A value of the list is one step; only what is right of LIKE is still spelt. */
static void values_are_pointed_at_except_patterns(void **state)
{
    struct world *w = *state;
    static const struct literal list[] = {{LITERAL_TEXT, "irish"}, {LITERAL_TEXT, "Irish"},
                                          {LITERAL_NUMBER, "10.0"}, {LITERAL_NUMBER, "3"}};
    static const char sql[] = "SELECT name FROM customer WHERE city = 'IRISH' AND name LIKE '%a%' "
                              "AND city = 'Irish' AND id > 10 ORDER BY name LIMIT 3";
    struct query *query, *back;
    struct tree *tree = tree_of(w, sql, &query), *again;
    struct error err = {0};
    for (int order = 0; order < N_TRAVERSALS; order++) {
        if (traversal_random((enum traversal)order))
            continue;
        struct derivation_rules rules = rules_of(w, (enum traversal)order, 4);
        rules.point = true;
        rules.values = (struct value_list){list, COUNT_OF(list)};
        struct derivation *d;
        assert_ok(derivation_of_tree(&w->arena, tree, w->codec, &rules, NULL, &d, &err), err);
        int chosen[COUNT_OF(list)] = {0}, tokens = 0;
        for (int i = 0; i < d->n_steps; i++) {
            if (d->steps[i]->action.kind == ACTION_VALUE)
                chosen[d->steps[i]->action.id]++;
            tokens += d->steps[i]->action.kind == ACTION_TOKEN;
        }
        /* the first that is equal; else the first but for case, or as a number */
        assert_true(chosen[0] == 1 && chosen[1] == 1 && chosen[2] == 1 && chosen[3] == 1);
        assert_int_equal(tokens, 4); /* % a % and the end */
        check_relations(d);
        assert_ok(derivation_tree(&w->arena, d, w->codec, &again, &err), err);
        assert_ok(tree_to_query(&w->arena, &shop, again, &back, &err), err);
        assert_string_equal(sql_print(&w->arena, &shop, back, SQL_SQLITE),
                            "SELECT name FROM customer WHERE City = 'irish' AND name LIKE '%a%' "
                            "AND City = 'Irish' AND id > 10.0 ORDER BY name LIMIT 3");
        rules.values.n = 3; /* without the 3 */
        assert_int_equal(derivation_of_tree(&w->arena, tree, w->codec, &rules, NULL, &d, &err),
                         ST_INPUT);
    }
}

static void values_stay_selected_until_eos(void **state)
{
    struct world *w = *state;
    struct derivation_rules rules = rules_of(w, TRAVERSE_DFS_RANDOM, 3);
    rules.n_tokens = 10;
    struct derivation *d = derivation_new(&w->arena, &rules);
    struct candidate c[GRAMMAR_MAX_SLOTS];
    struct error err = {0};
    apply(w, d, 0, ACTION_RULE, rule_id(w, "SQL", 0));
    apply(w, d, 4, ACTION_RULE, rule_id(w, "OrderByLimitColumn", 1));
    apply(w, d, 2, ACTION_TOKEN, 3);
    for (int k = 0; k < 4; k++) {
        assert_int_equal(derivation_candidates(d, c), 1);
        assert_int_equal(c[0].slot, 2);
        assert_int_equal(c[0].first, 2);
        assert_int_equal(derivation_apply(&w->arena, d, 1, (struct action){ACTION_RULE, rule_id(w, "Asc", 0)},
                                          &err), ST_INPUT);
        apply(w, d, 2, ACTION_TOKEN, k < 3 ? 4 + k : w->codec->eos);
    }
    assert_int_equal(derivation_candidates(d, c), 2);
    /* R = 3: ids 0..15 are pairs, then left1, left2, left3 */
    assert_int_equal(relation_count(3), 19);
    const uint16_t *row = d->steps[6]->relations; /* the eos: parent 1 is (1,0), root 0 (2,0) */
    const uint16_t wanted[] = {2 * 4, 1 * 4, 18, 18, 17, 16, 0};
    for (int i = 0; i < COUNT_OF(wanted); i++)
        assert_int_equal(row[i], wanted[i]);
    apply(w, d, 1, ACTION_RULE, rule_id(w, "Asc", 0));
    for (int i = 2; i <= 6; i++) /* each token is a sibling: (1,1) */
        assert_int_equal(d->steps[7]->relations[i], 4 + 1);
    check_relations(d);
}

static void invalid_actions_change_nothing(void **state)
{
    struct world *w = *state;
    struct derivation_rules rules = rules_of(w, TRAVERSE_DFS_L2R, 2);
    rules.n_tokens = 5;
    rules.max_steps = 6;
    struct derivation *d = derivation_new(&w->arena, &rules);
    struct error err = {0};
    apply(w, d, 0, ACTION_RULE, rule_id(w, "SQL", 0));
    const struct {
        int slot;
        struct action action;
        const char *message;
    } bad[] = {
        {1, {ACTION_RULE, rule_id(w, "SelectColumn", 1)}, "child 0 must come before 1"},
        {0, {ACTION_RULE, rule_id(w, "SelectColumn", 1)}, "does not make a from"},
        {0, {ACTION_TABLE, 0}, "wrong kind for a from"},
        {0, {ACTION_RULE, w->g->n_rules}, "no item"},
        {0, {ACTION_RULE, -1}, "no item"},
        {5, {ACTION_RULE, 0}, "child 5 is not open"},
        {-1, {ACTION_RULE, 0}, "not open"},
        {99, {ACTION_RULE, 0}, "not open"},
    };
    for (int i = 0; i < COUNT_OF(bad); i++) {
        assert_int_equal(derivation_apply(&w->arena, d, bad[i].slot, bad[i].action, &err), ST_INPUT);
        if (!strstr(err.message, bad[i].message))
            fail_test("case %d: %s", i, err.message);
        assert_int_equal(d->n_steps, 1);
    }
    apply(w, d, 0, ACTION_RULE, rule_id(w, "FromTable", 2));
    assert_int_equal(derivation_apply(&w->arena, d, 0, (struct action){ACTION_TABLE, 4}, &err), ST_INPUT);
    apply(w, d, 0, ACTION_TABLE, 3);
    apply(w, d, 1, ACTION_TABLE, 3);
    apply(w, d, 2, ACTION_RULE, rule_id(w, "NoCondition", 0));
    apply(w, d, 1, ACTION_RULE, rule_id(w, "SelectColumn", 1));
    assert_int_equal(derivation_apply(&w->arena, d, 0, (struct action){ACTION_RULE, rule_id(w, "True", 0)},
                                      &err), ST_LIMIT);
    struct tree *tree;
    assert_int_equal(derivation_tree(&w->arena, d, w->codec, &tree, &err), ST_INPUT);
}

static void clones_go_their_own_way(void **state)
{
    struct world *w = *state;
    struct derivation_rules rules = rules_of(w, TRAVERSE_BFS_RANDOM, 2);
    rules.n_tokens = 5;
    struct derivation *a = derivation_new(&w->arena, &rules);
    apply(w, a, 0, ACTION_RULE, rule_id(w, "SQL", 0));
    struct derivation *b = derivation_clone(&w->arena, a);
    apply(w, a, 4, ACTION_RULE, rule_id(w, "NoOrderBy", 0));
    apply(w, b, 3, ACTION_RULE, rule_id(w, "NoGroupBy", 0));
    apply(w, b, 4, ACTION_RULE, rule_id(w, "NoOrderBy", 0));
    struct candidate c[GRAMMAR_MAX_SLOTS];
    assert_int_equal(derivation_candidates(a, c), 4);
    assert_int_equal(derivation_candidates(b, c), 3);
    assert_int_equal(a->n_steps, 2);
    assert_int_equal(b->n_steps, 3);
    assert_ptr_equal(a->steps[0], b->steps[0]); /* what came before is shared */
}

/* ---- generated trees --------------------------------------------------------------------- */

static struct derivation *random_derivation(struct world *w, struct arena *a,
                                            struct derivation_rules *rules, struct rng *rng)
{
    struct smallest s = smallest_rules(w->g);
    struct derivation *d = derivation_new(a, rules);
    int budget = (int)rng_below(rng, 80);
    struct error err = {0};
    while (!derivation_finished(d)) {
        struct candidate c[GRAMMAR_MAX_SLOTS];
        int k = (int)rng_below(rng, (uint32_t)derivation_candidates(d, c));
        bool finish = d->n_steps > budget;
        struct action action = pick_action(rules, &s, c[k].field, (uint32_t)rng_next(rng), finish);
        /* most rules are extensions, and few of them make sense anywhere: mostly try again */
        while (action.kind == ACTION_RULE && !finish && w->g->rules[action.id].extension &&
               w->g->types[w->g->rules[action.id].type].rules[0] < w->g->n_base_rules &&
               rng_below(rng, 400))
            action = pick_action(rules, &s, c[k].field, (uint32_t)rng_next(rng), finish);
        assert_ok(derivation_apply(a, d, c[k].slot, action, &err), err);
    }
    return d;
}

/* What a tree gives as a query is given by that query's own tree, and prints. */
static int check_generated(struct world *w, struct arena *a, const struct derivation *d)
{
    struct tree *tree, *canonical;
    struct query *q, *again;
    struct error err = {0};
    assert_ok(derivation_tree(a, d, w->codec, &tree, &err), err);
    if (tree_to_query(a, &shop, tree, &q, &err) != ST_OK)
        return 0;
    assert_ok(tree_from_query(a, w->g, &shop, q, &canonical, &err), err);
    assert_ok(tree_to_query(a, &shop, canonical, &again, &err), err);
    if (!query_equal(q, again))
        fail_test("%s\nbecomes\n%s", sql_print(a, &shop, q, SQL_SQLITE),
                  sql_print(a, &shop, again, SQL_SQLITE));
    for (int dialect = SQL_SQLITE; dialect <= SQL_BENCHMARK; dialect++)
        assert_true(strlen(sql_print(a, &shop, q, (enum sql_dialect)dialect)) > 0);
    return 1;
}

static void generated_trees_keep_all_properties(void **state)
{
    struct world *w = *state;
    static const int distances[] = {0, 1, 2, 4, 8, 16};
    const int *ids;
    w->codec->encode(w->codec->context, &w->arena, "0 3 'x' -1.5 2014 Rome", &ids);
    struct rng rng;
    rng_seed(&rng, 11);
    int converted = 0;
    for (int n = 0; n < 1200; n++) {
        struct arena a = {0};
        struct derivation_rules rules =
            rules_of(w, (enum traversal)(n % N_TRAVERSALS), distances[n / 4 % COUNT_OF(distances)]);
        rules.max_steps = 3000;
        rules.n_tokens = w->codec->size(w->codec->context);
        struct derivation *d = random_derivation(w, &a, &rules, &rng);
        check_relations(d);
        converted += check_generated(w, &a, d);
        arena_release(&a);
    }
    assert_true(converted > 600); /* most trees are queries */
}

static void sibling_order_is_all_that_unordered_hashes_forget(void **state)
{
    struct world *w = *state;
    static const struct {
        const char *a, *b;
        bool same;
    } cases[] = {
        {"SELECT name, age FROM customer", "SELECT age, name FROM customer", true},
        {"SELECT name FROM customer WHERE age = 1 AND City = 'x'",
         "SELECT name FROM customer WHERE City = 'x' AND age = 1", true},
        {"SELECT name FROM customer ORDER BY name, age", "SELECT name FROM customer ORDER BY age, name", false},
        {"SELECT total - year FROM orders", "SELECT year - total FROM orders", false},
        {"SELECT name FROM customer WHERE age = 1 OR City = 'x'",
         "SELECT name FROM customer WHERE City = 'x' AND age = 1", false},
        {"SELECT id FROM customer EXCEPT SELECT id FROM person",
         "SELECT id FROM person EXCEPT SELECT id FROM customer", false},
        {"SELECT name FROM customer WHERE age = 1", "SELECT name FROM customer WHERE age = 2", false},
    };
    for (int i = 0; i < COUNT_OF(cases); i++) {
        struct tree *a = tree_of(w, cases[i].a, NULL), *b = tree_of(w, cases[i].b, NULL);
        assert_false(tree_equal(a, b));
        assert_int_equal(tree_hash_unordered(a) == tree_hash_unordered(b), cases[i].same);
    }
}

/* ---- token sequences --------------------------------------------------------------------------- */

static struct grammar *token_grammar(struct world *w)
{
    struct grammar *g;
    struct error err = {0};
    const char *text = tokens_grammar_text();
    assert_ok(grammar_parse(&w->arena, "tokens", text, strlen(text), &g, &err), err);
    assert_true(grammar_is_tokens(g) && !grammar_is_tokens(w->g));
    return g;
}

static void queries_survive_as_token_sequences(void **state)
{
    struct world *w = *state;
    w->g = token_grammar(w);
    for (int i = 0; i < COUNT_OF(shop_queries); i++) {
        struct query *query, *again;
        struct error err = {0};
        struct tree *tree = tree_of(w, shop_queries[i], &query), *same;
        struct derivation_rules rules = rules_of(w, TRAVERSE_DFS_L2R, -1);
        struct derivation *d;
        assert_ok(derivation_of_tree(&w->arena, tree, w->codec, &rules, NULL, &d, &err), err);
        assert_ok(derivation_tree(&w->arena, d, w->codec, &same, &err), err);
        assert_true(tree_equal(tree, same));
        assert_ok(tree_to_query(&w->arena, &shop, same, &again, &err), err);
        if (!query_equal(query, again))
            fail_test("%s\n  became %s", shop_queries[i],
                      sql_print(&w->arena, &shop, again, SQL_SQLITE));
    }
}

/* A token sequence is exactly what the printer wrote: the words in their order. */
static void a_token_sequence_is_the_text(void **state)
{
    struct world *w = *state;
    w->g = token_grammar(w);
    struct tree *tree = tree_of(w, "SELECT count(*) FROM customer WHERE customer.age > 3", NULL);
    static const char *const wanted[] = {"WordTokenOne", "WordToken34", "WordToken37",
                                         "ColumnToken", "WordToken38", "WordTokenThree",
                                         "TableToken", "WordTokenSeven", "ColumnToken",
                                         "WordToken43", "ValueToken", "EndToken"};
    int n = 0;
    for (int i = 0; i < tree->n_nodes; i++)
        if (tree->nodes[i].rule >= 0) {
            assert_true(n < COUNT_OF(wanted));
            assert_string_equal(w->g->rules[tree->nodes[i].rule].name, wanted[n++]);
        }
    assert_int_equal(n, COUNT_OF(wanted));
}

static void a_broken_token_sequence_is_refused(void **state)
{
    struct world *w = *state;
    w->g = token_grammar(w);
    struct derivation_rules rules = rules_of(w, TRAVERSE_DFS_L2R, -1);
    rules.n_tokens = 1;
    struct derivation *d = derivation_new(&w->arena, &rules);
    struct error err = {0};
    int select = grammar_find_rule(w->g, "WordToken", 1);
    const struct action actions[] = {{ACTION_RULE, select}, {ACTION_RULE, select},
                                     {ACTION_RULE, tokens_rule(w->g, ACTION_RULE)}};
    for (int i = 0; i < COUNT_OF(actions); i++)
        assert_ok(derivation_apply(&w->arena, d, 0, actions[i], &err), err);
    struct tree *tree;
    struct query *query;
    assert_ok(derivation_tree(&w->arena, d, w->codec, &tree, &err), err);
    assert_int_equal(tree_to_query(&w->arena, &shop, tree, &query, &err), ST_INPUT);
    /* a grammar of other shapes is refused, one of other rules not taken for this one */
    static const char odd[] = "terminal tab_id table\nterminal col_id column\n"
                              "terminal val_id value\nroot sequence\n"
                              "sequence = EndToken() | TableToken(tab_id, sequence)\n"
                              "| ColumnToken(col_id, sequence) | ValueToken(val_id)\n"
                              "| WordToken[1..3](sequence)\n";
    struct grammar *g;
    assert_int_not_equal(grammar_parse(&w->arena, "odd", odd, strlen(odd), &g, &err), ST_OK);
    assert_non_null(strstr(err.message, "'ValueToken' has the children (val_id, sequence), not (val_id)"));
    assert_false(grammar_is_tokens(grammar_builtin(&w->arena)));
}

int main(void)
{
#define TREE_TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(queries_survive_as_token_sequences, setup, teardown),
        cmocka_unit_test_setup_teardown(a_token_sequence_is_the_text, setup, teardown),
        cmocka_unit_test_setup_teardown(a_broken_token_sequence_is_refused, setup, teardown),
        TREE_TEST(the_papers_rules_come_first_and_keep_their_ids),
        TREE_TEST(the_papers_grammar_is_a_file_of_its_own),
        TREE_TEST(bad_grammars_are_refused_with_the_line),
        TREE_TEST(arities_are_data),
        TREE_TEST(the_papers_grammar_alone_refuses_what_it_cannot_say),
        TREE_TEST(queries_survive_every_order_and_distance),
        TREE_TEST(common_queries_need_no_extension),
        TREE_TEST(literals_keep_their_kind_at_no_cost),
        TREE_TEST(paths_are_counted_and_uniform),
        TREE_TEST(the_frontier_lists_each_field_once),
        TREE_TEST(values_are_pointed_at_except_patterns),
        TREE_TEST(values_stay_selected_until_eos),
        TREE_TEST(invalid_actions_change_nothing),
        TREE_TEST(clones_go_their_own_way),
        TREE_TEST(generated_trees_keep_all_properties),
        TREE_TEST(sibling_order_is_all_that_unordered_hashes_forget),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
