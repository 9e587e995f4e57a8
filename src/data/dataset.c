/* dataset.c - one split of one dataset, or a part of it. */
#include "data/internal.h"

#include <stdlib.h>
#include <string.h>

/* ---- parts -------------------------------------------------------------------------------------------- */

bool example_is(const struct example *e, const char *tag)
{
    if (strcmp(tag, "alone") == 0)
        return e->n_history == 0;
    if (strcmp(tag, "follow_up") == 0)
        return e->n_history > 0 && !example_is(e, "new_topic");
    if (strcmp(tag, "answerable") == 0)
        return !e->unanswerable;
    if (strcmp(tag, "unanswerable") == 0)
        return e->unanswerable;
    for (int i = 0; i < e->n_tags; i++)
        if (strcmp(e->tags[i], tag) == 0)
            return true;
    return false;
}

/* "25%": a share drawn by a hash, so that it is the same in every run and on every machine. */
static bool parse_share(const char *part, double *share)
{
    char *end;
    double percent = strtod(part, &end);
    *share = percent / 100;
    return end != part && strcmp(end, "%") == 0 && percent > 0 && percent <= 100;
}

static bool in_part(const struct example *e, const char *part)
{
    double share;
    if (parse_share(part, &share)) {
        uint64_t h = hash_bytes(e->question, strlen(e->question),
                                hash_bytes(e->db_id, strlen(e->db_id), 1));
        return (double)(h >> 11) * 0x1p-53 < share;
    }
    return *part == '-' ? !example_is(e, part + 1) : example_is(e, part);
}

static enum status keep_part(struct dataset *d, const char *part, struct error *err)
{
    int n = 0, before = d->n_examples;
    for (int i = 0; i < d->n_examples; i++)
        if (in_part(&d->examples[i], part))
            d->examples[n++] = d->examples[i];
    d->n_examples = n;
    if (n == 0 && before > 0)
        return fail(err, ST_USAGE, "no example of %s %s is '%s'", d->name, d->split, part);
    return ST_OK;
}

/* ---- reading ------------------------------------------------------------------------------------------ */

static const char *const *split_files(const struct benchmark *b, const char *split)
{
    for (int i = 0; i < MAX_SPLITS && b->splits[i].name; i++)
        if (strcmp(b->splits[i].name, split) == 0)
            return b->splits[i].files;
    return NULL;
}

static enum status no_split(const struct benchmark *b, const char *split, struct error *err)
{
    char names[120];
    size_t n = 0;
    names[0] = '\0';
    for (int i = 0; i < MAX_SPLITS && b->splits[i].name && n < sizeof names; i++)
        n += (size_t)snprintf(names + n, sizeof names - n, "%s%s", i ? ", " : "",
                              b->splits[i].name);
    return fail(err, ST_USAGE, "dataset '%s' has no split '%s', only %s", b->name, split, names);
}

/* The file of a split: of several alternatives "a|b" the first that exists, or the last. */
static const char *split_path(struct arena *arena, const char *folder, const char *names)
{
    const char *path;
    size_t n;
    do {
        n = strcspn(names, "|");
        path = arena_printf(arena, "%s/%.*s", folder, (int)n, names);
        names += n + (names[n] == '|');
    } while (*names && !file_exists(path));
    return path;
}

static enum status read_benchmark(struct reader *r, const struct benchmark *b, struct error *err)
{
    const char *folder = benchmark_folder(r->arena, b, r->source->dir);
    const char *const *files = split_files(b, r->source->split);
    if (!files)
        return no_split(b, r->source->split, err);
    if (b->read)
        return b->read(r, b, folder, err);
    struct dataset *out = r->out;
    out->schema_file = r->source->tables
                           ? r->source->tables
                           : first_existing(r->arena, folder, b->tables, MAX_ALTERNATIVES);
    if (!out->schema_file)
        return fail(err, ST_IO, "no %s below '%s'", b->tables[0], folder);
    enum status st =
        schema_set_read(r->arena, out->schema_file, b->flavour, &out->schemas, err);
    out->database_dir = first_existing(r->arena, folder, b->databases, MAX_ALTERNATIVES);
    for (int i = 0; st == ST_OK && i < MAX_ALTERNATIVES && files[i]; i++)
        st = read_list(r, b, split_path(r->arena, folder, files[i]), err);
    const char *contents = b->contents && !out->database_dir
                               ? arena_printf(r->arena, "%s/%s", folder, b->contents)
                               : NULL;
    if (st == ST_OK && contents && file_exists(contents))
        st = read_contents(r, contents, err);
    return st;
}

enum status dataset_read_from(struct arena *arena, const struct dataset_source *source,
                              struct dataset *out, struct error *err)
{
    size_t n = strcspn(source->name, "/");
    const char *name = arena_strndup(arena, source->name, n);
    const struct benchmark *b = benchmark_find(name);
    bool lines = strcmp(name, "jsonl") == 0;
    *out = (struct dataset){.name = name, .split = source->split};
    struct reader r = {.arena = arena, .out = out, .source = source};
    if (!b && !lines)
        return fail(err, ST_USAGE, "unknown dataset '%s': %s", name, dataset_names_text());
    if (b) {
        out->language = b->language;
        out->multi_turn = b->multi_turn;
        out->choose_on = b->choose_on;
    }
    enum status st = lines ? read_json_lines(&r, err) : read_benchmark(&r, b, err);
    for (const char *at = source->name + n; st == ST_OK && *at == '/'; at += n) {
        n = strcspn(++at, "/");
        st = keep_part(out, arena_strndup(arena, at, n), err);
    }
    return st;
}

enum status dataset_read(struct arena *arena, const char *name, const char *dir,
                         const char *split, const char *tables, struct dataset *out,
                         struct error *err)
{
    struct dataset_source source = {.name = name, .dir = dir, .split = split, .tables = tables};
    return dataset_read_from(arena, &source, out, err);
}

/* ---- what examples refer to ----------------------------------------------------------------------------- */

const char *dataset_database(struct arena *arena, const struct dataset *dataset,
                             const char *db_id)
{
    if (dataset->database_files) {
        int index = map_get(&dataset->schemas.by_id, db_id, strlen(db_id), -1);
        return index < 0 ? NULL : dataset->database_files[index];
    }
    if (!dataset->database_dir || strchr(db_id, '/'))
        return NULL;
    const char *path =
        arena_printf(arena, "%s/%s/%s.sqlite", dataset->database_dir, db_id, db_id);
    return file_exists(path) ? path : NULL;
}

const struct value_cells *dataset_cells(const struct dataset *dataset, const char *db_id)
{
    int index = map_get(&dataset->schemas.by_id, db_id, strlen(db_id), -1);
    return dataset->cells && index >= 0 ? &dataset->cells[index] : NULL;
}

char *example_joined_question(struct arena *arena, const struct example *example)
{
    struct strbuf text = strbuf_in(arena);
    strbuf_puts(&text, example->question);
    for (int i = example->n_history - 1; i >= 0; i--) {
        strbuf_puts(&text, " | ");
        strbuf_puts(&text, example->history[i]);
    }
    return arena_strdup(arena, strbuf_text(&text));
}
