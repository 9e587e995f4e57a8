/* What may not be seen, on SQLite: by whatever words, through whatever table hangs together with
 * it; and nothing else is refused.  SQLite's own parser is the judge of generated statements. */
#include "test.h"

#include "db/internal.h"
#include "rows.h"
#include "scratch_db.h"

static const char library_sql[] =
    "CREATE TABLE book (id INTEGER PRIMARY KEY, title TEXT, secret TEXT);"
    "INSERT INTO book VALUES (1, 'Dunes', 'x'), (2, 'Ashes', 'y');"
    "CREATE TABLE secret (id INTEGER, pin TEXT); INSERT INTO secret VALUES (1, '4711');"
    "CREATE TABLE \"order\" (id INTEGER, what TEXT); INSERT INTO \"order\" VALUES (1, 'hidden');"
    "CREATE TABLE \"limit\" (id INTEGER); CREATE TABLE \"select\" (id INTEGER);"
    "CREATE VIEW pins AS SELECT id, pin FROM secret;"
    "CREATE VIRTUAL TABLE notes USING fts5(body); INSERT INTO notes VALUES ('the safe is green');"
    "CREATE VIRTUAL TABLE leaflets USING fts5(body); INSERT INTO leaflets VALUES ('read me');"
    "CREATE VIRTUAL TABLE words USING fts5vocab('notes', 'row');"
    "CREATE VIRTUAL TABLE pin_index USING fts5(pin, content = \"secret\", content_rowid = 'id');"
    "INSERT INTO pin_index(pin_index) VALUES ('rebuild');"
    "CREATE VIRTUAL TABLE old_index USING fts4(content=\"secret\", pin);"
    "CREATE VIRTUAL TABLE places USING rtree(id, x0, x1); INSERT INTO places VALUES (1, 2, 3);"
    "CREATE VIEW titles AS SELECT title FROM book";

static const char *const denied[] = {"secret", "order", "limit", "select", "notes", "places"};

static struct db *open_library(const struct scratch *scratch)
{
    struct db_options o = {.deny = denied, .n_deny = COUNT_OF(denied)};
    struct error err = {0};
    struct db *db;
    assert_ok(db_open_with(scratch->db, &o, &db, &err), err);
    return db;
}

static void hidden_names_are_refused_however_written(void **state)
{
    (void)state;
    struct scratch scratch = scratch_new(library_sql);
    struct db *db = open_library(&scratch);
    static const char *const cases[] = {
        "SELECT pin FROM secret", "SELECT pin FROM main.secret", "SELECT pin FROM \"main\".[secret]",
        "SELECT pin FROM 'secret'", "SELECT pin FROM/**/`SECRET`--\n",
        "WITH pins AS (SELECT pin FROM secret) SELECT pin FROM pins",
        "WITH pins(a) AS (SELECT pin FROM main.secret) SELECT a FROM pins",
        "WITH pins AS MATERIALIZED (SELECT pin FROM 'secret') SELECT * FROM pins",
        "SELECT title FROM book WHERE id IN secret", "SELECT title FROM book WHERE id IN main.\"order\"",
        "SELECT (SELECT max(what) FROM \"order\")", "SELECT 1 FROM book JOIN secret USING (id)",
        "SELECT $a('), (SELECT pin FROM secret) --')", "SELECT :a, pin FROM secret",
        "SELECT title FROM book UNION SELECT pin FROM secret", "SELECT id FROM \"limit\"",
        "SELECT title FROM book ORDER BY (SELECT pin FROM secret)", "SELECT EXISTS (SELECT 1 FROM secret)",
        "SELECT body FROM notes", "SELECT c0 FROM notes_content", "SELECT block FROM notes_data",
        "SELECT c0 FROM main.'notes_content'", "SELECT term FROM words", "SELECT * FROM words",
        "SELECT pin FROM pin_index", "SELECT pin FROM pin_index WHERE pin_index MATCH '4711'",
        "SELECT pin FROM old_index", "SELECT x0 FROM places", "SELECT * FROM places_node",
        "SELECT c0 FROM leaflets_content", /* a part of a table is no table */
    };
    for (int i = 0; i < COUNT_OF(cases); i++) {
        struct arena a = {0};
        struct rows rows;
        struct error err = {0};
        enum status st = rows_query(&a, db, cases[i], &rows, &err);
        if (st != ST_USAGE && st != ST_INPUT)
            fail_test("'%s' gives status %d: %s", cases[i], st, err.message);
        arena_release(&a);
    }
    /* U+FEFF is white space to SQLite, and was part of a word to us */
    assert_refused(db, "SELECT pin FROM \xef\xbb\xbfsecret", "");
    assert_refused(db, "SELECT pin FROM secret", "'secret' may not be seen");
    db_close(db);
    scratch_free(&scratch);
}

