/* databases.c - what the server answers questions about: the databases it was started with, and files
 * that people dropped on the page.
 *
 * Entries are only ever added, under the lock, and never taken away, so an entry once found stays.  An
 * uploaded file and the database made of it live in a private folder of /dev/shm, which is memory, and go
 * with the server. */
#include "serve/internal.h"

#include "engine/engine.h"
#include "version.h"

#include <errno.h>
#include <ftw.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define UPLOAD_ROOT "/dev/shm"

static const char *id_of(const struct astormer_database *database)
{
    return database_schema(database)->db_id;
}

/* Names are told apart by numbers: two files may both be called sales. */
static const char *free_id(struct served_list *l, const char *wanted)
{
    const char *id = wanted;
    for (int i = 0, k = 2; i < l->n; i++)
        if (strcmp(l->v[i].id, id) == 0) {
            id = arena_printf(&l->arena, "%s_%d", wanted, k++);
            i = -1;
        }
    return id;
}

/* The lock is held, or nobody else is there yet. */
static struct served *add(struct served_list *l, struct astormer_database *database, bool uploaded)
{
    struct served *s = &l->v[l->n];
    const char *id = arena_strdup(&l->arena, free_id(l, id_of(database)));
    *s = (struct served){.database = database, .uploaded = uploaded, .place = l->n, .id = id};
    l->n++;
    return s;
}

enum status served_start(struct served_list *l, const struct serve_options *o, struct error *err)
{
    *l = (struct served_list){.options = o};
    pthread_mutex_init(&l->lock, NULL);
    pthread_mutex_init(&l->uploading, NULL);
    if (o->n_databases < 1 || o->n_databases > SERVED_MAX)
        return fail(err, ST_USAGE, "between 1 and %d databases can be served", SERVED_MAX);
    for (int i = 0; i < o->n_databases; i++)
        add(l, o->databases[i], false);
    return ST_OK;
}

static int remove_entry(const char *path, const struct stat *about, int kind, struct FTW *where)
{
    (void)about, (void)kind, (void)where;
    remove(path);
    return 0;
}

static void remove_folder(const char *path)
{
    nftw(path, remove_entry, 16, FTW_DEPTH | FTW_PHYS);
}

void served_stop(struct served_list *l)
{
    for (int i = 0; i < l->n; i++)
        if (l->v[i].uploaded)
            astormer_database_close(l->v[i].database);
    if (l->folder)
        remove_folder(l->folder);
    pthread_mutex_destroy(&l->lock);
    pthread_mutex_destroy(&l->uploading);
    arena_release(&l->arena);
}

const struct served *served_find(struct served_list *l, const char *id)
{
    const struct served *found = NULL;
    pthread_mutex_lock(&l->lock);
    for (int i = 0; i < l->n && !found; i++)
        if (!id || strcmp(l->v[i].id, id) == 0)
            found = &l->v[i];
    pthread_mutex_unlock(&l->lock);
    return found;
}

/* ---- the schema, and what the page must know of the server ---------------------------------------- */

static json_t *ids_json(struct served_list *l)
{
    json_t *out = json_array();
    struct undo undo;
    pthread_mutex_lock(&l->lock);
    undo_later(&undo, undo_mutex, &l->lock);
    for (int i = 0; i < l->n; i++)
        json_add(out, json_string(l->v[i].id));
    undo_now(&undo);
    return out;
}

const char *served_schema(struct arena *arena, struct served_list *l, const struct served *s)
{
    const struct serve_options *o = l->options;
    json_t *json = database_json(s->database);
    json_put(json, "id", json_string(s->id));
    json_put(json, "server",
             json_pack("{s:s, s:b, s:b, s:b, s:I, s:i, s:o}", "version", ASTORMER_VERSION,
                       "allow_sql", o->allow_sql, "allow_corrections", o->allow_corrections,
                       "allow_upload", o->max_upload > 0, "max_rows", (json_int_t)o->max_rows,
                       "timeout_ms", o->timeout_ms, "databases", ids_json(l)));
    const char *out = json_write(arena, json, JSON_OUT);
    json_decref(json);
    return out;
}

/* ---- files of others ---------------------------------------------------------------------------------- */

