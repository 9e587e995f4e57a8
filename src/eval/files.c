/* files.c - the gold and prediction files of the official scripts, side by side.
 *
 * Spider: "SQL<tab>db_id" a line, predictions one a line.  SParC, CoSQL, Chase: the same with a
 * blank line between interactions.  DuSQL: "qid<tab>SQL<tab>db_id", joined by qid.  Two files that
 * do not fit together are an error; a line that makes no sense is a warning, and is scored as
 * what it is: nothing. */
#include "eval/internal.h"

#include <string.h>

#define FILE_MAX ((size_t)1 << 30)
#define MAX_FIELDS 8

struct entry { /* a line that is not blank */
    struct slice fields[MAX_FIELDS];
    int n_fields;
    long line;
    int interaction, turn;
};
struct entries {
    struct entry *v;
    int n, capacity;
    int n_lines; /* blank ones included, but not those at the end */
    int n_interactions;
};

static struct slice next_line(struct slice *rest)
{
    size_t n = 0;
    while (n < rest->n && rest->s[n] != '\n' && rest->s[n] != '\r')
        n++;
    struct slice line = {rest->s, n};
    size_t end = n + (n < rest->n);
    if (end < rest->n && rest->s[n] == '\r' && rest->s[end] == '\n')
        end++;
    *rest = (struct slice){rest->s + end, rest->n - end};
    return line;
}

static void split_fields(struct slice line, struct entry *entry)
{
    while (entry->n_fields < MAX_FIELDS) {
        const char *tab = line.n ? memchr(line.s, '\t', line.n) : NULL;
        size_t n = tab && entry->n_fields + 1 < MAX_FIELDS ? (size_t)(tab - line.s) : line.n;
        entry->fields[entry->n_fields++] = (struct slice){line.s, n};
        if (n == line.n)
            return;
        line = (struct slice){line.s + n + 1, line.n - n - 1};
    }
}

static enum status read_entries(struct arena *arena, const char *path, struct entries *out,
                                struct error *err)
{
    struct slice rest;
    enum status st = file_read(arena, path, FILE_MAX, &rest, err);
    if (st != ST_OK)
        return st;
    *out = (struct entries){0};
    int turn = 0;
    for (long number = 1; rest.n; number++) {
        struct slice line = py_strip(next_line(&rest));
        if (line.n == 0) {
            turn = 0;
            continue;
        }
        out->n_interactions += turn == 0;
        struct entry *entry = ARENA_PUSH(arena, out->v, out->n, out->capacity);
        *entry = (struct entry){.line = number, .interaction = out->n_interactions - 1,
                                .turn = turn++};
        split_fields(line, entry);
        out->n_lines = (int)number;
    }
    return ST_OK;
}

/* ---- pairing ------------------------------------------------------------------------------ */

static const struct entry *no_prediction(void)
{
    static const struct entry none = {.fields = {{"", 0}}, .n_fields = 1};
    return &none;
}

/* n_before: fields that stand before the SQL (DuSQL's qid). */
static void add_pair(struct arena *arena, const struct eval_options *options,
                     struct eval_report *report, const struct entry *gold,
                     const struct entry *pred, int n_before)
{
    struct eval_pair *pair = &report->pairs[report->n_pairs++];
    *pair = (struct eval_pair){.gold_line = gold->line, .pred_line = pred->line, .db_id = "",
                               .interaction = gold->interaction, .turn = gold->turn,
                               .gold = {"", 0}, .pred = {"", 0}};
    pair->score = (struct eval_score){.hardness = N_HARDNESS, .exact = VERDICT_NONE,
                                      .exec = VERDICT_NONE};
    if (gold->n_fields > n_before)
        pair->gold = gold->fields[n_before];
    if (pred->n_fields > n_before)
        pair->pred = pred->fields[n_before];
    int wanted = n_before + 2;
    if (gold->n_fields >= wanted) {
        struct slice id = gold->fields[gold->n_fields - 1];
        pair->db_id = arena_strndup(arena, id.s, id.n);
    }
    if (gold->n_fields != wanted)
        report_warn(arena, report, "%s:%ld: %s", options->gold, gold->line,
                    gold->n_fields < wanted ? "no tab and db_id after the query"
                                            : "more fields than a query and its db_id");
}

static enum status pair_lines(struct arena *arena, const struct eval_options *options,
                              const struct entries *gold, const struct entries *pred,
                              struct eval_report *report, struct error *err)
{
    bool blanks_count = pred->n != gold->n && pred->n_lines == gold->n;
    if (pred->n != gold->n && !blanks_count)
        return fail(err, ST_INPUT, "%s has %d predictions, but %s has %d queries", options->pred,
                    pred->n, options->gold, gold->n);
    if (blanks_count)
        report_warn(arena, report, "%s: %d blank lines taken for empty predictions",
                    options->pred, gold->n - pred->n);
    int next = 0;
    for (int i = 0; i < gold->n; i++) {
        bool blank = blanks_count && (next == pred->n || pred->v[next].line != i + 1);
        add_pair(arena, options, report, &gold->v[i],
                 blank ? no_prediction() : &pred->v[next++], 0);
        report->pairs[i].interaction = i;
        report->pairs[i].turn = 0;
    }
    report->n_interactions = gold->n;
    return ST_OK;
}

