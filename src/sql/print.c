/* print.c - a query as text, in three dialects.
 *
 * Names: a column is bare where its SELECT has one FROM item, Table.Column otherwise; T1, T2, ...
 * (numbered through the whole query, so that no alias hides another) where a table is joined with
 * itself or a sub-query looks past its own use of that table, and for derived tables.  Operands of
 * set operations that carry ORDER BY, LIMIT or a set operation of their own are parenthesised,
 * which SQLite can only say as SELECT * FROM (...).
 *
 * PostgreSQL differs where it must: names keep their case by quoting and carry their schema, every
 * JOIN has an ON or is CROSS, LIKE ignores case as SQLite's does (ILIKE), ORDER BY of a set
 * operation goes by position; types, grouping and NULLs are in print_postgres.c.
 *
 * The benchmark form is for predictions files: Table.Column even where one table is in sight, no
 * aliases but for self-joins (a and b for DuSQL's two derived tables), no labels.  The official
 * parsers cannot read parentheses around conditions; they are written only where leaving them
 * out would change the meaning. */
#include "sql/print.h"

#include <ctype.h>
#include <string.h>

/* Keywords are written in capitals here; the benchmark form has them in lower case. */
void print_text(struct printer *pr, const char *text)
{
    for (; *text; text++)
        strbuf_putc(&pr->out,
                    pr->dialect == SQL_BENCHMARK ? (char)tolower((unsigned char)*text) : *text);
}

/* ---- expressions ------------------------------------------------------------------------- */

static enum level level_of(const struct expr *e)
{
    switch (e->kind) {
    case EXPR_OR:
        return LEVEL_OR;
    case EXPR_AND:
        return LEVEL_AND;
    case EXPR_NOT:
        return LEVEL_NOT;
    case EXPR_COMPARE:
    case EXPR_BETWEEN:
        return LEVEL_COMPARE;
    case EXPR_ARITHMETIC:
        return e->op == ARITH_PLUS || e->op == ARITH_MINUS ? LEVEL_SUM : LEVEL_PRODUCT;
    case EXPR_TRUTH:
        return LEVEL_COMPARE;
    case EXPR_DURING:
        return LEVEL_AND;
    case EXPR_DATE_DIFF:
        return LEVEL_SUM;
    case EXPR_RATIO:
        return LEVEL_PRODUCT;
    case EXPR_FUNCTION: /* where || binds differs between the dialects */
        return e->op == FN_CONCAT ? LEVEL_COMPARE : LEVEL_TOP;
    default:
        return LEVEL_TOP;
    }
}

void print_subquery_as(struct printer *pr, const struct query *q, const struct scope *scope,
                       bool derived, const enum storage *as, int n_as)
{
    struct printer before = *pr;
    struct grouped_outside here = {pr->grouped, scope, pr->outside};
    if (pr->grouped)
        pr->outside = &here;
    pr->grouped = NULL;
    pr->as_text = as;
    pr->n_as_text = n_as;
    pr->beside = TIME_UNKNOWN;
    print_text(pr, pr->dialect == SQL_BENCHMARK ? "( " : "(");
    print_query(pr, q, scope, derived);
    print_text(pr, pr->dialect == SQL_BENCHMARK ? " )" : ")");
    pr->grouped = before.grouped;
    pr->outside = before.outside;
    pr->as_text = before.as_text;
    pr->n_as_text = before.n_as_text;
    pr->beside = before.beside;
}

void print_subquery(struct printer *pr, const struct query *q, const struct scope *scope,
                    bool derived)
{
    print_subquery_as(pr, q, scope, derived, NULL, 0);
}

static void put_joined(struct printer *pr, struct expr *const *args, int n, const char *glue,
                       const struct scope *scope, enum level level)
{
    for (int i = 0; i < n; i++) {
        if (i)
            print_text(pr, glue);
        /* the two bounds of a period are conjuncts among conjuncts */
        bool bounds = args[i]->kind == EXPR_DURING && level == LEVEL_AND + 1;
        print_expr(pr, args[i], scope, bounds ? LEVEL_AND : level);
    }
}

