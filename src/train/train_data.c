/* train_data.c - the datasets of a run. */
#include "train/train_data.h"

#include "text/text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MAX_WEIGHT = 1000, BUILT_VOCABULARY = 30000 };

/* What nobody trains on.  baseball_1 has 353 columns and 82 questions: left out, as by the paper and everybody else. */
static bool is_left_out(const struct example *e)
{
    return strcmp(e->db_id, "baseball_1") == 0;
}

/* ---- reading ----------------------------------------------------------------------------------- */

static enum status parse_name(struct arena *arena, const char *text, const char **name,
                              double *weight, struct error *err)
{
    const char *colon = strchr(text, ':');
    *name = colon ? arena_strndup(arena, text, (size_t)(colon - text)) : text;
    *weight = 1;
    if (!colon)
        return ST_OK;
    char *end;
    *weight = strtod(colon + 1, &end);
    if (end == colon + 1 || *end || !(*weight > 0) || *weight > MAX_WEIGHT)
        return fail(err, ST_USAGE, "--dataset '%s': the weight must be a number up to %d", text,
                    MAX_WEIGHT);
    return ST_OK;
}

static const char *nth(struct texts list, int i)
{
    return list.n ? list.v[MIN(i, list.n - 1)] : NULL;
}

enum status train_data_read(struct arena *arena, const struct train_sources *from,
                            struct train_data *out, struct error *err)
{
    out->n = from->names.n;
    out->datasets = ARENA_ARRAY(arena, struct dataset, out->n);
    out->choosing = ARENA_ARRAY(arena, struct dataset, out->n);
    out->weights = ARENA_ARRAY(arena, double, out->n);
    for (int i = 0; i < out->n; i++) {
        struct dataset_source source = {.dir = nth(from->data, i), .split = from->split,
                                        .databases = nth(from->databases, i)};
        enum status st = parse_name(arena, from->names.v[i], &source.name, &out->weights[i], err);
        /* a benchmark knows its schema file: only jsonl goes on with the last one given */
        if (i < from->tables.n || strncmp(source.name, "jsonl", 5) == 0)
            source.tables = nth(from->tables, i);
        if (st == ST_OK)
            st = dataset_read_from(arena, &source, &out->datasets[i], err);
        source.split = out->datasets[i].choose_on;
        if (st == ST_OK && source.split && *source.split && strcmp(source.split, from->split) != 0)
            st = dataset_read_from(arena, &source, &out->choosing[i], err);
        if (st != ST_OK)
            return st;
        for (int k = 0; k < out->datasets[i].n_examples; k++)
            out->left_out += is_left_out(&out->datasets[i].examples[k]);
    }
    return ST_OK;
}

/* ---- a vocabulary of its own --------------------------------------------------------------------- */

static void count_text(struct vocab_counts *counts, const char *text)
{
    if (text)
        vocab_counts_add(counts, text, strlen(text));
}

static void count_schema(struct vocab_counts *counts, const struct schema *s)
{
    for (int i = 0; i < s->n_tables; i++)
        count_text(counts, s->tables[i].label);
    for (int i = 0; i < s->n_columns; i++)
        count_text(counts, s->columns[i].label);
    for (int i = 0; i < N_COLUMN_TYPES; i++) /* the words before the labels: setting item_words */
        count_text(counts, column_type_name((enum column_type)i));
    count_text(counts, "table");
}

/* Only what is trained on is counted: a vocabulary must not know the development set. */
struct slice train_data_vocabulary(struct arena *arena, const struct train_data *data)
{
    struct arena scratch = {0};
    struct vocab_counts *counts = vocab_counts_new(&scratch);
    struct map seen = map_in(&scratch);
    for (int d = 0; d < data->n; d++)
        for (int i = 0; i < data->datasets[d].n_examples; i++) {
            const struct example *e = &data->datasets[d].examples[i];
            count_text(counts, e->question);
            count_text(counts, e->sql);
            int before = seen.count;
            map_put(&seen, (const char *)&e->schema, sizeof e->schema, 0);
            if (seen.count > before)
                count_schema(counts, e->schema);
        }
    struct slice text = vocab_counts_text(arena, counts, BUILT_VOCABULARY);
    arena_release(&scratch);
    return text;
}

/* ---- samples ------------------------------------------------------------------------------------- */

struct share {
    const struct train_settings *settings;
    bool whole, held_out;
};

static bool in_share(void *context, const struct example *e)
{
    const struct share *share = context;
    if (is_left_out(e) || (share->held_out && !e->sql))
        return false;
    return share->whole ||
           holdout_contains(e->db_id, share->settings->holdout, share->settings->holdout_seed) ==
               share->held_out;
}

/* Training examples or those to choose on; the latter from a split of their own, if there is one. */
static enum status add_share(const struct train_data *data, int i, bool held_out,
                             struct sample_maker *maker, const struct train_settings *settings,
                             struct pool *pool, struct sample_set *set, struct error *err)
{
    bool own = data->datasets[i].choose_on != NULL;
    struct share share = {settings, own, held_out};
    const struct dataset *from = own && held_out ? &data->choosing[i] : &data->datasets[i];
    if (from->n_examples == 0)
        return ST_OK;
    return samples_add(maker, from, in_share, &share, !held_out, pool, set, err);
}

enum status train_data_samples(struct arena *arena, const struct train_data *data,
                               struct sample_maker *maker, const struct train_settings *settings,
                               struct pool *pool, struct sample_set *train,
                               struct sample_set *holdout, struct error *err)
{
    train->parts = ARENA_ARRAY(arena, struct sample_part, data->n);
    for (int i = 0; i < data->n; i++) {
        int from = train->n;
        for (int held_out = 0; held_out < 2; held_out++) {
            enum status st = add_share(data, i, held_out != 0, maker, settings, pool,
                                       held_out ? holdout : train, err);
            if (st != ST_OK)
                return st;
        }
        train->parts[train->n_parts++] =
            (struct sample_part){from, train->n - from, data->weights[i]};
    }
    return ST_OK;
}

