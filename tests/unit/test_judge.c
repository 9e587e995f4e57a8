/* test_judge.c - the judge: it learns lists by heart, its word does not depend on the company, it goes
 * into model files and comes out of them, and the order of candidates follows it. */
#include "test.h"

#include "infer/infer.h"
#include "model_samples.h"
#include "report/second_look.h"
#include "scratch_db.h"
#include "train/judge.h"

#include <math.h>

enum { LISTS = 20, CANDIDATES = 4, WORDS = 10 };

/* [UNK] [CLS] [SEP], then words that texts are made of. */
static const char *word_list(struct arena *arena)
{
    static const char *const known[] = {"[PAD]", "[UNK]", "[CLS]", "[SEP]", "which", "books", "shows",
                                        "title", "genre", "of", "the", "no", "rows", "few", "one"};
    struct strbuf out = strbuf_in(arena);
    for (int i = 0; i < FAKE_WORDS; i++)
        if (i < COUNT_OF(known))
            strbuf_printf(&out, "%s\n", known[i]);
        else
            strbuf_printf(&out, "word%d\n", i);
    return strbuf_text(&out);
}

static struct model_config judge_config(void)
{
    struct model_config c = fake_config();
    c.embedding = c.plm_hidden = 32; /* wide enough for bytes */
    c.plm_ffn = 64;
    c.plm_heads = 2;
    c.plm_layers = 2;
    c.judge_layers = 1;
    c.grammar = GRAMMAR_SQL;
    c.plm_dropout = 0;
    return c;
}

struct world {
    struct arena arena;
    struct model_config config;
    struct grammar *grammar;
    struct model *model;
    struct model_card card;
    struct vocab vocab;
    struct scratch files;
    char path[160], other[160];
};

static void open_world(struct world *w, struct model_config config)
{
    struct error err = {0};
    *w = (struct world){.config = config, .files = scratch_new("CREATE TABLE t (a);")};
    const char *text = model_grammar_text(&w->config);
    assert_ok(grammar_parse(&w->arena, "grammar", text, strlen(text), &w->grammar, &err), err);
    assert_ok(model_new(&w->config, w->grammar, 5, &w->model, &err), err);
    w->card = (struct model_card){.grammar = text, .vocabulary = word_list(&w->arena)};
    assert_ok(vocab_parse(&w->arena, slice_of(w->card.vocabulary), "words", VOCAB_UNCASED, &w->vocab,
                          &err), err);
    snprintf(w->path, sizeof w->path, "%s/model.safetensors", w->files.dir);
    snprintf(w->other, sizeof w->other, "%s/other.safetensors", w->files.dir);
}

static void close_world(struct world *w)
{
    model_free(w->model);
    arena_release(&w->arena);
    scratch_free(&w->files);
}

static struct model_judged fake_text(struct arena *a, struct rng *rng)
{
    int n = pick(rng, 5, WORDS), *tokens = ARENA_ARRAY(a, int, n);
    for (int i = 0; i < n; i++)
        tokens[i] = pick(rng, 0, FAKE_WORDS - 1);
    return (struct model_judged){.tokens = tokens, .n = n, .n_question = 3, .n_told = n - 1};
}

/* Random texts, one of them right, and a log-probability that is for another. */
static struct judge_lists fake_lists(struct arena *a, uint64_t seed)
{
    struct rng rng;
    rng_seed(&rng, seed);
    struct judge_lists lists = {.v = ARENA_ARRAY(a, struct judge_list, 2 * LISTS)};
    for (int i = 0; i < LISTS; i++) {
        struct judge_list l = {.n = CANDIDATES, .texts = ARENA_ARRAY(a, struct model_judged, CANDIDATES),
                               .log_p = ARENA_ARRAY(a, real, CANDIDATES),
                               .right = ARENA_ARRAY(a, real, CANDIDATES)};
        for (int c = 0; c < CANDIDATES; c++) {
            l.texts[c] = fake_text(a, &rng);
            l.n_tokens += l.texts[c].n;
            l.log_p[c] = c == 0 ? 0 : -1;
        }
        l.right[1 + i % (CANDIDATES - 1)] = 1;
        lists.v[lists.n++] = l;
    }
    for (int i = 0; i < LISTS; i++) { /* what it is evaluated on is what it learns */
        lists.v[lists.n] = lists.v[i];
        lists.v[lists.n++].held_out = true;
    }
    return lists;
}

