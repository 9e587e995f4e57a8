/* cmd_serve.c - astormer serve: the HTTP API and the web page, until a signal ends it. */
#include "cli/ask.h"
#include "db/db.h"
#include "serve/serve.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const struct command_help help = {
    .usage = "serve DB... [OPTIONS]",
    .about = "A web page and an HTTP API for databases, on this machine only unless a token is set. Files\n"
             "of rows (.csv, .tsv, .jsonl, .json) are the tables of one database; other names are a\n"
             "database each, to be chosen on the page. They are only ever read. GET /openapi.json describes the API. One JSON line a\n"
             "request (question, SQL, rows, ms) goes to --log. SIGTERM or Ctrl-C lets requests in flight\n"
             "end; SIGHUP opens the log anew.",
    .examples = "  astormer serve shop.sqlite\n"
                "  astormer serve shop.sqlite staff.sqlite sales.csv returns.csv --allow-upload\n"
                "  astormer serve shop.sqlite --allow-sql --port 9000 --log access.jsonl\n"
                "  ASTORMER_TOKEN=$(openssl rand -hex 16) astormer serve shop.sqlite --address 0.0.0.0\n"
                "  curl -H 'Content-Type: application/json' localhost:8080/v1/ask \\\n"
                "      -d '{\"question\": \"how many books are there?\"}'",
};

#define MOST_DATABASES 32

struct options {
    struct ask_settings settings;
    struct serve_options serve;
    const char *log;
    struct arg_list hosts;
    const char *wheres[MOST_DATABASES];
    int n_wheres;
    bool allow_upload;
    long max_upload;
    long port, workers, queue, connections, max_body, receive, grace, per_client;
};

static int open_log(const char *name)
{
    if (strcmp(name, "none") == 0)
        return -1;
    if (strcmp(name, "-") == 0)
        return STDERR_FILENO;
    /* a link could lead elsewhere; those of /dev lead to our own descriptors */
    int follow = strncmp(name, "/dev/", 5) == 0 ? 0 : O_NOFOLLOW;
    return open(name, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NONBLOCK | follow, 0600);
}

static bool check(struct options *o)
{
    struct {
        const char *name;
        long value, low, high;
    } ranges[] = {
        {"port", o->port, 0, 65535},           {"workers", o->workers, 0, 256},
        {"queue", o->queue, 1, 100000},        {"connections", o->connections, 1, 60000},
        {"max-body", o->max_body, 100, 1 << 24}, {"grace", o->grace, 0, 3600},
        {"max-upload", o->max_upload, 1, 1 << 30},
        {"receive", o->receive, 100, 3600000}, {"per-client", o->per_client, 0, 100000},
    };
    for (int i = 0; i < COUNT_OF(ranges); i++)
        if (ranges[i].value < ranges[i].low || ranges[i].value > ranges[i].high) {
            cli_fail(0, "--%s must be between %ld and %ld", ranges[i].name, ranges[i].low,
                     ranges[i].high);
            return false;
        }
    if (!o->serve.token)
        o->serve.token = getenv("ASTORMER_TOKEN");
    if (o->serve.token && strlen(o->serve.token) < 8) {
        cli_fail(0, "a token of less than 8 characters protects nothing");
        return false;
    }
    if (!o->serve.token && !serve_is_loopback(o->serve.address)) {
        cli_fail(0, "'%s' can be reached by others: set a token (--token or $ASTORMER_TOKEN), which "
                 "callers must then send", o->serve.address);
        return false;
    }
    return ask_settings_check(&o->settings);
}

/* Signals are taken by the main thread alone, one after the other. */
static void wait_for_end(struct server *server, const sigset_t *signals, const char *log)
{
    for (int got; sigwait(signals, &got) == 0;) {
        if (got != SIGHUP)
            return;
        int fd = open_log(log);
        if (fd >= 0)
            server_log_to(server, fd);
    }
}

