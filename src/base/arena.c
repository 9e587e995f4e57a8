/* arena.c - memory with one lifetime: a list of blocks, the newest being filled. */
#include "base/memory.h"

#include <string.h>

struct arena_block {
    struct taken taken;
    struct arena_block *older;
    size_t size;
    _Alignas(64) char data[];
};

enum { BLOCK_MIN = 64 * 1024 };

/* A block belongs to the attempt its arena belongs to: one that has lived longer than the present
 * attempt outlives its failure as well, with all it holds. */
static void add_block(struct arena *arena, size_t at_least)
{
    size_t size = arena->head ? arena->head->size * 2 : BLOCK_MIN;
    if (size > (size_t)64 << 20)
        size = (size_t)64 << 20;
    if (size < at_least)
        size = at_least;
    struct attempt *owner = arena->head ? arena->head->taken.owner : attempt_now();
    struct arena_block *block = memory_take(sizeof *block + size, owner);
    block->older = arena->head;
    block->size = size;
    arena->head = block;
    arena->used = 0;
    arena->total += size;
}

void *arena_alloc(struct arena *arena, size_t size, size_t align)
{
    CHECK(size < SIZE_MAX / 2 && align && align <= 64);
    if (memory_refused(size)) /* tests only: as if a block had been needed just here */
        memory_give_up(size);
    size_t at = (arena->used + align - 1) & ~(align - 1);
    if (!arena->head || at + size > arena->head->size) {
        add_block(arena, size);
        at = 0;
    }
    arena->used = at + size;
    return memset(arena->head->data + at, 0, size);
}

struct arena_mark arena_mark(const struct arena *arena)
{
    return (struct arena_mark){arena->head, arena->used};
}

void arena_reset(struct arena *arena, struct arena_mark mark)
{
    while (arena->head != mark.block) {
        struct arena_block *block = arena->head;
        CHECK(block);
        arena->head = block->older;
        arena->total -= block->size;
        memory_give_back(&block->taken);
    }
    arena->used = mark.used;
}

void arena_clear(struct arena *arena)
{
    struct arena_block *keep = NULL;
    for (struct arena_block *b = arena->head, *older; b; b = older) {
        older = b->older;
        if (!keep || b->size > keep->size) {
            if (keep)
                memory_give_back(&keep->taken);
            keep = b;
        } else {
            memory_give_back(&b->taken);
        }
    }
    if (keep)
        keep->older = NULL;
    arena->head = keep;
    arena->used = 0;
    arena->total = keep ? keep->size : 0;
}

void arena_release(struct arena *arena)
{
    arena_reset(arena, (struct arena_mark){NULL, 0});
}

void *arena_grow(struct arena *arena, void *array, size_t item, int count, int *capacity)
{
    if (count < *capacity)
        return array;
    CHECK(*capacity <= INT32_MAX / 2);
    int wanted = *capacity ? *capacity * 2 : 8;
    void *bigger = arena_alloc(arena, item * (size_t)wanted, 16);
    if (count)
        memcpy(bigger, array, item * (size_t)count);
    *capacity = wanted;
    return bigger;
}

char *arena_strndup(struct arena *arena, const char *s, size_t n)
{
    char *copy = arena_alloc(arena, n + 1, 1);
    if (n)
        memcpy(copy, s, n);
    return copy;
}

char *arena_strdup(struct arena *arena, const char *s)
{
    return arena_strndup(arena, s, strlen(s));
}

char *arena_printf(struct arena *arena, const char *format, ...)
{
    CHECK(format);
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    int n = vsnprintf(NULL, 0, format, args);
    va_end(args);
    CHECK(n >= 0);
    char *text = arena_alloc(arena, (size_t)n + 1, 1);
    vsnprintf(text, (size_t)n + 1, format, again);
    va_end(again);
    return text;
}
