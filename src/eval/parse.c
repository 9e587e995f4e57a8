/* parse.c - the official recursive-descent parsers, Spider's and DuSQL's, as one.
 *
 * The Python originals read tokens by index and raise on anything unexpected, including an index
 * past the end; here at() does the same by setting `failed`, after which every function returns
 * as soon as it can and the query is unparsed.  Kept on purpose: FROM is parsed before SELECT and
 * is the first "from" after the start, wherever that is; what follows a complete query is not
 * looked at; AS binds names anywhere in the text; a column on the right-hand side swallows
 * everything up to the next ',', ')', AND or clause. */
#include "eval/internal.h"

#include <string.h>

#define MAX_DEPTH 200 /* of nested queries; Python's own recursion limit is near 250 */

static const char *const clause_words[] = {"select", "from",  "where",     "group", "order",
                                           "limit",  "intersect", "union", "except"};
static const char *const join_words[] = {"join", "on", "as"};
static const char *const unit_ops[] = {"none", "-", "+", "*", "/"};
static const char *const aggregates[] = {"none", "max", "min", "count", "sum", "avg"};
static const char *const sets[N_SETS] = {"intersect", "union", "except"};

static const char *const spider_comparisons[] = {"not", "between", "=",  ">",    "<",  ">=",
                                                 "<=",  "!=",      "in", "like", "is", "exists"};
static const char *const dusql_comparisons[] = {"not_in", "between", "==", ">",    "<",       ">=",
                                                "<=",     "!=",      "in", "like", "not_like"};
enum { DUSQL_NOT_IN = 0, DUSQL_NOT_LIKE = 10 };

static const struct dialect spider = {spider_comparisons, COUNT_OF(spider_comparisons), 1, 8, 9,
                                      false};
static const struct dialect dusql = {dusql_comparisons, COUNT_OF(dusql_comparisons), 1, 8, 9,
                                     true};

const struct dialect *dialect_of(enum eval_dataset dataset)
{
    return dataset == EVAL_DUSQL ? &dusql : &spider;
}

struct names_in_scope { /* of FROM: names as the alias table spells them */
    struct slice *v;
    int n, capacity;
};
struct parser {
    struct arena *arena;
    const struct eval_schema *names;
    const struct dialect *dialect;
    const struct slice *tokens;
    int n; /* parse_value narrows it for a moment */
    struct map aliases;     /* name -> index of the token it stands for, or ~table */
    struct slice dusql_name[2]; /* the tables a and b stand for, once FROM has named them */
    int depth;
    bool failed;
};

/* ---- tokens ------------------------------------------------------------------------------- */

static struct slice at(struct parser *p, int i)
{
    if (i >= 0 && i < p->n && !p->failed)
        return p->tokens[i];
    p->failed = true;
    return (struct slice){"", 0};
}

static bool is(struct parser *p, int i, const char *word)
{
    return slice_equal(at(p, i), word);
}

/* The same, where the original asks `idx < len_` first. */
static bool is_ahead(struct parser *p, int i, const char *word)
{
    return i < p->n && !p->failed && is(p, i, word);
}

static void expect(struct parser *p, int i, const char *word)
{
    if (!is(p, i, word))
        p->failed = true;
}

static int index_of(struct slice token, const char *const *words, int n_words)
{
    for (int i = 0; i < n_words; i++)
        if (slice_equal(token, words[i]))
            return i;
    return -1;
}
#define INDEX_OF(token, words) index_of((token), (words), COUNT_OF(words))

static bool ends_clause(struct parser *p, int i)
{
    struct slice token = at(p, i);
    return INDEX_OF(token, clause_words) >= 0 || slice_equal(token, ")") ||
           slice_equal(token, ";");
}

static bool skip_word(struct parser *p, int *i, const char *word)
{
    bool there = is_ahead(p, *i, word);
    *i += there;
    return there;
}

/* ---- names -------------------------------------------------------------------------------- */

static struct slice resolve_alias(struct parser *p, struct slice name)
{
    for (int k = 0; k < 2; k++)
        if (p->dusql_name[k].s && slice_equal(name, k ? "b" : "a"))
            return p->dusql_name[k];
    int missing = p->n; /* no token has this index */
    int found = map_get(&p->aliases, name.s, name.n, missing);
    p->failed |= found == missing;
    if (p->failed)
        return (struct slice){"", 0};
    return found >= 0 ? p->tokens[found] : slice_of(p->names->tables[~found]);
}

