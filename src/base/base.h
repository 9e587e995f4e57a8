/* base.h - what every room stands on: errors, memory, strings, maps, files, JSON,
 * random numbers, progress and a worker pool.
 *
 * Two kinds of failure are kept apart.  When the world fails (a bad file, a hostile query)
 * a function returns an enum status other than ST_OK and leaves a message in struct error;
 * nothing below cli/ prints (but progress, on standard error) or exits.  When we fail (a broken
 * invariant) CHECK aborts.  Running out of memory is a third kind: it ends the attempt around it.
 *
 * Memory has lifetimes, not owners: see struct arena. */
#ifndef ASTORMER_BASE_H
#define ASTORMER_BASE_H

#include <jansson.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* ---- errors ------------------------------------------------------------------------- */

enum status {
    ST_OK = 0,
    ST_USAGE,       /* the caller asked for something that makes no sense */
    ST_INPUT,       /* an input is malformed: message names file, record and offset */
    ST_IO,          /* a file or a database cannot be read or written */
    ST_LIMIT,       /* an input is over a stated limit, or a deadline passed */
    ST_UNSUPPORTED, /* well-formed, but outside of what we handle */
    ST_DECLINED,    /* we chose not to answer */
    ST_MEMORY,      /* there is no more memory, or no more than this may take */
};

struct error {
    enum status code;
    char message[480];
};

/* Fills *err (which may be NULL) and returns code, so that callers write
 * `return fail(err, ST_INPUT, "...")`.  Messages: lower case, no full stop, the problem first. */
