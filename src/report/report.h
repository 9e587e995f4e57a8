/* report.h - what a model is worth, for people: a dataset's questions answered (answers.h) or asked as a
 * user asks them (asking.h, rows.h), confidence fitted to that (calibration.h), pages, tables and
 * pictures.  Everything is made as text or JSON; the commands print it. */
#ifndef ASTORMER_REPORT_H
#define ASTORMER_REPORT_H

#include "report/answers.h"
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

extern const char report_css[], report_js[]; /* src/report/report.css and .js, made by the build */

/* How queries were built, as text and as JSON. */
void report_print_study(struct strbuf *out, const struct study *study);
json_t *report_study_json(const struct study *study);

/* Shares of several datasets as bars side by side, an SVG. */
struct report_share { /* of the questions, or of what they use; 0..1 */
    const char *label, *key;
    double value;
};
void report_shares_svg(struct strbuf *out, struct texts names,
                       const struct report_share *const *shares, int n);

#endif
