/* test_values.c - the value index: what it finds, what it leaves out, its cache. */
#include "test.h"

#include "db/internal.h"
#include "scratch_db.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>

static const char city_sql[] =
    "CREATE TABLE city (name TEXT, country TEXT, population INT, area REAL, map BLOB, story TEXT);"
    "INSERT INTO city VALUES ('New York City', 'United States', 8000000, 783.8, x'0102', 'x'),"
    " ('São Paulo', 'Brazil', 12000000, 1521.0, NULL, 'y'), ('Los Angeles', 'United States', 4000000, NULL, NULL, ''),"
    " ('York', 'United Kingdom', 200000, 272, NULL, NULL), ('北京', '中国', 21000000, 16410, NULL, 'cats'),"
    " (CAST(x'5365F16F72' AS TEXT), 'Spain', 5, 1, NULL, '---');"
    "CREATE TABLE vacant (a TEXT, b INT);"
    "CREATE VIEW big AS SELECT name AS big_name FROM city WHERE population > 5000000;"
    "CREATE VIEW endless AS WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT count(*) AS n FROM c;";

struct fixture {
    struct scratch scratch;
    struct arena arena;
    struct db *db;
    struct schema schema;
    struct value_index *index;
    struct value_report report;
    struct value_options options;
};

static void open_index(struct fixture *f)
{
    struct error err = {0};
    assert_ok(value_index_open(f->db, &f->schema, &f->options, &f->index, &f->report, &err), err);
}

static struct fixture fixture_new(const char *sql)
{
    struct fixture f = {.scratch = scratch_new(sql)};
    struct error err = {0};
    assert_ok(db_open(f.scratch.db, &f.db, &err), err);
    assert_ok(db_schema(&f.arena, f.db, &f.schema, &err), err);
    f.options = (struct value_options){.cache_dir = "", .max_view_seconds = 0.05};
    return f;
}

static void fixture_free(struct fixture *f)
{
    value_index_close(f->index);
    db_close(f->db);
    arena_release(&f->arena);
    scratch_free(&f->scratch);
}

/* "column=cell(match)" of every hit. */
static const char *find(struct fixture *f, const char *phrase, enum value_match worst)
{
    struct value_hit hits[32];
    struct words w = words_split(&f->arena, phrase, strlen(phrase));
    int n = value_index_find(f->index, w.v, w.n, worst, 4, hits, 32);
    struct strbuf out = strbuf_in(&f->arena);
    for (int i = 0; i < n; i++)
        strbuf_printf(&out, "%s%s=%.*s(%s)", i ? " " : "", f->schema.columns[hits[i].column].name,
                      (int)hits[i].cell.n, hits[i].cell.s, value_match_name(hits[i].match));
    return strbuf_text(&out);
}

static int column_named(const struct fixture *f, const char *name)
{
    for (int i = 0; i < f->schema.n_columns; i++)
        if (strcmp(f->schema.columns[i].name, name) == 0)
            return i;
    fail_test("no column %s", name);
    return -1;
}

static void phrases_are_found_in_every_spelling(void **state)
{
    (void)state;
    struct fixture f = fixture_new(city_sql);
    open_index(&f);
    static const struct {
        const char *phrase;
        enum value_match worst;
        const char *hits;
    } cases[] = {
        {"new york city", VALUE_STEM,
         "name=New York City(exact) big_name=New York City(exact)"},
        {"sao-paulo", VALUE_STEM, "name=São Paulo(exact) big_name=São Paulo(exact)"},
        {"los angele", VALUE_STEM, "name=Los Angeles(stem)"},
        {"cat", VALUE_STEM, "story=cats(stem)"},
        {"york", VALUE_STEM, "name=York(exact)"},
        {"united", VALUE_STEM, ""},
        {"angeles los", VALUE_WORDS, "name=Los Angeles(words)"},
        {"kingdom", VALUE_CONTAINS, "country=United Kingdom(contains)"},
        {"angel", VALUE_PREFIX, "name=Los Angeles(contains)"},
        {"braz", VALUE_PREFIX, "country=Brazil(prefix)"},
        {"brasil", VALUE_FUZZY, "country=Brazil(fuzzy)"},
        {"北京", VALUE_STEM, "name=北京(exact) big_name=北京(exact)"},
        {"señor", VALUE_STEM, "name=Se\xF1or(exact)"},
        {"200,000", VALUE_STEM, "population=200000(exact)"},
        {"783.80", VALUE_STEM, "area=783.8(exact)"},
        {"nowhere", VALUE_FUZZY, ""},
        {"the", VALUE_FUZZY, ""},
        {"", VALUE_FUZZY, ""},
        {"...", VALUE_FUZZY, ""},
    };
    for (int i = 0; i < COUNT_OF(cases); i++) {
        const char *got = find(&f, cases[i].phrase, cases[i].worst);
        if (strcmp(got, cases[i].hits) != 0)
            fail_test("'%s': got '%s', expected '%s'", cases[i].phrase, got, cases[i].hits);
    }
    fixture_free(&f);
}

