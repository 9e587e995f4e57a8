/* table_recall.c - are the tables of the gold query among those that are kept of a large schema?
 *
 *   table_recall DATASET DIR SPLIT [missed|features]            by the words of the question (ground/)
 *   table_recall DATASET DIR SPLIT MODEL [missed|chances] [K]   by the parser's own word, too (infer/tables.c); of
 *                                                               every K-th question
 *
 * bench/merge_corpus.py makes such a schema; of features and chances weights are fitted (table_fit.c,
 * table_chances.py). */
#include "data/data.h"
#include "ground/internal.h"
#include "infer/infer.h"

#include <ctype.h>
#include <stdlib.h>
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

/* For table_chances.py: of each group its features, then of each of its tables whether it is gold, and its own. */
static void write_chances(const struct infer_chances *c, const struct example *e, const bool *used)
{
    printf("question %s\n", e->id ? e->id : "");
    for (int i = 0; i < c->groups.n; i++) {
        printf("group");
        for (int k = 0; k < N_CHANCE_ABOUT; k++)
            printf(" %.4g", (double)c->about[i][k]);
        printf("\n");
        for (int k = 0; k < c->groups.v[i].n; k++) {
            int table = c->groups.v[i].tables[k];
            printf("table %d", used[table]);
            for (int x = 0; x < N_CHANCE_NEEDED; x++)
                printf(" %.4g", (double)c->needed[table][x]);
            printf("\n");
        }
    }
}

enum printing { COUNTS, MISSED, FEATURES, CHANCES };

struct parser { /* or model NULL */
    struct loaded_model *model;
    struct nn_tape *tape;
    struct model_database *database;
};

struct recall {
    long questions, whole, kept, gold, found, shown;
    double seconds;
};

/* One question whose gold tables are used[]: counted, and printed if one of them was not kept. */
static void count_tables(struct arena *scratch, const struct schema *schema, const struct example *e,
                         const uint8_t *tables, const bool *used, bool missed, struct recall *r)
{
    const char *id = e->id ? e->id : "";
    bool all = true;
    for (int t = 0; t < schema->n_tables; t++) {
        bool matters = tables[t] == TABLE_MATTERS;
        r->kept += matters;
        r->found += used[t] && matters;
        all = all && (!used[t] || matters);
        if (missed && used[t] && !matters)
            printf("%s (%s): %s\n", schema->tables[t].name, id, example_joined_question(scratch, e));
    }
    r->whole += all;
    if (!missed || all)
        return;
    printf("KEPT %s:", id);
    for (int t = 0; t < schema->n_tables; t++)
        if (tables[t] == TABLE_MATTERS)
            printf(" %s", schema->tables[t].name);
    printf("\n");
}

/* Those that are kept; NULL if the question cannot be read. */
static const uint8_t *keep_tables(struct arena *scratch, const struct parser *parser,
                                  const char *const *utterances, int n, const struct example *e,
                                  const bool *used, enum printing printing, struct recall *r)
{
    struct error err;
    struct model_question q;
    if (model_question_read(scratch, parser->database, utterances, n, NULL, NULL, &q, &err) != ST_OK)
        return NULL;
    if (printing == CHANCES && q.read->score) {
        struct infer_chances chances;
        infer_chances(scratch, parser->model->model, parser->tape, &q, &chances);
        write_chances(&chances, e, used);
        return q.tables;
    }
    const struct model_question *in_the_end = infer_tables(scratch, parser->model->model, parser->tape, &q);
    r->shown += in_the_end->input.n_tables;
    return in_the_end->kept ? in_the_end->kept : in_the_end->tables;
}