/* What dates in a comparison are to look like: as the side stores time that is no literal. */
static enum time_storage storage_beside(const struct printer *pr, const struct expr *e,
                                        const struct scope *scope)
{
    enum time_storage storage = TIME_UNKNOWN;
    for (int i = 0; i < e->n_args && storage == TIME_UNKNOWN; i++)
        if (e->args[i]->kind != EXPR_LITERAL)
            storage = time_storage_of(pr->schema, e->args[i], scope, pr->dialect);
    return storage;
}

static enum time_storage date_storage(const struct printer *pr, const struct expr *e)
{
    return pr->beside > TIME_NONE ? pr->beside : e->storage;
}

/* A side of a comparison: a date beside a column of dates is plain text or a number. */
static void put_side(struct printer *pr, const struct expr *e, int i, const struct scope *scope)
{
    const struct expr *side = e->args[i];
    bool ordered = e->kind == EXPR_BETWEEN || e->op <= CMP_LE;
    if (i > 0 && ordered && side->kind == EXPR_LITERAL && side->literal.kind == LITERAL_DATE &&
        reads_as_date(pr, &side->literal, date_storage(pr, side), e->args[0], scope))
        print_date_literal(pr, &side->literal, date_storage(pr, side), false);
    else
        print_expr(pr, side, scope, LEVEL_SUM);
}

static void put_comparison(struct printer *pr, const struct expr *e, const struct scope *scope)
{
    enum time_storage beside = pr->beside;
    pr->beside = storage_beside(pr, e, scope);
    if (pr->dialect == SQL_POSTGRES) {
        postgres_comparison(pr, e, scope);
        pr->beside = beside;
        return;
    }
    put_side(pr, e, 0, scope);
    print_text(pr, " ");
    print_text(pr, e->kind == EXPR_COMPARE ? compare_names[e->op]
                   : e->negated            ? "NOT BETWEEN"
                                           : "BETWEEN");
    print_text(pr, " ");
    put_side(pr, e, 1, scope);
    if (e->kind == EXPR_BETWEEN) {
        print_text(pr, " AND ");
        put_side(pr, e, 2, scope);
    }
    pr->beside = beside;
}

void print_filter(struct printer *pr, const struct expr *condition, const struct scope *scope)
{
    print_text(pr, " FILTER (WHERE ");
    print_expr(pr, condition, scope, LEVEL_OR);
    print_text(pr, ")");
}

/* sum(x) FILTER (WHERE c) is NULL where no row has c; what counts those as 0 says so. */
static void put_zero_sum(struct printer *pr, const struct expr *e, const struct scope *scope)
{
    const struct query *grouped = pr->grouped;
    pr->grouped = NULL;
    print_text(pr, e->distinct ? "sum(DISTINCT CASE WHEN " : "sum(CASE WHEN ");
    print_expr(pr, e->args[1], scope, LEVEL_OR);
    print_text(pr, " THEN ");
    if (pr->dialect == SQL_POSTGRES)
        postgres_number(pr, e->args[0], scope, LEVEL_OR);
    else
        print_expr(pr, e->args[0], scope, LEVEL_OR);
    print_text(pr, " ELSE 0 END)");
    pr->grouped = grouped;
}

static void put_aggregate(struct printer *pr, const struct expr *e, const struct scope *scope)
{
    if (e->zero) {
        put_zero_sum(pr, e, scope);
        return;
    }
    if (pr->dialect == SQL_POSTGRES) {
        postgres_aggregate(pr, e, scope);
        return;
    }
    print_text(pr, aggregate_names[e->op]);
    print_text(pr, e->distinct ? "(DISTINCT " : "(");
    print_expr(pr, e->args[0], scope, LEVEL_OR);
    print_text(pr, ")");
    if (e->n_args > 1)
        print_filter(pr, e->args[1], scope);
}

static void put_arithmetic(struct printer *pr, const struct expr *e, const struct scope *scope)
{
    if (pr->dialect == SQL_POSTGRES) {
        postgres_arithmetic(pr, e, scope);
        return;
    }
    print_expr(pr, e->args[0], scope, level_of(e));
    strbuf_printf(&pr->out, " %s ", arithmetic_names[e->op]);
    print_expr(pr, e->args[1], scope, level_of(e) + 1);
}