static void lists_are_learnt_by_heart(void **state)
{
    (void)state;
    struct world w;
    struct error err = {0};
    open_world(&w, judge_config());
    struct judge_lists lists = fake_lists(&w.arena, 3);
    assert_ok(model_judge_start(w.model, NULL, &err), err);
    struct pool *pool = pool_new(2);
    struct judge_job job = {.settings = judge_settings_default(), .model = w.model, .lists = &lists,
                            .pool = pool};
    job.settings.steps = 200;
    job.settings.eval_steps = 100;
    job.settings.warmup = 10;
    job.settings.lr = 2e-3;
    job.settings.ema = 0;
    job.settings.batch_tokens = 400;
    job.settings.drop_results = 0;
    int word = nn_params_find(model_params(w.model), "plm.embeddings.word_embeddings.weight");
    real before = nn_params_values(model_params(w.model), word)[40];
    struct judge_score best;
    assert_ok(judge_train(&job, &best, &err), err);
    assert_true(best.search == 0);
    assert_true(best.first == 1);
    assert_true(best.loss < 0.1);
    assert_true(nn_params_values(model_params(w.model), word)[40] == before); /* the parser's stay */
    lists.n = 0;
    assert_int_equal(judge_train(&job, &best, &err), ST_INPUT);
    pool_free(pool);
    close_world(&w);
}

static void judge_texts(struct world *w, struct model *model, const struct model_judged *texts, int n,
                        double *out)
{
    (void)w;
    struct nn_tape *tape = nn_tape_new(model_params(model), NULL);
    nn_tape_begin(tape, NN_INFER, 0);
    const struct tensor *x = model_judge(model, tape, texts, n);
    for (int i = 0; i < n; i++)
        out[i] = (double)x->x[i];
    nn_tape_free(tape);
}

static void its_word_does_not_depend_on_the_company(void **state)
{
    (void)state;
    struct world w;
    open_world(&w, judge_config());
    struct rng rng;
    rng_seed(&rng, 9);
    struct model_judged texts[5];
    double together[5], alone;
    for (int i = 0; i < 5; i++)
        texts[i] = fake_text(&w.arena, &rng);
    judge_texts(&w, w.model, texts, 5, together);
    for (int i = 0; i < 5; i++) {
        judge_texts(&w, w.model, &texts[i], 1, &alone);
        assert_true(alone == together[i]);
    }
    assert_true(together[0] != together[1]);
    close_world(&w);
}

/* ---- model files ---------------------------------------------------------------------------------- */

static void assert_same_parser(const char *before, const char *after)
{
    struct error err = {0};
    struct nn_file a, b;
    assert_ok(nn_file_open(before, &a, &err), err);
    assert_ok(nn_file_open(after, &b, &err), err);
    for (int i = 0; i < a.n_tensors; i++) {
        const struct nn_file_tensor *t = nn_file_find(&b, a.tensors[i].name);
        assert_non_null(t);
        assert_int_equal(t->count, a.tensors[i].count);
        assert_int_equal(t->dtype, a.tensors[i].dtype);
        size_t bytes = (size_t)t->count * (t->dtype == NN_F32 || t->dtype == NN_I32 ? 4
                                           : t->dtype == NN_F16                     ? 2 : 1);
        assert_memory_equal(t->data, a.tensors[i].data, bytes);
    }
    assert_true(b.n_tensors > a.n_tensors);
    nn_file_close(&a);
    nn_file_close(&b);
}

/* A model without a judge, in a file: of halves, or of bytes. */
static void write_parser(struct world *w, bool bytes)
{
    struct error err = {0};
    struct model_config plain = w->config;
    struct model *parser;
    plain.judge_layers = 0;
    assert_ok(model_new(&plain, w->grammar, 5, &parser, &err), err);
    assert_ok(model_save(parser, &w->card, w->path, NN_F16, &err), err);
    model_free(parser);
    if (!bytes)
        return;
    assert_ok(model_quantize(w->path, NULL, w->other, &err), err);
    assert_int_equal(rename(w->other, w->path), 0);
}

