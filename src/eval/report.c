/* report.c - sums, and the tables, lists and JSON made of them. */
#include "eval/internal.h"

#include <string.h>

/* ---- sums --------------------------------------------------------------------------------- */

static void count_verdict(struct eval_ratio *ratio, enum eval_verdict verdict)
{
    ratio->total += verdict != VERDICT_NONE;
    ratio->right += verdict == VERDICT_RIGHT;
}

void eval_level_add(struct eval_level *level, const struct eval_score *score)
{
    level->count++;
    count_verdict(&level->exact, score->exact);
    count_verdict(&level->exec, score->exec);
    for (int i = 0; i < N_PARTS && score->hardness != N_HARDNESS; i++) {
        struct eval_component part = score->parts[i];
        level->accuracy[i].total += part.in_pred;
        level->accuracy[i].right += part.in_pred && part.right;
        level->recall[i].total += part.in_gold;
        level->recall[i].right += part.in_gold && part.right;
    }
}

/* An interaction is right when all turns are; with a turn that has no verdict and none that is
 * wrong it has none either. */
static enum eval_verdict and_then(enum eval_verdict so_far, enum eval_verdict turn)
{
    if (so_far == VERDICT_WRONG || turn == VERDICT_WRONG || turn == VERDICT_UNPARSED)
        return VERDICT_WRONG;
    return so_far == VERDICT_NONE || turn == VERDICT_NONE ? VERDICT_NONE : VERDICT_RIGHT;
}

static void count_interactions(struct eval_report *report)
{
    struct eval_level *joint = &report->levels[LEVEL_JOINT];
    for (int i = 0, end; i < report->n_pairs; i = end) {
        enum eval_verdict exact = VERDICT_RIGHT, exec = VERDICT_RIGHT;
        for (end = i; end < report->n_pairs &&
                      report->pairs[end].interaction == report->pairs[i].interaction; end++) {
            exact = and_then(exact, report->pairs[end].score.exact);
            exec = and_then(exec, report->pairs[end].score.exec);
        }
        joint->count++;
        count_verdict(&joint->exact, exact);
        count_verdict(&joint->exec, exec);
    }
}

void report_aggregate(struct eval_report *report)
{
    for (int i = 0; i < report->n_pairs; i++) {
        const struct eval_pair *pair = &report->pairs[i];
        const struct eval_score *score = &pair->score;
        if (score->hardness != N_HARDNESS)
            eval_level_add(&report->levels[score->hardness], score);
        eval_level_add(&report->levels[LEVEL_ALL], score);
        eval_level_add(&report->turns[MIN(pair->turn, N_TURNS - 1)], score);
        report->unparsed_pred += score->exact == VERDICT_UNPARSED;
        report->unparsed_gold += (report->metric & METRIC_MATCH) && score->exact == VERDICT_NONE;
        bool judged = score->exec != VERDICT_NONE;
        report->without_database += (report->metric & METRIC_EXEC) && !judged;
        report->self_exact.total += score->exact != VERDICT_NONE;
        report->self_exact.right += pair->gold_exact_self;
        report->self_exec.total += judged;
        report->self_exec.right += pair->gold_runs;
    }
    count_interactions(report);
}

static double ratio_value(struct eval_ratio ratio)
{
    return ratio.total ? (double)ratio.right / (double)ratio.total : 0;
}

/* Nothing right anywhere gives 1, as in the official tables; no examples give 0. */
static double part_f1(const struct eval_level *level, int part)
{
    double accuracy = ratio_value(level->accuracy[part]);
    double recall = ratio_value(level->recall[part]);
    if (level->count == 0)
        return 0;
    return accuracy + recall == 0 ? 1 : 2.0 * accuracy * recall / (recall + accuracy);
}

/* ---- the official table ------------------------------------------------------------------- */

static const char *const level_names[N_LEVELS] = {"easy",  "medium", "hard",
                                                  "extra", "all",    "joint_all"};
static const char *const turn_names[N_TURNS] = {"turn 1", "turn 2", "turn 3", "turn 4",
                                                "turn > 4"};

static bool has_values_match(const struct eval_report *report)
{
    return report->dataset == EVAL_DUSQL || report->dataset == EVAL_CHASE;
}

static bool has_turns(const struct eval_report *report)
{
    bool single = report->dataset == EVAL_SPIDER || report->dataset == EVAL_DUSQL;
    return !single && report->n_interactions > 1;
}

static void print_names(struct strbuf *out, const char *const *names, int n)
{
    strbuf_printf(out, "%-20s", "");
    for (int i = 0; i < n; i++)
        strbuf_printf(out, " %-20s", names[i]);
    strbuf_putc(out, '\n');
}

static void print_counts(struct strbuf *out, const struct eval_level *levels, int n)
{
    strbuf_printf(out, "%-20s", "count");
    for (int i = 0; i < n; i++)
        strbuf_printf(out, " %-20ld", levels[i].count);
    strbuf_putc(out, '\n');
}

typedef double level_value(const struct eval_level *level, int part);