static void the_report_says_what_is_not_there(void **state)
{
    (void)state;
    struct fixture f = fixture_new(city_sql);
    f.options.max_cell = 12;
    open_index(&f);
    assert_int_equal(f.report.blobs, 1);
    /* New York City and the United Kingdom are over 12 bytes; so are the States, twice, and the
     * view's New York City */
    assert_int_equal(f.report.cells_too_long, 5);
    assert_int_equal(f.report.views_skipped, 1);
    assert_true(f.report.columns_cut >= 4);
    assert_false(f.report.from_cache);
    assert_false(f.report.stored);
    struct value_column population = value_index_column(f.index, column_named(&f, "population"));
    assert_true(population.numeric && population.complete && population.n == 6);
    assert_true(population.low == 5 && population.high == 21000000);
    struct value_column area = value_index_column(f.index, column_named(&f, "area"));
    assert_int_equal(area.nulls, 1);
    assert_int_equal(area.rows, 6);
    assert_false(value_index_column(f.index, column_named(&f, "map")).complete);
    assert_int_equal(value_index_column(f.index, column_named(&f, "a")).n, 0);
    assert_int_equal(value_index_column(f.index, -1).n, 0);
    assert_int_equal(value_index_column(f.index, 10000).n, 0);
    assert_int_equal(value_index_cell(f.index, 1L << 40).n, 0);
    fixture_free(&f);
}

static void limits_cut_columns_and_the_whole(void **state)
{
    (void)state;
    struct fixture f = fixture_new("CREATE TABLE t (a TEXT, n INT); WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL "
                                   "SELECT x + 1 FROM c WHERE x < 500) INSERT INTO t SELECT 'value ' || x, x FROM c");
    f.options.max_column_values = 100;
    f.options.max_column_numbers = 50;
    open_index(&f);
    assert_int_equal(f.report.entries, 150);
    assert_int_equal(f.report.columns_cut, 2);
    assert_string_equal(find(&f, "value 100", VALUE_STEM), "a=value 100(exact)");
    assert_string_equal(find(&f, "value 101", VALUE_STEM), "");
    value_index_close(f.index);
    f.options = (struct value_options){.cache_dir = "", .max_bytes = 4000};
    open_index(&f);
    assert_true(f.report.entries < 150 && f.report.entries > 20 && f.report.columns_cut == 2);
    fixture_free(&f);
}

/* ---- the cache --------------------------------------------------------------------------------------- */

/* The one index file in the cache directory. */
static void cache_file(const struct fixture *f, char *path, size_t n)
{
    DIR *dir = opendir(f->scratch.cache);
    assert_non_null(dir);
    int files = 0;
    for (struct dirent *e; (e = readdir(dir));)
        if (e->d_name[0] != '.') {
            snprintf(path, n, "%s/%.200s", f->scratch.cache, e->d_name);
            files++;
        }
    closedir(dir);
    assert_int_equal(files, 1);
}

static void reopen(struct fixture *f)
{
    value_index_close(f->index);
    f->index = NULL;
    open_index(f);
}

