/* benchmarks.c - where each benchmark keeps its files and what its records look like. */
#include "data/internal.h"

#include <string.h>
#include <sys/stat.h>

/* Files are looked for below the benchmark's folder; "../spider/" reaches its neighbour. */
static const struct benchmark benchmarks[] = {
    {
        .name = "spider", .language = LANGUAGE_ENGLISH, .flavour = SCHEMA_SPIDER,
        .splits = {{"train", {"train_spider.json", "train_others.json"}}, {"dev", {"dev.json"}}},
        .tables = {"tables.json"}, .databases = {"database"},
        .db = "db_id", .utterance = "question", .query = {"query"},
    },
    {
        .name = "sparc", .language = LANGUAGE_ENGLISH, .flavour = SCHEMA_SPIDER,
        .splits = {{"train", {"train_reconstructed.json"}}, {"dev", {"dev.json"}}},
        .tables = {"../spider/tables.json", "tables.json"},
        .databases = {"database", "../spider/database"}, .multi_turn = true,
        .db = "database_id", .utterance = "utterance", .query = {"query", "query_values_restored"},
    },
    {
        .name = "cosql", .language = LANGUAGE_ENGLISH, .flavour = SCHEMA_SPIDER,
        .splits = {{"train", {"train_reconstructed.json"}}, {"dev", {"dev.json"}}},
        .tables = {"../spider/tables.json", "tables.json"},
        .databases = {"database", "../spider/database"}, .multi_turn = true,
        .db = "database_id", .utterance = "utterance", .query = {"query"},
    },
    {
        .name = "dusql", .language = LANGUAGE_CHINESE, .flavour = SCHEMA_DUSQL,
        .splits = {{"train", {"train.json"}}, {"dev", {"dev.json"}}, {"test", {"test.json"}}},
        .tables = {"db_schema.json"}, .databases = {"database"},
        .db = "db_id", .utterance = "question", .query = {"query"}, .id = "question_id",
    },
    {
        .name = "chase", .language = LANGUAGE_CHINESE, .flavour = SCHEMA_SPIDER,
        .splits = {{"train", {"train.json"}}, {"dev", {"dev.json"}}, {"test", {"test.json"}}},
        .tables = {"tables.json"}, .databases = {"database"}, .multi_turn = true,
        .db = "database_id", .utterance = "utterance", .query = {"query"}, .id = "question_id",
    },
};

const struct benchmark *benchmark_find(const char *name)
{
    for (int i = 0; i < COUNT_OF(benchmarks); i++)
        if (strcmp(benchmarks[i].name, name) == 0)
            return &benchmarks[i];
    return NULL;
}

const char *const *dataset_names(void)
{
    static const char *names[COUNT_OF(benchmarks) + 2];
    if (!names[0]) {
        for (int i = COUNT_OF(benchmarks) - 1; i >= 0; i--)
            names[i] = benchmarks[i].name;
        names[COUNT_OF(benchmarks)] = "jsonl";
    }
    return names;
}

static bool is_folder(const char *path)
{
    struct stat st;
    return stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

const char *benchmark_folder(struct arena *arena, const struct benchmark *b, const char *dir)
{
    const char *inner = arena_printf(arena, "%s/%s", dir, b->name);
    return is_folder(inner) ? inner : dir;
}

const char *first_existing(struct arena *arena, const char *folder, const char *const *names,
                           int n)
{
    for (int i = 0; i < n && names[i]; i++) {
        const char *path = arena_printf(arena, "%s/%s", folder, names[i]);
        if (file_exists(path))
            return path;
    }
    return NULL;
}
