/* answer_print.c - an answer for people: SQL, how sure we are, and why. */
#include "cli/ask.h"
#include "cli/terminal.h"

#include <math.h>
#include <string.h>

static const char *shown(struct arena *arena, const char *text)
{
    return text_visible(arena, text, strlen(text), false);
}

void answer_print_sql(FILE *to, const char *sql)
{
    struct arena arena = {0};
    fprintf(to, "%s\n", text_visible(&arena, sql, strlen(sql), true));
    arena_release(&arena);
}

/* ---- notes ------------------------------------------------------------------------------------------------- */

static void print_values(FILE *to, struct arena *arena, const struct astormer_query *q)
{
    for (int i = 0; i < q->n_values; i++) {
        const struct astormer_value *v = astormer_query_value(q, i);
        bool few = v->source && strcmp(v->source, "code") == 0 && !v->asked;
        bool derived = v->source && v->asked && strcmp(v->asked, v->written) != 0;
        if (v->from_cell && v->column && few)
            fprintf(to, "value       '%s' is one of the few values of %s\n",
                    shown(arena, v->written), shown(arena, v->column));
        else if (v->from_cell && v->column)
            fprintf(to, "value       \"%s\" is the stored value '%s' of %s\n",
                    shown(arena, v->asked ? v->asked : v->predicted), shown(arena, v->written),
                    shown(arena, v->column));
        else if (derived)
            fprintf(to, "value       \"%s\" is taken as %s\n", shown(arena, v->asked),
                    shown(arena, v->written));
    }
}

void answer_print_notes(FILE *to, const struct astormer_answer *a)
{
    struct arena arena = {0};
    const struct astormer_summary *s = astormer_answer_summary(a);
    if (astormer_answer_queries(a) > 0 && astormer_answer_query(a, 0)->told)
        fprintf(to, "in words    %s\n", shown(&arena, astormer_answer_query(a, 0)->told));
    if (s->corrected)
        fputs("source      a correction: this question was answered by a person before\n", to);
    else
        fprintf(to, "confidence  %s%.0f%%%s\n", s->confidence < 0.01 ? "below " : "",
                fmax(100 * s->confidence, 1), s->calibrated ? "" : " (a guess: this model is not calibrated)");
    const char *before = astormer_answer_before(a);
    if (before && s->follows)
        fprintf(to, "taken as    a follow-up of \"%s\"\n", shown(&arena, before));
    else if (before)
        fputs("taken as    a new question, apart from those before it\n", to);
    if (strcmp(s->question, s->read_as) != 0)
        fprintf(to, "read as     %s\n", shown(&arena, s->read_as));
    if (astormer_answer_queries(a) > 0)
        print_values(to, &arena, astormer_answer_query(a, 0));
    if (s->columns_seen < s->columns)
        fprintf(to, "looked at   %d of %d columns, in %d of %d tables: those most like the question\n",
                s->columns_seen, s->columns, s->tables_seen, s->tables);
    arena_release(&arena);
}

#define LIKELY_SHARE 0.02

void answer_print_alternatives(FILE *to, const struct astormer_answer *a, long wanted)
{
    static const char *const rows[] = {"", "  -- the same rows", "  -- other rows"};
    const struct astormer_summary *s = astormer_answer_summary(a);
    int n = astormer_answer_queries(a), first = s->declined ? 0 : 1;
    if (wanted > 0)
        n = (int)MIN(n, wanted);
    else
        while (n > first && astormer_answer_query(a, n - 1)->share < LIKELY_SHARE)
            n--;
    if (n <= first || (wanted == 0 && !s->unsure && !s->differ))
        return;
    fprintf(to, "%s\n", s->declined ? "what it might mean:" : "it might also mean:");
    struct arena arena = {0};
    for (int i = first; i < n; i++) {
        const struct astormer_query *q = astormer_answer_query(a, i);
        fprintf(to, "  %d. %3.0f%%  %s%s%s\n", i + 1, 100 * q->share,
                shown(&arena, q->told ? q->told : ""), i ? rows[q->rows] : "",
                q->runs ? "" : "  -- does not run in time");
        fprintf(to, "           %s\n", shown(&arena, q->sql));
    }
    arena_release(&arena);
}

/* ---- why ---------------------------------------------------------------------------------------------------- */

static void print_links(FILE *to, struct arena *arena, const struct astormer_answer *a)
{
    fputs("links\n", to);
    for (int i = 0; i < astormer_answer_links(a); i++) {
        const struct astormer_link *l = astormer_answer_link(a, i);
        fprintf(to, "  %-20s %-15s %s", shown(arena, l->text), l->kind,
                shown(arena, l->table ? l->table : l->column));
        if (l->cell)
            fprintf(to, " = '%s'", shown(arena, l->cell));
        if (l->turn > 0)
            fprintf(to, "  (%d question%s ago)", l->turn, l->turn == 1 ? "" : "s");
        fputc('\n', to);
    }
}

/* The tree with its nodes in the order of the tree, each with the step that expanded it. */
struct tree_view {
    const struct astormer_query *query;
    FILE *to;
    struct arena *arena;
};

static void print_node(const struct tree_view *v, int step)
{
    const struct astormer_step *s = astormer_query_step(v->query, step);
    struct strbuf name = strbuf_in(v->arena);
    double p = s->probability;
    strbuf_puts(&name, s->name);
    if (s->action == ASTORMER_TOKEN) /* a value is one node of several steps */
        for (int i = step + 1; i < v->query->n_steps; i++) {
            const struct astormer_step *t = astormer_query_step(v->query, i);
            if (t->first != step)
                continue;
            p *= t->probability;
            strbuf_printf(&name, *t->name ? " %s" : "%s", t->name);
        }
    fprintf(v->to, "  %4d  %5.1f%%  %*s%s: %s\n", step, 100 * p, 2 * s->depth, "", s->field,
            shown(v->arena, strbuf_text(&name)));
    for (int slot = 0; slot < 64; slot++)
        for (int i = step + 1; i < v->query->n_steps; i++) {
            const struct astormer_step *t = astormer_query_step(v->query, i);
            if (t->parent == step && t->slot == slot && t->first == i)
                print_node(v, i);
        }
}

void answer_print_why(FILE *to, const struct astormer_answer *a)
{
    struct arena arena = {0};
    print_links(to, &arena, a);
    const struct astormer_query *q = astormer_answer_query(a, 0);
    if (q && q->n_steps == 0) /* a correction has no tree; the decoded query behind it may */
        q = astormer_answer_query(a, 1);
    if (q && q->n_steps > 0) {
        fprintf(to, "tree        of %s\n            probability %.4f, %d steps\n  step    prob  node\n",
                shown(&arena, q->sql), q->probability, q->n_steps);
        print_node(&(struct tree_view){q, to, &arena}, 0);
    }
    arena_release(&arena);
}
