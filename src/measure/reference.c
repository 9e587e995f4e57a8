/* reference.c - a made-up database, questions, and a network of random weights that reads them. */
#include "measure/measure.h"

#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *const table_names[] = {"shop", "customer", "invoice", "product", "supplier",
                                          "city"};
static const char *const column_names[] = {"name", "year", "price", "kind"};


static const char *make_vocabulary(struct arena *arena)
{
    static const char *const words[] = {"[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "how", "many",
                                        "the", "of", "with", "id", "which", "have", "more", "than",
                                        "table", "text", "number", "time"};
    struct strbuf b = strbuf_in(arena);
    int n = 0;
    for (int i = 0; i < COUNT_OF(words); i++, n++)
        strbuf_printf(&b, "%s\n", words[i]);
    for (int i = 0; i < COUNT_OF(table_names); i++, n++)
        strbuf_printf(&b, "%s\n", table_names[i]);
    for (int i = 0; i < COUNT_OF(column_names); i++, n++)
        strbuf_printf(&b, "%s\n", column_names[i]);
    for (const char *c = "abcdefghijklmnopqrstuvwxyz0123456789"; *c; c++, n += 2)
        strbuf_printf(&b, "%c\n##%c\n", *c, *c);
    for (; n < REFERENCE_WORDS; n++)
        strbuf_printf(&b, "word%d\n", n);
    return strbuf_text(&b);
}

/* 6 tables of 5 columns each, every table with a key to the one before. */
static enum status make_database(struct bench_reference *r, struct error *err)
{
    struct strbuf sql = strbuf_in(&r->arena);
    for (int t = 0; t < COUNT_OF(table_names); t++) {
        strbuf_printf(&sql, "CREATE TABLE %s (id INTEGER PRIMARY KEY", table_names[t]);
        for (int c = 0; c < COUNT_OF(column_names) - (t > 0); c++)
            strbuf_printf(&sql, ", %s %s", column_names[c], c == 0 ? "TEXT" : "INTEGER");
        if (t > 0)
            strbuf_printf(&sql, ", %s_id INTEGER REFERENCES %s(id)", table_names[t - 1],
                          table_names[t - 1]);
        strbuf_puts(&sql, ");");
        for (int id = 1; id <= 50; id++)
            strbuf_printf(&sql, "INSERT INTO %s VALUES (%d, 'word%d', %d, %d, %d);", table_names[t],
                          id, 1000 + id * 7 % 40, 1950 + id, id * 3, 1 + id % 50);
    }
    snprintf(r->path, sizeof r->path, "/tmp/astormer-bench-XXXXXX");
    int fd = mkstemp(r->path);
    if (fd < 0)
        return fail(err, ST_IO, "cannot make a database in /tmp");
    close(fd);
    sqlite3 *db;
    bool made = sqlite3_open(r->path, &db) == SQLITE_OK &&
                sqlite3_exec(db, strbuf_text(&sql), NULL, NULL, NULL) == SQLITE_OK;
    sqlite3_close(db);
    return made ? ST_OK : fail(err, ST_IO, "cannot write '%s'", r->path);
}

/* 8 to 20 words (mean 14), as bench/torch_peer.py has them. */
static enum status make_questions(struct bench_reference *r, struct error *err)
{
    static const char *const words[] = {"how",  "many", "shop",  "have", "customer", "with",
                                        "more", "than", "price", "of",   "the",      "city",
                                        "name", "which", "invoice", "year"};
    enum status st = ST_OK;
    for (int i = 0; st == ST_OK && i < BENCH_BATCH; i++) {
        struct strbuf text = strbuf_in(&r->arena);
        int length = 8 + i * 7 % 13;
        for (int k = 0; k < length; k++)
            strbuf_printf(&text, "%s%s", k ? " " : "", words[(i * 5 + k * 3) % COUNT_OF(words)]);
        const char *utterance = strbuf_text(&text);
        st = model_question_read(&r->arena, r->database, &utterance, 1, NULL, NULL, &r->questions[i],
                                 err);
    }
    return st;
}

struct model_config reference_config(void)
{
    struct model_config c = model_config_default();
    c.encoder = ENCODER_STATIC;
    c.vocabulary = REFERENCE_WORDS;
    c.embedding = 128;
    c.d = 256;
    c.heads = 8;
    c.rat_layers = 8;
    c.decoder_layers = 2;
    c.values = VALUES_SPELL; /* as what it is compared with */
    return c;
}

enum status reference_open(struct bench_reference *r, const struct model_config *config,
                           struct error *err)
{
    *r = (struct bench_reference){.config = *config};
    struct grammar *grammar;
    const char *text = model_grammar_text(config), *words = make_vocabulary(&r->arena);
    enum status st = vocab_parse(&r->arena, slice_of(words), "the vocabulary", VOCAB_UNCASED,
                                 &r->vocab, err);
    if (st == ST_OK)
        st = grammar_parse(&r->arena, "the grammar", text, strlen(text), &grammar, err);
    if (st == ST_OK)
        st = model_new(config, grammar, 1, &r->model, err);
    if (st == ST_OK)
        st = make_database(r, err);
    struct value_options options = {.cache_dir = ""};
    if (st == ST_OK)
        st = model_database_open(&r->config, &r->vocab, r->path, NULL, &options, &r->database, err);
    return st == ST_OK ? make_questions(r, err) : st;
}

void reference_close(struct bench_reference *r)
{
    model_database_close(r->database);
    model_free(r->model);
    if (r->path[0])
        unlink(r->path);
    arena_release(&r->arena);
}