enum status fail(struct error *err, enum status code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Puts "prefix: " before the message already in *err and returns its code. */
enum status fail_in(struct error *err, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* An invariant of our own: stays on in every build. */
#define CHECK(condition) \
    ((condition) ? (void)0 : check_failed(#condition, __FILE__, __LINE__))
_Noreturn void check_failed(const char *condition, const char *file, int line);

#define COUNT_OF(array) ((int)(sizeof(array) / sizeof((array)[0])))
/* Each argument is evaluated once: it may be a call that recurses. */
#define MIN(a, b) PICK_(<, a, b, __COUNTER__)
#define MAX(a, b) PICK_(>, a, b, __COUNTER__)
#define PICK_(op, a, b, n) PICK_NAMED_(op, a, b, n)
#define PICK_NAMED_(op, a, b, n)                                                                \
    __extension__({                                                                             \
        __typeof__(1 ? (a) : (b)) pick_a_##n = (a), pick_b_##n = (b);                           \
        pick_a_##n op pick_b_##n ? pick_a_##n : pick_b_##n;                                     \
    })

/* ---- arenas -------------------------------------------------------------------------- */

/* Memory with one lifetime: never freed piece by piece, only reset or released as a whole.
 * Functions whose result outlives the call take the arena to put it in first.  Zeroed.
 * One arena a thread.  Running out of memory ends the attempt around the call (below), so results are
 * never NULL. */
struct arena_block;
struct arena {
    struct arena_block *head; /* the block being filled; older blocks hang behind it */
    size_t used;              /* bytes taken from head */
    size_t total;             /* bytes held in all blocks */
};
struct arena_mark {
    struct arena_block *block;
    size_t used;
};

void arena_release(struct arena *arena);
void *arena_alloc(struct arena *arena, size_t size, size_t align);
struct arena_mark arena_mark(const struct arena *arena);
void arena_reset(struct arena *arena, struct arena_mark mark); /* frees newer blocks */
void arena_clear(struct arena *arena); /* empties it, keeping its largest block */

#define ARENA_NEW(arena, type) ((type *)arena_alloc((arena), sizeof(type), _Alignof(type)))
#define ARENA_ARRAY(arena, type, n) \
    ((type *)arena_alloc((arena), sizeof(type) * (size_t)(n), _Alignof(type)))

char *arena_strndup(struct arena *arena, const char *s, size_t n);
char *arena_strdup(struct arena *arena, const char *s);
char *arena_printf(struct arena *arena, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Makes room for one more element in an arena-held array; doubles by copying. */
#define ARENA_PUSH(arena, array, count, capacity)                                               \
    ((array) = arena_grow((arena), (array), sizeof *(array), (count), &(capacity)),             \
     &(array)[(count)++])
void *arena_grow(struct arena *arena, void *array, size_t item, int count, int *capacity);

/* For what has no arena; never NULL, and given back with xfree() only. */
void *xmalloc(size_t size);
void *xrealloc(void *p, size_t size);
char *xstrdup(const char *s);
void xfree(void *p);

/* ---- running out of memory --------------------------------------------------------------------- */

/* Runs a function whose every allocation may fail: then what it took is given back, what it held is
 * undone, and the result is ST_MEMORY.  The arenas and pieces it leaves behind when it ends otherwise
 * belong to the attempt around this one, if there is one.  Where there is none, running out of memory
 * ends the program. */
typedef enum status attempt_fn(void *context, struct error *err);
enum status attempt(attempt_fn *run, void *context, struct error *err);
/* The same, and the thread may take no more than so many bytes on balance. */
enum status attempt_within(size_t limit, attempt_fn *run, void *context, struct error *err);
/* The same, but what it leaves outlives the attempt around it: for what is put where others see it,
 * which is to be done after this has ended well. */
enum status attempt_lasting(attempt_fn *run, void *context, struct error *err);

/* The same for what has no status: if it fails, the attempt around it fails. */
void lasting(void (*run)(void *context), void *context);

/* What else than memory a function holds while it allocates: a lock, a descriptor, a count.  run(what) is
 * called when the attempt fails before undo_forget(); it sees the frames as they were. */
struct undo {
    void (*run)(void *what);
    void *what;
    struct undo *outer;
    struct attempt *of;
};
void undo_later(struct undo *u, void (*run)(void *what), void *what);
void undo_forget(struct undo *u);
void undo_now(struct undo *u); /* the usual end: forgets it and runs it */
void undo_fd(void *fd);        /* UNDO_FD(fd) */
void undo_mutex(void *mutex);
void undo_json(void *json);
#define UNDO_FD(fd) ((void *)(intptr_t)(fd))

/* For memory that is had elsewhere: ends the attempt; counts bytes taken (or, negative, given back). */
_Noreturn void memory_give_up(size_t wanted);
void memory_count(long bytes);
/* Instead of aborting where there is no attempt, the program ends with this code. */
void memory_exit_code(int code);
/* For tests: memory is refused when it returns true. */
typedef bool memory_fault(size_t bytes);
extern memory_fault *memory_faults;
static inline bool memory_refused(size_t bytes)
{
    return __builtin_expect(memory_faults != NULL, 0) && memory_faults(bytes);
}

struct texts { /* that belong to somebody else */
    const char *const *v;
    int n;
};

/* ---- strings -------------------------------------------------------------------------- */

struct slice { /* bytes that belong to somebody else, not terminated */
    const char *s;
    size_t n;
};
struct slice slice_of(const char *s);
bool slice_equal(struct slice a, const char *b);
bool slice_equal_nocase(struct slice a, const char *b); /* ASCII case */
bool equal_nocase(const char *a, const char *b);
char *lower_ascii(struct arena *arena, const char *s);

/* A growing text in an arena.  Over max it stops growing and sets overflow. */
struct strbuf {
    struct arena *arena;
    char *s; /* always terminated once something was added; see strbuf_text */
    size_t n, cap, max;
    bool overflow;
};
#define STRBUF_MAX ((size_t)64 << 20)
struct strbuf strbuf_in(struct arena *arena);
void strbuf_add(struct strbuf *b, const char *s, size_t n);
void strbuf_puts(struct strbuf *b, const char *s);
void strbuf_putc(struct strbuf *b, char c);
void strbuf_printf(struct strbuf *b, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void strbuf_vprintf(struct strbuf *b, const char *format, va_list args)
    __attribute__((format(printf, 2, 0)));
/* As the text of an element or the value of an attribute of XML, SVG or HTML: what would end either
 * is escaped, and control characters, which XML has not, are blanks (line ends and tabs stay). */
void strbuf_xml(struct strbuf *b, const char *s, size_t n);
const char *strbuf_text(struct strbuf *b);

/* Length in bytes of the UTF-8 sequence at s (n bytes left), 0 if it is not valid there. */
int utf8_length(const char *s, size_t n);
/* Decodes one code point; an invalid byte gives U+FFFD and length 1. */
int utf8_decode(const char *s, size_t n, int32_t *code_point);
bool utf8_valid(const char *s, size_t n);

/* ---- map from bytes to int ---------------------------------------------------------------- */

struct map_entry {
    const char *key; /* NULL = free */
    uint32_t length, hash;
    int value;
};
struct map {
    struct arena *arena;
    struct map_entry *entries; /* open addressing, a power of two */
    int capacity, count;
};
struct map map_in(struct arena *arena);
int map_get(const struct map *map, const char *key, size_t n, int missing);
/* Sets key to value unless it is there; returns the value now stored.  The key is copied into the
 * map's arena, or borrowed: then it must outlive the map. */
int map_put(struct map *map, const char *key, size_t n, int value);
int map_put_borrowed(struct map *map, const char *key, size_t n, int value);
void map_reserve(struct map *map, int count); /* so many keys will not make it grow */
uint64_t hash_bytes(const void *data, size_t n, uint64_t seed);
uint64_t hash_block(const void *data, size_t n, uint64_t seed); /* faster for megabytes, another hash */

/* ---- files and JSON ------------------------------------------------------------------------- */

enum status file_read(struct arena *arena, const char *path, size_t max, struct slice *out,
                      struct error *err);
/* Opens a regular file for reading; a pipe or a device, which could keep us waiting for ever, is an
 * error.  -1 with *err filled. */
int file_open_regular(const char *path, struct error *err);
/* The name in full, for xfree(); NULL with errno set. */
char *real_path(const char *path);
/* A file that was not there before: an old one of the name is removed, a link is not followed.  -1 with
 * errno set. */
int file_create(const char *path, int mode);
/* Writes to a file beside it, syncs, renames: readers see the old file or the new one. */
enum status file_write_atomic(const char *path, const void *data, size_t n, struct error *err);
/* The same for what is nobody else's business (mode 0600). */
enum status file_write_private(const char *path, const void *data, size_t n, struct error *err);
/* A folder and those above it, for us alone (0700) where they are made here.  False with errno set if
 * that fails, or if the last is somebody else's, who could put anything there. */
bool make_private_folder(const char *path);
/* The folder of our caches (wanted; NULL: the user's own; "": none) or one inside it, made if need be;
 * NULL if there is none. */
char *cache_folder(struct arena *arena, const char *wanted, const char *inside);
/* Where the running program is: what came with it is found from there, wherever it was put. */
const char *program_folder(struct arena *arena);
/* Is this program, or library, the one in the build folder rather than an installed copy? */
bool runs_from_build(void);
bool file_exists(const char *path);

/* A shared library that few runs need is loaded by the first call that does: a program linked to it
 * would load it, and all it stands on, before main().  Its functions are called through pointers,
 * which are filled by name (db/pq.h). */
struct late_function {
    const char *name;
    void *to; /* the pointer's address */
};
struct late_library {
    const char *file; /* a path, or a name that the loader finds */
    const char *what; /* for messages */
    const struct late_function *functions;
    int n;
    bool global; /* what it loads itself must see its symbols */
    bool loaded;
};
enum status late_load(struct late_library *library, struct error *err);

/* Parses a whole JSON file; the message of a failure says path:line:column. */
enum status json_read_file(const char *path, json_t **out, struct error *err);

/* Where in an input a JSON value stands, for messages: "train.json: record 17: field 'sql'". */
struct json_where {
    const char *file;
    long record; /* -1 = not in a list */
};
enum status json_get_text(struct json_where at, const json_t *object, const char *field,
                          const char **out, struct error *err);
enum status json_get_array(struct json_where at, const json_t *object, const char *field,
                           const json_t **out, struct error *err);
enum status json_bad(struct json_where at, const char *field, const char *wanted,
                     struct error *err);

/* JSON written as text, piece by piece; commas are put by the writer. */
/* jansson's ways to fail for want of memory, and ours: these do not return then. */
json_t *json_parse(const char *text, size_t n, size_t flags, json_error_t *at); /* NULL: no JSON */
const char *json_write(struct arena *arena, const json_t *json, size_t flags);
void json_put(json_t *object, const char *key, json_t *value); /* takes value over */
void json_add(json_t *array, json_t *value);

struct json_text {
    struct strbuf out;
    bool more; /* something stands before at this level */
    int indent; /* blanks a level, each value on a line of its own; 0: all in one line */
    bool ascii; /* other letters are escaped: a terminal may take them for orders */
    bool for_doubles; /* whoever reads it has no other numbers: what they do not hold is text */
    int depth;
    bool keyed; /* a key stands before */
};
struct json_text json_text_in(struct arena *arena);
void json_open(struct json_text *j, char bracket);  /* '{' or '[' */
void json_close(struct json_text *j, char bracket); /* '}' or ']' */
void json_key(struct json_text *j, const char *key); /* of letters that need no escape */
void json_put_bytes(struct json_text *j, const char *s, size_t n); /* bytes that are no UTF-8: U+FFFD */
void json_put_text(struct json_text *j, const char *s);            /* NULL: null */
void json_put_int(struct json_text *j, int64_t x);
void json_put_real(struct json_text *j, double x);    /* 15 digits; null if it is not finite */
void json_put_rounded(struct json_text *j, double x); /* to millionths: probabilities, times */
void json_put_bool(struct json_text *j, bool x);
void json_put_null(struct json_text *j);
void json_put_raw(struct json_text *j, const char *json);

/* ---- random numbers ----------------------------------------------------------------------------- */

/* xoshiro256**: four words of state that a checkpoint can save as they are. */
struct rng {
    uint64_t s[4];
};
void rng_seed(struct rng *rng, uint64_t seed);
uint64_t rng_next(struct rng *rng);
uint32_t rng_below(struct rng *rng, uint32_t n); /* uniform in 0..n-1, unbiased */
double rng_uniform(struct rng *rng);             /* in [0, 1) */
double rng_normal(struct rng *rng);
void rng_shuffle(struct rng *rng, int *items, int n);
uint64_t mix64(uint64_t x); /* splitmix64's finaliser: a hash of a counter */

/* ---- settings ------------------------------------------------------------------------------------- */

/* A struct of options described by a table: the same table reads a JSON object, applies
 * "key=value", writes the JSON back and prints help.  A key outside the table, a wrong type or a
 * value out of range is an error that names it. */
enum setting_kind { SETTING_INT, SETTING_REAL, SETTING_BOOL, SETTING_CHOICE, SETTING_TEXT };
struct setting {
    const char *name;
    enum setting_kind kind;
    size_t offset;      /* of an int, double, bool, int (index of the choice) or char[n] */
    double value;       /* the default, but of a text, which is empty */
    double low, high;   /* numbers: inclusive range; text: high = size of the array */
    const char *choices; /* "dfs-l2r|dfs-random|..." */
    const char *help;
};
/* Every setting of the struct takes its default. */
void settings_default(const struct setting *table, int n, void *to);
enum status settings_read_json(const struct setting *table, int n, void *to, const json_t *object,
                               struct error *err);
enum status settings_set(const struct setting *table, int n, void *to, const char *assignment,
                         struct error *err);
json_t *settings_to_json(const struct setting *table, int n, const void *from);
const struct setting *settings_find(const struct setting *table, int n, struct slice name);

/* ---- time, progress ------------------------------------------------------------------------------ */

double now_seconds(void); /* monotonic */
double cpu_seconds(void); /* of processor, this process and all its threads so far */

/* One line on standard error that redraws itself on a terminal and, elsewhere, is printed
 * every ten seconds; silent for the first two. */
struct progress {
    const char *what;
    long total;
    double start, last;
    bool shown;
};
void progress_begin(struct progress *p, const char *what, long total);
void progress_at(struct progress *p, long done);
void progress_end(struct progress *p);

/* ---- worker pool ----------------------------------------------------------------------------------- */

/* A fixed set of threads.  pool_run hands out tasks 0..n_tasks-1 and returns when all are done;
 * which worker gets which task is not defined, so a result must depend on the task only.
 * worker is 0..n_workers-1 and picks per-thread state.  The calling thread is worker 0. */
struct pool;
typedef void pool_task(void *context, int task, int worker);
struct pool *pool_new(int n_workers);
int pool_size(const struct pool *pool);
void pool_run(struct pool *pool, int n_tasks, pool_task *run, void *context);
void pool_free(struct pool *pool);
int cpu_count(void);

#endif
