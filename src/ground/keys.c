/* keys.c - foreign keys that nobody declared, told from names, types and contained values.
 *
 * A column may refer to another table's key if their names say so ("customer_id" and customer.id,
 * "ST_BR_CODE" and BR_CODE, "home_team" and team) and the values do not contradict it: whatever of
 * a bounded sample is stored here must be stored there.  Each column refers to one other at most,
 * the best.  Names count for most; values alone only where they are codes that agree in form. */
#include "ground/internal.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#define SAMPLE 128          /* cells of the referring column that are looked up */
#define TARGET_MAX 400000   /* cells of the other that are put into a set */
#define NAME_WORDS 10
#define UNTOLD_SELF 0.75    /* a table that refers to itself by name alone is not sure */

struct key_name {
    uint64_t words[NAME_WORDS]; /* hashes of stems */
    uint8_t length[NAME_WORDS]; /* letters of each word as written */
    const char *text[NAME_WORDS];
    int n;
    char joined[96]; /* lower case, without separators */
};

struct key_finder {
    struct arena arena;
    const struct schema *schema;
    const struct ground_profile *profiles;
    const struct value_index *index;
    struct key_name *columns, *tables;
    bool *target;          /* [columns] may be referred to */
    int *key_size;         /* [tables] columns of the declared primary key */
    uint64_t **sets;       /* [columns] hashes of cells, made when needed */
    uint32_t *set_sizes;   /* powers of two */
};

/* ---- names ----------------------------------------------------------------------------------- */

static bool is_generic(struct slice word)
{
    static const char *const generic[] = {"id", "code", "no", "number", "key", "nr", "num", "cd",
                                          "name", "ref", "pk", "kz", "identifier", "index"};
    for (int i = 0; i < COUNT_OF(generic); i++)
        if (slice_equal(word, generic[i]))
            return true;
    return false;
}

static bool is_prefix_word(struct slice word)
{
    static const char *const prefixes[] = {"tbl", "t", "tab", "fk", "table"};
    for (int i = 0; i < COUNT_OF(prefixes); i++)
        if (slice_equal(word, prefixes[i]))
            return true;
    return false;
}

static struct key_name read_name(struct arena *arena, const char *name)
{
    struct key_name out = {0};
    const char *label = schema_label(arena, name);
    const char *longer = text_expand_abbreviations(arena, label);
    struct words w = words_split(arena, longer ? longer : label, strlen(longer ? longer : label));
    size_t used = 0;
    for (int i = 0; i < w.n && out.n < NAME_WORDS; i++) {
        if (w.v[i].folded.n == 0 || (out.n == 0 && w.n > 1 && is_prefix_word(w.v[i].folded)))
            continue;
        out.words[out.n] = w.v[i].hash;
        out.length[out.n] = (uint8_t)MIN(w.v[i].folded.n, (size_t)255);
        out.text[out.n++] = arena_strndup(arena, w.v[i].folded.s, w.v[i].folded.n);
    }
    if (out.n > 1 && isdigit((unsigned char)out.text[out.n - 1][0]))
        out.n--; /* "Club_ID_2" is the second of two */
    for (const char *s = label; *s && used < sizeof out.joined - 1; s++)
        if (*s != ' ')
            out.joined[used++] = *s;
    return out;
}

static bool ends_with(const struct key_name *a, const struct key_name *b, int from_end)
{
    if (a->n - from_end < b->n || b->n == 0)
        return false;
    return memcmp(a->words + a->n - from_end - b->n, b->words,
                  sizeof *b->words * (size_t)b->n) == 0;
}

static int generic_words(const struct key_name *n)
{
    int count = 0;
    while (count < n->n && is_generic(slice_of(n->text[n->n - 1 - count])))
        count++;
    return count;
}

/* Does a word stand for another: the same, or three letters and more of its beginning? */
static bool abbreviates(const char *brief, const char *word)
{
    size_t n = strlen(brief), m = strlen(word);
    bool plural = m == n + 1 && word[n] == 's';
    return n >= 2 && n < m && !plural && strncmp(brief, word, n) == 0;
}

