/* corrections.c - what people said of our answers: one JSON object a line, in the format that
 * `astormer train --dataset jsonl` reads.
 *
 *     {"db": "shop", "on": "2026-11-17", "question": "...", "history": [...], "sql": "the right one", "verdict": "good"}
 *     {"db": "shop", "on": "2026-11-17", "question": "...", "history": [...], "wrong_sql": "...", "verdict": "bad"}
 *
 * A line that cannot be read is skipped: the file may have been edited, or a disk may have been
 * full.  Lines are appended whole under a lock, so that two programs may share the file.  Later
 * lines win over earlier ones. */
#include "engine/internal.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#define FILE_MAX ((size_t)16 << 20) /* no line is added beyond, so that it can always be read */
#define LOCK_TRIES 200              /* of 10 ms */
#define WRONG_MAX 100               /* statements of one question that are remembered as wrong */

struct said { /* of one question */
    const char *right; /* SQL, or NULL */
    const char **wrong;
    int n_wrong, capacity;
    const char *question; /* as it was asked when it was answered; NULL within a conversation */
    const char *on;       /* day of the right SQL, or NULL */
    const float *vector;  /* of the question, once somebody had it computed */
    int n_vector;
    const char *terms;    /* see paraphrase.c */
};

struct corrections {
    pthread_mutex_t lock; /* of everything below */
    struct arena arena;
    const char *path, *where;
    struct map by_question;
    struct said *said;
    int n_said, capacity;
};

/* ---- what is the same question ---------------------------------------------------------------------------- */

/* The words, whatever their case and punctuation, with those of the conversation before. */
static const char *key_of(struct arena *arena, const char *question, const char *const *history,
                          int n_history)
{
    struct strbuf key = strbuf_in(arena);
    strbuf_puts(&key, text_normal(arena, question, strlen(question)));
    for (int i = n_history - 1; i >= 0; i--) {
        strbuf_putc(&key, '\x1f');
        strbuf_puts(&key, text_normal(arena, history[i], strlen(history[i])));
    }
    return strbuf_text(&key);
}

static struct said *said_of(struct corrections *c, const char *key, bool make)
{
    size_t n = strlen(key);
    int index = map_get(&c->by_question, key, n, -1);
    if (index < 0 && make) {
        index = c->n_said;
        *ARENA_PUSH(&c->arena, c->said, c->n_said, c->capacity) = (struct said){0};
        map_put(&c->by_question, key, n, index);
    }
    return index < 0 ? NULL : &c->said[index];
}

static void remember(struct corrections *c, const char *question, const char *const *history,
                     int n_history, const char *right, const char *wrong, const char *on)
{
    struct arena scratch = {0};
    struct said *said = said_of(c, key_of(&scratch, question, history, n_history), true);
    if (right) { /* all copies before the first change: memory may run out between them */
        bool alone = n_history == 0 && !said->question, news = !said->right || strcmp(said->right, right) != 0;
        const char *kept_on = on ? arena_strdup(&c->arena, on) : NULL;
        const char *asked = alone ? arena_strdup(&c->arena, question) : said->question;
        said->right = news ? arena_strdup(&c->arena, right) : said->right; /* in its latest spelling */
        said->on = kept_on;
        said->question = asked;
    }
    if (wrong) {
        if (said->right && same_statement(said->right, wrong))
            said->right = NULL;
        bool known = said->n_wrong >= WRONG_MAX;
        for (int i = 0; i < said->n_wrong && !known; i++)
            known = same_statement(said->wrong[i], wrong);
        const char *copy = known ? NULL : arena_strdup(&c->arena, wrong);
        if (copy)
            *ARENA_PUSH(&c->arena, said->wrong, said->n_wrong, said->capacity) = copy;
    }
    arena_release(&scratch);
}

/* ---- the file ------------------------------------------------------------------------------------------------ */

