/* bench_start.c - `astormer bench start`: one question from the start of the program to its end.
 *
 * Whole runs of `astormer --version` and `astormer ask` are timed from outside.  Where the time of
 * the second goes is measured in a process of its own each time, which does what it does and reads
 * the clock in between: a second opening in the same process would find everything warm. */
#include "cli/ask.h"
#include "cli/bench.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum phase { PHASE_MODEL, PHASE_DATABASE, PHASE_SESSION, PHASE_ASK, PHASE_RUN, PHASE_CLOSE, N_PHASES };
static const char *const phase_names[] = {"model", "database", "session", "ask", "run", "close"};

enum { MAX_ROUNDS = 1000 };

struct options {
    struct ask_settings settings;
    const char *question;
    long rounds;
    bool json;
};

struct whole { /* of one program run, milliseconds and megabytes */
    double wall[MAX_ROUNDS], processor[MAX_ROUNDS], resident[MAX_ROUNDS];
};

static double seconds_of(struct timeval t)
{
    return (double)t.tv_sec + 1e-6 * (double)t.tv_usec;
}

/* Runs this very program; false if it did not end well. */
static bool run_program(const char *const *argv, struct whole *to, long round)
{
    double start = now_seconds();
    pid_t child = fork();
    if (child == 0) {
        int nowhere = open("/dev/null", O_WRONLY);
        dup2(nowhere, STDOUT_FILENO);
        execv("/proc/self/exe", (char *const *)argv);
        _exit(127);
    }
    int status = -1;
    struct rusage use = {0};
    if (child < 0 || wait4(child, &status, 0, &use) != child)
        return false;
    to->wall[round] = 1000 * (now_seconds() - start);
    to->processor[round] = 1000 * (seconds_of(use.ru_utime) + seconds_of(use.ru_stime));
    to->resident[round] = (double)use.ru_maxrss / 1024;
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/* ---- the parts ---------------------------------------------------------------------------------- */

static double lap(double *since)
{
    double now = now_seconds(), took = 1000 * (now - *since);
    *since = now;
    return took;
}

/* What `ask` does, with the clock read in between. */
static int ask_in_parts(const struct options *o, double *ms)
{
    struct talk talk = {0};
    double at = now_seconds();
    int code = talk_open_model(&talk, &o->settings);
    ms[PHASE_MODEL] = lap(&at);
    code = code ? code : talk_open_database(&talk, &o->settings);
    ms[PHASE_DATABASE] = lap(&at);
    code = code ? code : talk_open_session(&talk);
    ms[PHASE_SESSION] = lap(&at);
    struct astormer_error err = {0};
    struct astormer_answer *answer = NULL;
    struct astormer_result *rows = NULL;
    struct astormer_ask_options how = talk_options(&o->settings);
    struct astormer_run_options run = run_options(&o->settings);
    if (!code && astormer_ask(talk.session, o->question, &how, &answer, &err) != ASTORMER_OK)
        code = astormer_fail(&err);
    ms[PHASE_ASK] = lap(&at);
    if (!code && astormer_answer_queries(answer) > 0)
        astormer_run(talk.session, astormer_answer_query(answer, 0)->sql, &run, &rows, &err);
    ms[PHASE_RUN] = lap(&at);
    astormer_result_close(rows);
    astormer_answer_close(answer);
    talk_close(&talk);
    ms[PHASE_CLOSE] = lap(&at);
    return code;
}

static bool run_parts(const struct options *o, double *ms)
{
    double *shared = mmap(NULL, sizeof *shared * N_PHASES, PROT_READ | PROT_WRITE,
                          MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED)
        return false;
    pid_t child = fork();
    if (child == 0)
        _exit(ask_in_parts(o, shared));
    int status = -1;
    bool done = child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status) &&
                WEXITSTATUS(status) == 0;
    memcpy(ms, shared, sizeof *ms * N_PHASES);
    munmap(shared, sizeof *shared * N_PHASES);
    return done;
}

/* ---- the report ---------------------------------------------------------------------------------- */

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *values, long n)
{
    qsort(values, (size_t)n, sizeof *values, by_value);
    return values[n / 2];
}

