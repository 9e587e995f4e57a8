/* test_augment.c - examples as somebody else might have asked them: each kind of change does what it
 * says, leaves the gold query whole, and depends on the seed alone. */
#include "test.h"

#include "train/internal.h"

#include <stdlib.h>
#include <string.h>

struct world {
    struct arena arena;
    struct vocab vocab;
    struct model *model;
    struct dataset dataset;
    struct sample_maker *maker;
    struct pool *pool;
    struct train_job job;
};

static int setup(void **state)
{
    struct world *w = calloc(1, sizeof *w);
    struct error err = {0};
    const char *root = getenv("ASTORMER_TEST_DATA");
    struct slice text;
    assert_ok(file_read(&w->arena, arena_printf(&w->arena, "%s/small/vocab.txt", root),
                        VOCAB_MAX_BYTES, &text, &err), err);
    assert_ok(vocab_parse(&w->arena, text, "vocab", VOCAB_UNCASED, &w->vocab, &err), err);
    assert_ok(dataset_read(&w->arena, "jsonl", arena_printf(&w->arena, "%s/small/train.jsonl", root),
                           "train", arena_printf(&w->arena, "%s/small/tables.json", root),
                           &w->dataset, &err), err);
    struct model_config c = model_config_default();
    c.encoder = ENCODER_STATIC;
    c.vocabulary = w->vocab.n_pieces;
    c.embedding = c.d = 8;
    c.heads = 2;
    c.rat_layers = c.decoder_layers = 1;
    assert_ok(model_new(&c, grammar_builtin(&w->arena), 1, &w->model, &err), err);
    w->maker = sample_maker_new(w->model, &w->vocab);
    w->pool = pool_new(1);
    w->job = (struct train_job){.settings = train_settings_default(), .model = w->model,
                                .maker = w->maker};
    assert_ok(samples_add(w->maker, &w->dataset, NULL, NULL, true, w->pool, &w->job.train, &err),
              err);
    assert_true(w->job.train.n > 100);
    *state = w;
    return 0;
}

static int teardown(void **state)
{
    struct world *w = *state;
    sample_maker_free(w->maker);
    model_free(w->model);
    pool_free(w->pool);
    arena_release(&w->arena);
    free(w);
    return 0;
}

/* The steps of a derivation that are no values; returns how many. */
static int structure(const struct derivation *d, struct action *out)
{
    int n = 0;
    for (int i = 0; i < d->n_steps; i++)
        if (d->steps[i]->action.kind <= ACTION_COLUMN)
            out[n++] = d->steps[i]->action;
    return n;
}

/* What holds of every variant that still has its query. */
static void assert_whole(const struct sample *from, const struct sample *s)
{
    struct action before[MODEL_MAX_STEPS], after[MODEL_MAX_STEPS];
    int n = structure(from->derivation, before);
    assert_ptr_equal(s->tree, from->tree);
    assert_int_equal(structure(s->derivation, after), n);
    for (int i = 0; i < n; i++)
        assert_true(before[i].kind == after[i].kind && before[i].id == after[i].id);
    const struct schema *schema = &s->database->ground->schema;
    const struct model_input *in = &s->question.input;
    for (int i = 0; i < schema->n_tables; i++)
        assert_true(!s->used[i] || in->table_item[i] >= 0);
    for (int i = 0; i < schema->n_columns; i++)
        assert_true(!s->used[schema->n_tables + i] || in->column_item[i] >= 0);
    for (int i = 0; i < s->derivation->n_steps; i++) /* and every value is there to be pointed at */
        assert_true(s->derivation->steps[i]->action.kind != ACTION_VALUE ||
                    s->derivation->steps[i]->action.id < in->n_values);
}

typedef bool change_seen(const struct sample *from, const struct sample *s);

/* Variants of every sample with one setting at 1; returns how many show the change. */
static int count_changed(struct world *w, const char *setting, change_seen *seen)
{
    struct error err = {0};
    int n, changed = 0;
    const struct setting *table = train_settings_table(&n);
    w->job.settings = train_settings_default();
    assert_false(augments(&w->job.settings));
    assert_ok(settings_set(table, n, &w->job.settings, setting, &err), err);
    assert_true(augments(&w->job.settings));
    for (int i = 0; i < w->job.train.n; i++) {
        struct arena a = {0}, b = {0};
        const struct sample *from = &w->job.train.samples[i];
        const struct sample *s = augment_sample(&w->job, from, (uint64_t)i, &a);
        const struct sample *again = augment_sample(&w->job, from, (uint64_t)i, &b);
        assert_string_equal(s->question.question.text, again->question.question.text);
        assert_int_equal(s->question.input.n_tokens, again->question.input.n_tokens);
        if (s->tree)
            assert_whole(from, s);
        changed += s != from && seen(from, s);
        arena_release(&a);
        arena_release(&b);
    }
    print_message("# %s: %d of %d\n", setting, changed, w->job.train.n);
    return changed;
}

static bool has_history_it_does_not_need(const struct sample *from, const struct sample *s)
{
    return from->question.question.n_turns == 1 && s->question.question.n_turns > 1 &&
           s->verdicts[VERDICT_FOLLOWS] == -1;
}

static bool cannot_be_answered(const struct sample *from, const struct sample *s)
{
    return !s->tree && !s->derivation && s->verdicts[VERDICT_ANSWERABLE] == -1 &&
           s->database != from->database;
}

static bool has_fewer_items(const struct sample *from, const struct sample *s)
{
    return s->question.input.n_columns < from->question.input.n_columns;
}

