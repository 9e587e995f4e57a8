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
    bool missed = argc > 4 && strcmp(argv[4], "missed") == 0;
    bool features = argc > 4 && strcmp(argv[4], "features") == 0;
    struct ground_database *d = NULL;
    const char *open_id = "";
    long questions = 0, whole = 0, kept = 0, gold = 0, found = 0;
    double seconds = 0;
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
        const char **utterances = ARENA_ARRAY(&scratch, const char *, e->n_history + 1);
        utterances[0] = e->question;
        for (int k = 1; k <= e->n_history; k++)
            utterances[k] = e->history[e->n_history - k];
        struct ground_question q;
        double start = now_seconds();
        if (ground_read(&scratch, d, NULL, utterances, e->n_history + 1, NULL, LINK_FULL, &q, &err) != ST_OK)
            continue;
        seconds += now_seconds() - start;
        bool *used = ARENA_ARRAY(&scratch, bool, d->schema.n_tables), all = true;
        questions++;
        gold += gold_tables(&d->schema, e->sql, used);
        if (features)
            write_features(&scratch, d, &q, used);
        for (int t = 0; t < d->schema.n_tables; t++) {
            bool matters = q.tables[t] == TABLE_MATTERS;
            kept += matters;
            found += used[t] && matters;
            all = all && (!used[t] || matters);
            if (missed && used[t] && !matters)
                printf("%s (%s): %s\n", d->schema.tables[t].name, e->id ? e->id : "", example_joined_question(&scratch, e));
        }
        whole += all;
        if (missed && !all) {
            printf("KEPT %s:", e->id ? e->id : "");
            for (int t = 0; t < d->schema.n_tables; t++)
                if (q.tables[t] == TABLE_MATTERS)
                    printf(" %s", d->schema.tables[t].name);
            printf("\n");
        }
        arena_clear(&scratch);
    }
    fprintf(features ? stderr : stdout, "%d tables, %ld questions: all gold tables kept in %.2f %%, %.2f %% of them, %.1f tables a question, "
           "%.2f ms a question\n",
           d ? d->schema.n_tables : 0, questions, 100.0 * (double)whole / (double)MAX(questions, 1),
           100.0 * (double)found / (double)MAX(gold, 1), (double)kept / (double)MAX(questions, 1),
           1e3 * seconds / (double)MAX(questions, 1));
    ground_close(d);
    arena_release(&arena);
    arena_release(&scratch);
    return 0;
}