static void read_line(struct corrections *c, const char *line, size_t n)
{
    json_t *object = json_parse(line, n, 0, NULL);
    struct undo undo;
    undo_later(&undo, undo_json, object);
    const char *question = json_string_value(json_object_get(object, "question"));
    const char *right = json_string_value(json_object_get(object, "sql"));
    const char *wrong = json_string_value(json_object_get(object, "wrong_sql"));
    const char *history[QUESTION_MAX_UTTERANCES];
    int n_history = 0;
    const json_t *before = json_object_get(object, "history");
    for (size_t i = 0; i < json_array_size(before) && n_history < COUNT_OF(history); i++) {
        const char *text = json_string_value(json_array_get(before, i));
        history[n_history++] = text ? text : "";
    }
    if (question && (right || wrong))
        remember(c, question, history, n_history, right, wrong,
                 json_string_value(json_object_get(object, "on")));
    undo_now(&undo);
}

static enum status read_lines(struct corrections *c, struct error *err)
{
    if (!file_exists(c->path))
        return ST_OK;
    struct arena scratch = {0};
    struct slice text;
    enum status st = file_read(&scratch, c->path, FILE_MAX, &text, err);
    for (size_t i = 0; st == ST_OK && i < text.n;) {
        const char *end = memchr(text.s + i, '\n', text.n - i);
        size_t n = end ? (size_t)(end - text.s) - i : text.n - i;
        read_line(c, text.s + i, n);
        i += n + 1;
    }
    arena_release(&scratch);
    return st;
}

/* $XDG_DATA_HOME/astormer/corrections/NAME-HASH.jsonl; NULL if there is no home. */
static const char *own_path(struct arena *arena, const char *where)
{
    const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    const char *base = data && *data == '/' ? data
                       : home && *home == '/' ? arena_printf(arena, "%s/.local/share", home)
                                              : NULL;
    if (!base)
        return NULL;
    char *absolute = real_path(where);
    const char *full = absolute ? absolute : where, *slash = strrchr(full, '/');
    struct strbuf name = strbuf_in(arena);
    for (const char *s = slash ? slash + 1 : full; *s && *s != '?' && name.n < 60; s++)
        strbuf_putc(&name, strchr("\"'\\ \t\n:*<>|", *s) ? '_' : *s);
    const char *path = arena_printf(arena, "%s/astormer/corrections/%s-%08x.jsonl", base,
                                    strbuf_text(&name),
                                    (unsigned)hash_bytes(full, strlen(full), 0));
    xfree(absolute);
    return path;
}

enum status corrections_open(const char *path, const char *where, struct corrections **out,
                             struct error *err)
{
    struct corrections *c = xmalloc(sizeof *c);
    *c = (struct corrections){0};
    c->path = path ? arena_strdup(&c->arena, path) : own_path(&c->arena, where);
    c->where = arena_strdup(&c->arena, where);
    c->by_question = map_in(&c->arena);
    pthread_mutex_init(&c->lock, NULL);
    enum status st = c->path ? read_lines(c, err) : ST_OK;
    if (st != ST_OK || !c->path) {
        corrections_close(c);
        *out = NULL;
        return st;
    }
    *out = c;
    return ST_OK;
}

void corrections_close(struct corrections *c)
{
    if (!c)
        return;
    pthread_mutex_destroy(&c->lock);
    arena_release(&c->arena);
    xfree(c);
}

const char *corrections_file(const struct corrections *c)
{
    return c->path;
}

static enum status make_folders(struct arena *scratch, const char *path, struct error *err)
{
    char *folder = arena_strdup(scratch, path), *slash = strrchr(folder, '/');
    if (!slash || slash == folder)
        return ST_OK;
    *slash = '\0';
    return make_private_folder(folder)
               ? ST_OK : fail(err, ST_IO, "cannot keep '%s' in '%s': %s", slash + 1, folder,
                              strerror(errno));
}

/* Whoever holds the lock writes one line; who holds it for longer does not keep us waiting for ever. */
static bool lock_file(int fd)
{
    for (int i = 0; i < LOCK_TRIES; i++) {
        if (flock(fd, LOCK_EX | LOCK_NB) == 0)
            return true;
        if (errno != EWOULDBLOCK && errno != EINTR)
            return false;
        usleep(10000);
    }
    return false;
}

/* The size is looked at under the lock: two programs at the limit must not both add a line, since a
 * file that has grown beyond it cannot be read again. */