static bool has_more_tables(const struct sample *from, const struct sample *s)
{
    return s->question.input.n_tables > from->question.input.n_tables &&
           s->question.input.n_columns > from->question.input.n_columns;
}

static bool has_other_names(const struct sample *from, const struct sample *s)
{
    const struct schema *x = &from->database->ground->schema, *y = &s->database->ground->schema;
    for (int i = 1; i < x->n_columns; i++)
        if (strcmp(x->columns[i].label, y->columns[i].label) != 0)
            return true;
    return false;
}

static bool has_other_words(const struct sample *from, const struct sample *s)
{
    return strcmp(from->question.question.text, s->question.question.text) != 0;
}

static bool has_a_number_less(const struct sample *from, const struct sample *s)
{
    int digits = 0;
    for (const char *c = from->question.question.text; *c; c++)
        digits += *c >= '0' && *c <= '9';
    for (const char *c = s->question.question.text; *c; c++)
        digits -= *c >= '0' && *c <= '9';
    return digits > 0;
}

static void each_change_does_what_it_says(void **state)
{
    struct world *w = *state;
    int n = w->job.train.n;
    assert_true(count_changed(w, "unrelated=1", has_history_it_does_not_need) > n / 2);
    assert_true(count_changed(w, "elsewhere=1", cannot_be_answered) > n / 2);
    assert_true(count_changed(w, "hide=1", has_fewer_items) > n / 2);
    assert_true(count_changed(w, "add=1", has_more_tables) > n / 2);
    assert_true(count_changed(w, "rename=1", has_other_names) > n / 2);
    assert_true(count_changed(w, "misspell=1", has_other_words) > n / 2);
    assert_true(count_changed(w, "openings=1", has_other_words) > n / 3);
    assert_true(count_changed(w, "number_words=1", has_a_number_less) > 0);
}

/* Without heads to teach there is nothing to learn from what cannot be answered. */
static void nothing_is_asked_elsewhere_for_a_model_without_verdicts(void **state)
{
    struct world *w = *state;
    struct error err = {0};
    struct model_config c = *model_config_of(w->model);
    c.verdicts = false;
    struct model *plain;
    assert_ok(model_new(&c, grammar_builtin(&w->arena), 1, &plain, &err), err);
    w->job.model = plain;
    w->job.settings = train_settings_default();
    w->job.settings.elsewhere = 1;
    struct arena a = {0};
    for (int i = 0; i < w->job.train.n; i++)
        assert_ptr_equal(augment_sample(&w->job, &w->job.train.samples[i], (uint64_t)i, &a),
                         &w->job.train.samples[i]);
    arena_release(&a);
    model_free(plain);
}

/* What is asked in evaluation is what training would have made of the example, and a query that is
 * found can be written with the database's own names. */
static void a_variant_to_be_asked_is_that_of_training(void **state)
{
    struct world *w = *state;
    struct error err = {0};
    int renamed = 0, added = 0;
    w->job.settings = train_settings_default();
    assert_ok(variants_set(&w->job.settings, "rename,add=0.5,misspell", &err), err);
    for (int i = 0; i < w->job.train.n; i++) {
        struct arena a = {0};
        struct sample_variant v;
        const struct sample *from = &w->job.train.samples[i];
        const struct sample *s = augment_sample(&w->job, from, (uint64_t)i, &a);
        assert_true(variant_draw(&w->job, from, (uint64_t)i, &a, &v));
        const struct schema *own = &from->database->ground->schema;
        const struct schema *shown = &v.database->ground->schema, *taught = &s->database->ground->schema;
        assert_false(v.elsewhere);
        assert_non_null(strstr(s->question.question.text, v.utterances[0]));
        assert_int_equal(shown->n_columns, taught->n_columns);
        for (int c = 0; c < own->n_columns; c++) {
            assert_string_equal(shown->columns[c].label, taught->columns[c].label);
            assert_string_equal(shown->columns[c].name, own->columns[c].name);
            renamed += strcmp(shown->columns[c].label, own->columns[c].label) != 0;
        }
        for (int t = 0; t < own->n_tables; t++)
            assert_string_equal(shown->tables[t].name, own->tables[t].name);
        added += shown->n_tables > own->n_tables;
        arena_release(&a);
    }
    assert_true(renamed > 100);
    assert_in_range(added, w->job.train.n / 4, w->job.train.n * 3 / 4);
}

static void lists_of_variants_are_read(void **state)
{
    (void)state;
    struct train_settings s = train_settings_default();
    struct error err = {0};
    assert_ok(variants_set(&s, "hide=0.25,number_words", &err), err);
    assert_true(s.hide == 0.25 && s.number_words == 1 && s.add == 0);
    static const struct {
        const char *list, *says;
    } wrong[] = {
        {"mispell", "unknown variant 'mispell'"}, {"hide,", "unknown variant ''"},
        {"", "unknown variant ''"},               {"steps=5", "unknown variant 'steps'"},
        {"add=2", "between 0 and 1"},             {"add=some", "must be a number"},
    };
    for (int i = 0; i < COUNT_OF(wrong); i++) {
        assert_int_equal(variants_set(&s, wrong[i].list, &err), ST_USAGE);
        assert_non_null(strstr(err.message, wrong[i].says));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(each_change_does_what_it_says, setup, teardown),
        cmocka_unit_test_setup_teardown(nothing_is_asked_elsewhere_for_a_model_without_verdicts,
                                        setup, teardown),
        cmocka_unit_test_setup_teardown(a_variant_to_be_asked_is_that_of_training, setup, teardown),
        cmocka_unit_test(lists_of_variants_are_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
