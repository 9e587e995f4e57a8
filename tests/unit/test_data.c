/* test_data.c - reading benchmark files, conversations, JSON lines, bad records. */
#include "test.h"

#include "data/data.h"

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
    assert_int_equal(dataset_read(&a, "wikisql", dir, "dev", NULL, &d, &err), ST_USAGE);
    assert_int_equal(dataset_read(&a, "spider", dir, "nosuch", NULL, &d, &err), ST_USAGE);
    assert_int_equal(dataset_read(&a, "spider", dir, "dev", NULL, &d, &err), ST_IO);
    assert_int_equal(dataset_read(&a, "chase", dir, "dev", NULL, &d, &err), ST_IO);
    arena_release(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(single_turn_files_are_joined_and_bad_records_set_aside),
        cmocka_unit_test(a_conversation_carries_its_history),
        cmocka_unit_test(json_lines_keep_going_after_a_bad_line),
        cmocka_unit_test(the_small_dataset_reads_whole),
        cmocka_unit_test(unknown_names_are_usage_errors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
