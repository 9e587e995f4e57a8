/* value_lookup.c - the value index on a database of a million distinct values: how long building,
 * opening and each kind of look-up take.
 *
 *   value_lookup DIRECTORY [N]      makes DIRECTORY/million.sqlite with N values (1,000,000) */
#include "db/db.h"

#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void die(const char *what, const char *why)
{
    fprintf(stderr, "%s: %s\n", what, why);
    exit(1);
}

/* Three columns of names made of syllables, so that words repeat as they do in real data. */
static void make_database(const char *path, long n)
{
    static const char *const syllables[] = {"ka", "ro", "mi", "ten", "la", "su", "vor", "nel", "pi",
                                            "dra", "ost", "wen", "gar", "lu", "fim", "bea"};
    sqlite3 *handle;
    sqlite3_stmt *insert;
    unlink(path);
    static const char create[] = "PRAGMA synchronous=OFF; BEGIN;"
                                 "CREATE TABLE person (name TEXT, street TEXT, code TEXT, age INT)";
    static const char fill[] = "INSERT INTO person VALUES (?1, ?2, ?3, ?4)";
    if (sqlite3_open(path, &handle) != SQLITE_OK ||
        sqlite3_exec(handle, create, NULL, NULL, NULL) != SQLITE_OK ||
        sqlite3_prepare_v2(handle, fill, -1, &insert, NULL) != SQLITE_OK)
        die(path, sqlite3_errmsg(handle));
    struct rng rng;
    rng_seed(&rng, 1);
    for (long i = 0; i < n / 3; i++) {
        char text[3][96];
        for (int k = 0; k < 2; k++) {
            size_t used = 0;
            for (int s = 0; s < 6; s++)
                used += (size_t)snprintf(text[k] + used, sizeof text[k] - used, "%s%s",
                                         syllables[rng_below(&rng, 16)], s == 2 ? " " : "");
            snprintf(text[k] + used, sizeof text[k] - used, k ? " Street %ld" : " %ld", i);
        }
        snprintf(text[2], sizeof text[2], "C%07ldX", i);
        for (int k = 0; k < 3; k++)
            sqlite3_bind_text(insert, k + 1, text[k], -1, SQLITE_TRANSIENT);
        sqlite3_bind_int(insert, 4, (int)rng_below(&rng, 100));
        sqlite3_step(insert);
        sqlite3_reset(insert);
    }
    sqlite3_finalize(insert);
    sqlite3_exec(handle, "COMMIT", NULL, NULL, NULL);
    sqlite3_close(handle);
}

/* Microseconds a look-up over phrases taken from the stored cells themselves. */
static void time_lookups(const struct value_index *index, const char *what, enum value_match worst,
                         int from, int n_words, bool misspell)
{
    struct arena arena = {0};
    struct value_hit hits[16];
    struct rng rng;
    rng_seed(&rng, 2);
    int asked = 2000, found = 0;
    double total = 0, slowest = 0;
    long entries = value_index_report(index).entries;
    for (int i = 0; i < asked; i++) {
        arena_clear(&arena);
        struct slice cell = value_index_cell(index, (long)rng_below(&rng, (uint32_t)entries));
        char *text = arena_strndup(&arena, cell.s, cell.n);
        if (misspell && cell.n > 5)
            text[4] = 'q';
        struct words w = words_split(&arena, text, cell.n);
        int start = MIN(from, w.n - 1), n = n_words ? MIN(n_words, w.n - start) : w.n - start;
        double begin = now_seconds();
        found += value_index_find(index, w.v + start, n, worst, 4, hits, 16) > 0;
        double took = now_seconds() - begin;
        total += took;
        slowest = MAX(slowest, took);
    }
    printf("  %-34s %8.2f us a look-up (slowest %.0f us), %4.1f %% found something\n", what,
           1e6 * total / asked, 1e6 * slowest, 100.0 * found / asked);
    arena_release(&arena);
}

int main(int argc, char **argv)
{
    if (argc < 2)
        die("usage", "value_lookup DIRECTORY [N]");
    struct arena arena = {0};
    struct error err = {0};
    long n = argc > 2 ? atol(argv[2]) : 1000000;
    char *path = arena_printf(&arena, "%s/million.sqlite", argv[1]);
    char *cache = arena_printf(&arena, "%s/cache", argv[1]);
    struct value_options options = {.cache_dir = cache};
    struct value_report report;
    struct value_index *index;
    struct schema schema;
    struct db *db;
    make_database(path, n);
    if (db_open(path, &db, &err) != ST_OK || db_schema(&arena, db, &schema, &err) != ST_OK)
        die("open", err.message);
    for (int round = 0; round < 2; round++) {
        double start = now_seconds();
        if (value_index_open(db, &schema, &options, &index, &report, &err) != ST_OK)
            die("index", err.message);
        printf("%s: %ld values, %ld words, %.1f MB in %.3f s\n",
               report.from_cache ? "opened from the cache" : "built and stored", report.entries,
               report.words, (double)report.bytes / 1e6, now_seconds() - start);
        if (round == 0)
            value_index_close(index);
    }
    time_lookups(index, "whole cell", VALUE_STEM, 0, 0, false);
    time_lookups(index, "whole cell, not there", VALUE_STEM, 0, 0, true);
    time_lookups(index, "two words of a cell", VALUE_WORDS, 0, 2, false);
    time_lookups(index, "one word of a cell", VALUE_CONTAINS, 0, 1, false);
    time_lookups(index, "one word, misspelt (all grades)", VALUE_FUZZY, 0, 1, true);
    double similarity, start = now_seconds();
    for (int i = 0; i < 100; i++)
        value_index_best(index, 1, "karomi tenlasu 17", &similarity);
    printf("  %-34s %8.2f us\n", "best cell of a long column", 1e6 * (now_seconds() - start) / 100);
    value_index_close(index);
    db_close(db);
    arena_release(&arena);
    return 0;
}
