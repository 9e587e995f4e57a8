/* breakdown.c - where a report's mistakes are: by database and by clause. */
#include "eval/internal.h"

#include <stdlib.h>
#include <string.h>

static double exact_share(const struct eval_group *g)
{
    const struct eval_ratio *r = g->level.exact.total ? &g->level.exact : &g->level.exec;
    return r->total ? (double)r->right / (double)r->total : 1;
}

static int compare_groups(const void *a, const void *b)
{
    const struct eval_group *x = a, *y = b;
    double p = exact_share(x), q = exact_share(y);
    return p != q ? (p < q ? -1 : 1) : strcmp(x->db_id, y->db_id);
}

struct eval_group *eval_by_database(struct arena *arena, const struct eval_report *report, int *n)
{
    struct map seen = map_in(arena);
    struct eval_group *groups = ARENA_ARRAY(arena, struct eval_group, report->n_pairs + 1);
    *n = 0;
    for (int i = 0; i < report->n_pairs; i++) {
        const struct eval_pair *pair = &report->pairs[i];
        int at = map_put(&seen, pair->db_id, strlen(pair->db_id), *n);
        if (at == *n)
            groups[(*n)++].db_id = pair->db_id;
        eval_level_add(&groups[at].level, &pair->score);
    }
    qsort(groups, (size_t)*n, sizeof *groups, compare_groups);
    return groups;
}

bool eval_part_wrong(const struct eval_score *score, enum eval_part part)
{
    struct eval_component c = score->parts[part];
    return score->hardness != N_HARDNESS && (c.in_pred || c.in_gold) && !c.right;
}

void eval_wrong_clauses(const struct eval_report *report, long wrong[N_PARTS])
{
    memset(wrong, 0, sizeof *wrong * N_PARTS);
    for (int i = 0; i < report->n_pairs; i++)
        for (int k = 0; k < N_PARTS; k++)
            wrong[k] += report->pairs[i].score.exact == VERDICT_WRONG &&
                        eval_part_wrong(&report->pairs[i].score, (enum eval_part)k);
}

static void put_ratio(struct strbuf *out, struct eval_ratio r)
{
    if (r.total)
        strbuf_printf(out, "  %5.1f%% (%ld of %ld)", 100.0 * (double)r.right / (double)r.total,
                      r.right, r.total);
    else
        strbuf_puts(out, "  -");
}

/* A name and spaces up to a width in columns; an ideograph takes two. */
static void put_padded(struct strbuf *out, const char *name, int width)
{
    size_t n = strlen(name);
    int32_t c;
    strbuf_puts(out, name);
    for (size_t at = 0; at < n;) {
        at += (size_t)utf8_decode(name + at, n - at, &c);
        width -= 1 + (c >= 0x2E80);
    }
    strbuf_printf(out, "%*s", MAX(width, 1), "");
}

void eval_print_breakdown(struct strbuf *out, const struct eval_report *report)
{
    struct arena arena = {0};
    if (report->metric & METRIC_MATCH) {
        long wrong[N_PARTS], total = 0;
        eval_wrong_clauses(report, wrong);
        for (int i = 0; i < report->n_pairs; i++)
            total += report->pairs[i].score.exact == VERDICT_WRONG;
        strbuf_printf(out, "\nclauses that differ, of %ld wrong predictions that parse\n", total);
        for (int k = 0; k < N_PARTS && total; k++)
            strbuf_printf(out, "  %-20s %5ld  %5.1f%%\n",
                          eval_part_name(report->dataset, (enum eval_part)k), wrong[k],
                          100.0 * (double)wrong[k] / (double)total);
    }
    int n;
    const struct eval_group *groups = eval_by_database(&arena, report, &n);
    bool values = report->dataset == EVAL_DUSQL || report->dataset == EVAL_CHASE;
    strbuf_printf(out, "\ndatabases, the hardest first%s%s\n",
                  report->metric & METRIC_MATCH ? "; exact match" : "",
                  !(report->metric & METRIC_EXEC) ? "" : values ? "; with values" : "; execution");
    for (int i = 0; i < n; i++) {
        strbuf_puts(out, "  ");
        put_padded(out, groups[i].db_id, 32);
        if (report->metric & METRIC_MATCH)
            put_ratio(out, groups[i].level.exact);
        if (report->metric & METRIC_EXEC)
            put_ratio(out, groups[i].level.exec);
        strbuf_putc(out, '\n');
    }
    arena_release(&arena);
}
