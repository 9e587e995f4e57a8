/* shell_commands.c - the dot commands of the shell. */
#include "cli/shell.h"

#include "cli/hints.h"
#include "cli/terminal.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

static void say(const char *text)
{
    puts(text);
}

/* The conversation before the question the last answer is of. */
static const char *const *turns_before(const struct shell *s)
{
    return (const char *const *)s->turns;
}

static void print_name(const char *text, int indent)
{
    struct arena arena = {0};
    printf("%*s%s", indent, "", text_visible(&arena, text, strlen(text), false));
    arena_release(&arena);
}

/* ---- looking ------------------------------------------------------------------------------------------------- */

static void show_table(const struct schema *schema, int t)
{
    print_name(schema->tables[t].name, 0);
    puts(schema->tables[t].view ? "  (view)" : "");
    for (int i = 0; i < schema->n_columns; i++) {
        const struct column *c = &schema->columns[i];
        if (c->table != t)
            continue;
        print_name(c->name, 2);
        printf("  %s%s", column_type_name(c->type), c->primary ? ", key" : "");
        for (int k = 0; k < schema->n_foreign_keys; k++)
            if (schema->foreign_keys[k].from == i) {
                const struct column *to = &schema->columns[schema->foreign_keys[k].to];
                fputs(" -> ", stdout);
                print_name(schema->tables[to->table].name, 0);
                putchar('.');
                print_name(to->name, 0);
            }
        putchar('\n');
    }
}

static void cmd_schema(struct shell *s, const char *argument)
{
    astormer_session_refresh(s->talk.session, NULL, NULL); /* if it cannot be: as it was */
    const struct schema *schema = database_schema(s->talk.database);
    bool any = false;
    for (int t = 0; t < schema->n_tables; t++)
        if (!*argument || equal_nocase(schema->tables[t].name, argument)) {
            show_table(schema, t);
            any = true;
        }
    if (!any)
        say("there is no such table; .schema lists all");
}

static void cmd_sql(struct shell *s, const char *argument)
{
    if (!s->sql && !looks_like_sql(argument)) {
        say("nothing has been asked yet");
        return;
    }
    if (!*argument) {
        answer_print_sql(stdout, s->sql);
        if (s->answer)
            answer_print_alternatives(stdout, s->answer, 64);
        return;
    }
    if (looks_like_sql(argument))
        shell_run_sql(s, argument);
    else
        shell_choose(s, atol(argument));
}

void shell_choose(struct shell *s, long n)
{
    int i = n > 0 && n < 1000 ? (int)n - 1 : -1;
    const struct astormer_query *q = s->answer ? astormer_answer_query(s->answer, i) : NULL;
    if (!q) {
        say("there is no query of that number; .sql lists them");
        return;
    }
    answer_print_sql(stdout, q->sql);
    shell_set_sql(s, q->sql, false);
    putchar('\n');
    if (shell_show(s, i)) {
        shell_note_answer(s);
        answer_print_notes(stdout, s->answer, i);
    }
}

static void show_why(struct shell *s, const char *argument)
{
    (void)argument;
    if (s->answer)
        answer_print_why(stdout, s->answer);
    else
        say("nothing has been asked yet");
}

/* ---- changing -------------------------------------------------------------------------------------------------- */

static void cmd_edit(struct shell *s, const char *argument)
{
    (void)argument;
    char *text = shell_edit(s->sql ? s->sql : "SELECT ");
    if (!text) {
        say("unchanged");
        return;
    }
    if (shell_run(s, text)) {
        shell_set_sql(s, text, true);
        if (s->question)
            say(".correct keeps this as the answer to your question");
    }
    free(text);
}

static void cmd_model(struct shell *s, const char *argument)
{
    if (!*argument) {
        say_text(stdout, "%s\n%s\n", astormer_model_path(s->talk.model),
               astormer_model_about(s->talk.model));
        return;
    }
    struct ask_settings settings = s->settings;
    struct talk talk;
    settings.model = argument;
    if (talk_open(&talk, &settings) != EXIT_ANSWERED)
        return; /* it has said why; the old model stays */
    talk_close(&s->talk);
    s->talk = talk;
    say_text(stdout, "now asking %s\n", astormer_model_path(s->talk.model));
}

