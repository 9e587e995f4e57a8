/* random_db.h - random SQLite databases and a small vocabulary, for property tests of search. */
#ifndef ASTORMER_TEST_RANDOM_DB_H
#define ASTORMER_TEST_RANDOM_DB_H

#include "model/model.h"

#include <sqlite3.h>
#include <unistd.h>

/* Special pieces, digits, letters and a few words: enough for any name or value below. */
static const char small_vocabulary[] =
    "[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\n0\n1\n2\n3\n4\n5\n6\n7\n8\n9\na\nb\nc\nd\ne\nf\ng\nh\ni\n"
    "j\nk\nl\nm\nn\no\np\nq\nr\ns\nt\nu\nv\nw\nx\ny\nz\n##0\n##1\n##2\n##3\n##4\n##5\n##6\n##7\n"
    "##8\n##9\n##a\n##b\n##c\n##d\n##e\n##f\n##g\n##h\n##i\n##j\n##k\n##l\n##m\n##n\n##o\n##p\n"
    "##q\n##r\n##s\n##t\n##u\n##v\n##w\n##x\n##y\n##z\n%\n'\n\"\n,\n.\n-\n?\n:\n|\nhow\nmany\nthe\n"
    "of\nwith\nname\ncolumn\ntable\nred\nblue\ngreen\nyear\nid\n";

static inline int random_below(struct rng *rng, int n)
{
    return (int)rng_below(rng, (uint32_t)n);
}

static inline void run_sql(sqlite3 *db, const char *sql)
{
    char *message = NULL;
    if (sqlite3_exec(db, sql, NULL, NULL, &message) != SQLITE_OK)
        fail_test("%s: %s", sql, message);
}

/* Tables t0.. with a key, foreign keys to earlier tables (sometimes two to the same, or to
 * itself), and a few columns; now and then a hostile name. */
static inline void random_database(struct arena *a, struct rng *rng, const char *path)
{
    static const char *const types[] = {"INTEGER", "TEXT", "REAL", "DATE", "BOOLEAN", ""};
    static const char *const odd[] = {"select", "two words", "qu\"ote", "x'; --", "Ünï"};
    sqlite3 *db;
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    int n_tables = 1 + random_below(rng, 6);
    for (int t = 0; t < n_tables; t++) {
        struct strbuf sql = strbuf_in(a);
        strbuf_printf(&sql, "CREATE TABLE t%d (id INTEGER PRIMARY KEY", t);
        int n = 1 + random_below(rng, 5), n_keys = t == 0 ? 0 : random_below(rng, 3);
        for (int c = 0; c < n; c++) {
            const char *type = types[random_below(rng, COUNT_OF(types))];
            if (random_below(rng, 12) == 0)
                strbuf_printf(&sql, ", %s %s",
                              db_quote_name(a, arena_printf(a, "%s%d", odd[c % COUNT_OF(odd)], c)),
                              type);
            else
                strbuf_printf(&sql, ", c%d_%d %s", t, c, type);
        }
        for (int k = 0; k < n_keys; k++)
            strbuf_printf(&sql, ", k%d INTEGER REFERENCES t%d(id)", k, random_below(rng, t + 1));
        strbuf_puts(&sql, ")");
        run_sql(db, strbuf_text(&sql));
        for (int r = random_below(rng, 4); r > 0; r--)
            run_sql(db, arena_printf(a, "INSERT INTO t%d (id) VALUES (%d)", t, r));
    }
    sqlite3_close(db);
}

#endif
