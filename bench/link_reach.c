/* link_reach.c - do the question's words reach what the gold query reads?  Tables, and columns that stand elsewhere than
 * in a join's condition (no word speaks of those), of any dataset, as ground/ opens its databases.
 *
 *   link_reach DATASET DIR SPLIT
 *
 * Gold is what sql/ reads of the query; questions whose query it does not read are left out and counted. */
#include "data/data.h"
#include "ground/ground.h"
#include "sql/sql.h"

#include <string.h>
#include <time.h>

struct gold {
    bool *tables, *columns;
};

struct reach {
    long questions, unread, candidates, words;
    long gold_tables, tables, wrong_tables, gold_columns, columns, wrong_columns, whole;
    double seconds; /* of the processor */
};

static enum walk take_source(struct walker *w, struct source *s)
{
    struct gold *g = w->data;
    if (s->table >= 0)
        g->tables[s->table] = true;
    return WALK_ON;
}

static enum walk take_expr(struct walker *w, struct expr *e)
{
    struct gold *g = w->data;
    bool join = e->kind == EXPR_COMPARE && e->op == CMP_EQ && e->args[0]->kind == EXPR_COLUMN &&
                e->args[1]->kind == EXPR_COLUMN;
    if (join)
        return WALK_SKIP;
    if (e->kind == EXPR_COLUMN && e->ref.column > 0)
        g->columns[e->ref.column] = true;
    return WALK_ON;
}

static bool read_gold(struct arena *arena, const struct example *e, struct gold *g)
{
    struct query *query;
    struct error err = {0};
    struct walker walker = {.expr = take_expr, .source = take_source, .data = g};
    g->tables = ARENA_ARRAY(arena, bool, e->schema->n_tables);
    g->columns = ARENA_ARRAY(arena, bool, e->schema->n_columns);
    if (sql_parse(arena, e->schema, e->sql, strlen(e->sql),
                  (enum sql_reading)(SQL_READ_BENCHMARK | SQL_READ_EVERYDAY), &query, &err) != ST_OK)
        return false;
    walk_query(&walker, query);
    return true;
}

static bool is_linked(const uint8_t *kinds, int n_tokens, int n_items, int item)
{
    for (int i = 0; i < n_tokens; i++)
        if (kinds[i * n_items + item])
            return true;
    return false;
}

static void count(const struct schema *s, const struct gold *g, const struct links *l, struct reach *r)
{
    bool all = true;
    for (int t = 0; t < s->n_tables; t++) {
        bool linked = is_linked(l->tables, l->n_tokens, l->n_tables, t);
        r->gold_tables += g->tables[t];
        r->tables += g->tables[t] && linked;
        r->wrong_tables += !g->tables[t] && linked;
        all = all && (!g->tables[t] || linked);
    }
    for (int c = 1; c < s->n_columns; c++) {
        bool linked = is_linked(l->columns, l->n_tokens, l->n_columns, c);
        r->gold_columns += g->columns[c];
        r->columns += g->columns[c] && linked;
        r->wrong_columns += !g->columns[c] && linked;
        all = all && (!g->columns[c] || linked);
    }
    r->whole += all;
}

static double thread_seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void read_question(struct arena *arena, const struct ground_database *d, const struct example *e,
                          struct reach *r)
{
    const char **utterances = ARENA_ARRAY(arena, const char *, e->n_history + 1);
    utterances[0] = e->question;
    for (int k = 1; k <= e->n_history; k++)
        utterances[k] = e->history[e->n_history - k];
    struct ground_question q;
    struct error err = {0};
    struct gold gold;
    if (!read_gold(arena, e, &gold)) {
        r->unread++;
        return;
    }
    double start = thread_seconds();
    if (ground_read(arena, d, NULL, utterances, e->n_history + 1, NULL, LINK_FULL, &q, &err) != ST_OK)
        return;
    r->seconds += thread_seconds() - start;
    r->questions++;
    r->candidates += q.values.n;
    r->words += q.question.words.n;
    count(&d->schema, &gold, &q.links, r);
}

static double share(long part, long whole)
{
    return (double)part / (double)MAX(whole, 1);
}

int main(int argc, char **argv)
{
    struct arena arena = {0}, scratch = {0};
    struct error err = {0};
    struct dataset data;
    struct reach r = {0};
    if (argc < 4) {
        fprintf(stderr, "usage: link_reach DATASET DIR SPLIT\n");
        return 2;
    }
    if (dataset_read(&arena, argv[1], argv[2], argv[3], NULL, &data, &err) != ST_OK) {
        fprintf(stderr, "%s\n", err.message);
        return 3;
    }
    struct ground_database *d = NULL;
    const char *open_id = "";
    for (int i = 0; i < data.n_examples; i++) {
        const struct example *e = &data.examples[i];
        if (!e->sql)
            continue;
        if (strcmp(open_id, e->db_id) != 0) {
            ground_close(d);
            if (ground_open(dataset_database(&arena, &data, e->db_id), e->schema, NULL, &d, &err) != ST_OK) {
                fprintf(stderr, "%s: %s\n", e->db_id, err.message);
                return 3;
            }
            open_id = e->db_id;
        }
        read_question(&scratch, d, e, &r);
        arena_clear(&scratch);
    }
    printf("%ld questions (%ld queries not read): gold tables reached %.1f %% of %ld, gold columns %.1f %% of %ld, all of a "
           "question's in %.1f %%\n",
           r.questions, r.unread, 100 * share(r.tables, r.gold_tables), r.gold_tables,
           100 * share(r.columns, r.gold_columns), r.gold_columns, 100 * share(r.whole, r.questions));
    printf("a question: %.2f other tables and %.2f other columns reached, %.1f words, %.1f candidate values, %.2f ms of "
           "processor\n",
           share(r.wrong_tables, r.questions), share(r.wrong_columns, r.questions), share(r.words, r.questions),
           share(r.candidates, r.questions), 1e3 * r.seconds / (double)MAX(r.questions, 1));
    ground_close(d);
    arena_release(&arena);
    arena_release(&scratch);
    return 0;
}