/* The databases besides the first, which `talk` has. */
static int open_others(struct options *o, struct talk *talk, struct astormer_database **out, int *n)
{
    struct ask_settings settings = o->settings;
    int code = EXIT_ANSWERED;
    out[(*n)++] = talk->database;
    settings.n_files = 0;
    for (int i = 1; i < o->n_wheres && code == EXIT_ANSWERED; i++) {
        settings.where = o->wheres[i];
        code = database_open(talk->model, &settings, &out[*n]);
        *n += code == EXIT_ANSWERED;
    }
    return code;
}

static int run_server(struct options *o, const sigset_t *signals)
{
    struct server *server;
    struct error err = {0};
    if (server_start(&o->serve, &server, &err) != ST_OK)
        return cli_error(&err);
    bool six = strchr(o->serve.address, ':') != NULL;
    printf("astormer: http://%s%s%s:%d/\n", six ? "[" : "", o->serve.address, six ? "]" : "",
           server_port(server));
    fflush(stdout);
    wait_for_end(server, signals, o->log);
    if (!server_stop(server, (double)o->grace)) {
        cli_fail(0, "a request did not end when it was told to; ending without it");
        _exit(EXIT_DECLINED);
    }
    return EXIT_ANSWERED;
}

static int serve(struct options *o)
{
    struct talk talk;
    struct astormer_database *databases[MOST_DATABASES] = {0};
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGINT);
    sigaddset(&signals, SIGTERM);
    sigaddset(&signals, SIGHUP);
    signal(SIGPIPE, SIG_IGN);
    o->settings.where = o->wheres[0];
    int n = 0, code = talk_open(&talk, &o->settings);
    if (code == EXIT_ANSWERED)
        code = open_others(o, &talk, databases, &n);
    o->serve.log_fd = code == EXIT_ANSWERED ? open_log(o->log) : -1;
    if (code == EXIT_ANSWERED && o->serve.log_fd < 0 && strcmp(o->log, "none") != 0)
        code = cli_fail(EXIT_OPEN, "cannot write '%s': %s", o->log, strerror(errno));
    struct astormer_database_options opening = database_options(&o->settings);
    if (code == EXIT_ANSWERED) {
        pthread_sigmask(SIG_BLOCK, &signals, NULL);
        o->serve.databases = databases;
        o->serve.n_databases = n;
        o->serve.model = talk.model;
        o->serve.opening = &opening;
        code = run_server(o, &signals);
    }
    for (int i = 1; i < n; i++)
        astormer_database_close(databases[i]);
    talk_close(&talk);
    return code;
}

/* Files of rows go together, wherever they stand; every other name is a database of its own. */
static bool sort_names(struct options *o, const char **rest, int n, const char **files)
{
    int first_file = -1;
    o->settings.files = files;
    for (int i = 0; i < n; i++) {
        bool rows = db_rows_file(rest[i]) != ROWS_NONE;
        if (rows && first_file >= 0) {
            files[o->settings.n_files++] = rest[i];
            continue;
        }
        if (o->n_wheres == MOST_DATABASES) {
            cli_fail(0, "at most %d databases", MOST_DATABASES);
            return false;
        }
        first_file = rows ? o->n_wheres : first_file;
        o->wheres[o->n_wheres++] = rest[i];
    }
    if (first_file > 0) { /* what has several files is opened first, with them */
        const char *rows = o->wheres[first_file];
        memmove(o->wheres + 1, o->wheres, sizeof *o->wheres * (size_t)first_file);
        o->wheres[0] = rows;
    }
    return true;
}

/* What was said in numbers, as the server keeps it. */
static void fill_serve(struct options *o)
{
    o->serve.max_upload = o->allow_upload ? (size_t)o->max_upload : 0;
    o->serve.per_client = (int)o->per_client;
    o->serve.port = (int)o->port;
    o->serve.workers = (int)o->workers;
    o->serve.queue = (int)o->queue;
    o->serve.connections = (int)o->connections;
    o->serve.max_body = (size_t)o->max_body;
    o->serve.receive_ms = (int)o->receive;
    o->serve.hosts = o->hosts.v;
    o->serve.n_hosts = o->hosts.n;
    o->serve.max_rows = o->settings.limit;
    o->serve.timeout_ms = (int)o->settings.timeout;
}

