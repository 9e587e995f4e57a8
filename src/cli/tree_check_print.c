/* tree_check_print.c - `astormer tree --check`: which queries did not survive, and how many did. */
#include "cli/cli.h"
#include "cli/terminal.h"
#include "cli/tree.h"

struct counts {
    long verdicts[N_TREE_VERDICTS], rows[N_TREE_ROWS], extension, steps;
    int longest;
};

static struct counts count(const struct tree_checked *checked)
{
    struct counts c = {0};
    for (int i = 0; i < checked->data.n_examples; i++) {
        const struct tree_result *x = &checked->results[i];
        c.verdicts[x->verdict]++;
        c.rows[x->rows]++;
        c.extension += x->extension;
        c.steps += x->n_steps;
        c.longest = MAX(c.longest, x->n_steps);
    }
    return c;
}

static void print_reasons(const struct tree_checked *checked)
{
    for (int i = 0; i < checked->data.n_examples; i++) {
        const struct tree_result *x = &checked->results[i];
        const struct example *e = &checked->data.examples[i];
        if (x->reason)
            say_text(stdout, "%s: query %d of %s: %s\n    %s\n",
                     x->verdict == TREE_SAME ? "not compared" : tree_verdict_names[x->verdict], i,
                     e->db_id, x->reason, e->sql);
    }
}

int tree_check_print(const struct tree_check *check)
{
    struct arena arena = {0};
    struct tree_checked checked;
    struct error err = {0};
    if (tree_check_run(&arena, check, &checked, &err) != ST_OK) {
        arena_release(&arena);
        return cli_error(&err);
    }
    struct counts c = count(&checked);
    long n = checked.data.n_examples, failed = n - c.verdicts[TREE_SAME] - c.verdicts[TREE_BROKEN];
    print_reasons(&checked);
    printf(
        "%s %s: %ld queries, %ld same, %ld failed, %ld themselves broken, %d unreadable records\n",
        check->dataset, check->split, n, c.verdicts[TREE_SAME], failed, c.verdicts[TREE_BROKEN],
        checked.data.n_bad);
    for (int v = TREE_UNREAD; v < N_TREE_VERDICTS; v++)
        if (c.verdicts[v])
            printf("  %ld %s\n", c.verdicts[v], tree_verdict_names[v]);
    printf("  steps: mean %.1f, most %d; %ld trees use rules beyond the paper's\n",
           n ? (double)c.steps / (double)n : 0, c.longest, c.extension);
    if (c.rows[ROWS_NOT_RUN] < n)
        printf("  results: %ld equal, %ld equal but for the order of rows, %ld different, "
               "%ld gold queries fail, %ld too slow, %ld not run\n",
               c.rows[ROWS_EQUAL], c.rows[ROWS_UNORDERED], c.rows[ROWS_DIFFERENT],
               c.rows[ROWS_GOLD_FAILS], c.rows[ROWS_TOO_SLOW], c.rows[ROWS_NOT_RUN]);
    arena_release(&arena);
    return failed ? EXIT_DECLINED : EXIT_ANSWERED;
}
