/* tables.c - which tables of a large schema a question is about: the parser's own word.
 *
 * The words of a question (ground/) speak of some tables more than of others.  Groups of tables that keys
 * connect, those first that the words speak of most, are read by the encoder as if each were a database
 * of its own, and what the network was taught to say of any database is asked of it: can it answer this
 * question at all (a verdict), and which of its tables and columns would the query use (the auxiliary
 * loss of training)?  With what the words say that makes two chances: that the question is about this
 * group, and that a table is needed if it is.  How likely a table is asked for is their product.
 *
 * Of the tables that are kept for that the network is shown those of the likeliest part of the schema,
 * and of others that are nearly as likely: what it need not see cannot mislead it. */
#include "ground/ground.h"
#include "infer/infer.h"

#include <math.h>
#include <string.h>

#define READ_TABLES 140 /* so many tables are read, and what else is in the group of the last one, */
#define READ_AT_ONCE 4  /* so many groups together */
#define NEARLY 0.7f     /* a part is nearly as likely whose chance is half of the best one's, as a logarithm */

/* Logistic regressions, fitted to merged databases that the parser had not seen (bench/table_chances.py). */
static const float about_weights[N_CHANCE_ABOUT] = {0.446f, 0.719f, 0.520f, -0.083f, 0.073f};
static const float needed_weights[N_CHANCE_NEEDED] = {-0.049f, -0.560f, 1.855f, 0.200f, 0.393f, 0.221f};

#define MOST_USE 8.0f
#define MOST_ODDS 9.2f /* log-odds of 0.9999 */

struct reading { /* of one group */
    const struct ground_group *group;
    float answerable;                /* log-odds; what follows are such of being used in the query: */
    float table[GROUND_GROUP_TABLES];
    float column[GROUND_GROUP_TABLES]; /* of the table's likeliest column */
};

static float within(double x, float most)
{
    return (float)fmin(fmax(x, -(double)most), (double)most);
}

static float best_of(const float *v, int n)
{
    float best = v[0];
    for (int i = 1; i < n; i++)
        best = fmaxf(best, v[i]);
    return best;
}

/* used: logits of the rows of q's input. */
static void take_reading(const struct model_question *q, const real *used, double answerable,
                         struct reading *out)
{
    const struct schema *s = &q->database->ground->schema;
    const struct model_input *in = &q->input;
    const real *tables = used + in->n_question, *columns = tables + in->n_tables;
    out->answerable = within(log(answerable / (1 - answerable)), MOST_ODDS);
    for (int i = 0; i < out->group->n; i++) {
        int item = in->table_item[out->group->tables[i]];
        out->table[i] = item < 0 ? -MOST_USE : within((double)tables[item], MOST_USE);
        out->column[i] = -MOST_USE;
        for (int c = 0; c < in->n_columns; c++)
            if (s->columns[in->column_ids[c]].table == out->group->tables[i])
                out->column[i] = fmaxf(out->column[i], within((double)columns[c], MOST_USE));
    }
}

static void read_groups(struct arena *arena, const struct model *model, struct nn_tape *tape,
                        const struct model_question *question, struct reading *readings, int n)
{
    int n_tables = question->database->ground->schema.n_tables;
    struct model_question shown[READ_AT_ONCE];
    const struct model_input *inputs[READ_AT_ONCE];
    double verdicts[READ_AT_ONCE][N_VERDICTS];
    for (int i = 0; i < n; i++) {
        uint8_t *tables = ARENA_ARRAY(arena, uint8_t, n_tables);
        memset(tables, TABLE_HIDDEN, (size_t)n_tables);
        for (int k = 0; k < readings[i].group->n; k++)
            tables[readings[i].group->tables[k]] = TABLE_MATTERS;
        model_question_show(arena, question, tables, &shown[i]);
        inputs[i] = &shown[i].input;
    }
    nn_tape_begin(tape, NN_INFER, 0);
    struct model_memory memory = model_encode(model, tape, inputs, n, NULL);
    model_verdicts(model, tape, &memory, verdicts);
    const real *used = model_item_use(model, tape, &memory)->x;
    for (int i = 0; i < n; i++)
        take_reading(&shown[i], used + memory.rows.v[i].start, verdicts[i][VERDICT_ANSWERABLE],
                     &readings[i]);
}

