/* judge_lists.c - lists of judged candidates, read line by line into what the judge reads. */
#include "train/judge.h"

#include <math.h>
#include <string.h>

static const size_t MAX_BYTES = (size_t)4 << 30;
enum { MAX_CANDIDATES = 64 };

static const struct setting table[] = {
#define SETTINGS_STRUCT struct judge_settings
#define SETTINGS_DEF "train/judge.def"
#include "base/setting_rows.h"
};

const struct setting *judge_settings_table(int *n)
{
    *n = COUNT_OF(table);
    return table;
}

struct judge_settings judge_settings_default(void)
{
    struct judge_settings s = {0};
    settings_default(table, COUNT_OF(table), &s);
    return s;
}

static double look_of(const json_t *candidate, int which)
{
    return json_number_value(json_object_get(json_object_get(candidate, "looks"), look_names[which]));
}

static struct model_judged text_of(struct arena *arena, const struct vocab *vocab, const char *read,
                                   const char *told, const char *result)
{
    struct arena scratch = {0};
    struct model_judged text = judge_text(&scratch, vocab, read, told, result);
    int *tokens = ARENA_ARRAY(arena, int, text.n);
    memcpy(tokens, text.tokens, sizeof *tokens * (size_t)text.n);
    text.tokens = tokens;
    arena_release(&scratch);
    return text;
}

/* False if a candidate lacks what the judge reads. */
static bool read_candidates(struct arena *arena, const struct vocab *vocab, const char *read,
                            const json_t *list, struct judge_list *out)
{
    int n = (int)MIN(json_array_size(list), (size_t)MAX_CANDIDATES);
    out->texts = ARENA_ARRAY(arena, struct model_judged, n + 1);
    out->log_p = ARENA_ARRAY(arena, real, n + 1);
    out->right = ARENA_ARRAY(arena, real, n + 1);
    for (int i = 0; i < n; i++) {
        const json_t *c = json_array_get(list, (size_t)i);
        const char *told = json_string_value(json_object_get(c, "told"));
        const char *result = json_string_value(json_object_get(c, "result"));
        double log_p = look_of(c, LOOK_LOG_P);
        if (!told || !result || !(log_p <= 0 && log_p > -1e6))
            return false;
        if (look_of(c, LOOK_AGAIN) > 0)
            continue;
        out->texts[out->n] = text_of(arena, vocab, read, told, result);
        out->n_tokens += out->texts[out->n].n;
        out->log_p[out->n] = (real)log_p;
        out->right[out->n++] = json_is_true(json_object_get(c, "right"));
    }
    return true;
}

static bool teaches(const struct judge_list *l)
{
    int n_right = 0;
    for (int i = 0; i < l->n; i++)
        n_right += l->right[i] > 0;
    return n_right > 0 && n_right < l->n;
}

static enum status take_record(struct arena *arena, const struct vocab *vocab,
                               const struct judge_settings *s, const json_t *record,
                               struct judge_lists *out, struct error *err)
{
    const char *db = json_string_value(json_object_get(record, "db"));
    const char *read = json_string_value(json_object_get(record, "read"));
    const json_t *list = json_object_get(record, "list");
    if (json_is_true(json_object_get(record, "unanswerable")))
        return ST_OK;
    struct judge_list l = {0};
    if (!db || !read || !json_is_array(list) || !read_candidates(arena, vocab, read, list, &l))
        return fail(err, ST_INPUT, "it is no list of judged candidates with 'db', 'read', and of "
                    "each 'told', 'result' and 'looks'");
    l.held_out = holdout_contains(db, s->holdout, s->holdout_seed);
    if (teaches(&l))
        *ARENA_PUSH(arena, out->v, out->n, out->capacity) = l;
    return ST_OK;
}

enum status judge_lists_read(struct arena *arena, const struct vocab *vocab,
                             const struct judge_settings *settings, const char *path,
                             struct judge_lists *out, struct error *err)
{
    struct arena scratch = {0};
    struct slice text;
    enum status st = file_read(&scratch, path, MAX_BYTES, &text, err);
    long line_number = 0;
    for (size_t at = 0; st == ST_OK && at < text.n;) {
        const char *line = text.s + at, *end = memchr(line, '\n', text.n - at);
        size_t n = end ? (size_t)(end - line) : text.n - at;
        json_error_t where;
        json_t *record = n ? json_loadb(line, n, 0, &where) : NULL;
        line_number++;
        if (record)
            st = take_record(arena, vocab, settings, record, out, err);
        else if (n)
            st = fail(err, ST_INPUT, "%s", where.text);
        if (st != ST_OK)
            fail_in(err, "%s: line %ld", path, line_number);
        json_decref(record);
        out->read += n > 0;
        at += n + 1;
    }
    arena_release(&scratch);
    return st;
}
