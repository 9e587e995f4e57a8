/* html.c - wrong answers as one page that needs nothing else: no request leaves it, and
 * whatever came from data or model is escaped. */
#include "report/report.h"

#include "tree/tree.h"

#include <string.h>

static void put_text(struct strbuf *out, const char *text)
{
    strbuf_xml(out, text, strlen(text));
}

/* ---- trees side by side ---------------------------------------------------------------------- */

struct pair_view {
    const struct schema *schema;
    const struct tree *tree, *other; /* other: NULL if there is none to compare with */
};

static bool same_text(const char *a, const char *b)
{
    return a == b || (a && b && strcmp(a, b) == 0);
}

static bool same_node(const struct tree_node *a, const struct tree_node *b)
{
    return a->rule == b->rule && a->item == b->item && a->value.kind == b->value.kind &&
           same_text(a->value.text, b->value.text);
}

/* Rules of one family differ in the number of children only: those they share are compared. */
static bool same_family(const struct tree *t, const struct tree_node *a, const struct tree_node *b)
{
    return a->rule >= 0 && b->rule >= 0 &&
           strcmp(t->grammar->rules[a->rule].family, t->grammar->rules[b->rule].family) == 0;
}

static void put_leaf(struct strbuf *out, const struct pair_view *v, const struct tree_node *n)
{
    const struct grammar *g = v->tree->grammar;
    enum type_kind kind = g->types[g->fields[n->field].type].kind;
    if (kind == TYPE_TABLE) {
        put_text(out, v->schema->tables[n->item].name);
    } else if (kind == TYPE_COLUMN) {
        const struct column *c = &v->schema->columns[n->item];
        if (c->table >= 0) {
            put_text(out, v->schema->tables[c->table].name);
            strbuf_putc(out, '.');
        }
        put_text(out, c->name);
    } else {
        put_text(out, n->value.text ? n->value.text : "NULL");
    }
}

/* other: the node in the same place of the other tree, -1 if there is none. */
static void put_node(struct strbuf *out, const struct pair_view *v, int node, int other)
{
    const struct tree_node *n = &v->tree->nodes[node];
    const struct tree_node *o = other >= 0 ? &v->other->nodes[other] : NULL;
    const struct grammar *g = v->tree->grammar;
    bool differs = v->other && (!o || !same_node(n, o));
    strbuf_puts(out, differs ? "<li class=d>" : "<li>");
    strbuf_puts(out, "<i>");
    put_text(out, g->types[g->fields[n->field].type].name);
    strbuf_puts(out, "</i> ");
    if (n->rule < 0) {
        strbuf_puts(out, "<b>");
        put_leaf(out, v, n);
        strbuf_puts(out, "</b></li>");
        return;
    }
    const struct grammar_rule *rule = &g->rules[n->rule];
    put_text(out, rule->name);
    if (rule->n_slots)
        strbuf_puts(out, "<ul>");
    bool comparable = o && (n->rule == o->rule || same_family(v->tree, n, o));
    for (int i = 0; i < rule->n_slots; i++) {
        bool there = comparable && i < g->rules[o->rule].n_slots &&
                     g->rules[o->rule].slots[i].field == rule->slots[i].field;
        put_node(out, v, n->children[i], there ? o->children[i] : -1);
    }
    if (rule->n_slots)
        strbuf_puts(out, "</ul>");
    strbuf_puts(out, "</li>");
}

static struct tree *read_tree(struct arena *arena, const struct grammar *grammar,
                              const struct schema *schema, const char *sql, struct error *err)
{
    struct query *query;
    struct tree *tree;
    if (sql_parse(arena, schema, sql, strlen(sql), SQL_READ_BENCHMARK, &query, err) != ST_OK)
        return NULL;
    query_unify_literals(schema, query); /* quoting of numbers is no difference */
    return tree_from_query(arena, grammar, schema, query, &tree, err) == ST_OK ? tree : NULL;
}

static void put_tree(struct strbuf *out, const char *title, const struct schema *schema,
                     const struct tree *tree, const struct tree *other, const struct error *err)
{
    strbuf_printf(out, "<div><h3>%s</h3>", title);
    if (tree) {
        struct pair_view v = {schema, tree, other};
        strbuf_puts(out, "<ul class=tree>");
        put_node(out, &v, 0, other ? 0 : -1);
        strbuf_puts(out, "</ul>");
    } else {
        strbuf_puts(out, "<p class=none>no tree: ");
        put_text(out, err->message);
        strbuf_puts(out, "</p>");
    }
    strbuf_puts(out, "</div>");
}

