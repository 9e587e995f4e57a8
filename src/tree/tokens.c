/* tokens.c - a query as the flat sequence of its SQL's tokens, for decoders that know no grammar.
 *
 * A token is an SQL word, a table, a column or a literal.  The sequence is a tree all the same, of
 * the right-linear grammar below: each token's last child is the rest of the sequence.  So
 * derivations, targets and beam search work on it as they do on syntax trees; what is missing is
 * all they know about SQL.
 *
 * The text is that of sql_print() over a schema whose names are numbers: no name then needs quotes
 * or can be mistaken for a word.  A column is written without its table, which its number implies,
 * unless that would change the query; the aliases of a table joined with itself stay. */
#include "tree/internal.h"

#include <ctype.h>
#include <string.h>

/* Word k of the grammar is words[k - 1]: append only, models store numbers. */
static const char *const words[] = {
    "SELECT", "DISTINCT", "FROM", "JOIN", "ON", "AS", "WHERE", "GROUP BY", "HAVING", "ORDER BY",
    "ASC", "DESC", "LIMIT", "OFFSET", "UNION", "UNION ALL", "INTERSECT", "EXCEPT", "AND", "OR",
    "NOT", "IN", "NOT IN", "LIKE", "NOT LIKE", "BETWEEN", "NOT BETWEEN", "IS", "IS NOT", "NULL",
    "EXISTS", "max", "min", "count", "sum", "avg", "(", ")", ",", ".", "=", "!=", ">", ">=", "<",
    "<=", "+", "-", "*", "/",
    "T1", "T2", "T3", "T4", "T5", "T6", "T7", "T8", "T9", "T10", "T11", "T12",
    "column_1", "column_2", "column_3", "column_4", "column_5", "column_6", "column_7", "column_8",
};
#define N_WORDS 70
_Static_assert(COUNT_OF(words) == N_WORDS, "the grammar must have as many words");

#define TEXT_OF(n) #n
#define NUMBER_OF(n) TEXT_OF(n)
const char *tokens_grammar_text(void)
{
    return "# SQL as a sequence of tokens: src/tree/tokens.c.\n"
           "terminal tab_id table\nterminal col_id column\nterminal val_id value\nroot sequence\n"
           "sequence = EndToken()\n"
           "         | TableToken(tab_id, sequence)\n"
           "         | ColumnToken(col_id, sequence)\n"
           "         | ValueToken(val_id, sequence)\n"
           "         | WordToken[1.." NUMBER_OF(N_WORDS) "](sequence)\n";
}

int tokens_rule(const struct grammar *g, enum action_kind kind)
{
    static const enum constructor of_kind[] = {
        [ACTION_TABLE] = CONS_TABLE_TOKEN, [ACTION_COLUMN] = CONS_COLUMN_TOKEN,
        [ACTION_TOKEN] = CONS_VALUE_TOKEN, [ACTION_RULE] = CONS_END_TOKEN};
    return grammar_find_rule(g, constructors[of_kind[kind]].family, 0);
}

bool grammar_is_tokens(const struct grammar *g)
{
    for (enum action_kind kind = ACTION_RULE; kind <= ACTION_TOKEN; kind++)
        if (tokens_rule(g, kind) < 0)
            return false;
    for (int r = 0; r < g->n_rules; r++)
        if (constructors[g->rules[r].constructor].part != NODE_TOKENS || g->rules[r].n > N_WORDS)
            return false;
    return g->types[g->fields[0].type].part == NODE_TOKENS;
}

/* ---- the schema by numbers ------------------------------------------------------------------- */

static struct schema *numbered_schema(struct arena *arena, const struct schema *schema)
{
    struct schema *s = ARENA_NEW(arena, struct schema);
    *s = *schema;
    s->tables = ARENA_ARRAY(arena, struct table, s->n_tables);
    s->columns = ARENA_ARRAY(arena, struct column, s->n_columns);
    for (int i = 0; i < s->n_tables; i++) {
        s->tables[i] = schema->tables[i];
        s->tables[i].name = arena_printf(arena, "tab%d", i);
    }
    for (int i = 0; i < s->n_columns; i++) {
        s->columns[i] = schema->columns[i];
        if (i > 0)
            s->columns[i].name = arena_printf(arena, "col%d", i);
    }
    return s;
}

static enum status parse(struct arena *arena, const struct schema *numbered, const char *sql,
                         struct query **out, struct error *err)
{
    return sql_parse(arena, numbered, sql, strlen(sql), SQL_READ_STRICT, out, err);
}

