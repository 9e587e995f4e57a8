/* line_input.c - lines from a person.
 *
 * At the prompt, Ctrl-C jumps out of libedit and back to the prompt, as psql does; while a query
 * runs it stops the query.  It never ends the shell. */
#include "cli/line_input.h"

#include "base/base.h"

#include <editline/readline.h>
#include <errno.h>
#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define HISTORY_LINES 2000

static struct {
    bool interactive;
    const char *history;
    line_complete *complete;
    void *context;
    char **found; /* of the completion at work */
    int next;
    sigjmp_buf prompt;
    volatile sig_atomic_t at_prompt;
    void (*volatile stop)(void *context);
    void *volatile stop_context;
} input;

static void on_interrupt(int signal_number)
{
    (void)signal_number;
    if (input.at_prompt) {
        input.at_prompt = 0;
        siglongjmp(input.prompt, 1);
    }
    if (input.stop)
        input.stop(input.stop_context);
}

void line_input_on_interrupt(void (*stop)(void *context), void *context)
{
    input.stop = NULL; /* never one with the other's context */
    input.stop_context = context;
    input.stop = stop;
}

/* ---- completion ------------------------------------------------------------------------------------------- */

static char *next_found(const char *word, int state)
{
    (void)word;
    if (state == 0)
        input.next = 0;
    return input.found ? input.found[input.next] ? input.found[input.next++] : NULL : NULL;
}

static char **complete_word(const char *word, int start, int end)
{
    (void)end;
    rl_attempted_completion_over = 1; /* no file names */
    input.found = input.complete ? input.complete(input.context, word, start == 0) : NULL;
    char **matches = input.found ? rl_completion_matches(word, next_found) : NULL;
    free(input.found); /* the words now belong to libedit */
    input.found = NULL;
    return matches;
}

/* ---- the life of it ---------------------------------------------------------------------------------------- */

static void make_folder_of(const char *path)
{
    char folder[4096];
    snprintf(folder, sizeof folder, "%s", path);
    for (char *s = folder + 1; *s; s++)
        if (*s == '/') {
            *s = '\0';
            mkdir(folder, 0700); /* if it fails, so will writing the history, which does no harm */
            *s = '/';
        }
}

void line_input_begin(const char *history, line_complete *complete, void *context)
{
    input.interactive = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
    input.history = history;
    input.complete = complete;
    input.context = context;
    struct sigaction action = {.sa_handler = on_interrupt, .sa_flags = SA_RESTART};
    sigaction(SIGINT, &action, NULL);
    if (!input.interactive)
        return;
    rl_readline_name = "astormer";
    rl_initialize();
    rl_attempted_completion_function = complete_word;
    static char breaks[] = " \t\n\"'`,;()";
    rl_basic_word_break_characters = breaks;
    rl_completer_word_break_characters = breaks;
    using_history();
    stifle_history(HISTORY_LINES);
    if (history)
        read_history(history);
}

void line_input_end(void)
{
    if (input.interactive && input.history) {
        make_folder_of(input.history);
        write_history(input.history);
        chmod(input.history, 0600); /* questions are nobody else's business */
    }
    signal(SIGINT, SIG_DFL);
}

bool line_input_interactive(void)
{
    return input.interactive;
}

static char *read_plain(bool *bad)
{
    char *line = NULL;
    size_t capacity = 0;
    ssize_t n = getline(&line, &capacity, stdin);
    if (n < 0) {
        free(line);
        return NULL;
    }
    while (n > 0 && (line[n - 1] == '\n' || line[n - 1] == '\r'))
        line[--n] = '\0';
    *bad = memchr(line, '\0', (size_t)n) != NULL;
    if (*bad)
        line[0] = '\0';
    return line;
}

char *line_input_read(const char *prompt, bool remember, bool *bad)
{
    *bad = false;
    if (!input.interactive)
        return read_plain(bad);
    if (sigsetjmp(input.prompt, 1) != 0)
        fputs("^C\n", stdout);
    input.at_prompt = 1;
    char *line = readline(prompt);
    input.at_prompt = 0;
    if (line && *line && remember)
        add_history(line);
    return line;
}
