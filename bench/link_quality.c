/* link_quality.c - how good schema and value linking is on Spider, and how fast.
 *
 *   link_quality DATA VOCAB SPLIT       SPLIT: dev or train; DATA holds spider/
 *
 * Gold tables, columns and literals come from the official `sql` objects.  Columns that only
 * appear in a join condition are not counted: no word of a question speaks of them.  For each set
 * of rules one table is printed; the last lines are times, value indexes built from scratch. */
#include "data/data.h"
#include "link/link.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>

#define GOLD_MAX 32

struct gold_literal {
    int column;
    const char *text;
};
struct gold {
    int tables[GOLD_MAX], n_tables, columns[GOLD_MAX], n_columns;
    struct gold_literal literals[GOLD_MAX];
    int n_literals;
};

/* ---- gold from the official sql objects ------------------------------------------------------ */

static void add_once(int *list, int *n, int value)
{
    for (int i = 0; i < *n; i++)
        if (list[i] == value)
            return;
    if (*n < GOLD_MAX)
        list[(*n)++] = value;
}

static void take_sql(const json_t *sql, struct gold *g);

static int take_column(const json_t *unit, struct gold *g)
{
    int column = (int)json_integer_value(json_array_get(unit, 1));
    if (json_is_array(unit) && column > 0)
        add_once(g->columns, &g->n_columns, column);
    return json_is_array(unit) ? column : 0;
}

static int take_value_unit(const json_t *unit, struct gold *g)
{
    int column = take_column(json_array_get(unit, 1), g);
    take_column(json_array_get(unit, 2), g);
    return column;
}

static void take_literal(const json_t *value, int column, struct gold *g)
{
    if (json_is_object(value))
        take_sql(value, g);
    else if (json_is_array(value))
        take_column(value, g);
    else if (json_is_string(value) && column > 0 && g->n_literals < GOLD_MAX)
        g->literals[g->n_literals++] = (struct gold_literal){column, json_string_value(value)};
}

static void take_conditions(const json_t *conditions, struct gold *g)
{
    for (size_t i = 0; i < json_array_size(conditions); i++) {
        const json_t *c = json_array_get(conditions, i);
        if (!json_is_array(c))
            continue;
        int column = take_value_unit(json_array_get(c, 2), g);
        take_literal(json_array_get(c, 3), column, g);
        take_literal(json_array_get(c, 4), column, g);
    }
}

static void take_sql(const json_t *sql, struct gold *g)
{
    static const char *const nested[] = {"intersect", "union", "except"};
    const json_t *units = json_object_get(json_object_get(sql, "from"), "table_units");
    for (size_t i = 0; i < json_array_size(units); i++) {
        const json_t *target = json_array_get(json_array_get(units, i), 1);
        if (json_is_integer(target))
            add_once(g->tables, &g->n_tables, (int)json_integer_value(target));
        else
            take_sql(target, g);
    }
    const json_t *select = json_array_get(json_object_get(sql, "select"), 1);
    for (size_t i = 0; i < json_array_size(select); i++)
        take_value_unit(json_array_get(json_array_get(select, i), 1), g);
    take_conditions(json_object_get(sql, "where"), g);
    take_conditions(json_object_get(sql, "having"), g);
    const json_t *group = json_object_get(sql, "groupBy");
    for (size_t i = 0; i < json_array_size(group); i++)
        take_column(json_array_get(group, i), g);
    const json_t *order = json_array_get(json_object_get(sql, "orderBy"), 1);
    for (size_t i = 0; i < json_array_size(order); i++)
        take_value_unit(json_array_get(order, i), g);
    for (int i = 0; i < COUNT_OF(nested); i++)
        if (json_is_object(json_object_get(sql, nested[i])))
            take_sql(json_object_get(sql, nested[i]), g);
}

/* ---- counting -------------------------------------------------------------------------------- */

struct score {
    long questions;
    long gold_tables, tables_any, tables_exact, wrong_tables;
    long gold_columns, columns_name, columns_value, columns_number, columns_any, wrong_columns,
        wrong_weak;
    long literals, literal_columns, literal_cells, wrong_cells;
    long in_database, in_database_found; /* literals that the database holds in that column */
    long right_by[N_LINK_KINDS], wrong_by[N_LINK_KINDS]; /* columns linked by that kind */
};

static bool has(const int *list, int n, int value)
{
    for (int i = 0; i < n; i++)
        if (list[i] == value)
            return true;
    return false;
}

/* Which kinds link an item to some token, as bits. */
static unsigned kinds_of(const uint8_t *kinds, int n_tokens, int n_items, int item)
{
    unsigned seen = 0;
    for (int t = 0; t < n_tokens; t++)
        seen |= 1u << kinds[t * n_items + item];
    return seen & ~1u;
}

