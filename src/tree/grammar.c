/* grammar.c - reads the grammar file (its syntax is explained at the top of grammars/sql.asdl). */
#include "tree/internal.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#define MAX_TYPES 64
#define MAX_FIELDS 256
#define MAX_RULES 1024

struct reader {
    struct arena *arena;
    const char *file;
    struct slice text;
    size_t at;
    int line;
    struct slice token; /* empty at the end */
    bool extension;
    struct grammar *g;
    int type_capacity, field_capacity, rule_capacity;
    struct error *err;
};

/* Family being read: its number range and the slots written once, before "* n" is multiplied. */
struct family {
    struct slice name;
    int line;
    int type, low, high; /* 0..0: a single rule */
    struct {
        int field, times; /* times 0: n */
        bool ordered, first;
    } parts[GRAMMAR_MAX_SLOTS];
    int n_parts;
};

/* ---- tokens ------------------------------------------------------------------------------ */

static bool is_name(struct slice t)
{
    return t.n > 0 && (isalpha((unsigned char)t.s[0]) || t.s[0] == '_');
}

static void next_token(struct reader *r)
{
    const char *s = r->text.s;
    while (r->at < r->text.n && (isspace((unsigned char)s[r->at]) || s[r->at] == '#')) {
        if (s[r->at] == '#')
            while (r->at + 1 < r->text.n && s[r->at + 1] != '\n')
                r->at++;
        else
            r->line += s[r->at] == '\n';
        r->at++;
    }
    size_t n = 0, left = r->text.n - r->at;
    while (n < left && (isalnum((unsigned char)s[r->at + n]) || s[r->at + n] == '_' ||
                        (n == 0 && s[r->at] == '%')))
        n++;
    if (n == 0 && left > 0)
        n = left > 1 && (memcmp(s + r->at, "+=", 2) == 0 || memcmp(s + r->at, "..", 2) == 0) ? 2
                                                                                             : 1;
    r->token = (struct slice){s + r->at, n};
    r->at += n;
}

static enum status bad(struct reader *r, const char *wanted)
{
    if (r->token.n == 0)
        return fail(r->err, ST_INPUT, "%s:%d: expected %s, found the end", r->file, r->line,
                    wanted);
    return fail(r->err, ST_INPUT, "%s:%d: expected %s, found '%.*s'", r->file, r->line, wanted,
                (int)MIN(r->token.n, 40), r->token.s);
}

static bool accept_token(struct reader *r, const char *token)
{
    bool found = slice_equal(r->token, token);
    if (found)
        next_token(r);
    return found;
}

static enum status read_number(struct reader *r, int *out)
{
    *out = 0;
    if (r->token.n == 0 || r->token.n > 3 || !isdigit((unsigned char)r->token.s[0]))
        return bad(r, "a small number");
    *out = atoi(arena_strndup(r->arena, r->token.s, r->token.n));
    next_token(r);
    return ST_OK;
}

/* ---- types and fields -------------------------------------------------------------------- */

/* Types may be used before their rules come. */
static enum status read_type(struct reader *r, int *out)
{
    struct grammar *g = r->g;
    if (!is_name(r->token))
        return bad(r, "a type");
    for (*out = 0; *out < g->n_types; ++*out)
        if (slice_equal(r->token, g->types[*out].name))
            return next_token(r), ST_OK;
    if (g->n_types == MAX_TYPES)
        return fail(r->err, ST_LIMIT, "%s:%d: more than %d types", r->file, r->line, MAX_TYPES);
    *ARENA_PUSH(r->arena, g->types, g->n_types, r->type_capacity) =
        (struct grammar_type){.name = arena_strndup(r->arena, r->token.s, r->token.n)};
    g->types[g->n_types - 1].part = part_find(g->types[g->n_types - 1].name);
    next_token(r);
    return ST_OK;
}

static enum status intern_field(struct reader *r, int type, struct slice name, int *out)
{
    struct grammar *g = r->g;
    for (*out = 0; *out < g->n_fields; ++*out)
        if (g->fields[*out].type == type && slice_equal(name, g->fields[*out].name))
            return ST_OK;
    if (g->n_fields == MAX_FIELDS)
        return fail(r->err, ST_LIMIT, "%s:%d: more than %d fields", r->file, r->line, MAX_FIELDS);
    *ARENA_PUSH(r->arena, g->fields, g->n_fields, r->field_capacity) =
        (struct grammar_field){arena_strndup(r->arena, name.s, name.n), type};
    return ST_OK;
}

/* "terminal tab_id table" or "root sql" */
static enum status read_declaration(struct reader *r, bool root)
{
    static const char *const kinds[] = {
        [TYPE_TABLE] = "table", [TYPE_COLUMN] = "column", [TYPE_VALUE] = "value"};
    int type, field;
    enum status st = read_type(r, &type);
    if (st != ST_OK)
        return st;
    if (root) {
        if (r->g->n_fields > 0)
            return fail(r->err, ST_INPUT, "%s:%d: root must come once, before the rules", r->file,
                        r->line);
        return intern_field(r, type, slice_of("root"), &field);
    }
    for (int k = TYPE_TABLE; k <= TYPE_VALUE; k++)
        if (accept_token(r, kinds[k])) {
            r->g->types[type].kind = k;
            return ST_OK;
        }
    return bad(r, "table, column or value");
}

