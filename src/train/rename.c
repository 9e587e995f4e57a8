/* rename.c - a schema as another office would have named it, or with some of another's tables.
 *
 * Names are what the encoder reads and links are made of; numbers of tables and columns stay, so
 * that gold trees do too, and a query that is found still runs on the database: once all has been
 * read, tables and columns have their own names again, and only the labels are other ones.  Tables that are added come behind all others, without keys or content. */
#include "train/internal.h"

#include <string.h>
#include <strings.h>

static const char *const synonyms[][2] = {
#define SYNONYM(a, b) {a, b},
#define OPENING(class, text)
#include "train/augment.def"
#undef SYNONYM
#undef OPENING
};

static const char *const abbreviations[][2] = {
#define ABBREVIATION(brief, word) {brief, word},
#include "text/abbreviations.def"
#undef ABBREVIATION
};

/* One style a schema: an office is consistent, if in odd ways. */
enum style { STYLE_SYNONYMS, STYLE_BRIEF, STYLE_JOINED, STYLE_PREFIXED, STYLE_CUT, N_STYLES };

static const char *replaced(const char *const (*pairs)[2], int n, const char *word, int from)
{
    for (int i = 0; i < n; i++)
        if (strcasecmp(pairs[i][from], word) == 0)
            return pairs[i][1 - from];
    return NULL;
}

/* "customer" -> "cust", "quantity" -> "qnty": a prefix, or without its inner vowels. */
static const char *cut_word(struct arena *arena, const char *word, bool vowels)
{
    size_t n = strlen(word);
    if (n < 5)
        return word;
    if (!vowels)
        return arena_strndup(arena, word, 4);
    char *out = arena_strdup(arena, word), *to = out + 1;
    for (const char *c = word + 1; *c; c++)
        if (!strchr("aeiou", *c))
            *to++ = *c;
    *to = '\0';
    return out;
}

static const char *restyled_word(struct variant *v, enum style style, bool vowels,
                                 const char *word)
{
    const char *other = NULL;
    if (style == STYLE_SYNONYMS) {
        other = replaced(synonyms, COUNT_OF(synonyms), word, 0);
        return other ? other : (other = replaced(synonyms, COUNT_OF(synonyms), word, 1)) ? other : word;
    }
    if (style == STYLE_BRIEF || style == STYLE_CUT)
        other = replaced(abbreviations, COUNT_OF(abbreviations), word, 1);
    if (!other && style == STYLE_CUT)
        other = cut_word(v->arena, word, vowels);
    return other ? other : word;
}

static const char *restyled(struct variant *v, enum style style, bool vowels, const char *prefix,
                            const char *label)
{
    struct strbuf out = strbuf_in(v->arena);
    if (style == STYLE_PREFIXED && prefix)
        strbuf_printf(&out, "%s ", prefix);
    for (const char *c = label; *c;) {
        size_t n = strcspn(c, " ");
        const char *word = arena_strndup(v->arena, c, n);
        strbuf_puts(&out, restyled_word(v, style, vowels, word));
        c += n;
        c += strspn(c, " ");
        if (*c && style != STYLE_JOINED)
            strbuf_putc(&out, ' ');
    }
    return *label ? arena_strdup(v->arena, strbuf_text(&out)) : label;
}

static void rename_items(struct variant *v, struct schema *s)
{
    enum style style = (enum style)rng_below(&v->rng, N_STYLES);
    bool vowels = rng_below(&v->rng, 2);
    for (int t = 0; t < s->n_tables; t++)
        s->tables[t].label = restyled(v, style, vowels, NULL, s->tables[t].label);
    for (int c = 1; c < s->n_columns; c++) {
        struct column *column = &s->columns[c];
        if (column->table < 0)
            continue;
        const char *of = s->tables[column->table].label;
        column->label = restyled(v, style, vowels,
                                 arena_strndup(v->arena, of, MIN(strcspn(of, " "), 3)),
                                 column->label);
    }
    for (int t = 0; t < s->n_tables; t++)
        s->tables[t].name = s->tables[t].label;
    for (int c = 1; c < s->n_columns; c++)
        if (s->columns[c].table >= 0)
            s->columns[c].name = s->columns[c].label;
}

/* Some tables of another database, behind all others. */
static void add_tables(struct variant *v, const struct schema *from, struct schema *s)
{
    enum { MOST = 3 };
    int wanted = 1 + (int)rng_below(&v->rng, MOST);
    for (int i = 0; i < wanted && from->n_tables > 0; i++) {
        int table = (int)rng_below(&v->rng, (uint32_t)from->n_tables);
        s->tables[s->n_tables] = from->tables[table];
        for (int c = 1; c < from->n_columns; c++)
            if (from->columns[c].table == table) {
                s->columns[s->n_columns] = from->columns[c];
                s->columns[s->n_columns++].table = s->n_tables;
            }
        s->n_tables++;
    }
}

static void copy_schema(struct variant *v, const struct schema *from, int more_tables,
                        int more_columns, struct schema *to)
{
    *to = *from;
    to->tables = ARENA_ARRAY(v->arena, struct table, from->n_tables + more_tables);
    to->columns = ARENA_ARRAY(v->arena, struct column, from->n_columns + more_columns);
    memcpy(to->tables, from->tables, sizeof *to->tables * (size_t)from->n_tables);
    memcpy(to->columns, from->columns, sizeof *to->columns * (size_t)from->n_columns);
}

/* What is there has its own names again, for queries that are to run. */
static void restore_names(const struct schema *from, struct schema *s)
{
    for (int t = 0; t < from->n_tables; t++)
        s->tables[t].name = from->tables[t].name;
    for (int c = 0; c < from->n_columns; c++)
        s->columns[c].name = from->columns[c].name;
}

void change_schema(struct variant *v, bool rename, const struct sample *other)
{
    enum { MOST_ITEMS = 400 }; /* of a schema that gets more tables */
    const struct ground_database *from = v->out.database->ground;
    const struct schema *more = other ? &other->database->ground->schema : NULL;
    if (more && (more->n_columns > MOST_ITEMS || from->schema.n_columns > MOST_ITEMS))
        more = NULL;
    struct ground_database *ground = ARENA_NEW(v->arena, struct ground_database);
    *ground = *from;
    int n_before = from->schema.n_columns;
    copy_schema(v, &from->schema, more ? 3 : 0, more ? 3 * more->n_columns : 0, &ground->schema);
    if (rename)
        rename_items(v, &ground->schema);
    if (more)
        add_tables(v, more, &ground->schema);
    ground->profiles = ARENA_ARRAY(v->arena, struct ground_profile, ground->schema.n_columns);
    memcpy(ground->profiles, from->profiles, sizeof *ground->profiles * (size_t)n_before);
    ground->links = link_schema_new(v->arena, &ground->schema, NULL);
    struct model_database *database = ARENA_NEW(v->arena, struct model_database);
    *database = (struct model_database){.ground = ground, .config = v->out.database->config,
                                        .vocab = v->out.database->vocab};
    database->prepared = model_schema_new(v->arena, database->config, database->vocab,
                                          &ground->schema, ground->links);
    restore_names(&from->schema, &ground->schema);
    v->out.database = database;
    v->out.used = used_items(v->arena, v->out.tree, &ground->schema);
    v->changed = true;
}
