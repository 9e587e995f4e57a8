/* open.c - models, databases and sessions: opening, sharing, closing. */
#include "engine/internal.h"

#include "version.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const char *astormer_version(void)
{
    return ASTORMER_VERSION;
}

void astormer_free(char *text)
{
    xfree(text);
}

enum astormer_status error_out(struct astormer_error *to, const struct error *from)
{
    _Static_assert((int)ASTORMER_DECLINED == (int)ST_DECLINED &&
                       (int)ASTORMER_MEMORY == (int)ST_MEMORY &&
                       (int)ASTORMER_UNSUPPORTED == (int)ST_UNSUPPORTED &&
                       (int)ASTORMER_LIMIT == (int)ST_LIMIT && (int)ASTORMER_IO == (int)ST_IO,
                   "both enums have the same numbers");
    if (to) {
        to->status = (enum astormer_status)from->code;
        snprintf(to->message, sizeof to->message, "%s", from->message);
    }
    return (enum astormer_status)from->code;
}

char *text_valid(struct arena *arena, const char *s, size_t n)
{
    if (!memchr(s, '\0', n) && utf8_valid(s, n))
        return arena_strndup(arena, s, n);
    struct strbuf out = strbuf_in(arena);
    for (size_t i = 0; i < n;) {
        int length = utf8_length(s + i, n - i);
        if (length == 0 || s[i] == '\0')
            strbuf_puts(&out, "\xEF\xBF\xBD");
        else
            strbuf_add(&out, s + i, (size_t)length);
        i += (size_t)MAX(length, 1);
    }
    return arena_strdup(arena, strbuf_text(&out));
}

/* ---- models ---------------------------------------------------------------------------------------- */

enum status model_default_path(struct arena *arena, const char **out, struct error *err)
{
    const char *wanted = getenv("ASTORMER_MODEL");
    if (wanted && *wanted) {
        *out = arena_strdup(arena, wanted);
        return ST_OK;
    }
    const char *folder = program_folder(arena);
    const char *places[] = {
        arena_printf(arena, "%s/../share/astormer/default.safetensors", folder),
        arena_printf(arena, "%s/../models/default.safetensors", folder),
        ASTORMER_DATADIR "/default.safetensors",
        ASTORMER_SOURCEDIR "/models/default.safetensors", /* of a program not installed, only */
    };
    int n = COUNT_OF(places) - (runs_from_build() ? 0 : 1);
    for (int i = 0; i < n; i++)
        if (file_exists(places[i])) {
            *out = places[i];
            return ST_OK;
        }
    return fail(err, ST_IO, "there is no model at '%s'; name one with --model FILE or "
                "ASTORMER_MODEL=FILE", places[n - 1]);
}

static void read_calibration(struct astormer_model *m)
{
    m->calibration = calibration_fallback;
    json_t *about = json_parse(m->about, strlen(m->about), 0, NULL);
    m->calibrated = calibration_read(json_object_get(about, "calibration"), &m->calibration);
    const json_t *below = json_object_get(about, "decline_below");
    m->decline_below = json_is_number(below) ? json_number_value(below) : DECLINE_BELOW;
    m->looks = second_look_read(json_object_get(about, "second_look"), &m->look);
    json_decref(about);
}

static void leave_model(void *context)
{
    model_close(context);
}

struct opening { /* of any of the three */
    const char *where;
    struct astormer_model *model;
    struct astormer_database *database;
    const struct astormer_database_options *options;
    struct astormer_session *session;
};

static enum status open_model(void *context, struct error *err)
{
    struct opening *o = context;
    struct astormer_model *m = xmalloc(sizeof *m);
    *m = (struct astormer_model){.uses = 1};
    const char *path = o->where;
    enum status st = path ? ST_OK : model_default_path(&m->arena, &path, err);
    if (st == ST_OK)
        st = model_open(path, &m->loaded, err);
    if (st != ST_OK) {
        arena_release(&m->arena);
        xfree(m);
        return st;
    }
    struct undo undo;
    undo_later(&undo, leave_model, m->loaded);
    nn_params_pack_half(model_params(m->loaded->model)); /* as `astormer predict` does */
    m->path = arena_strdup(&m->arena, path);
    m->about = m->loaded->card.about ? m->loaded->card.about : "{}";
    read_calibration(m);
    undo_forget(&undo);
    o->model = m;
    return ST_OK;
}