static void the_cache_is_used_until_the_database_changes(void **state)
{
    (void)state;
    struct fixture f = fixture_new(city_sql);
    f.options.cache_dir = f.scratch.cache;
    open_index(&f);
    assert_true(!f.report.from_cache && f.report.stored);
    reopen(&f);
    assert_true(f.report.from_cache && f.report.stored);
    assert_string_equal(find(&f, "york", VALUE_STEM), "name=York(exact)");
    scratch_run(&f.scratch, "INSERT INTO city (name) VALUES ('Rome')");
    reopen(&f);
    assert_false(f.report.from_cache);
    assert_string_equal(find(&f, "rome", VALUE_STEM), "name=Rome(exact)");
    char path[512];
    cache_file(&f, path, sizeof path); /* replaced, not added to */

    /* another schema of the same file has ids of its own, so an index of its own */
    struct schema fewer = f.schema;
    fewer.n_columns--;
    struct value_index *other;
    struct value_report report;
    struct error err = {0};
    assert_ok(value_index_open(f.db, &fewer, &f.options, &other, &report, &err), err);
    assert_false(report.from_cache);
    value_index_close(other);
    fixture_free(&f);
}

static void a_damaged_cache_is_rebuilt(void **state)
{
    (void)state;
    struct fixture f = fixture_new(city_sql);
    f.options.cache_dir = f.scratch.cache;
    open_index(&f);
    char path[512];
    cache_file(&f, path, sizeof path);
    struct stat st;
    assert_int_equal(stat(path, &st), 0);
    for (off_t at = 0; at < st.st_size; at += 211) { /* one byte flipped, here and there */
        int fd = open(path, O_RDWR);
        char byte;
        assert_int_equal(pread(fd, &byte, 1, at), 1);
        byte = (char)(byte ^ 0x40);
        assert_int_equal(pwrite(fd, &byte, 1, at), 1);
        close(fd);
        reopen(&f);
        assert_false(f.report.from_cache);
        assert_string_equal(find(&f, "york", VALUE_STEM), "name=York(exact)");
    }
    static const off_t lengths[] = {0, 1, 50, 104, 1000};
    for (int i = 0; i < COUNT_OF(lengths); i++) {
        assert_int_equal(truncate(path, lengths[i]), 0);
        reopen(&f);
        assert_false(f.report.from_cache);
    }
    reopen(&f);
    assert_true(f.report.from_cache);
    fixture_free(&f);
}

static void write_index(const char *path, struct slice bytes)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes.s, 1, bytes.n, file), bytes.n);
    fclose(file);
}

/* Numbers inside that lie, under a checksum that is right: each crashed whoever looked things up. */
static void a_forged_cache_is_rebuilt(void **state)
{
    (void)state;
    struct fixture f = fixture_new(city_sql);
    f.options.cache_dir = f.scratch.cache;
    open_index(&f);
    char path[512];
    cache_file(&f, path, sizeof path);
    struct arena a = {0};
    struct error err = {0};
    struct slice good;
    assert_ok(file_read(&a, path, 1 << 20, &good, &err), err);
    char *bad = arena_alloc(&a, good.n, 8);
    struct disk_header *h = (struct disk_header *)(void *)bad;
    for (size_t at = sizeof *h; at + 4 <= good.n; at += 4) { /* every number, one after the other */
        memcpy(bad, good.s, good.n);
        uint32_t huge = 0x7fffff00u;
        memcpy(bad + at, &huge, sizeof huge);
        h->checksum = value_checksum(bad, good.n);
        struct value_index *index;
        if (value_index_load(bad, good.n, &index, NULL) != ST_OK)
            continue;
        for (int c = 0; c < value_index_columns(index); c++) {
            struct value_column column = value_index_column(index, c);
            for (long e = column.first; e < column.first + column.n; e++)
                assert_true(value_index_cell(index, e).n < good.n);
        }
        value_index_close(index);
    }
    /* a column that the schema does not have */
    memcpy(bad, good.s, good.n);
    struct disk_column *columns = (struct disk_column *)(void *)(bad + sizeof *h);
    struct disk_entry *entries = (struct disk_entry *)(void *)(columns + h->n_columns);
    entries[0].column = h->n_columns + 100;
    h->checksum = value_checksum(bad, good.n);
    write_index(path, (struct slice){bad, good.n});
    reopen(&f);
    assert_false(f.report.from_cache);
    /* a file that is cut while it is in use, and one that is somebody's pipe */
    reopen(&f);
    assert_true(f.report.from_cache);
    assert_int_equal(truncate(path, 10), 0);
    for (long e = 0; e < f.report.entries; e++)
        value_index_cell(f.index, e);
    unlink(path);
    assert_int_equal(mkfifo(path, 0600), 0);
    reopen(&f);
    assert_false(f.report.from_cache);
    struct stat st;
    assert_int_equal(stat(path, &st), 0);
    assert_true(S_ISREG(st.st_mode) && (st.st_mode & 0777) == 0600);
    arena_release(&a);
    fixture_free(&f);
}