/* ---- rules ------------------------------------------------------------------------------- */

/* "type [name] [* n|number [ordered] | first]" */
static enum status read_part(struct reader *r, struct family *f)
{
    if (f->n_parts == GRAMMAR_MAX_SLOTS)
        return fail(r->err, ST_LIMIT, "%s:%d: more than %d fields in a rule", r->file, r->line,
                    GRAMMAR_MAX_SLOTS);
    int type, p = f->n_parts++;
    enum status st = read_type(r, &type);
    if (st != ST_OK)
        return st;
    struct slice name = slice_of(r->g->types[type].name);
    if (is_name(r->token) && !slice_equal(r->token, "first")) {
        name = r->token;
        next_token(r);
    }
    st = intern_field(r, type, name, &f->parts[p].field);
    f->parts[p].times = 1;
    if (st == ST_OK && accept_token(r, "*")) {
        if (accept_token(r, "n"))
            f->parts[p].times = 0;
        else
            st = read_number(r, &f->parts[p].times);
        f->parts[p].ordered = accept_token(r, "ordered");
    }
    f->parts[p].first = st == ST_OK && accept_token(r, "first");
    return st;
}

static const char *number_word(struct arena *arena, int n)
{
    static const char *const words[] = {"Zero",  "One",   "Two",  "Three", "Four",   "Five",  "Six",
                                        "Seven", "Eight", "Nine", "Ten",   "Eleven", "Twelve"};
    return n < COUNT_OF(words) ? words[n] : arena_printf(arena, "%d", n);
}

static enum status add_rule(struct reader *r, const struct family *f, const char *family, int n)
{
    struct grammar *g = r->g;
    if (g->n_rules == MAX_RULES)
        return fail(r->err, ST_LIMIT, "%s:%d: more than %d rules", r->file, r->line, MAX_RULES);
    struct grammar_rule *rule = ARENA_PUSH(r->arena, g->rules, g->n_rules, r->rule_capacity);
    *rule = (struct grammar_rule){.family = family,
                                  .n = n,
                                  .type = f->type,
                                  .constructor = constructor_find(f->name.s, f->name.n),
                                  .extension = r->extension};
    rule->name = n ? arena_printf(r->arena, "%s%s", family, number_word(r->arena, n)) : family;
    if (rule->constructor == CONS_NONE)
        return fail(r->err, ST_UNSUPPORTED, "%s:%d: no meaning is known for rule '%s'", r->file,
                    f->line, family);
    for (int p = 0; p < f->n_parts; p++) {
        int times = f->parts[p].times ? f->parts[p].times : n;
        for (int k = 0; k < times; k++) {
            if (rule->n_slots == GRAMMAR_MAX_SLOTS)
                return fail(r->err, ST_LIMIT, "%s:%d: more than %d children in '%s'", r->file,
                            f->line, GRAMMAR_MAX_SLOTS, rule->name);
            rule->slots[rule->n_slots].field = f->parts[p].field;
            rule->slots[rule->n_slots].group = p;
            rule->slots[rule->n_slots].times_n = f->parts[p].times == 0;
            rule->slots[rule->n_slots].first = f->parts[p].first;
            rule->slots[rule->n_slots++].ordered = f->parts[p].ordered;
        }
    }
    return ST_OK;
}

/* "Name[low..high](parts)" */
static enum status read_family(struct reader *r, int type)
{
    struct family f = {.name = r->token, .type = type, .line = r->line};
    if (!is_name(r->token))
        return bad(r, "a rule");
    next_token(r);
    enum status st = ST_OK;
    if (accept_token(r, "[")) {
        st = read_number(r, &f.low);
        if (st == ST_OK && !accept_token(r, ".."))
            st = bad(r, "'..'");
        if (st == ST_OK)
            st = read_number(r, &f.high);
        if (st == ST_OK && !accept_token(r, "]"))
            st = bad(r, "']'");
        if (st == ST_OK && (f.low < 1 || f.high < f.low))
            st = fail(r->err, ST_INPUT, "%s:%d: empty range of '%.*s'", r->file, f.line,
                      (int)f.name.n, f.name.s);
    }
    if (st == ST_OK && !accept_token(r, "("))
        st = bad(r, "'('");
    while (st == ST_OK && !accept_token(r, ")")) {
        if (f.n_parts > 0 && !accept_token(r, ","))
            return bad(r, "',' or ')'");
        st = read_part(r, &f);
    }
    const char *family = arena_strndup(r->arena, f.name.s, f.name.n);
    if (st == ST_OK && map_put(&r->g->families, family, f.name.n, r->g->n_rules) != r->g->n_rules)
        return fail(r->err, ST_INPUT, "%s:%d: rule '%s' is there twice", r->file, f.line, family);
    for (int n = f.low; n <= f.high && st == ST_OK; n++)
        st = add_rule(r, &f, family, n);
    return st;
}

