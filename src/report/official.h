/* official.h - answers scored by the official rules: the files the scorers read, the verdicts, and a page. */
#ifndef ASTORMER_REPORT_OFFICIAL_H
#define ASTORMER_REPORT_OFFICIAL_H

#include "report/report.h"

struct official {
    const char *out;       /* folder: pred.sql, gold.sql, report.json, figures.tsv */
    const char *html;      /* a page of the wrong answers, or NULL */
    const char *model;     /* for its title */
    struct texts suite;    /* databases of execution match, instead of the dataset's own */
    const char *n_best_out; /* file of all queries found, or NULL */
};
/* Writes the answers as the scorers read them, and scores them. */
enum status official_score(struct arena *arena, const struct official *o, const struct answers *a,
                           struct eval_report *report, struct error *err);
/* Every verdict, with the question and how likely the model found its answer. */
json_t *official_json(const struct eval_report *report, struct answers *a);
enum status official_write(struct arena *arena, const struct official *o, const struct answers *a,
                           const struct eval_report *report, const json_t *details,
                           struct error *err);
enum status report_write(const char *path, const json_t *json, struct error *err);

#endif
