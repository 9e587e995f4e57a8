/* cmd_data_stats.c - astormer data stats. */
#include "cli/data.h"
#include "cli/terminal.h"
#include "report/stats.h"

static void print_json(const struct dataset_stats *all, int n)
{
    json_t *list = json_array();
    for (int d = 0; d < n; d++)
        json_array_append_new(list, stats_json(&all[d]));
    json_dumpf(n == 1 ? json_array_get(list, 0) : list, stdout,
               JSON_INDENT(2) | JSON_REAL_PRECISION(6));
    putchar('\n');
    json_decref(list);
}

static void print_table(struct arena *arena, const struct dataset_stats *all, int n)
{
    struct strbuf text = strbuf_in(arena);
    stats_table(&text, all, n);
    say_text(stdout, "%s", strbuf_text(&text));
}

static enum status draw(struct arena *arena, const struct data_options *o,
                        const struct dataset_stats *all, struct error *err)
{
    struct report_share(*shares)[STATS_MAX_SHARES] =
        arena_alloc(arena, sizeof *shares * (size_t)o->datasets.n, 8);
    const struct report_share **of = ARENA_ARRAY(arena, const struct report_share *, o->datasets.n);
    int n = 0;
    for (int d = 0; d < o->datasets.n; d++) {
        n = stats_shares(&all[d], shares[d]);
        of[d] = shares[d];
    }
    struct strbuf svg = strbuf_in(arena);
    report_shares_svg(&svg, arg_texts(&o->datasets), of, n);
    return file_write_atomic(o->svg, strbuf_text(&svg), svg.n, err);
}

int data_stats_command(const struct data_options *o)
{
    struct arena arena = {0};
    struct error err = {0};
    int n = o->datasets.n;
    struct dataset_stats *all = ARENA_ARRAY(&arena, struct dataset_stats, n);
    enum status st = ST_OK;
    for (int i = 0; i < n && st == ST_OK; i++) {
        struct dataset_source source = {.name = o->datasets.v[i],
                                        .dir = o->data.v[MIN(i, o->data.n - 1)],
                                        .tables = o->tables, .databases = o->databases};
        st = stats_measure(&arena, &source, o->grammar, &all[i], &err);
        say_text(stderr, "%s", strbuf_text(&all[i].notes));
    }
    if (st == ST_OK && o->svg)
        st = draw(&arena, o, all, &err);
    if (st == ST_OK && o->json)
        print_json(all, n);
    else if (st == ST_OK)
        print_table(&arena, all, n);
    arena_release(&arena);
    return st == ST_OK ? EXIT_ANSWERED : cli_error(&err);
}
