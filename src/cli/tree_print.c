/* tree_print.c - a derivation as text (the notation of the paper's case studies), as a list of
 * actions, for Graphviz, and as JSON. */
#include "cli/tree.h"
#include "cli/terminal.h"

#include <stdio.h>
#include <string.h>

struct view {
    const struct derivation *d;
    const struct grammar *g;
    const struct schema *schema;
    const struct value_codec *codec;
    struct arena arena;
};

static struct view view_of(const struct derivation *d, const struct schema *schema,
                           const struct value_codec *codec)
{
    return (struct view){d, d->rules->grammar, schema, codec, {0}};
}

static const char *type_name(const struct view *v, int field)
{
    return v->g->types[v->g->fields[field].type].name;
}

static const char *column_text(struct view *v, int column)
{
    const struct column *c = &v->schema->columns[column];
    return c->table < 0
               ? c->name
               : arena_printf(&v->arena, "%s.%s", v->schema->tables[c->table].name, c->name);
}

/* The last step on the same node: differs from j for a value of several tokens. */
static int last_step(const struct view *v, int j)
{
    int last = j;
    while (last + 1 < v->d->n_steps && v->d->steps[last + 1]->first == j)
        last++;
    return last;
}

static const char *value_text(struct view *v, int j)
{
    int last = last_step(v, j);
    int *ids = ARENA_ARRAY(&v->arena, int, last - j + 1);
    for (int i = j; i < last; i++)
        ids[i - j] = v->d->steps[i]->action.id;
    return v->codec->decode(v->codec->context, &v->arena, ids, last - j);
}

/* "SQL(from, select, condition, groupby, orderby)" */
static const char *rule_text(struct view *v, int id)
{
    const struct grammar_rule *rule = &v->g->rules[id];
    struct strbuf b = strbuf_in(&v->arena);
    strbuf_printf(&b, "%s(", rule->name);
    for (int i = 0; i < rule->n_slots; i++)
        strbuf_printf(&b, "%s%s", i ? ", " : "", type_name(v, rule->slots[i].field));
    strbuf_putc(&b, ')');
    return strbuf_text(&b);
}

/* What a node became: its rule, or the item of a leaf. */
static const char *node_text(struct view *v, int j)
{
    struct action a = v->d->steps[j]->action;
    switch (a.kind) {
    case ACTION_RULE:
        return rule_text(v, a.id);
    case ACTION_TABLE:
        return v->schema->tables[a.id].name;
    case ACTION_COLUMN:
        return column_text(v, a.id);
    case ACTION_TOKEN:
        return value_text(v, j);
    case ACTION_VALUE:
        return v->d->rules->values.v[a.id].text;
    }
    return "";
}

/* ---- text -------------------------------------------------------------------------------- */

static void print_node(struct view *v, int j)
{
    const struct step *s = v->d->steps[j];
    int last = last_step(v, j);
    char range[32];
    snprintf(range, sizeof range, last > j ? "%d-%d" : "%d", j, last);
    say_text(stdout, "%*s%s -> %s[ j=%s, %s := %s ]\n", 4 * s->depth, "", type_name(v, s->field),
           s->action.kind == ACTION_RULE ? "Node" : "Leaf", range, type_name(v, s->field),
           node_text(v, j));
    for (int k = last + 1; k < v->d->n_steps; k++)
        if (v->d->steps[k]->parent == j && v->d->steps[k]->first == k)
            print_node(v, k);
}

void tree_print_text(const struct derivation *d, const struct schema *schema,
                     const struct value_codec *codec)
{
    struct view v = view_of(d, schema, codec);
    print_node(&v, 0);
    arena_release(&v.arena);
}

/* ---- actions ----------------------------------------------------------------------------- */

static const char *const action_names[] = {
    [ACTION_RULE] = "ApplyRule",
    [ACTION_TABLE] = "SelectTable",
    [ACTION_COLUMN] = "SelectColumn",
    [ACTION_TOKEN] = "GenToken",
    [ACTION_VALUE] = "SelectValue",
};

static const char *action_text(struct view *v, int j)
{
    struct action a = v->d->steps[j]->action;
    if (a.kind == ACTION_RULE)
        return v->g->rules[a.id].name;
    if (a.kind != ACTION_TOKEN)
        return node_text(v, j);
    return a.id == v->codec->eos ? "<eos>"
                                 : v->codec->decode(v->codec->context, &v->arena, &a.id, 1);
}