/* The last AS of a name counts, and no name may be a table's. */
static void scan_aliases(struct parser *p)
{
    p->aliases = map_in(p->arena);
    for (int i = p->n - 1; i >= 0; i--) {
        if (!slice_equal(p->tokens[i], "as"))
            continue;
        struct slice name = at(p, i + 1);
        map_put(&p->aliases, name.s, name.n, i > 0 ? i - 1 : p->n - 1);
    }
    for (int t = 0; t < p->names->n_tables; t++) {
        const char *table = p->names->tables[t];
        p->failed |= map_put(&p->aliases, table, strlen(table), ~t) >= 0;
    }
}

static int find_id(struct parser *p, struct slice table, struct slice column)
{
    char local[512];
    size_t n = table.n + 1 + column.n;
    char *key = n <= sizeof local ? local : arena_alloc(p->arena, n, 1);
    memcpy(key, table.s, table.n);
    key[table.n] = '.';
    memcpy(key + table.n + 1, column.s, column.n);
    return map_get(&p->names->ids, key, n, -1);
}

static int parse_column(struct parser *p, int *i, const struct names_in_scope *scope)
{
    struct slice token = at(p, (*i)++);
    int id = -1;
    if (slice_equal(token, "*") || (p->dialect->dusql && slice_equal(token, "time_now")))
        return map_get(&p->names->ids, token.s, token.n, -1);
    const char *dot = token.n ? memchr(token.s, '.', token.n) : NULL;
    if (dot) {
        struct slice alias = {token.s, (size_t)(dot - token.s)};
        struct slice column = {dot + 1, token.n - alias.n - 1};
        if (!column.n || !memchr(column.s, '.', column.n))
            id = find_id(p, resolve_alias(p, alias), column);
    } else {
        for (int k = 0; k < scope->n && id < 0 && !p->failed; k++)
            id = find_id(p, resolve_alias(p, scope->v[k]), token);
    }
    p->failed |= id < 0;
    return id;
}

/* ---- units -------------------------------------------------------------------------------- */

static struct column_unit parse_column_unit(struct parser *p, int *i,
                                            const struct names_in_scope *scope)
{
    struct column_unit unit = {.distinct = p->dialect->dusql ? DISTINCT_IGNORED : DISTINCT_NO};
    bool block = is(p, *i, "(");
    *i += block;
    int agg = INDEX_OF(at(p, *i), aggregates);
    if (agg >= 0) {
        unit.agg = agg;
        expect(p, ++*i, "(");
        ++*i;
    }
    if (is(p, *i, "distinct")) {
        unit.distinct = p->dialect->dusql ? DISTINCT_IGNORED : DISTINCT_YES;
        ++*i;
    }
    unit.column = parse_column(p, i, scope);
    /* after an aggregate the block's own ')' is not asked for: the original forgets it */
    if (agg >= 0 || block)
        expect(p, (*i)++, ")");
    return unit;
}

/* DuSQL's a + b is b + a: the smaller of (aggregate, name) comes first. */
static void sort_operands(struct parser *p, struct value_unit *unit)
{
    if (!p->dialect->dusql || p->failed || (unit->op != 2 && unit->op != 3))
        return;
    int by_agg = unit->left.agg - unit->right.agg;
    const char *left = p->names->text[unit->left.column];
    if (by_agg > 0 || (by_agg == 0 && strcmp(left, p->names->text[unit->right.column]) > 0)) {
        struct column_unit swap = unit->left;
        unit->left = unit->right;
        unit->right = swap;
    }
}

static struct value_unit parse_value_unit(struct parser *p, int *i,
                                          const struct names_in_scope *scope)
{
    struct value_unit unit = {.right.column = -1};
    bool block = is(p, *i, "(");
    *i += block;
    unit.left = parse_column_unit(p, i, scope);
    int op = *i < p->n ? INDEX_OF(at(p, *i), unit_ops) : -1;
    if (op >= 0) {
        unit.op = op;
        ++*i;
        unit.right = parse_column_unit(p, i, scope);
    }
    if (block)
        expect(p, (*i)++, ")");
    sort_operands(p, &unit);
    return unit;
}

static struct scored_query *parse_query(struct parser *p, int *i);