/* ---- one answer ------------------------------------------------------------------------------ */

static bool is_wrong(const struct eval_report *report, const struct eval_score *s)
{
    return ((report->metric & METRIC_MATCH) &&
            (s->exact == VERDICT_WRONG || s->exact == VERDICT_UNPARSED)) ||
           ((report->metric & METRIC_EXEC) && s->exec == VERDICT_WRONG);
}

static const char *verdict_word(enum eval_verdict verdict)
{
    static const char *const words[] = {
        [VERDICT_WRONG] = "wrong", [VERDICT_RIGHT] = "right", [VERDICT_UNPARSED] = "unparsed",
        [VERDICT_NONE] = "none",
    };
    return words[verdict];
}

static void put_question(struct strbuf *out, const struct example *e)
{
    for (int i = 0; i < e->n_history; i++) {
        strbuf_puts(out, "<p class=earlier>");
        put_text(out, e->history[i]);
        strbuf_puts(out, "</p>");
    }
    strbuf_puts(out, "<p class=question>");
    put_text(out, e->question);
    strbuf_puts(out, "</p>");
}

static void put_sql(struct strbuf *out, const char *title, const char *sql, size_t n)
{
    strbuf_printf(out, "<dt>%s</dt><dd><code>", title);
    strbuf_xml(out, sql, n);
    strbuf_puts(out, "</code></dd>");
}

static void put_tags(struct strbuf *out, const struct eval_report *report,
                     const struct eval_pair *pair)
{
    for (int k = 0; k < N_PARTS; k++)
        if (eval_part_wrong(&pair->score, (enum eval_part)k)) {
            strbuf_puts(out, "<span class=tag>");
            put_text(out, eval_part_name(report->dataset, (enum eval_part)k));
            strbuf_puts(out, "</span>");
        }
}

static void put_answer(struct strbuf *out, const struct grammar *grammar,
                       const struct eval_report *report, const struct answer *a, int index)
{
    const struct eval_pair *pair = &report->pairs[index];
    const struct eval_score *s = &pair->score;
    const struct example *e = a->example;
    strbuf_puts(out, "<article data-db=\"");
    put_text(out, e->db_id);
    strbuf_printf(out, "\" data-hardness=\"%s\" data-exact=\"%s\" data-exec=\"%s\" data-parts=\"",
                  eval_hardness_name(s->hardness), verdict_word(s->exact), verdict_word(s->exec));
    for (int k = 0; k < N_PARTS; k++)
        if (eval_part_wrong(s, (enum eval_part)k))
            strbuf_printf(out, " %d ", k);
    strbuf_printf(out, "\"><h2>#%d <span class=db>", index);
    put_text(out, e->db_id);
    strbuf_printf(out, "</span> <span class=level>%s</span>", eval_hardness_name(s->hardness));
    if (report->metric & METRIC_MATCH)
        strbuf_printf(out, " <span class=\"%s\">exact match: %s</span>", verdict_word(s->exact),
                      verdict_word(s->exact));
    if (report->metric & METRIC_EXEC)
        strbuf_printf(out, " <span class=\"%s\">%s: %s</span>", verdict_word(s->exec),
                      report->dataset == EVAL_DUSQL || report->dataset == EVAL_CHASE ? "with values"
                                                                                     : "execution",
                      verdict_word(s->exec));
    strbuf_puts(out, "</h2>");
    put_question(out, e);
    put_tags(out, report, pair);
    strbuf_puts(out, "<dl>");
    put_sql(out, "gold", pair->gold.s, pair->gold.n);
    put_sql(out, "predicted", pair->pred.s, pair->pred.n);
    strbuf_puts(out, "</dl>");
    const char *why = a->reason ? a->reason : pair->exec_note;
    if (*why) {
        strbuf_puts(out, "<p class=none>");
        put_text(out, why);
        strbuf_puts(out, "</p>");
    }
    struct arena arena = {0};
    struct error gold_error = {0}, pred_error = {0};
    const struct schema *schema = e->schema;
    const struct tree *gold = e->sql ? read_tree(&arena, grammar, schema, e->sql, &gold_error) : NULL;
    const char *sql = arena_strndup(&arena, pair->pred.s, pair->pred.n);
    const struct tree *pred = read_tree(&arena, grammar, schema, sql, &pred_error);
    strbuf_puts(out, "<details><summary>trees</summary><div class=trees>");
    put_tree(out, "gold", schema, gold, pred, &gold_error);
    put_tree(out, "predicted", schema, pred, gold, &pred_error);
    strbuf_puts(out, "</div></details></article>\n");
    arena_release(&arena);
}

