/* search_world.h - a random database, a model of random weights and some questions: what the tests of
 * search/ begin with. */
#ifndef ASTORMER_SEARCH_WORLD_H
#define ASTORMER_SEARCH_WORLD_H

#include "test.h"

#include "random_db.h"
#include "scratch_db.h"
#include "search/internal.h"
#include "search/search.h"

static inline struct model_config tiny_config(int n_words, int decoder, int order)
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
static inline void world_of(struct world *w, const char *sql, uint64_t seed, int decoder, int order,
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

static inline void world_new(struct world *w, uint64_t seed, int decoder, int order)
{
    world_of(w, NULL, seed, decoder, order, GRAMMAR_SQL);
}

static inline void world_free(struct world *w)
{
    nn_tape_free(w->tape);
    model_database_close(w->database);
    model_free(w->model);
    unlink(w->path);
    arena_release(&w->arena);
}

static inline int stop_soon(void *context)
{
    return ++*(int *)context > 200;
}

/* Prepares, and runs without an error, if only for a moment. */
static inline void assert_runs(sqlite3 *db, const char *sql, const char *what)
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

#endif