/* DuSQL: characters are dropped from the end until a number is left; "5%" is 0.05. */
static bool lenient_float(struct slice text, double *out)
{
    char dropped = '\0';
    while (text.n > 0) {
        if (py_float(text, out)) {
            if (dropped == '%')
                *out /= 100;
            return true;
        }
        size_t last = text.n - 1;
        while (last > 0 && ((unsigned char)text.s[last] & 0xC0) == 0x80)
            last--;
        dropped = text.s[last];
        text.n = last;
    }
    return false;
}

static bool is_text_value(const struct parser *p, struct slice token)
{
    if (!p->dialect->dusql)
        return token.n && memchr(token.s, '"', token.n);
    return token.n && token.s[0] == '"' && token.s[token.n - 1] == '"';
}

/* A column as a value: the parser sees the tokens from `start` (the bracket, if there was one,
 * included) to the end of the operand, and whatever it leaves over is lost. */
static struct column_unit parse_value_column(struct parser *p, int start, int *i,
                                             const struct names_in_scope *scope)
{
    int end = *i;
    while (end < p->n) {
        struct slice token = p->tokens[end];
        if (slice_equal(token, ",") || slice_equal(token, ")") || slice_equal(token, "and") ||
            INDEX_OF(token, clause_words) >= 0 || INDEX_OF(token, join_words) >= 0)
            break;
        end++;
    }
    int n = p->n;
    p->n = end;
    struct column_unit unit = parse_column_unit(p, &start, scope);
    p->n = n;
    *i = end;
    return unit;
}

static struct value parse_value(struct parser *p, int *i, const struct names_in_scope *scope)
{
    struct value value = {0};
    int start = *i;
    bool block = is(p, *i, "(");
    *i += block;
    struct slice token = at(p, *i);
    if (p->failed)
        return value;
    if (slice_equal(token, "select")) {
        value.kind = VALUE_QUERY;
        value.query = parse_query(p, i);
    } else if (is_text_value(p, token)) {
        value.kind = VALUE_TEXT;
        value.text = token;
        ++*i;
    } else if (p->dialect->dusql ? lenient_float(token, &value.number)
                                 : py_float(token, &value.number)) {
        value.kind = VALUE_NUMBER;
        ++*i;
    } else {
        value.kind = VALUE_COLUMN;
        value.column = parse_value_column(p, start, i, scope);
    }
    if (block)
        expect(p, (*i)++, ")");
    return value;
}

/* ---- conditions --------------------------------------------------------------------------- */

static int parse_comparison(struct parser *p, int *i, int *flag)
{
    bool negated = is(p, *i, "not");
    *i += negated;
    struct slice token = at(p, *i);
    ++*i;
    int op = index_of(token, p->dialect->comparisons, p->dialect->n_comparisons);
    if (!p->dialect->dusql) {
        *flag = negated;
    } else if (negated) {
        op = op == p->dialect->in     ? DUSQL_NOT_IN
             : op == p->dialect->like ? DUSQL_NOT_LIKE
                                      : -1;
    }
    p->failed |= op < 0;
    return op;
}

static void parse_conditions(struct parser *p, int *i, const struct names_in_scope *scope,
                             struct conditions *out)
{
    while (*i < p->n && !p->failed) {
        struct condition unit = {0};
        if (p->dialect->dusql) {
            int agg = INDEX_OF(at(p, *i), aggregates);
            unit.flag = MAX(agg, 0);
            *i += agg >= 0;
        }
        unit.unit = parse_value_unit(p, i, scope);
        unit.op = parse_comparison(p, i, &unit.flag);
        unit.value[0] = parse_value(p, i, scope);
        if (unit.op == p->dialect->between) {
            expect(p, (*i)++, "and");
            unit.value[1] = parse_value(p, i, scope);
        }
        *ARENA_PUSH(p->arena, out->v, out->n, out->capacity) =
            (struct condition_item){ITEM_UNIT, unit};
        if (*i >= p->n || p->failed)
            break;
        if (ends_clause(p, *i) || INDEX_OF(at(p, *i), join_words) >= 0)
            break;
        bool is_and = is(p, *i, "and");
        if (is_and || is(p, *i, "or")) {
            *ARENA_PUSH(p->arena, out->v, out->n, out->capacity) =
                (struct condition_item){.kind = is_and ? ITEM_AND : ITEM_OR};
            ++*i;
        }
    }
}

/* ---- clauses ------------------------------------------------------------------------------ */

static int parse_aggregate(struct parser *p, int *i)
{
    int agg = INDEX_OF(at(p, *i), aggregates);
    *i += agg >= 0;
    return MAX(agg, 0);
}