int cmd_serve(int argc, char **argv)
{
    serve_begin();
    struct serve_options d = SERVE_DEFAULT;
    struct options o = {.settings = ASK_SETTINGS_OF("serve"), .serve = d, .log = "-", .port = d.port,
                        .queue = d.queue, .connections = d.connections,
                        .max_body = (long)d.max_body, .receive = d.receive_ms, .grace = 10, .per_client = -1,
                        .max_upload = 32 << 20};
    o.settings.limit = d.max_rows;
    o.settings.timeout = d.timeout_ms;
    const struct arg args[] = {
        {"address", ARG_TEXT, &o.serve.address, "ADDRESS", "default 127.0.0.1; others need a token"},
        {"port", ARG_INT, &o.port, "N", "default 8080; 0 takes a free one"},
        {"token", ARG_TEXT, &o.serve.token, "TEXT", "callers must send it; better: $ASTORMER_TOKEN"},
        {"allow-sql", ARG_FLAG, &o.serve.allow_sql, NULL, "callers may run SQL of their own, read-only"},
        {"allow-corrections", ARG_FLAG, &o.serve.allow_corrections, NULL, "callers may say which SQL is right"},
        {"corrections", ARG_TEXT, &o.settings.corrections, "FILE", "where it is kept; default the user's own file"},
        {"allow-upload", ARG_FLAG, &o.allow_upload, NULL, "callers may drop files on the page, kept in memory until it ends"},
        {"max-upload", ARG_INT, &o.max_upload, "BYTES", "of such a file (default 33554432)"},
        {"log", ARG_TEXT, &o.log, "FILE", "'-' is standard error (default), 'none' no log"},
        {"host-name", ARG_LIST, &o.hosts, "NAME", "a name by which callers know this machine"},
        {"workers", ARG_INT, &o.workers, "N", "questions answered at a time; default one a core"},
        {"queue", ARG_INT, &o.queue, "N", "questions that may wait (default 64); more get 503"},
        {"connections", ARG_INT, &o.connections, "N", "open connections (default 512)"},
        {"per-client", ARG_INT, &o.per_client, "N", "questions of one address at a time; default 16, on loopback any"},
        {"max-body", ARG_INT, &o.max_body, "BYTES", "of a request (default 65536)"},
        {"receive", ARG_INT, &o.receive, "MS", "to send a request or take an answer (default 20000)"},
        {"grace", ARG_INT, &o.grace, "SECONDS", "for requests in flight when it ends (default 10)"},
        {"model", ARG_TEXT, &o.settings.model, "FILE", "the model; else $ASTORMER_MODEL, else the one shipped"},
        {"limit", ARG_INT, &o.settings.limit, "ROWS", "rows of an answer at most (default 1000)"},
        {"timeout", ARG_INT, &o.settings.timeout, "MS", "time of a request at most (default 10000)"},
        {"tables", ARG_LIST, &o.settings.tables, "NAME", "show only this table (may be repeated)"},
        {"synonyms", ARG_TEXT, &o.settings.synonyms, "FILE", "'word = table.column' lines, instead of the file beside the database"},
        {"views", ARG_FLAG, &o.settings.views, NULL, "look at views as at tables (else only if named)"},
        {"deny", ARG_LIST, &o.settings.deny, "NAME", "never show this table (may be repeated)"},
        {"cache", ARG_TEXT, &o.settings.cache, "DIR", "where indexes of stored values are kept"},
    };
    static const char *rest[ASK_MAX_WORDS], *files[ASK_MAX_WORDS];
    int n_rest, code;
    if (!args_parse(&help, args, COUNT_OF(args), argc, argv, rest, ASK_MAX_WORDS, &n_rest, &code))
        return code;
    if (n_rest > 0 && !sort_names(&o, rest, n_rest, files))
        return EXIT_USAGE;
    if (n_rest < 1)
        return cli_fail(EXIT_USAGE, "serve needs a database; usage: astormer %s", help.usage);
    if (o.per_client < 0) /* behind a proxy on this machine all come from one address */
        o.per_client = serve_is_loopback(o.serve.address) ? 0 : 16;
    if (!check(&o))
        return EXIT_USAGE;
    fill_serve(&o);
    return serve(&o);
}
