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
        .splits = {{"train", {"train.json|train_reconstructed.json"}}, {"dev", {"dev.json"}}},
        .tables = {"../spider/tables.json", "tables.json"},
        .databases = {"database", "../spider/database"}, .multi_turn = true,
        .db = "database_id", .utterance = "utterance", .query = {"query", "query_values_restored"},
    },
    {
        .name = "cosql", .language = LANGUAGE_ENGLISH, .flavour = SCHEMA_SPIDER,
        .splits = {{"train", {"train.json|train_reconstructed.json"}}, {"dev", {"dev.json"}}},
        .tables = {"../spider/tables.json", "tables.json"},
        .databases = {"database", "../spider/database"}, .multi_turn = true,
        .db = "database_id", .utterance = "utterance", .query = {"query"},
    },
    {
        .name = "dusql", .language = LANGUAGE_CHINESE, .flavour = SCHEMA_DUSQL,
        .splits = {{"train", {"train.json"}}, {"dev", {"dev.json"}}, {"test", {"test.json"}, true}},
        .tables = {"db_schema.json"}, .databases = {"database"}, .contents = "db_content.json",
        .db = "db_id", .utterance = "question", .query = {"query"}, .id = "question_id",
    },
    {
        .name = "chase", .language = LANGUAGE_CHINESE, .flavour = SCHEMA_SPIDER,
        .splits = {{"train", {"train.json"}}, {"dev", {"dev.json"}}, {"test", {"test.json"}, true}},
        .tables = {"tables.json"}, .databases = {"database"}, .multi_turn = true,
        .db = "database_id", .utterance = "utterance", .query = {"query"}, .id = "question_id",
    },
    {
        .name = "spider-syn", .folder = "spider_syn", .language = LANGUAGE_ENGLISH,
        .flavour = SCHEMA_SPIDER, .splits = {{"train", {"train_spider.json"}}},
        .tables = {"../spider/tables.json"}, .databases = {"../spider/database"},
        .db = "db_id", .utterance = "SpiderSynQuestion", .query = {"query"},
        .reworded = "SpiderQuestion",
    },
    {
        .name = "corpus", .language = LANGUAGE_ENGLISH, .multi_turn = true,
        .splits = {{"train"}, {"heldout"}, {"all"}}, .choose_on = "heldout",
        .read = read_corpus,
    },
    {
        .name = "wikisql", .language = LANGUAGE_ENGLISH,
        .splits = {{"train"}, {"dev"}, {"test"}}, .choose_on = "", .read = read_wikisql,
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
        names[COUNT_OF(benchmarks)] = "jsonl";
        for (int i = COUNT_OF(benchmarks) - 1; i >= 0; i--)
            names[i] = benchmarks[i].name;
    }
    return names;
}

const char *dataset_names_text(void)
{
    return "spider, sparc, cosql, dusql, chase, spider-syn, corpus, wikisql or jsonl";
}

/* A split that is the sum of the others has nothing of its own. */
static bool is_own_split(const struct benchmark *b, int i)
{
    return !b->splits[i].no_gold && strcmp(b->splits[i].name, "all") != 0;
}

const char *const *dataset_splits(const char *name)
{
    static const char *splits[COUNT_OF(benchmarks)][MAX_SPLITS + 1];
    static const char *const lines[] = {"train", NULL};
    const struct benchmark *b = benchmark_find(name);
    if (!b)
        return strcmp(name, "jsonl") == 0 ? lines : NULL;
    const char **out = splits[b - benchmarks];
    for (int i = 0, n = 0; i < MAX_SPLITS && b->splits[i].name; i++)
        if (is_own_split(b, i))
            out[n++] = b->splits[i].name;
    return out;
}

static bool is_folder(const char *path)
{
    struct stat st;
    return stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

const char *benchmark_folder(struct arena *arena, const struct benchmark *b, const char *dir)
{
    const char *inner = arena_printf(arena, "%s/%s", dir, b->folder ? b->folder : b->name);
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
