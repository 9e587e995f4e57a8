/* ask.c - a whole program that asks a database a question.
 *
 *     cc ask.c $(pkg-config --cflags --libs astormer) -o ask
 *     ./ask shop.sqlite "Which books cost less than 10 pounds?" [model.safetensors]         */
#include <astormer.h>

#include <stdio.h>

static void print_rows(const struct astormer_result *rows)
{
    for (long i = 0; i < astormer_result_rows(rows); i++)
        for (int k = 0; k < astormer_result_columns(rows); k++) {
            const struct astormer_cell *cell = astormer_result_cell(rows, i, k);
            if (cell->kind == ASTORMER_INTEGER)
                printf("%lld", (long long)cell->integer);
            else if (cell->kind == ASTORMER_REAL)
                printf("%g", cell->real);
            else
                printf("%s", cell->kind == ASTORMER_NULL ? "NULL" : cell->bytes);
            putchar(k + 1 < astormer_result_columns(rows) ? '\t' : '\n');
        }
}

int main(int argc, char **argv)
{
    struct astormer_error err = {0};
    struct astormer_model *model = NULL;
    struct astormer_database *database = NULL;
    struct astormer_session *session = NULL;
    struct astormer_answer *answer = NULL;
    struct astormer_result *rows = NULL;
    if (argc >= 3 && !astormer_model_open(argc > 3 ? argv[3] : NULL, &model, &err) &&
        !astormer_database_open(model, argv[1], NULL, &database, &err) &&
        !astormer_session_open(database, &session, &err) &&
        !astormer_ask(session, argv[2], NULL, &answer, &err) && astormer_answer_queries(answer)) {
        const struct astormer_query *best = astormer_answer_query(answer, 0);
        printf("%s\n(confidence %.2f)\n", best->sql, astormer_answer_summary(answer)->confidence);
        if (!astormer_answer_rows(session, answer, 0, NULL, &rows, &err))
            print_rows(rows);
    }
    if (!rows)
        fprintf(stderr, "%s\n", argc < 3 ? "usage: ask DATABASE QUESTION [MODEL]" : err.message);
    int failed = !rows;
    astormer_result_close(rows); /* closing NULL is fine */
    astormer_answer_close(answer);
    astormer_session_close(session);
    astormer_database_close(database);
    astormer_model_close(model);
    return failed;
}
