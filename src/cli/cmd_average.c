/* cmd_average.c - astormer average: the mean of several checkpoints of a run as one model. */
#include "cli/cli.h"

#include "model/model.h"

static const struct command_help help = {
    .usage = "average MODEL MODEL [MODEL...] --out FILE",
    .about = "Writes a model whose weights are the mean of those given: the last few of one run are\n"
             "often better together than each alone. They must be of the same settings, grammar and\n"
             "vocabulary. `astormer train --set keep=5` keeps the models of the last five evaluations.",
    .examples = "  astormer average run/step-*.safetensors --out run/average.safetensors",
};

enum { MAX_MODELS = 256 };

int cmd_average(int argc, char **argv)
{
    const char *out = NULL, *models[MAX_MODELS];
    const struct arg args[] = {
        {"out", ARG_TEXT, &out, "FILE", "where it is written"},
    };
    int n, code;
    if (!args_parse(&help, args, COUNT_OF(args), argc, argv, models, MAX_MODELS, &n, &code))
        return code;
    if (n < 2 || !out)
        return cli_fail(EXIT_USAGE, "average needs two models or more, and --out");
    struct error err = {0};
    if (model_average(models, n, out, &err) != ST_OK)
        return cli_error(&err);
    return EXIT_ANSWERED;
}