static void put_bare_expr(struct printer *pr, const struct expr *e, const struct scope *scope)
{
    switch (e->kind) {
    case EXPR_COLUMN:
        print_column(pr, e->ref, scope);
        break;
    case EXPR_LITERAL:
        if (e->literal.kind == LITERAL_DATE)
            print_date_literal(pr, &e->literal, date_storage(pr, e), true);
        else
            print_literal(pr, e->literal);
        break;
    case EXPR_AGGREGATE:
        put_aggregate(pr, e, scope);
        break;
    case EXPR_ARITHMETIC:
        put_arithmetic(pr, e, scope);
        break;
    case EXPR_QUERY:
        if (pr->dialect == SQL_POSTGRES)
            postgres_scalar(pr, e->query, scope);
        else
            print_subquery(pr, e->query, scope, false);
        break;
    case EXPR_LIST:
        print_text(pr, "(");
        put_joined(pr, e->args, e->n_args, ", ", scope, LEVEL_SUM);
        print_text(pr, ")");
        break;
    case EXPR_COMPARE:
    case EXPR_BETWEEN:
        put_comparison(pr, e, scope);
        break;
    case EXPR_EXISTS:
        print_text(pr, "EXISTS ");
        print_subquery(pr, e->query, scope, false);
        break;
    case EXPR_NOT:
        if (e->args[0]->kind == EXPR_DURING && print_not_during(pr, e->args[0], scope))
            break;
        print_text(pr, "NOT ");
        print_expr(pr, e->args[0], scope, LEVEL_NOT);
        break;
    case EXPR_AND:
    case EXPR_OR:
        put_joined(pr, e->args, e->n_args, e->kind == EXPR_AND ? " AND " : " OR ", scope,
                   level_of(e) + 1);
        break;
    default:
        print_everyday(pr, e, scope);
        break;
    }
}

static bool is_grouped_by(const struct query *q, const struct expr *e)
{
    for (int i = 0; i < q->n_group; i++)
        if (expr_equal(q->group[i], e))
            return true;
    return false;
}

void print_expr(struct printer *pr, const struct expr *e, const struct scope *scope,
                enum level level)
{
    const struct query *grouped = pr->grouped;
    if (grouped && is_grouped_by(grouped, e))
        pr->grouped = NULL;
    if (!postgres_bare_column(pr, e, scope)) {
        bool parentheses = level_of(e) < level;
        if (parentheses)
            strbuf_putc(&pr->out, '(');
        put_bare_expr(pr, e, scope);
        if (parentheses)
            strbuf_putc(&pr->out, ')');
    }
    pr->grouped = grouped;
}

/* ---- clauses ----------------------------------------------------------------------------- */

static void put_table(struct printer *pr, const struct table *t)
{
    if (t->space && pr->dialect == SQL_POSTGRES) {
        print_name(pr, t->space);
        strbuf_putc(&pr->out, '.');
    }
    print_name(pr, t->name);
}

static void put_source(struct printer *pr, const struct scope *scope, int i)
{
    const struct source *s = scope->sources[i];
    if (s->query)
        print_subquery(pr, s->query, scope->parent, true);
    else
        put_table(pr, &pr->schema->tables[s->table]);
    if (is_dusql_pair(pr, scope))
        print_text(pr, i ? " b" : " a");
    else if (alias_of(pr, s)) {
        print_text(pr, " AS ");
        print_qualifier(pr, scope, i);
    }
}