static void nothing_else_is_refused(void **state)
{
    (void)state;
    struct scratch scratch = scratch_new(library_sql);
    struct db *db = open_library(&scratch);
    struct arena a = {0};
    static const char *const cases[][2] = {
        {"SELECT title FROM book ORDER BY title LIMIT 1", "Ashes"},
        {"SELECT secret FROM book ORDER BY id", "x; y"}, /* a column of that name */
        {"SELECT secret.title FROM book AS secret WHERE secret.id = 1", "Dunes"},
        {"SELECT 1 AS \"order\"", "1"}, {"SELECT 'secret'", "secret"},
        {"WITH secret AS (SELECT 5 AS n) SELECT n FROM secret", "5"}, /* its own table */
        {"SELECT pin FROM pins", "4711"}, /* a visible view shows what it shows */
        {"SELECT p.pin FROM pins p JOIN book b ON b.id = p.id", "4711"},
        {"SELECT body FROM leaflets WHERE leaflets MATCH 'read'", "read me"},
        {"SELECT highlight(leaflets, 0, '<', '>') FROM leaflets('read')", "<read> me"},
        {"SELECT count(*) FROM leaflets WHERE rowid = 1 ORDER BY rank", "1"},
        {"SELECT value FROM json_each('[1,2]')", "1; 2"},
    };
    for (int i = 0; i < COUNT_OF(cases); i++)
        assert_string_equal(rows_text(&a, db, cases[i][0]), cases[i][1]);
    scratch_run(&scratch, "CREATE TABLE later (x); INSERT INTO later VALUES (1);"
                          "CREATE VIEW pens AS SELECT 'pen' AS name");
    assert_string_equal(rows_text(&a, db, "SELECT x FROM later"), "1");
    assert_string_equal(rows_text(&a, db, "SELECT name FROM pens"), "pen");
    db_close(db);
    arena_release(&a);
    scratch_free(&scratch);
}

static void what_hangs_together_is_not_in_the_schema(void **state)
{
    (void)state;
    struct scratch scratch = scratch_new(library_sql);
    struct db *db = open_library(&scratch);
    struct arena a = {0};
    struct error err = {0};
    struct schema s;
    assert_ok(db_schema(&a, db, &s, &err), err);
    static const char *const gone[] = {"words", "pin_index", "old_index", "notes", "notes_content"};
    for (int i = 0; i < COUNT_OF(gone); i++)
        assert_int_equal(schema_find_table(&s, slice_of(gone[i])), -1);
    assert_true(schema_find_table(&s, slice_of("leaflets")) >= 0);
    struct value_options options = {.cache_dir = ""};
    struct value_index *index;
    assert_ok(value_index_open(db, &s, &options, &index, NULL, &err), err);
    for (int i = 1; i < s.n_columns; i++)
        for (long e = 0; e < value_index_column(index, i).n; e++)
            if (!s.tables[s.columns[i].table].view)
                assert_false(slice_equal(
                    value_index_cell(index, value_index_column(index, i).first + e), "4711"));
    value_index_close(index);
    db_close(db);
    arena_release(&a);
    scratch_free(&scratch);
}

/* ---- generated statements ---------------------------------------------------------------------- */

struct writer {
    struct arena *arena;
    struct rng *rng;
    const char *ctes[4];
    int n_ctes;
};

static uint32_t pick(struct writer *w, uint32_t n)
{
    return rng_below(w->rng, n);
}

