/* test_data.c - reading benchmark files, conversations, JSON lines, bad records. */
#include "test.h"

#include "data/data.h"

#include <unistd.h>

static const char *data_dir(void)
{
    const char *dir = getenv("ASTORMER_TEST_DATA");
    assert_non_null(dir);
    return dir;
}

static void single_turn_files_are_joined_and_bad_records_set_aside(void **state)
{
    (void)state;
    struct arena a = {0};
    struct dataset d;
    struct error err = {0};
    const char *dir = arena_printf(&a, "%s/bench", data_dir());
    assert_ok(dataset_read(&a, "spider", dir, "train", NULL, &d, &err), err);
    assert_int_equal(d.n_examples, 3);
    assert_string_equal(d.examples[2].question, "Which authors were born after 1950?");
    assert_ptr_equal(d.examples[2].schema, &d.schemas.schemas[0]);
    assert_int_equal(d.examples[2].interaction, 2);
    assert_int_equal(d.n_bad, 2);
    assert_int_equal(d.bad[0].record, 2);
    assert_non_null(strstr(d.bad[0].reason, "'nowhere'"));
    assert_non_null(strstr(d.bad[1].reason, "record 3: field 'question'"));
    /* the benchmark's own folder works as well as the one around it */
    dir = arena_printf(&a, "%s/bench/spider", data_dir());
    assert_ok(dataset_read(&a, "spider", dir, "train", NULL, &d, &err), err);
    assert_int_equal(d.n_examples, 3);
    assert_null(dataset_database(&a, &d, "library"));
    assert_null(dataset_database(&a, &d, "../x"));
    arena_release(&a);
}

static void a_conversation_carries_its_history(void **state)
{
    (void)state;
    struct arena a = {0};
    struct dataset d;
    struct error err = {0};
    const char *dir = arena_printf(&a, "%s/bench", data_dir());
    assert_ok(dataset_read(&a, "sparc", dir, "dev", NULL, &d, &err), err);
    assert_true(d.multi_turn);
    assert_int_equal(d.n_interactions, 2);
    assert_int_equal(d.n_examples, 4); /* the second conversation ends at its broken turn */
    assert_int_equal(d.n_bad, 1);
    assert_int_equal(d.examples[2].turn, 2);
    assert_string_equal(example_joined_question(&a, &d.examples[2]),
                        "How many? | Only those born after 1950. | Show all authors.");
    assert_string_equal(example_joined_question(&a, &d.examples[3]), "Show all books.");
    arena_release(&a);
}

/* A folder of its own with one file in it. */
static void write_text(struct arena *a, const char *dir, const char *name, const char *text)
{
    struct error err = {0};
    assert_ok(file_write_atomic(arena_printf(a, "%s/%s", dir, name), text, strlen(text), &err), err);
}

static const char one_table[] =
    "[{\"db_id\": \"d\", \"table_names\": [\"t\"], \"table_names_original\": [\"t\"],"
    " \"column_names\": [[-1, \"*\"], [0, \"city\"], [0, \"year\"]],"
    " \"column_names_original\": [[-1, \"*\"], [0, \"city\"], [0, \"year\"]],"
    " \"column_types\": [\"text\", \"text\", \"number\"], \"primary_keys\": [],"
    " \"foreign_keys\": []}]";

static void the_official_name_of_a_training_file_comes_first(void **state)
{
    (void)state;
    struct arena a = {0};
    struct dataset d;
    struct error err = {0};
    char dir[] = "/tmp/astormer-data-XXXXXX";
    assert_non_null(mkdtemp(dir));
    write_text(&a, dir, "tables.json", one_table);
    static const char turn[] = "[{\"database_id\": \"d\", \"interaction\": "
                               "[{\"utterance\": \"%s\", \"query\": \"SELECT city FROM t\"}]}]";
    write_text(&a, dir, "train_reconstructed.json", arena_printf(&a, turn, "rebuilt"));
    assert_ok(dataset_read(&a, "sparc", dir, "train", NULL, &d, &err), err);
    assert_string_equal(d.examples[0].question, "rebuilt");
    write_text(&a, dir, "train.json", arena_printf(&a, turn, "official"));
    assert_ok(dataset_read(&a, "sparc", dir, "train", NULL, &d, &err), err);
    assert_string_equal(d.examples[0].question, "official");
    assert_ok(dataset_read(&a, "cosql", dir, "train", NULL, &d, &err), err);
    assert_string_equal(d.examples[0].question, "official");
    unlink(arena_printf(&a, "%s/train.json", dir));
    unlink(arena_printf(&a, "%s/train_reconstructed.json", dir));
    unlink(arena_printf(&a, "%s/tables.json", dir));
    rmdir(dir);
    arena_release(&a);
}

