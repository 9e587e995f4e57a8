/* shell.h - what the files of `astormer shell` share. */
#ifndef ASTORMER_CLI_SHELL_H
#define ASTORMER_CLI_SHELL_H

#include "cli/ask.h"

#define SHELL_MAX_TURNS 63
#define SHELL_MAX_PAST 200

struct shell_past { /* malloc'ed */
    char *question, *sql;
};

struct shell {
    struct ask_settings settings;
    struct talk talk;
    bool confirm, done;
    enum rows_format format;
    struct shell_past past[SHELL_MAX_PAST]; /* answers so far */
    int n_past;
    /* The conversation; turns[n_turns - 1] is the last question that was answered.  malloc'ed. */
    char *turns[SHELL_MAX_TURNS];
    int n_turns;
    /* What .sql, .explain, .good and the like speak of. */
    struct astormer_answer *answer; /* NULL before the first question */
    char *question, *sql;           /* malloc'ed; sql: as last run */
    int n_before;                   /* turns that came before the question */
    bool edited;                    /* sql is a person's */
};

/* Notes the question and the SQL that answered it, for .again. */
void shell_note_answer(struct shell *shell);
void shell_forget_answers(struct shell *shell);
/* Runs a statement somebody typed, under the guard. */
void shell_run_sql(struct shell *shell, const char *sql);
void shell_cmd_again(struct shell *shell, const char *argument);
void shell_cmd_format(struct shell *shell, const char *argument);
void shell_cmd_save(struct shell *shell, const char *path);
void shell_cmd_tables(struct shell *shell, const char *argument);
/* Runs the n-th reading of the last question, counted from 1. */
void shell_choose(struct shell *shell, long n);
/* Runs a line that is a command, one with a dot or one of those people know from elsewhere; false if it is
 * none. */
bool shell_command(struct shell *shell, const char *line);
/* For completion; NULL beyond the last. */
const char *shell_command_name(int i);
/* Asks and shows; follow is an enum astormer_follow. */
void shell_ask(struct shell *shell, const char *question, int follow);
/* Runs and shows a statement, ours or a person's; false if it failed (and said so). */
bool shell_run(struct shell *shell, const char *sql);
/* Shows the rows of one of the answer's queries, as they were when it was asked. */
bool shell_show(struct shell *shell, int query);
/* Opens a text in the person's editor; NULL if it came back unchanged or could not be edited. */
char *shell_edit(const char *text);
void shell_set_sql(struct shell *shell, const char *sql, bool edited);
void shell_forget_conversation(struct shell *shell);

#endif