/* Reads the groups that the words speak most of; returns how many. */
static int read_likeliest(struct arena *arena, const struct model *model, struct nn_tape *tape,
                          const struct model_question *question, const struct ground_groups *groups,
                          struct reading *readings)
{
    int n = 0;
    for (int n_tables = 0; n < groups->n && n_tables < READ_TABLES; n++) {
        readings[n].group = &groups->v[n];
        n_tables += groups->v[n].n;
    }
    for (int i = 0; i < n; i += READ_AT_ONCE)
        read_groups(arena, model, tape, question, readings + i, MIN(READ_AT_ONCE, n - i));
    return n;
}

/* ---- chances ------------------------------------------------------------------------------------------ */

/* r is NULL if the group was not read; most: what the words say most of any table. */
static void take_about(const struct ground_group *g, const struct reading *r, const float *words, float most,
                       float *out)
{
    out[CHANCE_WORDS] = words[g->tables[0]] - most;
    if (!r)
        return;
    out[CHANCE_READ] = 1;
    out[CHANCE_ANSWERABLE] = r->answerable;
    out[CHANCE_TABLE] = best_of(r->table, g->n);
    out[CHANCE_COLUMN] = best_of(r->column, g->n);
}

static void take_needed(const struct ground_group *g, const struct reading *r, const float *words,
                        float (*of)[N_CHANCE_NEEDED])
{
    for (int i = 0; i < g->n; i++) {
        float *out = of[g->tables[i]];
        out[CHANCE_BIAS] = 1;
        out[CHANCE_SIZE] = logf((float)g->n);
        out[CHANCE_WAS_READ] = r != NULL;
        out[CHANCE_BEHIND] = words[g->tables[i]] - words[g->tables[0]];
        out[CHANCE_USED] = r ? r->table[i] : 0;
        out[CHANCE_COLUMN_USED] = r ? r->column[i] : 0;
    }
}

void infer_chances(struct arena *arena, const struct model *model, struct nn_tape *tape,
                   const struct model_question *question, struct infer_chances *out)
{
    const struct ground_question *read = question->read;
    const struct ground_database *d = question->database->ground;
    struct ground_groups groups = ground_groups(arena, d, read);
    struct reading *readings = ARENA_ARRAY(arena, struct reading, groups.n);
    int n_read = read_likeliest(arena, model, tape, question, &groups, readings);
    *out = (struct infer_chances){
        .groups = groups,
        .about = arena_alloc(arena, sizeof *out->about * (size_t)groups.n, sizeof(float)),
        .needed = arena_alloc(arena, sizeof *out->needed * (size_t)d->schema.n_tables, sizeof(float))};
    for (int i = 0; i < groups.n; i++) {
        const struct ground_group *g = &groups.v[i];
        const struct reading *r = i < n_read ? &readings[i] : NULL;
        take_about(g, r, read->score, read->score[groups.v[0].tables[0]], out->about[i]);
        take_needed(g, r, read->score, out->needed);
    }
}

static float weighted(const float *weights, const float *v, int n)
{
    float sum = 0;
    for (int i = 0; i < n; i++)
        sum += weights[i] * v[i];
    return sum;
}

struct opinion {
    float *about;  /* [groups] log-odds that the question is about it, but for a constant */
    float *likely; /* [tables] the logarithm of the product of both chances, but for the same */
};

