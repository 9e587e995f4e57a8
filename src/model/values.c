/* values.c - the values a question's query may point at, as items of the encoder's input.
 *
 * A value is read like a table or a column: its text in sub-words, pooled to one row, which the
 * relations below tie to the words that say it, the columns that store it or that it fits, and
 * their tables.  Values are given best first and what does not fit is left out from the end; they
 * may push columns out of the input up to a share of it, and beyond that only fill what is free. */
#include "model/internal.h"

#include <string.h>

enum {
    VALUE_SHARE = 8,  /* an eighth of the input is the values' even where columns must go for it */
    VALUE_TOKENS = 16 /* sub-words of one value; the rest of a long text tells little more */
};

void values_begin(struct arena *arena, const struct vocab *vocab, const struct model_value *values,
                  int n, struct value_choice *c)
{
    *c = (struct value_choice){.values = values, .n = n};
    c->texts = ARENA_ARRAY(arena, struct item_text, n);
    c->keep = ARENA_ARRAY(arena, bool, n);
    for (int i = 0; i < n; i++) {
        c->texts[i] = text_ids(arena, vocab, values[i].shown, strlen(values[i].shown));
        if (c->texts[i].n == 0) { /* every item needs a row */
            c->texts[i].ids = ARENA_NEW(arena, int);
            c->texts[i].ids[0] = vocab->unk;
            c->texts[i].n = 1;
        }
        c->texts[i].n = MIN(c->texts[i].n, VALUE_TOKENS);
    }
}

/* Keeps values, best first, while all of them take at most `most` sub-words and these fit the
 * room.  Returns how many sub-words were added. */
static int keep_while(struct value_choice *c, int most, int room, bool only_required)
{
    int before = c->used;
    for (int i = 0; i < c->n; i++) {
        int n = c->texts[i].n;
        bool fits = c->used + n <= most && c->used - before + n <= room;
        if (c->keep[i] || (only_required ? !c->values[i].required : !fits))
            continue;
        c->keep[i] = true;
        c->used += n;
    }
    return c->used - before;
}

int values_keep_share(const struct model_config *config, int limit, struct value_choice *c)
{
    int most = MIN(config->value_tokens, limit / VALUE_SHARE);
    return keep_while(c, 0, 0, true) + keep_while(c, most, most, false);
}

int values_keep_rest(const struct model_config *config, int room, struct value_choice *c)
{
    return keep_while(c, config->value_tokens, room, false);
}

void values_write(struct arena *arena, const struct value_choice *c, struct model_input *out)
{
    for (int i = 0; i < c->n; i++)
        out->n_values += c->keep[i];
    out->value_ids = ARENA_ARRAY(arena, int, out->n_values);
    out->sources = ARENA_ARRAY(arena, uint8_t, out->n_values);
    for (int i = 0, k = 0; i < c->n; i++)
        if (c->keep[i]) {
            CHECK(c->values[i].source >= 0 && c->values[i].source < MODEL_VALUE_SOURCES);
            out->sources[k] = (uint8_t)c->values[i].source;
            out->value_ids[k++] = i;
        }
}

/* ---- relations ------------------------------------------------------------------------------- */

/* The matrix being filled, and where its kinds of rows begin. */
struct matrix {
    const uint8_t *id; /* of relations */
    uint8_t *out;
    int n, tables, columns, values;
};

static void relate(const struct matrix *m, int a, int b, enum relation there, enum relation back)
{
    m->out[(size_t)a * (size_t)m->n + (size_t)b] = m->id[there];
    m->out[(size_t)b * (size_t)m->n + (size_t)a] = m->id[back];
}

static void relate_question(const struct matrix *m, const struct question *question,
                            const struct model_value *v, int row)
{
    for (int i = 0; i < m->tables; i++) {
        int word = question->token_word[i];
        bool says = word >= 0 && v->first_word >= 0 && word >= v->first_word &&
                    word < v->first_word + v->n_words;
        relate(m, i, row, says ? REL_QV_SAYS : REL_QV_NONE, says ? REL_VQ_SAYS : REL_VQ_NONE);
    }
}

static void relate_schema(const struct matrix *m, const struct model_input *in,
                          const struct model_value *v, int row)
{
    for (int i = m->tables; i < m->columns; i++)
        relate(m, i, row, REL_TV_NONE, REL_VT_NONE);
    for (int i = m->columns; i < m->values; i++)
        relate(m, i, row, REL_CV_NONE, REL_VC_NONE);
    for (int k = 0; k < v->n_columns; k++) {
        int column = in->column_item[v->columns[k]];
        if (column < 0)
            continue;
        relate(m, m->columns + column, row, v->stored ? REL_CV_STORES : REL_CV_FITS,
               v->stored ? REL_VC_STORED : REL_VC_FITS);
        if (in->owner[column] >= 0)
            relate(m, m->tables + in->owner[column], row, REL_TV_OF_COLUMN, REL_VT_OF_COLUMN);
    }
}

static bool share_column(const struct model_value *a, const struct model_value *b)
{
    for (int i = 0; i < a->n_columns; i++)
        for (int k = 0; k < b->n_columns; k++)
            if (a->columns[i] == b->columns[k])
                return true;
    return false;
}

void values_relate(const struct relation_set *set, const struct question *question,
                   const struct model_value *values, struct model_input *in)
{
    struct matrix m = {.id = set->id_of, .out = in->relations, .n = model_input_rows(in),
                       .tables = in->n_question, .columns = in->n_question + in->n_tables,
                       .values = in->n_question + in->n_tables + in->n_columns};
    for (int i = 0; i < in->n_values; i++) {
        const struct model_value *v = &values[in->value_ids[i]];
        relate_question(&m, question, v, m.values + i);
        relate_schema(&m, in, v, m.values + i);
        for (int k = 0; k <= i; k++) {
            enum relation r = k == i ? REL_VV_SELF
                              : share_column(v, &values[in->value_ids[k]]) ? REL_VV_SAME_COLUMN
                                                                           : REL_VV_OTHER;
            relate(&m, m.values + i, m.values + k, r, r);
        }
    }
}