/* "home_games" counts games, "home_game" is one. */
static bool is_plural(const struct key_name *n)
{
    const char *last = n->text[n->n - 1];
    return last[strlen(last) - 1] == 's';
}

static bool has_word(const struct key_name *n, uint64_t word)
{
    for (int i = 0; i < n->n; i++)
        if (n->words[i] == word)
            return true;
    return false;
}

/* "rank", "year": two tables that both have one do not refer to each other by it. */
static bool counts_only(const struct key_name *n)
{
    static const char *const counts[] = {"rank", "year", "age", "round", "position", "points",
                                         "week", "season", "month", "day", "date", "price"};
    for (int i = 0; n->n == 1 && i < COUNT_OF(counts); i++)
        if (strcmp(n->text[0], counts[i]) == 0)
            return true;
    return false;
}

/* "Grape" of grapes: what the table lists, by its name. */
static bool names_table(const struct key_name *c, const struct key_name *table)
{
    return c->n == table->n && ends_with(c, table, 0);
}

/* How surely column a, by its name, refers to b of a table: 0..1. */
static double name_score(const struct key_name *a, const struct key_name *b,
                         const struct key_name *table, bool same_table)
{
    static const char *const selves[] = {"parent", "manager", "boss", "supervisor", "report",
                                         "replaces", "previous", "mentor", "reports", "superior",
                                         "head", "master"};
    int a_generic = generic_words(a), b_generic = generic_words(b);
    bool b_plain = b->n == b_generic; /* "id", "code" */
    if (same_table) {
        if (a->n > 1 && strcmp(a->text[a->n - 1 - MIN(a_generic, a->n - 1)], "of") == 0)
            return 0.85; /* "duplicate_of_id" */
        for (int i = 0; i < a->n; i++)
            for (int k = 0; k < COUNT_OF(selves); k++)
                if (strcmp(a->text[i], selves[k]) == 0)
                    return 0.85;
        return !b_plain && a->n > b->n && ends_with(a, b, 0) ? 0.9 : 0;
    }
    bool equal = strcmp(a->joined, b->joined) == 0 || (a->n == b->n && ends_with(a, b, 0));
    if (equal && counts_only(b))
        return 0;
    if (equal && !b_plain)
        return 1;
    if (!b_plain && ends_with(a, b, 0))
        return 0.92;
    int rest = a->n - a_generic; /* words of a before its "id" */
    if (names_table(a, table) && (!is_plural(a) || strcmp(a->joined, table->joined) == 0))
        return 0.9; /* "Patient" and Patient, whatever its key is called */
    if (rest > 0 && ends_with(a, table, a_generic) && (a_generic || !is_plural(a)))
        return b_plain || ends_with(b, table, b_generic) ? (a_generic ? 0.96 : 0.87) : 0.78;
    if (rest > 0 && table->n > 1 && a_generic && a->words[rest - 1] == table->words[table->n - 1] &&
        (b_plain || has_word(b, a->words[rest - 1])))
        return 0.85; /* "team_id" and league_team */
    size_t na = strlen(a->joined), nb = strlen(b->joined);
    if (!b_plain && nb >= 5 && na > nb && strcmp(a->joined + na - nb, b->joined) == 0)
        return 0.85;
    if (rest > 0 && table->n > 0 && a_generic &&
        (abbreviates(a->text[rest - 1], table->text[table->n - 1]) ||
         abbreviates(table->text[table->n - 1], a->text[rest - 1])))
        return 0.8;
    const char *word = table->n ? table->text[table->n - 1] : "";
    size_t nw = strlen(word), root = na; /* "embarkport" and port */
    for (int i = 0; i < a_generic; i++)
        root -= MIN(root, (size_t)a->length[a->n - 1 - i]);
    if (nw >= 4 && root > nw && strncmp(a->joined + root - nw, word, nw) == 0)
        return 0.75;
    size_t nt = strlen(table->joined);
    if (nt >= 3 && na > nt && strncmp(a->joined, table->joined, nt) == 0 &&
        (strcmp(a->joined + nt, b->joined) == 0 || strcmp(a->joined + nt, "id") == 0))
        return 0.85;
    return 0;
}

