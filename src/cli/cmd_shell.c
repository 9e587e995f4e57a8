/* cmd_shell.c - astormer shell: a conversation with a database. */
#include "cli/shell.h"

#include "cli/hints.h"
#include "cli/line_input.h"
#include "cli/pager.h"
#include "cli/terminal.h"

#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static const struct command_help help = {
    .usage = "shell DB [OPTIONS]",
    .about = "A conversation: each question sees the ones before it. History, completion of names and\n"
             "stored values with Tab, dot commands (.help lists them). SQL that is typed is run as it is,\n"
             "read-only. Ctrl-C stops a running query; long results go through $PAGER.",
    .examples = "  astormer shell shop.sqlite\n"
                "  astormer shell shop.sqlite --confirm\n"
                "  printf '%s\\n' 'list the novels' 'how many are there?' .sql | astormer shell shop.sqlite",
};

/* ---- running --------------------------------------------------------------------------------------------------- */

static void stop_session(void *context)
{
    astormer_session_cancel(context);
}

/* Shows the rows and lets go of them; false if there are none because of the error. */
static bool show_rows(struct shell *s, struct astormer_result *rows,
                      const struct astormer_error *err)
{
    if (!rows) {
        astormer_fail(err);
        return false;
    }
    FILE *to = pager_begin(astormer_result_rows(rows) + 3);
    rows_print(to, rows, s->format, terminal_width(stdout));
    pager_end(to);
    rows_print_count(stdout, rows);
    astormer_result_close(rows);
    return true;
}

bool shell_run(struct shell *s, const char *sql)
{
    struct astormer_result *rows;
    struct astormer_error err = {0};
    struct astormer_run_options how = run_options(&s->settings);
    line_input_on_interrupt(stop_session, s->talk.session);
    astormer_run(s->talk.session, sql, &how, &rows, &err);
    line_input_on_interrupt(NULL, NULL);
    return show_rows(s, rows, &err);
}

bool shell_show(struct shell *s, int query)
{
    struct astormer_result *rows;
    struct astormer_error err = {0};
    struct astormer_run_options how = run_options(&s->settings);
    line_input_on_interrupt(stop_session, s->talk.session);
    astormer_answer_rows(s->talk.session, s->answer, query, &how, &rows, &err);
    line_input_on_interrupt(NULL, NULL);
    return show_rows(s, rows, &err);
}

void shell_set_sql(struct shell *s, const char *sql, bool edited)
{
    char *copy = strdup(sql);
    free(s->sql);
    s->sql = copy;
    s->edited = edited;
}

void shell_forget_conversation(struct shell *s)
{
    for (int i = 0; i < s->n_turns; i++)
        free(s->turns[i]);
    s->n_turns = 0;
    s->n_before = 0;
}

/* Adds the question to the conversation; a very long one loses its beginning. */
static void remember_turn(struct shell *s, const char *question)
{
    if (s->n_turns == SHELL_MAX_TURNS) {
        free(s->turns[0]);
        memmove(s->turns, s->turns + 1, sizeof s->turns[0] * (SHELL_MAX_TURNS - 1));
        s->n_turns--;
        s->n_before = MAX(s->n_before - 1, 0);
    }
    s->turns[s->n_turns++] = strdup(question);
}

/* ---- editing ----------------------------------------------------------------------------------------------------- */

