/* samples.c - examples made ready for training: gold SQL to a tree, question to encoder input.
 *
 * The canonical path of a tree is walked once here; for random orders a new path is drawn for
 * each update (paper, Alg. 1). */
#include "train/internal.h"

#include <stdlib.h>
#include <string.h>

struct sample_maker {
    const struct model *model;
    const struct vocab *vocab;
    struct value_codec codec;
    struct map by_path; /* "schema file\ndb_id" -> databases[] */
    struct opened {
        struct model_database *database; /* NULL: it cannot be opened */
        const char *reason;
    } *databases;
    int n_databases, capacity;
    struct arena arena;   /* of all the above */
    struct arena *arenas; /* one a worker, for the samples */
    int n_arenas;
};

struct sample_maker *sample_maker_new(const struct model *model, const struct vocab *vocab)
{
    struct sample_maker *m = xmalloc(sizeof *m);
    *m = (struct sample_maker){.model = model, .vocab = vocab, .codec = model_codec(vocab)};
    m->by_path = map_in(&m->arena);
    return m;
}

void sample_maker_free(struct sample_maker *m)
{
    if (!m)
        return;
    for (int i = 0; i < m->n_databases; i++)
        model_database_close(m->databases[i].database);
    for (int i = 0; i < m->n_arenas; i++)
        arena_release(&m->arenas[i]);
    xfree(m->arenas);
    arena_release(&m->arena);
    xfree(m);
}

const struct value_codec *sample_maker_codec(const struct sample_maker *m)
{
    return &m->codec;
}

/* A database that cannot be opened costs its examples, not the run. */
static const struct opened *open_database(struct sample_maker *m, const struct dataset *dataset,
                                          const struct example *e)
{
    const char *key = arena_printf(&m->arena, "%s\n%s", dataset->schema_file, e->db_id);
    int index = map_put(&m->by_path, key, strlen(key), m->n_databases);
    if (index < m->n_databases)
        return &m->databases[index];
    struct model_database *d;
    struct error err = {0};
    struct value_options options = {.cells = dataset_cells(dataset, e->db_id)};
    enum status st = model_database_open(model_config_of(m->model), m->vocab,
                                         dataset_database(&m->arena, dataset, e->db_id), e->schema,
                                         &options, &d, &err);
    struct opened *o = ARENA_PUSH(&m->arena, m->databases, m->n_databases, m->capacity);
    *o = (struct opened){.database = st == ST_OK ? d : NULL};
    if (st != ST_OK)
        o->reason = arena_printf(&m->arena, "database '%s': %s", e->db_id, err.message);
    return o;
}

/* ---- one example ------------------------------------------------------------------------------- */

uint8_t *used_items(struct arena *arena, const struct tree *tree, const struct schema *schema)
{
    uint8_t *used = ARENA_ARRAY(arena, uint8_t, schema->n_tables + schema->n_columns);
    for (int i = 0; i < tree->n_nodes; i++) {
        const struct tree_node *n = &tree->nodes[i];
        int type = tree->grammar->fields[n->field].type;
        enum type_kind kind = tree->grammar->types[type].kind;
        if (kind == TYPE_TABLE)
            used[n->item] = 1;
        else if (kind == TYPE_COLUMN)
            used[schema->n_tables + n->item] = 1;
    }
    return used;
}

/* Literals of the gold query that are to be pointed at. */
static int pointed_values(struct arena *arena, const struct tree *tree, struct literal **out)
{
    int n = 0;
    *out = ARENA_ARRAY(arena, struct literal, tree->n_nodes);
    for (int i = 0; i < tree->n_nodes; i++) {
        int type = tree->grammar->fields[tree->nodes[i].field].type;
        if (tree->grammar->types[type].kind == TYPE_VALUE && !tree_is_pattern(tree, i))
            (*out)[n++] = tree->nodes[i].value;
    }
    return n;
}

static enum status read_gold(const struct sample_maker *m, struct arena *arena,
                             const struct example *e, struct sample *s, struct error *err)
{
    const struct schema *schema = &s->database->ground->schema;
    struct query *query;
    struct tree *tree;
    enum status st = sql_parse(arena, schema, e->sql, strlen(e->sql),
                               grammar_reading(model_grammar(m->model), SQL_READ_BENCHMARK), &query,
                               err);
    if (st != ST_OK)
        return st;
    query_unify_literals(schema, query);
    st = tree_from_query(arena, model_grammar(m->model), schema, query, &tree, err);
    if (st != ST_OK)
        return st;
    s->tree = tree;
    s->used = used_items(arena, tree, schema);
    return ST_OK;
}

