/* test_eval_match.c - exact match: what the official parsers accept, hardness, foreign-key groups,
 * and every part of the comparison, each from the rules of the scripts. */
#include "test.h"

#include "eval/internal.h"
#include "eval_samples.h"

/* ---- parsing ------------------------------------------------------------------------------ */

static void check_parses(enum eval_dataset dataset, const char *const *queries, int n, bool wanted)
{
    struct arena a = {0};
    struct eval_schema *names = greenhouse_for(&a, dataset);
    for (int i = 0; i < n; i++) {
        bool parses = query_parse(&a, names, slice_of(queries[i])) != NULL;
        if (parses != wanted)
            fail_test("%s: %s", parses ? "accepted" : "refused", queries[i]);
    }
    arena_release(&a);
}

static void spider_accepts_what_the_script_accepts(void **state)
{
    (void)state;
    static const char *const queries[] = {
        "SELECT Name FROM Plant",
        "select T1.name from plant as T1 join bench as T2 on T1.bench_id = T2.bench_id",
        "( select name from plant )",
        "select * from plant ; ;",
        "select name , from plant",
        "select from plant",
        "select * from",
        "select none ( name ) from plant",
        "select count(distinct name) from plant",
        "select height - bench_id from plant",
        "select name from plant where height = ( 3 )",
        "select name from plant where height = 1e3 or height = inf",
        "select name from plant where name not like 'x%' and height between 1 and 2",
        "select name from plant where height = ( select max(height) from plant )",
        "select * from ( select name from plant )",
        "select name from plant group by name having count(*) > 1 order by count(*) desc limit 3",
        "select name from plant union select label from bench",
        /* what follows a complete query is not looked at */
        "select name from plant limit 3 garbage ) (",
        "select name from plant order by height desc nonsense",
        /* a column on the right swallows what follows, OR included */
        "select name from plant where height = bench_id or 'x' nonsense",
        /* AS binds anywhere, before or after */
        "select X.name from X join plant as X",
        "select name from plant where height = 3 and",
        "select name from plant limit terminal",
        "select name from plant where",
    };
    check_parses(EVAL_SPIDER, queries, COUNT_OF(queries), true);
}

static void spider_refuses_what_the_script_refuses(void **state)
{
    (void)state;
    static const char *const queries[] = {
        "", "select", "select name", "select name from", "update plant set name = 1",
        "select name from plants", "select nam from plant", "select T1.name from plant",
        "select a.b.c from plant",
        "select name from plant as plant", /* an alias may not be a table's name */
        "select name as n from plant",
        "select name from plant as",
        "select name from plant , bench",
        "select name from plant left join bench",
        "select name from plant where ( height = 3 )",
        "select name from plant where height = ( bench_id )",
        "select name from plant where height > max(height)",
        "select name from plant where height=3",
        "select name from plant where height = 3 garbage",
        "select name from plant where not height = 3 x",
        "select name from plant where height in ( 1 , 2 )",
        "select name from plant where height between 1",
        "select name from plant where name = 'x",
        "select name from plant limit",
        "select name from plant group name",
        "select name from ( select name from plant )",
        "select max(height from plant",
        "select case when height > 3 then 1 end from plant",
        "select TIME_NOW from plant",
    };
    check_parses(EVAL_SPIDER, queries, COUNT_OF(queries), false);
}

static void dusql_has_its_own_language(void **state)
{
    (void)state;
    static const char *const good[] = {
        "select TIME_NOW - height from plant where name not in ( select name from plant )",
        "select name from plant where name not like \"x\" order by sum ( height ) desc limit 3",
        "select a.height / b.capacity from ( select height from plant ) a , "
        "( select capacity from bench ) b",
        "select name from plant group by name having sum ( height ) > 12亿",
        "select name from plant where height > 50%",
    };
    static const char *const bad[] = {
        "select name from plant where name not between 1 and 2",
        "select name from plant where name is 1",
        "select name from plant order by height limit x",
        "select a.height from plant a",
        "select name from plant where height <> 3",
    };
    check_parses(EVAL_DUSQL, good, COUNT_OF(good), true);
    check_parses(EVAL_DUSQL, bad, COUNT_OF(bad), false);
}

