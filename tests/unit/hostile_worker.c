/* hostile_worker.c - a program that is started where `astormer db-worker` is expected, and does
 * what a process taken over by its query would.  The database's "path" says what. */
#include "db/wire.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void put(const void *s, size_t n)
{
    if (write(WIRE_FD, s, n) != (ssize_t)n)
        _exit(0);
}

static void frame(uint32_t kind, const void *s, size_t n)
{
    struct wire_head head = {(uint32_t)n, kind};
    put(&head, sizeof head);
    put(s, n);
}

static void packed(uint32_t kind, const struct strbuf *b)
{
    frame(kind, b->s ? b->s : "", b->n);
}

/* The next request's kind; its bytes go to the arena. */
static struct wire_reader request(struct arena *arena)
{
    struct wire_head head;
    if (read(WIRE_FD, &head, sizeof head) != sizeof head)
        _exit(0);
    char *s = arena_alloc(arena, head.bytes + 1, 8);
    for (size_t n = 0; n < head.bytes;) {
        ssize_t got = read(WIRE_FD, s + n, head.bytes - n);
        if (got <= 0)
            _exit(0);
        n += (size_t)got;
    }
    return (struct wire_reader){.s = s, .n = head.bytes};
}

static void end(struct arena *arena, unsigned status, const char *message, size_t n)
{
    struct strbuf b = strbuf_in(arena);
    wire_put_u8(&b, status);
    wire_put_u8(&b, 0);
    wire_put_u8(&b, 1);
    wire_put_bytes(&b, message, n);
    packed(WIRE_END, &b);
}

static void header(struct arena *arena, uint32_t n, int names)
{
    struct strbuf b = strbuf_in(arena);
    wire_put_u32(&b, n);
    for (int i = 0; i < names; i++)
        wire_put_text(&b, "x");
    packed(WIRE_HEADER, &b);
}

/* Frames of random kinds and bytes, some of them nearly right. */
static void babble(struct arena *arena, uint64_t seed)
{
    struct rng rng;
    rng_seed(&rng, seed);
    if (rng_below(&rng, 2))
        header(arena, 1 + rng_below(&rng, 3), 1 + (int)rng_below(&rng, 3));
    for (int i = 0; i < 50; i++) {
        char bytes[64];
        size_t n = rng_below(&rng, sizeof bytes);
        for (size_t k = 0; k < n; k++)
            bytes[k] = (char)(rng_below(&rng, 3) ? rng_below(&rng, 6) : rng_next(&rng));
        frame(rng_below(&rng, 8), bytes, n);
    }
    _exit(0);
}

static void misbehave(struct arena *arena, const char *how)
{
    static const char long_message[1000] = {0};
    struct wire_head head = {0xffffffffu, WIRE_DATA};
    if (strcmp(how, "silent") == 0)
        for (;;)
            pause();
    if (strcmp(how, "dies") == 0)
        raise(SIGSEGV);
    if (strcmp(how, "huge") == 0)
        put(&head, sizeof head);
    if (strcmp(how, "no-columns") == 0)
        header(arena, 0, 0);
    if (strcmp(how, "many-columns") == 0)
        header(arena, 4000000000u, 3);
    if (strcmp(how, "few-names") == 0)
        header(arena, 10, 3);
    if (strcmp(how, "no-header") == 0)
        frame(WIRE_DATA, "\0\0\0", 3);
    if (strcmp(how, "odd-cell") == 0 || strcmp(how, "long-cell") == 0 || strcmp(how, "half") == 0 ||
        strcmp(how, "endless") == 0)
        header(arena, 1, 1);
    if (strcmp(how, "odd-cell") == 0)
        frame(WIRE_DATA, "\x7f", 1);
    if (strcmp(how, "half") == 0)
        frame(WIRE_DATA, "\x03\xff\xff\xff\x0f", 5);
    if (strcmp(how, "long-cell") == 0) { /* says 4 GB and keeps on sending */
        frame(WIRE_DATA, "\x03\xff\xff\xff\xff", 5);
        static char much[60000];
        for (;;)
            frame(WIRE_DATA, much, sizeof much);
    }
    if (strcmp(how, "endless") == 0) {
        static char nulls[60000];
        for (;;)
            frame(WIRE_DATA, nulls, sizeof nulls);
    }
    if (strcmp(how, "odd-status") == 0)
        end(arena, 200, "x", 1);
    if (strcmp(how, "long-message") == 0)
        end(arena, ST_INPUT, long_message, sizeof long_message);
    if (strcmp(how, "zero-message") == 0)
        end(arena, ST_INPUT, "a\0b", 3);
    if (strncmp(how, "babble", 6) == 0)
        babble(arena, strtoull(how + 6, NULL, 10));
    end(arena, ST_OK, "", 0);
}

int main(void)
{
    struct arena arena = {0};
    struct strbuf hello = strbuf_in(&arena);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    signal(SIGPIPE, SIG_IGN);
    signal(SIGUSR1, SIG_IGN);
    wire_put_u32(&hello, WIRE_VERSION);
    packed(WIRE_HELLO, &hello);
    struct wire_reader r = request(&arena);
    const char *how = wire_get_text(&arena, &r);
    if (strcmp(how, "slow-start") == 0)
        sleep(3);
    end(&arena, ST_OK, "", 0);
    for (;;) {
        request(&arena);
        misbehave(&arena, how);
    }
}
