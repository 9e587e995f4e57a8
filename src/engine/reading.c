/* reading.c - what was read of a database, and reading it again when it has changed.
 *
 * Before every question a session looks at the shape of its database, which costs a few system calls
 * (SQLite) or one small query (PostgreSQL).  If it is not what it was, and tables or columns are not
 * either, the session reads the database again for all: the others take the new reading with their own
 * next question.  A file that another has taken the place of is opened and read again whatever it holds.
 * If only rows have changed, it is read again for the values stored since, as long as that is quick: a
 * question waits for it, and a database that is written to all day must not be read all day. */
#include "engine/internal.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define ROWS_SECONDS 1.0 /* a reading that took longer is not repeated for rows alone */
#define ROWS_REST 20.0   /* times as long as it took, a reading is left alone by rows */

struct shared_reading {
    pthread_mutex_t lock;    /* of now */
    pthread_mutex_t reading; /* held by the one who reads again */
    struct db_reading *now;
};

static bool same_shape(const struct db_shape *a, const struct db_shape *b)
{
    return a->file == b->file && a->state == b->state;
}

/* Of this thread: how busy the machine is says nothing about the database. */
static double processor_seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* ---- readings ---------------------------------------------------------------------------------------- */

/* The connection becomes the reading's, or is closed. */
static enum status read_on(const struct astormer_database *d, struct db *db,
                           const struct ground_options *given, struct db_reading **out,
                           struct error *err)
{
    const struct loaded_model *loaded = d->model->loaded;
    struct ground_options options = *given;
    options.values.cache_dir = d->cache_dir;
    options.synonyms = d->synonyms;
    options.views = d->views;
    options.plain = model_reads_plainly(model_config_of(loaded->model));
    struct db_reading *r = xmalloc(sizeof *r);
    double start = processor_seconds();
    *r = (struct db_reading){.uses = 1, .edition = 1, .number = 1};
    enum status st = db_shape(db, &r->shape, err);
    if (st != ST_OK)
        db_close(db);
    else
        st = ground_open_on(db, NULL, &options, &r->ground, err);
    if (st == ST_OK && r->ground->schema.n_tables == 0)
        st = fail(err, ST_INPUT, "'%s' has no tables", db_path(db));
    if (st == ST_OK)
        r->ready = model_database_new(model_config_of(loaded->model), &loaded->vocab, r->ground);
    r->at = now_seconds();
    r->took = processor_seconds() - start;
    if (st == ST_OK)
        *out = r;
    else
        reading_drop(r);
    return st;
}

void reading_drop(struct db_reading *r)
{
    if (!r || atomic_fetch_sub(&r->uses, 1) > 1)
        return;
    model_database_close(r->ready);
    ground_close(r->ground);
    xfree(r);
}

struct db_reading *reading_now(const struct astormer_database *d)
{
    return d->shared->now;
}

struct db_reading *reading_take(const struct astormer_database *d)
{
    pthread_mutex_lock(&d->shared->lock);
    struct db_reading *r = d->shared->now;
    atomic_fetch_add(&r->uses, 1);
    pthread_mutex_unlock(&d->shared->lock);
    return r;
}

static void put_in_place(struct shared_reading *shared, struct db_reading *r, bool other_schema)
{
    pthread_mutex_lock(&shared->lock);
    struct db_reading *old = shared->now;
    r->edition = old->edition + other_schema;
    r->number = old->number + 1;
    shared->now = r;
    pthread_mutex_unlock(&shared->lock);
    reading_drop(old);
}

static void close_db(void *db)
{
    db_close(db);
}

enum status reading_first(struct astormer_database *d, struct db *db,
                          const struct ground_options *options, struct error *err)
{
    struct db_reading *r;
    struct undo undo;
    undo_later(&undo, close_db, db);
    struct shared_reading *shared = xmalloc(sizeof *shared);
    enum status st = read_on(d, db, options, &r, err);
    undo_forget(&undo);
    if (st != ST_OK) {
        xfree(shared);
        return st;
    }
    shared->now = r;
    pthread_mutex_init(&shared->lock, NULL);
    pthread_mutex_init(&shared->reading, NULL);
    d->shared = shared;
    return ST_OK;
}

