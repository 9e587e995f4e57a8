/* link_profile.c - `astormer link DB --profile`: columns by what they hold, keys, views. */
#include "cli/link_profile.h"
#include "cli/terminal.h"

#include "cli/cli.h"

#include <string.h>

static const char *name_of(struct arena *arena, const struct schema *s, int column)
{
    return clean(arena, slice_of(arena_printf(arena, "%s.%s",
                                              s->tables[s->columns[column].table].name,
                                              s->columns[column].name)));
}

/* The confidence of a key that was inferred; 1 for a declared one. */
static double confidence_of(const struct ground_database *d, struct foreign_key key)
{
    for (int i = 0; i < d->n_keys; i++)
        if (d->keys[i].from == key.from && d->keys[i].to == key.to)
            return d->keys[i].confidence;
    return 1;
}

static bool is_used(const struct ground_database *d, const struct ground_key *key)
{
    return key->confidence >= GROUND_KEY_SURE;
}

/* ---- text ------------------------------------------------------------------------------------ */

static void print_codes(struct arena *arena, const struct ground_profile *p)
{
    fputs("  codes", stdout);
    for (int i = 0; i < p->n_codes; i++) {
        const struct ground_code *code = &p->codes[i];
        printf("%s '%s'", i ? "," : "", clean(arena, slice_of(code->text)));
        if (code->shown != code->text)
            printf(" (%s)", clean(arena, slice_of(code->shown)));
    }
}

static void print_column(struct arena *arena, const struct ground_database *d, int column)
{
    const struct column *c = &d->schema.columns[column];
    const struct ground_profile *p = &d->profiles[column];
    printf("  %-24s %-8s \"%s\"", clean(arena, slice_of(c->name)), column_type_name(c->type),
           clean(arena, slice_of(c->label)));
    if (c->primary)
        fputs("  key", stdout);
    if (p->rows)
        printf("  %ld rows, %s%ld distinct%s", p->rows, p->complete ? "" : "over ", p->distinct,
               p->unique ? ", unique" : "");
    if (p->nulls)
        printf(", %.0f %% NULL", 100.0 * (double)p->nulls / (double)MAX(p->rows, 1));
    if (p->time != GROUND_TIME_NONE)
        printf("  time: %s", ground_time_name(p->time));
    if (p->last_year)
        printf(" %d-%d", p->first_year, p->last_year);
    else if (p->numeric && !p->yes && p->time == GROUND_TIME_NONE)
        printf("  %.15g to %.15g", p->low, p->high);
    if (p->text_number)
        fputs(", numbers as text", stdout);
    if (p->yes)
        printf("  yes '%s', no '%s'", clean(arena, slice_of(p->yes)),
               clean(arena, slice_of(p->no)));
    else if (p->n_codes && !p->numeric)
        print_codes(arena, p);
    if (p->unit)
        say_text(stdout, "  unit: %s", p->unit);
    if (c->comment)
        printf("  comment: %s", clean(arena, slice_of(c->comment)));
    putchar('\n');
}

/* That names of a table are in, NULL for English. */
static const char *language_of(const struct ground_database *d, int table)
{
    return d->languages ? d->languages[table] : NULL;
}

void profile_print(struct arena *arena, const struct ground_database *d)
{
    const struct schema *s = &d->schema;
    for (int t = 0; t < s->n_tables; t++) {
        printf("%s %s \"%s\"", s->tables[t].view ? "view" : "table",
               clean(arena, slice_of(s->tables[t].name)),
               clean(arena, slice_of(s->tables[t].label)));
        if (language_of(d, t))
            printf("  in %s", language_of(d, t));
        if (s->tables[t].comment)
            printf("  comment: %s", clean(arena, slice_of(s->tables[t].comment)));
        putchar('\n');
        for (int c = 1; c < s->n_columns; c++)
            if (s->columns[c].table == t)
                print_column(arena, d, c);
    }
    printf("keys\n");
    for (int i = 0; i < s->n_foreign_keys; i++) {
        double confidence = confidence_of(d, s->foreign_keys[i]);
        printf("  %s -> %s", name_of(arena, s, s->foreign_keys[i].from),
               name_of(arena, s, s->foreign_keys[i].to));
        printf(confidence < 1 ? "  inferred, %.2f\n" : "  declared\n", confidence);
    }
    for (int i = 0; i < d->n_keys; i++)
        if (!is_used(d, &d->keys[i]))
            printf("  %s -> %s  possible, %.2f, not used\n", name_of(arena, s, d->keys[i].from),
                   name_of(arena, s, d->keys[i].to), d->keys[i].confidence);
}

