/* memory.c - memory that is asked for, and what becomes of a call when there is none.
 *
 * Whoever may not take the program down with it (a call of the library, a request to a server) runs as
 * an attempt.  Every piece of memory knows the attempt that took it, so when one cannot be had the
 * attempt is undone from inside: what was held is let go (struct undo, newest first, while the frames
 * that hold it still stand), the memory is given back, and only then do we jump out. */
#include "base/memory.h"

#include <pthread.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct attempt {
    jmp_buf at;
    struct attempt *outer;
    struct taken first; /* head of a ring of what it has taken */
    struct undo *undo;
    long begin, limit; /* of the thread's balance; limit 0: none */
    long over;         /* the limit, its own or an outer one's, at which it gave up */
    size_t wanted;     /* when it gave up */
};

static _Thread_local struct attempt *now;
static _Thread_local long balance; /* bytes this thread took, less those it gave back */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* of all rings: threads free each other's pieces */
memory_fault *memory_faults;
static int exit_code = -1;

void memory_exit_code(int code)
{
    exit_code = code;
}

/* ---- giving up -------------------------------------------------------------------------------- */

static void give_back_all(struct attempt *a)
{
    for (;;) {
        pthread_mutex_lock(&lock);
        struct taken *t = a->first.next;
        pthread_mutex_unlock(&lock);
        if (t == &a->first)
            return;
        memory_give_back(t);
    }
}

/* An undo that fails for want of memory itself comes back here, and the others follow. */
_Noreturn void memory_give_up(size_t wanted)
{
    struct attempt *a = now;
    if (!a) {
        fprintf(stderr, "astormer: out of memory (%zu bytes)\n", wanted);
        if (exit_code >= 0)
            _Exit(exit_code);
        abort();
    }
    a->wanted = wanted;
    while (a->undo) {
        struct undo *u = a->undo;
        a->undo = u->outer;
        u->run(u->what);
    }
    give_back_all(a);
    _longjmp(a->at, 1);
}

void memory_count(long bytes)
{
    balance += bytes;
    if (bytes <= 0)
        return;
    for (struct attempt *a = now; a; a = a->outer)
        if (a->limit && balance - a->begin > a->limit) {
            balance -= bytes;
            now->over = a->limit;
            memory_give_up((size_t)bytes);
        }
}

/* ---- attempts --------------------------------------------------------------------------------- */

/* What an attempt leaves behind is the outer one's, or nobody's. */
static void pass_on(struct attempt *a, struct attempt *to)
{
    if (a->first.next == &a->first)
        return; /* nobody but us puts anything there */
    pthread_mutex_lock(&lock);
    while (a->first.next != &a->first) {
        struct taken *t = a->first.next;
        t->before->next = t->next;
        t->next->before = t->before;
        memory_own(t, to);
    }
    pthread_mutex_unlock(&lock);
}

static enum status outcome_of(const struct attempt *a, struct error *err)
{
    return a->over ? fail(err, ST_MEMORY, "it takes more memory than the %ld MB it may",
                          a->over >> 20)
                   : fail(err, ST_MEMORY, "out of memory (%zu bytes)", a->wanted);
}

static enum status run_attempt(struct attempt *a, struct attempt *heir, attempt_fn *run, void *context,
                               struct error *err)
{
    a->outer = now;
    a->begin = balance;
    a->first.before = a->first.next = &a->first;
    now = a;
    enum status st;
    if (_setjmp(a->at) == 0)
        st = run(context, err);
    else
        st = outcome_of(a, err);
    CHECK(!a->undo);
    now = a->outer;
    pass_on(a, heir);
    return st;
}

enum status attempt(attempt_fn *run, void *context, struct error *err)
{
    return run_attempt(&(struct attempt){0}, now, run, context, err);
}

enum status attempt_within(size_t limit, attempt_fn *run, void *context, struct error *err)
{
    return run_attempt(&(struct attempt){.limit = (long)limit}, now, run, context, err);
}

enum status attempt_lasting(attempt_fn *run, void *context, struct error *err)
{
    return run_attempt(&(struct attempt){0}, NULL, run, context, err);
}

struct plain {
    void (*run)(void *);
    void *context;
};

static enum status run_plain(void *context, struct error *err)
{
    (void)err;
    const struct plain *p = context;
    p->run(p->context);
    return ST_OK;
}

