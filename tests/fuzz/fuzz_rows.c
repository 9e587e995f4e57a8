/* fuzz_rows.c - files of rows: any bytes are rows or an error; types and conversions hold for every cell.
 * The first byte says what kind of file it is. */
#include "db/import.h"

#include <string.h>

struct seen {
    struct import_column *columns;
    int n;
};

static enum status see(void *context, const struct slice *cells, int n, long line, struct error *err)
{
    struct seen *s = context;
    (void)err;
    CHECK(n == s->n && line > 0);
    for (int i = 0; i < n; i++)
        import_column_see(&s->columns[i], cells[i]);
    return ST_OK;
}

static enum status convert(void *context, const struct slice *cells, int n, long line,
                           struct error *err)
{
    struct seen *s = context;
    char text[64];
    (void)line, (void)err;
    for (int i = 0; i < n; i++)
        if (!import_is_null(cells[i], import_column_type(&s->columns[i])))
            import_convert(&s->columns[i], cells[i], text, sizeof text);
    return ST_OK;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    static const enum rows_file kinds[] = {ROWS_CSV, ROWS_TSV, ROWS_JSON};
    if (n < 1 || !utf8_valid((const char *)data + 1, n - 1) || memchr(data, '\0', n))
        return 0;
    struct arena arena = {0};
    struct error err = {0};
    struct import_file f = {.path = "rows", .kind = kinds[data[0] % 3],
                            .text = {(const char *)data + 1, n - 1}};
    bool json = f.kind == ROWS_JSON;
    if ((json ? json_open_rows(&arena, &f, &err) : csv_open(&arena, &f, &err)) == ST_OK) {
        struct seen s = {ARENA_ARRAY(&arena, struct import_column, f.n_columns), f.n_columns};
        for (int i = 0; i < s.n; i++)
            s.columns[i] = import_column_start();
        if ((json ? json_rows : csv_rows)(&f, see, &s, &err) == ST_OK)
            CHECK((json ? json_rows : csv_rows)(&f, convert, &s, &err) == ST_OK);
    }
    arena_release(&arena);
    return 0;
}