static void parse_select(struct parser *p, int i, const struct names_in_scope *scope,
                         struct scored_query *query)
{
    expect(p, i++, "select");
    query->distinct = skip_word(p, &i, "distinct") ? DISTINCT_YES : DISTINCT_NO;
    while (i < p->n && !p->failed && INDEX_OF(at(p, i), clause_words) < 0) {
        struct output output = {.agg = parse_aggregate(p, &i)};
        output.unit = parse_value_unit(p, &i, scope);
        *ARENA_PUSH(p->arena, query->select.v, query->select.n, query->select.capacity) = output;
        skip_word(p, &i, ",");
    }
}

/* DuSQL names its sub-queries in FROM a and b, without AS: the name then stands for the
 * sub-query's own first table. */
static void parse_dusql_name(struct parser *p, int *i, struct slice *last_table)
{
    bool a = is_ahead(p, *i, "a");
    if (!a && !is_ahead(p, *i, "b"))
        return;
    if (!last_table->s) {
        p->failed = true;
        return;
    }
    p->dusql_name[a ? 0 : 1] = *last_table;
    *i += a ? 2 : 1; /* past the comma too */
}

static struct slice strip_underscores(const char *text)
{
    struct slice s = slice_of(text);
    while (s.n && s.s[0] == '_')
        s = (struct slice){s.s + 1, s.n - 1};
    while (s.n && s.s[s.n - 1] == '_')
        s.n--;
    return s;
}

static void parse_source(struct parser *p, int *i, struct names_in_scope *scope,
                         struct scored_query *query, struct slice *last_table)
{
    struct source source = {.table = -1};
    if (is(p, *i, "select")) {
        source.query = parse_query(p, i);
        if (p->dialect->dusql && !p->failed) {
            const struct scored_query *inner = source.query;
            p->failed |= inner->n_sources == 0 || inner->sources[0].table < 0;
            if (!p->failed)
                *last_table = strip_underscores(p->names->text[inner->sources[0].table]);
        }
    } else {
        skip_word(p, i, "join");
        struct slice table = resolve_alias(p, at(p, *i));
        *i += is_ahead(p, *i + 1, "as") ? 3 : 1;
        source.table = p->failed ? -1 : map_get(&p->names->ids, table.s, table.n, -1);
        p->failed |= source.table < 0;
        *ARENA_PUSH(p->arena, scope->v, scope->n, scope->capacity) = table;
    }
    *ARENA_PUSH(p->arena, query->sources, query->n_sources, query->sources_capacity) = source;
}

/* Returns where FROM ends. */
static int parse_from(struct parser *p, int start, struct names_in_scope *scope,
                      struct scored_query *query)
{
    int i = start;
    while (i < p->n && !slice_equal(p->tokens[i], "from"))
        i++;
    p->failed |= i >= p->n;
    i++;
    struct slice last_table = {0};
    while (i < p->n && !p->failed) {
        bool block = is(p, i, "(");
        i += block;
        parse_source(p, &i, scope, query, &last_table);
        if (skip_word(p, &i, "on")) {
            struct conditions more = {0};
            parse_conditions(p, &i, scope, &more);
            if (query->on.n > 0)
                *ARENA_PUSH(p->arena, query->on.v, query->on.n, query->on.capacity) =
                    (struct condition_item){.kind = ITEM_AND};
            for (int k = 0; k < more.n; k++)
                *ARENA_PUSH(p->arena, query->on.v, query->on.n, query->on.capacity) = more.v[k];
        }
        if (block)
            expect(p, i++, ")");
        if (p->dialect->dusql)
            parse_dusql_name(p, &i, &last_table);
        if (i < p->n && !p->failed && ends_clause(p, i))
            break;
    }
    return i;
}

static void parse_group(struct parser *p, int *i, const struct names_in_scope *scope,
                        struct scored_query *query)
{
    if (!skip_word(p, i, "group"))
        return;
    expect(p, (*i)++, "by");
    while (*i < p->n && !p->failed && !ends_clause(p, *i)) {
        struct column_unit unit = parse_column_unit(p, i, scope);
        *ARENA_PUSH(p->arena, query->group, query->n_group, query->group_capacity) = unit;
        if (!skip_word(p, i, ","))
            break;
    }
}

