/* answers.c - a benchmark's questions answered by a model, and written as the official scripts
 * read them. */
#include "report/answers.h"

#include <errno.h>
#include <string.h>

static bool find_word(const char *word, const char *const *words, int n, int *out)
{
    for (int i = 0; i < n; i++)
        if (strcmp(words[i], word) == 0) {
            *out = i;
            return true;
        }
    return false;
}

static bool infer_options_of(const struct answer_options *o, struct infer_options *out)
{
    static const char *const constraints[] = {"types", "full"};
    static const char *const guidance[] = {"off", "errors", "empty"};
    int c, g;
    if (!find_word(o->constraints, constraints, 2, &c) || !find_word(o->guidance, guidance, 3, &g))
        return false;
    *out = o->fair ? INFER_FAIR : INFER_DEFAULT;
    out->search.beam = out->search.n_best = (int)o->beam;
    if (!o->fair) {
        out->search.constraints = (enum search_constraints)c;
        out->guidance = (enum infer_guidance)g;
    }
    return true;
}

enum status answer_options_check(const char *command, const struct answer_options *o,
                                 struct error *err)
{
    struct infer_options options;
    if (!o->dataset || !o->data || !o->model)
        return fail(err, ST_USAGE, "%s needs --dataset, --data, --model and --out", command);
    if (!infer_options_of(o, &options))
        return fail(err, ST_USAGE, "unknown --constraints '%s' or --guidance '%s'", o->constraints,
                    o->guidance);
    if (o->beam < 1 || o->beam > 64)
        return fail(err, ST_USAGE, "--beam %ld is not in 1..64", o->beam);
    if (o->limit < 0)
        return fail(err, ST_USAGE, "--limit %ld is negative", o->limit);
    return ST_OK;
}

/* ---- answering ------------------------------------------------------------------------------- */

/* Samples and rejected examples, both in the dataset's order, merged into one list. */
static void merge_answers(struct answers *a, int limit, const struct sample **samples, int *n)
{
    const struct example *first = a->dataset.examples;
    int total = limit > 0 ? MIN(limit, a->dataset.n_examples) : a->dataset.n_examples;
    a->v = ARENA_ARRAY(&a->arena, struct answer, total + 1);
    a->n = total;
    for (int i = 0; i < total; i++)
        a->v[i] = (struct answer){.example = &first[i]};
    *n = 0;
    for (int i = 0; i < a->set.n; i++)
        if (a->set.samples[i].example - first < total)
            samples[(*n)++] = &a->set.samples[i];
    for (int i = 0; i < a->set.n_rejected; i++) {
        ptrdiff_t at = a->set.rejected[i].example - first;
        if (at < total) {
            a->v[at].reason = a->set.rejected[i].reason;
            a->n_unread++;
        }
    }
}

static void decode(const struct answer_options *o, struct answers *a)
{
    struct infer_options options;
    CHECK(infer_options_of(o, &options));
    struct second_look look;
    if (!o->fair && second_look_of(a->loaded->card.about, &look))
        options.look = &look;
    options.compare = options.look != NULL; /* it wants to know whose rows are the same */
    const struct sample **samples = ARENA_ARRAY(&a->arena, const struct sample *, a->set.n + 1);
    int n;
    merge_answers(a, (int)MIN(o->limit, INT32_MAX), samples, &n);
    struct progress progress;
    progress_begin(&progress, "questions", n);
    double start = now_seconds(), cpu = cpu_seconds();
    a->predictions = predict_samples(a->loaded->model, samples, n, &options, a->pool, &progress);
    a->seconds = now_seconds() - start;
    a->cpu = cpu_seconds() - cpu;
    progress_end(&progress);
    for (int i = 0; i < n; i++)
        a->v[samples[i]->example - a->dataset.examples].prediction = &a->predictions->v[i];
}

enum status answers_make(const struct answer_options *o, struct answers *out, struct error *err)
{
    *out = (struct answers){0};
    enum status st = model_open(o->model, &out->loaded, err);
    if (st != ST_OK)
        return st;
    out->pool = pool_new(o->workers > 0 ? (int)MIN(o->workers, 256) : cpu_count());
    out->maker = sample_maker_new(out->loaded->model, &out->loaded->vocab);
    struct dataset_source source = {o->dataset, o->data, o->split, o->tables, o->databases};
    st = dataset_read_from(&out->arena, &source, &out->dataset, err);
    if (st == ST_OK && o->holdout)
        holdout_keep(&out->dataset);
    if (st == ST_OK)
        st = samples_add(out->maker, &out->dataset, NULL, NULL, false, out->pool, &out->set, err);
    if (st == ST_OK)
        decode(o, out);
    return st;
}