static void a_file_of_contents_gives_cells(void **state)
{
    (void)state;
    struct arena a = {0};
    struct dataset d;
    struct error err = {0};
    char dir[] = "/tmp/astormer-data-XXXXXX";
    assert_non_null(mkdtemp(dir));
    write_text(&a, dir, "db_schema.json", one_table);
    write_text(&a, dir, "dev.json", "[{\"db_id\": \"d\", \"question_id\": \"q\", \"question\": "
               "\"city?\", \"query\": \"select city from t\"}]");
    assert_ok(dataset_read(&a, "dusql", dir, "dev", NULL, &d, &err), err);
    assert_null(dataset_cells(&d, "d"));
    write_text(&a, dir, "db_content.json",
               "[{\"db_id\": \"elsewhere\"}, {\"db_id\": \"d\", \"tables\": {\"none\": 3, \"t\": "
               "{\"header\": [\"year\", \"no such\", \"city\"], \"cell\": "
               "[[\"1999\", \"x\", \"Bern\"], [7, \"y\"], \"z\"]}}}]");
    assert_ok(dataset_read(&a, "dusql", dir, "dev", NULL, &d, &err), err);
    const struct value_cells *cells = dataset_cells(&d, "d");
    const struct schema *schema = d.examples[0].schema;
    assert_int_equal(cells->n, 2);
    assert_string_equal(schema->columns[cells->v[0].column].name, "year");
    assert_string_equal(cells->v[0].text, "1999");
    assert_string_equal(schema->columns[cells->v[1].column].name, "city");
    assert_string_equal(cells->v[1].text, "Bern");
    write_text(&a, dir, "db_content.json", "{}");
    assert_int_equal(dataset_read(&a, "dusql", dir, "dev", NULL, &d, &err), ST_INPUT);
    static const char *const files[] = {"db_schema.json", "dev.json", "db_content.json"};
    for (int i = 0; i < COUNT_OF(files); i++)
        unlink(arena_printf(&a, "%s/%s", dir, files[i]));
    rmdir(dir);
    arena_release(&a);
}

static void json_lines_keep_going_after_a_bad_line(void **state)
{
    (void)state;
    struct arena a = {0};
    struct dataset d;
    struct error err = {0};
    const char *file = arena_printf(&a, "%s/bench/own.jsonl", data_dir());
    const char *tables = arena_printf(&a, "%s/bench/spider/tables.json", data_dir());
    assert_int_equal(dataset_read(&a, "jsonl", file, "train", NULL, &d, &err), ST_USAGE);
    assert_ok(dataset_read(&a, "jsonl", file, "train", tables, &d, &err), err);
    assert_int_equal(d.n_examples, 2);
    assert_null(d.examples[1].sql);
    assert_int_equal(d.examples[1].n_history, 1);
    assert_string_equal(d.examples[1].id, "q2");
    assert_int_equal(d.n_bad, 2);
    assert_int_equal(d.bad[0].record, 2);
    assert_int_equal(d.bad[1].record, 4);
    arena_release(&a);
}

/* The set the decoders must learn by heart: nothing of it may be set aside unnoticed. */
static void the_small_dataset_reads_whole(void **state)
{
    (void)state;
    struct arena a = {0};
    struct dataset d;
    struct error err = {0};
    const char *file = arena_printf(&a, "%s/small/train.jsonl", data_dir());
    const char *tables = arena_printf(&a, "%s/small/tables.json", data_dir());
    assert_ok(dataset_read(&a, "jsonl", file, "train", tables, &d, &err), err);
    assert_int_equal(d.n_bad, 0);
    assert_int_equal(d.n_examples, 200);
    assert_int_equal(d.schemas.n_schemas, 4);
    int follow_ups = 0;
    for (int i = 0; i < d.n_examples; i++) {
        assert_non_null(d.examples[i].sql);
        follow_ups += d.examples[i].n_history > 0;
    }
    assert_int_equal(follow_ups, 20);
    arena_release(&a);
}

static void unknown_names_are_usage_errors(void **state)
{
    (void)state;
    struct arena a = {0};
    struct dataset d;
    struct error err = {0};
    const char *dir = arena_printf(&a, "%s/bench", data_dir());
    assert_int_equal(dataset_read(&a, "wikisqlx", dir, "dev", NULL, &d, &err), ST_USAGE);
    assert_int_equal(dataset_read(&a, "spider", dir, "nosuch", NULL, &d, &err), ST_USAGE);
    assert_int_equal(dataset_read(&a, "spider", dir, "dev", NULL, &d, &err), ST_IO);
    assert_int_equal(dataset_read(&a, "chase", dir, "dev", NULL, &d, &err), ST_IO);
    arena_release(&a);
}

