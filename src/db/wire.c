/* wire.c - packing and unpacking what goes over the socketpair; see wire.h. */
#include "db/wire.h"

#include <string.h>

/* ---- numbers and texts ----------------------------------------------------------------------- */

void wire_put_u8(struct strbuf *b, unsigned x)
{
    strbuf_putc(b, (char)x);
}

void wire_put_u32(struct strbuf *b, uint32_t x)
{
    strbuf_add(b, (const char *)&x, sizeof x);
}

void wire_put_i64(struct strbuf *b, int64_t x)
{
    strbuf_add(b, (const char *)&x, sizeof x);
}

void wire_put_real(struct strbuf *b, double x)
{
    strbuf_add(b, (const char *)&x, sizeof x);
}

void wire_put_bytes(struct strbuf *b, const char *s, size_t n)
{
    wire_put_u32(b, (uint32_t)n);
    strbuf_add(b, s, n);
}

void wire_put_text(struct strbuf *b, const char *s)
{
    wire_put_u8(b, s != NULL);
    if (s)
        wire_put_bytes(b, s, strlen(s));
}

static void take(struct wire_reader *r, void *to, size_t n)
{
    r->bad |= n > r->n;
    if (r->bad) {
        memset(to, 0, n);
        return;
    }
    memcpy(to, r->s, n);
    r->s += n;
    r->n -= n;
}

unsigned wire_get_u8(struct wire_reader *r)
{
    unsigned char x;
    take(r, &x, sizeof x);
    return x;
}

uint32_t wire_get_u32(struct wire_reader *r)
{
    uint32_t x;
    take(r, &x, sizeof x);
    return x;
}

int64_t wire_get_i64(struct wire_reader *r)
{
    int64_t x;
    take(r, &x, sizeof x);
    return x;
}

double wire_get_real(struct wire_reader *r)
{
    double x;
    take(r, &x, sizeof x);
    return x;
}

struct slice wire_get_bytes(struct wire_reader *r)
{
    size_t n = wire_get_u32(r);
    r->bad |= n > r->n;
    if (r->bad)
        return (struct slice){"", 0};
    struct slice out = {r->s, n};
    r->s += n;
    r->n -= n;
    return out;
}

const char *wire_get_text(struct arena *arena, struct wire_reader *r)
{
    if (!wire_get_u8(r))
        return NULL;
    struct slice text = wire_get_bytes(r);
    r->bad |= memchr(text.s, '\0', text.n) != NULL;
    return r->bad ? "" : arena_strndup(arena, text.s, text.n);
}

/* ---- rows ------------------------------------------------------------------------------------ */

void wire_put_row(struct strbuf *b, const struct db_cell *cells, int n, size_t cut)
{
    for (int i = 0; i < n; i++) {
        const struct db_cell *c = &cells[i];
        wire_put_u8(b, c->kind);
        if (c->kind == DB_INTEGER)
            wire_put_i64(b, c->integer);
        else if (c->kind == DB_REAL)
            wire_put_real(b, c->real);
        else if (c->kind != DB_NULL)
            wire_put_bytes(b, c->bytes.s, MIN(c->bytes.n, cut));
    }
}

bool wire_get_row(struct wire_reader *r, struct db_cell *cells, int n)
{
    struct wire_reader at = *r;
    for (int i = 0; i < n; i++) {
        struct db_cell *c = &cells[i];
        *c = (struct db_cell){.kind = (enum db_kind)wire_get_u8(&at), .bytes = {"", 0}};
        if (at.bad)
            return false;
        switch (c->kind) {
        case DB_NULL:
            break;
        case DB_INTEGER:
            c->integer = wire_get_i64(&at);
            break;
        case DB_REAL:
            c->real = wire_get_real(&at);
            break;
        case DB_TEXT:
        case DB_BLOB:
            c->bytes = wire_get_bytes(&at);
            break;
        default:
            r->bad = true;
            return false;
        }
    }
    if (at.bad)
        return false;
    *r = at;
    return true;
}