/* ---- JSON ------------------------------------------------------------------------------------ */

static json_t *column_json(struct arena *arena, const struct ground_database *d, int column)
{
    const struct column *c = &d->schema.columns[column];
    const struct ground_profile *p = &d->profiles[column];
    json_t *out = json_pack("{s:s, s:s, s:s, s:b, s:I, s:I, s:I, s:b, s:b, s:s, s:i}", "name",
                            clean(arena, slice_of(c->name)), "label",
                            clean(arena, slice_of(c->label)), "type", column_type_name(c->type),
                            "primary", c->primary, "rows", (json_int_t)p->rows, "nulls",
                            (json_int_t)p->nulls, "distinct", (json_int_t)p->distinct, "complete",
                            p->complete, "unique", p->unique, "time", ground_time_name(p->time),
                            "length", p->length);
    if (p->numeric) {
        json_object_set_new(out, "low", json_real(p->low));
        json_object_set_new(out, "high", json_real(p->high));
        json_object_set_new(out, "text_number", json_boolean(p->text_number));
    }
    if (p->last_year)
        json_object_set_new(out, "years", json_pack("[i, i]", p->first_year, p->last_year));
    if (p->yes)
        json_object_set_new(out, "yes_no", json_pack("[s, s]", clean(arena, slice_of(p->yes)),
                                                     clean(arena, slice_of(p->no))));
    if (p->unit)
        json_object_set_new(out, "unit", json_string(p->unit));
    if (c->comment)
        json_object_set_new(out, "comment", json_string(clean(arena, slice_of(c->comment))));
    json_t *codes = json_array();
    for (int i = 0; i < p->n_codes; i++)
        json_array_append_new(codes, json_string(clean(arena, slice_of(p->codes[i].text))));
    json_object_set_new(out, "codes", codes);
    return out;
}

static json_t *key_json(struct arena *arena, const struct schema *s, int from, int to,
                        double confidence, bool used)
{
    return json_pack("{s:s, s:s, s:b, s:f, s:b}", "from", name_of(arena, s, from), "to",
                     name_of(arena, s, to), "declared", confidence == 1, "confidence", confidence,
                     "used", used);
}

void profile_print_json(struct arena *arena, const struct ground_database *d)
{
    const struct schema *s = &d->schema;
    json_t *tables = json_array(), *keys = json_array();
    for (int t = 0; t < s->n_tables; t++) {
        json_t *columns = json_array();
        for (int c = 1; c < s->n_columns; c++)
            if (s->columns[c].table == t)
                json_array_append_new(columns, column_json(arena, d, c));
        json_array_append_new(tables,
                              json_pack("{s:s, s:s, s:s?, s:b, s:o}", "name",
                                        clean(arena, slice_of(s->tables[t].name)), "label",
                                        clean(arena, slice_of(s->tables[t].label)), "language",
                                        language_of(d, t), "view", s->tables[t].view, "columns", columns));
    }
    for (int i = 0; i < s->n_foreign_keys; i++)
        json_array_append_new(keys, key_json(arena, s, s->foreign_keys[i].from,
                                             s->foreign_keys[i].to,
                                             confidence_of(d, s->foreign_keys[i]), true));
    for (int i = 0; i < d->n_keys; i++)
        if (!is_used(d, &d->keys[i]))
            json_array_append_new(keys, key_json(arena, s, d->keys[i].from, d->keys[i].to,
                                                 d->keys[i].confidence, false));
    json_t *out = json_pack("{s:s, s:o, s:o}", "database", clean(arena, slice_of(s->db_id)),
                            "tables", tables, "keys", keys);
    json_dumpf(out, stdout, JSON_INDENT(2) | JSON_PRESERVE_ORDER);
    putchar('\n');
    json_decref(out);
}
