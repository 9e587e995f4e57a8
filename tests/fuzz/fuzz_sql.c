/* fuzz_sql.c - any bytes as SQL: no crash, and what is read prints as what reads the same.  The
 * first byte picks how it is read. */
#include "../unit/shop.h"
#include "sql/sql.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(bool condition, const char *first, const char *second)
{
    if (condition)
        return;
    fprintf(stderr, "%s\n%s\n", first, second);
    abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0)
        return 0;
    struct arena a = {0};
    struct query *q, *again;
    struct error err = {0};
    enum sql_reading reading = data[0] & 1 ? SQL_READ_BENCHMARK : SQL_READ_STRICT;
    if (sql_parse(&a, &shop, (const char *)data + 1, size - 1, reading, &q, &err) == ST_OK) {
        const char *text = sql_print(&a, &shop, q, SQL_SQLITE);
        must(strlen(text) > SQL_MAX_LENGTH ||
                 sql_parse(&a, &shop, text, strlen(text), SQL_READ_STRICT, &again, &err) == ST_OK,
             text, err.message);
        must(strlen(text) > SQL_MAX_LENGTH || query_equal(q, again), text,
             strlen(text) > SQL_MAX_LENGTH ? "" : sql_print(&a, &shop, again, SQL_SQLITE));
        sql_print(&a, &shop, q, SQL_POSTGRES);
        sql_print(&a, &shop, q, SQL_BENCHMARK);
        query_unify_literals(&shop, q);
    } else {
        must(q == NULL && err.message[0], "no message", "");
    }
    arena_release(&a);
    return 0;
}
