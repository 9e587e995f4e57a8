/* test_corpus.c - what a pair is made of, and what the checker finds in a corpus. */
#include "test.h"

#include "data/data.h"

#include <sys/stat.h>
#include <unistd.h>

/* ---- queries ------------------------------------------------------------------------------ */

static void constructs_are_told_from_the_text(void **state)
{
    (void)state;
    static const struct {
        const char *sql, *has;
        int tables;
    } cases[] = {
        {"SELECT a FROM t", "", 1},
        {"SELECT count(*) FROM t", "", 1},
        {"SELECT * FROM t", "", 1},
        {"SELECT a * 2 FROM t", "arithmetic ", 1},
        {"SELECT -a FROM t", "", 1},
        {"SELECT t.a FROM t JOIN u ON t.i = u.i", "join ", 2},
        {"SELECT a FROM t LEFT JOIN u ON t.i = u.i JOIN v ON v.i = u.i",
         "join multi_join left_join ", 3},
        {"select a from t, u, v where a is not null", "null not ", 3},
        {"SELECT a FROM t WHERE b = 'left join group by'", "", 1},
        {"SELECT a FROM t WHERE b IN ('x', 'y') OR b LIKE 'z%'", "like in_list or ", 1},
        {"SELECT a FROM t WHERE b IN (SELECT b FROM u)", "subquery ", 2},
        {"SELECT a FROM t UNION SELECT a FROM u", "set_op ", 2},
        {"SELECT date(a) FROM t GROUP BY date(a) HAVING count(*) > 1 ORDER BY 1 LIMIT 2",
         "group having order limit date_function ", 1},
        {"SELECT date FROM t WHERE a BETWEEN 1 AND -2", "between ", 1},
        {"SELECT CAST(a AS REAL) / b, CASE WHEN a THEN 1 END, rank() OVER (ORDER BY a) FROM t",
         "order case window cast arithmetic ", 1},
        {"", "", 0},
        {"'", "", 0},
    };
    struct arena a = {0};
    for (int i = 0; i < COUNT_OF(cases); i++) {
        struct sql_shape shape;
        struct strbuf has = strbuf_in(&a);
        sql_shape_of(cases[i].sql, &shape);
        for (int k = 0; k < N_SQL_CONSTRUCTS; k++)
            if (shape.has[k])
                strbuf_printf(&has, "%s ", sql_construct_names[k]);
        if (strcmp(strbuf_text(&has), cases[i].has) != 0 || shape.n_tables != cases[i].tables)
            fail_test("%s: %s, %d tables", cases[i].sql, strbuf_text(&has), shape.n_tables);
    }
    arena_release(&a);
}

/* ---- a corpus made for the test --------------------------------------------------------------- */

struct corpus {
    struct arena arena;
    char dir[40];
};

static void put(struct corpus *c, const char *folder, const char *name, const char *text)
{
    struct error err = {0};
    const char *path = arena_printf(&c->arena, "%s/%s", c->dir, folder);
    mkdir(path, 0700);
    assert_ok(file_write_atomic(arena_printf(&c->arena, "%s/%s", path, name), text, strlen(text),
                                &err), err);
}

static void put_database(struct corpus *c, const char *name, const char *schema, const char *rows,
                         const char *questions)
{
    put(c, name, "schema.sql", schema);
    put(c, name, "rows.sql", rows);
    put(c, name, "questions.jsonl", questions);
}

static struct corpus_check check_as(struct corpus *c, const char *const *against, int n, bool guided)
{
    struct error err = {0};
    struct dataset *d = ARENA_NEW(&c->arena, struct dataset);
    struct corpus_check out;
    assert_ok(dataset_read(&c->arena, "corpus", c->dir, "all", NULL, d, &err), err);
    assert_ok(corpus_check(&c->arena, d, against, n, guided, &out, &err), err);
    return out;
}

static struct corpus_check check(struct corpus *c, const char *const *against, int n)
{
    return check_as(c, against, n, true);
}

static bool found(const struct corpus_check *c, const char *id, const char *text)
{
    for (int i = 0; i < c->n_findings; i++)
        if (strstr(c->findings[i].text, text) &&
            (id ? c->findings[i].id && strcmp(c->findings[i].id, id) == 0 : !c->findings[i].id))
            return true;
    return false;
}

static void begin(struct corpus *c)
{
    *c = (struct corpus){.dir = "/tmp/astormer-corpus-XXXXXX"};
    assert_non_null(mkdtemp(c->dir));
}