static void a_cache_that_cannot_be_written_is_no_error(void **state)
{
    (void)state;
    struct fixture f = fixture_new(city_sql);
    f.options.cache_dir = "/proc/no/such/place";
    open_index(&f);
    assert_false(f.report.stored);
    assert_string_equal(find(&f, "york", VALUE_STEM), "name=York(exact)");
    fixture_free(&f);
}

/* ---- many values ------------------------------------------------------------------------------------------ */

static void every_one_of_many_values_is_found(void **state)
{
    (void)state;
    struct fixture f = fixture_new(
        "CREATE TABLE t (a TEXT, b TEXT); WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c WHERE "
        "x < 20000) INSERT INTO t SELECT 'Item ' || x || ' of ' || (x * 7919 % 20011), 'code' || x FROM c");
    open_index(&f);
    assert_int_equal(f.report.entries, 40000);
    struct arena scratch = {0};
    for (int x = 1; x <= 20000; x += 13) {
        char phrase[64];
        struct value_hit hits[4];
        int n = snprintf(phrase, sizeof phrase, "item %d of %d", x, x * 7919 % 20011);
        struct words w = words_split(&scratch, phrase, (size_t)n);
        assert_int_equal(value_index_find(f.index, w.v, w.n, VALUE_STEM, 4, hits, 4), 1);
        assert_true(hits[0].column == 1 && hits[0].match == VALUE_EXACT);
        n = snprintf(phrase, sizeof phrase, "CODE%d", x);
        w = words_split(&scratch, phrase, (size_t)n);
        assert_int_equal(value_index_find(f.index, w.v, w.n, VALUE_STEM, 4, hits, 4), 1);
        assert_int_equal(hits[0].column, 2);
        arena_clear(&scratch);
    }
    struct slice item = slice_of("item");
    char stem[16];
    text_stem("item", 4, stem, sizeof stem);
    item = slice_of(stem);
    assert_int_equal(value_index_frequency(f.index, item), 20000);
    arena_release(&scratch);
    fixture_free(&f);
}

static void the_best_cell_is_the_likest(void **state)
{
    (void)state;
    struct fixture f = fixture_new(city_sql);
    open_index(&f);
    static const struct {
        const char *column, *text, *cell;
        double at_least;
    } cases[] = {
        {"name", "new york city", "New York City", 1},  {"name", "sao paulo", "São Paulo", 1},
        {"name", "paulo sao", "São Paulo", 0.95},        {"name", "los angelos", "Los Angeles", 0.85},
        {"country", "united states of america", "United States", 0.9}, {"name", "york", "York", 1},
        {"population", "200000", "200000", 1},           {"story", "---", "---", 0},
    };
    for (int i = 0; i < COUNT_OF(cases); i++) {
        double similarity;
        struct slice cell = value_index_best(f.index, column_named(&f, cases[i].column),
                                             cases[i].text, &similarity);
        if (!slice_equal(cell, cases[i].cell) || similarity < cases[i].at_least)
            fail_test("'%s': got '%.*s' at %.3f", cases[i].text, (int)cell.n, cell.s, similarity);
    }
    double similarity;
    assert_int_equal(value_index_best(f.index, column_named(&f, "a"), "x", &similarity).n, 0);
    assert_true(similarity == 0);
    assert_true(value_similarity("Tokyo", 5, "Osaka", 5) < 0.5);
    assert_true(value_similarity("!", 1, "!", 1) == 1 && value_similarity("!", 1, "?", 1) == 0);
    fixture_free(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(phrases_are_found_in_every_spelling),
        cmocka_unit_test(the_report_says_what_is_not_there),
        cmocka_unit_test(limits_cut_columns_and_the_whole),
        cmocka_unit_test(the_cache_is_used_until_the_database_changes),
        cmocka_unit_test(a_damaged_cache_is_rebuilt),
        cmocka_unit_test(a_forged_cache_is_rebuilt),
        cmocka_unit_test(a_cache_that_cannot_be_written_is_no_error),
        cmocka_unit_test(every_one_of_many_values_is_found),
        cmocka_unit_test(the_best_cell_is_the_likest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
