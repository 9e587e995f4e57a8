/* wire.h - what is said between us and the process that runs untrusted SQL (worker.c).
 *
 * Frames over a socketpair: a head of two numbers, then at most WIRE_FRAME_MAX bytes.  We send one
 * request and read until WIRE_END; a worker reads one request at a time.  Neither side believes
 * the other: lengths, counts and kinds are checked before anything is made of them, and a side that
 * breaks the rules is hung up on.  Both are the same program on the same machine, so numbers are
 * sent as they lie in memory. */
#ifndef ASTORMER_DB_WIRE_H
#define ASTORMER_DB_WIRE_H

#include "db/internal.h"

#define WIRE_VERSION 1
#define WIRE_FRAME_MAX ((size_t)64 << 10)   /* of an answer's frame */
#define WIRE_REQUEST_MAX ((size_t)1 << 20)  /* of a request: SQL, or a path and patterns */
#define WIRE_ROW_MAX ((size_t)64 << 20)     /* bytes of one row, or of a schema */
#define WIRE_SCAN_CELL 8192                 /* cells of scans of our own are cut here */
#define WIRE_COLUMNS_MAX 2000               /* SQLite's own limit for a result */
#define WIRE_FD 3                           /* where a worker finds its end of the socketpair */

enum wire_kind {
    WIRE_HELLO,  /* worker: its WIRE_VERSION */
    WIRE_OPEN,   /* us: memory, path, patterns; answered by END */
    WIRE_QUERY,  /* us: limits and a statement; answered by HEADER, DATA..., END */
    WIRE_SCHEMA, /* us: nothing; answered by DATA..., END */
    WIRE_HEADER, /* worker: names of the columns */
    WIRE_DATA,   /* worker: rows, or a schema, in pieces cut anywhere */
    WIRE_END,    /* worker: status, outcome and message */
};

struct wire_head {
    uint32_t bytes, kind;
};

/* Packing is strbuf_add of what follows; these are its pieces. */
void wire_put_u8(struct strbuf *b, unsigned x);
void wire_put_u32(struct strbuf *b, uint32_t x);
void wire_put_i64(struct strbuf *b, int64_t x);
void wire_put_real(struct strbuf *b, double x);
void wire_put_bytes(struct strbuf *b, const char *s, size_t n);
void wire_put_text(struct strbuf *b, const char *s); /* NULL is kept apart from "" */

/* Unpacking never reads past the end: then `bad` is set and zeros come out. */
struct wire_reader {
    const char *s;
    size_t n;
    bool bad;
};
unsigned wire_get_u8(struct wire_reader *r);
uint32_t wire_get_u32(struct wire_reader *r);
int64_t wire_get_i64(struct wire_reader *r);
double wire_get_real(struct wire_reader *r);
struct slice wire_get_bytes(struct wire_reader *r);
/* In the arena; a text with a zero byte inside is bad. */
const char *wire_get_text(struct arena *arena, struct wire_reader *r);

/* A row's cells, one after the other.  False: not all of it is there yet; bad: it cannot be one. */
void wire_put_row(struct strbuf *b, const struct db_cell *cells, int n, size_t cut);
bool wire_get_row(struct wire_reader *r, struct db_cell *cells, int n);

/* What a driver's read_schema gives. */
void wire_put_schema(struct strbuf *b, const struct schema *schema);
bool wire_get_schema(struct arena *arena, struct wire_reader *r, struct schema *out);

struct wire_query { /* a WIRE_QUERY */
    bool own, prepare_only, any_cell;
    double seconds;
    int64_t max_rows, max_bytes;
    const char *sql;
};
void wire_put_query(struct strbuf *b, const struct wire_query *q);
bool wire_get_query(struct arena *arena, struct wire_reader *r, struct wire_query *out);

struct wire_open { /* a WIRE_OPEN */
    const char *where;
    uint64_t memory;
    struct db_options options; /* tables and deny only */
};
void wire_put_open(struct strbuf *b, const struct wire_open *o);
bool wire_get_open(struct arena *arena, struct wire_reader *r, struct wire_open *out);

struct wire_end { /* a WIRE_END */
    enum status status;
    struct db_outcome outcome;
    struct error err;
};
void wire_put_end(struct strbuf *b, const struct wire_end *end);
bool wire_get_end(struct wire_reader *r, struct wire_end *out);

#endif
