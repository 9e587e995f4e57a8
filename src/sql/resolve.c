/* resolve.c - names to FROM items and columns, innermost scope first.
 *
 * More lenient than SQLite where benchmark queries need it: an un-prefixed name that several
 * tables have means the first of them, and a table may be named although it has an alias. */
#include "sql/internal.h"

#include <string.h>

const char *output_name(const struct schema *schema, const struct query *select, int k)
{
    if (select->labels && select->labels[k])
        return select->labels[k];
    int column = expr_principal_column(select->select[k]);
    return column > 0 ? schema->columns[column].name : NULL;
}

/* The column `name` of a derived table; SELECT * passes on its own FROM's columns. */
static bool find_output(const struct schema *schema, const struct query *query, struct slice name,
                        struct column_ref *out)
{
    const struct query *select = query_first_select(query);
    for (int k = 0; k < select->n_select; k++) {
        const char *own = output_name(schema, select, k);
        const struct expr *e = select->select[k];
        if (own && slice_equal_nocase(name, own)) {
            out->output = k;
            out->column = expr_principal_column(e);
            return true;
        }
        for (int i = 0; is_star(e) && i < select->n_from; i++) {
            const struct source *s = &select->from[i];
            struct column_ref inner = {.output = -1};
            if (!star_spreads(select, k, i))
                continue;
            inner.column = s->query ? 0 : schema_find_column(schema, s->table, name);
            if (s->query ? find_output(schema, s->query, name, &inner) : inner.column > 0) {
                out->output = k;
                out->column = inner.column;
                return true;
            }
        }
    }
    return false;
}

static bool find_in_source(const struct schema *schema, const struct source *s, struct slice name,
                           struct column_ref *out)
{
    out->output = -1;
    if (s->query)
        return find_output(schema, s->query, name, out);
    out->column = schema_find_column(schema, s->table, name);
    return out->column > 0;
}

bool resolve_in_source(const struct parser *p, const struct scope *scope, int source,
                       struct slice name, struct column_ref *out)
{
    *out = (struct column_ref){.source = source};
    return find_in_source(p->schema, scope->sources[source], name, out);
}

/* An alias hides the table's name; only the second, lenient look goes behind it. */
static bool is_called(const struct schema *schema, const struct source *s, struct slice qualifier,
                      bool lenient)
{
    if (s->alias && !lenient)
        return slice_equal_nocase(qualifier, s->alias);
    return !s->query && slice_equal_nocase(qualifier, schema->tables[s->table].name);
}

static bool find_qualified(const struct parser *p, const struct place *place,
                           struct slice qualifier, struct slice name, struct column_ref *out)
{
    for (int lenient = 0; lenient <= 1; lenient++) {
        *out = (struct column_ref){0};
        for (const struct scope *s = place->scope; s; s = s->parent, out->up++)
            for (int i = 0; i < s->n_sources; i++) {
                out->source = i;
                if (is_called(p->schema, s->sources[i], qualifier, lenient) &&
                    find_in_source(p->schema, s->sources[i], name, out))
                    return true;
            }
    }
    return false;
}

static struct expr *find_label(const struct place *place, struct slice name)
{
    const struct query *q = place->labelled;
    for (int k = 0; q && q->labels && k < q->n_select; k++)
        if (q->labels[k] && slice_equal_nocase(name, q->labels[k]))
            return q->select[k];
    return NULL;
}

static struct expr *find_bare(struct parser *p, const struct place *place, struct slice name)
{
    struct column_ref ref = {0};
    struct expr *label = find_label(place, name);
    if (label && place->labels_first)
        return label;
    for (const struct scope *s = place->scope; s; s = s->parent, ref.up++) {
        for (int i = 0; i < s->n_sources; i++) {
            ref.source = i;
            if (find_in_source(p->schema, s->sources[i], name, &ref))
                return expr_column(p->arena, ref);
        }
        if (label)
            return label;
    }
    return NULL;
}

