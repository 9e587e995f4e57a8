/* print_names.c - names, literals, aliases and columns, as each dialect wants them. */
#include "sql/print.h"

#include <ctype.h>
#include <string.h>

/* ---- names and literals ------------------------------------------------------------------ */

static bool needs_quotes(const char *name, enum sql_dialect dialect)
{
    struct slice s = slice_of(name);
    if (dialect == SQL_BENCHMARK)
        return s.n == 0 || strchr(name, '"') || is_clause_word(s);
    if (s.n == 0 || isdigit((unsigned char)name[0]) || is_reserved(s))
        return true;
    for (size_t i = 0; i < s.n; i++)
        if (!is_word_byte(name[i]) ||
            (dialect == SQL_POSTGRES && (isupper((unsigned char)name[i]) || name[i] & 0x80)))
            return true;
    return false;
}

static void put_quoted(struct strbuf *to, const char *text, char quote)
{
    strbuf_putc(to, quote);
    for (; *text; text++) {
        if (*text == quote)
            strbuf_putc(to, quote);
        strbuf_putc(to, *text);
    }
    strbuf_putc(to, quote);
}

void sql_put_name(struct strbuf *to, const char *name, enum sql_dialect dialect)
{
    if (needs_quotes(name, dialect))
        put_quoted(to, name, '"');
    else
        strbuf_puts(to, name);
}

void sql_put_text(struct strbuf *to, const char *text)
{
    put_quoted(to, text, '\'');
}

void print_name(struct printer *pr, const char *name)
{
    sql_put_name(&pr->out, name, pr->dialect);
}

void print_literal(struct printer *pr, struct literal literal)
{
    if (literal.kind == LITERAL_NULL)
        print_text(pr, "NULL");
    else if (literal.kind == LITERAL_NUMBER)
        strbuf_puts(&pr->out, literal.text);
    else if (pr->dialect == SQL_BENCHMARK && strchr(literal.text, '\'') &&
             !strchr(literal.text, '"'))
        put_quoted(&pr->out, literal.text, '"'); /* as the benchmarks themselves do */
    else
        sql_put_text(&pr->out, literal.text);
}

/* ---- aliases ----------------------------------------------------------------------------- */

struct alias *alias_of(const struct printer *pr, const struct source *source)
{
    for (int i = 0; i < pr->n_aliases; i++)
        if (pr->aliases[i].source == source)
            return &pr->aliases[i];
    return NULL;
}

static void want_alias(struct printer *pr, const struct source *source)
{
    if (!alias_of(pr, source))
        *ARENA_PUSH(pr->arena, pr->aliases, pr->n_aliases, pr->capacity) =
            (struct alias){.source = source};
}

/* Tables of one name in two schemas hide each other as one table does. */
static bool same_name(const struct printer *pr, const struct source *a, const struct source *b)
{
    const struct table *tables = pr->schema->tables;
    if (a->table < 0 || b->table < 0)
        return a->table == b->table;
    return a->table == b->table || ((tables[a->table].space || tables[b->table].space) &&
                                    equal_nocase(tables[a->table].name, tables[b->table].name));
}

/* A column of an outer query needs an alias if a scope in between has the same table. */
static void plan_column(struct printer *pr, struct column_ref ref, const struct scope *scope)
{
    const struct scope *target = scope;
    for (int i = 0; i < ref.up && target; i++)
        target = target->parent;
    if (!target || ref.source < 0 || ref.up == 0)
        return;
    const struct source *source = target->sources[ref.source];
    for (const struct scope *s = scope; s != target; s = s->parent)
        for (int i = 0; i < s->n_sources; i++)
            if (same_name(pr, s->sources[i], source))
                want_alias(pr, source);
}

static enum walk plan_source(struct walker *w, struct source *s)
{
    struct printer *pr = w->data;
    const struct query *q = w->in;
    bool repeated = false;
    for (int i = 0; i < q->n_from; i++)
        for (int j = 0; j < i && q->from[i].table >= 0; j++)
            repeated |= same_name(pr, &q->from[i], &q->from[j]);
    bool bare = pr->dialect == SQL_BENCHMARK && q->n_from == 1;
    if (repeated || (s->query && !bare))
        want_alias(pr, s);
    return WALK_ON;
}

static enum walk plan_expr(struct walker *w, struct expr *e)
{
    if (e->kind == EXPR_COLUMN)
        plan_column(w->data, e->ref, w->scope);
    return WALK_ON;
}

