/* shell_answers.c - answers so far: shown again, in another format, saved; and SQL that somebody typed. */
#include "cli/shell.h"

#include "cli/terminal.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#define SAVE_ROWS 1000000

void shell_note_answer(struct shell *s)
{
    if (s->n_past == SHELL_MAX_PAST) {
        free(s->past[0].question);
        free(s->past[0].sql);
        memmove(s->past, s->past + 1, sizeof s->past[0] * (SHELL_MAX_PAST - 1));
        s->n_past--;
    }
    s->past[s->n_past++] = (struct shell_past){strdup(s->question ? s->question : "(your own SQL)"),
                                               strdup(s->sql)};
}

void shell_forget_answers(struct shell *s)
{
    for (int i = 0; i < s->n_past; i++) {
        free(s->past[i].question);
        free(s->past[i].sql);
    }
    s->n_past = 0;
}

void shell_run_sql(struct shell *s, const char *sql)
{
    if (!shell_run(s, sql))
        return;
    shell_set_sql(s, sql, true);
    if (s->question)
        puts("your own SQL; .correct keeps it as the answer to the last question");
}

void shell_cmd_again(struct shell *s, const char *argument)
{
    long n = atol(argument);
    if (!*argument) {
        for (int i = 0; i < s->n_past; i++)
            say_text(stdout, "  %d. %s\n     %s\n", i + 1, s->past[i].question, s->past[i].sql);
        if (s->n_past == 0)
            puts("nothing has been answered yet");
        return;
    }
    if (n < 1 || n > s->n_past) {
        puts("there is no answer of that number; .again lists them");
        return;
    }
    say_text(stdout, "%s\n", s->past[n - 1].question);
    answer_print_sql(stdout, s->past[n - 1].sql);
    putchar('\n');
    shell_run(s, s->past[n - 1].sql);
}

void shell_cmd_format(struct shell *s, const char *argument)
{
    static const char *const names[] = {"table", "json", "csv", "markdown", "csv-raw"};
    if (*argument && !rows_format_parse(argument, &s->format))
        puts("formats: table, json, csv, csv-raw, markdown");
    else
        printf("rows are written as %s\n", names[s->format]);
}

/* By the end of the name; a table if it says nothing. */
static enum rows_format format_of(const char *path)
{
    static const struct {
        const char *end;
        enum rows_format format;
    } ends[] = {{".csv", FORMAT_CSV}, {".json", FORMAT_JSON}, {".md", FORMAT_MARKDOWN}};
    const char *dot = strrchr(path, '.');
    for (int i = 0; dot && i < COUNT_OF(ends); i++)
        if (strcasecmp(dot, ends[i].end) == 0)
            return ends[i].format;
    return FORMAT_TABLE;
}

void shell_cmd_save(struct shell *s, const char *path)
{
    struct astormer_result *rows;
    struct astormer_error err = {0};
    struct astormer_run_options how = run_options(&s->settings);
    how.max_rows = SAVE_ROWS;
    if (!*path || !s->sql || !*s->sql) {
        puts(s->sql ? ".save FILE: .csv, .json, .md, else a table" : "nothing has been asked yet");
        return;
    }
    if (astormer_run(s->talk.session, s->sql, &how, &rows, &err) != ASTORMER_OK) {
        astormer_fail(&err);
        return;
    }
    int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    FILE *to = fd >= 0 ? fdopen(fd, "w") : NULL;
    if (to) {
        rows_print(to, rows, format_of(path), 0);
        bool whole = fclose(to) == 0;
        say_text(stdout, whole ? "%ld rows in %s\n" : "%ld rows, not all of them written to %s\n",
                 astormer_result_rows(rows), path);
    } else {
        cli_fail(0, "cannot write '%s': %s", path, strerror(errno));
    }
    astormer_result_close(rows);
}

void shell_cmd_tables(struct shell *s, const char *argument)
{
    (void)argument;
    astormer_session_refresh(s->talk.session, NULL, NULL); /* if it cannot be: as it was */
    const struct schema *schema = database_schema(s->talk.database);
    struct arena arena = {0};
    for (int t = 0; t < schema->n_tables; t++) {
        long rows = database_rows(s->talk.database, t);
        const char *name = schema->tables[t].name;
        printf("  %-30s ", text_visible(&arena, name, strlen(name), false));
        if (rows >= 0)
            printf("%ld row%s", rows, rows == 1 ? "" : "s");
        puts(schema->tables[t].view ? "  (view)" : "");
    }
    arena_release(&arena);
}
