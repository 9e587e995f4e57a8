/* fuzz_json.c - schema files, benchmark files and JSON lines of any content: read or refused, never
 * a crash, and whatever was read keeps its ids in range. */
#include "data/data.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The readers take paths: a file in memory, named through /proc. */
static int memory_file(const void *data, size_t n, char path[64])
{
    int fd = memfd_create("fuzz", 0);
    if (fd < 0 || write(fd, data, n) != (ssize_t)n)
        abort();
    snprintf(path, 64, "/proc/self/fd/%d", fd);
    return fd;
}

static void check_schema(const struct schema *s)
{
    for (int i = 0; i < s->n_columns; i++)
        CHECK(s->columns[i].table >= -1 && s->columns[i].table < s->n_tables &&
              s->columns[i].name && s->columns[i].label);
    for (int i = 0; i < s->n_foreign_keys; i++)
        CHECK(s->foreign_keys[i].from > 0 && s->foreign_keys[i].from < s->n_columns &&
              s->foreign_keys[i].to > 0 && s->foreign_keys[i].to < s->n_columns);
}

static const char tables[] =
    "[{\"db_id\":\"d\",\"table_names\":[\"t\"],\"table_names_original\":[\"t\"],"
    "\"column_names\":[[-1,\"*\"],[0,\"a\"]],\"column_names_original\":[[-1,\"*\"],[0,\"a\"]],"
    "\"column_types\":[\"text\",\"number\"],\"primary_keys\":[1],\"foreign_keys\":[]}]";

static void read_lines(const uint8_t *data, size_t size)
{
    struct arena arena = {0};
    struct error err = {0};
    struct dataset d;
    char lines[64], schemas[64];
    int a = memory_file(data, size, lines), b = memory_file(tables, sizeof tables - 1, schemas);
    if (dataset_read(&arena, "jsonl", lines, "train", schemas, &d, &err) == ST_OK) {
        for (int i = 0; i < d.n_examples; i++) {
            CHECK(d.examples[i].schema && d.examples[i].question);
            example_joined_question(&arena, &d.examples[i]);
        }
        for (int i = 0; i < d.n_bad; i++)
            CHECK(d.bad[i].reason && *d.bad[i].reason);
    } else {
        CHECK(err.message[0]);
    }
    close(a);
    close(b);
    arena_release(&arena);
}

static void read_schemas(const uint8_t *data, size_t size, enum schema_flavour flavour)
{
    struct arena arena = {0};
    struct error err = {0};
    struct schema_set set;
    char path[64];
    int fd = memory_file(data, size, path);
    if (schema_set_read(&arena, path, flavour, &set, &err) == ST_OK) {
        for (int i = 0; i < set.n_schemas; i++) {
            check_schema(&set.schemas[i]);
            schema_repair_keys(&arena, &set.schemas[i]);
            check_schema(&set.schemas[i]);
        }
    } else {
        CHECK(err.message[0]);
    }
    close(fd);
    arena_release(&arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    read_lines(data, size);
    read_schemas(data, size, SCHEMA_SPIDER);
    read_schemas(data, size, SCHEMA_DUSQL);
    return 0;
}
