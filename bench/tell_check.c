/* tell_check.c - the gold queries of a dataset told in English: do two of them sound the same?
 *
 *   tell_check DATASET DATA SPLIT [show]
 *
 * Two different queries (by structure) of one database that give one sentence are printed; then how
 * many queries there were, and how long the sentences are.  With a fourth argument every sentence
 * is printed below its question and its SQL. */
#include "data/data.h"
#include "tell/tell.h"

#include <stdio.h>
#include <string.h>

struct told {
    const char *text, *sql;
    const struct query *query;
};

static int count_words(const char *text)
{
    int n = 0;
    for (; *text; text++)
        n += *text != ' ' && (text[1] == ' ' || !text[1]);
    return n;
}

int main(int argc, char **argv)
{
    struct error err = {0};
    struct arena arena = {0};
    struct dataset dataset;
    if (argc < 4) {
        fprintf(stderr, "usage: tell_check DATASET DATA SPLIT [show]\n");
        return 2;
    }
    if (dataset_read(&arena, argv[1], argv[2], argv[3], NULL, &dataset, &err) != ST_OK) {
        fprintf(stderr, "tell_check: %s\n", err.message);
        return 3;
    }
    struct map by_sentence = map_in(&arena);
    struct told *all = ARENA_ARRAY(&arena, struct told, dataset.n_examples + 1);
    long words = 0;
    int n = 0, unread = 0, alike = 0, longest = 0;
    for (int i = 0; i < dataset.n_examples; i++) {
        const struct example *e = &dataset.examples[i];
        const struct schema *schema = schema_set_find(&dataset.schemas, e->db_id);
        struct query *query;
        if (!e->sql || !schema ||
            sql_parse(&arena, schema, e->sql, strlen(e->sql),
                      (enum sql_reading)(SQL_READ_BENCHMARK | SQL_READ_EVERYDAY), &query, &err) != ST_OK) {
            unread += e->sql != NULL;
            continue;
        }
        struct telling telling = tell_query(&arena, schema, query);
        if (argc > 4)
            printf("%s\n%s\n%s\n\n", e->question, e->sql, telling.text);
        all[n] = (struct told){telling.text, e->sql, query};
        const char *key = arena_printf(&arena, "%s\n%s", e->db_id, telling.text);
        int before = map_put(&by_sentence, key, strlen(key), n);
        if (before != n && !query_equal(all[before].query, query)) {
            printf("%s\t%s\n  %s\n  %s\n", e->db_id, telling.text, all[before].sql, e->sql);
            alike++;
        }
        int length = count_words(telling.text);
        words += length;
        longest = MAX(longest, length);
        n++;
    }
    printf("%d queries told, %d could not be read, %d sound like another one of their database; "
           "%.1f words on average, %d at most\n", n, unread, alike, n ? (double)words / n : 0, longest);
    arena_release(&arena);
    return alike ? 1 : 0;
}