/* What the input must not leave out if the gold query is to be learnt. */
static struct model_required required_of(const struct sample_maker *m, struct arena *arena,
                                         const struct sample *s)
{
    const struct schema *schema = &s->database->ground->schema;
    int n_items = schema->n_tables + schema->n_columns;
    bool *items = ARENA_ARRAY(arena, bool, n_items);
    for (int i = 0; i < n_items; i++)
        items[i] = s->used[i];
    struct model_required required = {.items = items};
    if (model_config_of(m->model)->values == VALUES_POINT) {
        struct literal *values;
        required.n_values = pointed_values(arena, s->tree, &values);
        required.values = values;
    }
    return required;
}

static enum status derive_gold(const struct sample_maker *m, struct arena *arena, struct sample *s,
                               struct error *err)
{
    struct derivation *derivation;
    struct derivation_rules *rules = ARENA_NEW(arena, struct derivation_rules);
    *rules = model_derivation_rules(m->model, &s->database->ground->schema,
                                    &s->question.choices, m->codec.eos);
    rules->order = traversal_breadth(rules->order) ? TRAVERSE_BFS_L2R : TRAVERSE_DFS_L2R;
    enum status st = derivation_of_tree(arena, s->tree, &m->codec, rules, NULL, &derivation, err);
    s->derivation = derivation;
    return st;
}

/* Work is dominated by the language model's rows, then by relation-aware rows and steps. */
static long sample_cost(const struct model_config *c, const struct sample *s)
{
    long plm = c->encoder == ENCODER_PLM
                   ? (long)s->question.input.n_tokens * c->plm_layers * 12 * c->plm_hidden * c->plm_hidden
                   : 0;
    long rows = model_input_rows(&s->question.input);
    long rat = rows * c->rat_layers * 12 * c->d * c->d + rows * rows * c->rat_layers * 2 * c->d;
    return plm + rat + (long)(s->derivation ? s->derivation->n_steps : 0) * c->decoder_layers * 16 * c->d * c->d;
}

enum status sample_build(const struct sample_maker *m, struct arena *arena,
                         const char *const *utterances, int n, const bool *left_out,
                         struct sample *s, struct error *err)
{
    struct model_required required = {0};
    if (s->tree)
        required = required_of(m, arena, s);
    required.left_out = left_out;
    enum status st = model_question_read(arena, s->database, utterances, n, NULL, &required,
                                         &s->question, err);
    if (st != ST_OK)
        return st;
    if (s->question.input.n_tokens > model_config_of(m->model)->max_tokens)
        return fail(err, ST_LIMIT, "the gold query's items alone need %d tokens",
                    s->question.input.n_tokens);
    s->n_values = required.n_values;
    st = s->tree ? derive_gold(m, arena, s, err) : ST_OK;
    s->cost = sample_cost(model_config_of(m->model), s);
    return st;
}

int sample_utterances(struct arena *arena, const struct example *e, const char ***out)
{
    int n = MIN(e->n_history + 1, QUESTION_MAX_UTTERANCES);
    *out = ARENA_ARRAY(arena, const char *, n);
    (*out)[0] = e->question;
    for (int i = 1; i < n; i++)
        (*out)[i] = e->history[e->n_history - i];
    return n;
}

/* What the record says of its question beside the query. */
static void take_verdicts(const struct example *e, struct sample *s)
{
    s->verdicts[VERDICT_ANSWERABLE] = e->unanswerable ? -1 : 1;
    if (e->n_history > 0)
        s->verdicts[VERDICT_FOLLOWS] = example_is(e, "new_topic") ? -1 : 1;
}

static enum status make_sample(const struct sample_maker *m, struct arena *arena,
                               const struct example *e, const struct model_database *database,
                               bool gold, struct sample *s, struct error *err)
{
    *s = (struct sample){.example = e, .database = database};
    bool verdict_only = e->unanswerable && model_config_of(m->model)->verdicts;
    if (gold && !e->sql && !verdict_only)
        return fail(err, ST_INPUT, e->unanswerable ? "it is marked as unanswerable"
                                                   : "there is no gold query");
    take_verdicts(e, s);
    enum status st = gold && e->sql ? read_gold(m, arena, e, s, err) : ST_OK;
    if (st != ST_OK)
        return st;
    const char **utterances;
    int n = sample_utterances(arena, e, &utterances);
    return sample_build(m, arena, utterances, n, NULL, s, err);
}

/* ---- all examples -------------------------------------------------------------------------------- */

struct making {
    const struct sample_maker *maker;
    const struct example **examples;
    const struct model_database **databases;
    struct sample *made;
    const char **reasons;
    int n, n_tasks;
    bool gold;
};