static void cmd_new(struct shell *s, const char *argument)
{
    (void)argument;
    shell_forget_conversation(s);
    free(s->question); /* a verdict on it would lack the conversation it belongs to */
    s->question = NULL;
    say("a new conversation: earlier questions no longer count");
}

/* The last question once more, taken the other way. */
static void cmd_flip(struct shell *s, const char *argument)
{
    (void)argument;
    if (!s->question || !s->answer || !astormer_answer_before(s->answer)) {
        say("there is no question that could be taken another way");
        return;
    }
    bool follows = astormer_answer_summary(s->answer)->follows;
    char *question = strdup(s->question);
    shell_ask(s, question, follows ? ASTORMER_FOLLOW_NO : ASTORMER_FOLLOW_YES);
    free(question);
}

static void cmd_quit(struct shell *s, const char *argument)
{
    (void)argument;
    s->done = true;
}

/* ---- corrections ------------------------------------------------------------------------------------------------ */

static void judge(struct shell *s, const char *sql, enum astormer_verdict verdict,
                  const char *thanks)
{
    struct astormer_error err = {0};
    if (astormer_correct(s->talk.session, s->question, turns_before(s), s->n_before, sql, verdict,
                         &err) != ASTORMER_OK)
        astormer_fail(&err);
    else
        say_text(stdout, "%s (%s)\n", thanks, astormer_corrections_path(s->talk.database));
}

static bool has_question(const struct shell *s)
{
    if (!s->question || !s->sql)
        say("nothing has been asked yet");
    return s->question && s->sql;
}

static void cmd_good(struct shell *s, const char *argument)
{
    (void)argument;
    if (has_question(s))
        judge(s, s->sql, s->edited ? ASTORMER_RIGHT : ASTORMER_GOOD,
              "kept: this question will be answered so");
}

static void cmd_bad(struct shell *s, const char *argument)
{
    (void)argument;
    if (!has_question(s))
        return;
    judge(s, s->sql, ASTORMER_BAD, "kept: this question will not be answered so again");
    if (s->answer)
        answer_print_alternatives(stdout, s->answer, 64);
    say(".sql N runs another reading, .correct SQL says what is right");
}

static void cmd_correct(struct shell *s, const char *argument)
{
    if (!has_question(s))
        return;
    char *edited = NULL;
    if (!*argument && !s->edited) {
        edited = shell_edit(s->sql);
        if (!edited) {
            say("unchanged; .good keeps it as it is");
            return;
        }
    }
    const char *sql = *argument ? argument : edited ? edited : s->sql;
    if ((s->edited && sql == s->sql) || shell_run(s, sql)) {
        judge(s, sql, ASTORMER_RIGHT, "kept: this question will be answered so");
        if (sql != s->sql)
            shell_set_sql(s, sql, true);
    }
    free(edited);
}

/* ---- the table ----------------------------------------------------------------------------------------------------- */

static void cmd_help(struct shell *s, const char *argument);

