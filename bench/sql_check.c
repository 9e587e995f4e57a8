/* sql_check.c - is every query of a dataset read, and does what we print of it return the same rows?
 *
 *   sql_check DATASET DATA SPLIT [DATABASE POSTGRES]
 *
 * Each query is read as everyday SQL, printed for SQLite, read again (the same query must come out)
 * and run beside the original.  With the name of one database and the URI of a PostgreSQL copy of it,
 * its queries are read against the copy, printed for it and run there instead.  Failures are listed
 * with their reason, then counted. */
#include "data/data.h"
#include "db/db.h"
#include "ground/ground.h"
#include "sql/sql.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct rows {
    struct arena *arena;
    const char **lines;
    int n, capacity;
    double tolerance; /* of numbers, relative */
};

/* 2023-03-15T10:00 and 2023-03-15 10:00:00 are one moment, which PostgreSQL writes in its own way. */
static bool put_moment(struct strbuf *b, struct slice text)
{
    struct date day;
    char s[32];
    if (text.n < 16 || text.n > 19 || (text.s[10] != ' ' && text.s[10] != 'T') || text.s[13] != ':')
        return false;
    snprintf(s, sizeof s, "%.10s", text.s);
    if (!date_parse(s, &day))
        return false;
    strbuf_printf(b, "|'%s %.5s:%s'", s, text.s + 11, text.n == 19 ? text.s + 17 : "00");
    return true;
}

static bool take_row(void *context, const struct db_cell *cells, int n)
{
    struct rows *r = context;
    struct strbuf b = strbuf_in(r->arena);
    for (int i = 0; i < n; i++) {
        const struct db_cell *c = &cells[i];
        if (c->kind == DB_REAL || c->kind == DB_INTEGER) /* 2.0 and 2 are one number */
            strbuf_printf(&b, "|%.12g", c->kind == DB_REAL ? c->real : (double)c->integer);
        else if (c->kind == DB_NULL)
            strbuf_puts(&b, "|NULL");
        else if (!put_moment(&b, c->bytes))
            strbuf_printf(&b, "|'%.*s'", (int)c->bytes.n, c->bytes.s);
    }
    *ARENA_PUSH(r->arena, r->lines, r->n, r->capacity) = strbuf_text(&b);
    return true;
}