static void end(struct corpus *c)
{
    assert_int_equal(system(arena_printf(&c->arena, "rm -rf '%s'", c->dir)), 0);
    arena_release(&c->arena);
}

static const char schema[] = "CREATE TABLE keeper (keeper_id INTEGER PRIMARY KEY, name TEXT);"
                             "CREATE TABLE hive (hive_id INTEGER PRIMARY KEY, honey_kg REAL,"
                             " keeper_id INTEGER REFERENCES keeper(keeper_id));";
static const char rows[] = "INSERT INTO keeper VALUES (1, 'Ada'), (2, 'Bo');"
                           "INSERT INTO hive VALUES (1, 2.5, 1), (2, NULL, 2);";

static void faults_are_found(void **state)
{
    (void)state;
    struct corpus c;
    begin(&c);
    put_database(&c, "yard", schema, rows,
        "{\"id\": \"a\", \"question\": \"how many hives\", \"sql\": \"SELECT count(*) FROM hive\", \"tags\": [\"easy\"]}\n"
        "{\"id\": \"a\", \"question\": \"How many hives?\", \"sql\": \"SELECT COUNT(*) FROM hive\", \"tags\": [\"easy\"]}\n"
        "{\"id\": \"b\", \"question\": \"names\", \"sql\": \"SELECT nam FROM keeper\", \"tags\": [\"easy\", \"hard\"]}\n"
        "{\"id\": \"c\", \"question\": \"heavy ones\", \"sql\": \"SELECT hive_id FROM hive WHERE honey_kg > 99\", \"tags\": [\"easy\", \"join\"]}\n"
        "{\"id\": \"d\", \"question\": \"the first\", \"sql\": \"SELECT name FROM keeper LIMIT 1;\", \"tags\": [\"easy\", \"follow_up\"]}\n"
        "{\"id\": \"e\", \"question\": \"and honey\", \"history\": [\"nothing we know\"], \"sql\": \"SELECT sum(honey_kg) FROM hive GROUP BY keeper_id\", \"tags\": [\"easy\"]}\n"
        "{\"id\": \"f\", \"question\": \"weather?\", \"sql\": null, \"tags\": []}\n"
        "{\"id\": \"g\", \"question\": \"rain?\", \"sql\": \"SELECT 1\", \"tags\": [\"unanswerable\", \"easy\"]}\n"
        "{\"id\": \"h\", \"question\": \"name?\", \"sql\": \"SELECT \\\"name\\\" FROM keeper\", \"tags\": [\"easy\"]}\n"
        "not json\n");
    struct corpus_check out = check(&c, NULL, 0);
    assert_true(found(&out, "a", "the id occurs twice"));
    assert_true(found(&out, "a", "asks the same as a"));
    assert_true(found(&out, "a", "has the same query as a"));
    assert_true(found(&out, "b", "does not run") && found(&out, "b", "nam"));
    assert_true(found(&out, "b", "exactly one of easy, medium, hard"));
    assert_true(found(&out, "c", "returns nothing"));
    assert_true(found(&out, "c", "tagged join, but"));
    assert_true(found(&out, "d", "LIMIT without ORDER BY"));
    assert_true(found(&out, "d", "semicolon"));
    assert_true(found(&out, "d", "has no history"));
    assert_true(found(&out, "e", "lacks the tag group"));
    assert_true(found(&out, "e", "not that of the record before"));
    assert_true(found(&out, "e", "needs follow_up or new_topic"));
    assert_true(found(&out, "f", "no tag unanswerable"));
    assert_true(found(&out, "g", "has a query"));
    assert_true(found(&out, "h", "double quotation marks"));
    assert_true(found(&out, NULL, "line 10: "));
    assert_true(found(&out, NULL, "fewer than 44"));
    assert_true(found(&out, NULL, "wanted with left_join or not"));
    assert_int_equal(out.n_databases, 1);
    assert_int_equal(out.n_questions, 9);
    /* of pairs alone neither tags nor mix are asked, but all that makes one wrong */
    struct corpus_check pairs = check_as(&c, NULL, 0, false);
    assert_true(found(&pairs, "a", "asks the same as a") && found(&pairs, "b", "does not run"));
    assert_true(found(&pairs, "c", "returns nothing") && found(&pairs, "e", "not that of the record before"));
    assert_false(found(&pairs, "a", "has the same query as a"));
    assert_false(found(&pairs, "b", "exactly one of") || found(&pairs, "c", "tagged join"));
    assert_false(found(&pairs, NULL, "fewer than 44"));
    end(&c);
}

