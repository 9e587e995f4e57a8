/* answer_print.c - an answer for people: SQL, how sure we are, and why. */
#include "cli/ask.h"
#include "cli/terminal.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

static const char *shown(struct arena *arena, const char *text)
{
    return text_visible(arena, text, strlen(text), false);
}

/* Our printer writes keywords in capitals; a person's may be in any. */
static bool is_keyword(const char *s, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (!isupper((unsigned char)s[i]))
            return false;
    return n >= 2;
}

/* Length of the piece at s, and its ink: a text in quotation marks, a number, a word, or one byte. */
static size_t sql_piece(const char *s, enum ink *ink)
{
    size_t n = 1;
    *ink = INK_PLAIN;
    if (*s == '\'') {
        const char *end = strchr(s + 1, '\'');
        *ink = INK_TEXT;
        return end ? (size_t)(end - s) + 1 : strlen(s);
    }
    if (isdigit((unsigned char)*s))
        *ink = INK_NUMBER;
    if (isalnum((unsigned char)*s) || *s == '_')
        while (isalnum((unsigned char)s[n]) || s[n] == '_' || (*ink == INK_NUMBER && s[n] == '.'))
            n++;
    if (is_keyword(s, n))
        *ink = INK_KEYWORD;
    return n;
}

void answer_print_sql(FILE *to, const char *sql)
{
    struct arena arena = {0};
    for (const char *at = text_visible(&arena, sql, strlen(sql), true); *at;) {
        enum ink kind;
        size_t n = sql_piece(at, &kind);
        if (kind == INK_PLAIN)
            fprintf(to, "%.*s", (int)n, at);
        else
            fprintf(to, "%s%.*s%s", ink(to, kind), (int)n, at, ink(to, INK_PLAIN));
        at += n;
    }
    fputc('\n', to);
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

/* What the percentage means, and that it means nothing else. */
static void print_confidence(FILE *to, const struct astormer_summary *s)
{
    double percent = fmax(100 * s->confidence, 1);
    const char *below = s->confidence < 0.01 ? "below " : "";
    if (s->calibrated)
        fprintf(to, "confidence  %s%.0f%%: of answers this sure, about %.0f in 100 are right\n", below,
                percent, percent);
    else
        fprintf(to, "confidence  %s%.0f%% (a guess: this model is not calibrated)\n", below, percent);
}

static void print_source(FILE *to, const struct astormer_summary *s)
{
    struct arena arena = {0};
    if (s->corrected)
        fprintf(to, "source      a correction: as you told me%s%s%s%s%s\n", s->told_on ? " on " : "",
                s->told_on ? s->told_on : "", s->told_for ? " for \"" : "",
                s->told_for ? shown(&arena, s->told_for) : "", s->told_for ? "\"" : "");
    else
        print_confidence(to, s);
    arena_release(&arena);
}

static void print_reading(FILE *to, struct arena *arena, const struct astormer_answer *a)
{
    const struct astormer_summary *s = astormer_answer_summary(a);
    const char *before = astormer_answer_before(a);
    if (before && s->follows)
        fprintf(to, "taken as    a follow-up of \"%s\"\n", shown(arena, before));
    else if (before)
        fputs("taken as    a new question, apart from those before it\n", to);
    if (strcmp(s->question, s->read_as) != 0)
        fprintf(to, "read as     %s\n", shown(arena, s->read_as));
    if (s->columns_seen < s->columns)
        fprintf(to, "looked at   %d of %d columns, in %d of %d tables: those most like the question\n",
                s->columns_seen, s->columns, s->tables_seen, s->tables);
}

static void print_unused(FILE *to, struct arena *arena, const struct astormer_query *q)
{
    for (int i = 0; i < q->n_unused; i++)
        fprintf(to, "%s%s%s", i ? ", " : "not used    ",
                shown(arena, astormer_query_unused(q, i)->text), i + 1 < q->n_unused ? "" : "\n");
    for (int i = 0; i < q->n_notes; i++)
        fprintf(to, "note        %s\n", shown(arena, astormer_query_note(q, i)));
}

void answer_print_notes(FILE *to, const struct astormer_answer *a, int query)
{
    struct arena arena = {0};
    const struct astormer_query *q = astormer_answer_query(a, query);
    if (q && q->told)
        fprintf(to, "in words    %s\n", shown(&arena, q->told));
    if (query == 0) /* confidence is that of the first reading */
        print_source(to, astormer_answer_summary(a));
    else
        fprintf(to, "source      reading %d, chosen by you\n", query + 1);
    print_reading(to, &arena, a);
    if (q) {
        print_values(to, &arena, q);
        print_unused(to, &arena, q);
    }
    arena_release(&arena);
}

#define LIKELY_SHARE 0.02

/* Readings worth showing: those asked for, else those that are not next to impossible. */
static int readings_shown(const struct astormer_answer *a, long wanted, int first)
{
    int n = astormer_answer_queries(a);
    if (wanted > 0)
        return (int)MIN(n, wanted);
    while (n > first && astormer_answer_query(a, n - 1)->share < LIKELY_SHARE)
        n--;
    return n;
}

void answer_print_alternatives(FILE *to, const struct astormer_answer *a, long wanted)
{
    static const char *const rows[] = {"", "  -- the same rows", "  -- other rows"};
    const struct astormer_summary *s = astormer_answer_summary(a);
    int first = s->declined ? 0 : 1, n = readings_shown(a, wanted, first);
    if (n <= first || (wanted == 0 && !s->unsure && !s->differ))
        return;
    fprintf(to, "%s\n", s->declined ? "what it might mean:" : "it might also mean:");
    struct arena arena = {0};
    for (int i = first; i < n; i++) {
        const struct astormer_query *q = astormer_answer_query(a, i);
        fprintf(to, "  %d. %s%s%s\n", i + 1, shown(&arena, q->told ? q->told : ""),
                i ? rows[q->rows] : "", q->runs ? "" : "  -- does not run in time");
        fprintf(to, "     %s\n", shown(&arena, q->sql));
    }
    arena_release(&arena);
}

void answer_print_readings(FILE *to, const struct astormer_answer *a, long wanted, const char *next)
{
    struct arena arena = {0};
    const struct astormer_summary *s = astormer_answer_summary(a);
    int n = MAX(readings_shown(a, wanted, 0), 2);
    fprintf(to, "%sDid you mean%s\n", ink(to, INK_STRONG), ink(to, INK_PLAIN));
    for (int i = 0; i < n && i < astormer_answer_queries(a); i++) {
        const struct astormer_query *q = astormer_answer_query(a, i);
        fprintf(to, "\n  %d. %s\n", i + 1, shown(&arena, q->told ? q->told : q->sql));
        fputs("     ", to);
        if (astormer_query_preview(q))
            rows_print_brief(to, astormer_query_preview(q), 90);
        else
            fputs("(does not run in time)\n", to);
        if (q->told)
            fprintf(to, "     %s\n", shown(&arena, q->sql));
        for (int k = 0; k < q->n_notes; k++)
            fprintf(to, "     note: %s\n", shown(&arena, astormer_query_note(q, k)));
    }
    fputc('\n', to);
    if (!s->declined)
        print_source(to, s);
    print_reading(to, &arena, a);
    if (astormer_answer_queries(a) > 0)
        print_unused(to, &arena, astormer_answer_query(a, 0));
    fprintf(to, "next        %s\n", next);
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
