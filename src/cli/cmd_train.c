/* cmd_train.c - astormer train, on one machine or, under mpirun, on several. */
#include "cli/cli.h"
#include "cli/terminal.h"
#include "train/run.h"

#include <signal.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const struct command_help help = {
    .usage = "train --config PRESET --data DIR --out RUN [--plm DIR] [--set K=V]...",
    .about = "Trains a parser. RUN gets config.json, log.jsonl, checkpoint.safetensors (to --resume\n"
             "from) and best.safetensors, the model that did best on training databases held aside.\n"
             "A preset is words joined by '-': a dataset (spider, sparc, cosql, dusql, chase), an\n"
             "encoder (plm, static), a decoder (astormer, lstm, onlstm, token, tokenlstm), and fast for two cores\n"
             "instead of the paper's sizes. Without --plm and --vocab a vocabulary is made of the data.\n"
             "Under mpirun the ranks share each batch. docs/TRAINING.md has the whole story.",
    .examples = "  astormer train --config spider-plm-astormer-fast --data data \\\n"
                "      --plm weights/all-MiniLM-L6-v2 --out runs/spider\n"
                "  astormer train --out runs/spider --data data --plm weights/all-MiniLM-L6-v2 \\\n"
                "      --dataset spider --resume\n"
                "  astormer train --config dusql-static-fast --data data --out runs/dusql\n"
                "  astormer train --dataset spider:2 --dataset sparc --config plm-fast --data data \\\n"
                "      --plm weights/all-MiniLM-L6-v2 --out runs/both\n"
                "  mpirun -n 2 astormer train --config spider-plm-fast --data data --plm W --out RUN\n"
                "  astormer train --init m.safetensors --data corrections.jsonl --out runs/corrected",
};

struct lists {
    struct arg_list datasets, data, set, tables, databases, configs;
};

struct command {
    struct run run;
    bool quiet, show_config;
    long workers;
};

static volatile sig_atomic_t stop_requested;

static void on_signal(int signal_number)
{
    (void)signal_number;
    stop_requested = 1;
}

static double number(const json_t *event, const char *key)
{
    return json_number_value(json_object_get(event, key));
}

static void watch(void *context, const json_t *event)
{
    const struct command *c = context;
    const struct run *s = &c->run;
    const char *kind = json_string_value(json_object_get(event, "event"));
    if (c->quiet || !kind)
        return;
    bool terminal = isatty(STDERR_FILENO);
    if (strcmp(kind, "step") == 0)
        fprintf(stderr, "%sstep %.0f/%d  epoch %.2f  loss %.4f  lr %.2e  %.1f samples/s  "
                "%.0f GFLOP/s (%.0f%% of peak)  %.0f min left%s",
                terminal ? "\r" : "", number(event, "step"), s->config.train.steps,
                number(event, "epoch"), number(event, "loss"), number(event, "lr"),
                number(event, "samples_per_second"), number(event, "gflops"),
                100 * number(event, "peak_share"), number(event, "left") / 60,
                terminal ? "\033[K" : "\n");
    else if (strcmp(kind, "evaluation") == 0)
        fprintf(stderr, "%sstep %.0f: right on held-out databases %.1f%% (best %.1f%%), "
                "%.0f s\n", terminal ? "\r\033[K" : "", number(event, "step"),
                100 * number(event, "score"), 100 * number(event, "best"),
                number(event, "seconds"));
    if (strcmp(kind, "evaluation") == 0 && s->judged.rows)
        fprintf(stderr, "rows right %.1f%% of %ld, exact match %.1f%% of %ld others\n",
                100.0 * (double)s->judged.rows_right / (double)s->judged.rows, s->judged.rows,
                100.0 * (double)s->judged.exact_right / (double)MAX(s->judged.exact, 1),
                s->judged.exact);
}

static void say(void *context, const char *text)
{
    (void)context;
    say_text(stderr, "%s", text);
}

/* ---- the command --------------------------------------------------------------------------------------- */

/* All ranks go on or none: the first that failed says why. */
static bool all_prepared(const struct run *s, enum status st, const struct error *err)
{
    double failed = st == ST_OK ? -1e9 : -s->rank;
    if (s->n_ranks > 1)
        nn_mpi_max(&failed, 1);
    if (failed == -1e9)
        return true;
    if (failed == -s->rank)
        cli_error(err);
    return false;
}

static int exit_code_of(const struct error *err)
{
    return err->code == ST_USAGE ? EXIT_USAGE : err->code == ST_IO ? EXIT_OPEN : EXIT_DECLINED;
}

static void describe_data(struct run *s, double seconds)
{
    struct strbuf text = strbuf_in(&s->arena);
    train_data_report(&text, &s->data, &s->job.train, &s->job.holdout);
    say_text(stderr, "%s", strbuf_text(&text));
    fprintf(stderr, "prepared in %.1f s; %.1f million parameters\n", seconds,
            (double)nn_params_size(model_params(s->model)) / 1e6);
}

