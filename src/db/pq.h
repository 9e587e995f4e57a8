/* pq.h - libpq, loaded when a PostgreSQL database is first opened: with TLS, Kerberos and LDAP it
 * would take most of the time of a program that asks a SQLite file.  pq.exec is PQexec. */
#ifndef ASTORMER_DB_PQ_H
#define ASTORMER_DB_PQ_H

#include "base/base.h"

#include <libpq-fe.h>

#define PQ_FUNCTIONS(F) \
    F(cancel) F(clear) F(connectdbParams) F(connectionNeedsPassword) F(consumeInput) F(db) \
    F(errorMessage) F(finish) F(flush) F(fmod) F(fname) F(freeCancel) F(ftype) F(getCancel) \
    F(getResult) F(getisnull) F(getlength) F(getvalue) F(host) F(isBusy) F(nfields) F(ntuples) \
    F(port) F(resultErrorField) F(resultErrorMessage) F(resultStatus) F(sendQuery) \
    F(sendQueryParams) F(serverVersion) F(setNoticeProcessor) F(setSingleRowMode) F(socket) \
    F(status) F(transactionStatus) F(user)

struct pq_functions {
#define FIELD(name) __typeof__(PQ##name) *name;
    PQ_FUNCTIONS(FIELD)
#undef FIELD
};
extern struct pq_functions pq; /* NULLs until pq_load succeeds */

enum status pq_load(struct error *err);

#endif
