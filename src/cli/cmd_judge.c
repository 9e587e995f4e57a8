/* cmd_judge.c - astormer judge: trains the network that reads question and candidate anew, and puts it
 * into a model file. */
#include "cli/cli.h"
#include "cli/terminal.h"
#include "train/judge.h"

#include <signal.h>
#include <string.h>

static const struct command_help help = {
    .usage = "judge --model FILE --lists FILE... --out FILE [--set K=V]...",
    .about = "Trains the judge: a small network that reads the question, what a candidate does in a\n"
             "sentence and what it returned, and says how well they fit. It learns from lists of\n"
             "candidates judged right or wrong, which `astormer calibrate --save` writes; some of their\n"
             "databases are kept aside to choose the update. The parser's weights keep their bits. The\n"
             "judge has a say only after `astormer calibrate --second-look` has given it a weight.\n"
             "With --start it goes on from the judge of a model file; without lists that judge is put\n"
             "into the model as it is, which wants a parser that has kept its word embeddings.",
    .examples = "  astormer calibrate --model m.safetensors --dataset corpus --data corpus --split train \\\n"
                "      --holdout 1 --second-look --dry-run --save lists.jsonl\n"
                "  astormer judge --model m.safetensors --lists lists.jsonl --out judged.safetensors\n"
                "  astormer judge --model m.safetensors --lists a.jsonl --lists b.jsonl \\\n"
                "      --set layers=3 --set steps=2000 --set precision=bf16 --out judged.safetensors\n"
                "  astormer judge --model next.safetensors --start judged.safetensors --out both.safetensors",
};

struct options {
    const char *model, *out, *plm, *start;
    struct arg_list lists, set;
    long workers;
};

struct session {
    const struct options *o;
    struct judge_settings settings;
    struct loaded_model *source;
    struct model *model;
    struct judge_lists lists;
    struct arena arena;
    json_t *said; /* what the file of --start says of its judge, or NULL */
};

static volatile sig_atomic_t stop_requested;

static void on_signal(int signal_number)
{
    (void)signal_number;
    stop_requested = 1;
}

static enum status read_settings(struct session *s, struct error *err)
{
    int n;
    const struct setting *table = judge_settings_table(&n);
    s->settings = judge_settings_default();
    enum status st = ST_OK;
    for (int i = 0; st == ST_OK && i < s->o->set.n; i++)
        st = settings_set(table, n, &s->settings, s->o->set.v[i], err);
    return st;
}

/* The model of a file as numbers that can be computed with, and a judge beside the parser. */
static enum status make_from(const struct session *s, const struct loaded_model *source,
                             const char *path, struct model **out, struct error *err)
{
    struct model_config config = *model_config_of(source->model);
    config.judge_layers = s->settings.layers;
    config.plm_dropout = s->settings.dropout;
    enum status st = model_new(&config, model_grammar(source->model), (uint64_t)s->settings.seed,
                               out, err);
    return st == ST_OK ? model_start_from(*out, NULL, path, NULL, err) : st;
}

/* Goes on from the judge of another file. */
static enum status take_judge(struct session *s, struct error *err)
{
    struct loaded_model *source = NULL;
    struct model *other = NULL;
    enum status st = model_open(s->o->start, &source, err);
    if (st == ST_OK && model_config_of(source->model)->judge_layers != s->settings.layers)
        st = fail(err, ST_INPUT, "its judge has %d layers, not %d",
                  model_config_of(source->model)->judge_layers, s->settings.layers);
    if (st == ST_OK)
        st = make_from(s, source, s->o->start, &other, err);
    if (st == ST_OK)
        st = model_judge_take(s->model, other, err);
    json_t *about = st == ST_OK && source->card.about ? json_loads(source->card.about, 0, NULL) : NULL;
    s->said = json_incref(json_object_get(about, "judge"));
    json_decref(about);
    model_free(other);
    model_close(source);
    return st == ST_OK ? st : fail_in(err, "%s", s->o->start);
}

