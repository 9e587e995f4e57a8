/* rows.h - answers judged by their rows: for questions whose queries the official scripts
 * cannot read, that carry tags, and some of which have no answer. */
#ifndef ASTORMER_REPORT_ROWS_H
#define ASTORMER_REPORT_ROWS_H

#include "report/answers.h"
#include "report/asking.h"

struct row_verdict {
    const struct example *example; /* as it was asked; NULL: it was not */
    const struct example *original; /* in the dataset; another than `example` if a variant was asked */
    enum eval_verdict exec; /* VERDICT_NONE: it has no answer, or its gold query does not run */
    int rank;               /* of the first right query among those found; 0 = none is right */
    const char *pred;       /* the first query, or NULL */
    double confidence;
    bool calibrated;
    const char *declined; /* why it was rather not answered, or NULL */
    const char *note;     /* what went wrong, or NULL */
};

struct rows_report {
    struct dataset dataset;
    struct row_verdict *verdicts;
    int n; /* asked; they come first */
    struct texts variants; /* of the options */
    long seed;
    double seconds;
    struct arena arena;
};
enum status rows_report_make(const struct answer_options *options, struct rows_report *out,
                             struct error *err);
void rows_report_release(struct rows_report *report);

/* "summary", "breakdown" and "examples", as the reports of official scores have them. */
json_t *rows_report_json(const struct rows_report *report);
/* The main figures, one "name\tvalue" a line. */
void rows_report_figures(struct strbuf *out, const json_t *json);
void rows_report_print(struct strbuf *out, const json_t *json);

#endif
