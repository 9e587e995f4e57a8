/* cmd_predict.c - astormer predict: a benchmark's questions answered, one SQL a line. */
#include "cli/answer_args.h"
#include "cli/terminal.h"

static const struct command_help help = {
    .usage = "predict --dataset NAME --data DIR --split SPLIT --model FILE --out pred.sql",
    .about = "Answers the questions of a benchmark, in its order: one SQL a line, a blank line between\n"
             "conversations, as the official scripts and 'astormer score' read them. Later turns of a\n"
             "conversation see the earlier questions, never gold SQL.",
    .examples = "  astormer predict --dataset spider --data data --split dev --model m.safetensors \\\n"
                "      --out pred.sql --gold gold.sql\n"
                "  astormer score --gold gold.sql --pred pred.sql --tables data/spider/tables.json",
};

int cmd_predict(int argc, char **argv)
{
    struct answer_options o = ANSWER_OPTIONS_DEFAULT;
    const char *out = NULL, *gold = NULL;
    const struct arg args[] = {
        ANSWER_ARGS(o),
        {"out", ARG_TEXT, &out, "FILE", "predictions, one SQL a line"},
        {"gold", ARG_TEXT, &gold, "FILE", "also write the gold file that goes with them"},
    };
    int n_rest, code;
    if (!args_parse(&help, args, COUNT_OF(args), argc, argv, NULL, 0, &n_rest, &code))
        return code;
    if (!out)
        return cli_fail(EXIT_USAGE, "predict needs --dataset, --data, --model and --out");
    struct answers answers;
    struct error err = {0};
    if (answer_options_check(argv[0], &o, &err) != ST_OK)
        return cli_error(&err);
    enum status st = answers_make(&o, &answers, &err);
    if (st == ST_OK)
        st = answers_write(&answers, out, gold, o.n_best_out, &err);
    if (st == ST_OK) {
        struct strbuf text = strbuf_in(&answers.arena);
        answers_report(&text, &answers);
        say_text(stderr, "%s", strbuf_text(&text));
    }
    answers_release(&answers);
    return st == ST_OK ? EXIT_ANSWERED : cli_error(&err);
}