enum astormer_status astormer_model_open(const char *path, struct astormer_model **out,
                                         struct astormer_error *err)
{
    struct opening o = {.where = path};
    struct error e = {0};
    enum status st = attempt_lasting(open_model, &o, &e);
    *out = o.model;
    return st == ST_OK ? ASTORMER_OK : error_out(err, &e);
}

void astormer_model_close(struct astormer_model *m)
{
    if (!m || atomic_fetch_sub(&m->uses, 1) > 1)
        return;
    model_close(m->loaded);
    arena_release(&m->arena);
    xfree(m);
}

const char *astormer_model_path(const struct astormer_model *m)
{
    return m->path;
}

const char *astormer_model_about(const struct astormer_model *m)
{
    return m->about;
}

/* ---- databases ----------------------------------------------------------------------------------------- */

/* The caller's options within the size it knows of; the rest keeps its zeros. */
static struct astormer_database_options options_of(const struct astormer_database_options *given)
{
    struct astormer_database_options o = ASTORMER_DATABASE_OPTIONS;
    if (given)
        memcpy(&o, given, MIN(given->size, sizeof o));
    return o;
}

static const char *const *copy_names(struct arena *arena, const char *const *names, int n)
{
    const char **out = ARENA_ARRAY(arena, const char *, n);
    for (int i = 0; i < n; i++)
        out[i] = arena_strdup(arena, names[i]);
    return out;
}

/* Files of rows are made into a SQLite file first. */
static enum status find_database(struct astormer_database *d,
                                 const struct astormer_database_options *o, struct error *err)
{
    d->where = d->source;
    if (o->n_files < 0)
        return fail(err, ST_USAGE, "a negative number among the options");
    if (db_rows_file(d->source) == ROWS_NONE && o->n_files == 0)
        return ST_OK;
    const char **files = ARENA_ARRAY(&d->arena, const char *, o->n_files + 1);
    files[0] = d->source;
    for (int i = 0; i < o->n_files; i++)
        files[i + 1] = o->files[i];
    return db_import(&d->arena, files, o->n_files + 1, o->cache_dir, &d->where, err);
}

static enum status prepare_database(struct astormer_database *d,
                                    const struct astormer_database_options *o, struct error *err)
{
    struct ground_options ground = {.values = {.progress = o->progress,
                                               .progress_context = o->progress_context}};
    if (o->n_tables < 0 || o->n_deny < 0)
        return fail(err, ST_USAGE, "a negative number among the options");
    d->may_see = (struct db_options){
        .tables = copy_names(&d->arena, o->tables, o->n_tables), .n_tables = o->n_tables,
        .deny = copy_names(&d->arena, o->deny, o->n_deny), .n_deny = o->n_deny,
        .isolate = o->isolate < 0 ? DB_ISOLATE_NEVER
                 : o->isolate > 0 ? DB_ISOLATE_ALWAYS : DB_ISOLATE_IF_POSSIBLE,
        .worker = o->worker ? arena_strdup(&d->arena, o->worker) : NULL,
        .memory = o->query_memory, .lazy = true}; /* the first query waits, if it must */
    d->cache_dir = o->cache_dir ? arena_strdup(&d->arena, o->cache_dir) : NULL;
    d->synonyms = o->synonyms ? arena_strdup(&d->arena, o->synonyms) : NULL;
    d->views = o->views != 0;
    struct db *db;
    enum status st = db_open_with(d->where, &d->may_see, &db, err);
    if (st == ST_OK)
        st = reading_first(d, db, &ground, err);
    if (st == ST_OK && (!o->corrections || *o->corrections))
        st = corrections_open(o->corrections, d->source, &d->corrections, err);
    return st;
}

static void leave_database(void *context)
{
    astormer_database_close(context);
}

