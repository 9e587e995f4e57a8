/* cmd_calibrate.c - astormer calibrate: asks questions whose answers are known, in the way a user
 * asks, sees which answers are right, and fits confidence to that. */
#include "cli/cli.h"
#include "cli/terminal.h"
#include "report/calibration.h"
#include "report/second_look.h"
#include "train/train.h"

#include <stdlib.h>

static const struct command_help help = {
    .usage = "calibrate --model FILE (--dataset NAME --data DIR | --from FILE) [OPTIONS]",
    .about = "Asks the questions of a benchmark's held-out databases (never trained on: same --holdout and\n"
             "--holdout-seed as the training run had), runs the answers and the gold SQL, and fits the\n"
             "probability that an answer is right. Prints how reliable that is on databases left out of\n"
             "the fit, and writes the coefficients into the model file. Of a model that gives verdicts also\n"
             "below which of them to decline: at the cost of 3 % of the questions that can be answered.\n"
             "With --second-look it fits how the candidates are ordered once they have been run, with a\n"
             "weight for the model's judge if it has one; the confidence is then fitted anew, by a second\n"
             "call. What --save writes is also what `astormer judge` learns from.",
    .examples = "  astormer calibrate --model m.safetensors --dataset spider --data data --save judged.jsonl\n"
                "  astormer calibrate --model m.safetensors --from judged.jsonl --dry-run",
};

struct options {
    struct arg_list datasets;
    const char *data, *split, *model, *from, *save, *out;
    double holdout;
    long holdout_seed, limit, workers, beam;
    double doubt;
    bool second_look, ablation, dry_run;
};

static void print_reliability(const struct reliability *r, const char *what)
{
    printf("\n%s\nconfidence    answers  said  right\n", what);
    for (int i = 0; i < RELIABILITY_BINS; i++)
        if (r->bins[i].n > 0)
            printf("%3d - %3d%%  %8d  %3.0f%%   %3.0f%%\n", 100 * i / RELIABILITY_BINS,
                   100 * (i + 1) / RELIABILITY_BINS, r->bins[i].n,
                   100 * r->bins[i].confidence / r->bins[i].n,
                   100.0 * r->bins[i].right / r->bins[i].n);
    int sure = 0, sure_wrong = 0;
    for (int i = 8; i < RELIABILITY_BINS; i++) {
        sure += r->bins[i].n;
        sure_wrong += r->bins[i].n - r->bins[i].right;
    }
    printf("expected calibration error %.3f, Brier score %.3f; of %d answers at 80%% and more %d are wrong "
           "(%.1f%%)\n", r->error, r->brier, sure, sure_wrong, 100.0 * sure_wrong / MAX(sure, 1));
}

static void print_fitted(const struct calibration_fitted *f)
{
    print_reliability(&f->before, "uncalibrated");
    print_reliability(&f->left_out, "calibrated, on databases left out of the fit");
    json_t *json = calibration_json(&f->calibration);
    char *text = json_dumps(json, JSON_INDENT(2) | JSON_REAL_PRECISION(6));
    printf("\n%s\n", text);
    free(text);
    json_decref(json);
    const struct declining *d = &f->declining;
    if (d->below >= 0)
        printf("\ndeclining below %.3f: %.1f%% of %d questions that can be answered, %.1f%% of %d "
               "that cannot\n", d->below, 100 * DECLINED_SHARE, d->n_answerable,
               100.0 * d->declined_other / MAX(d->n_other, 1), d->n_other);
}

static enum status records_of(const struct options *o, json_t **out, struct error *err)
{
    if (o->from)
        return calibration_load(o->from, out, err);
    struct calibration_source from = {
        .datasets = arg_texts(&o->datasets), .data = o->data, .split = o->split, .model = o->model,
        .holdout = o->holdout, .holdout_seed = (int)o->holdout_seed, .limit = o->limit,
        .beam = (int)o->beam, .workers = (int)o->workers};
    long unjudged;
    enum status st = calibration_ask(&from, out, &unjudged, err);
    if (st == ST_OK)
        printf("%zu answers judged, %ld could not be\n", json_array_size(*out), unjudged);
    return st;
}

static enum status fit_confidence(const struct options *o, const json_t *all, const char *to,
                                  struct error *err)
{
    struct calibration_fitted fitted;
    enum status st = calibration_make(all, &fitted, err);
    if (st == ST_OK)
        print_fitted(&fitted);
    return st == ST_OK && !o->dry_run ? calibration_store(&fitted, o->model, to, err) : st;
}

