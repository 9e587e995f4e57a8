/* pq.c - see pq.h. */
#include "db/pq.h"

#include "version.h"

struct pq_functions pq;

enum status pq_load(struct error *err)
{
    static const struct late_function functions[] = {
#define FUNCTION(name) {"PQ" #name, &pq.name},
        PQ_FUNCTIONS(FUNCTION)
#undef FUNCTION
    };
    static struct late_library library = {.file = LATE_LIBPQ,
                                          .what = "the PostgreSQL client library (package libpq5)",
                                          .functions = functions, .n = COUNT_OF(functions)};
    return late_load(&library, err);
}