static void rows_must_fit_their_keys(void **state)
{
    (void)state;
    struct corpus c;
    begin(&c);
    put_database(&c, "yard", schema, "INSERT INTO keeper VALUES (1, 'Ada');"
                                     "INSERT INTO hive VALUES (1, 2.5, 7), (2, 1, 1);", "");
    put_database(&c, "broken", "CREATE TABLE a (x", "", "");
    struct corpus_check out = check(&c, NULL, 0);
    assert_true(found(&out, NULL, "row 1 of hive has no partner in keeper"));
    assert_true(found(&out, NULL, "table keeper has 1 rows"));
    assert_true(found(&out, NULL, "incomplete input"));
    end(&c);
}

static void pairs_and_schemas_of_others_are_known_again(void **state)
{
    (void)state;
    struct corpus c;
    begin(&c);
    static const char question[] = "{\"id\": \"%s\", \"question\": \"How many hives?\", \"sql\": "
                                   "\"SELECT count(*) FROM hive\", \"tags\": [\"easy\"]}\n";
    put_database(&c, "one", schema, rows, arena_printf(&c.arena, question, "one-1"));
    put_database(&c, "two", schema, rows, arena_printf(&c.arena, question, "two-1"));
    put(&c, "files", "tables.json",
        "[{\"db_id\": \"theirs\", \"table_names\": [\"Hive\"], \"table_names_original\": [\"Hive\"],"
        " \"column_names\": [[-1, \"*\"], [0, \"hive id\"], [0, \"honey kg\"], [0, \"place\"]],"
        " \"column_names_original\": [[-1, \"*\"], [0, \"HiveId\"], [0, \"HONEY_KG\"], [0, \"place\"]],"
        " \"column_types\": [\"text\", \"number\", \"number\", \"text\"], \"primary_keys\": [1],"
        " \"foreign_keys\": []}]");
    const char *file = arena_printf(&c.arena, "%s/files/tables.json", c.dir);
    struct corpus_check out = check(&c, &file, 1);
    assert_true(found(&out, "two-1", "are those of one-1"));
    assert_true(found(&out, NULL, "6 names, 100%, with database one"));
    /* hive, hive_id and honey_kg of seven names */
    assert_int_equal(out.closest[0].common, 3);
    assert_true(found(&out, NULL, "shares 3 names, 43%, with database theirs of "));
    file = "/nowhere/tables.json";
    struct error err = {0};
    struct dataset d;
    assert_ok(dataset_read(&c.arena, "corpus", c.dir, "all", NULL, &d, &err), err);
    assert_int_equal(corpus_check(&c.arena, &d, &file, 1, true, &out, &err), ST_IO);
    end(&c);
}

static void names_in_a_question_are_counted(void **state)
{
    (void)state;
    struct corpus c;
    begin(&c);
    put_database(&c, "yard", schema, rows, "");
    struct dataset d;
    struct error err = {0};
    struct name_overlap names;
    assert_ok(dataset_read(&c.arena, "corpus", c.dir, "all", NULL, &d, &err), err);
    const struct schema *s = &d.schemas.schemas[0];
    question_names(&c.arena, s, "Name the keepers of hives with little honey",
                   "SELECT keeper.name FROM keeper JOIN hive ON hive.keeper_id = keeper.keeper_id "
                   "WHERE hive.honey_kg < 1", &names);
    assert_int_equal(names.n_words, 8);
    assert_int_equal(names.tables, 2);
    assert_int_equal(names.tables_named, 2);
    assert_int_equal(names.columns, 2); /* keys do not count */
    assert_int_equal(names.columns_named, 1); /* "honey" is not "honey kg" */
    end(&c);
}

static int own_cache(void **state)
{
    static char dir[] = "/tmp/astormer-cache-XXXXXX";
    *state = mkdtemp(dir);
    return *state ? setenv("XDG_CACHE_HOME", dir, 1) : -1;
}

static int remove_cache(void **state)
{
    struct arena a = {0};
    int code = system(arena_printf(&a, "rm -rf '%s'", (const char *)*state));
    arena_release(&a);
    return code;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(constructs_are_told_from_the_text),
        cmocka_unit_test(faults_are_found),
        cmocka_unit_test(rows_must_fit_their_keys),
        cmocka_unit_test(pairs_and_schemas_of_others_are_known_again),
        cmocka_unit_test(names_in_a_question_are_counted),
    };
    return cmocka_run_group_tests(tests, own_cache, remove_cache);
}