static void nesting_is_bounded(void **state)
{
    (void)state;
    struct arena a = {0};
    struct eval_schema *names = greenhouse_for(&a, EVAL_SPIDER);
    struct strbuf deep = strbuf_in(&a), wide = strbuf_in(&a);
    for (int i = 0; i < 1500; i++) {
        strbuf_puts(&deep, "select * from ( ");
        strbuf_puts(&wide, "select * from plant union ");
    }
    assert_null(query_parse(&a, names, (struct slice){strbuf_text(&deep), deep.n}));
    assert_null(query_parse(&a, names, (struct slice){strbuf_text(&wide), wide.n}));
    struct strbuf brackets = strbuf_in(&a);
    for (int i = 0; i < 60000; i++)
        strbuf_putc(&brackets, '(');
    assert_null(query_parse(&a, names, (struct slice){strbuf_text(&brackets), brackets.n}));
    struct slice nul = {"select name\0 from plant", 23};
    assert_null(query_parse(&a, names, nul));
    arena_release(&a);
}

/* ---- hardness and keys -------------------------------------------------------------------- */

static struct eval_score score_pair(enum eval_dataset dataset, const char *gold, const char *pred)
{
    struct arena a = {0};
    struct eval_score score;
    eval_match(&a, greenhouse_for(&a, dataset), slice_of(gold), slice_of(pred), &score);
    arena_release(&a);
    return score;
}

static void hardness_counts_as_the_script_counts(void **state)
{
    (void)state;
    static const struct {
        enum eval_dataset dataset;
        const char *sql;
        enum eval_hardness hardness;
    } cases[] = {
        {EVAL_SPIDER, "select name from plant", HARDNESS_EASY},
        {EVAL_SPIDER, "select name from plant where height > 3", HARDNESS_EASY},
        {EVAL_SPIDER, "select name , height from plant", HARDNESS_MEDIUM},
        {EVAL_SPIDER, "select count(*) from plant join bench where height > 3", HARDNESS_MEDIUM},
        {EVAL_SPIDER, "select name from plant where height > 3 order by height limit 1",
         HARDNESS_HARD},
        {EVAL_SPIDER, "select name from plant where height > ( select avg(height) from plant )",
         HARDNESS_HARD},
        {EVAL_SPIDER, "select name from plant union select label from bench", HARDNESS_HARD},
        {EVAL_SPIDER, "select name , height from plant union select name , height from plant",
         HARDNESS_EXTRA},
        /* NOT is taken for an aggregate */
        {EVAL_SPIDER, "select max(height) from plant where height between 1 and 2", HARDNESS_EASY},
        {EVAL_SPIDER, "select max(height) from plant where height not between 1 and 2",
         HARDNESS_MEDIUM},
        /* and so is each connective of HAVING */
        {EVAL_SPIDER, "select name from plant group by name having height > 1 and height > 2",
         HARDNESS_EASY},
        {EVAL_SPIDER, "select name from plant group by name having height > 1 and height > 2 and "
         "height > 3", HARDNESS_MEDIUM},
        /* a sub-query in FROM is nothing to Spider, but one nested query to DuSQL */
        {EVAL_SPIDER, "select count(*) from ( select name from plant )", HARDNESS_EASY},
        {EVAL_DUSQL, "select count ( * ) from ( select name from plant )", HARDNESS_HARD},
        {EVAL_DUSQL, "select name from plant", HARDNESS_EASY},
    };
    for (int i = 0; i < COUNT_OF(cases); i++) {
        struct eval_score score = score_pair(cases[i].dataset, cases[i].sql, "x");
        if (score.hardness != cases[i].hardness)
            fail_test("%s for %s", eval_hardness_name(score.hardness), cases[i].sql);
    }
    assert_int_equal(score_pair(EVAL_SPIDER, "select", "x").hardness, N_HARDNESS);
}