static const char *quoted(struct writer *w, const char *name)
{
    static const char *const forms[] = {"%s", "\"%s\"", "[%s]", "`%s`", "'%s'"};
    bool word = strcmp(name, "order") == 0 || strcmp(name, "limit") == 0;
    const char *form = forms[word ? 1 + pick(w, 4) : pick(w, 6) % 5];
    char out[64], *to = out;
    for (; *form; form++)
        to = form[0] == '%' ? (form++, stpcpy(to, name)) : (*to = *form, to + 1);
    *to = '\0';
    for (char *s = out; *s; s++)
        if (pick(w, 4) == 0 && *s >= 'a' && *s <= 'z')
            *s = (char)(*s - 32);
    return arena_strdup(w->arena, out);
}

static const char *blank(struct writer *w)
{
    static const char *const blanks[] = {" ", "\n", "/* FROM secret */", " -- secret\n", "\t",
                                         " \xef\xbb\xbf", "/**/", " "};
    return blanks[pick(w, COUNT_OF(blanks))];
}

static const char *table(struct writer *w)
{
    static const char *const names[] = {"book", "pins", "secret", "order", "limit", "book", "pins"};
    if (w->n_ctes > 0 && pick(w, 3) == 0)
        return quoted(w, w->ctes[pick(w, (uint32_t)w->n_ctes)]);
    const char *name = quoted(w, names[pick(w, COUNT_OF(names))]);
    return pick(w, 4) ? name : arena_printf(w->arena, "main%s.%s", pick(w, 3) ? "" : " ", name);
}

static const char *select_text(struct writer *w, int depth);

static const char *scalar(struct writer *w, int depth)
{
    static const char *const plain[] = {"id", "1", "'secret'", "\"secret\"", "id + 1", "$a(')", ":secret",
                                        "count(*)", "max(id)", "@order", "?1", "x'00'", "[id]"};
    if (depth > 0 && pick(w, 4) == 0)
        return arena_printf(w->arena, pick(w, 2) ? "(%s)" : "EXISTS (%s)", select_text(w, depth - 1));
    if (depth > 0 && pick(w, 6) == 0)
        return arena_printf(w->arena, "id IN%s%s", blank(w), table(w));
    return plain[pick(w, COUNT_OF(plain))];
}

static const char *source(struct writer *w, int depth)
{
    if (depth > 0 && pick(w, 5) == 0)
        return arena_printf(w->arena, "(%s) AS %s", select_text(w, depth - 1), pick(w, 2) ? "secret" : "q");
    const char *t = table(w);
    return pick(w, 3) ? t : arena_printf(w->arena, "%s AS %s", t, pick(w, 2) ? "secret" : "\"limit\"");
}

static const char *select_text(struct writer *w, int depth)
{
    struct strbuf out = strbuf_in(w->arena);
    int before = w->n_ctes;
    if (depth > 0 && before < 3 && pick(w, 4) == 0) {
        static const char *const names[] = {"pins", "secret", "q", "order", "book"};
        const char *name = names[pick(w, COUNT_OF(names))];
        strbuf_printf(&out, "WITH %s%s AS (%s) ", quoted(w, name), pick(w, 3) ? "" : "(id)",
                      select_text(w, depth - 1));
        w->ctes[w->n_ctes++] = name;
    }
    strbuf_printf(&out, "SELECT%s%s", blank(w), scalar(w, depth));
    strbuf_printf(&out, " FROM%s%s", blank(w), source(w, depth));
    if (pick(w, 3) == 0)
        strbuf_printf(&out, "%s%s", pick(w, 2) ? ", " : " JOIN ", source(w, depth));
    if (pick(w, 3) == 0)
        strbuf_printf(&out, " WHERE%s%s", blank(w), scalar(w, depth));
    if (pick(w, 5) == 0)
        strbuf_printf(&out, " ORDER BY 1 LIMIT 3");
    else if (depth > 0 && pick(w, 5) == 0)
        strbuf_printf(&out, " UNION %s", select_text(w, depth - 1));
    w->n_ctes = before;
    return strbuf_text(&out);
}