#define BIT(kind) (1u << LINK_##kind)
#define BY_NAME (BIT(EXACT) | BIT(PARTIAL) | BIT(SYNONYM))
#define BY_VALUE (BIT(VALUE_EXACT) | BIT(VALUE_CONTAINS) | BIT(VALUE_WORDS))

/* Literal text without quotes and LIKE's percent signs. */
static struct slice bare(const char *text)
{
    struct slice s = slice_of(text);
    while (s.n && strchr("\"'%", s.s[0]))
        s.s++, s.n--;
    while (s.n && strchr("\"'%", s.s[s.n - 1]))
        s.n--;
    return s;
}

static bool same_value(struct slice a, struct slice b)
{
    return a.n == b.n && strncasecmp(a.s, b.s, a.n) == 0;
}

static bool database_holds(const struct value_index *index, int column, struct slice text)
{
    struct value_column c = value_index_column(index, column);
    for (long e = c.first; e < c.first + c.n; e++)
        if (same_value(value_index_cell(index, e), text))
            return true;
    return false;
}

static void count_literals(const struct gold *g, const struct links *links,
                           const struct value_index *index, struct score *s)
{
    for (int i = 0; i < g->n_literals; i++) {
        struct slice text = bare(g->literals[i].text);
        int column = g->literals[i].column;
        const struct link_cells *cells = &links->cells[column];
        unsigned kinds = kinds_of(links->columns, links->n_tokens, links->n_columns, column);
        bool found = false;
        for (int k = 0; k < cells->n; k++)
            found |= same_value(cells->v[k].cell, text);
        s->literals++;
        s->literal_columns += cells->n > 0 || (kinds & BY_VALUE);
        s->literal_cells += found;
        if (index && database_holds(index, column, text)) {
            s->in_database++;
            s->in_database_found += found;
        }
    }
}

static void count(const struct gold *g, const struct links *links, const struct value_index *index,
                  struct score *s)
{
    s->questions++;
    for (int t = 0; t < links->n_tables; t++) {
        unsigned kinds = kinds_of(links->tables, links->n_tokens, links->n_tables, t);
        bool gold = has(g->tables, g->n_tables, t);
        s->gold_tables += gold;
        s->tables_any += gold && kinds;
        s->tables_exact += gold && (kinds & BIT(EXACT));
        s->wrong_tables += !gold && (kinds & BY_NAME);
    }
    for (int c = 1; c < links->n_columns; c++) {
        unsigned kinds = kinds_of(links->columns, links->n_tokens, links->n_columns, c);
        bool gold = has(g->columns, g->n_columns, c);
        s->gold_columns += gold;
        s->columns_name += gold && (kinds & BY_NAME);
        s->columns_value += gold && (kinds & BY_VALUE);
        s->columns_number += gold && (kinds & ~(BY_NAME | BY_VALUE));
        s->columns_any += gold && kinds;
        s->wrong_columns += !gold && (kinds & (BY_NAME | BY_VALUE));
        s->wrong_weak += !gold && kinds && !(kinds & (BY_NAME | BY_VALUE));
        for (int k = 1; k < N_LINK_KINDS; k++) {
            s->right_by[k] += gold && kinds >> k & 1;
            s->wrong_by[k] += !gold && kinds >> k & 1;
        }
        for (int k = 0; k < links->cells[c].n; k++) {
            bool right = false;
            for (int i = 0; i < g->n_literals; i++)
                right |= g->literals[i].column == c &&
                         same_value(links->cells[c].v[k].cell, bare(g->literals[i].text));
            s->wrong_cells += !right;
        }
    }
    count_literals(g, links, index, s);
}

static void add_scores(struct score *to, const struct score *from)
{
    long *a = (long *)to;
    const long *b = (const long *)from;
    for (size_t i = 0; i < sizeof *to / sizeof *a; i++)
        a[i] += b[i];
}

static double percent(long part, long whole)
{
    return whole ? 100.0 * (double)part / (double)whole : 0;
}

static void print_score(const char *name, const struct score *s)
{
    double q = (double)MAX(s->questions, 1);
    printf("%-10s gold tables reached %5.1f %% (exact name %5.1f %%), wrong tables/question %.2f\n"
           "           gold columns reached %5.1f %% (name %5.1f %%, value %5.1f %%, number or time "
           "%4.1f %%), wrong columns/question %.2f (+ %.2f by number or time only)\n"
           "           gold string literals %ld: column value-linked %5.1f %%, cell found %5.1f %% "
           "(of the %ld the database holds: %5.1f %%), wrong cells/question %.2f\n",
           name, percent(s->tables_any, s->gold_tables), percent(s->tables_exact, s->gold_tables),
           (double)s->wrong_tables / q, percent(s->columns_any, s->gold_columns),
           percent(s->columns_name, s->gold_columns), percent(s->columns_value, s->gold_columns),
           percent(s->columns_number, s->gold_columns), (double)s->wrong_columns / q,
           (double)s->wrong_weak / q, s->literals, percent(s->literal_columns, s->literals),
           percent(s->literal_cells, s->literals), s->in_database,
           percent(s->in_database_found, s->in_database), (double)s->wrong_cells / q);
    fputs("           columns right/wrong per question by kind:", stdout);
    for (int k = 1; k < N_LINK_KINDS; k++)
        printf(" %s %.2f/%.2f", link_kind_name((enum link_kind)k), (double)s->right_by[k] / q,
               (double)s->wrong_by[k] / q);
    putchar('\n');
}

