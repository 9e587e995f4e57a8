/* print_everyday.c - functions, CAST, CASE, windows, ratios: what analysts write and the benchmarks
 * do not.  SQLite's words are the ordinary ones here; where PostgreSQL needs others to return the
 * same rows, that is said beside them. */
#include "sql/print.h"

#include <string.h>

static void put_arguments(struct printer *pr, struct expr *const *args, int n,
                          const struct scope *scope)
{
    for (int i = 0; i < n; i++) {
        if (i)
            print_text(pr, ", ");
        print_expr(pr, args[i], scope, LEVEL_OR);
    }
}

/* One of several values that are of one type in PostgreSQL. */
static void put_united(struct printer *pr, const struct expr *of, const struct expr *value,
                       const struct scope *scope)
{
    if (pr->dialect == SQL_POSTGRES)
        postgres_as(pr, value, scope, postgres_united(pr, of, scope));
    else
        print_expr(pr, value, scope, LEVEL_OR);
}

/* ---- functions ------------------------------------------------------------------------------- */

static bool has_extreme(const struct expr *e)
{
    bool found = e->kind == EXPR_FUNCTION && (e->op == FN_LEAST || e->op == FN_GREATEST);
    for (int i = 0; i < e->n_args && !found; i++)
        found = has_extreme(e->args[i]);
    return found;
}

static bool has_aggregate(const struct expr *e)
{
    bool found = e->kind == EXPR_AGGREGATE;
    for (int i = 0; i < e->n_args && !found; i++)
        found = has_aggregate(e->args[i]);
    return found;
}

/* SQLite's min(a, b) is NULL if either is; PostgreSQL's least() passes over NULLs.  One within another
 * is written so that each is there once; of aggregates, which may not stand in that FROM, it is
 * PostgreSQL's own. */
static void put_postgres_extreme(struct printer *pr, const struct expr *e, const struct scope *scope)
{
    bool least = e->op == FN_LEAST, nested = false, may_be_null = false, aggregate = has_aggregate(e);
    for (int i = 0; i < e->n_args; i++) {
        nested |= has_extreme(e->args[i]);
        may_be_null |= e->args[i]->kind != EXPR_LITERAL || postgres_is_null(e->args[i]);
    }
    may_be_null &= !nested;
    nested &= !aggregate;
    if (nested) {
        strbuf_printf(&pr->out, "(SELECT CASE WHEN count(v) = %d THEN %s(v) END FROM unnest(ARRAY[",
                      e->n_args, least ? "min" : "max");
    } else {
        print_text(pr, may_be_null ? "CASE WHEN " : "");
        for (int i = 0, n = 0; may_be_null && i < e->n_args; i++) {
            if (e->args[i]->kind == EXPR_LITERAL && !postgres_is_null(e->args[i]))
                continue;
            print_text(pr, n++ ? " AND " : "");
            print_expr(pr, e->args[i], scope, LEVEL_SUM);
            print_text(pr, " IS NOT NULL");
        }
        print_text(pr, may_be_null ? " THEN " : "");
        print_text(pr, least ? "least(" : "greatest(");
    }
    for (int i = 0; i < e->n_args; i++) {
        print_text(pr, i ? ", " : "");
        put_united(pr, e, e->args[i], scope);
    }
    print_text(pr, nested ? "]) AS v)" : may_be_null ? ") END" : ")");
}

static void put_extreme(struct printer *pr, const struct expr *e, const struct scope *scope)
{
    if (pr->dialect == SQL_POSTGRES) {
        put_postgres_extreme(pr, e, scope);
        return;
    }
    print_text(pr, e->op == FN_LEAST ? "min(" : "max(");
    put_arguments(pr, e->args, e->n_args, scope);
    print_text(pr, ")");
}

static void put_concatenation(struct printer *pr, const struct expr *e, const struct scope *scope)
{
    for (int i = 0; i < e->n_args; i++) {
        print_text(pr, i ? " || " : "");
        if (pr->dialect == SQL_POSTGRES)
            postgres_text(pr, e->args[i], scope);
        else
            print_expr(pr, e->args[i], scope, LEVEL_TOP);
    }
}

/* An argument as PostgreSQL's function of that name wants it. */
static void put_typed(struct printer *pr, const struct expr *e, int i, const struct scope *scope)
{
    bool text = e->op >= FN_LENGTH && e->op <= FN_REPLACE;
    if (text && (i == 0 || e->op == FN_REPLACE)) {
        postgres_text(pr, e->args[i], scope);
    } else if (e->op == FN_ROUND && i == 0) { /* round(real, digits) there is none */
        print_text(pr, "CAST(");
        postgres_number(pr, e->args[i], scope, LEVEL_OR);
        print_text(pr, " AS NUMERIC)");
    } else if (text || e->op == FN_ROUND) {
        /* a length below 0 is an error, said before it runs where it is given */
        const struct expr *n = e->args[i];
        bool length = e->op == FN_SUBSTR && i == 2 && n->kind != EXPR_COLUMN &&
                      !(n->kind == EXPR_LITERAL && n->literal.text && n->literal.text[0] != '-');
        print_text(pr, length ? "abs(" : "");
        postgres_integer(pr, n, scope);
        print_text(pr, length ? ")" : "");
    } else if (e->op == FN_ABS) {
        postgres_number(pr, e->args[i], scope, LEVEL_OR);
    } else {
        put_united(pr, e, e->args[i], scope);
    }
}