/* Labels are comments to a query, but the printer writes them. */
static enum walk drop_labels_of(struct walker *w, struct query *q)
{
    (void)w;
    q->labels = NULL;
    return WALK_ON;
}

static void drop_labels(struct query *q)
{
    struct walker w = {.query = drop_labels_of};
    walk_query(&w, q);
}

/* ---- text to tokens -------------------------------------------------------------------------- */

struct splitter {
    struct arena *arena;
    const struct schema *schema; /* numbered */
    struct tree *tree;
    const char *at; /* rest of the text */
    bool qualified; /* columns keep their tables */
    int last, slot; /* where the next token hangs */
    int word;       /* the last token, if a word; else -1 */
};

static int add_node(struct splitter *s, int parent, int slot, int rule)
{
    struct tree *t = s->tree;
    const struct grammar *g = t->grammar;
    int at = t->n_nodes;
    struct tree_node node = {.rule = rule, .item = -1, .parent = parent, .slot = slot};
    node.field = parent < 0 ? 0 : g->rules[t->nodes[parent].rule].slots[slot].field;
    if (rule >= 0)
        node.children = ARENA_ARRAY(s->arena, int, g->rules[rule].n_slots);
    *ARENA_PUSH(s->arena, t->nodes, t->n_nodes, t->capacity) = node;
    if (parent >= 0)
        t->nodes[parent].children[slot] = at;
    return at;
}

/* The leaf of the token, or NULL for a word. */
static struct tree_node *add_token(struct splitter *s, int rule)
{
    int n_slots = s->tree->grammar->rules[rule].n_slots, leaf = -1;
    int at = add_node(s, s->last, s->slot, rule);
    if (n_slots == 2)
        leaf = add_node(s, at, 0, -1);
    s->last = at;
    s->slot = n_slots - 1;
    s->word = -1;
    return leaf < 0 ? NULL : &s->tree->nodes[leaf];
}

static void add_item(struct splitter *s, enum action_kind kind, int item)
{
    add_token(s, tokens_rule(s->tree->grammar, kind))->item = item;
}

static void add_literal(struct splitter *s, enum literal_kind kind, const char *text)
{
    add_token(s, tokens_rule(s->tree->grammar, ACTION_TOKEN))->value =
        (struct literal){kind, text};
}

static bool in_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* 'it''s' */
static bool split_text(struct splitter *s)
{
    if (*s->at != '\'')
        return false;
    struct strbuf b = strbuf_in(s->arena);
    for (s->at++; *s->at && (*s->at != '\'' || s->at[1] == '\''); s->at++) {
        s->at += *s->at == '\'';
        strbuf_putc(&b, *s->at);
    }
    s->at += *s->at == '\'';
    add_literal(s, LITERAL_TEXT, strbuf_text(&b));
    return true;
}

/* A minus sign is part of the number it touches: arithmetic is printed with spaces. */
static bool split_number(struct splitter *s)
{
    size_t sign = *s->at == '-', n = sign;
    while (in_word(s->at[n]) || s->at[n] == '.' ||
           ((s->at[n] == '-' || s->at[n] == '+') && n > sign && (s->at[n - 1] | 0x20) == 'e'))
        n++;
    const char *text = arena_strndup(s->arena, s->at, n);
    if (!sql_is_number(text))
        return false;
    s->at += n;
    add_literal(s, LITERAL_NUMBER, text);
    return true;
}

/* tab3.col5 is column 5, but tab3.* keeps its table. */
static bool split_name(struct splitter *s)
{
    size_t n = 0;
    while (in_word(s->at[n]))
        n++;
    struct slice name = {s->at, n};
    int table = schema_find_table(s->schema, name);
    if (table >= 0) {
        s->at += n;
        if (*s->at == '.' && s->at[1] != '*' && !s->qualified)
            s->at++;
        else
            add_item(s, ACTION_TABLE, table);
        return true;
    }
    for (int i = 1; i < s->schema->n_columns; i++) {
        const struct column *c = &s->schema->columns[i];
        if (slice_equal(name, c->name) || (c->virtual_now && slice_equal(name, "CURRENT_DATE"))) {
            s->at += n;
            add_item(s, ACTION_COLUMN, i);
            return true;
        }
    }
    return false;
}

static bool is_operand_end(const struct splitter *s)
{
    return s->last >= 0 && (s->word < 0 || strcmp(words[s->word], ")") == 0);
}

