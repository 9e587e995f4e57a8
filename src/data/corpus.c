/* corpus.c - a folder of databases kept as text, each with its questions.
 *
 *     NAME/schema.sql, NAME/rows.sql   what makes the database
 *     NAME/questions.jsonl             id, question, sql (null: it cannot be answered), tags, history
 *     heldout.txt                      names never to be trained on: the split "heldout"
 *
 * Splits are of databases, never of one database's questions. */
#include "data/internal.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_FOLDERS = 20000 };

static int compare_names(const void *a, const void *b)
{
    return strcmp(((const struct corpus_folder *)a)->name, ((const struct corpus_folder *)b)->name);
}

/* One name a line; blanks around it and lines that begin with '#' mean nothing. */
static enum status read_held_out(struct arena *arena, const char *dir, struct map *out,
                                 struct error *err)
{
    struct slice text;
    const char *path = arena_printf(arena, "%s/heldout.txt", dir);
    *out = map_in(arena);
    if (!file_exists(path))
        return ST_OK;
    enum status st = file_read(arena, path, (size_t)4 << 20, &text, err);
    for (size_t at = 0; st == ST_OK && at < text.n;) {
        const char *line = text.s + at, *newline = memchr(line, '\n', text.n - at);
        size_t n = newline ? (size_t)(newline - line) : text.n - at;
        at += n + 1;
        while (n > 0 && strchr(" \t\r", line[n - 1]))
            n--;
        if (n > 0 && *line != '#')
            map_put(out, line, n, 1);
    }
    return st;
}

enum status corpus_list(struct arena *arena, const char *dir, struct corpus_folders *out,
                        struct error *err)
{
    struct map held_out;
    *out = (struct corpus_folders){0};
    enum status st = read_held_out(arena, dir, &held_out, err);
    if (st != ST_OK)
        return st;
    DIR *folder = opendir(dir);
    if (!folder)
        return fail(err, ST_IO, "cannot read folder '%s': %s", dir, strerror(errno));
    for (struct dirent *entry; (entry = readdir(folder)) && out->n < MAX_FOLDERS;) {
        const char *name = entry->d_name;
        if (*name == '.' || !file_exists(arena_printf(arena, "%s/%s/schema.sql", dir, name)))
            continue;
        *ARENA_PUSH(arena, out->v, out->n, out->capacity) = (struct corpus_folder){
            arena_strdup(arena, name), arena_printf(arena, "%s/%s", dir, name),
            map_get(&held_out, name, strlen(name), 0) != 0};
    }
    closedir(folder);
    if (out->n == 0)
        return fail(err, ST_IO, "'%s' holds no databases (NAME/schema.sql)", dir);
    qsort(out->v, (size_t)out->n, sizeof *out->v, compare_names);
    return ST_OK;
}

enum status corpus_database(struct arena *arena, const struct corpus_folder *folder,
                            const char **path, struct error *err)
{
    const char *const scripts[] = {arena_printf(arena, "%s/schema.sql", folder->path),
                                   arena_printf(arena, "%s/rows.sql", folder->path)};
    return db_build(arena, folder->name, scripts, COUNT_OF(scripts), NULL, path, err);
}

/* ---- questions --------------------------------------------------------------------------------------- */

/* A record goes on with the conversation of the one before if its history is that one's and its
 * question. */
static bool goes_on(const struct example *before, const struct example *e)
{
    if (e->n_history == 0 || before->n_history != e->n_history - 1 ||
        strcmp(before->question, e->history[e->n_history - 1]) != 0)
        return false;
    for (int i = 0; i < before->n_history; i++)
        if (strcmp(before->history[i], e->history[i]) != 0)
            return false;
    return true;
}

static void read_question(struct reader *r, const char *line, size_t n)
{
    static const struct benchmark format = {
        .utterance = "question", .query = {"sql"}, .id = "id"};
    struct dataset *out = r->out;
    const struct schema *schema = &out->schemas.schemas[out->schemas.n_schemas - 1];
    struct error err = {0};
    json_t *record = line_record(r, line, n);
    if (!record)
        return;
    struct example e;
    if (read_turn(r, &format, record, schema->db_id, &e, &err) &&
        read_history(r, record, &e, &err)) {
        const struct example *before = out->n_examples ? &out->examples[out->n_examples - 1] : NULL;
        bool same = before && before->db_id == e.db_id && goes_on(before, &e);
        e.interaction = same ? before->interaction : out->n_interactions++;
        add_example(r, &e);
    } else {
        set_aside(r, err.message);
    }
    json_decref(record);
}

/* A database that cannot be built or read costs its questions, not the rest. */
static void read_folder(struct reader *r, const struct corpus_folder *folder)
{
    struct error err = {0};
    struct schema schema;
    struct slice text;
    const char *database, *questions = arena_printf(r->arena, "%s/questions.jsonl", folder->path);
    r->at = (struct json_where){folder->path, -1};
    enum status st = file_read(r->arena, questions, (size_t)64 << 20, &text, &err);
    if (st == ST_OK)
        st = corpus_database(r->arena, folder, &database, &err);
    if (st == ST_OK)
        st = read_live_schema(r->arena, database, folder->name, &schema, &err);
    if (st != ST_OK) {
        set_aside(r, err.message);
        return;
    }
    add_schema(r, &schema, database);
    r->at.file = questions;
    each_line(r, text, read_question);
}

/* Examples point at schemas, and the array of schemas has grown. */
static void find_schemas_again(struct dataset *d)
{
    for (int i = 0; i < d->n_examples; i++)
        d->examples[i].schema = schema_set_find(&d->schemas, d->examples[i].db_id);
}

enum status read_corpus(struct reader *r, const struct benchmark *b, const char *folder,
                        struct error *err)
{
    (void)b;
    struct corpus_folders all;
    const char *split = r->source->split;
    bool whole = strcmp(split, "all") == 0, held_out = strcmp(split, "heldout") == 0;
    enum status st = corpus_list(r->arena, folder, &all, err);
    if (st != ST_OK)
        return st;
    r->out->schema_file = folder;
    r->out->schemas = (struct schema_set){.by_id = map_in(r->arena)};
    for (int i = 0; i < all.n; i++)
        if (whole || all.v[i].held_out == held_out)
            read_folder(r, &all.v[i]);
    find_schemas_again(r->out);
    return ST_OK;
}