static void print_judged(const struct look_fitted *f)
{
    double n = MAX(f->n, 1) / 100.0;
    printf("without the judge %.1f%%; the judge asked always %.1f%%, where in doubt (%.1f%% of the "
           "questions) %.1f%%", f->unjudged / n, f->always / n, f->asked / n, f->after / n);
    if (f->blind >= 0)
        printf("; always, without what queries returned %.1f%%", f->blind / n);
    printf("\n");
}

static enum status fit_second_look(const struct options *o, json_t *all, const char *to,
                                   struct error *err)
{
    struct look_fitted f;
    bool judged;
    enum status st = second_look_judge(all, o->model, (int)o->workers, o->ablation, &judged, err);
    if (st == ST_OK)
        st = second_look_fit(all, o->doubt, &f, err);
    if (st != ST_OK)
        return st;
    double n = MAX(f.n, 1) / 100.0;
    printf("\n%d questions; right first as search orders them %.1f%%, by a second look (databases left "
           "out of the fit) %.1f%%, among the candidates %.1f%%\n", f.n, f.before / n, f.after / n,
           f.within / n);
    if (f.judged)
        print_judged(&f);
    printf("\n");
    for (int k = 0; k < N_LOOKS; k++)
        printf("%-16s %8.3f\n", look_names[k], f.look.weights[k]);
    return o->dry_run ? ST_OK : second_look_store(&f, o->model, to, err);
}

static int run(const struct options *o)
{
    struct error err = {0};
    json_t *all = NULL;
    const char *to = o->out ? o->out : o->model;
    enum status st = records_of(o, &all, &err);
    if (st == ST_OK && o->save)
        st = calibration_save(all, o->save, &err);
    if (st == ST_OK)
        st = o->second_look ? fit_second_look(o, all, to, &err) : fit_confidence(o, all, to, &err);
    json_decref(all);
    if (st != ST_OK)
        return cli_error(&err);
    if (!o->dry_run)
        say_text(stdout, "written to %s\n", to);
    return EXIT_ANSWERED;
}

int cmd_calibrate(int argc, char **argv)
{
    struct train_settings defaults = train_settings_default();
    struct options o = {.split = "train", .holdout = defaults.holdout,
                        .holdout_seed = defaults.holdout_seed, .beam = 5,
                        .doubt = LOOK_DOUBT};
    const struct arg args[] = {
        {"model", ARG_TEXT, &o.model, "FILE", "the model; its file is rewritten"},
        {"dataset", ARG_LIST, &o.datasets, "NAME", "benchmark to ask; may be repeated"},
        {"data", ARG_TEXT, &o.data, "DIR", "folder that holds it"},
        {"split", ARG_TEXT, &o.split, "NAME", "default train, of which only held-out databases are asked"},
        {"holdout", ARG_REAL, &o.holdout, "SHARE", "share of databases held out; 1 = all (default: as in training)"},
        {"holdout-seed", ARG_INT, &o.holdout_seed, "N", "which ones (default: as in training)"},
        {"limit", ARG_INT, &o.limit, "N", "only the first N questions of each benchmark"},
        {"beam", ARG_INT, &o.beam, "K", "default 5"},
        {"workers", ARG_INT, &o.workers, "N", "threads; default one a core"},
        {"save", ARG_TEXT, &o.save, "FILE", "also write the judged answers, one JSON object a line"},
        {"from", ARG_TEXT, &o.from, "FILE", "judged answers of an earlier --save, instead of asking"},
        {"out", ARG_TEXT, &o.out, "FILE", "write the model there instead"},
        {"second-look", ARG_FLAG, &o.second_look, NULL, "fit what orders the candidates, not the confidence in the first"},
        {"doubt", ARG_REAL, &o.doubt, "NATS", "of a second look: the judge is asked if the first is ahead by less (default 3)"},
        {"ablation", ARG_FLAG, &o.ablation, NULL, "of a second look: also how the judge fares without what queries returned"},
        {"dry-run", ARG_FLAG, &o.dry_run, NULL, "write nothing"},
    };
    int n_rest, code;
    if (!args_parse(&help, args, COUNT_OF(args), argc, argv, NULL, 0, &n_rest, &code))
        return code;
    if (!o.model || (!o.from && (!o.datasets.n || !o.data)))
        return cli_fail(EXIT_USAGE, "calibrate needs --model, and --dataset with --data or --from");
    return run(&o);
}