static void put_function(struct printer *pr, const struct expr *e, const struct scope *scope)
{
    if (e->op == FN_LEAST || e->op == FN_GREATEST) {
        put_extreme(pr, e, scope);
        return;
    }
    if (e->op == FN_CONCAT) {
        put_concatenation(pr, e, scope);
        return;
    }
    print_text(pr, function_names[e->op]);
    print_text(pr, "(");
    for (int i = 0; i < e->n_args; i++) {
        print_text(pr, i ? ", " : "");
        if (pr->dialect == SQL_POSTGRES)
            put_typed(pr, e, i, scope);
        else
            print_expr(pr, e->args[i], scope, LEVEL_OR);
    }
    print_text(pr, ")");
}

/* SQLite's CAST to INTEGER cuts a fraction off, PostgreSQL's rounds. */
static void put_cast(struct printer *pr, const struct expr *e, const struct scope *scope)
{
    bool postgres = pr->dialect == SQL_POSTGRES;
    bool whole = postgres && e->op == CAST_INTEGER;
    print_text(pr, whole ? "CAST(trunc(CAST(" : "CAST(");
    enum storage have = postgres ? postgres_storage(pr, e->args[0], scope) : STORE_UNKNOWN;
    if (postgres && e->op != CAST_TEXT && (have != STORE_TEXT || e->args[0]->kind != EXPR_COLUMN))
        postgres_number(pr, e->args[0], scope, LEVEL_OR);
    else
        print_expr(pr, e->args[0], scope, LEVEL_OR);
    print_text(pr, " AS ");
    print_text(pr, whole                               ? "NUMERIC)) AS BIGINT"
                   : postgres && e->op == CAST_REAL ? "DOUBLE PRECISION"
                                                    : cast_names[e->op]);
    print_text(pr, ")");
}

/* ---- ratios, CASE, windows ------------------------------------------------------------------- */

/* The factor comes first: 100.0 * a / b is a true division in both dialects, and the rounding of
 * the fraction is that of the query as people write it. */
static void put_ratio(struct printer *pr, const struct expr *e, const struct scope *scope)
{
    print_text(pr, e->op == RATIO_PERCENT ? "100.0 * " : "1.0 * ");
    if (pr->dialect == SQL_POSTGRES) {
        postgres_number(pr, e->args[0], scope, LEVEL_PRODUCT + 1);
        print_text(pr, " / ");
        postgres_divisor(pr, e->args[1], scope);
        return;
    }
    print_expr(pr, e->args[0], scope, LEVEL_PRODUCT + 1);
    print_text(pr, " / ");
    print_expr(pr, e->args[1], scope, LEVEL_PRODUCT + 1);
}

static void put_case(struct printer *pr, const struct expr *e, const struct scope *scope)
{
    print_text(pr, "CASE");
    for (int i = 0; i + 1 < e->n_args; i += 2) {
        print_text(pr, " WHEN ");
        print_expr(pr, e->args[i], scope, LEVEL_OR);
        print_text(pr, " THEN ");
        put_united(pr, e, e->args[i + 1], scope);
    }
    if (e->n_args % 2) {
        print_text(pr, " ELSE ");
        put_united(pr, e, e->args[e->n_args - 1], scope);
    }
    print_text(pr, " END");
}

static void put_window(struct printer *pr, const struct expr *e, const struct scope *scope)
{
    int own = e->op == WINDOW_AGGREGATE;
    struct expr *const *partition = e->args + own, *const *order = partition + e->window->n_partition;
    if (own) {
        print_expr(pr, e->args[0], scope, LEVEL_TOP);
    } else {
        print_text(pr, window_op_names[e->op]);
        print_text(pr, "()");
    }
    print_text(pr, " OVER (");
    if (e->window->n_partition > 0) {
        print_text(pr, "PARTITION BY ");
        put_arguments(pr, partition, e->window->n_partition, scope);
    }
    for (int i = 0; i < e->window->n_order; i++) {
        struct order_term term = {.expr = order[i], .descending = e->window->descending[i]};
        print_text(pr, i ? ", " : e->window->n_partition ? " ORDER BY " : "ORDER BY ");
        print_expr(pr, order[i], scope, LEVEL_OR);
        print_text(pr, term.descending ? " DESC" : "");
        if (pr->dialect == SQL_POSTGRES)
            postgres_nulls(pr, false, &term);
    }
    print_text(pr, ")");
}

/* A value as a condition: PostgreSQL has the type for it and wants it. */
static void put_truth(struct printer *pr, const struct expr *e, const struct scope *scope)
{
    if (pr->dialect == SQL_POSTGRES)
        postgres_truth(pr, e->args[0], scope);
    else
        print_expr(pr, e->args[0], scope, LEVEL_COMPARE + 1);
}

void print_everyday(struct printer *pr, const struct expr *e, const struct scope *scope)
{
    switch (e->kind) {
    case EXPR_FUNCTION:
        put_function(pr, e, scope);
        break;
    case EXPR_CAST:
        put_cast(pr, e, scope);
        break;
    case EXPR_RATIO:
        put_ratio(pr, e, scope);
        break;
    case EXPR_CASE:
        put_case(pr, e, scope);
        break;
    case EXPR_WINDOW:
        put_window(pr, e, scope);
        break;
    case EXPR_TRUTH:
        put_truth(pr, e, scope);
        break;
    default:
        print_time(pr, e, scope);
    }
}