static const struct example *find(const struct dataset *d, const char *id)
{
    for (int i = 0; i < d->n_examples; i++)
        if (d->examples[i].id && strcmp(d->examples[i].id, id) == 0)
            return &d->examples[i];
    fail_test("no example '%s'", id);
    return NULL;
}

static void a_corpus_builds_its_databases_and_splits_by_them(void **state)
{
    (void)state;
    struct arena a = {0};
    struct dataset d, held_out;
    struct error err = {0};
    const char *dir = arena_printf(&a, "%s/bench", data_dir());
    assert_ok(dataset_read(&a, "corpus", dir, "train", NULL, &d, &err), err);
    assert_int_equal(d.n_examples, 4);
    assert_int_equal(d.n_interactions, 2); /* three turns, and one that stands alone */
    assert_int_equal(find(&d, "kennel-03")->interaction, find(&d, "kennel-01")->interaction);
    assert_int_equal(find(&d, "kennel-03")->turn, 2);
    /* two databases that cannot be built, two records that cannot be read */
    assert_int_equal(d.n_bad, 4);
    assert_non_null(strstr(d.bad[0].reason, "already exists"));
    assert_non_null(strstr(d.bad[3].reason, "not authorized"));
    const struct schema *s = find(&d, "kennel-01")->schema;
    assert_string_equal(s->db_id, "kennel");
    assert_int_equal(s->n_tables, 3);
    assert_int_equal(s->n_foreign_keys, 1);
    assert_true(file_exists(dataset_database(&a, &d, "kennel")));
    assert_string_equal(d.choose_on, "heldout");
    assert_ok(dataset_read(&a, "corpus", dir, "heldout", NULL, &held_out, &err), err);
    assert_int_equal(held_out.n_examples, 1);
    assert_string_equal(held_out.examples[0].db_id, "orchard");
    assert_int_equal(dataset_read(&a, "corpus", dir, "dev", NULL, &d, &err), ST_USAGE);
    assert_non_null(strstr(err.message, "train, heldout, all"));
    arena_release(&a);
}

static void parts_are_kept_by_tag_and_share(void **state)
{
    (void)state;
    static const struct {
        const char *name, *ids;
    } parts[] = {
        {"corpus/alone", "kennel-01 kennel-04 "},
        {"corpus/follow_up", "kennel-02 "},
        {"corpus/new_topic", "kennel-03 "},
        {"corpus/unanswerable", "kennel-04 "},
        {"corpus/alone/answerable", "kennel-01 "},
        {"corpus/-easy", "kennel-04 "},
        {"corpus/100%", "kennel-01 kennel-02 kennel-03 kennel-04 "},
    };
    struct arena a = {0};
    struct dataset d;
    struct error err = {0};
    const char *dir = arena_printf(&a, "%s/bench", data_dir());
    for (int i = 0; i < COUNT_OF(parts); i++) {
        struct strbuf ids = strbuf_in(&a);
        assert_ok(dataset_read(&a, parts[i].name, dir, "train", NULL, &d, &err), err);
        for (int k = 0; k < d.n_examples; k++)
            strbuf_printf(&ids, "%s ", d.examples[k].id);
        assert_string_equal(strbuf_text(&ids), parts[i].ids);
        assert_string_equal(d.name, "corpus");
    }
    assert_null(find(&d, "kennel-04")->sql);
    assert_int_equal(dataset_read(&a, "corpus/window", dir, "train", NULL, &d, &err), ST_USAGE);
    arena_release(&a);
}

static void a_changed_script_makes_the_database_anew(void **state)
{
    (void)state;
    struct arena a = {0};
    struct error err = {0};
    char dir[] = "/tmp/astormer-build-XXXXXX";
    assert_non_null(mkdtemp(dir));
    const char *script = arena_printf(&a, "%s/s.sql", dir), *path, *again;
    static const char before[] = "CREATE TABLE a (x);", after[] = "CREATE TABLE b (x);";
    assert_ok(file_write_atomic(script, before, sizeof before - 1, &err), err);
    assert_ok(db_build(&a, "s", &script, 1, dir, &path, &err), err);
    assert_ok(file_write_atomic(script, after, sizeof after - 1, &err), err);
    assert_ok(db_build(&a, "s", &script, 1, dir, &again, &err), err);
    assert_string_equal(path, again); /* no heap of old files */
    struct db *db;
    struct schema s;
    assert_ok(db_open(path, &db, &err), err);
    assert_ok(db_schema(&a, db, &s, &err), err);
    assert_int_equal(s.n_tables, 1);
    assert_string_equal(s.tables[0].name, "b");
    db_close(db);
    assert_int_equal(db_build(&a, "s", &script, 1, "", &path, &err), ST_IO);
    unlink(again);
    unlink(script);
    rmdir(arena_printf(&a, "%s/databases", dir));
    rmdir(dir);
    arena_release(&a);
}