static void key_groups_are_never_joined_later(void **state)
{
    (void)state;
    struct table table = {.name = "t", .label = "t"};
    struct column columns[] = {{.table = -1, .name = "*"}, {.name = "a"}, {.name = "b"},
                               {.name = "c"},              {.name = "d"}, {.name = "e"}};
    struct foreign_key keys[] = {{2, 1}, {4, 3}, {2, 3}};
    struct schema schema = {.db_id = "x", .tables = &table, .columns = columns,
                            .foreign_keys = keys, .n_tables = 1, .n_columns = 6,
                            .n_foreign_keys = 3};
    struct arena a = {0};
    struct eval_schema *names = eval_schema_new(&a, &schema, EVAL_SPIDER);
    static const struct {
        const char *column, *stands_for;
    } cases[] = {{"t.a", "t.a"}, {"t.b", "t.a"}, {"t.c", "t.c"}, {"t.d", "t.c"}, {"t.e", "t.e"}};
    for (int i = 0; i < COUNT_OF(cases); i++) {
        int id = map_get(&names->ids, cases[i].column, 3, -1);
        int merged = map_get(&names->ids, cases[i].stands_for, 3, -1);
        assert_int_equal(names->merged[id], merged);
    }
    arena_release(&a);
}

/* ---- exact match: Spider ------------------------------------------------------------------ */

#define P(part) (1u << PART_##part)
#define ALL_PARTS ((1u << N_PARTS) - 1)

struct match_case {
    const char *gold, *pred;
    char exact, exec;     /* '.' = not asked for */
    unsigned wrong_parts; /* ANY_PARTS = not asked for */
};
#define ANY_PARTS (1u << 31)

static void check_matches(enum eval_dataset dataset, const struct match_case *cases, int n)
{
    for (int i = 0; i < n; i++) {
        struct eval_score score = score_pair(dataset, cases[i].gold, cases[i].pred);
        unsigned wrong = 0;
        for (int k = 0; k < N_PARTS; k++)
            wrong |= score.parts[k].right ? 0 : 1u << k;
        char exact = eval_verdict_letter(score.exact), exec = eval_verdict_letter(score.exec);
        if (exact != cases[i].exact || (cases[i].exec != '.' && exec != cases[i].exec) ||
            (cases[i].wrong_parts != ANY_PARTS && wrong != cases[i].wrong_parts))
            fail_test("%c %c, wrong parts %x: '%s' for '%s'", exact, exec, wrong, cases[i].pred,
                      cases[i].gold);
    }
}

