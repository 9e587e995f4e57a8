/* worker_start.c - the program that is run as a worker, and running it. */
#include "db/worker_pool.h"

#include "version.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

const char *worker_program(struct arena *arena, const char *given)
{
    const char *wanted = given && *given ? given : getenv("ASTORMER_WORKER");
    if (wanted && *wanted)
        return arena_strdup(arena, wanted);
    Dl_info here;
    if (dladdr((void *)worker_program, &here) && here.dli_fname && strrchr(here.dli_fname, '/')) {
        const char *folder = arena_strndup(arena, here.dli_fname,
                                           (size_t)(strrchr(here.dli_fname, '/') - here.dli_fname));
        /* PREFIX/lib/libastormer.so, or PREFIX/lib/ARCHITECTURE/libastormer.so */
        static const char *const up[] = {"..", "../.."};
        for (int i = 0; i < COUNT_OF(up); i++) {
            char *path = arena_printf(arena, "%s/%s/bin/astormer", folder, up[i]);
            if (access(path, X_OK) == 0)
                return path;
        }
    }
    return access(ASTORMER_BINDIR "/astormer", X_OK) == 0 ? ASTORMER_BINDIR "/astormer" : NULL;
}

static void prepare_spawn(posix_spawn_file_actions_t *files, posix_spawnattr_t *attributes, int fd)
{
    sigset_t defaults, blocked;
    sigfillset(&defaults);
    sigfillset(&blocked); /* until it has said what it ignores */
    posix_spawn_file_actions_init(files);
    posix_spawn_file_actions_adddup2(files, fd, WIRE_FD);
    posix_spawn_file_actions_addopen(files, 0, "/dev/null", O_RDWR, 0);
    posix_spawn_file_actions_addopen(files, 1, "/dev/null", O_RDWR, 0);
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
    posix_spawn_file_actions_addopen(files, 2, "/dev/null", O_RDWR, 0);
#endif
    posix_spawn_file_actions_addclosefrom_np(files, WIRE_FD + 1);
    posix_spawnattr_init(attributes);
    posix_spawnattr_setsigdefault(attributes, &defaults);
    posix_spawnattr_setsigmask(attributes, &blocked);
    short flags = POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK;
    int policy = sched_getscheduler(0);
    if (policy == SCHED_FIFO || policy == SCHED_RR) { /* real time is for us, not for strangers' SQL */
        posix_spawnattr_setschedpolicy(attributes, SCHED_OTHER);
        posix_spawnattr_setschedparam(attributes, &(struct sched_param){0});
        flags |= POSIX_SPAWN_SETSCHEDULER;
    }
    posix_spawnattr_setflags(attributes, flags);
}

/* Nothing of the environment but what it takes to load the program and to know the time zone. */
char **worker_environment(struct arena *arena)
{
    static const char *const kept[] = {"LD_LIBRARY_PATH", "TZ", "TZDIR", "ASAN_OPTIONS",
                                       "UBSAN_OPTIONS", "TSAN_OPTIONS"};
    char **out = ARENA_ARRAY(arena, char *, COUNT_OF(kept) + 1);
    int n = 0;
    for (int i = 0; i < COUNT_OF(kept); i++)
        if (getenv(kept[i]))
            out[n++] = arena_printf(arena, "%s=%s", kept[i], getenv(kept[i]));
    return out;
}

/* The child's end gets a number of its own above WIRE_FD: dup2 to itself would keep CLOEXEC. */
enum status worker_spawn(const char *program, char **environment, struct worker *w, struct error *err)
{
    int pair[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0)
        return fail(err, ST_IO, "cannot start a process for queries: %s", strerror(errno));
    int child = fcntl(pair[1], F_DUPFD_CLOEXEC, WIRE_FD + 1);
    close(pair[1]);
    posix_spawn_file_actions_t files;
    posix_spawnattr_t attributes;
    prepare_spawn(&files, &attributes, child);
    char *const argv[] = {(char *)(uintptr_t)"astormer", (char *)(uintptr_t)"db-worker", NULL};
    int failed = child < 0 ? errno
                           : posix_spawn(&w->pid, program, &files, &attributes, argv, environment);
    posix_spawn_file_actions_destroy(&files);
    posix_spawnattr_destroy(&attributes);
    if (child >= 0)
        close(child);
    if (failed || fcntl(pair[0], F_SETFL, O_NONBLOCK) != 0) {
        close(pair[0]);
        return fail(err, ST_IO, "cannot start '%s' for queries: %s", program, strerror(failed));
    }
    w->fd = pair[0];
    return ST_OK;
}
