/* pager.c - long output on a terminal, a screen at a time. */
#include "cli/pager.h"

#include <signal.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>

static int terminal_height(void)
{
    struct winsize size;
    bool here = isatty(STDOUT_FILENO) && isatty(STDIN_FILENO) &&
                ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0;
    return here ? size.ws_row : 0;
}

FILE *pager_begin(long lines)
{
    const char *wanted = getenv("PAGER");
    int height = terminal_height();
    if (height == 0 || lines < height || (wanted && !*wanted))
        return stdout;
    fflush(stdout);
    signal(SIGPIPE, SIG_IGN); /* who has seen enough ends the pager before the last row */
    FILE *to = popen(wanted ? wanted : "less -FRSX", "w");
    return to ? to : stdout;
}

void pager_end(FILE *to)
{
    if (to == stdout)
        return;
    pclose(to);
    signal(SIGPIPE, SIG_DFL);
}