static void spider_compares_part_by_part(void **state)
{
    (void)state;
    static const struct match_case cases[] = {
        {"select name , height from plant", "select height , name from plant", '1', '.', 0},
        {"select max(height) from plant", "select min(height) from plant", '0', '.', P(SELECT)},
        {"select name from plant", "select distinct name from plant", '1', '.', 0},
        {"select name from plant", "select name , name from plant", '0', '.',
         P(SELECT) | P(SELECT_NO_AGG)},
        {"select height - bench_id from plant", "select bench_id - height from plant", '0', '.',
         P(SELECT) | P(SELECT_NO_AGG)},
        /* values, columns on the right included, are nothing */
        {"select name from plant where height > 3", "select name from plant where height > 'x'",
         '1', '.', 0},
        {"select name from plant where height > 3",
         "select name from plant where height > bench_id", '1', '.', 0},
        {"select name from plant where height > 3", "select name from plant where height < 3",
         '0', '.', P(WHERE)},
        {"select name from plant where height > 3 and name = 'x'",
         "select name from plant where name = 'y' and height > 4", '1', '.', 0},
        {"select name from plant where height > 3 and name = 'x'",
         "select name from plant where height > 3 or name = 'x'", '0', '.',
         P(AND_OR) | P(KEYWORDS)},
        {"select name from plant where height > 3 and name = 'x' or bench_id = 1",
         "select name from plant where height > 3 or name = 'x' and bench_id = 1", '1', '.', 0},
        {"select name from plant where name not like 'x'",
         "select name from plant where name like 'x'", '0', '.', P(WHERE) | P(KEYWORDS)},
        /* grouping columns as a bag by name, then in order with HAVING */
        {"select name from plant group by name , height",
         "select name from plant group by height , name", '0', '.', P(HAVING)},
        {"select name from plant group by name having count(*) > 1",
         "select name from plant group by name having count(*) > 2", '1', '.', 0},
        {"select name from plant group by name having count(*) > 1",
         "select name from plant group by name", '0', '.', P(HAVING) | P(KEYWORDS)},
        {"select name from plant order by height limit 1",
         "select name from plant order by height limit 5", '1', '.', 0},
        {"select name from plant order by height limit 1",
         "select name from plant order by height", '0', '.', P(ORDER) | P(KEYWORDS)},
        {"select name from plant order by height desc", "select name from plant order by height",
         '0', '.', P(ORDER) | P(KEYWORDS)},
        /* one direction for the whole list: the last */
        {"select name from plant order by height desc , name",
         "select name from plant order by height , name desc", '1', '.', 0},
        {"select name from plant limit 3", "select name from plant", '0', '.', P(KEYWORDS)},
        {"select name from plant union select label from bench",
         "select name from plant union select label from bench where capacity > 3", '0', '.',
         P(SETS)},
        {"select name from plant union select label from bench",
         "select name from plant except select label from bench", '0', '.',
         P(SETS) | P(KEYWORDS)},
        /* tables: equal parts, but not the same FROM */
        {"select count(*) from plant", "select count(*) from bench", '0', '.', 0},
        {"select T1.name from plant as T1 join plant as T2",
         "select T1.name from plant as T1", '0', '.', 0},
        {"select name from plant join bench on plant.bench_id = bench.bench_id",
         "select name from bench join plant", '1', '.', 0},
    };
    check_matches(EVAL_SPIDER, cases, COUNT_OF(cases));
}

static void spider_normalises_only_the_outer_query(void **state)
{
    (void)state;
    static const struct match_case cases[] = {
        /* columns of one foreign-key group are one column, if their table is in FROM */
        {"select plant_id from plant", "select parent_id from plant", '1', '.', 0},
        {"select plant_id from plant", "select plant_id from watering", '0', '.', 0},
        {"select T1.plant_id from plant as T1 join watering as T2 group by T1.plant_id",
         "select T2.plant_id from plant as T1 join watering as T2 group by T2.plant_id", '1', '.',
         0},
        {"select name from plant union select plant_id from plant",
         "select name from plant union select parent_id from plant", '1', '.', 0},
        /* sub-queries in conditions: values go, DISTINCT and keys stay */
        {"select name from plant where height = ( select height from plant where name = 'x' )",
         "select name from plant where height = ( select height from plant where name = 'y' )",
         '1', '.', 0},
        {"select name from plant where plant_id in ( select plant_id from watering )",
         "select name from plant where plant_id in ( select distinct plant_id from watering )",
         '0', '.', P(WHERE)},
        {"select name from plant where plant_id in ( select plant_id from plant )",
         "select name from plant where plant_id in ( select parent_id from plant )", '0', '.',
         P(WHERE)},
        {"select name from plant where height = ( select max(height) from plant limit 1 )",
         "select name from plant where height = ( select max(height) from plant limit 9 )", '1',
         '.', 0},
        /* sub-queries in FROM: even values stay, and their types */
        {"select count(*) from ( select name from plant where height > 3 )",
         "select count(*) from ( select name from plant where height > 3.0 )", '1', '.', 0},
        {"select count(*) from ( select name from plant where height > 3 )",
         "select count(*) from ( select name from plant where height > 4 )", '0', '.', 0},
        {"select count(*) from ( select name from plant where height > 3 )",
         "select count(*) from ( select name from plant where height > '3' )", '0', '.', 0},
        /* and nan is not even itself */
        {"select count(*) from ( select name from plant where height > nan )",
         "select count(*) from ( select name from plant where height > nan )", '0', '.', 0},
        {"select name from plant where height > nan", "select name from plant where height > nan",
         '1', '.', 0},
    };
    check_matches(EVAL_SPIDER, cases, COUNT_OF(cases));
}