/* ---- running --------------------------------------------------------------------------------- */

enum { PLAIN, FULL, N_RULES };

struct job { /* one database and its questions */
    const char *db_id;
    const struct schema *file_schema;
    int *examples, n, capacity;
};

struct bench {
    struct dataset data;
    struct vocab vocab;
    struct gold *gold; /* by example; NULL when only time is wanted */
    struct job *jobs;
    int n_jobs;
    bool run_plain;
    bool show_missed;
    struct score scores[2][N_RULES]; /* by worker */
    double linking[2], building[2];  /* seconds, by worker */
    double slowest[2];
};

static struct schema *copy_schema(struct arena *arena, const struct schema *from)
{
    struct schema *s = ARENA_NEW(arena, struct schema);
    *s = *from;
    s->columns = ARENA_ARRAY(arena, struct column, from->n_columns);
    memcpy(s->columns, from->columns, sizeof *s->columns * (size_t)from->n_columns);
    return s;
}

static struct value_index *open_values(struct arena *arena, struct bench *b, const struct job *job,
                                       struct schema *schema)
{
    struct error err = {0};
    struct db *db;
    struct value_index *index = NULL;
    struct db_binding binding;
    const char *path = dataset_database(arena, &b->data, job->db_id);
    struct value_options options = {.cache_dir = ""};
    if (!path || db_open(path, &db, &err) != ST_OK)
        return NULL;
    enum status st = db_bind(arena, db, schema, &binding, &err);
    if (st == ST_OK)
        st = db_repair_types(db, &binding, schema, &err);
    if (st == ST_OK)
        st = value_index_open(db, schema, &options, &index, NULL, &err);
    if (st != ST_OK)
        fprintf(stderr, "%s: %s\n", job->db_id, err.message);
    db_close(db);
    return index;
}

/* What a person tuning the rules wants to see: gold columns and values that nothing reached. */
static void show_missed(const struct gold *g, const struct links *l, const struct schema *s,
                        const struct value_index *index, const char *question)
{
    for (int i = 0; i < g->n_columns; i++)
        if (!kinds_of(l->columns, l->n_tokens, l->n_columns, g->columns[i]))
            printf("missed %s.%s: %s\n", s->tables[s->columns[g->columns[i]].table].label,
                   s->columns[g->columns[i]].label, question);
    for (int i = 0; i < g->n_literals; i++) {
        struct slice text = bare(g->literals[i].text);
        const struct link_cells *cells = &l->cells[g->literals[i].column];
        bool found = false;
        for (int k = 0; k < cells->n; k++)
            found |= same_value(cells->v[k].cell, text);
        if (!found && index && database_holds(index, g->literals[i].column, text))
            printf("missed value %.*s (%d cells): %s\n", (int)text.n, text.s, cells->n, question);
    }
}

/* Of this thread: other users of the machine do not count. */
static double thread_seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void run_question(struct bench *b, int worker, struct arena *arena,
                         const struct link_schema *schema, const struct schema *names,
                         const struct value_index *index, int example)
{
    const struct example *e = &b->data.examples[example];
    struct question q;
    struct links links;
    const char *utterances[1] = {e->question};
    double start = thread_seconds();
    if (question_read(arena, &b->vocab, utterances, 1, &q, NULL) != ST_OK)
        return;
    link_question(arena, schema, index, &q, LINK_FULL, &links);
    size_t n = (size_t)(q.tokens.n + links.n_tables + links.n_columns);
    relations_build(relation_set_find("full"), schema, &q, &links, NULL,
                    ARENA_ARRAY(arena, uint8_t, n * n));
    double took = thread_seconds() - start;
    b->linking[worker] += took;
    b->slowest[worker] = MAX(b->slowest[worker], took);
    if (b->show_missed && took > 1e-3)
        printf("slow %.2f ms %s: %s\n", took * 1e3, e->db_id, e->question);
    if (!b->gold)
        return;
    count(&b->gold[example], &links, index, &b->scores[worker][FULL]);
    if (b->show_missed)
        show_missed(&b->gold[example], &links, names, index, e->question);
    if (b->run_plain) {
        link_question(arena, schema, index, &q, LINK_PLAIN, &links);
        count(&b->gold[example], &links, index, &b->scores[worker][PLAIN]);
    }
}