/* ---- schemas --------------------------------------------------------------------------------- */

static void put_column(struct strbuf *b, const struct column *c)
{
    wire_put_u32(b, (uint32_t)c->table);
    wire_put_text(b, c->name);
    wire_put_text(b, c->label);
    wire_put_text(b, c->comment);
    wire_put_text(b, c->decl_type);
    wire_put_u8(b, c->type);
    wire_put_u8(b, (unsigned)(c->primary | c->not_null << 1));
}

void wire_put_schema(struct strbuf *b, const struct schema *schema)
{
    wire_put_u32(b, (uint32_t)schema->n_tables);
    for (int i = 0; i < schema->n_tables; i++) {
        const struct table *t = &schema->tables[i];
        wire_put_text(b, t->name);
        wire_put_text(b, t->comment);
        wire_put_u8(b, (unsigned)(t->view | t->keyed << 1 | t->computed << 2));
    }
    wire_put_u32(b, (uint32_t)schema->n_columns);
    for (int i = 0; i < schema->n_columns; i++)
        put_column(b, &schema->columns[i]);
    wire_put_u32(b, (uint32_t)schema->n_foreign_keys);
    for (int i = 0; i < schema->n_foreign_keys; i++) {
        wire_put_u32(b, (uint32_t)schema->foreign_keys[i].from);
        wire_put_u32(b, (uint32_t)schema->foreign_keys[i].to);
    }
}

static void get_tables(struct arena *arena, struct wire_reader *r, struct schema *out)
{
    size_t n = wire_get_u32(r);
    r->bad |= n > DB_MAX_TABLES;
    out->tables = ARENA_ARRAY(arena, struct table, r->bad ? 0 : n);
    for (size_t i = 0; i < n && !r->bad; i++) {
        struct table *t = &out->tables[out->n_tables++];
        t->name = wire_get_text(arena, r);
        t->comment = wire_get_text(arena, r);
        unsigned flags = wire_get_u8(r);
        t->view = flags & 1;
        t->keyed = flags & 2;
        t->computed = flags & 4;
        r->bad |= !t->name;
    }
}

/* Column 0 is '*', of no table; every other belongs to a table there is. */
static void get_columns(struct arena *arena, struct wire_reader *r, struct schema *out)
{
    size_t n = wire_get_u32(r);
    r->bad |= n < 1 || n > DB_MAX_COLUMNS;
    out->columns = ARENA_ARRAY(arena, struct column, r->bad ? 0 : n);
    for (size_t i = 0; i < n && !r->bad; i++) {
        struct column *c = &out->columns[out->n_columns++];
        c->table = (int)wire_get_u32(r);
        c->name = wire_get_text(arena, r);
        c->label = wire_get_text(arena, r);
        c->comment = wire_get_text(arena, r);
        c->decl_type = wire_get_text(arena, r);
        unsigned type = wire_get_u8(r), flags = wire_get_u8(r);
        c->type = (enum column_type)type;
        c->primary = flags & 1;
        c->not_null = flags & 2;
        r->bad |= !c->name || !c->label || type >= N_COLUMN_TYPES || c->table >= out->n_tables ||
                  (i == 0 ? c->table != -1 : c->table < 0);
    }
}

bool wire_get_schema(struct arena *arena, struct wire_reader *r, struct schema *out)
{
    *out = (struct schema){.db_id = ""};
    get_tables(arena, r, out);
    get_columns(arena, r, out);
    size_t n = wire_get_u32(r);
    r->bad |= n > r->n / 8;
    out->foreign_keys = ARENA_ARRAY(arena, struct foreign_key, r->bad ? 0 : n);
    for (size_t i = 0; i < n && !r->bad; i++) {
        struct foreign_key *key = &out->foreign_keys[out->n_foreign_keys++];
        uint32_t from = wire_get_u32(r), to = wire_get_u32(r);
        r->bad |= from < 1 || to < 1 || from >= (uint32_t)out->n_columns ||
                  to >= (uint32_t)out->n_columns;
        *key = (struct foreign_key){(int)from, (int)to};
    }
    return !r->bad && r->n == 0;
}