static void make_range(void *context, int task, int worker)
{
    struct making *w = context;
    struct arena *arena = &w->maker->arenas[worker];
    int from = (int)((long)w->n * task / w->n_tasks);
    int to = (int)((long)w->n * (task + 1) / w->n_tasks);
    for (int i = from; i < to; i++) {
        struct error err = {0};
        if (w->reasons[i])
            continue;
        if (make_sample(w->maker, arena, w->examples[i], w->databases[i], w->gold, &w->made[i],
                        &err) != ST_OK)
            w->reasons[i] = arena_strdup(arena, err.message);
    }
}

static void collect(struct sample_maker *m, const struct making *w, struct sample_set *set)
{
    struct sample *all = ARENA_ARRAY(&m->arena, struct sample, set->n + w->n);
    struct rejected *bad = ARENA_ARRAY(&m->arena, struct rejected, set->n_rejected + w->n);
    if (set->n)
        memcpy(all, set->samples, sizeof *all * (size_t)set->n);
    if (set->n_rejected)
        memcpy(bad, set->rejected, sizeof *bad * (size_t)set->n_rejected);
    set->samples = all;
    set->rejected = bad;
    for (int i = 0; i < w->n; i++) {
        if (w->reasons[i])
            bad[set->n_rejected++] = (struct rejected){w->examples[i], w->reasons[i]};
        else
            all[set->n++] = w->made[i];
        set->n_values += w->reasons[i] ? 0 : w->made[i].n_values;
        set->n_values_added += w->reasons[i] ? 0 : w->made[i].question.n_added;
    }
}

enum status samples_add(struct sample_maker *m, const struct dataset *dataset,
                        bool (*keep)(void *context, const struct example *example), void *context,
                        bool gold, struct pool *pool, struct sample_set *set, struct error *err)
{
    if (!m->arenas) {
        m->n_arenas = pool_size(pool);
        m->arenas = xmalloc(sizeof *m->arenas * (size_t)m->n_arenas);
        memset(m->arenas, 0, sizeof *m->arenas * (size_t)m->n_arenas);
    }
    CHECK(m->n_arenas == pool_size(pool));
    struct making w = {.maker = m, .n_tasks = 200, .gold = gold};
    w.examples = ARENA_ARRAY(&m->arena, const struct example *, dataset->n_examples);
    w.databases = ARENA_ARRAY(&m->arena, const struct model_database *, dataset->n_examples);
    w.made = ARENA_ARRAY(&m->arena, struct sample, dataset->n_examples);
    w.reasons = ARENA_ARRAY(&m->arena, const char *, dataset->n_examples);
    for (int i = 0; i < dataset->n_examples; i++) {
        const struct example *e = &dataset->examples[i];
        if (keep && !keep(context, e))
            continue;
        const struct opened *opened = open_database(m, dataset, e);
        w.databases[w.n] = opened->database;
        w.reasons[w.n] = opened->reason;
        w.examples[w.n++] = e;
    }
    pool_run(pool, w.n_tasks, make_range, &w);
    collect(m, &w, set);
    return ST_OK;
}

bool holdout_contains(const char *db_id, double share, int seed)
{
    uint64_t h = hash_bytes(db_id, strlen(db_id), mix64((uint64_t)seed));
    return (double)(h >> 11) * 0x1p-53 < share;
}

void holdout_keep(struct dataset *d)
{
    struct train_settings defaults = train_settings_default();
    int n = 0;
    for (int i = 0; i < d->n_examples; i++)
        if (holdout_contains(d->examples[i].db_id, defaults.holdout, defaults.holdout_seed))
            d->examples[n++] = d->examples[i];
    d->n_examples = n;
}

const struct model_target *sample_target(const struct train_job *job, const struct sample *s,
                                         struct arena *arena, struct rng *rng)
{
    struct model_target *t = ARENA_NEW(arena, struct model_target);
    const struct derivation *d = s->derivation;
    enum traversal order = (enum traversal)model_config_of(job->model)->order;
    if (d && traversal_random(order)) {
        struct derivation_rules *rules = ARENA_NEW(arena, struct derivation_rules);
        *rules = *d->rules;
        rules->order = order;
        struct derivation *drawn;
        struct error err = {0};
        CHECK(derivation_of_tree(arena, s->tree, job->codec, rules, rng, &drawn, &err) == ST_OK);
        d = drawn;
    }
    if (d)
        *t = (struct model_target){.steps = d->steps, .n_steps = d->n_steps, .used = s->used};
    memcpy(t->verdicts, s->verdicts, sizeof t->verdicts);
    return t;
}