static void spider_scores_the_unparsed_as_an_empty_query(void **state)
{
    (void)state;
    struct eval_score score = score_pair(EVAL_SPIDER, "select name from plant", "nonsense");
    assert_int_equal(score.exact, VERDICT_UNPARSED);
    assert_false(score.parts[PART_SELECT].right);
    assert_true(score.parts[PART_SELECT].in_gold && !score.parts[PART_SELECT].in_pred);
    assert_true(score.parts[PART_AND_OR].right && score.parts[PART_AND_OR].in_pred);
    assert_true(score.parts[PART_SETS].right && !score.parts[PART_SETS].in_pred);
    /* the script counts connectives of one side for the other */
    score = score_pair(EVAL_SPIDER, "select name from plant where height > 1 and height < 3",
                       "nonsense");
    assert_true(score.parts[PART_AND_OR].in_pred && !score.parts[PART_AND_OR].in_gold);
    /* " value " stands for 1, at the end of the text it does not */
    score = score_pair(EVAL_SPIDER, "select name from plant where height > 1 limit 1",
                       "select name from plant where height > value limit 1");
    assert_int_equal(score.exact, VERDICT_RIGHT);
    score = score_pair(EVAL_SPIDER, "select name from plant where height > 1",
                       "select name from plant where height > value");
    assert_int_equal(score.exact, VERDICT_UNPARSED);
    /* where the script would stop: two units in a row, then a connective */
    static const char stray[] =
        "select name from plant where height > 1 height < 3 and height > 2";
    assert_int_equal(score_pair(EVAL_SPIDER, "select name from plant", stray).exact,
                     VERDICT_UNPARSED);
    assert_int_equal(score_pair(EVAL_SPIDER, stray, stray).exact, VERDICT_NONE);
}

/* ---- Chase and DuSQL ---------------------------------------------------------------------- */

static void chase_compares_with_and_without_values(void **state)
{
    (void)state;
    static const struct match_case cases[] = {
        {"select name from plant where name = 'Fern'",
         "select name from plant where name = \"fern\"", '1', '1', 0},
        {"select name from plant where height > 3", "select name from plant where height > '3.0'",
         '1', '1', 0},
        {"select name from plant where height > 3", "select name from plant where height > 4",
         '1', '0', P(WHERE)},
        {"select name from plant where height > bench_id",
         "select name from plant where height > bench_id", '1', '1', 0},
        {"select name from plant where height > bench_id",
         "select name from plant where height > 3", '1', '0', P(WHERE)},
        {"select name from plant where height between 1 and 2",
         "select name from plant where height between 1 and 3", '1', '0', P(WHERE)},
        /* values inside of sub-queries count even without values */
        {"select name from plant where height = ( select height from plant where name = 'x' )",
         "select name from plant where height = ( select height from plant where name = 'y' )",
         '0', '0', P(WHERE)},
        {"select name from plant where name = \"it's\"",
         "select name from plant where name = \"it's\"", '1', '1', 0},
        {"select name from plant", "nonsense", 'U', '0', ANY_PARTS},
    };
    check_matches(EVAL_CHASE, cases, COUNT_OF(cases));
}

