/* key_inference.c - are keys that nobody declared found?  Declared foreign keys of a benchmark's
 * databases are hidden and must come back.
 *
 *   key_inference DATASET DIR SPLIT [missed]     each database of the split once
 *
 * What is found and not declared may still be a key that its authors forgot: beside the precision stands that
 * in which also counts what the gold queries of the split join by. */
#include "data/data.h"
#include "ground/ground.h"
#include "sql/sql.h"

#include <string.h>
#include <time.h>

#define N_LEVELS 6
static const float levels[N_LEVELS] = {0.5f, 0.7f, 0.75f, 0.8f, 0.85f, 0.9f};

struct score {
    long declared, found[N_LEVELS], right[N_LEVELS], used[N_LEVELS];
};

/* What the gold queries of a database compare across tables: a key, whether declared or not. */
struct joined {
    bool *pairs; /* [columns][columns] */
    int n;
};

static enum walk take_comparison(struct walker *w, struct expr *e)
{
    struct joined *j = w->data;
    if (e->kind == EXPR_COMPARE && e->op == CMP_EQ && e->args[0]->kind == EXPR_COLUMN &&
        e->args[1]->kind == EXPR_COLUMN) {
        int a = e->args[0]->ref.column, b = e->args[1]->ref.column;
        j->pairs[a * j->n + b] = j->pairs[b * j->n + a] = true;
    }
    return WALK_ON;
}

static struct joined joins_of(struct arena *arena, const struct dataset *data, const struct example *first)
{
    struct joined out = {.n = first->schema->n_columns};
    out.pairs = ARENA_ARRAY(arena, bool, (size_t)out.n * (size_t)out.n);
    for (int i = 0; i < data->n_examples; i++) {
        const struct example *e = &data->examples[i];
        struct query *query;
        struct error err = {0};
        struct walker walker = {.expr = take_comparison, .data = &out};
        if (e->sql && strcmp(e->db_id, first->db_id) == 0 &&
            sql_parse(arena, e->schema, e->sql, strlen(e->sql),
                      (enum sql_reading)(SQL_READ_BENCHMARK | SQL_READ_EVERYDAY), &query, &err) == ST_OK)
            walk_query(&walker, query);
    }
    return out;
}

static bool is_declared(const struct schema *s, int a, int b)
{
    for (int i = 0; i < s->n_foreign_keys; i++)
        if ((s->foreign_keys[i].from == a && s->foreign_keys[i].to == b) ||
            (s->foreign_keys[i].from == b && s->foreign_keys[i].to == a))
            return true;
    return false;
}

/* Two columns that declared keys tie through others: either way to write the join is right. */
static bool is_tied(const struct schema *s, int a, int b)
{
    if (is_declared(s, a, b))
        return true;
    for (int c = 1; c < s->n_columns; c++)
        if (is_declared(s, a, c) && is_declared(s, c, b))
            return true;
    return false;
}

static const char *key_text(struct arena *arena, const struct schema *s, int a, int b)
{
    return arena_printf(arena, "%s.%s -> %s.%s", s->tables[s->columns[a].table].name,
                        s->columns[a].name, s->tables[s->columns[b].table].name,
                        s->columns[b].name);
}

static void compare(const struct schema *s, const struct ground_database *d,
                    const struct joined *joined, bool show, struct score *score)
{
    struct arena arena = {0};
    score->declared += s->n_foreign_keys;
    for (int l = 0; l < N_LEVELS; l++)
        for (int i = 0; i < d->n_keys; i++)
            if (d->keys[i].confidence >= levels[l]) {
                bool right = is_tied(s, d->keys[i].from, d->keys[i].to);
                score->found[l]++;
                bool used = joined->pairs[d->keys[i].from * joined->n + d->keys[i].to];
                score->right[l] += right;
                score->used[l] += right || used;
                if (show && levels[l] == 0.8f)
                    printf("%s %.2f %s: %s\n", right ? "right" : used ? "joined" : "extra",
                           d->keys[i].confidence, s->db_id,
                           key_text(&arena, s, d->keys[i].from, d->keys[i].to));
            }
    for (int k = 0; k < s->n_foreign_keys && show; k++) {
        bool found = false;
        for (int i = 0; i < d->n_keys; i++)
            found |= (d->keys[i].from == s->foreign_keys[k].from ||
                      d->keys[i].from == s->foreign_keys[k].to) &&
                     is_tied(s, d->keys[i].from, d->keys[i].to) && d->keys[i].confidence >= 0.8f;
        if (!found)
            printf("missed %s: %s\n", s->db_id,
                   key_text(&arena, s, s->foreign_keys[k].from, s->foreign_keys[k].to));
    }
    arena_release(&arena);
}

int main(int argc, char **argv)
{
    struct arena arena = {0};
    struct error err = {0};
    struct dataset data;
    struct score score = {0};
    if (argc < 4) {
        fprintf(stderr, "usage: key_inference DATASET DIR SPLIT [missed]\n");
        return 2;
    }
    if (dataset_read(&arena, argv[1], argv[2], argv[3], NULL, &data, &err) != ST_OK) {
        fprintf(stderr, "%s\n", err.message);
        return 3;
    }
    struct map seen = map_in(&arena);
    int n = 0;
    for (int i = 0; i < data.n_examples; i++) {
        const struct example *e = &data.examples[i];
        if (map_put(&seen, e->db_id, strlen(e->db_id), n) != n)
            continue;
        n++;
        struct schema hidden = *e->schema;
        hidden.n_foreign_keys = 0;
        struct ground_database *d;
        if (ground_open(dataset_database(&arena, &data, e->db_id), &hidden, NULL, &d, &err) != ST_OK) {
            fprintf(stderr, "%s: %s\n", e->db_id, err.message);
            continue;
        }
        struct arena scratch = {0};
        struct joined joined = joins_of(&scratch, &data, e);
        compare(e->schema, d, &joined, argc > 4, &score);
        arena_release(&scratch);
        ground_close(d);
    }
    printf("%d databases, %ld declared keys\n", n, score.declared);
    for (int l = 0; l < N_LEVELS; l++)
        printf("confidence >= %.2f: %ld found, precision %.3f (%.3f with those that gold queries join by), "
               "recall %.3f\n", levels[l], score.found[l],
               (double)score.right[l] / (double)MAX(score.found[l], 1),
               (double)score.used[l] / (double)MAX(score.found[l], 1),
               (double)score.right[l] / (double)MAX(score.declared, 1));
    arena_release(&arena);
    return 0;
}