static void ask(struct arena *scratch, const struct ground_database *d, const struct parser *parser,
                const struct example *e, enum printing printing, struct recall *r)
{
    struct error err;
    struct ground_question q;
    const char **utterances = ARENA_ARRAY(scratch, const char *, e->n_history + 1);
    utterances[0] = e->question;
    for (int k = 1; k <= e->n_history; k++)
        utterances[k] = e->history[e->n_history - k];
    bool *used = ARENA_ARRAY(scratch, bool, d->schema.n_tables);
    int n_used = gold_tables(&d->schema, e->sql, used);
    double start = now_seconds();
    const uint8_t *tables;
    if (parser->model)
        tables = keep_tables(scratch, parser, utterances, e->n_history + 1, e, used, printing, r);
    else
        tables = ground_read(scratch, d, NULL, utterances, e->n_history + 1, NULL, LINK_FULL, &q, &err) == ST_OK
                     ? q.tables : NULL;
    if (!tables)
        return;
    r->seconds += now_seconds() - start;
    r->questions++;
    r->gold += n_used;
    if (printing == FEATURES)
        write_features(scratch, d, &q, used);
    count_tables(scratch, &d->schema, e, tables, used, printing == MISSED, r);
}

static void print_counts(FILE *to, int n_tables, const struct recall *r)
{
    double questions = (double)MAX(r->questions, 1);
    fprintf(to, "%d tables, %ld questions: all gold tables kept in %.2f %%, %.2f %% of them, %.1f tables "
            "a question, %.2f ms a question\n", n_tables, r->questions,
            100.0 * (double)r->whole / questions, 100.0 * (double)r->found / (double)MAX(r->gold, 1),
            (double)r->kept / questions, 1e3 * r->seconds / questions);
    if (r->shown)
        fprintf(to, "%.1f tables a question shown to the network\n", (double)r->shown / questions);
}

static enum printing printing_of(const char *word)
{
    return strcmp(word, "missed") == 0     ? MISSED
           : strcmp(word, "features") == 0 ? FEATURES
           : strcmp(word, "chances") == 0  ? CHANCES
                                           : COUNTS;
}

/* Every `step`-th question of the dataset. */
static enum status ask_all(struct arena *arena, const struct dataset *data, struct parser *parser, int step,
                           enum printing printing, struct error *err)
{
    struct ground_database *d = NULL;
    struct recall recall = {0};
    struct arena scratch = {0};
    const char *open_id = "";
    enum status st = ST_OK;
    for (int i = 0; i < data->n_examples && st == ST_OK; i += step) {
        const struct example *e = &data->examples[i];
        if (!e->sql)
            continue;
        if (strcmp(open_id, e->db_id) != 0) {
            model_database_close(parser->database);
            parser->database = NULL;
            ground_close(d);
            st = ground_open(dataset_database(arena, data, e->db_id), e->schema, NULL, &d, err);
            if (st != ST_OK)
                break;
            if (parser->model)
                parser->database = model_database_new(model_config_of(parser->model->model),
                                                      &parser->model->vocab, d);
            open_id = e->db_id;
        }
        ask(&scratch, d, parser, e, printing, &recall);
        arena_clear(&scratch);
    }
    if (st == ST_OK)
        print_counts(printing == FEATURES || printing == CHANCES ? stderr : stdout, d ? d->schema.n_tables : 0,
                     &recall);
    model_database_close(parser->database);
    ground_close(d);
    arena_release(&scratch);
    return st;
}

int main(int argc, char **argv)
{
    struct arena arena = {0};
    struct error err = {0};
    struct dataset data;
    if (argc < 4) {
        fprintf(stderr, "usage: table_recall DATASET DIR SPLIT [missed|features | MODEL [missed|chances] [K]]\n");
        return 2;
    }
    const char *word = argc > 4 ? argv[4] : "";
    bool with_model = *word && printing_of(word) == COUNTS;
    enum printing printing = printing_of(with_model ? argc > 5 ? argv[5] : "" : word);
    int step = with_model && argc > 5 ? atoi(argv[argc - 1]) : 0;
    struct parser parser = {0};
    enum status st = dataset_read(&arena, argv[1], argv[2], argv[3], NULL, &data, &err);
    if (st == ST_OK && with_model && (st = model_open(word, &parser.model, &err)) == ST_OK)
        parser.tape = nn_tape_new(model_params(parser.model->model), NULL);
    if (st == ST_OK)
        st = ask_all(&arena, &data, &parser, MAX(step, 1), printing, &err);
    if (st != ST_OK)
        fprintf(stderr, "%s\n", err.message);
    if (parser.model)
        nn_tape_free(parser.tape);
    model_close(parser.model);
    arena_release(&arena);
    return st == ST_OK ? 0 : 3;
}
