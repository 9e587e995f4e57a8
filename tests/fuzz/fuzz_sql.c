/* fuzz_sql.c - any bytes as SQL: no crash, and what is read prints as what reads the same.  The
 * first byte picks how it is read, and against which schema. */
#include "../unit/shop.h"
#include "../unit/visits.h"
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
    bool everyday = data[0] & 2;
    enum sql_reading back = everyday ? SQL_READ_EVERYDAY : SQL_READ_STRICT;
    enum sql_reading reading = back | (data[0] & 1 ? SQL_READ_BENCHMARK : SQL_READ_STRICT);
    const struct schema *schema = everyday ? &visits : &shop;
    if (sql_parse(&a, schema, (const char *)data + 1, size - 1, reading, &q, &err) == ST_OK) {
        const char *text = sql_print(&a, schema, q, SQL_SQLITE);
        must(strlen(text) > SQL_MAX_LENGTH ||
                 sql_parse(&a, schema, text, strlen(text), back, &again, &err) == ST_OK,
             text, err.message);
        must(strlen(text) > SQL_MAX_LENGTH || query_equal(q, again), text,
             strlen(text) > SQL_MAX_LENGTH ? "" : sql_print(&a, schema, again, SQL_SQLITE));
        sql_print(&a, schema, q, SQL_POSTGRES);
        sql_print(&a, schema, q, SQL_BENCHMARK);
        query_unify_literals(schema, q);
    } else {
        must(q == NULL && err.message[0], "no message", "");
    }
    arena_release(&a);
    return 0;
}