struct expr *resolve_column(struct parser *p, const struct place *place,
                            const struct slice *qualifier, struct slice name)
{
    struct column_ref ref;
    if (qualifier)
        return find_qualified(p, place, *qualifier, name, &ref) ? expr_column(p->arena, ref) : NULL;
    struct expr *e = find_bare(p, place, name);
    if (e)
        return e;
    /* what belongs to no table: DuSQL's TIME_NOW, which SQL spells CURRENT_DATE */
    for (int i = 1; i < p->schema->n_columns; i++)
        if (p->schema->columns[i].virtual_now &&
            (slice_equal_nocase(name, p->schema->columns[i].name) ||
             slice_equal_nocase(name, "current_date")))
            return expr_column(p->arena, (struct column_ref){i, 0, -1, -1});
    return NULL;
}

struct expr *resolve_star(struct parser *p, const struct place *place, struct slice qualifier)
{
    for (int lenient = 0; lenient <= 1; lenient++) {
        struct column_ref ref = {.output = -1};
        for (const struct scope *s = place->scope; s; s = s->parent, ref.up++)
            for (int i = 0; i < s->n_sources; i++) {
                ref.source = i;
                if (is_called(p->schema, s->sources[i], qualifier, lenient))
                    return expr_column(p->arena, ref);
            }
    }
    return NULL;
}

/* ---- how a value stores time ----------------------------------------------------------------- */

static enum time_storage storage_of_ref(const struct schema *schema, struct column_ref ref,
                                        const struct scope *scope, enum sql_dialect dialect)
{
    for (int i = 0; i < ref.up && scope; i++)
        scope = scope->parent;
    if (scope && ref.output >= 0 && ref.source >= 0 && ref.source < scope->n_sources) {
        const struct query *inner = query_first_select(scope->sources[ref.source]->query);
        const struct expr *output = inner->select[ref.output];
        if (!is_star(output)) { /* its own scopes have no more to say about types than its columns */
            const struct expr *e = output;
            while (e->kind == EXPR_AGGREGATE && (e->op == AGG_MIN || e->op == AGG_MAX))
                e = e->args[0];
            if (e->kind != EXPR_COLUMN)
                return time_storage_of(schema, e, NULL, dialect);
        }
    }
    return ref.column > 0 ? schema_guess_time_storage(&schema->columns[ref.column], dialect)
                          : TIME_UNKNOWN;
}

enum time_storage time_storage_of(const struct schema *schema, const struct expr *e,
                                  const struct scope *scope, enum sql_dialect dialect)
{
    bool native = dialect == SQL_POSTGRES;
    switch (e->kind) {
    case EXPR_COLUMN:
        return storage_of_ref(schema, e->ref, scope, dialect);
    case EXPR_AGGREGATE:
        return e->op == AGG_MIN || e->op == AGG_MAX
                   ? time_storage_of(schema, e->args[0], scope, dialect)
                   : TIME_UNKNOWN;
    case EXPR_FUNCTION:
        return e->op >= FN_COALESCE ? time_storage_of(schema, e->args[0], scope, dialect)
                                    : TIME_UNKNOWN;
    case EXPR_CASE:
        return e->n_args > 1 ? time_storage_of(schema, e->args[1], scope, dialect) : TIME_UNKNOWN;
    case EXPR_QUERY: {
        const struct query *inner = query_first_select(e->query);
        return inner->n_select == 1 ? time_storage_of(schema, inner->select[0], NULL, dialect)
                                    : TIME_UNKNOWN;
    }
    case EXPR_DATE_SHIFT:
        return native ? TIME_NATIVE : TIME_DATE;
    case EXPR_DATE_PART:
        return e->op == PART_DATE       ? native ? TIME_NATIVE : TIME_DATE
               : e->op == PART_DATETIME ? TIME_DATETIME
               : e->op == PART_EPOCH    ? TIME_EPOCH
                                        : TIME_UNKNOWN;
    case EXPR_LITERAL:
        return e->literal.kind == LITERAL_DATE ? e->storage : TIME_UNKNOWN;
    default:
        return TIME_UNKNOWN;
    }
}