static void put_from(struct printer *pr, const struct query *q, const struct scope *scope)
{
    bool joined = query_has_left_join(q);
    for (int i = 0; i < q->n_from; i++)
        joined |= q->from[i].on != NULL;
    for (int i = 0; i < q->n_from; i++) {
        const struct source *s = &q->from[i];
        bool cross = !s->on && pr->dialect == SQL_POSTGRES; /* its JOIN must have an ON */
        print_text(pr, i == 0                               ? " FROM "
                       : is_dusql_pair(pr, scope) && !joined ? " , "
                       : s->join == JOIN_LEFT                ? " LEFT JOIN "
                       : cross                               ? " CROSS JOIN "
                                                             : " JOIN ");
        put_source(pr, scope, i);
        if (s->on)
            print_text(pr, " ON ");
        if (s->on)
            print_expr(pr, s->on, scope, LEVEL_OR);
        else if (s->join == JOIN_LEFT && pr->dialect == SQL_POSTGRES)
            print_text(pr, " ON TRUE");
    }
}

/* What an output is called behind its AS, or NULL. */
static const char *label_of(struct printer *pr, const struct query *select, int i, bool derived)
{
    return derived          ? derived_name(pr, select, i)
           : select->labels ? select->labels[i]
                            : NULL;
}

static void put_select_list(struct printer *pr, const struct query *q, const struct scope *scope,
                            bool derived)
{
    print_text(pr, q->distinct ? "SELECT DISTINCT " : "SELECT ");
    for (int i = 0; i < q->n_select; i++) {
        const struct expr *e = q->select[i];
        if (i)
            print_text(pr, pr->dialect == SQL_BENCHMARK ? " , " : ", ");
        bool plain = !pr->as_text || i >= pr->n_as_text || is_star(e);
        postgres_output(pr, e, scope, plain ? STORE_UNKNOWN : pr->as_text[i]);
        if (pr->dialect == SQL_BENCHMARK || is_star(e))
            continue;
        const char *label = label_of(pr, q, i, derived);
        bool bare = !(pr->grouped && is_grouped_by(pr->grouped, e)) && postgres_is_bare(pr, e, scope);
        bool own = label && e->kind == EXPR_COLUMN && e->ref.output < 0 && !bare &&
                   strcmp(label, pr->schema->columns[e->ref.column].name) == 0;
        if (label && !own) {
            print_text(pr, " AS ");
            print_name(pr, label);
        }
    }
}

/* The output of a set operation that an ORDER BY term names, 0 for none. */
static int output_position(const struct query *q, const struct expr *e)
{
    const struct query *select = query_first_select(q);
    for (int i = 0; i < select->n_select; i++)
        if (expr_equal(select->select[i], e))
            return i + 1;
    return 0;
}

static void put_term(struct printer *pr, const struct query *q, const struct expr *e,
                     const struct scope *scope)
{
    int position = q->set != SET_NONE && pr->dialect == SQL_POSTGRES ? output_position(q, e) : 0;
    bool literal = e->kind == EXPR_LITERAL && e->literal.kind == LITERAL_NUMBER;
    if (position)
        strbuf_printf(&pr->out, "%d", position);
    else if (literal) { /* bare, it would name an output by position */
        strbuf_putc(&pr->out, '(');
        print_literal(pr, e->literal);
        strbuf_putc(&pr->out, ')');
    } else
        print_expr(pr, e, scope, LEVEL_OR);
}

/* Would the column's bare name in ORDER BY mean an output that is something else?  A label comes
 * before a column there. */
static bool label_hides(struct printer *pr, const struct query *q, const struct expr *e,
                        const struct scope *scope, bool derived)
{
    const struct query *select = query_first_select(q);
    if (e->kind != EXPR_COLUMN)
        return false;
    const char *name = column_text(pr, e->ref, scope);
    for (int i = 0; i < select->n_select; i++) {
        const char *label = is_star(select->select[i]) ? NULL : label_of(pr, select, i, derived);
        if (label && equal_nocase(label, name))
            return !expr_equal(select->select[i], e);
    }
    return false;
}