bool train_data_by_rows(const struct train_data *data, const struct example *e)
{
    for (int i = 0; i < data->n; i++) {
        const struct dataset *d = &data->choosing[i];
        if (d->n_examples && e >= d->examples && e < d->examples + d->n_examples)
            return true;
    }
    return false;
}

/* ---- what was left out ----------------------------------------------------------------------------- */

struct reason {
    const char *text;
    int count, first; /* first: index of the first such example */
};

static int compare_reasons(const void *a, const void *b)
{
    const struct reason *x = a, *y = b;
    return x->count != y->count ? y->count - x->count : x->first - y->first;
}

/* Reasons that differ only in what they quote or count are one kind: 'x' and 12 become ' and 0. */
static const char *kind_of(struct arena *arena, const char *reason)
{
    struct strbuf out = strbuf_in(arena);
    for (const char *c = reason; *c;) {
        if (*c == '\'' && strchr(c + 1, '\'')) {
            strbuf_putc(&out, '\'');
            c = strchr(c + 1, '\'') + 1;
        } else if (*c >= '0' && *c <= '9') {
            strbuf_putc(&out, '0');
            c += strspn(c, "0123456789");
        } else {
            strbuf_putc(&out, *c++);
        }
    }
    return strbuf_text(&out);
}

static void report_rejected(struct strbuf *out, const struct sample_set *set)
{
    enum { SHOWN = 8 };
    struct arena arena = {0};
    struct map seen = map_in(&arena);
    struct reason *reasons = ARENA_ARRAY(&arena, struct reason, set->n_rejected + 1);
    for (int i = 0; i < set->n_rejected; i++) {
        const char *kind = kind_of(&arena, set->rejected[i].reason);
        int before = seen.count, at = map_put(&seen, kind, strlen(kind), before);
        if (seen.count > before)
            reasons[at] = (struct reason){set->rejected[i].reason, 0, i};
        reasons[at].count++;
    }
    qsort(reasons, (size_t)seen.count, sizeof *reasons, compare_reasons);
    for (int i = 0; i < MIN(seen.count, SHOWN); i++) {
        const struct example *e = set->rejected[reasons[i].first].example;
        strbuf_printf(out, "  %d: %s; the first, of '%s': %.200s\n", reasons[i].count, reasons[i].text,
                e->db_id, e->sql && *e->question ? e->sql : e->question);
    }
    if (seen.count > SHOWN)
        strbuf_printf(out, "  and %d other reasons\n", seen.count - SHOWN);
    arena_release(&arena);
}

void train_data_report(struct strbuf *out, const struct train_data *data,
                       const struct sample_set *train, const struct sample_set *holdout)
{
    for (int i = 0; i < data->n; i++) {
        const struct dataset *d = &data->datasets[i];
        if (data->n > 1)
            strbuf_printf(out, "%s: %d examples, weight %g\n", d->name, train->parts[i].n,
                    data->weights[i]);
        if (d->n_bad)
            strbuf_printf(out, "%s: %d records cannot be read, the first: %s record %ld: %s\n", d->name,
                    d->n_bad, d->bad[0].file, d->bad[0].record, d->bad[0].reason);
    }
    strbuf_printf(out, "%d examples to train on, %d held out, %d rejected\n", train->n, holdout->n,
            train->n_rejected + holdout->n_rejected);
    int n_values = train->n_values + holdout->n_values;
    if (n_values)
        strbuf_printf(out, "%d values to point at, %d of them known from the gold query only\n",
                n_values, train->n_values_added + holdout->n_values_added);
    if (data->left_out)
        strbuf_printf(out, "  %d examples of baseball_1 are left out, as in the paper\n", data->left_out);
    report_rejected(out, train);
    report_rejected(out, holdout);
}

static void put_field(struct strbuf *out, const char *text)
{
    for (const char *c = text ? text : ""; *c; c++)
        strbuf_putc(out, *c == '\t' || *c == '\n' || *c == '\r' ? ' ' : *c);
}

static void put_rejected(struct strbuf *out, const struct sample_set *set)
{
    for (int i = 0; i < set->n_rejected; i++) {
        const struct example *e = set->rejected[i].example;
        const char *const fields[] = {e->db_id, set->rejected[i].reason, e->question, e->sql};
        for (int k = 0; k < COUNT_OF(fields); k++) {
            put_field(out, fields[k]);
            strbuf_putc(out, k + 1 < COUNT_OF(fields) ? '\t' : '\n');
        }
    }
}

enum status train_data_write_rejected(const struct train_data *data, const struct sample_set *train,
                                      const struct sample_set *holdout, const char *path,
                                      struct error *err)
{
    struct arena arena = {0};
    struct strbuf out = strbuf_in(&arena);
    strbuf_puts(&out, "db_id\treason\tquestion\tsql\n");
    size_t empty = out.n;
    for (int i = 0; i < data->n; i++)
        for (int k = 0; k < data->datasets[i].n_bad; k++) {
            const struct bad_record *b = &data->datasets[i].bad[k];
            strbuf_puts(&out, "\t");
            put_field(&out, arena_printf(&arena, "%s record %ld: %s", b->file, b->record, b->reason));
            strbuf_puts(&out, "\t\t\n");
        }
    put_rejected(&out, train);
    put_rejected(&out, holdout);
    enum status st = ST_OK;
    if (out.n == empty)
        unlink(path); /* of an earlier try */
    else
        st = file_write_atomic(path, strbuf_text(&out), out.n, err);
    arena_release(&arena);
    return st;
}
