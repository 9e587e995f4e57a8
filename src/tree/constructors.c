/* constructors.c - the table of constructors.def, and grammars held against it. */
#include "tree/internal.h"

#include <string.h>

#define ANY (-1)
#define CLASS_ANY VALUE_ANY
#define CLASS_NUMBER VALUE_NUMBER
#define CLASS_TEXT VALUE_TEXT
#define CLASS_TIME VALUE_TIME
#define CLASS_SAME VALUE_SAME

const struct constructor_row constructors[N_CONSTRUCTORS] = {
#define CONSTRUCTOR(id, family, type, signature, shape, kind, op, places, takes, gives)            \
    [CONS_##id] = {family, NODE_##type, signature, SHAPE_##shape, kind, op, places,     \
                   CLASS_##takes, CLASS_##gives},
#include "tree/constructors.def"
#undef CONSTRUCTOR
};

static const char *const part_names[N_NODE_PARTS] = {
#define PART(id, name) [NODE_##id] = name,
#include "tree/parts.def"
#undef PART
};

enum constructor constructor_find(const char *family, size_t n)
{
    for (enum constructor c = CONS_NONE + 1; c < N_CONSTRUCTORS; c++)
        if (slice_equal((struct slice){family, n}, constructors[c].family))
            return c;
    return CONS_NONE;
}

enum node_part part_find(const char *type)
{
    for (enum node_part p = NODE_OTHER + 1; p < N_NODE_PARTS; p++)
        if (strcmp(part_names[p], type) == 0)
            return p;
    return NODE_OTHER;
}

/* The fields of a rule as the grammar file would have them: "tab_id * n, condition from". */
static const char *signature_of(struct arena *arena, const struct grammar *g,
                                const struct grammar_rule *rule)
{
    struct strbuf b = strbuf_in(arena);
    for (int k = 0, end; k < rule->n_slots; k = end) {
        const struct grammar_field *field = &g->fields[rule->slots[k].field];
        const char *type = g->types[field->type].name;
        for (end = k + 1; end < rule->n_slots && rule->slots[end].group == rule->slots[k].group;)
            end++;
        strbuf_printf(&b, "%s%s", k ? ", " : "", type);
        if (strcmp(type, field->name) != 0)
            strbuf_printf(&b, " %s", field->name);
        if (rule->slots[k].times_n)
            strbuf_puts(&b, " * n");
        else if (end - k > 1)
            strbuf_printf(&b, " * %d", end - k);
        if (rule->slots[k].ordered)
            strbuf_puts(&b, " ordered");
        /* "first" is the grammar's own choice: it changes no meaning */
    }
    return strbuf_text(&b);
}

enum status constructors_check(struct arena *arena, const char *file, const struct grammar *g,
                               struct error *err)
{
    for (int r = 0; r < g->n_rules; r++) {
        const struct grammar_rule *rule = &g->rules[r];
        const struct constructor_row *row = &constructors[rule->constructor];
        const struct grammar_type *type = &g->types[rule->type];
        const char *signature = signature_of(arena, g, rule);
        if (type->part != row->part)
            return fail(err, ST_UNSUPPORTED, "%s: '%s' makes a %s, not a %s", file, rule->family,
                        part_names[row->part], type->name);
        if (strcmp(signature, row->signature) != 0)
            return fail(err, ST_UNSUPPORTED, "%s: '%s' has the children (%s), not (%s)", file,
                        rule->family, row->signature, signature);
    }
    return ST_OK;
}