static void put_tail(struct printer *pr, const struct query *q, const struct scope *scope,
                     bool derived)
{
    for (int i = 0; i < q->n_order; i++) {
        print_text(pr, i ? ", " : " ORDER BY ");
        pr->qualify = label_hides(pr, q, q->order[i].expr, scope, derived);
        put_term(pr, q, q->order[i].expr, scope);
        pr->qualify = false;
        if (q->order[i].descending)
            print_text(pr, " DESC");
        else if (q->n_order > 1 || pr->dialect == SQL_BENCHMARK)
            print_text(pr, " ASC");
        if (pr->dialect != SQL_POSTGRES && q->order[i].nulls != NULLS_DEFAULT)
            print_text(pr, q->order[i].nulls == NULLS_FIRST ? " NULLS FIRST" : " NULLS LAST");
        if (pr->dialect == SQL_POSTGRES)
            postgres_nulls(pr, q->set != SET_NONE, &q->order[i]);
    }
    bool endless = pr->dialect == SQL_POSTGRES && q->limit && q->limit[0] == '-';
    if (q->limit && !endless) {
        print_text(pr, " LIMIT ");
        strbuf_puts(&pr->out, q->limit);
    }
    if (q->offset) {
        print_text(pr, " OFFSET ");
        strbuf_puts(&pr->out, q->offset);
    }
}

static void put_condition(struct printer *pr, const char *keyword, const struct expr *e,
                          const struct scope *scope)
{
    if (!e)
        return;
    print_text(pr, keyword);
    print_expr(pr, e, scope, LEVEL_OR);
}

static void put_plain(struct printer *pr, const struct query *q, const struct scope *parent,
                      bool derived)
{
    if (pr->dialect == SQL_POSTGRES)
        q = postgres_rewritten(pr, q, derived);
    const struct query *grouped = pr->dialect == SQL_POSTGRES && postgres_is_grouped(q) ? q : NULL;
    struct scope *scope = scope_of(pr->arena, pr->schema, q, parent);
    pr->grouped = grouped;
    put_select_list(pr, q, scope, derived);
    pr->grouped = NULL;
    put_from(pr, q, scope);
    put_condition(pr, " WHERE ", q->where, scope);
    for (int i = 0; i < q->n_group; i++) {
        print_text(pr, i ? ", " : " GROUP BY ");
        put_term(pr, q, q->group[i], scope);
    }
    pr->grouped = grouped;
    put_condition(pr, " HAVING ", q->having, scope);
    put_tail(pr, q, scope, derived);
    pr->grouped = NULL;
}

static void put_operand(struct printer *pr, const struct query *q, const struct scope *parent,
                        bool derived, bool left)
{
    bool tail = q->n_order || q->limit || q->offset;
    bool nested = q->set != SET_NONE && (!left || pr->dialect == SQL_POSTGRES);
    if (!tail && !nested) {
        print_query(pr, q, parent, derived);
        return;
    }
    if (pr->dialect == SQL_POSTGRES) { /* still the same list of outputs, unlike a sub-query */
        print_text(pr, "(");
        print_query(pr, q, parent, derived);
        print_text(pr, ")");
        return;
    }
    if (pr->dialect == SQL_SQLITE)
        print_text(pr, "SELECT * FROM ");
    print_subquery(pr, q, parent, derived);
}

void print_query(struct printer *pr, const struct query *q, const struct scope *parent,
                      bool derived)
{
    if (q->set == SET_NONE) {
        put_plain(pr, q, parent, derived);
        return;
    }
    const enum storage *as_text = pr->as_text;
    if (pr->dialect == SQL_POSTGRES && !as_text) {
        pr->as_text = postgres_mixed_outputs(pr, q, parent);
        pr->n_as_text = query_first_select(q)->n_select;
    }
    put_operand(pr, q->left, parent, derived, true);
    print_text(pr, " ");
    print_text(pr, set_op_names[q->set]);
    print_text(pr, " ");
    put_operand(pr, q->right, parent, false, false);
    pr->as_text = as_text;
    put_tail(pr, q, scope_of(pr->arena, pr->schema, q, parent), derived);
}

const char *sql_print(struct arena *arena, const struct schema *schema, const struct query *query,
                      enum sql_dialect dialect)
{
    struct printer pr = {
        .arena = arena, .schema = schema, .dialect = dialect, .out = strbuf_in(arena)};
    plan_aliases(&pr, query);
    print_query(&pr, query, NULL, false);
    return strbuf_text(&pr.out);
}
