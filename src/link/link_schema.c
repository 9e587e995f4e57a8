/* link_schema.c - the names of a schema as words, and the synonyms a user may add. */
#include "link/internal.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* ---- synonyms -------------------------------------------------------------------------------- */

#define SYNONYMS_MAX_BYTES ((size_t)4 << 20)
#define SYNONYMS_MAX 100000

static struct slice trimmed(struct slice s)
{
    while (s.n && isspace((unsigned char)s.s[0]))
        s.s++, s.n--;
    while (s.n && isspace((unsigned char)s.s[s.n - 1]))
        s.n--;
    return s;
}

static void add_synonym(struct arena *arena, struct link_synonyms *out, int *capacity,
                        const char *phrase, int table, int column)
{
    *ARENA_PUSH(arena, out->v, out->n, *capacity) = (struct link_synonym){phrase, table, column};
}

/* "table", "table.column" or "column"; a bare column name stands for that column of every table. */
static bool add_target(struct arena *arena, const struct schema *schema, struct link_synonyms *out,
                       int *capacity, const char *phrase, struct slice target)
{
    int before = out->n;
    int table = schema_find_table(schema, target);
    if (table >= 0)
        add_synonym(arena, out, capacity, phrase, table, -1);
    const char *dot = memchr(target.s, '.', target.n);
    if (dot) {
        size_t n = (size_t)(dot - target.s);
        int owner = schema_find_table(schema, (struct slice){target.s, n});
        int column = owner < 0 ? -1
                               : schema_find_column(schema, owner, (struct slice){
                                     dot + 1, target.n - n - 1});
        if (column >= 0)
            add_synonym(arena, out, capacity, phrase, -1, column);
    }
    for (int t = 0; t < schema->n_tables; t++) {
        int column = schema_find_column(schema, t, target);
        if (column >= 0)
            add_synonym(arena, out, capacity, phrase, -1, column);
    }
    return out->n > before;
}

static enum status read_line(struct arena *arena, const struct schema *schema, struct slice line,
                             struct link_synonyms *out, int *capacity, struct error *err)
{
    const char *hash = memchr(line.s, '#', line.n);
    line = trimmed(hash ? (struct slice){line.s, (size_t)(hash - line.s)} : line);
    if (line.n == 0)
        return ST_OK;
    const char *equals = memchr(line.s, '=', line.n);
    size_t left = equals ? (size_t)(equals - line.s) : line.n;
    struct slice phrase = trimmed((struct slice){line.s, left});
    struct slice target = equals ? trimmed((struct slice){equals + 1, line.n - left - 1})
                                 : (struct slice){"", 0};
    if (phrase.n == 0 || target.n == 0)
        return fail(err, ST_INPUT, "expected 'word = table or column'");
    if (out->n >= SYNONYMS_MAX)
        return fail(err, ST_LIMIT, "more than %d synonyms", SYNONYMS_MAX);
    const char *copy = arena_strndup(arena, phrase.s, phrase.n);
    if (!add_target(arena, schema, out, capacity, copy, target))
        return fail(err, ST_INPUT, "no table or column '%.*s'", (int)MIN(target.n, (size_t)100),
                    target.s);
    return ST_OK;
}

enum status link_synonyms_read(struct arena *arena, const char *path, const struct schema *schema,
                               struct link_synonyms *out, struct error *err)
{
    *out = (struct link_synonyms){0};
    struct slice text;
    enum status st = file_read(arena, path, SYNONYMS_MAX_BYTES, &text, err);
    if (st != ST_OK)
        return st;
    int line_number = 0, capacity = 0;
    for (const char *s = text.s, *end = text.s + text.n; s < end;) {
        const char *stop = memchr(s, '\n', (size_t)(end - s));
        stop = stop ? stop : end;
        line_number++;
        st = read_line(arena, schema, (struct slice){s, (size_t)(stop - s)}, out, &capacity, err);
        if (st != ST_OK) {
            *out = (struct link_synonyms){0};
            return fail_in(err, "%s:%d", path, line_number);
        }
        s = stop + 1;
    }
    return ST_OK;
}

enum status link_synonyms_beside(struct arena *arena, const char *db_path,
                                 const struct schema *schema, struct link_synonyms *out,
                                 struct error *err)
{
    *out = (struct link_synonyms){0};
    const char *slash = strrchr(db_path, '/');
    char *path = arena_printf(arena, "%.*s" LINK_SYNONYMS_FILE,
                              slash ? (int)(slash + 1 - db_path) : 0, db_path);
    return file_exists(path) ? link_synonyms_read(arena, path, schema, out, err) : ST_OK;
}

/* ---- names ----------------------------------------------------------------------------------- */

struct maker {
    struct arena *arena;
    struct link_schema *out;
    int name_capacity, occurrence_capacity;
};

static void add_occurrence(struct maker *m, uint64_t hash, int name, int position)
{
    *ARENA_PUSH(m->arena, m->out->occurrences, m->out->n_occurrences, m->occurrence_capacity) =
        (struct occurrence){hash, name, position};
}