void answers_release(struct answers *a)
{
    predictions_free(a->predictions);
    sample_maker_free(a->maker);
    pool_free(a->pool);
    model_close(a->loaded);
    arena_release(&a->arena);
}

void answers_report(struct strbuf *out, const struct answers *a)
{
    strbuf_printf(out, "%d questions in %.1f s (%.1f ms each), exact match %.1f%%\n", a->n,
            a->seconds, 1000 * a->seconds / MAX(a->n, 1),
            100 * predictions_exact_match(a->predictions));
    long broken = 0;
    for (int i = 0; i < a->predictions->n; i++)
        broken += a->predictions->v[i].n_broken;
    if (broken > 0)
        strbuf_printf(out, "%ld finished hypotheses were no valid SQL and were dropped\n", broken);
    for (int i = 0; a->n_unread && i < a->n; i++)
        if (a->v[i].reason) {
            strbuf_printf(out, "%d questions could not be read and count as wrong, the first: %s\n",
                    a->n_unread, a->v[i].reason);
            break;
        }
    if (a->dataset.n_bad)
        strbuf_printf(out, "%d records cannot be read and are missing, the first: %s record %ld: %s\n",
                a->dataset.n_bad, a->dataset.bad[0].file, a->dataset.bad[0].record,
                a->dataset.bad[0].reason);
}

/* ---- files ----------------------------------------------------------------------------------- */

/* A text as one line: the file formats have no way to quote a line break. */
static void put_line(FILE *to, const char *text)
{
    for (; *text; text++)
        fputc(*text == '\n' || *text == '\t' || *text == '\r' ? ' ' : *text, to);
}

struct files {
    FILE *pred, *gold, *n_best;
};

static void put_answer(const struct files *f, const struct dataset *d, const struct answer *a,
                       int index)
{
    const struct example *e = a->example;
    const struct prediction *p = a->prediction;
    bool by_id = strcmp(d->name, "dusql") == 0 && e->id; /* its files are joined by id */
    if (by_id)
        fprintf(f->pred, "%s\t", e->id);
    put_line(f->pred, p && p->sql ? p->sql : "SELECT 1");
    if (by_id)
        fprintf(f->pred, "\t%s", e->db_id);
    fputc('\n', f->pred);
    if (f->gold && e->sql) {
        if (by_id)
            fprintf(f->gold, "%s\t", e->id);
        put_line(f->gold, e->sql);
        fprintf(f->gold, "\t%s\n", e->db_id);
    }
    for (int k = 0; f->n_best && p && k < p->n_found; k++) {
        fprintf(f->n_best, "%d\t%.6f\t", index, p->alternative_log_p[k]);
        put_line(f->n_best, p->alternatives[k]);
        fputc('\n', f->n_best);
    }
}

static enum status open_file(const char *path, FILE **out, struct error *err)
{
    *out = path ? fopen(path, "w") : NULL;
    return path && !*out ? fail(err, ST_IO, "cannot write '%s': %s", path, strerror(errno)) : ST_OK;
}

static enum status close_file(const char *path, FILE *file, enum status so_far, struct error *err)
{
    if (!file)
        return so_far;
    bool bad = ferror(file) != 0;
    bad |= fclose(file) != 0;
    return bad && so_far == ST_OK ? fail(err, ST_IO, "cannot write '%s': %s", path, strerror(errno))
                                  : so_far;
}

enum status answers_write(const struct answers *a, const char *pred, const char *gold,
                          const char *n_best, struct error *err)
{
    struct files f = {0};
    enum status st = open_file(pred, &f.pred, err);
    if (st == ST_OK)
        st = open_file(gold, &f.gold, err);
    if (st == ST_OK)
        st = open_file(n_best, &f.n_best, err);
    for (int i = 0; st == ST_OK && i < a->n; i++) {
        if (i > 0 && a->dataset.multi_turn &&
            a->v[i].example->interaction != a->v[i - 1].example->interaction) {
            fputc('\n', f.pred);
            if (f.gold)
                fputc('\n', f.gold);
        }
        put_answer(&f, &a->dataset, &a->v[i], i);
    }
    st = close_file(pred, f.pred, st, err);
    st = close_file(gold, f.gold, st, err);
    return close_file(n_best, f.n_best, st, err);
}