static const char *free_prefix(const struct printer *pr)
{
    static const char *const prefixes[] = {"T", "T_", "alias_", "astormer_alias_"};
    for (int k = 0; k < COUNT_OF(prefixes) - 1; k++) {
        bool taken = false;
        for (int i = 0; i < pr->schema->n_tables; i++)
            taken |=
                strncasecmp(pr->schema->tables[i].name, prefixes[k], strlen(prefixes[k])) == 0 &&
                isdigit((unsigned char)pr->schema->tables[i].name[strlen(prefixes[k])]);
        if (!taken)
            return prefixes[k];
    }
    return prefixes[COUNT_OF(prefixes) - 1];
}

void plan_aliases(struct printer *pr, const struct query *q)
{
    struct walker w = {.source = plan_source, .expr = plan_expr, .data = pr, .arena = pr->arena,
                       .schema = pr->schema};
    pr->prefix = free_prefix(pr);
    walk_query(&w, (struct query *)q);
    for (int i = 0; i < pr->n_aliases; i++)
        pr->aliases[i].number = i + 1;
}

void add_alias(struct printer *pr, const struct source *source)
{
    want_alias(pr, source);
    alias_of(pr, source)->number = pr->n_aliases;
}

/* DuSQL's FROM ( q1 ) a , ( q2 ) b has no other spelling its scorer reads. */
bool is_dusql_pair(const struct printer *pr, const struct scope *scope)
{
    return pr->dialect == SQL_BENCHMARK && scope->n_sources == 2 && scope->sources[0]->query &&
           scope->sources[1]->query && scope->sources[1] == scope->sources[0] + 1;
}

void print_qualifier(struct printer *pr, const struct scope *scope, int source)
{
    const struct source *s = scope->sources[source];
    const struct alias *alias = alias_of(pr, s);
    if (is_dusql_pair(pr, scope))
        strbuf_putc(&pr->out, source ? 'b' : 'a');
    else if (alias)
        strbuf_printf(&pr->out, "%s%d", pr->prefix, alias->number);
    else if (s->table >= 0)
        print_name(pr, pr->schema->tables[s->table].name);
}

/* ---- columns ----------------------------------------------------------------------------- */

/* The name output k of a derived table answers to: its own if no other output has it. */
const char *derived_name(struct printer *pr, const struct query *select, int k)
{
    const struct expr *e = select->select[k];
    bool plain =
        (select->labels && select->labels[k]) || (e->kind == EXPR_COLUMN && e->ref.output < 0);
    const char *name =
        plain || pr->dialect == SQL_BENCHMARK ? output_name(pr->schema, select, k) : NULL;
    if (pr->dialect == SQL_BENCHMARK)
        return name ? name : "*";
    for (int j = 0; name && j < select->n_select; j++) {
        const char *other = output_name(pr->schema, select, j);
        if (j != k && other && equal_nocase(name, other))
            name = NULL;
    }
    return name ? name : arena_printf(pr->arena, "column_%d", k + 1);
}

static const struct scope *scope_at(struct column_ref ref, const struct scope *scope)
{
    for (int i = 0; i < ref.up && scope->parent; i++)
        scope = scope->parent;
    return scope;
}

const char *column_text(struct printer *pr, struct column_ref ref, const struct scope *scope)
{
    scope = scope_at(ref, scope);
    const struct source *source = ref.source < 0 ? NULL : scope->sources[ref.source];
    const struct query *select =
        source && ref.output >= 0 ? query_first_select(source->query) : NULL;
    return select && !is_star(select->select[ref.output]) ? derived_name(pr, select, ref.output)
                                                          : pr->schema->columns[ref.column].name;
}

void print_column(struct printer *pr, struct column_ref ref, const struct scope *scope)
{
    const struct column *column = &pr->schema->columns[ref.column];
    const char *name = column_text(pr, ref, scope);
    scope = scope_at(ref, scope);
    const struct source *source = ref.source < 0 ? NULL : scope->sources[ref.source];
    if (column->virtual_now) {
        print_text(pr, pr->dialect == SQL_BENCHMARK ? column->name : "CURRENT_DATE");
        return;
    }
    bool star = ref.column == 0 && ref.output < 0;
    bool unnamed = source && source->query && !alias_of(pr, source) && !is_dusql_pair(pr, scope);
    bool qualified = source ? !unnamed && (star || ref.up > 0 || scope->n_sources > 1 ||
                                           pr->qualify || pr->dialect == SQL_BENCHMARK)
                            : column->table >= 0;
    if (qualified && source)
        print_qualifier(pr, scope, ref.source);
    else if (qualified) /* in no FROM: say what was meant, the database will refuse it */
        print_name(pr, pr->schema->tables[column->table].name);
    if (qualified)
        strbuf_putc(&pr->out, '.');
    if (star)
        strbuf_putc(&pr->out, '*');
    else
        print_name(pr, name);
}