/* The hash of several words written as one: "home town" as "hometown". */
static uint64_t joined_hash(const struct word *words, int n)
{
    char joined[128], stem[128];
    size_t used = 0;
    for (int i = 0; i < n; i++) {
        if (used + words[i].folded.n > sizeof joined)
            return 0;
        memcpy(joined + used, words[i].folded.s, words[i].folded.n);
        used += words[i].folded.n;
    }
    size_t length = text_stem(joined, used, stem, sizeof stem);
    return hash_bytes(stem, length, 0);
}

static bool same_words(const struct name *a, const struct word *words, int n)
{
    for (int i = 0; i < n && a->n == n; i++)
        if (a->words[i].hash != words[i].hash)
            return false;
    return a->n == n;
}

#define NAME_MAX_WORDS 24

static void add_name(struct maker *m, int item, enum name_source source, const char *text)
{
    struct words split = words_split(m->arena, text, strlen(text));
    struct word *words = ARENA_ARRAY(m->arena, struct word, split.n);
    struct name name = {.item = item, .source = source, .words = words};
    for (int i = 0; i < split.n && name.n < NAME_MAX_WORDS; i++) {
        if (split.v[i].folded.n == 0)
            continue;
        name.han |= split.v[i].kind == WORD_HAN;
        name.n_content += !split.v[i].stop;
        words[name.n++] = split.v[i];
    }
    if (name.n == 0)
        return;
    /* another spelling of a name it has already; the names of an item are made together */
    for (int i = m->out->n_names - 1; i >= 0 && m->out->names[i].item == item; i--)
        if (same_words(&m->out->names[i], words, name.n))
            return;
    if (name.n_content == 0 || name.han) { /* a stop character is still part of a Chinese name */
        name.n_content = name.n;
        for (int i = 0; i < name.n; i++)
            words[i].stop = false;
    }
    int id = m->out->n_names;
    *ARENA_PUSH(m->arena, m->out->names, m->out->n_names, m->name_capacity) = name;
    for (int i = 0; i < name.n; i++)
        if (!words[i].stop)
            add_occurrence(m, words[i].hash, id, i);
    if (name.n > 1 && !name.han && source != NAME_COMMENT)
        add_occurrence(m, joined_hash(words, name.n), id, WHOLE_NAME);
}

static void add_item_names(struct maker *m, int item, const char *name, const char *label,
                           const char *comment)
{
    add_name(m, item, NAME_OWN, label);
    const char *longer = text_expand_abbreviations(m->arena, label);
    if (longer)
        add_name(m, item, NAME_OWN, longer);
    add_name(m, item, NAME_OWN, schema_label(m->arena, name));
    if (comment)
        add_name(m, item, NAME_COMMENT, comment);
}

static int compare_occurrences(const void *a, const void *b)
{
    const struct occurrence *x = a, *y = b;
    if (x->hash != y->hash)
        return x->hash < y->hash ? -1 : 1;
    return x->name != y->name ? (x->name > y->name) - (x->name < y->name)
                              : (x->position > y->position) - (x->position < y->position);
}

int link_occurrences(const struct link_schema *schema, uint64_t hash,
                     const struct occurrence **first)
{
    int low = 0, high = schema->n_occurrences;
    while (low < high) {
        int middle = (low + high) / 2;
        if (schema->occurrences[middle].hash < hash)
            low = middle + 1;
        else
            high = middle;
    }
    *first = schema->occurrences + low;
    int n = 0;
    while (low + n < schema->n_occurrences && schema->occurrences[low + n].hash == hash)
        n++;
    return n;
}

static void mark_keys(struct arena *arena, struct link_schema *out)
{
    const struct schema *s = out->schema;
    out->is_key = ARENA_ARRAY(arena, bool, s->n_columns);
    for (int i = 0; i < s->n_columns; i++)
        out->is_key[i] = s->columns[i].primary;
    for (int i = 0; i < s->n_foreign_keys; i++)
        out->is_key[s->foreign_keys[i].from] = out->is_key[s->foreign_keys[i].to] = true;
}

const struct link_schema *link_schema_new(struct arena *arena, const struct schema *schema,
                                          const struct link_synonyms *synonyms)
{
    struct link_schema *out = ARENA_NEW(arena, struct link_schema);
    out->schema = schema;
    struct maker m = {.arena = arena, .out = out};
    for (int i = 0; i < schema->n_tables; i++)
        add_item_names(&m, i, schema->tables[i].name, schema->tables[i].label,
                       schema->tables[i].comment);
    for (int i = 1; i < schema->n_columns; i++)
        add_item_names(&m, schema->n_tables + i, schema->columns[i].name,
                       schema->columns[i].label, schema->columns[i].comment);
    for (int i = 0; synonyms && i < synonyms->n; i++)
        add_name(&m, synonyms->v[i].table >= 0 ? synonyms->v[i].table
                                               : schema->n_tables + synonyms->v[i].column,
                 NAME_SYNONYM, synonyms->v[i].phrase);
    if (out->n_occurrences)
        qsort(out->occurrences, (size_t)out->n_occurrences, sizeof *out->occurrences,
              compare_occurrences);
    mark_keys(arena, out);
    link_schema_relations(arena, out);
    return out;
}
