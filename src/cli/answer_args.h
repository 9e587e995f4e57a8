/* answer_args.h - the options that predict and eval share. */
#ifndef ASTORMER_CLI_ANSWER_ARGS_H
#define ASTORMER_CLI_ANSWER_ARGS_H

#include "cli/cli.h"
#include "report/answers.h"

/* Rows of a struct arg table. */
#define ANSWER_ARGS(o)                                                                            \
    {"dataset", ARG_TEXT, &(o).dataset, "NAME", "spider, corpus, ...; a part: corpus/alone"},      \
    {"data", ARG_TEXT, &(o).data, "DIR", "folder that holds the dataset (jsonl: the file)"},      \
    {"split", ARG_TEXT, &(o).split, "NAME", "default dev"},                                       \
    {"tables", ARG_TEXT, &(o).tables, "FILE", "schema file instead of the dataset's own"},        \
    {"databases", ARG_TEXT, &(o).databases, "DIR", "jsonl: folder of the databases"},             \
    {"model", ARG_TEXT, &(o).model, "FILE", "the model"},                                         \
    {"holdout", ARG_FLAG, &(o).holdout, NULL,                                                     \
     "only databases that training holds out by default (with --split train)"},                  \
    {"beam", ARG_INT, &(o).beam, "K", "default 5"},                                               \
    {"constraints", ARG_TEXT, &(o).constraints, "types|full", "default full"},                    \
    {"guidance", ARG_TEXT, &(o).guidance, "off|errors|empty",                                     \
     "prefer queries that run (default errors)"},                                                 \
    {"fair", ARG_FLAG, &(o).fair, NULL,                                                           \
     "the paper's search and no more: types only, no guidance, nothing mended afterwards"},       \
    {"limit", ARG_INT, &(o).limit, "N", "only the first N questions"},                            \
    {"workers", ARG_INT, &(o).workers, "N", "threads; default one a core"},                       \
    {"n-best", ARG_TEXT, &(o).n_best_out, "FILE", "also write all queries found, with log P"}

#endif