static enum status make_model(struct session *s, struct error *err)
{
    enum status st = make_from(s, s->source, s->o->model, &s->model, err);
    if (s->o->start)
        return st == ST_OK ? take_judge(s, err) : st;
    const char *plm = s->o->plm ? arena_printf(&s->arena, "%s/model.safetensors", s->o->plm) : NULL;
    if (plm && !file_exists(plm))
        plm = arena_printf(&s->arena, "%s/model.fp16.safetensors", s->o->plm);
    return st == ST_OK ? model_judge_start(s->model, plm, err) : st;
}

static void show(void *context, const struct judge_score *score, double train_loss)
{
    (void)context;
    fprintf(stderr, "update %ld: loss %.4f, held out %.4f; right first %.1f%% of %d lists "
            "(by log-probability %.1f%%)\n", score->step, train_loss, score->loss,
            100 * score->first, score->n, 100 * score->search);
}

static enum status save(struct session *s, const struct judge_score *best, struct error *err)
{
    int n;
    const struct setting *table = judge_settings_table(&n);
    json_t *more = json_pack("{s:{s:o, s:i, s:I, s:f, s:f}}", "judge", "settings",
                             settings_to_json(table, n, &s->settings), "lists", s->lists.n, "update",
                             (json_int_t)best->step, "held_out_loss", best->loss,
                             "held_out_right_first", best->first);
    enum status st = model_save_judge(s->model, s->o->model, more, s->o->out, err);
    json_decref(more);
    return st;
}

/* The judge as it was taken, with what was said of it. */
static enum status save_taken(struct session *s, struct error *err)
{
    json_t *more = json_pack("{s:O*}", "judge", s->said);
    enum status st = model_save_judge(s->model, s->o->model, more, s->o->out, err);
    json_decref(more);
    return st;
}

static enum status run(struct session *s, struct error *err)
{
    enum status st = read_settings(s, err);
    if (st == ST_OK)
        st = model_open(s->o->model, &s->source, err);
    if (st == ST_OK)
        st = make_model(s, err);
    for (int i = 0; st == ST_OK && i < s->o->lists.n; i++)
        st = judge_lists_read(&s->arena, &s->source->vocab, &s->settings, s->o->lists.v[i],
                              &s->lists, err);
    if (st != ST_OK || s->o->lists.n == 0)
        return st == ST_OK ? save_taken(s, err) : st;
    fprintf(stderr, "%d of %ld lists have right and wrong candidates\n", s->lists.n, s->lists.read);
    struct judge_score best;
    struct pool *pool = pool_new(s->o->workers > 0 ? (int)s->o->workers : cpu_count());
    struct judge_job job = {.settings = s->settings, .model = s->model, .lists = &s->lists,
                            .pool = pool, .stop = &stop_requested, .watch = show};
    st = judge_train(&job, &best, err);
    pool_free(pool);
    return st == ST_OK ? save(s, &best, err) : st;
}

int cmd_judge(int argc, char **argv)
{
    struct options o = {0};
    const struct arg args[] = {
        {"model", ARG_TEXT, &o.model, "FILE", "the model whose candidates are judged"},
        {"lists", ARG_LIST, &o.lists, "FILE", "judged candidates of calibrate --save; may be repeated"},
        {"out", ARG_TEXT, &o.out, "FILE", "the model with its judge"},
        {"start", ARG_TEXT, &o.start, "FILE", "go on from the judge of this model file; without --lists: take it as it is"},
        {"plm", ARG_TEXT, &o.plm, "DIR", "start from this language model's layers, not from the parser's"},
        {"set", ARG_LIST, &o.set, "K=V", "a setting (train/judge.def); may be repeated"},
        {"workers", ARG_INT, &o.workers, "N", "threads; default one a core"},
    };
    int n, code;
    if (!args_parse(&help, args, COUNT_OF(args), argc, argv, NULL, 0, &n, &code))
        return code;
    if (!o.model || (!o.lists.n && !o.start) || !o.out)
        return cli_fail(EXIT_USAGE, "judge needs --model, --out, and --lists or --start");
    struct sigaction action = {.sa_handler = on_signal};
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    struct session s = {.o = &o};
    struct error err = {0};
    enum status st = run(&s, &err);
    json_decref(s.said);
    model_free(s.model);
    model_close(s.source);
    arena_release(&s.arena);
    if (st != ST_OK)
        return cli_error(&err);
    say_text(stdout, "written to %s\n", o.out);
    return EXIT_ANSWERED;
}