static enum status append_to(int fd, const char *path, const char *line, struct error *err)
{
    struct stat file = {0};
    if (fstat(fd, &file) != 0 || !S_ISREG(file.st_mode))
        return fail(err, ST_IO, "'%s' is not a regular file", path);
    if (!lock_file(fd) || fstat(fd, &file) != 0)
        return fail(err, ST_IO, "'%s' is locked by another program", path);
    if ((size_t)file.st_size + strlen(line) + 2 > FILE_MAX)
        return fail(err, ST_LIMIT, "'%s' has %zu MB, and more is not read again: train on it and begin "
                    "another", path, FILE_MAX >> 20);
    char last = '\n';
    if (file.st_size > 0 && pread(fd, &last, 1, file.st_size - 1) != 1)
        last = '\n';
    struct arena scratch = {0};
    const char *whole = arena_printf(&scratch, "%s%s\n", last == '\n' ? "" : "\n", line);
    size_t n = strlen(whole);
    enum status st = write(fd, whole, n) == (ssize_t)n
                         ? ST_OK : fail(err, ST_IO, "cannot write '%s': %s", path, strerror(errno));
    arena_release(&scratch);
    return st;
}

static enum status append_line(const char *path, const char *line, struct error *err)
{
    struct arena scratch = {0};
    enum status st = make_folders(&scratch, path, err);
    arena_release(&scratch);
    if (st != ST_OK)
        return st;
    int flags = O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK;
    int fd = open(path, flags, 0600);
    if (fd < 0)
        return fail(err, ST_IO, "cannot write '%s': %s", path, strerror(errno));
    struct undo undo;
    undo_later(&undo, undo_fd, UNDO_FD(fd));
    st = append_to(fd, path, line, err);
    undo_now(&undo);
    return st;
}

/* ---- what the engine asks ------------------------------------------------------------------------------------ */

static void lock(struct corrections *c, struct undo *undo)
{
    pthread_mutex_lock(&c->lock);
    undo_later(undo, undo_mutex, &c->lock);
}

/* Most databases were never corrected: then no question needs to be brought into its normal form. */
static bool nothing_said(struct corrections *c)
{
    pthread_mutex_lock(&c->lock);
    bool nothing = c->n_said == 0;
    pthread_mutex_unlock(&c->lock);
    return nothing;
}

bool corrections_find(struct arena *arena, struct corrections *c, const char *question,
                      const char *const *history, int n_history, struct remembered *out)
{
    *out = (struct remembered){0};
    if (nothing_said(c))
        return false;
    struct arena scratch = {0};
    const char *with = key_of(&scratch, question, history, n_history);
    const char *alone = key_of(&scratch, question, NULL, 0);
    struct undo undo;
    lock(c, &undo);
    /* a question that made sense without a conversation makes the same sense within one */
    const struct said *said = said_of(c, with, false);
    if (!said || !said->right)
        said = said_of(c, alone, false);
    if (said && said->right) {
        out->right = arena_strdup(arena, said->right);
        out->on = said->on ? arena_strdup(arena, said->on) : NULL;
    }
    undo_now(&undo);
    arena_release(&scratch);
    return out->right != NULL;
}

int corrections_list(struct arena *arena, struct corrections *c, struct remembered **out)
{
    int n = 0;
    struct undo undo;
    lock(c, &undo); /* texts and vectors stay where they are as long as the file is open */
    *out = ARENA_ARRAY(arena, struct remembered, c->n_said);
    for (int i = c->n_said - 1; i >= 0 && n < REMEMBERED_MAX; i--) {
        const struct said *s = &c->said[i];
        if (s->question && s->right)
            (*out)[n++] = (struct remembered){s->right, s->on, s->question, s->terms, s->vector,
                                              s->n_vector, i};
    }
    undo_now(&undo);
    return n;
}

void corrections_keep_vector(struct corrections *c, struct remembered *r, const float *vector,
                             int n, const char *terms)
{
    struct undo undo;
    lock(c, &undo);
    struct said *s = &c->said[r->index];
    if (!s->vector) {
        const char *kept = arena_strdup(&c->arena, terms);
        s->vector = memcpy(ARENA_ARRAY(&c->arena, float, n), vector, sizeof *vector * (size_t)n);
        s->n_vector = n;
        s->terms = kept;
    }
    r->vector = s->vector;
    r->n_vector = s->n_vector;
    r->terms = s->terms;
    undo_now(&undo);
}