/* The longest word here; a '*' where an operand is wanted is the column of that name. */
static bool split_word(struct splitter *s)
{
    int best = -1;
    size_t length = 0;
    for (int i = 0; i < N_WORDS; i++) {
        size_t n = strlen(words[i]);
        if (n > length && strncmp(s->at, words[i], n) == 0 &&
            !(in_word(words[i][n - 1]) && in_word(s->at[n]))) {
            best = i;
            length = n;
        }
    }
    if (best < 0)
        return false;
    s->at += length;
    if (strcmp(words[best], "*") == 0 && !is_operand_end(s)) {
        add_item(s, ACTION_COLUMN, 0);
        return true;
    }
    const struct grammar *g = s->tree->grammar;
    add_token(s, grammar_find_rule(g, constructors[CONS_WORD_TOKEN].family, best + 1));
    s->word = best;
    return true;
}

static enum status split(struct splitter *s, struct error *err)
{
    for (; *s->at; s->at += *s->at == ' ') {
        if (s->tree->n_nodes + 3 >= TREE_MAX_NODES)
            return fail(err, ST_LIMIT, "more than %d tokens", TREE_MAX_NODES / 2);
        if (*s->at != ' ' && !split_text(s) && !split_number(s) && !split_name(s) &&
            !split_word(s))
            return fail(err, ST_UNSUPPORTED, "there is no token for '%.20s'", s->at);
    }
    add_token(s, tokens_rule(s->tree->grammar, ACTION_RULE));
    return ST_OK;
}

/* A derived table beside a table can make a bare column mean another: then tables are named. */
enum status tokens_from_query(struct arena *arena, const struct grammar *grammar,
                              const struct schema *schema, const struct query *query,
                              struct tree **out, struct error *err)
{
    *out = NULL;
    struct schema *numbered = numbered_schema(arena, schema);
    struct query *copy, *again;
    enum status st = parse(arena, numbered, sql_print(arena, numbered, query, SQL_SQLITE), &copy,
                           err);
    if (st != ST_OK)
        return st;
    drop_labels(copy);
    for (int qualified = 0; qualified <= 1 && st == ST_OK; qualified++) {
        struct splitter s = {.arena = arena, .schema = numbered, .last = -1, .word = -1,
                             .at = sql_print(arena, numbered, copy, SQL_SQLITE),
                             .qualified = qualified, .tree = ARENA_NEW(arena, struct tree)};
        s.tree->grammar = grammar;
        st = split(&s, err);
        if (st == ST_OK)
            st = tokens_to_query(arena, schema, s.tree, &again, err);
        if (st == ST_OK && query_equal(copy, again)) {
            *out = s.tree;
            return ST_OK;
        }
    }
    return st != ST_OK ? st
                       : fail(err, ST_UNSUPPORTED, "by its tokens it would be another query: %s",
                              sql_print(arena, schema, again, SQL_SQLITE));
}

/* ---- tokens to text -------------------------------------------------------------------------- */

static void put_leaf(struct strbuf *sql, const struct schema *numbered, enum type_kind kind,
                     const struct tree_node *leaf)
{
    if (kind == TYPE_TABLE)
        strbuf_puts(sql, numbered->tables[leaf->item].name);
    else if (kind == TYPE_COLUMN)
        strbuf_puts(sql, numbered->columns[leaf->item].name);
    else if (leaf->value.kind == LITERAL_NUMBER)
        strbuf_puts(sql, leaf->value.text);
    else
        sql_put_text(sql, leaf->value.text);
}

enum status tokens_to_query(struct arena *arena, const struct schema *schema,
                            const struct tree *tree, struct query **out, struct error *err)
{
    const struct grammar *g = tree->grammar;
    struct schema *numbered = numbered_schema(arena, schema);
    struct strbuf sql = strbuf_in(arena);
    *out = NULL;
    for (int at = 0; g->rules[tree->nodes[at].rule].n_slots > 0;) {
        const struct grammar_rule *rule = &g->rules[tree->nodes[at].rule];
        const int *children = tree->nodes[at].children;
        if (rule->n_slots == 2)
            put_leaf(&sql, numbered, g->types[grammar_slot_type(g, tree->nodes[at].rule, 0)].kind,
                     &tree->nodes[children[0]]);
        else
            strbuf_puts(&sql, words[rule->n - 1]);
        strbuf_putc(&sql, ' ');
        at = children[rule->n_slots - 1];
    }
    return parse(arena, numbered, strbuf_text(&sql), out, err);
}
