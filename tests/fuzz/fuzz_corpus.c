/* fuzz_corpus.c - a database of a corpus from anywhere: scripts and questions of any content are
 * built, read and checked, or refused; never a crash, never a file outside of the cache.
 * Input: schema.sql, rows.sql and questions.jsonl, with a zero byte between them. */
#include "data/data.h"
#include "eval/eval.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static char folder[] = "/tmp/astormer-fuzz-XXXXXX";

static void remove_folder(void)
{
    char command[80];
    snprintf(command, sizeof command, "rm -rf %s", folder);
    if (system(command) != 0)
        abort();
}

static void begin(void)
{
    if (folder[strlen(folder) - 1] != 'X')
        return;
    char path[64];
    if (!mkdtemp(folder))
        abort();
    snprintf(path, sizeof path, "%s/db", folder);
    if (mkdir(path, 0700) != 0)
        abort();
    setenv("XDG_CACHE_HOME", folder, 1);
    atexit(remove_folder);
}

static void put(const char *name, const uint8_t *data, size_t n)
{
    char path[64];
    snprintf(path, sizeof path, "%s/db/%s", folder, name);
    FILE *file = fopen(path, "wb");
    if (!file || fwrite(data, 1, n, file) != n || fclose(file) != 0)
        abort();
}

static const uint8_t *take(const uint8_t **data, size_t *size, size_t *n)
{
    const uint8_t *start = *data, *zero = memchr(start, 0, *size);
    *n = zero ? (size_t)(zero - start) : *size;
    size_t used = *n + (zero ? 1 : 0);
    *data += used;
    *size -= used;
    return start;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const names[] = {"schema.sql", "rows.sql", "questions.jsonl"};
    begin();
    for (int i = 0; i < COUNT_OF(names); i++) {
        size_t n;
        const uint8_t *part = take(&data, &size, &n);
        put(names[i], part, n);
    }
    struct arena arena = {0};
    struct error err = {0};
    struct dataset d;
    struct corpus_check check;
    if (dataset_read(&arena, "corpus", folder, "all", NULL, &d, &err) == ST_OK) {
        CHECK(d.schemas.n_schemas == 1 || d.n_bad == 1);
        CHECK(corpus_check(&arena, &d, NULL, 0, true, &check, &err) == ST_OK);
        for (int i = 0; i < d.n_examples; i++)
            if (d.examples[i].sql)
                eval_sql_orders(d.examples[i].sql);
    }
    arena_release(&arena);
    return 0;
}