static void parse_order(struct parser *p, int *i, const struct names_in_scope *scope,
                        struct scored_query *query)
{
    query->ordered = skip_word(p, i, "order");
    if (!query->ordered)
        return;
    expect(p, (*i)++, "by");
    while (*i < p->n && !p->failed && !ends_clause(p, *i)) {
        struct output output = {0};
        if (p->dialect->dusql)
            output.agg = parse_aggregate(p, i);
        output.unit = parse_value_unit(p, i, scope);
        *ARENA_PUSH(p->arena, query->order.v, query->order.n, query->order.capacity) = output;
        if (skip_word(p, i, "desc"))
            query->descending = true; /* one direction for all: the last one written */
        else if (skip_word(p, i, "asc"))
            query->descending = false;
        if (!skip_word(p, i, ","))
            break;
    }
}

static void parse_limit(struct parser *p, int *i, struct scored_query *query)
{
    query->limited = skip_word(p, i, "limit");
    if (!query->limited)
        return;
    struct slice number = at(p, (*i)++);
    query->limit = 1;
    if (p->dialect->dusql)
        p->failed |= !py_int(number, &query->limit);
}

static void skip_semicolons(struct parser *p, int *i)
{
    while (skip_word(p, i, ";"))
        ;
}

static struct scored_query *parse_query(struct parser *p, int *i)
{
    struct scored_query *query = ARENA_NEW(p->arena, struct scored_query);
    if (++p->depth > MAX_DEPTH)
        p->failed = true;
    struct names_in_scope scope = {0};
    int start = *i;
    bool block = is(p, start, "(");
    *i = p->failed ? p->n : parse_from(p, start, &scope, query);
    parse_select(p, start + block, &scope, query);
    if (skip_word(p, i, "where"))
        parse_conditions(p, i, &scope, &query->where);
    parse_group(p, i, &scope, query);
    if (skip_word(p, i, "having"))
        parse_conditions(p, i, &scope, &query->having);
    parse_order(p, i, &scope, query);
    parse_limit(p, i, query);
    skip_semicolons(p, i);
    if (block)
        expect(p, (*i)++, ")");
    skip_semicolons(p, i);
    for (int s = 0; s < N_SETS; s++) {
        if (skip_word(p, i, sets[s])) {
            query->set[s] = parse_query(p, i);
            break;
        }
    }
    p->depth--;
    return query;
}

struct scored_query *query_parse(struct arena *arena, const struct eval_schema *names,
                                 struct slice sql)
{
    struct eval_tokens tokens;
    bool is_dusql = names->dataset == EVAL_DUSQL;
    if (is_dusql ? !tokenize_dusql(arena, sql, &tokens)
                 : !tokenize_spider(arena, sql, names->dataset == EVAL_CHASE, &tokens))
        return NULL;
    struct parser p = {.arena = arena, .names = names, .dialect = dialect_of(names->dataset),
                       .tokens = tokens.v, .n = tokens.n};
    scan_aliases(&p);
    int i = 0;
    struct scored_query *query = p.failed ? NULL : parse_query(&p, &i);
    return p.failed ? NULL : query;
}

/* ---- shape -------------------------------------------------------------------------------- */

/* Missing connectives give two units in a row; from then on the scripts take connectives for
 * units, and stop with an error where they look inside one.  DuSQL's also looks at every
 * connective that something follows. */
static bool list_well_formed(const struct dialect *dialect, const struct conditions *list)
{
    for (int i = 0; i < list->n; i++) {
        const struct condition_item *item = &list->v[i];
        if (i % 2 == 0 && item->kind != ITEM_UNIT)
            return false;
        if (i % 2 == 1 && i < list->n - 1 && item->kind == ITEM_UNIT && dialect->dusql)
            return false;
        for (int k = 0; k < 2 && item->kind == ITEM_UNIT; k++) {
            const struct value *value = &item->unit.value[k];
            if (value->kind == VALUE_QUERY && !conditions_well_formed(dialect, value->query))
                return false;
        }
    }
    return true;
}

bool conditions_well_formed(const struct dialect *dialect, const struct scored_query *query)
{
    bool ok = list_well_formed(dialect, &query->on) && list_well_formed(dialect, &query->where) &&
              list_well_formed(dialect, &query->having);
    for (int s = 0; s < N_SETS && ok; s++)
        ok = !query->set[s] || conditions_well_formed(dialect, query->set[s]);
    for (int s = 0; s < query->n_sources && ok && dialect->dusql; s++)
        ok = !query->sources[s].query || conditions_well_formed(dialect, query->sources[s].query);
    return ok;
}
