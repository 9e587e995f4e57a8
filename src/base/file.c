/* file.c - whole files in and out, and JSON with errors that say where. */
#include "base/base.h"

#include "version.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int file_open_regular(const char *path, struct error *err)
{
    struct stat st;
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (fd < 0) {
        fail(err, ST_IO, "cannot open '%s': %s", path, strerror(errno));
    } else if (fstat(fd, &st) != 0 || !S_ISREG(st.st_mode)) {
        fail(err, ST_IO, "'%s' is not a regular file", path);
        close(fd);
        fd = -1;
    }
    return fd;
}

int file_create(const char *path, int mode)
{
    unlink(path);
    return open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode);
}

char *real_path(const char *path)
{
    char full[PATH_MAX];
    return realpath(path, full) ? xstrdup(full) : NULL;
}

bool make_private_folder(const char *path)
{
    char part[4096];
    struct stat st;
    size_t n = strlen(path);
    if (n == 0 || n >= sizeof part) {
        errno = ENAMETOOLONG;
        return false;
    }
    memcpy(part, path, n + 1);
    for (char *s = part + 1;; s++) {
        if (*s && *s != '/')
            continue;
        char at = *s;
        *s = '\0';
        if (mkdir(part, 0700) != 0 && errno != EEXIST)
            return false;
        *s = at;
        if (!at)
            break;
    }
    if (stat(path, &st) != 0)
        return false;
    bool ours = S_ISDIR(st.st_mode) && (st.st_uid == geteuid() || st.st_uid == 0) &&
                !(st.st_mode & S_IWOTH);
    errno = ours ? 0 : EPERM;
    return ours;
}

static bool read_all(int fd, char *data, size_t n)
{
    while (n) {
        ssize_t got = read(fd, data, MIN(n, (size_t)1 << 30));
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return false;
        data += got;
        n -= (size_t)got;
    }
    return true;
}

enum status file_read(struct arena *arena, const char *path, size_t max, struct slice *out,
                      struct error *err)
{
    *out = (struct slice){"", 0};
    int fd = file_open_regular(path, err);
    if (fd < 0)
        return ST_IO;
    struct stat st;
    enum status status = ST_OK;
    if (fstat(fd, &st) != 0) {
        status = fail(err, ST_IO, "cannot read '%s': %s", path, strerror(errno));
    } else if ((size_t)st.st_size > max) {
        status = fail(err, ST_LIMIT, "'%s' has %zu bytes, more than the limit of %zu", path,
                      (size_t)st.st_size, max);
    } else {
        size_t n = (size_t)st.st_size;
        struct undo undo;
        undo_later(&undo, undo_fd, UNDO_FD(fd));
        char *data = arena_alloc(arena, n + 1, 16);
        undo_forget(&undo);
        if (!read_all(fd, data, n))
            status = fail(err, ST_IO, "cannot read '%s'", path);
        else
            *out = (struct slice){data, n};
    }
    close(fd);
    return status;
}

bool runs_from_build(void)
{
    static const char folder[] = ASTORMER_BUILDDIR "/";
    Dl_info here;
    char path[PATH_MAX];
    if (!dladdr((void *)&folder, &here) || !here.dli_fname)
        return false;
    /* of the program itself the linker knows only what it was called */
    const char *file = here.dli_fname[0] == '/' ? here.dli_fname : "/proc/self/exe";
    return realpath(file, path) &&
           strncmp(path, folder, sizeof folder - 1) == 0;
}

char *cache_folder(struct arena *arena, const char *wanted, const char *inside)
{
    const char *xdg = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    char *path = NULL;
    if (wanted)
        path = *wanted ? arena_strdup(arena, wanted) : NULL;
    else if (xdg && xdg[0] == '/')
        path = arena_printf(arena, "%s/astormer", xdg);
    else if (home && home[0] == '/')
        path = arena_printf(arena, "%s/.cache/astormer", home);
    if (path && inside)
        path = arena_printf(arena, "%s/%s", path, inside);
    return path && make_private_folder(path) ? path : NULL;
}

const char *program_folder(struct arena *arena)
{
    char path[PATH_MAX];
    ssize_t n = readlink("/proc/self/exe", path, sizeof path - 1);
    while (n > 0 && path[n - 1] != '/')
        n--;
    return n > 1 ? arena_strndup(arena, path, (size_t)n - 1) : ".";
}

