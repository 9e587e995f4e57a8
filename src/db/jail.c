/* jail.c - rlimits, and a list of the system calls SQLite needs to read a file.
 *
 * The filter is an allow-list: a call that is not on it fails with EPERM, so that an odd C library
 * costs a query and not the process, and what a hijacked process could do with the calls left is to
 * read the database it has open and to talk to us.  Linux on x86-64 and AArch64; elsewhere the
 * rlimits stand alone. */
#include "db/jail.h"

#include <errno.h>
#include <math.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <unistd.h>

/* Sanitizers reserve terabytes of addresses and open files while they report. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SANITIZED 1
#else
#define SANITIZED 0
#endif

#define FILE_BYTES ((rlim_t)64 << 20) /* the -shm file of a WAL database may have to grow */
#define NICENESS 2
#define OTHER_MEMORY ((size_t)64 << 20) /* beside SQLite's: buffers, stacks of the C library */

static void limit(int what, rlim_t most)
{
    struct rlimit now;
    if (getrlimit(what, &now) == 0 && (now.rlim_max == RLIM_INFINITY || now.rlim_max > most))
        setrlimit(what, &(struct rlimit){most, most});
}

static size_t address_space(void)
{
    unsigned long pages = 0;
    FILE *file = fopen("/proc/self/statm", "re");
    if (file) {
        if (fscanf(file, "%lu", &pages) != 1)
            pages = 0;
        fclose(file);
    }
    return (size_t)pages * 4096;
}

/* Where statements of strangers keep every core busy, whoever waits for them, and whoever asks
 * whether we are well, still gets a turn at once. */
static void step_back(void)
{
    errno = 0;
    int now = getpriority(PRIO_PROCESS, 0);
    if (errno == 0)
        setpriority(PRIO_PROCESS, 0, now + NICENESS);
}

void jail_limits(size_t memory)
{
    step_back();
    limit(RLIMIT_CORE, 0);
    limit(RLIMIT_FSIZE, FILE_BYTES);
    limit(RLIMIT_NOFILE, 64);
    size_t now = address_space();
    if (!SANITIZED && now > 0)
        limit(RLIMIT_AS, (rlim_t)(now + memory + OTHER_MEMORY));
}

void jail_alarm(double seconds)
{
    struct itimerval timer = {0};
    struct rlimit cpu;
    struct rusage used;
    timer.it_value.tv_sec = (time_t)fmin(seconds, 1e8);
    timer.it_value.tv_usec = (suseconds_t)((seconds - floor(seconds)) * 1e6);
    setitimer(ITIMER_REAL, &timer, NULL);
    if (getrlimit(RLIMIT_CPU, &cpu) != 0 || getrusage(RUSAGE_SELF, &used) != 0)
        return;
    cpu.rlim_cur = cpu.rlim_max;
    if (seconds > 0)
        cpu.rlim_cur = MIN(cpu.rlim_max, (rlim_t)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) + 2 +
                                             (rlim_t)ceil(fmin(seconds, 1e8)));
    setrlimit(RLIMIT_CPU, &cpu);
}

#if defined(__linux__) && (defined(__x86_64__) || defined(__aarch64__))

#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/mman.h>
#include <sys/syscall.h>

#ifdef __x86_64__
#define THIS_ARCH AUDIT_ARCH_X86_64
#else
#define THIS_ARCH AUDIT_ARCH_AARCH64
#endif

static const int while_running[] = {
    /* talking to us */
    SYS_read, SYS_write, SYS_recvfrom, SYS_sendto, SYS_ppoll, SYS_close,
    /* reading the database, its locks, and the index of its write-ahead log */
    SYS_pread64, SYS_pwrite64, SYS_lseek, SYS_fstat, SYS_newfstatat, SYS_faccessat, SYS_faccessat2,
    SYS_statx, SYS_fcntl, SYS_ftruncate, SYS_fsync, SYS_fdatasync, SYS_geteuid, SYS_getuid,
    /* memory, time, ending */
    SYS_mmap, SYS_mprotect, SYS_munmap, SYS_mremap, SYS_brk, SYS_madvise, SYS_futex,
    SYS_clock_gettime, SYS_gettimeofday, SYS_clock_nanosleep, SYS_nanosleep, SYS_getrandom,
    SYS_setitimer, SYS_getrusage, SYS_getpid, SYS_gettid, SYS_sched_yield,
    SYS_rt_sigreturn, SYS_rt_sigaction, SYS_rt_sigprocmask, SYS_sigaltstack, SYS_restart_syscall,
    SYS_exit, SYS_exit_group,
    /* the same by older names */
#ifdef __x86_64__
    SYS_poll, SYS_stat, SYS_lstat, SYS_access, SYS_time, SYS_getrlimit, SYS_setrlimit,
#endif
};
static const int while_opening[] = {
    SYS_openat, SYS_readlinkat, SYS_getcwd, SYS_fchown, SYS_fchmod, SYS_unlinkat,
    SYS_seccomp, SYS_prctl,
#ifdef __x86_64__
    SYS_open, SYS_readlink, SYS_unlink,
#endif
};

#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, (uint32_t)offsetof(struct seccomp_data, field))
#define PASS BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)
#define REFUSE BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM)
#define UNLESS(value, skip) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)(value), 0, (skip))

/* Allowed only where its first argument is that number. */
#define ONLY_FOR(call, argument) \
    UNLESS((call), 4), LOAD(args[0]), UNLESS((argument), 1), PASS, REFUSE

enum { FILTER_MAX = 256 };

static int allow(struct sock_filter *filter, int n, const int *calls, int n_calls)
{
    for (int i = 0; i < n_calls; i++) {
        filter[n++] = (struct sock_filter)UNLESS(calls[i], 1);
        filter[n++] = (struct sock_filter)PASS;
    }
    return n;
}

static bool installed;

static void install(bool opening)
{
    struct sock_filter filter[FILTER_MAX] = {
        LOAD(arch), UNLESS(THIS_ARCH, 1), BPF_JUMP(BPF_JMP | BPF_JA, 1, 0, 0), REFUSE, LOAD(nr),
        /* memory that may be run is made by the loader only, which is done */
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_mmap, 1, 0), UNLESS(SYS_mprotect, 4),
        LOAD(args[2]), BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, PROT_EXEC, 0, 1), REFUSE, PASS,
        /* limits and signals: its own, not those of whoever started it */
        ONLY_FOR(SYS_tgkill, getpid()), ONLY_FOR(SYS_prlimit64, 0),
    };
    int n = 21;
    n = allow(filter, n, while_running, COUNT_OF(while_running));
    if (opening)
        n = allow(filter, n, while_opening, COUNT_OF(while_opening));
    filter[n++] = (struct sock_filter)REFUSE;
    CHECK(n <= FILTER_MAX);
    struct sock_fprog program = {(unsigned short)n, filter};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
        syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program) == 0)
        installed = true;
}

const char *jail_kind(void)
{
    return installed ? "seccomp" : "none";
}

#else

static void install(bool opening)
{
    (void)opening;
}

const char *jail_kind(void)
{
    return "none";
}

#endif

void jail_filter_opening(void)
{
    install(true);
}

void jail_filter_running(void)
{
    if (!SANITIZED)
        install(false);
}