/* ---- values ---------------------------------------------------------------------------------- */

static void make_set(struct key_finder *f, int column)
{
    struct value_column v = value_index_column(f->index, column);
    long n = MIN(v.n, TARGET_MAX);
    uint32_t size = 16;
    while (size < n * 2)
        size *= 2;
    uint64_t *set = ARENA_ARRAY(&f->arena, uint64_t, size);
    for (long i = 0; i < n; i++) {
        struct slice cell = value_index_cell(f->index, v.first + i);
        uint64_t hash = hash_bytes(cell.s, cell.n, 0) | 1;
        uint32_t at = (uint32_t)(hash >> 20) & (size - 1);
        while (set[at] && set[at] != hash)
            at = (at + 1) & (size - 1);
        set[at] = hash;
    }
    f->sets[column] = set;
    f->set_sizes[column] = size;
}

static bool set_has(const struct key_finder *f, int column, struct slice cell)
{
    uint64_t hash = hash_bytes(cell.s, cell.n, 0) | 1;
    uint32_t size = f->set_sizes[column], at = (uint32_t)(hash >> 20) & (size - 1);
    while (f->sets[column][at] && f->sets[column][at] != hash)
        at = (at + 1) & (size - 1);
    return f->sets[column][at] == hash;
}

/* Share of a's values that b holds, by a sample; -1 where nothing can be told. */
static double contained(struct key_finder *f, int a, int b)
{
    const struct ground_profile *p = &f->profiles[a], *q = &f->profiles[b];
    if (!f->index || p->distinct == 0 || q->distinct == 0)
        return -1;
    if (!q->complete || q->distinct > TARGET_MAX) /* only the range is known */
        return p->numeric && q->numeric ? p->low >= q->low && p->high <= q->high : -1;
    if (!f->sets[b])
        make_set(f, b);
    struct value_column v = value_index_column(f->index, a);
    int n = (int)MIN(v.n, SAMPLE), found = 0;
    for (int i = 0; i < n; i++)
        found += set_has(f, b, value_index_cell(f->index, v.first + i * v.n / n));
    return (double)found / n;
}

static bool same_type(const struct key_finder *f, int a, int b)
{
    const struct column *x = &f->schema->columns[a], *y = &f->schema->columns[b];
    const struct ground_profile *p = &f->profiles[a], *q = &f->profiles[b];
    if (p->time != GROUND_TIME_NONE || p->yes)
        return false;
    if (p->distinct && q->distinct)
        return p->numeric == q->numeric || p->distinct < 3;
    bool x_number = x->type == COLUMN_NUMBER, y_number = y->type == COLUMN_NUMBER;
    return x_number == y_number;
}

/* ---- choosing -------------------------------------------------------------------------------- */

/* Is a column its table's name and "id" run together: "dormid" of Dorm, "amenid" of Dorm_amenity? */
static bool names_own_key(const struct key_name *c, const struct key_name *table)
{
    size_t n = strlen(table->joined), id = strlen(c->joined);
    const char *last = table->n ? table->text[table->n - 1] : "";
    if (id > 4 && strcmp(c->joined + id - 2, "id") == 0 && strncmp(c->joined, last, id - 2) == 0)
        return true;
    return n >= 3 && strncmp(c->joined, table->joined, n) == 0 && is_generic(slice_of(c->joined + n));
}

/* Columns that others may refer to: a key of one column, declared or else unique and named so. */
static void find_targets(struct key_finder *f)
{
    const struct schema *s = f->schema;
    for (int c = 1; c < s->n_columns; c++)
        if (s->columns[c].table >= 0 && s->columns[c].primary)
            f->key_size[s->columns[c].table]++;
    for (int c = 1; c < s->n_columns; c++) {
        const struct column *x = &s->columns[c];
        if (x->table < 0 || s->tables[x->table].view)
            continue;
        const struct ground_profile *p = &f->profiles[c];
        bool repeats = p->complete && p->distinct > 0 && !p->unique; /* one column of a longer key */
        bool key = x->primary && f->key_size[x->table] == 1 && !repeats;
        bool unique = p->unique || (!p->complete && p->distinct > 1000);
        const struct key_name *name = &f->columns[c], *table = &f->tables[x->table];
        bool like_key = f->key_size[x->table] != 1 &&
                        (generic_words(name) || names_own_key(name, table));
        bool alike = unique && p->rows >= 3 && p->time == GROUND_TIME_NONE &&
                     (like_key || names_table(name, table));
        f->target[c] = key || alike;
    }
}