/* Where the n-th upload lives: a folder of its own, since its name is somebody else's choice. */
static enum status make_place(struct served_list *l, int n, const char **out, struct error *err)
{
    if (!l->folder) {
        char *folder = arena_strdup(&l->arena, UPLOAD_ROOT "/astormer-XXXXXX");
        if (!mkdtemp(folder))
            return fail(err, ST_IO, "no place for uploaded files: " UPLOAD_ROOT ": %s",
                        strerror(errno));
        l->folder = folder;
    }
    *out = arena_printf(&l->arena, "%s/%d", l->folder, n);
    return mkdir(*out, 0700) == 0 ? ST_OK
                                  : fail(err, ST_IO, "cannot make '%s': %s", *out, strerror(errno));
}

/* What is wrong with a file is said without where it lies here: that is nobody's business. */
static enum status fail_upload(struct error *err, const struct astormer_error *failure,
                               const char *place)
{
    const char *message = failure->message, *at = strstr(message, place);
    size_t before = at ? (size_t)(at - message) : strlen(message);
    return fail(err, failure->status == ASTORMER_IO ? ST_INPUT : (enum status)failure->status,
                "%.*s%s", (int)before, message, at ? at + strlen(place) + 1 : "");
}

/* Only the letters of the name's last part; a dot first would hide it. */
static const char *harmless_name(struct arena *arena, const char *name)
{
    const char *slash = strrchr(name, '/'), *base = slash ? slash + 1 : name;
    struct strbuf out = strbuf_in(arena);
    for (; *base && out.n < 80; base++) {
        unsigned char c = (unsigned char)*base;
        bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                     c == '-' || c == '_' || (c == '.' && out.n > 0);
        strbuf_putc(&out, plain ? (char)c : '_');
    }
    return out.n ? strbuf_text(&out) : "file";
}

static enum status open_upload(struct served_list *l, const char *place, const char *name,
                               const char *bytes, size_t n, struct astormer_database **out,
                               struct error *err)
{
    struct arena scratch = {0};
    const char *path = arena_printf(&scratch, "%s/%s", place, harmless_name(&scratch, name));
    enum status st = file_write_private(path, bytes, n, err);
    struct astormer_database_options o = *l->options->opening;
    struct astormer_error failure = {0};
    o.cache_dir = place;
    o.corrections = "";
    o.tables = o.deny = NULL;
    o.n_tables = o.n_deny = o.n_files = 0;
    o.progress = NULL;
    o.synonyms = NULL;
    if (st == ST_OK &&
        astormer_database_open(l->options->model, path, &o, out, &failure) != ASTORMER_OK)
        st = fail_upload(err, &failure, place);
    arena_release(&scratch);
    return st;
}

struct upload {
    struct served_list *list;
    const char *name, *bytes;
    size_t n;
    const char *place;
    struct astormer_database *database;
    const struct served *served;
};

static enum status take_upload(void *context, struct error *err)
{
    struct upload *u = context;
    struct served_list *l = u->list;
    enum status st = l->n < SERVED_MAX ? make_place(l, l->n_uploads++, &u->place, err)
                                       : fail(err, ST_LIMIT, "%d databases are open, and more are not "
                                              "taken", SERVED_MAX);
    if (st == ST_OK)
        st = open_upload(l, u->place, u->name, u->bytes, u->n, &u->database, err);
    if (st != ST_OK)
        return st;
    struct undo undo;
    pthread_mutex_lock(&l->lock);
    undo_later(&undo, undo_mutex, &l->lock);
    u->served = add(l, u->database, true);
    undo_now(&undo);
    return ST_OK;
}

const char *served_upload(struct arena *arena, struct served_list *l, const char *name,
                          const char *bytes, size_t n, struct error *err)
{
    struct upload u = {.list = l, .name = name, .bytes = bytes, .n = n};
    pthread_mutex_lock(&l->uploading);
    enum status st = attempt(take_upload, &u, err);
    if (st != ST_OK)
        astormer_database_close(u.database);
    if (st != ST_OK && u.place)
        remove_folder(u.place); /* what was of no use must not fill the memory */
    pthread_mutex_unlock(&l->uploading);
    if (st != ST_OK)
        return NULL;
    struct json_text j = json_text_in(arena);
    json_open(&j, '{');
    json_key(&j, "id");
    json_put_text(&j, u.served->id);
    json_key(&j, "tables");
    json_put_int(&j, database_schema(u.database)->n_tables);
    json_close(&j, '}');
    return strbuf_text(&j.out);
}