static struct opinion opinion_of(struct arena *arena, const struct infer_chances *c, int n_tables)
{
    struct opinion o = {ARENA_ARRAY(arena, float, c->groups.n), ARENA_ARRAY(arena, float, n_tables)};
    for (int i = 0; i < c->groups.n; i++) {
        const struct ground_group *g = &c->groups.v[i];
        o.about[i] = weighted(about_weights, c->about[i], N_CHANCE_ABOUT);
        for (int k = 0; k < g->n; k++) {
            float odds = weighted(needed_weights, c->needed[g->tables[k]], N_CHANCE_NEEDED);
            o.likely[g->tables[k]] = o.about[i] - log1pf(expf(-odds));
        }
    }
    return o;
}

/* ---- what is shown ------------------------------------------------------------------------------------ */

/* Of the tables that are kept those of parts that are nearly as likely as the best; all others hidden. */
static const uint8_t *tables_to_show(struct arena *arena, const struct ground_groups *groups,
                                     const uint8_t *kept, const float *likely, int n_tables)
{
    uint8_t *out = ARENA_ARRAY(arena, uint8_t, n_tables);
    float *part = ARENA_ARRAY(arena, float, groups->n_parts), best = -INFINITY;
    memset(out, TABLE_HIDDEN, (size_t)n_tables);
    for (int i = 0; i < groups->n_parts; i++)
        part[i] = -INFINITY;
    for (int i = 0; i < groups->n; i++)
        for (int k = 0; k < groups->v[i].n; k++) {
            float *p = &part[groups->v[i].part];
            *p = fmaxf(*p, likely[groups->v[i].tables[k]]);
            best = fmaxf(best, *p);
        }
    for (int i = 0; i < groups->n; i++)
        for (int k = 0; k < groups->v[i].n; k++) {
            int table = groups->v[i].tables[k];
            if (kept[table] == TABLE_MATTERS && part[groups->v[i].part] >= best - NEARLY)
                out[table] = TABLE_MATTERS;
        }
    return out;
}

/* The chance that the question is about a group of which no table is shown. */
static double chance_elsewhere(const struct ground_groups *groups, const float *about, const uint8_t *shown)
{
    double all = 0, elsewhere = 0;
    float best = best_of(about, groups->n);
    for (int i = 0; i < groups->n; i++) {
        double chance = exp((double)(about[i] - best));
        bool any = false;
        for (int k = 0; k < groups->v[i].n; k++)
            any |= shown[groups->v[i].tables[k]] == TABLE_MATTERS;
        all += chance;
        elsewhere += any ? 0 : chance;
    }
    return elsewhere / all;
}

/* Has the network all tables and columns before it that are not hidden? */
static bool is_whole(const struct model_question *q)
{
    const struct schema *s = &q->database->ground->schema;
    int n = 0;
    for (int t = 0; t < s->n_tables; t++)
        n += q->tables[t] != TABLE_HIDDEN;
    for (int c = 0; c < s->n_columns; c++)
        n += s->columns[c].table < 0 || q->tables[s->columns[c].table] != TABLE_HIDDEN;
    return q->left_out || q->input.n_tables + q->input.n_columns >= n;
}

const struct model_question *infer_tables(struct arena *arena, const struct model *model,
                                          struct nn_tape *tape, const struct model_question *question)
{
    const struct ground_question *read = question->read;
    if (!read || !read->score || !model_config_of(model)->verdicts || is_whole(question))
        return question;
    const struct ground_database *d = question->database->ground;
    struct infer_chances chances;
    infer_chances(arena, model, tape, question, &chances);
    struct opinion opinion = opinion_of(arena, &chances, d->schema.n_tables);
    const uint8_t *kept = ground_choose(arena, d, read, opinion.likely);
    const uint8_t *shown =
        tables_to_show(arena, &chances.groups, kept, opinion.likely, d->schema.n_tables);
    struct model_question *out = ARENA_NEW(arena, struct model_question);
    model_question_show(arena, question, shown, out);
    out->kept = kept;
    out->elsewhere = chance_elsewhere(&chances.groups, opinion.about, shown);
    return out;
}