static enum status pair_interactions(struct arena *arena, const struct eval_options *options,
                                     const struct entries *gold, const struct entries *pred,
                                     struct eval_report *report, struct error *err)
{
    if (gold->n_interactions != pred->n_interactions)
        return fail(err, ST_INPUT, "%s has %d interactions, but %s has %d (separate them by a "
                    "blank line)", options->pred, pred->n_interactions, options->gold,
                    gold->n_interactions);
    for (int i = 0; i < MAX(gold->n, pred->n); i++) {
        const struct entry *g = i < gold->n ? &gold->v[i] : NULL;
        const struct entry *p = i < pred->n ? &pred->v[i] : NULL;
        if (!g || !p || g->interaction != p->interaction)
            return fail(err, ST_INPUT, "%s:%ld and %s:%ld: the interaction before ends at "
                        "different turns", options->gold, g ? g->line : (long)gold->n_lines,
                        options->pred, p ? p->line : (long)pred->n_lines);
        add_pair(arena, options, report, g, p, 0);
    }
    report->n_interactions = gold->n_interactions;
    return ST_OK;
}

/* A later line with the same qid takes the place of the earlier one, as in a Python dict. */
static struct map index_by_qid(struct arena *arena, struct entries *entries)
{
    struct map by_qid = map_in(arena);
    int n = 0;
    for (int i = 0; i < entries->n; i++) {
        struct slice qid = entries->v[i].fields[0];
        int at = map_put(&by_qid, qid.s, qid.n, n);
        entries->v[at] = entries->v[i];
        n += at == n;
    }
    entries->n = n;
    return by_qid;
}

static enum status pair_by_qid(struct arena *arena, const struct eval_options *options,
                               struct entries *gold, struct entries *pred,
                               struct eval_report *report, struct error *err)
{
    index_by_qid(arena, gold);
    struct map pred_by_qid = index_by_qid(arena, pred);
    for (int i = 0; i < gold->n; i++) {
        struct slice qid = gold->v[i].fields[0];
        int at = map_get(&pred_by_qid, qid.s, qid.n, -1);
        if (at < 0)
            return fail(err, ST_INPUT, "%s has no prediction for '%.*s' (%s:%ld)", options->pred,
                        (int)MIN(qid.n, 60), qid.s, options->gold, gold->v[i].line);
        add_pair(arena, options, report, &gold->v[i], &pred->v[at], 1);
        report->pairs[i].interaction = i;
        report->pairs[i].turn = 0;
    }
    report->n_interactions = gold->n;
    return ST_OK;
}

enum status pairs_read(struct arena *arena, const struct eval_options *options,
                       struct eval_report *report, struct error *err)
{
    struct entries gold, pred;
    enum status st = read_entries(arena, options->gold, &gold, err);
    if (st == ST_OK)
        st = read_entries(arena, options->pred, &pred, err);
    if (st != ST_OK)
        return st;
    if (gold.n == 0)
        return fail(err, ST_INPUT, "%s: no queries", options->gold);
    report->pairs = ARENA_ARRAY(arena, struct eval_pair, gold.n);
    switch (options->dataset) {
    case EVAL_SPIDER:
        return pair_lines(arena, options, &gold, &pred, report, err);
    case EVAL_DUSQL:
        return pair_by_qid(arena, options, &gold, &pred, report, err);
    case EVAL_SPARC:
    case EVAL_COSQL:
    case EVAL_CHASE:
        return pair_interactions(arena, options, &gold, &pred, report, err);
    }
    return fail(err, ST_USAGE, "unknown dataset");
}

static struct slice replace_all(struct arena *arena, struct slice text, const char *from,
                                const char *to)
{
    struct strbuf out = strbuf_in(arena);
    size_t n = strlen(from);
    for (size_t i = 0; i < text.n;) {
        if (text.n - i >= n && memcmp(text.s + i, from, n) == 0) {
            strbuf_puts(&out, to);
            i += n;
        } else {
            strbuf_putc(&out, text.s[i++]);
        }
    }
    return (struct slice){strbuf_text(&out), out.n};
}

struct slice read_prediction(struct arena *arena, enum eval_dataset dataset, struct slice pred)
{
    if (dataset == EVAL_DUSQL)
        return replace_all(arena, pred, "==", "=");
    if (dataset == EVAL_CHASE)
        return pred;
    return replace_all(arena, pred, " value ", " 1 ");
}