/* ---- requests -------------------------------------------------------------------------------- */

void wire_put_query(struct strbuf *b, const struct wire_query *q)
{
    wire_put_u8(b, (unsigned)(q->own | q->prepare_only << 1 | q->any_cell << 2));
    wire_put_real(b, q->seconds);
    wire_put_i64(b, q->max_rows);
    wire_put_i64(b, q->max_bytes);
    wire_put_text(b, q->sql);
}

bool wire_get_query(struct arena *arena, struct wire_reader *r, struct wire_query *out)
{
    unsigned flags = wire_get_u8(r);
    *out = (struct wire_query){.own = flags & 1, .prepare_only = flags & 2, .any_cell = flags & 4};
    out->seconds = wire_get_real(r);
    out->max_rows = wire_get_i64(r);
    out->max_bytes = wire_get_i64(r);
    out->sql = wire_get_text(arena, r);
    return !r->bad && out->sql && out->seconds >= 0 && out->max_rows >= 0 && out->max_bytes >= 0;
}

static void put_patterns(struct strbuf *b, const char *const *patterns, int n)
{
    wire_put_u32(b, (uint32_t)n);
    for (int i = 0; i < n; i++)
        wire_put_text(b, patterns[i]);
}

static const char *const *get_patterns(struct arena *arena, struct wire_reader *r, int *n)
{
    size_t count = wire_get_u32(r);
    r->bad |= count > r->n;
    count = r->bad ? 0 : count;
    const char **out = ARENA_ARRAY(arena, const char *, count);
    for (size_t i = 0; i < count; i++) {
        out[i] = wire_get_text(arena, r);
        r->bad |= !out[i];
    }
    *n = (int)count;
    return out;
}

void wire_put_open(struct strbuf *b, const struct wire_open *o)
{
    wire_put_text(b, o->where);
    wire_put_i64(b, (int64_t)o->memory);
    put_patterns(b, o->options.tables, o->options.n_tables);
    put_patterns(b, o->options.deny, o->options.n_deny);
}

bool wire_get_open(struct arena *arena, struct wire_reader *r, struct wire_open *out)
{
    *out = (struct wire_open){.where = wire_get_text(arena, r)};
    out->memory = (uint64_t)wire_get_i64(r);
    out->options.tables = get_patterns(arena, r, &out->options.n_tables);
    out->options.deny = get_patterns(arena, r, &out->options.n_deny);
    return !r->bad && out->where;
}

/* ---- the end of an answer -------------------------------------------------------------------- */

void wire_put_end(struct strbuf *b, const struct wire_end *end)
{
    const struct db_outcome *o = &end->outcome;
    wire_put_u8(b, end->status);
    wire_put_u8(b, (unsigned)(o->truncated | o->timed_out << 1 | o->cancelled << 2));
    wire_put_text(b, end->err.message);
}

bool wire_get_end(struct wire_reader *r, struct wire_end *out)
{
    unsigned status = wire_get_u8(r), flags = wire_get_u8(r);
    *out = (struct wire_end){
        .status = (enum status)status,
        .outcome = {.truncated = flags & 1, .timed_out = flags & 2, .cancelled = flags & 4},
        .err = {.code = (enum status)status}};
    bool given = wire_get_u8(r);
    struct slice message = wire_get_bytes(r);
    if (r->bad || !given || status > ST_DECLINED || message.n >= sizeof out->err.message ||
        memchr(message.s, '\0', message.n))
        return false;
    memcpy(out->err.message, message.s, message.n);
    return true;
}