static void dusql_compares_by_its_own_rules(void **state)
{
    (void)state;
    static const struct match_case cases[] = {
        {"select name from plant where height > 3", "select name from plant where height > 3.0",
         '1', '1', 0},
        {"select name from plant where height > 0.5", "select name from plant where height > 50%",
         '1', '1', 0},
        {"select name from plant where height == 3", "select name from plant where height = \"3\"",
         '1', '1', 0},
        {"select name from plant where height > 3", "select name from plant where height > 4",
         '1', '0', P(WHERE)},
        {"select name from plant where name == 'a' and height > 3",
         "select name from plant where height > 3 and name == 'A'", '1', '1', 0},
        /* connectives with their neighbours, not as a set */
        {"select name from plant where name == 'a' and height > 3 or bench_id > 1",
         "select name from plant where name == 'a' or height > 3 and bench_id > 1", '0', '0',
         P(AND_OR)},
        {"select height + bench_id from plant", "select bench_id + height from plant", '1', '1',
         0},
        {"select height - bench_id from plant", "select bench_id - height from plant", '0', '0',
         P(SELECT) | P(SELECT_NO_AGG)},
        {"select distinct name from plant", "select name from plant", '1', '1', 0},
        {"select name from plant where name not in ( select name from plant )",
         "select name from plant where name in ( select name from plant )", '0', '0', ANY_PARTS},
        /* the limit counts with values, the order of grouping columns never */
        {"select name from plant order by height desc limit 3",
         "select name from plant order by height desc limit 5", '1', '0', P(ORDER)},
        {"select name from plant group by name , height",
         "select name from plant group by height , name", '1', '1', 0},
        /* HAVING's values are lost before they are compared */
        {"select name from plant group by name having sum ( height ) > 3",
         "select name from plant group by name having sum ( height ) > 4", '1', '1', 0},
        {"select name from plant group by name having sum ( height ) > 3",
         "select name from plant group by name having sum ( height ) < 3", '0', '0', P(HAVING)},
        /* but not those of a sub-query in WHERE */
        {"select name from plant where name in ( select name from plant group by name having "
         "sum ( height ) > 3 )",
         "select name from plant where name in ( select name from plant group by name having "
         "sum ( height ) > 4 )", '1', '0', P(WHERE)},
        /* either side first */
        {"( select name from plant ) union ( select label from bench )",
         "( select label from bench ) union ( select name from plant )", '1', '1', ANY_PARTS},
        {"( select name from plant ) except ( select label from bench )",
         "( select label from bench ) except ( select name from plant )", '0', '0', ANY_PARTS},
        {"select a.height / b.capacity from ( select height from plant ) a , "
         "( select capacity from bench ) b",
         "select b.height / a.capacity from ( select capacity from bench ) a , "
         "( select height from plant ) b", '1', '1', 0},
        {"select TIME_NOW - height from plant", "select time_now - height from plant", '1', '1',
         0},
        {"select name from plant", "nonsense", 'U', '0', ANY_PARTS},
    };
    check_matches(EVAL_DUSQL, cases, COUNT_OF(cases));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(spider_accepts_what_the_script_accepts),
        cmocka_unit_test(spider_refuses_what_the_script_refuses),
        cmocka_unit_test(dusql_has_its_own_language),
        cmocka_unit_test(nesting_is_bounded),
        cmocka_unit_test(hardness_counts_as_the_script_counts),
        cmocka_unit_test(key_groups_are_never_joined_later),
        cmocka_unit_test(spider_compares_part_by_part),
        cmocka_unit_test(spider_normalises_only_the_outer_query),
        cmocka_unit_test(spider_scores_the_unparsed_as_an_empty_query),
        cmocka_unit_test(chase_compares_with_and_without_values),
        cmocka_unit_test(dusql_compares_by_its_own_rules),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