static void a_model_file_carries_it(void **state)
{
    (void)state;
    for (int bytes = 0; bytes < 2; bytes++) {
        struct world w;
        struct error err = {0};
        struct loaded_model *loaded;
        struct rng rng;
        struct model_judged texts[3];
        double wanted[3], got[3];
        open_world(&w, judge_config());
        write_parser(&w, bytes);
        assert_ok(model_open(w.path, &loaded, &err), err); /* one without works as ever */
        assert_int_equal(model_config_of(loaded->model)->judge_layers, 0);
        model_close(loaded);
        assert_ok(model_start_from(w.model, NULL, w.path, NULL, &err), err);
        json_t *more = json_pack("{s:s}", "judge", "made here");
        assert_ok(model_save_judge(w.model, w.path, more, w.other, &err), err);
        json_decref(more);
        assert_same_parser(w.path, w.other);
        assert_ok(model_open(w.other, &loaded, &err), err);
        assert_int_equal(model_config_of(loaded->model)->judge_layers, 1);
        assert_non_null(strstr(loaded->card.about, "made here"));
        assert_int_equal(nn_params_are_bytes(model_params(loaded->model)), bytes);
        rng_seed(&rng, 4);
        for (int i = 0; i < 3; i++)
            texts[i] = fake_text(&w.arena, &rng);
        judge_texts(&w, w.model, texts, 3, wanted);
        judge_texts(&w, loaded->model, texts, 3, got);
        for (int i = 0; i < 3; i++)
            assert_true(fabs(wanted[i] - got[i]) < (bytes ? 0.15 : 0.01));
        model_close(loaded);
        if (!bytes) { /* and it is quantised with the rest */
            assert_ok(model_quantize(w.other, NULL, w.path, &err), err);
            struct nn_file file;
            assert_ok(nn_file_open(w.path, &file, &err), err);
            assert_int_equal(nn_file_find(&file, "judge.layer.0.intermediate.dense.weight")->dtype,
                             NN_I8);
            nn_file_close(&file);
        }
        close_world(&w);
    }
}

/* A file whose settings promise another judge than it has. */
static void what_does_not_fit_is_refused(void **state)
{
    (void)state;
    struct world w;
    struct error err = {0};
    struct loaded_model *loaded;
    static const struct { const char *from, *to, *says; } lies[] = {
        {"\"judge_layers\":1", "\"judge_layers\":2", "judge.layer.1"},
        {"\"judge_layers\":1", "\"judge_layers\":0", "judge."},
        {"\"judge_layers\":1", "\"judge_layers\":99", "judge_layers"},
    };
    open_world(&w, judge_config());
    assert_ok(model_save(w.model, &w.card, w.path, NN_F32, &err), err);
    struct nn_file file;
    assert_ok(nn_file_open(w.path, &file, &err), err);
    for (int i = 0; i < COUNT_OF(lies) + 1; i++) {
        struct nn_file_entry *entries = ARENA_ARRAY(&w.arena, struct nn_file_entry, file.n_tensors);
        json_t *metadata = json_copy((json_t *)file.metadata);
        for (int k = 0; k < file.n_tensors; k++) {
            const struct nn_file_tensor *t = &file.tensors[k];
            entries[k] = (struct nn_file_entry){.name = t->name, .raw = t->data, .dtype = t->dtype,
                                                .rank = t->rank, .shape = {(int)t->shape[0]}};
            if (t->rank == 2)
                entries[k].shape[1] = (int)t->shape[1];
            if (i == COUNT_OF(lies) && strcmp(t->name, "judge.out.weight") == 0)
                entries[k].shape[1]--;
        }
        if (i < COUNT_OF(lies)) {
            const char *config = nn_file_text(&file, "config"), *at = strstr(config, lies[i].from);
            assert_non_null(at);
            json_object_set_new(metadata, "config",
                                json_string(arena_printf(&w.arena, "%.*s%s%s", (int)(at - config),
                                                         config, lies[i].to,
                                                         at + strlen(lies[i].from))));
        }
        assert_ok(nn_file_write(w.other, entries, file.n_tensors, metadata, NN_F32, &err), err);
        json_decref(metadata);
        assert_true(model_open(w.other, &loaded, &err) != ST_OK);
        assert_non_null(strstr(err.message, i < COUNT_OF(lies) ? lies[i].says : "judge.out.weight"));
    }
    nn_file_close(&file);
    struct model_config c = judge_config();
    c.encoder = ENCODER_STATIC;
    assert_int_equal(model_config_check(&c, &err), ST_USAGE);
    close_world(&w);
}

