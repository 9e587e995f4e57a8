/* cmd_info.c - what this build was made of, and what a model file holds. */
#include "cli/cli.h"
#include "cli/terminal.h"

#include "engine/engine.h"
#include "model/model.h"
#include "version.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const struct command_help help = {
    .usage = "info [MODEL]",
    .about = "Without a model: the version, and the libraries it runs with. With one: its size, settings,\n"
             "grammar, and what it says of itself (training data, scores, licence, calibration). With\n"
             "--add, the keys of a JSON object become part of that.",
    .examples = "  astormer info\n  astormer info models/default.safetensors\n"
                "  astormer info m.safetensors --json | jq .about",
};

static int print_build(bool json)
{
    if (json) {
        json_t *out = json_pack("{s:s, s:s, s:s, s:i}", "astormer", ASTORMER_VERSION, "sqlite",
                                db_sqlite_version(), "blas", nn_blas_name(), "cores",
                                cpu_count());
        json_dumpf(out, stdout, JSON_INDENT(2));
        putchar('\n');
        json_decref(out);
        return EXIT_ANSWERED;
    }
    printf("astormer  %s\nsqlite    %s\nblas      %s\ncores     %d\n", ASTORMER_VERSION,
           db_sqlite_version(), nn_blas_name(), cpu_count());
    struct arena arena = {0};
    const char *model;
    bool found = model_default_path(&arena, &model, NULL) == ST_OK;
    printf("model     %s\n", found ? model : "none; see 'astormer ask --help'");
    arena_release(&arena);
    return EXIT_ANSWERED;
}

/* ---- a model file ---------------------------------------------------------------------------------------- */

struct facts {
    long long file_bytes, parameters;
    const char *dtype;
    json_t *config, *about;
    struct grammar *grammar;
    struct loaded_model *loaded;
};

static const char *dtype_name(enum nn_dtype dtype)
{
    return dtype == NN_F32 ? "F32" : dtype == NN_F16 ? "F16" : "other";
}

static enum status read_facts(const char *path, struct facts *out, struct error *err)
{
    *out = (struct facts){0};
    enum status st = model_open(path, &out->loaded, err);
    if (st != ST_OK)
        return st;
    struct nn_file file;
    st = nn_file_open(path, &file, err);
    if (st != ST_OK)
        return st;
    struct stat info;
    out->file_bytes = stat(path, &info) == 0 ? (long long)info.st_size : 0;
    for (int i = 0; i < file.n_tensors; i++)
        out->parameters += file.tensors[i].dtype == NN_U8 ? 0 : file.tensors[i].count; /* no texts */
    out->dtype = dtype_name(file.n_tensors ? file.tensors[0].dtype : NN_F32);
    nn_file_close(&file);
    int n;
    const struct setting *table = model_settings(&n);
    out->config = settings_to_json(table, n, model_config_of(out->loaded->model));
    const char *about = out->loaded->card.about;
    out->about = about ? json_loads(about, 0, NULL) : NULL;
    if (!out->about)
        out->about = json_object();
    return ST_OK;
}

static void print_value(const json_t *value)
{
    char *text = json_dumps(value, JSON_ENCODE_ANY | JSON_COMPACT | JSON_REAL_PRECISION(6));
    const char *plain = json_string_value(value);
    struct arena arena = {0};
    const char *shown = plain ? plain : text ? text : "?";
    puts(text_visible(&arena, shown, strlen(shown), false));
    arena_release(&arena);
    free(text);
}

/* Settings that differ from what a new model would have come first: they tell models apart. */
static void print_config(const json_t *config)
{
    int n;
    const struct setting *table = model_settings(&n);
    struct model_config defaults = model_config_default();
    json_t *usual = settings_to_json(table, n, &defaults);
    for (int pass = 0; pass < 2; pass++) {
        puts(pass ? "\nsettings as usual" : "\nsettings of its own");
        for (int i = 0; i < n; i++) {
            const json_t *value = json_object_get(config, table[i].name);
            bool same = json_equal(value, json_object_get(usual, table[i].name));
            if (same != (pass == 1))
                continue;
            printf("  %-18s ", table[i].name);
            print_value(value);
        }
    }
    json_decref(usual);
}

static void print_facts(const char *path, const struct facts *f)
{
    const struct grammar *g = model_grammar(f->loaded->model);
    say_text(stdout, "file        %s\nsize        %.1f MB, %.1f million parameters as %s\n", path,
           (double)f->file_bytes / 1e6, (double)f->parameters / 1e6, f->dtype);
    printf("grammar     %d rules, %d node types, %d fields\n", g->n_rules, g->n_types,
           g->n_fields);
    printf("vocabulary  %d sub-words\n", f->loaded->vocab.n_pieces);
    printf("calibrated  %s\n", json_object_get(f->about, "calibration") ? "yes" : "no");
    puts("\nwhat it says of itself");
    const char *key;
    json_t *value;
    json_object_foreach(f->about, key, value) {
        struct arena arena = {0};
        printf("  %-22s ", text_visible(&arena, key, strlen(key), false));
        arena_release(&arena);
        print_value(value);
    }
    if (json_object_size(f->about) == 0)
        puts("  nothing");
    print_config(f->config);
}

static void print_facts_json(const char *path, const struct facts *f)
{
    const struct grammar *g = model_grammar(f->loaded->model);
    json_t *out = json_pack("{s:s, s:I, s:I, s:s, s:{s:i, s:i, s:i, s:s}, s:i, s:O, s:O}", "file",
                            path, "bytes", (json_int_t)f->file_bytes, "parameters",
                            (json_int_t)f->parameters, "dtype", f->dtype, "grammar", "rules",
                            g->n_rules, "types", g->n_types, "fields", g->n_fields, "text",
                            f->loaded->card.grammar, "vocabulary", f->loaded->vocab.n_pieces,
                            "config", f->config, "about", f->about);
    json_dumpf(out, stdout, JSON_INDENT(2) | ANSWER_JSON_FLAGS);
    putchar('\n');
    json_decref(out);
}

static enum status add_about(const char *model, const char *add, const char *out,
                             struct error *err)
{
    json_t *more;
    enum status st = json_read_file(add, &more, err);
    if (st != ST_OK)
        return st;
    st = json_is_object(more) ? model_add_about(model, more, out ? out : model, err)
                              : fail(err, ST_INPUT, "%s: expected a JSON object", add);
    json_decref(more);
    return st;
}

int cmd_info(int argc, char **argv)
{
    bool json = false;
    const char *add = NULL, *out = NULL;
    const struct arg args[] = {
        {"json", ARG_FLAG, &json, NULL, "print JSON"},
        {"add", ARG_TEXT, &add, "FILE", "add what this JSON object says to the model's own words"},
        {"out", ARG_TEXT, &out, "MODEL", "with --add: write here instead of over the model"},
    };
    const char *rest[1];
    int n_rest, code;
    if (!args_parse(&help, args, COUNT_OF(args), argc, argv, rest, 1, &n_rest, &code))
        return code;
    if (n_rest == 0)
        return print_build(json);
    struct facts facts;
    struct error err = {0};
    code = EXIT_ANSWERED;
    if (add && add_about(rest[0], add, out, &err) != ST_OK)
        return cli_error(&err);
    if (add && out)
        rest[0] = out;
    if (read_facts(rest[0], &facts, &err) != ST_OK)
        code = cli_fail(EXIT_OPEN, "%s", err.message);
    else if (json)
        print_facts_json(rest[0], &facts);
    else
        print_facts(rest[0], &facts);
    json_decref(facts.config);
    json_decref(facts.about);
    model_close(facts.loaded);
    return code;
}
