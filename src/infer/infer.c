/* infer.c - the n-best of a search as candidates, their order, and the whole path. */
#include "infer/infer.h"

#include <math.h>
#include <string.h>

static bool is_there(const struct infer_candidate *candidates, int n, const char *sql)
{
    for (int i = 0; i < n; i++)
        if (strcmp(candidates[i].sql, sql) == 0)
            return true;
    return false;
}

static double weakest_step(const struct search_query *q)
{
    double weakest = 0;
    for (int i = 0; i < q->derivation->n_steps; i++)
        weakest = fmin(weakest, q->step_log_p[i]);
    return weakest;
}

void candidates_of(struct arena *arena, const struct schema *schema, const struct db *db,
                   const struct search_result *found, struct inference *out)
{
    enum sql_dialect dialect = db ? db_dialect(db) : SQL_SQLITE;
    out->candidates = ARENA_ARRAY(arena, struct infer_candidate, found->n);
    out->n = 0;
    for (int i = 0; i < found->n; i++) {
        const struct search_query *q = &found->queries[i];
        const char *sql = sql_print(arena, schema, q->query, dialect);
        if (!is_there(out->candidates, out->n, sql))
            out->candidates[out->n++] = (struct infer_candidate){
                .found = q, .sql = sql, .log_p = q->log_p, .score = q->log_p,
                .weakest = weakest_step(q)};
    }
}

static int merit(const struct infer_candidate *c, enum infer_guidance guidance)
{
    return run_works(&c->run) ? 1 + (guidance == GUIDE_EMPTY && c->run.any) : 0;
}

/* Stable: a query moves up only past those of less merit. */
void candidates_guide(struct infer_candidate *candidates, int n, enum infer_guidance guidance)
{
    for (int i = 1; i < n; i++) {
        struct infer_candidate c = candidates[i];
        int k = i;
        for (; k > 0 && merit(&candidates[k - 1], guidance) < merit(&c, guidance); k--)
            candidates[k] = candidates[k - 1];
        candidates[k] = c;
    }
}

void candidates_compare(struct infer_candidate *candidates, int n)
{
    if (n == 0 || candidates[0].run.state != RUN_ENDED)
        return;
    struct infer_candidate *first = &candidates[0];
    first->compared = RUN_SAME;
    for (int i = 1; i < MIN(n, INFER_MAX_COMPARED); i++) {
        struct infer_candidate *c = &candidates[i];
        if (c->run.state != RUN_ENDED || c->log_p <= first->log_p - INFER_LIKELY)
            continue;
        bool same = c->run.print.rows == first->run.print.rows &&
                    c->run.print.sum == first->run.print.sum;
        c->compared = same ? RUN_SAME : RUN_OTHER;
    }
}

/* The order of the second look; where that leaves doubts, with what the judge says. */
static void look_again(const struct model *model, struct nn_tape *tape,
                       const struct model_question *question, const struct second_look *look,
                       struct inference *out)
{
    candidates_order(look, out->candidates, out->n);
    if (model_config_of(model)->judge_layers == 0 || look->weights[LOOK_JUDGE] == 0 ||
        !candidates_in_doubt(look, out->candidates, out->n))
        return;
    candidates_judge(model, tape, question, out->candidates, out->n);
    candidates_order(look, out->candidates, out->n);
}

enum status infer_run(struct arena *arena, const struct model *model, struct nn_tape *tape,
                      const struct model_question *const *questions, int n,
                      const struct infer_options *options, struct inference *out,
                      struct error *err)
{
    struct search_result *found = ARENA_ARRAY(arena, struct search_result, n);
    const struct model_question **read = ARENA_ARRAY(arena, const struct model_question *, n);
    for (int i = 0; i < n; i++)
        read[i] = infer_tables(arena, model, tape, questions[i]);
    enum status st = search_run(arena, model, tape, read, n, &options->search, found, err);
    if (st != ST_OK)
        return st;
    double database_seconds = 0;
    for (int i = 0; i < n; i++) {
        const struct ground_database *ground = read[i]->database->ground;
        struct db *db = ground->db;
        out[i] = (struct inference){.question = read[i], .search = found[i]};
        candidates_of(arena, &ground->schema, db, &found[i], &out[i]);
        if (options->guidance == GUIDE_OFF || !db)
            continue;
        double start = now_seconds();
        candidates_run(arena, db, options, out[i].candidates, out[i].n);
        database_seconds += now_seconds() - start; /* the judge's time is not the database's */
        candidates_guide(out[i].candidates, out[i].n, options->guidance);
        candidates_look(read[i], options->before, out[i].candidates, out[i].n);
        if (options->look)
            look_again(model, tape, read[i], options->look, &out[i]);
    }
    for (int i = 0; i < n; i++)
        out[i].database_seconds = database_seconds;
    return ST_OK;
}