/* ---- lists ------------------------------------------------------------------------------------------ */

static const char good[] =
    "{\"db\":\"a\",\"read\":\"which books\",\"list\":["
    "{\"right\":false,\"told\":\"shows title\",\"result\":\"no rows\",\"looks\":{\"log_p\":0.0,\"again\":0.0}},"
    "{\"right\":true,\"told\":\"shows genre\",\"result\":\"few rows\",\"looks\":{\"log_p\":-1.5,\"again\":0.0}},"
    "{\"right\":true,\"told\":\"shows genre\",\"result\":\"few rows\",\"looks\":{\"log_p\":-2.0,\"again\":1.0}}]}\n"
    "{\"db\":\"a\",\"read\":\"which\",\"list\":["
    "{\"right\":true,\"told\":\"shows title\",\"result\":\"\",\"looks\":{\"log_p\":0.0}}]}\n"
    "{\"db\":\"a\",\"question\":\"which\",\"unanswerable\":true}\n";

static void write_text(const char *path, const char *text)
{
    FILE *to = fopen(path, "w");
    assert_non_null(to);
    fputs(text, to);
    assert_int_equal(fclose(to), 0);
}

static void lists_are_read_and_refused(void **state)
{
    (void)state;
    struct world w;
    struct error err = {0};
    struct judge_settings s = judge_settings_default();
    struct judge_lists lists = {0};
    open_world(&w, judge_config());
    write_text(w.path, good);
    assert_ok(judge_lists_read(&w.arena, &w.vocab, &s, w.path, &lists, &err), err);
    assert_int_equal(lists.n, 1); /* the second teaches nothing */
    assert_int_equal(lists.read, 3);
    const struct judge_list *l = &lists.v[0];
    assert_int_equal(l->n, 2); /* what returns the same rows again is not read */
    assert_true(l->right[0] == 0 && l->right[1] == 1 && l->log_p[1] == -1.5);
    const struct model_judged *t = &l->texts[0]; /* [CLS] which books [SEP] shows title [SEP] no rows [SEP] */
    const int ids[] = {2, 4, 5, 3, 6, 7, 3, 11, 12, 3};
    assert_int_equal(t->n, COUNT_OF(ids));
    assert_memory_equal(t->tokens, ids, sizeof ids);
    assert_true(t->n_question == 4 && t->n_told == 7);
    static const char *const bad[] = {"{\"db\":\"a\"", "[]", "{\"db\":\"a\",\"read\":\"x\",\"list\":[{}]}",
                                      "{\"db\":\"a\",\"read\":\"x\",\"list\":[{\"told\":\"x\",\"result\":\"\","
                                      "\"looks\":{\"log_p\":7.0}}]}"};
    for (int i = 0; i < COUNT_OF(bad); i++) {
        write_text(w.path, bad[i]);
        assert_int_equal(judge_lists_read(&w.arena, &w.vocab, &s, w.path, &lists, &err), ST_INPUT);
        assert_non_null(strstr(err.message, "line 1"));
    }
    close_world(&w);
}

static void long_texts_are_cut(void **state)
{
    (void)state;
    struct world w;
    open_world(&w, judge_config());
    struct strbuf words = strbuf_in(&w.arena);
    for (int i = 0; i < 300; i++)
        strbuf_puts(&words, "books ");
    const char *long_text = strbuf_text(&words);
    for (int which = 0; which < 8; which++) {
        struct model_judged t = judge_text(&w.arena, &w.vocab, which & 1 ? long_text : "which",
                                           which & 2 ? long_text : "", which & 4 ? long_text : "");
        assert_true(t.n <= MODEL_MAX_JUDGED && t.n_question <= t.n_told && t.n_told <= t.n);
        assert_int_equal(t.tokens[t.n - 1], w.vocab.sep);
        assert_int_equal(t.tokens[t.n_told - 1], w.vocab.sep);
        assert_int_equal(t.tokens[t.n_question - 1], w.vocab.sep);
        if (which & 1) /* all have their share */
            assert_true(t.n_question >= 40);
    }
    close_world(&w);
}