/* "type = family | family ..." */
static enum status read_rules(struct reader *r)
{
    int type;
    enum status st = read_type(r, &type);
    if (st == ST_OK && r->g->types[type].kind != TYPE_NODE)
        return fail(r->err, ST_INPUT, "%s:%d: a terminal has no rules", r->file, r->line);
    if (st == ST_OK && !accept_token(r, "=") && !accept_token(r, "+="))
        return bad(r, "'=' or '+='");
    do {
        if (st == ST_OK)
            st = read_family(r, type);
    } while (st == ST_OK && accept_token(r, "|"));
    return st;
}

/* ---- the whole --------------------------------------------------------------------------- */

static void index_rules(struct arena *arena, struct grammar *g)
{
    for (int t = 0; t < g->n_types; t++) {
        int *rules = ARENA_ARRAY(arena, int, g->n_rules), n = 0;
        for (int i = 0; i < g->n_rules; i++)
            if (g->rules[i].type == t)
                rules[n++] = i;
        g->types[t].rules = rules;
        g->types[t].n_rules = n;
    }
}

/* Every type must have a finite tree, or a derivation could not end: grow the set of types that
 * do until it stops growing. */
static int type_without_tree(const struct grammar *g)
{
    bool finite[MAX_TYPES] = {false};
    for (bool grown = true; grown;) {
        grown = false;
        for (int t = 0; t < g->n_types; t++)
            if (!finite[t] && g->types[t].kind != TYPE_NODE)
                grown = finite[t] = true;
        for (int i = 0; i < g->n_rules; i++) {
            const struct grammar_rule *rule = &g->rules[i];
            bool all = !finite[rule->type];
            for (int k = 0; k < rule->n_slots; k++)
                all &= finite[g->fields[rule->slots[k].field].type];
            if (all)
                grown = finite[rule->type] = true;
        }
    }
    for (int t = 0; t < g->n_types; t++)
        if (!finite[t])
            return t;
    return -1;
}

static enum status read_statements(struct reader *r)
{
    enum status st = ST_OK;
    while (st == ST_OK && r->token.n > 0) {
        if (accept_token(r, "%extension")) {
            r->extension = true;
            r->g->n_base_rules = r->g->n_rules;
            r->g->n_base_fields = r->g->n_fields;
        } else if (accept_token(r, "terminal")) {
            st = read_declaration(r, false);
        } else if (accept_token(r, "root")) {
            st = read_declaration(r, true);
        } else if (r->g->n_fields == 0) {
            st = bad(r, "root before the first rule");
        } else {
            st = read_rules(r);
        }
    }
    return st;
}

enum status grammar_parse(struct arena *arena, const char *name, const char *text, size_t n,
                          struct grammar **out, struct error *err)
{
    *out = NULL;
    struct grammar *g = ARENA_NEW(arena, struct grammar);
    g->families = map_in(arena);
    struct reader r = {
        .arena = arena, .file = name, .text = {text, n}, .line = 1, .g = g, .err = err};
    next_token(&r);
    enum status st = read_statements(&r);
    if (st != ST_OK)
        return st;
    if (g->n_rules == 0)
        return fail(err, ST_INPUT, "%s: no rules", name);
    if (!r.extension) {
        g->n_base_rules = g->n_rules;
        g->n_base_fields = g->n_fields;
    }
    int endless = type_without_tree(g);
    if (endless >= 0)
        return fail(err, ST_INPUT, "%s: no finite tree for type '%s'", name,
                    g->types[endless].name);
    index_rules(arena, g);
    st = constructors_check(arena, name, g, err);
    *out = st == ST_OK ? g : NULL;
    return st;
}

const char *grammar_builtin_text(void)
{
    return grammar_text;
}

const char *grammar_paper_builtin_text(void)
{
    return grammar_paper_text;
}

const char *grammar_everyday_builtin_text(void)
{
    return grammar_everyday_text;
}

struct grammar *grammar_builtin(struct arena *arena)
{
    struct grammar *g;
    struct error err = {0};
    enum status st =
        grammar_parse(arena, "grammars/sql.asdl", grammar_text, strlen(grammar_text), &g, &err);
    CHECK(st == ST_OK);
    return g;
}

enum sql_reading grammar_reading(const struct grammar *g, enum sql_reading base)
{
    const char *family = constructors[CONS_DURING].family;
    bool everyday = map_get(&g->families, family, strlen(family), -1) >= 0;
    return everyday ? base | SQL_READ_EVERYDAY : base;
}

int grammar_find_rule(const struct grammar *g, const char *family, int n)
{
    int first = map_get(&g->families, family, strlen(family), -1);
    if (first < 0)
        return -1;
    int rule = first + n - g->rules[first].n;
    return rule >= first && rule < g->n_rules && g->rules[rule].n == n &&
                   strcmp(g->rules[rule].family, family) == 0
               ? rule
               : -1;
}

int grammar_family_max(const struct grammar *g, const char *family)
{
    int rule = map_get(&g->families, family, strlen(family), -1), max = 0;
    for (; rule >= 0 && rule < g->n_rules && strcmp(g->rules[rule].family, family) == 0; rule++)
        max = g->rules[rule].n;
    return max;
}