static double confidence_of(struct key_finder *f, int a, int b)
{
    const struct schema *s = f->schema;
    const struct column *x = &s->columns[a], *y = &s->columns[b];
    bool same_table = x->table == y->table;
    double name = name_score(&f->columns[a], &f->columns[b], &f->tables[y->table], same_table);
    if (name == 0 || !same_type(f, a, b))
        return 0;
    double share = contained(f, a, b);
    if (share < 0)
        return name * 0.92;
    if (share < 0.9)
        return 0;
    /* a column that is its own table's key, and is named after it, refers to another only under
     * the very same name */
    const struct key_name *own = &f->tables[x->table], *me = &f->columns[a];
    bool own_key = x->primary && f->key_size[x->table] == 1 &&
                   (me->n == generic_words(me) || ends_with(me, own, generic_words(me)));
    if (own_key && name < 1)
        return 0;
    bool told = share == 1 && f->profiles[a].distinct >= 3; /* values that speak for it */
    if (same_table && !told)
        return MIN(name, UNTOLD_SELF);
    bool codes = told && !f->profiles[a].numeric;           /* small numbers are everywhere */
    double few = f->profiles[a].distinct < 3 ? 0.97 : 1;
    return name * few * (share < 1 ? 0.9 : 1) + (codes ? 0.1 : told ? 0.04 : 0);
}

static bool is_declared(const struct schema *s, int from)
{
    for (int i = 0; i < s->n_foreign_keys; i++)
        if (s->foreign_keys[i].from == from)
            return true;
    return false;
}

/* Of two tables that share a key's name, the one the key belongs to: named alike, else larger. */
static bool is_better(const struct key_finder *f, int b, int best)
{
    const struct schema *s = f->schema;
    const struct key_name *x = &f->columns[b], *t = &f->tables[s->columns[b].table],
                          *u = &f->tables[s->columns[best].table];
    int generic = generic_words(x);
    bool mine = ends_with(x, t, generic), other = ends_with(&f->columns[best], u, generic);
    if (mine != other)
        return mine;
    if (s->columns[b].primary != s->columns[best].primary)
        return s->columns[b].primary;
    if (f->profiles[b].unique != f->profiles[best].unique)
        return f->profiles[b].unique;
    return f->profiles[b].distinct > f->profiles[best].distinct;
}

/* ---- roles ----------------------------------------------------------------------------------- */

static bool is_listed(const char *word, const char *const *list, int n)
{
    for (int i = 0; i < n; i++)
        if (strcmp(word, list[i]) == 0)
            return true;
    return false;
}

/* "owner_id", "found_by": somebody, whoever this database's people are. */
static bool names_role(const struct key_name *n)
{
    static const char *const roles[] = {
#define ROLE(word) word,
#define PEOPLE(word)
#include "ground/roles.def"
#undef ROLE
#undef PEOPLE
    };
    int generic = generic_words(n);
    if (n->n == generic)
        return false;
    const char *last = n->text[n->n - 1 - generic];
    return strcmp(last, "by") == 0 || (generic && is_listed(last, roles, COUNT_OF(roles)));
}

static bool holds_people(const struct key_name *table)
{
    static const char *const people[] = {
#define ROLE(word)
#define PEOPLE(word) word,
#include "ground/roles.def"
#undef ROLE
#undef PEOPLE
    };
    for (int i = 0; i < table->n; i++) {
        char word[64];
        size_t n = (size_t)snprintf(word, sizeof word, "%s", table->text[i]);
        if (is_listed(word, people, COUNT_OF(people)))
            return true;
        if (n > 1 && n < sizeof word && word[n - 1] == 's') {
            word[n - 1] = '\0';
            if (is_listed(word, people, COUNT_OF(people)))
                return true;
        }
    }
    return false;
}