void reading_end(struct astormer_database *d)
{
    if (!d->shared)
        return;
    reading_drop(d->shared->now);
    pthread_mutex_destroy(&d->shared->lock);
    pthread_mutex_destroy(&d->shared->reading);
    xfree(d->shared);
}

/* ---- sessions ---------------------------------------------------------------------------------------- */

void session_adopt(struct astormer_session *s, struct db_reading *r, struct db *db)
{
    reading_drop(s->reading);
    s->reading = r;
    s->ground = *r->ground;
    s->ground.db = db;
    s->view = *r->ready;
    s->view.ground = &s->ground;
}

/* Those that have the old file open would go on reading it. */
static enum status open_anew(void *context, struct error *err)
{
    struct astormer_session *s = context;
    struct db *db;
    enum status st = db_open_with(s->database->where, &s->database->may_see, &db, err);
    if (st != ST_OK)
        return st;
    db_close(s->ground.db);
    s->ground.db = db;
    return ST_OK;
}

/* What is read again, in an attempt that outlives the question's. */
struct rereading {
    struct astormer_database *database;
    bool other_schema;
};

static enum status read_again(void *context, struct error *err)
{
    static const struct ground_options options;
    const struct rereading *again = context;
    struct astormer_database *d = again->database;
    struct db *db;
    struct db_reading *r;
    enum status st = db_open_with(d->where, &d->may_see, &db, err);
    if (st != ST_OK)
        return st;
    struct undo undo;
    undo_later(&undo, close_db, db);
    st = read_on(d, db, &options, &r, err);
    undo_forget(&undo);
    if (st == ST_OK)
        put_in_place(d->shared, r, again->other_schema);
    return st;
}

static void drop(void *reading)
{
    reading_drop(reading);
}

/* With the lock of readers held.  The newest reading may be of this very shape, by another session.
 * later: rows have changed, and it is too early to read them. */
static enum status look(struct astormer_session *s, const struct db_shape *shape, bool *later,
                        struct error *err)
{
    struct db_reading *now = reading_take(s->database);
    bool changed = !same_shape(&now->shape, shape), other = now->shape.file != shape->file, rows = false;
    enum status st = ST_OK;
    struct undo undo;
    undo_later(&undo, drop, now);
    if (changed && !other)
        st = db_schema_differs(s->ground.db, &now->ground->schema, &other, err);
    if (changed && !other && now->took <= ROWS_SECONDS) {
        rows = now_seconds() - now->at >= ROWS_REST * now->took;
        *later = !rows;
    }
    undo_now(&undo);
    struct rereading again = {s->database, other};
    return st == ST_OK && (other || rows) ? attempt_lasting(read_again, &again, err) : st;
}

enum status session_refresh(struct astormer_session *s, struct error *err)
{
    struct shared_reading *shared = s->database->shared;
    struct db_shape shape;
    enum status st = db_shape(s->ground.db, &shape, err);
    if (st != ST_OK || same_shape(&shape, &s->shape))
        return st;
    if (shape.file != s->shape.file)
        st = attempt_lasting(open_anew, s, err);
    if (st != ST_OK || pthread_mutex_trylock(&shared->reading) != 0)
        return st; /* somebody is at it: this question is answered as the one before */
    bool later = false;
    struct undo undo;
    undo_later(&undo, undo_mutex, &shared->reading);
    st = look(s, &shape, &later, err);
    undo_now(&undo);
    if (st != ST_OK)
        return st;
    if (!later)
        s->shape = shape;
    session_adopt(s, reading_take(s->database), s->ground.db);
    return ST_OK;
}