/* ---- the page -------------------------------------------------------------------------------- */

static void put_filters(struct strbuf *out, const struct eval_report *report)
{
    struct arena arena = {0};
    strbuf_puts(out, "<form id=filters><label>clause <select id=part><option value=\"\">any</option>");
    long wrong[N_PARTS];
    eval_wrong_clauses(report, wrong);
    for (int k = 0; k < N_PARTS; k++)
        if (wrong[k]) {
            strbuf_printf(out, "<option value=\" %d \">", k);
            put_text(out, eval_part_name(report->dataset, (enum eval_part)k));
            strbuf_printf(out, " (%ld)</option>", wrong[k]);
        }
    strbuf_puts(out, "</select></label><label>database <select id=db><option value=\"\">any</option>");
    int n;
    const struct eval_group *groups = eval_by_database(&arena, report, &n);
    for (int i = 0; i < n; i++) {
        strbuf_puts(out, "<option value=\"");
        put_text(out, groups[i].db_id);
        strbuf_puts(out, "\">");
        put_text(out, groups[i].db_id);
        strbuf_printf(out, " (%ld of %ld right)</option>", groups[i].level.exact.right,
                      groups[i].level.exact.total);
    }
    strbuf_puts(out, "</select></label><label>hardness <select id=hardness><option value=\"\">any</option>");
    for (int h = 0; h < N_HARDNESS; h++)
        strbuf_printf(out, "<option>%s</option>", eval_hardness_name((enum eval_hardness)h));
    strbuf_puts(out, "</select></label><label>verdict <select id=verdict><option value=\"\">any</option>"
                "<option value=exact>exact match wrong</option>"
                "<option value=exec>execution wrong</option>"
                "<option value=unparsed>does not parse</option></select></label>"
                "<label>text <input id=text type=search></label>"
                "<label><input id=open type=checkbox> open trees</label> <output id=shown></output>"
                "</form>\n");
    arena_release(&arena);
}

enum status report_html(struct strbuf *out, const struct answers *answers,
                        const struct eval_report *report, const char *title, struct error *err)
{
    struct arena arena = {0};
    const struct grammar *grammar = grammar_builtin(&arena);
    const struct eval_level *all = &report->levels[LEVEL_ALL];
    strbuf_puts(out, "<!doctype html>\n<html lang=en><head><meta charset=utf-8>\n"
                "<meta http-equiv=Content-Security-Policy content=\"default-src 'none'; "
                "style-src 'unsafe-inline'; script-src 'unsafe-inline'\">\n"
                "<meta name=viewport content=\"width=device-width, initial-scale=1\">\n<title>");
    put_text(out, title);
    strbuf_printf(out, "</title>\n<style>\n%s</style></head><body>\n<h1>", report_css);
    put_text(out, title);
    strbuf_printf(out, "</h1>\n<p>%ld questions", all->count);
    if (report->metric & METRIC_MATCH)
        strbuf_printf(out, ", exact match %ld of %ld", all->exact.right, all->exact.total);
    if (report->metric & METRIC_EXEC)
        strbuf_printf(out, ", %s %ld of %ld",
                      report->dataset == EVAL_DUSQL || report->dataset == EVAL_CHASE ? "with values"
                                                                                     : "execution",
                      all->exec.right, all->exec.total);
    strbuf_puts(out, ". Below: what went wrong. Nodes that differ between the trees are marked.</p>\n");
    put_filters(out, report);
    strbuf_puts(out, "<main>\n");
    for (int i = 0; i < report->n_pairs && !out->overflow; i++)
        if (is_wrong(report, &report->pairs[i].score))
            put_answer(out, grammar, report, &answers->v[i], i);
    strbuf_printf(out, "</main>\n<script>\n%s</script>\n</body></html>\n", report_js);
    arena_release(&arena);
    return out->overflow ? fail(err, ST_LIMIT, "the page would be over %zu MB: use --limit",
                                out->max >> 20)
                         : ST_OK;
}
