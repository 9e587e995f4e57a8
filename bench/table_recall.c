/* table_recall.c - are the tables of the gold query among those that ground/ keeps of a large schema?
 *
 *   table_recall DATASET DIR SPLIT [missed|features]      bench/merge_corpus.py makes such a schema */
#include "data/data.h"
#include "ground/internal.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

/* Marks the tables that the SQL names. */
static int gold_tables(const struct schema *s, const char *sql, bool *out)
{
    int n = 0;
    for (const char *c = sql; *c;) {
        if (*c == '\'') { /* a text */
            for (c++; *c && *c != '\''; c++)
                ;
            c += *c != '\0';
            continue;
        }
        size_t length = 0;
        while (isalnum((unsigned char)c[length]) || c[length] == '_' || (unsigned char)c[length] >= 0x80)
            length++;
        int table = length ? schema_find_table(s, (struct slice){c, length}) : -1;
        const char *before = c;
        while (before > sql && isspace((unsigned char)before[-1]))
            before--;
        bool from = before - sql >= 4 && (strncasecmp(before - 4, "from", 4) == 0 ||
                                          strncasecmp(before - 4, "join", 4) == 0);
        if (table >= 0 && from && !out[table]) {
            out[table] = true;
            n++;
        }
        c += length ? length : 1;
    }
    return n;
}

/* For table_fit: how many tables, then of each whether it is gold, and its features.  All tables that may be chosen are
 * written: of a choice of hard ones and the gold ones, what is weak and there would be known to be gold. */
static void write_features(struct arena *arena, const struct ground_database *d,
                           const struct ground_question *q, const bool *used)
{
    int n_tables = d->schema.n_tables, n = 0;
    const float *all = tables_features(arena, d, &q->question, &q->links, &q->values);
    for (int t = 0; t < n_tables; t++)
        n += q->tables[t] != TABLE_HIDDEN;
    fwrite(&n, sizeof n, 1, stdout);
    for (int t = 0; t < n_tables; t++)
        if (q->tables[t] != TABLE_HIDDEN) {
            float gold = used[t];
            fwrite(&gold, sizeof gold, 1, stdout);
            fwrite(all + t * TABLE_FEATURES, sizeof(float), TABLE_FEATURES, stdout);
        }
}

enum printing { COUNTS, MISSED, FEATURES };

struct recall {
    long questions, whole, kept, gold, found;
    double seconds;
};

/* One question whose gold tables are used[]: counted, and printed if one of them was not kept. */
static void count_tables(struct arena *scratch, const struct ground_database *d, const struct example *e,
                         const struct ground_question *q, const bool *used, bool missed,
                         struct recall *r)
{
    const char *id = e->id ? e->id : "";
    bool all = true;
    for (int t = 0; t < d->schema.n_tables; t++) {
        bool matters = q->tables[t] == TABLE_MATTERS;
        r->kept += matters;
        r->found += used[t] && matters;
        all = all && (!used[t] || matters);
        if (missed && used[t] && !matters)
            printf("%s (%s): %s\n", d->schema.tables[t].name, id, example_joined_question(scratch, e));
    }
    r->whole += all;
    if (!missed || all)
        return;
    printf("KEPT %s:", id);
    for (int t = 0; t < d->schema.n_tables; t++)
        if (q->tables[t] == TABLE_MATTERS)
            printf(" %s", d->schema.tables[t].name);
    printf("\n");
}

static void ask(struct arena *scratch, const struct ground_database *d, const struct example *e,
                enum printing printing, struct recall *r)
{
    struct error err;
    struct ground_question q;
    const char **utterances = ARENA_ARRAY(scratch, const char *, e->n_history + 1);
    utterances[0] = e->question;
    for (int k = 1; k <= e->n_history; k++)
        utterances[k] = e->history[e->n_history - k];
    double start = now_seconds();
    if (ground_read(scratch, d, NULL, utterances, e->n_history + 1, NULL, LINK_FULL, &q, &err) != ST_OK)
        return;
    r->seconds += now_seconds() - start;
    bool *used = ARENA_ARRAY(scratch, bool, d->schema.n_tables);
    r->questions++;
    r->gold += gold_tables(&d->schema, e->sql, used);
    if (printing == FEATURES)
        write_features(scratch, d, &q, used);
    count_tables(scratch, d, e, &q, used, printing == MISSED, r);
}

static void print_counts(FILE *to, int n_tables, const struct recall *r)
{
    double questions = (double)MAX(r->questions, 1);
    fprintf(to, "%d tables, %ld questions: all gold tables kept in %.2f %%, %.2f %% of them, %.1f tables "
            "a question, %.2f ms a question\n", n_tables, r->questions,
            100.0 * (double)r->whole / questions, 100.0 * (double)r->found / (double)MAX(r->gold, 1),
            (double)r->kept / questions, 1e3 * r->seconds / questions);
}

int main(int argc, char **argv)
{
    struct arena arena = {0}, scratch = {0};
    struct error err = {0};
    struct dataset data;
    if (argc < 4) {
        fprintf(stderr, "usage: table_recall DATASET DIR SPLIT [missed|features]\n");
        return 2;
    }
    if (dataset_read(&arena, argv[1], argv[2], argv[3], NULL, &data, &err) != ST_OK) {
        fprintf(stderr, "%s\n", err.message);
        return 3;
    }
    const char *word = argc > 4 ? argv[4] : "";
    enum printing printing = strcmp(word, "missed") == 0     ? MISSED
                             : strcmp(word, "features") == 0 ? FEATURES
                                                             : COUNTS;
    struct ground_database *d = NULL;
    struct recall recall = {0};
    const char *open_id = "";
    for (int i = 0; i < data.n_examples; i++) {
        const struct example *e = &data.examples[i];
        if (!e->sql)
            continue;
        if (strcmp(open_id, e->db_id) != 0) {
            ground_close(d);
            if (ground_open(dataset_database(&arena, &data, e->db_id), e->schema, NULL, &d, &err) != ST_OK) {
                fprintf(stderr, "%s\n", err.message);
                return 3;
            }
            open_id = e->db_id;
        }
        ask(&scratch, d, e, printing, &recall);
        arena_clear(&scratch);
    }
    print_counts(printing == FEATURES ? stderr : stdout, d ? d->schema.n_tables : 0, &recall);
    ground_close(d);
    arena_release(&arena);
    arena_release(&scratch);
    return 0;
}