void lasting(void (*run)(void *), void *context)
{
    struct attempt a = {0};
    if (!now) /* nobody to take it from */
        run(context);
    else if (run_attempt(&a, NULL, run_plain, &(struct plain){run, context}, NULL) != ST_OK)
        memory_give_up(a.wanted);
}

void undo_later(struct undo *u, void (*run)(void *), void *what)
{
    *u = (struct undo){.run = run, .what = what, .of = now};
    if (now) {
        u->outer = now->undo;
        now->undo = u;
    }
}

void undo_forget(struct undo *u)
{
    struct undo **at = u->of ? &u->of->undo : NULL;
    while (at && *at && *at != u)
        at = &(*at)->outer;
    if (at && *at)
        *at = u->outer;
    u->of = NULL;
}

void undo_now(struct undo *u)
{
    undo_forget(u);
    u->run(u->what);
}

void undo_fd(void *fd)
{
    close((int)(intptr_t)fd);
}

void undo_mutex(void *mutex)
{
    pthread_mutex_unlock(mutex);
}

void undo_json(void *json)
{
    json_decref(json);
}

/* ---- pieces ----------------------------------------------------------------------------------- */

struct attempt *attempt_now(void)
{
    return now;
}

/* The lock is held. */
void memory_own(struct taken *t, struct attempt *owner)
{
    t->owner = owner;
    if (!owner)
        return;
    t->before = &owner->first;
    t->next = owner->first.next;
    t->next->before = t->before->next = t;
}

void *memory_take(size_t size, struct attempt *owner)
{
    CHECK(size >= sizeof(struct taken) && size < SIZE_MAX / 2);
    memory_count((long)size);
    size_t bytes = (size + 63) & ~(size_t)63;
    struct taken *t = memory_refused(size) ? NULL : aligned_alloc(64, bytes);
    if (!t) {
        balance -= (long)size;
        memory_give_up(size);
    }
    t->size = size;
    pthread_mutex_lock(&lock);
    memory_own(t, owner);
    pthread_mutex_unlock(&lock);
    return t;
}

static void disown(struct taken *t)
{
    pthread_mutex_lock(&lock);
    if (t->owner) {
        t->before->next = t->next;
        t->next->before = t->before;
    }
    pthread_mutex_unlock(&lock);
}

void memory_give_back(struct taken *t)
{
    disown(t);
    balance -= (long)t->size;
    free(t);
}

/* ---- pieces without an arena ------------------------------------------------------------------ */

struct piece {
    struct taken taken;
    _Alignas(16) char data[];
};

static struct piece *piece_of(void *p)
{
    return (struct piece *)((char *)p - offsetof(struct piece, data));
}

void *xmalloc(size_t size)
{
    CHECK(size < SIZE_MAX / 4);
    size_t bytes = sizeof(struct piece) + size;
    memory_count((long)bytes);
    struct piece *p = memory_refused(bytes) ? NULL : malloc(bytes);
    if (!p) {
        balance -= (long)bytes;
        memory_give_up(bytes);
    }
    p->taken.size = bytes;
    pthread_mutex_lock(&lock);
    memory_own(&p->taken, now);
    pthread_mutex_unlock(&lock);
    return p->data;
}

/* It stays with whoever had it before. */
void *xrealloc(void *old, size_t size)
{
    if (!old)
        return xmalloc(size);
    CHECK(size < SIZE_MAX / 4);
    struct piece *p = piece_of(old);
    struct attempt *owner = p->taken.owner;
    size_t bytes = sizeof *p + size, before = p->taken.size;
    memory_count((long)bytes - (long)before);
    disown(&p->taken);
    struct piece *bigger = memory_refused(bytes) ? NULL : realloc(p, bytes);
    struct piece *kept = bigger ? bigger : p;
    kept->taken.size = bigger ? bytes : before;
    pthread_mutex_lock(&lock);
    memory_own(&kept->taken, owner);
    pthread_mutex_unlock(&lock);
    if (!bigger) {
        balance -= (long)bytes - (long)before;
        memory_give_up(bytes);
    }
    return kept->data;
}

char *xstrdup(const char *s)
{
    size_t n = strlen(s) + 1;
    return memcpy(xmalloc(n), s, n);
}

void xfree(void *p)
{
    if (p)
        memory_give_back(&piece_of(p)->taken);
}