bool file_exists(const char *path)
{
    return access(path, R_OK) == 0;
}

static bool write_all(int fd, const char *data, size_t n)
{
    while (n) {
        ssize_t done = write(fd, data, MIN(n, (size_t)1 << 30));
        if (done < 0 && errno == EINTR)
            continue;
        if (done <= 0)
            return false;
        data += done;
        n -= (size_t)done;
    }
    return fsync(fd) == 0;
}

static enum status write_atomic(const char *path, const void *data, size_t n, int mode,
                                struct error *err)
{
    char temporary[4096];
    if (snprintf(temporary, sizeof temporary, "%s.%ld.tmp", path, (long)getpid()) >=
        (int)sizeof temporary)
        return fail(err, ST_LIMIT, "path '%.80s...' is too long", path);
    int fd = file_create(temporary, mode);
    if (fd < 0)
        return fail(err, ST_IO, "cannot write '%s': %s", temporary, strerror(errno));
    bool written = write_all(fd, data, n);
    int cause = errno;
    if (close(fd) != 0 && written) {
        written = false;
        cause = errno;
    }
    if (written && rename(temporary, path) == 0)
        return ST_OK;
    if (written)
        cause = errno;
    unlink(temporary);
    return fail(err, ST_IO, "cannot write '%s': %s", path, strerror(cause));
}

enum status file_write_atomic(const char *path, const void *data, size_t n, struct error *err)
{
    return write_atomic(path, data, n, 0644, err);
}

enum status file_write_private(const char *path, const void *data, size_t n, struct error *err)
{
    return write_atomic(path, data, n, 0600, err);
}

json_t *json_parse(const char *text, size_t n, size_t flags, json_error_t *at)
{
    json_error_t local;
    at = at ? at : &local;
    json_t *out = json_loadb(text, n, flags, at);
    if (!out && json_error_code(at) == json_error_out_of_memory)
        memory_give_up(n);
    return out;
}

static int add_text(const char *text, size_t n, void *out)
{
    strbuf_add(out, text, n);
    return 0;
}

/* Names and values that jansson keeps were checked when they came in, so that only memory can fail. */
const char *json_write(struct arena *arena, const json_t *json, size_t flags)
{
    struct strbuf out = strbuf_in(arena);
    if (!json || json_dump_callback(json, add_text, &out, flags) != 0)
        memory_give_up(0);
    return strbuf_text(&out);
}

void json_put(json_t *object, const char *key, json_t *value)
{
    if (json_object_set_new(object, key, value) != 0)
        memory_give_up(0);
}

void json_add(json_t *array, json_t *value)
{
    if (json_array_append_new(array, value) != 0)
        memory_give_up(0);
}

#define JSON_FILE_MAX ((size_t)2 << 30)

enum status json_read_file(const char *path, json_t **out, struct error *err)
{
    *out = NULL;
    struct arena scratch = {0};
    struct slice text;
    enum status st = file_read(&scratch, path, JSON_FILE_MAX, &text, err);
    if (st != ST_OK)
        return st;
    json_error_t where;
    *out = json_parse(text.s, text.n, JSON_REJECT_DUPLICATES, &where);
    arena_release(&scratch);
    if (*out)
        return ST_OK;
    return fail(err, ST_INPUT, "%s:%d:%d: %s", path, where.line, where.column, where.text);
}

enum status json_bad(struct json_where at, const char *field, const char *wanted,
                     struct error *err)
{
    if (at.record < 0)
        return fail(err, ST_INPUT, "%s: field '%s' must be %s", at.file, field, wanted);
    return fail(err, ST_INPUT, "%s: record %ld: field '%s' must be %s", at.file, at.record, field,
                wanted);
}

enum status json_get_text(struct json_where at, const json_t *object, const char *field,
                          const char **out, struct error *err)
{
    *out = json_string_value(json_object_get(object, field));
    return *out ? ST_OK : json_bad(at, field, "a string", err);
}

enum status json_get_array(struct json_where at, const json_t *object, const char *field,
                           const json_t **out, struct error *err)
{
    *out = json_object_get(object, field);
    return json_is_array(*out) ? ST_OK : json_bad(at, field, "a list", err);
}
