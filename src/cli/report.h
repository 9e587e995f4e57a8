/* report.h - what `astormer eval` makes of its verdicts for people. */
#ifndef ASTORMER_CLI_REPORT_H
#define ASTORMER_CLI_REPORT_H

#include "cli/answers.h"
#include "eval/eval.h"

/* Two report.json files of the same questions, example by example: counts of gained, lost and
 * "wrong before and after, but differently" for each verdict, and the list of such examples.
 * ST_INPUT if they are not reports, or not of the same questions. */
enum status report_compare(const json_t *before, const json_t *after, json_t **out,
                           struct error *err);
void report_print_compare(struct strbuf *out, const json_t *comparison);

/* A page of its own with every wrong answer: question, gold and predicted SQL, both trees. */
enum status report_html(struct strbuf *out, const struct answers *answers,
                        const struct eval_report *report, const char *title, struct error *err);

extern const char report_css[], report_js[]; /* src/cli/report.css and .js, made by the build */

/* How queries were built, as text and as JSON. */
void report_print_study(struct strbuf *out, const struct study *study);
json_t *report_study_json(const struct study *study);

#endif
