/* sql_check.c - is every query of a dataset read, and does what we print of it return the same rows?
 *
 *   sql_check DATASET DATA SPLIT [POSTGRES.tsv]
 *
 * Each query is read as everyday SQL, printed for SQLite, read again (the same query must come out)
 * and run beside the original.  Failures are listed with their reason, then counted.  With a file as
 * the last argument, database, original, query for PostgreSQL and the constructs in it are written
 * there, one query a line, for sql_check_postgres. */
#include "data/data.h"
#include "db/db.h"
#include "sql/sql.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct rows {
    struct arena *arena;
    const char **lines;
    int n, capacity;
};

static bool take_row(void *context, const struct db_cell *cells, int n)
{
    struct rows *r = context;
    struct strbuf b = strbuf_in(r->arena);
    for (int i = 0; i < n; i++) {
        const struct db_cell *c = &cells[i];
        if (c->kind == DB_REAL)
            strbuf_printf(&b, "|%.10g", c->real);
        else if (c->kind == DB_INTEGER)
            strbuf_printf(&b, "|%lld", (long long)c->integer);
        else if (c->kind == DB_NULL)
            strbuf_puts(&b, "|NULL");
        else
            strbuf_printf(&b, "|'%.*s'", (int)c->bytes.n, c->bytes.s);
    }
    *ARENA_PUSH(r->arena, r->lines, r->n, r->capacity) = strbuf_text(&b);
    return true;
}

static int by_text(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static bool same_lines(const struct rows *a, const struct rows *b)
{
    for (int i = 0; a->n == b->n && i < a->n; i++)
        if (strcmp(a->lines[i], b->lines[i]) != 0)
            return false;
    return a->n == b->n;
}

static enum status run(struct arena *arena, struct db *db, const char *sql, struct rows *out,
                       struct error *err)
{
    struct db_limits limits = {.max_rows = 100000, .seconds = 20};
    struct db_sink sink = {.row = take_row, .context = out};
    struct db_outcome outcome;
    *out = (struct rows){.arena = arena};
    return db_query(db, sql, &limits, &sink, &outcome, err);
}

enum verdict { SAME, SAME_UNORDERED, UNREAD, OTHER_QUERY, REFUSED, OTHER_ROWS, GOLD_FAILS, N_VERDICTS };
static const char *const names[N_VERDICTS] = {
    "same rows", "same rows in another order", "not read", "reads back as another query",
    "printed SQL refused", "other rows", "original fails"};

static enum verdict compare(struct arena *a, struct db *db, const char *gold, const char *ours,
                            struct error *err)
{
    struct rows expected, got;
    if (run(a, db, gold, &expected, err) != ST_OK)
        return GOLD_FAILS;
    if (run(a, db, ours, &got, err) != ST_OK)
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

/* Which of the constructs that differ between the dialects a query has. */
struct constructs {
    bool date, ratio, choice, left;
};

static enum walk note_expr(struct walker *w, struct expr *e)
{
    struct constructs *c = w->data;
    c->date |= (e->kind >= EXPR_DATE_PART && e->kind <= EXPR_DATE_SHIFT) || e->kind == EXPR_DURING ||
               (e->kind == EXPR_LITERAL && e->literal.kind == LITERAL_DATE);
    c->ratio |= e->kind == EXPR_RATIO;
    c->choice |= e->kind == EXPR_CASE || (e->kind == EXPR_AGGREGATE && e->n_args > 1);
    return WALK_ON;
}

static enum walk note_query(struct walker *w, struct query *q)
{
    ((struct constructs *)w->data)->left |= query_has_left_join(q);
    return WALK_ON;
}

static void write_postgres(struct arena *a, FILE *file, const struct example *e, struct query *q)
{
    struct constructs c = {0};
    struct walker w = {.expr = note_expr, .query = note_query, .data = &c};
    walk_query(&w, q);
    fprintf(file, "%s\t%s\t%s\t%s%s%s%s\n", e->db_id, e->sql, sql_print(a, e->schema, q, SQL_POSTGRES),
            c.date ? "date " : "", c.ratio ? "ratio " : "", c.choice ? "case " : "",
            c.left ? "left" : "");
}

static enum verdict check(struct arena *a, struct db *db, const struct example *e, FILE *postgres,
                          const char **ours, struct error *err)
{
    struct query *q, *again;
    if (sql_parse(a, e->schema, e->sql, strlen(e->sql), SQL_READ_EVERYDAY, &q, err) != ST_OK)
        return UNREAD;
    *ours = sql_print(a, e->schema, q, SQL_SQLITE);
    if (postgres)
        write_postgres(a, postgres, e, q);
    enum status st = sql_parse(a, e->schema, *ours, strlen(*ours), SQL_READ_EVERYDAY, &again, err);
    if (st != ST_OK || !query_equal(q, again)) {
        if (st == ST_OK)
            fail(err, ST_INPUT, "then %s", sql_print(a, e->schema, again, SQL_SQLITE));
        return OTHER_QUERY;
    }
    return db ? compare(a, db, e->sql, *ours, err) : SAME;
}

int main(int argc, char **argv)
{
    struct arena arena = {0}, scratch = {0};
    struct error err = {0};
    struct dataset data;
    int counts[N_VERDICTS] = {0};
    if (argc < 4 || argc > 5) {
        fprintf(stderr, "usage: sql_check DATASET DATA SPLIT [POSTGRES.tsv]\n");
        return 2;
    }
    FILE *postgres = argc == 5 ? fopen(argv[4], "w") : NULL;
    if (dataset_read(&arena, argv[1], argv[2], argv[3], NULL, &data, &err) != ST_OK) {
        fprintf(stderr, "sql_check: %s\n", err.message);
        return 3;
    }
    struct db *db = NULL;
    const char *db_id = "";
    for (int i = 0; i < data.n_examples; i++) {
        const struct example *e = &data.examples[i];
        const char *ours = "";
        if (!e->sql)
            continue;
        if (strcmp(db_id, e->db_id) != 0) {
            db_close(db);
            db = NULL;
            db_id = e->db_id;
            const char *path = dataset_database(&arena, &data, e->db_id);
            if (path && db_open(path, &db, &err) != ST_OK)
                fprintf(stderr, "sql_check: %s\n", err.message);
        }
        err.message[0] = '\0';
        enum verdict verdict = check(&scratch, db, e, postgres, &ours, &err);
        counts[verdict]++;
        if (verdict > SAME_UNORDERED)
            printf("%s\t%s\t%s\t%s\t%s\n", e->db_id, names[verdict], err.message, e->sql, ours);
        arena_release(&scratch);
    }
    for (int i = 0; i < N_VERDICTS; i++)
        printf("%6d %s\n", counts[i], names[i]);
    db_close(db);
    if (postgres)
        fclose(postgres);
    arena_release(&arena);
    return counts[SAME] + counts[SAME_UNORDERED] == 0;
}
