/* fold.c - spellings that mean one thing become one node: conditional aggregates and ratios.
 *
 *   sum(CASE WHEN c THEN 1 ELSE 0 END), sum(c), count(CASE WHEN c THEN 1 END)   count(*) with FILTER c
 *   count(CASE WHEN c THEN x END), min, max, avg, sum(CASE WHEN c THEN x END)   of x with FILTER c
 *   sum(CASE WHEN c THEN x ELSE 0 END)                                          the same, `zero`
 *   avg(CASE WHEN c THEN 1.0 ELSE 0 END), avg(c)      count(*) with FILTER c / count(*), a ratio
 *   100.0 * a / b, a * 100.0 / b                                                RATIO_PERCENT
 *   1.0 * a / b, CAST(a AS REAL) / b, a / CAST(b AS REAL)                       RATIO_PLAIN
 *
 * A sum over no rows at all is NULL where the count is 0; that is what people mean by it. */
#include "sql/internal.h"

#include <stdlib.h>
#include <string.h>

bool is_number_literal(const struct expr *e, double value)
{
    return e->kind == EXPR_LITERAL && e->literal.kind == LITERAL_NUMBER &&
           strtod(e->literal.text, NULL) == value;
}

/* 100.0, 1.0: makes a division a true one. */
static bool is_real_literal(const struct expr *e, double value)
{
    return is_number_literal(e, value) && strchr(e->literal.text, '.');
}

static struct expr *rows(struct parser *p)
{
    return expr_column(p->arena, (struct column_ref){.source = -1, .output = -1});
}

static struct expr *aggregate_if(struct parser *p, enum aggregate op, struct expr *value,
                                 struct expr *condition, bool distinct)
{
    struct expr *args[2] = {value, condition};
    struct expr *e = built(p, expr_node(p->arena, EXPR_AGGREGATE, (int)op, args, condition ? 2 : 1));
    if (e)
        e->distinct = distinct;
    return e;
}

static struct expr *share(struct parser *p, enum ratio ratio, struct expr *condition)
{
    struct expr *args[2] = {aggregate_if(p, AGG_COUNT, rows(p), condition, false),
                            aggregate_if(p, AGG_COUNT, rows(p), NULL, false)};
    return args[0] && args[1] ? built(p, expr_node(p->arena, EXPR_RATIO, (int)ratio, args, 2)) : NULL;
}

static struct expr *fold_aggregate(struct parser *p, struct expr *e)
{
    struct expr *arg = e->args[0];
    if (e->n_args > 1 || (e->distinct && arg->kind != EXPR_CASE))
        return e;
    if (expr_is_condition(arg))
        return e->op == AGG_SUM   ? aggregate_if(p, AGG_COUNT, rows(p), arg, false)
               : e->op == AGG_AVG ? share(p, RATIO_PLAIN, arg)
                                  : e;
    if (arg->kind != EXPR_CASE || arg->n_args > 3)
        return e;
    struct expr *condition = arg->args[0], *value = arg->args[1];
    bool zero = arg->n_args == 3 && is_number_literal(arg->args[2], 0);
    if (expr_is_condition(value) || (arg->n_args == 3 && !zero))
        return e;
    bool one = is_number_literal(value, 1);
    if (zero && e->op == AGG_SUM && !e->distinct) {
        if (one && !is_real_literal(value, 1))
            return aggregate_if(p, AGG_COUNT, rows(p), condition, false);
        struct expr *sum = aggregate_if(p, AGG_SUM, value, condition, false);
        if (sum)
            sum->zero = true;
        return sum;
    }
    if (zero && e->op == AGG_AVG && !e->distinct && (one || is_number_literal(value, 100)))
        return share(p, one ? RATIO_PLAIN : RATIO_PERCENT, condition);
    if (zero)
        return e;
    bool constant = value->kind == EXPR_LITERAL && value->literal.kind != LITERAL_NULL;
    if (e->op == AGG_COUNT && constant && !e->distinct)
        value = rows(p);
    return aggregate_if(p, (enum aggregate)e->op, value, condition, e->distinct);
}

/* a of 1.0 * a, a * 1.0, CAST(a AS REAL): what is made real, or NULL. */
static struct expr *made_real(const struct expr *e, double factor)
{
    if (e->kind == EXPR_CAST && e->op == CAST_REAL && factor == 1)
        return e->args[0];
    if (e->kind != EXPR_ARITHMETIC || e->op != ARITH_TIMES)
        return NULL;
    for (int i = 0; i < 2; i++) {
        struct expr *other = e->args[1 - i];
        if (is_real_literal(e->args[i], factor))
            return other;
        if (is_number_literal(e->args[i], factor) && other->kind == EXPR_CAST && other->op == CAST_REAL)
            return other->args[0];
    }
    return NULL;
}

static struct expr *fold_division(struct parser *p, struct expr *e)
{
    struct expr *plain = made_real(e->args[0], 1), *percent = made_real(e->args[0], 100);
    struct expr *args[2] = {plain ? plain : percent, e->args[1]};
    bool divisor = !args[0] && args[1]->kind == EXPR_CAST && args[1]->op == CAST_REAL;
    if (divisor)
        args[0] = e->args[0];
    if (!args[0] || args[0]->kind == EXPR_LITERAL || args[1]->kind == EXPR_LITERAL)
        return e;
    if (args[1]->kind == EXPR_CAST && args[1]->op == CAST_REAL)
        args[1] = args[1]->args[0];
    return built(p, expr_node(p->arena, EXPR_RATIO, percent && !plain ? RATIO_PERCENT : RATIO_PLAIN,
                              args, 2));
}

struct expr *fold(struct parser *p, const struct place *place, struct expr *e)
{
    if (!(p->reading & SQL_READ_EVERYDAY))
        return e;
    if (e->kind == EXPR_AGGREGATE)
        return fold_aggregate(p, e);
    if (e->kind == EXPR_ARITHMETIC && e->op == ARITH_DIVIDE) {
        struct expr *ratio = fold_division(p, e);
        if (ratio != e)
            return ratio;
    }
    return fold_time(p, place, e);
}