static void reworded_questions_are_those_that_differ(void **state)
{
    (void)state;
    struct arena a = {0};
    struct dataset d;
    struct error err = {0};
    const char *dir = arena_printf(&a, "%s/bench", data_dir());
    assert_ok(dataset_read(&a, "spider-syn", dir, "train", NULL, &d, &err), err);
    assert_int_equal(d.n_examples, 1);
    assert_string_equal(d.examples[0].question, "How many volumes are there?");
    assert_int_equal(d.n_bad, 1);
    arena_release(&a);
}

static void web_tables_are_named_and_gathered(void **state)
{
    (void)state;
    struct arena a = {0};
    struct dataset d;
    struct error err = {0};
    const char *dir = arena_printf(&a, "%s/bench", data_dir());
    assert_ok(dataset_read(&a, "wikisql", dir, "train", NULL, &d, &err), err);
    assert_int_equal(d.n_examples, 3);
    assert_int_equal(d.n_bad, 4); /* a table without columns, three questions */
    assert_string_equal(d.examples[0].sql,
                        "SELECT count(*) FROM matches WHERE crowd < 1200 AND home_team = 'Leeds'");
    assert_string_equal(d.examples[1].sql,
                        "SELECT home_team FROM matches WHERE away_team = 'O''Higgins'");
    /* two tables of one name never meet in a database */
    assert_ptr_not_equal(d.examples[0].schema, d.examples[1].schema);
    const struct schema *s = d.examples[2].schema;
    int table = schema_find_table(s, slice_of("players"));
    assert_true(schema_find_column(s, table, slice_of("no_2")) > 0);
    assert_true(schema_find_column(s, table, slice_of("year_2010")) > 0);
    assert_null(dataset_database(&a, &d, s->db_id));
    /* what conditions say is stored can be found there */
    s = d.examples[0].schema;
    struct value_index *index;
    double similarity;
    assert_ok(value_index_of_cells(s, dataset_cells(&d, s->db_id), NULL, &index, &err), err);
    int column = schema_find_column(s, schema_find_table(s, slice_of("matches")),
                                    slice_of("home_team"));
    assert_true(slice_equal(value_index_best(index, column, "leeds", &similarity), "Leeds"));
    assert_false(value_index_column(index, column).complete);
    value_index_close(index);
    arena_release(&a);
}

static void json_lines_find_databases_in_a_folder(void **state)
{
    (void)state;
    struct arena a = {0};
    struct dataset d;
    struct error err = {0};
    struct dataset_source source = {
        .name = "jsonl", .split = "train",
        .dir = arena_printf(&a, "%s/bench/databases.jsonl", data_dir()),
        .databases = arena_printf(&a, "%s/bench/corpus", data_dir())};
    assert_ok(dataset_read_from(&a, &source, &d, &err), err);
    assert_int_equal(d.n_examples, 2);
    assert_int_equal(d.examples[0].schema->n_tables, 3);
    assert_non_null(dataset_database(&a, &d, "kennel"));
    assert_string_equal(d.examples[1].schema->tables[0].name, "frog"); /* of a single script */
    assert_true(example_is(&d.examples[0], "distinct"));
    assert_int_equal(d.n_bad, 4); /* two databases that are not there, and their lines */
    arena_release(&a);
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
        cmocka_unit_test(single_turn_files_are_joined_and_bad_records_set_aside),
        cmocka_unit_test(a_conversation_carries_its_history),
        cmocka_unit_test(the_official_name_of_a_training_file_comes_first),
        cmocka_unit_test(a_file_of_contents_gives_cells),
        cmocka_unit_test(json_lines_keep_going_after_a_bad_line),
        cmocka_unit_test(the_small_dataset_reads_whole),
        cmocka_unit_test(unknown_names_are_usage_errors),
        cmocka_unit_test(a_corpus_builds_its_databases_and_splits_by_them),
        cmocka_unit_test(parts_are_kept_by_tag_and_share),
        cmocka_unit_test(a_changed_script_makes_the_database_anew),
        cmocka_unit_test(reworded_questions_are_those_that_differ),
        cmocka_unit_test(web_tables_are_named_and_gathered),
        cmocka_unit_test(json_lines_find_databases_in_a_folder),
    };
    return cmocka_run_group_tests(tests, own_cache, remove_cache);
}
