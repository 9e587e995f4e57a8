/* study.c - how queries were built (train/study.c), as text and as JSON. */
#include "report/report.h"

enum { ORDERS_PRINTED = 8, ORDERS_KEPT = 40 };

static double share(struct study_from f)
{
    return f.selects ? 100.0 * (double)f.from_first / (double)f.selects : 0;
}

static void print_attention(struct strbuf *out, const struct study *s)
{
    strbuf_printf(out, "\nattention and nearness in the tree, mean correlation of %ld steps\n",
                  s->steps);
    for (int l = 0; l < s->n_layers; l++) {
        const double *row = s->correlation + (size_t)l * (size_t)(s->heads + 1);
        strbuf_printf(out, "  layer %d: mean of heads %.2f, heads", l, row[s->heads]);
        for (int h = 0; h < s->heads; h++)
            strbuf_printf(out, " %.2f", row[h]);
        strbuf_puts(out, "\n");
    }
}

void report_print_study(struct strbuf *out, const struct study *s)
{
    strbuf_printf(out, "\nFROM before SELECT: %.1f%% of %ld with one table, %.1f%% of %ld that "
                  "join\n", share(s->one_table), s->one_table.selects, share(s->joined), s->joined.selects);
    strbuf_printf(out, "%d orders of clauses; the mean tree of %ld has e^%.1f paths in a random "
                  "order\n", s->n_orders, s->queries, s->log_paths);
    for (int i = 0; i < s->n_orders && i < ORDERS_PRINTED; i++)
        strbuf_printf(out, "  %6ld  %s\n", s->orders[i].count, s->orders[i].clauses);
    if (s->n_layers > 0)
        print_attention(out, s);
}

static json_t *from_json(struct study_from f)
{
    return json_pack("{s:I, s:I}", "selects", (json_int_t)f.selects, "from_first",
                     (json_int_t)f.from_first);
}

/* A lower triangle, row by row, in hundredths: enough for a picture. */
static json_t *triangle(const float *x, int n)
{
    json_t *rows = json_array();
    for (int j = 0; j < n; j++) {
        json_t *row = json_array();
        for (int i = 0; i <= j; i++)
            json_array_append_new(row, json_integer((json_int_t)(100 * x[j * n + i] + 0.5f)));
        json_array_append_new(rows, row);
    }
    return rows;
}

static json_t *example_json(const struct study_example *e)
{
    json_t *nodes = json_array();
    for (int i = 0; i < e->n; i++)
        json_array_append_new(nodes, json_string(e->nodes[i]));
    return json_pack("{s:s, s:s, s:o, s:o, s:o}", "question", e->question, "sql", e->sql, "nodes",
                     nodes, "nearness", triangle(e->nearness, e->n), "attention",
                     triangle(e->attention, e->n));
}

json_t *report_study_json(const struct study *s)
{
    json_t *orders = json_array(), *correlation = json_array();
    for (int i = 0; i < s->n_orders && i < ORDERS_KEPT; i++)
        json_array_append_new(orders, json_pack("{s:s, s:I}", "clauses", s->orders[i].clauses,
                                                "count", (json_int_t)s->orders[i].count));
    for (int l = 0; l < s->n_layers; l++) {
        json_t *row = json_array();
        for (int h = 0; h <= s->heads; h++)
            json_array_append_new(
                row, json_real(s->correlation[(size_t)l * (size_t)(s->heads + 1) + (size_t)h]));
        json_array_append_new(correlation, row);
    }
    json_t *out = json_pack("{s:I, s:o, s:o, s:i, s:o, s:f}", "queries", (json_int_t)s->queries,
                            "one_table", from_json(s->one_table), "joined", from_json(s->joined),
                            "distinct_orders", s->n_orders, "orders", orders, "mean_log_paths",
                            s->log_paths);
    if (s->n_layers > 0) {
        json_object_set_new(out, "steps", json_integer(s->steps));
        json_object_set_new(out, "correlation_by_layer_and_head", correlation);
    } else {
        json_decref(correlation);
    }
    if (s->example.n > 0)
        json_object_set_new(out, "example", example_json(&s->example));
    return out;
}
