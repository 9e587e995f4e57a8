/* names.c - what the identifiers of a query may stand for, and the foreign-key groups. */
#include "eval/internal.h"

#include <string.h>

static const struct {
    const char *name;
    const char *group, *having; /* how its tables call these two parts */
} datasets[N_EVAL_DATASETS] = {
    [EVAL_SPIDER] = {"spider", "group(no Having)", "group"},
    [EVAL_SPARC] = {"sparc", "group(no Having)", "group"},
    [EVAL_COSQL] = {"cosql", "group(no Having)", "group"},
    [EVAL_DUSQL] = {"dusql", "group", "having"},
    [EVAL_CHASE] = {"chase", "group(no Having)", "group"},
};

const char *eval_dataset_name(enum eval_dataset dataset)
{
    return datasets[dataset].name;
}

bool eval_dataset_parse(const char *name, enum eval_dataset *out)
{
    for (int i = 0; i < N_EVAL_DATASETS; i++) {
        if (strcmp(name, datasets[i].name) == 0) {
            *out = (enum eval_dataset)i;
            return true;
        }
    }
    return false;
}

char eval_verdict_letter(enum eval_verdict verdict)
{
    return "01U-"[verdict];
}

const char *eval_hardness_name(enum eval_hardness hardness)
{
    static const char *const names[] = {"easy", "medium", "hard", "extra", "-"};
    return names[hardness];
}

const char *eval_part_name(enum eval_dataset dataset, enum eval_part part)
{
    static const char *const names[N_PARTS] = {
        "select", "select(no AGG)", "where", "where(no OP)", NULL, NULL,
        "order",  "and/or",         "IUEN",  "keywords"};
    if (part == PART_GROUP)
        return datasets[dataset].group;
    return part == PART_HAVING ? datasets[dataset].having : names[part];
}

/* ---- ids ---------------------------------------------------------------------------------- */

struct builder {
    struct arena *arena;
    struct eval_schema *names;
    struct map bare;
};

/* The id of a key, new or old; its text is "__key__". */
static int add_name(struct builder *b, const char *key)
{
    struct eval_schema *names = b->names;
    int id = map_put(&names->ids, key, strlen(key), names->n);
    if (id < names->n)
        return id;
    names->n++;
    bool all = strcmp(key, "*") == 0;
    names->text[id] = arena_printf(b->arena, "__%s__", all ? "all" : key);
    const char *dot = strchr(names->text[id], '.');
    /* what stands between the first '.' and the second, as text.split('.')[1] */
    const char *bare = dot ? dot + 1 : names->text[id];
    size_t n = dot ? strcspn(bare, ".") : strlen(bare);
    names->bare[id] = map_put(&b->bare, bare, n, id);
    names->table[id] = -1;
    names->merged[id] = id;
    return id;
}

static char *lower(struct arena *arena, const char *text)
{
    size_t n;
    return py_lower(arena, slice_of(text), &n);
}

static void add_columns(struct builder *b, int *id_of_column)
{
    const struct schema *schema = b->names->schema;
    for (int i = 0; i < schema->n_columns; i++) {
        const struct column *column = &schema->columns[i];
        id_of_column[i] = NAME_ALL;
        if (column->virtual_now)
            id_of_column[i] = add_name(b, "time_now");
        if (column->table < 0)
            continue;
        const char *table = b->names->tables[column->table];
        id_of_column[i] =
            add_name(b, arena_printf(b->arena, "%s.%s", table, lower(b->arena, column->name)));
    }
}

/* The table whose "__table" is all that stands before the column's first '.'. */
static void find_tables(struct eval_schema *names)
{
    for (int id = 0; id < names->n; id++) {
        const char *dot = strchr(names->text[id], '.');
        if (!dot)
            continue;
        const char *table = names->text[id] + 2;
        names->table[id] = map_get(&names->ids, table, (size_t)(dot - table), -1);
    }
}

/* ---- foreign keys ------------------------------------------------------------------------- */

/* Each key pair joins the first group that holds one of its columns, else starts one; groups that
 * a later pair connects stay apart, and a column in several belongs to the last.  The smallest
 * column of a group stands for it. */
static void merge_keys(struct arena *arena, struct eval_schema *names, const int *id_of_column)
{
    const struct schema *schema = names->schema;
    int *first = ARENA_ARRAY(arena, int, schema->n_columns); /* group + 1; 0 = in none */
    int *last = ARENA_ARRAY(arena, int, schema->n_columns);
    int *smallest = ARENA_ARRAY(arena, int, schema->n_foreign_keys + 1);
    int n_groups = 0;
    for (int k = 0; k < schema->n_foreign_keys; k++) {
        int ends[2] = {schema->foreign_keys[k].from, schema->foreign_keys[k].to};
        int a = first[ends[0]], b = first[ends[1]];
        int group = a && b ? MIN(a, b) : MAX(a, b);
        if (!group) {
            group = ++n_groups;
            smallest[group] = ends[0];
        }
        for (int e = 0; e < 2; e++) {
            smallest[group] = MIN(smallest[group], ends[e]);
            if (!first[ends[e]] || group < first[ends[e]])
                first[ends[e]] = group;
            last[ends[e]] = MAX(last[ends[e]], group);
        }
    }
    for (int c = 0; c < schema->n_columns; c++)
        if (last[c])
            names->merged[id_of_column[c]] = id_of_column[smallest[last[c]]];
}

struct eval_schema *eval_schema_new(struct arena *arena, const struct schema *schema,
                                    enum eval_dataset dataset)
{
    struct eval_schema *names = ARENA_NEW(arena, struct eval_schema);
    int most = 2 + schema->n_columns + schema->n_tables;
    *names = (struct eval_schema){
        .schema = schema, .dataset = dataset, .ids = map_in(arena),
        .text = ARENA_ARRAY(arena, const char *, most), .bare = ARENA_ARRAY(arena, int, most),
        .table = ARENA_ARRAY(arena, int, most), .merged = ARENA_ARRAY(arena, int, most),
        .tables = ARENA_ARRAY(arena, const char *, schema->n_tables),
        .n_tables = schema->n_tables,
    };
    struct builder b = {arena, names, map_in(arena)};
    for (int t = 0; t < schema->n_tables; t++)
        names->tables[t] = lower(arena, schema->tables[t].name);
    int *id_of_column = ARENA_ARRAY(arena, int, schema->n_columns);
    add_name(&b, "*");
    add_columns(&b, id_of_column);
    for (int t = 0; t < schema->n_tables; t++)
        add_name(&b, names->tables[t]);
    find_tables(names);
    merge_keys(arena, names, id_of_column);
    return names;
}