static double exact_value(const struct eval_level *level, int part)
{
    (void)part;
    return ratio_value(level->exact);
}

static double exec_value(const struct eval_level *level, int part)
{
    (void)part;
    return ratio_value(level->exec);
}

static double accuracy_value(const struct eval_level *level, int part)
{
    return ratio_value(level->accuracy[part]);
}

static double recall_value(const struct eval_level *level, int part)
{
    return ratio_value(level->recall[part]);
}

static void print_row(struct strbuf *out, const char *name, const struct eval_level *levels,
                      int n, level_value *value, int part)
{
    strbuf_printf(out, "%-20s", name);
    for (int i = 0; i < n; i++)
        strbuf_printf(out, " %-20.3f", value(&levels[i], part));
    strbuf_putc(out, '\n');
}

/* The two verdicts, under the titles of the level table or the turn table. */
static void print_verdicts(struct strbuf *out, const struct eval_report *report,
                           const struct eval_level *levels, int n, const char *prefix)
{
    if (report->metric & METRIC_EXEC) {
        bool values = has_values_match(report);
        strbuf_printf(out, "=====================   %s%s ACCURACY     =====================\n",
                      prefix, values ? "EXACT MATCHING WITH VALUES" : "EXECUTION");
        print_row(out, values ? "exact with values" : "execution", levels, n, exec_value, 0);
    }
    if (report->metric & METRIC_MATCH) {
        strbuf_printf(out, "\n====================== %sEXACT MATCHING ACCURACY "
                      "=====================\n", prefix);
        print_row(out, "exact match", levels, n, exact_value, 0);
    }
}

static void print_notes(struct strbuf *out, const struct eval_report *report)
{
    strbuf_puts(out, "\ngold against gold:");
    if (report->metric & METRIC_MATCH)
        strbuf_printf(out, " exact match %ld of %ld", report->self_exact.right,
                      report->self_exact.total);
    if ((report->metric & METRIC_EXEC) && !has_values_match(report))
        strbuf_printf(out, "%s runs %ld of %ld (SQLite %s)",
                      report->metric & METRIC_MATCH ? "," : "", report->self_exec.right,
                      report->self_exec.total, db_sqlite_version());
    strbuf_putc(out, '\n');
    if (report->metric & METRIC_MATCH)
        strbuf_printf(out, "predictions that do not parse: %ld\n", report->unparsed_pred);
    if (report->unparsed_gold)
        strbuf_printf(out, "gold queries without an exact-match verdict: %ld\n",
                      report->unparsed_gold);
    if (report->without_database && !has_values_match(report))
        strbuf_printf(out, "examples without a database, not counted in execution: %ld\n",
                      report->without_database);
}

void eval_print_table(struct strbuf *out, const struct eval_report *report)
{
    static const struct {
        const char *title;
        level_value *value;
    } tables[] = {
        {"\n---------------------PARTIAL MATCHING ACCURACY----------------------\n",
         accuracy_value},
        {"---------------------- PARTIAL MATCHING RECALL ----------------------\n", recall_value},
        {"---------------------- PARTIAL MATCHING F1 --------------------------\n", part_f1},
    };
    int n = has_turns(report) ? N_LEVELS : LEVEL_JOINT;
    print_names(out, level_names, n);
    print_counts(out, report->levels, n);
    print_verdicts(out, report, report->levels, n, "");
    for (int t = 0; t < COUNT_OF(tables) && (report->metric & METRIC_MATCH); t++) {
        strbuf_puts(out, tables[t].title);
        for (int i = 0; i < N_PARTS; i++)
            print_row(out, eval_part_name(report->dataset, (enum eval_part)i), report->levels, n,
                      tables[t].value, i);
    }
    if (has_turns(report)) {
        strbuf_puts(out, "\n\n");
        print_names(out, turn_names, N_TURNS);
        print_counts(out, report->turns, N_TURNS);
        print_verdicts(out, report, report->turns, N_TURNS, "TURN ");
    }
    print_notes(out, report);
}

/* ---- lists -------------------------------------------------------------------------------- */

void eval_print_tsv(struct strbuf *out, const struct eval_report *report)
{
    strbuf_puts(out, "index\tdb_id\thardness\texact\texec\n");
    for (int i = 0; i < report->n_pairs; i++) {
        const struct eval_pair *pair = &report->pairs[i];
        strbuf_printf(out, "%d\t%s\t%s\t%c\t%c\n", i, pair->db_id,
                      eval_hardness_name(pair->score.hardness),
                      eval_verdict_letter(pair->score.exact),
                      eval_verdict_letter(pair->score.exec));
    }
}

static json_t *text_json(const char *s, size_t n)
{
    json_t *text = json_stringn(s, n);
    return text ? text : json_string("(not UTF-8)");
}

static json_t *ratio_json(struct eval_ratio ratio)
{
    return json_pack("{s:I, s:I, s:f}", "right", (json_int_t)ratio.right, "total",
                     (json_int_t)ratio.total, "ratio", ratio_value(ratio));
}

