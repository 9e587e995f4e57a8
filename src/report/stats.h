/* stats.h - what a dataset is made of: sizes, lengths, and what people would notice of its pairs. */
#ifndef ASTORMER_REPORT_STATS_H
#define ASTORMER_REPORT_STATS_H

#include "data/data.h"
#include "report/report.h"

struct dataset_stats {
    long samples, databases, bad, unparsed;
    long interactions; /* of two turns or more */
    double db_tables;                       /* sum over databases */
    double question, tables, columns, sql, nodes; /* sums over samples */
    long with_tree;
    int max_depth, max_nodes;
    bool multi_turn;
    enum language language;
    long questions, words, fragments, longer; /* questions with a gold query, and their words */
    long constructs[N_SQL_CONSTRUCTS];
    struct name_overlap names; /* sums over those */
    const char *name;
    struct strbuf notes; /* the first queries that could not be parsed, a line each */
};
/* All splits of a dataset; grammar: "sql" or "everyday", NULL for the first. */
enum status stats_measure(struct arena *arena, const struct dataset_source *from,
                          const char *grammar, struct dataset_stats *out, struct error *err);

enum { STATS_MAX_SHARES = N_SQL_CONSTRUCTS + 4 };
/* Figures with their names for people and for programs; how many. */
int stats_shares(const struct dataset_stats *stats, struct report_share out[STATS_MAX_SHARES]);
/* Datasets side by side. */
void stats_table(struct strbuf *out, const struct dataset_stats *all, int n);
json_t *stats_json(const struct dataset_stats *stats);

#endif
