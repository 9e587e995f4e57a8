/* postgres.h - what the files of the PostgreSQL driver share. */
#ifndef ASTORMER_DB_POSTGRES_H
#define ASTORMER_DB_POSTGRES_H

#include "db/internal.h"
#include "db/pq.h"

struct pg_db {
    struct db base;
    PGconn *conn;        /* NULL after a connection was given up; made anew by the next query */
    char *conninfo;      /* as given: may hold a password, so it is in no message */
    struct db_stop stop; /* of the query running */
    uint64_t incoming, incoming_start; /* bytes off the wire, now and at the last whole row */
    uint64_t max_incoming;             /* between the two; give up beyond */
    struct undo undo; /* of the transaction, while memory may run out in it */
};

/* A read-only transaction with a time limit that the server confirmed; nothing else here talks
 * to the server outside of one.  pg_end always rolls back. */
enum status pg_begin(struct pg_db *p, const struct db_limits *limits, struct error *err);
void pg_end(struct pg_db *p);
/* One statement through the extended protocol, all its rows at once; free with pq.clear. */
enum status pg_exec(struct pg_db *p, const char *sql, const char *const *params, int n_params,
                    PGresult **out, struct error *err);

/* For those who send by themselves: until a result can be had without blocking (ST_LIMIT: it is time to
 * stop; ST_DECLINED: more came in than may), ... */
enum status pg_wait_result(struct pg_db *p, const struct db_stop *stop, struct error *err);
/* ... what has come in so far not counted against the next row, ... */
void pg_forget_received(struct pg_db *p);
/* ... the server asked to stop, and the connection given up if it does not, ... */
void pg_interrupt(struct pg_db *p);
void pg_clear(void *result); /* of libpq */
void pg_give_up(struct pg_db *p);
/* ... and what went wrong. */
enum status pg_result_failed(const PGresult *r, struct error *err);
enum status pg_send_failed(struct pg_db *p, struct error *err);

/* Refuses statements that are no query, that are several, or that call or read what they should
 * not; asks the server about functions it does not know.  Within a transaction. */
enum status pg_guard(struct pg_db *p, const char *sql, struct error *err);

enum status pg_query(struct db *db, const char *sql, const struct db_limits *limits,
                     const struct db_sink *sink, struct db_outcome *outcome, struct error *err);
enum status pg_list(struct arena *arena, struct db *db, struct db_relations *out,
                    struct error *err);
enum status pg_read_schema(struct arena *arena, struct db *db, struct schema *out,
                           struct error *err);
enum status pg_stamp(struct db *db, struct db_stamp *out, struct error *err);
enum status pg_shape(struct db *db, struct db_shape *out, struct error *err);

#endif