static int by_text(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* julianday() is good for six digits, and julianday('now') moves on between two runs. */
static bool same_cell(struct slice a, struct slice b, double tolerance)
{
    char x[64], y[64], *x_end, *y_end;
    if (a.n == b.n && memcmp(a.s, b.s, a.n) == 0)
        return true;
    if (a.n == 0 || b.n == 0 || a.n >= sizeof x || b.n >= sizeof y)
        return false;
    snprintf(x, sizeof x, "%.*s", (int)a.n, a.s);
    snprintf(y, sizeof y, "%.*s", (int)b.n, b.s);
    double p = strtod(x, &x_end), q = strtod(y, &y_end);
    return *x_end == '\0' && *y_end == '\0' && fabs(p - q) <= tolerance * fmax(1, fmax(fabs(p), fabs(q)));
}

static bool same_line(const char *a, const char *b, double tolerance)
{
    while (*a == '|' && *b == '|') {
        size_t n = strcspn(++a, "|"), m = strcspn(++b, "|");
        if (!same_cell((struct slice){a, n}, (struct slice){b, m}, tolerance))
            return false;
        a += n;
        b += m;
    }
    return *a == *b;
}

static bool same_lines(const struct rows *a, const struct rows *b)
{
    for (int i = 0; a->n == b->n && i < a->n; i++)
        if (strcmp(a->lines[i], b->lines[i]) != 0 &&
            !same_line(a->lines[i], b->lines[i], a->tolerance))
            return false;
    return a->n == b->n;
}

static enum status run(struct arena *arena, struct db *db, const char *sql, double tolerance,
                       struct rows *out, struct error *err)
{
    struct db_limits limits = {.max_rows = 100000, .seconds = 20};
    struct db_sink sink = {.row = take_row, .context = out};
    struct db_outcome outcome;
    *out = (struct rows){.arena = arena, .tolerance = tolerance};
    return db_query(db, sql, &limits, &sink, &outcome, err);
}

enum verdict { SAME, SAME_UNORDERED, TIED, UNREAD, OTHER_QUERY, REFUSED, OTHER_ROWS, GOLD_FAILS,
               N_VERDICTS };
static const char *const names[N_VERDICTS] = {
    "same rows", "same rows in another order", "as many rows, where ties may be cut either way", "not read", "reads back as another query",
    "printed SQL refused", "other rows", "original fails"};

static enum verdict compare(struct arena *a, struct db *db, const char *gold, struct db *copy,
                            const char *ours, struct error *err)
{
    struct rows expected, got;
    double tolerance = copy == db ? 1e-9 : 1e-6;
    if (run(a, db, gold, tolerance, &expected, err) != ST_OK)
        return GOLD_FAILS;
    if (run(a, copy, ours, tolerance, &got, err) != ST_OK)
        return REFUSED;
    if (same_lines(&expected, &got))
        return SAME;
    qsort(expected.lines, (size_t)expected.n, sizeof *expected.lines, by_text);
    qsort(got.lines, (size_t)got.n, sizeof *got.lines, by_text);
    if (same_lines(&expected, &got))
        return SAME_UNORDERED;
    fail(err, ST_INPUT, "%d rows, not %d; first %s, not %s", got.n, expected.n,
         got.n ? got.lines[0] : "none", expected.n ? expected.lines[0] : "none");
    return OTHER_ROWS;
}

/* ---- which of the constructs that differ between the dialects a query has ----------------- */

enum construct { DATE, RATIO, CHOICE, LEFT, CUT, N_CONSTRUCTS };
static const char *const construct_names[N_CONSTRUCTS] = {"dates", "ratios", "CASE", "LEFT JOIN",
                                                          "LIMIT or row_number"};

static enum walk note_expr(struct walker *w, struct expr *e)
{
    bool *has = w->data;
    has[DATE] |= (e->kind >= EXPR_DATE_PART && e->kind <= EXPR_DATE_SHIFT) || e->kind == EXPR_DURING ||
                 (e->kind == EXPR_LITERAL && e->literal.kind == LITERAL_DATE);
    has[RATIO] |= e->kind == EXPR_RATIO;
    has[CUT] |= e->kind == EXPR_WINDOW;
    has[CHOICE] |= e->kind == EXPR_CASE || (e->kind == EXPR_AGGREGATE && e->n_args > 1);
    return WALK_ON;
}

static enum walk note_query(struct walker *w, struct query *q)
{
    bool *has = w->data;
    has[LEFT] |= query_has_left_join(q);
    has[CUT] |= q->limit != NULL;
    return WALK_ON;
}

/* ---- the check -------------------------------------------------------------------------------- */

struct checker {
    struct arena arena, scratch;
    struct dataset data;
    struct db *db, *copy; /* copy: on PostgreSQL, or NULL */
    struct schema copy_schema;
    struct ground_database *ground, *copy_ground;
    bool profiled; /* time storage is taken from the columns' values */
    const char *db_id;
    int counts[N_VERDICTS], of_construct[N_CONSTRUCTS][2]; /* all, same */
};

static enum verdict check_sqlite(struct checker *c, const struct example *e, struct query *q,
                                 const char **ours, struct error *err)
{
    struct query *again;
    struct arena *a = &c->scratch;
    *ours = sql_print(a, e->schema, q, SQL_SQLITE);
    enum status st = sql_parse(a, e->schema, *ours, strlen(*ours), SQL_READ_EVERYDAY, &again, err);
    if (st != ST_OK || !query_equal(q, again)) {
        if (st == ST_OK)
            fail(err, ST_INPUT, "then %s", sql_print(a, e->schema, again, SQL_SQLITE));
        return OTHER_QUERY;
    }
    return c->db ? compare(a, c->db, e->sql, c->db, *ours, err) : SAME;
}

static void check(struct checker *c, const struct example *e)
{
    struct error err = {0};
    struct query *q;
    const char *ours = "";
    bool has[N_CONSTRUCTS] = {0};
    enum verdict verdict = UNREAD;
    const struct schema *schema = c->copy ? &c->copy_schema : e->schema;
    if (sql_parse(&c->scratch, schema, e->sql, strlen(e->sql), SQL_READ_EVERYDAY, &q, &err) == ST_OK) {
        struct walker w = {.expr = note_expr, .query = note_query, .data = has};
        walk_query(&w, q);
        if (c->copy) {
            ours = sql_print(&c->scratch, schema, q, SQL_POSTGRES);
            verdict = compare(&c->scratch, c->db, e->sql, c->copy, ours, &err);
            int got, expected;
            if (verdict == OTHER_ROWS && has[CUT] &&
                sscanf(err.message, "%d rows, not %d", &got, &expected) == 2 && got == expected)
                verdict = TIED;
        } else {
            verdict = check_sqlite(c, e, q, &ours, &err);
        }
    }
    c->counts[verdict]++;
    for (int i = 0; i < N_CONSTRUCTS; i++) {
        c->of_construct[i][0] += has[i];
        c->of_construct[i][1] += has[i] && verdict <= TIED;
    }
    if (verdict > TIED)
        printf("%s\t%s\t%s\t%s\t%s\n", e->db_id, names[verdict], err.message, e->sql, ours);
}

/* How its columns store time, from their profiles. */
static void read_profiles(const struct ground_database *ground, struct schema *schema)
{
    for (int i = 1; i < schema->n_columns; i++)
        schema->columns[i].time = ground->schema.columns[i].time;
}

static void open_database(struct checker *c, const struct example *e)
{
    struct error err = {0};
    if (c->db_id && strcmp(c->db_id, e->db_id) == 0)
        return;
    db_close(c->db);
    ground_close(c->ground);
    c->db = NULL;
    c->ground = NULL;
    c->db_id = e->db_id;
    const char *path = dataset_database(&c->arena, &c->data, e->db_id);
    if (path && (db_open(path, &c->db, &err) != ST_OK ||
                 ground_open(path, e->schema, NULL, &c->ground, &err) != ST_OK))
        fprintf(stderr, "sql_check: %s\n", err.message);
    if (c->ground && c->profiled)
        read_profiles(c->ground, (struct schema *)e->schema);
}

static void report(const struct checker *c)
{
    for (int i = 0; i < N_VERDICTS; i++)
        printf("%6d %s\n", c->counts[i], names[i]);
    for (int i = 0; i < N_CONSTRUCTS; i++)
        printf("%6d of %d with %s the same\n", c->of_construct[i][1], c->of_construct[i][0],
               construct_names[i]);
}

int main(int argc, char **argv)
{
    struct error err = {0};
    static struct checker c;
    if (argc != 4 && argc != 6) {
        fprintf(stderr, "usage: sql_check DATASET DATA SPLIT [DATABASE POSTGRES]\n");
        return 2;
    }
    if (dataset_read(&c.arena, argv[1], argv[2], argv[3], NULL, &c.data, &err) != ST_OK ||
        (argc == 6 && (db_open(argv[5], &c.copy, &err) != ST_OK ||
                       db_schema(&c.arena, c.copy, &c.copy_schema, &err) != ST_OK))) {
        fprintf(stderr, "sql_check: %s\n", err.message);
        return 3;
    }
    c.profiled = !getenv("SQL_CHECK_UNPROFILED");
    if (c.copy && c.profiled) {
        if (ground_open(argv[5], &c.copy_schema, NULL, &c.copy_ground, &err) == ST_OK)
            read_profiles(c.copy_ground, &c.copy_schema);
        else
            fprintf(stderr, "sql_check: %s\n", err.message);
    }
    for (int i = 0; i < c.data.n_examples; i++) {
        const struct example *e = &c.data.examples[i];
        if (!e->sql || (c.copy && strcmp(e->db_id, argv[4]) != 0))
            continue;
        open_database(&c, e);
        check(&c, e);
        arena_release(&c.scratch);
    }
    report(&c);
    db_close(c.db);
    db_close(c.copy);
    ground_close(c.ground);
    ground_close(c.copy_ground);
    arena_release(&c.arena);
    return c.counts[SAME] + c.counts[SAME_UNORDERED] == 0;
}