static json_t *whole_json(struct whole *w, long n)
{
    double wall = median(w->wall, n), processor = median(w->processor, n);
    return json_pack("{s:f, s:f, s:f, s:f}", "wall_ms", wall, "wall_ms_best", w->wall[0],
                     "processor_ms", processor, "resident_mb", median(w->resident, n));
}

static json_t *part_json(double *ms, long n)
{
    double middle = median(ms, n);
    return json_pack("{s:f, s:f}", "wall_ms", middle, "wall_ms_best", ms[0]);
}

static void print_whole(const char *name, const json_t *run)
{
    printf("%-10s %8.1f ms (best %.1f), %.1f ms of processor, %.1f MB\n", name,
           json_number_value(json_object_get(run, "wall_ms")),
           json_number_value(json_object_get(run, "wall_ms_best")),
           json_number_value(json_object_get(run, "processor_ms")),
           json_number_value(json_object_get(run, "resident_mb")));
}

static void report(const struct options *o, json_t *all)
{
    if (o->json) {
        json_dumpf(all, stdout, JSON_INDENT(1) | JSON_REAL_PRECISION(6));
        putchar('\n');
        return;
    }
    printf("median of %ld runs, wall clock\n", o->rounds);
    print_whole("--version", json_object_get(all, "version"));
    print_whole("ask", json_object_get(all, "ask"));
    for (int i = 0; i < N_PHASES; i++) {
        const json_t *part = json_object_get(json_object_get(all, "parts"), phase_names[i]);
        printf("  %-10s %6.2f ms (best %.2f)\n", phase_names[i],
               json_number_value(json_object_get(part, "wall_ms")),
               json_number_value(json_object_get(part, "wall_ms_best")));
    }
}

static int measure(const struct options *o)
{
    static struct whole version, ask;
    static double parts[N_PHASES][MAX_ROUNDS];
    const char *only_version[] = {"astormer", "--version", NULL};
    const char *asking[] = {"astormer", "ask", o->settings.where, o->question,
                            o->settings.model ? "--model" : NULL, o->settings.model, NULL};
    for (long i = 0; i < o->rounds; i++) {
        double ms[N_PHASES];
        if (!run_program(only_version, &version, i) || !run_program(asking, &ask, i) ||
            !run_parts(o, ms))
            return cli_fail(EXIT_DECLINED, "the question was not answered");
        for (int k = 0; k < N_PHASES; k++)
            parts[k][i] = ms[k];
    }
    json_t *split = json_object();
    for (int k = 0; k < N_PHASES; k++)
        json_object_set_new(split, phase_names[k], part_json(parts[k], o->rounds));
    json_t *all = json_pack("{s:i, s:o, s:o, s:o}", "runs", (int)o->rounds, "version",
                            whole_json(&version, o->rounds), "ask", whole_json(&ask, o->rounds),
                            "parts", split);
    report(o, all);
    json_decref(all);
    return EXIT_ANSWERED;
}

int bench_start(int argc, char **argv)
{
    struct options o = {.settings = ASK_SETTINGS, .rounds = 11};
    const struct arg args[] = {
        {"model", ARG_TEXT, &o.settings.model, "FILE", "else $ASTORMER_MODEL, else the one shipped"},
        {"rounds", ARG_INT, &o.rounds, "N", "how often (default 11)"},
        {"json", ARG_FLAG, &o.json, NULL, "one JSON object"},
    };
    static const struct command_help help = {
        "bench start DB QUESTION [OPTIONS]",
        "Times `astormer --version` and `astormer ask DB QUESTION` from the start of the program to its\n"
        "end, and splits the second: opening model, database and session, asking, running, closing.",
        "  astormer bench start shop.sqlite \"how many books are there?\" --model m.safetensors"};
    const char *rest[2];
    int n_rest, code;
    if (!args_parse(&help, args, COUNT_OF(args), argc, argv, rest, 2, &n_rest, &code))
        return code;
    if (n_rest != 2)
        return cli_fail(EXIT_USAGE, "bench start wants a database and a question");
    if (o.rounds < 1 || o.rounds > MAX_ROUNDS)
        return cli_fail(EXIT_USAGE, "--rounds must be 1 to %d", MAX_ROUNDS);
    o.settings.where = rest[0];
    o.question = rest[1];
    return measure(&o);
}