void tree_print_actions(const struct derivation *d, const struct schema *schema,
                        const struct value_codec *codec)
{
    struct view v = view_of(d, schema, codec);
    printf("%4s %6s %5s  %-20s %s\n", "step", "parent", "depth", "field", "action");
    for (int j = 0; j < d->n_steps; j++) {
        const struct step *s = d->steps[j];
        const struct grammar_field *f = &v.g->fields[s->field];
        bool named = strcmp(f->name, type_name(&v, s->field)) != 0;
        say_text(stdout, "%4d %6d %5d  %-20s %s[ %s ]\n", j, s->parent, s->depth,
               named ? arena_printf(&v.arena, "%s-%s", type_name(&v, s->field), f->name) : f->name,
               action_names[s->action.kind], action_text(&v, j));
    }
    arena_release(&v.arena);
}

/* ---- Graphviz ---------------------------------------------------------------------------- */

static void put_dot_text(const char *s)
{
    for (; *s; s++) {
        if (*s == '"' || *s == '\\')
            putchar('\\');
        putchar((unsigned char)*s < ' ' ? ' ' : *s);
    }
}

void tree_print_dot(const struct derivation *d, const struct schema *schema,
                    const struct value_codec *codec)
{
    struct view v = view_of(d, schema, codec);
    puts("digraph tree {\n  node [shape=box, fontname=\"sans-serif\"];");
    for (int j = 0; j < d->n_steps; j++) {
        const struct step *s = d->steps[j];
        if (s->first != j)
            continue;
        bool rule = s->action.kind == ACTION_RULE;
        printf("  n%d [label=\"", j);
        put_dot_text(rule ? v.g->rules[s->action.id].name : node_text(&v, j));
        printf("\\nj=%d\"%s];\n", j, rule ? "" : ", style=rounded");
        if (s->parent >= 0) {
            printf("  n%d -> n%d [label=\"", s->parent, j);
            put_dot_text(v.g->fields[s->field].name);
            puts("\"];");
        }
    }
    puts("}");
    arena_release(&v.arena);
}

/* ---- JSON -------------------------------------------------------------------------------- */

/* Bytes that are no UTF-8 (a literal may hold any) become U+FFFD, which JSON can carry. */
static json_t *json_text(struct view *v, const char *s)
{
    struct strbuf b = strbuf_in(&v->arena);
    for (size_t n = strlen(s), i = 0; i < n;) {
        int length = utf8_length(s + i, n - i);
        strbuf_add(&b, length ? s + i : "\xEF\xBF\xBD", length ? (size_t)length : 3);
        i += length ? (size_t)length : 1;
    }
    return json_string(strbuf_text(&b));
}

static json_t *step_json(struct view *v, int j)
{
    const struct step *s = v->d->steps[j];
    json_t *o = json_object();
    json_object_set_new(o, "j", json_integer(j));
    json_object_set_new(o, "type", json_string(type_name(v, s->field)));
    json_object_set_new(o, "field", json_string(v->g->fields[s->field].name));
    json_object_set_new(o, "parent", s->parent < 0 ? json_null() : json_integer(s->parent));
    json_object_set_new(o, "slot", json_integer(s->slot));
    json_object_set_new(o, "depth", json_integer(s->depth));
    json_object_set_new(o, "action", json_string(action_names[s->action.kind]));
    json_object_set_new(o, "id", json_integer(s->action.id));
    json_object_set_new(o, "text", json_text(v, action_text(v, j)));
    return o;
}

void tree_print_json(const struct derivation *d, const struct schema *schema,
                     const struct value_codec *codec, const char *sql)
{
    struct view v = view_of(d, schema, codec);
    json_t *root = json_object(), *steps = json_array();
    json_object_set_new(root, "db", json_text(&v, schema->db_id));
    json_object_set_new(root, "order", json_string(traversal_names[d->rules->order]));
    json_object_set_new(root, "sql", json_text(&v, sql));
    for (int j = 0; j < d->n_steps; j++)
        json_array_append_new(steps, step_json(&v, j));
    json_object_set_new(root, "steps", steps);
    json_dumpf(root, stdout, JSON_INDENT(1));
    putchar('\n');
    json_decref(root);
    arena_release(&v.arena);
}

/* ---- the grammar ------------------------------------------------------------------------- */

void tree_print_rules(const struct grammar *g)
{
    struct view v = {.g = g};
    printf("%d rules (%d of the paper), %d fields (%d of the paper, and the root's)\n", g->n_rules,
           g->n_base_rules, g->n_fields, g->n_base_fields - 1);
    for (int i = 0; i < g->n_rules; i++)
        printf("rule  %3d %s %s := %s\n", i, g->rules[i].extension ? "+" : " ",
               g->types[g->rules[i].type].name, rule_text(&v, i));
    for (int i = 0; i < g->n_fields; i++)
        printf("field %3d %s %s %s\n", i, i >= g->n_base_fields ? "+" : " ", type_name(&v, i),
               g->fields[i].name);
    arena_release(&v.arena);
}