static int run(struct run *s, int workers)
{
    struct error err = {0};
    s->pool = pool_new(workers > 0 ? workers : cpu_count());
    double start = now_seconds();
    if (!all_prepared(s, run_prepare(s, &err), &err))
        return exit_code_of(&err);
    if (s->rank == 0)
        describe_data(s, now_seconds() - start);
    signal(SIGINT, on_signal);
    signal(SIGTERM, on_signal);
    signal(SIGXFSZ, SIG_IGN); /* a limit on file sizes is a full disk: an error, not a death */
    struct train_result result;
    if (run_train(s, &stop_requested, &result, &err) != ST_OK) {
        int code = cli_error(&err);
        fflush(stderr);
        nn_mpi_abort(code);
        return code;
    }
    if (s->rank != 0)
        return EXIT_ANSWERED;
    printf("%s after %ld steps, %.0f s of training", result.finished ? "finished" : "stopped",
           result.step, result.seconds);
    if (result.best_score >= 0)
        printf("; best on held-out databases %.1f%% at step %ld", 100 * result.best_score,
               result.best_step);
    putchar('\n');
    return EXIT_ANSWERED;
}

static int show_config(const struct run *s)
{
    json_t *json = run_config_json(&s->config);
    json_dumpf(json, stdout, JSON_INDENT(2) | JSON_REAL_PRECISION(12));
    putchar('\n');
    json_decref(json);
    return EXIT_ANSWERED;
}

int cmd_train(int argc, char **argv)
{
    struct command c = {0};
    struct lists lists = {0};
    struct run *s = &c.run;
    s->o.split = "train";
    const struct arg args[] = {
        {"dataset", ARG_LIST, &lists.datasets, "NAME", "spider, corpus, wikisql, ...; NAME:2 counts double, NAME/TAG is a part; may be repeated"},
        {"data", ARG_LIST, &lists.data, "DIR", "folder that holds the datasets (jsonl: the file); one for each, or one for all"},
        {"split", ARG_TEXT, &s->o.split, "NAME", "default train"},
        {"tables", ARG_LIST, &lists.tables, "FILE", "schema file of each dataset, instead of its own"},
        {"databases", ARG_LIST, &lists.databases, "DIR", "folder of the databases of each jsonl"},
        {"out", ARG_TEXT, &s->o.out, "RUN", "folder of the run"},
        {"plm", ARG_TEXT, &s->o.plm, "DIR", "language model: config.json, vocab.txt, model.safetensors"},
        {"vectors", ARG_TEXT, &s->o.vectors, "DIR", "word vectors for encoder=static: words.txt, vectors.f16.safetensors"},
        {"vocab", ARG_TEXT, &s->o.vocab, "FILE", "sub-word vocabulary, when there is no --plm"},
        {"config", ARG_LIST, &lists.configs, "PRESET|FILE", "settings: words of configs/ joined by '-', or a JSON file; may be repeated"},
        {"show-config", ARG_FLAG, &c.show_config, NULL, "print the settings that result, and end"},
        {"set", ARG_LIST, &lists.set, "KEY=VALUE", "one setting; may be repeated"},
        {"init", ARG_TEXT, &s->o.init, "MODEL", "start from a model's weights (without --plm and --vocab: and its settings)"},
        {"new-grammar", ARG_FLAG, &s->o.new_grammar, NULL, "with --init: today's grammar even without --config, else the model's own"},
        {"resume", ARG_FLAG, &s->o.resume, NULL, "go on from RUN's checkpoint"},
        {"fresh", ARG_FLAG, &s->o.fresh, NULL, "start anew where RUN holds a checkpoint"},
        {"workers", ARG_INT, &c.workers, "N", "threads; default one a core"},
        {"quiet", ARG_FLAG, &c.quiet, NULL, "no progress on standard error"},
    };
    int n_rest, code;
    if (!args_parse(&help, args, COUNT_OF(args), argc, argv, NULL, 0, &n_rest, &code))
        return code;
    umask(077); /* what a run learns from is its owner's business, and so are its checkpoints */
    struct error err = {0};
    if (nn_mpi_begin(&s->rank, &s->n_ranks, &err) != ST_OK)
        return cli_error(&err);
    c.quiet |= s->rank != 0;
    s->o.datasets = arg_texts(&lists.datasets);
    s->o.data = arg_texts(&lists.data);
    s->o.set = arg_texts(&lists.set);
    s->o.tables = arg_texts(&lists.tables);
    s->o.databases = arg_texts(&lists.databases);
    s->o.configs = arg_texts(&lists.configs);
    s->watcher = &c;
    s->watch = watch;
    s->tell = say;
    if (!all_prepared(s, run_read_config(s, &err), &err))
        code = exit_code_of(&err);
    else
        code = c.show_config ? show_config(s) : run(s, (int)c.workers);
    run_free(s);
    nn_mpi_end();
    return code;
}