/* SQLite says that a statement reads a column of a hidden table, or opens one. */
static bool reads_hidden;

static int note(void *context, int action, const char *a, const char *b, const char *c, const char *d)
{
    (void)context, (void)c, (void)d;
    for (int i = 0; action == SQLITE_READ && a && i < 4; i++)
        reads_hidden |= sqlite3_stricmp(a, denied[i]) == 0 && b && *b; /* else it may be a CTE */
    return SQLITE_OK;
}

/* Its program opens tables by their first page; the judge made the hidden ones first. */
static bool opens_hidden(struct arena *arena, sqlite3 *judge, const char *sql)
{
    sqlite3_stmt *statement = NULL;
    bool opens = false;
    const char *explain = arena_printf(arena, "EXPLAIN %s", sql);
    if (sqlite3_prepare_v2(judge, explain, -1, &statement, NULL) == SQLITE_OK)
        while (sqlite3_step(statement) == SQLITE_ROW) {
            int page = sqlite3_column_int(statement, 3);
            opens |= strcmp((const char *)sqlite3_column_text(statement, 1), "OpenRead") == 0 &&
                     page >= 2 && page <= 4;
        }
    sqlite3_finalize(statement);
    return opens;
}

/* The judge's database has the view as a table, so that what is read is what the text names.  A
 * second judge has no hidden tables: what it cannot prepare names one. */
static void the_guard_agrees_with_sqlite(void **state)
{
    (void)state;
    struct scratch scratch = scratch_new(library_sql);
    struct db *db = open_library(&scratch);
    sqlite3 *judge, *strict;
    static const char visible[] = "CREATE TABLE book (id, title, secret); CREATE TABLE pins (id, pin)";
    assert_int_equal(sqlite3_open(":memory:", &strict), SQLITE_OK);
    assert_int_equal(sqlite3_exec(strict, visible, NULL, NULL, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_open(":memory:", &judge), SQLITE_OK);
    assert_int_equal(sqlite3_exec(judge, "CREATE TABLE secret (id, pin);"
                                  "CREATE TABLE \"order\" (id, what); CREATE TABLE \"limit\" (id)",
                                  NULL, NULL, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_exec(judge, visible, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_set_authorizer(judge, note, NULL);
    struct rng rng;
    struct arena a = {0};
    int allowed = 0, refused = 0, wrong = 0;
    rng_seed(&rng, 5);
    for (int i = 0; i < 20000; i++) {
        arena_clear(&a);
        struct writer w = {.arena = &a, .rng = &rng};
        const char *sql = select_text(&w, 3);
        sqlite3_stmt *statement = NULL;
        reads_hidden = false;
        bool valid = sqlite3_prepare_v2(judge, sql, -1, &statement, NULL) == SQLITE_OK;
        sqlite3_finalize(statement);
        reads_hidden |= valid && opens_hidden(&a, judge, sql);
        bool names_none = sqlite3_prepare_v2(strict, sql, -1, &statement, NULL) == SQLITE_OK;
        sqlite3_finalize(statement);
        struct error err = {0};
        bool passed = db_prepare(db, sql, &err) == ST_OK;
        if (passed != names_none || (passed && reads_hidden))
            fail_test("statement %d, %s by SQLite's own reading, is %s: %s\n%s", i,
                      !valid ? "invalid" : reads_hidden ? "reading what is hidden" : "harmless",
                      passed ? "let through" : "refused", sql, err.message);
        allowed += passed;
        refused += valid && reads_hidden;
        wrong += !valid;
    }
    assert_true(allowed > 1500 && refused > 1500); /* the corpus has both */
    print_message("# %d let through, %d refused, %d no SQL\n", allowed, refused, wrong);
    sqlite3_close(judge);
    sqlite3_close(strict);
    db_close(db);
    arena_release(&a);
    scratch_free(&scratch);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hidden_names_are_refused_however_written),
        cmocka_unit_test(nothing_else_is_refused),
        cmocka_unit_test(what_hangs_together_is_not_in_the_schema),
        cmocka_unit_test(the_guard_agrees_with_sqlite),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