static bool run_editor(const char *path)
{
    pid_t child = fork();
    if (child == 0) {
        execl("/bin/sh", "sh", "-c", "${VISUAL:-${EDITOR:-vi}} \"$0\"", path, (char *)NULL);
        _exit(127);
    }
    int status = -1;
    while (child > 0 && waitpid(child, &status, 0) < 0)
        ;
    return child > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static char *read_back(const char *path, const char *before)
{
    struct arena arena = {0};
    struct slice text;
    struct error err = {0};
    char *out = NULL;
    if (file_read(&arena, path, (size_t)1 << 20, &text, &err) != ST_OK) {
        cli_error(&err);
    } else {
        while (text.n > 0 && strchr(" \t\r\n", text.s[text.n - 1]))
            text.n--;
        if (memchr(text.s, '\0', text.n))
            cli_fail(0, "the edited text holds a NUL byte");
        else if (text.n > 0 && !slice_equal(text, before))
            out = strndup(text.s, text.n);
    }
    arena_release(&arena);
    return out;
}

char *shell_edit(const char *text)
{
    const char *folder = getenv("TMPDIR");
    char path[4096];
    snprintf(path, sizeof path, "%s/astormer-XXXXXX.sql", folder && *folder ? folder : "/tmp");
    int fd = mkstemps(path, 4);
    if (fd < 0) {
        cli_fail(0, "cannot make a file to edit in '%s'", path);
        return NULL;
    }
    size_t n = strlen(text);
    bool written = write(fd, text, n) == (ssize_t)n && write(fd, "\n", 1) == 1;
    close(fd);
    char *out = NULL;
    if (written && run_editor(path))
        out = read_back(path, text);
    else
        cli_fail(0, "the editor failed; set EDITOR to one that works");
    unlink(path);
    return out;
}

/* ---- a question ----------------------------------------------------------------------------------------------------- */

/* With --confirm: may the SQL just shown be run?  It may also be changed first. */
static bool confirmed(struct shell *s)
{
    bool bad;
    char *line = s->confirm ? line_input_read("run it? [Y]es, [n]o, [e]dit ", false, &bad) : NULL;
    bool yes = !s->confirm || (line && (!*line || *line == 'y' || *line == 'Y'));
    if (line && (*line == 'e' || *line == 'E')) {
        char *text = shell_edit(s->sql);
        if (text) {
            shell_set_sql(s, text, true);
            answer_print_sql(stdout, text);
        }
        free(text);
        yes = true;
    }
    free(line);
    return yes;
}

/* What it might mean, with first rows; nothing counts as the answer until one is chosen. */
static void shell_readings(struct shell *s)
{
    line_input_on_interrupt(stop_session, s->talk.session);
    astormer_answer_preview(s->talk.session, s->answer, NULL);
    line_input_on_interrupt(NULL, NULL);
    answer_print_readings(stdout, s->answer, 0,
                          "a number shows the rows of that reading, and .good then keeps it");
}

static void show_answer(struct shell *s)
{
    const struct astormer_summary *summary = astormer_answer_summary(s->answer);
    if (summary->declined) {
        cli_fail(0, "not answered: %s", summary->declined);
        if (astormer_answer_queries(s->answer) > 0)
            shell_readings(s);
        return;
    }
    remember_turn(s, s->question);
    if (summary->unsure && !s->confirm) {
        shell_readings(s);
        return;
    }
    answer_print_sql(stdout, s->sql);
    if (!confirmed(s))
        return;
    putchar('\n');
    if (s->edited ? shell_run(s, s->sql) : shell_show(s, 0))
        shell_note_answer(s);
    answer_print_notes(stdout, s->answer, 0);
    answer_print_alternatives(stdout, s->answer, 0);
}

/* Asked once more, a question follows up on what came before it, not on itself. */
static void drop_repeated_turn(struct shell *s, const char *question)
{
    if (s->n_turns > 0 && equal_nocase(s->turns[s->n_turns - 1], question))
        free(s->turns[--s->n_turns]);
}

/* What the last turn was answered with, as it was edited or chosen; NULL if another question came between. */
static const char *sql_before(const struct shell *s)
{
    bool last = s->n_turns > 0 && s->question && equal_nocase(s->turns[s->n_turns - 1], s->question);
    return last ? s->sql : NULL;
}

void shell_ask(struct shell *s, const char *question, int follow)
{
    drop_repeated_turn(s, question);
    struct astormer_ask_options how = talk_options(&s->settings);
    how.history = (const char *const *)s->turns;
    how.n_history = s->n_turns;
    how.before = sql_before(s);
    how.follow = follow;
    struct astormer_answer *answer;
    struct astormer_error err = {0};
    line_input_on_interrupt(stop_session, s->talk.session);
    enum astormer_status st = astormer_ask(s->talk.session, question, &how, &answer, &err);
    line_input_on_interrupt(NULL, NULL);
    if (st != ASTORMER_OK) {
        astormer_fail(&err);
        return;
    }
    astormer_answer_close(s->answer);
    s->answer = answer;
    free(s->question);
    s->question = strdup(question);
    s->n_before = s->n_turns;
    const struct astormer_query *first = astormer_answer_query(answer, 0);
    shell_set_sql(s, first ? first->sql : "", false);
    show_answer(s);
}

/* ---- the loop ------------------------------------------------------------------------------------------------------- */

#define MAX_COMPLETIONS 200

static char **complete(void *context, const char *word, bool first_word)
{
    struct shell *s = context;
    char **out = calloc(MAX_COMPLETIONS + 32, sizeof *out);
    int n = 0;
    if (!out)
        return NULL;
    for (int i = 0; first_word && *word == '.' && shell_command_name(i); i++)
        if (strncmp(shell_command_name(i), word, strlen(word)) == 0)
            out[n++] = strdup(shell_command_name(i));
    struct arena arena = {0};
    const char **found;
    int n_found = *word ? database_complete(&arena, s->talk.database, word, MAX_COMPLETIONS, &found)
                        : 0;
    for (int i = 0; i < n_found; i++)
        out[n++] = strdup(found[i]);
    arena_release(&arena);
    return out;
}

static const char *history_file(struct arena *arena)
{
    const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
    if (state && *state == '/')
        return arena_printf(arena, "%s/astormer/history", state);
    return home && *home == '/' ? arena_printf(arena, "%s/.local/state/astormer/history", home)
                                : NULL;
}

static void converse(struct shell *s)
{
    struct arena arena = {0};
    const struct schema *schema = database_schema(s->talk.database);
    const char *prompt = arena_printf(
        &arena, "%s> ", text_visible(&arena, schema->db_id, strlen(schema->db_id), false));
    line_input_begin(history_file(&arena), complete, s);
    if (line_input_interactive())
        printf("%s: %d tables, %d columns. Ask in plain words; .help lists commands, .quit ends.\n",
               database_where(s->talk.database), schema->n_tables, schema->n_columns - 1);
    bool bad;
    char *line;
    while (!s->done && (line = line_input_read(prompt, true, &bad)) != NULL) {
        const char *text = line + strspn(line, " \t");
        if (bad)
            cli_fail(0, "the line holds a NUL byte");
        else if (*text && shell_command(s, text))
            ; /* it has run */
        else if (*text && looks_like_sql(text))
            shell_run_sql(s, text);
        else if (s->answer && *text && text[strspn(text, "0123456789")] == '\0')
            shell_choose(s, atol(text));
        else if (*text)
            shell_ask(s, text, ASTORMER_FOLLOW_AUTO);
        fflush(stdout);
        free(line);
    }
    if (line_input_interactive() && !s->done)
        putchar('\n');
    line_input_end();
    arena_release(&arena);
}

int cmd_shell(int argc, char **argv)
{
    struct shell s = {.settings = ASK_SETTINGS_OF("shell")};
    const struct arg args[] = {
        {"confirm", ARG_FLAG, &s.confirm, NULL, "ask before a query is run"},
        ASK_ARGS(&s.settings),
    };
    static const char *rest[ASK_MAX_WORDS];
    int n_rest, code;
    static struct arena arena; /* of the words, which are needed to the end */
    if (!args_parse(&help, args, COUNT_OF(args), argc, argv, rest, ASK_MAX_WORDS, &n_rest, &code))
        return code;
    if (n_rest < 1 || ask_words(&arena, &s.settings, rest, n_rest))
        return cli_fail(EXIT_USAGE, "shell wants a database; usage: astormer %s", help.usage);
    if (!ask_settings_check(&s.settings))
        return EXIT_USAGE;
    code = talk_open(&s.talk, &s.settings);
    if (code != EXIT_ANSWERED)
        return code;
    converse(&s);
    astormer_answer_close(s.answer);
    shell_forget_conversation(&s);
    shell_forget_answers(&s);
    free(s.question);
    free(s.sql);
    talk_close(&s.talk);
    return EXIT_ANSWERED;
}