static void run_job(void *context, int task, int worker)
{
    struct bench *b = context;
    const struct job *job = &b->jobs[task];
    struct arena arena = {0}, scratch = {0};
    double start = thread_seconds();
    struct schema *schema = copy_schema(&arena, job->file_schema);
    struct value_index *index = open_values(&arena, b, job, schema);
    const struct link_schema *prepared = link_schema_new(&arena, schema, NULL);
    b->building[worker] += thread_seconds() - start;
    for (int i = 0; i < job->n; i++) {
        run_question(b, worker, &scratch, prepared, schema, index, job->examples[i]);
        arena_clear(&scratch);
    }
    value_index_close(index);
    arena_release(&arena);
    arena_release(&scratch);
}

static void make_jobs(struct arena *arena, struct bench *b)
{
    struct map by_db = map_in(arena);
    int capacity = 0;
    for (int i = 0; i < b->data.n_examples; i++) {
        const struct example *e = &b->data.examples[i];
        int k = map_put(&by_db, e->db_id, strlen(e->db_id), b->n_jobs);
        if (k == b->n_jobs)
            *ARENA_PUSH(arena, b->jobs, b->n_jobs, capacity) =
                (struct job){.db_id = e->db_id, .file_schema = e->schema};
        struct job *job = &b->jobs[k];
        *ARENA_PUSH(arena, job->examples, job->n, job->capacity) = i;
    }
}

/* The official sql objects, in the order of the examples. */
static void read_gold(struct arena *arena, struct bench *b, const char *data, const char *split)
{
    static const char *const files[2][2] = {{"dev.json", NULL},
                                            {"train_spider_sql.json", "train_others_sql.json"}};
    const char *const *list = files[strcmp(split, "train") == 0];
    int n = 0;
    b->gold = ARENA_ARRAY(arena, struct gold, b->data.n_examples);
    for (int f = 0; f < 2 && list[f]; f++) {
        json_t *root;
        struct error err = {0};
        const char *path = arena_printf(arena, "%s/spider/%s", data, list[f]);
        if (json_read_file(path, &root, &err) != ST_OK) {
            fprintf(stderr, "%s\n", err.message);
            exit(3);
        }
        for (size_t i = 0; i < json_array_size(root) && n < b->data.n_examples; i++, n++) {
            const json_t *record = json_array_get(root, i);
            const json_t *sql = json_object_get(record, "sql");
            take_sql(sql ? sql : record, &b->gold[n]);
        }
        /* literals point into the file; it is kept to the end */
    }
    if (n != b->data.n_examples)
        fprintf(stderr, "%d sql objects for %d examples\n", n, b->data.n_examples);
}

int main(int argc, char **argv)
{
    static struct bench b;
    struct arena arena = {0};
    struct error err = {0};
    if (argc < 4) {
        fprintf(stderr, "usage: link_quality DATA VOCAB dev|train [missed]\n");
        return 2;
    }
    if (dataset_read(&arena, "spider", argv[1], argv[3], NULL, &b.data, &err) != ST_OK ||
        vocab_read(&arena, argv[2], VOCAB_UNCASED, &b.vocab, &err) != ST_OK) {
        fprintf(stderr, "%s\n", err.message);
        return 3;
    }
    read_gold(&arena, &b, argv[1], argv[3]);
    b.run_plain = strcmp(argv[3], "dev") == 0;
    b.show_missed = argc > 4;
    make_jobs(&arena, &b);
    struct pool *pool = pool_new(2);
    double start = now_seconds();
    pool_run(pool, b.n_jobs, run_job, &b);
    double wall = now_seconds() - start;
    pool_free(pool);
    for (int r = 0; r < N_RULES; r++)
        add_scores(&b.scores[0][r], &b.scores[1][r]);
    if (b.run_plain)
        print_score("plain", &b.scores[0][PLAIN]);
    print_score("ours", &b.scores[0][FULL]);
    printf("%d questions, %d databases: %.2f s in all on 2 workers%s; CPU time: indexes %.2f s, "
           "linking and relations %.2f s, %.3f ms a question (slowest %.2f ms)\n",
           b.data.n_examples, b.n_jobs, wall, b.run_plain ? " with the plain rules" : "",
           b.building[0] + b.building[1], b.linking[0] + b.linking[1],
           1e3 * (b.linking[0] + b.linking[1]) / MAX(b.data.n_examples, 1),
           1e3 * MAX(b.slowest[0], b.slowest[1]));
    arena_release(&arena);
    return 0;
}