/* ---- the order ----------------------------------------------------------------------------------------- */

static struct infer_candidate candidate(struct arena *a, const struct schema *schema, const char *sql,
                                        double log_p, uint64_t rows)
{
    struct error err = {0};
    struct search_query *found = ARENA_NEW(a, struct search_query);
    assert_ok(sql_parse(a, schema, sql, strlen(sql), SQL_READ_EVERYDAY, &found->query, &err), err);
    struct infer_candidate c = {.found = found, .sql = sql, .log_p = log_p};
    c.looks[LOOK_LOG_P] = log_p;
    c.run = (struct run_outcome){.state = RUN_ENDED, .print = {.sum = rows, .rows = (long)rows},
                                 .first = "word20"};
    return c;
}

static void candidates_follow_it(void **state)
{
    (void)state;
    struct world w;
    struct error err = {0};
    open_world(&w, judge_config());
    scratch_run(&w.files, "CREATE TABLE book (title TEXT, genre TEXT)");
    struct ground_database ground = {0};
    struct db *db;
    assert_ok(db_open(w.files.db, &db, &err), err);
    assert_ok(db_schema(&w.arena, db, &ground.schema, &err), err);
    struct model_database database = {.ground = &ground, .vocab = &w.vocab};
    struct model_question question = {.database = &database, .question = {.text = "which books"}};
    struct infer_candidate list[] = {
        candidate(&w.arena, &ground.schema, "SELECT title FROM book", 0, 1),
        candidate(&w.arena, &ground.schema, "SELECT genre FROM book", -1, 2),
        candidate(&w.arena, &ground.schema, "SELECT title, genre FROM book", -2, 2),
    };
    list[2].looks[LOOK_AGAIN] = 1;
    struct nn_tape *tape = nn_tape_new(model_params(w.model), NULL);
    nn_tape_begin(tape, NN_INFER, 0);
    candidates_judge(w.model, tape, &question, list, 3);
    nn_tape_free(tape);
    double a = list[0].looks[LOOK_JUDGE], b = list[1].looks[LOOK_JUDGE];
    assert_true(fmax(a, b) == 0 && fmin(a, b) < 0); /* against the best */
    assert_true(list[2].looks[LOOK_JUDGE] == b);    /* the same rows, the same word */
    struct second_look look = {.weights = {[LOOK_LOG_P] = 1, [LOOK_JUDGE] = 0}, .doubt = 1.5};
    candidates_order(&look, list, 3);
    assert_true(candidates_in_doubt(&look, list, 3));
    look.doubt = 0.5;
    assert_false(candidates_in_doubt(&look, list, 3));
    assert_false(candidates_in_doubt(&look, list, 1));
    look.weights[LOOK_JUDGE] = 10 / (b - a); /* whatever it said, it prefers the second now */
    candidates_order(&look, list, 3);
    assert_string_equal(list[0].sql, "SELECT genre FROM book");
    db_close(db);
    close_world(&w);
}

/* What it said of a list, and where it is asked, comes back from a model's text. */
static void doubts_are_kept(void **state)
{
    (void)state;
    struct second_look look = {.weights = {[LOOK_LOG_P] = 1, [LOOK_JUDGE] = 0.7}, .doubt = 2.5}, back;
    json_t *json = second_look_json(&look);
    assert_true(second_look_read(json, &back));
    assert_true(back.weights[LOOK_JUDGE] == 0.7 && back.doubt == 2.5);
    json_object_del(json, "judge"); /* of a model from before there were judges */
    json_object_del(json, "doubt");
    assert_true(second_look_read(json, &back));
    assert_true(back.weights[LOOK_JUDGE] == 0 && back.doubt == LOOK_DOUBT);
    json_decref(json);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lists_are_learnt_by_heart),
        cmocka_unit_test(its_word_does_not_depend_on_the_company),
        cmocka_unit_test(a_model_file_carries_it),
        cmocka_unit_test(what_does_not_fit_is_refused),
        cmocka_unit_test(lists_are_read_and_refused),
        cmocka_unit_test(long_texts_are_cut),
        cmocka_unit_test(candidates_follow_it),
        cmocka_unit_test(doubts_are_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
