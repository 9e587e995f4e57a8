/* checked.c - files whose checksum was found right are not summed again while they are as they were.
 *
 * Summing a model means reading all of it, which takes longer than anything else at the start and
 * makes pages resident that no question needs.  A list in the cache folder, newest first, says of
 * which files it was done: a line each with device, inode, size, times and sum.  Losing it costs one
 * more reading; whoever can write it can write the model. */
#include "nn/internal.h"

#include <inttypes.h>
#include <string.h>
#include <time.h>

enum { MAX_LINES = 64, MAX_BYTES = 64 << 10 };
/* A file may change twice within one tick of its clock: what is so young is not remembered. */
#define OLD_ENOUGH_SECONDS 3

static const char *list_path(struct arena *arena)
{
    const char *folder = cache_folder(arena, NULL, NULL);
    return folder ? arena_printf(arena, "%s/checked-models", folder) : NULL;
}

const char *checked_line(struct arena *arena, const struct stat *st, const char *sum)
{
    return arena_printf(arena, "%ju %ju %jd %jd.%09ld %jd.%09ld %s\n", (uintmax_t)st->st_dev,
                        (uintmax_t)st->st_ino, (intmax_t)st->st_size, (intmax_t)st->st_mtim.tv_sec,
                        st->st_mtim.tv_nsec, (intmax_t)st->st_ctim.tv_sec, st->st_ctim.tv_nsec,
                        sum);
}

static const char *read_list(struct arena *arena, const char *path)
{
    struct slice text;
    struct error ignored;
    return path && file_read(arena, path, MAX_BYTES, &text, &ignored) == ST_OK
               ? arena_strndup(arena, text.s, text.n) : "";
}

bool checked_before(const struct stat *st, const char *sum)
{
    struct arena arena = {0};
    const char *list = read_list(&arena, list_path(&arena));
    const char *line = checked_line(&arena, st, sum), *found = strstr(list, line);
    bool known = found && (found == list || found[-1] == '\n');
    arena_release(&arena);
    return known;
}

void checked_remember(const struct stat *st, const char *sum)
{
    time_t now = time(NULL);
    if (now - st->st_mtim.tv_sec < OLD_ENOUGH_SECONDS || now - st->st_ctim.tv_sec < OLD_ENOUGH_SECONDS)
        return;
    struct arena arena = {0};
    struct error ignored;
    const char *path = list_path(&arena), *line = read_list(&arena, path);
    struct strbuf list = strbuf_in(&arena);
    strbuf_puts(&list, checked_line(&arena, st, sum));
    for (int i = 1; i < MAX_LINES && *line; i++) {
        size_t n = strcspn(line, "\n");
        strbuf_add(&list, line, n);
        strbuf_putc(&list, '\n');
        line += n + (line[n] == '\n');
    }
    if (path)
        file_write_private(path, list.s, list.n, &ignored);
    arena_release(&arena);
}
