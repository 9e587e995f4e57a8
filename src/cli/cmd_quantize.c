/* cmd_quantize.c - astormer quantize: a model with its weights in bytes, for answering, and what that
 * changes. */
#include "cli/cli.h"
#include "report/answers.h"

#include <sys/stat.h>

static const struct command_help help = {
    .usage = "quantize MODEL --out FILE [--dataset NAME --data DIR]",
    .about = "Writes the model with the weights of its products as bytes, one scale an output: half the\n"
             "file, mapped into memory instead of read, and faster products. It answers questions like\n"
             "any other; it cannot be trained, averaged or quantised again. With a dataset both models\n"
             "answer its questions, and what has changed is told: exact match, right rows, answers that\n"
             "differ, and the largest change of the log-probability of a query that both found.",
    .examples = "  astormer quantize run/best.safetensors --out models/default.safetensors\n"
                "  astormer quantize m.safetensors --out m8.safetensors --dataset spider --data data --limit 200\n"
                "  astormer quantize m.safetensors --keep plm.encoder.layer.5.output --out m8.safetensors",
};

struct options {
    struct answer_options answer;
    const char *out;
    struct arg_list keep;
    const char *like;
    bool json;
};

/* ---- what it changes ----------------------------------------------------------------------------- */

static double percent(long right, long all)
{
    return all ? 100.0 * (double)right / (double)all : 0;
}

static double megabytes(const char *path)
{
    struct stat st;
    return stat(path, &st) == 0 ? (double)st.st_size / 1e6 : 0;
}

static json_t *side_json(const struct answer_changes *c, int i, const char *path)
{
    return json_pack("{s:f, s:f, s:f, s:f}", "megabytes", megabytes(path), "exact_match",
                     percent(c->exact[i].exact_right, c->exact[i].exact), "right_rows",
                     percent(c->rows[i].rows_right, c->rows[i].rows), "processor_seconds",
                     c->cpu[i]);
}

static void print_changes(const struct options *o, const struct answer_changes *c)
{
    const char *paths[] = {o->answer.model, o->out};
    if (o->json) {
        json_t *all = json_pack("{s:i, s:i, s:f, s:f, s:o, s:o}", "questions", c->questions,
                                "different", c->different, "largest_log_p_change", c->log_p,
                                "mean_log_p_change", c->mean_log_p, "before",
                                side_json(c, 0, paths[0]), "after", side_json(c, 1, paths[1]));
        json_dumpf(all, stdout, JSON_INDENT(1) | JSON_REAL_PRECISION(6));
        putchar('\n');
        json_decref(all);
        return;
    }
    printf("%-7s %9s %12s %11s %16s\n", "", "file", "exact match", "right rows", "processor time");
    for (int i = 0; i < 2; i++)
        printf("%-7s %6.1f MB %11.2f%% %10.2f%% %14.1f s\n", i ? "after" : "before",
               megabytes(paths[i]), percent(c->exact[i].exact_right, c->exact[i].exact),
               percent(c->rows[i].rows_right, c->rows[i].rows), c->cpu[i]);
    printf("%d of %d answers differ; the log-probability of queries that both found moved by %.4f on "
           "average, %.3f at most\n", c->different, c->questions, c->mean_log_p, c->log_p);
}

static enum status tell_changes(const struct options *o, struct error *err)
{
    struct answers both[2];
    struct answer_options how[2] = {o->answer, o->answer};
    how[1].model = o->out;
    enum status st = answers_make(&how[0], &both[0], err);
    if (st == ST_OK) {
        st = answers_make(&how[1], &both[1], err);
        struct answer_changes changes;
        if (st == ST_OK) {
            answers_changes(both, &changes);
            print_changes(o, &changes);
        }
        answers_release(&both[1]);
    }
    answers_release(&both[0]);
    return st;
}

/* ---- the command --------------------------------------------------------------------------------- */

int cmd_quantize(int argc, char **argv)
{
    struct options o = {.answer = ANSWER_OPTIONS_DEFAULT};
    struct answer_options *a = &o.answer;
    const struct arg args[] = {
        {"out", ARG_TEXT, &o.out, "FILE", "where it is written"},
        {"keep", ARG_LIST, &o.keep, "PART", "parameters with this in their name stay in halves; may be repeated"},
        {"like", ARG_TEXT, &o.like, "MODEL", "what this model in bytes has in halves stays so, too"},
        {"dataset", ARG_TEXT, &a->dataset, "NAME", "answer the questions of this dataset before and after"},
        {"data", ARG_TEXT, &a->data, "DIR", "folder that holds it (jsonl: the file)"},
        {"split", ARG_TEXT, &a->split, "NAME", "default dev"},
        {"tables", ARG_TEXT, &a->tables, "FILE", "schema file instead of the dataset's own"},
        {"holdout", ARG_FLAG, &a->holdout, NULL, "only databases that training holds out by default"},
        {"limit", ARG_INT, &a->limit, "N", "only the first N questions"},
        {"beam", ARG_INT, &a->beam, "K", "default 5"},
        {"json", ARG_FLAG, &o.json, NULL, "what changed as a JSON object"},
    };
    int n, code;
    if (!args_parse(&help, args, COUNT_OF(args), argc, argv, &a->model, 1, &n, &code))
        return code;
    if (n != 1 || !o.out)
        return cli_fail(EXIT_USAGE, "quantize needs a model and --out");
    if (!a->dataset != !a->data)
        return cli_fail(EXIT_USAGE, "--dataset and --data go together");
    struct error err = {0};
    if (a->dataset && answer_options_check(argv[0], a, &err) != ST_OK)
        return cli_error(&err);
    struct nn_file like;
    struct model_keep keep = {o.keep.v, o.keep.n, o.like ? &like : NULL};
    enum status st = o.like ? nn_file_open(o.like, &like, &err) : ST_OK;
    if (st == ST_OK) {
        st = model_quantize(a->model, &keep, o.out, &err);
        if (o.like)
            nn_file_close(&like);
    }
    if (st == ST_OK && a->dataset)
        st = tell_changes(&o, &err);
    return st == ST_OK ? EXIT_ANSWERED : cli_error(&err);
}
