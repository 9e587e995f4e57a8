/* cmd_quantize.c - astormer quantize: a model with its weights in bytes, for answering. */
#include "cli/cli.h"

#include "model/model.h"

static const struct command_help help = {
    .usage = "quantize MODEL --out FILE",
    .about = "Writes the model with the weights of its products as bytes, one scale an output: half the\n"
             "file, mapped into memory instead of read, and faster products. It answers questions like\n"
             "any other; it cannot be trained, averaged or quantised again. What it changes is measured by\n"
             "`astormer eval` with both files and --compare.",
    .examples = "  astormer quantize run/best.safetensors --out models/default.safetensors\n"
                "  astormer quantize m.safetensors --keep plm.encoder.layer.5.output --out m8.safetensors",
};

int cmd_quantize(int argc, char **argv)
{
    const char *out = NULL, *model;
    struct arg_list kept = {0};
    const struct arg args[] = {
        {"out", ARG_TEXT, &out, "FILE", "where it is written"},
        {"keep", ARG_LIST, &kept, "PART", "parameters with this in their name stay in halves; may be repeated"},
    };
    int n, code;
    if (!args_parse(&help, args, COUNT_OF(args), argc, argv, &model, 1, &n, &code))
        return code;
    if (n != 1 || !out)
        return cli_fail(EXIT_USAGE, "quantize needs a model and --out");
    struct error err = {0};
    struct model_keep keep = {kept.v, kept.n};
    if (model_quantize(model, &keep, out, &err) != ST_OK)
        return cli_error(&err);
    return EXIT_ANSWERED;
}