static json_t *level_json(const struct eval_report *report, const struct eval_level *level,
                          bool parts)
{
    json_t *out = json_pack("{s:I}", "count", (json_int_t)level->count);
    if (report->metric & METRIC_MATCH)
        json_object_set_new(out, "exact", ratio_json(level->exact));
    if (report->metric & METRIC_EXEC)
        json_object_set_new(out, has_values_match(report) ? "exact_with_values" : "exec",
                            ratio_json(level->exec));
    if (!parts || !(report->metric & METRIC_MATCH))
        return out;
    json_t *partial = json_object();
    for (int i = 0; i < N_PARTS; i++)
        json_object_set_new(partial, eval_part_name(report->dataset, (enum eval_part)i),
                            json_pack("{s:f, s:f, s:f}", "accuracy", accuracy_value(level, i),
                                      "recall", recall_value(level, i), "f1", part_f1(level, i)));
    json_object_set_new(out, "partial", partial);
    return out;
}

json_t *eval_summary_json(const struct eval_report *report)
{
    json_t *out = json_pack("{s:s, s:s}", "dataset", eval_dataset_name(report->dataset), "sqlite",
                            db_sqlite_version());
    json_t *levels = json_object();
    int n = has_turns(report) ? N_LEVELS : LEVEL_JOINT;
    for (int i = 0; i < n; i++)
        json_object_set_new(levels, level_names[i],
                            level_json(report, &report->levels[i], i != LEVEL_JOINT));
    json_object_set_new(out, "levels", levels);
    if (has_turns(report)) {
        json_t *turns = json_object();
        for (int i = 0; i < N_TURNS; i++)
            json_object_set_new(turns, turn_names[i],
                                level_json(report, &report->turns[i], false));
        json_object_set_new(out, "turns", turns);
    }
    json_t *self = json_object();
    if (report->metric & METRIC_MATCH)
        json_object_set_new(self, "exact", ratio_json(report->self_exact));
    if ((report->metric & METRIC_EXEC) && !has_values_match(report))
        json_object_set_new(self, "runs", ratio_json(report->self_exec));
    json_object_set_new(out, "gold_against_gold", self);
    json_object_set_new(out, "unparsed_predictions", json_integer(report->unparsed_pred));
    json_object_set_new(out, "unparsed_gold", json_integer(report->unparsed_gold));
    json_object_set_new(out, "without_database", json_integer(report->without_database));
    return out;
}

json_t *eval_breakdown_json(const struct eval_report *report)
{
    struct arena arena = {0};
    json_t *databases = json_object(), *clauses = json_object();
    int n;
    const struct eval_group *groups = eval_by_database(&arena, report, &n);
    for (int i = 0; i < n; i++)
        if (utf8_valid(groups[i].db_id, strlen(groups[i].db_id)))
            json_object_set_new(databases, groups[i].db_id,
                                level_json(report, &groups[i].level, true));
    long wrong[N_PARTS];
    eval_wrong_clauses(report, wrong);
    for (int k = 0; k < N_PARTS && (report->metric & METRIC_MATCH); k++)
        json_object_set_new(clauses, eval_part_name(report->dataset, (enum eval_part)k),
                            json_integer(wrong[k]));
    arena_release(&arena);
    return json_pack("{s:o, s:o}", "databases", databases, "wrong_clauses", clauses);
}

static json_t *pair_json(const struct eval_report *report, int i)
{
    const struct eval_pair *pair = &report->pairs[i];
    const struct eval_score *score = &pair->score;
    char exact[2] = {eval_verdict_letter(score->exact)};
    char exec[2] = {eval_verdict_letter(score->exec)};
    json_t *out = json_pack("{s:i, s:o, s:s, s:s, s:s, s:i, s:i}", "index", i, "db_id",
                            text_json(pair->db_id, strlen(pair->db_id)), "hardness",
                            eval_hardness_name(score->hardness), "exact", exact, "exec", exec,
                            "interaction", pair->interaction, "turn", pair->turn);
    json_object_set_new(out, "gold", text_json(pair->gold.s, pair->gold.n));
    json_object_set_new(out, "pred", text_json(pair->pred.s, pair->pred.n));
    if (*pair->exec_note)
        json_object_set_new(out, "exec_note",
                            text_json(pair->exec_note, strlen(pair->exec_note)));
    if (score->hardness == N_HARDNESS)
        return out;
    json_t *parts = json_object();
    for (int k = 0; k < N_PARTS; k++)
        json_object_set_new(parts, eval_part_name(report->dataset, (enum eval_part)k),
                            json_pack("{s:b, s:b, s:b}", "right", score->parts[k].right, "in_pred",
                                      score->parts[k].in_pred, "in_gold",
                                      score->parts[k].in_gold));
    json_object_set_new(out, "parts", parts);
    return out;
}

json_t *eval_details_json(const struct eval_report *report)
{
    json_t *pairs = json_array();
    for (int i = 0; i < report->n_pairs; i++)
        json_array_append_new(pairs, pair_json(report, i));
    return json_pack("{s:o, s:o, s:o}", "summary", eval_summary_json(report), "breakdown",
                     eval_breakdown_json(report), "examples", pairs);
}