static enum status open_database(void *context, struct error *err)
{
    struct opening *opening = context;
    const struct astormer_database_options *given = opening->options;
    struct astormer_database *d = xmalloc(sizeof *d);
    *d = (struct astormer_database){.uses = 1, .model = opening->model};
    atomic_fetch_add(&d->model->uses, 1);
    struct undo undo;
    undo_later(&undo, leave_database, d);
    d->source = arena_strdup(&d->arena, opening->where);
    struct astormer_database_options o = options_of(given);
    enum status st = options_sized(given ? given->size : sizeof o, err);
    if (st == ST_OK)
        st = find_database(d, &o, err);
    if (st == ST_OK)
        st = prepare_database(d, &o, err);
    if (st != ST_OK) {
        undo_now(&undo);
        return st;
    }
    undo_forget(&undo);
    opening->database = d;
    return ST_OK;
}

enum astormer_status astormer_database_open(struct astormer_model *model, const char *where,
                                            const struct astormer_database_options *options,
                                            struct astormer_database **out,
                                            struct astormer_error *err)
{
    struct opening o = {.where = where, .model = model, .options = options};
    struct error e = {0};
    enum status st = attempt_lasting(open_database, &o, &e);
    *out = o.database;
    return st == ST_OK ? ASTORMER_OK : error_out(err, &e);
}

void astormer_database_close(struct astormer_database *d)
{
    if (!d || atomic_fetch_sub(&d->uses, 1) > 1)
        return;
    corrections_close(d->corrections);
    reading_end(d);
    astormer_model_close(d->model);
    arena_release(&d->arena);
    xfree(d);
}

const struct schema *database_schema(const struct astormer_database *d)
{
    return &reading_now(d)->ground->schema;
}

const struct value_index *database_values(const struct astormer_database *d)
{
    return reading_now(d)->ground->index;
}

struct value_report database_value_report(const struct astormer_database *d)
{
    return reading_now(d)->ground->report;
}

const char *database_where(const struct astormer_database *d)
{
    return db_path(reading_now(d)->ground->db);
}

const char *astormer_corrections_path(const struct astormer_database *d)
{
    return d->corrections ? corrections_file(d->corrections) : NULL;
}

/* ---- sessions --------------------------------------------------------------------------------------------- */

/* The connection comes last: no memory is asked for after it. */
static enum status open_session(void *context, struct error *err)
{
    struct opening *o = context;
    struct astormer_database *database = o->database;
    struct astormer_session *s = xmalloc(sizeof *s);
    *s = (struct astormer_session){.database = database};
    s->tape = nn_tape_new(model_params(database->model->loaded->model), NULL);
    ARENA_NEW(&s->scratch, char); /* so that it is the session's, and not that of its first call */
    struct db *db;
    enum status st = db_open_with(database->where, &database->may_see, &db, err);
    if (st != ST_OK) {
        nn_tape_free(s->tape);
        arena_release(&s->scratch);
        xfree(s);
        return st;
    }
    session_adopt(s, reading_take(database), db);
    s->shape = s->reading->shape;
    atomic_fetch_add(&database->uses, 1);
    o->session = s;
    return ST_OK;
}

enum astormer_status astormer_session_open(struct astormer_database *database,
                                           struct astormer_session **out,
                                           struct astormer_error *err)
{
    struct opening o = {.database = database};
    struct error e = {0};
    enum status st = attempt_lasting(open_session, &o, &e);
    *out = o.session;
    return st == ST_OK ? ASTORMER_OK : error_out(err, &e);
}

void astormer_session_close(struct astormer_session *s)
{
    if (!s)
        return;
    nn_tape_free(s->tape);
    db_close(s->ground.db);
    reading_drop(s->reading);
    arena_release(&s->scratch);
    astormer_database_close(s->database);
    xfree(s);
}

void astormer_session_cancel(struct astormer_session *s)
{
    db_cancel_request(&s->cancel);
}

void session_read_by(struct astormer_session *s, const struct model_database *database,
                     const bool *left_out)
{
    s->read_by = database;
    s->left_out = left_out;
}

struct astormer_database *session_database(const struct astormer_session *s)
{
    return s->database;
}

static enum status refresh(void *context, struct error *err)
{
    return session_refresh(context, err);
}

enum astormer_status astormer_session_refresh(struct astormer_session *s, int *edition,
                                              struct astormer_error *err)
{
    struct error e = {0};
    enum status st = attempt(refresh, s, &e);
    if (edition)
        *edition = s->reading->edition;
    return st == ST_OK ? ASTORMER_OK : error_out(err, &e);
}
