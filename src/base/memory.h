/* memory.h - what arenas are made of; for base/ alone.  What others may use is in base.h. */
#ifndef ASTORMER_BASE_MEMORY_H
#define ASTORMER_BASE_MEMORY_H

#include "base/base.h"

struct taken { /* at the head of every piece of memory */
    struct taken *before, *next;
    struct attempt *owner; /* NULL: nobody gives it back but its user */
    size_t size;
};

struct attempt *attempt_now(void);
/* `size` bytes with a struct taken at their head, at a multiple of 64; never NULL. */
void *memory_take(size_t size, struct attempt *owner);
void memory_give_back(struct taken *t);
void memory_own(struct taken *t, struct attempt *owner);

#endif