static const struct {
    const char *name, *argument, *help;
    void (*run)(struct shell *s, const char *argument);
} commands[] = {
    {".tables", "", "the tables, and how many rows they have", shell_cmd_tables},
    {".schema", "[TABLE]", "tables, columns, types and keys", cmd_schema},
    {".sql", "[N|SQL]", "the last SQL and its alternatives; with N, runs the N-th; with SQL, that", cmd_sql},
    {".again", "[N]", "the answers so far; with N, shows the N-th again", shell_cmd_again},
    {".format", "[NAME]", "how rows are written: table, json, csv, csv-raw or markdown", shell_cmd_format},
    {".save", "FILE", "writes all rows of the last SQL to a new file: .csv, .json, .md, else a table", shell_cmd_save},
    {".explain", "", "links of the last question, and the tree with steps and probabilities", show_why},
    {".edit", "", "opens the last SQL in $EDITOR and runs what comes back", cmd_edit},
    {".good", "", "the last SQL is right: keep it", cmd_good},
    {".bad", "", "the last SQL is wrong: do not answer so again", cmd_bad},
    {".correct", "[SQL]", "the right SQL for the last question (no SQL: opens $EDITOR)", cmd_correct},
    {".flip", "", "the last question once more: as a new one if it was taken as a follow-up, or the reverse", cmd_flip},
    {".new", "", "starts a new conversation", cmd_new},
    {".model", "[FILE]", "which model is asked; with FILE, asks that one from now on", cmd_model},
    {".help", "", "this list", cmd_help},
    {".quit", "", "ends the shell (as do exit, quit and Ctrl-D)", cmd_quit},
};

/* What people type who come from psql, sqlite3 and the like. */
static const struct {
    const char *typed, *meant;
} habits[] = {
    {"exit", ".quit"},  {"quit", ".quit"},   {"bye", ".quit"},   {"\\q", ".quit"},   {".exit", ".quit"},
    {"help", ".help"},  {"?", ".help"},      {"\\?", ".help"},  {"\\h", ".help"},   {"\\d", ".schema"},
    {"\\dt", ".tables"}, {"tables", ".tables"}, {"show tables", ".tables"}, {"schema", ".schema"},
    {"\\e", ".edit"},  {".dump", ".schema"}, {".history", ".again"}, {".mode", ".format"},
};

const char *shell_command_name(int i)
{
    return i >= 0 && i < COUNT_OF(commands) ? commands[i].name : NULL;
}

/* The command that a line is, with its argument; NULL if it is none. */
static const char *habit_of(const char *line, size_t n)
{
    for (int i = 0; i < COUNT_OF(habits); i++)
        if (strlen(habits[i].typed) == n && strncasecmp(habits[i].typed, line, n) == 0)
            return habits[i].meant;
    return NULL;
}

static void cmd_help(struct shell *s, const char *argument)
{
    (void)s;
    (void)argument;
    say("Ask in plain words; a question may follow up on the ones before it.");
    for (int i = 0; i < COUNT_OF(commands); i++)
        printf("  %-9s %-8s %s\n", commands[i].name, commands[i].argument, commands[i].help);
    say("Ctrl-C stops a running query.");
}

static bool run_named(struct shell *s, struct slice name, const char *argument)
{
    for (int i = 0; i < COUNT_OF(commands); i++)
        if (slice_equal(name, commands[i].name)) {
            commands[i].run(s, argument);
            return true;
        }
    return false;
}

bool shell_command(struct shell *s, const char *line)
{
    size_t whole = strcspn(line, ";"), n = strcspn(line, " \t;");
    while (whole > 0 && strchr(" \t", line[whole - 1]))
        whole--;
    const char *argument = line + n + strspn(line + n, " \t;");
    const char *meant = habit_of(line, whole);
    if (meant)
        return run_named(s, slice_of(meant), "");
    meant = *line == '\\' || *line == '.' ? habit_of(line, n) : NULL;
    if (meant)
        return run_named(s, slice_of(meant), argument);
    if (*line != '.' && *line != '\\')
        return false;
    if (run_named(s, (struct slice){line, n}, argument))
        return true;
    const char *names[COUNT_OF(commands) + 1] = {0};
    for (int i = 0; i < COUNT_OF(commands); i++)
        names[i] = commands[i].name;
    struct arena arena = {0};
    const char *near = nearest_name(arena_strndup(&arena, line, n), names);
    cli_fail(0, "unknown command '%s'; %s%s%s.help lists them",
             text_visible(&arena, line, MIN(n, 40), false), near ? "did you mean '" : "",
             near ? near : "", near ? "'? " : "");
    arena_release(&arena);
    return true;
}