/* The key of the one table of people whose values fit; -1 if there are several or none. */
static int find_person(struct key_finder *f, int a, const int *targets, int n_targets)
{
    int found = -1;
    const struct column *x = &f->schema->columns[a];
    if (!names_role(&f->columns[a]) || (x->primary && f->key_size[x->table] == 1))
        return -1;
    for (int i = 0; i < n_targets; i++) {
        int b = targets[i], table = f->schema->columns[b].table;
        if (b == a || !f->schema->columns[b].primary || !holds_people(&f->tables[table]) ||
            !same_type(f, a, b) || contained(f, a, b) < 1)
            continue;
        if (found >= 0)
            return -1;
        found = b;
    }
    return found;
}

#define ROLE_CONFIDENCE 0.82

/* ---- all of them ----------------------------------------------------------------------------- */

/* Two tables may each seem to refer to the other's key: the one that the key is named after does
 * not. */
static int drop_mutual(const struct key_finder *f, struct ground_key *keys, int n)
{
    int kept = 0;
    for (int i = 0; i < n; i++) {
        bool drop = false;
        for (int k = 0; k < n; k++)
            drop |= keys[k].from == keys[i].to && keys[k].to == keys[i].from &&
                    is_better(f, keys[k].to, keys[i].to);
        if (!drop)
            keys[kept++] = keys[i];
    }
    return kept;
}

struct ground_key *keys_infer(struct arena *arena, const struct schema *schema,
                              const struct ground_profile *profiles,
                              const struct value_index *index, int *n)
{
    struct key_finder f = {.schema = schema, .profiles = profiles, .index = index};
    f.columns = ARENA_ARRAY(&f.arena, struct key_name, schema->n_columns);
    f.tables = ARENA_ARRAY(&f.arena, struct key_name, schema->n_tables);
    f.target = ARENA_ARRAY(&f.arena, bool, schema->n_columns);
    f.key_size = ARENA_ARRAY(&f.arena, int, schema->n_tables);
    f.sets = ARENA_ARRAY(&f.arena, uint64_t *, schema->n_columns);
    f.set_sizes = ARENA_ARRAY(&f.arena, uint32_t, schema->n_columns);
    for (int t = 0; t < schema->n_tables; t++)
        f.tables[t] = read_name(&f.arena, schema->tables[t].name);
    for (int c = 1; c < schema->n_columns; c++)
        f.columns[c] = read_name(&f.arena, schema->columns[c].name);
    find_targets(&f);
    int *targets = ARENA_ARRAY(&f.arena, int, schema->n_columns), n_targets = 0, capacity = 0;
    for (int c = 1; c < schema->n_columns; c++)
        if (f.target[c])
            targets[n_targets++] = c;
    struct ground_key *out = NULL;
    *n = 0;
    for (int a = 1; a < schema->n_columns; a++) {
        int table = schema->columns[a].table, best = -1;
        double confidence = 0;
        if (table < 0 || schema->tables[table].view || is_declared(schema, a))
            continue;
        for (int i = 0; i < n_targets; i++) {
            double score = targets[i] == a ? 0 : confidence_of(&f, a, targets[i]);
            if (score > 0 && (score > confidence + 1e-9 ||
                              (score > confidence - 1e-9 && is_better(&f, targets[i], best)))) {
                best = targets[i];
                confidence = score;
            }
        }
        if (best < 0 && (best = find_person(&f, a, targets, n_targets)) >= 0)
            confidence = ROLE_CONFIDENCE;
        if (best >= 0)
            *ARENA_PUSH(arena, out, *n, capacity) =
                (struct ground_key){a, best, (float)MIN(confidence, 0.99)};
    }
    *n = drop_mutual(&f, out, *n);
    arena_release(&f.arena);
    return out;
}