int corrections_wrong(struct arena *arena, struct corrections *c, const char *question,
                      const char *const *history, int n_history, const char ***out)
{
    *out = NULL;
    if (nothing_said(c))
        return 0;
    struct arena scratch = {0};
    int n = 0;
    const char *key = key_of(&scratch, question, history, n_history);
    struct undo undo;
    lock(c, &undo);
    const struct said *said = said_of(c, key, false);
    *out = ARENA_ARRAY(arena, const char *, said ? said->n_wrong : 0);
    for (int i = 0; said && i < said->n_wrong; i++)
        if (!(said->right && same_statement(said->right, said->wrong[i])))
            (*out)[n++] = arena_strdup(arena, said->wrong[i]);
    undo_now(&undo);
    arena_release(&scratch);
    return n;
}

struct told {
    const char *db_id, *question;
    const char *const *history;
    int n_history;
    const char *sql;
    enum astormer_verdict verdict;
};

/* Its texts are valid UTF-8. */
static const char *line_of(struct arena *arena, const struct corrections *c, const struct told *t)
{
    static const char *const names[] = {"good", "bad", "right"};
    struct json_text j = json_text_in(arena);
    struct day today = day_today();
    json_open(&j, '{');
    json_key(&j, "db");
    json_put_text(&j, t->db_id);
    json_key(&j, "question");
    json_put_text(&j, t->question);
    json_key(&j, t->verdict == ASTORMER_BAD ? "wrong_sql" : "sql");
    json_put_text(&j, t->sql);
    json_key(&j, "verdict");
    json_put_text(&j, names[t->verdict]);
    json_key(&j, "on");
    json_put_text(&j, arena_printf(arena, "%04d-%02d-%02d", today.year, today.month, today.day));
    if (t->n_history > 0) {
        json_key(&j, "history");
        json_open(&j, '[');
        for (int i = 0; i < t->n_history; i++)
            json_put_text(&j, t->history[i]);
        json_close(&j, ']');
    }
    if (!strstr(c->where, "://")) { /* a server's address may hold a password */
        char *absolute = real_path(c->where);
        json_key(&j, "database");
        json_put_text(&j, absolute ? absolute : c->where);
        xfree(absolute);
    }
    json_close(&j, '}');
    return strbuf_text(&j.out);
}

/* The file first: it is what lasts.  If memory runs out after that, the line is there all the same, and
 * telling it again does no harm. */
static enum status corrections_add(struct corrections *c, const struct told *t, struct error *err)
{
    bool valid = utf8_valid(t->question, strlen(t->question)) && utf8_valid(t->sql, strlen(t->sql));
    for (int i = 0; i < t->n_history; i++)
        valid &= utf8_valid(t->history[i], strlen(t->history[i]));
    if (!valid)
        return fail(err, ST_INPUT, "the question or its SQL is not valid UTF-8");
    struct arena scratch = {0};
    const char *line = line_of(&scratch, c, t);
    enum status st = append_line(c->path, line, err);
    if (st == ST_OK) {
        struct undo undo;
        lock(c, &undo);
        read_line(c, line, strlen(line)); /* as if it had been there when the file was opened */
        undo_now(&undo);
    }
    arena_release(&scratch);
    return st;
}

struct correcting {
    struct corrections *corrections;
    struct told told;
};

static enum status correct(void *context, struct error *err)
{
    struct correcting *c = context;
    return corrections_add(c->corrections, &c->told, err);
}

enum astormer_status astormer_correct(struct astormer_session *s, const char *question,
                                      const char *const *history, int n_history, const char *sql,
                                      enum astormer_verdict verdict, struct astormer_error *err)
{
    struct error e = {0};
    struct corrections *c = s->database->corrections;
    enum status st = ST_OK;
    if (!c)
        st = fail(&e, ST_IO, "no file of corrections is kept for this database");
    else if ((int)verdict < 0 || verdict > ASTORMER_RIGHT || n_history < 0)
        st = fail(&e, ST_USAGE, "no such verdict, or a negative number");
    else
        st = attempt(correct, &(struct correcting){c, {s->ground.schema.db_id, question, history,
                                                       n_history, sql, verdict}}, &e);
    return st == ST_OK ? ASTORMER_OK : error_out(err, &e);
}
